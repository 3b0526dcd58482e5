package noxford

import (
	"slices"

	"fivepoints/games"
)

// Rows are the table of the specification, section 8.1: random bots by the
// figures under it, which keep the rule that a moved card goes elsewhere; greedy
// ones by the table itself, which did not, and of few games.
func (Rules) Rows() []games.Row {
	const played = 400
	rows := []games.Row{
		games.RowOf(styleRandom, played, "29.9", "11.1", "15.7", "56", "44"),
		games.RowOf(styleGreedy, 60, "29.7", "11.9", "16.0", "48", "52"),
		games.RowOf(styleRandom, played, "38.0", "7.3", "13.3", "34", "30", "35"),
		games.RowOf(styleGreedy, 45, "38.9", "8.5", "12.5", "47", "31", "22"),
		games.RowOf(styleRandom, played, "45.9", "5.6", "12.0", "27", "25", "23", "25"),
		games.RowOf(styleGreedy, 35, "46.1", "6.6", "10.7", "10", "19", "31", "40"),
	}
	for i := range rows {
		rows[i].Marked = rows[i].Styles[0] == styleGreedy
	}
	return rows
}

// Tally counts turns, points and victories of a finished game.
func (Rules) Tally(facts []games.Fact) games.Tally {
	var t games.Tally
	for _, f := range facts {
		switch p := f.Pub.(type) {
		case TurnStarted:
			if seat := games.Seat(p.Seat); !slices.Contains(t.Order, seat) {
				t.Order = append(t.Order, seat)
			}
		case Placed, Covered:
			t.Turns++
		case Ended:
			for _, seat := range t.Order {
				for _, s := range p.Scores {
					if games.Seat(s.Seat) == seat {
						t.Points = append(t.Points, s.Points)
					}
				}
			}
			for _, s := range p.Ranks[0].Seats {
				t.Winners = append(t.Winners, games.Seat(s))
			}
		}
	}
	return t
}
