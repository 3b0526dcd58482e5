package publish_test

import (
	"fmt"
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
	"fivepoints/templates/publish"

	"golang.org/x/tools/txtar"
)

// timed is a race with a moderator and a deadline plan.
func timed(t *testing.T, plan string) *gamestest.World {
	t.Helper()
	p, err := deadline.Parse(plan)
	if err != nil {
		t.Fatal(err)
	}
	w := world(t)
	w.Create(judge.NewGame{ID: "r1", Rulebook: "race", Plan: p, Roles: []table.Role{{Role: table.Moderator, Person: "pmod", Lang: "en"}}}, "ann", "bob", "cat")
	return w
}

// told lists who got posts of a kind, and their bodies.
func toldTo(posts []publish.Post, kind string) (people []string, bodies string) {
	for _, p := range posts {
		if p.Kind == kind {
			people = append(people, p.Person)
			bodies += string(p.Body)
		}
	}
	return people, bodies
}

// A reminder goes to who has not written, once, and nobody else hears of it: not
// even the record that all may read says who it is.
func TestRemindersGoToWhoHasNotWritten(t *testing.T) {
	t.Parallel()
	w := timed(t, "7d; remind=2d")
	p := publisher(t, w)
	w.Send("r1", "ann", "step 1")
	w.Send("r1", "cat", "Hello, I am thinking.") // bob was only invited: until he answers nothing more is sent to him
	run(t, p, 0)
	w.Tick("r1", 5*24*time.Hour)
	posts := run(t, p, 0)
	people, bodies := toldTo(posts, "reminder")
	if !slices.Equal(people, []string{"pcat"}) || len(posts) != 1 {
		t.Errorf("%v", names(posts))
	}
	if !strings.Contains(bodies, "# avancer 1") {
		t.Errorf("no template in\n%s", bodies)
	}
	if again := run(t, publisher(t, w), 0); len(again) > 0 {
		t.Errorf("again: %v", names(again))
	}
	for _, to := range []string{"public", "ann"} {
		if seen := visible(t, w, to); strings.Contains(seen, "pbob") || strings.Contains(seen, "\"missing\"") || !strings.Contains(seen, "t.reminded") {
			t.Errorf("%s sees\n%s", to, seen)
		}
	}
}

// Two worlds that differ in who has not written have the same public record.
func TestAReminderTellsNobodyWhoHasWritten(t *testing.T) {
	t.Parallel()
	var seen []string
	for _, who := range []string{"ann", "bob"} {
		w := timed(t, "7d; remind=2d; grace=12h; late=moderator 1d")
		w.Send("r1", who, "step 1")
		w.Tick("r1", 8*24*time.Hour)
		seen = append(seen, visible(t, w, "cat"))
	}
	if seen[0] != seen[1] {
		t.Errorf("cat can tell them apart:\n%s\n%s", seen[0], seen[1])
	}
}

// visible writes the facts about time that a viewpoint sees.
func visible(t *testing.T, w *gamestest.World, to string) string {
	t.Helper()
	var b strings.Builder
	tbl := w.Table("r1")
	for _, f := range tbl.Visible(w.Facts("r1", true), games.Seat(to)) {
		if table.IsAboutTime(f.Type) {
			b.WriteString(gamestest.Text([]games.Fact{f}))
		}
	}
	return b.String()
}

// What is told about the time of a game, in both languages.
func TestTimeTexts(t *testing.T) {
	t.Parallel()
	w := timed(t, "sat 21:00; remind=1d; grace=12h; late=moderator 1d; told=1; open=2; muster")
	p := publisher(t, w)
	n := 0
	act := func(d time.Duration) judge.Act {
		n++
		w.Now = w.Now.Add(d)
		return judge.Act{Game: "r1", Person: "pmod", By: judge.ByModerator, At: w.Now, Key: events.NewKey("act", fmt.Sprint(n))}
	}
	check := func(_ events.Seq, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	w.Send("r1", "ann", "step 1")
	w.Send("r1", "cat", "Me voilà !")
	w.Tick("r1", 6*24*time.Hour) // the muster is not complete
	check(w.Judge.Start(t.Context(), act(time.Hour)))
	check(w.Judge.Extend(t.Context(), act(time.Hour), "lap1", 24*time.Hour, "it snows"))
	check(w.Judge.Pause(t.Context(), act(time.Hour), "the post is on strike"))
	check(w.Judge.Resume(t.Context(), act(2*time.Hour)))
	check(w.Judge.SetPlan(t.Context(), act(time.Hour), "5j; rappel=1j; prévenu=1; ouvert=2", ""))
	for range 12 {
		w.Tick("r1", 24*time.Hour)
	}
	if _, err := w.Judge.Silence(t.Context(), w.Now, w.Now.Add(3*time.Hour)); err != nil {
		t.Fatal(err)
	}
	var files []txtar.File
	for _, post := range run(t, p, 0) {
		if post.Kind == "news" || post.Kind == "reminder" {
			files = append(files, txtar.File{Name: post.Title + " " + post.Person + " " + post.Lang, Data: post.Body})
		}
	}
	gamestest.Golden(t, "time.txtar", txtar.Format(&txtar.Archive{Files: files}))
}
