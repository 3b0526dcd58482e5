package sqlite

import (
	"cmp"
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"sync"

	"fivepoints/events"
	"fivepoints/events/audit"

	_ "modernc.org/sqlite" // the driver
)

// Options says how a log is opened.
type Options struct {
	Keys     events.Keys // seals and opens parts and blobs
	Rand     io.Reader   // salts and nonces; nil is crypto/rand
	ReadOnly bool        // beside another process that writes
	Damaged  bool        // read-only, to look for what is wrong: only the format is checked on opening

	young int // for tests: instead of maxYoung
}

// Log is a log in a file. It implements events.Log.
type Log struct {
	path string
	keys events.Keys
	rand io.Reader
	db   *sql.DB // for reading
	read readers
	w    *writer // nil when read-only
}

// Open opens the log in the file at path, made when missing unless read-only.
// A file that is no log of this program, is from a newer one, lacks commits,
// tables or triggers, or was written with another key of the club is refused.
func Open(path string, o Options) (*Log, error) {
	l, err := open(path, o)
	if err != nil {
		return nil, fmt.Errorf("opening the log %s: %w", path, err)
	}
	return l, nil
}

func open(path string, o Options) (*Log, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	readOnly := o.ReadOnly || o.Damaged
	if err := prepareFile(abs, readOnly); err != nil {
		return nil, err
	}
	l := &Log{path: abs, keys: o.Keys, rand: &lockedRand{r: o.Rand}}
	if o.Rand == nil {
		l.rand = rand.Reader
	}
	if l.db, err = sql.Open("sqlite", dsn(abs, "ro", "query_only(1)")); err != nil {
		return nil, err
	}
	l.db.SetMaxIdleConns(4)
	if err := l.begin(abs, readOnly, o); err != nil {
		return nil, errors.Join(err, l.Close())
	}
	return l, nil
}

func (l *Log) begin(path string, readOnly bool, o Options) error {
	empty, err := checkFormat(l.db)
	if err != nil {
		return err
	}
	if readOnly && empty {
		return errors.New("it is empty")
	}
	if !o.Damaged && !empty {
		if err := l.checkOpening(path, readOnly); err != nil {
			return err
		}
	}
	if !readOnly {
		if l.w, err = newWriter(path, l, cmp.Or(o.young, maxYoung), empty); err != nil {
			return err
		}
	}
	if err := l.read.prepare(l.db); err != nil {
		return err
	}
	if l.w != nil {
		if err := l.w.resumeTree(l); err != nil {
			return err
		}
		if err := l.w.resumeKeys(l); err != nil {
			return err
		}
		l.w.ready = true
	}
	return nil
}

// Close stores a checkpoint and ends the log.
func (l *Log) Close() error {
	// The last connection to close folds the WAL into the file, and only the
	// writer's may.
	err := errors.Join(l.read.close(), l.db.Close())
	if l.w != nil {
		err = errors.Join(err, l.w.close())
	}
	return err
}

// Keys implements events.Log.
func (l *Log) Keys() events.Keys { return l.keys }

// prepareFile makes a missing file for its owner only; SQLite gives its
// companions the same mode.
func prepareFile(path string, readOnly bool) error {
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return errors.New("it is a folder")
	case err == nil || readOnly || !errors.Is(err, fs.ErrNotExist):
		return err
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	if err := errors.Join(f.Sync(), f.Close()); err != nil {
		return err
	}
	d, err := os.Open(filepath.Dir(path))
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// dsn keeps every setting in one place; pragmas come in the order given.
func dsn(path, mode string, pragmas ...string) string {
	q := url.Values{"mode": {mode}, "_dqs": {"0"}, "_defensive": {"1"}, "_error_rc": {"1"}, "_pragma": append([]string{"busy_timeout(5000)", "trusted_schema(0)", "cell_size_check(1)"}, pragmas...)}
	return (&url.URL{Scheme: "file", Path: path, RawQuery: q.Encode()}).String()
}

// checkFormat refuses what is not a log this program can read. An empty file
// is a log to be.
func checkFormat(db *sql.DB) (empty bool, err error) {
	var id, version, tables int
	row := db.QueryRow(`SELECT (SELECT application_id FROM pragma_application_id), (SELECT user_version FROM pragma_user_version), (SELECT count(*) FROM sqlite_schema)`)
	if err := row.Scan(&id, &version, &tables); err != nil {
		return false, fmt.Errorf("it cannot be read as a log: %w", err)
	}
	switch {
	case id == 0 && version == 0 && tables == 0:
		return true, nil
	case id != applicationID:
		return false, errors.New("it is a database of another program, not a fivepoints log")
	case version > schemaVersion:
		return false, fmt.Errorf("it was written by a newer fivepoints (format %d, this one knows %d); install that one", version, schemaVersion)
	case version < 1:
		return false, fmt.Errorf("its format %d is unknown", version)
	}
	return false, nil
}

// checkOpening looks, cheaply, for what must not be worked with.
func (l *Log) checkOpening(path string, readOnly bool) error {
	if !readOnly { // beside a writer the size of the file may change any time
		if err := checkLength(path); err != nil {
			return err
		}
	}
	if err := l.checkSchema(context.Background()); err != nil {
		return fmt.Errorf("%w; run `fivepoints verify` and restore a backup", err)
	}
	if err := l.checkGapless(); err != nil {
		return err
	}
	return l.checkClub()
}

// ErrOtherKey says that the key club is not the one a log was written with.
var ErrOtherKey = errors.New("the key club is not the one its newest checkpoint was made with; put keys/club back from a copy (if it is the right one, that checkpoint was changed: run `fivepoints verify`)")

// checkClub compares the club's key with the newest checkpoint: with another
// one senders become strangers, and checkpoints worthless. A log has a
// checkpoint from its first commit on.
func (l *Log) checkClub() error {
	var root []byte
	var p audit.Checkpoint
	err := l.db.QueryRow(`SELECT size, root, mac FROM checkpoints ORDER BY size DESC LIMIT 1`).Scan(&p.Size, &root, &p.Mac)
	if errors.Is(err, sql.ErrNoRows) || l.keys == nil {
		return nil
	}
	if err != nil || len(root) != len(p.Root) {
		return errors.Join(errors.New("reading its newest checkpoint: it is damaged; run `fivepoints verify`"), err)
	}
	p.Root = [32]byte(root)
	club, err := l.keys.Find("club")
	if err != nil {
		return fmt.Errorf("reading the key club: %w", err)
	}
	if !p.Signed(club) {
		return ErrOtherKey
	}
	return nil
}

// checkGapless compares the rows with their numbers and the newest checkpoint.
// They are counted in the indexes of prev, which are far smaller than the table.
func (l *Log) checkGapless() error {
	var count, last, point int64
	row := l.db.QueryRow(`SELECT (SELECT count(*) FROM commits WHERE prev > 0) + (SELECT count(*) FROM commits WHERE prev = 0),
		(SELECT coalesce(max(seq), 0) FROM commits), (SELECT coalesce(max(size), 0) FROM checkpoints)`)
	if err := row.Scan(&count, &last, &point); err != nil {
		return fmt.Errorf("counting its commits: %w", err)
	}
	if count != last || count < point {
		return fmt.Errorf("it has %d commits, the last of them is number %d, and a checkpoint of %d was made: commits are missing; run `fivepoints verify` and restore a backup", count, last, point)
	}
	return nil
}

// Checkpoints returns the stored heads of the Merkle tree, oldest first.
func (l *Log) Checkpoints(ctx context.Context) ([]audit.Checkpoint, error) {
	rows, err := l.db.QueryContext(ctx, `SELECT size, root, mac FROM checkpoints ORDER BY size`)
	if err != nil {
		return nil, fmt.Errorf("reading the checkpoints: %w", err)
	}
	defer rows.Close()
	var out []audit.Checkpoint
	for rows.Next() {
		var c audit.Checkpoint
		var root []byte
		if err := rows.Scan(&c.Size, &root, &c.Mac); err != nil {
			return nil, fmt.Errorf("reading the checkpoints: %w", err)
		}
		copy(c.Root[:], root)
		out = append(out, c)
	}
	return out, rows.Err()
}

// Tree returns the Merkle tree of the first size commits. It starts from the
// newest checkpoint below, so it reads at most as many leaves as lie between two.
func (l *Log) Tree(ctx context.Context, size uint64) (audit.Tree, error) {
	t, err := l.treeOf(ctx, size)
	if err != nil {
		return audit.Tree{}, fmt.Errorf("computing the tree of %d commits: %w", size, err)
	}
	return t, nil
}

func (l *Log) treeOf(ctx context.Context, size uint64) (audit.Tree, error) {
	var marked uint64
	var peaks []byte
	err := l.db.QueryRowContext(ctx, `SELECT size, peaks FROM checkpoints WHERE size <= ? ORDER BY size DESC LIMIT 1`, int64(size)).Scan(&marked, &peaks)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return audit.Tree{}, err
	}
	t, err := audit.Resume(marked, peaks)
	if err != nil {
		return t, err
	}
	rows, err := l.db.QueryContext(ctx, `SELECT leaf FROM commits WHERE seq > ? AND seq <= ? ORDER BY seq`, marked, int64(size))
	if err != nil {
		return t, err
	}
	defer rows.Close()
	for rows.Next() {
		var leaf []byte
		if err := rows.Scan(&leaf); err != nil || len(leaf) != len([32]byte{}) {
			return t, errors.Join(errors.New("a leaf is damaged; run `fivepoints verify`"), err)
		}
		t.Add([32]byte(leaf))
	}
	if err := rows.Err(); err != nil {
		return t, err
	}
	if t.Size() != size {
		return t, fmt.Errorf("there are only %d", t.Size())
	}
	return t, nil
}

// lockedRand lets several goroutines seal from one source.
type lockedRand struct {
	mu sync.Mutex
	r  io.Reader
}

func (r *lockedRand) Read(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.r.Read(p)
}
