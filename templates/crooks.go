package templates

import (
	"strings"

	"fivepoints/games"
	"fivepoints/games/crooks"
)

// crooks shows the table: to a seat first what only it knows, then the targets
// with everybody's crooks and the places as a picture.
func (w *Writer) crooks(v crooks.View, own games.Seat) []block {
	var out []block
	if own != "" {
		out = append(out, w.crkOwn(v, string(own))...)
	}
	out = append(out, heading{3, w.t("crooks.view.table")}, pre{w.crkTable(v)}, para{w.crkLegend(v)})
	if len(v.Piles) > 0 && len(v.Totals) == 0 {
		out = append(out, heading{3, w.t("crooks.view.places")}, pre{w.crkPlaces(v)})
	}
	return append(out, para{w.t("crooks.view.bank", arg("money", "money", itoa(v.Bank)), number("box", v.Box), number("aside", v.Aside))})
}

// crkOwn is what a seat alone knows: the pile before it, its crooks face down,
// what it was shown.
func (w *Writer) crkOwn(v crooks.View, own string) []block {
	var out []block
	section := func(key string, items []inline) {
		if len(items) > 0 {
			out = append(out, heading{3, w.t(key, arg("place", "place", v.Pending))}, list{items})
		}
	}
	var hand []inline
	for _, c := range v.Hand {
		hand = append(hand, w.say(c.Tell()))
	}
	section("crooks.view.hand", hand)
	if can := w.crkAbilities(v.Hand); len(can) > 0 {
		out = append(out, para{join(" ", can...)})
	}
	section("crooks.view.down", w.crkDown(v, own))
	section("crooks.view.memory", w.crkMemory(v))
	return out
}

// crkAbilities says what the crooks in hand can do, each ability once.
func (w *Writer) crkAbilities(hand []crooks.CrookView) []inline {
	var out []inline
	told := map[string]bool{"": true}
	for _, c := range hand {
		if !told[c.Ability] {
			told[c.Ability] = true
			out = append(out, w.t("crooks.view.ability."+c.Ability))
		}
	}
	return out
}

func (w *Writer) crkDown(v crooks.View, own string) []inline {
	var out []inline
	for _, t := range v.Targets {
		for _, row := range t.Rows {
			for _, c := range row.Crooks {
				if row.Seat == own && c.Down && len(v.Totals) == 0 {
					out = append(out, w.t("crooks.view.at", number("target", t.Target), word("crook", w.say(c.Tell()))))
				}
			}
		}
	}
	return out
}

func (w *Writer) crkMemory(v crooks.View) []inline {
	var out []inline
	for _, n := range v.Memory {
		var cards []inline
		for i, c := range n.Crooks {
			m := c.Tell()
			if i < len(n.Seats) {
				m = c.Of(n.Seats[i])
			}
			cards = append(cards, w.say(m))
		}
		if len(cards) == 0 {
			cards = []inline{w.t("crooks.view.seen.nothing")}
		}
		key, place := "crooks.view.seen.place", n.Place
		switch {
		case n.Target > 0:
			key = "crooks.view.seen.target"
		case n.Gone > 0:
			key = "crooks.view.seen.gone"
		}
		out = append(out, w.t(key, arg("place", "place", place), number("target", n.Target), number("turn", n.Turn),
			number("n", n.Gone), word("cards", join("; ", cards...))))
	}
	return out
}

// crkTable is the picture of the table: a line for each target, a column for
// each player; below them money and gangs.
func (w *Writer) crkTable(v crooks.View) []string {
	rows := [][]string{{w.t("crooks.view.row").String(), w.t("crooks.view.value").String()}}
	for _, p := range v.Seats {
		rows[0] = append(rows[0], crkSign(v, p)+w.name("seat", p.Seat))
	}
	for _, t := range v.Targets {
		row := []string{itoa(t.Target), itoa(t.Value)}
		if !t.Sure {
			row[1] += "?"
		}
		for _, p := range v.Seats {
			row = append(row, crkCell(t, p.Seat))
		}
		rows = append(rows, row)
	}
	rows = append(rows, []string{}, w.crkMoney(v))
	for _, g := range v.Gangs {
		rows = append(rows, w.crkGang(v, g))
	}
	return picture(append(rows, w.crkPoints(v)))
}

// crkPoints are those so far, by the crooks this reader knows.
func (w *Writer) crkPoints(v crooks.View) []string {
	row := []string{w.t("crooks.view.points").String(), ""}
	for _, p := range v.Seats {
		row = append(row, itoa(p.Points))
	}
	return row
}

func (w *Writer) crkLegend(v crooks.View) inline {
	if len(v.Totals) > 0 {
		return w.t("crooks.view.legend.end")
	}
	return w.t("crooks.view.legend")
}

// crkSign marks whose turn it is and who is out.
func crkSign(v crooks.View, p crooks.SeatView) string {
	switch {
	case len(v.Totals) > 0:
	case p.Seat == v.Active:
		return "> "
	case p.Passed:
		return "x "
	}
	return ""
}

func crkCell(t crooks.TargetView, seat string) string {
	var out []string
	for _, row := range t.Rows {
		for _, c := range row.Crooks {
			if row.Seat == seat {
				out = append(out, crkShort(c))
			}
		}
	}
	if len(out) == 0 {
		return "."
	}
	return strings.Join(out, " + ")
}

// crkShort writes a crook as level, modifier and gangs: 6(-2)O.
func crkShort(c crooks.CrookView) string {
	if c.ID == "" {
		return "##"
	}
	s := strings.ReplaceAll(c.Strength(), "\u2212", "-") + c.Gangs
	if c.Down {
		return "°" + s
	}
	return s
}

func (w *Writer) crkMoney(v crooks.View) []string {
	row := []string{"$", ""}
	for _, p := range v.Seats {
		cash := itoa(p.Cash)
		if p.Hidden {
			cash = w.t("crooks.view.secret").String()
		}
		row = append(row, cash)
	}
	return row
}

// crkGang counts the members of a gang that this reader knows.
func (w *Writer) crkGang(v crooks.View, g crooks.GangView) []string {
	row := []string{w.name("letter", g.Gang), "+" + itoa(g.Bonus)}
	for _, p := range v.Seats {
		n := "."
		for _, m := range g.Members {
			if m.Seat == p.Seat {
				n = itoa(m.N)
			}
		}
		row = append(row, n)
	}
	return row
}

// crkPlaces is the picture of the places with their prices.
func (w *Writer) crkPlaces(v crooks.View) []string {
	rows := [][]string{{w.t("crooks.view.places").String()}, {w.t("crooks.view.price").String()}}
	for _, p := range v.Piles {
		price := "."
		if p.Size > 0 {
			price = itoa(p.Size)
		}
		rows[0], rows[1] = append(rows[0], p.Place), append(rows[1], price)
	}
	return picture(rows)
}

// picture sets words below each other; a row without words is an empty line.
func picture(rows [][]string) []string {
	var widths []int
	for _, row := range rows {
		for i, s := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], columnsOf(s))
		}
	}
	var out []string
	for _, row := range rows {
		var b strings.Builder
		for i, s := range row {
			b.WriteString(s + strings.Repeat(" ", widths[i]-columnsOf(s)+2))
		}
		out = append(out, strings.TrimRight(b.String(), " "))
	}
	return out
}
