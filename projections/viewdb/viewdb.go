package viewdb

import (
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"

	"modernc.org/sqlite"
)

// format is the application_id of views.db: "fpv" and the number of its layout.
const format = 0x66707602

// errForeign says that a file is no views.db of this layout.
var errForeign = errors.New("a database of another kind")

// Open opens views.db, and makes it when it is missing. A file that is damaged
// or not ours is set aside under the name path.old.
func Open(path string) (*sql.DB, error) {
	db, err := open(path)
	if err == nil {
		return db, nil
	}
	if !Damaged(err) {
		return nil, fmt.Errorf("opening %s: %w", path, err)
	}
	return Renew(path)
}

// Renew sets the file aside under the name path.old and makes a new one. Nobody
// may hold it open.
func Renew(path string) (*sql.DB, error) {
	if err := setAside(path); err != nil {
		return nil, fmt.Errorf("setting %s aside: %w", path, err)
	}
	db, err := open(path)
	if err != nil {
		return nil, fmt.Errorf("opening %s: %w", path, err)
	}
	return db, nil
}

// Damaged tells by the error of a query that the file is no use, not merely locked.
func Damaged(err error) bool {
	const corrupt, notADB = 11, 26 // SQLite result codes
	var failed *sqlite.Error
	return errors.Is(err, errForeign) ||
		errors.As(err, &failed) && (failed.Code()&0xff == corrupt || failed.Code()&0xff == notADB)
}

func setAside(path string) error {
	if err := remove(path + ".old"); err != nil {
		return err
	}
	if err := os.Rename(path, path+".old"); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return remove(path) // its journal
}

func open(path string) (*sql.DB, error) {
	f, err := os.OpenFile(path, os.O_CREATE, 0o600) // SQLite would let others read it
	if err != nil {
		return nil, err
	}
	if err := f.Close(); err != nil {
		return nil, err
	}
	dsn := "file:" + (&url.URL{Path: path}).EscapedPath() +
		"?_pragma=busy_timeout(5000)&_pragma=journal_mode(WAL)&_pragma=synchronous(NORMAL)&_txlock=immediate"
	db, err := sql.Open("sqlite", dsn)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1) // one writer; readers are other processes
	if err := claim(db); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// claim marks a new file as ours and refuses any other that is not.
func claim(db *sql.DB) error {
	var id, tables int
	if err := db.QueryRow("PRAGMA application_id").Scan(&id); err != nil {
		return err
	}
	if err := db.QueryRow("SELECT count(*) FROM sqlite_master").Scan(&tables); err != nil {
		return err
	}
	if id == format {
		return nil
	}
	if id != 0 || tables > 0 {
		return fmt.Errorf("%w (application_id %#x)", errForeign, id)
	}
	_, err := db.Exec(fmt.Sprintf("PRAGMA application_id = %d", format))
	return err
}

func remove(path string) error { return removeAll(path, path+"-wal", path+"-shm") }

func removeAll(paths ...string) error {
	for _, p := range paths {
		if err := os.Remove(p); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return nil
}

// Replace builds a new file beside path and puts it in its place when build
// succeeds; otherwise what was there stays. Nobody may hold path open.
func Replace(path string, build func(*sql.DB) error) error {
	fresh := path + ".new"
	if err := remove(fresh); err != nil {
		return fmt.Errorf("building %s: %w", fresh, err)
	}
	db, err := open(fresh)
	if err != nil {
		return fmt.Errorf("building %s: %w", fresh, err)
	}
	err = build(db)
	if err == nil {
		_, err = db.Exec("PRAGMA journal_mode = DELETE") // one file to rename
	}
	if err := errors.Join(err, db.Close()); err != nil {
		return errors.Join(fmt.Errorf("building %s: %w", fresh, err), remove(fresh))
	}
	if err := settle(path); err != nil {
		return fmt.Errorf("replacing %s: %w", path, err)
	}
	return os.Rename(fresh, path)
}

// settle makes of the old file one without companions, which the new one may
// replace in a single step: whoever dies in between leaves the old view whole. One
// that is no use, or that somebody reads at this moment, goes at once.
func settle(path string) error {
	if !folded(path) {
		return remove(path)
	}
	return removeAll(path+"-wal", path+"-shm")
}

// folded writes the journal of a file back into it.
func folded(path string) bool {
	if _, err := os.Stat(path); err != nil {
		return false
	}
	db, err := open(path)
	if err != nil {
		return false
	}
	defer db.Close()
	var busy, pages, done int
	err = db.QueryRow("PRAGMA wal_checkpoint(TRUNCATE)").Scan(&busy, &pages, &done)
	return err == nil && busy == 0
}

// Dump writes all tables in a fixed order, for comparing two files.
func Dump(db *sql.DB) (string, error) {
	names, err := tables(db)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for _, name := range names {
		if err := dump(&b, db, name); err != nil {
			return "", fmt.Errorf("reading table %s: %w", name, err)
		}
	}
	return b.String(), nil
}

func tables(db *sql.DB) ([]string, error) {
	rows, err := db.Query("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var names []string
	for rows.Next() {
		var n string
		if err := rows.Scan(&n); err != nil {
			return nil, err
		}
		names = append(names, n)
	}
	return names, rows.Err()
}

func dump(b *strings.Builder, db *sql.DB, table string) error {
	rows, err := db.Query(`SELECT * FROM "` + table + `"`)
	if err != nil {
		return err
	}
	cols, err := rows.Columns()
	if err := errors.Join(err, rows.Close()); err != nil {
		return err
	}
	by := make([]string, len(cols))
	for i := range by {
		by[i] = fmt.Sprint(i + 1)
	}
	fmt.Fprintf(b, "%s (%s)\n", table, strings.Join(cols, ", "))
	rows, err = db.Query(`SELECT * FROM "` + table + `" ORDER BY ` + strings.Join(by, ", "))
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		vals, ptrs := make([]any, len(cols)), make([]any, len(cols))
		for i := range vals {
			ptrs[i] = &vals[i]
		}
		if err := rows.Scan(ptrs...); err != nil {
			return err
		}
		fmt.Fprintf(b, "\t%q\n", fmt.Sprint(vals...))
	}
	return rows.Err()
}
