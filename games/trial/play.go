package trial

import (
	"errors"
	"fmt"
	"slices"

	"fivepoints/games"
)

// budget bounds the steps of one game.
const budget = 20_000

// Answerer writes the order for a decision.
type Answerer func(games.Game, games.Decision) games.Line

// Play plays a whole game: answer writes the orders, pick (0..n-1) makes the
// draws. After every step the invariant is checked and look is called with the
// game and all facts so far. A refused order, a dead end or a game that does
// not end is an error.
func Play(book games.Rulebook, setup games.Setup, answer Answerer, pick func(n int) int, look func(games.Game, []games.Fact) error) error {
	g := book.Start()
	facts, err := book.New(setup)
	if err != nil {
		return err
	}
	evolve(g, facts)
	for range budget {
		next := g.Next()
		if next.Over != nil {
			return nil
		}
		more, err := step(g, next, answer, pick)
		if err != nil {
			return err
		}
		facts = append(facts, more...)
		if err := errors.Join(g.Check(), look(g, facts)); err != nil {
			return err
		}
	}
	return fmt.Errorf("the game did not end in %d steps", budget)
}

// Bots plays a whole game of bots in the same way, and returns its facts. style
// is asked at each decision whose bot answers; one that writes nothing takes the
// default.
func Bots(book games.Rulebook, setup games.Setup, style func(games.Seat) string, pick func(n int) int) ([]games.Fact, error) {
	bot := func(g games.Game, d games.Decision) games.Line {
		open := g.Windows()
		mail := open[max(0, slices.IndexFunc(open, func(w games.Window) bool { return w.ID == d.Window }))]
		if orders := g.Play(d.Seat, mail, style(d.Seat), pick); len(orders) > 0 {
			return orders[0]
		}
		return g.Default(d, 1)
	}
	var all []games.Fact
	err := Play(book, setup, bot, pick, func(_ games.Game, facts []games.Fact) error { all = facts; return nil })
	return all, err
}

// step takes one step and folds its facts.
func step(g games.Game, next games.Step, answer Answerer, pick func(int) int) (facts []games.Fact, err error) {
	switch {
	case next.Draw != nil:
		facts = g.Drawn(*next.Draw, Picks(len(next.Draw.Pool), next.Draw.N, pick))
	case next.Auto != nil:
		facts = next.Auto
	case len(next.Due) == 0:
		return nil, errors.New("nothing comes next and the game is not over")
	case next.Due[0].Sealed != "":
		return sealed(g, next.Due, answer)
	default:
		due := next.Due[pick(len(next.Due))]
		facts, err = decide(g, due, answer(g, due))
	}
	evolve(g, facts)
	return facts, err
}

func evolve(g games.Game, facts []games.Fact) {
	for _, f := range facts {
		g.Evolve(f)
	}
}

// Picks chooses n of pool things without replacement, in order.
func Picks(pool, n int, pick func(int) int) []int {
	left := make([]int, pool)
	for i := range left {
		left[i] = i
	}
	out := make([]int, 0, n)
	for range n {
		i := pick(len(left))
		out = append(out, left[i])
		left = append(left[:i:i], left[i+1:]...)
	}
	return out
}

func decide(g games.Game, d games.Decision, l games.Line) ([]games.Fact, error) {
	facts, refusal := g.Decide(d, l)
	if refusal != nil {
		return nil, fmt.Errorf("%s: the order %v is refused: %s", d.ID, l, refusal.Rule)
	}
	return facts, nil
}

func sealed(g games.Game, due []games.Decision, answer Answerer) ([]games.Fact, error) {
	var facts []games.Fact
	var answers []games.Answer
	for _, d := range due {
		l := answer(g, d)
		f, err := decide(g, d, l)
		if err != nil {
			return nil, err
		}
		facts = append(facts, f...)
		answers = append(answers, games.Answer{Decision: d, Line: l})
	}
	evolve(g, facts)
	opened, _ := g.Resolve(due[0].Sealed, answers)
	evolve(g, opened)
	return append(facts, opened...), nil
}
