package publish_test

import (
	"regexp"
	"strings"
	"testing"

	"fivepoints/events"
	"fivepoints/games"
	"fivepoints/games/gamestest"
	"fivepoints/games/newyork1890"

	"golang.org/x/tools/txtar"
)

// unwritten finds keys without a text and holes without a value.
var unwritten = regexp.MustCompile(`(?i)\bny\.[a-z_.]+|\{[a-z]+\}`)

// A year of New-York 1890, for a person to read.
func TestCityTexts(t *testing.T) {
	t.Parallel()
	city, err := newyork1890.Book()
	if err != nil {
		t.Fatal(err)
	}
	w := gamestest.NewWorld(t, events.NewMemory(events.NewMemoryKeys("test")), city)
	w.Judge.Draws = func(d games.Draw) ([]int, error) {
		picks := make([]int, d.N)
		for i := range picks {
			picks[i] = i
		}
		return picks, nil
	}
	w.Game("ny12", "newyork1890", nil, "whyos", "bowery")
	w.Send("ny12", "whyos", "déplacer 2 MUL -> FVP\ndéplacer 1 MUL -> port\nouvrir bar FVP\nouvrir recel MUL\nrecruter 2 (1h+1f)\nouvrir barr ELZ\nà bientôt !")
	w.Send("ny12", "bowery", "move 2 BOW -> ELZ\nrob ELZ 2\nopen fence BOW\nmove 9 BOW -> TOM")
	w.Tick("ny12", week)
	w.Tick("ny12", week)
	var ar txtar.Archive
	for _, p := range run(t, publisher(t, w), 0) {
		if m := unwritten.FindString(p.Subject + string(p.Body)); m != "" {
			t.Errorf("%s.%s: %q was left unwritten", p.Title, p.Lang, m)
		}
		body, _, _ := strings.Cut(string(p.Body), "\n––– ") // the order template has a test of its own
		ar.Files = append(ar.Files, txtar.File{Name: p.Title + "." + p.Lang + ".md", Data: []byte("Subject: " + p.Subject + "\n\n" + body)})
	}
	golden(t, "city.txtar", txtar.Format(&ar))
}
