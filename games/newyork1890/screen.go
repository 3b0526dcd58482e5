package newyork1890

import (
	"strconv"

	"fivepoints/games"
)

// Screen implements games.Screener: a gang that is out orders nothing (end.2),
// nobody fights itself or a gang that is out (d.1, c.a.battle), and more weapons
// than the commitment beside them are a slip (order.7).
func (r Rules) Screen(s *State, seat games.Seat, l games.Line) *games.Refusal {
	g := s.gang(string(seat))
	switch {
	case g == nil:
		return nil
	case g.Out:
		return games.Invalid("end.2", "ny.refused.gang")
	}
	switch l.Verb {
	case "offer":
		if l.Always {
			return games.Invalid("g.2", "ny.refused.standing")
		}
		return s.screenPartner(g, l)
	case "war":
		if ref := s.screenRival(g, l, "d.1"); ref != nil {
			return ref
		}
		return screenCubes(l)
	case "answer":
		return screenCubes(l)
	case "fight":
		return s.screenRival(g, l, "c.a.battle")
	}
	return nil
}

// screenPartner refuses a pact with oneself or with a gang that is out.
func (s *State) screenPartner(g *Gang, l games.Line) *games.Refusal {
	with := l.First("gang")
	if o := s.gang(with); with == g.ID || (o != nil && o.Out) {
		return games.Invalid("g.2", "ny.refused.partner", games.With("against", "gang", with))
	}
	return nil
}

// screenRival refuses a fight with oneself or with a gang that is out.
func (s *State) screenRival(g *Gang, l games.Line, rule string) *games.Refusal {
	against := l.First("gang")
	o := s.gang(against)
	switch {
	case against == g.ID:
		return games.Invalid(rule, "ny.refused.self")
	case o != nil && o.Out:
		return games.Invalid(rule, "ny.refused.fallen", games.With("against", "gang", against))
	}
	return nil
}

// screenCubes refuses more weapons than members.
func screenCubes(l games.Line) *games.Refusal {
	if n, err := strconv.Atoi(l.First("n")); err == nil && cubes(l) > n {
		return games.Invalid("order.7", "ny.refused.cubes", games.Int("n", n))
	}
	return nil
}
