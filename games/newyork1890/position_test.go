package newyork1890

import (
	"fmt"
	"slices"
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

// mailsFit demands an open mail for every decision, which its seat may write.
func mailsFit(g games.Game, _ []games.Fact) error {
	for _, d := range g.Next().Due {
		fits := slices.ContainsFunc(g.Windows(), func(w games.Window) bool {
			return w.ID == d.Window && slices.Contains(w.Seats, d.Seat) && slices.Contains(w.Kinds, d.Kind)
		})
		if !fits {
			return fmt.Errorf("no mail for %s in %v", d.ID, g.Windows())
		}
	}
	return nil
}

// playedModules switches everything on that there is.
func playedModules() []games.KV {
	var out []games.KV
	for _, m := range modules() {
		if m.ready {
			out = append(out, games.KV{Key: m.key, Value: on})
		}
	}
	return out
}

func TestWholeGames(t *testing.T) {
	_, b := book(t)
	seats := []games.Seat{"whyos", "eastman", "dusters", "rabbits", "bowery", "charlton"}
	for n := 2; n <= 6; n++ {
		for seed := range 10 {
			t.Run(fmt.Sprint(n, " gangs, seed ", seed), func(t *testing.T) {
				t.Parallel()
				d := dice(seed)
				cadence := []string{"standard", "full"}[seed%2]
				setup := games.Setup{Game: "t", Seats: seats[:n], Options: []games.KV{{Key: "cadence", Value: cadence}}}
				if seed >= 4 {
					setup.Options = append(setup.Options, playedModules()...)
				}
				if err := gamestest.Play(b, setup, d.pick, mailsFit); err != nil {
					t.Fatal(err)
				}
			})
		}
	}
}
