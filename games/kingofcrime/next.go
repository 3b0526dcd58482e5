package kingofcrime

import (
	"slices"
	"strconv"

	"fivepoints/games"
)

// The kinds of orders; those about Rackets are in control.go.
const (
	kindBoss   = "boss"
	kindOption = "option"
	kindAction = "action"
	kindDrop   = "drop"
	kindJoin   = "join"
	kindPlay   = "play"
)

// Labels of draws (chance.labels). All follow from the game's secret (chance.secret).
const (
	labelBosses = "bosses"
	labelFirst  = "first"
	labelPile   = "pile"
	pathMix     = "reshuffle/"
	pathWhite   = "white/"
	pathRed     = "red/"
	pathHit     = "hit/"
	pathRandom  = "random/"
)

func number(word string) int {
	n, err := strconv.Atoi(word)
	if err != nil {
		return 0
	}
	return n
}

func itoa(n int) string { return strconv.Itoa(n) }

func (s *State) turnMail() string   { return "turn/" + itoa(s.Turn) }
func (s *State) optionMail() string { return "option/" + itoa(s.Turn) }
func (s *State) bossMail() string   { return "boss/" + itoa(s.Chosen+1) }

// roundMail is the mail that asks who joins, or what third parties play.
func (s *State) roundMail() string {
	if s.Round.takeover() {
		return "takeover/" + itoa(s.Round.N)
	}
	return "round/" + itoa(s.Round.N)
}

// playMail is the mail whose plan a seat's visits follow: that of the answer
// wave, of the round, or for who began it that of his turn.
func (s *State) playMail(i int) string {
	switch rd := s.Round; {
	case rd.Wave > 0:
		return "answer/" + itoa(rd.N) + "/" + itoa(rd.Wave)
	case i == rd.By:
		return s.turnMail()
	}
	return s.roundMail()
}

// Next walks the game: jobs first, then the round, then the turn.
func (r Rules) Next(s *State) games.Step {
	switch {
	case s.Step == stepOver:
		return games.Step{Over: s.result()}
	case s.Step == stepBosses || s.Step == stepFirst || s.Step == stepDeal:
		return r.setup(s)
	}
	if i := s.winner(); i >= 0 {
		return games.Step{Auto: s.won(i)}
	}
	switch {
	case len(s.Jobs) > 0:
		return r.job(s, s.Jobs[0])
	case s.Round != nil:
		return r.round(s)
	case s.Step == stepTurn:
		return r.turn(s)
	}
	return r.begin(s)
}

// setup deals Bosses, draws who begins and deals six cards to each (setup.boss,
// setup.first, setup.deal). Bosses that nobody got leave the game.
func (r Rules) setup(s *State) games.Step {
	switch {
	case s.Step == stepBosses && s.option("boss") == "choose":
		return games.Step{Due: []games.Decision{{
			ID: s.bossMail() + "/boss", Seat: s.Seats[s.Chosen], Kind: kindBoss, Window: s.bossMail(), Must: true,
		}}}
	case s.Step == stepBosses:
		return games.Step{Draw: &games.Draw{Label: labelBosses, Pool: s.deck.of(cardBoss), N: len(s.Seats), Window: s.Last}}
	case s.Step == stepFirst && s.option("first") == "listed":
		return games.Step{Auto: []games.Fact{fact(factFirst, FirstDrawn{Seat: s.id(0)})}}
	case s.Step == stepFirst:
		all := make([]int, len(s.Seats))
		for i := range all {
			all[i] = i
		}
		return games.Step{Draw: &games.Draw{Label: labelFirst, Pool: s.ids(all), N: 1, Window: s.Last}}
	}
	pool := s.deck.playable()
	return games.Step{Draw: &games.Draw{Label: labelPile, Pool: pool, N: len(pool), Hidden: true}}
}

// begin is the start of the next seat's turn, or the end at the cap (goal.cap).
func (r Rules) begin(s *State) games.Step {
	if most := number(s.option("turn_cap")); most > 0 && s.Turn >= most {
		return games.Step{Auto: append([]games.Fact{fact(factCap, TurnStarted{s.Turn, s.id(s.Active)})}, s.capped()...)}
	}
	next := s.Active
	if s.Turn > 0 {
		next = s.after(s.Active)[0]
	}
	x := r.run(s)
	x.add(factTurn, TurnStarted{s.Turn + 1, s.id(next)})
	x.extras(next, onTurnStart, "")
	return x.step()
}

// due is how many cards the turn's draw still owes: up to seven in hand, or
// what OPTION Rackets have left of it (turn.draw, turn.option).
func (s *State) due() int {
	if s.Left >= 0 {
		return s.Left
	}
	return max(0, handSize-len(s.Hand[s.Active]))
}

// optionsLeft are the OPTION Rackets that may still replace a draw in this turn.
func (s *State) optionsLeft() []Card {
	if s.Declined || s.due() == 0 || s.Step != stepTurn {
		return nil
	}
	var out []Card
	for _, c := range s.bonuses(s.Active, bonusOption) {
		if !slices.Contains(s.Used, c.ID) {
			out = append(out, c)
		}
	}
	return out
}

// turn is a turn up to its action: OPTIONs, the draw, what must be dropped,
// the action (turn.action).
func (r Rules) turn(s *State) games.Step {
	i := s.Active
	switch {
	case len(s.optionsLeft()) > 0:
		return s.ask(i, kindOption, s.optionMail(), itoa(len(s.Used)+1))
	case s.due() > 0 && s.canDraw():
		return r.draw(s, i, s.due(), true)
	case s.Owed > 0 && len(s.Hand[i]) > 0:
		return s.ask(i, kindDrop, s.turnMail(), "drop")
	}
	return s.ask(i, kindAction, s.turnMail(), "action")
}

func (s *State) ask(i int, kind games.Kind, mail, what string) games.Step {
	return games.Step{Due: []games.Decision{{
		ID: mail + "/" + what, Seat: s.Seats[i], Kind: kind, Window: mail, Must: kind != kindDrop,
	}}}
}

// canDraw tells whether a card is left to draw, now or once the discard is shuffled.
func (s *State) canDraw() bool {
	return len(s.Pile) > 0 || len(s.Discard) > 0 && s.option("empty_pile") != "stop"
}

// draw takes cards from the pile; when it is empty the discard is shuffled
// first, and when both are nobody draws (turn.empty).
func (r Rules) draw(s *State, i, n int, turn bool) games.Step {
	if len(s.Pile) == 0 {
		pool := slices.Sorted(slices.Values(s.Discard))
		return games.Step{Draw: &games.Draw{Label: pathMix + itoa(s.Reshuffles+1), Pool: pool, N: len(pool), Hidden: true}}
	}
	x := r.run(s)
	x.draw(i, n, turn)
	return x.step()
}

func (x *run) draw(i, n int, turn bool) int {
	n = min(n, len(x.s.Pile))
	cards := slices.Sorted(slices.Values(x.s.Pile[:n]))
	x.add(factDrawn, CardsDrawn{x.s.id(i), n, turn}, part(x.s.Seats[i], Cards{cards}))
	return n
}

// job does the first thing that waits.
func (r Rules) job(s *State, j Job) games.Step {
	i := s.index(j.Seat)
	switch j.Do {
	case jobDraw:
		return r.drawJob(s, i, j)
	case jobHit:
		label := pathHit + itoa(s.Turn) + "/" + itoa(s.Hits+1)
		return games.Step{Draw: &games.Draw{Label: label, Pool: faces(), N: 1, Window: s.Last}}
	case jobRed:
		label := pathRed + itoa(s.Turn) + "/" + itoa(s.Reds+1)
		return games.Step{Draw: &games.Draw{Label: label, Pool: faces(), N: 1, Window: s.Last}}
	case jobLose, jobSteal:
		return r.randomJob(s, j)
	case jobStraighten:
		return r.straightenJob(s, i, j)
	}
	return r.seating(s, j)
}

// faces are those of a die.
func faces() []string { return []string{"1", "2", "3", "4", "5", "6"} }

func (r Rules) drawJob(s *State, i int, j Job) games.Step {
	if s.canDraw() && len(s.Pile) == 0 {
		return r.draw(s, i, j.N, false)
	}
	x := r.run(s)
	x.pop()
	if n := min(j.N, len(s.Pile)); n > 0 {
		x.draw(i, n, false)
		if n < j.N { // the rest behind a reshuffle
			j.N -= n
			x.s.Jobs = append([]Job{j}, x.s.Jobs...)
		}
	}
	return x.step()
}

// randomJob draws cards by lot from a hand (verb.discard, verb.steal).
func (r Rules) randomJob(s *State, j Job) games.Step {
	pool := s.Hand[s.index(j.Against[0])]
	if len(pool) == 0 { // (effect.none)
		x := r.run(s)
		x.pop()
		return x.step()
	}
	label := pathRandom + itoa(s.Turn) + "/" + itoa(s.Randoms+1)
	return games.Step{Draw: &games.Draw{Label: label, Pool: slices.Clone(pool), N: min(j.N, len(pool)), Hidden: true}}
}

// straightenJob straightens by an EXTRA: what its owner's standing OPTION line
// names, else what the rules choose (mail.cards).
func (r Rules) straightenJob(s *State, i int, j Job) games.Step {
	turned := s.straightening(i, len(s.Fam[i].Mugs))
	if len(turned) > j.N && s.asks() {
		return games.Step{Due: []games.Decision{s.standing(i, kindOption, j.Racket+itoa(s.Turn))}}
	}
	x := r.run(s)
	x.pop()
	x.straighten(i, turned[:min(j.N, len(turned))])
	return x.step()
}

func (x *run) straighten(i int, mugs []string) {
	for _, m := range mugs {
		x.add(factStraight, MugFact{Seat: x.s.id(i), Mug: m})
	}
}

// Windows lists the mail that is open, or whose orders are being carried out.
func (r Rules) Windows(s *State) []games.Window {
	if s.Step == stepBosses && s.option("boss") == "choose" {
		return []games.Window{{ID: s.bossMail(), Tag: "b" + itoa(s.Chosen+1), Turn: 1, Seats: s.Seats[s.Chosen : s.Chosen+1], Kinds: []games.Kind{kindBoss}, Report: kindBoss}}
	}
	if len(s.Seats) == 0 || s.Step == stepBosses {
		return nil
	}
	due := r.Next(s).Due
	if len(due) == 0 {
		return nil
	}
	return []games.Window{s.window(due)}
}

// window is the mail of what is due.
func (s *State) window(due []games.Decision) games.Window {
	d := due[0]
	w := games.Window{ID: d.Window, Turn: max(1, s.Turn), Seats: []games.Seat{d.Seat}}
	turn := itoa(w.Turn)
	switch {
	case d.Kind == kindKeep || d.Kind == kindAssign || d.Kind == kindOption && d.Window != s.optionMail():
		w.Tag, w.Kinds = "t"+turn, []games.Kind{d.Kind}
	case d.Kind == kindOption:
		w.Tag, w.Kinds, w.Report = "o"+turn, []games.Kind{kindOption}, kindOption
	case s.Round == nil || d.Window == s.turnMail():
		w.Tag, w.Kinds, w.Report = "t"+turn, []games.Kind{kindAction, kindDrop, kindPlay}, "turn"
	case d.Kind == kindJoin:
		w.Tag, w.Kinds, w.Report, w.Seats = "r"+itoa(s.Round.N), []games.Kind{kindJoin, kindPlay}, kindJoin, seatsOf(due)
	case s.Round.Wave > 0:
		w.Tag, w.Kinds, w.Report = "a"+itoa(s.Round.N)+"-"+itoa(s.Round.Wave), []games.Kind{kindPlay}, "answer"
		w.Seats, w.Waived = s.answering()
	default:
		w.Tag, w.Kinds, w.Report = "r"+itoa(s.Round.N), []games.Kind{kindPlay}, "takeover"
		if !s.Round.takeover() { // a participant's plan came with his joining
			w.Kinds, w.Report = []games.Kind{kindJoin, kindPlay}, kindJoin
		}
		w.Seats, _ = s.answering()
	}
	return w
}

func seatsOf(due []games.Decision) []games.Seat {
	var out []games.Seat
	for _, d := range due {
		out = append(out, d.Seat)
	}
	return out
}

// answering lists who may play cards and has some, and those of them that said
// they will not (mail.wave, cmd.more).
func (s *State) answering() (seats, waived []games.Seat) {
	for _, i := range s.players() {
		if len(s.Hand[i]) == 0 {
			continue
		}
		seats = append(seats, s.Seats[i])
		if slices.Contains(s.Round.Done, i) {
			waived = append(waived, s.Seats[i])
		}
	}
	return seats, waived
}

// Drawn turns picks into facts; each names its label.
func (r Rules) Drawn(s *State, d games.Draw, picks []int) []games.Fact {
	var drawn []string
	for _, n := range picks {
		drawn = append(drawn, d.Pool[n])
	}
	x := r.run(s)
	switch {
	case d.Label == labelBosses:
		b := BossDealt{Label: d.Label}
		for i, id := range drawn {
			b.Bosses = append(b.Bosses, SeatCard{s.id(i), id})
		}
		x.add(factBosses, b)
	case d.Label == labelFirst:
		x.add(factFirst, FirstDrawn{drawn[0], d.Label})
	case d.Label == labelPile:
		x.deal(drawn)
	case isPath(d.Label, pathMix):
		x.add(factReshuffled, Reshuffled{len(drawn), d.Label}, part(games.Engine, Cards{drawn}))
	case isPath(d.Label, pathRandom):
		x.random(drawn, d.Label)
	default:
		x.rolled(d.Label, number(drawn[0]))
	}
	return x.done()
}

// deal gives six cards to each, clockwise from the first seat, and leaves the
// rest as the pile; hands are their owners' (setup.deal, info.public).
func (x *run) deal(cards []string) {
	f := Dealt{Hands: make([]int, len(x.s.Seats)), Label: labelPile}
	var parts []games.Part
	for k := range x.s.Seats {
		i := (x.s.Active + k) % len(x.s.Seats)
		f.Hands[i] = dealSize
		parts = append(parts, part(x.s.Seats[i], Cards{slices.Sorted(slices.Values(cards[:dealSize]))}))
		cards = cards[dealSize:]
	}
	f.Pile = len(cards)
	x.add(factDealt, f, append(parts, part(games.Engine, Cards{cards}))...)
}

// random takes cards drawn by lot from a hand.
func (x *run) random(cards []string, label string) {
	j := x.pop()
	slices.Sort(cards)
	from := j.Against[0]
	if j.Do == jobLose {
		x.add(factDiscarded, Discarded{Seat: from, Cards: cards, Label: label})
		return
	}
	x.add(factStolen, Stolen{from, j.Seat, len(cards), label},
		part(games.Seat(from), Cards{cards}), part(games.Seat(j.Seat), Cards{slices.Clone(cards)}))
}

// rolled is a die that has fallen: HIT and red ones strike at once, white ones
// when all lie there.
func (x *run) rolled(label string, n int) {
	if isPath(label, pathWhite) {
		x.white(label, n)
		return
	}
	j := x.s.Jobs[0]
	roll := DieRolled{Seat: j.Seat, Die: dieRed, N: n, Label: label, Against: x.s.ids(x.s.targets(x.s.index(j.Seat)))}
	if j.Do == jobHit {
		roll.Die, roll.Against = dieHit, j.Against
	}
	x.pop()
	x.add(factDie, roll)
	if j.Do == jobHit && j.N > 1 {
		j.N--
		x.s.Jobs = append([]Job{j}, x.s.Jobs...)
		if x.s.option("dice") == "together" {
			x.s.Jobs[0].Rolled = append(slices.Clone(j.Rolled), n)
			return
		}
	}
	dice := append(slices.Clone(j.Rolled), n)
	for _, seat := range roll.Against {
		x.strike(x.s.index(seat), dice)
	}
	x.repairs()
}
