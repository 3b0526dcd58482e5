package escrocs

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"fivepoints/events"
	"fivepoints/games"
	"fivepoints/games/gamestest"
	"fivepoints/games/judge"
)

// atTable starts a game by mail in a position; cards are drawn as they lie in the pools.
func atTable(t *testing.T, position string) *gamestest.World {
	t.Helper()
	r, b := book(t)
	w := gamestest.NewWorld(t, events.NewMemory(events.NewMemoryKeys("mail")), b)
	w.Open(judge.NewGame{ID: "esc1", Rulebook: Name}, NewPositions(r), position)
	return w
}

// open names the mail that waits.
func open(w *gamestest.World) string {
	w.Tick("esc1", 0)
	for _, win := range w.Table("esc1").Windows {
		if win.Open() {
			return win.ID()
		}
	}
	return ""
}

func waits(t *testing.T, w *gamestest.World, want string) {
	t.Helper()
	if got := open(w); got != want {
		t.Fatalf("the mail %q is open, not %q", got, want)
	}
}

const plainTable = "seats sarah danny\nrow 1 2BL RE YE OR\nrow 2 BL RE YE\nhand sarah 2GN\nhand danny 2GN\ntalon GY LI GY"

// An order with an impossible lay leaves its seat due: one mail more puts the
// lay right, and the take of the first still counts (order.bundle, cmd.layfail).
func TestALayIsPutRight(t *testing.T) {
	t.Parallel()
	w := atTable(t, plainTable)
	w.Send("esc1", "sarah", "prendre 1D", "déposer 3 verts")
	waits(t, w, "turn/1")
	w.Send("esc1", "sarah", "déposer 2 verts")
	waits(t, w, "turn/2")
	v := w.Table("esc1").Game.View("sarah").(View)
	if len(v.Tables) != 1 || v.Tables[0] != (SetFact{"sarah", "green", 2}) {
		t.Errorf("the tables hold %v", v.Tables)
	}
}

// A lay alone is no turn.
func TestALayAloneWaits(t *testing.T) {
	t.Parallel()
	w := atTable(t, plainTable)
	w.Send("esc1", "sarah", "lay 2 greens")
	waits(t, w, "turn/1")
	w.Tick("esc1", 8*24*time.Hour)
	facts := gamestest.Text(w.Facts("esc1", true))
	if !strings.Contains(facts, "set_laid") {
		t.Errorf("a lay on its own line belongs to whichever take is played:\n%s", facts)
	}
}

// Both write out of turn: each order waits for its mail and is carried out as
// soon as that opens (mail.ahead); what was taken back in time is not.
func TestWritingAhead(t *testing.T) {
	t.Parallel()
	w := atTable(t, plainTable)
	w.Send("esc1", "danny", "PRENDS 2G", "DEPOSE 1 VERT")
	w.Send("esc1", "danny", "annuler déposer")
	waits(t, w, "turn/1")
	w.Send("esc1", "sarah", "take 1L")
	waits(t, w, "turn/3")
	v := w.Table("esc1").Game.View(games.Public).(View)
	if len(v.Tables) != 0 || v.Seats[1].Hand != 3 {
		t.Errorf("Danny's order was not the one he left: %+v %+v", v.Tables, v.Seats)
	}
}

// An order for a turn that is over is refused, not read for another.
func TestAnotherTurn(t *testing.T) {
	t.Parallel()
	w := atTable(t, plainTable)
	w.Send("esc1", "sarah", "take 1L")
	waits(t, w, "turn/2")
	w.Send("esc1", "sarah", "GAME esc1 TURN 1", "take 2L")
	w.Send("esc1", "danny", "take 2L")
	waits(t, w, "turn/3")
}

// Whose turn a number is, is known ahead: an order for another seat's turn, or for
// one that never comes, is refused when it arrives.
func TestTurnsOfOthers(t *testing.T) {
	t.Parallel()
	w := atTable(t, plainTable)
	w.Send("esc1", "danny", "GAME esc1 TURN 3", "take 2L") // sarah's
	w.Send("esc1", "danny", "GAME esc1 TURN t400", "take 2L")
	w.Send("esc1", "danny", "GAME esc1 TURN 2", "take 2R")
	w.Send("esc1", "sarah", "GAME esc1 TURN 7", "return 2 greys") // a give-back may be asked for then
	var kept []string
	for _, s := range w.Table("esc1").Sheets {
		for _, l := range s.Lines.Lines {
			kept = append(kept, s.Seat+" "+s.Turn+" "+l.Verb)
		}
	}
	if got := strings.Join(kept, ", "); got != "danny 2 take, sarah 7 give" {
		t.Errorf("kept are the orders %s", got)
	}
	w.Send("esc1", "sarah", "take 1L")
	waits(t, w, "turn/3")
}

// Every mail is in the calendar from the first turn on.
func TestMailsAreAnnounced(t *testing.T) {
	t.Parallel()
	r, b := book(t)
	scarce := book2(t, r, short)
	for seed := range gamestest.Runs(6, 30) {
		d := gamestest.Dice(seed)
		err := gamestest.Play(b, setup(minSeats+seed%3), d.Pick, gamestest.Announced())
		if err == nil {
			err = gamestest.Play(scarce, setup(4), d.Pick, gamestest.Announced())
		}
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
}

const shortTable = "seats sarah danny pim\nrow 1 BL RE YE OR\nrow 2 YE OR\nhand danny 5GY 4GN 6BL\nhand pim 12OR 2RE\nprison 10YE\ntable pim 15LI\nrest sarah"

// Give-backs are sealed: they may be replaced until all are in, and nobody
// sees that or what others wrote (short.sealed).
func TestGiveBacksAreSealed(t *testing.T) {
	t.Parallel()
	w := atTable(t, shortTable)
	w.Send("esc1", "sarah", "take 1L")
	waits(t, w, "giveback/1")
	w.Send("esc1", "danny", "rendre 3 gris")
	w.Send("esc1", "pim", "return 2 reds")
	w.Send("esc1", "danny", "rendre 1 gris, 2 bleus")
	waits(t, w, "giveback/1")
	tbl := w.Table("esc1")
	for st, err := range w.Log.Read(context.Background(), "game/esc1", 0) {
		if err != nil {
			t.Fatal(err)
		}
		facts, err := tbl.Facts(st, w.Log.Keys())
		if err != nil {
			t.Fatal(err)
		}
		if seen := gamestest.Text(tbl.Visible(facts, "pim")); strings.Contains(seen, "t.sheet") && strings.Contains(seen, "danny") {
			t.Errorf("Pim sees what Danny sent:\n%s", seen)
		}
	}
	w.Tick("esc1", 8*24*time.Hour)
	v := w.Table("esc1").Game.View("danny").(View)
	r, _ := book(t)
	if got := NewPositions(r).runs(v.Hand); got != "4BL 4GN 4GY" {
		t.Errorf("Danny holds %s", got)
	}
	if v.Seats[0].Hand != 12 || v.Seats[2].Hand != 12 {
		t.Errorf("hands are %+v", v.Seats)
	}
}

// What happens to a sheet by mail is the same after any commit: a game folded
// from its log shows every seat the same view (invariant I11).
func TestViewsAreFoldedAgain(t *testing.T) {
	t.Parallel()
	w := atTable(t, plainTable)
	for _, s := range [][2]string{{"sarah", "take 1L lay 1 green"}, {"danny", "take 2R"}, {"sarah", "take 1R"}} {
		w.Send("esc1", s[0], s[1])
		w.Tick("esc1", 0)
	}
	own, err := w.Judge.Table(context.Background(), "esc1")
	if err != nil {
		t.Fatal(err)
	}
	for _, seat := range []games.Seat{"sarah", "danny", games.Public, games.Engine} {
		a, b := own.Game.View(seat), w.Table("esc1").Game.View(seat)
		if x, y := fmt.Sprintf("%+v", a), fmt.Sprintf("%+v", b); x != y {
			t.Errorf("%s sees\n%s\nand folded again\n%s", seat, x, y)
		}
	}
}

// mail.ladder: the second miss in a row is told, the third opens the seat.
func TestTheLadderOfSilence(t *testing.T) {
	t.Parallel()
	_, b := book(t)
	gamestest.Ladder(t, b, "", "tom", "pim")
}
