package deadline

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Limits of a plan. They bound what a hostile text can make us do.
const (
	maxText     = 1000 // bytes
	maxTime     = 366 * 24 * time.Hour
	minTime     = time.Minute
	maxHolidays = 60
	maxRange    = 120 // days of one holiday
	maxYearly   = 180 // days of all holidays that come every year
	maxReminds  = 6
	maxRhythms  = 20
	maxSlots    = 21
)

// Who has time to act when a seat is late.
const (
	LateDefault   = ""          // nobody: default orders
	LateModerator = "moderator" // he is asked
	LateSitter    = "sitter"    // the sitter of the late seat is asked, and the moderator told
)

// Plan tells when the mails of a game close, and what happens when somebody is late.
type Plan struct {
	Rhythm   Rhythm
	Kinds    []Named // other rhythms, the first that fits counts
	Least    time.Duration
	Holidays []Holiday
	Remind   []time.Duration // before the deadline, longest first
	Grace    time.Duration
	Late     string        // LateDefault, LateModerator or LateSitter
	Hold     time.Duration // how long they have
	Told     int           // misses in a row at which the moderator is told
	Open     int           // misses in a row at which the seat opens to stand-bys
	Muster   bool
}

// Misses in a row, unless the plan says otherwise (mail.ladder of the rulebooks).
const (
	toldMisses = 2
	openMisses = 3
)

// Rhythm is either so long after the last report, or hours of the week.
type Rhythm struct {
	After time.Duration
	Slots []Slot // sorted; empty with After
}

// Slot is an hour of the week.
type Slot struct {
	Day    time.Weekday
	Minute int // of the day
}

// Named is the rhythm of some mails.
type Named struct {
	Name string // a kind of orders, or the last letter of a tag
	Rhythm
}

// Holiday is a range of local days, both included. Year 0: every year.
type Holiday struct{ From, To Date }

// Date is a day of a calendar.
type Date struct {
	Year  int
	Month time.Month
	Day   int
}

// atOnce is how the plan of a test writes that mails close when they open.
const atOnce = "0s"

// After is the plan of nothing but a time after each report.
func After(d time.Duration) Plan {
	return Plan{Rhythm: Rhythm{After: d}, Told: toldMisses, Open: openMisses}
}

// String writes the plan in its one canonical form, which Parse reads.
func (p Plan) String() string {
	clauses := []string{p.Rhythm.String()}
	add := func(name, value string) {
		if value != "" {
			clauses = append(clauses, name+"="+value)
		}
	}
	for _, n := range p.Kinds {
		add(n.Name, n.Rhythm.String())
	}
	add("least", writeTime(p.Least))
	add("holidays", join(p.Holidays, Holiday.String))
	add("remind", join(p.Remind, writeTime))
	add("grace", writeTime(p.Grace))
	if p.Late != LateDefault {
		add("late", p.Late+" "+writeTime(p.Hold))
	}
	if p.Told != toldMisses && p.Told > 0 {
		add("told", strconv.Itoa(p.Told))
	}
	if p.Open != openMisses && p.Open > 0 {
		add("open", strconv.Itoa(p.Open))
	}
	if p.Muster {
		clauses = append(clauses, "muster")
	}
	return strings.Join(clauses, "; ")
}

func join[T any](items []T, write func(T) string) string {
	var out []string
	for _, it := range items {
		out = append(out, write(it))
	}
	return strings.Join(out, ", ")
}

// writeTime writes "168h", "1h30m", "" for none.
func writeTime(d time.Duration) string {
	if d == 0 {
		return ""
	}
	h, m := int(d/time.Hour), int(d%time.Hour/time.Minute)
	switch {
	case m == 0:
		return fmt.Sprintf("%dh", h)
	case h == 0:
		return fmt.Sprintf("%dm", m)
	}
	return fmt.Sprintf("%dh%dm", h, m)
}

// String writes "48h" or "wed 20:00, sat 21:00".
func (r Rhythm) String() string {
	if len(r.Slots) == 0 {
		return cmp.Or(writeTime(r.After), atOnce)
	}
	return join(r.Slots, func(s Slot) string {
		return fmt.Sprintf("%s %02d:%02d", days[s.Day], s.Minute/60, s.Minute%60)
	})
}

// String writes "2026-12-20..2027-01-03", "05-01".
func (h Holiday) String() string {
	if h.From == h.To {
		return h.From.String()
	}
	return h.From.String() + ".." + h.To.String()
}

// String writes "2026-12-20", or "12-20" for every year.
func (d Date) String() string {
	if d.Year == 0 {
		return fmt.Sprintf("%02d-%02d", int(d.Month), d.Day)
	}
	return fmt.Sprintf("%04d-%02d-%02d", d.Year, int(d.Month), d.Day)
}

// Names lists the kinds of orders and letters of tags that have a rhythm of their own.
func (p Plan) Names() []string {
	var out []string
	for _, n := range p.Kinds {
		out = append(out, n.Name)
	}
	return out
}

// rhythmOf is the rhythm of a mail that takes these kinds of orders.
func (p Plan) rhythmOf(tag string, kinds []string) Rhythm {
	for _, n := range p.Kinds {
		if slices.Contains(kinds, n.Name) || letterOf(tag) == n.Name {
			return n.Rhythm
		}
	}
	return p.Rhythm
}

// letterOf is "c" of the tag "1893c", "" of one that ends otherwise.
func letterOf(tag string) string {
	n := len(tag)
	if n < 2 || tag[n-1] < 'a' || tag[n-1] > 'z' || tag[n-2] < '0' || tag[n-2] > '9' {
		return ""
	}
	return tag[n-1:]
}
