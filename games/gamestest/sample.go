package gamestest

import (
	"math"
	"testing"
)

// Sample gathers a mean and its spread.
type Sample struct{ n, sum, squares float64 }

// Add counts one value.
func (s *Sample) Add(x float64) { s.n, s.sum, s.squares = s.n+1, s.sum+x, s.squares+x*x }

// Mean is the average so far.
func (s *Sample) Mean() float64 { return s.sum / s.n }

// Near compares with a mean that was measured in so many games and rounded to
// a unit: it allows three standard errors of the difference. go test -v prints
// both side by side.
func (s *Sample) Near(t *testing.T, what string, want float64, measured int, unit float64) {
	t.Helper()
	mean := s.Mean()
	sd := math.Sqrt(max(0, s.squares/s.n-mean*mean))
	limit := 3*sd*math.Sqrt(1/s.n+1/float64(measured)) + unit/2
	t.Logf("%-14s %6.2f, specified %6.2f, allowed ±%.2f", what, mean, want, limit)
	if math.Abs(mean-want) > limit {
		t.Errorf("%s: %.2f instead of %.2f ±%.2f", what, mean, want, limit)
	}
}
