package outbox_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"fivepoints/mail/outbox"
)

// bad is a connection that fails after some bytes: it is cut, or falls silent.
type bad struct {
	net.Conn
	in, out atomic.Int64 // bytes it still lets through; negative: all
	silent  bool
	gone    chan struct{}
	once    sync.Once
}

func newBad(c net.Conn, in, out int64, silent bool) *bad {
	b := &bad{Conn: c, silent: silent, gone: make(chan struct{})}
	b.in.Store(in)
	b.out.Store(out)
	return b
}

func (b *bad) pass(left *atomic.Int64, p []byte, do func([]byte) (int, error)) (int, error) {
	room := left.Load()
	if room < 0 {
		return do(p)
	}
	if room == 0 {
		if b.silent {
			<-b.gone
		}
		b.Conn.Close()
		return 0, net.ErrClosed
	}
	n, err := do(p[:min(int64(len(p)), room)])
	left.Add(int64(-n))
	if err == nil && n < len(p) && left == &b.out {
		return b.pass(left, nil, do)
	}
	return n, err
}

func (b *bad) Read(p []byte) (int, error)  { return b.pass(&b.in, p, b.Conn.Read) }
func (b *bad) Write(p []byte) (int, error) { return b.pass(&b.out, p, b.Conn.Write) }

func (b *bad) Close() error {
	b.once.Do(func() { close(b.gone) })
	return b.Conn.Close()
}

// through sends two posts over a server whose first connection is bad, and
// tells which mails arrived.
func through(t *testing.T, what string, limit time.Duration, wrap func(net.Conn) net.Conn) {
	t.Helper()
	h := newHouse(t)
	var connections atomic.Int32
	o := &office{}
	srv := o.open(t, outbox.TLSNone, func(c net.Conn) net.Conn {
		if connections.Add(1) == 1 {
			return wrap(c)
		}
		return c
	})
	srv.Limit = limit
	c := h.config("n1")
	c.Transport = srv
	s, err := outbox.New(h.log, c)
	if err != nil {
		t.Fatal(err)
	}
	h.run(s)
	h.queue("ny12", "report", "whyos", "pann")
	last := h.queue("ny12", "report", "bowery", "pbob")
	h.run(s)
	srv.Limit = 30 * time.Second
	for range 3 {
		h.now = h.now.Add(10 * time.Minute)
		h.run(s)
	}
	seen := map[string]string{}
	for _, m := range o.got() {
		if old, again := seen[m.from]; again && old != m.text || !strings.HasSuffix(m.text, "\r\n") {
			t.Errorf("%s: two copies differ, or it is cut:\n%s\n%s", what, old, m.text)
		}
		seen[m.from] = m.text
	}
	sent := 0
	for _, f := range h.facts("ny12", last) {
		if strings.HasPrefix(f, "sent") {
			sent++
		}
	}
	if len(seen) != 2 || sent != 2 {
		t.Errorf("%s: %d mails arrived, %d are recorded as sent: %q", what, len(seen), sent, h.facts("ny12", last))
	}
}

// The connection is cut after any number of bytes, of ours or of the server's:
// no mail is lost, none is cut in half, and copies are equal.
func TestCutAnywhere(t *testing.T) {
	t.Parallel()
	for n := int64(0); n < 3500; n += 61 {
		through(t, fmt.Sprintf("cut after %d bytes of ours", n), 30*time.Second, func(c net.Conn) net.Conn { return newBad(c, n, -1, false) })
	}
	for n := int64(0); n < 700; n += 23 {
		through(t, fmt.Sprintf("cut after %d bytes of the server", n), 30*time.Second, func(c net.Conn) net.Conn { return newBad(c, -1, n, false) })
	}
}

// A server that falls silent, anywhere, holds nobody up for ever.
func TestSilentServer(t *testing.T) {
	t.Parallel()
	for _, n := range []int64{0, 20, 150, 400, 900, 1500} {
		t.Run(fmt.Sprint("reads ", n), func(t *testing.T) {
			t.Parallel()
			through(t, "silent", 100*time.Millisecond, func(c net.Conn) net.Conn { return newBad(c, n, -1, true) })
		})
		t.Run(fmt.Sprint("says ", n/4), func(t *testing.T) {
			t.Parallel()
			through(t, "mute", 100*time.Millisecond, func(c net.Conn) net.Conn { return newBad(c, -1, n/4, true) })
		})
	}
}

// The server takes the mail and its yes never comes: the copy it gets later is
// the same mail.
func TestCutAfterTheFinalDot(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	o := &office{}
	var conns []*bad
	var mu sync.Mutex
	srv := o.open(t, outbox.TLSNone, func(c net.Conn) net.Conn {
		mu.Lock()
		defer mu.Unlock()
		conns = append(conns, newBad(c, -1, -1, false))
		return conns[len(conns)-1]
	})
	o.taken = func() {
		mu.Lock()
		defer mu.Unlock()
		if len(conns) == 1 {
			conns[0].out.Store(0)
		}
	}
	c := h.config("n1")
	c.Transport = srv
	s, err := outbox.New(h.log, c)
	if err != nil {
		t.Fatal(err)
	}
	h.run(s)
	h.queue("ny12", "report", "whyos", "pann")
	if p := h.run(s); p.Deferred != 1 || p.Sent != 0 {
		t.Fatalf("%+v", p)
	}
	h.now = h.now.Add(time.Minute)
	if p := h.run(s); p.Sent != 1 {
		t.Fatalf("%+v", p)
	}
	got := o.got()
	if len(got) != 2 || got[0] != got[1] {
		t.Errorf("%q", got)
	}
}

// The server refuses us, not the mail: nothing is recorded against the post.
func TestServerRefusesUs(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	o := &office{mail: &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 7, 1}, Message: "not your address"}}
	c := h.config("n1")
	c.Transport = o.open(t, outbox.TLSNone, nil)
	s, err := outbox.New(h.log, c)
	if err != nil {
		t.Fatal(err)
	}
	h.run(s)
	seq := h.queue("ny12", "report", "whyos", "pann")
	p := h.run(s)
	var trouble *outbox.Trouble
	if !errors.As(p.Trouble, &trouble) || p.Failed != 0 || p.Waiting != 1 || p.Next.Sub(h.now) != time.Minute {
		t.Errorf("%+v", p)
	}
	same(t, "facts", h.facts("ny12", seq), []string{fmt.Sprintf("claimed [%d] n1", seq)})
	for n := 2; n <= 20; n++ { // it is asked less and less often: every try costs a claim
		h.now = p.Next
		p = h.run(s)
		if want := time.Duration(min(n, 15)) * time.Minute; p.Next.Sub(h.now) != want {
			t.Errorf("try %d: the next one in %s", n, p.Next.Sub(h.now))
		}
	}
	o.mail = nil
	h.now = p.Next
	if p := h.run(s); p.Sent != 1 {
		t.Errorf("afterwards: %+v", p)
	}
}

// A pass that is stopped in the middle of a mail ends at once, leaves no
// goroutine, and records what had left.
func TestStopped(t *testing.T) {
	before := runtime.NumGoroutine()
	t.Run("", func(t *testing.T) {
		h := newHouse(t)
		o := &office{}
		ctx, stop := context.WithCancel(context.Background())
		held := make(chan struct{})
		o.rcpt = func(to string) error {
			if to == "bob@example.org" {
				stop()
				<-held
			}
			return nil
		}
		c := h.config("n1")
		c.Transport = o.open(t, outbox.TLSStart, nil)
		t.Cleanup(func() { close(held) }) // before the server is closed
		s, err := outbox.New(h.log, c)
		if err != nil {
			t.Fatal(err)
		}
		h.run(s)
		ann := h.queue("ny12", "report", "whyos", "pann")
		bob := h.queue("ny12", "report", "bowery", "pbob")
		p, err := s.Run(ctx)
		if err != nil || p.Sent != 1 || p.Waiting != 1 {
			t.Errorf("%+v %v", p, err)
		}
		same(t, "facts", h.facts("ny12", bob), []string{fmt.Sprintf("claimed [%d %d] n1", ann, bob), fmt.Sprintf("sent %d", ann)})
	})
	for n := 0; runtime.NumGoroutine() > before; n++ {
		if n > 5e7 {
			t.Fatalf("%d goroutines, %d before", runtime.NumGoroutine(), before)
		}
		runtime.Gosched()
	}
}

// go-smtp has no time limit while it writes a text; we have.
func TestServerThatDoesNotRead(t *testing.T) {
	t.Parallel()
	o := &office{}
	srv := o.open(t, outbox.TLSNone, func(c net.Conn) net.Conn { return newBad(c, 3000, -1, true) })
	srv.Limit = time.Second
	s, err := srv.Dial(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	err = s.Send(context.Background(), "play+x@example.org", "ann@example.org", bytes.Repeat([]byte("a line of the mail\r\n"), 2<<20))
	if !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, os.ErrDeadlineExceeded) { // ours, or go-smtp's on a slow machine
		t.Errorf("got %v", err)
	}
}
