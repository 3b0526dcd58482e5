package mail

import (
	"bytes"
	"encoding/base64"
	"io"
	"regexp"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/ianaindex"
)

// decodeCharset turns bytes into UTF-8: by the declared charset, else as UTF-8
// when they are, else as windows-1252. It tells when the label did not help.
func decodeCharset(b []byte, label string) (text string, guessed bool) {
	label = strings.ToLower(strings.Trim(label, " \t\"'"))
	if isUTF7(label) {
		if text, ok := decodeUTF7(b); ok {
			return text, false
		}
	}
	if strings.HasPrefix(label, "utf-16") && lostZeros(b) {
		label = ""
	}
	if enc := lookupCharset(label); enc != nil {
		if out, err := enc.NewDecoder().Bytes(b); err == nil {
			return string(out), false
		}
	}
	known := label == "" || label == "utf-8" || label == "utf8" || label == "us-ascii" || label == "ascii"
	if utf8.Valid(b) {
		return string(b), !known
	}
	out, _ := charmap.Windows1252.NewDecoder().Bytes(b) // never fails: a table of all 256 bytes
	return string(out), true
}

// lostZeros tells whether UTF-16 lost its zero bytes on the way: what is left
// reads as single bytes.
func lostZeros(b []byte) bool {
	plain := 0
	for _, c := range b {
		if c == 0 {
			return false
		}
		plain += count(' ' <= c && c <= '~' || c == '\n' || c == '\r' || c == '\t')
	}
	return plain*10 >= len(b)*8
}

// lookupCharset returns nil for UTF-8, unknown labels and the labels that
// browsers refuse: those would replace the whole text by one mark.
func lookupCharset(label string) encoding.Encoding {
	switch label {
	case "", "utf-8", "utf8", "us-ascii", "ascii", "unknown-8bit", "x-unknown", "8bit":
		return nil
	}
	enc, err := htmlindex.Get(label)
	if err != nil {
		enc, err = ianaindex.MIME.Encoding(label)
	}
	if err != nil || enc == nil || enc == encoding.Replacement {
		return nil
	}
	if name, err := htmlindex.Name(enc); err == nil && name == "utf-8" {
		return nil
	}
	return enc
}

// charsetReader serves mime.WordDecoder and never fails.
func charsetReader(label string, r io.Reader) (io.Reader, error) {
	b, err := io.ReadAll(r)
	text, _ := decodeCharset(b, label)
	return strings.NewReader(text), err
}

// decodeTransfer undoes a Content-Transfer-Encoding and forgives what it can.
func decodeTransfer(b []byte, encoding string) (data []byte, known bool) {
	switch strings.ToLower(strings.TrimSpace(encoding)) {
	case "base64":
		if isProse(b) {
			return b, false
		}
		return decodeBase64(b), true
	case "quoted-printable":
		return decodeQuoted(b, false), true
	case "", "7bit", "8bit", "binary":
		return b, true
	}
	return b, false
}

// isProse tells whether a text that is said to be base64 was never encoded: it
// has blanks between words.
func isProse(b []byte) bool {
	blanks := 0
	for line := range bytes.Lines(b) {
		blanks += bytes.Count(bytes.TrimSpace(line), []byte{' '})
	}
	return blanks > 0 && blanks*40 >= len(b)
}

// decodeBase64 skips foreign characters, takes missing padding, and goes on
// after padding: some gateways glue several encodings together.
func decodeBase64(b []byte) []byte {
	out := make([]byte, 0, len(b)*3/4)
	quad := make([]byte, 0, 4)
	flush := func() {
		var buf [3]byte
		n, _ := base64.RawStdEncoding.Decode(buf[:], quad) // a lone digit gives nothing
		out, quad = append(out, buf[:n]...), quad[:0]
	}
	for _, c := range b {
		switch {
		case c == '=':
			flush()
		case isBase64(c):
			if quad = append(quad, c); len(quad) == 4 {
				flush()
			}
		}
	}
	flush()
	return out
}

func isBase64(c byte) bool {
	return 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '+' || c == '/'
}

// decodeQuoted undoes quoted-printable; a "=" that means nothing stays. In
// header words "_" is a space.
func decodeQuoted(b []byte, word bool) []byte {
	out := make([]byte, 0, len(b))
	for i := 0; i < len(b); i++ {
		switch c := b[i]; {
		case c == '_' && word:
			out = append(out, ' ')
		case c != '=':
			out = append(out, c)
		case i+2 < len(b) && hexDigit(b[i+1]) >= 0 && hexDigit(b[i+2]) >= 0:
			out = append(out, byte(hexDigit(b[i+1])<<4|hexDigit(b[i+2])))
			i += 2
		default:
			if n := softBreak(b[i+1:]); n > 0 {
				i += n
			} else {
				out = append(out, c)
			}
		}
	}
	return out
}

// softBreak returns the length of blanks and line end after "=", 0 when text follows.
func softBreak(b []byte) int {
	rest := bytes.TrimLeft(b[:min(len(b), 80)], " \t\r")
	blank := min(len(b), 80) - len(rest)
	if len(rest) > 0 && rest[0] == '\n' {
		return blank + 1
	}
	if blank == len(b) {
		return blank
	}
	return 0
}

func hexDigit(c byte) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'A' <= c && c <= 'F':
		return int(c - 'A' + 10)
	case 'a' <= c && c <= 'f':
		return int(c - 'a' + 10)
	}
	return -1
}

var encodedWord = regexp.MustCompile(`=\?([^?\s*]{1,40})(?:\*[^?\s]*)?\?([QqBb])\?([^?]*)\?=`)

// decodeWords decodes the encoded words of a header. Neighbours in one charset
// are joined before they are decoded: some programs split inside a letter.
func decodeWords(s string) string {
	var b strings.Builder
	var pending []byte
	charset, end := "", 0
	flush := func() {
		text, _ := decodeCharset(pending, charset)
		b.WriteString(text)
		pending = nil
	}
	for _, m := range encodedWord.FindAllStringSubmatchIndex(s, -1) {
		between := s[end:m[0]]
		label := strings.ToLower(s[m[2]:m[3]])
		adjacent := end > 0 && strings.TrimSpace(between) == ""
		if !adjacent || label != charset {
			flush()
		}
		if !adjacent {
			b.WriteString(between)
		}
		pending = append(pending, decodeWord(label, s[m[4]:m[5]], s[m[6]:m[7]])...)
		charset, end = label, m[1]
	}
	flush()
	b.WriteString(s[end:])
	return collapse(b.String())
}

// decodeWord undoes the encoding of a word. Letters that a program forgot to
// encode are in the word's charset; the header's reading made them UTF-8.
func decodeWord(label, encoding, text string) []byte {
	if strings.EqualFold(encoding, "B") {
		return decodeBase64([]byte(text))
	}
	if enc := lookupCharset(label); enc != nil && !isASCII(text) {
		if raw, err := enc.NewEncoder().String(text); err == nil {
			text = raw
		}
	}
	return decodeQuoted([]byte(text), true)
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
