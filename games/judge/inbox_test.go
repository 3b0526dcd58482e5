package judge_test

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"fivepoints/events"
	"fivepoints/games/gamestest"
	"fivepoints/games/judge"
	"fivepoints/games/table"
)

// post is a message as intake would have stored it.
type post struct {
	person, game, seat, turn, also, class, trust, clock string
	by                                                  string // what its first claim rests on; "" is the subject
	lines                                               []string
	at                                                  time.Time
	files                                               int
	evidence                                            events.Evidence
	about                                               []events.Fact // beside the message
	unread                                              string        // class of its lines; "" gives orders
}

// receive commits a message to inbox/test.
func receive(t *testing.T, w *gamestest.World, p post) events.Seq {
	t.Helper()
	ctx := context.Background()
	tip, err := w.Log.Tip(ctx, "inbox/test")
	if err != nil {
		t.Fatal(err)
	}
	content := fmt.Sprint(p)
	pub := marshal(t, events.Received{
		Content: content, At: p.at.UnixMilli(), Class: p.class, Trust: p.trust, Clock: p.clock,
	})
	env := events.Envelope{Person: p.person, Attached: p.files, Claims: []events.Claim{{Game: p.game, Seat: p.seat, Turn: p.turn, By: cmp.Or(p.by, "subject")}}}
	if p.evidence.Verdict != "" {
		env.Evidence = &p.evidence
	}
	if p.also != "" {
		env.Claims = append(env.Claims, events.Claim{Game: p.game, Turn: p.also, By: "subject"})
	}
	if p.game == "" {
		env.Claims = nil
	}
	for i, l := range p.lines {
		env.Lines = append(env.Lines, events.Line{N: i + 1, Text: l, Class: p.unread})
	}
	seq, _, err := w.Log.Append(ctx, events.Commit{
		Stream: "inbox/test", Expect: tip, Key: events.NewKey("mail", content), At: p.at,
		Facts: append([]events.Fact{{
			Type: events.TypeReceived, V: 1, Pub: pub,
			Priv: []events.Part{{Audience: "engine", Key: "people/px", Plain: marshal(t, env)}},
		}}, p.about...),
	})
	if err != nil {
		t.Fatal(err)
	}
	return seq
}

func marshal(t *testing.T, v any) []byte {
	t.Helper()
	b, err := events.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func run(t *testing.T, w *gamestest.World, now time.Time) []string {
	t.Helper()
	var out []string
	ill, err := w.Judge.Run(context.Background(), now, func(o judge.Outcome) {
		result := strings.TrimSpace(o.Result + " " + o.Reason)
		if o.Sheet > 0 {
			result = "sheet of " + o.Seat
		}
		out = append(out, result)
	})
	if err != nil || len(ill) > 0 {
		t.Fatal(err, ill)
	}
	return out
}

func TestEveryMessageGetsAnOutcome(t *testing.T) {
	w := world(t)
	w.Game("g1", "race", nil, "ann", "bob", "cyd")
	at := w.Now.Add(time.Hour)
	good := post{person: "pann", game: "g1", class: "mail", trust: "address", lines: []string{"avancer 1"}, at: at}
	tests := []struct {
		name, want string
		change     func(*post)
	}{
		{"good", "sheet of ann", func(*post) {}},
		{"auto-reply", "ignored auto", func(p *post) { p.class = "auto" }},
		{"bounce", "ignored bounce", func(p *post) { p.class = "bounce" }},
		{"list", "ignored list", func(p *post) { p.class = "list" }},
		{"two senders", "ignored malformed", func(p *post) { p.class = "malformed" }},
		{"too big", "refused too_big", func(p *post) { p.class = "too_big" }},
		{"too big, unproven", "ignored too_big", func(p *post) { p.class, p.trust = "too_big", "claimed" }},
		{"stranger", "ignored unknown-sender", func(p *post) { p.person = "" }},
		{"unproven", "held unproven", func(p *post) { p.trust = "claimed" }},
		{"no game", "held no-game", func(p *post) { p.game = "" }},
		{"unknown game", "held no-game", func(p *post) { p.game = "g9" }},
		{"another game's tag", "held no-game", func(p *post) { p.game, p.turn = "g9", "1890c" }},
		{"no seat", "refused not-your-seat", func(p *post) { p.person = "peve" }},
		{"other's seat", "refused not-your-seat", func(p *post) { p.seat = "bob" }},
		{"talk", "sheet of ann", func(p *post) { p.lines = []string{"Bonjour !"} }},
	}
	var want []string
	for i, tt := range tests {
		p := good
		tt.change(&p)
		p.at = at.Add(time.Duration(i) * time.Minute)
		receive(t, w, p)
		want = append(want, tt.want)
	}
	if got := run(t, w, time.Time{}); !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
	if got := run(t, w, time.Time{}); len(got) != 0 {
		t.Errorf("a second run dealt with %q again", got)
	}
}

// All that the subject names, and the files that were not read, reach the sheet.
func TestSubjectAndFilesReachTheSheet(t *testing.T) {
	w := world(t)
	w.Game("g1", "race", nil, "ann", "bob", "cyd")
	receive(t, w, post{
		person: "pann", game: "g1", turn: "lap1", also: "lap2", class: "mail", trust: "address", lines: []string{"avancer 3"}, at: w.Now, files: 2,
	})
	run(t, w, time.Time{})
	for _, f := range w.Facts("g1", true) {
		for _, p := range f.Priv {
			text, ok := p.Payload.(table.Text)
			if ok && (text.Attached != 2 || problemKey(text.Lines[0]) != "judge.two-tags") {
				t.Errorf("got %+v", text)
			}
		}
	}
}

func TestMessagesCountInTheOrderTheyReachedUs(t *testing.T) {
	w := world(t)
	w.Game("g1", "race", nil, "ann", "bob", "cyd")
	p := post{person: "pann", game: "g1", class: "mail", trust: "address"}
	p.lines, p.at = []string{"avancer 3"}, w.Now.Add(2*time.Hour)
	receive(t, w, p)
	p.lines, p.at = []string{"avancer 1"}, w.Now.Add(time.Hour)
	receive(t, w, p)
	run(t, w, w.Now.Add(week))
	want(t, rules(w, "g1"), `race_stepped {"seat":"ann","steps":3}`)
}

func TestADeadlineBeforeAMessageIsRunFirst(t *testing.T) {
	w := world(t)
	w.Game("g1", "race", nil, "ann", "bob", "cyd")
	receive(t, w, post{
		person: "pann", game: "g1", turn: "1", class: "mail", trust: "address", lines: []string{"avancer 3"}, at: w.Now.Add(week + time.Minute),
	})
	run(t, w, time.Time{})
	tbl := w.Table("g1")
	if tbl.Window("1").Closed == nil || strings.Contains(rules(w, "g1"), "race_stepped") {
		t.Error("a message after the deadline moved in the closed turn")
	}
	if n := textOf(w.Facts("g1", true)); len(n) != 1 || n[0].Problem == nil {
		t.Errorf("the late player is not told: %+v", n)
	}
}

// A mail without any time of arrival counts, and moves no clock.
func TestUndatedMessageMovesNoClock(t *testing.T) {
	w := world(t)
	w.Game("g1", "race", nil, "ann", "bob", "cyd")
	receive(t, w, post{
		person: "pann", game: "g1", class: "mail", trust: "address", clock: "ours", lines: []string{"avancer 2"}, at: w.Now.AddDate(1, 0, 0),
	})
	if got := run(t, w, time.Time{}); !slices.Equal(got, []string{"sheet of ann"}) {
		t.Errorf("got %q", got)
	}
	if w.Table("g1").Window("1").Closed != nil {
		t.Error("the mail ran a deadline")
	}
	run(t, w, w.Now.Add(week))
	want(t, rules(w, "g1"), `race_stepped {"seat":"ann","steps":2}`)
}

func TestVouchedMessageIsTakenUp(t *testing.T) {
	w := world(t)
	w.Game("g1", "race", nil, "ann", "bob", "cyd")
	msg := receive(t, w, post{person: "pann", game: "g1", class: "mail", trust: "claimed", lines: []string{"avancer 2"}, at: w.Now})
	if got := run(t, w, time.Time{}); !slices.Equal(got, []string{"held unproven"}) {
		t.Fatalf("got %q", got)
	}
	tip, err := w.Log.Tip(context.Background(), "inbox/test")
	if err != nil {
		t.Fatal(err)
	}
	_, _, err = w.Log.Append(context.Background(), events.Commit{
		Stream: "inbox/test", Expect: tip, Key: events.NewKey("vouch", fmt.Sprint(msg)), At: w.Now,
		Facts: []events.Fact{{Type: events.TypeVouched, V: 1, Pub: marshal(t, events.Vouched{Msg: msg, Trust: "address"})}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := run(t, w, time.Time{}); !slices.Equal(got, []string{"sheet of ann"}) {
		t.Errorf("got %q, want the sheet", got)
	}
	if got := run(t, w, time.Time{}); len(got) != 0 {
		t.Errorf("a third run dealt with %q again", got)
	}
}

func TestReadyCountsForTheTurnItNames(t *testing.T) {
	w := world(t)
	w.Game("g1", "race", nil, "ann", "bob", "cyd")
	w.Tick("g1", week)
	for _, seat := range []string{"ann", "bob", "cyd"} {
		s := w.Sheet("g1", seat, "ready")
		s.Turn = "1"
		if _, err := w.Judge.Submit(context.Background(), s); err != nil {
			t.Fatal(err)
		}
	}
	if n := w.Tick("g1", time.Hour); n != 0 {
		t.Errorf("READY for a closed turn closed the next one")
	}
}

// Golden texts of the table's facts: names and fields are final.
func TestTableFactsAreFinal(t *testing.T) {
	gamestest.GoldenFacts(t, table.FactTypes())
}
