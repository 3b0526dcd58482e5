package noxford

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"fivepoints/games"
	"fivepoints/games/gamestest"
)

// evil are values that no parser would let through.
func evil() []string {
	return []string{"", "M", "S3", "R-S3", "B-M", "Q05", "K1", "N12H", "L14H", "Z26V", "AZ52H", "A0V", "?", "no", "-1", "99999999999999999999", "R-", "S9"}
}

// Decide refuses any line without harm, whatever its arguments; what it takes
// keeps every invariant.
func FuzzDecide(f *testing.F) {
	f.Add(uint64(1), "place", "at", "L14H")
	f.Add(uint64(9), "cover", "target", "B-S1")
	f.Add(uint64(3), "gear", "move", "Q05")
	f.Add(uint64(7), "gear", "on", "R-S1")
	_, b := book(f)
	f.Fuzz(func(t *testing.T, seed uint64, verb, name, value string) {
		d := gamestest.Dice(seed)
		left := d.Pick(40)
		words := evil()
		any := func() string { return words[d.Pick(len(words))] }
		l := games.Order(verb, name, value, "card", any(), "at", any(), "target", any(), "with", any(), "move", any(), "to", any(), "on", any())
		enough := errors.New("enough")
		err := gamestest.Play(b, setup(minSeats+d.Pick(3)), d.Pick, func(g games.Game, _ []games.Fact) error {
			if left--; left > 0 {
				return nil
			}
			for _, due := range g.Next().Due {
				try(t, g, due, l)
				try(t, g, due, games.Order(verbPlace, "card", any(), "at", value, "move", any(), "to", any()))
				try(t, g, due, games.Order(verbGear, "move", any(), "on", any()))
			}
			try(t, g, games.Decision{Seat: "nobody", Kind: kindAction}, l)
			g.Test("ann", games.Cond{Pred: verb, Args: l.Args})
			g.View(games.Seat(verb))
			g.Options("nobody", games.Kind(verb))
			return enough
		})
		if err != nil && !errors.Is(err, enough) {
			t.Fatal(err)
		}
	})
}

func try(t *testing.T, g games.Game, d games.Decision, l games.Line) {
	t.Helper()
	facts, ref := g.Decide(d, l)
	if (ref == nil) == (len(facts) == 0) {
		t.Fatalf("%v: facts %v, refusal %v", l, facts, ref)
	}
	after := g.Clone()
	for _, f := range facts {
		after.Evolve(f)
	}
	if err := errors.Join(after.Check(), g.Check()); err != nil {
		t.Fatalf("%v: %v", l, err)
	}
}

const fixture = `seats ann bob
colours B O
turn 20
city L11V Q11
city P11V Q05
city K7H K1
city J11V B-M
city Q9H B-S1
city R11V B-S2
city P14H B-S3
city K9H O-M
city N7H O-S1
city L14H O-S2
city N11V O-S3
city N9H O-S4
hand ann S4 L1 G1
`

// A position that can be read is written and read again the same.
func FuzzPosition(f *testing.F) {
	r, b := book(f)
	pos := NewPositions(r)
	gamestest.FuzzPositions(f, pos, func(_ *testing.T, text string, facts []games.Fact) games.Game {
		var seats []Player
		for i, s := range pos.Seats(text) {
			seats = append(seats, Player{s, letterOf(i)})
		}
		return gamestest.Started(b, append([]games.Fact{fact(factCreated, Created{Deck: r.data.Deck, Seats: seats})}, facts...)...)
	}, fixture,
		"seats a b\ncity L11V Q01\nmarket K1\nneutrals K2 -\nhand a S1\npile b S2 G1\npasses 1\nturn 3\nactive b",
		"seats a b c\nstep gear\ncity L11V R-S1 R-L1\njust R-L1 hand\ncolours R V B",
		"seats a b\nstep end\ncity L11V Q01\njust Q01 market",
		"seats a b # and nobody else\nstep score\ncity AY51H K1")
}

// The house's data file with a change is refused, or a game can be played with it.
func FuzzData(f *testing.F) {
	text, err := files.ReadFile("data/noxford.toml")
	if err != nil {
		f.Fatal(err)
	}
	f.Add("[26, 26]", "[9, 52]", uint64(1))
	f.Add("L = [3, 2, 0", "L = [3, 2, 2", uint64(2))
	f.Add(`"quarter", ["watch"], true`, `"quarter", [], true`, uint64(3))
	f.Add(string(text[:40]), "", uint64(4))
	_, b := book(f)
	f.Fuzz(func(t *testing.T, old, changed string, seed uint64) {
		s := setup(2, games.KV{Key: "deck", Value: "owned"})
		s.Data = strings.Replace(string(text), old, changed, 1)
		if facts, err := b.New(s); err != nil {
			if len(facts) > 0 {
				t.Fatalf("refused with %d facts", len(facts))
			}
			return
		}
		d := gamestest.Dice(seed)
		turns := 12
		enough := errors.New("enough")
		err := gamestest.Play(b, s, d.Pick, func(games.Game, []games.Fact) error {
			if turns--; turns < 0 {
				return enough
			}
			return nil
		})
		if err != nil && !errors.Is(err, enough) {
			t.Fatal(err)
		}
	})
}

// Positions that cannot be are refused.
func TestPositionsThatCannotBe(t *testing.T) {
	t.Parallel()
	r, _ := book(t)
	for _, bad := range []string{
		"", "city L11V Q01", "seats a", "seats a b c d e\ncity L11V Q01", "seats a a\ncity L11V Q01", "seats a b",
		"seats a b\ncity L11V Q01\ncity L12V Q02", "seats a b\ncity L11V Q01\ncity N14V Q02", // overlap, a corner
		"seats a b\ncity L11V Q01\ncity M14V Q01", "seats a b\ncity AZ52V Q01", "seats a b\ncity L11 Q01",
		"seats a b\ncity L11V V-S1", "seats a b\ncity L11V R-G1 R-S1", "seats a b\ncity L11V Q01 R-S1", "seats a b\ncity L11V",
		"seats a b\ncity L11V Q01\nhand a M", "seats a b\ncity L11V Q01\nhand a S1 S2 S3 S4", "seats a b\ncity L11V Q01\nhand c S1",
		"seats a b\ncity L11V Q01\nstep gear", "seats a b\ncity L11V Q01\njust Q01 hand", "seats a b\ncity L11V Q01\nstep dance",
		"seats a b\ncity L11V Q01\nturn 0", "seats a b\ncity L11V Q01\nturn -1", "seats a b\ncity L11V Q01\npasses 2",
		"seats a b\ncolours R R\ncity L11V Q01", "seats a b\ncolours R\ncity L11V Q01", "seats a b\ncolours R X\ncity L11V Q01",
		"seats a b\ncity L11V Q01\nfish", "seats a b\ncity L11V Q01\nmarket S1", "seats a b\ncity L11V Q01\nmarket R-S1",
		"seats a b\ncity L11V Q01\nmarket Q02 Q03 Q04 Q05", "seats a b\ncity L11V Q01\nturn",
	} {
		if facts, err := NewPositions(r).Parse(bad); err == nil {
			t.Errorf("the position %q was read: %v", bad, facts)
		}
	}
}

// A ruling changes lines of the position; no card may be lost or made.
func TestRulings(t *testing.T) {
	t.Parallel()
	r, b := book(t)
	g := gamestest.At(t, b, NewPositions(r), fixture)
	for _, bad := range []string{
		"hand ann S1", "city A1V K2", "seats a b", "colours R B", "turn 19", "active bob", "fish", "city Y25V Q01", "city L11V Q11 Q11",
	} {
		if _, err := g.Adjust(bad); err == nil {
			t.Errorf("the ruling %q was taken", bad)
		}
	}
	facts, err := g.Adjust("city Q9H - # a slip of the desk\ncity J14V B-S1\nturn 22\nactive bob")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range facts {
		g.Evolve(f)
	}
	v := g.View(games.Public).(View)
	if err := g.Check(); err != nil || v.Turn != 22 || v.Active != "bob" || len(v.City) != 12 {
		t.Errorf("the ruling made %+v (%v)", v, err)
	}
	if _, err := b.Start().Adjust("turn 2"); err == nil {
		t.Error("a game without cards was changed")
	}
}

// What silence would bring is told to whom it concerns.
func TestForecast(t *testing.T) {
	t.Parallel()
	r, b := book(t)
	g := gamestest.At(t, b, NewPositions(r), fixture)
	if got := fmt.Sprint(g.Forecast("ann")); got != "[{noxford.forecast.silence [{card card [B-S4]} {pos text [Q6V]}]}]" {
		t.Errorf("ann is told %s", got)
	}
	g2 := gamestest.At(t, b, NewPositions(r), "seats ann bob\ncity L11V B-S1\n")
	if got := fmt.Sprint(g2.Forecast("ann")); got != "[{noxford.forecast.silence.cover [{card card [R-G1]} {on card [B-S1]}]}]" {
		t.Errorf("where no spot is, ann is told %s", got)
	}
	if more := fmt.Sprint(g.Forecast("bob"), g.Forecast(games.Public)); more != "[] []" {
		t.Errorf("who is not asked is told %s", more)
	}
}
