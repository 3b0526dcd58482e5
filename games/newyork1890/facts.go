package newyork1890

import (
	"slices"

	"fivepoints/games"
)

// The facts of New-York 1890. Each carries what it changes, so that Evolve
// needs no rule.

// Created fixes everything a game starts from.
type Created struct {
	Edition int        `json:"edition"`
	Data    string     `json:"data"` // hash of the tables
	Options []games.KV `json:"options"`
	Gangs   []Seated   `json:"gangs"`
	Closed  []string   `json:"closed,omitempty"`
}

// TablesBrought is the data file of a game with tables of its own; what Created
// says of them is its hash.
type TablesBrought struct {
	Text string `json:"text"`
}

// Seated is a gang at the start.
type Seated struct {
	Gang    string `json:"gang"`
	HQ      string `json:"hq"`
	Money   int    `json:"money"`
	Alcohol int    `json:"alcohol"`
	Sexes   Sexes  `json:"who"`
}

// OrderDrawn is the first turn order.
type OrderDrawn struct {
	Order []string `json:"order"`
}

// YearStarted opens a year.
type YearStarted struct {
	Round int `json:"round"`
	Year  int `json:"year"`
}

// PhaseStarted says which phase runs; Turns is the snapshot of the track for phase c.
type PhaseStarted struct {
	Phase string   `json:"phase"`
	Turns []string `json:"turns,omitempty"`
}

// Produced is one traffic's yield.
type Produced struct {
	Gang     string `json:"gang"`
	Place    string `json:"place"`
	Activity string `json:"activity"`
	Good     string `json:"good"`
	N        int    `json:"n"`
}

// SupplyOrdered is the order in which bars get a good.
type SupplyOrdered struct {
	Gang   string   `json:"gang"`
	Good   string   `json:"good"`
	Places []string `json:"places,omitempty"`
}

// JointPaid is one joint's income.
type JointPaid struct {
	Gang     string `json:"gang"`
	Place    string `json:"place"`
	Activity string `json:"activity"`
	Money    int    `json:"money"`
	Good     string `json:"good,omitempty"`
	Used     int    `json:"used,omitempty"`
}

// TokenFact names a token: idle, sacked or closed.
type TokenFact struct {
	Gang     string `json:"gang"`
	Place    string `json:"place"`
	Activity string `json:"activity"`
}

// Moved is the way of one group.
type Moved struct {
	Gang  string   `json:"gang"`
	From  string   `json:"from"`
	Path  []string `json:"path"` // what it entered; the last is where it is
	Paid  int      `json:"paid"`
	Sexes Sexes    `json:"who"`
}

// MoveStopped says that the group just moved went no further.
type MoveStopped struct {
	Gang   string   `json:"gang"`
	Place  string   `json:"place"`
	Toward string   `json:"toward"`           // where it was going
	Why    string   `json:"why"`              // "rivals" or "full"
	Rivals []string `json:"rivals,omitempty"` // gangs met
	Held   bool     `json:"held,omitempty"`   // it moves no more this year
	Sexes  Sexes    `json:"who"`
}

// MovesEnded fixes the actions of a gang.
type MovesEnded struct {
	Gang    string   `json:"gang"`
	Actions int      `json:"actions"`
	Spaces  []string `json:"spaces,omitempty"`
}

// Opened is a new token.
type Opened struct {
	Gang     string `json:"gang"`
	Place    string `json:"place"`
	Activity string `json:"activity"`
	Alcohol  int    `json:"alcohol,omitempty"` // added to the dial
	Actions  int    `json:"actions"`
}

// Seized is a token taken or destroyed.
type Seized struct {
	Gang     string `json:"gang"`
	Place    string `json:"place"`
	Activity string `json:"activity"`
	Owner    string `json:"owner"`
	Kept     bool   `json:"kept,omitempty"`
	Alcohol  int    `json:"alcohol,omitempty"`
	Actions  int    `json:"actions"`
}

// Recruited are new members at the headquarters.
type Recruited struct {
	Gang    string `json:"gang"`
	HQ      string `json:"hq"`
	Paid    int    `json:"paid"`
	Actions int    `json:"actions"`
	Sexes   Sexes  `json:"who"`
}

// WeaponsBought is one purchase.
type WeaponsBought struct {
	Gang    string `json:"gang"`
	Knives  int    `json:"knives,omitempty"`
	Pistols int    `json:"pistols,omitempty"`
	Paid    int    `json:"paid"`
	Actions int    `json:"actions"`
}

// SoberedUp lowers the dial.
type SoberedUp struct {
	Gang    string `json:"gang"`
	Alcohol int    `json:"alcohol"` // taken off
	Actions int    `json:"actions"`
}

// TammanyWorked is an action at Tammany Hall.
type TammanyWorked struct {
	Gang       string `json:"gang"`
	Registered bool   `json:"registered,omitempty"` // the first of the year
	Actions    int    `json:"actions"`
}

// OrderSwapped exchanges two markers.
type OrderSwapped struct {
	Gang  string   `json:"gang"`
	With  string   `json:"with"`
	Order []string `json:"order"`
}

// RobberyBegun says who robs; the cubes are drawn next.
type RobberyBegun struct {
	Gang    string `json:"gang"`
	Place   string `json:"place"`
	Gain    int    `json:"gain"`
	Actions int    `json:"actions"`
	Sexes   Sexes  `json:"who"`
}

// Robbed is the gain and what the cubes said.
type Robbed struct {
	Gang    string   `json:"gang"`
	Place   string   `json:"place"`
	Members int      `json:"members"`
	Gain    int      `json:"gain"`
	Cubes   []string `json:"cubes"`
	Jailed  int      `json:"jailed,omitempty"`
	Wounded int      `json:"wounded,omitempty"`
}

// Taken are members that leave a place for a box of a track.
type Taken struct {
	Gang  string `json:"gang"`
	Place string `json:"place"`
	Track string `json:"track"`
	Box   int    `json:"box"`
	Sexes Sexes  `json:"who"`
}

// ActionsEnded closes a gang's turn.
type ActionsEnded struct {
	Gang string `json:"gang"`
	Left int    `json:"left,omitempty"`
}

// ListGiven is a setting that a gang chose: the way home, or who falls.
type ListGiven struct {
	Gang string   `json:"gang"`
	List []string `json:"list,omitempty"`
}

// Released are members that leave box 0 of a track.
type Released struct {
	Gang  string `json:"gang"`
	Track string `json:"track"`
	Place string `json:"place"`
	Sexes Sexes  `json:"who"`
}

// TrackAdvanced are members one box nearer to freedom.
type TrackAdvanced struct {
	Gang  string `json:"gang"`
	Track string `json:"track"`
	From  int    `json:"from"`
	To    int    `json:"to"`
	Sexes Sexes  `json:"who"`
}

// InfluenceSet is a gang's standing at Tammany Hall for a year.
type InfluenceSet struct {
	Gang    string `json:"gang"`
	Members int    `json:"members"`
}

// WentHome are members that leave an action space.
type WentHome struct {
	Gang  string `json:"gang"`
	From  string `json:"from"`
	To    string `json:"to"`
	Sexes Sexes  `json:"who"`
}

// AlcoholApplied is the effect of the dial.
type AlcoholApplied struct {
	Gang  string `json:"gang"`
	Level int    `json:"level"`
	Paid  int    `json:"paid,omitempty"`
}

// Ended closes the game.
type Ended struct {
	Ranks []Rank  `json:"ranks"`
	Final []Final `json:"final"`
}

// Final is what a gang ended with.
type Final struct {
	Gang    string `json:"gang"`
	Money   int    `json:"money"`
	Members int    `json:"members"`
}

// PositionSet replaces the position, in tests and by a moderator.
type PositionSet struct {
	State Board `json:"state"`
}

// Fact types.
const (
	factCreated    = "game_created"
	factOrder      = "order_drawn"
	factYear       = "year_started"
	factPhase      = "phase_started"
	factProduced   = "produced"
	factSupply     = "supply_ordered"
	factPaid       = "joint_paid"
	factIdle       = "joint_idle"
	factSacked     = "joint_sacked"
	factMoved      = "moved"
	factStopped    = "move_stopped"
	factMovesEnded = "moves_ended"
	factJoint      = "joint_opened"
	factTraffic    = "traffic_opened"
	factClosed     = "token_closed"
	factSeized     = "token_seized"
	factRecruited  = "recruited"
	factWeapons    = "weapons_bought"
	factSobered    = "sobered_up"
	factTammany    = "tammany_worked"
	factSwapped    = "order_swapped"
	factRobbing    = "robbery_begun"
	factRobbed     = "robbed"
	factCaught     = "robbers_caught"
	factDone       = "actions_ended"
	factReturn     = "return_ordered"
	factReleased   = "released"
	factAdvanced   = "track_advanced"
	factInfluence  = "influence_set"
	factHome       = "went_home"
	factLosses     = "losses_ordered"
	factAlcohol    = "alcohol_applied"
	factDrunk      = "drunk_taken"
	factEnded      = "game_ended"
	factPosition   = "position_set"
	factTables     = "tables_brought"
)

func factTypes() []games.FactType {
	return append([]games.FactType{
		{Type: factCreated, V: 1, Pub: Created{}},
		{Type: factTables, V: 1, Pub: TablesBrought{}, Words: true},
		{Type: factOrder, V: 1, Pub: OrderDrawn{}},
		{Type: factYear, V: 1, Pub: YearStarted{}},
		{Type: factPhase, V: 1, Pub: PhaseStarted{}},
		{Type: factProduced, V: 1, Pub: Produced{}},
		{Type: factSupply, V: 1, Pub: SupplyOrdered{}},
		{Type: factPaid, V: 1, Pub: JointPaid{}},
		{Type: factIdle, V: 1, Pub: TokenFact{}},
		{Type: factSacked, V: 1, Pub: TokenFact{}},
		{Type: factMoved, V: 1, Pub: Moved{}},
		{Type: factStopped, V: 1, Pub: MoveStopped{}},
		{Type: factMovesEnded, V: 1, Pub: MovesEnded{}},
		{Type: factJoint, V: 1, Pub: Opened{}},
		{Type: factTraffic, V: 1, Pub: Opened{}},
		{Type: factClosed, V: 1, Pub: TokenFact{}},
		{Type: factSeized, V: 1, Pub: Seized{}},
		{Type: factRecruited, V: 1, Pub: Recruited{}},
		{Type: factWeapons, V: 1, Pub: WeaponsBought{}},
		{Type: factSobered, V: 1, Pub: SoberedUp{}},
		{Type: factTammany, V: 1, Pub: TammanyWorked{}},
		{Type: factSwapped, V: 1, Pub: OrderSwapped{}},
		{Type: factRobbing, V: 1, Pub: RobberyBegun{}},
		{Type: factRobbed, V: 1, Pub: Robbed{}},
		{Type: factCaught, V: 1, Pub: Taken{}},
		{Type: factDone, V: 1, Pub: ActionsEnded{}},
		{Type: factReturn, V: 1, Pub: ListGiven{}},
		{Type: factReleased, V: 1, Pub: Released{}},
		{Type: factAdvanced, V: 1, Pub: TrackAdvanced{}},
		{Type: factInfluence, V: 1, Pub: InfluenceSet{}},
		{Type: factHome, V: 1, Pub: WentHome{}},
		{Type: factLosses, V: 1, Pub: ListGiven{}},
		{Type: factAlcohol, V: 1, Pub: AlcoholApplied{}},
		{Type: factDrunk, V: 1, Pub: Taken{}},
		{Type: factEnded, V: 1, Pub: Ended{}},
		{Type: factPosition, V: 1, Pub: PositionSet{}},
		{Type: factAdjusted, V: 1, Pub: Adjusted{}},
	}, slices.Concat(fightFactTypes(), warFactTypes(), policeFactTypes(), equipFactTypes(), optionFactTypes(),
		favourFactTypes(), electionFactTypes(), pactFactTypes(), loanFactTypes())...)
}

func fact(typ string, p games.Payload) games.Fact { return games.Fact{Type: typ, V: 1, Pub: p} }
