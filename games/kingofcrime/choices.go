package kingofcrime

import (
	"slices"

	"fivepoints/games"
)

// optionLimit bounds the orders listed at a time.
const optionLimit = 120

// Options lists what a seat may do, as far as it knows: it reads the table and
// its own hand.
func (r Rules) Options(s *State, seat games.Seat, k games.Kind) games.Choice {
	i := s.seat(seat)
	if i < 0 || s.Step == stepOver || s.Step == stepFirst || s.Step == stepDeal || s.Step == stepBosses && k != kindBoss {
		return games.Choice{}
	}
	var lines []games.Line
	switch k {
	case kindBoss:
		for _, id := range s.freeBosses() {
			lines = append(lines, games.Order("boss", "boss", id))
		}
	case kindOption:
		lines = s.optionLines(i)
	case kindDrop:
		for _, c := range unique(s.dropping(i)) {
			lines = append(lines, games.Order("drop", "cards", c))
		}
	case kindAction:
		lines = r.actionLines(s, i)
	case kindJoin:
		lines = []games.Line{{Verb: verbJoin}, {Verb: verbOut}}
	case kindPlay:
		lines = append(r.playLines(s, i), games.Line{Verb: verbPass})
	case kindKeep, kindAssign:
		lines = s.racketLines(i, k)
	}
	return games.Choice{Lines: lines[:min(len(lines), optionLimit)], More: len(lines) > optionLimit || k == kindAction}
}

// dropping is the hand of a seat that must drop cards.
func (s *State) dropping(i int) []string {
	if s.Owed == 0 || i != s.Active {
		return nil
	}
	return s.Hand[i]
}

func unique(cards []string) []string { return slices.Compact(slices.Sorted(slices.Values(cards))) }

// racketLines are standing orders about one's Rackets.
func (s *State) racketLines(i int, k games.Kind) []games.Line {
	all := s.candidates(i, "")
	if s.seats(i) {
		all = s.candidates(i, s.Jobs[0].Racket)
	}
	var out []games.Line
	for _, racket := range all {
		if k == kindKeep {
			out = append(out, games.Order(verbKeep, "rackets", racket))
			continue
		}
		for _, m := range s.Fam[i].Mugs {
			if s.match(i, []string{racket}, []Placed{{racket, m.ID}}).ok() && s.assignable(i, racket, m.ID) {
				out = append(out, games.Order(verbAssign, "racket", racket, "to", m.ID))
			}
		}
	}
	return out
}

// seats tells whether Rackets of a seat are being put on holders.
func (s *State) seats(i int) bool {
	return len(s.Jobs) > 0 && s.Jobs[0].Do == jobSeat && s.Jobs[0].Seat == s.id(i)
}

func (s *State) assignable(i int, racket, mug string) bool {
	if !s.seats(i) {
		return true
	}
	j := s.Jobs[0]
	return j.Asked < len(s.kept(j)) && s.kept(j)[j.Asked] == racket && s.match(i, s.kept(j), append(slices.Clone(j.Put), Placed{racket, mug})).ok()
}

// optionLines are the OPTION Rackets that may be used, each with its targets.
func (s *State) optionLines(i int) []games.Line {
	if len(s.Jobs) > 0 && s.Jobs[0].Do == jobStraighten {
		var out []games.Line
		for _, m := range s.straightening(i, len(s.Fam[i].Mugs)) {
			out = append(out, games.Order(verbOption, "racket", s.Jobs[0].Racket, "on", m))
		}
		return out
	}
	var out []games.Line
	if i == s.Active {
		for _, c := range s.optionsLeft() {
			out = append(out, s.targetLines(i, games.Order(verbOption, "racket", c.ID), c.Effect.filled())...)
		}
	}
	return append(out, games.Line{Verb: verbOption})
}

// targetLines are an order with each target it can have.
func (s *State) targetLines(i int, l games.Line, e Effect) []games.Line {
	a := s.aimer(i, e)
	if _, ref := a.aim(l); ref == nil {
		return []games.Line{l}
	}
	var out []games.Line
	try := func(word string) {
		t := games.Line{Verb: l.Verb, Args: append(slices.Clone(l.Args), games.Arg{Name: "on", Vals: []string{word}})}
		if _, ref := a.aim(t); ref == nil {
			out = append(out, t)
		}
	}
	for _, j := range a.families() {
		if e.On != onMug {
			try(s.id(j))
			continue
		}
		for _, m := range a.choices(j) {
			try(m)
		}
	}
	return out
}

// actionLines are the actions of a turn that can be taken, one of each sort
// with each target; of the discards the least.
func (r Rules) actionLines(s *State, i int) []games.Line {
	var out []games.Line
	hand := unique(s.Hand[i])
	for _, id := range hand {
		switch c := s.deck.card(id); c.Kind {
		case cardMug:
			out = append(out, games.Order("mug", "cards", id))
		case cardRacket:
			if s.eligible(i, c.Type) {
				out = append(out, games.Order("racket", "card", id))
			}
		}
	}
	for _, racket := range s.prey(i) {
		out = append(out, games.Order("takeover", "card", racket))
	}
	for _, id := range hand {
		if c := s.deck.card(id); c.Kind == cardFamily {
			out = append(out, s.targetLines(i, games.Order("family", "card", id), c.Effect)...)
		}
	}
	if turned := s.straightening(i, 1); len(turned) > 0 && len(hand) > 0 {
		l := games.Order("straighten", "mugs", turned[0], "cards", hand[0])
		out = append(out, l)
	}
	if len(hand) > 0 {
		out = append(out, games.Order("discard", "more", hand[0]))
	}
	return append(out, games.Line{Verb: verbPass})
}

// prey are the Rackets that a seat may try to take over (action.takeover).
func (s *State) prey(i int) []string {
	var out []string
	if len(s.Seats) < 3 {
		return nil
	}
	for _, j := range s.after(i) {
		for _, racket := range s.controlled(j) {
			if s.eligible(i, s.typeOf(racket)) && s.match(i, []string{racket}, nil).ok() {
				out = append(out, racket)
			}
		}
	}
	return out
}

// playLines are the cards that a seat may play in the round, with each target.
func (r Rules) playLines(s *State, i int) []games.Line {
	if s.Round == nil || !slices.Contains(s.players(), i) && !slices.Contains(s.Round.Asked, i) {
		return nil
	}
	var out []games.Line
	for _, id := range unique(s.Hand[i]) {
		c := s.deck.card(id)
		l := games.Order(verbPlay, "card", id)
		switch {
		case c.Kind == cardMug && !s.Round.takeover():
			out = append(out, l)
		case c.Kind == cardRound && !(c.Effect.answers() && s.Round.takeover()):
			out = append(out, s.targetLines(i, l, c.Effect)...)
		}
	}
	return out
}

// nearest lists up to three actions that are legal, for a refusal.
func (r Rules) nearest(s *State, i int) []games.Line {
	lines := r.actionLines(s, i)
	return lines[:min(3, len(lines))]
}

// Default is the automatic move (mail.auto); what comes after a third miss is
// the platform's (mail.ladder). No OPTION, nothing discarded, and
// after a second miss in a row the Mug with the most points (mail.action); a
// seat joins, and plays no card.
func (r Rules) Default(s *State, d games.Decision, miss int) games.Line {
	nothing := games.Line{Verb: lineDefault}
	i := s.seat(d.Seat)
	if d.Kind != kindAction || i < 0 {
		return nothing
	}
	auto := games.Arg{Name: argAuto, Vals: []string{lineDefault}}
	best := ""
	for _, id := range s.Hand[i] {
		if c := s.deck.card(id); c.Kind == cardMug && (best == "" || c.FP > s.deck.card(best).FP) {
			best = id
		}
	}
	if miss < 2 || best == "" {
		return games.Line{Verb: verbPass, Args: []games.Arg{auto}}
	}
	l := games.Order("mug", "cards", best)
	l.Args = append(l.Args, auto)
	return l
}
