package gamestest

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"fivepoints/games"
)

// playBudget bounds the steps of one random game.
const playBudget = 20_000

// Play plays a whole game by legal moves that pick chooses (0..n-1), without
// log or judge. After every step it checks the invariant and calls look with
// the game and all facts so far. A refused option, a dead end or a game that
// does not end is an error.
func Play(book games.Rulebook, setup games.Setup, pick func(n int) int, look func(games.Game, []games.Fact) error) error {
	options := func(g games.Game, d games.Decision) games.Line { return anyOption(g, d, pick) }
	return play(book, setup, pick, options, look)
}

// Bots plays a whole game of bots in the same way, and returns its facts. The
// seats take the styles in turn; a bot that writes nothing takes the default.
func Bots(t testing.TB, book games.Rulebook, setup games.Setup, styles []string, pick func(n int) int) []games.Fact {
	t.Helper()
	bot := func(g games.Game, d games.Decision) games.Line {
		open := g.Windows()
		mail := open[max(0, slices.IndexFunc(open, func(w games.Window) bool { return w.ID == d.Window }))]
		style := styles[slices.Index(setup.Seats, d.Seat)%len(styles)]
		if orders := g.Play(d.Seat, mail, style, pick); len(orders) > 0 {
			return orders[0]
		}
		return g.Default(d, 1)
	}
	var all []games.Fact
	keep := func(_ games.Game, facts []games.Fact) error { all = facts; return nil }
	if err := play(book, setup, pick, bot, keep); err != nil {
		t.Fatal(setup.Options, err)
	}
	return all
}

// answerer writes the order for a decision.
type answerer func(games.Game, games.Decision) games.Line

func play(book games.Rulebook, setup games.Setup, pick func(n int) int, answer answerer, look func(games.Game, []games.Fact) error) error {
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
		more, err := playStep(g, step, pick, answer)
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
func playStep(g games.Game, step games.Step, pick func(int) int, answer answerer) (facts []games.Fact, err error) {
	switch {
	case step.Draw != nil:
		facts = g.Drawn(*step.Draw, picks(len(step.Draw.Pool), step.Draw.N, pick))
	case step.Auto != nil:
		facts = step.Auto
	case len(step.Due) == 0:
		return nil, errors.New("nothing comes next and the game is not over")
	case step.Due[0].Sealed != "":
		return playSealed(g, step.Due, answer)
	default:
		due := step.Due[pick(len(step.Due))]
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

// anyOption is an option, or now and then the default, which is how lists of
// orders end.
func anyOption(g games.Game, d games.Decision, pick func(int) int) games.Line {
	if options := g.Options(d.Seat, d.Kind).Lines; len(options) > 0 && pick(4) > 0 {
		return options[pick(len(options))]
	}
	return g.Default(d, 1)
}

func decide(g games.Game, d games.Decision, l games.Line) ([]games.Fact, error) {
	facts, refusal := g.Decide(d, l)
	if refusal != nil {
		return nil, fmt.Errorf("%s: the order %v is refused: %s", d.ID, l, refusal.Rule)
	}
	return facts, nil
}

func playSealed(g games.Game, due []games.Decision, answer answerer) ([]games.Fact, error) {
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

// MailsFit demands an open mail for every decision, which its seat may write;
// Play may call it after every step.
func MailsFit(g games.Game, _ []games.Fact) error {
	for _, d := range g.Next().Due {
		fits := slices.ContainsFunc(g.Windows(), func(w games.Window) bool {
			return w.ID == d.Window && slices.Contains(w.Seats, d.Seat) && slices.Contains(w.Kinds, d.Kind)
		})
		if !fits {
			return fmt.Errorf("no mail for %s in %v", d.ID, g.Windows())
		}
	}
	return nil
}

// Whole plays a whole random game and returns its facts.
func Whole(t testing.TB, book games.Rulebook, setup games.Setup, pick func(n int) int) []games.Fact {
	t.Helper()
	var all []games.Fact
	keep := func(_ games.Game, facts []games.Fact) error { all = facts; return nil }
	if err := Play(book, setup, pick, keep); err != nil {
		t.Fatal(setup.Options, err)
	}
	return all
}

// BenchEvolve measures the fold of one random game.
func BenchEvolve(b *testing.B, book games.Rulebook, setup games.Setup) {
	d := Dice(3)
	facts := Whole(b, book, setup, d.Pick)
	n := 0
	for b.Loop() {
		evolve(book.Start(), facts)
		n += len(facts)
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "facts/s")
	b.ReportMetric(float64(len(facts)), "facts/game")
}
