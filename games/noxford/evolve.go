package noxford

import (
	"slices"

	"fivepoints/games"
)

// Evolve folds one fact. It holds no rule: what follows from a fact is another fact.
func (r Rules) Evolve(s *State, f games.Fact) {
	switch p := f.Pub.(type) {
	case Created:
		*s = State{Options: p.Options, Deck: p.Deck, Just: nobody}
		s.sit(p.Seats)
	case First:
		s.evolveFirst(p)
	case CityStarted:
		s.City, s.Market, s.Pile = stacks(p.Stacks), cardsNamed(p.Market), cardsOf(f.Priv, games.Engine)
	case Dealt:
		if i := s.seat(games.Seat(p.Seat)); i >= 0 {
			s.Hands[i], s.Piles[i] = cardsOf(f.Priv, s.Seats[i]), cardsOf(f.Priv, games.Engine)
			s.Dealt++
		}
	case TurnStarted:
		s.Step, s.Turn, s.Active, s.Just, s.From = stepAction, p.Turn, s.seat(games.Seat(p.Seat)), nobody, ""
	case Market:
		fresh := cardsNamed(p.Cards)
		s.Market, s.Pile = slices.Concat(s.Market, fresh), s.Pile[len(fresh):]
		s.From = ""
	case Drawn:
		if i := s.seat(games.Seat(p.Seat)); i >= 0 {
			s.Hands, s.Piles = slices.Clone(s.Hands), slices.Clone(s.Piles)
			s.Hands[i], s.Piles[i] = slices.Concat(s.Hands[i], s.Piles[i][:1]), s.Piles[i][1:]
			s.From = ""
		}
	case Passed:
		s.Step, s.Passes, s.Just, s.From = stepEnd, s.Passes+1, nobody, ""
	default:
		s.evolveTurn(f)
	}
}

// evolveTurn folds what happens in the city, and the end.
func (s *State) evolveTurn(f games.Fact) {
	switch p := f.Pub.(type) {
	case Placed:
		s.play(p.Seat, cardNamed(p.Card), p.From)
		s.lay(cardNamed(p.Card), p.Pos)
	case Covered:
		s.play(p.Seat, cardNamed(p.Card), p.From)
		s.lay(cardNamed(p.Card), p.Pos)
	case Lifted:
		s.lift(cardNamed(p.Card))
	case Dropped:
		s.lay(cardNamed(p.Card), p.Pos)
		s.Step = stepEnd
	case Declined:
		s.Step = stepEnd
	case SeatFact:
		if f.Type == factLast {
			s.Step = stepScore
		}
	case Cancelled:
		s.Cancelled, s.Step = cardsNamed(p.Cards), stepScore
	case QuarterScored:
		s.Won = append(slices.Clone(s.Won), p)
	case Ended:
		s.Step, s.Why, s.Scores, s.Ranks = stepOver, p.Why, p.Scores, nil
		for _, rank := range p.Ranks {
			s.Ranks = append(s.Ranks, rank.Seats)
		}
	case Position:
		s.evolvePosition(p, f.Priv)
	}
}

// sit seats players with their colours and nothing in hand.
func (s *State) sit(players []Player) {
	s.Seats, s.Colours = nil, nil
	for _, p := range players {
		s.Seats, s.Colours = append(s.Seats, games.Seat(p.Seat)), append(s.Colours, colourOf(p.Colour))
	}
	s.Hands, s.Piles = make([][]Card, len(players)), make([][]Card, len(players))
}

// evolveFirst seats the players clockwise from who begins.
func (s *State) evolveFirst(p First) {
	var players []Player
	for _, seat := range p.Seats {
		if i := s.seat(games.Seat(seat)); i >= 0 {
			players = append(players, Player{seat, letterOf(s.Colours[i])})
		}
	}
	s.sit(players)
	s.Step, s.Active = stepDeal, len(players)-1
}

// play takes a card from where it was; then its gear is next.
func (s *State) play(seat string, card Card, from string) {
	i := s.seat(games.Seat(seat))
	switch {
	case from == fromHand && i >= 0:
		s.Hands = slices.Clone(s.Hands) // states are copied shallowly to look ahead
		s.Hands[i] = without(s.Hands[i], card)
	case from == fromMarket:
		s.Market = without(s.Market, card)
	}
	s.Step, s.Just, s.From, s.Passes = stepGear, card, from, 0
}

func without(cards []Card, card Card) []Card {
	return slices.DeleteFunc(slices.Clone(cards), func(c Card) bool { return c == card })
}

// lay puts a card on a position, on top of what lies there.
func (s *State) lay(card Card, pos string) {
	at, _ := readPos(pos)
	s.layAt(card, at)
}

func (s *State) layAt(card Card, at Rect) {
	s.City = slices.Clone(s.City)
	for i, stack := range s.City {
		if stack.Rect == at {
			s.City[i].Cards = append(slices.Clone(stack.Cards), card)
			return
		}
	}
	s.City = append(s.City, Stack{at, []Card{card}})
}

// lift takes a card off the city.
func (s *State) lift(card Card) {
	s.City = slices.Clone(s.City)
	for i := range s.City {
		s.City[i].Cards = without(s.City[i].Cards, card)
	}
	s.City = slices.DeleteFunc(s.City, func(stack Stack) bool { return len(stack.Cards) == 0 })
}

func (s *State) evolvePosition(p Position, parts []games.Part) {
	s.sit(p.Seats)
	s.Step, s.Turn, s.Active, s.Passes, s.Dealt = Step(p.Step), p.Turn, s.seat(games.Seat(p.Active)), p.Passes, len(p.Seats)
	s.City, s.Market, s.Just, s.From = stacks(p.City), cardsNamed(p.Market), cardNamed(p.Just), p.From
	for _, part := range parts {
		hidden, ok := part.Payload.(Hidden)
		switch i := s.seat(part.Audience); {
		case !ok:
		case i >= 0:
			s.Hands[i] = cardsNamed(hidden.Hand)
		case part.Audience == games.Engine:
			s.Pile = cardsNamed(hidden.Neutrals)
			for j, pile := range hidden.Piles {
				s.Piles[j] = cardsNamed(pile.Cards)
			}
		}
	}
}

func stacks(laid []Laid) []Stack {
	var out []Stack
	for _, l := range laid {
		at, _ := readPos(l.Pos)
		out = append(out, Stack{at, cardsNamed(l.Cards)})
	}
	return out
}

func laids(stacks []Stack) []Laid {
	var out []Laid
	for _, st := range stacks {
		out = append(out, Laid{st.Rect.String(), cardIDs(st.Cards)})
	}
	return out
}

// cardsOf are the cards in the part for a viewpoint.
func cardsOf(parts []games.Part, to games.Seat) []Card {
	for _, p := range parts {
		if c, ok := p.Payload.(Cards); ok && p.Audience == to {
			return cardsNamed(c.Cards)
		}
	}
	return nil
}
