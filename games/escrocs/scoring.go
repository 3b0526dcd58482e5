package escrocs

import (
	"slices"

	"fivepoints/games"
)

// score shares the prison out, colour by colour, and clears the tables. The
// last scoring ends the game, and so does a table where nothing can be taken.
func (r Rules) score(s *State, stuck bool) []games.Fact {
	received := make([]Counts, len(s.Seats))
	var out []games.Fact
	for c, n := range s.Prison {
		if n == 0 {
			continue
		}
		shared := Shared{Colour: r.data.Colours[c].ID, N: n}
		if set := s.Tables[c]; set.N > 0 { // its owner gets all of them (score.share)
			shared.Seat = string(s.Seats[set.Owner])
			received[set.Owner][c] = n
		} // else they go to the discard (score.unowned)
		out = append(out, fact(factShared, shared))
	}
	scores := s.scores()
	for i, cards := range received {
		p := points(cards)
		p.Seat = string(s.Seats[i])
		scores[i] += p.Points
		out = append(out, fact(factScored, p))
	}
	// What was received and what was laid is discarded; hands and rows stay
	// (score.discard, score.keep).
	out = append(out, fact(factCleared, Cleared{len(s.Sheet) + 1}))
	switch {
	case stuck:
		out = append(out, r.ended(s, scores, "escrocs.over.stuck"))
	case len(s.Sheet)+1 >= s.scorings(): // the last of three, or of one or two (score.end, score.option)
		out = append(out, r.ended(s, scores, "escrocs.over.scorings"))
	}
	return out
}

// points multiplies cards by colours (score.points).
func points(cards Counts) Scored {
	n, kinds := cards.n(), atLeast(cards, 1)
	return Scored{N: n, Kinds: kinds, Points: n * kinds}
}

// ended ranks the seats by points; equal ones share a rank (score.winner).
func (r Rules) ended(s *State, scores []int, why string) games.Fact {
	p := Ended{Why: why}
	totals := slices.Compact(slices.Sorted(slices.Values(scores)))
	for _, total := range slices.Backward(totals) {
		var rank Rank
		for i, seat := range s.Seats {
			if scores[i] == total {
				rank.Seats = append(rank.Seats, string(seat))
			}
		}
		p.Ranks = append(p.Ranks, rank)
	}
	return fact(factEnded, p)
}
