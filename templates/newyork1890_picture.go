package templates

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	ny "fivepoints/games/newyork1890"
)

// Sizes of the picture of the city.
const (
	nyCellWide = 172
	nyCellHigh = 104
	nyBoxWide  = 148
	nyBoxHigh  = 76
	nyMargin   = 14
	nyRowHigh  = 22 // of the standings below
)

// nyInk is a gang's colour. The six stay apart for colour-blind readers, and a
// letter says everywhere what the colour does.
func nyInk(gang string) string {
	inks := map[string]string{
		"whyos": "#d55e00", "eastman": "#0072b2", "dusters": "#00795a", "rabbits": "#8e3a80", "bowery": "#7a5c00", "charlton": "#222222",
	}
	if ink, ok := inks[gang]; ok {
		return ink
	}
	return "#333333"
}

// nyGround is the colour of a terrain.
func nyGround(terrain string) string {
	switch terrain {
	case "green", "park":
		return "#d5e8c8"
	case "neutral":
		return "#e3e3e3"
	case "virgin":
		return "#f1e4c3"
	}
	return "#ffffff"
}

// nyPicture draws the map of the city, the action spaces, then who leads.
func (w *Writer) nyPicture(v ny.View) []byte {
	s := &svg{width: 2*nyMargin + len(plan[0])*nyCellWide}
	at := map[string][2]int{} // the middle of each quarter's box
	for r, row := range plan {
		for c, code := range row {
			if code != "" {
				at[code] = [2]int{nyMargin + c*nyCellWide + nyCellWide/2, nyMargin + r*nyCellHigh + nyCellHigh/2}
			}
		}
	}
	s.shores(w)
	for _, p := range v.Quarters {
		for _, near := range p.Near {
			if p.Place < near && at[p.Place] != [2]int{} && at[near] != [2]int{} {
				s.street(at[p.Place], at[near], slices.Contains(p.Rail, near))
			}
		}
	}
	for _, p := range v.Quarters {
		if at[p.Place] != [2]int{} {
			w.nyDrawQuarter(s, p, at[p.Place])
		}
	}
	y := w.nyDrawSpaces(s, v, 2*nyMargin+len(plan)*nyCellHigh)
	y = w.nyDrawKey(s, y)
	y = w.nyDrawStandings(s, v, y)
	s.height = y + nyMargin
	return s.bytes(w.t("ny.view.year", number("year", v.Year), number("round", v.Round), number("rounds", v.Rounds)).String())
}

// shores draws the island between its two rivers, along the outermost quarters.
func (s *svg) shores(w *Writer) {
	high := nyMargin + len(plan)*nyCellHigh
	s.plain(0, 0, s.width, high+nyMargin/2, "#dcebf2")
	var west, east []string
	for r, row := range plan {
		first := slices.IndexFunc(row[:], func(c string) bool { return c != "" })
		last := len(row) - 1
		for row[last] == "" {
			last--
		}
		for _, dy := range []int{8, nyCellHigh - 8} {
			y := nyMargin + r*nyCellHigh + dy
			west = append(west, fmt.Sprintf("%d,%d", max(4, nyMargin+first*nyCellWide-6), y))
			east = append(east, fmt.Sprintf("%d,%d", min(s.width-4, nyMargin+(last+1)*nyCellWide+6), y))
		}
	}
	slices.Reverse(east)
	fmt.Fprintf(&s.body, `<polygon points="%s" fill="#f7f2e6" stroke="#7fa6b8" stroke-width="10" stroke-linejoin="round"/>`+"\n",
		strings.Join(append(west, east...), " "))
	s.text(nyMargin+6, nyMargin+nyCellHigh/2, 16, "start", "#47748a", w.t("ny.map.hudson").String())
	s.text(s.width-nyMargin-6, nyMargin+nyCellHigh/2, 16, "end", "#47748a", w.t("ny.map.eastriver").String())
}

// plain draws a rectangle without an edge.
func (s *svg) plain(x, y, wide, high int, fill string) {
	fmt.Fprintf(&s.body, `<rect x="%d" y="%d" width="%d" height="%d" fill="%s"/>`+"\n", x, y, wide, high, fill)
}

// street draws a line between two quarters, the railroad with its ties; a long one
// swings out, so that it does not run behind what lies between.
func (s *svg) street(a, b [2]int, rail bool) {
	dx, dy := b[0]-a[0], b[1]-a[1]
	bend := 0
	if max(dx, -dx) > nyCellWide || max(dy, -dy) > nyCellHigh {
		bend = 5
	}
	way := fmt.Sprintf("M%d %d Q%d %d %d %d", a[0], a[1], (a[0]+b[0])/2-dy*bend/16, (a[1]+b[1])/2+dx*bend/16, b[0], b[1])
	line := func(ink string, wide int, dash string) {
		fmt.Fprintf(&s.body, `<path d="%s" fill="none" stroke="%s" stroke-width="%d"%s/>`+"\n", way, ink, wide, dash)
	}
	if rail {
		line("#3d3d3d", 9, ` stroke-dasharray="3 7"`)
		line("#3d3d3d", 2, "")
		return
	}
	line("#b7a98b", 5, ` stroke-linecap="round"`)
}

// nyDrawQuarter draws a quarter: its name, whose headquarters it is, what is run
// there, who is there.
func (w *Writer) nyDrawQuarter(s *svg, p ny.PlaceView, mid [2]int) {
	x, y, edge := mid[0]-nyBoxWide/2, mid[1]-nyBoxHigh/2, "#8d7f64"
	s.box(x, y, nyBoxWide, nyBoxHigh, nyGround(p.Terrain), edge)
	if p.HQ != "" {
		fmt.Fprintf(&s.body, `<rect x="%d" y="%d" width="%d" height="%d" rx="5" fill="none" stroke="%s" stroke-width="4"/>`+"\n", x, y, nyBoxWide, nyBoxHigh, nyInk(p.HQ))
	}
	s.text(x+6, y+15, 12, "start", "#222222", p.Place+" "+short(w.name("place", p.Place), 15))
	for i := range p.Police {
		s.policeman(x+nyBoxWide-14-16*i, y+nyBoxHigh-14)
	}
	line := y + 31
	for i, t := range [][2]string{{p.Joint, p.JointOf}, {p.Traffic, p.TrafficOf}} {
		if t[0] != "" {
			s.token(x+12, line-4, i == 0, nyInk(t[1]), w.nyLetter(t[1]))
			s.text(x+23, line, 11, "start", "#222222", short(w.name("activity", t[0]), 20))
			line += 15
		}
	}
	for i, m := range p.Members {
		s.pill(x+6+i*(nyBoxWide-30)/max(len(p.Members), 4), y+nyBoxHigh-22, nyInk(m.Gang), w.nyLetter(m.Gang)+itoa(m.Males+m.Females))
	}
}

// nyLetter is the letter that stands for a gang, as on the map of mails.
func (w *Writer) nyLetter(gang string) string {
	_, n := utf8.DecodeRuneInString(w.short(gang))
	return w.short(gang)[:n]
}

// token draws a joint, a disc, or a traffic, a diamond, with its owner's letter.
func (s *svg) token(x, y int, joint bool, ink, letter string) {
	if joint {
		fmt.Fprintf(&s.body, `<circle cx="%d" cy="%d" r="7" fill="%s"/>`+"\n", x, y, ink)
	} else {
		fmt.Fprintf(&s.body, `<path d="M%d %d l8 8 l-8 8 l-8 -8 z" fill="%s"/>`+"\n", x, y-8, ink)
	}
	s.text(x, y+4, 10, "middle", "#ffffff", letter)
}

// policeman draws a star in a badge.
func (s *svg) policeman(x, y int) {
	fmt.Fprintf(&s.body, `<circle cx="%d" cy="%d" r="8" fill="#ffffff" stroke="#1b2a41" stroke-width="2"/>`+"\n", x, y)
	s.text(x, y+5, 13, "middle", "#1b2a41", "★")
}

// pill is a gang's letter and a number on its colour.
func (s *svg) pill(x, y int, fill, n string) {
	wide := 13 + 8*len(n)
	s.box(x, y, wide, 17, fill, fill)
	s.text(x+wide/2, y+13, 12, "middle", "#ffffff", n)
}

// nyDrawSpaces draws who stands on the action spaces and on the tracks.
func (w *Writer) nyDrawSpaces(s *svg, v ny.View, y int) int {
	wide := (s.width - 2*nyMargin) / max(1, len(v.Spaces))
	for i, p := range v.Spaces {
		x := nyMargin + i*wide
		s.box(x, y, wide-8, 44, "#ffffff", "#8d7f64")
		s.text(x+6, y+15, 12, "start", "#222222", capital(text(w.name("space", p.Place))).String())
		for k, m := range p.Members {
			s.pill(x+6+k*32, y+22, nyInk(m.Gang), w.nyLetter(m.Gang)+itoa(m.Males+m.Females))
		}
	}
	y += 60
	for _, g := range v.Gangs {
		if boxes := w.nyBoxes(g); len(boxes) > 0 {
			s.pill(nyMargin, y-12, nyInk(g.Gang), w.nyLetter(g.Gang))
			s.text(nyMargin+30, y, 12, "start", "#222222", short(boxes.String(), 110))
			y += 20
		}
	}
	return y
}

// nyDrawKey explains the signs.
func (w *Writer) nyDrawKey(s *svg, y int) int {
	x := nyMargin
	for _, ground := range []string{"quarter", "neutral", "park", "virgin"} {
		s.box(x, y, 16, 14, nyGround(ground), "#8d7f64")
		s.text(x+21, y+12, 12, "start", "#222222", w.t("ny.map.ground."+ground).String())
		x += 128
	}
	s.token(x+8, y+7, true, "#555555", "")
	s.text(x+21, y+12, 12, "start", "#222222", w.t("ny.map.sign.joint").String())
	s.token(x+98, y+7, false, "#555555", "")
	s.text(x+111, y+12, 12, "start", "#222222", w.t("ny.map.sign.traffic").String())
	s.policeman(x+188, y+7)
	s.text(x+202, y+12, 12, "start", "#222222", w.t("ny.map.sign.police").String())
	s.street([2]int{x + 260, y + 7}, [2]int{x + 290, y + 7}, true)
	s.text(x+296, y+12, 12, "start", "#222222", w.t("ny.map.sign.rail").String())
	return y + 34
}

// nyDrawStandings lists the gangs with their colour, money and members.
func (w *Writer) nyDrawStandings(s *svg, v ny.View, y int) int {
	for i, g := range nyRich(v) {
		s.pill(nyMargin, y, nyInk(g.Gang), w.nyLetter(g.Gang)+itoa(nyRank(v, g, i)))
		s.text(nyMargin+36, y+13, 13, "start", "#222222", w.name("gang", g.Gang))
		s.text(nyMargin+260, y+13, 13, "end", "#222222", w.money(itoa(g.Money)))
		s.text(nyMargin+380, y+13, 13, "end", "#222222", w.nyMembers(g.Males, g.Females).String())
		if seat := slices.Index(v.Order, g.Gang); seat >= 0 && !g.Out {
			s.text(nyMargin+410, y+13, 12, "start", "#666666", w.t("ny.view.col.place").String()+" "+itoa(seat+1))
		}
		y += nyRowHigh
	}
	return y
}
