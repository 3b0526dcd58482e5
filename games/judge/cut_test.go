package judge_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"fivepoints/events"
	"fivepoints/games"
	"fivepoints/games/gamestest"
	"fivepoints/games/judge"
	"fivepoints/games/table"
)

func TestWithdrawnSheetNeverHappened(t *testing.T) {
	never, withdrawn := world(t), world(t)
	for _, w := range []*gamestest.World{never, withdrawn} {
		w.Game("g1", "race", nil, "ann", "bob", "cyd")
		w.Send("g1", "ann", "avancer 1")
		if w == withdrawn {
			w.Send("g1", "ann", "avancer 3", "toujours avancer 2")
		}
		w.Tick("g1", week)
		w.Send("g1", "bob", "step 2")
		w.Tick("g1", week)
	}
	if rules(never, "g1") == rules(withdrawn, "g1") {
		t.Fatal("the second sheet changed nothing; the test proves nothing")
	}
	if _, err := withdrawn.Judge.Withdraw(context.Background(), "g1", "ann", 2, withdrawn.Correction("sent by a cousin")); err != nil {
		t.Fatal(err)
	}
	if a, b := rules(never, "g1"), rules(withdrawn, "g1"); a != b {
		t.Errorf("never sent:\n%s\nwithdrawn:\n%s", a, b)
	}
	sameGoing(t, never, withdrawn)
}

func TestAmendedSheetIsAsIfSentSo(t *testing.T) {
	right, amended := world(t), world(t)
	for _, w := range []*gamestest.World{right, amended} {
		w.Game("g1", "race", nil, "ann", "bob", "cyd")
		text := "avancer 2\ntoujours avancer 1"
		if w == amended {
			text = "avancer 1"
		}
		w.Send("g1", "ann", text)
		w.Tick("g1", week)
		w.Send("g1", "bob", "step 2")
		w.Tick("g1", week)
	}
	s := amended.Sheet("g1", "ann", "avancer 2\ntoujours avancer 1")
	if _, err := amended.Judge.Amend(context.Background(), "1", s, amended.Correction("the mail was misread")); err != nil {
		t.Fatal(err)
	}
	if a, b := rules(right, "g1"), rules(amended, "g1"); a != b {
		t.Errorf("sent so:\n%s\namended:\n%s", a, b)
	}
	sameGoing(t, right, amended)
}

// Each mail closed behind a cut is judged again in a commit of its own, and
// stands there for whoever asks what became of it.
func TestEachMailBehindACutIsJudgedAgain(t *testing.T) {
	w := world(t)
	w.Game("g1", "race", nil, "ann", "bob", "cyd")
	w.Send("g1", "ann", "avancer 1")
	w.Tick("g1", week)
	w.Send("g1", "bob", "step 2")
	w.Tick("g1", week)
	seq, err := w.Judge.Withdraw(context.Background(), "g1", "ann", 1, w.Correction("not hers"))
	if err != nil {
		t.Fatal(err)
	}
	again := w.Table("g1")
	first, second := again.Window("1"), again.Window("2")
	if first.Judged != seq+1 || second.Judged != seq+2 {
		t.Errorf("cut at %d, laps judged at %d and %d", seq, first.Judged, second.Judged)
	}
	between, err := table.Load(context.Background(), w.Log, "g1", w.Books, first.Judged)
	if err != nil {
		t.Fatal(err)
	}
	if lap := between.Game.View(games.Public).(gamestest.RaceState).Lap; lap != 1 {
		t.Errorf("after lap 1 was judged again the race is in lap %d", lap+1)
	}
	if _, err := w.Judge.Withdraw(context.Background(), "g1", "bob", 1, w.Correction("nor his")); err != nil {
		t.Fatal(err)
	}
	last := w.Table("g1")
	if last.Window("1").Judged <= seq || last.Window("2").Judged <= second.Judged {
		t.Errorf("the second cut: laps judged at %d and %d", last.Window("1").Judged, last.Window("2").Judged)
	}
}

// A crash after the cut leaves the mails to be judged: they are, before
// anything else happens in the game.
func TestACorrectionCutShortIsFinished(t *testing.T) {
	whole, short := world(t), world(t)
	for _, w := range []*gamestest.World{whole, short} {
		w.Game("g1", "race", nil, "ann", "bob", "cyd")
		w.Send("g1", "ann", "avancer 1")
		w.Send("g1", "bob", "step 3")
		w.Tick("g1", week)
		w.Tick("g1", week)
	}
	for _, w := range []*gamestest.World{whole, short} {
		log := w.Log
		if w == short {
			log = &brittle{Log: log, left: 2} // the cut and one mail
		}
		j := judge.New(log, w.Books)
		j.Draws = lowest
		_, err := j.Withdraw(context.Background(), "g1", "ann", 1, w.Correction("not hers"))
		if (err != nil) != (w == short) {
			t.Fatal(err)
		}
	}
	if rules(whole, "g1") == rules(short, "g1") {
		t.Fatal("nothing was cut short; the test proves nothing")
	}
	short.Judge = judge.New(short.Log, short.Books)
	short.Judge.Draws = lowest
	short.Send("g1", "cyd", "avancer 1")
	if a, b := rules(whole, "g1"), rules(short, "g1"); a != b {
		t.Errorf("whole:\n%s\nfinished:\n%s", a, b)
	}
}

// brittle is a log whose disk fills up.
type brittle struct {
	events.Log
	left int
}

func (b *brittle) Append(ctx context.Context, c events.Commit) (events.Seq, bool, error) {
	if b.left == 0 {
		return 0, false, errors.New("no space left")
	}
	b.left--
	return b.Log.Append(ctx, c)
}

// Whoever looks after the mail finishes a correction that was cut short, even
// when no mail came.
func TestRunFinishesACorrection(t *testing.T) {
	w := world(t)
	w.Game("g1", "race", nil, "ann", "bob", "cyd")
	w.Send("g1", "ann", "avancer 1")
	w.Tick("g1", week)
	w.Tick("g1", week)
	j := judge.New(&brittle{Log: w.Log, left: 1}, w.Books)
	j.Draws = lowest
	if _, err := j.Withdraw(context.Background(), "g1", "ann", 1, w.Correction("not hers")); err == nil {
		t.Fatal("nothing was cut short")
	}
	w.Judge = judge.New(w.Log, w.Books)
	w.Judge.Draws = lowest
	if _, err := w.Judge.Run(context.Background(), time.Time{}, nil); err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"1", "2"} {
		if w.Table("g1").Window(id).Judged == 0 {
			t.Errorf("lap %s was not judged again", id)
		}
	}
}

func TestAmendNamesItsMail(t *testing.T) {
	w := world(t)
	w.Game("g1", "race", nil, "ann", "bob", "cyd")
	w.Tick("g1", week)
	for word, part := range map[string]string{"lap2": "no closed mail of ann; closed: lap1", "LAP1": "", "1": ""} {
		_, err := w.Judge.Amend(context.Background(), word, w.Sheet("g1", "ann", "avancer 2"), w.Correction("misread "+word))
		if part == "" && err != nil || part != "" && (err == nil || !strings.Contains(err.Error(), part)) {
			t.Errorf("%q: %v, want %q", word, err, part)
		}
	}
}

func TestAmendRefusesWhatIsNotUnderstood(t *testing.T) {
	w := world(t)
	w.Game("g1", "race", nil, "ann", "bob", "cyd")
	w.Tick("g1", week)
	for text, part := range map[string]string{
		"avancer 2\nfoo bar": "no order", "avancr 2": "not understood", "# nothing": "holds no order", "clear": "", "avancer 1 # so": "",
	} {
		_, err := w.Judge.Amend(context.Background(), "1", w.Sheet("g1", "ann", text), w.Correction("misread"))
		if part == "" && err != nil || part != "" && (err == nil || !strings.Contains(err.Error(), part)) {
			t.Errorf("%q: %v, want %q", text, err, part)
		}
	}
}

// A change of the position stands where the moderator made it, also when what
// came before is judged again.
func TestAdjustedPositionSurvivesACut(t *testing.T) {
	w := world(t)
	w.Game("g1", "race", nil, "ann", "bob", "cyd")
	w.Send("g1", "ann", "step 3", "step 3")
	w.Tick("g1", week)
	if _, err := w.Judge.Adjust(context.Background(), "g1", "ann fule 1", w.Correction("typing")); err == nil {
		t.Error("a change that is not understood was made")
	}
	c := w.Correction("the tank leaks")
	for range 2 { // one request, one change
		if _, err := w.Judge.Adjust(context.Background(), "g1", "ann fuel 1", c); err != nil {
			t.Fatal(err)
		}
	}
	w.Send("g1", "ann", "step 2", "step 1", "step 1")
	w.Tick("g1", week)
	before := rules(w, "g1")
	want(t, before, `race_filled {"seat":"ann","fuel":1}`, `race_stepped {"seat":"ann","steps":1}`)
	if _, err := w.Judge.Withdraw(context.Background(), "g1", "ann", 1, w.Correction("not hers")); err != nil {
		t.Fatal(err)
	}
	after := strings.ReplaceAll(before, "race_stepped {\"seat\":\"ann\",\"steps\":3}\n", "")
	if got := rules(w, "g1"); got != after || strings.Count(got, "race_filled") != 1 {
		t.Errorf("judged again:\n%s\nwant\n%s", got, after)
	}
	again, stored, err := w.Judge.Rejudge(context.Background(), "g1")
	if err != nil || gamestest.Text(again) != gamestest.Text(stored) {
		t.Errorf("rejudged (%v):\n%s\nstored:\n%s", err, gamestest.Text(again), gamestest.Text(stored))
	}
}

// sameGoing plays both games to the end and compares them.
func sameGoing(t *testing.T, a, b *gamestest.World) {
	t.Helper()
	for _, w := range []*gamestest.World{a, b} {
		w.Send("g1", "cyd", "step 1")
		w.Tick("g1", 10*week)
		if w.Table("g1").Over == nil {
			t.Error("the game did not end")
		}
	}
	if x, y := rules(a, "g1"), rules(b, "g1"); x != y {
		t.Errorf("afterwards:\n%s\nand:\n%s", x, y)
	}
}

func TestCutKeepsWhatPeopleDid(t *testing.T) {
	w := world(t)
	w.Game("g1", "race", nil, "ann", "bob", "cyd")
	w.Send("g1", "ann", "avancer 1")
	w.Tick("g1", week)
	c := w.Correction("twice is once")
	for range 2 {
		if _, err := w.Judge.Withdraw(context.Background(), "g1", "ann", 1, c); err != nil && !strings.Contains(err.Error(), "withdrawn already") {
			t.Fatal(err)
		}
	}
	all := w.Facts("g1", false)
	cuts := 0
	for _, f := range all {
		if f.Type == table.TypeCut {
			cuts++
		}
	}
	if cuts != 1 || len(all) <= len(w.Facts("g1", true)) {
		t.Errorf("%d cuts, %d facts stored: nothing may be deleted and a request corrects once", cuts, len(all))
	}
}
