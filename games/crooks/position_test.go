package crooks

import (
	"strings"
	"testing"

	"fivepoints/games"
	"fivepoints/games/gamestest"
)

// whole uses every line there is.
const whole = `seats tom pim suzanne
turn 12 pim # late
phase take
bank 9
lone 0
pile A -
pile B C09 C04
pile D C11
tom cash 3
tom passed
tom 9 -C17:pim C02
tom 3 C24
pim box -C23:tom C27
suzanne box C31
tom seen B 3 C04 C09 C10 gone 1
pim seen 9 7 tom:C17
suzanne seen D 9 C11
paid D`

// A position that can be read is written and read again the same.
func FuzzPosition(f *testing.F) {
	r, _ := book(f)
	gamestest.FuzzPositions(f, NewPositions(r), func(t *testing.T, text string, facts []games.Fact) games.Game {
		return started(t, r, NewPositions(r).Seats(text), facts)
	}, whole, "seats tom pim\ntom passed\npim passed\nlone 2", "pile A C01 C02\nturn 3 b2\npaid A\nseats a b2 # and nobody else")
}

// started is a game put in a position, which its rules can go on from.
func started(t *testing.T, r Rules, seats []string, facts []games.Fact) games.Game {
	t.Helper()
	setup := games.Setup{Game: "t"}
	for _, s := range seats {
		setup.Seats = append(setup.Seats, games.Seat(s))
	}
	created, err := r.New(setup)
	if err != nil { // a name that orders need
		created = []games.Fact{fact(factCreated, Created{Seats: seats, Deck: r.data.Crooks, Numbers: r.data.numbers(len(seats))})}
	}
	g := gamestest.Started(games.Erase(r), append(created, facts...)...)
	if err := g.Check(); err != nil {
		t.Fatal(err)
	}
	if step := g.Next(); len(step.Due)+len(step.Auto) == 0 {
		t.Fatalf("nothing comes after %v", facts)
	}
	return g
}

// The position of any game that is going on can be written down and set up again.
func TestEveryPositionIsWritten(t *testing.T) {
	t.Parallel()
	r, b := book(t)
	pos := NewPositions(r)
	for seed := range 30 {
		d := gamestest.Dice(seed)
		s := setupOf(2+seed%3, variants(seed*2654435761>>7)...)
		err := gamestest.Play(b, s, d.Pick, func(g games.Game, _ []games.Fact) error {
			if len(g.Windows()) == 0 {
				return nil
			}
			text := pos.Format(g)
			facts, err := pos.Parse(text)
			if err != nil {
				return err
			}
			if again := pos.Format(started(t, r, pos.Seats(text), facts)); again != text {
				t.Errorf("seed %d: the position\n%s\nis set up as\n%s", seed, text, again)
			}
			return nil
		})
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
}

// Nonsense is refused, and the line that holds it is named.
func TestBadPositions(t *testing.T) {
	t.Parallel()
	r, _ := book(t)
	pos := NewPositions(r)
	if _, err := pos.Parse(whole); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ line, want string }{
		{"seats tom", "2 to 4"},
		{"seats a b c d e", "2 to 4"},
		{"seats tom tom", "twice"},
		{"seats tom Pim", "no seat"},
		{"seats tom pile", "word of positions"},
		{"seats tom p,m", "no seat"},
		{"seats tom pim\nseats pim tom", "others"},
		{"pile A C01 C01", "twice"},
		{"pile A C01\npile B C01", "invariant 1"},
		{"tom 9 C02 C02", "invariant 1"},
		{"tom 9 C05 C06", "invariant 4"},
		{"tom 9 -C32", "invariant 6"},
		{"tom 9 C05:pim", "have seen"},
		{"tom 9 -C05:tom", "have seen"},
		{"tom 9 -C05:zoe", "have seen"},
		{"tom 9 -", ""},
		{"tom box -C05:pim,pim", "have seen"},
		{"tom seen A 3 C05", "what is left"},
		{"tom seen 9 3 zoe:C05", "no seat"},
		{"tom seen 12 3 tom:C05", "target 12"},
		{"tom seen 9 3 C05", "target 9"},
		{"tom seen 9 3 -", ""},
		{"pile A C05 C06\ntom seen A 3 C05", "what is left"},
		{"pile A C05\ntom seen A 3 C05 C06 gone 1", ""},
		{"pile A C05\ntom seen A 3 C05 gone", "missing"},
		{"turn 0", "begin with 1"},
		{"turn 3 zoe", "does not name"},
		{"turn 3 pim soon", "too much"},
		{"turn 3 pim\npim passed", "invariant 7"},
		{"paid A", "nothing at place"},
		{"pile A -\npaid A", "nothing at place"},
		{"phase take", "the phase is turn"},
		{"tom passed now", "too much"},
		{"bank many", "not a number"},
		{"bank 10000", "not a number"},
		{"pile AB C05", "places are"},
		{"tom cash", "nothing after"},
		{"zoe cash 3", "does not name"},
		{"rank 1 tom", "does not name"},
	} {
		text := c.line
		if !strings.HasPrefix(text, "seats") {
			text = "seats tom pim\n" + text
		}
		if _, err := pos.Parse(text); (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %q", c.line, err, c.want)
		}
	}
}
