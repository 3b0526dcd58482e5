package order

import (
	"slices"

	"fivepoints/games"
)

// Taken tells whether a word means something in orders already: it is Reserved
// or a small word. A player cannot be called like that (order.names).
func Taken(g *games.Grammar, word string) bool {
	t := fold(word)
	return isNoise(&t, 0) || Reserved(g, word)
}

// Reserved tells whether a word is a platform word, a verb, a condition or a
// whole name of the grammar. No name of a thing may contain one.
func Reserved(g *games.Grammar, word string) bool {
	name := foldName(word)
	is := func(form string) bool { return foldName(form) == name }
	for _, w := range platformWords() {
		if slices.ContainsFunc(forms(w.fr, w.en), is) {
			return true
		}
	}
	for _, v := range g.Verbs {
		if slices.ContainsFunc(verbForms(v), is) {
			return true
		}
	}
	for _, p := range g.Preds {
		if slices.ContainsFunc(forms(p.FR, p.EN), is) {
			return true
		}
	}
	for _, s := range g.Sets {
		for _, w := range s.Words {
			if is(w.ID) || slices.ContainsFunc(forms(w.FR, w.EN), is) {
				return true
			}
		}
	}
	t := fold(word)
	return isArrow(t.at(0)) || t.at(0) == "pret"
}
