package noxford

import (
	"slices"
	"strings"

	"fivepoints/games"
)

// Step is where a turn stands.
type Step string

// The steps of a game.
const (
	stepFirst  Step = ""       // nobody begins yet
	stepDeal   Step = "deal"   // Neutrals and piles are shuffled
	stepAction Step = "action" // the active seat owes its action
	stepGear   Step = "gear"   // and then may move a card
	stepEnd    Step = "end"    // what follows a turn
	stepScore  Step = "score"
	stepOver   Step = "over"
)

// State is a game as the engine knows it. Hands are their seats', piles nobody's.
type State struct {
	Options []games.KV
	Deck    Deck
	Seats   []games.Seat // clockwise from who began
	Colours []int        // by seat
	Step    Step
	Turn    int
	Active  int
	City    []Stack
	Just    Card   // the card placed this turn, nobody before
	From    string // where it came from
	Market  []Card
	Pile    []Card // of Neutrals, the top first
	Hands   [][]Card
	Piles   [][]Card // by seat, the top first
	Dealt   int      // hands dealt
	Passes  int      // in a row

	Cancelled []Card
	Won       []QuarterScored
	Scores    []Score
	Ranks     [][]string
	Why       string // the end's message
}

func (s *State) option(key string) string { return games.Value(s.Options, key) }

func (s *State) seat(id games.Seat) int { return slices.Index(s.Seats, id) }

// next is the seat clockwise (turn.next).
func (s *State) next() int { return (s.Active + 1) % len(s.Seats) }

// ruling are the readings of the rules that this game chose.
func (s *State) ruling() ruling {
	return ruling{
		columns: s.Deck.Columns, rows: s.Deck.Rows, align: s.option("align"),
		fullLock: s.option("lock") == "edge", isolateMove: s.option("isolation") == "move", twoLeft: s.option("neighbours") == "two",
		gearPlaced: s.option("gear_placed") == "yes", coverOwn: s.option("cover_own") != "no", masterCovers: s.option("master_cover") != "no",
	}
}

func (s *State) city() *city { return newCity(s.City, s.ruling()) }

// placed counts the cards of a seat in the city, covered ones and the Master included.
func (s *State) placed(i int) int {
	n := 0
	for _, stack := range s.City {
		for _, c := range stack.Cards {
			if c.colour() == s.Colours[i] {
				n++
			}
		}
	}
	return n
}

// masterOut tells whether a seat's Master is in the city.
func (s *State) masterOut(i int) bool { return s.inCity(masterOf(s.Colours[i])) }

func (s *State) inCity(card Card) bool {
	return slices.ContainsFunc(s.City, func(st Stack) bool { return slices.Contains(st.Cards, card) })
}

// playable lists what a seat could lay: hand, Neutrals of the market, its Master.
func (s *State) playable(i int) []Card {
	out := slices.Concat(s.Hands[i], s.Market)
	if !s.masterOut(i) {
		out = append(out, masterOf(s.Colours[i]))
	}
	return out
}

// source tells where a card would come from, "" when the seat cannot lay it.
func (s *State) source(i int, card Card) string {
	switch {
	case slices.Contains(s.Hands[i], card):
		return fromHand
	case slices.Contains(s.Market, card):
		return fromMarket
	case card == masterOf(s.Colours[i]) && !s.masterOut(i):
		return fromMaster
	}
	return ""
}

// owner is the seat of a card's colour, -1 of a Neutral or a colour that nobody plays.
func (s *State) owner(card Card) int {
	if !card.syndicate() {
		return -1
	}
	return slices.Index(s.Colours, card.colour())
}

// unplayed lists hand and pile of a seat together, in the order of cards: which
// cards they are follows from what lies in the city.
func (s *State) unplayed(i int) []Card {
	return slices.Sorted(slices.Values(slices.Concat(s.Hands[i], s.Piles[i])))
}

func colourOf(letter string) int { return strings.Index(letters, letter) }

func letterOf(colour int) string { return letters[colour : colour+1] }
