package app

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fivepoints/events"
	"fivepoints/events/sqlite"
	"fivepoints/events/vault"
)

func run(t *testing.T, data string, args ...string) (out string, code int) {
	t.Helper()
	var b bytes.Buffer
	code = Run(t.Context(), System{
		Args: append([]string{"--data", data}, args...), Env: func(string) string { return "" },
		In: strings.NewReader(""), Out: &b, Err: &b, Now: func() time.Time { return botsStart.AddDate(1, 0, 0) },
	})
	return b.String(), code
}

// A sheet typed in an old editor is read like the mail of an old mail program.
func TestSheetInWindows1252(t *testing.T) {
	data := filepath.Join(t.TempDir(), "data")
	run(t, data, "init")
	run(t, data, "game", "new", "ny1", "newyork1890", "--seat", "whyos=alix@example.org,fr", "--seat", "eastman")
	sheet := filepath.Join(t.TempDir(), "ordres.txt")
	if err := os.WriteFile(sheet, []byte("d\xe9placer 1 MUL -> FVP\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, code := run(t, data, "orders", "check", "ny1", "whyos", sheet); code != exitOK || !strings.Contains(out, "1 ok") {
		t.Errorf("exit %d: %s", code, out)
	}
}

// A game that a newer fivepoints has written in stands still; nothing of it is
// skipped, and the others go on.
func TestAGameOfANewerFivepoints(t *testing.T) {
	data := filepath.Join(t.TempDir(), "data")
	for _, args := range [][]string{
		{"init"},
		{"game", "new", "old1", "newyork1890", "--seat", "whyos=alix@example.org,fr", "--seat", "eastman=sam@example.net,en"},
		{"game", "new", "new1", "newyork1890", "--seat", "whyos=alix@example.org,fr", "--seat", "eastman=sam@example.net,en"},
	} {
		if out, code := run(t, data, args...); code != exitOK {
			t.Fatalf("%v: %s", args, out)
		}
	}
	appendUnknown(t, data, "game/new1")
	if out, code := run(t, data, "game", "list"); code != exitOK || !strings.Contains(out, "old1") || !strings.Contains(out, "needs a newer fivepoints") {
		t.Errorf("exit %d: %s", code, out)
	}
	if out, code := run(t, data, "adjudicate", "old1"); code != exitOK || !strings.Contains(out, "mail 1890/1 resolved") {
		t.Errorf("the other game does not go on: exit %d: %s", code, out)
	}
	if out, code := run(t, data, "summary", "new1"); code != exitFailed || !strings.Contains(out, "needs a newer fivepoints") {
		t.Errorf("exit %d: %s", code, out)
	}
	if out, code := run(t, data, "verify"); code != exitOK || !strings.Contains(out, "the log is sound") {
		t.Errorf("exit %d: %s", code, out)
	}
}

func appendUnknown(t *testing.T, data, name string) {
	t.Helper()
	log, err := sqlite.Open(logPath(data), sqlite.Options{Keys: vault.Open(filepath.Join(data, "keys"), &stream{seed: "newer"})})
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	tip, err := log.Tip(ctx, name)
	if err != nil {
		t.Fatal(err)
	}
	_, _, err = log.Append(ctx, events.Commit{
		Stream: name, Expect: tip, Key: events.NewKey("newer"), At: botsStart,
		Facts: []events.Fact{{Type: "zeppelin_landed", V: 1, Pub: []byte(`{}`)}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := log.Close(); err != nil {
		t.Fatal(err)
	}
}

// Two messages under one Message-ID are both kept, and the operator is told.
func TestSameMessageIDIsTold(t *testing.T) {
	data, dir := filepath.Join(t.TempDir(), "data"), t.TempDir()
	run(t, data, "init")
	for name, body := range map[string]string{"a.eml": "one", "b.eml": "two"} {
		text := "From: alix@example.org\nMessage-ID: <x@example.org>\nDate: Tue, 6 Jan 2026 10:00:00 +0100\n\n" + body + "\n"
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if out, _ := run(t, data, "ingest", filepath.Join(dir, "a.eml")); strings.Contains(out, "Message-ID") {
		t.Errorf("the first is flagged: %s", out)
	}
	if out, _ := run(t, data, "ingest", filepath.Join(dir, "a.eml"), filepath.Join(dir, "b.eml")); !strings.Contains(out, "1 × the Message-ID of another message") {
		t.Errorf("the second is not flagged: %s", out)
	}
	if out, _ := run(t, data, "--lang", "fr", "ingest", filepath.Join(dir, "b.eml")); strings.Contains(out, "Message-ID") {
		t.Errorf("read again it is flagged again: %s", out)
	}
}
