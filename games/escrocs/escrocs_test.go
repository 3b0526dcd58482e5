package escrocs

import (
	"testing"

	"pgregory.net/rapid"

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

// Random games of all sizes end, keep every invariant and tell no seat what it
// cannot know.
func TestRandomGamesEndAndLeakNothing(t *testing.T) {
	t.Parallel()
	_, b := book(t)
	for seed := range 60 {
		d := dice(seed)
		s := setup(minSeats + seed%3)
		err := gamestest.Play(b, s, d.pick, func(g games.Game, facts []games.Fact) error {
			if d.pick(20) > 0 {
				return nil
			}
			seat := append(s.Seats, games.Public)[d.pick(len(s.Seats)+1)]
			return gamestest.FindLeak(g, facts, seat, d.pick)
		})
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
}

func TestLeaksWithRapid(t *testing.T) {
	t.Parallel()
	_, b := book(t)
	rapid.Check(t, func(t *rapid.T) {
		s := setup(rapid.IntRange(minSeats, maxSeats).Draw(t, "seats"))
		d := dice(rapid.Uint64().Draw(t, "seed"))
		err := gamestest.Play(b, s, d.pick, func(g games.Game, facts []games.Fact) error {
			if d.pick(50) > 0 {
				return nil
			}
			return gamestest.FindLeak(g, facts, s.Seats[0], d.pick)
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}

func TestEveryRuleHasCodeAndCase(t *testing.T) { gamestest.CitedRules(t, "order", "games") }
