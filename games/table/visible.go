package table

import (
	"fivepoints/events"
	"fivepoints/games"
)

// Visible redacts the facts of one commit for a viewpoint, as a log page may
// show them. Nobody but its seat and the engine sees a seat's sheets, the lines
// passed over, or, while its mail is open, that it has written at all.
func (t *Table) Visible(seq events.Seq, facts []games.Fact, to games.Seat) []games.Fact {
	if to == games.Engine {
		return facts
	}
	var out []games.Fact
	for _, f := range games.See(facts, to) {
		if t.mayKnow(seq, f, string(to)) {
			out = append(out, f)
		}
	}
	return out
}

func (t *Table) mayKnow(seq events.Seq, f games.Fact, to string) bool {
	switch p := f.Pub.(type) {
	case Sheet:
		return p.Seat == to || t.settled(seq, p)
	case SheetText:
		return p.Seat == to
	case Skipped:
		return p.Seat == to
	}
	return true
}

// settled tells whether the mail a sheet was written for is resolved.
func (t *Table) settled(seq events.Seq, s Sheet) bool {
	w := t.Window(s.Window)
	return w != nil && w.Closed != nil && w.ClosedSeq > seq
}
