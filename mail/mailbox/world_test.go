package mailbox

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/emersion/go-imap/v2/imapserver"
	"github.com/emersion/go-imap/v2/imapserver/imapmemserver"
)

// world is a mail server in memory, a follower's log and the faults between
// them. It lives in a bubble of testing/synctest: an hour takes no time, and
// goroutines that stay behind are an error.
type world struct {
	t      *testing.T
	user   *imapmemserver.User
	server *imapserver.Server
	pipes  *pipes
	m      *IMAP
	caps   imap.CapSet
	wrap   func(imapserver.Session) imapserver.Session // nil: none
	fault  func(n int) *fault                          // of connection n, from 0; nil: none

	mu      sync.Mutex
	dialled int
	log     []Item   // committed
	unread  []string // cursors given up
	states  []State
	take    func(Item) error // before the commit; nil: no trouble
}

func newWorld(t *testing.T) *world {
	w := &world{t: t, user: imapmemserver.NewUser("zoe", "secret"), pipes: newPipes()}
	w.caps = imap.CapSet{imap.CapIMAP4rev1: {}, imap.CapMove: {}, imap.CapUIDPlus: {}}
	if err := w.user.Create("INBOX", nil); err != nil {
		t.Fatal(err)
	}
	mem := imapmemserver.New()
	mem.AddUser(w.user)
	w.server = imapserver.New(&imapserver.Options{
		NewSession: func(*imapserver.Conn) (imapserver.Session, *imapserver.GreetingData, error) {
			if s := mem.NewSession(); w.wrap == nil {
				return s, nil, nil
			} else {
				return w.wrap(s), nil, nil
			}
		},
		Caps: w.caps, InsecureAuth: true, Logger: log.New(io.Discard, "", 0),
	})
	go w.server.Serve(w.pipes)
	w.m = &IMAP{
		Account: Account{Addr: "127.0.0.1:143", TLS: TLSNone, User: "zoe", Secret: secretFile(t, "secret\n")},
		Now:     time.Now, After: time.After, Rand: func() float64 { return 0.5 }, Dial: w.dial,
	}
	return w
}

func secretFile(t *testing.T, text string) Secret {
	t.Helper()
	name := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return Secret{File: name}
}

func (w *world) close() {
	w.pipes.Close()
	w.server.Close()
}

func (w *world) dial(context.Context, string, string) (net.Conn, error) {
	conn, err := w.pipes.dial()
	w.mu.Lock()
	defer w.mu.Unlock()
	n := w.dialled
	w.dialled++
	if err == nil && w.fault != nil {
		if f := w.fault(n); f != nil {
			f.Conn = conn
			return f, nil
		}
	}
	return conn, err
}

// handler commits to a log that knows contents, as the real one does.
func (w *world) handler(from string) Handler {
	return Handler{
		From: from,
		Take: func(_ context.Context, item Item) error {
			w.mu.Lock()
			defer w.mu.Unlock()
			if w.take != nil {
				if err := w.take(item); err != nil {
					return err
				}
			}
			w.log = append(w.log, item)
			return nil
		},
		Unread: func(_ context.Context, cursor string, _ time.Time, why string) error {
			w.mu.Lock()
			defer w.mu.Unlock()
			w.unread = append(w.unread, cursor+" "+why)
			return nil
		},
		State: func(s State) {
			w.mu.Lock()
			defer w.mu.Unlock()
			w.states = append(w.states, s)
		},
	}
}

// run follows from a cursor for a time.
func (w *world) run(from string, d time.Duration) {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), d)
	defer cancel()
	if err := w.m.Follow(ctx, w.handler(from)); !errors.Is(err, context.DeadlineExceeded) {
		w.t.Errorf("following ended with %v", err)
	}
}

// put appends messages "body of <name>".
func (w *world) put(names ...string) {
	w.t.Helper()
	for _, name := range names {
		raw := []byte("From: zoe@example.org\r\nSubject: " + name + "\r\n\r\nbody of " + name + "\r\n")
		_, err := w.user.Append("INBOX", literal{bytes.NewReader(raw)}, &imap.AppendOptions{Time: time.Unix(1740996000, 0)})
		if err != nil {
			w.t.Fatal(err)
		}
	}
}

type literal struct{ *bytes.Reader }

func (l literal) Size() int64 { return l.Reader.Size() }

// names lists the subjects in the log.
func (w *world) names() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	var list []string
	for _, item := range w.log {
		list = append(list, name(item))
	}
	return strings.Join(list, " ")
}

// name is the message's subject when its body is whole.
func name(item Item) string {
	_, rest, _ := strings.Cut(string(item.Raw), "Subject: ")
	subject, body, _ := strings.Cut(rest, "\r\n")
	if body != "\r\nbody of "+subject+"\r\n" {
		return fmt.Sprintf("%q", item.Raw)
	}
	return subject
}

// cursor is that of the last commit.
func (w *world) cursor() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.log) == 0 {
		return ""
	}
	return w.log[len(w.log)-1].Cursor
}

func (w *world) last() State {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.states[len(w.states)-1]
}

func (w *world) troubles() (list []string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, s := range w.states {
		if s.Err != nil {
			list = append(list, kind(s.Err)+": "+s.Err.Error())
		}
	}
	return list
}

// look opens a connection without faults, as a person's mail program does.
func (w *world) look(what func(c *imapclient.Client)) {
	w.t.Helper()
	conn, err := w.pipes.dial()
	if err != nil {
		w.t.Fatal(err)
	}
	c := imapclient.New(conn, nil)
	defer c.Close()
	if err := c.Login("zoe", "secret").Wait(); err != nil {
		w.t.Fatal(err)
	}
	what(c)
}

// flags lists "uid flag flag" of the messages of a folder.
func (w *world) flags(folder string) (list []string) {
	w.t.Helper()
	w.look(func(c *imapclient.Client) {
		if _, err := c.Select(folder, nil).Wait(); err != nil {
			w.t.Fatal(err)
		}
		msgs, err := c.Fetch(imap.SeqSet{{Start: 1}}, &imap.FetchOptions{UID: true, Flags: true}).Collect()
		if err != nil {
			w.t.Fatal(err)
		}
		for _, m := range msgs {
			slices.Sort(m.Flags)
			line := fmt.Sprint(m.UID)
			for _, f := range m.Flags {
				line += " " + strings.ToLower(string(f))
			}
			list = append(list, line)
		}
	})
	return list
}

// same reports a difference.
func same[T any](t *testing.T, what string, got, want T) {
	t.Helper()
	if g, w := fmt.Sprint(got), fmt.Sprint(want); g != w {
		t.Errorf("%s: got %s, want %s", what, g, w)
	}
}

// pipes is a listener whose connections are pipes.
type pipes struct {
	conns chan net.Conn
	done  chan struct{}
	once  sync.Once
}

func newPipes() *pipes { return &pipes{conns: make(chan net.Conn), done: make(chan struct{})} }

func (p *pipes) dial() (net.Conn, error) {
	ours, theirs := net.Pipe()
	select {
	case p.conns <- theirs:
		return ours, nil
	case <-p.done:
		return nil, errors.New("connection refused")
	}
}

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.done:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error {
	p.once.Do(func() { close(p.done) })
	return nil
}

func (p *pipes) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 143} }

// fault spoils one connection, seen from the client. Offsets count from 1; 0
// means never.
type fault struct {
	net.Conn
	cutRead, cutWrite int                         // the connection ends after so many bytes
	halfOpen          int                         // nothing comes any more after so many bytes, and nobody says so
	insert            map[int]string              // text at an offset of what the server sends
	edit              func(line string) string    // changes each line of the server
	rewrite           func(command string) string // changes what we send

	read, wrote int
	pending     []byte
	partial     []byte
}

func (f *fault) Read(p []byte) (int, error) {
	for len(f.pending) == 0 {
		buf := make([]byte, len(p))
		n, err := f.Conn.Read(buf)
		if err != nil {
			return 0, err
		}
		f.pending = f.alter(buf[:n])
	}
	n := copy(p, f.pending)
	if f.cutRead > 0 && f.read+n >= f.cutRead {
		n = f.cutRead - f.read
		f.read, f.pending = f.cutRead, nil
		f.Conn.Close()
		if n == 0 {
			return 0, io.EOF
		}
		return n, nil
	}
	if f.halfOpen > 0 && f.read+n > f.halfOpen {
		return f.silence()
	}
	f.read += n
	f.pending = f.pending[n:]
	return n, nil
}

// silence swallows everything until the deadline.
func (f *fault) silence() (int, error) {
	for {
		if _, err := f.Conn.Read(make([]byte, 4096)); err != nil {
			return 0, err
		}
	}
}

func (f *fault) alter(chunk []byte) []byte {
	if f.edit != nil {
		var out []byte
		f.partial = append(f.partial, chunk...)
		for {
			i := bytes.IndexByte(f.partial, '\n')
			if i < 0 {
				break
			}
			out = append(out, f.edit(string(f.partial[:i+1]))...)
			f.partial = f.partial[i+1:]
		}
		return out
	}
	var out []byte
	for i, b := range chunk {
		out = append(out, f.insert[f.read+i+1]...)
		out = append(out, b)
	}
	return out
}

func (f *fault) Write(p []byte) (int, error) {
	if f.cutWrite > 0 && f.wrote+len(p) > f.cutWrite {
		n, _ := f.Conn.Write(p[:max(0, f.cutWrite-f.wrote)])
		f.wrote = f.cutWrite
		f.Conn.Close()
		return n, io.ErrClosedPipe
	}
	if f.rewrite != nil {
		_, err := io.WriteString(f.Conn, f.rewrite(string(p)))
		return len(p), err
	}
	n, err := f.Conn.Write(p)
	f.wrote += n
	return n, err
}
