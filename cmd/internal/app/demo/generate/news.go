package main

import (
	"context"

	"fivepoints/events"
	"fivepoints/games/table"
)

// item is something that just happened to a gang.
type item struct {
	key   string // a situation of the phrases
	other string // the gang across the street
	place string
}

// readNews tells what the commits after a seq meant to each seat.
func (c *campaign) readNews(ctx context.Context, t *table.Table, after events.Seq) (map[string][]item, error) {
	out := map[string][]item{}
	add := func(seat string, i item) {
		for _, p := range c.people {
			if p.Seat == seat || seat == "" && p.Seat != i.other {
				out[p.Seat] = append(out[p.Seat], i)
			}
		}
	}
	for st, err := range c.log.Read(ctx, "game/"+t.ID, after) {
		if err != nil {
			return nil, err
		}
		facts, err := t.Facts(st, c.log.Keys())
		if err != nil {
			return nil, err
		}
		c.book.tell(add, facts)
	}
	return out, nil
}
