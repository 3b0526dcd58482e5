package table

import (
	"slices"

	"fivepoints/games"
)

// Visible redacts the facts of one commit for a viewpoint, as a log page may
// show them. Nobody but its seat and the engine sees a seat's sheets, the lines
// passed over, or, while its mail is open, that it has written at all.
func (t *Table) Visible(facts []games.Fact, to games.Seat) []games.Fact {
	if to == games.Engine {
		return facts
	}
	var out []games.Fact
	for _, f := range games.See(facts, to) {
		if t.mayKnow(f, string(to)) {
			out = append(out, f)
		}
	}
	return out
}

func (t *Table) mayKnow(f games.Fact, to string) bool {
	switch p := f.Pub.(type) {
	case Sheet:
		return p.Seat == to || t.settled(p)
	case SheetText:
		return p.Seat == to
	case Skipped:
		return p.Seat == to
	}
	return true
}

// settled tells whether every mail that a sheet speaks of is resolved. A dry
// run is nobody else's business for ever.
func (t *Table) settled(p Sheet) bool {
	s := t.SheetOf(p.Seat, p.N)
	if s == nil || s.Check {
		return false
	}
	about := []string{p.Window}
	for _, u := range t.units(s) {
		about = append(about, u.Window)
	}
	for _, w := range t.Windows {
		if p.Turn != "" && w.Named(p.Turn) && slices.Contains(w.Seats, p.Seat) {
			about = append(about, w.ID())
		}
	}
	for _, id := range about {
		if w := t.Window(id); w == nil || w.Open() {
			return false
		}
	}
	return true
}
