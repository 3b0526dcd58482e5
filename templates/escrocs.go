package templates

import (
	"strings"

	"fivepoints/games"
	"fivepoints/games/escrocs"
)

// escrocs shows the table: to a seat first its hand, then the rows as a
// picture, prison and tables, the players.
func (w *Writer) escrocs(v escrocs.View, own games.Seat) []block {
	var out []block
	if own != "" {
		out = append(out, para{w.escHand(v)})
	}
	if v.Call.Limit > 0 && own != "" {
		out = append(out, w.escCall(v, own)...)
	}
	if len(v.Rows) > 0 {
		out = append(out, heading{3, w.t("escrocs.view.rows")}, w.escRows(v), para{w.escStock(v)},
			heading{3, w.t("escrocs.view.prison")}, w.escPrison(v), para{w.escFull(v)})
	}
	return append(out, heading{3, w.t("escrocs.view.players")}, w.escSeats(v))
}

func (w *Writer) escHand(v escrocs.View) inline {
	n := 0
	for _, p := range v.Hand {
		n += p.N
	}
	if n == 0 {
		return w.t("escrocs.view.hand.empty")
	}
	return w.t("escrocs.view.hand", number("n", n), word("list", w.escPiles(v.Hand)))
}

// escPiles writes "2 reds, 1 green".
func (w *Writer) escPiles(piles []escrocs.Pile) inline {
	var parts []inline
	for _, p := range piles {
		parts = append(parts, text(w.name("pile", itoa(p.N)+" "+p.Colour)))
	}
	return join(", ", parts...)
}

func (w *Writer) escCall(v escrocs.View, own games.Seat) []block {
	for _, s := range v.Seats {
		if s.Seat == string(own) && s.Hand > v.Call.Limit {
			return []block{para{w.t("escrocs.view.call", number("n", s.Hand-v.Call.Limit), number("limit", v.Call.Limit))}}
		}
	}
	return nil
}

// escRows is the picture of the rows, with the words that take from their ends:
// "1L > RE2 LI2 YE < 1R".
func (w *Writer) escRows(v escrocs.View) block {
	var p pre
	for _, row := range v.Rows {
		n := itoa(row.Row)
		line := w.name("end", n+"l") + " > " + w.escRuns(v, row.Groups) + " < " + w.name("end", n+"r")
		if row.Closed {
			line = n + "  - " + strings.TrimSpace(w.escRuns(v, row.Groups)+" "+w.t("escrocs.view.row.closed").String())
		}
		p.lines = append(p.lines, line)
	}
	return p
}

func (w *Writer) escRuns(v escrocs.View, groups []escrocs.Pile) string {
	var out []string
	for _, g := range groups {
		out = append(out, w.escCode(v, g.Colour)+itoa(g.N))
	}
	return strings.Join(out, " ")
}

func (w *Writer) escCode(v escrocs.View, colour string) string {
	for _, c := range v.Deck {
		if c.Colour == colour {
			return games.Text{FR: c.FR, EN: c.EN}.In(w.lang)
		}
	}
	return colour
}

func (w *Writer) escStock(v escrocs.View) inline {
	return w.t("escrocs.view.stock", number("talon", v.Talon), number("discard", v.Discard),
		number("done", v.Done), number("all", v.Scorings))
}

// escPrison is the table of colours: who would receive which prisoners.
func (w *Writer) escPrison(v escrocs.View) block {
	g := grid{right: []bool{false, false, true, false, true, true}}
	for _, c := range []string{"colour", "code", "prison", "owner", "laid", "copies"} {
		g.head = append(g.head, w.t("escrocs.view.col."+c))
	}
	for _, c := range v.Deck {
		row := []inline{text(w.name("colour", c.Colour)), text(w.escCode(v, c.Colour)), nil, nil, nil, text(itoa(c.Copies))}
		for _, p := range v.Prison {
			if p.Colour == c.Colour {
				row[2] = text(itoa(p.N))
			}
		}
		for _, t := range v.Tables {
			if t.Colour == c.Colour {
				row[3], row[4] = w.one("seat", t.Seat), text(itoa(t.N))
			}
		}
		g.rows = append(g.rows, row)
	}
	return g
}

// escFull tells how near the prison is to being full.
func (w *Writer) escFull(v escrocs.View) inline {
	var parts []inline
	for _, f := range v.Full {
		parts = append(parts, w.t("escrocs.view.full", number("have", f.Have), number("need", f.Colours), number("cards", f.Cards)))
	}
	return w.t("escrocs.view.until", word("list", join(w.t("escrocs.view.or").String(), parts...)))
}

func (w *Writer) escSeats(v escrocs.View) block {
	g := grid{right: []bool{false, true, false, false, true}}
	columns := []string{"seat", "hand", "seen", "sheet", "score"}
	for _, c := range columns {
		g.head = append(g.head, w.t("escrocs.view.col."+c))
	}
	for _, s := range v.Seats {
		cards := s.Seen
		if len(s.Cards) > 0 && s.Seat != v.You {
			cards = s.Cards // open hands
		}
		var sheet []inline
		for _, n := range s.Sheet {
			sheet = append(sheet, text(itoa(n)))
		}
		g.rows = append(g.rows, []inline{
			w.one("seat", s.Seat), text(itoa(s.Hand)), text(w.escRuns(v, cards)), join(" + ", sheet...), text(itoa(s.Score)),
		})
	}
	return g
}
