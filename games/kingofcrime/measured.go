package kingofcrime

import (
	"slices"

	"fivepoints/games"
)

// What the specification counts besides turns and victories, in section 10.1.
const (
	quantityRounds      games.Quantity = "rounds" // takeovers included
	quantityUncontested games.Quantity = "uncontested"
	quantityTies        games.Quantity = "ties"
	quantityKilled      games.Quantity = "killed"
	quantityRetaliation games.Quantity = "retaliations"
	quantityTakeovers   games.Quantity = "takeovers"
	quantityTaken       games.Quantity = "taken"
)

// Rows are the figures of section 10.1 that were measured by these rules: those
// of random bots with the seven points repaired. The bots are asked at every
// visit, without answer waves.
func (Rules) Rows() []games.Row {
	row := func(seats int, turns string, wins []string, counts ...string) games.Row {
		r := games.Row{Styles: slices.Repeat([]string{styleRandom}, seats), Games: 2000, InTurn: true, Options: []games.KV{{Key: "max_waves", Value: "0"}}}
		r.Figures = append(r.Figures, games.Figure{Name: games.Turns, Mean: turns})
		for n, w := range wins {
			r.Figures = append(r.Figures, games.Figure{Name: games.Wins, Place: n + 1, Mean: w})
		}
		names := []games.Quantity{
			quantityRounds, quantityUncontested, quantityTies, quantityKilled, quantityRetaliation, quantityTakeovers, quantityTaken,
		}
		for n, mean := range counts {
			r.Figures = append(r.Figures, games.Figure{Name: names[n], Mean: mean})
		}
		return r
	}
	return []games.Row{
		row(2, "30.7", []string{"52", "48"}, "6.2", "1.9", "0.28", "4.1", "2.3"),
		row(3, "55.4", []string{"34", "34", "32"}, "17.9", "1.3", "0.71", "14.0", "8.0", "8.6", "3.4"),
		row(4, "79.0", []string{"25", "26", "26", "23"}, "24.7", "0.8", "1.15", "25.9", "14.2", "12.1", "4.9"),
	}
}

// Tally counts turns, victories and what happened in rounds of a finished game.
func (Rules) Tally(facts []games.Fact) games.Tally {
	var t games.Tally
	n := map[games.Quantity]int{}
	takeover := false
	for _, f := range facts {
		switch p := f.Pub.(type) {
		case TurnStarted:
			if seat := games.Seat(p.Seat); !slices.Contains(t.Order, seat) {
				t.Order = append(t.Order, seat)
			}
			t.Turns = p.Turn
		case Declared:
			n[quantityRounds]++
			n[quantityUncontested]++
			takeover = f.Type == factTakeover
		case Started:
			n[quantityUncontested]--
		case Totals:
			if takeover {
				n[quantityTakeovers]++
			}
		case RacketWon:
			if p.From != "" {
				n[quantityTaken]++
			}
		case RacketFact:
			switch {
			case f.Type == factNobody && p.Why == "tie":
				n[quantityTies]++
			case f.Type == factNobody && p.Why == "holder" && takeover: // taken, and nobody can hold it
				n[quantityTaken]++
			}
		case MugFact:
			if f.Type == factLost {
				n[quantityKilled]++
			}
		case DieRolled:
			if p.Die == dieRed {
				n[quantityRetaliation]++
			}
		case Ended:
			for _, s := range p.Ranks[0].Seats {
				t.Winners = append(t.Winners, games.Seat(s))
			}
		}
	}
	for _, q := range []games.Quantity{
		quantityRounds, quantityUncontested, quantityTies, quantityKilled, quantityRetaliation, quantityTakeovers, quantityTaken,
	} {
		t.Counts = append(t.Counts, games.Count{Name: q, N: n[q]})
	}
	t.Points = make([]int, len(t.Order))
	return t
}
