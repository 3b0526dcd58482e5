package escrocs

import (
	"strconv"

	"fivepoints/games"
)

// The styles of bots, as the specification gives them for its table of figures.
const (
	styleGreedy = "greedy"
	styleRandom = "random"
)

// Styles lists the bots.
func (r Rules) Styles() []string { return []string{styleGreedy, styleRandom} }

// Play writes the sheet of a bot. It reads the table, which all see, and its own hand.
func (r Rules) Play(s *State, seat games.Seat, w games.Window, style string, pick func(int) int) []games.Line {
	i := s.seat(seat)
	switch {
	case i < 0:
		return nil
	case s.Call != nil && len(w.Kinds) > 0 && w.Kinds[0] == kindGive:
		return []games.Line{r.giveLine(s.botGives(i, pick))}
	case s.Step != stepTake || i != s.Active:
		return nil
	}
	b := bot{r, s, i, pick}
	if style == styleRandom {
		return b.random()
	}
	return b.greedy()
}

// botGives lets go of one card after the other from the smallest holding, ties at random.
func (s *State) botGives(i int, pick func(int) int) Counts {
	var given Counts
	hand := s.Hands[i]
	for range hand.n() - s.Call.Limit {
		var smallest []int
		for c, n := range hand {
			switch {
			case n == 0:
			case len(smallest) == 0 || n < hand[smallest[0]]:
				smallest = []int{c}
			case n == hand[smallest[0]]:
				smallest = append(smallest, c)
			}
		}
		c := smallest[pick(len(smallest))]
		hand[c]--
		given[c]++
	}
	return given
}

// bot is a seat that must take.
type bot struct {
	r    Rules
	s    *State
	i    int
	pick func(int) int
}

// after is the hand and the prison behind a take.
func (b bot) after(e end) (hand, prison Counts) {
	own, beside := b.s.edge(e.row, e.right)
	hand, prison = b.s.Hands[b.i], b.s.Prison
	hand[own.c] += own.n
	prison[beside.c] += beside.n
	return hand, prison
}

func (b bot) turn(e end, lay group) []games.Line {
	l := takeLine(e)
	if lay.n > 0 {
		l.Args = append(l.Args, games.Arg{Name: "n", Vals: []string{strconv.Itoa(lay.n)}}, games.Arg{Name: "colour", Vals: []string{b.r.data.id(lay.c)}})
	}
	return []games.Line{l}
}

func (b bot) random() []games.Line {
	open := b.s.open()
	e := open[b.pick(len(open))]
	hand, prison := b.after(e)
	var lay group
	if lays := b.s.lays(b.i, hand); !b.r.data.full(prison) && len(lays) > 0 && b.pick(10) < 6 {
		lay = lays[b.pick(len(lays))]
	}
	return b.turn(e, lay)
}

// Values of the greedy bot are thousandths.
const whole = 1000

func (b bot) greedy() []games.Line {
	var best end
	most := 0
	for n, e := range b.s.open() {
		if v := b.worth(e); n == 0 || v > most {
			best, most = e, v
		}
	}
	return b.turn(best, b.bestLay(best))
}

// worth values an end: its cards, those of its colour in hand, what the
// prisoners bring, and what a scoring would give.
func (b bot) worth(e end) int {
	own, beside := b.s.edge(e.row, e.right)
	hand, prison := b.after(e)
	v := own.n*whole + b.s.Hands[b.i][own.c]*300 + b.pick(whole)/2
	switch set := b.s.Tables[beside.c]; {
	case set.N > 0 && set.Owner == b.i:
		v += beside.n * whole
	case set.N > 0:
		v -= beside.n * whole
	case hand[beside.c] >= 2:
		v += beside.n * 200
	}
	if b.r.data.full(prison) {
		mine, rival := b.s.wouldScore(b.i, prison)
		v += (mine - rival) * whole
	}
	return v
}

// bestLay picks the set that the prisoners make most worth; while they are few
// only one of three or more.
func (b bot) bestLay(e end) group {
	hand, prison := b.after(e)
	if b.r.data.full(prison) {
		return group{}
	}
	var best group
	most := 0
	for n, lay := range b.s.lays(b.i, hand) {
		v := prison[lay.c]*1500 + lay.n*800 + b.pick(whole)
		if b.s.Tables[lay.c].N > 0 {
			v += 2 * whole
		}
		if n == 0 || v > most {
			best, most = lay, v
		}
	}
	if prison.n() >= 4 || best.n >= 3 {
		return best
	}
	return group{}
}
