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
	parsers := map[string]*Parser{"newyork": parser(t, newYork()), "slice": parser(t, slice()), "crooks": parser(t, crooks())}
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
	for _, text := range typed {
		s := sheet(p, lang, text)
		for _, n := range s.Notes {
			checkText(t, n)
		}
		got += describe(p, lang, s)
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

// TestLimits: 400 orders, good and bad, and 4000 lines are read (order.limit).
func TestLimits(t *testing.T) {
	t.Parallel()
	p := parser(t, newYork())
	s := sheet(p, games.FR, strings.Repeat("truquer 5\ntruquer x\n", 205))
	if len(s.Lines) != 200 || len(s.Notes) != 410 || s.Notes[399].Kind != Error || s.Notes[400].Kind != Unread {
		t.Errorf("got %d orders, %d notes", len(s.Lines), len(s.Notes))
	}
	s = sheet(p, games.FR, strings.Repeat("bonjour\n", 4000)+"truquer 5\ntruquer 5")
	if len(s.Lines) != 0 || len(s.Notes) != 4001 || s.Notes[4000].Kind != Unread {
		t.Errorf("got %d orders, %d notes", len(s.Lines), len(s.Notes))
	}
	s = sheet(p, games.FR, "truquer "+strings.Repeat("5 ", 1000)+"\nbonjour "+strings.Repeat("à tous ", 1000))
	if s.Notes[0].Problem == nil || s.Notes[0].Problem.Key != "order.long" || s.Notes[1].Kind != Talk {
		t.Errorf("got %+v", s.Notes[0].Problem)
	}
}

// TestNothingCut: what follows the last order of a full sheet and is no order
// does not make it look cut.
func TestNothingCut(t *testing.T) {
	t.Parallel()
	p := parser(t, newYork())
	full := strings.Repeat("truquer 5\n", 400)
	for _, end := range []string{"", "--- fin ---\nLou", "> truquer 3", "-- \nLou", "—\nLou", "# truquer 3"} {
		if s := sheet(p, games.FR, full+end); len(s.Notes) != 400 {
			t.Errorf("%q: %+v", end, s.Notes[400:])
		}
	}
}

// TestHeaders: what names a game and a mail, and what does when two do.
func TestHeaders(t *testing.T) {
	t.Parallel()
	p := parser(t, newYork())
	for _, c := range []struct{ typed, game, turn, kinds string }{
		{"PARTIE ny12 TOUR 1893c", "ny12", "1893c", "setting"},
		{"Game: ny12, turn 1893 phase C", "ny12", "1893c", "setting"},
		{"partie ny12 1893c", "ny12", "1893c", "setting"},
		{"tour : 1893c", "", "1893c", "setting"},
		{"NY12 1894c", "ny12", "1894c", "setting"},
		{"[ny12 1893f]", "ny12", "1893f", "setting"},
		{"ny12 est une belle partie", "", "", "talk"},
		{"ny13 1893c", "", "", "talk"},
		{"ny12", "", "", "talk"},
		{"tour 1893\ntour 1893c\ntruquer 5", "", "1893c", "setting setting order"},
		{"tour 1893c\ntour 1894c\ntruquer 5", "", "1893c", "setting error unread"},
		{"tour 1893c\ntruquer 5\ntour 1894c\ntruquer 3", "", "1893c", "setting order error unread"},
		{"truquer 5\nny12 1893c", "ny12", "1893c", "order setting"},
	} {
		s := p.ParseFor("ny12", games.FR, inputs(c.typed))
		var kinds []string
		for _, n := range s.Notes {
			kinds = append(kinds, string(n.Kind))
		}
		if got := strings.Join(kinds, " "); s.Game != c.game || s.Turn != c.turn || got != c.kinds {
			t.Errorf("%q: game %q, turn %q, %s", c.typed, s.Game, s.Turn, got)
		}
	}
}

// TestClasses: lines that mail marked as quoted, ignored or of the other half give no orders.
func TestClasses(t *testing.T) {
	t.Parallel()
	p := parser(t, newYork())
	s := p.Parse(games.EN, []Input{
		{N: 1, Text: "police: BOW,"},
		{N: 2, Text: "LES", Quoted: true},
		{N: 3, Text: "rig 5", Quoted: true},
		{N: 4, Text: "rig 5"},
		{N: 5, Text: "rig 5", Ignored: true},
		{N: 6, Text: "Lou", Ignored: true},
		{N: 7, Text: "rig 6", Elsewhere: true},
		{N: 8, Text: "Lou", Elsewhere: true},
	})
	var kinds []string
	for _, n := range s.Notes {
		kinds = append(kinds, fmt.Sprint(n.N, n.Kind))
	}
	if got := strings.Join(kinds, " "); got != "1error 3quoted 4order 5unread 7unread" || len(s.Lines) != 1 {
		t.Errorf("got %s", got)
	}
	if last := s.Notes[len(s.Notes)-1]; last.Problem == nil || last.Problem.Key != "order.elsewhere" {
		t.Errorf("the line of the other half is told as %+v", last.Problem)
	}
}
