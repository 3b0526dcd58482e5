package templates

import (
	"fivepoints/games"
	ny "fivepoints/games/newyork1890"
)

// Outcome tells what an order that was carried out came to, where that is not
// what it says: a result in a word, and why. Both are nil where nothing needs
// to be said. The facts are those that followed the order up to the next one,
// then those of the rest of its mail.
func Outcome(seat games.Seat, own, rest []games.Fact) (result, why *games.Msg) {
	for _, f := range own {
		switch p := f.Pub.(type) {
		case ny.MoveStopped:
			if p.Gang == string(seat) {
				return stopped(p)
			}
		case ny.ListGiven:
			if f.Type == "return_ordered" && p.Gang == string(seat) && !cameHome(p.Gang, own) && !cameHome(p.Gang, rest) {
				return &games.Msg{Key: "ny.fate.nobody"}, &games.Msg{Key: "ny.fate.nobody.why"}
			}
		}
	}
	return nil, nil
}

// stopped: a group that met rivals where it was going anyway is where its
// order said.
func stopped(p ny.MoveStopped) (result, why *games.Msg) {
	if p.Place != p.Toward {
		result = &games.Msg{Key: "ny.fate.stopped", Args: []games.MsgArg{arg("place", "place", p.Place)}}
	}
	if p.Why == "rivals" {
		return result, &games.Msg{Key: "ny.fate.rivals", Args: []games.MsgArg{arg("rivals", "list:gang", p.Rivals...)}}
	}
	return result, &games.Msg{Key: "ny.fate.full"}
}

func cameHome(gang string, facts []games.Fact) bool {
	for _, f := range facts {
		switch p := f.Pub.(type) {
		case ny.Released:
			if p.Gang == gang {
				return true
			}
		case ny.WentHome:
			if p.Gang == gang {
				return true
			}
		}
	}
	return false
}
