package kingofcrime

import (
	"embed"
	"errors"
	"fmt"
	"strings"

	"fivepoints/games"
	"fivepoints/games/order"
)

//go:embed data/kingofcrime.toml
var files embed.FS

// types are those of Rackets; every deck has these.
const types = "BEGMPV"

// file is a data file as written.
type file struct {
	Types   string            `toml:"types"`
	Bosses  [][]any           `toml:"bosses"`
	Mugs    [][]any           `toml:"mugs"`
	Round   [][]any           `toml:"round"`
	Family  [][]any           `toml:"family"`
	Rackets [][]any           `toml:"rackets"`
	FR      map[string]string `toml:"fr"`
}

// data is a data file, checked.
type data struct {
	Hash string
	deck *deck
}

// house reads the embedded file.
func house() (*data, error) {
	text, err := files.ReadFile("data/kingofcrime.toml")
	if err != nil {
		return nil, fmt.Errorf("reading the deck of King of Crime: %w", err)
	}
	return parse(string(text))
}

// parse reads a data file and refuses cards that the rules cannot play, each
// with its line and the reason (data.load).
func parse(text string) (*data, error) {
	var f file
	if err := games.ReadTable([]byte(text), &f, "round", "family", "rackets"); err != nil {
		return nil, fmt.Errorf("reading the data file: %w", err)
	}
	if f.Types != types {
		return nil, fmt.Errorf("checking the data file: types are %q, not %q", types, f.Types)
	}
	var cards []Card
	var errs []error
	taken := order.ReservedBy(ownWords())
	for _, a := range f.arrays() {
		for i, row := range a.rows {
			c, err := a.read(row)
			if err == nil {
				c.Kind = a.kind
				c.FR, err = f.french(c, taken)
			}
			if err == nil {
				err = errors.Join(c.check(taken), c.alone(cards))
			}
			if err != nil {
				errs = append(errs, fmt.Errorf("line %d, %s %d %s: %w", lineOf(text, a.name, i), a.name, i+1, c.ID, err))
			}
			cards = append(cards, c)
		}
	}
	errs = append(errs, checkCounts(cards), f.checkFrench(cards))
	if err := errors.Join(errs...); err != nil {
		return nil, fmt.Errorf("checking the data file: %w", err)
	}
	return &data{games.HashTable([]byte(text)), newDeck(cards)}, nil
}

// array is one array of cards and the reader of its rows.
type array struct {
	name, kind string
	rows       [][]any
	read       func([]any) (Card, error)
}

func (f file) arrays() []array {
	return []array{
		{"bosses", cardBoss, f.Bosses, readBoss},
		{"mugs", cardMug, f.Mugs, readMug},
		{"round", cardRound, f.Round, readEffect},
		{"family", cardFamily, f.Family, readEffect},
		{"rackets", cardRacket, f.Rackets, readRacket},
	}
}

// lineOf is the line on which a row of an array begins, from 1; 0 when it is
// not to be found. It reads just enough TOML: strings, comments, brackets.
func lineOf(text, array string, row int) int {
	line, depth, inside, quoted := 1, 0, false, false
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '\n':
			line, quoted = line+1, false
		case quoted:
			if c == '\\' {
				i++
			}
			quoted = c != '"'
		case c == '"':
			quoted = true
		case c == '#':
			for i+1 < len(text) && text[i+1] != '\n' {
				i++
			}
		case c == '[':
			depth++
			if depth == 1 {
				inside = assigned(text[:i]) == array
			}
			if depth == 2 && inside {
				if row == 0 {
					return line
				}
				row--
			}
		case c == ']':
			depth--
		}
	}
	return 0
}

// assigned is the key that the last line of a text gives a value.
func assigned(before string) string {
	last := before[strings.LastIndexByte(before, '\n')+1:]
	key, _, _ := strings.Cut(last, "=")
	return strings.TrimSpace(key)
}

// columns reads a row: its texts, numbers, truths and tables in turn.
type columns struct {
	row []any
	err error
	at  int
}

func (c *columns) next() any {
	c.at++
	if c.at > len(c.row) {
		if c.err == nil {
			c.err = fmt.Errorf("a column is missing: there are %d", len(c.row))
		}
		return nil
	}
	return c.row[c.at-1]
}

func (c *columns) wrong(what string, v any) {
	if c.err == nil {
		c.err = fmt.Errorf("column %d is %s, not %v", c.at, what, v)
	}
}

func (c *columns) text() string {
	v := c.next()
	s, ok := v.(string)
	if !ok || len(s) > 60 {
		c.wrong("a short text", v)
	}
	return s
}

func (c *columns) number() int {
	v := c.next()
	n, ok := v.(int64)
	if !ok || n < -99 || n > 99 {
		c.wrong("a number from -99 to 99", v)
	}
	return int(n)
}

func (c *columns) truth() bool {
	v := c.next()
	b, ok := v.(bool)
	if !ok {
		c.wrong("true or false", v)
	}
	return b
}

func (c *columns) end() error {
	if c.err == nil && c.at != len(c.row) {
		c.err = fmt.Errorf("there are %d columns, not %d", len(c.row), c.at)
	}
	return c.err
}

func readBoss(row []any) (Card, error) {
	c := columns{row: row}
	b := Card{
		ID: c.text(), Name: c.text(), FP: c.number(), Die: c.number(), OnHit: c.text(), Retaliation: c.truth(), DrawOn: c.text(),
		Copies: 1, Class: "boss", Icons: anyType, Control: anyType,
	}
	return b, c.end()
}

func readMug(row []any) (Card, error) {
	c := columns{row: row}
	m := Card{
		ID: c.text(), Name: c.text(), Class: c.text(), FP: c.number(), Icons: c.text(), Control: c.text(), Die: c.number(),
		OnHit: c.text(), Retaliation: c.truth(), DrawOn: c.text(), Override: c.text(), Copies: 1,
	}
	return m, c.end()
}

func readEffect(row []any) (Card, error) {
	c := columns{row: row}
	card := Card{ID: c.text(), Name: c.text(), Copies: c.number()}
	card.Effect = c.effect()
	return card, c.end()
}

func readRacket(row []any) (Card, error) {
	c := columns{row: row}
	card := Card{ID: c.text(), Name: c.text(), Type: c.text(), Bonus: c.text(), Trigger: c.text(), Copies: 1}
	card.Effect = c.effect()
	return card, c.end()
}

// effect reads a verb and the table of its parameters.
func (c *columns) effect() Effect {
	e := Effect{Verb: c.text()}
	v := c.next()
	args, ok := v.(map[string]any)
	if !ok {
		c.wrong("a table like {n=1}", v)
		return e
	}
	known := 0
	for key, to := range e.fields() {
		v, ok := args[key]
		if !ok {
			continue
		}
		known++
		if !to(v) {
			c.wrong("a table in which "+key+" fits", v)
		}
	}
	if known < len(args) {
		c.wrong("a table of n, who, on, give, what, then_discard and same_target only", v)
	}
	return e
}

// fields are the parameters of effects, each with what takes its value, in order.
func (e *Effect) fields() func(func(string, func(any) bool) bool) {
	word := func(to *string) func(any) bool {
		return func(v any) bool { s, ok := v.(string); *to = s; return ok && len(s) < 20 }
	}
	number := func(to *int) func(any) bool {
		return func(v any) bool { n, ok := v.(int64); *to = int(n); return ok && n >= -99 && n <= 99 }
	}
	truth := func(v any) bool { b, ok := v.(bool); e.Same = b; return ok }
	return func(yield func(string, func(any) bool) bool) {
		_ = yield("n", number(&e.N)) && yield("who", word(&e.Who)) && yield("on", word(&e.On)) && yield("give", word(&e.Give)) &&
			yield("what", word(&e.What)) && yield("then_discard", number(&e.Drop)) && yield("same_target", truth)
	}
}

// checkCounts demands the numbers of cards of the box, copies added up (data.load).
func checkCounts(cards []Card) error {
	want := []struct {
		kind string
		n    int
	}{{cardBoss, 8}, {cardMug, 27}, {cardRound, 27}, {cardFamily, 27}, {cardRacket, 18}}
	var errs []error
	for _, w := range want {
		n := 0
		for _, c := range cards {
			if c.Kind == w.kind {
				n += c.Copies
			}
		}
		if n != w.n {
			errs = append(errs, fmt.Errorf("there are %d cards of the kind %s instead of %d", n, w.kind, w.n))
		}
	}
	return errors.Join(errs...)
}

// french is a card's French name, "" when it has none of its own.
func (f file) french(c Card, taken func(string) bool) (string, error) {
	name := f.FR[c.ID]
	if name == "" || name == c.Name {
		return "", nil
	}
	return name, checkName(name, taken)
}

// checkFrench demands that French names are of cards that are there.
func (f file) checkFrench(cards []Card) error {
	known := map[string]bool{}
	for _, c := range cards {
		known[c.ID] = f.FR[c.ID] != ""
	}
	named := 0
	for _, c := range cards {
		if known[c.ID] {
			known[c.ID] = false
			named++
		}
	}
	if named != len(f.FR) {
		return fmt.Errorf("%d of the %d French names are of no card", len(f.FR)-named, len(f.FR))
	}
	return nil
}
