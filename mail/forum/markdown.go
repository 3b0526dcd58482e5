package forum

import (
	"regexp"
	"strings"

	"fivepoints/events"
)

// Markdown reads what an author typed on a board that reads Markdown: NodeBB,
// Discourse, GitHub. ok is false when there are too many lines.
func Markdown(src string) (lines []events.Line, ok bool) {
	r := mdReader{}
	for l := range strings.SplitSeq(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(src), "\n") {
		r.line(l)
	}
	return r.out.done()
}

// mdReader reads line by line.
type mdReader struct {
	out   writer
	fence string // that ends the block of code we are in
	lazy  bool   // a quotation goes on until a blank line
}

var (
	mdFence   = regexp.MustCompile("^ {0,3}(```+|~~~+)[^`]*$")
	mdHeading = regexp.MustCompile(`^ {0,3}#{1,6}(?:\s+|$)`)
	mdRule    = regexp.MustCompile(`^ {0,3}(?:[-*_]\s*){3,}$|^\s*\|?(?:\s*:?-{2,}:?\s*\|)+\s*(?::?-{2,}:?)?\s*$`)
	mdTag     = regexp.MustCompile(`(?i)^\s*\[(/?)(quote|spoiler|details|hide)(?:=[^\]\n]{0,200})?\]\s*$`)
	mdInside  = regexp.MustCompile(`(?i)\[/?(?:quote|spoiler|details|hide)\b|</?(?:details|blockquote|del|s)\b`)
	htmlTag   = regexp.MustCompile(`(?i)^\s*<(/?)(details|blockquote|del|s)\b[^>\n]{0,200}>\s*$`)
)

func (r *mdReader) line(l string) {
	if r.fence != "" {
		if strings.HasPrefix(strings.TrimLeft(l, " "), r.fence) && strings.Trim(l, " `~") == "" {
			r.fence = ""
			return
		}
		r.emit(l, false)
		return
	}
	quoted := strings.HasPrefix(strings.TrimLeft(l, " "), ">")
	switch {
	case r.container(l):
		r.lazy = false
	case strings.TrimSpace(l) == "":
		r.lazy = false
		r.emit("", false)
	case quoted, r.lazy && !mdFence.MatchString(l) && !mdHeading.MatchString(l) && !mdRule.MatchString(l):
		r.lazy = true // a line behind a quoted one belongs to it
		r.out.quote++
		r.emit(strings.TrimLeft(l, "> "), true)
		r.out.quote--
	case mdFence.MatchString(l):
		r.fence, r.lazy = strings.TrimSpace(mdFence.FindStringSubmatch(l)[1]), false
	case mdRule.MatchString(l):
		r.lazy = false
	default:
		r.lazy = false
		r.emit(mdHeading.ReplaceAllString(l, ""), true)
	}
}

// container opens or closes a quotation or a spoiler that has lines of its own.
func (r *mdReader) container(l string) bool {
	m := mdTag.FindStringSubmatch(l)
	if m == nil {
		m = htmlTag.FindStringSubmatch(l)
	}
	if m == nil {
		return false
	}
	depth := &r.out.spoiler
	switch strings.ToLower(m[2]) {
	case "quote", "blockquote":
		depth = &r.out.quote
	case "del", "s":
		r.out.strike(m[1] == "", false)
		return true
	}
	if m[1] != "" && *depth == 0 { // an end of nothing: a forged one looks like this
		r.out.doubt(true)
		return true
	}
	r.out.nest(depth, m[1] == "")
	return true
}

func (r *mdReader) emit(l string, inline bool) {
	if inline {
		r.inline(l)
	} else {
		r.out.words(l)
	}
	r.out.end()
}

// inline reads the marks within a line.
func (r *mdReader) inline(s string) {
	if strings.HasPrefix(strings.TrimSpace(s), "|") { // a row of a table
		s = strings.Trim(strings.TrimSpace(s), "|")
		s = cells.ReplaceAllString(s, " ")
	}
	s = emphasis.ReplaceAllString(listMark.ReplaceAllString(strings.TrimRight(s, " "), ""), "$1$2")
	if mdInside.MatchString(s) { // a tag of a board within a line: whether it hides the words it does not tell
		r.out.doubt(false)
	}
	var b strings.Builder
	struck := false
	put := func() {
		r.out.words(unescape(b.String()))
		b.Reset()
	}
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\' && i+1 < len(s) && isPunct(s[i+1]):
			i++
			put() // what is escaped is no entity
			r.out.words(s[i : i+1])
		case s[i] == '`':
			n := len(s[i:]) - len(strings.TrimLeft(s[i:], "`"))
			end := strings.Index(s[i+n:], s[i:i+n])
			if end < 0 {
				b.WriteString(s[i : i+n])
				i += n - 1
				continue
			}
			put()
			r.out.words(s[i+n : i+n+end])
			i += n + end + n - 1
		case strings.HasPrefix(s[i:], "~~"):
			put()
			struck = !struck
			r.out.strike(struck, false)
			i++
		case strings.HasPrefix(s[i:], "**") || strings.HasPrefix(s[i:], "__"):
			i++
		default:
			b.WriteByte(s[i])
		}
	}
	put()
	if struck {
		r.out.strike(false, false)
		r.out.doubt(false) // opened and not closed
	}
}

var (
	cells    = regexp.MustCompile(`\s*\|\s*`)
	emphasis = regexp.MustCompile(`^\s*(?:\*([^*\s][^*]*)\*|_([^_\s][^_]*)_)$`)
	listMark = regexp.MustCompile(`^\s*(?:[-*+]|\d{1,3}[.)])\s+`)
)

func isPunct(c byte) bool {
	return '!' <= c && c <= '/' || ':' <= c && c <= '@' || '[' <= c && c <= '`' || '{' <= c && c <= '~'
}
