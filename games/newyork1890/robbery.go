package newyork1890

import (
	"fmt"
	"slices"
	"strings"

	"fivepoints/games"
)

// rob begins a robbery by members on a quarter without any token, once per
// quarter, gang and year (c.a.rob).
func (r Rules) rob(s *State, g *Gang, l games.Line) ([]games.Fact, *games.Refusal) {
	place := g.place(l.First("at"))
	where := r.placeArg("place", place)
	want, ok := parseGroup(l.First("who"))
	there := g.at(place)
	switch {
	case !ok || want.all:
		return nil, games.Invalid("order.7", "ny.refused.group", games.With("group", "text", l.First("who")))
	case !r.data.isQuarter(place):
		return nil, games.Invalid("c.a.rob", "ny.refused.quarter", where)
	case s.hasToken(place):
		return nil, games.Refuse("c.a.rob", "ny.refused.token", where)
	case s.option("robbery.repeat") != "free" && count(g.Year.Robbed, place) >= r.data.Limits.RobPerQuarter:
		return nil, games.Refuse("c.a.rob", "ny.refused.robbed", where)
	case want.n > len(r.data.Robbery):
		ref := games.Refuse("c.a.rob", "ny.refused.many", games.Int("limit", len(r.data.Robbery)))
		return nil, fewer(ref, l, "who", want, r.pick(s, g, place, there, len(r.data.Robbery)))
	}
	who, ok := r.take(s, g, place, there, want)
	if !ok {
		return nil, fewer(r.missing("c.a.rob", place, want, there), l, "who", want, there)
	}
	gain := r.data.Robbery[who.n()-1].Gain + r.data.terrainOf(place).RobBonus
	return append([]games.Fact{fact(factRobbing, RobberyBegun{g.ID, place, gain, 1, who})}, r.bolder(s, g, l)...), nil
}

func count(list []string, v string) int {
	n := 0
	for _, x := range list {
		if x == v {
			n++
		}
	}
	return n
}

// nextRobbery draws the cubes under a path of their own (mail.4), then finds out
// who is caught.
func (r Rules) nextRobbery(s *State) games.Step {
	rob := s.Robbery
	g := s.gang(rob.Gang)
	if !rob.Drawn {
		label := fmt.Sprintf("%d/c/rob/%s/%s/%d", s.year(), rob.Place, g.ID, count(g.Year.Robbed, rob.Place))
		return games.Step{Draw: &games.Draw{
			Label: label, Pool: robberyPot(rob.Sexes.n(), r.gain(g, "rob_whites")+rob.Whites), N: rob.Sexes.n(), Window: s.moveWindow(g.ID),
		}}
	}
	if rob.Sexes.M > 0 && rob.Sexes.F > 0 && !(rob.Jailed+rob.Wounded == rob.Sexes.n() && (rob.Jailed == 0 || rob.Wounded == 0)) {
		return games.Step{Due: []games.Decision{s.decision(g, kindLosses, "rob/"+rob.Place+"/losses")}}
	}
	return games.Step{Auto: r.caught(s, nil)}
}

// robberyPot holds one black cube, a red one for each further robber and two
// white ones each, and those of a role or a favour (rob.1).
func robberyPot(n, more int) []string {
	return slices.Concat([]string{"black"}, slices.Repeat([]string{"red"}, n-1), slices.Repeat([]string{"white"}, 2*n+more))
}

// robbed pays the gain whatever is drawn; black goes to jail, red to the
// Hospital (rob.1, rob.2).
func (r Rules) robbed(s *State, cubes []string) []games.Fact {
	rob := s.Robbery
	if rob == nil {
		return nil
	}
	f := Robbed{
		Gang: rob.Gang, Place: rob.Place, Members: rob.Sexes.n(), Gain: rob.Gain, Cubes: cubes,
		Jailed: count(cubes, "black"), Wounded: count(cubes, "red"),
	}
	if s.option("robbery.gain") == "escape" && f.Jailed+f.Wounded == f.Members {
		f.Gain = 0
	}
	return []games.Fact{fact(factRobbed, f)}
}

// caught takes the jailed, then the wounded, out of the robbers: as the list
// says, males first by default (combat.7).
func (r Rules) caught(s *State, list []string) []games.Fact {
	rob, left := s.Robbery, s.Robbery.Sexes
	var out []games.Fact
	fall := func(n int, track string, box int) {
		var who Sexes
		for range n {
			x := nextFall(list, rob.Place, left)
			who, left = who.plus(x), left.minus(x)
		}
		if n > 0 {
			out = append(out, fact(factCaught, Taken{rob.Gang, rob.Place, track, box, who}))
		}
	}
	fall(rob.Jailed, "tombs", r.data.Tracks.Tombs)
	fall(rob.Wounded, "hospital", r.data.Tracks.Hospital)
	return out
}

// nextFall takes a member by the first entry of a losses list that still fits
// one, then males first (order.3, combat.7).
func nextFall(list []string, place string, left Sexes) Sexes {
	for _, entry := range list {
		at, sex := splitLoss(entry)
		if at != "" && at != place {
			continue
		}
		if x, ok := ofSex(sex, left); ok {
			return x
		}
	}
	x, _ := ofSex("", left)
	return x
}

// ofSex picks one member of a sex, of any when it is not named.
func ofSex(sex string, left Sexes) (Sexes, bool) {
	switch {
	case left.M > 0 && sex != "f":
		return Sexes{M: 1}, true
	case left.F > 0 && sex != "m":
		return Sexes{F: 1}, true
	}
	return Sexes{}, false
}

// splitLoss reads "MUL m", "m" or "MUL".
func splitLoss(entry string) (place, sex string) {
	first, second, two := strings.Cut(entry, " ")
	switch {
	case two:
		return first, second
	case first == "m" || first == "f":
		return "", first
	}
	return first, ""
}

// decideLosses takes the list of who falls, in a robbery or to drink (combat.7).
func (r Rules) decideLosses(s *State, g *Gang, d games.Decision, l games.Line) ([]games.Fact, *games.Refusal) {
	drink, war := s.Phase == phaseAlcohol, s.Fight != nil && s.Fight.Place == ""
	if scope := l.First("scope"); scope != "" && !(drink && scope == "alcohol") && !(war && scope == "war") {
		return nil, &games.Refusal{Msg: games.Say("ny.refused.scope"), Rule: "combat.7", NotThis: true}
	}
	if drink {
		return r.decideList(factLosses, g, l, "loss")
	}
	if p := s.party(g.ID); p != nil && s.Fight.Fought && p.Dead+p.Hurt > 0 {
		return r.falls(s, g.ID, resolveList(g, l.Arg("loss"))), nil
	}
	if s.Robbery == nil || !s.Robbery.Drawn {
		return nil, &games.Refusal{Msg: games.Say("ny.refused.kind"), Rule: "combat.7", NotThis: true}
	}
	return r.caught(s, resolveList(g, l.Arg("loss"))), nil
}

// decideList notes a list of a gang for later in the phase.
func (r Rules) decideList(typ string, g *Gang, l games.Line, arg string) ([]games.Fact, *games.Refusal) {
	return []games.Fact{fact(typ, ListGiven{g.ID, resolveList(g, l.Arg(arg))})}, nil
}

// resolveList puts the code of the own headquarters for its word.
func resolveList(g *Gang, entries []string) []string {
	var out []string
	for _, e := range entries {
		first, rest, two := strings.Cut(e, " ")
		e = g.place(first)
		if two {
			e += " " + rest
		}
		out = append(out, e)
	}
	return out
}
