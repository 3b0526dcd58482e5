package newyork1890

import (
	"slices"

	"fivepoints/games"
)

// far is how many quarters a bot walks for an opening.
const far = 3

// move writes the moves, and books the actions they are made for.
func (b *bot) move() {
	b.errands()
	b.reinforce()
	for {
		deals := b.deals()
		d, ok := b.best(deals)
		if !ok {
			break
		}
		b.strike(d, deals)
	}
	if b.attacks && b.left() > 0 {
		b.attack()
	}
	b.gather()
	b.canvass()
	b.granted = len(b.at)
}

// errands sends members to the action spaces: to the Port while recruits still
// pay, to the Hospital before the dial hurts, for weapons, to Tammany Hall.
func (b *bot) errands() {
	if b.left() >= b.hires && b.money > b.portPrice(1) && b.loafers() < b.idle {
		b.errand("port")
	}
	if b.me.Alcohol >= 3 && b.left() > 0 {
		b.errand("hospital")
	}
	if b.money >= 3 && b.view.Round > 1 && (b.weapons() < b.arms || b.lastWar()) {
		b.errand("arms")
	}
	switch {
	case b.view.Politics:
		b.lobby()
	case b.hall && b.money >= 3 && b.left() > 0 && b.view.Order[0] != b.me.Gang:
		b.errand("tammany")
	}
}

// loafers counts the members whom no token needs.
func (b *bot) loafers() int {
	n := 0
	for _, st := range b.at {
		if b.quarter(st.Place).Place != "" {
			n += b.spare(st.Place).n()
		}
	}
	return n
}

func (b *bot) errand(space string) {
	from, who := b.runner()
	if from == "" || b.money < stepPrice {
		return
	}
	if b.spare(from).n() == 0 {
		b.away = addStack(b.away, from, who) // he comes back to his crew in phase e
	}
	b.walk(who, []string{from, space}, stepPrice)
	b.used++
}

// lastWar tells whether a knife is worth buying for the war of the last year,
// after which losses no longer matter.
func (b *bot) lastWar() bool {
	_, ok := b.prey()
	return b.left() == 0 && b.weapons() == 0 && ok
}

// runner chooses who runs an errand: one of a crew that holds its quarter
// without him, for he will be back; else an idle one, a male if there is one.
func (b *bot) runner() (string, Sexes) {
	for _, st := range b.at {
		q := b.quarter(st.Place)
		if q.Place == "" || b.spare(st.Place).n() > 0 || len(b.rivals(q)) > 0 {
			continue
		}
		if n := st.Sexes.n(); n >= 3 || (n == 2 && !b.contested(q)) {
			who, _ := ofSex("", st.Sexes)
			return st.Place, who
		}
	}
	for _, st := range b.at {
		if who, ok := ofSex("", b.spare(st.Place)); ok && b.quarter(st.Place).Place != "" {
			return st.Place, who
		}
	}
	return "", Sexes{}
}

// walk writes a move, in other words if there are some, and carries it out in
// the books.
func (b *bot) walk(who Sexes, way []string, cost int, said ...games.Line) {
	if len(said) == 0 {
		said = append(said, going(who, way))
	}
	b.lines = append(b.lines, said...)
	b.at = addStack(b.at, way[0], Sexes{-who.M, -who.F})
	b.at = addStack(b.at, way[len(way)-1], who)
	b.money -= cost
}

// reinforce completes crews with idle members from nearby.
func (b *bot) reinforce() {
	for _, t := range b.me.Tokens {
		short, ok := b.lacks(t.Place)
		if !ok || b.left() == 0 || len(b.rivals(b.quarter(t.Place))) > 0 {
			continue
		}
		for _, st := range slices.Clone(b.at) {
			who, ok := fill(short, b.spare(st.Place))
			way := b.wayTo(st.Place, t.Place)
			if ok && st.Place != t.Place && way != nil && b.fare(way) <= b.money {
				b.walk(who, way, b.fare(way))
				break
			}
		}
	}
}

// fill finds the members wanted: the females named, the rest of any sex.
func fill(want, from Sexes) (Sexes, bool) {
	if from.F < want.F || from.n() < want.n() {
		return Sexes{}, false
	}
	rest := from.minus(Sexes{F: want.F}).malesFirst(want.M)
	return rest.plus(Sexes{F: want.F}), true
}

func (b *bot) wayTo(from, to string) []string {
	for _, w := range b.ways(from, far) {
		if w[len(w)-1] == to {
			return w
		}
	}
	return nil
}

// deal is a token that a group could open, or take from who left it alone.
type deal struct {
	activity activity
	way      []string // its first quarter is where the crew stands
	crew     Sexes
	seize    bool
	score    int
}

func (d deal) at() string { return d.way[len(d.way)-1] }

// deals lists what the idle members could open this year.
func (b *bot) deals() []deal {
	var out []deal
	if !b.builds || b.left() == 0 {
		return nil
	}
	for _, st := range b.at {
		spare := b.spare(st.Place)
		if b.quarter(st.Place).Place == "" || spare.n() == 0 {
			continue
		}
		for _, way := range b.ways(st.Place, far) {
			q := b.quarter(way[len(way)-1])
			if len(b.rivals(q)) > 0 || (q.HQ != "" && q.HQ != b.me.Gang) || b.fare(way) > b.money {
				continue
			}
			for _, a := range b.data.Activities {
				out = append(out, b.offer(q, a, way, spare)...)
			}
		}
	}
	return out
}

// offer is the deal of one activity on one quarter, if it can be made.
func (b *bot) offer(q PlaceView, a activity, way []string, spare Sexes) []deal {
	d := deal{activity: a, way: way}
	here, owner := q.Joint, q.JointOf
	if a.Kind == "traffic" {
		here, owner = q.Traffic, q.TrafficOf
	}
	land := b.data.terrainOf(q.Place)
	_, mine := b.token(q.Place, a.Kind)
	switch {
	case here == a.Key && owner != b.me.Gang:
		d.seize = true
	case here != "" || mine || b.stock(a) <= 0 || (a.Kind == "joint" && !land.Joint) || (a.Kind == "traffic" && !land.Traffic):
		return nil
	}
	crew, ok := workers(a, spare)
	moving := len(way) > 1
	if !ok || stackAt(b.away, q.Place).n() > 0 || (moving && q.Place != b.me.HQ && b.here(q.Place).n()+crew.n() > stackLimit) {
		return nil
	}
	d.crew, d.score = crew, b.score(q, a, way)
	if d.score <= 0 || b.actions()+b.spaces(d) < 1 {
		return nil
	}
	return []deal{d}
}

// spaces is how many more spaces it stands on after the move of a deal.
func (b *bot) spaces(d deal) int {
	n := 0
	if len(d.way) > 1 && b.here(d.at()).n() == 0 {
		n++
	}
	if len(d.way) > 1 && b.here(d.way[0]) == d.crew {
		n--
	}
	return n
}

// score is what a deal brings until the end for each of its crew, in
// hundredths of a dollar; drink, the way and jealous neighbours count against it.
func (b *bot) score(q PlaceView, a activity, way []string) int {
	if b.worth(a) < b.least*a.Members {
		return 0
	}
	total := b.worth(a)*b.left() - 10*b.fare(way) - 4*a.Bottles
	if b.contested(q) {
		total = total * 85 / 100
	}
	score := 10 * total / a.Members
	return score + score*b.pick(12)/100
}

func (b *bot) best(deals []deal) (deal, bool) {
	var best deal
	for _, d := range deals {
		if d.score > best.score {
			best = d
		}
	}
	return best, best.score > 0
}

// strike makes a deal: the crew goes there, and opens or seizes. Where somebody
// may come first both orders are guarded, with another quarter to fall back on.
func (b *bot) strike(d deal, others []deal) {
	q, n := b.quarter(d.at()), d.crew.n()
	order := []games.Line{d.order()}
	if len(d.way) > 1 {
		move := []games.Line{going(d.crew, d.way)}
		if b.contested(q) {
			move[0], order[0] = when(move[0], nobodyElse(q.Place)), when(order[0], atLeast(n, q.Place))
			if alt, ok := b.instead(d, others); ok {
				move = append(move, otherwise(going(d.crew, alt.way)))
				order = append(order, otherwise(alt.order()))
			}
		}
		b.walk(d.crew, d.way, b.fare(d.way), move...)
	}
	a := d.activity
	b.tokens = append(b.tokens, TokenView{Place: q.Place, Activity: a.Key, Kind: a.Kind})
	if !d.seize {
		b.opened = append(b.opened, a.Key)
	}
	b.used++
	b.openings = append(b.openings, order...)
}

// order is the action of a deal.
func (d deal) order() games.Line {
	if d.seize {
		return games.Order("seize", "at", d.at(), "slot", d.activity.Kind, "fate", "keep")
	}
	return games.Order("open", "activity", d.activity.Key, "at", d.at())
}

// instead finds the same deal on a free quarter where nobody else may come.
func (b *bot) instead(d deal, others []deal) (deal, bool) {
	return b.best(slices.DeleteFunc(slices.Clone(others), func(o deal) bool {
		q := b.quarter(o.at())
		return o.activity.Key != d.activity.Key || o.way[0] != d.way[0] || o.seize || len(o.way) < 2 ||
			q.Place == d.at() || b.contested(q) || b.here(q.Place).n() > 0 || len(o.way) > len(d.way)+1
	}))
}

// attack enters the quarter of a weaker gang that has something to lose.
func (b *bot) attack() {
	if b.weapons() == 0 {
		return
	}
	for _, st := range slices.Clone(b.at) {
		n := min(b.spare(st.Place).n(), stackLimit)
		for _, code := range b.quarter(st.Place).Near {
			q := b.quarter(code)
			foes := b.rivals(q)
			if len(foes) != 1 || !b.data.terrainOf(code).Battle || q.JointOf != foes[0].Gang || b.money < stepPrice {
				continue
			}
			if m := foes[0].Males + foes[0].Females; n >= 2*m && b.here(code).n() == 0 {
				b.walk(b.spare(st.Place).malesFirst(n), []string{st.Place, code}, stepPrice)
				b.used++
				b.battles = append(b.battles, games.Order("fight", "at", code, "gang", foes[0].Gang, "arms", b.oddArms()))
				break
			}
		}
	}
}

// gather leads idle groups to quarters they may rob; in the last year, when
// everybody is idle, nobody does: it would favour who lives beside the parks.
func (b *bot) gather() {
	if b.band == 0 || b.left() == 0 {
		return
	}
	for _, st := range slices.Clone(b.at) {
		who := b.spare(st.Place).malesFirst(stackLimit)
		if b.quarter(st.Place).Place == "" || who.n() < b.band || b.robbable(st.Place) || len(b.rivals(b.quarter(st.Place))) > 0 {
			continue
		}
		for _, way := range b.ways(st.Place, 2) {
			to := way[len(way)-1]
			fits := b.here(to).n() == 0 && b.robbable(to) && len(b.rivals(b.quarter(to))) == 0
			if fits && b.fare(way) < min(b.money+1, who.n()) {
				b.walk(who, way, b.fare(way))
				break
			}
		}
	}
}

// robbable tells whether a quarter will have no token and was not robbed (c.a.rob).
func (b *bot) robbable(place string) bool {
	q := b.quarter(place)
	if q.Place == "" || slices.Contains(b.robbed, place) {
		return false
	}
	for _, owner := range []string{q.JointOf, q.TrafficOf} {
		if owner != "" {
			return false
		}
	}
	_, joint := b.token(place, "joint")
	_, traffic := b.token(place, "traffic")
	return !joint && !traffic
}
