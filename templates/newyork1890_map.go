package templates

import (
	"slices"
	"strings"
	"unicode/utf8"

	ny "fivepoints/games/newyork1890"
)

// plan is where the quarters are drawn, north at the top: Manhattan from the
// Hudson (left) to the East River.
var plan = [...][5]string{
	{"", "", "MMP", "", ""},
	{"", "MAN", "", "HAR", ""},
	{"HEL", "", "CPK", "YRK", ""},
	{"GAN", "TEN", "", "GAS", ""},
	{"GRV", "WSQ", "UNS", "TOM", "COR"},
	{"CTN", "MER", "ELZ", "BOW", "LES"},
	{"WMK", "MUL", "FVP", "CHS", "SEV"},
	{"", "CHP", "", "FWD", ""},
}

// Columns of a cell and of the gap beside it: five cells fill a mail's width.
const (
	cellWidth = 12
	gapWidth  = 3
)

// cityMap draws the quarters with who is there.
type cityMap struct {
	places map[string]ny.PlaceView
	drawn  map[string]bool // streets, "CHP FVP"
	lines  []string
	mark   func(gang string) string // one letter
}

// nyMap is the map of the city as text: members, joints, traffics, policemen,
// streets; those that find no room on it are listed below.
func (w *Writer) nyMap(v ny.View) []block {
	m := cityMap{places: map[string]ny.PlaceView{}, drawn: map[string]bool{}}
	m.mark = func(gang string) string { _, n := utf8.DecodeRuneInString(w.short(gang)); return w.short(gang)[:n] }
	for _, p := range v.Quarters {
		m.places[p.Place] = p
	}
	for r := range plan {
		m.row(r)
	}
	m.lines = slices.DeleteFunc(m.lines, func(l string) bool { return l == "" })
	var out []block
	if len(m.lines) == 0 {
		return nil
	}
	var letters []inline
	for _, g := range v.Gangs {
		letters = append(letters, w.t("ny.map.letter", arg("letter", "text", m.mark(g.Gang)), arg("gang", "text", w.short(g.Gang))))
	}
	out = append(out, heading{3, w.t("ny.map.head")}, pre{m.lines}, para{w.t("ny.map.key", word("letters", join(", ", letters...)))})
	if rest := m.rest(v); len(rest) > 0 {
		out = append(out, para{w.t("ny.map.streets", arg("streets", "text", rest...))})
	}
	return out
}

// row draws one row of quarters: codes and tokens, members, then the streets
// to the row below.
func (m *cityMap) row(r int) {
	first, second := "", ""
	for c, code := range plan[r] {
		top, street := m.top(code), ""
		if code != "" {
			if to := m.east(r, c); to != "" {
				street = m.street(code, to)
			}
		}
		switch {
		case street != "":
			top += " " + strings.Repeat("-", max(0, cellWidth+gapWidth-2-len(top))) + " "
		case code == "" && m.crossed(r, c):
			top = strings.Repeat("-", cellWidth+gapWidth-1) + " "
		}
		first += pad(top, cellWidth+gapWidth)
		second += pad(m.people(code), cellWidth+gapWidth)
	}
	m.lines = append(m.lines, strings.TrimRight(first, " "), strings.TrimRight(second, " "), m.south(r))
}

func pad(s string, n int) string { return s + strings.Repeat(" ", max(0, n-columnsOf(s))) }

// east is the next open quarter of the row.
func (m *cityMap) east(r, c int) string {
	for _, code := range plan[r][c+1:] {
		if _, ok := m.places[code]; ok {
			return code
		}
	}
	return ""
}

// street notes a street as drawn; "" when there is none.
func (m *cityMap) street(a, b string) string {
	if !slices.Contains(m.places[a].Near, b) {
		return ""
	}
	name := a + " " + b
	if b < a {
		name = b + " " + a
	}
	m.drawn[name] = true
	return name
}

// crossed tells whether a street runs through an empty cell.
func (m *cityMap) crossed(r, c int) bool {
	for i := c - 1; i >= 0; i-- {
		if west := plan[r][i]; west != "" {
			return m.east(r, i) != "" && slices.Contains(m.places[west].Near, m.east(r, i)) && m.east(r, c) == m.east(r, i)
		}
	}
	return false
}

// south draws the streets between two rows.
func (m *cityMap) south(r int) string {
	if r+1 == len(plan) {
		return ""
	}
	line := []rune(strings.Repeat(" ", len(plan[r])*(cellWidth+gapWidth)))
	for c, code := range plan[r] {
		x := c * (cellWidth + gapWidth)
		if below := plan[r+1][c]; m.street(code, below) != "" {
			line[x+1] = '|'
		}
		if c+1 == len(plan[r]) {
			continue
		}
		if m.street(code, plan[r+1][c+1]) != "" {
			line[x+cellWidth-1] = '\\'
		}
		if m.street(plan[r][c+1], plan[r+1][c]) != "" {
			line[x+cellWidth-2] = '/'
		}
	}
	return strings.TrimRight(string(line), " ")
}

// top is the first line of a cell: "FVP $W %W !".
func (m *cityMap) top(code string) string {
	p, ok := m.places[code]
	if !ok {
		return ""
	}
	s := p.Place
	if p.Joint != "" {
		s += " $" + m.mark(p.JointOf)
	}
	if p.Traffic != "" {
		s += " %" + m.mark(p.TrafficOf)
	}
	if p.Police > 0 {
		s += " " + strings.Repeat("!", p.Police)
	}
	return s
}

// people is the second line: "W3 B2", closed up when many gangs meet.
func (m *cityMap) people(code string) string {
	var parts []string
	for _, g := range m.places[code].Members {
		parts = append(parts, m.mark(g.Gang)+itoa(g.Males+g.Females))
	}
	if s := strings.Join(parts, " "); len(s) <= cellWidth {
		return s
	}
	return short(strings.Join(parts, ""), cellWidth)
}

// rest lists the streets that the map does not draw.
func (m *cityMap) rest(v ny.View) []string {
	var out []string
	for _, p := range v.Quarters {
		for _, near := range p.Near {
			if p.Place < near && !m.drawn[p.Place+" "+near] {
				out = append(out, p.Place+"-"+near)
			}
		}
	}
	return out
}
