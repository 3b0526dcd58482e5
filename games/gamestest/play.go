package gamestest

import (
	"errors"
	"fmt"

	"fivepoints/games"
)

// playBudget bounds the steps of one random game.
const playBudget = 20_000

// Play plays a whole game by legal moves that pick chooses (0..n-1), without
// log or judge. After every step it checks the invariant and calls look with
// the game and all facts so far. A refused option, a dead end or a game that
// does not end is an error.
func Play(book games.Rulebook, setup games.Setup, pick func(n int) int, look func(games.Game, []games.Fact) error) error {
	g := book.Start()
	facts, err := book.New(setup)
	if err != nil {
		return err
	}
	evolve(g, facts)
	for range playBudget {
		step := g.Next()
		if step.Over != nil {
			return nil
		}
		more, err := playStep(g, step, pick)
		if err != nil {
			return err
		}
		facts = append(facts, more...)
		if err := errors.Join(g.Check(), look(g, facts)); err != nil {
			return err
		}
	}
	return fmt.Errorf("the game did not end in %d steps", playBudget)
}

// playStep takes one step and folds its facts.
func playStep(g games.Game, step games.Step, pick func(int) int) (facts []games.Fact, err error) {
	switch {
	case step.Draw != nil:
		facts = g.Drawn(*step.Draw, picks(len(step.Draw.Pool), step.Draw.N, pick))
	case step.Auto != nil:
		facts = step.Auto
	case len(step.Due) == 0:
		return nil, errors.New("nothing comes next and the game is not over")
	case step.Due[0].Sealed != "":
		return playSealed(g, step.Due, pick)
	default:
		_, facts, err = playDecision(g, step.Due[pick(len(step.Due))], pick)
	}
	evolve(g, facts)
	return facts, err
}

func evolve(g games.Game, facts []games.Fact) {
	for _, f := range facts {
		g.Evolve(f)
	}
}

func picks(pool, n int, pick func(int) int) []int {
	left := first(pool)
	out := make([]int, 0, n)
	for range n {
		i := pick(len(left))
		out = append(out, left[i])
		left = append(left[:i:i], left[i+1:]...)
	}
	return out
}

// playDecision answers with an option, or now and then with the default, which
// is how lists of orders end.
func playDecision(g games.Game, d games.Decision, pick func(int) int) (games.Line, []games.Fact, error) {
	line := g.Default(d, 1)
	if options := g.Options(d.Seat, d.Kind).Lines; len(options) > 0 && pick(4) > 0 {
		line = options[pick(len(options))]
	}
	facts, refusal := g.Decide(d, line)
	if refusal != nil {
		return line, nil, fmt.Errorf("%s: the offered order %v is refused: %s", d.ID, line, refusal.Rule)
	}
	return line, facts, nil
}

func playSealed(g games.Game, due []games.Decision, pick func(int) int) ([]games.Fact, error) {
	var facts []games.Fact
	var answers []games.Answer
	for _, d := range due {
		line, f, err := playDecision(g, d, pick)
		if err != nil {
			return nil, err
		}
		facts = append(facts, f...)
		answers = append(answers, games.Answer{Decision: d, Line: line})
	}
	evolve(g, facts)
	opened, _ := g.Resolve(due[0].Sealed, answers)
	evolve(g, opened)
	return append(facts, opened...), nil
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
