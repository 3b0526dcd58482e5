package standings

import (
	"testing"

	"fivepoints/games/escrocs"
	"fivepoints/games/newyork1890"
)

// What decides a game is money in New York and points in Escrocs.
func TestPoints(t *testing.T) {
	t.Parallel()
	ny := points(newyork1890.View{Gangs: []newyork1890.GangView{{Gang: "whyos", Money: 12}}})
	if len(ny) != 1 || ny[0] != (Standing{Seat: "whyos", Points: 12}) {
		t.Errorf("New York: %+v", ny)
	}
	esc := points(escrocs.View{Seats: []escrocs.SeatView{{Seat: "sarah", Score: 21}, {Seat: "danny"}}})
	if len(esc) != 2 || esc[0] != (Standing{Seat: "sarah", Points: 21}) {
		t.Errorf("Escrocs: %+v", esc)
	}
}
