package newyork1890

import (
	"context"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"fivepoints/events"
	"fivepoints/games"
	"fivepoints/games/gamestest"
	"fivepoints/games/judge"
	"fivepoints/games/order"
)

// grammars are those of the reduced set, of two gangs, and of the base game.
func grammars(r Rules) []*games.Grammar {
	return []*games.Grammar{r.Grammar(&State{}), r.Grammar(&State{Board: Board{Closed: r.data.closed(2)}}), r.Grammar(allOn())}
}

func TestNoWordMeansTwoThings(t *testing.T) {
	t.Parallel()
	r, _ := book(t)
	for _, g := range grammars(r) {
		for _, clash := range order.Clashes(g) {
			if clash != `place and gang: "bowery" means BOW and bowery` { // the gang, by rule (order.2)
				t.Error(clash)
			}
		}
	}
}

func parser(t testing.TB, g *games.Grammar) *order.Parser {
	t.Helper()
	p, err := order.New(g)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// parseOne reads one order.
func parseOne(t testing.TB, p *order.Parser, lang games.Lang, text string) games.Line {
	t.Helper()
	sheet := p.Parse(lang, []order.Input{{N: 1, Text: text}})
	if len(sheet.Lines) != 1 {
		t.Fatalf("%q is not one order: %+v", text, sheet.Notes)
	}
	l := sheet.Lines[0]
	l.Src = 0
	return l
}

func TestExamplesAreOrders(t *testing.T) {
	t.Parallel()
	r, _ := book(t)
	for _, g := range grammars(r) {
		p := parser(t, g)
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
}

// What Options proposes can be typed in both languages and is legal when due.
func TestOptionsCanBeTyped(t *testing.T) {
	t.Parallel()
	_, b := book(t)
	for _, preset := range presets() {
		d, steps := gamestest.Dice(7), 0
		look := func(g games.Game, _ []games.Fact) error {
			if steps++; steps%9 != 0 {
				return nil
			}
			return typedBack(t, g)
		}
		seats := []games.Seat{"whyos", "eastman", "dusters"}
		if err := gamestest.Play(b, games.Setup{Game: "t", Preset: preset.Name, Seats: seats}, d.Pick, look); err != nil {
			t.Fatal(err)
		}
		if steps < 100 {
			t.Fatalf("the game %s had %d steps only", preset.Name, steps)
		}
	}
}

// typedBack reads some options as they are written in both languages.
func typedBack(t *testing.T, g games.Game) error {
	t.Helper()
	p := parser(t, g.Grammar())
	asked := map[games.Kind]bool{}
	for _, v := range g.Grammar().Verbs {
		if asked[v.Kind] {
			continue
		}
		asked[v.Kind] = true
		for i, l := range g.Options("eastman", v.Kind).Lines {
			if i%5 != 0 {
				continue
			}
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

// mailed is a game of three gangs by mail: their sheets, and what must happen.
type mailed struct {
	preset, rounds string
	sheets         [3]string
	happens        []string
}

func mailedGames() []mailed {
	return []mailed{
		{
			"slice", "2",
			[3]string{
				"déplacer 1h+2f MUL -> FVP\ndéplacer 1h QG -> port\nouvrir bordel FVP\nrecruter 1 échange premier\nretour: FVP, QG\nretour: QG",
				"move 3 COR -> LES -> CHS\nmove 1 COR -> tammany\nopen racket LES\nrob LES 2\ntammany swap rabbits\nreturn: LES",
				"si ennemi LES >= 1: déplacer 2 CHS -> LES\nsinon: déplacer 2 CHS -> FVP\nalways rob HQ 2\nouvrir recel QG\npertes: f, h",
			},
			[]string{factJoint, factRobbed, factCaught, factRecruited, factStopped, factSwapped, factHome, factEnded},
		},
		{
			"base7", "4",
			[3]string{
				"déplacer 3 MUL -> FVP -> CHS\ntoujours bataille *: tout\nguerre eastman 3\ntoujours riposte 10\npolice: COR\nagresser FVP 1",
				"move 2 COR -> LES\nmove 1 COR -> arms\nbuy 1 pistol\nalways defend *: all\nalways answer 10: all\nopen racket LES\nalways bribe if raid >= 1",
				"always defend *: sticks\nalways retreat *: FWD\nalways losses: f, m\nequip quack HQ\nalways police: LES, MUL",
			},
			[]string{factFought, factWarFought, factPawn, factEquipped, factEnded, factRetreated, factBribed},
		},
		{
			"politique10", "8",
			[3]string{
				"déplacer 2 MUL -> tammany\ntammany\nproposer paix eastman duel\nproposer urnes rabbits\ntoujours accepter tout\ntoujours faveur pas\ntoujours truquer 5\ntoujours guerre rabbits 2",
				"move 1 COR -> tammany\ntammany\nalways refuse nowar from whyos\noffer loan rabbits\nalways rig 2\nalways favour sober\nalways answer 4 loan",
				"toujours saccager\naccepter renfort de eastman\nouvrir recel QG\ntoujours prêt: tout\nalways rob FVP 1",
			},
			[]string{factFavour, factLapsed, factDuel, factPactMade, factElection, factRigged, factWrecked, factLoanCalled, factPactEnded},
		},
	}
}

// play plays it; every draw takes the first things of its pool.
func (m mailed) play(t *testing.T, cadence string) string {
	_, b := book(t)
	w := gamestest.NewWorld(t, events.NewMemory(nil), b)
	w.Judge.Draws = func(d games.Draw) ([]int, error) {
		var picks []int
		for i := range d.N {
			picks = append(picks, i)
		}
		return picks, nil
	}
	seats := []string{"whyos", "eastman", "rabbits"}
	opts := []games.KV{{Key: "cadence", Value: cadence}, {Key: "rounds", Value: m.rounds}}
	w.Create(judge.NewGame{ID: "ny1", Rulebook: Name, Preset: m.preset, Options: opts}, seats...)
	for i, seat := range seats {
		w.Send("ny1", seat, m.sheets[i])
	}
	for range 120 {
		w.Tick("ny1", 8*24*time.Hour)
	}
	return gamestest.Text(gamestest.Rules(w.Facts("ny1", true))[1:])
}

// The cadence changes the mails and nothing of what happens (mail.1).
func TestCadencesGiveTheSameFacts(t *testing.T) {
	t.Parallel()
	for _, m := range mailedGames() {
		standard := m.play(t, "standard")
		for _, cadence := range []string{full, express} {
			if other := m.play(t, cadence); standard != other {
				t.Errorf("%s, standard:\n%s\n%s:\n%s", m.preset, standard, cadence, other)
			}
		}
		for _, typ := range m.happens {
			if !strings.Contains(standard, typ+" ") {
				t.Errorf("%s: nothing of %s happened:\n%s", m.preset, typ, standard)
			}
		}
	}
}

// A game whose sheets lost lines, or hold any text, ends all the same and stays
// sound (invariant 17).
func TestMangledSheets(t *testing.T) {
	t.Parallel()
	_, b := book(t)
	junk := []string{"", "???", "déplacer", "move 99 MUL -> MUL", "guerre whyos 3", "always", "si moi MUL", "sinon: déplacer 1 MUL -> FVP", "recruter 4 (9h)", "Salut à tous !"}
	for seed := range 6 {
		d := gamestest.Dice(seed)
		w := gamestest.NewWorld(t, events.NewMemory(nil), b)
		seats := []string{"whyos", "eastman", "rabbits"}
		w.Create(judge.NewGame{ID: "ny1", Rulebook: Name, Options: []games.KV{{Key: "rounds", Value: "3"}}}, seats...)
		for i, seat := range seats {
			var lines []string
			for l := range strings.SplitSeq(mailedGames()[1].sheets[i], "\n") {
				if d.Pick(3) > 0 {
					lines = append(lines, l)
				}
				lines = append(lines, junk[d.Pick(len(junk))])
			}
			w.Send("ny1", seat, lines...)
		}
		for range 60 {
			w.Tick("ny1", 8*24*time.Hour)
		}
		if tbl := w.Table("ny1"); tbl.Over == nil || tbl.Game.Check() != nil {
			t.Errorf("seed %d: over %v, %v", seed, tbl.Over, tbl.Game.Check())
		}
	}
}

func TestMails(t *testing.T) {
	t.Parallel()
	_, b := book(t)
	w := gamestest.NewWorld(t, events.NewMemory(nil), b)
	w.Game("ny1", Name, nil, "whyos", "eastman")
	w.Send("ny1", "whyos", "move 1 MUL -> port\nmove 1 MUL -> FVP\nrecruit 1")
	w.Send("ny1", "eastman", "ready")
	w.Tick("ny1", 0)
	tbl := w.Table("ny1")
	last := tbl.Windows[len(tbl.Windows)-1]
	if last.ID() != "1890/2" || last.Tag != "1890d" || len(last.Seats) != 2 {
		t.Errorf("after the moves both get their second mail, not %+v", last.Opened)
	}
	w.Send("ny1", "whyos", "return: FVP")
	w.Send("ny1", "eastman", "ready")
	w.Tick("ny1", 0)
	last = w.Table("ny1").Windows[2]
	if last.ID() != "1891/1" || last.Tag != "1891c" || last.Turn != 2 || len(last.Seats) != 2 {
		t.Errorf("then the next year opens for both, not %+v", last.Opened)
	}
	if _, err := w.Judge.Adjudicate(context.Background(), "ny1", w.Now); err != nil {
		t.Fatal(err)
	}
}
