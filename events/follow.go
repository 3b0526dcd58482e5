package events

import (
	"context"
	"iter"
)

// Follow yields the commits of stream with seq > after and then, as they come,
// those that are appended; the empty stream is the whole log. It ends with the
// error of ctx. A follower keeps no cursor of its own: it begins at what its
// last own commit says, or at 0 and is idempotent.
func Follow(ctx context.Context, log Log, stream string, after Seq) iter.Seq2[Stored, error] {
	return func(yield func(Stored, error) bool) {
		for {
			tip, err := log.Tip(ctx, "")
			if err != nil {
				yield(Stored{}, err)
				return
			}
			for st, err := range log.Read(ctx, stream, after) {
				if !yield(st, err) || err != nil {
					return
				}
				after = st.Seq
			}
			if err := log.Wait(ctx, max(tip, after)); err != nil {
				yield(Stored{}, err)
				return
			}
		}
	}
}
