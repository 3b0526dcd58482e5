package mailbox

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"fivepoints/mail"
)

// bubble runs a test with its world.
func bubble(t *testing.T, f func(w *world)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		defer synctest.Wait()
		defer w.close()
		f(w)
	})
}

func TestFollow(t *testing.T) {
	bubble(t, func(w *world) {
		w.put("a", "b", "c")
		w.run("", time.Minute)
		same(t, "log", w.names(), "a b c")
		same(t, "cursor", w.cursor(), "1.3")
		same(t, "flags", w.flags("INBOX"), []string{"1 $fpingested", "2 $fpingested", "3 $fpingested"})
		item := w.log[0]
		if item.At.Unix() != 1740996000 || item.Clock != "internaldate" || item.Size != int64(len(item.Raw)) {
			t.Errorf("item %+v", item)
		}
		if s := w.last(); s.Err != nil || s.ReadTo.IsZero() || s.Warn != "" {
			t.Errorf("state %+v", s)
		}
	})
}

// TestResume: a new start begins behind the last commit, and repeats marks.
func TestResume(t *testing.T) {
	bubble(t, func(w *world) {
		w.put("a", "b", "c", "d")
		w.run("1.2", time.Minute)
		same(t, "log", w.names(), "c d")
		same(t, "flags", w.flags("INBOX"), []string{"1 $fpingested", "2 $fpingested", "3 $fpingested", "4 $fpingested"})
	})
}

// TestWakeUp: a message is taken at once when the server announces it, and
// with the next poll when it cannot.
func TestWakeUp(t *testing.T) {
	for name, f := range map[string]fault{
		"idle":    {},
		"no idle": {edit: func(line string) string { return strings.ReplaceAll(line, " IDLE", "") }},
		"refused": {rewrite: func(command string) string { return strings.ReplaceAll(command, " IDLE", " IDEL") }},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(w *world) {
				w.fault = func(int) *fault { return &f }
				ctx, cancel := context.WithCancel(context.Background())
				done := make(chan error, 1)
				go func() { done <- w.m.Follow(ctx, w.handler("")) }()
				time.Sleep(time.Second)
				synctest.Wait()
				w.put("a")
				synctest.Wait()
				if got := w.names(); name == "idle" && got != "a" {
					t.Errorf("%q after the announcement", got)
				}
				time.Sleep(4 * time.Minute)
				synctest.Wait()
				same(t, "log", w.names(), "a")
				same(t, "troubles", w.troubles(), []string{})
				same(t, "connections", w.dialled, 1)
				cancel()
				if err := <-done; !errors.Is(err, context.Canceled) {
					t.Error(err)
				}
			})
		})
	}
}

// TestReadTo: what is reported as read was read; while nothing can be read
// the time stands still.
func TestReadTo(t *testing.T) {
	bubble(t, func(w *world) {
		start := time.Now()
		w.put("a")
		w.fault = func(n int) *fault {
			if n == 1 { // after an hour everybody is mute
				return &fault{halfOpen: 1}
			}
			return nil
		}
		w.take = func(Item) error {
			if time.Since(start) < time.Hour {
				return errors.New("the disk is full")
			}
			return nil
		}
		w.run("", 2*time.Hour)
		for _, s := range w.states {
			if !s.ReadTo.IsZero() && s.ReadTo.Before(start.Add(time.Hour)) {
				t.Fatalf("read to %s before anything was committed", s.ReadTo)
			}
		}
		s := w.last()
		if s.Err != nil || s.At.Sub(s.ReadTo) > time.Minute || time.Since(s.ReadTo) > 4*time.Minute {
			t.Errorf("state %+v", s)
		}
		same(t, "log", w.names(), "a")
		same(t, "unread", w.unread, []string{})
		if len(w.troubles()) < 10 || !strings.HasPrefix(w.troubles()[0], "store: ") {
			t.Errorf("troubles %v", w.troubles())
		}
	})
}

// TestConfig: settings that can never work end the follower at once.
func TestConfig(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		account Account
		from    string
		want    string
	}{
		{Account{}, "", "address"},
		{Account{Addr: "mail.example.org", TLS: "none"}, "", "only allowed to this machine"},
		{Account{Addr: "127.0.0.2.example.org:143", TLS: "none"}, "", "only allowed to this machine"},
		{Account{Addr: "mail.example.org", TLS: "ssl"}, "", "tls is"},
		{Account{Addr: "mail.example.org", Auth: "cram"}, "", "auth is"},
		{Account{Addr: "mail.example.org", Poll: time.Hour}, "", "poll is"},
		{Account{Addr: "mail.example.org", Folder: "A", Done: "A"}, "", "moved"},
		{Account{Addr: "mail.example.org", User: "a\r\nb"}, "", "control"},
		{Account{Addr: "mail.example.org", User: "a,b", Auth: "oauthbearer"}, "", "oauthbearer"},
		{Account{Addr: "mail.example.org"}, "mbox:7", "cursor"},
	} {
		m := IMAP{Account: tt.account}
		err := m.Follow(t.Context(), Handler{From: tt.from})
		var trouble *Trouble
		if !errors.As(err, &trouble) || trouble.Kind != KindConfig || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%+v: %v", tt.account, err)
		}
	}
}

func TestAddr(t *testing.T) {
	t.Parallel()
	for _, tt := range [][3]string{
		{"mail.example.org", "", "mail.example.org:993"},
		{"mail.example.org", "starttls", "mail.example.org:143"},
		{"mail.example.org:10143", "starttls", "mail.example.org:10143"},
		{"::1", "none", "[::1]:143"},
		{"[::1]", "none", "[::1]:143"},
		{"localhost", "none", "localhost:143"},
	} {
		a := Account{Addr: tt[0], TLS: tt[1]}
		if err := a.check(); err != nil || a.Addr != tt[2] {
			t.Errorf("%v: %s, %v", tt, a.Addr, err)
		}
	}
}

// TestBig: of a message that is too big only the start is fetched.
func TestBig(t *testing.T) {
	bubble(t, func(w *world) {
		w.put("a", strings.Repeat("x", 2<<20), "b")
		w.run("", time.Minute)
		if len(w.log) != 3 || name(w.log[0])+name(w.log[2]) != "ab" {
			t.Fatalf("%d messages", len(w.log))
		}
		if big := w.log[1]; len(big.Raw) != mail.MaxRaw+1 || big.Size < 4<<20 {
			t.Errorf("%d bytes of %d", len(big.Raw), big.Size)
		}
	})
}

// TestThousand: a full mailbox, in order, marked.
func TestThousand(t *testing.T) {
	bubble(t, func(w *world) {
		var want []string
		for i := range 2500 {
			want = append(want, fmt.Sprintf("m%d", i))
		}
		w.put(want...)
		w.run("", time.Minute)
		same(t, "log", w.names(), strings.Join(want, " "))
		for _, line := range w.flags("INBOX") {
			if !strings.HasSuffix(line, " $fpingested") {
				t.Fatalf("flags %s", line)
			}
		}
	})
}

// TestPerson: a mailbox that a person reads, sorts and empties at the same
// time.
func TestPerson(t *testing.T) {
	bubble(t, func(w *world) {
		if err := w.user.Create("Kept", nil); err != nil {
			t.Fatal(err)
		}
		w.put("a", "b", "c", "d", "e", "f")
		w.take = func(item Item) error {
			if name(item) != "b" {
				return nil
			}
			w.look(func(c *imapclient.Client) {
				seen := imap.StoreFlags{Op: imap.StoreFlagsAdd, Flags: []imap.Flag{imap.FlagSeen}}
				deleted := imap.StoreFlags{Op: imap.StoreFlagsAdd, Flags: []imap.Flag{imap.FlagDeleted}}
				_, err1 := c.Select("INBOX", nil).Wait()
				err2 := c.Store(imap.UIDSetNum(1, 5), &seen, nil).Close()
				_, err3 := c.Move(imap.UIDSetNum(3), "Kept").Wait()
				err4 := c.Store(imap.UIDSetNum(4), &deleted, nil).Close()
				err5 := c.Expunge().Close()
				if err := errors.Join(err1, err2, err3, err4, err5); err != nil {
					t.Error(err)
				}
			})
			return nil
		}
		w.run("", 10*time.Minute)
		same(t, "log", w.names(), "a b e f")
		same(t, "flags", w.flags("INBOX"), []string{"1 $fpingested \\seen", "2 $fpingested", "5 $fpingested \\seen", "6 $fpingested"})
		same(t, "troubles", w.troubles(), []string{})
		same(t, "unread", w.unread, []string{})
	})
}

// TestMove: taken messages go to a folder, which is made; without MOVE by
// copying, and without UIDPLUS they stay.
func TestMove(t *testing.T) {
	for name, tt := range map[string]struct {
		strip       string
		inbox, done int
	}{
		"move":    {"", 0, 3},
		"uidplus": {"MOVE", 0, 3},
		"neither": {"MOVE UIDPLUS", 3, -1},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(w *world) {
				w.m.Account.Done = "Taken"
				w.fault = func(int) *fault {
					return &fault{edit: func(l string) string {
						for word := range strings.FieldsSeq(tt.strip) {
							l = strings.ReplaceAll(l, " "+word, "")
						}
						return l
					}}
				}
				w.put("a", "b")
				w.run("", time.Minute)
				w.put("c")
				w.run(w.cursor(), time.Minute)
				same(t, "log", w.names(), "a b c")
				same(t, "left", len(w.flags("INBOX")), tt.inbox)
				if tt.done > 0 {
					same(t, "moved", len(w.flags("Taken")), tt.done)
				} else if w.last().Warn == "" {
					t.Error("no warning")
				}
			})
		})
	}
}

// TestValidity: a folder made anew is read from its start; one without
// UIDVALIDITY is not read at all.
func TestValidity(t *testing.T) {
	bubble(t, func(w *world) {
		w.put("a", "b")
		w.run("", time.Minute)
		if err := errors.Join(w.user.Delete("INBOX"), w.user.Create("INBOX", nil)); err != nil {
			t.Fatal(err)
		}
		w.put("b", "c", "d")
		w.run(w.cursor(), time.Minute)
		same(t, "log", w.names(), "a b b c d")
		same(t, "cursor", w.cursor(), "2.3")
	})
	bubble(t, func(w *world) { // while we look at it
		w.put("a", "b")
		time.AfterFunc(30*time.Minute, func() {
			if err := errors.Join(w.user.Delete("INBOX"), w.user.Create("INBOX", nil)); err != nil {
				t.Error(err)
			}
			w.put("c")
		})
		w.run("", 2*time.Hour)
		same(t, "log", w.names(), "a b c")
		same(t, "connections", w.dialled, 1)
	})
	bubble(t, func(w *world) {
		w.fault = func(int) *fault {
			return &fault{edit: func(l string) string {
				if strings.Contains(l, "UIDVALIDITY") {
					return ""
				}
				return l
			}}
		}
		w.put("a")
		w.run("", time.Hour)
		same(t, "log", w.names(), "")
		if got := w.troubles(); !strings.HasPrefix(got[0], "folder: ") || !strings.Contains(got[0], "UIDVALIDITY") {
			t.Errorf("troubles %q", got[0])
		}
	})
}
