package desk

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Date is a day of the calendar, in nobody's zone yet.
type Date struct {
	Year  int
	Month time.Month
	Day   int
}

// String writes a day as 2026-12-20.
func (d Date) String() string { return fmt.Sprintf("%04d-%02d-%02d", d.Year, d.Month, d.Day) }

// Time is the beginning of a day in UTC.
func (d Date) Time() time.Time { return time.Date(d.Year, d.Month, d.Day, 0, 0, 0, 0, time.UTC) }

// Moment is a day and an hour, in nobody's zone yet.
type Moment struct {
	Date
	Hour, Minute int
}

// IsZero tells that no moment was named.
func (m Moment) IsZero() bool { return m == Moment{} }

// String writes a moment as 2026-12-20 21:00.
func (m Moment) String() string { return fmt.Sprintf("%s %02d:%02d", m.Date, m.Hour, m.Minute) }

// fields cuts a line into words; marks that part dates stay in theirs.
func fields(s string) []string {
	s = strings.NewReplacer("..", " .. ", "->", " -> ", ",", " ").Replace(s)
	return strings.Fields(s)
}

// skip drops these words in front.
func skip(f []string, words ...string) []string {
	for len(f) > 0 && slices.Contains(words, f[0]) {
		f = f[1:]
	}
	return f
}

var months = [...][]string{
	{"jan", "january", "janvier", "janv"},
	{"feb", "february", "fevrier", "fev", "fevr"},
	{"mar", "march", "mars"},
	{"apr", "april", "avril", "avr"},
	{"may", "mai"},
	{"jun", "june", "juin"},
	{"jul", "july", "juillet", "juil"},
	{"aug", "august", "aout"},
	{"sep", "sept", "september", "septembre"},
	{"oct", "october", "octobre"},
	{"nov", "november", "novembre"},
	{"dec", "december", "decembre"},
}

func monthOf(s string) time.Month {
	s = strings.TrimSuffix(s, ".")
	for i, names := range months {
		if slices.Contains(names, s) {
			return time.Month(i + 1)
		}
	}
	return 0
}

// readDate reads a day at the beginning of f and tells how many words it took,
// 0 when there is none. Without a year it is the next such day, today included.
func readDate(f []string, now time.Time) (d Date, n int) {
	if len(f) == 0 {
		return d, 0
	}
	if d, ok := isoDate(f[0]); ok {
		return d, 1
	}
	if d, ok := slashed(f[0], now); ok {
		return d, 1
	}
	if len(f) < 2 {
		return d, 0
	}
	day, month := dayOf(f[0]), monthOf(f[1])
	if month == 0 {
		day, month = dayOf(f[1]), monthOf(f[0])
	}
	if day == 0 || month == 0 {
		return d, 0
	}
	if len(f) > 2 && len(f[2]) == 4 {
		if year, err := strconv.Atoi(f[2]); err == nil {
			d, ok := checked(year, month, day)
			return d, map[bool]int{true: 3}[ok]
		}
	}
	d, ok := nextDay(month, day, now)
	return d, map[bool]int{true: 2}[ok]
}

func isoDate(s string) (Date, bool) {
	t, err := time.Parse(time.DateOnly, s)
	return Date{t.Year(), t.Month(), t.Day()}, err == nil && t.Year() >= 1000
}

// slashed reads 20/12, 20/12/26 and 20/12/2026, also with dots.
func slashed(s string, now time.Time) (Date, bool) {
	p := strings.FieldsFunc(s, func(r rune) bool { return r == '/' || r == '.' })
	if len(p) < 2 || len(p) > 3 || len(p[0]) > 2 || len(p[1]) > 2 {
		return Date{}, false
	}
	day, err1 := strconv.Atoi(p[0])
	month, err2 := strconv.Atoi(p[1])
	if err1 != nil || err2 != nil {
		return Date{}, false
	}
	if len(p) == 2 {
		return nextDay(time.Month(month), day, now)
	}
	year, err := strconv.Atoi(p[2])
	if err != nil || len(p[2]) != 4 && len(p[2]) != 2 {
		return Date{}, false
	}
	if len(p[2]) == 2 {
		year += 2000
	}
	return checked(year, time.Month(month), day)
}

// dayOf reads 20, 1er, 3rd.
func dayOf(s string) int {
	for _, end := range []string{"er", "st", "nd", "rd", "th"} {
		s = strings.TrimSuffix(s, end)
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 || n > 31 || len(s) > 2 {
		return 0
	}
	return n
}

func nextDay(month time.Month, day int, now time.Time) (Date, bool) {
	y, m, d := now.Date()
	if month < m || month == m && day < d {
		y++
	}
	if month == time.February && day == 29 {
		for i := 0; i < 8 && time.Date(y, month, day, 0, 0, 0, 0, time.UTC).Day() != day; i++ {
			y++
		}
	}
	return checked(y, month, day)
}

// checked refuses days that no calendar has.
func checked(y int, m time.Month, d int) (Date, bool) {
	t := time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
	return Date{y, m, d}, y >= 1000 && y <= 9999 && t.Month() == m && t.Day() == d
}

// readMoment reads DATE [at] HOUR at the beginning of f.
func readMoment(f []string, now time.Time) (m Moment, n int) {
	d, n := readDate(f, now)
	if n == 0 {
		return m, 0
	}
	rest := skip(f[n:], "a", "at", "vers", "t")
	hour, minute, ok := 0, 0, false
	if len(rest) > 0 {
		hour, minute, ok = clockOf(rest[0])
	}
	if !ok {
		return m, 0
	}
	return Moment{d, hour, minute}, len(f) - len(rest) + 1
}

// clockOf reads 21:00, 21h, 21h30, 9pm, 9:30pm.
func clockOf(s string) (hour, minute int, ok bool) {
	half := 0
	if t, cut := strings.CutSuffix(s, "pm"); cut {
		s, half = t, 12
	} else if t, cut := strings.CutSuffix(s, "am"); cut {
		s, half = t, -12
	}
	h, m, parted := strings.Cut(strings.Replace(s, "h", ":", 1), ":")
	if !parted && half == 0 {
		return 0, 0, false
	}
	hour, err := strconv.Atoi(h)
	if m != "" && err == nil {
		minute, err = strconv.Atoi(m)
	}
	if err != nil || hour < 0 || hour > 23 || minute < 0 || minute > 59 || len(m) == 1 || half != 0 && (hour < 1 || hour > 12) {
		return 0, 0, false
	}
	switch {
	case half == 12 && hour != 12:
		hour += 12
	case half == -12 && hour == 12:
		hour = 0
	}
	return hour, minute, true
}

// maxLength bounds a length: no deadline is further away.
const maxLength = 366 * 24 * time.Hour

// readLength reads [+]48h, 2d, 2j, 3 days, 90 minutes at the beginning of f.
func readLength(f []string) (d time.Duration, n int) {
	if len(f) == 0 {
		return 0, 0
	}
	s := strings.TrimPrefix(f[0], "+")
	if s == "" && len(f) > 1 {
		s, f, n = f[1], f[1:], 1
	}
	i := 0
	for i < len(s) && s[i] >= '0' && s[i] <= '9' {
		i++
	}
	count, err := strconv.Atoi(s[:i])
	unit := s[i:]
	if err != nil || count < 1 || count > 1e6 {
		return 0, 0
	}
	if n++; unit == "" && len(f) > 1 {
		unit = f[1]
		n++
	}
	one := unitOf(unit)
	if one == 0 || time.Duration(count) > maxLength/one {
		return 0, 0
	}
	return time.Duration(count) * one, n
}

func unitOf(s string) time.Duration {
	switch strings.TrimRight(s, ".,") {
	case "h", "hour", "hours", "heure", "heures":
		return time.Hour
	case "d", "j", "day", "days", "jour", "jours":
		return 24 * time.Hour
	case "w", "week", "weeks", "semaine", "semaines", "sem":
		return 7 * 24 * time.Hour
	case "m", "min", "minute", "minutes", "mn":
		return time.Minute
	}
	return 0
}
