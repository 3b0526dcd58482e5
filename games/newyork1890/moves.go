package newyork1890

import (
	"slices"
	"strconv"

	"fivepoints/games"
)

// stepPrice is what a group pays for each quarter or action space it enters
// (c.m.1, c.m.5).
const stepPrice = 1

// decideMove judges one group's way.
func (r Rules) decideMove(s *State, g *Gang, l games.Line) ([]games.Fact, *games.Refusal) {
	if l.Verb == endMoves {
		return []games.Fact{movesEnded(g)}, nil
	}
	from := g.place(l.First("from"))
	who, refusal := r.decideGroup(s, g, from, l)
	if refusal != nil {
		return nil, refusal
	}
	path := resolvePath(g, l.Arg("path"))
	if refusal := r.checkPath(s, g, from, path, l); refusal != nil {
		return nil, refusal
	}
	if refusal := r.checkFare(s, g, path, who.n(), l); refusal != nil {
		return nil, refusal
	}
	return r.walk(s, g, from, path, who, l)
}

func resolvePath(g *Gang, words []string) []string {
	path := make([]string, 0, len(words))
	for _, w := range words {
		path = append(path, g.place(w))
	}
	return path
}

// decideGroup finds who goes: not those whom rivals stopped (c.m.7). Old
// neighbours hold nobody (c.m.8).
func (r Rules) decideGroup(s *State, g *Gang, from string, l games.Line) (Sexes, *games.Refusal) {
	want, ok := parseGroup(l.First("group"))
	if !ok {
		return Sexes{}, games.Invalid("order.7", "ny.refused.group", games.With("group", "text", l.First("group")))
	}
	if !r.data.isQuarter(from) {
		return Sexes{}, games.Invalid("c.m.5", "ny.refused.from", r.placeArg("place", from))
	}
	free := g.free(from)
	who, ok := r.take(s, g, from, free, want)
	if ok {
		return who, nil
	}
	if held := g.at(from).minus(free); held.n() > 0 && free.n() < max(want.n, 1) {
		ref := games.Refuse("c.m.7", "ny.refused.held", r.placeArg("place", from), games.Int("n", held.n()))
		return Sexes{}, fewer(ref, l, "group", want, free)
	}
	return Sexes{}, fewer(r.missing("order.3", from, want, free), l, "group", want, free)
}

// missing refuses a group that is not there.
func (r Rules) missing(rule, place string, want group, free Sexes) *games.Refusal {
	where := r.placeArg("place", place)
	switch {
	case free.n() == 0:
		return games.Refuse(rule, "ny.refused.empty", where)
	case want.given && want.n <= free.n():
		return games.Refuse(rule, "ny.refused.sexes", where, sexesArg(free))
	}
	return games.Refuse(rule, "ny.refused.nobody", where, games.Int("n", free.n()))
}

// fewer suggests the same order for those who are there.
func fewer(ref *games.Refusal, l games.Line, arg string, want group, free Sexes) *games.Refusal {
	word := strconv.Itoa(min(max(want.n, 1), free.n()))
	if x := want.sexes.atMost(free); x.n() > 0 {
		word = x.String()
	}
	if free.n() > 0 {
		ref.Nearest = []games.Line{withArg(l, arg, word)}
	}
	return ref
}

// checkPath checks the whole way as written: streets, open quarters, an action
// space only at its end (c.m.1, c.m.5).
func (r Rules) checkPath(s *State, g *Gang, from string, path []string, l games.Line) *games.Refusal {
	if len(path) == 0 {
		return games.Invalid("order.7", "ny.refused.nowhere")
	}
	at := from
	for i, p := range path {
		switch {
		case r.data.isSpace(p):
			if i < len(path)-1 {
				ref := games.Refuse("c.m.5", "ny.refused.space", r.placeArg("place", p))
				ref.Nearest = []games.Line{withArg(l, "path", path[:i+1]...)}
				return ref
			}
		case !r.data.isQuarter(p):
			return games.Invalid("board.1", "ny.refused.place", games.With("place", "text", p))
		case !s.isOpen(p), p != g.HQ && s.sanctuary(p):
			return games.Refuse("board.1", "ny.refused.closed", r.placeArg("place", p))
		case !r.data.adjacent(at, p):
			ref := games.Refuse("board.1", "ny.refused.street", r.placeArg("from", at), r.placeArg("to", p))
			ref.Nearest = r.otherWay(s, g, at, p, path, i, l)
			return ref
		}
		at = p
	}
	return nil
}

// checkFare refuses a way that costs more than the gang has, and offers the
// longest piece it can pay (c.m.2).
func (r Rules) checkFare(s *State, g *Gang, path []string, n int, l games.Line) *games.Refusal {
	cost, _ := r.fare(s, g, path, n)
	if cost <= g.Money {
		return nil
	}
	ref := games.Refuse("c.m.2", "ny.refused.fare", games.Money("cost", cost), games.Money("money", g.Money))
	if n := r.affordable(s, g, path, n); n > 0 {
		ref.Nearest = []games.Line{withArg(l, "path", path[:n]...)}
	}
	return ref
}

// otherWay offers the shortest way around a missing street, if it can be paid.
func (r Rules) otherWay(s *State, g *Gang, at, to string, path []string, i int, l games.Line) []games.Line {
	way := r.shortest(s, at, to)
	full := slices.Concat(path[:i], way, path[i+1:])
	if cost, _ := r.fare(s, g, full, 1); len(way) == 0 || cost > g.Money {
		return nil
	}
	return []games.Line{withArg(l, "path", full...)}
}

// shortest finds a shortest way over open quarters, by code among equals.
func (r Rules) shortest(s *State, from, to string) []string {
	ways := [][]string{{from}}
	seen := []string{from}
	for len(ways) > 0 {
		way := ways[0]
		ways = ways[1:]
		for _, p := range r.data.around(way[len(way)-1]) {
			if slices.Contains(seen, p) || !s.isOpen(p) {
				continue
			}
			next := append(slices.Clone(way), p)
			if p == to {
				return next[1:]
			}
			seen = append(seen, p)
			ways = append(ways, next)
		}
	}
	return nil
}

// walk leads a group along a legal way until its end, rivals (c.m.3) or a
// place without room for all of it (c.m.6).
func (r Rules) walk(s *State, g *Gang, from string, path []string, who Sexes, l games.Line) ([]games.Fact, *games.Refusal) {
	end, why := len(path)-1, ""
	for i, p := range path {
		if r.stops(s, g, p) {
			end, why = i, "rivals"
			break
		}
	}
	last := end
	for last >= 0 && !r.fits(s, g, from, path[last], who.n()) {
		last--
	}
	if last < 0 {
		return nil, r.noRoom(s, g, from, path[end], who, l)
	}
	if last < end {
		why = "full"
	}
	return r.moved(s, g, from, path, last, why, who), nil
}

// stops tells whether a group that enters a place must stop: there are rivals,
// of whom none is a partner of a truce, and the ground is not neutral (c.m.3, c.m.4). Action spaces never stop, unless
// the option battle.action_spaces makes them battlefields (c.m.5).
func (r Rules) stops(s *State, g *Gang, place string) bool {
	arena := r.data.isSpace(place) && s.option("battle.action_spaces") == on
	return (arena || r.data.terrainOf(place).Stops) && len(s.foes(g, place)) > 0
}

// fits tells whether the whole group may stand on a place, once it left where it was.
func (r Rules) fits(s *State, g *Gang, from, place string, n int) bool {
	if place == from {
		return true
	}
	return s.room(g, place, n)
}

func (r Rules) noRoom(s *State, g *Gang, from, place string, who Sexes, l games.Line) *games.Refusal {
	ref := games.Refuse("c.m.6", "ny.refused.room", r.placeArg("place", place), games.Int("n", who.n()), games.Int("limit", stackLimit))
	if left := stackLimit - g.at(place).n(); left > 0 && place != from {
		some := r.pick(s, g, from, g.free(from), min(left, who.n()))
		ref.Nearest = []games.Line{withArg(l, "group", strconv.Itoa(some.n()))}
	}
	return ref
}

func (r Rules) moved(s *State, g *Gang, from string, path []string, last int, why string, who Sexes) []games.Fact {
	walked := path[:last+1]
	cost, free := r.fare(s, g, walked, who.n())
	facts := []games.Fact{fact(factMoved, Moved{
		Gang: g.ID, From: from, Path: slices.Clone(walked), Paid: cost, Sexes: who,
	})}
	if free > 0 {
		facts = append(facts, fact(factSteps, StepsFree{g.ID, free}))
	}
	if why == "" {
		return facts
	}
	stop := MoveStopped{Gang: g.ID, Place: path[last], Toward: path[len(path)-1], Why: why, Sexes: who}
	if why == "rivals" {
		stop.Held, stop.Rivals = true, s.foes(g, path[last])
	}
	return append(facts, fact(factStopped, stop))
}
