package judge_test

import (
	"context"
	"errors"
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

const week = 7 * 24 * time.Hour

func world(t *testing.T) *gamestest.World {
	w := gamestest.NewWorld(t, events.NewMemory(events.NewMemoryKeys("test")),
		games.Erase(gamestest.Bids{}), games.Erase(gamestest.Peek{}), games.Erase(gamestest.Race{}), games.Erase(gamestest.Stall{}))
	w.Judge.Draws = lowest
	return w
}

// lowest draws the first things of every pool.
func lowest(d games.Draw) ([]int, error) {
	picks := make([]int, d.N)
	for i := range picks {
		picks[i] = i
	}
	return picks, nil
}

func rules(w *gamestest.World, game string) string {
	return gamestest.Text(gamestest.Rules(w.Facts(game, true)))
}

func want(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, p := range parts {
		if !strings.Contains(text, p) {
			t.Errorf("%q is missing in:\n%s", p, text)
		}
	}
}

// Hands with lowest draws: ann 1-4, bob 5-8.
func TestSealedGroupWaitsForAllAndOpensAtOnce(t *testing.T) {
	w := world(t)
	w.Game("g1", "bids", nil, "ann", "bob")
	w.Send("g1", "ann", "miser 4")
	if n := w.Tick("g1", time.Hour); n != 0 {
		t.Fatalf("%d windows were resolved while bob had not written", n)
	}
	if strings.Contains(rules(w, "g1"), "bid_laid") {
		t.Fatal("ann's bid entered the game before the window closed")
	}
	w.Send("g1", "bob", "bid 5")
	if n := w.Tick("g1", time.Minute); n != 1 {
		t.Fatalf("%d windows were resolved, want 1: both have written", n)
	}
	want(t, rules(w, "g1"), `bids_opened {"cards":[4,5],"winner":"bob","points":1}`)
}

func TestDeadlineUsesDefaults(t *testing.T) {
	w := world(t)
	w.Game("g1", "bids", nil, "ann", "bob")
	w.Send("g1", "ann", "miser 3")
	if n := w.Tick("g1", week); n != 1 {
		t.Fatalf("%d windows were resolved at the deadline, want 1", n)
	}
	want(t, rules(w, "g1"), `bids_opened {"cards":[3,5]`)
	if m := w.Table("g1").Misses("bob", ""); m != 1 {
		t.Errorf("bob missed %d mails, want 1", m)
	}
}

func TestLaterSheetReplacesAndIllegalBidLeavesItsSeatDue(t *testing.T) {
	w := world(t)
	w.Game("g1", "bids", nil, "ann", "bob")
	w.Send("g1", "ann", "miser 1")
	w.Send("g1", "ann", "miser 2")
	w.Send("g1", "bob", "bid 1") // not in his hand
	if n := w.Tick("g1", time.Hour); n != 0 {
		t.Fatalf("%d windows were resolved on an illegal bid", n)
	}
	w.Send("g1", "bob", "bid 8")
	w.Tick("g1", time.Minute)
	want(t, rules(w, "g1"), `bids_opened {"cards":[2,8]`)
}

func TestPreferenceListTakesTheFirstLegalItem(t *testing.T) {
	w := world(t)
	w.Game("g1", "bids", nil, "ann", "bob")
	w.Send("g1", "ann", "miser 9, 3, 1")
	w.Send("g1", "bob", "bid 5")
	w.Tick("g1", time.Minute)
	want(t, rules(w, "g1"), `bids_opened {"cards":[3,5]`)
}

func TestTwoStepOrdersInOneMailOrTwo(t *testing.T) {
	two, one := world(t), world(t)
	for _, w := range []*gamestest.World{two, one} {
		w.Game("g1", "peek", nil, "ann", "bob")
	}
	two.Send("g1", "ann", "payer C")
	two.Tick("g1", time.Minute)
	two.Send("g1", "ann", "prendre")
	two.Tick("g1", time.Minute)
	one.Send("g1", "ann", "payer C", "prendre")
	one.Tick("g1", time.Minute)
	if a, b := rules(two, "g1"), rules(one, "g1"); a != b {
		t.Errorf("two mails:\n%s\none mail:\n%s", a, b)
	}
	want(t, rules(one, "g1"), `peek_paid {"seat":"ann","place":2} @ann {"value":3}`, `peek_taken {"seat":"ann","place":2,"value":3}`)
}

func TestGuardReadsWhatWasPaidFor(t *testing.T) {
	w := world(t)
	w.Game("g1", "peek", nil, "ann", "bob")
	w.Send("g1", "ann", "payer C", "si carte >= 4: prendre", "sinon: laisser")
	w.Tick("g1", time.Minute)
	want(t, rules(w, "g1"), `peek_left {"seat":"ann"}`)
}

func TestPeekIsPrivate(t *testing.T) {
	w := world(t)
	w.Game("g1", "peek", nil, "ann", "bob")
	w.Send("g1", "ann", "payer C")
	w.Tick("g1", time.Minute)
	for _, seat := range []games.Seat{"bob", games.Public} {
		if text := gamestest.Text(games.See(w.Facts("g1", true), seat)); strings.Contains(text, "value") {
			t.Errorf("%s sees the card:\n%s", seat, text)
		}
	}
}

func raceOrders(w *gamestest.World) {
	w.Send("g1", "ann", "avancer 3", "si carburant < 5: avancer 1 ou avancer 2", "sinon: avancer 2")
	w.Send("g1", "bob", "toujours step 1", "step 9 or step 2")
	w.Send("g1", "cyd", "step 3", "step 3", "step 3", "step 3", "step 1")
}

func TestCadencesGiveTheSameFacts(t *testing.T) {
	var got []string
	for _, cadence := range []string{"laps", "seats"} {
		w := world(t)
		w.Game("g1", "race", []games.KV{{Key: "cadence", Value: cadence}}, "ann", "bob", "cyd")
		for range 3 {
			for range 3 {
				raceOrdersOf(w, cadence)
				w.Tick("g1", time.Hour)
			}
		}
		text := rules(w, "g1")
		_, text, _ = strings.Cut(text, "\n") // the first fact names the cadence
		got = append(got, text)
	}
	if got[0] != got[1] {
		t.Errorf("laps:\n%s\nseats:\n%s", got[0], got[1])
	}
	want(t, got[0], `race_blown {"lap":3,"wind":1}`)
}

// raceOrdersOf sends each seat's orders once in each lap, when its mail is open.
func raceOrdersOf(w *gamestest.World, cadence string) {
	t := w.Table("g1")
	for _, win := range t.Windows {
		if !win.Open() {
			continue
		}
		for _, seat := range win.Seats {
			w.Send("g1", seat, map[string]string{"ann": "avancer 2", "bob": "step 1\nstep 3", "cyd": "step 3 or step 1"}[seat])
		}
	}
}

func TestStandingGuardedAndAlternativeOrders(t *testing.T) {
	w := world(t)
	w.Game("g1", "race", nil, "ann", "bob", "cyd")
	raceOrders(w)
	w.Tick("g1", week)
	want(t, rules(w, "g1"),
		"race_stepped {\"seat\":\"ann\",\"steps\":3}\nrace_stepped {\"seat\":\"ann\",\"steps\":2}\nrace_rested {\"seat\":\"ann\"}",
		"race_stepped {\"seat\":\"bob\",\"steps\":2}\nrace_stepped {\"seat\":\"bob\",\"steps\":1}\nrace_rested {\"seat\":\"bob\"}",
		"{\"seat\":\"cyd\",\"steps\":3}\nrace_rested {\"seat\":\"cyd\"}")
	w.Tick("g1", week) // nobody writes: only bob's standing order runs, once
	_, second, _ := strings.Cut(rules(w, "g1"), `race_blown {"lap":1`)
	want(t, second, "race_rested {\"seat\":\"ann\"}\nrace_stepped {\"seat\":\"bob\",\"steps\":1}\nrace_rested {\"seat\":\"bob\"}\nrace_rested {\"seat\":\"cyd\"}")
	skipped := 0
	for _, f := range w.Facts("g1", true) {
		if f.Type == table.TypeSkipped {
			skipped++
		}
	}
	if skipped != 1 { // cyd's last step finds no fuel
		t.Errorf("%d orders were reported as passed over, want 1", skipped)
	}
}

func TestEveryAlternativeSaysWhyItWasRefused(t *testing.T) {
	w := world(t)
	w.Game("g1", "race", nil, "ann", "bob", "cyd")
	w.Send("g1", "ann", "step 7 OR step 8 OR step 9")
	note := textOf(w.Facts("g1", true))[0]
	if note.Kind != "warn" || note.Problem == nil || len(note.Also) != 2 {
		t.Errorf("one reason an alternative: %+v", note)
	}
}

func TestRejudgeFindsNoDifference(t *testing.T) {
	w := world(t)
	w.Judge.Draws = nil // from the secret
	w.Game("g1", "race", nil, "ann", "bob", "cyd")
	for range 3 {
		raceOrders(w)
		w.Tick("g1", week)
	}
	again, stored, err := w.Judge.Rejudge(context.Background(), "g1")
	if err != nil {
		t.Fatal(err)
	}
	if a, b := gamestest.Text(again), gamestest.Text(stored); a != b || len(stored) == 0 {
		t.Errorf("today's rules say:\n%s\nstored:\n%s", a, b)
	}
}

// After every commit a new process takes over; the facts are the same.
func TestCrashAfterEveryCommit(t *testing.T) {
	var got []string
	for _, crash := range []bool{false, true} {
		log := events.NewMemory(events.NewMemoryKeys("test"))
		w := gamestest.NewWorld(t, log, games.Erase(gamestest.Race{}))
		w.Judge.Draws = lowest
		w.Game("g1", "race", nil, "ann", "bob", "cyd")
		for range 3 {
			for _, seat := range []string{"ann", "bob", "cyd"} {
				w.Send("g1", seat, "step 2", "always step 1")
				if crash {
					w.Judge = judge.New(log, w.Books)
					w.Judge.Draws = lowest
				}
			}
			w.Tick("g1", week)
		}
		got = append(got, rules(w, "g1"))
	}
	if got[0] != got[1] {
		t.Errorf("without crash:\n%s\nwith:\n%s", got[0], got[1])
	}
}

func TestSameMessageCountsOnce(t *testing.T) {
	w := world(t)
	w.Game("g1", "race", nil, "ann", "bob", "cyd")
	s := w.Sheet("g1", "ann", "avancer 1")
	var seqs []events.Seq
	for range 2 {
		seq, err := w.Judge.Submit(context.Background(), s)
		if err != nil {
			t.Fatal(err)
		}
		seqs = append(seqs, seq)
	}
	if seqs[0] != seqs[1] || len(w.Table("g1").Sheets) != 1 {
		t.Errorf("the same message was recorded as %v", seqs)
	}
}

func problemKey(n table.Note) string {
	if n.Problem == nil {
		return ""
	}
	return n.Problem.Key
}

func textOf(facts []games.Fact) []table.Note {
	for _, f := range slices.Backward(facts) {
		if f.Type == table.TypeText {
			return f.Priv[0].Payload.(table.Text).Lines
		}
	}
	return nil
}

func TestForecastWarnsOfWhatWouldBeRefused(t *testing.T) {
	w := world(t)
	w.Game("g1", "race", nil, "ann", "bob", "cyd")
	w.Send("g1", "ann", "avancer 3", "avancer 9")
	notes := textOf(w.Facts("g1", true))
	if len(notes) != 2 || notes[0].Kind != "order" || notes[1].Kind != "warn" || notes[1].Rule != "race.fuel" || len(notes[1].Nearest) == 0 {
		t.Errorf("%+v", notes)
	}
}

// broken is a rulebook that fails in one of two ways.
type broken struct {
	gamestest.Race
	how string
}

func (b broken) Next(s *gamestest.RaceState) games.Step {
	if s.Lap > 0 {
		if b.how == "panic" {
			panic("out of cards")
		}
		return games.Step{Auto: []games.Fact{{Type: "race_rested", V: 1}}}
	}
	return b.Race.Next(s)
}

func TestAFailingRulebookSuspendsOnlyItsGame(t *testing.T) {
	for _, how := range []string{"panic", "endless"} {
		t.Run(how, func(t *testing.T) {
			w := gamestest.NewWorld(t, events.NewMemory(events.NewMemoryKeys("test")), games.Erase(broken{how: how}))
			w.Game("g1", "race", nil, "ann", "bob", "cyd")
			before, _ := w.Log.Tip(context.Background(), "")
			_, err := w.Judge.Tick(context.Background(), "g1", w.Now.Add(2*week))
			var s *judge.Suspended
			if !errors.As(err, &s) || s.Game != "g1" {
				t.Fatalf("got %v, want a suspension of g1", err)
			}
			if after, _ := w.Log.Tip(context.Background(), ""); after != before {
				t.Errorf("the log grew from %d to %d", before, after)
			}
		})
	}
}

func TestGameIDs(t *testing.T) {
	w := world(t)
	for _, id := range []string{"", "a", "9lives", "UPPER", "../etc", "waytoolongforagame", "a b"} {
		if _, err := w.Judge.Create(context.Background(), judge.NewGame{ID: id, Rulebook: "race"}); err == nil {
			t.Errorf("%q was accepted as a game's id", id)
		}
	}
	w.Game("g1", "race", nil, "ann", "bob", "cyd")
	_, err := w.Judge.Create(context.Background(), judge.NewGame{
		ID: "g1", Rulebook: "race", Plan: deadline.After(week), At: w.Now,
		Seats: []table.SeatTaken{{Seat: "a"}, {Seat: "b"}, {Seat: "c"}},
	})
	if !errors.Is(err, judge.ErrExists) {
		t.Errorf("a second g1: %v", err)
	}
}

func TestStandingOrdersCountAsWritten(t *testing.T) {
	w := world(t)
	w.Game("g1", "race", nil, "ann", "bob", "cyd")
	w.Send("g1", "ann", "toujours avancer 1")
	w.Send("g1", "bob", "step 1")
	w.Send("g1", "cyd", "ready")
	if n := w.Tick("g1", time.Minute); n != 1 {
		t.Errorf("%d windows were resolved, want 1: all three have written", n)
	}
	if m := w.Table("g1").Misses("ann", ""); m != 0 {
		t.Errorf("ann has missed %d mails", m)
	}
	if n := w.Tick("g1", time.Hour); n != 0 {
		t.Error("an old standing order closed the next mail")
	}
}

func TestOnlyOrdersLiftAWait(t *testing.T) {
	w := world(t)
	w.Game("g1", "race", nil, "ann", "bob", "cyd")
	w.Send("g1", "ann", "avancer 1", "attendre")
	w.Send("g1", "bob", "step 1")
	w.Send("g1", "cyd", "step 1")
	w.Send("g1", "ann", "Une question : qui joue ?")
	if n := w.Tick("g1", time.Hour); n != 0 {
		t.Fatal("talk lifted the wait")
	}
	w.Send("g1", "ann", "terminé")
	if n := w.Tick("g1", time.Minute); n != 1 {
		t.Error("READY did not lift the wait")
	}
}

// The next deadline is counted from the last one, not from when it was resolved.
func TestDeadlinesDoNotDrift(t *testing.T) {
	w := world(t)
	w.Create(judge.NewGame{ID: "g1", Rulebook: "race", Settle: 10 * time.Minute}, "ann", "bob", "cyd")
	begun := w.Now
	if n := w.Tick("g1", week); n != 0 {
		t.Error("the window was resolved before it settled")
	}
	w.Tick("g1", 11*time.Minute)
	first, second := w.Table("g1").Window("1"), w.Table("g1").Window("2")
	if got := time.UnixMilli(first.Closed.At); !got.Equal(begun.Add(week)) {
		t.Errorf("closed at %v, want the deadline %v", got, begun.Add(week))
	}
	if got := time.UnixMilli(second.Closes); !got.Equal(begun.Add(2 * week)) {
		t.Errorf("the next deadline is %v, want %v", got, begun.Add(2*week))
	}
}

func TestNobodySeesWhoHasWritten(t *testing.T) {
	w := world(t)
	w.Game("g1", "race", nil, "ann", "bob", "cyd")
	early := w.Sheet("g1", "ann", "avancer 1")
	early.Turn = "2"
	for _, s := range []judge.Submission{w.Sheet("g1", "ann", "avancer 1"), early, w.Sheet("g1", "ann", "vérifie", "avancer 2")} {
		if _, err := w.Judge.Submit(context.Background(), s); err != nil {
			t.Fatal(err)
		}
	}
	if n := seenSheets(t, w, "bob"); n != 0 {
		t.Errorf("bob sees %d sheets of an open mail", n)
	}
	if n := seenSheets(t, w, "ann"); n != 3 {
		t.Errorf("ann sees %d of her 3 sheets", n)
	}
	w.Tick("g1", week)
	if n := seenSheets(t, w, "bob"); n != 1 {
		t.Errorf("bob sees %d sheets, want the one for lap 1: not the early one, not the dry run", n)
	}
}

// The numbers of a seat's sheets and lines tell others nothing: a gap would be a
// sheet that waits for a later mail, or a line of a plan that was not used.
func TestNumbersOfSheetsAreHidden(t *testing.T) {
	w := world(t)
	w.Game("g1", "race", nil, "ann", "bob", "cyd")
	ahead := w.Sheet("g1", "ann", "avancer 1")
	ahead.Turn = "2"
	if _, err := w.Judge.Submit(context.Background(), ahead); err != nil {
		t.Fatal(err)
	}
	w.Send("g1", "ann", "avancer 2")
	w.Tick("g1", week)
	tbl := w.Table("g1")
	seen := gamestest.Text(tbl.Visible(w.Facts("g1", true), "bob"))
	want(t, seen, `t.sheet {"seat":"ann","n":0,`, `"how":"sheet"}`)
	want(t, gamestest.Text(tbl.Visible(w.Facts("g1", true), "ann")), `"how":"sheet","sheet":2,"line":1}`)
	if strings.Contains(seen, `"n":2`) || strings.Contains(seen, `"sheet":2`) {
		t.Errorf("bob counts ann's sheets:\n%s", seen)
	}
}

func seenSheets(t *testing.T, w *gamestest.World, to games.Seat) int {
	t.Helper()
	n := 0
	for _, f := range w.Table("g1").Visible(w.Facts("g1", false), to) {
		if f.Type == table.TypeSheet {
			n++
		}
	}
	return n
}

// Orders sent ahead wait for their mail, and for second thoughts after its report.
func TestEarlyOrdersLeaveTimeForTheReport(t *testing.T) {
	w := world(t)
	w.Create(judge.NewGame{ID: "g1", Rulebook: "race", Thoughts: 20 * time.Minute}, "ann", "bob", "cyd")
	for _, seat := range []string{"ann", "bob", "cyd"} {
		s := w.Sheet("g1", seat, "step 1")
		s.Turn = "2"
		if _, err := w.Judge.Submit(context.Background(), s); err != nil {
			t.Fatal(err)
		}
	}
	if n := w.Tick("g1", week); n != 1 {
		t.Errorf("%d windows were resolved at the first deadline, want 1", n)
	}
	if n := w.Tick("g1", 21*time.Minute); n != 1 {
		t.Errorf("%d windows were resolved after second thoughts, want 1", n)
	}
}

// Lists in lists and alternatives by the dozen: a hostile sheet costs a bounded
// number of trials.
func TestAHostileSheetIsBounded(t *testing.T) {
	w := world(t)
	w.Game("g1", "race", nil, "ann", "bob", "cyd")
	line := "step 9" + strings.Repeat(" OR step 8, 9, 8, 9, 8, 9, 8, 9", 60)
	w.Send("g1", "ann", strings.Repeat(line+"\n", 100))
	w.Tick("g1", week)
	if w.Table("g1").Window("1").Closed == nil {
		t.Error("the lap was not resolved")
	}
}

// relocked is a log whose game keys come from elsewhere.
type relocked struct {
	events.Log
	keys events.Keys
}

func (l relocked) Keys() events.Keys { return l.keys }

// A game that began with another key is neither judged nor written to: its
// draws would not be those its first fact commits to.
func TestAnotherKeyOfTheGame(t *testing.T) {
	w := world(t)
	w.Game("g1", "bids", nil, "ann", "bob")
	sheet := w.Sheet("g1", "ann", "bid 1")
	tip, err := w.Log.Tip(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	other := events.NewMemoryKeys("other")
	if _, err := other.Key("games/g1"); err != nil {
		t.Fatal(err)
	}
	j := judge.New(relocked{w.Log, other}, w.Books)
	if _, err := j.Submit(t.Context(), sheet); !errors.Is(err, judge.ErrOtherKey) {
		t.Errorf("a sheet: %v", err)
	}
	if _, err := j.Tick(t.Context(), "g1", w.Now.Add(2*week)); !errors.Is(err, judge.ErrOtherKey) {
		t.Errorf("a deadline: %v", err)
	}
	if now, err := w.Log.Tip(t.Context(), ""); now != tip || err != nil {
		t.Errorf("something was appended: %d, %v", now, err)
	}
	none := judge.New(relocked{w.Log, events.NewMemoryKeys("none")}, w.Books)
	if _, err := none.Tick(t.Context(), "g1", w.Now); !errors.Is(err, events.ErrNotFound) {
		t.Errorf("without a key: %v", err)
	}
}
