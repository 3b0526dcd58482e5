package app

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fivepoints/games"
)

// Every command explains itself and each of its flags in both languages.
func TestEveryCommandExplainsItself(t *testing.T) {
	data := filepath.Join(t.TempDir(), "data")
	for _, c := range commands() {
		pages := map[string]string{}
		for _, lang := range []string{"fr", "en"} {
			page, code := run(t, data, append([]string{"--lang", lang}, append(strings.Fields(c.name), "--help")...)...)
			if code != exitOK || !strings.HasPrefix(page, strings.TrimSpace("fivepoints "+c.name+" "+c.args)+"\n") || !strings.Contains(page, c.help.In(games.Lang(lang))) {
				t.Errorf("%s in %s: exit %d, %s", c.name, lang, code, page)
			}
			again, _ := run(t, data, append([]string{"--lang", lang, "help"}, strings.Fields(c.name)...)...)
			if page != again {
				t.Errorf("help %s differs from --help: %s", c.name, again)
			}
			pages[lang] = page
		}
		explainFlags(t, c.name, pages["fr"], pages["en"])
		for _, f := range regexp.MustCompile(`--[a-z-]+`).FindAllString(c.args, -1) {
			if !strings.Contains(pages["en"], "\n  "+f+" ") {
				t.Errorf("%s: %s of its first line is not explained", c.name, f)
			}
		}
	}
}

// explainFlags demands a text of its own for each flag in each language.
func explainFlags(t *testing.T, name, fr, en string) {
	t.Helper()
	flags := regexp.MustCompile(`(?m)^  --([a-z-]+) +(.*)$`)
	french := flags.FindAllStringSubmatch(fr, -1)
	for i, f := range flags.FindAllStringSubmatch(en, -1) {
		if len(f[2]) < 12 || i >= len(french) || french[i][1] != f[1] || french[i][2] == f[2] || len(french[i][2]) < 12 {
			t.Errorf("%s: --%s is explained by %q", name, f[1], f[2])
		}
	}
}

// A group of commands lists them: asked for help, or called without a second word.
func TestGroupsListTheirCommands(t *testing.T) {
	data := filepath.Join(t.TempDir(), "data")
	var groups []string
	for _, c := range commands() {
		if first, _, two := strings.Cut(c.name, " "); two && !slices.Contains(groups, first) {
			groups = append(groups, first)
		}
	}
	for _, g := range groups {
		for _, lang := range []string{"fr", "en"} {
			help, helped := run(t, data, "--lang", lang, "help", g)
			flagged, _ := run(t, data, "--lang", lang, g, "--help")
			alone, code := run(t, data, "--lang", lang, g)
			_, wrong := run(t, data, "--lang", lang, g, "dance")
			if helped != exitOK || code != exitUsage || wrong != exitUsage || help != flagged {
				t.Errorf("%s in %s: exits %d, %d, %d", g, lang, helped, code, wrong)
			}
			for _, c := range subcommands(g) {
				line := fmt.Sprintf("fivepoints %-14s %s\n", c.name, firstLine(c.help.In(games.Lang(lang))))
				if !strings.Contains(help, line) || !strings.Contains(alone, line) {
					t.Errorf("%s in %s: %s is not listed in\n%s\n%s", g, lang, c.name, help, alone)
				}
			}
		}
	}
	if out, code := run(t, data, "help", "dance", "fast"); code != exitUsage || !strings.Contains(out, `unknown command "dance fast"`) {
		t.Errorf("exit %d: %s", code, out)
	}
}

// Mistakes are answered in the operator's language, with the same exit code.
func TestMistakesInBothLanguages(t *testing.T) {
	dir := t.TempDir()
	data, none := filepath.Join(dir, "data"), filepath.Join(dir, "none")
	run(t, data, "init")
	run(t, data, "game", "new", "ny1", "newyork1890", "--seat", "whyos=alix@example.org,fr", "--seat", "eastman")
	for _, tt := range []struct{ data, args, fr, en string }{
		{none, "verify", "il n'y a pas de journal", "there is no log in it"},
		{data, "dance", "commande inconnue", "unknown command"},
		{data, "verify --loud", "option inconnue : -loud", "not defined: -loud"},
		{data, "play bots newyork1890 --seats many", "valeur refusée : \"many\"", "invalid value \"many\""},
		{data, "game new x", "usage : fivepoints", "usage: fivepoints"},
		{data, "game new x1 chess", "livre de règles inconnu", "there is no rulebook"},
		{data, "game new ny1 newyork1890 --seat whyos --seat eastman", "une partie de ce nom existe déjà", "a game of that name exists"},
		{data, "game new NY newyork1890 --seat whyos --seat eastman", "la partie n'est pas créée", "an id has 2 to 16"},
		{data, "game new ny2 newyork1890 --seat whyos=nobody", "n'est pas une adresse", "is no mail address"},
		{data, "game new ny2 newyork1890 --zone Mars/Base", "n'est pas un fuseau", "is no time zone"},
		{data, "game show ny9", "il n'y a pas de partie", "there is no game"},
		{data, "summary ny1 --for martians", "n'a pas de siège \"martians\"", "has no seat \"martians\""},
		{data, "summary ny1 --turn 1899", "n'a pas de tour résolu", "has no resolved turn"},
		{data, "summary ny1 --format pdf", "vaut md, text, html, bbcode:phpbb", "is one of md, text, html, bbcode:phpbb"},
		{data, "state ny1 --at 99999", "finit au commit", "ends at commit"},
		{data, "withdraw ny1 whyos 7 --reason x", "rien n'est retiré", "has no sheet 7"},
		{data, "amend ny1 1890/1 whyos nowhere.txt --reason x", "lecture des ordres", "reading orders"},
		{data, "mail inspect nowhere.eml", "fichier ou dossier introuvable", "no such file"},
		{data, "ingest nowhere.mbox", "lecture de nowhere.mbox : fichier ou dossier introuvable", "ingesting nowhere.mbox"},
	} {
		fr, code := run(t, tt.data, append([]string{"--lang", "fr"}, strings.Fields(tt.args)...)...)
		en, same := run(t, tt.data, append([]string{"--lang", "en"}, strings.Fields(tt.args)...)...)
		if code == exitOK || code != same || !strings.Contains(fr, tt.fr) || !strings.Contains(en, tt.en) || strings.Contains(en, tt.fr) {
			t.Errorf("%s: exits %d and %d\n%s%s", tt.args, code, same, fr, en)
		}
	}
}

// Errors of packages below are led by a French sentence, however they are wrapped.
func TestExplain(t *testing.T) {
	e := &env{lang: games.FR}
	inner := failed("la clé manque", "the key is missing")
	for want, err := range map[string]error{
		"la clé manque":                              inner,
		"ouverture de x : la clé manque":             because(inner, "ouverture de %s", "opening %s", "x"),
		"running: la clé manque":                     fmt.Errorf("running: %w", inner),
		"la commande n'a pas abouti : out of cheese": fmt.Errorf("out of cheese"),
		"a : la commande n'a pas abouti : out":       because(fmt.Errorf("out"), "a", "b"),
	} {
		if got := e.explain(err); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
