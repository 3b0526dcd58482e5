package crooks

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"fivepoints/games"
)

// Rules that other code asks for.
const ruleOne = "choose.one"

// hand is a pile in the hands of who paid for it.
type hand struct {
	s     *State
	p     *Seat
	place string
	cards []Crook
	cash  int  // after recruiting
	last  bool // the pile held one crook: even the Caid may be chosen (choose.caid)
	auto  bool
}

// choose plays the first legal combination of selectors, crooks and targets,
// in the order written (cmd.lists).
func (h hand) choose(w wish) ([]games.Fact, *games.Refusal) {
	var first *games.Refusal
	for _, sel := range w.sels {
		crooks, ref := h.matching(sel)
		for _, c := range crooks {
			for _, target := range w.to {
				facts, no := h.burgle(c, target, w)
				if no == nil {
					return facts, nil
				}
				if ref == nil {
					ref = no
				}
			}
		}
		if first == nil {
			first = ref
		}
	}
	if first == nil {
		first = refuse(ruleOne, "nobody")
	}
	return nil, first
}

// matching lists the crooks a selector means that may be chosen, the highest
// level and lowest id first; none is a refusal.
func (h hand) matching(sel string) ([]Crook, *games.Refusal) {
	var out []Crook
	barred := false
	for _, c := range h.cards {
		switch {
		case !matches(c, sel):
		case !h.mayTake(c):
			barred = true
		default:
			out = append(out, c)
		}
	}
	byLevel(out)
	if sel == "max" {
		out = slices.DeleteFunc(out, func(c Crook) bool { return c.Level < out[0].Level })
	}
	if low := len(out) - 1; sel == "min" && low >= 0 {
		level := out[low].Level
		out = slices.DeleteFunc(out, func(c Crook) bool { return c.Level > level })
	}
	switch {
	case len(out) > 0:
		return out, nil
	case barred:
		return nil, refuse("choose.caid", "caid", placeArg(h.place))
	}
	return nil, refuse(ruleOne, "absent", h.selArg(sel), placeArg(h.place))
}

// byLevel sorts the highest level first, the lowest id among equals.
func byLevel(crooks []Crook) {
	slices.SortFunc(crooks, func(a, b Crook) int {
		return cmp.Or(cmp.Compare(b.Level, a.Level), cmp.Compare(a.ID, b.ID))
	})
}

func matches(c Crook, sel string) bool {
	if g, ok := strings.CutPrefix(sel, "gang "); ok {
		return g != "" && strings.Contains(c.Gangs, g)
	}
	return sel == "max" || sel == "min" || sel == c.ID || (sel != "" && sel == c.Ability)
}

// mayTake: the Caid only as the last crook of his pile (choose.caid).
func (h hand) mayTake(c Crook) bool { return c.Ability != caid || h.last }

// selArg names a selector.
func (h hand) selArg(sel string) games.MsgArg {
	g, isGang := strings.CutPrefix(sel, "gang ")
	switch {
	case isGang:
		return games.With("sel", "letter", g)
	case h.s.crook(sel).ID != "":
		return games.With("sel", "card", sel)
	}
	return games.With("sel", "ability", sel)
}

// autoTake is the choice when nobody sent one: the highest level, ties by
// lowest id, face up on the highest free target, the Pickpocket's money taken,
// every other ability declined; without a free target the crook leaves
// (mail.take).
func (h hand) autoTake() []games.Fact {
	var may []Crook
	for _, c := range h.cards {
		if h.mayTake(c) {
			may = append(may, c)
		}
	}
	byLevel(may)
	room := h.p.room()
	if len(room) == 0 {
		return []games.Fact{h.leave(may[0])}
	}
	facts, _ := h.burgle(may[0], room[len(room)-1], wish{})
	return facts
}

// nearest are legal orders for the best crooks of this hand, shown to its owner
// only.
func (h hand) nearest() []games.Line {
	crooks := slices.Clone(h.cards)
	byLevel(crooks)
	var out []games.Line
	for _, c := range crooks {
		if len(out) < 2 && h.mayTake(c) {
			out = append(out, h.way(c))
		}
	}
	return out
}

// way is one legal order for a crook: on the highest free target, if there is one.
func (h hand) way(c Crook) games.Line {
	if room := h.p.room(); len(room) > 0 {
		return games.Order("take", "sel", c.ID, "to", strconv.Itoa(room[len(room)-1]))
	}
	return h.ways(c)[0]
}
