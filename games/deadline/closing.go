package deadline

import (
	"slices"
	"time"
	_ "time/tzdata" // every machine finds the same instant
)

// maxMoves bounds how often one deadline gives way to holidays and absences.
const maxMoves = 500

// Mail is what a deadline depends on.
type Mail struct {
	Opens time.Time
	Tag   string
	Kinds []string // of orders it takes
	Away  []Span   // when seats that owe something are away
}

// Span is a stretch of time, its end excluded.
type Span struct{ From, To time.Time }

// Closing is a deadline: the hour that was meant and the instant it is.
type Closing struct {
	At    time.Time
	Local string // "2026-03-29 02:30", as the clock on the wall was meant to show it; "" for so many hours after a report
	Zone  string // of that clock
}

// Closes tells when a mail closes, in the zone of its game.
func (p Plan) Closes(m Mail, zone *time.Location) Closing {
	r := p.rhythmOf(m.Tag, m.Kinds)
	from := m.Opens.Add(p.Least)
	c := r.next(from, zone)
	if len(r.Slots) == 0 {
		c = Closing{At: m.Opens.Add(max(r.After, p.Least))}
	}
	for range maxMoves {
		behind, free := p.free(c, m.Away, zone)
		if free {
			break
		}
		c = r.behind(c, behind, zone)
	}
	return c
}

// free tells whether a deadline stands where everybody owes something, and else
// the instant from which on it may.
func (p Plan) free(c Closing, away []Span, zone *time.Location) (behind time.Time, ok bool) {
	for _, s := range away {
		if behind = s.To.Add(p.Least); s.From.Before(c.At) && c.At.Before(behind) {
			return behind, false
		}
	}
	day := dateOf(c.At.In(zone))
	for _, h := range p.Holidays {
		if last, on := h.covers(day); on {
			next := time.Date(last.Year, last.Month, last.Day+1, 0, 0, 0, 0, time.UTC)
			return localInstant(dateOf(next), 0, zone), false
		}
	}
	return time.Time{}, true
}

// behind moves a deadline to an instant or later: to an hour of the rhythm, or to
// the same local hour on the first day that has it behind the instant.
func (r Rhythm) behind(c Closing, from time.Time, zone *time.Location) Closing {
	if len(r.Slots) > 0 {
		return r.next(from, zone)
	}
	hour := c.At.In(zone)
	return Rhythm{Slots: everyDay(hour.Hour()*60 + hour.Minute())}.next(from, zone)
}

func everyDay(minute int) []Slot {
	var out []Slot
	for d := time.Sunday; d <= time.Saturday; d++ {
		out = append(out, Slot{d, minute})
	}
	return out
}

// next is the first hour of the week at or behind an instant.
func (r Rhythm) next(from time.Time, zone *time.Location) Closing {
	day := dateOf(from.In(zone))
	for i := range 9 {
		d := time.Date(day.Year, day.Month, day.Day+i-1, 0, 0, 0, 0, time.UTC) // a gap may move an hour over midnight
		for _, s := range r.Slots {
			if s.Day != d.Weekday() {
				continue
			}
			if at := localInstant(dateOf(d), s.Minute, zone); !at.Before(from) {
				return Local(dateOf(d), s.Minute, zone)
			}
		}
	}
	return Closing{At: from} // never: a week has every hour
}

// Local is the deadline at a local hour; minute counts from midnight. That hour
// need not exist, nor be the only one.
func Local(d Date, minute int, zone *time.Location) Closing {
	return Closing{At: localInstant(d, minute, zone), Local: localText(d, minute), Zone: zone.String()}
}

func localText(d Date, minute int) string {
	return time.Date(d.Year, d.Month, d.Day, 0, minute, 0, 0, time.UTC).Format("2006-01-02 15:04")
}

// localInstant resolves a local hour: minute counts from midnight. An hour that does
// not exist is the moment the clocks go forward, one that comes twice the second.
func localInstant(d Date, minute int, zone *time.Location) time.Time {
	utc := time.Date(d.Year, d.Month, d.Day, 0, minute, 0, 0, time.UTC)
	var found time.Time
	for _, near := range []time.Duration{-36 * time.Hour, 36 * time.Hour} {
		_, offset := utc.Add(near).In(zone).Zone()
		at := utc.Add(-time.Duration(offset) * time.Second)
		if same(at.In(zone), utc) && at.After(found) {
			found = at
		}
	}
	if !found.IsZero() {
		return found
	}
	_, offset := utc.Add(-36 * time.Hour).In(zone).Zone()
	start, _ := utc.Add(-time.Duration(offset) * time.Second).In(zone).ZoneBounds()
	return start.UTC()
}

// same tells whether two clocks on the wall show the same.
func same(a, b time.Time) bool {
	return a.Day() == b.Day() && a.Hour() == b.Hour() && a.Minute() == b.Minute()
}

func dateOf(t time.Time) Date { return Date{t.Year(), t.Month(), t.Day()} }

// number orders days.
func (d Date) number() int { return d.Year*10000 + int(d.Month)*100 + d.Day }

// covers tells whether a day is on the holiday, and its last day.
func (h Holiday) covers(day Date) (last Date, on bool) {
	for _, year := range h.years(day) {
		from, to := h.From, h.To
		if h.From.Year == 0 {
			from.Year, to.Year = year, year
			if to.number() < from.number() { // over the new year
				to.Year++
			}
		}
		if from.number() <= day.number() && day.number() <= to.number() {
			return to, true
		}
	}
	return Date{}, false
}

func (h Holiday) years(day Date) []int {
	if h.From.Year != 0 {
		return []int{h.From.Year}
	}
	return []int{day.Year - 1, day.Year}
}

// RemindAt lists when reminders of a deadline are due, earliest first.
func (p Plan) RemindAt(opens, closes time.Time) []time.Time {
	var out []time.Time
	for _, d := range p.Remind {
		if at := closes.Add(-d); at.After(opens) {
			out = append(out, at)
		}
	}
	slices.SortFunc(out, time.Time.Compare)
	return out
}
