package main

import (
	"slices"

	"fivepoints/cmd/internal/app/demo"
	"fivepoints/games"
	"fivepoints/games/newyork1890"
)

// befall adds to a sheet what the plan wants of it: guards, alternatives,
// standing orders, and what cannot be.
func (d *desk) befall(p demo.Player, s sheet) sheet {
	always := func(l games.Line) {
		l.Always = true
		s = append(s.without(l.Verb), []games.Line{l})
	}
	if d.act(p, "losses") {
		always(line("losses", "loss", "m,f"))
	}
	if d.act(p, "answer") {
		always(line("answer", "n", "8", "arms", "1 knife"))
	}
	if d.act(p, "defend") {
		always(line("defend", "at", "*", "arms", "all"))
	}
	if d.act(p, "cancel") {
		s = s.without("losses")
	}
	if d.act(p, "never") {
		l := line("recruit", "n", "2")
		l.If = []games.Cond{money(">=", 90)}
		s = append(s, []games.Line{l})
	}
	if d.act(p, "if") {
		s = d.guard(s, []games.Cond{money(">=", 1)})
	}
	if d.act(p, "else") {
		s = d.otherwise(p, s)
	}
	if d.act(p, "or") {
		s = d.alternative(p, s)
	}
	if d.act(p, "illegal") {
		if walk := d.longWalk(p); walk.Verb != "" {
			s = append(sheet{{walk}}, s...)
		}
	}
	return d.sayable(p, s)
}

// guard puts conditions before the first plain move.
func (d *desk) guard(s sheet, conds []games.Cond) sheet {
	out := slices.Clone(s)
	for i, u := range out {
		if u[0].Verb == "move" && len(u[0].If) == 0 && len(u) == 1 {
			l := u[0]
			l.If = conds
			out[i] = []games.Line{l}
			break
		}
	}
	return out
}

// otherwise lets the first move depend on who is there, with another way out.
func (d *desk) otherwise(p demo.Player, s sheet) sheet {
	out := slices.Clone(s)
	options := d.t.Game.Options(games.Seat(p.Seat), "move").Lines
	for i, u := range out {
		head := u[0]
		to := head.First("path")
		if head.Verb != "move" || len(head.If) > 0 || len(u) > 1 || len(to) != 3 {
			continue
		}
		j := slices.IndexFunc(options, func(o games.Line) bool {
			return o.First("from") == head.First("from") && o.First("path") != to && len(o.First("path")) == 3
		})
		if j < 0 {
			continue
		}
		head.If = []games.Cond{{Pred: "enemy", Args: []games.Arg{{Name: "at", Vals: []string{to}}, {Name: "cmp", Vals: []string{"="}}, {Name: "n", Vals: []string{"0"}}}}}
		other := line("move", "group", head.First("group"), "from", head.First("from"), "path", options[j].First("path"))
		other.Join = games.Else
		out[i] = []games.Line{head, other}
		return out
	}
	return out
}

// alternative adds a second choice to the first plain action.
func (d *desk) alternative(p demo.Player, s sheet) sheet {
	out := slices.Clone(s)
	options := d.t.Game.Options(games.Seat(p.Seat), "action").Lines
	for i, u := range out {
		v, _ := d.t.Verb(u[0].Verb)
		if string(v.Kind) != "action" || len(u) > 1 {
			continue
		}
		j := slices.IndexFunc(options, func(o games.Line) bool { return o.Verb != u[0].Verb })
		if j < 0 {
			return out
		}
		other := options[j]
		other.Join = games.Or
		out[i] = []games.Line{u[0], other}
		return out
	}
	return out
}

// longWalk is a way that nobody can pay.
func (d *desk) longWalk(p demo.Player) games.Line {
	v, ok := d.t.Game.View(games.Seat(p.Seat)).(newyork1890.View)
	if !ok {
		return games.Line{}
	}
	near := map[string][]string{}
	for _, q := range v.Quarters {
		near[q.Place] = q.Near
	}
	for _, g := range v.Gangs {
		if g.Gang != p.Seat {
			continue
		}
		l := games.Line{Verb: "move", Args: []games.Arg{{Name: "group", Vals: []string{"1"}}, {Name: "from", Vals: []string{g.HQ}}}}
		way := []string{g.HQ}
		for len(way) <= g.Money+1 {
			ahead := near[way[len(way)-1]]
			way = append(way, ahead[(len(way)*5)%len(ahead)])
		}
		l.Args = append(l.Args, games.Arg{Name: "path", Vals: way[1:]})
		return l
	}
	return games.Line{}
}

// direct bends what bots do so that there is something to tell: when the whole
// town is angry, the constables are sent to one place.
func (d *desk) direct(p demo.Player, s sheet) sheet {
	whom := crackdowns()[d.w.Tag]
	if whom == "" {
		return s
	}
	v, ok := d.t.Game.View(games.Public).(newyork1890.View)
	if !ok {
		return s
	}
	target, victim := crowd(v, whom == "rich")
	if target == "" || victim == p.Seat {
		return s
	}
	return append(s.without("police"), []games.Line{line("police", "first", target)})
}

// crowd is the quarter with most members of one gang that two pawns can reach;
// of the richest gang, when it has one.
func crowd(v newyork1890.View, rich bool) (place, gang string) {
	leader := slices.MaxFunc(v.Gangs, func(a, b newyork1890.GangView) int { return a.Money - b.Money })
	near := map[string][]string{}
	for _, q := range v.Quarters {
		near[q.Place] = q.Near
	}
	most := 0
	for _, q := range v.Quarters {
		pawns := 0
		for _, at := range v.Police {
			if steps(near, at, q.Place) <= 2 {
				pawns++
			}
		}
		for _, m := range q.Members {
			n := m.Males + m.Females
			if rich && m.Gang == leader.Gang {
				n += 100
			}
			if pawns >= 2 && n > most {
				place, gang, most = q.Place, m.Gang, n
			}
		}
	}
	return place, gang
}

func steps(near map[string][]string, from, to string) int {
	switch {
	case from == to:
		return 0
	case slices.Contains(near[from], to):
		return 1
	case slices.ContainsFunc(near[from], func(p string) bool { return slices.Contains(near[p], to) }):
		return 2
	}
	return 3
}
