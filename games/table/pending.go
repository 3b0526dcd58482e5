package table

import (
	"slices"

	"fivepoints/events"
	"fivepoints/games"
)

// Unit is one order as written: a head line with its alternatives and its else branch.
type Unit struct {
	Sheet  *SheetIn
	Line   int // index of the head in the sheet, from 1
	Lines  []games.Line
	Verb   games.Verb
	Window string // the mail it counts for; "" while none that takes it has opened
}

// Standing tells whether the unit lives on from mail to mail.
func (u *Unit) Standing() bool { return u.Lines[0].Always || u.Lines[0].Fallback }

func (u *Unit) object() string { return u.Lines[0].First(u.Verb.Object) }

func (u *Unit) slot() string {
	if u.Verb.Slot != "" {
		return u.Verb.Slot
	}
	return string(u.Verb.Kind)
}

// instead tells whether a unit answers other kinds of decisions as well, that of
// the other among them: PASS stands instead of a plan.
func (u *Unit) instead(other *Unit) bool {
	return len(u.Verb.Also) > 0 && other.Verb.Slot == "" && u.Verb.Answers(other.Verb.Kind)
}

// Pending returns the orders of a seat that may answer decisions of window w:
// those written for it and the standing ones, as known when w closed.
func (t *Table) Pending(seat string, w *Window) []*Unit {
	key := seat + " " + w.ID()
	pool, known := t.pools[key]
	if !known { // a walk asks again and again, and no sheet comes in between
		for _, s := range t.sheetsFor(seat, w) {
			pool = t.addSheet(pool, s)
		}
		pool = slices.DeleteFunc(pool, func(u *Unit) bool { return !u.Standing() && u.Window != w.ID() })
		if t.pools == nil {
			t.pools = map[string][]*Unit{}
		}
		t.pools[key] = pool
	}
	return slices.Clone(pool)
}

// Waiting returns all orders of a seat that no closed mail has taken.
func (t *Table) Waiting(seat string) []*Unit {
	var pool []*Unit
	for _, s := range t.Sheets {
		if s.Seat == seat && !s.Voided && !s.Check {
			pool = t.addSheet(pool, s)
		}
	}
	return slices.DeleteFunc(pool, func(u *Unit) bool {
		w := t.Window(u.Window)
		return !u.Standing() && w != nil && w.Closed != nil
	})
}

// StoredSince tells for an order that came in before the mail w opened which
// turn was the newest then, at least 1; 0 for one that was sent for w itself.
func (t *Table) StoredSince(u *Unit, w *Window) int {
	sent := t.place(u.Sheet)
	if w == nil || sent > w.OpenedSeq {
		return 0
	}
	turn := 1
	for _, o := range t.Windows {
		if o.OpenedSeq < sent {
			turn = max(turn, o.Turn)
		}
	}
	return turn
}

// sheetsFor lists the sheets that count for w in their order. An amended sheet
// stands where the window it replaces closed.
func (t *Table) sheetsFor(seat string, w *Window) []*SheetIn {
	var out []*SheetIn
	for _, s := range t.Sheets {
		if s.Seat == seat && !s.Voided && !s.Check && (w.Closed == nil || t.place(s) <= w.ClosedSeq) {
			out = append(out, s)
		}
	}
	slices.SortStableFunc(out, func(a, b *SheetIn) int { return int(t.place(a)) - int(t.place(b)) })
	return out
}

func (t *Table) place(s *SheetIn) events.Seq {
	if s.For == "" {
		return s.Seq
	}
	if w := t.Window(s.For); w != nil && w.Closed != nil {
		return w.ClosedSeq
	}
	return s.Seq
}

// addSheet applies one sheet to the pool: it empties, replaces slot by slot what
// it names (or appends), adds its units and cancels, each line of these two in
// its place (mail.3, order.replace, order.cancel).
func (t *Table) addSheet(pool []*Unit, s *SheetIn) []*Unit {
	if s.Clear || s.For != "" {
		pool = slices.DeleteFunc(pool, func(u *Unit) bool {
			return !u.Standing() && (s.For == "" || u.Window == s.For)
		})
	}
	units := t.units(s)
	pool = append(slices.DeleteFunc(pool, func(old *Unit) bool {
		return slices.ContainsFunc(units, func(u *Unit) bool { return replaces(u, old, s.Add) })
	}), units...)
	for _, c := range s.Cancel {
		pool = slices.DeleteFunc(pool, func(u *Unit) bool { return cancels(c, u) && !(u.Sheet == s && u.Lines[0].Src >= c.At) })
	}
	return pool
}

func cancels(c Cancel, u *Unit) bool {
	return (!c.Always || u.Standing()) &&
		(c.Verb == "" || c.Verb == u.Verb.ID) &&
		(c.Object == "" || c.Object == u.object())
}

// replaces: a standing order replaces the one of the same verb and object, any
// other order everything of its slot in the same mail.
func replaces(u, old *Unit, add bool) bool {
	if u.Standing() != old.Standing() {
		return false
	}
	if u.Standing() {
		return u.Verb.ID == old.Verb.ID && u.object() == old.object() && u.Lines[0].Always == old.Lines[0].Always
	}
	same := u.Window == old.Window && (u.Window != "" || u.Sheet.Turn == old.Sheet.Turn)
	return !add && same && (u.slot() == old.slot() || u.instead(old) || old.instead(u))
}

// units lists a sheet's orders, each bound to the mail it counts for. They are
// cut out once; one whose mail changes gets a new Unit, for lists live on.
func (t *Table) units(s *SheetIn) []*Unit {
	if s.units == nil {
		s.units = t.cutOut(s)
	}
	for i, u := range s.units {
		if w := t.bind(s, u.Verb); w != u.Window {
			bound := *u
			bound.Window = w
			s.units[i] = &bound
		}
	}
	return s.units
}

func (t *Table) cutOut(s *SheetIn) []*Unit {
	out := []*Unit{}
	for i, l := range s.Lines.Lines {
		if l.Join != games.Head && len(out) > 0 {
			last := out[len(out)-1]
			last.Lines = append(last.Lines, l)
			continue
		}
		if verb, ok := t.Verb(l.Verb); ok {
			out = append(out, &Unit{Sheet: s, Line: i + 1, Lines: []games.Line{l}, Verb: verb})
		}
	}
	return out
}

// bind finds the first mail that takes orders of that verb from the seat and
// was not closed when the sheet came in; a sheet that names a turn counts for
// that turn only (order.ahead).
func (t *Table) bind(s *SheetIn, v games.Verb) string {
	if s.For != "" {
		return s.For
	}
	for _, w := range t.Windows {
		open := w.Closed == nil || w.ClosedSeq > s.Seq
		if open && !w.Voided && slices.Contains(w.Seats, s.Seat) && games.AnswersAny(v, w.Kinds) && w.Named(s.Turn) {
			return w.ID()
		}
	}
	return ""
}

// Named tells whether a turn word means this window; see games.Window.
func (w *Window) Named(turn string) bool {
	return games.Window{ID: w.ID(), Tag: w.Tag, Turn: w.Turn}.Named(turn)
}

// Awaits tells whether a seat may still write for an open window: one that is
// out of the game meanwhile may not.
func (t *Table) Awaits(w *Window, seat string) bool {
	for _, o := range t.Game.Windows() {
		if o.ID == w.ID() {
			return slices.Contains(w.Seats, seat) && slices.Contains(o.Seats, games.Seat(seat))
		}
	}
	return slices.Contains(w.Seats, seat)
}

// Wrote tells whether a seat sent anything for a window: orders, or READY.
// Standing orders count for the mail they came in.
func (t *Table) Wrote(seat string, w *Window) bool {
	if slices.ContainsFunc(t.Pending(seat, w), func(u *Unit) bool { return !u.Standing() }) {
		return true
	}
	for _, s := range t.sheetsFor(seat, w) {
		if s.Seq > w.OpenedSeq && w.Named(s.Turn) && (s.Ready || (s.Window == w.ID() && t.takes(w, s))) {
			return true
		}
	}
	return false
}

// takes tells whether a window takes any order of a sheet.
func (t *Table) takes(w *Window, s *SheetIn) bool {
	return slices.ContainsFunc(s.Lines.Lines, func(l games.Line) bool {
		v, ok := t.Verb(l.Verb)
		return ok && games.AnswersAny(v, w.Kinds)
	})
}

// Speaks tells whether a sheet says anything that counts.
func (s *SheetIn) Speaks() bool {
	return !s.Voided && !s.Check &&
		(len(s.Lines.Lines) > 0 || len(s.Cancel) > 0 || s.Clear || s.Ready || s.Wait)
}

// IsUsed tells whether an order was used up, or passed over, in window w.
// Settings are never used up.
func (t *Table) IsUsed(u *Unit, w *Window) bool {
	if u.Verb.Keep {
		return false
	}
	m := mark{seat: u.Sheet.Seat, sheet: u.Sheet.N, line: u.Line}
	if u.Lines[0].Always {
		m.window = w.ID()
	}
	return t.used[m]
}

// Verb finds a verb of the game's grammar.
func (t *Table) Verb(id string) (games.Verb, bool) {
	if t.verbs == nil {
		t.verbs = map[string]games.Verb{}
		for _, v := range t.Game.Grammar().Verbs {
			t.verbs[v.ID] = v
		}
	}
	v, ok := t.verbs[id]
	return v, ok
}
