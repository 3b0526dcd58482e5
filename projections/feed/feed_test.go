package feed_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"fivepoints/events"
	"fivepoints/events/jetstream"
	"fivepoints/games"
	"fivepoints/games/catalog"
	"fivepoints/games/gamestest"
	"fivepoints/games/table"
	"fivepoints/projections/feed"
)

const week = 7 * 24 * time.Hour

// world plays a game with hidden hands and a race with a sheet taken back.
func world(t *testing.T) *gamestest.World {
	t.Helper()
	w := gamestest.NewWorld(t, events.NewMemory(events.NewMemoryKeys("test")), games.Erase(gamestest.Bids{}), games.Erase(gamestest.Race{}))
	w.Game("b1", "bids", nil, "ann", "bob")
	w.Game("r1", "race", nil, "ann", "bob", "cat")
	w.Send("r1", "ann", "avancer 2", "step 9")
	w.Send("r1", "bob", "step 3")
	w.Tick("b1", week)
	w.Tick("r1", week)
	if _, err := w.Judge.Withdraw(context.Background(), "r1", "bob", 1, w.Correction("by mistake")); err != nil {
		t.Fatal(err)
	}
	w.Send("r1", "cat", "step 1")
	w.Tick("r1", 2*week)
	return w
}

// tellings derives the whole feed, commit by commit.
func tellings(t *testing.T, w *gamestest.World, derive func() jetstream.Derive) [][]jetstream.Telling {
	t.Helper()
	var out [][]jetstream.Telling
	for st, err := range w.Log.Read(t.Context(), "", 0) {
		if err != nil {
			t.Fatal(err)
		}
		told, err := derive()(t.Context(), st)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, told)
	}
	return out
}

func once(w *gamestest.World) func() jetstream.Derive {
	d := feed.New(w.Log, w.Books).Derive
	return func() jetstream.Derive { return d }
}

// message is what a follower decodes.
type message struct {
	V     int
	Game  string
	Seat  string
	Seq   events.Seq
	At    int64
	Facts []struct {
		T    string
		V    int
		Pub  json.RawMessage
		Priv json.RawMessage
	}
}

// TestFormOfWhatIsTold checks every message against the log and the documentation.
func TestFormOfWhatIsTold(t *testing.T) {
	t.Parallel()
	w := world(t)
	public, private := 0, 0
	for i, told := range tellings(t, w, once(w)) {
		for n, x := range told {
			var m message
			if err := json.Unmarshal(x.Data, &m); err != nil {
				t.Fatalf("commit %d: %v: %s", i+1, err, x.Data)
			}
			if m.V != 1 || m.Game != x.Game || m.Seat != x.Seat || m.Seq != events.Seq(i+1) || m.At == 0 || len(m.Facts) == 0 || (n == 0) != (x.Seat == "") {
				t.Errorf("commit %d, message %d: %s", i+1, n+1, x.Data)
			}
			for _, f := range m.Facts {
				if f.T == "" || f.V == 0 || len(f.Pub) == 0 || (f.Priv != nil) != (x.Seat != "") {
					t.Errorf("commit %d, message %d, fact %+v", i+1, n+1, f)
				}
				if strings.HasPrefix(f.T, "t.sheet") {
					t.Errorf("commit %d tells of a sheet: %s", i+1, x.Data)
				}
			}
			if x.Seat == "" {
				public++
			} else {
				private++
			}
		}
	}
	if public < 5 || private < 2 {
		t.Errorf("%d public and %d private messages; the test proves little", public, private)
	}
}

// TestDerivedAnywhereIsTheSame: a source that begins in the middle tells the same.
func TestDerivedAnywhereIsTheSame(t *testing.T) {
	t.Parallel()
	w := world(t)
	grown := tellings(t, w, once(w))
	fresh := tellings(t, w, func() jetstream.Derive { return feed.New(w.Log, w.Books).Derive })
	if fmt.Sprint(grown) != fmt.Sprint(fresh) {
		t.Errorf("grown:\n%s\nfresh:\n%s", grown, fresh)
	}
}

// real plays the rulebooks that are released: nobody writes, so deals, draws and
// defaults make the facts.
func real(t *testing.T) *gamestest.World {
	t.Helper()
	var books []games.Rulebook
	for _, name := range []string{"newyork1890", "crooks", "escrocs", "noxford"} {
		b, err := catalog.Find(name, 0)
		if err != nil {
			t.Fatal(err)
		}
		books = append(books, b)
	}
	w := gamestest.NewWorld(t, events.NewMemory(events.NewMemoryKeys("test")), books...)
	for i, b := range books {
		game, seats := fmt.Sprint("g", i), []string{"ann", "bob", "cat", "dan"}
		for n, seat := range b.Info().Seats {
			seats = append(seats[:n], string(seat))
		}
		w.Game(game, b.Info().Name, nil, seats[:max(4, b.Info().MinSeats)]...)
		for range 12 {
			w.Tick(game, week)
		}
	}
	return w
}

// TestNoLeak: no private value of a commit is in what others are told of it,
// none for the engine or under a person's key in anything.
func TestNoLeak(t *testing.T) {
	t.Parallel()
	for name, w := range map[string]*gamestest.World{"miniatures": world(t), "real": real(t)} {
		told, parts := tellings(t, w, once(w)), 0
		for st := range w.Log.Read(t.Context(), "", 0) {
			c, err := events.Open(st, w.Log.Keys())
			if err != nil {
				t.Fatal(err)
			}
			parts += noLeak(t, st.Seq, c, told[st.Seq-1])
		}
		if parts < 5 {
			t.Errorf("%s: only %d private parts; the test proves nothing", name, parts)
		}
	}
}

// noLeak compares what is told of a commit with its private parts, and counts those.
func noLeak(t *testing.T, seq events.Seq, c events.Commit, told []jetstream.Telling) (parts int) {
	t.Helper()
	for _, f := range c.Facts {
		for _, p := range f.Priv {
			if parts++; len(p.Plain) < 6 {
				continue // {}
			}
			for _, x := range told {
				own := x.Seat == p.Audience && strings.HasPrefix(p.Key, "games/")
				if bytes.Contains(x.Data, p.Plain) && !own {
					t.Errorf("commit %d tells %q the part for %s: %s", seq, x.Seat, p.Audience, p.Plain)
				}
				if own && !bytes.Contains(x.Data, p.Plain) && f.Type != table.TypeSheet {
					t.Errorf("commit %d does not tell %s its part %s", seq, x.Seat, p.Plain)
				}
			}
		}
	}
	return parts
}

// TestNobodyHearsWhoHasWritten: while a mail is open the feed of a game is the
// same whoever has written, but for the numbers.
func TestNobodyHearsWhoHasWritten(t *testing.T) {
	t.Parallel()
	after := func(write func(w *gamestest.World)) []jetstream.Telling {
		w := gamestest.NewWorld(t, events.NewMemory(events.NewMemoryKeys("test")), games.Erase(gamestest.Race{}))
		w.Game("r1", "race", nil, "ann", "bob", "cat")
		write(w)
		return slices.Concat(tellings(t, w, once(w))...)
	}
	silent := after(func(*gamestest.World) {})
	busy := after(func(w *gamestest.World) {
		w.Send("r1", "ann", "step 2", "dance")
		w.Send("r1", "bob", "step 1")
		w.Send("r1", "bob", "step 3")
	})
	if fmt.Sprint(silent) != fmt.Sprint(busy) || len(silent) == 0 {
		t.Errorf("silent:\n%s\nbusy:\n%s", silent, busy)
	}
}

// TestOtherStreamsTellNothing: nor does a game of a newer fivepoints.
func TestOtherStreamsTellNothing(t *testing.T) {
	t.Parallel()
	w := world(t)
	ctx := t.Context()
	for _, stream := range []string{"people", "game/r1"} {
		tip, err := w.Log.Tip(ctx, stream)
		if err != nil {
			t.Fatal(err)
		}
		seq, _, err := w.Log.Append(ctx, events.Commit{
			Stream: stream, Expect: tip, Key: events.NewKey("new"), At: w.Now,
			Facts: []events.Fact{{Type: "of_tomorrow", V: 9, Pub: []byte(`{}`)}},
		})
		if err != nil {
			t.Fatal(err)
		}
		for st := range w.Log.Read(ctx, "", seq-1) {
			if told, err := once(w)()(ctx, st); err != nil || len(told) > 0 {
				t.Errorf("%s tells %s, %v", stream, told, err)
			}
		}
	}
}
