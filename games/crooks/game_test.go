package crooks

import (
	"fmt"
	"os"
	"slices"
	"testing"

	"fivepoints/games"
	"fivepoints/games/gamestest"
)

func book(t testing.TB) (Rules, games.Rulebook) {
	t.Helper()
	r, err := New()
	if err != nil {
		t.Fatal(err)
	}
	return r, games.Erase(r)
}

func TestCases(t *testing.T) {
	r, b := book(t)
	gamestest.Cases(t, b, NewPositions(r))
}

func TestLanguage(t *testing.T) {
	t.Parallel()
	_, b := book(t)
	gamestest.Language(t, b)
}

func TestPure(t *testing.T) {
	t.Parallel()
	gamestest.Pure(t)
}

// A released fact never changes its bytes and never disappears.
func TestGoldenFacts(t *testing.T) { gamestest.GoldenFacts(t, factTypes()) }

// dice is a small deterministic chooser for tests.
type dice uint64

func (d *dice) pick(n int) int {
	*d = *d*6364136223846793005 + 1442695040888963407
	return int(uint64(*d)>>33) % n
}

func setupOf(n int, options ...games.KV) games.Setup {
	return games.Setup{Game: "t", Seats: []games.Seat{"tom", "pim", "suzanne", "zoe"}[:n], Options: options}
}

// variants are options that change how a game is played.
func variants(seed int) []games.KV {
	var out []games.KV
	for i, o := range options() {
		if len(o.Values) > 1 && o.Key != "deck" && o.Key != "edition" && seed>>i&1 == 1 {
			out = append(out, games.KV{Key: o.Key, Value: o.Values[1+seed%(len(o.Values)-1)]})
		}
	}
	return out
}

// mailsFit demands an open mail for every decision, which its seat may write.
func mailsFit(g games.Game, _ []games.Fact) error {
	for _, d := range g.Next().Due {
		fits := slices.ContainsFunc(g.Windows(), func(w games.Window) bool {
			return w.ID == d.Window && slices.Contains(w.Seats, d.Seat) && slices.Contains(w.Kinds, d.Kind)
		})
		if !fits {
			return fmt.Errorf("no mail for %s in %v", d.ID, g.Windows())
		}
	}
	return nil
}

// fewer is how many of n games a quick run plays.
func fewer(n int) int {
	if os.Getenv("FIVEPOINTS_LONG") != "" {
		return n
	}
	return n / 10
}

// Random games of all sizes end, keep the invariants and never refuse what they offer.
func TestWholeGames(t *testing.T) {
	t.Parallel()
	_, b := book(t)
	for seed := range fewer(900) {
		d := dice(seed)
		s := setupOf(2+seed%3, variants(seed*2654435761>>7)...)
		if err := gamestest.Play(b, s, d.pick, mailsFit); err != nil {
			t.Fatalf("seed %d, %v: %v", seed, s.Options, err)
		}
	}
}

// No seat is shown what it may not know: two worlds that differ only in that
// look the same to it, looked at after every third step.
func TestNothingLeaks(t *testing.T) {
	t.Parallel()
	_, b := book(t)
	for seed := range fewer(510) {
		if err := findLeak(b, seed); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
}

func findLeak(b games.Rulebook, seed int) error {
	d := dice(seed*7 + 1)
	s := setupOf(2+seed%3, variants(seed*40503>>3)...)
	return gamestest.Play(b, s, d.pick, func(g games.Game, facts []games.Fact) error {
		if d.pick(3) > 0 {
			return nil
		}
		seat := append(s.Seats, games.Public)[d.pick(len(s.Seats)+1)]
		return gamestest.FindLeak(g, facts, seat, d.pick)
	})
}

// Every rule that is done has its code and its case.
func TestEveryRuleHasCodeAndCase(t *testing.T) {
	t.Parallel()
	gamestest.CitedRules(t, "order")
}

func BenchmarkEvolve(b *testing.B) {
	r, bk := book(b)
	d := dice(3)
	var facts []games.Fact
	keep := func(_ games.Game, all []games.Fact) error { facts = all; return nil }
	if err := gamestest.Play(bk, setupOf(4), d.pick, keep); err != nil {
		b.Fatal(err)
	}
	n := 0
	for b.Loop() {
		s := &State{}
		for _, f := range facts {
			r.Evolve(s, f)
		}
		n += len(facts)
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "facts/s")
}
