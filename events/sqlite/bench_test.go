package sqlite_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"fivepoints/events"
	"fivepoints/events/sqlite"
)

// move is the payload of the benchmarks: a parsed order of usual size.
type move struct {
	Seat  string   `json:"seat"`
	Verb  string   `json:"verb"`
	From  string   `json:"from"`
	To    string   `json:"to"`
	Units int      `json:"units"`
	Gang  string   `json:"gang"`
	Path  []string `json:"path"`
	Line  int      `json:"line"`
	Rule  string   `json:"rule"`
	Note  string   `json:"note,omitempty"`
}

func moves(t testing.TB, n int) []events.Fact {
	pub, err := events.Marshal(move{
		Seat: "whyos", Verb: "move", From: "five-points", To: "bowery", Units: 3, Gang: "whyos",
		Path: []string{"five-points", "mulberry-bend", "bowery"}, Line: 12, Rule: "c.m.2",
		Note: "from the reply of the ninth of March, the third sheet",
	})
	if err != nil {
		t.Fatal(err)
	}
	facts := make([]events.Fact, n)
	for i := range facts {
		facts[i] = events.Fact{Type: "gang_moved", V: 1, Pub: pub}
	}
	return facts
}

// appender appends commits of one stream as fast as it can.
type appender struct {
	log    events.Log
	stream string
	facts  []events.Fact
	tip    events.Seq
	n      int
}

func (a *appender) append(t testing.TB) {
	a.n++
	c := events.Commit{Stream: a.stream, Expect: a.tip, Key: events.NewKey(a.stream, fmt.Sprint(a.n)), At: start, Facts: a.facts}
	seq, dup, err := a.log.Append(t.Context(), c)
	if err != nil || dup {
		t.Errorf("append %d to %s: dup %v, %v", a.n, a.stream, dup, err)
	}
	a.tip = seq
}

// raw writes the same bytes to a plain file and waits for the disk.
type raw struct {
	f     *os.File
	bytes []byte
	syncs []time.Duration
}

func newRaw(t testing.TB, facts []events.Fact) *raw {
	st, err := events.Seal(events.Commit{Stream: "game/aa", At: start, Facts: facts}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.Create(filepath.Join(t.TempDir(), "raw"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return &raw{f: f, bytes: events.Frame(st)}
}

func (r *raw) write(t testing.TB) {
	if _, err := r.f.Write(r.bytes); err != nil {
		t.Fatal(err)
	}
	begin := time.Now()
	if err := syscall.Fdatasync(int(r.f.Fd())); err != nil {
		t.Fatal(err)
	}
	r.syncs = append(r.syncs, time.Since(begin))
}

// share is how long one side runs before the other takes its turn.
const share = 60 * time.Millisecond

// compare runs ours and raw in turns and reports the median of the ratios of
// their rates. ours runs until the time given and returns how often.
func compare(b *testing.B, r *raw, ours func(until time.Time) int) {
	var ratios, rates []float64
	for b.Loop() {
		mine := rate(ours)
		plain := rate(func(until time.Time) int {
			return repeat(until, func() { r.write(b) })
		})
		ratios, rates = append(ratios, mine/plain), append(rates, mine)
	}
	slices.Sort(r.syncs)
	b.ReportMetric(median(ratios), "x-raw")
	b.ReportMetric(median(rates), "commits/s")
	b.ReportMetric(float64(r.syncs[len(r.syncs)/2].Microseconds()), "sync-p50-µs")
	b.ReportMetric(0, "ns/op")
}

func rate(do func(until time.Time) int) float64 {
	begin := time.Now()
	n := do(begin.Add(share))
	return float64(n) / time.Since(begin).Seconds()
}

func repeat(until time.Time, do func()) int {
	n := 0
	for ; time.Now().Before(until); n++ {
		do()
	}
	return n
}

func median(v []float64) float64 {
	slices.Sort(v)
	return v[len(v)/2]
}

func benchLog(b *testing.B) *sqlite.Log {
	return open(b, filepath.Join(b.TempDir(), "log.db"), sqlite.Options{})
}

// BenchmarkAppend1 is one fact per commit, one appender.
func BenchmarkAppend1(b *testing.B) { benchAppend(b, 1) }

// BenchmarkAppend100 is 100 facts per commit, one appender.
func BenchmarkAppend100(b *testing.B) { benchAppend(b, 100) }

func benchAppend(b *testing.B, n int) {
	a := &appender{log: benchLog(b), stream: "game/aa", facts: moves(b, n)}
	compare(b, newRaw(b, a.facts), func(until time.Time) int {
		return repeat(until, func() { a.append(b) })
	})
}

// BenchmarkAppend64 is 64 appenders, one fact per commit, against one writer
// of the raw file.
func BenchmarkAppend64(b *testing.B) {
	const writers = 64
	log, facts := benchLog(b), moves(b, 1)
	var all [writers]*appender
	for i := range all {
		all[i] = &appender{log: log, stream: fmt.Sprintf("game/g%d", i), facts: facts}
	}
	compare(b, newRaw(b, facts), func(until time.Time) int {
		var wg sync.WaitGroup
		var n atomic.Int64
		for _, a := range all {
			wg.Go(func() { n.Add(int64(repeat(until, func() { a.append(b) }))) })
		}
		wg.Wait()
		return int(n.Load())
	})
}

// BenchmarkDecode reads a log of 10 facts per commit from the file, verifies
// the leaves and decodes every payload.
func BenchmarkDecode(b *testing.B) {
	const commits, each = 1000, 10
	log := benchLog(b)
	a := &appender{log: log, stream: "game/aa", facts: moves(b, each)}
	for range commits {
		a.append(b)
	}
	n := 0
	for b.Loop() {
		for st, err := range log.Read(b.Context(), "game/aa", 0) {
			if err != nil {
				b.Fatal(err)
			}
			c, err := events.Decode(st)
			if err != nil {
				b.Fatal(err)
			}
			for _, f := range c.Facts {
				var m move
				if err := events.Unmarshal(f.Pub, &m); err != nil || m.Units != 3 {
					b.Fatal(m, err)
				}
				n++
			}
		}
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "facts/s")
}
