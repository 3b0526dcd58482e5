package newyork1890

import (
	"fmt"
	"slices"

	"fivepoints/games"
)

// Ahead lists the mails of the rest of the game (mail.1): of each year the one
// for moves and the council's. What may be asked between them, such as an
// attacked gang's answer, is told with the moves of its year.
func (r Rules) Ahead(s *State) []games.Window {
	r = r.of(s)
	var all []games.Seat
	for _, g := range s.living() {
		all = append(all, games.Seat(g.ID))
	}
	var out []games.Window
	for year := max(s.councilYear(), firstYear); year < firstYear+s.rounds(); year++ {
		if moves, fights, ok := s.movesAhead(year, all); ok {
			out = append(out, moves, fights)
		}
		w := games.Window{ID: fmt.Sprintf("%d/2", year), Tag: fmt.Sprintf("%dd", year), Turn: year - firstYear + 1}
		w.Seats, w.Kinds = all, r.councilKinds(s, year)
		out = append(out, w)
		if s.option("cadence") == full && s.option("pacts") == on {
			for _, g := range []struct {
				id   string
				kind games.Kind
			}{{"g", kindOffer}, {"ga", kindPact}} {
				out = append(out, games.Window{
					ID: fmt.Sprintf("%d/%s", year, g.id), Tag: fmt.Sprintf("%d%s", year, g.id), Turn: w.Turn, Seats: all, Kinds: []games.Kind{g.kind},
				})
			}
		}
		if next := year - firstYear + 2; s.option("cadence") == full && next <= s.rounds() {
			out = append(out, games.Window{
				ID: fmt.Sprintf("%d/b", year+1), Tag: fmt.Sprintf("%db", year+1), Turn: next, Seats: all, Kinds: earlyKinds(s, next),
			})
		}
	}
	return out
}

// movesAhead is false when the moves of that year are over.
func (s *State) movesAhead(year int, all []games.Seat) (moves, fights games.Window, ok bool) {
	moves = games.Window{ID: fmt.Sprintf("%d/1", year), Tag: fmt.Sprintf("%dc", year), Turn: year - firstYear + 1, Kinds: moveKinds(s)}
	fights = moves
	moves.Seats, fights.Seats, fights.Kinds = all, all, []games.Kind{kindDefend, kindRetreat, kindLosses}
	before := slices.Contains([]string{phaseSetup, phaseProduce, phaseRevenue, phasePolice}, s.Phase)
	if year > s.year() || year == s.year() && before {
		return moves, fights, true
	}
	if year < s.year() || s.current() == nil {
		return moves, fights, false
	}
	if s.option("cadence") == full {
		moves.Seats = nil
		for _, id := range s.Turns[s.Turn:] {
			moves.Seats = append(moves.Seats, games.Seat(id))
		}
	}
	return moves, fights, true
}
