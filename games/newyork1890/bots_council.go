package newyork1890

import (
	"slices"
	"strconv"

	"fivepoints/games"
)

// force is what a gang can commit to a war (d.2).
func force(g GangView) int { return min(g.InPlay, warLimit) }

// allOrSticks lays weapons where one expects to draw more of them than the
// enemy does, sticks elsewhere.
func (b *bot) allOrSticks() string {
	if b.arms > 0 {
		return "all"
	}
	return "stick"
}

// oddArms lays an odd number of cubes that hit: a draw is a lost attack.
func (b *bot) oddArms() string {
	switch {
	case b.me.Pistols > 0:
		return "1 pistol"
	case b.me.Knives >= 3:
		return "3 knife"
	}
	return "1 knife"
}

func (b *bot) preferFights() {
	for _, l := range b.battles {
		b.write(l)
	}
	b.standing(games.Order("fight", "at", "*", "arms", b.allOrSticks()))
}

// preferLosses spares the sex of which it has fewer, and those at the front:
// in a war the idle ones at home fall first.
func (b *bot) preferLosses() {
	first, second := "m", "f"
	if b.me.Females > b.me.Males {
		first, second = "f", "m"
	}
	b.standing(games.List("losses", "loss", first, second))
	if b.view.Phase != phaseMoves && b.weapons() > 0 {
		l := games.List("losses", "loss", "hq "+first, "hq "+second)
		l.Args = append([]games.Arg{{Name: "scope", Vals: []string{"war"}}}, l.Args...)
		b.write(l)
	}
}

// comeHome sends returning members to the crews they left.
func (b *bot) comeHome() {
	var back, seen []string
	for _, t := range b.tokens {
		q := b.quarter(t.Place)
		short, ok := b.lacks(t.Place)
		again := slices.Contains(seen, t.Place)
		if seen = append(seen, t.Place); !ok || again || q.Control != b.me.Gang {
			continue
		}
		if short.F > 0 {
			back = append(back, t.Place+" "+Sexes{F: short.F}.String())
		}
		if short.M > 0 {
			back = append(back, t.Place+" "+strconv.Itoa(short.M))
		}
	}
	b.write(games.List("return", "back", append(back, "hq")...))
}

// supply serves the bars of contested quarters last.
func (b *bot) supply() {
	for _, good := range []string{"saloon", "den"} {
		var safe, rest []string
		for _, t := range b.tokens {
			switch {
			case t.Activity != good:
			case b.contested(b.quarter(t.Place)):
				rest = append(rest, t.Place)
			default:
				safe = append(safe, t.Place)
			}
		}
		if all := append(safe, rest...); len(all) > 1 {
			b.write(games.Line{Verb: "supply", Args: []games.Arg{{Name: "activity", Vals: []string{good}}, {Name: "places", Vals: all}}})
		}
	}
}

// prey is the richest of the gangs that it outnumbers enough for a war. In the
// last year it takes more risks.
func (b *bot) prey() (string, bool) {
	least := b.war
	if b.left() == 0 {
		least = max(100, b.war-60)
	}
	for _, g := range b.strongest() {
		if b.war > 0 && g.InPlay > 0 && 100*force(b.me) >= least*force(g) {
			return g.Gang, true
		}
	}
	return "", false
}

// declareWar attacks the prey; without a weapon nobody can win.
func (b *bot) declareWar() {
	if prey, ok := b.prey(); ok && b.weapons() > 0 {
		b.write(games.Order("war", "gang", prey, "n", strconv.Itoa(force(b.me)), "arms", b.oddArms()))
	}
}

// answerWar commits everybody; weapons only help who draws more cubes.
func (b *bot) answerWar() {
	b.standing(games.Order("answer", "n", strconv.Itoa(warLimit), "arms", b.allOrSticks()))
	strongest := 0
	for _, g := range b.others() {
		strongest = max(strongest, force(g))
	}
	if b.view.Round > 1 && b.weapons() > 0 {
		arms := "stick"
		if force(b.me) >= strongest {
			arms = "all"
		}
		b.write(games.Order("answer", "n", strconv.Itoa(warLimit), "arms", arms))
	}
}

// direct sets the police on the strongest rivals first, wherever they live: a
// raid where a pawn stands among them, then a block on the best joint, or the
// way to it when that takes more than a year.
func (b *bot) direct() {
	var targets []string
	aim := func(places ...string) {
		for _, p := range places {
			if p != "" && count(targets, p) == 0 {
				targets = append(targets, p)
			}
		}
	}
	for _, g := range b.strongest() {
		aim(b.raids(g)...)
		aim(b.toward(g), g.Gang)
	}
	b.write(games.List("police", "first", targets...))
}

// raids lists the quarters where a second pawn would take members of a gang,
// and none of its own.
func (b *bot) raids(g GangView) []string {
	var out []string
	for _, st := range g.Members {
		if st.Males+st.Females > 1 && count(b.view.Police, st.Place) > 0 && b.here(st.Place).n() == 0 {
			out = append(out, st.Place)
		}
	}
	return out
}

// toward is a gang's best joint that no pawn blocks, or how far the nearest
// pawn comes on its way there.
func (b *bot) toward(g GangView) string {
	best := TokenView{}
	for _, t := range g.Tokens {
		if t.Income > best.Income && count(b.view.Police, t.Place) == 0 {
			best = t
		}
	}
	var way []string
	for _, pawn := range b.view.Police {
		if w := b.streets(pawn, best.Place); len(w) > 0 && (way == nil || len(w) < len(way)) {
			way = w
		}
	}
	if len(way) == 0 {
		return ""
	}
	return way[min(pawnSteps, len(way)-1)]
}

// bribePolice pays for what is worth more than the female it costs, and sends
// the pawn towards a rival.
func (b *bot) bribePolice() {
	if b.bribe == 0 || !b.idleFemale() {
		return
	}
	b.write(games.Order("bribe", "on", "income", "n", strconv.Itoa(b.bribe)))
	b.write(games.Order("bribe", "on", "raid", "n", "3"))
	for _, place := range slices.Compact(slices.Sorted(slices.Values(b.view.Police))) {
		q := b.quarter(place)
		i := slices.IndexFunc(q.Near, func(p string) bool {
			owner := b.quarter(p).JointOf
			return owner != "" && owner != b.me.Gang
		})
		if q.JointOf == b.me.Gang && i >= 0 {
			b.write(games.Order("bribe", "on", place, "to", q.Near[i]))
		}
	}
}

func (b *bot) idleFemale() bool {
	for _, st := range b.at {
		if b.spare(st.Place).F > 0 {
			return true
		}
	}
	return false
}

// care says whom a role helps first: females, for the brothels.
func (b *bot) care() {
	for _, role := range []string{"quack", "shyster"} {
		if b.holds(role) {
			b.write(games.Order(role, "sex", "f"))
		}
	}
}
