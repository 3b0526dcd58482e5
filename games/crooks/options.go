package crooks

import (
	"slices"
	"strconv"

	"fivepoints/games"
)

// optionLimit bounds the legal orders listed at a time.
const optionLimit = 200

// Options lists legal answers as that seat knows them.
func (r Rules) Options(s *State, seat games.Seat, k games.Kind) games.Choice {
	p := s.seat(string(seat))
	if p == nil || p.Passed || s.Phase == phaseOver || s.Phase == phaseScore || len(s.Piles) == 0 {
		return games.Choice{}
	}
	if k == kindTurn {
		return s.turnOptions(p)
	}
	if k == kindTake && s.Phase == phaseTake && s.active() == p {
		lines := s.hand(p).options()
		return games.Choice{Lines: lines[:min(len(lines), optionLimit)], More: len(lines) > optionLimit}
	}
	return games.Choice{}
}

// expressLine is where the express form stands among the places: templates
// show the first six lines.
const expressLine = 5

// turnOptions are the places that can be paid for, one of them with its express
// part, and the pass.
func (s *State) turnOptions(p *Seat) games.Choice {
	var c games.Choice
	express := games.Arg{Name: "at", Pref: true}
	for _, pile := range s.Piles {
		if s.payable(p, pile.Place) == nil {
			c.Lines = append(c.Lines, games.Order("recruit", "at", pile.Place))
			express.Vals = append(express.Vals, pile.Place)
		}
	}
	if room := p.room(); len(room) > 0 && len(c.Lines) > 0 {
		express.Vals = express.Vals[:min(2, len(express.Vals))]
		to := games.Arg{Name: "to", Pref: true}
		for _, t := range slices.Backward(room[max(0, len(room)-3):]) {
			to.Vals = append(to.Vals, strconv.Itoa(t))
		}
		l := games.Line{Verb: "recruit", Args: []games.Arg{express, {Name: "sel", Vals: []string{"max"}, Pref: true}, to}}
		c.Lines = slices.Insert(c.Lines, min(expressLine, len(c.Lines)), l)
	}
	c.Lines = append(c.Lines, games.Line{Verb: "pass"})
	return c
}

// options are the legal orders for a pile in hand: first one for each crook,
// then what else can be done with him.
func (h hand) options() []games.Line {
	var first, more []games.Line
	crooks := slices.Clone(h.cards)
	byLevel(crooks)
	for _, c := range crooks {
		if !h.mayTake(c) {
			continue
		}
		all := h.ways(c)
		first, more = append(first, all[0]), append(more, all[1:]...)
	}
	return append(first, more...)
}

// ways are the legal orders for one crook; there is always one.
func (h hand) ways(c Crook) []games.Line {
	if !h.destination(c) {
		return []games.Line{games.Order("take", "sel", c.ID)}
	}
	var out []games.Line
	try := func(args ...string) {
		l := games.Order("take", append([]string{"sel", c.ID}, args...)...)
		if _, ref := h.choose(wishOf(l, "")); ref == nil {
			out = append(out, l)
		}
	}
	for t := lastCard; t >= firstCard; t-- {
		to := strconv.Itoa(t)
		try("to", to)
		try("to", to, "face", "hidden")
	}
	h.abilityWays(c, try)
	return out
}

// abilityWays tries what an ability adds.
func (h hand) abilityWays(c Crook, try func(...string)) {
	for t := lastCard; t >= firstCard; t-- {
		to := strconv.Itoa(t)
		switch c.Ability {
		case killer:
			for _, v := range h.s.Seats {
				try("to", to, "kill", v.ID)
			}
		case transfer:
			for _, m := range h.p.room() {
				if !h.p.free(t) {
					try("to", to, "move", strconv.Itoa(m))
				}
			}
		case pickpocket:
			try("to", to, "no", "no")
		}
	}
	room := h.p.room()
	if c.Ability != spy || len(room) == 0 {
		return
	}
	best := strconv.Itoa(room[len(room)-1])
	for t := firstCard; t <= lastCard; t++ {
		try("to", best, "aim", strconv.Itoa(t))
	}
	for _, p := range h.s.Piles {
		try("to", best, "spot", p.Place)
	}
}

// Test reads a guard on what its seat may know (cmd.pred).
func (Rules) Test(s *State, seat games.Seat, c games.Cond) bool {
	p := s.seat(string(seat))
	if p == nil {
		return false
	}
	n := number(c.First("n"))
	switch c.Pred {
	case "pile":
		return compare(s.size(c.First("at")), c.First("is"), n)
	case "cash":
		return compare(p.Cash, c.First("is"), n)
	case "free":
		return p.free(number(c.First("at")))
	case "rival":
		return s.rivalsBelow(p, number(c.First("at")), n)
	}
	return false
}

func compare(a int, op string, b int) bool {
	switch op {
	case "<":
		return a < b
	case "<=":
		return a <= b
	case "=":
		return a == b
	case ">=":
		return a >= b
	case ">":
		return a > b
	}
	return false
}

// rivalsBelow: every rival's levels there are less than n, and all are seen by all.
func (s *State) rivalsBelow(p *Seat, target, n int) bool {
	for i := range s.Seats {
		sum := 0
		for _, c := range s.Seats[i].at(target) {
			if s.Seats[i].ID == p.ID {
				continue
			}
			if !c.Up {
				return false
			}
			sum += s.crook(c.ID).Level
		}
		if sum > 0 && sum >= n {
			return false
		}
	}
	return true
}
