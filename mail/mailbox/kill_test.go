package mailbox_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"log"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/emersion/go-imap/v2/imapserver"
	"github.com/emersion/go-imap/v2/imapserver/imapmemserver"

	"fivepoints/events"
	"fivepoints/events/sqlite"
	"fivepoints/events/vault"
	"fivepoints/mail/intake"
	"fivepoints/mail/mailbox"
)

const killEnv = "FIVEPOINTS_TEST_MAILBOX"

// TestMain turns the test binary into the child of TestKill when asked.
func TestMain(m *testing.M) {
	if dir := os.Getenv(killEnv); dir != "" {
		fmt.Fprintln(os.Stderr, killChild(dir))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

func openLog(dir string) (events.Log, error) {
	return sqlite.Open(filepath.Join(dir, "log.db"), sqlite.Options{Keys: vault.Open(filepath.Join(dir, "keys"), rand.NewChaCha8([32]byte{1}))})
}

// killChild follows the mailbox into a log on disk and tells each step.
func killChild(dir string) error {
	l, err := openLog(dir)
	if err != nil {
		return err
	}
	from, _, err := inbox(l)
	if err != nil {
		return err
	}
	in := &intake.Intake{Log: l, Now: time.Now}
	m := mailbox.IMAP{
		Account: mailbox.Account{
			Addr: os.Getenv(killEnv + "_ADDR"), TLS: mailbox.TLSNone, User: "zoe", Secret: mailbox.Secret{File: filepath.Join(dir, "secret")},
		},
		Now: time.Now, After: time.After, Rand: rand.Float64,
	}
	return m.Follow(context.Background(), mailbox.Handler{
		From: from,
		Take: func(ctx context.Context, item mailbox.Item) error {
			fmt.Println("take", item.Cursor)
			_, err := in.Take(ctx, "imap", item)
			fmt.Println("took", item.Cursor)
			return err
		},
		Unread: func(_ context.Context, cursor string, _ time.Time, why string) error {
			return fmt.Errorf("%s is unread: %s", cursor, why)
		},
		State: func(s mailbox.State) {
			if s.Err == nil && !s.ReadTo.IsZero() {
				fmt.Println("read")
			}
		},
	})
}

// inbox reads the log: the last cursor, and the subjects in the order of their
// commits.
func inbox(l events.Log) (cursor string, subjects []string, err error) {
	for st, err := range l.Read(context.Background(), "inbox/imap", 0) {
		if err != nil {
			return "", nil, err
		}
		c, err := events.Open(st, l.Keys())
		if err != nil {
			return "", nil, err
		}
		for _, f := range c.Facts {
			var r events.Received
			var e events.Envelope
			if err := events.Unmarshal(f.Pub, &r); err != nil {
				return "", nil, err
			}
			if err := events.Unmarshal(f.Priv[0].Plain, &e); err != nil {
				return "", nil, err
			}
			cursor, subjects = r.Cursor, append(subjects, e.Subject)
		}
	}
	return cursor, subjects, nil
}

// steps is a mail server that counts what it is asked for.
type steps struct {
	user *imapmemserver.User
	addr string

	mu   sync.Mutex
	step func() // called before each command is carried out
}

func newSteps(t *testing.T) *steps {
	t.Helper()
	s := &steps{user: imapmemserver.NewUser("zoe", "secret")}
	mem := imapmemserver.New()
	mem.AddUser(s.user)
	if err := s.user.Create("INBOX", nil); err != nil {
		t.Fatal(err)
	}
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	srv := imapserver.New(&imapserver.Options{
		NewSession: func(*imapserver.Conn) (imapserver.Session, *imapserver.GreetingData, error) {
			return &counted{mem.NewSession().(imapserver.SessionIMAP4rev2), s}, nil, nil
		},
		Caps: imap.CapSet{imap.CapIMAP4rev1: {}}, InsecureAuth: true, Logger: log.New(io.Discard, "", 0),
	})
	go srv.Serve(ln)
	t.Cleanup(func() { srv.Close() })
	s.addr = ln.Addr().String()
	return s
}

func (s *steps) count() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.step != nil {
		s.step()
	}
}

func (s *steps) put(t *testing.T, names ...string) {
	t.Helper()
	for _, name := range names {
		raw := bytes.NewReader([]byte("From: zoe@example.org\r\nMessage-ID: <" + name + "@example.org>\r\nSubject: " + name + "\r\n\r\nbody of " + name + "\r\n"))
		if _, err := s.user.Append("INBOX", raw, &imap.AppendOptions{}); err != nil {
			t.Fatal(err)
		}
	}
}

// marked counts the messages with our keyword.
func (s *steps) marked(t *testing.T) int {
	t.Helper()
	c, err := imapclient.DialInsecure(s.addr, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := c.Login("zoe", "secret").Wait(); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Select("INBOX", nil).Wait(); err != nil {
		t.Fatal(err)
	}
	data, err := c.UIDSearch(&imap.SearchCriteria{Flag: []imap.Flag{"$fpIngested"}}, nil).Wait()
	if err != nil {
		t.Fatal(err)
	}
	return len(data.AllUIDs())
}

type counted struct {
	imapserver.SessionIMAP4rev2
	s *steps
}

func (c *counted) Search(k imapserver.NumKind, q *imap.SearchCriteria, o *imap.SearchOptions) (*imap.SearchData, error) {
	c.s.count()
	return c.SessionIMAP4rev2.Search(k, q, o)
}

func (c *counted) Fetch(w *imapserver.FetchWriter, n imap.NumSet, o *imap.FetchOptions) error {
	c.s.count()
	return c.SessionIMAP4rev2.Fetch(w, n, o)
}

func (c *counted) Store(w *imapserver.FetchWriter, n imap.NumSet, f *imap.StoreFlags, o *imap.StoreOptions) error {
	c.s.count()
	return c.SessionIMAP4rev2.Store(w, n, f, o)
}

// life runs the child and kills it at a step, 0 for when all is read. It tells
// how many steps there were.
func (s *steps) life(t *testing.T, dir string, at int) (n int) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), killEnv+"="+dir, killEnv+"_ADDR="+s.addr)
	var complaint bytes.Buffer
	cmd.Stderr = &complaint
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	hit := func() {
		if n++; n == at {
			cmd.Process.Kill()
		}
	}
	s.mu.Lock()
	s.step = hit
	s.mu.Unlock()
	for in := bufio.NewScanner(out); in.Scan(); {
		if in.Text() == "read" {
			cmd.Process.Kill()
			continue
		}
		s.mu.Lock()
		hit()
		s.mu.Unlock()
	}
	cmd.Wait()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.step = nil
	if complaint.Len() > 0 {
		t.Errorf("the child says %s", &complaint)
	}
	return n
}

// TestKill kills a process that follows a mailbox into a log on disk, at every
// step in turn, and lets another go on: in the end the log has every message
// once and in order, and all are marked. Then the mailbox is made anew.
func TestKill(t *testing.T) {
	t.Parallel()
	for at := 1; ; at++ {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "secret"), []byte("secret"), 0o600); err != nil {
			t.Fatal(err)
		}
		s := newSteps(t)
		s.put(t, "a", "b", "c")
		n := s.life(t, dir, at)
		s.life(t, dir, 0)
		if marked := s.marked(t); marked != 3 {
			t.Errorf("killed at step %d: %d messages are marked", at, marked)
		}
		checkInbox(t, dir, at, "a b c")
		if n >= at && !t.Failed() {
			continue
		}
		if at < 12 {
			t.Errorf("only %d steps", n)
		}
		if err := s.user.Delete("INBOX"); err != nil {
			t.Fatal(err)
		}
		if err := s.user.Create("INBOX", nil); err != nil {
			t.Fatal(err)
		}
		s.put(t, "c", "d", "a")
		s.life(t, dir, 0)
		checkInbox(t, dir, at, "a b c d")
		return
	}
}

func checkInbox(t *testing.T, dir string, at int, want string) {
	t.Helper()
	l, err := openLog(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	_, subjects, err := inbox(l)
	if got := strings.Join(subjects, " "); err != nil || got != want {
		t.Errorf("killed at step %d: the log has %q, %v", at, got, err)
	}
}
