package crooks

import (
	"embed"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"fivepoints/games"
	"fivepoints/games/order"
)

//go:embed data/crooks.toml
var files embed.FS

// What every deck shares.
const (
	deckSize   = 32
	placeNames = "ABCDEFGHI"
	firstCard  = 2 // targets carry 2 to 9
	lastCard   = 9
	gangNames  = "NWO"
)

// Abilities of crooks.
const (
	pickpocket = "pickpocket"
	accomplice = "accomplice"
	transfer   = "transfer"
	killer     = "killer"
	caid       = "caid"
	spy        = "spy"
)

// Crook is one card.
type Crook struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Level   int    `json:"level"`
	Mod     int    `json:"mod,omitempty"`
	Ability string `json:"ability,omitempty"`
	Gangs   string `json:"gangs,omitempty"` // letters of N, W, O
}

// Numbers are those of the data file for one game.
type Numbers struct {
	StartCash  int `json:"start_cash"`
	Pickpocket int `json:"pickpocket"`
	Fee        int `json:"fee"`
	Bank       int `json:"bank"`
	GangBonus  int `json:"gang_bonus"`
}

// data is a data file, checked.
type data struct {
	Crooks []Crook
	Hash   string
	file   file
}

// file is the TOML as written.
type file struct {
	Crooks       [][]any          `toml:"crooks"`
	Piles        map[string][]int `toml:"piles"`
	Piles2016    map[string][]int `toml:"piles_2016"`
	Rules        ruleNumbers      `toml:"rules"`
	Compensation map[string][]int `toml:"seat_compensation"`
}

type ruleNumbers struct {
	StartCash  int            `toml:"start_cash"`
	Pickpocket int            `toml:"pickpocket"`
	Fee        int            `toml:"facedown_fee"`
	Bank       int            `toml:"bank_start"`
	GangBonus  map[string]int `toml:"gang_bonus"`
}

// house reads the embedded file.
func house() (*data, error) {
	text, err := files.ReadFile("data/crooks.toml")
	if err != nil {
		return nil, fmt.Errorf("reading the deck of Crooks: %w", err)
	}
	return parse(string(text))
}

// parse reads a data file and refuses one that cannot work (data.load).
func parse(text string) (*data, error) {
	d := &data{}
	if err := games.ReadTable([]byte(text), &d.file); err != nil {
		return nil, fmt.Errorf("reading the data file: %w", err)
	}
	for i, row := range d.file.Crooks {
		c, err := crookOf(row)
		if err != nil {
			return nil, fmt.Errorf("reading the data file, crook %d: %w", i+1, err)
		}
		d.Crooks = append(d.Crooks, c)
	}
	if err := d.check(); err != nil {
		return nil, fmt.Errorf("checking the data file: %w", err)
	}
	d.Hash = games.HashTable([]byte(text))
	return d, nil
}

func crookOf(row []any) (Crook, error) {
	var c Crook
	if len(row) != 6 {
		return c, fmt.Errorf("a row is id, name, level, modifier, ability, gangs; this one has %d columns", len(row))
	}
	for i, p := range []*string{0: &c.ID, 1: &c.Name, 4: &c.Ability, 5: &c.Gangs} {
		v, ok := row[i].(string)
		if p != nil && !ok {
			return c, fmt.Errorf("column %d is a text, not %v", i+1, row[i])
		}
		if p != nil {
			*p = v
		}
	}
	for i, p := range []*int{2: &c.Level, 3: &c.Mod} {
		v, ok := row[i].(int64)
		if p != nil && (!ok || v < -99 || v > 99) {
			return c, fmt.Errorf("column %d is a small number, not %v", i+1, row[i])
		}
		if p != nil {
			*p = int(v)
		}
	}
	return c, nil
}

// check demands what the rules rely on (data.load).
func (d *data) check() error {
	if len(d.Crooks) != deckSize {
		return fmt.Errorf("there are %d crooks instead of %d", len(d.Crooks), deckSize)
	}
	errs := []error{d.checkNumbers(), d.checkPiles()}
	for i, c := range d.Crooks {
		errs = append(errs, c.check(), c.alone(d.Crooks[:i]))
	}
	return errors.Join(errs...)
}

func (c Crook) check() error {
	abilities := []string{"", pickpocket, accomplice, transfer, killer, caid, spy}
	switch {
	case len(c.ID) != 3 || c.ID[0] != 'C' || strings.Trim(c.ID[1:], "0123456789") != "":
		return fmt.Errorf("crook %q: an id is C01 to C99", c.ID)
	case c.Level < 1 || c.Level > 20:
		return fmt.Errorf("crook %s: level %d is not 1 to 20", c.ID, c.Level)
	case !slices.Contains(abilities, c.Ability):
		return fmt.Errorf("crook %s: there is no ability %q", c.ID, c.Ability)
	case strings.Trim(c.Gangs, gangNames) != "" || len(c.Gangs) != len(slices.Compact(slices.Sorted(slices.Values([]byte(c.Gangs))))):
		return fmt.Errorf("crook %s: gangs are letters of %s, once each, not %q", c.ID, gangNames, c.Gangs)
	case !isName(c.Name):
		return fmt.Errorf("crook %s: a name has 3 to 40 letters, with single blanks, hyphens, apostrophes and dots between them, not %q", c.ID, c.Name)
	}
	words := ownWords()
	for _, w := range strings.Fields(folded(c.Name)) {
		if order.Reserved(words, w) {
			return fmt.Errorf("crook %s: %q is a word of the orders; write the name without it", c.ID, w)
		}
	}
	return nil
}

// isName tells what can be typed as a name and printed anywhere.
func isName(s string) bool {
	n, gap := 0, true // no gap at the beginning, the end or behind another
	for _, r := range s {
		switch {
		case unicode.IsLetter(r):
			gap = false
		case gap || !strings.ContainsRune(" -'’.", r):
			return false
		default:
			gap = r == ' ' || r == '-'
		}
		n++
	}
	return n >= 3 && n <= 40 && !gap
}

// alone demands that a crook shares neither id nor name with those before it,
// and that there is one Caid at most: two in a pile of two would leave no choice.
func (c Crook) alone(before []Crook) error {
	for _, o := range before {
		switch {
		case c.ID == o.ID:
			return fmt.Errorf("crook %s is there twice", c.ID)
		case folded(c.Name) == folded(o.Name):
			return fmt.Errorf("crooks %s and %s have one name", o.ID, c.ID)
		case c.Ability == caid && o.Ability == caid:
			return fmt.Errorf("crooks %s and %s are both the caid; there is one at most", o.ID, c.ID)
		}
	}
	return nil
}

func (d *data) checkNumbers() error {
	r := d.file.Rules
	thieves := 0
	for _, c := range d.Crooks {
		if c.Ability == pickpocket {
			thieves++
		}
	}
	switch {
	case r.StartCash < 1 || r.StartCash > 999 || r.Pickpocket < 0 || r.Pickpocket > 99 || r.Fee < 0 || r.Fee > 99 || r.Bank < 0 || r.Bank > 999:
		return fmt.Errorf("start_cash is 1 to 999, pickpocket and facedown_fee are 0 to 99, bank_start is 0 to 999")
	case r.Bank < r.robbed(thieves):
		return fmt.Errorf("bank_start = %d could run dry: %d pickpockets can take %d more than they paid", r.Bank, thieves, r.robbed(thieves))
	}
	for n := 2; n <= 4; n++ {
		if b := r.GangBonus[strconv.Itoa(n)]; b < 0 || b > 99 {
			return fmt.Errorf("gang_bonus for %d players is 0 to 99, not %d", n, b)
		}
	}
	return nil
}

// robbed is the most that pickpockets take beyond what their recruitment pays
// into the bank: two of them alone in one pile pay three dollars.
func (r ruleNumbers) robbed(thieves int) int {
	return thieves/2*max(0, 2*r.Pickpocket-3) + thieves%2*max(0, r.Pickpocket-2)
}

func (d *data) checkPiles() error {
	for n := 2; n <= 4; n++ {
		key := strconv.Itoa(n)
		if len(d.file.Piles[key]) == 0 {
			return fmt.Errorf("there are no piles for %d players", n)
		}
		for _, sizes := range [][]int{d.file.Piles[key], d.file.Piles2016[key]} {
			sum := 0
			for _, size := range sizes {
				sum += size
				if size < 1 || size > deckSize {
					return fmt.Errorf("piles for %d players: a pile of %d", n, size)
				}
			}
			if len(sizes) > len(placeNames) || sum > deckSize {
				return fmt.Errorf("piles for %d players: at most %d places and %d crooks", n, len(placeNames), deckSize)
			}
		}
		for _, extra := range d.file.Compensation[key] {
			if extra < 0 || extra > 99 || len(d.file.Compensation[key]) > n {
				return fmt.Errorf("seat_compensation for %d players: %d amounts from 0 to 99", n, n)
			}
		}
	}
	return nil
}

// numbers are those for n players.
func (d *data) numbers(n int) Numbers {
	r := d.file.Rules
	return Numbers{r.StartCash, r.Pickpocket, r.Fee, r.Bank, r.GangBonus[strconv.Itoa(n)]}
}
