package publish_test

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"fivepoints/events"
	"fivepoints/games"
	"fivepoints/games/gamestest"
	"fivepoints/games/judge"
	"fivepoints/games/table"
	"fivepoints/templates"
	"fivepoints/templates/publish"

	"golang.org/x/tools/txtar"
)

var codes = regexp.MustCompile(`CONFIRME? [a-z2-7]{4}-[a-z2-7]{4}`)

// table7 is a game with a moderator, an observer and two stand-bys, and a way to
// act at its desk.
type table7 struct {
	*gamestest.World
	t *testing.T
	n int
}

func newTable(t *testing.T) *table7 {
	t.Helper()
	w := &table7{World: world(t), t: t}
	w.Create(judge.NewGame{ID: "r1", Rulebook: "race", Roles: []table.Role{
		{Role: table.Moderator, Person: "pmod", Lang: "fr"},
		{Role: table.Deputy, Person: "pdep", Lang: "en"},
		{Role: table.Observer, Person: "powl", Lang: "en"},
		{Role: table.Standby, Person: "pdan", Lang: "en"},
		{Role: table.Standby, Person: "peve", Lang: "fr"},
	}}, "ann", "bob", "cat")
	return w
}

func (w *table7) by(person, how string) judge.Act {
	w.n++
	w.Now = w.Now.Add(time.Minute)
	return judge.Act{Game: "r1", Person: person, By: how, At: w.Now, Key: events.NewKey("act", fmt.Sprint(w.n))}
}

func (w *table7) must(seq events.Seq, err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

// story is a resignation, a seat that goes down the list of stand-bys, and a
// substitute who was never asked.
func story(t *testing.T) *table7 {
	ctx := context.Background()
	w := newTable(t)
	w.Send("r1", "ann", "avancer 1")
	w.Send("r1", "bob", "step 3\nalways step 1", "my secret thoughts")
	w.must(w.Judge.Resign(ctx, w.by("pbob", judge.ByPlayer), "bob"))
	club, err := w.Log.Keys().Key("club")
	if err != nil {
		t.Fatal(err)
	}
	w.must(w.Judge.Confirm(ctx, w.by("pbob", judge.ByPlayer), judge.DeskCode(club, "r1", w.Table("r1").People.Asked[0])))
	w.Tick("r1", 0)
	w.must(w.Judge.DeclineSeat(ctx, w.by("pdan", judge.ByPlayer), "bob"))
	w.Tick("r1", time.Minute)
	w.must(w.Judge.Accept(ctx, w.by("peve", judge.ByPlayer), ""))
	w.must(w.Judge.Substitute(ctx, w.by("pmod", judge.ByModerator), "cat", judge.Who{Person: "pfay", Lang: "en"}))
	w.Send("r1", "cat", "step 1") // the new one answers
	w.Tick("r1", week)
	return w
}

func TestPeopleTexts(t *testing.T) {
	t.Parallel()
	var ar txtar.Archive
	for _, p := range run(t, publisher(t, story(t).World), 0) {
		if p.Kind == "news" || strings.HasPrefix(p.Title, "welcome") {
			ar.Files = append(ar.Files, txtar.File{Name: p.Title + "." + p.Lang + " to " + p.Person, Data: append([]byte("Subject: "+p.Subject+"\n\n"), p.Body...)})
		}
	}
	for i := range ar.Files { // a code follows from the club's key
		ar.Files[i].Data = codes.ReplaceAll(ar.Files[i].Data, []byte("CONFIRME code"))
	}
	golden(t, "people.txtar", txtar.Format(&ar))
}

// What is private goes to who holds the seat now, and to nobody who held it.
func TestWhoLeftGetsNothingPrivate(t *testing.T) {
	t.Parallel()
	left, answered := false, false
	for _, p := range run(t, publisher(t, story(t).World), 0) {
		if p.Person == "pbob" && left {
			t.Errorf("bob has left and gets %s %q", p.Kind, p.Subject)
		}
		left = left || p.Person == "pbob" && p.Kind == "news" && strings.Contains(string(p.Body), "You have left")
		if p.Person != "pbob" && strings.Contains(string(p.Body), "secret thoughts") {
			t.Errorf("%s reads bob's own words in %s", p.Person, p.Title)
		}
		answered = answered || p.Kind == "receipt" && p.Person == "pfay"
		if text := string(p.Body); p.Person == "pfay" && !answered && strings.Contains(text, "Fuel") {
			t.Errorf("a stranger reads how the seat stands before he answers:\n%s", text)
		}
	}
	if !left {
		t.Error("bob was not told that he left")
	}
}

// Moderators without a seat and observers read every public summary by mail, and
// nothing else of the mails.
func TestObserversReadSummaries(t *testing.T) {
	t.Parallel()
	got := map[string]string{}
	for _, p := range run(t, publisher(t, story(t).World), 0) {
		if p.Kind != "news" {
			got[p.Person] += p.Kind + " " + p.Title + " " + p.Lang + "\n"
		}
	}
	want := "summary start-summary en\nsummary 1-summary en\nsummary 2-summary en\n"
	if got["powl"] != want || got["pmod"] != strings.ReplaceAll(want, " en", " fr") {
		t.Errorf("the observer gets\n%s\nthe moderator\n%s", got["powl"], got["pmod"])
	}
	if got["pdan"] != "" || got["pdep"] != "" {
		t.Errorf("a stand-by gets %q, a deputy %q", got["pdan"], got["pdep"])
	}
}

// A publisher that starts anew queues the same posts, none twice.
func TestPeoplePostsSurviveARestart(t *testing.T) {
	t.Parallel()
	w := story(t)
	first := names(run(t, publisher(t, w.World), 0))
	if again := run(t, publisher(t, w.World), 0); len(again) > 0 {
		t.Errorf("queued again: %v", names(again))
	}
	whole, err := publish.Posts(context.Background(), w.Log, "r1")
	if err != nil || len(whole) != len(first) {
		t.Errorf("%d posts in the log, %d queued, %v", len(whole), len(first), err)
	}
}

// An absence with a sitter: who is told, who reads the papers, and that what the
// sitter sends is marked and his own.
func TestSitterTexts(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	w := newTable(t)
	for _, seat := range []string{"ann", "bob", "cat"} {
		w.Send("r1", seat, "always step 1")
	}
	w.must(w.Judge.Absence(ctx, w.by("pbob", judge.ByPlayer), "bob", judge.Away{From: "2026-01-08", To: "2026-01-16", Reason: "hospital"}))
	w.must(w.Judge.Absence(ctx, w.by("pcat", judge.ByPlayer), "cat", judge.Away{From: "2026-01-08", To: "2026-01-14"}))
	w.must(w.Judge.Sit(ctx, w.by("pbob", judge.ByPlayer), "bob", judge.Who{Person: "psam", Lang: "fr"}, "", ""))
	w.Tick("r1", 4*24*time.Hour)
	s := w.Sheet("r1", "bob", "step 2", "words of the sitter")
	s.By, s.Person = judge.BySitter, "psam"
	w.must(w.Judge.Submit(ctx, s))
	w.Tick("r1", week)
	w.Tick("r1", 2*week)
	got := map[string]bool{}
	var ar txtar.Archive
	for _, p := range run(t, publisher(t, w.World), 0) {
		text := string(p.Body)
		if strings.Contains(text, "hospital") {
			t.Errorf("%s reads why bob is away", p.Person)
		}
		if strings.Contains(text, "words of the sitter") && p.Person != "psam" && p.Person != "pbob" {
			t.Errorf("%s reads the sitter's words", p.Person)
		}
		if p.Person == "psam" {
			got[p.Title] = true
			ar.Files = append(ar.Files, txtar.File{Name: p.Title + "." + p.Lang, Data: append([]byte("Subject: "+p.Subject+"\n\n"), p.Body...)})
		}
		if p.Title == "receipt-bob-2" && p.Person == "pbob" && !strings.Contains(text, "(sitter)") {
			t.Errorf("bob's copy is not marked:\n%s", text)
		}
		if p.Title == "2-summary" && p.Lang == "en" && !strings.Contains(text, "Away: **cat**") {
			t.Errorf("the summary does not tell who was away:\n%s", text)
		}
	}
	for _, title := range []string{"sitting-bob", "receipt-bob-2", "2-report-bob"} {
		if !got[title] {
			t.Errorf("the sitter did not get %s", title)
		}
	}
	if got["3-report-bob"] {
		t.Error("the sitter reads on when bob is back")
	}
	golden(t, "sitter.txtar", txtar.Format(&ar))
}

// Every text about people says something in both languages, with its values.
func TestNewsHasNoHoles(t *testing.T) {
	t.Parallel()
	for _, p := range run(t, publisher(t, story(t).World), 0) {
		doc := templates.Read(p.Body, games.Lang(p.Lang))
		if text := string(templates.Render(doc, templates.Plain)); strings.ContainsAny(text, "{}") || strings.Contains(text, "news.") {
			t.Errorf("%s: a text is missing:\n%s", p.Title, text)
		}
	}
}

// Both codes of a change go to their own address, and what was asked is said when
// it is done; a language that somebody chose counts in every game.
func TestAddressAndSettingsTexts(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	w := newTable(t)
	ann, err := w.Judge.Introduce(ctx, "ann@example.org", "fr", w.Now)
	if err != nil {
		t.Fatal(err)
	}
	w.must(w.Judge.Substitute(ctx, w.by("pmod", judge.ByModerator), "cat", judge.Who{Address: "ANN@example.org"}))
	for _, s := range []events.Settings{{Lang: "en"}, {Zone: "America/Montreal"}} {
		if err := w.Judge.Settings(ctx, w.by(ann, judge.ByPlayer), s); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Judge.AskAddress(ctx, w.by(ann, judge.ByPlayer), judge.ChangeAddress, "ann@work.example.org"); err != nil {
		t.Fatal(err)
	}
	w.Send("r1", "cat", "step 1")
	var ar txtar.Archive
	seen := map[string]bool{}
	for _, p := range run(t, publisher(t, w.World), 0) {
		if p.Person == "" || p.Person[:2] == "pa" && len(p.Person) < 6 {
			continue
		}
		if strings.HasPrefix(p.Title, "address") {
			who := "her"
			if p.Person != ann {
				who = "the new address"
			}
			ar.Files = append(ar.Files, txtar.File{Name: "to " + who, Data: codes.ReplaceAll(append([]byte("Subject: "+p.Subject+"\n\n"), p.Body...), []byte("CONFIRM code"))})
			seen[p.Person] = true
		}
		if p.Person == ann && p.Kind == "receipt" && (p.Lang != "en" || !strings.Contains(string(p.Body), "America/Montreal")) {
			t.Errorf("ann reads her receipt in %s:\n%s", p.Lang, p.Body)
		}
	}
	if len(seen) != 2 {
		t.Errorf("codes went to %d people, want two", len(seen))
	}
	golden(t, "address.txtar", txtar.Format(&ar))
}
