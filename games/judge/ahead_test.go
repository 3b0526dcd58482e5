package judge_test

import (
	"context"
	"strings"
	"testing"

	"fivepoints/games"
)

func TestOrdersForAClosedTurnAreNotReinterpreted(t *testing.T) {
	w := world(t)
	w.Game("g1", "race", nil, "ann", "bob", "cyd")
	w.Tick("g1", week)
	s := w.Sheet("g1", "ann", "avancer 3")
	s.Turn = "1"
	if _, err := w.Judge.Submit(context.Background(), s); err != nil {
		t.Fatal(err)
	}
	w.Tick("g1", week)
	if strings.Contains(rules(w, "g1"), "race_stepped") {
		t.Error("an order for lap 1 moved in lap 2")
	}
	notes := textOf(w.Facts("g1", true))
	if len(notes) != 1 || notes[0].Problem == nil || notes[0].Problem.Key != "judge.late" {
		t.Errorf("the receipt does not say that it came too late: %+v", notes)
	}
}

func TestOrdersThatNoMailCanTakeAreRefusedOnArrival(t *testing.T) {
	for turn, key := range map[string]string{"9": "judge.no-turn", "2": "", "": ""} {
		w := world(t)
		w.Game("g1", "race", nil, "ann", "bob", "cyd")
		s := w.Sheet("g1", "ann", "avancer 3")
		s.Turn = turn
		if _, err := w.Judge.Submit(context.Background(), s); err != nil {
			t.Fatal(err)
		}
		notes := textOf(w.Facts("g1", true))
		if got := problemKey(notes[0]); got != key {
			t.Errorf("an order for turn %q: %q, want %q", turn, got, key)
		}
	}
	other := world(t)
	other.Game("g1", "race", []games.KV{{Key: "cadence", Value: "seats"}}, "ann", "bob", "cyd")
	s := other.Sheet("g1", "bob", "avancer 1")
	s.Turn = "1/ann" // open, and not bob's
	if _, err := other.Judge.Submit(context.Background(), s); err != nil {
		t.Fatal(err)
	}
	if got := problemKey(textOf(other.Facts("g1", true))[0]); got != "judge.other-seat" {
		t.Errorf("an order for another's mail: %q", got)
	}
	w := world(t)
	w.Game("g1", "race", []games.KV{{Key: "cadence", Value: "seats"}}, "ann", "bob", "cyd")
	w.Tick("g1", 7*week) // lap 3: ann has moved for the last time
	w.Send("g1", "ann", "avancer 1")
	if got := problemKey(textOf(w.Facts("g1", true))[0]); got != "judge.never-again" {
		t.Errorf("an order after one's last mail: %q", got)
	}
	if len(w.Table("g1").Sheets[0].Lines.Lines) != 0 {
		t.Error("the order is kept")
	}
}

// A standing order may come with the orders for a mail that does not take it:
// it lives on to the one that does.
func TestAStandingOrderOutlivesTheMailItCameWith(t *testing.T) {
	w := world(t)
	w.Game("g1", "race", []games.KV{{Key: "cadence", Value: "seats"}}, "ann", "bob", "cyd")
	s := w.Sheet("g1", "bob", "always step 2\nstep 3")
	s.Turn = "1/ann"
	if _, err := w.Judge.Submit(context.Background(), s); err != nil {
		t.Fatal(err)
	}
	notes := textOf(w.Facts("g1", true))
	if problemKey(notes[0]) != "" || problemKey(notes[1]) != "judge.other-seat" {
		t.Errorf("%+v", notes)
	}
	w.Tick("g1", week)
	w.Tick("g1", week)
	want(t, rules(w, "g1"), `race_stepped {"seat":"bob","steps":2}`)
}
