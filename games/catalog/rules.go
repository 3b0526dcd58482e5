package catalog

import (
	"regexp"
	"slices"
	"strings"

	"fivepoints/games/crooks"
	"fivepoints/games/escrocs"
	"fivepoints/games/kingofcrime"
	"fivepoints/games/newyork1890"
	"fivepoints/games/noxford"
)

// ruleRow is a row of a rules.md: its id, and the rule in our words.
var ruleRow = regexp.MustCompile("(?m)^\\| `([a-z0-9.-]+)` \\| ([^|]*) \\|")

// platformRules begin the ids of rules that hold for every game: of the language
// of orders, of mails, of the table.
var platformRules = []string{"order.", "mail.", "pbem."}

// Rule returns a rule of a rulebook in our words, false when there is none of
// that id. The platform's own rules are known by the beginning of their ids.
func Rule(book, id string) (string, bool) {
	texts := map[string]func() string{
		newyork1890.Name: newyork1890.RuleText, crooks.Name: crooks.RuleText, escrocs.Name: escrocs.RuleText, noxford.Name: noxford.RuleText, kingofcrime.Name: kingofcrime.RuleText,
	}
	if text, ok := texts[book]; ok {
		for _, m := range ruleRow.FindAllStringSubmatch(text(), -1) {
			if m[1] == id {
				return m[2], true
			}
		}
	}
	return "", slices.ContainsFunc(platformRules, func(p string) bool { return strings.HasPrefix(id, p) && len(id) > len(p) })
}
