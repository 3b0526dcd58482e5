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
func (Positions) Seats(text string) []string {
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "#")
		if words := strings.Fields(line); len(words) > 1 && words[0] == "seats" {
			return words[1:]
		}
	}
	return nil
}

// Parse returns the fact that puts a new game in a position.
func (p Positions) Parse(text string) ([]games.Fact, error) {
	seats := p.Seats(text)
	if len(seats) < 2 {
		return nil, fmt.Errorf("reading the position: it needs a line seats with the players")
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
	for i, l := range strings.Split(text, "\n") {
		l, _, _ = strings.Cut(l, "#")
		words := strings.Fields(l)
		if len(words) == 0 || words[0] == "seats" {
			continue
		}
		if err := s.readLine(words); err != nil {
			return games.Fact{}, fmt.Errorf("line %d %q: %w", i+1, strings.TrimSpace(l), err)
		}
	}
	s.gather()
	if err := (Rules{}).Check(s); err != nil {
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

// gather counts the money and lays aside what is nowhere.
func (s *State) gather() {
	s.Money = s.Bank
	used := make([]string, 0, deckSize)
	for _, p := range s.Seats {
		s.Money += p.Cash
		for _, row := range p.Rows {
			for _, c := range row.Crooks {
				used = append(used, c.ID)
			}
		}
	}
	s.Sizes = nil
	for _, p := range s.Piles {
		used = append(used, p.Crooks...)
		s.Sizes = append(s.Sizes, len(p.Crooks))
	}
	for _, b := range s.Box {
		used = append(used, b.ID)
	}
	s.Aside = nil
	for _, c := range s.Deck {
		if !slices.Contains(used, c.ID) {
			s.Aside = append(s.Aside, c.ID)
		}
	}
}

func (s *State) readLine(words []string) error {
	if len(words) < 2 {
		return fmt.Errorf("there is nothing after %q", words[0])
	}
	switch rest := words[1:]; words[0] {
	case "turn":
		return s.readTurn(rest)
	case "bank":
		return setNumber(&s.Bank, rest[0])
	case "lone":
		return setNumber(&s.Lone, rest[0])
	case "paid":
		return s.readPaid(rest[0])
	case "pile":
		return s.readPile(rest)
	}
	p := s.seat(words[0])
	if p == nil {
		return fmt.Errorf("the line seats does not name %q", words[0])
	}
	return s.readSeat(p, words[1:])
}

func (s *State) readTurn(words []string) error {
	if len(words) > 1 {
		if s.Active = s.index(words[1]); s.Active < 0 {
			return fmt.Errorf("the line seats does not name %q", words[1])
		}
	}
	return setNumber(&s.Turn, words[0])
}

// readPaid shows a pile to the seat at turn, which has paid for it.
func (s *State) readPaid(place string) error {
	pile := s.pile(place)
	if pile == nil {
		return fmt.Errorf("there is no pile %s above", place)
	}
	s.Pending, s.Phase = place, phaseTake
	s.Seats[s.Active].note(Sheet{Place: place, Turn: s.Turn, Cards: slices.Sorted(slices.Values(pile.Crooks))})
	return nil
}

func (s *State) readPile(words []string) error {
	if len(words[0]) != 1 || !strings.Contains(placeNames, words[0]) {
		return fmt.Errorf("places are A to I")
	}
	ids, err := s.ids(words[1:])
	if err != nil {
		return err
	}
	if p := s.pile(words[0]); p != nil {
		p.Crooks = ids
		return nil
	}
	s.Piles = append(s.Piles, Pile{words[0], ids})
	return nil
}

// ids reads crooks; "-" alone is none.
func (s *State) ids(words []string) ([]string, error) {
	var out []string
	for _, w := range words {
		if w == "-" {
			continue
		}
		if s.crook(w).ID == "" {
			return nil, fmt.Errorf("there is no crook %q", w)
		}
		out = append(out, w)
	}
	return out, nil
}

func (s *State) readSeat(p *Seat, words []string) error {
	switch word := words[0]; {
	case word == "passed":
		p.Passed = true
		return nil
	case len(words) < 2:
		return fmt.Errorf("there is nothing after %q", word)
	case word == "cash":
		return setNumber(&p.Cash, words[1])
	case word == "box":
		return s.readBox(p, words[1:])
	case word == "seen":
		return s.readSeen(p, words[1:])
	}
	target := number(words[0])
	if target < firstCard || target > lastCard {
		return fmt.Errorf("%q is no target and no other word of a position", words[0])
	}
	row, err := s.readRow(words[1:])
	p.put(target, row)
	return err
}

// readRow reads crooks bottom to top: C05 face up, -C05 face down, -C05:tom
// face down and known to tom, who spied.
func (s *State) readRow(words []string) ([]Standing, error) {
	var row []Standing
	for _, w := range words {
		name, known, _ := strings.Cut(w, ":")
		c := Standing{ID: strings.TrimPrefix(name, "-"), Up: !strings.HasPrefix(name, "-")}
		if known != "" {
			c.Known = strings.Split(known, ",")
		}
		if c.ID == "" && !c.Up {
			continue
		}
		if s.crook(c.ID).ID == "" {
			return nil, fmt.Errorf("there is no crook %q", c.ID)
		}
		row = append(row, c)
	}
	return row, nil
}

func (s *State) readBox(p *Seat, words []string) error {
	row, err := s.readRow(words)
	for _, c := range row {
		s.Box = append(s.Box, Boxed{ID: c.ID, Seat: p.ID, Up: c.Up, Known: c.Known})
	}
	return err
}

// readSeen reads what a seat noted of a place: the place, the turn, crooks.
func (s *State) readSeen(p *Seat, words []string) error {
	if len(words) < 2 {
		return fmt.Errorf("seen takes a place, a turn and crooks")
	}
	n := Sheet{Place: words[0]}
	ids, err := s.ids(words[2:])
	n.Cards = ids
	p.note(n)
	if err != nil {
		return err
	}
	return setNumber(&p.Seen[len(p.Seen)-1].Turn, words[1])
}

func setNumber(to *int, word string) error {
	n := number(word)
	if n < 0 {
		return fmt.Errorf("%q is not a number", word)
	}
	*to = n
	return nil
}

// Format writes a position, one thing a line.
func (Positions) Format(g games.Game) string {
	var b strings.Builder
	v, ok := g.View(games.Engine).(View)
	if !ok {
		return ""
	}
	say := func(words ...string) { fmt.Fprintln(&b, strings.TrimSpace(strings.Join(words, " "))) }
	seats := []string{"seats"}
	for _, p := range v.Seats {
		seats = append(seats, p.Seat)
	}
	say(seats...)
	say("turn", strconv.Itoa(v.Turn), v.Active)
	say("phase", v.Phase)
	say("bank", strconv.Itoa(v.Bank))
	for _, p := range v.Seats {
		say(p.Seat, "cash", strconv.Itoa(p.Cash))
		if p.Passed {
			say(p.Seat, "passed")
		}
	}
	for _, p := range v.Engine.Piles {
		say(append([]string{"pile", p.Place}, p.Crooks...)...)
	}
	for _, t := range v.Targets {
		for _, row := range t.Rows {
			say(row.Seat, strconv.Itoa(t.Target), rowText(row))
		}
	}
	for _, c := range v.Engine.Box {
		say(c.Seat, "box", sign(!c.Up)+c.ID)
	}
	formatEnd(v, say)
	return b.String()
}

// formatEnd writes what an ended game came to.
func formatEnd(v View, say func(...string)) {
	for i, r := range v.Engine.Ended.Ranks {
		say(append([]string{"rank", strconv.Itoa(i + 1)}, r.Seats...)...)
	}
	for _, t := range v.Totals {
		say(t.Seat, "points", strconv.Itoa(t.points()))
	}
}

func rowText(row RowView) string {
	var out []string
	for _, c := range row.Crooks {
		out = append(out, sign(c.Down)+c.ID)
	}
	return strings.Join(out, " ")
}

func sign(down bool) string {
	if down {
		return "-"
	}
	return ""
}
