package newyork1890

import "fivepoints/games"

// Positions as they were stored before fights existed. A released shape never
// changes; positionUp lifts it.
type positionSet1 struct {
	State state1 `json:"state"`
}

type state1 struct {
	Options []games.KV `json:"options,omitempty"`
	Round   int        `json:"round,omitempty"`
	Phase   string     `json:"phase,omitempty"`
	Order   []string   `json:"order,omitempty"`
	Turns   []string   `json:"turns,omitempty"`
	Turn    int        `json:"turn,omitempty"`
	Acting  bool       `json:"acting,omitempty"`
	Gangs   []gang1    `json:"gangs,omitempty"`
	Tokens  []Token    `json:"tokens,omitempty"`
	Closed  []string   `json:"closed,omitempty"`
	Robbery *Robbery   `json:"robbery,omitempty"`
	Ranks   []Rank     `json:"ranks,omitempty"`
}

type gang1 struct {
	ID        string  `json:"id"`
	HQ        string  `json:"hq"`
	Out       bool    `json:"out,omitempty"`
	Money     int     `json:"money,omitempty"`
	Alcohol   int     `json:"alcohol,omitempty"`
	Barrels   int     `json:"barrels,omitempty"`
	Kilos     int     `json:"kilos,omitempty"`
	Knives    int     `json:"knives,omitempty"`
	Pistols   int     `json:"pistols,omitempty"`
	Influence int     `json:"influence,omitempty"`
	Stacks    []Stack `json:"stacks,omitempty"`
	Tracks    []Box   `json:"tracks,omitempty"`
	Year      year1   `json:"year"`

	Stake    int     `json:"stake,omitempty"`
	Start    Sexes   `json:"start"`
	Recruits Sexes   `json:"recruits"`
	Sold     Goods   `json:"sold"`
	Made     Goods   `json:"made"`
	Ledger   []Entry `json:"ledger,omitempty"`
}

type year1 struct {
	Moves      int      `json:"moves,omitempty"`
	Orders     int      `json:"orders,omitempty"`
	Available  int      `json:"available,omitempty"`
	Used       int      `json:"used,omitempty"`
	Held       []Stack  `json:"held,omitempty"`
	Robbed     []string `json:"robbed,omitempty"`
	Sobered    int      `json:"sobered,omitempty"`
	Registered bool     `json:"registered,omitempty"`

	Supply      []Priority `json:"supply,omitempty"`
	Return      []string   `json:"return,omitempty"`
	ReturnGiven bool       `json:"return_given,omitempty"`
	Losses      []string   `json:"losses,omitempty"`
	LossesGiven bool       `json:"losses_given,omitempty"`
}

// positionUp lifts a position of version 1 to version 2.
func positionUp(old any) any {
	p, ok := old.(positionSet1)
	if !ok {
		return PositionSet{}
	}
	o := p.State
	s := State{
		Options: o.Options, Round: o.Round, Phase: o.Phase, Order: o.Order, Turns: o.Turns, Turn: o.Turn, Acting: o.Acting,
		Tokens: o.Tokens, Closed: o.Closed, Robbery: o.Robbery, Ranks: o.Ranks,
	}
	for _, g := range o.Gangs {
		s.Gangs = append(s.Gangs, Gang{
			ID: g.ID, HQ: g.HQ, Out: g.Out, Money: g.Money, Alcohol: g.Alcohol, Barrels: g.Barrels, Kilos: g.Kilos,
			Knives: g.Knives, Pistols: g.Pistols, Influence: g.Influence, Stacks: g.Stacks, Tracks: g.Tracks,
			Year: Year{
				Moves: g.Year.Moves, Orders: g.Year.Orders, Available: g.Year.Available, Used: g.Year.Used, Held: g.Year.Held,
				Robbed: g.Year.Robbed, Sobered: g.Year.Sobered, Registered: g.Year.Registered, Supply: g.Year.Supply,
				Return: g.Year.Return, ReturnGiven: g.Year.ReturnGiven, Losses: g.Year.Losses, LossesGiven: g.Year.LossesGiven,
			},
			Stake: g.Stake, Start: g.Start, Recruits: g.Recruits, Sold: g.Sold, Made: g.Made, Ledger: g.Ledger,
		})
	}
	return PositionSet{s}
}
