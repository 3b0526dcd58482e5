package mail

import (
	"bytes"
	"strings"
)

// repair returns header block and body of a message with LF line ends and
// without NUL, on a copy. What is not understood goes to the body: a player's
// words are never dropped with a broken header.
func repair(raw []byte) (head, body []byte, notes []string) {
	text, notes := repairBytes(raw)
	text = dropBlankLines(bytes.TrimPrefix(text, []byte("\ufeff")))
	if first, rest, _ := bytes.Cut(text, []byte{'\n'}); isFromLine(first) {
		text, notes = rest, append(notes, "from-line-removed")
	}
	head, body = cutHeader(text)
	head, broken := repairHeader(head)
	if broken {
		notes = append(notes, "broken-header")
	}
	return head, body, notes
}

// dropBlankLines takes off the empty lines above a header.
func dropBlankLines(text []byte) []byte {
	rest := bytes.TrimLeft(text, " \t\n")
	return text[bytes.LastIndexByte(text[:len(text)-len(rest)], '\n')+1:]
}

func isFromLine(line []byte) bool {
	return bytes.HasPrefix(line, []byte("From ")) || bytes.HasPrefix(line, []byte(">From "))
}

// repairBytes makes every line end LF. "\r\r\n" is one end; a bare CR ends a
// line of the body but must not make a new header field.
func repairBytes(raw []byte) ([]byte, []string) {
	var notes []string
	if bytes.IndexByte(raw, 0) >= 0 {
		raw = bytes.ReplaceAll(raw, []byte{0}, nil)
		notes = append(notes, "nul-removed")
	}
	if bytes.IndexByte(raw, '\r') < 0 {
		return raw, notes
	}
	if bytes.IndexByte(raw, '\n') < 0 {
		return bytes.ReplaceAll(raw, []byte{'\r'}, []byte{'\n'}), append(notes, "bare-cr")
	}
	out := make([]byte, 0, len(raw))
	inHeader, bare := true, false
	for i := 0; i < len(raw); {
		text, _, _ := bytes.Cut(raw[i:], []byte{'\r'})
		if inHeader && len(text) > 0 {
			inHeader = !bytes.Contains(text, []byte("\n\n")) && !(text[0] == '\n' && bytes.HasSuffix(out, []byte{'\n'}))
		}
		out = append(out, text...)
		if i += len(text); i == len(raw) {
			break
		}
		run := i
		for i < len(raw) && raw[i] == '\r' {
			i++
		}
		if i < len(raw) && raw[i] == '\n' {
			continue // CR* LF: the LF comes next
		}
		bare = true
		out = append(out, strings.Repeat(bareCR(inHeader), i-run)...)
	}
	if bare {
		notes = append(notes, "bare-cr")
	}
	return out, notes
}

func bareCR(inHeader bool) string {
	if inHeader {
		return " "
	}
	return "\n"
}

// cutHeader splits at the first empty line, or where the header visibly ends
// without one: at the last field when only unreadable lines follow it.
func cutHeader(text []byte) (head, body []byte) {
	pos, end, fields := 0, 0, 0
	for line := range bytes.Lines(text) {
		bare := bytes.TrimRight(line, "\n")
		if len(bytes.TrimSpace(bare)) == 0 && (len(bare) == 0 || !headerGoesOn(text[pos+len(line):])) {
			if end < pos && fields == 0 { // no header at all
				return nil, text
			}
			if end < pos {
				return text[:end], text[end:]
			}
			return text[:pos], text[pos+len(line):]
		}
		if fields > 0 && bytes.HasPrefix(bare, []byte("--")) { // a boundary without an empty line above it
			return text[:end], text[end:]
		}
		pos += len(line)
		if fieldName(bare) != "" {
			fields++
			end = pos
		} else if isContinuation(bare) && end == pos-len(line) && fields > 0 {
			end = pos
		}
	}
	return text[:end], text[end:]
}

// headerGoesOn tells whether a line of blanks is the fold of a field and not the
// end of the header: what follows is a field that nobody types.
func headerGoesOn(rest []byte) bool {
	line := rest[:lineEnd(rest, 0)]
	if isContinuation(line) {
		word := bytes.TrimSpace(line)
		return bytes.HasPrefix(word, []byte("=?")) || bytes.IndexByte(word, '@') > 0 && !bytes.ContainsAny(word, " \t")
	}
	switch name := strings.ToLower(fieldName(line)); name {
	case "mime-version", "message-id", "references", "in-reply-to", "reply-to", "received", "return-path", "delivered-to":
		return true
	default:
		return strings.HasPrefix(name, "content-") || strings.HasPrefix(name, "x-")
	}
}

// repairHeader leaves lines that a parser takes: fields and continuations.
func repairHeader(block []byte) (fixed []byte, broken bool) {
	fixed = make([]byte, 0, len(block))
	for line := range bytes.Lines(block) {
		bare := bytes.TrimRight(line, "\n")
		if len(bytes.TrimSpace(bare)) == 0 {
			continue
		}
		if fieldName(bare) == "" && (!isContinuation(bare) || len(fixed) == 0) {
			broken = true
			continue
		}
		fixed = append(append(fixed, bare...), '\n')
	}
	return fixed, broken
}

func isContinuation(line []byte) bool {
	return len(line) > 0 && (line[0] == ' ' || line[0] == '\t')
}

// fieldName returns the name of a header field, "" when line is none.
func fieldName(line []byte) string {
	name, _, ok := bytes.Cut(line, []byte{':'})
	name = bytes.TrimRight(name, " \t")
	if !ok || len(name) == 0 {
		return ""
	}
	for _, c := range name {
		if c <= ' ' || c > '~' {
			return ""
		}
	}
	return string(name)
}
