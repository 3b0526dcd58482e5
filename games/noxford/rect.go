package noxford

import (
	"strconv"
	"strings"
)

// maxTable is the largest side of a table in units (geo.table).
const maxTable = 52

// Rect is a card on the lattice: unit cells, X and Y of the north-west one from
// 0. A card is 2 by 3, upright or lying (geo.card).
type Rect struct{ X, Y, W, H int }

func upright(x, y int) Rect { return Rect{x, y, 2, 3} }
func lying(x, y int) Rect   { return Rect{x, y, 3, 2} }

func (r Rect) right() int  { return r.X + r.W }
func (r Rect) bottom() int { return r.Y + r.H }

// inside tells whether it lies on a table whole.
func (r Rect) inside(columns, rows int) bool {
	return r.X >= 0 && r.Y >= 0 && r.right() <= columns && r.bottom() <= rows
}

// overlaps tells whether they share a unit cell (geo.overlap).
func (r Rect) overlaps(o Rect) bool {
	return r.X < o.right() && o.X < r.right() && r.Y < o.bottom() && o.Y < r.bottom()
}

// touches tells whether they share a boundary segment of a unit at least
// (geo.touch).
func (r Rect) touches(o Rect) bool {
	beside := (r.right() == o.X || o.right() == r.X) && r.Y < o.bottom() && o.Y < r.bottom()
	above := (r.bottom() == o.Y || o.bottom() == r.Y) && r.X < o.right() && o.X < r.right()
	return beside || above
}

// flush tells whether two like edges lie in one line: tops, bottoms, left or right ones.
func (r Rect) flush(o Rect) bool {
	return r.X == o.X || r.Y == o.Y || r.right() == o.right() || r.bottom() == o.bottom()
}

// Column names a column as positions do, from 0: A..Z, AA..AZ.
func Column(x int) string {
	if x < 26 {
		return string(rune('A' + x))
	}
	return "A" + string(rune('A'+x-26))
}

// String names the position: column and row of the north-west cell, then V for
// upright and H for lying (geo.name).
func (r Rect) String() string {
	way := "V"
	if r.W > r.H {
		way = "H"
	}
	return Column(r.X) + strconv.Itoa(r.Y+1) + way
}

// readPos reads the name of a position.
func readPos(name string) (Rect, bool) {
	cell := strings.TrimRight(name, "VH")
	letters := strings.TrimRight(cell, "0123456789")
	n, err := strconv.Atoi(cell[len(letters):])
	x := -1
	switch {
	case len(letters) == 1 && letters[0] >= 'A' && letters[0] <= 'Z':
		x = int(letters[0] - 'A')
	case len(letters) == 2 && letters[0] == 'A' && letters[1] >= 'A' && letters[1] <= 'Z':
		x = 26 + int(letters[1]-'A')
	}
	if err != nil || x < 0 || n < 1 || n > maxTable || len(name) != len(cell)+1 {
		return Rect{}, false
	}
	r := upright(x, n-1)
	if strings.HasSuffix(name, "H") {
		r = lying(x, n-1)
	}
	return r, r.String() == name // N08V is no name
}

// Cells returns the unit cells of a position: its north-west one from 0, width
// and height.
func Cells(pos string) (x, y, w, h int, ok bool) {
	r, ok := readPos(pos)
	return r.X, r.Y, r.W, r.H, ok
}
