package newyork1890

// crew tells who works on one quarter: which of a gang's tokens are staffed,
// and which members are free of them (a.2.crew).
type crew struct {
	traffic, joint bool
	spare          Sexes
}

// crewOf crews a gang's tokens on a place with members: a traffic before a
// joint, males first so that females are kept for the brothel (a.2.crew).
func (r Rules) crewOf(s *State, g *Gang, place string, members Sexes) crew {
	c := crew{spare: members}
	c.traffic = r.staff(s, g, place, "traffic", &c.spare)
	c.joint = r.staff(s, g, place, "joint", &c.spare)
	return c
}

func (r Rules) staff(s *State, g *Gang, place, kind string, spare *Sexes) bool {
	t, ok := r.tokenAt(s, place, kind)
	if !ok || t.Gang != g.ID {
		return false
	}
	a, _ := r.data.activity(t.Activity)
	need, ok := workers(a, *spare)
	if ok {
		*spare = spare.minus(need)
	}
	return ok
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
	c := r.crewOf(s, g, t.Place, g.at(t.Place))
	if a, _ := r.data.activity(t.Activity); a.Kind == "traffic" {
		return c.traffic
	}
	return c.joint
}

// tokenAt finds the joint or the traffic of a quarter (c.a.slots).
func (r Rules) tokenAt(s *State, place, kind string) (Token, bool) {
	for _, t := range s.Tokens {
		if a, _ := r.data.activity(t.Activity); t.Place == place && a.Kind == kind {
			return t, true
		}
	}
	return Token{}, false
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

// controls tells whether a gang has strictly more members on a quarter than
// any other (board.5).
func (s *State) controls(g *Gang, place string) bool {
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
