package noxford

import (
	"testing"

	"fivepoints/games/gamestest"
)

// Bots reproduce turns, points and win share of the specification.
func TestBotsReproduceTheTable(t *testing.T) {
	t.Parallel()
	_, b := book(t)
	gamestest.TableOf(t, b, gamestest.Runs(60, 80))
}

func BenchmarkBotGame(b *testing.B) {
	_, book := book(b)
	gamestest.BenchBots(b, book, setup(4), styleGreedy)
}

func BenchmarkLegalMoves(b *testing.B) {
	s := midgame(b)
	n := 0
	for b.Loop() {
		n = len(s.actions(s.Active)) + len(s.city().moves(nobody))
	}
	b.ReportMetric(float64(n), "moves")
}

// midgame is a position with some forty cards in the city.
func midgame(t testing.TB) *State {
	t.Helper()
	r, b := book(t)
	d := gamestest.Dice(7)
	s := &State{}
	for _, f := range gamestest.Bots(t, b, setup(4), []string{styleGreedy}, d.Pick) {
		r.Evolve(s, f)
		if s.Step == stepAction && s.Turn == 40 {
			return s
		}
	}
	t.Fatal("the game ended before turn 40")
	return nil
}
