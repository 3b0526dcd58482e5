package newyork1890

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"fivepoints/events"
	"fivepoints/games"
	"fivepoints/games/gamestest"
)

// Between classes the written order is irrelevant (invariant 16).
func TestClassesMayBeMixed(t *testing.T) {
	t.Parallel()
	want := playSheet(t, func(lines []string) []string { return lines })
	for seed := range 20 {
		got := playSheet(t, func(lines []string) []string { return weave(lines, gamestest.Dice(seed)) })
		if got != want {
			t.Fatalf("another order of classes gives\n%s\nnot\n%s", got, want)
		}
	}
}

// weave mixes the classes of a sheet, moves, battles and actions, and keeps each in its order.
func weave(lines []string, d gamestest.Dice) []string {
	var classes [3][]string
	for _, l := range lines {
		switch {
		case strings.Contains(l, "déplacer"):
			classes[0] = append(classes[0], l)
		case strings.Contains(l, "bataille"):
			classes[1] = append(classes[1], l)
		default:
			classes[2] = append(classes[2], l)
		}
	}
	var out []string
	for len(out) < len(lines) {
		if c := d.Pick(3); len(classes[c]) > 0 {
			out, classes[c] = append(out, classes[c][0]), classes[c][1:]
		}
	}
	return out
}

func playSheet(t *testing.T, order func([]string) []string) string {
	t.Helper()
	_, b := book(t)
	w := gamestest.NewWorld(t, events.NewMemory(nil), b)
	w.Judge.Draws = func(d games.Draw) ([]int, error) { return []int{0, 1, 2, 3, 4}[:d.N], nil }
	w.Game("ny1", Name, []games.KV{{Key: "rounds", Value: "1"}}, "whyos", "eastman")
	w.Send("ny1", "whyos", order([]string{
		"déplacer 2 MUL -> FVP", "bataille CHS: 1 couteau", "bataille *: bâtons", "déplacer 1 FVP -> CHS", "si argent >= 8: déplacer 1 MUL -> port", "déplacer 1 FVP -> CHP",
		"ouvrir recel FVP", "recruter 1", "agresser CHP 1", "ouvrir recel MUL",
	})...)
	for range 5 {
		w.Tick("ny1", 8*24*time.Hour)
	}
	facts := gamestest.Rules(w.Facts("ny1", true))
	opened := slices.ContainsFunc(facts, func(f games.Fact) bool { return f.Type == factJoint })
	if !opened || facts[len(facts)-1].Type != factEnded {
		t.Fatalf("nothing was opened, or the game did not end:\n%s", gamestest.Text(facts))
	}
	return gamestest.Text(facts)
}

func TestCrews(t *testing.T) {
	t.Parallel()
	r, _ := book(t)
	for _, c := range []struct {
		name           string
		tokens         []string
		members, spare Sexes
		traffic, joint bool
	}{
		{"nobody works without tokens", nil, Sexes{2, 1}, Sexes{2, 1}, false, false},
		{"males go to the still", []string{"still"}, Sexes{2, 2}, Sexes{0, 2}, true, false},
		{"females are kept for the brothel", []string{"brothel", "still"}, Sexes{3, 2}, Sexes{0, 0}, true, true},
		{"the traffic comes first", []string{"brothel", "still"}, Sexes{1, 2}, Sexes{0, 1}, true, false},
		{"a brothel takes two females and a male", []string{"brothel"}, Sexes{2, 3}, Sexes{1, 1}, false, true},
		{"three females do", []string{"brothel"}, Sexes{0, 3}, Sexes{0, 0}, false, true},
		{"males alone do not", []string{"brothel"}, Sexes{4, 1}, Sexes{4, 1}, false, false},
	} {
		s := &State{Board: Board{Gangs: []Gang{{ID: "whyos", HQ: "MUL"}}}}
		for _, a := range c.tokens {
			s.Tokens = append(s.Tokens, Token{"whyos", "LES", a})
		}
		got := r.crewOf(s, &s.Gangs[0], "LES", c.members)
		want := crew{spare: c.spare}
		for _, kind := range []string{"traffic", "joint"} {
			for _, key := range c.tokens {
				a, _ := r.data.activity(key)
				if a.Kind == kind && (kind == "traffic" && c.traffic || kind == "joint" && c.joint) {
					want.staffed = append(want.staffed, key)
				}
			}
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, not %+v", c.name, got, want)
		}
	}
}

func TestTablesAreCheckedStrictly(t *testing.T) {
	t.Parallel()
	if err := games.ReadTable([]byte("version = \"1\"\nweather = \"fine\"\n"), &data{}); err == nil {
		t.Error("an unknown key was read")
	}
	for _, d := range []*data{
		{Quarters: []quarter{{Code: "A"}}},
		{Edges: []edge{{A: "A", B: "B"}}},
		{Gangs: []gangRow{{HQ: "A"}}},
	} {
		if d.link() == nil {
			t.Errorf("tables that do not fit were read: %+v", d)
		}
	}
	r, _ := book(t)
	if n, m := len(r.data.Quarters), len(r.data.Edges); n != 26 || m != 56 {
		t.Errorf("the map has %d quarters and %d streets", n, m)
	}
	for gangs, open := range map[int]int{2: 18, 3: 21, 4: 21, 5: 26, 6: 26} {
		if n := len(r.data.Quarters) - len(r.data.closed(gangs)); n != open {
			t.Errorf("%d gangs play on %d quarters, not %d", gangs, n, open)
		}
	}
}

// A position that can be read is written and read again the same.
func FuzzPosition(f *testing.F) {
	f.Add("order whyos eastman\nyear 1893\nwhyos MUL 3m2f\nwhyos token FVP brothel\nwhyos tombs 2 1f\n")
	f.Add("order eastman whyos\nphase c\nturn whyos actions\nwhyos MUL 1m\nwhyos port 1f\nwhyos used 1\nwhyos robbed TEN\nwhyos ward 0 2m")
	f.Add("order whyos\nphase e\nwhyos money 99999")
	r, err := New()
	if err != nil {
		f.Fatal(err)
	}
	pos := NewPositions(r)
	f.Fuzz(func(t *testing.T, text string) {
		facts, err := pos.Parse(text)
		if err != nil {
			return
		}
		written := format(r, pos, facts)
		again, err := pos.Parse(written)
		if err != nil {
			t.Fatalf("%q is written %q: %v", text, written, err)
		}
		if twice := format(r, pos, again); twice != written {
			t.Fatalf("%q is written\n%q, then\n%q", text, written, twice)
		}
	})
}

func format(r Rules, pos Positions, facts []games.Fact) string {
	g := games.Erase(r).Start()
	for _, f := range facts {
		g.Evolve(f)
	}
	return pos.Format(g)
}

// A view is the reader's own: changing it changes nothing.
func TestViewsAreFresh(t *testing.T) {
	t.Parallel()
	r, _ := book(t)
	d := gamestest.Dice(5)
	s := midGame(t, r, &d)
	before := fmt.Sprintf("%+v", r.View(s, "whyos"))
	v, ok := r.View(s, "whyos").(View)
	if !ok || v.You != "whyos" || len(v.Gangs) != 2 || len(v.Quarters) != 18 || len(v.Spaces) != 4 {
		t.Fatalf("the view is not whole: %+v", v)
	}
	v.Order[0], v.Gangs[0].Members[0].Place, v.Quarters[0].Near[0] = "x", "x", "x"
	if after := fmt.Sprintf("%+v", r.View(s, "whyos")); after != before {
		t.Errorf("the state was changed through its view:\n%s\n%s", before, after)
	}
	if v, ok := r.View(s, games.Public).(View); !ok || v.You != "" {
		t.Errorf("the public is nobody, not %q", v.You)
	}
}

// What the view forecasts is what the next year pays.
func TestForecastHolds(t *testing.T) {
	t.Parallel()
	r, _ := book(t)
	for seed := range 40 {
		d := gamestest.Dice(seed)
		s := midGame(t, r, &d)
		s.Phase = phaseAlcohol
		for i := range s.Gangs {
			s.Gangs[i].Alcohol, s.Gangs[i].Year = 0, Year{}
		}
		want, start := r.incomes(r.ahead(s))["whyos"], s.gang("whyos").Money
		for s.Phase != phaseMoves && s.Phase != phaseOver {
			step := r.Next(s)
			if len(step.Due) > 0 {
				break
			}
			for _, f := range step.Auto {
				r.Evolve(s, f)
			}
		}
		if got := s.gang("whyos").Money - start; s.Phase == phaseMoves && got != want {
			t.Errorf("seed %d: forecast %d $, paid %d $", seed, want, got)
		}
	}
}
