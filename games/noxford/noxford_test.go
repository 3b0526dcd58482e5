package noxford

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

func setup(n int, options ...games.KV) games.Setup {
	return games.Setup{Game: "nox1", Options: options, Seats: []games.Seat{"ann", "bob", "cleo", "dora"}[:n]}
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
