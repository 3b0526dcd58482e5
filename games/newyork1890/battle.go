package newyork1890

import (
	"fmt"
	"slices"
	"strings"

	"fivepoints/games"
)

// Kinds of orders about fights.
const (
	kindBattle  games.Kind = "battle"
	kindDefend  games.Kind = "defend"
	kindRetreat games.Kind = "retreat"
	kindSpoils  games.Kind = "spoils"
)

// nextBattlefield is the first quarter, by code, where rivals stopped a group
// of the gang and where it has not fought yet; battles are mandatory and come
// before all other actions (c.a.battle).
func (s *State) nextBattlefield(g *Gang) string {
	if s.option("battle") != on {
		return ""
	}
	for _, st := range g.Year.Held {
		if !slices.Contains(g.Year.Fought, st.Place) && len(s.foes(g, st.Place)) > 0 && g.at(st.Place).n() > 0 {
			return st.Place
		}
	}
	return ""
}

// beginBattle asks whom to fight when several gangs are there (c.a.battle).
func (r Rules) beginBattle(s *State, g *Gang, place string) games.Step {
	if rivals := s.foes(g, place); len(rivals) == 1 {
		return games.Step{Auto: battleBegun(s, g, place, rivals[0])}
	}
	return games.Step{Due: []games.Decision{s.decision(g, kindBattle, "battle/"+place+"/against")}}
}

// battleBegun engages all members of both gangs on the quarter (combat.1).
func battleBegun(s *State, g *Gang, place, against string) []games.Fact {
	cost := 1
	if s.option("battle.costs_action") == "off" {
		cost = 0
	}
	return []games.Fact{fact(factBattle, BattleBegun{
		Gang: g.ID, Place: place, Against: against, Mine: g.at(place).n(), Theirs: s.gang(against).at(place).n(), Actions: cost,
	})}
}

// weakest is the smallest garrison of a quarter, of equal ones the later in
// the turn order by which c is played (c.a.battle).
func (s *State) weakest(g *Gang, place string) string {
	best, least := "", 0
	for _, id := range s.Turns {
		n := 0
		if o := s.gang(id); o != nil && id != g.ID && s.pactWith(g.ID, id, "nobattle") == nil {
			n = o.at(place).n()
		}
		if n > 0 && (best == "" || n <= least) {
			best, least = id, n
		}
	}
	return best
}

// nextFight leads a battle on: weapons, sealed on both sides (combat.1), the
// draw (combat.2), who falls (combat.7), who leaves (combat.6), the tokens
// (combat.6.token).
func (r Rules) nextFight(s *State) games.Step {
	f := s.Fight
	att := s.gang(f.Attacker)
	switch {
	case f.Place == "" && !f.Def.Laid:
		return games.Step{Due: s.answerDue()}
	case !f.Att.Laid || !f.Def.Laid:
		return games.Step{Due: r.armsDue(s)}
	case s.lender() != nil:
		return r.nextLoan(s, s.lender())
	case !f.Fought:
		return games.Step{Draw: &games.Draw{Label: r.fightLabel(s), Pool: f.pot(), N: f.Att.cubes(), Window: s.fightWindow()}}
	case f.Att.Dead+f.Att.Hurt+f.Def.Dead+f.Def.Hurt > 0:
		return dueOr(r.fallDue(s), func() []games.Fact { return r.allFall(s) })
	case f.Place == "":
		return games.Step{Auto: []games.Fact{fact(factFightEnded, FightEnded{f.Attacker})}}
	}
	if g := s.leaver(); g != nil {
		if len(r.shelters(s, g)) > 1 {
			return games.Step{Due: []games.Decision{s.decision(g, kindRetreat, s.fightPath()+"/retreat")}}
		}
		return games.Step{Auto: r.retreat(s, g, nil)}
	}
	if t, ok := r.spoil(s, att); ok {
		a, _ := r.data.activity(t.Activity)
		return games.Step{Due: []games.Decision{s.decision(att, kindSpoils, s.fightPath()+"/spoils/"+a.Kind)}}
	}
	return games.Step{Auto: []games.Fact{fact(factFightEnded, FightEnded{f.Attacker})}}
}

// allFall lets everybody fall about whom nobody has a choice.
func (r Rules) allFall(s *State) []games.Fact {
	var out []games.Fact
	for _, id := range []string{s.Fight.Attacker, s.Fight.Defender} {
		out = append(out, r.falls(s, id, nil)...)
	}
	return out
}

// armsDue asks both sides for their weapons; neither sees the other's (combat.1).
func (r Rules) armsDue(s *State) []games.Decision {
	f := s.Fight
	att := s.decision(s.gang(f.Attacker), kindBattle, s.fightPath()+"/arms")
	def := s.decision(s.gang(f.Defender), kindDefend, s.fightPath()+"/arms")
	att.Sealed = fmt.Sprintf("%d/%s/arms", s.year(), s.fightPath())
	def.Sealed = att.Sealed
	return []games.Decision{att, def}
}

// fightLabel is the path of the draw (mail.4).
func (r Rules) fightLabel(s *State) string {
	f := s.Fight
	if f.Place == "" {
		return fmt.Sprintf("%d/d/war/%s/%s", s.year(), f.Attacker, f.Defender)
	}
	return fmt.Sprintf("%d/c/battle/%s/%s/%d", s.year(), f.Place, f.Attacker, count(s.gang(f.Attacker).Year.Fought, f.Place))
}

func (s *State) fightWindow() string {
	if s.Phase == phaseMoves {
		return s.moveWindow(s.Fight.Attacker)
	}
	return s.councilWindow()
}

// decideBattle takes the attacker's order: first whom, then with what. An entry
// for another quarter or gang speaks of another battle.
func (r Rules) decideBattle(s *State, g *Gang, l games.Line) ([]games.Fact, *games.Refusal) {
	place, against := s.nextBattlefield(g), l.First("gang")
	if s.Fight != nil {
		place = s.Fight.Place
	}
	if place == "" || !speaksOf(g, l, place) {
		return nil, elsewhere("c.a.battle")
	}
	if s.Fight != nil {
		if against != "" && against != s.Fight.Defender {
			return nil, elsewhere("c.a.battle")
		}
		return one(r.lay(g, s.Fight.Att.Engaged, l))
	}
	if against == "" {
		against = s.weakest(g, place)
	}
	if p := s.pactWith(g.ID, against, "nobattle"); p != nil && slices.Contains(s.rivals(g, place), against) { // (g.nobattle)
		return nil, forbidden("g.nobattle", *p, g.ID)
	}
	if !slices.Contains(s.foes(g, place), against) {
		return nil, elsewhere("c.a.battle")
	}
	return battleBegun(s, g, place, against), nil
}

// decideDefend takes the defender's weapons.
func (r Rules) decideDefend(s *State, g *Gang, l games.Line) ([]games.Fact, *games.Refusal) {
	if s.Fight == nil || !speaksOf(g, l, s.Fight.Place) {
		return nil, elsewhere("combat.1")
	}
	return one(r.lay(g, s.Fight.Def.Engaged, l))
}

func one(f games.Fact, ref *games.Refusal) ([]games.Fact, *games.Refusal) {
	if ref != nil {
		return nil, ref
	}
	return []games.Fact{f}, nil
}

// speaksOf tells whether an order is about that place: it names it, or "*", or none.
func speaksOf(g *Gang, l games.Line, place string) bool {
	at := l.First("at")
	return at == "" || at == "*" || g.place(at) == place
}

// elsewhere says that an order speaks of another place or time.
func elsewhere(rule string) *games.Refusal {
	return &games.Refusal{Msg: games.Say("ny.refused.elsewhere"), Rule: rule, NotThis: true}
}

// leaver is the gang that must leave the battlefield: the loser; after a draw
// the attacker, unless no defender is left (combat.6).
func (s *State) leaver() *Gang {
	f := s.Fight
	att, def := s.gang(f.Attacker), s.gang(f.Defender)
	g := att
	switch {
	case f.Winner == f.Attacker:
		g = def
	case f.Winner == "" && (s.option("battle.draw") == "stay" || def.at(f.Place).n() == 0):
		return nil
	}
	if g.at(f.Place).n() == 0 {
		return nil
	}
	return g
}

// shelters lists the quarters where the survivors may go, best first when
// nothing is ordered: where the attacker came from, the headquarters, the
// quarter with most own members, any other by code (combat.6).
func (r Rules) shelters(s *State, g *Gang) []string {
	n, near := g.at(s.Fight.Place).n(), r.data.around(s.Fight.Place)
	if from := g.cameFrom(s.Fight.Place); r.data.isSpace(s.Fight.Place) && g.ID == s.Fight.Attacker && r.data.isQuarter(from) {
		near = []string{from} // an action space has no streets
	}
	out := slices.DeleteFunc(near, func(p string) bool {
		return !s.isOpen(p) || !s.room(g, p, n) || (p != g.HQ && s.sanctuary(p)) || (r.data.terrainOf(p).Battle && len(s.foes(g, p)) > 0)
	})
	worth := func(p string) int {
		switch {
		case g.ID == s.Fight.Attacker && p == g.cameFrom(s.Fight.Place):
			return 1000
		case p == g.HQ:
			return 999
		}
		return g.at(p).n()
	}
	slices.SortStableFunc(out, func(a, b string) int { return worth(b) - worth(a) })
	return out
}

// cameFrom is the quarter from which the gang last entered a place this year.
func (g *Gang) cameFrom(place string) string {
	for _, c := range g.Year.Came {
		if c.Place == place {
			return c.From
		}
	}
	return ""
}

// retreat leads the survivors to the first legal quarter of the list, else to
// the best; without any to the headquarters, and if that is the battlefield,
// to the Hospital (combat.6).
func (r Rules) retreat(s *State, g *Gang, list []string) []games.Fact {
	place := s.Fight.Place
	who, legal := g.at(place), r.shelters(s, g)
	for _, p := range list {
		if slices.Contains(legal, p) {
			return []games.Fact{fact(factRetreated, Retreated{g.ID, place, p, who})}
		}
	}
	switch {
	case len(legal) > 0:
		return []games.Fact{fact(factRetreated, Retreated{g.ID, place, legal[0], who})}
	case g.HQ != place:
		return []games.Fact{fact(factRetreated, Retreated{g.ID, place, g.HQ, who})}
	}
	return []games.Fact{fact(factScattered, Taken{g.ID, place, "hospital", r.data.Tracks.Hospital, who})}
}

func (r Rules) decideRetreat(s *State, g *Gang, l games.Line) ([]games.Fact, *games.Refusal) {
	if s.Fight == nil || !speaksOf(g, l, s.Fight.Place) {
		return nil, elsewhere("combat.6")
	}
	return r.retreat(s, g, resolveList(g, l.Arg("to"))), nil
}

// spoil finds a token that the winning newcomer may keep or destroy: the
// loser's, or one of a gang with no member there (combat.6.token).
func (r Rules) spoil(s *State, att *Gang) (Token, bool) {
	f := s.Fight
	if f.Winner != att.ID || att.at(f.Place).n() == 0 {
		return Token{}, false
	}
	for _, t := range slices.Concat(r.tokensAt(s, f.Place, "joint"), r.tokensAt(s, f.Place, "traffic")) {
		if t.Gang != att.ID && s.pactWith(att.ID, t.Gang, "nobattle") == nil && (t.Gang == f.Defender || s.gang(t.Gang).at(f.Place).n() == 0) {
			return t, true
		}
	}
	return Token{}, false
}

func (r Rules) decideSpoils(s *State, g *Gang, l games.Line) ([]games.Fact, *games.Refusal) {
	at, slot, _ := strings.Cut(l.First("at"), " ") // "LES traffic"
	if s.Fight == nil || !speaksOf(g, games.Order("spoils", "at", at), s.Fight.Place) {
		return nil, elsewhere("combat.6.token")
	}
	t, ok := r.spoil(s, g)
	a, _ := r.data.activity(t.Activity)
	if !ok || (slot != "" && slot != a.Kind) {
		return nil, elsewhere("combat.6.token")
	}
	f := r.takeToken(s, g, t, l.First("fate") != "destroy")
	f.Actions = 0
	return []games.Fact{fact(factSeized, f)}, nil
}

// takeToken turns a rival's token into an own one, or destroys it; kept and
// staffed it adds its bottles (c.a.seize, combat.6.token).
func (r Rules) takeToken(s *State, g *Gang, t Token, keep bool) Seized {
	f := Seized{Gang: g.ID, Place: t.Place, Activity: t.Activity, Owner: t.Gang, Kept: keep, Actions: 1}
	a, _ := r.data.activity(t.Activity)
	if _, staffed := workers(a, r.spare(s, g, t.Place)); f.Kept && staffed {
		f.Alcohol = r.bottles(g, a)
	}
	return f
}
