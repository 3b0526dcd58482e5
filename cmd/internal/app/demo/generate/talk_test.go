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
	parser := baseParser(t)
	said := 0
	for _, p := range demo.Players() {
		say, err := readPhrases(p.Seat)
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
	if said < 150 {
		t.Errorf("only %d phrases", said)
	}
}

func baseParser(t *testing.T) *order.Parser {
	t.Helper()
	book, err := catalog.Find("newyork1890", 0)
	if err != nil {
		t.Fatal(err)
	}
	game := book.Start()
	var seats []games.Seat
	for _, p := range demo.Players() {
		seats = append(seats, games.Seat(p.Seat))
	}
	facts, err := book.New(games.Setup{Game: demo.Game, Preset: "base7", Seats: seats})
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
