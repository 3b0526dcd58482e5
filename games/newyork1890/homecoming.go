package newyork1890

import (
	"slices"
	"strconv"
	"strings"

	"fivepoints/games"
)

// tracks are the two ways back, in the order in which members leave them.
func tracks() []string { return []string{"hospital", "tombs"} }

// returnDue asks every gang where its members come back to. It is asked even
// when nobody does, so that the year has its second mail (mail.1).
func (r Rules) returnDue(s *State) []games.Decision {
	var out []games.Decision
	for _, g := range s.living() {
		if !g.Year.ReturnGiven {
			out = append(out, s.decision(g, kindReturn, "return"))
		}
	}
	return out
}

// homes lists the quarters a gang controls with room for one more, by code.
func (r Rules) homes(s *State, g *Gang) []string {
	var out []string
	for _, place := range r.controlled(s, g) {
		if s.room(g, place, 1) {
			out = append(out, place)
		}
	}
	return out
}

// controlled lists the quarters a gang controls, by code (board.5).
func (r Rules) controlled(s *State, g *Gang) []string {
	var out []string
	for _, st := range g.Stacks {
		if r.data.isQuarter(st.Place) && s.controls(g, st.Place) {
			out = append(out, st.Place)
		}
	}
	for _, t := range s.Tokens { // with the option control a token may be enough
		if t.Gang == g.ID && s.controls(g, t.Place) {
			out = append(out, t.Place)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// homecoming runs phase e for every gang on the position at its start, so
// that control is judged once (e.4).
func (r Rules) homecoming(s *State) []games.Fact {
	var out []games.Fact
	look := s.clone()
	for _, g := range s.living() {
		h := newHomecoming(r, s, look, g)
		h.heal()
		h.release()
		h.plead()
		h.advance()
		h.influence()
		h.leaveSpaces()
		h.mercy()
		out = append(out, h.facts...)
	}
	return append(out, fact(factPhase, PhaseStarted{Phase: phaseAlcohol}))
}

// homecomer brings one gang's members back on a copy of the position.
type homecomer struct {
	r        Rules
	look     *State
	gang     *Gang // in look
	controls []string
	list     []back
	facts    []games.Fact
}

// back is one entry of a return order: a quarter, and how many of which sex.
type back struct {
	place string
	left  Sexes // of given sexes
	any   int   // of either sex; -1 is as many as there is room for
}

func newHomecoming(r Rules, s, look *State, g *Gang) *homecomer {
	h := &homecomer{r: r, look: look, controls: r.controlled(s, g)}
	h.gang = h.look.gang(g.ID)
	for _, entry := range g.Year.Return {
		h.list = append(h.list, parseBack(entry))
	}
	return h
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

// release frees who stands on box 0 (e.1).
func (h *homecomer) release() {
	for _, track := range tracks() {
		h.send(h.gang.on(track, 0), func(place string, who Sexes) games.Fact {
			return fact(factReleased, Released{h.gang.ID, track, place, who})
		})
	}
}

// advance moves all others one box on (e.2).
func (h *homecomer) advance() {
	for _, b := range slices.Clone(h.gang.Tracks) {
		if b.N > 0 {
			h.emit(fact(factAdvanced, TrackAdvanced{h.gang.ID, b.Track, b.N, b.N - 1, b.Sexes}))
		}
	}
}

// influence reads Tammany Hall before it empties; it stands for a year (c.a.tammany).
func (h *homecomer) influence() {
	n := 0
	if h.gang.Year.Registered {
		n = h.gang.at("tammany").n()
	}
	if n != h.gang.Influence {
		h.emit(fact(factInfluence, InfluenceSet{h.gang.ID, n}))
	}
}

// leaveSpaces sends everybody home from the action spaces (e.3).
func (h *homecomer) leaveSpaces() {
	for _, sp := range h.r.data.Spaces {
		h.send(h.gang.at(sp.Key), func(place string, who Sexes) games.Fact {
			return fact(factHome, WentHome{h.gang.ID, sp.Key, place, who})
		})
	}
}

// mercy gives a gang without members a male, where the option does (end.2).
func (h *homecomer) mercy() {
	if h.look.option("mercy") == on && h.gang.present().n() == 0 {
		h.emit(fact(factMercy, MercyGiven{h.gang.ID, h.gang.HQ, Sexes{M: 1}}))
	}
}

func (h *homecomer) emit(f games.Fact) {
	h.r.Evolve(h.look, f)
	h.facts = append(h.facts, f)
}

// send brings members back one by one, each where the order or else the
// default says, and tells it place by place.
func (h *homecomer) send(who Sexes, tell func(string, Sexes) games.Fact) {
	var groups []Stack
	for who.n() > 0 {
		place, x := h.next(who)
		who = who.minus(x)
		h.gang.Stacks = addStack(h.gang.Stacks, place, x) // provisional, for room and crews
		i := slices.IndexFunc(groups, func(st Stack) bool { return st.Place == place })
		if i < 0 {
			i = len(groups)
			groups = append(groups, Stack{Place: place})
		}
		groups[i].Sexes = groups[i].Sexes.plus(x)
	}
	for _, st := range groups {
		h.gang.Stacks = addStack(h.gang.Stacks, st.Place, Sexes{-st.Sexes.M, -st.Sexes.F})
		h.emit(tell(st.Place, st.Sexes))
	}
}

// next chooses one member and his quarter: the gang's list from the left, then
// the default (e.4).
func (h *homecomer) next(who Sexes) (string, Sexes) {
	for i := range h.list {
		b := &h.list[i]
		if !h.open(b.place) {
			continue
		}
		if x, ok := b.use(who); ok {
			return b.place, x
		}
	}
	return h.byDefault(who)
}

func (h *homecomer) open(place string) bool {
	return slices.Contains(h.controls, place) && h.look.room(h.gang, place, 1)
}

// use takes one member out of an entry.
func (b *back) use(who Sexes) (Sexes, bool) {
	if x, ok := ofSex("", who.atMost(b.left)); ok {
		b.left = b.left.minus(x)
		return x, true
	}
	if b.any == 0 {
		return Sexes{}, false
	}
	b.any = max(b.any-1, -1)
	return ofSex("", who)
}

// byDefault fills own tokens that lack members, then goes to the headquarters
// if controlled, then to the controlled quarter with most own members, then to
// the headquarters all the same (e.4).
func (h *homecomer) byDefault(who Sexes) (string, Sexes) {
	for _, t := range h.look.Tokens {
		if t.Gang != h.gang.ID || !h.open(t.Place) {
			continue
		}
		if x, ok := h.wanted(t, who); ok {
			return t.Place, x
		}
	}
	x, _ := ofSex("", who)
	best := h.gang.HQ
	if slices.Contains(h.controls, best) {
		return best, x
	}
	most := 0
	for _, p := range h.controls {
		if n := h.gang.at(p).n(); h.look.room(h.gang, p, 1) && n > most {
			best, most = p, n
		}
	}
	return best, x
}

// wanted picks the member that an understaffed token needs most.
func (h *homecomer) wanted(t Token, who Sexes) (Sexes, bool) {
	if h.r.staffed(h.look, h.gang, t) {
		return Sexes{}, false
	}
	a, _ := h.r.data.activity(t.Activity)
	if h.r.spare(h.look, h.gang, t.Place).F < a.Females {
		return ofSex("f", who)
	}
	return ofSex("", who)
}
