package escrocs

import (
	"testing"

	"fivepoints/games"
	"fivepoints/games/gamestest"
)

func book(t testing.TB) (Rules, games.Rulebook) {
	t.Helper()
	r, err := New()
	if err != nil {
		t.Fatal(err)
	}
	return r, games.Erase(r)
}

func setup(n int) games.Setup {
	return games.Setup{Game: "esc1", Seats: []games.Seat{"sarah", "danny", "pim", "lou"}[:n]}
}

func TestCases(t *testing.T) {
	r, b := book(t)
	gamestest.Cases(t, b, NewPositions(r))
}

func TestStandards(t *testing.T) {
	t.Parallel()
	_, b := book(t)
	gamestest.Standards(t, b, "order", "games")
}
