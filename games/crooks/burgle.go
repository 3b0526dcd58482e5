package crooks

import (
	"slices"

	"fivepoints/games"
)

// burgle places a crook in the seat's own row (place.row), at once and with
// what his ability does. Target 0 means that the order names none, which is
// right for a crook without a legal target only (cmd.lost).
func (h hand) burgle(c Crook, target int, w wish) ([]games.Fact, *games.Refusal) {
	if target == 0 {
		if h.destination(c) {
			return nil, refuse("cmd.lost", "target", cardArg(c.ID))
		}
		return []games.Fact{h.leave(c)}, nil
	}
	if target < firstCard || target > lastCard {
		return nil, refuse("place.row", "row", games.Int("n", target))
	}
	if w.hidden {
		return h.hide(c, target)
	}
	e, ref := h.effects(c, target, w)
	if ref != nil {
		return nil, ref
	}
	up := Placed{Seat: h.p.ID, Place: h.place, Target: target, Up: true, Card: c.ID, Auto: h.auto}
	return slices.Concat(e.before, []games.Fact{fact(factPlaced, up)}, e.after), nil
}

// hide places a crook face down for a dollar (place.fee); his ability is silent
// and only his owner knows him (place.down). The Caid never is (ability.caid).
func (h hand) hide(c Crook, target int) ([]games.Fact, *games.Refusal) {
	fee := h.s.Numbers.Fee
	switch {
	case c.Ability == caid:
		return nil, refuse("ability.caid", "caid.up", cardArg(c.ID))
	case h.cash < fee:
		return nil, refuse("place.fee", "fee", games.Money("cost", fee), games.Money("cash", h.cash))
	case !h.p.free(target):
		return nil, refuse("place.one", "taken", targetArg(target))
	}
	down := fact(factPlaced, Placed{Seat: h.p.ID, Place: h.place, Target: target})
	return []games.Fact{
		fact(factFee, FeePaid{h.p.ID, fee, h.s.told(h.cash - fee)}),
		secretly(down, games.Seat(h.p.ID), Card{c.ID}),
	}, nil
}

// effects are facts around a placement.
type effects struct{ before, after []games.Fact }

// effects uses the ability of a crook who comes from hand and face up
// (ability.when). It is optional (ability.optional), but on an own occupied
// target the placement is legal by the ability alone (ability.slot).
func (h hand) effects(c Crook, target int, w wish) (effects, *games.Refusal) {
	if !h.p.free(target) {
		return h.join(c, target, w)
	}
	switch {
	case w.no:
	case c.Ability == pickpocket: // cannot pay for this placement (ability.pickpocket)
		return effects{after: []games.Fact{h.used(c, target, h.s.Numbers.Pickpocket)}}, nil
	case c.Ability == killer && w.kill != "":
		return h.strike(c, target, w.kill)
	case c.Ability == spy && (w.aim > 0 || w.spot != ""):
		return h.look(c, target, w)
	}
	return effects{}, nil
}

func (h hand) used(c Crook, target, amount int) games.Fact {
	return fact(factAbility, AbilityUsed{h.p.ID, c.Ability, target, amount})
}

// join places a crook where the seat has crooks already (place.one); there his
// order must say what his ability does to them (cmd.omitted).
func (h hand) join(c Crook, target int, w wish) (effects, *games.Refusal) {
	switch {
	case c.Ability != accomplice && c.Ability != transfer && c.Ability != killer:
		return effects{}, refuse("place.one", "taken", targetArg(target))
	case w.no:
		return effects{}, refuse("ability.slot", "slot", cardArg(c.ID), targetArg(target))
	case c.Ability == accomplice:
		return h.stack(c, target)
	case c.Ability == transfer:
		return h.shift(c, target, w.move)
	case w.kill == "":
		return effects{}, refuse("cmd.omitted", "omitted.kill", cardArg(c.ID), targetArg(target))
	case h.victim(w.kill) != h.p.ID:
		return effects{}, refuse("ability.slot", "slot.kill", targetArg(target))
	}
	// He takes the place of his own (ability.self).
	return effects{before: []games.Fact{h.used(c, target, 0), h.killed(h.p, target)}}, nil
}

// stack lets an Accomplice join (ability.accomplice): any stack, unless the
// game was agreed to cap it at two (ability.stack).
func (h hand) stack(c Crook, target int) (effects, *games.Refusal) {
	if h.s.option("stack") == "two" && len(h.p.at(target)) > 1 {
		return effects{}, refuse("ability.stack", "stack", targetArg(target))
	}
	return effects{before: []games.Fact{h.used(c, target, 0)}}, nil
}

// shift moves what stood there to a target where the seat has nothing
// (ability.transfer): all of it together, faces as they are, without fee or
// ability (ability.moved).
func (h hand) shift(c Crook, target, to int) (effects, *games.Refusal) {
	switch {
	case to <= 0:
		return effects{}, refuse("cmd.omitted", "omitted.move", cardArg(c.ID), targetArg(target))
	case !h.p.free(to):
		return effects{}, refuse("ability.transfer", "move", games.Int("n", to))
	}
	moved := fact(factMoved, Moved{h.p.ID, target, to, len(h.p.at(target))})
	return effects{before: []games.Fact{h.used(c, target, 0), moved}}, nil
}

// victim is the seat that an order names.
func (h hand) victim(word string) string {
	if word == "me" {
		return h.p.ID
	}
	return word
}

// strike kills one player's crooks where the Killer lands, himself excepted
// (ability.killer); a player without crooks there cannot be named.
func (h hand) strike(c Crook, target int, word string) (effects, *games.Refusal) {
	v := h.s.seat(h.victim(word))
	switch {
	case v == nil:
		return effects{}, refuse("ability.killer", "who", games.With("who", "text", word))
	case v == h.p:
		return effects{}, refuse("ability.self", "self", targetArg(target))
	case len(v.at(target)) == 0:
		return effects{}, refuse("ability.killer", "victim", seatArg(v.ID), targetArg(target))
	}
	return effects{after: []games.Fact{h.used(c, target, 0), h.killed(v, target)}}, nil
}

// killed sends crooks to the box. Those face down stay unseen, to all but their
// owner, unless the game was agreed otherwise (ability.victims).
func (h hand) killed(v *Seat, target int) games.Fact {
	k := Killed{Seat: v.ID, By: h.p.ID, Target: target, Count: len(v.at(target))}
	var all Cards
	for _, c := range v.at(target) {
		all.Cards = append(all.Cards, c.ID)
		if c.Up || h.s.option("killed_shown") == "yes" {
			k.Cards = append(k.Cards, c.ID)
		}
	}
	f := fact(factKilled, k)
	if len(k.Cards) < k.Count {
		f = secretly(f, games.Seat(v.ID), all)
	}
	return f
}

// look shows a Spy all crooks of one target or one place, none of which he
// takes (ability.spy). What he looked at is public, what he saw is his seat's
// (ability.object).
func (h hand) look(c Crook, target int, w wish) (effects, *games.Refusal) {
	seen, object := Sight{}, Spied{Seat: h.p.ID}
	switch {
	case w.spot != "" && h.s.pile(w.spot) == nil:
		return effects{}, refuse("ability.spy", "place", games.With("place", "text", w.spot))
	case w.spot != "":
		object.Place = w.spot
		seen.Cards = slices.Sorted(slices.Values(without(h.s.pile(w.spot).Crooks, c.ID)))
	case w.aim < firstCard || w.aim > lastCard:
		return effects{}, refuse("ability.spy", "row", games.Int("n", w.aim))
	default:
		object.Target = w.aim
		seen = h.sight(c, target, w.aim)
	}
	object.Count = len(seen.Cards)
	spied := secretly(fact(factSpied, object), games.Seat(h.p.ID), seen)
	return effects{after: []games.Fact{h.used(c, target, 0), spied}}, nil
}

// sight is every player's crooks at a target, the Spy among them if he is there.
func (h hand) sight(c Crook, target, aim int) Sight {
	var seen Sight
	for _, o := range h.s.Seats {
		for _, x := range o.at(aim) {
			seen.Cards, seen.Seats = append(seen.Cards, x.ID), append(seen.Seats, o.ID)
		}
		if o.ID == h.p.ID && aim == target {
			seen.Cards, seen.Seats = append(seen.Cards, c.ID), append(seen.Seats, o.ID)
		}
	}
	return seen
}

// destination tells whether a crook has any legal target.
func (h hand) destination(c Crook) bool {
	switch {
	case len(h.p.room()) > 0:
		return true
	case c.Ability == killer:
		return true
	case c.Ability != accomplice:
		return false
	}
	return h.s.option("stack") != "two" ||
		slices.ContainsFunc(h.p.Rows, func(r Row) bool { return len(r.Crooks) < 2 })
}

// leave is what becomes of a crook without a target: out of the game, unseen
// and without fee, or back on his pile where that was agreed (place.lost).
func (h hand) leave(c Crook) games.Fact {
	typ := factLost
	if h.s.option("no_target") == "return" {
		typ = factReturned
	}
	left := Left{Seat: h.p.ID, Place: h.place, Auto: h.auto}
	return secretly(fact(typ, left), games.Seat(h.p.ID), Card{c.ID})
}
