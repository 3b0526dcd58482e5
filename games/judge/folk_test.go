package judge_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"fivepoints/events"
	"fivepoints/games/judge"
)

// A person is added once, whoever spells the address how; it is nowhere in the
// public bytes of the log.
func TestIntroduce(t *testing.T) {
	ctx := context.Background()
	log := events.NewMemory(nil)
	at := time.Date(2026, 1, 5, 20, 0, 0, 0, time.UTC)
	j := judge.New(log, nil)
	first, err := j.Introduce(ctx, "Kim@Example.org", "en", at)
	if err != nil {
		t.Fatal(err)
	}
	again, err := judge.New(log, nil).Introduce(ctx, " kim@example.org", "fr", at)
	if err != nil || again != first {
		t.Errorf("the same address became %s and %s (%v)", first, again, err)
	}
	other, err := j.Introduce(ctx, "sam@example.net", "en", at)
	if err != nil || other == first {
		t.Errorf("two people are %s and %s (%v)", first, other, err)
	}
	tip, err := log.Tip(ctx, "people")
	if err != nil || tip != 2 {
		t.Errorf("the register ends at %d (%v), want two people", tip, err)
	}
	for st, err := range log.Read(ctx, "people", 0) {
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(strings.ToLower(string(st.Bytes)), "example") {
			t.Errorf("an address is public: %s", st.Bytes)
		}
		if len(st.Parts) != 1 || !strings.HasPrefix(st.Parts[0].Key, "people/") {
			t.Errorf("the parts of commit %d: %v", st.Seq, len(st.Parts))
		}
	}
}
