package noxford

import (
	"math/bits"
)

// Stack is cards covering each other: same cells, same orientation, from
// bottom to top.
type Stack struct {
	Rect  Rect
	Cards []Card
}

func (s Stack) top() Card { return s.Cards[len(s.Cards)-1] }

// ruling are the readings of the rules that a game chose.
type ruling struct {
	columns, rows int
	align         string
	fullLock      bool // an edge counts as in contact only whole
	isolateMove   bool // a gear move is tested when it is over
	twoLeft       bool // what a lifted card leaves must go on touching two cards
	gearPlaced    bool // a gear may move the card just placed
	coverOwn      bool
	masterCovers  bool
}

// set is a set of stacks, by index.
type set uint64

func (s set) n() int { return bits.OnesCount64(uint64(s)) }

// each calls with every index of the set in order.
func (s set) each(do func(i int)) {
	for ; s != 0; s &= s - 1 {
		do(bits.TrailingZeros64(uint64(s)))
	}
}

// lattice is the width of the cells of a city: the largest table with a border.
const lattice = maxTable + 2

// city is the stacks on the lattice, for questions of geometry. All of them
// ask for the visible card of each stack (geo.visible). It is made anew for a position
// and never stored.
type city struct {
	ruling
	stacks []Stack
	cell   [lattice * lattice]uint8 // 1 + index of the stack, 0 for none
}

func newCity(stacks []Stack, rules ruling) *city {
	c := &city{ruling: rules, stacks: stacks}
	for i, s := range stacks {
		c.fill(s.Rect, uint8(i+1))
	}
	return c
}

func (c *city) fill(r Rect, v uint8) {
	for y := r.Y; y < r.bottom(); y++ {
		for x := r.X; x < r.right(); x++ {
			c.cell[(y+1)*lattice+x+1] = v
		}
	}
}

// at returns the set with the stack on a cell.
func (c *city) at(x, y int) set {
	v := c.cell[(y+1)*lattice+x+1]
	if v == 0 {
		return 0
	}
	return 1 << (v - 1)
}

func (c *city) free(r Rect) bool {
	for y := r.Y; y < r.bottom(); y++ {
		for x := r.X; x < r.right(); x++ {
			if c.cell[(y+1)*lattice+x+1] != 0 {
				return false
			}
		}
	}
	return true
}

// The sides of a card.
const (
	north = iota
	east
	south
	west
)

// contact is what touches a card on each side, and how many of the cells
// beside it are taken.
type contact struct {
	by    [4]set
	cells [4]int
}

func (c *city) contact(r Rect) contact {
	var t contact
	see := func(side, x, y int) {
		if s := c.at(x, y); s != 0 {
			t.by[side] |= s
			t.cells[side]++
		}
	}
	for x := r.X; x < r.right(); x++ {
		see(north, x, r.Y-1)
		see(south, x, r.bottom())
	}
	for y := r.Y; y < r.bottom(); y++ {
		see(west, r.X-1, y)
		see(east, r.right(), y)
	}
	return t
}

func (t contact) all() set { return t.by[north] | t.by[east] | t.by[south] | t.by[west] }

// legal tells whether a card may lie there: on the table (geo.table), on
// nothing (geo.overlap), touching two stacks at least, two of its edges aligned
// at least (geo.spot).
func (c *city) legal(r Rect) bool { return c.refuseSpot(r) == "" }

// refuseSpot returns the rule that forbids a spot, "" when none does.
func (c *city) refuseSpot(r Rect) string {
	if !r.inside(c.columns, c.rows) {
		return ruleTable
	}
	if !c.free(r) {
		return ruleOverlap
	}
	t := c.contact(r)
	if t.all().n() < 2 {
		return ruleTouch
	}
	if c.aligned(r, t) < 2 {
		return ruleAligned
	}
	return ""
}

// aligned counts the edges of a card that lie in line with a parallel edge of a
// card it touches (geo.aligned): by contact or flush as read here, flush only,
// or by contact only.
func (c *city) aligned(r Rect, t contact) int {
	var edge [4]bool
	switch c.align {
	case alignSides:
		for side := range edge {
			edge[side] = t.by[side] != 0
		}
	default:
		wide := c.align == alignWide
		t.all().each(func(i int) {
			o := c.stacks[i].Rect
			edge[north] = edge[north] || r.Y == o.Y || wide && r.Y == o.bottom()
			edge[south] = edge[south] || r.bottom() == o.bottom() || wide && r.bottom() == o.Y
			edge[west] = edge[west] || r.X == o.X || wide && r.X == o.right()
			edge[east] = edge[east] || r.right() == o.right() || wide && r.right() == o.X
		})
	}
	n := 0
	for _, e := range edge {
		if e {
			n++
		}
	}
	return n
}

// spots lists the legal spots in reading order: row, column, upright before
// lying.
func (c *city) spots() []Rect {
	var out []Rect
	c.eachSpot(func(r Rect) bool { out = append(out, r); return true })
	return out
}

// anySpot tells whether there is a legal spot.
func (c *city) anySpot() bool {
	found := false
	c.eachSpot(func(Rect) bool { found = true; return false })
	return found
}

// eachSpot calls with the legal spots in reading order until do returns false.
// Only cells near the city can be any.
func (c *city) eachSpot(do func(Rect) bool) {
	if len(c.stacks) == 0 {
		return
	}
	box := c.stacks[0].Rect
	low, high := box, box
	for _, s := range c.stacks {
		low.X, low.Y = min(low.X, s.Rect.X), min(low.Y, s.Rect.Y)
		high.X, high.Y = max(high.X, s.Rect.right()), max(high.Y, s.Rect.bottom())
	}
	for y := max(0, low.Y-3); y <= min(c.rows-2, high.Y); y++ {
		for x := max(0, low.X-3); x <= min(c.columns-2, high.X); x++ {
			if c.at(x, y) != 0 {
				continue
			}
			for _, r := range [...]Rect{upright(x, y), lying(x, y)} {
				if c.legal(r) && !do(r) {
					return
				}
			}
		}
	}
}

// locked tells whether each of the four sides of a stack is touched; a part of
// it will do, unless the game asks for whole edges (geo.locked).
func (c *city) locked(i int) bool {
	r := c.stacks[i].Rect
	t := c.contact(r)
	for side, n := range t.cells {
		length := r.W
		if side == east || side == west {
			length = r.H
		}
		if n == 0 || c.fullLock && n < length {
			return false
		}
	}
	return true
}

func (c *city) neighbours(i int) set { return c.contact(c.stacks[i].Rect).all() }

// connected tells whether the stacks are one city without that one; -1 leaves
// none out.
func (c *city) connected(without int) bool {
	all := set(1)<<len(c.stacks) - 1
	if without >= 0 {
		all &^= 1 << without
	}
	if all == 0 {
		return true
	}
	seen, front := set(0), all&-all
	for front != 0 {
		seen |= front
		var next set
		front.each(func(i int) { next |= c.neighbours(i) })
		front = next & all &^ seen
	}
	return seen == all
}

// isolates tells whether lifting the top of a stack splits the city; lifting
// the top of a taller stack never does (geo.isolate).
func (c *city) isolates(i int) bool {
	if len(c.stacks[i].Cards) > 1 {
		return false
	}
	if !c.connected(i) {
		return true
	}
	lonely := false
	if c.twoLeft {
		c.neighbours(i).each(func(j int) { lonely = lonely || (c.neighbours(j)&^(1<<i)).n() < 2 })
	}
	return lonely
}

// covers tells whether a card may lie on a stack (geo.cover).
func (c *city) covers(card Card, i int) bool { return c.refuseCover(card, i) == "" }

// refuseCover returns the rule that forbids to cover a stack, "" when none does.
func (c *city) refuseCover(card Card, i int) string {
	top := c.stacks[i].top()
	switch {
	case !card.syndicate() || !top.syndicate():
		return ruleCover
	case top.master():
		return ruleTop // nothing can lie on rank 4 (act.top)
	case card.master() && !c.masterCovers:
		return ruleMaster
	case card.colour() == top.colour() && !c.coverOwn:
		return ruleActCover
	case card.rank() <= top.rank():
		return ruleCover
	case c.locked(i):
		return ruleLocked
	}
	return ""
}

// lifted returns the city without the top of a stack; what lay under it is
// visible again (gear.lift).
func (c *city) lifted(i int) *city {
	var stacks []Stack
	for j, s := range c.stacks {
		if j == i {
			if s.Cards = s.Cards[:len(s.Cards)-1]; len(s.Cards) == 0 {
				continue
			}
		}
		stacks = append(stacks, s)
	}
	return newCity(stacks, c.ruling)
}

// find returns the index of the stack on exactly those cells, -1 for none.
func (c *city) find(r Rect) int {
	for i, s := range c.stacks {
		if s.Rect == r {
			return i
		}
	}
	return -1
}

// stackOf returns the stack that shows a card, -1 for none.
func (c *city) stackOf(card Card) int {
	for i, s := range c.stacks {
		if s.top() == card {
			return i
		}
	}
	return -1
}

// holding returns the stack that holds a card at any height, -1 for none.
func (c *city) holding(card Card) int {
	for i, s := range c.stacks {
		for _, o := range s.Cards {
			if o == card {
				return i
			}
		}
	}
	return -1
}

// refuseLift returns the rule that forbids a gear to move the top of a stack,
// "" when none does; just is the card just placed (gear.choose, gear.isolate).
func (c *city) refuseLift(i int, just Card) string {
	top := c.stacks[i].top()
	switch {
	case top.master():
		return ruleTop
	case top == just && !c.gearPlaced:
		return ruleChoose
	case c.locked(i):
		return ruleLocked
	case !c.isolateMove && c.isolates(i):
		return ruleIsolate
	}
	return ""
}

// move is where a gear puts a card.
type move struct {
	card  Card
	from  Rect
	to    Rect
	cover Card // it lands on, nobody for a spot
}

// drops lists where the lifted top of a stack may go: spots in reading order,
// then cards to cover (gear.drop).
func (c *city) drops(i int) (spots []Rect, covers []int, after *city) {
	from := c.stacks[i]
	after = c.lifted(i)
	for _, r := range after.spots() {
		if r != from.Rect && after.joins(r) {
			spots = append(spots, r)
		}
	}
	for j, s := range after.stacks {
		if s.Rect != from.Rect && after.covers(from.top(), j) && after.joins(s.Rect) {
			covers = append(covers, j)
		}
	}
	return spots, covers, after
}

// joins tells whether the city is one again with a card on those cells; it is
// always, unless a gear move is tested only when it is over.
func (c *city) joins(r Rect) bool {
	if !c.isolateMove || c.connected(-1) {
		return true
	}
	if c.find(r) >= 0 {
		return false
	}
	return newCity(append(c.stacks[:len(c.stacks):len(c.stacks)], Stack{Rect: r, Cards: []Card{0}}), c.ruling).connected(-1)
}

// moves lists every gear move, the cards in the order in which they were laid.
func (c *city) moves(just Card) []move {
	var out []move
	for i, s := range c.stacks {
		if c.refuseLift(i, just) != "" {
			continue
		}
		spots, covers, after := c.drops(i)
		for _, r := range spots {
			out = append(out, move{s.top(), s.Rect, r, nobody})
		}
		for _, j := range covers {
			out = append(out, move{s.top(), s.Rect, after.stacks[j].Rect, after.stacks[j].top()})
		}
	}
	return out
}
