package kingofcrime

import (
	"slices"

	"fivepoints/games"
)

// Redeal deals anew what a seat cannot know: the pile and the hands of the others.
func (r Rules) Redeal(s *State, seat games.Seat, pick func(int) int) *State {
	c := s.clone()
	own := s.seat(seat)
	pool := slices.Clone(s.Pile)
	for i := range s.Seats {
		if i != own {
			pool = append(pool, s.Hand[i]...)
		}
	}
	slices.Sort(pool)
	draw := func(n int) []string {
		var out []string
		for range n {
			j := pick(len(pool))
			out = append(out, pool[j])
			pool = slices.Delete(pool, j, j+1)
		}
		return out
	}
	for i := range s.Seats {
		if i != own {
			c.Hand[i] = draw(len(s.Hand[i]))
			slices.Sort(c.Hand[i])
		}
	}
	c.Pile = draw(len(s.Pile))
	return c
}
