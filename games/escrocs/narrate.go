package escrocs

import "fivepoints/games"

// Narrate tells facts as sentences with keys escrocs.*; a turn stands without
// a heading. What is private comes
// in the parts that the reader was left.
func (r Rules) Narrate(s *State, facts []games.Fact, _ games.Seat) []games.Msg {
	var out []games.Msg
	heading, took := "", false
	for i, f := range facts {
		if p, ok := f.Pub.(Turned); ok && took {
			out = append(out, games.Say("escrocs.turned", cards(p.Seat, p.Colour, 1)...))
			continue
		}
		took = took || f.Type == factTaken
		if i > 0 && facts[i-1].Type == factBeaten && f.Type == factLaid {
			out = append(out, tellOver(facts[i-1].Pub.(SetFact), f.Pub.(SetFact)))
			continue
		}
		if h := headingOf(f.Type); h != "" && h != heading {
			out = append(out, games.Say(h))
			heading = h
		}
		if i+1 < len(facts) && facts[i+1].Type == factEnded && f.Type == factCleared { // no order waits any longer
			out = append(out, games.Say("escrocs.cleared.last", games.Int("n", f.Pub.(Cleared).Scoring)))
			continue
		}
		out = append(out, r.tell(s, f)...)
	}
	return out
}

// headingOf tells under which heading of the story a fact stands, "" for none.
func headingOf(typ string) string {
	switch typ {
	case factShared, factScored, factCleared:
		return "escrocs.phase.scoring"
	case factEnded:
		return "escrocs.phase.end"
	case factClosed, factRefilled, factCalled, factGiven, factRebuilt:
		return "escrocs.phase.rows"
	case factDealer, factDealt:
		return "escrocs.phase.deal"
	}
	return ""
}

func (r Rules) tell(s *State, f games.Fact) []games.Msg {
	switch p := f.Pub.(type) {
	case DealerDrawn:
		return one(games.Say("escrocs.dealer", seatArg("seat", games.Seat(p.Seat))))
	case Dealt:
		return r.tellDealt(s, p, f.Priv)
	case Auto:
		return one(games.Say("escrocs.auto", seatArg("seat", games.Seat(p.Seat))))
	case Taken:
		return r.tellTaken(p, f.Priv)
	case Imprisoned:
		return one(games.Say("escrocs.imprisoned", cards(p.Seat, p.Colour, p.N)...))
	case Full:
		return one(games.Say("escrocs.full", seatArg("seat", games.Seat(p.Seat))))
	case SetFact:
		if f.Type == factBeaten {
			return nil // told with the set that beats it
		}
		return one(games.Say("escrocs.laid", cards(p.Seat, p.Colour, p.N)...))
	case Turned:
		return one(games.Say("escrocs.turned.at", cards(p.Seat, p.Colour, 1, games.Int("row", p.Row), games.With("side", "side", p.End))...))
	case Position:
		return one(games.Say("escrocs.ruled"))
	case NoCard:
		return one(games.Say("escrocs.no-card"))
	}
	return r.tellUpkeep(f)
}

func one(m games.Msg) []games.Msg { return []games.Msg{m} }

// cards names who and how many cards of what colour.
func cards(seat, colour string, n int, more ...games.MsgArg) []games.MsgArg {
	return append([]games.MsgArg{seatArg("seat", games.Seat(seat)), pileArg("cards", colour, n)}, more...)
}

func endWord(row int, side string) string { return end{row - 1, side == endRight}.word() }

// tellOver tells a set laid over a rival's.
func tellOver(rival, p SetFact) games.Msg {
	return games.Say("escrocs.laid.over", cards(p.Seat, p.Colour, p.N, seatArg("rival", games.Seat(rival.Seat)), games.Int("m", rival.N))...)
}

func (r Rules) tellDealt(s *State, p Dealt, parts []games.Part) []games.Msg {
	var out []games.Msg
	for i, n := range p.Hands {
		out = append(out, games.Say("escrocs.dealt", seatArg("seat", s.Seats[i]), games.Int("n", n)))
	}
	for _, part := range parts {
		if hand, ok := part.Payload.(Cards); ok && part.Audience != games.Engine {
			out = append(out, games.Say("escrocs.dealt.own", pilesArg("cards", r.piles(count(r.colours(hand.Cards))))))
		}
	}
	return out
}

// tellTaken tells the take, and its taker why a stored order's lay was left out.
func (r Rules) tellTaken(p Taken, parts []games.Part) []games.Msg {
	out := one(games.Say("escrocs.taken", cards(p.Seat, p.Colour, p.N, games.Int("row", p.Row), games.With("side", "side", p.End))...))
	for _, part := range parts {
		if d, ok := part.Payload.(Note); ok && d.Why != nil {
			out = append(out, games.Say("escrocs.dropped"), *d.Why)
		}
	}
	return out
}

// tellUpkeep tells what the engine does.
func (r Rules) tellUpkeep(f games.Fact) []games.Msg {
	switch p := f.Pub.(type) {
	case RowsClosed:
		return one(games.Say("escrocs.closed"))
	case Refilled:
		n := 0
		for _, row := range p.Rows {
			n += len(row)
		}
		return one(games.Say("escrocs.refilled", games.Int("n", n)))
	case Rebuilt:
		return one(games.Say("escrocs.rebuilt."+p.From, games.Int("n", p.N)))
	case Called:
		return one(games.Say("escrocs.called", games.Int("limit", p.Limit), games.With("seats", "list:seat", p.Seats...)))
	case Given:
		return r.tellGiven(p, f.Priv)
	case Shared:
		return one(tellShared(p))
	case Scored:
		if p.N == 0 {
			return one(games.Say("escrocs.scored.nothing", seatArg("seat", games.Seat(p.Seat))))
		}
		return one(games.Say("escrocs.scored", seatArg("seat", games.Seat(p.Seat)), games.Int("n", p.N), games.Int("kinds", p.Kinds), games.Int("points", p.Points)))
	case Cleared:
		return one(games.Say("escrocs.cleared", games.Int("n", p.Scoring)))
	case Ended:
		return one(games.Say("escrocs.ended", games.With("winners", "list:seat", p.Ranks[0].Seats...)))
	}
	return nil
}

func tellShared(p Shared) games.Msg {
	if p.Seat == "" {
		return games.Say("escrocs.shared.nobody", pileArg("cards", p.Colour, p.N))
	}
	return games.Say("escrocs.shared", cards(p.Seat, p.Colour, p.N)...)
}

func (r Rules) tellGiven(p Given, parts []games.Part) []games.Msg {
	out := one(games.Say("escrocs.given", seatArg("seat", games.Seat(p.Seat)), games.Int("n", p.N)))
	for _, part := range parts {
		if given, ok := part.Payload.(Piles); ok {
			out = append(out, games.Say("escrocs.given.own", pilesArg("cards", given.Piles)))
		}
	}
	return out
}
