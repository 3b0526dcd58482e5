package sqlite_test

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fivepoints/events"
	"fivepoints/events/audit"
	"fivepoints/events/sqlite"
)

// smallLog writes a log with streams, parts and blobs, closes it, and returns
// its folder.
func smallLog(t *testing.T) (path string, keys events.Keys) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "log.db")
	log := open(t, path, sqlite.Options{})
	tips := map[string]events.Seq{}
	for i, stream := range []string{"club", "game/aa", "inbox/file", "game/aa", "game/bb", "game/aa", "inbox/file", "game/bb"} {
		c := events.Commit{Stream: stream, Expect: tips[stream], Key: events.NewKey("test", fmt.Sprint(i)), At: start, Facts: moves(t, 2)}
		if strings.HasPrefix(stream, "game/") {
			c.Facts[0].Priv = []events.Part{{Audience: "whyos", Key: "games/aa", Plain: []byte(`{"secret":1}`)}}
		}
		if stream == "inbox/file" {
			h, err := log.PutBlob(t.Context(), "people/pabc", fmt.Appendf(nil, "mail %d", i))
			if err != nil {
				t.Fatal(err)
			}
			c.Facts[0] = events.Fact{Type: events.TypeReceived, V: 1, Pub: fmt.Appendf(nil, `{"blob":%q}`, h)}
		}
		seq, _, err := log.Append(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		tips[stream] = seq
	}
	if err := log.Close(); err != nil {
		t.Fatal(err)
	}
	return path, log.Keys()
}

func verify(t testing.TB, path string, keys events.Keys) audit.Report {
	t.Helper()
	log, err := sqlite.Open(path, sqlite.Options{Keys: keys, Damaged: true})
	if err != nil {
		return audit.Report{Bad: &events.Damage{Seq: 1, What: err.Error()}}
	}
	defer log.Close()
	r, err := audit.Verify(t.Context(), log)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestVerifyWhole(t *testing.T) {
	t.Parallel()
	path, keys := smallLog(t)
	r := verify(t, path, keys)
	if r.Bad != nil || r.Size != 8 || r.Facts != 16 || r.Parts != 5 || r.Blobs != 2 || r.Against != 8 {
		t.Errorf("report of a sound log: %+v, %v", r, r.Bad)
	}
	without := verify(t, path, events.NewMemoryKeys("elsewhere"))
	if without.Bad != nil || without.Missing == nil || without.Closed != 7 || without.Root != r.Root {
		t.Errorf("report without keys: %+v, %v", without, without.Bad)
	}
	if err := keys.Destroy("people/pabc"); err != nil {
		t.Fatal(err)
	}
	if erased := verify(t, path, keys); erased.Bad != nil || erased.Erased != 2 || erased.Root != r.Root {
		t.Errorf("report after erasing: %+v, %v", erased, erased.Bad)
	}
}

// change runs statements on a log behind its triggers.
func change(t *testing.T, path string, statements ...string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	all := []string{"PRAGMA ignore_check_constraints = 1"}
	var again []string
	for _, table := range []string{"streams", "commits", "keys", "blobs", "checkpoints"} {
		for _, name := range []string{table + "_update", table + "_delete"} {
			var text string
			if err := db.QueryRow(`SELECT sql FROM sqlite_schema WHERE name = ?`, name).Scan(&text); err != nil {
				t.Fatal(name, err)
			}
			all, again = append(all, "DROP TRIGGER "+name), append(again, text)
		}
	}
	for _, s := range slices.Concat(all, statements, again) {
		if _, err := db.Exec(s); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
}

// execute runs a statement as anybody may who has the file.
func execute(t *testing.T, path, statement string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(statement); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

// TestTampering changes a log behind its back and wants the first bad commit
// named.
func TestTampering(t *testing.T) {
	t.Parallel()
	flip := func(column, row string) string { // changes the last byte of a blob
		table, name, _ := strings.Cut(column, ".")
		return fmt.Sprintf(`UPDATE %s SET %s = CAST(substr(%s, 1, length(%s) - 1) || CASE WHEN substr(%s, -1) = x'7a' THEN x'79' ELSE x'7a' END AS BLOB) WHERE %s`, table, name, name, name, name, row)
	}
	for name, c := range map[string]struct {
		sql  []string
		seq  events.Seq
		what string
	}{
		"a public byte":    {[]string{`UPDATE commits SET body = CAST(replace(CAST(body AS TEXT), '"units":3', '"units":4') AS BLOB) WHERE seq = 3`}, 3, "leaf"},
		"body":             {[]string{flip("commits.body", "seq = 2")}, 2, "parts"},
		"body, no part":    {[]string{`UPDATE commits SET body = x'00' WHERE seq = 1`}, 1, ""},
		"leaf":             {[]string{flip("commits.leaf", "seq = 4")}, 4, "leaf"},
		"key":              {[]string{flip("commits.key", "seq = 5")}, 5, "key"},
		"sum":              {[]string{flip("commits.sum", "seq = 6")}, 6, "parts"},
		"sum taken away":   {[]string{`UPDATE commits SET sum = NULL WHERE seq = 6`}, 6, "parts"},
		"sid":              {[]string{`UPDATE commits SET sid = (SELECT sid FROM streams WHERE name = 'club') WHERE seq = 8`}, 8, "stream"},
		"prev":             {[]string{`UPDATE commits SET prev = 1 WHERE seq = 4`}, 4, "place"},
		"name":             {[]string{`UPDATE streams SET name = 'inbox/fake' WHERE name = 'inbox/file'`}, 3, "stream"},
		"stream gone":      {[]string{`PRAGMA foreign_keys = 0`, `DELETE FROM streams WHERE name = 'game/bb'`}, 5, ""},
		"row in middle":    {[]string{`DELETE FROM commits WHERE seq = 4`}, 4, "missing"},
		"first row":        {[]string{`DELETE FROM commits WHERE seq = 1`}, 1, "missing"},
		"last row":         {[]string{`DELETE FROM commits WHERE seq = 8`}, 8, "checkpoint"},
		"all rows":         {[]string{`DELETE FROM commits`}, 1, "checkpoint"},
		"closed up":        {[]string{`DELETE FROM commits WHERE seq = 8`, `UPDATE commits SET seq = 100 WHERE seq = 7`, `UPDATE commits SET seq = 8 WHERE seq = 100`}, 7, "missing"},
		"rows swapped":     {[]string{`UPDATE commits SET seq = 100 WHERE seq = 4`, `UPDATE commits SET seq = 4 WHERE seq = 6`, `UPDATE commits SET seq = 6 WHERE seq = 100`}, 4, ""},
		"independent swap": {[]string{`UPDATE commits SET seq = 100 WHERE seq = 7`, `UPDATE commits SET seq = 7 WHERE seq = 8`, `UPDATE commits SET seq = 8 WHERE seq = 100`}, 8, "checkpoint"},
		"blob":             {[]string{flip("blobs.data", "id = 1")}, 3, "damaged"},
		"blob's name":      {[]string{flip("blobs.h", "id = 2")}, 7, "not found"},
		"blob's key":       {[]string{`UPDATE blobs SET key = 'games/aa' WHERE id = 2`}, 7, "damaged"},
		"blob gone":        {[]string{`DELETE FROM blobs WHERE id = 1`}, 3, "not found"},
		"key's row gone":   {[]string{`DELETE FROM keys WHERE seq = 5`}, 5, "keys"},
		"key's row moved":  {[]string{`UPDATE keys SET seq = 1 WHERE seq = 5`}, 5, "keys"},
		"key's stream":     {[]string{`UPDATE keys SET sid = 99 WHERE seq = 6`}, 6, "keys"},
		"key in the table": {[]string{flip("keys.key", "seq = 7")}, 7, "keys"},
		"key, both":        {[]string{flip("commits.key", "seq = 5"), flip("keys.key", "seq = 5")}, 5, "key"},
		"a key too many":   {[]string{`INSERT INTO keys VALUES(1, zeroblob(16), 3)`}, 0, "9 of them for 8"},
		"fewer keyed":      {[]string{`UPDATE checkpoints SET keyed = 5`}, 0, "8 of them for 5"},
		"more keyed":       {[]string{`UPDATE checkpoints SET keyed = 9`}, 0, "8 of them for 9"},
		"checkpoint root":  {[]string{flip("checkpoints.root", "size = 8")}, 8, "checkpoint"},
		"checkpoint mac":   {[]string{flip("checkpoints.mac", "size = 8")}, 8, "checkpoint"},
		"checkpoint size":  {[]string{`UPDATE checkpoints SET size = 7 WHERE size = 8`}, 7, "checkpoint"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path, keys := smallLog(t)
			change(t, path, c.sql...)
			r := verify(t, path, keys)
			if r.Bad == nil {
				t.Fatalf("not noticed: %+v", r)
			}
			if r.Bad.Seq != c.seq || !strings.Contains(r.Bad.Error(), c.what) {
				t.Errorf("blamed: %v, want commit %d, %q", r.Bad, c.seq, c.what)
			}
		})
	}
}

// TestRewrittenCommit replaces a commit by a sound one with a right leaf: only
// the checkpoint knows.
func TestRewrittenCommit(t *testing.T) {
	t.Parallel()
	path, keys := smallLog(t)
	st, err := events.Seal(events.Commit{Stream: "game/bb", Expect: 5, Key: events.NewKey("test", "7"), At: start, Facts: moves(t, 1)}, keys, strings.NewReader(""))
	if err != nil {
		t.Fatal(err)
	}
	change(t, path, fmt.Sprintf(`UPDATE commits SET body = x'%x', leaf = x'%x', sum = NULL WHERE seq = 8`, events.Frame(st), st.Leaf))
	if r := verify(t, path, keys); r.Bad == nil || r.Bad.Seq != 8 || !strings.Contains(r.Bad.What, "checkpoint") {
		t.Errorf("report: %+v, %v", r, r.Bad)
	}
}

// TestTruncatedRefused: a log that lacks commits does not open for work.
func TestTruncatedRefused(t *testing.T) {
	t.Parallel()
	for _, sql := range []string{`DELETE FROM commits WHERE seq = 8`, `DELETE FROM commits WHERE seq = 3`} {
		path, keys := smallLog(t)
		change(t, path, sql)
		for _, readOnly := range []bool{false, true} {
			_, err := sqlite.Open(path, sqlite.Options{Keys: keys, ReadOnly: readOnly})
			if err == nil || !strings.Contains(err.Error(), "missing") {
				t.Errorf("%s, read-only %v: %v", sql, readOnly, err)
			}
		}
	}
}

// TestChangedSchema: the protection itself is looked after; without it a log
// does not open for work.
func TestChangedSchema(t *testing.T) {
	t.Parallel()
	for statement, what := range map[string]string{
		`DROP TRIGGER commits_update`: "added or dropped",
		`DROP TRIGGER blobs_delete`:   "added or dropped",
		`DROP INDEX successor`:        "added or dropped",
		`CREATE TABLE cats(name)`:     "cats",
		`CREATE TRIGGER streams_insert AFTER INSERT ON streams BEGIN SELECT 1; END`: "streams_insert",
	} {
		path, keys := smallLog(t)
		execute(t, path, statement)
		if r := verify(t, path, keys); r.Bad == nil || r.Bad.Seq != 0 || !strings.Contains(r.Bad.Error(), what) {
			t.Errorf("%s: report: %+v, %v", statement, r, r.Bad)
		}
		for _, readOnly := range []bool{false, true} {
			if _, err := sqlite.Open(path, sqlite.Options{Keys: keys, ReadOnly: readOnly}); err == nil || !strings.Contains(err.Error(), what) {
				t.Errorf("%s, read-only %v: %v", statement, readOnly, err)
			}
		}
	}
}

// TestCutOff: a file that lacks its last byte, or last page, is not written to.
func TestCutOff(t *testing.T) {
	t.Parallel()
	for _, cut := range []int64{1, 4096} {
		path, keys := smallLog(t)
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(path, info.Size()-cut); err != nil {
			t.Fatal(err)
		}
		if _, err := sqlite.Open(path, sqlite.Options{Keys: keys}); err == nil {
			t.Errorf("%d bytes less: it was opened", cut)
		}
		if r := verify(t, path, keys); r.Bad == nil {
			t.Errorf("%d bytes less: verify says %+v", cut, r)
		}
		if after, err := os.Stat(path); err != nil || after.Size() != info.Size()-cut {
			t.Errorf("%d bytes less: the file was written to", cut)
		}
	}
}

// TestCutOffBesideWal: a crash leaves a write-ahead log. What it has may lack in
// the file, but nothing else.
func TestCutOffBesideWal(t *testing.T) {
	t.Parallel()
	path, keys := smallLog(t)
	log := open(t, path, sqlite.Options{Keys: keys})
	a := &appender{log: log, stream: "game/cc", facts: moves(t, 1)}
	a.append(t)
	refused := 0
	for n := int64(1); n < 6*4096; n += 4096 {
		bad := image(t, path)
		info, err := os.Stat(bad)
		if err == nil {
			err = os.Truncate(bad, info.Size()-n)
		}
		if err != nil {
			t.Fatal(err)
		}
		if l, err := sqlite.Open(bad, sqlite.Options{Keys: keys}); err != nil {
			refused++
		} else if r, err := audit.Verify(t.Context(), l); err != nil || r.Bad != nil || l.Close() != nil {
			t.Errorf("%d bytes less: it was opened, and %v, %v", n, r.Bad, err)
		}
	}
	if refused == 0 {
		t.Error("nothing was refused")
	}
	// Many commits fill new pages, and folding them is cut short after the head.
	grown := filepath.Join(t.TempDir(), "log.db")
	for range 60 {
		a.append(t)
	}
	crashed := image(t, path)
	if err := log.Close(); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	short, err := os.ReadFile(crashed)
	if err != nil || len(short) >= len(whole) {
		t.Fatalf("%d bytes, then %d: the log did not grow (%v)", len(short), len(whole), err)
	}
	wal, err := os.ReadFile(crashed + "-wal")
	if err != nil {
		t.Fatal(err)
	}
	// The head of the whole file, but its last pages are in the write-ahead log only.
	copy(short[24:32], whole[24:32])
	copy(short[92:96], whole[92:96])
	pages := bytes.Count(wal, wal[16:24]) // salts
	if pages < 10 {
		t.Fatalf("%d pages are in the write-ahead log", pages)
	}
	copy(short[28:32], wal[lastCommit(wal):][4:8]) // the size that the last commit in it says
	if err := errors.Join(os.WriteFile(grown, short, 0o600), os.WriteFile(grown+"-wal", wal, 0o600)); err != nil {
		t.Fatal(err)
	}
	again := open(t, grown, sqlite.Options{Keys: keys})
	if tip, err := again.Tip(t.Context(), "game/cc"); tip != a.tip || err != nil {
		t.Errorf("after a folding that was cut short: %d, %v", tip, err)
	}
}

// lastCommit finds the last frame of a write-ahead log that ends a commit.
func lastCommit(wal []byte) (at int) {
	for i := 32; i+24 <= len(wal); i += 24 + 4096 {
		if bytes.Equal(wal[i+8:i+16], wal[16:24]) && !bytes.Equal(wal[i+4:i+8], make([]byte, 4)) {
			at = i
		}
	}
	return at
}

// TestOtherClub: with another key of the club a log does not open, from its
// first commit on; nor is a missing one made anew.
func TestOtherClub(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "log.db")
	log := openMerging(t, path, nil)
	appendNumbered(t, log, 0)
	crashed := image(t, path) // before any checkpoint of closing
	appendNumbered(t, log, 1)
	if err := log.Close(); err != nil {
		t.Fatal(err)
	}
	other := events.NewMemoryKeys("other")
	if _, err := other.Key("club"); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{crashed, path} {
		for _, readOnly := range []bool{false, true} {
			before, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := sqlite.Open(path, sqlite.Options{Keys: other, ReadOnly: readOnly}); !errors.Is(err, sqlite.ErrOtherKey) {
				t.Errorf("read-only %v, another key: %v", readOnly, err)
			}
			none := events.NewMemoryKeys("none")
			if _, err := sqlite.Open(path, sqlite.Options{Keys: none, ReadOnly: readOnly}); !errors.Is(err, events.ErrNotFound) {
				t.Errorf("read-only %v, no key: %v", readOnly, err)
			}
			if _, err := none.Find("club"); !errors.Is(err, events.ErrNotFound) {
				t.Error("a key was made")
			}
			if after, err := os.ReadFile(path); err != nil || !bytes.Equal(after, before) {
				t.Errorf("read-only %v: the file was changed (%v)", readOnly, err)
			}
			open(t, path, sqlite.Options{Keys: log.Keys(), ReadOnly: readOnly}).Close()
		}
	}
	if r := verify(t, path, other); r.Bad == nil || !strings.Contains(r.Bad.Error(), "keys/club") {
		t.Errorf("verify with another key: %+v, %v", r, r.Bad)
	}
}

// TestTriggers: rows can neither be changed nor deleted by mistake.
func TestTriggers(t *testing.T) {
	t.Parallel()
	path, _ := smallLog(t)
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, s := range []string{
		`UPDATE commits SET prev = 0`, `DELETE FROM commits`, `UPDATE keys SET seq = 1`, `DELETE FROM keys`, `UPDATE blobs SET data = x''`, `DELETE FROM blobs`,
		`UPDATE streams SET name = 'x'`, `DELETE FROM streams`, `UPDATE checkpoints SET size = 1`, `DELETE FROM checkpoints`,
	} {
		if _, err := db.Exec(s); err == nil || !strings.Contains(err.Error(), "append-only") {
			t.Errorf("%s: %v", s, err)
		}
	}
}

// dump is all that readers see of a log.
func dump(t *testing.T, path string, keys events.Keys) (out []byte, ok bool) {
	t.Helper()
	log, err := sqlite.Open(path, sqlite.Options{Keys: keys, ReadOnly: true})
	if err != nil {
		return nil, false
	}
	defer log.Close()
	for _, stream := range []string{"", "club", "game/aa", "game/bb", "inbox/file"} {
		for st, err := range log.Read(t.Context(), stream, 0) {
			if err != nil {
				return nil, false
			}
			c, err := events.Open(st, keys)
			if err != nil {
				return nil, false
			}
			out = fmt.Appendf(out, "%d %s %+v\n", st.Seq, st.Bytes, c)
			if seq, err := log.Lookup(t.Context(), c.Stream, c.Key); err != nil || seq != st.Seq {
				return nil, false
			}
		}
	}
	return out, true
}

// TestFlippedPages flips bytes all over the file: verify notices, or nothing
// that anybody reads has changed.
func TestFlippedPages(t *testing.T) {
	t.Parallel()
	path, keys := smallLog(t)
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want, ok := dump(t, path, keys)
	if !ok {
		t.Fatal("the sound log cannot be read")
	}
	noticed, harmless := 0, 0
	for page := 0; page < len(good); page += 4096 {
		for at := page + 5; at < page+4096; at += 127 {
			if good[at] == 0 && bytes.Count(good[at-5:at+5], []byte{0}) == 10 {
				continue // unused
			}
			bad := filepath.Join(t.TempDir(), "log.db")
			data := bytes.Clone(good)
			data[at] ^= 0x41
			if err := os.WriteFile(bad, data, 0o600); err != nil {
				t.Fatal(err)
			}
			if verify(t, bad, keys).Bad != nil {
				noticed++
				continue
			}
			harmless++
			if got, ok := dump(t, bad, keys); !ok || !bytes.Equal(got, want) {
				t.Errorf("byte %d of page %d: the log reads otherwise and verify did not notice", at%4096, at/4096)
			}
		}
	}
	if noticed < 20 || harmless > noticed/2 {
		t.Errorf("%d flips noticed, %d harmless", noticed, harmless)
	}
	t.Logf("%d flips noticed, %d harmless", noticed, harmless)
}
