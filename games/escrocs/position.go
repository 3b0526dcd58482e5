package escrocs

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

// Seats lists the players of a position, clockwise.
func (Positions) Seats(text string) []string { return games.PositionSeats(text, "seats") }

// Parse returns the fact that puts a new game in a position.
func (p Positions) Parse(text string) ([]games.Fact, error) {
	rd := reader{r: p.rules, s: &State{
		Step: stepTake, Turn: 1, Rows: make([][]Colour, p.rules.data.Rows),
		Options: []games.KV{{Key: "scorings", Value: strconv.Itoa(p.rules.data.Scorings)}},
	}, rest: "talon"}
	if err := games.ReadPosition(text, rd.read); err != nil {
		return nil, fmt.Errorf("reading the position: %w", err)
	}
	if len(rd.s.Seats) == 0 {
		return nil, fmt.Errorf("reading the position: it needs a line seats with the players")
	}
	if err := rd.finish(); err != nil {
		return nil, fmt.Errorf("reading the position: %w", err)
	}
	return []games.Fact{p.rules.positionFact(rd.s)}, nil
}

// reader gathers the lines of a position.
type reader struct {
	r    Rules
	s    *State
	rest string
}

func (p *reader) read(words []string) error {
	if words[0] == "seats" {
		return p.seats(words[1:])
	}
	if len(p.s.Seats) == 0 {
		return fmt.Errorf("the line seats comes first")
	}
	switch words[0] {
	case "row":
		return p.row(words[1:])
	case "prison":
		return p.add(&p.s.Prison, words[1:])
	case "discard":
		return p.add(&p.s.Discard, words[1:])
	case "talon":
		cards, err := p.cards(words[1:])
		p.s.Talon = append(p.s.Talon, cards...)
		return err
	}
	if len(words) < 2 {
		return fmt.Errorf("there is nothing after %q", words[0])
	}
	switch words[0] {
	case "turn":
		return number(&p.s.Turn, words[1])
	case "shaken":
		return number(&p.s.Shaken, words[1])
	case "step":
		return p.step(words[1:])
	case "rest":
		p.rest = words[1]
		return nil
	}
	return p.ofSeat(words)
}

func (p *reader) seats(names []string) error {
	if len(p.s.Seats) > 0 || len(names) < minSeats || len(names) > maxSeats {
		return fmt.Errorf("there is one line seats, with %d to %d players", minSeats, maxSeats)
	}
	if err := games.CheckSeats(names); err != nil {
		return err
	}
	for _, name := range names {
		p.s.Seats = append(p.s.Seats, games.Seat(name))
	}
	p.s.Hands, p.s.Seen = make([]Counts, len(names)), make([]Counts, len(names))
	return nil
}

// ofSeat reads a line that names a player.
func (p *reader) ofSeat(words []string) error {
	i := p.s.seat(games.Seat(words[1]))
	if i < 0 {
		return fmt.Errorf("the line seats does not name %q", words[1])
	}
	switch words[0] {
	case "active":
		p.s.Active = i
		return nil
	case "hand":
		return p.add(&p.s.Hands[i], words[2:])
	case "seen":
		return p.add(&p.s.Seen[i], words[2:])
	case "table":
		return p.table(i, words[2:])
	case "score":
		return p.score(i, words[2:])
	}
	return fmt.Errorf("a line begins with seats, turn, active, step, row, prison, table, hand, seen, talon, discard, rest, score or shaken")
}

// cards reads runs like 2RE or GN, in order.
func (p *reader) cards(words []string) ([]Colour, error) {
	var out []Colour
	for _, w := range words {
		code := strings.TrimLeft(w, "0123456789")
		n, err := 1, error(nil)
		if digits := w[:len(w)-len(code)]; digits != "" {
			n, err = strconv.Atoi(digits)
		}
		c := p.r.data.coded(code)
		if err != nil || c < 0 || n < 1 || n > p.r.data.cards() {
			return nil, fmt.Errorf("%q is not a number of cards like 2RE", w)
		}
		out = append(out, slices.Repeat([]Colour{c}, n)...)
	}
	return out, nil
}

func (p *reader) add(to *Counts, words []string) error {
	cards, err := p.cards(words)
	*to = to.plus(count(cards))
	return err
}

func (p *reader) row(words []string) error {
	n := 0
	if len(words) > 0 {
		n, _ = strconv.Atoi(words[0])
	}
	if n < 1 || n > len(p.s.Rows) || p.s.Rows[n-1] != nil {
		return fmt.Errorf("rows are 1 to %d, each once", len(p.s.Rows))
	}
	cards, err := p.cards(words[1:])
	p.s.Rows[n-1] = cards
	return err
}

func (p *reader) table(i int, words []string) error {
	cards, err := p.cards(words)
	for c, n := range count(cards) {
		if n == 0 {
			continue
		}
		if p.s.Tables[c].N > 0 {
			return fmt.Errorf("a colour is on one table only")
		}
		p.s.Tables[c] = Set{i, n}
	}
	return err
}

// score reads the points of a seat, one number a scoring.
func (p *reader) score(i int, words []string) error {
	for n, w := range words {
		if n == len(p.s.Sheet) {
			p.s.Sheet = append(p.s.Sheet, make([]int, len(p.s.Seats)))
		}
		if err := number(&p.s.Sheet[n][i], w); err != nil {
			return err
		}
	}
	return nil
}

// step reads take, begin, score, or lay and draw with the end of the take.
func (p *reader) step(words []string) error {
	p.s.Step = Step(words[0])
	switch p.s.Step {
	case stepTake, stepBegin, stepScore:
		return nil
	case stepLay, stepDraw:
		if len(words) > 1 {
			if e, ok := p.s.readEnd(words[1]); ok {
				p.s.Row, p.s.Right = e.row, e.right
				return nil
			}
		}
		return fmt.Errorf("%s names the end of the take: %s 3l", words[0], words[0])
	}
	return fmt.Errorf("a step is take, lay, draw, score or begin")
}

func number(to *int, word string) error {
	n, err := strconv.Atoi(word)
	if err != nil || n < 0 || n > 10_000 {
		return fmt.Errorf("%q is not a number from 0 to 10000", word)
	}
	*to = n
	return nil
}

// finish puts the cards that no line names where rest says: behind the talon,
// in the order of colours, into the discard, or into a hand.
func (p *reader) finish() error {
	left := p.r.deck()
	take := func(c Counts) { left = minus(left, c) }
	take(p.s.Prison)
	take(p.s.Discard)
	take(count(p.s.Talon))
	for _, row := range p.s.Rows {
		take(count(row))
	}
	for _, hand := range p.s.Hands {
		take(hand)
	}
	for c, set := range p.s.Tables {
		left[c] -= set.N
	}
	if slices.Min(left[:]) < 0 {
		return fmt.Errorf("it names more cards of a colour than there are")
	}
	switch i := p.s.seat(games.Seat(p.rest)); {
	case p.rest == "talon":
		p.s.Talon = append(p.s.Talon, left.cards()...)
	case p.rest == "discard":
		p.s.Discard = p.s.Discard.plus(left)
	case i >= 0:
		p.s.Hands[i] = p.s.Hands[i].plus(left)
	case p.rest == "nobody" && left.n() == 0:
	case p.rest == "nobody":
		return fmt.Errorf("%s are nowhere", Positions{p.r}.runs(p.r.piles(left)))
	default:
		return fmt.Errorf("rest is talon, discard or a player, not %q", p.rest)
	}
	return p.r.Check(p.s)
}

// positionFact is the fact that sets a position. Hands are their owners'.
func (r Rules) positionFact(s *State) games.Fact {
	p := Position{
		Step: string(s.Step), Turn: s.Turn, Active: string(s.Seats[s.Active]), Shaken: s.Shaken, Filled: s.Filled, Prison: r.piles(s.Prison),
	}
	if s.Step == stepLay || s.Step == stepDraw {
		p.Row, p.End = s.Row+1, s.end()
	}
	for _, row := range s.Rows {
		p.Rows = append(p.Rows, RowSet{r.ids(row)})
	}
	for c, set := range s.Tables {
		if set.N > 0 {
			p.Tables = append(p.Tables, SetFact{string(s.Seats[set.Owner]), r.data.Colours[c].ID, set.N})
		}
	}
	for _, points := range s.Sheet {
		p.Sheet = append(p.Sheet, Points{points})
	}
	parts := []games.Part{part(games.Engine, Hidden{Talon: r.ids(s.Talon), Discard: r.piles(s.Discard)})}
	for i, seat := range s.Seats {
		for _, seen := range r.piles(s.Seen[i]) {
			p.Seen = append(p.Seen, SetFact{string(seat), seen.Colour, seen.N})
		}
		parts = append(parts, part(seat, Hidden{Hand: r.piles(s.Hands[i])}))
	}
	slices.SortFunc(parts, func(a, b games.Part) int { return strings.Compare(string(a.Audience), string(b.Audience)) })
	return fact(factPosition, p, parts...)
}

// Format writes the position of a game.
func (p Positions) Format(g games.Game) string {
	v, ok := g.View(games.Engine).(View)
	if !ok || len(v.Rows) == 0 {
		return ""
	}
	return p.format(v)
}

func (p Positions) format(v View) string {
	var b strings.Builder
	put := func(words ...string) { fmt.Fprintln(&b, strings.TrimSpace(strings.Join(words, " "))) }
	var names []string
	for _, seat := range v.Seats {
		names = append(names, seat.Seat)
	}
	put("seats", strings.Join(names, " "))
	put("turn", strconv.Itoa(v.Turn))
	if v.Active != "" {
		put("active", v.Active)
	}
	step := v.Step
	if v.Row > 0 {
		step += " " + endWord(v.Row, v.End)
	}
	put("step", step)
	put("shaken", strconv.Itoa(v.Shaken))
	for _, row := range v.Rows {
		put("row", strconv.Itoa(row.Row), p.runs(row.Groups))
	}
	put("prison", p.runs(v.Prison))
	for _, seat := range v.Seats {
		p.formatSeat(put, v, seat)
	}
	put("talon", p.runs(p.rules.runs(p.rules.colours(v.TalonCards))))
	put("discard", p.runs(v.DiscardPiles))
	for i, rank := range v.Ranks {
		put("rank", strconv.Itoa(i+1), strings.Join(rank, " "))
	}
	return b.String()
}

func (p Positions) formatSeat(put func(...string), v View, seat SeatView) {
	var laid []Pile
	for _, set := range v.Tables {
		if set.Seat == seat.Seat {
			laid = append(laid, Pile{set.Colour, set.N})
		}
	}
	put("table", seat.Seat, p.runs(laid))
	put("hand", seat.Seat, p.runs(seat.Cards))
	put("seen", seat.Seat, p.runs(seat.Seen))
	var points []string
	for _, n := range seat.Sheet {
		points = append(points, strconv.Itoa(n))
	}
	put("score", seat.Seat, strings.Join(points, " "))
}

// runs writes 2RE GN.
func (p Positions) runs(piles []Pile) string {
	var out []string
	for _, pile := range piles {
		n := ""
		if pile.N > 1 {
			n = strconv.Itoa(pile.N)
		}
		out = append(out, n+p.rules.data.Colours[p.rules.data.colour(pile.Colour)].Code.EN)
	}
	return strings.Join(out, " ")
}
