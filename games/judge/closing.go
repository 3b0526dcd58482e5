package judge

import (
	"slices"

	"fivepoints/events"
	"fivepoints/games"
	"fivepoints/games/chance"
	"fivepoints/games/table"
)

// closing says that a window may be resolved from a moment on.
type closing struct {
	window *table.Window
	why    string
	at     int64 // unix ms from which it may be resolved
	counts int64 // unix ms that counts: the deadline itself, or when all had written
}

// closingOf tells when an open mail may be resolved.
func closingOf(t *table.Table, w *table.Window, due []games.Decision) closing {
	end := ends(t, w)
	c := closing{w, table.WhyDeadline, end + int64(t.Created.Settle)*1000, end}
	if at, ok := completeAt(t, w, due); ok && at < c.at {
		c = closing{w, table.WhyComplete, at, at}
	}
	return c
}

// ends tells until when what is written for an open mail counts: its deadline;
// with the grace of the plan when somebody is late; longer when somebody was
// asked to act for him, but no longer than he needs.
func ends(t *table.Table, w *table.Window) int64 {
	end := w.Closes
	if t.Clock.Plan.Grace == 0 && w.Waits.Until == 0 {
		return end
	}
	if slices.ContainsFunc(w.Seats, func(seat string) bool { return isLate(t, seat, w) }) {
		end += t.Clock.Plan.Grace.Milliseconds()
	}
	switch {
	case w.Waits.Until <= end:
	case len(t.WaitsFor(w)) > 0:
		end = w.Waits.Until
	default:
		for _, s := range t.Sheets {
			if slices.Contains(t.CountsFor(s), w) {
				end = max(end, min(s.At, w.Waits.Until))
			}
		}
	}
	return end
}

func isLate(t *table.Table, seat string, w *table.Window) bool {
	_, onTime := t.Punctual(seat, w)
	return !onTime && t.Expects(seat, w)
}

func dueNow(t *table.Table) []games.Decision { return t.Game.Next().Due }

// completeAt tells when everybody who may write has written and had second
// thoughts. An indispensable decision needs a legal answer for that.
func completeAt(t *table.Table, w *table.Window, due []games.Decision) (int64, bool) {
	at := w.At
	if len(w.Seats) > 1 { // early orders do not close a mail before its report can be read
		at += int64(t.Created.Thoughts) * 1000
	}
	waived := waivedBy(t.Game, w.ID())
	for _, seat := range w.Seats {
		if t.Holder(seat).Person == "" || !t.Awaits(w, seat) || slices.Contains(waived, games.Seat(seat)) {
			continue
		}
		last, wrote := lastWord(t, seat, w)
		if !wrote && !(len(w.Seats) == 1 && standingAnswers(t, seat, w, due)) {
			return 0, false
		}
		if wrote && last.Wait {
			return 0, false
		}
		if wrote {
			at = max(at, last.At+int64(t.Created.Thoughts)*1000)
		}
	}
	return at, mustsHold(t, w, due)
}

// waivedBy lists the seats that a mail does not wait for.
func waivedBy(g games.Game, window string) []games.Seat {
	for _, w := range g.Windows() {
		if w.ID == window {
			return w.Waived
		}
	}
	return nil
}

// lastWord finds the newest sheet that says something about a window. Talk does
// not lift a WAIT, nor does a sheet for another turn.
func lastWord(t *table.Table, seat string, w *table.Window) (*table.SheetIn, bool) {
	if !t.Wrote(seat, w) {
		return nil, false
	}
	for _, s := range slices.Backward(t.Sheets) {
		if s.Seat == seat && s.Speaks() && w.Named(s.Turn) {
			return s, true
		}
	}
	return nil, false
}

// standingAnswers tells whether standing orders alone answer all that a seat owes in w.
func standingAnswers(t *table.Table, seat string, w *table.Window, due []games.Decision) bool {
	owed := 0
	for _, d := range due {
		if string(d.Seat) != seat || d.Window != w.ID() {
			continue
		}
		owed++
		if !answerable(t, d, w) {
			return false
		}
	}
	return owed > 0
}

func mustsHold(t *table.Table, w *table.Window, due []games.Decision) bool {
	for _, d := range due {
		if d.Must && d.Window == w.ID() && t.Holder(string(d.Seat)).Person != "" && !answerable(t, d, w) {
			return false
		}
	}
	return true
}

func answerable(t *table.Table, d games.Decision, w *table.Window) bool {
	return slices.ContainsFunc(candidates(t, d, w), func(u *table.Unit) bool {
		return !u.Lines[0].Fallback && attempt(t, t.Game, u, d).legal
	})
}

// beacon hashes the commitments of the sheets received since the last closing.
func beacon(t *table.Table) string {
	var last events.Seq
	for _, w := range t.Windows {
		if w.Closed != nil {
			last = max(last, w.ClosedSeq)
		}
	}
	var hashes [][32]byte
	for _, s := range t.Sheets {
		if s.Seq > last {
			hashes = append(hashes, s.H)
		}
	}
	return chance.Beacon(hashes)
}
