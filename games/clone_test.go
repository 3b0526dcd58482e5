package games

import (
	"reflect"
	"testing"
)

type inner struct {
	N    []int
	Deep map[string][]int
}

type cloned struct {
	A     int
	List  []inner
	Point *inner
	Fix   [2][]int
	Hid   Secret[[]int]
	None  []int
}

func TestCloneSharesNothingThatChanges(t *testing.T) {
	make := func() *cloned {
		return &cloned{
			1,
			[]inner{{[]int{1}, map[string][]int{"x": {2}}}},
			&inner{N: []int{3}},
			[2][]int{{4}, {5}},
			Hide("ann", []int{6}), nil,
		}
	}
	a := make()
	b := clone(a)
	if !reflect.DeepEqual(a, b) {
		t.Fatalf("the copy differs: %+v", b)
	}
	b.List[0].N[0], b.List[0].Deep["x"][0], b.Point.N[0], b.Fix[1][0], b.A = 9, 9, 9, 9, 9
	b.List[0].Deep["y"] = nil
	if !reflect.DeepEqual(a, make()) {
		t.Errorf("changing the copy changed the original: %+v %+v", a.List, a.Point)
	}
}

func TestSecretShowsNothing(t *testing.T) {
	s := Hide("ann", 42)
	if _, ok := s.For(Public); ok {
		t.Error("the public reads a secret")
	}
	if _, ok := Hide(Engine, 42).For("ann"); ok {
		t.Error("a seat reads the engine's secret")
	}
	if v, ok := s.For("ann"); !ok || v != 42 {
		t.Error("its owner cannot read a secret")
	}
	if _, err := s.MarshalJSON(); err == nil {
		t.Error("a secret was marshalled")
	}
}
