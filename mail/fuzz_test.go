package mail

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"fivepoints/events"

	"golang.org/x/tools/txtar"
)

var classes = []string{ClassMail, ClassAuto, ClassBounce, ClassList, ClassMalformed, ClassTooBig}

// seeds adds the mails of all cases.
func seeds(f *testing.F) {
	files, _ := filepath.Glob("testdata/cases/*.txtar")
	for _, file := range files {
		ar, err := txtar.ParseFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(unescape(ar.Files[0].Data))
	}
}

func FuzzRead(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, raw []byte) {
		before := slices.Clone(raw)
		m := Reader{}.Read(raw)
		if !slices.Equal(before, raw) {
			t.Fatal("reading changed the raw bytes")
		}
		if !slices.Contains(classes, m.Class) || len(m.Content) != 64 {
			t.Fatalf("class %q, content %q", m.Class, m.Content)
		}
		if m.Class == ClassMail && !strings.Contains(m.From, "@") {
			t.Fatalf("a mail from %q", m.From)
		}
		for i, l := range m.Lines {
			if l.N != i+1 || !utf8.ValidString(l.Text) || strings.ContainsAny(l.Text, "\r\n\x00") {
				t.Fatalf("line %d is %+v", i+1, l)
			}
		}
		if _, err := json.Marshal(m); err != nil {
			t.Fatal(err)
		}
		if _, err := events.Marshal(events.Envelope{From: m.From, Subject: m.Subject, Date: m.Date, MessageID: m.MessageID, References: m.References, Lines: m.Lines}); err != nil {
			t.Fatalf("the log does not take it: %v", err)
		}
		crlf := strings.ReplaceAll(strings.ReplaceAll(string(raw), "\r", ""), "\n", "\r\n")
		lf := strings.ReplaceAll(crlf, "\r", "")
		if a, b := (Reader{}).Read([]byte(crlf)), (Reader{}).Read([]byte(lf)); a.Class != ClassTooBig && b.Class != ClassTooBig && a.Content != b.Content {
			t.Fatal("the content depends on the line ends")
		}
	})
}

// FuzzLines: every line of a text comes out once, in order, unchanged; one may
// come out in two pieces.
func FuzzLines(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, text []byte) {
		lines := Lines(string(text))
		for _, want := range strings.Split(breakLines(string(text)), "\n") {
			got := ""
			for got != printable(want) || got == "" {
				if len(lines) == 0 || !strings.HasPrefix(printable(want), got+lines[0].Text) {
					t.Fatalf("%q is missing, after %q comes %+v", want, got, lines)
				}
				got += lines[0].Text
				lines = lines[1:]
				if want == "" || got == "" {
					break
				}
			}
		}
		if len(lines) > 0 {
			t.Fatalf("too many lines: %+v", lines)
		}
		for i, l := range Lines(string(text)) {
			if l.N != i+1 {
				t.Fatalf("line %d is %+v", i+1, l)
			}
			if l.Class == "" && strings.HasPrefix(l.Text, ">") {
				t.Fatalf("a quoted line is kept: %q", l.Text)
			}
		}
	})
}

func FuzzHTML(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, text []byte) {
		size := 0
		for _, l := range walkHTML(string(text)) {
			if strings.ContainsAny(l.text, "\n\x00") {
				t.Fatalf("line %q", l.text)
			}
			size += len(l.text)
		}
		if size > maxText+(maxMarks*2+16)*len(text)+len(text) {
			t.Fatalf("%d bytes of HTML gave %d bytes of text", len(text), size)
		}
	})
}

// FuzzRepair: a repaired header parses without complaint, and no byte of the
// body is lost.
func FuzzRepair(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, raw []byte) {
		block, body, _ := repair(raw)
		if checkHeader(block) != nil {
			return
		}
		if _, notes := parseHeader(block); len(notes) > 0 {
			t.Fatalf("header %q: %v", block, notes)
		}
		if strings.ContainsAny(string(block)+string(body), "\r\x00") {
			t.Fatal("a carriage return or NUL is left")
		}
	})
}

// FuzzDecode: the decoders never grow their input beyond its size.
func FuzzDecode(f *testing.F) {
	f.Add([]byte("=C3=A9=\n= x=ZZ"))
	f.Add([]byte("QUJD\nREU=RkdI"))
	f.Fuzz(func(t *testing.T, b []byte) {
		if n := len(decodeQuoted(b, false)); n > len(b) {
			t.Fatalf("quoted-printable grew to %d", n)
		}
		if n := len(decodeBase64(b)); n > len(b) {
			t.Fatalf("base64 grew to %d", n)
		}
		if s := decodeWords(string(b)); !utf8.ValidString(s) && utf8.Valid(b) {
			t.Fatalf("words gave %q", s)
		}
	})
}

// FuzzParts: leaves are pieces of the body, in order, and no word between two
// boundaries is lost when there is only text.
func FuzzParts(f *testing.F) {
	f.Add("multipart/mixed; boundary=a", []byte("--a\n\nx\n--a--\n"))
	f.Add("multipart/mixed; boundary=a--", []byte("--a--\nContent-Type: multipart/mixed; boundary=\"a----\"\n\n--a----\n\nx\n--a------\n--a----\n"))
	f.Add("multipart/mixed; boundary=other", []byte("--a\nContent-Type: text/plain\n\nx\n--a--\n"))
	f.Fuzz(func(t *testing.T, kind string, body []byte) {
		root, err := parseParts(header{{"Content-Type", kind}}, body)
		if err != nil {
			return
		}
		n, rest := 0, body
		root.leaves(func(p *part) {
			n++
			i := bytes.Index(rest, p.body)
			if i < 0 {
				t.Fatalf("leaf %q is not in %q", p.body, rest)
			}
			rest = rest[i+len(p.body):]
		})
		if n > maxParts {
			t.Fatalf("%d leaves", n)
		}
	})
}

// FuzzUTF7: what is encoded comes back, and anything decodes to valid text.
func FuzzUTF7(f *testing.F) {
	f.Add("VOLER 3 € à Zoé +", []byte("a+AOk-b+-c+"))
	f.Fuzz(func(t *testing.T, text string, raw []byte) {
		text = strings.ToValidUTF8(text, "")
		var b strings.Builder
		for _, r := range text {
			var units []byte
			for _, u := range utf16.Encode([]rune{r}) {
				units = append(units, byte(u>>8), byte(u))
			}
			fmt.Fprintf(&b, "+%s-", base64.RawStdEncoding.EncodeToString(units))
		}
		if got, ok := decodeUTF7([]byte(b.String())); !ok || got != text {
			t.Fatalf("%q comes back as %q, %v", text, got, ok)
		}
		if got, ok := decodeUTF7(raw); ok && !utf8.ValidString(got) {
			t.Fatalf("%q gives %q", raw, got)
		}
	})
}

// FuzzHeaders: an order directly above any lines of which the first is marked
// as quoted stays the player's own.
func FuzzHeaders(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, order := range []string{"MOVE 3 les -> bow", "-Attaquer Bowery", "PASS"} {
			lines := Lines(order + "\n\n> " + string(text))
			if lines[0].Class != "" && footerAt(viewsOf(lines)) == len(lines) {
				t.Fatalf("%q is %s", order, lines[0].Class)
			}
		}
	})
}

func viewsOf(lines []events.Line) []view {
	var views []view
	for _, l := range lines {
		views = append(views, newView(textLine{text: l.Text}))
	}
	return views
}
