package noxford

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"fivepoints/games"
	"fivepoints/games/gamestest"
	"fivepoints/games/order"
)

// Bot games keep what no position shows: sizes, bounds, sums (I5, I8, I10).
func TestWhatNoPositionShows(t *testing.T) {
	t.Parallel()
	r, b := book(t)
	for seed := range gamestest.Runs(300, 500) {
		d := gamestest.Dice(seed)
		n := minSeats + seed%3
		s, turns := &State{}, 0
		masters := map[Card]Rect{}
		for _, f := range gamestest.Bots(t, b, setup(n), []string{styleRandom}, d.Pick) {
			r.Evolve(s, f)
			switch f.Pub.(type) {
			case Placed, Covered:
				turns++
			}
			for _, st := range s.City {
				if top := st.top(); top.master() {
					if old, ok := masters[top]; ok && old != st.Rect {
						t.Fatalf("seed %d: %s moved", seed, top.id())
					}
					masters[top] = st.Rect
				}
			}
			for m, at := range masters {
				if i := s.city().stackOf(m); i < 0 || s.City[i].Rect != at {
					t.Fatalf("seed %d: %s left its place", seed, m.id())
				}
			}
		}
		if turns > 9*n+14 {
			t.Fatalf("seed %d: %d turns of %d players", seed, turns, n)
		}
		checkSum(t, s, seed)
	}
}

func checkSum(t *testing.T, s *State, seed int) {
	t.Helper()
	symbols, points := 0, 0
	for _, q := range s.Won {
		symbols += q.Symbols
		if q.Bonus != 0 && q.Bonus != 2 || q.Seat == "" && q.Symbols > 0 {
			t.Fatalf("seed %d: %+v", seed, q)
		}
		points += q.Symbols + q.Bonus
	}
	for _, score := range s.Scores {
		points -= score.Points
	}
	if symbols > 24 || points != 0 {
		t.Fatalf("seed %d: %d symbols, %d points too many", seed, symbols, points)
	}
	full := 0
	for i := range s.Seats {
		if s.placed(i) == perColour {
			full++
		}
	}
	if full != 1 || s.Why != "noxford.over.tenth" {
		t.Fatalf("seed %d: %d seats have placed all, the end is %s", seed, full, s.Why)
	}
}

// Every mail is announced before it opens.
func TestMailsAreAnnounced(t *testing.T) {
	t.Parallel()
	_, b := book(t)
	for seed := range 12 {
		d := gamestest.Dice(seed)
		with := games.KV{Key: "align", Value: []string{alignWide, alignStrict}[seed%2]} // the strict reading makes seats pass
		if err := gamestest.Play(b, setup(minSeats+seed%3, with), d.Pick, gamestest.Announced()); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
}

// The specification's greedy bot beats random ones nearly always.
func TestGreedBeatsChance(t *testing.T) {
	t.Parallel()
	r, b := book(t)
	won, of := 0, gamestest.Runs(40, 120)
	for seed := range of {
		d := gamestest.Dice(seed)
		tally := r.Tally(gamestest.Bots(t, b, setup(2), []string{styleGreedy, styleRandom}, d.Pick))
		if tally.Winners[0] == "ann" {
			won++
		}
	}
	if won*100 < 90*of {
		t.Errorf("greedy won %d of %d games", won, of)
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
		{Seats: []games.Seat{"a", "blue"}},
		{Seats: []games.Seat{"a", "s3"}},
		{Seats: []games.Seat{"a", "k1"}},
		{Seats: []games.Seat{"a", "n12h"}},
		{Seats: []games.Seat{"a", "poser"}},
		{Seats: []games.Seat{"a", "engrenage"}},
		{Seats: []games.Seat{"a", "j2"}},
		{Seats: []games.Seat{"a", "b"}, Preset: "long"},
		{Seats: []games.Seat{"a", "b"}, Options: []games.KV{{Key: "align", Value: "loose"}}},
		{Seats: []games.Seat{"a", "b"}, Options: []games.KV{{Key: "colours", Value: "RRBO"}}},
		{Seats: []games.Seat{"a", "b"}, Options: []games.KV{{Key: "deck", Value: "owned"}}},
		{Seats: []games.Seat{"a", "b"}, Data: "table = [26, 26]"},
		{Seats: []games.Seat{"a", "b"}, Options: []games.KV{{Key: "weather", Value: "fine"}}},
	} {
		if facts, err := r.New(s); err == nil {
			t.Errorf("%v was created: %v", s, facts)
		}
	}
}

// A group's own data file is checked strictly, and a game is made of it.
func TestOwnData(t *testing.T) {
	t.Parallel()
	r, _ := book(t)
	good, err := files.ReadFile("data/noxford.toml")
	if err != nil {
		t.Fatal(err)
	}
	own := games.Setup{Game: "own", Seats: []games.Seat{"ann", "bob"}, Options: []games.KV{{Key: "deck", Value: "owned"}}}
	for _, change := range [][2]string{
		{"table = [26, 26]", "table = [53, 26]"},
		{"table = [26, 26]", "table = [26]"},
		{"table = [26, 26]", "table = [26, 4]"},
		{`"L11V", "N12H"`, `"L11V"`},
		{`"L11V", "N12H"`, `"L11V", "N14H"`}, // a corner
		{`"L11V", "N12H"`, `"L11V", "P12H"`},
		{`"L11V", "N12H"`, `"L11V", "M12H"`},
		{`"L11V", "N12H"`, `"L11V", "N10H"`}, // touching, nothing in line
		{`"L11V", "N12H"`, `"Y25V", "Z26H"`},
		{`align = "wide"`, `align = "loose"`},
		{`align = "wide"`, "align = \"wide\"\nweather = 1"},
		{`"diamond", "bottle", "airship", "watch"]`, `"diamond", "bottle", "airship"]`},
		{`"diamond", "bottle", "airship", "watch"]`, `"diamond", "bottle", "airship", "watch", "watch"]`},
		{`["rouge", "red", "diamond"]`, `["rouge", "red", "moon"]`},
		{`["rouge", "red", "diamond"]`, `["cramoisi", "crimson", "diamond"]`},
		{`["rouge", "red", "diamond"]`, `["rouge", "red"]`},
		{`["rouge", "red", "diamond"]`, `["rouge", "red", 3]`},
		{"M = [4, 1, 0, 2]", "M = [4, 2, 0, 2]"},
		{"M = [4, 1, 0, 2]", "M = [4, 1, 1, 2]"},
		{"M = [4, 1, 0, 2]", "M = [4, 1, 0, 0]"},
		{"S = [1, 4, 2, 1]", "S = [1, 4, 5, 1]"},
		{"S = [1, 4, 2, 1]", "S = [1, 4, -1, 1]"},
		{"S = [1, 4, 2, 1]", "S = [1, 4, 2, 3]"},
		{"S = [1, 4, 2, 1]", "S = [1, 4, 2, 1]\nX = [1, 4, 2, 1]"},
		{`Q05 = ["quarter", ["diamond", "bottle"], false]`, ""},
		{`Q05 = ["quarter", ["diamond", "bottle"], false]`, `Q05 = ["quarter", ["diamond", "diamond"], false]`},
		{`Q05 = ["quarter", ["diamond", "bottle"], false]`, `Q05 = ["quarter", ["diamond", "bottle", "watch"], false]`},
		{`Q05 = ["quarter", ["diamond", "bottle"], false]`, `Q05 = ["barracks", [], false]`},
		{`Q05 = ["quarter", ["diamond", "bottle"], false]`, `Q05 = ["quarter", "diamond", false]`},
		{`K3 = ["barracks", [], false]`, `K3 = ["barracks", ["watch"], false]`},
		{`K3 = ["barracks", [], false]`, "K3 = [\"barracks\", [], false]\nK4 = [\"barracks\", [], false]"},
	} {
		own.Data = strings.Replace(string(good), change[0], change[1], 1)
		if own.Data == string(good) {
			t.Fatalf("the table holds no %q", change[0])
		}
		if _, err := r.New(own); err == nil {
			t.Errorf("a data file with %q was read", change[1])
		}
	}
	own.Data = strings.NewReplacer("L = [3, 2, 0, 1]", "L = [3, 2, 2, 1]", `"watch"`, `"moon"`, "[26, 26]", "[30, 28]").Replace(string(good))
	facts, err := r.New(own)
	if err != nil {
		t.Fatal(err)
	}
	c := facts[0].Pub.(Created)
	if c.Deck.Columns != 30 || c.Deck.Favourites[3] != "moon" || !reflect.DeepEqual(c.Deck.Gears, []string{"L1", "L2", "S3", "S4"}) || c.Data == r.data.Hash {
		t.Errorf("the game is made of %+v", c.Deck)
	}
}

// A deck with gears on Lieutenants: covering triggers them, unless cover_gear=no
// (gear.cover).
func TestGearsThatCover(t *testing.T) {
	t.Parallel()
	r, _ := book(t)
	for value, want := range map[string]bool{"yes": true, "no": false} {
		s := at(t, r, fixture, games.KV{Key: "cover_gear", Value: value})
		s.Deck.Gears = append(s.Deck.Gears, "L1")
		l := games.Order(verbCover, "target", "O-S2", "with", "L1", "move", "B-S1", "to", "I7V")
		facts, ref := r.Decide(s, games.Decision{Seat: "ann", Kind: kindAction}, l)
		if got := ref == nil && len(facts) == 3; got != want {
			t.Errorf("cover_gear=%s: %v, refused %v", value, facts, ref)
		}
	}
}

// at is a state in a position, with an option.
func at(t *testing.T, r Rules, text string, with ...games.KV) *State {
	t.Helper()
	facts, err := NewPositions(r).Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	created, err := r.New(setup(len(NewPositions(r).Seats(text)), with...))
	if err != nil {
		t.Fatal(err)
	}
	s := &State{}
	for _, f := range append(created, facts...) {
		r.Evolve(s, f)
	}
	return s
}

// Every order of the specification's section 10 is understood, in both languages.
func TestOrdersOfTheSpecification(t *testing.T) {
	t.Parallel()
	r, _ := book(t)
	s := &State{Deck: r.data.Deck}
	s.sit([]Player{{"ann", "R"}, {"bob", "B"}, {"cleo", "O"}, {"dora", "V"}})
	p, err := order.New(r.Grammar(s))
	if err != nil {
		t.Fatal(err)
	}
	for _, pair := range [][2]string{
		{"POSE S1 N10H", "PLACE S1 N10H"},
		{"POSE Q05 L14H", "PLACE Q05 L14H"},
		{"POSEZ q5 l14h", "place Q05 L14H"},
		{"POSE S3 N9V ENGRENAGE K1 VERS R11V", "PLACE S3 N9V GEAR K1 TO R11V"},
		{"Poser S3* n9v engrenage L14H -> R11V", "PLACE S3 N9V GEAR L14H TO R11V"},
		{"POSE Q01 N9V ENGRENAGE O-L1 SUR B-S2", "PLACE Q01 N9V GEAR O-L1 ON B-S2"},
		{"POSE Q01 N9V ENGRENAGE ORANGE-L1 SUR BLEU-S2", "PLACE Q01 N9V GEAR ORANGE-L1 ON BLUE-S2"},
		{"RECOUVRE O-S2 AVEC L1", "COVER O-S2 WITH L1"},
		{"RECOUVREZ VERT-S2 AVEC L1 SANS ENGRENAGE", "COVER GREEN-S2 WITH L1 NO GEAR"},
		{"POSE M J11V", "PLACE M J11V"},
		{"ENGRENAGE K1 VERS R11V", "GEAR K1 TO R11V"},
		{"SANS ENGRENAGE", "NO GEAR"},
		{
			"SI LIBRE N10H ALORS POSE S1 N10H OU POSE S1 N9V SINON RECOUVRE O-S2 AVEC G1",
			"IF FREE N10H THEN PLACE S1 N10H OR PLACE S1 N9V ELSE COVER O-S2 WITH G1",
		},
		{"SI VISIBLE B-L1 ET BLOQUEE O-S2 ET MARCHE Q05: POSE Q05 N9V", "IF VISIBLE B-L1 AND LOCKED O-S2 AND MARKET Q05: PLACE Q05 N9V"},
		{"DEFAUT POSE S1 N10H", "DEFAULT PLACE S1 N10H"},
	} {
		a, b := p.Parse(games.FR, []order.Input{{N: 1, Text: pair[0]}}), p.Parse(games.EN, []order.Input{{N: 1, Text: pair[1]}})
		if len(a.Lines) == 0 || !reflect.DeepEqual(a.Lines, b.Lines) {
			t.Errorf("%q is read %+v,\n%q is read %+v", pair[0], a.Notes, pair[1], b.Notes)
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
	for seed := range 30 {
		d := gamestest.Dice(seed)
		told = append(told, gamestest.Told(t, b, setup(minSeats+seed%3), d.Pick)...)
	}
	gamestest.Sentences(t, b, told, gamestest.KeysInCode(t, `"(noxford\.(?:[a-z-]+\.)*[a-z-]+)"`), "noxford.view.")
}

// Lines of a bot are orders that people could type.
func TestBotsWriteOrders(t *testing.T) {
	t.Parallel()
	r, b := book(t)
	d := gamestest.Dice(5)
	err := gamestest.Play(b, setup(4), d.Pick, func(g games.Game, _ []games.Fact) error {
		if len(g.Windows()) == 0 || d.Pick(6) > 0 {
			return nil
		}
		w := g.Windows()[0]
		p, err := order.New(g.Grammar())
		if err != nil {
			return err
		}
		for _, l := range g.Play(w.Seats[0], w, styleRandom, d.Pick) {
			back := p.Parse(games.FR, []order.Input{{N: 1, Text: p.Format(l, games.FR)}})
			for i := range back.Lines {
				back.Lines[i].Src = 0
			}
			if len(back.Lines) != 1 || !reflect.DeepEqual(back.Lines[0], l) {
				return fmt.Errorf("%v is written %q and read %+v", l, p.Format(l, games.FR), back)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(r.Styles(), " "); got != "greedy random" {
		t.Errorf("the bots are %s", got)
	}
}
