package projections

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"slices"

	"fivepoints/events"
	"fivepoints/projections/viewdb"
)

// Projection folds the log into tables of its own.
type Projection interface {
	// Name is that of its cursor.
	Name() string
	// Version changes with the tables or the fold; the tables are then filled anew.
	Version() int
	// Schema creates its tables, dropping what was there.
	Schema() string
	// Fold folds one commit; c is decoded from st, its private parts closed.
	Fold(ctx context.Context, tx *sql.Tx, st events.Stored, c events.Commit) error
}

// batch is how many commits share a transaction.
const batch = 500

// cursors name the commit each projection is at, and its leaf: rows of a log
// that was replaced are not taken for those of this one.
const cursors = `CREATE TABLE IF NOT EXISTS cursors (
	name TEXT PRIMARY KEY, version INTEGER NOT NULL, seq INTEGER NOT NULL, leaf BLOB NOT NULL
) STRICT`

// Run folds what the log holds beyond each projection's cursor.
func Run(ctx context.Context, log events.Log, db *sql.DB, all ...Projection) error {
	r := runner{log: log, db: db, all: all, at: make([]events.Seq, len(all))}
	if err := r.open(ctx); err != nil {
		return fmt.Errorf("preparing the projections: %w", err)
	}
	for {
		more, err := r.step(ctx)
		if err != nil || !more {
			return err
		}
	}
}

// Rebuild fills a new file from the whole log and puts it in the place of path.
func Rebuild(ctx context.Context, log events.Log, path string, all ...Projection) error {
	return viewdb.Replace(path, func(db *sql.DB) error { return Run(ctx, log, db, all...) })
}

// Cursor is how far a projection is.
type Cursor struct {
	Name string
	Seq  events.Seq // 0 when it has to start over
}

// Cursors reads how far each projection is and changes nothing.
func Cursors(ctx context.Context, db *sql.DB, all ...Projection) ([]Cursor, error) {
	var tables int
	if err := db.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_master WHERE name = 'cursors'").Scan(&tables); err != nil {
		return nil, fmt.Errorf("reading the cursors: %w", err)
	}
	out := make([]Cursor, 0, len(all))
	for _, p := range all {
		c := Cursor{Name: p.Name()}
		if tables > 0 {
			err := db.QueryRowContext(ctx, "SELECT seq FROM cursors WHERE name = ? AND version = ?", p.Name(), p.Version()).Scan(&c.Seq)
			if err != nil && err != sql.ErrNoRows {
				return nil, fmt.Errorf("reading the cursor of %s: %w", p.Name(), err)
			}
		}
		out = append(out, c)
	}
	return out, nil
}

type runner struct {
	log events.Log
	db  *sql.DB
	all []Projection
	at  []events.Seq // cursor of each projection
}

// open finds the cursors; a projection that is new or has changed starts over.
func (r *runner) open(ctx context.Context) error {
	return r.tx(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, cursors); err != nil {
			return err
		}
		for i, p := range r.all {
			if err := r.cursor(ctx, tx, i, p); err != nil {
				return fmt.Errorf("%s: %w", p.Name(), err)
			}
		}
		return nil
	})
}

func (r *runner) cursor(ctx context.Context, tx *sql.Tx, i int, p Projection) error {
	var leaf []byte
	row := tx.QueryRowContext(ctx, "SELECT seq, leaf FROM cursors WHERE name = ? AND version = ?", p.Name(), p.Version())
	err := row.Scan(&r.at[i], &leaf)
	if err == nil {
		known, err := r.knows(ctx, r.at[i], leaf)
		if known || err != nil {
			return err
		}
		r.at[i] = 0
	} else if err != sql.ErrNoRows {
		return err
	}
	if _, err := tx.ExecContext(ctx, p.Schema()); err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, "INSERT OR REPLACE INTO cursors VALUES (?, ?, 0, x'')", p.Name(), p.Version())
	return err
}

// knows tells whether the log has that commit.
func (r *runner) knows(ctx context.Context, seq events.Seq, leaf []byte) (bool, error) {
	if seq == 0 {
		return true, nil
	}
	for st, err := range r.log.Read(ctx, "", seq-1) {
		return err == nil && st.Seq == seq && bytes.Equal(st.Leaf[:], leaf), err
	}
	return false, nil
}

// step folds one batch and moves the cursors in the same transaction.
func (r *runner) step(ctx context.Context) (more bool, err error) {
	todo, err := r.read(ctx)
	if err != nil || len(todo) == 0 {
		return false, err
	}
	last := todo[len(todo)-1]
	return len(todo) == batch, r.tx(ctx, func(tx *sql.Tx) error {
		// another process may have been here since the cursors were read
		if err := r.cursors(ctx, tx); err != nil {
			return err
		}
		for _, st := range todo {
			if err := r.fold(ctx, tx, st); err != nil {
				return err
			}
		}
		return r.move(ctx, tx, last)
	})
}

// cursors reads how far each projection is.
func (r *runner) cursors(ctx context.Context, tx *sql.Tx) error {
	for i, p := range r.all {
		if err := tx.QueryRowContext(ctx, "SELECT seq FROM cursors WHERE name = ?", p.Name()).Scan(&r.at[i]); err != nil {
			return fmt.Errorf("reading the cursor of %s: %w", p.Name(), err)
		}
	}
	return nil
}

func (r *runner) move(ctx context.Context, tx *sql.Tx, last events.Stored) error {
	for i, p := range r.all {
		if _, err := tx.ExecContext(ctx, "UPDATE cursors SET seq = ?1, leaf = ?2 WHERE name = ?3 AND seq < ?1", last.Seq, last.Leaf[:], p.Name()); err != nil {
			return err
		}
		r.at[i] = max(r.at[i], last.Seq)
	}
	return nil
}

func (r *runner) read(ctx context.Context) ([]events.Stored, error) {
	if len(r.at) == 0 {
		return nil, nil
	}
	after := slices.Min(r.at)
	var todo []events.Stored
	for st, err := range r.log.Read(ctx, "", after) {
		if err != nil {
			return nil, fmt.Errorf("reading the log after commit %d: %w", after, err)
		}
		if todo = append(todo, st); len(todo) == batch {
			break
		}
	}
	return todo, nil
}

func (r *runner) fold(ctx context.Context, tx *sql.Tx, st events.Stored) error {
	c, err := events.Decode(st)
	if err != nil {
		return fmt.Errorf("reading commit %d: %w", st.Seq, err)
	}
	for i, p := range r.all {
		if st.Seq <= r.at[i] {
			continue
		}
		if err := p.Fold(ctx, tx, st, c); err != nil {
			return fmt.Errorf("projecting commit %d into %s: %w", st.Seq, p.Name(), err)
		}
	}
	return nil
}

func (r *runner) tx(ctx context.Context, do func(*sql.Tx) error) error {
	tx, err := r.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() // does nothing after Commit
	if err := do(tx); err != nil {
		return err
	}
	return tx.Commit()
}
