package mailbox

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/emersion/go-imap/v2/imapserver"
	"pgregory.net/rapid"
)

// size measures an undisturbed session with three messages.
func sessionSize(t *testing.T) (read, wrote int) {
	t.Helper()
	bubble(t, func(w *world) {
		f := &fault{}
		w.fault = func(int) *fault { return f }
		w.put("a", "b", "c")
		w.run("", time.Minute)
		read, wrote = f.read, f.wrote
	})
	return read, wrote
}

// TestCutEverywhere: wherever the first connection ends, every message comes
// in order and once, and is marked.
func TestCutEverywhere(t *testing.T) {
	read, wrote := sessionSize(t)
	if read < 1000 || wrote < 300 {
		t.Fatalf("a session has %d and %d bytes", read, wrote)
	}
	for what, n := range map[string]int{"read": read, "write": wrote, "half-open": read} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			for i := 1; i <= n; i++ {
				f := fault{cutRead: i}
				if what == "write" {
					f = fault{cutWrite: i}
				} else if what == "half-open" {
					f = fault{halfOpen: i}
				}
				bubble(t, func(w *world) { cutOnce(w, f) })
				if t.Failed() {
					t.Fatalf("after %d bytes", i)
				}
			}
		})
	}
}

func cutOnce(w *world, f fault) {
	w.fault = func(n int) *fault {
		if n == 0 {
			return &f
		}
		return nil
	}
	w.put("a", "b", "c")
	w.run("", 6*time.Minute)
	same(w.t, "log", w.names(), "a b c")
	same(w.t, "unread", w.unread, []string{})
	same(w.t, "flags", w.flags("INBOX"), []string{"1 $fpingested", "2 $fpingested", "3 $fpingested"})
	if s := w.last(); s.Err != nil || s.ReadTo.IsZero() {
		w.t.Errorf("state %+v", s)
	}
}

// TestKillEverywhere: the program ends before and after every commit, and
// after every byte; a new start goes on behind the last commit.
func TestKillEverywhere(t *testing.T) {
	read, _ := sessionSize(t)
	for i := 1; i <= read; i += 3 {
		bubble(t, func(w *world) {
			ctx, cancel := context.WithCancel(context.Background())
			w.fault = func(n int) *fault {
				if n > 0 {
					return nil
				}
				f := &fault{}
				f.edit = func(line string) string {
					if f.read >= i {
						cancel()
					}
					return line
				}
				return f
			}
			w.put("a", "b", "c")
			timeout := time.AfterFunc(time.Hour, cancel)
			_ = w.m.Follow(ctx, w.handler(""))
			timeout.Stop()
			w.run(w.cursor(), time.Minute)
			same(t, "log", w.names(), "a b c")
			same(t, "flags", w.flags("INBOX"), []string{"1 $fpingested", "2 $fpingested", "3 $fpingested"})
		})
		if t.Failed() {
			t.Fatalf("killed after %d bytes", i)
		}
	}
}

// TestKillAfterCommit: the commit is durable and the answer never comes.
func TestKillAfterCommit(t *testing.T) {
	bubble(t, func(w *world) {
		ctx, cancel := context.WithCancel(context.Background())
		w.put("a", "b", "c")
		h := w.handler("")
		take := h.Take
		h.Take = func(ctx context.Context, item Item) error {
			err := take(ctx, item)
			if name(item) == "b" {
				cancel()
				return ctx.Err()
			}
			return err
		}
		if err := w.m.Follow(ctx, h); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		same(t, "log", w.names(), "a b")
		w.run(w.cursor(), time.Minute)
		same(t, "log", w.names(), "a b c")
		same(t, "flags", w.flags("INBOX"), []string{"1 $fpingested", "2 $fpingested", "3 $fpingested"})
	})
}

// TestNonsense: an odd answer ends the connection, not the follower.
func TestNonsense(t *testing.T) {
	read, _ := sessionSize(t)
	for _, text := range []string{"* XFOO\r\n", "* VANISHED (EARLIER) 1:3\r\n", "\x00", ")", "{99999999999}\r\n", "* BYE tired\r\n", "\r\n", "+ \r\n"} {
		for i := 1; i <= read; i += 7 {
			bubble(t, func(w *world) { cutOnceOr(w, fault{insert: map[int]string{i: text}}) })
			if t.Failed() {
				t.Fatalf("%q at %d", text, i)
			}
		}
	}
}

// cutOnceOr is cutOnce for texts that may land inside a message and change it:
// then the follower cannot know.
func cutOnceOr(w *world, f fault) {
	w.fault = func(n int) *fault {
		if n == 0 {
			return &f
		}
		return nil
	}
	w.put("a", "b", "c")
	w.run("", 6*time.Minute)
	if len(w.log) != 3 {
		w.t.Errorf("log %s", w.names())
	}
	for i, item := range w.log {
		same(w.t, "cursor", item.Cursor, fmt.Sprintf("1.%d", i+1))
	}
	same(w.t, "unread", w.unread, []string{})
}

// TestPoison: an answer that cannot be read twice is given up; a date that
// cannot be read is done without; other messages come in order.
func TestPoison(t *testing.T) {
	spoil := func(uid int, with func(line string) string) func(int) *fault {
		return func(int) *fault {
			return &fault{edit: func(line string) string {
				if strings.Contains(line, fmt.Sprintf("(UID %d ", uid)) {
					return with(line)
				}
				return line
			}}
		}
	}
	t.Run("body", func(t *testing.T) {
		bubble(t, func(w *world) {
			w.fault = spoil(2, func(l string) string { return strings.Replace(l, "BODY[]", "BODY[", 1) })
			w.put("a", "b", "c")
			w.run("", time.Hour)
			same(t, "log", w.names(), "a c")
			same(t, "unread", w.unread, []string{"1.2 the server's answer cannot be read"})
			same(t, "flags", w.flags("INBOX"), []string{"1 $fpingested", "2 $fpunread", "3 $fpingested"})
			same(t, "connections", w.dialled, 3)
			w.run(w.cursor(), time.Minute) // its mark stays
			same(t, "flags", w.flags("INBOX"), []string{"1 $fpingested", "2 $fpunread", "3 $fpingested"})
		})
	})
	t.Run("date", func(t *testing.T) {
		bubble(t, func(w *world) {
			w.fault = spoil(2, func(l string) string { return strings.Replace(l, "INTERNALDATE \"", "INTERNALDATE \"yesterday", 1) })
			w.put("a", "b", "c")
			w.run("", time.Hour)
			same(t, "log", w.names(), "a b c")
			same(t, "unread", w.unread, []string{})
			if len(w.log) != 3 || !w.log[1].At.IsZero() || w.log[1].Clock != "" || w.log[2].At.IsZero() {
				t.Errorf("%+v", w.log)
			}
		})
	})
	t.Run("several", func(t *testing.T) {
		bubble(t, func(w *world) {
			w.fault = func(int) *fault {
				return &fault{edit: func(l string) string {
					for _, uid := range []int{1, 2, 4} {
						if strings.Contains(l, fmt.Sprintf("(UID %d ", uid)) {
							return "* XFOO\r\n" + l
						}
					}
					return l
				}}
			}
			w.put("a", "b", "c", "d", "e")
			w.run("", time.Hour)
			same(t, "log", w.names(), "c e")
			same(t, "unread", len(w.unread), 3)
		})
	})
}

// refusing answers NO to the messages that it does not like, for a time.
type refusing struct {
	imapserver.SessionIMAP4rev2
	uids   func() imap.UIDSet
	answer func(uid imap.UID) error
}

func (r *refusing) Fetch(w *imapserver.FetchWriter, set imap.NumSet, o *imap.FetchOptions) error {
	if uids, ok := set.(imap.UIDSet); ok && len(o.BodySection) > 0 {
		for _, uid := range []imap.UID{1, 2, 3} {
			if uids.Contains(uid) && r.uids().Contains(uid) {
				return r.answer(uid)
			}
		}
	}
	return r.SessionIMAP4rev2.Fetch(w, set, o)
}

// TestRefused: a server that refuses one message for ever loses us that one; a
// server that refuses all for two hours loses us nothing.
func TestRefused(t *testing.T) {
	no := func(imap.UID) error {
		return &imap.Error{Type: imap.StatusResponseTypeNo, Code: imap.ResponseCodeServerBug, Text: "zoe's disk"}
	}
	silent := func(imap.UID) error { return nil } // OK, and no message
	for _, tt := range []struct {
		name   string
		put    []string
		uids   imap.UIDSet
		answer func(imap.UID) error
		until  time.Duration
		log    string
		unread string
	}{
		{"one", []string{"a", "b", "c"}, imap.UIDSetNum(2), no, 99 * time.Hour, "a c", "[1.2 the server does not send it]"},
		{"one not sent", []string{"a", "b", "c"}, imap.UIDSetNum(2), silent, 99 * time.Hour, "a c", "[1.2 the server does not send it]"},
		{"two", []string{"a", "b", "c"}, imap.UIDSetNum(1, 2), no, 99 * time.Hour, "c", "[1.1 the server does not send it 1.2 the server does not send it]"},
		{"all", []string{"a", "b", "c"}, imap.UIDSetNum(1, 2, 3), no, 2 * time.Hour, "a b c", "[]"},
		{"the only one, for a moment", []string{"a"}, imap.UIDSetNum(1), no, 5 * time.Second, "a", "[]"},
		{"the only one", []string{"a"}, imap.UIDSetNum(1), no, 99 * time.Hour, "", "[1.1 the server does not send it]"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			bubble(t, func(w *world) {
				start := time.Now()
				w.wrap = func(s imapserver.Session) imapserver.Session {
					return &refusing{s.(imapserver.SessionIMAP4rev2), func() imap.UIDSet {
						if time.Since(start) < tt.until {
							return tt.uids
						}
						return nil
					}, tt.answer}
				}
				w.put(tt.put...)
				w.run("", 4*time.Hour)
				same(t, "log", w.names(), tt.log)
				same(t, "unread", fmt.Sprint(w.unread), tt.unread)
			})
		})
	}
}

// trial is one random history.
type trial struct {
	faults  []fault
	steps   []int // what a person and the program do before each start
	failing int   // every n-th commit fails
}

func drawTrial(rt *rapid.T) trial {
	one := rapid.Custom(func(rt *rapid.T) fault {
		at := rapid.IntRange(1, 3000).Draw(rt, "at")
		switch rapid.IntRange(0, 3).Draw(rt, "kind") {
		case 0:
			return fault{cutRead: at}
		case 1:
			return fault{cutWrite: at}
		case 2:
			return fault{halfOpen: at}
		}
		return fault{}
	})
	return trial{
		faults:  rapid.SliceOfN(one, 0, 12).Draw(rt, "faults"),
		steps:   rapid.SliceOfN(rapid.IntRange(0, 7), 1, 20).Draw(rt, "steps"),
		failing: rapid.IntRange(0, 5).Draw(rt, "failing"),
	}
}

// TestRandomFaults: cuts, silence, failing commits, restarts and a person at
// work in the folder. In the end every message that is still there was
// committed, in order, and none twice; only what three connections broke on
// may have been given up.
func TestRandomFaults(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		tr := drawTrial(rt)
		var problem string
		bubble(t, func(w *world) { problem = tr.play(w) })
		if problem != "" {
			rt.Fatal(problem)
		}
	})
}

func (tr trial) play(w *world) string {
	w.fault = func(n int) *fault {
		if n < len(tr.faults) {
			f := tr.faults[n]
			return &f
		}
		return nil
	}
	takes := 0
	w.take = func(Item) error {
		if takes++; tr.failing > 1 && takes%tr.failing == 0 {
			return errors.New("the disk is full")
		}
		return nil
	}
	put := 0
	for _, step := range append(tr.steps, 0, 8) {
		switch {
		case step < 4:
			for range step + 1 {
				w.put(fmt.Sprintf("m%d", put))
				put++
			}
		case step < 6:
			w.run(w.cursor(), time.Duration(step)*7*time.Second)
		case step == 8:
			w.run(w.cursor(), 3*time.Hour)
		default:
			w.expunge(put)
		}
	}
	return tr.judge(w, put)
}

// expunge removes the last message as a person would.
func (w *world) expunge(uid int) {
	if uid == 0 {
		return
	}
	w.look(func(c *imapclient.Client) {
		deleted := imap.StoreFlags{Op: imap.StoreFlagsAdd, Flags: []imap.Flag{imap.FlagDeleted}}
		_, err := c.Select("INBOX", nil).Wait()
		if err = errors.Join(err, c.Store(imap.UIDSetNum(imap.UID(uid)), &deleted, nil).Close(), c.Expunge().Close()); err != nil {
			w.t.Error(err)
		}
	})
}

func (tr trial) judge(w *world, put int) string {
	last := 0
	taken := map[int]bool{}
	for _, item := range w.log {
		at, err := parsePlace(item.Cursor)
		if err != nil || int(at.uid) <= last || name(item) != fmt.Sprintf("m%d", at.uid-1) {
			return fmt.Sprintf("%s (%s) after %d", item.Cursor, name(item), last)
		}
		last = int(at.uid)
		taken[last] = true
	}
	for _, line := range w.flags("INBOX") {
		var uid int
		fmt.Sscan(line, &uid)
		if strings.Contains(line, " $fpunread") && len(tr.faults) >= 3 {
			continue // the same message hit three times: that is the rule
		}
		if !taken[uid] || !strings.Contains(line, " $fpingested") {
			return fmt.Sprintf("message %s of %d: taken %v", line, put, taken[uid])
		}
	}
	if len(w.unread) > 0 && len(tr.faults) < 3 {
		return fmt.Sprintf("given up: %v", w.unread)
	}
	return ""
}
