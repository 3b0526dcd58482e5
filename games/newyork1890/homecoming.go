package newyork1890

import (
	"slices"

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
		h.freed()
		h.heal()
		h.assign()
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
	to       map[string][]Stack // by place left: who goes where
	facts    []games.Fact
}

func newHomecoming(r Rules, s, look *State, g *Gang) *homecomer {
	h := &homecomer{r: r, look: look, controls: r.controlled(s, g)}
	h.gang = h.look.gang(g.ID)
	for _, entry := range g.Year.Return {
		h.list = append(h.list, parseBack(entry))
	}
	return h
}

// release frees who stands on box 0 (e.1).
func (h *homecomer) release() {
	for _, track := range tracks() {
		for _, st := range h.to[onTrack(track)] {
			h.emit(fact(factReleased, Released{h.gang.ID, track, st.Place, st.Sexes}))
		}
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
	n := h.standing()
	if n != h.gang.Influence {
		h.emit(fact(factInfluence, InfluenceSet{h.gang.ID, n}))
	}
}

// standing is a gang's influence: its members at Tammany Hall, if it registered,
// for a year. Option influence: one more for ever for each year it registered, or
// those who stay seated there (c.a.tammany).
func (h *homecomer) standing() int {
	there, registered := h.gang.at("tammany").n(), h.gang.Year.Registered
	switch h.look.option("influence") {
	case "ledger":
		if registered && there > 0 {
			return h.gang.Influence + 1
		}
		return h.gang.Influence
	case "seated":
		registered = registered || h.gang.Influence > 0
	}
	if !registered {
		return 0
	}
	return there
}

// leaveSpaces sends everybody home from the action spaces (e.3).
func (h *homecomer) leaveSpaces() {
	for _, sp := range h.r.data.Spaces {
		for _, st := range h.to[sp.Key] {
			h.emit(fact(factHome, WentHome{h.gang.ID, sp.Key, st.Place, st.Sexes}))
		}
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
