package kingofcrime

import (
	"slices"

	"fivepoints/games"
)

// Evolve folds one fact. It holds no rule.
func (r Rules) Evolve(s *State, f games.Fact) {
	switch p := f.Pub.(type) {
	case Created:
		s.Options, s.deck = p.Options, newDeck(p.Deck)
		for _, seat := range p.Seats {
			s.Seats = append(s.Seats, games.Seat(seat))
		}
		s.Fam, s.Hand = make([]Family, len(s.Seats)), make([][]string, len(s.Seats))
	case BossDealt:
		for _, b := range p.Bosses {
			s.Fam[s.index(b.Seat)].Mugs = []Mug{{ID: b.Card}}
			s.Chosen++
			if p.Label == "" {
				s.Last = "boss/" + itoa(s.Chosen)
			}
		}
		if s.Chosen == len(s.Seats) {
			s.Step = stepFirst
		}
	case FirstDrawn:
		s.Active, s.Step = s.index(p.Seat), stepDeal
	case Dealt:
		s.evolveDealt(f.Priv)
	case TurnStarted:
		if f.Type == factTurn {
			s.Turn, s.Active, s.Step = p.Turn, s.index(p.Seat), stepTurn
			s.Left, s.Used, s.Declined, s.Owed, s.Hits, s.Reds, s.Randoms = -1, nil, false, 0, 0, 0, 0
		}
	case Queue:
		s.Jobs = p.Jobs
	case Ended:
		s.Why, s.Step, s.Jobs = p.Why, stepOver, nil
		for _, rank := range p.Ranks {
			s.Ranks = append(s.Ranks, rank.Seats)
		}
	case Position:
		s.evolvePosition(p, f.Priv)
	default:
		s.evolveTurn(f)
	}
}

func (s *State) evolveDealt(parts []games.Part) {
	for _, p := range parts {
		cards, ok := p.Payload.(Cards)
		switch i := s.seat(p.Audience); {
		case !ok:
		case p.Audience == games.Engine:
			s.Pile = slices.Clone(cards.Cards)
		case i >= 0:
			s.Hand[i] = slices.Clone(cards.Cards)
		}
	}
	s.Step = stepBegin
}

// evolveTurn folds what a turn does with cards.
func (s *State) evolveTurn(f games.Fact) {
	switch p := f.Pub.(type) {
	case Action:
		s.Step, s.Last = stepActed, s.turnMail()
	case CardsDrawn:
		s.evolveDrawn(p)
	case Reshuffled:
		for _, part := range f.Priv {
			if cards, ok := part.Payload.(Cards); ok {
				s.Pile = append(slices.Clone(s.Pile), cards.Cards...)
			}
		}
		s.Discard = nil
		s.Reshuffles++
	case OptionUsed:
		s.Used = append(slices.Clone(s.Used), p.Racket)
		s.Left, s.Last = p.Left, s.optionMail()
		s.Owed += p.Owes
	case SeatFact:
		s.evolveSaid(f.Type, p)
	case FamilyPlayed:
		s.fromHand(s.index(p.Seat), p.Card)
		if !p.Stays {
			s.Discard = append(s.Discard, p.Card)
		}
	case Discarded:
		for _, c := range p.Cards {
			s.fromHand(s.index(p.Seat), c)
			s.Discard = append(s.Discard, c)
		}
		if p.Owed {
			s.Owed = 0
		}
		if p.Label != "" {
			s.Randoms++
		}
	case Stolen:
		s.evolveStolen(p, f.Priv)
	case SeatCard: // recovered
		n := len(s.Discard) - 1 - slices.Index(reversed(s.Discard), p.Card)
		s.Discard = slices.Delete(slices.Clone(s.Discard), n, n+1)
		s.toHand(s.index(p.Seat), p.Card)
	case MugFact:
		s.evolveMug(f.Type, p)
	default:
		s.evolveRound(f)
	}
}

func reversed(in []string) []string {
	out := slices.Clone(in)
	slices.Reverse(out)
	return out
}

// fromHand takes one copy of a card out of a hand.
func (s *State) fromHand(i int, card string) {
	if n := slices.Index(s.Hand[i], card); n >= 0 {
		s.Hand[i] = slices.Delete(slices.Clone(s.Hand[i]), n, n+1)
	}
}

// toHand adds a card to a hand, which is kept in order.
func (s *State) toHand(i int, cards ...string) {
	s.Hand[i] = append(slices.Clone(s.Hand[i]), cards...)
	slices.Sort(s.Hand[i])
}

func (s *State) evolveDrawn(p CardsDrawn) {
	i := s.index(p.Seat)
	s.toHand(i, s.Pile[:p.N]...)
	s.Pile = slices.Clone(s.Pile[p.N:])
	if p.Turn {
		s.Declined = true
		if s.Left >= 0 {
			s.Left -= p.N
		}
	}
	if s.Round != nil && s.Round.Visits == 0 && s.Round.in(i) && p.N > 0 {
		s.Round.Drew = true
	}
}

func (s *State) evolveStolen(p Stolen, parts []games.Part) {
	for _, part := range parts {
		cards, ok := part.Payload.(Cards)
		if !ok || string(part.Audience) != p.To {
			continue
		}
		for _, c := range cards.Cards {
			s.fromHand(s.index(p.From), c)
			s.toHand(s.index(p.To), c)
		}
	}
	s.Randoms++
}

// evolveSaid folds what a seat says to an OPTION or a round.
func (s *State) evolveSaid(typ string, p SeatFact) {
	i := s.index(p.Seat)
	switch typ {
	case factDeclined:
		s.Declined, s.Last = true, s.optionMail()
	case factJoined:
		s.Round.Said, s.Round.Parts, s.Last = append(s.Round.Said, i), append(s.Round.Parts, i), s.roundMail()
	case factStayed:
		s.Round.Said, s.Last = append(s.Round.Said, i), s.roundMail()
	}
}

func (s *State) evolveMug(typ string, p MugFact) {
	i := s.index(p.Seat)
	switch typ {
	case factMugPlayed:
		s.fromHand(i, p.Mug)
		s.Fam[i].Mugs = append(s.Fam[i].Mugs, Mug{ID: p.Mug})
		if s.Round != nil {
			s.Round.Mugs = append(s.Round.Mugs, p.Mug)
			s.played(i)
		}
	case factAttached:
		m := s.mug(i, p.Mug)
		m.Under = append(slices.Clone(m.Under), p.Card)
	case factTurned:
		s.mug(i, p.Mug).Turned = true
		if !s.deck.boss(p.Mug) {
			s.unseat(i, p.Mug)
		}
	case factStraight:
		s.mug(i, p.Mug).Turned = false
	case factLost:
		s.Discard = append(append(s.Discard, p.Mug), s.mug(i, p.Mug).Under...)
		s.Fam[i].Mugs = slices.DeleteFunc(slices.Clone(s.Fam[i].Mugs), func(m Mug) bool { return m.ID == p.Mug })
		s.unseat(i, p.Mug)
	case factArmor:
		m := s.mug(i, p.Mug)
		n := slices.Index(m.Under, p.Card)
		m.Under = slices.Delete(slices.Clone(m.Under), n, n+1)
		s.Discard = append(s.Discard, p.Card)
	}
}

// unseat takes a holder away from the Racket over him.
func (s *State) unseat(i int, mug string) {
	s.Fam[i].Rackets = slices.Clone(s.Fam[i].Rackets)
	for j := range s.Fam[i].Rackets {
		if s.Fam[i].Rackets[j].On == mug {
			s.Fam[i].Rackets[j].On = ""
		}
	}
}

// played notes that a seat played a card in the round.
func (s *State) played(i int) {
	rd := s.Round
	rd.Played, rd.Player, rd.Visited = true, i, i
	if s.option("pass") != "final" {
		rd.Passed = nil
	}
	rd.Visits++
	s.Last = s.playMail(i)
}

// evolveRound folds what happens in a round.
func (s *State) evolveRound(f games.Fact) {
	switch p := f.Pub.(type) {
	case Declared:
		s.evolveDeclared(f.Type, p)
	case Started:
		s.Round.Parts, s.Round.Stage = nil, stagePlay
		for _, seat := range p.Seats {
			s.Round.Parts = append(s.Round.Parts, s.index(seat))
		}
	case CardPlayed:
		i := s.index(p.Seat)
		s.fromHand(i, p.Card)
		s.Round.Cards = append(s.Round.Cards, p.Card)
		s.played(i)
	case Entry:
		s.Round.Entries = append(s.Round.Entries, p)
	case Answered:
		e := &s.Round.Entries[p.Entry]
		if f.Type == factCancelled {
			e.Dead = true
		} else {
			e.By, e.Seat, e.Mug = p.By, p.Seat, p.Mug
		}
	case PlayPassed:
		s.evolvePassed(p, f.Priv)
	case WaveOpened:
		s.Round.Wave, s.Round.Played, s.Round.Drew, s.Round.Passed = p.Wave, false, false, nil
		s.Round.Visited = s.Round.Player
	case StageSet:
		s.Round.Stage = p.Stage
	case DieRolled:
		s.evolveDie(p)
	case Totals:
		s.Round.Sums = p.Totals
		s.Round.Stage = stageResult
	case RoundEnded:
		s.Discard = append(s.Discard, s.Round.Cards...)
		s.Round = nil
	default:
		s.evolveRackets(f)
	}
}

func (s *State) evolveDeclared(typ string, p Declared) {
	s.Rounds = p.Round
	i := s.index(p.Seat)
	s.Round = &Round{
		N: p.Round, Racket: p.Racket, Type: p.Type, By: i, Holder: -1, Parts: []int{i},
		Stage: stageJoin, Visited: -1, Player: -1, Winner: -1, White: make([]int, len(s.Seats)),
	}
	for _, seat := range p.Asked {
		s.Round.Asked = append(s.Round.Asked, s.index(seat))
	}
	if typ == factTakeover {
		s.Round.Holder = s.index(p.Holder)
		return
	}
	s.fromHand(i, p.Racket)
	s.Round.OnTable = true
}

func (s *State) evolvePassed(p PlayPassed, parts []games.Part) {
	i, rd := s.index(p.Seat), s.Round
	rd.Visited, rd.Visits = i, rd.Visits+1
	rd.Passed = append(rd.Passed, i)
	rd.Done = slices.DeleteFunc(slices.Clone(rd.Done), func(j int) bool { return j == i })
	for _, part := range parts {
		if no, ok := part.Payload.(NoMore); ok && no.NoMore {
			rd.Done = append(rd.Done, i)
		}
	}
	s.Last = s.playMail(i)
}

// Colours of dice.
const (
	dieWhite = "white"
	dieRed   = "red"
	dieHit   = "hit"
)

func (s *State) evolveDie(p DieRolled) {
	switch p.Die {
	case dieWhite:
		s.Round.White[s.index(p.Seat)] = p.N
	case dieRed:
		s.Reds++
	case dieHit:
		s.Hits++
	}
}

// evolveRackets folds where Rackets go.
func (s *State) evolveRackets(f games.Fact) {
	switch p := f.Pub.(type) {
	case RacketWon:
		i := s.index(p.Seat)
		for j := range s.Fam {
			s.takeRacket(j, p.Racket)
		}
		s.Fam[i].Rackets = append(s.Fam[i].Rackets, Held{ID: p.Racket, On: p.On})
		s.Round.OnTable, s.Round.Winner, s.Round.Won = false, i, p.Racket
	case Arranged:
		i := s.index(p.Seat)
		s.Fam[i].Rackets = slices.Clone(s.Fam[i].Rackets)
		for _, put := range p.Rackets {
			for j := range s.Fam[i].Rackets {
				if h := &s.Fam[i].Rackets[j]; h.ID == put.Racket {
					h.On, h.Waits = put.On, false
				}
			}
		}
	case RacketFact:
		s.evolveRacket(f.Type, p)
	}
}

func (s *State) evolveRacket(typ string, p RacketFact) {
	switch typ {
	case factWaits:
		i := s.index(p.Seat)
		s.Fam[i].Rackets = slices.Clone(s.Fam[i].Rackets)
		for j := range s.Fam[i].Rackets {
			if h := &s.Fam[i].Rackets[j]; h.ID == p.Racket {
				h.On, h.Waits = "", true
			}
		}
		return
	case factFailed:
		return
	case factNobody:
		s.Round.OnTable = false
	}
	for j := range s.Fam {
		s.takeRacket(j, p.Racket)
	}
	if s.option("discarded_racket") == "out" {
		s.Out = append(s.Out, p.Racket)
		return
	}
	s.Discard = append(s.Discard, p.Racket)
}

func (s *State) takeRacket(i int, racket string) {
	s.Fam[i].Rackets = slices.DeleteFunc(slices.Clone(s.Fam[i].Rackets), func(h Held) bool { return h.ID == racket })
}

func (s *State) evolvePosition(p Position, parts []games.Part) {
	fresh := State{
		Options: s.Options, Seats: s.Seats, Step: Step(p.Step), Turn: p.Turn, Active: s.index(p.Active),
		Fam: make([]Family, len(s.Seats)), Hand: make([][]string, len(s.Seats)), Discard: slices.Clone(p.Discard), Out: slices.Clone(p.Out),
		Reshuffles: s.Reshuffles, Rounds: s.Rounds, Hits: s.Hits, Reds: s.Reds, Randoms: s.Randoms, Last: s.Last, deck: s.deck, Declined: true,
	}
	for i, f := range p.Family {
		fresh.Fam[i] = Family{slices.Clone(f.Mugs), slices.Clone(f.Rackets)}
	}
	*s = fresh
	step := s.Step
	s.evolveDealt(parts) // hands and the pile
	s.Step = step
}
