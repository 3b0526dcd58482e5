package newyork1890

import (
	"testing"

	"fivepoints/games"
	"fivepoints/games/gamestest"
	"fivepoints/games/order"
)

// evil are values that no parser would let through.
var evil = []string{"", "0", "-1", "1", "99999999999999999999", "all", "2m1f", "hq", "MUL", "HAR", "port", "?", "MUL m", "3 knife", "first", "whyos", "traffic"}

// Decide refuses any line without harm, whatever its arguments (invariant 17).
func FuzzDecide(f *testing.F) {
	f.Add(uint64(1), "move", "group", "2", "path", "FVP")
	f.Add(uint64(9), "rob", "who", "9", "at", "hq")
	f.Add(uint64(3), "buy", "arms", "-1 knife", "swap", "99")
	r, err := New()
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, seed uint64, verb, a, av, b, bv string) {
		d := gamestest.Dice(seed)
		s := midGame(t, r, &d)
		l := games.Order(verb, a, av, b, bv, "from", evil[d.Pick(len(evil))], "at", evil[d.Pick(len(evil))])
		for _, k := range []games.Kind{
			kindMove, kindAction, kindLosses, kindReturn, kindSupply, kindBattle, kindDefend, kindRetreat, kindSpoils, kindWar, kindAnswer,
			kindPolice, kindBribe, kindCare, kindFavour, kindDraft, kindRig, kindOffer, kindPact, kindLend, "?",
		} {
			for _, seat := range []games.Seat{"whyos", "nobody", games.Public} {
				tryLine(t, r, s, games.Decision{ID: "x/barrel", Seat: seat, Kind: k}, l)
				r.Options(s, seat, k)
			}
		}
		r.Test(s, "whyos", games.Cond{Pred: verb, Args: l.Args})
		r.View(s, games.Seat(verb))
	})
}

// tryLine judges a line; what is legal must keep the invariants.
func tryLine(t *testing.T, r Rules, s *State, d games.Decision, l games.Line) {
	facts, ref := r.Decide(s, d, l)
	if (ref == nil) == (len(facts) == 0) {
		t.Fatalf("%v: facts %v, refusal %v", l, facts, ref)
	}
	if ref != nil || d.Kind == kindLosses || d.Seat != "whyos" {
		return
	}
	look := s.clone()
	for _, f := range facts {
		r.Evolve(look, f)
	}
	if err := r.Check(look); err != nil {
		t.Fatalf("%v: %v", l, err)
	}
}

// midGame plays a while until the Whyos have the word.
func midGame(t testing.TB, r Rules, d *gamestest.Dice) *State {
	t.Helper()
	s := &State{}
	facts, err := r.New(games.Setup{Seats: []games.Seat{"whyos", "eastman"}})
	if err != nil {
		t.Fatal(err)
	}
	for n := d.Pick(120); n >= 0 || s.current() == nil || s.current().ID != "whyos"; n-- {
		for _, f := range facts {
			r.Evolve(s, f)
		}
		step := r.Next(s)
		switch {
		case step.Over != nil:
			return s
		case step.Draw != nil:
			facts = r.Drawn(s, *step.Draw, d.Draw(*step.Draw))
		case step.Auto != nil:
			facts = step.Auto
		default:
			facts = answers(t, r, s, step.Due, d)
		}
		if n < 0 && s.current() != nil && s.current().ID == "whyos" {
			break
		}
	}
	return s
}

// answers answers the first decision, and with it all that are sealed together.
func answers(t testing.TB, r Rules, s *State, due []games.Decision, d *gamestest.Dice) []games.Fact {
	t.Helper()
	var facts []games.Fact
	for i, dec := range due {
		if i == 0 || dec.Sealed != "" {
			facts = append(facts, answer(t, r, s, dec, d)...)
		}
	}
	return facts
}

func answer(t testing.TB, r Rules, s *State, dec games.Decision, d *gamestest.Dice) []games.Fact {
	t.Helper()
	l := r.Default(s, dec, 1)
	if o := r.Options(s, dec.Seat, dec.Kind).Lines; len(o) > 0 && d.Pick(3) > 0 {
		l = o[d.Pick(len(o))]
	}
	facts, ref := r.Decide(s, dec, l)
	if ref != nil {
		t.Fatalf("%v refused: %v", l, ref)
	}
	return facts
}

// A mangled sheet never stops a game (invariant 17), and legal play of it keeps
// the invariants.
func TestNearestFormsAreLegal(t *testing.T) {
	t.Parallel()
	r, _ := book(t)
	p := parser(t, r.Grammar(&State{}))
	tried := 0
	for seed := range 300 {
		d := gamestest.Dice(seed)
		s := midGame(t, r, &d)
		for _, text := range []string{
			"move 9 MUL -> FVP", "move 2 MUL -> FVP -> CHP -> FWD -> SEV -> LES -> BOW -> ELZ -> MER", "move 1 MUL -> SEV",
			"move 1 MUL -> port -> FVP", "open boxing MUL", "rob FVP 5", "recruit 4 (4m)", "buy 9 pistols", "recruit 1 swap 6", "close MUL", "buy 2 sticks, 1 knife",
		} {
			l := parseOne(t, p, games.EN, text)
			kind := kindAction
			if l.Verb == "move" {
				kind = kindMove
			}
			_, ref := r.Decide(s, games.Decision{ID: "x", Seat: "whyos", Kind: kind}, l)
			if ref == nil {
				continue
			}
			tried += checkNearest(t, r, s, p, kind, ref)
		}
	}
	if tried < 100 {
		t.Errorf("only %d nearest forms were tried", tried)
	}
}

func checkNearest(t *testing.T, r Rules, s *State, p *order.Parser, kind games.Kind, ref *games.Refusal) int {
	t.Helper()
	if ref.Rule == "" || len(ref.Nearest) > 3 {
		t.Errorf("refusal without a rule, or with too many ways out: %+v", ref)
	}
	for _, near := range ref.Nearest {
		parseOne(t, p, games.FR, p.Format(near, games.FR))
		if _, again := r.Decide(s, games.Decision{ID: "x", Seat: "whyos", Kind: kind}, near); again != nil {
			t.Errorf("%s: the nearest form %v is refused by %s", ref.Rule, near, again.Rule)
		}
	}
	return len(ref.Nearest)
}

func TestNewRefusesBadSetups(t *testing.T) {
	t.Parallel()
	r, _ := book(t)
	two := []games.Seat{"whyos", "eastman"}
	for _, s := range []games.Setup{
		{Seats: two[:1]},
		{Seats: []games.Seat{"whyos", "whyos"}},
		{Seats: []games.Seat{"whyos", "gophers"}},
		{Seats: two, Preset: "base8"},
		{Seats: two, Options: []games.KV{{Key: "pacts", Value: "maybe"}}},
		{Seats: two, Options: []games.KV{{Key: "data", Value: "owned"}}},
		{Seats: two, Data: "version = \"mine\""},
		{Seats: two, Options: []games.KV{{Key: "rounds", Value: "0"}}},
		{Seats: two, Options: []games.KV{{Key: "rounds", Value: "+7"}}},
		{Seats: two, Options: []games.KV{{Key: "weather", Value: "on"}}},
	} {
		if facts, err := r.New(s); err == nil {
			t.Errorf("%+v gives %v", s, facts)
		}
	}
}

func BenchmarkEvolve(b *testing.B) {
	_, bk := book(b)
	gamestest.BenchEvolve(b, bk, games.Setup{Game: "t", Seats: six()})
}
