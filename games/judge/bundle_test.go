package judge_test

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
	"fivepoints/games/table"
)

// The miniature Stall: hands with lowest draws are ann 1-3, bob 4-6, and every
// storm leaves 5 coins at A. A sale costs 2 coins.
func stall(t *testing.T, cadence string) *gamestest.World {
	t.Helper()
	w := world(t)
	w.Game("g1", "stall", []games.KV{{Key: "cadence", Value: cadence}}, "ann", "bob")
	return w
}

// passedOver lists the rules by which orders of a seat were passed over.
func passedOver(w *gamestest.World, seat string) string {
	var out []string
	for _, f := range w.Facts("g1", true) {
		if s, ok := f.Pub.(table.Skipped); ok && s.Seat == seat {
			out = append(out, f.Priv[0].Payload.(table.Why).Rule)
		}
	}
	return strings.Join(out, " ")
}

// Two lines of one decision are one order: when one is bad neither counts, and
// the seat stays due until it is put right.
func TestABundleStandsOrFallsWhole(t *testing.T) {
	for _, cadence := range []string{"turns", "rounds"} {
		w := stall(t, cadence)
		w.Send("g1", "ann", "ramasser B", "vendre 6") // bob's card
		if cadence == "rounds" {
			w.Send("g1", "bob", "pick A", "sell 4")
		}
		if n := w.Tick("g1", time.Hour); n != 0 {
			t.Fatalf("%s: %d mails were resolved on half an order", cadence, n)
		}
		w.Send("g1", "ann", "vendre 3")
		if n := w.Tick("g1", time.Hour); n != 1 {
			t.Fatalf("%s: %d mails were resolved, want 1", cadence, n)
		}
		want(t, rules(w, "g1"), `stall_picked {"seat":"ann","stall":1,"coins":2}`+"\n"+`stall_sold {"seat":"ann","card":3}`)
		if got := passedOver(w, "ann"); got != "" {
			t.Errorf("%s: what was put right is passed over: %s", cadence, got)
		}
	}
}

// At the deadline the whole bundle is passed over, each line with its reason.
func TestABadBundleAtTheDeadline(t *testing.T) {
	w := stall(t, "turns")
	w.Send("g1", "ann", "pick C", "sell 6")
	w.Tick("g1", week)
	want(t, rules(w, "g1"), `stall_rested {"seat":"ann"}`)
	if got := passedOver(w, "ann"); got != "order.bundle stall.hand" {
		t.Errorf("passed over by %q", got)
	}
}

// A standing line does not bind the rest of a bundle, nor does another way to
// answer the second decision.
func TestABundleWithAnotherWay(t *testing.T) {
	w := stall(t, "turns")
	w.Send("g1", "ann", "pick C", "always sell 6")
	w.Tick("g1", time.Hour)
	want(t, rules(w, "g1"), `stall_sold {"seat":"ann","card":0}`)
	w.Send("g1", "bob", "pick A", "sell 1, 5")
	w.Tick("g1", time.Hour)
	want(t, rules(w, "g1"), `stall_sold {"seat":"bob","card":5}`)
}

// Orders sent ahead stand for themselves (a bad sale is dropped), and the rules
// know since when they waited: behind a storm only a guarded one counts.
func TestOrdersSentAhead(t *testing.T) {
	w := stall(t, "turns")
	w.Send("g1", "bob", "pick A", "sell 1") // for turn 2; the sale is ann's card
	w.Send("g1", "bob", "TURN 4", "pick A", "sell 4")
	w.Send("g1", "bob", "TURN 6", "if coins A >= 5: pick A", "sell 4")
	w.Send("g1", "ann", "rest")
	w.Tick("g1", time.Hour)
	want(t, rules(w, "g1"), `stall_picked {"seat":"bob","stall":0,"coins":2}`+"\n"+`stall_sold {"seat":"bob","card":0}`)
	if got := passedOver(w, "bob"); got != "stall.hand" {
		t.Errorf("passed over by %q", got)
	}
	w.Send("g1", "ann", "rest")
	if n := w.Tick("g1", time.Hour); n != 1 {
		t.Fatalf("%d mails were resolved: bob's order is void and he is asked", n)
	}
	kept(t, w, "stall.void")
	w.Send("g1", "bob", "pick B, A", "sell 4")
	w.Tick("g1", time.Hour)
	want(t, rules(w, "g1"), `stall_picked {"seat":"bob","stall":0,"coins":5}`+"\n"+`stall_sold {"seat":"bob","card":4}`)
	w.Send("g1", "ann", "rest")
	w.Tick("g1", time.Hour)
	if w.Table("g1").Window("turn/6").Closed == nil {
		t.Error("a guarded order waits although it can be carried out")
	}
}

// A bad line that comes later does not bring down an order that had waited.
func TestAStoredOrderIsNoBundle(t *testing.T) {
	w := stall(t, "rounds")
	w.Send("g1", "bob", "rest")
	w.Send("g1", "bob", "TURN 2", "if coins A >= 1: pick A")
	w.Send("g1", "ann", "rest")
	w.Tick("g1", time.Hour)
	w.Send("g1", "ann", "rest")
	w.Send("g1", "bob", "sell 1")
	if n := w.Tick("g1", time.Hour); n != 1 {
		t.Fatalf("%d mails were resolved, want 1", n)
	}
	want(t, rules(w, "g1"), `stall_picked {"seat":"bob","stall":0,"coins":5}`+"\n"+`stall_sold {"seat":"bob","card":0}`)
}

// kept demands what bob is told of the orders kept for his open mail.
func kept(t *testing.T, w *gamestest.World, rule string) {
	t.Helper()
	tbl := w.Table("g1")
	orders, err := judge.KeptFor(tbl, "bob", tbl.Window("turn/4"))
	if err != nil || len(orders) != 2 || orders[0].Used || orders[0].Why == nil || orders[0].Why.Rule != rule {
		t.Errorf("of bob's orders is told %+v, %v", orders, err)
	}
	if ann, err := judge.KeptFor(tbl, "ann", tbl.Window("turn/4")); err != nil || len(ann) != 0 {
		t.Errorf("ann is told %+v, %v", ann, err)
	}
}

// What a seat is told of its kept orders does not depend on what it cannot know.
func TestKeptOrdersLeakNothing(t *testing.T) {
	for card := 1; card <= 8; card++ {
		var told []string
		for _, lowestFirst := range []bool{true, false} {
			w := stall(t, "turns")
			w.Judge.Draws = func(d games.Draw) ([]int, error) {
				if d.Label == "hands" && !lowestFirst {
					return []int{6, 7, 2, 3, 4, 5}, nil // ann holds 7, 8 and 3
				}
				return lowest(d)
			}
			w.Game("g2", "stall", nil, "ann", "bob")
			w.Send("g2", "bob", "pick A", fmt.Sprint("sell ", card))
			w.Send("g2", "ann", "rest")
			w.Tick("g2", time.Minute)
			tbl := w.Table("g2")
			orders, err := judge.KeptFor(tbl, "bob", tbl.Window("turn/2"))
			if err != nil {
				t.Fatal(err)
			}
			for i := range orders {
				if orders[i].Why != nil {
					told = append(told, fmt.Sprintf("%+v", *orders[i].Why))
				}
			}
			told = append(told, fmt.Sprint(len(orders)))
		}
		if half := len(told) / 2; strings.Join(told[:half], "\n") != strings.Join(told[half:], "\n") {
			t.Errorf("selling %d bob is told %v", card, told)
		}
	}
}

// A verb that must stand alone takes no guard, no alternative and no ALWAYS.
func TestAnOrderThatStandsAlone(t *testing.T) {
	w := stall(t, "turns")
	for _, line := range []string{"if coins A >= 1: rest", "pick B or rest", "rest or pick B", "always rest", "default rest"} {
		w.Send("g1", "ann", line)
		if n := w.Tick("g1", time.Hour); n != 0 {
			t.Fatalf("%q was taken for an order", line)
		}
	}
	w.Send("g1", "ann", "rest")
	if n := w.Tick("g1", time.Hour); n != 1 {
		t.Error("ann rests and is not heard")
	}
}

// A verb that walks its lists itself is tried once, with the list as written.
func TestAListThatTheRulesWalk(t *testing.T) {
	w := stall(t, "rounds")
	w.Send("g1", "ann", "ramasser B, A")
	w.Send("g1", "bob", "pick B, C", "sell 5")
	w.Tick("g1", time.Hour)
	want(t, rules(w, "g1"), `"ann","stall":1,"coins":2`, `"bob","stall":2,"coins":2`)
	w.Send("g1", "ann", "pick B, C")
	note := textOf(w.Facts("g1", true))
	if n := note[len(note)-1]; n.Kind != "warn" || n.Problem.Key != "stall.empty" || len(n.Problem.Args[0].Vals) != 2 || len(n.Also) != 0 {
		t.Errorf("one reason for the whole list, not %+v", n)
	}
}

// The last mail is answered ahead, by the standing order that earlier ones ask for.
func TestALaterMailIsAnsweredAhead(t *testing.T) {
	w := stall(t, "rounds")
	if early := w.Table("g1").Game.Windows()[0].Early; len(early) != 1 || early[0] != "offer" {
		t.Fatalf("the first mail asks ahead for %v", early)
	}
	w.Send("g1", "ann", "ramasser A", "toujours offrir 2")
	w.Send("g1", "bob", "rest")
	w.Tick("g1", 4*week) // nobody writes any more
	want(t, rules(w, "g1"), `stall_offered {"seat":"ann","coins":2}`, `stall_offered {"seat":"bob","coins":0}`)
}

// bundles plays a game of orders of every sort that a bundle knows, each sent
// once its mail is open; each is called after every commit or so.
func bundles(w *gamestest.World, each func()) {
	sheets := map[string][]string{
		"ann": {"pick B, A\nsell 3", "rest", "if coins A >= 9: pick B\nelse: pick A\nsell 9, 1", "offer 1"},
		"bob": {"pick C\nsell 1, 4", "pick C, A\ndefault sell 6", "pick A or rest\nsell 5", "offer 9"},
	}
	sent := map[string]bool{}
	for w.Table("g1").Over == nil {
		for _, win := range w.Table("g1").Windows {
			for _, seat := range win.Seats {
				if key := win.ID() + seat; win.Open() && !sent[key] {
					sent[key] = true
					w.Send("g1", seat, sheets[seat][0])
					sheets[seat] = sheets[seat][1:]
					each()
				}
			}
		}
		if w.Tick("g1", time.Hour) == 0 { // somebody's order cannot be carried out
			w.Tick("g1", week)
		}
		each()
	}
}

func TestBundlesInBothCadences(t *testing.T) {
	var got []string
	for _, cadence := range []string{"turns", "rounds"} {
		w := stall(t, cadence)
		bundles(w, func() {})
		_, text, _ := strings.Cut(rules(w, "g1"), "\n") // the first fact names the cadence
		got = append(got, text)
	}
	if got[0] != got[1] {
		t.Errorf("turns:\n%s\nrounds:\n%s", got[0], got[1])
	}
	want(t, got[0], `"ann","card":3`, `"bob","card":4`, `stall_rested {"seat":"ann"}`, `"bob","card":6`, `"ann","card":1`, `stall_offered {"seat":"ann","coins":1}`)
}

// After every commit a new process takes over; the facts are the same, and
// judged again they stay so.
func TestBundlesSurviveACrash(t *testing.T) {
	for _, cadence := range []string{"turns", "rounds"} {
		var got []string
		for _, crash := range []bool{false, true} {
			w := stall(t, cadence)
			bundles(w, func() {
				if crash {
					w.Judge = judge.New(w.Log, w.Books)
					w.Judge.Draws = lowest
				}
			})
			got = append(got, rules(w, "g1"))
			again, stored, err := w.Judge.Rejudge(context.Background(), "g1")
			if err != nil || gamestest.Text(again) != gamestest.Text(stored) || len(stored) == 0 {
				t.Errorf("judged again (%v):\n%s\nstored:\n%s", err, gamestest.Text(again), gamestest.Text(stored))
			}
		}
		if got[0] != got[1] {
			t.Errorf("without crash:\n%s\nwith:\n%s", got[0], got[1])
		}
	}
}

// A half of a bundle that is withdrawn or amended is as if it had never been
// sent, or had been sent so; what waited for a later mail is not touched.
func TestACorrectedBundle(t *testing.T) {
	never, withdrawn, amended := stall(t, "turns"), stall(t, "turns"), stall(t, "turns")
	for _, w := range []*gamestest.World{never, withdrawn, amended} {
		w.Send("g1", "bob", "pick A", "sell 4") // ahead
		switch w {
		case amended:
			w.Send("g1", "ann", "pick C", "sell 1")
		default:
			w.Send("g1", "ann", "pick B")
		}
		if w == withdrawn {
			w.Send("g1", "ann", "sell 2")
		}
		w.Tick("g1", time.Hour)
		w.Send("g1", "ann", "pick A, B", "sell 3")
		w.Tick("g1", time.Hour)
		w.Send("g1", "bob", "rest")
		w.Tick("g1", time.Hour)
	}
	if a := rules(never, "g1"); a == rules(withdrawn, "g1") || a == rules(amended, "g1") {
		t.Fatal("the orders change nothing; the test proves nothing")
	}
	if _, err := withdrawn.Judge.Withdraw(context.Background(), "g1", "ann", 2, withdrawn.Correction("not hers")); err != nil {
		t.Fatal(err)
	}
	if _, err := amended.Judge.Amend(context.Background(), "turn/1", amended.Sheet("g1", "ann", "pick B"), amended.Correction("misread")); err != nil {
		t.Fatal(err)
	}
	for name, w := range map[string]*gamestest.World{"withdrawn": withdrawn, "amended": amended} {
		if a, b := rules(never, "g1"), rules(w, "g1"); a != b {
			t.Errorf("never sent:\n%s\n%s:\n%s", a, name, b)
		}
	}
}

// A bundle of lists in lists costs a bounded number of trials.
func TestAHostileBundleIsBounded(t *testing.T) {
	w := gamestest.NewWorld(t, events.NewMemory(events.NewMemoryKeys("test")), games.Erase(gamestest.Stall{}))
	w.Judge.Draws = lowest
	w.Game("g1", "stall", nil, "ann", "bob")
	picks := "pick A" + strings.Repeat(" or pick B or pick C", 60)
	sales := "sell 9" + strings.Repeat(" or sell 8, 9, 8, 9, 8, 9", 60)
	w.Send("g1", "ann", strings.Repeat(picks+"\n", 3)+strings.Repeat(sales+"\n", 3))
	w.Tick("g1", week)
	if w.Table("g1").Window("turn/1").Closed == nil {
		t.Error("the turn was not resolved")
	}
}

// A line that is not understood refuses the lines that belong to it, not others.
func TestAnUnreadLineOfABundle(t *testing.T) {
	for text, kept := range map[string]int{
		"pick B\nsell six":             0,
		"sel 3\npick B":                0,
		"pick Z\nsell 3":               0,
		"pick B\nsell 3\n> 4":          0, // cut by a mail program
		"pick B\nsell 3\nthank you":    2,
		"pick B\nsell 3\noffer lots":   2,
		"always pick B\nsell six":      1,
		"pick B\nsell 3\n# sell six":   2,
		"pick B\nthe weather is grim.": 1,
	} {
		w := stall(t, "turns")
		w.Send("g1", "ann", strings.Split(text, "\n")...)
		sheets := w.Table("g1").Sheets
		if got := len(sheets[len(sheets)-1].Lines.Lines); got != kept {
			t.Errorf("of %q %d orders count, want %d: %+v", text, got, kept, textOf(w.Facts("g1", true)))
		}
	}
}
