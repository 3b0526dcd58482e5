package deadline

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func zone(t interface {
	Helper()
	Fatal(...any)
}, name string,
) *time.Location {
	t.Helper()
	z, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return z
}

func TestPlansInBothLanguages(t *testing.T) {
	tests := []struct{ text, want string }{
		{"168h", "168h"},
		{"168h0m0s", "168h"},
		{"7d", "168h"},
		{"1 semaine", "168h"},
		{"2 jours 12h", "60h"},
		{"90m", "1h30m"},
		{"30min", "30m"},
		{"sat 21:00", "sat 21:00; least=24h"},
		{"Samedi 21h", "sat 21:00; least=24h"},
		{"mer sam 21h30; minimum=2j", "wed 21:30, sat 21:30; least=48h"},
		{"sat 21:00, Wed. 20:00", "wed 20:00, sat 21:00; least=24h"},
		{"mercredi et samedi 21h", "wed 21:00, sat 21:00; least=24h"},
		{"7d; war=48h; C=24h", "168h; war=48h; c=24h"},
		{"7d; war=dim 18h", "168h; war=sun 18:00; least=24h"},
		{"7d; congés=20/12/2026..03/01/2027, 1/5", "168h; holidays=2026-12-20..2027-01-03, 05-01"},
		{"7d; holidays=12-24..01-02", "168h; holidays=12-24..01-02"},
		{"7d; rappels=12h, 2j", "168h; remind=48h, 12h"},
		{"7d; délai=12h; retard=modérateur 1j", "168h; grace=12h; late=moderator 24h"},
		{"7d; late=sitter 36h; told=1; open=4", "168h; late=sitter 36h; told=1; open=4"},
		{"7d; late=défaut", "168h"},
		{"7d; told=2; open=3; appel", "168h; muster"},
		{"  7d ;  Grace = 6h ", "168h; grace=6h"},
	}
	for _, tt := range tests {
		p, err := Parse(tt.text)
		if err != nil {
			t.Errorf("%q: %v", tt.text, err)
			continue
		}
		if got := p.String(); got != tt.want {
			t.Errorf("%q is %q, want %q", tt.text, got, tt.want)
		}
	}
}

func TestMistakesInAPlan(t *testing.T) {
	tests := []struct{ text, key string }{
		{"", "plan-time"},
		{"soon", "plan-time"},
		{"30s", "plan-time"},
		{"0h", "plan-time"},
		{"400d", "plan-time"},
		{"99999999999999999999h", "plan-time"},
		{"-5h", "plan-time"},
		{"sat", "plan-hour"},
		{"sat 25:00", "plan-hour"},
		{"sat 21:00 wed", "plan-hour"},
		{"sat 21:00 22:00", "plan-hour"},
		{"grace=5h", "plan-rhythm"},
		{"7d; grace=5h; délai=6h", "plan-twice"},
		{"7d; war", "plan-clause"},
		{"7d; muster=yes", "plan-clause"},
		{"7d; late=nobody", "plan-late"},
		{"7d; late=moderator", "plan-time"},
		{"7d; told=0", "plan-number"},
		{"7d; told=4", "plan-ladder"},
		{"7d; holidays=2026-02-30", "plan-date"},
		{"7d; holidays=2026-12-20..01-03", "plan-range"},
		{"7d; holidays=2027-01-03..2026-12-20", "plan-range"},
		{"7d; holidays=2026-01-01..2026-12-31", "plan-range"},
		{"7d; holidays=01-01..04-01, 04-02..07-01, 07-02..10-01", "plan-many"},
		{"7d; remind=1h,2h,3h,4h,5h,6h,7h", "plan-many"},
		{strings.Repeat("7d;", 400), "plan-long"},
	}
	for _, tt := range tests {
		_, err := Parse(tt.text)
		var bad *Mistake
		if !errors.As(err, &bad) || bad.Key != tt.key {
			t.Errorf("%.40q: %v, want %s", tt.text, err, tt.key)
		}
	}
}

func TestClosings(t *testing.T) {
	tests := []struct{ name, plan, zone, opens, want string }{
		{"hours after the report", "168h", "Europe/Paris", "2026-01-05T20:00:00Z", "2026-01-12T20:00:00Z"},
		{"hours are hours over a change of clocks", "48h", "Europe/Paris", "2026-03-28T12:00:00Z", "2026-03-30T12:00:00Z"},
		{"the next Saturday", "sat 21:00", "Europe/Paris", "2026-01-05T20:00:00Z", "2026-01-10T20:00:00Z"},
		{"not within a day", "sat 21:00", "Europe/Paris", "2026-01-09T20:30:00Z", "2026-01-17T20:00:00Z"},
		{"just within", "sat 21:00", "Europe/Paris", "2026-01-09T20:00:00Z", "2026-01-10T20:00:00Z"},
		{"two days a week", "wed sat 21:00", "Europe/Paris", "2026-01-10T20:00:00Z", "2026-01-14T20:00:00Z"},
		{"summer time is an hour earlier", "sat 21:00", "Europe/Paris", "2026-07-01T20:00:00Z", "2026-07-04T19:00:00Z"},
		{"the same hour over the change", "sun 21:00; least=2d", "Europe/Paris", "2026-03-26T20:00:00Z", "2026-03-29T19:00:00Z"},
		{"an hour that does not exist", "sun 02:30", "Europe/Paris", "2026-03-26T20:00:00Z", "2026-03-29T01:00:00Z"},
		{"an hour that comes twice", "sun 02:30", "Europe/Paris", "2026-10-22T20:00:00Z", "2026-10-25T01:30:00Z"},
		{"twice, the first is too early", "sun 02:30; least=1m", "Europe/Paris", "2026-10-25T00:45:00Z", "2026-10-25T01:30:00Z"},
		{"half an hour is skipped", "sun 02:15", "Australia/Lord_Howe", "2026-10-01T00:00:00Z", "2026-10-03T15:30:00Z"},
		{"midnight does not exist", "sun 00:00", "America/Santiago", "2026-09-03T00:00:00Z", "2026-09-06T04:00:00Z"},
		{"a whole day does not exist", "fri 12:00", "Pacific/Apia", "2011-12-26T00:00:00Z", "2011-12-30T10:00:00Z"},
		{"another rhythm by its kind", "7d; war=48h", "Europe/Paris", "2026-01-05T20:00:00Z", "2026-01-07T20:00:00Z"},
		{"another rhythm by its tag", "7d; c=24h", "Europe/Paris", "2026-01-05T20:00:00Z", "2026-01-06T20:00:00Z"},
		{"least time to answer", "7d; war=2h; least=1d", "Europe/Paris", "2026-01-05T20:00:00Z", "2026-01-06T20:00:00Z"},
		{"behind the holidays, the same hour", "168h; holidays=12-20..01-13", "Europe/Paris", "2026-01-05T20:00:00Z", "2026-01-14T20:00:00Z"},
		{"behind the holidays, the next Saturday", "sat 21:00; holidays=2026-01-10", "Europe/Paris", "2026-01-05T20:00:00Z", "2026-01-17T20:00:00Z"},
		{"holidays that touch", "sat 21:00; holidays=2026-01-17, 2026-01-10", "Europe/Paris", "2026-01-05T20:00:00Z", "2026-01-24T20:00:00Z"},
		{"the hour behind the holidays is in the gap", "sat 02:30; holidays=2026-03-22..2026-03-28", "Europe/Paris", "2026-03-20T20:00:00Z", "2026-04-04T00:30:00Z"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p, err := Parse(tt.plan)
			if err != nil {
				t.Fatal(err)
			}
			opens, _ := time.Parse(time.RFC3339, tt.opens)
			got := p.Closes(Mail{Opens: opens, Tag: "1893c", Kinds: []string{"war"}}, zone(t, tt.zone))
			if w := got.At.UTC().Format(time.RFC3339); w != tt.want {
				t.Errorf("closes at %s (%s there), want %s", w, got.Local, tt.want)
			}
		})
	}
}

func TestTheLocalHourIsKept(t *testing.T) {
	p, _ := Parse("sun 02:30")
	opens := time.Date(2026, 3, 26, 20, 0, 0, 0, time.UTC)
	if got := p.Closes(Mail{Opens: opens}, zone(t, "Europe/Paris")).Local; got != "2026-03-29 02:30" {
		t.Errorf("the hour meant is %s", got)
	}
}

func TestDeadlinesWaitForTheAbsent(t *testing.T) {
	day := func(d int) time.Time { return time.Date(2026, 1, d, 8, 0, 0, 0, time.UTC) }
	away := []Span{{day(7), day(14)}, {day(15), day(20)}}
	for plan, want := range map[string]string{
		"120h; least=36h": "2026-01-21T20:00:00Z", // 10, 15, 21: same hour, 36 hours behind each return
		"sat 21:00":       "2026-01-24T20:00:00Z",
		"30h":             "2026-01-07T02:00:00Z", // before anybody leaves
	} {
		p, err := Parse(plan)
		if err != nil {
			t.Fatal(err)
		}
		c := p.Closes(Mail{Opens: day(5).Add(12 * time.Hour), Away: away}, zone(t, "Europe/Paris"))
		if got := c.At.UTC().Format(time.RFC3339); got != want {
			t.Errorf("%s closes at %s, want %s", plan, got, want)
		}
	}
}

func TestReminders(t *testing.T) {
	p, _ := Parse("7d; remind=12h, 8d, 2d")
	opens := time.Date(2026, 1, 5, 20, 0, 0, 0, time.UTC)
	closes := opens.Add(7 * 24 * time.Hour)
	want := []time.Time{closes.Add(-48 * time.Hour), closes.Add(-12 * time.Hour)}
	if got := p.RemindAt(opens, closes); !slices.EqualFunc(got, want, time.Time.Equal) {
		t.Errorf("reminders at %v, want %v", got, want)
	}
}

func TestDates(t *testing.T) {
	for _, word := range []string{"2026-12-24", "24/12/2026", "24.12.2026", " 24/12/2026 "} {
		if d, err := ParseDate(word); err != nil || d != (Date{2026, 12, 24}) {
			t.Errorf("%q: %v, %v", word, d, err)
		}
	}
	for _, word := range []string{"", "24", "2026-13-01", "29/02/2026", "1-2-3-4", "24/12/26", "+4/12", "0-0-0"} {
		if d, err := ParseDate(word); err == nil {
			t.Errorf("%q is %v", word, d)
		}
	}
}

// genPlan draws any plan that people can write.
func genPlan(t *rapid.T) Plan {
	minutes := func(label string) time.Duration {
		return time.Duration(rapid.IntRange(1, 30*24*60).Draw(t, label)) * time.Minute
	}
	rhythm := func(label string) Rhythm {
		if rapid.Bool().Draw(t, label) {
			return Rhythm{After: minutes(label + " after")}
		}
		var r Rhythm
		for range rapid.IntRange(1, 3).Draw(t, "slots") {
			r.Slots = append(r.Slots, Slot{time.Weekday(rapid.IntRange(0, 6).Draw(t, "day")), rapid.IntRange(0, 1439).Draw(t, "minute")})
		}
		slices.SortFunc(r.Slots, func(a, b Slot) int { return (int(a.Day)*1440 + a.Minute) - (int(b.Day)*1440 + b.Minute) })
		r.Slots = slices.Compact(r.Slots)
		return r
	}
	p := Plan{Rhythm: rhythm("rhythm"), Told: rapid.IntRange(1, 3).Draw(t, "told"), Open: rapid.IntRange(3, 9).Draw(t, "open"), Least: minutes("least")}
	if rapid.Bool().Draw(t, "has kinds") {
		p.Kinds = []Named{{"war", rhythm("war")}, {"c", rhythm("c")}}
	}
	for range rapid.IntRange(0, 4).Draw(t, "holidays") {
		year := rapid.SampledFrom([]int{0, 2025, 2026, 2027}).Draw(t, "year")
		from := Date{year, time.Month(rapid.IntRange(1, 12).Draw(t, "month")), rapid.IntRange(1, 14).Draw(t, "day")}
		to := from
		to.Day += rapid.IntRange(0, 14).Draw(t, "length")
		p.Holidays = append(p.Holidays, Holiday{from, to})
	}
	if rapid.Bool().Draw(t, "reminds") {
		p.Remind = []time.Duration{48 * time.Hour, minutes("remind")}
		slices.SortFunc(p.Remind, func(a, b time.Duration) int { return int((b - a) / time.Minute) })
		p.Remind = slices.Compact(p.Remind)
	}
	if rapid.Bool().Draw(t, "late") {
		p.Late, p.Hold, p.Grace = LateSitter, minutes("hold"), minutes("grace")
	}
	p.Muster = rapid.Bool().Draw(t, "muster")
	return p
}

func TestWhatIsWrittenIsRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := genPlan(t)
		got, err := Parse(p.String())
		if err != nil || got.String() != p.String() {
			t.Fatalf("%q is read as %q (%v)", p, got, err)
		}
	})
}

// A deadline leaves the least time, is no holiday, in nobody's absence, and is
// the first hour of its rhythm that is all that.
func TestDeadlinesHoldWhatThePlanPromises(t *testing.T) {
	zones := []string{"Europe/Paris", "America/Santiago", "Australia/Lord_Howe", "Pacific/Apia", "UTC", "Asia/Kolkata"}
	rapid.Check(t, func(t *rapid.T) {
		p := genPlan(t)
		z := zone(t, rapid.SampledFrom(zones).Draw(t, "zone"))
		m := Mail{Opens: time.Unix(1_767_000_000+int64(rapid.IntRange(0, 400*24*3600).Draw(t, "opens")), 0), Tag: "1893c"}
		if rapid.Bool().Draw(t, "away") {
			from := m.Opens.Add(time.Duration(rapid.IntRange(-200, 400).Draw(t, "leaves")) * time.Hour)
			m.Away = []Span{{from, from.Add(time.Duration(rapid.IntRange(1, 500).Draw(t, "for")) * time.Hour)}}
		}
		c := p.Closes(m, z)
		if c.At.Before(m.Opens.Add(p.Least)) {
			t.Fatalf("%s: opened %s, closes %s", p, m.Opens, c.At)
		}
		if _, ok := p.free(c, m.Away, z); !ok {
			t.Fatalf("%s: closes %s, when nobody owes anything", p, c.At)
		}
		r := p.rhythmOf(m.Tag, nil)
		if len(r.Slots) == 0 {
			return
		}
		for at := m.Opens.Add(p.Least); at.Before(c.At); {
			earlier := r.next(at, z)
			if !earlier.At.Before(c.At) {
				break
			}
			if _, ok := p.free(earlier, m.Away, z); ok {
				t.Fatalf("%s: closes %s, and not %s", p, c.At, earlier.At)
			}
			at = earlier.At.Add(time.Minute)
		}
	})
}

// Every local hour is an instant at which the clock shows it, unless it does not
// exist: then it is the change of the clocks.
func TestEveryLocalHourIsAnInstant(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		z := zone(t, rapid.SampledFrom([]string{"Europe/Paris", "Australia/Lord_Howe", "Africa/Cairo", "America/St_Johns"}).Draw(t, "zone"))
		d := time.Date(2026, 1, 1+rapid.IntRange(0, 730).Draw(t, "day"), 0, 0, 0, 0, time.UTC)
		minute := rapid.IntRange(0, 1439).Draw(t, "minute")
		at := localInstant(dateOf(d), minute, z)
		l := at.In(z)
		if l.Hour()*60+l.Minute() == minute && l.Day() == d.Day() {
			if twice := at.Add(time.Hour).In(z); same(twice, d.Add(time.Duration(minute)*time.Minute)) {
				t.Fatalf("%s comes again", l)
			}
			return
		}
		if before := at.Add(-time.Minute).In(z); before.Hour()*60+before.Minute() > minute && before.Day() == d.Day() {
			t.Fatalf("%d:%02d of %s is %s", minute/60, minute%60, d.Format(time.DateOnly), l)
		}
		start, _ := l.ZoneBounds()
		if !start.Equal(at) {
			t.Fatalf("%d:%02d of %s is %s, no change of clocks", minute/60, minute%60, d.Format(time.DateOnly), l)
		}
	})
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"168h", "mer sam 21h30; congés=24/12..02/01; rappel=2j", "7d; war=48h; late=sitter 1d; muster", "sun 02:30; told=1; open=9", "1h; é=2h"} {
		f.Add(s)
	}
	paris := zone(f, "Europe/Paris")
	f.Fuzz(func(t *testing.T, s string) {
		p, err := Parse(s)
		if err != nil {
			return
		}
		again, err := Parse(p.String())
		if err != nil || again.String() != p.String() {
			t.Fatalf("%q is %q, which is read as %q (%v)", s, p, again, err)
		}
		at := time.Date(2026, 3, 26, 20, 0, 0, 0, time.UTC)
		if c := p.Closes(Mail{Opens: at}, paris); c.At.Before(at.Add(p.Least)) {
			t.Fatalf("%q closes at %s", s, c.At)
		}
	})
}
