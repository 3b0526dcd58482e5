package judge_test

import (
	"context"
	"strings"
	"testing"

	"fivepoints/games"
)

// A subject and a header that mean different mails are asked back; one that is
// only less exact is not (order.ahead).
func TestTwoTurnsAreAskedBack(t *testing.T) {
	for _, tt := range []struct{ subject, header, key, turn, tag string }{
		{subject: "lap1", header: "", turn: "lap1"},
		{subject: "", header: "tour 1", turn: "1"},
		{subject: "lap2", header: "tour 2", turn: "2"},
		{subject: "2", header: "partie g1 tour 2", turn: "2"},
		{subject: "lap1", header: "tour 2", key: "judge.two-turns", tag: "[g1 lap1]"},
		{subject: "lap2", header: "g1 1", key: "judge.two-turns", tag: "[g1 1]"},
		{subject: "7c", header: "tour 9d", key: "judge.two-turns", tag: "[g1 lap1]"},
		{subject: "7", header: "tour 7d", key: "judge.no-turn"},
		{subject: "7", header: "tour 71", key: "judge.two-turns", tag: "[g1 lap1]"},
		{subject: "lap1 lap2", header: "", key: "judge.two-tags", tag: "[g1 lap1]"},
		{subject: "lap1 1", header: "", turn: "1"},
		{subject: "lap3 lap1", header: "tour 1", turn: "1"},
		{subject: "lap3 lap2", header: "tour 1", key: "judge.two-turns", tag: "[g1 1]"},
	} {
		w := world(t)
		w.Game("g1", "race", nil, "ann", "bob", "cyd")
		s := w.Sheet("g1", "ann", strings.TrimSpace(tt.header+"\navancer 3\nmerci"))
		s.Turn = tt.subject
		if _, err := w.Judge.Submit(context.Background(), s); err != nil {
			t.Fatal(err)
		}
		sheet := w.Table("g1").Sheets[0]
		notes := textOf(w.Facts("g1", true))
		order := notes[len(notes)-2]
		if got := problemKey(order); got != tt.key || tt.key == "" && !strings.EqualFold(sheet.Turn, tt.turn) {
			t.Errorf("subject %q, header %q: problem %q, want %q; for %q, want %q", tt.subject, tt.header, got, tt.key, sheet.Turn, tt.turn)
		}
		if tt.key != "" && (sheet.Speaks() || order.Kind != "error") {
			t.Errorf("subject %q, header %q: it counts", tt.subject, tt.header)
		}
		if tt.tag != "" && argOf(*order.Problem, "tag") != tt.tag {
			t.Errorf("subject %q, header %q: the way out is %q, want %q", tt.subject, tt.header, argOf(*order.Problem, "tag"), tt.tag)
		}
	}
}

func argOf(m games.Msg, name string) string {
	for _, a := range m.Args {
		if a.Name == name {
			return strings.Join(a.Vals, "|")
		}
	}
	return ""
}
