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
	deeds, rest := t.deeds(gang, rest)
	if len(fights)+len(stops) == 0 && len(moves)+len(deeds) <= 3 {
		var went []deed
		for _, m := range moves {
			went = append(went, deed{text: m})
		}
		p.tells(append(went, deeds...))
	} else {
		p.does(append(moves, stops...)...)
		for _, f := range fights {
			t.battle(p, f)
		}
		p.tells(deeds)
	}
	return append(p.block(), t.plainly(but(rest, "ny.moved", "ny.moved.through", "ny.move_stopped."))...)
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

// deeds tells a gang's actions in their order, those alike in a row together;
// rest is what is left to tell.
func (t *tale) deeds(gang string, all []games.Msg) (out []deed, rest []games.Msg) {
	all, turned := t.turned(all)
	var run []games.Msg
	flush := func() {
		if len(run) > 0 {
			out = append(out, t.deed(run, turned))
		}
		run = nil
	}
	for _, m := range all {
		switch kind := kindOfDeed(m); {
		case kind == "", val(m, "gang") != gang:
			rest = append(rest, m)
		case kind == "silent":
		default:
			if len(run) > 0 && (kindOfDeed(run[0]) != kind || !slices.Contains([]string{"recruit", "open", "buy"}, kind)) {
				flush()
			}
			run = append(run, m)
		}
	}
	flush()
	return out, rest
}

// kindOfDeed is the kind of deed that a message tells, "" for none.
func kindOfDeed(m games.Msg) string {
	switch key := strings.TrimSuffix(strings.TrimPrefix(m.Key, "ny."), ".bottles"); key {
	case "recruited":
		return "recruit"
	case "joint_opened", "traffic_opened":
		return "open"
	case "weapons_bought.both", "weapons_bought.knives", "weapons_bought.pistols":
		return "buy"
	case "robbers_caught", "tammany_worked":
		return "silent"
	case "robbed", "robbed.clean", "token_seized.kept", "token_seized.destroyed", "token_closed", "sobered_up", "tammany_registered",
		"member_equipped", "order_swapped":
		return key
	}
	return ""
}

// deed tells deeds alike.
func (t *tale) deed(run []games.Msg, turned map[string]games.Msg) deed {
	m := run[0]
	switch kind := kindOfDeed(m); kind {
	case "recruit":
		return deed{text: t.recruits(run)}
	case "open":
		return deed{text: t.opened(run)}
	case "buy":
		return deed{text: t.bought(run)}
	case "robbed", "robbed.clean":
		return deed{t.robbery(m), kind == "robbed"}
	case "token_closed":
		if into, ok := turned[tokenOf(m)]; ok {
			return deed{text: t.vary("ny.t.turned", with(m, "activity", "old"), with(into, "activity", "activity"), with(into, "place", "place"))}
		}
	}
	return deed{text: t.vary("ny.t."+strings.TrimPrefix(m.Key, "ny."), m.Args...)}
}

func tokenOf(m games.Msg) string {
	return val(m, "gang") + " " + val(m, "place") + " " + val(m, "activity")
}

func (t *tale) recruits(all []games.Msg) inline {
	return t.vary("ny.t.recruit", together(all), arg("money", "money", strconv.Itoa(sum(all, "money"))))
}

// turned takes out the joints that were opened in the place of one just closed,
// and finds them by the one closed.
func (t *tale) turned(all []games.Msg) (rest []games.Msg, into map[string]games.Msg) {
	into = map[string]games.Msg{}
	for i, m := range all {
		if i > 0 && all[i-1].Key == "ny.token_closed" && strings.HasPrefix(m.Key, "ny.joint_opened") &&
			val(m, "place") == val(all[i-1], "place") && val(m, "gang") == val(all[i-1], "gang") {
			into[tokenOf(all[i-1])] = m
			continue
		}
		rest = append(rest, m)
	}
	return rest, into
}

func (t *tale) opened(all []games.Msg) inline { return t.vary("ny.t.open", tokens(all)) }

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
	case num(m, "watched") > 0:
		end = "ny.t.rob.watched"
	}
	return append(deed, t.vary(end, number("jailed", jailed), number("wounded", wounded))...)
}

func (t *tale) bought(all []games.Msg) inline {
	money := arg("money", "money", strconv.Itoa(sum(all, "money")))
	return t.vary("ny.t.buy", word("arms", t.arms(sum(all, "pistols"), sum(all, "knives"), 0)), money)
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
