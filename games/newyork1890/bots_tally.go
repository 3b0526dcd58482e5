package newyork1890

import (
	"slices"

	"fivepoints/games"
)

// Tally is what a finished game was like, for tournaments of bots.
type Tally struct {
	Gangs      []GangTally
	Battles    int
	Wars       int
	Raided     int // members
	Eliminated int
}

// GangTally is one gang's game.
type GangTally struct {
	Gang    string
	HQ      string
	Money   int // at the end
	Members int
	Income  []int   // gross, by year
	Ledger  []Entry // by source: positive what came in
}

// Tally folds the facts of a game.
func (r Rules) Tally(facts []games.Fact) Tally {
	s, t := &State{}, Tally{}
	for _, f := range facts {
		t.note(f)
		before := t.earned(s)
		r.Evolve(s, f)
		t.book(s, before)
	}
	for i, g := range s.Gangs {
		t.Gangs[i].Money, t.Gangs[i].Members, t.Gangs[i].Ledger = g.Money, g.alive().n(), slices.Clone(g.Ledger)
	}
	return t
}

func (t *Tally) note(f games.Fact) {
	switch p := f.Pub.(type) {
	case BattleBegun:
		t.Battles++
	case WarDeclared:
		t.Wars++
	case Eliminated:
		t.Eliminated++
	case Taken:
		if f.Type == factRaided {
			t.Raided += p.Sexes.n()
		}
	}
}

// earned is what each gang has received so far.
func (t *Tally) earned(s *State) []int {
	var out []int
	for _, g := range s.Gangs {
		sum := 0
		for _, e := range g.Ledger {
			sum += max(0, e.Sum)
		}
		out = append(out, sum)
	}
	return out
}

// book adds to the year what a fact brought.
func (t *Tally) book(s *State, before []int) {
	for i, now := range t.earned(s) {
		if i == len(t.Gangs) {
			t.Gangs = append(t.Gangs, GangTally{Gang: s.Gangs[i].ID, HQ: s.Gangs[i].HQ, Income: make([]int, s.rounds())})
		}
		if i < len(before) && s.Round > 0 {
			t.Gangs[i].Income[min(s.Round, s.rounds())-1] += now - before[i]
		}
	}
}
