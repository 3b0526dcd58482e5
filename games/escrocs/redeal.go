package escrocs

import (
	"slices"

	"fivepoints/games"
)

// Redeal deals anew what a seat cannot know: the talon, the cards on their way
// into it, and what nobody saw go into the other hands. The discard is known to
// all: every card in it was seen (info.talon).
func (r Rules) Redeal(s *State, seat games.Seat, pick func(int) int) *State {
	c := s.clone()
	own, open := s.seat(seat), s.option("open_hands") == on
	unknown := func(i int) bool { return i != own && !open }
	pool := append(s.Given.cards(), s.Talon...)
	for i := range s.Seats {
		if unknown(i) {
			pool = append(pool, minus(s.Hands[i], s.Seen[i]).cards()...)
		}
	}
	draw := func(n int) []Colour {
		out := make([]Colour, 0, n)
		for range n {
			j := pick(len(pool))
			out = append(out, pool[j])
			pool = slices.Delete(pool, j, j+1)
		}
		return out
	}
	c.Given = count(draw(s.Given.n()))
	for i := range s.Seats {
		if unknown(i) {
			c.Hands[i] = s.Seen[i].plus(count(draw(s.Hands[i].n() - s.Seen[i].n())))
		}
	}
	c.Talon = draw(len(s.Talon))
	return c
}

func minus(a, b Counts) Counts {
	for i := range a {
		a[i] -= b[i]
	}
	return a
}
