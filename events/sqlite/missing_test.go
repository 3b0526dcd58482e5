package sqlite_test

import (
	"bytes"
	"crypto/sha256"
	"database/sql"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"fivepoints/events"
	"fivepoints/events/sqlite"
)

// ownedLog is a log of what lies under people's and games' keys: 1 a contact, 2
// a mail, 3 a post for a person, 4 one for everybody. people/pold is erased.
func ownedLog(t *testing.T) (path string, keys events.Keys) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "log.db")
	log := open(t, path, sqlite.Options{})
	blob := func(key, text string) string {
		h, err := log.PutBlob(t.Context(), key, []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return h
	}
	tips := map[string]events.Seq{}
	for i, f := range []struct{ stream, typ, key, pub string }{
		{"people", events.TypePerson, "people/pabc", `{"person":"pabc","lang":"fr"}`},
		{"inbox/file", events.TypeReceived, "people/pabc", fmt.Sprintf(`{"blob":%q}`, blob("people/pabc", "mail"))},
		{"outbox/aa", events.TypeQueued, "people/pabc", fmt.Sprintf(`{"person":"pabc","blob":%q}`, blob("people/pabc", "receipt"))},
		{"outbox/aa", events.TypeQueued, "games/aa", fmt.Sprintf(`{"blob":%q}`, blob("games/aa", "summary"))},
	} {
		seq, _, err := log.Append(t.Context(), events.Commit{
			Stream: f.stream, Expect: tips[f.stream], Key: events.NewKey("owned", fmt.Sprint(i)), At: start,
			Facts: []events.Fact{{Type: f.typ, V: 1, Pub: []byte(f.pub), Priv: []events.Part{{Audience: "engine", Key: f.key, Plain: []byte(`{"a":1}`)}}}},
		})
		if err != nil {
			t.Fatal(err)
		}
		tips[f.stream] = seq
	}
	if err := log.Close(); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"people/pold", "games/old"} {
		if err := log.Keys().Destroy(name); err != nil {
			t.Fatal(err)
		}
	}
	return path, log.Keys()
}

// disown renames the key of a commit's part to another of the same length,
// destroys its bytes and mends the hash of the row.
func disown(t *testing.T, path string, seq int, key string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	var body []byte
	if err := db.QueryRow(`SELECT body FROM commits WHERE seq = ?`, seq).Scan(&body); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	head, part, _ := bytes.Cut(body, []byte("\n"))
	name := part[1 : 1+int(part[0])]
	if len(name) != len(key) {
		t.Fatalf("%q cannot become %q", name, key)
	}
	copy(name, key)
	clear(part[len(part)-20:])
	sum := sha256.Sum256(part)
	change(t, path, fmt.Sprintf(`UPDATE commits SET body = x'%x0a%x', sum = x'%x' WHERE seq = %d`, head, part, sum, seq))
}

// TestErasedOrMissing: what cannot be opened was erased, or is missed by name.
func TestErasedOrMissing(t *testing.T) {
	t.Parallel()
	path, keys := ownedLog(t)
	if r := verify(t, path, keys); r.Bad != nil || r.Missing != nil || r.Parts != 4 || r.Blobs != 3 {
		t.Errorf("a sound log: %+v, %v", r, r.Bad)
	}
	few := events.NewMemoryKeys("test")
	for _, name := range []string{"club", "games/aa"} {
		if _, err := few.Key(name); err != nil {
			t.Fatal(err)
		}
	}
	r := verify(t, path, few)
	if r.Bad != nil || r.Missing == nil || r.Closed != 5 || r.Size != 4 || r.Missing.Error() != "key people/pabc of commit 1 (people) is neither here nor erased" {
		t.Errorf("without the person's key: %+v, %v, %v", r, r.Bad, r.Missing)
	}
	if err := few.Destroy("people/pabc"); err != nil {
		t.Fatal(err)
	}
	if r := verify(t, path, few); r.Bad != nil || r.Missing != nil || r.Erased != 5 {
		t.Errorf("after erasing: %+v, %v, %v", r, r.Bad, r.Missing)
	}
	if r := verify(t, path, nil); r.Bad != nil || r.Missing != nil || r.Closed != 7 {
		t.Errorf("without any key store: %+v, %v, %v", r, r.Bad, r.Missing)
	}
}

// TestDestroyedAndRenamed: bytes that were destroyed do not pass for erased, or
// for those of somebody whose key is elsewhere.
func TestDestroyedAndRenamed(t *testing.T) {
	t.Parallel()
	blob := func(id int, key string) func(*testing.T, string) {
		return func(t *testing.T, path string) {
			change(t, path, fmt.Sprintf(`UPDATE blobs SET data = zeroblob(length(data)), key = '%s' WHERE id = (SELECT id FROM blobs ORDER BY id LIMIT 1 OFFSET %d)`, key, id))
		}
	}
	part := func(seq int, key string) func(*testing.T, string) {
		return func(t *testing.T, path string) { disown(t, path, seq, key) }
	}
	for name, c := range map[string]struct {
		do   func(t *testing.T, path string)
		seqs string // of the commits that may be blamed
	}{
		"first blob, unknown":  {blob(0, "people/pnew"), "234"},
		"first blob, erased":   {blob(0, "people/pold"), "234"},
		"second blob, unknown": {blob(1, "people/pnew"), "234"},
		"second blob, erased":  {blob(1, "people/pold"), "234"},
		"third blob, unknown":  {blob(2, "games/new"), "234"},
		"third blob, erased":   {blob(2, "games/old"), "234"},
		"contact, unknown":     {part(1, "people/pnew"), "1"},
		"contact, erased":      {part(1, "people/pold"), "1"},
		"mail, unknown":        {part(2, "people/pnew"), "2"},
		"mail, erased":         {part(2, "people/pold"), "2"},
		"post, unknown":        {part(3, "people/pnew"), "3"},
		"post, erased":         {part(3, "people/pold"), "3"},
		"summary, erased":      {part(4, "games/ol"), "4"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path, keys := ownedLog(t)
			if err := keys.Destroy("games/ol"); err != nil {
				t.Fatal(err)
			}
			c.do(t, path)
			r := verify(t, path, keys)
			if r.Bad == nil || !strings.Contains(c.seqs, fmt.Sprint(r.Bad.Seq)) || !strings.Contains(r.Bad.What, "lies under the key") {
				t.Errorf("%+v, %v, %v", r, r.Bad, r.Missing)
			}
		})
	}
}

// TestRenamedWithoutOwner: where the key follows from nothing public, the name
// of a key nobody has is missed all the same.
func TestRenamedWithoutOwner(t *testing.T) {
	t.Parallel()
	path, keys := smallLog(t)
	change(t, path, `UPDATE blobs SET data = zeroblob(length(data)), key = 'people/pnew' WHERE id = 1`)
	if r := verify(t, path, keys); r.Bad != nil || r.Missing == nil || r.Missing.Key != "people/pnew" || r.Missing.Seq != 3 && r.Missing.Seq != 7 {
		t.Errorf("%+v, %v, %v", r, r.Bad, r.Missing)
	}
}
