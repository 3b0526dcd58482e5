package newyork1890

import (
	"slices"
	"strconv"
	"strings"

	"fivepoints/games"
)

// kindCare are the orders that say whom quack and shyster help.
const kindCare games.Kind = "care"

// Facts of roles.
type (
	// Equipped is a member that leaves the board for a role.
	Equipped struct {
		Gang    string `json:"gang"`
		Place   string `json:"place"`
		Role    string `json:"role"`
		Actions int    `json:"actions"`
		Sexes   Sexes  `json:"who"`
	}
	// StepsFree are quarter steps of the move just made that cost nothing.
	StepsFree struct {
		Gang string `json:"gang"`
		N    int    `json:"n"`
	}
	// BonusPaid is what a role earns when enough joints paid.
	BonusPaid struct {
		Gang  string `json:"gang"`
		Role  string `json:"role"`
		Money int    `json:"money"`
	}
	// CareGiven says whom a role helps.
	CareGiven struct {
		Gang string `json:"gang"`
		Role string `json:"role"`
		Box  int    `json:"box,omitempty"`
		Sex  string `json:"sex,omitempty"`
	}
	// DialLowered is drink that a role takes off before the dial acts.
	DialLowered struct {
		Gang    string `json:"gang"`
		Role    string `json:"role"`
		Alcohol int    `json:"alcohol"`
	}
)

const (
	factEquipped = "member_equipped"
	factSteps    = "steps_free"
	factBonus    = "bonus_paid"
	factCare     = "care_ordered"
	factLowered  = "dial_lowered"
)

func equipFactTypes() []games.FactType {
	return []games.FactType{
		{Type: factEquipped, V: 1, Pub: Equipped{}},
		{Type: factSteps, V: 1, Pub: StepsFree{}},
		{Type: factBonus, V: 1, Pub: BonusPaid{}},
		{Type: factCare, V: 1, Pub: CareGiven{}},
		{Type: factLowered, V: 1, Pub: DialLowered{}},
	}
}

func evolveEquipment(s *State, f games.Fact) {
	switch p := f.Pub.(type) {
	case Equipped:
		s.with(p.Gang, func(g *Gang) {
			g.Stacks = addStack(g.Stacks, p.Place, Sexes{-p.Sexes.M, -p.Sexes.F})
			g.Roles = append(g.Roles, Holder{p.Role, p.Sexes})
			g.act(p.Actions)
		})
	case StepsFree:
		s.with(p.Gang, func(g *Gang) { g.Year.Steps += p.N })
	case BonusPaid:
		s.with(p.Gang, func(g *Gang) { g.pay("equipment", p.Money) })
	case CareGiven:
		s.with(p.Gang, func(g *Gang) { g.Year.Care = append(g.Year.Care, Care{p.Role, p.Box, p.Sex}) })
	case DialLowered:
		s.with(p.Gang, func(g *Gang) { g.Alcohol -= p.Alcohol })
	default:
		evolveFavours(s, f)
	}
}

// has tells whether a member of the gang holds a role.
func (g *Gang) has(role string) bool {
	return slices.ContainsFunc(g.Roles, func(h Holder) bool { return h.Role == role })
}

// gain is what a gang's roles with an effect are worth (c.a.equip).
func (r Rules) gain(g *Gang, effect string) int {
	n := 0
	for _, row := range r.data.Equipment {
		if row.Effect == effect && g.has(row.Key) {
			n += row.N
		}
	}
	return n
}

func (r Rules) role(key string) (role, bool) {
	i := slices.IndexFunc(r.data.Equipment, func(row role) bool { return row.Key == key })
	if i < 0 {
		return role{}, false
	}
	return r.data.Equipment[i], true
}

// roleOf is the role with an effect that the gang holds, "" for none.
func (r Rules) roleOf(g *Gang, effect string) string {
	for _, row := range r.data.Equipment {
		if row.Effect == effect && g.has(row.Key) {
			return row.Key
		}
	}
	return ""
}

// equip sends a member of a quarter to the individual board, one of each role
// per gang (c.a.equip).
func (r Rules) equip(s *State, g *Gang, l games.Line) ([]games.Fact, *games.Refusal) {
	place, key := g.place(l.First("at")), l.First("role")
	row, ok := r.role(key)
	there := g.at(place)
	who := r.pick(s, g, place, there, 1)
	if sex := l.First("sex"); sex != "" {
		who, _ = ofSex(sex, there)
	}
	switch {
	case s.option("equipment") != on || !ok:
		return nil, games.Invalid("c.a.equip", "ny.refused.kind")
	case !r.data.isQuarter(place):
		return nil, games.Invalid("c.a.equip", "ny.refused.quarter", r.placeArg("place", place))
	case g.has(row.Key):
		return nil, games.Refuse("c.a.equip", "ny.refused.role", games.With("role", "role", key))
	case who.n() == 0:
		return nil, games.Refuse("c.a.equip", "ny.refused.empty", r.placeArg("place", place))
	}
	return []games.Fact{fact(factEquipped, Equipped{g.ID, place, row.Key, 1, who})}, nil
}

// fare is what a way costs a group: free steps first, on quarters only; action
// spaces are paid in cash (c.m.1, c.m.5, c.a.equip). By option each member pays,
// or the first group of the year pays for all.
func (r Rules) fare(s *State, g *Gang, path []string, members int) (cost, free int) {
	quarters := 0
	for _, p := range path {
		if r.data.isQuarter(p) {
			quarters++
		}
	}
	spaces := len(path) - quarters
	free = min(quarters, max(0, r.gain(g, "free_steps")+g.Year.Free-g.Year.Steps))
	steps := quarters - free
	switch s.option("move.cost") {
	case "member":
		steps *= members
	case "all":
		steps = min(steps, 1-min(1, g.entered(r.data.isQuarter)))
	}
	switch s.option("move.action_fee") {
	case "member":
		spaces *= members
	case "flat":
		spaces = min(spaces, 1-min(1, g.entered(r.data.isSpace)))
	}
	return stepPrice * (steps + spaces), free
}

// entered counts the places of a sort that groups of the gang entered this year.
func (g *Gang) entered(sort func(string) bool) int {
	n := 0
	for _, c := range g.Year.Came {
		if sort(c.Place) {
			n++
		}
	}
	return n
}

// affordable is how many steps of a way a group can pay.
func (r Rules) affordable(s *State, g *Gang, path []string, members int) int {
	for n := len(path); n > 0; n-- {
		if cost, _ := r.fare(s, g, path[:n], members); cost <= g.Money {
			return n
		}
	}
	return 0
}

// bonus pays a role when enough joints of the gang paid (c.a.equip).
func (r Rules) bonus(g *Gang, paid int) []games.Fact {
	for _, row := range r.data.Equipment {
		if row.Effect == "income_bonus" && g.has(row.Key) && paid >= row.JointsPaid {
			return []games.Fact{fact(factBonus, BonusPaid{g.ID, row.Key, row.N})}
		}
	}
	return nil
}

// lowered is what a role takes off the dial before it acts (f.1).
func (r Rules) lowered(g *Gang) int { return min(g.Alcohol, r.gain(g, "sober_before_dial")) }

// careDue asks whom quack and shyster help, where there is a choice (c.a.equip).
func (r Rules) careDue(s *State) []games.Decision {
	var out []games.Decision
	for _, g := range s.living() {
		if key := r.asksCare(g); key != "" {
			out = append(out, s.decision(g, kindCare, "care/"+key))
		}
	}
	return out
}

// asksCare is the next role that has a choice whom to help, "" for none.
func (r Rules) asksCare(g *Gang) string {
	for _, h := range g.Roles {
		if _, given := g.care(h.Role); !given && r.patients(g, h.Role) > 1 {
			return h.Role
		}
	}
	return ""
}

// patients counts the different members that a role could help.
func (r Rules) patients(g *Gang, key string) int {
	row, _ := r.role(key)
	track := map[string]string{"release_wounded": "hospital", "extra_box": "tombs"}[row.Effect]
	n := 0
	for _, b := range g.Tracks {
		if b.Track == track && b.N > 0 {
			n += min(b.Sexes.M, 1) + min(b.Sexes.F, 1)
		}
	}
	return n
}

func (g *Gang) care(role string) (Care, bool) {
	for _, c := range g.Year.Care {
		if c.Role == role {
			return c, true
		}
	}
	return Care{}, false
}

// decideCare takes whom a role helps; without an order the highest box, males
// first (c.a.equip).
func (r Rules) decideCare(g *Gang, d games.Decision, l games.Line) ([]games.Fact, *games.Refusal) {
	key := d.ID[strings.LastIndexByte(d.ID, '/')+1:]
	if !g.has(key) || (l.Verb != key && l.Verb != string(kindCare)) {
		return nil, elsewhere("c.a.equip")
	}
	box, err := strconv.Atoi(l.First("box"))
	if err != nil {
		box = 0
	}
	return []games.Fact{fact(factCare, CareGiven{g.ID, key, box, l.First("sex")})}, nil
}

// heal brings one wounded of box 1 to box 0 before the release (e.1, c.a.equip).
func (h *homecomer) heal() {
	h.help("release_wounded", "hospital", func(box int) int { return box - 1 })
}

// plead brings one prisoner two boxes nearer, at most to box 0 (e.2, c.a.equip).
func (h *homecomer) plead() {
	h.help("extra_box", "tombs", func(box int) int { return max(0, box-2) })
}

// help moves one member of a track: of the box and sex ordered, else of the
// highest box, males first. A prisoner of box 1 only takes his ordinary step.
func (h *homecomer) help(effect, track string, to func(int) int) {
	key := h.r.roleOf(h.gang, effect)
	if key == "" {
		return
	}
	want, _ := h.gang.care(key)
	for _, exact := range []bool{true, false} {
		for _, b := range slices.Backward(slices.Clone(h.gang.Tracks)) {
			x, ok := ofSex("", b.Sexes)
			if exact {
				x, ok = ofSex(want.Sex, b.Sexes)
			}
			if b.Track != track || b.N == 0 || !ok || (exact && want.Box > 0 && want.Box != b.N) {
				continue
			}
			if track == "hospital" || b.N > 1 {
				h.emit(fact(factAdvanced, TrackAdvanced{h.gang.ID, track, b.N, to(b.N), x}))
			}
			return
		}
	}
}

func (r Rules) equipVerbs() []games.Verb {
	return []games.Verb{
		{
			ID: "equip", Kind: kindAction, Object: "role", FR: []string{"équiper"}, EN: []string{"equip"},
			Shape: "{role:role} {at:" + placeType + `} [ \( {sex:sex} \) ]`,
			Help:  games.Text{FR: "équiper cocher BOW (h)", EN: "equip cabman BOW (m)"},
		},
		{
			ID: "quack", Kind: kindCare, Slot: "quack", Keep: true, FR: []string{"carabin"}, EN: []string{"quack"}, Shape: "{sex:sex}",
			Help: games.Text{FR: "carabin f", EN: "quack f"},
		},
		{
			ID: "shyster", Kind: kindCare, Slot: "shyster", Keep: true, FR: []string{"avocat"}, EN: []string{"shyster"},
			Shape: "[ {box:int[1-2]} ] [ {sex:sex} ]", Help: games.Text{FR: "avocat 2 h", EN: "shyster 2 m"},
		},
	}
}

func (r Rules) roleSet() games.Set {
	set := games.Set{ID: "role"}
	for _, row := range r.data.Equipment {
		set.Words = append(set.Words, games.Word{ID: row.Key, FR: []string{row.FR}, EN: []string{row.EN}})
	}
	return set
}

func tellEquipment(f games.Fact, place func(string, string) games.MsgArg) (games.Msg, bool) {
	switch p := f.Pub.(type) {
	case Equipped:
		return games.Say("ny.member_equipped", gangArg(p.Gang), sexesArg(p.Sexes), place("place", p.Place), games.With("role", "role", p.Role)), true
	case BonusPaid:
		return games.Say("ny.bonus_paid", gangArg(p.Gang), games.With("role", "role", p.Role), games.Money("money", p.Money)), true
	case DialLowered:
		return games.Say("ny.dial_lowered", gangArg(p.Gang), games.With("role", "role", p.Role), games.Int("n", p.Alcohol)), true
	}
	return games.Msg{}, false
}

// someRoles proposes each role that is free, for a member of the largest stack.
func (r Rules) someRoles(s *State, g *Gang) []games.Line {
	if s.option("equipment") != on {
		return nil
	}
	best, most := g.HQ, 0
	for _, st := range g.Stacks {
		if n := st.Sexes.n(); r.data.isQuarter(st.Place) && n > most {
			best, most = st.Place, n
		}
	}
	var out []games.Line
	for _, row := range r.data.Equipment {
		out = append(out, games.Order("equip", "role", row.Key, "at", best))
	}
	return out
}

func (r Rules) someCare(g *Gang) games.Choice {
	c, asked := games.Choice{More: true}, r.asksCare(g)
	if g.has("quack") && asked != "shyster" {
		c.Lines = append(c.Lines, games.Order("quack", "sex", "f"), games.Order("quack", "sex", "m"))
	}
	if g.has("shyster") && asked != "quack" {
		c.Lines = append(c.Lines, games.Order("shyster", "sex", "f"), games.Order("shyster", "box", "2", "sex", "m"))
	}
	return c
}
