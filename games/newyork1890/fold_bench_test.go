package newyork1890

import (
	"testing"
	"time"

	"fivepoints/events"
	"fivepoints/games"
	"fivepoints/games/gamestest"
	"fivepoints/games/order"
	"fivepoints/games/table"
)

// randomCampaign plays seven years of six gangs by mail, with orders picked
// from the options, and returns its world.
func randomCampaign(t testing.TB) *gamestest.World {
	_, b := book(t)
	w := gamestest.NewWorld(t, events.NewMemory(events.NewMemoryKeys("fold")), b)
	w.Game("ny1", Name, nil, "whyos", "eastman", "dusters", "rabbits", "bowery", "charlton")
	parser, err := order.New(w.Table("ny1").Game.Grammar())
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for w.Table("ny1").Over == nil {
		tbl := w.Table("ny1")
		for _, win := range tbl.Windows {
			if !win.Open() {
				continue
			}
			for _, seat := range win.Seats {
				var lines []string
				for _, k := range win.Kinds {
					options := tbl.Game.Options(games.Seat(seat), games.Kind(k)).Lines
					for i := range min(3, len(options)) {
						n += 7
						lines = append(lines, parser.Format(options[(n+i)%len(options)], games.EN))
					}
				}
				w.Send("ny1", seat, append(lines, "ready")...)
			}
		}
		w.Tick("ny1", 8*24*time.Hour)
	}
	return w
}

// BenchmarkFold folds a seven-year campaign from its stored bytes, private
// parts decrypted and checked, to the table: facts a second.
func BenchmarkFold(b *testing.B) {
	w := randomCampaign(b)
	facts := len(w.Facts("ny1", false))
	var stored []events.Stored
	for st, err := range w.Log.Read(b.Context(), "game/ny1", 0) {
		if err != nil {
			b.Fatal(err)
		}
		stored = append(stored, st)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := table.FoldStored("ny1", stored, w.Log.Keys(), w.Books); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(facts)*float64(b.N)/b.Elapsed().Seconds(), "facts/s")
	b.ReportMetric(float64(facts), "facts")
}
