package templates

import (
	"slices"
	"strconv"

	"fivepoints/games"
	ny "fivepoints/games/newyork1890"
)

// sources are the rows of the year's accounts, each with what it adds up.
var sources = [...]struct {
	row  string
	sums []string
}{
	{"joint", []string{"joint"}},
	{"equipment", []string{"equipment"}},
	{"robbery", []string{"robbery"}},
	{"fight", []string{"kill", "wound"}},
	{"war", []string{"war"}},
	{"goods", []string{"goods"}},
	{"favour", []string{"favour"}},
	{"election", []string{"election"}},
	{"gift", []string{"gift"}},
	{"recruit", []string{"recruit"}},
	{"move", []string{"move"}},
	{"weapon", []string{"weapon"}},
	{"bribe", []string{"bribe"}},
	{"bail", []string{"bail"}},
	{"ballot", []string{"ballot"}},
	{"wreck", []string{"wreck"}},
	{"alcohol", []string{"alcohol"}},
	{"forfeit", []string{"forfeit"}},
	{"ruling", []string{"ruling"}},
}

// nyAccounts is the table of a year's money by source, a column for each gang.
func (w *Writer) nyAccounts(v ny.View, facts []games.Fact) []block {
	year, own, later := nyYear(v, facts)
	if len(own) == 0 {
		return nil
	}
	gangs := nyRich(v)
	end := make([]int, len(gangs))
	for i, g := range gangs {
		end[i] = g.Money - total(later, g.Gang)
	}
	t := grid{head: []inline{nil}, right: []bool{false}}
	for _, g := range gangs {
		t.head, t.right = append(t.head, text(w.short(g.Gang))), append(t.right, true)
	}
	row := func(label inline, of func(i int) int, always, signed bool) {
		cells, some := []inline{label}, always
		for i := range gangs {
			n := of(i)
			some = some || n != 0
			cells = append(cells, w.sum(n, signed))
		}
		if some {
			t.rows = append(t.rows, cells)
		}
	}
	row(w.t("ny.money.before"), func(i int) int { return end[i] - total(own, gangs[i].Gang) }, true, false)
	for _, s := range sources {
		row(w.t("ny.money."+s.row), func(i int) int { return total(own, gangs[i].Gang, s.sums...) }, false, true)
	}
	key := "ny.money.after"
	if len(later) == 0 && len(v.Ranks) == 0 {
		key = "ny.money.now"
	}
	row(w.t(key), func(i int) int { return end[i] }, true, false)
	return []block{heading{3, w.t("ny.money.head", number("year", year))}, t}
}

// sum writes an amount in a column of dollars, with its sign, and nothing for none.
func (w *Writer) sum(n int, signed bool) inline {
	switch {
	case signed && n == 0:
		return nil
	case signed && n > 0:
		return text("+" + strconv.Itoa(n))
	}
	return w.one("int", strconv.Itoa(n))
}

func (w *Writer) short(gang string) string {
	if s, ok := w.texts["ny.gang.short."+gang]; ok {
		return s[0].text
	}
	return w.name("gang", gang)
}

// total adds up what facts paid to a gang, from some sources or from all.
func total(facts []games.Fact, gang string, from ...string) int {
	n := 0
	for _, f := range facts {
		for _, p := range ny.Payments(f) {
			if p.Gang == gang && (len(from) == 0 || slices.Contains(from, p.Source)) {
				n += p.Sum
			}
		}
	}
	return n
}

// nyYear finds the facts of the year to account for: the one being played, or
// the one before when its moves are yet to come; later is what followed it.
func nyYear(v ny.View, facts []games.Fact) (year int, own, later []games.Fact) {
	last, before := -1, -1
	played := false
	for i, f := range facts {
		switch f.Pub.(type) {
		case ny.YearStarted:
			last, before, played = i, last, false
		case ny.ActionsEnded:
			played = true
		}
	}
	switch {
	case last < 0:
		return 0, nil, nil
	case played:
		return v.Year, facts[last:], nil
	case before < 0:
		return 0, nil, nil
	}
	return v.Year - 1, facts[before:last], facts[last:]
}
