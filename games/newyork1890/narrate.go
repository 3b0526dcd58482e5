package newyork1890

import (
	"strconv"

	"fivepoints/games"
)

// Narrate tells facts as sentences with keys ny.*. Nothing is secret in this
// edition, so all readers get the same story.
func (r Rules) Narrate(s *State, facts []games.Fact, _ games.Seat) []games.Msg {
	var out []games.Msg
	for _, f := range facts {
		if m, ok := r.tell(f); ok {
			out = append(out, m)
		}
	}
	return out
}

func (r Rules) tell(f games.Fact) (games.Msg, bool) {
	switch p := f.Pub.(type) {
	case Created:
		return msg("game_created", intArg("n", len(p.Gangs))), true
	case OrderDrawn:
		return msg("order_drawn", textArg("order", "list:gang", p.Order...)), true
	case YearStarted:
		return msg("year_started", textArg("year", "text", strconv.Itoa(p.Year)), intArg("round", p.Round)), true
	case PhaseStarted:
		return msg("phase." + p.Phase), p.Phase != phaseClose
	case Produced:
		return msg("produced", gangArg(p.Gang), r.placeArg("place", p.Place), activityArg(p.Activity),
			intArg("n", p.N), textArg("good", "good", p.Good)), true
	case JointPaid:
		return msg("joint_paid", gangArg(p.Gang), r.placeArg("place", p.Place), activityArg(p.Activity), moneyArg("money", p.Money)), true
	case TokenFact:
		return msg(f.Type, gangArg(p.Gang), r.placeArg("place", p.Place), activityArg(p.Activity)), true
	case Ended:
		return tellEnded(p)
	}
	return r.tellTurn(f)
}

func tellEnded(p Ended) (games.Msg, bool) {
	if len(p.Ranks) == 0 || len(p.Final) == 0 {
		return games.Msg{}, false
	}
	return msg("game_ended", textArg("winners", "list:gang", p.Ranks[0].Gangs...), moneyArg("money", p.Final[0].Money)), true
}

// tellTurn tells phase c.
func (r Rules) tellTurn(f games.Fact) (games.Msg, bool) {
	switch p := f.Pub.(type) {
	case Moved:
		return r.tellMoved(p), true
	case MoveStopped:
		args := []games.MsgArg{gangArg(p.Gang), r.placeArg("place", p.Place), r.placeArg("toward", p.Toward), sexesArg(p.Sexes)}
		if p.Why == "rivals" {
			return msg("move_stopped.rivals", append(args, textArg("rivals", "list:gang", p.Rivals...))...), true
		}
		return msg("move_stopped.full", args...), true
	case Opened:
		return msg(f.Type, gangArg(p.Gang), r.placeArg("place", p.Place), activityArg(p.Activity), intArg("bottles", p.Alcohol)), true
	case Seized:
		key := "token_seized.destroyed"
		if p.Kept {
			key = "token_seized.kept"
		}
		return msg(key, gangArg(p.Gang), r.placeArg("place", p.Place), activityArg(p.Activity), textArg("owner", "gang", p.Owner)), true
	case Recruited:
		return msg("recruited", gangArg(p.Gang), sexesArg(p.Sexes), moneyArg("money", p.Paid), r.placeArg("place", p.HQ)), true
	case WeaponsBought:
		return msg("weapons_bought", gangArg(p.Gang), intArg("knives", p.Knives), intArg("pistols", p.Pistols), moneyArg("money", p.Paid)), true
	case SoberedUp:
		return msg("sobered_up", gangArg(p.Gang), intArg("n", p.Alcohol)), true
	case TammanyWorked:
		key := "tammany_worked"
		if p.Registered {
			key = "tammany_registered"
		}
		return msg(key, gangArg(p.Gang)), true
	case OrderSwapped:
		return msg("order_swapped", gangArg(p.Gang), textArg("with", "gang", p.With), textArg("order", "list:gang", p.Order...)), true
	case Robbed:
		return r.tellRobbed(p), true
	}
	return r.tellHome(f)
}

func (r Rules) tellMoved(p Moved) games.Msg {
	args := []games.MsgArg{
		gangArg(p.Gang), sexesArg(p.Sexes), r.placeArg("from", p.From),
		r.placeArg("to", p.Path[len(p.Path)-1]), moneyArg("money", p.Paid),
	}
	if len(p.Path) == 1 {
		return msg("moved", args...)
	}
	return msg("moved.through", append(args, textArg("via", "list:place", p.Path[:len(p.Path)-1]...))...)
}

func (r Rules) tellRobbed(p Robbed) games.Msg {
	args := []games.MsgArg{
		gangArg(p.Gang), r.placeArg("place", p.Place), intArg("n", p.Members), moneyArg("money", p.Gain),
		intArg("jailed", p.Jailed), intArg("wounded", p.Wounded),
	}
	if p.Jailed+p.Wounded == 0 {
		return msg("robbed.clean", args...)
	}
	return msg("robbed", args...)
}

// tellHome tells phases e and f, and who is caught.
func (r Rules) tellHome(f games.Fact) (games.Msg, bool) {
	switch p := f.Pub.(type) {
	case Taken:
		return msg(f.Type, gangArg(p.Gang), r.placeArg("place", p.Place), textArg("track", "track", p.Track),
			intArg("box", p.Box), sexesArg(p.Sexes)), true
	case Released:
		return msg("released", gangArg(p.Gang), textArg("track", "track", p.Track), r.placeArg("place", p.Place), sexesArg(p.Sexes)), true
	case TrackAdvanced:
		return msg("track_advanced", gangArg(p.Gang), textArg("track", "track", p.Track), intArg("from", p.From), intArg("to", p.To), sexesArg(p.Sexes)), true
	case InfluenceSet:
		return msg("influence_set", gangArg(p.Gang), intArg("n", p.Members)), true
	case WentHome:
		return msg("went_home", gangArg(p.Gang), r.placeArg("from", p.From), r.placeArg("to", p.To), sexesArg(p.Sexes)), true
	case AlcoholApplied:
		return msg("alcohol_applied", gangArg(p.Gang), intArg("level", p.Level), moneyArg("money", p.Paid)), true
	}
	return games.Msg{}, false
}
