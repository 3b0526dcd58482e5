package escrocs

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"fivepoints/games"
	"fivepoints/games/gamestest"
	"fivepoints/games/order"
)

// counter follows a random game fact by fact and checks what no position shows:
// sizes of steps, scorings and hands (invariants I3, I5 to I8 of the specification).
type counter struct {
	t        *testing.T
	before   *State // at the start of the turn
	state    *State
	rules    Rules
	received Counts
	prison   int
	turns    int // since the last refill
}

func (c *counter) fact(f games.Fact) {
	switch p := f.Pub.(type) {
	case TurnStarted:
		c.turn()
	case Full:
		c.prison = c.state.Prison.n()
	case Shared:
		c.received[c.rules.data.colour(p.Colour)] += p.N
	case Scored:
		c.scored(p)
	case Cleared:
		if c.received.n() != c.prison && c.state.Step != stepBegin {
			c.t.Errorf("of %d prisoners %d were shared out", c.prison, c.received.n())
		}
		c.received = Counts{}
	case SetFact:
		c.set(f.Type, p)
	case Refilled:
		c.turns = 0
	}
}

func (c *counter) scored(p Scored) {
	if p.Points != p.N*p.Kinds || p.Points > 7*c.prison || (p.Points > 0) != (p.N > 0) {
		c.t.Errorf("%+v cannot be: the prison held %d", p, c.prison)
	}
}

// set checks that only more cards beat, and that sets never grow.
func (c *counter) set(typ string, p SetFact) {
	old := c.before.Tables[c.rules.data.colour(p.Colour)]
	owner := c.before.seat(games.Seat(p.Seat))
	if typ == factBeaten && (old.Owner != owner || old.N != p.N) || typ == factLaid && old.N >= p.N {
		c.t.Errorf("%s %+v over %+v", typ, p, old)
	}
}

func rowCards(s *State) int {
	n := 0
	for _, row := range s.Rows {
		n += len(row)
	}
	return n
}

func (c *counter) turn() {
	if c.turns++; c.turns > 29 {
		c.t.Errorf("%d turns without a refill", c.turns)
	}
	c.before = c.state.clone()
}

func TestWhatNoPositionShows(t *testing.T) {
	t.Parallel()
	r, b := book(t)
	for seed := range 60 {
		d, n := gamestest.Dice(seed), 0
		c := counter{t: t, rules: r, state: &State{}, before: &State{}}
		err := gamestest.Play(b, setup(minSeats+seed%3), d.Pick, func(_ games.Game, facts []games.Fact) error {
			for _, f := range facts[n:] {
				c.fact(f)
				if _, isTurn := f.Pub.(TurnStarted); !isTurn {
					c.step(f)
				}
				r.Evolve(c.state, f)
			}
			n = len(facts)
			return nil
		})
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
}

// step checks rows and hands where a turn is over.
func (c *counter) step(f games.Fact) {
	if _, ok := f.Pub.(Turned); !ok {
		return
	}
	seat := c.state.Active
	taken, laid := 0, 0
	for col := range c.state.Hands[seat] {
		if set := c.state.Tables[col]; set.N > 0 && set != c.before.Tables[col] {
			laid += set.N
		}
	}
	imprisoned := c.state.Prison.n() - c.before.Prison.n()
	taken = rowCards(c.before) - rowCards(c.state) - imprisoned
	if got, want := c.state.Hands[seat].n(), c.before.Hands[seat].n()+taken-laid; got != want {
		c.t.Errorf("a hand of %d, %d taken and %d laid, is %d", c.before.Hands[seat].n(), taken, laid, got)
	}
	if taken < 1 || imprisoned < 1 {
		c.t.Errorf("a turn took %d and imprisoned %d", taken, imprisoned)
	}
}

// The mirror test: with all rows reversed and left and right changed about, the
// same orders give the mirrored game, until a refill (invariant I10).
func TestMirror(t *testing.T) {
	t.Parallel()
	r, b := book(t)
	for seed := range 40 {
		d := gamestest.Dice(seed)
		var s *State
		err := gamestest.Play(b, setup(3), d.Pick, func(_ games.Game, facts []games.Fact) error {
			if s == nil && len(facts) > 3 {
				s = &State{}
				for _, f := range facts {
					r.Evolve(s, f)
				}
			}
			return nil
		})
		if err != nil || s == nil {
			t.Fatal(err)
		}
		mirrored(t, r, s, &d)
	}
}

func mirrored(t *testing.T, r Rules, s *State, d *gamestest.Dice) {
	t.Helper()
	m := mirror(s)
	for s.anyPlayable() && s.Step != stepOver {
		step := r.Next(s)
		if step.Draw != nil {
			return
		}
		facts, other := step.Auto, r.Next(m).Auto
		if len(step.Due) > 0 {
			due := step.Due[0]
			options := append(r.Options(s, due.Seat, due.Kind).Lines, r.Default(s, due, 1))
			l := options[d.Pick(len(options))]
			facts, _ = r.Decide(s, due, l)
			other, _ = r.Decide(m, due, mirrorLine(l))
		}
		for _, f := range facts {
			r.Evolve(s, f)
		}
		for _, f := range other {
			r.Evolve(m, f)
		}
		if back := mirror(m); !reflect.DeepEqual(back.Rows, s.Rows) || back.Prison != s.Prison || !slices.Equal(back.Hands, s.Hands) || back.Tables != s.Tables {
			t.Fatalf("the mirror shows\n%+v\nnot\n%+v", back, s)
		}
	}
}

func mirror(s *State) *State {
	m := s.clone()
	for i := range m.Rows {
		slices.Reverse(m.Rows[i])
	}
	return m
}

func mirrorLine(l games.Line) games.Line {
	out := games.Line{Verb: l.Verb, Args: slices.Clone(l.Args)}
	for i, a := range out.Args {
		if a.Name == "end" {
			out.Args[i].Vals = []string{strings.NewReplacer("l", "r", "r", "l").Replace(a.Vals[0])}
		}
	}
	return out
}

// Golden example E-G1: runs of 2, 3, 1, 2, 1 and 1 cards are six groups of ten cards.
func TestGroups(t *testing.T) {
	t.Parallel()
	row := []Colour{0, 0, 1, 1, 1, 2, 0, 0, 3, 4}
	if g := groups(row); len(g) != 6 || g[1].n != 3 || !playable(row) || playable(row[:2]) || playable(nil) {
		t.Errorf("groups of %v: %v", row, g)
	}
}

func TestGamesThatCannotBeCreated(t *testing.T) {
	t.Parallel()
	r, _ := book(t)
	for _, s := range []games.Setup{
		{Seats: []games.Seat{"a"}},
		{Seats: []games.Seat{"a", "b", "c", "d", "e"}},
		{Seats: []games.Seat{"a", "a"}},
		{Seats: []games.Seat{"a", "vert"}},
		{Seats: []games.Seat{"a", "deposer"}},
		{Seats: []games.Seat{"a", "j2"}},
		{Seats: []games.Seat{"a", "moi"}},
		{Seats: []games.Seat{"a", "ou"}},
		{Seats: []games.Seat{"a", "b"}, Preset: "long"},
		{Seats: []games.Seat{"a", "b"}, Options: []games.KV{{Key: "scorings", Value: "4"}}},
		{Seats: []games.Seat{"a", "b"}, Options: []games.KV{{Key: "weather", Value: "fine"}}},
	} {
		if facts, err := r.New(s); err == nil {
			t.Errorf("%v was created: %v", s, facts)
		}
	}
}

func TestTheTableIsCheckedStrictly(t *testing.T) {
	t.Parallel()
	good, err := files.ReadFile("data/escrocs.toml")
	if err != nil {
		t.Fatal(err)
	}
	d, err := parseData(good)
	if err != nil || d.cards() != 105 {
		t.Fatalf("the deck has %d cards: %v", d.cards(), err)
	}
	for _, change := range [][2]string{
		{"scorings = 3", "scorings = 4"},
		{"scorings = 3", "scorings = 3\nweather = 1"},
		{"rows = 3", "rows = 0"},
		{"rows = 3", "rows = 9"},
		{"row_cards = 10", "row_cards = 1"},
		{"[3, 4, 5, 5]", "[3, 4, 5]"},
		{"[3, 4, 5, 5]", "[3, 4, 5, -1]"},
		{"[[2, 6], [6, 2]]", "[[2, 8]]"},
		{"[[2, 6], [6, 2]]", "[[30, 1]]"},
		{"[[2, 6], [6, 2]]", "[]"},
		{"[12, 6]", "[6, 12]"},
		{"[12, 6]", "[]"},
		{"id = \"grey\"", "id = \"green\""},
		{"fr = [\"gris\"", "fr = [\"vert\""},
		{"copies = 6", "copies = 0"},
		{"[\"lilas\"]", "[\"li\"]"},
		{"en = \"GY\"", "en = \"GN\""},
	} {
		text := strings.Replace(string(good), change[0], change[1], 1)
		if text == string(good) {
			t.Fatalf("the table holds no %q", change[0])
		}
		if _, err := parseData([]byte(text)); err == nil {
			t.Errorf("a table with %q was read", change[1])
		}
	}
	if _, err := parseData([]byte("colours = 3")); err == nil {
		t.Error("a table without colours was read")
	}
}

// A ruling changes lines of the position; no card may be lost or made.
func TestRulings(t *testing.T) {
	t.Parallel()
	r, b := book(t)
	g := gamestest.At(t, b, NewPositions(r), "seats sarah danny\nrow 1 YE OR\nrow 2 RE\nhand sarah 2GN\nscore danny 4\n")
	for _, bad := range []string{"hand sarah 3GN", "row 1 YE", "seats a b", "rest discard", "row 9 YE", "fish", "prison 25YE", "active danny", "turn 0"} {
		if _, err := g.Adjust(bad); err == nil {
			t.Errorf("the ruling %q was taken", bad)
		}
	}
	facts, err := g.Adjust("hand sarah GN # one less\nhand danny GN\n\nscore danny 6\nturn 9\nactive danny")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range facts {
		g.Evolve(f)
	}
	after := NewPositions(r).Format(g)
	for _, line := range []string{"hand sarah GN", "hand danny GN", "score danny 6", "turn 9", "active danny", "row 1 YE OR"} {
		if !strings.Contains(after, line+"\n") {
			t.Errorf("%q does not hold:\n%s", line, after)
		}
	}
	if err := g.Check(); err != nil {
		t.Error(err)
	}
	if _, err := b.Start().Adjust("turn 2"); err == nil {
		t.Error("a game without cards was changed")
	}
}

// What silence would bring is what it brings; which ends fill the prison is told.
func TestForecast(t *testing.T) {
	t.Parallel()
	r, b := book(t)
	g := gamestest.At(t, b, NewPositions(r), "seats sarah danny\nrow 1 2YE OR\nrow 2 RE GN\nprison 6YE 5OR\ntable danny 2OR\ntable sarah GN\n")
	got := fmt.Sprint(g.Forecast("sarah"))
	for _, part := range []string{"forecast.silence", "[1 orange]", "forecast.fills", "[1l]", "{rival int [6]}"} {
		if !strings.Contains(got, part) {
			t.Errorf("%q is not in %s", part, got)
		}
	}
	if more := fmt.Sprint(g.Forecast("danny"), g.Forecast(games.Public)); more != "[] []" {
		t.Errorf("who is not asked is told %s", more)
	}
}

// evil are values that no parser would let through.
var evil = []string{"", "0", "-1", "1", "99999999999999999999", "all", "3l", "9r", "3l 2 red", "1l 99 grey", "1r x y z", "?", "3 grey", "-3 grey", "0 yellow", "red"}

// Decide refuses any line without harm, whatever its arguments.
func FuzzDecide(f *testing.F) {
	f.Add(uint64(1), "take", "end", "3l 2 red", 0)
	f.Add(uint64(9), "lay", "n", "all", 3)
	f.Add(uint64(3), "give", "cards", "-1 grey", -1)
	r, err := New()
	if err != nil {
		f.Fatal(err)
	}
	position, err := NewPositions(r).Parse(short)
	if err != nil {
		f.Fatal(err)
	}
	b := games.Erase(started{r, position[0]})
	f.Fuzz(func(t *testing.T, seed uint64, verb, name, value string, stored int) {
		d := gamestest.Dice(seed)
		steps := d.Pick(30)
		l := games.Order(verb, name, value, "n", evil[d.Pick(len(evil))], "colour", evil[d.Pick(len(evil))], "end", evil[d.Pick(len(evil))])
		_ = gamestest.Play(b, setup(4), d.Pick, func(g games.Game, _ []games.Fact) error {
			if steps--; steps > 0 {
				return nil
			}
			for _, due := range g.Next().Due {
				due.Stored = stored
				try(t, g, due, l)
			}
			try(t, g, games.Decision{Seat: "nobody", Kind: kindTurn}, l)
			g.Test("sarah", games.Cond{Pred: verb, Args: l.Args})
			g.View(games.Seat(verb))
			g.Options("nobody", games.Kind(verb))
			return fmt.Errorf("enough")
		})
	})
}

func try(t *testing.T, g games.Game, d games.Decision, l games.Line) {
	facts, ref := g.Decide(d, l)
	if (ref == nil) == (len(facts) == 0) {
		t.Fatalf("%v: facts %v, refusal %v", l, facts, ref)
	}
	after := g.Clone()
	for _, f := range facts {
		after.Evolve(f)
	}
	if err := after.Check(); err != nil {
		t.Fatalf("%v: %v", l, err)
	}
}

// A position that can be read is written and read again the same.
func FuzzPosition(f *testing.F) {
	r, b := book(f)
	pos := NewPositions(r)
	gamestest.FuzzPositions(f, pos, func(_ *testing.T, text string, facts []games.Fact) games.Game {
		return gamestest.Started(b, append([]games.Fact{fact(factCreated, Created{Seats: pos.Seats(text)})}, facts...)...)
	}, short,
		"seats a b\nrow 1 YE OR\nstep draw 1l\nturn 3\nscore a 1 2\nshaken 2\nseen a YE\nhand a YE",
		"seats a b c\nstep begin\nrest discard\nactive c",
		"seats a b # and nobody else")
}

// Every order of the specification's section 10 is understood, in both languages.
func TestOrdersOfTheSpecification(t *testing.T) {
	t.Parallel()
	r, _ := book(t)
	p, err := order.New(r.Grammar(&State{Seats: []games.Seat{"sarah", "danny"}}))
	if err != nil {
		t.Fatal(err)
	}
	for _, pair := range [][2]string{
		{"PRENDS 3G", "TAKE 3L"},
		{"DEPOSE 2 VERT", "LAY 2 GREEN"},
		{"PRENDS 2D [3 JAUNE] DEPOSE TOUT JAUNE", "TAKE 2R [3 YELLOW] LAY ALL YELLOW"},
		{"PRENDS 1G [2 ROUGE], 1D, 2G", "TAKE 1L [2 RED], 1R, 2L"},
		{"PRENDS 1G > 1D > 3 GAUCHE", "take 1 left > 1 right > 3L"},
		{
			"SI 2D >= 3 JAUNE ALORS PRENDS 2D DEPOSE 5 JAUNE OU PRENDS 1G SINON PRENDS 3D",
			"IF 2R >= 3 YELLOW THEN TAKE 2R LAY 5 YELLOW OR TAKE 1L ELSE TAKE 3R",
		},
		{"SI TABLE Danny VERT >= 1 : DEPOSE TOUT VERT", "IF TABLE Danny GREEN >= 1 : LAY ALL GREEN"},
		{"SI TABLE J2 VERTE >= 1 : DEPOSE TOUT VERT", "IF TABLE P2 GREENS >= 1 : LAY ALL GREEN"},
		{"SI VOISIN 2D = 3 GRISES : PRENDS 2D", "IF NEXT 2R = 3 GRAY : TAKE 2R"},
		{"RENDS 3 GRIS, 2 BLEU", "RETURN 3 GREY, 2 BLUE"},
		{"TOUJOURS PRENDRE 1G", "ALWAYS TAKE 1L"},
		{"DEFAUT PRENEZ 1G", "DEFAULT TAKE 1L"},
	} {
		a, b := p.Parse(games.FR, []order.Input{{N: 1, Text: pair[0]}}), p.Parse(games.EN, []order.Input{{N: 1, Text: pair[1]}})
		if len(a.Lines) == 0 || !reflect.DeepEqual(a.Lines, b.Lines) {
			t.Errorf("%q is read %+v,\n%q is read %+v %v", pair[0], a.Notes, pair[1], b.Notes, b.Notes)
			continue
		}
		for _, lang := range []games.Lang{games.FR, games.EN} {
			back := p.Parse(lang, []order.Input{{N: 1, Text: p.FormatAll(a.Lines, lang)[0]}})
			if !reflect.DeepEqual(back.Lines, a.Lines) {
				t.Errorf("%q is written %q", pair[0], p.FormatAll(a.Lines, lang))
			}
		}
	}
}

// Every message has its sentence, and every sentence its message.
func TestEveryMessageHasItsSentence(t *testing.T) {
	t.Parallel()
	_, b := book(t)
	var told []games.Msg
	for seed := range 60 {
		d := gamestest.Dice(seed)
		told = append(told, gamestest.Told(t, b, setup(minSeats+seed%3), d.Pick)...)
	}
	keys := gamestest.KeysInCode(t, `"(escrocs\.(?:[a-z-]+\.)*[a-z-]+)"`)
	gamestest.Sentences(t, b, told, append(keys, "escrocs.rebuilt.given"), "escrocs.view.")
}
