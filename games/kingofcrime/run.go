package kingofcrime

import (
	"slices"
	"strings"

	"fivepoints/games"
)

// run gathers the facts of one step on a copy of the state, so that each sees
// those before it.
type run struct {
	r     Rules
	s     *State
	facts []games.Fact
	moved bool // the queue of jobs has changed
}

func (r Rules) run(s *State) *run { return &run{r: r, s: s.clone()} }

// add folds a fact and keeps it.
func (x *run) add(typ string, pub games.Payload, parts ...games.Part) {
	f := fact(typ, pub, parts...)
	x.r.Evolve(x.s, f)
	x.facts = append(x.facts, f)
}

// done returns the facts, with the queue when it has changed.
func (x *run) done() []games.Fact {
	if x.moved {
		x.add(factQueue, Queue{some(x.s.Jobs)})
	}
	x.moved = false
	return x.facts
}

// some is a list as facts hold it: none at all when it is empty.
func some[T any](list []T) []T {
	if len(list) == 0 {
		return nil
	}
	return slices.Clone(list)
}

func (x *run) step() games.Step { return games.Step{Auto: x.done()} }

// later puts a job at the end.
func (x *run) later(j Job) { x.s.Jobs, x.moved = append(slices.Clone(x.s.Jobs), j), true }

// soon puts a job behind the draws and red dice that wait at the front, so that
// a HIT die is over before the next one falls (verb.hit, round.red).
func (x *run) soon(j Job) {
	n := slices.IndexFunc(x.s.Jobs, func(o Job) bool { return o.Do != jobDraw && o.Do != jobRed })
	if n < 0 {
		n = len(x.s.Jobs)
	}
	x.s.Jobs, x.moved = slices.Insert(slices.Clone(x.s.Jobs), n, j), true
}

// pop takes the first job off.
func (x *run) pop() Job {
	j := x.s.Jobs[0]
	x.s.Jobs, x.moved = slices.Clone(x.s.Jobs[1:]), true
	return j
}

// change writes the first job anew.
func (x *run) change(j Job) {
	x.s.Jobs, x.moved = append([]Job{j}, x.s.Jobs[1:]...), true
}

// strike is a die against a Family: every Mug with that number is hit, in the
// order of play (round.hits).
func (x *run) strike(i int, dice []int) {
	for _, m := range slices.Clone(x.s.Fam[i].Mugs) {
		for _, die := range dice {
			if x.s.exposed(i, m.ID) && x.s.deck.card(m.ID).Die == die {
				x.hit(i, m.ID, die)
			}
		}
	}
}

// exposed tells whether dice can hit a Mug: it is there, and in a round neither
// shielded nor excluded (verb.shield, verb.exclude).
func (s *State) exposed(i int, id string) bool {
	m := s.mug(i, id)
	switch {
	case m == nil:
		return false
	case s.Round == nil:
		return true
	case s.shielded(i) || s.excluded(id):
		return false
	}
	return s.option("exposed") != "fitting" || s.fits(*m, s.Round.Type)
}

// hit is what a die does to a Mug: armor takes it, else it is turned, or
// discarded; a Boss is only ever turned (mug.die, round.effect).
func (x *run) hit(i int, id string, die int) {
	m, card := *x.s.mug(i, id), x.s.deck.card(id)
	if n := slices.IndexFunc(m.Under, func(c string) bool { return x.s.deck.card(c).Effect.Give == giveArmor }); n >= 0 {
		x.add(factArmor, MugFact{x.s.id(i), id, m.Under[n], die})
		return
	}
	switch {
	case card.OnHit == "turn" && !m.Turned:
		x.add(factTurned, MugFact{Seat: x.s.id(i), Mug: id, Die: die})
	case card.Kind == cardBoss: // it just stays turned
		return
	default:
		x.add(factLost, MugFact{Seat: x.s.id(i), Mug: id, Die: die})
	}
	x.struck(i, m)
	if x.s.mug(i, id) == nil {
		x.mugLost(i)
	}
}

// struck queues the red die of a Mug that a die has turned or discarded; what
// was attached counts (mug.retaliation, mug.attached).
func (x *run) struck(i int, m Mug) {
	red := x.s.deck.card(m.ID).Retaliation
	for _, c := range m.Under {
		red = red || x.s.deck.card(c).Effect.Give == giveRetaliation
	}
	if red {
		x.soon(Job{Do: jobRed, Seat: x.s.id(i)})
	}
}

// mugLost sets off what a lost Mug brings, also when it held that Racket (bonus.extra).
func (x *run) mugLost(i int) { x.extras(i, onMugLost, "") }

// extras sets off the EXTRA Rackets of a seat, one of them left out: it was won
// just now (bonus.extra, round.trigger).
func (x *run) extras(i int, trigger, without string) {
	for _, c := range x.s.bonuses(i, bonusExtra) {
		if c.Trigger == trigger && c.ID != without {
			x.extra(i, c, trigger)
		}
	}
}

func (x *run) extra(i int, c Card, trigger string) {
	seat, e := x.s.id(i), c.Effect
	x.add(factExtra, Extra{seat, c.ID, trigger})
	switch e.Verb {
	case verbFP:
		x.add(factEntry, Entry{Card: c.ID, By: seat, Verb: verbFP, N: e.N, Seat: seat})
	case verbDraw:
		x.soon(Job{Do: jobDraw, Seat: seat, N: e.N})
	case verbStraighten:
		x.later(Job{Do: jobStraighten, Seat: seat, N: e.N, Racket: c.ID})
	case verbRecover:
		x.recover(i, e.What)
	}
}

// recover takes the newest discarded card of a class (verb.recover).
func (x *run) recover(i int, class string) {
	for _, id := range slices.Backward(x.s.Discard) {
		if x.s.deck.card(id).Kind == class {
			x.add(factRecovered, SeatCard{x.s.id(i), id})
			return
		}
	}
}

// repairs queues the rearranging of every Family with a Racket that lost its
// holder, behind everything else; in a round it waits for step 7b (control.repair).
func (x *run) repairs() {
	if x.s.Round != nil {
		return
	}
	for k := range x.s.Seats {
		i := (x.s.Active + k) % len(x.s.Seats)
		asked := slices.ContainsFunc(x.s.Jobs, func(j Job) bool { return j.Do == jobSeat && j.Seat == x.s.id(i) })
		if x.s.homeless(i) && !asked {
			x.later(Job{Do: jobSeat, Seat: x.s.id(i)})
		}
	}
}

// homeless tells whether a Racket of a Family has lost its holder and was not
// put aside yet.
func (s *State) homeless(i int) bool {
	return slices.ContainsFunc(s.Fam[i].Rackets, func(h Held) bool { return h.On == "" && !h.Waits })
}

// targets lists whom dice are thrown against: the Families of a list, or all
// others; in a round the other participants (round.red, takeover.hits).
func (s *State) targets(i int) []int {
	out := s.after(i)
	if s.Round != nil && s.option("round_retaliation") != "all" {
		out = slices.DeleteFunc(out, func(j int) bool { return !s.Round.in(j) })
		slices.SortStableFunc(out, func(a, b int) int { return slices.Index(s.Round.Parts, a) - slices.Index(s.Round.Parts, b) })
	}
	return out
}

// isPath tells a label of a family of labels.
func isPath(label, prefix string) bool { return strings.HasPrefix(label, prefix) }
