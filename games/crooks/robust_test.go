package crooks

import (
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"fivepoints/games"
	"fivepoints/games/gamestest"
)

// evil are values that no parser would let through.
func evil() []string {
	return []string{"", "0", "-1", "1", "9", "10", "99999999999999999999", "D", "K", "C05", "C99", "max", "caid", "gang ", "gang N", "me", "tom", "nobody", "?", "hidden"}
}

// midGame plays a while until somebody owes a decision.
func midGame(t testing.TB, r Rules, d *gamestest.Dice) *State {
	t.Helper()
	s := &State{}
	facts, err := r.New(setupOf(2+d.Pick(3), variants(d.Pick(4096))...))
	if err != nil {
		t.Fatal(err)
	}
	for n := 6 + d.Pick(60); ; n-- {
		for _, f := range facts {
			r.Evolve(s, f)
		}
		step := r.Next(s)
		switch {
		case step.Over != nil || n < 0 && len(step.Due) > 0:
			return s
		case step.Draw != nil:
			facts = r.Drawn(s, *step.Draw, d.Draw(*step.Draw))
		case step.Auto != nil:
			facts = step.Auto
		default:
			facts = ask(t, r, s, step.Due[0], r.Styles()[d.Pick(2)], d.Pick)
		}
	}
}

func ask(t testing.TB, r Rules, s *State, d games.Decision, style string, pick func(int) int) []games.Fact {
	t.Helper()
	lines := r.Play(s, d.Seat, r.Windows(s)[0], style, pick)
	facts, ref := r.Decide(s, d, lines[0])
	if ref != nil {
		t.Fatalf("%s bot: %v is refused: %s", style, lines[0], ref.Rule)
	}
	return facts
}

// Decide refuses any line without harm, whatever its arguments; what it accepts
// keeps the invariants. Guards, views and options bear any words.
func FuzzDecide(f *testing.F) {
	f.Add(uint64(1), "recruit", "at", "D", "sel", "max")
	f.Add(uint64(9), "take", "sel", "C05", "to", "9")
	f.Add(uint64(3), "take", "sel", "killer", "kill", "me")
	f.Add(uint64(5), "take", "auto", "x", "spot", "Z")
	r, err := New()
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, seed uint64, verb, a, av, b, bv string) {
		d := gamestest.Dice(seed)
		s := midGame(t, r, &d)
		values := evil()
		l := games.Order(verb, a, av, b, bv, "to", values[d.Pick(len(values))], "at", values[d.Pick(len(values))], "sel", values[d.Pick(len(values))])
		for _, k := range []games.Kind{kindTurn, kindTake, "?"} {
			for _, seat := range []games.Seat{"tom", "pim", "nobody", games.Public} {
				tryLine(t, r, s, games.Decision{ID: "x", Seat: seat, Kind: k}, l)
				r.Options(s, seat, k)
				r.Play(s, seat, games.Window{Kinds: []games.Kind{k}}, verb, d.Pick)
			}
		}
		r.Test(s, "tom", games.Cond{Pred: verb, Args: l.Args})
		r.View(s, games.Seat(verb))
		r.Forecast(s, "tom")
	})
}

func tryLine(t *testing.T, r Rules, s *State, d games.Decision, l games.Line) {
	t.Helper()
	facts, ref := r.Decide(s, d, l)
	if (ref == nil) == (len(facts) == 0) {
		t.Fatalf("%v: facts %v, refusal %v", l, facts, ref)
	}
	if ref != nil {
		for _, near := range ref.Nearest {
			if _, again := r.Decide(s, d, near); again != nil {
				t.Fatalf("the nearest form %v is refused by %s", near, again.Rule)
			}
		}
		return
	}
	look := s.copied()
	for _, f := range facts {
		r.Evolve(look, f)
	}
	if err := r.Check(look); err != nil {
		t.Fatalf("%v: %v", l, err)
	}
}

func TestNewRefusesBadSetups(t *testing.T) {
	t.Parallel()
	r, _ := book(t)
	option := func(k, v string) []games.KV { return []games.KV{{Key: k, Value: v}} }
	for want, s := range map[string]games.Setup{
		"2 to 4":         setupOf(1),
		"two players":    {Seats: []games.Seat{"tom", "tom"}},
		"preset":         {Seats: setupOf(2).Seats, Preset: "quick"},
		"no option":      setupOf(2, option("weather", "on")...),
		"is one of":      setupOf(2, option("stack", "three")...),
		"edition 2016":   setupOf(3, option("edition", "2016")...),
		"needs your":     setupOf(2, option("deck", "owned")...),
		"goes with":      {Seats: setupOf(2).Seats, Data: "x"},
		`called "max"`:   {Seats: []games.Seat{"tom", "max"}},
		`called "rouge"`: {Seats: []games.Seat{"tom", "rouge"}},
		`called "c05"`:   {Seats: []games.Seat{"tom", "c05"}},
		`called "j2"`:    {Seats: []games.Seat{"tom", "j2"}},
		`called "a"`:     {Seats: []games.Seat{"tom", "a"}},
		`called "sinon"`: {Seats: []games.Seat{"tom", "sinon"}},
	} {
		if facts, err := r.New(s); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %+v gives %v, %v", want, s, facts, err)
		}
	}
}

// A group's own deck is taken when it can work, and refused when it cannot (data.load).
func TestOwnedDeck(t *testing.T) {
	t.Parallel()
	r, _ := book(t)
	text, err := os.ReadFile("data/crooks.toml")
	if err != nil {
		t.Fatal(err)
	}
	owned := func(old, replacement string) error {
		s := setupOf(2, games.KV{Key: "deck", Value: "owned"})
		s.Data = strings.Replace(string(text), old, replacement, 1)
		if s.Data == string(text) && old != "" {
			t.Fatalf("the deck holds no %q", old)
		}
		facts, err := r.New(s)
		if err == nil && !reflect.DeepEqual(facts[0].Pub.(Created).Deck[0].Name, strings.Split(s.Data[strings.Index(s.Data, `["C01", "`)+9:], `"`)[0]) {
			t.Errorf("%q: the game has another deck", replacement)
		}
		return err
	}
	for replacement, old := range map[string]string{"": "", "Nick Nickel": "Nickel Ned", "Éloi le Dur": "Nickel Ned", "St. Pat d’Ault": "Nickel Ned"} {
		if err := owned(old, replacement); err != nil {
			t.Errorf("%q: %v", replacement, err)
		}
	}
	for _, c := range []struct{ old, replacement, want string }{
		{`"C02"`, `"C01"`, "twice"},
		{"Penny Pope", "Nickel-Ned", "one name"},
		{`9, -3, "", ""`, `9, -3, "caid", ""`, "both the caid"},
		{"Penny Pope", "Penny Max", `"max" is a word`},
		{"Penny Pope", "Prends Pope", `"prends" is a word`},
		{"Penny Pope", "Al", "3 to 40"},
		{"Penny Pope", "---", "3 to 40"},
		{"Penny Pope", "C03", "3 to 40"},
		{"Penny Pope", "Penny\\nPope", "3 to 40"},
		{"Penny Pope", "Penny > 9", "3 to 40"},
		{"Penny Pope", "Penny  Pope", "3 to 40"},
		{"Penny Pope", " Penny Pope", "3 to 40"},
		{"crooks = [", "# " + strings.Repeat("x", 1<<20) + "\ncrooks = [", "more than"},
		{"bank_start = 6", "bank_start = 0", "run dry"},
		{"start_cash = 18", "start_cash = -1", "start_cash"},
		{"start_cash = 18", "begin_cash = 18", "unknown key"},
		{`"accomplice", "W"`, `"acrobat", "W"`, "no ability"},
		{`"accomplice", "W"`, `"accomplice", "X"`, "gangs are letters"},
		{`"accomplice", "W"`, `"accomplice", "WW"`, "gangs are letters"},
		{`1, 1, "accomplice"`, `1.5, 1, "accomplice"`, "small number"},
		{`1, 1, "accomplice"`, `0, 1, "accomplice"`, "level"},
		{`, "accomplice", "W"]`, `, "accomplice"]`, "5 columns"},
		{`  ["C32", "The Big Noise", 10, 0, "caid", ""],`, "", "31 crooks"},
		{"2 = [2, 2, 3, 4, 5]", "2 = [2, 2, 30]", "at most 9 places and 32"},
		{"2 = [2, 2, 3, 4, 5]", "2 = [0, 2]", "a pile of 0"},
		{"2 = [2, 2, 3, 4, 5]", "", "no piles for 2"},
		{"2 = [2, 0]", "2 = [2, 0, 1]", "seat_compensation"},
		{"crooks = [", "crooks = {", "reading the data file"},
	} {
		if err := owned(c.old, c.replacement); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v", c.replacement, err)
		}
	}
}

// A deck at its worst for the bank never empties it (invariant 5).
func TestBankHolds(t *testing.T) {
	t.Parallel()
	n := ruleNumbers{Pickpocket: 2}
	for thieves, want := range []int{0, 0, 1, 1, 2, 2} {
		if got := n.robbed(thieves); got != want {
			t.Errorf("%d pickpockets rob %d, not %d", thieves, got, want)
		}
	}
}

// A moderator's change is a position: lines replace what they name.
func TestAdjust(t *testing.T) {
	t.Parallel()
	r, b := book(t)
	d := gamestest.Dice(8)
	s := midGame(t, r, &d)
	before := s.copied()
	facts, err := r.Adjust(s, s.Seats[0].ID+" cash 11\nbank 4")
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(s, before) {
		t.Error("asking for a change changed the position")
	}
	r.Evolve(s, facts[0])
	if s.Seats[0].Cash != 11 || s.Bank != 4 || r.Check(s) != nil || s.Turn != before.Turn || len(s.Piles) != len(before.Piles) {
		t.Errorf("%+v", s)
	}
	for _, bad := range []string{"nobody cash 3", "tom", "tom cash x", "pile K C01", "pile A C99", "tom 10 C01", "turn x", "turn 5 nobody", "paid K", "tom 9 C02 C02", "tom seen A", "tom 9 -C32", "bank"} {
		if _, err := r.Adjust(s, bad); err == nil {
			t.Errorf("%q was taken", bad)
		}
	}
	if pos := NewPositions(r).Format(b.Start()); !strings.Contains(pos, "phase") {
		t.Errorf("the empty position is %q", pos)
	}
}

// What silence brings is what Default does.
func TestForecastComesTrue(t *testing.T) {
	t.Parallel()
	r, _ := book(t)
	told := 0
	for seed := range 100 {
		d := gamestest.Dice(seed)
		s := midGame(t, r, &d)
		due := r.Next(s).Due
		if len(due) == 0 {
			continue
		}
		m := r.Forecast(s, due[0].Seat)
		facts, ref := r.Decide(s, due[0], r.Default(s, due[0], 1))
		if ref != nil || len(m) != 1 {
			t.Fatalf("seed %d: %v, %v", seed, m, ref)
		}
		for _, o := range s.Seats {
			if games.Seat(o.ID) != due[0].Seat && len(r.Forecast(s, games.Seat(o.ID))) > 0 {
				t.Errorf("%s is told what awaits another", o.ID)
			}
		}
		paid, isPaid := facts[0].Pub.(Paid)
		if isPaid && !slices.ContainsFunc(m[0].Args, func(a games.MsgArg) bool { return a.Name == "place" && a.Vals[0] == paid.Place }) {
			t.Errorf("seed %d: %v, then %v", seed, m, paid)
		}
		told++
	}
	if told < 50 {
		t.Errorf("only %d forecasts", told)
	}
}

// Mails that may still come are known ahead: every mail that opens was.
func TestAheadNamesEveryMail(t *testing.T) {
	t.Parallel()
	r, b := book(t)
	for seed := range 30 {
		d := gamestest.Dice(seed)
		if err := gamestest.Play(b, setupOf(2+seed%3, variants(seed*7)...), d.Pick, gamestest.Announced()); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
	if len(r.Ahead(&State{Phase: phaseOver})) != 0 {
		t.Error("mails are expected after the end")
	}
}
