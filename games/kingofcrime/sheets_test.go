package kingofcrime

import (
	"context"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"fivepoints/events"
	"fivepoints/games"
	"fivepoints/games/gamestest"
	"fivepoints/games/judge"
	"fivepoints/games/order"
)

// Joining and plans are sealed: they may be replaced until all are in.
func TestPlansAreReplacedUntilTheyClose(t *testing.T) {
	t.Parallel()
	r, _ := book(t)
	w := atTable(t, r, waveTable)
	w.Send("koc1", "danny", "RACKET XV1")
	waits(t, w, "round/1")
	w.Send("koc1", "tisha", "JOIN\nPLAY R05")
	w.Send("koc1", "tisha", "OUT")
	waits(t, w, "round/1")
	w.Send("koc1", "seth", "JOIN")
	waits(t, w, "turn/2")
	facts := gamestest.Text(w.Facts("koc1", true))
	if !strings.Contains(facts, `stayed_out {"seat":"tisha"}`) || strings.Contains(facts, `"card":"R05","target"`) {
		t.Errorf("the first sheet counted:\n%s", facts)
	}
}

// A plan alone joins, for silence joins, too (mail.join).
func TestAPlanAloneJoins(t *testing.T) {
	t.Parallel()
	r, _ := book(t)
	w := atTable(t, r, waveTable)
	w.Send("koc1", "danny", "RACKET XV1\nNO MORE")
	waits(t, w, "round/1")
	w.Send("koc1", "tisha", "PLAY R05\nNO MORE")
	w.Send("koc1", "seth", "OUT")
	waits(t, w, "turn/2")
	if facts := gamestest.Text(w.Facts("koc1", true)); !strings.Contains(facts, `joined {"seat":"tisha"}`) || !strings.Contains(facts, `"card":"R05"`) {
		t.Errorf("tisha is not in it with her card:\n%s", facts)
	}
}

// PASS stands instead of a plan, and a plan instead of a PASS (order.replace).
func TestAPassReplacesAPlan(t *testing.T) {
	t.Parallel()
	r, _ := book(t)
	w := atTable(t, r, waveTable)
	w.Send("koc1", "danny", "RACKET XV1\nPLAY FEAR ON tisha")
	waits(t, w, "round/1")
	w.Send("koc1", "tisha", "JOIN")
	w.Send("koc1", "seth", "JOIN")
	waits(t, w, "answer/1/1")
	w.Send("koc1", "tisha", "PLAY R05")
	w.Send("koc1", "tisha", "PASS")
	w.Send("koc1", "seth", "PASS")
	w.Send("koc1", "danny", "PASS")
	w.Send("koc1", "danny", "PLAY R06")
	waits(t, w, "answer/1/2")
	facts := gamestest.Text(w.Facts("koc1", true))
	if strings.Contains(facts, `"card":"R05","target"`) || !strings.Contains(facts, `"card":"R06","target"`) {
		t.Errorf("what was sent last does not count:\n%s", facts)
	}
}

// A misspelt line of a plan refuses what it belongs to; the seat stays due (order.bundle).
func TestABadPlanRefusesTheAction(t *testing.T) {
	t.Parallel()
	r, _ := book(t)
	w := atTable(t, r, waveTable)
	w.Send("koc1", "danny", "RACKET XV1\nPLAY FEER ON tisha")
	waits(t, w, "turn/1")
	w.Send("koc1", "danny", "RACKET XV1\nPLAY FEAR ON tisha")
	waits(t, w, "round/1")
}

// A standing OPTION that is a DEFAUT waits for the deadline, TOUJOURS answers at
// once (mail.option, order.standing).
func TestStandingOptions(t *testing.T) {
	t.Parallel()
	r, _ := book(t)
	const table = "seats danny tisha\nfamily danny BO3\nfamily tisha BO6\nrackets tisha XM3:BO6\nhand tisha M05"
	w := atTable(t, r, table)
	w.Send("koc1", "tisha", "DEFAUT OPTION XM3 CONTRE danny")
	w.Send("koc1", "danny", "PASSE")
	waits(t, w, "option/2")
	w.Tick("koc1", 8*24*time.Hour)
	waits(t, w, "turn/2")
	if facts := gamestest.Text(w.Facts("koc1", true)); !strings.Contains(facts, "option_used") {
		t.Errorf("the stored OPTION was not used:\n%s", facts)
	}
	w = atTable(t, r, table)
	w.Send("koc1", "tisha", "TOUJOURS OPTION XM3 CONTRE danny")
	w.Send("koc1", "danny", "PASSE")
	waits(t, w, "turn/2")
}

// What happens by mail is the same after any commit: a game folded from its log
// shows every seat the same view (invariant I11).
func TestViewsAreFoldedAgain(t *testing.T) {
	t.Parallel()
	r, _ := book(t)
	w := atTable(t, r, waveTable)
	for _, s := range [][2]string{{"danny", "RACKET XV1\nPLAY FEAR ON seth"}, {"tisha", "JOIN"}, {"seth", "JOIN\nPLAY YELLA ON BO3"}, {"danny", "PASS"}, {"tisha", "PLAY R05"}, {"seth", "PASS"}} {
		w.Send("koc1", s[0], s[1])
		w.Tick("koc1", 0)
	}
	own, err := w.Judge.Table(context.Background(), "koc1")
	if err != nil {
		t.Fatal(err)
	}
	for _, seat := range []games.Seat{"danny", "tisha", "seth", games.Public, games.Engine} {
		a, b := own.Game.View(seat), w.Table("koc1").Game.View(seat)
		if x, y := fmt.Sprintf("%+v", a), fmt.Sprintf("%+v", b); x != y {
			t.Errorf("%s sees\n%s\nand folded again\n%s", seat, x, y)
		}
	}
}

// Whole games of bots by mail, plans and all, are judged again fact for fact.
func TestGamesByMailAreJudgedAgain(t *testing.T) {
	t.Parallel()
	_, b := book(t)
	for seed := range gamestest.Runs(4, 10) {
		w := gamestest.NewWorld(t, events.NewMemory(events.NewMemoryKeys("bots")), b)
		w.Create(judge.NewGame{ID: "koc1", Rulebook: Name, Options: []games.KV{{Key: "turn_cap", Value: "20"}}}, "danny", "tisha", "seth")
		d := gamestest.Dice(seed)
		for tbl := w.Table("koc1"); tbl.Over == nil; tbl = w.Table("koc1") {
			p, err := order.New(tbl.Game.Grammar())
			if err != nil {
				t.Fatal(err)
			}
			win := tbl.Game.Windows()[0]
			for i, s := range win.Seats {
				lines := tbl.Game.Play(s, win, []string{styleGreedy, styleRandom}[seed%2], d.Pick)
				w.Send("koc1", string(s), strings.Join(p.FormatAll(lines, []games.Lang{games.EN, games.FR}[i%2]), "\n"))
			}
			w.Tick("koc1", 0)
		}
		again, stored, err := w.Judge.Rejudge(context.Background(), "koc1")
		if err != nil || len(again) != len(stored) {
			t.Fatalf("%d facts, again %d (%v)", len(stored), len(again), err)
		}
		for i := range again {
			if !reflect.DeepEqual(again[i], stored[i]) {
				t.Fatalf("seed %d: again %#v, stored %#v", seed, again[i], stored[i])
			}
		}
	}
}
