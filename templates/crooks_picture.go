package templates

import (
	"strings"

	"fivepoints/games/crooks"
)

// Sizes of the picture of a table.
const (
	crkCard  = 100 // width of a card
	crkHigh  = 50
	crkOver  = 37 // how much of a card shows below the next one of a stack
	crkLeft  = 96 // where the targets begin
	crkStep  = crkCard + 6
	crkLines = 14 // letters of a name
)

// crkPicture draws the targets with everybody's crooks below them, the places
// with their piles, money, gangs and points.
func (w *Writer) crkPicture(v crooks.View) []byte {
	s := &svg{width: crkLeft + len(v.Targets)*crkStep + 10}
	for i, t := range v.Targets {
		w.crkDrawTarget(s, t, crkLeft+i*crkStep)
	}
	y := 64
	for _, p := range v.Seats {
		y = w.crkDrawSeat(s, v, p, y)
	}
	if len(v.Totals) == 0 {
		y = w.crkDrawPlaces(s, v, y+8)
	}
	s.height = y + 10
	return s.bytes(join(" · ", w.t("crooks.view.table"), w.t("crooks.view.places")).String())
}

func (w *Writer) crkDrawTarget(s *svg, t crooks.TargetView, x int) {
	worth := itoa(t.Value)
	if !t.Sure {
		worth += "?"
	}
	s.box(x, 10, crkCard, 44, "#3d4a57", "#22292f")
	s.text(x+14, 42, 28, "start", "#ffffff", itoa(t.Target))
	s.text(x+crkCard-10, 40, 13, "end", "#e8d9a8", "= "+worth)
}

// crkDrawSeat draws the row of a player, as high as its highest stack.
func (w *Writer) crkDrawSeat(s *svg, v crooks.View, p crooks.SeatView, y int) int {
	high := crkHigh
	for _, t := range v.Targets {
		high = max(high, crkHigh+(len(crkRow(t, p.Seat))-1)*crkOver)
	}
	fill := "#f3ecdd"
	if p.Seat == v.Active {
		fill = "#fbe9b7"
	}
	s.box(6, y, s.width-12, high+12, fill, "#d8cdb8")
	ink := "#333333"
	if p.Passed && len(v.Totals) == 0 {
		ink = "#999999"
	}
	s.text(14, y+22, 14, "start", ink, crkCut(w.name("seat", p.Seat)))
	cash := itoa(p.Cash)
	if p.Hidden {
		cash = w.t("crooks.view.secret").String()
	}
	s.text(14, y+40, 13, "start", ink, w.money(cash))
	s.text(14, y+56, 12, "start", ink, w.t("crooks.view.points").String()+" "+itoa(p.Points))
	for i, t := range v.Targets {
		for j, c := range crkRow(t, p.Seat) {
			w.crkDrawCrook(s, c, crkLeft+i*crkStep, y+6+j*crkOver)
		}
	}
	return y + high + 18
}

func crkRow(t crooks.TargetView, seat string) []crooks.CrookView {
	for _, r := range t.Rows {
		if r.Seat == seat {
			return r.Crooks
		}
	}
	return nil
}

// crkDrawCrook draws a card: level and modifier, gangs as dots, name and
// ability; its back when the reader may not know it.
func (w *Writer) crkDrawCrook(s *svg, c crooks.CrookView, x, y int) {
	if c.ID == "" {
		s.box(x, y, crkCard, crkHigh, "#7b4b3a", "#4a2a1f")
		s.text(x+crkCard/2, y+32, 20, "middle", "#d9b8a6", "?")
		return
	}
	fill, stroke := "#ffffff", "#55504a"
	if c.Down {
		fill, stroke = "#ead6cb", "#7b4b3a"
	}
	s.box(x, y, crkCard, crkHigh, fill, stroke)
	s.text(x+8, y+21, 18, "start", "#222222", c.Strength())
	for i, g := range c.Gangs {
		s.box(x+crkCard-14-i*13, y+8, 10, 10, crkGangInk(g), "#55504a")
	}
	s.text(x+8, y+32, 9, "start", "#444444", crkCut(c.Name))
	if c.Ability != "" {
		s.text(x+8, y+45, 10, "start", "#8a3b12", w.name("ability", c.Ability))
	}
}

// crkGangInk are the colours of the rulebook: Northside red, Westside blue, Outfit yellow.
func crkGangInk(g rune) string {
	switch g {
	case 'N':
		return "#c0392b"
	case 'W':
		return "#2e6fb7"
	}
	return "#f1c40f"
}

// crkCut shortens a name to what fits on a card.
func crkCut(name string) string {
	r := []rune(name)
	if len(r) <= crkLines+2 {
		return name
	}
	return strings.TrimSpace(string(r[:crkLines])) + "…"
}

func (w *Writer) crkDrawPlaces(s *svg, v crooks.View, y int) int {
	for i, p := range v.Piles {
		x := crkLeft + i*(s.width-crkLeft-10)/max(1, len(v.Piles))
		s.text(x, y+34, 20, "start", "#333333", p.Place)
		for n := range p.Size {
			s.box(x+22+n*6, y+8, 30, 40, "#7b4b3a", "#d9b8a6")
		}
		price := "–"
		if p.Size > 0 {
			price = w.money(itoa(p.Size))
		}
		s.text(x+22, y+64, 13, "start", "#333333", price)
	}
	s.text(14, y+34, 14, "start", "#333333", w.t("crooks.view.places").String())
	return y + 72
}
