package escrocs

import (
	"strconv"

	"fivepoints/games"
)

func msg(key string, args ...games.MsgArg) games.Msg { return games.Msg{Key: key, Args: args} }

func textArg(name, kind string, vals ...string) games.MsgArg {
	return games.MsgArg{Name: name, Kind: kind, Vals: vals}
}

func intArg(name string, n int) games.MsgArg { return textArg(name, "int", strconv.Itoa(n)) }

func seatArg(name string, seat games.Seat) games.MsgArg { return textArg(name, "seat", string(seat)) }
func endArg(name string, e end) games.MsgArg            { return textArg(name, "end", e.word()) }

// pileArg names a number of cards of a colour.
func pileArg(name, colour string, n int) games.MsgArg {
	return textArg(name, "pile", strconv.Itoa(n)+" "+colour)
}

// pilesArg lists cards by colour.
func pilesArg(name string, piles []Pile) games.MsgArg {
	out := textArg(name, "list:pile")
	for _, p := range piles {
		out.Vals = append(out.Vals, strconv.Itoa(p.N)+" "+p.Colour)
	}
	return out
}

func (r Rules) cardsArg(c Colour, n int) games.MsgArg { return pileArg("cards", r.data.id(c), n) }

func refuse(rule, key string, args ...games.MsgArg) *games.Refusal {
	return &games.Refusal{Msg: msg(key, args...), Rule: rule}
}

func invalid(rule, key string, args ...games.MsgArg) *games.Refusal {
	return &games.Refusal{Msg: msg(key, args...), Rule: rule, Invalid: true}
}
