package newyork1890

import (
	"slices"
	"strings"

	"fivepoints/games"
)

// produce lets every staffed traffic yield its goods (a.1).
func (r Rules) produce(s *State) []games.Fact {
	var out []games.Fact
	for _, t := range s.Tokens {
		a, _ := r.data.activity(t.Activity)
		if a.Yields == "" || !r.staffed(s, s.gang(t.Gang), t) {
			continue
		}
		out = append(out, fact(factProduced, Produced{t.Gang, t.Place, t.Activity, a.Yields, a.Yield}))
	}
	return append(out, fact(factPhase, PhaseStarted{Phase: phaseRevenue}))
}

// collect pays the income of every joint, gang by gang, its oldest first (a.2),
// then the favours (a.3).
func (r Rules) collect(s *State) []games.Fact {
	var out []games.Fact
	for _, g := range s.living() {
		supplied, paid := r.selling(s, g), 0
		for _, t := range s.Tokens {
			a, _ := r.data.activity(t.Activity)
			if t.Gang == g.ID && a.Kind == "joint" {
				f := r.income(s, g, t, a, supplied)
				if out = append(out, f); f.Type == factPaid {
					paid++
				}
			}
		}
		out = append(out, r.bonus(g, paid)...)
	}
	out = append(out, r.draft(s, r.grant(s))...)
	return append(out, r.afterRevenue(s))
}

// income tells what becomes of one joint: idle without its crew (a.2.idle),
// sacked without what it sells (a.2.sack), paid otherwise.
func (r Rules) income(s *State, g *Gang, t Token, a activity, supplied []Token) games.Fact {
	token := TokenFact(t)
	switch {
	case !r.staffed(s, g, t) && s.option("idle.sacked") == on && r.soldOut(s, g, a.Supply):
		return fact(factSacked, token)
	case !r.staffed(s, g, t):
		return fact(factIdle, token)
	case s.pawnsOn(t.Place) > 0: // (a.2.block)
		return fact(factBlocked, token)
	case a.Supply == "":
		return fact(factPaid, JointPaid{Gang: g.ID, Place: t.Place, Activity: t.Activity, Money: a.Income})
	case !slices.Contains(supplied, t):
		return fact(factSacked, token)
	}
	return fact(factPaid, JointPaid{g.ID, t.Place, t.Activity, a.Income, a.Supply, 1})
}

// selling lists the staffed bars that get their barrel or kilo: those of the
// priority order first, then the oldest (a.2.order).
func (r Rules) selling(s *State, g *Gang) []Token {
	var out []Token
	for _, good := range goods() {
		bars := r.openBars(s, g, good)
		first := priority(g, good)
		slices.SortStableFunc(bars, func(a, b Token) int { return rank(first, a.Place) - rank(first, b.Place) })
		out = append(out, bars[:min(len(bars), g.good(good))]...)
	}
	return out
}

// soldOut tells whether the staffed bars leave nothing of a good for an idle
// one (a.2.idle).
func (r Rules) soldOut(s *State, g *Gang, good string) bool {
	return good != "" && g.good(good) <= len(r.openBars(s, g, good))
}

func goods() []string { return []string{"barrel", "kilo"} }

// openBars lists a gang's staffed joints that sell a good, oldest first; a blocked
// one uses nothing (a.2.block).
func (r Rules) openBars(s *State, g *Gang, good string) []Token {
	var out []Token
	for _, t := range s.Tokens {
		if t.Gang != g.ID {
			continue
		}
		if a, _ := r.data.activity(t.Activity); a.Supply == good && r.staffed(s, g, t) && s.pawnsOn(t.Place) == 0 {
			out = append(out, t)
		}
	}
	return out
}

// barCount counts a gang's joints that sell a good, staffed or not.
func (r Rules) barCount(s *State, g *Gang, good string) int {
	n := 0
	for _, t := range s.Tokens {
		if a, _ := r.data.activity(t.Activity); t.Gang == g.ID && a.Supply == good {
			n++
		}
	}
	return n
}

func priority(g *Gang, good string) []string {
	for _, p := range g.Year.Supply {
		if p.Good == good {
			return p.Places
		}
	}
	return nil
}

func rank(list []string, v string) int {
	if i := slices.Index(list, v); i >= 0 {
		return i
	}
	return len(list)
}

// shortages lists the goods of which a gang has some, but too few for its
// bars, and did not say yet which bar comes first.
func (r Rules) shortages(s *State, g *Gang) []string {
	var out []string
	for _, good := range goods() {
		asked := slices.ContainsFunc(g.Year.Supply, func(p Priority) bool { return p.Good == good })
		if n := g.good(good); !asked && n > 0 && n < len(r.openBars(s, g, good)) {
			out = append(out, good)
		}
	}
	return out
}

func (r Rules) supplyDue(s *State) []games.Decision {
	var out []games.Decision
	for _, g := range s.living() {
		for _, good := range r.shortages(s, g) {
			out = append(out, s.decision(g, kindSupply, "supply/"+good))
		}
	}
	return out
}

// earlySupplyDue asks which bar comes first before bribes are paid for one of
// them, if the goods may not do for all: the rule that bribes counts on it (b.w2).
func (r Rules) earlySupplyDue(s *State) []games.Decision {
	if s.option("bribery") != on || s.Police == nil || s.Round <= 1 {
		return nil
	}
	var out []games.Decision
	look := s.clone()
	for i, at := range look.Police.Pawns {
		if len(r.tokensAt(s, at, "joint")) > 0 {
			look.Police.Pawns[i] = "" // it may be bribed away
		}
	}
	for _, f := range r.produce(look) {
		r.Evolve(look, f)
	}
	for _, g := range s.living() {
		for _, good := range r.shortages(look, look.gang(g.ID)) {
			if len(r.openBars(look, look.gang(g.ID), good)) > len(r.openBars(s, g, good)) {
				out = append(out, s.decision(g, kindSupply, "supply/"+good))
			}
		}
	}
	return out
}

// decideSupply takes the order in which bars get a good (a.2.order). An order
// about bars that sell something else speaks of another decision.
func (r Rules) decideSupply(g *Gang, d games.Decision, l games.Line) ([]games.Fact, *games.Refusal) {
	good := d.ID[strings.LastIndexByte(d.ID, '/')+1:]
	if key := l.First("activity"); key != "" {
		if a, ok := r.data.activity(key); !ok || a.Supply != good {
			return nil, &games.Refusal{Msg: games.Say("ny.refused.supply", activityArg(key)), Rule: "a.2.order", NotThis: true}
		}
	}
	var places []string
	for _, p := range l.Arg("places") {
		places = append(places, g.place(p))
	}
	return []games.Fact{fact(factSupply, SupplyOrdered{g.ID, good, places})}, nil
}
