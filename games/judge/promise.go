package judge

import (
	"context"
	"fmt"

	"fivepoints/events"
	"fivepoints/events/audit"
	"fivepoints/games/table"
)

// Promised tells what became of a promise.
type Promised struct {
	Seq       events.Seq // the commit that recorded the sheet, 0 when there is none
	Why       string     // why the promise is not kept, "" when it is
	Withdrawn events.Seq // the commit that took the sheet back, 0 when it counts
	Reason    string     // of the withdrawal
}

// CheckPromise tells whether a log still holds the sheet that a receipt
// promised. It needs public facts only. A withdrawn sheet is still there.
func CheckPromise(ctx context.Context, log events.Log, p audit.Promise) (Promised, error) {
	k := Promised{Why: fmt.Sprintf("game %s has no sheet %d of %s", p.Game, p.N, p.Seat)}
	for st, err := range log.Read(ctx, "game/"+p.Game, 0) {
		if err != nil {
			return k, fmt.Errorf("looking for a promised sheet: %w", err)
		}
		c, err := events.Decode(st)
		if err != nil {
			return k, err
		}
		for _, f := range c.Facts {
			if err := k.fact(st.Seq, f, p); err != nil {
				return k, fmt.Errorf("reading %s in commit %d: %w", f.Type, st.Seq, err)
			}
		}
	}
	return k, nil
}

func (k *Promised) fact(seq events.Seq, f events.Fact, p audit.Promise) error {
	switch f.Type {
	case table.TypeSheet:
		return read(f, func(s table.Sheet) {
			if s.Seat == p.Seat && s.N == p.N {
				k.Seq, k.Why = seq, broken(s, f, p)
			}
		})
	case table.TypeVoid:
		return read(f, func(v table.Void) {
			if v.Seat == p.Seat && v.N == p.N {
				k.Withdrawn, k.Reason = seq, v.Why
			}
		})
	}
	return nil
}

// broken tells what of a sheet is not as promised.
func broken(s table.Sheet, f events.Fact, p audit.Promise) string {
	var h [32]byte
	if len(f.Priv) > 0 {
		h = f.Priv[0].H
	}
	switch {
	case h != p.H:
		return fmt.Sprintf("its orders are other ones: promised was the hash %x, the log has %x", p.H, h)
	case s.Window != p.Window:
		return fmt.Sprintf("promised for the mail %q, the log has %q", p.Window, s.Window)
	case s.At != p.Received.UnixMilli():
		return fmt.Sprintf("promised as received at unix ms %d, the log has %d", p.Received.UnixMilli(), s.At)
	}
	return ""
}
