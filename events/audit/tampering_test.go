package audit_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/mod/sumdb/tlog"

	"fivepoints/events"
	"fivepoints/events/audit"
)

// evidence is a log with two signed checkpoints, and the second as it was mailed.
func evidence(t *testing.T) (*events.Memory, string, *audit.Signer) {
	t.Helper()
	log := events.NewMemory(events.NewMemoryKeys("tampering"))
	if _, err := log.Keys().Key("club"); err != nil {
		t.Fatal(err)
	}
	found(t, log)
	s, err := audit.SignerOf(t.Context(), log)
	if err != nil {
		t.Fatal(err)
	}
	mailed := ""
	tip := events.Seq(0)
	for i := range 6 {
		tip, _, err = log.Append(t.Context(), events.Commit{
			Stream: "game/g1", Expect: tip, Key: events.NewKey("n", string(rune('a'+i))), At: start.Add(time.Duration(i) * time.Hour),
			Facts: []events.Fact{{Type: "test.said", V: 1, Pub: []byte(`{"n":` + string(rune('1'+i)) + `}`)}},
		})
		if err == nil && i%3 == 2 {
			mailed, err = s.KeepCheckpoint(t.Context(), log, tip, start)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return log, mailed, s
}

// rewritten makes another commit with right hashes out of one, and of all that follow.
func rewritten(s []events.Stored, i int) []events.Stored {
	s[i].Bytes = []byte(strings.Replace(string(s[i].Bytes), `{"n":`, `{"n":9`, 1))
	s[i].Leaf = tlog.RecordHash(s[i].Bytes)
	return s
}

// renumbered gives commits new numbers, as who drops or adds one would.
func renumbered(s []events.Stored) []events.Stored {
	for i := range s {
		s[i].Seq = events.Seq(i + 1)
	}
	return s
}

// Every way to change a log is found: by verify alone, or, where somebody could
// make all hashes and signatures anew, by the checkpoint that a player kept.
func TestTamperingSuite(t *testing.T) {
	t.Parallel()
	log, mailed, s := evidence(t)
	if r, err := audit.Verify(t.Context(), log); err != nil || r.Bad != nil {
		t.Fatalf("a sound log: %+v, %v", r.Bad, err)
	}
	for what, c := range map[string]struct {
		forge func([]events.Stored) []events.Stored
		say   string
	}{
		"flip": {func(s []events.Stored) []events.Stored {
			s[2].Bytes = slices.Clone(s[2].Bytes)
			s[2].Bytes[40] ^= 1
			return s
		}, "leaf hash"},
		"drop":                 {func(s []events.Stored) []events.Stored { return slices.Delete(s, 2, 3) }, "it is missing"},
		"drop and renumber":    {func(s []events.Stored) []events.Stored { return renumbered(slices.Delete(s, 2, 3)) }, "it follows commit"},
		"insert":               {func(s []events.Stored) []events.Stored { return renumbered(slices.Insert(s, 2, s[1])) }, "it follows commit"},
		"reorder":              {func(s []events.Stored) []events.Stored { s[1], s[2] = s[2], s[1]; return s }, "it is missing"},
		"reorder and renumber": {func(s []events.Stored) []events.Stored { s[1], s[2] = s[2], s[1]; return renumbered(s) }, "it follows commit"},
		"rewrite":              {func(s []events.Stored) []events.Stored { return rewritten(s, 2) }, "not the one its checkpoint was made of"},
		"rewrite later":        {func(s []events.Stored) []events.Stored { return rewritten(s, 6) }, "not the one its checkpoint was made of"},
	} {
		r, err := audit.Verify(t.Context(), forged{log, c.forge})
		if err != nil || r.Bad == nil || !strings.Contains(r.Bad.Error(), c.say) {
			t.Errorf("%s: %v, %v; want %q", what, r.Bad, err, c.say)
		}
	}
	// Truncated, rolled back, or made anew by whoever has the keys: the log is
	// right in itself, and the mail tells.
	head, err := audit.OpenNote(mailed, s.Key())
	if err != nil {
		t.Fatal(err)
	}
	for what, forge := range map[string]func([]events.Stored) []events.Stored{
		"truncate":       func(s []events.Stored) []events.Stored { return s[:5] },
		"rewrite wholly": func(s []events.Stored) []events.Stored { return rewritten(s, 2) },
	} {
		p, err := audit.NewProver(t.Context(), forged{log, forge})
		if err != nil {
			t.Fatal(err)
		}
		root, err := p.Root(head.Head.Size)
		if what == "truncate" && err == nil || what != "truncate" && (err != nil || root == head.Head.Root) {
			t.Errorf("%s: the mailed checkpoint of %d commits still holds: %x, %v", what, head.Head.Size, root, err)
		}
	}
}

// Another key of the club signs nothing that was signed before.
func TestAnotherKey(t *testing.T) {
	t.Parallel()
	log, mailed, _ := evidence(t)
	other := signer(t, "example.org/club", 99)
	if _, err := audit.OpenNote(mailed, other.Key()); err == nil {
		t.Error("a note of another key was accepted")
	}
	r, err := audit.Verify(t.Context(), otherKeys{log})
	if err != nil || r.Bad == nil || !strings.Contains(r.Bad.Error(), "signed with another key") {
		t.Errorf("with another key: %v, %v", r.Bad, err)
	}
}

// otherKeys is a log whose keys were replaced.
type otherKeys struct{ events.Log }

func (otherKeys) Keys() events.Keys { return replaced{} }

type replaced struct{ events.Keys }

func (replaced) Find(string) ([]byte, error) { return make([]byte, 32), nil }
