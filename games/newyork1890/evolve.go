package newyork1890

import (
	"slices"

	"fivepoints/games"
)

// Evolve folds one fact. It adds and moves what the fact says and knows no rule.
func (r Rules) Evolve(s *State, f games.Fact) {
	switch p := f.Pub.(type) {
	case Created:
		evolveCreated(s, p)
	case TablesBrought:
		if own, err := ownTables(p.Text); err == nil { // it was checked when the game was made
			s.own = own
		}
	case OrderDrawn:
		s.Order = slices.Clone(p.Order)
	case YearStarted:
		evolveYear(s, p)
	case PhaseStarted:
		evolvePhase(s, p)
	case Ended:
		s.Phase, s.Ranks = phaseOver, slices.Clone(p.Ranks)
	case PositionSet:
		evolvePosition(s, p)
	case Adjusted:
		evolveAdjusted(s, p)
	case OrderSwapped:
		s.Order = slices.Clone(p.Order)
	default:
		evolveGang(s, f)
	}
}

func evolveCreated(s *State, p Created) {
	*s = State{Board: Board{Phase: phaseSetup, Options: slices.Clone(p.Options), Closed: slices.Clone(p.Closed)}}
	for _, x := range p.Gangs {
		g := Gang{ID: x.Gang, HQ: x.HQ, Money: x.Money, Stake: x.Money, Alcohol: x.Alcohol, Start: x.Sexes}
		g.Stacks = addStack(nil, x.HQ, x.Sexes)
		s.Gangs = append(s.Gangs, g)
	}
}

// evolvePosition replaces everything but what the game was created with.
func evolvePosition(s *State, p PositionSet) {
	options, own := s.Options, s.own
	*s = *(&State{Board: p.State}).clone()
	s.own = own
	if len(s.Options) == 0 {
		s.Options = options
	}
}

func evolveYear(s *State, p YearStarted) {
	s.Round, s.Phase, s.Talks = p.Round, phaseProduce, nil
	s.Police.rest()
	for i := range s.Gangs {
		s.Gangs[i].Year = Year{}
	}
}

func evolvePhase(s *State, p PhaseStarted) {
	s.Phase, s.Turns, s.Turn, s.Acting, s.Talks = p.Phase, slices.Clone(p.Turns), 0, false, nil
	if p.Phase == phaseMoves {
		s.Arrived = slices.Clone(p.Turns)
	}
	s.Police.rest()
}

// evolveGang folds what happens to one gang; a fact of an unknown gang changes nothing.
func evolveGang(s *State, f games.Fact) {
	switch p := f.Pub.(type) {
	case Produced:
		s.with(p.Gang, func(g *Gang) { g.make(p.Good, p.N) })
	case SupplyOrdered:
		s.with(p.Gang, func(g *Gang) { g.Year.Supply = append(g.Year.Supply, Priority{p.Good, slices.Clone(p.Places)}) })
	case JointPaid:
		s.with(p.Gang, func(g *Gang) {
			g.pay("joint", p.Money)
			g.sell(p.Good, p.Used)
			g.Year.Paid = append(g.Year.Paid, p)
		})
	case TokenFact:
		if f.Type != factIdle && f.Type != factBlocked {
			s.dropToken(p.Place, p.Activity)
		}
		if f.Type == factClosed {
			s.with(p.Gang, func(g *Gang) { g.act(0) })
		}
	case Moved:
		s.with(p.Gang, func(g *Gang) { evolveMoved(g, p) })
	case MoveStopped:
		if p.Held {
			s.with(p.Gang, func(g *Gang) { g.Year.Held = addStack(g.Year.Held, p.Place, p.Sexes) })
		}
	case MovesEnded:
		s.Acting = true
		s.with(p.Gang, func(g *Gang) { g.Year.Available = p.Actions })
	case ActionsEnded:
		s.Turn, s.Acting = s.Turn+1, false
	default:
		evolveAction(s, f)
	}
}

func evolveMoved(g *Gang, p Moved) {
	to := p.Path[len(p.Path)-1]
	g.Stacks = addStack(g.Stacks, p.From, Sexes{-p.Sexes.M, -p.Sexes.F})
	g.Stacks = addStack(g.Stacks, to, p.Sexes)
	g.pay("move", -p.Paid)
	g.Year.Moves++
	from := p.From
	for _, place := range p.Path {
		g.Year.Came = slices.DeleteFunc(g.Year.Came, func(c Entrance) bool { return c.Place == place })
		g.Year.Came = append(g.Year.Came, Entrance{place, from})
		from = place
	}
}

func evolveAction(s *State, f games.Fact) {
	switch p := f.Pub.(type) {
	case Opened:
		s.Tokens = append(s.Tokens, Token{p.Gang, p.Place, p.Activity})
		s.with(p.Gang, func(g *Gang) { g.Alcohol += p.Alcohol; g.act(p.Actions) })
	case Seized:
		s.dropToken(p.Place, p.Activity)
		if p.Kept {
			s.Tokens = append(s.Tokens, Token{p.Gang, p.Place, p.Activity})
		}
		s.with(p.Gang, func(g *Gang) { g.Alcohol += p.Alcohol; g.act(p.Actions) })
	case Recruited:
		s.with(p.Gang, func(g *Gang) {
			g.Stacks = addStack(g.Stacks, p.HQ, p.Sexes)
			g.Recruits = g.Recruits.plus(p.Sexes)
			g.pay("recruit", -p.Paid)
			g.act(p.Actions)
		})
	case WeaponsBought:
		s.with(p.Gang, func(g *Gang) {
			g.Knives, g.Pistols = g.Knives+p.Knives, g.Pistols+p.Pistols
			g.pay("weapon", -p.Paid)
			g.act(p.Actions)
		})
	case Bailed:
		s.with(p.Gang, func(g *Gang) {
			g.Tracks = addBox(g.Tracks, "tombs", p.From, Sexes{}.minus(p.Sexes))
			g.Tracks = addBox(g.Tracks, "tombs", p.To, p.Sexes)
			g.pay("bail", -p.Paid)
			g.act(p.Actions)
		})
	case SoberedUp:
		s.with(p.Gang, func(g *Gang) { g.Alcohol -= p.Alcohol; g.Year.Sobered++; g.act(p.Actions) })
	case TammanyWorked:
		s.with(p.Gang, func(g *Gang) { g.Year.Registered = true; g.act(p.Actions) })
	case RobberyBegun:
		s.Robbery = &Robbery{Gang: p.Gang, Place: p.Place, Sexes: p.Sexes, Gain: p.Gain}
		s.with(p.Gang, func(g *Gang) { g.Year.Robbed = append(g.Year.Robbed, p.Place); g.act(p.Actions) })
	case Robbed:
		evolveRobbed(s, p)
	default:
		evolveHome(s, f)
	}
}

func evolveRobbed(s *State, p Robbed) {
	s.with(p.Gang, func(g *Gang) { g.pay("robbery", p.Gain) })
	if p.Jailed+p.Wounded == 0 || s.Robbery == nil {
		s.Robbery = nil
		return
	}
	s.Robbery.Drawn, s.Robbery.Jailed, s.Robbery.Wounded = true, p.Jailed, p.Wounded
}

func evolveHome(s *State, f games.Fact) {
	switch p := f.Pub.(type) {
	case Taken:
		s.with(p.Gang, func(g *Gang) {
			g.Stacks = addStack(g.Stacks, p.Place, Sexes{-p.Sexes.M, -p.Sexes.F})
			g.Tracks = addBox(g.Tracks, p.Track, p.Box, p.Sexes)
		})
		switch f.Type {
		case factCaught:
			evolveCaught(s, p)
		case factWounded:
			if party := s.party(p.Gang); party != nil {
				party.Hurt -= p.Sexes.n()
			}
		}
	case ListGiven:
		s.with(p.Gang, func(g *Gang) { g.give(f.Type, p.List) })
	case Released:
		s.with(p.Gang, func(g *Gang) {
			g.Tracks = addBox(g.Tracks, p.Track, 0, Sexes{-p.Sexes.M, -p.Sexes.F})
			g.Stacks = addStack(g.Stacks, p.Place, p.Sexes)
		})
	case TrackAdvanced:
		s.with(p.Gang, func(g *Gang) {
			g.Tracks = addBox(g.Tracks, p.Track, p.From, Sexes{-p.Sexes.M, -p.Sexes.F})
			g.Tracks = addBox(g.Tracks, p.Track, p.To, p.Sexes)
		})
	case InfluenceSet:
		s.with(p.Gang, func(g *Gang) { g.Influence = p.Members })
	case WentHome:
		s.with(p.Gang, func(g *Gang) {
			g.Stacks = addStack(g.Stacks, p.From, Sexes{-p.Sexes.M, -p.Sexes.F})
			g.Stacks = addStack(g.Stacks, p.To, p.Sexes)
		})
	case AlcoholApplied:
		s.with(p.Gang, func(g *Gang) { g.pay("alcohol", -p.Paid) })
	default:
		evolveReading(s, f)
	}
}

// evolveReading folds what only a reading of the rules, see options.go, brings about.
func evolveReading(s *State, f games.Fact) {
	switch p := f.Pub.(type) {
	case DialDecayed:
		s.with(p.Gang, func(g *Gang) { g.Alcohol -= p.Alcohol })
	case MercyGiven:
		s.with(p.Gang, func(g *Gang) {
			g.Stacks = addStack(g.Stacks, p.Place, p.Sexes)
			g.Recruits = g.Recruits.plus(p.Sexes)
		})
	case OptionsApplied:
		s.Options, s.Pending = slices.Clone(p.Options), nil
	case Given:
		evolveGift(s, p)
	case PrizeTaken:
		s.with(p.Gang, func(g *Gang) { g.pay("war", -p.Paid) })
	case WeaponsSold:
		s.with(p.Gang, func(g *Gang) {
			g.Knives, g.Pistols = g.Knives-p.Knives, g.Pistols-p.Pistols
			g.pay("goods", p.Paid)
		})
	default:
		evolveFight(s, f)
	}
}

// evolveCaught counts the caught robbers off; the last one ends the robbery.
func evolveCaught(s *State, p Taken) {
	if s.Robbery == nil {
		return
	}
	s.Robbery.Sexes = s.Robbery.Sexes.minus(p.Sexes)
	if p.Track == "tombs" {
		s.Robbery.Jailed -= p.Sexes.n()
	} else {
		s.Robbery.Wounded -= p.Sexes.n()
	}
	if s.Robbery.Jailed+s.Robbery.Wounded <= 0 {
		s.Robbery = nil
	}
}

// with changes a gang; an unknown one is left alone.
func (s *State) with(id string, change func(*Gang)) {
	if g := s.gang(id); g != nil {
		change(g)
	}
}

func (s *State) dropToken(place, activity string) {
	s.Tokens = slices.DeleteFunc(s.Tokens, func(t Token) bool { return t.Place == place && t.Activity == activity })
}

func (g *Gang) act(actions int) {
	g.Year.Used += actions
	g.Year.Orders++
}

func (g *Gang) make(good string, n int) {
	if good == "kilo" {
		g.Kilos, g.Made.Kilos = g.Kilos+n, g.Made.Kilos+n
		return
	}
	g.Barrels, g.Made.Barrels = g.Barrels+n, g.Made.Barrels+n
}

func (g *Gang) sell(good string, n int) {
	if good == "kilo" {
		g.Kilos, g.Sold.Kilos = g.Kilos-n, g.Sold.Kilos+n
		return
	}
	g.Barrels, g.Sold.Barrels = g.Barrels-n, g.Sold.Barrels+n
}

func (g *Gang) give(typ string, list []string) {
	switch typ {
	case factReturn:
		g.Year.Return, g.Year.ReturnGiven = slices.Clone(list), true
		return
	case factWanted:
		g.Year.Wanted, g.Year.Drafted = slices.Clone(list), true
		return
	}
	g.Year.Losses, g.Year.LossesGiven = slices.Clone(list), true
}
