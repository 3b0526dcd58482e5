package gamestest

import (
	"fmt"
	"slices"
	"strconv"

	"fivepoints/games"
)

// Bids is a game of three rounds: everybody seals one card of a hidden hand,
// the highest wins the round's number in points, ties win nothing.
type Bids struct {
	// Leak names a fault planted for the leak fuzz: "view", "options", "refusal" or "story".
	Leak string
}

const bidRounds, bidHand = 3, 4

// BidsState is the state of Bids.
type BidsState struct {
	Seats  []games.Seat
	Hands  []games.Secret[[]int]
	Laid   []games.Secret[int]
	Dealt  bool
	Round  int // rounds played
	Scores []int
	Opened [][]int
}

type (
	bidsStarted struct {
		Seats []string `json:"seats"`
	}
	bidsDealt struct {
		N int `json:"n"`
	}
	bidsHand struct {
		Cards []int `json:"cards"`
	}
	bidLaid struct {
		Seat string `json:"seat"`
	}
	bidCard struct {
		Card int `json:"card"`
	}
	bidsOpened struct {
		Cards  []int  `json:"cards"`
		Winner string `json:"winner,omitempty"`
		Points int    `json:"points,omitempty"`
	}
)

// Info implements games.Rules.
func (Bids) Info() games.Info {
	return games.Info{
		Name: "bids", Edition: 1, Title: games.Text{FR: "Enchères", EN: "Bids"}, MinSeats: 2, MaxSeats: 4,
		Facts: []games.FactType{
			{Type: "bids_started", V: 1, Pub: bidsStarted{}},
			{Type: "bids_dealt", V: 1, Pub: bidsDealt{}, Priv: bidsHand{}},
			{Type: "bid_laid", V: 1, Pub: bidLaid{}, Priv: bidCard{}},
			{Type: "bids_opened", V: 1, Pub: bidsOpened{}},
		},
	}
}

// Grammar implements games.Rules.
func (Bids) Grammar(*BidsState) *games.Grammar {
	return &games.Grammar{
		Verbs: []games.Verb{{
			ID: "bid", Kind: "bid", FR: []string{"miser", "mise", "misez"}, EN: []string{"bid"},
			Shape: "{card:int}?,", Help: games.Text{FR: "miser 7", EN: "bid 7"},
		}},
		Preds: []games.Pred{{ID: "score", FR: []string{"score"}, EN: []string{"score"}, Shape: "{is:cmp} {n:int}"}},
	}
}

// New implements games.Rules.
func (Bids) New(s games.Setup) ([]games.Fact, error) {
	if len(s.Seats) < 2 || len(s.Seats) > 4 {
		return nil, fmt.Errorf("bids is for 2 to 4 seats, not %d", len(s.Seats))
	}
	f := bidsStarted{}
	for _, seat := range s.Seats {
		f.Seats = append(f.Seats, string(seat))
	}
	return []games.Fact{{Type: "bids_started", V: 1, Pub: f}}, nil
}

// Evolve implements games.Rules.
func (Bids) Evolve(s *BidsState, f games.Fact) {
	switch p := f.Pub.(type) {
	case bidsStarted:
		for _, seat := range p.Seats {
			s.Seats = append(s.Seats, games.Seat(seat))
		}
		s.Scores = make([]int, len(s.Seats))
		s.Hands = make([]games.Secret[[]int], len(s.Seats))
		s.Laid = make([]games.Secret[int], len(s.Seats))
	case bidsDealt:
		s.Dealt = true
		for _, part := range f.Priv {
			i := slices.Index(s.Seats, part.Audience)
			s.Hands[i] = games.Hide(part.Audience, part.Payload.(bidsHand).Cards)
		}
	case bidLaid:
		i := slices.Index(s.Seats, games.Seat(p.Seat))
		for _, part := range f.Priv {
			s.Laid[i] = games.Hide(part.Audience, part.Payload.(bidCard).Card)
		}
	case bidsOpened:
		s.open(p)
	}
}

func (s *BidsState) open(p bidsOpened) {
	for i, seat := range s.Seats {
		hand, _ := s.Hands[i].For(games.Engine)
		rest := slices.DeleteFunc(slices.Clone(hand), func(c int) bool { return c == p.Cards[i] })
		s.Hands[i] = games.Hide(seat, rest)
		s.Laid[i] = games.Secret[int]{}
		if string(seat) == p.Winner {
			s.Scores[i] += p.Points
		}
	}
	s.Opened = append(s.Opened, p.Cards)
	s.Round++
}

func (s *BidsState) round() string { return strconv.Itoa(s.Round + 1) }

// Next implements games.Rules.
func (Bids) Next(s *BidsState) games.Step {
	if !s.Dealt {
		return games.Step{Draw: &games.Draw{Label: "deal", Pool: bidDeck(len(s.Seats)), N: bidHand * len(s.Seats), Hidden: true}}
	}
	if s.Round == bidRounds {
		return games.Step{Over: &games.Result{Ranks: ranking(s.Seats, s.Scores), Why: "bids.over"}}
	}
	var due []games.Decision
	for _, seat := range s.Seats {
		due = append(due, games.Decision{
			ID: s.round() + "/" + string(seat), Seat: seat, Kind: "bid", Window: s.round(), Sealed: "bids/" + s.round(), Must: true,
		})
	}
	return games.Step{Due: due}
}

func bidDeck(seats int) []string {
	var deck []string
	for i := range bidHand*seats + 2 {
		deck = append(deck, strconv.Itoa(i+1))
	}
	return deck
}

// ranking orders seats by score, best first; ties share a rank.
func ranking(seats []games.Seat, scores []int) [][]games.Seat {
	var ranks [][]games.Seat
	for _, score := range slices.Backward(slices.Compact(slices.Sorted(slices.Values(scores)))) {
		var rank []games.Seat
		for i, seat := range seats {
			if scores[i] == score {
				rank = append(rank, seat)
			}
		}
		ranks = append(ranks, rank)
	}
	return ranks
}

// Drawn implements games.Rules.
func (Bids) Drawn(s *BidsState, d games.Draw, picks []int) []games.Fact {
	f := games.Fact{Type: "bids_dealt", V: 1, Pub: bidsDealt{N: bidHand}}
	for i, seat := range s.Seats {
		var hand []int
		for _, p := range picks[i*bidHand : (i+1)*bidHand] {
			hand = append(hand, p+1)
		}
		slices.Sort(hand)
		f.Priv = append(f.Priv, games.Part{Audience: seat, Payload: bidsHand{hand}})
	}
	return []games.Fact{f}
}

// Windows implements games.Rules.
func (Bids) Windows(s *BidsState) []games.Window {
	if !s.Dealt || s.Round == bidRounds {
		return nil
	}
	return []games.Window{{
		ID: s.round(), Tag: "r" + s.round(), Turn: s.Round + 1, Seats: s.Seats, Kinds: []games.Kind{"bid"}, Report: "round",
	}}
}

func (s *BidsState) hand(seat games.Seat) []int {
	i := slices.Index(s.Seats, seat)
	if i < 0 {
		return nil
	}
	hand, _ := s.Hands[i].For(seat)
	return hand
}

func bidLine(card int) games.Line {
	return games.Line{Verb: "bid", Args: []games.Arg{{Name: "card", Vals: []string{strconv.Itoa(card)}}}}
}

// Options implements games.Rules.
func (b Bids) Options(s *BidsState, seat games.Seat, _ games.Kind) games.Choice {
	var c games.Choice
	for _, card := range s.hand(seat) {
		c.Lines = append(c.Lines, bidLine(card))
	}
	if b.Leak == "options" && s.Dealt {
		other, _ := s.Hands[(slices.Index(s.Seats, seat)+1)%len(s.Seats)].For(games.Engine)
		c.More = other[0]%2 == 0
	}
	return c
}

// Test implements games.Rules: "score >= 2" reads one's own score.
func (Bids) Test(s *BidsState, seat games.Seat, c games.Cond) bool {
	i := slices.Index(s.Seats, seat)
	return i >= 0 && c.Pred == "score" && games.Compare(s.Scores[i], c.First("is"), c.First("n"))
}

// Decide implements games.Rules.
func (b Bids) Decide(s *BidsState, d games.Decision, l games.Line) ([]games.Fact, *games.Refusal) {
	card, _ := strconv.Atoi(l.First("card"))
	hand := s.hand(d.Seat)
	if !slices.Contains(hand, card) {
		r := &games.Refusal{Rule: "bids.hand", Msg: games.Msg{Key: "bids.not-in-hand", Args: []games.MsgArg{
			{Name: "card", Kind: "int", Vals: []string{l.First("card")}},
		}}}
		for _, c := range hand {
			r.Nearest = append(r.Nearest, bidLine(c))
		}
		if b.Leak == "refusal" {
			for i := range s.Seats {
				if other, _ := s.Hands[i].For(games.Engine); slices.Contains(other, card) {
					r.Rule = "bids.taken"
				}
			}
		}
		return nil, r
	}
	return []games.Fact{{
		Type: "bid_laid", V: 1, Pub: bidLaid{string(d.Seat)},
		Priv: []games.Part{{Audience: d.Seat, Payload: bidCard{card}}},
	}}, nil
}

// Default implements games.Rules: the lowest card.
func (Bids) Default(s *BidsState, d games.Decision, _ int) games.Line {
	return bidLine(s.hand(d.Seat)[0])
}

// Resolve implements games.Resolver.
func (Bids) Resolve(s *BidsState, _ string, answers []games.Answer) []games.Fact {
	f := bidsOpened{Points: s.Round + 1}
	best, tie := -1, false
	for _, a := range answers {
		card, _ := strconv.Atoi(a.Line.First("card"))
		f.Cards = append(f.Cards, card)
		if card == best {
			tie = true
		}
		if card > best {
			best, tie, f.Winner = card, false, string(a.Decision.Seat)
		}
	}
	if tie {
		f.Winner, f.Points = "", 0
	}
	return []games.Fact{{Type: "bids_opened", V: 1, Pub: f}}
}

// BidsView is what a viewpoint sees of Bids.
type BidsView struct {
	Round  int
	Scores []int
	Opened [][]int
	Hand   []int   `json:",omitempty"`
	Hands  [][]int `json:",omitempty"` // the engine only
}

// View implements games.Rules.
func (b Bids) View(s *BidsState, seat games.Seat) games.View {
	v := BidsView{Round: s.Round, Scores: slices.Clone(s.Scores), Opened: slices.Clone(s.Opened), Hand: slices.Clone(s.hand(seat))}
	if seat == games.Engine || (b.Leak == "view" && seat != games.Public) {
		for _, h := range s.Hands {
			hand, _ := h.For(games.Engine)
			v.Hands = append(v.Hands, hand)
		}
	}
	return v
}

// Narrate implements games.Rules.
func (b Bids) Narrate(s *BidsState, facts []games.Fact, _ games.Seat) []games.Msg {
	var out []games.Msg
	for _, f := range facts {
		if p, ok := f.Pub.(bidsOpened); ok {
			out = append(out, games.Msg{Key: "bids.opened", Args: []games.MsgArg{{Name: "cards", Kind: "list:int", Vals: ints(p.Cards)}}})
		}
	}
	if b.Leak == "story" && s.Dealt {
		hand, _ := s.Hands[0].For(games.Engine)
		out = append(out, games.Msg{Key: "bids.leak", Args: []games.MsgArg{{Name: "cards", Kind: "list:int", Vals: ints(hand)}}})
	}
	return out
}

func ints(n []int) []string {
	var out []string
	for _, i := range n {
		out = append(out, strconv.Itoa(i))
	}
	return out
}

// Redeal implements games.Redealer: cards the seat has not seen are dealt anew
// to the other hands.
func (Bids) Redeal(s *BidsState, seat games.Seat, pick func(int) int) *BidsState {
	r := *s
	r.Hands, r.Laid = slices.Clone(s.Hands), slices.Clone(s.Laid)
	unseen := s.unseen(seat)
	for i, other := range s.Seats {
		if other == seat {
			continue
		}
		hand, _ := s.Hands[i].For(games.Engine)
		fresh := make([]int, 0, len(hand))
		for range hand {
			j := pick(len(unseen))
			fresh = append(fresh, unseen[j])
			unseen = slices.Delete(unseen, j, j+1)
		}
		slices.Sort(fresh)
		r.Hands[i] = games.Hide(other, fresh)
	}
	return &r
}

func (s *BidsState) unseen(seat games.Seat) []int {
	var out []int
	for c := 1; c <= bidHand*len(s.Seats)+2; c++ {
		seen := slices.Contains(s.hand(seat), c)
		for _, round := range s.Opened {
			seen = seen || slices.Contains(round, c)
		}
		if !seen {
			out = append(out, c)
		}
	}
	return out
}
