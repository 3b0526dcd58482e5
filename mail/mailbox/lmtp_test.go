package mailbox

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/emersion/go-smtp"

	"fivepoints/mail"
)

// post is a listener in a bubble, with what it took.
type post struct {
	t     *testing.T
	pipes *pipes
	stop  func() error

	mu     sync.Mutex
	items  []Item
	states []State
	fail   error
}

// lmtpBubble runs a listener that knows orders+…@example.org.
func lmtpBubble(t *testing.T, f func(p *post)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		p := &post{t: t, pipes: newPipes()}
		ctx, cancel := context.WithCancel(context.Background())
		l := &LMTP{
			Name: "mail.example.org", Now: time.Now, After: time.After,
			Accept: func(rcpt string) bool {
				return strings.HasPrefix(rcpt, "orders") && strings.HasSuffix(rcpt, "@example.org")
			},
			listen: func() (net.Listener, error) { return p.pipes, nil },
		}
		done := make(chan error, 1)
		go func() { done <- l.Serve(ctx, p.take, p.state) }()
		p.stop = sync.OnceValue(func() error { cancel(); return <-done })
		f(p)
		if err := p.stop(); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	})
}

func (p *post) take(_ context.Context, item Item) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.fail != nil {
		return p.fail
	}
	p.items = append(p.items, item)
	return nil
}

func (p *post) state(s State) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.states = append(p.states, s)
}

func (p *post) last() State {
	synctest.Wait()
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.states[len(p.states)-1]
}

// talk sends lines and returns the first word of each answer; a line that
// begins with "-" has none.
func (p *post) talk(lines ...string) (answers []string) {
	p.t.Helper()
	conn, err := p.pipes.dial()
	if err != nil {
		p.t.Fatal(err)
	}
	defer conn.Close()
	r := bufio.NewReader(conn)
	r.ReadString('\n')
	for _, line := range lines {
		text, mute := strings.CutPrefix(line, "-")
		if _, err := conn.Write([]byte(text + "\r\n")); err != nil {
			return append(answers, "closed")
		}
		for more := !mute; more; {
			answer, err := r.ReadString('\n')
			if err != nil {
				return append(answers, "closed")
			}
			if more = answer[3] == '-'; !more {
				answers = append(answers, answer[:3])
			}
		}
	}
	return answers
}

// send delivers a message as a mail server does.
func (p *post) send(from string, to []string, text string) (refused []string, err error) {
	p.t.Helper()
	conn, err := p.pipes.dial()
	if err != nil {
		p.t.Fatal(err)
	}
	c := smtp.NewClientLMTP(conn)
	defer c.Close()
	if err := c.Hello("localhost"); err != nil {
		return nil, err
	}
	if err := c.Mail(from, nil); err != nil {
		return nil, err
	}
	for _, rcpt := range to {
		if err := c.Rcpt(rcpt, nil); err != nil {
			refused = append(refused, rcpt)
		}
	}
	w, err := c.Data()
	if err != nil {
		return refused, err
	}
	if _, err := w.Write([]byte(text)); err != nil {
		return refused, err
	}
	return refused, w.Close()
}

// extensions lists what the listener offers.
func (p *post) extensions() string {
	conn, err := p.pipes.dial()
	if err != nil {
		p.t.Fatal(err)
	}
	c := smtp.NewClientLMTP(conn)
	defer c.Close()
	var found []string
	for _, name := range []string{"8BITMIME", "AUTH", "BINARYMIME", "CHUNKING", "DSN", "ENHANCEDSTATUSCODES", "LIMITS", "PIPELINING", "SIZE", "SMTPUTF8", "STARTTLS"} {
		if ok, _ := c.Extension(name); ok {
			found = append(found, name)
		}
	}
	return strings.Join(found, " ")
}

const letter = "From: zoe@example.org\r\nSubject: a\r\n\r\n.MOVE 3\r\n.\r\nbody of a\r\n"

func TestLMTP(t *testing.T) {
	lmtpBubble(t, func(p *post) {
		refused, err := p.send("bounce+7@example.net", []string{"orders+ny12.x@example.org", "zoe@example.org", "orders@example.org"}, letter)
		if err != nil {
			t.Fatal(err)
		}
		same(t, "refused", refused, []string{"zoe@example.org"})
		same(t, "extensions", p.extensions(), "8BITMIME ENHANCEDSTATUSCODES LIMITS PIPELINING SIZE SMTPUTF8")
		if _, err := p.send("", []string{"orders+vb7@example.org"}, letter); err != nil {
			t.Fatal(err)
		}
		if len(p.items) != 2 {
			t.Fatalf("%d messages", len(p.items))
		}
		one := p.items[0]
		same(t, "envelope", *one.Envelope, Envelope{"bounce+7@example.net", []string{"orders+ny12.x@example.org", "orders@example.org"}})
		same(t, "bounce", *p.items[1].Envelope, Envelope{"", []string{"orders+vb7@example.org"}})
		if string(one.Raw) != letter || one.Size != int64(len(letter)) || one.Clock != "ours" || !one.At.Equal(time.Now()) {
			t.Errorf("%+v", one)
		}
		if one.Cursor == p.items[1].Cursor || !strings.HasPrefix(one.Cursor, "lmtp:") {
			t.Errorf("cursors %s, %s", one.Cursor, p.items[1].Cursor)
		}
		if s := p.last(); s.Err != nil || !s.ReadTo.Equal(time.Now()) {
			t.Errorf("state %+v", s)
		}
	})
}

// TestLMTPHeld: what is not committed is not answered for, and nobody believes
// that everything was read until it came again.
func TestLMTPHeld(t *testing.T) {
	lmtpBubble(t, func(p *post) {
		start := time.Now()
		p.fail = errors.New("the disk is full of secrets")
		for range 2 {
			_, err := p.send("", []string{"orders@example.org"}, letter)
			if err == nil || !strings.Contains(err.Error(), "Not stored, try again") || strings.Contains(err.Error(), "disk") {
				t.Error(err)
			}
			time.Sleep(10 * time.Minute)
		}
		if s := p.last(); kind(s.Err) != KindStore || !s.ReadTo.Equal(start) {
			t.Errorf("state %+v", s)
		}
		p.fail = nil
		if _, err := p.send("", []string{"orders@example.org"}, letter+"another\r\n"); err != nil {
			t.Error(err)
		}
		if s := p.last(); s.Err != nil || !s.ReadTo.Equal(start) {
			t.Errorf("state %+v", s)
		}
		if _, err := p.send("", []string{"orders@example.org"}, letter); err != nil {
			t.Error(err)
		}
		if s := p.last(); s.Err != nil || !s.ReadTo.Equal(time.Now()) {
			t.Errorf("state %+v", s)
		}
		p.fail = errors.New("again")
		p.send("", []string{"orders@example.org"}, letter+"bounced\r\n")
		time.Sleep(2 * time.Hour) // that one the server has given up
		if s := p.last(); time.Since(s.ReadTo) > time.Minute {
			t.Errorf("state %+v", s)
		}
	})
}

// TestLMTPCut: a message that ends early is no message, wherever it ends.
func TestLMTPCut(t *testing.T) {
	head := letter[:strings.Index(letter, ".MOVE")]
	session := "LHLO x\r\nMAIL FROM:<a@example.org>\r\nRCPT TO:<orders@example.org>\r\nDATA\r\n" + head + "body of a\r\n.\r\nQUIT\r\n"
	whole := strings.Index(session, ".\r\nQUIT") + 3
	chunks := "LHLO x\r\nMAIL FROM:<a@example.org>\r\nRCPT TO:<orders@example.org>\r\nBDAT 20\r\n" + head[:20] + fmt.Sprintf("BDAT %d\r\n", len(head)-20) + head[20:] + "BDAT 11 LAST\r\nbody of a\r\n"
	for text, end := range map[string]int{session: whole, chunks: len(chunks)} {
		for i := range len(text) + 1 {
			lmtpBubble(t, func(p *post) {
				conn, err := p.pipes.dial()
				if err != nil {
					t.Fatal(err)
				}
				go func() { // a client that does not wait for answers
					buf := make([]byte, 1000)
					for {
						if _, err := conn.Read(buf); err != nil {
							return
						}
					}
				}()
				conn.Write([]byte(text[:i]))
				synctest.Wait()
				conn.Close()
				synctest.Wait()
				if i >= end && len(p.items) != 1 || i < end && len(p.items) != 0 {
					t.Errorf("%d messages", len(p.items))
				}
				for _, item := range p.items {
					same(t, "message", name(item), "a")
				}
				if s := p.last(); !s.ReadTo.Equal(time.Now()) {
					t.Errorf("state %+v", s)
				}
			})
			if t.Failed() {
				t.Fatalf("cut after %q", text[:i])
			}
		}
	}
}

func TestLMTPLimits(t *testing.T) {
	lmtpBubble(t, func(p *post) {
		if _, err := p.send("", []string{"orders@example.org"}, letter+strings.Repeat("0123456789\r\n", 200_000)); err != nil {
			t.Error(err)
		}
		if len(p.items) != 1 || len(p.items[0].Raw) != mail.MaxRaw+1 || p.items[0].Size != int64(len(letter)+2_400_000) {
			t.Errorf("%d messages", len(p.items))
		}
		p.items = nil
		if _, err := p.send("", []string{"orders@example.org"}, strings.Repeat("0123456789012345678901234567890123456789\r\n", 850_000)); err == nil || !strings.Contains(err.Error(), "size") {
			t.Errorf("a message of 36 MB: %v", err)
		}
		if _, err := p.send("", []string{"orders@example.org"}, strings.Repeat("x", 2<<20)+"\r\n"); err == nil {
			t.Error("a line of 2 MB")
		}
		long := strings.Repeat("x", 400) + "@example.org"
		hello := []string{"LHLO x", "MAIL FROM:<a@example.org>"}
		same(t, "big", p.talk("LHLO x", "MAIL FROM:<a@example.org> SIZE=99999999"), []string{"250", "552"})
		same(t, "long sender", p.talk("LHLO x", "MAIL FROM:<"+long+">"), []string{"250", "501"})
		same(t, "long recipient", p.talk(append(hello, "RCPT TO:<orders"+long+">")...), []string{"250", "250", "550"})
		same(t, "no recipient", p.talk(append(hello, "RCPT TO:<zoe@example.org>", "DATA")...), []string{"250", "250", "550", "502"})
		same(t, "SMTP", p.talk("EHLO x"), []string{"500"})
		same(t, "order", p.talk("DATA", "RCPT TO:<orders@example.org>", "MAIL FROM:<>"), []string{"502", "502", "502"})
		same(t, "reset", p.talk(append(hello, "RCPT TO:<orders@example.org>", "RSET", "DATA")...), []string{"250", "250", "250", "250", "502"})
		same(t, "babble", p.talk("a", "b", "c", "d", "e")[4:], []string{"closed"})
		for range 99 {
			hello = append(hello, "RCPT TO:<orders@example.org>")
		}
		got := p.talk(append(hello, "RCPT TO:<orders@example.org>", "RCPT TO:<orders@example.org>")...)
		same(t, "recipients", got[len(got)-2:], []string{"250", "452"})
		if len(p.items) != 0 {
			t.Errorf("%d messages", len(p.items))
		}
	})
}

// TestLMTPIdle: a client that says nothing is sent away, and one in the middle
// of a message holds the time back until then.
func TestLMTPIdle(t *testing.T) {
	lmtpBubble(t, func(p *post) {
		start := time.Now()
		conn, err := p.pipes.dial()
		if err != nil {
			t.Fatal(err)
		}
		go fmt.Fprint(conn, "LHLO x\r\nMAIL FROM:<>\r\nRCPT TO:<orders@example.org>\r\nDATA\r\nFrom: zoe")
		closed := make(chan struct{})
		go func() {
			defer close(closed)
			for buf := make([]byte, 1000); err == nil; {
				_, err = conn.Read(buf)
			}
		}()
		time.Sleep(4 * time.Minute)
		if s := p.last(); !s.ReadTo.Equal(start) {
			t.Errorf("state %+v", s)
		}
		time.Sleep(2 * time.Minute)
		if s := p.last(); time.Since(s.ReadTo) > time.Minute || len(p.items) > 0 {
			t.Errorf("state %+v, %d messages", s, len(p.items))
		}
		<-closed
		if d := time.Since(start); d > 11*time.Minute {
			t.Errorf("closed after %s", d)
		}
	})
}

// TestLMTPMany: many clients at once, one message at a time; the end waits for
// the commit that is under way, and nothing is answered for after it.
func TestLMTPMany(t *testing.T) {
	lmtpBubble(t, func(p *post) {
		var wg sync.WaitGroup
		for i := range 50 {
			wg.Go(func() {
				if _, err := p.send("", []string{"orders@example.org"}, fmt.Sprintf("%sletter %d\r\n", letter, i)); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		var cursors []string
		for _, item := range p.items {
			cursors = append(cursors, item.Cursor)
		}
		slices.Sort(cursors)
		if len(slices.Compact(cursors)) != 50 {
			t.Errorf("cursors %v", cursors)
		}
		if err := p.stop(); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		if _, err := p.pipes.dial(); err == nil {
			t.Error("still listening")
		}
	})
}

// TestLMTPEnd: Serve returns after the commit that is under way.
func TestLMTPEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &post{t: t, pipes: newPipes()}
		l := &LMTP{Accept: func(string) bool { return true }, Now: time.Now, After: time.After, listen: func() (net.Listener, error) { return p.pipes, nil }}
		ctx, cancel := context.WithCancel(context.Background())
		var committing atomic.Bool
		done := make(chan error, 1)
		go func() {
			done <- l.Serve(ctx, func(context.Context, Item) error {
				committing.Store(true)
				time.Sleep(time.Minute)
				committing.Store(false)
				return nil
			}, nil)
		}()
		sent := make(chan error, 1)
		go func() {
			_, err := p.send("", []string{"orders@example.org"}, letter)
			sent <- err
		}()
		synctest.Wait()
		cancel()
		if err := <-done; !errors.Is(err, context.Canceled) || committing.Load() {
			t.Errorf("ended with %v in a commit: %v", err, committing.Load())
		}
		if err := <-sent; err == nil {
			t.Error("answered for after the end") // committed, and sent again: the log knows it
		}
	})
}

func TestLMTPListen(t *testing.T) {
	t.Parallel()
	for _, addr := range []string{"", "192.0.2.1:24", "0.0.0.0:24", ":24", "mail", "/nowhere/at/all/socket"} {
		err := (&LMTP{Addr: addr, Now: time.Now, After: time.After}).Serve(t.Context(), nil, nil)
		var trouble *Trouble
		if !errors.As(err, &trouble) {
			t.Errorf("%q: %v", addr, err)
		}
	}
	path := filepath.Join(t.TempDir(), "lmtp")
	stale, err := net.ListenUnix("unix", &net.UnixAddr{Name: path})
	if err != nil {
		t.Fatal(err)
	}
	stale.SetUnlinkOnClose(false)
	stale.Close()
	p := &post{t: t}
	l := &LMTP{Addr: path, Accept: func(string) bool { return true }, Now: time.Now, After: time.After}
	ctx, cancel := context.WithCancel(t.Context())
	up, done := make(chan struct{}), make(chan error, 1)
	var once sync.Once
	go func() { done <- l.Serve(ctx, p.take, func(State) { once.Do(func() { close(up) }) }) }()
	<-up
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("socket %v, %v", info, err)
	}
	if err := l.Serve(ctx, p.take, nil); kind(err) != KindUnreachable || !strings.Contains(err.Error(), "another program") {
		t.Error(err)
	}
	conn, err := net.Dial("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	c := smtp.NewClientLMTP(conn)
	defer c.Close()
	if err := c.SendMail("a@example.org", []string{"b@example.org"}, strings.NewReader(letter)); err != nil {
		t.Error(err)
	}
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) || len(p.items) != 1 {
		t.Errorf("%v, %d messages", err, len(p.items))
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("the socket stays")
	}
}

// FuzzLMTP: whatever a client says, nothing panics, hangs or takes a message
// for other than our recipients.
func FuzzLMTP(f *testing.F) {
	f.Add("LHLO x\r\nMAIL FROM:<a@example.org>\r\nRCPT TO:<orders@example.org>\r\nDATA\r\nA: b\r\n\r\nx\r\n.\r\nQUIT\r\n")
	f.Add("LHLO x\r\nMAIL FROM:<>\r\nRCPT TO:<orders@example.org>\r\nBDAT 3\r\nabcBDAT 0 LAST\r\n")
	f.Fuzz(func(t *testing.T, text string) {
		lmtpBubble(t, func(p *post) {
			conn, err := p.pipes.dial()
			if err != nil {
				t.Fatal(err)
			}
			go func() {
				for buf := make([]byte, 1000); err == nil; {
					_, err = conn.Read(buf)
				}
			}()
			conn.Write([]byte(text))
			synctest.Wait()
			conn.Close()
			synctest.Wait()
			for _, item := range p.items {
				if len(item.Envelope.To) == 0 || slices.ContainsFunc(item.Envelope.To, func(to string) bool { return !strings.HasPrefix(to, "orders") }) {
					t.Errorf("%+v", item)
				}
			}
		})
	})
}
