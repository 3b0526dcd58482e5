package judge_test

import (
	"context"
	"errors"
	"testing"

	"fivepoints/events"
	"fivepoints/games"
	"fivepoints/games/gamestest"
	"fivepoints/games/judge"
	"fivepoints/games/table"
)

func player(w *gamestest.World, seat, key string) judge.Act {
	return judge.Act{Game: "r1", Seat: seat, Person: "p" + seat, By: judge.ByPlayer, At: w.Now, Key: events.NewKey("case", key)}
}

func operator(w *gamestest.World, key string) judge.Act {
	return judge.Act{Game: "r1", By: judge.ByOperator, At: w.Now, Key: events.NewKey("case", key)}
}

// A case is opened on what its seat may know, freezes the game when a moderator
// says so, hears the parties, and is decided once.
func TestCase(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	w := drawn(t, games.Erase(gamestest.Race{}))
	w.Game("r1", "race", nil, "ann", "bob", "cyd")
	sheet := w.Send("r1", "ann", "step 2")
	var no *judge.Refused
	for what, o := range map[string]judge.Objection{
		"another's sheet": {Commit: sheet, Text: "x"}, "nothing": {Commit: sheet + 90, Text: "x"}, "no fact": {Commit: 1, Fact: 99, Text: "x"}, "no reason": {Commit: 1},
	} {
		if _, _, err := w.Judge.Contest(ctx, player(w, "bob", what), o); !errors.As(err, &no) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if _, _, err := w.Judge.Contest(ctx, player(w, "bob", "same"), judge.Objection{Commit: sheet, Text: "x"}); !errors.As(err, &no) || no.Msg.Key != "desk.contest.nothing" {
		t.Errorf("the answer tells that there is a sheet: %v", err)
	}
	w.Tick("r1", week)
	closed := w.Table("r1").Windows[0].Judged
	if _, _, err := w.Judge.Contest(ctx, player(w, "bob", "freezer"), judge.Objection{Commit: closed, Text: "x", Freeze: true}); !errors.As(err, &no) {
		t.Errorf("a player froze the game: %v", err)
	}
	for range 2 { // the same request opens one case
		if n, seq, err := w.Judge.Contest(ctx, player(w, "bob", "one"), judge.Objection{Commit: closed, Text: "the wind was not so"}); err != nil || seq == 0 || n > 1 {
			t.Fatalf("case %d, %v", n, err)
		}
	}
	if n, _, err := w.Judge.Contest(ctx, operator(w, "two"), judge.Objection{Commit: closed, Text: "look at it", Freeze: true}); n != 2 || err != nil {
		t.Fatalf("case %d, %v", n, err)
	}
	if n := w.Tick("r1", 2*week); n != 0 {
		t.Error("a frozen game went on")
	}
	if _, err := w.Judge.State(ctx, player(w, "ann", "words"), 1, "it was"); err != nil {
		t.Error(err)
	}
	if _, err := w.Judge.Decide(ctx, player(w, "bob", "own"), 1, table.OutcomeUpheld, nil, nil); !errors.As(err, &no) {
		t.Errorf("a player decided: %v", err)
	}
	if _, err := w.Judge.Decide(ctx, operator(w, "decide"), 2, table.OutcomeUpheld, nil, &judge.Ruling{Rule: "race.1", Text: "it stands"}); err != nil {
		t.Error(err)
	}
	if _, err := w.Judge.Decide(ctx, operator(w, "again"), 2, table.OutcomeUpheld, nil, nil); err == nil {
		t.Error("a case was decided twice")
	}
	if n := w.Tick("r1", week); n == 0 {
		t.Error("a decided case still stops the game")
	}
	rec := w.Table("r1").Record
	c := rec.Case(1)
	if len(rec.Cases) != 2 || c.Words.Text != "the wind was not so" || len(c.Statements) != 1 || c.Statements[0].Words.Text != "it was" || rec.Case(2).Decided == nil || len(rec.Rulings) != 1 || rec.Rulings[0].Case != 2 {
		t.Errorf("the record is %+v", rec)
	}
	for st, err := range w.Log.Read(ctx, "game/r1", 0) { // words are under the key of who said them
		if err != nil {
			t.Fatal(err)
		}
		cm, err := events.Open(st, w.Log.Keys())
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range cm.Facts {
			if f.Type == table.TypeStated && f.Priv[0].Key != "people/pann" {
				t.Errorf("her words lie under %s", f.Priv[0].Key)
			}
		}
	}
}
