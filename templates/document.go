package templates

import (
	"strings"
	"unicode"

	"fivepoints/games"

	"golang.org/x/text/width"
)

// Doc is a document before it has a format.
type Doc struct {
	Title  string // subject of a mail; plain text
	lang   games.Lang
	blocks []block
}

func (d *Doc) add(b ...block) { d.blocks = append(d.blocks, b...) }

// block is one of heading, para, list, grid, pre.
type block interface{ isBlock() }

type (
	heading struct {
		level int // 1 to 3
		text  inline
	}
	para struct{ text inline }
	list struct{ items []inline }
	// grid is a table; a cell missing at the end of a row is empty.
	grid struct {
		head  []inline
		right []bool // columns of numbers
		rows  [][]inline
		brief bool // where it is too wide, a line a row says it without the head
	}
	pre struct{ lines []string }
)

func (heading) isBlock() {}
func (para) isBlock()    {}
func (list) isBlock()    {}
func (grid) isBlock()    {}
func (pre) isBlock()     {}

// inline is text in a row, each span plain with one style.
type inline []span

type span struct {
	text  string
	style style
}

type style int

const (
	normal style = iota
	strong
	code   // typed by a player, or to be typed
	struck // replaced
)

func text(s string) inline     { return inline{{text: s}} }
func strongly(s string) inline { return inline{{s, strong}} }
func typed(s string) inline    { return inline{{s, code}} }

// String is the text without its styles.
func (in inline) String() string {
	var b strings.Builder
	for _, s := range in {
		b.WriteString(s.text)
	}
	return b.String()
}

// join puts parts in a row with sep between those that are not empty.
func join(sep string, parts ...inline) inline {
	var out inline
	for _, p := range parts {
		if len(p) == 0 {
			continue
		}
		if len(out) > 0 {
			out = append(out, span{text: sep})
		}
		out = append(out, p...)
	}
	return out
}

// clean makes a text safe to show on one line: no control characters, no
// line breaks, nothing that turns or hides what follows.
func clean(s string) string {
	if plainASCII(s) {
		return s
	}
	return strings.TrimSpace(strings.Map(visible, strings.ToValidUTF8(s, "\uFFFD")))
}

// cleanLine is clean for preformatted lines, whose leading blanks count.
func cleanLine(s string) string {
	s = strings.Map(visible, strings.ToValidUTF8(s, "\uFFFD"))
	return strings.TrimRight(s, " ")
}

func plainASCII(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return strings.TrimSpace(s) == s
}

func visible(r rune) rune {
	switch {
	case r == '\n' || r == '\t' || r == '\r' || r == '\u2028' || r == '\u2029':
		return ' '
	case unicode.IsControl(r) || unicode.Is(unicode.Cf, r):
		return -1
	}
	return r
}

// columnsOf counts the columns a text takes where all letters are equally wide:
// none for combining marks, two for the wide letters of East Asia and for emoji.
func columnsOf(s string) int {
	if plainASCII(s) {
		return len(s)
	}
	n := 0
	for _, r := range s {
		switch kind := width.LookupRune(r).Kind(); {
		case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		case kind == width.EastAsianWide || kind == width.EastAsianFullwidth:
			n += 2
		default:
			n++
		}
	}
	return n
}
