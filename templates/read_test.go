package templates

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"pgregory.net/rapid"
)

// A page that was stored is read and written again byte for byte.
func TestStoredPagesAreReadBack(t *testing.T) {
	t.Parallel()
	pages, err := filepath.Glob("testdata/*.md")
	if err != nil || len(pages) < 10 {
		t.Fatal(err, pages)
	}
	for _, name := range pages {
		page, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		_, page, _ = bytes.Cut(page, []byte("\n\n")) // the subject
		page = append(bytes.TrimRight(page, "\n"), '\n')
		if again := Render(Read(page, "en"), Markdown); !bytes.Equal(again, page) {
			t.Errorf("%s is read and written as\n%s\nnot\n%s", name, again, page)
		}
	}
}

// Whatever a player wrote comes back from a stored page as he wrote it, in every format.
func TestAnyTextIsReadBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.StringMatching(`[a-zé*_~<>&\\|#\[\]()!;.+0-9-]{0,12}( [a-z*_~<>&\\|#\[\]` + "`" + `]{1,8}){0,3}`)
		d := Doc{lang: "en"}
		d.add(heading{2, text(words.Draw(t, "heading"))}, para{inline{{words.Draw(t, "plain"), normal}, {" ", normal}, {words.Draw(t, "code"), code}}},
			list{[]inline{text(words.Draw(t, "item")), text("b")}},
			grid{head: []inline{text("a"), text("b")}, rows: [][]inline{{text(words.Draw(t, "cell")), text("2")}}},
			grid{head: []inline{text("a"), text("b")}, rows: [][]inline{{text("1"), text("2")}}, brief: true},
			pre{[]string{words.Draw(t, "line"), "x"}})
		page := Render(d, Markdown)
		if again := Render(Read(page, "en"), Markdown); !bytes.Equal(again, page) {
			t.Fatalf("\n%s\nis read and written as\n%s", page, again)
		}
	})
}
