package mail

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "rewrite the sections read and lines of the cases")

// TestCases reads testdata/cases/*.txtar: a mail goes in, its head and its
// classed lines come out. In a mail, \xNN is a byte and \r a carriage return.
func TestCases(t *testing.T) {
	files, err := filepath.Glob("testdata/cases/*.txtar")
	if err != nil || len(files) < 50 {
		t.Fatalf("%d cases found: %v", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			t.Parallel()
			runCase(t, file)
		})
	}
}

func runCase(t *testing.T, file string) {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	ar := txtar.Parse(data)
	if len(ar.Files) == 0 || ar.Files[0].Name != "mail" {
		t.Fatal("a case begins with the section mail")
	}
	m := Reader{Own: []string{"orders@example.org"}}.Read(unescape(ar.Files[0].Data))
	got := []txtar.File{ar.Files[0], {Name: "read", Data: readSection(m)}, {Name: "lines", Data: linesSection(m)}}
	if *update {
		ar.Files = got
		if err := os.WriteFile(file, txtar.Format(ar), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if len(ar.Files) != 3 {
		t.Fatalf("%d sections instead of mail, read, lines", len(ar.Files))
	}
	for i := 1; i < 3; i++ {
		if want := ar.Files[i].Data; !bytes.Equal(want, got[i].Data) {
			t.Errorf("section %s is\n%s\nand should be\n%s", got[i].Name, got[i].Data, want)
		}
	}
}

var escape = regexp.MustCompile(`\\x[0-9a-f]{2}|\\r`)

func unescape(data []byte) []byte {
	return escape.ReplaceAllFunc(data, func(e []byte) []byte {
		if string(e) == `\r` {
			return []byte{'\r'}
		}
		n, _ := strconv.ParseUint(string(e[2:]), 16, 8)
		return []byte{byte(n)}
	})
}

func readSection(m Message) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s from %s\n", m.Class, m.From)
	if m.Subject != "" {
		fmt.Fprintf(&b, "subject: %s\n", m.Subject)
	}
	if !m.Received.IsZero() {
		fmt.Fprintf(&b, "received: %s\n", m.Received.Format("2006-01-02 15:04:05"))
	}
	if len(m.Notes) > 0 {
		fmt.Fprintf(&b, "notes: %s\n", strings.Join(m.Notes, " "))
	}
	if m.Attached > 0 {
		fmt.Fprintf(&b, "not read: %d\n", m.Attached)
	}
	return b.Bytes()
}

func linesSection(m Message) []byte {
	var b bytes.Buffer
	for _, l := range m.Lines {
		class := l.Class
		if class == "" {
			class = "kept"
		}
		fmt.Fprintln(&b, strings.TrimRight(fmt.Sprintf("%-12s| %s", class, l.Text), " "))
	}
	return b.Bytes()
}
