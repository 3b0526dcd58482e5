package forum

import "strings"

// token is a piece of BBCode with its place in the source.
type token struct {
	kind       tokenKind
	name       string // of a tag, lower case
	arg        string // behind "=", without its quotes
	start, end int    // of the source
}

type tokenKind int

const (
	tokenText tokenKind = iota
	tokenOpen
	tokenClose
)

// maxTag bounds a tag, so that a row of "[" costs no more than its length.
const maxTag = 256

// tokens cuts a source into text and tags, whatever stands in it. A bracket that
// begins no tag is text. The tokens put together are the source again.
func tokens(src string) []token {
	var out []token
	text := 0
	for i := 0; i < len(src); {
		next := strings.IndexByte(src[i:], '[')
		if next < 0 {
			break
		}
		i += next
		t, ok := tagAt(src, i)
		if !ok {
			i++
			continue
		}
		if text < i {
			out = append(out, token{start: text, end: i})
		}
		out = append(out, t)
		i, text = t.end, t.end
	}
	if text < len(src) {
		out = append(out, token{start: text, end: len(src)})
	}
	return out
}

// tagAt reads the tag that begins at a bracket.
func tagAt(src string, at int) (token, bool) {
	t := token{kind: tokenOpen, start: at}
	s := src[at+1 : min(len(src), at+maxTag)]
	if rest, ok := strings.CutPrefix(s, "/"); ok {
		t.kind, s = tokenClose, rest
	}
	n := nameLen(s)
	if n == 0 || n == len(s) {
		return t, false
	}
	t.name, s = strings.ToLower(s[:n]), s[n:]
	if t.kind == tokenClose {
		t.end = at + len("[/]") + n
		return t, s[0] == ']'
	}
	used, ok := 0, true
	switch s[0] {
	case ']':
		used = 1
	case '=', ' ':
		t.arg, used, ok = argOf(s)
	default:
		return t, false
	}
	t.end = at + 1 + n + used
	return t, ok
}

func nameLen(s string) int {
	if s != "" && (s[0] == '*' || s[0] == '-') { // [*] and [-] of BoardGameGeek
		return 1
	}
	for i := range len(s) {
		if c := s[i] | 0x20; (c < 'a' || c > 'z') && (i == 0 || (s[i] < '0' || s[i] > '9') && s[i] != '_') {
			return i
		}
	}
	return len(s)
}

// argOf reads "=value" or " key=value ..." up to the bracket; one in quotes does
// not end it.
func argOf(s string) (arg string, used int, ok bool) {
	quote := byte(0)
	for i := 1; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\n':
			return "", 0, false
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case (c == '"' || c == '\'') && s[i-1] == '=':
			quote = c
		case c == ']':
			arg = strings.TrimSpace(s[:i])
			arg = strings.Trim(strings.TrimPrefix(arg, "="), `"'`)
			return arg, i + 1, true
		}
	}
	return "", 0, false
}

// roles says what known tags do to the words in them.
type role int

const (
	roleNone role = iota // no tag of a board: text
	roleMark             // changes how words look
	roleBlock
	roleItem
	roleQuote
	roleSpoiler
	roleStruck
	roleCode
	roleRow
	roleCell
	roleDrop // its words are an address or a picture
)

func roleOf(name string, kind Kind) role {
	switch name {
	case "b", "i", "u", "color", "colour", "size", "font", "url", "email", "sub", "sup", "tt", "icode", "user", "bgcolor", "abbr", "acronym", "black", "blue", "red", "green", "ltr", "rtl", "bdo", "glow", "shadow", "html", "nobbc", "plain":
		return roleMark
	case "center", "left", "right", "justify", "align", "indent", "table", "list", "heading", "hr", "floatright", "floatleft", "h":
		return roleBlock
	case "*", "li":
		return roleItem
	case "tr":
		return roleRow
	case "td", "th":
		return roleCell
	case "quote", "q", "blockquote":
		return roleQuote
	case "spoiler", "spoil", "hide", "hidden", "o", "details", "collapse", "ispoiler":
		return roleSpoiler
	case "s", "strike", "del", "-":
		return roleStruck
	case "code", "php", "pre":
		return roleCode
	case "c":
		if kind == BGG {
			return roleMark // marks are read in it
		}
		return roleCode
	case "img", "attachment", "youtube", "media", "video", "flash", "imageid":
		return roleDrop
	}
	return roleNone
}
