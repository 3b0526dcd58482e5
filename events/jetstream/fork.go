package jetstream

import (
	"errors"
	"fmt"

	"fivepoints/events"
)

// Head is how far a log is, and the Merkle root that stands for all of it.
type Head struct {
	Size uint64
	Root [32]byte // zero when it cannot be read any more
}

func (h Head) String() string {
	if h.Root == [32]byte{} {
		return fmt.Sprintf("%d commits, root unknown", h.Size)
	}
	return fmt.Sprintf("%d commits, root %x", h.Size, h.Root)
}

// Fork says that the log and its mirror cannot both be right.
type Fork struct {
	Seq         events.Seq // the commit at which they were compared
	Log, Mirror Head
}

// Error names both heads.
func (f *Fork) Error() string {
	if f.Mirror.Size > f.Log.Size {
		return fmt.Sprintf("the mirror is longer than the log, which was put back from an older copy or is another one: the log has %v; the mirror has %v", f.Log, f.Mirror)
	}
	return fmt.Sprintf("log and mirror differ at commit %d or before, so one of them is another log: the log has %v; the mirror has %v", f.Seq, f.Log, f.Mirror)
}

// ErrForeign says that a stream with our name is somebody else's.
var ErrForeign = errors.New("a stream of that name is there that fivepoints did not make")

// errDamaged says that a stream of ours is to be made anew.
var errDamaged = errors.New("the stream is damaged")

// errStuck says that nats-server is lost in its own store. What it does cannot be
// stopped but by ending the process.
var errStuck = errors.New("starting nats-server: it does not get through its store, which is damaged and was set aside; start again, and the mirror is made anew")

// final tells the errors that no new attempt can help.
func final(err error) bool {
	var fork *Fork
	return errors.As(err, &fork) || errors.Is(err, ErrForeign) || errors.Is(err, errStuck) || errors.Is(err, events.ErrClosed)
}
