package gamestest

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"fivepoints/events"
	"fivepoints/games"
	"fivepoints/games/judge"
	"fivepoints/games/table"
)

// Update tells whether goldens and cases are to be rewritten (-update).
var Update = flag.Bool("update", false, "rewrite goldens and the facts, refusals and after of cases")

// Positions reads and writes a rulebook's short text positions.
type Positions interface {
	// Parse returns facts that put a new game with these options in that position.
	Parse(text string) ([]games.Fact, error)
	// Format writes a position, one thing a line.
	Format(games.Game) string
	// Seats lists the seats that a position names, in turn order.
	Seats(text string) []string
}

// Cases runs every testdata/cases/*.txtar of the calling package; see the
// package comment for the sections.
func Cases(t *testing.T, book games.Rulebook, pos Positions) {
	files, err := filepath.Glob("testdata/cases/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases in testdata/cases (%v)", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			c := &testCase{T: t, book: book, pos: pos, archive: a}
			c.run()
			if *Update && c.changed {
				if err := os.WriteFile(file, txtar.Format(a), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

type testCase struct {
	*testing.T
	book    games.Rulebook
	pos     Positions
	archive *txtar.Archive
	world   *World
	drawn   map[string]bool // labels drawn so far
	seats   []string
	changed bool
}

const caseGame = "case"

func (c *testCase) run() {
	c.knowSections()
	n, resolve := c.setup()
	c.world = NewWorld(c.T, events.NewMemory(events.NewMemoryKeys("test")), c.book)
	c.world.Judge.Draws = c.draws()
	c.world.Create(n, c.seats...)
	began, err := c.world.Log.Tip(context.Background(), "game/"+caseGame)
	if err != nil {
		c.Fatal(err)
	}
	for _, f := range c.archive.Files {
		if seat, ok := strings.CutPrefix(f.Name, "orders "); ok {
			if !slices.Contains(c.seats, seat) {
				c.Errorf("%s: nobody sits there; seats are %v", f.Name, c.seats)
			}
			c.world.Send(caseGame, seat, strings.TrimSuffix(string(f.Data), "\n"))
		}
	}
	c.resolve(resolve)
	c.check(began)
}

// knowSections refuses a section that nothing would read.
func (c *testCase) knowSections() {
	known := []string{"setup", "before", "draws", "facts", "refusals", "after"}
	for _, f := range c.archive.Files {
		word, _, _ := strings.Cut(f.Name, " ")
		if !slices.Contains(known, f.Name) && (word == f.Name || word != "orders" && word != "view") {
			c.Errorf("there is no section %q", f.Name)
		}
	}
}

// setup reads the words of the setup section and the position.
func (c *testCase) setup() (n judge.NewGame, resolve int) {
	n = judge.NewGame{ID: caseGame, Rulebook: c.book.Info().Name}
	resolve = -1
	for _, word := range strings.Fields(string(c.section("setup"))) {
		k, v, _ := strings.Cut(word, "=")
		switch k {
		case "seats":
			c.seats = strings.Split(v, ",")
		case "preset":
			n.Preset = v
		case "resolve":
			resolve, _ = strconv.Atoi(v)
		default:
			n.Options = append(n.Options, games.KV{Key: k, Value: v})
		}
	}
	before := c.section("before")
	if len(c.seats) == 0 {
		c.seats = c.pos.Seats(string(before))
	}
	if len(c.seats) == 0 {
		c.Fatal("neither the setup nor the position names seats")
	}
	if before != nil {
		n.Position = parse(c.T, c.pos, string(before))
	}
	return n, resolve
}

// resolve closes the windows open at the start, or as many as setup says.
func (c *testCase) resolve(n int) {
	if n < 0 {
		n = 0
		for _, w := range c.world.Table(caseGame).Windows {
			if w.Open() {
				n++
			}
		}
	}
	for range n {
		if _, err := c.world.Judge.Adjudicate(context.Background(), caseGame, c.world.Now); err != nil {
			c.Fatal(err)
		}
	}
}

// draws answers the draws named in the case; others take the first of the pool.
func (c *testCase) draws() func(games.Draw) ([]int, error) {
	fixed := map[string][]string{}
	for _, line := range lines(c.section("draws")) {
		label, things, ok := strings.Cut(line, ": ")
		if !ok {
			c.Fatalf("draws: %q is not \"label: thing, thing\"", line)
		}
		fixed[label] = strings.Split(things, ", ")
	}
	c.drawn = map[string]bool{}
	return func(d games.Draw) ([]int, error) {
		c.drawn[d.Label] = true
		want, ok := fixed[d.Label]
		if !ok {
			return first(d.N), nil
		}
		if len(want) != d.N {
			return nil, fmt.Errorf("the draw %q takes %d things, the case names %d", d.Label, d.N, len(want))
		}
		return match(d, want)
	}
}

func first(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

func match(d games.Draw, want []string) ([]int, error) {
	left := slices.Clone(d.Pool)
	var picks []int
	for _, w := range want {
		i := slices.Index(left, w)
		if i < 0 {
			return nil, fmt.Errorf("the draw %q has no %q left in %v", d.Label, w, d.Pool)
		}
		left[i] = "" // drawn
		picks = append(picks, i)
	}
	return picks, nil
}

func (c *testCase) check(began events.Seq) {
	facts := c.factsAfter(began)
	for _, line := range lines(c.section("draws")) {
		if label, _, _ := strings.Cut(line, ": "); !c.drawn[label] {
			c.Errorf("draws: nothing was drawn with the label %q; labels drawn: %q", label, slices.Sorted(maps.Keys(c.drawn)))
		}
	}
	c.golden("facts", Text(Rules(facts)))
	c.golden("refusals", refusals(facts))
	tbl := c.world.Table(caseGame)
	if err := tbl.Game.Check(); err != nil {
		c.Errorf("invariant: %v", err)
	}
	if after := c.section("after"); after != nil {
		c.contains("after", lines(after), lines([]byte(c.pos.Format(tbl.Game))))
	}
	for _, f := range c.archive.Files {
		if seat, ok := strings.CutPrefix(f.Name, "view "); ok {
			view, err := json.MarshalIndent(tbl.Game.View(games.Seat(seat)), "", "  ")
			if err != nil {
				c.Fatal(err)
			}
			c.contains(f.Name, lines(f.Data), lines(view))
		}
	}
}

func (c *testCase) factsAfter(began events.Seq) []games.Fact {
	t := c.world.Table(caseGame)
	var out []games.Fact
	for st, err := range c.world.Log.Read(context.Background(), "game/"+caseGame, began) {
		if err != nil {
			c.Fatal(err)
		}
		facts, err := t.Facts(st, c.world.Log.Keys())
		if err != nil {
			c.Fatal(err)
		}
		out = append(out, facts...)
	}
	return out
}

// refusals lists what was not understood and what was passed over.
func refusals(facts []games.Fact) string {
	var b strings.Builder
	for _, f := range facts {
		switch p := f.Pub.(type) {
		case table.SheetText:
			for _, n := range f.Priv[0].Payload.(table.Text).Lines {
				if n.Kind == "error" || n.Kind == "near" {
					fmt.Fprintf(&b, "%s %d: %s\n", p.Seat, n.N, n.Rule)
				}
			}
		case table.Skipped:
			why := f.Priv[0].Payload.(table.Why)
			fmt.Fprintf(&b, "%s %d: %s\n", p.Seat, why.Order.Src, why.Rule)
		}
	}
	return b.String()
}

// golden compares a whole section, or rewrites it.
func (c *testCase) golden(name, got string) {
	for i, f := range c.archive.Files {
		if f.Name != name || string(f.Data) == got {
			continue
		}
		if *Update {
			c.archive.Files[i].Data, c.changed = []byte(got), true
			continue
		}
		c.Errorf("%s:\n got:\n%s\n want:\n%s", name, got, f.Data)
	}
}

func (c *testCase) contains(name string, want, got []string) {
	for _, line := range want {
		if !slices.Contains(got, line) {
			c.Errorf("%s: %q does not hold; there is:\n%s", name, line, strings.Join(got, "\n"))
		}
	}
}

func (c *testCase) section(name string) []byte { return section(c.archive, name) }

func section(a *txtar.Archive, name string) []byte {
	for _, f := range a.Files {
		if f.Name == name {
			return f.Data
		}
	}
	return nil
}

// lines splits a section into its trimmed lines; empty ones and # comments go.
func lines(data []byte) []string {
	var out []string
	for l := range bytes.Lines(data) {
		if s := strings.TrimSpace(string(l)); s != "" && !strings.HasPrefix(s, "#") {
			out = append(out, s)
		}
	}
	return out
}
