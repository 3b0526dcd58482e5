package crooks

import (
	"strings"
	"testing"
	"time"

	"fivepoints/events"
	"fivepoints/games"
	"fivepoints/games/gamestest"
	"fivepoints/games/judge"
	"fivepoints/games/table"
)

// tableAt opens a game in a position; second thoughts last as long as asked.
func tableAt(t *testing.T, position string, thoughts time.Duration, options ...games.KV) *gamestest.World {
	t.Helper()
	r, b := book(t)
	w := gamestest.NewWorld(t, events.NewMemory(events.NewMemoryKeys("test")), b)
	w.Open(judge.NewGame{ID: "cr1", Rulebook: Name, Options: options, Thoughts: thoughts}, NewPositions(r), position)
	return w
}

// noted writes what a seat was told about its sheets, line by line.
func noted(w *gamestest.World, seat string) string {
	var out []games.Fact
	for _, f := range w.Table("cr1").Visible(w.Facts("cr1", false), games.Seat(seat)) {
		if p, ok := f.Pub.(table.SheetText); ok && p.Seat == seat {
			out = append(out, f)
		}
	}
	return gamestest.Text(out)
}

// What a sheet is answered never depends on what lies unseen: two games that
// differ in a pile answer the same orders alike, trials among them (order.know).
func TestReceiptsDoNotPeek(t *testing.T) {
	t.Parallel()
	sheets := []struct{ seat, text string }{
		{"tom", "check\nrecruit D : take C05 to 9"},
		{"tom", "check\nrecruit D : take killer to 9 kill pim, or take max to 8 hidden"},
		{"tom", "vérifier\nrecrute D, A : prends gang N vers 9, 8\nprends C05 vers 3"},
		{"tom", "check\nif rival 9 < 3: recruit D else recruit A : take spy to 2 look place D"},
		{"pim", "recruit D : take C05 to 9\ntake C05 to 8\npass the word"},
		{"tom", "take C05 to 9"},
		{"tom", "recruit A : take C19 to 9"},
		{"tom", "recruit K\nrecruit D : take C32 to 9 or recruit D : take min to 7 hidden"},
	}
	const position = "seats tom pim\nturn 5 tom\npile A C21 C22\ntom cash 4\npim 8 C19\n"
	var told []string
	for _, world := range []string{"pile D C05 C28 C29\npim 9 -C01", "pile D C01 C02 C03\npim 9 -C32", "pile D C32 C06 C17\npim 9 -C05"} {
		w := tableAt(t, position+strings.ReplaceAll(world, "-C32", "-C31"), 0)
		for _, s := range sheets {
			w.Send("cr1", s.seat, s.text)
		}
		told = append(told, noted(w, "tom")+noted(w, "pim"))
	}
	for _, other := range told[1:] {
		if other != told[0] {
			t.Errorf("the answers differ:\n%s\n%s", told[0], other)
		}
	}
	if !strings.Contains(told[0], "choose.one") || !strings.Contains(told[0], "warn") {
		t.Errorf("nothing was warned of:\n%s", told[0])
	}
}

// A pass sent by mistake may be taken back while second thoughts last.
func TestPassIsTakenBackInTime(t *testing.T) {
	t.Parallel()
	const position = "seats tom pim\nturn 5 tom\npile A C21 C22\n"
	for text, passed := range map[string]bool{"": true, "annule passe": false, "clear": false, "recruit A": false} {
		w := tableAt(t, position, 20*time.Minute)
		w.Send("cr1", "tom", "passe")
		w.Tick("cr1", 10*time.Minute)
		if text != "" {
			w.Send("cr1", "tom", text)
		}
		w.Tick("cr1", 30*time.Minute)
		v, _ := w.Table("cr1").Game.View(games.Engine).(View)
		if v.Seats[0].Passed != passed {
			t.Errorf("%q: passed is %t", text, v.Seats[0].Passed)
		}
	}
}

// A wrong order leaves the seat due: nothing is paid before the deadline, when
// the automatic choice plays; who writes out of turn waits.
func TestWrongOrdersWait(t *testing.T) {
	t.Parallel()
	w := tableAt(t, "seats tom pim\nturn 5 tom\npile A C21 C22\npile B C23 C24 C25\ntom cash 2\n", 0)
	w.Send("cr1", "tom", "recruit B : take max to 9")
	w.Send("cr1", "pim", "recruit A : take max to 9")
	w.Tick("cr1", 24*time.Hour)
	v, _ := w.Table("cr1").Game.View(games.Public).(View)
	if v.Turn != 5 || v.Seats[0].Cash != 2 {
		t.Errorf("turn %d, %+v", v.Turn, v.Seats)
	}
	w.Tick("cr1", 8*24*time.Hour)
	v, _ = w.Table("cr1").Game.View(games.Public).(View)
	if v.Seats[0].Cash != 0 || len(v.Targets[7].Rows) != 2 {
		t.Errorf("turn %d, %+v", v.Turn, v.Targets[7])
	}
}

// Nothing in the log page of a seat names a crook it was not shown, nor does
// the log keep a hidden crook where all can read (invariant 8).
func TestLogPagesNameNothingHidden(t *testing.T) {
	t.Parallel()
	w := tableAt(t, "seats tom pim\nturn 5 tom\npile A C21 C22 C23\npim 9 -C05\npim 8 -C06\n", 0)
	w.Send("cr1", "tom", "recruit A : take C22 to 4 hidden")
	w.Send("cr1", "pim", "recruit A\ntake max to 3")
	w.Tick("cr1", time.Hour)
	tbl, facts := w.Table("cr1"), w.Facts("cr1", false)
	for seat, hidden := range map[games.Seat][]string{
		"tom": {"C05", "C06"}, "pim": {"C22"}, games.Public: {"C05", "C06", "C22", "C21"},
	} {
		page := ""
		for _, f := range tbl.Visible(facts, seat) {
			if f.Type != factCreated && f.Type != table.TypeSheet && f.Type != table.TypeText {
				page += gamestest.Text([]games.Fact{f})
			}
		}
		for _, c := range hidden {
			if strings.Contains(page, c) {
				t.Errorf("%s reads of %s:\n%s", seat, c, page)
			}
		}
	}
}

// mail.ladder: the second miss in a row is told, the third opens the seat.
func TestTheLadderOfSilence(t *testing.T) {
	t.Parallel()
	_, b := book(t)
	gamestest.Ladder(t, b, "", "tom", "pim")
}
