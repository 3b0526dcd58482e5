package mail

import (
	"encoding/base64"
	"fmt"
	"mime/quotedprintable"
	"strings"
	"testing"

	"golang.org/x/text/encoding/charmap"
	"pgregory.net/rapid"
)

// wording draws lines that every class of line and every encoding must carry.
var wording = rapid.StringMatching(`([A-Za-z0-9éàç>=.,:;"' -]|--){0,60}[a-z]`)

// TestRoundTrip writes a text as a mail in some way and reads it back: the
// lines are those of the text, whatever the way.
func TestRoundTrip(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		lines := rapid.SliceOfN(wording, 1, 12).Draw(t, "lines")
		text := strings.Join(lines, "\n")
		charset := rapid.SampledFrom([]string{"utf-8", "iso-8859-1", "windows-1252", ""}).Draw(t, "charset")
		coding := rapid.SampledFrom([]string{"8bit", "quoted-printable", "base64"}).Draw(t, "coding")
		raw := "From: Zoé <zoe@example.org>\n" + wrap(t, partText(charset, coding, text))
		if rapid.Bool().Draw(t, "crlf") {
			raw = strings.ReplaceAll(raw, "\n", "\r\n")
		}
		m := Reader{}.Read([]byte(raw))
		if m.Class != ClassMail || len(m.Lines) != len(lines) {
			t.Fatalf("%s, %d lines instead of %d: %q", m.Class, len(m.Lines), len(lines), raw)
		}
		for i, l := range m.Lines {
			if l.Text != lines[i] {
				t.Fatalf("line %d is %q instead of %q in %q", i+1, l.Text, lines[i], raw)
			}
		}
	})
}

// partText writes header and body of a text part.
func partText(charset, coding, text string) string {
	if charset != "utf-8" {
		text, _ = charmap.Windows1252.NewEncoder().String(text)
	}
	head := "Content-Type: text/plain"
	if charset != "" {
		head += "; charset=" + charset
	}
	var b strings.Builder
	switch coding {
	case "base64":
		for enc := base64.StdEncoding.EncodeToString([]byte(text)); enc != ""; {
			n := min(len(enc), 76)
			b.WriteString(enc[:n] + "\n")
			enc = enc[n:]
		}
	case "quoted-printable":
		w := quotedprintable.NewWriter(&b)
		fmt.Fprint(w, text)
		w.Close()
	default:
		b.WriteString(text)
	}
	return head + "\nContent-Transfer-Encoding: " + coding + "\n\n" + strings.ReplaceAll(b.String(), "\r\n", "\n")
}

// wrap puts a part into up to five levels of multipart, some without an end.
func wrap(t *rapid.T, part string) string {
	for depth := range rapid.IntRange(0, 5).Draw(t, "depth") {
		b := fmt.Sprintf("b%d", depth)
		kind := rapid.SampledFrom([]string{"mixed", "alternative", "related", "signed"}).Draw(t, "kind")
		end := rapid.SampledFrom([]string{"\n--" + b + "--\n", "\n--" + b + "--", ""}).Draw(t, "end")
		part = "Content-Type: multipart/" + kind + "; boundary=\"" + b + "\"\n\nThis is MIME.\n--" + b + "\n" + part + end
	}
	return part
}

func BenchmarkRead(b *testing.B) {
	raw := []byte("From: zoe@example.org\nSubject: [ny12 1893c]\nContent-Type: multipart/alternative; boundary=b\n\n--b\n" +
		partText("utf-8", "quoted-printable", strings.Repeat("DÉPLACE 3 les -> bow\n", 20)+
			"\nLe lun. 3 mars 2025 à 10:00, Les Gangs <orders@example.org> a écrit :\n"+strings.Repeat("> quelque chose\n", 60)) +
		"\n--b\nContent-Type: text/html\n\n" + strings.Repeat("<p>DÉPLACE 3 les</p>", 80) + "\n--b--\n")
	b.SetBytes(int64(len(raw)))
	for b.Loop() {
		Reader{}.Read(raw)
	}
}
