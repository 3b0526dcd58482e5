package mail

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"fivepoints/events"

	"golang.org/x/text/unicode/norm"
)

// Classes of a line, as in events.Line; the empty class is a line of the player.
const (
	LineQuote       = "quote"
	LineQuoteHeader = "quote-header"
	LineSignature   = "signature"
	LineBanner      = "banner"
	LineMarker      = "reply-marker"
	LineOther       = "other-text" // only the HTML half of the message shows it
)

// Lines gives every line of a plain text its class.
func Lines(text string) []events.Line {
	var lines []textLine
	for l := range strings.SplitSeq(breakLines(text), "\n") {
		lines = append(lines, textLine{text: printable(l)})
	}
	return classLines(lines)
}

// view is a line as the patterns see it.
type view struct {
	textLine
	fold  string // see fold; without quote marks
	depth int    // number of quote marks
}

// Where the walk over the lines is.
type zone int

const (
	own  zone = iota // what the player wrote
	sign             // below "-- "
	rest             // below a header whose quotation has no marks
)

// classLines walks the lines once. Every line comes out, in order; one that
// holds words and then an attribution comes out as two.
func classLines(lines []textLine) []events.Line {
	lines = cutShared(lines)
	views := make([]view, len(lines))
	for i, l := range lines {
		views[i] = newView(l)
	}
	foot := footerAt(views)
	signed := signedBy(views, foot)
	out := make([]events.Line, 0, len(lines))
	z, wrote := own, false
	for i := 0; i < len(views); {
		n, class := 1, ""
		switch end, block := headerAt(views, i); {
		case end > i && z != rest:
			n, class = end-i, LineQuoteHeader
			z = afterHeader(views, end, block || wrote)
		case i >= foot && z != rest:
			class = LineBanner
		case i == signed && z == own:
			class = LineSignature
		case z == own && isTorn(views, i):
			class = LineQuote
		default:
			class, z = classLine(views[i], z)
		}
		wrote = wrote || class == "" && views[i].fold != ""
		for range n {
			out = append(out, events.Line{N: len(out) + 1, Class: class, Text: lines[i].text})
			i++
		}
	}
	return out
}

// cutShared cuts lines in which an attribution follows somebody's words, or the
// quotation follows the attribution:
// "PASS Le 3 mars 2025 à 10:00, Zoé <zoe@example.org> a écrit :".
func cutShared(lines []textLine) []textLine {
	var out []textLine
	for i, l := range lines {
		at := max(sharedAt(l.text), gluedAt(l.text))
		if at == 0 && out == nil {
			continue
		}
		if out == nil {
			out = append(make([]textLine, 0, len(lines)+1), lines[:i]...)
		}
		if at > 0 {
			out = append(out, textLine{l.text[:at], l.hint})
		}
		out = append(out, textLine{l.text[at:], l.hint})
	}
	if out == nil {
		return lines
	}
	return out
}

// sharedAt returns where an attribution begins that is not alone on its line,
// 0 when there is none. Its date and an address or a clock must be in it.
func sharedAt(s string) int {
	if len(s) > maxAttribution || !strings.HasSuffix(strings.TrimRight(s, " \u00a0"), ":") || strings.HasPrefix(strings.TrimLeft(s, " \t\u00a0"), ">") {
		return 0
	}
	for _, loc := range shared.FindAllStringSubmatchIndex(s, 3) {
		before, after := strings.TrimRight(s[:loc[2]], " -\t\u00a0"), fold(s[loc[2]:])
		if before == "" || strings.HasPrefix(after, fold(before)+" ") || !opening.MatchString(after) || fullDate.MatchString(fold(before)) {
			continue
		}
		if cutVerb(strings.TrimRight(after, " :")) > 0 && year.MatchString(after) && (address.MatchString(after) || clock.MatchString(after)) {
			return len(before)
		}
	}
	return 0
}

// gluedAt returns where the quotation begins that stands right behind the colon
// of an attribution, 0 when there is none.
func gluedAt(s string) int {
	if strings.IndexByte(s, ':') < 0 || !openers[firstWord(fold(s[:min(len(s), 20)]))] {
		return 0
	}
	for i, tries := 0, 0; i < min(len(s)-1, maxAttribution) && tries < 3; i++ {
		if s[i] != ':' || s[i+1] < 'A' && s[i+1] != '<' {
			continue
		}
		tries++
		if text := fold(s[:i+1]); opening.MatchString(text) && cutVerb(strings.TrimRight(text, " :")) > 0 && year.MatchString(text) && clock.MatchString(text) {
			return i + 1
		}
	}
	return 0
}

// isTorn tells whether a mail program tore a line off the quoted one above it
// and lost its mark. The rest of a link is clear; of a sentence, only when the
// line above is full, ends in the middle, and the quotation goes on below.
func isTorn(views []view, i int) bool {
	if i == 0 || i+1 == len(views) || views[i].depth > 0 || views[i-1].depth == 0 || views[i].fold == "" || views[i+1].depth == 0 {
		return false
	}
	above, s := views[i-1], views[i].fold
	if !strings.Contains(s, " ") && strings.HasSuffix(s, ")") {
		return strings.LastIndex(above.fold, "(http") > strings.LastIndexByte(above.fold, ')')
	}
	if linkOnly.MatchString(s) {
		return true
	}
	n := utf8.RuneCountInString(above.text)
	first, _ := utf8.DecodeRuneInString(views[i].text)
	last := above.fold[max(0, len(above.fold)-1):]
	return 70 <= n && n <= 80 && unicode.IsLower(first) && (last == "," || 'a' <= last[0] && last[0] <= 'z')
}

var (
	// shared finds the capital word that begins an attribution inside a line.
	shared   = regexp.MustCompile(`(?:[ \x{a0}\t]|---)((?:Le|On|Am|El|Op|Il|Em|Den|Dnia|W dniu)[ \x{a0}])`)
	linkOnly = regexp.MustCompile(`^[<(]https?://[^\s<>()]+[>)][ >]*$`)
)

// afterHeader tells what follows a quote header: marked quotation speaks for
// itself; unmarked text is quoted, except below a lone attribution at the top
// of the mail: there somebody cut the quotation and kept its first line.
func afterHeader(views []view, next int, quoted bool) zone {
	for _, v := range views[next:] {
		if v.fold == "" && v.depth == 0 {
			continue
		}
		if v.depth > 0 {
			return own
		}
		break
	}
	if quoted {
		return rest
	}
	return own
}

// classLine classes one line by what it says and where it stands.
func classLine(v view, z zone) (string, zone) {
	switch {
	case isMarker(v.fold):
		if v.depth > 0 {
			return LineMarker, z
		}
		return LineMarker, rest
	case isGroupWise(v) && z != rest:
		return LineQuoteHeader, rest
	case v.depth > 0:
		if z == sign {
			z = own
		}
		return LineQuote, z
	case z == rest:
		return LineQuote, z
	case v.hint != "":
		return v.hint, z
	case z == sign || isSignatureMark(v.text):
		return LineSignature, sign
	case isSentFrom(v.fold):
		return LineSignature, z
	case isBanner(v.fold):
		return LineBanner, z
	}
	return "", z
}

func newView(l textLine) view {
	v := view{textLine: l}
	body := strings.TrimLeft(l.text, " \t\u00a0")
	for strings.HasPrefix(body, ">") {
		v.depth++
		body = strings.TrimLeft(body[1:], " \t\u00a0")
	}
	v.fold = fold(body)
	return v
}

// fold makes lines comparable: lower case, no accents, no invisible marks, one
// kind of space, apostrophe and dash.
func fold(s string) string {
	if len(s) > maxHeaderLine {
		s = strings.ToValidUTF8(s[:maxHeaderLine], "")
	}
	f := folder{out: make([]byte, 0, len(s))}
	for i, r := range s {
		if '!' <= r && r <= '~' && !f.space {
			f.out = append(f.out, byte(foldRune(r)))
			continue
		}
		f.addAt(s[i:], r)
	}
	return string(f.out)
}

// folder collects a folded line.
type folder struct {
	out   []byte
	space bool // white space waits for the next letter
}

// addAt adds the rune at the beginning of s, or what it is made of.
func (f *folder) addAt(s string, r rune) {
	if r < utf8.RuneSelf {
		f.add(r)
		return
	}
	d := norm.NFKD.PropertiesString(s).Decomposition()
	if d == nil {
		f.add(r)
		return
	}
	for len(d) > 0 {
		r, n := utf8.DecodeRune(d)
		f.add(r)
		d = d[n:]
	}
}

func (f *folder) add(r rune) {
	switch {
	case r >= utf8.RuneSelf && (unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Cf, r)):
		return
	case unicode.IsSpace(r):
		f.space = len(f.out) > 0
		return
	case f.space:
		f.out, f.space = append(f.out, ' '), false
	}
	f.out = utf8.AppendRune(f.out, foldRune(r))
}

func foldRune(r rune) rune {
	if 'A' <= r && r <= 'Z' {
		return r + 'a' - 'A'
	}
	if '!' <= r && r < '`' || 'a' <= r && r <= '~' {
		return r
	}
	switch r {
	case '\u2019', '\u2018', '\u02bc', '`', '\u00b4':
		return '\''
	case '\u2010', '\u2011', '\u2012', '\u2013', '\u2014', '\u2015', '\u2212':
		return '-'
	case '\u201c', '\u201d', '\u00ab', '\u00bb':
		return '"'
	case 'ł', 'Ł':
		return 'l'
	case 'ø', 'Ø':
		return 'o'
	case 'đ', 'Đ':
		return 'd'
	case 'ı':
		return 'i'
	}
	if '\u0660' <= r && r <= '\u0669' || '\u06f0' <= r && r <= '\u06f9' { // Arabic digits
		return '0' + r&0xf
	}
	return unicode.ToLower(r)
}
