package noxford

import (
	"cmp"
	"slices"

	"fivepoints/games"
)

// View is what a viewpoint may see: the city with the whole of its stacks
// (info.stacks), market, sizes of piles, which Masters are out and what each
// seat has still to lay (info.public), and all that follows from the geometry, so
// that nobody computes it (mail.map). Hands, and what they could cover, are
// their seats' (info.hidden, mail.covers).
type View struct {
	You     string      `json:"you,omitempty"`
	Step    string      `json:"step"`
	Turn    int         `json:"turn"`
	Active  string      `json:"active,omitempty"`
	Columns int         `json:"columns"`
	Rows    int         `json:"rows"`
	City    []StackView `json:"city"`              // in the order in which they were laid
	Spots   []SpotView  `json:"spots,omitempty"`   // legal ones, in reading order
	Locked  []string    `json:"locked,omitempty"`  // visible cards
	Movable []string    `json:"movable,omitempty"` // cards that a gear could lift
	Just    string      `json:"just,omitempty"`    // card placed this turn
	From    string      `json:"from,omitempty"`
	Passes  int         `json:"passes,omitempty"`
	Market  []CardView  `json:"market"`
	Pile    int         `json:"pile"`
	Seats   []SeatView  `json:"seats"` // clockwise from who began
	Hand    []CardView  `json:"hand,omitempty"`
	Covers  []CoverView `json:"covers,omitempty"` // what the seat's own cards could cover

	Cancelled []string        `json:"cancelled,omitempty"` // at the end, and as it would be now
	Quarters  []QuarterScored `json:"quarters,omitempty"`  // at the end, and as it would be now
	Symbols   []string        `json:"symbols"`             // of the deck
	Why       string          `json:"why,omitempty"`
	Ranks     [][]string      `json:"ranks,omitempty"`

	Neutrals []string `json:"neutrals,omitempty"` // the pile; the engine only
}

// CardView is what is printed on a card.
type CardView struct {
	Card    string   `json:"card"`
	Colour  string   `json:"colour,omitempty"` // letter
	Code    string   `json:"code"`             // without the colour
	Rank    int      `json:"rank,omitempty"`
	Symbols []string `json:"symbols,omitempty"`
	Gear    bool     `json:"gear,omitempty"`
}

// StackView is a stack; its top card is visible.
type StackView struct {
	Pos       string   `json:"pos"`
	X         int      `json:"x"` // cell, from 0
	Y         int      `json:"y"`
	W         int      `json:"w"`
	H         int      `json:"h"`
	Top       CardView `json:"top"`
	Cards     []string `json:"cards"` // from bottom to top
	Locked    bool     `json:"locked,omitempty"`
	Movable   bool     `json:"movable,omitempty"`
	Cancelled bool     `json:"cancelled,omitempty"` // by Barracks, as things stand
}

// SpotView is a legal spot with the visible cards it touches.
type SpotView struct {
	Pos     string   `json:"pos"`
	Touches []string `json:"touches"`
}

// CoverView is a card that some of the seat's own may cover.
type CoverView struct {
	Card string   `json:"card"`
	Pos  string   `json:"pos"`
	With []string `json:"with"` // codes
}

// SeatView is one player.
type SeatView struct {
	Seat      string   `json:"seat"`
	Colour    string   `json:"colour"`
	Favourite string   `json:"favourite"`
	Master    bool     `json:"master,omitempty"` // in the city
	Placed    int      `json:"placed"`           // of ten
	Hand      int      `json:"hand"`
	Pile      int      `json:"pile"`
	Unplayed  []string `json:"unplayed,omitempty"` // hand and pile together, by code
	Points    int      `json:"points"`             // at the end, and as it would be now
	Quarters  int      `json:"quarters"`

	Cards []string `json:"cards,omitempty"` // the hand, and the order of the
	Order []string `json:"order,omitempty"` // pile; the engine only
}

// View shows the game to a viewpoint.
func (r Rules) View(s *State, to games.Seat) games.View {
	v := View{Step: string(s.Step), Turn: s.Turn, Columns: s.Deck.Columns, Rows: s.Deck.Rows, Pile: len(s.Pile), Passes: s.Passes, From: s.From, Why: s.Why, Symbols: slices.Clone(s.Deck.Symbols)}
	v.Just = s.Just.id()
	if s.Turn > 0 && s.Step != stepOver {
		v.Active = string(s.Seats[s.Active])
	}
	for _, c := range s.Market {
		v.Market = append(v.Market, s.cardView(c))
	}
	s.viewCity(&v)
	v.Seats = s.seatViews(to)
	if i := s.seat(to); i >= 0 {
		v.You = string(to)
		for _, c := range slices.Sorted(slices.Values(s.Hands[i])) {
			v.Hand = append(v.Hand, s.cardView(c))
		}
		v.Covers = s.coverViews(i)
	}
	for _, rank := range s.Ranks {
		v.Ranks = append(v.Ranks, slices.Clone(rank))
	}
	if to == games.Engine {
		v.Neutrals = cardIDs(s.Pile)
	}
	return v
}

func (s *State) cardView(c Card) CardView {
	v := CardView{Card: c.id(), Code: c.code(), Rank: c.rank(), Symbols: slices.Clone(s.Deck.symbols(c)), Gear: s.Deck.gear(c)}
	if c.syndicate() {
		v.Colour = letterOf(c.colour())
	}
	return v
}

// viewCity shows the stacks, and what may be done there while the game goes on.
func (s *State) viewCity(v *View) {
	c, t := s.city(), s.tally()
	v.Cancelled, v.Quarters = cardIDs(t.cancelled), t.quarters
	on := s.Step != stepOver
	for i, stack := range s.City {
		top := stack.top()
		view := StackView{
			Pos: stack.Rect.String(), X: stack.Rect.X, Y: stack.Rect.Y, W: stack.Rect.W, H: stack.Rect.H,
			Top: s.cardView(top), Cards: cardIDs(stack.Cards), Locked: c.locked(i),
			Movable: on && c.refuseLift(i, nobody) == "", Cancelled: slices.Contains(t.cancelled, top),
		}
		v.City = append(v.City, view)
		if view.Locked {
			v.Locked = append(v.Locked, top.id())
		}
		if view.Movable {
			v.Movable = append(v.Movable, top.id())
		}
	}
	slices.Sort(v.Locked)
	slices.Sort(v.Movable)
	if !on {
		return
	}
	c.eachSpot(func(r Rect) bool {
		spot := SpotView{Pos: r.String()}
		c.contact(r).all().each(func(j int) { spot.Touches = append(spot.Touches, c.stacks[j].top().id()) })
		v.Spots = append(v.Spots, spot)
		return true
	})
}

// coverViews lists what a seat's hand and Master could cover.
func (s *State) coverViews(i int) []CoverView {
	if s.Step == stepOver {
		return nil
	}
	c := s.city()
	var out []CoverView
	for j, stack := range c.stacks {
		view := CoverView{Card: stack.top().id(), Pos: stack.Rect.String()}
		for _, card := range slices.Sorted(slices.Values(s.playable(i))) {
			if c.covers(card, j) {
				view.With = append(view.With, card.code())
			}
		}
		if len(view.With) > 0 {
			out = append(out, view)
		}
	}
	slices.SortFunc(out, func(a, b CoverView) int { return cmp.Compare(a.Card, b.Card) })
	return out
}

func (s *State) seatViews(to games.Seat) []SeatView {
	var out []SeatView
	scores := s.Scores
	if s.Step != stepOver {
		scores = s.tally().scores
	}
	for i, seat := range s.Seats {
		v := SeatView{
			Seat: string(seat), Colour: letterOf(s.Colours[i]), Favourite: s.Deck.Favourites[s.Colours[i]],
			Master: s.masterOut(i), Placed: s.placed(i), Hand: len(s.Hands[i]), Pile: len(s.Piles[i]),
			Points: scores[i].Points, Quarters: scores[i].Quarters,
		}
		for _, c := range s.unplayed(i) {
			v.Unplayed = append(v.Unplayed, c.code())
		}
		if to == games.Engine {
			v.Cards, v.Order = codesOf(s.Hands[i]), codesOf(s.Piles[i])
		}
		out = append(out, v)
	}
	return out
}

func codesOf(cards []Card) []string {
	var out []string
	for _, c := range cards {
		out = append(out, c.code())
	}
	return out
}
