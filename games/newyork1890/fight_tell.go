package newyork1890

import "fivepoints/games"

// tellFight tells battles and wars.
func (r Rules) tellFight(f games.Fact) (games.Msg, bool) {
	switch p := f.Pub.(type) {
	case BattleBegun:
		return msg("ny.battle_begun", gangArg(p.Gang), textArg("against", "gang", p.Against), r.placeArg("place", p.Place),
			intArg("mine", p.Mine), intArg("theirs", p.Theirs)), true
	case ArmsLaid:
		return msg("ny.arms_laid", gangArg(p.Gang), intArg("n", p.Engaged), intArg("pistols", p.Pistols),
			intArg("knives", p.Knives), intArg("sticks", p.Sticks)), true
	case Fought:
		return r.tellFought(p), true
	case WarDeclared:
		return msg("ny.war_declared", gangArg(p.Gang), textArg("against", "gang", p.Against), intArg("n", p.Members)), true
	case Killed:
		return msg("ny.fighters_killed", gangArg(p.Gang), r.placeArg("place", p.Place), sexesArg(p.Sexes)), true
	case Retreated:
		return msg("ny.retreated", gangArg(p.Gang), r.placeArg("from", p.From), r.placeArg("to", p.To), sexesArg(p.Sexes)), true
	case Eliminated:
		return msg("ny.gang_eliminated", gangArg(p.Gang), moneyArg("money", p.Money)), true
	}
	return r.tellPolice(f)
}

func (r Rules) tellFought(p Fought) games.Msg {
	att, def := p.Attacker, p.Defender
	args := []games.MsgArg{
		gangArg(att.Gang), textArg("against", "gang", def.Gang),
		intArg("kills", att.Kills), intArg("wounds", att.Wounds), moneyArg("money", att.KillPay+att.WoundPay),
		intArg("lost", def.Kills), intArg("hurt", def.Wounds), moneyArg("their_money", def.KillPay+def.WoundPay),
	}
	if p.Winner == "" {
		return msg("ny.battle_fought.draw", args...)
	}
	args = append(args, textArg("winner", "gang", p.Winner))
	if p.Prize > 0 {
		return msg("ny.war_fought", append(args, moneyArg("prize", p.Prize))...)
	}
	return msg("ny.battle_fought", args...)
}
