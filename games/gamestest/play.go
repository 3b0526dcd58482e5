package gamestest

import (
	"fmt"
	"slices"
	"strconv"
	"testing"

	"fivepoints/games"
	"fivepoints/games/trial"
)

// Play plays a whole game by legal moves that pick chooses (0..n-1), without
// log or judge. After every step it checks the invariant and calls look with
// the game and all facts so far. A refused option, a dead end or a game that
// does not end is an error.
func Play(book games.Rulebook, setup games.Setup, pick func(n int) int, look func(games.Game, []games.Fact) error) error {
	options := func(g games.Game, d games.Decision) games.Line { return anyOption(g, d, pick) }
	return trial.Play(book, setup, options, pick, look)
}

// Bots plays a whole game of bots in the same way, and returns its facts. The
// seats take the styles in turn.
func Bots(t testing.TB, book games.Rulebook, setup games.Setup, styles []string, pick func(n int) int) []games.Fact {
	t.Helper()
	style := func(s games.Seat) string { return styles[slices.Index(setup.Seats, s)%len(styles)] }
	facts, err := trial.Bots(book, setup, style, pick)
	if err != nil {
		t.Fatal(setup.Options, err)
	}
	return facts
}

func evolve(g games.Game, facts []games.Fact) {
	for _, f := range facts {
		g.Evolve(f)
	}
}

// anyOption is an option, or now and then the default, which is how lists of
// orders end.
func anyOption(g games.Game, d games.Decision, pick func(int) int) games.Line {
	if options := g.Options(d.Seat, d.Kind).Lines; len(options) > 0 && pick(4) > 0 {
		return options[pick(len(options))]
	}
	return g.Default(d, 1)
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

// Announced makes a look for Play: every mail that opens must have been in the
// calendar of every step before, with its seats and kinds; none is left at the end.
func Announced() func(games.Game, []games.Fact) error {
	var first, last []games.Window
	in := func(ahead []games.Window, w games.Window) bool {
		return len(ahead) == 0 || named(ahead, w, w.Tag) && named(ahead, w, strconv.Itoa(w.Turn))
	}
	return func(g games.Game, _ []games.Fact) error {
		for _, w := range g.Windows() {
			if !in(first, w) || !in(last, w) {
				return fmt.Errorf("%v came unannounced", w)
			}
		}
		last, _ = g.Ahead()
		if len(first) == 0 && len(g.Windows()) > 0 {
			first = last
		}
		if g.Next().Over != nil && len(last) > 0 {
			return fmt.Errorf("%d mails are expected after the end", len(last))
		}
		return nil
	}
}

// named tells whether a calendar holds a mail by one of its names.
func named(ahead []games.Window, w games.Window, name string) bool {
	return slices.ContainsFunc(ahead, func(o games.Window) bool {
		return o.Named(name) && slices.Contains(o.Seats, w.Seats[0]) && slices.Contains(o.Kinds, w.Kinds[0])
	})
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
