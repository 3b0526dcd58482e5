package crooks

import (
	"slices"
	"strconv"
	"strings"

	"fivepoints/games"
)

// Phases: what comes next.
const (
	phaseFirst = "first" // the first seat is drawn
	phaseSizes = "sizes" // places get their sizes (option sizes=random)
	phaseDeal  = "deal"  // the piles are shuffled
	phaseNext  = "next"  // a turn begins
	phaseTurn  = "turn"  // recruit or pass
	phaseTake  = "take"  // choose and burgle
	phaseScore = "score" // all have passed
	phaseOver  = "over"
)

// State is the whole position: plain values, for judge and rules only.
type State struct {
	Options []games.KV `json:"options,omitempty"`
	Numbers Numbers    `json:"numbers"`
	Deck    []Crook    `json:"deck,omitempty"`
	Extra   []int      `json:"extra,omitempty"` // cash by turn order
	Sizes   []int      `json:"sizes,omitempty"`
	Phase   string     `json:"phase,omitempty"`
	Turn    int        `json:"turn,omitempty"`
	Active  int        `json:"active,omitempty"` // index in Seats of whose turn it is
	Seats   []Seat     `json:"seats,omitempty"`  // clockwise, the first to play first
	Bank    int        `json:"bank,omitempty"`
	Money   int        `json:"money,omitempty"` // of all seats and the bank
	Piles   []Pile     `json:"piles,omitempty"`
	Pending string     `json:"pending,omitempty"` // place paid for, in phaseTake
	Lone    int        `json:"lone,omitempty"`    // turns of the last seat in
	Box     []Boxed    `json:"box,omitempty"`
	Aside   []string   `json:"aside,omitempty"`
	Scores  Scores     `json:"scores"`
}

// Seat is one player.
type Seat struct {
	ID     string  `json:"id"`
	Cash   int     `json:"cash,omitempty"`
	Passed bool    `json:"passed,omitempty"`
	Rows   []Row   `json:"rows,omitempty"` // by target; empty ones are left out
	Seen   []Sheet `json:"seen,omitempty"` // what he was shown
}

// Row is what a seat has at a target, bottom to top.
type Row struct {
	Target int        `json:"target"`
	Crooks []Standing `json:"crooks"`
}

// Standing is a crook at a target.
type Standing struct {
	ID    string   `json:"id"`
	Up    bool     `json:"up,omitempty"`
	Known []string `json:"known,omitempty"` // Spies who saw him face down
}

// Pile is what lies at a place.
type Pile struct {
	Place  string   `json:"place"`
	Crooks []string `json:"crooks,omitempty"`
}

// Sheet is what a seat noted of a place or target it was shown.
type Sheet struct {
	Place  string   `json:"place,omitempty"`
	Target int      `json:"target,omitempty"`
	Turn   int      `json:"turn"`
	Cards  []string `json:"cards,omitempty"`
	Seats  []string `json:"seats,omitempty"` // of the cards of a target
	Gone   int      `json:"gone,omitempty"`  // unseen, taken from the pile since
}

// Boxed is a crook that left the game.
type Boxed struct {
	ID    string   `json:"id"`
	Seat  string   `json:"seat"`
	Up    bool     `json:"up,omitempty"` // everyone knows him
	Known []string `json:"known,omitempty"`
}

// Scores are those of the end.
type Scores struct {
	Up      bool           `json:"up,omitempty"` // all is revealed
	Targets []TargetScored `json:"targets,omitempty"`
	Gangs   []GangScored   `json:"gangs,omitempty"`
	Ended   Ended          `json:"ended"`
}

func (s *State) option(key string) string { return games.Value(s.Options, key) }

// crook finds a crook, of whom every view asks often: decks are mostly numbered
// C01, C02 and so on.
func (s *State) crook(id string) Crook {
	if len(id) == 3 {
		if i := int(id[1])*10 + int(id[2]) - '0'*11 - 1; i >= 0 && i < len(s.Deck) && s.Deck[i].ID == id {
			return s.Deck[i]
		}
	}
	for i := range s.Deck {
		if s.Deck[i].ID == id {
			return s.Deck[i]
		}
	}
	return Crook{}
}

// crooks looks up many ids.
func (s *State) crooks(ids []string) []Crook {
	out := make([]Crook, len(ids))
	for i, id := range ids {
		out[i] = s.crook(id)
	}
	return out
}

// index finds a seat, -1 when nobody has that name.
func (s *State) index(seat string) int {
	return slices.IndexFunc(s.Seats, func(o Seat) bool { return o.ID == seat })
}

func (s *State) seat(id string) *Seat {
	if i := s.index(id); i >= 0 {
		return &s.Seats[i]
	}
	return nil
}

// active is the seat whose turn it is, nil when it is nobody's.
func (s *State) active() *Seat {
	if (s.Phase != phaseTurn && s.Phase != phaseTake) || s.Active >= len(s.Seats) {
		return nil
	}
	return &s.Seats[s.Active]
}

func (s *State) pile(place string) *Pile {
	for i := range s.Piles {
		if s.Piles[i].Place == place {
			return &s.Piles[i]
		}
	}
	return nil
}

// size is the number of crooks at a place, 0 where there is none.
func (s *State) size(place string) int {
	if p := s.pile(place); p != nil {
		return len(p.Crooks)
	}
	return 0
}

// in counts the seats that have not passed.
func (s *State) in() int {
	n := 0
	for _, p := range s.Seats {
		if !p.Passed {
			n++
		}
	}
	return n
}

// at is what a seat has at a target.
func (p *Seat) at(target int) []Standing {
	for _, r := range p.Rows {
		if r.Target == target {
			return r.Crooks
		}
	}
	return nil
}

func (p *Seat) free(target int) bool {
	return target >= firstCard && target <= lastCard && len(p.at(target)) == 0
}

// room lists the targets where a seat has nothing, ascending.
func (p *Seat) room() []int {
	var out []int
	for t := firstCard; t <= lastCard; t++ {
		if p.free(t) {
			out = append(out, t)
		}
	}
	return out
}

// put replaces what a seat has at a target.
func (p *Seat) put(target int, crooks []Standing) {
	i, found := slices.BinarySearchFunc(p.Rows, target, func(r Row, t int) int { return r.Target - t })
	switch {
	case !found && len(crooks) == 0:
	case !found:
		p.Rows = slices.Insert(p.Rows, i, Row{target, crooks})
	case len(crooks) == 0:
		p.Rows = slices.Delete(p.Rows, i, i+1)
	default:
		p.Rows[i].Crooks = crooks
	}
}

// sheet is what a seat noted of a place, nil when it never looked.
func (p *Seat) sheet(place string) *Sheet {
	for i := range p.Seen {
		if p.Seen[i].Place == place && place != "" {
			return &p.Seen[i]
		}
	}
	return nil
}

// note replaces what a seat had noted of the same thing.
func (p *Seat) note(n Sheet) {
	p.Seen = slices.DeleteFunc(p.Seen, func(o Sheet) bool { return o.Place == n.Place && o.Target == n.Target })
	p.Seen = append(p.Seen, n)
}

// forget drops what a seat had noted of a place.
func (p *Seat) forget(place string) {
	p.Seen = slices.DeleteFunc(p.Seen, func(o Sheet) bool { return o.Place == place })
}

// knows tells whether a viewpoint may know which crook stands in a seat's row.
func (c Standing) knows(owner string, to games.Seat) bool {
	return c.Up || to == games.Engine || string(to) == owner || slices.Contains(c.Known, string(to))
}

func (b Boxed) knows(to games.Seat) bool {
	return b.Up || to == games.Engine || string(to) == b.Seat || slices.Contains(b.Known, string(to))
}

// knowsPile tells whether a seat knows all that lies at a place now (info.piles).
func (s *State) knowsPile(place string, to games.Seat) bool {
	if to == games.Engine {
		return true
	}
	p := s.seat(string(to))
	if p == nil {
		return false
	}
	n := p.sheet(place)
	return n != nil && n.Gone == 0 && len(n.Cards) == s.size(place)
}

// number reads a small number, -1 when it is none.
func number(word string) int {
	n, err := strconv.Atoi(word)
	if err != nil || n < 0 || n > 999 {
		return -1
	}
	return n
}

// folded is a name without case, accents, hyphens and signs, for comparing.
func folded(name string) string {
	return strings.Map(func(r rune) rune {
		switch r {
		case 'é', 'è', 'ê', 'ë':
			return 'e'
		case 'à', 'â':
			return 'a'
		case 'î', 'ï':
			return 'i'
		case 'ô':
			return 'o'
		case 'ù', 'û':
			return 'u'
		case 'ç':
			return 'c'
		case '-', '\'', '’', '.':
			return ' '
		}
		return r
	}, strings.ToLower(name))
}
