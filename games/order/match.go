package order

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"fivepoints/games"
)

// maxSteps bounds the search for a reading of one line.
const maxSteps = 20000

// match is one attempt to read tokens by a program. It remembers how far it
// came and what it wanted there, for the answer to the player.
type match struct {
	t     *text
	lang  games.Lang
	parts []part
	steps int
	far   int
	wants []kind
	stop  bool // at far the order could have ended
	bad   *problem
}

// part is one value, or a keyword of a shape.
type part struct {
	take  *capture // nil for a keyword
	value string
}

func (m *match) run(pr *program, pc, pos int, then func(int) bool) bool {
	mark := len(m.parts)
	for {
		if m.steps++; m.steps > maxSteps {
			return false
		}
		s := &pr.code[pc]
		switch s.op {
		case opEnd:
			return then(pos)
		case opJump:
			pc = s.x
			continue
		case opSplit:
			here := len(m.parts)
			if m.run(pr, s.x, pos, then) {
				return true
			}
			m.parts = m.parts[:here]
			pc = s.y
			continue
		case opWord:
			n := m.key(s.keys, &pos)
			if n == 0 {
				return m.fail(pos, mark)
			}
			m.parts = append(m.parts, part{value: s.lit})
			pos += n
		case opMark, opArrow, opSep:
			if s.op == opSep && s.lit == "" {
				break
			}
			if !m.mark(s, pos) {
				return m.fail(pos, mark)
			}
			pos++
		case opTake:
			if m.take(pr, pc, pos, then) {
				return true
			}
			return m.fail(pos, mark, s.take.kinds...)
		}
		pc++
	}
}

// fail notes what was wanted at pos and forgets the parts behind mark.
func (m *match) fail(pos, mark int, wants ...kind) bool {
	m.reach(pos)
	if pos == m.far {
		m.wants = append(m.wants, wants...)
	}
	m.parts = m.parts[:mark]
	return false
}

func (m *match) reach(pos int) {
	if pos > m.far {
		m.far, m.wants, m.stop = pos, m.wants[:0], false
	}
}

// key matches a keyword at pos, behind noise words if need be; it returns the
// number of its tokens.
func (m *match) key(keys []keyForm, pos *int) int {
	for p := *pos; ; p++ {
		if n := longestKey(m.t, keys, p); n > 0 {
			*pos = p
			return n
		}
		if !isNoise(m.t, p) {
			return 0
		}
	}
}

func longestKey(t *text, keys []keyForm, pos int) int {
	best := 0
	for _, k := range keys {
		if k.tokens > best && t.run(pos, k.tokens) == k.folded {
			best = k.tokens
		}
	}
	return best
}

// isNoise tells the small words that say nothing (order.noise).
func isNoise(t *text, pos int) bool {
	switch t.at(pos) {
	case "en", "at", "le", "la", "the":
		return true
	}
	return false
}

func (m *match) mark(s *step, pos int) bool {
	tok := m.t.at(pos)
	switch {
	case tok == "":
		return false
	case s.op == opArrow, s.lit == "->":
		return isArrow(tok)
	case s.lit == "?":
		return tok == "," || tok == ">"
	}
	return tok == s.lit
}

func isArrow(tok string) bool { return tok == "->" || tok == "vers" || tok == "to" }

// reading is one value that tokens could mean.
type reading struct {
	value   string
	end     int
	quality quality
}

// take tries the values that fit at pos, the longest first, then named shapes.
func (m *match) take(pr *program, pc, pos int, then func(int) bool) bool {
	c := pr.code[pc].take
	mark := len(m.parts)
	for _, r := range m.readings(c.kinds, pos) {
		m.parts = append(m.parts[:mark], part{c, r.value})
		if m.run(pr, pc+1, r.end, then) {
			return true
		}
	}
	m.parts = m.parts[:mark]
	for _, k := range c.kinds {
		if k.shape != nil && m.shape(pr, pc, k.shape, pos, then) {
			return true
		}
	}
	return false
}

// shape reads a named shape and goes on behind it with its value.
func (m *match) shape(pr *program, pc int, sub *program, pos int, then func(int) bool) bool {
	mark := len(m.parts)
	return m.run(sub, 0, pos, func(end int) bool {
		inner := slices.Clone(m.parts[mark:])
		m.parts = append(m.parts[:mark], part{pr.code[pc].take, joinParts(inner)})
		if m.run(pr, pc+1, end, then) {
			return true
		}
		m.parts = append(m.parts[:mark], inner...)
		return false
	})
}

// joinParts writes a shape's value: words joined by a space, lists by a comma.
func joinParts(parts []part) string {
	var b strings.Builder
	for i, p := range parts {
		switch {
		case i == 0:
		case p.take != nil && p.take.more:
			b.WriteByte(',')
		default:
			b.WriteByte(' ')
		}
		b.WriteString(p.value)
	}
	return b.String()
}

// readings lists the simple values that tokens at pos could be, best first.
func (m *match) readings(kinds []kind, pos int) []reading {
	var out []reading
	for p := pos; ; p++ {
		for i := range kinds {
			out = m.simple(out, &kinds[i], p)
		}
		if len(out) > 0 || !isNoise(m.t, p) {
			break
		}
	}
	if len(out) > 1 {
		slices.SortStableFunc(out, func(a, b reading) int {
			return cmp.Or(codeFirst(a, b), cmp.Compare(b.end, a.end), cmp.Compare(a.quality, b.quality))
		})
	}
	return out
}

// codeFirst prefers the canonical id: in "GAS h" it is not the beginning of
// Gas House.
func codeFirst(a, b reading) int {
	return cmp.Compare(min(a.quality, byName), min(b.quality, byName))
}

func (m *match) simple(out []reading, k *kind, pos int) []reading {
	tok := m.t.at(pos)
	switch {
	case tok == "":
	case k.names != nil:
		return k.names.readings(out, m.t, pos)
	case k.word != "":
		if n := longestKey(m.t, k.keys, pos); n > 0 {
			return append(out, reading{k.word, pos + n, byName})
		}
	case k.lit != "":
		if tok == k.lit {
			return append(out, reading{k.lit, pos + 1, byID})
		}
	case k.builtin == intKind:
		if m.t.isInt(pos) && m.smallInt(pos) && m.within(k, pos, 1, tok) {
			return append(out, reading{tok, pos + 1, byID})
		}
	case k.builtin == cmpKind:
		if isComparison(tok) {
			return append(out, reading{tok, pos + 1, byID})
		}
	case k.builtin == sexesKind:
		return m.sexes(out, k, pos)
	case k.builtin == groupKind:
		return m.group(out, k, pos)
	}
	return out
}

func isComparison(tok string) bool {
	switch tok {
	case "<", "<=", "=", ">=", ">":
		return true
	}
	return false
}

// smallInt refuses numbers no game holds.
func (m *match) smallInt(pos int) bool {
	if len(m.t.at(pos)) <= 9 {
		return true
	}
	m.refuse(pos, 1, &problem{key: "order.number", rule: "order.kind", args: []games.MsgArg{textArg("word", m.t.at(pos))}})
	return false
}

// within refuses the number on n tokens at pos when it lies outside the bounds
// of its type, and offers the highest one where there are few: that many may
// well be meant.
func (m *match) within(k *kind, pos, n int, number string) bool {
	if k.holds(atoi(number)) {
		return true
	}
	low, high := strconv.Itoa(k.low), strconv.Itoa(k.high)
	p := &problem{key: "order.range", rule: "order.7", args: []games.MsgArg{
		textArg("word", number), textArg("low", low), textArg("high", high),
	}}
	if k.high < 10 && n == 1 && atoi(number) > k.high {
		p.hints = []string{high}
	}
	m.refuse(pos, n, p)
	return false
}

// refuse keeps the first value, on n tokens at pos, that was understood and
// cannot be.
func (m *match) refuse(pos, n int, p *problem) {
	m.reach(pos)
	if m.bad == nil {
		p.at, p.tokens = pos, n
		m.bad = p
	}
}

func (n *names) readings(out []reading, t *text, pos int) []reading {
	for length := min(n.longest, t.len()-pos); length > 0; length-- {
		f := n.find(t.run(pos, length))
		if f.quality == byPrefix && length > 1 && len(t.at(pos+length-1)) < 3 {
			continue // "Mount m" is Mount Morris and a male
		}
		if f.one() {
			out = append(out, reading{f.words[0].ID, pos + length, f.quality})
		}
	}
	return out
}

// args gathers the parts of a whole order into its arguments.
func (m *match) args() []games.Arg {
	var out []games.Arg
	for _, p := range m.parts {
		if p.take == nil {
			continue
		}
		i := slices.IndexFunc(out, func(a games.Arg) bool { return a.Name == p.take.name })
		if i < 0 {
			out, i = append(out, games.Arg{Name: p.take.name}), len(out)
		}
		out[i].Vals = append(out[i].Vals, p.value)
		out[i].Pref = out[i].Pref || p.take.pref && p.take.more
	}
	return out
}
