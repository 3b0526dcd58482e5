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

// colourArg names a colour of so many cards.
func (r Rules) colourArg(name string, c Colour, n int) games.MsgArg {
	return cardsArg(name, r.data.id(c), n)
}

func cardsArg(name, colour string, n int) games.MsgArg {
	if n > 1 {
		return textArg(name, "colours", colour)
	}
	return textArg(name, "colour", colour)
}

func refuse(rule, key string, args ...games.MsgArg) *games.Refusal {
	return &games.Refusal{Msg: msg(key, args...), Rule: rule}
}

func invalid(rule, key string, args ...games.MsgArg) *games.Refusal {
	return &games.Refusal{Msg: msg(key, args...), Rule: rule, Invalid: true}
}
