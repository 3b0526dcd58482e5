package app

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fivepoints/games"
	"fivepoints/games/catalog"
	"fivepoints/games/trial"
)

func TestTheRulesTableIsPrinted(t *testing.T) {
	data := filepath.Join(t.TempDir(), "none")
	for _, name := range []string{"crooks", "escrocs"} {
		args := []string{"play", "tournament", name, "--seats", "2", "--games", "60"}
		for lang, want := range map[string][]string{
			"en": {name + ": the table of bots, 60 games a row", "\n2 random ", "\ngreedy, random", "standard error", "wins %, place 2", "within three standard errors"},
			"fr": {name + " : la table des robots, 60 parties par ligne", "\n2 greedy ", "points du vainqueur", "trois erreurs types au plus"},
		} {
			out, code := run(t, data, append([]string{"--lang", lang}, args...)...)
			for _, w := range want {
				if code != exitOK || !strings.Contains(out, w) {
					t.Errorf("exit %d, no %q in\n%s", code, w, out)
				}
			}
		}
		out, code := run(t, data, append(args, "--kinds", "greedy", "--json")...)
		var m measured
		if err := json.Unmarshal([]byte(out), &m); err != nil || code != exitOK || len(m.Rows) != 1 || len(m.Rows[0].Figures) != 5 || m.Far != 0 {
			t.Errorf("exit %d, %v: %s", code, err, out)
		}
	}
}

// What the rules' table does not hold is a tournament like any other.
func TestOtherTournamentsOfCards(t *testing.T) {
	for _, more := range [][]string{{"--kinds", "random,greedy", "--seats", "2"}, {"--option", "scorings=1", "--seats", "2"}} {
		out, code := run(t, t.TempDir(), append([]string{"--lang", "en", "play", "tournament", "escrocs", "--games", "2"}, more...)...)
		if code != exitOK || !strings.Contains(out, "2 games for 2") || !strings.Contains(out, "fair share %") {
			t.Errorf("%v: exit %d: %s", more, code, out)
		}
	}
	if out, code := run(t, t.TempDir(), "play", "tournament", "crooks", "--games", "1"); code != exitUsage {
		t.Errorf("exit %d: %s", code, out)
	}
}

func TestAFigureFarAwayFails(t *testing.T) {
	var out strings.Builder
	e := &env{System: System{Out: &out}, lang: games.EN}
	row := trial.Compared{Styles: []string{"greedy"}, Marked: true, Figures: []trial.Figure{{Name: "turns", Distance: 3.01}, {Name: "points", Distance: 3}}}
	err := e.printMeasured(measured{Rows: []trial.Compared{row}})
	if err == nil || !strings.Contains(err.Error(), "1 of 2 figures") || !strings.Contains(out.String(), "3.0 !") || !strings.Contains(out.String(), "†") {
		t.Errorf("%v\n%s", err, out.String())
	}
}

// BenchmarkBotGame is a game of four bots through judge and log.
func BenchmarkBotGame(b *testing.B) {
	for _, name := range []string{"crooks", "escrocs", "kingofcrime", "noxford"} {
		b.Run(name, func(b *testing.B) {
			book, err := catalog.Find(name, 0)
			if err != nil {
				b.Fatal(err)
			}
			c := contest{Rulebook: name, Seats: 4, Games: 1, Seed: 1, Kinds: "greedy", book: book}
			for i := 0; b.Loop(); i++ {
				if _, err := c.play(b.Context(), i); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// What a rulebook counts of its own has a name in both languages.
func TestQuantitiesHaveNames(t *testing.T) {
	for _, name := range []string{"crooks", "escrocs", "kingofcrime"} {
		book, err := catalog.Find(name, 0)
		if err != nil {
			t.Fatal(err)
		}
		known := []games.Quantity{games.Turns, games.Points, games.Winner, games.Wins, games.Alone}
		for _, row := range book.Measured().Rows() {
			for _, f := range row.Figures {
				if _, ok := countsOf()[f.Name]; !ok && !slices.Contains(known, f.Name) {
					t.Errorf("%s counts %s, which has no name", name, f.Name)
				}
			}
		}
	}
}
