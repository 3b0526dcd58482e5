package games

import (
	"slices"
	"testing"
)

func TestResolveOptions(t *testing.T) {
	t.Parallel()
	options := []Option{{Key: "pace", Default: "slow", Values: []string{"slow", "fast"}}, {Key: "rounds", Default: "7"}}
	got, err := ResolveOptions(options, []KV{{"pace", "fast"}, {"rounds", "3"}}, []KV{{"rounds", "5"}})
	if want := []KV{{"pace", "fast"}, {"rounds", "5"}}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%v, %v", got, err)
	}
	for _, bad := range []KV{{"pace", "wild"}, {"rounds", "07"}, {"rounds", "x"}, {"weather", "fine"}} {
		if _, err := ResolveOptions(options, []KV{bad}); err == nil {
			t.Errorf("%v was taken", bad)
		}
	}
}

func TestCompare(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		have  int
		op, n string
		want  bool
	}{
		{1, "<", "2", true},
		{2, "<", "2", false},
		{2, "<=", "2", true},
		{2, "=", "2", true},
		{3, "=", "2", false},
		{2, ">=", "2", true},
		{2, ">", "2", false},
		{3, ">", "2", true},
		{3, "!", "2", false},
		{3, "=", "three", false},
	} {
		if Compare(c.have, c.op, c.n) != c.want {
			t.Errorf("%d %s %s is not %t", c.have, c.op, c.n, c.want)
		}
	}
}
