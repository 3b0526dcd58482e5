package crooks

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fivepoints/games"
)

// Narrate tells facts as sentences with keys crooks.*; a seat's own story says
// more where it was shown more. It reads the deck and the options only.
func (Rules) Narrate(s *State, facts []games.Fact, to games.Seat) []games.Msg {
	t := teller{s: s, to: to}
	for _, f := range facts {
		t.tell(f)
	}
	return t.out
}

// teller gathers sentences.
type teller struct {
	s       *State
	to      games.Seat
	out     []games.Msg
	fee     FeePaid // of the crook to be placed
	joins   bool    // he is an Accomplice at work
	heading string
	auto    bool // it was said that nothing had come
}

func (t *teller) say(key string, args ...games.MsgArg) {
	t.out = append(t.out, games.Say("crooks."+key, args...))
}

func (t *teller) tell(f games.Fact) {
	switch p := f.Pub.(type) {
	case Created:
		t.say("created", games.Int("n", len(p.Seats)))
	case Ordered:
		t.say("ordered", games.With("seats", "list:seat", p.Seats...))
	case SizesDrawn:
		t.say("sizes")
	case CashDealt:
		t.cash(p.Cash)
	case PilesDealt:
		t.say("piles", games.Int("places", len(p.Sizes)), games.Int("aside", p.Aside))
	case Passed:
		t.say(strings.TrimSuffix("passed."+p.Why, "."), seatArg(p.Seat))
	case Paid:
		t.automatic(p.Seat, p.Auto)
		t.say("paid"+t.left(), seatArg(p.Seat), placeArg(p.Place), games.Money("money", p.Amount), games.Money("left", p.Left))
	case Shown:
		t.shown(p, f)
	case FeePaid:
		t.fee = p
	case Placed:
		t.placed(p, part[Card](f).Card)
	case AbilityUsed:
		t.ability(p)
	default:
		t.more(f)
	}
}

// automatic says once that the moves which follow were nobody's order.
func (t *teller) automatic(seat string, auto bool) {
	if auto && !t.auto {
		t.auto = true
		t.say("auto", seatArg(seat))
	}
}

// left ends the keys of sentences that do not tell what money is left.
func (t *teller) left() string {
	if t.s.option("cash") == "secret" {
		return ".secret"
	}
	return ""
}

func (t *teller) shown(p Shown, f games.Fact) {
	if len(f.Priv) == 0 {
		return
	}
	see := part[Cards](f)
	t.say("shown", placeArg(p.Place), games.Int("n", p.Count))
	for _, c := range t.s.views(see.Cards) {
		t.out = append(t.out, c.Tell())
	}
	if see.Unmet {
		t.say("unmet", placeArg(p.Place))
	}
}

// Tell describes a crook that is known.
func (c CrookView) Tell() games.Msg {
	m := games.Say("crooks.card", games.With("id", "text", c.ID), cardArg(c.ID), games.With("level", "text", c.Strength()))
	if c.Ability != "" {
		m.Key += ".ability"
		m.Args = append(m.Args, games.With("ability", "ability", c.Ability))
	}
	if c.Gangs != "" {
		m.Key += ".gangs"
		m.Args = append(m.Args, games.With("gangs", "list:letter", strings.Split(c.Gangs, "")...))
	}
	return m
}

// Of describes it with the seat that has it.
func (c CrookView) Of(seat string) games.Msg {
	m := c.Tell()
	m.Key = "crooks.of" + strings.TrimPrefix(m.Key, "crooks.card")
	m.Args = append(m.Args, seatArg(seat))
	return m
}

// Strength writes level and modifier as on the card: 7(+2).
func (c CrookView) Strength() string {
	if c.Mod == 0 {
		return strconv.Itoa(c.Level)
	}
	return strings.Replace(fmt.Sprintf("%d(%+d)", c.Level, c.Mod), "-", "\u2212", 1)
}

func (t *teller) cash(all []Amount) {
	if !slices.ContainsFunc(all, func(a Amount) bool { return a.N != all[0].N }) {
		t.say("cash.all", games.Money("money", all[0].N))
		return
	}
	for _, a := range all {
		t.say("cash", seatArg(a.Seat), games.Money("money", a.N))
	}
}

func (t *teller) placed(p Placed, hidden string) {
	t.automatic(p.Seat, p.Auto)
	seat, target := seatArg(p.Seat), targetArg(p.Target)
	fee := []games.MsgArg{games.Money("money", t.fee.Amount), games.Money("left", t.fee.Left)}
	switch {
	case p.Up && t.joins:
		t.say("placed.joins", seat, cardArg(p.Card), games.With("level", "text", t.s.views([]string{p.Card})[0].Strength()), target)
	case p.Up:
		t.say("placed", seat, cardArg(p.Card), games.With("level", "text", t.s.views([]string{p.Card})[0].Strength()), target)
	case hidden != "":
		t.say("placed.own", append(fee, seat, cardArg(hidden), target)...)
	default:
		t.say("placed.down"+t.left(), append(fee, seat, target)...)
	}
}

func (t *teller) ability(p AbilityUsed) {
	switch p.Ability {
	case pickpocket:
		t.say("pickpocket", seatArg(p.Seat), games.Money("money", p.Amount))
	case accomplice:
		t.joins = true
	}
}

func (t *teller) more(f games.Fact) {
	switch p := f.Pub.(type) {
	case Moved:
		t.say("moved", seatArg(p.Seat), games.Int("n", p.Count), games.Int("from", p.From), games.Int("to", p.To))
	case Killed:
		t.killed(p, part[Cards](f).Cards)
	case Spied:
		t.spied(p, f)
	case Left:
		t.automatic(p.Seat, p.Auto)
		t.gone(f.Type, p, part[Card](f).Card)
	case AllPassed:
		t.say("all_passed")
	case Revealed:
		t.say("phase.reveal")
		t.revealed(p)
	case TargetScored:
		t.under("phase.targets")
		t.scored(p)
	case GangScored:
		t.under("phase.gangs")
		t.gang(p)
	case Ended:
		t.say("phase.totals")
		for _, x := range p.Totals {
			t.say("total", seatArg(x.Seat), games.Int("points", x.points()), games.Int("targets", x.Targets), games.Int("gangs", x.Gangs), games.Money("cash", x.Cash))
		}
	case PositionSet:
		t.say("position")
		for _, a := range p.Cash {
			t.say("position.cash", seatArg(a.Seat), games.Money("money", a.N))
		}
	}
}

func (t *teller) killed(p Killed, own []string) {
	args := []games.MsgArg{seatArg(p.Seat), games.With("by", "seat", p.By), targetArg(p.Target), games.Int("n", p.Count)}
	switch {
	case len(own) > 0:
		t.say("killed.own", append(args, games.With("cards", "list:card", own...))...)
	case p.By == p.Seat && len(p.Cards) < p.Count:
		t.say("killed.self.unseen", args...)
	case p.By == p.Seat:
		t.say("killed.self", append(args, games.With("cards", "list:card", p.Cards...))...)
	case len(p.Cards) == 0:
		t.say("killed.unseen", args...)
	case len(p.Cards) < p.Count:
		t.say("killed.some", append(args, games.With("cards", "list:card", p.Cards...), games.Int("down", p.Count-len(p.Cards)))...)
	default:
		t.say("killed", append(args, games.With("cards", "list:card", p.Cards...))...)
	}
}

func (t *teller) spied(p Spied, f games.Fact) {
	object, arg := "spied.place", placeArg(p.Place)
	if p.Target > 0 {
		object, arg = "spied.target", targetArg(p.Target)
	}
	t.say(object, seatArg(p.Seat), arg)
	if len(f.Priv) == 0 {
		return
	}
	seen := part[Sight](f)
	t.say("saw", games.Int("n", p.Count))
	for i, c := range t.s.views(seen.Cards) {
		if i < len(seen.Seats) {
			t.out = append(t.out, c.Of(seen.Seats[i]))
		} else {
			t.out = append(t.out, c.Tell())
		}
	}
}

func (t *teller) gone(typ string, p Left, hidden string) {
	key := "lost"
	if typ == factReturned {
		key = "returned"
	}
	if hidden != "" {
		t.say(key+".own", seatArg(p.Seat), cardArg(hidden), placeArg(p.Place))
		return
	}
	t.say(key, seatArg(p.Seat), placeArg(p.Place))
}

func (t *teller) revealed(p Revealed) {
	for _, row := range p.Rows {
		if len(row.Down) > 0 {
			t.say("revealed", seatArg(row.Seat), targetArg(row.Target), games.With("cards", "list:card", row.Down...))
		}
	}
	var left []string
	for _, pile := range p.Piles {
		left = append(left, pile.Crooks...)
	}
	for _, o := range []struct {
		key   string
		cards []string
	}{{"revealed.piles", left}, {"revealed.box", p.Box}, {"revealed.aside", p.Aside}} {
		if len(o.cards) > 0 {
			t.say(o.key, games.With("cards", "list:card", slices.Sorted(slices.Values(o.cards))...))
		}
	}
}

func (t *teller) scored(p TargetScored) {
	args := []games.MsgArg{targetArg(p.Target), games.Int("value", p.Value), games.Int("points", p.Points)}
	switch len(p.Winners) {
	case 0:
		t.say("scored.nobody", args...)
	case 1:
		t.say("scored", append(args, seatArg(p.Winners[0]))...)
	default:
		t.say("scored.tie", append(args, games.With("seats", "list:seat", p.Winners...))...)
	}
}

// under puts a heading once.
func (t *teller) under(key string) {
	if t.heading != key {
		t.heading = key
		t.say(key)
	}
}

func (t *teller) gang(p GangScored) {
	gang := games.With("gang", "letter", p.Gang)
	if p.Winner == "" {
		t.say("gang.nobody", gang)
		return
	}
	t.say("gang", gang, seatArg(p.Winner), games.Int("points", p.Points))
}
