package templates

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"fivepoints/mail"

	"golang.org/x/net/html"
)

// htmlParts reads a page as a browser does: its elements with their attributes
// in the order they open, and the text of its body.
func htmlParts(t failer, page string) (elements []string, read string) {
	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for n := range root.Descendants() {
		switch n.Type {
		case html.ElementNode:
			e := n.Data
			for _, a := range n.Attr {
				e += " " + a.Key
				if a.Key != "style" && a.Key != "content" {
					e += "=" + a.Val
				}
			}
			elements = append(elements, e)
			b.WriteByte(' ')
		case html.TextNode:
			if n.Parent.Data != "title" {
				b.WriteString(n.Data)
			}
		case html.CommentNode, html.RawNode, html.ErrorNode:
			elements = append(elements, "comment")
		}
	}
	return elements, b.String()
}

// checkPage proves that text is text in a page, whatever block it stands in and
// as its title.
func checkPage(t failer, s string) {
	want := squeeze(oneLine(s))
	if want == "" {
		want, s = "word", "word"
	}
	wide := text(strings.Repeat("wide ", 30))
	blocks := func(s string) Doc {
		return Doc{Title: s, lang: "fr", blocks: []block{
			heading{1, text(s)},
			para{text(s)},
			para{typed(s)},
			para{strongly(s)},
			para{inline{{s, struck}}},
			list{[]inline{text(s)}},
			grid{head: []inline{text(s), text("h")}, rows: [][]inline{{typed(s), wide}}},
			pre{[]string{s}},
		}}
	}
	elements, read := htmlParts(t, string(Render(blocks(s), HTML)))
	harmless, words := htmlParts(t, string(Render(blocks("word"), HTML)))
	if !slices.Equal(elements, harmless) {
		t.Errorf("%q makes %v, not %v", s, elements, harmless)
	}
	if got := squeeze(read); got != squeeze(strings.ReplaceAll(words, "word", want)) {
		t.Errorf("%q reads %q", s, got)
	}
}

var htmlHarm = append([]string{
	"</title><script>x</script>", "</div></body>", "<!--", "-->", "]]>", "<![CDATA[x]]>", "&amp;lt;b&gt;", "\" onclick=\"x", "' style='x", "<svg/onload=x>",
	"</pre>", "</code></table>", "<plaintext>", "&notit;", "&#x3c;b&#x3e;", "&lt", "\u2028x", "<\x00b>",
}, harm...)

func TestPageTextIsInert(t *testing.T) {
	t.Parallel()
	for _, s := range htmlHarm {
		checkPage(t, s)
	}
}

func FuzzInertPage(f *testing.F) {
	for _, s := range htmlHarm {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) <= 1000 { // longer ones are only slow
			checkPage(t, s)
		}
	})
}

// A page asks for nothing from anywhere and runs nothing.
func TestPageStandsAlone(t *testing.T) {
	t.Parallel()
	page := string(Render(aLongDoc(2), HTML))
	for _, bad := range []string{"<script", "<style", "<link", "<img", "href", "src=", "url(", "http:", "https:", "@import", "class="} {
		if strings.Contains(page, bad) {
			t.Errorf("the page has %s", bad)
		}
	}
	for _, want := range []string{`<html lang="en">`, `<meta charset="utf-8">`, `name="viewport"`, "<title>[ny12 1893c] summary</title>", "<h3 style="} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
}

// A table is a table as long as it fits, with its numbers to the right; else
// every row is a card.
func TestPageTables(t *testing.T) {
	t.Parallel()
	g := grid{head: []inline{text("n"), text("who")}, right: []bool{true}, rows: [][]inline{{text("1"), strongly("Kim")}, {text("2")}}}
	page := string(Render(Doc{blocks: []block{g}}, HTML))
	if strings.Count(page, "<tr>") != 3 || strings.Count(page, "text-align:right") != 3 || !strings.Contains(page, "<strong>Kim</strong></td>") {
		t.Error(page)
	}
	g.rows[0][1] = text(strings.Repeat("very ", 30) + "long")
	page = string(Render(Doc{lang: "fr", blocks: []block{g}}, HTML))
	if strings.Contains(page, "<table") || !strings.Contains(page, `">n 1 · very very`) {
		t.Error(page)
	}
}

// A page that comes back quoted in a mail, or is read without its text part,
// says line by line what it said, pictures with their columns.
func TestPageIsReadAsItsText(t *testing.T) {
	t.Parallel()
	d := aLongDoc(2)
	d.add(pre{[]string{"      MMP", " /     |", "HEL $E"}}, para{text("the end")})
	for _, way := range []struct {
		kind string
		page []byte
	}{
		{"text/html", Render(d, HTML)},
		{"text/plain", Render(d, Plain)},
		{"text/plain; format=flowed", bytes.ReplaceAll(Render(d, Plain), []byte("\n "), []byte("\n  "))}, // stuffed, RFC 3676 4.4
	} {
		m := mail.Reader{}.Read(append([]byte("From: zoe@example.org\nContent-Type: "+way.kind+"; charset=utf-8\n\n"), way.page...))
		var lines []string
		for _, l := range m.Lines {
			lines = append(lines, strings.TrimRight(l.Text, " "))
			if l.Class != "" {
				t.Errorf("%s: %q is taken for %s", way.kind, l.Text, l.Class)
			}
		}
		read := strings.Join(lines, "\n")
		for _, want := range []string{"Five Points · 1893c", "All orders were in.", "map 1\n  x", "      MMP\n /     |\nHEL $E", "the end"} {
			if !strings.Contains(read, want) {
				t.Errorf("%s: %q is not in\n%s", way.kind, want, read)
			}
		}
	}
}

// checkPlain proves that no line of a mail is read as something else: quoted,
// a signature, the next mail of a file, or joined with the next one (RFC 3676).
func checkPlain(t failer, s string) {
	d := Doc{blocks: []block{
		para{text(s)},
		heading{1, text(s)},
		list{[]inline{text(s)}},
		pre{[]string{s, s}},
		grid{head: []inline{text("h")}, rows: [][]inline{{text(s)}}},
	}}
	page := string(Render(d, Plain))
	for _, l := range strings.Split(page, "\n") {
		if l == "--" || strings.HasPrefix(l, ">") || strings.HasPrefix(l, "From ") || strings.HasSuffix(l, " ") {
			t.Errorf("%q makes the line %q", s, l)
		}
		for _, r := range l {
			if visible(r) != r {
				t.Errorf("%q leaves %U", s, r)
			}
		}
	}
	if want := squeeze(oneLine(s)); !strings.Contains(squeeze(page), want) {
		t.Errorf("%q is not in %q", want, page)
	}
}

var plainHarm = append([]string{"--", "-- ", "From me", "> quoted", ">From x", "a\n-- \nb", " -- ", "\u00a0> x", "x\u3000"}, harm...)

func TestPlainTextIsInert(t *testing.T) {
	t.Parallel()
	for _, s := range plainHarm {
		checkPlain(t, s)
	}
}

func FuzzInertPlain(f *testing.F) {
	for _, s := range plainHarm {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) <= 1000 {
			checkPlain(t, s)
		}
	})
}

// Wide letters and accents stand in their columns.
func TestColumnsOf(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]int{"abc": 3, "été": 3, "e\u0301te\u0301": 3, "漢字": 4, "😀": 2, "ＡＢ": 4, "": 0, "Ελλάς": 5, "a\u200bb": 2} {
		if got := columnsOf(s); got != want {
			t.Errorf("%q has %d columns, not %d", s, got, want)
		}
	}
}
