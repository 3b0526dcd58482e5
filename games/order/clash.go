package order

import (
	"fmt"
	"slices"

	"fivepoints/games"
)

// Clashes lists, in a fixed order, every word that means two things where a
// reader could not tell which: among verbs and platform words, among
// conditions, inside a set, between keywords and names or joining words, and
// between the types of a union. Two keywords may share a word where their
// places in patterns tell them apart. A rulebook's tests demand none.
func Clashes(g *games.Grammar) []string {
	c := clashes{}
	c.verbs(g)
	c.add("conditions")
	for _, d := range g.Preds {
		c.word(d.ID, forms(d.FR, d.EN)...)
	}
	c.sets(g)
	p, err := New(g)
	if err != nil {
		return append(c.found, err.Error())
	}
	c.unions(p)
	return c.found
}

// clashes gathers the meanings of folded words in one scope after another.
type clashes struct {
	scope string
	means map[string]string
	found []string
}

func (c *clashes) add(scope string) { c.scope, c.means = scope, make(map[string]string) }

// word gives forms a meaning in the current scope.
func (c *clashes) word(meaning string, forms ...string) {
	for _, f := range forms {
		f = foldName(f)
		if f == "" {
			c.report(fmt.Sprintf("%s: a form of %s is empty", c.scope, meaning))
			continue
		}
		if old, ok := c.means[f]; ok && old != meaning {
			c.report(fmt.Sprintf("%s: %q means %s and %s", c.scope, f, old, meaning))
		}
		c.means[f] = meaning
	}
}

func (c *clashes) report(s string) {
	if !slices.Contains(c.found, s) {
		c.found = append(c.found, s)
	}
}

func (c *clashes) verbs(g *games.Grammar) {
	c.add("verbs")
	for _, w := range platformWords() {
		c.word("the platform's "+w.id, forms(w.fr, w.en)...)
	}
	for _, v := range g.Verbs {
		c.word(v.ID, verbForms(v)...)
	}
}

// sets checks each set in itself. Ids count only among ids: they win over names.
func (c *clashes) sets(g *games.Grammar) {
	var keywords []games.Word
	for i := range g.Sets {
		s := &g.Sets[i]
		if s.ID == "kw" {
			keywords = s.Words
			continue
		}
		c.add("ids of " + s.ID)
		for _, w := range s.Words {
			c.word(w.ID, w.ID)
		}
		c.add("names of " + s.ID)
		for _, w := range s.Words {
			c.word(w.ID, forms(w.FR, w.EN)...)
		}
	}
	for _, k := range keywords {
		c.keyword(g, k)
	}
}

// keyword checks one keyword against the joining words and every name.
func (c *clashes) keyword(g *games.Grammar, k games.Word) {
	c.add("keywords and joining words")
	for _, w := range platformWords()[:5] { // if then and or else
		c.word(w.id, forms(w.fr, w.en)...)
	}
	c.set(k)
	for _, s := range g.Sets {
		if s.ID == "kw" {
			continue
		}
		for _, w := range s.Words {
			c.add("keywords and " + s.ID)
			c.set(k)
			c.set(w)
		}
	}
}

func (c *clashes) set(w games.Word) { c.word(w.ID, append(forms(w.FR, w.EN), w.ID)...) }

// unions checks the sets that one value may come from.
func (c *clashes) unions(p *Parser) {
	programs := slices.Concat(p.verbs, p.preds)
	for _, s := range p.shapes {
		programs = append(programs, s.program)
	}
	for _, pr := range programs {
		for _, st := range pr.code {
			if st.op == opTake {
				c.union(st.take)
			}
		}
	}
}

func (c *clashes) union(t *capture) {
	for i, a := range t.kinds {
		for _, b := range t.kinds[i+1:] {
			switch {
			case a.names != nil && b.names != nil:
				c.pair(a.names, b.names)
			case a.word != "" && b.word != "" && a.word != b.word:
				c.keys(a, b)
			}
		}
	}
}

// keys reports a word of two keywords that stand for each other.
func (c *clashes) keys(a, b kind) {
	for _, k := range a.keys {
		if slices.Contains(b.keys, k) {
			c.report(fmt.Sprintf("keywords: %q means %s and %s", k.folded, a.word, b.word))
		}
	}
}

// pair reports words of equal weight in two sets.
func (c *clashes) pair(a, b *names) {
	for _, n := range a.sorted {
		for _, m := range b.from(n.folded) {
			if m.folded == n.folded && m.quality == n.quality {
				c.report(fmt.Sprintf("%s and %s: %q means %s and %s", a.set.ID, b.set.ID, n.folded, n.word.ID, m.word.ID))
			}
		}
	}
}
