package escrocs

import (
	"strconv"

	"fivepoints/games"
)

// Ahead lists the mails that may still open (mail.ahead). Seats play in a fixed
// order, so the number of a turn tells whose it is; every turn puts a card at
// least into the prison, which bounds them; at the end of each, give-backs may
// be called for its draw and for the refill.
func (r Rules) Ahead(s *State) []games.Window {
	if s.Step == stepOver || s.Step == stepDealer { // nobody is asked anything before the deal
		return nil
	}
	first := s.Turn + 1
	if s.turning() {
		first = s.Turn
	}
	var out []games.Window
	call := s.Calls
	for turn := max(1, s.Turn); turn < first+r.turnsLeft(s); turn++ {
		n := strconv.Itoa(turn)
		w := games.Window{ID: "turn/" + n, Tag: "t" + n, Turn: turn, Seats: []games.Seat{s.seatOf(turn)}, Kinds: []games.Kind{kindTurn, kindLay}}
		if turn >= first {
			out = append(out, w)
		}
		for range 2 * len(r.data.GiveBack) {
			call++
			n := strconv.Itoa(call)
			out = append(out, games.Window{ID: "giveback/" + n, Tag: "r" + n, Turn: turn, Seats: s.Seats, Kinds: []games.Kind{kindGive}})
		}
	}
	return out
}

// seatOf is whose turn a later one is; before the first the dealer is active (setup.first).
func (s *State) seatOf(turn int) games.Seat {
	return s.Seats[(s.Active+turn-s.Turn)%len(s.Seats)]
}

// turnsLeft bounds the turns of the scorings that are still to come.
func (r Rules) turnsLeft(s *State) int {
	most := r.mostPrisoners()
	return (s.scorings()-len(s.Sheet))*(most+1) - s.Prison.n()
}

// mostPrisoners bounds a prison that is not full: of a condition so many
// colours but one may hold any number, the others fewer than it asks.
func (r Rules) mostPrisoners() int {
	best := r.data.cards()
	for _, f := range r.data.PrisonFull {
		most := 0
		for i, c := range r.data.Colours { // the first colours are the largest
			n := c.Copies
			if i >= f[1]-1 {
				n = min(n, f[0]-1)
			}
			most += n
		}
		best = min(best, most)
	}
	return best
}
