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
			out = append(out, unnumbered(f, string(to)))
		}
	}
	return out
}

// unnumbered hides the numbers of others' sheets and lines: a gap would tell of a
// sheet that waits for a later mail, or of a line of a plan that was never used.
func unnumbered(f games.Fact, to string) games.Fact {
	switch p := f.Pub.(type) {
	case Sheet:
		if p.Seat != to {
			p.N = 0
			f.Pub = p
		}
	case Used:
		if p.Seat != to {
			p.Sheet, p.Line = 0, 0
			f.Pub = p
		}
	}
	return f
}

func (t *Table) mayKnow(f games.Fact, to string) bool {
	switch p := f.Pub.(type) {
	case Sheet:
		return p.Seat == to || t.settledSheet(p.Seat, p.N)
	case Void:
		return p.Seat == to || t.settledSheet(p.Seat, p.N)
	case SheetText:
		return p.Seat == to
	case Skipped:
		return p.Seat == to
	case Asked:
		return p.Seat == to
	case Contested:
		return t.caseShown(p.Case, to)
	case Stated:
		return t.caseShown(p.Case, to)
	case Decided:
		return t.caseShown(p.Case, to)
	case Role: // who would like to play is for the moderator
		return p.Role != Applicant
	}
	return true
}

func (t *Table) settledSheet(seat string, n int) bool {
	s := t.SheetOf(seat, n)
	return s != nil && t.Settled(s)
}

// Settled tells whether every mail that a sheet speaks of is closed, so that
// everybody may know that it came. A dry run is nobody else's business for ever.
func (t *Table) Settled(s *SheetIn) bool {
	windows := t.CountsFor(s)
	return !s.Check && len(windows) > 0 && !slices.ContainsFunc(windows, func(w *Window) bool { return w.Open() })
}

// CountsFor lists the mails that a sheet speaks of, in the order they opened:
// the one open for it, those that take its orders, those it names. It is empty
// when one of them has not opened.
func (t *Table) CountsFor(s *SheetIn) []*Window {
	ids := []string{s.Window}
	for _, u := range t.units(s) {
		ids = append(ids, u.Window)
	}
	if slices.ContainsFunc(ids, func(id string) bool { return t.Window(id) == nil }) {
		return nil
	}
	var out []*Window
	for _, w := range t.Windows {
		if slices.Contains(ids, w.ID()) || s.Turn != "" && w.Named(s.Turn) && slices.Contains(w.Seats, s.Seat) {
			out = append(out, w)
		}
	}
	return out
}
