package newyork1890

import (
	"slices"
	"strconv"

	"fivepoints/games"
)

// Forecast tells a gang what awaits it before it writes (16): its income, who
// will move the police, tokens that bring nothing or are in danger, what drink
// will do, and its actions if nobody moves. Everything of it is public (board.6).
func (r Rules) Forecast(s *State, to games.Seat) []games.Msg {
	r = r.of(s)
	g := s.gang(string(to))
	switch {
	case g == nil || s.Phase == phaseOver || s.Phase == phaseSetup:
		return nil
	case g.Out:
		return []games.Msg{games.Say("ny.forecast.out")}
	}
	look := r.ahead(s)
	out := []games.Msg{r.foreseeIncome(s, g, look)}
	out = append(out, r.foreseeTokens(s, g, look)...)
	out = append(out, s.foreseePolice()...)
	return append(out, r.foreseeDial(g), r.foreseeActions(s, g))
}

// ahead is the position in which joints pay next, if nobody writes anything
// more: members have come home (e), the dial has acted (f), traffics have
// yielded (a), all by default (16). The police stay where they are.
func (r Rules) ahead(s *State) *State {
	look := s.clone()
	switch s.Phase {
	case phasePolice, phaseMoves, phaseWar, phaseHome:
		r.evolveAll(look, r.homecoming(look))
		fallthrough
	case phaseAlcohol:
		r.evolveAll(look, r.dial(look.clone()))
		fallthrough
	case phaseTalks:
		r.evolveAll(look, r.yearEnd(look.clone()))
	}
	if s.Phase != phaseRevenue {
		r.evolveAll(look, r.produce(look))
	}
	return look
}

func (r Rules) evolveAll(s *State, facts []games.Fact) {
	for _, f := range facts {
		r.Evolve(s, f)
	}
}

// incomes sums by gang what the joints will pay in the position ahead.
func (r Rules) incomes(look *State) map[string]int {
	sum := map[string]int{}
	for _, f := range r.collect(look) {
		switch p := f.Pub.(type) {
		case JointPaid:
			sum[p.Gang] += p.Money
		case BonusPaid:
			sum[p.Gang] += p.Money
		}
	}
	return sum
}

// lastYear tells whether no phase a comes any more.
func (s *State) lastYear() bool {
	return s.Round >= s.rounds() && !slices.Contains([]string{phaseProduce, phaseRevenue}, s.Phase)
}

func (r Rules) foreseeIncome(s *State, g *Gang, look *State) games.Msg {
	if s.lastYear() {
		return games.Say("ny.forecast.last", games.Money("money", g.Money))
	}
	return games.Say("ny.forecast.income", games.Money("money", g.Money), games.Money("income", r.incomes(look)[g.ID]))
}

// foreseeTokens lists what will bring nothing, one message a reason.
func (r Rules) foreseeTokens(s *State, g *Gang, look *State) []games.Msg {
	if s.lastYear() {
		return nil
	}
	var out []games.Msg
	for _, status := range []string{"idle", "blocked", "at_risk"} {
		var what []string
		for _, t := range s.Tokens {
			if t.Gang == g.ID && r.viewToken(look, t).Status == status {
				what = append(what, t.Activity+" "+t.Place)
			}
		}
		if len(what) > 0 {
			out = append(out, games.Say("ny.forecast."+status, games.With("what", "list:token", what...), games.Int("n", len(what))))
		}
	}
	return out
}

// foreseePolice names the movers as things stand (b.1).
func (s *State) foreseePolice() []games.Msg {
	next := s.year() + 1
	switch {
	case s.Police == nil || s.lastYear():
		return nil
	case next < s.policeYear():
		return []games.Msg{games.Say("ny.forecast.quiet", games.With("year", "text", strconv.Itoa(s.policeYear())))}
	}
	m := games.Say("ny.forecast.police", games.With("year", "text", strconv.Itoa(next)))
	if s.mover(0) == s.mover(1) && s.mover(1) == s.mover(2) {
		m.Key = "ny.forecast.police.one"
	}
	for n, name := range []string{"first", "second", "third"} {
		m.Args = append(m.Args, games.With(name, "gang", s.mover(n).ID))
	}
	return []games.Msg{m}
}

// policeYear is the first year in which the police walk.
func (s *State) policeYear() int {
	from, err := strconv.Atoi(s.option("police.from"))
	if err != nil {
		from = 1
	}
	return firstYear - 1 + from
}

func (r Rules) foreseeDial(g *Gang) games.Msg {
	l := r.data.level(g.Alcohol)
	if l.Pay+l.Hospital+l.Tombs == 0 {
		return games.Say("ny.forecast.sober", games.Int("level", g.Alcohol))
	}
	key := "ny.forecast.drunk.pay"
	switch {
	case l.Tombs > 0:
		key = "ny.forecast.drunk.both"
	case l.Hospital > 0:
		key = "ny.forecast.drunk.hospital"
	}
	return games.Say(key, games.Int("level", g.Alcohol), games.Money("money", l.Pay))
}

// foreseeActions counts the places held when moves begin: behind phase c after
// everybody has come home.
func (r Rules) foreseeActions(s *State, g *Gang) games.Msg {
	if s.Phase == phaseMoves {
		return games.Say("ny.forecast.actions", games.Int("n", len(g.Stacks)))
	}
	look := s.clone()
	if s.Phase == phaseWar || s.Phase == phaseHome {
		r.evolveAll(look, r.homecoming(look))
	}
	return games.Say("ny.forecast.actions.next", games.Int("n", len(look.gang(g.ID).Stacks)))
}
