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

// dice is a small generator for tests.
type dice uint64

func (d *dice) pick(n int) int {
	*d = *d*6364136223846793005 + 1442695040888963407
	return int(uint64(*d) >> 33 % uint64(n))
}

func setup(n int) games.Setup {
	return games.Setup{Game: "esc1", Seats: []games.Seat{"sarah", "danny", "pim", "lou"}[:n]}
}

func TestCases(t *testing.T) {
	r, b := book(t)
	gamestest.Cases(t, b, NewPositions(r))
}

func TestFactsAreStoredAsReleased(t *testing.T) { gamestest.GoldenFacts(t, factTypes()) }

func TestLanguage(t *testing.T) {
	_, b := book(t)
	gamestest.Language(t, b)
}

func TestPure(t *testing.T) { gamestest.Pure(t) }

func TestEveryRuleHasCodeAndCase(t *testing.T) { gamestest.CitedRules(t, "order", "games") }
