package templates

import (
	"strings"
	"unicode/utf8"
)

// joint is the word joiner. It has no width, breaks no line, and every board
// keeps it where one side of it is no letter; a zero-width space SMF 2.1 shows
// as a question mark. What it stands in is no tag, smiley, address or entity any
// more and reads as before; a reader of posts drops it like every character of
// its class.
const joint = "\u2060"

// inert makes every character of a text mean itself on a board. Boards have no
// escape character: none reads a backslash, and an entity is shown as typed on
// one board and read on the next, where its semicolon begins a smiley.
func (d board) inert(s string) string {
	if !strings.ContainsAny(s, "[:;@&<^?8oO./#") {
		return s
	}
	var b strings.Builder
	dots := 0
	for i := range len(s) {
		dots = dotsTo(dots, s[i])
		if begins(s, i) || dots > manyDots && dots%manyDots == 1 {
			b.WriteString(joint)
		}
		if s[i] == '<' {
			b.WriteString(d.angle)
		} else {
			b.WriteByte(s[i])
		}
		if breaks(s, i) {
			b.WriteString(joint)
		}
	}
	return b.String()
}

// inertCode is inert for a block of code, where boards read little: the end of
// the block, entities and its own marks (MyBB), PHP and long rows of dots (SMF).
func inertCode(s string) string {
	if !strings.ContainsAny(s, "[&<.") {
		return s
	}
	var b strings.Builder
	dots := 0
	for i := range len(s) {
		dots = dotsTo(dots, s[i])
		if dots > manyDots && dots%manyDots == 1 {
			b.WriteString(joint)
		}
		b.WriteByte(s[i])
		if s[i] == '[' || strings.HasPrefix(s[i:], "&#") || strings.HasPrefix(s[i:], "<?") || fold(s[i:], "<mybb") {
			b.WriteString(joint)
		}
	}
	return b.String()
}

// unbroken is a line that is not broken where it has no blank, after a dash or a
// stroke (Unicode, UAX #14; Chromium also breaks between dashes).
func unbroken(s string) string {
	var b strings.Builder
	for i, r := range s {
		b.WriteRune(r)
		if strings.ContainsRune("-/|?!–—…", r) && i+utf8.RuneLen(r) < len(s) {
			b.WriteString(joint)
		}
	}
	return b.String()
}

// manyDots is how many dots may stand in a row: SMF makes three of a hundred.
const manyDots = 64

func dotsTo(dots int, c byte) int {
	if c == '.' {
		return dots + 1
	}
	return 0
}

// breaks tells whether a joint must follow a character.
func breaks(s string, i int) bool {
	switch s[i] {
	case '[':
		return true
	case ':': // :) :cool: http:// but not 23:59
		return tight(s, i) && !(i > 0 && digit(s[i-1]) && i+1 < len(s) && digit(s[i+1]))
	case ';', '@', '<', '#': // also HTML, where a board allows it
		return tight(s, i)
	case '&': // an entity
		return i+1 < len(s) && (s[i+1] == '#' || letter(s[i+1]))
	case '^', '?': // ^-^ ???
		return i+1 < len(s) && (s[i+1] == s[i] || s[i+1] == '-')
	case '8': // 8) 8-)
		return (i == 0 || !letter(s[i-1]) && !digit(s[i-1])) && (strings.HasPrefix(s[i+1:], ")") || strings.HasPrefix(s[i+1:], "-)"))
	case '/': // SMF links //example.org; MyBB and SMF read a gesture at the start of a line
		return strings.HasPrefix(s[i+1:], "/") || fold(s[i+1:], "me") || fold(s[i+1:], "slap")
	case '.': // example.org, for SMF, whose names of hosts may hold a joint elsewhere
		return i+1 < len(s) && (letter(s[i+1]) || s[i+1] >= 0x80)
	case 'w', 'W', 'p', 'P': // a bare address becomes a link
		return i+1 < len(s) && s[i+1] == '.' && i >= 2 && (fold(s[i-2:], "www.") || fold(s[i-2:], "ftp."))
	}
	return false
}

// begins tells whether a joint must stand before a character: O0 is a smiley
// of SMF, in which a joint would stand between letters.
func begins(s string, i int) bool {
	return fold(s[i:], "O0") && (i == 0 || s[i-1] < 0x80 && s[i-1] != '_' && !letter(s[i-1]) && !digit(s[i-1]) || strings.HasSuffix(s[:i], nbsp))
}

// tight tells whether no blank follows a character; the next span may begin
// with anything.
func tight(s string, i int) bool { return i+1 == len(s) || s[i+1] != ' ' }

// fold tells whether s begins with an ASCII prefix, capitals or not.
func fold(s, prefix string) bool {
	return len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix)
}

func letter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

func digit(c byte) bool { return '0' <= c && c <= '9' }
