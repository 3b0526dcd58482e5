package publish_test

import (
	"regexp"
	"strings"
	"testing"
)

// unwritten finds keys without a text and holes without a value.
var unwritten = regexp.MustCompile(`(?i)\bny\.[a-z_.]+|\{[a-z]+\}`)

// A year of New-York 1890 is told whole, with the tables and verdicts that its
// readers look for. Its very words are the rulebook's; the demo shows them.
func TestCityTexts(t *testing.T) {
	t.Parallel()
	w := city(t)
	w.Send("ny12", "whyos", "déplacer 2 MUL -> FVP\ndéplacer 1 MUL -> port\nouvrir bar FVP\nouvrir recel MUL\nrecruter 2 (1h+1f)\nouvrir barr ELZ\nà bientôt !")
	w.Send("ny12", "bowery", "move 2 BOW -> ELZ\nrob ELZ 2\nopen fence BOW\nmove 9 BOW -> TOM")
	w.Tick("ny12", week)
	w.Tick("ny12", week)
	pages := map[string]string{}
	for _, p := range run(t, publisher(t, w), 0) {
		if m := unwritten.FindString(p.Subject + string(p.Body)); m != "" {
			t.Errorf("%s.%s: %q was left unwritten", p.Title, p.Lang, m)
		}
		pages[p.Title+"."+p.Lang] += p.Subject + "\n" + string(p.Body)
	}
	for title, wants := range map[string][]string{
		"1890-1-summary.fr":       {"[ny12] compte rendu 1890c", "## Le récit", "Five Points", "| 2 | **Whyos** |", "| Recrues |", "WMK ---", "## Prochaine échéance"},
		"1890-2-summary.en":       {"[ny12] what happened 1890d", "## The story", "1891", "| 1 | **Bowery Boys** |", "31 December", "orders of **Whyos**"},
		"1890-1-report-whyos.fr":  {"[ny12 1890d] votre rapport 1890c", "| `ouvrir recel MUL` | exécuté |", "sera saccagé", "reply above this line", "PARTIE ny12"},
		"1890-1-report-bowery.en": {"| `move 9 BOW -> TOM` | impossible |", "(rule order.3)", "- Money: you have $"},
		"receipt-whyos-1.fr":      {"5 ok · 1 erreur", "`ouvrir bar ELZ`", "`recruter 2 (1h+1f)` (pour 1890c)"},
		"receipt-bowery-1.en":     {"3 ok · 1 warning", "(rule order.3)"},
	} {
		for _, want := range wants {
			if !strings.Contains(pages[title], want) {
				t.Errorf("%s: %q is not in\n%s", title, want, pages[title])
			}
		}
	}
}
