package main

import (
	"strings"
	"testing"

	"fivepoints/cmd/internal/app/demo"
	"fivepoints/games"
	"fivepoints/games/catalog"
	"fivepoints/games/order"
)

// Small talk is never read as an order, nor as a mistake in one.
func TestTalkIsTalk(t *testing.T) {
	for _, c := range demo.Campaigns() {
		parser := parserOf(t, c)
		said := 0
		for _, p := range c.Players {
			say, err := readPhrases(c.Rulebook, p.Seat)
			if err != nil {
				t.Fatal(err)
			}
			for key, list := range say {
				for _, text := range list {
					text = strings.NewReplacer("{rival}", "Kim", "{place}", "Five Points").Replace(text)
					s := parser.Parse(p.Lang, []order.Input{{N: 1, Text: text}})
					for _, n := range s.Notes {
						if n.Kind != order.Talk {
							t.Errorf("%s, %s: %q is read as %s", p.Seat, key, text, n.Kind)
						}
					}
					said++
				}
			}
		}
		if said < 100 {
			t.Errorf("only %d phrases for %s", said, c.Rulebook)
		}
	}
}

func parserOf(t *testing.T, c demo.Campaign) *order.Parser {
	t.Helper()
	book, err := catalog.Find(c.Rulebook, 0)
	if err != nil {
		t.Fatal(err)
	}
	game := book.Start()
	var seats []games.Seat
	for _, p := range c.Players {
		seats = append(seats, games.Seat(p.Seat))
	}
	facts, err := book.New(games.Setup{Game: c.Game, Preset: c.Preset, Options: c.Options, Seats: seats})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range facts {
		game.Evolve(f)
	}
	parser, err := order.New(game.Grammar())
	if err != nil {
		t.Fatal(err)
	}
	return parser
}
