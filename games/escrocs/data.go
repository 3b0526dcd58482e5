package escrocs

import (
	"embed"
	"errors"
	"fmt"
	"slices"
	"strings"

	"fivepoints/games"
)

//go:embed data/escrocs.toml
var files embed.FS

// colours is the number of colours; a hand is an array of so many counts.
const colours = 7

// data is the table of the game.
type data struct {
	Hash string `toml:"-"`

	Scorings   int      `toml:"scorings"`
	Deal       []int    `toml:"deal"`
	Rows       int      `toml:"rows"`
	RowCards   int      `toml:"row_cards"`
	PrisonFull [][]int  `toml:"prison_full"` // cards, colours
	GiveBack   []int    `toml:"give_back"`
	Colours    []colour `toml:"colours"`
}

type colour struct {
	ID     string   `toml:"id"`
	Code   code     `toml:"code"`
	FR     []string `toml:"fr"`
	EN     []string `toml:"en"`
	Copies int      `toml:"copies"`
}

type code struct {
	FR string `toml:"fr"`
	EN string `toml:"en"`
}

func load() (*data, error) {
	text, err := files.ReadFile("data/escrocs.toml")
	if err != nil {
		return nil, fmt.Errorf("reading the table of Escrocs: %w", err)
	}
	return parseData(text)
}

// parseData reads the table. An unknown key is an error, and so is a deck that
// no game can be played with.
func parseData(text []byte) (*data, error) {
	d := &data{}
	if err := games.ReadTable(text, d); err != nil {
		return nil, fmt.Errorf("reading escrocs.toml: %w", err)
	}
	if err := errors.Join(d.checkColours(), d.checkNumbers()); err != nil {
		return nil, fmt.Errorf("reading escrocs.toml: %w", err)
	}
	d.Hash = games.HashTable(text)
	return d, nil
}

// checkColours demands seven colours, each with words and codes of its own
// (setup.cards).
func (d *data) checkColours() error {
	if len(d.Colours) != colours {
		return fmt.Errorf("there are %d colours, not %d", len(d.Colours), colours)
	}
	meaning := map[string]int{}
	for i, c := range d.Colours {
		if c.Copies < 1 || c.ID == "" || len(c.FR) == 0 || len(c.EN) == 0 {
			return fmt.Errorf("colour %q needs an id, words in both languages and copies", c.ID)
		}
		words := slices.Concat([]string{"id " + c.ID, "fr " + c.Code.FR, "en " + c.Code.EN}, c.FR, c.EN)
		for _, w := range words {
			if old, ok := meaning[w]; ok && old != i {
				return fmt.Errorf("%q means two colours, %s and %s", w, d.Colours[old].ID, c.ID)
			}
			meaning[w] = i
		}
		for _, w := range slices.Concat(c.FR, c.EN) {
			if len(w) < 3 {
				return fmt.Errorf("the colour word %q is too short to be told from an end", w)
			}
		}
	}
	return nil
}

// checkNumbers demands that the deck covers the deal, and that prisons can fill.
func (d *data) checkNumbers() error {
	dealt := d.Rows * d.RowCards
	for _, n := range d.Deal {
		dealt += n
	}
	switch {
	case d.Rows < 1 || d.Rows > 9 || d.RowCards < 2:
		return fmt.Errorf("%d rows of %d cards cannot be played", d.Rows, d.RowCards)
	case len(d.Deal) != maxSeats || slices.Min(d.Deal) < 0:
		return fmt.Errorf("the deal is for %d seats, not %d", maxSeats, len(d.Deal))
	case dealt >= d.cards():
		return fmt.Errorf("the deal takes %d of %d cards", dealt, d.cards())
	case d.Scorings < 1 || d.Scorings > 3:
		return fmt.Errorf("%d scorings are not 1 to 3", d.Scorings)
	case len(d.GiveBack) == 0 || !slices.IsSortedFunc(d.GiveBack, func(a, b int) int { return b - a }) || slices.Min(d.GiveBack) < 1:
		return fmt.Errorf("the limits of a give-back go down to 1 at least, not %v", d.GiveBack)
	case len(d.PrisonFull) == 0:
		return errors.New("it does not say when the prison is full")
	}
	for _, full := range d.PrisonFull {
		if len(full) != 2 || full[0] < 1 || full[1] < 1 || d.atLeast(full[0]) < full[1] {
			return fmt.Errorf("a prison can never be full by %v", full)
		}
	}
	return nil
}

func (d *data) cards() int {
	n := 0
	for _, c := range d.Colours {
		n += c.Copies
	}
	return n
}

// atLeast counts the colours with so many copies.
func (d *data) atLeast(n int) int {
	found := 0
	for _, c := range d.Colours {
		if c.Copies >= n {
			found++
		}
	}
	return found
}

// colour finds a colour by its id, -1 when there is none.
func (d *data) colour(id string) Colour {
	return Colour(slices.IndexFunc(d.Colours, func(c colour) bool { return c.ID == id }))
}

func (d *data) id(c Colour) string { return d.Colours[c].ID }

// coded finds a colour by a code of either language, as positions write it.
func (d *data) coded(code string) Colour {
	return Colour(slices.IndexFunc(d.Colours, func(c colour) bool { return strings.EqualFold(c.Code.EN, code) }))
}
