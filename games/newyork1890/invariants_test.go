package newyork1890

import (
	"fmt"
	"slices"
	"testing"

	"fivepoints/games"
	"fivepoints/games/gamestest"
)

// The invariants of section 14 that speak of what happened, not of a position,
// hold for the facts of whole games; those of a position are in Check, which
// Play asks after every step.
func TestInvariantsOfFacts(t *testing.T) {
	t.Parallel()
	r, b := book(t)
	seen := map[string]int{}
	for seed := range 40 {
		d := gamestest.Dice(seed)
		preset := []string{"base7", "politique10"}[seed%2]
		all := gamestest.Whole(t, b, games.Setup{Game: "t", Preset: preset, Seats: six()[:2+seed%5]}, d.Pick)
		a := auditor{r: r, s: &State{}, bought: map[string]int{}, lost: map[string]int{}, steps: map[int]int{}}
		for i, f := range all {
			if err := a.check(f); err != nil {
				t.Fatalf("seed %d, fact %d %s %+v: %v", seed, i, f.Type, f.Pub, err)
			}
			r.Evolve(a.s, f)
			seen[f.Type]++
		}
		if err := a.weapons(); err != nil {
			t.Fatal(seed, err)
		}
	}
	for _, typ := range []string{factFought, factWarFought, factRobbed, factPawn, factBribed, factEliminated, factAdvanced} {
		if seen[typ] == 0 {
			t.Errorf("no %s was checked", typ)
		}
	}
}

// auditor folds a game beside its own books.
type auditor struct {
	r            Rules
	s            *State
	bought, lost map[string]int // weapons, by kind
	acted        []string       // gangs that finished this year's c
	steps        map[int]int    // of pawns in this phase b
}

func (a *auditor) check(f games.Fact) error {
	switch p := f.Pub.(type) {
	case Fought:
		return a.fought(p)
	case Robbed:
		n := p.Members
		if len(p.Cubes) != n || count(p.Cubes, "black") > 1 || count(p.Cubes, "red") > n-1 || p.Jailed+p.Wounded > n {
			return fmt.Errorf("invariant 9: %d robbers draw %v", n, p.Cubes)
		}
	case PawnMoved:
		if a.steps[p.Pawn] += len(p.Path); len(p.Path) > 2 || a.s.Round < 3 || a.s.Phase != phasePolice {
			return fmt.Errorf("invariant 11: a pawn walks %v", p.Path)
		}
	case Bribed:
		if !a.r.data.adjacent(p.From, p.To) {
			return fmt.Errorf("invariant 11: a bribe moves a pawn from %s to %s", p.From, p.To)
		}
	case WeaponsBought:
		a.bought["knife"] += p.Knives
		a.bought["pistol"] += p.Pistols
	case Eliminated:
		g := a.s.gang(p.Gang)
		a.lost["knife"] += g.Knives
		a.lost["pistol"] += g.Pistols
	case ActionsEnded:
		if slices.Contains(a.acted, p.Gang) {
			return fmt.Errorf("invariant 10: %s acts twice", p.Gang)
		}
		a.acted = append(a.acted, p.Gang)
	case PhaseStarted:
		if a.s.Phase == phaseMoves {
			for _, g := range a.s.living() {
				if !slices.Contains(a.acted, g.ID) {
					return fmt.Errorf("invariant 10: %s did not act", g.ID)
				}
			}
		}
		a.acted = nil
	case OrderSwapped:
		moved := 0
		for i, id := range p.Order {
			if a.s.Order[i] != id {
				moved++
			}
		}
		if moved != 2 {
			return fmt.Errorf("invariant 10: a swap moves %d markers", moved)
		}
	case TrackAdvanced:
		if p.To >= p.From {
			return fmt.Errorf("invariant 12: from box %d to %d", p.From, p.To)
		}
	}
	return a.sources()
}

// fought checks the pot and the money of a fight (8).
func (a *auditor) fought(p Fought) error {
	f := a.s.Fight
	att, def, pot := p.Attacker, p.Defender, f.Att.laid().plus(f.Def.laid())
	switch cubes := func(s Side) int { return s.Pistols + s.Knives + s.Sticks }; {
	case cubes(att) != f.Att.cubes() || cubes(def) != f.Def.cubes():
		return fmt.Errorf("invariant 8: of %d and %d cubes the sets are %+v and %+v", f.Att.cubes(), f.Def.cubes(), att, def)
	case att.Pistols+def.Pistols != pot.pistols || att.Knives+def.Knives != pot.knives:
		return fmt.Errorf("invariant 8: the sets are not the pot")
	case att.Kills+att.Wounds > f.Def.Engaged || def.Kills+def.Wounds > f.Att.Engaged:
		return fmt.Errorf("invariant 8: more fall than fight")
	case att.KillPay != 5*att.Kills || att.WoundPay != att.Wounds || def.KillPay != 5*def.Kills || def.WoundPay != def.Wounds:
		return fmt.Errorf("invariant 8: the money is not that of the hits")
	}
	return nil
}

// sources checks that money has no other source than those listed (1).
func (a *auditor) sources() error {
	for _, g := range a.s.Gangs {
		for _, e := range g.Ledger {
			if !slices.Contains([]string{
				"joint", "robbery", "kill", "wound", "war", "equipment", "move", "recruit", "weapon", "bribe", "alcohol", "forfeit",
				"favour", "ballot", "wreck", "election",
			}, e.Source) {
				return fmt.Errorf("invariant 1: money from %s", e.Source)
			}
		}
	}
	return nil
}

// weapons checks that what was bought is held or left the game (6).
func (a *auditor) weapons() error {
	held := map[string]int{}
	for _, g := range a.s.Gangs {
		held["knife"] += g.Knives
		held["pistol"] += g.Pistols
	}
	for _, key := range []string{"knife", "pistol"} {
		if held[key]+a.lost[key] != a.bought[key] {
			return fmt.Errorf("invariant 6: %d of %s bought, %d held, %d lost", a.bought[key], key, held[key], a.lost[key])
		}
	}
	return nil
}
