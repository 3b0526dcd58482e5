package newyork1890

import "fivepoints/games"

// dialDue asks who falls to drink, where there is a choice (f.2).
func (r Rules) dialDue(s *State) []games.Decision {
	var out []games.Decision
	for _, g := range s.living() {
		if !g.Year.LossesGiven && r.victims(g, g.Alcohol-r.lowered(g)) > 0 && kindsInPlay(g) > 1 {
			out = append(out, s.decision(g, kindLosses, "losses"))
		}
	}
	return out
}

// dialVictims counts the members the dial takes; it spares the last one (f.3).
func (r Rules) dialVictims(g *Gang) int { return r.victims(g, g.Alcohol) }

func (r Rules) victims(g *Gang, alcohol int) int {
	l := r.data.level(alcohol)
	return max(0, min(l.Hospital+l.Tombs, g.inPlay().n()-r.data.Alcohol.MinInPlay))
}

// kindsInPlay counts the different members one could name: by place and sex.
func kindsInPlay(g *Gang) int {
	n := 0
	for _, st := range g.Stacks {
		n += min(st.Sexes.M, 1) + min(st.Sexes.F, 1)
	}
	return n
}

// applyAlcohol lets the dial act on every gang (f.2): it pays what it can, then
// one goes to the Hospital, one to the Tombs.
func (r Rules) applyAlcohol(s *State) []games.Fact {
	look := s.clone()
	out := r.dial(look)
	return append(out, r.afterDial(look)...)
}

// dial acts on look, which takes what it does.
func (r Rules) dial(look *State) []games.Fact {
	var out []games.Fact
	for _, g := range look.living() {
		for _, f := range r.soberedBy(g) {
			r.Evolve(look, f)
			out = append(out, f)
		}
		if n := r.lowered(g); n > 0 {
			f := fact(factLowered, DialLowered{g.ID, r.roleOf(g, "sober_before_dial"), n})
			r.Evolve(look, f)
			out = append(out, f)
		}
		tell := func(f games.Fact) {
			r.Evolve(look, f)
			out = append(out, f)
		}
		l, decay := r.data.level(g.Alcohol), look.decay(g)
		if l.Pay+l.Hospital+l.Tombs == 0 {
			for _, f := range decay {
				tell(f)
			}
			continue
		}
		tell(fact(factAlcohol, AlcoholApplied{g.ID, g.Alcohol, min(l.Pay, g.Money)}))
		fall := func(n int, track string, box int) {
			for range n {
				if r.dialVictims(g) == 0 {
					return
				}
				place, x := r.drunk(look, g)
				tell(fact(factDrunk, Taken{g.ID, place, track, box, x}))
			}
		}
		fall(l.Hospital, "hospital", r.data.Tracks.DialHospital)
		fall(l.Tombs, "tombs", r.data.Tracks.DialTombs)
		for _, f := range decay {
			tell(f)
		}
	}
	return out
}

// decay is the free fall of the dial after its effect, where an option gives one (f.2).
func (s *State) decay(g *Gang) []games.Fact {
	if s.option("alcohol.decay") != "1" || g.Alcohol == 0 {
		return nil
	}
	return []games.Fact{fact(factDecayed, DialDecayed{g.ID, 1})}
}

// drunk chooses a victim: by the gang's list, else a male before a female,
// from the stack with most members beyond its crews (combat.7).
func (r Rules) drunk(s *State, g *Gang) (string, Sexes) {
	return r.nextVictim(s, g, g.Year.Losses)
}

// nextVictim chooses among all members in play.
func (r Rules) nextVictim(s *State, g *Gang, list []string) (string, Sexes) {
	for _, entry := range list {
		at, sex := splitLoss(entry)
		if place, x, ok := r.fallen(s, g, at, sex); ok {
			return place, x
		}
	}
	for _, sex := range []string{"m", "f"} {
		if place, x, ok := r.fallen(s, g, "", sex); ok {
			return place, x
		}
	}
	return g.HQ, Sexes{}
}

// fallen finds a member of that sex on that place; "" is any.
func (r Rules) fallen(s *State, g *Gang, at, sex string) (place string, x Sexes, ok bool) {
	most := -1
	for _, st := range g.Stacks {
		if at != "" && at != st.Place {
			continue
		}
		one, found := ofSex(sex, st.Sexes)
		if spare := r.spare(s, g, st.Place).n(); found && spare > most {
			place, x, ok, most = st.Place, one, true, spare
		}
	}
	return place, x, ok
}
