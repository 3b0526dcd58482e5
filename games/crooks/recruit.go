package crooks

import (
	"slices"
	"strconv"

	"fivepoints/games"
)

// Decide judges one order: a turn is a pass or a recruitment (turn.choice).
func (r Rules) Decide(s *State, d games.Decision, l games.Line) ([]games.Fact, *games.Refusal) {
	p := s.active()
	if p == nil || p.ID != string(d.Seat) {
		return nil, refuse("turn.choice", "turn")
	}
	switch {
	case d.Kind == kindTurn && s.Phase == phaseTurn && l.Verb == "pass": // for good (pass.final)
		return []games.Fact{fact(factPassed, Passed{Seat: p.ID})}, nil
	case d.Kind == kindTurn && s.Phase == phaseTurn && l.Verb == "recruit":
		return s.recruit(p, l)
	case d.Kind == kindTake && s.Phase == phaseTake && l.Verb == "take":
		return s.take(p, l)
	}
	return nil, refuse("turn.choice", "kind")
}

// recruit pays for the first place of the list that is possible on public
// facts, shows its crooks to the seat alone, and plays the express part on
// them. If that matches nothing the recruitment stands and the choice waits
// (cmd.lists, cmd.fallback).
func (s *State) recruit(p *Seat, l games.Line) ([]games.Fact, *games.Refusal) {
	wishes := wishesOf(l)
	var first *games.Refusal
	for _, place := range l.Arg("at") {
		ref := s.payable(p, place)
		if ref == nil {
			ref = s.conceivable(p, place, wishes)
		}
		if ref == nil {
			return s.enter(p, place, wishes, l.First("auto") != ""), nil
		}
		if first == nil {
			first = ref
		}
	}
	if first == nil {
		first = refuse("recruit.afford", "place", games.With("place", "text", l.First("at")))
	}
	first.Nearest = s.affordable(p)
	return nil, first
}

// payable refuses a place that is empty or too dear (recruit.afford).
func (s *State) payable(p *Seat, place string) *games.Refusal {
	n := s.size(place)
	switch {
	case s.pile(place) == nil:
		return refuse("recruit.afford", "place", games.With("place", "text", place))
	case n == 0:
		return refuse("recruit.afford", "empty", placeArg(place))
	case p.Cash < n:
		return refuse("recruit.afford", "cash", placeArg(place), games.Money("cost", n), games.Money("cash", p.Cash))
	}
	return nil
}

// affordable lists the recruitments a seat can pay for, cheapest first.
func (s *State) affordable(p *Seat) []games.Line {
	var places []string
	for _, pile := range s.Piles {
		if s.payable(p, pile.Place) == nil {
			places = append(places, pile.Place)
		}
	}
	slices.SortStableFunc(places, func(a, b string) int { return s.size(a) - s.size(b) })
	var out []games.Line
	for _, place := range places[:min(3, len(places))] {
		out = append(out, games.Order("recruit", "at", place))
	}
	return out
}

// enter pays before looking, never to be refunded (recruit.pay), and shows the
// pile to its recruiter (recruit.look).
func (s *State) enter(p *Seat, place string, wishes []wish, auto bool) []games.Fact {
	cards := s.pile(place).Crooks
	h := hand{s: s, p: p, place: place, cards: s.crooks(cards), cash: p.Cash - len(cards), last: len(cards) == 1, auto: auto}
	var then []games.Fact
	if auto {
		then = h.autoTake()
	}
	for _, w := range wishes {
		if then == nil {
			then, _ = h.choose(w)
		}
	}
	shown := slices.Sorted(slices.Values(cards))
	see := Cards{Cards: shown, Unmet: len(wishes) > 0 && then == nil}
	return append([]games.Fact{
		fact(factPaid, Paid{p.ID, place, len(cards), s.told(h.cash), auto}),
		secretly(fact(factShown, Shown{p.ID, place, len(cards)}), games.Seat(p.ID), see),
	}, then...)
}

// told is what facts tell of a purse: nothing where cash is secret (info.cash).
func (s *State) told(cash int) int {
	if s.option("cash") == "secret" {
		return 0
	}
	return cash
}

// conceivable refuses an express part that no crook could fulfil, as far as
// everyone knows; the pile is not looked at (cmd.or, order.know). Recruiting
// and taking stand or fall together (order.bundle).
func (s *State) conceivable(p *Seat, place string, wishes []wish) *games.Refusal {
	var first *games.Refusal
	n := s.size(place)
	for _, w := range wishes {
		for _, c := range s.unseen() {
			h := hand{s: s, p: p, place: place, cards: []Crook{c}, cash: p.Cash - n, last: n == 1}
			_, ref := h.choose(w)
			if ref == nil {
				return nil
			}
			if first == nil || first.Rule == ruleOne {
				first = ref
			}
		}
	}
	return first
}

// unseen lists the crooks that everyone may suppose in any pile.
func (s *State) unseen() []Crook {
	var out []Crook
	for _, c := range s.Deck {
		if !s.public(c.ID) {
			out = append(out, c)
		}
	}
	return out
}

// public tells whether everyone knows where a crook is.
func (s *State) public(id string) bool {
	for _, p := range s.Seats {
		for _, row := range p.Rows {
			if slices.ContainsFunc(row.Crooks, func(c Standing) bool { return c.Up && c.ID == id }) {
				return true
			}
		}
	}
	return slices.ContainsFunc(s.Box, func(b Boxed) bool { return b.Up && b.ID == id })
}

// take is step two: one crook of the pile that was shown (choose.one).
func (s *State) take(p *Seat, l games.Line) ([]games.Fact, *games.Refusal) {
	h := s.hand(p)
	if l.First("auto") != "" {
		h.auto = true
		return h.autoTake(), nil
	}
	facts, ref := h.choose(wishOf(l, ""))
	if ref != nil {
		ref.Nearest = h.nearest()
	}
	return facts, ref
}

// hand is what the seat at turn was shown and can pay with.
func (s *State) hand(p *Seat) hand {
	ids := s.pile(s.Pending).Crooks
	return hand{s: s, p: p, place: s.Pending, cards: s.crooks(ids), cash: p.Cash, last: len(ids) == 1}
}

// wish is a take as ordered, with its preference lists.
type wish struct {
	sels   []string // card ids, abilities, max, min, "gang N"
	to     []int    // 0 alone: no target named
	hidden bool
	no     bool // decline the ability
	kill   string
	move   int
	aim    int    // a Spy's target
	spot   string // a Spy's place
}

// expressParts is the number of OU PREND a recruitment may carry, and one.
const expressParts = 4

// suffix tells the arguments of the n-th express part apart.
func suffix(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n + 1)
}

func wishesOf(l games.Line) []wish {
	var out []wish
	for n := range expressParts {
		if w := wishOf(l, suffix(n)); len(w.sels) > 0 {
			out = append(out, w)
		}
	}
	return out
}

func wishOf(l games.Line, n string) wish {
	w := wish{
		sels: l.Arg("sel" + n), hidden: l.First("face"+n) == "hidden", no: l.First("no"+n) != "",
		kill: l.First("kill" + n), move: number(l.First("move" + n)), aim: number(l.First("aim" + n)), spot: l.First("spot" + n),
	}
	for _, t := range l.Arg("to" + n) {
		w.to = append(w.to, number(t))
	}
	if len(w.to) == 0 {
		w.to = []int{0}
	}
	return w
}

func refuse(rule, key string, args ...games.MsgArg) *games.Refusal {
	return games.Refuse(rule, "crooks.refused."+key, args...)
}

func placeArg(place string) games.MsgArg { return games.With("place", "place", place) }
func seatArg(id string) games.MsgArg     { return games.With("seat", "seat", id) }
func cardArg(id string) games.MsgArg     { return games.With("card", "card", id) }
func targetArg(t int) games.MsgArg       { return games.Int("target", t) }
