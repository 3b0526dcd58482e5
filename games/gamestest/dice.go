package gamestest

import (
	"os"

	"fivepoints/games"
	"fivepoints/games/trial"
)

// Dice is a small deterministic chooser: a number is its seed.
type Dice uint64

// Pick chooses 0..n-1.
func (d *Dice) Pick(n int) int {
	*d = *d*6364136223846793005 + 1442695040888963407
	return int(uint64(*d)>>33) % n
}

// Draw answers a draw.
func (d *Dice) Draw(draw games.Draw) []int { return trial.Picks(len(draw.Pool), draw.N, d.Pick) }

// Runs is how often a random test repeats: the second number under FIVEPOINTS_LONG.
func Runs(quick, long int) int {
	if os.Getenv("FIVEPOINTS_LONG") != "" {
		return long
	}
	return quick
}
