package events

import (
	"bytes"
	"unicode/utf8"
)

// canonicalObject tells whether b is one object of canonical JSON, whatever
// its fields.
func canonicalObject(b []byte) bool {
	return len(b) > 0 && b[0] == '{' && scanValue(b, 0, 0) == len(b) && utf8.Valid(b)
}

// scanValue returns where the canonical JSON value that begins at pos ends, -1
// when there is none. It does not check UTF-8.
func scanValue(b []byte, pos, depth int) int {
	if pos >= len(b) || depth > maxDepth {
		return -1
	}
	switch b[pos] {
	case '"':
		return scanString(b, pos)
	case '{':
		return scanList(b, pos, depth, '}')
	case '[':
		return scanList(b, pos, depth, ']')
	case 't':
		return scanWord(b, pos, "true")
	case 'f':
		return scanWord(b, pos, "false")
	case 'n':
		return scanWord(b, pos, "null")
	}
	return numberEnd(b, pos)
}

func scanWord(b []byte, pos int, word string) int {
	if bytes.HasPrefix(b[pos:], []byte(word)) {
		return pos + len(word)
	}
	return -1
}

// scanList passes an array, or an object when end is '}'.
func scanList(b []byte, pos, depth int, end byte) int {
	pos++
	if pos < len(b) && b[pos] == end {
		return pos + 1
	}
	for {
		if end == '}' {
			if pos = scanString(b, pos); pos < 0 || pos >= len(b) || b[pos] != ':' {
				return -1
			}
			pos++
		}
		if pos = scanValue(b, pos, depth+1); pos < 0 || pos >= len(b) {
			return -1
		}
		if b[pos] == end {
			return pos + 1
		}
		if b[pos] != ',' {
			return -1
		}
		pos++
	}
}

func scanString(b []byte, pos int) int {
	if pos >= len(b) || b[pos] != '"' {
		return -1
	}
	for pos++; pos < len(b); pos++ {
		switch c := b[pos]; {
		case !special[c]: // nearly always, so it comes first
		case c == '"':
			return pos + 1
		case c < ' ':
			return -1
		case c == '\\':
			n := canonicalEscape(b[pos:])
			if n == 0 {
				return -1
			}
			pos += n - 1
		}
	}
	return -1
}

// special marks the bytes that end or interrupt a string. It never changes.
var special = func() (t [256]bool) {
	for c := range ' ' {
		t[c] = true
	}
	t['"'], t['\\'] = true, true
	return t
}()

// canonicalEscape returns the length of the escape b begins with, 0 when
// Marshal would have written that character otherwise.
func canonicalEscape(b []byte) int {
	if len(b) < 2 {
		return 0
	}
	if b[1] != 'u' {
		if bytes.IndexByte([]byte(`"\bfnrt`), b[1]) >= 0 {
			return 2
		}
		return 0
	}
	if len(b) < 6 || b[2] != '0' || b[3] != '0' {
		return 0
	}
	high, low := bytes.IndexByte([]byte("01"), b[4]), bytes.IndexByte([]byte(hexDigits), b[5])
	if high < 0 || low < 0 || shortEscape(byte(high<<4|low)) != 0 {
		return 0
	}
	return 6
}
