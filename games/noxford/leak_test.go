package noxford

import (
	"errors"
	"fmt"
	"testing"

	"fivepoints/games"
	"fivepoints/games/gamestest"
)

// look compares two worlds in all that a seat is shown, its bots and guards included.
func look(g games.Game, facts []games.Fact, seat games.Seat, pick func(int) int) error {
	errs := []error{gamestest.MailsFit(g, facts), gamestest.FindLeak(g, facts, seat, pick)}
	other := g.Redeal(seat, pick)
	if err := other.Check(); err != nil {
		errs = append(errs, fmt.Errorf("the other world is none: %w", err))
	}
	seed := pick(1 << 20)
	for _, w := range g.Windows() {
		for _, style := range []string{styleGreedy, styleRandom} {
			a, b := gamestest.Dice(seed), gamestest.Dice(seed)
			x, y := fmt.Sprint(g.Play(seat, w, style, a.Pick)), fmt.Sprint(other.Play(seat, w, style, b.Pick))
			if x != y {
				errs = append(errs, fmt.Errorf("the bot of %s plays %s, in another world %s", seat, x, y))
			}
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
	for _, pred := range []string{"visible", "locked", "market", "free"} {
		for _, card := range []string{"S1", "B-L1", "Q04", "K1"} {
			out = append(out, games.Cond{Pred: pred, Args: []games.Arg{{Name: "card", Vals: []string{card}}, {Name: "at", Vals: []string{"N10H"}}}})
		}
	}
	return out
}

func played(b games.Rulebook, seed, seats, every int, options ...games.KV) error {
	d := gamestest.Dice(seed)
	return gamestest.Leaks(b, setup(seats, options...), d.Pick, every, look)
}

// everyOption lists a game with each value of each option.
func everyOption(b games.Rulebook) []games.KV {
	var out []games.KV
	for _, o := range b.Info().Options {
		for i, v := range o.Values {
			if o.Key != "deck" && (o.Key != "colours" || i == 17) && i > 0 {
				out = append(out, games.KV{Key: o.Key, Value: v})
			}
		}
	}
	return out
}

// Random games of all sizes, by all readings of the rules, end, keep every
// invariant and tell no seat what it cannot know.
func TestRandomGamesEndAndLeakNothing(t *testing.T) {
	t.Parallel()
	_, b := book(t)
	options := everyOption(b)
	for seed := range gamestest.Runs(len(options), 2*len(options)) {
		var with []games.KV
		if seed%4 > 0 {
			with = append(with, options[seed%len(options)])
		}
		if err := played(b, seed, minSeats+seed%3, 40, with...); err != nil {
			t.Fatalf("seed %d %v: %v", seed, with, err)
		}
	}
}

// leaky is the rulebook with a leak planted.
type leaky struct {
	Rules
	where string
}

func (r leaky) View(s *State, to games.Seat) games.View {
	if r.where == "view" && to != games.Public {
		to = games.Engine
	}
	return r.Rules.View(s, to)
}

func (r leaky) Options(s *State, seat games.Seat, k games.Kind) games.Choice {
	c := r.Rules.Options(s, seat, k)
	if r.where == "options" && len(s.Pile) > 0 {
		c.More = s.Pile[0].barracks()
	}
	return c
}

func (r leaky) Decide(s *State, d games.Decision, l games.Line) ([]games.Fact, *games.Refusal) {
	facts, ref := r.Rules.Decide(s, d, l)
	if r.where == "refusal" && ref != nil && len(s.Hands[s.next()]) > 0 && s.Hands[s.next()][0].rank() == 1 {
		ref.Nearest = nil
	}
	return facts, ref
}

func (r leaky) Narrate(s *State, facts []games.Fact, to games.Seat) []games.Msg {
	if r.where == "story" && len(s.Pile) > 0 {
		return []games.Msg{games.Say("x", games.Int("n", int(s.Pile[0])))}
	}
	return r.Rules.Narrate(s, facts, to)
}

func TestPlantedLeaksAreFound(t *testing.T) {
	t.Parallel()
	r, _ := book(t)
	gamestest.PlantedLeaks(t, 40, func(leak string, seed int) error {
		return played(games.Erase(leaky{r, leak}), seed, 3, 6)
	})
}
