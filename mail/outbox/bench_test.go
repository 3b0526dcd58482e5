package outbox_test

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"

	"fivepoints/events"
	"fivepoints/events/sqlite"
	"fivepoints/mail/outbox"
)

// BenchmarkRun sends a thousand posts of ten games from a log on disk, to a
// server that takes no time.
func BenchmarkRun(b *testing.B) {
	for b.Loop() {
		b.StopTimer()
		log, err := sqlite.Open(filepath.Join(b.TempDir(), "log.db"), sqlite.Options{Keys: events.NewMemoryKeys("bench")})
		if err != nil {
			b.Fatal(err)
		}
		h := &house{log: log, now: begin, post: &postman{}, who: map[string]string{}}
		if err := outbox.SwitchOn(context.Background(), log, begin); err != nil {
			b.Fatal(err)
		}
		for n := range 1000 {
			person := fmt.Sprint("p", n%60)
			h.who[person] = person + "@example.org"
			queue(b, log, begin, fmt.Sprint("ny", 10+n%10), events.Queued{Kind: "report", Seat: "whyos", Person: person}, "x")
		}
		s, err := outbox.New(log, h.config("n1"))
		if err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
		if p, err := s.Run(context.Background()); err != nil || p.Sent != 1000 {
			b.Fatalf("%+v %v", p, err)
		}
		b.StopTimer()
		log.Close()
		b.StartTimer()
	}
	b.ReportMetric(float64(b.N)*1000/b.Elapsed().Seconds(), "mails/s")
}
