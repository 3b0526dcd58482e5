package newyork1890

import (
	"strconv"

	"fivepoints/games"
)

// maxChoices is how many orders Options lists.
const maxChoices = 200

// Options lists orders that are legal on the position as it is, best first
// within a verb. They are found by asking Decide.
func (r Rules) Options(s *State, seat games.Seat, k games.Kind) games.Choice {
	r = r.of(s)
	g := s.gang(string(seat))
	if g == nil || g.Out {
		return games.Choice{}
	}
	switch k {
	case kindMove:
		return r.choose(s, g, r.someMoves(s, g), r.decideMove)
	case kindAction:
		look := s.clone()
		g = look.gang(g.ID)
		if cur := s.current(); cur == nil || cur.ID != g.ID || !s.Acting {
			g.Year.Available, g.Year.Used = len(g.Stacks), 0
		}
		return r.choose(look, g, r.someActions(look, g), r.decideAction)
	case kindReturn:
		return r.someReturns(s, g)
	case kindSupply:
		return r.someSupplies(s, g)
	case kindLosses:
		return r.someLosses(s, g)
	case kindBattle, kindDefend:
		return r.someArms(s, g, k)
	case kindWar:
		return r.someWars(s, g)
	case kindAnswer:
		return someAnswers()
	case kindPolice:
		return r.somePolice(s, g)
	case kindBribe:
		return r.someBribes(s, g)
	case kindCare:
		return r.someCare(g)
	case kindRetreat:
		return r.someRetreats(s, g)
	case kindSpoils:
		return someSpoils(s)
	case kindFavour:
		return r.someFavours(s, g)
	case kindDraft:
		return games.Choice{Lines: []games.Line{games.List("draft", "uses", "double", "steps")}, More: true}
	case kindRig:
		return someRigs()
	case kindOffer:
		return r.someOffers(s, g)
	case kindPact:
		return r.somePolicies(s, g)
	case kindLend:
		return someLoans()
	}
	return games.Choice{}
}

type decider func(*State, *Gang, games.Line) ([]games.Fact, *games.Refusal)

func (r Rules) choose(s *State, g *Gang, lines []games.Line, decide decider) games.Choice {
	c := games.Choice{More: true}
	for _, l := range lines {
		if _, ref := decide(s, g, l); ref != nil {
			continue
		}
		if len(c.Lines) == maxChoices {
			break
		}
		c.Lines = append(c.Lines, l)
	}
	return c
}

// someMoves proposes, quarter by quarter, one way to each place one can reach,
// the Port first, then the same ways for other numbers.
func (r Rules) someMoves(s *State, g *Gang) []games.Line {
	var first, more []games.Line
	for _, st := range g.Stacks {
		if !r.data.isQuarter(st.Place) {
			continue
		}
		free := g.free(st.Place).n()
		spare := min(r.spare(s, g, st.Place).n(), free)
		for i, sp := range r.data.Spaces {
			l := games.Order("move", "group", "1", "from", st.Place, "path", sp.Key)
			if i == 0 {
				first = append(first, l)
			} else {
				more = append(more, l)
			}
		}
		for _, to := range r.data.around(st.Place) {
			for i, n := range []int{min(max(spare, 1), 3), 1, 2, spare, free} {
				l := games.Order("move", "group", strconv.Itoa(n), "from", st.Place, "path", to)
				switch {
				case i == 0:
					first = append(first, l)
				case n > 0 && !has(first, l) && !has(more, l):
					more = append(more, l)
				}
			}
		}
	}
	return append(first, more...)
}

func has(lines []games.Line, l games.Line) bool {
	for _, o := range lines {
		if o.First("group") == l.First("group") && o.First("from") == l.First("from") && o.First("path") == l.First("path") {
			return true
		}
	}
	return false
}

// someActions proposes what pays: openings, recruits, robberies, then the rest.
func (r Rules) someActions(s *State, g *Gang) []games.Line {
	var out []games.Line
	for _, st := range g.Stacks {
		for i := len(r.data.Activities) - 1; i >= 0; i-- {
			out = append(out, games.Order("open", "activity", r.data.Activities[i].Key, "at", st.Place))
		}
	}
	for n := len(r.data.Port); n > 0; n-- {
		out = append(out, games.Order("recruit", "n", strconv.Itoa(n)))
	}
	for _, st := range g.Stacks {
		for n := min(st.Sexes.n(), len(r.data.Robbery)); n > 0; n-- {
			out = append(out, games.Order("rob", "at", st.Place, "who", strconv.Itoa(n)))
		}
	}
	out = append(out, games.Order("sober"), games.Order("tammany"), games.Order("tammany", "swap", "first"),
		games.Order("buy", "arms", "1 pistol"), games.Order("buy", "arms", "1 knife"), games.Order("buy", "arms", "2 knife"))
	if s.option("tombs.bail") == on {
		out = append(out, games.Order("bail"))
	}
	if s.votes() {
		out = append(out, games.Order("wreck"))
	}
	if s.option("favours") == on {
		out = append(out, games.Order("recruit", "n", "2", "favour", "favour"))
		for _, st := range g.Stacks {
			out = append(out, games.Order("rob", "at", st.Place, "who", "1", "favour", "favour"))
		}
	}
	if s.option("gifts") == on {
		for _, o := range s.living() {
			out = append(out, games.Order("give", "n", "1", "gang", o.ID))
		}
	}
	out = append(out, r.someRoles(s, g)...)
	for _, t := range s.Tokens {
		if t.Gang == g.ID {
			continue
		}
		a, _ := r.data.activity(t.Activity)
		out = append(out, games.Order("seize", "at", t.Place, "slot", a.Kind, "fate", "keep"))
	}
	return out
}

func (r Rules) someReturns(s *State, g *Gang) games.Choice {
	c := games.Choice{More: true}
	for _, p := range r.homes(s, g) {
		c.Lines = append(c.Lines, games.List("return", "back", p))
	}
	return c
}

// someLosses proposes who falls first, when both sexes may fall.
func (r Rules) someLosses(s *State, g *Gang) games.Choice {
	x := g.alive()
	if x.M == 0 || x.F == 0 {
		return games.Choice{}
	}
	return games.Choice{Lines: []games.Line{games.List("losses", "loss", "m", "f"), games.List("losses", "loss", "f", "m")}, More: true}
}

// someSupplies proposes each bar as the first, where several sell the same good.
func (r Rules) someSupplies(s *State, g *Gang) games.Choice {
	c := games.Choice{More: true}
	for _, t := range s.Tokens {
		a, _ := r.data.activity(t.Activity)
		if t.Gang != g.ID || a.Supply == "" || r.barCount(s, g, a.Supply) < 2 {
			continue
		}
		c.Lines = append(c.Lines, games.Order("supply", "activity", a.Key, "places", t.Place))
	}
	return c
}
