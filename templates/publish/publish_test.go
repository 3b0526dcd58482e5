package publish_test

import (
	"context"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	_ "time/tzdata" // the goldens are in the time of Paris

	"fivepoints/events"
	"fivepoints/games"
	"fivepoints/games/gamestest"
	"fivepoints/templates"
	"fivepoints/templates/publish"

	"golang.org/x/tools/txtar"
)

const week = 7 * 24 * time.Hour

func world(t *testing.T) *gamestest.World {
	w := gamestest.NewWorld(t, events.NewMemory(events.NewMemoryKeys("test")),
		games.Erase(gamestest.Bids{}), games.Erase(gamestest.Peek{}), games.Erase(gamestest.Race{}))
	w.Judge.Draws = func(d games.Draw) ([]int, error) {
		picks := make([]int, d.N)
		for i := range picks {
			picks[i] = i
		}
		return picks, nil
	}
	return w
}

func publisher(t *testing.T, w *gamestest.World) *publish.Publisher {
	t.Helper()
	p, err := publish.New(w.Log, w.Books)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func run(t *testing.T, p *publish.Publisher, upto events.Seq) []publish.Post {
	t.Helper()
	posts, err := p.Run(context.Background(), upto)
	if err != nil {
		t.Fatal(err)
	}
	return posts
}

// race plays a lap in which a line is wrong, one is quoted and one is refused.
func race(t *testing.T) *gamestest.World {
	w := world(t)
	w.Game("r1", "race", nil, "ann", "bob", "cat")
	w.Send("r1", "ann", "avancer 2\nbonjour à tous\navancé 3\n> avancer 1")
	w.Send("r1", "bob", "step 3\nalways step 1\nif fuel > 50: step 2")
	w.Send("r1", "ann", "avancer 1\navancer 99")
	w.Tick("r1", week)
	return w
}

func names(posts []publish.Post) []string {
	var out []string
	for _, p := range posts {
		out = append(out, fmt.Sprintf("%s %s %s %s", p.Stream, p.Title, p.Lang, p.Person))
	}
	return out
}

func TestPosts(t *testing.T) {
	t.Parallel()
	got := strings.Join(names(run(t, publisher(t, race(t)), 0)), "\n")
	want := strings.TrimSpace(`
outbox/r1 start-summary fr 
outbox/r1 start-summary en 
outbox/r1 invitation-ann fr pann
outbox/r1 invitation-bob en pbob
outbox/r1 invitation-cat fr pcat
outbox/r1 receipt-ann-1 fr pann
outbox/r1 receipt-bob-1 en pbob
outbox/r1 receipt-ann-2 fr pann
outbox/r1 1-summary fr 
outbox/r1 1-summary en 
outbox/r1 1-report-ann fr pann
outbox/r1 1-report-bob en pbob`) // cat never answered
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// The texts of a lap, for a person to read.
func TestTexts(t *testing.T) {
	t.Parallel()
	var ar txtar.Archive
	for _, p := range run(t, publisher(t, race(t)), 0) {
		ar.Files = append(ar.Files, txtar.File{Name: p.Title + "." + p.Lang + ".md", Data: append([]byte("Subject: "+p.Subject+"\n\n"), p.Body...)})
	}
	golden(t, "race.txtar", txtar.Format(&ar))
}

// commitment is salted at random: no golden can hold it.
var commitment = regexp.MustCompile(`(?m)(h=[0-9a-f]{16}|[0-9a-f]{64})$`)

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	gamestest.Golden(t, name, commitment.ReplaceAll(got, []byte("h=…")))
}

func TestNothingIsQueuedTwice(t *testing.T) {
	t.Parallel()
	w := race(t)
	p := publisher(t, w)
	if n := len(run(t, p, 0)); n != 12 {
		t.Fatalf("%d posts, want 12", n)
	}
	tip, _ := w.Log.Tip(context.Background(), "")
	if again := run(t, p, 0); len(again) > 0 {
		t.Errorf("the same publisher queued again: %v", names(again))
	}
	if again := run(t, publisher(t, w), 0); len(again) > 0 {
		t.Errorf("a new publisher queued again: %v", names(again))
	}
	if now, _ := w.Log.Tip(context.Background(), ""); now != tip {
		t.Errorf("the log grew from %d to %d", tip, now)
	}
}

// Stopping after any commit and going on with a new publisher queues the same.
func TestStoppedAnywhereTheSameIsQueued(t *testing.T) {
	t.Parallel()
	want := names(run(t, publisher(t, race(t)), 0))
	for stop := events.Seq(1); stop <= 5; stop++ {
		w := race(t)
		got := run(t, publisher(t, w), stop)
		got = append(got, run(t, publisher(t, w), 0)...)
		if fmt.Sprint(names(got)) != fmt.Sprint(want) {
			t.Errorf("stopped after %d: %v", stop, names(got))
		}
	}
}

func TestQueuedPostsAreReadBack(t *testing.T) {
	t.Parallel()
	w := race(t)
	queued := run(t, publisher(t, w), 0)
	read, err := publish.Posts(context.Background(), w.Log, "r1")
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(read, queued) {
		t.Errorf("read\n%v\nqueued\n%v", read, queued)
	}
}

func TestWithdrawnSheetTellsEverybody(t *testing.T) {
	t.Parallel()
	w := race(t)
	p := publisher(t, w)
	run(t, p, 0)
	if _, err := w.Judge.Withdraw(context.Background(), "r1", "bob", 1, w.Correction("sent by another")); err != nil {
		t.Fatal(err)
	}
	posts := run(t, p, 0)
	if len(posts) != 8 { // the correction, then the mail judged again: 2 summaries and 2 reports each
		t.Fatalf("%v", names(posts))
	}
	for i, post := range posts {
		body := string(post.Body)
		if !strings.Contains(body, "sent by another") {
			t.Errorf("%s does not give the reason:\n%s", post.Title, body)
		}
		if i < 4 && (!strings.Contains(body, "bob") || !strings.Contains(body, "lap1")) {
			t.Errorf("%s does not name the sheet and the mails judged again:\n%s", post.Title, body)
		}
		if own := strings.Contains(body, "Your orders withdrawn") || strings.Contains(body, "Vos ordres retirés"); own != (i < 4 && post.Seat == "bob") {
			t.Errorf("%s: shows the orders withdrawn: %v", post.Title, own)
		}
	}
}

// Who has written for an open mail is nobody else's business, not even when
// it is withdrawn.
func TestAWithdrawnSheetOfAnOpenMailIsNotNamed(t *testing.T) {
	t.Parallel()
	w := race(t)
	w.Send("r1", "bob", "step 1")
	p := publisher(t, w)
	run(t, p, 0)
	n := len(w.Table("r1").Sheets)
	last := w.Table("r1").Sheets[n-1]
	if _, err := w.Judge.Withdraw(context.Background(), "r1", "bob", last.N, w.Correction("not his")); err != nil {
		t.Fatal(err)
	}
	for _, post := range run(t, p, 0) {
		if named := strings.Contains(string(post.Body), "bob"); named && post.Seat != "bob" {
			t.Errorf("%s names bob:\n%s", post.Title, post.Body)
		}
	}
}

// What one seat was shown is in its report and in no other text.
func TestPrivateNewsStaysPrivate(t *testing.T) {
	t.Parallel()
	w := world(t)
	w.Game("k1", "peek", nil, "ann", "bob")
	w.Send("k1", "ann", "payer B")
	w.Tick("k1", 2*week)
	var told int
	for _, post := range run(t, publisher(t, w), 0) {
		if !strings.Contains(string(post.Body), "Peek.shown") {
			continue
		}
		if told++; post.Seat != "ann" {
			t.Errorf("%s tells what only ann may know:\n%s", post.Title, post.Body)
		}
	}
	if told == 0 {
		t.Error("ann is not told what she paid to see")
	}
}

func TestErasedPersonGetsNothing(t *testing.T) {
	t.Parallel()
	w := race(t)
	if err := w.Log.Keys().Destroy("people/pann"); err != nil {
		t.Fatal(err)
	}
	for _, post := range run(t, publisher(t, w), 0) {
		if post.Person == "pann" {
			t.Errorf("%s is queued for an erased person", post.Title)
		}
	}
}

func TestDocumentOnDemand(t *testing.T) {
	t.Parallel()
	w := race(t)
	p := publisher(t, w)
	closed := w.Table("r1").Windows[0].ClosedSeq
	for _, post := range run(t, p, 0) {
		if post.Cause != closed {
			continue
		}
		doc, err := p.Document(context.Background(), "r1", closed, games.Seat(post.Seat), games.Lang(post.Lang))
		if err != nil {
			t.Fatal(err)
		}
		if string(templates.Render(doc, templates.Markdown)) != string(post.Body) {
			t.Errorf("%s reads otherwise on demand", post.Title)
		}
	}
	receipt := w.Table("r1").Sheets[0].Seq
	if doc, err := p.Document(context.Background(), "r1", receipt, "bob", "fr"); err == nil {
		t.Errorf("bob may read the sheet of ann:\n%s", templates.Render(doc, templates.Plain))
	}
	if doc, err := p.Document(context.Background(), "r1", receipt, "", "fr"); err != nil || strings.Contains(string(templates.Render(doc, templates.Plain)), "bonjour") {
		t.Errorf("everybody may read the sheet of ann: %v", err)
	}
	if _, err := p.Document(context.Background(), "r1", 9999, "", "fr"); err == nil {
		t.Error("a commit that is not there was shown")
	}
}

func TestDryRunSaysSo(t *testing.T) {
	t.Parallel()
	w := race(t)
	table := w.Table("r1")
	facts, err := w.Judge.Read(context.Background(), table, w.Sheet("r1", "ann", "avancer 3\navancerr 2"))
	if err != nil {
		t.Fatal(err)
	}
	doc, err := publisher(t, w).Receipt(table, facts[0], facts[1], "fr")
	if err != nil {
		t.Fatal(err)
	}
	page := string(templates.Render(doc, templates.Plain))
	for _, want := range []string{"essai", "sheet=none", "avancer 3", "1 erreur"} {
		if !strings.Contains(page, want) {
			t.Errorf("%q is not in\n%s", want, page)
		}
	}
	if _, err := publisher(t, w).Receipt(table, facts[1], facts[0], "fr"); err == nil {
		t.Error("a fact that is no sheet was shown as one")
	}
}

func TestSheetHandedInByTheModerator(t *testing.T) {
	t.Parallel()
	w := world(t)
	w.Game("r1", "race", nil, "ann", "bob", "cat")
	s := w.Sheet("r1", "bob", "step 1")
	s.By = "moderator"
	if _, err := w.Judge.Submit(context.Background(), s); err != nil {
		t.Fatal(err)
	}
	posts := run(t, publisher(t, w), 0)
	last := posts[len(posts)-1]
	if last.Kind != "receipt" || last.Person != "pbob" || !strings.Contains(string(last.Body), "handed in for the player (moderator)") {
		t.Errorf("%s for %s:\n%s", last.Kind, last.Person, last.Body)
	}
}

// In a cadence with a mail per seat only those concerned get a report.
func TestReportsGoToThoseConcerned(t *testing.T) {
	t.Parallel()
	w := world(t)
	w.Game("r1", "race", []games.KV{{Key: "cadence", Value: "seats"}}, "ann", "bob", "cat")
	p := publisher(t, w)
	run(t, p, 0)
	w.Send("r1", "bob", "I am in")
	w.Send("r1", "cat", "moi aussi")
	w.Send("r1", "ann", "avancer 1\nterminé")
	run(t, p, 0)
	w.Tick("r1", time.Minute)
	var got []string
	for _, post := range run(t, p, 0) {
		if post.Kind == "report" {
			got = append(got, post.Person)
		}
	}
	if fmt.Sprint(got) != "[pann pbob]" {
		t.Errorf("ann's mail closed and bob's opened, yet reports went to %v", got)
	}
}

// A player is only invited until he answers once; then he gets what was kept
// back, and all that follows.
func TestASeatStartsWhenItsPlayerAnswers(t *testing.T) {
	t.Parallel()
	w := race(t) // cat has not written
	p := publisher(t, w)
	for _, post := range run(t, p, 0) {
		if post.Seat == "cat" && post.Kind != "invitation" {
			t.Errorf("%s went to cat, who never answered", post.Title)
		}
	}
	w.Send("r1", "cat", "me voilà")
	w.Tick("r1", week)
	got := names(run(t, p, 0))
	for _, want := range []string{"receipt-cat-1", "late-", "2-report-cat"} {
		if !slices.ContainsFunc(got, func(s string) bool { return strings.Contains(s, want) && strings.HasSuffix(s, "pcat") }) {
			t.Errorf("no %s for cat: %v", want, got)
		}
	}
}

// A game that ends ranks its seats in every report and asks for nothing more.
func TestEndOfAGame(t *testing.T) {
	t.Parallel()
	w := race(t)
	for range 4 {
		w.Tick("r1", week)
	}
	posts := run(t, publisher(t, w), 0)
	for _, post := range posts[len(posts)-4:] { // two summaries, two reports
		page := string(post.Body)
		over := strings.Contains(page, "La partie est finie") || strings.Contains(page, "The game is over")
		if !over || strings.Contains(page, "reply above this line") {
			t.Errorf("%s of the last mail:\n%s", post.Title, page)
		}
	}
}
