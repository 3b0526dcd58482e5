package order

import (
	"cmp"
	"slices"
	"strings"

	"fivepoints/games"
)

// names is the index of one set of the grammar.
type names struct {
	set     *games.Set
	sorted  []name // by folded, then quality
	longest int    // tokens of the longest name
}

// name is one way to write one word.
type name struct {
	folded  string
	word    *games.Word
	quality quality
}

// quality orders readings of the same length: the canonical id wins.
type quality int

const (
	byID quality = iota
	byName
	byPrefix
)

func index(set *games.Set) *names {
	n := &names{set: set}
	for i := range set.Words {
		w := &set.Words[i]
		n.add(w.ID, w, byID)
		for _, form := range forms(w.FR, w.EN) {
			n.add(form, w, byName)
		}
	}
	slices.SortStableFunc(n.sorted, func(a, b name) int {
		return cmp.Or(cmp.Compare(a.folded, b.folded), cmp.Compare(a.quality, b.quality))
	})
	return n
}

func (n *names) add(form string, w *games.Word, q quality) {
	t := fold(form)
	if t.folded == "" {
		return
	}
	n.sorted = append(n.sorted, name{t.folded, w, q})
	n.longest = max(n.longest, t.len())
}

func forms(fr, en []string) []string { return append(slices.Clone(fr), en...) }

// from returns the names that begin with prefix.
func (n *names) from(prefix string) []name {
	i, _ := slices.BinarySearchFunc(n.sorted, prefix, func(a name, p string) int {
		return cmp.Compare(a.folded, p)
	})
	j := i
	for j < len(n.sorted) && strings.HasPrefix(n.sorted[j].folded, prefix) {
		j++
	}
	return n.sorted[i:j]
}

// found is what a run of words means in a set.
type found struct {
	words   []*games.Word // none, the one, or the several it could be
	quality quality
	closed  bool // the word is known but not in this game
}

func (f found) one() bool { return len(f.words) == 1 && !f.closed }

// find looks a run of words up: the canonical id, else a name, else a unique
// prefix of a name. Words of this game win over closed ones.
func (n *names) find(run string) found {
	hits := n.from(run)
	for _, q := range []quality{byID, byName} {
		exact := pick(hits, func(h name) bool { return h.folded == run && h.quality == q })
		if len(exact.words) > 0 && !exact.closed {
			exact.quality = q
			return exact
		}
	}
	if !n.set.Prefix || len(run) < 3 {
		return pick(hits, func(h name) bool { return h.folded == run })
	}
	f := pick(hits, func(h name) bool { return h.quality == byName || h.folded == run })
	f.quality = byPrefix
	return f
}

func pick(hits []name, want func(name) bool) found {
	var open, closed []*games.Word
	for _, h := range hits {
		switch {
		case !want(h):
		case h.word.Closed:
			closed = addWord(closed, h.word)
		default:
			open = addWord(open, h.word)
		}
	}
	if len(open) > 0 {
		return found{words: open}
	}
	return found{words: closed, closed: len(closed) > 0}
}

func addWord(words []*games.Word, w *games.Word) []*games.Word {
	if slices.Contains(words, w) {
		return words
	}
	return append(words, w)
}

// spell writes a word back: its code when the id is one (it holds a capital),
// else its first form in the language.
func spell(w games.Word, lang games.Lang) string {
	if strings.ToLower(w.ID) != w.ID {
		return w.ID
	}
	return firstForm(w, lang)
}

func firstForm(w games.Word, lang games.Lang) string {
	own, other := w.EN, w.FR
	if lang == games.FR {
		own, other = other, own
	}
	switch {
	case len(own) > 0:
		return own[0]
	case len(other) > 0:
		return other[0]
	}
	return w.ID
}
