package noxford

import (
	"fmt"
	"slices"
)

// Check tells what is wrong with a position: cards lost or made, stacks that
// overlap, stand off the table or are piled wrongly, a city in parts, hands or
// market of a wrong size.
func (r Rules) Check(s *State) error {
	if s.Turn == 0 || len(s.City) == 0 {
		return nil
	}
	if err := s.checkCards(); err != nil {
		return err
	}
	if err := s.checkCity(); err != nil {
		return err
	}
	if s.Step == stepAction {
		return s.checkSizes()
	}
	return nil
}

// checkCards demands every card of Neutrals and players once, and no other.
func (s *State) checkCards() error {
	var seen [allCards]int
	count := func(cards []Card) {
		for _, c := range cards {
			if c >= 0 && c < allCards {
				seen[c]++
			}
		}
	}
	for _, stack := range s.City {
		count(stack.Cards)
	}
	for _, c := range slices.Concat(s.Market, s.Pile) {
		if !c.neutral() {
			return fmt.Errorf("%s is no Neutral", c.id())
		}
		seen[c]++
	}
	for i := range s.Seats {
		count(s.Hands[i])
		count(s.Piles[i])
		if m := masterOf(s.Colours[i]); seen[m] == 0 {
			seen[m]++ // before its player
		}
	}
	for c, n := range seen {
		want := 1
		if card := Card(c); card.syndicate() && s.owner(card) < 0 {
			want = 0
		}
		if n != want {
			return fmt.Errorf("card %s is there %d times, not %d", Card(c).id(), n, want)
		}
	}
	return nil
}

func (s *State) checkCity() error {
	c := newCity(nil, s.ruling())
	for i, stack := range s.City {
		switch r := stack.Rect; {
		case !r.inside(c.columns, c.rows):
			return fmt.Errorf("the stack on %s is not on the table of %d by %d", r, c.columns, c.rows)
		case !c.free(r):
			return fmt.Errorf("the stack on %s lies on another one", r)
		default:
			c.fill(r, uint8(i+1))
		}
		if err := stack.check(); err != nil {
			return err
		}
	}
	if c.stacks = s.City; !c.connected(-1) {
		return fmt.Errorf("the city is in parts")
	}
	return nil
}

// check demands ranks that rise from bottom to top, and Neutrals alone.
func (s Stack) check() error {
	if len(s.Cards) == 0 {
		return fmt.Errorf("there is no card on %s", s.Rect)
	}
	for i, card := range s.Cards {
		if card.neutral() && len(s.Cards) > 1 || i > 0 && card.rank() <= s.Cards[i-1].rank() {
			return fmt.Errorf("%s cannot lie on %s with %v", card.id(), s.Rect, cardIDs(s.Cards))
		}
	}
	return nil
}

// checkSizes demands full hands and a full market, as far as piles last.
func (s *State) checkSizes() error {
	if want := min(marketSize, len(s.Market)+len(s.Pile)); len(s.Market) != want {
		return fmt.Errorf("there are %d cards in the market, not %d", len(s.Market), want)
	}
	for i, seat := range s.Seats {
		if want := min(handSize, len(s.Hands[i])+len(s.Piles[i])); len(s.Hands[i]) != want {
			return fmt.Errorf("%s holds %d cards, not %d", seat, len(s.Hands[i]), want)
		}
		if s.placed(i) == perColour {
			return fmt.Errorf("%s has placed all cards, and the game goes on", seat)
		}
	}
	return nil
}
