package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"fivepoints/cmd/internal/app"
)

func TestMain(m *testing.M) {
	if os.Getenv(child) != "" {
		narrow(os.Getenv(childLimit))
		main()
		return
	}
	testscript.Main(m, map[string]func(){"fivepoints": main})
}

// TestScripts runs the program as an operator would; each script is a story.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:  "testdata/script",
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"waitfor": waitFor},
	})
}

// waitFor waits for a file that a background command makes.
func waitFor(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: waitfor file")
	}
	name := ts.MkAbs(args[0])
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); <-time.After(5 * time.Millisecond) {
		if _, err := os.Stat(filepath.Clean(name)); err == nil {
			return
		}
	}
	ts.Fatalf("%s did not appear", args[0])
}

// TestReadmeSample keeps the README true: every line it quotes stands in what
// the demo writes today.
func TestReadmeSample(t *testing.T) {
	dir := t.TempDir()
	var out strings.Builder
	code := app.Run(t.Context(), app.System{
		Args: []string{"demo", "--out", dir}, Env: func(string) string { return "" },
		In: strings.NewReader(""), Out: &out, Err: &out, Now: time.Now,
	})
	if code != 0 {
		t.Fatal(out.String())
	}
	var all strings.Builder
	for _, pattern := range []string{"summaries/*", "receipts/*"} {
		files, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil || len(files) == 0 {
			t.Fatalf("the demo wrote no %s (%v)", pattern, err)
		}
		for _, f := range files {
			data, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			all.Write(data)
		}
	}
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	quoted := 0
	for line := range strings.Lines(string(readme)) {
		text, ok := strings.CutPrefix(line, "> ")
		if !ok {
			continue
		}
		quoted++
		if !strings.Contains(all.String(), "\n"+text) {
			t.Errorf("the README quotes what the demo does not write: %s", text)
		}
	}
	if quoted < 10 {
		t.Errorf("only %d lines are quoted", quoted)
	}
}
