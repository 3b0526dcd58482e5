package order

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"fivepoints/games"
)

// A case of testdata/*.txtar: what a player typed and how it was read. The
// comment's first word is the language, its second the grammar; with "each" every
// line is a sheet of its own. Typed lines that begin with "> " are quoted.
var update = flag.Bool("update", false, "rewrite the cases")

func TestCases(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("find cases: %v, %d files", err, len(files))
	}
	parsers := map[string]*Parser{"newyork": parser(t, newYork()), "crooks": parser(t, crooks())}
	for _, f := range files {
		t.Run(filepath.Base(f), func(t *testing.T) { runCase(t, f, parsers) })
	}
}

func runCase(t *testing.T, file string, parsers map[string]*Parser) {
	a, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	head := strings.Fields(string(a.Comment))
	if len(head) < 2 || parsers[head[1]] == nil || len(a.Files) != 2 {
		t.Fatalf("%s: want language and grammar, then sheet and reading", file)
	}
	p, lang := parsers[head[1]], games.Lang(head[0])
	typed := []string{strings.TrimSuffix(string(a.Files[0].Data), "\n")}
	if len(head) > 2 && head[2] == "each" {
		typed = strings.Split(typed[0], "\n")
	}
	got := ""
	for _, s := range typed {
		got += describe(p, lang, sheet(p, lang, s))
	}
	if *update {
		a.Files[1].Data = []byte(got)
		if err := os.WriteFile(file, txtar.Format(a), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want := string(a.Files[1].Data); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

// describe writes a sheet for people: the settings, then each note as
// "number kind: orders", its problem with the arguments, and what to type.
func describe(p *Parser, lang games.Lang, s Sheet) string {
	var b strings.Builder
	for _, set := range []struct {
		on   bool
		name string
	}{
		{s.Game != "", "game " + s.Game},
		{s.Turn != "", "turn " + s.Turn},
		{s.Add, "add"},
		{s.Check, "check"},
		{s.Ready, "ready"},
		{s.Wait, "wait"},
		{s.Clear, "clear"},
		{len(s.Cancel) > 0, fmt.Sprintf("cancel %+v", s.Cancel)},
	} {
		if set.on {
			fmt.Fprintln(&b, set.name)
		}
	}
	if s.Absent != nil {
		fmt.Fprintln(&b, "absent", s.Absent.From, s.Absent.To)
	}
	for _, n := range s.Notes {
		fmt.Fprintln(&b, strings.TrimSpace(fmt.Sprintf("%d %s: %s", n.N, n.Kind, joined(p, lang, n.Orders))))
		if n.Problem != nil {
			fmt.Fprintf(&b, "  %s (%s)", n.Problem.Key, n.Rule)
			for _, a := range n.Problem.Args {
				fmt.Fprintf(&b, " %s=%s", a.Name, strings.Join(a.Vals, "|"))
			}
			fmt.Fprintln(&b)
		}
		for _, x := range n.Nearest {
			fmt.Fprintln(&b, "  try:", x)
		}
	}
	if len(s.Notes) > 1 {
		fmt.Fprintln(&b, "orders:", len(s.Lines))
	}
	return b.String()
}

// joined shows the join of an else line, which has its head elsewhere.
func joined(p *Parser, lang games.Lang, lines []games.Line) string {
	s := strings.Join(p.FormatAll(lines, lang), " / ")
	if len(lines) > 0 && lines[0].Join == games.Else {
		return "else " + s
	}
	return s
}
