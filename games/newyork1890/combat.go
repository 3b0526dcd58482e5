package newyork1890

import (
	"slices"
	"strconv"
	"strings"

	"fivepoints/games"
)

// Money for an enemy killed or wounded (combat.3).
const (
	killPay  = 5
	woundPay = 1
)

// lay reads the weapons of an order: pistols and knives as written, cut to the
// stock and to the members engaged, the rest sticks (combat.1, c.a.fit).
func (r Rules) lay(g *Gang, engaged int, l games.Line) (games.Fact, *games.Refusal) {
	pistols, knives := 0, 0
	for _, word := range l.Arg("arms") {
		n, key, ok := armsWord(word)
		switch {
		case !ok:
			return games.Fact{}, games.Invalid("combat.1", "ny.refused.arms", games.With("arms", "text", word))
		case key == "all":
			pistols, knives = engaged, engaged
		case key == "pistol":
			pistols = min(pistols+n, engaged)
		case key == "knife":
			knives = min(knives+n, engaged)
		}
	}
	p := min(pistols, g.Pistols, engaged)
	k := min(knives, g.Knives, engaged-p)
	return fact(factArms, ArmsLaid{g.ID, engaged, p, k, engaged - p - k}), nil
}

// armsWord reads "2 knife", "all" or "stick".
func armsWord(word string) (n int, key string, ok bool) {
	if word == "all" || word == "stick" {
		return 0, word, true
	}
	count, key, two := strings.Cut(word, " ")
	n, err := strconv.Atoi(count)
	return n, key, two && err == nil && n >= 0 && n <= 999 && slices.Contains([]string{"knife", "pistol", "stick"}, key)
}

// pot mixes the weapons of both sides (combat.2).
func (f *Fight) pot() []string {
	all := f.Att.laid().plus(f.Def.laid())
	return slices.Concat(slices.Repeat([]string{"pistol"}, all.pistols),
		slices.Repeat([]string{"knife"}, all.knives), slices.Repeat([]string{"stick"}, all.sticks))
}

// cubesOf counts weapons by kind.
type cubesOf struct{ pistols, knives, sticks int }

func (c cubesOf) plus(o cubesOf) cubesOf {
	return cubesOf{c.pistols + o.pistols, c.knives + o.knives, c.sticks + o.sticks}
}

// laid is what a side puts into the pot, lent cubes on top (combat.1, g.loan).
func (p Party) laid() cubesOf {
	own := cubesOf{p.Pistols, p.Knives, p.Sticks}
	if p.Loan == nil {
		return own
	}
	return own.plus(cubesOf{p.Loan.Pistols, p.Loan.Knives, p.Loan.Sticks})
}

func (p Party) cubes() int { c := p.laid(); return c.pistols + c.knives + c.sticks }

// fought shares the pot out, as many cubes to the attacker as he put in and the
// rest to the defender, and lets both sets strike at once (combat.2, combat.3).
func (r Rules) fought(s *State, drawn []string) Fought {
	f := s.Fight
	att := Side{Gang: f.Attacker, Pistols: count(drawn, "pistol"), Knives: count(drawn, "knife"), Sticks: count(drawn, "stick")}
	all := f.Att.laid().plus(f.Def.laid())
	def := Side{Gang: f.Defender, Pistols: all.pistols - att.Pistols, Knives: all.knives - att.Knives, Sticks: all.sticks - att.Sticks}
	strike(&att, f.Def.Engaged)
	strike(&def, f.Att.Engaged)
	s.rearm(&att, f.Att)
	s.rearm(&def, f.Def)
	out := Fought{Place: f.Place, Winner: winner(att, def), Attacker: att, Defender: def}
	if f.Place == "" && out.Winner != "" { // (d.3)
		out.Prize = warPrize
	}
	return out
}

// strike counts the hits of a side: pistols kill, knives wound who is left; what
// goes beyond the enemies engaged hits nobody and pays nothing (combat.3).
func strike(s *Side, enemies int) {
	s.Kills = min(s.Pistols, enemies)
	s.Wounds = min(s.Knives, enemies-s.Kills)
	s.KillPay, s.WoundPay = killPay*s.Kills, woundPay*s.Wounds
}

// rearm says what a side's stock gains or loses: it keeps what it drew, unless
// weapons are spent in a fight or go back to whose they were (combat.5).
func (s *State) rearm(side *Side, laid Party) {
	switch s.option("weapons.after") {
	case "returned":
	case "spent":
		side.PistolsBy, side.KnivesBy = -laid.Pistols, -laid.Knives
	default:
		side.PistolsBy, side.KnivesBy = side.Pistols-laid.Pistols, side.Knives-laid.Knives
	}
}

// winner has more kills, then more wounds; equal is a draw (combat.4).
func winner(a, b Side) string {
	switch {
	case a.Kills > b.Kills || (a.Kills == b.Kills && a.Wounds > b.Wounds):
		return a.Gang
	case a.Kills == b.Kills && a.Wounds == b.Wounds:
		return ""
	}
	return b.Gang
}

// fallDue asks the owners who falls, where there is a choice (combat.7).
func (r Rules) fallDue(s *State) []games.Decision {
	var out []games.Decision
	for _, id := range []string{s.Fight.Attacker, s.Fight.Defender} {
		if g, p := s.gang(id), s.party(id); p.Dead+p.Hurt > 0 && s.mayChoose(g, *p) {
			out = append(out, s.decision(g, kindLosses, s.fightPath()+"/losses"))
		}
	}
	return out
}

// fightPath names the fight in the ids of its decisions.
func (s *State) fightPath() string {
	if s.Fight.Place == "" {
		return "war/" + s.Fight.Attacker + "/" + s.Fight.Defender
	}
	return "battle/" + s.Fight.Place + "/" + s.Fight.Attacker
}

// mayChoose tells whether it matters whom one names: not when all who could be
// named are alike, nor when all of them fall the same way.
func (s *State) mayChoose(g *Gang, p Party) bool {
	who, kinds := g.inPlay(), kindsInPlay(g)
	if s.Fight.Place != "" {
		who = g.at(s.Fight.Place)
		kinds = min(who.M, 1) + min(who.F, 1)
	}
	return kinds > 1 && (p.Dead+p.Hurt < who.n() || (p.Dead > 0 && p.Hurt > 0))
}

// falls takes the killed, then the wounded, out of a gang: in a battle from its
// quarter, in a war from anywhere in play (combat.7, d.4).
func (r Rules) falls(s *State, id string, list []string) []games.Fact {
	look, party := s.clone(), *s.party(id)
	var out []games.Fact
	for i := range party.Dead + party.Hurt {
		place, x := r.victim(look, look.gang(id), list)
		f := fact(factKilled, Killed{id, place, x})
		if i >= party.Dead {
			f = fact(factWounded, Taken{id, place, "hospital", r.data.Tracks.Hospital, x})
		}
		r.Evolve(look, f)
		out = together(out, f)
	}
	return out
}

// together joins a fact to the last one when both tell of the same place.
func together(out []games.Fact, f games.Fact) []games.Fact {
	if len(out) == 0 || out[len(out)-1].Type != f.Type {
		return append(out, f)
	}
	last := &out[len(out)-1]
	switch p := f.Pub.(type) {
	case Killed:
		if q, ok := last.Pub.(Killed); ok && q.Place == p.Place {
			q.Sexes = q.Sexes.plus(p.Sexes)
			last.Pub = q
			return out
		}
	case Taken:
		if q, ok := last.Pub.(Taken); ok && q.Place == p.Place {
			q.Sexes = q.Sexes.plus(p.Sexes)
			last.Pub = q
			return out
		}
	}
	return append(out, f)
}

// victim is the next to fall in the fight under way.
func (r Rules) victim(s *State, g *Gang, list []string) (string, Sexes) {
	if place := s.Fight.Place; place != "" {
		return place, nextFall(list, place, g.at(place))
	}
	return r.nextVictim(s, g, list)
}

// eliminated is the first gang that has no member left (end.2).
func (s *State) eliminated() *Gang {
	if !s.deadly() || s.Fight != nil || s.Phase == phaseOver || s.option("mercy") == on {
		return nil
	}
	for _, g := range s.living() {
		if g.present().n() == 0 && (!g.Absent || g.Recruits.n() > 0) {
			return g
		}
	}
	return nil
}

// deadly tells whether this game can kill.
func (s *State) deadly() bool {
	return s.option("battle") == on || s.option("police") == on || s.option("gang_war") == on || s.option("equipment") == on
}

// on is the value of a module that is played.
const on = "on"

// eliminate puts every gang without members out at once; the last gang ends the
// game (end.1), and if none is left they share what there is (end.3).
func (r Rules) eliminate(s *State) []games.Fact {
	look := s.clone()
	var out []games.Fact
	for g := look.eliminated(); g != nil; g = look.eliminated() {
		order := slices.DeleteFunc(slices.Clone(look.Order), func(id string) bool { return id == g.ID })
		f := fact(factEliminated, Eliminated{g.ID, g.Money, order})
		r.Evolve(look, f)
		out = append(out, f)
	}
	switch gone := len(out); len(look.living()) {
	case 0:
		out = append(out, fact(factEnded, ended(look).sharing(gone)))
	case 1:
		out = append(out, r.sellWeapons(look)...)
		out = append(out, fact(factEnded, ended(look)))
	}
	return out
}
