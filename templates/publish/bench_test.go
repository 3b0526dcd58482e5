package publish_test

import (
	"context"
	"testing"

	"fivepoints/events"
	"fivepoints/games/gamestest"
	"fivepoints/games/newyork1890"
	"fivepoints/templates/publish"
)

// BenchmarkReceipt measures one recorded sheet turned into its queued receipt,
// in a game of four gangs and on the log in memory.
func BenchmarkReceipt(b *testing.B) {
	city, err := newyork1890.Book()
	if err != nil {
		b.Fatal(err)
	}
	w := gamestest.NewWorld(b, events.NewMemory(events.NewMemoryKeys("bench")), city)
	w.Game("ny12", "newyork1890", nil, "whyos", "bowery", "eastman", "rabbits")
	p, err := publish.New(w.Log, w.Books)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		b.StopTimer()
		w.Send("ny12", "whyos", "déplacer 2 MUL -> FVP\ndéplacer 1 MUL -> port\nouvrir bar FVP\nouvrir recel MUL\nrecruter 2 (1h+1f)")
		b.StartTimer()
		if _, err := p.Run(context.Background(), 0); err != nil {
			b.Fatal(err)
		}
	}
}
