package escrocs

import (
	"testing"

	"fivepoints/games/gamestest"
)

// One game for each way to end: a winner alone, a shared victory, few scorings,
// nothing left to take.
func TestRecordedGames(t *testing.T) {
	t.Parallel()
	r, b := book(t)
	gamestest.Recorded(t, b, NewPositions(r))
}
