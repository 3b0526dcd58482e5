package forum

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"
)

const (
	defaultEvery = 10 * time.Minute
	wholeEvery   = time.Hour // old posts change, too
	maxFinal     = 50        // pages that are read around a deadline
	frozen       = 20 * time.Second
	maxBackoff   = 30 * time.Minute
)

// Topic is a topic that is followed.
type Topic struct {
	ID    string
	Game  string
	Edits string
}

// Follower looks at the topics of a board again and again: all that is new every
// time, everything once an hour, and everything just before and just after each
// deadline.
type Follower struct {
	Board     Board
	Name      string
	Topics    []Topic
	Every     time.Duration
	Now       func() time.Time
	After     func(time.Duration) <-chan time.Time
	Deadlines func() []time.Time // of the games that the topics are about
	Take      func(context.Context, Look) error
	State     func(Pass)
	Bell      func(context.Context) (string, error) // tells when something is new; nil: looked every time
	Then      func(context.Context)                 // after each pass that went well; nil: nothing
	Own       string                                // the board's id of our own account: its posts are not taken

	seen map[string]*seen
	rung string // what the bell told before the last pass
}

// Pass is what one look at all topics came to.
type Pass struct {
	At     time.Time
	ReadTo time.Time // all that the board showed at this time is taken; zero before the first
	Err    error
	Retry  time.Duration // with Err
}

// seen is what is known of a topic between looks.
type seen struct {
	last  int       // its last page
	whole time.Time // when all of it was read
}

// Follow looks until ctx ends.
func (f *Follower) Follow(ctx context.Context) {
	f.seen = map[string]*seen{}
	p, fails := Pass{}, 0
	for ctx.Err() == nil {
		start := f.Now()
		final := f.around(start)
		p.Err = f.pass(ctx, final)
		p.At, p.Retry = f.Now(), 0
		if p.Err == nil {
			p.ReadTo, fails = start, 0
		} else if ctx.Err() == nil {
			fails++
			p.Retry = f.backoff(fails, p.Err)
		}
		if ctx.Err() == nil {
			f.State(p)
		}
		if p.Err == nil && f.Then != nil {
			f.Then(ctx)
		}
		select {
		case <-ctx.Done():
		case <-f.After(f.pause(start, p)):
		}
	}
}

// backoff is how long a board that fails is left alone.
func (f *Follower) backoff(fails int, err error) time.Duration {
	d := min(time.Minute<<min(fails-1, 10), maxBackoff)
	var busy *Busy
	if errors.As(err, &busy) {
		d = max(d, busy.After)
	}
	return min(d, max(cmp.Or(f.Every, defaultEvery), time.Minute))
}

// pause is how long to wait for the next look: the usual time, or until shortly
// before or just after a deadline.
func (f *Follower) pause(start time.Time, p Pass) time.Duration {
	now := f.Now()
	next := start.Add(cmp.Or(f.Every, defaultEvery))
	if p.Err != nil {
		return max(p.Retry, time.Second)
	}
	for _, d := range f.Deadlines() {
		for _, at := range []time.Time{d.Add(-frozen), d.Add(time.Second)} {
			if at.After(start) && at.Before(next) {
				next = at
			}
		}
	}
	return max(next.Sub(now), 0)
}

// around tells whether a moment is just before or just after a deadline.
func (f *Follower) around(now time.Time) bool {
	return slices.ContainsFunc(f.Deadlines(), func(d time.Time) bool {
		return !now.Before(d.Add(-frozen-time.Second)) && now.Before(d.Add(frozen))
	})
}

// pass looks at every topic.
func (f *Follower) pass(ctx context.Context, final bool) error {
	rung := ""
	if f.Bell != nil {
		var err error
		if rung, err = f.Bell(ctx); err != nil {
			return err
		}
	}
	for _, t := range f.Topics {
		s := f.seen[t.ID]
		if silent := rung != "" && rung == f.rung && s != nil && f.Now().Sub(s.whole) < wholeEvery; silent && !final {
			continue
		}
		if err := f.topic(ctx, t, final); err != nil {
			return err
		}
	}
	f.rung = rung
	return nil
}

// topic reads the pages of a topic, and takes them as one look: what stands on
// two of them, because the topic grew meanwhile, counts once.
func (f *Follower) topic(ctx context.Context, t Topic, final bool) error {
	s := f.seen[t.ID]
	if s == nil {
		s = &seen{last: 1}
		f.seen[t.ID] = s
	}
	start := f.Now()
	from := s.last
	if final || start.Sub(s.whole) >= wholeEvery {
		from = 1
		if final {
			from = max(1, s.last-maxFinal+1)
		}
	}
	look := Look{Board: f.Name, Topic: t.ID, Game: t.Game, Edits: t.Edits, At: start, Dated: true, Final: final, Whole: from == 1, Tail: true}
	last, shown := from, places{}
	for n := from; n <= last; n++ {
		p, err := f.Board.Read(ctx, t.ID, n)
		if shorter := err == nil && p.Number != n || errors.Is(err, ErrNoTopic); shorter && from > 1 {
			s.last = 1 // the topic has become shorter: it is read anew
			return f.topic(ctx, t, final)
		}
		if err == nil && p.Number != n {
			err = fmt.Errorf("reading topic %s: %w: page %d calls itself %d", t.ID, ErrNotUnderstood, n, p.Number)
		}
		if err != nil {
			return err
		}
		look.Title, last = p.Title, p.Last
		shown.add(&look, p.Posts, f.Own)
	}
	if err := f.Take(ctx, look); err != nil {
		return err
	}
	s.last = last
	if look.Whole {
		s.whole = start
	}
	return nil
}

// places tells where the posts of a look stand in it.
type places map[string]int

// add puts the posts of a page to a look.
func (at places) add(l *Look, posts []Post, ownID string) {
	for _, p := range posts {
		if ownID != "" && p.Author == ownID {
			continue
		}
		if i, again := at[p.ID]; again {
			l.Posts[i] = p
			continue
		}
		at[p.ID] = len(l.Posts)
		l.Posts = append(l.Posts, p)
	}
}
