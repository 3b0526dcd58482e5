package table_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"fivepoints/events"
	"fivepoints/games"
	"fivepoints/games/gamestest"
	"fivepoints/games/table"
)

func race(t *testing.T) *gamestest.World {
	w := gamestest.NewWorld(t, events.NewMemory(events.NewMemoryKeys("table")), games.Erase(gamestest.Race{}))
	w.Game("g1", "race", nil, "ann", "bob", "cyd")
	return w
}

// pending writes the orders that wait for a seat's open mail, "verb value" each.
func pending(w *gamestest.World, seat string) string {
	tbl := w.Table("g1")
	var out []string
	for _, win := range tbl.Windows {
		if !win.Open() {
			continue
		}
		for _, u := range tbl.Pending(seat, win) {
			text := strings.Join(u.Lines[0].Arg("steps"), "/")
			if u.Standing() {
				text = "always " + text
			}
			out = append(out, text)
		}
	}
	return strings.Join(out, ", ")
}

// Each case sends sheets one after another and tells what then waits
// (mail.3, order.replace, order.standing, order.cancel).
func TestSheetsReplaceSlotBySlot(t *testing.T) {
	tests := []struct {
		name, want string
		sheets     []string
	}{
		{"the later sheet replaces", "2", []string{"step 1\nstep 3", "step 2"}},
		{"add appends", "1, 3, 2", []string{"step 1\nstep 3", "add\nstep 2"}},
		{"clear empties, standing orders stay", "always 1", []string{"step 3\nalways step 1", "clear"}},
		{"standing orders live beside the sheet", "always 1, 2", []string{"always step 1", "step 2"}},
		{"one standing order an object", "always 1, always 2", []string{"always step 1", "always step 2"}},
		{"the same object again", "always 1", []string{"always step 1", "always step 1"}},
		{"cancel always", "3", []string{"always step 1\nstep 3", "cancel always"}},
		{"cancel one of them", "always 2", []string{"always step 1\nalways step 2", "cancel always step 1"}},
		{"cancel below the line", "", []string{"always step 1\ncancel always"}},
		{"cancel above the line", "always 1", []string{"cancel always\nalways step 1"}},
		{"cancel between lines", "always 2", []string{"always step 1\ncancel always\nalways step 2"}},
		{"cancel another object below the line", "always 1", []string{"always step 1\ncancel always step 2"}},
		{"cancel verb and object below the line", "always 2", []string{"always step 1\nalways step 2\ncancel always step 1"}},
		{"cancel verb and object above the line", "always 1, always 2", []string{"cancel always step 1\nalways step 1\nalways step 2"}},
		{"cancel an order below the line", "", []string{"step 1\ncancel step"}},
		{"cancel above replaces an older one", "always 2", []string{"always step 1", "cancel always\nalways step 2"}},
		{"cancel below takes the older one too", "", []string{"always step 1", "always step 2\ncancel always"}},
		{"always does not cancel other orders", "1", []string{"step 1\nalways step 2\ncancel always"}},
		{"talk changes nothing", "1", []string{"step 1", "Good luck to all of you!"}},
		{"a dry run changes nothing", "1", []string{"step 1", "check\nstep 2"}},
		{"errors change nothing", "1", []string{"step 1", "step one"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := race(t)
			for _, s := range tt.sheets {
				w.Send("g1", "bob", s)
			}
			if got := pending(w, "bob"); got != tt.want {
				t.Errorf("waiting: %q, want %q", got, tt.want)
			}
		})
	}
}

func TestOrdersForAFutureTurnWait(t *testing.T) {
	w := race(t)
	s := w.Sheet("g1", "bob", "step 3")
	s.Turn = "2"
	if _, err := w.Judge.Submit(context.Background(), s); err != nil {
		t.Fatal(err)
	}
	if got := pending(w, "bob"); got != "" {
		t.Errorf("%q waits for lap 1", got)
	}
	w.Tick("g1", 7*24*time.Hour)
	if got := pending(w, "bob"); got != "3" {
		t.Errorf("%q waits for lap 2, want 3", got)
	}
}

// Orders for two mails that are not open yet do not replace each other (mail.3).
func TestOrdersForTwoFutureTurnsBothWait(t *testing.T) {
	w := race(t)
	for _, turn := range []string{"2", "3"} {
		s := w.Sheet("g1", "bob", "step "+turn)
		s.Turn = turn
		if _, err := w.Judge.Submit(context.Background(), s); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(w.Table("g1").Waiting("bob")); n != 2 {
		t.Errorf("%d orders wait, want 2", n)
	}
}

// A table that follows the log commit by commit is the one folded at once,
// also over a cut, which reaches back.
func TestCatchUpIsLoad(t *testing.T) {
	ctx := context.Background()
	w := race(t)
	w.Send("g1", "ann", "avancer 3\ntoujours avancer 1")
	w.Tick("g1", 7*24*time.Hour)
	w.Send("g1", "bob", "step 2")
	w.Tick("g1", 7*24*time.Hour)
	if _, err := w.Judge.Withdraw(ctx, "g1", "ann", 1, w.Correction("not hers")); err != nil {
		t.Fatal(err)
	}
	w.Send("g1", "cyd", "step 1")
	step := table.New("g1", w.Books)
	for st, err := range w.Log.Read(ctx, "game/g1", 0) {
		if err != nil {
			t.Fatal(err)
		}
		if err := step.CatchUp(ctx, w.Log, st.Seq); err != nil {
			t.Fatal(err)
		}
		once, err := table.Load(ctx, w.Log, "g1", w.Books, st.Seq)
		if err != nil {
			t.Fatal(err)
		}
		if a, b := shape(t, step), shape(t, once); a != b {
			t.Fatalf("at commit %d the table that followed is\n%s\nthe one folded at once\n%s", st.Seq, a, b)
		}
	}
	if step.Tip == 0 || len(step.Cuts) != 1 {
		t.Errorf("the log had %d cuts", len(step.Cuts))
	}
}

func shape(t *testing.T, tbl *table.Table) string {
	t.Helper()
	view, err := events.Marshal(struct {
		Place []int `json:"place"`
		Fuel  []int `json:"fuel"`
	}{tbl.Game.View(games.Public).(gamestest.RaceState).Place, tbl.Game.View(games.Public).(gamestest.RaceState).Fuel})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	b.Write(view)
	for _, w := range tbl.Windows {
		for _, seat := range w.Seats {
			for _, u := range tbl.Pending(seat, w) {
				b.WriteString(" " + w.ID() + seat + strings.Join(u.Lines[0].Arg("steps"), ","))
			}
		}
	}
	return b.String()
}

func TestALogOfANewerProgram(t *testing.T) {
	ctx := context.Background()
	w := race(t)
	tip, err := w.Log.Tip(ctx, "game/g1")
	if err != nil {
		t.Fatal(err)
	}
	_, _, err = w.Log.Append(ctx, events.Commit{
		Stream: "game/g1", Expect: tip, Key: events.NewKey("new"), At: w.Now,
		Facts: []events.Fact{{Type: "race_flown", V: 1, Pub: []byte(`{}`)}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := table.Load(ctx, w.Log, "g1", w.Books, 0); err == nil || !strings.Contains(err.Error(), "needs a newer fivepoints") {
		t.Errorf("an unknown fact was passed over: %v", err)
	}
}
