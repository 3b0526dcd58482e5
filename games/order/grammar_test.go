package order

import (
	"slices"
	"strings"
	"testing"

	"fivepoints/games"
)

// bids is the grammar of a miniature game: sealed bids.
func bids() *games.Grammar {
	return &games.Grammar{
		Sets: []games.Set{
			{ID: "kw", Words: words("on = sur / on")},
			{ID: "lot", Prefix: true, Words: words("gold = or fin / fine gold\nsilver = argent / silver")},
		},
		Verbs: []games.Verb{
			{ID: "bid", Kind: "bid", Once: true, FR: []string{"miser"}, EN: []string{"bid"}, Shape: "{n:int} [ on {lot:lot}?, ]", Help: games.Text{FR: "miser 3", EN: "bid 3"}},
			{ID: "peek", Kind: "peek", FR: []string{"épier", "guigner"}, EN: []string{"peek"}, Shape: "{lot:lot}+", Help: games.Text{FR: "épier argent", EN: "peek silver"}},
		},
	}
}

func TestNoClashes(t *testing.T) {
	t.Parallel()
	for _, g := range []*games.Grammar{newYork(), slice(), crooks(), bids()} {
		for _, c := range Clashes(g) {
			t.Error(c)
		}
	}
}

func TestClashes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, want string
		spoil      func(*games.Grammar)
	}{
		{"verb is a platform word", `"attendre" means the platform's wait and bid`, func(g *games.Grammar) { g.Verbs[0].FR = []string{"attendre"} }},
		{"verb in two languages", `"pass" means bid and peek`, func(g *games.Grammar) { g.Verbs[0].FR, g.Verbs[1].EN = []string{"pass"}, []string{"pass"} }},
		{"imperative of another verb", `"mise" means bid and peek`, func(g *games.Grammar) { g.Verbs[1].EN = []string{"mise"} }},
		{"keyword that joins", `"ou" means or and on`, func(g *games.Grammar) { g.Sets[0].Words[0].FR = []string{"où"} }},
		{"name is a keyword", `"sur" means on and gold`, func(g *games.Grammar) { g.Sets[1].Words[0].FR = []string{"Sur"} }},
		{"two names", `"argent" means gold and silver`, func(g *games.Grammar) { g.Sets[1].Words[0].EN = []string{"Argent"} }},
		{"union", `lot and gem: "gold" means gold and gold`, func(g *games.Grammar) {
			g.Sets = append(g.Sets, games.Set{ID: "gem", Words: words("gold = oeil / eye")})
			g.Verbs[1].Shape = "{lot:lot/gem}"
		}},
		{"closed verb", `"mise" means bid and stake`, func(g *games.Grammar) {
			g.Verbs = append(g.Verbs, games.Verb{ID: "stake", FR: []string{"mise"}, Closed: true})
		}},
		{"pattern", `no set and no shape "gem"`, func(g *games.Grammar) { g.Verbs[1].Shape = "{lot:gem}" }},
	} {
		g := bids()
		c.spoil(g)
		found := Clashes(g)
		if !slices.ContainsFunc(found, func(s string) bool { return strings.Contains(s, c.want) }) {
			t.Errorf("%s: want %s, got %q", c.name, c.want, found)
		}
	}
}

func TestBadPatterns(t *testing.T) {
	t.Parallel()
	for pattern, want := range map[string]string{
		"[ on":           "not closed",
		"( on | {n:int}": "not closed",
		"on ]":           "closes nothing",
		"{n}":            "not {name:type}",
		"{n:int":         "not {name:type}",
		"{n:gem}":        "no set and no shape",
		"under":          "no keyword",
		"{n:=under}":     "no keyword",
		"{n:self}":       "holds itself",
		"{n:int[1]}":     "bounds are written",
		"{n:int[4-1]}":   "bounds are written",
		"{n:int[1-4}":    "bounds are written",
		"{n:cmp[1-4]}":   "no such bounds",
		"{n:sexes=}":     "no such bounds",
		"{n:int=n}":      "no such bounds",
		"[ [ on ] ]*":    "must need some text",
	} {
		g := bids()
		if strings.Contains(pattern, "self") {
			g.Shapes = []games.Shape{{ID: "self", Pattern: "{n:self}"}}
		}
		g.Verbs[0].Shape = pattern
		if _, err := New(g); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: want %q, got %v", pattern, want, err)
		}
	}
}

// TestTexts: every key a case shows has a sentence, in order, with no
// placeholder that only one language has.
func TestTexts(t *testing.T) {
	t.Parallel()
	last := ""
	for _, x := range Texts() {
		if x.Key <= last {
			t.Errorf("%s is out of order", x.Key)
		}
		last = x.Key
		if x.FR == "" || x.EN == "" || strings.Count(x.FR, "{") != strings.Count(x.EN, "{") {
			t.Errorf("%s: the languages differ", x.Key)
		}
	}
}

func TestFormatUnknown(t *testing.T) {
	t.Parallel()
	p := parser(t, newYork())
	l := games.Line{Verb: "end-moves", Args: []games.Arg{{Name: "x", Vals: []string{"a", "b"}}}}
	if got := p.Format(l, games.FR); got != "end-moves a, b" {
		t.Errorf("got %q", got)
	}
	l.Verb = "move"
	if got := p.Format(l, games.FR); got != "déplacer a, b" {
		t.Errorf("got %q", got)
	}
}

func BenchmarkSheet(b *testing.B) {
	p := parser(b, newYork())
	mail := mail1 + "\n" + mail2
	for b.Loop() {
		sheet(p, games.FR, strings.ReplaceAll(mail, "---", "#"))
	}
}

// BenchmarkHostile reads a megabyte of text made to be slow.
func BenchmarkHostile(b *testing.B) {
	for _, c := range []struct{ name, line string }{
		{"near", "déplacr 3 MUL -> FVP"},
		{"short", "a"},
		{"words", "saccage et truque " + strings.Repeat("bowery ", 30)},
		{"lists", "police: " + strings.Repeat("BOW, whyos; ", 60) + "?"},
		{"verbless", ": " + strings.Repeat("BOW, whyos; ", 60) + "?"},
		{"guards", "si " + strings.Repeat("libre FVP et ", 60) + "libre FVP: truquer 5 ou truquer"},
		{"items", strings.Repeat("2 couteaux, ", 80) + "? BOW"},
		{"swaps", "recruter 2 " + strings.Repeat("faveur échange 3 ", 50) + "?"},
		{"long", strings.Repeat("recruter 2 ", 10000)},
		{"marks", strings.Repeat("é̂́", 300)},
	} {
		text := strings.Repeat(c.line+"\n", 1+(1<<20)/(len(c.line)+1))
		p := parser(b, newYork())
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				sheet(p, games.FR, text)
			}
		})
	}
}
