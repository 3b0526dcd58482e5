package judge

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"fivepoints/events"
	"fivepoints/games"
	"fivepoints/games/deadline"
	"fivepoints/games/table"
)

// step is what the clock does next in a game: it resolves a mail, or records that
// something had its time.
type step struct {
	at      int64    // unix ms from which on it may be done
	closing *closing // of a mail, or nil
	key     events.Key
	facts   []games.Fact
}

// nextStep finds what the clock does next, nil when nothing is to come. What
// concerns the people of a game has its time also while the game is paused.
func nextStep(t *table.Table, now int64) *step {
	if t.Over != nil || t.Record.Imported != nil {
		return nil
	}
	s := nextMail(t, now)
	if c := nextChore(t); c != nil && (s == nil || c.at <= s.at) {
		return c
	}
	return s
}

// nextMail finds what the clock does next about the mails. Of several reminders
// that were due by now only the last is given, and none for a mail that is to be
// resolved.
func nextMail(t *table.Table, now int64) *step {
	switch {
	case t.Clock.Paused != nil || t.Record.Frozen() != nil:
		return nil
	case t.Mustering():
		return musterStep(t, now)
	}
	var best *step
	due := dueNow(t)
	for _, w := range t.Windows {
		if !w.Open() {
			continue
		}
		s := closeStep(t, w, due)
		if r := reminder(t, w, now); s.at > now && r != nil && r.at < s.at {
			s = r
		}
		if best == nil || s.at < best.at {
			best = s
		}
	}
	return best
}

// closeStep resolves a mail, or lets it wait for whoever is late, as the plan has it.
func closeStep(t *table.Table, w *table.Window, due []games.Decision) *step {
	c := closingOf(t, w, due)
	p := t.Clock.Plan
	if p.Late == deadline.LateDefault || c.why != table.WhyDeadline || w.Waits.Until > 0 || len(t.WaitsFor(w)) == 0 {
		return &step{at: c.at, closing: &c}
	}
	f := platform(table.TypeLate, table.Late{Window: w.ID(), Until: c.counts + p.Hold.Milliseconds(), Ask: p.Late})
	f.Priv = missing(t, w, c.at)
	return &step{at: c.at, key: events.NewKey("late", w.ID(), fmt.Sprint(w.Closes)), facts: []games.Fact{f}}
}

// reminder finds the last reminder that is due by now and was not given, else the
// first to come.
func reminder(t *table.Table, w *table.Window, now int64) *step {
	var best *step
	for _, at := range t.Clock.Plan.RemindAt(time.UnixMilli(w.At), time.UnixMilli(w.Closes)) {
		ms := at.UnixMilli()
		if ms <= w.Waits.Reminded || best != nil && ms > now {
			continue
		}
		r := table.Reminded{Window: w.ID(), Closes: w.Closes, Before: int((w.Closes - ms) / 1000), By: ByClock}
		best = &step{
			at: ms, key: events.NewKey("remind", w.ID(), fmt.Sprint(w.Closes), fmt.Sprint(r.Before)),
			facts: []games.Fact{reminded(t, w, r, ms)},
		}
	}
	return best
}

// reminded is given whoever has written: that it is tells nobody who has not.
func reminded(t *table.Table, w *table.Window, r table.Reminded, at int64) games.Fact {
	f := platform(table.TypeReminded, r)
	f.Priv = missing(t, w, at)
	return f
}

// missing tells the engine who has not written.
func missing(t *table.Table, w *table.Window, at int64) []games.Part {
	return []games.Part{{Audience: games.Engine, Payload: t.Missing(w, at)}}
}

// musterStep lets deadlines run once every seat has answered, and until then
// moves those that are reached.
func musterStep(t *table.Table, now int64) *step {
	if len(t.Unanswered()) == 0 {
		return &step{at: t.At, key: events.NewKey("mustered"), facts: mustered(t, t.At, ByClock)}
	}
	var first *table.Window
	for _, w := range t.Windows {
		if w.Open() && (first == nil || w.Closes < first.Closes) {
			first = w
		}
	}
	if first == nil {
		return nil
	}
	s := &step{at: first.Closes + int64(t.Created.Settle)*1000, key: events.NewKey("muster", first.ID(), fmt.Sprint(first.Closes))}
	for _, w := range t.Windows {
		if w.Open() && w.Closes <= first.Closes {
			s.facts = append(s.facts, move(t, w.ID(), closes(t, w.Opened, max(w.Closes, now)), table.MovedMuster, "")...)
		}
	}
	return s
}

// mustered lets the deadlines run: nobody gets less than a whole mail.
func mustered(t *table.Table, at int64, by string) []games.Fact {
	facts := []games.Fact{platform(table.TypeMustered, table.Mustered{By: by})}
	for _, w := range t.Windows {
		if c := closes(t, w.Opened, at); w.Open() && c.At.UnixMilli() > w.Closes {
			facts = append(facts, move(t, w.ID(), c, table.MovedMuster, "")...)
		}
	}
	return facts
}

// opens opens a mail, and gives it more time when it has to wait for who is away.
func opens(t *table.Table, o table.Opened) []games.Fact {
	c := t.Clock.Plan.Closes(mailOf(o, o.At), t.Zone())
	o.Closes = c.At.UnixMilli()
	facts := append([]games.Fact{platform(table.TypeOpened, o)}, hour(o.Window, c, "")...)
	if later := closes(t, o, o.At); later.At.After(c.At) {
		facts = append(facts, move(t, o.Window, later, table.MovedAbsence, "")...)
	}
	return facts
}

func mailOf(o table.Opened, at int64) deadline.Mail {
	return deadline.Mail{Opens: time.UnixMilli(at), Tag: o.Tag, Kinds: o.Kinds}
}

// closes is when a mail closes that opens at a moment. It waits for players who
// are away, where the game gives them time.
func closes(t *table.Table, o table.Opened, at int64) deadline.Closing {
	m, p := mailOf(o, at), t.Clock.Plan
	for _, a := range t.People.Absences {
		if t.People.Rules.Away == table.AwayTime && slices.Contains(o.Seats, a.Seat) && t.Holder(a.Seat).Person == a.Person {
			back := time.UnixMilli(a.End).Add(max(0, welcomeBack-p.Least))
			m.Away = append(m.Away, deadline.Span{From: time.UnixMilli(a.Start), To: back})
		}
	}
	return p.Closes(m, t.Zone())
}

// move gives a mail another deadline.
func move(t *table.Table, window string, c deadline.Closing, why, by string) []games.Fact {
	moved := table.Moved{Window: window, Closes: c.At.UnixMilli(), Why: why, By: by}
	return append([]games.Fact{platform(table.TypeMoved, moved)}, hour(window, c, "")...)
}

// hour keeps the local hour of a deadline, and what is said about it.
func hour(window string, c deadline.Closing, note string) []games.Fact {
	if c.Local == "" && note == "" {
		return nil
	}
	h := table.Hour{Window: window, Closes: c.At.UnixMilli(), Local: c.Local, Zone: c.Zone, Note: note}
	return []games.Fact{platform(table.TypeHour, h)}
}

// missed tells what it leads to that seats left a mail empty, behind its closing:
// the moderator is told, in the end the seat opens to stand-bys (mail.ladder).
func missed(t *table.Table, c closing, awaited []string) []games.Fact {
	var out []games.Fact
	for _, seat := range awaited {
		if t.Excused(seat, c.window) { // he left in its grace
			continue
		}
		row := t.Misses(seat, c.window.ID())
		if row >= t.Clock.Plan.Told {
			out = append(out, platform(table.TypeMissed, table.Missed{Seat: seat, Window: c.window.ID(), Row: row}))
		}
		if row >= t.Clock.Plan.Open && !isOpen(t, seat) && !isOut(t, seat) {
			out = append(out, opensSeat(seat, "silent", Act{By: ByClock, At: time.UnixMilli(c.counts)}))
		}
	}
	return out
}

// Tick does, one commit each and in order of time, what the clock has for a game
// up to now. It returns how many mails it resolved.
func (j *Judge) Tick(ctx context.Context, id string, now time.Time) (int, error) {
	for n := 0; ; {
		t, s, err := j.next(ctx, id, now)
		if err != nil {
			return n, err
		}
		if s == nil || s.at > now.UnixMilli() {
			if s != nil {
				j.agenda.set(id, s.at)
			}
			return n, nil
		}
		if s.closing == nil {
			err = j.do(ctx, t, s)
		} else {
			n++
			j.resolved++
			err = j.resolve(ctx, t, *s.closing)
		}
		if err != nil {
			return n, err
		}
	}
}

// next finds what the clock does next in a game.
func (j *Judge) next(ctx context.Context, id string, now time.Time) (*table.Table, *step, error) {
	t, err := j.ready(ctx, id)
	if err != nil {
		return nil, nil, err
	}
	var s *step
	err = j.guard(t, func() error { s = nextStep(t, now.UnixMilli()); return nil })
	return t, s, err
}

// do records a step that resolves nothing.
func (j *Judge) do(ctx context.Context, t *table.Table, s *step) error {
	at := time.UnixMilli(max(s.at, t.At))
	seq, err := j.record(ctx, t, Act{Game: t.ID, By: ByClock, At: at, Key: s.key}, s.facts)
	if err == nil && seq <= t.Tip { // it would come again for ever
		return &Suspended{Game: t.ID, Reason: fmt.Sprintf("%s was done before, in commit %d, and is due again", s.facts[0].Type, seq)}
	}
	return err
}

// NextAt tells when the clock next does something in a game, false when it is
// over or paused.
func (j *Judge) NextAt(ctx context.Context, id string) (time.Time, bool, error) {
	t, err := j.Table(ctx, id)
	if err != nil {
		return time.Time{}, false, err
	}
	var s *step
	if err = j.guard(t, func() error { s = nextStep(t, t.At); return nil }); err != nil || s == nil {
		return time.Time{}, false, err
	}
	return time.UnixMilli(s.at), true, nil
}

// fits tells what in a plan speaks of mails that a game does not have.
func fits(t *table.Table, p deadline.Plan) error {
	ahead, _ := t.Game.Ahead()
	known := map[string]bool{}
	for _, v := range t.Game.Grammar().Verbs {
		known[string(v.Kind)] = true
	}
	for _, w := range slices.Concat(t.Game.Windows(), ahead) {
		known[w.Tag[max(0, len(w.Tag)-1):]] = true
	}
	for _, name := range p.Names() {
		if !known[name] {
			return not("desk.plan-kind", textArg("word", name), textArg("known", strings.Join(sortedKeys(known), ", ")))
		}
	}
	return nil
}
