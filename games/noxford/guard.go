package noxford

import (
	"slices"

	"fivepoints/games"
)

// Test reads a guard on the city before the action; all of it is public
// (cmd.pred).
func (r Rules) Test(s *State, seat games.Seat, c games.Cond) bool {
	i := s.seat(seat)
	if i < 0 || len(s.City) == 0 {
		return false
	}
	town := s.city()
	if c.Pred == "free" {
		at, ok := readPos(c.First("at"))
		return ok && town.legal(at)
	}
	card := s.cardOf(i, c.First("card"))
	j := town.stackOf(card)
	switch c.Pred {
	case "visible":
		return j >= 0
	case "locked":
		return j >= 0 && town.locked(j)
	case "market":
		return slices.Contains(s.Market, card)
	}
	return false
}
