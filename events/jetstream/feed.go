package jetstream

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"sync"

	"fivepoints/events"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

const feedStream = "FEED"

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
	return streamConfig(feedStream, fmt.Sprint("feed ", version), "What everybody, and each seat, may know. Made anew from the log when it is lost.", "public.>", "private.>")
}

// feed publishes what is derived from the log into FEED.
type feed struct {
	log     events.Log
	js      jetstream.JetStream
	derive  Derive
	version int
	at      events.Seq // all its messages are acknowledged
	part    int        // of the commit after it, so many were sent
	last    uint64     // stream sequence
	tell    func(events.Seq)
	trouble func(error)

	pushing sync.Mutex // held while messages are on their way
}

// stuck says that a commit cannot be derived: no new connection helps.
type stuck struct{ err error }

func (s stuck) Error() string { return s.err.Error() }
func (s stuck) Unwrap() error { return s.err }

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
		if err = remake(ctx, f.js, feedConfig(f.version)); err == nil {
			err = f.resume(ctx)
		}
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
		if err := f.place(ctx); err != nil {
			return fmt.Errorf("%w: %w", errDamaged, err)
		}
	}
	return limit(ctx, f.js, info, want)
}

// place reads from the last message how far the feed is.
func (f *feed) place(ctx context.Context) error {
	st, err := f.js.Stream(ctx, feedStream)
	if err != nil {
		return err
	}
	msg, err := st.GetMsg(ctx, f.last)
	if err != nil {
		return err
	}
	seq, err := strconv.ParseUint(msg.Header.Get(headerSeq), 10, 53)
	if err != nil || seq == 0 {
		return errors.New("its last message names no commit")
	}
	var of int
	if _, err := fmt.Sscanf(msg.Header.Get(headerOf), "%d/%d", &f.part, &of); err != nil || f.part < 1 || f.part > of {
		return errors.New("its last message names no place in its commit")
	}
	for st, err := range f.log.Read(ctx, "", events.Seq(seq-1)) {
		if err != nil {
			return err
		}
		if st.Seq != events.Seq(seq) || hex.EncodeToString(st.Leaf[:]) != msg.Header.Get(headerLeaf) {
			break
		}
		f.at = st.Seq - 1
		if f.part == of {
			f.at, f.part = st.Seq, 0
		}
		return nil
	}
	return errors.New("its last message is of a commit that the log does not have")
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
		if s := (stuck{}); errors.As(err, &s) { // the mirror goes on meanwhile
			f.trouble(err)
			<-ctx.Done()
			return ctx.Err()
		}
		if failures++; final(err) || failures > patience {
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
	p := &pipe{js: f.js, last: f.last, acked: func(events.Seq) { f.last++ }}
	defer p.drain(ctx)
	for {
		n, after := 0, f.at
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
	told, err := f.derive(ctx, st)
	if err != nil {
		return stuck{fmt.Errorf("deriving the feed of commit %d: %w", st.Seq, err)}
	}
	for i, t := range told {
		if i < f.part {
			continue
		}
		subject := publicSubject(t.Game)
		if t.Seat != "" {
			subject = privateSubject(t.Game, t.Seat)
		}
		m := &nats.Msg{Subject: subject, Data: t.Data, Header: nats.Header{
			headerSeq: {fmt.Sprint(st.Seq)}, headerLeaf: {hex.EncodeToString(st.Leaf[:])}, headerOf: {fmt.Sprintf("%d/%d", i+1, len(told))},
		}}
		if err := p.send(ctx, m, st.Seq); err != nil {
			return err
		}
	}
	f.part = 0
	return nil
}
