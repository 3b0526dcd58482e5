package newyork1890

import (
	"testing"

	"fivepoints/games/gamestest"
)

// One campaign for each way to end: seven years, ten years with politics, the last
// gang standing, a tie, and nobody who writes.
func TestRecordedGames(t *testing.T) {
	t.Parallel()
	r, b := book(t)
	seen := map[string]bool{}
	for _, f := range gamestest.Recorded(t, b, NewPositions(r)) {
		seen[f.Type] = true
	}
	for _, typ := range []string{factEliminated, factElection, factPactMade, factRigged, factFavour, factRobbed} {
		if !seen[typ] {
			t.Errorf("no %s is recorded", typ)
		}
	}
}
