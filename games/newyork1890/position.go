package newyork1890

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fivepoints/games"
)

// Positions reads and writes short text positions; see the package comment.
type Positions struct{ rules Rules }

// unsaid marks actions that no line gives.
const unsaid = -1

// NewPositions returns the reader and writer of positions of a rulebook.
func NewPositions(r Rules) Positions { return Positions{r} }

// Seats lists the gangs of a position, in turn order.
func (Positions) Seats(text string) []string { return games.PositionSeats(text, "order") }

// Parse returns the fact that puts a new game in a position.
func (p Positions) Parse(text string) ([]games.Fact, error) {
	s := &State{Board: Board{Round: 1, Phase: phaseMoves}}
	turn := ""
	if err := games.ReadPosition(text, func(words []string) error { return p.read(s, words, &turn) }); err != nil {
		return nil, fmt.Errorf("reading the position: %w", err)
	}
	if len(s.Gangs) == 0 {
		return nil, fmt.Errorf("reading the position: it needs a line order with the gangs")
	}
	if turn != "" && s.gang(turn) == nil {
		return nil, fmt.Errorf("reading the position: it is the turn of %q, whom the line order does not name", turn)
	}
	p.finish(s, turn)
	if err := p.rules.Check(s); err != nil {
		return nil, fmt.Errorf("reading the position: %w", err)
	}
	out := []games.Fact{fact(factPosition, PositionSet{s.Board})}
	for _, b := range s.sealed {
		v := s.vote(s.gang(b.gang))
		f := fact(factRigged, BallotsRigged{b.gang})
		f.Priv = []games.Part{{Audience: games.Seat(b.gang), Payload: BallotsPut{v.Cubes, v.Cubes}}}
		out = append(out, f)
	}
	return out, nil
}

func (p Positions) read(s *State, words []string, turn *string) error {
	if len(words) < 2 {
		return fmt.Errorf("there is nothing after %q", words[0])
	}
	switch words[0] {
	case "order":
		return p.readOrder(s, words[1:])
	case "year":
		return setNumber(&s.Round, words[1], 1-firstYear)
	case "phase":
		s.Phase = words[1]
		if !slices.Contains([]string{phaseProduce, phaseRevenue, phasePolice, phaseMoves, phaseWar, phaseHome, phaseAlcohol, phaseTalks}, s.Phase) {
			return fmt.Errorf("phases are a, revenue, b, c, d, e, f, g")
		}
		return nil
	case "police":
		for _, place := range words[1:] {
			if !p.rules.data.isQuarter(place) {
				return fmt.Errorf("%q is not a quarter", place)
			}
		}
		s.Police = &Police{Pawns: slices.Clone(words[1:])}
		return nil
	case "pawn":
		s.Pawn = words[1]
		if s.gang(s.Pawn) == nil {
			return fmt.Errorf("the line order does not name %q", s.Pawn)
		}
		return nil
	case "pact":
		return p.readPact(s, words[1:])
	case "turn":
		*turn, s.Acting = words[1], len(words) > 2 && words[2] == "actions"
		return nil
	}
	g := s.gang(words[0])
	if g == nil {
		return fmt.Errorf("the line order does not name %q", words[0])
	}
	return p.readGang(s, g, words[1:])
}

func (p Positions) readOrder(s *State, ids []string) error {
	if len(s.Order) > 0 {
		return fmt.Errorf("there is a line order already")
	}
	s.Order = slices.Clone(ids)
	for _, row := range p.rules.data.Gangs {
		if slices.Contains(ids, row.Key) {
			s.Gangs = append(s.Gangs, Gang{ID: row.Key, HQ: row.HQ, Year: Year{Available: unsaid}})
		}
	}
	if len(s.Gangs) != len(ids) {
		return fmt.Errorf("gangs are named once each, by their ids")
	}
	return nil
}

func (p Positions) readGang(s *State, g *Gang, words []string) error {
	if len(words) < 2 {
		return fmt.Errorf("there is nothing after %q", words[0])
	}
	if n := g.number(words[0]); n != nil {
		return setNumber(n, words[1], 0)
	}
	switch words[0] {
	case "token":
		return p.readToken(s, g, words[1:])
	case "robbed":
		g.Year.Robbed = append(g.Year.Robbed, words[1])
		return nil
	case "paid":
		return p.readPaid(g, words[1:])
	case "ballots":
		n := 0
		if err := setNumber(&n, words[1], 0); err != nil {
			return err
		}
		s.seal(g.ID, Vote{n, n * ballotPrice})
		g.Year.Voted = true
		return nil
	case "role":
		return p.readRole(g, words[1:])
	case "ward", "tombs":
		return readBox(g, words)
	}
	x, ok := parseSexes(words[1])
	if !ok || !(p.rules.data.isQuarter(words[0]) || p.rules.data.isSpace(words[0])) {
		return fmt.Errorf("it is neither a thing a gang has nor a place with members like 3m2f")
	}
	g.Stacks = addStack(g.Stacks, words[0], x)
	return nil
}

func (p Positions) readToken(s *State, g *Gang, words []string) error {
	if len(words) < 2 || !p.rules.data.isQuarter(words[0]) {
		return fmt.Errorf("a token is a quarter and an activity")
	}
	if _, ok := p.rules.data.activity(words[1]); !ok {
		return fmt.Errorf("there is no activity %q", words[1])
	}
	s.Tokens = append(s.Tokens, Token{g.ID, words[0], words[1]})
	return nil
}

// readPaid notes a joint that paid this year, for favours.
func (p Positions) readPaid(g *Gang, words []string) error {
	if len(words) < 2 || !p.rules.data.isQuarter(words[0]) {
		return fmt.Errorf("what paid is a quarter and an activity: paid FVP brothel")
	}
	a, ok := p.rules.data.activity(words[1])
	if !ok {
		return fmt.Errorf("there is no activity %q", words[1])
	}
	g.Year.Paid = append(g.Year.Paid, JointPaid{Gang: g.ID, Place: words[0], Activity: a.Key, Money: a.Income})
	return nil
}

func (p Positions) readPact(s *State, words []string) error {
	if len(words) != 3 || s.gang(words[1]) == nil || s.gang(words[2]) == nil {
		return fmt.Errorf("a pact has a kind and two gangs: pact nowar whyos bowery")
	}
	if _, ok := p.rules.pactKind(words[0]); !ok {
		return fmt.Errorf("there is no pact %q", words[0])
	}
	s.Pacts = append(s.Pacts, Pact{Kind: words[0], A: words[1], B: words[2], Round: s.Round - 1})
	return nil
}

func (p Positions) readRole(g *Gang, words []string) error {
	if len(words) < 2 {
		return fmt.Errorf("a role has a member: role quack 1m")
	}
	_, known := p.rules.role(words[0])
	x, ok := parseSexes(words[1])
	if !known || !ok || x.n() != 1 || g.has(words[0]) {
		return fmt.Errorf("a role is one of the tables, once, with one member: role quack 1m")
	}
	g.Roles = append(g.Roles, Holder{words[0], x})
	return nil
}

func readBox(g *Gang, words []string) error {
	track := trackOf(words[0])
	if len(words) < 3 {
		return fmt.Errorf("a box has a number and members: %s 1 2m", words[0])
	}
	n, err := strconv.Atoi(words[1])
	x, ok := parseSexes(words[2])
	if err != nil || !ok {
		return fmt.Errorf("a box has a number and members: %s 1 2m", words[0])
	}
	g.Tracks = addBox(g.Tracks, track, n, x)
	return nil
}

func setNumber(to *int, word string, add int) error {
	n, err := strconv.Atoi(word)
	if err != nil || n < 0 || n > 10_000 {
		return fmt.Errorf("%q is not a number from 0 to 10000", word)
	}
	*to = n + add
	return nil
}

// finish fills in what follows from the rest.
func (p Positions) finish(s *State, turn string) {
	s.Closed = p.rules.data.closed(len(s.Gangs))
	s.Arrived = slices.Clone(s.Order)
	for i := range s.Gangs {
		g := &s.Gangs[i]
		g.Stake, g.Start = g.Money, g.alive()
		g.Absent = g.Start.n() == 0
		if g.Year.Available == unsaid {
			g.Year.Available = 0
			if s.Acting && g.ID == turn {
				g.Year.Available = len(g.Stacks)
			}
		}
	}
	if s.Phase != phaseMoves && s.Phase != phaseWar && s.Phase != phaseTalks {
		return
	}
	s.Turns = slices.Clone(s.Order)
	s.Turn = max(0, slices.Index(s.Turns, turn))
}

// Format writes the position of a game.
func (p Positions) Format(g games.Game) string {
	v, ok := g.View(games.Engine).(View)
	if !ok {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "order %s\nyear %d\nphase %s\n", strings.Join(v.Order, " "), v.Year, v.Phase)
	switch {
	case v.Acting:
		fmt.Fprintf(&b, "turn %s actions\n", v.Playing)
	case v.Playing != "":
		fmt.Fprintf(&b, "turn %s\n", v.Playing)
	}
	if len(v.Police) > 0 {
		fmt.Fprintf(&b, "police %s\n", strings.Join(v.Police, " "))
	}
	if v.Pawn != "" {
		fmt.Fprintf(&b, "pawn %s\n", v.Pawn)
	}
	for _, x := range v.Pacts {
		fmt.Fprintf(&b, "pact %s %s %s\n", x.Pact, x.A, x.B)
	}
	for i, rank := range v.Ranks {
		fmt.Fprintf(&b, "rank %d %s\n", i+1, strings.Join(rank, " "))
	}
	for _, x := range v.Gangs {
		formatGang(&b, x)
		if v.Acting && x.Gang == v.Playing {
			fmt.Fprintf(&b, "%s actions %d\n", x.Gang, x.Actions)
		}
	}
	return b.String()
}

func formatGang(b *strings.Builder, v GangView) {
	for _, n := range []struct {
		key string
		n   int
	}{
		{"money", v.Money},
		{"alcohol", v.Alcohol},
		{"barrels", v.Barrels},
		{"kilos", v.Kilos},
		{"knives", v.Knives},
		{"pistols", v.Pistols},
		{"influence", v.Influence},
		{"favours", v.Favours},
		{"ballots", v.Ballots},
		{"booth", v.Booth},
	} {
		if n.n == 0 && slices.Contains([]string{"favours", "ballots", "booth"}, n.key) {
			continue
		}
		fmt.Fprintf(b, "%s %s %d\n", v.Gang, n.key, n.n)
	}
	for _, st := range v.Members {
		fmt.Fprintf(b, "%s %s %s\n", v.Gang, st.Place, Sexes{st.Males, st.Females})
	}
	for _, t := range v.Tracks {
		word := map[string]string{"hospital": "ward", "tombs": "tombs"}[t.Track]
		fmt.Fprintf(b, "%s %s %d %s\n", v.Gang, word, t.Box, Sexes{t.Males, t.Females})
	}
	for _, t := range v.Tokens {
		fmt.Fprintf(b, "%s token %s %s\n", v.Gang, t.Place, t.Activity)
	}
	for _, h := range v.Roles {
		fmt.Fprintf(b, "%s role %s %s\n", v.Gang, h.Role, Sexes{h.Males, h.Females})
	}
	for _, place := range v.Robbed {
		fmt.Fprintf(b, "%s robbed %s\n", v.Gang, place)
	}
}
