package templates

import (
	"fivepoints/games/escrocs"
)

// Sizes of the picture of a table.
const (
	escWide  = 760
	escCard  = 44 // width of a card
	escHigh  = 60
	escLeft  = 52 // where rows begin
	escIn    = 3  // between cards of a group
	escGap   = 16 // between groups
	escRowIn = 14 // between rows
)

// escInk are fill and letters of each colour, in scoring order.
func escInk(i int) (fill, ink string) {
	inks := [...][2]string{
		{"#f4d03f", "#3b2f00"},
		{"#e67e22", "#3a1c00"},
		{"#c0392b", "#ffffff"},
		{"#a77bca", "#23103a"},
		{"#2e6fb7", "#ffffff"},
		{"#2e8b57", "#ffffff"},
		{"#8a8f94", "#ffffff"},
	}
	return inks[i%len(inks)][0], inks[i%len(inks)][1]
}

// escPicture draws the rows with their ends, the prison with who would receive
// its cards, and the players.
func (w *Writer) escPicture(v escrocs.View) []byte {
	s := &svg{width: escWide}
	y := 16
	for _, row := range v.Rows {
		w.escDrawRow(s, v, row, y)
		y += escHigh + escRowIn
	}
	y = w.escDrawPrison(s, v, y+18)
	y = w.escDrawSeats(s, v, y+10)
	s.height = y + 10
	return s.bytes(join(" · ", w.t("escrocs.view.rows"), w.t("escrocs.view.prison"), w.t("escrocs.view.players")).String())
}

func (w *Writer) escDrawRow(s *svg, v escrocs.View, row escrocs.RowView, y int) {
	n, middle, ink := itoa(row.Row), y+escHigh/2+5, "#333333"
	left, right := w.name("end", n+"l"), w.name("end", n+"r")
	if row.Closed {
		left, right, ink = n, "", "#999999"
	}
	s.text(escLeft-14, middle, 15, "end", ink, left)
	x := escLeft
	for _, g := range row.Groups {
		for range g.N {
			w.escDrawCard(s, v, g.Colour, x, y)
			x += escCard + escIn
		}
		x += escGap - escIn
	}
	s.text(x+2, middle, 15, "start", ink, right)
}

func (w *Writer) escDrawCard(s *svg, v escrocs.View, colour string, x, y int) {
	fill, ink := escInk(escIndex(v, colour))
	s.box(x, y, escCard, escHigh, fill, "#55504a")
	s.text(x+escCard/2, y+escHigh/2+5, 15, "middle", ink, w.escCode(v, colour))
}

func escIndex(v escrocs.View, colour string) int {
	for i, c := range v.Deck {
		if c.Colour == colour {
			return i
		}
	}
	return 0
}

// escDrawPrison draws a box for each colour: its prisoners, and who laid it.
func (w *Writer) escDrawPrison(s *svg, v escrocs.View, y int) int {
	s.text(16, y+4, 15, "start", "#333333", w.t("escrocs.view.prison").String())
	s.text(escWide-16, y+4, 13, "end", "#555555", w.escStock(v).String())
	y += 16
	step := (escWide - 32) / max(1, len(v.Deck))
	for i, c := range v.Deck {
		x := 16 + i*step
		fill, ink := escInk(i)
		s.box(x, y, step-8, 70, fill, "#55504a")
		s.text(x+10, y+24, 15, "start", ink, w.escCode(v, c.Colour))
		s.text(x+(step-8)/2, y+54, 28, "middle", ink, escCount(v.Prison, c.Colour))
		for _, t := range v.Tables {
			if t.Colour == c.Colour {
				s.text(x+(step-8)/2, y+90, 13, "middle", "#333333", w.name("seat", t.Seat)+" "+itoa(t.N))
			}
		}
	}
	return y + 104
}

func escCount(piles []escrocs.Pile, colour string) string {
	for _, p := range piles {
		if p.Colour == colour {
			return itoa(p.N)
		}
	}
	return ""
}

func (w *Writer) escDrawSeats(s *svg, v escrocs.View, y int) int {
	s.text(16, y+4, 15, "start", "#333333", w.t("escrocs.view.players").String())
	y += 26
	for _, seat := range v.Seats {
		fill := "#333333"
		if seat.Seat == v.Active {
			s.box(12, y-15, escWide-24, 21, "#efe6d2", "none")
		}
		s.text(20, y, 14, "start", fill, w.name("seat", seat.Seat))
		s.text(180, y, 14, "start", fill, w.t("escrocs.view.col.hand").String()+colon(w.lang)+itoa(seat.Hand))
		s.text(escWide-20, y, 14, "end", fill, w.t("escrocs.view.col.score").String()+colon(w.lang)+itoa(seat.Score))
		w.escDrawHand(s, v, seat, y)
		y += 22
	}
	return y
}

// escDrawHand draws what may be known of a hand as small cards.
func (w *Writer) escDrawHand(s *svg, v escrocs.View, seat escrocs.SeatView, y int) {
	cards := seat.Seen
	if len(seat.Cards) > 0 {
		cards = seat.Cards
	}
	x := 280
	for _, p := range cards {
		fill, ink := escInk(escIndex(v, p.Colour))
		s.box(x, y-14, 42, 18, fill, "#55504a")
		s.text(x+21, y, 12, "middle", ink, w.escCode(v, p.Colour)+" "+itoa(p.N))
		x += 46
	}
}
