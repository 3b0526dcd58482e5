package table

import (
	"reflect"
	"testing"
	"time"
)

func TestMedian(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ all, want []time.Duration }{
		{nil, []time.Duration{0}},
		{[]time.Duration{3}, []time.Duration{3}},
		{[]time.Duration{9, 1, 4}, []time.Duration{4}},
		{[]time.Duration{4, 1, 9, 2}, []time.Duration{4}},
	} {
		before := append([]time.Duration(nil), c.all...)
		if got := median(c.all); got != c.want[0] || !reflect.DeepEqual(before, append([]time.Duration(nil), c.all...)) {
			t.Errorf("the median of %v is %v, the list then %v", before, got, c.all)
		}
	}
	for tag, want := range map[string]string{"1893c": "c", "12": "", "": "", "t12": "t"} {
		if got := phaseOf(tag); got != want {
			t.Errorf("the phase of %q is %q", tag, got)
		}
	}
}
