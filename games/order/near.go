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
	p := &problem{key: "order.shape", rule: "order.kind", args: append(args, textArg("word", word))}
	if m.stop {
		p.key, p.nearest = "order.extra", r.without(m)
	}
	return p
}

// without cuts a line where its order is complete, unless the rest says
// something: "move 3 MUL -> FVP please", not "rob MUL 3 (1m+2f)"; nor where
// the order is its verb alone: "pass the salt".
func (r *reader) without(m *match) []string {
	if r.retry || r.share(m.far).known > 0 {
		return nil
	}
	lines := r.reread(r.t.run(0, m.far))
	if len(lines) == 0 || len(lines[0].Args) == 0 {
		return nil
	}
	return []string{r.typed(lines)}
}

// explainBad answers a value that was understood and refused; its hints are
// tried in its place.
func (r *reader) explainBad(m *match) *problem {
	p := *m.bad
	p.nearest = r.replaced(p.at, p.tokens, p.hints)
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
			if p := r.known(n, m.far, length); p != nil {
				return p
			}
		}
	}
	word := r.t.at(m.far)
	near := r.similar(sets, word)
	if len(near) == 0 {
		p := &problem{key: "order.unknown", rule: "order.names", args: []games.MsgArg{textArg("word", word)}}
		if all := open(sets); len(all) <= maxListed {
			p.key, p.args = "order.unknown-of", append(p.args, textArg("candidates", r.labels(all)...))
		}
		return p
	}
	return &problem{
		key: "order.unknown-near", rule: "order.names",
		args:    []games.MsgArg{textArg("word", word), textArg("candidates", r.labels(near)...)},
		nearest: r.replaced(m.far, 1, wordIDs(near)),
	}
}

// maxListed bounds the names that are listed where none resembles a word.
const maxListed = 9

// open lists the words that are in use, in the order of their sets.
func open(sets []*names) []*games.Word {
	var out []*games.Word
	for _, n := range sets {
		for i := range n.set.Words {
			if w := &n.set.Words[i]; !w.Closed {
				out = append(out, w)
			}
		}
	}
	return out
}

// known explains a run that a set knows but cannot accept.
func (r *reader) known(n *names, pos, length int) *problem {
	run := r.t.run(pos, length)
	f := n.find(run)
	switch {
	case f.closed:
		return &problem{key: "order.closed", rule: "order.names", args: []games.MsgArg{textArg("word", r.labels(f.words[:1])...)}}
	case len(f.words) > 1:
		return &problem{
			key: "order.ambiguous", rule: "order.names",
			args:    []games.MsgArg{textArg("word", run), textArg("candidates", r.labels(f.words)...)},
			nearest: r.replaced(pos, length, wordIDs(f.words)),
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

// replaced tries each candidate in place of n tokens at pos and returns the
// orders this makes, written out.
func (r *reader) replaced(pos, n int, candidates []string) []string {
	if r.retry {
		return nil
	}
	var out []string
	for _, c := range candidates {
		if len(out) == maxNearest {
			break
		}
		line := r.t.run(0, pos) + " " + c + " " + r.t.run(pos+n, r.t.len()-pos-n)
		if s := r.typed(r.reread(line)); s != "" && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// reread reads a guessed line, nil when it is no order.
func (r *reader) reread(line string) []games.Line {
	t := fold(line)
	guess := reader{p: r.p, t: &t, lang: r.lang, retry: true}
	o := guess.read()
	if o.kind != Order || o.els {
		return nil
	}
	return o.lines
}

func (r *reader) typed(lines []games.Line) string {
	return strings.Join(r.p.FormatAll(lines, r.lang), " ")
}

// unknownVerb explains a word where a verb was wanted.
func (r *reader) unknownVerb(pos int) *problem {
	word := r.t.at(pos)
	verbs := r.nearVerbs(word, false)
	if len(verbs) == 0 {
		return &problem{key: "order.no-verb", rule: "order.verbs", args: []games.MsgArg{textArg("word", word)}}
	}
	return &problem{
		key: "order.verb", rule: "order.verbs",
		args:    []games.MsgArg{textArg("word", word), textArg("verbs", verbs...)},
		nearest: r.replaced(pos, 1, verbs),
	}
}

// nearVerbs lists verbs of this game, or closed ones, that word could be a slip
// or a prefix of.
func (r *reader) nearVerbs(word string, closed bool) []string {
	var out []string
	for _, f := range r.p.words.forms {
		v := r.p.g.Verbs[r.p.words.ids[f]]
		if v.Closed != closed || !resembles(word, f) {
			continue
		}
		if name := r.verbName(v); !slices.Contains(out, name) {
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
		nearest: r.replaced(from, 1, near),
	}
}

func (r *reader) guardExample() string {
	if r.lang == games.FR {
		return "si condition: ordre"
	}
	return "if condition: order"
}

// guess tells talk from a near miss: a slip or prefix of a verb with something
// of the game behind it, or a line that names a piece (order.kind). People talk
// of pieces too, so that a piece alone says little: "The Dead Rabbits are
// coming" is talk. At least half of the words must be the game's; where neither
// a number nor a code in capitals speaks for an order, more than half:
// "Bonjour Whyos".
func (r *reader) guess() outcome {
	if r.retry || r.t.len() == 0 {
		return outcome{kind: Talk}
	}
	pos := 0
	for r.p.is(r.t, pos, wordAlways, wordFallback) {
		pos++
	}
	named, share := r.piece(), r.share(pos)
	p := r.unknownVerb(pos)
	if off := r.nearVerbs(r.t.at(pos), true); len(off) > 0 && len(p.nearest) == 0 && named != "" && share.withVerb().likely() {
		return failed(Near, &problem{key: "order.off", rule: "order.verbs", args: []games.MsgArg{textArg("word", off[0])}})
	}
	verb := named != "" && share.withVerb().half()
	if p.key == "order.verb" && (verb || r.t.len() == pos+1 || len(p.nearest) > 0 || r.number(pos)) {
		return failed(Near, p)
	}
	if named != "" && share.likely() && !r.p.is(r.t, 0, wordIf) {
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
		if v.Closed {
			continue
		}
		if s := r.typed(r.reread(r.verbName(v) + " " + r.t.folded)); s != "" && len(out) < maxNearest {
			out = append(out, s)
		}
	}
	return out
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
