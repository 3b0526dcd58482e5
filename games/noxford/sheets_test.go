package noxford

import (
	"context"
	"strings"
	"testing"
	"time"

	"fivepoints/events"
	"fivepoints/games"
	"fivepoints/games/gamestest"
	"fivepoints/games/judge"
	"fivepoints/games/table"
)

// byMail starts a game by mail in a position.
func byMail(t *testing.T, position string) *gamestest.World {
	t.Helper()
	r, b := book(t)
	w := gamestest.NewWorld(t, events.NewMemory(events.NewMemoryKeys("mail")), b)
	w.Open(judge.NewGame{ID: "nox1", Rulebook: Name}, NewPositions(r), position)
	return w
}

func waits(t *testing.T, w *gamestest.World, want string) {
	t.Helper()
	w.Tick("nox1", 0)
	var open []string
	for _, win := range w.Table("nox1").Windows {
		if win.Open() {
			open = append(open, win.ID())
		}
	}
	if got := strings.Join(open, " "); got != want {
		t.Fatalf("the mails %q are open, not %q", got, want)
	}
}

// A placing with an impossible gear move leaves its seat due; one mail more puts
// it right (order.bundle, cmd.whole).
func TestAGearMoveIsPutRight(t *testing.T) {
	t.Parallel()
	w := byMail(t, fixture)
	w.Send("nox1", "ann", "POSE S4 I7V", "ENGRENAGE O-S4 VERS J14V")
	waits(t, w, "turn/20")
	w.Send("nox1", "ann", "ENGRENAGE B-S1 VERS J14V")
	waits(t, w, "turn/21")
	v := w.Table("nox1").Game.View(games.Public).(View)
	if last := v.City[len(v.City)-1]; last.Pos != "J14V" || last.Top.Card != "B-S1" {
		t.Errorf("the last card is %+v", last)
	}
}

// A dry run changes nothing, and tells what the city would be: after the gear
// move, with spots and locks; nothing when the order would be refused, or when
// it is not for an open mail (mail.map).
func TestCheckShowsTheCity(t *testing.T) {
	t.Parallel()
	w := byMail(t, fixture)
	after := func(seat string, lines ...string) *View {
		t.Helper()
		facts, err := w.Judge.Read(context.Background(), w.Table("nox1"), w.Sheet("nox1", seat, lines...))
		if err != nil {
			t.Fatal(err)
		}
		v, ok := judge.After(w.Table("nox1"), facts[0].Pub.(table.Sheet), facts[0].Priv[0].Payload.(table.Lines)).(View)
		if !ok {
			return nil
		}
		return &v
	}
	for _, lines := range [][]string{{"CHECK", "PLACE S4 I7V GEAR B-S1 TO J14V"}, {"VERIFIE", "POSE S4 I7V", "ENGRENAGE B-S1 VERS J14V"}, {"PLACE S4 I7V GEAR B-S1 TO J14V"}} {
		v := after("ann", lines...)
		if v == nil || v.Turn != 21 || v.You != "ann" || len(v.City) != 13 || v.City[12].Pos != "J14V" || v.City[12].Top.Card != "B-S1" || len(v.Spots) == 0 {
			t.Fatalf("%v makes %+v", lines, v)
		}
	}
	for _, lines := range [][]string{{"CHECK", "PLACE S4 A1V"}, {"CHECK", "PLACE S4 I7V GEAR O-S4 TO J14V"}, {"CHECK"}, {"CHECK", "PLACE S4 N99H"}} {
		if v := after("ann", lines...); v != nil {
			t.Errorf("%v makes %+v", lines, v)
		}
	}
	if v := after("bob", "CHECK", "PLACE L1 I7V"); v != nil {
		t.Errorf("an order for a mail to come makes %+v", v)
	}
	w.Send("nox1", "ann", "CHECK", "PLACE S4 I7V")
	waits(t, w, "turn/20")
}

// What waits for its mail is carried out as soon as it opens; other seats' turns
// and those that never come are refused on arrival (mail.ahead).
func TestWritingAhead(t *testing.T) {
	t.Parallel()
	w := byMail(t, fixture)
	w.Send("nox1", "bob", "SI LIBRE J14V: POSE L1 J14V SINON POSE L1 I7V")
	w.Send("nox1", "bob", "GAME nox1 TURN 20", "POSE L2 T9V")
	w.Send("nox1", "bob", "GAME nox1 TURN 2000", "POSE L2 T9V")
	waits(t, w, "turn/20")
	w.Send("nox1", "ann", "PLACE L1 J14V")
	waits(t, w, "turn/22")
	v := w.Table("nox1").Game.View(games.Public).(View)
	if last := v.City[len(v.City)-1]; last.Pos != "I7V" || last.Top.Card != "O-L1" {
		t.Errorf("Bob's card is %+v", last)
	}
}

// Two lines sent ahead are one order, too: when the gear move cannot be made the
// card is not laid, and the seat is asked again (cmd.whole). A gear line left over
// from another sheet takes nothing down.
func TestLinesAheadStandTogether(t *testing.T) {
	t.Parallel()
	for gear, want := range map[string]string{"ENGRENAGE B-S1 VERS J14V": "turn/22", "ENGRENAGE O-S4 VERS J14V": "turn/21"} {
		w := byMail(t, fixture+"market Q01 K2 K3\n")
		w.Send("nox1", "bob", "POSE Q01 I7V", gear)
		waits(t, w, "turn/20")
		w.Send("nox1", "ann", "PLACE L1 T9V")
		waits(t, w, want)
	}
	w := byMail(t, fixture+"market Q01 K2 K3\n")
	w.Send("nox1", "bob", "POSE Q01 I7V", "ENGRENAGE O-S4 VERS J14V")
	waits(t, w, "turn/20")
	w.Send("nox1", "ann", "PLACE L1 T9V")
	waits(t, w, "turn/21")
	w.Send("nox1", "bob", "POSE K2 I7V")
	waits(t, w, "turn/22")
}

// Silence plays for a seat, turn after turn, to the end (mail.auto).
func TestNobodyWrites(t *testing.T) {
	t.Parallel()
	_, b := book(t)
	w := gamestest.NewWorld(t, events.NewMemory(events.NewMemoryKeys("silence")), b)
	w.Game("nox1", Name, nil, "ann", "bob")
	for range 60 {
		w.Tick("nox1", 8*24*time.Hour)
	}
	tbl := w.Table("nox1")
	if tbl.Over == nil || tbl.Over.Why != "noxford.over.tenth" {
		t.Fatalf("the game is not over: %+v", tbl.Game.View(games.Public))
	}
	auto := 0
	for _, f := range w.Facts("nox1", true) {
		if f.Type == factAuto {
			auto++
		}
	}
	if auto < 17 {
		t.Errorf("%d automatic moves", auto)
	}
}
