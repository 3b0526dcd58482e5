package order

import (
	"fivepoints/games"
)

// problem says why a line is no order.
type problem struct {
	key, rule string
	args      []games.MsgArg
	nearest   []string
	at        int      // of the value refused,
	tokens    int      // with so many tokens,
	hints     []string // and what could stand in its place
}

func textArg(name string, vals ...string) games.MsgArg {
	return games.MsgArg{Name: name, Kind: "text", Vals: vals}
}

// reader reads one line.
type reader struct {
	p     *Parser
	t     *text
	lang  games.Lang
	retry bool // the line is our own guess: make no further ones
}

// outcome is how one line was read.
type outcome struct {
	kind  Kind
	lines []games.Line
	els   bool // an else branch of the line above
	prob  *problem
}

func failed(kind Kind, p *problem) outcome { return outcome{kind: kind, prob: p} }

// read reads a line that is no setting. A line that begins with no verb of the
// game is talk, or a near miss (order.kind).
func (r *reader) read() outcome {
	h := r.head()
	if h.none {
		return r.guess()
	}
	if r.t.bidi {
		return failed(Error, &problem{key: "order.hidden", rule: "order.fold"})
	}
	if r.t.long {
		return failed(Error, &problem{key: "order.long", rule: "order.limit"})
	}
	if h.prob != nil {
		return failed(Error, h.prob)
	}
	join := games.Head
	if h.els {
		join = games.Else
	}
	lines, prob := r.orders(h.pos, join, len(h.conds) > 0)
	if prob == nil {
		prob = r.alone(h, lines)
	}
	if prob != nil {
		return failed(Error, prob)
	}
	stands := !h.fallback && r.p.verb(lines[0].Verb).Stands
	for i := range lines {
		lines[i].Always, lines[i].Fallback = h.always || stands, h.fallback
	}
	lines[0].If = h.conds
	return outcome{kind: Order, lines: lines, els: h.els}
}

// alone refuses an order that must be the whole line and is not (order.pass).
func (r *reader) alone(h head, lines []games.Line) *problem {
	if len(lines) == 1 && !h.els && !h.always && !h.fallback && len(h.conds) == 0 {
		return nil
	}
	for _, l := range lines {
		if v := r.p.verb(l.Verb); v.Alone {
			return &problem{key: "order.alone", rule: "order.pass", args: []games.MsgArg{textArg("verb", r.verbName(v))}}
		}
	}
	return nil
}

// head is what stands before the order itself.
type head struct {
	pos              int // of the order
	always, fallback bool
	conds            []games.Cond
	els              bool
	none             bool // the line does not look like an order
	prob             *problem
}

func (r *reader) head() head {
	var h head
	r.standing(&h)
	switch {
	case r.p.is(r.t, h.pos, wordElse) && h.pos == 0:
		h.els = true
		h.pos = r.colon(1)
		if r.p.is(r.t, h.pos, wordIf) { // no else-if: a second guard is asked back
			h.prob = r.unknownVerb(h.pos)
			return h
		}
	case r.p.is(r.t, h.pos, wordIf):
		r.guard(&h)
		if h.none || h.prob != nil {
			return h
		}
		r.standing(&h)
	}
	switch v, n := r.p.words.at(r.t, h.pos); {
	case n == 0:
		h.none = len(h.conds) == 0
		if !h.none {
			h.prob = r.unknownVerb(h.pos)
		}
	case r.p.g.Verbs[v].Closed && len(h.conds) == 0:
		// "Police are coming": no order can be lost here, so most of the line
		// must be the game's.
		h.none = !r.share(h.pos).half()
	}
	return h
}

// standing reads TOUJOURS and DEFAUT before or behind the guard.
func (r *reader) standing(h *head) {
	for ; r.p.is(r.t, h.pos, wordAlways, wordFallback); h.pos++ {
		h.always = h.always || r.p.is(r.t, h.pos, wordAlways)
		h.fallback = h.fallback || r.p.is(r.t, h.pos, wordFallback)
	}
	if h.always || h.fallback {
		h.pos = r.colon(h.pos)
	}
}

func (r *reader) colon(pos int) int {
	if r.t.at(pos) == ":" {
		return pos + 1
	}
	return pos
}

// guard reads SI c [ET c] up to the first colon or ALORS (order.guard,
// order.colon). A sentence that merely begins with "si" is talk.
func (r *reader) guard(h *head) {
	end := h.pos + 1
	for end < r.t.len() && r.t.at(end) != ":" && !r.p.is(r.t, end, wordThen) {
		end++
	}
	_, known := r.p.conds.at(r.t, h.pos+1)
	_, verb := r.p.words.at(r.t, r.colon(end+1))
	switch {
	case known == 0 && verb == 0:
		h.none = true
	case known == 0:
		h.prob = r.unknownCond(h.pos+1, end)
	case end >= r.t.len():
		h.prob = &problem{key: "order.guard", rule: "order.guard", args: []games.MsgArg{textArg("example", r.guardExample())}}
	default:
		h.conds, h.prob = r.conds(h.pos+1, end)
		h.pos = r.colon(end + 1)
		if r.t.at(end) == ":" {
			h.pos = end + 1
		}
	}
}

// conds reads the conditions between from and to.
func (r *reader) conds(from, to int) ([]games.Cond, *problem) {
	var out []games.Cond
	for {
		i, n := r.p.conds.at(r.t, from)
		if n == 0 || from >= to {
			return nil, r.unknownCond(from, to)
		}
		pred := &r.p.g.Preds[i]
		m := match{t: r.t, lang: r.lang}
		args, end, ok := m.whole(r.p.preds[i], from+n, func(pos int) bool {
			return pos == to || pos < to && r.p.is(r.t, pos, wordAnd)
		})
		if !ok {
			word := firstForm(games.Word{ID: pred.ID, FR: pred.FR, EN: pred.EN}, r.lang)
			if m.bad == nil && m.far >= to {
				return nil, &problem{key: "order.cond", rule: "order.guard", args: []games.MsgArg{textArg("word", word), textArg("example", r.guardExample())}}
			}
			return nil, r.explain(&m, word, r.guardExample())
		}
		out = append(out, games.Cond{Pred: pred.ID, Args: args})
		if end == to {
			return out, nil
		}
		from = end + 1
	}
}

// whole runs a program until stop accepts the place where it ends.
func (m *match) whole(pr *program, pos int, stop func(int) bool) ([]games.Arg, int, bool) {
	m.far = pos
	end := 0
	ok := m.run(pr, 0, pos, func(at int) bool {
		if stop(at) {
			end = at
			return true
		}
		m.reach(at)
		m.stop = m.stop || at == m.far
		return false
	})
	if !ok {
		return nil, 0, false
	}
	return m.args(), end, true
}

// orders reads an order with its alternatives and, behind a guard on the same
// line, its else branch.
func (r *reader) orders(pos int, join games.Join, guarded bool) ([]games.Line, *problem) {
	var out []games.Line
	for {
		l, end, prob := r.order(pos)
		if prob != nil {
			return nil, prob
		}
		l.Join = join
		out = append(out, l)
		if prob := r.sameKind(out); prob != nil {
			return nil, prob
		}
		switch {
		case end == r.t.len():
			return out, nil
		case r.p.is(r.t, end, wordOr):
			join, pos = games.Or, end+1
		case !guarded:
			return nil, &problem{key: "order.else", rule: "order.guard"}
		default:
			join, pos, guarded = games.Else, r.colon(end+1), false
		}
	}
}

// sameKind demands that alternatives answer the same decision.
func (r *reader) sameKind(lines []games.Line) *problem {
	a, b := r.p.verb(lines[0].Verb), r.p.verb(lines[len(lines)-1].Verb)
	if a.Kind == b.Kind {
		return nil
	}
	return &problem{key: "order.class", rule: "order.guard", args: []games.MsgArg{
		textArg("first", r.verbName(a)), textArg("second", r.verbName(b)),
	}}
}

func (p *Parser) verb(id string) games.Verb {
	v, _ := p.g.Verb(id)
	return v
}

func (r *reader) verbName(v games.Verb) string {
	return firstForm(games.Word{ID: v.ID, FR: v.FR, EN: v.EN}, r.lang)
}

// order reads one order from its verb to the end, OU or SINON.
func (r *reader) order(pos int) (games.Line, int, *problem) {
	i, n := r.p.words.at(r.t, pos)
	if n == 0 {
		return games.Line{}, 0, r.unknownVerb(pos)
	}
	v := &r.p.g.Verbs[i]
	if v.Closed {
		return games.Line{}, 0, r.off(*v)
	}
	m := match{t: r.t, lang: r.lang}
	args, end, ok := m.whole(r.p.verbs[i], pos+n, r.stops)
	if !ok {
		return games.Line{}, 0, r.explain(&m, r.verbName(*v), v.Help.In(r.lang))
	}
	return games.Line{Verb: v.ID, Args: args}, end, nil
}

// off answers an order of another edition or of a module that is switched off.
func (r *reader) off(v games.Verb) *problem {
	return &problem{key: "order.off", rule: "order.verbs", args: []games.MsgArg{textArg("word", r.verbName(v))}}
}

func (r *reader) stops(pos int) bool {
	if pos == r.t.len() || r.p.is(r.t, pos, wordElse) {
		return true
	}
	if !r.p.is(r.t, pos, wordOr) {
		return false
	}
	_, n := r.p.words.at(r.t, pos+1)
	return n > 0
}
