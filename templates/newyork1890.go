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
	out = append(out,
		heading{3, w.t("ny.view.gangs")},
		para{w.t("ny.view.year", number("year", v.Year), number("round", v.Round), number("rounds", v.Rounds))},
		w.nyGangs(v))
	out = append(out, w.nyGoods(v)...)
	out = append(out, w.nyInfluence(v)...)
	out = append(out, w.nyTracks(v)...)
	out = append(out, w.nyCity(v)...)
	if own != "" && !over {
		out = append(out, w.nyFree(v)...)
	}
	return out
}

// nyGangs is the table of the gangs in turn order, of an ended game best first.
func (w *Writer) nyGangs(v ny.View) block {
	g := grid{right: []bool{true, false, true, true, false, true}}
	columns := []string{"place", "gang", "money", "members", "alcohol", "income"}
	if len(v.Ranks) > 0 {
		columns = []string{"rank", "gang", "money", "members", "alcohol"} // no income to come
	}
	for _, c := range columns {
		g.head = append(g.head, w.t("ny.view.col."+c))
	}
	for i, gang := range nyRanked(v) {
		row := []inline{
			w.one("int", itoa(nyPlaceOf(v, gang.Gang, i))), w.one("gang", gang.Gang), text(w.money(itoa(gang.Money))),
			w.nyMembers(gang.Males, gang.Females), text(w.nyLevel(gang)), text(w.money(itoa(gang.Forecast))),
		}
		g.rows = append(g.rows, row[:len(columns)])
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

// nyPlaceOf is a gang's place in turn order, of an ended game its rank, which
// those who tie share.
func nyPlaceOf(v ny.View, gang string, i int) int {
	better := 0
	for _, tied := range v.Ranks {
		if slices.Contains(tied, gang) {
			return better + 1
		}
		better += len(tied)
	}
	return i + 1
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

// nyCity lists the places where somebody is or holds something.
func (w *Writer) nyCity(v ny.View) []block {
	var items []inline
	for _, p := range v.Quarters {
		if t := w.nyPlace(p); len(t) > 0 {
			items = append(items, w.labelled(w.nyQuarter(p), t))
		}
	}
	for _, p := range v.Spaces {
		if t := w.nyPlace(p); len(t) > 0 {
			items = append(items, w.labelled(capital(strongly(w.name("space", p.Place))), t))
		}
	}
	return w.nyList("ny.view.city", items)
}

// nyQuarter writes "Five Points (FVP)", and whose HQ it is.
func (w *Writer) nyQuarter(p ny.PlaceView) inline {
	code := p.Place
	if p.HQ != "" {
		code += ", " + w.t("ny.view.hq").String() + " " + w.name("gang", p.HQ)
	}
	return append(strongly(w.name("place", p.Place)), span{text: " (" + code + ")"})
}

// nyPlace writes who is there, then what is run there.
func (w *Writer) nyPlace(p ny.PlaceView) inline {
	var who, what []inline
	for _, m := range p.Members {
		who = append(who, text(w.name("gang", m.Gang)+" "+w.nySexes(m.Males, m.Females)))
	}
	for _, t := range [][2]string{{p.Joint, p.JointOf}, {p.Traffic, p.TrafficOf}} {
		if t[0] != "" {
			what = append(what, w.t("ny.view.of", arg("activity", "activity", t[0]), arg("gang", "text", w.name("gang", t[1]))))
		}
	}
	return join(" · ", join(", ", who...), join(", ", what...))
}

// nyFree is what a player may still take: empty quarters, free tokens.
func (w *Writer) nyFree(v ny.View) []block {
	var out []block
	empty := games.MsgArg{Name: "places", Kind: "place"}
	for _, p := range v.Quarters {
		if len(w.nyPlace(p)) == 0 {
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

// nyOwn is what a player needs before writing: money to come, actions he will
// have, what alcohol will do, what runs and what is about to fail. When the
// game is over nothing is to come.
func (w *Writer) nyOwn(g ny.GangView, over bool) []block {
	items := w.nyOutlook(g)
	if over {
		items = w.nyOutcome(g)
	}
	if store := w.nyStore(g); len(store) > 0 {
		items = append(items, w.t("ny.view.own.goods", word("list", store)))
	}
	if g.Influence > 0 {
		items = append(items, w.t("ny.view.own.influence", number("n", g.Influence)))
	}
	switch {
	case len(g.Tokens) > 0:
		return []block{list{items}, heading{3, w.t("ny.view.own.tokens")}, w.nyTokens(g, over)}
	case !over:
		items = append(items, w.t("ny.view.own.none"))
	}
	return []block{list{items}}
}

func (w *Writer) nyOutlook(g ny.GangView) []inline {
	return []inline{
		w.t("ny.view.own.money", arg("money", "money", itoa(g.Money)), arg("income", "money", itoa(g.Forecast))),
		w.nyAlive(g), w.t("ny.view.own.actions", number("n", g.Actions)), w.nyDial(g),
	}
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
		return w.t("ny.view.own.sober", level, name)
	}
	return w.t("ny.view.own.drunk", level, name, word("effect", join(", ", parts...)))
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
