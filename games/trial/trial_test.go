package trial_test

import (
	"context"
	"math"
	"reflect"
	"testing"

	"fivepoints/games"
	"fivepoints/games/escrocs"
	"fivepoints/games/trial"
)

func book(t *testing.T) games.Rulebook {
	t.Helper()
	b, err := escrocs.Book()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// The same seed gives the same games, whoever plays them; another one others.
func TestSeedsDecide(t *testing.T) {
	t.Parallel()
	b := book(t)
	row := b.Measured().Rows()[0]
	run := func(workers int, seed uint64) trial.Compared {
		n := 0
		got, err := trial.Run(t.Context(), b, row, 12, workers, seed, func(int) { n++ })
		if err != nil || n != 12 || got.Games != 12 {
			t.Fatalf("%d games of 12 were told, %+v, %v", n, got, err)
		}
		return got
	}
	one := run(1, 4)
	if three := run(3, 4); !reflect.DeepEqual(one, three) {
		t.Errorf("one worker: %+v\nthree: %+v", one, three)
	}
	if other := run(3, 5); reflect.DeepEqual(one.Figures, other.Figures) {
		t.Error("another seed gives the same games")
	}
}

// Wins of all places are all wins, and the one of a bot alone is the first's
// where the row is in turn order.
func TestFigures(t *testing.T) {
	t.Parallel()
	b := book(t)
	row := games.RowAlone("greedy", "random", 3, 800, "71.5")
	row.InTurn = true
	for place := range 3 {
		row.Figures = append(row.Figures, games.Figure{Name: games.Wins, Place: place + 1, Mean: "33"})
	}
	got, err := trial.Run(t.Context(), b, row, 30, 2, 1, func(int) {})
	if err != nil {
		t.Fatal(err)
	}
	f := got.Figures
	if f[0].Measured != f[1].Measured || f[0].Specified != 71.5 || f[0].Measured < 50 {
		t.Errorf("the bot alone is %+v, the first to play %+v", f[0], f[1])
	}
	if sum := f[1].Measured + f[2].Measured + f[3].Measured; math.Abs(sum-100) > 1e-9 {
		t.Errorf("somebody wins every game, not %.1f %%", sum)
	}
	p := f[0].Measured / 100
	want := math.Sqrt(10_000*p*(1-p)*30/29*(1.0/30+1.0/800) + 0.01/12) // the variance of a share is p(1-p), rounding 1/12 of a last digit's square
	if math.Abs(f[0].Error-want) > 1e-9 || math.Abs(f[0].Distance-math.Abs(f[0].Measured-71.5)/want) > 1e-9 {
		t.Errorf("the standard error is %v, not %v: %+v", f[0].Error, want, f[0])
	}
}

// A figure that the bots do not reproduce is far.
func TestFarFigures(t *testing.T) {
	t.Parallel()
	b := book(t)
	row := games.RowOf("random", 800, "70", "100", "126", "46", "54")
	got, err := trial.Run(t.Context(), b, row, 40, 2, 1, func(int) {})
	if err != nil || !got.Figures[0].Far() || got.Figures[1].Far() {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestRunRefuses(t *testing.T) {
	t.Parallel()
	b := book(t)
	row := b.Measured().Rows()[0]
	stopped, stop := context.WithCancel(t.Context())
	stop()
	bad := games.RowOf("random", 800, "many", "1", "1", "50", "50")
	for name, run := range map[string]func() (trial.Compared, error){
		"one game":  func() (trial.Compared, error) { return trial.Run(t.Context(), b, row, 1, 2, 1, func(int) {}) },
		"stopped":   func() (trial.Compared, error) { return trial.Run(stopped, b, row, 3, 2, 1, func(int) {}) },
		"no number": func() (trial.Compared, error) { return trial.Run(t.Context(), b, bad, 2, 2, 1, func(int) {}) },
		"eight seats": func() (trial.Compared, error) {
			return trial.Run(t.Context(), b, games.RowAlone("greedy", "random", 8, 1, "1"), 2, 2, 1, func(int) {})
		},
	} {
		if got, err := run(); err == nil {
			t.Errorf("%s: %+v", name, got)
		}
	}
}
