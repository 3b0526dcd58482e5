package mail

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// maxMarks bounds the ">" in front of a line, whatever the nesting.
const maxMarks = 10

// walker turns HTML tokens into lines. It keeps a stack of open elements
// instead of a tree: linear, and no nesting is too deep.
type walker struct {
	lines []textLine
	line  strings.Builder
	space bool // white space waits for the next word
	stack []element
	open  map[string]int // how many of a name are on the stack
	quote int            // quotations open, or opened for the rest of the mail
	skip  int            // hidden elements open
	pre   int
	hints []string
	size  int
	attrs []html.Attribute // of the tag at hand
}

// element remembers what its end has to undo.
type element struct {
	name   string
	quote  bool
	hidden bool
	pre    bool
	hint   bool
	after  bool // what follows it is quoted
	struck bool
	block  bool
}

// walkHTML reads HTML as lines: quotations get "> ", hidden text is dropped.
func walkHTML(text string) []textLine {
	w := &walker{open: map[string]int{}}
	z := html.NewTokenizer(strings.NewReader(text))
	for {
		kind := z.Next()
		switch kind {
		case html.ErrorToken:
			w.flush()
			return trimLines(w.lines)
		case html.TextToken:
			if w.skip == 0 {
				w.text(string(z.Text()))
			}
		case html.StartTagToken, html.SelfClosingTagToken:
			w.start(w.tag(z, kind))
		case html.EndTagToken:
			name, _ := z.TagName()
			w.end(elementName(name))
		}
		if w.size > maxText || len(w.lines) > maxLines {
			return w.lines // over the limit, which render sees
		}
	}
}

// tag reads a start tag with those of its attributes that matter here. It is
// good until the next one.
func (w *walker) tag(z *html.Tokenizer, kind html.TokenType) html.Token {
	name, more := z.TagName()
	t := html.Token{Type: kind, DataAtom: atom.Lookup(name), Data: elementName(name)}
	w.attrs = w.attrs[:0]
	for more {
		var key, value []byte
		key, value, more = z.TagAttr()
		switch string(key) {
		case "class", "id", "name", "data-marker", "data-smartmail", "style", "hidden":
			w.attrs = append(w.attrs, html.Attribute{Key: string(key), Val: string(value)})
		}
	}
	t.Attr = w.attrs
	return t
}

// elementName makes no new string of a name that HTML has.
func elementName(name []byte) string {
	if a := atom.Lookup(name); a != 0 {
		return a.String()
	}
	return string(name)
}

func trimLines(lines []textLine) []textLine {
	for len(lines) > 0 && strings.Trim(lines[len(lines)-1].text, "> \u00a0") == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

func (w *walker) text(s string) {
	if w.pre > 0 {
		first, rest, more := strings.Cut(s, "\n")
		for w.word(first); more; w.word(first) {
			w.breakLine()
			first, rest, more = strings.Cut(rest, "\n")
		}
		return
	}
	for len(s) > 0 {
		i := strings.IndexAny(s, " \t\r\n\f")
		if i != 0 {
			if i < 0 {
				i = len(s)
			}
			w.word(s[:i])
		} else {
			i, w.space = 1, true
		}
		s = s[i:]
	}
}

func (w *walker) word(s string) {
	if s == "" {
		return
	}
	if w.space && w.line.Len() > 0 {
		w.line.WriteByte(' ')
	}
	w.space = false
	w.line.WriteString(s)
}

// flush ends a line that has text; breakLine ends any line.
func (w *walker) flush() {
	if w.line.Len() > 0 {
		w.breakLine()
	}
	w.space = false
}

func (w *walker) breakLine() {
	hint := ""
	if len(w.hints) > 0 {
		hint = w.hints[len(w.hints)-1]
	}
	marks := strings.Repeat("> ", min(w.quote, maxMarks))
	for l := range strings.SplitSeq(breakLines(w.line.String()), "\n") {
		l = marks + printable(l)
		w.size += len(l) + 1
		w.lines = append(w.lines, textLine{l, hint})
	}
	w.line.Reset()
	w.space = false
}

func (w *walker) start(t html.Token) {
	if t.DataAtom == atom.Br {
		if w.skip == 0 {
			w.breakLine()
		}
		return
	}
	if closesItself(t.DataAtom) && len(w.stack) > 0 && w.stack[len(w.stack)-1].name == t.Data {
		w.end(t.Data)
	}
	if isBlock(t.DataAtom) {
		w.flush()
	} else if t.DataAtom == atom.Td || t.DataAtom == atom.Th {
		w.space = true
	}
	if isVoid(t.DataAtom) || t.Type == html.SelfClosingTagToken {
		return
	}
	w.push(t)
}

// push opens an element with its effects.
func (w *walker) push(t html.Token) {
	e := element{name: t.Data, hidden: isHidden(t), pre: t.DataAtom == atom.Pre, block: isBlock(t.DataAtom)}
	hint := ""
	hint, e.quote, e.after = container(t)
	if e.hint = hint != ""; e.hint {
		w.flush()
		w.hints = append(w.hints, hint)
	}
	if e.quote {
		w.flush()
		w.quote++
	}
	if e.struck = isStruck(t); e.struck && w.skip == 0 {
		w.word(strike)
	}
	w.skip += count(e.hidden)
	w.pre += count(e.pre)
	w.open[e.name]++
	w.stack = append(w.stack, e)
}

// end closes the element and everything left open inside it.
func (w *walker) end(name string) {
	for w.open[name] > 0 {
		e := w.stack[len(w.stack)-1]
		w.stack = w.stack[:len(w.stack)-1]
		w.open[e.name]--
		w.undo(e)
		if e.name == name {
			return
		}
	}
}

// strike stands around struck words: they must not pass for an order.
const strike = "~~"

func (w *walker) undo(e element) {
	if e.struck && w.skip == 0 {
		w.line.WriteString(strike)
	}
	if e.block || e.quote || e.hint {
		w.flush()
	}
	if e.quote {
		w.quote--
	}
	if e.hint {
		w.hints = w.hints[:len(w.hints)-1]
	}
	if e.after {
		w.quote++
	}
	w.skip -= count(e.hidden)
	w.pre -= count(e.pre)
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}

func isBlock(a atom.Atom) bool {
	switch a {
	case atom.Address, atom.Article, atom.Aside, atom.Blockquote, atom.Body, atom.Center, atom.Dd, atom.Div, atom.Dl, atom.Dt,
		atom.Fieldset, atom.Footer, atom.Form, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Header, atom.Hr,
		atom.Li, atom.Main, atom.Nav, atom.Ol, atom.P, atom.Pre, atom.Section, atom.Table, atom.Tbody, atom.Tfoot, atom.Thead,
		atom.Tr, atom.Ul:
		return true
	}
	return false
}

func isVoid(a atom.Atom) bool {
	switch a {
	case atom.Area, atom.Base, atom.Br, atom.Col, atom.Embed, atom.Hr, atom.Img, atom.Input, atom.Link, atom.Meta, atom.Param,
		atom.Source, atom.Track, atom.Wbr:
		return true
	}
	return false
}

// closesItself: the end tag of these may be left out before the next one.
func closesItself(a atom.Atom) bool {
	switch a {
	case atom.P, atom.Li, atom.Td, atom.Th, atom.Tr, atom.Dd, atom.Dt, atom.Option:
		return true
	}
	return false
}
