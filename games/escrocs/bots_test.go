package escrocs

import (
	"fmt"
	"math"
	"os"
	"slices"
	"testing"

	"fivepoints/games"
)

// tally is what a tournament counts.
type tally struct {
	games, turns, points, winner, ties, shuffles, refills, beaten, calls int
	turns2, winner2                                                      int   // sums of squares
	wins                                                                 []int // by turn order
	chair                                                                int   // of the first chair
}

func (c *tally) fact(f games.Fact) {
	switch f.Pub.(type) {
	case Taken:
		c.turns++
	case Rebuilt:
		c.shuffles++
	case Refilled:
		c.refills++
	case SetFact:
		if f.Type == factBeaten {
			c.beaten++
		}
	case Called:
		c.calls++
	}
}

// botGame plays one game of bots without log or judge, and adds to the tally.
func botGame(t testing.TB, b games.Rulebook, n int, styles []string, seed int, c *tally) {
	t.Helper()
	d := dice(seed)
	for range 20 { // a linear generator's first numbers follow its seed
		d.pick(2)
	}
	g := b.Start()
	before := c.turns
	first := ""
	evolve := func(facts []games.Fact) {
		for _, f := range facts {
			if p, ok := f.Pub.(TurnStarted); ok && first == "" {
				first = p.Seat
			}
			c.fact(f)
			g.Evolve(f)
		}
	}
	facts, err := b.New(setup(n))
	if err != nil {
		t.Fatal(err)
	}
	evolve(facts)
	var pending []games.Line
	for {
		step := g.Next()
		switch {
		case step.Over != nil:
			c.ended(g.View(games.Engine).(View), first, c.turns-before)
			return
		case step.Draw != nil:
			evolve(g.Drawn(*step.Draw, shuffled(len(step.Draw.Pool), step.Draw.N, &d)))
		case step.Auto != nil:
			evolve(step.Auto)
		default:
			var answers []games.Fact
			for _, due := range step.Due {
				style := styles[slices.Index(setup(n).Seats, due.Seat)%len(styles)]
				if pending = g.Play(due.Seat, g.Windows()[0], style, d.pick); len(pending) == 0 {
					pending = []games.Line{g.Default(due, 1)}
				}
				facts, ref := g.Decide(due, pending[0])
				if ref != nil {
					t.Fatalf("seed %d: the bot's %v is refused: %v", seed, pending, ref)
				}
				answers = append(answers, facts...)
			}
			evolve(answers)
		}
		if err := g.Check(); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
}

func shuffled(pool, n int, d *dice) []int {
	all := make([]int, pool)
	for i := range all {
		all[i] = i
	}
	for i := range n {
		j := i + d.pick(pool-i)
		all[i], all[j] = all[j], all[i]
	}
	return all[:n]
}

// ended counts the result; wins are by turn order, a tie counts in parts of 12.
func (c *tally) ended(v View, first string, turns int) {
	c.games++
	c.turns2 += turns * turns
	at := slices.IndexFunc(v.Seats, func(s SeatView) bool { return s.Seat == first })
	if c.wins == nil {
		c.wins = make([]int, len(v.Seats))
	}
	winners := v.Ranks[0]
	if len(winners) > 1 {
		c.ties++
	}
	for i, s := range v.Seats {
		c.points += s.Score
		if slices.Contains(winners, s.Seat) {
			c.wins[(i-at+len(v.Seats))%len(v.Seats)] += 12 / len(winners)
			if i == 0 {
				c.chair += 12 / len(winners)
			}
			if s.Seat == winners[0] {
				c.winner += s.Score
				c.winner2 += s.Score * s.Score
			}
		}
	}
}

func mean(sum, n int) float64 { return float64(sum) / float64(n) }

func spread(sum, squares, n int) float64 {
	m := mean(sum, n)
	return math.Sqrt(math.Max(0, mean(squares, n)-m*m))
}

// The figures of the specification, section 8, of 800 games each.
func figures() []struct {
	seats                  int
	style                  string
	turns, average, winner float64
	wins                   []float64
} {
	type row = struct {
		seats                  int
		style                  string
		turns, average, winner float64
		wins                   []float64
	}
	return []row{
		{2, styleRandom, 54.6, 100, 126, []float64{46, 54}},
		{2, styleGreedy, 52.7, 98, 121, []float64{50, 50}},
		{3, styleRandom, 55.2, 50, 73, []float64{28, 35, 37}},
		{3, styleGreedy, 54.7, 50, 71, []float64{28, 38, 34}},
		{4, styleRandom, 54.6, 30, 52, []float64{25, 22, 28, 25}},
		{4, styleGreedy, 56.3, 32, 52, []float64{23, 24, 26, 28}},
	}
}

// Bots of the table reproduce turns, win share and points of the specification
// within three standard errors of both samples. Each game is checked after every step.
func TestTournament(t *testing.T) {
	t.Parallel()
	_, b := book(t)
	played := 150
	if os.Getenv("FIVEPOINTS_LONG") != "" {
		played = 1500
	}
	for _, want := range figures() {
		var c tally
		for seed := range played {
			botGame(t, b, want.seats, []string{want.style}, seed, &c)
		}
		n := c.games
		within := func(what string, got, want, deviation, rounding float64) {
			if limit := 3*deviation*math.Sqrt(1/float64(n)+1.0/800) + rounding; math.Abs(got-want) > limit {
				t.Errorf("%s: %.2f, the specification has %.2f (± %.2f)", what, got, want, limit)
			}
		}
		name := fmt.Sprintf("%d %s", want.seats, want.style)
		turns := spread(c.turns, c.turns2, n)
		winner := spread(c.winner, c.winner2, n)
		within(name+" turns", mean(c.turns, n), want.turns, turns, 0.05)
		within(name+" winner's points", mean(c.winner, n), want.winner, winner, 0.5)
		within(name+" points", mean(c.points, n*want.seats), want.average, winner, 0.5)
		for i, w := range c.wins {
			within(fmt.Sprintf("%s wins of place %d", name, i+1), mean(w*100, n*12), want.wins[i], 50, 0.5)
		}
		t.Logf("%-9s %4d games  turns %.1f/%.1f  points %.0f/%.0f  winner %.0f/%.0f  wins %v/%v  ties %.1f%%  reshuffles %.1f refills %.1f beaten %.1f give-backs %.3f",
			name, n, mean(c.turns, n), want.turns, mean(c.points, n*want.seats), want.average, mean(c.winner, n), want.winner,
			shares(c.wins, n), want.wins, mean(c.ties*100, n), mean(c.shuffles, n), mean(c.refills, n), mean(c.beaten, n), mean(c.calls, n))
	}
}

func shares(wins []int, n int) []int {
	var out []int
	for _, w := range wins {
		out = append(out, int(math.Round(mean(w*100, n*12))))
	}
	return out
}

// A greedy bot in the first chair beats random ones (the specification has 85,
// 71 and 64 %).
func TestGreedyBeatsRandom(t *testing.T) {
	t.Parallel()
	_, b := book(t)
	for n, want := range []float64{2: 85, 3: 71, 4: 64} {
		if want == 0 {
			continue
		}
		var c tally
		for seed := range 200 {
			botGame(t, b, n, append([]string{styleGreedy}, slices.Repeat([]string{styleRandom}, n-1)...), seed, &c)
		}
		if got := mean(c.chair*100, c.games*12); math.Abs(got-want) > 15 {
			t.Errorf("one greedy bot of %d wins %.0f %%, the specification has %.0f", n, got, want)
		}
	}
}

func BenchmarkBotGame(b *testing.B) {
	_, book := book(b)
	var c tally
	for i := range b.N {
		botGame(b, book, 4, []string{styleGreedy}, i, &c)
	}
}
