package app

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"text/tabwriter"

	"fivepoints/games"
	"fivepoints/games/newyork1890"
)

// tourney is what play tournament prints; it is stable as JSON.
type tourney struct {
	contest
	Orders  int      `json:"orders"`
	Refused int      `json:"refused"` // orders that could not be carried out
	Unread  int      `json:"unread"`  // lines not understood
	Styles  []share  `json:"styles"`
	Places  []share  `json:"places"` // seats
	Economy *economy `json:"economy,omitempty"`
}

// share is how often somebody won, beside how often he would if all were equal.
type share struct {
	Name  string  `json:"name"`
	Games int     `json:"games"` // seats taken, over all games
	Wins  float64 `json:"wins"`  // percent of them; a shared victory is shared
	Error float64 `json:"error"` // one standard error of wins
	Fair  float64 `json:"fair"`
	Money float64 `json:"money,omitempty"`
}

// economy is a row of the table of the rules (section 10), with its sources.
type economy struct {
	Mean       float64   `json:"mean"` // final dollars
	P10        int       `json:"p10"`
	P90        int       `json:"p90"`
	Winner     float64   `json:"winner"`
	Last       float64   `json:"last"`
	Members    float64   `json:"members"`
	Income     []float64 `json:"income"` // gross, a gang and year
	Battles    float64   `json:"battles"`
	Wars       float64   `json:"wars"`
	Raided     float64   `json:"raided"`
	Eliminated float64   `json:"eliminated"`
	Sources    []flow    `json:"sources,omitempty"`
	Years      []yearly  `json:"years,omitempty"` // gross income by source, a gang and year
	HQs        []hq      `json:"headquarters,omitempty"`
}

// flow is the money of one source, a gang and game.
type flow struct {
	Source string  `json:"source"`
	Sum    float64 `json:"sum"`
}

func (c *contest) report(all []played) tourney {
	r := tourney{contest: *c}
	for _, p := range all {
		r.Orders, r.Refused, r.Unread = r.Orders+p.orders, r.Refused+p.refused, r.Unread+p.unread
		for i, seat := range p.seats {
			won := 0.0
			if slices.Contains(p.winners, seat) {
				won = 1 / float64(len(p.winners))
			}
			money := p.money(seat)
			r.Styles = count(r.Styles, p.styles[i], won, 1/float64(len(p.seats)), money)
			r.Places = count(r.Places, seat, won, 1/float64(len(p.seats)), money)
		}
	}
	percent(r.Styles)
	percent(r.Places)
	if c.Rulebook == newyork1890.Name {
		r.Economy = measure(all)
		r.Economy.HQs = headquarters(all, r.Places)
	}
	return r
}

func (p played) money(seat string) float64 {
	for _, g := range p.tally.Gangs {
		if g.Gang == seat {
			return float64(g.Money)
		}
	}
	return 0
}

func count(list []share, name string, won, fair, money float64) []share {
	i := slices.IndexFunc(list, func(s share) bool { return s.Name == name })
	if i < 0 {
		i, list = len(list), append(list, share{Name: name})
	}
	list[i].Games++
	list[i].Wins += won
	list[i].Fair += fair
	list[i].Money += money
	return list
}

func percent(list []share) {
	slices.SortFunc(list, func(a, b share) int { return cmp.Compare(a.Name, b.Name) })
	for i := range list {
		n := float64(list[i].Games)
		won := list[i].Wins / n
		list[i].Wins, list[i].Fair, list[i].Money = 100*won, 100*list[i].Fair/n, list[i].Money/n
		list[i].Error = 100 * math.Sqrt(max(0, won*(1-won))/n)
	}
}

func measure(all []played) *economy {
	e := &economy{}
	var money []int
	for _, p := range all {
		var ends []int
		for _, g := range p.tally.Gangs {
			ends = append(ends, g.Money)
			e.Members += float64(g.Members)
			e.note(g)
		}
		money = append(money, ends...)
		e.Winner += float64(slices.Max(ends))
		e.Last += float64(slices.Min(ends))
		e.Battles += float64(p.tally.Battles)
		e.Wars += float64(p.tally.Wars)
		e.Raided += float64(p.tally.Raided)
		e.Eliminated += float64(p.tally.Eliminated)
	}
	e.divide(float64(len(all)), float64(len(money)))
	slices.Sort(money)
	for _, m := range money {
		e.Mean += float64(m) / float64(len(money))
	}
	e.P10, e.P90 = money[len(money)/10], money[len(money)*9/10]
	return e
}

// note adds a gang's income and sources.
func (e *economy) note(g newyork1890.GangTally) {
	for y, n := range g.Income {
		if y == len(e.Income) {
			e.Income = append(e.Income, 0)
		}
		e.Income[y] += float64(n)
	}
	for _, l := range g.Earned {
		e.earn(l)
	}
	for _, l := range g.Ledger {
		i := slices.IndexFunc(e.Sources, func(f flow) bool { return f.Source == l.Source })
		if i < 0 {
			i, e.Sources = len(e.Sources), append(e.Sources, flow{Source: l.Source})
		}
		e.Sources[i].Sum += float64(l.Sum)
	}
}

// divide makes means a game and a gang of the sums.
func (e *economy) divide(games, gangs float64) {
	for _, p := range []*float64{&e.Winner, &e.Last, &e.Battles, &e.Wars, &e.Raided, &e.Eliminated} {
		*p /= games
	}
	e.Members /= gangs
	for i := range e.Income {
		e.Income[i] /= gangs
	}
	for i := range e.Sources {
		e.Sources[i].Sum /= gangs
	}
	for _, y := range e.Years {
		for i := range y.Sums {
			y.Sums[i] /= gangs
		}
	}
	slices.SortFunc(e.Sources, func(a, b flow) int { return cmp.Or(cmp.Compare(b.Sum, a.Sum), cmp.Compare(a.Source, b.Source)) })
}

func (e *env) printReport(r tourney) error {
	e.printf("%s : %d parties à %d, graine %d\n", "%s: %d games for %d, seed %d\n", r.Rulebook, r.Games, r.Seats, r.Seed)
	e.printf("%d ordres, %d refusés (%.1f %%), %d lignes non comprises\n", "%d orders, %d refused (%.1f %%), %d lines not understood\n",
		r.Orders, r.Refused, 100*float64(r.Refused)/float64(max(1, r.Orders)), r.Unread)
	w := tabwriter.NewWriter(e.Out, 0, 4, 2, ' ', 0)
	if r.Economy != nil {
		e.printEconomy(w, r)
	}
	e.printShares(w, e.say("genre", "style"), r.Styles)
	e.printShares(w, e.say("siège", "seat"), r.Places)
	if r.Economy != nil {
		e.printYears(w, r.Economy)
		e.printHQs(w, r.Economy.HQs)
	}
	return w.Flush()
}

func (e *env) printShares(w *tabwriter.Writer, title string, list []share) {
	fmt.Fprintf(w, "\n%s\t%s\t%s\t±\t%s\t$\n", title, e.say("places", "seats"), e.say("victoires %", "wins %"), e.say("part égale %", "fair share %"))
	for _, s := range list {
		fmt.Fprintf(w, "%s\t%d\t%.0f\t%.1f\t%.0f\t%.0f\n", s.Name, s.Games, s.Wins, s.Error, s.Fair, s.Money)
	}
}

// printEconomy puts the measured economy beside that of the rules.
func (e *env) printEconomy(w *tabwriter.Writer, r tourney) {
	m, ref := r.Economy, rulesEconomy(r.Seats, len(r.Economy.Income))
	row := func(fr, en, format string, of func(*economy) []any) {
		beside := "–"
		if ref != nil {
			if values := of(ref); values[0] != nil { // the rules do not tell every source
				beside = fmt.Sprintf(format, values...)
			}
		}
		fmt.Fprintf(w, "%s\t%s\t%s\n", e.say(fr, en), fmt.Sprintf(format, of(m)...), beside)
	}
	fmt.Fprintf(w, "\n\t%s\t%s\n", e.say("mesuré", "measured"), e.say("règles, section 10", "rules, section 10"))
	row("$ à la fin", "final $", "%.0f", func(x *economy) []any { return []any{x.Mean} })
	row("p10/p90", "p10/p90", "%d/%d", func(x *economy) []any { return []any{x.P10, x.P90} })
	row("premier/dernier", "winner/last", "%.0f/%.0f", func(x *economy) []any { return []any{x.Winner, x.Last} })
	row("membres", "members", "%.0f", func(x *economy) []any { return []any{x.Members} })
	for _, y := range []int{2, 4, 7, 10} {
		if y <= len(m.Income) {
			row(fmt.Sprintf("revenu brut, an %d", y), fmt.Sprintf("gross income, year %d", y), "%.0f", func(x *economy) []any { return []any{x.Income[y-1]} })
		}
	}
	row("batailles/guerres", "battles/wars", "%.1f/%.1f", func(x *economy) []any { return []any{x.Battles, x.Wars} })
	row("membres raflés", "members raided", "%.0f", func(x *economy) []any { return []any{x.Raided} })
	row("bandes éliminées", "gangs eliminated", "%.2f", func(x *economy) []any { return []any{x.Eliminated} })
	for _, f := range m.Sources {
		name := sourceName(f.Source)
		row("  $ "+name.FR, "  $ "+name.EN, "%+.1f", func(x *economy) []any { return []any{x.source(f.Source)} })
	}
}

// source is what one source brings, nil when nothing tells.
func (e *economy) source(name string) any {
	for _, f := range e.Sources {
		if f.Source == name {
			return f.Sum
		}
	}
	return nil
}

// rulesEconomy is the table of the rules (section 10) for the base game.
func rulesEconomy(seats, rounds int) *economy {
	if rounds != 7 {
		return nil
	}
	row := func(mean float64, p10, p90 int, winner, last, members, y2, y4, y7, battles, wars, raided float64) *economy {
		return &economy{
			Mean: mean, P10: p10, P90: p90, Winner: winner, Last: last, Members: members,
			Income: []float64{0, y2, 0, y4, 0, 0, y7}, Battles: battles, Wars: wars, Raided: raided,
		}
	}
	switch seats {
	case 2:
		return row(42, 16, 70, 54, 30, 15, 12, 16, 27, 0, 0.8, 6)
	case 3:
		return row(46, 17, 78, 66, 26, 15, 12, 15, 28, 0, 1.8, 11)
	case 4:
		return row(52, 28, 79, 75, 30, 16, 13, 15, 30, 0.2, 3, 12)
	case 5:
		return row(54, 24, 82, 80, 27, 16, 12, 15, 31, 0.4, 4.1, 12)
	}
	six := row(53, 23, 82, 83, 24, 15, 12, 15, 28, 1, 5, 13)
	six.Sources = []flow{
		{"joint", 82}, {"robbery", 13}, {"war", 8}, {"kill", 7}, {"recruit", -37}, {"move", -19}, {"weapon", -10}, {"bribe", -2}, {"alcohol", -2},
	}
	return six
}

// sourceName names a source of the ledger; section 10 counts kills and wounds
// together.
func sourceName(source string) games.Text {
	names := map[string]games.Text{
		"joint": {FR: "établissements", EN: "joints"}, "robbery": {FR: "agressions", EN: "robberies"},
		"kill": {FR: "tués (10 : avec blessés)", EN: "kills (10: with wounds)"}, "wound": {FR: "blessés", EN: "wounds"},
		"war": {FR: "guerres", EN: "war prizes"}, "equipment": {FR: "comptable", EN: "bookkeeper"},
		"move": {FR: "déplacements", EN: "moves"}, "recruit": {FR: "recrues", EN: "recruits"}, "weapon": {FR: "armes", EN: "weapons"},
		"bribe": {FR: "corruption", EN: "bribes"}, "alcohol": {FR: "alcool", EN: "alcohol"}, "forfeit": {FR: "éliminations", EN: "eliminations"},
	}
	if t, ok := names[source]; ok {
		return t
	}
	return games.Text{FR: source, EN: source}
}
