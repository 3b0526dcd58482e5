package noxford

import (
	"cmp"
	"slices"

	"fivepoints/games"
)

// maxShown bounds a choice.
const maxShown = 200

// near bounds what a refusal proposes.
const near = 3

// Options lists what a seat may do as things stand: it reads the table and its
// own hand.
func (r Rules) Options(s *State, seat games.Seat, k games.Kind) games.Choice {
	i := s.seat(seat)
	if i < 0 || len(s.City) == 0 || s.Step == stepOver {
		return games.Choice{}
	}
	var lines []games.Line
	switch {
	case k == kindAction:
		lines = s.actions(i)
	case k == kindGear && s.Step == stepGear && i == s.Active && s.triggered():
		for _, m := range s.city().moves(s.Just) {
			lines = append(lines, m.line())
		}
	}
	return games.Choice{Lines: lines[:min(len(lines), maxShown)], More: len(lines) > maxShown}
}

// actions lists every card a seat could lay with every place for it: covers,
// then spots, in turns of cards so that the first few show several.
func (s *State) actions(i int) []games.Line {
	c := s.city()
	cards, spots := s.playable(i), c.spots()
	var out []games.Line
	for _, card := range cards {
		for _, j := range c.covered(card) {
			out = append(out, coverLine(card, c.stacks[j].top()))
		}
	}
	for n := range spots {
		for k, card := range cards {
			out = append(out, placeLine(card, spots[(n+k)%len(spots)]))
		}
	}
	return out
}

// covered lists the stacks that a card could cover.
func (c *city) covered(card Card) []int {
	var out []int
	for j := range c.stacks {
		if c.covers(card, j) {
			out = append(out, j)
		}
	}
	return out
}

func placeLine(card Card, at Rect) games.Line {
	return games.Order(verbPlace, "card", card.code(), "at", at.String())
}

func coverLine(card, on Card) games.Line {
	return games.Order(verbCover, "target", on.id(), "with", card.code())
}

// args are how an order writes a gear move.
func (m move) args() []games.Arg {
	out := []games.Arg{{Name: "move", Vals: []string{m.card.id()}}}
	if m.cover != nobody {
		return append(out, games.Arg{Name: "on", Vals: []string{m.cover.id()}})
	}
	return append(out, games.Arg{Name: "to", Vals: []string{m.to.String()}})
}

func (m move) line() games.Line { return games.Line{Verb: verbGear, Args: m.args()} }

// canAct tells whether a seat has a legal action.
func (s *State) canAct(i int) bool {
	cards := s.playable(i)
	if len(cards) == 0 {
		return false
	}
	c := s.city()
	if c.anySpot() {
		return true
	}
	return slices.ContainsFunc(cards, func(card Card) bool { return len(c.covered(card)) > 0 })
}

// Default is the automatic move (mail.move): the lowest card in hand, else the
// first Neutral of the market, else the Master, on the first legal spot in
// reading order; no cover and no gear. Without a spot the first legal cover by
// the same order of cards. After an action nothing more is moved.
// What more silence leads to is the platform's (mail.ladder).
func (r Rules) Default(s *State, d games.Decision, _ int) games.Line {
	if d.Kind == kindGear {
		return games.Line{Verb: lineNothing}
	}
	l, _ := s.automatic(s.seat(d.Seat))
	l.Args = append(l.Args, games.Arg{Name: argAuto, Vals: []string{l.Verb}})
	return l
}

func (s *State) automatic(i int) (games.Line, bool) {
	c := s.city()
	cards := slices.Clone(s.Hands[i])
	slices.SortFunc(cards, func(a, b Card) int { return cmp.Or(cmp.Compare(a.rank(), b.rank()), cmp.Compare(a, b)) })
	cards = slices.Concat(cards, s.Market)
	if !s.masterOut(i) {
		cards = append(cards, masterOf(s.Colours[i]))
	}
	if spots := c.spots(); len(spots) > 0 && len(cards) > 0 {
		return placeLine(cards[0], spots[0]), true
	}
	for _, card := range cards {
		targets := c.covered(card)
		slices.SortFunc(targets, func(a, b int) int {
			p, q := c.stacks[a].Rect, c.stacks[b].Rect
			return cmp.Or(cmp.Compare(p.Y, q.Y), cmp.Compare(p.X, q.X))
		})
		if len(targets) > 0 {
			return coverLine(card, c.stacks[targets[0]].top()), true
		}
	}
	return games.Line{}, false
}

// nearest proposes places for a card, for the lowest one that a seat has when
// it is nobody.
func (s *State) nearest(i int, card Card) []games.Line {
	if card == nobody {
		l, ok := s.automatic(i)
		if !ok {
			return nil
		}
		return []games.Line{l}
	}
	var out []games.Line
	for _, at := range s.city().spots() {
		out = append(out, placeLine(card, at))
	}
	return out[:min(len(out), near)]
}

// nearestCover proposes what a seat could cover.
func (s *State) nearestCover(i int) []games.Line {
	c := s.city()
	var out []games.Line
	for _, card := range s.playable(i) {
		for _, j := range c.covered(card) {
			out = append(out, coverLine(card, c.stacks[j].top()))
		}
	}
	return out[:min(len(out), near)]
}

// nearestGear proposes moves, each of another card.
func (s *State) nearestGear() []games.Line {
	var out []games.Line
	last := nobody
	for _, m := range s.city().moves(s.Just) {
		if m.card != last && len(out) < near {
			last = m.card
			out = append(out, m.line())
		}
	}
	return out
}
