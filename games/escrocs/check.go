package escrocs

import "fmt"

// Check tells what is wrong with a position: cards that are not in the deck
// (setup.cards), a row too long, a full prison that nobody scores.
func (r Rules) Check(s *State) error {
	if len(s.Rows) == 0 {
		return nil
	}
	total := count(s.Talon).plus(s.Discard).plus(s.Given).plus(s.Prison)
	for i, row := range s.Rows {
		total = total.plus(count(row))
		if len(row) > r.data.RowCards {
			return fmt.Errorf("row %d has %d cards, more than %d", i+1, len(row), r.data.RowCards)
		}
	}
	for c, set := range s.Tables {
		total[c] += set.N
		if set.Owner < 0 || set.Owner >= len(s.Seats) {
			return fmt.Errorf("nobody owns the %s on the table", r.data.Colours[c].ID)
		}
	}
	for i, hand := range s.Hands {
		total = total.plus(hand)
		for c, n := range minus(hand, s.Seen[i]) {
			if n < 0 || hand[c] < 0 {
				return fmt.Errorf("%s holds %d %s, fewer than were seen (%d)", s.Seats[i], hand[c], r.data.Colours[c].ID, s.Seen[i][c])
			}
		}
	}
	for c, n := range total {
		if want := r.data.Colours[c].Copies; n != want {
			return fmt.Errorf("there are %d cards in %s, not %d", n, r.data.Colours[c].ID, want)
		}
	}
	return r.checkStep(s)
}

func (r Rules) checkStep(s *State) error {
	switch {
	case len(s.Sheet) > s.scorings() && s.Why != "escrocs.over.stuck":
		return fmt.Errorf("there were %d scorings of %d", len(s.Sheet), s.scorings())
	case s.Step == stepTake && r.data.full(s.Prison):
		return fmt.Errorf("the prison is full at the start of a turn")
	case s.Step == stepTake && !s.anyPlayable():
		return fmt.Errorf("nothing can be taken from any row")
	}
	return nil
}
