package newyork1890

import (
	"fmt"
	"slices"
	"strconv"

	"fivepoints/games"
)

// kindRig are the orders that put ballots into the booth. They are asked for
// apart from the actions and of every gang alike, so that nobody sees who did.
const kindRig games.Kind = "rig"

// The booth (c.a.rig, c.a.wreck): from this round on; so many ballots a gang and year,
// a dollar each; dollars and ballots of wrecking it.
const (
	boothRound  = 8
	mostBallots = 5
	ballotPrice = 1
	wreckPrice  = 5
	wreckCubes  = 3
)

// Vote is what a gang put into the booth this year. The money lies aside: its
// treasury shows it until the booth is opened.
type Vote struct {
	Cubes int // still there
	Spent int // dollars
}

// vote is a gang's sealed vote.
func (s *State) vote(g *Gang) Vote {
	for _, b := range s.sealed {
		if b.gang == g.ID {
			v, _ := b.vote.For(games.Engine)
			return v
		}
	}
	return Vote{}
}

// seal puts a gang's vote in the place of what it voted before; nothing of it
// stays when it is empty. Copies of the state share what was there.
func (s *State) seal(gang string, v Vote) {
	kept := slices.DeleteFunc(slices.Clone(s.sealed), func(b ballot) bool { return b.gang == gang })
	if v != (Vote{}) {
		kept = append(kept, ballot{gang, games.Hide(games.Seat(gang), v)})
	}
	s.sealed = kept
}

// votes tells whether the booth can be used this year: with both modules, in
// rounds with an election, from the eighth on (c.a.rig, c.a.wreck).
func (s *State) votes() bool {
	return s.option("ballots") == on && s.Round >= boothRound && s.hasElection(s.Round)
}

// asksVote tells whether a gang is asked for ballots now: when its actions are
// over, if it had any. What it puts in is its last action (c.a.rig).
func (s *State) asksVote(g *Gang) bool {
	return s.votes() && g.Year.Closed && !g.Year.Voted
}

// reserve is what a gang keeps back when it votes, for the dial: so that a short
// payment tells nobody what went into the booth (c.a.rig).
func (r Rules) reserve(g *Gang) int { return r.data.level(g.Alcohol).Pay }

// mostVotes is how many ballots a gang could pay for.
func (r Rules) mostVotes(g *Gang) int {
	return max(0, min(mostBallots, (g.Money-r.reserve(g))/ballotPrice))
}

// decideRig puts one to five ballots into the booth, if an action and the money
// are left; otherwise none. It refuses nothing, for a refusal would show (c.a.rig).
func (r Rules) decideRig(g *Gang, l games.Line) ([]games.Fact, *games.Refusal) {
	asked := max(0, min(number0(l.First("n")), mostBallots))
	put := BallotsPut{N: asked, Asked: asked}
	switch {
	case g.Year.Used >= g.Year.Available:
		put.N = 0
	case asked > r.mostVotes(g):
		put.N = 0
	}
	f := fact(factRigged, BallotsRigged{g.ID})
	f.Priv = []games.Part{{Audience: games.Seat(g.ID), Payload: put}}
	return []games.Fact{f}, nil
}

// wreck takes three ballots out of the booth at random, once a year (c.a.wreck);
// partners of noballot may not (g.noballot). Whether any are there is seen only then.
func (r Rules) wreck(s *State, g *Gang) ([]games.Fact, *games.Refusal) {
	switch p := s.pactOf(g.ID, "noballot"); {
	case !s.votes():
		return nil, games.Refuse("c.a.wreck", "ny.refused.booth")
	case p != nil:
		return nil, forbidden("g.noballot", *p, g.ID)
	case g.Year.Wrecked, s.option("ballots.per") == "table" && s.wreckedBy() != "":
		return nil, games.Refuse("c.a.wreck", "ny.refused.wrecked")
	case g.Money < wreckPrice:
		return nil, games.Refuse("c.a.fit", "ny.refused.money", games.Money("cost", wreckPrice), games.Money("money", g.Money))
	}
	return []games.Fact{fact(factWrecking, WreckBegun{g.ID})}, nil
}

// wreckedBy is who wrecked the booth this year, "" for nobody.
func (s *State) wreckedBy() string {
	for _, g := range s.living() {
		if g.Year.Wrecked {
			return g.ID
		}
	}
	return ""
}

// booth is what lies in it: a gang's id for each of its ballots.
func (s *State) booth() []string {
	var out []string
	for i := range s.Gangs {
		g := &s.Gangs[i]
		out = append(out, slices.Repeat([]string{g.ID}, g.Booth+s.vote(g).Cubes)...)
	}
	return out
}

// nextWreck draws the ballots; an empty booth costs neither money nor an action.
func (r Rules) nextWreck(s *State) games.Step {
	booth := s.booth()
	if len(booth) == 0 {
		return games.Step{Auto: []games.Fact{fact(factWrecked, BallotsWrecked{Gang: s.Wreck})}}
	}
	return games.Step{Draw: &games.Draw{
		Label: fmt.Sprintf("%d/c/booth/%s", s.year(), s.Wreck), Pool: booth, N: min(wreckCubes, len(booth)), Hidden: true,
	}}
}

func wrecked(s *State, cubes []string) []games.Fact {
	return []games.Fact{fact(factWrecked, BallotsWrecked{Gang: s.Wreck, Cubes: cubes, Paid: wreckPrice, Actions: 1})}
}

// rigVerbs are the orders of the module ballots.
func rigVerbs() []games.Verb {
	return []games.Verb{
		{
			ID: "rig", Kind: kindRig, Keep: true, FR: []string{"truquer", "truque", "truquez"}, EN: []string{"rig"},
			Shape: "{n:int" + bounds(mostBallots) + "}", Help: games.Text{FR: "truquer 5", EN: "rig 5"},
			Note: games.Text{
				FR: "Truquer est toujours votre dernière action de l'année ; personne n'en voit rien avant le dépouillement.",
				EN: "Rigging is always your last action of the year; nobody sees anything of it before the count.",
			},
		},
		{
			ID: "wreck", Kind: kindAction, FR: []string{"saccager"}, EN: []string{"wreck"},
			Help: games.Text{FR: "saccager", EN: "wreck"},
		},
	}
}

func someRigs() games.Choice {
	c := games.Choice{More: true}
	for n := mostBallots; n > 0; n-- {
		c.Lines = append(c.Lines, games.Order("rig", "n", strconv.Itoa(n)))
	}
	return c
}

// Redeal implements games.Redealer: what the other gangs have put into the booth
// this year is dealt anew, within what they could pay; nothing else is hidden.
func (r Rules) Redeal(s *State, seat games.Seat, pick func(n int) int) *State {
	r = r.of(s)
	look := s.clone()
	for i := range look.Gangs {
		g := &look.Gangs[i]
		if g.ID == string(seat) || !g.Year.Voted || g.Out {
			continue
		}
		n := pick(r.mostVotes(g) + 1)
		look.seal(g.ID, Vote{Cubes: n, Spent: n * ballotPrice})
	}
	return look
}
