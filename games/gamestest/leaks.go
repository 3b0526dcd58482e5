package gamestest

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"fivepoints/games"
)

// Leaks plays a random game and looks, at one step of so many, at what one
// viewpoint is shown there and in another world (FindLeak, or a look of the
// rulebook's own that asks more).
func Leaks(book games.Rulebook, setup games.Setup, pick func(int) int, every int, look func(games.Game, []games.Fact, games.Seat, func(int) int) error) error {
	viewers := append(setup.Seats[:len(setup.Seats):len(setup.Seats)], games.Public)
	return Play(book, setup, pick, func(g games.Game, facts []games.Fact) error {
		if pick(every) > 0 {
			return nil
		}
		return look(g, facts, viewers[pick(len(viewers))], pick)
	})
}

// PlantedLeaks demands that a leak planted in the view, the options, the
// refusals or the story is found in one of so many games: a fuzz that finds
// nothing in a sieve proves nothing.
func PlantedLeaks(t *testing.T, tries int, play func(leak string, seed int) error) {
	t.Helper()
	for _, leak := range []string{"view", "options", "refusal", "story"} {
		found := ""
		for seed := 0; seed < tries && found == ""; seed++ {
			if err := play(leak, seed); err != nil {
				found = err.Error()
			}
		}
		if !strings.Contains(found, "learns from its "+leak) {
			t.Errorf("the leak in %s was not found (%q)", leak, found)
		}
	}
}

// FindLeak compares the game with another world that looks the same to seat,
// in everything that seat is shown. It returns what differs, nil when nothing
// does or when the rulebook has no hidden information.
func FindLeak(g games.Game, facts []games.Fact, seat games.Seat, pick func(int) int) error {
	other := g.Redeal(seat, pick)
	if other == nil {
		return nil
	}
	same := func(what string, a, b any) error {
		if x, y := fmt.Sprintf("%+v", a), fmt.Sprintf("%+v", b); x != y {
			return fmt.Errorf("%s learns from its %s: %s, in another world %s", seat, what, x, y)
		}
		return nil
	}
	errs := []error{
		same("view", g.View(seat), other.View(seat)),
		same("windows", g.Windows(), other.Windows()),
		same("story", g.Narrate(facts, seat), other.Narrate(facts, seat)),
		same("forecast", g.Forecast(seat), other.Forecast(seat)),
	}
	for _, v := range g.Grammar().Verbs {
		errs = append(errs, same("options", g.Options(seat, v.Kind), other.Options(seat, v.Kind)))
	}
	for _, d := range g.Next().Due {
		if d.Seat == seat {
			errs = append(errs, findRefusalLeak(g, other, d, pick, same))
		}
	}
	return errors.Join(errs...)
}

// findRefusalLeak sends orders, legal and not, and compares the refusals.
func findRefusalLeak(g, other games.Game, d games.Decision, pick func(int) int, same func(string, any, any) error) error {
	for _, line := range g.Options(d.Seat, d.Kind).Lines {
		for i := range line.Args {
			for _, wrong := range []string{"0", "1", fmt.Sprint(pick(20)), "?"} {
				l := line
				l.Args = append([]games.Arg(nil), line.Args...)
				l.Args[i].Vals = []string{wrong}
				_, a := g.Decide(d, l)
				_, b := other.Decide(d, l)
				if err := same("refusal", show(a), show(b)); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func show(r *games.Refusal) any {
	if r == nil {
		return "legal"
	}
	return *r
}
