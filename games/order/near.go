package order

import (
	"slices"
	"strings"

	"fivepoints/games"
)

// maxNearest bounds what is suggested for one line.
const maxNearest = 3

// explain turns a failed match into an answer: what was not understood, and
// the nearest legal form.
func (r *reader) explain(m *match, verb, example string) *problem {
	if m.bad != nil {
		return r.explainBad(m)
	}
	word := r.t.at(m.far)
	args := []games.MsgArg{textArg("verb", verb), textArg("example", example)}
	switch {
	case m.steps > maxSteps:
		return &problem{key: "order.long", rule: "order.limit"}
	case word == "":
		return &problem{key: "order.missing", rule: "order.kind", args: args}
	}
	if r.t.isWord(m.far) {
		if p := r.unknownName(m); p != nil {
			return p
		}
	}
	key := "order.shape"
	if m.stop {
		key = "order.extra"
	}
	return &problem{key: key, rule: "order.kind", args: append(args, textArg("word", word))}
}

// explainBad answers a value that was understood and refused; a hint is tried
// in its place.
func (r *reader) explainBad(m *match) *problem {
	p := *m.bad
	for i, a := range p.args {
		if a.Name == "hint" {
			p.nearest = r.replaced(p.args[i-1].Vals[0], a.Vals)
		}
	}
	return &p
}

// unknownName explains a word where a name was wanted: ambiguous, closed in
// this game, or unknown with the names it resembles.
func (r *reader) unknownName(m *match) *problem {
	var sets []*names
	for _, k := range m.wants {
		if k.names != nil && k.names.set.ID != "kw" && !slices.Contains(sets, k.names) {
			sets = append(sets, k.names)
		}
	}
	if len(sets) == 0 {
		return nil
	}
	for _, n := range sets {
		for length := min(n.longest, r.t.len()-m.far); length > 0; length-- {
			if p := r.known(n, r.t.run(m.far, length)); p != nil {
				return p
			}
		}
	}
	word := r.t.at(m.far)
	near := r.similar(sets, word)
	if len(near) == 0 {
		return &problem{key: "order.unknown", rule: "order.names", args: []games.MsgArg{textArg("word", word)}}
	}
	return &problem{
		key: "order.unknown-near", rule: "order.names",
		args:    []games.MsgArg{textArg("word", word), textArg("candidates", r.labels(near)...)},
		nearest: r.replaced(word, wordIDs(near)),
	}
}

// known explains a run that a set knows but cannot accept.
func (r *reader) known(n *names, run string) *problem {
	f := n.find(run)
	switch {
	case f.closed:
		return &problem{key: "order.closed", rule: "order.names", args: []games.MsgArg{textArg("word", r.labels(f.words[:1])...)}}
	case len(f.words) > 1:
		return &problem{
			key: "order.ambiguous", rule: "order.names",
			args:    []games.MsgArg{textArg("word", run), textArg("candidates", r.labels(f.words)...)},
			nearest: r.replaced(run, wordIDs(f.words)),
		}
	}
	return nil
}

// labels writes words with their codes: "Washington Market (WMK)".
func (r *reader) labels(words []*games.Word) []string {
	var out []string
	for _, w := range words {
		name, code := firstForm(*w, r.lang), spell(*w, r.lang)
		if name != code {
			name += " (" + code + ")"
		}
		out = append(out, name)
	}
	return out
}

func wordIDs(words []*games.Word) []string {
	var out []string
	for _, w := range words {
		out = append(out, w.ID)
	}
	return out
}

// similar lists open words whose name begins with word or is a slip away.
func (r *reader) similar(sets []*names, word string) []*games.Word {
	var out []*games.Word
	for _, n := range sets {
		for _, c := range n.sorted {
			if !c.word.Closed && resembles(word, c.folded) {
				out = addWord(out, c.word)
			}
		}
	}
	return out[:min(len(out), 2*maxNearest)]
}

// replaced tries each candidate in place of a run of the line and returns the
// orders this makes, written out.
func (r *reader) replaced(run string, candidates []string) []string {
	if r.retry {
		return nil
	}
	var out []string
	for _, c := range candidates {
		if len(out) == maxNearest {
			break
		}
		line := strings.Replace(" "+r.t.folded+" ", " "+run+" ", " "+c+" ", 1)
		if s := r.reread(line); s != "" && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// reread reads a guessed line and writes it, "" when it is no order.
func (r *reader) reread(line string) string {
	t := fold(line)
	guess := reader{p: r.p, t: &t, lang: r.lang, retry: true}
	o := guess.read()
	if o.kind != Order || o.els {
		return ""
	}
	return strings.Join(r.p.FormatAll(o.lines, r.lang), " ")
}

// unknownVerb explains a word where a verb was wanted.
func (r *reader) unknownVerb(pos int) *problem {
	word := r.t.at(pos)
	verbs := r.nearVerbs(word)
	if len(verbs) == 0 {
		return &problem{key: "order.no-verb", rule: "order.verbs", args: []games.MsgArg{textArg("word", word)}}
	}
	return &problem{
		key: "order.verb", rule: "order.verbs",
		args:    []games.MsgArg{textArg("word", word), textArg("verbs", verbs...)},
		nearest: r.replaced(word, verbs),
	}
}

// nearVerbs lists verbs that word could be a slip or a prefix of.
func (r *reader) nearVerbs(word string) []string {
	var out []string
	for _, f := range r.p.words.forms {
		if !resembles(word, f) {
			continue
		}
		if name := r.verbName(r.p.g.Verbs[r.p.words.ids[f]]); !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out[:min(len(out), maxNearest)]
}

// unknownCond explains a condition that is none.
func (r *reader) unknownCond(from, to int) *problem {
	word := ""
	if from < to {
		word = r.t.at(from)
	}
	var preds, near []string
	for _, d := range r.p.g.Preds {
		name := firstForm(games.Word{ID: d.ID, FR: d.FR, EN: d.EN}, r.lang)
		preds = append(preds, name)
		if resembles(word, foldName(name)) {
			near = append(near, name)
		}
	}
	return &problem{
		key: "order.pred", rule: "order.guard",
		args:    []games.MsgArg{textArg("word", word), textArg("preds", preds...)},
		nearest: r.replaced(word, near),
	}
}

func (r *reader) guardExample() string {
	if r.lang == games.FR {
		return "si condition: ordre"
	}
	return "if condition: order"
}

// guess tells talk from a near miss: a slip or prefix of a verb with something
// of the game behind it, or a line that names a piece (order.kind).
func (r *reader) guess() outcome {
	if r.retry || r.t.len() == 0 {
		return outcome{kind: Talk}
	}
	pos := 0
	for r.p.is(r.t, pos, wordAlways, wordFallback) {
		pos++
	}
	named := r.piece()
	if verbs := r.nearVerbs(r.t.at(pos)); len(verbs) > 0 {
		p := r.unknownVerb(pos)
		if r.t.len() == pos+1 || len(p.nearest) > 0 || named != "" || r.number(pos) {
			return failed(Near, p)
		}
	}
	if named != "" && !r.p.is(r.t, 0, wordIf) {
		return failed(Near, &problem{
			key: "order.names", rule: "order.kind",
			args: []games.MsgArg{textArg("word", named)}, nearest: r.withVerb(),
		})
	}
	return outcome{kind: Talk}
}

// withVerb puts a verb before a short line that has none.
func (r *reader) withVerb() []string {
	var out []string
	if r.t.len() > 40 {
		return nil
	}
	for _, v := range r.p.g.Verbs {
		if s := r.reread(r.verbName(v) + " " + r.t.folded); s != "" && len(out) < maxNearest {
			out = append(out, s)
		}
	}
	return out
}

func (r *reader) number(from int) bool {
	for i := from; i < r.t.len(); i++ {
		if r.t.isInt(i) {
			return true
		}
	}
	return false
}

// piece returns the first thing of the game that a line names: a code typed
// in capitals, or a whole name of four letters or more.
func (r *reader) piece() string {
	for i := range r.t.len() {
		if !r.t.isWord(i) {
			continue
		}
		for _, n := range r.p.sets {
			if s := r.pieceAt(n, i); s != "" {
				return s
			}
		}
	}
	return ""
}

func (r *reader) pieceAt(n *names, i int) string {
	if n.set.ID == "kw" {
		return ""
	}
	for length := min(n.longest, r.t.len()-i); length > 0; length-- {
		run := r.t.run(i, length)
		if len(run) < 4 && !r.t.tokens[i].capitals {
			continue
		}
		if f := n.find(run); len(f.words) == 1 && f.quality != byPrefix {
			return firstForm(*f.words[0], r.lang)
		}
	}
	return ""
}

// resembles tells that word is a prefix of at least three letters of form or
// a slip away from it.
func resembles(word, form string) bool {
	if len(word) < 3 || word == form {
		return false
	}
	if strings.HasPrefix(form, word) {
		return true
	}
	limit := 2
	if len(word) < 5 {
		limit = 1
	}
	return distance(word, form, limit) <= limit
}

// distance is the number of slips (a letter more, less, other, or two
// swapped) between a and b; limit+1 when there are more than limit.
func distance(a, b string, limit int) int {
	if len(a)-len(b) > limit || len(b)-len(a) > limit || len(a) > 40 {
		return limit + 1
	}
	var rows [3][44]int
	for j := 0; j <= len(b); j++ {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		before, last, row := &rows[(i+1)%3], &rows[(i+2)%3], &rows[i%3]
		row[0] = i
		best := i
		for j := 1; j <= len(b); j++ {
			d := last[j-1]
			if a[i-1] != b[j-1] {
				d = 1 + min(last[j-1], last[j], row[j-1])
			}
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d = min(d, before[j-2]+1)
			}
			row[j] = d
			best = min(best, d)
		}
		if best > limit {
			return limit + 1
		}
	}
	return rows[len(a)%3][len(b)]
}
