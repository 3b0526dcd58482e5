package mailbox

import (
	"strings"
	"testing"
	"time"
)

// guarded feeds a text in pieces of n bytes.
func guarded(text string, n int) error {
	var g guard
	for len(text) > 0 {
		k := min(n, len(text))
		if err := g.check([]byte(text[:k])); err != nil {
			return err
		}
		text = text[k:]
	}
	return nil
}

func TestGuard(t *testing.T) {
	t.Parallel()
	body := "* CAPABILITY (x)\r\n" + strings.Repeat("(", 500) + "\r\n"
	for text, sick := range map[string]bool{
		"* CAPABILITY IMAP4rev1 IDLE\r\n* 3 EXISTS\r\n":                      false,
		"* CAPABILITY IMAP4rev1 (\r\n":                                       true,
		"* capability IMAP4rev(1\r\n":                                        true,
		"* 3 EXISTS\r\n* OK [CAPABILITY (IDLE)] hello\r\n":                   true,
		"T1 OK [CAPABILITY IDLE] hello (you)\r\n":                            false,
		"* OK [ALERT] CAPABILITY (x)\r\n":                                    false,
		"* PREAUTH [CAPABILITY " + strings.Repeat("X", 20_000) + "] x\r\n":   true,
		"* LIST () \"/\" (\r\n* LIST () \"/\" x\r\n":                         false,
		"* 1 FETCH (BODY " + strings.Repeat("(", 200) + "\r\n":               true,
		"* 1 FETCH (UID 2 BODY[] {520}\r\n" + body + "* 1 EXISTS\r\n":        false,
		"* 1 FETCH (UID 2 BODY[] {9}\r\n" + body:                             true,
		"* 1 FETCH (UID 2 BODY[] {520}\r\n" + body + ")\r\n* CAPABILITY (\n": true,
		"* OK look {520}\r\n" + body:                                         true,
		"":                                                                   false,
	} {
		for _, n := range []int{1, 2, 7, 1 << 20} {
			if err := guarded(text, n); (err != nil) != sick {
				t.Errorf("%.60q in pieces of %d: %v", text, n, err)
			}
		}
	}
}

// FuzzGuard: the pieces in which a text comes make no difference.
func FuzzGuard(f *testing.F) {
	f.Add("* 1 FETCH (UID 2 BODY[] {5}\r\nab(cd)\r\n* CAPABILITY (\r\n", 3)
	f.Fuzz(func(t *testing.T, text string, n int) {
		n = max(1, n)
		if (guarded(text, n) == nil) != (guarded(text, len(text)+1) == nil) {
			t.Errorf("pieces of %d make a difference", n)
		}
	})
}

// TestGuardLinear: eight times as much may cost at most twenty times the time.
func TestGuardLinear(t *testing.T) {
	t.Parallel()
	for name, unit := range map[string]string{
		"brackets": "()", "capabilities": "* CAPABILITY x\r\n", "messages": "* 1 FETCH ({1}\r\nx)\r\n", "ends": "{1}\r\n", "numbers": " 123",
	} {
		one := guardTime(t, "* SEARCH "+strings.Repeat(unit, 10_000))
		eight := guardTime(t, "* SEARCH "+strings.Repeat(unit, 80_000))
		if eight > 20*one+200*time.Millisecond {
			t.Errorf("%s: %s, then %s", name, one, eight)
		}
	}
}

// guardTime is the best of three.
func guardTime(t *testing.T, text string) time.Duration {
	best := time.Hour
	for range 3 {
		start := time.Now()
		if err := guarded(text, 4096); err != nil {
			t.Fatal(err)
		}
		best = min(best, time.Since(start))
	}
	return best
}
