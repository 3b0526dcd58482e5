package escrocs

import (
	"errors"
	"fmt"
	"testing"

	"fivepoints/games"
	"fivepoints/games/gamestest"
)

// started is the rulebook with games that begin in a position.
type started struct {
	Rules
	position games.Fact
}

func (r started) New(s games.Setup) ([]games.Fact, error) {
	facts, err := r.Rules.New(s)
	return append(facts, r.position), err
}

// short is a position in which cards lack: hands are full, the talon is not.
const short = `seats sarah danny pim lou
row 1 4OR BL RE 2BL
row 2 10YE
row 3 BL GN 2RE
prison 5RE
hand sarah 9YE 2GN 6LI
hand danny 6OR 5GN 5LI
hand pim 6GY 8OR
table sarah 5YE
table pim 3LI
talon GN
discard 2RE
rest lou
`

func book2(t *testing.T, r Rules, text string) games.Rulebook {
	t.Helper()
	facts, err := NewPositions(r).Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return games.Erase(started{r, facts[0]})
}

// look compares two worlds in all that a seat is shown, its bots and guards included.
func look(g games.Game, facts []games.Fact, seat games.Seat, pick func(int) int) error {
	errs := []error{gamestest.FindLeak(g, facts, seat, pick)}
	other := g.Redeal(seat, pick)
	if err := other.Check(); err != nil {
		errs = append(errs, fmt.Errorf("the other world is none: %w", err))
	}
	seed := pick(1 << 20)
	for _, w := range g.Windows() {
		a, b := gamestest.Dice(seed), gamestest.Dice(seed)
		x, y := fmt.Sprint(g.Play(seat, w, styleGreedy, a.Pick)), fmt.Sprint(other.Play(seat, w, styleGreedy, b.Pick))
		if x != y {
			errs = append(errs, fmt.Errorf("the bot of %s plays %s, in another world %s", seat, x, y))
		}
	}
	for _, c := range conds() {
		if g.Test(seat, c) != other.Test(seat, c) {
			errs = append(errs, fmt.Errorf("the guard %v tells %s something", c, seat))
		}
	}
	return errors.Join(errs...)
}

func conds() []games.Cond {
	var out []games.Cond
	for _, colour := range []string{"yellow", "green"} {
		for _, pred := range []string{"1l", "3r", "hand", "prison", "next", "table"} {
			c := games.Cond{Pred: pred}
			for k, v := range map[string]string{"colour": colour, "n": "2", "is": ">=", "end": "2r", "seat": "danny"} {
				c.Args = append(c.Args, games.Arg{Name: k, Vals: []string{v}})
			}
			out = append(out, c)
		}
	}
	return out
}

// played plays seeded random games; now and then one viewpoint is looked at.
func played(b games.Rulebook, seed, seats, every int) error {
	d := gamestest.Dice(seed)
	return gamestest.Leaks(b, setup(seats), d.Pick, every, look)
}

// Random games of all sizes end, keep every invariant and tell no seat what it
// cannot know; every third begins where cards lack, for give-backs are rare.
func TestRandomGamesEndAndLeakNothing(t *testing.T) {
	t.Parallel()
	r, b := book(t)
	scarce := book2(t, r, short)
	for seed := range gamestest.Runs(60, 500) {
		err := played(b, seed, minSeats+seed%3, 25)
		if err == nil && seed%3 == 0 {
			err = played(scarce, seed, 4, 8)
		}
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
}

// leaky is the rulebook with a leak planted.
type leaky struct {
	started
	where string
}

func (r leaky) View(s *State, to games.Seat) games.View {
	if r.where == "view" && s.Call != nil {
		to = games.Engine
	}
	return r.started.View(s, to)
}

func (r leaky) Options(s *State, seat games.Seat, k games.Kind) games.Choice {
	c := r.started.Options(s, seat, k)
	if r.where == "options" && len(s.Talon) > 0 {
		c.More = s.Talon[0] == 0
	}
	return c
}

func (r leaky) Decide(s *State, d games.Decision, l games.Line) ([]games.Fact, *games.Refusal) {
	facts, ref := r.started.Decide(s, d, l)
	if r.where == "refusal" && ref != nil && s.Hands[3][0]%2 == 0 {
		ref.Nearest = nil
	}
	return facts, ref
}

func (r leaky) Narrate(s *State, facts []games.Fact, to games.Seat) []games.Msg {
	if r.where == "story" && len(s.Talon) > 0 {
		return []games.Msg{games.Say("x", games.Int("n", int(s.Talon[0])))}
	}
	return r.started.Narrate(s, facts, to)
}

func TestPlantedLeaksAreFound(t *testing.T) {
	t.Parallel()
	r, _ := book(t)
	facts, err := NewPositions(r).Parse(short)
	if err != nil {
		t.Fatal(err)
	}
	gamestest.PlantedLeaks(t, 100, func(leak string, seed int) error {
		return played(games.Erase(leaky{started{r, facts[0]}, leak}), seed, 4, 2)
	})
}
