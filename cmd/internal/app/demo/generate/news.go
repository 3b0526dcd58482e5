package main

import (
	"context"

	"fivepoints/cmd/internal/app/demo"
	"fivepoints/events"
	"fivepoints/games"
	"fivepoints/games/newyork1890"
	"fivepoints/games/table"
)

// item is something that just happened to a gang.
type item struct {
	key   string // a situation of the phrases
	other string // the gang across the street
	place string
}

// readNews tells what the commits after a seq meant to each gang, the gravest first.
func readNews(ctx context.Context, log events.Log, t *table.Table, after events.Seq) (map[string][]item, error) {
	out := map[string][]item{}
	for st, err := range log.Read(ctx, "game/"+t.ID, after) {
		if err != nil {
			return nil, err
		}
		facts, err := t.Facts(st, log.Keys())
		if err != nil {
			return nil, err
		}
		for _, f := range facts {
			tell(out, f)
		}
	}
	return out, nil
}

func tell(out map[string][]item, f games.Fact) {
	add := func(gang string, i item) { out[gang] = append(out[gang], i) }
	switch p := f.Pub.(type) {
	case newyork1890.Fought:
		a, d := p.Attacker.Gang, p.Defender.Gang
		switch p.Winner {
		case a, d:
			loser := a
			if p.Winner == a {
				loser = d
			}
			if p.Place == "" {
				add(p.Winner, item{"warwon", loser, ""})
			} else {
				add(p.Winner, item{"won", loser, p.Place})
				add(loser, item{"lost", p.Winner, p.Place})
			}
		}
	case newyork1890.WarDeclared:
		add(p.Against, item{"warred", p.Gang, ""})
	case newyork1890.Taken:
		if f.Type == "raided" {
			add(p.Gang, item{"raid", "", p.Place})
		}
		if f.Type == "robbers_caught" && p.Track == "tombs" {
			add(p.Gang, item{"caught", "", p.Place})
		}
	case newyork1890.Robbed:
		if p.Gain >= 4 && p.Jailed+p.Wounded == 0 {
			add(p.Gang, item{"rob", "", p.Place})
		}
	case newyork1890.AlcoholApplied:
		if p.Level >= demo.Drunk {
			add(p.Gang, item{"drunk", "", ""})
		}
	}
}
