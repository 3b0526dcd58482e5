package judge_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"fivepoints/events"
	"fivepoints/games"
	"fivepoints/games/deadline"
	"fivepoints/games/gamestest"
	"fivepoints/games/judge"
	"fivepoints/games/table"
)

const day = 24 * time.Hour

// planned is a race of three with a deadline plan; it begins on Monday, 5 January
// 2026, at 20:00 UTC.
func planned(t *testing.T, plan string) *gamestest.World {
	t.Helper()
	p, err := deadline.Parse(plan)
	if err != nil {
		t.Fatal(err)
	}
	w := gamestest.NewWorld(t, events.NewMemory(events.NewMemoryKeys("clock")), games.Erase(gamestest.Race{}))
	w.Create(judge.NewGame{ID: "g1", Rulebook: "race", Plan: p, Settle: 10 * time.Minute}, "ann", "bob", "cyd")
	return w
}

// timesOf lists the facts about time of a game, one line each.
func timesOf(w *gamestest.World) []string {
	var out []string
	for _, f := range w.Facts("g1", false) {
		switch p := f.Pub.(type) {
		case table.Moved:
			out = append(out, fmt.Sprintf("moved %s to %s: %s", p.Window, utc(p.Closes), p.Why))
		case table.Hour:
			out = append(out, fmt.Sprintf("hour %s %s %s", p.Local, p.Zone, p.Note))
		case table.Reminded:
			out = append(out, fmt.Sprintf("reminded %s %ds", p.Window, p.Before))
		case table.Late:
			out = append(out, fmt.Sprintf("late %s until %s: %s", p.Window, utc(p.Until), p.Ask))
		case table.Missed:
			out = append(out, fmt.Sprintf("missed %s %d", p.Seat, p.Row))
		case table.SeatOpened:
			out = append(out, "open "+p.Seat+" "+p.Why)
		case table.SeatClosed:
			out = append(out, "not open "+p.Seat+" "+p.Why)
		case table.Closed:
			out = append(out, fmt.Sprintf("closed %s at %s: %s", p.Window, utc(p.At), p.Why))
		case table.Delayed:
			out = append(out, "delayed "+p.Window+" "+p.Source)
		case table.Paused, table.Resumed, table.Mustered, table.Planned:
			out = append(out, f.Type)
		}
	}
	return out
}

func utc(ms int64) string { return time.UnixMilli(ms).UTC().Format("01-02 15:04") }

func checkTimes(t *testing.T, w *gamestest.World, want ...string) {
	t.Helper()
	if got := timesOf(w); !slices.Equal(got, want) {
		t.Errorf("what the clock did:\n  %s\nwant:\n  %s", strings.Join(got, "\n  "), strings.Join(want, "\n  "))
	}
}

// by makes an act of the moderator.
func by(w *gamestest.World, cause string) judge.Act {
	return judge.Act{Game: "g1", By: judge.ByOperator, At: w.Now, Key: events.NewKey("desk", cause)}
}

func checkRefused(t *testing.T, err error, key string) {
	t.Helper()
	var no *judge.Refused
	if !errors.As(err, &no) || no.Msg.Key != key {
		t.Errorf("%v, want a refusal %s", err, key)
	}
}

func TestRemindersComeOnceEachAndNeverTooLate(t *testing.T) {
	w := planned(t, "7d; remind=3d, 48h, 12h")
	w.Tick("g1", 4*day-time.Minute)
	w.Tick("g1", time.Minute)
	w.Tick("g1", time.Hour)
	w.Tick("g1", 2*day+12*time.Hour) // both others are due: one is enough
	w.Tick("g1", time.Hour)
	w.Tick("g1", 8*day) // after the deadline nobody is reminded of it, nor of what passed since
	checkTimes(t, w, "reminded 1 259200s", "reminded 1 43200s", "closed 1 at 01-12 20:00: deadline", "closed 2 at 01-19 20:00: deadline",
		"missed ann 2", "missed bob 2", "missed cyd 2")
}

func TestAMovedDeadlineIsRemindedAnew(t *testing.T) {
	w := planned(t, "7d; remind=2d")
	w.Tick("g1", 5*day)
	if _, err := w.Judge.Extend(t.Context(), by(w, "1"), "1", 3*day, "a funeral"); err != nil {
		t.Fatal(err)
	}
	w.Tick("g1", 3*day)
	checkTimes(t, w, "reminded 1 172800s", "moved 1 to 01-15 20:00: moderator", "hour   a funeral", "reminded 1 172800s")
}

func TestGraceIsForWhoIsLate(t *testing.T) {
	w := planned(t, "7d; grace=12h")
	w.Send("g1", "ann", "step 1\nwait")
	w.Send("g1", "bob", "step 1")
	if n := w.Tick("g1", 7*day); n != 0 {
		t.Error("cyd is late, and the mail was resolved")
	}
	w.Send("g1", "cyd", "step 2")
	w.Tick("g1", 13*time.Hour)
	tbl := w.Table("g1")
	if got := tbl.Kept("cyd"); got != (table.Punctuality{Late: 1}) {
		t.Errorf("cyd's record is %+v", got)
	}
	if got := tbl.Kept("ann"); got != (table.Punctuality{OnTime: 1}) {
		t.Errorf("ann's record is %+v", got)
	}
	checkTimes(t, w, "closed 1 at 01-13 08:00: deadline")
}

func TestWithoutSomebodyLateThereIsNoGrace(t *testing.T) {
	w := planned(t, "7d; grace=12h; late=moderator 1d")
	for _, seat := range []string{"ann", "bob", "cyd"} {
		w.Send("g1", seat, "step 1\nwait")
	}
	w.Tick("g1", 7*day+10*time.Minute)
	checkTimes(t, w, "closed 1 at 01-12 20:00: deadline")
}

func TestTheModeratorHasTimeToAct(t *testing.T) {
	w := planned(t, "7d; grace=12h; late=moderator 24h")
	w.Tick("g1", 7*day+13*time.Hour)
	w.Tick("g1", 23*time.Hour)
	checkTimes(t, w, "late 1 until 01-14 08:00: moderator")
	w.Tick("g1", time.Hour) // nothing sent never stalls a game
	checkTimes(t, w, "late 1 until 01-14 08:00: moderator", "closed 1 at 01-14 08:00: deadline")
}

func TestWhoeverIsLateNeedsNoMoreThanHeNeeds(t *testing.T) {
	w := planned(t, "7d; late=sitter 24h")
	w.Send("g1", "ann", "step 1")
	w.Send("g1", "bob", "step 1")
	w.Tick("g1", 7*day+time.Hour)
	w.Send("g1", "cyd", "step 2\nwait")
	w.Tick("g1", 10*time.Minute)
	checkTimes(t, w, "late 1 until 01-13 20:00: sitter", "closed 1 at 01-12 21:03: deadline")
}

func TestDeadlinesWaitForTheMuster(t *testing.T) {
	w := planned(t, "7d; muster")
	w.Send("g1", "ann", "step 1")
	w.Tick("g1", 8*day)
	w.Tick("g1", 7*day+10*time.Minute)
	if got := w.Table("g1").Unanswered(); !slices.Equal(got, []string{"bob", "cyd"}) {
		t.Errorf("%v have not answered", got)
	}
	w.Send("g1", "bob", "Hello, I am here.")
	w.Send("g1", "cyd", "step 1")
	w.Tick("g1", 0)
	w.Tick("g1", 7*day+10*time.Minute)
	checkTimes(t, w, "moved 1 to 01-20 20:01: muster", "moved 1 to 01-27 20:11: muster", "t.mustered",
		"moved 1 to 01-27 20:13: muster", "closed 1 at 01-27 20:13: deadline")
}

func TestTheModeratorStartsWithoutTheMuster(t *testing.T) {
	w := planned(t, "7d; muster")
	w.Tick("g1", 6*day)
	if _, err := w.Judge.Start(t.Context(), by(w, "1")); err != nil {
		t.Fatal(err)
	}
	_, err := w.Judge.Start(t.Context(), by(w, "2"))
	checkRefused(t, err, "desk.not-mustering")
	w.Tick("g1", 7*day)
	w.Tick("g1", time.Hour)
	checkTimes(t, w, "t.mustered", "moved 1 to 01-18 20:00: muster", "closed 1 at 01-18 20:00: deadline")
}

func TestNothingHappensInAPause(t *testing.T) {
	w := planned(t, "7d; remind=1d")
	w.Tick("g1", 3*day)
	if _, err := w.Judge.Pause(t.Context(), by(w, "1"), "holidays"); err != nil {
		t.Fatal(err)
	}
	_, err := w.Judge.Pause(t.Context(), by(w, "2"), "")
	checkRefused(t, err, "desk.paused")
	w.Tick("g1", 20*day)
	_, err = w.Judge.Adjudicate(t.Context(), "g1", w.Now)
	checkRefused(t, err, "desk.paused")
	w.Send("g1", "ann", "step 1") // sheets are taken as ever
	if _, err := w.Judge.Resume(t.Context(), by(w, "3")); err != nil {
		t.Fatal(err)
	}
	_, err = w.Judge.Resume(t.Context(), by(w, "4"))
	checkRefused(t, err, "desk.not-paused")
	w.Tick("g1", 4*day)
	w.Tick("g1", time.Hour)
	checkTimes(t, w, "t.paused", "t.resumed", "moved 1 to 02-01 20:01: pause", "reminded 1 86400s", "closed 1 at 02-01 20:01: deadline")
}

func TestDeadlinesAreMovedByHand(t *testing.T) {
	w := planned(t, "sat 21:00")
	paris := w.Table("g1").Zone()
	to := deadline.Local(deadline.Date{Year: 2026, Month: time.March, Day: 29}, 150, paris)
	act := by(w, "1")
	seq, err := w.Judge.MoveDeadline(t.Context(), act, "1", to, "Easter")
	if err != nil {
		t.Fatal(err)
	}
	if again, err := w.Judge.MoveDeadline(t.Context(), act, "1", to, "Easter"); err != nil || again != seq {
		t.Errorf("asked again it is commit %d (%v), not %d", again, err, seq)
	}
	_, err = w.Judge.MoveDeadline(t.Context(), by(w, "2"), "", deadline.Closing{At: w.Now}, "")
	checkRefused(t, err, "desk.past")
	_, err = w.Judge.Extend(t.Context(), by(w, "3"), "2", day, "")
	checkRefused(t, err, "desk.no-mail")
	_, err = w.Judge.Extend(t.Context(), by(w, "4"), "1", -day, "")
	checkRefused(t, err, "desk.extend")
	_, err = w.Judge.Extend(t.Context(), judge.Act{Game: "g1", By: judge.ByPlayer, At: w.Now, Key: events.NewKey("p")}, "1", day, "")
	checkRefused(t, err, "desk.moderator")
	checkTimes(t, w, "hour 2026-01-10 21:00 Europe/Paris ", "moved 1 to 03-29 01:00: moderator", "hour 2026-03-29 02:30 Europe/Paris Easter")
}

func TestAnotherPlanIsForTheMailsToCome(t *testing.T) {
	w := planned(t, "7d")
	_, err := w.Judge.SetPlan(t.Context(), by(w, "1"), "sometimes", "")
	checkRefused(t, err, "desk.plan-time")
	_, err = w.Judge.SetPlan(t.Context(), by(w, "2"), "7d; dance=48h", "")
	checkRefused(t, err, "desk.plan-kind")
	if _, err := w.Judge.SetPlan(t.Context(), by(w, "3"), "sam 21h", "we meet on Saturdays"); err != nil {
		t.Fatal(err)
	}
	w.Tick("g1", 8*day)
	w.Tick("g1", 8*day)
	checkTimes(t, w, "t.plan", "closed 1 at 01-12 20:00: deadline", "hour 2026-01-17 21:00 Europe/Paris ",
		"closed 2 at 01-17 20:00: deadline", "hour 2026-01-24 21:00 Europe/Paris ", "missed ann 2", "missed bob 2", "missed cyd 2")
}

func TestSilenceOfTheProgramMovesDeadlinesOnce(t *testing.T) {
	w := planned(t, "7d")
	since := w.Now.Add(6 * day)
	w.Now = since.Add(3 * day)
	moved, err := w.Judge.Silence(t.Context(), since, w.Now)
	if err != nil || !slices.Equal(moved, []string{"g1"}) {
		t.Errorf("%v moved (%v)", moved, err)
	}
	if moved, err = w.Judge.Silence(t.Context(), since, w.Now.Add(day)); err != nil || len(moved) > 0 {
		t.Errorf("the same silence moved %v again (%v)", moved, err)
	}
	w.Tick("g1", 0)
	checkTimes(t, w, "moved 1 to 01-15 20:00: silence")
}

func TestADeadlineBeforeTheSilenceStands(t *testing.T) {
	w := planned(t, "7d")
	since := w.Now.Add(7*day + time.Minute) // reached, not settled
	if moved, err := w.Judge.Silence(t.Context(), since, since.Add(day)); err != nil || len(moved) > 0 {
		t.Errorf("%v moved (%v)", moved, err)
	}
}

// mail.ladder: a miss is told, the next in a row opens the seat, until its player
// writes.
func TestTheLadder(t *testing.T) {
	w := planned(t, "8d; told=1; open=2")
	for lap := range 3 {
		w.Send("g1", "ann", "step 1")
		w.Send("g1", "bob", "step 1")
		if lap == 2 {
			w.Send("g1", "cyd", "sorry, I am back\nstep 1")
		}
		w.Tick("g1", 8*day+time.Hour)
	}
	checkTimes(t, w, "closed 1 at 01-13 20:00: deadline", "missed cyd 1", "closed 2 at 01-21 20:00: deadline", "missed cyd 2", "open cyd silent", "not open cyd returned",
		"closed 3 at 01-21 22:07: complete")
}
