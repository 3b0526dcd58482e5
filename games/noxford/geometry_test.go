package noxford

import (
	"fmt"
	"slices"
	"testing"

	"fivepoints/games"
	"fivepoints/games/gamestest"
)

// plan is the oracle: a city painted cell by cell on a sheet of paper. It
// shares no code with city.go: cards are sets of unit cells, edges are unit
// segments, and everything is found by trying.
type plan struct {
	w, h  int
	cards []paper
}

// paper is a card on the plan: its cells, as x + 100 y.
type paper struct {
	cells map[int]bool
	top   Card
	depth int
}

func paint(s *State) plan {
	p := plan{w: s.Deck.Columns, h: s.Deck.Rows}
	for _, st := range s.City {
		p.cards = append(p.cards, paper{cellsOf(st.Rect), st.Cards[len(st.Cards)-1], len(st.Cards)})
	}
	return p
}

func cellsOf(r Rect) map[int]bool {
	out := map[int]bool{}
	for dx := range r.W {
		for dy := range r.H {
			out[r.X+dx+100*(r.Y+dy)] = true
		}
	}
	return out
}

// steps lead from a cell to its neighbours on the four sides.
func steps() [4]int { return [4]int{-100, 1, 100, -1} }

// sides tells on which sides of a card another one has a cell beside one of its own.
func (a paper) sides(b paper) (out [4]bool) {
	for cell := range a.cells {
		for side, step := range steps() {
			if !a.cells[cell+step] && b.cells[cell+step] {
				out[side] = true
			}
		}
	}
	return out
}

func (a paper) touches(b paper) bool { return a.sides(b) != [4]bool{} }

// edges are the ordinates of a card's four edges, the abscissae of the left
// and right ones: top, right, bottom, left.
func (a paper) edges() [4]int {
	e := [4]int{1 << 20, 0, 0, 1 << 20}
	for cell := range a.cells {
		x, y := cell%100, cell/100
		e = [4]int{min(e[0], y), max(e[1], x+1), max(e[2], y+1), min(e[3], x)}
	}
	return e
}

// spot tries whether a card may lie on some cells, by the words of the
// specification, section 3.2.
func (p plan) spot(cells map[int]bool, x, y, w, h int) bool {
	if x < 0 || y < 0 || x+w > p.w || y+h > p.h {
		return false
	}
	card := paper{cells: cells}
	touched, aligned := 0, [4]bool{}
	for _, o := range p.cards {
		for cell := range o.cells {
			if cells[cell] {
				return false
			}
		}
		if !card.touches(o) {
			continue
		}
		touched++
		mine, others := card.edges(), o.edges()
		for i := range aligned {
			for j := range others {
				if i%2 == j%2 && mine[i] == others[j] {
					aligned[i] = true
				}
			}
		}
	}
	n := 0
	for _, a := range aligned {
		if a {
			n++
		}
	}
	return touched >= 2 && n >= 2
}

// spots tries every position of the table.
func (p plan) spots() []string {
	var out []string
	for y := -1; y <= p.h; y++ {
		for x := -1; x <= p.w; x++ {
			for _, r := range []Rect{{x, y, 2, 3}, {x, y, 3, 2}} {
				if p.spot(cellsOf(r), r.X, r.Y, r.W, r.H) {
					out = append(out, r.String())
				}
			}
		}
	}
	return out
}

func (p plan) locked(i int) bool {
	var all [4]bool
	for j, o := range p.cards {
		if j != i {
			for side, is := range p.cards[i].sides(o) {
				all[side] = all[side] || is
			}
		}
	}
	return all == [4]bool{true, true, true, true}
}

// parts counts the pieces of the city without a card, by painting them.
func (p plan) parts(without int) int {
	mark := map[int]bool{without: true}
	n := 0
	var visit func(i int)
	visit = func(i int) {
		mark[i] = true
		for j := range p.cards {
			if !mark[j] && p.cards[i].touches(p.cards[j]) {
				visit(j)
			}
		}
	}
	for i := range p.cards {
		if !mark[i] {
			n++
			visit(i)
		}
	}
	return n
}

func (p plan) movable(i int) bool {
	c := p.cards[i]
	return !c.top.master() && !p.locked(i) && (c.depth > 1 || p.parts(i) == 1)
}

// result counts the Quarters by hand.
func (p plan) result(s *State) map[string]int {
	points := map[string]int{}
	for _, q := range p.cards {
		if q.top < syndicates || q.top >= syndicates+quarters {
			continue
		}
		votes := map[int]int{}
		for _, c := range p.cards {
			if c.top >= syndicates || !c.touches(q) {
				continue
			}
			cancelled := slices.ContainsFunc(p.cards, func(k paper) bool { return k.top >= syndicates+quarters && k.touches(c) })
			if !cancelled {
				votes[int(c.top)/10]++
				if c.top%10 == 0 {
					votes[int(c.top)/10]++
				}
			}
		}
		best, owner, tie := 0, -1, false
		for colour := range 4 {
			switch n := votes[colour]; {
			case n > best:
				best, owner, tie = n, colour, false
			case n == best && n > 0:
				tie = true
			}
		}
		if i := slices.Index(s.Colours, owner); i >= 0 && !tie {
			symbols := s.Deck.Cards[q.top-syndicates].Symbols
			points[string(s.Seats[i])] += len(symbols)
			if slices.Contains(symbols, s.Deck.Favourites[owner]) {
				points[string(s.Seats[i])] += 2
			}
		}
	}
	return points
}

// compare holds the geometry of a state against the oracle.
func compare(s *State) error {
	p, c := paint(s), s.city()
	var got []string
	for _, r := range c.spots() {
		got = append(got, r.String())
	}
	if want := p.spots(); !slices.Equal(got, want) {
		return fmt.Errorf("spots are %v, the oracle has %v", got, want)
	}
	for i := range c.stacks {
		if got, want := c.locked(i), p.locked(i); got != want {
			return fmt.Errorf("%s locked: %v, the oracle says %v", c.stacks[i].top().id(), got, want)
		}
		if got, want := c.refuseLift(i, nobody) == "", p.movable(i); got != want {
			return fmt.Errorf("%s movable: %v, the oracle says %v", c.stacks[i].top().id(), got, want)
		}
	}
	want := p.result(s)
	for _, score := range s.tally().scores {
		if score.Points != want[score.Seat] {
			return fmt.Errorf("%s scores %d, the oracle says %d", score.Seat, score.Points, want[score.Seat])
		}
	}
	return nil
}

// each plays bot games and hands over the state at the start of some turns.
func each(t *testing.T, plays, every int, look func(s *State) error) {
	t.Helper()
	r, b := book(t)
	for seed := range plays {
		d := gamestest.Dice(seed)
		styles := []string{styleRandom, styleGreedy}[seed%2:]
		s := &State{}
		for _, f := range gamestest.Bots(t, b, setup(minSeats+seed%3), styles, d.Pick) {
			r.Evolve(s, f)
			if _, ok := f.Pub.(TurnStarted); ok && s.Turn%every == seed%every {
				if err := look(s); err != nil {
					t.Fatalf("seed %d, turn %d: %v\n%v", seed, s.Turn, err, laids(s.City))
				}
			}
		}
	}
}

func TestGeometryAgreesWithAnOracle(t *testing.T) {
	t.Parallel()
	each(t, gamestest.Runs(9, 18), 4, compare)
}

// The city stays one and 2-connected while no gear moved anything (lemma 3.4, I6).
func TestPlacementsKeepTheCityWhole(t *testing.T) {
	t.Parallel()
	r, b := book(t)
	for seed := range gamestest.Runs(30, 120) {
		d := gamestest.Dice(seed)
		s, moved := &State{}, false
		for _, f := range gamestest.Bots(t, b, setup(minSeats+seed%3), []string{styleRandom}, d.Pick) {
			if p, ok := f.Pub.(Placed); ok {
				if at, _ := readPos(p.Pos); !s.city().legal(at) {
					t.Fatalf("seed %d: %s was no legal spot", seed, p.Pos)
				}
			}
			_, lifted := f.Pub.(Lifted)
			moved = moved || lifted
			r.Evolve(s, f)
			if moved || len(s.City) < 3 {
				continue
			}
			for i := range s.City {
				if !s.city().connected(i) {
					t.Fatalf("seed %d: without %s the city falls apart", seed, s.City[i].Rect)
				}
			}
		}
	}
}

// turned maps a city by a symmetry of the table.
type turned struct {
	name string
	of   func(s *State, r Rect) Rect
}

// symmetries are mirrors, a quarter turn and a shift. The table is square.
func symmetries(s *State) []turned {
	n := s.Deck.Columns
	return []turned{
		{"mirror", func(_ *State, r Rect) Rect { r.X = n - r.right(); return r }},
		{"upside down", func(_ *State, r Rect) Rect { r.Y = n - r.bottom(); return r }},
		{"quarter turn", func(_ *State, r Rect) Rect { return Rect{n - r.bottom(), r.X, r.H, r.W} }},
		{"transposed", func(_ *State, r Rect) Rect { return Rect{r.Y, r.X, r.H, r.W} }},
	}
}

func (m turned) state(s *State) *State {
	out := *s
	out.City = nil
	for _, st := range s.City {
		out.City = append(out.City, Stack{m.of(s, st.Rect), st.Cards})
	}
	return &out
}

// same demands the same spots, locks, moves and points behind a symmetry (I9).
func (m turned) same(s *State, inside func(Rect) bool) error {
	o := m.state(s)
	a, b := s.city(), o.city()
	var want, got []string
	for _, r := range a.spots() {
		if to := m.of(s, r); inside(to) {
			want = append(want, to.String())
		}
	}
	for _, r := range b.spots() {
		got = append(got, r.String())
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(want, got) {
		return fmt.Errorf("%s: spots %v, not %v", m.name, got, want)
	}
	for i := range a.stacks {
		if a.locked(i) != b.locked(i) || a.refuseLift(i, nobody) != b.refuseLift(i, nobody) {
			return fmt.Errorf("%s: %s is locked or movable in one of two", m.name, a.stacks[i].top().id())
		}
	}
	if x, y := fmt.Sprint(s.tally()), fmt.Sprint(o.tally()); x != y {
		return fmt.Errorf("%s: it comes to %s, not %s", m.name, y, x)
	}
	return nil
}

func TestMirrorsAndTurns(t *testing.T) {
	t.Parallel()
	each(t, gamestest.Runs(12, 60), 5, func(s *State) error {
		for _, m := range symmetries(s) {
			if err := m.same(s, func(Rect) bool { return true }); err != nil {
				return err
			}
		}
		return nil
	})
}

// On a larger table the same city lies anywhere; spots at the old border come on top.
func TestShifts(t *testing.T) {
	t.Parallel()
	each(t, gamestest.Runs(12, 60), 5, func(s *State) error {
		wide := *s
		wide.Deck.Columns, wide.Deck.Rows = maxTable, maxTable
		shift := func(dx, dy int) *State {
			m := turned{"shift", func(_ *State, r Rect) Rect { r.X, r.Y = r.X+dx, r.Y+dy; return r }}
			return m.state(&wide)
		}
		base := shift(3, 3) // nothing is near the border any more
		for _, d := range [][2]int{{1, 0}, {0, 1}, {20, 17}} {
			m := turned{"shift", func(_ *State, r Rect) Rect { r.X, r.Y = r.X+d[0], r.Y+d[1]; return r }}
			if err := m.same(base, func(Rect) bool { return true }); err != nil {
				return err
			}
		}
		return nil
	})
}

// Gear moves are what trying every card on every place allows.
func TestGearMovesAgreeWithTrying(t *testing.T) {
	t.Parallel()
	r, _ := book(t)
	each(t, gamestest.Runs(2, 4), 23, func(s *State) error {
		gear := masterless(s)
		if gear == nobody {
			return nil
		}
		g := *s
		g.Just, g.From, g.Step = gear, fromHand, stepGear
		g.Deck.Gears = []string{"S1", "S2", "S3", "S4"}
		listed := map[string]bool{}
		for _, m := range g.city().moves(gear) {
			listed[fmt.Sprint(m.line().Args)] = true
		}
		tried := 0
		for _, l := range everyMove(&g) {
			_, ref := r.tryGear(&g, l)
			if (ref == nil) != listed[fmt.Sprint(l.Args)] {
				return fmt.Errorf("%v: refused %v, listed %v", l.Args, ref, listed[fmt.Sprint(l.Args)])
			}
			if ref == nil {
				tried++
			}
		}
		if tried != len(listed) {
			return fmt.Errorf("%d moves are listed, %d can be done", len(listed), tried)
		}
		return nil
	})
}

// masterless is some Henchman that lies open in the city.
func masterless(s *State) Card {
	for _, st := range s.City {
		if st.top().rank() == 1 {
			return st.top()
		}
	}
	return nobody
}

// everyMove lists every card of the city with every cell and every other card.
func everyMove(s *State) []games.Line {
	var out []games.Line
	for _, st := range s.City {
		for y := range s.Deck.Rows {
			for x := range s.Deck.Columns {
				out = append(out, move{card: st.top(), to: upright(x, y), cover: nobody}.line(), move{card: st.top(), to: lying(x, y), cover: nobody}.line())
			}
		}
		for _, on := range s.City {
			out = append(out, move{card: st.top(), cover: on.top()}.line())
		}
	}
	return out
}

// The examples of section 3.4, and the three readings of "aligned" in 3.3.
func TestOpening(t *testing.T) {
	t.Parallel()
	stacks := []Stack{{upright(11, 10), []Card{syndicates}}, {lying(13, 11), []Card{syndicates + 1}}}
	for align, want := range map[string]string{
		alignWide: "[N9V N10H L14H]", alignStrict: "[N10H]", alignSides: "[N9V N10H]",
	} {
		if got := fmt.Sprint(newCity(stacks, ruling{columns: 26, rows: 26, align: align}).spots()); got != want {
			t.Errorf("align=%s: the opening has the spots %s, not %s", align, got, want)
		}
	}
	city := newCity(stacks, ruling{columns: 26, rows: 26, align: alignWide})
	for pos, rule := range map[string]string{"N10H": "", "N9V": "", "L14H": "", "J11V": ruleTouch, "M14H": ruleAligned, "L8V": ruleTouch, "M11V": ruleOverlap} {
		if at, ok := readPos(pos); !ok || city.refuseSpot(at) != rule {
			t.Errorf("%s: refused by %q, not %q", pos, city.refuseSpot(at), rule)
		}
	}
}

// N-L1: locked and movable cards of the rulebook's example.
func TestLocksOfTheExample(t *testing.T) {
	t.Parallel()
	r, b := book(t)
	v, _ := gamestest.At(t, b, NewPositions(r), fixture).View(games.Public).(View)
	if got := fmt.Sprint(v.Locked, v.Movable); got != "[O-S3 O-S4 Q05 Q11] [B-S1 B-S2 B-S3 K1 O-S1 O-S2]" {
		t.Errorf("locked and movable are %s", got)
	}
}

func TestNamesOfPositions(t *testing.T) {
	t.Parallel()
	for _, r := range []Rect{upright(0, 0), lying(25, 25), upright(26, 0), lying(51, 51)} {
		if back, ok := readPos(r.String()); !ok || back != r {
			t.Errorf("%s is read %v", r, back)
		}
	}
	for _, bad := range []string{"", "V", "12H", "N12", "N12X", "N0H", "N012H", "n12H", "BA3V", "AAA3V", "N99999999999999999999H", "N12HV", "N-1H", "N+3H", "N53V"} {
		if r, ok := readPos(bad); ok {
			t.Errorf("%q was read as %v", bad, r)
		}
	}
}
