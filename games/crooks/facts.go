package crooks

import "fivepoints/games"

// The facts of the game. Names and fields never change once released.
const (
	factCreated  = "game_created"
	factFirst    = "seats_ordered"
	factSizes    = "sizes_drawn"
	factCash     = "cash_dealt"
	factPiles    = "piles_dealt"
	factTurn     = "turn_started"
	factPassed   = "passed"
	factPaid     = "paid"
	factShown    = "pile_shown"
	factPlaced   = "crook_placed"
	factFee      = "fee_paid"
	factAbility  = "ability_used"
	factMoved    = "crooks_moved"
	factKilled   = "crooks_killed"
	factSpied    = "spy_shown"
	factLost     = "crook_lost"
	factReturned = "crook_returned"
	factAll      = "all_passed"
	factRevealed = "revealed"
	factTarget   = "target_scored"
	factGang     = "gang_scored"
	factEnded    = "game_ended"
	factPosition = "position_set"
)

// Created holds all that the game will ever read of its data and options.
type Created struct {
	Edition int        `json:"edition"`
	Data    string     `json:"data"`
	Options []games.KV `json:"options"`
	Seats   []string   `json:"seats"`
	Sizes   []int      `json:"sizes"` // of the piles, place A first
	Extra   []int      `json:"extra,omitempty"`
	Numbers Numbers    `json:"numbers"`
	Deck    []Crook    `json:"deck"`
}

// Ordered says in which order the seats play.
type Ordered struct {
	Seats []string `json:"seats"`
}

// SizesDrawn says which place has which size, with the option sizes=random.
type SizesDrawn struct {
	Sizes []int `json:"sizes"`
}

// CashDealt says what everyone starts with.
type CashDealt struct {
	Cash []Amount `json:"cash"`
	Bank int      `json:"bank"`
}

// Amount is a number that belongs to a seat: dollars, levels, members, points.
type Amount struct {
	Seat string `json:"seat"`
	N    int    `json:"n"`
}

// PilesDealt says how many crooks lie where; PilesHidden which, to the engine.
type PilesDealt struct {
	Sizes []int `json:"sizes"`
	Aside int   `json:"aside"`
}

// PilesHidden is the part of PilesDealt that nobody sees before the end.
type PilesHidden struct {
	Piles []Pile   `json:"piles"`
	Aside []string `json:"aside,omitempty"`
}

// TurnStarted says whose turn it is.
type TurnStarted struct {
	Turn int    `json:"turn"`
	Seat string `json:"seat"`
}

// Passed says that a seat is out; Why is "" for its own wish, or "cash",
// "empty", "room" (no target left, option no_target=forbid) or "alone".
type Passed struct {
	Seat string `json:"seat"`
	Why  string `json:"why,omitempty"`
}

// Paid is the price of a look at a pile. Auto: nobody had sent anything.
type Paid struct {
	Seat   string `json:"seat"`
	Place  string `json:"place"`
	Amount int    `json:"amount"`
	Left   int    `json:"left,omitempty"` // unless cash is secret
	Auto   bool   `json:"auto,omitempty"`
}

// Shown says that a seat looked at a pile.
type Shown struct {
	Seat  string `json:"seat"`
	Place string `json:"place"`
	Count int    `json:"count"`
}

// Cards are crooks that one seat may know.
type Cards struct {
	Cards []string `json:"cards"`
	Unmet bool     `json:"unmet,omitempty"` // the express order matched none of them
}

// Placed says that a crook stands at a target; Card is empty face down.
type Placed struct {
	Seat   string `json:"seat"`
	Place  string `json:"place"` // where he was recruited
	Target int    `json:"target"`
	Up     bool   `json:"up,omitempty"`
	Card   string `json:"card,omitempty"`
	Auto   bool   `json:"auto,omitempty"`
}

// Card is one crook that one seat may know.
type Card struct {
	Card string `json:"card"`
}

// FeePaid is the price of placing face down.
type FeePaid struct {
	Seat   string `json:"seat"`
	Amount int    `json:"amount"`
	Left   int    `json:"left,omitempty"` // unless cash is secret
}

// AbilityUsed names what a crook did; Amount is what a Pickpocket took.
type AbilityUsed struct {
	Seat    string `json:"seat"`
	Ability string `json:"ability"`
	Target  int    `json:"target"`
	Amount  int    `json:"amount,omitempty"`
}

// Moved says that the whole content of a target went to another one.
type Moved struct {
	Seat  string `json:"seat"`
	From  int    `json:"from"`
	To    int    `json:"to"`
	Count int    `json:"count"`
}

// Killed says that a seat's crooks at a target left the game; Cards are those
// that everyone may know.
type Killed struct {
	Seat   string   `json:"seat"`
	By     string   `json:"by"`
	Target int      `json:"target"`
	Count  int      `json:"count"`
	Cards  []string `json:"cards,omitempty"`
}

// Spied says what a Spy looked at: a target, or a place.
type Spied struct {
	Seat   string `json:"seat"`
	Target int    `json:"target,omitempty"`
	Place  string `json:"place,omitempty"`
	Count  int    `json:"count"`
}

// Sight is what the Spy saw; Seats are empty for a place.
type Sight struct {
	Cards []string `json:"cards,omitempty"`
	Seats []string `json:"seats,omitempty"`
}

// Left says that a recruited crook found no target: lost, or back on his pile.
type Left struct {
	Seat  string `json:"seat"`
	Place string `json:"place"`
	Auto  bool   `json:"auto,omitempty"`
}

// AllPassed says that nobody plays any more.
type AllPassed struct {
	Turns int `json:"turns"`
}

// Revealed turns everything up.
type Revealed struct {
	Rows  []RowUp  `json:"rows,omitempty"`
	Piles []Pile   `json:"piles,omitempty"`
	Box   []string `json:"box,omitempty"`
	Aside []string `json:"aside,omitempty"`
}

// RowUp is what a seat had at a target, bottom to top.
type RowUp struct {
	Seat   string   `json:"seat"`
	Target int      `json:"target"`
	Cards  []string `json:"cards"`
	Down   []string `json:"down,omitempty"` // those that lay face down
}

// TargetScored is the count at one target.
type TargetScored struct {
	Target  int      `json:"target"`
	Value   int      `json:"value"`
	Levels  []Amount `json:"levels,omitempty"`
	Winners []string `json:"winners,omitempty"`
	Points  int      `json:"points,omitempty"` // for each winner
}

// GangScored is the count of one gang.
type GangScored struct {
	Gang    string   `json:"gang"`
	Members []Amount `json:"members,omitempty"`
	Winner  string   `json:"winner,omitempty"`
	Points  int      `json:"points,omitempty"`
}

// Ended ranks the seats.
type Ended struct {
	Ranks  []Rank  `json:"ranks"`
	Totals []Total `json:"totals"`
	Why    string  `json:"why"` // points, cash, shared or playoff
}

// Rank is one place of the final order; several seats share it.
type Rank struct {
	Seats []string `json:"seats"`
}

// Total is what a seat ended with.
type Total struct {
	Seat    string `json:"seat"`
	Targets int    `json:"targets"`
	Gangs   int    `json:"gangs"`
	Cash    int    `json:"cash"`
}

// PositionSet says that a position was set up; the position is the engine's.
type PositionSet struct {
	Cash []Amount `json:"cash,omitempty"` // unless cash is secret
}

// Position is the whole state.
type Position struct {
	State State `json:"state"`
}

func fact(typ string, pub games.Payload) games.Fact { return games.Fact{Type: typ, V: 1, Pub: pub} }

// secretly adds the part of one viewpoint.
func secretly(f games.Fact, to games.Seat, part games.Payload) games.Fact {
	f.Priv = []games.Part{{Audience: to, Payload: part}}
	return f
}

func factTypes() []games.FactType {
	return []games.FactType{
		{Type: factCreated, V: 1, Pub: Created{}},
		{Type: factFirst, V: 1, Pub: Ordered{}},
		{Type: factSizes, V: 1, Pub: SizesDrawn{}},
		{Type: factCash, V: 1, Pub: CashDealt{}},
		{Type: factPiles, V: 1, Pub: PilesDealt{}, Priv: PilesHidden{}},
		{Type: factTurn, V: 1, Pub: TurnStarted{}},
		{Type: factPassed, V: 1, Pub: Passed{}},
		{Type: factPaid, V: 1, Pub: Paid{}},
		{Type: factShown, V: 1, Pub: Shown{}, Priv: Cards{}},
		{Type: factPlaced, V: 1, Pub: Placed{}, Priv: Card{}},
		{Type: factFee, V: 1, Pub: FeePaid{}},
		{Type: factAbility, V: 1, Pub: AbilityUsed{}},
		{Type: factMoved, V: 1, Pub: Moved{}},
		{Type: factKilled, V: 1, Pub: Killed{}, Priv: Cards{}},
		{Type: factSpied, V: 1, Pub: Spied{}, Priv: Sight{}},
		{Type: factLost, V: 1, Pub: Left{}, Priv: Card{}},
		{Type: factReturned, V: 1, Pub: Left{}, Priv: Card{}},
		{Type: factAll, V: 1, Pub: AllPassed{}},
		{Type: factRevealed, V: 1, Pub: Revealed{}},
		{Type: factTarget, V: 1, Pub: TargetScored{}},
		{Type: factGang, V: 1, Pub: GangScored{}},
		{Type: factEnded, V: 1, Pub: Ended{}},
		{Type: factPosition, V: 1, Pub: PositionSet{}, Priv: Position{}},
	}
}
