package newyork1890

import (
	"slices"
	"strconv"
	"strings"

	"fivepoints/games"
)

// decideAction judges one action order; what cannot be done in full is refused
// whole (c.a.fit).
func (r Rules) decideAction(s *State, g *Gang, l games.Line) ([]games.Fact, *games.Refusal) {
	switch l.Verb {
	case endActions:
		if s.votes() {
			return []games.Fact{fact(factActed, ActionsClosed{g.ID})}, nil
		}
		return []games.Fact{actionsEnded(g)}, nil
	case "close":
		return r.closeToken(s, g, l)
	case "give":
		return r.give(s, g, l)
	}
	if g.Year.Used >= g.Year.Available {
		return nil, games.Refuse("c.a.0", "ny.refused.actions", games.Int("n", g.Year.Available))
	}
	switch l.Verb {
	case "open":
		return r.open(s, g, l)
	case "seize":
		return r.seize(s, g, l)
	case "rob":
		return r.rob(s, g, l)
	case "recruit":
		return r.recruit(s, g, l)
	case "buy":
		return r.buy(s, g, l)
	case "tammany":
		return r.tammany(s, g, l)
	case "sober":
		return r.sober(g)
	case "bail":
		return r.bail(s, g, l)
	case "equip":
		return r.equip(s, g, l)
	case "wreck":
		return r.wreck(s, g)
	}
	return nil, games.Invalid("order.1", "ny.refused.kind")
}

// open places a new joint or traffic (c.a.joint, c.a.traffic).
func (r Rules) open(s *State, g *Gang, l games.Line) ([]games.Fact, *games.Refusal) {
	place := g.place(l.First("at"))
	a, ok := r.data.activity(l.First("activity"))
	if !ok || !r.data.isQuarter(place) {
		return nil, games.Invalid("board.1", "ny.refused.place", games.With("place", "text", place))
	}
	rule := "c.a." + a.Kind
	if ref := r.canOpen(s, g, place, a, rule); ref != nil {
		return nil, ref
	}
	typ := factJoint
	if a.Kind == "traffic" {
		typ = factTraffic
	}
	return []games.Fact{fact(typ, Opened{g.ID, place, a.Key, r.bottles(g, a), 1})}, nil
}

// bottles is what a new token adds to the dial, which stops at its end (c.a.joint).
func (r Rules) bottles(g *Gang, a activity) int {
	return min(a.Bottles, r.data.Alcohol.Max-g.Alcohol)
}

func (r Rules) canOpen(s *State, g *Gang, place string, a activity, rule string) *games.Refusal {
	t := r.data.terrainOf(place)
	where, what := r.placeArg("place", place), activityArg(a.Key)
	switch {
	case (a.Kind == "joint" && !t.Joint) || (a.Kind == "traffic" && !t.Traffic):
		return games.Refuse("board.2", "ny.refused.terrain", what, where) // (board.2)
	case r.stock(s, a) <= 0:
		return games.Refuse(rule, "ny.refused.stock", what)
	case !s.controls(g, place):
		return games.Refuse(rule, "ny.refused.control", where) // (board.5)
	}
	if r.slotTaken(s, place, a) {
		return games.Refuse("c.a.slots", "ny.refused.slot", where)
	}
	spare := r.spare(s, g, place)
	if _, ok := workers(a, spare); !ok {
		ref := games.Refuse(rule, "ny.refused.crew", what, where, games.Int("need", a.Members), games.Int("n", spare.n()))
		if a.Females > 0 {
			ref = games.Refuse(rule, "ny.refused.crew.females", what, where, games.Int("need", a.Members), games.Int("n", spare.n()), games.Int("females", a.Females))
		}
		ref.Nearest = r.openable(s, g, place)
		return ref
	}
	return nil
}

// openable lists what a gang could open on a quarter instead, best income first.
func (r Rules) openable(s *State, g *Gang, place string) []games.Line {
	var found []activity
	for _, a := range r.data.Activities {
		if _, ok := workers(a, r.spare(s, g, place)); ok && r.canOpen(s, g, place, a, "") == nil {
			found = append(found, a)
		}
	}
	slices.SortStableFunc(found, func(a, b activity) int { return b.Income - a.Income })
	var out []games.Line
	for _, a := range found[:min(len(found), 3)] {
		out = append(out, games.Order("open", "activity", a.Key, "at", place))
	}
	return out
}

// own finds a token by the words of an order; where there are two, the order
// must say which.
func (r Rules) own(s *State, g *Gang, l games.Line, mine bool) (Token, *games.Refusal) {
	place, slot := g.place(l.First("at")), l.First("slot")
	var found []Token
	for _, kind := range []string{"joint", "traffic"} {
		tokens := slices.DeleteFunc(r.tokensAt(s, place, kind), func(t Token) bool { return (t.Gang == g.ID) != mine })
		if len(tokens) > 0 && (slot == "" || slot == kind) {
			found = append(found, tokens[0]) // the oldest
		}
	}
	switch {
	case len(found) == 0 && mine:
		return Token{}, games.Refuse("c.a.close", "ny.refused.nothing", r.placeArg("place", place))
	case len(found) == 0:
		return Token{}, games.Refuse("c.a.seize", "ny.refused.nothing", r.placeArg("place", place))
	case len(found) > 1:
		ref := games.Invalid("order.7", "ny.refused.which", r.placeArg("place", place))
		ref.Nearest = []games.Line{withArg(l, "slot", "joint"), withArg(l, "slot", "traffic")}
		return Token{}, ref
	}
	return found[0], nil
}

// closeToken gives an own token back; it costs no action (c.a.close).
func (r Rules) closeToken(s *State, g *Gang, l games.Line) ([]games.Fact, *games.Refusal) {
	t, ref := r.own(s, g, l, true)
	if ref != nil {
		return nil, ref
	}
	return []games.Fact{fact(factClosed, TokenFact(t))}, nil
}

// seize takes or destroys a rival's token on a quarter where the gang stands
// alone (c.a.seize).
func (r Rules) seize(s *State, g *Gang, l games.Line) ([]games.Fact, *games.Refusal) {
	t, ref := r.own(s, g, l, false)
	if ref != nil {
		return nil, ref
	}
	if p := s.pactWith(g.ID, t.Gang, "nobattle"); p != nil { // (g.nobattle)
		return nil, forbidden("g.nobattle", *p, g.ID)
	}
	if g.at(t.Place).n() == 0 || len(s.rivals(g, t.Place)) > 0 {
		return nil, games.Refuse("c.a.seize", "ny.refused.guarded", r.placeArg("place", t.Place))
	}
	return []games.Fact{fact(factSeized, r.takeToken(s, g, t, l.First("fate") != "destroy"))}, nil
}

// recruit hires one to four members at the Port; they arrive at the
// headquarters (c.a.recruit).
func (r Rules) recruit(s *State, g *Gang, l games.Line) ([]games.Fact, *games.Refusal) {
	n, err := strconv.Atoi(l.First("n"))
	price, favour := r.payPort(s, g, l, r.portPrice(g, n))
	switch {
	case err != nil || r.portPrice(g, n) == 0:
		ref := games.Refuse("c.a.recruit", "ny.refused.port", games.Int("limit", len(r.data.Port)))
		ref.Nearest = []games.Line{without(withArg(l, "n", strconv.Itoa(len(r.data.Port))), "sexes")}
		return nil, ref
	case g.at("port").n() == 0:
		return nil, games.Refuse("c.a.recruit", "ny.refused.absent", r.placeArg("place", "port"))
	case price > g.Money:
		return nil, r.cheaper(g, price, l)
	}
	who, ref := r.recruits(g, n, l)
	if ref != nil {
		return nil, ref
	}
	at := g.HQ
	if s.option("recruit.at") == "port" {
		at = "port"
	}
	if !s.room(g, at, n) {
		return nil, r.noRoom(s, g, at, at, who, games.Line{})
	}
	return r.withSwap(s, g, l, append([]games.Fact{fact(factRecruited, Recruited{g.ID, at, price, 1, who})}, favour...)...)
}

// cheaper refuses an unaffordable purchase at the Port and offers what the money buys.
func (r Rules) cheaper(g *Gang, price int, l games.Line) *games.Refusal {
	ref := games.Refuse("c.a.fit", "ny.refused.money", games.Money("cost", price), games.Money("money", g.Money))
	best := 0
	for _, p := range r.data.Port {
		if r.portPrice(g, p.Members) <= g.Money {
			best = max(best, p.Members)
		}
	}
	if best > 0 {
		ref.Nearest = []games.Line{without(withArg(l, "n", strconv.Itoa(best)), "sexes")}
	}
	return ref
}

func (r Rules) portPrice(g *Gang, n int) int {
	for _, p := range r.data.Port {
		if p.Members == n {
			return max(1, p.Price-r.gain(g, "port_discount"))
		}
	}
	return 0
}

// recruits gives the sexes: as ordered, else alternately from a male on; a sex
// that has run out is replaced by the other (c.a.recruit).
func (r Rules) recruits(g *Gang, n int, l games.Line) (Sexes, *games.Refusal) {
	want := Sexes{(n + 1) / 2, n / 2}
	if word := l.First("sexes"); word != "" {
		x, ok := parseSexes(word)
		if !ok || x.n() != n {
			ref := games.Invalid("order.3", "ny.refused.sum", games.With("who", "sexes", word), games.Int("n", n))
			ref.Nearest = []games.Line{without(l, "sexes")}
			return Sexes{}, ref
		}
		want = x
	}
	left := Sexes{r.data.Supply.Males, r.data.Supply.Females}.minus(g.alive())
	if left.n() < n {
		return Sexes{}, games.Refuse("c.a.recruit", "ny.refused.supplied", games.Int("n", max(left.n(), 0)))
	}
	who := want.atMost(left)
	return who.plus(left.minus(who).malesFirst(n - who.n())), nil
}

// maxBought bounds each number of weapons in one purchase.
const maxBought = 99

// buy buys knives and pistols at the Weapons space. Sticks are free: an order
// that buys some is refused, wherever they stand in it (c.a.arms).
func (r Rules) buy(s *State, g *Gang, l games.Line) ([]games.Fact, *games.Refusal) {
	f := WeaponsBought{Gang: g.ID, Actions: 1}
	for _, word := range l.Arg("arms") {
		count, key, _ := strings.Cut(word, " ")
		n, err := strconv.Atoi(count)
		if err != nil || n < 1 || n > maxBought {
			return nil, games.Invalid("c.a.arms", "ny.refused.arms", games.With("arms", "text", word))
		}
		switch key {
		case "knife":
			f.Knives += n
		case "pistol":
			f.Pistols += n
		default:
			return nil, freeSticks(l, n)
		}
	}
	f.Paid = f.Knives*r.weaponPrice(g, "knife") + f.Pistols*r.weaponPrice(g, "pistol")
	switch {
	case g.at("arms").n() == 0:
		return nil, games.Refuse("c.a.arms", "ny.refused.absent", r.placeArg("place", "arms"))
	case f.Paid > g.Money:
		ref := games.Refuse("c.a.fit", "ny.refused.money", games.Money("cost", f.Paid), games.Money("money", g.Money))
		if n := g.Money / r.weaponPrice(g, "knife"); n > 0 {
			ref.Nearest = []games.Line{withArg(l, "arms", strconv.Itoa(n)+" knife")}
		}
		return nil, ref
	}
	return r.withSwap(s, g, l, fact(factWeapons, f))
}

// freeSticks names the part of a purchase that cannot be bought, and offers the rest.
func freeSticks(l games.Line, n int) *games.Refusal {
	ref := games.Refuse("c.a.arms", "ny.refused.sticks", games.Int("n", n))
	bought := slices.DeleteFunc(slices.Clone(l.Arg("arms")), func(w string) bool { return strings.HasSuffix(w, " stick") })
	if len(bought) > 0 {
		ref.Nearest = []games.Line{withArg(l, "arms", bought...)}
	}
	return ref
}

func (r Rules) weaponPrice(g *Gang, key string) int {
	for _, w := range r.data.Weapons {
		if w.Key == key {
			return max(0, w.Cost-r.gain(g, "weapon_discount"))
		}
	}
	return 0
}

// tammany works at Tammany Hall; the first time in a year it registers the
// gang for influence (c.a.tammany).
func (r Rules) tammany(s *State, g *Gang, l games.Line) ([]games.Fact, *games.Refusal) {
	if g.at("tammany").n() == 0 {
		return nil, games.Refuse("c.a.tammany", "ny.refused.absent", r.placeArg("place", "tammany"))
	}
	return r.withSwap(s, g, l, fact(factTammany, TammanyWorked{g.ID, !g.Year.Registered, 1}))
}

// sober lowers the dial, once a year for each member at the Hospital space (c.a.sober).
func (r Rules) sober(g *Gang) ([]games.Fact, *games.Refusal) {
	switch there := g.at("hospital").n(); {
	case there == 0:
		return nil, games.Refuse("c.a.sober", "ny.refused.absent", r.placeArg("place", "hospital"))
	case g.Year.Sobered >= there:
		return nil, games.Refuse("c.a.sober", "ny.refused.sobered", games.Int("n", there))
	case g.Alcohol == 0:
		return nil, games.Refuse("c.a.sober", "ny.refused.dry")
	}
	return []games.Fact{fact(factSobered, SoberedUp{g.ID, min(r.data.Sober.Action, g.Alcohol), 1})}, nil
}

// withSwap adds the exchange of turn-order markers to a delta action. The
// track changes at once, phase c goes on by its snapshot (c.a.swap).
func (r Rules) withSwap(s *State, g *Gang, l games.Line, done ...games.Fact) ([]games.Fact, *games.Refusal) {
	word := l.First("swap")
	if word == "" {
		return done, nil
	}
	mine, to := slices.Index(s.Order, g.ID), swapPlace(s, word)
	if to < 0 || to >= len(s.Order) || mine < 0 {
		ref := games.Refuse("c.a.swap", "ny.refused.swap", games.Int("n", len(s.Order)))
		ref.Nearest = []games.Line{without(l, "swap")}
		return nil, ref
	}
	if to == mine {
		return done, nil
	}
	order := slices.Clone(s.Order)
	with := order[to]
	order[mine], order[to] = order[to], order[mine]
	return append(done, fact(factSwapped, OrderSwapped{g.ID, with, order})), nil
}

// swapPlace reads a gang, "first" or a place on the track, counted from 0.
func swapPlace(s *State, word string) int {
	if word == "first" {
		return 0
	}
	if n, err := strconv.Atoi(word); err == nil {
		return n - 1
	}
	return slices.Index(s.Order, word)
}
