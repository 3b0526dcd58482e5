package judge

import (
	"slices"

	"fivepoints/games"
	"fivepoints/games/table"
)

// Kept is an order that waited for its mail, or one that stands, and what would
// become of it in that mail as things are.
type Kept struct {
	Lines []games.Line
	Used  bool       // it would be carried out
	Why   *table.Why // it would be passed over
}

// KeptFor tells what would become of the orders that a seat sent ahead for an
// open mail, and of its standing ones that would be passed over there. It knows
// what the seat knows. What can no longer be carried out is not void for good:
// it is tried again when the mail is resolved.
func KeptFor(t *table.Table, seat string, w *table.Window) ([]Kept, error) {
	units := t.Pending(seat, w)
	if !slices.ContainsFunc(units, func(u *table.Unit) bool { return t.StoredSince(u, w) > 0 }) {
		return nil, nil
	}
	seen, err := forecast(t, seat, w.ID(), t.At)
	if err != nil {
		return nil, err
	}
	var out []Kept
	for _, u := range units {
		k := Kept{Lines: u.Lines, Used: uses(seen, u)}
		for _, why := range passed(seen, seat) {
			if why.Sheet == u.Sheet.N && why.Line == u.Line {
				k.Why = &why
			}
		}
		if k.Why != nil || !u.Standing() {
			out = append(out, k)
		}
	}
	return out, nil
}

// Complete tells whether an open mail of one seat has all it waits for: as far
// as the seat knows its orders can be carried out, so they soon are.
func Complete(t *table.Table, w *table.Window) (complete bool) {
	if len(w.Seats) != 1 {
		return false
	}
	world := imagined(t, w.Seats[0])
	err := guard(world.ID, func() error {
		_, complete = completeAt(world, world.Window(w.ID()), dueNow(world))
		return nil
	})
	return complete && err == nil
}

func uses(facts []games.Fact, u *table.Unit) bool {
	return slices.ContainsFunc(facts, func(f games.Fact) bool {
		p, ok := f.Pub.(table.Used)
		return ok && p.Seat == u.Sheet.Seat && p.Sheet == u.Sheet.N && p.Line == u.Line
	})
}
