package templates

import (
	"slices"
	"strconv"
	"strings"

	"fivepoints/games"
)

// streets tells phase c: a paragraph for each gang that did something, then
// who stayed at home.
func (t *tale) streets(all []games.Msg) []block {
	var out []block
	var turn []games.Msg
	idle := games.MsgArg{Name: "gangs", Kind: "list:gang"}
	for _, m := range all {
		if m.Key != "ny.turn_ended" {
			turn = append(turn, m)
			continue
		}
		if len(turn) == 0 {
			idle.Vals = append(idle.Vals, val(m, "gang"))
		}
		out = append(out, t.turn(val(m, "gang"), turn)...)
		turn = nil
	}
	if len(turn) > 0 { // a mail that ended in the middle
		out = append(out, t.turn(val(turn[0], "gang"), turn)...)
	}
	if len(idle.Vals) > 0 {
		out = append(out, para{capital(t.vary("ny.t.idle", idle, number("n", len(idle.Vals))))})
	}
	return out
}

// turn tells what one gang did: its moves, the fights they led to, its actions.
func (t *tale) turn(gang string, all []games.Msg) []block {
	p := t.about(gang)
	fights, rest := t.fightsOf(all)
	moves := t.moves(of(rest, "ny.moved", "ny.moved.through"))
	stops := t.stops(rest, fights)
	actions, told := t.actions(gang, rest)
	if len(fights)+len(stops) == 0 && len(moves)+len(actions) <= 3 {
		p.does(append(moves, actions...)...)
	} else {
		p.does(append(moves, stops...)...)
		for _, f := range fights {
			t.battle(p, f)
		}
		p.does(actions...)
	}
	for _, m := range of(rest, "ny.robbed") { // a robbery that went wrong has a sentence of its own
		p.does(t.robbery(m))
	}
	return append(p.block(), t.plainly(but(rest, append(told, "ny.moved", "ny.moved.through", "ny.move_stopped.")...))...)
}

// moves says who went where, what left one place together.
func (t *tale) moves(all []games.Msg) []inline {
	var out []inline
	for _, group := range byVal(all, "from") {
		var parts []inline
		for _, alike := range byVal(group, "to") {
			m := alike[0]
			part := t.t("ny.t.move.part", together(alike), with(m, "to", "to"))
			if m.Key == "ny.moved.through" {
				part = append(part, t.t("ny.t.move.via", m.Args...)...)
			}
			parts = append(parts, part)
		}
		key := "ny.t.move"
		if len(parts) > 2 {
			key = "ny.t.move.many"
		}
		out = append(out, t.vary(key, with(group[0], "from", "from"), word("parts", t.series(parts)), word("fare", t.price(sum(group, "money")))))
	}
	return out
}

// price writes " ($3)", nothing for what is free.
func (t *tale) price(n int) inline {
	if n == 0 {
		return nil
	}
	return t.t("ny.t.price", arg("money", "money", strconv.Itoa(n)))
}

// stops says where groups were held up, unless a fight there tells it.
func (t *tale) stops(all []games.Msg, fights []fight) []inline {
	var out []inline
	for _, m := range all {
		why, ok := strings.CutPrefix(m.Key, "ny.move_stopped.")
		fought := slices.ContainsFunc(fights, func(f fight) bool { return val(f.begun, "place") == val(m, "place") })
		if !ok || fought {
			continue
		}
		if why != "full" {
			why = "rivals"
		}
		out = append(out, t.vary("ny.t.stop."+why, m.Args...))
	}
	return out
}

// actions tells a gang's actions, like ones together; told are the keys of
// which nothing is left to say.
func (t *tale) actions(gang string, all []games.Msg) (out []inline, told []string) {
	add := func(s inline, keys ...string) {
		told = append(told, keys...)
		if len(s) > 0 {
			out = append(out, s)
		}
	}
	add(t.recruits(of(all, "ny.recruited")), "ny.recruited")
	all, turned := t.turned(all)
	out, told = append(out, turned...), append(told, "ny.token_closed")
	add(t.opened(all), "ny.joint_opened", "ny.joint_opened.bottles", "ny.traffic_opened", "ny.traffic_opened.bottles")
	for _, m := range of(all, "ny.robbed.clean") {
		add(t.robbery(m))
	}
	told = append(told, "ny.robbed.clean", "ny.robbed", "ny.robbers_caught")
	for _, m := range of(all, "ny.token_seized.kept", "ny.token_seized.destroyed", "ny.token_closed", "ny.sobered_up", "ny.tammany_registered",
		"ny.member_equipped", "ny.order_swapped") {
		if val(m, "gang") == gang {
			add(t.vary("ny.t."+strings.TrimPrefix(m.Key, "ny."), m.Args...), m.Key)
		}
	}
	add(t.bought(all), "ny.weapons_bought.both", "ny.weapons_bought.knives", "ny.weapons_bought.pistols", "ny.tammany_worked")
	return out, told
}

func (t *tale) recruits(all []games.Msg) inline {
	if len(all) == 0 {
		return nil
	}
	return t.vary("ny.t.recruit", together(all), arg("money", "money", strconv.Itoa(sum(all, "money"))))
}

// turned takes out the tokens that were closed to open another in their place.
func (t *tale) turned(all []games.Msg) (rest []games.Msg, out []inline) {
	rest = slices.Clone(all)
	for _, old := range of(all, "ny.token_closed") {
		i := slices.IndexFunc(rest, func(m games.Msg) bool {
			return strings.HasPrefix(m.Key, "ny.joint_opened") && val(m, "place") == val(old, "place") && val(m, "gang") == val(old, "gang")
		})
		if i < 0 {
			continue
		}
		out = append(out, t.vary("ny.t.turned", with(old, "activity", "old"), with(rest[i], "activity", "activity"), with(rest[i], "place", "place")))
		rest = slices.Delete(rest, i, i+1)
		rest = slices.DeleteFunc(rest, func(m games.Msg) bool {
			return m.Key == old.Key && val(m, "place") == val(old, "place") && val(m, "activity") == val(old, "activity")
		})
	}
	return rest, out
}

func (t *tale) opened(all []games.Msg) inline {
	some := of(all, "ny.joint_opened", "ny.joint_opened.bottles", "ny.traffic_opened", "ny.traffic_opened.bottles")
	if len(some) == 0 {
		return nil
	}
	return t.vary("ny.t.open", tokens(some))
}

// robbers is how many kinds of robbery have a text.
const robbers = 5

func (t *tale) robbery(m games.Msg) inline {
	deed := t.vary("ny.t.rob."+strconv.Itoa(min(robbers, max(1, num(m, "n")))), m.Args...)
	jailed, wounded := num(m, "jailed"), num(m, "wounded")
	end := "ny.t.rob.clean"
	switch {
	case jailed > 0 && wounded > 0:
		end = "ny.t.rob.both"
	case jailed > 0:
		end = "ny.t.rob.jailed"
	case wounded > 0:
		end = "ny.t.rob.hurt"
	}
	return append(deed, t.vary(end, number("jailed", jailed), number("wounded", wounded))...)
}

func (t *tale) bought(all []games.Msg) inline {
	some := of(all, "ny.weapons_bought.both", "ny.weapons_bought.knives", "ny.weapons_bought.pistols")
	if len(some) == 0 {
		return nil
	}
	money := arg("money", "money", strconv.Itoa(sum(some, "money")))
	return t.vary("ny.t.buy", word("arms", t.arms(sum(some, "pistols"), sum(some, "knives"), 0)), money)
}

// arms writes "two pistols and a knife"; nothing but sticks are "bare sticks".
func (t *tale) arms(pistols, knives, sticks int) inline {
	var parts []inline
	if pistols > 0 {
		parts = append(parts, t.t("ny.t.pistols", number("n", pistols)))
	}
	if knives > 0 {
		parts = append(parts, t.t("ny.t.knives", number("n", knives)))
	}
	switch {
	case len(parts) == 0:
		return t.t("ny.t.sticks.only")
	case sticks > 0:
		parts = append(parts, t.t("ny.t.sticks", number("n", sticks)))
	}
	return t.series(parts)
}
