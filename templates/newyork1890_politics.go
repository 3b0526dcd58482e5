package templates

import (
	"slices"

	ny "fivepoints/games/newyork1890"
)

// nyPolitics shows what politics brings to the table: favours and the corruption
// pawn, the pacts in force, the elections to come.
func (w *Writer) nyPolitics(v ny.View) []block {
	if len(v.Ranks) > 0 {
		return nil
	}
	out := w.nyFavours(v)
	var pacts []inline
	for _, p := range v.Pacts {
		pacts = append(pacts, w.t("ny.view.pact", arg("pact", "pact", p.Pact), arg("gangs", "list:gang", p.A, p.B)))
	}
	out = append(out, w.nyList("ny.view.pacts", pacts)...)
	return append(out, w.nyElection(v)...)
}

func (w *Writer) nyFavours(v ny.View) []block {
	var items []inline
	for _, g := range v.Gangs {
		if g.Favours > 0 {
			items = append(items, w.labelled(w.one("gang", g.Gang), w.t("ny.view.favours.n", number("n", g.Favours))))
		}
	}
	if v.Pawn != "" {
		items = append(items, w.t("ny.view.pawn.holder", arg("gang", "gang", v.Pawn)))
	}
	return w.nyList("ny.view.favours", items)
}

// nyElection ranks the gangs as an election would now, ballots of this year aside.
func (w *Writer) nyElection(v ny.View) []block {
	if len(v.Votes) == 0 {
		return nil
	}
	head := para{w.t("ny.view.election.next", arg("year", "text", itoa(v.Votes[0])), number("n", len(v.Votes)))}
	if v.Votes[0] > v.Year {
		return []block{heading{3, w.t("ny.view.election")}, head}
	}
	gangs := slices.DeleteFunc(slices.Clone(v.Gangs), func(g ny.GangView) bool { return g.Out })
	slices.SortStableFunc(gangs, func(a, b ny.GangView) int { return b.Score - a.Score })
	t := grid{head: []inline{w.t("ny.view.col.gang"), w.t("ny.view.col.score")}, right: []bool{false, true}}
	for _, g := range gangs {
		t.rows = append(t.rows, []inline{w.one("gang", g.Gang), w.one("int", itoa(g.Score))})
	}
	out := []block{heading{3, w.t("ny.view.election")}, head, t}
	if v.Booth {
		out = append(out, para{w.t("ny.view.election.sealed")})
	}
	return out
}

// nyOwnPolitics is what only its gang reads.
func (w *Writer) nyOwnPolitics(g ny.GangView) []inline {
	var items []inline
	if g.Favours > 0 {
		items = append(items, w.t("ny.view.own.favours", number("n", g.Favours)))
	}
	if g.Ballots > 0 {
		items = append(items, w.t("ny.view.own.ballots", number("n", g.Ballots)))
	}
	return items
}
