package newyork1890

import "slices"

// crew tells who works on one quarter: which of a gang's activities are staffed,
// and which members are free of them (a.2.crew).
type crew struct {
	staffed []string
	spare   Sexes
}

// crewOf crews a gang's tokens on a place with members: a traffic before a
// joint, males first so that females are kept for the brothel (a.2.crew).
func (r Rules) crewOf(s *State, g *Gang, place string, members Sexes) crew {
	c := crew{spare: members}
	for _, kind := range []string{"traffic", "joint"} {
		for i := range s.Tokens {
			t := &s.Tokens[i]
			if t.Place != place || t.Gang != g.ID {
				continue
			}
			a, _ := r.data.activity(t.Activity)
			if need, ok := workers(a, c.spare); ok && a.Kind == kind {
				c.spare = c.spare.minus(need)
				c.staffed = append(c.staffed, t.Activity)
			}
		}
	}
	return c
}

// workers picks the crew of an activity out of members.
func workers(a activity, members Sexes) (Sexes, bool) {
	if members.n() < a.Members || members.F < a.Females {
		return Sexes{}, false
	}
	crew := Sexes{F: a.Females}
	return crew.plus(members.minus(crew).malesFirst(a.Members - a.Females)), true
}

// spare are a gang's members on a place that no own token there needs.
func (r Rules) spare(s *State, g *Gang, place string) Sexes {
	return r.crewOf(s, g, place, g.at(place)).spare
}

func (r Rules) staffed(s *State, g *Gang, t Token) bool {
	return slices.Contains(r.crewOf(s, g, t.Place, g.at(t.Place)).staffed, t.Activity)
}

// tokensAt lists the joints or the traffics of a quarter, oldest first.
func (r Rules) tokensAt(s *State, place, kind string) []Token {
	var out []Token
	for _, t := range s.Tokens {
		if t.Place != place {
			continue
		}
		if a, _ := r.data.activity(t.Activity); a.Kind == kind {
			out = append(out, t)
		}
	}
	return out
}

// tokenAt finds the oldest joint or traffic of a quarter.
func (r Rules) tokenAt(s *State, place, kind string) (Token, bool) {
	tokens := r.tokensAt(s, place, kind)
	if len(tokens) == 0 {
		return Token{}, false
	}
	return tokens[0], true
}

// slotTaken tells whether a quarter has no place for an activity: it holds one
// joint and one traffic; by option one token, or one of each activity (c.a.slots).
func (r Rules) slotTaken(s *State, place string, a activity) bool {
	for _, t := range s.Tokens {
		if t.Place != place {
			continue
		}
		if b, _ := r.data.activity(t.Activity); s.oneSlot(a, b) {
			return true
		}
	}
	return false
}

// oneSlot tells whether two activities may not stand on one quarter.
func (s *State) oneSlot(a, b activity) bool {
	switch s.option("slots") {
	case "one":
		return true
	case "unlimited":
		return a.Key == b.Key
	}
	return a.Kind == b.Kind
}

func (s *State) hasToken(place string) bool {
	for _, t := range s.Tokens {
		if t.Place == place {
			return true
		}
	}
	return false
}

// stock counts the tokens of an activity that nobody owns.
func (r Rules) stock(s *State, a activity) int {
	n := a.Stock
	for _, t := range s.Tokens {
		if t.Activity == a.Key {
			n--
		}
	}
	return n
}

// pick chooses n of a gang's free members on a place, those no crew needs
// first, males first (order.3).
func (r Rules) pick(s *State, g *Gang, place string, from Sexes, n int) Sexes {
	spare := r.spare(s, g, place).atMost(from)
	first := spare.malesFirst(n)
	return first.plus(from.minus(first).malesFirst(n - first.n()))
}

// controls tells whether a gang controls a quarter: it has strictly more members
// there than any other; by option it owns the tokens there, or either (board.5).
func (s *State) controls(g *Gang, place string) bool {
	switch s.option("control") {
	case "owner":
		if s.hasToken(place) {
			return s.owns(g, place)
		}
	case "either":
		if s.owns(g, place) {
			return true
		}
	}
	return s.majority(g, place)
}

// owns tells whether the tokens of a quarter are all of one gang.
func (s *State) owns(g *Gang, place string) bool {
	mine := false
	for _, t := range s.Tokens {
		if t.Place == place && t.Gang != g.ID {
			return false
		}
		mine = mine || t.Place == place
	}
	return mine
}

func (s *State) majority(g *Gang, place string) bool {
	own := g.at(place).n()
	for _, o := range s.living() {
		if o.ID != g.ID && o.at(place).n() >= own {
			return false
		}
	}
	return own > 0
}

// rivals lists the other gangs with members on a place.
func (s *State) rivals(g *Gang, place string) []string {
	var out []string
	for _, o := range s.living() {
		if o.ID != g.ID && o.at(place).n() > 0 {
			out = append(out, o.ID)
		}
	}
	return out
}

// room tells whether n more members of a gang fit on a place: five at most,
// its own headquarters has no limit (board.3, board.4).
func (s *State) room(g *Gang, place string, n int) bool {
	return place == g.HQ || g.at(place).n()+n <= stackLimit
}

const stackLimit = 5
