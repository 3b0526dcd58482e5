package judge_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"fivepoints/games/judge"
	"fivepoints/games/table"
)

// Games begin on 5 January 2026 at 21:00 in Paris; mails close every Monday.
func TestAbsence(t *testing.T) {
	ctx := context.Background()
	rules := table.DefaultPeople()
	rules.Budget = 10
	d := newDesk(t, rules)
	for _, c := range []struct{ name, person, from, to, key string }{
		{"no dates", "pbob", "soon", "later", "desk.days"},
		{"no day of the calendar", "pbob", "2026-02-30", "2026-03-02", "desk.days"},
		{"backwards", "pbob", "2026-01-20", "2026-01-12", "desk.days.order"},
		{"in the past", "pbob", "2025-12-20", "2025-12-27", "desk.days.past"},
		{"begun yesterday", "pbob", "2026-01-04", "2026-01-12", "desk.days.past"},
		{"somebody else's seat", "pann", "2026-01-10", "2026-01-12", "desk.seat"},
		{"a stranger's", "pzed", "2026-01-10", "2026-01-12", "desk.seat"},
		{"over budget", "pbob", "2026-01-10", "2026-01-20", "desk.absent.budget"},
		{"for ever", "pbob", "2026-01-10", "9999-12-31", "desk.absent.budget"},
		{"seven days", "pbob", "2026-01-10", "2026-01-16", ""},
		{"the same again", "pbob", "2026-01-10", "2026-01-16", ""},
		{"three more", "pbob", "2026-01-15", "2026-01-19", ""},
		{"one too many", "pbob", "2026-01-25", "2026-01-25", "desk.absent.budget"},
		{"today", "pann", "2026-01-05", "2026-01-05", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			seq, err := d.Judge.Absence(ctx, d.by(c.person), "bob", judge.Away{From: c.from, To: c.to, Reason: "the sea"})
			if c.name == "today" {
				seq, err = d.Judge.Absence(ctx, d.by(c.person), "ann", judge.Away{From: c.from, To: c.to})
			}
			verdict(t, c.key, seq, err)
		})
	}
	if n := d.Table("g1").AbsentDays("bob"); n != 10 {
		t.Errorf("bob is away for %d days, want 10", n)
	}
	d.Now = time.Date(2026, 1, 12, 8, 0, 0, 0, time.UTC)
	seq, err := d.Judge.Back(ctx, d.by("pbob"), "bob")
	verdict(t, "", seq, err)
	if n := d.Table("g1").AbsentDays("bob"); n != 3 {
		t.Errorf("back on the third day bob has used %d days", n)
	}
	seq, err = d.Judge.Back(ctx, d.by("pbob"), "bob")
	verdict(t, "desk.back.none", seq, err)
}

// The reason is under the person's key, and nobody but the engine reads it.
func TestAbsenceReasonIsPrivate(t *testing.T) {
	ctx := context.Background()
	d := newDesk(t, table.DefaultPeople())
	seq, err := d.Judge.Absence(ctx, d.by("pbob"), "bob", judge.Away{From: "2026-01-10", To: "2026-01-12", Reason: "hospital"})
	verdict(t, "", seq, err)
	if got := d.Table("g1").People.Absences[0].Reason; got != "hospital" {
		t.Errorf("the engine reads %q", got)
	}
	for st, err := range d.Log.Read(ctx, "game/g1", seq-1) {
		if err != nil || strings.Contains(string(st.Bytes), "hospital") || len(st.Parts) != 1 || st.Parts[0].Key != "people/pbob" {
			t.Errorf("the commit of the absence: %s %v %v", st.Bytes, st.Parts, err)
		}
	}
	if err := d.Log.Keys().Destroy("people/pbob"); err != nil {
		t.Fatal(err)
	}
	if a := d.Table("g1").People.Absences[0]; a.Reason != "" || a.From != "2026-01-10" {
		t.Errorf("after the erasure: %+v", a)
	}
}

// An absence moves no deadline that was announced, and the mails of its time are
// not missed; the silence before and after is.
func TestAbsenceMovesNothingAndExcuses(t *testing.T) {
	ctx := context.Background()
	for _, away := range []string{table.AwaySitter, table.AwayDefault, table.AwayTime} {
		rules := table.DefaultPeople()
		rules.Away = away
		d := newDesk(t, rules)
		before := d.Table("g1").Windows[0].Closes
		seq, err := d.Judge.Absence(ctx, d.by("pbob"), "bob", judge.Away{From: "2026-01-10", To: "2026-01-20"})
		verdict(t, "", seq, err)
		if got := d.Table("g1").Windows[0].Closes; got != before {
			t.Errorf("%s: the open mail moved to %d", away, got)
		}
		d.Tick("g1", week)
		tbl := d.Table("g1")
		if a, b := tbl.Misses("ann", ""), tbl.Misses("bob", ""); a != 1 || b != 0 {
			t.Errorf("%s: ann missed %d, bob %d", away, a, b)
		}
		second := time.UnixMilli(tbl.Windows[1].Closes).UTC().Format(time.RFC3339)
		want := "2026-01-19T20:00:00Z"
		if away == table.AwayTime { // its hour on the first day that has it two days behind the absence
			want = "2026-01-23T20:00:00Z"
		}
		if second != want {
			t.Errorf("%s: the next mail closes at %s, want %s", away, second, want)
		}
	}
}

// ABSENT in a sheet is an absence like any other; a dry run is none.
func TestAbsentInASheet(t *testing.T) {
	d := newDesk(t, table.DefaultPeople())
	for _, c := range []struct{ seat, sheet, want string }{
		{"ann", "check\nabsent 2026-03-01..2026-03-08", "setting , setting "},
		{"bob", "absent 2026-03-01..2026-03-08\nstep 1", "setting , order "},
		{"cyd", "absent 2025-03-01..2025-03-08\nstep 1", "error desk.days.past, order "},
	} {
		d.Send("g1", c.seat, c.sheet)
		var got []string
		for _, n := range textOf(d.Facts("g1", true)) {
			got = append(got, n.Kind+" "+problemKey(n))
		}
		if strings.Join(got, ", ") != c.want {
			t.Errorf("%q is read %q, want %q", c.sheet, got, c.want)
		}
	}
	if all := d.Table("g1").People.Absences; len(all) != 1 || all[0].Seat != "bob" {
		t.Errorf("absences: %+v", all)
	}
}

func TestSitter(t *testing.T) {
	ctx := context.Background()
	d := newDesk(t, table.DefaultPeople())
	sam := judge.Who{Person: "psam", Lang: "en"}
	for _, c := range []struct {
		name, person, from, to, key string
		who                         judge.Who
	}{
		{"a rival", "pbob", "2026-01-10", "2026-01-20", "desk.rival", judge.Who{Person: "pann"}},
		{"himself", "pbob", "2026-01-10", "2026-01-20", "desk.sitter.self", judge.Who{Person: "pbob"}},
		{"somebody else's", "pann", "2026-01-10", "2026-01-20", "desk.seat", sam},
		{"no absence and no days", "pbob", "", "", "desk.sitter.when", sam},
		{"in the past", "pbob", "2025-01-10", "2025-01-20", "desk.days.past", sam},
		{"for too long", "pbob", "2026-01-10", "2026-06-20", "desk.sitter.long", sam},
		{"well", "pbob", "2026-01-10", "2026-01-20", "", sam},
	} {
		t.Run(c.name, func(t *testing.T) {
			seq, err := d.Judge.Sit(ctx, d.by(c.person), "bob", c.who, c.from, c.to)
			verdict(t, c.key, seq, err)
		})
	}
	seq, err := d.Judge.Sit(ctx, d.by("pann"), "ann", sam, "2026-01-20", "2026-01-25")
	verdict(t, "desk.sitter.busy", seq, err)
	rules := table.DefaultPeople()
	rules.Away = table.AwayDefault
	d = newDesk(t, rules)
	seq, err = d.Judge.Sit(ctx, d.by("pbob"), "bob", sam, "2026-01-10", "2026-01-20")
	verdict(t, "desk.sitter.none", seq, err)
}

// A sitter's mails count during the absence, not before and not behind it, and
// never for another seat; what he wrote is marked and is his word, not the
// player's. Should he get a seat of his own he sits no longer.
func TestSitterWritesDuringTheAbsenceOnly(t *testing.T) {
	ctx := context.Background()
	d := newDesk(t, table.DefaultPeople())
	if _, err := d.Judge.Absence(ctx, d.by("pbob"), "bob", judge.Away{From: "2026-01-10", To: "2026-01-16"}); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Judge.Sit(ctx, d.by("pbob"), "bob", judge.Who{Person: "psam", Lang: "en"}, "2026-01-06", "2026-01-20"); err != nil {
		t.Fatal(err)
	}
	day := func(n int) time.Time { return time.Date(2026, 1, n, 12, 0, 0, 0, time.UTC) }
	for _, c := range []struct {
		day  int
		seat string
		want string
	}{
		{8, "", "refused not-absent"}, {11, "", "sheet of bob"}, {12, "bob", "sheet of bob"}, {12, "ann", "refused not-absent"}, {18, "", "refused not-absent"},
	} {
		receive(t, d.World, post{person: "psam", game: "g1", seat: c.seat, class: "mail", trust: "address", lines: []string{"step 2"}, at: day(c.day)})
		if got := run(t, d.World, time.Time{}); len(got) != 1 || got[0] != c.want {
			t.Errorf("on day %d for %q: %q, want %q", c.day, c.seat, got, c.want)
		}
	}
	sheets := d.Table("g1").Sheets
	if len(sheets) != 2 || sheets[0].By != judge.BySitter || sheets[0].Person != "psam" {
		t.Fatalf("sheets %+v", sheets[0].Sheet)
	}
	if sat := d.Table("g1").People.Sat; len(sat) != 1 || sat[0].Person != "psam" {
		t.Errorf("began to sit: %+v", sat)
	}
	d.Now = day(18)
	if _, err := d.Judge.Substitute(ctx, d.by("pmod"), "cyd", judge.Who{Person: "psam"}); err != nil {
		t.Fatal(err)
	}
	d.Now = day(19)
	if _, err := d.Judge.Absence(ctx, d.by("pbob"), "bob", judge.Away{From: "2026-01-19", To: "2026-01-20"}); err != nil {
		t.Fatal(err)
	}
	if _, ok := d.Table("g1").SitterAt("bob", d.Now.UnixMilli()+1); ok {
		t.Error("a rival sits for bob")
	}
}

// An absence and a sitter are those of a player: who follows him has neither.
func TestAbsenceDoesNotPassToASubstitute(t *testing.T) {
	ctx := context.Background()
	d := newDesk(t, table.DefaultPeople())
	if _, err := d.Judge.Absence(ctx, d.by("pbob"), "bob", judge.Away{From: "2026-01-06", To: "2026-01-30"}); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Judge.Sit(ctx, d.by("pbob"), "bob", judge.Who{Person: "psam"}, "", ""); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Judge.Substitute(ctx, d.by("pmod"), "bob", judge.Who{Person: "pdan"}); err != nil {
		t.Fatal(err)
	}
	tbl := d.Table("g1")
	at := time.Date(2026, 1, 15, 0, 0, 0, 0, time.UTC).UnixMilli()
	if _, ok := tbl.SitterAt("bob", at); ok || tbl.AbsentAt("bob", at) != nil || tbl.AbsentDays("bob") != 0 || tbl.Excused("bob", tbl.Windows[0]) {
		t.Error("the substitute has inherited an absence")
	}
}
