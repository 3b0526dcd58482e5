package templates

import (
	"fmt"
	"slices"
	"strings"

	nox "fivepoints/games/noxford"
)

// Sizes of the picture of Noxford.
const (
	nxUnit   = 34 // side of a cell
	nxEdge   = 30 // beside the map, for the names of columns and rows
	nxLeast  = 640
	nxCardW  = 2 * nxUnit // of a card beside the map
	nxCardH  = 3 * nxUnit
	nxPanel  = 92 // height of a player's panel
	nxInside = 2  // between a card and its cells
)

// nxPicture draws the city with its legal spots, the market and the players.
func (w *Writer) nxPicture(v nox.View) []byte {
	left, top, right, bottom := nxBounds(v)
	p := nxPainter{w: w, v: v, svg: &svg{}, x: left, y: top}
	p.width = max(nxLeast, 2*nxEdge+(right-left)*nxUnit)
	p.shift = (p.width - (right-left)*nxUnit) / 2
	p.lattice(right-left, bottom-top)
	p.spots()
	for _, s := range v.City {
		p.stack(s)
	}
	y := p.market(nxEdge + (bottom-top)*nxUnit + 28)
	for _, s := range v.Seats {
		y = p.seat(s, y)
	}
	p.height = y + 6
	return p.bytes(join(" · ", w.t("noxford.view.map"), w.t("noxford.view.players")).String())
}

// nxPainter draws on a picture whose first cell is x, y of the table.
type nxPainter struct {
	*svg
	w     *Writer
	v     nox.View
	x, y  int
	shift int // of the map from the left
}

// at returns the pixels of a cell's corner.
func (p *nxPainter) at(x, y int) (px, py int) {
	return p.shift + (x-p.x)*nxUnit, nxEdge + (y-p.y)*nxUnit
}

func (p *nxPainter) draw(format string, args ...any) {
	fmt.Fprintf(&p.body, format+"\n", args...)
}

// lattice draws table and lines, with the names of columns and rows.
func (p *nxPainter) lattice(columns, rows int) {
	x, y := p.at(p.x, p.y)
	p.draw(`<rect x="%d" y="%d" width="%d" height="%d" fill="#eef1ec" stroke="#b9c2b4"/>`, x, y, columns*nxUnit, rows*nxUnit)
	for c := range columns {
		if c > 0 {
			p.draw(`<path d="M%d %dv%d" stroke="#d8dfd4"/>`, x+c*nxUnit, y, rows*nxUnit)
		}
		p.text(x+c*nxUnit+nxUnit/2, y-8, 13, "middle", "#666666", nox.Column(p.x+c))
	}
	for r := range rows {
		if r > 0 {
			p.draw(`<path d="M%d %dh%d" stroke="#d8dfd4"/>`, x, y+r*nxUnit, columns*nxUnit)
		}
		p.text(x-7, y+r*nxUnit+nxUnit/2+5, 13, "end", "#666666", itoa(p.y+r+1))
	}
}

// spots draws the legal spots as dashed outlines with their numbers, as the
// list gives them: upright ones in the upper half of their first cell, lying
// ones in the lower.
func (p *nxPainter) spots() {
	for _, spot := range p.v.Spots {
		if x, y, wide, high, ok := nox.Cells(spot.Pos); ok {
			px, py := p.at(x, y)
			p.draw(`<rect x="%d" y="%d" width="%d" height="%d" rx="5" fill="#ffffff" fill-opacity="0.35" stroke="#7d8f78" stroke-dasharray="4 4"/>`,
				px+nxInside, py+nxInside, wide*nxUnit-2*nxInside, high*nxUnit-2*nxInside)
		}
	}
	for i, spot := range p.v.Spots {
		x, y, wide, high, _ := nox.Cells(spot.Pos)
		px, py := p.at(x, y)
		name, below := itoa(i+1)+"V", 15
		if wide > high {
			name, below = itoa(i+1)+"H", nxUnit-5
		}
		p.text(px+6, py+below, 11, "start", "#3f5039", name)
	}
}

// nxInk is the colour of a Syndicate's cards, its edge and its letters. Shapes
// tell the Syndicates apart for those who cannot see colours.
func nxInk(colour string) (fill, ink string) {
	switch colour {
	case "R":
		return "#c8433a", "#ffffff"
	case "B":
		return "#2f62a8", "#ffffff"
	case "O":
		return "#f0a63a", "#3a2400"
	case "V":
		return "#3d8f5b", "#ffffff"
	}
	return "#f6efdd", "#3b352a"
}

// stack draws the visible card, with the edges of those below it.
func (p *nxPainter) stack(s nox.StackView) {
	px, py := p.at(s.X, s.Y)
	wide, high := s.W*nxUnit-2*nxInside, s.H*nxUnit-2*nxInside
	px, py = px+nxInside, py+nxInside
	below := len(s.Cards) - 1
	for i := range below {
		fill, _ := nxInk(s.Cards[i][:1])
		p.box(px+4*i, py+4*i, wide-4*below, high-4*below, fill, "#2a2a2a")
	}
	p.card(s.Top, px+4*below, py+4*below, wide-4*below, high-4*below)
	if s.Locked {
		p.lock(px+wide-14, py+high-15)
	}
	if s.Cancelled {
		p.draw(`<path d="M%d %dL%d %dM%d %dL%d %d" stroke="#111111" stroke-width="3" stroke-opacity="0.6"/>`,
			px+6, py+20, px+wide-6, py+high-6, px+wide-6, py+20, px+6, py+high-6)
	}
}

// card draws a card face up: its name, the shape of its Syndicate once for each
// rank or its symbols, and its gear.
func (p *nxPainter) card(c nox.CardView, x, y, wide, high int) {
	fill, ink := nxInk(c.Colour)
	if c.Colour == "" && len(c.Symbols) == 0 {
		fill, ink = "#8b8f96", "#ffffff"
	}
	p.box(x, y, wide, high, fill, "#2a2a2a")
	name := c.Card
	if wide < nxCardH/2 { // a small one, beside its player
		name = c.Code
	}
	p.text(x+6, y+16, 13, "start", ink, name)
	if c.Gear {
		p.gear(x+wide-13, y+13, ink)
	}
	var draw []func(x, y, r int)
	switch {
	case c.Rank > 0:
		for range c.Rank {
			draw = append(draw, func(x, y, r int) { p.shape(c.Colour, x, y, r, ink) })
		}
		if c.Rank == 4 {
			p.crown(x+wide-17, y+6, ink)
		}
	case len(c.Symbols) > 0:
		for _, s := range c.Symbols {
			draw = append(draw, func(x, y, r int) { p.symbol(s, x, y, r) })
		}
	default:
		p.tower(x+wide/2, y+high/2+8)
	}
	p.arrange(draw, x, y+12, wide, high-12)
}

// arrange sets up to four drawings in a row or a square.
func (p *nxPainter) arrange(draw []func(x, y, r int), x, y, wide, high int) {
	columns := len(draw)
	if columns > 2 && high > wide || columns == 4 {
		columns = 2
	}
	if columns == 0 {
		return
	}
	rows := (len(draw) + columns - 1) / columns
	if len(draw) == 4 && wide > high+20 {
		columns, rows = 4, 1
	}
	r := min(wide/columns, high/rows, 30)/2 - 2
	for i, d := range draw {
		row := i / columns
		inRow := min(columns, len(draw)-row*columns)
		d(x+wide*(2*(i%columns)+1)/(2*inRow), y+high*(2*row+1)/(2*rows), r)
	}
}

// shape is the mark of a Syndicate: disc, square, triangle, cross.
func (p *nxPainter) shape(colour string, x, y, r int, ink string) {
	switch colour {
	case "R":
		p.draw(`<circle cx="%d" cy="%d" r="%d" fill="%s"/>`, x, y, r*4/5, ink)
	case "B":
		p.draw(`<rect x="%d" y="%d" width="%d" height="%d" fill="%s"/>`, x-r*3/4, y-r*3/4, r*3/2, r*3/2, ink)
	case "O":
		p.draw(`<path d="M%d %dl%d %dh%dz" fill="%s"/>`, x, y-r*4/5, r*9/10, r*8/5, -r*9/5, ink)
	case "V":
		p.draw(`<path d="M%d %dh%dM%d %dv%d" stroke="%s" stroke-width="%d"/>`, x-r*4/5, y, r*8/5, x, y-r*4/5, r*8/5, ink, max(3, r/2))
	}
}

// symbol draws what a Quarter is worth; those of a group's own data file are
// a ring with their letter.
func (p *nxPainter) symbol(name string, x, y, r int) {
	switch name {
	case "diamond":
		p.draw(`<path d="M%d %dl%d %dl%d %dl%d %dz" fill="#5bb8d4" stroke="#205a6b"/>`, x, y-r, r*4/5, r, -r*4/5, r, -r*4/5, -r)
	case "bottle":
		p.draw(`<path d="M%d %dh%dv%dl%d %dv%dh%dv%dl%d %dz" fill="#5d7f3a" stroke="#2d4218"/>`,
			x-r/5, y-r, r*2/5, r*3/5, r/3, r/3, r, -(r*2/5 + 2*(r/3)), -r, r/3, -(r / 3))
	case "airship":
		p.draw(`<ellipse cx="%d" cy="%d" rx="%d" ry="%d" fill="#b0653a" stroke="#532c15"/><rect x="%d" y="%d" width="%d" height="%d" fill="#532c15"/>`,
			x, y-r/5, r, r*3/5, x-r/3, y+r/2, r*2/3, r/3)
	case "watch":
		p.draw(`<circle cx="%d" cy="%d" r="%d" fill="#e9c94b" stroke="#6b5714" stroke-width="2"/><path d="M%d %dv%dh%d" fill="none" stroke="#6b5714" stroke-width="2"/><rect x="%d" y="%d" width="4" height="4" fill="#6b5714"/>`,
			x, y+1, r*4/5, x, y-r/2, r/2, r/2, x-2, y-r-1)
	default:
		p.draw(`<circle cx="%d" cy="%d" r="%d" fill="#ffffff" stroke="#3b352a"/>`, x, y, r*4/5)
		p.text(x, y+5, r, "middle", "#3b352a", strings.ToUpper(p.w.nxSigns(p.v.Symbols)[max(0, slices.Index(p.v.Symbols, name))]))
	}
}

// gear is a wheel with teeth.
func (p *nxPainter) gear(x, y int, ink string) {
	p.draw(`<circle cx="%d" cy="%d" r="5" fill="none" stroke="%s" stroke-width="3"/><circle cx="%d" cy="%d" r="8" fill="none" stroke="%s" stroke-width="3" stroke-dasharray="3.14 3.14"/>`,
		x, y, ink, x, y, ink)
}

func (p *nxPainter) crown(x, y int, ink string) {
	p.draw(`<path d="M%d %dl3 9h9l3 -9l-5 4l-2.500 -6l-2.500 6z" fill="%s"/>`, x-1, y+1, ink)
}

// tower stands for Barracks.
func (p *nxPainter) tower(x, y int) {
	p.draw(`<path d="M%d %dv-24h7v6h5v-6h8v6h5v-6h7v24z" fill="#4a4d53" stroke="#2a2a2a"/><rect x="%d" y="%d" width="8" height="11" fill="#cfd3d8"/>`,
		x-16, y+12, x-4, y+1)
}

func (p *nxPainter) lock(x, y int) {
	p.draw(`<rect x="%d" y="%d" width="11" height="9" rx="2" fill="#222222" stroke="#ffffff"/><path d="M%d %dv-3a3.500 3.500 0 0 1 7 0v3" fill="none" stroke="#ffffff" stroke-width="3"/><path d="M%d %dv-3a3.500 3.500 0 0 1 7 0v3" fill="none" stroke="#222222" stroke-width="1.500"/>`,
		x, y+3, x+2, y+3, x+2, y+3)
}

// back draws a card face down, with the mark of its Syndicate; a Neutral has rings.
func (p *nxPainter) back(colour string, x, y, wide, high int) {
	fill, ink := nxInk(colour)
	if colour == "" {
		fill, ink = "#6b6256", "#e8dfcd"
	}
	p.box(x, y, wide, high, fill, "#2a2a2a")
	p.draw(`<rect x="%d" y="%d" width="%d" height="%d" rx="3" fill="none" stroke="%s" stroke-opacity="0.7"/>`, x+4, y+4, wide-8, high-8, ink)
	if colour == "" {
		p.gear(x+wide/2, y+high/2, ink)
		return
	}
	p.shape(colour, x+wide/2, y+high/2, 11, ink)
}

// market draws the Neutrals that one may take, and their pile.
func (p *nxPainter) market(y int) int {
	x := 20
	if len(p.v.Market) == 0 {
		return y - 12
	}
	p.text(x, y-6, 14, "start", "#333333", marketHead(p.w))
	for _, c := range p.v.Market {
		p.card(c, x, y, nxCardW, nxCardH)
		x += nxCardW + 10
	}
	if p.v.Pile > 0 {
		p.back("", x+14, y, nxCardW, nxCardH)
		p.text(x+14+nxCardW+8, y+nxCardH/2+5, 15, "start", "#333333", "× "+itoa(p.v.Pile))
	}
	return y + nxCardH + 22
}

// marketHead is the word before the list of the market.
func marketHead(w *Writer) string {
	head, _, _ := strings.Cut(w.t("noxford.view.market", word("list", nil), number("n", 0)).String(), ":")
	return strings.TrimSpace(head)
}

// seat draws the panel of a player: mark and name, hand, pile, Master, points.
func (p *nxPainter) seat(s nox.SeatView, y int) int {
	fill, ink := nxInk(s.Colour)
	paper := "#ffffff"
	if s.Seat == p.v.Active {
		paper = "#f3ecd9"
	}
	p.box(12, y, p.width-24, nxPanel-8, paper, "#c9c2b2")
	p.box(20, y+10, 30, 30, fill, "#2a2a2a")
	p.shape(s.Colour, 35, y+25, 12, ink)
	p.text(60, y+30, 17, "start", "#222222", p.w.name("seat", s.Seat))
	p.text(60, y+52, 13, "start", "#555555", p.w.name("colour", s.Colour)+" · "+itoa(s.Placed)+"/10")
	p.symbol(s.Favourite, 35, y+59, 11)
	p.text(60, y+70, 13, "start", "#555555", p.w.name("symbol", s.Favourite))
	x := 210
	const wide, high = 44, 64
	if !s.Master {
		p.card(nox.CardView{Card: s.Colour + "-M", Code: "M", Colour: s.Colour, Rank: 4}, x, y+10, wide, high)
	}
	x += wide + 16
	if own := s.Seat == p.v.You; own {
		for _, c := range p.v.Hand {
			p.card(c, x, y+10, wide, high)
			x += wide + 6
		}
	} else {
		for range s.Hand {
			p.back(s.Colour, x, y+10, wide, high)
			x += wide + 6
		}
	}
	if s.Pile > 0 {
		p.back(s.Colour, x+14, y+10, wide, high)
		p.text(x+wide+22, y+47, 14, "start", "#333333", "× "+itoa(s.Pile))
	}
	p.text(p.width-28, y+47, 24, "end", "#222222", itoa(s.Points))
	return y + nxPanel
}
