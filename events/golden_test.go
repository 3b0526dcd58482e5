package events_test

import (
	"bytes"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"fivepoints/events"
)

var update = flag.Bool("update", false, "write golden files that are missing; what is there never changes")

// samples has one value of every payload ever released: type/version.
var samples = map[string]any{
	"message.received.1": events.Received{
		Cursor: "12:345", Blob: "b10b", Size: 1234, Content: "c0de", At: 1_900_000_000_000,
		Clock: "received", Class: "mail", Trust: "claimed", Notes: []string{"same-id-other-content"},
	},
	"message.received.1.part": events.Envelope{
		From: "owl@example.org", Person: "pabcdefghijkl", To: []string{"club@example.org"}, Subject: "Re: [ny12 1893c] <ordres> & \"été\"",
		MessageID: "<1@example.org>", InReplyTo: "<0@example.org>", References: []string{"<0@example.org>"}, Date: "Mon, 1 Jan 1893 00:00:00 +0000",
		Claims: []events.Claim{{Game: "ny12", Seat: "whyos", Turn: "1893c", By: "subject"}},
		Lines:  []events.Line{{N: 1, Text: "déplacer\t3 \U0001f989"}, {N: 2, Class: "quote", Text: "> x"}},
	},
	"message.received.1.part.files": events.Envelope{From: "owl@example.org", Attached: 2},
	"message.settled.1":             events.Settled{Msg: 7, Outcome: "held", Reason: "unknown-sender"},
	"post.queued.1":                 events.Queued{Kind: "report", Seat: "whyos", Person: "pabcdefghijkl", Lang: "fr", Format: "md", Title: "1893-1-report", Template: 1, Blob: "b10b"},
	"person.added.1":                events.Person{Person: "pabcdefghijkl", Lang: "fr"},
	"person.added.1.part":           events.Contact{Address: "owl@example.org", Name: "The Owl"},
	"club.created.1":                events.Club{Origin: "example.org/club", Format: 1},
	"message.vouched.1":             events.Vouched{Msg: 7, Trust: "address"},
	"message.vouched.1.code":        events.Vouched{Msg: 7, Trust: "code", By: 9, Person: "pabcdefghijkl"},
	"message.received.1.part.evidence": events.Envelope{From: "owl@example.org", Evidence: &events.Evidence{
		Verdict: "aligned", Domain: "example.org", Method: "dmarc", By: "mx.example.net", Signer: "example.org", Token: "ny12.whyos", Detail: "x",
	}},
	"message.unread.1":        events.Unread{Cursor: "7.12", At: 1_900_000_000_000, Why: "the connection broke"},
	"post.claimed.1":          events.Claimed{Posts: []events.Seq{4, 5}, Node: "n1", Until: 1_900_000_000_000},
	"post.sent.1":             events.Sent{Post: 4, At: 1_900_000_000_000, Via: "smtp"},
	"delivery.failed.1":       events.Failed{Post: 4, At: 1_900_000_000_000, By: "bounce", Status: "5.1.1", Final: true, Msg: 9},
	"delivery.failed.1.part":  events.FailedWhy{Text: "no such user"},
	"log.restored.1":          events.Restored{Size: 12, Known: 15, By: "mail", Epoch: "0a1b2c3d"},
	"person.erased.1":         events.Erased{Person: "pabcdefghijkl"},
	"checkpoint.signed.1":     events.Signed{Size: 12, Note: "example.org/club\n12\nAAAA\n\n— example.org/club abcd\n"},
	"person.address.1":        events.Address{Person: "pabcdefghijkl", Record: true, Gone: true},
	"person.address_asked.1":  events.AddressAsked{Person: "pabcdefghijkl", N: 2, How: "change", To: "pmnopqrstuvwx", At: 1_900_000_000_000, Until: 1_900_000_000_001},
	"person.address_proven.1": events.AddressProven{Person: "pabcdefghijkl", N: 2, Which: "record", Msg: 9},
	"person.settings.1":       events.Settings{Person: "pabcdefghijkl", Lang: "fr", Zone: "Europe/Paris", Notices: "digest"},
	"message.settled.1.ok":    events.Settled{Msg: 7, Outcome: "recorded"},
	"message.settled.1.asked": events.Settled{Msg: 7, Outcome: "answered", Game: "ny12", Seat: "whyos"},
	"person.digest_due.1":     events.DigestDue{Person: "pabcdefghijkl", At: 1_900_000_000_000},

	"post.seen.1": events.PostSeen{
		Of: samplePost(1), Hash: "c0de", Claimed: 1_900_000_000_000, After: 1_899_999_000_000, Seen: 1_900_000_060_000, Surface: "page", Edits: "until-deadline",
	},
	"post.seen.1.part": events.PostShown{Author: "42", Name: "Zo\u00e9 <b>"},
	"post.changed.1": events.PostChanged{
		Of: samplePost(2), Old: "c0de", New: "beef", After: 1_900_000_060_000, Seen: 1_900_000_120_000,
		Mark: &events.PostMark{At: 1_900_000_100_000, Count: 1, Why: true}, Surface: "api", Edits: "never",
	},
	"post.changed.1.part": events.PostShown{Author: "42", Name: "Zoe", Editor: "Ann", Reason: "typo"},
	"post.gone.1":         events.PostGone{Of: samplePost(2), How: "missing", After: 1_900_000_120_000, Seen: 1_900_000_180_000},
	"post.back.1":         events.PostBack{Of: samplePost(2), After: 1_900_000_180_000, Seen: 1_900_000_240_000},
	"board.polled.1":      events.Polled{Board: "tavern", Topic: "12", At: 1_900_000_000_000, Posts: 17, First: "300", Last: "345", Tail: true, Hash: "c0de"},
	"person.bound.1":      events.Bound{Person: "pabcdefghijkl", Board: "tavern", How: "code", Game: "ny12", Seat: "whyos"},
	"person.bound.1.part": events.Account{User: "42", Name: "Zoe"},
	"post.placed.1":       events.Placed{Post: 4, Board: "tavern", Topic: "12", ID: "99", Part: 1, Parts: 2, Found: true, At: 1_900_000_000_000},
}

func samplePost(rev int) events.PostRef {
	return events.PostRef{Board: "tavern", Topic: "12", Post: "345", Rev: rev}
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", "golden", name)
	want, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) && *update {
		err, want = os.WriteFile(path, got, 0o644), got
	}
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is final; it is now written as\n%s\nand was\n%s", name, got, want)
	}
}

func TestGoldenPayloads(t *testing.T) {
	t.Parallel()
	for name, v := range samples {
		b, err := events.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		golden(t, name+".json", append(b, '\n'))
		back := reflect.New(reflect.TypeOf(v))
		if err := events.Unmarshal(b, back.Interface()); err != nil || !reflect.DeepEqual(back.Elem().Interface(), v) {
			t.Errorf("%s read back: %+v, %v", name, back.Elem(), err)
		}
	}
}

// TestGoldenComplete fails when a type has no golden file, or a file no sample.
func TestGoldenComplete(t *testing.T) {
	t.Parallel()
	src, err := os.ReadFile("platform.go")
	if err != nil {
		t.Fatal(err)
	}
	types := regexp.MustCompile(`Type\w+\s+= "([a-z.]+)"`).FindAllStringSubmatch(string(src), -1)
	if len(types) < 5 {
		t.Fatalf("only %d types found in platform.go", len(types))
	}
	for _, m := range types {
		if samples[m[1]+".1"] == nil {
			t.Errorf("type %s has no sample of version 1", m[1])
		}
	}
	files, err := filepath.Glob("testdata/golden/*.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if samples[strings.TrimSuffix(filepath.Base(f), ".json")] == nil {
			t.Errorf("%s has no sample: a released payload may not disappear", f)
		}
	}
}

// ramp is a source of bytes that count up.
type ramp struct{ n byte }

func (r *ramp) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = r.n
		r.n++
	}
	return len(p), nil
}

func sampleCommit() events.Commit {
	return events.Commit{
		Stream: "game/ny12", Expect: 7, Key: events.NewKey("mail", "c0de", "0"), Cause: 5, At: time.UnixMilli(1_900_000_000_123),
		Facts: []events.Fact{
			{Type: "t.sheet", V: 1, Pub: []byte(`{"window":"1893/1"}`), Priv: []events.Part{{Audience: "engine", Key: "games/ny12", Plain: []byte(`{"n":1}`)}, {Audience: "whyos", Key: "people/pabcdefghijkl", Plain: []byte(`{"text":"é"}`)}}},
			{Type: "joint_opened", V: 2, Pub: []byte(`{}`)},
		},
	}
}

func TestGoldenCommit(t *testing.T) {
	t.Parallel()
	st, err := events.Seal(sampleCommit(), events.NewMemoryKeys("golden"), &ramp{})
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "commit.canonical", st.Bytes)
	golden(t, "commit.frame.hex", hexLines(events.Frame(st)))
	golden(t, "commit.leaf.hex", hexLines(st.Leaf[:]))
	h, sealed, err := events.SealBlob(events.NewMemoryKeys("golden"), "club", []byte("raw"), &ramp{})
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "blob.hex", hexLines(append([]byte(h+"\n"), sealed...)))
}

// TestGoldenFrameRead reads the frame of the file, as a later version must.
func TestGoldenFrameRead(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("testdata/golden/commit.frame.hex")
	if err != nil {
		t.Fatal(err)
	}
	frame, err := hex.DecodeString(strings.ReplaceAll(string(text), "\n", ""))
	if err != nil {
		t.Fatal(err)
	}
	st, err := events.Unframe(frame)
	if err != nil {
		t.Fatal(err)
	}
	keys := events.NewMemoryKeys("golden")
	for _, p := range st.Parts {
		if _, err := keys.Key(p.Key); err != nil {
			t.Fatal(err)
		}
	}
	got, err := events.Open(st, keys)
	if err != nil {
		t.Fatal(err)
	}
	want := sampleCommit()
	if got.Stream != want.Stream || got.Expect != want.Expect || got.Cause != want.Cause || got.Key != want.Key || !got.At.Equal(want.At) {
		t.Errorf("head: %+v", got)
	}
	for i, f := range want.Facts {
		for j, p := range f.Priv {
			if q := got.Facts[i].Priv[j]; q.Audience != p.Audience || q.Key != p.Key || !bytes.Equal(q.Plain, p.Plain) {
				t.Errorf("part %d of fact %d: %+v", j, i, q)
			}
		}
		if g := got.Facts[i]; g.Type != f.Type || g.V != f.V || !bytes.Equal(g.Pub, f.Pub) {
			t.Errorf("fact %d: %+v", i, g)
		}
	}
}

func hexLines(b []byte) []byte {
	var out []byte
	for len(b) > 0 {
		n := min(32, len(b))
		out = fmt.Appendf(out, "%x\n", b[:n])
		b = b[n:]
	}
	return out
}

func TestKey(t *testing.T) {
	t.Parallel()
	golden(t, "key.hex", fmt.Appendf(nil, "%x\n", events.NewKey("mail", "c0de", "0")))
	if events.NewKey("a", "bc") == events.NewKey("ab", "c") || events.NewKey("a") == events.NewKey("a", "") {
		t.Error("different causes have the same key")
	}
}
