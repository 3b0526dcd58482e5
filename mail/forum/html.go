package forum

import (
	"regexp"
	"strings"

	"fivepoints/events"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// HTML reads the words of a post as a board shows them. ok is false when there
// are too many lines.
func HTML(src string) (lines []events.Line, ok bool) {
	body := &html.Node{Type: html.ElementNode, Data: "div", DataAtom: atom.Div}
	nodes, err := html.ParseFragment(strings.NewReader(src), body)
	if err != nil {
		return nil, false
	}
	r := htmlReader{}
	for _, n := range nodes {
		r.node(n, 0)
	}
	return r.out.done()
}

// shown reads the words of an element.
func shown(n *html.Node) (lines []events.Line, ok bool) {
	r := htmlReader{}
	r.children(n, 0)
	return r.out.done()
}

// htmlReader turns elements into lines.
type htmlReader struct {
	out   writer
	pre   int
	space bool // white space waits for the next word
}

func (r *htmlReader) children(n *html.Node, depth int) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		r.node(c, depth+1)
	}
}

func (r *htmlReader) node(n *html.Node, depth int) {
	switch {
	case depth > maxDepth:
		r.out.doubt(true)
	case n.Type == html.TextNode:
		r.text(n.Data)
	case n.Type == html.ElementNode:
		r.element(n, depth)
	}
}

func (r *htmlReader) text(s string) {
	if r.pre > 0 {
		r.out.text(strings.ReplaceAll(s, "\r", ""))
		return
	}
	for part := range strings.SplitSeq(blanks.Replace(s), " ") {
		if part == "" {
			r.space = true
			continue
		}
		r.word(part)
		r.space = true
	}
	r.space = strings.TrimRight(s, " \t\r\n\f") != s // the blank behind the last word
}

var blanks = strings.NewReplacer("\t", " ", "\r", " ", "\n", " ", "\f", " ")

func (r *htmlReader) word(s string) {
	if r.space && r.out.line.Len() > 0 {
		r.out.words(" ")
	}
	r.space = false
	r.out.words(s)
}

func (r *htmlReader) flush() {
	r.out.flush()
	r.space = false
}

// element reads an element by what it does to its words.
func (r *htmlReader) element(n *html.Node, depth int) {
	switch {
	case isFurniture(n):
	case n.DataAtom == atom.Br:
		r.out.end()
		r.space = false
	case n.DataAtom == atom.Img:
		r.image(n)
	case isQuote(n):
		r.within(&r.out.quote, n, depth)
	case isSpoiler(n):
		r.within(&r.out.spoiler, n, depth)
	case isStruck(n):
		r.struck(n, depth)
	case n.DataAtom == atom.Pre || n.DataAtom == atom.Code && isBlockCode(n):
		r.flush()
		r.pre++
		r.children(n, depth)
		r.pre--
		r.flush()
	case isBlock(n.DataAtom):
		r.flush()
		r.children(n, depth)
		r.flush()
	case n.DataAtom == atom.Td || n.DataAtom == atom.Th:
		r.space = true
		r.children(n, depth)
	default:
		r.children(n, depth)
	}
}

func (r *htmlReader) within(what *int, n *html.Node, depth int) {
	r.out.nest(what, true)
	r.space = false
	r.children(n, depth)
	r.out.nest(what, false)
	r.space = false
}

func (r *htmlReader) struck(n *html.Node, depth int) {
	if r.space && r.out.line.Len() > 0 {
		r.out.line.WriteByte(' ')
	}
	r.space = false
	r.out.strike(true, false)
	r.children(n, depth)
	r.out.strike(false, false)
}

// smiley is what an author types for one.
var smiley = regexp.MustCompile(`^(?::[A-Za-z0-9_+-]{1,40}:|[:;8][-^o']?[()\[\]DPpsSxXoO/\\|?!*3]{1,2}|:[a-zA-Z]{1,2}|[xX8]-?[DdO)(]|\^\^|\^_\^|<3|O0|::\)|>:\(|:'\(|[:;=][^\s\w]{1,3})$`)

// image puts back what an author typed where the board made a picture of it. A
// picture whose words are not told may have eaten a part of an order.
func (r *htmlReader) image(n *html.Node) {
	class, alt, title := attr(n, "class"), strings.TrimSpace(attr(n, "alt")), strings.TrimSpace(attr(n, "title"))
	isEmote := strings.Contains(class, "smil") || strings.Contains(class, "emoji") || strings.Contains(class, "emot") || smiley.MatchString(alt)
	switch {
	case !isEmote: // an attached picture has no words
	case smiley.MatchString(title):
		r.word(title)
	case smiley.MatchString(alt), alt != "" && alt[0] >= 0x80: // a typed emoji
		r.word(alt)
	default:
		r.out.doubt(false)
		r.word("\u25a1") // a box stands for what nobody knows
	}
}

// isFurniture: what the board adds to the words of a post.
func isFurniture(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Script, atom.Style, atom.Template, atom.Noscript, atom.Textarea, atom.Button, atom.Svg, atom.Iframe, atom.Object, atom.Select, atom.Head, atom.Title:
		return true
	case atom.P, atom.Div, atom.Span: // "Code: Select all"
		if n.Parent != nil && (hasClass(n.Parent, "codebox") && n.DataAtom == atom.P || hasClass(n.Parent, "codeblock") && hasClass(n, "title")) {
			return true
		}
	}
	return hasClass(n, "codeheader") || hasClass(n, "post_edit") || hasClass(n, "notice") && n.DataAtom == atom.Div || hasClass(n, "attachbox") || hasClass(n, "codebox-title")
}

func isQuote(n *html.Node) bool {
	if n.DataAtom == atom.Blockquote || n.DataAtom == atom.Cite || n.DataAtom == atom.Q {
		return true
	}
	return hasClass(n, "quote") || hasClass(n, "quotebox") || hasClass(n, "quote-container") || hasClass(n, "bbcode_quote") || hasClass(n, "quotecontent") || hasClass(n, "quotetitle")
}

var spoilerClass = regexp.MustCompile(`(?i)(?:^|[\s_-])(?:spoil\w*|sp-body|hidden-?text|hide)(?:$|[\s_-])`)

// isSpoiler: what is not seen until somebody clicks, or never.
func isSpoiler(n *html.Node) bool {
	if n.DataAtom == atom.Details || attr(n, "hidden") != "" || hasAttr(n, "hidden") || hasClass(n, "signature") || hasClass(n, "post-signature") {
		return true
	}
	style := strings.ReplaceAll(strings.ToLower(attr(n, "style")), " ", "")
	if strings.Contains(style, "display:none") || strings.Contains(style, "visibility:hidden") || strings.Contains(style, "font-size:0") || strings.Contains(style, "color:transparent") {
		return true
	}
	return spoilerClass.MatchString(attr(n, "class"))
}

func isStruck(n *html.Node) bool {
	switch n.DataAtom {
	case atom.S, atom.Strike, atom.Del:
		return true
	}
	return strings.Contains(attr(n, "style"), "line-through") || hasClass(n, "bbc_s") || hasClass(n, "mycode_s")
}

// isBlockCode: SMF and MyBB show a block of code without <pre>.
func isBlockCode(n *html.Node) bool {
	return hasClass(n, "bbc_code") || n.Parent != nil && (n.Parent.DataAtom == atom.Pre || hasClass(n.Parent, "body") && n.Parent.Parent != nil && hasClass(n.Parent.Parent, "codeblock"))
}

func isBlock(a atom.Atom) bool {
	switch a {
	case atom.Address, atom.Article, atom.Aside, atom.Body, atom.Center, atom.Dd, atom.Div, atom.Dl, atom.Dt, atom.Fieldset, atom.Footer, atom.Form,
		atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Header, atom.Hr, atom.Li, atom.Main, atom.Nav, atom.Ol, atom.P, atom.Section,
		atom.Summary, atom.Table, atom.Tbody, atom.Tfoot, atom.Thead, atom.Tr, atom.Ul, atom.Legend, atom.Figure:
		return true
	}
	return false
}

func attr(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

func hasAttr(n *html.Node, name string) bool {
	for _, a := range n.Attr {
		if a.Key == name {
			return true
		}
	}
	return false
}

func hasClass(n *html.Node, class string) bool {
	list := attr(n, "class")
	if !strings.Contains(list, class) {
		return false
	}
	for c := range strings.FieldsSeq(list) {
		if c == class {
			return true
		}
	}
	return false
}
