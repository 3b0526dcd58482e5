package outbox_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"fivepoints/events"
	"fivepoints/events/sqlite"
	"fivepoints/mail/outbox"
)

var errKilled = errors.New("killed")

// doom kills a program at one of its steps: before or after something happened
// outside its memory.
type doom struct{ left int }

func (d *doom) step() error {
	if d.left--; d.left < 0 {
		return errKilled
	}
	return nil
}

// mortal is a log, and a server, as one program sees them until it is killed.
type mortal struct {
	events.Log
	*postman
	doom *doom
}

func (m mortal) Append(ctx context.Context, c events.Commit) (events.Seq, bool, error) {
	if err := m.doom.step(); err != nil {
		return 0, false, err
	}
	seq, dup, err := m.Log.Append(ctx, c)
	if err := m.doom.step(); err != nil {
		return 0, false, err
	}
	return seq, dup, err
}

func (m mortal) Tip(ctx context.Context, stream string) (events.Seq, error) {
	if m.doom.left < 0 {
		return 0, errKilled
	}
	return m.Log.Tip(ctx, stream)
}

func (m mortal) Close() error { return nil }

func (m mortal) Dial(ctx context.Context) (outbox.Session, error) {
	if err := m.doom.step(); err != nil {
		return nil, err
	}
	_, err := m.postman.Dial(ctx)
	return m, err
}

func (m mortal) Send(ctx context.Context, from, to string, mail []byte) error {
	if err := m.doom.step(); err != nil {
		return err
	}
	if err := m.postman.Send(ctx, from, to, mail); err != nil {
		return err
	}
	return m.doom.step()
}

// Killed at every step, the next program sends what is left: each post at least
// once, each copy the same bytes, one record for each, and then nothing more.
func TestKilledAtEveryStep(t *testing.T) {
	t.Parallel()
	logs := map[string]func(*testing.T) func() events.Log{
		"memory": func(*testing.T) func() events.Log {
			log := events.NewMemory(events.NewMemoryKeys("test"))
			return func() events.Log { return log }
		},
		"sqlite": func(t *testing.T) func() events.Log {
			path, keys := filepath.Join(t.TempDir(), "log.db"), events.NewMemoryKeys("test")
			var last *sqlite.Log
			return func() events.Log {
				if last != nil {
					last.Close()
				}
				log, err := sqlite.Open(path, sqlite.Options{Keys: keys})
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(func() { log.Close() })
				last = log
				return log
			}
		},
	}
	for name, open := range logs {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			steps := 0
			for killed := true; killed; steps++ {
				killed = killedAt(t, open(t), steps)
			}
			if steps < 15 {
				t.Errorf("there were only %d steps", steps)
			}
		})
	}
}

// killedAt tells whether the program was killed at all.
func killedAt(t *testing.T, open func() events.Log, step int) bool {
	t.Helper()
	h := newHouse(t)
	h.log = open()
	h.run(h.sender("n0"))
	for n := range 3 {
		h.queue("ny12", "report", "whyos", "pann")
		h.queue(fmt.Sprintf("ny%d", 20+n), "receipt", "bowery", "pbob")
	}
	h.post.say = func(to string) error {
		if to == "bob@example.org" && len(h.post.mails) == 3 {
			return &outbox.Refusal{Status: "5.1.1", Text: "gone"}
		}
		return nil
	}
	d := &doom{left: step}
	c := h.config("n1")
	c.Transport = mortal{h.log, h.post, d}
	s, err := outbox.New(mortal{h.log, h.post, d}, c)
	if err != nil {
		t.Fatal(err)
	}
	_, err = s.Run(context.Background())
	killed := d.left < 0
	if !killed && err != nil {
		t.Fatal(err)
	}
	h.log = open()
	h.now = h.now.Add(6 * time.Minute)
	h.run(h.sender("n2"))
	h.delivered(step)
	before := len(h.post.mails)
	if p := h.run(h.sender("n3")); p.Sent != 0 || p.Waiting != 0 || len(h.post.mails) != before {
		t.Errorf("killed at step %d: a third program still finds something to do: %+v", step, p)
	}
	return killed
}

// delivered checks what arrived and what is recorded.
func (h *house) delivered(step int) {
	h.t.Helper()
	copies := map[string]string{}
	for _, m := range h.post.mails {
		id := field(m.text, "Message-Id")
		if old, again := copies[id]; again && old != m.text || id == "" {
			h.t.Errorf("killed at step %d: two mails %s differ:\n%s\n%s", step, id, old, m.text)
		}
		copies[id] = m.text
	}
	ended := map[string]int{}
	n := 0
	for _, game := range []string{"ny12", "ny20", "ny21", "ny22"} {
		for _, f := range h.facts(game, 0) {
			var seq int
			if _, err := fmt.Sscanf(f, "sent %d", &seq); err == nil {
				n++
			} else if _, err := fmt.Sscanf(f, "failed %d", &seq); err != nil {
				continue
			}
			ended[fmt.Sprint(seq)]++
		}
	}
	if len(ended) != 6 || len(copies) < n {
		h.t.Errorf("killed at step %d: %d posts ended, %d sent, %d different mails", step, len(ended), n, len(copies))
	}
	for seq, n := range ended {
		if n != 1 {
			h.t.Errorf("killed at step %d: post %s ended %d times", step, seq, n)
		}
	}
}

// A log that cannot be written for a while: what left is recorded later, and
// does not leave again.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.run(h.sender("n0"))
	first := h.queue("ny12", "report", "whyos", "pann")
	full := &stuffed{Log: h.log}
	c := h.config("n1")
	s, err := outbox.New(full, c)
	if err != nil {
		t.Fatal(err)
	}
	h.post.say = func(string) error { full.full = true; return nil }
	for range 3 {
		if _, err := s.Run(context.Background()); !errors.Is(err, errFull) {
			t.Fatalf("got %v", err)
		}
	}
	full.full = false
	if p := h.run(s); p.Sent != 1 || len(h.post.mails) != 1 {
		t.Errorf("%+v, %d mails", p, len(h.post.mails))
	}
	same(t, "facts", h.facts("ny12", first), []string{fmt.Sprintf("claimed [%d] n1", first), fmt.Sprintf("sent %d", first)})
}

var errFull = errors.New("no space left on device")

type stuffed struct {
	events.Log
	full bool
}

func (s *stuffed) Append(ctx context.Context, c events.Commit) (events.Seq, bool, error) {
	if s.full {
		return 0, false, errFull
	}
	return s.Log.Append(ctx, c)
}

// crowd is a server that notices when a mail is on its way twice.
type crowd struct {
	mu    sync.Mutex
	under map[string]bool
	seen  map[string]int
	twice int
}

func (c *crowd) Dial(context.Context) (outbox.Session, error) { return c, nil }
func (c *crowd) Close() error                                 { return nil }

func (c *crowd) Send(_ context.Context, from, _ string, _ []byte) error {
	c.mu.Lock()
	if c.under[from] || c.seen[from] > 0 {
		c.twice++
	}
	c.under[from] = true
	c.mu.Unlock()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.under[from] = false
	c.seen[from]++
	return nil
}

// Many programs work on one log while posts come in: each post is sent by one.
func TestManyNodes(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.run(h.sender("n0"))
	server := &crowd{under: map[string]bool{}, seen: map[string]int{}}
	const nodes, rounds = 4, 30
	var all sync.WaitGroup
	for n := range nodes {
		c := h.config(fmt.Sprint("n", n))
		c.Transport = server
		s, err := outbox.New(h.log, c)
		if err != nil {
			t.Fatal(err)
		}
		all.Go(func() {
			for range rounds {
				if _, err := s.Run(context.Background()); err != nil {
					t.Error(err)
				}
			}
		})
	}
	for n := range 100 {
		person := fmt.Sprint("p", n%7)
		h.who[person] = person + "@example.org"
	}
	all.Go(func() {
		for n := range 100 {
			h.queueBesideOthers(fmt.Sprint("ny", 20+n%3), fmt.Sprint("p", n%7))
		}
	})
	all.Wait()
	h.run(h.sender("last"))
	c := h.config("last")
	c.Transport = server
	s, err := outbox.New(h.log, c)
	if err != nil {
		t.Fatal(err)
	}
	h.run(s)
	if server.twice > 0 || len(server.seen)+len(h.post.mails) != 100 {
		t.Errorf("%d mails, %d of them twice", len(server.seen)+len(h.post.mails), server.twice)
	}
}

func (h *house) queueBesideOthers(game, person string) {
	blob, err := h.log.PutBlob(context.Background(), "people/"+person, []byte("x"))
	if err != nil {
		h.t.Error(err)
	}
	q := events.Queued{Kind: "report", Seat: "whyos", Person: person, Lang: "en", Format: "md", Template: 1, Blob: blob}
	pub, err := events.Marshal(q)
	if err != nil {
		h.t.Error(err)
	}
	for n := 0; ; n++ {
		tip, err := h.log.Tip(context.Background(), "outbox/"+game)
		if err != nil {
			h.t.Error(err)
			return
		}
		_, _, err = h.log.Append(context.Background(), events.Commit{
			Stream: "outbox/" + game, Expect: tip, Key: events.NewKey("post", fmt.Sprint(tip)), At: begin,
			Facts: []events.Fact{{Type: events.TypeQueued, V: 1, Pub: pub}},
		})
		if !errors.Is(err, events.ErrConflict) {
			if err != nil {
				h.t.Error(err)
			}
			return
		}
	}
}
