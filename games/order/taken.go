package order

import (
	"fmt"
	"slices"

	"fivepoints/games"
)

// CheckNames tells which seat cannot be called as it is: two are alike, or its
// name means something in orders already (order.names).
func CheckNames(g *games.Grammar, seats []games.Seat) error {
	words := meanings(g)
	for i, seat := range seats {
		t := fold(string(seat))
		switch {
		case slices.Contains(seats[:i], seat):
			return fmt.Errorf("two players are called %q", seat)
		case isNoise(&t, 0) || means(words, t):
			return fmt.Errorf("a player cannot be called %q: that word means something in orders", seat)
		}
	}
	return nil
}

// Reserved tells whether a word is a platform word, a verb, a condition or a
// whole name of the grammar. No name of a thing may contain one.
func Reserved(g *games.Grammar, word string) bool { return ReservedBy(g)(word) }

// ReservedBy is Reserved for many words.
func ReservedBy(g *games.Grammar) func(word string) bool {
	words := meanings(g)
	return func(word string) bool { return means(words, fold(word)) }
}

func means(words map[string]bool, t text) bool {
	return words[t.folded] || isArrow(t.at(0)) || t.at(0) == "pret"
}

// meanings lists the words that mean something, folded.
func meanings(g *games.Grammar) map[string]bool {
	words := map[string]bool{}
	add := func(list []string) {
		for _, form := range list {
			words[foldName(form)] = true
		}
	}
	for _, w := range platformWords() {
		add(forms(w.fr, w.en))
	}
	for _, v := range g.Verbs {
		add(verbForms(v))
	}
	for _, p := range g.Preds {
		add(forms(p.FR, p.EN))
	}
	for _, s := range g.Sets {
		for _, w := range s.Words {
			add(append(forms(w.FR, w.EN), w.ID))
		}
	}
	return words
}
