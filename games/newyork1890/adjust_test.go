package newyork1890

import (
	"fmt"
	"strings"
	"testing"

	"fivepoints/games"
	"fivepoints/games/gamestest"
)

// adjustments holds a change of every item, to something and to nothing.
func adjustments() []Adjusted {
	var out []Adjusted
	for _, item := range []string{"money", "alcohol", "barrels", "kilos", "knives", "pistols", "influence", "actions", "used", "sobered", "favours", "booth"} {
		out = append(out, Adjusted{Item: item, Gang: "whyos", From: Value{N: 1}, To: Value{N: 2}})
	}
	one := Value{N: 1, Sexes: Sexes{1, 0}, Tokens: []Token{{"whyos", "FVP", "fence"}}, List: []string{"FVP"}}
	for _, item := range []string{"members", "ward", "tombs", "token", "robbed", "role"} {
		out = append(out, Adjusted{item, "whyos", "FVP", "quack", 1, Value{}, one}, Adjusted{item, "whyos", "FVP", "quack", 1, one, Value{}})
	}
	return append(out, Adjusted{Item: "police", To: one}, Adjusted{Item: "order", To: Value{List: []string{"whyos"}}},
		Adjusted{Item: "option", Role: "police", From: Value{List: []string{"on"}}, To: Value{List: []string{"off"}}},
		Adjusted{Item: "pawn", To: Value{List: []string{"whyos"}}}, Adjusted{Item: "pawn"},
		Adjusted{Item: "pact", Role: "nowar", To: Value{List: []string{"whyos", "eastman"}}}, Adjusted{Item: "pact", Role: "nowar"})
}

// position folds a position of two gangs in the base game.
func position(t *testing.T, r Rules, text string) *State {
	t.Helper()
	facts, err := r.New(games.Setup{Seats: []games.Seat{"whyos", "eastman"}})
	if err != nil {
		t.Fatal(err)
	}
	more, err := NewPositions(r).Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	s := &State{}
	for _, f := range append(facts, more...) {
		r.Evolve(s, f)
	}
	return s
}

const adjustable = `order whyos eastman
year 1893
police CHP CHP CHP
whyos money 5
whyos MUL 3m2f
whyos barrels 2
whyos token FVP brothel
whyos token FVP still
whyos role quack 1m
whyos robbed MUL
whyos ward 1 1m
eastman token LES fence
eastman COR 2m
`

// Each item replaces what it names and nothing else; the position stays sound.
func TestAdjust(t *testing.T) {
	t.Parallel()
	r, b := book(t)
	pos := NewPositions(r)
	for _, c := range []struct{ items, want, gone string }{
		{"whyos money 12", "whyos money 12", "whyos money 5"},
		{"whyos money 0\nwhyos money 3", "whyos money 3", "whyos money 5"},
		{"whyos MUL 1f", "whyos MUL 1f", "whyos MUL 3m2f"},
		{"whyos MUL 0", "", "whyos MUL "},
		{"whyos port 1m  # a note\n\n", "whyos port 1m", ""},
		{"whyos barrels 0\nwhyos kilos 3", "whyos kilos 3", "whyos barrels 2"},
		{"whyos alcohol 11\nwhyos pistols 2\nwhyos influence 1", "whyos alcohol 11", ""},
		{"whyos token FVP none", "", "whyos token FVP"},
		{"whyos token FVP fence", "whyos token FVP fence", "whyos token FVP brothel"},
		{"whyos token LES racket", "whyos token LES racket", "eastman token LES fence"},
		{"whyos role quack none\nwhyos role cabman 1f", "whyos role cabman 1f", "whyos role quack"},
		{"whyos robbed MUL none\nwhyos robbed FVP", "whyos robbed FVP", "whyos robbed MUL"},
		{"whyos ward 1 0\nwhyos tombs 2 2m", "whyos tombs 2 2m", "whyos ward"},
		{"police FVP MUL CHP", "police FVP MUL CHP", "police CHP"},
		{"order eastman whyos", "order eastman whyos", ""},
	} {
		s := position(t, r, adjustable)
		before := fmt.Sprintf("%+v", s)
		facts, err := r.Adjust(s, c.items)
		if err != nil {
			t.Errorf("%s: %v", c.items, err)
			continue
		}
		if fmt.Sprintf("%+v", s) != before {
			t.Errorf("%s: the state was changed before its facts", c.items)
		}
		g := b.Start()
		g.Evolve(fact(factPosition, PositionSet{s.Board}))
		for _, f := range facts {
			g.Evolve(f)
		}
		if err := g.Check(); err != nil {
			t.Errorf("%s: %v", c.items, err)
		}
		after := pos.Format(g)
		if !strings.Contains(after, c.want+"\n") || (c.gone != "" && strings.Contains(after, c.gone)) {
			t.Errorf("%s: gives\n%s", c.items, after)
		}
	}
}

func TestAdjustRefuses(t *testing.T) {
	t.Parallel()
	r, _ := book(t)
	for _, c := range []struct{ items, why string }{
		{"", "no item"},
		{"whyos money 3\nwhyos weather 3", "line 2"},
		{"whyos money -1", "line 1"},
		{"rabbits money 1", "line 1"},
		{"whyos MUL", "line 1"},
		{"whyos FVP 6m", "invariant 3"},
		{"whyos money 9\nwhyos HAR 1m\nwhyos alcohol 2", "line 2"},
		{"whyos alcohol 12", "dial"},
		{"whyos ward 2 1m", "invariant 12"},
		{"whyos token CHP fence", "invariant 4"},
		{"whyos token MUL none", "no token"},
		{"whyos token MUL castle", "no activity"},
		{"whyos role quack 2m", "one member"},
		{"police FVP MUL", "invariant 11"},
		{"order whyos", "invariant 10"},
		{"year 1895", "line 1"},
		{strings.Repeat("whyos money 1\n", maxItems+1), "at most"},
	} {
		facts, err := r.Adjust(position(t, r, adjustable), c.items)
		if err == nil || !strings.Contains(err.Error(), c.why) {
			t.Errorf("%q: %v, %v; it should say %q", c.items, facts, err, c.why)
		}
	}
	s := position(t, r, adjustable)
	s.Robbery = &Robbery{Gang: "whyos", Place: "MUL", Sexes: Sexes{1, 0}}
	if _, err := r.Adjust(s, "whyos money 1"); err == nil {
		t.Error("a position is changed in the middle of a robbery")
	}
	s = position(t, r, adjustable)
	s.gang("eastman").Out = true
	if _, err := r.Adjust(s, "eastman money 1"); err == nil || !strings.Contains(err.Error(), "the gang eastman is out of the game") {
		t.Errorf("an eliminated gang gets money: %v", err)
	}
}

// No text makes Adjust fail otherwise than by an error, or leave a wrong position.
func FuzzAdjust(f *testing.F) {
	for _, text := range []string{"whyos money 3", "whyos MUL 2m\npolice A B C", "whyos token FVP none", "order a", "eastman role cabman 1f"} {
		f.Add(text)
	}
	r, err := New()
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s := position(t, r, adjustable)
		facts, err := r.Adjust(s, text)
		if err != nil {
			return
		}
		for _, f := range facts {
			r.Evolve(s, f)
		}
		if err := r.Check(s); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		r.Narrate(s, facts, games.Public)
	})
}

// Whatever changes a gang's money is told as a payment of the ledger's source.
func TestPaymentsAreTheLedger(t *testing.T) {
	t.Parallel()
	r, b := book(t)
	for seed := range 20 {
		d := gamestest.Dice(seed)
		setup := games.Setup{Game: "t", Seats: []games.Seat{"whyos", "eastman", "rabbits"}, Options: anyOptions(&d)}
		last := func(g games.Game, facts []games.Fact) error {
			if g.Next().Over == nil {
				return nil
			}
			return paidAsBooked(r, facts)
		}
		if err := gamestest.Play(b, setup, d.Pick, last); err != nil {
			t.Fatal(seed, err)
		}
	}
	facts, err := r.Adjust(position(t, r, adjustable), "whyos money 2")
	if err != nil || len(facts) != 1 || len(Payments(facts[0])) != 1 || Payments(facts[0])[0] != (Payment{"whyos", ruling, -3}) {
		t.Errorf("a ruling on money is told as %v, %v", facts, err)
	}
}

func paidAsBooked(r Rules, facts []games.Fact) error {
	s, told := &State{}, map[string]int{}
	for _, f := range facts {
		r.Evolve(s, f)
		for _, p := range Payments(f) {
			told[p.Gang+p.Source] += p.Sum
		}
	}
	for _, g := range s.Gangs {
		for _, e := range g.Ledger {
			if told[g.ID+e.Source] != e.Sum {
				return fmt.Errorf("%s: %s sums to %d, the ledger says %d", g.ID, e.Source, told[g.ID+e.Source], e.Sum)
			}
		}
	}
	return nil
}
