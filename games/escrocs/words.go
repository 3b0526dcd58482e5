package escrocs

import (
	"strconv"

	"fivepoints/games"
)

func seatArg(name string, seat games.Seat) games.MsgArg {
	return games.With(name, "seat", string(seat))
}

func endArg(name string, e end) games.MsgArg { return games.With(name, "end", e.word()) }

// pileArg names a number of cards of a colour.
func pileArg(name, colour string, n int) games.MsgArg {
	return games.With(name, "pile", Pile{colour, n}.word())
}

// pilesArg lists cards by colour.
func pilesArg(name string, piles []Pile) games.MsgArg {
	return games.With(name, "list:pile", pileWords(piles)...)
}

func (r Rules) cardsArg(c Colour, n int) games.MsgArg { return pileArg("cards", r.data.id(c), n) }

// word is how orders and messages name cards: "3 grey".
func (p Pile) word() string { return strconv.Itoa(p.N) + " " + p.Colour }

func pileWords(piles []Pile) []string {
	var out []string
	for _, p := range piles {
		out = append(out, p.word())
	}
	return out
}
