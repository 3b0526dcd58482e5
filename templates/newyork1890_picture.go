package templates

import (
	"fmt"
	"slices"
	"strings"

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

// nyInk is a gang's colour.
func nyInk(gang string) string {
	inks := map[string]string{
		"whyos": "#b03a2e", "eastman": "#1f618d", "dusters": "#117864", "rabbits": "#6c3483", "bowery": "#b9770e", "charlton": "#424949",
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

// nyPicture draws the map of the city, then who leads.
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
	for _, p := range v.Quarters {
		for _, near := range p.Near {
			if p.Place < near {
				s.street(at[p.Place], at[near])
			}
		}
	}
	for _, p := range v.Quarters {
		w.nyDrawQuarter(s, p, at[p.Place])
	}
	y := w.nyDrawStandings(s, v, 2*nyMargin+len(plan)*nyCellHigh)
	s.height = y + nyMargin
	return s.bytes(w.t("ny.view.year", number("year", v.Year), number("round", v.Round), number("rounds", v.Rounds)).String())
}

// street draws a line between two quarters; a long one swings out, so that it
// does not run behind what lies between.
func (s *svg) street(a, b [2]int) {
	dx, dy := b[0]-a[0], b[1]-a[1]
	bend := 0
	if max(dx, -dx) > nyCellWide || max(dy, -dy) > nyCellHigh {
		bend = 5
	}
	fmt.Fprintf(&s.body, `<path d="M%d %d Q%d %d %d %d" fill="none" stroke="#b7a98b" stroke-width="5" stroke-linecap="round"/>`+"\n",
		a[0], a[1], (a[0]+b[0])/2-dy*bend/16, (a[1]+b[1])/2+dx*bend/16, b[0], b[1])
}

// nyDrawQuarter draws a quarter: its name, what is run there, who is there.
func (w *Writer) nyDrawQuarter(s *svg, p ny.PlaceView, mid [2]int) {
	x, y, edge := mid[0]-nyBoxWide/2, mid[1]-nyBoxHigh/2, "#8d7f64"
	if p.HQ != "" {
		edge = nyInk(p.HQ)
	}
	s.box(x, y, nyBoxWide, nyBoxHigh, nyGround(p.Terrain), edge)
	s.text(x+6, y+15, 11, "start", "#222222", p.Place+" "+short(w.name("place", p.Place), 17))
	if p.Police > 0 {
		s.text(x+nyBoxWide-5, y+nyBoxHigh-8, 14, "end", "#c0392b", strings.Repeat("★", p.Police))
	}
	line := y + 32
	for _, t := range [][2]string{{p.Joint, p.JointOf}, {p.Traffic, p.TrafficOf}} {
		if t[0] != "" {
			s.text(x+6, line, 10, "start", nyInk(t[1]), short(w.name("activity", t[0])+" ("+w.short(t[1])+")", 24))
			line += 13
		}
	}
	for i, m := range p.Members {
		s.pill(x+6+i*(nyBoxWide-12)/max(len(p.Members), 4), y+nyBoxHigh-22, nyInk(m.Gang), itoa(m.Males+m.Females))
	}
}

// pill is a number on a gang's colour.
func (s *svg) pill(x, y int, fill, n string) {
	s.box(x, y, 20+7*(len(n)-1), 17, fill, fill)
	s.text(x+10+3*(len(n)-1), y+13, 12, "middle", "#ffffff", n)
}

// nyDrawStandings lists the gangs with their colour, money and members.
func (w *Writer) nyDrawStandings(s *svg, v ny.View, y int) int {
	for i, g := range nyRich(v) {
		s.pill(nyMargin, y, nyInk(g.Gang), itoa(nyRank(v, g, i)))
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
