package kingofcrime

import (
	"slices"

	"fivepoints/games"
)

// The styles of bots, as the specification gives them for its table of figures
// in section 10.2.
const (
	styleGreedy = "greedy"
	styleRandom = "random"
)

// Styles lists the bots.
func (r Rules) Styles() []string { return []string{styleGreedy, styleRandom} }

// bot is a seat that must write. It reads the table, which all see, and its own hand.
type bot struct {
	r      Rules
	s      *State
	i      int
	greedy bool
	pick   func(int) int
}

// fine is the grain of a bot's uniform numbers.
const fine = 10_000

// chance is true so many times in a hundred.
func (b bot) chance(percent int) bool { return b.pick(100) < percent }

func anyOf[T any](b bot, list []T) T { return list[b.pick(len(list))] }

// Play writes the sheet of a bot: its first line answers what is due now.
func (r Rules) Play(s *State, seat games.Seat, w games.Window, style string, pick func(int) int) []games.Line {
	b := bot{r, s, s.seat(seat), style == styleGreedy, pick}
	if b.i < 0 || len(w.Kinds) == 0 || s.Step == stepOver {
		return nil
	}
	switch {
	case w.Kinds[0] == kindBoss:
		return []games.Line{games.Order("boss", "boss", anyOf(b, s.freeBosses()))}
	case w.Kinds[0] == kindKeep || w.Kinds[0] == kindAssign: // by default
		return nil
	case len(s.Jobs) > 0:
		return b.straighten()
	case w.Kinds[0] == kindOption:
		return []games.Line{b.option()}
	case s.Round != nil && s.Round.Stage == stageJoin:
		return b.join()
	case s.Round != nil:
		return []games.Line{b.card()}
	case s.Owed > 0 && len(s.Hand[b.i]) > 0:
		return []games.Line{games.Order("drop", "cards", anyOf(b, s.Hand[b.i]))}
	}
	return b.action()
}

// straighten lets an EXTRA straighten the first turned Mugs in the order of play.
func (b bot) straighten() []games.Line {
	j := b.s.Jobs[0]
	var turned []string
	for _, m := range b.s.Fam[b.i].Mugs {
		if m.Turned && len(turned) < j.N {
			turned = append(turned, m.ID)
		}
	}
	l := games.Order(verbOption, "racket", j.Racket)
	l.Args = append(l.Args, games.Arg{Name: "on", Vals: turned})
	return []games.Line{l}
}

// option uses each OPTION Racket half of the time, never a look at a hand, and
// nothing without a target. Each call answers for the Rackets that are left, so
// those passed over are thrown for again only while draws are due.
func (b bot) option() games.Line {
	for _, c := range b.s.optionsLeft() {
		e := c.Effect.filled()
		if e.Verb == verbPeek || !b.chance(50) {
			continue
		}
		l := games.Order(verbOption, "racket", c.ID)
		switch {
		case e.Who == whoOther && e.On != onMug:
			l.Args = append(l.Args, games.Arg{Name: "on", Vals: []string{b.s.id(anyOf(b, b.s.after(b.i)))}})
		case e.Verb == verbStraighten:
			first := slices.IndexFunc(b.s.Fam[b.i].Mugs, func(m Mug) bool { return m.Turned })
			if first < 0 {
				continue
			}
			l.Args = append(l.Args, games.Arg{Name: "on", Vals: []string{b.s.Fam[b.i].Mugs[first].ID}})
		case e.Verb == verbRecover && !b.s.inDiscard(e.What):
			continue
		case e.On == onMug:
			lines := b.s.targetLines(b.i, l, e)
			if len(lines) == 0 {
				continue
			}
			l = anyOf(b, lines)
		}
		return l
	}
	return games.Line{Verb: verbOption}
}

func (s *State) inDiscard(class string) bool {
	return slices.ContainsFunc(s.Discard, func(id string) bool { return s.deck.card(id).Kind == class })
}

// hand lists the cards of a kind in hand, copies one by one.
func (b bot) hand(kind string) []string {
	return slices.DeleteFunc(slices.Clone(b.s.Hand[b.i]), func(id string) bool { return b.s.deck.card(id).Kind != kind })
}

// starts are the Rackets in hand that a round can be begun with.
func (b bot) starts() []string {
	return slices.DeleteFunc(b.hand(cardRacket), func(id string) bool { return !b.s.eligible(b.i, b.s.typeOf(id)) })
}

// prey are the Rackets to take over from a holder who has a Mug for them.
func (b bot) prey() []string {
	return slices.DeleteFunc(b.s.prey(b.i), func(id string) bool { return !b.s.eligible(b.s.holderOf(id), b.s.typeOf(id)) })
}

// force is a Family's points in rounds of a type.
func (b bot) force(i int, typ string) int { return b.s.points(i, typ) + b.s.combos(i, typ) }

func (b bot) progress(i int) int { return b.s.progress(b.s.controlled(i)) }

// action is the turn's, with a plan when it begins a round.
func (b bot) action() []games.Line {
	kind, prey := b.randomKind(), b.prey()
	if b.greedy {
		prey = b.wanted()
		kind = b.greedyKind(len(prey) > 0)
	}
	switch kind {
	case "mug":
		return []games.Line{b.mugs()}
	case "family":
		return []games.Line{b.family()}
	case "racket":
		racket := anyOf(b, b.starts())
		if b.greedy {
			racket = b.bestStart(b.starts())
		}
		return append([]games.Line{games.Order("racket", "card", racket)}, b.opening()...)
	case "racket!":
		return append([]games.Line{games.Order("racket", "card", b.bestStart(b.strong()))}, b.opening()...)
	case "takeover":
		return []games.Line{games.Order("takeover", "card", anyOf(b, prey))}
	}
	return []games.Line{b.tidy()}
}

func (b bot) randomKind() string {
	kinds := []string{"tidy"}
	add := func(kind string, can bool) {
		if can {
			kinds = append(kinds, kind)
		}
	}
	add("mug", len(b.hand(cardMug)) > 0)
	add("family", len(b.hand(cardFamily)) > 0)
	add("racket", len(b.starts()) > 0)
	add("takeover", len(b.prey()) > 0)
	return anyOf(b, kinds)
}

// opening is the plan of who begins a round: cards for himself, now and then.
func (b bot) opening() []games.Line {
	var out []games.Line
	for _, id := range b.hand(cardRound) {
		if e := b.s.deck.card(id).Effect; e.Who == whoSelf && e.On == onFamily && b.chance(50) {
			out = append(out, games.Order(verbPlay, "card", id))
		}
	}
	return out
}

// greedyKind goes down the list of the specification; "racket!" is a round
// that looks won.
func (b bot) greedyKind(wanted bool) string {
	if len(b.strong()) > 0 && (len(b.s.Fam[b.i].Mugs) >= 2 || b.chance(40)) {
		return "racket!"
	}
	if wanted && b.chance(50) {
		return "takeover"
	}
	if len(b.hand(cardFamily)) > 0 && b.threat() && b.chance(50) {
		return "family"
	}
	if len(b.hand(cardMug)) > 0 {
		return "mug"
	}
	turned := slices.ContainsFunc(b.s.Fam[b.i].Mugs, func(m Mug) bool { return m.Turned })
	switch {
	case turned && len(b.s.Hand[b.i]) > 0 && b.chance(60):
		return "tidy"
	case len(b.hand(cardFamily)) > 0:
		return "family"
	case len(b.starts()) > 0 && b.chance(30):
		return "racket"
	}
	return "tidy"
}

// strong are the Rackets whose round no rival is much better placed for.
func (b bot) strong() []string {
	return slices.DeleteFunc(b.starts(), func(id string) bool {
		typ := b.s.typeOf(id)
		return slices.ContainsFunc(b.s.after(b.i), func(j int) bool { return b.force(b.i, typ)+1 < b.force(j, typ) })
	})
}

// bestStart is the Racket that would give most progress, ties at random.
func (b bot) bestStart(rackets []string) string {
	var best []string
	most := -1
	for _, id := range rackets {
		n := b.s.progress(append(b.s.controlled(b.i), id))
		if n > most {
			best, most = nil, n
		}
		if n == most {
			best = append(best, id)
		}
	}
	return anyOf(b, best)
}

// wanted are the Rackets of holders that are near the goal: two types of three
// always, half of it sometimes.
func (b bot) wanted() []string {
	var out []string
	for _, id := range b.prey() {
		n := b.progress(b.s.holderOf(id))
		if n >= 4 || n >= 3 && b.chance(30) {
			out = append(out, id)
		}
	}
	return out
}

// threat tells whether a rival is half way to the goal.
func (b bot) threat() bool {
	return slices.ContainsFunc(b.s.after(b.i), func(j int) bool { return b.progress(j) >= 3 })
}

// mugs plays as many as allowed, the strongest first, with some luck.
func (b bot) mugs() games.Line {
	mugs := b.hand(cardMug)
	score := map[string]int{}
	for _, id := range mugs {
		score[id] = b.s.deck.card(id).FP*fine + b.pick(fine)
	}
	slices.SortFunc(mugs, func(x, y string) int { return score[y] - score[x] })
	return games.List("mug", "cards", mugs[:min(len(mugs), 1+len(b.s.controlled(b.i)))]...)
}

// tidy straightens all it can pay for in the order of play, then throws away
// up to three cards at random.
func (b bot) tidy() games.Line {
	hand := slices.Clone(b.s.Hand[b.i])
	draw := func() string {
		n := b.pick(len(hand))
		id := hand[n]
		hand = slices.Delete(hand, n, n+1)
		return id
	}
	var mugs, paid, more []string
	for _, m := range b.s.Fam[b.i].Mugs {
		if m.Turned && len(hand) > 0 {
			mugs, paid = append(mugs, m.ID), append(paid, draw())
		}
	}
	for range min(b.pick(4), len(hand)) {
		more = append(more, draw())
	}
	l := games.Line{Verb: "discard"}
	if len(mugs) > 0 {
		l = games.Line{Verb: "straighten", Args: []games.Arg{{Name: "mugs", Vals: mugs}, {Name: "cards", Vals: paid}}}
	}
	if len(more) > 0 {
		l.Args = append(l.Args, games.Arg{Name: "more", Vals: more})
	}
	if len(mugs)+len(more) == 0 {
		return games.Line{Verb: verbPass}
	}
	return l
}

// rival picks whom a Family card strikes.
func (b bot) rival() int {
	rivals := b.s.after(b.i)
	if !b.greedy {
		return anyOf(b, rivals)
	}
	best, most := rivals[0], -1
	for _, j := range rivals { // 3 x progress (6 is whole) + 0.5 x Mugs + u
		if n := b.progress(j)*fine/2 + len(b.s.Fam[j].Mugs)*fine/2 + b.pick(fine); n > most {
			best, most = j, n
		}
	}
	return best
}

func (b bot) family() games.Line {
	id := anyOf(b, b.hand(cardFamily))
	e := b.s.deck.card(id).Effect
	l := games.Order("family", "card", id)
	rival := b.rival()
	on := func(word string) games.Line {
		l.Args = append(l.Args, games.Arg{Name: "on", Vals: []string{word}})
		return l
	}
	whose := rival
	if e.Who == whoSelf {
		whose = b.i
	}
	switch {
	case e.On == onMug && e.Verb == verbStraighten, e.Who == whoEach, e.Who == whoSelf && e.On != onMug:
		return l
	case e.On != onMug:
		return on(b.s.id(rival))
	case e.Verb == verbAttach:
		return on(anyOf(b, b.s.Fam[whose].Mugs).ID)
	}
	return on(b.victim(whose, e))
}

// victim is the Mug that a card turns (straight ones first, then holders, then
// the strongest) or discards (holders, then the strongest); without any it is
// the Family that is named, and the card is wasted.
func (b bot) victim(i int, e Effect) string {
	best, most := b.s.id(i), -1
	for _, m := range b.s.Fam[i].Mugs {
		if e.Verb == verbDiscard && b.s.deck.boss(m.ID) {
			continue
		}
		n := b.s.deck.card(m.ID).FP
		if slices.ContainsFunc(b.s.Fam[i].Rackets, func(h Held) bool { return h.On == m.ID }) {
			n += 100
		}
		if e.Verb == verbTurn && !m.Turned {
			n += 1000
		}
		if n > most {
			best, most = m.ID, n
		}
	}
	return best
}

// join joins with chance 0.7, or when it is strong enough or the initiator
// near the goal; the cards of the round follow at the visits.
func (b bot) join() []games.Line {
	rd := b.s.Round
	in := b.chance(70)
	if b.greedy {
		in = b.force(b.i, rd.Type)+2 >= b.force(rd.By, rd.Type)-3 || b.progress(rd.By) >= 3
	}
	if !in {
		return []games.Line{{Verb: verbOut}}
	}
	return append([]games.Line{{Verb: verbJoin}}, b.opening()...)
}

// cards of a round: a card, or a pass.
func (b bot) card() games.Line {
	lines := b.playable()
	pass := games.Line{Verb: verbPass}
	if !b.greedy {
		if b.chance(45) || len(lines) == 0 {
			return pass
		}
		return b.aimed(anyOf(b, lines))
	}
	return b.greedyCard(lines, pass)
}

func (b bot) greedyCard(cards []string, pass games.Line) games.Line {
	var mugs, rest []string
	for _, id := range cards {
		c := b.s.deck.card(id)
		switch {
		case c.Effect.answers():
			return b.aimed(id)
		case c.Kind == cardMug && has(c.Icons, b.s.Round.Type):
			mugs = append(mugs, id)
		case c.Kind == cardRound && c.Effect.Verb != verbVoid:
			rest = append(rest, id)
		}
	}
	if len(mugs) > 0 && b.chance(80) {
		return b.aimed(anyOf(b, mugs))
	}
	if len(rest) > 0 && b.behind() && b.chance(80) {
		return b.aimed(anyOf(b, rest))
	}
	return pass
}

// behind tells whether the best other participant leads by less than four short.
func (b bot) behind() bool {
	rd := b.s.Round
	if !rd.in(b.i) {
		return true
	}
	best := -fine
	for _, j := range rd.Parts {
		if j != b.i {
			best = max(best, b.s.sum(j).Total)
		}
	}
	return b.s.sum(b.i).Total < best+4
}

// playable are the cards that can be played now, copies one by one.
func (b bot) playable() []string {
	return slices.DeleteFunc(slices.Clone(b.s.Hand[b.i]), func(id string) bool {
		c := b.s.deck.card(id)
		switch {
		case c.Kind == cardMug:
			return b.s.Round.takeover()
		case c.Kind != cardRound:
			return true
		}
		return c.Effect.answers() && b.s.against(b.i, "", c.Effect.Verb == verbRedirect) < 0
	})
}

// aimed is an order to play a card, with its target.
func (b bot) aimed(id string) games.Line {
	l := games.Order(verbPlay, "card", id)
	c := b.s.deck.card(id)
	e := c.Effect
	if c.Kind == cardMug || e.Who == whoAll {
		return l
	}
	on := func(name, word string) { l.Args = append(l.Args, games.Arg{Name: name, Vals: []string{word}}) }
	switch {
	case e.Verb == verbCancel:
		on("on", "*")
	case e.Verb == verbRedirect:
		on("on", "*")
		if n := b.s.against(b.i, "", true); b.s.Round.Entries[n].Mug != "" {
			on("to", anyOf(b, b.s.Fam[b.s.index(b.s.Round.Entries[n].By)].Mugs).ID)
		}
	case e.On == onHand && e.Who == whoSelf || e.Verb == verbStraighten:
	case e.On == onMug:
		on("on", b.strongMug(b.target(e)))
	default:
		on("on", b.s.id(b.target(e)))
	}
	return l
}

// target picks the Family: for oneself in a takeover any of the two, else the
// own one; another at random, or the strongest.
func (b bot) target(e Effect) int {
	rd := b.s.Round
	var can []int
	for _, j := range rd.Parts {
		if j != b.i {
			can = append(can, j)
		}
	}
	if e.Who == whoSelf {
		if !rd.takeover() {
			return b.i
		}
		return anyOf(b, can)
	}
	if !b.greedy {
		return anyOf(b, can)
	}
	best, most := can[0], -fine
	for _, j := range can {
		if n := b.force(j, rd.Type)*fine + b.pick(fine); n > most {
			best, most = j, n
		}
	}
	return best
}

// strongMug is the Mug with the most points for the round; those that take no
// part count -1.
func (b bot) strongMug(i int) string {
	best, most := "", -2*fine
	for _, m := range b.s.Fam[i].Mugs {
		n := -1
		if b.s.fits(m, b.s.Round.Type) {
			n = b.s.worth(m, b.s.Round.Type)
		}
		if n = n*fine + b.pick(fine); n > most {
			best, most = m.ID, n
		}
	}
	return best
}
