package escrocs

import (
	"slices"

	"fivepoints/games"
)

// Rows are the table of the specification, section 8. Of four random bots it
// says that a shortage was met in another place than the rules say. The greedy
// bot alone among random ones sits "in the first seat": it plays first.
func (Rules) Rows() []games.Row {
	const played = 800
	rows := []games.Row{
		games.RowOf(styleRandom, played, "54.6", "100", "126", "46", "54"),
		games.RowOf(styleGreedy, played, "52.7", "98", "121", "50", "50"),
		games.RowOf(styleRandom, played, "55.2", "50", "73", "28", "35", "37"),
		games.RowOf(styleGreedy, played, "54.7", "50", "71", "28", "38", "34"),
		games.RowOf(styleRandom, played, "54.6", "30", "52", "25", "22", "28", "25"),
		games.RowOf(styleGreedy, played, "56.3", "32", "52", "23", "24", "26", "28"),
		games.RowAlone(styleGreedy, styleRandom, 2, played, "85"),
		games.RowAlone(styleGreedy, styleRandom, 3, played, "71"),
		games.RowAlone(styleGreedy, styleRandom, 4, played, "64"),
	}
	rows[4].Marked = true
	for i := range rows {
		rows[i].InTurn = true // the bot alone plays first
	}
	return rows
}

// Tally counts turns, points and victories of a finished game.
func (Rules) Tally(facts []games.Fact) games.Tally {
	var t games.Tally
	points := map[games.Seat]int{}
	for _, f := range facts {
		switch p := f.Pub.(type) {
		case TurnStarted:
			if seat := games.Seat(p.Seat); !slices.Contains(t.Order, seat) {
				t.Order = append(t.Order, seat)
			}
		case Taken:
			t.Turns++
		case Scored:
			points[games.Seat(p.Seat)] += p.Points
		case Ended:
			for _, s := range p.Ranks[0].Seats {
				t.Winners = append(t.Winners, games.Seat(s))
			}
		}
	}
	for _, s := range t.Order {
		t.Points = append(t.Points, points[s])
	}
	return t
}
