package jetstream

import (
	"bytes"
	"context"
	"fmt"
	"iter"

	"fivepoints/events"

	"github.com/nats-io/nats.go/jetstream"
)

// check compares every message of the mirror with the log. What cannot be read
// is errDamaged; another commit in the place of one is a fork.
func (m *mirror) check(ctx context.Context) error {
	next, stop := iter.Pull2(m.log.Read(ctx, "", 0))
	defer stop()
	seen := events.Seq(0)
	for msg, err := range messages(ctx, m.js, mirrorStream, jetstream.OrderedConsumerConfig{}, uint64(m.at)) {
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

func (m *mirror) same(ctx context.Context, ours events.Stored, msg jetstream.Msg) error {
	meta, err := msg.Metadata()
	if err != nil {
		return fmt.Errorf("%w: commit %d: %w", errDamaged, ours.Seq, err)
	}
	if meta.Sequence.Stream != uint64(ours.Seq) {
		return fmt.Errorf("%w: commit %d is missing", errDamaged, ours.Seq)
	}
	theirs, root, err := readCommit(msg.Subject(), msg.Headers(), msg.Data())
	if err != nil {
		return fmt.Errorf("%w: commit %d: %w", errDamaged, ours.Seq, err)
	}
	if theirs.Leaf != ours.Leaf {
		return m.fork(ctx, m.at, ours.Seq, Head{uint64(ours.Seq), root})
	}
	if !bytes.Equal(events.Frame(ours), msg.Data()) {
		return fmt.Errorf("%w: the encrypted parts of commit %d are others", errDamaged, ours.Seq)
	}
	return nil
}

// fetch is how many messages are asked for at a time.
const fetch = 1000

// messages yields those of a stream up to the sequence last, in order. Those that
// the server cannot read are left out; it never waits for them.
func messages(ctx context.Context, js jetstream.JetStream, stream string, c jetstream.OrderedConsumerConfig, last uint64) iter.Seq2[jetstream.Msg, error] {
	return func(yield func(jetstream.Msg, error) bool) {
		if last == 0 {
			return
		}
		cons, err := js.OrderedConsumer(ctx, stream, c)
		if err != nil {
			yield(nil, err)
			return
		}
		for more := true; more; {
			batch, err := cons.FetchNoWait(fetch)
			if err != nil {
				yield(nil, err)
				return
			}
			more = false
			for msg := range batch.Messages() {
				meta, err := msg.Metadata()
				if err != nil {
					yield(nil, err)
					return
				}
				if more = meta.Sequence.Stream < last; !yield(msg, nil) || !more {
					return
				}
			}
			if err := batch.Error(); err != nil {
				yield(nil, err)
				return
			}
		}
	}
}
