package noxford

import (
	"cmp"
	"slices"

	"fivepoints/games"
)

// score ends the game: Barracks cancel, Quarters are counted, seats ranked.
func (s *State) score(why string) []games.Fact {
	t := s.tally()
	out := []games.Fact{fact(factCancelled, Cancelled{cardIDs(t.cancelled)})}
	for _, q := range t.quarters {
		out = append(out, fact(factQuarter, q))
	}
	return append(out, fact(factEnded, Ended{Why: why, Scores: t.scores, Ranks: ranked(t.scores)}))
}

// tally is what a city would come to if the game ended now.
type tally struct {
	cancelled []Card
	quarters  []QuarterScored
	scores    []Score // by seat
}

func (s *State) tally() tally {
	c := s.city()
	var t tally
	visible, cancelled := s.cancel(c)
	t.cancelled = cancelled
	for _, seat := range s.Seats {
		t.scores = append(t.scores, Score{Seat: string(seat)})
	}
	for i, stack := range s.City {
		if !stack.top().quarter() {
			continue
		}
		q := s.scoreQuarter(stack.top(), c.neighbours(i), visible)
		t.quarters = append(t.quarters, q)
		if i := s.seat(games.Seat(q.Seat)); i >= 0 {
			t.scores[i].Points += q.Symbols + q.Bonus
			t.scores[i].Quarters++
		}
	}
	slices.SortFunc(t.quarters, func(a, b QuarterScored) int { return cmp.Compare(a.Quarter, b.Quarter) })
	return t
}

// cancel turns every Syndicate card face down that touches Barracks
// (score.barracks). It returns what counts on each stack, nobody for nothing. Cards under a
// cancelled one stay covered, unless the game plays them revealed.
func (s *State) cancel(c *city) (visible, cancelled []Card) {
	for i, stack := range s.City {
		top := stack.top()
		visible = append(visible, top)
		if !top.syndicate() || !touchesBarracks(c, i) {
			continue
		}
		cancelled = append(cancelled, top)
		visible[i] = nobody
		if n := len(stack.Cards); n > 1 && s.option("cancelled") == "reveal" {
			visible[i] = stack.Cards[n-2]
		}
	}
	return visible, cancelled
}

func touchesBarracks(c *city, i int) bool {
	found := false
	c.neighbours(i).each(func(j int) { found = found || c.stacks[j].top().barracks() })
	return found
}

// scoreQuarter counts the cards that touch a Quarter, a Master double
// (score.count), and gives it to the strict majority (score.control).
func (s *State) scoreQuarter(card Card, beside set, visible []Card) QuarterScored {
	counts := make([]int, len(s.Seats))
	beside.each(func(j int) {
		if i := s.owner(visible[j]); i >= 0 {
			if visible[j].master() {
				counts[i] += s.Deck.Weight
			} else {
				counts[i]++
			}
		}
	})
	q := QuarterScored{Quarter: card.id()}
	best, winners := 0, []int(nil)
	for i, n := range counts {
		if n > 0 {
			q.Counts = append(q.Counts, Count{string(s.Seats[i]), n})
		}
		if n > best {
			best, winners = n, nil
		}
		if n > 0 && n == best {
			winners = append(winners, i)
		}
	}
	if len(winners) == 1 {
		q.Seat = string(s.Seats[winners[0]])
		q.Symbols, q.Bonus = s.points(card, winners[0])
	}
	return q
}

// points are one for each symbol, and a bonus for the favourite of the seat's
// Syndicate; those of Syndicates that nobody plays are worth no more to anybody
// (score.points, score.absent).
func (s *State) points(card Card, i int) (symbols, bonus int) {
	list := s.Deck.symbols(card)
	favourite := slices.Contains(list, s.Deck.Favourites[s.Colours[i]])
	switch {
	case !favourite:
		return len(list), 0
	case s.option("bonus") == "double":
		return len(list), len(list)
	}
	return len(list), 2
}

// ranked orders seats by points, then by Quarters; who is equal in both shares
// a place (score.winner).
func ranked(scores []Score) []Rank {
	best := func(a, b Score) int {
		return cmp.Or(cmp.Compare(b.Points, a.Points), cmp.Compare(b.Quarters, a.Quarters))
	}
	sorted := slices.Clone(scores)
	slices.SortStableFunc(sorted, best)
	var out []Rank
	for i, score := range sorted {
		if i == 0 || best(sorted[i-1], score) != 0 {
			out = append(out, Rank{})
		}
		last := &out[len(out)-1]
		last.Seats = append(last.Seats, score.Seat)
	}
	return out
}
