package noxford

import (
	"slices"
	"strconv"
	"strings"
)

// Card is one of the 55 cards: the four Syndicates, ten cards each from the
// Master down, then the Quarters, then the Barracks.
type Card int

// nobody is no card.
const nobody Card = -1

// The cards of the box.
const (
	colours    = 4
	perColour  = 10
	quarters   = 12
	barracks   = 3
	syndicates = Card(colours * perColour)
	allCards   = syndicates + quarters + barracks
)

// letters name the colours in both languages (cmd.colour).
const letters = "RBOV"

// ranks are the codes of a Syndicate's ten cards; the number of a rank is
// counted from its first.
func codes() [perColour]string {
	return [...]string{"M", "L1", "L2", "G1", "G2", "G3", "S1", "S2", "S3", "S4"}
}

// rankOf lists the rank of each of the ten: Master 4, Lieutenants 3, Heavies 2, Henchmen 1.
func rankOf(place int) int {
	return [...]int{4, 3, 3, 2, 2, 2, 1, 1, 1, 1}[place]
}

func cardOf(colour, place int) Card { return Card(colour*perColour + place) }

func masterOf(colour int) Card { return cardOf(colour, 0) }

func (c Card) syndicate() bool { return c >= 0 && c < syndicates }
func (c Card) neutral() bool   { return c >= syndicates && c < allCards }
func (c Card) quarter() bool   { return c >= syndicates && c < syndicates+quarters }
func (c Card) barracks() bool  { return c >= syndicates+quarters && c < allCards }
func (c Card) master() bool    { return c.syndicate() && c%perColour == 0 }

// colour is the index of a Syndicate, -1 of a Neutral.
func (c Card) colour() int {
	if !c.syndicate() {
		return -1
	}
	return int(c) / perColour
}

// rank is 1 to 4, 0 of a Neutral.
func (c Card) rank() int {
	if !c.syndicate() {
		return 0
	}
	return rankOf(int(c) % perColour)
}

// code is how its owner names a card: S3; a Neutral has only its id.
func (c Card) code() string {
	if c.syndicate() {
		return codes()[int(c)%perColour]
	}
	return c.id()
}

// id names a card for everybody: R-S3, Q05, K1.
func (c Card) id() string {
	switch {
	case c.syndicate():
		return letters[c.colour():c.colour()+1] + "-" + c.code()
	case c.quarter():
		n := strconv.Itoa(int(c-syndicates) + 1)
		return "Q" + strings.Repeat("0", 2-len(n)) + n
	case c.barracks():
		return "K" + strconv.Itoa(int(c-syndicates)-quarters+1)
	}
	return ""
}

// cardNamed finds a card by its id, nobody when there is none.
func cardNamed(id string) Card {
	for c := range allCards {
		if c.id() == id {
			return c
		}
	}
	return nobody
}

// ownCard finds a card of a colour by its code (cmd.own).
func ownCard(colour int, code string) Card {
	c := codes()
	if i := slices.Index(c[:], code); i >= 0 && colour >= 0 {
		return cardOf(colour, i)
	}
	return nobody
}

func cardIDs(cards []Card) []string {
	var out []string
	for _, c := range cards {
		out = append(out, c.id())
	}
	return out
}

// cardsNamed turns ids into cards; unknown ones are left out.
func cardsNamed(ids []string) []Card {
	var out []Card
	for _, id := range ids {
		if c := cardNamed(id); c != nobody {
			out = append(out, c)
		}
	}
	return out
}
