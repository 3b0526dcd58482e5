package sqlite

import (
	"context"
	"errors"
	"fmt"

	"fivepoints/events"
)

// Append implements events.Log.
func (l *Log) Append(ctx context.Context, c events.Commit) (events.Seq, bool, error) {
	seq, dup, err := l.append(ctx, c)
	if err != nil {
		return 0, false, fmt.Errorf("appending to %.60s: %w", c.Stream, err)
	}
	return seq, dup, nil
}

func (l *Log) append(ctx context.Context, c events.Commit) (events.Seq, bool, error) {
	if err := ctx.Err(); err != nil {
		return 0, false, err
	}
	if l.w == nil {
		return 0, false, events.ErrReadOnly
	}
	st, err := events.Seal(c, l.keys, l.rand)
	if errors.Is(err, events.ErrErased) {
		// What was recorded before its owner's key was destroyed stays recorded.
		if seq, found := l.Lookup(ctx, c.Stream, c.Key); found == nil && seq > 0 {
			return seq, true, l.repeated(ctx, seq, c)
		}
	}
	if err != nil {
		return 0, false, err
	}
	r := &request{commit: &c, stored: st, frame: events.Frame(st), done: make(chan struct{})}
	if err := l.w.submit(ctx, r); err != nil {
		return 0, false, err
	}
	if r.dup {
		return r.seq, true, l.repeated(ctx, r.seq, c)
	}
	return r.seq, false, r.err
}

// repeated tells a repetition from another commit under the same key.
func (l *Log) repeated(ctx context.Context, seq events.Seq, c events.Commit) error {
	for st, err := range l.Read(ctx, c.Stream, seq-1) {
		if err != nil {
			return err
		}
		if st.Seq == seq {
			return events.Repeated(st, c, l.keys)
		}
		break
	}
	return fmt.Errorf("commit %d, which has its key, cannot be found", seq)
}

// PutBlob implements events.Log. The blob reaches the disk with the next
// commit, or on Close.
func (l *Log) PutBlob(ctx context.Context, key string, data []byte) (string, error) {
	if err := ctx.Err(); err != nil {
		return "", err
	}
	if l.w == nil {
		return "", fmt.Errorf("storing a blob: %w", events.ErrReadOnly)
	}
	h, sealed, err := events.SealBlob(l.keys, key, data, l.rand)
	if err != nil {
		return "", err
	}
	if err := l.w.putBlob(ctx, h, blob{key, sealed}); err != nil {
		return "", fmt.Errorf("storing a blob: %w", err)
	}
	return h, nil
}
