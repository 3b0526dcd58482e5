package newyork1890

import "fivepoints/games"

// someArms proposes to fight with everything and with sticks; while a gang is
// to be chosen, each of those that stand there.
func (r Rules) someArms(s *State, g *Gang, k games.Kind) games.Choice {
	verb, place := "defend", "*"
	if k == kindBattle {
		verb = "fight"
	}
	if s.Fight != nil && s.Fight.Place != "" {
		place = s.Fight.Place
	}
	c := games.Choice{More: true}
	if k == kindBattle && s.Fight == nil && s.current() == g {
		if at := s.nextBattlefield(g); at != "" {
			for _, id := range s.foes(g, at) {
				c.Lines = append(c.Lines, games.Order(verb, "at", at, "gang", id, "arms", "all"))
			}
			return c
		}
	}
	for _, arms := range []string{"all", "stick", "1 knife"} {
		c.Lines = append(c.Lines, games.Order(verb, "at", place, "arms", arms))
	}
	return c
}

// someRetreats proposes each way out of the battle, or home.
func (r Rules) someRetreats(s *State, g *Gang) games.Choice {
	if s.Fight == nil || s.Fight.Place == "" {
		return games.Choice{Lines: []games.Line{games.Order("retreat", "at", "*", "to", g.HQ)}, More: true}
	}
	c := games.Choice{More: true}
	for _, p := range r.shelters(s, g) {
		c.Lines = append(c.Lines, games.Order("retreat", "at", s.Fight.Place, "to", p))
	}
	return c
}

func someSpoils(s *State) games.Choice {
	place := "*"
	if s.Fight != nil && s.Fight.Place != "" {
		place = s.Fight.Place
	}
	return games.Choice{Lines: []games.Line{
		games.Order("spoils", "at", place, "fate", "keep"), games.Order("spoils", "at", place, "fate", "destroy"),
	}, More: true}
}
