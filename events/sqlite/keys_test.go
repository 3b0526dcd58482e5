package sqlite_test

import (
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"fivepoints/events"
	"fivepoints/events/audit"
	"fivepoints/events/sqlite"
)

// merging is how many keys are young in these tests.
const merging = 4

func openMerging(t *testing.T, path string, keys events.Keys) *sqlite.Log {
	t.Helper()
	return open(t, path, sqlite.WithYoung(sqlite.Options{Keys: keys}, merging))
}

// numbered is commit n of two streams in turn; both use the same keys.
func numbered(t *testing.T, n int) events.Commit {
	c := events.Commit{Stream: fmt.Sprintf("game/g%d", n%2), Key: events.NewKey("numbered", fmt.Sprint(n/2)), At: start, Facts: moves(t, 1)}
	if n >= 2 {
		c.Expect = events.Seq(n - 1)
	}
	return c
}

func appendNumbered(t *testing.T, log *sqlite.Log, n int) {
	t.Helper()
	if seq, dup, err := log.Append(t.Context(), numbered(t, n)); seq != events.Seq(n+1) || dup || err != nil {
		t.Fatalf("commit %d: seq %d, dup %v, %v", n, seq, dup, err)
	}
}

// wantKnown wants the first n numbered commits found by their keys, and another
// of them repeated, whatever it expects; and no others.
func wantKnown(t *testing.T, log *sqlite.Log, n int, writes bool) {
	t.Helper()
	for i := range n {
		c, want := numbered(t, i), events.Seq(i+1)
		if seq, err := log.Lookup(t.Context(), c.Stream, c.Key); seq != want || err != nil {
			t.Fatalf("of %d, lookup of %d: %d, %v", n, i, seq, err)
		}
		if !writes {
			continue
		}
		tip, err := log.Tip(t.Context(), c.Stream)
		if err != nil {
			t.Fatal(err)
		}
		for _, c.Expect = range []events.Seq{c.Expect, tip} {
			if seq, dup, err := log.Append(t.Context(), c); seq != want || !dup || err != nil {
				t.Fatalf("of %d, commit %d again after %d: %d, dup %v, %v", n, i, c.Expect, seq, dup, err)
			}
		}
	}
	c := numbered(t, n)
	if seq, err := log.Lookup(t.Context(), c.Stream, c.Key); seq != 0 || err != nil {
		t.Fatalf("of %d, lookup of the next: %d, %v", n, seq, err)
	}
	if seq, err := log.Tip(t.Context(), ""); seq != events.Seq(n) || err != nil {
		t.Fatalf("tip of %d: %d, %v", n, seq, err)
	}
	for i := max(n-2, 0); i < n; i++ {
		if seq, err := log.Tip(t.Context(), numbered(t, i).Stream); seq != events.Seq(i+1) || err != nil {
			t.Fatalf("of %d, tip of the stream of %d: %d, %v", n, i, seq, err)
		}
	}
}

// image copies what the disk holds of a log that is open, as a crash leaves it.
func image(t *testing.T, path string) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), "log.db")
	for _, suffix := range []string{"", "-wal"} {
		data, err := os.ReadFile(path + suffix)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(out+suffix, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// merged counts the keys in the table.
func merged(t *testing.T, path string) (n int) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.QueryRow(`SELECT count(*) FROM keys`).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// TestKeyLevels: before, at and after every merge each key is known to the one
// who writes, to a reader beside, after a crash and after closing.
func TestKeyLevels(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "log.db")
	log := openMerging(t, path, nil)
	reader := open(t, path, sqlite.Options{Keys: log.Keys(), ReadOnly: true})
	for n := 1; n <= 3*merging+1; n++ {
		appendNumbered(t, log, n-1)
		wantKnown(t, log, n, true)
		wantKnown(t, reader, n, false)
		if got, want := merged(t, path), n/merging*merging; got != want {
			t.Errorf("%d of %d keys are merged, want %d", got, n, want)
		}
		crashed := image(t, path)
		if r := verify(t, crashed, log.Keys()); r.Bad != nil || r.Size != uint64(n) {
			t.Fatalf("a crash after %d: %+v, %v", n, r, r.Bad)
		}
		survivor := openMerging(t, crashed, log.Keys())
		wantKnown(t, survivor, n, true)
		appendNumbered(t, survivor, n)
		wantKnown(t, survivor, n+1, true)
	}
	if err := log.Close(); err != nil {
		t.Fatal(err)
	}
	if got := merged(t, path); got != 3*merging+1 {
		t.Errorf("%d keys are merged after closing", got)
	}
	wantKnown(t, openMerging(t, path, log.Keys()), 3*merging+1, true)
}

// TestSameBatch: of one commit many times in a transaction one is stored, also
// when that transaction merges.
func TestSameBatch(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "log.db")
	log := openMerging(t, path, nil)
	const times = 5
	for n := range 2*merging + 1 {
		var wg sync.WaitGroup
		var seqs [times]events.Seq
		var dups [times]bool
		var errs [times]error
		log.Hold(times, func() {
			for i := range times {
				wg.Go(func() { seqs[i], dups[i], errs[i] = log.Append(t.Context(), numbered(t, n)) })
			}
		})
		wg.Wait()
		stored := 0
		for i := range times {
			if !dups[i] {
				stored++
			}
			if seqs[i] != events.Seq(n+1) || errs[i] != nil {
				t.Errorf("commit %d: seq %d, %v", n, seqs[i], errs[i])
			}
		}
		if stored != 1 {
			t.Errorf("commit %d was stored %d times", n, stored)
		}
	}
	wantKnown(t, log, 2*merging+1, true)
}

// TestMergeError: when a merge fails its batch is not stored, nothing is written
// any more, and nothing that was acknowledged is lost.
func TestMergeError(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "log.db")
	log := openMerging(t, path, nil)
	for n := range 2*merging - 1 {
		appendNumbered(t, log, n)
	}
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	// A trigger of a stranger plays the full disk, on the second row.
	if _, err := db.Exec(`CREATE TRIGGER full BEFORE INSERT ON keys WHEN NEW.seq = 6 BEGIN SELECT RAISE(ABORT, 'disk is full'); END`); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		_, _, err := log.Append(t.Context(), numbered(t, 2*merging-1))
		if !errors.Is(err, events.ErrReadOnly) || !strings.Contains(err.Error(), "disk is full") {
			t.Errorf("a merge on a full disk: %v", err)
		}
	}
	wantKnown(t, log, 2*merging-1, false)
	if err := log.Close(); err == nil {
		t.Error("closing keeps silent about the error")
	}
	if _, err := db.Exec(`DROP TRIGGER full`); err != nil {
		t.Fatal(err)
	}
	if got := merged(t, path); got != merging {
		t.Errorf("%d keys are merged, want %d", got, merging)
	}
	again := openMerging(t, path, log.Keys())
	wantKnown(t, again, 2*merging-1, true)
	appendNumbered(t, again, 2*merging-1)
	wantKnown(t, again, 2*merging, true)
	if r, err := audit.Verify(t.Context(), again); err != nil || r.Bad != nil {
		t.Errorf("verify: %v, %v", r.Bad, err)
	}
}

// TestMergeRefusesDuplicates: were a key ever stored twice, the merge ends the
// writing instead of losing one.
func TestMergeRefusesDuplicates(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "log.db")
	log := openMerging(t, path, nil)
	for n := range 2*merging - 1 {
		appendNumbered(t, log, n)
	}
	change(t, path, `UPDATE commits SET key = (SELECT key FROM commits WHERE seq = 1) WHERE seq = 7`)
	if _, _, err := log.Append(t.Context(), numbered(t, 2*merging-1)); !errors.Is(err, events.ErrReadOnly) || !strings.Contains(err.Error(), "UNIQUE") {
		t.Errorf("a merge of a key that is there: %v", err)
	}
}

// TestTamperedYoung changes commits whose keys are not in the table yet.
func TestTamperedYoung(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		sql  string
		seq  events.Seq
		what string
	}{
		"young key":       {`UPDATE commits SET key = zeroblob(16) WHERE seq = 6`, 6, "key"},
		"old key":         {`UPDATE commits SET key = zeroblob(16) WHERE seq = 2`, 2, "key"},
		"merged too far":  {`UPDATE checkpoints SET keyed = 6, size = 6 WHERE size > 1`, 6, "checkpoint"},
		"counted too far": {`UPDATE checkpoints SET keyed = 6`, 5, "keys"},
		"young in table":  {`INSERT INTO keys SELECT sid, key, seq FROM commits WHERE seq = 5`, 0, "5 of them for 4"},
		"table emptied":   {`DELETE FROM keys`, 1, "keys"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "log.db")
			log := openMerging(t, path, nil)
			for n := range merging + 3 {
				appendNumbered(t, log, n)
			}
			bad := image(t, path)
			change(t, bad, c.sql)
			if r := verify(t, bad, log.Keys()); r.Bad == nil || r.Bad.Seq != c.seq || !strings.Contains(r.Bad.Error(), c.what) {
				t.Errorf("blamed: %v, want commit %d, %q", r.Bad, c.seq, c.what)
			}
		})
	}
}

// TestKeysRefused: a log that could store a key twice does not open for writing.
func TestKeysRefused(t *testing.T) {
	t.Parallel()
	for _, s := range []string{
		`DELETE FROM keys WHERE seq = 3`, `DELETE FROM keys WHERE seq = 8`, `DELETE FROM keys`,
		`UPDATE checkpoints SET keyed = 7`, `INSERT INTO keys VALUES(1, zeroblob(16), 3)`,
	} {
		path, keys := smallLog(t)
		change(t, path, s)
		if _, err := sqlite.Open(path, sqlite.Options{Keys: keys}); err == nil || !strings.Contains(err.Error(), "keys for 8 commits") {
			t.Errorf("%s: %v", s, err)
		}
	}
}

// TestReadChain reads streams from everywhere in a log that is longer than what
// is looked through.
func TestReadChain(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "log.db")
	log := open(t, path, sqlite.Options{})
	const commits = 240
	for n := range commits {
		appendNumbered(t, log, n)
	}
	for after := range events.Seq(commits + 1) {
		want := after + 1 + after%2 // game/g0 has the odd ones
		for st, err := range log.Read(t.Context(), "game/g0", after) {
			if err != nil || st.Seq != want {
				t.Fatalf("after %d: commit %d, %v, want %d", after, st.Seq, err, want)
			}
			want += 2
		}
		if want != commits+1 {
			t.Fatalf("after %d the reading ends before %d", after, want)
		}
	}
	// A chain that damage made a ring has an end all the same.
	change(t, path, fmt.Sprintf(`UPDATE commits SET prev = %d WHERE seq = 1`, commits-1))
	n := 0
	for range log.Read(t.Context(), "game/g0", 1) {
		n++
	}
	if n != commits/2-1 {
		t.Errorf("%d commits on the ring", n)
	}
}
