package newyork1890

import (
	"fmt"

	"fivepoints/games"
)

// kindLend are the weapons that a gang gives the men it lends.
const kindLend games.Kind = "lend"

// Loan are the men lent to one side of a war; they count among the cubes and
// never fall (g.loan).
type Loan struct {
	From    string `json:"from"` // the lender
	Laid    bool   `json:"laid,omitempty"`
	Pistols int    `json:"pistols,omitempty"`
	Knives  int    `json:"knives,omitempty"`
	Sticks  int    `json:"sticks,omitempty"`
}

func (l *Loan) men() int {
	if l == nil {
		return 0
	}
	return l.Pistols + l.Knives + l.Sticks
}

// waits tells whether men are lent whose weapons are not chosen yet.
func (l *Loan) waits() bool { return l != nil && !l.Laid }

// loanOf is the loan that a gang may still call this year, nil for none (g.loan).
func (s *State) loanOf(g *Gang) *Pact {
	p := s.pactOf(g.ID, "loan")
	if p == nil || count(p.Called, g.ID) > 0 || s.gang(p.partner(g.ID)) == nil || s.gang(p.partner(g.ID)).Out {
		return nil
	}
	return p
}

// loanDue asks, before wars are declared, whether a gang keeps its loan for a war
// that it suffers: its answer says so by the word loan (g.loan).
func (s *State) loanDue() []games.Decision {
	var out []games.Decision
	for _, g := range s.living() {
		if !g.Year.Spoken && s.loanOf(g) != nil {
			out = append(out, s.decision(g, kindAnswer, "loan"))
		}
	}
	return out
}

func reservedFor(l games.Line) string {
	if l.First("loan") != "" {
		return "answer"
	}
	return ""
}

// callLoan adds the partner's men to a war against a third gang: the first of the
// year, unless the loan is kept for another (g.loan).
func (s *State) callLoan(g *Gang, against string, now bool) []games.Fact {
	p := s.loanOf(g)
	if p == nil || !now || p.partner(g.ID) == against {
		return nil
	}
	return []games.Fact{fact(factLoanCalled, LoanCalled{g.ID, p.partner(g.ID)})}
}

// lender is who still chooses the weapons of the men he lends, nil for nobody.
func (s *State) lender() *Gang {
	for _, p := range []Party{s.Fight.Att, s.Fight.Def} {
		if p.Loan.waits() {
			return s.gang(p.Loan.From)
		}
	}
	return nil
}

// nextLoan asks a lender that has weapons; without any his men bring sticks.
func (r Rules) nextLoan(s *State, g *Gang) games.Step {
	if g.Pistols+g.Knives == 0 {
		facts, _ := r.decideLend(s, g, games.Order("lend"))
		return games.Step{Auto: facts}
	}
	d := s.decision(g, kindLend, s.fightPath()+"/lend")
	d.Sealed = fmt.Sprintf("%d/%s/lend", s.year(), s.fightPath())
	return games.Step{Due: []games.Decision{d}}
}

// decideLend takes the lender's weapons out of his stock, the rest sticks (g.loan).
func (r Rules) decideLend(s *State, g *Gang, l games.Line) ([]games.Fact, *games.Refusal) {
	if s.Fight == nil || s.lender() != g {
		return nil, elsewhere("g.loan")
	}
	row, _ := r.pactKind("loan")
	f, ref := r.lay(g, row.Members, l)
	if ref != nil {
		return nil, ref
	}
	to := s.Fight.Attacker
	if s.Fight.Def.Loan.waits() {
		to = s.Fight.Defender
	}
	arms, _ := f.Pub.(ArmsLaid)
	return []games.Fact{fact(factLent, ArmsLent{g.ID, to, arms.Pistols, arms.Knives, arms.Sticks})}, nil
}

// loansEnd says what a fight does to the stocks of lenders: what they lent stays
// with who drew it, is spent, or goes back (g.loan, combat.5).
func (s *State) loansEnd(f *Fight) []games.Fact {
	var out []games.Fact
	for _, p := range []Party{f.Att, f.Def} {
		if p.Loan == nil {
			continue
		}
		end := LoanEnd{Gang: p.Loan.From}
		if s.option("weapons.after") != "returned" {
			end.PistolsBy, end.KnivesBy = -p.Loan.Pistols, -p.Loan.Knives
		}
		out = append(out, fact(factLoanEnd, end))
	}
	return out
}

// Facts of loans.
type (
	// LoanReserved says what a gang keeps its loan for: "answer", or the first war.
	LoanReserved struct {
		Gang string `json:"gang"`
		For  string `json:"for,omitempty"`
	}
	// LoanCalled brings a partner's men into a war.
	LoanCalled struct {
		Gang string `json:"gang"`
		From string `json:"from"`
	}
	// ArmsLent are the weapons of lent men.
	ArmsLent struct {
		Gang    string `json:"gang"` // the lender
		To      string `json:"to"`
		Pistols int    `json:"pistols,omitempty"`
		Knives  int    `json:"knives,omitempty"`
		Sticks  int    `json:"sticks,omitempty"`
	}
	// LoanEnd is what a war did to a lender's stock.
	LoanEnd struct {
		Gang      string `json:"gang"`
		PistolsBy int    `json:"pistols_by,omitempty"`
		KnivesBy  int    `json:"knives_by,omitempty"`
	}
)

const (
	factReserved   = "loan_reserved"
	factLoanCalled = "loan_called"
	factLent       = "arms_lent"
	factLoanEnd    = "loan_ended"
)

func loanFactTypes() []games.FactType {
	return []games.FactType{
		{Type: factReserved, V: 1, Pub: LoanReserved{}},
		{Type: factLoanCalled, V: 1, Pub: LoanCalled{}},
		{Type: factLent, V: 1, Pub: ArmsLent{}},
		{Type: factLoanEnd, V: 1, Pub: LoanEnd{}},
	}
}

func evolveLoans(s *State, f games.Fact) {
	switch p := f.Pub.(type) {
	case LoanReserved:
		s.with(p.Gang, func(g *Gang) { g.Year.Loan, g.Year.Spoken = p.For, true })
	case LoanCalled:
		if party := s.party(p.Gang); party != nil {
			party.Loan = &Loan{From: p.From}
		}
		if pact := s.pactOf(p.Gang, "loan"); pact != nil {
			pact.Called = append(pact.Called, p.Gang)
		}
	case ArmsLent:
		if party := s.party(p.To); party != nil {
			party.Loan = &Loan{p.Gang, true, p.Pistols, p.Knives, p.Sticks}
		}
	case LoanEnd:
		s.with(p.Gang, func(g *Gang) { g.Pistols, g.Knives = g.Pistols+p.PistolsBy, g.Knives+p.KnivesBy })
	default:
		evolvePolice(s, f)
	}
}

// tellLoans tells them.
func (r Rules) tellLoans(f games.Fact) (games.Msg, bool) {
	switch p := f.Pub.(type) {
	case LoanCalled:
		return games.Say("ny.loan_called", gangArg(p.Gang), games.With("from", "gang", p.From)), true
	case ArmsLent:
		return games.Say("ny.arms_lent", gangArg(p.Gang), games.With("with", "gang", p.To), games.Int("pistols", p.Pistols),
			games.Int("knives", p.Knives), games.Int("sticks", p.Sticks)), true
	}
	return games.Msg{}, false
}
