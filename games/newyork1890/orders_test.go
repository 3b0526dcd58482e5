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
	"fivepoints/games/order"
)

func TestNoWordMeansTwoThings(t *testing.T) {
	t.Parallel()
	r, _ := book(t)
	for _, s := range []*State{{}, {Closed: r.data.closed(2)}} {
		for _, clash := range order.Clashes(r.Grammar(s)) {
			t.Error(clash)
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
	g := r.Grammar(&State{})
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

// What Options proposes can be typed in both languages and is legal when due.
func TestOptionsCanBeTyped(t *testing.T) {
	t.Parallel()
	r, b := book(t)
	d := dice(7)
	steps := 0
	look := func(g games.Game, _ []games.Fact) error {
		if steps++; steps%9 != 0 {
			return nil
		}
		p := parser(t, g.Grammar())
		for _, k := range []games.Kind{kindMove, kindAction, kindReturn, kindLosses, kindSupply} {
			for i, l := range g.Options("eastman", k).Lines {
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
	seats := []games.Seat{"whyos", "eastman", "dusters"}
	if err := gamestest.Play(b, games.Setup{Game: "t", Seats: seats}, d.pick, look); err != nil {
		t.Fatal(err)
	}
	if r.data.Version == "" || steps < 100 {
		t.Fatalf("the game had %d steps only", steps)
	}
}

// sheets of one year, enough to stop, rob, recruit, open and swap.
func sheets() map[string]string {
	return map[string]string{
		"whyos":   "déplacer 1h+2f MUL -> FVP\ndéplacer 1h QG -> port\nouvrir bordel FVP\nrecruter 1 échange premier\nretour: FVP, QG\nretour: QG",
		"eastman": "move 3 COR -> LES -> CHS\nmove 1 COR -> tammany\nopen racket LES\nrob LES 2\ntammany swap rabbits\nreturn: LES",
		"rabbits": "si ennemi LES >= 1: déplacer 2 CHS -> LES\nsinon: déplacer 2 CHS -> FVP\nalways rob HQ 2\nouvrir recel QG\npertes: f, h",
	}
}

// playMail plays two years by mail and returns the facts.
func playMail(t *testing.T, cadence string) []games.Fact {
	_, b := book(t)
	w := gamestest.NewWorld(t, events.NewMemory(nil), b)
	w.Judge.Draws = func(d games.Draw) ([]int, error) {
		var picks []int
		for i := range d.N {
			picks = append(picks, i)
		}
		return picks, nil
	}
	w.Game("ny1", Name, []games.KV{{Key: "cadence", Value: cadence}, {Key: "rounds", Value: "2"}}, "whyos", "eastman", "rabbits")
	for _, seat := range []string{"whyos", "eastman", "rabbits"} {
		w.Send("ny1", seat, sheets()[seat])
	}
	for range 20 {
		w.Tick("ny1", 8*24*time.Hour)
	}
	return gamestest.Rules(w.Facts("ny1", true))
}

// The cadence changes the mails and nothing of what happens (mail.1).
func TestCadencesGiveTheSameFacts(t *testing.T) {
	t.Parallel()
	standard, full := gamestest.Text(playMail(t, "standard")[1:]), gamestest.Text(playMail(t, "full")[1:])
	if standard != full {
		t.Errorf("standard:\n%s\nfull:\n%s", standard, full)
	}
	for _, typ := range []string{factJoint, factRobbed, factCaught, factRecruited, factStopped, factSwapped, factHome, factEnded} {
		if !strings.Contains(standard, typ+" ") {
			t.Errorf("nothing of %s happened:\n%s", typ, standard)
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
