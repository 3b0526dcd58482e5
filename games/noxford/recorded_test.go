package noxford

import (
	"testing"

	"fivepoints/games/gamestest"
)

// One game for each way to end: a winner by points, by Quarters, a shared
// victory, nothing left to lay; the last card a Master, or one with a gear.
func TestRecordedGames(t *testing.T) {
	t.Parallel()
	r, b := book(t)
	ends := map[string]bool{}
	last := ""
	for _, f := range gamestest.Recorded(t, b, NewPositions(r)) {
		switch p := f.Pub.(type) {
		case Placed:
			last = p.Card
		case Covered:
			last = p.Card
		case SeatFact:
			if f.Type == factLast && cardNamed(last).master() {
				ends["master"] = true
			} else if f.Type == factLast && r.data.Deck.gear(cardNamed(last)) {
				ends["gear"] = true
			}
		case Ended:
			ends[p.Why] = true
			if len(p.Ranks[0].Seats) > 1 {
				ends["shared"] = true
			} else if best := points(p, p.Ranks[0].Seats[0]); len(p.Ranks) > 1 && best == points(p, p.Ranks[1].Seats[0]) {
				ends["quarters"] = true
			}
		}
	}
	for _, end := range []string{"noxford.over.tenth", "noxford.over.stuck", "shared", "quarters", "master", "gear"} {
		if !ends[end] {
			t.Errorf("no recorded game ends by %s", end)
		}
	}
}

func points(p Ended, seat string) int {
	for _, s := range p.Scores {
		if s.Seat == seat {
			return s.Points
		}
	}
	return -1
}
