package templates

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fivepoints/games"
)

func load(t testing.TB) *Texts {
	t.Helper()
	texts, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	return texts
}

func TestEveryTextIsInBothLanguages(t *testing.T) {
	t.Parallel()
	texts := load(t)
	for key, fr := range texts.fr {
		en, ok := texts.en[key]
		if !ok {
			t.Errorf("%s has no English", key)
			continue
		}
		if a, b := holes(fr), holes(en); !slices.Equal(a, b) {
			t.Errorf("%s: holes %v in French, %v in English", key, a, b)
		}
		if isHeading(fr) != isHeading(en) {
			t.Errorf("%s is a heading in one language only", key)
		}
	}
	for key := range texts.en {
		if _, ok := texts.fr[key]; !ok {
			t.Errorf("%s has no French", key)
		}
	}
}

// holes lists the arguments a sentence names, each once.
func holes(s sentence) []string {
	var out []string
	for _, p := range s {
		if p.arg != "" {
			out = append(out, p.arg)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Every key that this package or a rulebook writes in its code has its text.
func TestEveryKeyInCodeHasAText(t *testing.T) {
	t.Parallel()
	texts := load(t)
	for _, dir := range codeFolders(t) {
		for key, at := range keysIn(t, dir) {
			if !texts.known(key) {
				t.Errorf("%s: no text for %q", at, key)
			}
		}
	}
}

// known accepts a key, or the beginning of one when code adds the last word.
func (t *Texts) known(key string) bool {
	if !strings.HasSuffix(key, ".") {
		_, ok := t.fr[key]
		return ok
	}
	for k := range t.fr {
		if strings.HasPrefix(k, key) {
			return true
		}
	}
	return false
}

func codeFolders(t *testing.T) []string {
	t.Helper()
	dirs := []string{".", "publish", "../games/judge", "../games/order"}
	for _, d := range catalogued {
		dirs = append(dirs, filepath.Join("..", "games", d))
	}
	return dirs
}

var keyShape = regexp.MustCompile(`^(ny|crooks|escrocs|kingofcrime|noxford|judge|receipt|verdict|why|due|template|report|fate|summary|notice|generic|month|day|date|sex|mini|desk|news|role|welcome)\.[a-z0-9.*-]*$`)

// keysIn finds the string constants of a folder that look like keys.
func keysIn(t *testing.T, dir string) map[string]string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	keys := map[string]string{}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			lit, ok := n.(*ast.BasicLit)
			if !ok || lit.Kind != token.STRING {
				return true
			}
			if s, err := strconv.Unquote(lit.Value); err == nil && keyShape.MatchString(s) {
				keys[s] = fset.Position(lit.Pos()).String()
			}
			return true
		})
	}
	return keys
}

func TestEveryCatalogueIsChecked(t *testing.T) {
	t.Parallel()
	all, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range all {
		has, _ := filepath.Glob(filepath.Join(e.Name(), "*.toml"))
		if len(has) > 0 && e.Name() != "common" && !slices.Contains(catalogued, e.Name()) {
			t.Errorf("catalogue %s belongs to no rulebook that the tests read", e.Name())
		}
	}
}

func TestParseSentenceRefuses(t *testing.T) {
	t.Parallel()
	for _, s := range []string{"a } b", "a { b", "{}", "{a b}", "{n|one}", "{n|a|b|c}", "{a{b}"} {
		if _, err := parseSentence(s); err == nil {
			t.Errorf("%q was taken", s)
		}
	}
}

func TestSay(t *testing.T) {
	t.Parallel()
	texts := load(t)
	for key, s := range map[string][2]string{
		"test.members": {"{gang} perd {n} {n|membre|membres} : quel coup !", "{gang} loses {n} {n|member|members}!"},
		"test.pays":    {"{gang} paie {m} à {places}", "{gang} pays {m} at {places}"},
		"test.sexes":   {"il part avec {s}", "he leaves with {s}"},
	} {
		if err := texts.addText(key, s[0], s[1]); err != nil {
			t.Fatal(err)
		}
	}
	g := testGrammar()
	for _, c := range []struct {
		lang games.Lang
		msg  games.Msg
		want string
	}{
		{"fr", msg("test.members", arg("gang", "gang", "whyos"), number("n", 0)), "Whyos perd 0 membre\u00a0: quel coup\u00a0!"},
		{"fr", msg("test.members", arg("gang", "gang", "whyos"), number("n", 2)), "Whyos perd 2 membres\u00a0: quel coup\u00a0!"},
		{"en", msg("test.members", arg("gang", "gang", "whyos"), number("n", 0)), "Whyos loses 0 members!"},
		{"en", msg("test.members", arg("gang", "gang", "whyos"), number("n", 1)), "Whyos loses 1 member!"},
		{"fr", msg("test.pays", arg("gang", "gang", "bowery"), arg("m", "money", "12"), arg("places", "list:place", "LES", "FVP", "MUL")), "Bowery Boys paie 12\u00a0$ à Lower East Side, Five Points et Mulberry Bend"},
		{"en", msg("test.pays", arg("gang", "gang", "bowery"), arg("m", "money", "-3"), arg("places", "list:place", "LES")), "Bowery Boys pays \u2212$3 at Lower East Side"},
		{"fr", msg("test.sexes", arg("s", "sexes", "2m1f")), "Il part avec 2 hommes et 1 femme"},
		{"en", msg("test.sexes", arg("s", "sexes", "3m")), "He leaves with 3 males"},
		{"en", msg("test.sexes", arg("s", "sexes", "xx")), "He leaves with xx"},
		{"en", msg("test.missing", arg("gang", "gang", "whyos"), number("n", 3)), "Test.missing: Whyos, 3"},
	} {
		w := texts.NewWriter(c.lang, g, nil, nil)
		if got := w.say(c.msg).String(); got != c.want {
			t.Errorf("%s %s:\n got %q\nwant %q", c.lang, c.msg.Key, got, c.want)
		}
	}
}

func msg(key string, args ...games.MsgArg) games.Msg { return games.Msg{Key: key, Args: args} }

func testGrammar() *games.Grammar {
	return &games.Grammar{
		Verbs: []games.Verb{
			{ID: "move", Kind: "move", FR: []string{"déplacer"}, EN: []string{"move"}, Shape: "{n:int} {from:place} -> {path:place}+->", Help: games.Text{FR: "déplacer 3 LES -> FVP", EN: "move 3 LES -> FVP"}},
			{ID: "open", Kind: "action", FR: []string{"ouvrir"}, EN: []string{"open"}, Shape: "{what:activity} {at:place}", Help: games.Text{FR: "ouvrir bar LES", EN: "open saloon LES"}},
		},
		Sets: []games.Set{
			{ID: "gang", Words: []games.Word{
				{ID: "whyos", FR: []string{"Whyos"}, EN: []string{"Whyos"}},
				{ID: "bowery", FR: []string{"Bowery Boys"}, EN: []string{"Bowery Boys"}},
			}},
			{ID: "activity", Words: []games.Word{{ID: "saloon", FR: []string{"bar"}, EN: []string{"saloon"}}}},
			{ID: "place", Words: []games.Word{
				{ID: "LES", FR: []string{"Lower East Side"}, EN: []string{"Lower East Side"}},
				{ID: "FVP", FR: []string{"Five Points"}, EN: []string{"Five Points"}},
				{ID: "MUL", FR: []string{"Mulberry Bend"}, EN: []string{"Mulberry Bend"}},
			}},
		},
	}
}

// catalogued lists the rulebooks that have a catalogue of their own.
var catalogued = []string{"crooks", "newyork1890", "escrocs", "noxford", "kingofcrime"}
