package newyork1890

import (
	"cmp"
	"slices"
	"strconv"

	"fivepoints/games"
)

// hasElection tells whether phase h holds an election in a round: from the
// seventh on, by option from the eighth, or in the last only (h.1).
func (s *State) hasElection(round int) bool {
	if s.option("elections") != on || round > s.rounds() {
		return false
	}
	if from, err := strconv.Atoi(s.option("election.from")); err == nil {
		return round >= from
	}
	return round == s.rounds()
}

// election counts controlled quarters and the ballots in the booth, and pays the
// ranks; ties share what their ranks are paid, the rest is lost (h.1, h.2, h.3).
// The booth is emptied, or by option kept (h.4).
func (r Rules) election(s *State) []games.Fact {
	if !s.hasElection(s.Round) {
		return nil
	}
	var all []Score
	for _, g := range s.living() {
		v := s.vote(g)
		sc := Score{Gang: g.ID, Quarters: len(r.controlled(s, g)), Cubes: g.Booth + v.Cubes, Paid: min(v.Spent, g.Money)}
		if s.option("booth.keep") == on {
			sc.Kept = sc.Cubes
		}
		all = append(all, sc)
	}
	slices.SortStableFunc(all, func(a, b Score) int { return cmp.Compare(b.total(), a.total()) })
	prizes := r.data.Election[:min(len(s.Gangs), len(r.data.Election))]
	for i := 0; i < len(all); {
		n := i + 1
		for n < len(all) && all[n].total() == all[i].total() {
			n++
		}
		sum := 0
		for k := i; k < n && k < len(prizes); k++ {
			sum += prizes[k]
		}
		for k := i; k < n; k++ {
			all[k].Rank, all[k].Prize = i+1, sum/(n-i)
		}
		i = n
	}
	return []games.Fact{fact(factElection, ElectionHeld{s.Round, all})}
}

// Facts of ballots and elections.
type (
	// BallotsRigged says that a gang was asked for ballots; how many only it knows.
	BallotsRigged struct {
		Gang string `json:"gang"`
	}
	// BallotsPut is the private half of BallotsRigged.
	BallotsPut struct {
		N     int `json:"n"`
		Asked int `json:"asked"` // more than N: an action or the money was short, and none went in
	}
	// WreckBegun is a raid on the booth; the ballots are drawn next.
	WreckBegun struct {
		Gang string `json:"gang"`
	}
	// BallotsWrecked are the ballots that are gone: whose they were. Without any the
	// booth was empty.
	BallotsWrecked struct {
		Gang    string   `json:"gang"`
		Cubes   []string `json:"cubes,omitempty"`
		Paid    int      `json:"paid,omitempty"`
		Actions int      `json:"actions,omitempty"`
	}
	// ActionsClosed ends a gang's actions in a year with ballots.
	ActionsClosed struct {
		Gang string `json:"gang"`
	}
	// ElectionHeld is the count, best score first.
	ElectionHeld struct {
		Round  int     `json:"round"`
		Scores []Score `json:"scores"`
	}
	// Score is one gang's part in an election.
	Score struct {
		Gang     string `json:"gang"`
		Quarters int    `json:"quarters"`
		Cubes    int    `json:"cubes,omitempty"`
		Rank     int    `json:"rank"` // from 1; ties share it
		Prize    int    `json:"prize,omitempty"`
		Paid     int    `json:"paid,omitempty"` // for this year's ballots
		Kept     int    `json:"kept,omitempty"` // ballots that stay in the booth
	}
)

func (s Score) total() int { return s.Quarters + s.Cubes }

const (
	factRigged   = "ballots_rigged"
	factWrecking = "wreck_begun"
	factWrecked  = "ballots_wrecked"
	factActed    = "actions_closed"
	factElection = "election_held"
)

func electionFactTypes() []games.FactType {
	return []games.FactType{
		{Type: factRigged, V: 1, Pub: BallotsRigged{}, Priv: BallotsPut{}},
		{Type: factWrecking, V: 1, Pub: WreckBegun{}},
		{Type: factWrecked, V: 1, Pub: BallotsWrecked{}},
		{Type: factActed, V: 1, Pub: ActionsClosed{}},
		{Type: factElection, V: 1, Pub: ElectionHeld{}},
	}
}

// evolveBallots folds the booth and the elections. Who folds without the private
// parts knows all again when the booth is opened.
func evolveBallots(s *State, f games.Fact) {
	switch p := f.Pub.(type) {
	case ActionsClosed:
		s.with(p.Gang, func(g *Gang) { g.Year.Closed = true })
	case BallotsRigged:
		s.with(p.Gang, func(g *Gang) {
			g.Year.Voted = true
			for _, part := range f.Priv {
				if put, ok := part.Payload.(BallotsPut); ok {
					s.seal(g.ID, Vote{put.N, put.N * ballotPrice})
				}
			}
		})
	case WreckBegun:
		s.Wreck = p.Gang
	case BallotsWrecked:
		evolveWrecked(s, p)
	case ElectionHeld:
		s.sealed = nil
		for _, sc := range p.Scores {
			s.with(sc.Gang, func(g *Gang) {
				g.pay("election", sc.Prize)
				g.pay("ballot", -sc.Paid)
				g.Booth = sc.Kept
			})
		}
	default:
		evolvePacts(s, f)
	}
}

func evolveWrecked(s *State, p BallotsWrecked) {
	s.Wreck = ""
	for _, id := range p.Cubes {
		s.with(id, func(g *Gang) {
			if g.Booth > 0 { // what everybody knows of goes first
				g.Booth--
			} else if v := s.vote(g); v.Cubes > 0 {
				v.Cubes--
				s.seal(id, v)
			}
		})
	}
	s.with(p.Gang, func(g *Gang) {
		g.pay("wreck", -p.Paid)
		g.act(p.Actions)
		g.Year.Wrecked = true
	})
}

// tellBallots tells them; what a gang put in only that gang reads.
func (r Rules) tellBallots(f games.Fact) (games.Msg, bool) {
	switch p := f.Pub.(type) {
	case BallotsRigged:
		return tellRigged(p, f.Priv)
	case BallotsWrecked:
		if len(p.Cubes) == 0 {
			return games.Say("ny.ballots_wrecked.empty", gangArg(p.Gang)), true
		}
		return games.Say("ny.ballots_wrecked", gangArg(p.Gang), games.Int("n", len(p.Cubes)),
			games.With("cubes", "list:gang", p.Cubes...), games.Money("money", p.Paid)), true
	case ElectionHeld:
		return games.Say("ny.election_held", games.With("winners", "list:gang", p.winners()...), games.Money("money", p.Scores[0].Prize)), len(p.Scores) > 0
	}
	return r.tellPacts(f)
}

func (p ElectionHeld) winners() []string {
	var out []string
	for _, sc := range p.Scores {
		if sc.Rank == 1 {
			out = append(out, sc.Gang)
		}
	}
	return out
}

func tellRigged(p BallotsRigged, parts []games.Part) (games.Msg, bool) {
	for _, part := range parts {
		put, ok := part.Payload.(BallotsPut)
		switch {
		case !ok || put.Asked == 0:
		case put.N == 0:
			return games.Say("ny.ballots_rigged.none", gangArg(p.Gang), games.Int("n", put.Asked)), true
		default:
			return games.Say("ny.ballots_rigged", gangArg(p.Gang), games.Int("n", put.N), games.Money("money", put.N*ballotPrice)), true
		}
	}
	return games.Msg{}, false
}
