package judge

import (
	"context"
	"fmt"
	"time"

	"fivepoints/events"
	"fivepoints/games"
	"fivepoints/games/deadline"
	"fivepoints/games/table"
)

// Reading tells how far the sources of mail have been read.
type Reading struct {
	To     time.Time // all of them, up to here; zero: one has not been read yet
	Behind string    // the one that is furthest behind
	Since  time.Time // when reading began: before nobody tried
}

const (
	// tellDelay is how long a mail waits for a source before the moderator is told.
	tellDelay = 30 * time.Minute
	// deadSource is how long it waits before its deadline moves, so that those
	// whose orders are stuck there lose nothing.
	deadSource = 2 * time.Hour
	oneDay     = 24 * time.Hour
)

// limit is up to when the clock may run: nobody's orders are in a source unread.
// For a source that has been dead for too long only deadlines wait (delay).
func (j *Judge) limit(now time.Time) (time.Time, Reading) {
	if j.Reading == nil {
		return now, Reading{}
	}
	r := j.Reading(now)
	to := r.To
	if dead := now.Add(-deadSource); to.Before(dead) && r.Since.Before(dead) {
		to = dead
	}
	if to.After(now) {
		to = now
	}
	return to, r
}

// delay says that a mail of a game cannot be resolved, for a source was not read
// past its deadline, and moves the deadline when that lasts.
func (j *Judge) delay(ctx context.Context, id string, now time.Time, r Reading) error {
	for {
		t, s, err := j.next(ctx, id, now)
		if err != nil || s == nil || s.closing == nil || s.closing.why != table.WhyDeadline || s.at > now.UnixMilli() || s.at <= r.To.UnixMilli() {
			return err
		}
		w := s.closing.window
		waited := now.Sub(time.UnixMilli(max(s.at, r.Since.UnixMilli())))
		var facts []games.Fact
		key := events.NewKey("delayed", w.ID(), fmt.Sprint(w.Closes))
		switch {
		case waited >= deadSource:
			key = events.NewKey("source", w.ID(), fmt.Sprint(w.Closes))
			to := deadline.Closing{At: time.UnixMilli(w.Closes)}
			for !to.At.After(now) {
				to.At = to.At.Add(oneDay)
			}
			facts = move(t, w.ID(), to, table.MovedSource, ByClock)
		case waited >= tellDelay && !w.Waits.Delayed:
			facts = []games.Fact{platform(table.TypeDelayed, table.Delayed{Window: w.ID(), Source: r.Behind})}
		default:
			return nil
		}
		if _, err := j.record(ctx, t, Act{At: now, Key: key}, facts); err != nil {
			return err
		}
	}
}
