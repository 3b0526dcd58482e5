package gamestest

import (
	"testing"

	"fivepoints/games"
)

// FuzzPositions feeds texts to a reader of positions, the seeds first: it
// returns an error, or a position that is read again as it was written. start
// makes a game of a position that was read.
func FuzzPositions(f *testing.F, pos Positions, start func(t *testing.T, text string, facts []games.Fact) games.Game, seeds ...string) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		facts, err := pos.Parse(text)
		if err != nil {
			return
		}
		written := pos.Format(start(t, text, facts))
		again, err := pos.Parse(written)
		if err != nil {
			t.Fatalf("%q is written %q: %v", text, written, err)
		}
		if got, want := Text(again), Text(facts); got != want {
			t.Fatalf("%q is written %q, which is read\n%s\nnot\n%s", text, written, got, want)
		}
	})
}

// Started evolves a new game by facts.
func Started(book games.Rulebook, facts ...games.Fact) games.Game {
	g := book.Start()
	evolve(g, facts)
	return g
}
