package crooks

import (
	"strconv"

	"fivepoints/games"
)

// Kinds of decisions.
const (
	kindTurn games.Kind = "turn" // recruit or pass
	kindTake games.Kind = "take" // choose a crook and burgle
)

// Labels of the draws; there are no others (chance.labels). The secret behind
// them is the platform's: its hash stands in a game's first fact, and the key
// of the hidden draw is published at the end (chance.secret).
const (
	labelFirst = "first"
	labelPiles = "piles"
	labelSizes = "sizes" // with the option sizes=random only
)

// Next tells what comes next.
func (r Rules) Next(s *State) games.Step {
	switch s.Phase {
	case phaseFirst, phaseSizes, phaseDeal:
		return s.draws()
	case phaseNext:
		return games.Step{Auto: s.nextTurn()}
	case phaseTurn:
		if why := s.forced(); why != "" {
			return games.Step{Auto: []games.Fact{fact(factPassed, Passed{s.active().ID, why})}}
		}
		return s.due(kindTurn)
	case phaseTake:
		return s.due(kindTake)
	case phaseScore:
		return games.Step{Auto: s.finish()}
	case phaseOver:
		return games.Step{Over: s.result()}
	}
	return games.Step{}
}

func (s *State) draws() games.Step {
	d := games.Draw{Label: labelFirst, N: 1}
	switch s.Phase {
	case phaseFirst:
		for _, p := range s.Seats {
			d.Pool = append(d.Pool, p.ID)
		}
	case phaseSizes:
		d.Label, d.N = labelSizes, len(s.Sizes)
		for i, n := range s.Sizes {
			d.Pool = append(d.Pool, strconv.Itoa(n)+"/"+strconv.Itoa(i+1))
		}
	default:
		d = games.Draw{Label: labelPiles, Hidden: true}
		for _, c := range s.Deck {
			d.Pool = append(d.Pool, c.ID)
		}
		for _, n := range s.Sizes {
			d.N += n
		}
	}
	return games.Step{Draw: &d}
}

// nextTurn gives the turn to the next seat that has not passed, or ends the
// game when all have (turn.skip).
func (s *State) nextTurn() []games.Fact {
	if s.in() == 0 {
		return []games.Fact{fact(factAll, AllPassed{s.Turn})}
	}
	i := s.Active
	if s.Turn > 0 {
		i = (i + 1) % len(s.Seats)
	}
	for s.Seats[i].Passed {
		i = (i + 1) % len(s.Seats)
	}
	return []games.Fact{fact(factTurn, TurnStarted{s.Turn + 1, s.Seats[i].ID})}
}

// forced tells why the seat at turn must pass, "" when it need not: it can pay
// for no pile (pass.forced), finds no room where that forbids recruiting, or
// played alone as long as it may.
func (s *State) forced() string {
	p, cheapest := s.active(), 0
	for _, pile := range s.Piles {
		if n := len(pile.Crooks); n > 0 && (cheapest == 0 || n < cheapest) {
			cheapest = n
		}
	}
	switch {
	case cheapest == 0:
		return "empty"
	case p.Cash < cheapest:
		return "cash"
	case s.option("no_target") == "forbid" && len(p.room()) == 0:
		return "room"
	case s.option("last_alone") == "one" && s.in() == 1 && s.Lone > 0:
		return "alone"
	}
	return ""
}

// due is the one decision that is owed. What is written must be legal: a turn
// that was paid for is never passed over (choose.must).
func (s *State) due(k games.Kind) games.Step {
	id := windowID(s, k)
	return games.Step{Due: []games.Decision{{ID: id, Seat: games.Seat(s.active().ID), Kind: k, Window: id, Must: true}}}
}

func windowID(s *State, k games.Kind) string { return string(k) + "/" + strconv.Itoa(s.Turn) }

// Windows opens one mail at a time, for the seat at turn: a turn takes one of
// them (mail.express) or two (mail.twostep). Orders that a seat sends ahead
// wait at the table for its next mail of their kind (mail.windows).
func (Rules) Windows(s *State) []games.Window {
	k := kindTurn
	if s.Phase == phaseTake {
		k = kindTake
	}
	p := s.active()
	if p == nil || (k == kindTurn && s.forced() != "") {
		return nil
	}
	w := turnMail(s.Turn)
	w.ID, w.Report, w.Kinds = windowID(s, k), string(k), []games.Kind{k}
	w.Seats = []games.Seat{games.Seat(p.ID)}
	return []games.Window{w}
}

// turnMail is the mail of a turn; its second mail has the same tag, so that a
// sheet for the turn holds for both.
func turnMail(turn int) games.Window {
	n := strconv.Itoa(turn)
	return games.Window{ID: string(kindTurn) + "/" + n, Tag: n, Turn: turn}
}

// Default is what silence means: the cheapest pile that can be paid, and there
// the choice of autoTake (mail.recruit, mail.take). It never passes (mail.auto);
// what more silence leads to is the platform's (mail.ladder).
func (Rules) Default(s *State, d games.Decision, _ int) games.Line {
	if d.Kind == kindTake {
		return games.Order("take", "auto", "take")
	}
	place := ""
	for _, p := range s.Piles {
		if n := len(p.Crooks); n > 0 && (place == "" || n < s.size(place)) {
			place = p.Place
		}
	}
	return games.Order("recruit", "at", place, "auto", "recruit")
}
