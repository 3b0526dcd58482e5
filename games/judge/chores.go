package judge

import (
	"slices"
	"time"

	"fivepoints/games"
	"fivepoints/games/table"
)

// nextChore returns what the clock has to do next about the people of a game, nil
// when that is nothing.
func nextChore(t *table.Table) *step {
	var best *step
	for _, c := range slices.Concat(seatChores(t), sittings(t), successions(t)) {
		if best == nil || c.at < best.at {
			best = &c
		}
	}
	return best
}

// seatChores are those of the seats that stand-bys may have: it is closed when
// its player is back, an offer lapses, the next stand-by is asked.
func seatChores(t *table.Table) []step {
	var out []step
	for _, open := range t.People.Open {
		if at, sheet := returned(t, open.Seat); at > 0 {
			f := platform(table.TypeSeatClosed, table.SeatClosed{Seat: open.Seat, Why: "returned", At: at})
			out = append(out, step{at: at, key: keyOfCause("returned", open.Seat, sheet), facts: []games.Fact{f}})
			continue
		}
		if o, ok := t.People.Standing(open.Seat); ok {
			f := platform(table.TypeOfferEnded, table.OfferEnded{Seat: o.Seat, Person: o.Person, How: "lapsed", At: o.Until})
			out = append(out, step{at: o.Until, key: keyOfCause("lapsed", o.Seat, o.Person, o.At), facts: []games.Fact{f}})
			continue
		}
		if person := nextStandby(t, open); person != "" {
			until := t.At + int64(t.People.Rules.Offer)*time.Hour.Milliseconds()
			f := platform(table.TypeOffered, table.Offered{Seat: open.Seat, Person: person, At: t.At, Until: until})
			out = append(out, step{at: t.At, key: keyOfCause("offer", open.Seat, person, open.At), facts: []games.Fact{f}})
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
func successions(t *table.Table) []step {
	days := t.People.Rules.Silence
	mods := t.People.With(table.Moderator)
	if days == 0 || len(mods) == 0 {
		return nil
	}
	f := table.Succeeded{Days: days, At: t.People.WorkedAt() + int64(days)*day}
	for _, m := range mods {
		f.From = append(f.From, m.Person)
		f.At = max(f.At, t.People.SeenAt(m.Person)+int64(days)*day)
	}
	for _, d := range t.People.With(table.Deputy) {
		if f.To == "" && !slices.Contains(f.From, d.Person) && !t.People.Silent(d.Person) {
			f.To = d.Person
		}
	}
	if f.To == "" {
		return nil
	}
	return []step{{at: f.At, key: keyOfCause("succession", f.To, f.At), facts: []games.Fact{platform(table.TypeSucceeded, f)}}}
}
