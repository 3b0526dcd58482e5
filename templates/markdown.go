package templates

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// mdWriter writes GitHub-flavoured Markdown, one line per paragraph.
type mdWriter struct {
	board bool // one that makes pictures, mentions and links of words
}

func (w mdWriter) page(d Doc) string { return apart(d.blocks, w.block) }

// apart writes blocks with an empty line between them; one without text is left out.
func apart(blocks []block, write func(block) string) string {
	parts := make([]string, 0, len(blocks))
	for _, b := range blocks {
		if s := write(b); s != "" {
			parts = append(parts, s)
		}
	}
	return strings.Join(parts, "\n\n") + "\n"
}

func (w mdWriter) block(b block) string {
	switch b := b.(type) {
	case heading:
		return strings.Repeat("#", b.level) + " " + w.heading(b.text)
	case para:
		return w.start(b.text)
	case list:
		return w.list(b)
	case grid:
		return w.table(b)
	case pre:
		return mdPre(b)
	}
	return ""
}

// mdHeading also keeps a trailing # from closing the heading.
func (w mdWriter) heading(t inline) string {
	s := w.start(t)
	body, closing := strings.CutSuffix(s, "#")
	slashes := len(body) - len(strings.TrimRight(body, `\`))
	if closing && slashes%2 == 0 {
		return body + `\#`
	}
	return s
}

func (w mdWriter) list(l list) string {
	lines := make([]string, len(l.items))
	for i, it := range l.items {
		lines[i] = "- " + w.start(it)
	}
	return strings.Join(lines, "\n")
}

func (w mdWriter) table(t grid) string {
	marks := make([]string, len(t.head))
	for i := range marks {
		marks[i] = "---"
		if i < len(t.right) && t.right[i] {
			marks[i] = "---:"
		}
	}
	if t.brief && len(marks) > 0 { // Read tells it by this
		marks[0] = ":---"
	}
	lines := []string{w.row(t.head, len(t.head)), "| " + strings.Join(marks, " | ") + " |"}
	for _, row := range t.rows {
		lines = append(lines, w.row(row, len(t.head)))
	}
	return strings.Join(lines, "\n")
}

func (w mdWriter) row(row []inline, columns int) string {
	cells := make([]string, columns)
	for i := range min(columns, len(row)) {
		cells[i] = strings.TrimSpace(w.cell(row[i]))
	}
	return "| " + strings.Join(cells, " | ") + " |"
}

// mdCell writes a pipe as an entity, because renderers disagree on how a
// backslash before a pipe is read inside a table.
func (w mdWriter) cell(t inline) string {
	safe := make(inline, len(t))
	for i, s := range t {
		if s.style == code && strings.ContainsAny(s.text, `|\`) {
			s.style = normal
		}
		safe[i] = s
	}
	return strings.ReplaceAll(w.inline(safe), `\|`, "&#124;")
}

func mdPre(p pre) string {
	fence := "```"
	for _, l := range p.lines {
		if own := fenceOf(l); len(own) > len(fence) {
			fence = own
		}
	}
	var b strings.Builder
	b.WriteString(fence + "\n")
	for _, l := range p.lines {
		b.WriteString(cleanLine(l) + "\n")
	}
	b.WriteString(fence)
	return b.String()
}

func (w mdWriter) inline(t inline) string {
	var b strings.Builder
	for _, s := range merged(t) {
		w.span(&b, s)
	}
	return b.String()
}

func (w mdWriter) span(b *strings.Builder, s span) {
	line, words := oneLine(s.text), clean(s.text)
	if w.board {
		d := board{angle: "<"}
		line, words = d.inert(line), d.inert(words)
	}
	switch {
	case s.style == code && words != "":
		b.WriteString(mdCode(words))
	case s.style == strong && flanks(words):
		b.WriteString("**" + escape(words) + "**")
	case s.style == struck && flanks(strings.TrimRight(words, ")")): // a blank follows
		b.WriteString("~~" + escape(words) + "~~")
	default:
		b.WriteString(escape(line))
	}
}

// oneLine is clean without trimming: a span may begin with its space.
func oneLine(s string) string {
	if plainASCII(s) {
		return s
	}
	return strings.Map(visible, strings.ToValidUTF8(s, "\uFFFD"))
}

func mdCode(s string) string {
	fence := fenceOf(s)
	if strings.HasPrefix(s, "`") || strings.HasSuffix(s, "`") {
		s = " " + s + " "
	}
	return fence + s + fence
}

// fenceOf is a row of backquotes longer than any in s.
func fenceOf(s string) string {
	longest, row := 0, 0
	for i := range len(s) {
		row++
		if s[i] != '`' {
			row = 0
		}
		longest = max(longest, row)
	}
	return strings.Repeat("`", longest+1)
}

// flanks tells whether ** around s are always read as emphasis.
func flanks(s string) bool {
	first, _ := utf8.DecodeRuneInString(s)
	last, _ := utf8.DecodeLastRuneInString(s)
	return wordy(first) && wordy(last)
}

func wordy(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// mdStart writes a text at the start of a line, where more is markup.
func (w mdWriter) start(t inline) string {
	s := strings.TrimSpace(w.inline(t))
	if s == "" {
		return s
	}
	if strings.IndexByte("#+-=:>", s[0]) >= 0 {
		return `\` + s
	}
	digits := strings.TrimLeft(s, "0123456789")
	if n := len(s) - len(digits); n > 0 && digits != "" && (digits[0] == '.' || digits[0] == ')') {
		return s[:n] + `\` + digits
	}
	return s
}

// escape makes every character of s mean itself.
func escape(s string) string {
	if !strings.ContainsAny(s, "\\`*_[]<~|&@:.") {
		return s
	}
	var b strings.Builder
	for i := range len(s) {
		if special(s, i) {
			b.WriteByte('\\')
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

func special(s string, i int) bool {
	switch s[i] {
	case '\\', '`', '*', '_', '[', ']', '<', '~', '|', '@':
		return true
	case '&': // an entity
		return i+1 < len(s) && (s[i+1] == '#' || wordy(rune(s[i+1])))
	case ':': // a bare address becomes a link
		return strings.HasPrefix(s[i:], "://")
	case '.':
		return i >= 3 && strings.EqualFold(s[i-3:i], "www")
	}
	return false
}
