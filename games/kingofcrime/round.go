package kingofcrime

import (
	"slices"
	"strings"

	"fivepoints/games"
)

// round goes on with a round or a takeover, in the order of section 5.
func (r Rules) round(s *State) games.Step {
	switch s.Round.Stage {
	case stageJoin:
		return r.joining(s)
	case stagePlay:
		return r.playing(s)
	case stageDice:
		return r.throwing(s)
	case stageHits:
		return r.hits(s)
	case stageSeat:
		return r.reseat(s)
	case stageTotal:
		return r.totals(s)
	case stageResult:
		return r.result(s)
	}
	return r.endRound(s)
}

// joining asks everybody with a Mug for the round whether it joins, sealed;
// then the round begins, or who is alone has won (round.join, mail.join,
// round.alone, takeover.two).
func (r Rules) joining(s *State) games.Step {
	rd := s.Round
	if rd.takeover() {
		return r.start(s, []int{rd.By, rd.Holder})
	}
	var due []games.Decision
	mail := s.roundMail()
	for _, i := range rd.Asked {
		if !slices.Contains(rd.Said, i) {
			due = append(due, games.Decision{ID: mail + "/join/" + s.id(i), Seat: s.Seats[i], Kind: kindJoin, Window: mail, Sealed: mail})
		}
	}
	if len(due) > 0 {
		return games.Step{Due: due}
	}
	if len(rd.Parts) == 1 {
		x := r.run(s)
		x.later(Job{Do: jobSeat, Seat: s.id(rd.By), Racket: rd.Racket, Alone: true})
		x.add(factStage, StageSet{stageEnd})
		return x.step()
	}
	parts := slices.DeleteFunc(append([]int{rd.By}, s.after(rd.By)...), func(i int) bool { return !rd.in(i) })
	return r.start(s, parts)
}

// start sets off what the start of a round does for its participants: Mugs
// with a draw of its type that take part, EXTRA Rackets (round.start, mug.draw).
func (r Rules) start(s *State, parts []int) games.Step {
	x := r.run(s)
	x.add(factStarted, Started{s.Round.N, s.ids(parts)})
	if s.Round.takeover() && s.option("takeover_bonus") == no {
		return x.step()
	}
	for _, i := range parts {
		for _, m := range x.s.Fam[i].Mugs {
			if x.s.draws(m) {
				x.soon(Job{Do: jobDraw, Seat: x.s.id(i), N: 1})
			}
		}
		x.extras(i, onRoundStart, "")
	}
	return x.step()
}

// draws tells a Mug that draws in this round and takes part.
func (s *State) draws(m Mug) bool {
	on := s.deck.card(m.ID).DrawOn
	return on != "" && has(on, s.Round.Type) && s.fits(m, s.Round.Type)
}

// players are who may play cards, in the order of their visits: the
// participants, or in a takeover the others (round.play, takeover.cards).
func (s *State) players() []int {
	if s.Round.takeover() {
		return s.Round.Asked
	}
	return s.Round.Parts
}

// playing visits the players in turn, one card or a pass a visit, until all
// pass in a row; then answers may be asked, and the dice fall (round.play,
// mail.visit, mail.waves).
func (r Rules) playing(s *State) games.Step {
	rd := s.Round
	if i := s.visit(); i >= 0 {
		id := "play/" + itoa(rd.N) + "/" + itoa(rd.Visits+1)
		return games.Step{Due: []games.Decision{{ID: id, Seat: s.Seats[i], Kind: kindPlay, Window: s.playMail(i), Patient: true}}}
	}
	x := r.run(s)
	seats, waived := s.answering()
	if most := number(s.option("max_waves")); len(seats) > len(waived) && rd.Wave < most && (rd.Played || rd.Drew && !rd.takeover()) {
		x.add(factWave, WaveOpened{rd.N, rd.Wave + 1, rd.Wave+1 == most})
		return x.step()
	}
	if len(s.live(verbVoid)) > 0 { // (round.void, verb.void)
		x.fail("void")
		x.add(factStage, StageSet{stageEnd})
		return x.step()
	}
	x.add(factStage, StageSet{stageDice})
	return x.step()
}

// visit is the next player to be asked, -1 when all have passed in a row. Who
// has no card passes without a word.
func (s *State) visit() int {
	rd, players := s.Round, s.players()
	start := slices.Index(players, rd.Visited) + 1
	for k := range players {
		i := players[(start+k)%len(players)]
		if len(s.Hand[i]) > 0 && !slices.Contains(rd.Passed, i) {
			return i
		}
	}
	return -1
}

// fail takes the Racket of the round from the table, or lets a takeover fail.
func (x *run) fail(why string) {
	rd := x.s.Round
	if rd.takeover() {
		x.add(factFailed, RacketFact{x.s.id(rd.By), rd.Racket, why})
		return
	}
	x.add(factNobody, RacketFact{Racket: rd.Racket, Why: why})
}

// decideJoin lets a seat join or stay out (round.join).
func (r Rules) decideJoin(s *State, i int, l games.Line) ([]games.Fact, *games.Refusal) {
	if slices.Contains(s.Round.Said, i) {
		return nil, games.Invalid("round.join", "kingofcrime.refused.kind")
	}
	typ := factJoined
	if l.Verb == verbOut || l.Verb == lineDefault && s.option("silent") == "out" {
		typ = factStayed
	}
	return []games.Fact{fact(typ, SeatFact{s.id(i)})}, nil
}

// decidePlay judges one visit: a card, or a pass (mail.visit).
func (r Rules) decidePlay(s *State, i int, l games.Line) ([]games.Fact, *games.Refusal) {
	x := r.run(s)
	if l.Verb != verbPlay {
		done := slices.Contains(s.Round.Done, i)
		switch l.Verb {
		case verbNoMore:
			done = true
		case verbMore:
			done = false
		}
		x.add(factPassed, PlayPassed{s.id(i)}, part(s.Seats[i], NoMore{done}))
		return x.done(), nil
	}
	card := s.deck.card(l.First("card"))
	var ref *games.Refusal
	switch {
	case !s.inHand(i, []string{card.ID}):
		ref = s.notInHand(i, "round.play")
	case card.Kind == cardMug:
		ref = x.mugInRound(i, card)
	default:
		ref = x.roundCard(i, card, l)
	}
	if ref != nil {
		return nil, ref
	}
	return x.done(), nil
}

// mugInRound plays a Mug during a round: it takes part at once if it can. In a
// takeover nobody does (takeover.cards).
func (x *run) mugInRound(i int, card Card) *games.Refusal {
	if x.s.Round.takeover() {
		return games.Refuse("takeover.cards", "kingofcrime.refused.takeover-mug")
	}
	x.add(factMugPlayed, MugFact{Seat: x.s.id(i), Mug: card.ID})
	if x.s.option("draw_on_played") == yes && x.s.draws(Mug{ID: card.ID}) {
		x.soon(Job{Do: jobDraw, Seat: x.s.id(i), N: 1})
	}
	return nil
}

// roundCard plays a round card: answers and draws act at once, the rest waits
// as an entry (round.entries).
func (x *run) roundCard(i int, card Card, l games.Line) *games.Refusal {
	e := card.Effect
	if e.answers() && x.s.Round.takeover() {
		return games.Refuse("takeover.cards", "kingofcrime.refused.takeover-answer")
	}
	a, ref := x.s.aimer(i, e).aim(l)
	if ref != nil {
		return ref
	}
	seat := x.s.id(i)
	played := CardPlayed{Seat: seat, Card: card.ID, Mugs: a.mugs}
	if a.seat >= 0 {
		played.Target = x.s.id(a.seat)
	}
	x.add(factCard, played)
	switch {
	case e.Verb == verbCancel:
		x.add(factCancelled, Answered{Entry: a.entry, Card: x.s.Round.Entries[a.entry].Card, By: seat})
	case e.Verb == verbRedirect:
		mug := ""
		if len(a.mugs) > 0 {
			mug = a.mugs[0]
		}
		x.add(factRedirected, Answered{a.entry, x.s.Round.Entries[a.entry].Card, seat, played.Target, mug})
	case e.waits():
		entry := Entry{Card: card.ID, By: seat, Verb: e.Verb, N: e.N, Seat: played.Target}
		if len(a.mugs) > 0 {
			entry.Mug = a.mugs[0]
		}
		x.add(factEntry, entry)
	default:
		x.instant(i, e, a)
	}
	return nil
}

// throwing rolls the white dice of the participants that no card has fixed
// (round.dice, verb.die).
func (r Rules) throwing(s *State) games.Step {
	rd := s.Round
	for _, i := range rd.Parts {
		if rd.White[i] > 0 {
			continue
		}
		if n := s.fixed(i); n > 0 {
			return games.Step{Auto: []games.Fact{fact(factDie, DieRolled{Seat: s.id(i), Die: dieWhite, N: n})}}
		}
		label := pathWhite + itoa(rd.N) + "/" + s.id(i)
		return games.Step{Draw: &games.Draw{Label: label, Pool: faces(), N: 1, Window: s.Last}}
	}
	return games.Step{Auto: []games.Fact{fact(factStage, StageSet{stageHits})}}
}

// fixed is the number that cards give a seat's white die, 0 for none; of
// several the last one counts (round.entries).
func (s *State) fixed(i int) int {
	n := 0
	for _, e := range s.live(verbDie) {
		if e.Seat == s.id(i) && (n == 0 || s.option("priority") != "first") {
			n = e.N
		}
	}
	return n
}

func (x *run) white(label string, n int) {
	seat := label[strings.LastIndexByte(label, '/')+1:]
	x.add(factDie, DieRolled{Seat: seat, Die: dieWhite, N: n, Label: label})
}

// hits compares every Mug of the participants with the white dice of the
// others, Family by Family from who began (round.hits, round.effect); red dice
// follow as jobs (round.red).
func (r Rules) hits(s *State) games.Step {
	x := r.run(s)
	x.add(factStage, StageSet{stageSeat})
	for _, i := range s.Round.Parts {
		var dice []int
		for _, j := range s.Round.Parts {
			if j != i || s.option("own_die") == yes {
				dice = append(dice, s.Round.White[j])
			}
		}
		x.strike(i, dice)
	}
	return x.step()
}

// reseat lets the Families that lost holders rearrange, before the totals;
// what nobody can hold waits beside them (round.waiting).
func (r Rules) reseat(s *State) games.Step {
	x := r.run(s)
	for k := range s.Seats {
		if i := (s.Round.By + k) % len(s.Seats); s.homeless(i) {
			x.later(Job{Do: jobSeat, Seat: s.id(i)})
		}
	}
	x.add(factStage, StageSet{stageTotal})
	return x.step()
}

// totals adds up: Mugs, COMBO Rackets, cards, the white die and what Rackets
// make of that die (round.total, bonus.extra).
func (r Rules) totals(s *State) games.Step {
	x := r.run(s)
	if !s.Round.takeover() || s.option("takeover_bonus") != no {
		for _, i := range s.Round.Parts {
			x.extras(i, onDie+itoa(s.Round.White[i]), "")
		}
	}
	var f Totals
	for _, i := range s.Round.Parts {
		t := x.s.sum(i)
		if s.Round.takeover() && s.option("takeover_bonus") == no {
			t.Total, t.Combo = t.Total-t.Combo, 0
		}
		t.Die = s.Round.White[i]
		t.Total += t.Die
		if s.option("total") == "floor" {
			t.Total = max(0, t.Total)
		}
		f.Totals = append(f.Totals, t)
	}
	x.add(factTotals, f)
	return x.step()
}

// result gives the Racket to the one with the most, to nobody at a tie
// (round.tie), and a takeover to an attacker with more than the holder
// (takeover.win); a Racket that waits cannot be taken (takeover.lost).
func (r Rules) result(s *State) games.Step {
	x := r.run(s)
	rd := s.Round
	x.add(factStage, StageSet{stageEnd})
	if rd.takeover() {
		x.taken()
		return x.step()
	}
	best, tie := rd.Sums[0], false
	for _, t := range rd.Sums[1:] {
		tie = t.Total == best.Total || tie && t.Total < best.Total
		if t.Total > best.Total {
			best, tie = t, false
		}
	}
	if tie {
		x.fail("tie")
	} else {
		x.later(Job{Do: jobSeat, Seat: best.Seat, Racket: rd.Racket})
	}
	return x.step()
}

func (x *run) taken() {
	rd := x.s.Round
	attacker, holder := rd.Sums[0].Total, rd.Sums[1].Total
	absent := x.s.option("holder_absent") == "loses" && !x.s.eligible(rd.Holder, rd.Type)
	switch {
	case x.s.on(rd.Holder, rd.Racket) == "":
		x.fail("waits")
	case attacker > holder || absent:
		x.later(Job{Do: jobSeat, Seat: x.s.id(rd.By), Racket: rd.Racket})
	case attacker == holder && x.s.option("takeover_tie") == "discard":
		x.add(factNobody, RacketFact{Racket: rd.Racket, Why: "tie"})
	default:
		x.fail("less")
	}
}

// endRound sets off what the victory does, throws away what waits and the cards
// played, and ends the action (round.trigger, round.end).
func (r Rules) endRound(s *State) games.Step {
	rd := s.Round
	x := r.run(s)
	if rd.Winner >= 0 && rd.Won != "" && (len(rd.Parts) > 1 && !(rd.takeover() && s.option("takeover_bonus") == no) || s.option("alone_triggers") == yes) {
		x.extras(rd.Winner, onRoundWin, rd.Won)
	}
	for i, f := range s.Fam {
		for _, h := range f.Rackets {
			if h.On == "" {
				x.add(factGone, RacketFact{Seat: s.id(i), Racket: h.ID})
			}
		}
	}
	x.add(factEnd, RoundEnded{rd.N})
	return x.step()
}
