package templates

import (
	"cmp"
	"slices"
	"strings"

	"fivepoints/games"
	ny "fivepoints/games/newyork1890"
)

// newYork1890 shows the city: to a seat first what is its own (rules 16).
func (w *Writer) newYork1890(v ny.View, own games.Seat) []block {
	var out []block
	over := len(v.Ranks) > 0
	for _, g := range v.Gangs {
		if own != "" && g.Gang == string(own) {
			out = append(out, w.nyOwn(g, over)...)
		}
	}
	out = append(out, w.nyStandings(v)...)
	out = append(out, w.nyRest(v)...)
	if own != "" && !over {
		out = append(out, w.nyFree(v)...)
	}
	return out
}

// nySituation is what everybody reads below the story: standings, the year's
// money, the city.
func (w *Writer) nySituation(v ny.View, turn []games.Fact) []block {
	out := append(w.nyStandings(v), w.nyAccounts(v, turn)...)
	return append(out, w.nyRest(v)...)
}

func (w *Writer) nyStandings(v ny.View) []block {
	return []block{
		heading{3, w.t("ny.view.gangs")},
		para{w.t("ny.view.year", number("year", v.Year), number("round", v.Round), number("rounds", v.Rounds))},
		w.nyGangs(v),
	}
}

func (w *Writer) nyRest(v ny.View) []block {
	out := append(w.nyMap(v), w.nyCity(v)...)
	out = append(out, w.nyPolice(v)...)
	out = append(out, w.nyDrink(v)...)
	out = append(out, w.nyGoods(v)...)
	out = append(out, w.nyRoles(v)...)
	out = append(out, w.nyInfluence(v)...)
	out = append(out, w.nyPolitics(v)...)
	return append(out, w.nyTracks(v)...)
}

// nyGangs is the table of the gangs, the richest first, of an ended game the winner.
func (w *Writer) nyGangs(v ny.View) block {
	g := grid{right: []bool{true, false, true, true, true, false, true}}
	columns := []string{"rank", "gang", "money", "income", "members", "alcohol", "place"}
	switch {
	case len(v.Ranks) > 0:
		columns = []string{"rank", "gang", "money", "members", "alcohol"} // nothing is to come
		g.right = []bool{true, false, true, true, false}
	case v.Round >= v.Rounds && v.Phase != "a" && v.Phase != "revenue": // no takings any more
		columns = slices.DeleteFunc(columns, func(c string) bool { return c == "income" })
		g.right = []bool{true, false, true, true, false, true}
	}
	for _, c := range columns {
		g.head = append(g.head, w.t("ny.view.col."+c))
	}
	for i, gang := range nyRich(v) {
		cells := map[string]inline{
			"rank": w.one("int", itoa(nyRank(v, gang, i))), "gang": w.one("gang", gang.Gang), "money": text(w.money(itoa(gang.Money))),
			"income": text(w.money(itoa(gang.Forecast))), "members": w.nyMembers(gang.Males, gang.Females),
			"alcohol": text(w.nyLevel(gang)), "place": w.one("int", itoa(1+slices.Index(v.Order, gang.Gang))),
		}
		if gang.Out {
			cells = map[string]inline{"rank": cells["rank"], "gang": cells["gang"], "money": w.t("ny.view.out")}
		}
		var row []inline
		for _, c := range columns {
			row = append(row, cells[c])
		}
		g.rows = append(g.rows, row)
	}
	return g
}

func nyRanked(v ny.View) []ny.GangView {
	out := slices.Clone(v.Gangs)
	at := func(g ny.GangView) int {
		return slices.IndexFunc(v.Ranks, func(tied []string) bool { return slices.Contains(tied, g.Gang) })
	}
	slices.SortStableFunc(out, func(a, b ny.GangView) int { return cmp.Compare(at(a), at(b)) })
	return out
}

// nyRank is a gang's place by money, of an ended game its rank; those who tie share it.
func nyRank(v ny.View, gang ny.GangView, i int) int {
	better := 0
	for _, tied := range v.Ranks {
		if slices.Contains(tied, gang.Gang) {
			return better + 1
		}
		better += len(tied)
	}
	for _, g := range v.Gangs {
		if !g.Out && g.Money > gang.Money {
			better++
		}
	}
	if len(v.Ranks) > 0 || gang.Out {
		return i + 1
	}
	return better + 1
}

// nyMembers writes "5 (3h 2f)".
func (w *Writer) nyMembers(males, females int) inline {
	return w.t("ny.view.members", number("n", males+females), arg("sexes", "text", w.nySexes(males, females)))
}

func (w *Writer) nySexes(males, females int) string {
	var parts []inline
	if males > 0 || females == 0 {
		parts = append(parts, w.t("ny.view.males", number("n", males)))
	}
	if females > 0 {
		parts = append(parts, w.t("ny.view.females", number("n", females)))
	}
	return join(" ", parts...).String()
}

func (w *Writer) nyLevel(g ny.GangView) string {
	return games.Text{FR: g.Effect.FR, EN: g.Effect.EN}.In(w.lang)
}

// nyStore lists goods and weapons, nothing when there are none.
func (w *Writer) nyStore(g ny.GangView) inline {
	var parts []inline
	for _, s := range []struct {
		n   int
		key string
	}{
		{g.Barrels, "ny.view.barrels"},
		{g.Kilos, "ny.view.kilos"},
		{g.Knives, "ny.view.knives"},
		{g.Pistols, "ny.view.pistols"},
	} {
		if s.n > 0 {
			parts = append(parts, w.t(s.key, number("n", s.n)))
		}
	}
	return join(", ", parts...)
}

func (w *Writer) nyGoods(v ny.View) []block {
	var items []inline
	for _, g := range v.Gangs {
		if store := w.nyStore(g); len(store) > 0 {
			items = append(items, w.labelled(w.one("gang", g.Gang), store))
		}
	}
	return w.nyList("ny.view.goods", items)
}

func (w *Writer) nyInfluence(v ny.View) []block {
	var items []inline
	for _, g := range v.Gangs {
		if g.Influence > 0 {
			items = append(items, w.labelled(w.one("gang", g.Gang), text(itoa(g.Influence))))
		}
	}
	return w.nyList("ny.view.influence", items)
}

func (w *Writer) nyTracks(v ny.View) []block {
	var items []inline
	for _, g := range v.Gangs {
		if boxes := w.nyBoxes(g); len(boxes) > 0 {
			items = append(items, w.labelled(w.one("gang", g.Gang), boxes))
		}
	}
	return w.nyList("ny.view.tracks", items)
}

func (w *Writer) nyBoxes(g ny.GangView) inline {
	var parts []inline
	for _, b := range g.Tracks {
		parts = append(parts, w.t("ny.view.box", arg("who", "text", w.nySexes(b.Males, b.Females)),
			arg("track", "track", b.Track), number("box", b.Box)))
	}
	return join(", ", parts...)
}

// labelled writes "label: text" with the colon of the language.
func (w *Writer) labelled(label, t inline) inline {
	return append(append(inline{}, label...), append(inline{{text: colon(w.lang)}}, t...)...)
}

func (w *Writer) nyList(head string, items []inline) []block {
	if len(items) == 0 {
		return nil
	}
	return []block{heading{3, w.t(head)}, list{items}}
}

// nyCity is the table of the places where somebody is or holds something.
func (w *Writer) nyCity(v ny.View) []block {
	g := grid{head: []inline{w.t("ny.view.col.quarter"), w.t("ny.view.col.there"), w.t("ny.view.col.runs")}, brief: true}
	for _, p := range v.Quarters {
		who, what := w.nyPlace(p)
		if len(who)+len(what)+p.Police > 0 {
			g.rows = append(g.rows, []inline{w.nyQuarter(p), who, what})
		}
	}
	for _, p := range v.Spaces {
		if who, _ := w.nyPlace(p); len(who) > 0 {
			g.rows = append(g.rows, []inline{capital(text(w.name("space", p.Place))), who, nil})
		}
	}
	if len(g.rows) == 0 {
		return nil
	}
	return []block{heading{3, w.t("ny.view.city")}, g}
}

// nyPolice says where the policemen stand, and who moves them next.
func (w *Writer) nyPolice(v ny.View) []block {
	if len(v.Police) == 0 || len(v.Ranks) > 0 {
		return nil
	}
	t := w.teller("ny")
	var items []inline
	for i, at := range v.Police {
		items = append(items, t.t("ny.view.pawn", number("n", i+1), arg("place", "place", at)))
	}
	next := v.Year + 1
	switch {
	case next > 1889+v.Rounds || len(v.Movers) < 3:
	case next < v.Patrols:
		items = append(items, t.t("ny.view.patrols", arg("year", "text", itoa(v.Patrols))))
	case v.Movers[0] == v.Movers[1] && v.Movers[1] == v.Movers[2]:
		items = append(items, t.t("ny.view.movers.one", arg("year", "text", itoa(next)), arg("first", "gang", v.Movers[0])))
	default:
		items = append(items, t.t("ny.view.movers", arg("year", "text", itoa(next)), arg("first", "gang", v.Movers[0]),
			arg("second", "gang", v.Movers[1]), arg("third", "gang", v.Movers[2])))
	}
	return w.nyList("ny.view.police", items)
}

// nyDrink says what the dial will do to those who drank.
func (w *Writer) nyDrink(v ny.View) []block {
	var items []inline
	for _, g := range v.Gangs {
		if g.Alcohol > 0 && !g.Out && len(v.Ranks) == 0 {
			items = append(items, w.labelled(w.one("gang", g.Gang), w.nyDial(g)))
		}
	}
	return w.nyList("ny.view.drink", items)
}

func (w *Writer) nyRoles(v ny.View) []block {
	var items []inline
	for _, g := range v.Gangs {
		var parts []inline
		for _, r := range g.Roles {
			parts = append(parts, text(w.name("role", r.Role)))
		}
		if len(parts) > 0 {
			items = append(items, w.labelled(w.one("gang", g.Gang), join(", ", parts...)))
		}
	}
	return w.nyList("ny.view.roles", items)
}

// nyQuarter writes "Five Points (FVP)", and whose HQ it is.
func (w *Writer) nyQuarter(p ny.PlaceView) inline {
	code := p.Place
	if p.HQ != "" {
		code += ", " + w.t("ny.view.hq").String() + " " + w.short(p.HQ)
	}
	return text(w.name("place", p.Place) + " (" + code + ")")
}

// nyPlace writes who is there, and what is run there.
func (w *Writer) nyPlace(p ny.PlaceView) (who, what inline) {
	var people, tokens []inline
	for _, m := range p.Members {
		people = append(people, text(w.short(m.Gang)+" "+w.nySexes(m.Males, m.Females)))
	}
	if p.Police > 0 {
		people = append(people, w.t("ny.view.policemen", number("n", p.Police)))
	}
	for _, t := range [][2]string{{p.Joint, p.JointOf}, {p.Traffic, p.TrafficOf}} {
		if t[0] != "" {
			tokens = append(tokens, w.t("ny.view.of", arg("activity", "activity", t[0]), arg("gang", "text", w.short(t[1]))))
		}
	}
	return join(", ", people...), join(", ", tokens...)
}

// nyFree is what a player may still take: empty quarters, free tokens.
func (w *Writer) nyFree(v ny.View) []block {
	var out []block
	empty := games.MsgArg{Name: "places", Kind: "place"}
	for _, p := range v.Quarters {
		if who, what := w.nyPlace(p); len(who)+len(what) == 0 {
			empty.Vals = append(empty.Vals, p.Place)
		}
	}
	if len(empty.Vals) > 0 {
		out = append(out, para{w.t("ny.view.empty", empty)})
	}
	var left []inline
	for _, s := range v.Stock {
		if s.Left > 0 {
			left = append(left, w.t("ny.view.left", arg("activity", "activity", s.Activity), number("n", s.Left)))
		}
	}
	if len(left) > 0 {
		out = append(out, para{w.t("ny.view.stock", word("list", join(", ", left...)))})
	}
	return out
}

// nyOwn is a gang's own side of the position; what awaits it is told by the
// rulebook's forecast. When the game is over nothing is to come.
func (w *Writer) nyOwn(g ny.GangView, over bool) []block {
	items := []inline{w.nyAlive(g)}
	if over {
		items = w.nyOutcome(g)
	}
	if store := w.nyStore(g); len(store) > 0 {
		items = append(items, w.t("ny.view.own.goods", word("list", store)))
	}
	if g.Influence > 0 {
		items = append(items, w.t("ny.view.own.influence", number("n", g.Influence)))
	}
	items = append(items, w.nyOwnPolitics(g)...)
	switch {
	case len(g.Tokens) > 0:
		return []block{list{items}, heading{3, w.t("ny.view.own.tokens")}, w.nyTokens(g, over)}
	case !over:
		items = append(items, w.t("ny.view.own.none"))
	}
	return []block{list{items}}
}

func (w *Writer) nyOutcome(g ny.GangView) []inline {
	return []inline{
		w.t("ny.view.over.money", arg("money", "money", itoa(g.Money))), w.nyAlive(g),
		w.t("ny.view.over.alcohol", number("level", g.Alcohol), arg("name", "text", w.nyLevel(g))),
	}
}

func (w *Writer) nyAlive(g ny.GangView) inline {
	return w.t("ny.view.own.members", number("n", g.Males+g.Females), number("m", g.InPlay), word("where", w.nyWhere(g)))
}

// nyWhere writes "Mulberry Bend 2h 1f, Five Points 1h".
func (w *Writer) nyWhere(g ny.GangView) inline {
	var parts []inline
	for _, m := range g.Members {
		set := "place"
		if _, ok := w.grammar.Word("space", m.Place); ok {
			set = "space"
		}
		parts = append(parts, text(w.name(set, m.Place)+" "+w.nySexes(m.Males, m.Females)))
	}
	return join(", ", append(parts, w.nyBoxes(g))...)
}

func (w *Writer) nyDial(g ny.GangView) inline {
	var parts []inline
	if g.Effect.Pay > 0 {
		parts = append(parts, w.t("ny.view.own.pay", arg("money", "money", itoa(g.Effect.Pay))))
	}
	if g.Effect.Hospital > 0 {
		parts = append(parts, w.t("ny.view.own.hospital", number("n", g.Effect.Hospital)))
	}
	if g.Effect.Tombs > 0 {
		parts = append(parts, w.t("ny.view.own.tombs", number("n", g.Effect.Tombs)))
	}
	level, name := number("level", g.Alcohol), arg("name", "text", w.nyLevel(g))
	if len(parts) == 0 {
		return w.t("ny.view.drink.none", level, name)
	}
	return w.t("ny.view.drink.effect", level, name, word("effect", join(", ", parts...)))
}

// nyTokens is the table of a gang's own joints and traffics, with what they
// will do unless the game is over.
func (w *Writer) nyTokens(g ny.GangView, over bool) block {
	t := grid{}
	columns := []string{"quarter", "token", "yield", "status"}
	if over {
		columns = columns[:2]
	}
	for _, c := range columns {
		t.head = append(t.head, w.t("ny.view.col."+c))
	}
	for _, k := range g.Tokens {
		status := w.t("ny.view.status." + k.Status)
		if k.Status != "staffed" {
			status = strongly(status.String())
		}
		row := []inline{
			text(w.name("place", k.Place)), text(w.name("activity", k.Activity)), text(w.nyYield(k)), status,
		}
		t.rows = append(t.rows, row[:len(columns)])
	}
	return t
}

func (w *Writer) nyYield(k ny.TokenView) string {
	var parts []string
	if k.Income > 0 {
		parts = append(parts, w.money(itoa(k.Income)))
	}
	if k.Yield > 0 {
		parts = append(parts, w.t("ny.view.yields."+k.Yields, number("n", k.Yield)).String())
	}
	if k.Supply != "" {
		parts = append(parts, w.t("ny.view.sells."+k.Supply).String())
	}
	return strings.Join(parts, ", ")
}
