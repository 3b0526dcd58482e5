package newyork1890

import (
	"slices"

	"fivepoints/games"
)

// evolveFight folds battles and what follows from them.
func evolveFight(s *State, f games.Fact) {
	switch p := f.Pub.(type) {
	case BattleBegun:
		s.Fight = &Fight{Attacker: p.Gang, Defender: p.Against, Place: p.Place}
		s.Fight.Att.Engaged, s.Fight.Def.Engaged = p.Mine, p.Theirs
		s.with(p.Gang, func(g *Gang) {
			g.Year.Used += p.Actions
			g.Year.Fought = append(g.Year.Fought, p.Place)
		})
	case ArmsLaid:
		if party := s.party(p.Gang); party != nil {
			*party = Party{Laid: true, Engaged: p.Engaged, Pistols: p.Pistols, Knives: p.Knives, Sticks: p.Sticks}
		}
	case Fought:
		evolveFought(s, p)
	case Killed:
		s.with(p.Gang, func(g *Gang) {
			g.Stacks = addStack(g.Stacks, p.Place, Sexes{-p.Sexes.M, -p.Sexes.F})
			g.Dead = g.Dead.plus(p.Sexes)
		})
		if party := s.party(p.Gang); party != nil {
			party.Dead -= p.Sexes.n()
		}
	case Retreated:
		s.with(p.Gang, func(g *Gang) {
			g.Stacks = addStack(g.Stacks, p.From, Sexes{-p.Sexes.M, -p.Sexes.F})
			g.Stacks = addStack(g.Stacks, p.To, p.Sexes)
		})
	case FightEnded:
		if s.Fight != nil && s.Fight.Place == "" {
			s.Turn++
		}
		s.Fight = nil
	case WarDeclared:
		s.Fight = &Fight{Attacker: p.Gang, Defender: p.Against}
		s.Fight.Att.Engaged = p.Members
	case WarPassed:
		s.Turn++
	case Eliminated:
		evolveEliminated(s, p)
	default:
		evolveEquipment(s, f)
	}
}

func evolveFought(s *State, p Fought) {
	if s.Fight == nil {
		return
	}
	s.Fight.Fought, s.Fight.Winner = true, p.Winner
	for _, side := range []Side{p.Attacker, p.Defender} {
		s.with(side.Gang, func(g *Gang) {
			g.pay("kill", side.KillPay)
			g.pay("wound", side.WoundPay)
			g.Pistols, g.Knives = g.Pistols+side.PistolsBy, g.Knives+side.KnivesBy
		})
	}
	s.Fight.Att.Dead, s.Fight.Att.Hurt = p.Defender.Kills, p.Defender.Wounds
	s.Fight.Def.Dead, s.Fight.Def.Hurt = p.Attacker.Kills, p.Attacker.Wounds
	s.with(p.Winner, func(g *Gang) { g.pay("war", p.Prize) })
}

func evolveEliminated(s *State, p Eliminated) {
	s.Order = slices.Clone(p.Order)
	s.Fallen = append(s.Fallen, p.Gang)
	s.Tokens = slices.DeleteFunc(s.Tokens, func(t Token) bool { return t.Gang == p.Gang })
	s.with(p.Gang, func(g *Gang) {
		g.Out = true
		g.pay("forfeit", -p.Money)
		g.Sold.Barrels, g.Sold.Kilos = g.Sold.Barrels+g.Barrels, g.Sold.Kilos+g.Kilos
		g.Barrels, g.Kilos, g.Knives, g.Pistols, g.Influence = 0, 0, 0, 0, 0
		for _, h := range g.Roles {
			g.Dead = g.Dead.plus(h.Sexes)
		}
		g.Roles, g.Tiles, g.Favours, g.Booth = nil, nil, 0, 0
	})
	s.Pacts = slices.DeleteFunc(slices.Clone(s.Pacts), func(q Pact) bool { return q.binds(p.Gang) })
	s.seal(p.Gang, Vote{})
	if s.Pawn == p.Gang {
		s.Pawn = ""
	}
}

// party finds a gang's side of the fight under way.
func (s *State) party(gang string) *Party {
	switch {
	case s.Fight == nil:
		return nil
	case gang == s.Fight.Attacker:
		return &s.Fight.Att
	case gang == s.Fight.Defender:
		return &s.Fight.Def
	}
	return nil
}
