package mailbox

import (
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"time"
)

const (
	silence   = time.Minute      // without a byte during a command
	patience  = 10 * time.Minute // for a whole command
	sendTime  = 30 * time.Second // for writing a command
	allowance = 8 << 20          // bytes that one command may bring besides a message
)

var (
	errSilent = errors.New("the server has been silent for too long")
	errFlood  = errors.New("the server sends more than any answer needs")
)

// watch closes a connection that is half dead or floods us. The library knows
// no limits of its own between two answers, and after a timeout inside one it
// arms the next, so its deadlines are ignored and a Read that times out closes
// the socket.
type watch struct {
	net.Conn
	now func() time.Time

	mu    sync.Mutex
	quiet time.Duration // allowed without a byte, 0 for ever
	end   time.Time     // of the command, zero without one
	left  int64         // bytes that may still come
	cause error         // why the connection ended, nil when the library ended it
	ended bool          // by the library
	guard guard
}

// begin starts a command whose answer has at most extra bytes of a message.
func (w *watch) begin(extra int64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.quiet, w.end, w.left = silence, w.now().Add(patience), allowance+extra
	w.arm()
}

// rest ends it: the server may be silent for d, 0 for ever.
func (w *watch) rest(d time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.quiet, w.end, w.left = d, time.Time{}, allowance
	w.arm()
}

// arm sets the deadline of the Read that is under way and of the next ones.
func (w *watch) arm() {
	var at time.Time
	if w.quiet > 0 {
		at = w.now().Add(w.quiet)
	}
	if !w.end.IsZero() && w.end.Before(at) {
		at = w.end
	}
	_ = w.Conn.SetReadDeadline(at) // a closed connection tells in Read
}

func (w *watch) Read(p []byte) (int, error) {
	n, err := w.Conn.Read(p)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.left -= int64(n)
	if err == nil && w.left < 0 {
		n, err = 0, errFlood
	}
	if err == nil {
		if err = w.guard.check(p[:n]); err != nil {
			n = 0
		}
	}
	if err != nil {
		return n, w.fail(err)
	}
	w.arm()
	return n, nil
}

func (w *watch) Write(p []byte) (int, error) {
	_ = w.Conn.SetWriteDeadline(w.now().Add(sendTime))
	n, err := w.Conn.Write(p)
	if err == nil {
		return n, nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return n, w.fail(err)
}

// fail closes the socket and keeps the first cause.
func (w *watch) fail(err error) error {
	var timeout net.Error
	switch {
	case w.ended:
		return err
	case errors.As(err, &timeout) && timeout.Timeout():
		err = errSilent
	case errors.Is(err, errSick):
		w.Conn.Close() // as if the library had not been able to read it
		return err
	case errors.Is(err, io.EOF):
		err = fmt.Errorf("the server closed the connection: %w", err)
	}
	if w.cause == nil {
		w.cause = err
	}
	w.Conn.Close()
	return err
}

// Close is how the library gives up.
func (w *watch) Close() error {
	w.mu.Lock()
	w.ended = true
	w.mu.Unlock()
	return w.Conn.Close()
}

// why returns what ended the connection, nil while it is open and when the
// library gave it up because it could not read an answer.
func (w *watch) why() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.cause
}

// The library's deadlines are replaced by those above.
func (w *watch) SetDeadline(time.Time) error      { return nil }
func (w *watch) SetReadDeadline(time.Time) error  { return nil }
func (w *watch) SetWriteDeadline(time.Time) error { return nil }
