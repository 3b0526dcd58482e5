package newyork1890

import (
	"cmp"
	"slices"

	"fivepoints/games"
)

// yearEnd opens the next year or ends the game: most money, then most members,
// then shared (end.1, end.3).
func yearEnd(s *State) games.Fact {
	if s.Round < s.rounds() {
		return yearStarted(s.Round + 1)
	}
	return ended(s)
}

// ended ranks the living gangs, then the eliminated ones, the last to fall first.
func ended(s *State) games.Fact {
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
	return fact(factEnded, e)
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
