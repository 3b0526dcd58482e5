package newyork1890

import "fivepoints/games"

// tellFight tells battles and wars.
func (r Rules) tellFight(f games.Fact) (games.Msg, bool) {
	switch p := f.Pub.(type) {
	case BattleBegun:
		return games.Say("ny.battle_begun", gangArg(p.Gang), games.With("against", "gang", p.Against), r.placeArg("place", p.Place),
			games.Int("mine", p.Mine), games.Int("theirs", p.Theirs)), true
	case ArmsLaid:
		return games.Say("ny.arms_laid", gangArg(p.Gang), games.Int("n", p.Engaged), games.Int("pistols", p.Pistols),
			games.Int("knives", p.Knives), games.Int("sticks", p.Sticks)), true
	case Fought:
		return r.tellFought(p), true
	case WarDeclared:
		return games.Say("ny.war_declared", gangArg(p.Gang), games.With("against", "gang", p.Against), games.Int("n", p.Members)), true
	case Killed:
		return games.Say("ny.fighters_killed", gangArg(p.Gang), r.placeArg("place", p.Place), sexesArg(p.Sexes)), true
	case Retreated:
		return games.Say("ny.retreated", gangArg(p.Gang), r.placeArg("from", p.From), r.placeArg("to", p.To), sexesArg(p.Sexes)), true
	case Eliminated:
		return games.Say("ny.gang_eliminated", gangArg(p.Gang), games.Money("money", p.Money)), true
	}
	return r.tellPolice(f)
}

func (r Rules) tellFought(p Fought) games.Msg {
	att, def := p.Attacker, p.Defender
	args := []games.MsgArg{
		gangArg(att.Gang), games.With("against", "gang", def.Gang),
		games.Int("kills", att.Kills), games.Int("wounds", att.Wounds), games.Money("money", att.KillPay+att.WoundPay),
		games.Int("lost", def.Kills), games.Int("hurt", def.Wounds), games.Money("their_money", def.KillPay+def.WoundPay),
	}
	if p.Winner == "" {
		return games.Say("ny.battle_fought.draw", args...)
	}
	args = append(args, games.With("winner", "gang", p.Winner))
	if p.Prize > 0 {
		return games.Say("ny.war_fought", append(args, games.Money("prize", p.Prize))...)
	}
	return games.Say("ny.battle_fought", args...)
}
