package crooks

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fivepoints/games"
)

// Positions reads and writes short text positions; see the package comment.
type Positions struct{ rules Rules }

// NewPositions returns the reader and writer of positions of a rulebook.
func NewPositions(r Rules) Positions { return Positions{r} }

// Seats lists the seats of a position, the first to play first.
func (Positions) Seats(text string) []string { return games.PositionSeats(text, "seats") }

// Parse returns the fact that puts a new game in a position.
func (p Positions) Parse(text string) ([]games.Fact, error) {
	seats := p.Seats(text)
	if len(seats) < 2 || len(seats) > 4 {
		return nil, fmt.Errorf("reading the position: it needs a line seats with 2 to 4 players")
	}
	if err := games.CheckSeats(seats, "seats", "turn", "phase", "bank", "lone", "paid", "pile", "rank"); err != nil {
		return nil, fmt.Errorf("reading the seats of the position: %w", err)
	}
	s := &State{Deck: p.rules.data.Crooks, Numbers: p.rules.data.numbers(len(seats)), Turn: 1, Phase: phaseTurn}
	s.Bank = s.Numbers.Bank
	for _, id := range seats {
		s.Seats = append(s.Seats, Seat{ID: id, Cash: s.Numbers.StartCash})
	}
	f, err := s.read(text)
	if err != nil {
		return nil, fmt.Errorf("reading the position: %w", err)
	}
	return []games.Fact{f}, nil
}

// Adjust changes the position of a running game: the lines given replace what
// is there, crooks that no line names any more go aside.
func (Rules) Adjust(s *State, text string) ([]games.Fact, error) {
	c := s.copied()
	f, err := c.read(text)
	if err != nil {
		return nil, fmt.Errorf("changing the position: %w", err)
	}
	return []games.Fact{f}, nil
}

// copied is a state whose rows and piles may be changed.
func (s *State) copied() *State {
	return Rules{}.Redeal(s, games.Engine, func(int) int { return 0 })
}

// read applies the lines of a position and makes the fact of it.
func (s *State) read(text string) (games.Fact, error) {
	rd := reader{s: s, paid: s.Pending}
	if err := games.ReadPosition(text, rd.line); err != nil {
		return games.Fact{}, err
	}
	if err := rd.finish(); err != nil {
		return games.Fact{}, err
	}
	set := PositionSet{}
	for _, p := range s.Seats {
		if s.option("cash") != "secret" {
			set.Cash = append(set.Cash, Amount{p.ID, p.Cash})
		}
	}
	whole := *s
	whole.Options, whole.Deck, whole.Extra = nil, nil, nil
	return secretly(fact(factPosition, set), games.Engine, Position{whole}), nil
}

// reader applies lines to a position.
type reader struct {
	s     *State
	paid  string // the place paid for
	phase string // as written
}

func (rd *reader) line(words []string) error {
	s := rd.s
	if len(words) < 2 {
		return fmt.Errorf("there is nothing after %q", words[0])
	}
	switch rest := words[1:]; words[0] {
	case "seats":
		return s.readSeats(rest)
	case "turn":
		rd.paid = ""
		return s.readTurn(rest)
	case "bank":
		return setNumber(&s.Bank, rest...)
	case "lone":
		return setNumber(&s.Lone, rest...)
	case "paid":
		return setWord(&rd.paid, rest...)
	case "phase":
		return setWord(&rd.phase, rest...)
	case "pile":
		return s.readPile(rest[0], rest[1:])
	}
	p := s.seat(words[0])
	if p == nil {
		return fmt.Errorf("the line seats does not name %q", words[0])
	}
	return s.readSeat(p, words[1:])
}

// finish makes the position whole: all passed or the seat at turn to play or to
// choose, piles by place, every crook somewhere.
func (rd *reader) finish() error {
	s := rd.s
	slices.SortFunc(s.Piles, func(a, b Pile) int { return strings.Compare(a.Place, b.Place) })
	s.Pending, s.Phase = "", phaseTurn
	switch {
	case rd.paid != "" && s.size(rd.paid) == 0:
		return fmt.Errorf("there is nothing at place %q to be paid for", rd.paid)
	case rd.paid != "":
		s.Pending, s.Phase = rd.paid, phaseTake
		s.Seats[s.Active].note(Sheet{Place: rd.paid, Turn: s.Turn, Cards: slices.Sorted(slices.Values(s.pile(rd.paid).Crooks))})
	case s.in() == 0:
		s.Phase = phaseNext
	}
	if rd.phase != "" && rd.phase != s.Phase {
		return fmt.Errorf("the phase is %s, not %q", s.Phase, rd.phase)
	}
	s.gather()
	return Rules{}.Check(s)
}

// gather counts the money and lays aside what is nowhere.
func (s *State) gather() {
	s.Money = s.Bank
	for _, p := range s.Seats {
		s.Money += p.Cash
	}
	s.Sizes = nil
	for _, p := range s.Piles {
		s.Sizes = append(s.Sizes, len(p.Crooks))
	}
	s.Aside = nil
	used := s.lying()
	for _, c := range s.Deck {
		if !slices.Contains(used, c.ID) {
			s.Aside = append(s.Aside, c.ID)
		}
	}
}

// readSeats bears the line that Seats has read.
func (s *State) readSeats(names []string) error {
	if !slices.EqualFunc(s.Seats, names, func(p Seat, id string) bool { return p.ID == id }) {
		return fmt.Errorf("the seats are others")
	}
	return nil
}

func (s *State) readTurn(words []string) error {
	if len(words) > 1 {
		if s.Active = s.index(words[1]); s.Active < 0 {
			return fmt.Errorf("the line seats does not name %q", words[1])
		}
		words = slices.Delete(slices.Clone(words), 1, 2)
	}
	if err := setNumber(&s.Turn, words...); err != nil {
		return err
	}
	if s.Turn == 0 {
		return fmt.Errorf("turns begin with 1")
	}
	return nil
}

// readPile lays a pile. What was noted of an earlier one no longer holds.
func (s *State) readPile(place string, words []string) error {
	if len(place) != 1 || !strings.Contains(placeNames, place) {
		return fmt.Errorf("places are A to I")
	}
	ids, err := s.ids(words)
	if err != nil {
		return err
	}
	for i := range s.Seats {
		s.Seats[i].forget(place)
	}
	if p := s.pile(place); p != nil {
		p.Crooks = ids
		return nil
	}
	s.Piles = append(s.Piles, Pile{place, ids})
	return nil
}

// ids reads crooks, none of them twice; "-" is none.
func (s *State) ids(words []string) ([]string, error) {
	var out []string
	for _, w := range words {
		switch {
		case w == "-":
		case w == "" || s.crook(w).ID == "":
			return nil, fmt.Errorf("there is no crook %q", w)
		case slices.Contains(out, w):
			return nil, fmt.Errorf("crook %s is there twice", w)
		default:
			out = append(out, w)
		}
	}
	return out, nil
}

func (s *State) readSeat(p *Seat, words []string) error {
	switch word, rest := words[0], words[1:]; {
	case word == "passed":
		p.Passed = true
		return nothing(rest)
	case len(rest) == 0:
		return fmt.Errorf("there is nothing after %q", word)
	case word == "cash":
		return setNumber(&p.Cash, rest...)
	case word == "box":
		return s.readBox(p, rest)
	case word == "seen":
		return s.readSeen(p, rest)
	}
	target := number(words[0])
	if target < firstCard || target > lastCard {
		return fmt.Errorf("%q is no target and no other word of a position", words[0])
	}
	row, err := s.readRow(p, words[1:])
	p.put(target, row)
	return err
}

// readRow reads crooks bottom to top: C05 face up, -C05 face down, -C05:tom
// face down and known to tom, who spied.
func (s *State) readRow(p *Seat, words []string) ([]Standing, error) {
	var row []Standing
	for _, w := range words {
		if w == "-" {
			continue
		}
		name, spies, spied := strings.Cut(w, ":")
		c := Standing{ID: strings.TrimPrefix(name, "-"), Up: !strings.HasPrefix(name, "-")}
		if spied {
			c.Known = strings.Split(spies, ",")
		}
		for i, spy := range c.Known {
			if c.Up || spy == p.ID || s.seat(spy) == nil || slices.Contains(c.Known[:i], spy) {
				return nil, fmt.Errorf("%q: other players may have seen a crook face down", w)
			}
		}
		if c.ID == "" || s.crook(c.ID).ID == "" {
			return nil, fmt.Errorf("there is no crook %q", c.ID)
		}
		row = append(row, c)
	}
	return row, nil
}

func (s *State) readBox(p *Seat, words []string) error {
	row, err := s.readRow(p, words)
	for _, c := range row {
		s.Box = append(s.Box, Boxed{ID: c.ID, Seat: p.ID, Up: c.Up, Known: c.Known})
	}
	return err
}

// readSeen reads what a seat was shown: a place with its crooks, and how many
// others took from there since; or a target with crooks and their owners.
func (s *State) readSeen(p *Seat, words []string) error {
	if len(words) < 2 {
		return fmt.Errorf("seen takes a place or a target, a turn and crooks")
	}
	n := Sheet{}
	if err := setNumber(&n.Turn, words[1]); err != nil {
		return err
	}
	cards := words[2:]
	if n.Target = number(words[0]); n.Target < 0 {
		n.Place, n.Target = words[0], 0
		if i := slices.Index(cards, "gone"); i >= 0 {
			if err := setNumber(&n.Gone, cards[i+1:]...); err != nil {
				return err
			}
			cards = cards[:i]
		}
	} else {
		n.Seats, cards = owners(cards)
	}
	ids, err := s.ids(cards)
	n.Cards = ids
	if err == nil {
		err = s.checkNote(n)
	}
	p.note(n)
	return err
}

// owners parts tom:C05 pim:C21 into seats and crooks.
func owners(words []string) (seats, cards []string) {
	for _, w := range words {
		if seat, card, owned := strings.Cut(w, ":"); owned {
			seats, cards = append(seats, seat), append(cards, card)
		} else if w != "-" {
			cards = append(cards, w) // whose is not said: checkNote refuses it
		}
	}
	return seats, cards
}

func setNumber(to *int, words ...string) error {
	word := ""
	if err := setWord(&word, words...); err != nil {
		return err
	}
	n, err := strconv.Atoi(word)
	if err != nil || n < 0 || n > 9999 {
		return fmt.Errorf("%q is not a number from 0 to 9999", word)
	}
	*to = n
	return nil
}

func setWord(to *string, words ...string) error {
	if len(words) == 0 {
		return fmt.Errorf("a word is missing")
	}
	*to = words[0]
	return nothing(words[1:])
}

// nothing refuses words that nobody reads.
func nothing(words []string) error {
	if len(words) > 0 {
		return fmt.Errorf("there is too much: %q", strings.Join(words, " "))
	}
	return nil
}
