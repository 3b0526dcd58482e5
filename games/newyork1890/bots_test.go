package newyork1890

import (
	"errors"
	"fmt"
	"go/ast"
	goparser "go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"fivepoints/events"
	"fivepoints/games"
	"fivepoints/games/gamestest"
	"fivepoints/games/judge"
	"fivepoints/games/order"
	"fivepoints/games/table"
)

// A bot sees the View and nothing else: below Play no function of a bot knows
// a State, and Play uses the state three times: for its tables, to look at it, for
// its grammar.
func TestBotsSeeOnlyTheView(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("bots*.go")
	if err != nil || len(files) < 6 {
		t.Fatal(files, err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") || name == "bots_tally.go" {
			continue
		}
		f, err := goparser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Name.Name == "Play" {
				if uses(fn.Body, "s") != 3 || uses(fn.Body, "View") != 2 || uses(fn.Body, "Grammar") != 1 {
					t.Error("Play does more with the state than to view it")
				}
				continue
			}
			if uses(d, "State") > 0 {
				t.Errorf("%s knows the State", name)
			}
		}
	}
}

func uses(n ast.Node, name string) int {
	sum := 0
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && id.Name == name {
			sum++
		}
		return true
	})
	return sum
}

// botGame is a finished game of bots.
type botGame struct {
	facts         []games.Fact
	sheets        [][]games.Line
	sent, refused int      // orders
	unread        []string // lines not understood
	checked       error
}

// playBots plays a whole game by mail, sheets as text.
func playBots(t *testing.T, preset, cadence string, seed, gangs int, styles ...string) botGame {
	t.Helper()
	_, b := book(t)
	d, game := gamestest.Dice(seed), botGame{}
	log := events.NewMemory(events.NewMemoryKeys(fmt.Sprint(seed)))
	log.Rand = &salts{d} // the draws follow from them
	w := gamestest.NewWorld(t, log, b)
	var seats []string
	for i := range gangs {
		seats = append(seats, string(b.Info().Seats[(seed+i)%6]))
	}
	opts := []games.KV{{Key: "cadence", Value: cadence}}
	w.Create(judge.NewGame{ID: "ny1", Rulebook: Name, Preset: preset, Options: opts}, seats...)
	for range 200 {
		tab, err := w.Judge.Table(t.Context(), "ny1")
		if err != nil {
			t.Fatal(err)
		}
		if game.checked = errors.Join(game.checked, tab.Game.Check()); tab.Over != nil {
			game.count(t, w)
			return game
		}
		for _, win := range tab.Windows {
			if win.Open() {
				sendAll(t, w, tab, win, d.Pick, &game, styles)
			}
		}
		next, _, err := w.Judge.NextAt(t.Context(), "ny1") // one mail at a time: every report is read
		if err != nil {
			t.Fatal(err)
		}
		w.Tick("ny1", next.Sub(w.Now))
	}
	t.Fatal("the game does not end")
	return game
}

// salts reads bytes from dice.
type salts struct{ d gamestest.Dice }

func (s *salts) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(s.d.Pick(256))
	}
	return len(p), nil
}

func sendAll(t *testing.T, w *gamestest.World, tab *table.Table, win *table.Window, pick func(int) int, game *botGame, styles []string) {
	t.Helper()
	mail := games.Window{ID: win.ID()}
	for _, k := range win.Kinds {
		mail.Kinds = append(mail.Kinds, games.Kind(k))
	}
	p := parser(t, tab.Game.Grammar())
	for _, seat := range win.Seats {
		i := 0
		for i < len(tab.Seats) && tab.Seats[i].Seat != seat {
			i++
		}
		lines := tab.Game.Play(games.Seat(seat), mail, styles[i%len(styles)], pick)
		game.sheets = append(game.sheets, lines)
		if len(lines) > 0 {
			w.Send("ny1", seat, p.FormatAll(lines, games.Lang(tab.Holder(seat).Lang))...)
		}
	}
}

// count reads the log for what became of the sheets.
func (b *botGame) count(t *testing.T, w *gamestest.World) {
	t.Helper()
	facts := w.Facts("ny1", true)
	b.facts = gamestest.Rules(facts)
	for _, f := range facts {
		for _, part := range f.Priv {
			switch v := part.Payload.(type) {
			case table.Lines:
				b.sent += len(v.Lines)
			case table.Why:
				if !v.Guard {
					b.refused++
				}
			case table.Text:
				for _, n := range v.Lines {
					if n.Kind != "order" && n.Kind != "warn" && n.Kind != "setting" {
						b.unread = append(b.unread, n.Kind+": "+n.Text)
					}
				}
			}
		}
	}
}

// Bots of every style, 2 to 6 of them, in both cadences and presets, play games that end,
// keep the invariants, write nothing that is not understood and little that is
// refused.
func TestBotsPlayWholeGames(t *testing.T) {
	t.Parallel()
	sent, refused := 0, 0
	r, _ := book(t)
	styles := r.Styles()
	for seed := range gamestest.Runs(12, 80) {
		turned := append(append([]string{}, styles[seed%len(styles):]...), styles[:seed%len(styles)]...)
		preset := "base7"
		if seed%6 == 5 {
			preset = "slice"
		}
		g := playBots(t, preset, []string{"standard", "full"}[seed%2], seed, 2+seed%5, turned...)
		if len(g.unread) > 0 || g.checked != nil {
			t.Errorf("seed %d: not understood: %q; %v", seed, g.unread, g.checked)
		}
		sent, refused = sent+g.sent, refused+g.refused
		checkTally(t, r, g.facts)
	}
	t.Logf("%d orders, %d refused", sent, refused)
	if sent < 500 || 100*refused > 4*sent {
		t.Errorf("of %d orders %d were refused", sent, refused)
	}
}

// checkTally demands that a tally is the ledger of the game.
func checkTally(t *testing.T, r Rules, facts []games.Fact) {
	t.Helper()
	tally, raided := r.Tally(facts), 0
	for _, g := range tally.Gangs {
		for _, n := range g.Raided {
			raided += n
		}
		sum, in, income, earned := r.data.Start.Money, 0, 0, 0
		for _, e := range g.Ledger {
			sum, in = sum+e.Sum, in+max(0, e.Sum)
		}
		for _, n := range g.Income {
			income += n
		}
		for _, e := range g.Earned {
			for _, n := range e.Years {
				earned += n
			}
		}
		if sum != g.Money || in != income || earned != income {
			t.Errorf("%s has %d $ and a ledger of %d; its income is %d, by year %d, by source %d", g.Gang, g.Money, sum, in, income, earned)
		}
	}
	if raided != tally.Raided {
		t.Errorf("%d members were raided, by gang and year %d", tally.Raided, raided)
	}
}

// Every sheet of a bot can be written and read again in both languages.
func TestBotsWriteWhatCanBeRead(t *testing.T) {
	t.Parallel()
	r, _ := book(t)
	p := parser(t, r.Grammar(allOn()))
	seen := map[string]bool{}
	for seed := range 2 {
		for _, sheet := range playBots(t, "base7", "standard", seed, 6, "builder", "brawler", "politician", "robber").sheets {
			for _, lang := range []games.Lang{games.FR, games.EN} {
				if got := reread(p, lang, sheet); !reflect.DeepEqual(got, sheet) {
					t.Errorf("%q is read as %v, not %v", p.FormatAll(sheet, lang), got, sheet)
				}
			}
			for _, l := range sheet {
				seen[l.Verb] = true
				seen["else"] = seen["else"] || l.Join == games.Else
			}
		}
	}
	for _, verb := range []string{"move", "open", "recruit", "rob", "buy", "sober", "tammany", "equip", "war", "answer", "police", "bribe", "return", "losses", "else"} {
		if !seen[verb] {
			t.Errorf("no bot writes %s", verb)
		}
	}
}

func reread(p *order.Parser, lang games.Lang, sheet []games.Line) []games.Line {
	var in []order.Input
	for i, text := range p.FormatAll(sheet, lang) {
		in = append(in, order.Input{N: i + 1, Text: text})
	}
	lines := p.Parse(lang, in).Lines
	for i := range lines {
		lines[i].Src = 0
	}
	return lines
}

// The same seed gives the same game; another one another.
func TestBotsAreDeterministic(t *testing.T) {
	t.Parallel()
	text := func(seed int) string {
		return gamestest.Text(playBots(t, "base7", "standard", seed, 3, "builder", "brawler").facts)
	}
	if once, again := text(3), text(3); once != again || once == text(4) {
		t.Error("games of bots do not follow from their seed")
	}
}

// Styles differ in what they do.
func TestBotStylesDiffer(t *testing.T) {
	t.Parallel()
	r, _ := book(t)
	of := func(styles ...string) map[string]int {
		sums := map[string]int{}
		for seed := range 4 {
			tally := r.Tally(playBots(t, "base7", "standard", seed, 4, styles...).facts)
			sums["battles"] += tally.Battles
			for _, g := range tally.Gangs {
				for _, e := range g.Ledger {
					sums[e.Source] += max(e.Sum, -e.Sum)
				}
			}
		}
		return sums
	}
	builder, brawler, robber, purerob, passive := of("builder"), of("brawler"), of("robber"), of("purerob"), of("passive")
	for what, ok := range map[string]bool{
		"robbers rob more than builders":   robber["robbery"] > 2*builder["robbery"],
		"brawlers buy weapons":             brawler["weapon"] > 3*builder["weapon"],
		"brawlers make war":                brawler["war"] > 3*builder["war"],
		"brawlers make war on the weak":    of("brawler", "passive")["war"] > 0,
		"builders and brawlers pay police": builder["bribe"] > 0 && brawler["bribe"] > 0 && robber["bribe"] == 0,
		"pure robbers own nothing":         purerob["joint"] == 0 && purerob["robbery"] > robber["robbery"],
		"builders live on joints":          builder["joint"] > robber["joint"],
		"the passive do nothing":           len(passive) <= 1,
	} {
		if !ok {
			t.Errorf("not so: %s (builder %v, brawler %v, robber %v, purerob %v, passive %v)", what, builder, brawler, robber, purerob, passive)
		}
	}
}
