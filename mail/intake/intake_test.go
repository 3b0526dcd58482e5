package intake

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"fivepoints/events"
	"fivepoints/mail"
	"fivepoints/mail/mailbox"
	"fivepoints/mail/trust"
)

var noon = time.Date(2025, 3, 10, 12, 0, 0, 0, time.UTC)

// directory knows Zoe, who plays in two games, and one message of ours.
type directory struct{ err error }

func (d directory) Address(_ context.Context, address string) (string, []events.Claim, error) {
	if address == "zoe@example.org" {
		return "pzoe", []events.Claim{{Game: "ny12", Seat: "whyos"}, {Game: "ny13", Seat: "dead"}}, d.err
	}
	return "", nil, d.err
}

func (d directory) MessageID(_ context.Context, id string) ([]events.Claim, error) {
	if id == "report-ny12-whyos@example.org" {
		return []events.Claim{{Game: "ny12", Seat: "whyos", Turn: "1893c"}}, d.err
	}
	return nil, d.err
}

func (d directory) Since(_ context.Context, game, seat string) (events.Seq, error) {
	if game == "ny12" && seat == "whyos" {
		return 7, d.err
	}
	return 0, d.err
}

func open(t *testing.T) (*Intake, *events.Memory) {
	t.Helper()
	log := events.NewMemory(events.NewMemoryKeys("intake"))
	return &Intake{Log: log, Dir: directory{}, Now: func() time.Time { return noon }}, log
}

func item(raw string) mailbox.Item {
	return mailbox.Item{Cursor: "eml", Raw: []byte(raw), Size: int64(len(raw))}
}

const sheet = "From: Zoe <zoe@example.org>\nSubject: RE : [NY12 1893c] vos ordres\nDate: Mon, 3 Mar 2025 10:00:00 +0100\nMessage-ID: <a@example.org>\n\nMOVE 3 les -> bow\n"

func take(t *testing.T, in *Intake, source string, it mailbox.Item) Outcome {
	t.Helper()
	out, err := in.Take(t.Context(), source, it)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// stored reads back the newest message of an inbox.
func stored(t *testing.T, log events.Log, stream string) (r events.Received, e events.Envelope, part events.Part) {
	t.Helper()
	for st, err := range log.Read(t.Context(), stream, 0) {
		if err != nil {
			t.Fatal(err)
		}
		c, err := events.Open(st, log.Keys())
		if err != nil {
			t.Fatal(err)
		}
		part = c.Facts[0].Priv[0]
		r, e = events.Received{}, events.Envelope{}
		if part.Erased {
			continue
		}
		if err := errors.Join(events.Unmarshal(c.Facts[0].Pub, &r), events.Unmarshal(part.Plain, &e)); err != nil {
			t.Fatal(err)
		}
	}
	return r, e, part
}

func TestTake(t *testing.T) {
	t.Parallel()
	in, log := open(t)
	it := item(sheet)
	it.At, it.Clock = noon.Add(-time.Hour), "from-line"
	out := take(t, in, "file", it)
	r, e, part := stored(t, log, "inbox/file")
	if out.Seq != 1 || out.Known || r.Cursor != "eml" || r.Class != "mail" || r.Trust != "claimed" || r.Size != len(sheet) {
		t.Errorf("outcome %+v, received %+v", out, r)
	}
	if r.At != noon.Add(-time.Hour).UnixMilli() || r.Clock != "from-line" {
		t.Errorf("time %d by %s", r.At, r.Clock)
	}
	if e.From != "zoe@example.org" || e.Person != "pzoe" || len(e.Lines) != 1 || e.Lines[0].Text != "MOVE 3 les -> bow" || e.MessageID != "a@example.org" {
		t.Errorf("envelope %+v", e)
	}
	if part.Audience != "engine" || part.Key != "people/pzoe" {
		t.Errorf("part for %s under %s", part.Audience, part.Key)
	}
	if raw, err := log.Blob(t.Context(), r.Blob); err != nil || !bytes.Equal(raw, it.Raw) {
		t.Errorf("blob %q, %v", raw, err)
	}
}

// TestPublicHalf: what every proof shows names nobody.
func TestPublicHalf(t *testing.T) {
	t.Parallel()
	in, log := open(t)
	take(t, in, "file", item(sheet))
	for st := range log.Read(t.Context(), "inbox/file", 0) {
		for _, word := range []string{"zoe", "MOVE", "ordres", "example.org"} {
			if bytes.Contains(st.Bytes, []byte(word)) {
				t.Errorf("the public bytes contain %q: %s", word, st.Bytes)
			}
		}
	}
}

// TestAgain: reading a mailbox again commits nothing, in whatever form the
// mail comes, also after a restart.
func TestAgain(t *testing.T) {
	t.Parallel()
	in, log := open(t)
	first := take(t, in, "file", item(sheet))
	fresh := &Intake{Log: log, Now: in.Now}
	for name, raw := range map[string]string{
		"same":     sheet,
		"CRLF":     strings.ReplaceAll(sheet, "\n", "\r\n"),
		"trace":    "Received: from a by b; Mon, 3 Mar 2025 11:00:00 +0100\nDelivered-To: x@example.org\n" + sheet,
		"end":      sheet + "\n\n",
		"encoding": strings.Replace(sheet, "\n\nMOVE", "\nContent-Transfer-Encoding: quoted-printable\n\n=4DOVE", 1),
	} {
		for _, in := range []*Intake{in, fresh} {
			if out := take(t, in, "file", item(raw)); !out.Known || out.Seq != first.Seq {
				t.Errorf("%s: %+v", name, out)
			}
		}
	}
	if tip, _ := log.Tip(t.Context(), ""); tip != 1 {
		t.Errorf("%d commits", tip)
	}
}

// TestSourceAndID: the same mail by another way is a duplicate, the same id
// with other words is a mail of its own.
func TestSourceAndID(t *testing.T) {
	t.Parallel()
	in, log := open(t)
	take(t, in, "file", item(sheet))
	if out := take(t, in, "imap-main", item(sheet)); out.Known || out.Received.Class != ClassDuplicate {
		t.Errorf("other source: %+v", out)
	}
	other := strings.Replace(sheet, "MOVE 3", "MOVE 4", 1)
	fresh := &Intake{Log: log, Now: in.Now}
	if out := take(t, fresh, "file", item(other)); out.Known || out.Received.Class != "mail" || !slices.Contains(out.Received.Notes, "same-id-other-content") {
		t.Errorf("other content: %+v", out)
	}
}

// TestSameID: other words under a known Message-ID are flagged in the same run
// and in a later one, whatever came between; the same words are not.
func TestSameID(t *testing.T) {
	t.Parallel()
	for _, later := range []bool{false, true} {
		in, log := open(t)
		for i, tt := range []struct {
			raw     string
			flagged bool
		}{
			{sheet, false},
			{strings.Replace(sheet, "<a@", "<b@", 1) + "PASS\n", false},
			{strings.Replace(sheet, "MOVE 3", "MOVE 4", 1), true},
			{strings.Replace(sheet, "zoe@", "eve@", 1), true},
			{strings.Replace(sheet, "MOVE 3", "MOVE 5", 1), true},
		} {
			if later {
				in = &Intake{Log: log, Now: in.Now}
			}
			out := take(t, in, "file", item(tt.raw))
			r, _, _ := stored(t, log, "inbox/file")
			flag := slices.Contains(r.Notes, "same-id-other-content")
			if out.Known || flag != tt.flagged || flag != slices.Contains(out.Received.Notes, "same-id-other-content") {
				t.Errorf("message %d, another run each %v: flagged %v", i+1, later, flag)
			}
		}
	}
}

// TestListCopy: what a list sent on does not shadow the mail itself.
func TestListCopy(t *testing.T) {
	t.Parallel()
	in, _ := open(t)
	take(t, in, "file", item("List-Id: <players.example.org>\n"+sheet))
	if out := take(t, in, "file", item(sheet)); out.Known || out.Received.Class != "mail" {
		t.Errorf("%+v", out)
	}
}

// TestUndated: two pasted sheets with the same words count twice when the
// source gives them different times.
func TestUndated(t *testing.T) {
	t.Parallel()
	in, _ := open(t)
	a := item("From: zoe@example.org\n\nPASS\n")
	a.At, a.Clock = noon, "from-line"
	b := a
	b.At = noon.Add(time.Hour)
	take(t, in, "file", a)
	if out := take(t, in, "file", b); out.Known {
		t.Error("the second sheet was taken for the first")
	}
	if out := take(t, in, "file", a); !out.Known {
		t.Error("the first sheet was taken twice")
	}
}

func TestClaims(t *testing.T) {
	t.Parallel()
	in, _ := open(t)
	const address = "ny12/whyos by address, ny13/dead by address"
	for name, tt := range map[string][2]string{
		"tag":         {"Subject: [ny12 1893c] x\n\nx", "ny12 1893c by subject, " + address},
		"prefixes":    {"Subject: TR : RE: AW: Re: [ny12 1893c]x\n\nx", "ny12 1893c by subject, " + address},
		"bare tag":    {"Subject: [NY12]\n\nx", "ny12 by subject, " + address},
		"turn word":   {"Subject: x [ NY12 T3c ]\n\nx", "ny12 t3c by subject, " + address},
		"two tags":    {"Subject: [ny12] [ny13 2]\n\nx", "ny12 by subject, ny13 2 by subject, " + address},
		"gateway":     {"Subject: [EXTERNAL] hello [a sentence in brackets]\n\nx", address},
		"reply":       {"Subject: x\nIn-Reply-To: <report-ny12-whyos@example.org>\n\nx", "ny12/whyos 1893c by reply, " + address},
		"references":  {"Subject: x\nReferences: <report-ny12-whyos@example.org>\n <other@example.org>\n\nx", "ny12/whyos 1893c by reply, " + address},
		"line":        {"Subject: x\n\npartie  NY12, tour 1893 phase C # mes ordres\n", "ny12 1893c by line, " + address},
		"English":     {"Subject: x\n\nGAME ny12 TURN 1893\n", "ny12 1893 by line, " + address},
		"quoted line": {"Subject: x\n\n> GAME ny12\nx", address},
		"prose":       {"Subject: x\n\nLa partie ny12 est belle\npartie remise a demain\n", address},
		"conflict":    {"Subject: [ny13]\n\nGAME ny12\n", "ny13 by subject, ny12 by line, " + address},
	} {
		out := take(t, in, "file", item("From: zoe@example.org\nDate: "+name+"\n"+tt[0]))
		if got := claimText(out.Envelope.Claims); got != tt[1] {
			t.Errorf("%s: got %s; want %s", name, got, tt[1])
		}
	}
}

func claimText(claims []events.Claim) string {
	var words []string
	for _, c := range claims {
		s := c.Game
		if c.Seat != "" {
			s += "/" + c.Seat
		}
		if c.Turn != "" {
			s += " " + c.Turn
		}
		words = append(words, s+" by "+c.By)
	}
	return strings.Join(words, ", ")
}

// TestClasses: whatever comes is stored, classed and readable again.
func TestClasses(t *testing.T) {
	t.Parallel()
	in, log := open(t)
	big := "From: zoe@example.org\n\n" + strings.Repeat("x", mail.MaxRaw)
	for raw, want := range map[string]string{
		"Subject: x\n\nx": "malformed",
		"From: a@example.org\nFrom: b@example.org\n\nx": "malformed",
		"\x00\xff\xfe": "malformed",
		"From: zoe@example.org\nAuto-Submitted: auto-replied\n\nx":     "auto",
		"From: zoe@example.org\nList-Id: <l>\n\nx":                     "list",
		"From: mailer-daemon@example.org\nX-Failed-Recipients: z\n\nx": "bounce",
		big[:mail.MaxRaw+1]: "too_big",
		"From: zoe@example.org\n\n" + strings.Repeat("\"\n", 4990) + strings.Repeat("\"", 240000): "too_big",
	} {
		out := take(t, in, "file", item(raw))
		r, _, _ := stored(t, log, "inbox/file")
		if r.Class != want || out.Received.Class != want {
			t.Errorf("%.40q: class %s instead of %s", raw, r.Class, want)
		}
		if back, err := log.Blob(t.Context(), r.Blob); err != nil || string(back) != raw {
			t.Errorf("%.40q: the raw bytes are gone: %v", raw, err)
		}
	}
}

// TestTruncated: two mails that differ beyond what is kept are two.
func TestTruncated(t *testing.T) {
	t.Parallel()
	in, _ := open(t)
	it := item("From: zoe@example.org\n\n" + strings.Repeat("x", mail.MaxRaw-22))
	it.Size = 5 << 20
	if out := take(t, in, "file", it); out.Received.Class != "too_big" || out.Received.Size != 5<<20 || out.Envelope.From != "zoe@example.org" {
		t.Errorf("%+v", out.Received)
	}
	it.Size++
	if out := take(t, in, "file", it); out.Known {
		t.Error("the longer mail was taken for the other")
	}
}

func TestTrust(t *testing.T) {
	t.Parallel()
	in, _ := open(t)
	in.Trust = TrustAddress
	if out := take(t, in, "file", item(sheet)); out.Received.Trust != "address" {
		t.Errorf("trust %s", out.Received.Trust)
	}
	if out := take(t, in, "file", item("Subject: nobody\n\nx")); out.Received.Trust != "claimed" {
		t.Errorf("trust in nobody: %s", out.Received.Trust)
	}
}

// TestErased: after an erasure the old mail stays known and unreadable, and a
// new one is stored under a new key.
func TestErased(t *testing.T) {
	t.Parallel()
	in, log := open(t)
	out := take(t, in, "file", item(sheet))
	if err := log.Keys().Destroy("people/pzoe"); err != nil {
		t.Fatal(err)
	}
	if _, err := log.Blob(t.Context(), out.Received.Blob); !errors.Is(err, events.ErrErased) {
		t.Errorf("the erased blob: %v", err)
	}
	fresh := &Intake{Log: log, Dir: directory{}, Now: in.Now}
	if again := take(t, fresh, "file", item(sheet)); !again.Known {
		t.Error("the erased mail came back")
	}
	take(t, fresh, "file", item(strings.Replace(sheet, "MOVE 3", "MOVE 4", 1)))
	if _, e, part := stored(t, log, "inbox/file"); part.Key == "people/pzoe" || e.From != "zoe@example.org" {
		t.Errorf("the new mail is under %s", part.Key)
	}
}

// moving is a log whose stream moves on between Tip and Append.
type moving struct {
	events.Log
	left int
}

func (m *moving) Append(ctx context.Context, c events.Commit) (events.Seq, bool, error) {
	if m.left--; m.left >= 0 {
		return 0, false, events.ErrConflict
	}
	return m.Log.Append(ctx, c)
}

func TestConflict(t *testing.T) {
	t.Parallel()
	in, log := open(t)
	in.Log = &moving{log, 3}
	if out := take(t, in, "file", item(sheet)); out.Seq != 1 {
		t.Errorf("%+v", out)
	}
	in.Log = &moving{log, 1000}
	if _, err := in.Take(t.Context(), "file", item("From: a@example.org\n\nx")); !errors.Is(err, events.ErrConflict) {
		t.Errorf("endless conflict: %v", err)
	}
}

func TestErrors(t *testing.T) {
	t.Parallel()
	in, log := open(t)
	in.Dir = directory{errors.New("views.db is gone")}
	if _, err := in.Take(t.Context(), "file", item(sheet)); err == nil || !strings.Contains(err.Error(), "views.db is gone") {
		t.Errorf("directory: %v", err)
	}
	in.Dir = nil
	if _, err := in.Take(t.Context(), "No Source", item(sheet)); err == nil {
		t.Error("a bad source name was taken")
	}
	if tip, _ := log.Tip(t.Context(), ""); tip != 0 {
		t.Errorf("%d commits", tip)
	}
}

// TestPanic: a mail that breaks the reader is stored all the same.
func TestPanic(t *testing.T) {
	t.Parallel()
	in, log := open(t)
	in.parse = func([]byte) mail.Message { panic("a bug") }
	out := take(t, in, "file", item(sheet))
	if out.Received.Class != "malformed" || !slices.Contains(out.Received.Notes, "unreadable") {
		t.Errorf("%+v", out.Received)
	}
	if raw, err := log.Blob(t.Context(), out.Received.Blob); err != nil || string(raw) != sheet {
		t.Errorf("blob %q, %v", raw, err)
	}
}

// TestMailbox: a whole mbox, twice.
func TestMailbox(t *testing.T) {
	t.Parallel()
	in, log := open(t)
	var box strings.Builder
	for i := range 30 {
		fmt.Fprintf(&box, "From zoe@example.org Mon Mar  3 10:00:%02d 2025\n%s", i, strings.Replace(sheet, "MOVE 3", fmt.Sprintf("MOVE %d", i%29), 1)+"\n")
	}
	for round, want := range []int{29, 0} {
		committed := 0
		for it, err := range mailbox.Mbox(strings.NewReader(box.String())) {
			if err != nil {
				t.Fatal(err)
			}
			if out := take(t, in, "file", it); !out.Known {
				committed++
			}
		}
		if committed != want {
			t.Errorf("round %d committed %d messages instead of %d", round+1, committed, want)
		}
	}
	if tip, _ := log.Tip(t.Context(), "inbox/file"); tip != 29 {
		t.Errorf("%d commits", tip)
	}
}

func TestFuture(t *testing.T) {
	t.Parallel()
	in, _ := open(t)
	it := item(sheet)
	it.At, it.Clock = noon.AddDate(50, 0, 0), "from-line"
	if out := take(t, in, "file", it); !slices.Contains(out.Received.Notes, "time-in-future") {
		t.Errorf("notes %q", out.Received.Notes)
	}
}

func FuzzTake(f *testing.F) {
	f.Add([]byte(sheet))
	f.Add([]byte("From: \xff <z@\xfe.org>\nSubject: [\xe9]\nDate: \x01\nMessage-ID: <\x80>\n\n\xff\u2028\x00"))
	f.Add([]byte("Subject: =?utf-8?q?=00=FF=1B?=\nTo: \"\\\n\"@x\n\n\x1b[0m"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		log := events.NewMemory(events.NewMemoryKeys("fuzz"))
		in := &Intake{Log: log, Dir: directory{}, Now: func() time.Time { return noon }}
		it := mailbox.Item{Cursor: "eml", Raw: raw, Size: int64(len(raw))}
		out, err := in.Take(t.Context(), "file", it)
		if err != nil || out.Known || out.Seq != 1 {
			t.Fatalf("%+v, %v", out, err)
		}
		if back, err := log.Blob(t.Context(), out.Received.Blob); err != nil || !bytes.Equal(back, raw) {
			t.Fatalf("blob %q, %v", back, err)
		}
		fresh := &Intake{Log: log, Now: in.Now}
		if again, err := fresh.Take(t.Context(), "file", it); err != nil || !again.Known {
			t.Fatalf("again: %+v, %v", again, err)
		}
	})
}

func BenchmarkTake(b *testing.B) {
	log := events.NewMemory(events.NewMemoryKeys("bench"))
	in := &Intake{Log: log, Dir: directory{}, Now: func() time.Time { return noon }}
	for i := 0; b.Loop(); i++ {
		raw := fmt.Sprintf("X: %d\n", i) + strings.Replace(sheet, "MOVE 3", fmt.Sprintf("MOVE %d", i), 1)
		if _, err := in.Take(b.Context(), "file", item(raw)); err != nil {
			b.Fatal(err)
		}
	}
}

func TestVouching(t *testing.T) {
	t.Parallel()
	in, log := open(t)
	take(t, in, "file", item(sheet))
	take(t, in, "file", item(sheet))
	in.Trust = TrustAddress
	for range 2 {
		if out := take(t, in, "file", item(sheet)); !out.Known {
			t.Error("the message was stored again")
		}
	}
	if tip, _ := log.Tip(t.Context(), "inbox/file"); tip != 2 {
		t.Errorf("%d commits, want the message and one that vouches for it", tip)
	}
}

func TestUnprovenCopyShadowsNothing(t *testing.T) {
	t.Parallel()
	in, _ := open(t)
	take(t, in, "file", item(sheet))
	in.Trust = TrustAddress
	if out := take(t, in, "desk", item(sheet)); out.Received.Class != mail.ClassMail {
		t.Errorf("the proven copy is %q", out.Received.Class)
	}
	if out := take(t, in, "third", item(sheet)); out.Received.Class != ClassDuplicate {
		t.Errorf("a second proven copy is %q", out.Received.Class)
	}
}

// What the log shows of a message's content cannot be computed without the club's key.
func TestContentIsBlinded(t *testing.T) {
	t.Parallel()
	in, _ := open(t)
	m := mail.Reader{}.Read([]byte(sheet))
	if out := take(t, in, "file", item(sheet)); out.Received.Content == m.Content || len(out.Received.Content) != 64 {
		t.Errorf("the content hash is %q", out.Received.Content)
	}
}

// A mail to the address with the token of a seat is about that seat, whoever
// wrote it; an old token, or one made up, says nothing.
func TestTheTokenOfASeatRoutes(t *testing.T) {
	t.Parallel()
	in, log := open(t)
	club, err := log.Keys().Key("club")
	if err != nil {
		t.Fatal(err)
	}
	for token, want := range map[string]bool{
		trust.NewToken(club, "ny12", "whyos", 7).String():            true,
		trust.NewToken(club, "ny12", "whyos", 6).String():            false,
		trust.NewToken(club, "ny13", "whyos", 7).String():            false,
		trust.NewToken([]byte("other"), "ny12", "whyos", 7).String(): false,
	} {
		raw := "From: someone@example.net\nTo: club+" + token + "@example.org\nDate: " + token + "\n\nMOVE 3 les -> bow\n"
		out := take(t, in, "file", item(raw))
		if got := slices.Equal(out.Envelope.Claims, []events.Claim{{Game: "ny12", Seat: "whyos", By: "token"}}); got != want {
			t.Errorf("%s: claims %v", token, out.Envelope.Claims)
		}
	}
}

// What proves the sender is stored with the message and makes it count.
func TestEvidenceIsStored(t *testing.T) {
	t.Parallel()
	in, log := open(t)
	in.Check = &trust.Checker{AuthServ: "mx.example.org"}
	for verdict, level := range map[string]string{"pass": TrustProven, "fail": TrustClaimed, "none": TrustClaimed} {
		raw := "Authentication-Results: mx.example.org; dmarc=" + verdict + " header.from=example.org\nX-Case: " + verdict + "\n" + strings.Replace(sheet, "10:00:00", "10:00:0"+fmt.Sprint(len(level)), 1)
		take(t, in, "file", item(raw+verdict))
		r, e, _ := stored(t, log, "inbox/file")
		if r.Trust != level || e.Evidence == nil || e.Evidence.Domain != "example.org" {
			t.Errorf("%s: %s, %+v", verdict, r.Trust, e.Evidence)
		}
	}
}
