package publish_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"fivepoints/events"
	"fivepoints/games"
	"fivepoints/games/desk"
	"fivepoints/games/judge"
	"fivepoints/templates/publish"
)

// said is something asked of the desk in one language, by a player (his seat) or
// the moderator ("").
type said struct {
	lang games.Lang
	seat string
	text string
}

// dialogue asks for everything there is in both languages, in an order that makes
// sense.
func dialogue() []said {
	return []said{
		{"en", "ann", "STATUS"},
		{"fr", "bob", "état"},
		{"en", "ann", "HISTORY 1"},
		{"fr", "bob", "HISTORIQUE 1"},
		{"en", "ann", "map"},
		{"fr", "bob", "carte"},
		{"en", "ann", "RULES"},
		{"fr", "bob", "règles"},
		{"en", "ann", "HELP step"},
		{"fr", "bob", "AIDE avancer"},
		{"en", "ann", "PRESS TO bob: hello"},
		{"fr", "bob", "message à ann : bonjour"},
		{"en", "ann", "PRESS TO all: hello"},
		{"fr", "bob", "MESSAGE À TOUS : bonjour"},
		{"en", "ann", "PRESS GREY TO bob: boo"},
		{"fr", "bob", "message gris à ann : hou"},
		{"en", "ann", "ABSENCE 2026-02-01 TO 2026-02-05 holidays"},
		{"fr", "bob", "absence du 1er février au 5 février"},
		{"en", "ann", "ABSENCE 2025-01-01 TO 2025-01-02"},
		{"fr", "bob", "absence demain"},
		{"en", "ann", "SITTER zoe@example.org 2026-02-01 2026-02-05"},
		{"fr", "bob", "suppléant zoe@example.org 2026-02-01 2026-02-05"},
		{"en", "ann", "LANG en"},
		{"fr", "bob", "langue fr"},
		{"en", "ann", "ZONE Europe/London"},
		{"fr", "bob", "fuseau Europe/Paris"},
		{"en", "ann", "ZONE Mars/Olympus"},
		{"en", "ann", "NOTICES digest"},
		{"fr", "bob", "avis quiet"},
		{"en", "ann", "ADDRESS ann@example.net"},
		{"fr", "bob", "adresse add bob@example.net"},
		{"en", "ann", "RESIGN"},
		{"fr", "bob", "démissionner"},
		{"en", "ann", "APPLY"},
		{"fr", "bob", "postuler"},
		{"en", "ann", "CLAIM cat"},
		{"fr", "bob", "occuper cat"},
		{"en", "ann", "DECLINE cat"},
		{"fr", "bob", "décliner cat"},
		{"en", "ann", "EXTEND 48h"},
		{"fr", "bob", "RÉSOUDRE 1"},
		{"en", "", "EXTEND 48h snow"},
		{"fr", "", "prolonger 2 jours neige"},
		{"en", "", "EXTEND 77 48h"},
		{"en", "", "DEADLINE 2026-03-01 21:00"},
		{"fr", "", "échéance 2/3 21h30"},
		{"en", "", "DEADLINE 2020-01-01 21:00"},
		{"en", "", "PAUSE"},
		{"fr", "", "SUSPENDRE vacances"},
		{"en", "", "RESUME"},
		{"fr", "", "poursuivre"},
		{"en", "", "REMIND"},
		{"fr", "", "relancer"},
		{"en", "", "CALENDAR sat 21:00"},
		{"fr", "", "CALENDRIER sam 21:00"},
		{"fr", "", "CALENDRIER un jour"},
		{"en", "", "START"},
		{"fr", "", "commencer"},
		{"en", "", "PACE"},
		{"fr", "", "rythme"},
		{"en", "", "ANNOUNCE good luck"},
		{"fr", "", "annoncer bonne chance"},
		{"en", "", "BECOME cat\nstep 2\nEND"},
		{"fr", "", "incarner cat\navancer 1\nFIN"},
		{"en", "", "BECOME dog\nstep 2\nEND"},
		{"en", "", "SUBSTITUTE cat fay@example.org en"},
		{"fr", "", "remplacer cat par gus@example.org fr"},
		{"en", "", "ADMIT pnobody cat"},
		{"fr", "", "admettre pnobody cat"},
		{"en", "", "PREVIEW 1"},
		{"fr", "", "aperçu 1"},
		{"en", "", "ADJUST nonsense : why not"},
		{"fr", "", "ajuster ann 3"},
		{"en", "", "PROCESS 77"},
		{"en", "", "PROCESS 1"},
		{"fr", "", "résoudre 1"},
	}
}

// Every word of the desk is understood in both languages, and what becomes of it
// is a sentence.
func TestEveryWordOfTheDesk(t *testing.T) {
	t.Parallel()
	w := newTable(t)
	for _, seat := range []string{"ann", "bob", "cat"} {
		w.Send("r1", seat, "hello")
	}
	p := publisher(t, w.World)
	asked := map[string][]games.Lang{}
	var out strings.Builder
	for _, s := range dialogue() {
		fmt.Fprintf(&out, "%s %s: %s\n    %s\n", s.lang, map[bool]string{true: "the moderator", false: s.seat}[s.seat == ""],
			strings.ReplaceAll(s.text, "\n", " / "), w.ask(p, s, asked))
	}
	for _, id := range append(desk.Players(), desk.Moderators()...) {
		if id != desk.Contest && len(slices.Compact(slices.Sorted(slices.Values(asked[id])))) < 2 {
			t.Errorf("%s is not asked in both languages", id)
		}
	}
	golden(t, "desk_words.txt", []byte(out.String()))
}

func (w *table7) ask(p *publish.Publisher, s said, asked map[string][]games.Lang) string {
	w.t.Helper()
	ctx := context.Background()
	act := w.by("pmod", judge.ByModerator)
	if s.seat != "" {
		act.Person, act.Seat, act.By = "p"+s.seat, s.seat, judge.ByPlayer
	}
	var in []events.Line
	for i, l := range strings.Split(s.text, "\n") {
		in = append(in, events.Line{N: i + 1, Text: l})
	}
	t := w.Table("r1")
	got, rest := desk.Read(in, judge.Sender(t, s.lang, s.seat == "", w.Now.UnixMilli()))
	if len(got) == 0 {
		return "(talk)"
	}
	if len(got) > 1 || len(rest) > 0 {
		w.t.Errorf("%q is read as %d things, %d lines are left", s.text, len(got), len(rest))
	}
	c := got[0]
	asked[c.Word] = append(asked[c.Word], s.lang)
	if judge.IsQuery(c) {
		doc, err := p.Answer(ctx, t, got, publish.Reader{Seat: games.Seat(s.seat), Lang: s.lang, Moderator: s.seat == ""}, "")
		if err != nil {
			w.t.Fatal(err)
		}
		return "answer: " + doc.Title
	}
	msg, err := w.Judge.Do(ctx, act, c)
	verdict := "done: "
	if no := (*judge.Refused)(nil); errors.As(err, &no) {
		verdict, msg = "refused: ", no.Msg
	} else if err != nil {
		w.t.Fatalf("%q: %v", s.text, err)
	}
	text, err := p.Sentence(w.Table("r1"), msg, s.lang)
	if err != nil || strings.Contains(text, "desk.") || strings.Contains(text, "{") {
		w.t.Errorf("%q has no sentence: %s %v", s.text, text, err)
	}
	return verdict + text
}
