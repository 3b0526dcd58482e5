package escrocs

import "fivepoints/games"

// The facts of Escrocs. What is private has a part for its seat, or for the engine.
const (
	factCreated  = "game_created"
	factDealer   = "dealer_drawn"
	factDealt    = "dealt"
	factTurn     = "turn_started"
	factAuto     = "automatic_move"
	factTaken    = "group_taken"
	factPrison   = "group_imprisoned"
	factFull     = "prison_full"
	factBeaten   = "set_beaten"
	factLaid     = "set_laid"
	factNotLaid  = "nothing_laid"
	factTurned   = "card_turned"
	factNoCard   = "draw_skipped"
	factRebuilt  = "talon_rebuilt"
	factClosed   = "rows_closed"
	factRefilled = "rows_refilled"
	factCalled   = "give_back_called"
	factGiven    = "given_back"
	factShared   = "prison_shared"
	factScored   = "scored"
	factCleared  = "tables_cleared"
	factEnded    = "game_ended"
	factPosition = "position_set"
)

// Pile is a number of cards of one colour.
type Pile struct {
	Colour string `json:"colour"`
	N      int    `json:"n"`
}

// Created is the first fact of a game.
type Created struct {
	Edition int        `json:"edition"`
	Data    string     `json:"data"` // hash
	Options []games.KV `json:"options"`
	Seats   []string   `json:"seats"` // clockwise
}

// DealerDrawn says who deals.
type DealerDrawn struct {
	Seat string `json:"seat"`
}

// Dealt lays out the game: its parts hold each hand, and the talon for the engine.
type Dealt struct {
	Hands []int      `json:"hands"` // sizes, by seat
	Rows  [][]string `json:"rows"`
	Talon int        `json:"talon"`
}

// Cards are cards in order: a hand, or the talon from its top.
type Cards struct {
	Cards []string `json:"cards,omitempty"`
}

// TurnStarted gives a seat its turn.
type TurnStarted struct {
	Turn int    `json:"turn"`
	Seat string `json:"seat"`
}

// Auto says that what follows was nobody's order (mail.auto).
type Auto struct {
	Seat string `json:"seat"`
}

// Taken is the group of an end going to a hand. Its part tells the taker what
// became of the lay that stood on the same line.
type Taken struct {
	Seat   string `json:"seat"`
	Row    int    `json:"row"` // from 1
	End    string `json:"end"` // left or right
	Colour string `json:"colour"`
	N      int    `json:"n"`
}

// Note tells a taker since which turn his order had waited, and why its lay was
// left out. It is always there, so that nobody else can tell.
type Note struct {
	Stored int        `json:"stored,omitempty"`
	Rule   string     `json:"rule,omitempty"`
	Why    *games.Msg `json:"why,omitempty"`
}

// Imprisoned is the neighbour of a group taken.
type Imprisoned struct {
	Seat   string `json:"seat"`
	Row    int    `json:"row"`
	End    string `json:"end"`
	Colour string `json:"colour"`
	N      int    `json:"n"`
}

// Full says that a seat filled the prison.
type Full struct {
	Seat string `json:"seat"`
}

// SetFact is cards of a seat on the table, laid or beaten.
type SetFact struct {
	Seat   string `json:"seat"`
	Colour string `json:"colour"`
	N      int    `json:"n"`
}

// NotLaid says that a seat lays nothing.
type NotLaid struct {
	Seat string `json:"seat"`
}

// Turned is the card drawn at the end of a turn.
type Turned struct {
	Seat   string `json:"seat"`
	Row    int    `json:"row"`
	End    string `json:"end"`
	Colour string `json:"colour"`
}

// NoCard says that there was no card to draw.
type NoCard struct {
	Seat string `json:"seat"`
}

// Rebuilt puts shuffled cards under the talon; its part holds their order.
type Rebuilt struct {
	From string `json:"from"` // discard or given
	N    int    `json:"n"`
}

// RowsClosed says that nothing can be taken from any row.
type RowsClosed struct{}

// Refilled appends cards on the right of the rows, by row.
type Refilled struct {
	Rows [][]string `json:"rows"`
}

// Called asks seats for cards.
type Called struct {
	K     int      `json:"k"`
	Limit int      `json:"limit"`
	Seats []string `json:"seats"`
}

// Given is what a seat gives back; its part holds the cards.
type Given struct {
	Seat string `json:"seat"`
	N    int    `json:"n"`
}

// Piles are cards by colour.
type Piles struct {
	Piles []Pile `json:"piles,omitempty"`
}

// Shared is what becomes of the prisoners of a colour; nobody owns it when Seat is empty.
type Shared struct {
	Colour string `json:"colour"`
	Seat   string `json:"seat,omitempty"`
	N      int    `json:"n"`
}

// Scored are the points of one seat in one scoring.
type Scored struct {
	Seat   string `json:"seat"`
	N      int    `json:"n"`
	Kinds  int    `json:"kinds"`
	Points int    `json:"points"`
}

// Cleared ends a scoring.
type Cleared struct {
	Scoring int `json:"scoring"` // from 1
}

// Ended ends the game.
type Ended struct {
	Why   string `json:"why"`
	Ranks []Rank `json:"ranks"` // best first
}

// Rank are seats with as many points.
type Rank struct {
	Seats []string `json:"seats"`
}

// Position is a whole position, for cases and rulings. Parts hold the hands,
// and the talon and the discard for the engine.
type Position struct {
	Step   string    `json:"step"`
	Turn   int       `json:"turn"`
	Active string    `json:"active"`
	Row    int       `json:"row,omitempty"` // of the take, from 1
	End    string    `json:"end,omitempty"`
	Shaken int       `json:"shaken,omitempty"`
	Filled bool      `json:"filled,omitempty"`
	Rows   []RowSet  `json:"rows"`
	Prison []Pile    `json:"prison,omitempty"`
	Tables []SetFact `json:"tables,omitempty"`
	Seen   []SetFact `json:"seen,omitempty"`
	Sheet  []Points  `json:"sheet,omitempty"`
}

// RowSet is one row from left to right.
type RowSet struct {
	Cards []string `json:"cards,omitempty"`
}

// Points are those of one scoring, by seat.
type Points struct {
	Points []int `json:"points"`
}

// Hidden is the private half of a position.
type Hidden struct {
	Hand    []Pile   `json:"hand,omitempty"`
	Talon   []string `json:"talon,omitempty"`
	Discard []Pile   `json:"discard,omitempty"`
}

func factTypes() []games.FactType {
	one := func(typ string, pub, priv any) games.FactType {
		return games.FactType{Type: typ, V: 1, Pub: pub, Priv: priv}
	}
	return []games.FactType{
		one(factCreated, Created{}, nil),
		one(factDealer, DealerDrawn{}, nil),
		one(factDealt, Dealt{}, Cards{}),
		one(factTurn, TurnStarted{}, nil),
		one(factAuto, Auto{}, nil),
		one(factTaken, Taken{}, Note{}),
		one(factPrison, Imprisoned{}, nil),
		one(factFull, Full{}, nil),
		one(factBeaten, SetFact{}, nil),
		one(factLaid, SetFact{}, nil),
		one(factNotLaid, NotLaid{}, nil),
		one(factTurned, Turned{}, nil),
		one(factNoCard, NoCard{}, nil),
		one(factRebuilt, Rebuilt{}, Cards{}),
		one(factClosed, RowsClosed{}, nil),
		one(factRefilled, Refilled{}, nil),
		one(factCalled, Called{}, nil),
		one(factGiven, Given{}, Piles{}),
		one(factShared, Shared{}, nil),
		one(factScored, Scored{}, nil),
		one(factCleared, Cleared{}, nil),
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
