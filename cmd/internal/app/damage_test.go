package app

import (
	"database/sql"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"fivepoints/events"
)

// damageable makes a folder with two games, the first of which got a mail.
func damageable(t *testing.T) (data string) {
	t.Helper()
	data = filepath.Join(t.TempDir(), "data")
	mail := filepath.Join(t.TempDir(), "mail.eml")
	text := "From: Alix <alix@example.org>\nTo: ny1@fivepoints.example\nSubject: [ny1 1890c] ordres\nMessage-ID: <1@example.org>\n\nmove 1 MUL -> FVP\n"
	if err := os.WriteFile(mail, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"init"},
		{"game", "new", "ny1", "newyork1890", "--seat", "whyos=alix@example.org,fr", "--seat", "eastman"},
		{"game", "new", "ny2", "newyork1890", "--seat", "whyos=kim@example.org,en", "--seat", "eastman"},
		{"ingest", "--trust", "address", mail},
	} {
		if out, code := run(t, data, args...); code != exitOK {
			t.Fatalf("%v: %s", args, out)
		}
	}
	return data
}

// behind runs statements on the log behind its triggers.
func behind(t *testing.T, data string, statements ...string) {
	t.Helper()
	db, err := sql.Open("sqlite", logPath(data))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	var again []string
	for _, table := range []string{"commits", "blobs"} {
		for _, name := range []string{table + "_update", table + "_delete"} {
			var text string
			if err := db.QueryRow(`SELECT sql FROM sqlite_schema WHERE name = ?`, name).Scan(&text); err != nil {
				t.Fatal(err)
			}
			again = append(again, text)
			statements = append([]string{"DROP TRIGGER " + name}, statements...)
		}
	}
	for _, s := range append(statements, again...) {
		if _, err := db.Exec(s); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
}

// A command that reads one game says so when another part of the log is
// damaged; one that writes does nothing.
func TestDamageElsewhere(t *testing.T) {
	data := damageable(t)
	sound := map[string]string{}
	readers := [][]string{{"state", "ny2"}, {"log", "ny2"}, {"summary", "ny2"}, {"game", "show", "ny2"}, {"game", "list"}, {"posts", "ny2"}}
	for _, args := range readers {
		out, code := run(t, data, args...)
		if code != exitOK {
			t.Fatalf("%v: exit %d: %s", args, code, out)
		}
		sound[strings.Join(args, " ")] = out
	}
	behind(t, data, `UPDATE commits SET body = CAST(replace(CAST(body AS TEXT), 'message.received', 'message.receiveX') AS BLOB) WHERE sid = (SELECT sid FROM streams WHERE name = 'inbox/file') AND instr(body, CAST('message.received' AS BLOB))`)
	for _, args := range readers {
		out, code := run(t, data, args...)
		rest, told := strings.CutPrefix(out, sound[strings.Join(args, " ")])
		if code != exitFailed || !told || !strings.Contains(rest, "(inbox/file) is damaged") || !strings.Contains(rest, "fivepoints verify") {
			t.Errorf("%v: exit %d: %s", args, code, out)
		}
	}
	before, err := os.ReadFile(logPath(data))
	if err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"adjudicate", "ny2"}, {"rebuild"}} {
		if out, code := run(t, data, args...); code != exitFailed || !strings.Contains(out, "(inbox/file) is damaged") {
			t.Errorf("%v: exit %d: %s", args, code, out)
		}
	}
	if after, err := os.ReadFile(logPath(data)); err != nil || string(after) != string(before) {
		t.Errorf("the damaged log was written to (%v)", err)
	}
	if out, _ := run(t, data, "--lang", "fr", "state", "ny2"); !regexp.MustCompile(`contrôle du journal .* le commit \d+ est abîmé`).MatchString(out) {
		t.Error(out)
	}
}

// Of a long log a reading command looks at what it shows only, and says so.
func TestLongLog(t *testing.T) {
	data := damageable(t)
	var errs strings.Builder
	e := &env{System: System{Err: &errs}, ctx: t.Context()}
	f, err := openFolder(data, nil, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer f.close()
	tip, err := f.log.Tip(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	for limit, want := range map[events.Seq]bool{tip: false, tip - 1: true} {
		errs.Reset()
		if err := e.elsewhere(f, limit); err != nil || strings.Contains(errs.String(), "fivepoints verify") != want {
			t.Errorf("limit %d of %d: %q, %v", limit, tip, errs.String(), err)
		}
	}
}

// A text that was swapped or deleted is not shown, and its commit is named.
func TestLostText(t *testing.T) {
	for name, statements := range map[string][]string{
		"deleted": {`DELETE FROM blobs WHERE key = 'games/ny2'`, `DELETE FROM blobs WHERE key LIKE 'people/%'`},
		"swapped": {`UPDATE blobs SET data = (SELECT b.data FROM blobs b WHERE b.id = (SELECT max(id) FROM blobs)) WHERE id < (SELECT max(id) FROM blobs)`},
	} {
		data := damageable(t)
		behind(t, data, statements...)
		out, code := run(t, data, "posts", "ny1")
		if code != exitFailed || !regexp.MustCompile(`commit \d+ \(outbox/ny1\) is damaged: what it names is gone or changed`).MatchString(out) {
			t.Errorf("%s: exit %d: %s", name, code, out)
		}
	}
}

// What cannot be opened is no sound log, unless its key was erased.
func TestVerifyMissingKey(t *testing.T) {
	data := damageable(t)
	people, err := filepath.Glob(filepath.Join(data, "keys", "people", "*"))
	if err != nil || len(people) != 2 {
		t.Fatal(people, err)
	}
	key, err := os.ReadFile(people[0])
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(people[0]); err != nil {
		t.Fatal(err)
	}
	name := "people/" + filepath.Base(people[0])
	out, code := run(t, data, "verify")
	if code != exitFailed || strings.Contains(out, "sound") || !regexp.MustCompile(`put .*keys/`+name+` back from a copy: key `+name+` of commit \d+ \(people\) is neither here nor erased`).MatchString(out) {
		t.Errorf("exit %d: %s", code, out)
	}
	if out, code := run(t, data, "--json", "verify"); code != exitFailed || !strings.Contains(out, `"key": "`+name+`"`) {
		t.Errorf("exit %d: %s", code, out)
	}
	if out, code := run(t, data, "--lang", "fr", "verify"); code != exitFailed || !strings.Contains(out, "n'est ni là ni effacée") {
		t.Errorf("exit %d: %s", code, out)
	}
	if err := os.WriteFile(people[0], []byte("erased\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, code := run(t, data, "verify"); code != exitOK || !strings.Contains(out, "sound") {
		t.Errorf("erased: exit %d: %s", code, out)
	}
	if err := os.WriteFile(people[0], key, 0o600); err != nil {
		t.Fatal(err)
	}
	behind(t, data, `UPDATE blobs SET data = zeroblob(length(data)), key = 'people/nobody' WHERE id = (SELECT max(id) FROM blobs)`)
	if out, code := run(t, data, "verify"); code != exitFailed || !strings.Contains(out, "lies under the key people/nobody") {
		t.Errorf("renamed: exit %d: %s", code, out)
	}
}
