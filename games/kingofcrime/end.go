package kingofcrime

import (
	"cmp"
	"slices"

	"fivepoints/games"
)

// Why a game ended; also the keys of its sentences.
const (
	overGoal = "kingofcrime.over.goal"
	overCap  = "kingofcrime.over.cap"
)

// winner is a seat that has reached the goal, -1 while there is none: two
// Rackets of a type or three types, at any moment (goal.win, goal.when).
func (s *State) winner() int {
	for k := range s.Seats {
		i := (s.Active + k) % len(s.Seats)
		if k > 0 && s.option("win") == "own" {
			return -1
		}
		if len(s.Fam[i].Rackets) > 1 && s.progress(s.controlled(i)) >= goal {
			return i
		}
	}
	return -1
}

// standing is what ranks seats: Rackets, their types, the points of straight Mugs (goal.cap).
func (s *State) rankOf(i int) [3]int {
	held := s.controlled(i)
	kinds := map[string]bool{}
	for _, r := range held {
		kinds[s.typeOf(r)] = true
	}
	points := 0
	for _, m := range s.Fam[i].Mugs {
		if !m.Turned {
			points += s.worth(m, "")
		}
	}
	return [3]int{len(held), len(kinds), points}
}

// won ends the game with a winner; the others are ranked as at the cap.
func (s *State) won(i int) []games.Fact {
	ranks := append([]Rank{{[]string{s.id(i)}}}, s.ranks(s.after(i))...)
	return []games.Fact{fact(factEnded, Ended{overGoal, ranks})}
}

// capped ends the game at the cap; equal seats share (goal.cap).
func (s *State) capped() []games.Fact {
	all := append([]int{s.Active}, s.after(s.Active)...)
	return []games.Fact{fact(factEnded, Ended{overCap, s.ranks(all)})}
}

func (s *State) ranks(seats []int) []Rank {
	seats = slices.Clone(seats)
	slices.SortFunc(seats, func(a, b int) int {
		x, y := s.rankOf(a), s.rankOf(b)
		return cmp.Or(slices.Compare(y[:], x[:]), cmp.Compare(a, b))
	})
	var out []Rank
	for n, i := range seats {
		if n > 0 && s.rankOf(i) == s.rankOf(seats[n-1]) {
			out[len(out)-1].Seats = append(out[len(out)-1].Seats, s.id(i))
			continue
		}
		out = append(out, Rank{[]string{s.id(i)}})
	}
	return out
}

func (s *State) result() *games.Result {
	r := &games.Result{Why: s.Why}
	for _, rank := range s.Ranks {
		var seats []games.Seat
		for _, id := range rank {
			seats = append(seats, games.Seat(id))
		}
		r.Ranks = append(r.Ranks, seats)
	}
	return r
}
