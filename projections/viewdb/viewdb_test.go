package viewdb_test

import (
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fivepoints/projections/viewdb"
)

func open(t *testing.T, path string) *sql.DB {
	t.Helper()
	db, err := viewdb.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

func exec(t *testing.T, db *sql.DB, query string) {
	t.Helper()
	if _, err := db.Exec(query); err != nil {
		t.Fatal(err)
	}
}

// Whatever is in the way is set aside, never lost.
func TestUnusableFilesAreSetAside(t *testing.T) {
	t.Parallel()
	foreign := func(path string) {
		db, err := sql.Open("sqlite", path)
		if err != nil {
			t.Fatal(err)
		}
		exec(t, db, "CREATE TABLE mine (x); INSERT INTO mine VALUES ('keep me')")
		db.Close()
	}
	for name, spoil := range map[string]func(string){
		"garbage": func(path string) { os.WriteFile(path, []byte(strings.Repeat("keep me ", 1000)), 0o600) },
		"foreign": foreign,
	} {
		path := filepath.Join(t.TempDir(), "views.db")
		spoil(path)
		db := open(t, path)
		exec(t, db, "CREATE TABLE ours (x)")
		old, err := os.ReadFile(path + ".old")
		if err != nil || !strings.Contains(string(old), "keep me") {
			t.Errorf("%s: the old file is gone: %v", name, err)
		}
	}
}

func TestOurFileIsKept(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "views.db")
	db := open(t, path)
	exec(t, db, "CREATE TABLE a (x); INSERT INTO a VALUES (1)")
	db.Close()
	dump, err := viewdb.Dump(open(t, path))
	if err != nil || dump != "a (x)\n\t\"1\"\n" {
		t.Errorf("%q %v", dump, err)
	}
}

// A file that is spoiled inside opens, and shows it with a query; then a new one
// takes its place. What stands in it is nobody else's to read.
func TestSpoiledInside(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "views.db")
	db := open(t, path)
	exec(t, db, "CREATE TABLE a (x)")
	db.Close()
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 || info.Size() < 8192 {
		t.Fatalf("it is %v, %v", info, err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	keep := strings.Repeat("keep me ", 512)
	if err := os.WriteFile(path, append(data[:4096], keep...), 0o600); err != nil {
		t.Fatal(err)
	}
	db = open(t, path)
	if _, err = db.Exec("INSERT INTO a VALUES (1)"); !viewdb.Damaged(err) || viewdb.Damaged(nil) || viewdb.Damaged(os.ErrNotExist) {
		t.Errorf("a spoiled file: %v", err)
	}
	db.Close()
	if db, err = viewdb.Renew(path); err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	exec(t, db, "CREATE TABLE a (x)")
	if old, err := os.ReadFile(path + ".old"); err != nil || !strings.HasSuffix(string(old), keep) {
		t.Errorf("the old file is gone: %v", err)
	}
}

// A file that another process is writing is not unusable.
func TestLockedFileIsNotSetAside(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "views.db")
	db := open(t, path)
	exec(t, db, "CREATE TABLE a (x)")
	tx, err := db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback()
	if _, err := viewdb.Open(path); err != nil {
		t.Logf("the second opening failed: %v", err)
	}
	if _, err := os.Stat(path + ".old"); !errors.Is(err, os.ErrNotExist) {
		t.Error("a file in use was set aside")
	}
}

func TestReplaceSwapsOnlyWhenBuilt(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "views.db")
	create := func(name string) func(*sql.DB) error {
		return func(db *sql.DB) error {
			_, err := db.Exec("CREATE TABLE " + name + " (x)")
			return err
		}
	}
	if err := viewdb.Replace(path, create("first")); err != nil {
		t.Fatal(err)
	}
	if err := viewdb.Replace(path, create("bad name")); err == nil {
		t.Error("a failed build was taken")
	}
	if dump, _ := viewdb.Dump(open(t, path)); dump != "first (x)\n" {
		t.Errorf("after a failed build: %q", dump)
	}
	names, err := filepath.Glob(filepath.Join(filepath.Dir(path), "*.new*"))
	if err != nil || len(names) > 0 {
		t.Errorf("left behind: %v %v", names, err)
	}
}

// A rebuild that dies leaves the old view as it was, wherever it dies; what it
// had begun is in nobody's way.
func TestDeadRebuildLeavesTheOldView(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "views.db")
	db := open(t, path)
	exec(t, db, "CREATE TABLE old (x); INSERT INTO old VALUES (1)")
	db.Close()
	died := t.TempDir()
	err := viewdb.Replace(path, func(db *sql.DB) error {
		exec(t, db, "CREATE TABLE new (x)")
		return os.CopyFS(died, os.DirFS(dir)) // what a power cut would leave
	})
	if err != nil {
		t.Fatal(err)
	}
	left := filepath.Join(died, "views.db")
	if dump, err := viewdb.Dump(open(t, left)); err != nil || dump != "old (x)\n\t\"1\"\n" {
		t.Errorf("after a death in the middle: %q, %v", dump, err)
	}
	if err := viewdb.Replace(left, func(db *sql.DB) error {
		_, err := db.Exec("CREATE TABLE again (x)")
		return err
	}); err != nil {
		t.Fatal(err)
	}
	if dump, err := viewdb.Dump(open(t, left)); err != nil || dump != "again (x)\n" {
		t.Errorf("rebuilt after that: %q, %v", dump, err)
	}
}

// What a process that died left in the journal of the old view is no danger to
// the new one.
func TestReplaceAViewWithAJournal(t *testing.T) {
	t.Parallel()
	dir, died := t.TempDir(), t.TempDir()
	db := open(t, filepath.Join(dir, "views.db"))
	exec(t, db, "CREATE TABLE old (x); INSERT INTO old VALUES (1)")
	if err := os.CopyFS(died, os.DirFS(dir)); err != nil { // with its journal
		t.Fatal(err)
	}
	path := filepath.Join(died, "views.db")
	if _, err := os.Stat(path + "-wal"); err != nil {
		t.Fatalf("the old view has no journal: %v", err)
	}
	if err := viewdb.Replace(path, func(db *sql.DB) error {
		_, err := db.Exec("CREATE TABLE new (x)")
		return err
	}); err != nil {
		t.Fatal(err)
	}
	if dump, err := viewdb.Dump(open(t, path)); err != nil || dump != "new (x)\n" {
		t.Errorf("%q, %v", dump, err)
	}
}
