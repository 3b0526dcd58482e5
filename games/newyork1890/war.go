package newyork1890

import (
	"fmt"
	"strconv"

	"fivepoints/games"
)

// Kinds of orders about wars.
const (
	kindWar    games.Kind = "war"
	kindAnswer games.Kind = "answer"
)

// phaseWar is the phase of declarations; it is played only with its module.
const phaseWar = "d"

// Limits of a war: members a side commits (d.2), dollars for its winner (d.3).
const (
	warLimit = 10
	warPrize = 10
)

// WarDeclared opens a war; the attacker's commitment is laid with it.
type WarDeclared struct {
	Gang    string `json:"gang"`
	Against string `json:"against"`
	Members int    `json:"members"`
}

// WarPassed is a gang that declares no war this year.
type WarPassed struct {
	Gang string `json:"gang"`
}

const (
	factWarDeclared = "war_declared"
	factWarPassed   = "war_passed"
	factWarFought   = "war_fought"
)

func warFactTypes() []games.FactType {
	return []games.FactType{
		{Type: factWarDeclared, V: 1, Pub: WarDeclared{}},
		{Type: factWarPassed, V: 1, Pub: WarPassed{}},
		{Type: factWarFought, V: 1, Pub: Fought{}},
	}
}

// afterMoves opens the phase behind c.
func (r Rules) afterMoves(s *State) games.Fact {
	if s.option("gang_war") == on {
		return fact(factPhase, PhaseStarted{Phase: phaseWar, Turns: r.turns(s)})
	}
	return fact(factPhase, PhaseStarted{Phase: phaseHome})
}

// nextWar asks gang after gang for its declaration, in turn order (d.1).
func (r Rules) nextWar(s *State) games.Step {
	if s.Fight != nil {
		return r.nextFight(s)
	}
	if step, ok := r.nextFavours(s, s.Order, stageCouncil); ok {
		return step
	}
	if due := s.loanDue(); len(due) > 0 {
		return games.Step{Due: due}
	}
	if s.Turn >= len(s.Turns) {
		return games.Step{Auto: []games.Fact{fact(factPhase, PhaseStarted{Phase: phaseHome})}}
	}
	g := s.gang(s.Turns[s.Turn])
	if g.Out || g.inPlay().n() == 0 || len(s.targets(g)) == 0 {
		return games.Step{Auto: []games.Fact{fact(factWarPassed, WarPassed{g.ID})}}
	}
	return games.Step{Due: []games.Decision{s.decision(g, kindWar, "war")}}
}

// targets lists the gangs on which war can be declared: those with members in
// play (d.1).
func (s *State) targets(g *Gang) []string {
	var out []string
	for _, o := range s.byOrder() {
		if o.ID != g.ID && !o.Out && o.inPlay().n() > 0 {
			out = append(out, o.ID)
		}
	}
	return out
}

// commit cuts a commitment to ten and to the members in play (d.2, c.a.fit).
func commit(g *Gang, n int) int { return min(n, warLimit, g.inPlay().n()) }

// decideWar declares a war with a commitment and its weapons; without a gang it
// passes (d.1, d.2).
func (r Rules) decideWar(s *State, g *Gang, l games.Line) ([]games.Fact, *games.Refusal) {
	against := l.First("gang")
	if against == "" {
		return []games.Fact{fact(factWarPassed, WarPassed{g.ID})}, nil
	}
	n, err := strconv.Atoi(l.First("n"))
	o := s.gang(against)
	switch {
	case err != nil || n < 1 || n > warLimit:
		return nil, games.Invalid("d.2", "ny.refused.commit", games.Int("limit", warLimit))
	case o == nil || o.ID == g.ID || o.Out || o.inPlay().n() == 0 || g.inPlay().n() == 0:
		return nil, games.Refuse("d.1", "ny.refused.target", games.With("against", "gang", against))
	case cubes(l) > n:
		return nil, games.Invalid("order.7", "ny.refused.cubes", games.Int("n", n))
	case s.pactWith(g.ID, against, "nowar") != nil: // (g.nowar)
		return nil, forbidden("g.nowar", *s.pactWith(g.ID, against, "nowar"), g.ID)
	}
	laid, ref := r.lay(g, commit(g, n), l)
	if ref != nil {
		return nil, ref
	}
	out := []games.Fact{fact(factWarDeclared, WarDeclared{g.ID, against, commit(g, n)}), laid}
	return append(out, s.callLoan(g, against, l.First("loan") != "" || g.Year.Loan != "answer")...), nil
}

// cubes counts the weapons written in an order.
func cubes(l games.Line) int {
	sum := 0
	for _, word := range l.Arg("arms") {
		n, _, _ := armsWord(word)
		sum += n
	}
	return sum
}

// answerDue asks the gang attacked, which has not seen the commitment (d.2).
func (s *State) answerDue() []games.Decision {
	d := s.decision(s.gang(s.Fight.Defender), kindAnswer, s.fightPath()+"/answer")
	d.Sealed = fmt.Sprintf("%d/%s", s.year(), s.fightPath())
	return []games.Decision{d}
}

// decideAnswer commits the defender: as written, else all in play up to ten
// with sticks (d.2).
func (r Rules) decideAnswer(s *State, g *Gang, l games.Line) ([]games.Fact, *games.Refusal) {
	if s.Fight == nil && s.Phase == phaseWar {
		return []games.Fact{fact(factReserved, LoanReserved{g.ID, reservedFor(l)})}, nil
	}
	if s.Fight == nil || s.Fight.Place != "" || s.Fight.Defender != g.ID {
		return nil, elsewhere("d.2")
	}
	n := warLimit
	if word := l.First("n"); word != "" {
		var err error
		if n, err = strconv.Atoi(word); err != nil || n < 1 || n > warLimit {
			return nil, games.Invalid("d.2", "ny.refused.commit", games.Int("limit", warLimit))
		}
	}
	if cubes(l) > n {
		return nil, games.Invalid("order.7", "ny.refused.cubes", games.Int("n", n))
	}
	laid, ref := r.lay(g, commit(g, n), l)
	if ref != nil {
		return nil, ref
	}
	return append([]games.Fact{laid}, s.callLoan(g, s.Fight.Attacker, true)...), nil
}

// warFought tells a war; with the option war.prize_from its loser pays the
// prize, as far as his money goes (d.3).
func (r Rules) warFought(s *State, drawn []string) []games.Fact {
	f, loans := r.fought(s, drawn), s.loansEnd(s.Fight)
	if f.Winner == "" || s.option("war.prize_from") != "loser" {
		return append([]games.Fact{fact(factWarFought, f)}, loans...)
	}
	loser := f.Attacker
	if loser.Gang == f.Winner {
		loser = f.Defender
	}
	f.Prize = min(warPrize, s.reach(s.gang(loser.Gang))+loser.KillPay+loser.WoundPay)
	return append([]games.Fact{fact(factWarFought, f), fact(factPrize, PrizeTaken{loser.Gang, f.Prize})}, loans...)
}

// reach is the money that others can take from a gang: in a year with ballots not
// what may lie in the booth, for that is nobody's business before the count.
func (s *State) reach(g *Gang) int {
	if s.votes() && g.Year.Voted {
		return max(0, g.Money-mostBallots*ballotPrice)
	}
	return g.Money
}

// warVerbs are the orders of the module gang_war; a loan needs pacts and is
// read and ignored without them.
func warVerbs() []games.Verb {
	force := "{n:int" + bounds(warLimit) + "} [ : " + armsShape + " ] [ {loan:=loan} ]"
	return []games.Verb{
		{
			ID: "war", Kind: kindWar, Object: "gang", FR: []string{"guerre"}, EN: []string{"war"}, Shape: "{gang:gang} " + force,
			Help: games.Text{FR: "guerre dusters 6: 2 pistolets, 2 couteaux", EN: "war dusters 6: 2 pistols, 2 knives"},
		},
		{
			ID: "answer", Kind: kindAnswer, Keep: true, FR: []string{"riposte"}, EN: []string{"answer"}, Shape: force,
			Help: games.Text{FR: "toujours riposte 10: 1 couteau", EN: "always answer 10: 1 knife"},
		},
	}
}

// someWars proposes a war on each gang, with half and with all; someAnswers all
// or a few.
func (r Rules) someWars(s *State, g *Gang) games.Choice {
	c := games.Choice{More: true}
	for _, id := range s.targets(g) {
		if s.pactWith(g.ID, id, "nowar") != nil {
			continue
		}
		for _, n := range []int{commit(g, warLimit), (commit(g, warLimit) + 1) / 2} {
			if n > 0 {
				c.Lines = append(c.Lines, games.Order("war", "gang", id, "n", strconv.Itoa(n), "arms", "all"))
			}
		}
	}
	return c
}

func someAnswers() games.Choice {
	return games.Choice{Lines: []games.Line{
		games.Order("answer", "n", strconv.Itoa(warLimit), "arms", "all"), games.Order("answer", "n", strconv.Itoa(warLimit)),
		games.Order("answer", "n", "3", "arms", "1 knife"),
	}, More: true}
}
