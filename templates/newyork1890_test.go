package templates

import (
	"math/rand/v2"
	"regexp"
	"strings"
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

// The picture tells rivers, grounds, the railroad, headquarters and the police,
// and every colour of a gang comes with its letter.
func TestCityPicture(t *testing.T) {
	t.Parallel()
	book, err := newyork1890.Book()
	if err != nil {
		t.Fatal(err)
	}
	g := begun(t, book)
	picture := string(cityWriter(t, games.EN).Picture(g.View(games.Public)))
	for _, want := range []string{"Hudson", "East River", "<polygon", "stroke-dasharray", "★", ">W5<", "virgin land", `stroke-width="4"`} {
		if !strings.Contains(picture, want) {
			t.Errorf("the picture lacks %s", want)
		}
	}
}

// With vocabulary=mild no page has a word that boards with content rules mind,
// and either word may be typed.
func TestMildWords(t *testing.T) {
	t.Parallel()
	book, err := newyork1890.Book()
	if err != nil {
		t.Fatal(err)
	}
	coarse := regexp.MustCompile(`(?i)brothel|bordel|opium|fumerie|\bden\b|female|femme|\bwoman|\bwomen`)
	d := gamestest.Dice(8)
	setup := games.Setup{Game: "t", Preset: "politique10", Seats: []games.Seat{"whyos", "bowery", "eastman"}, Options: []games.KV{{Key: "vocabulary", Value: "mild"}}}
	facts := gamestest.Whole(t, book, setup, d.Pick)
	g := book.Start()
	for _, f := range facts {
		g.Evolve(f)
	}
	for _, lang := range []games.Lang{games.FR, games.EN} {
		parser, err := order.New(g.Grammar())
		if err != nil {
			t.Fatal(err)
		}
		w := load(t).NewWriter(lang, g.Grammar(), parser, nil)
		v, _ := g.View("whyos").(newyork1890.View)
		page := string(Render(Doc{blocks: append(w.nyStory(g.Narrate(facts, "whyos")), w.newYork1890(v, "whyos")...)}, Markdown))
		if word := coarse.FindString(page); word != "" {
			i := strings.Index(page, word)
			t.Errorf("%s: %q in %q", lang, word, page[max(0, i-60):min(len(page), i+60)])
		}
		for _, typed := range []string{"open brothel HQ", "open dance hall HQ", "ouvrir bal QG"} {
			if got := parser.Parse(lang, []order.Input{{N: 1, Text: typed}}); len(got.Lines) != 1 || got.Lines[0].First("activity") != "brothel" {
				t.Errorf("%s is read %v", typed, got.Notes)
			}
		}
	}
}
