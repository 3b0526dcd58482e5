package escrocs

import (
	"slices"
	"strconv"

	"fivepoints/games"
)

// Options lists what a seat may do, as far as it knows: it reads the table and
// its own hand.
func (r Rules) Options(s *State, seat games.Seat, k games.Kind) games.Choice {
	i := s.seat(seat)
	if i < 0 || len(s.Rows) == 0 || s.Step == stepOver {
		return games.Choice{}
	}
	switch k {
	case kindTurn:
		var out games.Choice
		for _, e := range s.open() {
			out.Lines = append(out.Lines, takeLine(e))
		}
		return out
	case kindLay:
		return games.Choice{Lines: r.layLines(s, i)}
	case kindGive:
		return games.Choice{Lines: r.giveLines(s, i), More: true}
	}
	return games.Choice{}
}

// layLines lists every legal lay of a hand.
func (r Rules) layLines(s *State, i int) []games.Line {
	var out []games.Line
	for _, p := range s.lays(i, s.Hands[i]) {
		out = append(out, layLine(r.data.id(p.c), strconv.Itoa(p.n)))
	}
	return out
}

// lays lists the sets a seat could lay from a hand.
func (s *State) lays(i int, hand Counts) []group {
	var out []group
	for c, n := range hand {
		set := s.Tables[c]
		if set.N > 0 && set.Owner == i {
			continue
		}
		for k := set.N + 1; k <= n; k++ {
			out = append(out, group{Colour(c), k})
		}
	}
	return out
}

// giveLines offers a few ways to come down to the limit: the smallest holdings
// first, or beginning with one colour.
func (r Rules) giveLines(s *State, i int) []games.Line {
	if s.Call == nil || !slices.Contains(s.Call.Seats, i) {
		return nil
	}
	hand := s.Hands[i]
	owed := hand.n() - s.Call.Limit
	out := []games.Line{r.giveLine(r.smallest(hand, owed))}
	for c, n := range hand {
		if n == 0 {
			continue
		}
		rest := hand
		first := min(n, owed)
		rest[c] -= first
		given := r.smallest(rest, owed-first)
		given[c] += first
		if l := r.giveLine(given); !slices.ContainsFunc(out, func(o games.Line) bool { return slices.Equal(o.Arg("cards"), l.Arg("cards")) }) {
			out = append(out, l)
		}
	}
	return out
}

// smallest picks the cards that silence gives: the smallest holdings first, of
// equal ones the rarer colour (short.sealed, mail.giveback).
func (r Rules) smallest(hand Counts, owed int) Counts {
	var given Counts
	for owed > 0 {
		best := -1
		for c, n := range hand {
			if n > 0 && (best < 0 || n < hand[best] || n == hand[best] && r.data.Colours[c].Copies < r.data.Colours[best].Copies) {
				best = c
			}
		}
		if best < 0 {
			break
		}
		n := min(hand[best], owed)
		given[best] += n
		owed -= n
		hand[best] = 0
	}
	return given
}

// Default is the automatic move (mail.auto): the first playable end, left
// before right, row 1 first, that does not fill the prison, else the first
// (mail.take); nothing laid; the smallest holdings given back. What more silence
// leads to is the platform's (mail.ladder).
func (r Rules) Default(s *State, d games.Decision, _ int) games.Line {
	switch d.Kind {
	case kindLay:
		return games.Line{Verb: lineNothing}
	case kindGive:
		i := s.seat(d.Seat)
		return automatic(r.giveLine(r.smallest(s.Hands[i], s.Hands[i].n()-s.Call.Limit)))
	}
	open := s.open()
	for _, e := range open {
		if _, beside := s.edge(e.row, e.right); !r.fills(s, beside) {
			return automatic(takeLine(e))
		}
	}
	return automatic(takeLine(open[0]))
}

// argAuto marks the order that nobody wrote, so that it is shown as automatic;
// no player types it.
const argAuto = "auto"

func automatic(l games.Line) games.Line {
	l.Args = append(l.Args, games.Arg{Name: argAuto, Vals: []string{l.Verb}})
	return l
}

// nearest lists takes that are legal, for a refusal.
func (r Rules) nearest(s *State) []games.Line {
	var out []games.Line
	for _, e := range s.open() {
		out = append(out, takeLine(e))
	}
	return out[:min(len(out), 3)]
}

// nearestLay lists the most one can lay of a colour, if anything.
func (r Rules) nearestLay(s *State, i int, c Colour) []games.Line {
	set, n := s.Tables[c], s.Hands[i][c]
	if n <= set.N || set.N > 0 && set.Owner == i {
		return nil
	}
	return []games.Line{layLine(r.data.id(c), strconv.Itoa(n))}
}

func takeLine(e end) games.Line           { return games.Order("take", "end", e.word()) }
func layLine(colour, n string) games.Line { return games.Order("lay", "n", n, "colour", colour) }

func (r Rules) giveLine(c Counts) games.Line {
	return games.List("give", "cards", pileWords(r.piles(c))...)
}
