package kingofcrime

import (
	"slices"
	"strings"

	"fivepoints/games"
)

// The facts of the game. Names and fields never change once released.
const (
	factCreated    = "game_created"
	factBosses     = "boss_dealt"
	factFirst      = "first_drawn"
	factDealt      = "hands_dealt"
	factTurn       = "turn_started"
	factAction     = "action_taken"
	factDrawn      = "cards_drawn"
	factReshuffled = "pile_reshuffled"
	factOption     = "option_used"
	factDeclined   = "option_declined"
	factExtra      = "extra_triggered"
	factMugPlayed  = "mug_played"
	factFamily     = "family_played"
	factAttached   = "attached"
	factDiscarded  = "cards_discarded"
	factRacket     = "racket_declared"
	factTakeover   = "takeover_declared"
	factJoined     = "joined"
	factStayed     = "stayed_out"
	factStarted    = "round_started"
	factCard       = "round_card_played"
	factEntry      = "effect_added"
	factCancelled  = "card_cancelled"
	factRedirected = "card_redirected"
	factPassed     = "card_play_passed"
	factWave       = "answers_asked"
	factStage      = "round_stage"
	factDie        = "die_rolled"
	factTurned     = "mug_turned"
	factStraight   = "mug_straightened"
	factLost       = "mug_discarded"
	factArmor      = "armor_spent"
	factTotals     = "totals_computed"
	factWon        = "racket_won"
	factNobody     = "racket_discarded"
	factFailed     = "takeover_failed"
	factWaits      = "racket_waiting"
	factArranged   = "rackets_arranged"
	factGone       = "racket_lost"
	factEnd        = "round_ended"
	factStolen     = "card_stolen"
	factRecovered  = "card_recovered"
	factPeeked     = "hand_peeked"
	factQueue      = "queue_set"
	factCap        = "turn_cap_reached"
	factEnded      = "game_ended"
	factPosition   = "position_set"
)

// Created holds all that the game will ever read of its data and options.
type Created struct {
	Edition int        `json:"edition"`
	Data    string     `json:"data"` // hash
	Options []games.KV `json:"options"`
	Seats   []string   `json:"seats"` // clockwise
	Deck    []Card     `json:"deck"`
}

// BossDealt gives Bosses to seats, or one that a seat chose.
type BossDealt struct {
	Bosses []SeatCard `json:"bosses"`
	Label  string     `json:"label,omitempty"` // of its draw
}

// SeatCard is a card of a seat.
type SeatCard struct {
	Seat string `json:"seat"`
	Card string `json:"card"`
}

// FirstDrawn says who begins.
type FirstDrawn struct {
	Seat  string `json:"seat"`
	Label string `json:"label,omitempty"`
}

// Dealt deals the hands. Its parts hold each hand, and the pile for the engine.
type Dealt struct {
	Hands []int  `json:"hands"` // sizes, by seat
	Pile  int    `json:"pile"`
	Label string `json:"label"`
}

// Cards are cards in order: of a hand, or of the pile from its top.
type Cards struct {
	Cards []string `json:"cards,omitempty"`
}

// TurnStarted gives a seat its turn.
type TurnStarted struct {
	Turn int    `json:"turn"`
	Seat string `json:"seat"`
}

// Action is what a seat does with its turn. Auto: nobody had sent anything.
type Action struct {
	Seat   string `json:"seat"`
	Action string `json:"action"`
	Auto   bool   `json:"auto,omitempty"`
}

// CardsDrawn are cards from the pile. Which ones only the drawer sees.
type CardsDrawn struct {
	Seat string `json:"seat"`
	N    int    `json:"n"`
	Turn bool   `json:"turn,omitempty"` // those that a turn begins with
}

// Reshuffled is the discard becoming the pile; its order is the engine's.
type Reshuffled struct {
	N     int    `json:"n"`
	Label string `json:"label"`
}

// OptionUsed is an OPTION Racket used instead of a draw. Left is how many draws
// the turn still has, Owes how many cards its owner must drop.
type OptionUsed struct {
	Seat   string `json:"seat"`
	Racket string `json:"racket"`
	Left   int    `json:"left"`
	Owes   int    `json:"owes,omitempty"`
}

// SeatFact is about a seat.
type SeatFact struct {
	Seat string `json:"seat"`
}

// Extra is a bonus set off.
type Extra struct {
	Seat    string `json:"seat"`
	Racket  string `json:"racket"`
	Trigger string `json:"trigger"`
}

// FamilyPlayed is a Family card and whom it strikes.
type FamilyPlayed struct {
	Seat   string   `json:"seat"`
	Card   string   `json:"card"`
	Target string   `json:"target,omitempty"` // a seat
	Mugs   []string `json:"mugs,omitempty"`
	Stays  bool     `json:"stays,omitempty"` // under a Mug
}

// MugFact is about a Mug of a seat: what was put under it or took the hit
// (Card), and which die hit it, 0 for none.
type MugFact struct {
	Seat string `json:"seat"`
	Mug  string `json:"mug"`
	Card string `json:"card,omitempty"`
	Die  int    `json:"die,omitempty"`
}

// Discarded are cards from a hand to the discard. Label: they were drawn by lot.
type Discarded struct {
	Seat  string   `json:"seat"`
	Cards []string `json:"cards"`
	Owed  bool     `json:"owed,omitempty"` // dropped after an OPTION
	Label string   `json:"label,omitempty"`
}

// Declared is a round or a takeover that begins. Asked may join, or play cards.
type Declared struct {
	Seat   string   `json:"seat"`
	Racket string   `json:"racket"`
	Type   string   `json:"type"`
	Round  int      `json:"round"`
	Holder string   `json:"holder,omitempty"`
	Asked  []string `json:"asked,omitempty"`
}

// Started is a round whose participants are known, clockwise from who began it.
type Started struct {
	Round int      `json:"round"`
	Seats []string `json:"seats"`
}

// CardPlayed is a round card from a hand.
type CardPlayed struct {
	Seat   string   `json:"seat"`
	Card   string   `json:"card"`
	Target string   `json:"target,omitempty"`
	Mugs   []string `json:"mugs,omitempty"`
}

// Entry is an effect that waits for the end of the card play.
type Entry struct {
	Card string `json:"card"`
	By   string `json:"by"` // who played it, or sent it back
	Verb string `json:"verb"`
	N    int    `json:"n,omitempty"`
	Seat string `json:"seat,omitempty"` // the Family it strikes; none: all
	Mug  string `json:"mug,omitempty"`
	Dead bool   `json:"dead,omitempty"`
}

// Answered is an entry (counted from 0) cancelled, or sent back to a seat.
type Answered struct {
	Entry int    `json:"entry"`
	Card  string `json:"card"`
	By    string `json:"by"`
	Seat  string `json:"seat,omitempty"`
	Mug   string `json:"mug,omitempty"`
}

// PlayPassed is a seat that plays no card for now. Its part tells whether it
// wants to be asked for answers, so that nobody else knows.
type PlayPassed struct {
	Seat string `json:"seat"`
}

// NoMore tells whether a seat writes no answers in this round.
type NoMore struct {
	NoMore bool `json:"no_more"`
}

// WaveOpened asks the participants for answers once more.
type WaveOpened struct {
	Round int  `json:"round"`
	Wave  int  `json:"wave"`
	Last  bool `json:"last,omitempty"`
}

// StageSet says where a round stands.
type StageSet struct {
	Stage string `json:"stage"`
}

// DieRolled is a white, red or HIT die against some Families.
type DieRolled struct {
	Seat    string   `json:"seat"`
	Die     string   `json:"die"`
	N       int      `json:"n"`
	Against []string `json:"against,omitempty"`
	Label   string   `json:"label,omitempty"` // none: the die was fixed by a card
}

// Totals are what the participants come to.
type Totals struct {
	Totals []Total `json:"totals"`
}

// Total is the sum of one participant.
type Total struct {
	Seat  string `json:"seat"`
	Mugs  int    `json:"mugs"`
	Combo int    `json:"combo"`
	Cards int    `json:"cards"`
	Die   int    `json:"die"`
	Total int    `json:"total"`
}

// RacketWon puts a Racket under a Mug.
type RacketWon struct {
	Seat   string `json:"seat"`
	Racket string `json:"racket"`
	On     string `json:"on"`
	From   string `json:"from,omitempty"` // of a takeover
	Alone  bool   `json:"alone,omitempty"`
}

// RacketFact is about a Racket; Why is "tie", "holder" (nobody can hold it), "void" or "".
type RacketFact struct {
	Seat   string `json:"seat,omitempty"`
	Racket string `json:"racket"`
	Why    string `json:"why,omitempty"`
}

// Arranged says which of a seat's Rackets lies over which Mug.
type Arranged struct {
	Seat    string   `json:"seat"`
	Rackets []Placed `json:"rackets"`
}

// Placed is a Racket over a Mug.
type Placed struct {
	Racket string `json:"racket"`
	On     string `json:"on"`
}

// RoundEnded is the end of a round or a takeover.
type RoundEnded struct {
	Round int `json:"round"`
}

// Stolen are cards that go from hand to hand; both seats see them.
type Stolen struct {
	From  string `json:"from"`
	To    string `json:"to"`
	N     int    `json:"n"`
	Label string `json:"label"`
}

// Peeked is a look into a hand; only who looks sees it.
type Peeked struct {
	Seat  string `json:"seat"`
	Whose string `json:"whose"`
}

// Queue is what the engine does next, in this order.
type Queue struct {
	Jobs []Job `json:"jobs"`
}

// Ended is the result.
type Ended struct {
	Why   string `json:"why"` // message key
	Ranks []Rank `json:"ranks"`
}

// Rank are the seats that share a rank.
type Rank struct {
	Seats []string `json:"seats"`
}

// Position sets a whole position; hands and the pile are in its parts.
type Position struct {
	Turn    int        `json:"turn"`
	Active  string     `json:"active"`
	Step    string     `json:"step"`
	Discard []string   `json:"discard,omitempty"`
	Out     []string   `json:"out,omitempty"`
	Family  []Gang     `json:"families"` // by seat
	Ranks   [][]string `json:"ranks,omitempty"`
}

// Gang is a Family in a position.
type Gang struct {
	Mugs    []Mug  `json:"mugs"`
	Rackets []Held `json:"rackets,omitempty"`
}

func fact(typ string, pub games.Payload, parts ...games.Part) games.Fact {
	slices.SortFunc(parts, func(a, b games.Part) int { return strings.Compare(string(a.Audience), string(b.Audience)) })
	return games.Fact{Type: typ, V: 1, Pub: pub, Priv: parts}
}

func part(to games.Seat, p games.Payload) games.Part { return games.Part{Audience: to, Payload: p} }

func factTypes() []games.FactType {
	return []games.FactType{
		{Type: factCreated, V: 1, Pub: Created{}},
		{Type: factBosses, V: 1, Pub: BossDealt{}},
		{Type: factFirst, V: 1, Pub: FirstDrawn{}},
		{Type: factDealt, V: 1, Pub: Dealt{}, Priv: Cards{}},
		{Type: factTurn, V: 1, Pub: TurnStarted{}},
		{Type: factAction, V: 1, Pub: Action{}},
		{Type: factDrawn, V: 1, Pub: CardsDrawn{}, Priv: Cards{}},
		{Type: factReshuffled, V: 1, Pub: Reshuffled{}, Priv: Cards{}},
		{Type: factOption, V: 1, Pub: OptionUsed{}},
		{Type: factDeclined, V: 1, Pub: SeatFact{}},
		{Type: factExtra, V: 1, Pub: Extra{}},
		{Type: factMugPlayed, V: 1, Pub: MugFact{}},
		{Type: factFamily, V: 1, Pub: FamilyPlayed{}},
		{Type: factAttached, V: 1, Pub: MugFact{}},
		{Type: factDiscarded, V: 1, Pub: Discarded{}},
		{Type: factRacket, V: 1, Pub: Declared{}},
		{Type: factTakeover, V: 1, Pub: Declared{}},
		{Type: factJoined, V: 1, Pub: SeatFact{}},
		{Type: factStayed, V: 1, Pub: SeatFact{}},
		{Type: factStarted, V: 1, Pub: Started{}},
		{Type: factCard, V: 1, Pub: CardPlayed{}},
		{Type: factEntry, V: 1, Pub: Entry{}},
		{Type: factCancelled, V: 1, Pub: Answered{}},
		{Type: factRedirected, V: 1, Pub: Answered{}},
		{Type: factPassed, V: 1, Pub: PlayPassed{}, Priv: NoMore{}},
		{Type: factWave, V: 1, Pub: WaveOpened{}},
		{Type: factStage, V: 1, Pub: StageSet{}},
		{Type: factDie, V: 1, Pub: DieRolled{}},
		{Type: factTurned, V: 1, Pub: MugFact{}},
		{Type: factStraight, V: 1, Pub: MugFact{}},
		{Type: factLost, V: 1, Pub: MugFact{}},
		{Type: factArmor, V: 1, Pub: MugFact{}},
		{Type: factTotals, V: 1, Pub: Totals{}},
		{Type: factWon, V: 1, Pub: RacketWon{}},
		{Type: factNobody, V: 1, Pub: RacketFact{}},
		{Type: factFailed, V: 1, Pub: RacketFact{}},
		{Type: factWaits, V: 1, Pub: RacketFact{}},
		{Type: factArranged, V: 1, Pub: Arranged{}},
		{Type: factGone, V: 1, Pub: RacketFact{}},
		{Type: factEnd, V: 1, Pub: RoundEnded{}},
		{Type: factStolen, V: 1, Pub: Stolen{}, Priv: Cards{}},
		{Type: factRecovered, V: 1, Pub: SeatCard{}},
		{Type: factPeeked, V: 1, Pub: Peeked{}, Priv: Cards{}},
		{Type: factQueue, V: 1, Pub: Queue{}},
		{Type: factCap, V: 1, Pub: TurnStarted{}},
		{Type: factEnded, V: 1, Pub: Ended{}},
		{Type: factPosition, V: 1, Pub: Position{}, Priv: Cards{}},
	}
}
