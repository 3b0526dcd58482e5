package newyork1890

import (
	"cmp"
	"slices"

	"fivepoints/games"
)

// yearEnd opens the next year or ends the game: most money, then most members,
// then shared (end.1, end.3).
func (r Rules) yearEnd(s *State) []games.Fact {
	if s.Round < s.rounds() {
		return []games.Fact{yearStarted(s.Round + 1)}
	}
	out := r.sellWeapons(s)
	return append(out, fact(factEnded, ended(s)))
}

// sellWeapons turns weapons into money at their cost, where the option end.goods
// counts them (end.3).
func (r Rules) sellWeapons(s *State) []games.Fact {
	var out []games.Fact
	if s.option("end.goods") != "cost" {
		return nil
	}
	for _, g := range s.living() {
		paid := 0
		for _, w := range r.data.Weapons {
			paid += w.Cost * map[string]int{"knife": g.Knives, "pistol": g.Pistols}[w.Key]
		}
		if paid > 0 {
			f := fact(factSold, WeaponsSold{g.ID, g.Knives, g.Pistols, paid})
			r.Evolve(s, f)
			out = append(out, f)
		}
	}
	return out
}

// ended ranks the living gangs, then the eliminated ones, the last to fall first.
func ended(s *State) Ended {
	gangs := s.living()
	better := func(a, b *Gang) int {
		return cmp.Or(cmp.Compare(b.Money, a.Money), cmp.Compare(b.alive().n(), a.alive().n()))
	}
	slices.SortStableFunc(gangs, better)
	var e Ended
	for i, g := range gangs {
		if i == 0 || better(gangs[i-1], g) != 0 {
			e.Ranks = append(e.Ranks, Rank{})
		}
		last := &e.Ranks[len(e.Ranks)-1]
		last.Gangs = append(last.Gangs, g.ID)
		e.Final = append(e.Final, Final{g.ID, g.Money, g.alive().n()})
	}
	for _, id := range slices.Backward(s.Fallen) {
		e.Ranks = append(e.Ranks, Rank{[]string{id}})
		e.Final = append(e.Final, Final{Gang: id})
	}
	return e
}

// sharing puts the first n ranks together.
func (e Ended) sharing(n int) Ended {
	var first Rank
	for _, rank := range e.Ranks[:n] {
		first.Gangs = append(first.Gangs, rank.Gangs...)
	}
	e.Ranks = append([]Rank{first}, e.Ranks[n:]...)
	return e
}

func result(s *State) *games.Result {
	res := &games.Result{Why: "ny.over.rounds"}
	if len(s.living()) <= 1 {
		res.Why = "ny.over.last"
	}
	for _, rank := range s.Ranks {
		var seats []games.Seat
		for _, id := range rank.Gangs {
			seats = append(seats, games.Seat(id))
		}
		res.Ranks = append(res.Ranks, seats)
	}
	return res
}
