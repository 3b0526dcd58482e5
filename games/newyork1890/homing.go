package newyork1890

import (
	"slices"
	"strconv"
	"strings"
)

// back is one entry of a return order: a quarter, and how many of which sex.
type back struct {
	place string
	left  Sexes // of given sexes
	any   int   // of either sex; -1 is as many as there is room for
}

// parseBack reads "FVP", "FVP 2" or "FVP 1f".
func parseBack(entry string) back {
	place, who, two := strings.Cut(entry, " ")
	b := back{place: place, any: -1}
	if !two {
		return b
	}
	if n, err := strconv.Atoi(who); err == nil {
		b.any = n
	} else if x, ok := parseSexes(who); ok {
		b.any, b.left = 0, x
	}
	return b
}

// takes tells whether an entry takes a member, and counts him.
func (b *back) takes(who Sexes) bool {
	switch {
	case b.left.covers(who):
		b.left = b.left.minus(who)
	case b.any == 0:
		return false
	default:
		b.any = max(b.any-1, -1)
	}
	return true
}

// returner is a member on the way back from a track or an action space.
type returner struct {
	from string
	sex  Sexes // one member
}

// onTrack names a track as a place left; Hospital is an action space, too.
func onTrack(track string) string { return "track " + track }

// assign says where everybody goes who comes back this year: each by the gang's
// list from the left, the others together by default (e.4).
func (h *homecomer) assign() {
	h.to = map[string][]Stack{}
	before := slices.Clone(h.gang.Stacks)
	rest := h.returners()
	for i := range h.list {
		rest = h.listed(&h.list[i], rest)
	}
	for _, t := range h.look.Tokens {
		rest = h.crew(t, rest)
	}
	for _, t := range h.look.Tokens {
		rest = h.hands(t, rest)
	}
	for _, m := range rest {
		h.place(m, h.byDefault())
	}
	h.gang.Stacks = before // they are told, and moved, step by step
}

// returners lists who comes back in the order of e.1 and e.3, males first.
func (h *homecomer) returners() []returner {
	var out []returner
	add := func(from string, x Sexes) {
		out = append(out, slices.Repeat([]returner{{from, Sexes{M: 1}}}, x.M)...)
		out = append(out, slices.Repeat([]returner{{from, Sexes{F: 1}}}, x.F)...)
	}
	for _, track := range tracks() {
		add(onTrack(track), h.gang.on(track, 0))
	}
	for _, sp := range h.r.data.Spaces {
		if sp.Key != "tammany" || h.look.option("influence") != "seated" {
			add(sp.Key, h.gang.at(sp.Key))
		}
	}
	return out
}

// place sends a member somewhere, provisionally: it counts for room and crews.
func (h *homecomer) place(m returner, to string) {
	h.gang.Stacks = addStack(h.gang.Stacks, to, m.sex)
	groups := h.to[m.from]
	i := slices.IndexFunc(groups, func(st Stack) bool { return st.Place == to })
	if i < 0 {
		i = len(groups)
		groups = append(groups, Stack{Place: to})
	}
	groups[i].Sexes = groups[i].Sexes.plus(m.sex)
	h.to[m.from] = groups
}

// listed uses up one entry of the gang's list and returns who is left.
func (h *homecomer) listed(b *back, rest []returner) []returner {
	var left []returner
	for _, m := range rest {
		if h.open(b.place) && b.takes(m.sex) {
			h.place(m, b.place)
		} else {
			left = append(left, m)
		}
	}
	return left
}

func (h *homecomer) open(place string) bool {
	return slices.Contains(h.controls, place) && h.look.room(h.gang, place, 1)
}

// crew sends to an own token what it lacks, if those who are left can give it
// all: the fewest, and males where either sex will do (e.4). It returns who
// is left.
func (h *homecomer) crew(t Token, rest []returner) []returner {
	if t.Gang != h.gang.ID || !h.open(t.Place) || h.r.staffed(h.look, h.gang, t) {
		return rest
	}
	var pool Sexes
	for _, m := range rest {
		pool = pool.plus(m.sex)
	}
	for n := 1; n <= pool.n() && h.look.room(h.gang, t.Place, n); n++ {
		for f := max(0, n-pool.M); f <= min(n, pool.F); f++ {
			if team := (Sexes{n - f, f}); h.completes(t, team) {
				return h.dispatch(t.Place, team, rest)
			}
		}
	}
	return rest
}

// completes tells whether a token is staffed once members have come, and no
// other one there loses its crew to it.
func (h *homecomer) completes(t Token, more Sexes) bool {
	here := h.gang.at(t.Place)
	was := h.r.crewOf(h.look, h.gang, t.Place, here).staffed
	is := h.r.crewOf(h.look, h.gang, t.Place, here.plus(more)).staffed
	return slices.Contains(is, t.Activity) && !slices.ContainsFunc(was, func(a string) bool { return !slices.Contains(is, a) })
}

// dispatch sends a team to a place and returns who is left.
func (h *homecomer) dispatch(to string, team Sexes, rest []returner) []returner {
	var left []returner
	for _, m := range rest {
		if team.covers(m.sex) {
			team = team.minus(m.sex)
			h.place(m, to)
		} else {
			left = append(left, m)
		}
	}
	return left
}

// hands sends to an own token that cannot be crewed whom it still wants, the sex
// it needs first. It returns who is left.
func (h *homecomer) hands(t Token, rest []returner) []returner {
	for t.Gang == h.gang.ID && h.open(t.Place) && !h.r.staffed(h.look, h.gang, t) {
		i := slices.IndexFunc(rest, func(m returner) bool { return h.wants(t, m.sex) })
		if i < 0 {
			break
		}
		h.place(rest[i], t.Place)
		rest = slices.Delete(rest, i, i+1)
	}
	return rest
}

// wants tells whether an understaffed token wants a member, females before others.
func (h *homecomer) wants(t Token, who Sexes) bool {
	a, _ := h.r.data.activity(t.Activity)
	return who.F > 0 || h.r.spare(h.look, h.gang, t.Place).F >= a.Females
}

// byDefault is where one goes whom no token wants: the headquarters if
// controlled, else the controlled quarter with room and most own members, else
// the headquarters all the same (e.4).
func (h *homecomer) byDefault() string {
	best, most := h.gang.HQ, 0
	if slices.Contains(h.controls, best) {
		return best
	}
	for _, p := range h.controls {
		if n := h.gang.at(p).n(); h.look.room(h.gang, p, 1) && n > most {
			best, most = p, n
		}
	}
	return best
}
