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
	}
	return nil
}

func (m *mirror) same(ctx context.Context, ours events.Stored, msg jetstream.Msg) error {
	theirs, root, err := readCommit(msg.Headers(), msg.Data())
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

// messages yields those of a stream up to the sequence last; they come in order
// and without gaps but for those the consumer's filter leaves out.
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
		it, err := cons.Messages()
		if err != nil {
			yield(nil, err)
			return
		}
		defer it.Stop()
		defer context.AfterFunc(ctx, it.Stop)()
		for {
			msg, err := it.Next()
			if err != nil {
				yield(nil, err)
				return
			}
			meta, err := msg.Metadata()
			if err != nil {
				yield(nil, err)
				return
			}
			if !yield(msg, nil) || meta.Sequence.Stream >= last || meta.NumPending == 0 {
				return
			}
		}
	}
}
