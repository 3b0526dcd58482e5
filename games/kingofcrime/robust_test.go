package kingofcrime

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"fivepoints/games"
	"fivepoints/games/gamestest"
)

// One game for each way to end.
func TestRecordedGames(t *testing.T) {
	t.Parallel()
	r, b := book(t)
	gamestest.Recorded(t, b, NewPositions(r))
}

// watcher follows a game fact by fact and checks what no position shows.
type watcher struct {
	t     *testing.T
	rules Rules
	s     *State
	began *State // when the round under way began
}

func (w *watcher) fact(f games.Fact) {
	switch p := f.Pub.(type) {
	case Declared:
		w.began = w.s.clone()
	case Totals:
		w.totals(p)
	case RoundEnded:
		w.stayers()
	case CardsDrawn:
		if p.Turn && len(w.s.Hand[w.s.Active])+p.N > handSize && w.s.Left < 0 {
			w.t.Errorf("I8: %s draws %d to a hand of %d", p.Seat, p.N, len(w.s.Hand[w.s.Active]))
		}
	case OptionUsed:
		if len(w.s.Hand[w.s.Active]) >= handSize {
			w.t.Errorf("I8: an OPTION with a hand of %d", len(w.s.Hand[w.s.Active]))
		}
	case Ended:
		if p.Why == overGoal && w.s.winner() < 0 {
			w.t.Error("I4: nobody has reached the goal")
		}
	}
	if _, ends := f.Pub.(Ended); !ends && w.s.deck != nil && w.s.Step != stepOver && w.s.winner() >= 0 && f.Type != factQueue {
		w.t.Errorf("I4: %s comes after a victory", f.Type)
	}
	w.rules.Evolve(w.s, f)
}

// totals are added up again from the position; red dice are not in them (I7).
func (w *watcher) totals(p Totals) {
	for _, t := range p.Totals {
		i := w.s.index(t.Seat)
		if want := w.s.sum(i).Total + w.s.Round.White[i]; t.Total != want || t.Die != w.s.Round.White[i] {
			w.t.Errorf("I7: the total of %s is %+v, not %d", t.Seat, t, want)
		}
	}
}

// stayers: who is not in a round keeps his Family, also third parties of a
// takeover (I6).
func (w *watcher) stayers() {
	for i := range w.s.Seats {
		if !w.s.Round.in(i) && !reflect.DeepEqual(w.s.Fam[i], w.began.Fam[i]) {
			w.t.Errorf("I6: the Family of %s was %+v and is %+v", w.s.id(i), w.began.Fam[i], w.s.Fam[i])
		}
	}
}

func TestWhatNoPositionShows(t *testing.T) {
	t.Parallel()
	r, b := book(t)
	for seed := range gamestest.Runs(60, 240) {
		d := gamestest.Dice(seed)
		w := &watcher{t: t, rules: r, s: &State{}}
		for _, f := range gamestest.Bots(t, b, setup(minSeats+seed%3), []string{styleRandom, styleGreedy}, d.Pick) {
			w.fact(f)
		}
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

// A cancelled entry counts for nothing, and the order of fp entries does not
// matter (I9).
func TestEntriesAddUp(t *testing.T) {
	t.Parallel()
	r, b := book(t)
	checked := 0
	for seed := range 40 {
		d := gamestest.Dice(seed)
		s := &State{}
		for _, f := range gamestest.Bots(t, b, setup(3), []string{styleRandom}, d.Pick) {
			if _, ok := f.Pub.(Totals); ok && len(s.Round.Entries) > 1 {
				checked++
				other := s.clone()
				slices.Reverse(other.Round.Entries)
				live := s.clone()
				live.Round.Entries = slices.DeleteFunc(live.Round.Entries, func(e Entry) bool { return e.Dead })
				for _, i := range s.Round.Parts {
					if a, b, c := s.sum(i), other.sum(i), live.sum(i); a != b || a != c {
						t.Fatalf("I9: %+v, reversed %+v, without the cancelled %+v", a, b, c)
					}
				}
			}
			r.Evolve(s, f)
		}
	}
	if checked < 10 {
		t.Errorf("only %d rounds had two entries", checked)
	}
}

// The same dice and the same orders give the same game; an order that is
// refused in between changes no draw (I11).
func TestRefusedOrdersDrawNothing(t *testing.T) {
	t.Parallel()
	_, b := book(t)
	for seed := range 10 {
		a, c := gamestest.Dice(seed), gamestest.Dice(seed)
		first := gamestest.Text(gamestest.Whole(t, b, setup(3), a.Pick))
		var all []games.Fact
		err := gamestest.Play(b, setup(3), c.Pick, func(g games.Game, facts []games.Fact) error {
			for _, d := range g.Next().Due {
				if _, ref := g.Decide(d, games.Order("mug", "cards", "BO1")); ref == nil && d.Kind == kindAction {
					return fmt.Errorf("a Boss was played")
				}
			}
			all = facts
			return nil
		})
		if err != nil || gamestest.Text(all) != first {
			t.Fatalf("seed %d: another game (%v)", seed, err)
		}
	}
}

// A ruling changes lines of the position; no card may be lost or made.
func TestRulings(t *testing.T) {
	t.Parallel()
	r, b := book(t)
	g := gamestest.At(t, b, NewPositions(r), "seats danny tisha\nfamily danny BO3 M08\nrackets danny XV1:M08\nhand danny R01\nhand tisha F01\n")
	for _, bad := range []string{"hand danny R02", "seats a b", "turn 3", "step begin", "rest pile", "fish", "family danny BO3 M08", "rackets danny XV1:BO6", "hand tisha BO1", "discard R01"} {
		if _, err := g.Adjust(bad); err == nil && bad != "family danny BO3 M08" {
			t.Errorf("the ruling %q was taken", bad)
		}
	}
	facts, err := g.Adjust("hand danny F01 # they change hands\nhand tisha R01\n\nfamily danny BO3- M08\nrackets danny XV1:BO3")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range facts {
		g.Evolve(f)
	}
	after := NewPositions(r).Format(g)
	for _, line := range []string{"hand danny F01", "hand tisha R01", "family danny BO3- M08", "rackets danny XV1:BO3", "turn 1 danny"} {
		if !strings.Contains(after, line+"\n") {
			t.Errorf("%q does not hold:\n%s", line, after)
		}
	}
	if err := g.Check(); err != nil {
		t.Error(err)
	}
	if _, err := b.Start().Adjust("hand danny R01"); err == nil {
		t.Error("a game without cards was changed")
	}
}

// What silence would bring is told.
func TestForecast(t *testing.T) {
	t.Parallel()
	r, b := book(t)
	g := gamestest.At(t, b, NewPositions(r), "seats danny tisha\nfamily danny BO3\nfamily tisha BO6 M05\nhand danny XV1\nhand tisha R05\n")
	if got := fmt.Sprint(g.Forecast("danny"), g.Forecast("tisha"), g.Forecast(games.Public)); !strings.Contains(got, "forecast.action") || strings.Count(got, "forecast") != 1 {
		t.Errorf("before the action: %s", got)
	}
	due := g.Next().Due[0]
	facts, ref := g.Decide(due, games.Order("racket", "card", "XV1"))
	if ref != nil {
		t.Fatal(ref)
	}
	for _, f := range facts {
		g.Evolve(f)
	}
	got := fmt.Sprint(g.Forecast("tisha"))
	for _, want := range []string{"forecast.join.join", "{mine int [5]}", "{his int [3]}"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in %s", want, got)
		}
	}
}

// evil are values that no parser would let through.
var evil = []string{"", "0", "-1", "*", "me", "danny", "nobody", "BO1", "BO3", "M05", "M21", "R01", "R03", "R04", "F01", "F10", "XV1", "XE2", "?"}

// Decide refuses any line without harm, whatever its arguments.
func FuzzDecide(f *testing.F) {
	f.Add(uint64(1), "mug", "cards", 3, 0)
	f.Add(uint64(9), "play", "on", 3, 7)
	f.Add(uint64(3), "takeover", "card", 0, 40)
	f.Add(uint64(4), "assign", "to", 8, 90)
	f.Add(uint64(5), "straighten", "mugs", 8, 20)
	r, err := New()
	if err != nil {
		f.Fatal(err)
	}
	b := games.Erase(r)
	f.Fuzz(func(t *testing.T, seed uint64, verb, arg string, val, steps int) {
		d := gamestest.Dice(seed)
		n := 0
		err := gamestest.Play(b, setup(minSeats+int(seed%3), games.KV{Key: "turn_cap", Value: "12"}), d.Pick, func(g games.Game, _ []games.Fact) error {
			if n++; n != max(steps, 0)%150 {
				return nil
			}
			for _, due := range g.Next().Due {
				for _, k := range []games.Kind{due.Kind, kindAction, kindPlay, kindOption} {
					l := games.Line{Verb: verb}
					for i, name := range []string{arg, "card", "on", "cards", "racket", "to", "rackets", "mugs"} {
						v := evil[(max(val, -val)%len(evil)+len(evil)+i*7)%len(evil)]
						l.Args = append(l.Args, games.Arg{Name: name, Vals: []string{v, evil[i]}[:1+i%2]})
					}
					due.Kind = k
					facts, ref := g.Decide(due, l)
					if ref == nil {
						c := g.Clone()
						for _, f := range facts {
							c.Evolve(f)
						}
						if err := c.Check(); err != nil {
							return fmt.Errorf("%v leaves %w", l, err)
						}
					}
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}

func FuzzPosition(f *testing.F) {
	r, err := New()
	if err != nil {
		f.Fatal(err)
	}
	b := games.Erase(r)
	gamestest.FuzzPositions(f, NewPositions(r), func(t *testing.T, text string, facts []games.Fact) games.Game {
		var seats []games.Seat
		for _, s := range NewPositions(r).Seats(text) {
			seats = append(seats, games.Seat(s))
		}
		begin, err := r.New(games.Setup{Game: "fuzz", Seats: seats})
		if err != nil {
			t.Skip() // seats that a game could not have
		}
		g := gamestest.Started(b, append(begin, facts...)...)
		if err := g.Check(); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		return g
	}, "seats danny tisha", waveTable,
		"seats danny tisha seth\nturn 7 seth\nstep begin\nfamily danny BO1- M07+F05+F07 M02-\nrackets danny XE1:BO1 XB1:M07\nhand danny 2R01\ndiscard M01 R05\nout XV1\npile M21\nrest discard",
		"seats a b\nturn 0 b\nrest nobody", "seats a b\nfamily a BO1 M01+M02")
}

func BenchmarkEvolve(b *testing.B) {
	_, book := book(b)
	gamestest.BenchEvolve(b, book, setup(4))
}
