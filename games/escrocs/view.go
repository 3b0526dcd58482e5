package escrocs

import "fivepoints/games"

// View is what a viewpoint may see. Rows, prison, tables, sizes and scores are
// everybody's (info.public); of a hand the others see the size and what everybody
// saw taken (info.later). All that a report shows is here (mail.report).
type View struct {
	You      string       `json:"you,omitempty"`
	Step     string       `json:"step"`
	Turn     int          `json:"turn"`
	Active   string       `json:"active,omitempty"`
	Row      int          `json:"row,omitempty"` // of this turn's take, from 1
	End      string       `json:"end,omitempty"`
	Done     int          `json:"done"` // scorings so far
	Scorings int          `json:"scorings"`
	Rows     []RowView    `json:"rows"`
	Prison   []Pile       `json:"prison"`
	Full     []FullView   `json:"full"` // what fills the prison
	Tables   []SetFact    `json:"tables"`
	Talon    int          `json:"talon"`
	Discard  int          `json:"discard"`
	Seats    []SeatView   `json:"seats"` // clockwise
	Hand     []Pile       `json:"hand,omitempty"`
	Call     CallView     `json:"call,omitzero"` // no limit when nothing is owed
	Ranks    [][]string   `json:"ranks,omitempty"`
	Shaken   int          `json:"shaken,omitempty"` // last turn with a refill or a scoring
	Deck     []ColourView `json:"deck"`

	TalonCards   []string `json:"talon_cards,omitempty"` // the engine only
	DiscardPiles []Pile   `json:"discard_piles,omitempty"`
}

// RowView is a row as runs, from left to right.
type RowView struct {
	Row    int    `json:"row"`
	Groups []Pile `json:"groups"`
	Cards  int    `json:"cards"`
	Closed bool   `json:"closed,omitempty"`
}

// FullView is one way to fill the prison: so many colours with so many cards.
type FullView struct {
	Cards   int `json:"cards"`
	Colours int `json:"colours"`
	Have    int `json:"have"`
}

// SeatView is one player.
type SeatView struct {
	Seat  string `json:"seat"`
	Score int    `json:"score"`
	Sheet []int  `json:"sheet,omitempty"` // points by scoring
	Hand  int    `json:"hand"`
	Seen  []Pile `json:"seen,omitempty"`  // in the hand for certain
	Cards []Pile `json:"cards,omitempty"` // the hand, where it may be seen
}

// CallView is a give-back that waits.
type CallView struct {
	Limit int      `json:"limit"`
	Seats []string `json:"seats"`
}

// ColourView is a colour with its codes in reports.
type ColourView struct {
	Colour string `json:"colour"`
	FR     string `json:"fr"`
	EN     string `json:"en"`
	Copies int    `json:"copies"`
}

// View shows the game to a viewpoint.
func (r Rules) View(s *State, to games.Seat) games.View {
	v := View{
		Step: string(s.Step), Turn: s.Turn, Done: len(s.Sheet), Scorings: s.scorings(), Prison: r.piles(s.Prison),
		Talon: len(s.Talon), Discard: s.Discard.n(), Shaken: s.Shaken, Deck: r.deckView(),
	}
	if i := s.seat(to); i >= 0 {
		v.You, v.Hand = string(to), r.piles(s.Hands[i])
	}
	if s.Step != stepDealer && s.Step != stepOver {
		v.Active = string(s.Seats[s.Active])
	}
	if s.Step == stepLay || s.Step == stepDraw {
		v.Row, v.End = s.Row+1, s.end()
	}
	for i, row := range s.Rows {
		v.Rows = append(v.Rows, RowView{i + 1, r.runs(row), len(row), !playable(row)})
	}
	for _, f := range r.data.PrisonFull {
		v.Full = append(v.Full, FullView{f[0], f[1], atLeast(s.Prison, f[0])})
	}
	for c, set := range s.Tables {
		if set.N > 0 {
			v.Tables = append(v.Tables, SetFact{string(s.Seats[set.Owner]), r.data.Colours[c].ID, set.N})
		}
	}
	v.Seats = r.seatViews(s, to)
	if s.Call != nil {
		v.Call.Limit = s.Call.Limit
		for _, i := range s.Call.Seats {
			v.Call.Seats = append(v.Call.Seats, string(s.Seats[i]))
		}
	}
	for _, rank := range s.Ranks {
		v.Ranks = append(v.Ranks, append([]string(nil), rank...))
	}
	if to == games.Engine {
		v.TalonCards, v.DiscardPiles = r.ids(s.Talon), r.piles(s.Discard)
	}
	return v
}

func (r Rules) deckView() []ColourView {
	var out []ColourView
	for _, c := range r.data.Colours {
		out = append(out, ColourView{c.ID, c.Code.FR, c.Code.EN, c.Copies})
	}
	return out
}

func (r Rules) runs(row []Colour) []Pile {
	var out []Pile
	for _, g := range groups(row) {
		out = append(out, Pile{r.data.id(g.c), g.n})
	}
	return out
}

func (r Rules) seatViews(s *State, to games.Seat) []SeatView {
	scores := s.scores()
	var out []SeatView
	for i, seat := range s.Seats {
		v := SeatView{Seat: string(seat), Score: scores[i], Hand: s.Hands[i].n(), Seen: r.piles(s.Seen[i])}
		if seat == to || to == games.Engine || s.option("open_hands") == on {
			v.Cards = r.piles(s.Hands[i])
		}
		for _, points := range s.Sheet {
			v.Sheet = append(v.Sheet, points[i])
		}
		out = append(out, v)
	}
	return out
}
