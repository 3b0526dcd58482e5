package kingofcrime

import (
	"errors"
	"fmt"
	"slices"
)

// Check tests the invariants of the specification, section 13: the deck (I1),
// Bosses (I2), Rackets (I3), the queue (I5).
func (r Rules) Check(s *State) error {
	if s.Step == stepBosses || s.Step == stepFirst || s.Step == stepDeal {
		return nil
	}
	return errors.Join(s.checkDeck(), s.checkFamilies(), s.checkRackets(), s.checkRound())
}

// checkDeck: every card is in one place.
func (s *State) checkDeck() error {
	left := make([]int, len(s.deck.cards))
	for i, c := range s.deck.cards {
		if c.Kind != cardBoss {
			left[i] = c.Copies
		}
	}
	strange := ""
	s.each(func(id string) {
		if i, ok := s.deck.at[id]; ok {
			left[i]--
		} else {
			strange = id
		}
	})
	for i, n := range left {
		if n != 0 || strange != "" {
			return fmt.Errorf("invariant 1: %d of the cards %s %s are missing", n, s.deck.cards[i].ID, strange)
		}
	}
	return nil
}

// checkFamilies: one Boss each, who never leaves.
func (s *State) checkFamilies() error {
	for i, f := range s.Fam {
		if len(f.Mugs) == 0 || !s.deck.boss(f.Mugs[0].ID) || slices.ContainsFunc(f.Mugs[1:], func(m Mug) bool { return s.deck.boss(m.ID) }) {
			return fmt.Errorf("invariant 2: the Family of %s is %v", s.id(i), f.Mugs)
		}
		for _, m := range f.Mugs {
			for _, c := range m.Under {
				if s.deck.card(c).Effect.Verb != verbAttach {
					return fmt.Errorf("invariant 2: %s lies under %s", c, m.ID)
				}
			}
		}
	}
	return nil
}

// checkRackets: each has a fitting holder of its own, unless a resolution is under way.
func (s *State) checkRackets() error {
	busy := s.Round != nil || len(s.Jobs) > 0
	for i, f := range s.Fam {
		var holders []string
		for _, h := range f.Rackets {
			m := s.mug(i, h.On)
			switch {
			case h.On == "" && busy:
			case m == nil || !s.canHold(*m, h.ID) || slices.Contains(holders, h.On):
				return fmt.Errorf("invariant 3: %s holds %s of %s", h.On, h.ID, s.id(i))
			case h.Waits:
				return fmt.Errorf("invariant 3: %s of %s waits and has a holder", h.ID, s.id(i))
			}
			holders = append(holders, h.On)
		}
	}
	return nil
}

// checkRound: nobody is in a round twice, and dice are dice.
func (s *State) checkRound() error {
	if s.Round == nil {
		return nil
	}
	for n, i := range s.Round.Parts {
		if slices.Contains(s.Round.Parts[:n], i) {
			return fmt.Errorf("invariant 6: %s takes part twice", s.id(i))
		}
	}
	for _, n := range s.Round.White {
		if n < 0 || n > 6 {
			return fmt.Errorf("invariant 7: a white die shows %d", n)
		}
	}
	if len(s.Jobs) > 200 {
		return fmt.Errorf("invariant 5: %d jobs wait", len(s.Jobs))
	}
	return nil
}
