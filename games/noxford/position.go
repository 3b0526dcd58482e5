package noxford

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

// Parse returns the fact that puts a new game in a position. Whether it fits on
// the game's table shows when it is there; here only the largest one counts.
func (p Positions) Parse(text string) ([]games.Fact, error) {
	rd := reader{s: &State{Deck: p.rules.data.Deck, Step: stepAction, Turn: 1, Just: nobody}}
	rd.s.Deck.Columns, rd.s.Deck.Rows = maxTable, maxTable
	if err := games.ReadPosition(text, rd.read); err != nil {
		return nil, fmt.Errorf("reading the position: %w", err)
	}
	if err := rd.finish(p.rules); err != nil {
		return nil, fmt.Errorf("reading the position: %w", err)
	}
	return []games.Fact{rd.s.positionFact()}, nil
}

// reader gathers the lines of a position.
type reader struct {
	s      *State
	market bool // a line names it
}

func (p *reader) read(words []string) error {
	if words[0] == "seats" {
		return p.seats(words[1:])
	}
	if len(p.s.Seats) == 0 {
		return fmt.Errorf("the line seats comes first")
	}
	var err error
	switch words[0] {
	case "market":
		p.market = true
		return p.cards(&p.s.Market, words[1:])
	case "neutrals":
		return p.cards(&p.s.Pile, words[1:])
	case "colours":
		return p.colours(words[1:])
	}
	if len(words) < 2 {
		return fmt.Errorf("there is nothing after %q", words[0])
	}
	switch words[0] {
	case "turn":
		err = number(&p.s.Turn, words[1])
	case "passes":
		err = number(&p.s.Passes, words[1])
	case "step":
		err = p.step(words[1])
	case "just":
		err = p.just(words[1:])
	case "city":
		err = p.stack(words[1], words[2:])
	default:
		err = p.ofSeat(words)
	}
	return err
}

func (p *reader) seats(names []string) error {
	if len(p.s.Seats) > 0 || len(names) < minSeats || len(names) > maxSeats {
		return fmt.Errorf("there is one line seats, with %d to %d players", minSeats, maxSeats)
	}
	if err := games.CheckSeats(names); err != nil {
		return err
	}
	var players []Player
	for i, name := range names {
		players = append(players, Player{name, letterOf(i)})
	}
	p.s.sit(players)
	return nil
}

func (p *reader) colours(words []string) error {
	if len(words) != len(p.s.Seats) {
		return fmt.Errorf("there are %d colours for %d players", len(words), len(p.s.Seats))
	}
	for i, w := range words {
		c := colourOf(w)
		if len(w) != 1 || c < 0 || slices.Contains(words[:i], w) {
			return fmt.Errorf("%q is not one of R B O V, each once", w)
		}
		p.s.Colours[i] = c
	}
	return nil
}

func (p *reader) step(word string) error {
	p.s.Step = Step(word)
	switch p.s.Step {
	case stepAction, stepGear, stepEnd, stepScore:
		return nil
	}
	return fmt.Errorf("a step is action, gear, end or score")
}

// just reads the card placed this turn, and where it came from.
func (p *reader) just(words []string) error {
	p.s.Just = cardNamed(words[0])
	if p.s.Just == nobody || len(words) != 2 || !slices.Contains([]string{fromHand, fromMarket, fromMaster}, words[1]) {
		return fmt.Errorf("just names a card and hand, market or master: just R-S3 hand")
	}
	p.s.From = words[1]
	return nil
}

func (p *reader) stack(pos string, ids []string) error {
	at, ok := readPos(pos)
	if !ok || !at.inside(maxTable, maxTable) {
		return fmt.Errorf("%q is no position on a table of %d by %d", pos, maxTable, maxTable)
	}
	st := Stack{Rect: at}
	if err := p.cards(&st.Cards, ids); err != nil {
		return err
	}
	p.s.City = append(p.s.City, st)
	return nil
}

// cards reads cards by id; - is none.
func (p *reader) cards(to *[]Card, ids []string) error {
	for _, id := range ids {
		c := cardNamed(id)
		switch {
		case c != nobody:
			*to = append(*to, c)
		case id != "-":
			return fmt.Errorf("%q is no card such as R-S3, Q05 or K1", id)
		}
	}
	return nil
}

// ofSeat reads a line that names a player; own cards are codes.
func (p *reader) ofSeat(words []string) error {
	i := p.s.seat(games.Seat(words[1]))
	if i < 0 {
		return fmt.Errorf("the line seats does not name %q", words[1])
	}
	var to *[]Card
	switch words[0] {
	case "active":
		p.s.Active = i
		return nil
	case "hand":
		to = &p.s.Hands[i]
	case "pile":
		to = &p.s.Piles[i]
	default:
		return fmt.Errorf("a line begins with seats, colours, turn, active, step, just, passes, city, market, neutrals, hand or pile")
	}
	for _, code := range words[2:] {
		c := ownCard(p.s.Colours[i], code)
		if code != "-" && (c == nobody || c.master()) {
			return fmt.Errorf("%q is no card of a hand, such as S3 or L1", code)
		}
		if c != nobody {
			*to = append(*to, c)
		}
	}
	return nil
}

func number(to *int, word string) error {
	n, err := strconv.Atoi(word)
	if err != nil || n < 0 || n > 10_000 {
		return fmt.Errorf("%q is not a number from 0 to 10000", word)
	}
	*to = n
	return nil
}

// finish puts the cards that no line names where they belong: hands and market
// are filled, the rest goes behind the piles, in the order of cards.
func (p *reader) finish(r Rules) error {
	s := p.s
	switch {
	case len(s.Seats) == 0:
		return fmt.Errorf("it needs a line seats with the players")
	case s.Turn < 1:
		return fmt.Errorf("turns begin with 1")
	case len(s.City) == 0:
		return fmt.Errorf("it needs a line city with a card at least")
	case s.Step == stepGear && s.Just == nobody:
		return fmt.Errorf("step gear needs the card just placed: just R-S3 hand")
	case s.Just != nobody && (!s.inCity(s.Just) || s.Step == stepAction):
		return fmt.Errorf("just names a card in the city, in a step behind the action")
	case s.Passes >= len(s.Seats):
		return fmt.Errorf("%d passes of %d players end the game", s.Passes, len(s.Seats))
	}
	named := map[Card]bool{}
	for _, cards := range slices.Concat(s.Hands, s.Piles, [][]Card{s.Market, s.Pile}) {
		for _, c := range cards {
			named[c] = true
		}
	}
	rest := func(from, to Card) []Card {
		var out []Card
		for c := from; c < to; c++ {
			if !named[c] && !s.inCity(c) {
				out = append(out, c)
			}
		}
		return out
	}
	s.Market, s.Pile = filled(s.Market, slices.Concat(s.Pile, rest(syndicates, allCards)), marketSize-s.gone(fromMarket))
	for i, colour := range s.Colours {
		size := handSize
		if i == s.Active {
			size -= s.gone(fromHand)
		}
		s.Hands[i], s.Piles[i] = filled(s.Hands[i], slices.Concat(s.Piles[i], rest(cardOf(colour, 1), cardOf(colour, perColour))), size)
	}
	return r.Check(s)
}

// gone is 1 where the card just placed came from there and is not replaced yet.
func (s *State) gone(from string) int {
	if s.Just != nobody && s.From == from {
		return 1
	}
	return 0
}

// filled fills cards up to a size from a pile.
func filled(cards, pile []Card, size int) (all, left []Card) {
	n := min(max(0, size-len(cards)), len(pile))
	return slices.Concat(cards, pile[:n]), pile[n:]
}

// positionFact is the fact that sets a position. Hands are their owners'.
func (s *State) positionFact() games.Fact {
	p := Position{
		Step: string(s.Step), Turn: s.Turn, Active: string(s.Seats[s.Active]), City: laids(s.City), Just: s.Just.id(), From: s.From,
		Passes: s.Passes, Market: cardIDs(s.Market),
	}
	piles := Hidden{Neutrals: cardIDs(s.Pile)}
	var parts []games.Part
	for i, seat := range s.Seats {
		p.Seats = append(p.Seats, Player{string(seat), letterOf(s.Colours[i])})
		piles.Piles = append(piles.Piles, Cards{cardIDs(s.Piles[i])})
		parts = append(parts, part(seat, Hidden{Hand: cardIDs(s.Hands[i])}))
	}
	parts = append(parts, part(games.Engine, piles))
	slices.SortFunc(parts, func(a, b games.Part) int { return strings.Compare(string(a.Audience), string(b.Audience)) })
	return fact(factPosition, p, parts...)
}

// Format writes the position of a game.
func (p Positions) Format(g games.Game) string {
	v, ok := g.View(games.Engine).(View)
	if !ok || len(v.City) == 0 {
		return ""
	}
	return v.format()
}

func (v View) format() string {
	var b strings.Builder
	put := func(words ...string) { fmt.Fprintln(&b, strings.TrimSpace(strings.Join(words, " "))) }
	var names, colours []string
	for _, seat := range v.Seats {
		names, colours = append(names, seat.Seat), append(colours, seat.Colour)
	}
	put("seats", strings.Join(names, " "))
	put("colours", strings.Join(colours, " "))
	put("turn", strconv.Itoa(v.Turn))
	if v.Active != "" {
		put("active", v.Active)
	}
	put("step", v.Step)
	if v.Just != "" && v.Step != string(stepOver) {
		put("just", v.Just, v.From)
	}
	if v.Passes > 0 {
		put("passes", strconv.Itoa(v.Passes))
	}
	for _, st := range v.City {
		put("city", st.Pos, strings.Join(st.Cards, " "))
	}
	var market []string
	for _, c := range v.Market {
		market = append(market, c.Card)
	}
	put("market", dash(market))
	put("neutrals", dash(v.Neutrals))
	for _, seat := range v.Seats {
		put("hand", seat.Seat, dash(seat.Cards))
		put("pile", seat.Seat, dash(seat.Order))
	}
	if v.Step == string(stepOver) {
		v.formatEnd(put)
	}
	return b.String()
}

// formatEnd writes how a game ended; such a position is never read.
func (v View) formatEnd(put func(...string)) {
	put("decided", v.Why)
	put("cancelled", dash(v.Cancelled))
	for _, q := range v.Quarters {
		if q.Seat != "" {
			put("won", q.Seat, q.Quarter, strconv.Itoa(q.Symbols+q.Bonus))
		}
	}
	for _, s := range v.Seats {
		put("points", s.Seat, strconv.Itoa(s.Points), strconv.Itoa(s.Quarters))
	}
	for i, rank := range v.Ranks {
		put("rank", strconv.Itoa(i+1), strings.Join(rank, " "))
	}
}

func dash(words []string) string {
	if len(words) == 0 {
		return "-"
	}
	return strings.Join(words, " ")
}
