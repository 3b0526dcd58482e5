package crooks

import (
	"slices"

	"fivepoints/games"
)

// Rows are the table of the specification, 7.3. It marks the greedy bots:
// theirs knew the levels of crooks face down.
func (Rules) Rows() []games.Row {
	const played = 1500
	rows := []games.Row{
		games.RowOf(styleRandom, played, "13.9", "27.2", "35.4", "44", "56"),
		games.RowOf(styleGreedy, played, "15.2", "27.6", "34.8", "36", "64"),
		games.RowOf(styleRandom, played, "21.3", "17.5", "27.2", "32", "33", "36"),
		games.RowOf(styleGreedy, played, "22.8", "17.7", "26.6", "25", "36", "39"),
		games.RowOf(styleRandom, played, "27.4", "12.5", "22.6", "23", "25", "26", "27"),
		games.RowOf(styleGreedy, played, "30.0", "12.9", "22.4", "19", "21", "28", "33"),
		games.RowAlone(styleGreedy, styleRandom, 2, played, "78.5"),
		games.RowAlone(styleGreedy, styleRandom, 3, played, "68"),
		games.RowAlone(styleGreedy, styleRandom, 4, played, "65"),
	}
	for i := range rows {
		rows[i].Marked = slices.Contains(rows[i].Styles, styleGreedy)
	}
	return rows
}

// Tally counts the turns that recruited, points and victories of a finished game.
func (Rules) Tally(facts []games.Fact) games.Tally {
	var t games.Tally
	for _, f := range facts {
		switch p := f.Pub.(type) {
		case Ordered:
			t.Order, t.Points = seats(p.Seats), make([]int, len(p.Seats))
		case Paid:
			t.Turns++
		case Ended:
			t.Winners = seats(p.Ranks[0].Seats)
			for _, total := range p.Totals {
				t.Points[slices.Index(t.Order, games.Seat(total.Seat))] = total.points()
			}
		}
	}
	return t
}

func seats(ids []string) []games.Seat {
	var out []games.Seat
	for _, id := range ids {
		out = append(out, games.Seat(id))
	}
	return out
}
