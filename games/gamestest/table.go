package gamestest

import (
	"runtime"
	"strings"
	"testing"

	"fivepoints/games"
	"fivepoints/games/trial"
)

// Table plays every row of the specification's table of bots and demands that
// no figure is further than three standard errors away; the invariant is
// checked at every step. go test -v prints both side by side.
func Table(t *testing.T, book games.Rulebook) { TableOf(t, book, Runs(150, 1500)) }

// TableOf is Table with so many games a row, for rulebooks whose bots take long.
func TableOf(t *testing.T, book games.Rulebook, played int) {
	for _, row := range book.Measured().Rows() {
		t.Run(strings.Join(row.Styles, " "), func(t *testing.T) {
			got, err := trial.Run(t.Context(), book, row, played, runtime.GOMAXPROCS(0), 1, func(int) {})
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range got.Figures {
				t.Logf("%s %d: %.2f, specified %.2f, %.1f standard errors of %.2f away", f.Name, f.Place, f.Measured, f.Specified, f.Distance, f.Error)
				if f.Far() {
					t.Errorf("%s %d is %.2f instead of %.2f, %.1f standard errors away", f.Name, f.Place, f.Measured, f.Specified, f.Distance)
				}
			}
		})
	}
}

// BenchBots measures one game of bots.
func BenchBots(b *testing.B, book games.Rulebook, setup games.Setup, styles ...string) {
	for seed := 0; b.Loop(); seed++ {
		d := Dice(seed)
		Bots(b, book, setup, styles, d.Pick)
	}
}
