package judge_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"fivepoints/events"
	"fivepoints/games/gamestest"
	"fivepoints/games/judge"
)

// revision is a revision of the post 7, seen first between two looks.
func revision(t *testing.T, w *gamestest.World, n int, edits string, after, seen time.Time, lines ...string) post {
	t.Helper()
	ref := events.PostRef{Board: "tavern", Topic: "5", Post: "7", Rev: n}
	f := events.Fact{Type: events.TypePostSeen, V: 1, Pub: marshal(t, events.PostSeen{Of: ref, Hash: "x", Seen: seen.UnixMilli(), Surface: "page", Edits: edits})}
	if n > 1 {
		f.Type, f.Pub = events.TypePostChanged, marshal(t, events.PostChanged{Of: ref, Old: "x", New: "y", After: after.UnixMilli(), Seen: seen.UnixMilli(), Surface: "page", Edits: edits})
	}
	return post{person: "pann", game: "g1", by: "topic", class: "mail", trust: "proven", clock: "board", lines: lines, at: seen, about: []events.Fact{f}}
}

// What counts of an edited post is the game's policy, and what was seen of it
// before and after the deadline.
func TestEditsOfPosts(t *testing.T) {
	t.Parallel()
	hour := time.Hour
	for name, c := range map[string]struct {
		edits       string
		after, seen time.Duration // of the edit
		want, moved string
	}{
		"in time":          {"until-deadline", 2 * hour, 3 * hour, "sheet of ann", `{"seat":"ann","steps":3}`},
		"never":            {"never", 2 * hour, 3 * hour, "refused edited", `{"seat":"ann","steps":2}`},
		"after the answer": {"until-ack", 2 * hour, 3 * hour, "refused edited", `{"seat":"ann","steps":2}`},
		"late":             {"until-deadline", week + hour, week + 2*hour, "refused edited-late", `{"seat":"ann","steps":2}`},
		"who knows":        {"until-deadline", 2 * hour, week + hour, "held straddles", `{"seat":"ann","steps":2}`},
		"at the deadline":  {"until-deadline", 2 * hour, week, "held straddles", `{"seat":"ann","steps":2}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := world(t)
			w.Game("g1", "race", nil, "ann", "bob", "cyd")
			start := w.Now
			receive(t, w, revision(t, w, 1, c.edits, time.Time{}, start.Add(hour), "hello all", "avancer 2"))
			expectRun(t, w, "sheet of ann")
			seq := receive(t, w, revision(t, w, 2, c.edits, start.Add(c.after), start.Add(c.seen), "hello all", "avancer 3"))
			expectRun(t, w, c.want)
			expectRun(t, w)
			run(t, w, start.Add(week+3*hour))
			want(t, rules(w, "g1"), "race_stepped "+c.moved)
			ref, err := judge.PostOf(context.Background(), w.Log, seq)
			if err != nil || ref == nil || ref.Rev != 2 {
				t.Errorf("the message is %+v, %v", ref, err)
			}
		})
	}
}

// An edit before any order was taken is a sheet under the policy that asks for an
// answer first; one that takes all orders out takes the sheet back.
func TestEditsBeforeAndAfterOrders(t *testing.T) {
	t.Parallel()
	w := world(t)
	w.Game("g1", "race", nil, "ann", "bob", "cyd")
	receive(t, w, revision(t, w, 1, "until-ack", time.Time{}, w.Now.Add(time.Hour), "hello"))
	expectRun(t, w, "ignored no-orders")
	receive(t, w, revision(t, w, 2, "until-ack", w.Now.Add(time.Hour), w.Now.Add(2*time.Hour), "avancer 3"))
	expectRun(t, w, "sheet of ann")
	receive(t, w, revision(t, w, 3, "until-deadline", w.Now.Add(2*time.Hour), w.Now.Add(3*time.Hour), "sorry"))
	expectRun(t, w, "sheet of ann")
	run(t, w, w.Now.Add(week))
	if got := rules(w, "g1"); strings.Contains(got, `"seat":"ann","steps":3`) {
		t.Errorf("an order that was edited out is carried out:\n%s", got)
	}
}

// Talk makes no sheets, nor does what was written before the game began; a post
// of an account that is nobody's waits until it is somebody's.
func TestPostsThatAreNoSheets(t *testing.T) {
	t.Parallel()
	w := world(t)
	w.Game("g1", "race", nil, "ann", "bob", "cyd")
	old := revision(t, w, 1, "never", time.Time{}, w.Now.Add(-time.Hour), "avancer 2")
	receive(t, w, old)
	expectRun(t, w, "ignored before-game")
	for _, class := range []string{"quote", "spoiler", "struck", "own", "something new"} {
		p := revision(t, w, 1, "never", time.Time{}, w.Now.Add(time.Hour), "avancer 3")
		p.unread = class
		receive(t, w, p)
		if got := run(t, w, time.Time{}); !slices.Equal(got, []string{"ignored no-orders"}) {
			t.Errorf("a line of class %s: %q", class, got)
		}
	}
	p := revision(t, w, 1, "never", time.Time{}, w.Now.Add(time.Hour), "avancer 3")
	p.unread = "unclear"
	receive(t, w, p)
	expectRun(t, w, "sheet of ann") // its receipt says that the line is held
	if n := textOf(w.Facts("g1", true)); n[0].Kind != "error" || n[0].Problem.Key != "order.unclear" || len(n[0].Orders) > 0 {
		t.Errorf("an unclear line reads %+v", n)
	}
	p = revision(t, w, 1, "never", time.Time{}, w.Now.Add(2*time.Hour), "avancer 1")
	p.person = ""
	seq := receive(t, w, p)
	expectRun(t, w, "held unbound")
	tip, err := w.Log.Tip(context.Background(), "inbox/test")
	if err != nil {
		t.Fatal(err)
	}
	_, _, err = w.Log.Append(context.Background(), events.Commit{
		Stream: "inbox/test", Expect: tip, Key: events.NewKey("vouch"), At: w.Now.Add(3 * time.Hour),
		Facts: []events.Fact{{Type: events.TypeVouched, V: 1, Pub: marshal(t, events.Vouched{Msg: seq, Trust: "code", Person: "pbob"})}},
	})
	if err != nil {
		t.Fatal(err)
	}
	expectRun(t, w, "sheet of bob")
}
