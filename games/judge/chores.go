package judge

import (
	"context"
	"fmt"
	"slices"
	"time"

	"fivepoints/events"
	"fivepoints/games"
	"fivepoints/games/table"
)

// chore is something about the people of a game that the clock does.
type chore struct {
	at    int64 // unix ms from which it may be done
	key   events.Key
	facts []games.Fact
}

// nextChore returns what the clock has to do next about the people of a game, nil
// when that is nothing.
func nextChore(t *table.Table) *chore {
	if t.Over != nil {
		return nil
	}
	var best *chore
	for _, c := range slices.Concat(seatChores(t), sittings(t), successions(t)) {
		if best == nil || c.at < best.at {
			best = &c
		}
	}
	return best
}

// seatChores are those of the seats that stand-bys may have: it is closed when
// its player is back, an offer lapses, the next stand-by is asked.
func seatChores(t *table.Table) []chore {
	var out []chore
	for _, open := range t.People.Open {
		if at, sheet := returned(t, open.Seat); at > 0 {
			f := platform(table.TypeSeatClosed, table.SeatClosed{Seat: open.Seat, Why: "returned", At: at})
			out = append(out, chore{at, keyOfCause("returned", open.Seat, sheet), []games.Fact{f}})
			continue
		}
		if o, ok := t.People.Standing(open.Seat); ok {
			f := platform(table.TypeOfferEnded, table.OfferEnded{Seat: o.Seat, Person: o.Person, How: "lapsed", At: o.Until})
			out = append(out, chore{o.Until, keyOfCause("lapsed", o.Seat, o.Person, o.At), []games.Fact{f}})
			continue
		}
		if person := nextStandby(t, open); person != "" {
			until := t.At + int64(t.People.Rules.Offer)*time.Hour.Milliseconds()
			f := platform(table.TypeOffered, table.Offered{Seat: open.Seat, Person: person, At: t.At, Until: until})
			out = append(out, chore{t.At, keyOfCause("offer", open.Seat, person, open.At), []games.Fact{f}})
		}
	}
	return out
}

// returned tells when, and with which sheet, the player of an open seat wrote
// again; 0 when he did not.
func returned(t *table.Table, seat string) (at int64, sheet int) {
	person := t.Holder(seat).Person
	for _, open := range t.People.Open {
		for _, s := range t.Sheets {
			if open.Seat == seat && s.Seat == seat && s.Person == person && person != "" && s.By == "" && s.At > open.At {
				return s.At, s.N
			}
		}
	}
	return 0, 0
}

// nextStandby is the first of the list who was not asked about this seat, has no
// other to think about, and no seat.
func nextStandby(t *table.Table, open table.SeatOpened) string {
	for _, r := range t.People.With(table.Standby) {
		busy := slices.ContainsFunc(t.People.Offers, func(o table.Offer) bool {
			return o.Person == r.Person && (o.Seat == open.Seat || o.Ended == "")
		})
		if !busy && len(t.SeatsOf(r.Person)) == 0 && !t.People.Has(table.Moderator, r.Person) {
			return r.Person
		}
	}
	return ""
}

// successions: when every moderator has been silent for too long, the first
// deputy who has not gets their powers.
func successions(t *table.Table) []chore {
	days := t.People.Rules.Silence
	mods := t.People.With(table.Moderator)
	if days == 0 || len(mods) == 0 {
		return nil
	}
	f := table.Succeeded{Days: days}
	for _, m := range mods {
		f.From = append(f.From, m.Person)
		f.At = max(f.At, t.People.SeenAt(m.Person)+int64(days)*day)
	}
	for _, d := range t.People.With(table.Deputy) {
		if f.To == "" && !slices.Contains(f.From, d.Person) {
			f.To = d.Person
		}
	}
	if f.To == "" {
		return nil
	}
	return []chore{{f.At, keyOfCause("succession", f.To, f.At), []games.Fact{platform(table.TypeSucceeded, f)}}}
}

// tidy does a chore.
func (j *Judge) tidy(ctx context.Context, t *table.Table, c chore) error {
	at := time.UnixMilli(max(c.at, t.At))
	seq, err := j.record(ctx, t, Act{Game: t.ID, By: ByClock, At: at, Key: c.key}, c.facts)
	if err == nil && seq <= t.Tip { // it would come again for ever
		return &Suspended{Game: t.ID, Reason: fmt.Sprintf("%s was done before, in commit %d, and is due again", c.facts[0].Type, seq)}
	}
	return err
}
