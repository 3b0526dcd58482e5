package escrocs

import (
	"slices"
	"strconv"
	"strings"

	"fivepoints/games"
)

// The ends of a row, as facts and canonical orders name them.
const (
	endLeft  = "left"
	endRight = "right"
)

// end is one end of a row.
type end struct {
	row   int // from 0
	right bool
}

// word is the canonical word of an end: "3l", "3r".
func (e end) word() string {
	if e.right {
		return strconv.Itoa(e.row+1) + "r"
	}
	return strconv.Itoa(e.row+1) + "l"
}

func (e end) side() string {
	if e.right {
		return endRight
	}
	return endLeft
}

func (s *State) end() string { return end{s.Row, s.Right}.side() }

// ends lists all ends in the order 1L 1R 2L 2R 3L 3R.
func (s *State) ends() []end {
	var out []end
	for row := range s.Rows {
		out = append(out, end{row, false}, end{row, true})
	}
	return out
}

// open lists the ends one may take from (take.end).
func (s *State) open() []end {
	return slices.DeleteFunc(s.ends(), func(e end) bool { return !playable(s.Rows[e.row]) })
}

func (s *State) readEnd(word string) (end, bool) {
	for _, e := range s.ends() {
		if e.word() == word {
			return e, true
		}
	}
	return end{}, false
}

// Decide judges an order; what nobody wrote is marked.
func (r Rules) Decide(s *State, d games.Decision, l games.Line) ([]games.Fact, *games.Refusal) {
	facts, ref := r.decide(s, d, l)
	if ref == nil && l.First(argAuto) != "" {
		facts = append([]games.Fact{fact(factAuto, Auto{string(d.Seat)})}, facts...)
	}
	return facts, ref
}

func (r Rules) decide(s *State, d games.Decision, l games.Line) ([]games.Fact, *games.Refusal) {
	i := s.seat(d.Seat)
	switch {
	case i < 0:
		return nil, games.Invalid("take.must", "escrocs.refused.seat")
	case d.Kind == kindTurn && l.Verb == "take" && s.Step == stepTake && i == s.Active:
		return r.takeFirst(s, i, d, l)
	case d.Kind == kindLay && l.Verb == "lay" && s.Step == stepLay && i == s.Active:
		if d.Stored > 0 && d.Stored <= s.Shaken && !s.Waited { // it waited for another take (mail.void)
			return nil, games.Refuse("mail.void", "escrocs.refused.void.lay")
		}
		return r.lay(s, i, l)
	case d.Kind == kindLay && l.Verb == lineNothing && s.Step == stepLay && i == s.Active: // (lay.may)
		return []games.Fact{fact(factNotLaid, NotLaid{string(d.Seat)})}, nil
	case d.Kind == kindGive && l.Verb == "give" && s.Call != nil && slices.Contains(s.Call.Seats, i):
		return r.giveBack(s, i, l)
	}
	return nil, games.Invalid("take.must", "escrocs.refused.kind")
}

// takeFirst takes from the first end of a list that can be taken from.
func (r Rules) takeFirst(s *State, i int, d games.Decision, l games.Line) ([]games.Fact, *games.Refusal) {
	refusal := games.Invalid("cmd.letters", "escrocs.refused.end")
	for n, word := range l.Arg("end") {
		facts, ref := r.takeOne(s, i, d, l, word)
		if ref == nil {
			return facts, nil
		}
		if n == 0 {
			refusal = ref
		}
	}
	refusal.Nearest = r.nearest(s)
	return nil, refusal
}

// takeOne takes from one end, with the lay that stands on the same line.
func (r Rules) takeOne(s *State, i int, d games.Decision, l games.Line, word string) ([]games.Fact, *games.Refusal) {
	e, ref := r.checkEnd(s, d, l, word)
	if ref != nil {
		return nil, ref
	}
	facts := r.take(s, i, e)
	facts[0].Priv[0].Payload = Note{Stored: d.Stored}
	if l.First("n") == "" || facts[len(facts)-1].Type == factFull { // its lay is lost, no error (cmd.laylost)
		return facts, nil
	}
	after := s.clone()
	for _, f := range facts {
		r.Evolve(after, f)
	}
	laid, ref := r.lay(after, i, l)
	switch {
	case ref == nil:
		return append(facts, laid...), nil
	case s.dropsLay(d):
		facts[0].Priv[0].Payload = Note{d.Stored, ref.Rule, &ref.Msg}
		return append(facts, fact(factNotLaid, NotLaid{string(s.Seats[i])})), nil
	}
	return nil, ref
}

// dropsLay tells whether a take stands without its impossible lay (cmd.layfail).
func (s *State) dropsLay(d games.Decision) bool {
	return s.option("lay_fail") == "drop" || d.Stored > 0
}

// checkEnd reads an end with its bracket: the group there must be exactly that
// one (cmd.guard).
func (r Rules) checkEnd(s *State, d games.Decision, l games.Line, word string) (end, *games.Refusal) {
	words := strings.Fields(word)
	if len(words) != 1 && len(words) != 3 {
		return end{}, games.Invalid("cmd.letters", "escrocs.refused.end")
	}
	e, ok := s.readEnd(words[0])
	if !ok {
		return e, games.Invalid("cmd.letters", "escrocs.refused.end")
	}
	if !playable(s.Rows[e.row]) {
		return e, games.Refuse("take.end", "escrocs.refused.closed", games.Int("row", e.row+1))
	}
	if len(words) == 3 {
		have, _ := s.edge(e.row, e.right)
		if c := r.data.colour(words[2]); have.c != c || strconv.Itoa(have.n) != words[1] {
			return e, games.Refuse("cmd.guard", "escrocs.refused.guard", endArg("end", e), r.cardsArg(have.c, have.n))
		}
	} else if d.Stored > 0 && d.Stored <= s.Shaken && !names(l.If, e) {
		return e, games.Refuse("mail.void", "escrocs.refused.void", endArg("end", e))
	}
	return e, nil
}

// names tells whether a guard asks what lies at an end: an order that waited
// through a refill or a scoring counts only with one (mail.void).
func names(guard []games.Cond, e end) bool {
	return slices.ContainsFunc(guard, func(c games.Cond) bool { return c.Pred == e.word() || c.First("end") == e.word() })
}

// take moves the group of an end to the hand (take.must, take.group) and its
// neighbour to the prison (take.prison), which is looked at before anything
// else (take.check): when it is full, the rest of the turn is lost (take.lost).
func (r Rules) take(s *State, i int, e end) []games.Fact {
	own, beside := s.edge(e.row, e.right)
	seat := string(s.Seats[i])
	facts := []games.Fact{
		fact(factTaken, Taken{seat, e.row + 1, e.side(), r.data.id(own.c), own.n}, part(s.Seats[i], Note{})),
		fact(factPrison, Imprisoned{seat, e.row + 1, e.side(), r.data.id(beside.c), beside.n}),
	}
	if r.fills(s, beside) {
		facts = append(facts, fact(factFull, Full{seat}))
	}
	return facts
}

func (r Rules) fills(s *State, g group) bool {
	prison := s.Prison
	prison[g.c] += g.n
	return r.data.full(prison)
}

// lay puts one colour before a seat (lay.one), more of it than a rival has there,
// whose set goes to the discard (lay.beat). An own set is never added to (lay.add).
// It reads the hand as it is after the take (cmd.lay).
func (r Rules) lay(s *State, i int, l games.Line) ([]games.Fact, *games.Refusal) {
	c := r.data.colour(l.First("colour"))
	if c < 0 {
		return nil, games.Invalid("cmd.letters", "escrocs.refused.colour")
	}
	have, set := s.Hands[i][c], s.Tables[c]
	n, err := strconv.Atoi(l.First("n"))
	if l.First("n") == wordAll {
		n, err = have, nil
	}
	var ref *games.Refusal
	switch {
	case err != nil || n < 1 && have > 0:
		ref = games.Invalid("lay.one", "escrocs.refused.number")
	case n > have || have == 0:
		ref = games.Refuse("lay.one", "escrocs.refused.hand", r.cardsArg(c, have))
	case set.N > 0 && set.Owner == i:
		ref = games.Refuse("lay.add", "escrocs.refused.own", games.With("colour", "colour", r.data.id(c)))
	case set.N >= n:
		ref = games.Refuse("lay.beat", "escrocs.refused.beat", seatArg("seat", s.Seats[set.Owner]), r.cardsArg(c, set.N))
	default:
		return r.laid(s, i, c, n), nil
	}
	ref.Nearest = r.nearestLay(s, i, c)
	return nil, ref
}

func (r Rules) laid(s *State, i int, c Colour, n int) []games.Fact {
	var facts []games.Fact
	id, set := r.data.id(c), s.Tables[c]
	if set.N > 0 {
		facts = append(facts, fact(factBeaten, SetFact{string(s.Seats[set.Owner]), id, set.N}))
	}
	return append(facts, fact(factLaid, SetFact{string(s.Seats[i]), id, n}))
}

// giveBack takes the cards a seat chooses: exactly down to the limit (cmd.give).
func (r Rules) giveBack(s *State, i int, l games.Line) ([]games.Fact, *games.Refusal) {
	var given Counts
	hand, owed := s.Hands[i], s.Hands[i].n()-s.Call.Limit
	for _, v := range l.Arg("cards") {
		c, n, ok := r.readPile(v)
		if !ok {
			return nil, games.Invalid("cmd.give", "escrocs.refused.number")
		}
		given[c] += n
		if given[c] > hand[c] {
			ref := games.Refuse("cmd.give", "escrocs.refused.hand", r.cardsArg(c, hand[c]))
			ref.Nearest = []games.Line{r.giveLine(r.smallest(hand, owed))}
			return nil, ref
		}
	}
	if given.n() != owed {
		ref := games.Refuse("cmd.give", "escrocs.refused.give", games.Int("n", given.n()), games.Int("owed", owed), games.Int("limit", s.Call.Limit))
		ref.Nearest = []games.Line{r.giveLine(r.smallest(hand, owed))}
		return nil, ref
	}
	seat := s.Seats[i]
	return []games.Fact{fact(factGiven, Given{string(seat), owed}, part(seat, Piles{r.piles(given)}))}, nil
}

// readPile reads "3 grey".
func (r Rules) readPile(v string) (Colour, int, bool) {
	words := strings.Fields(v)
	if len(words) != 2 {
		return 0, 0, false
	}
	n, err := strconv.Atoi(words[0])
	c := r.data.colour(words[1])
	return c, n, err == nil && c >= 0 && n > 0 && n <= r.data.cards()
}
