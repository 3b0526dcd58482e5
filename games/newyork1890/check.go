package newyork1890

import (
	"errors"
	"fmt"
	"slices"
)

// Check tests the invariants of the rules, section 14: money by ledger (1),
// members per sex (2), stacking (3), tokens (4), goods (5), actions (7),
// robberies (9), turn order (10), tracks (12).
func (r Rules) Check(s *State) error {
	r = r.of(s)
	if s.Phase == "" {
		return nil
	}
	errs := []error{r.checkTokens(s), checkOrder(s), checkRobbery(s), checkFight(s), r.checkPolice(s)}
	for i := range s.Gangs {
		g := &s.Gangs[i]
		errs = append(errs, checkMoney(g), checkMembers(g), r.checkStacks(s, g), checkGoods(g), r.checkTracks(g), r.checkLimits(s, g))
	}
	return errors.Join(errs...)
}

func checkMoney(g *Gang) error {
	sum := g.Stake
	for _, e := range g.Ledger {
		sum += e.Sum
	}
	if sum != g.Money || g.Money < 0 {
		return fmt.Errorf("invariant 1: %s has %d $, its ledger says %d", g.ID, g.Money, sum)
	}
	return nil
}

func checkMembers(g *Gang) error {
	if want := g.Start.plus(g.Recruits).minus(g.Dead).minus(g.Bribed); g.alive() != want {
		return fmt.Errorf("invariant 2: %s has %v members; it began with, recruited and did not lose %v", g.ID, g.alive(), want)
	}
	return nil
}

func (r Rules) checkStacks(s *State, g *Gang) error {
	for _, st := range g.Stacks {
		switch {
		case st.Sexes.M < 0 || st.Sexes.F < 0:
			return fmt.Errorf("invariant 2: %s has %v members on %s", g.ID, st.Sexes, st.Place)
		case st.Sexes.n() > stackLimit && st.Place != g.HQ:
			return fmt.Errorf("invariant 3: %s has %v members on %s", g.ID, st.Sexes, st.Place)
		case !r.data.isSpace(st.Place) && (!r.data.isQuarter(st.Place) || !s.isOpen(st.Place)):
			return fmt.Errorf("invariant 3: %s stands on %s, which is not in this game", g.ID, st.Place)
		}
	}
	return nil
}

func (r Rules) checkTokens(s *State) error {
	for i, t := range s.Tokens {
		a, ok := r.data.activity(t.Activity)
		land := r.data.terrainOf(t.Place)
		switch {
		case !ok || s.gang(t.Gang) == nil:
			return fmt.Errorf("invariant 4: token %v is of nobody or of nothing", t)
		case (a.Kind == "joint" && !land.Joint) || (a.Kind == "traffic" && !land.Traffic):
			return fmt.Errorf("invariant 4: %s stands on %s, where the ground forbids it", t.Activity, t.Place)
		case r.stock(s, a) < 0:
			return fmt.Errorf("invariant 4: there are too many tokens %s", t.Activity)
		}
		for _, o := range s.Tokens[:i] {
			if b, _ := r.data.activity(o.Activity); o.Place == t.Place && s.oneSlot(a, b) {
				return fmt.Errorf("invariant 4: %s holds two tokens of kind %s", t.Place, a.Kind)
			}
		}
	}
	return nil
}

func checkGoods(g *Gang) error {
	if g.Barrels < 0 || g.Kilos < 0 || g.Barrels < g.Made.Barrels-g.Sold.Barrels || g.Kilos < g.Made.Kilos-g.Sold.Kilos {
		return fmt.Errorf("invariant 5: %s has %d barrels and %d kilos, made %v and sold %v", g.ID, g.Barrels, g.Kilos, g.Made, g.Sold)
	}
	return nil
}

func (r Rules) checkTracks(g *Gang) error {
	last := map[string]int{"hospital": r.data.Tracks.Hospital, "tombs": r.data.Tracks.Tombs}
	for _, b := range g.Tracks {
		if n, ok := last[b.Track]; !ok || b.N < 0 || b.N > n || b.Sexes.M < 0 || b.Sexes.F < 0 {
			return fmt.Errorf("invariant 12: %s has %v members on box %d of %s", g.ID, b.Sexes, b.N, b.Track)
		}
	}
	return nil
}

// checkLimits covers actions (7), the dial and robberies per quarter (9).
func (r Rules) checkLimits(s *State, g *Gang) error {
	y := g.Year
	switch {
	case y.Used > y.Available || y.Used < 0:
		return fmt.Errorf("invariant 7: %s used %d of %d actions", g.ID, y.Used, y.Available)
	case g.Alcohol < 0 || g.Alcohol > r.data.Alcohol.Max:
		return fmt.Errorf("the dial of %s stands on %d", g.ID, g.Alcohol)
	case g.Knives < 0 || g.Pistols < 0:
		return fmt.Errorf("invariant 6: %s has %d knives and %d pistols", g.ID, g.Knives, g.Pistols)
	}
	for _, h := range g.Roles {
		if held := count(rolesOf(g), h.Role); held > r.data.Limits.RolePerGang || h.Sexes.n() != 1 {
			return fmt.Errorf("%s has the role %s %d times, with %v", g.ID, h.Role, held, h.Sexes)
		}
	}
	for _, place := range y.Robbed {
		if count(y.Robbed, place) > r.data.Limits.RobPerQuarter && s.option("robbery.repeat") != "free" {
			return fmt.Errorf("invariant 9: %s robbed %s too often", g.ID, place)
		}
	}
	return nil
}

func checkRobbery(s *State) error {
	if rob := s.Robbery; rob != nil && (rob.Jailed > 1 || rob.Jailed+rob.Wounded > rob.Sexes.n()) {
		return fmt.Errorf("invariant 9: of %d robbers %d are jailed and %d wounded", rob.Sexes.n(), rob.Jailed, rob.Wounded)
	}
	return nil
}

// checkFight demands as many cubes as members, and losses within them (8).
func checkFight(s *State) error {
	if s.Fight == nil {
		return nil
	}
	for _, p := range []Party{s.Fight.Att, s.Fight.Def} {
		if (p.Laid && p.cubes() != p.Engaged+p.Loan.men()) || p.Dead < 0 || p.Hurt < 0 || p.Dead+p.Hurt > p.Engaged {
			return fmt.Errorf("invariant 8: of %d members %d fall and %d are hurt, with %d cubes", p.Engaged, p.Dead, p.Hurt, p.cubes())
		}
	}
	return nil
}

// checkPolice demands three pawns on open quarters, each moved and bribed once (11).
func (r Rules) checkPolice(s *State) error {
	if s.Police == nil {
		return nil
	}
	for i, at := range s.Police.Pawns {
		if !r.data.isQuarter(at) || !s.isOpen(at) || len(s.Police.Pawns) != len(r.data.PoliceStart) {
			return fmt.Errorf("invariant 11: of %d pawns the %d. stands on %q", len(s.Police.Pawns), i+1, at)
		}
	}
	for _, list := range [][]int{s.Police.Walked, s.Police.Bribed} {
		if sorted := slices.Sorted(slices.Values(list)); len(slices.Compact(sorted)) != len(list) {
			return fmt.Errorf("invariant 11: pawns %v moved or were bribed twice", list)
		}
	}
	return nil
}

func checkOrder(s *State) error {
	if len(s.Order) == 0 {
		return nil
	}
	var living []string
	for _, g := range s.living() {
		living = append(living, g.ID)
	}
	order := slices.Clone(s.Order)
	slices.Sort(order)
	slices.Sort(living)
	if !slices.Equal(order, living) {
		return fmt.Errorf("invariant 10: the turn order %v is not that of the living gangs %v", s.Order, living)
	}
	return nil
}

func rolesOf(g *Gang) []string {
	var out []string
	for _, h := range g.Roles {
		out = append(out, h.Role)
	}
	return out
}
