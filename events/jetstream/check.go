package jetstream

import (
	"bytes"
	"context"
	"fmt"
	"iter"
	"strconv"

	"fivepoints/events"

	"github.com/nats-io/nats.go"
)

// check compares every message of the mirror with the log. What cannot be read
// is errDamaged; another commit in the place of one is a fork.
func (m *mirror) check(ctx context.Context) error {
	next, stop := iter.Pull2(m.log.Read(ctx, "", 0))
	defer stop()
	seen := events.Seq(0)
	for msg, err := range messages(ctx, m.js.Conn(), mirrorStream, uint64(m.at)) {
		if err != nil {
			return fmt.Errorf("%w: %w", errDamaged, err)
		}
		ours, err, ok := next()
		if err != nil {
			return err
		}
		if !ok {
			return fmt.Errorf("comparing the mirror with the log: the log ends before commit %d", m.at)
		}
		if err := m.same(ctx, ours, msg); err != nil {
			return err
		}
		seen = ours.Seq
	}
	if seen != m.at {
		return fmt.Errorf("%w: commit %d is missing", errDamaged, seen+1)
	}
	return nil
}

func (m *mirror) same(ctx context.Context, ours events.Stored, msg *nats.Msg) error {
	if sequence(msg) != uint64(ours.Seq) {
		return fmt.Errorf("%w: commit %d is missing", errDamaged, ours.Seq)
	}
	theirs, root, err := readCommit(msg.Header.Get("Nats-Subject"), msg.Header, msg.Data)
	if err != nil {
		return fmt.Errorf("%w: commit %d: %w", errDamaged, ours.Seq, err)
	}
	if theirs.Leaf != ours.Leaf {
		return m.fork(ctx, m.at, ours.Seq, Head{uint64(ours.Seq), root})
	}
	if !bytes.Equal(events.Frame(ours), msg.Data) {
		return fmt.Errorf("%w: the encrypted parts of commit %d are others", errDamaged, ours.Seq)
	}
	return nil
}

// So much is asked for at a time.
const (
	batchMessages = 1000
	batchBytes    = 8 << 20
)

// messages yields those of a stream up to the sequence last, in order. It ends
// before one that the server cannot read, and never waits for it.
func messages(ctx context.Context, conn *nats.Conn, stream string, last uint64) iter.Seq2[*nats.Msg, error] {
	return func(yield func(*nats.Msg, error) bool) {
		sub, err := conn.SubscribeSync(conn.NewInbox())
		if err != nil {
			yield(nil, err)
			return
		}
		defer sub.Unsubscribe() // its error is nobody's
		for next := uint64(1); next <= last; {
			before := next
			for msg, err := range batch(ctx, sub, conn, stream, next) {
				if err != nil {
					yield(nil, err)
					return
				}
				if next = sequence(msg) + 1; next > last+1 || !yield(msg, nil) {
					return
				}
			}
			if next == before {
				return
			}
		}
	}
}

// batch asks for the next messages directly, without a consumer, and yields
// them: the answer ends with a message that has a status.
func batch(ctx context.Context, sub *nats.Subscription, conn *nats.Conn, stream string, from uint64) iter.Seq2[*nats.Msg, error] {
	return func(yield func(*nats.Msg, error) bool) {
		ctx, cancel := context.WithTimeout(ctx, startTime) // a server that is lost gives no answer
		defer cancel()
		question := fmt.Appendf(nil, `{"seq":%d,"batch":%d,"max_bytes":%d}`, from, batchMessages, batchBytes)
		err := conn.PublishRequest("$JS.API.DIRECT.GET."+stream, sub.Subject, question)
		for err == nil {
			var msg *nats.Msg
			msg, err = sub.NextMsgWithContext(ctx)
			if err == nil && (msg.Header.Get("Status") != "" || !yield(msg, nil)) {
				return
			}
		}
		yield(nil, fmt.Errorf("reading stream %s from message %d: %w", stream, from, err))
	}
}

// sequence is that of a message in its stream; 0 when it has none.
func sequence(m *nats.Msg) uint64 {
	n, err := strconv.ParseUint(m.Header.Get("Nats-Sequence"), 10, 64)
	if err != nil {
		return 0
	}
	return n
}
