package sqlite

import (
	"context"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"fivepoints/events"
	"fivepoints/events/audit"

	"golang.org/x/mod/sumdb/tlog"
)

const (
	maxBatch        = 1024     // commits in one transaction
	checkpointEvery = 1024     // commits
	maxWaiting      = 16 << 20 // bytes of blobs waiting in memory
)

// request is one commit on its way to the disk; the writer fills the result
// and closes done.
type request struct {
	commit *events.Commit // nil: only the waiting blobs are to be stored
	stored events.Stored
	frame  []byte
	seq    events.Seq
	dup    bool
	err    error
	done   chan struct{}
}

type blob struct {
	key  string
	data []byte
}

// writer owns the writing connection. One goroutine at a time writes: the one
// whose token is in turn, and everything above the queue is its own. What is
// below the mutex is shared.
type writer struct {
	db     *sql.DB
	conn   *sql.Conn
	begin  *sql.Stmt
	commit *sql.Stmt
	insert *sql.Stmt
	lookup *sql.Stmt

	club   []byte         // signs checkpoints
	tips   map[string]tip // with those of a batch on its way
	tree   audit.Tree
	marked uint64     // size of the last checkpoint
	keyed  events.Seq // last commit whose key is in the table keys
	full   int        // that many young keys are merged

	ready bool // resumed
	ended bool // closed

	queue    chan *request
	turn     chan struct{} // holds one token: that of who writes
	stop     chan struct{} // closed when close begins
	finished chan struct{} // closed when nothing will be written any more
	stopOnce sync.Once

	mu      sync.Mutex
	last    events.Seq
	lasts   map[string]events.Seq    // by stream
	young   map[streamKey]events.Seq // commits after keyed, and those of a batch on its way
	changed chan struct{}            // closed when last grows
	failed  error                    // first write error
	waiting map[string]blob
	writing map[string]blob // those of the batch on its way
	bytes   int             // of waiting
}

type tip struct {
	sid int64
	seq events.Seq
}

func newWriter(path string, l *Log, young int, empty bool) (*writer, error) {
	w := &writer{
		full: young, tips: map[string]tip{}, lasts: map[string]events.Seq{}, young: map[streamKey]events.Seq{},
		waiting: map[string]blob{}, changed: make(chan struct{}),
		queue: make(chan *request, maxBatch), turn: make(chan struct{}, 1), stop: make(chan struct{}), finished: make(chan struct{}),
	}
	if l.keys == nil {
		return nil, errors.New("there is no key store to write with")
	}
	club := l.keys.Find // a log that is there has its key
	if empty {
		club = l.keys.Key
	}
	var err error
	if w.club, err = club("club"); err != nil {
		return nil, fmt.Errorf("getting the club's key: %w", err)
	}
	if w.db, err = sql.Open("sqlite", dsn(path, "rw", "journal_mode(WAL)", "cache_size(-16384)", "synchronous(FULL)", "foreign_keys(1)")); err != nil {
		return nil, err
	}
	if err := w.connect(empty); err != nil {
		return nil, errors.Join(err, w.db.Close())
	}
	return w, nil
}

func (w *writer) connect(empty bool) error {
	ctx := context.Background()
	var err error
	if w.conn, err = w.db.Conn(ctx); err != nil {
		return err
	}
	if empty {
		if _, err := w.conn.ExecContext(ctx, "BEGIN IMMEDIATE;"+schema+"COMMIT;"); err != nil {
			return fmt.Errorf("making its tables: %w", err)
		}
	}
	for _, p := range []struct {
		stmt  **sql.Stmt
		query string
	}{
		{&w.begin, `BEGIN IMMEDIATE`},
		{&w.commit, `COMMIT`},
		{&w.insert, insertCommit},
		{&w.lookup, `SELECT seq FROM keys WHERE sid = ? AND key = ?`},
	} {
		if *p.stmt, err = w.conn.PrepareContext(ctx, p.query); err != nil {
			return fmt.Errorf("preparing to write: %w", err)
		}
	}
	return nil
}

// resumeTree takes the tree of the last checkpoint and adds what came after.
func (w *writer) resumeTree(l *Log) error {
	var peaks []byte
	err := l.db.QueryRow(`SELECT size, peaks FROM checkpoints ORDER BY size DESC LIMIT 1`).Scan(&w.marked, &peaks)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return fmt.Errorf("reading its last checkpoint: %w", err)
	}
	if w.tree, err = audit.Resume(w.marked, peaks); err != nil {
		return err
	}
	rows, err := l.db.Query(`SELECT leaf FROM commits WHERE seq > ? ORDER BY seq`, w.marked)
	if err != nil {
		return fmt.Errorf("reading its leaves: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var leaf []byte
		if err := rows.Scan(&leaf); err != nil || len(leaf) != tlog.HashSize {
			return errors.Join(errors.New("reading its leaves: one is damaged; run `fivepoints verify`"), err)
		}
		w.tree.Add([32]byte(leaf))
	}
	return rows.Err()
}

// submit queues a request and waits for its result. Once queued it is not given
// up, so that the result is always known. Whoever waits and finds nobody
// writing writes for all: a lone appender is not handed from goroutine to
// goroutine, and many share one wait for the disk.
func (w *writer) submit(ctx context.Context, r *request) error {
	select {
	case <-w.stop:
		return events.ErrClosed
	default:
	}
	select {
	case w.queue <- r:
	case <-w.stop:
		return events.ErrClosed
	case <-ctx.Done():
		return ctx.Err()
	}
	for {
		select {
		case <-r.done:
			return nil
		case w.turn <- struct{}{}:
		}
		if w.ended {
			<-w.turn
			return w.late(r)
		}
		if batch := w.collect(); len(batch) > 0 {
			w.batch(batch)
		}
		<-w.turn
	}
}

// late answers a request that met the end of the log.
func (w *writer) late(r *request) error {
	select {
	case <-r.done: // done by the very last batch
		return nil
	default:
		return events.ErrClosed
	}
}

// collect takes what is queued. Callers that the last batch released get the
// chance to run before, as long as more of them come, so that they travel together.
func (w *writer) collect() []*request {
	for n := -1; n < len(w.queue); {
		n = len(w.queue)
		runtime.Gosched()
	}
	var batch []*request
	for len(batch) < maxBatch {
		select {
		case r := <-w.queue:
			batch = append(batch, r)
		default:
			return batch
		}
	}
	return batch
}

// finish writes what is still queued and the checkpoint.
func (w *writer) finish() {
	for len(w.queue) > 0 {
		w.batch(w.collect())
	}
	w.mu.Lock()
	idle := len(w.waiting) == 0
	w.mu.Unlock()
	if !idle || w.tree.Size() > w.marked {
		w.batch(nil)
	}
}

// batch commits the requests in one transaction and tells their callers. With
// no request it stores blobs and the checkpoint.
func (w *writer) batch(batch []*request) {
	w.mu.Lock()
	err := w.failed
	blobs := w.waiting
	if err == nil {
		w.waiting, w.writing, w.bytes = map[string]blob{}, blobs, 0
	}
	w.mu.Unlock()
	if err == nil {
		err = w.write(batch, blobs)
	}
	w.publish(batch, err)
	for _, r := range batch {
		if err != nil {
			r.seq, r.dup, r.err = 0, false, fmt.Errorf("%w since a write failed: %w", events.ErrReadOnly, err)
		}
		close(r.done)
	}
}

// publish makes the result of a batch known to readers.
func (w *writer) publish(batch []*request, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if err != nil {
		w.failed = err
		return
	}
	w.writing = nil
	if w.keyed == events.Seq(w.tree.Size()) {
		clear(w.young)
	}
	for _, r := range batch {
		if r.seq > w.last && !r.dup {
			w.lasts[r.commit.Stream] = r.seq
		}
	}
	if last := events.Seq(w.tree.Size()); last > w.last {
		w.last = last
		close(w.changed)
		w.changed = make(chan struct{})
	}
}

func (w *writer) write(batch []*request, blobs map[string]blob) error {
	if _, err := w.begin.Exec(); err != nil {
		return err
	}
	if err := w.rows(batch, blobs); err != nil {
		_, back := w.conn.ExecContext(context.Background(), "ROLLBACK")
		return errors.Join(err, back)
	}
	_, err := w.commit.Exec()
	return err
}

func (w *writer) rows(batch []*request, blobs map[string]blob) error {
	for _, h := range sorted(blobs) {
		raw, err := hex.DecodeString(h)
		if err != nil {
			return err
		}
		b := blobs[h]
		if _, err := w.conn.ExecContext(context.Background(), `INSERT INTO blobs(h, key, data) VALUES(?, ?, ?) ON CONFLICT DO NOTHING`, raw, b.key, b.data); err != nil {
			return err
		}
	}
	for _, r := range batch {
		if r.commit == nil {
			continue
		}
		if err := w.row(r); err != nil {
			return err
		}
	}
	return w.settle(batch == nil)
}

// settle stores a checkpoint with the first commits and when it is time; with
// some of them, and the last, go the young keys.
func (w *writer) settle(last bool) error {
	full := len(w.young) >= w.full
	if n := w.tree.Size() - w.marked; n == 0 || n < checkpointEvery && w.marked > 0 && !full && !last {
		return nil
	}
	if full || last {
		if err := w.merge(); err != nil {
			return err
		}
	}
	return w.checkpoint()
}

func sorted(blobs map[string]blob) []string {
	names := make([]string, 0, len(blobs))
	for h := range blobs {
		names = append(names, h)
	}
	slices.Sort(names)
	return names
}

// row stores one commit, or finds out why it cannot be; an error is one of the
// disk and ends the batch.
func (w *writer) row(r *request) error {
	c, t := r.commit, w.tips[r.commit.Stream]
	last := events.Seq(w.tree.Size())
	if t.seq != c.Expect || c.Cause > last {
		return w.refuse(r, t)
	}
	if t.sid == 0 {
		var err error
		if t.sid, err = w.stream(c.Stream); err != nil {
			return err
		}
	}
	if w.knownYoung(r) {
		return nil
	}
	t.seq = last + 1
	_, err := w.insert.Exec(int64(t.seq), t.sid, int64(c.Expect), c.Key[:], r.stored.Leaf[:], partSum(&r.stored, r.frame), r.frame)
	if err != nil {
		// The usual reason is an old key; see insertCommit.
		if known := w.known(r, t.sid); known != nil || !r.dup {
			return errors.Join(err, known)
		}
		return nil
	}
	w.tips[c.Stream] = t
	w.remember(c, t.seq)
	w.tree.Add(r.stored.Leaf)
	r.seq = t.seq
	return nil
}

// refuse tells why a commit does not fit: its key is known, or the stream has
// moved on.
func (w *writer) refuse(r *request, t tip) error {
	if err := w.known(r, t.sid); err != nil || r.dup {
		return err
	}
	if t.seq != r.commit.Expect {
		r.err = fmt.Errorf("%w: its last commit is %d, not %d", events.ErrConflict, t.seq, r.commit.Expect)
	} else {
		r.err = fmt.Errorf("its cause, commit %d, is not in the log", r.commit.Cause)
	}
	return nil
}

func (w *writer) stream(name string) (int64, error) {
	res, err := w.conn.ExecContext(context.Background(), `INSERT INTO streams(name) VALUES(?)`, name)
	if err != nil {
		return 0, err
	}
	return res.LastInsertId()
}

func (w *writer) checkpoint() error {
	p := audit.Sign(&w.tree, w.club)
	_, err := w.conn.ExecContext(context.Background(), `INSERT INTO checkpoints(size, root, peaks, mac, keyed) VALUES(?, ?, ?, ?, ?)`, int64(p.Size), p.Root[:], w.tree.Peaks(), p.Mac, int64(w.keyed))
	w.marked = p.Size
	return err
}

// putBlob leaves a blob for the next transaction; when many wait it asks for one.
func (w *writer) putBlob(ctx context.Context, h string, b blob) error {
	w.mu.Lock()
	if _, ok := w.waiting[h]; !ok {
		w.waiting[h] = b
		w.bytes += len(b.data)
	}
	full, failed := w.bytes > maxWaiting, w.failed
	w.mu.Unlock()
	if failed != nil {
		return fmt.Errorf("%w since a write failed: %w", events.ErrReadOnly, failed)
	}
	if !full {
		return nil
	}
	r := &request{done: make(chan struct{})}
	if err := w.submit(ctx, r); err != nil {
		return err
	}
	return r.err
}

func (w *writer) waitingBlob(h string) (blob, bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	b, ok := w.waiting[h]
	if !ok {
		b, ok = w.writing[h]
	}
	return b, ok
}

// tip returns the last durable commit of a stream, or of the log.
func (w *writer) tip(stream string) events.Seq {
	w.mu.Lock()
	defer w.mu.Unlock()
	if stream == "" {
		return w.last
	}
	return w.lasts[stream]
}

func (w *writer) wait(ctx context.Context, after events.Seq) error {
	for {
		w.mu.Lock()
		last, changed := w.last, w.changed
		w.mu.Unlock()
		if last > after {
			return nil
		}
		select {
		case <-changed:
		case <-w.finished:
			return fmt.Errorf("waiting for commit %d: %w", after+1, events.ErrClosed)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// close writes what is queued and ends the connection; a second call does nothing.
func (w *writer) close() error {
	var err error
	w.stopOnce.Do(func() {
		close(w.stop)
		w.turn <- struct{}{}
		if w.ready {
			w.finish()
		}
		w.ended = true
		close(w.finished)
		<-w.turn
		err = errors.Join(w.failed, w.begin.Close(), w.commit.Close(), w.insert.Close(), w.lookup.Close(), w.conn.Close(), w.db.Close())
	})
	return err
}
