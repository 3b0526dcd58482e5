package main

import (
	"slices"
	"strconv"

	"fivepoints/cmd/internal/app/demo"
	"fivepoints/games"
	"fivepoints/games/newyork1890"
)

// The rulebook's bots are thrifty: they leave people idle and quarrel little.
// Players of flesh and blood do not. A trial carries a bot's moves out on a
// copy of the game and adds what somebody with idle hands would do next.
type trial struct {
	game   games.Game
	seat   games.Seat
	c      *demo.Chance
	budget int // dollars that the bot leaves
	moves  sheet
	acts   sheet
	front  sheet // moves that come before all others
}

func newTrial(g games.Game, seat string, s sheet, c *demo.Chance) *trial {
	t := &trial{game: g.Clone(), seat: games.Seat(seat), c: c}
	for _, u := range s {
		if u[0].Verb == "move" {
			t.carryOut(u[0])
		}
	}
	_, me := t.me()
	t.budget = me.Money
	for _, u := range s {
		t.budget -= price(u[0])
	}
	return t
}

// price is about what an action costs.
func price(l games.Line) int {
	switch l.Verb {
	case "recruit":
		n, err := strconv.Atoi(l.First("n"))
		if err != nil || n < 1 || n > 4 {
			return 13
		}
		return []int{4, 6, 9, 13}[n-1]
	case "buy":
		return 6
	}
	return 0
}

// carryOut makes a move on the copy; false when it cannot be made.
func (t *trial) carryOut(l games.Line) bool {
	facts, refusal := t.game.Decide(games.Decision{ID: "trial", Seat: t.seat, Kind: "move"}, l)
	if refusal != nil {
		return false
	}
	for _, f := range facts {
		t.game.Evolve(f)
	}
	return true
}

func (t *trial) me() (newyork1890.View, newyork1890.GangView) {
	v, _ := t.game.View(t.seat).(newyork1890.View)
	i := slices.IndexFunc(v.Gangs, func(o newyork1890.GangView) bool { return o.Gang == string(t.seat) })
	if i < 0 {
		return v, newyork1890.GangView{}
	}
	return v, v.Gangs[i]
}

// walk makes the first of the moves that fit and cost no income.
func (t *trial) walk(fit func(v newyork1890.View, me newyork1890.GangView, n int, q newyork1890.PlaceView) bool) (games.Line, bool) {
	v, me := t.me()
	options := t.game.Options(t.seat, "move").Lines
	for _, i := range t.shuffled(len(options)) {
		l := options[i]
		n, err := strconv.Atoi(l.First("group"))
		j := slices.IndexFunc(v.Quarters, func(q newyork1890.PlaceView) bool { return q.Place == l.First("path") })
		if err != nil || j < 0 || !fit(v, me, n, v.Quarters[j]) {
			continue
		}
		before := t.game.Clone()
		if t.carryOut(l) {
			if _, after := t.me(); after.Forecast >= me.Forecast {
				t.budget--
				return l, true
			}
		}
		t.game = before
	}
	return games.Line{}, false
}

func (t *trial) shuffled(n int) []int {
	out := make([]int, n)
	for i := range out {
		j := t.c.Pick(i + 1)
		out[i], out[j] = out[j], i
	}
	return out
}

func rivals(me newyork1890.GangView, q newyork1890.PlaceView) (n int, own int) {
	for _, m := range q.Members {
		if m.Gang == me.Gang {
			own += m.Males + m.Females
		} else {
			n += m.Males + m.Females
		}
	}
	return n, own
}

// settle sends idle people to where something can be opened: an empty street,
// or one of their own with room for more.
func (t *trial) settle() bool {
	if t.budget < 1 {
		return false
	}
	l, ok := t.walk(func(_ newyork1890.View, me newyork1890.GangView, n int, q newyork1890.PlaceView) bool {
		enemies, own := rivals(me, q)
		mine := func(owner string) bool { return owner == "" || owner == me.Gang }
		room := q.Joint == "" || q.Traffic == "" && own > 0
		return q.Place != me.HQ && (q.Terrain == "quarter" || q.Terrain == "hq" || q.Terrain == "virgin") &&
			room && mine(q.JointOf) && mine(q.TrafficOf) && enemies == 0 && own+n <= 5 && n >= 2
	})
	if ok {
		t.moves = append(t.moves, []games.Line{l})
	}
	return ok
}

// crews is how many people an establishment takes, and its income.
func crews() map[string][2]int {
	return map[string][2]int{
		"fence": {1, 2}, "racket": {2, 4}, "saloon": {2, 8}, "den": {2, 10}, "gaming": {3, 7}, "brothel": {3, 8},
		"ratpit": {4, 10}, "boxing": {5, 12}, "still": {2, 0}, "opium": {2, 0},
	}
}

// idle counts the people who run nothing.
func idle(me newyork1890.GangView) int {
	n := 0
	for _, st := range me.Members {
		n += st.Males + st.Females
	}
	for _, t := range me.Tokens {
		n -= crews()[t.Activity][0]
	}
	return n
}

// upgrade closes a small business for a bigger one where there are people for it.
func (t *trial) upgrade() {
	v, me := t.me()
	for _, tok := range me.Tokens {
		i := slices.IndexFunc(me.Members, func(s newyork1890.StackView) bool { return s.Place == tok.Place })
		if tok.Kind != "joint" || i < 0 || me.Actions < 1 || t.contested(tok.Place) {
			continue
		}
		people := me.Members[i].Males + me.Members[i].Females
		for _, o := range me.Tokens {
			if o.Place == tok.Place && o.Kind != "joint" {
				people -= crews()[o.Activity][0]
			}
		}
		for _, a := range []string{"boxing", "ratpit", "brothel", "gaming"} {
			c := crews()[a]
			stock := slices.ContainsFunc(v.Stock, func(s newyork1890.StockView) bool { return s.Activity == a && s.Left > 0 })
			if c[0] <= people && c[1] >= tok.Income+2 && stock && (a != "brothel" || me.Members[i].Females > 1) {
				t.acts = append(t.acts, []games.Line{line("close", "at", tok.Place, "slot", "joint")}, []games.Line{line("open", "activity", a, "at", tok.Place)})
				return
			}
		}
	}
}

// contested tells whether this sheet brings a fight to a place.
func (t *trial) contested(place string) bool {
	return slices.ContainsFunc(t.front, func(u []games.Line) bool { return u[0].First("path") == place })
}

// attack falls on somebody weaker next door, before everything else.
func (t *trial) attack() {
	l, ok := t.walk(func(_ newyork1890.View, me newyork1890.GangView, n int, q newyork1890.PlaceView) bool {
		enemies, own := rivals(me, q)
		return q.Terrain != "neutral" && enemies > 0 && n+own > enemies
	})
	if ok {
		t.front = append(t.front, []games.Line{l})
	}
}

// open uses every place where something can be opened.
func (t *trial) open(s sheet) {
	v, me := t.me()
	options := t.game.Options(t.seat, "action").Lines
	left := me.Actions
	for _, u := range s {
		if u[0].Verb != "move" {
			left--
		}
	}
	taken := map[string]bool{}
	for _, u := range slices.Concat(s, t.acts) {
		if u[0].Verb == "open" {
			taken[u[0].First("at")] = true
		}
	}
	for _, a := range wishes(v, me) {
		i := slices.IndexFunc(options, func(l games.Line) bool {
			return l.Verb == "open" && l.First("activity") == a && !taken[l.First("at")]
		})
		if i >= 0 && left > 0 {
			taken[options[i].First("at")] = true
			t.acts = append(t.acts, []games.Line{options[i]})
			left--
		}
	}
}

// wishes lists what a gang would open, the best first: what sells goods only
// when it has or makes them.
func wishes(v newyork1890.View, me newyork1890.GangView) []string {
	makes := func(good string) bool {
		return slices.ContainsFunc(me.Tokens, func(t newyork1890.TokenView) bool { return t.Yields == good }) &&
			!slices.ContainsFunc(me.Tokens, func(t newyork1890.TokenView) bool { return t.Supply == good })
	}
	list := []string{"boxing", "ratpit", "brothel", "gaming", "racket", "fence", "racket", "fence"}
	if me.Barrels > 0 || makes("barrel") {
		list = append([]string{"saloon"}, list...)
	}
	if me.Kilos > 0 || makes("kilo") {
		list = append([]string{"den"}, list...)
	}
	if v.Round < v.Rounds-1 {
		list = append(list, "still", "opium")
	}
	return list
}

// rob takes purses wherever people stand about with nothing to run.
func (t *trial) rob(s sheet) {
	_, me := t.me()
	left := me.Actions
	for _, u := range slices.Concat(s, t.acts) {
		if u[0].Verb != "move" && u[0].Verb != "close" {
			left--
		}
	}
	for _, l := range t.game.Options(t.seat, "action").Lines {
		same := func(u []games.Line) bool { return u[0].First("at") == l.First("at") }
		if l.Verb == "rob" && left > 0 && !slices.ContainsFunc(s, same) && !slices.ContainsFunc(t.acts, same) {
			t.acts = append(t.acts, []games.Line{l})
			left--
		}
	}
}

// prowl sends idle people where nobody has opened anything.
func (t *trial) prowl() {
	if t.budget < 1 {
		return
	}
	l, ok := t.walk(func(_ newyork1890.View, me newyork1890.GangView, n int, q newyork1890.PlaceView) bool {
		enemies, own := rivals(me, q)
		return q.Joint == "" && q.Traffic == "" && enemies == 0 && own == 0 && n >= 2
	})
	if ok {
		t.moves = append(t.moves, []games.Line{l})
	}
}

// ambitious adds to a sheet what idle hands would do. Whoever has too many of
// them hires nobody, and walks more.
func (d *desk) ambitious(p demo.Player, s sheet) sheet {
	v, ok := d.t.Game.View(games.Seat(p.Seat)).(newyork1890.View)
	if !d.moving() || !ok || v.Round == 1 {
		return s
	}
	_, me := newTrial(d.t.Game, p.Seat, nil, d.picks).me()
	hands := idle(me)
	if hands >= 6 {
		s = s.without("recruit")
	}
	t := newTrial(d.t.Game, p.Seat, s, d.picks)
	if d.act(p, "feud") {
		t.attack()
	}
	for range min(1+hands/3, 4) {
		if !t.settle() {
			break
		}
	}
	t.upgrade()
	if hands >= 3 && d.picks.Pick(2) == 0 {
		t.prowl()
	}
	t.open(s)
	t.rob(s)
	moves, rest := d.only(s, "move", true), d.only(s, "move", false)
	return slices.Concat(t.front, moves, t.moves, t.acts, rest)
}
