package newyork1890

import (
	"slices"

	"fivepoints/games"
)

// Facts of favours.
type (
	// Granted are the favours of a rank at Tammany Hall, for one year.
	Granted struct {
		Gang string `json:"gang"`
		Rank int    `json:"rank"` // from 1
		N    int    `json:"n"`
	}
	// Drafted says what the favours granted are for, where they are tiles.
	Drafted struct {
		Gang  string   `json:"gang"`
		Tiles []string `json:"tiles"`
	}
	// CorruptionMoved is the way of the corruption pawn; "" is Tammany Hall.
	CorruptionMoved struct {
		Gang string `json:"gang,omitempty"`
		From string `json:"from,omitempty"`
	}
	// FavourSpent is what favours brought: N are steps, white cubes, dollars off,
	// what leaves the dial, or the box of a prisoner.
	FavourSpent struct {
		Gang     string `json:"gang"`
		Use      string `json:"use"`
		Spent    int    `json:"spent"`
		N        int    `json:"n,omitempty"`
		Place    string `json:"place,omitempty"` // of the joint that pays twice
		Activity string `json:"activity,omitempty"`
		Money    int    `json:"money,omitempty"`
	}
	// FavourKept is a favour ordered for a later phase.
	FavourKept struct {
		Gang string `json:"gang"`
		Use  string `json:"use"`
		Box  int    `json:"box,omitempty"`
		Sex  string `json:"sex,omitempty"`
	}
	// FavoursEnded says that a gang uses no more of them in this mail.
	FavoursEnded struct {
		Gang  string `json:"gang"`
		Stage int    `json:"stage"` // 1 in the mail of c, 2 in the council's
	}
	// FavoursLapsed are favours that nobody used.
	FavoursLapsed struct {
		Gang string `json:"gang"`
		N    int    `json:"n"`
	}
)

// Promise is a favour kept for a later phase.
type Promise struct {
	Use string `json:"use"`
	Box int    `json:"box,omitempty"`
	Sex string `json:"sex,omitempty"`
}

const (
	factGranted     = "favours_granted"
	factDrafted     = "favours_drafted"
	factWanted      = "favours_wanted"
	factCorruption  = "corruption_moved"
	factFavour      = "favour_spent"
	factKept        = "favour_kept"
	factFavoursDone = "favours_ended"
	factLapsed      = "favours_lapsed"
)

func favourFactTypes() []games.FactType {
	return []games.FactType{
		{Type: factGranted, V: 1, Pub: Granted{}},
		{Type: factDrafted, V: 1, Pub: Drafted{}},
		{Type: factWanted, V: 1, Pub: ListGiven{}},
		{Type: factCorruption, V: 1, Pub: CorruptionMoved{}},
		{Type: factFavour, V: 1, Pub: FavourSpent{}},
		{Type: factKept, V: 1, Pub: FavourKept{}},
		{Type: factFavoursDone, V: 1, Pub: FavoursEnded{}},
		{Type: factLapsed, V: 1, Pub: FavoursLapsed{}},
	}
}

// evolveFavours folds favours.
func evolveFavours(s *State, f games.Fact) {
	switch p := f.Pub.(type) {
	case Granted:
		s.with(p.Gang, func(g *Gang) { g.Favours = p.N })
	case Drafted:
		s.with(p.Gang, func(g *Gang) { g.Tiles = slices.Clone(p.Tiles) })
	case CorruptionMoved:
		s.Pawn = p.Gang
	case FavourSpent:
		s.with(p.Gang, func(g *Gang) { evolveSpent(s, g, p) })
	case FavourKept:
		s.with(p.Gang, func(g *Gang) { g.Year.Kept = append(g.Year.Kept, Promise{p.Use, p.Box, p.Sex}) })
	case FavoursEnded:
		s.with(p.Gang, func(g *Gang) { g.Year.Stages = p.Stage })
	case FavoursLapsed:
		s.with(p.Gang, func(g *Gang) { g.Favours, g.Tiles = 0, nil })
	default:
		evolveBallots(s, f)
	}
}

func evolveSpent(s *State, g *Gang, p FavourSpent) {
	g.Favours -= p.Spent
	if i := slices.Index(g.Tiles, p.Use); i >= 0 {
		g.Tiles = slices.Delete(slices.Clone(g.Tiles), i, i+1)
	}
	g.pay("favour", p.Money)
	switch p.Use {
	case "double":
		g.Year.Doubled++
	case "steps":
		g.Year.Free += p.N
	case "sober":
		g.Alcohol -= p.N
		g.unkeep(p.Use)
	case "jail":
		g.unkeep(p.Use)
	case "whites":
		if s.Robbery != nil {
			s.Robbery.Whites = p.N
		}
	}
}

// unkeep takes the first favour kept for a use off the list.
func (g *Gang) unkeep(use string) {
	if i := slices.IndexFunc(g.Year.Kept, func(p Promise) bool { return p.Use == use }); i >= 0 {
		g.Year.Kept = slices.Delete(slices.Clone(g.Year.Kept), i, i+1)
	}
}

// tellFavours tells them.
func (r Rules) tellFavours(f games.Fact) (games.Msg, bool) {
	switch p := f.Pub.(type) {
	case Granted:
		return games.Say("ny.favours_granted", gangArg(p.Gang), games.Int("rank", p.Rank), games.Int("n", p.N)), true
	case Drafted:
		var tiles []string
		for _, key := range p.Tiles {
			tiles = append(tiles, useWord(key))
		}
		return games.Say("ny.favours_drafted", gangArg(p.Gang), games.With("tiles", "list:use", tiles...)), true
	case CorruptionMoved:
		if p.Gang == "" {
			return games.Say("ny.corruption_moved.hall", games.With("from", "gang", p.From)), true
		}
		return games.Say("ny.corruption_moved", gangArg(p.Gang)), true
	case FavourSpent:
		return r.tellSpent(p), true
	case FavourKept:
		return games.Say("ny.favour_kept."+p.Use, gangArg(p.Gang)), true
	case FavoursLapsed:
		return games.Say("ny.favours_lapsed", gangArg(p.Gang), games.Int("n", p.N)), true
	}
	return r.tellBallots(f)
}

func (r Rules) tellSpent(p FavourSpent) games.Msg {
	m := games.Say("ny.favour_spent."+p.Use, gangArg(p.Gang))
	if p.Use == "double" {
		m.Args = append(m.Args, r.placeArg("place", p.Place), activityArg(p.Activity), games.Money("money", p.Money))
		return m
	}
	m.Args = append(m.Args, games.Int("n", p.N))
	return m
}
