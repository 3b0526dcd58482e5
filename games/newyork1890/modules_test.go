package newyork1890

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"fivepoints/events"
	"fivepoints/games"
	"fivepoints/games/gamestest"
	"fivepoints/games/order"
)

// base7 is an empty state of the base game, for its grammar.
func base7() *State { return &State{Options: presets()[1].Values} }

func TestBaseGameWordsAreClear(t *testing.T) {
	t.Parallel()
	r, _ := book(t)
	g := r.Grammar(base7())
	for _, clash := range order.Clashes(g) {
		if clash != `place and gang: "bowery" means BOW and bowery` { // the gang, by rule (order.2)
			t.Error(clash)
		}
	}
	p := parser(t, g)
	if l := parseOne(t, p, games.FR, "police: bowery, BOW"); !reflect.DeepEqual(l.Arg("first"), []string{"bowery", "BOW"}) {
		t.Errorf("bowery is the gang in a directive, not %v", l.Arg("first"))
	}
	for _, v := range g.Verbs {
		if v.Closed {
			continue
		}
		fr, en := parseOne(t, p, games.FR, v.Help.FR), parseOne(t, p, games.EN, v.Help.EN)
		if fr.Verb != v.ID || !reflect.DeepEqual(fr, en) {
			t.Errorf("%q and %q are not the same order of %s: %v, %v", v.Help.FR, v.Help.EN, v.ID, fr, en)
		}
	}
}

// The examples of the specification are orders in both languages, and what is
// written back reads the same.
func TestBaseGameExamples(t *testing.T) {
	t.Parallel()
	r, _ := book(t)
	p := parser(t, r.Grammar(base7()))
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

// What Options proposes can be typed in both languages.
func TestBaseGameOptionsCanBeTyped(t *testing.T) {
	t.Parallel()
	_, b := book(t)
	d, steps := dice(11), 0
	look := func(g games.Game, _ []games.Fact) error {
		if steps++; steps%7 != 0 {
			return nil
		}
		p := parser(t, g.Grammar())
		for _, v := range g.Grammar().Verbs {
			for _, l := range g.Options("eastman", v.Kind).Lines {
				for _, lang := range []games.Lang{games.FR, games.EN} {
					text := p.Format(l, lang)
					if back := parseOne(t, p, lang, text); !reflect.DeepEqual(back, l) {
						return fmt.Errorf("%q reads %v, not %v", text, back, l)
					}
				}
			}
		}
		return nil
	}
	setup := games.Setup{Game: "t", Preset: "base7", Seats: []games.Seat{"whyos", "eastman", "dusters"}}
	if err := gamestest.Play(b, setup, d.pick, look); err != nil {
		t.Fatal(err)
	}
}

// Over many games everything of the base game happens.
func TestBaseGameHappens(t *testing.T) {
	t.Parallel()
	_, b := book(t)
	seen := map[string]int{}
	seats := []games.Seat{"whyos", "eastman", "dusters", "rabbits", "bowery", "charlton"}
	for seed := range 60 {
		d := dice(seed)
		var all []games.Fact
		keep := func(_ games.Game, facts []games.Fact) error { all = facts; return nil }
		if err := gamestest.Play(b, games.Setup{Game: "t", Preset: "base7", Seats: seats[:2+seed%5]}, d.pick, keep); err != nil {
			t.Fatal(seed, err)
		}
		for _, f := range all {
			seen[f.Type]++
		}
	}
	for _, ft := range factTypes() {
		rare := []string{factPosition, factScattered, factCare, factSupply, factSacked, factClosed, factLosses, factDrunk}
		if seen[ft.Type] == 0 && !strings.Contains(strings.Join(rare, " "), ft.Type) {
			t.Errorf("%s never happened", ft.Type)
		}
	}
}

// In the base game too the cadence changes the mails and nothing else (mail.1),
// and a game folded from its log is the game that was played.
func TestBaseGameByMail(t *testing.T) {
	t.Parallel()
	_, b := book(t)
	sheets := map[string]string{
		"whyos":   "déplacer 3 MUL -> FVP -> CHS\ntoujours bataille *: tout\nguerre eastman 3\ntoujours riposte 10\npolice: COR\nagresser FVP 1",
		"eastman": "move 2 COR -> LES\nmove 1 COR -> arms\nbuy 1 pistol\nalways defend *: all\nalways answer 10: all\nopen racket LES\nalways bribe if raid >= 1",
		"rabbits": "always defend *: sticks\nalways retreat *: FWD\nalways losses: f, m\nequip quack HQ\nalways police: LES, MUL",
	}
	play := func(cadence string) string {
		w := gamestest.NewWorld(t, events.NewMemory(nil), b)
		w.Judge.Draws = func(d games.Draw) ([]int, error) {
			var picks []int
			for i := range d.N {
				picks = append(picks, i)
			}
			return picks, nil
		}
		opts := append([]games.KV{{Key: "cadence", Value: cadence}}, presets()[1].Values...)
		opts[1].Value = "4"
		w.Game("ny1", Name, opts, "whyos", "eastman", "rabbits")
		for _, seat := range []string{"whyos", "eastman", "rabbits"} {
			w.Send("ny1", seat, sheets[seat])
		}
		for range 60 {
			w.Tick("ny1", 8*24*time.Hour)
		}
		return gamestest.Text(gamestest.Rules(w.Facts("ny1", true))[1:])
	}
	standard, full := play("standard"), play("full")
	if standard != full {
		t.Errorf("standard:\n%s\nfull:\n%s", standard, full)
	}
	for _, typ := range []string{factFought, factWarFought, factPawn, factEquipped, factEnded, factRetreated, factBribed} {
		if !strings.Contains(standard, typ+" ") {
			t.Errorf("nothing of %s happened:\n%s", typ, standard)
		}
	}
}
