package kingofcrime

import (
	"cmp"
	"slices"

	"fivepoints/games"
)

// aim is what an effect was pointed at.
type aim struct {
	seat  int      // -1 for nobody's Family
	mugs  []string // in its Family
	entry int      // of a card that answers one, -1 else
}

// aimer reads the targets of an order for one effect.
type aimer struct {
	s *State
	i int // who plays it
	e Effect
	// reach are the Families that "other" may name, own those that "self" may.
	reach, own []int
}

// aimer tells which Families an effect may name. In a takeover third parties
// name one of the two, whoever the card is for (takeover.cards).
func (s *State) aimer(i int, e Effect) aimer {
	a := aimer{s: s, i: i, e: e, reach: s.after(i), own: []int{i}}
	switch rd := s.Round; {
	case rd == nil:
	case rd.takeover() && e.On != onHand:
		a.reach, a.own = rd.Parts, rd.Parts
	case !rd.takeover():
		a.reach = slices.DeleteFunc(a.reach, func(j int) bool { return !rd.in(j) })
	}
	return a
}

func (a aimer) families() []int {
	if a.e.Who == whoSelf {
		return a.own
	}
	return a.reach
}

// aim reads what an order names behind SUR or CONTRE.
func (a aimer) aim(l games.Line) (aim, *games.Refusal) {
	out := aim{seat: -1, entry: -1}
	on := l.Arg("on")
	switch {
	case a.e.answers():
		return a.card(l)
	case a.e.Who == whoAll || a.e.Who == whoEach || a.e.Verb == verbRecover:
		if len(on) > 0 {
			return out, games.Refuse(ruleOf(a.e), "kingofcrime.refused.no-target")
		}
		return out, nil
	case a.e.On == onMug:
		return a.mugs(on)
	}
	return a.family(on)
}

// family reads the Family that is meant; where only one can be, it need not be named.
func (a aimer) family(on []string) (aim, *games.Refusal) {
	can := a.families()
	if len(on) == 0 && len(can) == 1 {
		return aim{can[0], nil, -1}, nil
	}
	if len(on) == 1 {
		seat := a.named(on[0])
		if slices.Contains(can, seat) {
			return aim{seat, nil, -1}, nil
		}
	}
	return aim{}, games.Refuse(ruleOf(a.e), "kingofcrime.refused.family", games.With("seats", "list:seat", a.s.ids(can)...))
}

// named is the seat of a word, also of its Boss: naming a Boss names the Family.
func (a aimer) named(word string) int {
	if word == "me" {
		return a.i
	}
	return a.s.index(word)
}

// mugs reads Mugs; for straighten several, or none: then the rules choose.
func (a aimer) mugs(on []string) (aim, *games.Refusal) {
	can := a.families()
	if a.e.Verb == verbStraighten && len(on) == 0 && len(can) == 1 {
		return aim{can[0], a.s.straightening(can[0], a.e.N), -1}, nil
	}
	most := 1
	if a.e.Verb == verbStraighten {
		most = a.e.N
	}
	if len(on) == 1 && a.s.index(on[0]) >= 0 { // a Family without any such Mug: the card is wasted (effect.none)
		seat := a.s.index(on[0])
		if slices.Contains(can, seat) && len(a.choices(seat)) == 0 {
			return aim{seat, nil, -1}, nil
		}
	}
	out := aim{-1, nil, -1}
	for n, id := range on {
		seat := a.s.ownerOf(id)
		if seat < 0 || !slices.Contains(can, seat) || n > 0 && seat != out.seat || slices.Contains(on[:n], id) || !slices.Contains(a.choices(seat), id) {
			return out, a.noMug()
		}
		out.seat, out.mugs = seat, append(out.mugs, id)
	}
	if len(on) == 0 || len(on) > most {
		return out, a.noMug()
	}
	return out, nil
}

// choices are the Mugs of a Family that an effect can name.
func (a aimer) choices(seat int) []string {
	var out []string
	for _, m := range a.s.Fam[seat].Mugs {
		switch {
		case a.e.Verb == verbDiscard && a.s.deck.boss(m.ID):
		case a.e.Verb == verbStraighten && !m.Turned:
		default:
			out = append(out, m.ID)
		}
	}
	return out
}

func (a aimer) noMug() *games.Refusal {
	var can []string
	for _, seat := range a.families() {
		can = append(can, a.choices(seat)...)
	}
	if len(can) == 0 {
		return games.Refuse(ruleOf(a.e), "kingofcrime.refused.no-mug")
	}
	return games.Refuse(ruleOf(a.e), "kingofcrime.refused.mug", games.With("cards", "list:card", can...))
}

// card reads which entry is answered: the newest that strikes its player, or
// the newest of a name (cmd.names), and for a card sent back to a Mug which one
// (cmd.redirect).
func (a aimer) card(l games.Line) (aim, *games.Refusal) {
	want := l.First("on")
	n := a.s.against(a.i, want, a.e.Verb == verbRedirect)
	if n < 0 {
		ref := games.Refuse(ruleOf(a.e), "kingofcrime.refused.no-card")
		ref.NotThis = true // it may be struck yet
		return aim{}, ref
	}
	out := aim{-1, nil, n}
	if a.e.Verb == verbCancel {
		return out, nil
	}
	entry := a.s.Round.Entries[n]
	out.seat = a.s.index(entry.By)
	if entry.Mug == "" {
		return out, nil
	}
	out.mugs = []string{a.s.strongest(out.seat)}
	if to := l.First("to"); to != "" {
		if a.s.ownerOf(to) != out.seat {
			return out, games.Refuse("cmd.redirect", "kingofcrime.refused.mug", games.With("cards", "list:card", a.choices(out.seat)...))
		}
		out.mugs = []string{to}
	}
	return out, nil
}

// against finds the newest entry of another seat that strikes a seat or its
// Mug, of a card if one is named, -1 when there is none. A void strikes every
// participant, and is never sent back (verb.void, verb.cancel, verb.redirect).
func (s *State) against(i int, card string, redirect bool) int {
	if s.Round == nil || s.Round.takeover() || !s.Round.in(i) {
		return -1
	}
	for n, e := range slices.Backward(s.Round.Entries) {
		switch {
		case e.Dead || e.By == s.id(i) || s.deck.card(e.Card).Kind != cardRound:
		case e.Seat != s.id(i) && e.Verb != verbVoid:
		case redirect && e.Verb == verbVoid:
		case card == "" || card == "*" || card == e.Card:
			return n
		}
	}
	return -1
}

// strongest is the Mug of a Family with the most points in this round, ties in
// the order of play (cmd.redirect).
func (s *State) strongest(i int) string {
	best, most := "", -1
	for _, m := range s.Fam[i].Mugs {
		n := 0
		if s.fits(m, s.Round.Type) && !s.excluded(m.ID) {
			n = s.worth(m, s.Round.Type)
		}
		if n > most {
			best, most = m.ID, n
		}
	}
	return best
}

// straightening picks turned Mugs where their owner names none: first those
// that could hold a Racket of his that has no better place, then the most
// points, then the order of play (mail.cards).
func (s *State) straightening(i, n int) []string {
	var turned []Mug
	for _, m := range s.Fam[i].Mugs {
		if m.Turned {
			turned = append(turned, m)
		}
	}
	rank := func(m Mug) int {
		if s.deck.card(m.ID).Control != "" && !s.deck.boss(m.ID) {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(turned, func(a, b Mug) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(s.deck.card(b.ID).FP, s.deck.card(a.ID).FP))
	})
	var out []string
	for _, m := range turned[:min(n, len(turned))] {
		out = append(out, m.ID)
	}
	return out
}

// instant carries out an effect that acts at once (verb.draw, verb.straighten,
// verb.peek). What has no target any more
// does nothing (effect.none); only dice make Mugs retaliate (effect.dice).
func (x *run) instant(i int, e Effect, a aim) {
	seat := x.s.id(i)
	switch e.Verb {
	case verbHit:
		against := x.s.ids(x.s.targets(i))
		if e.Who == whoOther {
			against = []string{x.s.id(a.seat)}
		}
		x.later(Job{Do: jobHit, Seat: seat, N: e.N, Against: against})
	case verbDraw:
		x.later(Job{Do: jobDraw, Seat: seat, N: e.N})
	case verbDiscard, verbSteal:
		x.strip(i, e, a)
	case verbRecover:
		x.recover(i, e.What)
	case verbPeek:
		x.add(factPeeked, Peeked{seat, x.s.id(a.seat)}, part(x.s.Seats[i], Cards{some(x.s.Hand[a.seat])}))
	case verbTurn:
		for _, m := range a.mugs {
			x.turn(a.seat, m)
		}
	case verbStraighten:
		for _, m := range a.mugs {
			x.add(factStraight, MugFact{Seat: x.s.id(a.seat), Mug: m})
		}
	}
}

// strip takes a Mug from a Family or cards by lot from a hand (verb.discard, verb.steal).
func (x *run) strip(i int, e Effect, a aim) {
	if e.On == onMug {
		for _, m := range a.mugs {
			mug := *x.s.mug(a.seat, m)
			x.add(factLost, MugFact{Seat: x.s.id(a.seat), Mug: m})
			x.byCard(a.seat, mug)
			x.mugLost(a.seat)
		}
		return
	}
	do := jobLose
	if e.Verb == verbSteal {
		do = jobSteal
	}
	x.later(Job{Do: do, Seat: x.s.id(i), N: e.N, Against: []string{x.s.id(a.seat)}})
}

// turn turns a Mug that is straight (verb.turn).
func (x *run) turn(i int, id string) {
	if m := *x.s.mug(i, id); !m.Turned {
		x.add(factTurned, MugFact{Seat: x.s.id(i), Mug: id})
		x.byCard(i, m)
	}
}

// byCard is a Mug that a card turned or discarded: it retaliates only where the
// group plays so (effect.dice).
func (x *run) byCard(i int, m Mug) {
	if x.s.option("retaliation") == "any" {
		x.struck(i, m)
	}
}

// ruleOf is the rule of an effect, for refusals.
func ruleOf(e Effect) string { return "verb." + e.Verb }
