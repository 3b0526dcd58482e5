package escrocs

import "fivepoints/games"

// Test reads a guard: rows, prison and tables, which all see, and the own hand
// (cmd.pred). A guard of a lay is read after the take (cmd.lay).
func (r Rules) Test(s *State, seat games.Seat, c games.Cond) bool {
	i := s.seat(seat)
	colour := r.data.colour(c.First("colour"))
	if i < 0 || colour < 0 || len(s.Rows) == 0 {
		return false
	}
	switch c.Pred {
	case "prison":
		return compare(s.Prison[colour], c)
	case "hand":
		return compare(s.Hands[i][colour], c)
	case "table":
		owner := s.seat(games.Seat(c.First("seat")))
		if c.First("seat") == "me" {
			owner = i
		}
		n := 0
		if set := s.Tables[colour]; set.Owner == owner {
			n = set.N
		}
		return compare(n, c)
	case "next":
		if e, ok := s.readEnd(c.First("end")); ok {
			_, beside := s.edge(e.row, e.right)
			return beside.c == colour && compare(beside.n, c)
		}
		return false
	}
	e, ok := s.readEnd(c.Pred)
	if !ok {
		return false
	}
	own, _ := s.edge(e.row, e.right)
	return own.n > 0 && own.c == colour && compare(own.n, c)
}

func compare(have int, c games.Cond) bool { return games.Compare(have, c.First("is"), c.First("n")) }
