package newyork1890

import "fivepoints/games"

// Test reads a guard when its order comes up (order.4). Everything it reads is public.
func (r Rules) Test(s *State, seat games.Seat, c games.Cond) bool {
	g := s.gang(string(seat))
	if g == nil {
		return false
	}
	place := g.place(c.First("at"))
	switch c.Pred {
	case "free":
		return len(s.rivals(g, place)) == 0 && !s.hasToken(place)
	case "enemy":
		return compare(s.enemies(g, place), c)
	case "mine":
		return compare(g.at(place).n(), c)
	case "money":
		return compare(g.Money, c)
	case "alcohol":
		return compare(g.Alcohol, c)
	}
	return false
}

func (s *State) enemies(g *Gang, place string) int {
	n := 0
	for _, o := range s.living() {
		if o.ID != g.ID {
			n += o.at(place).n()
		}
	}
	return n
}

func compare(have int, c games.Cond) bool { return games.Compare(have, c.First("cmp"), c.First("n")) }
