package escrocs

import (
	"slices"

	"fivepoints/games"
)

// Evolve folds one fact. It holds no rule.
func (r Rules) Evolve(s *State, f games.Fact) {
	switch p := f.Pub.(type) {
	case Created:
		s.Options = p.Options
		for _, seat := range p.Seats {
			s.Seats = append(s.Seats, games.Seat(seat))
		}
		s.Hands, s.Seen = make([]Counts, len(s.Seats)), make([]Counts, len(s.Seats))
	case DealerDrawn:
		s.Active, s.Step = s.seat(games.Seat(p.Seat)), stepDeal
	case Dealt:
		r.evolveDealt(s, p, f.Priv)
	case TurnStarted:
		s.Turn, s.Active, s.Step, s.Filled = p.Turn, s.seat(games.Seat(p.Seat)), stepTake, false
	case Ended:
		s.Why, s.Step = p.Why, stepOver
		for _, rank := range p.Ranks {
			s.Ranks = append(s.Ranks, rank.Seats)
		}
	case Position:
		r.evolvePosition(s, p, f.Priv)
	default:
		r.evolveTurn(s, f)
	}
}

func (r Rules) evolveDealt(s *State, p Dealt, parts []games.Part) {
	s.Rows = r.rows(p.Rows)
	for _, part := range parts {
		cards, ok := part.Payload.(Cards)
		if !ok {
			continue
		}
		if part.Audience == games.Engine {
			s.Talon = r.colours(cards.Cards)
		} else if i := s.seat(part.Audience); i >= 0 {
			s.Hands[i] = count(r.colours(cards.Cards))
		}
	}
	s.Step = stepBegin
}

// evolveTurn folds what happens in a turn.
func (r Rules) evolveTurn(s *State, f games.Fact) {
	switch p := f.Pub.(type) {
	case Taken:
		s.Row, s.Right = p.Row-1, p.End == endRight
		s.cut(p.N)
		i, c := s.seat(games.Seat(p.Seat)), r.data.colour(p.Colour)
		s.Hands[i][c] += p.N
		s.Seen[i][c] += p.N
		s.Step, s.Waited = stepLay, waited(f.Priv)
	case Imprisoned:
		s.cut(p.N)
		s.Prison[r.data.colour(p.Colour)] += p.N
	case Full:
		s.Step = stepScore
	case SetFact:
		r.evolveSet(s, f.Type, p)
	case NotLaid:
		s.Step = stepDraw
	case Turned:
		s.Talon = s.Talon[1:]
		s.lay(r.data.colour(p.Colour))
		s.endTurn()
	case NoCard:
		s.endTurn()
	default:
		r.evolveUpkeep(s, f)
	}
}

func waited(parts []games.Part) bool {
	return slices.ContainsFunc(parts, func(p games.Part) bool {
		note, ok := p.Payload.(Note)
		return ok && note.Stored > 0
	})
}

// cut takes n cards away from the end of this turn's take.
func (s *State) cut(n int) {
	row := s.Rows[s.Row]
	if s.Right {
		s.Rows[s.Row] = slices.Clone(row[:len(row)-n])
	} else {
		s.Rows[s.Row] = slices.Clone(row[n:])
	}
}

// lay puts a card at the end of this turn's take.
func (s *State) lay(c Colour) {
	if s.Right {
		s.Rows[s.Row] = append(slices.Clone(s.Rows[s.Row]), c)
	} else {
		s.Rows[s.Row] = append([]Colour{c}, s.Rows[s.Row]...)
	}
}

func (s *State) endTurn() { s.Step, s.Asked = stepBegin, 0 }

func (r Rules) evolveSet(s *State, typ string, p SetFact) {
	i, c := s.seat(games.Seat(p.Seat)), r.data.colour(p.Colour)
	if typ == factBeaten {
		s.Discard[c] += p.N
		s.Tables[c] = Set{}
		return
	}
	s.Hands[i][c] -= p.N
	s.Seen[i][c] = max(0, s.Seen[i][c]-p.N)
	s.Tables[c] = Set{i, p.N}
	s.Step = stepDraw
}

// evolveUpkeep folds what the engine does: talon, rows, give-backs, scorings.
func (r Rules) evolveUpkeep(s *State, f games.Fact) {
	switch p := f.Pub.(type) {
	case RowsClosed:
		s.Closing = true
	case Refilled:
		for i, row := range r.rows(p.Rows) {
			s.Rows[i] = append(slices.Clone(s.Rows[i]), row...)
			s.Talon = s.Talon[len(row):]
		}
		s.Closing, s.Filled, s.Asked, s.Shaken = false, true, 0, s.Turn
	case Rebuilt:
		r.evolveRebuilt(s, p, f.Priv)
	case Called:
		s.Calls, s.Asked = p.K, 1+slices.Index(r.data.GiveBack, p.Limit)
		s.Call = &Call{Limit: p.Limit}
		for _, seat := range p.Seats {
			s.Call.Seats = append(s.Call.Seats, s.seat(games.Seat(seat)))
		}
	case Given:
		r.evolveGiven(s, p, f.Priv)
	case Shared:
		c := r.data.colour(p.Colour)
		s.Prison[c] -= p.N
		s.Discard[c] += p.N
	case Scored:
		r.evolveScored(s, p)
	case Cleared:
		for c, set := range s.Tables {
			s.Discard[c] += set.N
			s.Tables[c] = Set{}
		}
		s.Shaken = s.Turn
		s.endTurn()
	}
}

func (r Rules) evolveRebuilt(s *State, p Rebuilt, parts []games.Part) {
	for _, part := range parts {
		if cards, ok := part.Payload.(Cards); ok {
			s.Talon = append(slices.Clone(s.Talon), r.colours(cards.Cards)...)
		}
	}
	if p.From == fromDiscard {
		s.Discard = Counts{}
		s.Shuffle++
	} else {
		s.Given = Counts{}
		s.Mixes++
	}
}

func (r Rules) evolveGiven(s *State, p Given, parts []games.Part) {
	i := s.seat(games.Seat(p.Seat))
	for _, part := range parts {
		if piles, ok := part.Payload.(Piles); ok {
			given := r.counts(piles.Piles)
			s.Given = s.Given.plus(given)
			for c, n := range given {
				s.Hands[i][c] -= n
			}
		}
	}
	for c := range s.Seen[i] { // any of them may be among those given (info.later)
		s.Seen[i][c] = max(0, s.Seen[i][c]-p.N)
	}
	if s.Call == nil {
		return
	}
	if s.Call.Seats = without(s.Call.Seats, i); len(s.Call.Seats) == 0 {
		s.Call = nil
	}
}

// without returns the list without one seat.
func without(seats []int, seat int) []int {
	return slices.DeleteFunc(slices.Clone(seats), func(i int) bool { return i == seat })
}

// evolveScored adds the points of a seat to those of this scoring.
func (r Rules) evolveScored(s *State, p Scored) {
	i := s.seat(games.Seat(p.Seat))
	if i == 0 {
		s.Sheet = append(s.Sheet, make([]int, len(s.Seats)))
	}
	s.Sheet[len(s.Sheet)-1][i] = p.Points
}

func (r Rules) evolvePosition(s *State, p Position, parts []games.Part) {
	n := len(s.Seats)
	*s = State{
		Options: s.Options, Seats: s.Seats, Step: Step(p.Step), Turn: p.Turn, Active: s.seat(games.Seat(p.Active)),
		Row: max(p.Row-1, 0), Right: p.End == endRight, Shaken: p.Shaken, Filled: p.Filled, Prison: r.counts(p.Prison),
		Hands: make([]Counts, n), Seen: make([]Counts, n),
		Calls: s.Calls, Shuffle: s.Shuffle, Mixes: s.Mixes,
	}
	for _, row := range p.Rows {
		s.Rows = append(s.Rows, r.colours(row.Cards))
	}
	for _, set := range p.Tables {
		s.Tables[r.data.colour(set.Colour)] = Set{s.seat(games.Seat(set.Seat)), set.N}
	}
	for _, seen := range p.Seen {
		s.Seen[s.seat(games.Seat(seen.Seat))][r.data.colour(seen.Colour)] = seen.N
	}
	for _, points := range p.Sheet {
		s.Sheet = append(s.Sheet, points.Points)
	}
	for _, part := range parts {
		hidden, ok := part.Payload.(Hidden)
		switch i := s.seat(part.Audience); {
		case !ok:
		case part.Audience == games.Engine:
			s.Talon, s.Discard = r.colours(hidden.Talon), r.counts(hidden.Discard)
		case i >= 0:
			s.Hands[i] = r.counts(hidden.Hand)
		}
	}
}

// rows turns lists of ids into colours.
func (r Rules) rows(ids [][]string) [][]Colour {
	var out [][]Colour
	for _, row := range ids {
		out = append(out, r.colours(row))
	}
	return out
}

func (r Rules) colours(ids []string) []Colour {
	var out []Colour
	for _, id := range ids {
		if c := r.data.colour(id); c >= 0 {
			out = append(out, c)
		}
	}
	return out
}

func (r Rules) ids(cards []Colour) []string {
	var out []string
	for _, c := range cards {
		out = append(out, r.data.id(c))
	}
	return out
}

func (r Rules) counts(piles []Pile) Counts {
	var out Counts
	for _, p := range piles {
		if c := r.data.colour(p.Colour); c >= 0 {
			out[c] += p.N
		}
	}
	return out
}

// piles lists counts in the order of colours.
func (r Rules) piles(c Counts) []Pile {
	var out []Pile
	for i, n := range c {
		if n > 0 {
			out = append(out, Pile{r.data.Colours[i].ID, n})
		}
	}
	return out
}
