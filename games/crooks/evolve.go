package crooks

import (
	"slices"

	"fivepoints/games"
)

// Evolve folds one fact. It holds no rule.
func (Rules) Evolve(s *State, f games.Fact) {
	switch p := f.Pub.(type) {
	case Created:
		s.create(p)
	case Ordered:
		s.order(p)
	case SizesDrawn:
		s.Sizes, s.Phase = slices.Clone(p.Sizes), phaseDeal
	case CashDealt:
		s.deal(p)
	case PilesDealt:
		s.lay(p, part[PilesHidden](f))
	case TurnStarted:
		s.Turn, s.Active, s.Phase = p.Turn, max(0, s.index(p.Seat)), phaseTurn
	case AllPassed:
		s.Phase = phaseScore
	case Revealed:
		s.Scores.Up = true
	case TargetScored:
		s.Scores.Targets = append(s.Scores.Targets, p)
	case GangScored:
		s.Scores.Gangs = append(s.Scores.Gangs, p)
	case Ended:
		s.Scores.Ended, s.Phase = p, phaseOver
	case PositionSet:
		s.set(part[Position](f).State)
	default:
		s.play(f)
	}
}

// part is the private payload of that shape.
func part[P any](f games.Fact) P {
	var zero P
	for _, p := range f.Priv {
		if v, ok := p.Payload.(P); ok {
			return v
		}
	}
	return zero
}

func (s *State) create(p Created) {
	*s = State{Options: slices.Clone(p.Options), Numbers: p.Numbers, Deck: slices.Clone(p.Deck), Sizes: slices.Clone(p.Sizes), Extra: slices.Clone(p.Extra), Phase: phaseFirst}
	for _, id := range p.Seats {
		s.Seats = append(s.Seats, Seat{ID: id})
	}
}

func (s *State) order(p Ordered) {
	var seats []Seat
	for _, id := range p.Seats {
		if o := s.seat(id); o != nil {
			seats = append(seats, *o)
		}
	}
	s.Seats, s.Phase = seats, phaseSizes
}

func (s *State) deal(p CashDealt) {
	s.Bank, s.Money = p.Bank, p.Bank
	for _, a := range p.Cash {
		s.pay(a.Seat, -a.N)
		s.Bank += a.N // new money, not the bank's
		s.Money += a.N
	}
	if s.Phase == phaseSizes && s.option("sizes") != "random" {
		s.Phase = phaseDeal
	}
}

// pay moves money from a seat to the bank.
func (s *State) pay(seat string, n int) {
	if p := s.seat(seat); p != nil {
		p.Cash -= n
		s.Bank += n
	}
}

func (s *State) lay(p PilesDealt, hidden PilesHidden) {
	s.Piles, s.Phase = nil, phaseNext
	for _, h := range hidden.Piles {
		s.Piles = append(s.Piles, Pile{h.Place, slices.Clone(h.Crooks)})
	}
	s.Sizes, s.Aside = slices.Clone(p.Sizes), slices.Clone(hidden.Aside)
}

// set takes over a position but what the game was created with.
func (s *State) set(p State) {
	p.Options, p.Deck, p.Extra = s.Options, s.Deck, s.Extra
	if p.Numbers == (Numbers{}) {
		p.Numbers = s.Numbers
	}
	*s = p
}

// play folds what happens in turns.
func (s *State) play(f games.Fact) {
	switch p := f.Pub.(type) {
	case Passed:
		if o := s.seat(p.Seat); o != nil {
			o.Passed = true
		}
		s.Phase = phaseNext
	case Paid:
		s.pay(p.Seat, p.Amount)
		s.Pending, s.Phase = p.Place, phaseTake
	case Shown:
		if o := s.seat(p.Seat); o != nil {
			o.note(Sheet{Place: p.Place, Turn: s.Turn, Cards: slices.Clone(part[Cards](f).Cards)})
		}
	case Placed:
		s.place(p, part[Card](f).Card)
	case FeePaid:
		s.pay(p.Seat, p.Amount)
	case AbilityUsed:
		s.pay(p.Seat, -p.Amount)
	case Moved:
		if o := s.seat(p.Seat); o != nil {
			o.put(p.To, o.at(p.From))
			o.put(p.From, nil)
		}
	case Killed:
		s.kill(p)
	case Spied:
		s.look(p, part[Sight](f))
	case Left:
		s.leave(f.Type, p, part[Card](f).Card)
	}
}

// place moves a crook from the pile paid for to a target.
func (s *State) place(p Placed, hidden string) {
	card := p.Card
	if !p.Up {
		card = hidden
	}
	s.draw(p.Seat, p.Place, card, p.Up)
	if o := s.seat(p.Seat); o != nil {
		o.put(p.Target, append(slices.Clip(o.at(p.Target)), Standing{ID: card, Up: p.Up}))
	}
	s.endTurn()
}

func (s *State) endTurn() {
	if s.in() == 1 {
		s.Lone++
	}
	s.Pending, s.Phase = "", phaseNext
}

// draw takes a crook off a pile, and off what the seats noted of it: all know
// that one is gone, and who he is if he is shown.
func (s *State) draw(seat, place, card string, shown bool) {
	if p := s.pile(place); p != nil {
		p.Crooks = without(p.Crooks, card)
	}
	for i := range s.Seats {
		n := s.Seats[i].sheet(place)
		switch {
		case n == nil:
		case shown || s.Seats[i].ID == seat:
			n.Cards = without(n.Cards, card)
		default:
			n.Gone++
		}
	}
}

func without(list []string, word string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(o string) bool { return o == word })
}

func (s *State) kill(p Killed) {
	o := s.seat(p.Seat)
	if o == nil {
		return
	}
	for _, c := range o.at(p.Target) {
		s.Box = append(s.Box, Boxed{c.ID, p.Seat, c.Up || slices.Contains(p.Cards, c.ID), c.Known})
	}
	o.put(p.Target, nil)
}

// look notes what a Spy saw; crooks face down stay known to him.
func (s *State) look(p Spied, seen Sight) {
	o := s.seat(p.Seat)
	if o == nil {
		return
	}
	o.note(Sheet{Place: p.Place, Target: p.Target, Turn: s.Turn, Cards: slices.Clone(seen.Cards), Seats: slices.Clone(seen.Seats)})
	if p.Target == 0 {
		return
	}
	for i := range s.Seats {
		row := s.Seats[i].at(p.Target)
		for j := range row {
			if !row[j].Up && s.Seats[i].ID != p.Seat && !slices.Contains(row[j].Known, p.Seat) {
				row[j].Known = append(slices.Clip(row[j].Known), p.Seat)
			}
		}
	}
}

func (s *State) leave(typ string, p Left, card string) {
	if typ == factLost {
		s.draw(p.Seat, p.Place, card, false)
		s.Box = append(s.Box, Boxed{ID: card, Seat: p.Seat})
	}
	s.endTurn()
}
