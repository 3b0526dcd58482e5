package judge

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"fivepoints/events"
	"fivepoints/games"
	"fivepoints/games/deadline"
	"fivepoints/games/table"
)

// maxExtension bounds how far a deadline is moved at once.
const maxExtension = 366 * 24 * time.Hour

// Understood is what people are told about a plan or a date that cannot be read.
func Understood(e *deadline.Mistake) games.Msg {
	return games.Say("desk."+e.Key, textArg("word", e.Word))
}

// ParsePlan reads a deadline plan; what cannot be read is a *Refused.
func ParsePlan(text string) (deadline.Plan, error) {
	p, err := deadline.Parse(text)
	var bad *deadline.Mistake
	if errors.As(err, &bad) {
		return p, &Refused{Msg: Understood(bad)}
	}
	return p, err
}

// SetPlan gives the mails that open from here on other deadlines.
func (j *Judge) SetPlan(ctx context.Context, a Act, text, why string) (events.Seq, error) {
	return j.byModerator(ctx, a, func(t *table.Table) ([]games.Fact, error) {
		p, err := ParsePlan(text)
		if err != nil {
			return nil, err
		}
		if err := fits(t, p); err != nil {
			return nil, err
		}
		return []games.Fact{platform(table.TypePlan, table.Planned{Plan: p.String(), By: a.By, Why: why})}, nil
	})
}

// Extend gives the open mails that turn names, all when it is empty, a later
// deadline.
func (j *Judge) Extend(ctx context.Context, a Act, turn string, by time.Duration, why string) (events.Seq, error) {
	return j.byModerator(ctx, a, func(t *table.Table) ([]games.Fact, error) {
		if by < time.Minute || by > maxExtension {
			return nil, not("desk.extend", textArg("word", by.String()))
		}
		return shift(t, a, turn, why, func(w *table.Window) deadline.Closing {
			return deadline.Closing{At: time.UnixMilli(w.Closes).Add(by)}
		})
	})
}

// MoveDeadline gives the open mails that turn names, all when it is empty, a
// deadline at a moment, which may be earlier than the one they have but not past.
func (j *Judge) MoveDeadline(ctx context.Context, a Act, turn string, to deadline.Closing, why string) (events.Seq, error) {
	return j.byModerator(ctx, a, func(t *table.Table) ([]games.Fact, error) {
		return shift(t, a, turn, why, func(*table.Window) deadline.Closing { return to })
	})
}

// shift moves the deadlines of open mails by hand.
func shift(t *table.Table, a Act, turn, why string, to func(*table.Window) deadline.Closing) ([]games.Fact, error) {
	windows, err := openMails(t, turn)
	if err != nil {
		return nil, err
	}
	var facts []games.Fact
	for _, w := range windows {
		c := to(w)
		if !c.At.After(a.At) || c.At.After(a.At.Add(2*maxExtension)) {
			return nil, not("desk.past", games.With("at", "moment", fmt.Sprint(c.At.UnixMilli())))
		}
		moved := table.Moved{Window: w.ID(), Closes: c.At.UnixMilli(), Why: table.MovedModerator, By: a.By}
		facts = append(facts, platform(table.TypeMoved, moved))
		facts = append(facts, hour(w.ID(), c, why)...)
	}
	return facts, nil
}

// openMails lists the open mails that a turn word names.
func openMails(t *table.Table, turn string) ([]*table.Window, error) {
	var out []*table.Window
	var tags []string
	for _, w := range t.Windows {
		if !w.Open() {
			continue
		}
		if tags = append(tags, w.Tag); w.Named(turn) {
			out = append(out, w)
		}
	}
	if len(out) == 0 {
		return nil, not("desk.no-mail", textArg("turn", turn), games.With("open", "text", cmp.Or(strings.Join(tags, ", "), "–")))
	}
	return out, nil
}

// Pause stops the clock of a game: nothing is resolved or reminded until Resume.
func (j *Judge) Pause(ctx context.Context, a Act, why string) (events.Seq, error) {
	return j.byModerator(ctx, a, func(t *table.Table) ([]games.Fact, error) {
		if t.Clock.Paused != nil {
			return nil, not("desk.paused")
		}
		return []games.Fact{platform(table.TypePaused, table.Paused{At: a.At.UnixMilli(), By: a.By, Why: why})}, nil
	})
}

// Resume lets the clock of a game run again, its deadlines later by the pause.
func (j *Judge) Resume(ctx context.Context, a Act) (events.Seq, error) {
	return j.byModerator(ctx, a, func(t *table.Table) ([]games.Fact, error) {
		if t.Clock.Paused == nil {
			return nil, not("desk.not-paused")
		}
		by := max(0, a.At.UnixMilli()-t.Clock.Paused.At)
		facts := []games.Fact{platform(table.TypeResumed, table.Resumed{By: a.By})}
		return append(facts, later(t, by, t.Clock.Paused.At, table.MovedPause, a.By)...), nil
	})
}

// later moves the deadlines that were still to come at a moment by so many ms.
func later(t *table.Table, by, since int64, why, who string) []games.Fact {
	var facts []games.Fact
	for _, w := range t.Windows {
		if w.Open() && ends(t, w) >= since && by > 0 {
			c := deadline.Closing{At: time.UnixMilli(w.Closes + by)}
			facts = append(facts, move(t, w.ID(), c, why, who)...)
		}
	}
	return facts
}

// Start lets deadlines run although somebody has not answered his invitation.
func (j *Judge) Start(ctx context.Context, a Act) (events.Seq, error) {
	return j.byModerator(ctx, a, func(t *table.Table) ([]games.Fact, error) {
		if !t.Mustering() {
			return nil, not("desk.not-mustering")
		}
		return mustered(t, a.At.UnixMilli(), a.By), nil
	})
}

// Remind has the seats reminded that have not written for the open mails that
// turn names, all when it is empty.
func (j *Judge) Remind(ctx context.Context, a Act, turn string) (events.Seq, error) {
	return j.byModerator(ctx, a, func(t *table.Table) ([]games.Fact, error) {
		windows, err := openMails(t, turn)
		if err != nil {
			return nil, err
		}
		var facts []games.Fact
		for _, w := range windows {
			facts = append(facts, reminded(t, w, table.Reminded{Window: w.ID(), Closes: w.Closes, By: a.By}, a.At.UnixMilli()))
		}
		return facts, nil
	})
}

// Silence says that the clock of the program stood still between two moments, or
// jumped: deadlines that were to come then are later by as much, in every game.
// It returns the games whose deadlines moved. Asking again moves nothing more.
func (j *Judge) Silence(ctx context.Context, since, now time.Time) ([]string, error) {
	ids, err := j.Games(ctx)
	if err != nil {
		return nil, err
	}
	key := events.NewKey("silence", fmt.Sprint(since.UnixMilli()))
	var moved []string
	for _, id := range ids {
		known, err := j.log.Lookup(ctx, "game/"+id, key)
		if err != nil {
			return moved, err
		}
		if known > 0 {
			continue
		}
		t, err := j.ready(ctx, id)
		if isSuspended(err) {
			continue // it resolves nothing either
		}
		if err != nil {
			return moved, err
		}
		if t.Clock.Paused != nil {
			continue
		}
		var facts []games.Fact
		err = j.guard(t, func() error {
			facts = later(t, now.Sub(since).Milliseconds(), since.UnixMilli(), table.MovedSilence, ByClock)
			return nil
		})
		if err == nil && len(facts) > 0 {
			moved = append(moved, id)
			_, err = j.record(ctx, t, Act{At: now, Key: key}, facts)
		}
		if err != nil && !isSuspended(err) {
			return moved, err
		}
	}
	return moved, nil
}

// byModerator does what only a moderator may with the time of a game.
func (j *Judge) byModerator(ctx context.Context, a Act, do func(*table.Table) ([]games.Fact, error)) (events.Seq, error) {
	return j.act(ctx, a, func(t *table.Table) ([]games.Fact, error) {
		if err := j.moderates(t, a); err != nil {
			return nil, err
		}
		return do(t)
	})
}
