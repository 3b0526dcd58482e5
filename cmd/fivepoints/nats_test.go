package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// childLimit, beside child, is how large a file of that process may become.
const childLimit = "FIVEPOINTS_TEST_LIMIT"

// narrow makes this process meet a full disk.
func narrow(limit string) {
	if limit == "" {
		return
	}
	bytes, err := strconv.ParseUint(limit, 10, 64)
	if err == nil {
		signal.Ignore(syscall.SIGXFSZ)
		err = syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: bytes, Max: bytes})
	}
	if err != nil {
		panic(err)
	}
}

// served is a running server.
type served struct {
	*exec.Cmd
	said *bytes.Buffer // on stderr; read it after Wait
}

// serve starts a server and returns when it takes commands.
func serve(t *testing.T, data string, env ...string) served {
	t.Helper()
	s := served{program(t.Context(), data, "serve", "--every", "1h"), new(bytes.Buffer)}
	s.Env = append(s.Env, env...)
	out, err := s.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	s.Stderr = s.said
	if err := s.Start(); err != nil {
		t.Fatal(err)
	}
	first := make([]byte, 1) // it speaks when its socket listens
	if _, err := out.Read(first); err != nil {
		t.Fatalf("%v: %v\n%s", err, s.Wait(), s.said)
	}
	go io.Copy(io.Discard, out)
	return s
}

// exit waits for the end of a server and returns its exit code.
func (s served) exit(t *testing.T) int {
	t.Helper()
	err := s.Wait()
	if failed := (*exec.ExitError)(nil); err != nil && !errors.As(err, &failed) {
		t.Fatal(err)
	}
	return s.ProcessState.ExitCode()
}

var bothHeads = regexp.MustCompile(`the log has (\d+) commits, root [0-9a-f]{64}; the mirror has (\d+) commits, root [0-9a-f]{64}`)

// TestForkUnderServer puts another mirror in the place of a running server's: one
// that is longer, one that has another story. With the next commit the server
// stops and names both heads; nothing is written until somebody has decided.
func TestForkUnderServer(t *testing.T) {
	for name, c := range map[string]struct {
		theirs, mine int // games begun in a copy of the folder, and in itself
		says         string
	}{
		"longer":       {20, 0, "the mirror is longer than the log"},
		"another leaf": {1, 5, "log and mirror differ at commit"},
	} {
		t.Run(name, func(t *testing.T) {
			data := campaign(t)
			copied := filepath.Join(t.TempDir(), "copy")
			if err := os.CopyFS(copied, os.DirFS(data)); err != nil {
				t.Fatal(err)
			}
			for i := range c.mine {
				must(t, data, "game", "new", fmt.Sprint("mine", i), "newyork1890", "--seat", "whyos", "--seat", "eastman")
			}
			for i := range c.theirs {
				must(t, copied, "game", "new", fmt.Sprint("theirs", i), "newyork1890", "--seat", "whyos", "--seat", "eastman")
			}
			s := serve(t, data)
			mirror := filepath.Join(data, "nats", "store")
			if err := errors.Join(os.Rename(mirror, mirror+".old"), os.Rename(filepath.Join(copied, "nats", "store"), mirror)); err != nil {
				t.Fatal(err)
			}
			if out, err := program(t.Context(), data, "game", "new", "late", "newyork1890", "--seat", "whyos", "--seat", "eastman").CombinedOutput(); err != nil && !bothHeads.Match(out) {
				t.Errorf("the command that showed it: %v, %s", err, out) // it may end before the mirror is looked at
			}
			if code := s.exit(t); code != 1 {
				t.Errorf("the server ended with %d", code)
			}
			if said := s.said.String(); !strings.Contains(said, c.says) || !bothHeads.MatchString(said) {
				t.Errorf("the server said: %s", said)
			}
			before := must(t, data, "verify")
			for _, args := range [][]string{{"adjudicate", "ny12"}, {"serve"}, {"doctor"}} {
				out, err := program(t.Context(), data, args...).CombinedOutput()
				if err == nil || !bothHeads.Match(out) {
					t.Errorf("%v afterwards: %v, %s", args, err, out)
				}
			}
			if after := must(t, data, "verify"); after != before {
				t.Errorf("before:\n%s\nafter:\n%s", before, after)
			}
		})
	}
}

// TestMirrorDeletedUnderServer takes the folder away: the server makes it anew,
// goes on, and its log and mirror are one.
func TestMirrorDeletedUnderServer(t *testing.T) {
	data := campaign(t)
	s := serve(t, data)
	if err := os.RemoveAll(filepath.Join(data, "nats", "store")); err != nil {
		t.Fatal(err)
	}
	must(t, data, "ingest", "--trust", "address", demoMails)
	if err := s.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if code := s.exit(t); code != 0 || !strings.Contains(s.said.String(), "the mirror") {
		t.Errorf("the server ended with %d: %s", code, s.said)
	}
	if out := must(t, data, "doctor"); !strings.Contains(out, "nothing to mend") {
		t.Error(out)
	}
	must(t, data, "verify")
}

// TestFullDiskUnderServer: from the first write that fails nothing is taken any
// more, and the command says so. With room again all mails get in, once.
func TestFullDiskUnderServer(t *testing.T) {
	data := filepath.Join(t.TempDir(), "data")
	must(t, data, "init")
	must(t, data, "game", "new", "ny1", "newyork1890", "--seat", "whyos=alix@example.org,fr", "--seat", "eastman=sam@example.net,en")
	var mails strings.Builder
	for i := range 100 {
		fmt.Fprintf(&mails, "From x Mon Jan  5 20:00:00 2026\nFrom: Alix <alix@example.org>\nTo: ny1@fivepoints.example\nSubject: [ny1 1890c] ordres\nMessage-ID: <m%d@example.org>\n\nmove 1 MUL -> FVP\n%d %s\n\n",
			i, i, strings.Repeat("bonjour ", 500))
	}
	mbox := filepath.Join(t.TempDir(), "many.mbox")
	if err := os.WriteFile(mbox, []byte(mails.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	ingest := []string{"ingest", "--trust", "address", mbox}
	s := serve(t, data, fmt.Sprint(childLimit, "=", 400<<10))
	for range 2 {
		if out, err := program(t.Context(), data, ingest...).CombinedOutput(); err == nil || !strings.Contains(string(out), "the log is read-only since a write failed") {
			t.Errorf("on a full disk: %v, %s", err, out)
		}
	}
	before := must(t, data, "verify")
	if out, err := program(t.Context(), data, ingest...).CombinedOutput(); err == nil {
		t.Errorf("on a full disk: %s", out)
	}
	if after := must(t, data, "verify"); after != before {
		t.Errorf("the log still grows: %s, then %s", before, after)
	}
	if err := s.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	s.exit(t) // with what error, if any, is its own business
	if out := must(t, data, ingest...); !strings.Contains(out, "100 order sheets recorded") {
		t.Errorf("with room again: %s", out)
	}
	if out := must(t, data, ingest...); !strings.Contains(out, "100 messages read, all known already: nothing was added") {
		t.Error(out)
	}
	if out := must(t, data, "doctor"); !strings.Contains(out, "nothing to mend") {
		t.Error(out)
	}
}

// TestSpoiledViews deletes and spoils views.db under a running server: it goes
// on, nobody sees a difference, and nothing is queued twice.
func TestSpoiledViews(t *testing.T) {
	data := campaign(t)
	s := serve(t, data)
	views := filepath.Join(data, "views.db")
	must(t, data, "ingest", "--trust", "address", demoMails)
	before := seen(t, data)
	garbage := bytes.Repeat([]byte("keep me "), 4096)
	write := func(from int64) func() error {
		return func() error {
			old, err := os.ReadFile(views)
			if err != nil {
				return err
			}
			return os.WriteFile(views, append(old[:from], garbage...), 0o600)
		}
	}
	for what, spoil := range map[string]func() error{
		"deleted": func() error { return os.Remove(views) },
		"spoiled": write(0),
		"inside":  write(4096),
		"in use": func() error {
			must(t, data, "ingest", "--trust", "address", demoMails) // opens it
			return write(0)()
		},
	} {
		must(t, data, "rebuild") // and closes it
		if err := spoil(); err != nil {
			t.Fatal(err)
		}
		if out := must(t, data, "ingest", "--trust", "address", demoMails); !strings.Contains(out, "nothing was added") {
			t.Errorf("%s: %s", what, out)
		}
		if after := seen(t, data); after != before {
			t.Errorf("%s: before:\n%s\nafter:\n%s", what, before, after)
		}
	}
	if out := must(t, data, "rebuild"); !strings.Contains(out, " 0 posts were missing") {
		t.Error(out)
	}
	if err := s.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if code := s.exit(t); code != 0 {
		t.Errorf("the server ended with %d: %s", code, s.said)
	}
}
