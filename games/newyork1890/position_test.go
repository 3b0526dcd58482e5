package newyork1890

import (
	"fmt"
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

func TestCases(t *testing.T) {
	r, b := book(t)
	gamestest.Cases(t, b, NewPositions(r))
}

// dice is a small deterministic chooser for tests.
type dice uint64

func (d *dice) pick(n int) int {
	*d = *d*6364136223846793005 + 1442695040888963407
	return int(uint64(*d)>>33) % n
}

func TestWholeGames(t *testing.T) {
	_, b := book(t)
	seats := []games.Seat{"whyos", "eastman", "dusters", "rabbits", "bowery", "charlton"}
	for n := 2; n <= 6; n++ {
		for seed := range 10 {
			t.Run(fmt.Sprint(n, " gangs, seed ", seed), func(t *testing.T) {
				t.Parallel()
				d := dice(seed)
				setup := games.Setup{Game: "t", Seats: seats[:n]}
				if err := gamestest.Play(b, setup, d.pick, func(games.Game, []games.Fact) error { return nil }); err != nil {
					t.Fatal(err)
				}
			})
		}
	}
}
