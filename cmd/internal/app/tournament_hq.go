package app

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"text/tabwriter"

	"fivepoints/games"
	"fivepoints/games/newyork1890"
)

// yearly is what one source brings a gang, year by year.
type yearly struct {
	Source string    `json:"source"`
	Sums   []float64 `json:"sums"`
}

// hq is what a headquarters does for the gang that lives there, beside the
// others: where its money comes from and what the police take at first.
type hq struct {
	Share   share   `json:"share"`
	HQ      string  `json:"hq"`
	Sources []flow  `json:"sources"` // a game
	Raided  float64 `json:"raided"`  // members a game, in the first two years of the police
	Blocked float64 `json:"blocked"` // income kept back, in the same two years
}

// earn adds a gang's income from one source.
func (e *economy) earn(l newyork1890.Earned) {
	i := slices.IndexFunc(e.Years, func(y yearly) bool { return y.Source == l.Source })
	if i < 0 {
		i, e.Years = len(e.Years), append(e.Years, yearly{Source: l.Source})
	}
	for y, n := range l.Years {
		if y == len(e.Years[i].Sums) {
			e.Years[i].Sums = append(e.Years[i].Sums, 0)
		}
		e.Years[i].Sums[y] += float64(n)
	}
}

// headquarters compares where the gangs live; places are their shares.
func headquarters(all []played, places []share) []hq {
	first := firstRaid(all)
	var out []hq
	for _, s := range places {
		h := hq{Share: s}
		for _, p := range all {
			for _, g := range p.tally.Gangs {
				if g.Gang == s.Name {
					h.add(g, first, float64(s.Games))
				}
			}
		}
		out = append(out, h)
	}
	return out
}

// firstRaid is the first year (from 0) in which anybody was raided or blocked.
func firstRaid(all []played) int {
	first := math.MaxInt
	for _, p := range all {
		for _, g := range p.tally.Gangs {
			for _, by := range [][]int{g.Raided, g.Blocked} {
				if i := slices.IndexFunc(by, func(n int) bool { return n > 0 }); i >= 0 {
					first = min(first, i)
				}
			}
		}
	}
	return first
}

func (h *hq) add(g newyork1890.GangTally, first int, n float64) {
	h.HQ = g.HQ
	for _, l := range g.Ledger {
		i := slices.IndexFunc(h.Sources, func(f flow) bool { return f.Source == l.Source })
		if i < 0 {
			i, h.Sources = len(h.Sources), append(h.Sources, flow{Source: l.Source})
		}
		h.Sources[i].Sum += float64(l.Sum) / n
	}
	for y := first; y < len(g.Raided) && y < first+2; y++ {
		h.Raided += float64(g.Raided[y]) / n
		h.Blocked += float64(g.Blocked[y]) / n
	}
}

func (h hq) sum(source string) float64 {
	for _, f := range h.Sources {
		if f.Source == source {
			return f.Sum
		}
	}
	return 0
}

// differences tells in which sources a headquarters is farthest from the mean
// of all, the largest first.
func (h hq) differences(all []hq) []flow {
	var out []flow
	seen := map[string]bool{}
	for _, o := range all {
		for _, f := range o.Sources {
			if seen[f.Source] {
				continue
			}
			seen[f.Source] = true
			d := flow{f.Source, h.sum(f.Source)}
			for _, x := range all {
				d.Sum -= x.sum(f.Source) / float64(len(all))
			}
			out = append(out, d)
		}
	}
	slices.SortFunc(out, func(a, b flow) int {
		return cmp.Or(cmp.Compare(math.Abs(b.Sum), math.Abs(a.Sum)), cmp.Compare(a.Source, b.Source))
	})
	return out
}

// printYears prints where the income of each year comes from.
func (e *env) printYears(w *tabwriter.Writer, m *economy) {
	if len(m.Years) == 0 {
		return
	}
	fmt.Fprintf(w, "\n%s", e.say("revenu brut, an", "gross income, year"))
	for y := range m.Income {
		fmt.Fprintf(w, "\t%d", y+1)
	}
	fmt.Fprintln(w)
	for _, s := range m.Sources { // the richest source first
		i := slices.IndexFunc(m.Years, func(y yearly) bool { return y.Source == s.Source })
		if i < 0 {
			continue
		}
		name := plainSource(s.Source)
		fmt.Fprint(w, e.say(name.FR, name.EN))
		for _, n := range m.Years[i].Sums {
			fmt.Fprintf(w, "\t%.1f", n)
		}
		fmt.Fprintln(w)
	}
}

// plainSource is the name of a source without what section 10 does with it.
func plainSource(source string) games.Text {
	t := sourceName(source)
	t.FR, _, _ = strings.Cut(t.FR, " (")
	t.EN, _, _ = strings.Cut(t.EN, " (")
	return t
}

// printHQs prints the share of each headquarters beside the fair one, and for
// those more than two standard errors away from it what they earn more or less.
func (e *env) printHQs(w *tabwriter.Writer, all []hq) {
	fmt.Fprintf(w, "\n%s\t%s\t±\t%s\t%s\t%s\t%s\t%s\n", e.say("quartier général", "headquarters"),
		e.say("victoires %", "wins %"), e.say("part égale %", "fair share %"), e.say("établissements $", "joints $"), e.say("agressions $", "robberies $"),
		e.say("raflés*", "raided*"), e.say("bloqués $*", "blocked $*"))
	for _, h := range all {
		fmt.Fprintf(w, "%s %s\t%.1f\t%.1f\t%.1f\t%.1f\t%.1f\t%.2f\t%.1f\n", h.HQ, h.Share.Name, h.Share.Wins, h.Share.Error, h.Share.Fair,
			h.sum("joint"), h.sum("robbery"), h.Raided, h.Blocked)
	}
	fmt.Fprintln(w, e.say("* les deux premières années de la police", "* in the first two years of the police"))
	for _, h := range all {
		if math.Abs(h.Share.Wins-h.Share.Fair) > 2*h.Share.Error {
			e.explainHQ(w, h, all)
		}
	}
}

// explainHQ tells the three sources in which a headquarters differs most.
func (e *env) explainHQ(w *tabwriter.Writer, h hq, all []hq) {
	var why []string
	for _, d := range h.differences(all)[:min(3, len(h.Sources))] {
		name := plainSource(d.Source)
		why = append(why, fmt.Sprintf("%s %+.1f $", e.say(name.FR, name.EN), d.Sum))
	}
	fmt.Fprintf(w, e.say("%s est à %+.1f points, plus de deux écarts types ; face à la moyenne : %s\n", "%s is %+.1f points away, more than two standard errors; beside the mean: %s\n"),
		h.HQ, h.Share.Wins-h.Share.Fair, strings.Join(why, ", "))
}
