package order

import (
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"fivepoints/games"
)

// draws generates arguments by walking a program at random.
type draws struct {
	t     *rapid.T
	parts []part
	loops int
}

func (d *draws) walk(pr *program) {
	for pc := 0; pr.code[pc].op != opEnd; {
		s := &pr.code[pc]
		switch s.op {
		case opJump:
			pc = s.x
			d.loops++
			continue
		case opSplit:
			if d.loops < 6 && rapid.Bool().Draw(d.t, "branch") {
				pc = s.x
			} else {
				pc = s.y
			}
			continue
		case opWord:
			d.parts = append(d.parts, part{value: s.lit})
		case opTake:
			d.parts = append(d.parts, part{s.take, d.value(s.take)})
		}
		pc++
	}
}

func (d *draws) value(c *capture) string {
	k := c.kinds[rapid.IntRange(0, len(c.kinds)-1).Draw(d.t, "type")]
	number := func() string {
		low, high := 0, 999
		if k.high > 0 {
			low, high = k.low, k.high
		}
		return strconv.Itoa(rapid.IntRange(low, high).Draw(d.t, "n"))
	}
	switch {
	case k.names != nil:
		open := slices.DeleteFunc(slices.Clone(k.names.set.Words), func(w games.Word) bool { return w.Closed })
		return rapid.SampledFrom(open).Draw(d.t, "word").ID
	case k.word != "":
		return k.word
	case k.lit != "":
		return k.lit
	case k.shape != nil:
		inner := draws{t: d.t, loops: d.loops}
		inner.walk(k.shape)
		return joinParts(inner.parts)
	case k.builtin == intKind:
		return number()
	case k.builtin == cmpKind:
		return rapid.SampledFrom([]string{"<", "<=", "=", ">=", ">"}).Draw(d.t, "cmp")
	}
	if k.sum != "" {
		return d.sexesOf(k.sum)
	}
	sexes := []string{"1m", "3m", "2f", "2m1f", "1m12f"}
	if k.high == 5 {
		sexes = sexes[:4]
	}
	if k.builtin == groupKind {
		sexes = append(sexes, "all", number())
	}
	return rapid.SampledFrom(sexes).Draw(d.t, "group")
}

// sexesOf draws sexes that add up to an argument drawn before.
func (d *draws) sexesOf(sum string) string {
	i := slices.IndexFunc(d.parts, func(p part) bool { return p.take != nil && p.take.name == sum })
	n := atoi(d.parts[i].value)
	males := rapid.IntRange(0, n).Draw(d.t, "males")
	return sexesCount{males, n - males}.value()
}

func drawArgs(t *rapid.T, pr *program) []games.Arg {
	d := draws{t: t}
	d.walk(pr)
	m := match{parts: d.parts}
	return sorted(m.args())
}

func sorted(args []games.Arg) []games.Arg {
	slices.SortStableFunc(args, func(a, b games.Arg) int { return strings.Compare(a.Name, b.Name) })
	return args
}

// drawGroup draws a head with alternatives and an else branch.
func drawGroup(t *rapid.T, p *Parser) []games.Line {
	first := drawLine(t, p)
	first.Always = rapid.Bool().Draw(t, "always")
	first.Fallback = rapid.Bool().Draw(t, "fallback")
	if rapid.Bool().Draw(t, "guard") && len(p.preds) > 0 {
		for range rapid.IntRange(1, 3).Draw(t, "conds") {
			i := rapid.IntRange(0, len(p.preds)-1).Draw(t, "pred")
			first.If = append(first.If, games.Cond{Pred: p.g.Preds[i].ID, Args: drawArgs(t, p.preds[i])})
		}
	}
	out := []games.Line{first}
	for _, join := range []games.Join{games.Or, games.Else, games.Or} {
		l := drawLine(t, p)
		if p.verb(l.Verb).Kind != p.verb(first.Verb).Kind || join == games.Else && first.If == nil {
			break
		}
		l.Always, l.Fallback, l.Join = first.Always, first.Fallback, join
		out = append(out, l)
	}
	return out
}

func drawLine(t *rapid.T, p *Parser) games.Line {
	open := slices.DeleteFunc(slices.Clone(p.g.Verbs), func(v games.Verb) bool { return v.Closed })
	v := rapid.SampledFrom(open).Draw(t, "verb")
	i := slices.IndexFunc(p.g.Verbs, func(w games.Verb) bool { return w.ID == v.ID })
	return games.Line{Verb: p.g.Verbs[i].ID, Args: drawArgs(t, p.verbs[i])}
}

// plainLines drops what writing cannot keep: line numbers, the order of arguments.
func plainLines(lines []games.Line) []games.Line {
	out := slices.Clone(lines)
	for i := range out {
		out[i].Src = 0
		out[i].Args = sorted(slices.Clone(out[i].Args))
		out[i].If = slices.Clone(out[i].If)
		for j := range out[i].If {
			out[i].If[j].Args = sorted(slices.Clone(out[i].If[j].Args))
		}
	}
	return out
}

// TestRoundTrip: what Format writes reads as the same order, in both languages.
func TestRoundTrip(t *testing.T) {
	t.Parallel()
	for _, g := range []*games.Grammar{newYork(), slice(), crooks(), bids()} {
		p := parser(t, g)
		rapid.Check(t, func(t *rapid.T) {
			lines := drawGroup(t, p)
			for _, lang := range []games.Lang{games.FR, games.EN} {
				typed := p.FormatAll(lines, lang)
				s := sheet(p, lang, strings.Join(typed, "\n"))
				if want, got := plainLines(lines), plainLines(s.Lines); !reflect.DeepEqual(got, want) {
					t.Fatalf("%q\nwant %+v\n got %+v\nnotes %+v", typed, want, got, s.Notes)
				}
			}
		})
	}
}

// checkSheet holds for any text: notes follow the input, and every order that
// was accepted reads the same when it is written back.
func checkSheet(t *testing.T, p *Parser, in []Input, s Sheet) {
	last := 0
	lines := 0
	for _, n := range s.Notes {
		if n.N <= last || n.N > len(in) || n.Text != strings.ToValidUTF8(in[n.N-1].Text, "\uFFFD") {
			t.Fatalf("note %d %q does not follow the input", n.N, n.Text)
		}
		last = n.N
		checkText(t, n)
		if n.Kind != Order {
			continue
		}
		lines += len(n.Orders)
		if n.Orders[0].Join != games.Head {
			continue
		}
		typed := strings.Join(p.FormatAll(n.Orders, games.FR), "\n")
		if again := sheet(p, games.FR, typed); !reflect.DeepEqual(plainLines(again.Lines), plainLines(n.Orders)) {
			t.Fatalf("%q was read as %+v, written as %q and read as %+v %+v", n.Text, n.Orders, typed, again.Lines, again.Notes)
		}
	}
	if lines != len(s.Lines) {
		t.Fatalf("%d lines in notes, %d in the sheet", lines, len(s.Lines))
	}
}

// checkText: a problem has a sentence, and every placeholder its argument.
func checkText(t *testing.T, n Note) {
	if n.Problem == nil {
		return
	}
	texts := Texts()
	i := slices.IndexFunc(texts, func(x Text) bool { return x.Key == n.Problem.Key })
	if i < 0 {
		t.Fatalf("%q: no text for %s", n.Text, n.Problem.Key)
	}
	filled := texts[i].FR + texts[i].EN
	for _, a := range n.Problem.Args {
		filled = strings.ReplaceAll(filled, "{"+a.Name+"}", strings.Join(a.Vals, ", "))
	}
	if strings.ContainsAny(filled, "{}") && !strings.ContainsAny(n.Text, "{}") {
		t.Fatalf("%q: a placeholder is left in %q", n.Text, filled)
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{mail1, mail2, "> a\n--\nFIN", "si libre FVP: truquer 5\nsinon truquer 3", "RECRUTE D, B : PREND CAID, MAX VERS 9, 8 SANS", "\u202e\xff"} {
		f.Add(s, uint16(3))
	}
	parsers := []*Parser{parser(f, newYork()), parser(f, slice()), parser(f, crooks())}
	f.Fuzz(func(t *testing.T, typed string, flags uint16) {
		var in []Input
		for i, l := range strings.Split(typed, "\n") {
			in = append(in, Input{N: i + 1, Text: l, Quoted: i > 0 && flags>>(i%16)&3 == 3})
		}
		for _, p := range parsers {
			checkSheet(t, p, in, p.Parse(games.FR, in))
		}
	})
}
