package order

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// maxLine bounds what is read of one line; no order comes near it.
const maxLine = 1000

type tokenKind byte

const (
	wordToken tokenKind = iota
	intToken
	markToken // punctuation, arrows and comparisons
)

// token is a piece of text.folded.
type token struct {
	kind       tokenKind
	start, end int
	capitals   bool // typed in capitals, two letters or more: a code
}

// text is one line, folded and cut into tokens (order.fold). Tokens are
// separated by exactly one space in folded, so that a run of tokens is a
// substring.
type text struct {
	folded string
	tokens []token
	bidi   bool // holds controls that reorder what is shown
	long   bool // longer than maxLine
}

func (t *text) len() int { return len(t.tokens) }

// at returns the folded token at i, "" behind the end.
func (t *text) at(i int) string {
	if i < 0 || i >= len(t.tokens) {
		return ""
	}
	return t.folded[t.tokens[i].start:t.tokens[i].end]
}

func (t *text) isWord(i int) bool { return i < len(t.tokens) && t.tokens[i].kind == wordToken }
func (t *text) isInt(i int) bool  { return i < len(t.tokens) && t.tokens[i].kind == intToken }

// run returns n tokens from i joined by single spaces, "" when there are fewer.
func (t *text) run(i, n int) string {
	if n <= 0 || i+n > len(t.tokens) {
		return ""
	}
	return t.folded[t.tokens[i].start:t.tokens[i+n-1].end]
}

// fold folds one line without its comment.
func fold(line string) text {
	var t text
	if len(line) > maxLine {
		line, t.long = strings.ToValidUTF8(line[:maxLine], ""), true
	}
	line, t.bidi = plain(line)
	l := lexer{in: unwrapped(uncomment(line)), t: &t}
	l.out.Grow(len(line) + 16)
	l.all()
	return t
}

// foldName folds a name of the grammar the way lines are folded.
func foldName(name string) string { t := fold(name); return t.folded }

// uncomment drops a comment: from # or // to the end of the line.
func uncomment(line string) string {
	if i := strings.IndexByte(line, '#'); i >= 0 {
		line = line[:i]
	}
	if i := strings.Index(line, "//"); i >= 0 {
		line = line[:i]
	}
	return line
}

// unwrapped takes quotation marks off a whole line, and the marks that mail
// programs make of bold and italic type.
func unwrapped(line string) string {
	s := strings.TrimSpace(line)
	for _, m := range []string{"**", "*", "_", `"`} {
		inner, begins := strings.CutPrefix(s, m)
		inner, ends := strings.CutSuffix(inner, m)
		if begins && ends && inner != "" && (inner[0] != ' ' || m == `"`) {
			return inner
		}
	}
	return line
}

// plain replaces what mail programs and keyboards make of plain characters
// and drops accents; it keeps the case.
func plain(s string) (out string, bidi bool) {
	if isPlain(s) {
		return s, false
	}
	s = strings.Trim(s, "\u200f\u061c") // at the ends they move nothing
	var b strings.Builder
	for _, r := range norm.NFD.String(s) {
		switch {
		case r >= 0xff01 && r <= 0xff5e: // full-width forms
			b.WriteRune(r - 0xfee0)
		case isBidi(r):
			bidi = true
		case isInvisible(r), unicode.Is(unicode.Mn, r):
		case unicode.IsSpace(r), unicode.IsControl(r), unicode.Is(unicode.Zs, r):
			b.WriteByte(' ')
		default:
			b.WriteString(typed(r))
		}
	}
	return b.String(), bidi
}

func isPlain(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// isBidi finds what reorders the words of a line. A mark that says "left to
// right" does not.
func isBidi(r rune) bool {
	return r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 || r == 0x200f || r == 0x061c
}

// isInvisible finds joiners, soft hyphens and their like.
func isInvisible(r rune) bool { return unicode.Is(unicode.Cf, r) }

// typed returns what one types on a plain keyboard for r.
func typed(r rune) string {
	switch r {
	case '‐', '‑', '‒', '–', '—', '―', '−', '﹘', '﹣':
		return "-"
	case '’', '‘', 'ʼ', '´', '`', '‛':
		return "'"
	case '“', '”', '„', '«', '»':
		return `"`
	case '→', '⇒', '➔', '➜', '➡', '⟶', '⟹':
		return "->"
	case '≤', '⩽':
		return "<="
	case '≥', '⩾':
		return ">="
	case 'œ', 'Œ':
		return "oe"
	case 'æ', 'Æ':
		return "ae"
	case 'ß':
		return "ss"
	}
	return string(r)
}

// lexer cuts a plain line into tokens.
type lexer struct {
	in  string
	pos int
	out strings.Builder
	t   *text
}

func (l *lexer) all() {
	l.bullet()
	for l.pos < len(l.in) {
		r, size := utf8.DecodeRuneInString(l.in[l.pos:])
		switch {
		case r == ' ' || r == '\'' || r == '.' && !l.betweenDigits() || l.currency(r):
			l.pos += size
		case unicode.IsLetter(r):
			l.word()
		case r >= '0' && r <= '9':
			l.digits()
		default:
			l.mark(r, size)
		}
	}
	l.trimEnd()
}

// bullet skips what people put before the items of a list.
func (l *lexer) bullet() {
	s := strings.TrimLeftFunc(l.in, func(r rune) bool { return r == ' ' || isOrnament(r) })
	rest := strings.TrimLeft(s, "0123456789")
	number := len(s) - len(rest)
	marks := [...]string{"- ", "* ", "", "", ""}
	if number > 0 && number < 4 {
		marks = [...]string{". ", ") ", "- ", "/ ", "° "}
	} else {
		number = 0
	}
	l.pos = len(l.in) - len(s)
	if len(s) > 1 && (s[0] == '-' || s[0] == '*') && isLetter(s[1]) {
		l.pos++
		return
	}
	for _, b := range marks {
		if b != "" && strings.HasPrefix(s[number:], b) {
			l.pos += number + len(b)
			return
		}
	}
}

func isLetter(b byte) bool { return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' }

// isOrnament finds bullets, emoji and other pictures.
func isOrnament(r rune) bool {
	return r == '•' || r == '·' || r == '‣' || unicode.Is(unicode.So, r) || unicode.Is(unicode.Sk, r) && r > '~'
}

func (l *lexer) peek(offset int) byte {
	if i := l.pos + offset; i >= 0 && i < len(l.in) {
		return l.in[i]
	}
	return 0
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

func (l *lexer) betweenDigits() bool { return isDigit(l.peek(-1)) && isDigit(l.peek(1)) }

// currency tells a dollar sign beside a number, which says nothing.
func (l *lexer) currency(r rune) bool {
	if r != '$' {
		return false
	}
	rest := strings.TrimLeft(l.in[l.pos+1:], " ")
	n := len(l.t.tokens)
	return rest != "" && isDigit(rest[0]) || n > 0 && l.t.tokens[n-1].kind == intToken
}

// word reads letters, and digits behind them; apostrophes inside are dropped:
// Hell's and Hells are one word.
func (l *lexer) word() {
	begin, letters, capitals := l.begin(), 0, true
	for l.pos < len(l.in) {
		r, size := utf8.DecodeRuneInString(l.in[l.pos:])
		if r != '\'' && !unicode.IsLetter(r) && !(r >= '0' && r <= '9') {
			break
		}
		l.pos += size
		if r == '\'' {
			continue
		}
		letters++
		capitals = capitals && !unicode.IsLower(r)
		l.out.WriteRune(unicode.ToLower(r))
	}
	l.end(begin, wordToken, capitals && letters > 1)
}

// digits reads a number without its leading zeros.
func (l *lexer) digits() {
	begin, from := l.begin(), l.pos
	for isDigit(l.peek(0)) {
		l.pos++
	}
	n := strings.TrimLeft(l.in[from:l.pos], "0")
	if n == "" {
		n = "0"
	}
	l.out.WriteString(n)
	l.end(begin, intToken, false)
}

// mark reads one mark: an arrow, a comparison or a single character. A hyphen
// inside a name is a space (order.names).
func (l *lexer) mark(r rune, size int) {
	if r == '-' {
		n := len(l.in[l.pos:]) - len(strings.TrimLeft(l.in[l.pos:], "-"))
		if l.peek(n) == '>' {
			l.put("->", n+1)
			return
		}
		if n == 1 && l.pos > 0 && l.peek(-1) != ' ' && l.peek(1) != ' ' && l.peek(1) != 0 {
			l.pos++
			return
		}
	}
	for _, m := range []struct{ in, out string }{{"=>", "->"}, {"<=", "<="}, {"=<", "<="}, {">=", ">="}, {"==", "="}} {
		if strings.HasPrefix(l.in[l.pos:], m.in) {
			l.put(m.out, len(m.in))
			return
		}
	}
	l.put(string(r), size)
}

func (l *lexer) put(mark string, size int) {
	begin := l.begin()
	l.out.WriteString(mark)
	l.pos += size
	l.end(begin, markToken, false)
}

func (l *lexer) begin() int {
	if l.out.Len() > 0 {
		l.out.WriteByte(' ')
	}
	return l.out.Len()
}

func (l *lexer) end(begin int, kind tokenKind, capitals bool) {
	l.t.tokens = append(l.t.tokens, token{kind, begin, l.out.Len(), capitals})
}

// trimEnd drops exclamation marks and pictures at the end.
func (l *lexer) trimEnd() {
	toks := l.t.tokens
	for len(toks) > 0 {
		r, _ := utf8.DecodeRuneInString(l.out.String()[toks[len(toks)-1].start:])
		if r != '!' && !isOrnament(r) {
			break
		}
		toks = toks[:len(toks)-1]
	}
	l.t.tokens = toks
	if len(toks) > 0 {
		l.t.folded = l.out.String()[:toks[len(toks)-1].end]
	}
}

// Plain writes a line in plain lower-case characters, without accents, the marks
// of bold type and its comment, for those who read other things than orders; ok
// is false for one that holds controls that reorder what is shown.
func Plain(line string) (out string, ok bool) {
	if len(line) > maxLine {
		line = strings.ToValidUTF8(line[:maxLine], "")
	}
	line, bidi := plain(line)
	return strings.ToLower(strings.TrimSpace(unwrapped(uncomment(line)))), !bidi
}
