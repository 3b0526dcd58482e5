package escrocs

import (
	"testing"

	"fivepoints/games/gamestest"
)

// Bots reproduce turns, points and win share of the specification.
func TestBotsReproduceTheTable(t *testing.T) {
	t.Parallel()
	_, b := book(t)
	gamestest.Table(t, b)
}

func BenchmarkBotGame(b *testing.B) {
	_, book := book(b)
	gamestest.BenchBots(b, book, setup(4), styleGreedy)
}
