package forum

import (
	"html"
	"regexp"
	"strings"
	"unicode"

	"fivepoints/events"
	"fivepoints/mail"
)

// writer collects the lines of a post with what is known of each.
type writer struct {
	lines   []events.Line
	line    strings.Builder
	quote   int // quotations open
	spoiler int
	struck  int
	unsure  bool // struck by a tag that this board may not know
	unclear bool // this line may mean two things
	rest    bool // and so may all that follow
	plain   bool // the line has words that are not struck
	crossed bool // and words that are
	bytes   int
	over    bool
}

// text adds words; a line break ends the line.
func (w *writer) text(s string) {
	for {
		part, rest, more := strings.Cut(s, "\n")
		w.words(part)
		if !more {
			return
		}
		w.end()
		s = rest
	}
}

func (w *writer) words(s string) {
	if s == "" {
		return
	}
	if strings.TrimSpace(s) != "" {
		if w.struck > 0 {
			w.crossed = true
		} else {
			w.plain = true
		}
	}
	w.line.WriteString(s)
}

// nest opens or closes a quotation or a spoiler, which stands on lines of its own.
func (w *writer) nest(depth *int, on bool) {
	w.flush()
	if on {
		*depth++
	} else if *depth > 0 {
		*depth--
	}
}

// strike begins or ends struck words; unsure says that the board may not strike.
func (w *writer) strike(on, unsure bool) {
	if on {
		w.struck++
		w.unsure = w.unsure || unsure
	} else if w.struck > 0 {
		w.struck--
	}
}

// doubt makes this line unclear, and with rest all that follow.
func (w *writer) doubt(rest bool) {
	w.unclear = true
	w.rest = w.rest || rest
}

// flush ends a line that holds something.
func (w *writer) flush() {
	if strings.TrimSpace(w.line.String()) != "" {
		w.end()
	}
	w.line.Reset()
}

// end ends any line.
func (w *writer) end() {
	text := printable(w.line.String())
	w.line.Reset()
	if w.bytes += len(text) + 1; len(w.lines) >= maxLines || w.bytes > MaxPost {
		w.over = true
		return
	}
	w.lines = append(w.lines, events.Line{N: len(w.lines) + 1, Class: w.class(), Text: text})
	w.plain, w.crossed, w.unclear = false, false, w.rest
	w.unsure = w.unsure && w.struck > 0
}

// class of the line that ends here.
func (w *writer) class() string {
	switch {
	case w.quote > 0:
		return mail.LineQuote
	case w.spoiler > 0:
		return LineSpoiler
	case w.unclear, w.crossed && (w.plain || w.unsure):
		return LineUnclear
	case w.crossed:
		return LineStruck
	}
	return ""
}

// done returns the lines without blank ones at the ends.
func (w *writer) done() ([]events.Line, bool) {
	w.flush()
	first, last := 0, len(w.lines)
	for last > 0 && w.lines[last-1].Text == "" {
		last--
	}
	for first < last && w.lines[first].Text == "" {
		first++
	}
	out := w.lines[first:last]
	for i := range out {
		out[i].N = i + 1
	}
	return out, !w.over
}

// printable is a line without controls at its end and with plain blanks; what
// could reorder the words stays, for the order reader refuses it.
func printable(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '\t' || unicode.Is(unicode.Zs, r):
			return ' '
		case r == '\u2060' || r == '\u200b' || r == '\ufeff' || r == '\u00ad': // word joiner and its like: nobody sees them
			return -1
		case unicode.IsControl(r):
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
	return strings.TrimSpace(s)
}

// footer is the last line of a post of ours (templates.Footer).
var footer = regexp.MustCompile(`(?:^|\s)fp-[0-9a-f]{10}(?: · \d{1,3}/\d{1,3})?$`)

// own makes all lines of a post of ours give no orders: it ends with our footer.
func own(lines []events.Line) []events.Line {
	for i := len(lines) - 1; i >= 0; i-- {
		if lines[i].Text == "" {
			continue
		}
		if lines[i].Class == "" && footer.MatchString(lines[i].Text) {
			for j := range lines {
				lines[j].Class = LineOwn
			}
		}
		break
	}
	return lines
}

// Footer returns the mark of a post of ours among its lines, "" when it is none.
func Footer(lines []events.Line) string {
	for i := len(lines) - 1; i >= 0; i-- {
		if lines[i].Text != "" {
			return strings.TrimSpace(footer.FindString(lines[i].Text))
		}
	}
	return ""
}

func unescape(s string) string { return html.UnescapeString(s) }
