package outbox_test

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"fivepoints/events"
	ourmail "fivepoints/mail"
	"fivepoints/mail/outbox"
)

// receive takes a message in as intake does.
func (h *house) receive(raw string) events.Seq {
	h.t.Helper()
	m := ourmail.Reader{}.Read([]byte(raw))
	return h.store(m.Class, events.Envelope{From: m.From, To: m.To, Subject: m.Subject, Lines: m.Lines}, raw)
}

func (h *house) store(class string, e events.Envelope, raw string) events.Seq {
	h.t.Helper()
	ctx := context.Background()
	blob, err := h.log.PutBlob(ctx, "people/pdaemon", []byte(raw))
	if err != nil {
		h.t.Fatal(err)
	}
	tip, err := h.log.Tip(ctx, "inbox/imap-main")
	if err != nil {
		h.t.Fatal(err)
	}
	r := events.Received{Cursor: fmt.Sprint(tip), Blob: blob, Size: len(raw), Content: "00", At: h.now.UnixMilli(), Clock: "ours", Class: class, Trust: "claimed"}
	fact := events.Fact{Type: events.TypeReceived, V: 1, Pub: marshal(h.t, r)}
	fact.Priv = []events.Part{{Audience: "engine", Key: "people/pdaemon", Plain: marshal(h.t, e)}}
	seq, _, err := h.log.Append(ctx, events.Commit{Stream: "inbox/imap-main", Expect: tip, Key: events.NewKey("mail", fmt.Sprint(tip)), At: h.now, Facts: []events.Fact{fact}})
	if err != nil {
		h.t.Fatal(err)
	}
	return seq
}

const dsn = `From: MAILER-DAEMON@mx.example.net (Mail Delivery System)
To: %[1]s
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
	boundary="b1"

--b1
Content-Type: text/plain; charset=us-ascii

I'm sorry to have to inform you that your message could not be delivered.
--b1
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.net
X-Original-Message-ID: <%[2]s>

Final-Recipient: rfc822; ann@example.net
Action: %[3]s
Status: %[4]s
Diagnostic-Code: smtp; 550 5.1.1 <ann@example.net>: Recipient address
    rejected: User unknown
--b1
Content-Type: text/rfc822-headers

Message-ID: <%[2]s>
Subject: x
--b1--
`

const words = `From: postmaster@mx.example.net
To: %[1]s
Subject: %[2]s

%[3]s
`

func TestBounces(t *testing.T) {
	t.Parallel()
	const (
		verp  = "to the envelope sender"
		other = "elsewhere"
	)
	for _, c := range []struct {
		name, to string
		raw      func(to, id string) string
		want     string // status and final; "" when it is none
	}{
		{"report, user unknown", verp, func(to, id string) string { return fmt.Sprintf(dsn, to, "x@y", "failed", "5.1.1") }, "5.1.1 true"},
		{"report to us, with our id", other, func(to, id string) string { return fmt.Sprintf(dsn, to, id, "failed", "5.1.1") }, "5.1.1 true"},
		{"report to us, with somebody's id", other, func(to, id string) string {
			return fmt.Sprintf(dsn, to, "abcdefghijklmnopqrstuvwxyz@example.org", "failed", "5.1.1")
		}, ""},
		{"given up after days", verp, func(to, id string) string { return fmt.Sprintf(dsn, to, id, "failed (expired)", "4.4.7") }, "4.4.7 true"},
		{"on its way", verp, func(to, id string) string { return fmt.Sprintf(dsn, to, id, "delayed", "4.4.1") }, "4.4.1 false"},
		{"arrived", verp, func(to, id string) string { return fmt.Sprintf(dsn, to, id, "delivered", "2.0.0") }, ""},
		{"relayed", verp, func(to, id string) string { return fmt.Sprintf(dsn, to, id, "relayed", "2.0.0") }, ""},
		{"words with a status", verp, func(to, _ string) string {
			return fmt.Sprintf(words, to, "Undeliverable: x", "550 5.7.1 Rejected by 192.5.1.12 (policy)")
		}, "5.7.1 true"},
		{"words with a reply code", verp, func(to, _ string) string {
			return fmt.Sprintf(words, to, "failure notice", "<ann@example.net>:\nRemote host said: 552 mailbox full")
		}, "5.0.0 true"},
		{"words in French", verp, func(to, _ string) string {
			return fmt.Sprintf(words, to, "Message non délivré", "L'adresse n'existe pas.")
		}, "5.0.0 true"},
		{"words, on its way", verp, func(to, _ string) string {
			return fmt.Sprintf(words, to, "Warning: could not send message for past 4 hours", "It will be retried until it is 5 days old.")
		}, "4.0.0 false"},
		{"out of office", verp, func(to, _ string) string {
			return "Auto-Submitted: auto-replied\n" + fmt.Sprintf(strings.Replace(words, "postmaster@mx", "ann@", 1), to, "Absence du bureau", "Je suis absent du 5 au 12. Tel. 550.12.34")
		}, ""},
		{"a person", verp, func(to, _ string) string {
			return fmt.Sprintf(strings.Replace(words, "postmaster@mx.example.net", "ann@example.net", 1), to, "orders", "move 3 from Bowery")
		}, ""},
		{"robot with a status", verp, func(to, _ string) string {
			return "Return-Path: <>\n" + fmt.Sprintf(strings.Replace(words, "postmaster@mx.example.net", "gateway@example.net", 1), to, "about your mail", "5.2.2 over quota")
		}, "5.2.2 true"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			h := newHouse(t)
			s := h.sender("n1")
			h.run(s)
			post := h.queue("ny12", "report", "whyos", "pann")
			h.run(s)
			to := "play@example.org"
			if c.to == verp {
				to = h.post.mails[0].from
			}
			before, _ := h.log.Tip(context.Background(), "outbox/ny12")
			h.receive(c.raw(to, strings.Trim(field(h.post.mails[0].text, "Message-Id"), "<>")))
			var want []string
			if c.want != "" {
				want = []string{fmt.Sprintf("failed %d bounce %s", post, c.want)}
			}
			if p := h.run(s); p.Bounced != len(want) || p.Waiting != 0 {
				t.Errorf("%+v", p)
			}
			h.now = h.now.Add(time.Hour)
			h.run(s)
			h.run(h.sender("n2"))
			same(t, "facts", h.facts("ny12", before), want)
		})
	}
}

// Nobody but the one who was sent a mail can make it bounce.
func TestForgedBounces(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	s := h.sender("n1")
	h.run(s)
	h.queue("ny12", "report", "whyos", "pann")
	h.run(s)
	from := h.post.mails[0].from
	flip := func(s string, at int) string {
		c := byte('a')
		if s[at] == c {
			c = 'b'
		}
		return s[:at] + string(c) + s[at+1:]
	}
	for at := len("play+"); at < strings.IndexByte(from, '@'); at++ {
		h.receive(fmt.Sprintf(dsn, flip(from, at), "x@y", "failed", "5.1.1"))
		if p := h.run(s); p.Bounced != 0 {
			t.Errorf("%s counts as %s", flip(from, at), from)
		}
	}
	h.receive(fmt.Sprintf(dsn, "play+"+strings.Repeat("a", 26)+"@example.org", "x@y", "failed", "5.1.1"))
	if p := h.run(s); p.Bounced != 0 {
		t.Errorf("%+v", p)
	}
	h.receive(fmt.Sprintf(dsn, strings.ToUpper(from), "x@y", "failed", "5.1.1")) // servers may change the case
	if p := h.run(s); p.Bounced != 1 {
		t.Errorf("the true one: %+v", p)
	}
}

// Who does not get his mail is told person by person.
func TestFailing(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	s := h.sender("n1")
	h.run(s)
	var posts []events.Seq
	for _, p := range []string{"pann", "pbob", "pann"} {
		posts = append(posts, h.queue("ny12", "report", "x"+p, p))
		h.run(s)
	}
	for _, m := range h.post.mails {
		if m.to == "ann@example.org" {
			h.receive(fmt.Sprintf(dsn, m.from, "x@y", "failed", "5.1.1"))
			h.receive(fmt.Sprintf(dsn, m.from, "x@z", "failed", "5.1.1")) // another relay says it again
		}
	}
	if p := h.run(s); p.Bounced != 4 {
		t.Errorf("%+v", p)
	}
	check := func(want string) {
		t.Helper()
		list, err := h.box().Failing(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, f := range list {
			got += fmt.Sprintf("%s %v %v last %d %s since %v", f.Person, f.Games, f.Posts, f.Last.Post, f.Last.Status, f.Since)
		}
		if got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	check(fmt.Sprintf("pann [ny12] [%d %d] last %d 5.1.1 since false", posts[0], posts[2], posts[2]))
	h.queue("ny13", "report", "xpann", "pann")
	h.run(s)
	check(fmt.Sprintf("pann [ny12] [%d %d] last %d 5.1.1 since true", posts[0], posts[2], posts[2]))
}

// The moderator is told once a day and addressee, at once, and not about mails
// to himself.
func TestModeratorIsToldOfFailures(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.who["pmod"] = "mod@example.org"
	c := h.config("n1")
	c.Moderator = func(_ context.Context, game string) (string, string, error) { return "pmod", "fr", nil }
	s, err := outbox.New(h.log, c)
	if err != nil {
		t.Fatal(err)
	}
	h.run(s)
	told := func(want string) {
		t.Helper()
		got := ""
		for _, m := range h.post.mails {
			if m.to == "mod@example.org" {
				got += field(m.text, "Subject") + "\n"
			}
		}
		if got != want {
			t.Errorf("told:\n%swant:\n%s", got, want)
		}
	}
	h.queue("ny12", "report", "whyos", "pann")
	h.run(s)
	h.receive(fmt.Sprintf(dsn, h.post.mails[0].from, "x@y", "failed", "5.1.1"))
	h.run(s)
	told("[ny12] courrier non remis : whyos\n")
	h.post.say = func(to string) error {
		if to != "mod@example.org" {
			return &outbox.Refusal{Status: "5.1.1", Text: "gone"}
		}
		return nil
	}
	h.queue("ny12", "report", "whyos", "pann")
	h.queue("ny12", "report", "bowery", "pbob")
	h.run(s)
	told("[ny12] courrier non remis : whyos\n[ny12] courrier non remis : bowery\n")
	for _, m := range h.post.mails { // a mail to the moderator bounces
		if m.to == "mod@example.org" {
			h.receive(fmt.Sprintf(dsn, m.from, "x@y", "failed", "5.1.1"))
		}
	}
	h.run(s)
	again, err := outbox.New(h.log, c) // a restart tells nothing twice
	if err != nil {
		t.Fatal(err)
	}
	h.now = h.now.Add(time.Hour)
	h.run(again)
	told("[ny12] courrier non remis : whyos\n[ny12] courrier non remis : bowery\n")
}

// A bounce whose text was erased, or that a damaged reader made, stops nothing.
func TestErasedBounce(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	s := h.sender("n1")
	h.run(s)
	h.queue("ny12", "report", "whyos", "pann")
	h.run(s)
	h.receive(fmt.Sprintf(dsn, h.post.mails[0].from, "x@y", "failed", "5.1.1"))
	if err := h.log.Keys().Destroy("people/pdaemon"); err != nil {
		t.Fatal(err)
	}
	if p := h.run(s); p.Bounced != 0 {
		t.Errorf("%+v", p)
	}
}

func FuzzBounce(f *testing.F) {
	ids, err := outbox.NewIDs(events.NewMemoryKeys("test"))
	if err != nil {
		f.Fatal(err)
	}
	to, id := ids.Sender(7, "play@example.org"), ids.MessageID(7, "example.org")
	f.Add([]byte(fmt.Sprintf(dsn, to, id, "failed", "5.1.1")), "bounce", to, "550 5.1.1 x")
	f.Add([]byte(fmt.Sprintf(dsn, to, id, "delayed", "4.4.1")), "auto", "play@example.org", "")
	f.Add([]byte("Content-Type: message/delivery-status\nContent-Transfer-Encoding: base64\n\nQWN0aW9uOiBmYWlsZWQK\n"), "too_big", to, "x")
	f.Fuzz(func(t *testing.T, raw []byte, class, to, line string) {
		e := events.Envelope{To: []string{to}, Lines: []events.Line{{N: 1, Text: line}}}
		b, ok := ids.Bounce(events.Received{Class: class}, e, raw)
		if !ok {
			return
		}
		if class != "bounce" && class != "auto" && class != "too_big" || b.Post == 0 || len([]rune(b.Text)) > 300 || strings.ContainsAny(b.Text, "\r\n") ||
			len(b.Status) < 5 || b.Status[0] != '4' && b.Status[0] != '5' || b.Status[0] == '5' && !b.Final {
			t.Errorf("%+v", b)
		}
	})
}

func FuzzIDs(f *testing.F) {
	ids, err := outbox.NewIDs(events.NewMemoryKeys("test"))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(ids.MessageID(1, "example.org"))
	f.Add(ids.Sender(1<<40, "play@example.org"))
	f.Add("<" + strings.Repeat("7", 26) + "@x>")
	f.Fuzz(func(t *testing.T, s string) {
		if seq, ok := ids.Post(s); ok && !strings.Contains(strings.ToLower(s), strings.TrimSuffix(ids.MessageID(seq, ""), "@")) {
			t.Errorf("%q is said to be post %d", s, seq)
		}
		if seq, ok := ids.Bounced(s); ok && !strings.Contains(strings.ToLower(s), strings.Trim(ids.Sender(seq, "@"), "+@")) {
			t.Errorf("%q is said to be from post %d", s, seq)
		}
	})
}

// Ids tell nothing, differ between clubs and uses, and come back.
func TestIDs(t *testing.T) {
	t.Parallel()
	mine, err := outbox.NewIDs(events.NewMemoryKeys("one"))
	if err != nil {
		t.Fatal(err)
	}
	other, err := outbox.NewIDs(events.NewMemoryKeys("two"))
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for seq := events.Seq(1); seq < 2000; seq++ {
		id, verp := mine.MessageID(seq, "example.org"), mine.Sender(seq, "play@example.org")
		a, ok := mine.Post("<" + strings.ToUpper(id) + ">")
		b, back := mine.Bounced(verp)
		if !ok || !back || a != seq || b != seq {
			t.Fatalf("%d comes back as %d and %d", seq, a, b)
		}
		if _, ok := other.Post(id); ok {
			t.Errorf("another club takes %s for its own", id)
		}
		if _, ok := mine.Bounced("play+" + id); ok {
			t.Errorf("%s counts as an envelope sender", id)
		}
		if seen[id] || seen[verp] {
			t.Errorf("%s or %s is there twice", id, verp)
		}
		seen[id], seen[verp] = true, true
	}
	for _, s := range []string{"", "<>", "@", "x@example.org", strings.Repeat("a", 27) + "@example.org", strings.Repeat("1", 26) + "@x"} {
		if seq, ok := mine.Post(s); ok {
			t.Errorf("%q is post %d", s, seq)
		}
	}
}

// Eight times the bounce costs about eight times the memory, whatever it is
// made of, and a megabyte of it ends.
func TestBounceIsLinear(t *testing.T) {
	ids, err := outbox.NewIDs(events.NewMemoryKeys("test"))
	if err != nil {
		t.Fatal(err)
	}
	for name, piece := range map[string]string{
		"ids": "<abcdefghijklmnopqrstuvwxyz@x>", "letters": "abcdefghijklmnopqrstuvwxyz", "heads": "Content-Type: message/delivery-status\n",
		"groups": "Action: x\n\n", "folded": "\n ", "blank lines": "\n", "digits": "5.1.", "statuses": " 5.1.1.1", "words": "delay 4 ",
	} {
		cost := func(n, times int) uint64 {
			text := strings.Repeat(piece, n/len(piece))
			e := events.Envelope{Lines: []events.Line{{Text: text}}}
			raw := []byte("Content-Type: message/delivery-status\n\n" + text)
			best := uint64(1 << 60)
			for range times {
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				ids.Bounce(events.Received{Class: "bounce"}, e, raw)
				runtime.ReadMemStats(&after)
				best = min(best, after.TotalAlloc-before.TotalAlloc)
			}
			return best
		}
		if one, eight := cost(8<<10, 3), cost(64<<10, 3); eight > 16*one+64<<10 {
			t.Errorf("%s: eight times the input costs %d instead of %d bytes", name, eight, one)
		}
		cost(1<<20, 1)
	}
}
