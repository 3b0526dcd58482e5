package kingofcrime

import (
	"slices"

	"fivepoints/games"
)

// Step is where a game stands between two mails.
type Step string

// The steps of a game.
const (
	stepBosses Step = ""       // who gets which Boss
	stepFirst  Step = "first"  // who begins
	stepDeal   Step = "deal"   // the hands
	stepBegin  Step = "begin"  // before the next seat's turn
	stepTurn   Step = "action" // a turn, up to its action
	stepActed  Step = "acted"  // the action, and a round, take their course
	stepOver   Step = "over"
)

// Stages of a round.
const (
	stageJoin   = "join"
	stagePlay   = "play"
	stageDice   = "dice"
	stageHits   = "hits"
	stageSeat   = "seat" // 7b: Rackets that lost their holders
	stageTotal  = "total"
	stageResult = "result"
	stageEnd    = "end"
)

// handSize is up to how many cards a seat draws, and dealSize how many it begins with.
const (
	handSize = 7
	dealSize = 6
)

// State is a game as the engine knows it. Hands, the pile and Done are secret.
type State struct {
	Options []games.KV
	Seats   []games.Seat // clockwise
	Step    Step
	Turn    int
	Active  int // whose turn it is
	Fam     []Family
	Hand    [][]string
	Pile    []string // the top first
	Discard []string // the newest last
	Out     []string // Rackets out of the game (option discarded_racket=out)
	Round   *Round
	Jobs    []Job

	Left     int      // draws left after an OPTION, -1 before one
	Used     []string // OPTION Rackets used in this turn
	Declined bool     // no OPTION is asked for any more
	Owed     int      // cards to drop before the action
	Last     string   // the mail that was judged last

	Reshuffles, Rounds  int // the k and r of labels
	Hits, Reds, Randoms int // within the turn
	Chosen              int // Bosses chosen so far

	Ranks [][]string
	Why   string

	deck *deck // never changes
}

// Family is what lies before a seat. The Boss is its first Mug.
type Family struct {
	Mugs    []Mug  // in the order of play
	Rackets []Held // the oldest first
}

// Mug is a Mug in play.
type Mug struct {
	ID     string   `json:"id"`
	Turned bool     `json:"turned,omitempty"`
	Under  []string `json:"under,omitempty"` // attached cards
}

// Held is a Racket of a Family. On is its holder, "" when it has lost him;
// then it waits beside the Family once that had a chance to rearrange.
type Held struct {
	ID    string `json:"id"`
	On    string `json:"on,omitempty"`
	Waits bool   `json:"waits,omitempty"`
}

// Round is a Racket Round or a takeover.
type Round struct {
	N       int
	Racket  string
	Type    string
	By      int   // who began it
	Holder  int   // of a takeover, else -1
	OnTable bool  // the Racket lies between the Families
	Parts   []int // participants, clockwise from By
	Asked   []int // who may join, or in a takeover who may play cards
	Said    []int // of these, who has said
	Stage   string
	Wave    int
	Played  bool // a card was played in this wave
	Drew    bool // a participant drew when the round began
	Visited int  // seat visited last, -1 before the first
	Player  int  // seat that played last, -1 before
	Passed  []int
	Done    []int // seats that want no answer waves
	Visits  int
	Cards   []string // round cards played
	Mugs    []string // Mugs played in it
	Entries []Entry
	White   []int // by seat
	Sums    []Total
	Winner  int // -1 while there is none
	Won     string
}

// Job is something that the engine does before anything else.
type Job struct {
	Do      string   `json:"do"`
	Seat    string   `json:"seat"`
	N       int      `json:"n,omitempty"`
	Against []string `json:"against,omitempty"` // Families hit, or whose hand
	Racket  string   `json:"racket,omitempty"`  // won, or whose extra it is
	Kept    []string `json:"kept,omitempty"`
	Put     []Placed `json:"put,omitempty"`
	Asked   int      `json:"asked,omitempty"` // Rackets whose owner was asked for their holders
	Alone   bool     `json:"alone,omitempty"`
	Rolled  []int    `json:"rolled,omitempty"` // HIT dice that wait for the last one
}

// What jobs do.
const (
	jobDraw       = "draw"
	jobHit        = "hit" // a HIT die
	jobRed        = "red" // a red die
	jobLose       = "lose"
	jobSteal      = "steal"
	jobStraighten = "straighten" // by an extra
	jobSeat       = "seat"       // Rackets to their holders
)

// clone copies what Evolve changes in place; the rest it replaces, and appends
// find no room behind it.
func (s *State) clone() *State {
	c := *s
	c.Fam, c.Hand = slices.Clone(s.Fam), slices.Clone(s.Hand)
	for i, f := range s.Fam {
		c.Fam[i] = Family{slices.Clone(f.Mugs), slices.Clip(f.Rackets)}
	}
	c.Pile, c.Discard, c.Out = slices.Clip(s.Pile), slices.Clip(s.Discard), slices.Clip(s.Out)
	c.Jobs, c.Used = slices.Clip(s.Jobs), slices.Clip(s.Used)
	if s.Round != nil {
		r := *s.Round
		r.Parts, r.Asked, r.Said = slices.Clip(r.Parts), slices.Clip(r.Asked), slices.Clip(r.Said)
		r.Passed, r.Done, r.Cards, r.Mugs = slices.Clip(r.Passed), slices.Clip(r.Done), slices.Clip(r.Cards), slices.Clip(r.Mugs)
		r.Entries, r.White, r.Sums = slices.Clone(r.Entries), slices.Clone(r.White), slices.Clip(r.Sums)
		c.Round = &r
	}
	return &c
}

func (s *State) option(key string) string { return games.Value(s.Options, key) }

func (s *State) seat(id games.Seat) int { return slices.Index(s.Seats, id) }

func (s *State) index(id string) int { return s.seat(games.Seat(id)) }

func (s *State) id(i int) string { return string(s.Seats[i]) }

func (s *State) ids(seats []int) []string {
	var out []string
	for _, i := range seats {
		out = append(out, s.id(i))
	}
	return out
}

// after lists the other seats clockwise from i.
func (s *State) after(i int) []int {
	var out []int
	for k := 1; k < len(s.Seats); k++ {
		out = append(out, (i+k)%len(s.Seats))
	}
	return out
}

func (s *State) mug(i int, id string) *Mug {
	if i < 0 {
		return nil
	}
	for j := range s.Fam[i].Mugs {
		if s.Fam[i].Mugs[j].ID == id {
			return &s.Fam[i].Mugs[j]
		}
	}
	return nil
}

// ownerOf finds whose Family a Mug is in, -1 for nobody's.
func (s *State) ownerOf(mug string) int {
	return slices.IndexFunc(s.Fam, func(f Family) bool {
		return slices.ContainsFunc(f.Mugs, func(m Mug) bool { return m.ID == mug })
	})
}

// holderOf finds the seat that controls a Racket, -1 for nobody.
func (s *State) holderOf(racket string) int {
	return slices.IndexFunc(s.Fam, func(f Family) bool {
		return slices.ContainsFunc(f.Rackets, func(h Held) bool { return h.ID == racket && h.On != "" })
	})
}

// controlled are the Rackets of a seat that have a holder.
func (s *State) controlled(i int) []string {
	var out []string
	for _, h := range s.Fam[i].Rackets {
		if h.On != "" {
			out = append(out, h.ID)
		}
	}
	return out
}

// bonuses are a seat's Rackets whose bonus counts: those that do not wait.
func (s *State) bonuses(i int, kind string) []Card {
	var out []Card
	for _, h := range s.Fam[i].Rackets {
		if c := s.deck.card(h.ID); !h.Waits && c.Bonus == kind {
			out = append(out, c)
		}
	}
	return out
}

func (s *State) typeOf(racket string) string { return s.deck.card(racket).Type }

// fits tells whether a Mug may take part in a round of a type: straight, with
// the icon (mug.icons, mug.turned).
func (s *State) fits(m Mug, typ string) bool {
	return !m.Turned && has(s.deck.card(m.ID).Icons, typ)
}

// eligible tells whether a seat has a Mug for a round of a type.
func (s *State) eligible(i int, typ string) bool {
	return slices.ContainsFunc(s.Fam[i].Mugs, func(m Mug) bool { return s.fits(m, typ) })
}

// worth is what a Mug counts in a round of a type that it takes part in: its
// points there (mug.override) with its attachments, 0 at least.
func (s *State) worth(m Mug, typ string) int {
	c := s.deck.card(m.ID)
	n := c.FP
	if t, points, ok := c.override(); ok && t == typ {
		n = points
	}
	for _, id := range m.Under {
		if e := s.deck.card(id).Effect; e.Give == giveFP {
			n += e.N
		}
	}
	return max(0, n)
}

// points are those of a seat's Mugs in a round of a type, those that an entry
// excludes left out.
func (s *State) points(i int, typ string) int {
	n := 0
	for _, m := range s.Fam[i].Mugs {
		if s.fits(m, typ) && !s.excluded(m.ID) {
			n += s.worth(m, typ)
		}
	}
	return n
}

// combos are the points of a seat's COMBO Rackets in rounds of a type (bonus.combo).
func (s *State) combos(i int, typ string) int {
	n := 0
	for _, c := range s.bonuses(i, bonusCombo) {
		if has(c.Trigger, typ) {
			n += c.Effect.N
		}
	}
	return n
}

// live are the entries that count, in the order of play.
func (s *State) live(verb string) []Entry {
	var out []Entry
	if s.Round == nil {
		return nil
	}
	for _, e := range s.Round.Entries {
		if !e.Dead && e.Verb == verb {
			out = append(out, e)
		}
	}
	return out
}

func (s *State) excluded(mug string) bool {
	return slices.ContainsFunc(s.live(verbExclude), func(e Entry) bool { return e.Mug == mug })
}

func (s *State) shielded(i int) bool {
	return slices.ContainsFunc(s.live(verbShield), func(e Entry) bool { return e.Seat == s.id(i) })
}

// cards are the points of the fp entries on a seat (verb.fp).
func (s *State) cards(i int) int {
	n := 0
	for _, e := range s.live(verbFP) {
		if e.Seat == s.id(i) {
			n += e.N
		}
	}
	return n
}

// sum is a participant's total without its white die.
func (s *State) sum(i int) Total {
	t := Total{Seat: s.id(i), Mugs: s.points(i, s.Round.Type), Combo: s.combos(i, s.Round.Type), Cards: s.cards(i)}
	t.Total = t.Mugs + t.Combo + t.Cards
	return t
}

func (rd *Round) takeover() bool { return rd.Holder >= 0 }

func (rd *Round) in(i int) bool { return slices.Contains(rd.Parts, i) }

// progress measures Rackets against the goal: 6 wins. Two of a type count 3
// each, different types 2 each.
func (s *State) progress(rackets []string) int {
	same, kinds := 0, 0
	for _, t := range types {
		n := 0
		for _, r := range rackets {
			if s.typeOf(r) == string(t) {
				n++
			}
		}
		same = max(same, n)
		kinds += min(n, 1)
	}
	return max(3*same, 2*kinds)
}

// goal is a progress that wins (goal.win): two of a type, or three types.
const goal = 6
