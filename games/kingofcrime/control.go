package kingofcrime

import (
	"slices"

	"fivepoints/games"
)

// canHold tells whether a Mug may hold a Racket: a Boss, or straight, with its
// type on the card or an attachment (mug.control, mug.turned).
func (s *State) canHold(m Mug, racket string) bool {
	if m.Turned && !s.deck.boss(m.ID) {
		return false
	}
	typ := s.typeOf(racket)
	if has(s.deck.card(m.ID).Control, typ) {
		return true
	}
	return slices.ContainsFunc(m.Under, func(c string) bool {
		give := s.deck.card(c).Effect.Give
		return len(give) > len(giveControl) && has(give[len(giveControl):], typ)
	})
}

// matching puts every Racket on a Mug of its own, one Racket a Mug
// (control.match). put are places already given. Of all ways it returns the
// one with the fewest Rackets moved, then with the oldest Racket on the Boss,
// then by Mugs in the order of play (control.assign).
type matching struct {
	s       *State
	i       int
	rackets []string // the oldest first
	put     []Placed
	best    []string // holders, by Racket
	moved   int      // of the best
	ways    int      // how many there are, counted up to 2
}

func (s *State) match(i int, rackets []string, put []Placed) *matching {
	m := &matching{s: s, i: i, rackets: rackets, put: put, moved: len(rackets) + 1}
	m.place(nil, 0)
	return m
}

func (m *matching) ok() bool { return m.ways > 0 }

// place tries the holders of the next Racket in the order of play; the first
// way with the fewest moves is the best.
func (m *matching) place(on []string, moved int) {
	n := len(on)
	if moved >= m.moved && m.ways > 1 {
		return
	}
	if n == len(m.rackets) {
		m.ways++
		if moved < m.moved {
			m.best, m.moved = slices.Clone(on), moved
		}
		return
	}
	racket, now := m.rackets[n], m.s.on(m.i, m.rackets[n])
	for _, mug := range m.s.Fam[m.i].Mugs {
		if slices.Contains(on, mug.ID) || !m.s.canHold(mug, racket) || !m.allowed(racket, mug.ID) {
			continue
		}
		step := 0
		if now != "" && now != mug.ID {
			step = 1
		}
		m.place(append(on, mug.ID), moved+step)
	}
}

func (m *matching) allowed(racket, mug string) bool {
	for _, p := range m.put {
		if (p.Racket == racket) != (p.On == mug) {
			return false
		}
	}
	return true
}

// on is the holder of a seat's Racket, "" when it has none.
func (s *State) on(i int, racket string) string {
	for _, h := range s.Fam[i].Rackets {
		if h.ID == racket {
			return h.On
		}
	}
	return ""
}

// placed are the places of the best way.
func (m *matching) placed() []Placed {
	var out []Placed
	for n, mug := range m.best {
		out = append(out, Placed{m.rackets[n], mug})
	}
	return out
}

// candidates are the Rackets that a seat may keep: its own, waiting or not, the
// oldest first, then the one it has won.
func (s *State) candidates(i int, won string) []string {
	var out []string
	for _, h := range s.Fam[i].Rackets {
		out = append(out, h.ID)
	}
	if won != "" {
		out = append(out, won)
	}
	return out
}

// keep chooses among Rackets those that are kept: a set that wins, then the
// one with the most progress, the most Rackets, the oldest (control.keep). A
// list of the owner's goes before all but a victory: its Rackets in turn, as
// long as all can be held.
func (s *State) keep(i int, all, list []string) []string {
	var best []string
	var bestKey [4]int
	for set := range 1 << len(all) {
		var kept []string
		var key [4]int
		for n, racket := range all {
			if set&(1<<n) > 0 {
				kept = append(kept, racket)
				key[3] += 1 << (len(all) - n) // the oldest weighs most
			}
		}
		if !s.match(i, kept, nil).ok() {
			continue
		}
		progress := s.progress(kept)
		key[1], key[2] = progress, len(kept)
		if progress >= goal {
			key[0] = 2
		} else if len(list) > 0 {
			key = [4]int{0, listed(list, kept), len(kept), key[3]}
		}
		if best == nil || slices.Compare(key[:], bestKey[:]) > 0 {
			best, bestKey = kept, key
		}
	}
	return best
}

// kept are the Rackets that a seating keeps: as its owner said, or by default.
// A Boss can hold any, so that one at least is kept.
func (s *State) kept(j Job) []string {
	i := s.index(j.Seat)
	if all := s.candidates(i, j.Racket); len(j.Kept) == 0 && len(all) > 0 {
		return s.keep(i, all, nil)
	}
	return j.Kept
}

// listed weighs a set by its owner's list: the first Racket of it counts more
// than all behind it.
func listed(list, kept []string) int {
	n := 0
	for _, racket := range list {
		n <<= 1
		if slices.Contains(kept, racket) {
			n++
		}
	}
	return n
}

// Orders about Rackets, both standing.
const (
	verbKeep   = "keep"
	verbAssign = "assign"
	kindKeep   = "keep"
	kindAssign = "assign"
)

// seating goes on with the Rackets of a Family: which it keeps, where they
// lie, what becomes of the rest. Its owner is asked for standing orders only.
func (r Rules) seating(s *State, j Job) games.Step {
	i := s.index(j.Seat)
	all := s.candidates(i, j.Racket)
	if len(j.Kept) == 0 && len(all) > 0 {
		if !s.match(i, all, nil).ok() && s.asks() {
			return games.Step{Due: []games.Decision{s.standing(i, kindKeep, "all"+j.Racket)}}
		}
	}
	j.Kept = s.kept(j)
	if len(j.Kept) > 0 && j.Asked < len(j.Kept) && s.asks() && s.match(i, j.Kept, j.Put).ways > 1 {
		return games.Step{Due: []games.Decision{s.standing(i, kindAssign, j.Kept[j.Asked]+j.Racket)}}
	}
	x := r.run(s)
	x.pop()
	x.seated(i, j, all)
	return x.step()
}

// asks tells whether a mail was judged already: only then standing orders can be asked.
func (s *State) asks() bool { return s.Last != "" }

// seated moves the Rackets that are kept and puts the others aside: in a round
// they wait beside the Family until it ends, else they are gone (round.waiting).
func (x *run) seated(i int, j Job, all []string) {
	seat := x.s.id(i)
	kept := j.Kept
	var arranged []Placed
	won := ""
	for _, p := range x.s.match(i, kept, j.Put).placed() {
		switch {
		case p.Racket == j.Racket:
			won = p.On
		case x.s.on(i, p.Racket) != p.On:
			arranged = append(arranged, p)
		}
	}
	if len(arranged) > 0 {
		x.add(factArranged, Arranged{seat, arranged})
	}
	for _, racket := range all {
		if slices.Contains(kept, racket) || racket == j.Racket {
			continue
		}
		if x.s.Round != nil && j.Racket == "" {
			x.add(factWaits, RacketFact{Seat: seat, Racket: racket})
		} else {
			x.add(factGone, RacketFact{Seat: seat, Racket: racket})
		}
	}
	switch {
	case j.Racket == "":
	case won == "": // (round.win)
		x.add(factNobody, RacketFact{Seat: seat, Racket: j.Racket, Why: "holder"})
	default:
		from := ""
		if x.s.Round.takeover() {
			from = x.s.id(x.s.Round.Holder)
		}
		x.add(factWon, RacketWon{seat, j.Racket, won, from, j.Alone})
	}
}

// standing asks a seat for a standing order about its Rackets, in the mail that
// was judged last: nobody waits for it (mail.keep).
func (s *State) standing(i int, kind games.Kind, what string) games.Decision {
	return games.Decision{ID: s.Last + "/" + string(kind) + "/" + s.id(i) + "/" + what, Seat: s.Seats[i], Kind: kind, Window: s.Last}
}

// decideKeep takes a list GARDE XV1, XE2.
func (r Rules) decideKeep(s *State, i int, l games.Line) ([]games.Fact, *games.Refusal) {
	j := s.Jobs[0]
	all := s.candidates(i, j.Racket)
	list := slices.DeleteFunc(slices.Clone(l.Arg("rackets")), func(id string) bool { return !slices.Contains(all, id) })
	j.Kept = s.keep(i, all, list[:min(len(list), 2*len(all))])
	x := r.run(s)
	x.change(j)
	return x.done(), nil
}

// decideAssign takes an order CONFIE XV1 VERS M13 for the Racket that is asked for.
func (r Rules) decideAssign(s *State, i int, l games.Line) ([]games.Fact, *games.Refusal) {
	j := s.Jobs[0]
	j.Kept = s.kept(j)
	racket := j.Kept[j.Asked]
	if l.Verb == verbAssign {
		put := append(slices.Clone(j.Put), Placed{racket, l.First("to")})
		if l.First("racket") != racket || !s.match(i, j.Kept, put).ok() {
			ref := games.Refuse("control.assign", "kingofcrime.refused.assign")
			ref.NotThis = true
			return nil, ref
		}
		j.Put = put
	}
	j.Asked++
	x := r.run(s)
	x.change(j)
	return x.done(), nil
}
