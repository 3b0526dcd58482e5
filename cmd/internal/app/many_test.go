package app

import (
	"crypto/rand"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"fivepoints/events"
	"fivepoints/events/vault"
	"fivepoints/games/deadline"
	"fivepoints/games/judge"
	"fivepoints/games/table"
)

// Games of BenchmarkManyGames: all of them run, those of the heaviest minute have
// their deadline at once.
const (
	manyGames = 10_000
	manyDue   = 1_000
)

// manyFolder is a data folder with many running games of New-York 1890, two gangs
// each; where the deadline comes both players have answered.
func manyFolder(b *testing.B) (*folder, *env) {
	b.Helper()
	data := filepath.Join(b.TempDir(), "data")
	e := &env{System: System{Env: func(string) string { return "" }, Out: io.Discard, Err: io.Discard, Now: func() time.Time { return botsStart }}, ctx: b.Context(), data: data}
	lock, err := vault.LockFolder(data)
	if err != nil {
		b.Fatal(err)
	}
	f, err := createFolder(b.Context(), data, "many.example/log", lock, rand.Reader, botsStart)
	if err != nil {
		b.Fatal(err)
	}
	for i := range manyGames {
		n := judge.NewGame{
			ID: fmt.Sprintf("g%d", i+10), Rulebook: "newyork1890", Preset: "base7", Langs: []string{"fr"}, Zone: "Europe/Paris",
			Plan: deadline.After(time.Duration(400+i%200) * time.Hour), At: botsStart,
			Seats: []table.SeatTaken{{Seat: "whyos"}, {Seat: "eastman"}},
		}
		if i < manyDue {
			n.Plan = deadline.After(168 * time.Hour)
			n.Seats = []table.SeatTaken{{Seat: "whyos", Person: "pa", Lang: "fr"}, {Seat: "eastman", Person: "pb", Lang: "en"}}
		}
		if _, err := f.judge.Create(b.Context(), n); err != nil {
			b.Fatal(err)
		}
		for _, s := range n.Seats {
			if s.Person == "" {
				continue
			}
			_, err := f.judge.Submit(b.Context(), judge.Submission{
				Game: n.ID, Seat: s.Seat, At: botsStart.Add(time.Hour), Key: events.NewKey("hello", s.Seat), Lines: []events.Line{{N: 1, Text: "Hello!"}},
			})
			if err != nil {
				b.Fatal(err)
			}
		}
	}
	if err := e.settle(f, botsStart.Add(2*time.Hour), nil); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := f.close(); err != nil {
			b.Error(err)
		}
	})
	return f, e
}

// BenchmarkManyGames measures ten thousand running games: what a look at the clock
// costs when nothing is due, the memory they take, and the minute in which a
// thousand of them have their deadline, judged and with their mails queued.
//
//	go test ./cmd/internal/app -run xxx -bench ManyGames -benchtime 1x
func BenchmarkManyGames(b *testing.B) {
	f, e := manyFolder(b)
	b.Run("idle", func(b *testing.B) {
		for b.Loop() {
			if err := e.settle(f, botsStart.Add(3*time.Hour), nil); err != nil {
				b.Fatal(err)
			}
		}
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		b.ReportMetric(float64(m.Sys)/(1<<20), "MiB-of-the-system")
		b.ReportMetric(float64(m.HeapAlloc)/(1<<20), "MiB-alive")
	})
	b.Run("heaviest minute", func(b *testing.B) {
		for b.Loop() {
			began, _ := f.log.Tip(b.Context(), "")
			if err := e.settle(f, botsStart.Add(169*time.Hour), nil); err != nil {
				b.Fatal(err)
			}
			ended, _ := f.log.Tip(b.Context(), "")
			if ended-began < 3*manyDue {
				b.Fatalf("only %d commits: it runs once (-benchtime 1x)", ended-began)
			}
			b.ReportMetric(float64(ended-began), "commits")
		}
	})
}
