package kingofcrime

import (
	"fmt"
	"slices"
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
	rd := reader{d: p.rules.data.deck, s: &State{Step: stepTurn, Turn: 1, deck: p.rules.data.deck}, rest: "pile"}
	if err := games.ReadPosition(text, rd.read); err != nil {
		return nil, fmt.Errorf("reading the position: %w", err)
	}
	if len(rd.s.Seats) == 0 {
		return nil, fmt.Errorf("reading the position: it needs a line seats with the players")
	}
	if err := rd.finish(); err != nil {
		return nil, fmt.Errorf("reading the position: %w", err)
	}
	return []games.Fact{positionFact(rd.s)}, nil
}

// reader gathers the lines of a position.
type reader struct {
	d    *deck
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
	case "turn":
		return p.turn(words[1:])
	case "step":
		return p.step(words[1:])
	case "pile":
		return p.cards(&p.s.Pile, words[1:])
	case "discard":
		return p.cards(&p.s.Discard, words[1:])
	case "out":
		return p.cards(&p.s.Out, words[1:])
	case "rest":
		if len(words) != 2 || words[1] != "pile" && words[1] != "discard" && words[1] != "nobody" {
			return fmt.Errorf("rest is pile or discard")
		}
		p.rest = words[1]
		return nil
	}
	if len(words) < 2 {
		return fmt.Errorf("there is nothing after %q", words[0])
	}
	i := p.s.index(words[1])
	if i < 0 {
		return fmt.Errorf("the line seats does not name %q", words[1])
	}
	switch words[0] {
	case "family":
		return p.family(i, words[2:])
	case "rackets":
		return p.rackets(i, words[2:])
	case "hand":
		return p.cards(&p.s.Hand[i], words[2:])
	}
	return fmt.Errorf("a line begins with seats, turn, step, family, rackets, hand, pile, discard, out or rest")
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
	p.s.Fam, p.s.Hand = make([]Family, len(names)), make([][]string, len(names))
	return nil
}

func (p *reader) turn(words []string) error {
	if len(words) == 0 || len(words) > 2 || number(words[0]) < 1 && words[0] != "0" || number(words[0]) > 9999 || itoa(number(words[0])) != words[0] {
		return fmt.Errorf("turn is a number from 0 to 9999 and a player")
	}
	p.s.Turn = number(words[0])
	if len(words) == 2 {
		if p.s.Active = p.s.index(words[1]); p.s.Active < 0 {
			return fmt.Errorf("the line seats does not name %q", words[1])
		}
	}
	return nil
}

func (p *reader) step(words []string) error {
	if len(words) == 1 && (words[0] == string(stepTurn) || words[0] == string(stepBegin)) {
		p.s.Step = Step(words[0])
		return nil
	}
	return fmt.Errorf("a step is action or begin")
}

// cards reads ids, 2R01 for two copies.
func (p *reader) cards(to *[]string, words []string) error {
	for _, w := range words {
		n, id := 1, w
		if w != "" && w[0] >= '2' && w[0] <= '9' {
			n, id = int(w[0]-'0'), w[1:]
		}
		if c := p.d.card(id); c.ID == "" || c.Kind == cardBoss || n > c.Copies {
			return fmt.Errorf("%q is no card, or not that often in the deck", w)
		}
		*to = append(*to, slices.Repeat([]string{id}, n)...)
	}
	return nil
}

// family reads Mugs: M07, M07- turned, M07-+F05+F07 with cards under it.
func (p *reader) family(i int, words []string) error {
	if len(p.s.Fam[i].Mugs) > 0 || len(words) == 0 {
		return fmt.Errorf("a Family has one line, the Boss first")
	}
	for n, w := range words {
		id, under, _ := strings.Cut(w, "+")
		id, turned := strings.CutSuffix(id, "-")
		c := p.d.card(id)
		if (n == 0) != (c.Kind == cardBoss) || n > 0 && c.Kind != cardMug || p.s.ownerOf(id) >= 0 {
			return fmt.Errorf("%q cannot stand here: the Boss comes first, then Mugs, each once", w)
		}
		m := Mug{ID: id, Turned: turned}
		if under != "" {
			if err := p.cards(&m.Under, strings.Split(under, "+")); err != nil {
				return err
			}
		}
		p.s.Fam[i].Mugs = append(p.s.Fam[i].Mugs, m)
	}
	return nil
}

// rackets reads XE1:BO1, the oldest first, with their holders.
func (p *reader) rackets(i int, words []string) error {
	for _, w := range words {
		id, on, _ := strings.Cut(w, ":")
		m := p.s.mug(i, on)
		switch {
		case p.d.card(id).Kind != cardRacket || m == nil:
			return fmt.Errorf("%q is not a Racket and its holder like XE1:BO1; the line family stands above it", w)
		case !p.s.canHold(*m, id):
			return fmt.Errorf("%s cannot hold %s", on, id)
		}
		p.s.Fam[i].Rackets = append(p.s.Fam[i].Rackets, Held{ID: id, On: on})
	}
	return nil
}

// finish puts the cards that no line names where rest says, in the order of the
// deck, and gives a Boss to each who has none.
func (p *reader) finish() error {
	for i := range p.s.Seats {
		if len(p.s.Fam[i].Mugs) == 0 {
			p.s.Fam[i].Mugs = []Mug{{ID: p.s.freeBosses()[0]}}
		}
		slices.Sort(p.s.Hand[i])
	}
	var named []string
	p.s.each(func(id string) { named = append(named, id) })
	var left []string
	for _, id := range p.d.playable() {
		if n := slices.Index(named, id); n >= 0 {
			named = slices.Delete(named, n, n+1)
			continue
		}
		left = append(left, id)
	}
	if len(named) > 0 {
		return fmt.Errorf("%s is there too often", named[0])
	}
	switch p.rest {
	case "pile":
		p.s.Pile = append(p.s.Pile, left...)
	case "discard":
		p.s.Discard = append(p.s.Discard, left...)
	default:
		if len(left) > 0 {
			return fmt.Errorf("%s are nowhere", strings.Join(left, " "))
		}
	}
	if i := p.s.winner(); i >= 0 {
		return fmt.Errorf("%s has won in it", p.s.Seats[i])
	}
	return Rules{}.Check(p.s)
}

// each names the cards of piles, hands and Families one by one, Bosses left out.
func (s *State) each(name func(string)) {
	all := func(ids []string) {
		for _, id := range ids {
			name(id)
		}
	}
	all(s.Pile)
	all(s.Discard)
	all(s.Out)
	for _, hand := range s.Hand {
		all(hand)
	}
	for _, f := range s.Fam {
		for _, m := range f.Mugs {
			if !s.deck.boss(m.ID) {
				name(m.ID)
			}
			all(m.Under)
		}
		for _, h := range f.Rackets {
			name(h.ID)
		}
	}
	if s.Round != nil {
		all(s.Round.Cards)
		if s.Round.OnTable {
			name(s.Round.Racket)
		}
	}
}

// positionFact is the fact that sets a position. Hands are their owners'.
func positionFact(s *State) games.Fact {
	p := Position{Turn: s.Turn, Active: s.id(s.Active), Step: string(s.Step), Discard: s.Discard, Out: s.Out}
	parts := []games.Part{part(games.Engine, Cards{s.Pile})}
	for i, f := range s.Fam {
		p.Family = append(p.Family, Gang(f))
		parts = append(parts, part(s.Seats[i], Cards{s.Hand[i]}))
	}
	return fact(factPosition, p, parts...)
}

// Format writes the position of a game.
func (p Positions) Format(g games.Game) string {
	v, ok := g.View(games.Engine).(View)
	if !ok || len(v.Seats) == 0 {
		return ""
	}
	return format(v)
}

func format(v View) string {
	var b strings.Builder
	put := func(words ...string) { fmt.Fprintln(&b, strings.TrimSpace(strings.Join(words, " "))) }
	var names []string
	for _, s := range v.Seats {
		names = append(names, s.Seat)
	}
	put("seats", strings.Join(names, " "))
	put("turn", itoa(v.Turn), v.Active)
	put("step", v.Step)
	for _, s := range v.Seats {
		formatSeat(put, s)
	}
	put("pile", runs(v.PileCards))
	put("discard", runs(v.Discard))
	put("out", runs(v.Out))
	formatRound(put, v.Round)
	for i, rank := range v.Ranks {
		put("rank", itoa(i+1), strings.Join(rank, " "))
	}
	return b.String()
}

func formatSeat(put func(...string), s SeatView) {
	var mugs, rackets []string
	for _, m := range s.Mugs {
		w := m.ID
		if m.Turned {
			w += "-"
		}
		for _, c := range m.Under {
			w += "+" + c
		}
		mugs = append(mugs, w)
	}
	for _, h := range s.Rackets {
		rackets = append(rackets, h.ID+":"+h.On)
	}
	put("family", s.Seat, strings.Join(mugs, " "))
	put("rackets", s.Seat, strings.Join(rackets, " "))
	put("hand", s.Seat, runs(s.Cards))
}

// formatRound writes a round under way, which no position begins with.
func formatRound(put func(...string), rd RoundView) {
	if rd.N == 0 {
		return
	}
	put("round", itoa(rd.N), rd.Racket, rd.Stage)
	put("in", strings.Join(rd.Parts, " "))
	put("played", runs(rd.Cards))
	for _, e := range rd.Entries {
		state := ""
		if e.Dead {
			state = "dead"
		}
		put("entry", e.Card, e.By, e.Seat, e.Mug, state)
	}
}

// runs writes 2R01 F02, copies that follow each other together.
func runs(cards []string) string {
	var out []string
	for i := 0; i < len(cards); {
		n := 1
		for i+n < len(cards) && cards[i+n] == cards[i] && n < 9 {
			n++
		}
		if n == 1 {
			out = append(out, cards[i])
		} else {
			out = append(out, itoa(n)+cards[i])
		}
		i += n
	}
	return strings.Join(out, " ")
}
