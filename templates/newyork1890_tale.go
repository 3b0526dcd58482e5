package templates

import (
	"slices"
	"strconv"
	"strings"

	"fivepoints/games"
)

// isCity tells whether a story is one of New-York 1890.
func isCity(all []games.Msg) bool {
	return slices.ContainsFunc(all, func(m games.Msg) bool { return strings.HasPrefix(m.Key, "ny.") })
}

// nyStory tells a mail of New-York 1890, phase by phase. What a phase has no
// prose for is told fact by fact.
func (w *Writer) nyStory(all []games.Msg) []block {
	t := w.tale("ny")
	var out []block
	sections := w.sections(all)
	for i, s := range sections {
		body := t.phase(s)
		year := s.head.Key == "ny.year_started" && i+1 < len(sections)
		if early(sections, i) { // what the police did before the takings stands under the year itself
			out = append(out, body...)
			continue
		}
		if s.head.Key != "" && (len(body) > 0 || year) {
			out = append(out, w.storyHeading(s.head))
		}
		out = append(out, body...)
	}
	return out
}

// early tells a section whose heading comes again in the same year.
func early(all []section, i int) bool {
	for _, s := range all[i+1:] {
		switch {
		case s.head.Key == "ny.year_started":
			return false
		case s.head.Key == all[i].head.Key && i > 0 && all[i-1].head.Key == "ny.year_started":
			return true
		}
	}
	return false
}

func (t *tale) phase(s section) []block {
	switch s.head.Key {
	case "ny.phase.a":
		return t.takings(s.body)
	case "ny.phase.b":
		return t.police(s.body)
	case "ny.phase.c":
		return t.streets(s.body)
	case "ny.phase.d":
		return t.wars(s.body)
	case "ny.phase.e":
		return t.homes(s.body)
	case "ny.phase.f":
		return t.drink(s.body)
	}
	return t.plainly(s.body)
}

// plainly tells fact by fact.
func (t *tale) plainly(all []games.Msg) []block {
	var out []block
	for _, m := range all {
		if s := t.say(m); len(s) > 0 {
			out = append(out, para{s})
		}
	}
	return out
}

// takings tells phase a, a paragraph a gang.
func (t *tale) takings(all []games.Msg) []block {
	known := []string{"ny.joint_", "ny.produced.", "ny.bonus_paid"}
	var out []block
	var rest []games.Msg
	for _, m := range all {
		if !slices.ContainsFunc(known, func(k string) bool { return strings.HasPrefix(m.Key, k) }) {
			rest = append(rest, m)
		}
	}
	for _, own := range byVal(of(all, "ny.joint_paid", "ny.joint_idle", "ny.joint_blocked", "ny.joint_sacked",
		"ny.produced.barrel", "ny.produced.kilo", "ny.bonus_paid"), "gang") {
		out = append(out, t.taking(own)...)
	}
	return append(out, t.plainly(rest)...)
}

func (t *tale) taking(own []games.Msg) []block {
	p := t.about(val(own[0], "gang"))
	p.does(t.paid(of(own, "ny.joint_paid")), t.made(own, "barrel"), t.made(own, "kilo"), t.bonus(of(own, "ny.bonus_paid")))
	for _, why := range []string{"idle", "blocked", "sacked"} {
		if some := of(own, "ny.joint_"+why); len(some) > 0 {
			s := t.vary("ny.t.joint."+why, tokens(some), number("n", len(some)))
			if why == "idle" {
				p.also(s)
			} else {
				p.says(s)
			}
		}
	}
	return p.block()
}

// tokens lists activities with their places.
func tokens(all []games.Msg) games.MsgArg {
	a := games.MsgArg{Name: "what", Kind: "list:token"}
	for _, m := range all {
		a.Vals = append(a.Vals, val(m, "activity")+" "+val(m, "place"))
	}
	return a
}

// manyJoints is how many joints are named one by one.
const manyJoints = 3

func (t *tale) paid(all []games.Msg) inline {
	if len(all) == 0 {
		return nil
	}
	total := arg("money", "money", strconv.Itoa(sum(all, "money")))
	if len(all) == 1 {
		return t.vary("ny.t.paid.one", all[0].Args...)
	}
	best := slices.Clone(all)
	slices.SortStableFunc(best, func(a, b games.Msg) int { return num(b, "money") - num(a, "money") })
	var parts []inline
	for _, m := range best[:min(len(best), manyJoints)] {
		parts = append(parts, t.t("ny.t.paid.part", m.Args...))
	}
	if len(all) > manyJoints {
		return t.vary("ny.t.paid.many", total, number("n", len(all)), word("parts", t.series(parts)))
	}
	return t.vary("ny.t.paid", total, word("parts", t.series(parts)))
}

func (t *tale) made(all []games.Msg, good string) inline {
	if n := sum(of(all, "ny.produced."+good), "n"); n > 0 {
		return t.vary("ny.t.made."+good, number("n", n))
	}
	return nil
}

func (t *tale) bonus(all []games.Msg) inline {
	if len(all) == 0 {
		return nil
	}
	return t.t("ny.t.bonus", all[0].Args...)
}

// police tells phase b: three policemen, bribes, raids.
func (t *tale) police(all []games.Msg) []block {
	walks := of(all, "ny.pawn_moved", "ny.pawn_stayed")
	out := t.patrols(walks)
	for _, m := range of(all, "ny.bribed") {
		out = join(" ", out, t.vary("ny.t.bribed", m.Args...))
	}
	var blocks []block
	if len(out) > 0 {
		blocks = append(blocks, para{out})
	}
	for _, raid := range byVal(of(all, "ny.raided"), "place") {
		blocks = append(blocks, para{t.raid(raid)})
	}
	return append(blocks, t.plainly(but(all, "ny.pawn_moved", "ny.pawn_stayed", "ny.bribed", "ny.raided"))...)
}

// patrols tells what the policemen did: nothing, all for one gang, or one each.
func (t *tale) patrols(walks []games.Msg) inline {
	switch {
	case len(walks) == 0:
		return nil
	case len(of(walks, "ny.pawn_moved")) == 0:
		return t.vary("ny.t.pawns.still")
	case len(walks) > 1 && len(byVal(walks, "gang")) == 1:
		var parts []inline
		for _, m := range walks {
			parts = append(parts, t.t(map[bool]string{true: "ny.t.pawn.to", false: "ny.t.pawn.at"}[m.Key == "ny.pawn_moved"], m.Args...))
		}
		s := join(" ", t.t("ny.t.mover.all", walks[0].Args...), t.series(parts))
		return append(capital(s), span{text: "."})
	}
	var out inline
	for _, m := range walks {
		out = join(" ", out, capital(t.patrol(m)))
	}
	return out
}

func (t *tale) patrol(m games.Msg) inline {
	who := t.t("ny.t.mover."+strconv.Itoa(min(3, max(1, num(m, "nth")))), m.Args...)
	return join(" ", who, t.vary("ny.t."+strings.TrimPrefix(m.Key, "ny."), m.Args...))
}

func (t *tale) raid(all []games.Msg) inline {
	var parts []inline
	for _, m := range all {
		parts = append(parts, t.t("ny.t.whose", m.Args...))
	}
	return capital(t.vary("ny.t.raid", with(all[0], "place", "place"), word("who", t.series(parts))))
}

// homes tells phase e: who is out, who is still in, who counts at Tammany Hall,
// and that the others come home.
func (t *tale) homes(all []games.Msg) []block {
	var out inline
	for _, track := range []string{"tombs", "hospital"} {
		of := func(key string) []games.Msg {
			return slices.DeleteFunc(of(all, key), func(m games.Msg) bool { return val(m, "track") != track })
		}
		out = join(" ", out, t.tracks("ny.t.released."+track, of("ny.released")), t.tracks("ny.t.inside."+track, of("ny.track_advanced")))
	}
	out = join(" ", out, t.influence(of(all, "ny.influence_set")), t.wayHome(of(all, "ny.went_home")))
	var blocks []block
	if len(out) > 0 {
		blocks = append(blocks, para{out})
	}
	return append(blocks, t.plainly(but(all, "ny.released", "ny.track_advanced", "ny.influence_set", "ny.went_home"))...)
}

func (t *tale) tracks(key string, all []games.Msg) inline {
	var parts []inline
	for _, own := range byVal(all, "gang") {
		parts = append(parts, t.t("ny.t.whose", arg("gang", "gang", val(own[0], "gang")), together(own)))
	}
	if len(parts) == 0 {
		return nil
	}
	return capital(t.vary(key, word("who", t.series(parts)), number("n", len(parts))))
}

// together adds up the members of several messages.
func together(all []games.Msg) games.MsgArg {
	m, f := 0, 0
	for _, x := range all {
		m += countOf(val(x, "who"), "m")
		f += countOf(val(x, "who"), "f")
	}
	return sexes("who", m, f)
}

func sexes(name string, m, f int) games.MsgArg {
	v := ""
	if m > 0 {
		v = strconv.Itoa(m) + "m"
	}
	if f > 0 {
		v += strconv.Itoa(f) + "f"
	}
	return arg(name, "sexes", v)
}

func (t *tale) influence(all []games.Msg) inline {
	var parts []inline
	for _, m := range all {
		if num(m, "n") > 0 {
			parts = append(parts, t.t("ny.t.friends", m.Args...))
		}
	}
	if len(parts) == 0 {
		return nil
	}
	return t.t("ny.t.influence", word("parts", t.series(parts)))
}

func (t *tale) wayHome(all []games.Msg) inline {
	if len(all) == 0 {
		return nil
	}
	from := games.MsgArg{Name: "from", Kind: "list:space"}
	for _, some := range byVal(all, "from") {
		from.Vals = append(from.Vals, val(some[0], "from"))
	}
	return capital(t.vary("ny.t.home", from))
}

// drink tells phase f, a sentence a gang.
func (t *tale) drink(all []games.Msg) []block {
	keys := []string{"ny.alcohol_applied", "ny.drunk_taken", "ny.dial_lowered"}
	var out inline
	var alone []games.Msg
	for _, own := range byVal(of(all, keys...), "gang") {
		if len(own) == 1 && own[0].Key == "ny.alcohol_applied" {
			alone = append(alone, own[0])
			continue
		}
		p := t.about(val(own[0], "gang"))
		p.does(t.drunk(own)...)
		out = join(" ", out, p.out)
	}
	for _, alike := range byVal(alone, "money") {
		out = join(" ", out, t.bill(alike))
	}
	var blocks []block
	if len(out) > 0 {
		blocks = append(blocks, para{out})
	}
	return append(blocks, t.plainly(but(all, keys...))...)
}

// bill tells of gangs whose drink costs the same and nothing more.
func (t *tale) bill(alike []games.Msg) inline {
	gangs := games.MsgArg{Name: "gangs", Kind: "list:gang"}
	for _, m := range alike {
		gangs.Vals = append(gangs.Vals, val(m, "gang"))
	}
	switch {
	case num(alike[0], "money") == 0:
		return t.vary("ny.t.drink.none", gangs)
	case len(alike) > 1:
		return t.vary("ny.t.drink.each", gangs, with(alike[0], "money", "money"))
	}
	p := t.about(val(alike[0], "gang"))
	p.does(t.drunk(alike)...)
	return p.out
}

func (t *tale) drunk(own []games.Msg) []inline {
	var out []inline
	for _, m := range own {
		switch {
		case m.Key == "ny.dial_lowered":
			out = append(out, t.t("ny.t.temperance", m.Args...))
		case m.Key == "ny.drunk_taken":
			out = append(out, t.vary("ny.t.drunk."+val(m, "track"), m.Args...))
		case num(m, "money") > 0:
			out = append(out, t.vary("ny.t.drink", m.Args...))
		default:
			out = append(out, t.t("ny.t.drink.broke"))
		}
	}
	return out
}
