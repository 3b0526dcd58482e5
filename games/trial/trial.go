package trial

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"

	"fivepoints/games"
)

// Far is the distance from which a figure no longer agrees.
const Far = 3

// Compared is a row of a specification's table beside games played here. It is
// stable as JSON.
type Compared struct {
	Styles    []string `json:"styles"` // of the seats
	Games     int      `json:"games"`
	Specified int      `json:"specified"` // games behind the specification's figures
	Marked    bool     `json:"marked,omitempty"`
	Figures   []Figure `json:"figures"`
}

// Figure is a mean of games played here beside that of the specification.
type Figure struct {
	Name      games.Quantity `json:"name"`
	Place     int            `json:"place,omitempty"`
	Measured  float64        `json:"measured"`
	Specified float64        `json:"specified"`
	Error     float64        `json:"error"`    // standard error of the difference
	Distance  float64        `json:"distance"` // the difference in standard errors, never negative
}

// Far tells whether a figure does not agree.
func (f Figure) Far() bool { return f.Distance > Far }

// Run plays games of a row, several at once, and compares. The same seed gives
// the same games, whoever plays them; done is told how many are over.
func Run(ctx context.Context, book games.Rulebook, row games.Row, n, workers int, seed uint64, done func(int)) (Compared, error) {
	if n < 2 {
		return Compared{}, fmt.Errorf("measuring %d games: a spread needs two at least", n)
	}
	tallies, errs := make([]games.Tally, n), make([]error, n)
	next, over := make(chan int), make(chan struct{}, n)
	var all sync.WaitGroup
	for range workers {
		all.Go(func() {
			for i := range next {
				if errs[i] = ctx.Err(); errs[i] == nil {
					tallies[i], errs[i] = play(book, row, rand.NewPCG(seed, uint64(i)))
				}
				over <- struct{}{}
			}
		})
	}
	go func() {
		for i := range n {
			next <- i
		}
		close(next)
	}()
	for i := range n {
		<-over
		done(i + 1)
	}
	all.Wait()
	if i := slices.IndexFunc(errs, func(err error) bool { return err != nil }); i >= 0 {
		return Compared{}, fmt.Errorf("playing game %d of %s: %w", i+1, strings.Join(row.Styles, ", "), errs[i])
	}
	return compare(row, tallies)
}

func play(book games.Rulebook, row games.Row, chance *rand.PCG) (games.Tally, error) {
	setup := games.Setup{Game: "bots", Options: row.Options}
	for i := range row.Styles {
		setup.Seats = append(setup.Seats, seat(i))
	}
	facts, err := Bots(book, setup, styles(setup.Seats, row), func(n int) int { return int(chance.Uint64() % uint64(n)) })
	if err != nil {
		return games.Tally{}, err
	}
	return book.Measured().Tally(facts), nil
}

func seat(i int) games.Seat { return games.Seat("bot" + strconv.Itoa(i+1)) }

// styles gives the seats their bots; in turn order the first style sits where
// the first decision falls.
func styles(seats []games.Seat, row games.Row) func(games.Seat) string {
	first := -1
	return func(s games.Seat) string {
		i := slices.Index(seats, s)
		if first < 0 {
			first = i
		}
		if row.InTurn {
			i += len(seats) - first
		}
		return row.Styles[i%len(seats)]
	}
}

func compare(row games.Row, tallies []games.Tally) (Compared, error) {
	out := Compared{Styles: row.Styles, Games: len(tallies), Specified: row.Games, Marked: row.Marked}
	for _, want := range row.Figures {
		mean, err := strconv.ParseFloat(want.Mean, 64)
		if err != nil {
			return out, fmt.Errorf("reading the specified %s: %w", want.Name, err)
		}
		var s sample
		for _, t := range tallies {
			s.add(value(t, row, want))
		}
		f := Figure{Name: want.Name, Place: want.Place, Measured: s.mean(), Specified: mean}
		f.Error = math.Sqrt(s.variance()*(1/s.n+1/float64(row.Games)) + rounding(want.Mean))
		f.Distance = math.Abs(f.Measured-f.Specified) / f.Error
		out.Figures = append(out.Figures, f)
	}
	return out, nil
}

// rounding is the variance of what the last digit of a printed number leaves out.
func rounding(printed string) float64 {
	_, decimals, _ := strings.Cut(printed, ".")
	return math.Pow(0.01, float64(len(decimals))) / 12
}

// value is what one game adds to a figure.
func value(t games.Tally, row games.Row, f games.Figure) float64 {
	switch f.Name {
	case games.Turns:
		return float64(t.Turns)
	case games.Points:
		sum := 0
		for _, n := range t.Points {
			sum += n
		}
		return float64(sum) / float64(len(t.Points))
	case games.Winner:
		return float64(t.Points[slices.Index(t.Order, t.Winners[0])])
	case games.Wins:
		return share(t, t.Order[f.Place-1])
	case games.Alone:
		return share(t, alone(t, row))
	}
	for _, c := range t.Counts {
		if c.Name == f.Name {
			return float64(c.N)
		}
	}
	return math.NaN()
}

// alone is the seat of the first style.
func alone(t games.Tally, row games.Row) games.Seat {
	if row.InTurn {
		return t.Order[0]
	}
	return seat(0)
}

// share is a seat's part of a victory, in percent.
func share(t games.Tally, s games.Seat) float64 {
	if slices.Contains(t.Winners, s) {
		return 100 / float64(len(t.Winners))
	}
	return 0
}

// sample gathers a mean and its spread.
type sample struct{ n, sum, squares float64 }

func (s *sample) add(x float64) { s.n, s.sum, s.squares = s.n+1, s.sum+x, s.squares+x*x }

func (s *sample) mean() float64 { return s.sum / s.n }

func (s *sample) variance() float64 {
	return max(0, s.squares-s.sum*s.sum/s.n) / (s.n - 1)
}
