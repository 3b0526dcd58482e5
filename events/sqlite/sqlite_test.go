package sqlite_test

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"fivepoints/events"
	"fivepoints/events/eventstest"
	"fivepoints/events/sqlite"
)

var start = time.UnixMilli(1_900_000_000_000)

func open(t testing.TB, path string, o sqlite.Options) *sqlite.Log {
	t.Helper()
	if o.Keys == nil {
		o.Keys = events.NewMemoryKeys("test")
	}
	log, err := sqlite.Open(path, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { log.Close() })
	return log
}

func TestConformance(t *testing.T) {
	t.Parallel()
	for _, young := range []int{0, 1, 3} { // as in earnest, and merging every few commits
		t.Run(fmt.Sprint("young ", young), func(t *testing.T) {
			t.Parallel()
			conformance(t, young)
		})
	}
}

func conformance(t *testing.T, young int) {
	eventstest.Log(t, func(t *testing.T) (events.Log, func() events.Log) {
		path := filepath.Join(t.TempDir(), "log.db")
		log := open(t, path, sqlite.WithYoung(sqlite.Options{}, young))
		return log, func() events.Log {
			if err := log.Close(); err != nil {
				t.Fatal(err)
			}
			return open(t, path, sqlite.WithYoung(sqlite.Options{Keys: log.Keys()}, young))
		}
	})
}
