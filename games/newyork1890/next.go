package newyork1890

import (
	"cmp"
	"fmt"
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
	switch s.Phase {
	case phaseSetup:
		return r.nextSetup(s)
	case phaseProduce:
		return games.Step{Auto: r.produce(s)}
	case phaseRevenue:
		return dueOr(r.supplyDue(s), func() []games.Fact { return r.collect(s) })
	case phaseMoves:
		return r.nextTurn(s)
	case phaseHome:
		return dueOr(r.returnDue(s), func() []games.Fact { return r.homecoming(s) })
	case phaseAlcohol:
		return dueOr(r.dialDue(s), func() []games.Fact { return r.applyAlcohol(s) })
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
		return games.Step{Auto: []games.Fact{fact(factPhase, PhaseStarted{Phase: phaseHome})}}
	case s.Robbery != nil:
		return r.nextRobbery(s)
	case !s.Acting && g.inPlay().n() > 0:
		return games.Step{Due: []games.Decision{s.decision(g, kindMove, "move/"+strconv.Itoa(g.Year.Moves+1))}}
	case !s.Acting:
		return games.Step{Auto: []games.Fact{movesEnded(g)}}
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

// decision names what a gang owes now, in the mail that answers it.
func (s *State) decision(g *Gang, k games.Kind, path string) games.Decision {
	window, phase := s.councilWindow(), s.Phase
	switch s.Phase {
	case phaseMoves:
		window = s.moveWindow(g.ID)
	case phaseRevenue:
		phase = phaseProduce
	}
	return games.Decision{
		ID:   fmt.Sprintf("%d/%s/%s/%s", s.year(), phase, g.ID, path),
		Seat: games.Seat(g.ID), Kind: k, Window: window,
	}
}

// moveWindow is the mail of phase c: one for all, or one per gang (mail.1).
func (s *State) moveWindow(gang string) string {
	if s.option("cadence") == "full" {
		return fmt.Sprintf("%d/c/%s", s.year(), gang)
	}
	return fmt.Sprintf("%d/1", s.year())
}

// councilWindow is the mail of the phases after c, up to the next year's a.
func (s *State) councilWindow() string {
	if s.option("cadence") == "full" {
		return fmt.Sprintf("%d/e", s.councilYear())
	}
	return fmt.Sprintf("%d/2", s.councilYear())
}

func (s *State) councilYear() int {
	if s.Phase == phaseProduce || s.Phase == phaseRevenue {
		return s.year() - 1
	}
	return s.year()
}

// Windows lists the mail open now. The second one is open only to gangs that
// have something to say, so that nobody waits for the others.
func (r Rules) Windows(s *State) []games.Window {
	switch s.Phase {
	case phaseMoves:
		if s.current() == nil {
			return nil
		}
		return []games.Window{r.moveMail(s)}
	case phaseHome, phaseAlcohol, phaseRevenue:
		return r.councilMail(s)
	}
	return nil
}

func (r Rules) moveMail(s *State) games.Window {
	w := games.Window{
		ID: s.moveWindow(s.current().ID), Tag: fmt.Sprintf("%dc", s.year()), Turn: s.Round, Report: "A",
		Kinds: []games.Kind{kindMove, kindAction, kindLosses},
	}
	for _, id := range s.Turns {
		if g := s.gang(id); g == nil || g.inPlay().n() == 0 {
			continue
		}
		if s.option("cadence") != "full" || id == s.current().ID {
			w.Seats = append(w.Seats, games.Seat(id))
		}
	}
	return w
}

func (r Rules) councilMail(s *State) []games.Window {
	year := s.councilYear()
	w := games.Window{
		ID: s.councilWindow(), Tag: fmt.Sprintf("%dd", year), Turn: year - firstYear + 1, Report: "B",
		Kinds: []games.Kind{kindReturn, kindLosses, kindSupply},
	}
	for _, g := range s.living() {
		if r.hasCouncil(s, g) {
			w.Seats = append(w.Seats, games.Seat(g.ID))
		}
	}
	if len(w.Seats) == 0 {
		return nil
	}
	return []games.Window{w}
}

// hasCouncil tells whether a gang may be asked something before the next
// moves: the way home, who falls to drink, which bar is supplied.
func (r Rules) hasCouncil(s *State, g *Gang) bool {
	if s.Phase == phaseHome && r.mayChooseHome(s, g) {
		return true
	}
	if r.mayDrink(s, g) {
		return true
	}
	for _, good := range goods() {
		if r.barCount(s, g, good) > 1 {
			return true
		}
	}
	return false
}

// mayDrink tells whether the dial may take somebody of a gang this year; in e
// members may still come back.
func (r Rules) mayDrink(s *State, g *Gang) bool {
	l := r.data.level(g.Alcohol)
	switch s.Phase {
	case phaseHome:
		return l.Hospital+l.Tombs > 0 && g.alive().n() > 1
	case phaseAlcohol:
		return r.dialVictims(g) > 0
	}
	return false
}

// Drawn turns the picks of a draw into facts.
func (r Rules) Drawn(s *State, d games.Draw, picks []int) []games.Fact {
	var names []string
	for _, i := range picks {
		names = append(names, d.Pool[i])
	}
	if strings.HasSuffix(d.Label, "/a/order") {
		return []games.Fact{fact(factOrder, OrderDrawn{names})}
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
	}
	return games.Line{Verb: string(d.Kind)}
}

// Decide judges one order. Of the nearest forms a refusal brings, only legal
// ones are shown (order.7).
func (r Rules) Decide(s *State, d games.Decision, l games.Line) ([]games.Fact, *games.Refusal) {
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
		return nil, invalid("order.7", "ny.refused.gang")
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
	}
	return nil, invalid("order.7", "ny.refused.kind")
}

// yearEnd opens the next year or ends the game: most money, then most members,
// then shared (end.1, end.3).
func yearEnd(s *State) games.Fact {
	if s.Round < s.rounds() {
		return yearStarted(s.Round + 1)
	}
	gangs := s.living()
	better := func(a, b *Gang) int {
		return cmp.Or(cmp.Compare(b.Money, a.Money), cmp.Compare(b.alive().n(), a.alive().n()))
	}
	slices.SortStableFunc(gangs, better)
	var e Ended
	for i, g := range gangs {
		if i == 0 || better(gangs[i-1], g) != 0 {
			e.Ranks = append(e.Ranks, Rank{})
		}
		last := &e.Ranks[len(e.Ranks)-1]
		last.Gangs = append(last.Gangs, g.ID)
		e.Final = append(e.Final, Final{g.ID, g.Money, g.alive().n()})
	}
	return fact(factEnded, e)
}

func result(s *State) *games.Result {
	res := &games.Result{Why: "ny.over.rounds"}
	for _, rank := range s.Ranks {
		var seats []games.Seat
		for _, id := range rank.Gangs {
			seats = append(seats, games.Seat(id))
		}
		res.Ranks = append(res.Ranks, seats)
	}
	return res
}
