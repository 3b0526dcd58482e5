package noxford

import "fivepoints/games"

// Narrate tells facts as sentences with keys noxford.*; what is private comes in
// the parts that the reader was left.
func (r Rules) Narrate(s *State, facts []games.Fact, _ games.Seat) []games.Msg {
	var out []games.Msg
	heading := ""
	for i, f := range facts {
		if h := headingOf(f.Type); h != "" && h != heading {
			out = append(out, games.Say(h))
			heading = h
		}
		if p, ok := f.Pub.(Dropped); ok && i > 0 {
			if lifted, ok := facts[i-1].Pub.(Lifted); ok {
				out = append(out, tellMove(lifted, p)...)
				continue
			}
		}
		out = append(out, r.tell(s, f)...)
	}
	return out
}

// headingOf tells under which heading of the story a fact stands, "" for none.
func headingOf(typ string) string {
	switch typ {
	case factFirst, factCity, factDealt:
		return "noxford.phase.deal"
	case factCancelled, factQuarter:
		return "noxford.phase.scoring"
	case factEnded:
		return "noxford.phase.end"
	}
	return ""
}

func (r Rules) tell(s *State, f games.Fact) []games.Msg {
	switch p := f.Pub.(type) {
	case First:
		return one(games.Say("noxford.first", seatArg("seat", p.Seats[0]), games.With("seats", "list:seat", p.Seats...)))
	case CityStarted:
		return tellCity(p)
	case Dealt:
		return tellDealt(f.Priv)
	case SeatFact:
		if f.Type == factLast {
			return one(games.Say("noxford.last", seatArg("seat", p.Seat)))
		}
		return one(games.Say("noxford.auto", seatArg("seat", p.Seat)))
	case Placed:
		return one(tellPlaced(p))
	case Covered:
		return one(games.Say("noxford.covered", seatArg("seat", p.Seat), idArg("card", p.Card), idArg("on", p.On), placeArg("pos", p.Pos)))
	case Declined:
		if p.Forced {
			return one(games.Say("noxford.declined.forced", seatArg("seat", p.Seat)))
		}
		return one(games.Say("noxford.declined", seatArg("seat", p.Seat)))
	case Market:
		return one(games.Say("noxford.market", cardsArg("cards", p.Cards), games.Int("n", p.Pile)))
	case Drawn:
		return tellDrawn(p, f.Priv)
	case Passed:
		return one(games.Say("noxford.passed", seatArg("seat", p.Seat)))
	case Position:
		return one(games.Say("noxford.ruled"))
	}
	return r.tellEnd(f)
}

func tellPlaced(p Placed) games.Msg {
	args := []games.MsgArg{seatArg("seat", p.Seat), idArg("card", p.Card), placeArg("pos", p.Pos)}
	switch p.From {
	case fromMarket:
		return games.Say("noxford.placed.market", args...)
	case fromMaster:
		return games.Say("noxford.placed.master", args...)
	}
	return games.Say("noxford.placed", args...)
}

func tellMove(up Lifted, down Dropped) []games.Msg {
	args := []games.MsgArg{seatArg("seat", down.Seat), idArg("card", down.Card), placeArg("from", up.Pos), placeArg("pos", down.Pos)}
	out := one(games.Say("noxford.moved", args...))
	if down.On != "" {
		out = one(games.Say("noxford.moved.on", append(args, idArg("on", down.On))...))
	}
	if up.Uncovered != "" {
		out = append(out, games.Say("noxford.uncovered", idArg("card", up.Uncovered)))
	}
	return out
}

func tellCity(p CityStarted) []games.Msg {
	out := one(games.Say("noxford.city", idArg("first", p.Stacks[0].Cards[0]), placeArg("at", p.Stacks[0].Pos), idArg("second", p.Stacks[1].Cards[0]), placeArg("beside", p.Stacks[1].Pos)))
	return append(out, games.Say("noxford.market", cardsArg("cards", p.Market), games.Int("n", p.Pile)))
}

// tellDealt tells a seat its own hand; sizes are the same for all and say nothing.
func tellDealt(parts []games.Part) []games.Msg {
	for _, part := range parts {
		if hand, ok := part.Payload.(Cards); ok && part.Audience != games.Engine {
			return one(games.Say("noxford.dealt.own", cardsArg("cards", hand.Cards)))
		}
	}
	return nil
}

func tellDrawn(p Drawn, parts []games.Part) []games.Msg {
	for _, part := range parts {
		if drawn, ok := part.Payload.(Cards); ok {
			return one(games.Say("noxford.drawn.own", cardsArg("cards", drawn.Cards), games.Int("n", p.Pile)))
		}
	}
	return one(games.Say("noxford.drawn", seatArg("seat", p.Seat), games.Int("n", p.Pile)))
}

// tellEnd tells the scoring.
func (r Rules) tellEnd(f games.Fact) []games.Msg {
	switch p := f.Pub.(type) {
	case Cancelled:
		if len(p.Cards) == 0 {
			return one(games.Say("noxford.cancelled.none"))
		}
		return one(games.Say("noxford.cancelled", cardsArg("cards", p.Cards)))
	case QuarterScored:
		return one(tellQuarter(p))
	case Ended:
		var out []games.Msg
		for _, s := range p.Scores {
			out = append(out, games.Say("noxford.scored", seatArg("seat", s.Seat), games.Int("points", s.Points), games.Int("quarters", s.Quarters)))
		}
		if winners := p.Ranks[0].Seats; len(winners) > 1 {
			return append(out, games.Say("noxford.shared", games.With("winners", "list:seat", winners...)))
		}
		return append(out, games.Say("noxford.ended", games.With("winners", "list:seat", p.Ranks[0].Seats...)))
	}
	return nil
}

func tellQuarter(p QuarterScored) games.Msg {
	quarter := idArg("quarter", p.Quarter)
	switch {
	case len(p.Counts) == 0:
		return games.Say("noxford.quarter.nobody", quarter)
	case p.Seat == "":
		var seats []string
		best := 0
		for _, c := range p.Counts {
			if c.N > best {
				best, seats = c.N, nil
			}
			if c.N == best {
				seats = append(seats, c.Seat)
			}
		}
		return games.Say("noxford.quarter.tie", quarter, games.With("seats", "list:seat", seats...), games.Int("n", best))
	}
	n := 0
	for _, c := range p.Counts {
		if c.Seat == p.Seat {
			n = c.N
		}
	}
	args := []games.MsgArg{quarter, seatArg("seat", p.Seat), games.Int("n", n), games.Int("symbols", p.Symbols), games.Int("points", p.Symbols+p.Bonus)}
	if p.Bonus > 0 {
		return games.Say("noxford.quarter.bonus", append(args, games.Int("bonus", p.Bonus))...)
	}
	return games.Say("noxford.quarter", args...)
}
