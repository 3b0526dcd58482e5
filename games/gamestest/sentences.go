package gamestest

import (
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"

	"fivepoints/games"
)

// Sentences compares what a rulebook says with the catalogues of templates,
// French and English: every message told and every key has its sentence, a
// sentence names only what its message carries, and nothing else is there. Keys
// that begin with a word of pages belong to the pages about the game.
func Sentences(t *testing.T, book games.Rulebook, told []games.Msg, keys []string, pages ...string) {
	t.Helper()
	said := map[string]bool{}
	for _, m := range told {
		said[m.Key] = true
	}
	for _, key := range keys {
		said[key] = true
	}
	for _, lang := range []string{"fr", "en"} {
		texts := map[string]string{}
		if _, err := toml.DecodeFile(filepath.Join("../../templates", book.Info().Name, lang+".toml"), &texts); err != nil {
			t.Fatal(err)
		}
		for _, m := range shapes(told) {
			checkHoles(t, lang, texts[m.Key], m)
		}
		for _, key := range slices.Sorted(maps.Keys(said)) {
			if texts[key] == "" {
				t.Errorf("%s: no sentence for %s", lang, key)
			}
		}
		for _, key := range slices.Sorted(maps.Keys(texts)) {
			ofPage := func(page string) bool { return strings.HasPrefix(key, page) }
			if !said[key] && !slices.ContainsFunc(pages, ofPage) {
				t.Errorf("%s: nothing says %s", lang, key)
			}
		}
	}
}

// shapes keeps one message of each key and set of arguments.
func shapes(told []games.Msg) []games.Msg {
	known := map[string]bool{}
	var out []games.Msg
	for _, m := range told {
		shape := m.Key
		for _, a := range m.Args {
			shape += " " + a.Name
		}
		if !known[shape] {
			known[shape], out = true, append(out, m)
		}
	}
	return out
}

func checkHoles(t *testing.T, lang, sentence string, m games.Msg) {
	t.Helper()
	for _, hole := range regexp.MustCompile(`\{(\w+)`).FindAllStringSubmatch(sentence, -1) {
		if !slices.ContainsFunc(m.Args, func(a games.MsgArg) bool { return a.Name == hole[1] }) {
			t.Errorf("%s: %s has no argument %s", lang, m.Key, hole[1])
		}
	}
}

// KeysInCode finds what the first bracket of a pattern matches in the sources
// of the calling package.
func KeysInCode(t *testing.T, pattern string) []string {
	t.Helper()
	var out []string
	for _, source := range read(t, "*.go") {
		for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(source, -1) {
			out = append(out, m[1])
		}
	}
	return out
}

// Told plays a random game and returns what every viewpoint is told of it.
func Told(t *testing.T, book games.Rulebook, setup games.Setup, pick func(int) int) []games.Msg {
	t.Helper()
	facts := Whole(t, book, setup, pick)
	g := book.Start()
	evolve(g, facts)
	out := g.Narrate(facts, games.Public)
	for _, seat := range setup.Seats {
		out = append(out, g.Narrate(facts, seat)...)
	}
	return out
}
