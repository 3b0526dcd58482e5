package escrocs

import (
	"fivepoints/games"
)

// supply sees to it that the talon holds what is needed, as far as it can. It
// returns the next step while there is one.
//
// The talon is made of its own rest, then the shuffled discard, then the
// shuffled cards given back (short.talon); then what was interrupted is done in
// one go (short.resume).
func (r Rules) supply(s *State, need int) (games.Step, bool) {
	if len(s.Talon) >= need {
		return games.Step{}, false
	}
	if len(s.Talon)+s.Discard.n()+s.Given.n() < need {
		if call, ok := r.call(s); ok {
			return games.Step{Auto: []games.Fact{call}}, true
		}
	}
	switch {
	case s.Discard.n() > 0: // (row.reshuffle)
		return r.shuffle(s, fromDiscard), true
	case s.Given.n() > 0:
		return r.shuffle(s, fromGiven), true
	}
	return games.Step{}, false
}

// call asks all seats above the next limit for cards (short.call).
func (r Rules) call(s *State) (games.Fact, bool) {
	for _, limit := range r.data.GiveBack[s.Asked:] {
		p := Called{K: s.Calls + 1, Limit: limit}
		for i, hand := range s.Hands {
			if hand.n() > limit {
				p.Seats = append(p.Seats, string(s.Seats[i]))
			}
		}
		if len(p.Seats) > 0 {
			return fact(factCalled, p), true
		}
	}
	return games.Fact{}, false
}

func (r Rules) missing(row []Colour) int { return max(0, r.data.RowCards-len(row)) }

// refill fills the rows from the talon, the first row first, on the right of
// what is left, which stands on the left (row.push, row.refill). Where cards
// lack it fills what it can (short.fail).
func (r Rules) refill(s *State) games.Fact {
	talon := s.Talon
	var p Refilled
	for _, row := range s.Rows {
		n := min(r.missing(row), len(talon))
		p.Rows = append(p.Rows, r.ids(talon[:n]))
		talon = talon[n:]
	}
	return fact(factRefilled, p)
}
