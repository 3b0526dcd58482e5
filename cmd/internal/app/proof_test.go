package app_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fivepoints/events/audit"
	"fivepoints/mail"
)

// The checkpoint of a summary is found again in every dialect it is written in.
func TestDialectsKeepTheCheckpoint(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/dialects/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no dialects: %v", err)
	}
	first := map[string]string{} // notes by game
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(string(data), "\n")
		if strings.Contains(name, ".html.") { // as it lies in a mail that has no plain half
			lines = nil
			m := mail.Reader{}.Read([]byte("From: a@example.org\nContent-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: 8bit\nMIME-Version: 1.0\n\n" + string(data)))
			for _, l := range m.Lines {
				lines = append(lines, l.Text)
			}
		}
		game, _, _ := strings.Cut(filepath.Base(name), ".")
		notes := strings.Join(audit.FindNotes(lines), "")
		if first[game] == "" {
			first[game] = notes
		}
		if notes == "" || notes != first[game] {
			t.Errorf("%s holds the notes %q, another dialect %q", name, notes, first[game])
		}
	}
}
