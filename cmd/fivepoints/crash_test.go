package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fivepoints/cmd/internal/app"
)

// child makes the test binary run as the program itself.
const child = "FIVEPOINTS_TEST_CHILD"

// program returns the command of a fivepoints process on a data folder.
func program(ctx context.Context, data string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, os.Args[0], append([]string{"--data", data}, args...)...)
	cmd.Env = append(os.Environ(), child+"=1", "LANG=C")
	return cmd
}

func must(t *testing.T, data string, args ...string) string {
	t.Helper()
	out, err := program(t.Context(), data, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("fivepoints %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

const demoMails = "testdata/campaign.mbox"

func campaign(t *testing.T) (data string) {
	data = filepath.Join(t.TempDir(), "data")
	must(t, data, "init")
	must(t, data, "game", "new", "ny12", "newyork1890", "--option", "rounds=3", "--at", "2026-01-05T20:00:00+01:00",
		"--seat", "whyos=alix@example.org,fr", "--seat", "eastman=sam@example.net,en",
		"--seat", "dusters=jo@example.com,fr", "--seat", "rabbits=kim@example.org,en")
	return data
}

// TestKilledIngest kills an ingest whenever the log has grown by a bit more,
// and then lets one finish: every message is there once, every post once, the
// log is sound.
func TestKilledIngest(t *testing.T) {
	data := campaign(t)
	kills := 0
	for size := int64(60 << 10); size < 1<<20; size += 40 << 10 {
		if killAt(t, data, size) {
			kills++
		}
	}
	if kills == 0 {
		t.Error("no ingest was killed; the test proves nothing")
	}
	must(t, data, "ingest", "--trust", "address", demoMails)
	if out := must(t, data, "ingest", "--trust", "address", demoMails); !strings.Contains(out, "29 messages read, all known already: nothing was added") {
		t.Errorf("after %d kills a last ingest says: %s", kills, out)
	}
	if out := must(t, data, "verify"); !strings.Contains(out, "the log is sound") {
		t.Error(out)
	}
	if out := must(t, data, "doctor"); !strings.Contains(out, "LOG: 0 commits behind") || !strings.Contains(out, "nothing to mend") {
		t.Error(out)
	}
	if err := os.Remove(filepath.Join(data, "views.db")); err != nil {
		t.Fatal(err)
	}
	if out := must(t, data, "rebuild"); !strings.Contains(out, " 0 posts were missing") {
		t.Error(out)
	}
	log := must(t, data, "log", "ny12")
	if n := strings.Count(log, "\n    t.sheet {"); n != 25 {
		t.Errorf("%d sheets are recorded, want 25", n)
	}
	if n := strings.Count(log, "\n    t.window_closed {"); n != 5 {
		t.Errorf("%d windows are closed, want 5", n)
	}
}

// seen is all that commands show of the campaign.
func seen(t *testing.T, data string) string {
	t.Helper()
	var b strings.Builder
	for _, args := range [][]string{
		{"game", "list"},
		{"game", "show", "ny12"},
		{"summary", "ny12"},
		{"summary", "ny12", "--for", "whyos"},
		{"state", "ny12"},
		{"state", "ny12", "--for", "engine"},
		{"log", "ny12"},
		{"log", "ny12", "--for", "eastman"},
		{"verify"},
	} {
		fmt.Fprintf(&b, "== %s\n", strings.Join(args, " "))
		code := app.Run(t.Context(), app.System{
			Args: append([]string{"--data", data}, args...), Env: func(string) string { return "" },
			In: strings.NewReader(""), Out: &b, Err: &b, Now: time.Now,
		})
		if code != 0 {
			t.Fatal(b.String())
		}
	}
	return b.String()
}

// TestDeletedViews: without views.db, or with one that a rebuild made, everybody
// sees the same, and nothing is sent twice.
func TestDeletedViews(t *testing.T) {
	data := campaign(t)
	must(t, data, "ingest", "--trust", "address", demoMails)
	before := seen(t, data)
	if _, err := os.Stat(filepath.Join(data, "views.db")); err != nil {
		t.Fatalf("there is nothing to delete: %v", err)
	}
	for _, do := range []func(){
		func() { removeViews(t, data) },
		func() { removeViews(t, data); must(t, data, "rebuild") },
		func() {
			removeViews(t, data)
			if out := must(t, data, "ingest", "--trust", "address", demoMails); !strings.Contains(out, "nothing was added") {
				t.Error(out)
			}
		},
	} {
		do()
		if after := seen(t, data); after != before {
			t.Fatalf("before:\n%s\nafter:\n%s", before, after)
		}
	}
}

func removeViews(t *testing.T, data string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(data, "views.db*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if err := os.Remove(f); err != nil {
			t.Fatal(err)
		}
	}
}

// TestKilledServer kills a server in the middle of its work again and again:
// log and mirror are one afterwards.
func TestKilledServer(t *testing.T) {
	data := campaign(t)
	config := filepath.Join(data, "fivepoints.toml")
	if err := os.WriteFile(config, []byte("[nats]\nlisten = \"127.0.0.1:0\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for round := range 3 {
		server := serve(t, data)
		ingest := program(t.Context(), data, "ingest", "--trust", "address", demoMails)
		if err := ingest.Start(); err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		go func() { ended <- ingest.Wait() }()
		for size, over := grown(data)+int64(round)*80<<10, false; grown(data) < size && !over; {
			select {
			case err := <-ended:
				ended <- err
				over = true
			case <-time.After(200 * time.Microsecond):
			}
		}
		if err := server.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		if err := server.Wait(); err == nil {
			t.Error("the server ended by itself")
		}
		<-ended // it lost its server
		if out := must(t, data, "doctor"); !strings.Contains(out, "nothing to mend") {
			t.Fatal(out)
		}
	}
	must(t, data, "ingest", "--trust", "address", demoMails)
	if out := must(t, data, "doctor"); !strings.Contains(out, "LOG: 0 commits behind") || !strings.Contains(out, "nothing to mend") {
		t.Error(out)
	}
	must(t, data, "verify")
}

// killAt starts an ingest and kills it when log and write-ahead log hold more
// than size bytes; false when it ended before.
func killAt(t *testing.T, data string, size int64) bool {
	t.Helper()
	cmd := program(t.Context(), data, "ingest", "--trust", "address", demoMails)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for {
		select {
		case <-ended:
			return false
		case <-time.After(200 * time.Microsecond):
		}
		if grown(data) > size {
			if err := cmd.Process.Kill(); err != nil {
				t.Log(err) // it has just ended
			}
			<-ended
			return true
		}
	}
}

func grown(data string) int64 {
	var n int64
	for _, name := range []string{"log.db", "log.db-wal"} {
		if info, err := os.Stat(filepath.Join(data, name)); err == nil {
			n += info.Size()
		}
	}
	return n
}

// TestManyCommandsAtOnce runs commands that read and write on one folder.
func TestManyCommandsAtOnce(t *testing.T) {
	data := campaign(t)
	sheet := filepath.Join(t.TempDir(), "sheet.txt")
	if err := os.WriteFile(sheet, []byte("move 1 COR -> LES\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	kinds := [][]string{
		{"ingest", "--trust", "address", demoMails},
		{"game", "list"},
		{"verify"},
		{"summary", "ny12"},
		{"orders", "check", "ny12", "eastman", sheet},
	}
	const commands = 25
	failed := make(chan error, commands)
	for i := range commands {
		go func() {
			args := kinds[i%len(kinds)]
			out, err := program(t.Context(), data, args...).CombinedOutput()
			if err != nil {
				err = fmt.Errorf("fivepoints %s: %w\n%s", strings.Join(args, " "), err, out)
			}
			failed <- err
		}()
	}
	for range commands {
		if err := <-failed; err != nil {
			t.Error(err)
		}
	}
	if out := must(t, data, "ingest", "--trust", "address", demoMails); !strings.Contains(out, "nothing was added") {
		t.Error(out)
	}
	must(t, data, "verify")
}

// TestKilledInit kills init when it has made each of its files: another one
// makes a folder that works.
func TestKilledInit(t *testing.T) {
	kills := 0
	for _, file := range []string{"lock", "init.unfinished", "fivepoints.toml", "keys", "keys/club", "log.db", "log.db-wal", "log.db-shm"} {
		data := filepath.Join(t.TempDir(), "data")
		cmd := program(t.Context(), data, "init")
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		go func() { ended <- cmd.Wait() }()
		for running := true; running; {
			select {
			case err := <-ended:
				running = false
				if err != nil {
					kills++
				}
			case <-time.After(50 * time.Microsecond):
				if _, err := os.Stat(filepath.Join(data, file)); err == nil {
					_ = cmd.Process.Kill() // it may have just ended
				}
			}
		}
		must(t, data, "init")
		must(t, data, "game", "list")
		if out := must(t, data, "verify"); !strings.Contains(out, "the log is sound: 1 commits") {
			t.Errorf("killed at %s: %s", file, out)
		}
	}
	t.Logf("%d of 8 were killed", kills)
}
