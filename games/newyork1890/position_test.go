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

func TestStandards(t *testing.T) {
	t.Parallel()
	_, b := book(t)
	gamestest.Standards(t, b)
}

// six are all gangs.
func six() []games.Seat {
	return []games.Seat{"whyos", "eastman", "dusters", "rabbits", "bowery", "charlton"}
}

// anyOptions gives every reading of the rules a value by chance.
func anyOptions(d *gamestest.Dice) []games.KV {
	var out []games.KV
	for _, o := range readings() {
		out = append(out, games.KV{Key: o.Key, Value: o.Values[d.Pick(len(o.Values))]})
	}
	return out
}

// anyModules switches every module by chance, and gives readings values.
func anyModules(d *gamestest.Dice) []games.KV {
	out := []games.KV{{Key: "rounds", Value: fmt.Sprint(7 + d.Pick(4))}}
	for _, m := range modules() {
		out = append(out, games.KV{Key: m.key, Value: []string{"off", on}[d.Pick(2)]})
	}
	return append(out, anyOptions(d)...)
}

// Games of 2 to 6 gangs end, and keep the invariants after every step (14), in
// both presets, both cadences and with any options.
func TestWholeGames(t *testing.T) {
	_, b := book(t)
	for n := 2; n <= 6; n++ {
		for seed := range 12 {
			t.Run(fmt.Sprint(n, " gangs, seed ", seed), func(t *testing.T) {
				t.Parallel()
				d := gamestest.Dice(seed)
				cadence := []string{"standard", full, express}[seed%3]
				setup := games.Setup{Game: "t", Seats: six()[:n], Options: []games.KV{{Key: "cadence", Value: cadence}}}
				switch seed % 6 {
				case 0:
					setup.Preset = "slice"
				case 1, 2:
					setup.Options = append(setup.Options, anyOptions(&d)...)
				case 3:
					setup.Preset = "politique10"
				case 4:
					setup.Preset = "politique10"
					setup.Options = append(setup.Options, anyOptions(&d)...)
				case 5:
					setup.Options = append(setup.Options, anyModules(&d)...)
				}
				if err := gamestest.Play(b, setup, d.Pick, gamestest.MailsFit); err != nil {
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
	want := append(slices.DeleteFunc(optionFactTypes(), func(ft games.FactType) bool { return ft.Type == factOptions }),
		games.FactType{Type: factBribedMale})
	seen := map[string]int{}
	for seed := range 60 {
		d := gamestest.Dice(seed)
		setup := games.Setup{Game: "t", Seats: []games.Seat{"whyos", "eastman", "dusters"}, Options: anyOptions(&d)}
		for _, f := range gamestest.Whole(t, b, setup, d.Pick) {
			seen[f.Type]++
		}
	}
	for _, ft := range want {
		if seen[ft.Type] == 0 {
			t.Errorf("%s never happened", ft.Type)
		}
	}
}
