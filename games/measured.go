package games

import "slices"

// Measured is a rulebook whose specification tells what games of its bots come to.
type Measured interface {
	// Rows are the lines of the specification's table.
	Rows() []Row
	// Tally counts a finished game.
	Tally(facts []Fact) Tally
}

// Row is what a specification says of games of bots.
type Row struct {
	Styles  []string // of the seats
	InTurn  bool     // the seats stand in the order of their first turns
	Games   int      // behind its figures
	Options []KV     // the games were played with
	Marked  bool     // the specification says that it was played a little differently
	Figures []Figure
}

// Figure is the mean of a quantity over games.
type Figure struct {
	Name  Quantity
	Place int    // in the order of first turns, from 1; for Wins only
	Mean  string // as the specification prints it; its last digit is rounded
}

// Quantity is what a game of bots is measured by.
type Quantity string

// The quantities.
const (
	Turns  Quantity = "turns"
	Points Quantity = "points" // of a seat, on average
	Winner Quantity = "winner" // points of the best seat
	Wins   Quantity = "wins"   // percent of the seat at a place; a shared victory counts in parts
	Alone  Quantity = "alone"  // percent of the bot with the row's first style
)

// Tally is what one game came to.
type Tally struct {
	Turns   int
	Order   []Seat // of first turns
	Points  []int  // in that order
	Winners []Seat // several share a victory
	Counts  []Count
}

// Count is a quantity of its rulebook's own: rounds, say.
type Count struct {
	Name Quantity
	N    int
}

// RowOf makes the row of a table on which all bots have one style: the means of
// turns, points and the winner's points, then wins by place.
func RowOf(style string, played int, turns, points, winner string, wins ...string) Row {
	r := Row{Styles: slices.Repeat([]string{style}, len(wins)), Games: played, Figures: []Figure{
		{Name: Turns, Mean: turns}, {Name: Points, Mean: points}, {Name: Winner, Mean: winner},
	}}
	for i, w := range wins {
		r.Figures = append(r.Figures, Figure{Name: Wins, Place: i + 1, Mean: w})
	}
	return r
}

// RowAlone makes the row of one bot among others of another style: its wins.
func RowAlone(style, others string, seats, played int, wins string) Row {
	styles := append([]string{style}, slices.Repeat([]string{others}, seats-1)...)
	return Row{Styles: styles, Games: played, Figures: []Figure{{Name: Alone, Mean: wins}}}
}
