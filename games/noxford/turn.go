package noxford

import (
	"slices"

	"fivepoints/games"
)

// argAuto marks the order that nobody wrote, so that it is shown as automatic
// (mail.auto); no player types it.
const argAuto = "auto"

// Decide judges an order: an action with its gear move, or the gear move that
// stands on a line of its own.
func (r Rules) Decide(s *State, d games.Decision, l games.Line) ([]games.Fact, *games.Refusal) {
	i := s.seat(d.Seat)
	switch {
	case i < 0:
		return nil, games.Invalid("turn.one", "noxford.refused.seat")
	case i != s.Active || s.Step != stepAction && s.Step != stepGear:
		return nil, games.Invalid("turn.one", "noxford.refused.kind")
	case s.Step == stepGear && d.Kind == kindGear:
		return r.decideGear(s, l)
	case s.Step == stepAction && d.Kind == kindAction && (l.Verb == verbPlace || l.Verb == verbCover):
		return r.decideAction(s, i, l)
	}
	return nil, games.Invalid("turn.one", "noxford.refused.kind")
}

// decideAction lays a card. Its gear move is judged behind it, on the city as it
// is then; when one of the two cannot be done, neither is (cmd.whole).
func (r Rules) decideAction(s *State, i int, l games.Line) ([]games.Fact, *games.Refusal) {
	facts, ref := r.lay(s, i, l)
	if ref != nil {
		return nil, ref
	}
	auto, clause := l.First(argAuto) != "", l.First("move") != "" || l.First("no") != ""
	if !auto && !clause { // a gear move may follow on the next line
		return facts, nil
	}
	after := r.after(s, facts)
	more, ref := r.gear(after, l, auto)
	if ref != nil {
		for n, near := range ref.Nearest { // proposed as the whole order
			ref.Nearest[n] = games.Line{Verb: l.Verb, Args: slices.Concat(placing(l), near.Args)}
		}
		return nil, ref
	}
	if auto {
		facts = append([]games.Fact{fact(factAuto, SeatFact{string(s.Seats[i])})}, facts...)
	}
	return append(facts, more...), nil
}

// placing are the arguments of an action without its gear move.
func placing(l games.Line) []games.Arg {
	return slices.DeleteFunc(slices.Clone(l.Args), func(a games.Arg) bool {
		return a.Name == "move" || a.Name == "to" || a.Name == "on" || a.Name == "no"
	})
}

// after is the state behind facts; the original stays as it is.
func (r Rules) after(s *State, facts []games.Fact) *State {
	c := *s
	for _, f := range facts {
		r.Evolve(&c, f)
	}
	return &c
}

// gear is what the clause of an action adds to it.
func (r Rules) gear(s *State, l games.Line, auto bool) ([]games.Fact, *games.Refusal) {
	switch {
	case l.First("move") != "":
		return r.moveGear(s, l)
	case auto: // no gear line of the seat belongs to an automatic move (mail.move)
		return r.noGear(s), nil
	case s.triggered():
		return []games.Fact{s.declined()}, nil
	}
	return nil, nil // SANS ENGRENAGE behind a card without one says nothing
}

// decideGear judges what follows a card on a line of its own, or silence.
func (r Rules) decideGear(s *State, l games.Line) ([]games.Fact, *games.Refusal) {
	switch l.Verb {
	case verbGear:
		return r.moveGear(s, l)
	case verbNoGear, lineNothing:
		return r.noGear(s), nil
	}
	return nil, games.Invalid("cmd.gear", "noxford.refused.kind")
}

// noGear moves nothing. Behind a card without a gear the turn is over at once.
func (r Rules) noGear(s *State) []games.Fact {
	if s.triggered() {
		return []games.Fact{s.declined()}
	}
	return s.endTurn()
}

// declined says that a gear is not used; by the engine when nothing can be moved (cmd.gear).
func (s *State) declined() games.Fact {
	return fact(factDeclined, Declined{string(s.Seats[s.Active]), !s.anyMove()})
}

func (s *State) anyMove() bool {
	c := s.city()
	for i := range c.stacks {
		if c.refuseLift(i, s.Just) != "" {
			continue
		}
		if spots, covers, _ := c.drops(i); len(spots)+len(covers) > 0 {
			return true
		}
	}
	return false
}

// triggered tells whether the card just placed lets its player move another
// one (gear.may). Covering triggers too, unless the game says otherwise
// (gear.cover), and so does the last card. A card that was moved never does (gear.own).
func (s *State) triggered() bool {
	if s.Just == nobody || !s.Deck.gear(s.Just) {
		return false
	}
	if s.option("cover_gear") == "no" {
		c := s.city()
		if i := c.holding(s.Just); i < 0 || len(c.stacks[i].Cards) > 1 {
			return false
		}
	}
	return s.option("last_gear") != "skip" || !s.last()
}

// lay puts a card of the seat on a spot or on another card.
func (r Rules) lay(s *State, i int, l games.Line) ([]games.Fact, *games.Refusal) {
	word := l.First("card")
	if l.Verb == verbCover {
		word = l.First("with")
	}
	card, ref := s.ownOf(i, word)
	if ref != nil {
		ref.Nearest = s.nearest(i, nobody)
		return nil, ref
	}
	if l.Verb == verbCover {
		facts, ref := s.cover(i, card, l.First("target"))
		if ref != nil {
			ref.Nearest = s.nearestCover(i)
		}
		return facts, ref
	}
	at, ok := readPos(l.First("at"))
	if !ok {
		return nil, games.Invalid("cmd.suffix", "noxford.refused.pos")
	}
	if rule := s.city().refuseSpot(at); rule != "" {
		ref := refuseAt(rule, at)
		ref.Nearest = s.nearest(i, card)
		return nil, ref
	}
	return []games.Fact{fact(factPlaced, Placed{string(s.Seats[i]), card.id(), at.String(), s.source(i, card)})}, nil
}

// ownOf reads the card that a seat wants to lay: from its hand (act.place), from
// the market (act.neutral), or its Master (act.master).
func (s *State) ownOf(i int, word string) (Card, *games.Refusal) {
	card := s.cardOf(i, word)
	if card == nobody {
		return nobody, games.Invalid("cmd.own", "noxford.refused.card")
	}
	if s.source(i, card) != "" {
		return card, nil
	}
	arg := cardArg("card", card)
	switch {
	case card.neutral():
		return nobody, games.Refuse("act.neutral", "noxford.refused.market", arg)
	case s.inCity(card):
		return nobody, games.Refuse("act.place", "noxford.refused.laid", arg)
	case card.colour() != s.Colours[i]:
		return nobody, games.Refuse("cmd.own", "noxford.refused.foreign", arg)
	}
	return nobody, games.Refuse("act.place", "noxford.refused.hand", arg)
}

// cardOf reads a card as a seat names it: its own by code alone, others with
// their colour (cmd.own).
func (s *State) cardOf(i int, word string) Card {
	if c := ownCard(s.Colours[i], word); c != nobody {
		return c
	}
	return cardNamed(word)
}

// cover puts a card on another one (act.cover), which counts as placing it.
func (s *State) cover(i int, card Card, target string) ([]games.Fact, *games.Refusal) {
	c := s.city()
	j, ref := s.stackAt(c, i, target)
	if ref != nil {
		return nil, ref
	}
	if rule := c.refuseCover(card, j); rule != "" {
		return nil, refuseCover(rule, card, c.stacks[j].top())
	}
	top := c.stacks[j].top()
	return []games.Fact{fact(factCovered, Covered{string(s.Seats[i]), card.id(), top.id(), c.stacks[j].Rect.String(), s.source(i, card)})}, nil
}

// stackAt finds the stack that a seat names by its visible card or by its
// position.
func (s *State) stackAt(c *city, i int, word string) (int, *games.Refusal) {
	if at, ok := readPos(word); ok {
		if j := c.find(at); j >= 0 {
			return j, nil
		}
		return -1, games.Refuse("geo.name", "noxford.refused.nothing", posArg("pos", at))
	}
	card := s.cardOf(i, word)
	if card == nobody {
		return -1, games.Invalid("cmd.own", "noxford.refused.card")
	}
	if j := c.stackOf(card); j >= 0 {
		return j, nil
	}
	if j := c.holding(card); j >= 0 {
		return -1, games.Refuse("geo.visible", "noxford.refused.covered", cardArg("card", card), cardArg("top", c.stacks[j].top()))
	}
	return -1, games.Refuse("geo.visible", "noxford.refused.absent", cardArg("card", card))
}

// moveGear lifts a card and drops it elsewhere. What is forbidden: see refuseLift and drop.
func (r Rules) moveGear(s *State, l games.Line) ([]games.Fact, *games.Refusal) {
	facts, ref := r.tryGear(s, l)
	if ref != nil && len(ref.Nearest) == 0 && s.triggered() {
		ref.Nearest = s.nearestGear()
	}
	return facts, ref
}

func (r Rules) tryGear(s *State, l games.Line) ([]games.Fact, *games.Refusal) {
	if !s.triggered() { // (cmd.gear)
		return nil, games.Refuse("cmd.gear", "noxford.refused.no-gear", cardArg("card", s.Just))
	}
	c := s.city()
	i, ref := s.stackAt(c, s.Active, l.First("move"))
	if ref != nil {
		return nil, ref
	}
	from := c.stacks[i]
	if rule := c.refuseLift(i, s.Just); rule != "" {
		return nil, refuseLift(rule, from.top())
	}
	dropped, ref := s.drop(c.lifted(i), from, l)
	if ref != nil {
		return nil, ref
	}
	seat := string(s.Seats[s.Active])
	lifted := Lifted{Seat: seat, Card: from.top().id(), Pos: from.Rect.String()}
	if n := len(from.Cards); n > 1 {
		lifted.Uncovered = from.Cards[n-2].id()
	}
	return []games.Fact{fact(factLifted, lifted), fact(factDropped, dropped)}, nil
}

// drop finds where a lifted card goes, on the city without it (gear.drop).
func (s *State) drop(after *city, from Stack, l games.Line) (Dropped, *games.Refusal) {
	card := from.top()
	p := Dropped{Seat: string(s.Seats[s.Active]), Card: card.id()}
	at, ok := readPos(l.First("to"))
	if on := l.First("on"); on != "" {
		j, ref := s.stackAt(after, s.Active, on)
		if ref != nil {
			return p, ref
		}
		at = after.stacks[j].Rect
		if rule := after.refuseCover(card, j); rule != "" {
			return p, refuseCover(rule, card, after.stacks[j].top())
		}
		p.On = after.stacks[j].top().id()
	} else if !ok {
		return p, games.Invalid("cmd.suffix", "noxford.refused.pos")
	}
	switch {
	case at == from.Rect:
		return p, games.Refuse(ruleDrop, "noxford.refused.back", cardArg("card", card), posArg("pos", at))
	case p.On == "":
		if rule := after.refuseSpot(at); rule != "" {
			return p, refuseAt(rule, at)
		}
	}
	if !after.joins(at) {
		return p, refuseLift(ruleIsolate, card)
	}
	p.Pos = at.String()
	return p, nil
}

// refuseAt says why a spot is none.
func refuseAt(rule string, at Rect) *games.Refusal {
	arg := posArg("pos", at)
	switch rule {
	case ruleTable:
		return games.Refuse("geo.table", "noxford.refused.table", arg)
	case ruleOverlap:
		return games.Refuse("geo.overlap", "noxford.refused.overlap", arg)
	case ruleTouch:
		return games.Refuse("geo.spot", "noxford.refused.touch", arg)
	}
	return games.Refuse("geo.spot", "noxford.refused.aligned", arg)
}

// refuseCover says why a card cannot lie on another.
func refuseCover(rule string, card, on Card) *games.Refusal {
	args := []games.MsgArg{cardArg("card", card), cardArg("on", on)}
	switch {
	case rule == ruleTop:
		return games.Refuse("act.top", "noxford.refused.top", args...)
	case rule == ruleLocked:
		return games.Refuse("geo.locked", "noxford.refused.locked.cover", args...)
	case rule == ruleMaster:
		return games.Refuse("act.master", "noxford.refused.master", args...)
	case rule == ruleActCover:
		return games.Refuse("act.cover", "noxford.refused.same-colour", args...)
	case !on.syndicate() || !card.syndicate():
		return games.Refuse("geo.cover", "noxford.refused.neutral", args...)
	}
	return games.Refuse("geo.cover", "noxford.refused.rank", args...)
}

// refuseLift says why a gear cannot move a card.
func refuseLift(rule string, card Card) *games.Refusal {
	arg := cardArg("card", card)
	switch rule {
	case ruleTop:
		return games.Refuse("gear.choose", "noxford.refused.lift.master", arg)
	case ruleLocked:
		return games.Refuse("gear.choose", "noxford.refused.lift.locked", arg)
	case ruleIsolate:
		return games.Refuse("gear.isolate", "noxford.refused.lift.isolate", arg)
	}
	return games.Refuse("gear.choose", "noxford.refused.lift.just", arg)
}
