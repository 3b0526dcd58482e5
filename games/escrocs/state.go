package escrocs

import (
	"slices"
	"strconv"

	"fivepoints/games"
)

// Colour is an index into the colours of the data, in scoring order.
type Colour int

// Counts are cards by colour. Cards of one colour are interchangeable.
type Counts [colours]int

func (c Counts) n() int {
	n := 0
	for _, k := range c {
		n += k
	}
	return n
}

func (c Counts) plus(o Counts) Counts {
	for i := range c {
		c[i] += o[i]
	}
	return c
}

// cards lists the cards in the order of colours.
func (c Counts) cards() []Colour {
	var out []Colour
	for i, n := range c {
		for range n {
			out = append(out, Colour(i))
		}
	}
	return out
}

func count(cards []Colour) Counts {
	var out Counts
	for _, c := range cards {
		out[c]++
	}
	return out
}

// Step is where a turn stands.
type Step string

// The steps of a game.
const (
	stepDealer Step = ""      // nobody deals yet
	stepDeal   Step = "deal"  // the dealer shuffles
	stepBegin  Step = "begin" // before the next seat's turn
	stepTake   Step = "take"
	stepLay    Step = "lay"
	stepDraw   Step = "draw"
	stepScore  Step = "score"
	stepOver   Step = "over"
)

// State is a game as the engine knows it. Hands, Talon and Given are secret.
type State struct {
	Options []games.KV
	Seats   []games.Seat // clockwise
	Step    Step
	Turn    int
	Active  int // seat of the turn; before the first, the dealer
	Row     int // of this turn's take, from 0
	Right   bool
	Waited  bool // that take was ordered before its mail opened
	Rows    [][]Colour
	Talon   []Colour // the top first
	Discard Counts
	Given   Counts // given back and not yet in the talon
	Prison  Counts
	Tables  [colours]Set
	Hands   []Counts
	Seen    []Counts // of each hand, what all saw taken and cannot be gone
	Sheet   [][]int  // points by scoring, by seat
	Shaken  int      // last turn that ended with a refill or a scoring

	Closing bool // all rows are closed and wait for the refill
	Filled  bool // they were refilled for this turn
	Asked   int  // limits of the give-back already called in this shortage
	Call    *Call
	Calls   int // give-backs, reshuffles and mixes so far
	Shuffle int
	Mixes   int
	Ranks   [][]string
	Why     string // the end's message
}

// Set is what lies of one colour on the tables; N is 0 when it is free. One
// owner by construction (def.table).
type Set struct{ Owner, N int }

// Call is a give-back that waits for answers.
type Call struct {
	Limit int
	Seats []int // who still owes one
}

func (s *State) clone() *State {
	c := *s
	c.Rows = slices.Clone(s.Rows)
	for i := range c.Rows {
		c.Rows[i] = slices.Clone(s.Rows[i])
	}
	c.Talon, c.Hands, c.Seen = slices.Clone(s.Talon), slices.Clone(s.Hands), slices.Clone(s.Seen)
	c.Sheet = slices.Clone(s.Sheet)
	for i := range c.Sheet {
		c.Sheet[i] = slices.Clone(s.Sheet[i])
	}
	if s.Call != nil {
		c.Call = &Call{s.Call.Limit, slices.Clone(s.Call.Seats)}
	}
	return &c
}

func (s *State) option(key string) string { return games.Value(s.Options, key) }

func (s *State) scorings() int {
	n, err := strconv.Atoi(s.option("scorings"))
	if err != nil {
		return 1
	}
	return n
}

func (s *State) seat(id games.Seat) int { return slices.Index(s.Seats, id) }

// next is the left neighbour (setup.first, take.next).
func (s *State) next() int { return (s.Active + 1) % len(s.Seats) }

func (s *State) scores() []int {
	out := make([]int, len(s.Seats))
	for _, points := range s.Sheet {
		for i, p := range points {
			out[i] += p
		}
	}
	return out
}

// group is a run of equal cards (def.group).
type group struct {
	c Colour
	n int
}

// groups computes the runs of a row; they are never stored, so a card laid
// beside its like is part of the run at once (def.group, draw.merge).
func groups(row []Colour) []group {
	var out []group
	for _, c := range row {
		if n := len(out); n > 0 && out[n-1].c == c {
			out[n-1].n++
			continue
		}
		out = append(out, group{c, 1})
	}
	return out
}

// playable tells a row one may take from (def.playable); others are closed (def.closed).
func playable(row []Colour) bool { return len(groups(row)) > 1 }

func (s *State) anyPlayable() bool { return slices.ContainsFunc(s.Rows, playable) }

// edge returns the group at an end of a row and the one beside it.
func (s *State) edge(row int, right bool) (end, beside group) {
	g := groups(s.Rows[row])
	if right {
		slices.Reverse(g)
	}
	if len(g) > 0 {
		end = g[0]
	}
	if len(g) > 1 {
		beside = g[1]
	}
	return end, beside
}

// full tells whether a prison is bonde: so many cards in each of so many
// colours (def.full).
func (d *data) full(prison Counts) bool {
	return slices.ContainsFunc(d.PrisonFull, func(f []int) bool { return atLeast(prison, f[0]) >= f[1] })
}

func atLeast(c Counts, n int) int {
	found := 0
	for _, k := range c {
		if k >= n {
			found++
		}
	}
	return found
}
