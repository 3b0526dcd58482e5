package escrocs

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"fivepoints/events"
	"fivepoints/games"
	"fivepoints/games/gamestest"
	"fivepoints/games/judge"
	"fivepoints/games/order"
	"fivepoints/games/table"
)

// A recorded game of testdata/games holds its seats and options (setup), maybe a
// position (before), what every seat sent, a mail a line (sheets), and the
// position it ended in (end). -update lets bots play it again from its seed.
func TestRecordedGames(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/games/*.txtar")
	if err != nil || len(files) < 4 {
		t.Fatalf("find the recorded games: %v, %d files", err, len(files))
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			a, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if *gamestest.Update {
				a = record(t, a)
				if err := os.WriteFile(file, txtar.Format(a), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			g := newRecorded(t, a)
			for line := range strings.Lines(section(a, "sheets")) {
				seat, text, _ := strings.Cut(strings.TrimSpace(line), ": ")
				g.send(seat, text)
			}
			again, stored, err := g.Judge.Rejudge(context.Background(), recordedGame)
			if err != nil || gamestest.Text(again) != gamestest.Text(stored) {
				t.Errorf("judged again the game is another one (%v)", err)
			}
			if got, want := g.end(), section(a, "end"); got != want {
				t.Errorf("the game ends\n%s\nrecorded was\n%s", got, want)
			}
		})
	}
}

func section(a *txtar.Archive, name string) string {
	for _, f := range a.Files {
		if f.Name == name {
			return string(f.Data)
		}
	}
	return ""
}

// recorded is a game played through the judge.
type recorded struct {
	*gamestest.World
	pos   Positions
	words map[string]string // of the setup
}

const recordedGame = "recorded"

func newRecorded(t *testing.T, a *txtar.Archive) recorded {
	t.Helper()
	r, b := book(t)
	g := recorded{gamestest.NewWorld(t, events.NewMemory(events.NewMemoryKeys(string(a.Comment))), b), NewPositions(r), map[string]string{}}
	n := judge.NewGame{ID: recordedGame, Rulebook: Name}
	for _, word := range strings.Fields(section(a, "setup")) {
		k, v, _ := strings.Cut(word, "=")
		g.words[k] = v
		if !slices.Contains([]string{"seats", "seed", "style"}, k) {
			n.Options = append(n.Options, games.KV{Key: k, Value: v})
		}
	}
	if before := section(a, "before"); before != "" {
		facts, err := g.pos.Parse(before)
		if err != nil {
			t.Fatal(err)
		}
		n.Position = facts
	}
	g.Create(n, strings.Split(g.words["seats"], ",")...)
	return g
}

// send sends a sheet and resolves what it completes.
func (g recorded) send(seat, text string) {
	g.Send(recordedGame, seat, text)
	g.Tick(recordedGame, 0)
}

func (g recorded) end() string { return g.pos.Format(g.Table(recordedGame).Game) }

// record plays a game by bots and keeps their sheets.
func record(t *testing.T, a *txtar.Archive) *txtar.Archive {
	t.Helper()
	g := newRecorded(t, a)
	seed, _ := strconv.Atoi(g.words["seed"])
	d := dice(seed)
	var sheets strings.Builder
	for tbl := g.Table(recordedGame); tbl.Over == nil; tbl = g.Table(recordedGame) {
		for _, s := range g.sheets(tbl, &d) {
			sheets.WriteString(s + "\n")
			seat, text, _ := strings.Cut(s, ": ")
			g.send(seat, text)
		}
	}
	out := &txtar.Archive{Comment: a.Comment}
	for _, f := range a.Files {
		if f.Name == "setup" || f.Name == "before" {
			out.Files = append(out.Files, f)
		}
	}
	out.Files = append(out.Files, txtar.File{Name: "sheets", Data: []byte(sheets.String())}, txtar.File{Name: "end", Data: []byte(g.end())})
	return out
}

// sheets writes what the bots of an open mail send.
func (g recorded) sheets(tbl *table.Table, d *dice) []string {
	p, err := order.New(tbl.Game.Grammar())
	if err != nil {
		g.T.Fatal(err)
	}
	w := tbl.Game.Windows()[0]
	var out []string
	for i, seat := range w.Seats {
		lines := tbl.Game.Play(seat, w, g.words["style"], d.pick)
		out = append(out, fmt.Sprintf("%s: %s", seat, p.Format(lines[0], []games.Lang{games.FR, games.EN}[i%2])))
	}
	return out
}
