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
	Income  []int    // gross, by year
	Earned  []Earned // the same by source
	Ledger  []Entry  // by source: positive what came in
	Raided  []int    // members, by year
	Blocked []int    // income that the police kept back, by year
}

// Earned is what one source brought, by year.
type Earned struct {
	Source string
	Years  []int
}

// Tally folds the facts of a game.
func (r Rules) Tally(facts []games.Fact) Tally {
	s, t := &State{}, Tally{}
	for _, f := range facts {
		before := ledgers(s)
		r.Evolve(s, f)
		t.seat(s)
		t.note(f)
		t.book(s, before)
		r.tallyPolice(s, &t, f)
	}
	for i, g := range s.Gangs {
		t.Gangs[i].Money, t.Gangs[i].Members, t.Gangs[i].Ledger = g.Money, g.alive().n(), slices.Clone(g.Ledger)
	}
	return t
}

// seat makes room for the gangs once they are there.
func (t *Tally) seat(s *State) {
	for i := len(t.Gangs); i < len(s.Gangs); i++ {
		n := s.rounds()
		t.Gangs = append(t.Gangs, GangTally{
			Gang: s.Gangs[i].ID, HQ: s.Gangs[i].HQ, Income: make([]int, n), Raided: make([]int, n), Blocked: make([]int, n),
		})
	}
}

func (t *Tally) note(f games.Fact) {
	switch f.Pub.(type) {
	case BattleBegun:
		t.Battles++
	case WarDeclared:
		t.Wars++
	case Eliminated:
		t.Eliminated++
	}
}

// tallyPolice adds who was raided and what was blocked.
func (r Rules) tallyPolice(s *State, t *Tally, f games.Fact) {
	if s.Round < 1 {
		return
	}
	year := min(s.Round, s.rounds()) - 1
	for i := range t.Gangs {
		g := &t.Gangs[i]
		switch p := f.Pub.(type) {
		case Taken:
			if f.Type == factRaided && p.Gang == g.Gang {
				g.Raided[year] += p.Sexes.n()
				t.Raided += p.Sexes.n()
			}
		case TokenFact:
			if f.Type == factBlocked && p.Gang == g.Gang {
				a, _ := r.data.activity(p.Activity)
				g.Blocked[year] += a.Income
			}
		}
	}
}

// ledgers is what each gang has received so far, by source.
func ledgers(s *State) [][]Entry {
	var out [][]Entry
	for _, g := range s.Gangs {
		out = append(out, slices.Clone(g.Ledger))
	}
	return out
}

// book adds to the year what a fact brought.
func (t *Tally) book(s *State, before [][]Entry) {
	if s.Round < 1 {
		return
	}
	year := min(s.Round, s.rounds()) - 1
	for i, was := range before {
		for _, e := range s.Gangs[i].Ledger {
			if n := max(0, e.Sum) - max(0, sumOf(was, e.Source)); n != 0 {
				t.Gangs[i].Income[year] += n
				t.Gangs[i].earn(e.Source, year, n)
			}
		}
	}
}

func sumOf(ledger []Entry, source string) int {
	for _, e := range ledger {
		if e.Source == source {
			return e.Sum
		}
	}
	return 0
}

func (g *GangTally) earn(source string, year, n int) {
	i := slices.IndexFunc(g.Earned, func(e Earned) bool { return e.Source == source })
	if i < 0 {
		i, g.Earned = len(g.Earned), append(g.Earned, Earned{source, make([]int, len(g.Income))})
	}
	g.Earned[i].Years[year] += n
}
