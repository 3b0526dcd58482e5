package noxford

import "fivepoints/games"

// The facts of Noxford. What is private has a part for its seat, or for the engine.
const (
	factCreated   = "game_created"
	factFirst     = "first_drawn"
	factCity      = "city_started"
	factDealt     = "hand_dealt"
	factTurn      = "turn_started"
	factAuto      = "automatic_move"
	factPlaced    = "card_placed"
	factCovered   = "card_covered"
	factLifted    = "card_lifted"
	factDropped   = "card_dropped"
	factDeclined  = "gear_declined"
	factMarket    = "market_revealed"
	factDrawn     = "card_drawn"
	factPassed    = "passed"
	factLast      = "last_card_placed"
	factCancelled = "cards_cancelled"
	factQuarter   = "quarter_scored"
	factEnded     = "game_ended"
	factPosition  = "position_set"
)

// Where a card comes from that is laid.
const (
	fromHand   = "hand"
	fromMarket = "market"
	fromMaster = "master"
)

// Player is a seat with the letter of its colour.
type Player struct {
	Seat   string `json:"seat"`
	Colour string `json:"colour"`
}

// Created is the first fact of a game.
type Created struct {
	Edition int        `json:"edition"`
	Data    string     `json:"data"` // hash
	Options []games.KV `json:"options"`
	Deck    Deck       `json:"deck"`
	Seats   []Player   `json:"seats"`
}

// First seats the players clockwise from who begins.
type First struct {
	Seats []string `json:"seats"`
}

// CityStarted lays the two first cards; its part holds the other Neutrals from
// the top of their pile.
type CityStarted struct {
	Stacks []Laid   `json:"stacks"`
	Market []string `json:"market"`
	Pile   int      `json:"pile"`
}

// Laid is cards on a position, from bottom to top.
type Laid struct {
	Pos   string   `json:"pos"`
	Cards []string `json:"cards"`
}

// Dealt is a hand; its parts hold the hand for its seat and the pile for the engine.
type Dealt struct {
	Seat string `json:"seat"`
	Hand int    `json:"hand"`
	Pile int    `json:"pile"`
}

// Cards are cards in order.
type Cards struct {
	Cards []string `json:"cards,omitempty"`
}

// TurnStarted gives a seat its turn.
type TurnStarted struct {
	Turn int    `json:"turn"`
	Seat string `json:"seat"`
}

// SeatFact names a seat: an automatic move (mail.auto), a last card.
type SeatFact struct {
	Seat string `json:"seat"`
}

// Placed is a card laid on a spot.
type Placed struct {
	Seat string `json:"seat"`
	Card string `json:"card"`
	Pos  string `json:"pos"`
	From string `json:"from"`
}

// Covered is a card laid on another.
type Covered struct {
	Seat string `json:"seat"`
	Card string `json:"card"`
	On   string `json:"on"`
	Pos  string `json:"pos"`
	From string `json:"from"`
}

// Lifted is a card that a gear takes up, and the one it uncovers.
type Lifted struct {
	Seat      string `json:"seat"`
	Card      string `json:"card"`
	Pos       string `json:"pos"`
	Uncovered string `json:"uncovered,omitempty"`
}

// Dropped is where it goes, and what it covers there.
type Dropped struct {
	Seat string `json:"seat"`
	Card string `json:"card"`
	Pos  string `json:"pos"`
	On   string `json:"on,omitempty"`
}

// Declined says that a gear moves nothing; Forced because nothing can be moved.
type Declined struct {
	Seat   string `json:"seat"`
	Forced bool   `json:"forced,omitempty"`
}

// Market are Neutrals turned up.
type Market struct {
	Cards []string `json:"cards"`
	Pile  int      `json:"pile"` // left
}

// Drawn is a card drawn; its part tells the seat which.
type Drawn struct {
	Seat string `json:"seat"`
	Pile int    `json:"pile"` // left
}

// Passed says that the engine passes for a seat without a legal action.
type Passed struct {
	Seat   string `json:"seat"`
	Forced bool   `json:"forced"`
}

// Cancelled are the cards that Barracks turn face down.
type Cancelled struct {
	Cards []string `json:"cards,omitempty"`
}

// QuarterScored is what became of a Quarter; nobody controls it without a Seat.
type QuarterScored struct {
	Quarter string  `json:"quarter"`
	Counts  []Count `json:"counts,omitempty"` // of the seats beside it
	Seat    string  `json:"seat,omitempty"`
	Symbols int     `json:"symbols,omitempty"`
	Bonus   int     `json:"bonus,omitempty"`
}

// Count is how many cards of a seat touch a Quarter, a Master as many as he weighs.
type Count struct {
	Seat string `json:"seat"`
	N    int    `json:"n"`
}

// Ended ends the game.
type Ended struct {
	Why    string  `json:"why"`
	Scores []Score `json:"scores"`
	Ranks  []Rank  `json:"ranks"` // best first
}

// Score is what a seat won.
type Score struct {
	Seat     string `json:"seat"`
	Points   int    `json:"points"`
	Quarters int    `json:"quarters"`
}

// Rank are seats that share a place.
type Rank struct {
	Seats []string `json:"seats"`
}

// Position is a whole position, for cases and rulings. Parts hold a hand for
// each seat, and all piles for the engine.
type Position struct {
	Step   string   `json:"step"`
	Turn   int      `json:"turn"`
	Active string   `json:"active"`
	Seats  []Player `json:"seats"`
	City   []Laid   `json:"city"`
	Just   string   `json:"just,omitempty"`
	From   string   `json:"from,omitempty"`
	Passes int      `json:"passes,omitempty"`
	Market []string `json:"market,omitempty"`
}

// Hidden is the private half of a position.
type Hidden struct {
	Hand     []string `json:"hand,omitempty"`
	Neutrals []string `json:"neutrals,omitempty"`
	Piles    []Cards  `json:"piles,omitempty"` // by seat
}

func factTypes() []games.FactType {
	one := func(typ string, pub, priv any) games.FactType {
		return games.FactType{Type: typ, V: 1, Pub: pub, Priv: priv}
	}
	return []games.FactType{
		one(factCreated, Created{}, nil),
		one(factFirst, First{}, nil),
		one(factCity, CityStarted{}, Cards{}),
		one(factDealt, Dealt{}, Cards{}),
		one(factTurn, TurnStarted{}, nil),
		one(factAuto, SeatFact{}, nil),
		one(factPlaced, Placed{}, nil),
		one(factCovered, Covered{}, nil),
		one(factLifted, Lifted{}, nil),
		one(factDropped, Dropped{}, nil),
		one(factDeclined, Declined{}, nil),
		one(factMarket, Market{}, nil),
		one(factDrawn, Drawn{}, Cards{}),
		one(factPassed, Passed{}, nil),
		one(factLast, SeatFact{}, nil),
		one(factCancelled, Cancelled{}, nil),
		one(factQuarter, QuarterScored{}, nil),
		one(factEnded, Ended{}, nil),
		one(factPosition, Position{}, Hidden{}),
	}
}

func fact(typ string, p games.Payload, parts ...games.Part) games.Fact {
	return games.Fact{Type: typ, V: 1, Pub: p, Priv: parts}
}

func part(to games.Seat, p games.Payload) games.Part {
	return games.Part{Audience: to, Payload: p}
}
