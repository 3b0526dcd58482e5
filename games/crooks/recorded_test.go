package crooks

import (
	"testing"

	"fivepoints/games/gamestest"
)

// One game for each way to end: why the last ones passed, and what decided.
func TestRecordedGames(t *testing.T) {
	r, b := book(t)
	passes, ends := map[string]bool{}, map[string]bool{}
	for _, f := range gamestest.Recorded(t, b, NewPositions(r)) {
		switch p := f.Pub.(type) {
		case Passed:
			passes[p.Why] = true
		case Ended:
			ends[p.Why] = true
		}
	}
	for _, why := range []string{"", "cash", "empty", "room", "alone"} {
		if !passes[why] {
			t.Errorf("no recorded game has a pass for %q", why)
		}
	}
	for _, why := range []string{"points", "cash", "shared", "playoff"} {
		if !ends[why] {
			t.Errorf("no recorded game is decided by %q", why)
		}
	}
}
