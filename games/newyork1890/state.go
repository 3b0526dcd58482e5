package newyork1890

import (
	"cmp"
	"slices"

	"fivepoints/games"
)

// Phases. A phase name in the state says what runs next.
const (
	phaseSetup   = "setup"   // the first turn order is drawn
	phaseProduce = "a"       // production
	phaseRevenue = "revenue" // second half of a
	phaseMoves   = "c"
	phaseHome    = "e"
	phaseAlcohol = "f"
	phaseTalks   = "g" // played only with pacts
	phaseOver    = "over"
)

// firstYear is the label of round 1.
const firstYear = 1890

// State is the whole position. It holds facts only; the rules are elsewhere.
type State struct {
	Board

	own    *data    // tables that the game brought, nil for those of the house
	sealed []ballot // of this year, until the booth is opened
}

// ballot is one gang's sealed vote.
type ballot struct {
	gang string
	vote games.Secret[Vote]
}

// Board is all of the position that is on the table.
type Board struct {
	Options []games.KV `json:"options,omitempty"`
	Pending []games.KV `json:"pending,omitempty"` // options that change when the next year begins
	Round   int        `json:"round,omitempty"`
	Phase   string     `json:"phase,omitempty"`
	Order   []string   `json:"order,omitempty"`  // the turn-order track
	Turns   []string   `json:"turns,omitempty"`  // snapshot of the track for phase c
	Turn    int        `json:"turn,omitempty"`   // index in Turns of who is playing
	Acting  bool       `json:"acting,omitempty"` // his moves are over
	Gangs   []Gang     `json:"gangs,omitempty"`  // in the order of the data file
	Tokens  []Token    `json:"tokens,omitempty"` // oldest first
	Closed  []string   `json:"closed,omitempty"` // quarters not in this game
	Robbery *Robbery   `json:"robbery,omitempty"`
	Fight   *Fight     `json:"fight,omitempty"`
	Police  *Police    `json:"police,omitempty"`
	Arrived []string   `json:"arrived,omitempty"` // turn order of the last phase c
	Pawn    string     `json:"pawn,omitempty"`    // who holds the corruption pawn; "" is Tammany Hall
	Pacts   []Pact     `json:"pacts,omitempty"`
	Talks   *Talks     `json:"talks,omitempty"`  // phase g is under way
	Wreck   string     `json:"wreck,omitempty"`  // who is wrecking the booth
	Ranks   []Rank     `json:"ranks,omitempty"`  // of the ended game
	Fallen  []string   `json:"fallen,omitempty"` // eliminated gangs, first to last
}

// Gang is one gang with all it has.
type Gang struct {
	ID        string  `json:"id"`
	HQ        string  `json:"hq"`
	Out       bool    `json:"out,omitempty"`    // eliminated
	Absent    bool    `json:"absent,omitempty"` // a position gave it no member
	Money     int     `json:"money,omitempty"`
	Alcohol   int     `json:"alcohol,omitempty"`
	Barrels   int     `json:"barrels,omitempty"`
	Kilos     int     `json:"kilos,omitempty"`
	Knives    int     `json:"knives,omitempty"`
	Pistols   int     `json:"pistols,omitempty"`
	Influence int     `json:"influence,omitempty"` // at Tammany Hall, read in e
	Stacks    []Stack `json:"stacks,omitempty"`    // by place
	Tracks    []Box   `json:"tracks,omitempty"`    // by track, then box
	Year      Year    `json:"year"`                // what lasts one year

	Stake    int      `json:"stake,omitempty"` // money it began with
	Start    Sexes    `json:"start"`           // members it began with
	Recruits Sexes    `json:"recruits"`        // members it took on
	Dead     Sexes    `json:"dead"`
	Bribed   Sexes    `json:"bribed"`          // members spent on bribes
	Roles    []Holder `json:"roles,omitempty"` // members on the individual board
	Sold     Goods    `json:"sold"`
	Made     Goods    `json:"made"`
	Ledger   []Entry  `json:"ledger,omitempty"` // by source

	Favours int      `json:"favours,omitempty"` // left this year
	Tiles   []string `json:"tiles,omitempty"`   // of favours that are drafted: what each is for
	Booth   int      `json:"booth,omitempty"`   // ballots of earlier years, which the option booth.keep leaves there
}

// Year is what a gang did this year; a new year empties it.
type Year struct {
	Moves      int      `json:"moves,omitempty"`     // orders carried out
	Orders     int      `json:"orders,omitempty"`    // action orders carried out
	Available  int      `json:"available,omitempty"` // actions
	Used       int      `json:"used,omitempty"`
	Held       []Stack  `json:"held,omitempty"` // stopped by rivals: they move no more
	Robbed     []string `json:"robbed,omitempty"`
	Sobered    int      `json:"sobered,omitempty"`
	Registered bool     `json:"registered,omitempty"` // at Tammany Hall

	Supply      []Priority `json:"supply,omitempty"`
	Return      []string   `json:"return,omitempty"`
	ReturnGiven bool       `json:"return_given,omitempty"`
	Losses      []string   `json:"losses,omitempty"` // for the dial
	LossesGiven bool       `json:"losses_given,omitempty"`

	Came   []Entrance `json:"came,omitempty"`   // from where a group last entered a quarter
	Fought []string   `json:"fought,omitempty"` // quarters where it began a battle
	Steps  int        `json:"steps,omitempty"`  // free steps made
	Care   []Care     `json:"care,omitempty"`   // whom quack and shyster help

	Paid    []JointPaid `json:"paid,omitempty"`    // joints that paid
	Doubled int         `json:"doubled,omitempty"` // joints that paid twice
	Free    int         `json:"free,omitempty"`    // free steps that favours gave
	Kept    []Promise   `json:"kept,omitempty"`    // favours for later phases
	Stages  int         `json:"stages,omitempty"`  // mails whose favours are done: 1 after c's, 2 after the council's
	Closed  bool        `json:"closed,omitempty"`  // actions are over, ballots are asked for
	Voted   bool        `json:"voted,omitempty"`   // was asked for ballots
	Wrecked bool        `json:"wrecked,omitempty"` // wrecked the booth
	Loan    string      `json:"loan,omitempty"`    // what the loan is reserved for: "answer"
	Spoken  bool        `json:"spoken,omitempty"`  // was asked about it
	Drafted bool        `json:"drafted,omitempty"` // was asked which favours it wants
	Wanted  []string    `json:"wanted,omitempty"`  // favours, first choice first
}

// Sexes counts members.
type Sexes struct {
	M int `json:"m,omitempty"`
	F int `json:"f,omitempty"`
}

// Stack is a gang's members on one quarter or action space.
type Stack struct {
	Place string `json:"place"`
	Sexes Sexes  `json:"who"`
}

// Box is a gang's members on one box of a track, "hospital" or "tombs".
type Box struct {
	Track string `json:"track"`
	N     int    `json:"n"`
	Sexes Sexes  `json:"who"`
}

// Goods counts what bars sell.
type Goods struct {
	Barrels int `json:"barrels,omitempty"`
	Kilos   int `json:"kilos,omitempty"`
}

// Entry sums the money of one source: positive what came in.
type Entry struct {
	Source string `json:"source"`
	Sum    int    `json:"sum"`
}

// Priority is the order in which bars get one good.
type Priority struct {
	Good   string   `json:"good"`
	Places []string `json:"places,omitempty"`
}

// Token is a joint or traffic on the map.
type Token struct {
	Gang     string `json:"gang"`
	Place    string `json:"place"`
	Activity string `json:"activity"`
}

// Robbery is under way: its cubes are to be drawn, then its losses chosen.
type Robbery struct {
	Gang    string `json:"gang"`
	Place   string `json:"place"`
	Sexes   Sexes  `json:"who"` // who takes part
	Gain    int    `json:"gain"`
	Whites  int    `json:"whites,omitempty"` // white cubes that favours add
	Drawn   bool   `json:"drawn,omitempty"`
	Jailed  int    `json:"jailed,omitempty"`
	Wounded int    `json:"wounded,omitempty"`
}

// Holder is a member that holds a role.
type Holder struct {
	Role  string `json:"role"`
	Sexes Sexes  `json:"who"`
}

// Care says whom a role helps in phase e.
type Care struct {
	Role string `json:"role"`
	Box  int    `json:"box,omitempty"`
	Sex  string `json:"sex,omitempty"`
}

// Entrance tells from where a place was entered.
type Entrance struct {
	Place string `json:"place"`
	From  string `json:"from"`
}

// Fight is under way: a battle on a quarter, or a war without a place.
type Fight struct {
	Attacker string `json:"attacker"`
	Defender string `json:"defender"`
	Place    string `json:"place,omitempty"`
	Att      Party  `json:"att"`
	Def      Party  `json:"def"`
	Fought   bool   `json:"fought,omitempty"`
	Winner   string `json:"winner,omitempty"`
}

// Party is one side of a fight with the weapons it laid and its own losses that
// are still to be chosen.
type Party struct {
	Engaged int   `json:"engaged"`
	Laid    bool  `json:"laid,omitempty"`
	Pistols int   `json:"pistols,omitempty"`
	Knives  int   `json:"knives,omitempty"`
	Sticks  int   `json:"sticks,omitempty"`
	Loan    *Loan `json:"loan,omitempty"` // men lent to it; never changed, only replaced
	Dead    int   `json:"dead,omitempty"`
	Hurt    int   `json:"hurt,omitempty"`
}

// Rank is one place of the final order; several gangs share it.
type Rank struct {
	Gangs []string `json:"gangs"`
}

func (x Sexes) n() int               { return x.M + x.F }
func (x Sexes) plus(y Sexes) Sexes   { return Sexes{x.M + y.M, x.F + y.F} }
func (x Sexes) minus(y Sexes) Sexes  { return Sexes{x.M - y.M, x.F - y.F} }
func (x Sexes) covers(y Sexes) bool  { return x.M >= y.M && x.F >= y.F }
func (x Sexes) atMost(y Sexes) Sexes { return Sexes{min(x.M, y.M), min(x.F, y.F)} }
func (x Sexes) malesFirst(n int) Sexes {
	m := min(n, x.M)
	return Sexes{m, min(n-m, x.F)}
}

func (s *State) option(key string) string { return games.Value(s.Options, key) }

func (s *State) gang(id string) *Gang {
	for i := range s.Gangs {
		if s.Gangs[i].ID == id {
			return &s.Gangs[i]
		}
	}
	return nil
}

func (s *State) living() []*Gang {
	var out []*Gang
	for i := range s.Gangs {
		if !s.Gangs[i].Out {
			out = append(out, &s.Gangs[i])
		}
	}
	return out
}

// current is the gang whose turn it is in phase c.
func (s *State) current() *Gang {
	if s.Phase != phaseMoves || s.Turn >= len(s.Turns) {
		return nil
	}
	return s.gang(s.Turns[s.Turn])
}

func (s *State) isOpen(place string) bool { return !slices.Contains(s.Closed, place) }

// year is the label of the round being played.
func (s *State) year() int { return firstYear - 1 + s.Round }

func (g *Gang) at(place string) Sexes { return stackAt(g.Stacks, place) }

// free are the members on a place that rivals did not stop (c.m.7).
func (g *Gang) free(place string) Sexes {
	x := g.at(place)
	return x.minus(x.atMost(stackAt(g.Year.Held, place)))
}

func (g *Gang) on(track string, box int) Sexes {
	for _, b := range g.Tracks {
		if b.Track == track && b.N == box {
			return b.Sexes
		}
	}
	return Sexes{}
}

// inPlay counts the members on quarters and action spaces.
func (g *Gang) inPlay() Sexes {
	var x Sexes
	for _, st := range g.Stacks {
		x = x.plus(st.Sexes)
	}
	return x
}

// alive counts the members on the map, on the tracks and on the individual board.
func (g *Gang) alive() Sexes {
	x := g.present()
	for _, h := range g.Roles {
		x = x.plus(h.Sexes)
	}
	return x
}

// present counts the members in play, at the Hospital and in the Tombs.
func (g *Gang) present() Sexes {
	x := g.inPlay()
	for _, b := range g.Tracks {
		x = x.plus(b.Sexes)
	}
	return x
}

func (g *Gang) good(name string) int {
	if name == "kilo" {
		return g.Kilos
	}
	return g.Barrels
}

func stackAt(stacks []Stack, place string) Sexes {
	for _, st := range stacks {
		if st.Place == place {
			return st.Sexes
		}
	}
	return Sexes{}
}

// addStack changes the members of a place and drops an empty one.
func addStack(stacks []Stack, place string, d Sexes) []Stack {
	i, ok := slices.BinarySearchFunc(stacks, place, func(st Stack, p string) int { return cmp.Compare(st.Place, p) })
	if !ok {
		stacks = slices.Insert(stacks, i, Stack{Place: place})
	}
	stacks[i].Sexes = stacks[i].Sexes.plus(d)
	if stacks[i].Sexes == (Sexes{}) {
		stacks = slices.Delete(stacks, i, i+1)
	}
	return stacks
}

func addBox(boxes []Box, track string, n int, d Sexes) []Box {
	i, ok := slices.BinarySearchFunc(boxes, Box{Track: track, N: n}, func(a, b Box) int {
		return cmp.Or(cmp.Compare(a.Track, b.Track), cmp.Compare(a.N, b.N))
	})
	if !ok {
		boxes = slices.Insert(boxes, i, Box{Track: track, N: n})
	}
	boxes[i].Sexes = boxes[i].Sexes.plus(d)
	if boxes[i].Sexes == (Sexes{}) {
		boxes = slices.Delete(boxes, i, i+1)
	}
	return boxes
}

// pay books money under its source.
func (g *Gang) pay(source string, sum int) {
	if sum == 0 {
		return
	}
	g.Money += sum
	i, ok := slices.BinarySearchFunc(g.Ledger, source, func(e Entry, s string) int { return cmp.Compare(e.Source, s) })
	if !ok {
		g.Ledger = slices.Insert(g.Ledger, i, Entry{Source: source})
	}
	g.Ledger[i].Sum += sum
}

// clone copies a state for a look ahead.
func (s *State) clone() *State {
	c := *s
	c.Gangs = slices.Clone(s.Gangs)
	for i := range c.Gangs {
		g := &c.Gangs[i]
		g.Stacks = slices.Clone(g.Stacks)
		g.Tracks = slices.Clone(g.Tracks)
		g.Ledger = slices.Clone(g.Ledger)
		g.Year.Held = slices.Clone(g.Year.Held)
		g.Year.Robbed = slices.Clone(g.Year.Robbed)
		g.Year.Came = slices.Clone(g.Year.Came)
		g.Year.Fought = slices.Clone(g.Year.Fought)
		g.Year.Care, g.Roles = slices.Clone(g.Year.Care), slices.Clone(g.Roles)
		g.Year.Supply, g.Year.Paid = slices.Clone(g.Year.Supply), slices.Clone(g.Year.Paid)
		g.Year.Kept, g.Tiles = slices.Clone(g.Year.Kept), slices.Clone(g.Tiles)
	}
	c.Tokens = slices.Clone(s.Tokens)
	c.Order = slices.Clone(s.Order)
	c.Pacts = slices.Clone(s.Pacts)
	for i := range c.Pacts {
		c.Pacts[i].Called = slices.Clone(s.Pacts[i].Called)
	}
	c.Talks = s.Talks.clone()
	if s.Robbery != nil {
		r := *s.Robbery
		c.Robbery = &r
	}
	if s.Fight != nil {
		f := *s.Fight
		c.Fight = &f
	}
	c.Fallen = slices.Clone(s.Fallen)
	if s.Police != nil {
		p := *s.Police
		p.Pawns, p.Walked, p.Movers = slices.Clone(p.Pawns), slices.Clone(p.Walked), slices.Clone(p.Movers)
		p.Bribed, p.Asked = slices.Clone(p.Bribed), slices.Clone(p.Asked)
		c.Police = &p
	}
	return &c
}
