package judge

import (
	"context"
	"errors"
	"slices"
	"time"

	"fivepoints/events"
	"fivepoints/games"
	"fivepoints/games/table"
)

// Away is an absence as it is announced: its first and its last day (2026-12-20),
// in the zone of who is away, and a reason that stays private.
type Away struct{ From, To, Reason string }

// Absence notes that the player of a seat is away. No deadline that was announced
// moves by it: what it does to the mails of its time is for the rules of the game
// (table.PeopleRules.Away), and none of them counts as missed. It costs days of
// the game's budget.
func (j *Judge) Absence(ctx context.Context, a Act, seat string, away Away) (events.Seq, error) {
	return j.act(ctx, a, func(t *table.Table) ([]games.Fact, error) {
		if err := j.speaks(t, a, seat); err != nil {
			return nil, err
		}
		f, err := j.absent(ctx, t, seat, away, a.At, a.By)
		return []games.Fact{f}, err
	})
}

// absent makes the fact of an absence, or refuses it.
func (j *Judge) absent(ctx context.Context, t *table.Table, seat string, away Away, at time.Time, by string) (games.Fact, error) {
	holder := t.Holder(seat).Person
	if holder == "" {
		return games.Fact{}, not("desk.seat", seatArg(seat))
	}
	zone, err := j.zoneOf(ctx, t, holder)
	if err != nil {
		return games.Fact{}, err
	}
	start, end, refused := span(away.From, away.To, zone, at)
	if refused != nil {
		return games.Fact{}, refused
	}
	f := table.Absent{
		Seat: seat, Person: holder, N: len(t.People.Absences) + 1, From: away.From, To: away.To, Zone: zone.String(),
		Start: start.UnixMilli(), End: end.UnixMilli(), By: by,
	}
	budget := t.People.Rules.Budget
	if end.Sub(start) > maxAbsence || t.AbsentDays(seat, f) > budget {
		left := max(0, budget-t.AbsentDays(seat))
		return games.Fact{}, not("desk.absent.budget", games.Int("budget", budget), games.Int("left", left))
	}
	fact := platform(table.TypeAbsent, f)
	fact.Priv = []games.Part{{Audience: games.Engine, Payload: table.AbsentWhy{Reason: away.Reason}}}
	return fact, nil
}

// maxAbsence bounds one absence, and maxSitting the time of a sitter.
const (
	maxAbsence = 366 * 24 * time.Hour
	maxSitting = 92 * 24 * time.Hour
)

// span turns two days into the time from the beginning of the first, or now when
// that is today, to the end of the last.
func span(from, to string, zone *time.Location, now time.Time) (start, end time.Time, refused error) {
	start, err := time.ParseInLocation(time.DateOnly, from, zone)
	end, err2 := time.ParseInLocation(time.DateOnly, to, zone)
	today := now.In(zone).Format(time.DateOnly)
	switch {
	case errors.Join(err, err2) != nil:
		return start, end, not("desk.days", textArg("from", from), textArg("to", to))
	case to < from:
		return start, end, not("desk.days.order", games.With("from", "day", from), games.With("to", "day", to))
	case from < today:
		return start, end, not("desk.days.past", games.With("from", "day", from), games.With("today", "day", today))
	}
	if from == today {
		start = now
	}
	return start, end.AddDate(0, 0, 1), nil
}

// zoneOf is the zone of somebody, else that of the game.
func (j *Judge) zoneOf(ctx context.Context, t *table.Table, person string) (*time.Location, error) {
	f, err := j.people(ctx)
	if err != nil {
		return nil, err
	}
	for _, name := range []string{f.own[person].Zone, t.Created.Zone} {
		if zone, err := time.LoadLocation(name); err == nil && name != "" {
			return zone, nil
		}
	}
	return time.UTC, nil
}

// Back ends the absence of a seat's player before its time; the days that are
// left go back into the budget.
func (j *Judge) Back(ctx context.Context, a Act, seat string) (events.Seq, error) {
	return j.act(ctx, a, func(t *table.Table) ([]games.Fact, error) {
		if err := j.speaks(t, a, seat); err != nil {
			return nil, err
		}
		at := a.At.UnixMilli()
		var out []games.Fact
		for _, b := range t.People.Absences {
			if b.Seat == seat && b.Person == t.Holder(seat).Person && max(at, b.Start) < b.End {
				out = append(out, platform(table.TypeBack, table.Back{Seat: seat, N: b.N, At: at, By: a.By}))
			}
		}
		if len(out) == 0 {
			return nil, not("desk.back.none", seatArg(seat))
		}
		return out, nil
	})
}

// Sit names who may write for a seat while its player is absent, from one day to
// another, both included; without days, until the end of the last absence that
// was announced. A new sitter replaces the old one.
func (j *Judge) Sit(ctx context.Context, a Act, seat string, who Who, from, to string) (events.Seq, error) {
	return j.act(ctx, a, func(t *table.Table) ([]games.Fact, error) {
		if err := j.speaks(t, a, seat); err != nil {
			return nil, err
		}
		f := table.Sitter{Seat: seat, Of: t.Holder(seat).Person, By: a.By}
		switch {
		case f.Of == "":
			return nil, not("desk.seat", seatArg(seat))
		case t.People.Rules.Away == table.AwayDefault:
			return nil, not("desk.sitter.none")
		}
		zone, err := j.zoneOf(ctx, t, f.Of)
		if err != nil {
			return nil, err
		}
		if f.From, f.To, err = sitting(t, seat, from, to, zone, a.At); err != nil {
			return nil, err
		}
		if f.Person, f.Lang, err = j.meet(ctx, who, a.At); err != nil {
			return nil, err
		}
		if refused := mayNotSit(t, f); refused != nil {
			return nil, refused
		}
		return []games.Fact{platform(table.TypeSitter, f)}, nil
	})
}

// sitting is the time of a sitter.
func sitting(t *table.Table, seat, from, to string, zone *time.Location, now time.Time) (start, end int64, err error) {
	if from != "" {
		first, last, refused := span(from, to, zone, now)
		if refused == nil && last.Sub(first) > maxSitting {
			refused = not("desk.sitter.long", games.Int("days", int(maxSitting/(24*time.Hour))))
		}
		return first.UnixMilli(), last.UnixMilli(), refused
	}
	for _, b := range t.People.Absences {
		if b.Seat == seat && b.Person == t.Holder(seat).Person {
			end = max(end, b.End)
		}
	}
	if start = now.UnixMilli(); end <= start {
		return 0, 0, not("desk.sitter.when")
	}
	return start, min(end, now.Add(maxSitting).UnixMilli()), nil
}

// mayNotSit refuses a sitter who would read the papers of two.
func mayNotSit(t *table.Table, f table.Sitter) error {
	switch held := t.SeatsOf(f.Person); {
	case f.Person == f.Of:
		return not("desk.sitter.self")
	case len(held) > 0:
		return not("desk.rival", games.With("other", "seat", held[0]))
	}
	for _, o := range t.People.Sitters {
		if o.Person == f.Person && o.Seat != f.Seat && o.From < f.To && f.From < o.To {
			return not("desk.sitter.busy", games.With("other", "seat", o.Seat))
		}
	}
	return nil
}

// Unsit takes the right to write from a seat's sitter.
func (j *Judge) Unsit(ctx context.Context, a Act, seat string) (events.Seq, error) {
	return j.act(ctx, a, func(t *table.Table) ([]games.Fact, error) {
		i := slices.IndexFunc(t.People.Sitters, func(s table.Sitter) bool { return s.Seat == seat })
		own := i >= 0 && a.Person != "" && t.People.Sitters[i].Person == a.Person
		if err := j.speaks(t, a, seat); err != nil && !own {
			return nil, err
		}
		if i < 0 {
			return nil, not("desk.sitter.nobody", seatArg(seat))
		}
		gone := t.People.Sitters[i]
		gone.Gone, gone.By = true, a.By
		return []games.Fact{platform(table.TypeSitter, gone)}, nil
	})
}

// sittings begin with the absence of their player: from then on the sitter may
// write, and needs to read.
func sittings(t *table.Table) []step {
	var out []step
	for _, s := range t.People.Sitters {
		for _, a := range t.People.Absences {
			begins, ends := max(a.Start, s.From), min(a.End, s.To)
			done := slices.ContainsFunc(t.People.Sat, func(o table.Sitting) bool { return o.Seat == s.Seat && o.Person == s.Person && o.N == a.N })
			if a.Seat != s.Seat || begins >= ends || ends <= t.At || done {
				continue
			}
			if sits, ok := t.SitterAt(s.Seat, begins); !ok || sits.Person != s.Person {
				continue
			}
			f := platform(table.TypeSitting, table.Sitting{Seat: s.Seat, Person: s.Person, N: a.N, At: begins, Until: ends})
			out = append(out, step{at: begins, key: keyOfCause("sitting", s.Seat, s.Person, a.N), facts: []games.Fact{f}})
		}
	}
	return out
}

// welcomeBack is how long a mail stays open behind the absence it waited for.
const welcomeBack = 48 * time.Hour
