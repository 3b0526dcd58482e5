package noxford

import (
	"slices"

	"fivepoints/games"
)

// The styles of bots, as the specification gives them for its table of figures.
const (
	styleGreedy = "greedy"
	styleRandom = "random"
)

// Chances of the bots, in percent.
const (
	coverChance     = 35
	gearChance      = 70
	gearCoverChance = 30
)

// Styles lists the bots.
func (r Rules) Styles() []string { return []string{styleGreedy, styleRandom} }

// Play writes the sheet of a bot: one line with its gear move. It reads the
// table, which all see, and its own hand.
func (r Rules) Play(s *State, seat games.Seat, _ games.Window, style string, pick func(int) int) []games.Line {
	i := s.seat(seat)
	if i < 0 || i != s.Active || s.Step != stepAction {
		return nil
	}
	b := bot{s: s, i: i, city: s.city(), pick: pick}
	b.spots = b.city.spots()
	if style == styleRandom {
		if a, ok := b.draw(gearChance); ok {
			return []games.Line{a.line()}
		}
		return nil
	}
	return b.greedy()
}

// bot is a seat that must act.
type bot struct {
	s     *State
	i     int
	city  *city
	spots []Rect
	pick  func(int) int
}

// action is a card with its place and its gear move.
type action struct {
	card  Card
	at    Rect
	cover Card // it lies on, nobody for a spot
	gear  *move
	after []Stack
}

func (a action) line() games.Line {
	l := placeLine(a.card, a.at)
	if a.cover != nobody {
		l = coverLine(a.card, a.cover)
	}
	if a.gear != nil {
		l.Args = append(l.Args, a.gear.args()...)
	}
	return l
}

func (b *bot) chance(percent int) bool { return b.pick(100) < percent }

// draw draws an action at random: a card, where it goes, and its gear move.
func (b *bot) draw(gear int) (action, bool) {
	cards := b.s.playable(b.i)
	card := cards[b.pick(len(cards))]
	a := action{card: card, cover: nobody}
	placed := false
	if card.syndicate() && b.chance(coverChance) {
		placed = b.cover(&a)
	}
	if !placed && len(b.spots) > 0 {
		a.at, placed = b.spots[b.pick(len(b.spots))], true
	}
	if !placed && !b.cover(&a) { // no spot: any cover will do
		return b.only()
	}
	a.after = laid(b.city.stacks, a.card, a.at)
	if b.triggers(a) {
		b.gear(&a, gear)
	}
	return a, true
}

func (b *bot) cover(a *action) bool {
	over := b.city.covered(a.card)
	if len(over) == 0 {
		return false
	}
	j := over[b.pick(len(over))]
	a.at, a.cover = b.city.stacks[j].Rect, b.city.stacks[j].top()
	return true
}

// only is the first legal action, for the rare case that the card drawn has none.
func (b *bot) only() (action, bool) {
	l, ok := b.s.automatic(b.i)
	if !ok || l.Verb != verbCover {
		return action{}, false
	}
	card, on := b.s.cardOf(b.i, l.First("with")), b.s.cardOf(b.i, l.First("target"))
	a := action{card: card, cover: on, at: b.city.stacks[b.city.stackOf(on)].Rect}
	a.after = laid(b.city.stacks, card, a.at)
	return a, true
}

// triggers tells whether the game lets the card just laid move another one.
func (b *bot) triggers(a action) bool {
	after := *b.s
	after.play(string(b.s.Seats[b.i]), a.card, b.s.source(b.i, a.card))
	after.City = a.after
	return after.triggered()
}

// laid returns the stacks with a card on a position.
func laid(stacks []Stack, card Card, at Rect) []Stack {
	s := State{City: stacks}
	s.layAt(card, at)
	return s.City
}

// gear draws a gear move on the city behind the action.
func (b *bot) gear(a *action, chance int) {
	c := newCity(a.after, b.city.ruling)
	var movable []int
	for i := range c.stacks {
		if c.refuseLift(i, a.card) == "" {
			movable = append(movable, i)
		}
	}
	if len(movable) == 0 || !b.chance(chance) {
		return
	}
	i := movable[b.pick(len(movable))]
	from := c.stacks[i]
	spots, covers, after := c.drops(i)
	covers = slices.DeleteFunc(covers, func(j int) bool { return after.stacks[j].top() == a.card })
	m := &move{card: from.top(), from: from.Rect, cover: nobody}
	switch {
	case len(covers) > 0 && b.chance(gearCoverChance):
		j := covers[b.pick(len(covers))]
		m.to, m.cover = after.stacks[j].Rect, after.stacks[j].top()
	case len(spots) > 0:
		m.to = spots[b.pick(len(spots))]
	default:
		return
	}
	a.gear, a.after = m, laid(after.stacks, m.card, m.to)
}

// candidates is how many actions the greedy bot draws.
const candidates = 12

// greedy plays the best of some random actions, as if the game ended behind it.
func (b *bot) greedy() []games.Line {
	const whole = 1000 // values are thousandths of a point
	var best action
	most, found := 0, false
	for range candidates {
		a, ok := b.draw(100)
		if !ok {
			continue
		}
		if v := b.worth(a)*whole + b.pick(whole)/10; !found || v > most {
			best, most, found = a, v, true
		}
	}
	if !found {
		return nil
	}
	return []games.Line{best.line()}
}

// worth is the bot's points less those of its best rival.
func (b *bot) worth(a action) int {
	after := *b.s
	after.City = a.after
	mine, rival := 0, 0
	for i, score := range after.tally().scores {
		if i == b.i {
			mine = score.Points
		} else {
			rival = max(rival, score.Points)
		}
	}
	return mine - rival
}
