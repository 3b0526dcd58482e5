package crooks

import (
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

func TestStandards(t *testing.T) {
	t.Parallel()
	_, b := book(t)
	gamestest.Standards(t, b, "order")
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

// Random games of all sizes end, keep the invariants and never refuse what they offer.
func TestWholeGames(t *testing.T) {
	t.Parallel()
	_, b := book(t)
	for seed := range gamestest.Runs(90, 900) {
		d := gamestest.Dice(seed)
		s := setupOf(2+seed%3, variants(seed*2654435761>>7)...)
		if err := gamestest.Play(b, s, d.Pick, gamestest.MailsFit); err != nil {
			t.Fatalf("seed %d, %v: %v", seed, s.Options, err)
		}
	}
}

// No seat is shown what it may not know: two worlds that differ only in that
// look the same to it, looked at after every third step.
func TestNothingLeaks(t *testing.T) {
	t.Parallel()
	_, b := book(t)
	for seed := range gamestest.Runs(51, 510) {
		if err := findLeak(b, seed); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
}

func findLeak(b games.Rulebook, seed int) error {
	d := gamestest.Dice(seed*7 + 1)
	s := setupOf(2+seed%3, variants(seed*40503>>3)...)
	return gamestest.Leaks(b, s, d.Pick, 3, gamestest.FindLeak)
}

func BenchmarkEvolve(b *testing.B) {
	_, bk := book(b)
	gamestest.BenchEvolve(b, bk, setupOf(4))
}
