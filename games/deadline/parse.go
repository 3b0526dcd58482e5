package deadline

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Mistake tells what in a plan, or in a date, cannot be read.
type Mistake struct {
	Key  string // of the sentence for people, "plan-time"
	Word string // the words that are wrong
}

func (e *Mistake) Error() string {
	return fmt.Sprintf("reading a deadline: %q is wrong (%s)", e.Word, e.Key)
}

func mistake(key, word string) error {
	if len(word) > 60 {
		word = strings.ToValidUTF8(word[:60], "") + "…"
	}
	return &Mistake{key, word}
}

// days are the canonical words, by time.Weekday.
var days = [7]string{"sun", "mon", "tue", "wed", "thu", "fri", "sat"}

// dayWords are the words of the days, folded, as read.
func dayWords() [7][]string {
	return [7][]string{
		{"sun", "sunday", "dim", "dimanche"},
		{"mon", "monday", "lun", "lundi"},
		{"tue", "tues", "tuesday", "mar", "mardi"},
		{"wed", "wednesday", "mer", "mercredi"},
		{"thu", "thur", "thurs", "thursday", "jeu", "jeudi"},
		{"fri", "friday", "ven", "vendredi"},
		{"sat", "saturday", "sam", "samedi"},
	}
}

// clauseName is the canonical name of a clause, "" when it names a kind of mail.
func clauseName(word string) string {
	for name, words := range map[string][]string{
		"least":    {"least", "minimum", "min"},
		"holidays": {"holidays", "holiday", "conges", "vacances"},
		"remind":   {"remind", "reminders", "rappel", "rappels"},
		"grace":    {"grace", "delai"},
		"late":     {"late", "retard"},
		"told":     {"told", "prevenu"},
		"open":     {"open", "ouvert"},
		"muster":   {"muster", "appel"},
	} {
		if slices.Contains(words, word) {
			return name
		}
	}
	return ""
}

// fold writes a text in small letters without accents and with plain blanks.
func fold(s string) string {
	var b strings.Builder
	for _, r := range norm.NFKD.String(s) {
		switch {
		case unicode.Is(unicode.Mn, r):
		case unicode.IsSpace(r):
			b.WriteByte(' ')
		case r == '–' || r == '—' || r == '‐' || r == '−':
			b.WriteByte('-')
		default:
			b.WriteRune(unicode.ToLower(r))
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// Parse reads a plan in French or English. Errors are *Mistake.
func Parse(text string) (Plan, error) {
	if len(text) > maxText {
		return Plan{}, mistake("plan-long", text)
	}
	p := Plan{Told: toldMisses, Open: openMisses}
	if text == atOnce {
		return p, nil
	}
	seen := map[string]bool{}
	for i, clause := range strings.Split(fold(text), ";") {
		clause = strings.TrimSpace(clause)
		name, value, named := strings.Cut(clause, "=")
		name, value = strings.TrimSpace(name), strings.TrimSpace(value)
		switch {
		case i == 0 && !named:
			name, value = "", clause
		case i == 0:
			return p, mistake("plan-rhythm", clause)
		case clauseName(name) != "":
			name = clauseName(name)
		}
		if seen[name] {
			return p, mistake("plan-twice", clause)
		}
		seen[name] = true
		if err := p.clause(name, value); err != nil {
			return p, err
		}
	}
	return p, p.complete(seen)
}

// complete puts in what an hour of the week needs: a day to answer at least.
func (p *Plan) complete(seen map[string]bool) error {
	weekly := len(p.Rhythm.Slots) > 0 || slices.ContainsFunc(p.Kinds, func(n Named) bool { return len(n.Slots) > 0 })
	if weekly && !seen["least"] {
		p.Least = 24 * time.Hour
	}
	if p.Open < p.Told {
		return mistake("plan-ladder", fmt.Sprintf("told=%d; open=%d", p.Told, p.Open))
	}
	return nil
}

func (p *Plan) clause(name, value string) (err error) {
	switch name {
	case "":
		p.Rhythm, err = parseRhythm(value)
	case "least":
		p.Least, err = parseTime(value)
	case "holidays":
		p.Holidays, err = parseHolidays(value)
	case "remind":
		p.Remind, err = parseReminds(value)
	case "grace":
		p.Grace, err = parseTime(value)
	case "late":
		err = p.late(value)
	case "told":
		p.Told, err = parseMisses(value)
	case "open":
		p.Open, err = parseMisses(value)
	case "muster":
		if p.Muster = true; value != "" {
			err = mistake("plan-clause", name+"="+value)
		}
	default:
		err = p.named(name, value)
	}
	return err
}

func (p *Plan) named(name, value string) error {
	if name == "" || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" || value == "" || len(p.Kinds) == maxRhythms {
		return mistake("plan-clause", name)
	}
	r, err := parseRhythm(value)
	p.Kinds = append(p.Kinds, Named{name, r})
	return err
}

func (p *Plan) late(value string) (err error) {
	who, hold, _ := strings.Cut(value, " ")
	switch who {
	case "default", "defaut":
		if hold != "" {
			return mistake("plan-late", value)
		}
		return nil
	case "moderator", "moderateur", "arbitre":
		p.Late = LateModerator
	case "sitter", "remplacant":
		p.Late = LateSitter
	default:
		return mistake("plan-late", value)
	}
	p.Hold, err = parseTime(hold)
	return err
}

func parseMisses(value string) (int, error) {
	n, err := strconv.Atoi(value)
	if err != nil || n < 1 || n > 99 || strings.HasPrefix(value, "+") {
		return 0, mistake("plan-number", value)
	}
	return n, nil
}

func parseReminds(value string) ([]time.Duration, error) {
	var out []time.Duration
	for word := range strings.SplitSeq(value, ",") {
		d, err := parseTime(strings.TrimSpace(word))
		if err != nil {
			return nil, err
		}
		out = append(out, d)
	}
	slices.SortFunc(out, func(a, b time.Duration) int { return int((b - a) / time.Minute) })
	if out = slices.Compact(out); len(out) > maxReminds {
		return nil, mistake("plan-many", value)
	}
	return out, nil
}

// parseTime reads "48h", "2d", "1w 12h", "2 jours", and what time.Duration writes.
func parseTime(text string) (time.Duration, error) {
	var sum time.Duration
	rest := strings.ReplaceAll(text, " ", "")
	if rest == "" {
		return 0, mistake("plan-time", text)
	}
	for rest != "" {
		digits := len(rest) - len(strings.TrimLeft(rest, "0123456789"))
		n, err := strconv.Atoi(rest[:digits])
		if err != nil || n > int(maxTime/time.Minute) {
			return 0, mistake("plan-time", text)
		}
		rest = rest[digits:]
		letters := len(rest) - len(strings.TrimLeft(rest, "abcdefghijklmnopqrstuvwxyz"))
		unit := unitOf(rest[:letters])
		if rest = rest[letters:]; unit == 0 && (n != 0 || rest != "") { // time.Duration writes "168h0m0s"
			return 0, mistake("plan-time", text)
		}
		sum += time.Duration(n) * unit
	}
	if sum < minTime || sum > maxTime {
		return 0, mistake("plan-time", text)
	}
	return sum, nil
}

// unitOf is the unit of a word, 0 when it is none. Nothing is counted in seconds.
func unitOf(word string) time.Duration {
	switch word {
	case "m", "min", "minute", "minutes":
		return time.Minute
	case "h", "hour", "hours", "heure", "heures":
		return time.Hour
	case "d", "day", "days", "j", "jour", "jours":
		return 24 * time.Hour
	case "w", "week", "weeks", "sem", "semaine", "semaines":
		return 7 * 24 * time.Hour
	}
	return 0
}

// parseRhythm reads "48h" or "wed sat 21:00".
func parseRhythm(value string) (Rhythm, error) {
	words := strings.Fields(strings.ReplaceAll(value, ",", " "))
	var r Rhythm
	var waiting []time.Weekday
	for _, w := range words {
		if d := daysOf(w); len(d) > 0 {
			waiting = append(waiting, d...)
			continue
		}
		if w == "and" || w == "et" {
			continue
		}
		if len(waiting) == 0 && len(r.Slots) == 0 {
			break
		}
		minute, ok := parseHour(w)
		if !ok || len(waiting) == 0 {
			return r, mistake("plan-hour", value)
		}
		for _, d := range waiting {
			r.Slots = append(r.Slots, Slot{d, minute})
		}
		waiting = nil
	}
	if len(r.Slots) > 0 && len(waiting) == 0 {
		slices.SortFunc(r.Slots, func(a, b Slot) int { return (int(a.Day)*1440 + a.Minute) - (int(b.Day)*1440 + b.Minute) })
		if r.Slots = slices.Compact(r.Slots); len(r.Slots) > maxSlots {
			return r, mistake("plan-many", value)
		}
		return r, nil
	}
	if len(waiting) > 0 {
		return r, mistake("plan-hour", value)
	}
	var err error
	r.After, err = parseTime(value)
	return r, err
}

func daysOf(word string) []time.Weekday {
	if word == "daily" || word == "quotidien" {
		return []time.Weekday{0, 1, 2, 3, 4, 5, 6}
	}
	for d, words := range dayWords() {
		if slices.Contains(words, strings.TrimSuffix(word, ".")) {
			return []time.Weekday{time.Weekday(d)}
		}
	}
	return nil
}

// parseHour reads "21:00", "21h", "21h30" as minutes of the day.
func parseHour(word string) (int, bool) {
	h, m, ok := strings.Cut(word, ":")
	if !ok {
		h, m, ok = strings.Cut(word, "h")
		if m == "" {
			m = "00"
		}
	}
	hour, err1 := strconv.ParseUint(h, 10, 8)
	minute, err2 := strconv.ParseUint(m, 10, 8)
	if !ok || err1 != nil || err2 != nil || hour > 23 || minute > 59 || len(h) > 2 || len(m) != 2 {
		return 0, false
	}
	return int(hour)*60 + int(minute), true
}

func parseHolidays(value string) ([]Holiday, error) {
	var out []Holiday
	yearly := 0
	for word := range strings.SplitSeq(value, ",") {
		h, n, err := parseHoliday(strings.TrimSpace(word))
		if err != nil {
			return nil, err
		}
		if h.From.Year == 0 {
			yearly += n
		}
		out = append(out, h)
	}
	if len(out) > maxHolidays || yearly > maxYearly {
		return nil, mistake("plan-many", value)
	}
	return out, nil
}

// parseHoliday reads a day or a range and counts its days.
func parseHoliday(word string) (h Holiday, n int, err error) {
	from, to, ranged := strings.Cut(word, "..")
	if h.From, err = ParseDate(from); err != nil {
		return h, 0, err
	}
	if h.To = h.From; ranged {
		if h.To, err = ParseDate(to); err != nil {
			return h, 0, err
		}
	}
	n = h.length()
	if n < 1 || n > maxRange || (h.From.Year == 0) != (h.To.Year == 0) {
		return h, 0, mistake("plan-range", word)
	}
	return h, n, nil
}

func (h Holiday) length() int {
	from, to := h.From, h.To
	if from.Year == 0 {
		from.Year, to.Year = 2000, 2000
		if to.number() < from.number() {
			to.Year++
		}
	}
	midnight := func(d Date) time.Time { return time.Date(d.Year, d.Month, d.Day, 0, 0, 0, 0, time.UTC) }
	return int(midnight(to).Sub(midnight(from))/(24*time.Hour)) + 1
}

// ParseDate reads "2026-12-24", "24/12/2026", "24.12.2026", and without a year
// "12-24", "24/12".
func ParseDate(word string) (Date, error) {
	word = strings.TrimSpace(word)
	sep, dayFirst := "-", false
	for _, s := range []string{"/", "."} {
		if strings.Contains(word, s) {
			sep, dayFirst = s, true
		}
	}
	parts := strings.Split(word, sep)
	if dayFirst {
		slices.Reverse(parts)
	}
	if len(parts) == 2 {
		parts = append([]string{"0"}, parts...)
	}
	if len(parts) != 3 {
		return Date{}, mistake("plan-date", word)
	}
	var n [3]int
	for i, p := range parts {
		v, err := strconv.ParseUint(p, 10, 16)
		if err != nil {
			return Date{}, mistake("plan-date", word)
		}
		n[i] = int(v)
	}
	d := Date{n[0], time.Month(n[1]), n[2]}
	year := d.Year
	if year == 0 && parts[0] == "0" {
		year = 2000 // has a 29 February
	}
	if real := dateOf(time.Date(year, d.Month, d.Day, 0, 0, 0, 0, time.UTC)); year < 1970 || year > 2999 || real != (Date{year, d.Month, d.Day}) {
		return Date{}, mistake("plan-date", word)
	}
	return d, nil
}
