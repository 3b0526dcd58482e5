package newyork1890

import (
	"cmp"
	"slices"
	"strconv"

	"fivepoints/games"
)

// kindBribe are the rules by which a gang bribes.
const kindBribe games.Kind = "bribe"

// Facts of bribes.
type (
	// BribeOffered says which pawn is bribed, and whom it costs.
	BribeOffered struct {
		Gang  string `json:"gang"`
		Pawn  int    `json:"pawn"`
		Place string `json:"place"` // the pawn's
		Woman string `json:"woman"` // the place of the female who leaves
	}
	// Bribed moves a bribed pawn.
	Bribed struct {
		Gang  string `json:"gang"`
		Pawn  int    `json:"pawn"`
		From  string `json:"from"`
		To    string `json:"to"`
		Woman string `json:"woman"`
		Paid  int    `json:"paid"`
	}
	// BribePassed is a gang that could bribe and does not.
	BribePassed struct {
		Gang string `json:"gang"`
	}
	// BribeRound begins another round, because somebody bribed.
	BribeRound struct {
		N int `json:"n"` // bribes so far
	}
)

// nextBribe asks gang after gang in turn order for one bribe, again and again
// until nobody bribes: at the end of b to avert raids (b.w1), at the start of
// a to free blocked joints (b.w2).
func (r Rules) nextBribe(s *State) (games.Step, bool) {
	if s.option("bribery") != on || s.Police == nil {
		return games.Step{}, false
	}
	if o := s.Police.Offer; o != nil {
		g := s.gang(o.Gang)
		if len(r.exits(s, g, s.Police.Pawns[o.Pawn-1])) == 1 {
			return games.Step{Auto: []games.Fact{r.bribed(s, g, "", "")}}, true
		}
		return games.Step{Due: []games.Decision{s.decision(g, kindBribe, s.bribePath()+"/to")}}, true
	}
	waits := false
	for _, id := range s.Order {
		g := s.gang(id)
		if g.Out || len(r.briberies(s, g)) == 0 {
			continue
		}
		if !slices.Contains(s.Police.Asked, id) {
			return games.Step{Due: []games.Decision{s.decision(g, kindBribe, s.bribePath())}}, true
		}
		waits = true
	}
	if waits && s.Police.Again {
		return games.Step{Auto: []games.Fact{fact(factBribeRound, BribeRound{len(s.Police.Bribed)})}}, true
	}
	return games.Step{}, false
}

func (s *State) bribePath() string { return "bribe/" + strconv.Itoa(len(s.Police.Bribed)+1) }

// bribery is a quarter on which a gang may bribe: a raid with so many own
// members, or a blocked joint with that income.
type bribery struct {
	place string
	worth int
}

// briberies lists what a gang could bribe away now, the worthiest first: raids
// in b (b.w1), blocked joints that would pay in a (b.w2). It takes a female,
// the money and a way out for a pawn not bribed yet (b.bribe).
func (r Rules) briberies(s *State, g *Gang) []bribery {
	var out []bribery
	if g.Money < r.data.Bribe.Money || (s.spendable(g.inPlay()) == 0 && !s.sparesWoman(g)) {
		return nil
	}
	for _, p := range slices.Compact(slices.Sorted(slices.Values(s.Police.Pawns))) {
		b := bribery{p, g.at(p).n()}
		if s.Phase == phaseProduce {
			b.worth = r.blockedIncome(s, g, p)
		} else if s.pawnsOn(p) < raidPawns {
			continue
		}
		if b.worth > 0 && s.bribable(p) > 0 && len(r.exits(s, g, p)) > 0 {
			out = append(out, b)
		}
	}
	slices.SortStableFunc(out, func(a, b bribery) int { return cmp.Compare(b.worth, a.worth) })
	return out
}

// bribable is the lowest pawn of a quarter not bribed in this window, 0 for none (b.bribe.who).
func (s *State) bribable(place string) int {
	for i, at := range s.Police.Pawns {
		if at == place && !slices.Contains(s.Police.Bribed, i+1) {
			return i + 1
		}
	}
	return 0
}

// blockedIncome is what a gang's joint on a quarter would pay this year without
// the pawns there (b.w2).
func (r Rules) blockedIncome(s *State, g *Gang, place string) int {
	joints := slices.DeleteFunc(r.tokensAt(s, place, "joint"), func(t Token) bool {
		return t.Gang != g.ID || !r.staffed(s, g, t)
	})
	if len(joints) == 0 {
		return 0
	}
	look := s.clone()
	for i, at := range look.Police.Pawns {
		if at == place {
			look.Police.Pawns[i] = ""
		}
	}
	for _, f := range r.produce(look) {
		r.Evolve(look, f)
	}
	best := 0
	for _, t := range joints {
		a, _ := r.data.activity(t.Activity)
		if a.Supply == "" || slices.Contains(r.selling(look, look.gang(g.ID)), t) {
			best = max(best, a.Income)
		}
	}
	return best
}

// exits lists where a bribed pawn may go, the default first: a quarter next to
// it without own members or tokens before others, fewest members, by code (b.bribe.to).
func (r Rules) exits(s *State, g *Gang, place string) []string {
	out := slices.DeleteFunc(r.data.around(place), func(p string) bool { return !s.isOpen(p) || r.immune(s, p) })
	mine := func(p string) int {
		if g.at(p).n() > 0 || slices.ContainsFunc(s.Tokens, func(t Token) bool { return t.Gang == g.ID && t.Place == p }) {
			return 1
		}
		return 0
	}
	people := func(p string) int { return g.at(p).n() + s.enemies(g, p) }
	slices.SortStableFunc(out, func(a, b string) int {
		return cmp.Or(cmp.Compare(mine(a), mine(b)), cmp.Compare(people(a), people(b)))
	})
	return out
}

// woman chooses the female who leaves: the largest stack with one no crew
// needs, or one of the quarter that the order names (b.bribe.who).
func (r Rules) woman(s *State, g *Gang, with string) string {
	if with != "" {
		if s.spendable(g.at(with)) > 0 {
			return with
		}
		return ""
	}
	best, most := "", 0
	for _, st := range g.Stacks {
		if n := st.Sexes.n(); s.spendable(r.spare(s, g, st.Place)) > 0 && n > most {
			best, most = st.Place, n
		}
	}
	return best
}

// spendable counts the members that a bribe may cost: females, with the option
// bribe.any_sex all.
func (s *State) spendable(x Sexes) int {
	if s.option("bribe.any_sex") == on {
		return x.n()
	}
	return x.F
}

// decideBribe reads one rule: when to bribe, or where the pawn goes (b.bribe).
func (r Rules) decideBribe(s *State, g *Gang, l games.Line) ([]games.Fact, *games.Refusal) {
	if s.Police == nil {
		return nil, elsewhere("b.bribe")
	}
	if o := s.Police.Offer; o != nil {
		return r.decideExit(s, g, l)
	}
	when := map[string]string{phasePolice: "raid", phaseProduce: "income"}[s.Phase]
	if l.First("on") == "" {
		return []games.Fact{fact(factBribePassed, BribePassed{g.ID})}, nil
	}
	n, err := strconv.Atoi(l.First("n"))
	if when == "" || l.First("on") != when || err != nil {
		return nil, elsewhere("b.bribe")
	}
	for _, b := range r.briberies(s, g) {
		if b.worth < n {
			continue
		}
		woman := r.woman(s, g, g.place(l.First("with")))
		if l.First("favour") != "" && s.sparesWoman(g) {
			woman = ""
		} else if woman == "" {
			return nil, games.Refuse("b.bribe.who", "ny.refused.woman")
		}
		return []games.Fact{fact(factBribeOffered, BribeOffered{g.ID, s.bribable(b.place), b.place, woman})}, nil
	}
	return nil, elsewhere("b.bribe")
}

// decideExit takes the way out that the gang names for a pawn on that quarter,
// else the default (b.bribe.to).
func (r Rules) decideExit(s *State, g *Gang, l games.Line) ([]games.Fact, *games.Refusal) {
	o := s.Police.Offer
	at, to := s.Police.Pawns[o.Pawn-1], l.First("to")
	switch {
	case o.Gang != g.ID:
		return nil, elsewhere("b.bribe.to")
	case l.First("on") == "":
		return []games.Fact{r.bribed(s, g, "", "")}, nil
	case to == "" || g.place(l.First("on")) != at:
		return nil, elsewhere("b.bribe.to")
	case !slices.Contains(r.exits(s, g, at), g.place(to)):
		return nil, games.Refuse("b.bribe.to", "ny.refused.street", r.placeArg("from", at), r.placeArg("to", g.place(to)))
	}
	return []games.Fact{r.bribed(s, g, g.place(to), g.place(l.First("with")))}, nil
}

// bribed moves the pawn; whom it costs may be named with the way out too.
func (r Rules) bribed(s *State, g *Gang, to, with string) games.Fact {
	o := s.Police.Offer
	woman := o.Woman
	if s.spendable(g.at(with)) > 0 && woman != "" {
		woman = with
	}
	at := s.Police.Pawns[o.Pawn-1]
	if to == "" {
		to = r.exits(s, g, at)[0]
	}
	typ := factBribed
	if woman == "" { // (a.f.bribe)
		return fact(factBribedFree, Bribed{g.ID, o.Pawn, at, to, "", r.data.Bribe.Money})
	}
	if s.option("bribe.any_sex") == on && r.spentMale(s, g, woman) {
		typ = factBribedMale
	}
	return fact(typ, Bribed{g.ID, o.Pawn, at, to, woman, r.data.Bribe.Money})
}

// sparesWoman tells whether a favour may keep the female of a bribe: at the end of
// b, for those of last year are gone when a begins (a.f.bribe).
func (s *State) sparesWoman(g *Gang) bool { return s.Phase == phasePolice && s.mayUse(g, "bribe") }

// spentMale tells whether a male goes: where one is free of work, or no female is there.
func (r Rules) spentMale(s *State, g *Gang, place string) bool {
	return r.spare(s, g, place).M > 0 || g.at(place).F == 0
}
