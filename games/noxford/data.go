package noxford

import (
	"embed"
	"errors"
	"fmt"
	"slices"
	"strings"

	"fivepoints/games"
)

//go:embed data/noxford.toml
var files embed.FS

// Deck is what a game's data file says of table and cards.
type Deck struct {
	Columns    int         `json:"columns"`
	Rows       int         `json:"rows"`
	Start      []string    `json:"start"`   // positions of the two first cards
	Symbols    []string    `json:"symbols"` // in the order of the data file
	Favourites []string    `json:"favourites"`
	Cards      []Printed   `json:"cards"`  // Neutrals, by id
	Gears      []string    `json:"gears"`  // Syndicate cards with a gear, by code
	Names      []ColourFor `json:"names"`  // of the colours
	Weight     int         `json:"weight"` // of a Master when cards are counted
}

// ColourFor is how a colour is called in both languages.
type ColourFor struct {
	FR string `json:"fr"`
	EN string `json:"en"`
}

// Printed is what is printed on a Neutral.
type Printed struct {
	Card    string   `json:"card"`
	Symbols []string `json:"symbols,omitempty"`
	Gear    bool     `json:"gear,omitempty"`
}

// data is a data file, checked.
type data struct {
	Deck  Deck
	Align string
	Hash  string
}

// file is the TOML as written.
type file struct {
	Table      []int            `toml:"table"`
	Start      []string         `toml:"start"`
	Align      string           `toml:"align"`
	Symbols    []string         `toml:"symbols"`
	Syndicates map[string][]any `toml:"syndicates"`
	Ranks      map[string][]int `toml:"ranks"`
	Neutral    map[string][]any `toml:"neutral"`
}

// house reads the embedded file.
func house() (*data, error) {
	text, err := files.ReadFile("data/noxford.toml")
	if err != nil {
		return nil, fmt.Errorf("reading the deck of Noxford: %w", err)
	}
	return parseData(string(text))
}

// parseData reads a data file and refuses one that cannot work (data.load).
func parseData(text string) (*data, error) {
	var f file
	if err := games.ReadTable([]byte(text), &f); err != nil {
		return nil, fmt.Errorf("reading the data file: %w", err)
	}
	d := &data{Align: f.Align, Hash: games.HashTable([]byte(text))}
	d.Deck.Symbols, d.Deck.Start = f.Symbols, f.Start
	for _, check := range []func(*Deck) error{f.table, f.symbols, f.syndicates, f.ranks, f.neutrals} {
		if err := check(&d.Deck); err != nil {
			return nil, fmt.Errorf("checking the data file: %w", err)
		}
	}
	if !slices.Contains(aligns(), d.Align) {
		return nil, fmt.Errorf("checking the data file: align is %s, not %q", strings.Join(aligns(), ", "), d.Align)
	}
	return d, nil
}

// table demands a table of at most 52 by 52 with the two start cards on it,
// touching and with two of their edges in line (setup.city).
func (f file) table(d *Deck) error {
	if len(f.Table) != 2 || min(f.Table[0], f.Table[1]) < 5 || max(f.Table[0], f.Table[1]) > maxTable {
		return fmt.Errorf("table is [columns, rows], each from 5 to %d, not %v", maxTable, f.Table)
	}
	d.Columns, d.Rows = f.Table[0], f.Table[1]
	if len(f.Start) != 2 {
		return fmt.Errorf("start names the positions of two cards, not %d", len(f.Start))
	}
	a, oka := readPos(f.Start[0])
	b, okb := readPos(f.Start[1])
	switch {
	case !oka || !okb || !a.inside(d.Columns, d.Rows) || !b.inside(d.Columns, d.Rows):
		return fmt.Errorf("the start cards %v are not on the table", f.Start)
	case a.overlaps(b) || !a.touches(b):
		return fmt.Errorf("the start cards %v do not touch", f.Start)
	case !a.flush(b):
		return fmt.Errorf("the start cards %v have no pair of edges in line", f.Start)
	}
	return nil
}

func (f file) symbols(*Deck) error {
	for i, s := range f.Symbols {
		if len(s) < 3 || strings.Trim(s, "abcdefghijklmnopqrstuvwxyz") != "" || slices.Contains(f.Symbols[:i], s) {
			return fmt.Errorf("symbol %q: symbols are different words of small letters, three at least", s)
		}
	}
	if len(f.Symbols) == 0 || len(f.Symbols) > 8 {
		return fmt.Errorf("there are %d symbols, not 1 to 8", len(f.Symbols))
	}
	return nil
}

// syndicates reads names and favourites of the four colours.
func (f file) syndicates(d *Deck) error {
	for i := range letters {
		row := f.Syndicates[letters[i:i+1]]
		var words []string
		for _, v := range row {
			if s, ok := v.(string); ok {
				words = append(words, s)
			}
		}
		switch {
		case len(words) != 3 || len(row) != 3:
			return fmt.Errorf("syndicate %c is [french name, english name, favourite]", letters[i])
		case !slices.Contains(f.Symbols, words[2]):
			return fmt.Errorf("the favourite %q of syndicate %c is no symbol", words[2], letters[i])
		}
		if house := houseNames()[i]; words[0] != house.FR || words[1] != house.EN {
			return fmt.Errorf("syndicate %c is called %s, %s", letters[i], house.FR, house.EN)
		}
		d.Names = append(d.Names, ColourFor{words[0], words[1]})
		d.Favourites = append(d.Favourites, words[2])
	}
	if len(f.Syndicates) != colours {
		return fmt.Errorf("there are %d syndicates, not %d", len(f.Syndicates), colours)
	}
	return nil
}

// houseNames are words of orders, so that no data file may change them.
func houseNames() [colours]ColourFor {
	return [...]ColourFor{{"rouge", "red"}, {"bleu", "blue"}, {"orange", "orange"}, {"vert", "green"}}
}

// ranks demands the ranks of the rulebook, and reads how many cards of each
// carry a gear and what a Master weighs.
func (f file) ranks(d *Deck) error {
	c := codes()
	for _, want := range []struct {
		code        string
		rank, count int
	}{{"M", 4, 1}, {"L", 3, 2}, {"G", 2, 3}, {"S", 1, 4}} {
		row := f.Ranks[want.code]
		if len(row) != 4 || row[0] != want.rank || row[1] != want.count {
			return fmt.Errorf("rank %s is [%d, %d, gears, weight]", want.code, want.rank, want.count)
		}
		if row[2] < 0 || row[2] > want.count {
			return fmt.Errorf("of %d cards of rank %s %d cannot carry a gear", want.count, want.code, row[2])
		}
		switch {
		case want.code == "M":
			d.Weight = row[3]
			if row[2] != 0 || row[3] < 1 || row[3] > 9 {
				return errors.New("a Master carries no gear and weighs 1 to 9")
			}
		case row[3] != 1:
			return fmt.Errorf("a card of rank %s weighs 1", want.code)
		}
		of := slices.DeleteFunc(slices.Clone(c[:]), func(code string) bool { return code[:1] != want.code })
		d.Gears = append(d.Gears, of[len(of)-row[2]:]...)
	}
	if len(f.Ranks) != 4 {
		return fmt.Errorf("there are %d ranks, not 4", len(f.Ranks))
	}
	return nil
}

// neutrals demands twelve Quarters with one, two or four different symbols and
// three Barracks.
func (f file) neutrals(d *Deck) error {
	for c := syndicates; c < allCards; c++ {
		p, err := f.neutralCard(c)
		if err != nil {
			return fmt.Errorf("neutral %s: %w", c.id(), err)
		}
		d.Cards = append(d.Cards, p)
	}
	if len(f.Neutral) != quarters+barracks {
		return fmt.Errorf("there are %d neutrals, not %d", len(f.Neutral), quarters+barracks)
	}
	return nil
}

func (f file) neutralCard(c Card) (Printed, error) {
	p := Printed{Card: c.id()}
	row := f.Neutral[c.id()]
	if len(row) != 3 {
		return p, errors.New("it is [kind, symbols, gear]")
	}
	kind, okKind := row[0].(string)
	symbols, okSymbols := row[1].([]any)
	gear, okGear := row[2].(bool)
	if want := map[bool]string{true: "quarter", false: "barracks"}[c.quarter()]; !okKind || !okSymbols || !okGear || kind != want {
		return p, fmt.Errorf("it is [%q, symbols, true or false]", want)
	}
	for _, v := range symbols {
		s, ok := v.(string)
		if !ok || !slices.Contains(f.Symbols, s) || slices.Contains(p.Symbols, s) {
			return p, fmt.Errorf("%v is no symbol, or is there twice", v)
		}
		p.Symbols = append(p.Symbols, s)
	}
	p.Gear = gear
	n := len(p.Symbols)
	if c.quarter() && n != 1 && n != 2 && n != 4 || c.barracks() && n != 0 {
		return p, fmt.Errorf("it has %d symbols; a Quarter has 1, 2 or 4, Barracks none", n)
	}
	return p, nil
}

// gear tells whether a card carries a gear.
func (d *Deck) gear(c Card) bool {
	if c.neutral() {
		return d.Cards[c-syndicates].Gear
	}
	return c.syndicate() && slices.Contains(d.Gears, c.code())
}

// symbols are those of a Quarter.
func (d *Deck) symbols(c Card) []string {
	if !c.quarter() {
		return nil
	}
	return d.Cards[c-syndicates].Symbols
}

// middle moves the start to the middle of a larger table (geo.table).
func (d Deck) middle(columns, rows int) Deck {
	dx, dy := (columns-d.Columns)/2, (rows-d.Rows)/2
	start := slices.Clone(d.Start)
	for i, at := range start {
		r, _ := readPos(at)
		r.X, r.Y = r.X+dx, r.Y+dy
		start[i] = r.String()
	}
	d.Columns, d.Rows, d.Start = columns, rows, start
	return d
}
