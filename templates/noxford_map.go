package templates

import (
	"strings"

	nox "fivepoints/games/noxford"
)

// nxWide is the widest map a mail shows without breaking its lines.
const nxWide = 78

// nxMap draws the city in plain characters that mean nothing to any board: a box for each visible card, dots
// for free cells, plus signs where a legal spot is. A cell is three characters wide,
// two where the city is too broad for a mail.
func (w *Writer) nxMap(v nox.View) []string {
	left, top, right, bottom := nxBounds(v)
	m := nxCanvas{x: left, y: top, columns: right - left, cell: 3}
	if margin+m.columns*m.cell > nxWide {
		m.cell = 2
	}
	for range bottom - top {
		m.rows = append(m.rows, []byte(strings.Repeat(padMiddle(".", m.cell), m.columns)))
	}
	for _, spot := range v.Spots {
		m.free(spot.Pos)
	}
	signs := w.nxSigns(v.Symbols)
	for _, s := range v.City {
		m.card(s, nxContent(v, s, signs))
	}
	return m.lines()
}

// margin is the width of the numbers of rows.
const margin = 3

// nxBounds are the columns and rows to show: the city and all legal spots.
func nxBounds(v nox.View) (left, top, right, bottom int) {
	left, top = v.Columns, v.Rows
	grow := func(x, y, width, high int) {
		left, top, right, bottom = min(left, x), min(top, y), max(right, x+width), max(bottom, y+high)
	}
	for _, s := range v.City {
		grow(s.X, s.Y, s.W, s.H)
	}
	for _, spot := range v.Spots {
		if x, y, width, high, ok := nox.Cells(spot.Pos); ok {
			grow(x, y, width, high)
		}
	}
	return left, top, right, bottom
}

// nxCanvas is a map on its way.
type nxCanvas struct {
	x, y    int // of the first cell shown
	columns int
	cell    int // width of a cell
	rows    [][]byte
}

// free marks the cells of a legal spot.
func (m *nxCanvas) free(pos string) {
	x, y, width, high, ok := nox.Cells(pos)
	if !ok {
		return
	}
	for row := y; row < y+high; row++ {
		for column := x; column < x+width; column++ {
			m.write(column, row, padMiddle("+", m.cell))
		}
	}
}

func (m *nxCanvas) write(x, y int, text string) { copy(m.rows[y-m.y][(x-m.x)*m.cell:], text) }

// card draws a box; where cells are narrow the first line of a box has no sides.
func (m *nxCanvas) card(s nox.StackView, content []string) {
	wide := s.W * m.cell
	for i := range s.H {
		line := ""
		if i < len(content) {
			line = content[i]
		}
		if i == 0 && m.cell == 2 {
			line = pad(line, wide)
		} else {
			line = "|" + pad(line, wide-2) + "|"
		}
		m.write(s.X, s.Y+i, line[:wide])
	}
}

// nxContent are the lines in a box: the card; its rank or symbols, and marks for
// gear, lock and cancelling; how many cards lie below.
func nxContent(v nox.View, s nox.StackView, signs []string) []string {
	marks, symbols, below := "", "", ""
	for _, mark := range []struct {
		set  bool
		sign string
	}{{s.Top.Gear, "*"}, {s.Locked, "!"}, {s.Cancelled, "x"}} {
		if mark.set {
			marks += mark.sign
		}
	}
	for i, symbol := range v.Symbols {
		for _, own := range s.Top.Symbols {
			if own == symbol {
				symbols += signs[i]
			}
		}
	}
	if n := len(s.Cards); n > 1 {
		below = "+" + itoa(n-1)
	}
	switch {
	case s.Top.Rank > 0:
		symbols = itoa(s.Top.Rank) + marks
	case s.H == 2:
		symbols, below = strings.TrimSpace(symbols+" "+marks), ""
	default:
		below = marks
	}
	if s.H == 2 {
		return []string{s.Top.Card, strings.TrimSpace(symbols + " " + below)}
	}
	return []string{s.Top.Card, symbols, below}
}

// lines adds the names of columns and rows.
func (m *nxCanvas) lines() []string {
	var head strings.Builder
	head.WriteString(strings.Repeat(" ", margin))
	for c := range m.columns {
		head.WriteString(padMiddle(nox.Column(m.x+c), m.cell))
	}
	out := []string{strings.TrimRight(head.String(), " ")}
	for i, row := range m.rows {
		out = append(out, strings.TrimRight(padLeft(itoa(m.y+i+1), margin-1)+" "+string(row), " "))
	}
	return out
}

func padLeft(s string, n int) string { return strings.Repeat(" ", max(0, n-len(s))) + s }

// padMiddle sets one or two characters in the middle of a cell.
func padMiddle(s string, n int) string {
	if n == 2 || len(s) > 1 {
		return pad(s, n)
	}
	return " " + s + strings.Repeat(" ", n-2)
}
