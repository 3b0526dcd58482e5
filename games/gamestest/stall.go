package gamestest

import (
	"fmt"
	"slices"
	"strconv"

	"fivepoints/games"
	"fivepoints/games/trial"
)

// Stall is a game for two seats in turn. A turn is an order in two lines: pick
// all coins of one of three stalls, then sell a card of a hidden hand, which
// costs coins and brings its value in points. One may also rest, which is the
// whole turn. After each round a storm empties the stalls and fills one; what
// was ordered before it without a guard is void. In the end, in a mail that is
// asked for ahead from the first one on, each offers coins for points. The
// cadence "turns" asks one seat after another, "rounds" both in one mail; the
// facts are the same.
type Stall struct{}

const stallRounds, stallHand, stallFee, stallFill = 3, 3, 2, 5

var stallNames = []string{"A", "B", "C"}

// The kinds of decisions of Stall.
const (
	stallPick  games.Kind = "pick"
	stallSell  games.Kind = "sell"
	stallOffer games.Kind = "offer"
)

// StallState is the state of Stall.
type StallState struct {
	Cadence string
	Seats   []games.Seat
	Hands   []games.Secret[[]int]
	Sold    []int
	Coins   []int
	Points  []int
	Stalls  []int
	Dealt   bool
	Turn    int  // turns over
	Picked  bool // in this turn
	Storms  int
	Offers  int
}

type (
	stallOpened struct {
		Seats   []string `json:"seats"`
		Cadence string   `json:"cadence"`
	}
	stallDealt struct {
		N int `json:"n"`
	}
	stallCards struct {
		Cards []int `json:"cards"`
	}
	stallPicked struct {
		Seat  string `json:"seat"`
		Stall int    `json:"stall"`
		Coins int    `json:"coins"`
	}
	stallSold struct {
		Seat string `json:"seat"`
		Card int    `json:"card"` // 0 for none
	}
	stallRested struct {
		Seat string `json:"seat"`
	}
	stallBlown struct {
		Stall int `json:"stall"`
	}
	stallOffered struct {
		Seat  string `json:"seat"`
		Coins int    `json:"coins"`
	}
)

// Info implements games.Rules.
func (Stall) Info() games.Info {
	return games.Info{
		Name: "stall", Edition: 1, Title: games.Text{FR: "Étal", EN: "Stall"}, MinSeats: 2, MaxSeats: 2,
		Options: []games.Option{{
			Key: "cadence", Default: "turns", Values: []string{"turns", "rounds"}, Rule: "stall.cadence",
			Text: games.Text{FR: "un courrier par tour ou par manche", EN: "one mail per turn or per round"},
		}},
		Facts: []games.FactType{
			{Type: "stall_opened", V: 1, Pub: stallOpened{}},
			{Type: "stall_dealt", V: 1, Pub: stallDealt{}, Priv: stallCards{}},
			{Type: "stall_picked", V: 1, Pub: stallPicked{}},
			{Type: "stall_sold", V: 1, Pub: stallSold{}},
			{Type: "stall_rested", V: 1, Pub: stallRested{}},
			{Type: "stall_blown", V: 1, Pub: stallBlown{}},
			{Type: "stall_offered", V: 1, Pub: stallOffered{}},
		},
	}
}

// Grammar implements games.Rules.
func (Stall) Grammar(*StallState) *games.Grammar {
	var stalls []games.Word
	for _, n := range stallNames {
		stalls = append(stalls, games.Word{ID: n, FR: []string{n}, EN: []string{n}})
	}
	return &games.Grammar{
		Verbs: []games.Verb{
			{
				ID: "pick", Kind: stallPick, Once: true, Whole: true, Bundle: "turn", FR: []string{"ramasser", "ramasse", "ramassez"}, EN: []string{"pick"},
				Shape: "{stall:stall}?,", Help: games.Text{FR: "ramasser B, A", EN: "pick B, A"},
			},
			{
				ID: "rest", Kind: stallPick, Once: true, Alone: true, Bundle: "turn", FR: []string{"chômer", "chôme", "chômez"}, EN: []string{"rest"},
				Help: games.Text{FR: "chômer", EN: "rest"},
			},
			{
				ID: "sell", Kind: stallSell, Once: true, Bundle: "turn", FR: []string{"vendre", "vends", "vendez"}, EN: []string{"sell"},
				Shape: "{card:int}?,", Help: games.Text{FR: "vendre 4", EN: "sell 4"},
			},
			{
				ID: "offer", Kind: stallOffer, Once: true, FR: []string{"offrir", "offre", "offrez"}, EN: []string{"offer"},
				Shape: "{coins:int}", Help: games.Text{FR: "offrir 2", EN: "offer 2"},
			},
		},
		Preds: []games.Pred{{ID: "coins", FR: []string{"pièces"}, EN: []string{"coins"}, Shape: "{stall:stall} {is:cmp} {n:int}"}},
		Sets:  []games.Set{{ID: "stall", Words: stalls}},
	}
}

// New implements games.Rules.
func (r Stall) New(s games.Setup) ([]games.Fact, error) {
	opts, err := games.ResolveOptions(r.Info(), s)
	if err != nil {
		return nil, err
	}
	if len(s.Seats) != 2 {
		return nil, fmt.Errorf("stall is for 2 seats, not %d", len(s.Seats))
	}
	return stallFact("stall_opened", stallOpened{[]string{string(s.Seats[0]), string(s.Seats[1])}, games.Value(opts, "cadence")}), nil
}

func stallFact(typ string, p games.Payload) []games.Fact {
	return []games.Fact{{Type: typ, V: 1, Pub: p}}
}

// Evolve implements games.Rules.
func (Stall) Evolve(s *StallState, f games.Fact) {
	switch p := f.Pub.(type) {
	case stallOpened:
		*s = StallState{Cadence: p.Cadence, Stalls: []int{2, 2, 2}, Coins: make([]int, 2), Points: make([]int, 2), Hands: make([]games.Secret[[]int], 2)}
		for _, seat := range p.Seats {
			s.Seats = append(s.Seats, games.Seat(seat))
		}
	case stallDealt:
		s.Dealt = true
		for _, part := range f.Priv {
			s.Hands[slices.Index(s.Seats, part.Audience)] = games.Hide(part.Audience, part.Payload.(stallCards).Cards)
		}
	case stallPicked:
		s.Picked = true
		s.Coins[s.seat(p.Seat)] += p.Coins
		s.Stalls[p.Stall] -= p.Coins
	case stallSold:
		s.sold(s.seat(p.Seat), p.Card)
	case stallRested:
		s.Turn++
	case stallBlown:
		s.Storms++
		s.Stalls = []int{0, 0, 0}
		s.Stalls[p.Stall] = stallFill
	case stallOffered:
		s.Offers++
		s.Coins[s.seat(p.Seat)] -= p.Coins
		s.Points[s.seat(p.Seat)] += p.Coins
	}
}

func (s *StallState) seat(id string) int { return slices.Index(s.Seats, games.Seat(id)) }

func (s *StallState) sold(i, card int) {
	s.Turn, s.Picked = s.Turn+1, false
	if card == 0 {
		return
	}
	hand, _ := s.Hands[i].For(games.Engine)
	s.Hands[i] = games.Hide(s.Seats[i], slices.DeleteFunc(slices.Clone(hand), func(c int) bool { return c == card }))
	s.Sold = append(s.Sold, card)
	s.Coins[i] -= stallFee
	s.Points[i] += card
}

func (s *StallState) active() int { return s.Turn % 2 }

// mail is the window of the turn or round, or the last one.
func (s *StallState) mail() games.Window {
	round := s.Turn/2 + 1
	w := games.Window{
		ID: "turn/" + strconv.Itoa(s.Turn+1), Turn: s.Turn + 1, Seats: []games.Seat{s.Seats[s.active()]},
		Kinds: []games.Kind{stallPick, stallSell}, Early: []games.Kind{stallOffer},
	}
	switch {
	case round > stallRounds:
		w.ID, w.Seats, w.Kinds, w.Early = "end", s.Seats, []games.Kind{stallOffer}, nil
	case s.Cadence == "rounds":
		w.ID, w.Turn, w.Seats = "round/"+strconv.Itoa(round), round, s.Seats
	}
	w.Tag, w.Report = "t"+strconv.Itoa(w.Turn), w.ID[:3]
	return w
}

// Next implements games.Rules.
func (Stall) Next(s *StallState) games.Step {
	d := games.Decision{Seat: s.Seats[s.active()], Kind: stallPick, Window: s.mail().ID, Must: true}
	switch {
	case !s.Dealt:
		return games.Step{Draw: &games.Draw{Label: "hands", Pool: []string{"1", "2", "3", "4", "5", "6", "7", "8"}, N: 2 * stallHand, Hidden: true}}
	case s.Turn == 2*(s.Storms+1):
		return games.Step{Draw: &games.Draw{Label: "storm/" + strconv.Itoa(s.Storms+1), Pool: stallNames, N: 1, Hidden: true}}
	case s.Offers == 2:
		return games.Step{Over: &games.Result{Ranks: ranking(s.Seats, s.Points), Why: "stall.over"}}
	case s.Turn == 2*stallRounds:
		d.Seat, d.Kind = s.Seats[s.Offers], stallOffer
		d.ID = "end/" + string(d.Seat)
		return games.Step{Due: []games.Decision{d}}
	case s.Picked:
		d.Kind = stallSell
	}
	d.ID = strconv.Itoa(s.Turn+1) + "/" + string(d.Kind)
	d.Bundle = strconv.Itoa(s.Turn + 1)
	return games.Step{Due: []games.Decision{d}}
}

// Drawn implements games.Rules.
func (Stall) Drawn(s *StallState, d games.Draw, picks []int) []games.Fact {
	if d.N == 1 {
		return stallFact("stall_blown", stallBlown{picks[0]})
	}
	f := stallFact("stall_dealt", stallDealt{stallHand})
	for i, seat := range s.Seats {
		hand := stallCards{}
		for _, p := range picks[i*stallHand : (i+1)*stallHand] {
			hand.Cards = append(hand.Cards, p+1)
		}
		f[0].Priv = append(f[0].Priv, games.Part{Audience: seat, Payload: hand})
	}
	return f
}

// Windows implements games.Rules.
func (r Stall) Windows(s *StallState) []games.Window {
	if !s.Dealt || s.Offers == 2 {
		return nil
	}
	return []games.Window{s.mail()}
}

func (s *StallState) hand(seat games.Seat) []int {
	if i := slices.Index(s.Seats, seat); i >= 0 {
		hand, _ := s.Hands[i].For(seat)
		return hand
	}
	return nil
}

// Options implements games.Rules.
func (Stall) Options(s *StallState, seat games.Seat, kind games.Kind) games.Choice {
	var c games.Choice
	i := slices.Index(s.Seats, seat)
	switch {
	case i < 0:
	case kind == stallPick:
		for n, coins := range s.Stalls {
			if coins > 0 {
				c.Lines = append(c.Lines, games.Order("pick", "stall", stallNames[n]))
			}
		}
		c.Lines = append(c.Lines, games.Order("rest"))
	case kind == stallSell && s.Coins[i] >= stallFee:
		for _, card := range s.hand(seat) {
			c.Lines = append(c.Lines, games.Order("sell", "card", strconv.Itoa(card)))
		}
	case kind == stallOffer:
		c.Lines = append(c.Lines, games.Order("offer", "coins", strconv.Itoa(s.Coins[i])))
	}
	return c
}

// Test implements games.Rules: "coins B >= 2" reads a stall.
func (Stall) Test(s *StallState, _ games.Seat, c games.Cond) bool {
	n := slices.Index(stallNames, c.First("stall"))
	return n >= 0 && n < len(s.Stalls) && games.Compare(s.Stalls[n], c.First("is"), c.First("n"))
}

// Decide implements games.Rules.
func (r Stall) Decide(s *StallState, d games.Decision, l games.Line) ([]games.Fact, *games.Refusal) {
	i := slices.Index(s.Seats, d.Seat)
	switch l.Verb {
	case "rest":
		return stallFact("stall_rested", stallRested{string(d.Seat)}), nil
	case "keep":
		return stallFact("stall_sold", stallSold{Seat: string(d.Seat)}), nil
	case "pick":
		return r.pick(s, d, l)
	}
	word := "card"
	if l.Verb == "offer" {
		word = "coins"
	}
	n, err := strconv.Atoi(l.First(word))
	var ref *games.Refusal
	switch {
	case l.Verb == "offer" && err == nil && n >= 0 && n <= s.Coins[i]:
		return stallFact("stall_offered", stallOffered{string(d.Seat), n}), nil
	case l.Verb == "offer" || s.Coins[i] < stallFee:
		ref = games.Refuse("stall.coins", "stall.coins", games.Int("n", s.Coins[i]))
	case slices.Contains(s.hand(d.Seat), n):
		return stallFact("stall_sold", stallSold{string(d.Seat), n}), nil
	default:
		ref = games.Refuse("stall.hand", "stall.not-in-hand", games.With("card", "text", l.First(word)))
	}
	ref.Nearest = r.Options(s, d.Seat, d.Kind).Lines
	return nil, ref
}

// pick walks the stalls of an order itself: the first with coins is emptied. An
// order from before the last storm counts only with a guard.
func (r Stall) pick(s *StallState, d games.Decision, l games.Line) ([]games.Fact, *games.Refusal) {
	storm := s.Storms // in rounds, as turns of mails are counted
	if s.Cadence == "turns" {
		storm *= 2
	}
	if d.Stored > 0 && d.Stored <= storm && len(l.If) == 0 {
		return nil, games.Refuse("stall.void", "stall.void")
	}
	for _, name := range l.Arg("stall") {
		if n := slices.Index(stallNames, name); n >= 0 && s.Stalls[n] > 0 {
			return stallFact("stall_picked", stallPicked{string(d.Seat), n, s.Stalls[n]}), nil
		}
	}
	ref := games.Refuse("stall.empty", "stall.empty", games.With("stalls", "list:text", l.Arg("stall")...))
	ref.Nearest = r.Options(s, d.Seat, stallPick).Lines
	return nil, ref
}

// Default implements games.Rules: rest, sell nothing, offer nothing.
func (Stall) Default(_ *StallState, d games.Decision, _ int) games.Line {
	switch d.Kind {
	case stallPick:
		return games.Order("rest")
	case stallSell:
		return games.Order("keep")
	}
	return games.Order("offer", "coins", "0")
}

// StallView is what a viewpoint sees of Stall.
type StallView struct {
	Turn                        int
	Coins, Points, Stalls, Sold []int
	Hand                        []int   `json:",omitempty"`
	Hands                       [][]int `json:",omitempty"` // the engine only
}

// View implements games.Rules.
func (Stall) View(s *StallState, seat games.Seat) games.View {
	v := StallView{
		Turn: s.Turn, Coins: slices.Clone(s.Coins), Points: slices.Clone(s.Points), Stalls: slices.Clone(s.Stalls),
		Sold: slices.Clone(s.Sold), Hand: slices.Clone(s.hand(seat)),
	}
	for _, h := range s.Hands {
		if hand, _ := h.For(games.Engine); seat == games.Engine {
			v.Hands = append(v.Hands, hand)
		}
	}
	return v
}

// Narrate implements games.Rules.
func (Stall) Narrate(_ *StallState, facts []games.Fact, _ games.Seat) []games.Msg {
	var out []games.Msg
	for _, f := range facts {
		if p, ok := f.Pub.(stallSold); ok && p.Card > 0 {
			out = append(out, games.Say("stall.sold", games.Int("card", p.Card)))
		}
	}
	return out
}

// Check implements games.Invariant.
func (Stall) Check(s *StallState) error {
	for i, n := range s.Coins {
		if n < 0 {
			return fmt.Errorf("%s has %d coins", s.Seats[i], n)
		}
	}
	return nil
}

// Redeal implements games.Redealer: the other hand is any of the cards that
// were neither sold nor are in one's own.
func (Stall) Redeal(s *StallState, seat games.Seat, pick func(int) int) *StallState {
	r := *s
	r.Hands = slices.Clone(s.Hands)
	var unseen []int
	for c := 1; c <= 8; c++ {
		if !slices.Contains(s.Sold, c) && !slices.Contains(s.hand(seat), c) {
			unseen = append(unseen, c)
		}
	}
	for i, other := range s.Seats {
		hand, _ := s.Hands[i].For(games.Engine)
		if other == seat {
			continue
		}
		var fresh []int
		for _, n := range trial.Picks(len(unseen), len(hand), pick) {
			fresh = append(fresh, unseen[n])
		}
		unseen = slices.DeleteFunc(unseen, func(c int) bool { return slices.Contains(fresh, c) })
		r.Hands[i] = games.Hide(other, fresh)
	}
	return &r
}
