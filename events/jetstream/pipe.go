package jetstream

import (
	"context"
	"fmt"

	"fivepoints/events"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// ahead is how many messages may wait for their acknowledgement.
const ahead = 512

// pipe publishes the next messages of a stream, each locked to its sequence, or
// compared with it when it is acknowledged: readers see the header of a lock.
type pipe struct {
	js      jetstream.JetStream
	free    bool   // no lock
	last    uint64 // stream sequence of the last message sent
	waiting []onTheWay
	acked   func(events.Seq) // in order
}

type onTheWay struct {
	ack  jetstream.PubAckFuture
	want uint64 // stream sequence
	seq  events.Seq
}

// send publishes a message of commit seq. An error may be about one sent before.
func (p *pipe) send(ctx context.Context, m *nats.Msg, seq events.Seq) error {
	if len(p.waiting) >= ahead {
		if err := p.first(ctx); err != nil {
			return err
		}
	}
	var lock []jetstream.PublishOpt
	if !p.free {
		lock = append(lock, jetstream.WithExpectLastSequence(p.last))
	}
	f, err := p.js.PublishMsgAsync(m, lock...)
	if err != nil {
		return err
	}
	p.last++
	p.waiting = append(p.waiting, onTheWay{f, p.last, seq})
	return nil
}

// first waits for the oldest acknowledgement.
func (p *pipe) first(ctx context.Context) error {
	w := p.waiting[0]
	p.waiting = p.waiting[1:]
	select {
	case ack := <-w.ack.Ok():
		if ack.Sequence != w.want {
			return fmt.Errorf("%w: commit %d was stored as message %d", errDamaged, w.seq, ack.Sequence)
		}
		p.acked(w.seq)
		return nil
	case err := <-w.ack.Err():
		return fmt.Errorf("publishing commit %d: %w", w.seq, err)
	case <-ctx.Done():
		return ctx.Err()
	}
}

// flush waits for all acknowledgements.
func (p *pipe) flush(ctx context.Context) error {
	for len(p.waiting) > 0 {
		if err := p.first(ctx); err != nil {
			return err
		}
	}
	return nil
}

// drain waits until nothing is on its way any more, whatever became of it. Each
// publish ends by itself after publishTime.
func (p *pipe) drain(ctx context.Context) {
	for len(p.waiting) > 0 && ctx.Err() == nil {
		_ = p.first(ctx) // what failed is found by reading the stream again
	}
}
