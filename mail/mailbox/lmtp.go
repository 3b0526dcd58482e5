package mailbox

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"sync"
	"time"

	"github.com/emersion/go-smtp"
	"golang.org/x/net/netutil"

	"fivepoints/mail"
)

// Limits of the listener.
const (
	maxConns    = 20
	maxRcpts    = 100
	maxPath     = 320              // RFC 5321: 64 + 1 + 255
	maxIncoming = 32 << 20         // bytes that are read of one message; kept are mail.MaxRaw+1
	maxLine     = mail.MaxRaw      // a longer line makes the message too big anyway
	readTime    = 5 * time.Minute  // for a command, or a whole message
	writeTime   = time.Minute      // for an answer
	reportEvery = 30 * time.Second // ReadTo of an idle listener
	holdFor     = time.Hour        // how long a message is awaited that we could not store
)

// LMTP takes mail from a mail server on this machine (RFC 2033). Unlike a
// mailbox it tells the envelope, and a message that is not committed stays in
// the server's queue.
type LMTP struct {
	Addr   string                 // "127.0.0.1:24", or the path of a socket "/…" that only this user may open
	Name   string                 // of this host in greetings, "localhost" when empty
	Accept func(rcpt string) bool // whether an address is one of ours; called from several goroutines
	Now    func() time.Time
	After  func(time.Duration) <-chan time.Time

	listen func() (net.Listener, error) // replaced in tests
}

// delivery is a running LMTP.
type delivery struct {
	*LMTP
	ctx   context.Context
	take  func(context.Context, Item) error
	tell  func(State)
	taken chan struct{} // something changed

	turn chan struct{} // held while a message is committed: one at a time

	mu      sync.Mutex
	count   int
	open    map[*incoming]time.Time // transactions with content under way
	refused map[[32]byte]time.Time  // messages that we could not store
	err     error                   // of the last attempt to store one
}

// Serve listens until ctx ends and returns its error; any other error means
// that it cannot listen. take commits a message and returns nil when that is
// durable: only then is it answered for, otherwise the server keeps it and
// tries again. Messages come one at a time, each once for all its recipients
// that are ours. state, which may be nil, hears how the listener does: mail
// that was handed over before ReadTo is committed, what still waits in the
// server's queue is not known.
func (l *LMTP) Serve(ctx context.Context, take func(context.Context, Item) error, state func(State)) error {
	ln, err := l.open()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	d := &delivery{
		LMTP: l, ctx: ctx, take: take, tell: state, taken: make(chan struct{}, 1), turn: make(chan struct{}, 1),
		open: map[*incoming]time.Time{}, refused: map[[32]byte]time.Time{},
	}
	srv := d.server()
	served := make(chan error, 1)
	go func() { served <- srv.Serve(abrupt{netutil.LimitListener(ln, maxConns)}) }()
	err = d.watch(ctx, served)
	cancel()
	srv.Close()
	d.turn <- struct{}{} // for ever: what is being committed comes to its end, and nothing after it
	return err
}

// open listens, and only where nobody else can come from.
func (l *LMTP) open() (net.Listener, error) {
	if l.listen != nil {
		return l.listen()
	}
	if len(l.Addr) > 0 && l.Addr[0] == '/' {
		return openSocket(l.Addr)
	}
	addr, err := net.ResolveTCPAddr("tcp", l.Addr)
	if err != nil || !addr.IP.IsLoopback() {
		return nil, &Trouble{KindConfig, fmt.Errorf("listening for mail on %q: it may be an address of this machine like 127.0.0.1:24, or the path of a socket", l.Addr)}
	}
	ln, err := net.ListenTCP("tcp", addr)
	if err != nil {
		return nil, &Trouble{KindUnreachable, fmt.Errorf("listening for mail: %w", err)}
	}
	return ln, nil
}

// openSocket replaces a socket that nobody listens on any more.
func openSocket(path string) (net.Listener, error) {
	if info, err := os.Lstat(path); err == nil && info.Mode().Type() == os.ModeSocket {
		if conn, err := net.Dial("unix", path); err == nil {
			conn.Close()
			return nil, &Trouble{KindUnreachable, fmt.Errorf("listening for mail: another program listens on %s", path)}
		}
		_ = os.Remove(path) // listening tells when that failed
	}
	ln, err := net.Listen("unix", path)
	if err != nil {
		return nil, &Trouble{KindUnreachable, fmt.Errorf("listening for mail: %w", err)}
	}
	if err := os.Chmod(path, 0o600); err != nil {
		ln.Close()
		return nil, &Trouble{KindUnreachable, fmt.Errorf("listening for mail: %w", err)}
	}
	return ln, nil
}

func (d *delivery) server() *smtp.Server {
	srv := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return &incoming{d: d}, nil }))
	srv.LMTP, srv.Domain, srv.EnableSMTPUTF8 = true, orElse(d.Name, "localhost"), true
	srv.MaxRecipients, srv.MaxMessageBytes, srv.MaxLineLength = maxRcpts, maxIncoming, maxLine
	srv.ReadTimeout, srv.WriteTimeout = readTime, writeTime
	srv.ErrorLog = quiet{} // what matters is reported; the rest are clients that hang up
	return srv
}

// abrupt keeps clients from sending in chunks (BDAT), where the library takes
// one that ends with the connection for a whole one, and the message with it,
// and where its goroutines race: chunks are not offered, and for whoever sends
// them all the same the end of the connection is an error.
type abrupt struct{ net.Listener }

func (a abrupt) Accept() (net.Conn, error) {
	conn, err := a.Listener.Accept()
	return abruptConn{conn}, err
}

type abruptConn struct{ net.Conn }

func (a abruptConn) Read(p []byte) (int, error) {
	n, err := a.Conn.Read(p)
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}

// Write gets each line of an answer by itself.
func (a abruptConn) Write(p []byte) (int, error) {
	if string(p) == "250-CHUNKING\r\n" {
		return len(p), nil
	}
	return a.Conn.Write(p)
}

type quiet struct{}

func (quiet) Printf(string, ...any) {}
func (quiet) Println(...any)        {}

// watch reports until ctx ends or the listener fails.
func (d *delivery) watch(ctx context.Context, served <-chan error) error {
	for {
		d.report()
		select {
		case <-ctx.Done():
			return ctx.Err()
		case err := <-served:
			if ctx.Err() != nil {
				return ctx.Err()
			}
			return &Trouble{KindUnreachable, fmt.Errorf("listening for mail: %w", err)}
		case <-d.taken:
		case <-d.After(reportEvery):
		}
	}
}

// report tells up to when everything is committed: now, or when the oldest
// message began that is on its way or awaited again.
func (d *delivery) report() {
	d.mu.Lock()
	s := State{At: d.Now(), Err: d.err}
	s.ReadTo = s.At
	for _, began := range d.open {
		s.ReadTo = earlier(s.ReadTo, began)
	}
	for sum, at := range d.refused {
		if s.At.Sub(at) > holdFor {
			delete(d.refused, sum)
			continue
		}
		s.ReadTo = earlier(s.ReadTo, at)
	}
	d.mu.Unlock()
	if d.tell != nil {
		d.tell(s)
	}
}

func earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

// begin and end bound the time in which a message is on its way.
func (d *delivery) begin(in *incoming) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.open[in] = d.Now()
}

func (d *delivery) end(in *incoming) {
	d.mu.Lock()
	delete(d.open, in)
	d.mu.Unlock()
	select {
	case d.taken <- struct{}{}:
	default:
	}
}

// store commits a message.
func (d *delivery) store(item Item) error {
	select {
	case d.turn <- struct{}{}:
		defer func() { <-d.turn }()
	case <-d.ctx.Done():
		return d.ctx.Err()
	}
	d.mu.Lock()
	d.count++
	item.At, item.Clock = d.Now(), "ours"
	item.Cursor = fmt.Sprintf("lmtp:%d.%d", item.At.UnixMilli(), d.count)
	d.mu.Unlock()
	err := d.take(d.ctx, item)
	sum := sha256.Sum256(item.Raw)
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.err = inTrouble(KindStore, err); err == nil {
		delete(d.refused, sum)
	} else if _, waits := d.refused[sum]; !waits {
		d.refused[sum] = item.At
	}
	return err
}

// incoming is a client's connection. With BDAT the library runs LMTPData beside
// the commands, hence the lock.
type incoming struct {
	d     *delivery
	mu    sync.Mutex
	from  string
	rcpts []string
}

func (in *incoming) Reset() {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.from, in.rcpts = "", nil
}

func (in *incoming) Logout() error { return nil }

func (in *incoming) Mail(from string, _ *smtp.MailOptions) error {
	if len(from) > maxPath {
		return &smtp.SMTPError{Code: 501, EnhancedCode: smtp.EnhancedCode{5, 1, 7}, Message: "Address too long"}
	}
	in.mu.Lock()
	defer in.mu.Unlock()
	in.from, in.rcpts = from, nil
	return nil
}

func (in *incoming) Rcpt(to string, _ *smtp.RcptOptions) error {
	if len(to) > maxPath || !in.d.Accept(to) {
		return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "No such address here"}
	}
	in.mu.Lock()
	defer in.mu.Unlock()
	in.rcpts = append(in.rcpts, to)
	return nil
}

func (in *incoming) Data(r io.Reader) error { return in.LMTPData(r, nil) }

// LMTPData takes a message; the result counts for all its recipients.
func (in *incoming) LMTPData(r io.Reader, _ smtp.StatusCollector) error {
	in.mu.Lock()
	item := Item{Envelope: &Envelope{From: in.from, To: in.rcpts}}
	in.mu.Unlock()
	in.d.begin(in)
	defer in.d.end(in)
	one, err := readOne(r)
	if errors.Is(err, smtp.ErrDataTooLarge) || errors.Is(err, smtp.ErrTooLongLine) {
		return smtp.ErrDataTooLarge
	}
	if err == nil {
		item.Raw, item.Size = one.Raw, one.Size
		err = in.d.store(item)
	}
	if err != nil {
		return &smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 3, 0}, Message: "Not stored, try again"}
	}
	return nil
}
