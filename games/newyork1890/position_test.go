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

// anyOptions gives every reading of the rules a value by chance.
func anyOptions(d *dice) []games.KV {
	var out []games.KV
	for _, o := range readings() {
		out = append(out, games.KV{Key: o.Key, Value: o.Values[d.pick(len(o.Values))]})
	}
	return out
}

// Games of 2 to 6 gangs end, and keep the invariants after every step (14), in
// both presets, both cadences and with any options.
func TestWholeGames(t *testing.T) {
	_, b := book(t)
	seats := []games.Seat{"whyos", "eastman", "dusters", "rabbits", "bowery", "charlton"}
	for n := 2; n <= 6; n++ {
		for seed := range 12 {
			t.Run(fmt.Sprint(n, " gangs, seed ", seed), func(t *testing.T) {
				t.Parallel()
				d := dice(seed)
				cadence := []string{"standard", full, express}[seed%3]
				setup := games.Setup{Game: "t", Seats: seats[:n], Options: []games.KV{{Key: "cadence", Value: cadence}}}
				switch seed % 4 {
				case 0:
					setup.Preset = "slice"
				case 1, 2:
					setup.Options = append(setup.Options, anyOptions(&d)...)
				}
				if err := gamestest.Play(b, setup, d.pick, mailsFit); err != nil {
					t.Fatal(err)
				}
			})
		}
	}
}

// What only an option brings about happens in some game.
func TestOptionsHappen(t *testing.T) {
	t.Parallel()
	_, b := book(t)
	want := append(optionFactTypes(), games.FactType{Type: factBribedMale})
	seen := map[string]int{}
	for seed := range 60 {
		d := dice(seed)
		setup := games.Setup{Game: "t", Seats: []games.Seat{"whyos", "eastman", "dusters"}, Options: anyOptions(&d)}
		var all []games.Fact
		keep := func(_ games.Game, facts []games.Fact) error { all = facts; return nil }
		if err := gamestest.Play(b, setup, d.pick, keep); err != nil {
			t.Fatal(seed, setup.Options, err)
		}
		for _, f := range all {
			seen[f.Type]++
		}
	}
	for _, ft := range want {
		if seen[ft.Type] == 0 {
			t.Errorf("%s never happened", ft.Type)
		}
	}
}
