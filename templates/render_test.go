package templates

import (
	"bytes"
	"html"
	"regexp"
	"strings"
	"testing"

	"fivepoints/games"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"pgregory.net/rapid"
)

// parsed shows how a Markdown reader sees our Markdown.
func parsed(t interface{ Fatal(...any) }, d Doc) string { return converted(t, Render(d, Markdown)) }

func converted(t interface{ Fatal(...any) }, page []byte) string {
	var out bytes.Buffer
	md := goldmark.New(goldmark.WithExtensions(extension.GFM, extension.Footnote, extension.DefinitionList))
	if err := md.Convert(page, &out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

var hostile = []string{
	"*bold* _it_ **b** __b__ ~~s~~", "`code` ``c``", "[link](http://example.org) ![i](x) [a][b] [^1]",
	"<script>alert(1)</script> <b> <!-- c -->", "# heading", "## h ##", "- item", "+ item", "* item", "1. one", "12) two",
	"> quote", "---", "===", "***", "| a | b |", "a | b", "| --- | --- |", `back\slash \* \| \\|`, "&lt; &#60; &amp; AT&T",
	"http://example.org/x www.example.org a@example.org", "https://example.org", "ftp://example.org", "mailto:a@example.org",
	"two\nlines\n\n# three", "tab\tx", "\u202eright to left\u2066", "zero\u200bwidth", "nul\x00bell\x07", "bad\xff utf8",
	": term", "- [x] task", "    indented", "```", "~~~", "`", "``", "a`", "`a", "\\", "x\\", "#", "$x$ $12", "term\n: def", "Hell's Kitchen", "-", "=", "+", "1.",
	"<http://example.org>", "</td></table>", "{{.}}", "é à ü 漢字", "",
}

// Whatever a player writes is text: it appears as it is and makes no markup.
func TestHostileTextIsInert(t *testing.T) {
	t.Parallel()
	for _, s := range hostile {
		checkInert(t, s)
	}
}

func TestHostileTextIsInertProperty(t *testing.T) {
	t.Parallel()
	bits := rapid.SampledFrom(append(strings.Split("\\`*_[]()<>~|&@:.#+-=!$\"'^{}/", ""), "a", "1", " ", "\n", "http", "://", "www", "é", "&lt;", "]("))
	rapid.Check(t, func(t *rapid.T) {
		checkInert(t, strings.Join(rapid.SliceOfN(bits, 0, 16).Draw(t, "bits"), ""))
	})
}

type failer interface {
	Fatal(...any)
	Errorf(string, ...any)
}

func checkInert(t failer, s string) {
	want := squeeze(oneLine(s))
	if want == "" {
		want = "."
		s = "."
	}
	for name, d := range map[string]struct {
		block block
		tags  string
	}{
		"para":    {para{text(s)}, "p"},
		"heading": {heading{2, text(s)}, "h2"},
		"list":    {list{[]inline{text(s)}}, "ul li"},
		"code":    {para{typed(s)}, "p code"},
		"strong":  {para{strongly(s)}, "p strong"},
		"struck":  {para{inline{{s, struck}}}, "p del"},
		"cell":    {grid{head: []inline{text("h")}, rows: [][]inline{{text(s)}}}, "table thead tr th tbody td"},
		"typed":   {grid{head: []inline{text("h")}, rows: [][]inline{{typed(s)}}}, "table thead tr th tbody td code"},
	} {
		page := parsed(t, Doc{blocks: []block{d.block}})
		if got := seen(page); got != want && got != "h "+want {
			t.Errorf("%s %q: reads %q, want %q\n%s", name, s, got, want, page)
		}
		for _, tag := range regexp.MustCompile(`<([a-z0-9]+)`).FindAllStringSubmatch(page, -1) {
			if !strings.Contains(" "+d.tags+" ", " "+tag[1]+" ") {
				t.Errorf("%s %q: makes <%s>\n%s", name, s, tag[1], page)
			}
		}
	}
}

var anyTag = regexp.MustCompile(`<[^>]*>`)

func seen(page string) string {
	return squeeze(html.UnescapeString(anyTag.ReplaceAllString(page, " ")))
}

func squeeze(s string) string { return strings.Join(strings.Fields(s), " ") }

func TestStruckOrderIsStruck(t *testing.T) {
	t.Parallel()
	page := parsed(t, Doc{blocks: []block{list{[]inline{{{"recruit 1 (1f)", struck}, {text: " (replaced)"}}}}}})
	if !strings.Contains(page, "<del>recruit 1 (1f)</del> (replaced)") {
		t.Error(page)
	}
}

func TestHostileLinesStayInTheirFence(t *testing.T) {
	t.Parallel()
	page := parsed(t, Doc{blocks: []block{pre{[]string{"```", "# x", "````", "\x1b[31mred", "<b>"}}, para{text("after")}}})
	if !strings.Contains(page, "# x\n````\n[31mred\n&lt;b&gt;\n</code></pre>\n<p>after</p>") {
		t.Errorf("the fence broke:\n%s", page)
	}
}

func TestPlainKeepsToItsColumns(t *testing.T) {
	t.Parallel()
	long := text(strings.Repeat("mot ", 60))
	d := Doc{lang: games.FR, blocks: []block{
		heading{1, text("Titre")},
		heading{2, text("ab")},
		para{long},
		list{[]inline{long, text("court")}},
		grid{head: []inline{text("a"), text("b")}, rows: [][]inline{{text("x"), long}}},
		grid{head: []inline{text("a"), text("n")}, right: []bool{false, true}, rows: [][]inline{{text("x"), text("1")}, {text("yy"), text("12")}}},
	}}
	out := string(Render(d, Plain))
	for _, l := range strings.Split(out, "\n") {
		if columnsOf(l) > columns {
			t.Errorf("%d columns: %s", columnsOf(l), l)
		}
		if l == "--" || l == "-- " {
			t.Error("a line would begin a signature")
		}
	}
	for _, want := range []string{"Titre\n=====", "ab\n----", "a    n\nx    1\nyy  12", "a\u00a0: x\n  b\u00a0: mot"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not in\n%s", want, out)
		}
	}
}

func FuzzInert(f *testing.F) {
	for _, s := range hostile {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) { checkInert(t, s) })
}
