package kingofcrime

import (
	"slices"

	"fivepoints/games"
)

// View is what a viewpoint may see: the table, the discard and the sizes of
// hands are everybody's, a hand is its owner's (info.public).
type View struct {
	You     string     `json:"you,omitempty"`
	Step    string     `json:"step"`
	Turn    int        `json:"turn"`
	Cap     int        `json:"cap,omitempty"`
	Active  string     `json:"active,omitempty"`
	Seats   []SeatView `json:"seats"` // clockwise
	Hand    []string   `json:"hand,omitempty"`
	Owed    int        `json:"owed,omitempty"`
	Options []string   `json:"options,omitempty"` // OPTION Rackets that may be used now
	Pile    int        `json:"pile"`
	Discard []string   `json:"discard,omitempty"` // the newest last
	Out     []string   `json:"out,omitempty"`
	Round   RoundView  `json:"round,omitzero"`
	Ranks   [][]string `json:"ranks,omitempty"`
	Cards   []Card     `json:"cards,omitempty"` // those that are named above

	PileCards []string `json:"pile_cards,omitempty"` // the engine only
}

// SeatView is one Family.
type SeatView struct {
	Seat    string    `json:"seat"`
	Hand    int       `json:"hand"`
	Mugs    []MugView `json:"mugs"`
	Rackets []Held    `json:"rackets,omitempty"` // the oldest first
	Cards   []string  `json:"cards,omitempty"`   // the hand, for the engine
}

// MugView is a Mug in play.
type MugView struct {
	Mug
	Racket string `json:"racket,omitempty"`
	FP     int    `json:"fp"`              // with attachments, outside rounds
	Here   int    `json:"here,omitempty"`  // what it counts in the round under way
	In     bool   `json:"in,omitempty"`    // takes part there
	Armor  bool   `json:"armor,omitempty"` // an armor lies under it
}

// RoundView is a round or takeover under way.
type RoundView struct {
	N       int      `json:"n"`
	Racket  string   `json:"racket"`
	Type    string   `json:"type"`
	By      string   `json:"by"`
	Holder  string   `json:"holder,omitempty"`
	Stage   string   `json:"stage"`
	Wave    int      `json:"wave,omitempty"`
	Last    bool     `json:"last,omitempty"` // no answers are asked after these
	Parts   []string `json:"parts"`
	Asked   []string `json:"asked,omitempty"`
	Entries []Entry  `json:"entries,omitempty"`
	Cards   []string `json:"cards,omitempty"`
	Mugs    []string `json:"mugs,omitempty"`
	Sums    []Total  `json:"sums,omitempty"` // without dice while cards are played
	White   []int    `json:"white,omitempty"`
	NoMore  bool     `json:"no_more,omitempty"` // you will not be asked again
}

// View shows the game to a viewpoint.
func (r Rules) View(s *State, to games.Seat) games.View {
	v := View{Step: string(s.Step), Turn: s.Turn, Cap: number(s.option("turn_cap")), Pile: len(s.Pile), Discard: slices.Clone(s.Discard), Out: slices.Clone(s.Out)}
	if len(s.Seats) == 0 {
		return v
	}
	i := s.seat(to)
	if s.Step == stepTurn || s.Step == stepActed || s.Step == stepBegin {
		v.Active = s.id(s.Active)
	}
	if i >= 0 {
		v.You, v.Hand = string(to), slices.Clone(s.Hand[i])
		if v.Active == v.You {
			v.Owed = s.Owed
			for _, c := range s.optionsLeft() {
				v.Options = append(v.Options, c.ID)
			}
		}
	}
	for j := range s.Seats {
		v.Seats = append(v.Seats, s.seatView(j, to))
	}
	if s.Round != nil {
		v.Round = s.roundView(i)
	}
	for _, rank := range s.Ranks {
		v.Ranks = append(v.Ranks, slices.Clone(rank))
	}
	if to == games.Engine {
		v.PileCards = slices.Clone(s.Pile)
	}
	v.Cards = s.named(v)
	return v
}

func (s *State) seatView(i int, to games.Seat) SeatView {
	v := SeatView{Seat: s.id(i), Hand: len(s.Hand[i]), Rackets: slices.Clone(s.Fam[i].Rackets)}
	if to == games.Engine {
		v.Cards = slices.Clone(s.Hand[i])
	}
	for _, m := range s.Fam[i].Mugs {
		mv := MugView{Mug: Mug{m.ID, m.Turned, slices.Clone(m.Under)}, FP: s.worth(m, "")}
		for _, h := range s.Fam[i].Rackets {
			if h.On == m.ID {
				mv.Racket = h.ID
			}
		}
		for _, c := range m.Under {
			mv.Armor = mv.Armor || s.deck.card(c).Effect.Give == giveArmor
		}
		if s.Round != nil && s.Round.in(i) && s.fits(m, s.Round.Type) && !s.excluded(m.ID) {
			mv.In, mv.Here = true, s.worth(m, s.Round.Type)
		}
		v.Mugs = append(v.Mugs, mv)
	}
	return v
}

// roundView shows a round; whether a seat wants to be asked only it sees (cmd.more).
func (s *State) roundView(you int) RoundView {
	rd := s.Round
	v := RoundView{
		N: rd.N, Racket: rd.Racket, Type: rd.Type, By: s.id(rd.By), Stage: rd.Stage, Wave: rd.Wave, Parts: s.ids(rd.Parts), Asked: s.ids(rd.Asked),
		Entries: slices.Clone(rd.Entries), Cards: slices.Clone(rd.Cards), Mugs: slices.Clone(rd.Mugs), Sums: slices.Clone(rd.Sums), White: slices.Clone(rd.White),
		Last: rd.Wave > 0 && rd.Wave == number(s.option("max_waves")), NoMore: slices.Contains(rd.Done, you),
	}
	if rd.takeover() {
		v.Holder = s.id(rd.Holder)
	}
	if len(v.Sums) == 0 {
		for _, i := range rd.Parts {
			v.Sums = append(v.Sums, s.sum(i))
		}
	}
	return v
}

// named are the cards that a view names, so that a page can print them.
func (s *State) named(v View) []Card {
	named := map[string]bool{v.Round.Racket: true}
	add := func(ids ...string) {
		for _, id := range ids {
			named[id] = true
		}
	}
	add(v.Hand...)
	add(v.Discard...)
	add(v.Round.Cards...)
	for _, f := range s.Fam {
		for _, m := range f.Mugs {
			add(m.ID)
			add(m.Under...)
		}
		for _, h := range f.Rackets {
			add(h.ID)
		}
	}
	var out []Card
	for _, c := range s.deck.cards {
		if named[c.ID] {
			out = append(out, c)
		}
	}
	return out
}
