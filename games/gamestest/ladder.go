package gamestest

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"fivepoints/events"
	"fivepoints/games"
	"fivepoints/games/judge"
	"fivepoints/games/table"
)

// Ladder lets everybody be silent and checks what that leads to (mail.ladder): the
// game goes on, the second mail in a row that a seat leaves empty is told to the
// moderator, the third opens its seat to stand-bys.
func Ladder(t *testing.T, book games.Rulebook, preset string, seats ...string) {
	t.Helper()
	w := NewWorld(t, events.NewMemory(events.NewMemoryKeys("ladder")), book)
	w.Create(judge.NewGame{ID: "g1", Rulebook: book.Info().Name, Preset: preset}, seats...)
	for range 4 * len(seats) {
		w.Tick("g1", 8*24*time.Hour)
	}
	if len(w.Table("g1").Windows) < 3*len(seats) {
		t.Error("silence stalls the game")
	}
	for _, seat := range seats {
		got := ladderOf(w.Facts("g1", false), seat)
		if want := []string{"missed 2", "missed 3", "open silent"}; len(got) < 3 || !slices.Equal(got[:3], want) {
			t.Errorf("the silence of %s leads to %v, want %v first", seat, got, want)
		}
	}
}

func ladderOf(facts []games.Fact, seat string) []string {
	var out []string
	for _, f := range facts {
		switch p := f.Pub.(type) {
		case table.Missed:
			if p.Seat == seat {
				out = append(out, fmt.Sprintf("missed %d", p.Row))
			}
		case table.SeatOpened:
			if p.Seat == seat {
				out = append(out, "open "+p.Why)
			}
		}
	}
	return out
}
