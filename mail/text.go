package mail

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"fivepoints/events"
)

// textLine is a line of text before it is classed. Hint is the class that the
// HTML around it gives away.
type textLine struct {
	text string
	hint string
}

// readText chooses the text of the message and classes its lines.
func (m *Message) readText(root *part) error {
	m.describe(root)
	plain, html := bodies(root)
	lines, err := m.render(plain)
	if err != nil {
		return err
	}
	if blank(lines) && !slices.Equal(plain, html) {
		if lines, err = m.render(html); err != nil {
			return err
		}
		plain = html
		m.note("html-used")
	}
	for _, p := range plain {
		p.use = "text"
	}
	m.Lines = classLines(lines)
	if !slices.Equal(plain, html) {
		m.compareHalves(lines, html)
	}
	err = m.readAttached(root)
	m.listOther()
	m.listParts(root)
	return err
}

// readAttached reads a lone text file as the message when its sender wrote
// nothing else. Every other file that may hold words is counted as not read.
func (m *Message) readAttached(root *part) error {
	var files []*part
	root.leaves(func(p *part) {
		if p.use == "attachment" && p.media == "text/plain" {
			files = append(files, p)
		}
	})
	if len(files) == 1 && !m.says() {
		lines, err := m.render(files)
		if err != nil {
			return err
		}
		for _, l := range classLines(lines) {
			l.N = len(m.Lines) + 1
			m.Lines = append(m.Lines, l)
		}
		files[0].use = "text"
		m.note("attachment-read")
	}
	m.Attached = unread(root)
	root.leaves(func(p *part) {
		if p.use == "attachment" {
			m.note("attachment-ignored")
		}
	})
	return nil
}

// says tells whether any line is the sender's own.
func (m *Message) says() bool {
	return slices.ContainsFunc(m.Lines, func(l events.Line) bool { return l.Class == "" && fold(l.Text) != "" })
}

// describe marks attachments and notes unknown encodings and broken structure.
func (m *Message) describe(root *part) {
	if root.isMended() {
		m.note("broken-multipart")
	}
	root.leaves(func(p *part) {
		if p.attached() {
			p.use = "attachment"
		}
		if p.data(); p.odd {
			m.note("unknown-encoding")
		}
		if p.media == "text/plain" && strings.HasPrefix(strings.ToLower(p.header.get("Content-Type")), "multipart/") {
			m.note("broken-multipart")
		}
	})
}

func (m *Message) listParts(root *part) {
	root.leaves(func(p *part) {
		m.Parts = append(m.Parts, PartInfo{
			Type: p.media, Charset: p.params["charset"], Size: len(p.data()), Use: p.use,
			Encoding: strings.ToLower(p.header.get("Content-Transfer-Encoding")),
		})
	})
}

// bodies lists the leaves to show for a reader of plain text and for a reader
// of HTML, after RFC 8621 section 4.1.4.
func bodies(p *part) (plain, html []*part) {
	if p.children == nil {
		if p.use == "attachment" {
			return nil, nil
		}
		return []*part{p}, []*part{p}
	}
	if p.media == "multipart/alternative" {
		return alternatives(p)
	}
	for _, c := range p.children {
		cp, ch := bodies(c)
		plain, html = append(plain, cp...), append(html, ch...)
	}
	return plain, html
}

// alternatives takes the first child with plain text and the last with HTML.
func alternatives(p *part) (plain, html []*part) {
	var anyPlain, anyHTML bool
	for _, c := range p.children {
		cp, ch := bodies(c)
		if has(cp, "text/plain") && !anyPlain {
			plain, anyPlain = cp, true
		}
		if has(ch, "text/html") {
			html, anyHTML = ch, true
		}
	}
	switch {
	case !anyPlain:
		plain = html
	case !anyHTML:
		html = plain
	}
	return plain, html
}

func has(parts []*part, media string) bool {
	return slices.ContainsFunc(parts, func(p *part) bool { return p.media == media })
}

// render turns leaves into lines, one leaf after the other.
func (m *Message) render(parts []*part) ([]textLine, error) {
	var lines []textLine
	size := 0
	for _, p := range parts {
		if p.media == "text/html" && len(p.data()) > maxHTML {
			return nil, errHTML
		}
		if p.media == "text/plain" && len(p.data()) > maxText {
			return nil, errText
		}
		more := m.leafLines(p)
		for _, l := range more {
			size += len(l.text)
		}
		lines = append(slices.Grow(lines, len(more)), more...)
		if size > maxText {
			return nil, errText
		}
		if len(lines) > maxLines {
			return nil, errLines
		}
	}
	return lines, nil
}

// leafLines decodes one leaf. The empty lines at its end are no lines.
func (m *Message) leafLines(p *part) []textLine {
	label := p.params["charset"]
	if label == "" && p.media == "text/html" {
		label = metaCharset(p.data())
	}
	text, guessed := decodeCharset(p.data(), label)
	if guessed {
		m.note("charset-guessed")
	}
	text = strings.TrimPrefix(text, "\ufeff")
	if p.media == "text/html" {
		return walkHTML(text)
	}
	text = strings.TrimRight(breakLines(text), "\n")
	if text == "" {
		return nil
	}
	raw := strings.Split(text, "\n")
	if strings.EqualFold(p.params["format"], "flowed") {
		raw = unflow(raw, strings.EqualFold(p.params["delsp"], "yes"))
	}
	lines := make([]textLine, len(raw))
	for i, l := range raw {
		lines[i].text = printable(l)
	}
	return lines
}

// metaCharset is what an HTML text says of itself; UTF-8 needs no word.
func metaCharset(b []byte) string {
	if utf8.Valid(b) {
		return ""
	}
	if m := metaTag.FindSubmatch(b[:min(len(b), 2048)]); m != nil {
		return string(m[1])
	}
	return ""
}

var metaTag = regexp.MustCompile(`(?i)<meta[^>]{0,200}\bcharset\s*=\s*["']?([\w:.-]{1,40})`)

// breakLines makes LF of every other way to end a line.
func breakLines(s string) string {
	for i := range len(s) {
		switch c := s[i]; {
		case '\v' <= c && c <= '\r', // \v \f \r
			c == 0xc2 && strings.HasPrefix(s[i:], "\u0085"),
			c == 0xe2 && (strings.HasPrefix(s[i:], "\u2028") || strings.HasPrefix(s[i:], "\u2029")):
			return lineBreaker.Replace(s)
		}
	}
	return s
}

var lineBreaker = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\v", "\n", "\f", "\n", "\u0085", "\n", "\u2028", "\n", "\u2029", "\n")

// printable drops control characters, which no player types.
func printable(s string) string {
	if isPlain(s) {
		return s
	}
	return strings.Map(func(r rune) rune {
		if r != '\t' && unicode.IsControl(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "\ufffd"))
}

// isPlain tells at a glance that there is nothing to drop.
func isPlain(s string) bool {
	for i := range len(s) {
		c := s[i]
		if c < ' ' && c != '\t' || c == 0x7f || c == 0xc2 && i+1 < len(s) && s[i+1] < 0xa0 { // the controls above ASCII
			return false
		}
	}
	return utf8.ValidString(s)
}

func blank(lines []textLine) bool {
	return !slices.ContainsFunc(lines, func(l textLine) bool { return fold(l.text) != "" })
}
