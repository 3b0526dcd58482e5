package newyork1890

import (
	"cmp"
	"slices"

	"fivepoints/games"
)

// bot is a style at work on one mail. What it has written so far is already
// carried out in its own books: members, tokens, money and actions.
type bot struct {
	temper
	data *data
	view View
	pick func(n int) int

	me      GangView
	money   int
	at      []Stack // own members, by place
	away    []Stack // those on errands, by the quarter whose crew they left
	tokens  []TokenView
	opened  []string // activities it opens this year
	robbed  []string // quarters it robs this year
	used    int      // actions
	favours int      // left for this mail
	granted int      // actions, once the moves are written

	lines    []games.Line
	openings []games.Line // actions that its moves are made for
	battles  []games.Line // weapons for the battles it seeks
}

// newBot opens the books with what the view says; false for who does not play.
func newBot(d *data, v View, style string, pick func(n int) int) (*bot, bool) {
	i := slices.IndexFunc(tempers(), func(t temper) bool { return t.style == style })
	j := slices.IndexFunc(v.Gangs, func(g GangView) bool { return g.Gang == v.You })
	if i < 0 || j < 0 || v.Gangs[j].Out {
		return nil, false
	}
	b := &bot{temper: tempers()[i], data: d, view: v, pick: pick, me: v.Gangs[j]}
	b.money, b.robbed = b.me.Money, slices.Clone(b.me.Robbed)
	b.tokens = slices.Clone(b.me.Tokens)
	for _, st := range b.me.Members {
		b.at = addStack(b.at, st.Place, Sexes{st.Males, st.Females})
	}
	return b, true
}

// left counts the incomes still to come.
func (b *bot) left() int { return b.view.Rounds - b.view.Round }

// actions is how many more it may do: one for each space where it stands when
// its moves are done, not where recruits come later (c.a.0).
func (b *bot) actions() int {
	if b.granted > 0 {
		return b.granted - b.used
	}
	return len(b.at) - b.used
}

func (b *bot) here(place string) Sexes { return stackAt(b.at, place) }

// crew are the members of a quarter, those on errands included.
func (b *bot) crew(place string) Sexes { return b.here(place).plus(stackAt(b.away, place)) }

// quarter finds an open quarter of the view; the zero one is no quarter.
func (b *bot) quarter(code string) PlaceView {
	for _, q := range b.view.Quarters {
		if q.Place == code {
			return q
		}
	}
	return PlaceView{}
}

// rivals are the others on a quarter.
func (b *bot) rivals(q PlaceView) []GangStack {
	return slices.DeleteFunc(slices.Clone(q.Members), func(m GangStack) bool { return m.Gang == b.me.Gang })
}

// contested tells whether somebody who stands next to a quarter may come first.
func (b *bot) contested(q PlaceView) bool {
	for _, n := range q.Near {
		if len(b.rivals(b.quarter(n))) > 0 {
			return true
		}
	}
	return false
}

// others lists the living rivals, in turn order.
func (b *bot) others() []GangView {
	return slices.DeleteFunc(slices.Clone(b.view.Gangs), func(g GangView) bool { return g.Out || g.Gang == b.me.Gang })
}

// token finds an own token.
func (b *bot) token(place, kind string) (activity, bool) {
	for _, t := range b.tokens {
		if t.Place == place && t.Kind == kind {
			return b.data.activity(t.Activity)
		}
	}
	return activity{}, false
}

// spare are the members of a quarter that no own token there keeps; a token
// without its full crew keeps all it has. In the last year nobody is kept.
func (b *bot) spare(place string) Sexes {
	x := b.crew(place)
	for _, kind := range []string{"traffic", "joint"} {
		a, ok := b.token(place, kind)
		if !ok || b.left() == 0 {
			continue
		}
		need, staffed := workers(a, x)
		if !staffed {
			return Sexes{}
		}
		x = x.minus(need)
	}
	return x.atMost(b.here(place))
}

// lacks is what an own token on a quarter needs to be staffed.
func (b *bot) lacks(place string) (Sexes, bool) {
	x := b.crew(place)
	for _, kind := range []string{"traffic", "joint"} {
		a, ok := b.token(place, kind)
		if !ok {
			continue
		}
		need, staffed := workers(a, x)
		if !staffed {
			short := Sexes{F: max(0, a.Females-x.F)}
			short.M = max(0, a.Members-x.n()-short.F)
			return short, true
		}
		x = x.minus(need)
	}
	return Sexes{}, false
}

// stock is how many tokens of an activity it may still open.
func (b *bot) stock(a activity) int {
	for _, s := range b.view.Stock {
		if s.Activity == a.Key {
			return s.Left - count(b.opened, a.Key)
		}
	}
	return 0
}

// surplus is how many more bars selling a good its own traffics would supply.
func (b *bot) surplus(good string) int {
	n := 0
	if per := b.left(); per > 0 {
		n = map[string]int{"barrel": b.me.Barrels, "kilo": b.me.Kilos}[good] / per
	}
	for _, t := range b.tokens {
		a, _ := b.data.activity(t.Activity)
		switch {
		case a.Yields == good:
			n += a.Yield
		case a.Supply == good:
			n--
		}
	}
	return n
}

// worth is what an activity brings a year, in tenths of a dollar: a bar
// without supply nothing, a traffic its part of the bars it will supply.
func (b *bot) worth(a activity) int {
	switch {
	case a.Supply != "" && b.surplus(a.Supply) < 1:
		return 0
	case a.Yields != "" && (b.surplus(a.Yields) > 0 || b.left() < 2):
		return 0
	case a.Yields != "":
		return 25 * a.Members
	}
	return 10 * a.Income
}

// ways finds the shortest way to each quarter that can be reached without
// meeting anybody, nearest first; each begins where it starts from.
func (b *bot) ways(from string, most int) [][]string {
	return b.spread(from, most, func(q PlaceView) bool {
		return !b.data.terrainOf(q.Place).Stops || len(b.rivals(q)) == 0
	})
}

// streets is the shortest way between two quarters, whoever stands there.
func (b *bot) streets(from, to string) []string {
	for _, w := range b.spread(from, len(b.view.Quarters), func(PlaceView) bool { return true }) {
		if w[len(w)-1] == to {
			return w
		}
	}
	return nil
}

// spread goes from quarter to quarter, through those that let it pass.
func (b *bot) spread(from string, most int, passes func(PlaceView) bool) [][]string {
	found, seen := [][]string{{from}}, []string{from}
	for i := 0; i < len(found) && len(found[i]) <= most; i++ {
		last := b.quarter(found[i][len(found[i])-1])
		if i > 0 && !passes(last) {
			continue
		}
		for _, p := range last.Near {
			if !slices.Contains(seen, p) {
				found, seen = append(found, append(slices.Clone(found[i]), p)), append(seen, p)
			}
		}
	}
	return found
}

// fare is what a way costs, cabman and all.
func (b *bot) fare(way []string) int {
	free := 0
	if b.holds("cabman") && b.me.Moves == 0 && !b.moved() {
		free = 2
	}
	return max(0, stepPrice*(len(way)-1)-free)
}

func (b *bot) moved() bool {
	return slices.ContainsFunc(b.lines, func(l games.Line) bool { return l.Verb == "move" })
}

func (b *bot) holds(role string) bool {
	return slices.ContainsFunc(b.me.Roles, func(r RoleView) bool { return r.Role == role })
}

// weapons counts its knives and pistols.
func (b *bot) weapons() int { return b.me.Knives + b.me.Pistols }

// strongest orders gangs, the richest prospects first; among equals the dice
// decide, not the turn order.
func (b *bot) strongest() []GangView {
	out := b.others()
	for i := range out {
		j := i + b.pick(len(out)-i)
		out[i], out[j] = out[j], out[i]
	}
	slices.SortStableFunc(out, func(x, y GangView) int { return cmp.Compare(b.prospects(y), b.prospects(x)) })
	return out
}

// prospects is what a gang may end with: its money, and every year what its
// joints bring and a dollar for each member, who may rob.
func (b *bot) prospects(g GangView) int {
	year := g.Males + g.Females
	for _, t := range g.Tokens {
		year += t.Income
	}
	return g.Money + year*b.left()
}
