package app

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"github.com/coreos/go-systemd/v22/daemon"

	"fivepoints/events/vault"
	"fivepoints/games/judge"
)

// The control socket lets a command of another process run inside the server
// that owns the data folder: one JSON request, one JSON answer, then the end.
type controlRequest struct {
	Args  []string `json:"args"`
	Dir   string   `json:"dir"` // for relative file names
	Stdin []byte   `json:"stdin,omitempty"`
	Lang  string   `json:"lang"`
}

type controlAnswer struct {
	Out  []byte `json:"out"`
	Err  []byte `json:"err"`
	Code int    `json:"code"`
}

const (
	controlName   = "control.sock"
	controlLimit  = 64 << 20 // of one request
	controlWindow = 10 * time.Minute
)

// exitError carries the exit code of a command that ran in the server.
type exitError int

func (e exitError) Error() string { return "the command failed in the server" }

// askServer has this command run by the server; sent is false when none answers.
func (e *env) askServer() (err error, sent bool) {
	conn, err := net.DialTimeout("unix", filepath.Join(e.data, controlName), time.Second)
	if err != nil {
		return nil, false
	}
	defer conn.Close()
	req := controlRequest{Args: e.Args, Lang: string(e.lang)}
	if req.Dir, err = os.Getwd(); err != nil {
		return err, true
	}
	if e.usesStdin() {
		if req.Stdin, err = io.ReadAll(io.LimitReader(e.In, controlLimit/2)); err != nil {
			return fmt.Errorf("reading standard input for the server: %w", err), true
		}
	}
	if err := json.NewEncoder(conn).Encode(req); err != nil {
		return fmt.Errorf("sending the command to the server: %w", err), true
	}
	var ans controlAnswer
	err = json.NewDecoder(conn).Decode(&ans)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, syscall.ECONNRESET) {
		return failed("le serveur s'est arrêté avant de répondre ; regardez ce qui est fait avant de relancer la commande",
			"the server stopped before it answered; look at what is done before you run the command again"), true
	}
	if err != nil {
		return fmt.Errorf("reading the server's answer: %w", err), true
	}
	_, err1 := e.Out.Write(ans.Out)
	_, err2 := e.Err.Write(ans.Err)
	if ans.Code != exitOK {
		return errors.Join(exitError(ans.Code), err1, err2), true
	}
	return errors.Join(err1, err2), true
}

func (e *env) usesStdin() bool {
	for _, a := range e.Args {
		if a == "-" {
			return true
		}
	}
	return false
}

// serve owns the folder, resolves what is due, and runs others' commands.
func (e *env) serve(args []string) error {
	fs := e.flags("serve")
	every := fs.Duration("every", time.Minute, e.say("`DURÉE` entre deux contrôles des échéances", "`TIME` between two looks at the deadlines"))
	if _, err := e.parse(fs, args, 0, 0); err != nil {
		return err
	}
	if *every <= 0 {
		return e.usage("serve : --every est une durée positive", "serve: --every is a time above zero")
	}
	if err := e.mustExist(); err != nil {
		return err
	}
	lock, err := vault.LockFolder(e.data) // a server never runs inside another one
	if err != nil {
		return err
	}
	return e.ownLocked(lock, e.mirrorAndFeed, func(f *folder) error {
		l, err := listenControl(f.dir)
		if err != nil {
			return err
		}
		e.printf("fivepoints tient %s ; Ctrl-C l'arrête\n", "fivepoints serves %s; Ctrl-C stops it\n", f.dir)
		if url := f.node.Status().URL; url != "" {
			e.printf("le flux se lit à %s ; « fivepoints feed grant » donne une clé\n", "the feed is read at %s; `fivepoints feed grant` gives a key\n", url)
		}
		s := &server{env: e, folder: f}
		s.watch = newWatch(s, *every)
		if s.office, err = openOffice(s); err != nil {
			return errors.Join(err, l.Close())
		}
		f.judge.Reading, f.serves = s.office.reading, true
		done := make(chan error, 1)
		go func() { done <- s.accept(l) }()
		err = s.work(*every)
		return errors.Join(err, l.Close(), <-done)
	})
}

func listenControl(dir string) (net.Listener, error) {
	name := filepath.Join(dir, controlName)
	if err := os.Remove(name); err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("removing an old control socket: %w", err)
	}
	l, err := net.Listen("unix", name)
	if err != nil {
		return nil, fmt.Errorf("listening for commands: %w", err)
	}
	if err := os.Chmod(name, 0o600); err != nil {
		return nil, errors.Join(fmt.Errorf("closing the control socket to others: %w", err), l.Close())
	}
	return l, nil
}

// server runs one command at a time on the folder it owns.
type server struct {
	mu     sync.Mutex
	env    *env
	folder *folder
	office *office
	watch  *watch
	ill    string // what was told last about games that stand still
}

// work starts the mail and resolves what is due until the program is stopped.
func (s *server) work(every time.Duration) error {
	if err := s.resolve(); err != nil { // before anything comes in: the views are there
		return err
	}
	ctx, stop := context.WithCancel(s.env.ctx)
	defer stop()
	unwatch, err := s.watch.listen(ctx)
	if err != nil {
		return err
	}
	if err = s.office.start(ctx); err == nil {
		s.watch.event("started")
		s.watch.notify(daemon.SdNotifyReady)
		err = s.tick(every)
	}
	s.watch.stopping.Store(true)
	s.watch.notify(daemon.SdNotifyStopping)
	stop()
	s.office.running.Wait()
	s.watch.event("stopped")
	return errors.Join(err, unwatch())
}

// tick resolves what is due, now and then and when a letter came, until the
// program is stopped.
func (s *server) tick(every time.Duration) error {
	t := time.NewTicker(every)
	defer t.Stop()
	for {
		select {
		case <-s.env.ctx.Done():
			return nil
		case <-s.folder.node.Done():
			return nil // closing the folder tells why
		case <-s.office.wake:
		case <-t.C:
		}
		if err := s.resolve(); err != nil {
			return err
		}
	}
}

// resolve judges and publishes up to now, or up to where the mailboxes were read.
func (s *server) resolve() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	e := *s.env
	e.ctx = context.WithoutCancel(s.env.ctx) // what is begun is finished
	defer signal(s.office.posted)
	in, began := &intaking{env: &e, sum: ingested{Others: map[string]int{}}}, s.env.Now()
	err := e.onTime(s.folder, began)
	if err == nil {
		err = e.settle(s.folder, began, in)
	}
	s.watch.resolved(in, s.env.Now().Sub(began), suspensions(err))
	s.watch.notify(daemon.SdNotifyWatchdog)
	return s.onlySuspended(err)
}

// suspensions counts the games that stand still.
func suspensions(err error) int {
	n := 0
	if all, ok := err.(interface{ Unwrap() []error }); ok {
		for _, one := range all.Unwrap() {
			n += suspensions(one)
		}
		return n
	}
	if one := (*judge.Suspended)(nil); errors.As(err, &one) {
		n++
	}
	return n
}

// onlySuspended tells of games that stand still, once; the others go on.
func (s *server) onlySuspended(err error) error {
	var one *judge.Suspended
	if !errors.As(err, &one) && !errors.Is(err, errClockBack) {
		s.ill = ""
		return err
	}
	if text := s.env.explain(err); text != s.ill {
		s.watch.tell(slog.LevelError, err)
		s.ill = text
	}
	return nil
}

func (s *server) accept(l net.Listener) error {
	var wg sync.WaitGroup
	defer wg.Wait()
	for {
		conn, err := l.Accept()
		if errors.Is(err, net.ErrClosed) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("accepting a command: %w", err)
		}
		wg.Go(func() { s.answer(conn) })
	}
}

// answer reads one request and runs it. A client that goes away loses only its answer.
func (s *server) answer(conn net.Conn) {
	defer conn.Close()
	if err := conn.SetDeadline(time.Now().Add(controlWindow)); err != nil {
		return
	}
	var req controlRequest
	if err := json.NewDecoder(io.LimitReader(conn, controlLimit)).Decode(&req); err != nil {
		return
	}
	s.mu.Lock()
	ans := s.run(req)
	s.mu.Unlock()
	if err := json.NewEncoder(conn).Encode(ans); err != nil {
		s.watch.tell(slog.LevelWarn, fmt.Errorf("answering a command: %w", err))
	}
}

func (s *server) run(req controlRequest) controlAnswer {
	var out, errs bytes.Buffer
	sys := s.env.System
	sys.Args, sys.In, sys.Out, sys.Err = req.Args, bytes.NewReader(req.Stdin), &out, &errs
	sys.Env = func(k string) string {
		if k == "LANG" {
			return req.Lang
		}
		return s.env.Env(k)
	}
	e := &env{System: sys, ctx: context.WithoutCancel(s.env.ctx), shared: s.folder, dir: req.Dir}
	code := e.run()
	signal(s.office.posted)
	return controlAnswer{Out: out.Bytes(), Err: errs.Bytes(), Code: code}
}
