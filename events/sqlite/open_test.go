package sqlite_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fivepoints/events"
	"fivepoints/events/audit"
	"fivepoints/events/sqlite"
)

func TestOpenRefuses(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	newer, keys := smallLog(t)
	change(t, newer, `PRAGMA user_version = 2`)
	foreign := filepath.Join(dir, "foreign.db")
	db, err := sql.Open("sqlite", foreign)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(`CREATE TABLE cats(name)`); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	text := filepath.Join(dir, "text")
	if err := os.WriteFile(text, []byte(strings.Repeat("no database ", 500)), 0o600); err != nil {
		t.Fatal(err)
	}
	empty := filepath.Join(dir, "empty")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		path, want string
		readOnly   bool
	}{
		{newer, "newer fivepoints", false},
		{newer, "newer fivepoints", true},
		{foreign, "another program", false},
		{text, "cannot be read as a log", false},
		{empty, "empty", true},
		{dir, "folder", false},
		{filepath.Join(dir, "none", "log.db"), "no such file", false},
	} {
		before, _ := os.ReadFile(c.path)
		log, err := sqlite.Open(c.path, sqlite.Options{Keys: keys, ReadOnly: c.readOnly})
		if err == nil {
			t.Errorf("%s was opened", c.path)
			log.Close()
		} else if !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v; want %q in it", err, c.want)
		}
		if after, _ := os.ReadFile(c.path); string(after) != string(before) {
			t.Errorf("%s was changed", c.path)
		}
	}
	if _, err := sqlite.Open(filepath.Join(dir, "missing"), sqlite.Options{Keys: keys, ReadOnly: true}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a missing log, read-only: %v", err)
	}
	if _, err := sqlite.Open(filepath.Join(dir, "keyless"), sqlite.Options{}); err == nil {
		t.Error("a log without keys was opened for writing")
	}
}

func TestFileModes(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "log.db")
	log := open(t, path, sqlite.Options{})
	(&appender{log: log, stream: "game/aa", facts: moves(t, 1)}).append(t)
	for _, suffix := range []string{"", "-wal", "-shm"} {
		info, err := os.Stat(path + suffix)
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("log.db%s: %v, %v", suffix, info, err)
		}
	}
}

// TestReadBeside reads a log while another has it open for writing.
func TestReadBeside(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a?b#c%20.db") // names that mean something in an address
	log := open(t, path, sqlite.Options{})
	if _, err := os.Stat(path); err != nil {
		t.Fatal(err)
	}
	a := &appender{log: log, stream: "game/aa", facts: moves(t, 1)}
	a.append(t)
	reader := open(t, path, sqlite.Options{Keys: log.Keys(), ReadOnly: true})
	if _, _, err := reader.Append(t.Context(), events.Commit{}); !errors.Is(err, events.ErrReadOnly) {
		t.Errorf("append to a reader: %v", err)
	}
	if _, err := reader.PutBlob(t.Context(), "club", nil); !errors.Is(err, events.ErrReadOnly) {
		t.Errorf("blob to a reader: %v", err)
	}
	n := 0
	for st, err := range events.Follow(t.Context(), reader, "game/aa", 0) {
		if n++; err != nil || st.Seq != events.Seq(n) {
			t.Fatalf("commit %d: %d, %v", n, st.Seq, err)
		}
		if n == 3 {
			break
		}
		a.append(t)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	if err := reader.Wait(ctx, 3); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("waiting for what does not come: %v", err)
	}
}

// TestWriteError: after the first error of the disk nothing is written any
// more, and nothing that was acknowledged is lost.
func TestWriteError(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "log.db")
	log := open(t, path, sqlite.Options{})
	a := &appender{log: log, stream: "game/aa", facts: moves(t, 1)}
	a.append(t)
	// A trigger of a stranger plays the broken disk.
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(`CREATE TRIGGER broken BEFORE INSERT ON commits BEGIN SELECT RAISE(ABORT, 'disk I/O error'); END`); err != nil {
		t.Fatal(err)
	}
	next := events.Commit{Stream: "game/aa", Expect: 1, Key: events.NewKey("next"), At: start, Facts: moves(t, 1)}
	for range 2 {
		_, _, err := log.Append(t.Context(), next)
		if !errors.Is(err, events.ErrReadOnly) || !strings.Contains(err.Error(), "disk I/O error") {
			t.Errorf("append on a broken disk: %v", err)
		}
		if _, err := db.Exec(`DROP TRIGGER IF EXISTS broken`); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := log.PutBlob(t.Context(), "club", nil); !errors.Is(err, events.ErrReadOnly) {
		t.Errorf("blob on a broken disk: %v", err)
	}
	if err := log.Close(); err == nil {
		t.Error("closing keeps silent about the error")
	}
	again := open(t, path, sqlite.Options{Keys: log.Keys()})
	if seq, dup, err := again.Append(t.Context(), next); seq != 2 || dup || err != nil {
		t.Errorf("after opening anew: %d, %v, %v", seq, dup, err)
	}
}

// TestCheckpoints: one with the first commit, one every 1024 and one on
// closing, each right.
func TestCheckpoints(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "log.db")
	log := open(t, path, sqlite.Options{})
	a := &appender{log: log, stream: "game/aa", facts: moves(t, 1)}
	for range 1030 {
		a.append(t)
	}
	points, err := log.Checkpoints(t.Context())
	if err != nil || len(points) != 2 || points[0].Size != 1 || points[1].Size != 1025 {
		t.Fatalf("checkpoints: %+v, %v", points, err)
	}
	for range 2 { // the second time nothing is new
		if err := log.Close(); err != nil {
			t.Fatal(err)
		}
		log = open(t, path, sqlite.Options{Keys: log.Keys()})
	}
	points, err = log.Checkpoints(t.Context())
	if err != nil || len(points) != 3 || points[2].Size != 1030 {
		t.Fatalf("checkpoints after closing: %+v, %v", points, err)
	}
	for _, p := range points {
		if root, err := audit.Root(t.Context(), log, p.Size); err != nil || root != p.Root {
			t.Errorf("root of %d commits: %x, %v, want %x", p.Size, root, err, p.Root)
		}
	}
	if r, err := audit.Verify(t.Context(), log); err != nil || r.Bad != nil || r.Size != 1030 || r.Root != points[2].Root {
		t.Errorf("verify: %+v, %v", r, err)
	}
}

// TestManyBlobs: blobs that no commit names are stored too, and do not pile up
// in memory.
func TestManyBlobs(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "log.db")
	log := open(t, path, sqlite.Options{})
	names := map[string]byte{}
	for i := range byte(20) {
		h, err := log.PutBlob(t.Context(), "club", fmt.Append(make([]byte, 1<<20), i))
		if err != nil {
			t.Fatal(err)
		}
		names[h] = i
	}
	if err := log.Close(); err != nil {
		t.Fatal(err)
	}
	log = open(t, path, sqlite.Options{Keys: log.Keys(), ReadOnly: true})
	for h, i := range names {
		if data, err := log.Blob(t.Context(), h); err != nil || string(data[1<<20:]) != fmt.Sprint(i) {
			t.Errorf("blob %d: %v", i, err)
		}
	}
}
