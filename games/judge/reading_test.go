package judge_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"fivepoints/games/judge"
	"fivepoints/games/table"
)

// A mail that reaches us behind the deadline waits until it is resolved, and then
// counts for the next one; one of before counts.
func TestAMailBehindTheDeadlineIsForTheNext(t *testing.T) {
	w := planned(t, "7d")
	d := w.Now.Add(7 * day)
	late, early := post{person: "pann", game: "g1", class: "mail", trust: "address", lines: []string{"step 3"}, at: d.Add(5 * time.Minute)},
		post{person: "pbob", game: "g1", class: "mail", trust: "address", lines: []string{"step 2"}, at: d.Add(-time.Minute)}
	receive(t, w, late)
	receive(t, w, early) // of a slower mailbox
	if got := run(t, w, d.Add(6*time.Minute)); !slices.Equal(got, []string{"sheet of bob", "held settling"}) {
		t.Errorf("before the mail is settled: %v", got)
	}
	if got := run(t, w, d.Add(10*time.Minute)); !slices.Equal(got, []string{"sheet of ann"}) {
		t.Errorf("when it is: %v", got)
	}
	tbl := w.Table("g1")
	if tbl.Wrote("ann", tbl.Window("1")) || !tbl.Wrote("ann", tbl.Window("2")) || !tbl.Wrote("bob", tbl.Window("1")) {
		t.Error("the sheets count for the wrong mails")
	}
}

// Of two late mails and one behind the settling the order stays.
func TestLateMailsKeepTheirOrder(t *testing.T) {
	w := planned(t, "7d")
	d := w.Now.Add(7 * day)
	for i, after := range []time.Duration{time.Minute, 2 * time.Minute, time.Hour} {
		receive(t, w, post{person: "pann", game: "g1", class: "mail", trust: "address", lines: []string{fmt.Sprint("step ", i+1)}, at: d.Add(after)})
	}
	if got := run(t, w, time.Time{}); !slices.Equal(got, []string{"sheet of ann", "sheet of ann", "sheet of ann"}) {
		t.Errorf("%v", got)
	}
	sheets := w.Table("g1").Sheets
	for i, s := range sheets {
		if got := s.Lines.Lines[0].Arg("steps"); s.N != i+1 || got[0] != fmt.Sprint(i+1) {
			t.Errorf("sheet %d orders %v", s.N, got)
		}
	}
}

func TestASourceThatCannotBeReadDelays(t *testing.T) {
	w := planned(t, "7d")
	d := w.Now.Add(7 * day)
	read := d.Add(-time.Hour)
	w.Judge.Reading = func(time.Time) judge.Reading {
		return judge.Reading{To: read, Behind: "slow", Since: d.Add(-5 * day)}
	}
	run(t, w, d.Add(20*time.Minute))
	checkTimes(t, w)
	run(t, w, d.Add(41*time.Minute))
	run(t, w, d.Add(50*time.Minute))
	checkTimes(t, w, "delayed 1 slow")
	run(t, w, d.Add(2*time.Hour+11*time.Minute))
	run(t, w, d.Add(3*time.Hour))
	checkTimes(t, w, "delayed 1 slow", "moved 1 to 01-13 20:00: source")
	read = d.Add(4 * time.Hour)
	run(t, w, d.Add(4*time.Hour)) // it answers again: the new deadline stands
	checkTimes(t, w, "delayed 1 slow", "moved 1 to 01-13 20:00: source")
	read = d.Add(25 * time.Hour)
	run(t, w, d.Add(25*time.Hour))
	checkTimes(t, w, "delayed 1 slow", "moved 1 to 01-13 20:00: source", "closed 1 at 01-13 20:00: deadline")
}

// A mail of one source runs no deadline before the others were read to its time.
func TestAMailRunsNoDeadlineBeforeAllSourcesAreRead(t *testing.T) {
	w := planned(t, "7d")
	d := w.Now.Add(7 * day)
	read := d.Add(-time.Hour)
	w.Judge.Reading = func(time.Time) judge.Reading { return judge.Reading{To: read, Behind: "slow", Since: w.Now} }
	receive(t, w, post{person: "pann", game: "g1", class: "mail", trust: "address", lines: []string{"step 3"}, at: d.Add(time.Hour)})
	if got := run(t, w, d.Add(time.Hour)); !slices.Equal(got, []string{"held settling"}) {
		t.Errorf("%v", got)
	}
	receive(t, w, post{person: "pbob", game: "g1", class: "mail", trust: "address", lines: []string{"step 1"}, at: d.Add(-time.Minute)}) // of the slow one
	read = d.Add(time.Hour)
	if got := run(t, w, d.Add(time.Hour)); !slices.Equal(got, []string{"sheet of bob", "sheet of ann"}) {
		t.Errorf("%v", got)
	}
	tbl := w.Table("g1")
	if !tbl.Wrote("bob", tbl.Window("1")) || tbl.Wrote("ann", tbl.Window("1")) {
		t.Error("the sheets count for the wrong mails")
	}
}

// A source that was not read since the program started is not dead at once.
func TestASourceIsGivenTimeAfterAStart(t *testing.T) {
	w := planned(t, "7d")
	d := w.Now.Add(7 * day)
	since := d.Add(10 * time.Hour)
	w.Judge.Reading = func(time.Time) judge.Reading { return judge.Reading{Behind: "slow", Since: since} }
	run(t, w, since.Add(time.Minute))
	checkTimes(t, w)
	run(t, w, since.Add(3*time.Hour))
	checkTimes(t, w, "moved 1 to 01-13 20:00: source")
}

// Everybody wrote, and the mail is resolved although a source is dead for long.
func TestACompleteMailWaitsOnlySoLong(t *testing.T) {
	w := planned(t, "7d")
	for _, seat := range []string{"ann", "bob", "cyd"} {
		w.Send("g1", seat, "step 1")
	}
	read := w.Now.Add(-time.Hour)
	w.Judge.Reading = func(time.Time) judge.Reading { return judge.Reading{To: read, Behind: "slow", Since: read.Add(-day)} }
	run(t, w, w.Now.Add(time.Hour))
	checkTimes(t, w)
	run(t, w, w.Now.Add(2*time.Hour))
	if got := w.Table("g1").Windows[0].Closed; got == nil || got.Why != table.WhyComplete {
		t.Errorf("closed: %+v", got)
	}
}
