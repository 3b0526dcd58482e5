package app

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// runAt runs a command at a moment after the bots' start.
func runAt(t *testing.T, data string, after time.Duration, args ...string) (out string, code int) {
	t.Helper()
	var b bytes.Buffer
	code = Run(t.Context(), System{
		Args: append([]string{"--data", data}, args...), Env: func(string) string { return "" },
		In: strings.NewReader(""), Out: &b, Err: &b, Now: func() time.Time { return botsStart.Add(after) },
	})
	return b.String(), code
}

// beating is a folder with a game whose mail closes after a week, left by a server
// whose heart beat last at a moment.
func beating(t *testing.T, last time.Duration) (data string) {
	t.Helper()
	data = filepath.Join(t.TempDir(), "data")
	for _, args := range [][]string{
		{"init"},
		{"game", "new", "ny1", "newyork1890", "--deadline", "7d", "--seat", "whyos=alix@example.org,fr", "--seat", "eastman=sam@example.net,en"},
	} {
		if out, code := runAt(t, data, 0, args...); code != exitOK {
			t.Fatalf("%v: %s", args, out)
		}
	}
	beat := []byte(botsStart.Add(last).UTC().Format(time.RFC3339) + "\n")
	if err := os.WriteFile(filepath.Join(data, beatName), beat, 0o600); err != nil {
		t.Fatal(err)
	}
	return data
}

const day = 24 * time.Hour

func TestSilenceOfTheServerMovesDeadlines(t *testing.T) {
	data := beating(t, 6*day)
	out, code := runAt(t, data, 9*day, "ingest", "--clock", "now", "-")
	if code != exitOK || !strings.Contains(out, "nothing ran for 72h0m0s: the deadlines of ny1 are later by as much") {
		t.Fatalf("exit %d: %s", code, out)
	}
	if out, _ := runAt(t, data, 9*day, "game", "show", "ny1"); !strings.Contains(out, botsStart.Add(10*day).Format("2006-01-02")) {
		t.Errorf("the deadline did not move by three days: %s", out)
	}
	posts, _ := runAt(t, data, 9*day, "log", "ny1")
	if n := strings.Count(posts, `"why":"silence"`); n != 1 {
		t.Errorf("%d moves for one silence:\n%s", n, posts)
	}
	// nobody serves any more: that nothing runs is no news
	out, _ = runAt(t, data, 10*day+time.Hour, "ingest", "--clock", "now", "-")
	if strings.Contains(out, "nothing ran") {
		t.Errorf("the same silence again: %s", out)
	}
	if out, _ := runAt(t, data, 10*day+time.Hour, "log", "ny1"); !strings.Contains(out, "t.window_closed") {
		t.Errorf("after its new deadline the mail is not resolved: %s", out)
	}
}

func TestAShortStopMovesNothing(t *testing.T) {
	data := beating(t, 7*day-time.Hour)
	out, code := runAt(t, data, 7*day+30*time.Minute, "ingest", "--clock", "now", "-")
	if code != exitOK || strings.Contains(out, "nothing ran") {
		t.Errorf("exit %d: %s", code, out)
	}
	if out, _ := runAt(t, data, 8*day, "log", "ny1"); !strings.Contains(out, "t.window_closed") || strings.Contains(out, "t.window_moved") {
		t.Errorf("it was not resolved in its time: %s", out)
	}
}

func TestAClockThatWentBackResolvesNothing(t *testing.T) {
	data := beating(t, 400*day) // a clock a year ahead was mended
	for _, lang := range []string{"fr", "en"} {
		out, code := runAt(t, data, 30*day, "--lang", lang, "ingest", "--clock", "now", "-")
		if code != exitFailed || !strings.Contains(out, beatName) {
			t.Errorf("exit %d: %s", code, out)
		}
	}
	if out, _ := runAt(t, data, 30*day, "log", "ny1"); strings.Contains(out, "t.window_closed") || strings.Contains(out, "t.window_moved") {
		t.Errorf("something was done by a clock that went back: %s", out)
	}
	if err := os.Remove(filepath.Join(data, beatName)); err != nil { // the operator says that it is right
		t.Fatal(err)
	}
	if out, code := runAt(t, data, 30*day, "ingest", "--clock", "now", "-"); code != exitOK {
		t.Errorf("exit %d: %s", code, out)
	}
}

func TestADamagedHeartbeatIsTold(t *testing.T) {
	data := beating(t, 0)
	if err := os.WriteFile(filepath.Join(data, beatName), []byte("yesterday\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, code := runAt(t, data, 8*day, "ingest", "--clock", "now", "-"); code != exitFailed || !strings.Contains(out, beatName) {
		t.Errorf("exit %d: %s", code, out)
	}
}
