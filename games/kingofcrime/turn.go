package kingofcrime

import (
	"slices"

	"fivepoints/games"
)

// Verbs of orders that more than one file knows.
const (
	verbPass    = "pass"
	verbPlay    = "play"
	verbNoMore  = "nomore"
	verbMore    = "more"
	verbJoin    = "join"
	verbOut     = "out"
	verbOption  = "option"
	lineDefault = "nothing" // what nobody sent; no player types it
)

// argAuto marks the action that nobody wrote, so that it is shown as automatic.
const argAuto = "auto"

// Decide judges an order.
func (r Rules) Decide(s *State, d games.Decision, l games.Line) ([]games.Fact, *games.Refusal) {
	i := s.seat(d.Seat)
	if i < 0 || s.Step == stepOver {
		return nil, games.Invalid("turn.action", "kingofcrime.refused.seat")
	}
	due := r.Next(s).Due
	if !slices.ContainsFunc(due, func(o games.Decision) bool { return o.Seat == d.Seat && o.Kind == d.Kind }) {
		return nil, games.Invalid("turn.action", "kingofcrime.refused.kind")
	}
	switch d.Kind {
	case kindBoss:
		return r.decideBoss(s, i, l)
	case kindOption:
		return r.decideOption(s, i, l)
	case kindDrop:
		return r.decideDrop(s, i, l)
	case kindJoin:
		return r.decideJoin(s, i, l)
	case kindPlay:
		return r.decidePlay(s, i, l)
	case kindKeep:
		return r.decideKeep(s, i, l)
	case kindAssign:
		return r.decideAssign(s, i, l)
	}
	return r.decideAction(s, i, l)
}

// decideBoss takes a Boss that nobody has yet (setup.boss).
func (r Rules) decideBoss(s *State, i int, l games.Line) ([]games.Fact, *games.Refusal) {
	id := l.First("boss")
	if l.Verb == lineDefault {
		id = s.freeBosses()[0]
	}
	if !slices.Contains(s.freeBosses(), id) {
		return nil, games.Refuse("setup.boss", "kingofcrime.refused.boss", games.With("cards", "list:card", s.freeBosses()...))
	}
	return []games.Fact{fact(factBosses, BossDealt{Bosses: []SeatCard{{s.id(i), id}}})}, nil
}

func (s *State) freeBosses() []string {
	return slices.DeleteFunc(s.deck.of(cardBoss), func(id string) bool { return s.ownerOf(id) >= 0 })
}

// decideOption uses an OPTION Racket instead of a draw, or none (mail.option); the same order
// tells an EXTRA which Mugs it straightens (turn.option, bonus.option, mail.cards).
func (r Rules) decideOption(s *State, i int, l games.Line) ([]games.Fact, *games.Refusal) {
	if len(s.Jobs) > 0 {
		return r.decideExtra(s, i, l)
	}
	racket := l.First("racket")
	if l.Verb == lineDefault || racket == "" {
		return []games.Fact{fact(factDeclined, SeatFact{s.id(i)})}, nil
	}
	n := slices.IndexFunc(s.optionsLeft(), func(c Card) bool { return c.ID == racket })
	if n < 0 {
		ref := games.Refuse("turn.option", "kingofcrime.refused.option", games.With("card", "card", racket))
		ref.NotThis = s.deck.card(racket).Bonus == bonusExtra // it is meant for that
		return nil, ref
	}
	e := s.optionsLeft()[n].Effect.filled()
	a, ref := s.aimer(i, e).aim(l)
	if ref != nil {
		return nil, ref
	}
	left := s.due() - 1
	if s.option("option_for") == "all" {
		left = 0
	}
	x := r.run(s)
	x.add(factOption, OptionUsed{s.id(i), racket, left, e.Drop})
	x.instant(i, e, a)
	x.repairs()
	return x.done(), nil
}

func (r Rules) decideExtra(s *State, i int, l games.Line) ([]games.Fact, *games.Refusal) {
	j := s.Jobs[0]
	n := j.N
	turned := s.straightening(i, len(s.Fam[i].Mugs))
	if l.Verb == verbOption {
		named := l.Arg("on")
		fits := len(named) > 0 && len(named) <= n && l.First("racket") == j.Racket
		for k, m := range named {
			fits = fits && slices.Contains(turned, m) && !slices.Contains(named[:k], m)
		}
		if !fits {
			ref := games.Refuse("mail.cards", "kingofcrime.refused.no-mug")
			ref.NotThis = true
			return nil, ref
		}
		turned = named
	}
	x := r.run(s)
	x.pop()
	x.straighten(i, turned[:min(n, len(turned))])
	return x.done(), nil
}

// decideDrop discards what an OPTION left to drop: the named card, else the one
// with the lowest id (mail.cards).
func (r Rules) decideDrop(s *State, i int, l games.Line) ([]games.Fact, *games.Refusal) {
	cards := l.Arg("cards")
	owed := min(s.Owed, len(s.Hand[i]))
	if l.Verb == lineDefault {
		cards = slices.Clone(s.Hand[i][:owed])
	}
	if len(cards) != owed || !s.inHand(i, cards) {
		return nil, games.Refuse("mail.cards", "kingofcrime.refused.drop", games.Int("n", owed), s.handArg(i))
	}
	return []games.Fact{fact(factDiscarded, Discarded{Seat: s.id(i), Cards: cards, Owed: true})}, nil
}

// inHand tells whether a hand holds all these cards, copies counted.
func (s *State) inHand(i int, cards []string) bool {
	left := slices.Clone(s.Hand[i])
	for _, c := range cards {
		n := slices.Index(left, c)
		if n < 0 {
			return false
		}
		left = slices.Delete(left, n, n+1)
	}
	return true
}

func (s *State) handArg(i int) games.MsgArg { return games.With("hand", "list:card", s.Hand[i]...) }

// decideAction judges the one action of a turn (turn.action).
func (r Rules) decideAction(s *State, i int, l games.Line) ([]games.Fact, *games.Refusal) {
	x := r.run(s)
	x.add(factAction, Action{s.id(i), l.Verb, l.First(argAuto) != ""})
	var ref *games.Refusal
	switch l.Verb {
	case "mug":
		ref = x.playMugs(i, l.Arg("cards"))
	case "family":
		ref = x.playFamily(i, l)
	case "racket":
		ref = x.declare(i, l.First("card"))
	case "takeover":
		ref = x.takeover(i, l)
	case "straighten":
		ref = x.tidy(i, l.Arg("mugs"), l.Arg("cards"), l.Arg("more"))
	case "discard":
		ref = x.tidy(i, nil, nil, l.Arg("more"))
	case verbPass, lineDefault: // the same as discarding nothing (cmd.straighten)
	default:
		ref = games.Invalid("turn.action", "kingofcrime.refused.kind")
	}
	if ref != nil {
		ref.Nearest = r.nearest(s, i)
		return nil, ref
	}
	x.repairs()
	return x.done(), nil
}

// notInHand refuses cards that the hand does not hold.
func (s *State) notInHand(i int, rule string) *games.Refusal {
	return games.Refuse(rule, "kingofcrime.refused.hand", s.handArg(i))
}

// playMugs plays one Mug, and one more for each Racket controlled (action.mug).
func (x *run) playMugs(i int, cards []string) *games.Refusal {
	most := 1 + len(x.s.controlled(i))
	switch {
	case len(cards) == 0:
		return games.Invalid("action.mug", "kingofcrime.refused.kind")
	case !x.s.inHand(i, cards):
		return x.s.notInHand(i, "action.mug")
	case len(cards) > most:
		return games.Refuse("action.mug", "kingofcrime.refused.mugs", games.Int("n", most))
	}
	for _, c := range cards {
		x.add(factMugPlayed, MugFact{Seat: x.s.id(i), Mug: c})
	}
	return nil
}

// playFamily resolves a Family card; an attachment stays under its Mug
// (action.family, verb.attach, mug.attached).
func (x *run) playFamily(i int, l games.Line) *games.Refusal {
	card := x.s.deck.card(l.First("card"))
	if !x.s.inHand(i, []string{card.ID}) {
		return x.s.notInHand(i, "action.family")
	}
	e := card.Effect
	a, ref := x.s.aimer(i, e).aim(l)
	if ref != nil {
		return ref
	}
	played := FamilyPlayed{Seat: x.s.id(i), Card: card.ID, Mugs: a.mugs, Stays: e.Verb == verbAttach && len(a.mugs) > 0}
	if a.seat >= 0 && a.seat != i {
		played.Target = x.s.id(a.seat)
	}
	x.add(factFamily, played)
	if played.Stays {
		x.add(factAttached, MugFact{Seat: x.s.id(a.seat), Mug: a.mugs[0], Card: card.ID})
		return nil
	}
	x.instant(i, e, a)
	if e.Verb == verbHit {
		x.hitCard(i)
	}
	return nil
}

// hitCard lets the Rackets that follow a HIT card strike the same Families (bonus.extra).
func (x *run) hitCard(i int) {
	against := x.s.Jobs[len(x.s.Jobs)-1].Against
	for _, c := range x.s.bonuses(i, bonusExtra) {
		if c.Trigger != onHitCard {
			continue
		}
		x.extra(i, c, onHitCard)
		if c.Effect.Same {
			x.later(Job{Do: jobHit, Seat: x.s.id(i), N: c.Effect.N, Against: against})
		}
	}
}

// declare begins a Racket Round with a card of the hand: every other seat with
// a Mug for it may join (action.racket, round.join).
func (x *run) declare(i int, racket string) *games.Refusal {
	typ := x.s.typeOf(racket)
	switch {
	case !x.s.inHand(i, []string{racket}):
		return x.s.notInHand(i, "action.racket")
	case !x.s.eligible(i, typ):
		return games.Refuse("action.racket", "kingofcrime.refused.no-own-mug", games.With("type", "type", typ))
	}
	var asked []int
	for _, j := range x.s.after(i) {
		if x.s.eligible(j, typ) {
			asked = append(asked, j)
		}
	}
	x.add(factRacket, Declared{Seat: x.s.id(i), Racket: racket, Type: typ, Round: x.s.Rounds + 1, Asked: x.s.ids(asked)})
	return nil
}

// takeover goes for a Racket that another controls (action.takeover).
func (x *run) takeover(i int, l games.Line) *games.Refusal {
	racket := l.First("card")
	holder, typ := x.s.holderOf(racket), x.s.typeOf(racket)
	against := l.First("seat")
	switch {
	case len(x.s.Seats) < 3:
		return games.Refuse("action.takeover", "kingofcrime.refused.two")
	case holder < 0 || holder == i:
		return games.Refuse("action.takeover", "kingofcrime.refused.holder", games.With("card", "card", racket))
	case against != "" && against != x.s.id(holder):
		return games.Refuse("action.takeover", "kingofcrime.refused.not-his", games.With("card", "card", racket), seatArg("seat", x.s.id(holder)))
	case !x.s.eligible(i, typ):
		return games.Refuse("action.takeover", "kingofcrime.refused.no-own-mug", games.With("type", "type", typ))
	case !x.s.match(i, []string{racket}, nil).ok():
		return games.Refuse("action.takeover", "kingofcrime.refused.nobody-holds", games.With("card", "card", racket))
	}
	var third []int
	for _, j := range x.s.after(i) {
		if j != holder {
			third = append(third, j)
		}
	}
	x.add(factTakeover, Declared{
		Seat: x.s.id(i), Racket: racket, Type: typ, Round: x.s.Rounds + 1, Holder: x.s.id(holder), Asked: x.s.ids(third),
	})
	return nil
}

// tidy straightens Mugs for a discarded card each, and discards up to three
// cards more (action.straighten).
func (x *run) tidy(i int, mugs, paid, more []string) *games.Refusal {
	price, most := len(mugs), 3
	if x.s.option("straighten_price") == "one" {
		price = min(price, 1)
	}
	if x.s.option("discards") == "all" {
		most -= len(paid)
	}
	switch {
	case len(paid) != price:
		return games.Refuse("cmd.straighten", "kingofcrime.refused.price", games.Int("n", price), games.Int("paid", len(paid)))
	case len(more) > max(0, most):
		return games.Refuse("action.straighten", "kingofcrime.refused.three", games.Int("n", max(0, most)))
	case !x.s.inHand(i, slices.Concat(paid, more)):
		return x.s.notInHand(i, "action.straighten")
	}
	for n, id := range mugs {
		if m := x.s.mug(i, id); m == nil || !m.Turned || slices.Contains(mugs[:n], id) {
			return games.Refuse("action.straighten", "kingofcrime.refused.straight", games.With("cards", "list:card", x.s.straightening(i, len(x.s.Fam[i].Mugs))...))
		}
	}
	if cards := slices.Concat(paid, more); len(cards) > 0 {
		x.add(factDiscarded, Discarded{Seat: x.s.id(i), Cards: cards})
	}
	x.straighten(i, mugs)
	return nil
}

func seatArg(name, seat string) games.MsgArg { return games.With(name, "seat", seat) }
