package newyork1890

import (
	"cmp"
	"slices"
	"strconv"

	"fivepoints/games"
)

// kindPolice are the directives of who moves a pawn.
const kindPolice games.Kind = "police"

// phasePolice is played from the year that its option names.
const phasePolice = "b"

// pawnSteps is how far a pawn walks in phase b; raidPawns is how many raid a quarter.
const (
	pawnSteps = 2
	raidPawns = 2
)

// Police are the three pawns and what they did in this phase.
type Police struct {
	Pawns  []string `json:"pawns"`            // where each stands
	Walked []int    `json:"walked,omitempty"` // pawns moved in this phase b
	Movers []string `json:"movers,omitempty"` // who moved them
	Bribed []int    `json:"bribed,omitempty"` // pawns bribed in this phase
	Asked  []string `json:"asked,omitempty"`  // gangs that had their turn to bribe
	Again  bool     `json:"again,omitempty"`  // one of them bribed
	Offer  *Offer   `json:"offer,omitempty"`
}

// Offer is a bribe that waits for the pawn's destination.
type Offer struct {
	Gang  string `json:"gang"`
	Pawn  int    `json:"pawn"`
	Woman string `json:"woman"` // the place she leaves
}

func (s *State) hasPolice() bool { return s.option("police") == on }

// pawnsOn counts the pawns of a quarter.
func (s *State) pawnsOn(place string) int {
	if s.Police == nil {
		return 0
	}
	return count(s.Police.Pawns, place)
}

// afterRevenue opens the phase behind a.
func (r Rules) afterRevenue(s *State) games.Fact {
	if s.policed(s.Round) {
		return fact(factPhase, PhaseStarted{Phase: phasePolice})
	}
	return r.movesStart(s)
}

func (r Rules) movesStart(s *State) games.Fact {
	return fact(factPhase, PhaseStarted{Phase: phaseMoves, Turns: r.turns(s)})
}

// nextPolice lets three movers move a pawn each (b.1), then gangs bribe (b.w1),
// then two pawns on a quarter raid it (b.5).
func (r Rules) nextPolice(s *State) games.Step {
	if n := len(s.Police.Walked); n < len(s.Police.Pawns) {
		g := s.mover(n)
		return games.Step{Due: []games.Decision{s.decision(g, kindPolice, "police/"+strconv.Itoa(n+1))}}
	}
	if step, ok := r.nextBribe(s); ok {
		return step
	}
	return games.Step{Auto: append(r.raids(s), r.movesStart(s))}
}

// mover is who moves the n-th pawn: the gang with fewest members alive, least
// money, least influence (b.1); of equal ones the later marker (b.2).
func (s *State) mover(n int) *Gang {
	least := func(g *Gang) int { return []int{g.alive().n(), g.Money, g.Influence}[n%3] }
	var best *Gang
	for _, id := range s.Order {
		if g := s.gang(id); !g.Out && !s.hasMoved(id) && (best == nil || least(g) <= least(best)) {
			best = g
		}
	}
	return best
}

// hasMoved tells whether a gang may move no other pawn, because three different
// gangs do; of two gangs one must move two.
func (s *State) hasMoved(id string) bool {
	movers := s.Police.Movers
	return s.option("police.distinct_movers") == on && slices.Contains(movers, id) && len(movers) < len(s.living())
}

// raids sends everybody on a quarter with two pawns to the Tombs (b.5).
func (r Rules) raids(s *State) []games.Fact {
	var out []games.Fact
	for _, g := range s.living() {
		for _, st := range g.Stacks {
			if s.pawnsOn(st.Place) >= raidPawns && !s.sanctuary(st.Place) {
				out = append(out, fact(factRaided, Taken{g.ID, st.Place, "tombs", r.data.Tracks.Tombs, st.Sexes}))
			}
		}
	}
	return out
}

// sanctuary is the headquarters of a living gang, where the option makes them immune.
func (s *State) sanctuary(place string) bool {
	return s.option("hq.immune") == on && slices.ContainsFunc(s.living(), func(g *Gang) bool { return g.HQ == place })
}

// decidePolice walks the mover's list: each item takes the lowest pawn not
// moved yet that reaches it; when nothing is reached the lowest pawn stays
// (b.6). A pawn does not stop on an immune quarter, and leaves one if it is the
// one that moves and can (b.4).
func (r Rules) decidePolice(s *State, g *Gang, l games.Line) ([]games.Fact, *games.Refusal) {
	if s.Police == nil || len(s.Police.Walked) >= len(s.Police.Pawns) {
		return nil, elsewhere("b.6")
	}
	for _, item := range directive(l, count(s.Police.Movers, g.ID)) {
		if s.gang(item) != nil {
			item = r.richest(s, item)
		}
		item = g.place(item)
		for i := range s.Police.Pawns {
			if way, ok := r.beat(s, i, item); ok {
				return []games.Fact{fact(factPawn, PawnMoved{g.ID, i + 1, s.Police.Pawns[i], item, way})}, nil
			}
		}
	}
	for i, at := range s.Police.Pawns {
		if !slices.Contains(s.Police.Walked, i+1) {
			to, way := r.refuge(s, i)
			return []games.Fact{fact(factPawn, PawnMoved{g.ID, i + 1, at, to, way})}, nil
		}
	}
	return nil, elsewhere("b.6")
}

// directive is the list for a mover's n-th pawn; the last one given holds on.
func directive(l games.Line, n int) []string {
	var lists [][]string
	for _, name := range []string{"first", "second", "third"} {
		if list := l.Arg(name); len(list) > 0 {
			lists = append(lists, list)
		}
	}
	if len(lists) == 0 {
		return nil
	}
	return lists[min(n, len(lists)-1)]
}

// beat is the way of a pawn that has not moved to a quarter, two steps at most
// over open quarters (b.3).
func (r Rules) beat(s *State, pawn int, to string) ([]string, bool) {
	at := s.Police.Pawns[pawn]
	switch {
	case slices.Contains(s.Police.Walked, pawn+1) || !r.data.isQuarter(to) || !s.isOpen(to) || r.immune(s, to):
		return nil, false
	case at == to:
		return nil, true
	}
	way := r.shortest(s, at, to)
	return way, len(way) > 0 && len(way) <= pawnSteps
}

// immune tells whether the holder of the corruption pawn has members or a joint
// on a quarter, by option also a traffic: no pawn stops there (b.4).
func (r Rules) immune(s *State, place string) bool {
	g := s.gang(s.Pawn)
	if g == nil || g.Out {
		return false
	}
	return g.at(place).n() > 0 || slices.ContainsFunc(s.Tokens, func(t Token) bool {
		a, _ := r.data.activity(t.Activity)
		return t.Gang == g.ID && t.Place == place && (a.Kind == "joint" || s.option("immune.traffic") == on)
	})
}

// refuge is where a pawn without a target goes: it stays, unless it stands on an
// immune quarter, which it leaves for the nearest legal one, by code among equals (b.6).
func (r Rules) refuge(s *State, pawn int) (string, []string) {
	at := s.Police.Pawns[pawn]
	if !r.immune(s, at) {
		return at, nil
	}
	best, way := at, []string(nil)
	for _, q := range r.data.Quarters {
		w, ok := r.beat(s, pawn, q.Code)
		if ok && (way == nil || len(w) < len(way) || (len(w) == len(way) && q.Code < best)) {
			best, way = q.Code, w
		}
	}
	return best, way
}

// richest is a gang's reachable quarter with the highest income that no pawn
// blocks yet, by code among equals (b.6).
func (r Rules) richest(s *State, gang string) string {
	best, most := "", 0
	for _, t := range s.Tokens {
		a, _ := r.data.activity(t.Activity)
		if t.Gang != gang || a.Kind != "joint" || s.pawnsOn(t.Place) > 0 || !r.patrolled(s, t.Place) {
			continue
		}
		if c := cmp.Compare(a.Income, most); c > 0 || (c == 0 && (best == "" || t.Place < best)) {
			best, most = t.Place, a.Income
		}
	}
	return best
}

// patrolled tells whether a pawn that has not moved can reach a quarter.
func (r Rules) patrolled(s *State, place string) bool {
	for i := range s.Police.Pawns {
		if _, ok := r.beat(s, i, place); ok {
			return true
		}
	}
	return false
}

// Facts of the police.
type (
	// PolicePlaced puts the pawns on the map.
	PolicePlaced struct {
		Pawns []string `json:"pawns"`
	}
	// PawnMoved is one pawn's walk; it may stay.
	PawnMoved struct {
		Gang string   `json:"gang"` // the mover
		Pawn int      `json:"pawn"` // from 1
		From string   `json:"from"`
		To   string   `json:"to"`
		Path []string `json:"path,omitempty"`
	}
)

const (
	factPolice       = "police_placed"
	factPawn         = "pawn_moved"
	factRaided       = "raided"
	factBlocked      = "joint_blocked"
	factBribeOffered = "bribe_offered"
	factBribed       = "bribed"
	factBribedMale   = "bribed_male"
	factBribedFree   = "bribed_by_favour"
	factBribePassed  = "bribe_passed"
	factBribeRound   = "bribe_round"
)

func policeFactTypes() []games.FactType {
	return []games.FactType{
		{Type: factPolice, V: 1, Pub: PolicePlaced{}},
		{Type: factPawn, V: 1, Pub: PawnMoved{}},
		{Type: factRaided, V: 1, Pub: Taken{}},
		{Type: factBlocked, V: 1, Pub: TokenFact{}},
		{Type: factBribeOffered, V: 1, Pub: BribeOffered{}},
		{Type: factBribed, V: 1, Pub: Bribed{}},
		{Type: factBribedMale, V: 1, Pub: Bribed{}},
		{Type: factBribedFree, V: 1, Pub: Bribed{}},
		{Type: factBribePassed, V: 1, Pub: BribePassed{}},
		{Type: factBribeRound, V: 1, Pub: BribeRound{}},
	}
}

// evolvePolice folds the police; without pawns on the map only their placing counts.
func evolvePolice(s *State, f games.Fact) {
	if p, ok := f.Pub.(PolicePlaced); ok {
		s.Police = &Police{Pawns: slices.Clone(p.Pawns)}
	}
	if s.Police == nil {
		return
	}
	switch p := f.Pub.(type) {
	case PawnMoved:
		s.Police.walk(p.Pawn, p.To)
		s.Police.Walked = append(s.Police.Walked, p.Pawn)
		s.Police.Movers = append(s.Police.Movers, p.Gang)
	case BribeOffered:
		s.Police.Offer = &Offer{p.Gang, p.Pawn, p.Woman}
	case Bribed:
		s.Police.walk(p.Pawn, p.To)
		s.Police.Bribed = append(s.Police.Bribed, p.Pawn)
		s.Police.Asked, s.Police.Again, s.Police.Offer = append(s.Police.Asked, p.Gang), true, nil
		s.with(p.Gang, func(g *Gang) {
			g.pay("bribe", -p.Paid)
			if f.Type == factBribedFree {
				evolveSpent(s, g, FavourSpent{Gang: g.ID, Use: "bribe", Spent: 1})
				return
			}
			gone := Sexes{F: 1}
			if f.Type == factBribedMale {
				gone = Sexes{M: 1}
			}
			g.Stacks = addStack(g.Stacks, p.Woman, Sexes{}.minus(gone))
			g.Bribed = g.Bribed.plus(gone)
		})
	case BribePassed:
		s.Police.Asked = append(s.Police.Asked, p.Gang)
	case BribeRound:
		s.Police.Asked, s.Police.Again = nil, false
	}
}

func (p *Police) walk(pawn int, to string) {
	if pawn >= 1 && pawn <= len(p.Pawns) {
		p.Pawns[pawn-1] = to
	}
}

// rest forgets what the pawns did in the phase that ends.
func (p *Police) rest() {
	if p != nil {
		*p = Police{Pawns: p.Pawns}
	}
}
