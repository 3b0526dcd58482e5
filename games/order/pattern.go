package order

import (
	"fmt"
	"strings"
)

// program is a compiled pattern: a small machine that both reads text and
// writes it back.
type program struct{ code []step }

type op byte

const (
	opEnd   op = iota
	opJump     // to x
	opSplit    // try x, else y
	opWord     // a keyword
	opMark     // punctuation
	opArrow    // -> or one of its words
	opSep      // separator of a list
	opTake     // a captured value
)

type step struct {
	op   op
	x, y int
	idle bool   // opSplit: the branch x takes no value
	lit  string // keyword id, mark or separator
	keys []keyForm
	take *capture
}

// keyForm is one way to write a keyword.
type keyForm struct {
	folded string
	tokens int
}

type capture struct {
	name  string
	kinds []kind
	more  bool // not the first of its list
	pref  bool // {x:T}?, : alternatives
}

// kind is one type of a value.
type kind struct {
	builtin builtin
	low     int      // bounds of a number, or of how many members
	high    int      // 0: none
	sum     string   // sexes=n: they add up to the argument n
	names   *names   // a closed set
	shape   *program // a named pattern
	word    string   // =word: id of a keyword
	keys    []keyForm
	lit     string // "*"
}

// holds tells whether a number is within the bounds.
func (k *kind) holds(n int) bool { return k.high == 0 || n >= k.low && n <= k.high }

type builtin byte

const (
	noBuiltin builtin = iota
	intKind
	cmpKind
	sexesKind
	groupKind
)

// compiler turns pattern text into a program.
type compiler struct {
	p    *Parser
	toks []string
	pos  int
	code []step
}

// compile reads one pattern.
func (p *Parser) compile(pattern string) (*program, error) {
	c := compiler{p: p, toks: patternTokens(pattern)}
	if _, err := c.sequence(); err != nil {
		return nil, fmt.Errorf("pattern %q: %w", pattern, err)
	}
	if c.pos < len(c.toks) {
		return nil, fmt.Errorf("pattern %q: %q closes nothing", pattern, c.toks[c.pos])
	}
	c.emit(step{op: opEnd})
	return &program{c.code}, nil
}

// patternTokens cuts at spaces and around brackets; what stands in braces,
// with its suffix, is one token.
func patternTokens(s string) []string {
	var out []string
	for s = strings.TrimLeft(s, " "); s != ""; s = strings.TrimLeft(s, " ") {
		n := patternToken(s)
		out, s = append(out, s[:n]), s[n:]
	}
	return out
}

func patternToken(s string) int {
	switch {
	case strings.HasPrefix(s, "]*"), s[0] == '\\' && len(s) > 1:
		return 2
	case strings.ContainsRune("[]()|,;:", rune(s[0])):
		return 1
	case s[0] == '{':
		return braceToken(s)
	}
	if n := strings.IndexAny(s, " []()|{,;:\\"); n > 0 {
		return n
	}
	return len(s)
}

func braceToken(s string) int {
	end := strings.IndexByte(s, '}')
	if end < 0 {
		return len(s)
	}
	for _, suffix := range []string{"+->", "+,", "+;", "+", "?,"} {
		if strings.HasPrefix(s[end+1:], suffix) {
			return end + 1 + len(suffix)
		}
	}
	return end + 1
}

func (c *compiler) emit(s step) int {
	c.code = append(c.code, s)
	return len(c.code) - 1
}

// taken tells what a part of a pattern does.
type taken struct {
	values bool // takes a value
	text   bool // needs text
}

func (c *compiler) sequence() (taken, error) {
	var all taken
	for c.pos < len(c.toks) {
		tok := c.toks[c.pos]
		if tok == "]" || tok == "]*" || tok == ")" || tok == "|" {
			break
		}
		c.pos++
		t, err := c.item(tok)
		if err != nil {
			return all, err
		}
		all.values, all.text = all.values || t.values, all.text || t.text
	}
	return all, nil
}

func (c *compiler) item(tok string) (taken, error) {
	switch {
	case tok == "[":
		return c.optional()
	case tok == "(":
		return c.choice()
	case tok[0] == '{':
		return taken{true, true}, c.capture(tok)
	case tok == "->":
		c.emit(step{op: opArrow})
	case tok[0] >= 'a' && tok[0] <= 'z':
		keys, err := c.p.keys(tok)
		if err != nil {
			return taken{}, err
		}
		c.emit(step{op: opWord, lit: tok, keys: keys})
	default:
		c.emit(step{op: opMark, lit: strings.TrimPrefix(tok, `\`)})
	}
	return taken{text: true}, nil
}

// optional compiles [ a ] and [ a ]*.
func (c *compiler) optional() (taken, error) {
	split := c.emit(step{op: opSplit})
	t, err := c.sequence()
	if err != nil {
		return t, err
	}
	if c.pos == len(c.toks) || c.toks[c.pos] != "]" && c.toks[c.pos] != "]*" {
		return t, fmt.Errorf("a [ is not closed")
	}
	if c.toks[c.pos] == "]*" {
		if !t.text {
			return t, fmt.Errorf("what repeats must need some text")
		}
		c.emit(step{op: opJump, x: split})
	}
	c.pos++
	c.code[split].x, c.code[split].y, c.code[split].idle = split+1, len(c.code), !t.values
	return taken{values: t.values}, nil
}

// choice compiles ( a | b | c ).
func (c *compiler) choice() (taken, error) {
	all := taken{text: true}
	var ends []int
	for {
		split := c.emit(step{op: opSplit})
		t, err := c.sequence()
		if err != nil {
			return t, err
		}
		all.values, all.text = all.values || t.values, all.text && t.text
		if c.pos == len(c.toks) || c.toks[c.pos] != "|" && c.toks[c.pos] != ")" {
			return t, fmt.Errorf("a ( is not closed")
		}
		last := c.toks[c.pos] == ")"
		c.pos++
		if last {
			c.code[split] = step{op: opJump, x: split + 1}
			break
		}
		ends = append(ends, c.emit(step{op: opJump}))
		c.code[split].x, c.code[split].y = split+1, len(c.code)
	}
	for _, e := range ends {
		c.code[e].x = len(c.code)
	}
	return all, nil
}

// capture compiles {name:T} with its suffix.
func (c *compiler) capture(tok string) error {
	body, suffix, ok := strings.Cut(tok[1:], "}")
	name, types, ok2 := strings.Cut(body, ":")
	if !ok || !ok2 || name == "" {
		return fmt.Errorf("%q is not {name:type}", tok)
	}
	kinds, err := c.p.kinds(types)
	if err != nil {
		return fmt.Errorf("%s: %w", tok, err)
	}
	pref := suffix == "?,"
	c.emit(step{op: opTake, take: &capture{name: name, kinds: kinds, pref: pref}})
	if suffix == "" {
		return nil
	}
	sep := suffix[1:]
	if pref {
		sep = "?"
	}
	split := c.emit(step{op: opSplit})
	c.emit(step{op: opSep, lit: sep})
	c.emit(step{op: opTake, take: &capture{name: name, kinds: kinds, pref: pref, more: true}})
	c.emit(step{op: opJump, x: split})
	c.code[split].x, c.code[split].y = split+1, len(c.code)
	return nil
}

// keys returns the forms of a keyword.
func (p *Parser) keys(id string) ([]keyForm, error) {
	w, ok := p.g.Word("kw", id)
	if !ok {
		return nil, fmt.Errorf("no keyword %q in the set kw", id)
	}
	var out []keyForm
	for _, f := range append(forms(w.FR, w.EN), w.ID) {
		t := fold(f)
		out = append(out, keyForm{t.folded, t.len()})
	}
	return out, nil
}

// kinds resolves a union of types.
func (p *Parser) kinds(types string) ([]kind, error) {
	var out []kind
	for _, t := range strings.Split(types, "/") {
		k, err := p.kind(t)
		if err != nil {
			return nil, err
		}
		out = append(out, k)
	}
	return out, nil
}

func (p *Parser) kind(t string) (kind, error) {
	if k, err := builtinType(t); k.builtin != noBuiltin || err != nil {
		return k, err
	}
	if lit := strings.Trim(t, `"`); len(t) > 2 && lit != t {
		return kind{lit: lit}, nil
	}
	if strings.HasPrefix(t, "=") {
		keys, err := p.keys(t[1:])
		return kind{word: t[1:], keys: keys}, err
	}
	if n := p.set(t); n != nil {
		return kind{names: n}, nil
	}
	shape, err := p.shape(t)
	return kind{shape: shape}, err
}

// builtinType reads int, cmp, sexes and group, with bounds as in int[1-4] or a
// sum as in sexes=n.
func builtinType(t string) (kind, error) {
	bare, bounds, bounded := strings.Cut(t, "[")
	bare, sum, summed := strings.Cut(bare, "=")
	k := kind{sum: sum}
	switch bare {
	case "int":
		k.builtin = intKind
	case "cmp":
		k.builtin = cmpKind
	case "sexes":
		k.builtin = sexesKind
	case "group":
		k.builtin = groupKind
	default:
		return kind{}, nil
	}
	if bounded && k.builtin == cmpKind || summed && (sum == "" || bounded || k.builtin != sexesKind) {
		return kind{}, fmt.Errorf("%q: this type takes no such bounds", t)
	}
	if bounded {
		low, high, _ := strings.Cut(strings.TrimSuffix(bounds, "]"), "-")
		k.low, k.high = atoi(low), atoi(high)
		if k.low < 0 || k.high < max(k.low, 1) || !strings.HasSuffix(bounds, "]") {
			return kind{}, fmt.Errorf("%q: bounds are written [low-high]", t)
		}
	}
	return k, nil
}

// shape compiles a named pattern once; a pattern that holds itself is refused.
func (p *Parser) shape(id string) (*program, error) {
	for i := range p.shapes {
		s := &p.shapes[i]
		if s.id != id {
			continue
		}
		if s.busy {
			return nil, fmt.Errorf("the shape %q holds itself", id)
		}
		if s.program != nil {
			return s.program, nil
		}
		s.busy = true
		pr, err := p.compile(s.pattern)
		s.busy, s.program = false, pr
		return pr, err
	}
	return nil, fmt.Errorf("no set and no shape %q", id)
}
