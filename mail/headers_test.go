package mail

import (
	"os"
	"strings"
	"testing"

	"fivepoints/events"
)

// paragraphs reads a file of testdata/headers.
func paragraphs(t *testing.T, name string) [][]string {
	data, err := os.ReadFile("testdata/headers/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var out [][]string
	for block := range strings.SplitSeq(strings.ReplaceAll(string(data), "~", "\u00a0"), "\n\n") {
		var lines []string
		for l := range strings.SplitSeq(strings.Trim(block, "\n"), "\n") {
			if !strings.HasPrefix(l, "#") {
				lines = append(lines, strings.TrimPrefix(l, "."))
			}
		}
		if len(lines) > 0 {
			out = append(out, lines)
		}
	}
	return out
}

func classOf(lines []events.Line, text string) string {
	for _, l := range lines {
		if l.Text == text {
			return l.Class
		}
	}
	return "missing"
}

// orders are lines that players write.
var orders = []string{
	"MOVE 3 les -> bow", "-Attaquer Bowery", "1. PASS", "Jo : 3 gros bras", "toujours voler 12 $ à Jo", "attaque Bowery le 3",
	"* Ouvrir un bar à Bowery :", "si Jo a 3 alors PASS", "a", "=> PASS", "12/3 PASS", "On passe", "DE bow A les, 3",
}

// TestHeaders: what stands above a quote header is kept, the header and what
// stands below it is not, whether or not the quotation is marked.
func TestHeaders(t *testing.T) {
	const below = "MOVE 1 bow -> les"
	for i, h := range paragraphs(t, "headers.txt") {
		header, above := strings.Join(h, "\n"), orders[i%len(orders)]
		for _, form := range []string{"\n\n%\n\n> #", "\n\n%\n\n#", "\n%\n> #", "\n%\n#\n"} {
			text := strings.NewReplacer("%", header, "#", below).Replace(above + form)
			lines := Lines(text)
			if classOf(lines, above) != "" {
				t.Errorf("%q: the order above is %q", text, classOf(lines, above))
			}
			for _, l := range lines {
				if l.Text != above && strings.TrimSpace(l.Text) != "" && l.Class == "" {
					t.Errorf("%q: %q is kept", text, l.Text)
				}
			}
		}
	}
}

// TestOwnWords: what merely looks like a header or a signature is kept.
func TestOwnWords(t *testing.T) {
	for _, words := range paragraphs(t, "words.txt") {
		block := strings.Join(words, "\n")
		for _, text := range []string{block, "PASS\n" + block + "\nPASS", "Salut,\n\n" + block + "\n\nPASS"} {
			for _, l := range Lines(text) {
				if l.Class != "" {
					t.Errorf("%q: %q is %s", text, l.Text, l.Class)
				}
			}
		}
	}
}

// TestFurniture: lines of programs never count, wherever they stand.
func TestFurniture(t *testing.T) {
	for _, lines := range paragraphs(t, "furniture.txt") {
		for _, line := range lines {
			class, text, _ := strings.Cut(line, " ")
			if got := classOf(Lines("PASS\n\n"+text+"\n\nMOVE 3 les -> bow"), text); got != class {
				t.Errorf("%q is %q instead of %s", text, got, class)
			}
		}
	}
}
