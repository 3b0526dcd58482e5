package gamestest

import (
	"fmt"
	"slices"
	"strconv"

	"fivepoints/games"
)

// Peek is a game of two seats in turn: pay $1 for a look at one of the face-down
// cards A to E, then take it or leave it. Most points and money after all
// cards are gone or nobody can pay.
type Peek struct{}

var peekCards = [...]string{"A", "B", "C", "D", "E"}

// PeekState is the state of Peek.
type PeekState struct {
	Seats  []games.Seat
	Cards  []games.Secret[int] // of the engine; by place
	Gone   []bool
	Seen   [][]bool // by seat, by place
	Money  []int
	Points []int
	Turn   int // turns begun
	Paid   int // place paid for in this turn plus one
	Passed int // passes in a row
}

type (
	peekStarted struct {
		Seats []string `json:"seats"`
	}
	peekSetOut struct {
		N int `json:"n"`
	}
	peekDeck struct {
		Values []int `json:"values"`
	}
	peekPaid struct {
		Seat  string `json:"seat"`
		Place int    `json:"place"`
	}
	peekShown struct {
		Value int `json:"value"`
	}
	peekTaken struct {
		Seat  string `json:"seat"`
		Place int    `json:"place"`
		Value int    `json:"value"`
	}
	peekLeft struct {
		Seat string `json:"seat"`
	}
	peekPassed struct {
		Seat string `json:"seat"`
	}
)

// Info implements games.Rules.
func (Peek) Info() games.Info {
	return games.Info{
		Name: "peek", Edition: 1, Title: games.Text{FR: "Coup d'œil", EN: "Peek"}, MinSeats: 2, MaxSeats: 2,
		Facts: []games.FactType{
			{Type: "peek_started", V: 1, Pub: peekStarted{}},
			{Type: "peek_set_out", V: 1, Pub: peekSetOut{}, Priv: peekDeck{}},
			{Type: "peek_paid", V: 1, Pub: peekPaid{}, Priv: peekShown{}},
			{Type: "peek_taken", V: 1, Pub: peekTaken{}},
			{Type: "peek_left", V: 1, Pub: peekLeft{}},
			{Type: "peek_passed", V: 1, Pub: peekPassed{}},
		},
	}
}

// Grammar implements games.Rules.
func (Peek) Grammar(*PeekState) *games.Grammar {
	var places []games.Word
	for _, p := range peekCards {
		places = append(places, games.Word{ID: p, FR: []string{p}, EN: []string{p}})
	}
	return &games.Grammar{
		Verbs: []games.Verb{
			{ID: "pay", Kind: "pay", FR: []string{"payer", "paye", "payez"}, EN: []string{"pay"}, Shape: "{card:card}?,", Help: games.Text{FR: "payer B", EN: "pay B"}},
			{ID: "pass", Kind: "pay", FR: []string{"passer", "passe", "passez"}, EN: []string{"pass"}, Help: games.Text{FR: "passer", EN: "pass"}},
			{ID: "take", Kind: "take", FR: []string{"prendre", "prends", "prenez"}, EN: []string{"take"}, Help: games.Text{FR: "prendre", EN: "take"}},
			{ID: "leave", Kind: "take", FR: []string{"laisser", "laisse", "laissez"}, EN: []string{"leave"}, Help: games.Text{FR: "laisser", EN: "leave"}},
		},
		Preds: []games.Pred{{ID: "shown", FR: []string{"carte"}, EN: []string{"card"}, Shape: "{is:cmp} {n:int}"}},
		Sets:  []games.Set{{ID: "card", Words: places}},
	}
}

// New implements games.Rules.
func (Peek) New(s games.Setup) ([]games.Fact, error) {
	if len(s.Seats) != 2 {
		return nil, fmt.Errorf("peek is for 2 seats, not %d", len(s.Seats))
	}
	return []games.Fact{{Type: "peek_started", V: 1, Pub: peekStarted{[]string{string(s.Seats[0]), string(s.Seats[1])}}}}, nil
}

// Evolve implements games.Rules.
func (Peek) Evolve(s *PeekState, f games.Fact) {
	switch p := f.Pub.(type) {
	case peekStarted:
		s.Seats = []games.Seat{games.Seat(p.Seats[0]), games.Seat(p.Seats[1])}
		s.Money, s.Points = []int{4, 4}, []int{0, 0}
		s.Gone = make([]bool, len(peekCards))
		s.Seen = [][]bool{make([]bool, len(peekCards)), make([]bool, len(peekCards))}
	case peekSetOut:
		for _, part := range f.Priv {
			for _, v := range part.Payload.(peekDeck).Values {
				s.Cards = append(s.Cards, games.Hide(games.Engine, v))
			}
		}
	case peekPaid:
		s.Money[s.active()]--
		s.Seen[s.active()][p.Place] = true
		s.Paid, s.Passed = p.Place+1, 0
	case peekTaken:
		s.Gone[p.Place] = true
		s.Points[s.active()] += p.Value
		s.endTurn()
	case peekLeft:
		s.endTurn()
	case peekPassed:
		s.Passed++
		s.endTurn()
	}
}

func (s *PeekState) active() int { return s.Turn % 2 }

func (s *PeekState) endTurn() { s.Turn, s.Paid = s.Turn+1, 0 }

func (s *PeekState) over() bool { return !slices.Contains(s.Gone, false) || s.Passed == 2 }

func (s *PeekState) value(place int) int {
	v, _ := s.Cards[place].For(games.Engine)
	return v
}

func (s *PeekState) decision() games.Decision {
	kind := games.Kind("pay")
	if s.Paid > 0 {
		kind = "take"
	}
	id := strconv.Itoa(s.Turn+1) + "/" + string(kind)
	return games.Decision{ID: id, Seat: s.Seats[s.active()], Kind: kind, Window: id, Must: true}
}

// Next implements games.Rules.
func (Peek) Next(s *PeekState) games.Step {
	switch {
	case len(s.Cards) == 0:
		return games.Step{Draw: &games.Draw{Label: "deck", Pool: []string{"1", "2", "3", "4", "5", "6", "7", "8"}, N: len(peekCards), Hidden: true}}
	case s.over():
		return games.Step{Over: &games.Result{Ranks: ranking(s.Seats, s.totals()), Why: "peek.over"}}
	}
	return games.Step{Due: []games.Decision{s.decision()}}
}

func (s *PeekState) totals() []int { return []int{s.Points[0] + s.Money[0], s.Points[1] + s.Money[1]} }

// Drawn implements games.Rules.
func (Peek) Drawn(_ *PeekState, d games.Draw, picks []int) []games.Fact {
	deck := peekDeck{}
	for _, p := range picks {
		deck.Values = append(deck.Values, p+1)
	}
	return []games.Fact{{
		Type: "peek_set_out", V: 1, Pub: peekSetOut{N: d.N},
		Priv: []games.Part{{Audience: games.Engine, Payload: deck}},
	}}
}

// Windows implements games.Rules.
func (Peek) Windows(s *PeekState) []games.Window {
	if len(s.Cards) == 0 || s.over() {
		return nil
	}
	d := s.decision()
	return []games.Window{{ID: d.Window, Tag: "t" + d.Window, Turn: s.Turn + 1, Seats: []games.Seat{d.Seat}, Kinds: []games.Kind{d.Kind}, Report: string(d.Kind)}}
}

// Options implements games.Rules.
func (Peek) Options(s *PeekState, seat games.Seat, kind games.Kind) games.Choice {
	i := slices.Index(s.Seats, seat)
	if kind == "take" {
		return games.Choice{Lines: []games.Line{{Verb: "take"}, {Verb: "leave"}}}
	}
	var c games.Choice
	if i >= 0 && s.Money[i] > 0 {
		for place, name := range peekCards {
			if !s.Gone[place] {
				c.Lines = append(c.Lines, games.Line{Verb: "pay", Args: []games.Arg{{Name: "card", Vals: []string{name}}}})
			}
		}
	}
	c.Lines = append(c.Lines, games.Line{Verb: "pass"})
	return c
}

// Test implements games.Rules: "card >= 5" reads the card paid for in this turn.
func (Peek) Test(s *PeekState, seat games.Seat, c games.Cond) bool {
	return c.Pred == "shown" && s.Paid > 0 && s.Seats[s.active()] == seat && games.Compare(s.value(s.Paid-1), c.First("is"), c.First("n"))
}

// Decide implements games.Rules.
func (p Peek) Decide(s *PeekState, d games.Decision, l games.Line) ([]games.Fact, *games.Refusal) {
	seat := string(d.Seat)
	switch l.Verb {
	case "pass":
		return []games.Fact{{Type: "peek_passed", V: 1, Pub: peekPassed{seat}}}, nil
	case "leave":
		return []games.Fact{{Type: "peek_left", V: 1, Pub: peekLeft{seat}}}, nil
	case "take":
		place := s.Paid - 1
		return []games.Fact{{Type: "peek_taken", V: 1, Pub: peekTaken{seat, place, s.value(place)}}}, nil
	}
	place := slices.Index(peekCards[:], l.First("card"))
	if place < 0 || s.Gone[place] || s.Money[s.active()] == 0 {
		return nil, &games.Refusal{
			Rule: "peek.pay", Nearest: p.Options(s, d.Seat, "pay").Lines[:1],
			Msg: games.Msg{Key: "peek.gone", Args: []games.MsgArg{{Name: "card", Kind: "card", Vals: []string{l.First("card")}}}},
		}
	}
	return []games.Fact{{
		Type: "peek_paid", V: 1, Pub: peekPaid{seat, place},
		Priv: []games.Part{{Audience: d.Seat, Payload: peekShown{s.value(place)}}},
	}}, nil
}

// Default implements games.Rules: pass, or leave the card.
func (Peek) Default(_ *PeekState, d games.Decision, _ int) games.Line {
	if d.Kind == "take" {
		return games.Line{Verb: "leave"}
	}
	return games.Line{Verb: "pass"}
}

// PeekView is what a viewpoint sees of Peek.
type PeekView struct {
	Turn   int
	Money  []int
	Points []int
	Gone   []bool
	Known  []int `json:",omitempty"` // values by place, 0 unknown
}

// View implements games.Rules.
func (Peek) View(s *PeekState, seat games.Seat) games.View {
	v := PeekView{Turn: s.Turn, Money: slices.Clone(s.Money), Points: slices.Clone(s.Points), Gone: slices.Clone(s.Gone)}
	i := slices.Index(s.Seats, seat)
	for place := range s.Cards {
		known := 0
		if seat == games.Engine || (i >= 0 && s.Seen[i][place]) {
			known = s.value(place)
		}
		v.Known = append(v.Known, known)
	}
	return v
}

// Narrate implements games.Rules.
func (Peek) Narrate(_ *PeekState, facts []games.Fact, _ games.Seat) []games.Msg {
	var out []games.Msg
	for _, f := range facts {
		switch p := f.Pub.(type) {
		case peekPaid:
			m := games.Msg{Key: "peek.paid", Args: []games.MsgArg{{Name: "card", Kind: "card", Vals: []string{peekCards[p.Place]}}}}
			for _, part := range f.Priv {
				m = games.Msg{Key: "peek.shown", Args: append(m.Args, games.MsgArg{Name: "value", Kind: "int", Vals: ints([]int{part.Payload.(peekShown).Value})})}
			}
			out = append(out, m)
		case peekTaken:
			out = append(out, games.Msg{Key: "peek.taken", Args: []games.MsgArg{{Name: "value", Kind: "int", Vals: ints([]int{p.Value})}}})
		}
	}
	return out
}

// Redeal implements games.Redealer: the cards that seat has not seen, and that
// nobody took, are any of the values it has not seen.
func (Peek) Redeal(s *PeekState, seat games.Seat, pick func(int) int) *PeekState {
	r := *s
	r.Cards = slices.Clone(s.Cards)
	i := slices.Index(s.Seats, seat)
	known := func(place int) bool { return s.Gone[place] || (i >= 0 && s.Seen[i][place]) }
	var free []int
	for v := 1; v <= 8; v++ {
		if !slices.ContainsFunc(s.places(), func(p int) bool { return known(p) && s.value(p) == v }) {
			free = append(free, v)
		}
	}
	for _, place := range s.places() {
		if !known(place) {
			j := pick(len(free))
			r.Cards[place] = games.Hide(games.Engine, free[j])
			free = slices.Delete(free, j, j+1)
		}
	}
	return &r
}

func (s *PeekState) places() []int {
	var out []int
	for i := range s.Cards {
		out = append(out, i)
	}
	return out
}
