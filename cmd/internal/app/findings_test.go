package app

import (
	"testing"

	"fivepoints/games"
	"fivepoints/games/table"
)

// What today's rules make otherwise is listed, not only counted.
func TestFindings(t *testing.T) {
	t.Parallel()
	fact := func(window string) games.Fact {
		return games.Fact{Type: "moved", V: 1, Pub: table.Judged{Window: window}}
	}
	stored := []games.Fact{fact("1"), fact("2"), fact("3")}
	if n, out, err := findings(stored, stored); n != 0 || len(out) > 0 || err != nil {
		t.Errorf("the same facts: %d, %v, %v", n, out, err)
	}
	n, out, err := findings([]games.Fact{fact("1"), fact("9")}, stored)
	want := []finding{{2, `moved {"window":"2"}`, `moved {"window":"9"}`}, {3, `moved {"window":"3"}`, ""}}
	if err != nil || n != 2 || len(out) != 2 || out[0] != want[0] || out[1] != want[1] {
		t.Errorf("%d findings %+v, %v; want %+v", n, out, err, want)
	}
	many := make([]games.Fact, 100)
	for i := range many {
		many[i] = fact("x")
	}
	if n, out, err := findings(nil, many); err != nil || n != 100 || len(out) != maxFindings {
		t.Errorf("%d differences, %d listed, %v", n, len(out), err)
	}
}
