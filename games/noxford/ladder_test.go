package noxford

import (
	"testing"

	"fivepoints/games/gamestest"
)

// mail.ladder: the second miss in a row is told, the third opens the seat.
func TestTheLadderOfSilence(t *testing.T) {
	t.Parallel()
	_, b := book(t)
	gamestest.Ladder(t, b, "", "tom", "pim")
}
