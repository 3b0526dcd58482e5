package noxford

import (
	"slices"
	"strconv"
	"strings"

	"fivepoints/games"
)

// Labels of draws (chance.labels). All follow from the game's secret, whose hash
// is in the first fact (chance.secret).
const (
	labelFirst    = "first"
	labelNeutrals = "neutrals"
	labelPile     = "pile/"
)

// Sizes of hand and market (setup.hand, setup.market).
const (
	handSize   = 3
	marketSize = 3
)

// Next walks a game: draws, turns, the end.
func (r Rules) Next(s *State) games.Step {
	switch s.Step {
	case stepFirst:
		return drawFirst(s)
	case stepDeal:
		return deal(s)
	case stepAction:
		if !s.canAct(s.Active) { // the engine passes without waiting (turn.pass)
			return games.Step{Auto: []games.Fact{fact(factPassed, Passed{string(s.Seats[s.Active]), true})}}
		}
		return games.Step{Due: []games.Decision{s.decision(kindAction)}}
	case stepGear:
		return games.Step{Due: []games.Decision{s.decision(kindGear)}}
	case stepEnd:
		return games.Step{Auto: s.endTurn()}
	case stepScore:
		return games.Step{Auto: s.score("noxford.over.tenth")}
	}
	return games.Step{Over: s.result()}
}

// drawFirst gives every seat the same chance to begin (setup.first).
func drawFirst(s *State) games.Step {
	var pool []string
	for _, seat := range s.Seats {
		pool = append(pool, string(seat))
	}
	return games.Step{Draw: &games.Draw{Label: labelFirst, Pool: pool, N: 1}}
}

// deal shuffles the Neutrals, then each player's nine cards, then starts the
// first turn.
func deal(s *State) games.Step {
	var pool []Card
	label := labelNeutrals
	switch {
	case len(s.City) == 0:
		for c := syndicates; c < allCards; c++ {
			pool = append(pool, c)
		}
	case s.Dealt < len(s.Seats):
		colour := s.Colours[s.Dealt]
		label = labelPile + strings.ToLower(letterOf(colour))
		for place := 1; place < perColour; place++ { // the Master lies before his player (setup.master)
			pool = append(pool, cardOf(colour, place))
		}
	default:
		return games.Step{Auto: []games.Fact{s.turnFact()}}
	}
	return games.Step{Draw: &games.Draw{Label: label, Pool: cardIDs(pool), N: len(pool), Hidden: true}}
}

func (s *State) turnFact() games.Fact {
	return fact(factTurn, TurnStarted{s.Turn + 1, string(s.Seats[s.next()])})
}

// Drawn turns picks into facts.
func (Rules) Drawn(s *State, d games.Draw, picks []int) []games.Fact {
	var drawn []string
	for _, i := range picks {
		drawn = append(drawn, d.Pool[i])
	}
	switch d.Label {
	case labelFirst:
		p := First{}
		for i := range s.Seats {
			p.Seats = append(p.Seats, string(s.Seats[(picks[0]+i)%len(s.Seats)]))
		}
		return []games.Fact{fact(factFirst, p)}
	case labelNeutrals:
		return []games.Fact{s.startCity(drawn)}
	}
	i := s.Dealt // hand and order of the pile stay hidden (info.hidden)
	parts := []games.Part{part(s.Seats[i], Cards{slices.Clone(drawn[:handSize])}), part(games.Engine, Cards{drawn[handSize:]})}
	slices.SortFunc(parts, func(a, b games.Part) int { return strings.Compare(string(a.Audience), string(b.Audience)) })
	return []games.Fact{fact(factDealt, Dealt{string(s.Seats[i]), handSize, len(drawn) - handSize}, parts...)}
}

// startCity lays the first two Neutrals in an L (setup.city) and turns up the
// next three (setup.market).
func (s *State) startCity(drawn []string) games.Fact {
	n := len(s.Deck.Start)
	p := CityStarted{Market: drawn[n : n+marketSize], Pile: len(drawn) - n - marketSize}
	for i, pos := range s.Deck.Start {
		p.Stacks = append(p.Stacks, Laid{pos, drawn[i : i+1]})
	}
	return fact(factCity, p, part(games.Engine, Cards{drawn[n+marketSize:]}))
}

func (s *State) window() string { return "turn/" + strconv.Itoa(s.Turn) }

// decision is an action, or the gear move that may follow it; both are one order
// in several lines (order.bundle, turn.one).
func (s *State) decision(kind games.Kind) games.Decision {
	return games.Decision{
		ID: s.window() + "/" + string(kind), Seat: s.Seats[s.Active], Kind: kind, Window: s.window(), Bundle: s.window(), Tight: true, Must: kind == kindAction,
	}
}

// Windows lists the mail that is open: one a turn. Orders for later turns are
// kept until theirs opens (mail.ahead).
func (r Rules) Windows(s *State) []games.Window {
	if s.Step != stepAction && s.Step != stepGear && s.Step != stepEnd || s.Turn == 0 {
		return nil
	}
	return []games.Window{s.mail(s.Turn, s.Seats[s.Active])}
}

func (s *State) mail(turn int, seat games.Seat) games.Window {
	n := strconv.Itoa(turn)
	return games.Window{
		ID: "turn/" + n, Tag: "t" + n, Turn: turn, Seats: []games.Seat{seat}, Kinds: []games.Kind{kindAction, kindGear}, Report: "turn",
	}
}

// Ahead lists the mails that may still open. Seats play in a fixed order, so the
// number of a turn tells whose it is; what is left to lay bounds them, and before
// each of them all others may have to pass.
func (r Rules) Ahead(s *State) []games.Window {
	if s.Step == stepFirst || s.Step == stepDeal || s.Step == stepScore || s.Step == stepOver {
		return nil
	}
	left := len(s.Market) + len(s.Pile)
	for i := range s.Seats {
		left += perColour - s.placed(i)
	}
	first := s.Turn
	if s.Step == stepEnd {
		first++
	}
	var out []games.Window
	for turn := first; turn < first+left*len(s.Seats)+1; turn++ {
		out = append(out, s.mail(turn, s.Seats[(s.Active+turn-s.Turn)%len(s.Seats)]))
	}
	return out
}

// endTurn refills market or hand and gives the next seat its turn, or ends the
// game.
func (s *State) endTurn() []games.Fact {
	if s.stuck() {
		return s.score("noxford.over.stuck")
	}
	seat := s.Seats[s.Active]
	var out []games.Fact
	switch {
	case s.last(): // then at once, nothing is drawn or turned up (end.tenth)
		return []games.Fact{fact(factLast, SeatFact{string(seat)})}
	case s.From == fromMarket && len(s.Pile) > 0: // (turn.market)
		out = append(out, fact(factMarket, Market{cardIDs(s.Pile[:1]), len(s.Pile) - 1}))
	case s.From == fromHand && len(s.Piles[s.Active]) > 0: // not for a Master (turn.draw)
		pile := s.Piles[s.Active]
		out = append(out, fact(factDrawn, Drawn{string(seat), len(pile) - 1}, part(seat, Cards{cardIDs(pile[:1])})))
	}
	return append(out, s.turnFact())
}

// last tells whether the active seat has just laid its last card (end.tenth).
func (s *State) last() bool {
	if !s.Just.syndicate() || s.owner(s.Just) != s.Active {
		return false
	}
	if s.option("last_card") == "nine" {
		return len(s.Hands[s.Active])+len(s.Piles[s.Active]) == 0
	}
	return s.placed(s.Active) == perColour
}

// stuck tells that all have passed in a row (end.stuck).
func (s *State) stuck() bool { return s.Passes >= len(s.Seats) }

func (s *State) result() *games.Result {
	out := &games.Result{Why: s.Why}
	for _, rank := range s.Ranks {
		var seats []games.Seat
		for _, seat := range rank {
			seats = append(seats, games.Seat(seat))
		}
		out.Ranks = append(out.Ranks, seats)
	}
	return out
}
