package mail

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"fivepoints/events"
)

const (
	maxOther    = 50  // lines of the other half that are listed
	maxOtherLen = 300 // letters of one
	maxSearches = 500 // searches of a line in a whole text
)

// compareHalves lists the lines that only the HTML half of a message shows: the
// plain half decides, and its writer may have looked at the other (T16). Marks,
// line ends, links and blanks do not count; struck words do.
func (m *Message) compareHalves(plain []textLine, html []*part) {
	for _, p := range html {
		if p.media == "text/html" && len(p.data()) > maxHTML {
			m.note("html-not-compared")
			return
		}
	}
	other, err := m.render(html)
	if err != nil {
		m.note("html-not-compared")
		return
	}
	said, shown := newHalf(plain), newHalf(other)
	if said.text == shown.text {
		return
	}
	if slices.ContainsFunc(shown.lines, said.lacks) {
		for _, l := range classLines(other) {
			if l.Class == "" && said.lacks(squeeze(l.Text)) && len(m.other) < maxOther {
				m.note("alternatives-differ")
				l.Class, l.Text = LineOther, clip(l.Text, maxOtherLen)
				m.other = append(m.other, l)
			}
		}
	}
	if slices.ContainsFunc(m.Lines, func(l events.Line) bool { return l.Class == "" && shown.lacks(squeeze(l.Text)) }) {
		m.note("alternatives-differ")
	}
}

// half is the text of one half without marks, whole and by lines.
type half struct {
	text  string
	lines []string
	found map[string]bool // what was searched for in the whole text
}

func newHalf(lines []textLine) *half {
	h := &half{found: map[string]bool{}, lines: make([]string, 0, len(lines))}
	for _, l := range lines {
		h.lines = append(h.lines, squeeze(l.text))
	}
	h.text = strings.Join(h.lines, "")
	return h
}

// lacks tells whether a line stands nowhere in this half. Lines may be wrapped
// differently, so the whole text is searched; not too often.
func (h *half) lacks(s string) bool {
	if s == "" {
		return false
	}
	found, known := h.found[s]
	if !known {
		found = len(h.found) < maxSearches && strings.Contains(h.text, s)
		h.found[s] = found
	}
	return !found
}

// listOther puts the lines of the other half behind all others.
func (m *Message) listOther() {
	for _, l := range m.other {
		l.N = len(m.Lines) + 1
		m.Lines = append(m.Lines, l)
	}
}

// squeeze leaves the letters and digits of a line.
func squeeze(s string) string {
	if strings.Contains(s, strike) {
		s = struck.ReplaceAllString(s, "")
	}
	if strings.Contains(s, "://") {
		s = anyLink.ReplaceAllString(s, "")
	}
	var mark folder
	out := make([]byte, 0, len(s))
	for i, r := range s {
		if r < utf8.RuneSelf {
			out = appendLetter(out, foldRune(r))
			continue
		}
		mark.out = mark.out[:0]
		mark.addAt(s[i:], r)
		for _, r := range string(mark.out) {
			out = appendLetter(out, r)
		}
	}
	return string(out)
}

func appendLetter(out []byte, r rune) []byte {
	switch {
	case 'a' <= r && r <= 'z' || '0' <= r && r <= '9':
		return append(out, byte(r))
	case r >= utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r)):
		return utf8.AppendRune(out, r)
	}
	return out
}

var (
	struck  = regexp.MustCompile(strike + `.*?` + strike)
	anyLink = regexp.MustCompile(`\[?[a-z]+://[^\s<>()\]]*`)
)
