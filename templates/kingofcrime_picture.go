package templates

import (
	koc "fivepoints/games/kingofcrime"
)

// Sizes of the picture of a table.
const (
	kocWide  = 900
	kocCardW = 104
	kocCardH = 128
	kocGap   = 10
	kocLeft  = 16
	kocPerRw = 7 // Mugs a row
)

// kocInk is the colour of a type of Racket, and kocShape its mark, for those
// who do not tell colours apart.
func kocInk(typ string) string {
	switch typ {
	case "B":
		return "#8a5a2b"
	case "E":
		return "#2e6fb7"
	case "G":
		return "#2e8b57"
	case "M":
		return "#b03a2e"
	case "P":
		return "#6c4a9c"
	case "V":
		return "#b8437f"
	}
	return "#55504a"
}

// kocPicture draws every Family: its Mugs as cards, turned ones on their side
// in grey, the Rackets above who holds them; and the round under way.
func (w *Writer) kocPicture(v koc.View) []byte {
	s := &svg{width: kocWide}
	y := 14
	if v.Round.N > 0 {
		y = w.kocDrawRound(s, v, y)
	}
	for _, seat := range v.Seats {
		y = w.kocDrawFamily(s, v, seat, y)
	}
	s.text(kocLeft, y+14, 14, "start", "#333333", w.t("kingofcrime.view.stock", number("pile", v.Pile), number("discard", len(v.Discard))).String())
	s.height = y + 30
	return s.bytes(w.t("kingofcrime.view.table").String())
}

func (w *Writer) kocDrawRound(s *svg, v koc.View, y int) int {
	rd := v.Round
	s.box(kocLeft, y, kocWide-2*kocLeft, 58, kocInk(rd.Type), "none")
	s.text(kocLeft+14, y+24, 17, "start", "#ffffff", rd.Racket+" "+w.kocShort(v, rd.Racket)+" · "+w.name("type", rd.Type))
	sums := ""
	for i, t := range rd.Sums {
		if i > 0 {
			sums += " · "
		}
		sums += w.name("seat", t.Seat) + " " + itoa(t.Total)
		if t.Die > 0 {
			sums += " (" + itoa(t.Die) + ")"
		}
	}
	s.text(kocLeft+14, y+46, 14, "start", "#ffffff", sums)
	return y + 74
}

func (w *Writer) kocDrawFamily(s *svg, v koc.View, seat koc.SeatView, y int) int {
	if seat.Seat == v.Active {
		s.box(8, y, kocWide-16, 26, "#efe6d2", "none")
	}
	s.text(kocLeft, y+18, 16, "start", "#333333", w.name("seat", seat.Seat))
	s.text(kocWide-kocLeft, y+18, 14, "end", "#555555", w.t("kingofcrime.view.col.hand").String()+colon(w.lang)+itoa(seat.Hand))
	y += 34
	x := kocLeft
	for i, m := range seat.Mugs {
		if i > 0 && i%kocPerRw == 0 {
			x, y = kocLeft, y+kocCardH+44
		}
		w.kocDrawMug(s, v, m, x, y)
		x += kocCardW + kocGap + 8
	}
	for _, h := range seat.Rackets {
		if h.On == "" {
			kocTag(s, v, h.ID, x, y)
		}
	}
	return y + kocCardH + 44
}

// kocTag is a Racket as a bar in the colour of its type, with its letter.
func kocTag(s *svg, v koc.View, id string, x, y int) {
	typ := kocCard(v, id).Type
	s.box(x, y, kocCardW, 22, kocInk(typ), "#333333")
	s.text(x+kocCardW/2, y+16, 14, "middle", "#ffffff", typ+" · "+id)
}

func (w *Writer) kocDrawMug(s *svg, v koc.View, m koc.MugView, x, y int) {
	c := kocCard(v, m.ID)
	if m.Racket != "" {
		kocTag(s, v, m.Racket, x, y)
	}
	y += 26
	fill, ink, edge := "#fffdf5", "#222222", "#8a8578"
	switch {
	case m.Turned:
		fill, ink, edge = "#d9d6cf", "#77736a", "#a9a598"
	case c.Kind == "boss":
		fill, edge = "#f6e7b4", "#a8862a"
	}
	if m.In {
		edge = kocInk(v.Round.Type)
	}
	s.box(x, y, kocCardW, kocCardH-26, fill, edge)
	s.text(x+8, y+24, 22, "start", ink, itoa(m.FP))
	s.text(x+kocCardW-8, y+20, 13, "end", ink, c.Icons)
	for i, line := range kocBreak(w.kocShort(v, m.ID)) {
		s.text(x+kocCardW/2, y+46+15*i, 12, "middle", ink, line)
	}
	s.text(x+8, y+92, 12, "start", ink, m.ID)
	control := ""
	if c.Control != "" {
		control = "*" + c.Control + " "
	}
	s.text(x+kocCardW-8, y+92, 13, "end", ink, control+kocDie(c))
	if m.Turned {
		s.text(x+kocCardW/2, y+76, 12, "middle", ink, w.t("kingofcrime.view.turned").String())
	}
	for i, under := range m.Under {
		s.text(x+8, y+kocCardH-12+13*i, 11, "start", "#333333", "+ "+w.kocShort(v, under))
	}
}

// kocBreak writes a name in two lines where it is long.
func kocBreak(name string) []string {
	if len([]rune(name)) <= 14 {
		return []string{name}
	}
	best := -1
	for i, r := range name {
		if (r == ' ' || r == '-') && (best < 0 || abs(2*i-len(name)) < abs(2*best-len(name))) {
			best = i
		}
	}
	if best < 0 {
		return []string{name}
	}
	if name[best] == '-' {
		return []string{name[:best+1], name[best+1:]}
	}
	return []string{name[:best], name[best+1:]}
}

func abs(n int) int { return max(n, -n) }
