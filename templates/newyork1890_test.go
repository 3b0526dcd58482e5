package templates

import (
	"math/rand/v2"
	"regexp"
	"testing"

	"fivepoints/games"
	"fivepoints/games/gamestest"
	"fivepoints/games/newyork1890"
	"fivepoints/games/order"
)

// unwritten finds keys and holes that would reach a reader.
var unwritten = regexp.MustCompile(`(?i)\bny\.[a-z_.]+|\{[a-z]+\}`)

// Whatever happens in a game can be told and shown in both languages.
func TestNewYorkIsToldWhole(t *testing.T) {
	t.Parallel()
	book, err := newyork1890.Book()
	if err != nil {
		t.Fatal(err)
	}
	setup := games.Setup{Game: "ny1", Preset: "base7", Seats: []games.Seat{"whyos", "bowery", "eastman", "rabbits"}}
	for seed := range uint64(4) {
		play := teller{t: t, texts: load(t)}
		r := rand.New(rand.NewPCG(seed, 1))
		if err := gamestest.Play(book, setup, r.IntN, play.look); err != nil {
			t.Fatal(err)
		}
		if play.told < 100 || play.shown == 0 {
			t.Errorf("only %d facts were told, %d positions shown", play.told, play.shown)
		}
	}
}

type teller struct {
	t      *testing.T
	texts  *Texts
	parser *order.Parser
	told   int
	shown  int
}

// look tells what is new, and shows the position whenever a year ended.
func (p *teller) look(g games.Game, facts []games.Fact) error {
	if p.parser == nil {
		parser, err := order.New(g.Grammar())
		if err != nil {
			return err
		}
		p.parser = parser
	}
	fresh := facts[p.seen(facts):]
	for _, lang := range []games.Lang{games.FR, games.EN} {
		w := p.texts.NewWriter(lang, g.Grammar(), p.parser, nil)
		for _, b := range w.story(g.Narrate(fresh, games.Public)) {
			p.check(b)
		}
		if len(fresh) > 0 && fresh[0].Type == "year_started" {
			p.shown++
			for _, b := range w.position(g.View("whyos"), "whyos") {
				p.check(b)
			}
		}
	}
	p.told += len(fresh)
	return nil
}

func (p *teller) seen(facts []games.Fact) int { return min(p.told, len(facts)) }

func (p *teller) check(b block) {
	for _, f := range []Format{Markdown, Plain} {
		page := string(Render(Doc{lang: games.FR, blocks: []block{b}}, f))
		if m := unwritten.FindString(page); m != "" {
			p.t.Errorf("%q was left unwritten in %s", m, page)
		}
	}
}
