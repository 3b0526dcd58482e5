package crooks

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"fivepoints/games"
)

// played is what one game of bots came to.
type played struct {
	turns, winner int
	points        []int
	won           []float64 // by turn order; a shared win is shared
	left, kills   int
}

// playBots plays a game in which seat i of the turn order plays styles[i].
func playBots(t testing.TB, r Rules, seed int, styles []string) played {
	t.Helper()
	d := dice(seed)
	for range 3 {
		d.pick(9)
	}
	s := &State{}
	facts, err := r.New(setupOf(len(styles)))
	if err != nil {
		t.Fatal(err)
	}
	var out played
	for {
		for _, f := range facts {
			r.Evolve(s, f)
			switch f.Pub.(type) {
			case Paid:
				out.turns++
			case Killed:
				out.kills++
			}
		}
		step := r.Next(s)
		switch {
		case step.Over != nil:
			return out.count(s)
		case step.Draw != nil:
			facts = r.Drawn(s, *step.Draw, picks(len(step.Draw.Pool), step.Draw.N, d.pick))
		case step.Auto != nil:
			facts = step.Auto
		default:
			facts = ask(t, r, s, step.Due[0], styles[s.Active], d.pick)
		}
	}
}

func ask(t testing.TB, r Rules, s *State, d games.Decision, style string, pick func(int) int) []games.Fact {
	t.Helper()
	lines := r.Play(s, d.Seat, r.Windows(s)[0], style, pick)
	facts, ref := r.Decide(s, d, lines[0])
	if ref != nil {
		t.Fatalf("%s bot: %v is refused: %s", style, lines[0], ref.Rule)
	}
	return facts
}

func picks(pool, n int, pick func(int) int) []int {
	var left, out []int
	for i := range pool {
		left = append(left, i)
	}
	for range n {
		i := pick(len(left))
		out = append(out, left[i])
		left = append(left[:i:i], left[i+1:]...)
	}
	return out
}

func (p played) count(s *State) played {
	e := s.Scores.Ended
	p.winner = e.Totals[0].points()
	p.won = make([]float64, len(s.Seats))
	for _, id := range e.Ranks[0].Seats {
		p.won[s.index(id)] = 1 / float64(len(e.Ranks[0].Seats))
	}
	for _, t := range e.Totals {
		p.points = append(p.points, t.points())
	}
	for _, pile := range s.Piles {
		p.left += len(pile.Crooks)
	}
	return p
}

// measured is the table of the specification, 7.3: turns, wins by turn order in
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
	r, _ := book(t)
	games := fewer(tableGames)
	for _, row := range measured() {
		t.Run(fmt.Sprint(row.n, " ", row.style), func(t *testing.T) {
			t.Parallel()
			styles := slices.Repeat([]string{row.style}, row.n)
			var turns, winner, average stat
			won := make([]stat, row.n)
			for seed := range games {
				p := playBots(t, r, seed+1000*row.n, styles)
				turns.add(float64(p.turns))
				winner.add(float64(p.winner))
				sum := 0
				for i, n := range p.points {
					sum += n
					won[i].add(100 * p.won[i])
				}
				average.add(float64(sum) / float64(row.n))
			}
			turns.compare(t, "turns", row.turns, 0.1)
			average.compare(t, "points", row.average, 0.1)
			winner.compare(t, "winner", row.winner, 0.1)
			for i := range won {
				won[i].compare(t, fmt.Sprint("wins of seat ", i+1), row.won[i], 1)
			}
		})
	}
}

// stat gathers a mean and its spread.
type stat struct{ n, sum, squares float64 }

func (s *stat) add(x float64) { s.n, s.sum, s.squares = s.n+1, s.sum+x, s.squares+x*x }

// compare allows three standard errors of the difference, the table having been
// made of 1500 games and rounded.
func (s *stat) compare(t *testing.T, what string, want, unit float64) {
	t.Helper()
	mean := s.sum / s.n
	sd := math.Sqrt(max(0, s.squares/s.n-mean*mean))
	limit := 3*sd*math.Sqrt(1/s.n+1.0/tableGames) + unit/2
	t.Logf("%-14s %6.2f, table %6.2f, allowed ±%.2f", what, mean, want, limit)
	if math.Abs(mean-want) > limit {
		t.Errorf("%s: %.2f instead of %.2f ±%.2f", what, mean, want, limit)
	}
}

// One greedy bot among random ones wins more than its share: skill matters.
func TestGreedBeatsChance(t *testing.T) {
	t.Parallel()
	r, _ := book(t)
	for n, want := range map[int]float64{2: 78.5, 3: 68, 4: 65} {
		var won stat
		for seed := range fewer(tableGames) {
			styles := slices.Repeat([]string{styleRandom}, n)
			styles[seed%n] = styleGreedy
			won.add(100 * playBots(t, r, seed, styles).won[seed%n])
		}
		won.compare(t, fmt.Sprint(n, " players"), want, 1)
	}
}

func BenchmarkBotGame(b *testing.B) {
	r, _ := book(b)
	seed := 0
	for b.Loop() {
		playBots(b, r, seed, slices.Repeat([]string{styleGreedy}, 4))
		seed++
	}
}
