package mail

import (
	"encoding/base64"
	"strings"
	"unicode/utf16"
)

func isUTF7(label string) bool {
	switch label {
	case "utf-7", "utf7", "unicode-1-1-utf-7", "csunicode11utf7", "x-unicode-1-1-utf-7":
		return true
	}
	return false
}

// decodeUTF7 undoes UTF-7 (RFC 2152), which no library in use here does. It
// fails on bytes above ASCII; what is broken otherwise stays as it is.
func decodeUTF7(b []byte) (string, bool) {
	var out strings.Builder
	for i := 0; i < len(b); {
		c := b[i]
		if c >= 0x80 {
			return "", false
		}
		if c != '+' {
			out.WriteByte(c)
			i++
			continue
		}
		end := i + 1
		for end < len(b) && isBase64(b[end]) {
			end++
		}
		closed := end < len(b) && b[end] == '-'
		if end == i+1 {
			out.WriteByte('+') // "+-", or a lone plus
		} else if text, ok := shifted(b[i+1 : end]); ok {
			out.WriteString(text)
		} else {
			out.Write(b[i:end])
			closed = false
		}
		i = end + count(closed)
	}
	return out.String(), true
}

// shifted reads the base64 of a UTF-16 text.
func shifted(b []byte) (string, bool) {
	raw, err := base64.RawStdEncoding.DecodeString(string(b))
	if err != nil || len(raw) < 2 {
		return "", false
	}
	units := make([]uint16, len(raw)/2)
	for i := range units {
		units[i] = uint16(raw[2*i])<<8 | uint16(raw[2*i+1])
	}
	return string(utf16.Decode(units)), true
}
