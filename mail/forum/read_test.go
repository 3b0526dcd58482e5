package forum

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

var update = flag.Bool("update", false, "write golden files anew")

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	want, err := os.ReadFile(path)
	if *update || errors.Is(err, fs.ErrNotExist) && *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		want, err = []byte(got), os.WriteFile(path, []byte(got), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != got {
		t.Errorf("%s is now\n%s\nand was\n%s", name, got, want)
	}
}

// describe writes what was read of a page, a line each.
func describe(p Page) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s topic %s %q page %d of %d, %s\n", p.Kind, p.Board, p.Topic, p.Title, p.Number, p.Last, p.Surface)
	for _, post := range p.Posts {
		at := "-"
		if !post.At.IsZero() {
			at = post.At.UTC().Format(time.RFC3339)
		}
		fmt.Fprintf(&b, "\npost %s by %q (%s) %q", post.ID, post.Name, post.Author, at)
		if m := post.Edited; m != nil {
			fmt.Fprintf(&b, " edited %d %q %q", m.Count, m.By, m.Reason)
		}
		if post.Gone {
			b.WriteString(" gone")
		}
		if post.TooLong {
			b.WriteString(" too long")
		}
		b.WriteString("\n")
		for _, l := range post.Lines {
			fmt.Fprintf(&b, "%3d %-8s %q\n", l.N, l.Class, l.Text)
		}
	}
	return b.String()
}

// Every kind of board shows one of everything; what is read of it is golden, and
// so is the page.
func TestPages(t *testing.T) {
	t.Parallel()
	zone, err := time.LoadLocation("Europe/Paris")
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range Kinds() {
		text := topicOf(k).page(1)
		golden(t, filepath.Join("pages", string(k)+".page"), text)
		p, err := Read([]byte(text), zone)
		if err != nil {
			t.Errorf("%s: %v", k, err)
			continue
		}
		golden(t, filepath.Join("pages", string(k)+".read"), describe(p))
	}
}
