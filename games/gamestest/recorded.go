package gamestest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"fivepoints/events"
	"fivepoints/games"
	"fivepoints/games/judge"
	"fivepoints/games/order"
	"fivepoints/games/table"
)

// Recorded plays every game of testdata/games again, from its sheets, through
// the judge. A game holds its seats and options (setup), maybe a position
// (before), what every seat sent, a mail a line with " / " between its orders
// (sheets; none at all: nobody writes, deadlines pass), and the position it ended
// in (end). With -update bots of the styles that setup names (a+b, by seat) play it anew
// from its seed; without a style only the end is written anew. The secret
// published at the end must repeat every draw. It returns the facts of the rules
// in all those games.
func Recorded(t *testing.T, book games.Rulebook, pos Positions) []games.Fact {
	var facts []games.Fact
	files, err := filepath.Glob("testdata/games/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no games in testdata/games (%v)", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if *Update {
				a = record(t, book, pos, a)
				if err := os.WriteFile(file, txtar.Format(a), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			facts = append(facts, replay(t, book, pos, a)...)
		})
	}
	return facts
}

func replay(t *testing.T, book games.Rulebook, pos Positions, a *txtar.Archive) []games.Fact {
	t.Helper()
	r := newRecorded(t, book, pos, a)
	r.sendAll(section(a, "sheets"))
	again, stored, err := r.Judge.Rejudge(context.Background(), recordedGame)
	if err != nil || Text(again) != Text(stored) {
		t.Errorf("judged again the game is another one (%v)", err)
	}
	if d, err := judge.CheckDraws(context.Background(), r.Log, recordedGame); err != nil || len(d.Wrong)+d.Later+d.Unshown > 0 || d.Checked == 0 && section(a, "before") == nil {
		t.Errorf("the published secret does not repeat every draw: %+v (%v)", d, err)
	}
	if got, want := r.end(), string(section(a, "end")); got != want {
		t.Errorf("the game ends\n%s\nrecorded was\n%s", got, want)
	}
	if r.Table(recordedGame).Over == nil {
		t.Error("the game is not over")
	}
	return Rules(r.Facts(recordedGame, true))
}

// recorded is a game played through the judge.
type recorded struct {
	*World
	pos   Positions
	style string
	dice  Dice
}

const recordedGame = "recorded"

// salts are the same in every run: open draws depend on those of the sheets.
type salts Dice

// Read fills p.
func (s *salts) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte((*Dice)(s).Pick(256))
	}
	return len(p), nil
}

// newRecorded opens the game; the comment is the salt of its draws.
func newRecorded(t *testing.T, book games.Rulebook, pos Positions, a *txtar.Archive) *recorded {
	t.Helper()
	log := events.NewMemory(events.NewMemoryKeys(string(a.Comment)))
	log.Rand = new(salts)
	r := &recorded{World: NewWorld(t, log, book), pos: pos}
	n := judge.NewGame{ID: recordedGame, Rulebook: book.Info().Name}
	var seats []string
	for _, word := range strings.Fields(string(section(a, "setup"))) {
		switch k, v, _ := strings.Cut(word, "="); k {
		case "seats":
			seats = strings.Split(v, ",")
		case "preset":
			n.Preset = v
		case "style":
			r.style = v
		case "seed":
			seed, _ := strconv.Atoi(v)
			r.dice = Dice(seed)
		default:
			n.Options = append(n.Options, games.KV{Key: k, Value: v})
		}
	}
	if before := section(a, "before"); before != nil {
		n.Position = parse(t, pos, string(before))
	}
	r.Create(n, seats...)
	return r
}

// send sends a line "seat: order" and resolves what it completes.
func (r *recorded) send(line string) {
	seat, text, _ := strings.Cut(line, ": ")
	r.Send(recordedGame, seat, strings.Split(text, " / ")...)
	r.Tick(recordedGame, 0)
}

// mostDeadlines bounds the deadlines of a game in which nobody writes.
const mostDeadlines = 100

func (r *recorded) sendAll(sheets []byte) {
	all := lines(sheets)
	for _, line := range all {
		r.send(line)
	}
	for n := 0; len(all) == 0 && n < mostDeadlines && r.Table(recordedGame).Over == nil; n++ {
		r.Tick(recordedGame, 8*24*time.Hour)
	}
}

func (r *recorded) end() string { return r.pos.Format(r.Table(recordedGame).Game) }

// record plays a game by bots, or once more by its sheets, and keeps the sheets
// and the end.
func record(t *testing.T, book games.Rulebook, pos Positions, a *txtar.Archive) *txtar.Archive {
	t.Helper()
	r := newRecorded(t, book, pos, a)
	sheets := section(a, "sheets")
	if r.style == "" {
		r.sendAll(sheets)
	} else {
		sheets = r.played()
	}
	out := &txtar.Archive{Comment: a.Comment, Files: slices.DeleteFunc(slices.Clone(a.Files), func(f txtar.File) bool {
		return f.Name == "sheets" || f.Name == "end"
	})}
	out.Files = append(out.Files, txtar.File{Name: "sheets", Data: sheets}, txtar.File{Name: "end", Data: []byte(r.end())})
	return out
}

// played lets bots play to the end and returns what they sent.
func (r *recorded) played() []byte {
	var out []byte
	for tbl := r.Table(recordedGame); tbl.Over == nil; tbl = r.Table(recordedGame) {
		for _, line := range r.sheets(tbl) {
			out = fmt.Appendln(out, line)
			r.send(line)
		}
	}
	return out
}

// sheets writes what the bots of the open mail send, in turns of language.
func (r *recorded) sheets(tbl *table.Table) []string {
	p, err := order.New(tbl.Game.Grammar())
	if err != nil {
		r.T.Fatal(err)
	}
	w := tbl.Game.Windows()[0]
	var out []string
	for i, seat := range w.Seats {
		styles := strings.Split(r.style, "+")
		orders := p.FormatAll(tbl.Game.Play(seat, w, styles[i%len(styles)], r.dice.Pick), []games.Lang{games.FR, games.EN}[i%2])
		if len(orders) == 0 {
			orders = []string{"ready"}
		}
		out = append(out, string(seat)+": "+strings.Join(orders, " / "))
	}
	return out
}
