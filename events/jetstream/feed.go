package jetstream

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"sync"

	"fivepoints/events"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

const (
	feedStream = "FEED"
	feedForm   = 2 // of its messages
)

// Telling is one message of the feed.
type Telling struct {
	Game string
	Seat string // "": everybody
	Data []byte
}

// Derive tells what a commit gives to the public and to seats. It depends on the
// log up to that commit alone, so that a feed can be made anew.
type Derive func(ctx context.Context, st events.Stored) ([]Telling, error)

func feedConfig(version int) jetstream.StreamConfig {
	return streamConfig(feedStream, fmt.Sprintf("feed %d.%d", feedForm, version), "What everybody, and each seat, may know. Made anew from the log when it is lost.", "public.>", "private.>")
}

// feed publishes what is derived from the log into FEED.
type feed struct {
	log     events.Log
	js      jetstream.JetStream
	place   *place
	derive  Derive
	version int
	at      events.Seq // all its messages are acknowledged
	part    int        // of the commit after it, so many were sent
	last    uint64     // stream sequence
	tell    func(events.Seq)
	stuck   func(error)

	pushing sync.Mutex // held while messages are on their way
}

// underivable says that a commit cannot be derived: no new connection helps.
type underivable struct{ err error }

func (s underivable) Error() string { return s.err.Error() }
func (s underivable) Unwrap() error { return s.err }

// settled returns when all that was published before is in the stream.
func (f *feed) settled() {
	f.pushing.Lock()
	//lint:ignore SA2001 to have waited is all
	f.pushing.Unlock()
}

// open finds where to go on; a feed that does not fit the log is made anew.
func (f *feed) open(ctx context.Context) error {
	err := f.resume(ctx)
	if errors.Is(err, errDamaged) {
		if err = remake(ctx, f.js, f.place, feedConfig(f.version)); err == nil {
			err = f.resume(ctx)
		}
	}
	if err == nil {
		err = f.place.hold()
	}
	if err != nil {
		return fmt.Errorf("opening the feed: %w", err)
	}
	f.tell(f.at)
	return nil
}

func (f *feed) resume(ctx context.Context) error {
	want := feedConfig(f.version)
	info, err := openStream(ctx, f.js, want)
	if err != nil {
		return err
	}
	if info.Config.Metadata[mark] != want.Metadata[mark] || !whole(info.State) {
		return fmt.Errorf("%w: it is incomplete, or of another version", errDamaged)
	}
	f.at, f.part, f.last = 0, 0, info.State.LastSeq
	if f.last > 0 {
		if err := f.check(ctx); err != nil {
			return fmt.Errorf("%w: %w", errDamaged, err)
		}
	}
	return limit(ctx, f.js, info, want)
}

// check compares the last messages with what the log gives, and finds how far
// the feed is. Those that were on their way when a process died are among them.
func (f *feed) check(ctx context.Context) error {
	st, err := f.js.Stream(ctx, feedStream)
	if err != nil {
		return err
	}
	next := max(f.last, ahead+1) - ahead
	first, err := st.GetMsg(ctx, next)
	if err != nil {
		return err
	}
	for c, err := range f.log.Read(ctx, "", events.Seq(max(seqOf(first.Header), 1)-1)) {
		if err != nil {
			return err
		}
		if next > f.last {
			return nil
		}
		told, err := f.messages(ctx, c)
		if err != nil {
			return err
		}
		f.at, f.part = c.Seq-1, 0
		if next == first.Sequence { // it need not be the first of its commit
			f.part = max(0, slices.IndexFunc(told, func(m *nats.Msg) bool { return m.Subject == first.Subject }))
		}
		for ; f.part < len(told) && next <= f.last; f.part, next = f.part+1, next+1 {
			if got, err := st.GetMsg(ctx, next); err != nil || !same(got, told[f.part]) {
				return errors.Join(fmt.Errorf("message %d is not what commit %d tells", next, c.Seq), err)
			}
		}
		if f.part == len(told) {
			f.at, f.part = c.Seq, 0
		}
	}
	if next <= f.last {
		return fmt.Errorf("it goes on after the end of the log, with message %d", next)
	}
	return nil
}

func same(got *jetstream.RawStreamMsg, want *nats.Msg) bool {
	return got.Subject == want.Subject && bytes.Equal(got.Data, want.Data) &&
		got.Header.Get(headerSeq) == want.Header.Get(headerSeq) && got.Header.Get(headerLeaf) == want.Header.Get(headerLeaf)
}

// run publishes what the log gets until ctx ends or it cannot go on.
func (f *feed) run(ctx context.Context) error {
	for failures := 0; ; {
		before := f.last
		err := f.push(ctx)
		if err == nil {
			failures = 0
			err = f.log.Wait(ctx, f.at)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err == nil {
			continue
		}
		if s := (underivable{}); errors.As(err, &s) { // the mirror goes on meanwhile
			f.stuck(err)
			<-ctx.Done()
			return ctx.Err()
		}
		if failures++; final(err) || errors.Is(err, errGone) || failures > patience {
			return err
		}
		if again := f.open(ctx); again != nil {
			return fmt.Errorf("%w, after: %w", again, err)
		}
		if f.last > before {
			failures = 0
		}
	}
}

// push publishes everything the log has beyond the feed.
func (f *feed) push(ctx context.Context) error {
	f.pushing.Lock()
	defer f.pushing.Unlock()
	p := &pipe{js: f.js, last: f.last, free: true, acked: func(events.Seq) { f.last++ }}
	defer p.drain(ctx)
	for {
		n, after := 0, f.at
		if err := f.place.intact(); err != nil {
			return err
		}
		for st, err := range f.log.Read(ctx, "", f.at) {
			if err != nil {
				return err
			}
			if err := f.commit(ctx, p, st); err != nil {
				return err
			}
			if n, after = n+1, st.Seq; n == bite {
				break
			}
		}
		if err := p.flush(ctx); err != nil {
			return err
		}
		f.at = after
		f.tell(f.at)
		if n < bite {
			return nil
		}
	}
}

// commit sends the messages of a commit, but for those that are there already.
func (f *feed) commit(ctx context.Context, p *pipe, st events.Stored) error {
	told, err := f.messages(ctx, st)
	if err != nil {
		return err
	}
	for _, m := range told[min(f.part, len(told)):] {
		if err := p.send(ctx, m, st.Seq); err != nil {
			return err
		}
	}
	f.part = 0
	return nil
}

// messages are those that a commit gives. Their headers tell readers nothing of
// what others are told: no place among the messages of a commit, no sequence.
func (f *feed) messages(ctx context.Context, st events.Stored) ([]*nats.Msg, error) {
	told, err := f.derive(ctx, st)
	if err != nil {
		return nil, underivable{fmt.Errorf("deriving the feed of commit %d: %w", st.Seq, err)}
	}
	out := make([]*nats.Msg, len(told))
	for i, t := range told {
		subject := publicSubject(t.Game)
		if t.Seat != "" {
			subject = privateSubject(t.Game, t.Seat)
		}
		out[i] = &nats.Msg{Subject: subject, Data: t.Data, Header: feedHeader(fmt.Sprint(st.Seq), hex.EncodeToString(st.Leaf[:]))}
	}
	return out, nil
}

func feedHeader(seq, leaf string) nats.Header {
	return nats.Header{headerSeq: {seq}, headerLeaf: {leaf}}
}
