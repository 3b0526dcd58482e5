package kingofcrime

import (
	"slices"
	"strings"
)

// Kinds of cards.
const (
	cardBoss   = "boss"
	cardMug    = "mug"
	cardRound  = "round" // played in rounds only
	cardFamily = "family"
	cardRacket = "racket"
)

// anyType stands for all types of Racket on icons and controls.
const anyType = "A"

// Card is a card of the deck. Which fields count depends on its kind.
type Card struct {
	ID     string `json:"id"`
	Kind   string `json:"kind"`
	Name   string `json:"name"`
	FR     string `json:"fr,omitempty"` // its French name, if it has another one
	Copies int    `json:"copies"`

	Class       string `json:"class,omitempty"` // of a Mug
	FP          int    `json:"fp,omitempty"`
	Icons       string `json:"icons,omitempty"`
	Control     string `json:"control,omitempty"`
	Die         int    `json:"die,omitempty"`
	OnHit       string `json:"on_hit,omitempty"` // turn or discard
	Retaliation bool   `json:"retaliation,omitempty"`
	DrawOn      string `json:"draw_on,omitempty"`
	Override    string `json:"override,omitempty"` // "M4": 4 points in rounds of M

	Type    string `json:"type,omitempty"`    // of a Racket
	Bonus   string `json:"bonus,omitempty"`   // combo, extra or option
	Trigger string `json:"trigger,omitempty"` // types of a combo, event of an extra

	Effect Effect `json:"effect"`
}

// Effect is a verb of the closed vocabulary with its parameters.
type Effect struct {
	Verb string `json:"verb"`
	N    int    `json:"n,omitempty"`
	Who  string `json:"who,omitempty"`
	On   string `json:"on,omitempty"`
	Give string `json:"give,omitempty"` // of attach
	What string `json:"what,omitempty"` // class of card, of recover
	Drop int    `json:"drop,omitempty"` // cards discarded after a draw
	Same bool   `json:"same,omitempty"` // strikes where the card did that triggered it
}

// The verbs of effects.
const (
	verbFP         = "fp"
	verbDie        = "die"
	verbExclude    = "exclude"
	verbShield     = "shield"
	verbVoid       = "void"
	verbCancel     = "cancel"
	verbRedirect   = "redirect"
	verbHit        = "hit"
	verbTurn       = "turn"
	verbStraighten = "straighten"
	verbDiscard    = "discard"
	verbAttach     = "attach"
	verbDraw       = "draw"
	verbSteal      = "steal"
	verbRecover    = "recover"
	verbPeek       = "peek"
)

// Whom an effect strikes, and what of him.
const (
	whoSelf  = "self"
	whoOther = "other"
	whoEach  = "each_other"
	whoAll   = "all"

	onFamily = "family"
	onMug    = "mug"
	onHand   = "hand"
	onCard   = "card"
	onRound  = "round"
)

// What an attachment gives.
const (
	giveRetaliation = "retaliation"
	giveArmor       = "armor"
	giveFP          = "fp"
	giveControl     = "control:" // and a type
)

// Bonuses of Rackets and what sets off an extra.
const (
	bonusCombo  = "combo"
	bonusExtra  = "extra"
	bonusOption = "option"

	onTurnStart  = "turn_start"
	onRoundStart = "round_start"
	onRoundWin   = "round_win"
	onMugLost    = "mug_lost"
	onHitCard    = "hit_card"
	onDie        = "die_is:" // and a number
)

// waits tells a verb whose effect comes after the card play (round.entries).
func (e Effect) waits() bool {
	return slices.Contains([]string{verbFP, verbDie, verbExclude, verbShield, verbVoid}, e.Verb)
}

// answers tells a verb that answers another card.
func (e Effect) answers() bool { return e.Verb == verbCancel || e.Verb == verbRedirect }

// has tells whether letters of types hold a type, or all of them.
func has(letters, typ string) bool {
	return strings.Contains(letters, anyType) || typ != "" && strings.Contains(letters, typ)
}

// deck is all cards of a game; it never changes.
type deck struct {
	cards []Card
	at    map[string]int
}

func newDeck(cards []Card) *deck {
	d := &deck{cards, map[string]int{}}
	for i, c := range cards {
		d.at[c.ID] = i
	}
	return d
}

// card finds a card; one that is not there is empty.
func (d *deck) card(id string) Card {
	if i, ok := d.at[id]; ok {
		return d.cards[i]
	}
	return Card{}
}

func (d *deck) boss(id string) bool { return d.card(id).Kind == cardBoss }

// of lists the ids of a kind.
func (d *deck) of(kind string) []string {
	var out []string
	for _, c := range d.cards {
		if c.Kind == kind {
			out = append(out, c.ID)
		}
	}
	return out
}

// playable lists every card of piles and hands, copies one by one, in the order
// of the deck.
func (d *deck) playable() []string {
	var out []string
	for _, c := range d.cards {
		if c.Kind != cardBoss {
			out = append(out, slices.Repeat([]string{c.ID}, c.Copies)...)
		}
	}
	return out
}
