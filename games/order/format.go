package order

import (
	"slices"
	"strings"

	"fivepoints/games"
)

// Format writes one order the canonical way; reading it again gives the same
// order. Guards and joins are written by FormatAll. A line the grammar cannot
// express is written as its bare words.
func (p *Parser) Format(l games.Line, lang games.Lang) string {
	i := slices.IndexFunc(p.g.Verbs, func(v games.Verb) bool { return v.ID == l.Verb })
	if i < 0 {
		return bare(l.Verb, l.Args)
	}
	v := p.g.Verbs[i]
	rest, ok := p.writeArgs(p.verbs[i], l.Args, lang)
	if !ok {
		return bare(firstForm(games.Word{ID: v.ID, FR: v.FR, EN: v.EN}, lang), l.Args)
	}
	return layout(append([]string{firstForm(games.Word{ID: v.ID, FR: v.FR, EN: v.EN}, lang)}, rest...))
}

// FormatAll writes lines as a player would type them: guards, alternatives and
// else branches on the line of their head.
func (p *Parser) FormatAll(lines []games.Line, lang games.Lang) []string {
	var out []string
	for _, l := range lines {
		switch {
		case l.Join == games.Or && len(out) > 0:
			out[len(out)-1] += " " + platform(wordOr, lang) + " " + p.Format(l, lang)
		case l.Join == games.Else && len(out) > 0:
			out[len(out)-1] += " " + platform(wordElse, lang) + " " + p.Format(l, lang)
		default:
			out = append(out, p.standing(l, lang)+p.guard(l.If, lang)+p.Format(l, lang))
		}
	}
	return out
}

func (p *Parser) standing(l games.Line, lang games.Lang) string {
	s := ""
	if l.Always {
		s += platform(wordAlways, lang) + " "
	}
	if l.Fallback {
		s += platform(wordFallback, lang) + " "
	}
	return s
}

func (p *Parser) guard(conds []games.Cond, lang games.Lang) string {
	if len(conds) == 0 {
		return ""
	}
	var texts []string
	for _, c := range conds {
		texts = append(texts, p.cond(c, lang))
	}
	return platform(wordIf, lang) + " " + strings.Join(texts, " "+platform(wordAnd, lang)+" ") + ": "
}

func (p *Parser) cond(c games.Cond, lang games.Lang) string {
	i := slices.IndexFunc(p.g.Preds, func(d games.Pred) bool { return d.ID == c.Pred })
	if i < 0 {
		return bare(c.Pred, c.Args)
	}
	d := p.g.Preds[i]
	word := firstForm(games.Word{ID: d.ID, FR: d.FR, EN: d.EN}, lang)
	rest, ok := p.writeArgs(p.preds[i], c.Args, lang)
	if !ok {
		return bare(word, c.Args)
	}
	return layout(append([]string{word}, rest...))
}

func bare(verb string, args []games.Arg) string {
	words := []string{verb}
	for _, a := range args {
		words = append(words, strings.Join(a.Vals, ", "))
	}
	return strings.Join(words, " ")
}

// layout joins words and marks with the usual spaces.
func layout(words []string) string {
	var b strings.Builder
	open := true
	for _, w := range words {
		closing := w == "," || w == ":" || w == ";" || w == ")" || w == "]"
		if !open && !closing {
			b.WriteByte(' ')
		}
		b.WriteString(w)
		open = w == "(" || w == "["
	}
	return b.String()
}

// writer runs a program backwards: from values to words. Values come from the
// arguments of a line, or from the words of a shape's value.
type writer struct {
	p     *Parser
	lang  games.Lang
	out   []string
	args  []games.Arg
	used  []int
	shape bool     // values come from words
	words []string // of a shape's value; "," separates the items of a list
	pos   int
	steps int
}

func (p *Parser) writeArgs(pr *program, args []games.Arg, lang games.Lang) ([]string, bool) {
	w := writer{p: p, lang: lang, args: args, used: make([]int, len(args))}
	ok := w.run(pr, 0, w.done)
	return w.out, ok
}

func (p *Parser) writeShape(pr *program, value string, lang games.Lang) ([]string, bool) {
	w := writer{p: p, lang: lang, shape: true}
	w.words = strings.Fields(strings.ReplaceAll(value, ",", " , "))
	ok := w.run(pr, 0, w.done)
	return w.out, ok
}

func (w *writer) done() bool {
	if w.shape {
		return w.pos == len(w.words)
	}
	for i, a := range w.args {
		if w.used[i] != len(a.Vals) {
			return false
		}
	}
	return true
}

// mark is a place to come back to.
type mark struct {
	out, pos int
	used     []int
}

func (w *writer) save() mark { return mark{len(w.out), w.pos, slices.Clone(w.used)} }

func (w *writer) back(m mark) {
	w.out, w.pos = w.out[:m.out], m.pos
	copy(w.used, m.used)
}

func (w *writer) run(pr *program, pc int, then func() bool) bool {
	for {
		if w.steps++; w.steps > maxSteps {
			return false
		}
		s := &pr.code[pc]
		switch s.op {
		case opEnd:
			return then()
		case opJump:
			pc = s.x
			continue
		case opSplit:
			if !s.idle || w.shape {
				m := w.save()
				if w.run(pr, s.x, then) {
					return true
				}
				w.back(m)
			}
			pc = s.y
			continue
		case opTake:
			return w.take(pr, pc, then)
		default:
			if !w.literal(s) {
				return false
			}
		}
		pc++
	}
}

// literal writes a keyword or a mark; a shape's value must hold the keyword.
func (w *writer) literal(s *step) bool {
	switch {
	case s.op == opWord:
		if w.shape && !w.next(s.lit) {
			return false
		}
		w.out = append(w.out, w.p.keyword(s.lit, w.lang))
	case s.op == opArrow:
		w.out = append(w.out, "->")
	case s.op == opSep:
		if w.shape && !w.next(",") {
			return false
		}
		if s.lit == "?" {
			w.out = append(w.out, ",")
		} else if s.lit != "" {
			w.out = append(w.out, s.lit)
		}
	default:
		w.out = append(w.out, s.lit)
	}
	return true
}

// next consumes one word of a shape's value.
func (w *writer) next(word string) bool {
	if w.pos == len(w.words) || w.words[w.pos] != word {
		return false
	}
	w.pos++
	return true
}

func (w *writer) take(pr *program, pc int, then func() bool) bool {
	c := pr.code[pc].take
	if w.shape {
		return w.takeWord(pr, pc, then)
	}
	i := slices.IndexFunc(w.args, func(a games.Arg) bool { return a.Name == c.name })
	if i < 0 || w.used[i] == len(w.args[i].Vals) {
		return false
	}
	value := w.args[i].Vals[w.used[i]]
	w.used[i]++
	for k := range c.kinds {
		m := w.save()
		words, ok := w.value(&c.kinds[k], value)
		w.out = append(w.out, words...)
		if ok && w.run(pr, pc+1, then) {
			return true
		}
		w.back(m)
	}
	return false
}

// value spells one whole value of an argument.
func (w *writer) value(k *kind, value string) ([]string, bool) {
	if k.shape != nil {
		return w.p.writeShape(k.shape, value, w.lang)
	}
	s, ok := w.simple(k, value)
	return []string{s}, ok
}

// simple spells a value that is no shape, in the plural behind a number.
func (w *writer) simple(k *kind, value string) (string, bool) {
	s, ok := w.p.spellSimple(k, value, w.lang)
	if ok && k.names != nil && len(w.out) > 0 && isCount(w.out[len(w.out)-1]) && atoi(w.out[len(w.out)-1]) > 1 {
		word, _ := w.p.g.Word(k.names.set.ID, value)
		s = plural(word, s, w.lang)
	}
	return s, ok
}

// plural returns the second form of a word when that looks like the plural of
// the first: couteau, couteaux.
func plural(word games.Word, first string, lang games.Lang) string {
	own := word.EN
	if lang == games.FR {
		own = word.FR
	}
	if len(own) > 1 && own[0] == first && strings.ContainsAny(own[1][len(own[1])-1:], "sx") && len(own[1]) > len(first) {
		return own[1]
	}
	return first
}

// takeWord spells the next word of a shape's value, or a shape inside it.
func (w *writer) takeWord(pr *program, pc int, then func() bool) bool {
	if w.pos == len(w.words) {
		return false
	}
	kinds := pr.code[pc].take.kinds
	for i := range kinds {
		m := w.save()
		if k := &kinds[i]; k.shape != nil {
			if w.run(k.shape, 0, func() bool { return w.run(pr, pc+1, then) }) {
				return true
			}
		} else if s, ok := w.simple(k, w.words[w.pos]); ok {
			w.out = append(w.out, s)
			w.pos++
			if w.run(pr, pc+1, then) {
				return true
			}
		}
		w.back(m)
	}
	return false
}

func (p *Parser) keyword(id string, lang games.Lang) string {
	w, _ := p.g.Word("kw", id)
	return firstForm(w, lang)
}

// spellSimple spells a value that is no shape.
func (p *Parser) spellSimple(k *kind, value string, lang games.Lang) (string, bool) {
	switch {
	case k.names != nil:
		w, ok := p.g.Word(k.names.set.ID, value)
		return spell(w, lang), ok
	case k.word != "":
		return p.keyword(k.word, lang), value == k.word
	case k.lit != "":
		return k.lit, value == k.lit
	case k.builtin == cmpKind:
		return value, isComparison(value)
	case k.builtin == intKind:
		return value, isCount(value)
	case k.builtin == sexesKind:
		return spellSexes(value, lang)
	}
	return spellGroup(value, lang)
}

func spellGroup(value string, lang games.Lang) (string, bool) {
	switch {
	case value == "all" && lang == games.FR:
		return "tous", true
	case value == "all", isCount(value):
		return value, true
	}
	return spellSexes(value, lang)
}

// isCount tells a canonical number.
func isCount(s string) bool {
	if s == "" || len(s) > 9 || s[0] == '0' && len(s) > 1 {
		return false
	}
	return strings.Trim(s, "0123456789") == ""
}
