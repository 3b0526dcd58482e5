package noxford

import (
	"slices"

	"fivepoints/games"
)

// Redeal shuffles what a seat cannot know: the Neutrals' pile, the order of its
// own pile, and of every other seat which cards are in hand and which in the
// pile (info.hidden).
func (Rules) Redeal(s *State, seat games.Seat, pick func(int) int) *State {
	c := *s
	own := s.seat(seat)
	c.Pile = shuffled(s.Pile, pick)
	c.Hands, c.Piles = slices.Clone(s.Hands), slices.Clone(s.Piles)
	for i := range s.Seats {
		if i == own {
			c.Piles[i] = shuffled(s.Piles[i], pick)
			continue
		}
		all := shuffled(s.unplayed(i), pick)
		n := len(s.Hands[i])
		c.Hands[i], c.Piles[i] = all[:n:n], all[n:]
	}
	return &c
}

func shuffled(cards []Card, pick func(int) int) []Card {
	out := slices.Clone(cards)
	for i := len(out) - 1; i > 0; i-- {
		j := pick(i + 1)
		out[i], out[j] = out[j], out[i]
	}
	return out
}
