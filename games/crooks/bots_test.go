package crooks

import (
	"fmt"
	"slices"
	"testing"

	"fivepoints/games"
	"fivepoints/games/gamestest"
)

// played is what one game of bots came to.
type played struct {
	turns, winner int
	points        []int
	order         []string  // of turns
	won           []float64 // by turn order; a shared win is shared
}

// playBots plays a game in which seat i of the setup plays styles[i].
func playBots(t testing.TB, b games.Rulebook, seed int, styles []string) played {
	t.Helper()
	d := gamestest.Dice(seed)
	for range 3 {
		d.Pick(9)
	}
	var out played
	for _, f := range gamestest.Bots(t, b, setupOf(len(styles)), styles, d.Pick) {
		switch p := f.Pub.(type) {
		case Ordered:
			out.order = p.Seats
		case Paid:
			out.turns++
		case Ended:
			out.ended(p)
		}
	}
	return out
}

func (p *played) ended(e Ended) {
	p.winner = e.Totals[0].points()
	p.won = make([]float64, len(p.order))
	for _, id := range e.Ranks[0].Seats {
		p.won[slices.Index(p.order, id)] = 1 / float64(len(e.Ranks[0].Seats))
	}
	for _, t := range e.Totals {
		p.points = append(p.points, t.points())
	}
}

// wonBy is the share of a seat in the victory.
func (p *played) wonBy(seat games.Seat) float64 { return p.won[slices.Index(p.order, string(seat))] }

// row is what the specification, 7.3, measured: turns, wins by turn order in
// hundredths, average and winner's points.
type row struct {
	style           string
	n               int
	turns           float64
	won             []float64
	average, winner float64
}

func measured() []row {
	return []row{
		{styleRandom, 2, 13.9, []float64{44, 56}, 27.2, 35.4},
		{styleGreedy, 2, 15.2, []float64{36, 64}, 27.6, 34.8},
		{styleRandom, 3, 21.3, []float64{32, 33, 36}, 17.5, 27.2},
		{styleGreedy, 3, 22.8, []float64{25, 36, 39}, 17.7, 26.6},
		{styleRandom, 4, 27.4, []float64{23, 25, 26, 27}, 12.5, 22.6},
		{styleGreedy, 4, 30.0, []float64{19, 21, 28, 33}, 12.9, 22.4},
	}
}

const tableGames = 1500

// Bots reproduce the table of the specification within three standard errors;
// go test -v prints both side by side.
func TestBotsReproduceTheTable(t *testing.T) {
	t.Parallel()
	_, bk := book(t)
	games := gamestest.Runs(tableGames/10, tableGames)
	for _, row := range measured() {
		t.Run(fmt.Sprint(row.n, " ", row.style), func(t *testing.T) {
			t.Parallel()
			styles := slices.Repeat([]string{row.style}, row.n)
			var turns, winner, average gamestest.Sample
			won := make([]gamestest.Sample, row.n)
			for seed := range games {
				p := playBots(t, bk, seed+1000*row.n, styles)
				turns.Add(float64(p.turns))
				winner.Add(float64(p.winner))
				sum := 0
				for i, n := range p.points {
					sum += n
					won[i].Add(100 * p.won[i])
				}
				average.Add(float64(sum) / float64(row.n))
			}
			turns.Near(t, "turns", row.turns, tableGames, 0.1)
			average.Near(t, "points", row.average, tableGames, 0.1)
			winner.Near(t, "winner", row.winner, tableGames, 0.1)
			for i := range won {
				won[i].Near(t, fmt.Sprint("wins of seat ", i+1), row.won[i], tableGames, 1)
			}
		})
	}
}

// One greedy bot among random ones wins more than its share: skill matters.
func TestGreedBeatsChance(t *testing.T) {
	t.Parallel()
	_, bk := book(t)
	for n, want := range map[int]float64{2: 78.5, 3: 68, 4: 65} {
		var won gamestest.Sample
		for seed := range gamestest.Runs(tableGames/10, tableGames) {
			styles := slices.Repeat([]string{styleRandom}, n)
			styles[seed%n] = styleGreedy
			p := playBots(t, bk, seed, styles)
			won.Add(100 * p.wonBy(setupOf(n).Seats[seed%n]))
		}
		won.Near(t, fmt.Sprint(n, " players"), want, tableGames, 1)
	}
}

func BenchmarkBotGame(b *testing.B) {
	_, bk := book(b)
	seed := 0
	for b.Loop() {
		playBots(b, bk, seed, slices.Repeat([]string{styleGreedy}, 4))
		seed++
	}
}
