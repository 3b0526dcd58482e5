package crooks

import (
	"slices"

	"fivepoints/games"
)

// View is what a viewpoint may know. Places, prices, targets, money and who
// passed are public (info.public, info.cash).
type View struct {
	Turn    int          `json:"turn"`
	Phase   string       `json:"phase"`
	Active  string       `json:"active,omitempty"` // whose turn it is
	Bank    int          `json:"bank"`
	Seats   []SeatView   `json:"seats"`
	Targets []TargetView `json:"targets"`
	Piles   []PileView   `json:"piles"`
	Box     int          `json:"box"`               // crooks out of the game
	Aside   int          `json:"aside"`             // crooks never dealt
	Fee     int          `json:"fee"`               // for placing face down
	Pairs   bool         `json:"pairs,omitempty"`   // a target holds two crooks of a seat at most
	Pending string       `json:"pending,omitempty"` // the place paid for
	Hand    []CrookView  `json:"hand,omitempty"`    // its crooks, to who paid
	Memory  []NoteView   `json:"memory,omitempty"`  // what the seat was shown
	Gangs   []GangView   `json:"gangs"`
	Totals  []Total      `json:"totals,omitempty"` // of the ended game, best first
	Engine  Hidden       `json:"engine,omitzero"`  // for the engine only
}

// Hidden is what no seat sees while the game runs.
type Hidden struct {
	Seats []Seat  `json:"seats,omitempty"`
	Piles []Pile  `json:"piles,omitempty"`
	Box   []Boxed `json:"box,omitempty"`
	Lone  int     `json:"lone,omitempty"` // turns of the last seat in
	Ended Ended   `json:"ended,omitzero"`
}

// SeatView is one player; Cash is hidden from others with the option cash=secret.
type SeatView struct {
	Seat   string `json:"seat"`
	Cash   int    `json:"cash"`
	Hidden bool   `json:"hidden,omitempty"` // the cash is secret
	Points int    `json:"points"`           // if all were counted now, by the crooks this viewpoint knows
	Passed bool   `json:"passed,omitempty"`
}

// TargetView is one target with the rows of all seats, in their order.
type TargetView struct {
	Target int       `json:"target"`
	Value  int       `json:"value"` // by the crooks this viewpoint knows
	Sure   bool      `json:"sure"`  // it knows them all
	Rows   []RowView `json:"rows,omitempty"`
}

// RowView is what a seat has at a target, bottom to top.
type RowView struct {
	Seat   string      `json:"seat"`
	Crooks []CrookView `json:"crooks"`
}

// CrookView is a crook; one that the viewpoint does not know has no id.
type CrookView struct {
	ID      string `json:"id,omitempty"`
	Name    string `json:"name,omitempty"`
	Level   int    `json:"level,omitempty"`
	Mod     int    `json:"mod,omitempty"`
	Ability string `json:"ability,omitempty"`
	Gangs   string `json:"gangs,omitempty"`
	Down    bool   `json:"down,omitempty"` // face down to the others
}

// PileView is a place with the number of its crooks, which is its price.
type PileView struct {
	Place string `json:"place"`
	Size  int    `json:"size"`
}

// NoteView is what a seat was shown, and when.
type NoteView struct {
	Place  string      `json:"place,omitempty"`
	Target int         `json:"target,omitempty"`
	Turn   int         `json:"turn"`
	Crooks []CrookView `json:"crooks,omitempty"`
	Seats  []string    `json:"seats,omitempty"` // whose they were, at a target
	Gone   int         `json:"gone,omitempty"`  // taken by others since, unseen
}

// GangView counts the members that this viewpoint knows, seat by seat.
type GangView struct {
	Gang    string   `json:"gang"`
	Bonus   int      `json:"bonus"`
	Members []Amount `json:"members,omitempty"`
	Winner  string   `json:"winner,omitempty"` // of the ended game
}

// View returns a new value for a seat, the public or the engine.
func (Rules) View(s *State, to games.Seat) games.View {
	v := View{
		Turn: s.Turn, Phase: s.Phase, Bank: s.Bank, Box: len(s.Box), Aside: len(s.Aside), Fee: s.Numbers.Fee,
		Pairs:  s.option("stack") == "two",
		Totals: slices.Clone(s.Scores.Ended.Totals),
	}
	if to == games.Engine {
		c := s.copied()
		v.Engine = Hidden{c.Seats, c.Piles, c.Box, s.Lone, s.Scores.Ended}
	}
	if p := s.active(); p != nil {
		v.Active, v.Pending = p.ID, s.Pending
		if s.Phase == phaseTake && (to == games.Engine || to == games.Seat(p.ID)) {
			v.Hand = s.views(slices.Sorted(slices.Values(s.pile(s.Pending).Crooks)))
		}
	}
	_, _, totals := s.count(s.known(to))
	for i, p := range s.Seats {
		v.Seats = append(v.Seats, s.viewSeat(p, to))
		v.Seats[i].Points = totals[i].points()
	}
	for t := firstCard; t <= lastCard; t++ {
		v.Targets = append(v.Targets, s.viewTarget(t, to))
	}
	for _, p := range s.Piles {
		v.Piles = append(v.Piles, PileView{p.Place, len(p.Crooks)})
	}
	for _, g := range gangNames {
		v.Gangs = append(v.Gangs, s.viewGang(string(g), to))
	}
	if p := s.seat(string(to)); p != nil && s.option("memory_aid") == "true" && !s.Scores.Up {
		v.Memory = s.memory(p)
	}
	return v
}

// known tells which crooks at targets a viewpoint may know (info.down).
func (s *State) known(to games.Seat) seen {
	return func(owner string, c Standing) bool { return s.Scores.Up || c.knows(owner, to) }
}

func (s *State) viewSeat(p Seat, to games.Seat) SeatView {
	v := SeatView{Seat: p.ID, Cash: p.Cash, Passed: p.Passed}
	if s.option("cash") == "secret" && !s.Scores.Up && to != games.Engine && to != games.Seat(p.ID) {
		v.Cash, v.Hidden = 0, true
	}
	return v
}

func (s *State) views(ids []string) []CrookView {
	var out []CrookView
	for _, c := range s.crooks(ids) {
		out = append(out, CrookView{ID: c.ID, Name: c.Name, Level: c.Level, Mod: c.Mod, Ability: c.Ability, Gangs: c.Gangs})
	}
	return out
}

// viewTarget shows a target; crooks face down stay blank to who may not know them.
func (s *State) viewTarget(t int, to games.Seat) TargetView {
	known := s.known(to)
	v := TargetView{Target: t, Value: s.value(t, known), Sure: true}
	for _, p := range s.Seats {
		row := RowView{Seat: p.ID}
		for _, c := range p.at(t) {
			one := CrookView{}
			if known(p.ID, c) {
				one = s.views([]string{c.ID})[0]
			} else {
				v.Sure = false
			}
			one.Down = !c.Up
			row.Crooks = append(row.Crooks, one)
		}
		if len(row.Crooks) > 0 {
			v.Rows = append(v.Rows, row)
		}
	}
	return v
}

func (s *State) viewGang(g string, to games.Seat) GangView {
	v := GangView{Gang: g, Bonus: s.Numbers.GangBonus}
	for i := range s.Seats {
		p := &s.Seats[i]
		n := s.members(p, g, s.known(to))
		if n > 0 {
			v.Members = append(v.Members, Amount{p.ID, n})
		}
	}
	for _, scored := range s.Scores.Gangs {
		if scored.Gang == g {
			v.Winner = scored.Winner
		}
	}
	return v
}

// memory repeats what a seat was shown, newest last (info.memory). The pile in
// its hand is not memory.
func (s *State) memory(p *Seat) []NoteView {
	var out []NoteView
	for _, n := range p.Seen {
		if n.Place != "" && (s.size(n.Place) == 0 || s.Phase == phaseTake && n.Place == s.Pending && s.active() == p) {
			continue
		}
		out = append(out, NoteView{n.Place, n.Target, n.Turn, s.views(n.Cards), slices.Clone(n.Seats), n.Gone})
	}
	return out
}
