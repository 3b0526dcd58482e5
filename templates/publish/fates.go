package publish

import (
	"cmp"
	"slices"

	"fivepoints/games"
	"fivepoints/games/judge"
	"fivepoints/games/table"
	"fivepoints/templates"
)

// place names an order: its sheet and its line in it.
type place struct{ sheet, line int }

// fates tells what became of each order of the reader in the mails that this
// commit closed: used, passed over with the reason, or still there.
func (e edition) fates() []templates.Fate {
	found := map[place]templates.Fate{}
	for i, f := range e.facts {
		switch p := f.Pub.(type) {
		case table.Used:
			if p.Seat == string(e.to) && p.Sheet > 0 {
				found[place{p.Sheet, p.Line}] = e.carriedOut(p.How, e.facts[i+1:])
			}
		case table.Skipped:
			if why, ok := private[table.Why](f); ok && p.Seat == string(e.to) {
				at := place{why.Sheet, why.Line}
				if _, used := found[at]; !used {
					found[at] = passedOver(why)
				}
			}
		}
	}
	e.addUnused(found)
	return e.sorted(found)
}

// carriedOut tells what an order came to by the facts after its mark.
func (e edition) carriedOut(how string, after []games.Fact) templates.Fate {
	own := until(after, table.TypeUsed, table.TypeSkipped, table.TypeClosed)
	rest := until(after[len(own):], table.TypeClosed)
	result, why := templates.Outcome(e.to, own, rest)
	return templates.Fate{How: how, Result: result, Msg: why}
}

// until returns the facts before the first of those types.
func until(facts []games.Fact, types ...string) []games.Fact {
	if i := slices.IndexFunc(facts, func(f games.Fact) bool { return slices.Contains(types, f.Type) }); i >= 0 {
		return facts[:i]
	}
	return facts
}

func passedOver(why table.Why) templates.Fate {
	if why.Guard {
		return templates.Fate{How: "guard"}
	}
	return templates.Fate{How: "skipped", Msg: &why.Msg, Rule: why.Rule, Nearest: why.Nearest, Also: why.Also}
}

// addUnused adds the orders that no decision came to.
func (e edition) addUnused(found map[place]templates.Fate) {
	w := e.closed()
	if w == nil {
		return
	}
	for _, u := range e.t.Pending(string(e.to), w) {
		at := place{u.Sheet.N, u.Line}
		if _, known := found[at]; known {
			continue
		}
		how := "unused"
		if u.Standing() {
			how = "kept"
		}
		found[at] = templates.Fate{How: how}
	}
}

// kept tells, of each mail that this commit opens, what would become of the
// orders that wait for it: one that can no longer be carried out is told in time
// to send another.
func (e edition) kept() ([]templates.Fate, error) {
	var out []templates.Fate
	for _, f := range e.facts {
		opened, ok := f.Pub.(table.Opened)
		if !ok {
			continue
		}
		w := e.t.Window(opened.Window)
		if w == nil || !w.Open() || !e.t.Awaits(w, string(e.to)) {
			continue
		}
		orders, err := judge.KeptFor(e.t, string(e.to), w)
		if err != nil {
			return nil, err
		}
		for _, k := range orders {
			fate := templates.Fate{How: "reserve"}
			switch {
			case k.Used:
				fate.How = "ahead"
			case k.Why != nil:
				fate = passedOver(*k.Why)
			}
			fate.Lines = k.Lines
			out = append(out, fate)
		}
	}
	return out, nil
}

func (e edition) sorted(found map[place]templates.Fate) []templates.Fate {
	places := make([]place, 0, len(found))
	for at := range found {
		places = append(places, at)
	}
	slices.SortFunc(places, func(a, b place) int {
		return cmp.Or(cmp.Compare(a.sheet, b.sheet), cmp.Compare(a.line, b.line))
	})
	out := make([]templates.Fate, 0, len(places))
	for _, at := range places {
		if lines := e.lines(at); len(lines) > 0 {
			fate := found[at]
			fate.Lines = lines
			out = append(out, fate)
		}
	}
	return out
}

// lines returns an order with the alternatives that hang on it.
func (e edition) lines(at place) []games.Line {
	s := e.t.SheetOf(string(e.to), at.sheet)
	if s == nil || at.line < 1 || at.line > len(s.Lines.Lines) {
		return nil
	}
	all := s.Lines.Lines[at.line-1:]
	end := 1
	for end < len(all) && all[end].Join != games.Head {
		end++
	}
	return all[:end]
}
