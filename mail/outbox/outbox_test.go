package outbox_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"fivepoints/events"
	"fivepoints/mail/outbox"
)

var begin = time.Date(2026, 3, 2, 20, 0, 0, 0, time.UTC)

// house is a log with a clock and a server that notes what it was given.
type house struct {
	t    *testing.T
	log  events.Log
	now  time.Time
	post *postman
	who  map[string]string // addresses by person
}

func newHouse(t *testing.T) *house {
	t.Helper()
	h := &house{t: t, log: events.NewMemory(events.NewMemoryKeys("test")), now: begin, post: &postman{}}
	h.who = map[string]string{"pann": "ann@example.org", "pbob": "bob@example.org"}
	return h
}

func (h *house) Contact(_ context.Context, person string) (string, string, error) {
	return h.who[person], strings.ToUpper(person[:1]) + person[1:], nil
}

func (h *house) config(node string) outbox.Config {
	return outbox.Config{
		Club: outbox.Club{Address: "play@example.org", Name: "Club des Cinq Points"}, Node: node,
		Now: func() time.Time { return h.now }, People: h, Transport: h.post,
	}
}

func (h *house) sender(node string) *outbox.Sender {
	h.t.Helper()
	s, err := outbox.New(h.log, h.config(node))
	if err != nil {
		h.t.Fatal(err)
	}
	return s
}

// box is the outbox as the log has it.
func (h *house) box() *outbox.Box {
	h.t.Helper()
	b := outbox.NewBox(h.log)
	if err := b.Read(context.Background()); err != nil {
		h.t.Fatal(err)
	}
	return b
}

func (h *house) run(s *outbox.Sender) outbox.Pass {
	h.t.Helper()
	p, err := s.Run(context.Background())
	if err != nil {
		h.t.Fatal(err)
	}
	return p
}

// queue queues a post as publish does.
func (h *house) queue(game, kind, seat, person string) events.Seq {
	h.t.Helper()
	return queue(h.t, h.log, h.now, game, events.Queued{Kind: kind, Seat: seat, Person: person}, fmt.Sprintf("[%s] %s", game, kind))
}

func queue(t testing.TB, log events.Log, at time.Time, game string, q events.Queued, subject string) events.Seq {
	t.Helper()
	ctx := context.Background()
	secret := "people/" + q.Person
	if q.Person == "" {
		secret = "games/" + game
	}
	tip, err := log.Tip(ctx, "outbox/"+game)
	if err != nil {
		t.Fatal(err)
	}
	q.Lang, q.Format, q.Template, q.Title = "fr", "md", 1, fmt.Sprintf("%stitle-%d", q.Title, tip)
	if q.Blob, err = log.PutBlob(ctx, secret, fmt.Appendf(nil, "# Été %d\n\nBonjour.\n", tip)); err != nil {
		t.Fatal(err)
	}
	fact := events.Fact{Type: events.TypeQueued, V: 1, Pub: marshal(t, q)}
	fact.Priv = []events.Part{{Audience: "engine", Key: secret, Plain: marshal(t, events.QueuedTo{Subject: subject})}}
	seq, _, err := log.Append(ctx, events.Commit{
		Stream: "outbox/" + game, Expect: tip, Key: events.NewKey("post", fmt.Sprint(tip)), At: at, Facts: []events.Fact{fact},
	})
	if err != nil {
		t.Fatal(err)
	}
	return seq
}

func marshal(t testing.TB, v any) []byte {
	t.Helper()
	b, err := events.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// facts lists what an outbox says after a commit: "sent 3", "failed 4 smtp 5.1.1 final".
func (h *house) facts(game string, from events.Seq) []string {
	h.t.Helper()
	var out []string
	for st, err := range h.log.Read(context.Background(), "outbox/"+game, from) {
		if err != nil {
			h.t.Fatal(err)
		}
		c, err := events.Open(st, h.log.Keys())
		if err != nil {
			h.t.Fatal(err)
		}
		for _, f := range c.Facts {
			out = append(out, factLine(h.t, f))
		}
	}
	return out
}

func factLine(t *testing.T, f events.Fact) string {
	t.Helper()
	switch f.Type {
	case events.TypeQueued:
		return "queued"
	case events.TypeClaimed:
		var c events.Claimed
		read(t, f, &c)
		return strings.TrimSpace(fmt.Sprintf("claimed %v %s", c.Posts, c.Node))
	case events.TypeSent:
		var s events.Sent
		read(t, f, &s)
		return fmt.Sprintf("sent %d", s.Post)
	case events.TypeFailed:
		var s events.Failed
		read(t, f, &s)
		return fmt.Sprintf("failed %d %s %s %v", s.Post, s.By, s.Status, s.Final)
	}
	return f.Type
}

func read(t *testing.T, f events.Fact, v any) {
	t.Helper()
	if err := events.Unmarshal(f.Pub, v); err != nil {
		t.Fatal(err)
	}
}

func same(t *testing.T, what string, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n%s\nwant:\n%s", what, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// postman is a Transport that takes everything, unless it is told otherwise.
type postman struct {
	mails []sent
	dials int
	down  error                 // of Dial
	say   func(to string) error // of Send
}

type sent struct{ from, to, text string }

func (p *postman) Dial(context.Context) (outbox.Session, error) {
	p.dials++
	if p.down != nil {
		return nil, &outbox.Trouble{Doing: "connecting", Err: p.down}
	}
	return p, nil
}

func (p *postman) Send(_ context.Context, from, to string, mail []byte) error {
	if p.say != nil {
		if err := p.say(to); err != nil {
			return err
		}
	}
	p.mails = append(p.mails, sent{from, to, string(mail)})
	return nil
}

func (p *postman) Close() error { return nil }

func (p *postman) to() []string {
	var out []string
	for _, m := range p.mails {
		out = append(out, m.to)
	}
	return out
}

func field(mail, name string) string {
	head, _, _ := strings.Cut(mail, "\r\n\r\n")
	for line := range strings.SplitSeq(strings.ReplaceAll(strings.ReplaceAll(head, "\r\n ", " "), "\r\n\t", " "), "\r\n") {
		if n, v, _ := strings.Cut(line, ":"); strings.EqualFold(n, name) {
			return strings.TrimSpace(v)
		}
	}
	return ""
}

// A post goes once, with one claim and one record, and never again: not in the
// next pass, not after a restart.
func TestSentOnce(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	s := h.sender("n1")
	h.run(s)
	ann := h.queue("ny12", "report", "whyos", "pann")
	bob := h.queue("ny12", "report", "bowery", "pbob")
	h.queue("ny12", "summary", "", "")
	if p := h.run(s); p.Sent != 2 || p.Waiting != 0 || !p.Next.IsZero() {
		t.Errorf("%+v", p)
	}
	same(t, "recipients", h.post.to(), []string{"ann@example.org", "bob@example.org"})
	same(t, "facts", h.facts("ny12", bob+1), []string{
		fmt.Sprintf("claimed [%d %d] n1", ann, bob), fmt.Sprintf("sent %d", ann), fmt.Sprintf("sent %d", bob),
	})
	tip, _ := h.log.Tip(context.Background(), "")
	h.run(s)
	h.run(h.sender("n2"))
	if now, _ := h.log.Tip(context.Background(), ""); now != tip || len(h.post.mails) != 2 || h.post.dials != 1 {
		t.Errorf("running again: %d new commits, %d mails, %d connections", now-tip, len(h.post.mails), h.post.dials)
	}
}

// What was queued before mail was switched on stays where it is until somebody
// asks for it; so does what is old when it is first seen.
func TestNoSurprise(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	old := h.queue("ny12", "invitation", "whyos", "pann")
	s := h.sender("n1")
	if p := h.run(s); p.Sent != 0 || p.Held != 1 {
		t.Errorf("first pass: %+v", p)
	}
	h.now = begin.Add(-8 * 24 * time.Hour)
	stale := h.queue("ny12", "report", "whyos", "pann")
	h.now = begin
	fresh := h.queue("ny12", "report", "whyos", "pann")
	if p := h.run(s); p.Sent != 1 || p.Held != 2 {
		t.Errorf("second pass: %+v", p)
	}
	var held []string
	for _, w := range h.box().Waiting(h.now) {
		held = append(held, fmt.Sprintf("%d %s", w.Seq, w.Held))
	}
	same(t, "held", held, []string{fmt.Sprintf("%d before", old), fmt.Sprintf("%d stale", stale)})
	for range 2 {
		if _, err := outbox.Resend(context.Background(), h.log, old, "cli 1", h.now); err != nil {
			t.Fatal(err)
		}
	}
	if p := h.run(h.sender("n2")); p.Sent != 1 || p.Held != 1 {
		t.Errorf("asked for: %+v", p)
	}
	if len(h.post.mails) != 2 || field(h.post.mails[0].text, "Subject") != "[ny12] report" || field(h.post.mails[1].text, "Subject") != "[ny12] invitation" {
		t.Errorf("%d mails, fresh is %d", len(h.post.mails), fresh)
	}
}

// Asking for a post before mail is switched on sends that one, later, alone.
func TestAskedBeforeSwitchedOn(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	first := h.queue("ny12", "invitation", "whyos", "pann")
	h.queue("ny12", "invitation", "bowery", "pbob")
	if _, err := outbox.Resend(context.Background(), h.log, first, "cli 1", h.now); err != nil {
		t.Fatal(err)
	}
	if p := h.run(h.sender("n1")); p.Sent != 1 || p.Held != 1 {
		t.Errorf("%+v", p)
	}
	same(t, "recipients", h.post.to(), []string{"ann@example.org"})
	if _, err := outbox.Resend(context.Background(), h.log, 999, "cli 2", h.now); !errors.Is(err, outbox.ErrNoPost) {
		t.Errorf("a post that is none: %v", err)
	}
}

// A mail that is refused for now waits longer and longer, keeps the later ones
// of its addressee behind it and nobody else's, and is given up after three
// days. All of it is told by the log: each pass is another program.
func TestBackOff(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.run(h.sender("n0"))
	h.post.say = func(to string) error {
		if to == "ann@example.org" {
			return &outbox.Refusal{Status: "4.2.2", Text: "mailbox full"}
		}
		return nil
	}
	first := h.queue("ny12", "report", "whyos", "pann")
	h.queue("ny13", "report", "whyos", "pann")
	h.queue("ny12", "report", "bowery", "pbob")
	var waits []string
	for n := 1; ; n++ {
		p := h.run(h.sender(fmt.Sprint("n", n)))
		if p.Failed == 1 {
			if p.Waiting != 1 || p.Sent != 0 {
				t.Errorf("given up: %+v", p)
			}
			break
		}
		if p.Deferred != 1 || p.Waiting != 2 || n > 100 {
			t.Fatalf("pass %d: %+v", n, p)
		}
		waits = append(waits, p.Next.Sub(h.now).String())
		if early := h.run(h.sender(fmt.Sprint("e", n))); early.Deferred+early.Sent != 0 {
			t.Fatalf("tried before its time: %+v", early)
		}
		h.now = p.Next
	}
	same(t, "waits", waits[:8], []string{"1m0s", "5m0s", "15m0s", "30m0s", "1h0m0s", "2h0m0s", "4h0m0s", "4h0m0s"})
	if d := h.now.Sub(begin); d < 72*time.Hour || d > 80*time.Hour {
		t.Errorf("given up after %s", d)
	}
	same(t, "recipients", h.post.to(), []string{"bob@example.org"})
	if all := h.box().Failures(); len(all) != 1 || all[0].Post != first || all[0].Status != "4.2.2" || !all[0].Final {
		t.Errorf("%+v", all)
	}
}

// Refused for good: said once, with what the server said for the moderator alone.
func TestRefused(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	s := h.sender("n1")
	h.run(s)
	h.post.say = func(string) error { return &outbox.Refusal{Status: "5.1.1", Text: "no such user"} }
	first := h.queue("ny12", "report", "whyos", "pann")
	if p := h.run(s); p.Failed != 1 || p.Waiting != 0 {
		t.Errorf("%+v", p)
	}
	same(t, "facts", h.facts("ny12", first), []string{fmt.Sprintf("claimed [%d] n1", first), fmt.Sprintf("failed %d smtp 5.1.1 true", first)})
	h.post.say = nil
	again, err := outbox.Resend(context.Background(), h.log, first, "mail 7", h.now)
	if err != nil {
		t.Fatal(err)
	}
	if p := h.run(s); p.Sent != 1 {
		t.Errorf("sent again: %+v", p)
	}
	list, err := h.box().Failing(context.Background())
	if err != nil || len(list) != 1 || list[0].Person != "pann" || list[0].Failed != 1 || !list[0].Since {
		t.Errorf("after %d: %+v %v", again, list, err)
	}
}

// Nobody, an erased person and an address that is none end the post.
func TestNoAddress(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	s := h.sender("n1")
	h.run(s)
	h.who["pbob"] = "bob@example.org\r\nRCPT TO:<eve@example.org>"
	one := h.queue("ny12", "report", "whyos", "pcat")
	two := h.queue("ny12", "report", "bowery", "pbob")
	three := h.queue("ny12", "report", "eastman", "pann")
	if err := h.log.Keys().Destroy("people/pann"); err != nil {
		t.Fatal(err)
	}
	if p := h.run(s); p.Failed != 3 || len(h.post.mails) != 0 {
		t.Errorf("%+v", p)
	}
	same(t, "facts", h.facts("ny12", three+1), []string{
		fmt.Sprintf("failed %d no-address  true", one), fmt.Sprintf("failed %d no-address 5.1.3 true", two), fmt.Sprintf("failed %d no-address  true", three),
	})
}

// A server that is away costs no commit, and is asked less and less often.
func TestServerAway(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	s := h.sender("n1")
	h.run(s)
	h.queue("ny12", "report", "whyos", "pann")
	h.post.down = errors.New("connection refused")
	tip, _ := h.log.Tip(context.Background(), "")
	var waits []string
	for range 3 {
		p := h.run(s)
		if p.Trouble == nil || p.Waiting != 1 {
			t.Fatalf("%+v", p)
		}
		waits = append(waits, p.Next.Sub(h.now).String())
		h.run(s) // too early
		h.now = p.Next
	}
	same(t, "waits", waits, []string{"1m0s", "2m0s", "3m0s"})
	if now, _ := h.log.Tip(context.Background(), ""); now != tip || h.post.dials != 3 {
		t.Errorf("%d commits, %d connections", now-tip, h.post.dials)
	}
	h.post.down = nil
	if p := h.run(s); p.Sent != 1 || p.Trouble != nil {
		t.Errorf("%+v", p)
	}
}

// A mail that breaks every connection waits; those behind it get through.
func TestPoisonMail(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	s := h.sender("n1")
	h.run(s)
	h.post.say = func(to string) error {
		if to == "ann@example.org" {
			return errors.New("connection reset by peer")
		}
		return nil
	}
	h.queue("ny12", "report", "whyos", "pann")
	h.queue("ny12", "report", "bowery", "pbob")
	h.queue("ny12", "report", "whyos", "pann")
	h.queue("ny12", "report", "bowery", "pbob")
	if p := h.run(s); p.Sent != 2 || p.Deferred != 1 || p.Waiting != 2 || p.Trouble != nil {
		t.Errorf("%+v", p)
	}
}

// The last program that died keeps its claim until it ends; then the mail goes
// out, the same one.
func TestLostClaim(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	s := h.sender("n1")
	h.run(s)
	seq := h.queue("ny12", "report", "whyos", "pann")
	ctx, cancel := context.WithCancel(context.Background())
	h.post.say = func(string) error { cancel(); return context.Canceled }
	if _, err := s.Run(ctx); err != nil && !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	same(t, "facts", h.facts("ny12", seq), []string{fmt.Sprintf("claimed [%d] n1", seq)})
	h.post.say = nil
	other := h.sender("n2")
	p := h.run(other)
	if p.Sent != 0 || p.Waiting != 1 || p.Next.Sub(h.now) != 5*time.Minute {
		t.Errorf("while it is claimed: %+v", p)
	}
	h.now = p.Next
	if p := h.run(other); p.Sent != 1 {
		t.Errorf("afterwards: %+v", p)
	}
}

// Two robots that answer each other stop: after twenty answers in an hour the
// rest is held, the moderator is told once, and reports still go.
func TestTwoRobotsStop(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.who["pmod"] = "mod@example.org"
	c := h.config("n1")
	c.Moderator = func(context.Context, string) (string, string, error) { return "pmod", "fr", nil }
	s, err := outbox.New(h.log, c)
	if err != nil {
		t.Fatal(err)
	}
	h.run(s)
	heard := 0
	h.post.say = func(to string) error {
		if to == "ann@example.org" {
			heard++
		}
		return nil
	}
	// ann's robot answers each of our answers within a minute; each of its mails is answered by us.
	h.queue("ny12", "receipt", "whyos", "pann")
	for n := 1; ; n++ {
		if p := h.run(s); len(p.Capped) != p.Held {
			t.Errorf("held are %d, told %d", p.Held, len(p.Capped))
		}
		if heard < n {
			break
		}
		if n > 500 {
			t.Fatal("they do not stop")
		}
		h.now = h.now.Add(time.Minute)
		h.queue("ny12", "receipt", "whyos", "pann")
	}
	if heard != 20 {
		t.Errorf("%d answers went out", heard)
	}
	h.queue("ny12", "report", "whyos", "pann")
	if p := h.run(s); p.Sent != 1 || p.Held != 1 {
		t.Errorf("the report: %+v", p)
	}
	var told int
	for _, to := range h.post.to() {
		if to == "mod@example.org" {
			told++
		}
	}
	if told != 1 {
		t.Errorf("the moderator was told %d times", told)
	}
	h.now = h.now.Add(2 * time.Hour)
	h.queue("ny12", "receipt", "whyos", "pann")
	if p := h.run(s); p.Sent != 1 || p.Held != 1 {
		t.Errorf("two hours later: %+v", p)
	}
}

// Whoever asks for his report again and again is answered twenty times an hour;
// the reports of the game itself are not counted.
func TestReportsAskedFor(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	s := h.sender("n1")
	h.run(s)
	for range 30 {
		queue(t, h.log, h.now, "ny12", events.Queued{Kind: "report", Title: "again-", Seat: "whyos", Person: "pann"}, "x")
		h.queue("ny12", "report", "bowery", "pbob")
	}
	if p := h.run(s); p.Sent != 50 || p.Held != 10 {
		t.Errorf("%+v", p)
	}
}

// Ten seats with twenty answers each: the game's cap.
func TestCapOfAGame(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	s := h.sender("n1")
	h.run(s)
	for n := range 220 {
		person := fmt.Sprintf("p%d", n%11)
		h.who[person] = person + "@example.org"
		h.queue("ny12", "receipt", fmt.Sprintf("s%d", n%11), person)
	}
	if p := h.run(s); p.Sent != 200 || p.Held != 20 {
		t.Errorf("%+v", p)
	}
}

// A program whose clock is a year ahead claims, fails and dies: when the clock
// is right again, mail goes at once.
func TestClockAhead(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.run(h.sender("n0"))
	h.now = begin.Add(365 * 24 * time.Hour)
	h.post.say = func(to string) error { return &outbox.Refusal{Status: "4.2.1", Text: "later"} }
	h.queue("ny12", "report", "whyos", "pann")
	if p := h.run(h.sender("n1")); p.Deferred != 1 {
		t.Fatalf("%+v", p)
	}
	ctx, cancel := context.WithCancel(context.Background())
	h.post.say = func(string) error { cancel(); return context.Canceled }
	h.queue("ny12", "report", "bowery", "pbob")
	if _, err := h.sender("n2").Run(ctx); err != nil && !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	h.now, h.post.say = begin, nil
	if p := h.run(h.sender("n3")); p.Sent != 2 {
		t.Errorf("%+v", p)
	}
}
