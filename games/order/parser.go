package order

import (
	"fmt"
	"strings"

	"fivepoints/games"
)

// Parser reads and writes orders in the words of one grammar. It is safe for
// concurrent use.
type Parser struct {
	g        *games.Grammar
	sets     []*names
	shapes   []shape
	verbs    []*program
	preds    []*program
	words    lexicon           // verbs: index into g.Verbs
	conds    lexicon           // predicates: index into g.Preds
	reserved map[string]string // platform words by folded form
}

type shape struct {
	id, pattern string
	program     *program
	busy        bool
}

// New compiles a grammar. It fails when a pattern is malformed or names a
// word, set or shape that does not exist.
func New(g *games.Grammar) (*Parser, error) {
	p := &Parser{g: g, reserved: reserved()}
	for i := range g.Sets {
		p.sets = append(p.sets, index(&g.Sets[i]))
	}
	for _, s := range g.Shapes {
		p.shapes = append(p.shapes, shape{id: s.ID, pattern: s.Pattern})
	}
	for _, s := range g.Shapes {
		if _, err := p.shape(s.ID); err != nil {
			return nil, fmt.Errorf("compile the shape %s: %w", s.ID, err)
		}
	}
	for i, v := range g.Verbs {
		pr, err := p.compile(v.Shape)
		if err != nil {
			return nil, fmt.Errorf("compile the order %s: %w", v.ID, err)
		}
		p.verbs = append(p.verbs, pr)
		for _, f := range verbForms(v) {
			p.words.add(f, i)
		}
	}
	for i, c := range g.Preds {
		pr, err := p.compile(c.Shape)
		if err != nil {
			return nil, fmt.Errorf("compile the condition %s: %w", c.ID, err)
		}
		p.preds = append(p.preds, pr)
		for _, f := range forms(c.FR, c.EN) {
			p.conds.add(f, i)
		}
	}
	return p, nil
}

// verbForms lists how a verb may be written. A French verb in -er brings its
// imperatives (order.verbs): recruter, recrute, recrutes, recrutez.
func verbForms(v games.Verb) []string {
	out := forms(v.FR, v.EN)
	for _, f := range v.FR {
		if stem, ok := strings.CutSuffix(foldName(f), "er"); ok && !strings.Contains(stem, " ") {
			out = append(out, stem+"e", stem+"es", stem+"ez")
		}
	}
	return out
}

func (p *Parser) set(id string) *names {
	for _, n := range p.sets {
		if n.set.ID == id {
			return n
		}
	}
	return nil
}

// lexicon finds the longest phrase that begins at a token.
type lexicon struct {
	ids     map[string]int // by folded form
	forms   []string       // folded, in the grammar's order
	longest int
}

func (l *lexicon) add(form string, id int) {
	if l.ids == nil {
		l.ids = make(map[string]int)
	}
	t := fold(form)
	if _, dup := l.ids[t.folded]; dup || t.folded == "" {
		return
	}
	l.ids[t.folded] = id
	l.forms = append(l.forms, t.folded)
	l.longest = max(l.longest, t.len())
}

// at returns the phrase at token i and its number of tokens, 0 when there is none.
func (l *lexicon) at(t *text, i int) (id, n int) {
	for n := min(l.longest, t.len()-i); n > 0; n-- {
		if id, ok := l.ids[t.run(i, n)]; ok {
			return id, n
		}
	}
	return 0, 0
}
