package games

import (
	"slices"
	"testing"
)

func TestResolveOptions(t *testing.T) {
	t.Parallel()
	info := Info{
		Options: []Option{{Key: "pace", Default: "slow", Values: []string{"slow", "fast"}}, {Key: "rounds", Default: "7"}, {Key: "rain", Default: "1"}},
		Presets: []Preset{{"long", []KV{{"rounds", "9"}}}, {"quick", []KV{{"pace", "fast"}, {"rounds", "3"}}}},
	}
	for _, c := range []struct {
		setup Setup
		want  []KV
	}{
		{Setup{}, []KV{{"pace", "slow"}, {"rounds", "9"}, {"rain", "1"}}},
		{Setup{Preset: "quick"}, []KV{{"pace", "fast"}, {"rounds", "3"}, {"rain", "1"}}},
		{Setup{Preset: "quick", Options: []KV{{"rounds", "5"}}}, []KV{{"pace", "fast"}, {"rounds", "5"}, {"rain", "1"}}},
	} {
		got, err := ResolveOptions(info, c.setup)
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%+v: %v, %v", c.setup, got, err)
		}
	}
	for _, bad := range []Setup{
		{Preset: "slow"},
		{Options: []KV{{"pace", "wild"}}},
		{Options: []KV{{"rounds", "07"}}},
		{Options: []KV{{"rounds", "x"}}},
		{Options: []KV{{"weather", "fine"}}},
	} {
		if _, err := ResolveOptions(info, bad); err == nil {
			t.Errorf("%v was taken", bad)
		}
	}
	if _, err := ResolveOptions(Info{}, Setup{Preset: "long"}); err == nil {
		t.Error("a preset of a rulebook without any was taken")
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
