package mailbox

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
)

// dovecot is a real mail server on a pipe: no port, no daemon; one process for
// each connection, logged in from the start.
type dovecot struct {
	t    *testing.T
	dir  string
	uid  int
	mail int // messages delivered

	mu    sync.Mutex
	procs []*exec.Cmd
}

func newDovecot(t *testing.T) *dovecot {
	t.Helper()
	if _, err := exec.LookPath("doveadm"); err != nil {
		if os.Getenv("FIVEPOINTS_LONG") != "" {
			t.Fatal("doveadm is missing: apt-get install dovecot-imapd")
		}
		t.Skip("NOT TESTED against a real IMAP server: doveadm is missing (apt-get install dovecot-imapd)")
	}
	dir, err := os.MkdirTemp("", "dovecot") // t.TempDir's name may be longer than Dovecot likes
	if err != nil {
		t.Fatal(err)
	}
	d := &dovecot{t: t, dir: dir, uid: os.Geteuid()}
	if d.uid == 0 { // Dovecot serves nobody as root
		d.uid = 8
	}
	conf := fmt.Sprintf("protocols = imap\nlog_path = %[1]s/log\nssl = no\nmail_home = %[1]s/home\nmail_location = maildir:~/Mail\n"+
		"mail_uid = %[2]d\nmail_gid = %[2]d\nfirst_valid_uid = 1\nfirst_valid_gid = 1\nmail_access_groups =\n"+
		"namespace inbox {\n  inbox = yes\n  separator = /\n}\n", dir, d.uid)
	err = errors.Join(os.Chmod(dir, 0o755), os.WriteFile(dir+"/conf", []byte(conf), 0o644), os.WriteFile(dir+"/log", nil, 0o666))
	for _, sub := range []string{"home", "home/Mail", "home/Mail/tmp", "home/Mail/new", "home/Mail/cur"} {
		err = errors.Join(err, os.Mkdir(filepath.Join(dir, sub), 0o700), os.Chown(filepath.Join(dir, sub), d.uid, d.uid))
	}
	if err = errors.Join(err, os.Chmod(dir+"/log", 0o666)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.close)
	return d
}

func (d *dovecot) close() {
	d.kick()
	if d.t.Failed() {
		log, _ := os.ReadFile(d.dir + "/log")
		d.t.Logf("Dovecot's log:\n%s", log)
	}
	os.RemoveAll(d.dir)
}

// kick ends all connections at once.
func (d *dovecot) kick() {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, p := range d.procs {
		_ = p.Process.Kill() // may be gone already
		_ = p.Wait()
	}
	d.procs = nil
}

func (d *dovecot) dial(context.Context, string, string) (net.Conn, error) {
	fromServer, stdout, err1 := os.Pipe()
	stdin, toServer, err2 := os.Pipe()
	if err := errors.Join(err1, err2); err != nil {
		return nil, err
	}
	defer stdin.Close()
	defer stdout.Close()
	conn := pipeConn{fromServer, toServer}
	cmd := exec.Command("doveadm", "-c", d.dir+"/conf", "exec", "imap")
	cmd.Env = []string{"USER=zoe", "HOME=" + d.dir + "/home", "PATH=" + os.Getenv("PATH")}
	cmd.Stdin, cmd.Stdout = stdin, stdout
	if err := cmd.Start(); err != nil {
		conn.Close()
		return nil, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.procs = append(d.procs, cmd)
	return conn, nil
}

// pipeConn makes a connection of two pipes; of a socket Dovecot would think
// that it came from outside.
type pipeConn struct{ r, w *os.File }

func (c pipeConn) Read(p []byte) (int, error)  { return c.r.Read(p) }
func (c pipeConn) Write(p []byte) (int, error) { return c.w.Write(p) }
func (c pipeConn) Close() error                { return errors.Join(c.r.Close(), c.w.Close()) }
func (c pipeConn) LocalAddr() net.Addr         { return &net.UnixAddr{} }
func (c pipeConn) RemoteAddr() net.Addr        { return &net.UnixAddr{} }
func (c pipeConn) SetDeadline(t time.Time) error {
	return errors.Join(c.r.SetReadDeadline(t), c.w.SetWriteDeadline(t))
}
func (c pipeConn) SetReadDeadline(t time.Time) error  { return c.r.SetReadDeadline(t) }
func (c pipeConn) SetWriteDeadline(t time.Time) error { return c.w.SetWriteDeadline(t) }

// deliver puts messages into the Maildir as a delivery agent does.
func (d *dovecot) deliver(names ...string) {
	d.t.Helper()
	for _, name := range names {
		d.mail++
		base := fmt.Sprintf("%d.%06d.test", time.Now().Unix(), d.mail)
		tmp, final := filepath.Join(d.dir, "home/Mail/tmp", base), filepath.Join(d.dir, "home/Mail/new", base)
		raw := "From: zoe@example.org\r\nSubject: " + name + "\r\n\r\nbody of " + name + "\r\n"
		if err := errors.Join(os.WriteFile(tmp, []byte(raw), 0o600), os.Chown(tmp, d.uid, d.uid), os.Rename(tmp, final)); err != nil {
			d.t.Fatal(err)
		}
	}
}

// look is what a person does with a mail program.
func (d *dovecot) look(what func(c *imapclient.Client)) {
	d.t.Helper()
	conn, err := d.dial(d.t.Context(), "", "")
	if err != nil {
		d.t.Fatal(err)
	}
	c := imapclient.New(conn, nil)
	defer c.Close()
	if _, err := c.Select("INBOX", nil).Wait(); err != nil {
		d.t.Fatal(err)
	}
	what(c)
}

// kept counts the messages of INBOX that bear all flags.
func (d *dovecot) kept(flags ...imap.Flag) (n int) {
	d.look(func(c *imapclient.Client) {
		data, err := c.UIDSearch(&imap.SearchCriteria{Flag: flags}, nil).Wait()
		if err != nil {
			d.t.Fatal(err)
		}
		n = len(data.AllUIDs())
	})
	return n
}

// reader is a follower in real time.
type reader struct {
	t     *testing.T
	items chan Item
	ready chan State
	end   func()
}

func (d *dovecot) follow(account Account, from string) *reader {
	r := &reader{t: d.t, items: make(chan Item, 5000), ready: make(chan State, 5000)}
	account.Addr, account.TLS = "localhost", TLSNone
	m := &IMAP{Account: account, Now: time.Now, After: time.After, Rand: func() float64 { return 0 }, Dial: d.dial}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() {
		done <- m.Follow(ctx, Handler{
			From:   from,
			Take:   func(_ context.Context, item Item) error { r.items <- item; return nil },
			Unread: func(_ context.Context, cursor string, _ time.Time, why string) error { return errors.New(cursor + why) },
			State:  func(s State) { r.ready <- s },
		})
	}()
	r.end = sync.OnceFunc(func() {
		cancel()
		if err := <-done; !errors.Is(err, context.Canceled) {
			d.t.Error(err)
		}
	})
	d.t.Cleanup(r.end)
	return r
}

// expect waits for messages, in order, and returns the last.
func (r *reader) expect(names ...string) (last Item) {
	r.t.Helper()
	for _, want := range names {
		select {
		case last = <-r.items:
			if got := name(last); got != want {
				r.t.Fatalf("got %s instead of %s", got, want)
			}
		case <-time.After(time.Minute):
			r.t.Fatalf("%s did not come", want)
		}
	}
	return last
}

// settle waits until everything was read from now on.
func (r *reader) settle() {
	r.t.Helper()
	from := time.Now()
	for limit := time.After(time.Minute); ; {
		select {
		case s := <-r.ready:
			if s.ReadTo.After(from) {
				return
			}
		case <-limit:
			r.t.Fatal("not everything was read")
		}
	}
}

func TestDovecot(t *testing.T) {
	t.Parallel()
	d := newDovecot(t)
	d.deliver("a", "b", "c")
	r := d.follow(Account{Poll: 5 * time.Second}, "")
	r.expect("a", "b", "c")
	d.deliver("d") // announced in IDLE
	item := r.expect("d")
	if time.Since(item.At) > time.Hour || item.Clock != "internaldate" {
		t.Errorf("%+v", item)
	}
	d.look(func(c *imapclient.Client) { // a person reads one message and removes another
		seen := imap.StoreFlags{Op: imap.StoreFlagsAdd, Flags: []imap.Flag{imap.FlagSeen}}
		deleted := imap.StoreFlags{Op: imap.StoreFlagsAdd, Flags: []imap.Flag{imap.FlagDeleted}}
		err := errors.Join(c.Store(imap.UIDSetNum(1), &seen, nil).Close(), c.Store(imap.UIDSetNum(2), &deleted, nil).Close(), c.Expunge().Close())
		if err != nil {
			t.Error(err)
		}
	})
	d.kick() // the server ends every connection
	d.deliver("e")
	item = r.expect("e")
	r.settle()
	r.end()
	same(t, "taken and kept", []int{d.kept(keyTaken), d.kept(imap.FlagSeen), d.kept()}, []int{4, 1, 4})

	d.deliver("f")
	r = d.follow(Account{Done: "Taken", Poll: 5 * time.Second}, item.Cursor) // from now on they are moved
	r.expect("f")
	r.settle()
	r.end()
	same(t, "left in INBOX", d.kept(), 0)

	d.deliver("g")
	lost, err := filepath.Glob(d.dir + "/home/Mail/dovecot.index*")
	if err != nil || len(lost) == 0 {
		t.Fatalf("%v, %v", lost, err)
	}
	for _, name := range append(lost, d.dir+"/home/Mail/dovecot-uidlist") { // the server forgets its UIDs
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
	}
	r = d.follow(Account{}, item.Cursor)
	again := r.expect("g")
	old, err1 := parsePlace(item.Cursor)
	now, err2 := parsePlace(again.Cursor)
	if err1 != nil || err2 != nil || now.validity == old.validity || now.uid >= old.uid {
		t.Errorf("cursor %s became %s", item.Cursor, again.Cursor)
	}
}

// TestDovecotThousand: a full mailbox of a real server, in order.
func TestDovecotThousand(t *testing.T) {
	t.Parallel()
	d := newDovecot(t)
	var names []string
	for i := range 1000 {
		names = append(names, "m"+strconv.Itoa(i))
	}
	d.deliver(names...)
	start := time.Now()
	r := d.follow(Account{}, "")
	r.settle()
	t.Logf("1,000 messages fetched and marked in %s", time.Since(start).Round(time.Millisecond))
	got := make([]string, 0, 1000)
	for range 1000 {
		got = append(got, name(r.expect1()))
	}
	slices.Sort(names)
	slices.Sort(got) // Dovecot numbers what it finds in new as it likes
	same(t, "messages", strings.Join(got, " "), strings.Join(names, " "))
	same(t, "marked", d.kept(keyTaken), 1000)
}

func (r *reader) expect1() Item {
	select {
	case item := <-r.items:
		return item
	case <-time.After(time.Minute):
		r.t.Fatal("a message did not come")
		return Item{}
	}
}

// TestDovecotCheck: what doctor sees of a real server.
func TestDovecotCheck(t *testing.T) {
	t.Parallel()
	d := newDovecot(t)
	d.deliver("a", "b")
	m := &IMAP{Account: Account{Addr: "localhost", TLS: TLSNone}, Now: time.Now, After: time.After, Rand: func() float64 { return 0 }, Dial: d.dial}
	r, err := m.Check(t.Context())
	if err != nil || !r.Idle || !r.Move || !r.Keyword || r.UIDValidity == 0 || r.Messages != 2 || r.Warn != "" {
		t.Errorf("%+v, %v", r, err)
	}
	m.Account.Folder = "Nowhere"
	if _, err := m.Check(t.Context()); kind(err) != KindFolder {
		t.Error(err)
	}
}
