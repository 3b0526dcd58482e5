package events_test

import (
	"testing"

	"fivepoints/events"
	"fivepoints/events/eventstest"
)

func TestMemory(t *testing.T) {
	t.Parallel()
	eventstest.Log(t, func(*testing.T) (events.Log, func() events.Log) {
		log := events.NewMemory(nil)
		return log, func() events.Log { return log }
	})
}
