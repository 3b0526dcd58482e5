package judge

import (
	"container/heap"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"fivepoints/events"
	"fivepoints/games/table"
)

// agenda tells which games have something to do by a moment, without looking at
// the others.
type agenda struct {
	seen  events.Seq // commits up to here are known
	due   byTime
	until map[string]int64 // by game, unix ms; entries of due that say otherwise are old
}

func newAgenda() agenda { return agenda{until: map[string]int64{}} }

// appointment is a game that has something to do at a moment.
type appointment struct {
	at   int64 // unix ms
	game string
}

type byTime []appointment

func (b byTime) Len() int { return len(b) }
func (b byTime) Less(i, k int) bool {
	return b[i].at < b[k].at || b[i].at == b[k].at && b[i].game < b[k].game
}
func (b byTime) Swap(i, k int) { b[i], b[k] = b[k], b[i] }
func (b *byTime) Push(x any)   { *b = append(*b, x.(appointment)) }
func (b *byTime) Pop() any {
	last := (*b)[len(*b)-1]
	*b = (*b)[:len(*b)-1]
	return last
}

// set notes when a game has something to do.
func (a *agenda) set(game string, at int64) {
	if old, ok := a.until[game]; ok && old == at {
		return
	}
	a.until[game] = at
	heap.Push(&a.due, appointment{at, game})
}

// follow looks at what is new in the log and returns the games that changed,
// sorted: they have something to do at once, for all that is known. The first
// time these are all games.
func (a *agenda) follow(ctx context.Context, log events.Log) ([]string, error) {
	tip, err := log.Tip(ctx, "")
	if err != nil || tip == a.seen {
		return nil, err
	}
	var changed []string
	if a.seen == 0 {
		changed, err = log.Streams(ctx, "game/")
	} else {
		changed, err = streamsAfter(ctx, log, a.seen)
	}
	if err != nil {
		return nil, err
	}
	a.seen = tip
	for i, stream := range changed {
		changed[i] = strings.TrimPrefix(stream, "game/")
		a.set(changed[i], 0)
	}
	return changed, nil
}

func streamsAfter(ctx context.Context, log events.Log, after events.Seq) ([]string, error) {
	var out []string
	for st, err := range log.Read(ctx, "", after) {
		if err != nil {
			return nil, fmt.Errorf("looking which games changed: %w", err)
		}
		c, err := events.Decode(st)
		if err != nil {
			return nil, err
		}
		if strings.HasPrefix(c.Stream, "game/") {
			out = append(out, c.Stream)
		}
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

// take removes and returns the games that have something to do by a moment, the
// earliest first.
func (a *agenda) take(now int64) []string {
	var out []string
	for len(a.due) > 0 && a.due[0].at <= now {
		next := heap.Pop(&a.due).(appointment)
		if at, ok := a.until[next.game]; ok && at == next.at {
			delete(a.until, next.game)
			out = append(out, next.game)
		}
	}
	return out
}

// tickAll does what the clock has for all games up to a moment, a game after the
// other, the earliest due first. No mail is resolved that a source may hold
// orders for.
func (j *Judge) tickAll(ctx context.Context, now time.Time, ill map[string]error) error {
	if _, err := j.agenda.follow(ctx, j.log); err != nil {
		return err
	}
	limit, reading := j.limit(now)
	due := j.agenda.take(now.UnixMilli())
	for i, id := range due {
		err := ill[id]
		if err == nil && limit.Before(now) {
			err = j.delay(ctx, id, now, reading)
		}
		if err == nil {
			_, err = j.Tick(ctx, id, limit)
		}
		if err == nil {
			continue
		}
		j.agenda.set(id, now.UnixMilli()) // to be tried again
		if !isSuspended(err) {
			for _, rest := range due[i:] {
				j.agenda.set(rest, 0)
			}
			return err
		}
		ill[id] = err
	}
	return nil
}

// settling tells that a message came too late for a mail that is over and not
// resolved yet: it waits, for it counts for the next one.
func (j *Judge) settling(ctx context.Context, m message, to routed) (bool, error) {
	if to.seat == "" || !m.dated() {
		return false, nil
	}
	t, err := j.ready(ctx, to.game)
	if err != nil {
		return false, err
	}
	if t.Clock.Paused != nil || t.Record.Frozen() != nil || t.Mustering() || t.Over != nil {
		return false, nil
	}
	late := false
	err = j.guard(t, func() error {
		late = slices.ContainsFunc(t.Windows, func(w *table.Window) bool {
			return w.Open() && slices.Contains(w.Seats, to.seat) && t.Awaits(w, to.seat) && m.received.At > ends(t, w)
		})
		return nil
	})
	return late, err
}
