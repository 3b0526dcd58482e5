package crooks

import (
	"slices"

	"fivepoints/games"
)

// Redeal deals anew, among their places, all crooks that the seat cannot tell
// apart: in piles it does not know whole, aside, and face down. What it once
// noted of a pile stays as it was, and so do the rules of each place: the Caid
// lies face down for nobody.
func (Rules) Redeal(s *State, seat games.Seat, pick func(n int) int) *State {
	r := *s
	r.Aside = slices.Clone(s.Aside)
	r.Box = slices.Clone(s.Box)
	r.Piles = slices.Clone(s.Piles)
	for i := range r.Piles {
		r.Piles[i].Crooks = slices.Clone(s.Piles[i].Crooks)
	}
	r.Seats = slices.Clone(s.Seats)
	for i := range r.Seats {
		r.Seats[i].Seen = slices.Clone(s.Seats[i].Seen)
		r.Seats[i].Rows = slices.Clone(s.Seats[i].Rows)
		for j := range r.Seats[i].Rows {
			r.Seats[i].Rows[j].Crooks = slices.Clone(s.Seats[i].Rows[j].Crooks)
		}
	}
	if s.Scores.Up {
		return &r // all is known
	}
	r.shuffle(seat, pick)
	return &r
}

// shuffle deals the hidden crooks; those that may lie face down go first.
func (s *State) shuffle(seat games.Seat, pick func(n int) int) {
	down, free := s.hiddenDown(seat), s.hiddenFree(seat)
	var crooks []string
	for _, c := range append(slices.Clone(down), free...) {
		crooks = append(crooks, *c)
	}
	slices.Sort(crooks)
	for _, slot := range down {
		i := pick(len(crooks))
		for s.crook(crooks[i]).Ability == caid {
			i = (i + 1) % len(crooks)
		}
		*slot, crooks = crooks[i], slices.Delete(crooks, i, i+1)
	}
	for _, slot := range free {
		i := pick(len(crooks))
		*slot, crooks = crooks[i], slices.Delete(crooks, i, i+1)
	}
}

// hiddenDown are the crooks face down in rows that a seat does not know.
func (s *State) hiddenDown(seat games.Seat) []*string {
	var out []*string
	for i := range s.Seats {
		for j := range s.Seats[i].Rows {
			row := s.Seats[i].Rows[j].Crooks
			for k := range row {
				if !row[k].knows(s.Seats[i].ID, seat) {
					out = append(out, &row[k].ID)
				}
			}
		}
	}
	return out
}

// hiddenFree are the other crooks that a seat does not know: in piles, aside
// and, unseen, in the box.
func (s *State) hiddenFree(seat games.Seat) []*string {
	var out []*string
	for i := range s.Piles {
		if s.knowsPile(s.Piles[i].Place, seat) {
			continue
		}
		for j := range s.Piles[i].Crooks {
			out = append(out, &s.Piles[i].Crooks[j])
		}
	}
	for i := range s.Box {
		if !s.Box[i].knows(seat) {
			out = append(out, &s.Box[i].ID)
		}
	}
	for i := range s.Aside {
		if seat != games.Engine {
			out = append(out, &s.Aside[i])
		}
	}
	return out
}
