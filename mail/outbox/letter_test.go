package outbox_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/emersion/go-message/mail"

	"fivepoints/events"
	ourmail "fivepoints/mail"
	"fivepoints/mail/outbox"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// write queues a post with a body and a subject, and returns the mail it becomes.
func (h *house) write(c outbox.Config, q events.Queued, subject, body, answers string) string {
	h.t.Helper()
	ctx := context.Background()
	var err error
	key := "people/" + q.Person
	if q.Blob, err = h.log.PutBlob(ctx, key, []byte(body)); err != nil {
		h.t.Fatal(err)
	}
	q.Format, q.Template = "md", 1
	tip, err := h.log.Tip(ctx, "outbox/ny12")
	if err != nil {
		h.t.Fatal(err)
	}
	to := marshal(h.t, events.QueuedTo{Subject: subject, InReplyTo: answers})
	_, _, err = h.log.Append(ctx, events.Commit{Stream: "outbox/ny12", Expect: tip, Key: events.NewKey("post", fmt.Sprint(tip)), At: h.now, Facts: []events.Fact{
		{Type: events.TypeQueued, V: 1, Pub: marshal(h.t, q), Priv: []events.Part{{Audience: "engine", Key: key, Plain: to}}},
	}})
	if err != nil {
		h.t.Fatal(err)
	}
	s, err := outbox.New(h.log, c)
	if err != nil {
		h.t.Fatal(err)
	}
	n := len(h.post.mails)
	h.run(s)
	if len(h.post.mails) != n+1 {
		h.t.Fatalf("%d mails left", len(h.post.mails)-n)
	}
	return h.post.mails[n].text
}

// full is a configuration that uses everything.
func (h *house) full() outbox.Config {
	c := h.config("n1")
	c.Text = func(md []byte, _ string) ([]byte, error) { return bytes.ReplaceAll(md, []byte("# "), nil), nil }
	c.HTML = func(md []byte, lang string) ([]byte, error) {
		return fmt.Appendf(nil, "<html lang=%q><body><pre>%s</pre></body></html>\n", lang, md), nil
	}
	c.ReplyTo = func(_ context.Context, p outbox.Post) (string, error) {
		return "play+" + p.Game + "." + p.Seat + ".abcdefgh23456777@example.org", nil
	}
	return c
}

const (
	frenchBody = "# Été 1893 : les Whyos tiennent Bowery\n\nVotre feuille est enregistrée. Il vous reste 12 $ — répondez avant lundi, 20 h.\n\n" +
		"From the docks, a line that begins like an mbox.\n.\nUne ligne très longue : " + longLine + "\n"
	longLine = "bière, bière, bière, bière, bière, bière, bière, bière, bière, bière, bière, bière, bière, bière, bière, bière"
)

func TestGoldenMails(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.who["pann"], h.who["pbob"] = "ann@example.org", "bob@example.org"
	c := h.full()
	h.run(h.sender("n0"))
	twin := c
	twin.Twin = func(_ context.Context, p outbox.Post) ([]byte, error) {
		return fmt.Appendf(nil, `{"v":1,"game":%q,"kind":%q}`, p.Game, p.Kind), nil
	}
	plain := h.config("n1")
	for _, m := range []struct {
		name, subject, body, answers string
		config                       outbox.Config
		q                            events.Queued
	}{
		{"invitation-fr", "[ny12] Invitation à la partie ny12 : New-York 1890, « l’été des gangs », six joueurs, sept années", frenchBody, "", c, events.Queued{Kind: "invitation", Seat: "whyos", Person: "pann", Lang: "fr"}},
		{"receipt-fr", "Re: ordres [ny12 1893c] 5 ok · 1 erreur", frenchBody, "CAF-1234=abc@mail.example.com", c, events.Queued{Kind: "receipt", Seat: "whyos", Person: "pann", Lang: "fr"}},
		{"report-en", "[ny12 1893c] The year in your district", "# 1893\n\nYou hold two streets.\n", "", twin, events.Queued{Kind: "report", Seat: "bowery", Person: "pbob", Lang: "en"}},
		{"plain-en", "[ny12 1893d] The year in your district", "# 1893\n\nYou hold three streets.\n", "", plain, events.Queued{Kind: "report", Seat: "bowery", Person: "pbob", Lang: "en"}},
	} {
		got := h.write(m.config, m.q, m.subject, m.body, m.answers)
		golden(t, m.name+".eml", got)
		checkMail(t, m.name, got, m.subject, m.body)
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s is\n%s\nwant\n%s", name, got, want)
	}
}

// checkMail reads a mail with go-message, and as we would if it came back.
func checkMail(t *testing.T, name, raw, subject, body string) {
	t.Helper()
	for line := range strings.SplitSeq(raw, "\r\n") {
		if len(line) > 78 || strings.ContainsFunc(line, func(r rune) bool { return r > 126 || r < ' ' && r != '\t' }) {
			t.Errorf("%s: line %q is too long or not plain", name, line)
		}
	}
	r, err := mail.CreateReader(strings.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := r.Header.Subject(); err != nil || got != subject {
		t.Errorf("%s: subject %q %v", name, got, err)
	}
	text := ""
	for {
		p, err := r.NextPart()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if h, ok := p.Header.(*mail.InlineHeader); ok && strings.HasPrefix(h.Get("Content-Type"), "text/plain") {
			b, err := io.ReadAll(p.Body)
			if err != nil {
				t.Fatal(err)
			}
			text = strings.ReplaceAll(string(b), "\r\n", "\n")
		}
	}
	if strings.ReplaceAll(text, "# ", "") != strings.ReplaceAll(body, "# ", "") {
		t.Errorf("%s: the text is %q", name, text)
	}
	back := ourmail.Reader{}.Read([]byte(raw))
	if back.Class != ourmail.ClassAuto || back.Subject != subject || back.From != "play@example.org" || len(back.Notes) != strings.Count(raw, "attachment") {
		t.Errorf("%s: it comes back as %s %q from %s, notes %q", name, back.Class, back.Subject, back.From, back.Notes)
	}
}

// The loop field alone tells that a mail is ours, when a relay has dropped the rest.
func TestComesBack(t *testing.T) {
	t.Parallel()
	raw := "From: play@example.org\r\nTo: play@example.org\r\nSubject: x\r\n" + outbox.LoopHeader + ": x\r\n\r\nhello\r\n"
	if m := (ourmail.Reader{}).Read([]byte(raw)); m.Class != ourmail.ClassAuto {
		t.Errorf("it is %s", m.Class)
	}
}

func TestThreads(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.run(h.sender("n0"))
	c := h.full()
	ids, err := outbox.NewIDs(h.log.Keys())
	if err != nil {
		t.Fatal(err)
	}
	q := events.Queued{Kind: "invitation", Seat: "whyos", Person: "pann", Lang: "fr"}
	first := field(h.write(c, q, "one", "x", ""), "Message-Id")
	q.Kind = "report"
	report := h.write(c, q, "two", "x", "")
	q.Kind = "receipt"
	receipt := h.write(c, q, "three", "x", "their.id@example.com")
	forged := h.write(c, q, "four", "x", "a@b>\r\nBcc: eve@example.org\r\nX: <c@d")
	q.Person, q.Seat = "pbob", "bowery"
	other := h.write(c, q, "five", "x", "")
	for name, m := range map[string]struct{ mail, reply, refs, auto string }{
		"report":  {report, first, first, "auto-generated"},
		"receipt": {receipt, "<their.id@example.com>", first + " <their.id@example.com>", "auto-replied"},
		"forged":  {forged, first, first, "auto-replied"},
		"other":   {other, "", "", "auto-replied"},
	} {
		if field(m.mail, "In-Reply-To") != m.reply || field(m.mail, "References") != m.refs || field(m.mail, "Auto-Submitted") != m.auto {
			t.Errorf("%s:\n%s", name, m.mail)
		}
		if field(m.mail, "Bcc") != "" || field(m.mail, "List-Unsubscribe") != "" {
			t.Errorf("%s has fields that nobody wrote:\n%s", name, m.mail)
		}
	}
	for _, m := range h.post.mails {
		a, ok := ids.Post(field(m.text, "Message-Id"))
		b, back := ids.Bounced(m.from)
		if !ok || !back || a != b {
			t.Errorf("%s and %s name %d and %d", field(m.text, "Message-Id"), m.from, a, b)
		}
		p, err := outbox.Find(context.Background(), h.log, a)
		if err != nil || p == nil || p.Game != "ny12" || p.Person == "" {
			t.Errorf("post %d is %+v %v", a, p, err)
		}
	}
}

// Whatever a field holds, it begins no other: the post fails, the next one goes.
func TestHeaderInjection(t *testing.T) {
	t.Parallel()
	evil := []string{"x\r\nBcc: eve@example.org", "x\nBcc: eve@example.org", "x\r\n\r\nhello", "x\x00y", "x\ry", "x\u007fy", "x\ufffdy"}
	for _, e := range evil {
		for _, where := range []string{"subject", "name", "reply"} {
			h := newHouse(t)
			h.run(h.sender("n0"))
			c := h.config("n1")
			subject := "x"
			switch where {
			case "subject":
				subject = e
			case "name":
				c.People = named{h, e}
			case "reply":
				c.ReplyTo = func(context.Context, outbox.Post) (string, error) { return e + "@example.org", nil }
			}
			seq := queue(t, h.log, h.now, "ny12", events.Queued{Kind: "report", Seat: "whyos", Person: "pann"}, subject)
			s, err := outbox.New(h.log, c)
			if err != nil {
				t.Fatal(err)
			}
			if p := h.run(s); p.Failed != 1 || p.Sent != 0 {
				t.Errorf("%s %q: %+v", where, e, p)
				continue
			}
			same(t, where, h.facts("ny12", seq+1), []string{fmt.Sprintf("failed %d content 5.6.0 true", seq)})
		}
	}
	h := newHouse(t)
	for _, e := range evil {
		c := h.config("n1")
		c.Club.Address = "play@example.org" + e
		if _, err := outbox.New(h.log, c); err == nil {
			t.Errorf("the club's address may be %q", c.Club.Address)
		}
	}
}

type named struct {
	*house
	name string
}

func (n named) Contact(context.Context, string) (string, string, error) {
	return "ann@example.org", n.name, nil
}

// An address that cannot be looked up for now fails nothing.
func TestAddressesAway(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.run(h.sender("n0"))
	h.queue("ny12", "report", "whyos", "pann")
	h.queue("ny12", "report", "bowery", "pbob")
	c := h.config("n1")
	away := errors.New("its key is missing")
	c.People = moody{h, away}
	s, err := outbox.New(h.log, c)
	if err != nil {
		t.Fatal(err)
	}
	p, err := s.Run(context.Background())
	if !errors.Is(err, away) || p.Sent != 1 || p.Failed != 0 || p.Waiting != 1 {
		t.Errorf("%+v %v", p, err)
	}
	tip, _ := h.log.Tip(context.Background(), "")
	if p, err := s.Run(context.Background()); err != nil || !p.Next.Equal(h.now.Add(5*time.Minute)) {
		t.Errorf("at once again: %+v %v", p, err)
	}
	if now, _ := h.log.Tip(context.Background(), ""); now != tip {
		t.Errorf("%d commits without any news", now-tip)
	}
	h.now = h.now.Add(time.Hour)
	if p := h.run(h.sender("n2")); p.Sent != 1 {
		t.Errorf("%+v", p)
	}
}

type moody struct {
	*house
	err error
}

func (m moody) Contact(ctx context.Context, person string) (string, string, error) {
	if person == "pann" {
		return "", "", m.err
	}
	return m.house.Contact(ctx, person)
}

func TestCheckAddress(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"ann@example.org": "ann@example.org", "a.b+c@Example.org": "a.b+c@example.org", "ann@münchen.example": "ann@xn--mnchen-3ya.example",
		"": "", "ann": "", "ann@": "", "@example.org": "", "ann@example.org,bob@example.org": "", "<ann@example.org>": "", "Ann <ann@example.org>": "",
		"ann@exa mple.org": "", "a\"b@example.org": "", "\"a b\"@example.org": "", "ann@example.org>": "", "é@example.org": "é@example.org", "e\u0301@example.org": "", "a\u200b@example.org": "", "\u202ea@example.org": "",
		"ann@example.org\r\nDATA": "", "ann@[127.0.0.1]": "", strings.Repeat("a", 65) + "@example.org": "", "ann@" + strings.Repeat("a", 64) + ".org": "",
		"@route:ann@example.org": "",
	} {
		got, err := outbox.CheckAddress(in)
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%q gives %q %v, want %q", in, got, err, want)
		}
	}
}

// What passes goes into a command line and a header as it is.
func FuzzAddress(f *testing.F) {
	for _, s := range []string{"ann@example.org", "a\r\n@b", "<a@b>", "a@b c", "é@ü", "\"a\"@b", "a@[::1]"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got, err := outbox.CheckAddress(s)
		if err != nil {
			return
		}
		if strings.Count(got, "@") != 1 || len(got) > 320 || strings.ContainsFunc(got, func(r rune) bool {
			return r <= ' ' || r == 0x7f || r > 126 && !unicode.In(r, unicode.L, unicode.M, unicode.N) || strings.ContainsRune(`<>()[]",;:\`, r)
		}) {
			t.Errorf("%q passes as %q", s, got)
		}
		if again, err := outbox.CheckAddress(got); err != nil || again != got {
			t.Errorf("%q passes as %q, and that as %q %v", s, got, again, err)
		}
	})
}
