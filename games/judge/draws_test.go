package judge_test

import (
	"bytes"
	"context"
	"iter"
	"strings"
	"testing"

	"fivepoints/events"
	"fivepoints/games"
	"fivepoints/games/gamestest"
	"fivepoints/games/judge"
	"fivepoints/games/table"
)

// sprint is a Race that is over after its first lap if the first seat stepped in it.
type sprint struct{ gamestest.Race }

func (r sprint) Info() games.Info {
	info := r.Race.Info()
	info.Name = "sprint"
	return info
}

func (r sprint) Next(s *gamestest.RaceState) games.Step {
	if s.Lap == 1 && s.Fuel[0] < 12 {
		return games.Step{Over: &games.Result{Ranks: [][]games.Seat{s.Seats}, Why: "race.over"}}
	}
	return r.Race.Next(s)
}

// fog is a sprint in hidden winds.
type fog struct{ sprint }

func (r fog) Next(s *gamestest.RaceState) games.Step {
	step := r.sprint.Next(s)
	if step.Draw != nil {
		step.Draw.Hidden = true
	}
	return step
}

// drawn is a world whose draws come from the secrets of its games.
func drawn(t *testing.T, books ...games.Rulebook) *gamestest.World {
	return gamestest.NewWorld(t, events.NewMemory(events.NewMemoryKeys("draws")), books...)
}

func published(w *gamestest.World, game string) []table.SecretPublished {
	var out []table.SecretPublished
	for _, f := range w.Facts(game, false) {
		if p, ok := f.Pub.(table.SecretPublished); ok {
			out = append(out, p)
		}
	}
	return out
}

func checkDraws(t *testing.T, log events.Log, game string, want judge.Draws) {
	t.Helper()
	got, err := judge.CheckDraws(context.Background(), log, game)
	if err != nil || got.Checked != want.Checked || got.Later != want.Later || got.Unshown != want.Unshown || len(got.Wrong) != len(want.Wrong) {
		t.Fatalf("draws %+v (%v), want %+v", got, err, want)
	}
	for i, w := range want.Wrong {
		if g := got.Wrong[i]; g.What != w.What || !strings.Contains(g.Why, w.Why) {
			t.Errorf("wrong is %+v, want %+v", g, w)
		}
	}
}

// When a game ends its secret is published, with what the hidden draws took
// from what: everybody can repeat all draws, with no key of the game.
func TestSecretIsPublishedAtTheEnd(t *testing.T) {
	w := drawn(t, games.Erase(gamestest.Bids{}), games.Erase(gamestest.Race{}))
	w.Game("b1", "bids", nil, "ann", "bob")
	w.Game("r1", "race", nil, "ann", "bob", "cyd")
	w.Send("r1", "bob", "step 2")
	for range 2 {
		w.Tick("b1", week)
		w.Tick("r1", 0)
	}
	if p := append(published(w, "b1"), published(w, "r1")...); len(p) > 0 {
		t.Errorf("published before the end: %+v", p)
	}
	checkDraws(t, w.Log, "b1", judge.Draws{Later: 1})
	checkDraws(t, w.Log, "r1", judge.Draws{Later: 2})
	w.Tick("b1", week)
	w.Tick("r1", 0)
	if p := published(w, "b1"); len(p) != 1 || len(p[0].Hidden) != 1 || p[0].Hidden[0].Label != "deal" || len(p[0].Hidden[0].Pool) != 10 {
		t.Errorf("published: %+v", p)
	}
	checkDraws(t, w.Log, "b1", judge.Draws{Checked: 1})
	checkDraws(t, w.Log, "r1", judge.Draws{Checked: 3})
	checkDraws(t, keyless{w.Log}, "b1", judge.Draws{Checked: 1})
	checkDraws(t, keyless{w.Log}, "r1", judge.Draws{Checked: 3})
}

// A correction opens an ended game again: what is drawn again comes out as it
// was, what is new comes from a secret that nobody knows yet.
func TestReopenedGameDrawsFromANewSecret(t *testing.T) {
	w := reopened(t, games.Erase(sprint{}))
	checkDraws(t, w.Log, "r1", judge.Draws{Checked: 2}) // 1/wind, and the same again
	w.Tick("r1", week)
	checkDraws(t, w.Log, "r1", judge.Draws{Checked: 2, Later: 1})
	w.Tick("r1", week)
	checkDraws(t, keyless{w.Log}, "r1", judge.Draws{Checked: 4})
	if all := published(w, "r1"); len(all) != 2 || all[1].N != 1 || all[1].Secret == all[0].Secret {
		t.Errorf("published: %+v", all)
	}
	again, stored, err := w.Judge.Rejudge(context.Background(), "r1")
	if err != nil || gamestest.Text(again) != gamestest.Text(stored) {
		t.Errorf("rejudged (%v):\n%s\nstored:\n%s", err, gamestest.Text(again), gamestest.Text(stored))
	}
}

// reopened is a world with a game that ended and then did not.
func reopened(t *testing.T, book games.Rulebook) *gamestest.World {
	t.Helper()
	w := drawn(t, book)
	w.Game("r1", "sprint", nil, "ann", "bob", "cyd")
	w.Send("r1", "ann", "step 1")
	w.Tick("r1", week)
	if w.Table("r1").Over == nil || len(published(w, "r1")) != 1 {
		t.Fatal("the first lap does not end the game")
	}
	if _, err := w.Judge.Withdraw(context.Background(), "r1", "ann", 1, w.Correction("not hers")); err != nil {
		t.Fatal(err)
	}
	if w.Table("r1").Over != nil {
		t.Fatal("the game is still over")
	}
	return w
}

// A hidden draw that a correction took back is not published: who has the key
// of the game checks it all the same, others know that it is not checked.
func TestHiddenDrawsTakenBack(t *testing.T) {
	w := reopened(t, games.Erase(fog{}))
	checkDraws(t, w.Log, "r1", judge.Draws{Checked: 2})
	checkDraws(t, keyless{w.Log}, "r1", judge.Draws{Unshown: 2})
	w.Tick("r1", week)
	w.Tick("r1", week)
	checkDraws(t, w.Log, "r1", judge.Draws{Checked: 4})
	checkDraws(t, keyless{w.Log}, "r1", judge.Draws{Checked: 3, Unshown: 1})
}

// An end that comes again is published again, with the same secret.
func TestEndIsPublishedAgain(t *testing.T) {
	w := drawn(t, games.Erase(gamestest.Bids{}))
	w.Game("b1", "bids", nil, "ann", "bob")
	w.Send("b1", "ann", "miser 1")
	for range 3 {
		w.Tick("b1", week)
	}
	if _, err := w.Judge.Withdraw(context.Background(), "b1", "ann", 1, w.Correction("by mistake")); err != nil {
		t.Fatal(err)
	}
	if p := published(w, "b1"); len(p) != 2 || p[0].Secret != p[1].Secret || p[0].Next != p[1].Next {
		t.Errorf("published: %+v", p)
	}
	checkDraws(t, keyless{w.Log}, "b1", judge.Draws{Checked: 1})
}

// Whatever is tampered with is named. Nobody writes: the salts of sheets would
// change the draws from run to run.
func TestWrongDrawsAreNamed(t *testing.T) {
	w := drawn(t, games.Erase(gamestest.Bids{}), games.Erase(gamestest.Race{}))
	w.Game("b1", "bids", nil, "ann", "bob")
	w.Game("r1", "race", nil, "ann", "bob", "cyd")
	for range 3 {
		w.Tick("b1", week)
		w.Tick("r1", week)
	}
	end := published(w, "r1")[0]
	for _, c := range []struct{ game, old, new, what, why string }{
		{"r1", `"pool":["1","2","3"]`, `"pool":["3","1","2"]`, "1/wind", "the secret gives"},
		{"r1", `"label":"2/wind"`, `"label":"9/wind"`, "9/wind", "the secret gives"},
		{"r1", end.Secret, strings.Repeat("00", 32), "secret 0", "promised was"},
		{"r1", end.Secret, "00", "secret 0", "not 32 bytes"},
		{"r1", `"beacon":"`, `"beacon":"0`, "1", "that of its sheets"},
		{"b1", `"picks":[`, `"picks":[7,`, "deal", "published was"},
		{"b1", `"label":"deal","pool"`, `"label":"dead","pool"`, "deal", "not published"},
	} {
		log := tampered{w.Log, c.old, c.new}
		got, err := judge.CheckDraws(context.Background(), log, c.game)
		if err != nil || len(got.Wrong) == 0 || got.Wrong[0].What != c.what || !strings.Contains(got.Wrong[0].Why, c.why) {
			t.Errorf("%s for %s: %+v, %v", c.new, c.old, got, err)
		}
	}
	log := keyless{tampered{w.Log, `"picks":[`, `"picks":[7,`}}
	checkDraws(t, log, "b1", judge.Draws{Wrong: []judge.WrongDraw{{What: "deal", Why: "the secret gives"}}})
}

// keyless is a log in the hands of somebody who has none of its keys.
type keyless struct{ events.Log }

func (keyless) Keys() events.Keys { return nil }

// tampered is a log in which one text stands for another.
type tampered struct {
	events.Log
	old, new string
}

func (l tampered) Read(ctx context.Context, stream string, after events.Seq) iter.Seq2[events.Stored, error] {
	return func(yield func(events.Stored, error) bool) {
		for st, err := range l.Log.Read(ctx, stream, after) {
			st.Bytes = bytes.ReplaceAll(st.Bytes, []byte(l.old), []byte(l.new))
			if !yield(st, err) {
				return
			}
		}
	}
}
