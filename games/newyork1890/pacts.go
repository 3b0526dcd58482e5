package newyork1890

import (
	"fmt"
	"slices"
	"strings"

	"fivepoints/games"
)

// Kinds of orders about pacts: a ranked list of offers, and policies that answer them.
const (
	kindOffer games.Kind = "offer"
	kindPact  games.Kind = "pact"
)

// endOffers is the line that no player types: no more offers.
const endOffers = "end-offers"

// maxOffers bounds a gang's ranked list.
const maxOffers = 12

// duelWhites are the white cubes beside the black one of a duel (g.3).
const duelWhites = 5

// Pact binds two gangs until the next g.
type Pact struct {
	Kind   string   `json:"kind"`
	A      string   `json:"a"` // who proposed it
	B      string   `json:"b"`
	Round  int      `json:"round"`            // in which it was made
	Called []string `json:"called,omitempty"` // of a loan: who has had his men
}

// Talks are phase g under way: first every gang's list of offers, then, in turn
// order, the initiatives.
type Talks struct {
	Offers []Proposal `json:"offers,omitempty"` // all lists, in the order given
	Listed []string   `json:"listed,omitempty"` // gangs whose list is complete
	Open   *Proposal  `json:"open,omitempty"`   // the initiative that waits for its answer
	Duel   bool       `json:"duel,omitempty"`   // it was refused, a duel decides
}

func (t *Talks) clone() *Talks {
	if t == nil {
		return nil
	}
	c := *t
	c.Offers, c.Listed = slices.Clone(t.Offers), slices.Clone(t.Listed)
	if t.Open != nil {
		o := *t.Open
		c.Open = &o
	}
	return &c
}

// Proposal is one offer of a list. Give and Get are tokens of an exchange, as
// "LES joint": what the proposer gives, and what he wants.
type Proposal struct {
	Gang string `json:"gang"`
	With string `json:"with"`
	Pact string `json:"pact"`
	Duel bool   `json:"duel,omitempty"`
	Give string `json:"give,omitempty"`
	Get  string `json:"get,omitempty"`
	Done bool   `json:"done,omitempty"` // it was made, or could not be
}

// mirrors tells whether two proposals are the same deal seen from both sides.
func (p Proposal) mirrors(o Proposal) bool {
	return p.Gang == o.With && p.With == o.Gang && p.Pact == o.Pact && p.Give == o.Get && p.Get == o.Give
}

// binds tells whether a pact is one of that gang.
func (p Pact) binds(gang string) bool { return p.A == gang || p.B == gang }

// partner is the other gang of a pact.
func (p Pact) partner(gang string) string {
	if p.A == gang {
		return p.B
	}
	return p.A
}

// pactOf finds a pact of a gang, nil for none.
func (s *State) pactOf(gang, kind string) *Pact {
	for i := range s.Pacts {
		if p := &s.Pacts[i]; p.Kind == kind && p.binds(gang) {
			return p
		}
	}
	return nil
}

// pactWith finds a pact between two gangs, nil for none.
func (s *State) pactWith(a, b, kind string) *Pact {
	if p := s.pactOf(a, kind); p != nil && p.partner(a) == b {
		return p
	}
	return nil
}

// forbidden refuses what a pact forbids and names it.
func forbidden(rule string, p Pact, gang string) *games.Refusal {
	return games.Refuse(rule, "ny.refused.pact", games.With("pact", "pact", p.Kind), games.With("against", "gang", p.partner(gang)))
}

// foes are the rivals on a place but for the partner of a truce (g.nobattle).
func (s *State) foes(g *Gang, place string) []string {
	return slices.DeleteFunc(s.rivals(g, place), func(id string) bool { return s.pactWith(g.ID, id, "nobattle") != nil })
}

// pactKind finds a kind of pacts in the tables.
func (r Rules) pactKind(key string) (pactRow, bool) {
	i := slices.IndexFunc(r.data.Pacts, func(p pactRow) bool { return p.Key == key })
	if i < 0 {
		return pactRow{}, false
	}
	return r.data.Pacts[i], true
}

// available tells whether a pair of a kind is still on the table (g.2).
func (r Rules) available(s *State, kind string) bool {
	row, ok := r.pactKind(kind)
	if !ok || (row.Module != "" && s.option(row.Module) != on) {
		return false
	}
	n := 0
	for _, p := range s.Pacts {
		if p.Kind == kind {
			n++
		}
	}
	return n < row.Pairs
}

// nextTalks plays phase g: the pacts of last year end (g.1), every gang lists its
// offers, then in turn order each takes one initiative (g.2).
func (r Rules) nextTalks(s *State) games.Step {
	switch t := s.Talks; {
	case s.ending() != nil:
		return games.Step{Auto: s.ending()}
	case t != nil && t.Open != nil && t.Duel:
		return games.Step{Draw: r.duelDraw(s, *t.Open)}
	case t != nil && t.Open != nil:
		return r.nextAnswer(s, *t.Open)
	}
	for _, id := range s.Turns {
		if g := s.gang(id); !g.Out && len(s.living()) > 1 && !s.Talks.listed(id) {
			path := fmt.Sprintf("offer/%d", len(s.Talks.of(id))+1)
			return games.Step{Due: []games.Decision{s.decision(g, kindOffer, path)}}
		}
	}
	if s.Turn < len(s.Turns) {
		return games.Step{Auto: r.initiative(s, s.Turns[s.Turn])}
	}
	return games.Step{Auto: r.afterTalks(s)}
}

// ending are the pacts of an earlier year, which end when g begins.
func (s *State) ending() []games.Fact {
	var out []games.Fact
	for _, p := range s.Pacts {
		if p.Round < s.Round {
			out = append(out, fact(factPactEnded, PactEnded{p.A, p.B, p.Kind}))
		}
	}
	return out
}

func (t *Talks) listed(gang string) bool { return t != nil && slices.Contains(t.Listed, gang) }

// of lists a gang's offers.
func (t *Talks) of(gang string) []Proposal {
	var out []Proposal
	if t != nil {
		for _, p := range t.Offers {
			if p.Gang == gang {
				out = append(out, p)
			}
		}
	}
	return out
}

// decideOffer takes one entry of the ranked list; whether it can be made is seen
// when its turn comes (g.2).
func (r Rules) decideOffer(s *State, g *Gang, l games.Line) ([]games.Fact, *games.Refusal) {
	if l.Verb == endOffers {
		return []games.Fact{fact(factOffersDone, OffersEnded{g.ID})}, nil
	}
	p, ref := r.proposal(s, g, l)
	if ref != nil {
		return nil, ref
	}
	p.Duel = l.First("duel") != ""
	o := s.gang(p.With)
	_, known := r.pactKind(p.Pact)
	switch {
	case !known || o == nil || o.ID == g.ID || o.Out:
		return nil, games.Refuse("g.2", "ny.refused.partner", games.With("against", "gang", p.With))
	case len(s.Talks.of(g.ID)) >= maxOffers:
		return nil, games.Refuse("g.2", "ny.refused.offers", games.Int("limit", maxOffers))
	case slices.ContainsFunc(s.Talks.of(g.ID), func(q Proposal) bool { q.Duel = p.Duel; return q == p }):
		return nil, games.Refuse("g.2", "ny.refused.twice")
	}
	return []games.Fact{fact(factProposed, p)}, nil
}

// proposal reads an offer: "nowar" with a gang, or an exchange of two tokens.
func (r Rules) proposal(s *State, g *Gang, l games.Line) (Proposal, *games.Refusal) {
	p := Proposal{Gang: g.ID, With: l.First("gang"), Pact: l.First("pact")}
	if deal := l.First("deal"); deal != "" {
		p.Pact = "exchange"
		give, get := barter(deal)
		var ref *games.Refusal
		if p.Give, ref = r.tokenWord(s, g, g, give); ref != nil {
			return p, ref
		}
		if o := s.gang(p.With); o != nil {
			if p.Get, ref = r.tokenWord(s, g, o, get); ref != nil {
				return p, ref
			}
		}
	}
	return p, nil
}

// barter reads "exchange LES joint for TOM": what is given and what is wanted.
func barter(deal string) (give, get string) {
	deal, _, _ = strings.Cut(deal, " from ")
	give, get, _ = strings.Cut(strings.TrimPrefix(deal, "exchange "), " for ")
	return give, get
}

// tokenWord names one token of an owner as "LES joint"; where he has two, the
// order must say which (order.7, g.exchange.terms).
func (r Rules) tokenWord(s *State, g, owner *Gang, word string) (string, *games.Refusal) {
	at, slot, _ := strings.Cut(word, " ")
	place := g.place(at)
	var kinds []string
	for _, kind := range []string{"joint", "traffic"} {
		own := func(t Token) bool { return t.Gang == owner.ID }
		if (slot == "" || slot == kind) && slices.ContainsFunc(r.tokensAt(s, place, kind), own) {
			kinds = append(kinds, kind)
		}
	}
	switch len(kinds) {
	case 0:
		return "", games.Refuse("g.exchange", "ny.refused.token.none", r.placeArg("place", place), gangArg(owner.ID))
	case 1:
		return place + " " + kinds[0], nil
	}
	return "", games.Invalid("order.7", "ny.refused.which", r.placeArg("place", place))
}

// initiative makes the first offer of a gang's list that can be made: its pair
// is on the table, its target alive, its tokens there. By option all of them are
// made, one after another (g.2).
func (r Rules) initiative(s *State, gang string) []games.Fact {
	for _, p := range s.Talks.of(gang) {
		if !p.Done && r.canMake(s, p) {
			return []games.Fact{fact(factOffered, p)}
		}
	}
	return []games.Fact{fact(factTalked, TalksPassed{gang})}
}

func (r Rules) canMake(s *State, p Proposal) bool {
	g, o := s.gang(p.Gang), s.gang(p.With)
	if !r.available(s, p.Pact) || o == nil || o.Out || g.Out {
		return false
	}
	if p.Pact != "exchange" {
		return true
	}
	_, mine := r.namedToken(s, p.Gang, p.Give)
	_, theirs := r.namedToken(s, p.With, p.Get)
	return mine && theirs
}

// namedToken finds a gang's token by "LES joint", the oldest of several.
func (r Rules) namedToken(s *State, gang, word string) (Token, bool) {
	place, kind, _ := strings.Cut(word, " ")
	for _, t := range r.tokensAt(s, place, kind) {
		if t.Gang == gang {
			return t, true
		}
	}
	return Token{}, false
}

// nextAnswer asks the target, unless its own list holds the same deal: crossed
// offers are accepted, and the pair is used once (g.2).
func (r Rules) nextAnswer(s *State, p Proposal) games.Step {
	for _, q := range s.Talks.of(p.With) {
		if !q.Done && q.mirrors(p) {
			return games.Step{Auto: append([]games.Fact{fact(factAnswered, Answered{p, true, true})}, r.seal(s, p)...)}
		}
	}
	g := s.gang(p.With)
	path := fmt.Sprintf("answer/%s/%s/%d", p.Gang, p.Pact, len(s.Talks.done(p.Gang)))
	return games.Step{Due: []games.Decision{s.decision(g, kindPact, path)}}
}

// done lists the offers of a gang that are behind it.
func (t *Talks) done(gang string) []Proposal {
	return slices.DeleteFunc(t.of(gang), func(p Proposal) bool { return !p.Done })
}

// decidePact answers the offer on the table by a policy. An exchange is accepted
// by its terms only, "all" never covers it (g.exchange.terms). Without a policy
// it is refused (mail.2).
func (r Rules) decidePact(s *State, g *Gang, l games.Line) ([]games.Fact, *games.Refusal) {
	if s.Talks == nil || s.Talks.Open == nil || s.Talks.Open.With != g.ID {
		return nil, elsewhere("g.2")
	}
	p, deal := *s.Talks.Open, l.First("deal")
	switch l.Verb {
	case "accept":
		if !r.covers(s, g, deal, p) || (deal == "all" && p.Pact == "exchange") {
			return nil, elsewhere("g.exchange.terms")
		}
		return append([]games.Fact{fact(factAnswered, Answered{p, true, false})}, r.seal(s, p)...), nil
	case "refuse":
		if !r.covers(s, g, deal, p) {
			return nil, elsewhere("g.2")
		}
	}
	return []games.Fact{fact(factAnswered, Answered{p, false, false})}, nil
}

// covers tells whether a policy speaks of an offer: "all", "nowar from whyos",
// or "exchange LES joint for TOM from whyos", seen from the other side.
func (r Rules) covers(s *State, g *Gang, deal string, p Proposal) bool {
	if deal == "all" {
		return true
	}
	what, from, _ := strings.Cut(deal, " from ")
	if from != p.Gang {
		return false
	}
	if p.Pact != "exchange" || !strings.HasPrefix(what, "exchange ") {
		return what == p.Pact
	}
	give, get := barter(deal)
	mine, ref := r.tokenWord(s, g, g, give)
	theirs, ref2 := r.tokenWord(s, g, s.gang(p.Gang), get)
	return ref == nil && ref2 == nil && mine == p.Get && theirs == p.Give
}

// duels tells whether a refused offer goes to a duel: its proposer demands it,
// and it is no exchange, unless the option duel.exchange allows that (g.3).
func (s *State) duels(p Proposal) bool {
	return p.Duel && (p.Pact != "exchange" || s.option("duel.exchange") == on)
}

// duelDraw draws the six cubes one after another, the proposer first (g.3).
func (r Rules) duelDraw(s *State, p Proposal) *games.Draw {
	pool := append([]string{"black"}, slices.Repeat([]string{"white"}, duelWhites)...)
	label := fmt.Sprintf("%d/g/duel/%s/%s/%s", s.year(), p.Gang, p.With, p.Pact)
	if n := len(s.Talks.done(p.Gang)); n > 0 {
		label += fmt.Sprintf("/%d", n+1)
	}
	return &games.Draw{Label: label, Pool: pool, N: len(pool), Window: s.answerWindow()}
}

// duelled finds who drew the black cube: he loses, and the winner's verdict is
// given: the proposer makes his deal, the other makes none (g.3).
func (r Rules) duelled(s *State, cubes []string) []games.Fact {
	p := *s.Talks.Open
	at := slices.Index(cubes, "black") + 1
	f := DuelFought{Gang: p.Gang, With: p.With, Pact: p.Pact, Black: at, Winner: p.With}
	if at%2 == 0 {
		f.Winner = p.Gang
		return append([]games.Fact{fact(factDuel, f)}, r.seal(s, p)...)
	}
	return []games.Fact{fact(factDuel, f)}
}

// seal makes a pact; an exchange happens at once.
func (r Rules) seal(s *State, p Proposal) []games.Fact {
	made := fact(factPactMade, PactMade{p.Gang, p.With, p.Pact, s.Round})
	if p.Pact != "exchange" {
		return []games.Fact{made}
	}
	return []games.Fact{made, r.exchange(s, p)}
}

// exchange swaps two tokens and the garrisons of their owners; all others stay.
// It is void when a token is gone, when stacking breaks, or on a headquarters of
// one of the two (g.exchange).
func (r Rules) exchange(s *State, p Proposal) games.Fact {
	mine, ok := r.namedToken(s, p.Gang, p.Give)
	theirs, ok2 := r.namedToken(s, p.With, p.Get)
	a, b := s.gang(p.Gang), s.gang(p.With)
	void := func(why string) games.Fact { return fact(factVoid, ExchangeVoided{p.Gang, p.With, why}) }
	if !ok || !ok2 {
		return void("token")
	}
	for _, place := range []string{mine.Place, theirs.Place} {
		if place == a.HQ || place == b.HQ {
			return void("hq")
		}
	}
	f := Exchanged{Gang: p.Gang, With: p.With, Give: mine, Get: theirs}
	if mine.Place != theirs.Place {
		f.Mine, f.Theirs = a.at(mine.Place), b.at(theirs.Place)
	}
	if a.at(theirs.Place).n()+f.Mine.n() > stackLimit || b.at(mine.Place).n()+f.Theirs.n() > stackLimit {
		return void("room")
	}
	return fact(factExchanged, f)
}

// afterDial opens the phase behind f.
func (r Rules) afterDial(s *State) []games.Fact {
	if s.option("pacts") == on && len(s.living()) > 1 {
		return []games.Fact{fact(factPhase, PhaseStarted{Phase: phaseTalks, Turns: r.turns(s)})}
	}
	return r.afterTalks(s)
}

// afterTalks holds the election (h), closes the year's favours and opens the
// next year, or ends the game.
func (r Rules) afterTalks(s *State) []games.Fact {
	look := s.clone()
	out := r.election(look)
	r.evolveAll(look, out)
	out = append(out, r.lapse(look)...)
	return append(out, r.yearEnd(look)...)
}
