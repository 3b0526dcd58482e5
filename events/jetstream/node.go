package jetstream

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"fivepoints/events"
)

const (
	backoffLeast = 100 * time.Millisecond
	backoffMost  = 10 * time.Second
	// closeTime bounds how long Close waits for the mirror. What it does not see
	// is published when the next Node starts.
	closeTime = 10 * time.Second
)

// Options say how a Node runs.
type Options struct {
	Dir     string      // of the store and of the users' keys; made when missing
	Listen  string      // loopback address, "" opens no port
	Derive  Derive      // nil: no feed
	Version int         // of what Derive tells; another one makes the feed anew
	Check   bool        // compare the whole mirror with the log at the start, not its head alone
	Trouble func(error) // told what the Node goes on after; nil: nobody

	patience time.Duration // for tests: instead of startTime
	look     time.Duration // for tests: instead of lookEvery
}

// Status is how far a Node is.
type Status struct {
	Began  events.Seq // what LOG had when the server started last
	Mirror events.Seq // all up to it is in LOG
	Feed   events.Seq // all up to it is in FEED, if there is one
	URL    string     // where readers connect, "" when no port is open
	Err    error      // why it stopped, or what keeps the mirror from getting on
	Stuck  error      // why the feed does not get on, which the next start may
}

// Node runs nats-server and keeps mirror and feed up with the log.
type Node struct {
	log    events.Log
	o      Options
	cancel context.CancelFunc
	done   chan struct{} // closed when run ended

	starting sync.Mutex // held while a server starts

	mu      sync.Mutex
	server  *server // the one that runs, or ran last
	status  Status
	stopped error         // for good
	changed chan struct{} // closed when status changes
}

// Start runs a Node on a log until Close. It returns when mirror and log were
// compared: a *Fork, for one, is found before anything is written.
func Start(ctx context.Context, log events.Log, o Options) (*Node, error) {
	if err := os.MkdirAll(o.Dir, 0o700); err != nil {
		return nil, fmt.Errorf("making the folder of the mirror: %w", err)
	}
	if o.Listen != "" {
		if _, err := Grant(o.Dir, Reader); err != nil {
			return nil, err
		}
	}
	n := &Node{log: log, o: o, done: make(chan struct{}), changed: make(chan struct{})}
	jobs, err := n.up(ctx)
	if err != nil {
		return nil, err
	}
	ctx, n.cancel = context.WithCancel(context.WithoutCancel(ctx))
	go n.run(ctx, jobs)
	return n, nil
}

// job is what runs as long as a server does.
type job func(context.Context) error

// up starts the server and compares its streams with the log. Files that no
// stream can be made of are set aside, once.
func (n *Node) up(ctx context.Context) ([]job, error) {
	jobs, err := n.try(ctx)
	var b *blocked
	if !errors.As(err, &b) {
		return jobs, err
	}
	if err := setAside(streamDir(n.o.Dir, b.stream), filepath.Join(n.o.Dir, b.stream+damagedEnding)); err != nil {
		return nil, err
	}
	return n.try(ctx)
}

func (n *Node) try(ctx context.Context) ([]job, error) {
	n.starting.Lock()
	defer n.starting.Unlock()
	s, err := startServer(ctx, n.o)
	if err != nil {
		return nil, err
	}
	n.set(func(st *Status) { st.Began, st.Mirror, st.Feed = 0, 0, 0 })
	jobs, err := n.prepare(ctx, s)
	if err != nil {
		return nil, errors.Join(s.because(err), s.stop())
	}
	n.set(func(st *Status) { st.URL, st.Began, st.Stuck, n.server = s.url(), st.Mirror, nil, s })
	return jobs, nil
}

func (n *Node) prepare(ctx context.Context, s *server) ([]job, error) {
	m := &mirror{
		log: n.log, js: s.js, place: s.place(mirrorStream),
		tell:   func(at events.Seq) { n.set(func(st *Status) { st.Mirror = at }) },
		health: func(err error) { n.set(func(st *Status) { st.Err = s.because(err) }) },
	}
	if err := m.open(ctx); err != nil {
		return nil, err
	}
	if n.o.Check {
		if err := n.whole(ctx, m); err != nil {
			return nil, err
		}
	}
	jobs := []job{s.watch, m.run}
	if n.o.Derive != nil {
		f := &feed{
			log: n.log, js: s.js, place: s.place(feedStream), derive: n.o.Derive, version: n.o.Version,
			tell:  func(at events.Seq) { n.set(func(st *Status) { st.Feed = at }) },
			stuck: func(err error) { n.set(func(st *Status) { st.Stuck = err }); n.report(err) },
		}
		if err := f.open(ctx); err != nil {
			return nil, err
		}
		h := &history{js: s.js, conn: s.conn, settled: f.settled}
		if err := h.listen(); err != nil {
			return nil, err
		}
		jobs = append(jobs, f.run, h.run)
	}
	return jobs, nil
}

// whole compares all of the mirror and makes a damaged one anew.
func (n *Node) whole(ctx context.Context, m *mirror) error {
	err := m.check(ctx)
	if !errors.Is(err, errDamaged) {
		return err
	}
	n.trouble(fmt.Errorf("the mirror is made anew: %w", err))
	if err := remake(ctx, m.js, m.place, mirrorConfig()); err != nil {
		return err
	}
	return m.open(ctx)
}

// streamDir is where nats-server keeps a stream.
func streamDir(dir, name string) string {
	return filepath.Join(StorePath(dir), "jetstream", "$G", "streams", name)
}

// run keeps the jobs running; what fails is started again with its server, but
// for what cannot be helped.
func (n *Node) run(ctx context.Context, jobs []job) {
	defer close(n.done)
	wait := backoffLeast
	for {
		began := n.Status().Mirror
		err := n.running().because(n.together(ctx, jobs))
		err = errors.Join(err, n.running().stop())
		if n.ended(ctx, err) {
			return
		}
		if n.Status().Mirror > began {
			wait = backoffLeast
		}
		for jobs = nil; jobs == nil; wait = min(2*wait, backoffMost) {
			n.trouble(err)
			select {
			case <-ctx.Done():
			case <-time.After(wait):
			}
			if n.ended(ctx, nil) {
				return
			}
			if jobs, err = n.up(ctx); err != nil && n.ended(ctx, err) {
				return
			}
		}
	}
}

// together runs the jobs until the first one ends, and then ends all.
func (n *Node) together(ctx context.Context, jobs []job) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	ends := make(chan error, len(jobs))
	for _, j := range jobs {
		go func() { ends <- j(ctx) }()
	}
	err := <-ends
	cancel()
	for range jobs[1:] {
		<-ends
	}
	return err
}

// ended notes that the Node stops for good.
func (n *Node) ended(ctx context.Context, err error) bool {
	if ctx.Err() != nil {
		err = events.ErrClosed
	}
	if err == nil || !final(err) {
		return false
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.stopped, n.status.Err = err, err
	n.wake()
	return true
}

func (n *Node) trouble(err error) {
	n.set(func(st *Status) { st.Err = err })
	n.report(err)
}

func (n *Node) report(err error) {
	if n.o.Trouble != nil {
		n.o.Trouble(err)
	}
}

func (n *Node) set(change func(*Status)) {
	n.mu.Lock()
	defer n.mu.Unlock()
	change(&n.status)
	n.wake()
}

func (n *Node) wake() {
	close(n.changed)
	n.changed = make(chan struct{})
}

// Status returns how far the Node is.
func (n *Node) Status() Status {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.status
}

// Err returns why the Node stopped for good, nil while it runs.
func (n *Node) Err() error {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.stopped
}

// Wait returns when mirror and, if there is one, feed have all commits up to seq.
func (n *Node) Wait(ctx context.Context, seq events.Seq) error {
	return n.wait(ctx, seq, n.o.Derive != nil)
}

func (n *Node) wait(ctx context.Context, seq events.Seq, feed bool) error {
	err := n.until(ctx, func(st Status) bool { return st.Mirror >= seq && (!feed || st.Feed >= seq) })
	if err != nil {
		return fmt.Errorf("waiting for the mirror of commit %d: %w", seq, err)
	}
	return nil
}

// until returns when the status is as wanted, or will not change any more.
func (n *Node) until(ctx context.Context, wanted func(Status) bool) error {
	for {
		n.mu.Lock()
		st, stopped, changed := n.status, n.stopped, n.changed
		n.mu.Unlock()
		switch {
		case wanted(st):
			return nil
		case stopped != nil:
			return stopped
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// Done is closed when the Node has stopped for good; Err tells why.
func (n *Node) Done() <-chan struct{} { return n.done }

func (n *Node) running() *server {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.server
}

// Reload reads the users' files again.
func (n *Node) Reload() error {
	n.starting.Lock()
	defer n.starting.Unlock()
	s := n.running()
	if !s.nats.Running() {
		return nil // the next one reads them when it starts
	}
	if err := s.reload(n.o); err != nil {
		return fmt.Errorf("reading the users again: %w", err)
	}
	return nil
}

// Close waits, not for long and not while there is trouble, until the mirror has
// all of the log, and stops. An error is one that stopped the Node before, such as
// a fork. A second call does nothing.
func (n *Node) Close() error {
	failed := n.Err()
	if failed == nil {
		n.finish()
		failed = n.Err()
	}
	n.cancel()
	<-n.done
	if errors.Is(failed, events.ErrClosed) {
		return nil
	}
	return failed
}

func (n *Node) finish() {
	ctx, cancel := context.WithTimeout(context.Background(), closeTime)
	defer cancel()
	tip, err := n.log.Tip(ctx, "")
	if err != nil {
		return
	}
	_ = n.until(ctx, func(st Status) bool { // the next Node goes on
		return st.Err != nil || st.Mirror >= tip && (n.o.Derive == nil || st.Stuck != nil || st.Feed >= tip)
	})
}
