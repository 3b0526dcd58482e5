package templates

import (
	"slices"
	"strconv"
	"strings"

	"fivepoints/games"
	ny "fivepoints/games/newyork1890"
)

// lead is the headline of a mail and who leads, where a game has them.
func (w *Writer) lead(story []games.Msg, v games.View) []block {
	city, ok := v.(ny.View)
	if !ok || !isCity(story) {
		return nil
	}
	t := w.tale("ny")
	t.met = nil // no codes in a headline
	first := strongly(capital(t.headline(story)).String())
	return []block{para{first}, para{join(" ", t.standing(city), t.tallied(story))}}
}

// event is what a headline may tell; the weightiest does.
type event struct {
	weight int
	key    string
	msg    games.Msg
}

func (t *tale) headline(story []games.Msg) inline {
	best := event{0, "ny.head.quiet", games.Msg{}}
	place := games.MsgArg{}
	for i, m := range story {
		if undone(m, story[i+1:]) {
			continue
		}
		if m.Key == "ny.battle_begun" || m.Key == "ny.war_declared" {
			place = with(m, "place", "place")
		}
		e := eventOf(m)
		if e.key == "ny.head.battle" || e.key == "ny.head.draw" {
			if len(place.Vals) == 0 {
				e.key = "ny.head.war.draw"
			}
			e.msg.Args = append(slices.Clone(m.Args), place)
		}
		if e.weight > best.weight {
			best = e
		}
	}
	if cash := takings(story); best.weight < 20 && len(cash) > 0 {
		best = event{20, "ny.head.cash", games.Msg{Args: cash}}
	}
	return t.vary(best.key, best.msg.Args...)
}

// undone tells that what a headline would say of a joint or traffic no longer
// holds at the end of the mail.
func undone(m games.Msg, later []games.Msg) bool {
	of := eventOf(m).key
	if of != "ny.head.seized" && of != "ny.head.opened" && of != "ny.head.sacked" {
		return false
	}
	return slices.ContainsFunc(later, func(x games.Msg) bool {
		touched := strings.HasPrefix(x.Key, "ny.token_") || strings.Contains(x.Key, "_opened") || x.Key == "ny.joint_sacked"
		return touched && val(x, "place") == val(m, "place") && val(x, "activity") == val(m, "activity")
	})
}

// takings finds who took in most at the new year.
func takings(story []games.Msg) []games.MsgArg {
	most := 0
	var out []games.MsgArg
	for _, own := range byVal(of(story, "ny.joint_paid"), "gang") {
		if n := sum(own, "money"); n > most {
			most = n
			out = []games.MsgArg{with(own[0], "gang", "gang"), arg("money", "money", strconv.Itoa(n))}
		}
	}
	return out
}

// eventOf weighs one fact as news.
func eventOf(m games.Msg) event {
	toll := num(m, "kills") + num(m, "lost")
	switch m.Key {
	case "ny.game_ended":
		return event{200, "ny.head.over", m}
	case "ny.gang_eliminated":
		return event{150, "ny.head.ruin", m}
	case "ny.election_held":
		return event{90, "ny.head.election", m}
	case "ny.raided":
		return event{80 + countOf(val(m, "who"), "m") + countOf(val(m, "who"), "f"), "ny.head.raid", m}
	case "ny.war_fought":
		return event{60 + 5*toll, "ny.head.war", m}
	case "ny.battle_fought":
		return event{55 + 5*toll, "ny.head.battle", m}
	case "ny.battle_fought.draw":
		if n := toll + num(m, "wounds") + num(m, "hurt"); n > 0 {
			return event{45 + 5*toll, "ny.head.draw", m}
		}
	}
	return smallEvent(m)
}

func smallEvent(m games.Msg) event {
	switch key := strings.TrimSuffix(m.Key, ".bottles"); key {
	case "ny.ballots_wrecked":
		return event{57, "ny.head.wreck", m}
	case "ny.corruption_moved":
		return event{35, "ny.head.pawn", m}
	case "ny.pact_made.nowar", "ny.pact_made.nobattle", "ny.pact_made.loan", "ny.pact_made.noballot", "ny.tokens_exchanged":
		return event{33, "ny.head.pact", m}
	case "ny.token_seized.kept", "ny.token_seized.destroyed":
		return event{58, "ny.head.seized", m}
	case "ny.robbed", "ny.robbed.clean":
		return event{25 + 3*num(m, "n"), "ny.head.robbed", m}
	case "ny.battle_begun":
		return event{36, "ny.head.brawl", m}
	case "ny.war_declared":
		return event{10, "ny.head.drums", m}
	case "ny.bribed":
		return event{38, "ny.head.bribed", m}
	case "ny.joint_sacked":
		return event{41, "ny.head.sacked", m}
	case "ny.joint_opened", "ny.traffic_opened":
		return event{30 + 3*num(m, "bottles"), "ny.head.opened", m}
	case "ny.game_created":
		return event{5, "ny.head.begin", m}
	}
	return event{}
}

// standing says who leads, by how much, and who is behind.
func (t *tale) standing(v ny.View) inline {
	g := slices.DeleteFunc(nyRich(v), func(g ny.GangView) bool { return g.Out })
	if len(g) < 2 {
		return nil
	}
	lead := []string{}
	for _, x := range g {
		if x.Money == g[0].Money {
			lead = append(lead, x.Gang)
		}
	}
	money := arg("money", "money", strconv.Itoa(g[0].Money))
	switch {
	case len(lead) == len(g):
		return t.t("ny.lead.all", money)
	case len(lead) > 1:
		return t.vary("ny.lead.tie", arg("gangs", "list:gang", lead...), money)
	}
	if len(g) == 2 {
		return t.t("ny.lead.two", arg("gang", "gang", g[0].Gang), money, arg("second", "gang", g[1].Gang), arg("next", "money", strconv.Itoa(g[1].Money)))
	}
	last := g[len(g)-1]
	return t.vary("ny.lead", arg("gang", "gang", g[0].Gang), money, arg("second", "gang", g[1].Gang), arg("next", "money", strconv.Itoa(g[1].Money)),
		arg("last", "gang", last.Gang), arg("least", "money", strconv.Itoa(last.Money)))
}

// nyRich lists the gangs, the winners or the richest first; those who are out last.
func nyRich(v ny.View) []ny.GangView {
	if len(v.Ranks) > 0 {
		return nyRanked(v)
	}
	out := slices.Clone(v.Gangs)
	slices.SortStableFunc(out, func(a, b ny.GangView) int {
		if a.Out != b.Out {
			return map[bool]int{true: 1, false: -1}[a.Out]
		}
		return b.Money - a.Money
	})
	return out
}

// tallied counts what happened: "In this mail: two battles and one robbery."
func (t *tale) tallied(story []games.Msg) inline {
	var parts []inline
	for _, c := range []struct {
		key  string
		keys []string
	}{
		{"ny.count.battles", []string{"ny.battle_begun"}},
		{"ny.count.wars", []string{"ny.war_declared"}},
		{"ny.count.raids", []string{"ny.raided"}},
		{"ny.count.robberies", []string{"ny.robbed", "ny.robbed.clean"}},
		{"ny.count.pacts", []string{"ny.pact_made.nowar", "ny.pact_made.nobattle", "ny.pact_made.loan", "ny.pact_made.exchange", "ny.pact_made.noballot"}},
		{"ny.count.openings", []string{"ny.joint_opened", "ny.joint_opened.bottles", "ny.traffic_opened", "ny.traffic_opened.bottles"}},
	} {
		found := of(story, c.keys...)
		if c.key == "ny.count.raids" {
			found = nil
			for _, raid := range byVal(of(story, c.keys...), "place") {
				found = append(found, raid[0])
			}
		}
		if n := len(found); n > 0 {
			parts = append(parts, t.t(c.key, number("n", n)))
		}
	}
	if len(parts) == 0 {
		return nil
	}
	return t.t("ny.count", word("parts", t.series(parts)))
}
