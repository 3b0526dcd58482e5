package newyork1890

import (
	"slices"
	"strconv"
	"strings"

	"fivepoints/games"
)

// Kinds of orders.
const (
	kindMove   games.Kind = "move"
	kindAction games.Kind = "action"
	kindLosses games.Kind = "losses"
	kindReturn games.Kind = "return"
	kindSupply games.Kind = "supply"
)

// Lines that no player can type: the default of moves and actions.
const (
	endMoves   = "end-moves"
	endActions = "end-actions"
)

// Next walks the finest sequence of the year (year.1).
func (r Rules) Next(s *State) games.Step {
	r = r.of(s)
	if s.eliminated() != nil {
		return games.Step{Auto: r.eliminate(s)}
	}
	if s.hasPolice() && s.Police == nil && s.Phase != phaseOver {
		return games.Step{Auto: []games.Fact{fact(factPolice, PolicePlaced{r.data.PoliceStart})}}
	}
	switch s.Phase {
	case phaseSetup:
		return r.nextSetup(s)
	case phasePolice:
		return r.nextPolice(s)
	case phaseProduce:
		if len(s.Pending) > 0 {
			return games.Step{Auto: []games.Fact{s.applied()}}
		}
		if due := r.earlySupplyDue(s); len(due) > 0 {
			return games.Step{Due: due}
		}
		if step, ok := r.nextBribe(s); ok {
			return step
		}
		return games.Step{Auto: r.produce(s)}
	case phaseRevenue:
		return dueOr(slices.Concat(r.supplyDue(s), r.draftDue(s)), func() []games.Fact { return r.collect(s) })
	case phaseMoves:
		return r.nextTurn(s)
	case phaseWar:
		return r.nextWar(s)
	case phaseHome:
		if step, ok := r.nextFavours(s, s.Order, stageCouncil); ok {
			return step
		}
		return dueOr(slices.Concat(r.returnDue(s), r.careDue(s)), func() []games.Fact { return r.homecoming(s) })
	case phaseAlcohol:
		return dueOr(r.dialDue(s), func() []games.Fact { return r.applyAlcohol(s) })
	case phaseTalks:
		return r.nextTalks(s)
	case phaseOver:
		return games.Step{Over: result(s)}
	}
	return games.Step{}
}

func dueOr(due []games.Decision, auto func() []games.Fact) games.Step {
	if len(due) > 0 {
		return games.Step{Due: due}
	}
	return games.Step{Auto: auto()}
}

// nextSetup draws the first turn order, then opens year one (setup.2).
func (r Rules) nextSetup(s *State) games.Step {
	if len(s.Order) == 0 {
		var pool []string
		for _, g := range s.Gangs {
			pool = append(pool, g.ID)
		}
		return games.Step{Draw: &games.Draw{Label: strconv.Itoa(firstYear) + "/a/order", Pool: pool, N: len(pool)}}
	}
	return games.Step{Auto: []games.Fact{yearStarted(1)}}
}

func yearStarted(round int) games.Fact {
	return fact(factYear, YearStarted{round, firstYear - 1 + round})
}

// turns is the snapshot of the track that phase c goes by (c.a.swap).
func (r Rules) turns(s *State) []string {
	var out []string
	for _, id := range s.Order {
		if g := s.gang(id); g != nil && !g.Out {
			out = append(out, id)
		}
	}
	return out
}

// nextTurn asks the gang whose turn it is for moves, then for actions (order.5,
// c.a.0). It asks once more than can be done, so that an order too many is
// answered with its reason.
func (r Rules) nextTurn(s *State) games.Step {
	g := s.current()
	switch {
	case g == nil:
		return games.Step{Auto: []games.Fact{r.afterMoves(s)}}
	case s.Robbery != nil:
		return r.nextRobbery(s)
	case s.Fight != nil:
		return r.nextFight(s)
	case s.Wreck != "":
		return r.nextWreck(s)
	case g.Out, g.Year.Voted:
		return games.Step{Auto: []games.Fact{actionsEnded(g)}}
	case s.asksVote(g):
		return games.Step{Due: []games.Decision{s.secret(g, kindRig, "rig")}}
	}
	if step, ok := r.nextFavours(s, []string{g.ID}, stageMoves); ok && !s.Acting && g.Year.Moves == 0 {
		return step
	}
	switch {
	case !s.Acting && g.inPlay().n() > 0:
		return games.Step{Due: []games.Decision{s.decision(g, kindMove, "move/"+strconv.Itoa(g.Year.Moves+1))}}
	case !s.Acting:
		return games.Step{Auto: []games.Fact{movesEnded(g)}}
	case s.nextBattlefield(g) != "":
		return r.beginBattle(s, g, s.nextBattlefield(g))
	case g.Year.Available > 0:
		return games.Step{Due: []games.Decision{s.decision(g, kindAction, "action/"+strconv.Itoa(g.Year.Orders+1))}}
	}
	return games.Step{Auto: []games.Fact{actionsEnded(g)}}
}

// movesEnded counts the actions: the spaces occupied when the moves are done (c.a.0).
func movesEnded(g *Gang) games.Fact {
	f := MovesEnded{Gang: g.ID, Actions: len(g.Stacks)}
	for _, st := range g.Stacks {
		f.Spaces = append(f.Spaces, st.Place)
	}
	return fact(factMovesEnded, f)
}

func actionsEnded(g *Gang) games.Fact {
	return fact(factDone, ActionsEnded{g.ID, g.Year.Available - g.Year.Used})
}

// Drawn turns the picks of a draw into facts.
func (r Rules) Drawn(s *State, d games.Draw, picks []int) []games.Fact {
	r = r.of(s)
	var names []string
	for _, i := range picks {
		names = append(names, d.Pool[i])
	}
	if strings.HasSuffix(d.Label, "/a/order") {
		return []games.Fact{fact(factOrder, OrderDrawn{names})}
	}
	if s.Wreck != "" {
		return wrecked(s, names)
	}
	if s.Talks != nil && s.Talks.Open != nil {
		return r.duelled(s, names)
	}
	if s.Fight != nil {
		if s.Fight.Place == "" {
			return r.warFought(s, names)
		}
		return []games.Fact{fact(factFought, r.fought(s, names))}
	}
	return r.robbed(s, names)
}

// Default is the order of a gang that sent nothing (mail.2): no more moves or
// actions, and for the settings the rule that holds without one.
func (r Rules) Default(_ *State, d games.Decision, _ int) games.Line {
	switch d.Kind {
	case kindMove:
		return games.Line{Verb: endMoves}
	case kindAction:
		return games.Line{Verb: endActions}
	case kindFavour:
		return games.Line{Verb: endFavours}
	case kindOffer:
		return games.Line{Verb: endOffers}
	}
	return games.Line{Verb: string(d.Kind)}
}

// Decide judges one order. Of the nearest forms a refusal brings, only legal
// ones are shown (order.7).
func (r Rules) Decide(s *State, d games.Decision, l games.Line) ([]games.Fact, *games.Refusal) {
	r = r.of(s)
	facts, ref := r.judge(s, d, l)
	if ref != nil {
		ref.Nearest = slices.DeleteFunc(ref.Nearest, func(near games.Line) bool {
			_, again := r.judge(s, d, near)
			return again != nil
		})
	}
	return facts, ref
}

func (r Rules) judge(s *State, d games.Decision, l games.Line) ([]games.Fact, *games.Refusal) {
	g := s.gang(string(d.Seat))
	if g == nil {
		return nil, games.Invalid("order.7", "ny.refused.gang")
	}
	switch d.Kind {
	case kindMove:
		return r.decideMove(s, g, l)
	case kindAction:
		return r.decideAction(s, g, l)
	case kindReturn:
		return r.decideList(factReturn, g, l, "back")
	case kindSupply:
		return r.decideSupply(g, d, l)
	case kindLosses:
		return r.decideLosses(s, g, d, l)
	case kindBattle:
		return r.decideBattle(s, g, l)
	case kindDefend:
		return r.decideDefend(s, g, l)
	case kindWar:
		return r.decideWar(s, g, l)
	case kindAnswer:
		return r.decideAnswer(s, g, l)
	case kindPolice:
		return r.decidePolice(s, g, l)
	case kindBribe:
		return r.decideBribe(s, g, l)
	case kindCare:
		return r.decideCare(g, d, l)
	case kindRetreat:
		return r.decideRetreat(s, g, l)
	case kindSpoils:
		return r.decideSpoils(s, g, l)
	case kindFavour:
		return r.decideFavour(s, g, l)
	case kindDraft:
		return decideDraft(g, l)
	case kindRig:
		return r.decideRig(g, l)
	case kindOffer:
		return r.decideOffer(s, g, l)
	case kindPact:
		return r.decidePact(s, g, l)
	case kindLend:
		return r.decideLend(s, g, l)
	}
	return nil, games.Invalid("order.7", "ny.refused.kind")
}
