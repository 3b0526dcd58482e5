package forum

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Warning says that two accounts of a topic have names that look alike.
type Warning struct {
	Name, Author   string // of the one that came later
	Other, OtherID string
}

// LookAlikes finds names in posts that a reader may take for each other although
// they are of different accounts.
func LookAlikes(posts []Post) []Warning {
	type account struct{ name, id string }
	whole, bare := map[string]account{}, map[string]account{}
	done := map[account]bool{}
	var out []Warning
	for _, p := range posts {
		me := account{p.Name, p.Author}
		full, base := skeleton(p.Name)
		if full == "" || done[me] {
			continue
		}
		done[me] = true
		other, taken := whole[full]
		if !taken { // Lou 0 passes for Lou; that Lou 1 passes for Lou 2 nobody says
			other, taken = whole[base]
		}
		if !taken && full == base {
			other, taken = bare[base]
		}
		if taken && other.id != me.id {
			out = append(out, Warning{me.name, me.id, other.name, other.id})
		}
		if _, ok := whole[full]; !ok {
			whole[full] = me
		}
		if _, ok := bare[base]; !ok {
			bare[base] = me
		}
	}
	slices.SortFunc(out, func(a, b Warning) int { return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Author, b.Author)) })
	return out
}

// alike maps letters to those that they pass for.
var alike = strings.NewReplacer(
	"0", "o", "1", "l", "i", "l", "|", "l", "!", "l", "5", "s", "$", "s", "3", "e", "rn", "m", "vv", "w", "cl", "d",
	"а", "a", "е", "e", "о", "o", "р", "p", "с", "c", "х", "x", "у", "y", "к", "k", "м", "m", "т", "t", "в", "b", "н", "h", "і", "l", "ј", "j", "ѕ", "s", "ԁ", "d", "ɡ", "g", // Cyrillic
	"α", "a", "ο", "o", "ρ", "p", "ν", "v", "κ", "k", "τ", "t", "ι", "l", "υ", "u", "ε", "e", "ı", "l", "ℓ", "l", "ł", "l", "ø", "o", "ß", "b",
)

// skeleton is what a name looks like: without accents, marks, blanks and
// capitals, letters of other scripts as those of ours that they pass for. base
// is the same without a number behind it.
func skeleton(name string) (full, base string) {
	name = norm.NFKD.String(strings.ToLower(name))
	letters := func(s string) string {
		return strings.Map(func(r rune) rune {
			if unicode.IsLetter(r) || unicode.IsDigit(r) {
				return r
			}
			return -1
		}, alike.Replace(s))
	}
	return letters(name), letters(strings.TrimRight(name, " _-.0123456789"))
}
