package publish_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"fivepoints/events"
	"fivepoints/games/desk"
	"fivepoints/games/judge"
	"fivepoints/templates/publish"
)

// press lets a player of the fixture write.
func (w *table7) press(person, seat, line string) {
	w.t.Helper()
	act := w.by(person, judge.ByPlayer)
	act.Seat = seat
	asked, _ := desk.Read([]events.Line{{N: 1, Text: line}}, judge.Sender(w.Table("r1"), "en", false, w.Now.UnixMilli()))
	if len(asked) != 1 {
		w.t.Fatalf("%q asks %d things", line, len(asked))
	}
	if _, err := w.Judge.Do(context.Background(), act, asked[0]); err != nil {
		w.t.Fatal(err)
	}
}

func (w *table7) settings(person, notices string) {
	w.t.Helper()
	if err := w.Judge.Settings(context.Background(), w.by(person, judge.ByPlayer), events.Settings{Notices: notices}); err != nil {
		w.t.Fatal(err)
	}
}

// holding counts the posts of a kind to somebody that hold a text.
func holding(posts []publish.Post, kind, person, text string) int {
	n := 0
	for _, p := range posts {
		if p.Kind == kind && p.Person == person && strings.Contains(string(p.Body), text) {
			n++
		}
	}
	return n
}

// Press comes at once, once a day or with the next report, as its reader likes,
// and stands in the report of its turn for whoever may read it.
func TestPressAndItsNotices(t *testing.T) {
	t.Parallel()
	w := newTable(t)
	for _, seat := range []string{"ann", "bob", "cat"} {
		w.Send("r1", seat, "hello")
	}
	w.settings("pbob", "digest")
	w.settings("pcat", "quiet")
	w.press("pann", "ann", "PRESS TO bob: meet me at the ferry")
	w.press("pann", "ann", "PRESS TO all: a fine race to everybody")
	w.press("pbob", "bob", "PRESS TO ann: at nine, then")
	for range 3 { // once a day, also after a restart
		w.Now = w.Now.Add(24 * time.Hour)
		if _, err := judge.New(w.Log, w.Books).Run(context.Background(), w.Now, nil); err != nil {
			t.Fatal(err)
		}
	}
	w.Tick("r1", week)
	posts := run(t, publisher(t, w.World), 0)
	for _, c := range []struct {
		kind, person, text string
		want               int
	}{
		{"press", "pann", "at nine, then", 1},
		{"press", "pbob", "ferry", 0},
		{"press", "pcat", "fine race", 0},
		{"digest", "pbob", "ferry", 1},
		{"digest", "pbob", "fine race", 1},
		{"digest", "pbob", "at nine", 0},
		{"digest", "pcat", "fine race", 0},
		{"report", "pcat", "fine race", 1},
		{"report", "pcat", "ferry", 0},
		{"report", "pbob", "ferry", 1},
		{"report", "pann", "at nine, then", 1},
		{"summary", "", "ferry", 0},
	} {
		if got := holding(posts, c.kind, c.person, c.text); got != c.want {
			t.Errorf("%s to %q with %q: %d, want %d", c.kind, c.person, c.text, got, c.want)
		}
	}
	if holding(posts, "summary", "", "fine race") == 0 {
		t.Error("the public summary has no press to all")
	}
}

// A line that reads as an order below an unended PRESS holds all of it back, and
// nobody learns a word.
func TestPressLeaksNoPlan(t *testing.T) {
	t.Parallel()
	w := newTable(t)
	for _, seat := range []string{"ann", "bob"} {
		w.Send("r1", seat, "hello")
	}
	for _, text := range []string{"PRESS TO bob\nI trust you\nstep 3", "PRESS\nmy plan is this\nEND", "PRESS TO nobody: my plan is this"} {
		var in []events.Line
		for i, l := range strings.Split(text, "\n") {
			in = append(in, events.Line{N: i + 1, Text: l})
		}
		asked, rest := desk.Read(in, judge.Sender(w.Table("r1"), "en", false, w.Now.UnixMilli()))
		if len(asked) != 1 || len(rest) != 0 {
			t.Fatalf("%q asks %d things and leaves %v", text, len(asked), rest)
		}
		act := w.by("pann", judge.ByPlayer)
		act.Seat = "ann"
		_, err := w.Judge.Do(context.Background(), act, asked[0])
		if no := (*judge.Refused)(nil); !errors.As(err, &no) {
			t.Errorf("%q is not refused: %v", text, err)
		}
	}
	if n := len(w.Table("r1").Press); n != 0 {
		t.Errorf("%d pieces were passed on", n)
	}
}
