package mail

import (
	"regexp"
	"strings"
	"unicode"
)

// maxOther bounds how many lines of the other half are listed.
const maxOther = 100

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
	said, shown := squeezeAll(plain), squeezeAll(other)
	if said == shown {
		return
	}
	for _, l := range classLines(other) {
		if s := squeeze(l.Text); l.Class == "" && s != "" && !strings.Contains(said, s) {
			m.note("alternatives-differ")
			if len(m.other) < maxOther {
				l.Class = LineOther
				m.other = append(m.other, l)
			}
		}
	}
	for _, l := range m.Lines {
		if s := squeeze(l.Text); l.Class == "" && s != "" && !strings.Contains(shown, s) {
			m.note("alternatives-differ")
		}
	}
}

// listOther puts the lines of the other half behind all others.
func (m *Message) listOther() {
	for _, l := range m.other {
		l.N = len(m.Lines) + 1
		m.Lines = append(m.Lines, l)
	}
}

func squeezeAll(lines []textLine) string {
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(squeeze(l.text))
	}
	return b.String()
}

// squeeze leaves the letters and digits of a line.
func squeeze(s string) string {
	if strings.Contains(s, strike) {
		s = struck.ReplaceAllString(s, "")
	}
	if strings.Contains(s, "://") {
		s = anyLink.ReplaceAllString(s, "")
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, fold(s))
}

var (
	struck  = regexp.MustCompile(strike + `.*?` + strike)
	anyLink = regexp.MustCompile(`\[?[a-z]+://[^\s<>()\]]*`)
)
