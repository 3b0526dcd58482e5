package app_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"
)

// states lists what became of the posts of a game: "invitation whyos held before".
func (w *mailWorld) states(game string) string {
	w.t.Helper()
	var posts []struct{ Kind, For, State, Why string }
	if err := json.Unmarshal([]byte(w.run("posts", game, "--json")), &posts); err != nil {
		w.t.Fatal(err)
	}
	var out []string
	for _, p := range posts {
		out = append(out, strings.TrimSpace(fmt.Sprintln(p.Kind, p.For, p.State, p.Why)))
	}
	return strings.Join(out, "\n")
}

// become waits until the posts of a game are in these states.
func (w *mailWorld) become(game, want string) {
	w.t.Helper()
	got := ""
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); <-time.After(20 * time.Millisecond) {
		if got = w.states(game); got == want {
			return
		}
	}
	w.t.Fatalf("the posts of %s are\n%s\nwant\n%s\nthe server says\n%s", game, got, want, w.say)
}

// What was written before mail was set up stays where it is until the operator
// sends it; what comes back is told.
func TestPostsByMail(t *testing.T) {
	t.Parallel()
	w := newMailWorld(t)
	w.run("init")
	w.run("game", "new", "ny1", "newyork1890", "--seat", "whyos=alix@example.org,fr", "--seat", "eastman=sam@example.net,en")
	if got := w.states("ny1"); strings.Contains(got, "held") || !strings.Contains(got, "invitation whyos") {
		t.Errorf("without mail:\n%s", got)
	}
	w.configure("moderator = \"mod@example.org\"")
	w.run("game", "new", "ny2", "newyork1890", "--seat", "whyos=alix@example.org,fr", "--seat", "eastman=sam@example.net,en")
	stop := w.serve()
	defer stop()
	for range 4 { // two invitations, and what the moderator of [mail] gets of a game that names none
		if m := w.next(); !strings.Contains(m.subject, "ny2") {
			t.Errorf("a mail nobody asked for: %s", m.subject)
		}
	}
	const public = "summary public\nsummary public\n"
	w.become("ny2", public+"summary  sent\ninvitation whyos sent\ninvitation eastman sent\nnews  sent")
	w.become("ny1", public+"invitation whyos held before\ninvitation eastman held before")
	if got := w.run("posts", "ny1", "--resend-held", "--for", "eastman"); !strings.Contains(got, "1 ") {
		t.Errorf("resent: %s", got)
	}
	m := w.next()
	if m.to != "sam@example.net" || !strings.Contains(m.subject, "ny1") {
		t.Errorf("resent: %s to %s", m.subject, m.to)
	}
	w.become("ny1", public+"invitation whyos held before\ninvitation eastman replaced\ninvitation eastman sent")
	w.arrive("Return-Path: <>\nFrom: MAILER-DAEMON@example.net\nTo: " + m.from + "\nSubject: Undelivered Mail Returned to Sender\n\n<sam@example.net>: 550 5.1.1 no such user\n")
	if m := w.nextTo("mod@example.org", "ny1"); !strings.Contains(m.text, "eastman") || !strings.Contains(m.text, "5.1.1") {
		t.Errorf("the moderator reads\n%s", m.text)
	}
	w.become("ny1", public+"invitation whyos held before\ninvitation eastman replaced\ninvitation eastman bounced 5.1.1\nalert  sent")
	if got := w.run("posts", "ny1"); !strings.Contains(got, "bounced 5.1.1") || !strings.Contains(got, "held before") {
		t.Errorf("the list says\n%s", got)
	}
}
