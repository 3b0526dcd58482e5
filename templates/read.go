package templates

import (
	"bufio"
	"bytes"
	"html"

	"fivepoints/games"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	gmhtml "github.com/yuin/goldmark/renderer/html"
	gmtext "github.com/yuin/goldmark/text"
)

// Read is the document of a Markdown page that Render wrote: what was stored as
// it was sent, in order to write it in another format. Nothing in it is taken
// for more than text: links and raw HTML have no block of their own here.
func Read(markdown []byte, lang games.Lang) Doc {
	md := goldmark.New(goldmark.WithExtensions(extension.Table, extension.Strikethrough))
	r := pageReader{source: markdown}
	d := Doc{lang: lang}
	root := md.Parser().Parse(gmtext.NewReader(markdown))
	for n := root.FirstChild(); n != nil; n = n.NextSibling() {
		if b := r.block(n); b != nil {
			d.add(b)
		}
	}
	return d
}

// pageReader reads blocks of a page.
type pageReader struct{ source []byte }

func (r pageReader) block(n ast.Node) block {
	switch n := n.(type) {
	case *ast.Heading:
		return heading{min(n.Level, 3), r.inline(n)}
	case *ast.List:
		return r.list(n)
	case *extast.Table:
		return r.table(n)
	case *ast.FencedCodeBlock, *ast.CodeBlock, *ast.HTMLBlock:
		return pre{r.lines(n)}
	case *ast.ThematicBreak:
		return nil
	}
	return para{r.inline(n)}
}

func (r pageReader) list(n *ast.List) block {
	var l list
	for item := n.FirstChild(); item != nil; item = item.NextSibling() {
		l.items = append(l.items, r.inline(item))
	}
	return l
}

func (r pageReader) table(n *extast.Table) block {
	var g grid
	for _, a := range n.Alignments {
		g.right = append(g.right, a == extast.AlignRight)
		g.brief = g.brief || a == extast.AlignLeft
	}
	for row := n.FirstChild(); row != nil; row = row.NextSibling() {
		var cells []inline
		for cell := row.FirstChild(); cell != nil; cell = cell.NextSibling() {
			cells = append(cells, r.inline(cell))
		}
		if _, head := row.(*extast.TableHeader); head {
			g.head = cells
		} else {
			g.rows = append(g.rows, cells)
		}
	}
	return g
}

func (r pageReader) lines(n ast.Node) []string {
	var out []string
	for i := range n.Lines().Len() {
		line := n.Lines().At(i)
		out = append(out, string(bytes.TrimRight(line.Value(r.source), "\r\n")))
	}
	return out
}

// inline gathers the text inside a node, whatever it is made of.
func (r pageReader) inline(n ast.Node) inline {
	var out inline
	add := func(s string, style style) {
		if last := len(out) - 1; last >= 0 && out[last].style == style {
			out[last].text += s
			return
		}
		out = append(out, span{s, style})
	}
	var walk func(ast.Node, style)
	walk = func(n ast.Node, in style) {
		for c := n.FirstChild(); c != nil; c = c.NextSibling() {
			switch c := c.(type) {
			case *ast.Text:
				add(plainText(c.Segment.Value(r.source)), in)
				if c.SoftLineBreak() || c.HardLineBreak() {
					add(" ", in)
				}
			case *ast.String:
				add(string(c.Value), in)
			case *ast.CodeSpan:
				add(r.codeText(c), code)
			case *ast.Emphasis:
				walk(c, strong)
			case *extast.Strikethrough:
				walk(c, struck)
			case *ast.AutoLink:
				add(string(c.Label(r.source)), in)
			case *ast.RawHTML:
				for i := range c.Segments.Len() {
					s := c.Segments.At(i)
					add(string(s.Value(r.source)), in)
				}
			default:
				walk(c, in)
			}
		}
	}
	walk(n, normal)
	return out
}

func (r pageReader) codeText(n *ast.CodeSpan) string {
	var b bytes.Buffer
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if t, ok := c.(*ast.Text); ok {
			b.Write(t.Segment.Value(r.source))
		}
	}
	return b.String()
}

// plainText undoes what stands for characters in Markdown: "\\*" and "&amp;".
func plainText(s []byte) string {
	if !bytes.ContainsAny(s, `\&`) {
		return string(s)
	}
	var b bytes.Buffer
	w := bufio.NewWriter(&b)
	gmhtml.DefaultWriter.Write(w, s)
	w.Flush()
	return html.UnescapeString(b.String())
}
