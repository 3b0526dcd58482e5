package app

import (
	"context"
	"fmt"
	"runtime"
	"testing"
	"time"

	"fivepoints/events"
	"fivepoints/games/catalog"
	"fivepoints/games/deadline"
	"fivepoints/games/judge"
	"fivepoints/games/table"
	"fivepoints/templates/publish"
)

// Games of BenchmarkManyGames: all of them run, those of the heaviest minute have
// their deadline at once.
const (
	manyGames = 10_000
	manyDue   = 1_000
)

// many is a judge and a publisher of a log in memory: what the disk costs is
// measured in events/bench.
type many struct {
	log   *events.Memory
	judge *judge.Judge
	posts *publish.Publisher
}

func (m *many) settle(ctx context.Context, now time.Time) error {
	_, err := m.judge.Run(ctx, now, nil)
	if err == nil {
		_, err = m.posts.Run(ctx, 0)
	}
	return err
}

// manyRunning are many running games of New-York 1890, two gangs each; where the
// deadline comes first both players have answered.
func manyRunning(b *testing.B) *many {
	b.Helper()
	f := &many{log: events.NewMemory(events.NewMemoryKeys("many"))}
	f.judge = judge.New(f.log, catalog.Find)
	var err error
	if f.posts, err = publish.New(f.log, catalog.Find); err != nil {
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
	if err := f.settle(b.Context(), botsStart.Add(2*time.Hour)); err != nil {
		b.Fatal(err)
	}
	return f
}

// BenchmarkManyGames measures ten thousand running games: what a look at the clock
// costs when nothing is due, the memory they take, and the minute in which a
// thousand of them have their deadline, judged and with their mails queued.
//
//	go test ./cmd/internal/app -run xxx -bench ManyGames -benchtime 1x
func BenchmarkManyGames(b *testing.B) {
	f := manyRunning(b)
	b.Run("idle", func(b *testing.B) {
		for b.Loop() {
			if err := f.settle(b.Context(), botsStart.Add(3*time.Hour)); err != nil {
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
			if err := f.settle(b.Context(), botsStart.Add(169*time.Hour)); err != nil {
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
