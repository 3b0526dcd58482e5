package main

import (
	"fmt"
	"strconv"
	"strings"

	"fivepoints/cmd/internal/app/demo"
	"fivepoints/games"
)

// book is what the generator knows of one game beyond its rules.
type book struct {
	title  string              // what mail programs call the game
	plan   map[string][]string // what befalls which sheet
	swift  bool                // a mail is for one seat and closes when it has written
	styles map[string]string   // how the bots play
	places map[string]string   // that talk may name

	write    func(*desk, demo.Player) ([]posted, error)   // the letters of one player for the open mail
	orders   func(*desk, demo.Player) sheet               // what he sends
	wrong    func(*desk, demo.Player) sheet               // an order that must be refused
	ahead    func(*desk, demo.Player) sheet               // what he sends for a turn to come
	spare    func(*desk, demo.Player) sheet               // what holds while he is silent
	kind     string                                       // of the decision that every turn asks for
	occasion func(*desk, demo.Player) string              // what a letter must speak of, "" when nothing special
	season   func(*desk) string                           // what talk there is without news
	tell     func(add func(string, item), f []games.Fact) // what a commit means to whom; "" is everybody else
}

// books lists what is known of each rulebook.
func books(rulebook string) (book, error) {
	switch rulebook {
	case "newyork1890":
		return newyork(), nil
	case "crooks":
		return crooksBook(), nil
	case "escrocs":
		return escrocsBook(), nil
	case "noxford":
		return noxfordBook(), nil
	case "kingofcrime":
		return kingofcrimeBook(), nil
	}
	return book{}, fmt.Errorf("generating a game of %s: nothing is known of it", rulebook)
}

// slot names a sheet in the plan: "1891c eastman" by its mail, or "sam 3" by
// the number of mails somebody was asked for.
func (d *desk) slot(p demo.Player) string {
	if d.book.swift {
		return p.Seat + " " + strconv.Itoa(d.asked[p.Seat])
	}
	return d.w.Tag + " " + p.Seat
}

// line makes an order from names and values; values are joined by commas.
func line(verb string, kv ...string) games.Line {
	l := games.Line{Verb: verb}
	for i := 0; i+1 < len(kv); i += 2 {
		l.Args = append(l.Args, games.Arg{Name: kv[i], Vals: strings.Split(kv[i+1], ",")})
	}
	return l
}

// cond makes a condition the same way.
func cond(pred string, kv ...string) games.Cond {
	return games.Cond{Pred: pred, Args: line("", kv...).Args}
}

// prefer is a list of preferences, or the one thing that is wanted.
func prefer(name string, vals ...string) games.Arg {
	return games.Arg{Name: name, Vals: vals, Pref: len(vals) > 1}
}
