package publish_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"fivepoints/events"
	"fivepoints/games/gamestest"
	"fivepoints/games/judge"
	"fivepoints/templates/publish"
)

// post appends one fact to a stream.
func post(t *testing.T, w *gamestest.World, stream string, typ string, pub, priv any, key string) events.Seq {
	t.Helper()
	data, err := events.Marshal(pub)
	if err != nil {
		t.Fatal(err)
	}
	f := events.Fact{Type: typ, V: 1, Pub: data}
	if priv != nil {
		plain, err := events.Marshal(priv)
		if err != nil {
			t.Fatal(err)
		}
		f.Priv = []events.Part{{Audience: "engine", Key: key, Plain: plain}}
	}
	tip, err := w.Log.Tip(context.Background(), stream)
	if err != nil {
		t.Fatal(err)
	}
	seq, _, err := w.Log.Append(context.Background(), events.Commit{
		Stream: stream, Expect: tip, Key: events.NewKey("test", stream, fmt.Sprint(tip)), At: time.UnixMilli(1_770_000_000_000), Facts: []events.Fact{f},
	})
	if err != nil {
		t.Fatal(err)
	}
	return seq
}

// message appends a message of a person and what became of it.
func message(t *testing.T, w *gamestest.World, person, outcome, reason string) {
	t.Helper()
	e := events.Envelope{From: "ann@example.org", Person: person, Subject: "mes ordres", MessageID: "<m1@example.org>"}
	msg := post(t, w, "inbox/file", events.TypeReceived, events.Received{Cursor: "1", Class: "mail", Trust: "claimed"}, e, "people/pann")
	post(t, w, "inbox/file", events.TypeSettled, events.Settled{Msg: msg, Outcome: outcome, Reason: reason}, nil, "")
}

func TestNotice(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		person, outcome, reason string
		want                    string // in the notice; "" when there is none
	}{
		{"pann", "refused", "not-your-seat", "siège"},
		{"pann", "held", "which-game", "plusieurs parties"},
		{"pann", "refused", "too_big", "trop gros"},
		{"pann", "ignored", "auto", ""},
		{"pann", "recorded", "", ""},
		{"pstranger", "held", "unproven", ""},
		{"", "held", "no-game", ""},
	} {
		w := world(t)
		w.Game("r1", "race", nil, "ann", "bob", "cat")
		message(t, w, c.person, c.outcome, c.reason)
		var got string
		for _, p := range run(t, publisher(t, w), 0) {
			if p.Kind == "notice" {
				got += p.Stream + "\n" + p.Subject + "\n" + string(p.Body)
			}
		}
		if (c.want == "") != (got == "") || !strings.Contains(got, c.want) {
			t.Errorf("%+v: got %q", c, got)
		}
		if c.want != "" && !strings.Contains(got, "outbox/club\nRe: mes ordres") {
			t.Errorf("%+v: not to the club's outbox with its subject: %q", c, got)
		}
	}
}

// Two messages settled in one commit get an answer each.
func TestEveryMessageGetsItsNotice(t *testing.T) {
	t.Parallel()
	w := world(t)
	w.Game("r1", "race", nil, "ann", "bob", "cat")
	message(t, w, "pann", "held", "no-game")
	message(t, w, "pann", "held", "no-game")
	if got := notices(run(t, publisher(t, w), 0)); len(got) != 2 || len(run(t, publisher(t, w), 0)) > 0 {
		t.Errorf("%d notices, want 2, once", len(got))
	}
}

func notices(posts []publish.Post) (out []publish.Post) {
	for _, p := range posts {
		if p.Kind == "notice" {
			out = append(out, p)
		}
	}
	return out
}

// Who is asked for a code gets it at his address of record, wherever the mail
// came from, and once a day whatever strangers send.
func TestACodeIsAskedOncePerDayAndAddress(t *testing.T) {
	t.Parallel()
	w := world(t)
	w.Game("r1", "race", nil, "ann", "bob", "cat")
	unproven := func(content string, day int64, e events.Envelope) {
		r := events.Received{Cursor: content, Class: "mail", Trust: "claimed", Content: content, At: 1_770_000_000_000 + day*24*3600*1000}
		msg := post(t, w, "inbox/file", events.TypeReceived, r, e, "people/pann")
		post(t, w, "inbox/file", events.TypeSettled, events.Settled{Msg: msg, Outcome: "held", Reason: "unproven"}, nil, "")
	}
	ann := events.Envelope{From: "ann@example.org", Person: "pann", Subject: "mes ordres"}
	token := events.Envelope{From: "else@example.net", Claims: []events.Claim{{Game: "r1", Seat: "bob", By: "token"}}}
	unproven("c1", 0, ann)
	unproven("c2", 0, ann)
	unproven("c3", 1, ann)
	unproven("c4", 0, token)
	unproven("c5", 0, events.Envelope{From: "ann@example.org", Person: "pnobody"})
	unproven("c6", 0, events.Envelope{From: "else@example.net", Claims: []events.Claim{{Game: "r1", Seat: "bob", By: "subject"}}})
	club, err := w.Log.Keys().Key("club")
	if err != nil {
		t.Fatal(err)
	}
	want := []struct{ person, code string }{{"pann", "c1"}, {"pann", "c3"}, {"pbob", "c4"}}
	got := notices(run(t, publisher(t, w), 0))
	if len(got) != len(want) {
		t.Fatalf("%d questions, not %d: %v", len(got), len(want), got)
	}
	for i, p := range got {
		if code := judge.Code(club, want[i].code, want[i].person); p.Person != want[i].person || !strings.Contains(string(p.Body), code) {
			t.Errorf("%s is asked with\n%s\nwithout %s", p.Person, p.Body, code)
		}
	}
}

// A receipt answers the mail that brought its sheet.
func TestAReceiptAnswersItsMail(t *testing.T) {
	t.Parallel()
	w := world(t)
	w.Game("r1", "race", nil, "ann", "bob", "cat")
	s := w.Sheet("r1", "ann", "avancer 1")
	s.MessageID = "a1@example.org"
	if _, err := w.Judge.Submit(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	for _, p := range run(t, publisher(t, w), 0) {
		if p.Kind != "receipt" {
			continue
		}
		for st, err := range w.Log.Read(t.Context(), p.Stream, p.Seq-1) {
			if err != nil {
				t.Fatal(err)
			}
			c, err := events.Open(st, w.Log.Keys())
			if err != nil {
				t.Fatal(err)
			}
			if got := string(c.Facts[0].Priv[0].Plain); !strings.Contains(got, `"in_reply_to":"a1@example.org"`) {
				t.Errorf("the receipt answers %s", got)
			}
			return
		}
	}
	t.Error("there is no receipt")
}

// RESEND brings the last report again, also when it stands among orders.
func TestResendBringsTheLastReportAgain(t *testing.T) {
	t.Parallel()
	w := world(t)
	w.Game("r1", "race", nil, "ann", "bob", "cat")
	kinds := func() (out []string) {
		for _, p := range run(t, publisher(t, w), 0) {
			if p.Seat == "ann" {
				out = append(out, p.Kind+" "+p.Title)
			}
		}
		return out
	}
	for _, lines := range [][]string{{"avancer 1"}, {"renvoyer"}} {
		if _, err := w.Judge.Submit(t.Context(), w.Sheet("r1", "ann", lines...)); err != nil {
			t.Fatal(err)
		}
	}
	if got := kinds(); len(got) != 3 { // an invitation and two receipts: there is no report yet
		t.Errorf("before the first report: %q", got)
	}
	w.Tick("r1", 8*24*time.Hour)
	kinds()
	if _, err := w.Judge.Submit(t.Context(), w.Sheet("r1", "ann", "RESEND", "avancer 1")); err != nil {
		t.Fatal(err)
	}
	got := kinds()
	if len(got) != 2 || !strings.HasPrefix(got[0], "receipt") || !strings.HasPrefix(got[1], "report again-") {
		t.Errorf("after RESEND: %q", got)
	}
}
