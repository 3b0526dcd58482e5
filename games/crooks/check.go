package crooks

import (
	"errors"
	"fmt"
	"slices"
)

// Check tests the invariants of the rules, section 10: the deck (1), the money
// (3), stacks (4), the bank (5), the Caid (6), the scores (9), notes (11).
func (Rules) Check(s *State) error {
	switch s.Phase {
	case "", phaseFirst, phaseSizes, phaseDeal:
		return nil // the crooks are not on the table yet
	}
	return errors.Join(s.checkDeck(), s.checkMoney(), s.checkRows(), s.checkNotes(), s.checkPhase(), s.checkScores())
}

// checkDeck: every crook is in one place.
func (s *State) checkDeck() error {
	all := append(s.lying(), s.Aside...)
	slices.Sort(all)
	var deck []string
	for _, c := range s.Deck {
		deck = append(deck, c.ID)
	}
	slices.Sort(deck)
	if !slices.Equal(all, deck) {
		return fmt.Errorf("invariant 1: the crooks on the table are %v", all)
	}
	return nil
}

// lying lists the crooks in piles, rows and the box.
func (s *State) lying() []string {
	all := make([]string, 0, deckSize)
	for _, p := range s.Piles {
		all = append(all, p.Crooks...)
	}
	for _, p := range s.Seats {
		for _, row := range p.Rows {
			for _, c := range row.Crooks {
				all = append(all, c.ID)
			}
		}
	}
	for _, b := range s.Box {
		all = append(all, b.ID)
	}
	return all
}

func (s *State) checkMoney() error {
	sum := s.Bank
	for _, p := range s.Seats {
		sum += p.Cash
		if p.Cash < 0 {
			return fmt.Errorf("invariant 3: %s has %d dollars", p.ID, p.Cash)
		}
	}
	switch {
	case sum != s.Money:
		return fmt.Errorf("invariant 3: there are %d dollars instead of %d", sum, s.Money)
	case s.Bank < 0:
		return fmt.Errorf("invariant 5: the bank has %d dollars", s.Bank)
	}
	return nil
}

func (s *State) checkRows() error {
	for _, p := range s.Seats {
		for _, row := range p.Rows {
			if row.Target < firstCard || row.Target > lastCard || len(row.Crooks) == 0 {
				return fmt.Errorf("invariant 4: %s has %d crooks at %d", p.ID, len(row.Crooks), row.Target)
			}
			for i, c := range row.Crooks {
				card := s.crook(c.ID)
				if i > 0 && (card.Ability != accomplice || !c.Up) {
					return fmt.Errorf("invariant 4: %s joined others of %s at %d", c.ID, p.ID, row.Target)
				}
				if card.Ability == caid && !c.Up {
					return fmt.Errorf("invariant 6: the Caid of %s lies face down", p.ID)
				}
			}
		}
	}
	return nil
}

// checkNotes: what a seat was shown was there.
func (s *State) checkNotes() error {
	for _, p := range s.Seats {
		for _, n := range p.Seen {
			if err := s.checkNote(n); err != nil {
				return fmt.Errorf("invariant 11: the notes of %s: %w", p.ID, err)
			}
		}
	}
	return nil
}

// checkNote: a pile holds what was seen there but for what was taken since,
// which others may have done unseen; a target has crooks of seats.
func (s *State) checkNote(n Sheet) error {
	if n.Place != "" {
		pile := s.pile(n.Place)
		if pile == nil || len(n.Cards) != len(pile.Crooks)+n.Gone || slices.ContainsFunc(pile.Crooks, func(c string) bool { return !slices.Contains(n.Cards, c) }) {
			return fmt.Errorf("place %s is not what is left of %v after %d are gone", n.Place, n.Cards, n.Gone)
		}
		return nil
	}
	if n.Target < firstCard || n.Target > lastCard || len(n.Seats) != len(n.Cards) {
		return fmt.Errorf("target %d with %v of %v", n.Target, n.Cards, n.Seats)
	}
	for _, seat := range n.Seats {
		if s.index(seat) < 0 {
			return fmt.Errorf("%q has no seat", seat)
		}
	}
	return nil
}

func (s *State) checkPhase() error {
	switch p := s.active(); {
	case p != nil && p.Passed:
		return fmt.Errorf("invariant 7: %s has passed and is at turn", p.ID)
	case (s.Phase == phaseTake) != (s.Pending != ""):
		return fmt.Errorf("invariant 1: phase %s with place %q paid for", s.Phase, s.Pending)
	case s.Phase == phaseTake && s.size(s.Pending) == 0:
		return fmt.Errorf("invariant 1: the place %q paid for is empty", s.Pending)
	}
	return nil
}

func (s *State) checkScores() error {
	for _, t := range s.Scores.Targets {
		if t.Value < 0 || len(t.Winners)*t.Points > t.Value {
			return fmt.Errorf("invariant 9: target %d pays %d to each of %v out of %d", t.Target, t.Points, t.Winners, t.Value)
		}
	}
	for _, g := range s.Scores.Gangs {
		if g.Points != 0 && g.Points != s.Numbers.GangBonus {
			return fmt.Errorf("invariant 9: gang %s pays %d", g.Gang, g.Points)
		}
	}
	return nil
}
