package intake

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"fivepoints/events"
)

// vouch raises the trust in a message stored before, once: the operator read
// its source again and now takes addresses for proof.
func (in *Intake) vouch(ctx context.Context, stream string, msg events.Seq) error {
	if in.Trust != TrustAddress {
		return nil
	}
	key := events.NewKey("vouch", strconv.FormatUint(uint64(msg), 10))
	if known, err := in.Log.Lookup(ctx, stream, key); err != nil || known > 0 {
		return err
	}
	r, err := in.stored(ctx, stream, msg)
	if err != nil || r.Trust != TrustClaimed {
		return err
	}
	pub, err := events.Marshal(events.Vouched{Msg: msg, Trust: in.Trust})
	if err != nil {
		return fmt.Errorf("vouching for message %d: %w", msg, err)
	}
	return in.append(ctx, stream, key, nil, events.Fact{Type: events.TypeVouched, V: 1, Pub: pub})
}

// stored reads the public half of a message of the log.
func (in *Intake) stored(ctx context.Context, stream string, msg events.Seq) (r events.Received, err error) {
	for st, err := range in.Log.Read(ctx, stream, msg-1) {
		if err != nil {
			return r, fmt.Errorf("reading message %d: %w", msg, err)
		}
		c, err := events.Decode(st)
		if err != nil {
			return r, fmt.Errorf("reading message %d: %w", msg, err)
		}
		return r, events.Unmarshal(c.Facts[0].Pub, &r)
	}
	return r, fmt.Errorf("reading message %d: %w", msg, events.ErrNotFound)
}

// append commits facts; when somebody else has moved the stream on, it looks
// again where the stream ends. out, when given, learns the seq.
func (in *Intake) append(ctx context.Context, stream string, key events.Key, out *Outcome, facts ...events.Fact) error {
	for range 10 {
		tip, err := in.Log.Tip(ctx, stream)
		if err != nil {
			return err
		}
		seq, dup, err := in.Log.Append(ctx, events.Commit{Stream: stream, Expect: tip, Key: key, At: in.Now(), Facts: facts})
		if errors.Is(err, events.ErrConflict) {
			continue
		}
		if out != nil {
			out.Seq, out.Known = seq, dup
		}
		return err
	}
	return fmt.Errorf("appending to %s: %w", stream, events.ErrConflict)
}

// Unread records that the message at a cursor of a source cannot be fetched,
// once, and why; no word of the message.
func (in *Intake) Unread(ctx context.Context, source, cursor string, at time.Time, why string) error {
	pub, err := events.Marshal(events.Unread{Cursor: cursor, At: at.UnixMilli(), Why: why})
	if err != nil {
		return fmt.Errorf("recording an unread message of %s: %w", source, err)
	}
	key := events.NewKey("unread", cursor)
	if known, err := in.Log.Lookup(ctx, "inbox/"+source, key); err != nil || known > 0 {
		return err
	}
	return in.append(ctx, "inbox/"+source, key, nil, events.Fact{Type: events.TypeUnread, V: 1, Pub: pub})
}
