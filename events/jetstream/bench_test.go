package jetstream_test

import (
	"fmt"
	"os"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"fivepoints/events"
	"fivepoints/events/jetstream"

	js "github.com/nats-io/nats.go/jetstream"
)

const round = 5000 // commits in a turn

// BenchmarkMirror mirrors commits and, in turns, publishes the same bytes to
// another stream without lock, headers and roots: the ratio is what they cost.
func BenchmarkMirror(b *testing.B) {
	log := filled(b, round)
	s := bare(b, b.TempDir())
	if _, err := s.JS().CreateStream(b.Context(), js.StreamConfig{Name: "PLAIN", Subjects: []string{"plain"}}); err != nil {
		b.Fatal(err)
	}
	var rates, ratios []float64
	for b.Loop() {
		if err := s.JS().DeleteStream(b.Context(), jetstream.MirrorStream); err != nil && len(rates) > 0 {
			b.Fatal(err)
		}
		mine := rate(func() {
			if err := s.MirrorOnce(b.Context(), log, 0, func(events.Seq) bool { return false }); err != nil {
				b.Fatal(err)
			}
		})
		plain := rate(func() { publishAll(b, s.JS(), log) })
		rates, ratios = append(rates, mine), append(ratios, mine/plain)
	}
	report(b, rates, "commits/s")
	report(b, ratios, "x-plain")
	b.ReportMetric(0, "ns/op")
}

func rate(do func()) float64 {
	begin := time.Now()
	do()
	return round / time.Since(begin).Seconds()
}

func publishAll(b *testing.B, j js.JetStream, log events.Log) {
	var waiting []js.PubAckFuture
	first := func() {
		select {
		case <-waiting[0].Ok():
			waiting = waiting[1:]
		case err := <-waiting[0].Err():
			b.Fatal(err)
		}
	}
	for st, err := range log.Read(b.Context(), "", 0) {
		if err != nil {
			b.Fatal(err)
		}
		if len(waiting) == 512 {
			first()
		}
		f, err := j.PublishAsync("plain", events.Frame(st))
		if err != nil {
			b.Fatal(err)
		}
		waiting = append(waiting, f)
	}
	for len(waiting) > 0 {
		first()
	}
}

func report(b *testing.B, v []float64, unit string) {
	slices.Sort(v)
	b.ReportMetric(v[len(v)/2], unit)
}

// BenchmarkLag appends 1000 commits a second to a log on disk, each to one of
// eight streams, and measures how long after its acknowledgement each is in the mirror.
func BenchmarkLag(b *testing.B) {
	log := openBoth(b, b.TempDir(), events.NewMemoryKeys("test"))
	defer log.Close()
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	var (
		mu   sync.Mutex
		lags []float64
		wg   sync.WaitGroup
	)
	work := make(chan int)
	for w := range 8 {
		wg.Go(func() {
			for range work {
				seq, err := appendOne(log, fmt.Sprint("game/g", w))
				begin := time.Now()
				if err == nil {
					err = log.node.Wait(b.Context(), seq)
				}
				if err != nil {
					b.Error(err)
				}
				mu.Lock()
				lags = append(lags, time.Since(begin).Seconds()*1000)
				mu.Unlock()
			}
		})
	}
	begin, n := time.Now(), 0
	for ; b.Loop(); n++ {
		<-tick.C
		work <- n
	}
	close(work)
	wg.Wait()
	report(b, lags, "p50-ms")
	b.ReportMetric(lags[len(lags)*99/100], "p99-ms")
	b.ReportMetric(float64(n)/time.Since(begin).Seconds(), "commits/s")
	b.ReportMetric(0, "ns/op")
}

// BenchmarkIdle measures what a Node adds to the memory of the process, when
// nothing happens, beside a mirror of 20000 commits.
func BenchmarkIdle(b *testing.B) {
	log, dir := filled(b, 4*round), b.TempDir()
	n := node(b, log, jetstream.Options{Dir: dir})
	wait(b, n, 4*round)
	if err := n.Close(); err != nil {
		b.Fatal(err)
	}
	var more []float64
	for b.Loop() {
		before := resident(b)
		n := node(b, log, jetstream.Options{Dir: dir, Listen: "127.0.0.1:0", Check: true})
		more = append(more, max(0, resident(b)-before))
		if err := n.Close(); err != nil {
			b.Fatal(err)
		}
	}
	report(b, more, "MiB-more")
	b.ReportMetric(resident(b), "MiB-all")
	b.ReportMetric(0, "ns/op")
}

// resident is the memory of the process after a collection, in MiB.
func resident(b *testing.B) float64 {
	debug.FreeOSMemory()
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		b.Skip("there is no /proc: ", err)
	}
	for line := range strings.Lines(string(status)) {
		if rest, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			kib, err := strconv.Atoi(strings.Fields(rest)[0])
			if err != nil {
				b.Fatal(err)
			}
			return float64(kib) / 1024
		}
	}
	b.Fatal("the process has no size")
	return 0
}
