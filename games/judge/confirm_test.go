package judge_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"fivepoints/events"
	"fivepoints/games/gamestest"
	"fivepoints/games/judge"
)

// codeFor is the code that the asked person was mailed for a message.
func codeFor(t *testing.T, w *gamestest.World, p post, person string) string {
	t.Helper()
	club, err := w.Log.Keys().Key("club")
	if err != nil {
		t.Fatal(err)
	}
	return judge.Code(club, fmt.Sprint(p), person)
}

func held(t *testing.T, w *gamestest.World, p post) {
	t.Helper()
	receive(t, w, p)
	if got := run(t, w, time.Time{}); !slices.Equal(got, []string{"held unproven"}) {
		t.Fatalf("got %q", got)
	}
}

func expectRun(t *testing.T, w *gamestest.World, want ...string) {
	t.Helper()
	if got := run(t, w, time.Time{}); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// The line may be typed in many ways, and comes from any address: who has the
// code reads the address of record.
func TestACodeReleasesTheMailItWasMadeFor(t *testing.T) {
	for i, line := range []string{"CONFIRM %s", "confirme  %s", "%s", " Confirmer: %s.", "CONFIRM %s "} {
		w := world(t)
		w.Game("g1", "race", nil, "ann", "bob", "cyd")
		p := post{person: "pann", game: "g1", class: "mail", trust: "claimed", lines: []string{"avancer 2"}, at: w.Now.Add(time.Hour)}
		held(t, w, p)
		answer := post{person: []string{"pann", ""}[i%2], class: "mail", trust: "claimed", lines: []string{fmt.Sprintf(line, codeFor(t, w, p, "pann")), ""}, at: w.Now.Add(2 * time.Hour)}
		receive(t, w, answer)
		expectRun(t, w, "sheet of ann", "ignored confirmed")
		expectRun(t, w)
		answer.at = answer.at.Add(time.Hour) // the code is used up
		receive(t, w, answer)
		if got := run(t, w, time.Time{}); slices.Contains(got, "sheet of ann") || slices.Contains(got, "ignored confirmed") {
			t.Errorf("a code counts twice: %q", got)
		}
		run(t, w, w.Now.Add(week))
		want(t, rules(w, "g1"), `race_stepped {"seat":"ann","steps":2}`)
	}
}

// The time of the mail counts, not that of its confirmation; after the game has
// gone on it is late like any other.
func TestAConfirmedMailCountsFromItsOwnTime(t *testing.T) {
	w := world(t)
	w.Game("g1", "race", nil, "ann", "bob", "cyd")
	first := post{person: "pann", game: "g1", class: "mail", trust: "claimed", lines: []string{"avancer 3"}, at: w.Now.Add(time.Hour)}
	held(t, w, first)
	receive(t, w, post{person: "pann", game: "g1", class: "mail", trust: "address", lines: []string{"avancer 1"}, at: w.Now.Add(2 * time.Hour)})
	expectRun(t, w, "sheet of ann")
	receive(t, w, post{class: "mail", trust: "claimed", lines: []string{codeFor(t, w, first, "pann")}, at: w.Now.Add(3 * time.Hour)})
	expectRun(t, w, "sheet of ann", "ignored confirmed")
	late := post{person: "pbob", game: "g1", turn: "1", class: "mail", trust: "claimed", lines: []string{"avancer 3"}, at: w.Now.Add(4 * time.Hour)}
	held(t, w, late)
	run(t, w, w.Now.Add(week))
	receive(t, w, post{class: "mail", trust: "claimed", lines: []string{codeFor(t, w, late, "pbob")}, at: w.Now.Add(week + time.Hour)})
	expectRun(t, w, "sheet of bob", "ignored confirmed")
	if n := textOf(w.Facts("g1", true)); n[len(n)-1].Problem == nil {
		t.Error("a mail confirmed too late is taken")
	}
}

func TestWhatIsNoCode(t *testing.T) {
	w := world(t)
	w.Game("g1", "race", nil, "ann", "bob", "cyd")
	p := post{person: "pann", game: "g1", class: "mail", trust: "claimed", lines: []string{"avancer 2"}, at: w.Now.Add(time.Hour)}
	held(t, w, p)
	code := codeFor(t, w, p, "pann")
	for i, line := range []string{
		"> CONFIRM " + code, "That was not me! CONFIRM " + code, "CONFIRM aaaa-aaaa", codeFor(t, w, p, "pbob"), "CONFIRM " + code[:7],
	} {
		receive(t, w, post{class: "mail", trust: "claimed", lines: []string{line}, at: w.Now.Add(time.Duration(i+2) * time.Hour)})
		expectRun(t, w, "ignored unknown-sender")
	}
	receive(t, w, post{class: "mail", trust: "claimed", lines: []string{"aaaa-aaab", "aaaa-aaac", "aaaa-aaad", code}, at: w.Now.Add(19 * time.Hour)})
	expectRun(t, w, "ignored unknown-sender")
	receive(t, w, post{class: "auto", trust: "claimed", lines: []string{code}, at: w.Now.Add(20 * time.Hour)})
	expectRun(t, w, "ignored auto")
}

// A mail that brings a code and orders counts with its orders.
func TestACodeAndOrdersInOneMail(t *testing.T) {
	w := world(t)
	w.Game("g1", "race", nil, "ann", "bob", "cyd")
	p := post{person: "pann", game: "g1", class: "mail", trust: "claimed", lines: []string{"avancer 2"}, at: w.Now.Add(time.Hour)}
	held(t, w, p)
	receive(t, w, post{
		person: "pann", game: "g1", class: "mail", trust: "claimed",
		lines: []string{codeFor(t, w, p, "pann"), "avancer 1"}, at: w.Now.Add(2 * time.Hour),
	})
	expectRun(t, w, "sheet of ann", "sheet of ann")
	run(t, w, w.Now.Add(week))
	want(t, rules(w, "g1"), `race_stepped {"seat":"ann","steps":1}`)
}

// A judge that died after the first of its two commits goes on.
func TestACodeSurvivesACrash(t *testing.T) {
	w := world(t)
	w.Game("g1", "race", nil, "ann", "bob", "cyd")
	p := post{person: "pann", game: "g1", class: "mail", trust: "claimed", lines: []string{"avancer 2"}, at: w.Now.Add(time.Hour)}
	held(t, w, p)
	answer := receive(t, w, post{class: "mail", trust: "claimed", lines: []string{codeFor(t, w, p, "pann")}, at: w.Now.Add(2 * time.Hour)})
	_, _, err := w.Log.Append(context.Background(), events.Commit{
		Stream: "inbox/test", Expect: answer, Key: events.NewKey("code", fmt.Sprint(answer)), At: w.Now,
		Facts: []events.Fact{{Type: events.TypeVouched, V: 1, Pub: marshal(t, events.Vouched{Msg: answer, Trust: "code", By: answer, Person: "pann"})}},
	})
	if err != nil {
		t.Fatal(err)
	}
	w.Judge = judge.New(w.Log, w.Books)
	expectRun(t, w, "sheet of ann", "ignored confirmed")
}

// What was confirmed once is remembered with what spoke for it; less is asked again.
func TestTheMarkOfASenderIsRemembered(t *testing.T) {
	w := world(t)
	w.Game("g1", "race", nil, "ann", "bob", "cyd")
	signed := func(verdict, signer, text string, hours int) post {
		return post{
			person: "pann", game: "g1", class: "mail", trust: "claimed", lines: []string{text}, at: w.Now.Add(time.Duration(hours) * time.Hour),
			evidence: events.Evidence{Verdict: verdict, Domain: "example.org", Method: "dkim", Signer: signer},
		}
	}
	first := signed("partial", "tenant.example.com", "avancer 1", 1)
	held(t, w, first)
	held(t, w, signed("none", "", "avancer 3", 2))
	receive(t, w, post{class: "mail", trust: "claimed", lines: []string{codeFor(t, w, first, "pann")}, at: w.Now.Add(3 * time.Hour)})
	expectRun(t, w, "sheet of ann", "ignored confirmed")
	for _, restart := range []bool{false, true} {
		if restart {
			w.Judge = judge.New(w.Log, w.Books)
		}
		receive(t, w, signed("partial", "tenant.example.com", fmt.Sprint("avancer 2 # ", restart), 4))
		expectRun(t, w, "sheet of ann")
		held(t, w, signed("partial", "other.example.com", fmt.Sprint("avancer 3 # ", restart), 5))
		held(t, w, signed("failed", "tenant.example.com", fmt.Sprint("avancer 3 # ", restart), 6))
		held(t, w, signed("none", "", fmt.Sprint("avancer 3 # ", restart), 7))
		bob := signed("partial", "tenant.example.com", fmt.Sprint("avancer 3 # ", restart), 8)
		bob.person = "pbob"
		held(t, w, bob)
	}
}

// A player who writes from an address that nobody knows is asked at the address
// of record; then the mail counts for his seat.
func TestASeatsTokenBringsTheQuestionToItsHolder(t *testing.T) {
	w := world(t)
	w.Game("g1", "race", nil, "ann", "bob", "cyd")
	p := post{game: "g1", seat: "ann", by: "token", class: "mail", trust: "claimed", lines: []string{"avancer 2"}, at: w.Now.Add(time.Hour)}
	held(t, w, p)
	receive(t, w, post{person: "pann", class: "mail", trust: "address", lines: []string{codeFor(t, w, p, "pann")}, at: w.Now.Add(2 * time.Hour)})
	expectRun(t, w, "sheet of ann", "ignored confirmed")
}
