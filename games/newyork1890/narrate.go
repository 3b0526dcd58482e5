package newyork1890

import (
	"slices"
	"strconv"

	"fivepoints/games"
)

// Narrate tells facts as sentences with keys ny.*, under the heading of their
// phase. Nothing is secret in this edition, so all readers get the same story.
func (r Rules) Narrate(s *State, facts []games.Fact, _ games.Seat) []games.Msg {
	r = r.of(s)
	var out []games.Msg
	under, pawns := "", 0
	watched := r.watched(s, facts)
	for i, f := range facts {
		m, ok := r.tell(f)
		if !ok {
			continue
		}
		if watched[i] {
			m.Args = append(m.Args, games.Int("watched", 1))
		}
		if f.Type == factPawn { // the first mover is the smallest gang, then the poorest, then the least known (b.1)
			pawns++
			m.Args = append(m.Args, games.Int("nth", pawns))
		}
		if m.Key == "ny.move_stopped.met" && s.option("battle") == on {
			m.Key = "ny.move_stopped.battle"
		}
		p := phaseOf(f.Type)
		if floats(f.Type) || under == phaseWar && fightsOn(f.Type) || under == "" && f.Type == factEliminated { // by a moderator's change
			p = under
		}
		if p != "" && p != under {
			out = append(out, games.Say("ny.phase."+p))
		}
		under = p
		out = append(out, m)
	}
	return out
}

// watched finds the robberies with a pawn in the quarter or next to it: from
// where the pawns stand after all facts, back to where they stood.
func (r Rules) watched(s *State, facts []games.Fact) map[int]bool {
	out := map[int]bool{}
	if s.Police == nil {
		return out
	}
	pawns := slices.Clone(s.Police.Pawns)
	back := func(pawn int, from string) {
		if pawn >= 1 && pawn <= len(pawns) {
			pawns[pawn-1] = from
		}
	}
	for i, f := range slices.Backward(facts) {
		switch p := f.Pub.(type) {
		case PawnMoved:
			back(p.Pawn, p.From)
		case Bribed:
			back(p.Pawn, p.From)
		case PolicePlaced:
			pawns = nil
		case Adjusted:
			if p.Item == "police" {
				pawns = slices.Clone(p.From.List)
			}
		case Robbed:
			near := append(r.data.around(p.Place), p.Place)
			out[i] = slices.ContainsFunc(pawns, func(at string) bool { return slices.Contains(near, at) })
		}
	}
	return out
}

// floats tells whether a fact is told where it stands, whatever the phase.
func floats(typ string) bool {
	return slices.Contains([]string{
		factFavour, factKept, factLapsed, factRigged, factGiven, factVoid, factExchanged,
	}, typ)
}

// phaseOf tells under which heading a fact is told, "" for none.
func phaseOf(typ string) string {
	switch typ {
	case factCreated, factOrder, factYear, factAdjusted:
		return ""
	case factProduced, factPaid, factIdle, factSacked, factBlocked, factBonus,
		factGranted, factDrafted, factCorruption:
		return phaseProduce
	case factPawn, factRaided, factBribed, factBribedMale, factBribedFree, factPolice, factBribeOffered, factBribePassed, factBribeRound:
		return phasePolice
	case factCare, factReleased, factAdvanced, factInfluence, factHome, factMercy:
		return phaseHome
	case factAlcohol, factDrunk, factLowered, factDecayed:
		return phaseAlcohol
	case factWarDeclared, factWarPassed, factWarFought, factPrize, factLoanCalled, factLent:
		return phaseWar
	case factPactEnded, factOffered, factAnswered, factDuel, factPactMade:
		return phaseTalks
	case factElection:
		return "h"
	case factEnded, factSold:
		return "end"
	}
	return phaseMoves
}

func (r Rules) tell(f games.Fact) (games.Msg, bool) {
	switch p := f.Pub.(type) {
	case Created:
		return games.Say("ny.game_created", games.Int("n", len(p.Gangs))), true
	case OrderDrawn:
		return games.Say("ny.order_drawn", games.With("order", "list:gang", p.Order...)), true
	case YearStarted:
		return games.Say("ny.year_started", games.With("year", "text", strconv.Itoa(p.Year)), games.Int("round", p.Round)), true
	case Produced:
		return games.Say("ny.produced."+p.Good, gangArg(p.Gang), r.placeArg("place", p.Place), activityArg(p.Activity), games.Int("n", p.N)), true
	case JointPaid:
		return games.Say("ny.joint_paid", gangArg(p.Gang), r.placeArg("place", p.Place), activityArg(p.Activity), games.Money("money", p.Money)), true
	case TokenFact:
		return games.Say("ny."+f.Type, gangArg(p.Gang), r.placeArg("place", p.Place), activityArg(p.Activity)), true
	case Ended:
		return tellEnded(p)
	}
	return r.tellTurn(f)
}

func tellEnded(p Ended) (games.Msg, bool) {
	if len(p.Ranks) == 0 || len(p.Final) == 0 {
		return games.Msg{}, false
	}
	return games.Say("ny.game_ended", games.With("winners", "list:gang", p.Ranks[0].Gangs...), games.Money("money", p.Final[0].Money)), true
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
		return games.Say(key, gangArg(p.Gang), r.placeArg("place", p.Place), activityArg(p.Activity), games.With("owner", "gang", p.Owner)), true
	case Recruited:
		return games.Say("ny.recruited", gangArg(p.Gang), sexesArg(p.Sexes), games.Money("money", p.Paid), r.placeArg("place", p.HQ)), true
	case WeaponsBought:
		return tellWeapons(p), true
	case SoberedUp:
		return games.Say("ny.sobered_up", gangArg(p.Gang), games.Int("n", p.Alcohol)), true
	case TammanyWorked:
		key := "ny.tammany_worked"
		if p.Registered {
			key = "ny.tammany_registered"
		}
		return games.Say(key, gangArg(p.Gang)), true
	case OrderSwapped:
		return games.Say("ny.order_swapped", gangArg(p.Gang), games.With("with", "gang", p.With), games.With("order", "list:gang", p.Order...)), true
	case Robbed:
		return r.tellRobbed(p), true
	case ActionsEnded:
		return games.Say("ny.turn_ended", gangArg(p.Gang), games.Int("left", p.Left)), true
	}
	return r.tellHome(f)
}

func (r Rules) tellOpened(typ string, p Opened) games.Msg {
	args := []games.MsgArg{gangArg(p.Gang), r.placeArg("place", p.Place), activityArg(p.Activity)}
	if p.Alcohol == 0 {
		return games.Say("ny."+typ, args...)
	}
	return games.Say("ny."+typ+".bottles", append(args, games.Int("bottles", p.Alcohol))...)
}

func tellWeapons(p WeaponsBought) games.Msg {
	gang, paid := gangArg(p.Gang), games.Money("money", p.Paid)
	knives, pistols := games.Int("knives", p.Knives), games.Int("pistols", p.Pistols)
	switch {
	case p.Pistols == 0:
		return games.Say("ny.weapons_bought.knives", gang, knives, paid)
	case p.Knives == 0:
		return games.Say("ny.weapons_bought.pistols", gang, pistols, paid)
	}
	return games.Say("ny.weapons_bought.both", gang, knives, pistols, paid)
}

func (r Rules) tellMoved(p Moved) games.Msg {
	args := []games.MsgArg{
		gangArg(p.Gang), sexesArg(p.Sexes), r.placeArg("from", p.From),
		r.placeArg("to", p.Path[len(p.Path)-1]), games.Money("money", p.Paid),
	}
	if len(p.Path) == 1 {
		return games.Say("ny.moved", args...)
	}
	return games.Say("ny.moved.through", append(args, games.With("via", "list:place", p.Path[:len(p.Path)-1]...))...)
}

func (r Rules) tellStopped(p MoveStopped) games.Msg {
	args := []games.MsgArg{gangArg(p.Gang), sexesArg(p.Sexes), r.placeArg("place", p.Place), r.placeArg("toward", p.Toward)}
	rivals := games.With("rivals", "list:gang", p.Rivals...)
	switch {
	case p.Why == "full":
		return games.Say("ny.move_stopped.full", args...)
	case p.Place == p.Toward:
		return games.Say("ny.move_stopped.met", append(args, rivals)...)
	}
	return games.Say("ny.move_stopped.rivals", append(args, rivals)...)
}

func (r Rules) tellRobbed(p Robbed) games.Msg {
	args := []games.MsgArg{
		gangArg(p.Gang), r.placeArg("place", p.Place), games.Int("n", p.Members), games.Money("money", p.Gain),
		games.Int("jailed", p.Jailed), games.Int("wounded", p.Wounded),
	}
	if p.Jailed+p.Wounded == 0 {
		return games.Say("ny.robbed.clean", args...)
	}
	return games.Say("ny.robbed", args...)
}

// tellHome tells phases e and f, and who is caught.
func (r Rules) tellHome(f games.Fact) (games.Msg, bool) {
	switch p := f.Pub.(type) {
	case Taken:
		return games.Say("ny."+f.Type, gangArg(p.Gang), r.placeArg("place", p.Place), games.With("track", "track", p.Track),
			games.Int("box", p.Box), sexesArg(p.Sexes)), true
	case Released:
		return games.Say("ny.released", gangArg(p.Gang), games.With("track", "track", p.Track), r.placeArg("place", p.Place), sexesArg(p.Sexes)), true
	case TrackAdvanced:
		return games.Say("ny.track_advanced", gangArg(p.Gang), games.With("track", "track", p.Track), games.Int("from", p.From), games.Int("to", p.To), sexesArg(p.Sexes)), true
	case InfluenceSet:
		return games.Say("ny.influence_set", gangArg(p.Gang), games.Int("n", p.Members)), true
	case WentHome:
		return games.Say("ny.went_home", gangArg(p.Gang), r.placeArg("from", p.From), r.placeArg("to", p.To), sexesArg(p.Sexes)), true
	case AlcoholApplied:
		return games.Say("ny.alcohol_applied", gangArg(p.Gang), games.Int("level", p.Level), games.Money("money", p.Paid)), true
	}
	return r.tellFight(f)
}

// fightsOn tells whether a fact belongs to battles and wars alike.
func fightsOn(typ string) bool {
	return slices.Contains([]string{factArms, factKilled, factWounded, factFightEnded, factEliminated}, typ)
}
