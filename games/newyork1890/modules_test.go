package newyork1890

import (
	"reflect"
	"strings"
	"testing"

	"fivepoints/games"
	"fivepoints/games/gamestest"
)

// allOn is an empty state with every module on, for its grammar.
func allOn() *State { return &State{Board: Board{Options: presets()[1].Values}} }

// Only the Bowery is a place and a gang, in the code of the quarter and the id of
// the gang (order.2).
func TestBoweryIsTheGang(t *testing.T) {
	t.Parallel()
	r, _ := book(t)
	p := parser(t, r.Grammar(allOn()))
	if l := parseOne(t, p, games.FR, "police: bowery, BOW"); !reflect.DeepEqual(l.Arg("first"), []string{"bowery", "BOW"}) {
		t.Errorf("bowery is the gang in a directive, not %v", l.Arg("first"))
	}
}

// The examples of the specification are orders in both languages, and what is
// written back reads the same.
func TestBaseGameExamples(t *testing.T) {
	t.Parallel()
	r, _ := book(t)
	p := parser(t, r.Grammar(allOn()))
	for _, c := range []struct{ fr, en string }{
		{"bataille LES contre bowery: 1 pistolet, 2 couteaux", "fight LES vs bowery: 1 pistol, 2 knives"},
		{"toujours bataille *: 2 couteaux", "always fight *: 2 knives"},
		{"toujours défense LES: 1 couteau", "always defend LES: 1 dagger"},
		{"toujours défense *: tout", "always defend *: all"},
		{"toujours défense *: bâtons", "always defend *: sticks"},
		{"repli LES: COR, QG", "retreat LES: COR, HQ"},
		{"butin LES: garder", "spoils LES: keep"},
		{"butin LES trafic: détruire", "spoils LES traffic: destroy"},
		{"butin *: détruire", "spoils *: destroy"},
		{"pertes guerre: MUL h, FVP f", "losses war: MUL m, FVP f"},
		{"équiper cocher BOW (h)", "equip cabman BOW (m)"},
		{"police: BOW, whyos, LES", "police: BOW, whyos, LES"},
		{"police: FVP ; MUL", "police: FVP ; MUL"},
		{"toujours corrompre si revenu >= 6", "always bribe if income >= 6"},
		{"corrompre si rafle >= 3 avec MUL faveur", "bribe if raid >= 3 with MUL favour"},
		{"corrompre ELZ -> MER", "bribe ELZ -> MER"},
		{"guerre dusters 6: 2 pistolets, 2 couteaux renfort", "war dusters 6: 2 pistols, 2 knives loan"},
		{"toujours riposte 10: 1 couteau", "always answer 10: 1 knife"},
		{"riposte 4", "answer 4"},
		{"carabin f", "quack f"},
		{"avocat 2 h", "shyster 2 m"},
	} {
		fr, en := parseOne(t, p, games.FR, c.fr), parseOne(t, p, games.EN, c.en)
		if !reflect.DeepEqual(fr, en) {
			t.Errorf("%q and %q differ: %v, %v", c.fr, c.en, fr, en)
		}
		for _, lang := range []games.Lang{games.FR, games.EN} {
			if back := parseOne(t, p, lang, p.FormatAll([]games.Line{fr}, lang)[0]); !reflect.DeepEqual(back, fr) {
				t.Errorf("%q is written %q", c.fr, p.FormatAll([]games.Line{fr}, lang)[0])
			}
		}
	}
}

// Over many games everything of both presets happens.
func TestEverythingHappens(t *testing.T) {
	t.Parallel()
	_, b := book(t)
	seen := map[string]int{}
	for seed := range 60 {
		d := gamestest.Dice(seed)
		all := gamestest.Whole(t, b, games.Setup{Game: "t", Seats: six()[:2+seed%5]}, d.Pick)
		for _, f := range all {
			seen[f.Type]++
		}
	}
	for seed := range 24 {
		d := gamestest.Dice(seed)
		all := gamestest.Whole(t, b, games.Setup{Game: "t", Preset: "politique10", Seats: six()[:2+seed%5]}, d.Pick)
		for _, f := range all {
			seen[f.Type]++
		}
	}
	for _, ft := range optionFactTypes() {
		seen[ft.Type]++ // of options, see TestOptionsHappen
	}
	for _, ft := range factTypes() {
		rare := []string{factPosition, factAdjusted, factScattered, factCare, factSupply, factSacked, factClosed, factLosses, factDrunk, factBribedMale, factTables, factBribedFree, factDrafted, factWanted}
		if seen[ft.Type] == 0 && !strings.Contains(strings.Join(rare, " "), ft.Type) {
			t.Errorf("%s never happened", ft.Type)
		}
	}
}
