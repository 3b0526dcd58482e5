package newyork1890

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"fivepoints/games"
	"fivepoints/games/order"
)

var update = flag.Bool("update-words", false, "rewrite testdata/words")

// A case of testdata/words: lines typed by players of a game for two, each a
// sheet of its own, and what they are told at once. The comment's first word
// is the language.
func TestWords(t *testing.T) {
	t.Parallel()
	r, _ := book(t)
	p := parser(t, r.Grammar(&State{Board: Board{Closed: r.data.closed(2)}}))
	files, err := filepath.Glob("testdata/words/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("find cases: %v, %d files", err, len(files))
	}
	for _, file := range files {
		a, err := txtar.ParseFile(file)
		if err != nil || len(a.Files) != 2 {
			t.Fatalf("%s: want the lines and their reading: %v", file, err)
		}
		lang, got := games.Lang(a.Comment[:2]), ""
		for line := range strings.Lines(string(a.Files[0].Data)) {
			got += told(p, lang, strings.TrimSpace(line))
		}
		if *update {
			a.Files[1].Data = []byte(got)
			if err := os.WriteFile(file, txtar.Format(a), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if want := string(a.Files[1].Data); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", file, got, want)
		}
	}
}

// told writes how a line is read: its kind and spelling, or the sentence and
// what to type instead.
func told(p *order.Parser, lang games.Lang, typed string) string {
	out := typed + "\n"
	for _, n := range p.Parse(lang, []order.Input{{N: 1, Text: typed}}).Notes {
		out += fmt.Sprintln("  " + strings.TrimSpace(string(n.Kind)+" "+strings.Join(p.FormatAll(n.Orders, lang), " ")+sentence(n.Problem, lang)))
		for _, near := range n.Nearest {
			out += "    try: " + near + "\n"
		}
	}
	return out
}

func sentence(m *games.Msg, lang games.Lang) string {
	if m == nil {
		return ""
	}
	s := m.Key
	for _, x := range order.Texts() {
		if x.Key == m.Key {
			s = games.Text{FR: x.FR, EN: x.EN}.In(lang)
		}
	}
	for _, a := range m.Args {
		s = strings.ReplaceAll(s, "{"+a.Name+"}", strings.Join(a.Vals, ", "))
	}
	return s
}
