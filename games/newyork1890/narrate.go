package newyork1890

import (
	"slices"
	"strconv"

	"fivepoints/games"
)

// Narrate tells facts as sentences with keys ny.*, under the heading of their
// phase. Nothing is secret in this edition, so all readers get the same story.
func (r Rules) Narrate(s *State, facts []games.Fact, _ games.Seat) []games.Msg {
	var out []games.Msg
	under, pawns := "", 0
	for _, f := range facts {
		m, ok := r.tell(f)
		if !ok {
			continue
		}
		if f.Type == factPawn { // the first mover is the smallest gang, then the poorest, then the least known (b.1)
			pawns++
			m.Args = append(m.Args, intArg("nth", pawns))
		}
		if m.Key == "ny.move_stopped.met" && s.option("battle") == on {
			m.Key = "ny.move_stopped.battle"
		}
		p := phaseOf(f.Type)
		if under == phaseWar && fightsOn(f.Type) {
			p = under
		}
		if p != "" && p != under {
			out = append(out, msg("ny.phase."+p))
		}
		under = p
		out = append(out, m)
	}
	return out
}

// phaseOf tells under which heading a fact is told, "" for none.
func phaseOf(typ string) string {
	switch typ {
	case factCreated, factOrder, factYear, factAdjusted:
		return ""
	case factProduced, factPaid, factIdle, factSacked, factBlocked, factBonus:
		return phaseProduce
	case factPawn, factRaided, factBribed, factBribedMale, factPolice, factBribeOffered, factBribePassed, factBribeRound:
		return phasePolice
	case factCare, factReleased, factAdvanced, factInfluence, factHome, factMercy:
		return phaseHome
	case factAlcohol, factDrunk, factLowered, factDecayed:
		return phaseAlcohol
	case factWarDeclared, factWarPassed, factWarFought, factPrize:
		return phaseWar
	case factEnded, factSold:
		return "end"
	}
	return phaseMoves
}

func (r Rules) tell(f games.Fact) (games.Msg, bool) {
	switch p := f.Pub.(type) {
	case Created:
		return msg("ny.game_created", intArg("n", len(p.Gangs))), true
	case OrderDrawn:
		return msg("ny.order_drawn", textArg("order", "list:gang", p.Order...)), true
	case YearStarted:
		return msg("ny.year_started", textArg("year", "text", strconv.Itoa(p.Year)), intArg("round", p.Round)), true
	case Produced:
		return msg("ny.produced."+p.Good, gangArg(p.Gang), r.placeArg("place", p.Place), activityArg(p.Activity), intArg("n", p.N)), true
	case JointPaid:
		return msg("ny.joint_paid", gangArg(p.Gang), r.placeArg("place", p.Place), activityArg(p.Activity), moneyArg("money", p.Money)), true
	case TokenFact:
		return msg("ny."+f.Type, gangArg(p.Gang), r.placeArg("place", p.Place), activityArg(p.Activity)), true
	case Ended:
		return tellEnded(p)
	}
	return r.tellTurn(f)
}

func tellEnded(p Ended) (games.Msg, bool) {
	if len(p.Ranks) == 0 || len(p.Final) == 0 {
		return games.Msg{}, false
	}
	return msg("ny.game_ended", textArg("winners", "list:gang", p.Ranks[0].Gangs...), moneyArg("money", p.Final[0].Money)), true
}

// tellTurn tells phase c.
func (r Rules) tellTurn(f games.Fact) (games.Msg, bool) {
	switch p := f.Pub.(type) {
	case Moved:
		return r.tellMoved(p), true
	case MoveStopped:
		return r.tellStopped(p), true
	case Opened:
		return r.tellOpened(f.Type, p), true
	case Seized:
		key := "ny.token_seized.destroyed"
		if p.Kept {
			key = "ny.token_seized.kept"
		}
		return msg(key, gangArg(p.Gang), r.placeArg("place", p.Place), activityArg(p.Activity), textArg("owner", "gang", p.Owner)), true
	case Recruited:
		return msg("ny.recruited", gangArg(p.Gang), sexesArg(p.Sexes), moneyArg("money", p.Paid), r.placeArg("place", p.HQ)), true
	case WeaponsBought:
		return tellWeapons(p), true
	case SoberedUp:
		return msg("ny.sobered_up", gangArg(p.Gang), intArg("n", p.Alcohol)), true
	case TammanyWorked:
		key := "ny.tammany_worked"
		if p.Registered {
			key = "ny.tammany_registered"
		}
		return msg(key, gangArg(p.Gang)), true
	case OrderSwapped:
		return msg("ny.order_swapped", gangArg(p.Gang), textArg("with", "gang", p.With), textArg("order", "list:gang", p.Order...)), true
	case Robbed:
		return r.tellRobbed(p), true
	case ActionsEnded:
		return msg("ny.turn_ended", gangArg(p.Gang), intArg("left", p.Left)), true
	}
	return r.tellHome(f)
}

func (r Rules) tellOpened(typ string, p Opened) games.Msg {
	args := []games.MsgArg{gangArg(p.Gang), r.placeArg("place", p.Place), activityArg(p.Activity)}
	if p.Alcohol == 0 {
		return msg("ny."+typ, args...)
	}
	return msg("ny."+typ+".bottles", append(args, intArg("bottles", p.Alcohol))...)
}

func tellWeapons(p WeaponsBought) games.Msg {
	gang, paid := gangArg(p.Gang), moneyArg("money", p.Paid)
	knives, pistols := intArg("knives", p.Knives), intArg("pistols", p.Pistols)
	switch {
	case p.Pistols == 0:
		return msg("ny.weapons_bought.knives", gang, knives, paid)
	case p.Knives == 0:
		return msg("ny.weapons_bought.pistols", gang, pistols, paid)
	}
	return msg("ny.weapons_bought.both", gang, knives, pistols, paid)
}

func (r Rules) tellMoved(p Moved) games.Msg {
	args := []games.MsgArg{
		gangArg(p.Gang), sexesArg(p.Sexes), r.placeArg("from", p.From),
		r.placeArg("to", p.Path[len(p.Path)-1]), moneyArg("money", p.Paid),
	}
	if len(p.Path) == 1 {
		return msg("ny.moved", args...)
	}
	return msg("ny.moved.through", append(args, textArg("via", "list:place", p.Path[:len(p.Path)-1]...))...)
}

func (r Rules) tellStopped(p MoveStopped) games.Msg {
	args := []games.MsgArg{gangArg(p.Gang), sexesArg(p.Sexes), r.placeArg("place", p.Place), r.placeArg("toward", p.Toward)}
	rivals := textArg("rivals", "list:gang", p.Rivals...)
	switch {
	case p.Why == "full":
		return msg("ny.move_stopped.full", args...)
	case p.Place == p.Toward:
		return msg("ny.move_stopped.met", append(args, rivals)...)
	}
	return msg("ny.move_stopped.rivals", append(args, rivals)...)
}

func (r Rules) tellRobbed(p Robbed) games.Msg {
	args := []games.MsgArg{
		gangArg(p.Gang), r.placeArg("place", p.Place), intArg("n", p.Members), moneyArg("money", p.Gain),
		intArg("jailed", p.Jailed), intArg("wounded", p.Wounded),
	}
	if p.Jailed+p.Wounded == 0 {
		return msg("ny.robbed.clean", args...)
	}
	return msg("ny.robbed", args...)
}

// tellHome tells phases e and f, and who is caught.
func (r Rules) tellHome(f games.Fact) (games.Msg, bool) {
	switch p := f.Pub.(type) {
	case Taken:
		return msg("ny."+f.Type, gangArg(p.Gang), r.placeArg("place", p.Place), textArg("track", "track", p.Track),
			intArg("box", p.Box), sexesArg(p.Sexes)), true
	case Released:
		return msg("ny.released", gangArg(p.Gang), textArg("track", "track", p.Track), r.placeArg("place", p.Place), sexesArg(p.Sexes)), true
	case TrackAdvanced:
		return msg("ny.track_advanced", gangArg(p.Gang), textArg("track", "track", p.Track), intArg("from", p.From), intArg("to", p.To), sexesArg(p.Sexes)), true
	case InfluenceSet:
		return msg("ny.influence_set", gangArg(p.Gang), intArg("n", p.Members)), true
	case WentHome:
		return msg("ny.went_home", gangArg(p.Gang), r.placeArg("from", p.From), r.placeArg("to", p.To), sexesArg(p.Sexes)), true
	case AlcoholApplied:
		return msg("ny.alcohol_applied", gangArg(p.Gang), intArg("level", p.Level), moneyArg("money", p.Paid)), true
	}
	return r.tellFight(f)
}

// fightsOn tells whether a fact belongs to battles and wars alike.
func fightsOn(typ string) bool {
	return slices.Contains([]string{factArms, factKilled, factWounded, factFightEnded, factEliminated}, typ)
}
