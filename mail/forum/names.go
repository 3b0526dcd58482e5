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
	first := map[string]account{}
	done := map[account]bool{}
	var out []Warning
	for _, p := range posts {
		me, skeleton := account{p.Name, p.Author}, Skeleton(p.Name)
		if skeleton == "" || done[me] {
			continue
		}
		done[me] = true
		other, taken := first[skeleton]
		switch {
		case !taken:
			first[skeleton] = me
		case other.id != me.id:
			out = append(out, Warning{me.name, me.id, other.name, other.id})
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

// Skeleton is what a name looks like: without accents, marks, blanks, capitals,
// and a number that a board put behind it; letters of other scripts as those of
// ours that they pass for.
func Skeleton(name string) string {
	name = norm.NFKD.String(strings.ToLower(name))
	name = strings.TrimRight(name, " _-.0123456789")
	name = alike.Replace(name)
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, name)
}
