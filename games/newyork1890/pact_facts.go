package newyork1890

import (
	"slices"
	"strings"

	"fivepoints/games"
)

// Facts of phase g. A Proposal is one, too.
type (
	// PactEnded is a pact of last year.
	PactEnded struct {
		Gang string `json:"gang"`
		With string `json:"with"`
		Pact string `json:"pact"`
	}
	// OffersEnded says that a gang's list of offers is complete.
	OffersEnded struct {
		Gang string `json:"gang"`
	}
	// TalksPassed is a gang whose initiative is over.
	TalksPassed struct {
		Gang string `json:"gang"`
	}
	// Answered is what became of an offer; Crossed is one that both had made.
	Answered struct {
		Offer    Proposal `json:"offer"`
		Accepted bool     `json:"accepted,omitempty"`
		Crossed  bool     `json:"crossed,omitempty"`
	}
	// DuelFought says who drew the black cube, by its place from 1.
	DuelFought struct {
		Gang   string `json:"gang"` // who proposed
		With   string `json:"with"`
		Pact   string `json:"pact"`
		Black  int    `json:"black"`
		Winner string `json:"winner"`
	}
	// PactMade binds two gangs until the next g.
	PactMade struct {
		Gang  string `json:"gang"`
		With  string `json:"with"`
		Pact  string `json:"pact"`
		Round int    `json:"round"`
	}
	// Exchanged are two tokens and the garrisons that change places.
	Exchanged struct {
		Gang   string `json:"gang"`
		With   string `json:"with"`
		Give   Token  `json:"give"`
		Get    Token  `json:"get"`
		Mine   Sexes  `json:"mine"` // of the first, who leave the place of Give
		Theirs Sexes  `json:"theirs"`
	}
	// ExchangeVoided is an exchange that could not be: "token", "hq" or "room".
	ExchangeVoided struct {
		Gang string `json:"gang"`
		With string `json:"with"`
		Why  string `json:"why"`
	}
)

const (
	factPactEnded  = "pact_ended"
	factProposed   = "pact_proposed"
	factOffersDone = "offers_ended"
	factOffered    = "pact_offered"
	factAnswered   = "pact_answered"
	factDuel       = "duel_fought"
	factPactMade   = "pact_made"
	factExchanged  = "tokens_exchanged"
	factVoid       = "exchange_voided"
	factTalked     = "talks_passed"
)

func pactFactTypes() []games.FactType {
	return []games.FactType{
		{Type: factPactEnded, V: 1, Pub: PactEnded{}},
		{Type: factProposed, V: 1, Pub: Proposal{}},
		{Type: factOffersDone, V: 1, Pub: OffersEnded{}},
		{Type: factOffered, V: 1, Pub: Proposal{}},
		{Type: factAnswered, V: 1, Pub: Answered{}},
		{Type: factDuel, V: 1, Pub: DuelFought{}},
		{Type: factPactMade, V: 1, Pub: PactMade{}},
		{Type: factExchanged, V: 1, Pub: Exchanged{}},
		{Type: factVoid, V: 1, Pub: ExchangeVoided{}},
		{Type: factTalked, V: 1, Pub: TalksPassed{}},
	}
}

// evolvePacts folds phase g and what holds until the next.
func evolvePacts(s *State, f games.Fact) {
	switch p := f.Pub.(type) {
	case PactEnded:
		s.Pacts = slices.DeleteFunc(slices.Clone(s.Pacts), func(q Pact) bool {
			return q.Kind == p.Pact && q.A == p.Gang && q.B == p.With && q.Round < s.Round
		})
	case PactMade:
		s.Pacts = append(s.Pacts, Pact{Kind: p.Pact, A: p.Gang, B: p.With, Round: p.Round})
	case Exchanged:
		evolveExchanged(s, p)
	case Proposal, OffersEnded, TalksPassed, Answered, DuelFought:
		evolveTalks(s, f)
	default:
		evolveLoans(s, f)
	}
}

func evolveTalks(s *State, f games.Fact) {
	if s.Talks == nil {
		s.Talks = &Talks{}
	}
	t := s.Talks
	switch p := f.Pub.(type) {
	case Proposal:
		if f.Type == factOffered {
			t.Open = &p
			break
		}
		t.Offers = append(t.Offers, p)
	case OffersEnded:
		t.Listed = append(t.Listed, p.Gang)
	case Answered:
		evolveAnswered(s, p)
	case DuelFought:
		s.closeOffer()
	case TalksPassed:
		s.Turn++
	}
}

func evolveAnswered(s *State, p Answered) {
	if !p.Accepted && s.duels(p.Offer) {
		s.Talks.Duel = true
		return
	}
	s.closeOffer()
}

// closeOffer puts the open offer behind its gang, whose turn is over then; by
// option the gang goes on with its list.
func (s *State) closeOffer() {
	t := s.Talks
	if t.Open == nil {
		return
	}
	for i := range t.Offers {
		if q := t.Offers[i]; q == *t.Open {
			t.Offers[i].Done = true
		}
	}
	t.Open, t.Duel = nil, false
	if s.option("pacts.initiatives") != "all" {
		s.Turn++
	}
}

func evolveExchanged(s *State, p Exchanged) {
	for i, t := range s.Tokens {
		switch t {
		case p.Give:
			s.Tokens[i].Gang = p.With
		case p.Get:
			s.Tokens[i].Gang = p.Gang
		}
	}
	moves := func(id, from, to string, who Sexes) {
		s.with(id, func(g *Gang) {
			g.Stacks = addStack(g.Stacks, from, Sexes{}.minus(who))
			g.Stacks = addStack(g.Stacks, to, who)
		})
	}
	moves(p.Gang, p.Give.Place, p.Get.Place, p.Mine)
	moves(p.With, p.Get.Place, p.Give.Place, p.Theirs)
}

// tellPacts tells phase g.
func (r Rules) tellPacts(f games.Fact) (games.Msg, bool) {
	pair := func(key, gang, with, pact string, more ...games.MsgArg) games.Msg {
		return games.Say(key, append([]games.MsgArg{gangArg(gang), games.With("with", "gang", with), games.With("pact", "pact", pact)}, more...)...)
	}
	switch p := f.Pub.(type) {
	case PactEnded:
		return pair("ny.pact_ended", p.Gang, p.With, p.Pact), true
	case Proposal:
		if f.Type == factOffered {
			return r.tellOffered("ny.pact_offered", p), true
		}
	case Answered:
		key := "ny.pact_refused"
		switch {
		case p.Crossed:
			key = "ny.pact_crossed"
		case p.Accepted:
			key = "ny.pact_accepted"
		}
		return pair(key, p.Offer.With, p.Offer.Gang, p.Offer.Pact), true
	case DuelFought:
		return pair("ny.duel_fought", p.Gang, p.With, p.Pact, games.Int("n", p.Black), games.With("winner", "gang", p.Winner)), true
	case PactMade:
		return pair("ny.pact_made."+p.Pact, p.Gang, p.With, p.Pact), true
	case Exchanged:
		return games.Say("ny.tokens_exchanged", gangArg(p.Gang), games.With("with", "gang", p.With),
			activityArg(p.Give.Activity), r.placeArg("place", p.Give.Place),
			games.With("other", "activity", p.Get.Activity), r.placeArg("to", p.Get.Place)), true
	case ExchangeVoided:
		return games.Say("ny.exchange_voided."+p.Why, gangArg(p.Gang), games.With("with", "gang", p.With)), true
	}
	return r.tellLoans(f)
}

func (r Rules) tellOffered(key string, p Proposal) games.Msg {
	m := games.Say(key, gangArg(p.Gang), games.With("with", "gang", p.With), games.With("pact", "pact", p.Pact))
	if p.Pact == "exchange" {
		m.Key += ".exchange"
		at, slot, _ := strings.Cut(p.Give, " ")
		to, other, _ := strings.Cut(p.Get, " ")
		m.Args = append(m.Args, r.placeArg("place", at), games.With("give", "kw", slot), r.placeArg("to", to), games.With("get", "kw", other))
	}
	return m
}
