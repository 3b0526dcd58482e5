package kingofcrime

import (
	"slices"

	"fivepoints/games"
)

// Test reads a guard of a plan at a visit: the table, which all see (cmd.pred).
func (r Rules) Test(s *State, seat games.Seat, c games.Cond) bool {
	i := s.seat(seat)
	if i < 0 || s.Round == nil || s.Step == stepOver {
		return false
	}
	switch c.Pred {
	case "targeted":
		return s.against(i, c.First("card"), false) >= 0
	case "total":
		j := s.index(c.First("seat"))
		if c.First("seat") == "me" {
			j = i
		}
		return j >= 0 && s.Round.in(j) && compare(s.sum(j).Total, c)
	case "lead":
		return s.Round.in(i) && compare(s.lead(i), c)
	case "played":
		card := c.First("card")
		return slices.Contains(s.Round.Cards, card) || slices.Contains(s.Round.Mugs, card)
	case "participants":
		return compare(len(s.Round.Parts), c)
	}
	return false
}

func compare(have int, c games.Cond) bool { return games.Compare(have, c.First("is"), c.First("n")) }

// lead is a participant's total without dice minus the best of the others'.
func (s *State) lead(i int) int {
	best, found := 0, false
	for _, j := range s.Round.Parts {
		if n := s.sum(j).Total; j != i && (!found || n > best) {
			best, found = n, true
		}
	}
	return s.sum(i).Total - best
}
