package templates

import (
	"slices"
	"strconv"

	"fivepoints/games"
)

// fight is a battle or a war: how it began, with what, how it ended.
type fight struct {
	begun games.Msg
	all   []games.Msg // what followed
}

// fightsOf takes the fights out of a story; the rest is in its order.
func (t *tale) fightsOf(all []games.Msg) (out []fight, rest []games.Msg) {
	follows := []string{
		"ny.arms_laid", "ny.battle_fought", "ny.battle_fought.draw", "ny.war_fought", "ny.fighters_killed", "ny.fighters_wounded",
		"ny.retreated", "ny.retreat_failed", "ny.gang_eliminated",
	}
	for _, m := range all {
		switch {
		case m.Key == "ny.battle_begun" || m.Key == "ny.war_declared":
			out = append(out, fight{begun: m})
		case len(out) > 0 && slices.Contains(follows, m.Key):
			last := &out[len(out)-1]
			last.all = append(last.all, m)
		default:
			rest = append(rest, m)
		}
	}
	return out, rest
}

// calm tells whether nobody was hurt and nobody won.
func (f fight) calm() bool {
	end := f.end()
	return end.Key == "ny.battle_fought.draw" && num(end, "kills")+num(end, "wounds")+num(end, "lost")+num(end, "hurt") == 0
}

func (f fight) end() games.Msg {
	for _, m := range f.all {
		if len(of([]games.Msg{m}, "ny.battle_fought", "ny.battle_fought.draw", "ny.war_fought")) > 0 {
			return m
		}
	}
	return games.Msg{}
}

// battle adds a battle to the paragraph of the gang that began it.
func (t *tale) battle(p *prose, f fight) {
	p.does(t.vary("ny.t.battle", f.begun.Args...))
	t.outcome(p, f)
}

// outcome tells weapons, result, losses, flight and ruin.
func (t *tale) outcome(p *prose, f fight) {
	p.says(t.weapons(f))
	p.says(t.result(f))
	for _, m := range of(f.all, "ny.retreated", "ny.retreat_failed") {
		p.says(t.vary("ny.t."+m.Key[len("ny."):], m.Args...))
	}
	for _, m := range of(f.all, "ny.gang_eliminated") {
		p.says(strongly(t.vary("ny.t.ruin", m.Args...).String()))
	}
}

// weapons says who brought what, unless all had sticks.
func (t *tale) weapons(f fight) inline {
	laid := of(f.all, "ny.arms_laid")
	if len(laid) < 2 || sum(laid, "pistols")+sum(laid, "knives") == 0 {
		return nil
	}
	if val(laid[0], "gang") != val(f.begun, "gang") {
		laid[0], laid[1] = laid[1], laid[0]
	}
	arms := func(m games.Msg) inline { return t.arms(num(m, "pistols"), num(m, "knives"), num(m, "sticks")) }
	for i, m := range laid[:2] {
		if num(m, "pistols")+num(m, "knives") == 0 {
			armed := laid[1-i]
			return t.vary("ny.t.weapons.bare", with(armed, "gang", "gang"), word("mine", arms(armed)), with(m, "gang", "against"))
		}
	}
	return t.vary("ny.t.weapons", with(laid[0], "gang", "gang"), word("mine", arms(laid[0])),
		with(laid[1], "gang", "against"), word("theirs", arms(laid[1])))
}

func (t *tale) result(f fight) inline {
	end := f.end()
	if end.Key == "" {
		return nil
	}
	if f.calm() {
		return t.vary("ny.t.draw.calm", end.Args...)
	}
	toll := t.series(append(t.toll(end, "against", "kills", "wounds"), t.toll(end, "gang", "lost", "hurt")...))
	args := append(slices.Clone(end.Args), word("toll", toll), word("pay", t.spoils(end)))
	switch {
	case end.Key == "ny.battle_fought.draw":
		return t.vary("ny.t.draw", args...)
	case len(toll) == 0:
		return t.vary("ny.t.won.calm", args...)
	case end.Key == "ny.war_fought":
		return t.vary("ny.t.won.war", args...)
	}
	return t.vary("ny.t.won", args...)
}

// toll says what one side lost.
func (t *tale) toll(m games.Msg, gang, dead, hurt string) []inline {
	args := []games.MsgArg{with(m, gang, "gang"), with(m, dead, "dead"), with(m, hurt, "hurt")}
	switch d, h := num(m, dead), num(m, hurt); {
	case d > 0 && h > 0:
		return []inline{t.t("ny.t.toll.both", args...)}
	case d > 0:
		return []inline{t.t("ny.t.toll.dead", args...)}
	case h > 0:
		return []inline{t.t("ny.t.toll.hurt", args...)}
	}
	return nil
}

// spoils says what the fight was worth.
func (t *tale) spoils(m games.Msg) inline {
	mine, theirs := num(m, "money"), num(m, "their_money")
	switch {
	case mine > 0 && theirs > 0:
		return t.t("ny.t.pay.both", m.Args...)
	case mine > 0:
		return t.t("ny.t.pay", with(m, "gang", "gang"), with(m, "money", "money"))
	case theirs > 0:
		return t.t("ny.t.pay", with(m, "against", "gang"), with(m, "their_money", "money"))
	}
	return nil
}

// wars tells phase d: a paragraph for each war with blood, the others together.
func (t *tale) wars(all []games.Msg) []block {
	fights, rest := t.fightsOf(all)
	var out []block
	var calm []inline
	for _, f := range fights {
		if f.calm() {
			calm = append(calm, t.t("ny.t.war.pair", f.begun.Args...))
			continue
		}
		p := t.about(val(f.begun, "gang"))
		p.does(t.vary("ny.t.war", append(slices.Clone(f.begun.Args), number("theirs", t.engaged(f)))...))
		t.outcome(p, f)
		out = append(out, p.block()...)
	}
	if len(calm) > 0 {
		out = append(out, para{capital(t.vary("ny.t.war.calm", word("wars", t.series(calm)), number("n", len(calm))))})
	}
	return append(out, t.plainly(rest)...)
}

// engaged is how many the gang attacked sent.
func (t *tale) engaged(f fight) int {
	for _, m := range of(f.all, "ny.arms_laid") {
		if val(m, "gang") == val(f.begun, "against") {
			n, _ := strconv.Atoi(val(m, "n"))
			return n
		}
	}
	return 0
}
