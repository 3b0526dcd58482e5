package audit_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"fivepoints/events"
	"fivepoints/events/audit"

	"golang.org/x/mod/sumdb/tlog"
)

func signer(t testing.TB, origin string, b byte) *audit.Signer {
	t.Helper()
	s, err := audit.NewSigner(origin, bytes.Repeat([]byte{b}, 32))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func promise() audit.Promise {
	return audit.Promise{
		Game: "ny12", Window: "1893/1", Seat: "whyos", N: 3, H: [32]byte{1, 2, 3}, Received: time.UnixMilli(1_900_000_000_123).UTC(),
	}
}

func tree(n int) *audit.Tree {
	var t audit.Tree
	for i := range n {
		t.Add(tlog.RecordHash(fmt.Append(nil, i)))
	}
	return &t
}

// What was mailed stays checkable for ever: the formats are final.
func TestNotesAreFinal(t *testing.T) {
	t.Parallel()
	s := signer(t, "example.org/club", 7)
	if want := "example.org/club+" + finalKey; s.Key() != want {
		t.Errorf("key %s, want %s", s.Key(), want)
	}
	point, err := s.Checkpoint(tree(5))
	if err != nil || point != finalCheckpoint {
		t.Errorf("checkpoint, %v:\n%s\nwant\n%s", err, point, finalCheckpoint)
	}
	prom, err := s.Promise(promise())
	if err != nil || prom != finalPromise {
		t.Errorf("promise, %v:\n%s\nwant\n%s", err, prom, finalPromise)
	}
}

func TestOpenNote(t *testing.T) {
	t.Parallel()
	s := signer(t, "a club + more", 7)
	point, err := s.Checkpoint(tree(5))
	if err != nil {
		t.Fatal(err)
	}
	got, err := audit.OpenNote(point, s.Key())
	if err != nil || got.Promise != nil || *got.Head != (audit.Head{Origin: "a-club---more", Size: 5, Root: tree(5).Root()}) {
		t.Errorf("checkpoint: %+v, %v", got, err)
	}
	prom, err := s.Promise(promise())
	if err != nil {
		t.Fatal(err)
	}
	if got, err = audit.OpenNote(prom, s.Key()); err != nil || got.Head != nil || *got.Promise != promise() {
		t.Errorf("promise: %+v, %v", got, err)
	}
	other := signer(t, "a club + more", 8)
	for _, bad := range []struct{ text, key string }{
		{point, other.Key()},
		{strings.Replace(point, "\n5\n", "\n6\n", 1), s.Key()},
		{prom, "rubbish"},
		{"", s.Key()},
		{strings.Replace(prom, "sheet 3", "sheet 2", 1), s.Key()},
	} {
		if _, err := audit.OpenNote(bad.text, bad.key); err == nil {
			t.Errorf("%q with key %s was accepted", bad.text, bad.key)
		}
	}
	if _, err := audit.OpenNote(point, other.Key()); !errors.Is(err, audit.ErrSignature) {
		t.Errorf("another key: %v", err)
	}
}

// TestFindNotes finds notes as mail programs and boards leave them.
func TestFindNotes(t *testing.T) {
	t.Parallel()
	s := signer(t, "example.org/club", 7)
	point, err := s.Checkpoint(tree(5))
	if err != nil {
		t.Fatal(err)
	}
	prom, err := s.Promise(promise())
	if err != nil {
		t.Fatal(err)
	}
	for what, change := range map[string]func(string) string{
		"as it is":   func(s string) string { return s },
		"quoted":     func(s string) string { return "> > " + strings.ReplaceAll(s, "\n", "\n> > ") },
		"folded":     func(s string) string { return strings.ReplaceAll(s, "club ", "club\n") },
		"cut":        func(s string) string { return s[:len(s)-30] + "\n" + s[len(s)-30:] },
		"indented":   func(s string) string { return "\u00a0   " + strings.ReplaceAll(s, "\n", "\n\u00a0   ") },
		"spread":     func(s string) string { return strings.ReplaceAll(s, "\n", "\n\n") },
		"short dash": func(s string) string { return strings.ReplaceAll(s, "—", "--") },
		"crlf":       func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") },
	} {
		text := "12\nHello\n\n" + change(point) + "\nsome words\n" + change(prom) + "\nregards"
		got := audit.FindNotes(strings.Split(text, "\n"))
		if len(got) != 2 || got[0] != point || got[1] != prom {
			t.Errorf("%s: found %q", what, got)
		}
	}
}

func FuzzOpenNote(f *testing.F) {
	s := signer(f, "example.org/club", 7)
	point, err := s.Checkpoint(tree(5))
	if err != nil {
		f.Fatal(err)
	}
	prom, err := s.Promise(promise())
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range []string{point, prom, "> " + point, "x"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, n := range audit.FindNotes(strings.Split(text, "\n")) {
			if got, err := audit.OpenNote(n, s.Key()); err == nil && n != point && n != prom {
				t.Errorf("nobody signed %+v", got)
			}
		}
		if p, err := audit.CheckProof([]byte(text), s.Key()); err == nil && p.Newer.Size != 5 {
			t.Errorf("nobody signed what this leads to: %+v", p)
		}
	})
}

// Proofs of every commit and every two sizes hold, alone, with the key only;
// with one byte changed none does.
func TestProofs(t *testing.T) {
	t.Parallel()
	log := filled(t, 9)
	s := signer(t, "example.org/club", 7)
	p, err := audit.NewProver(t.Context(), log)
	if err != nil {
		t.Fatal(err)
	}
	points := map[uint64]string{}
	for size := uint64(1); size <= 9; size++ {
		at, err := audit.TreeAt(t.Context(), log, size)
		if err != nil {
			t.Fatal(err)
		}
		if root, err := p.Root(size); err != nil || root != at.Root() {
			t.Fatalf("root of %d: %x, %v", size, root, err)
		}
		if points[size], err = s.Checkpoint(&at); err != nil {
			t.Fatal(err)
		}
	}
	var all []events.Stored
	for st, err := range log.Read(t.Context(), "", 0) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, st)
	}
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.Uint64Range(1, 9).Draw(t, "size")
		seq := rapid.Uint64Range(1, size).Draw(t, "seq")
		proof, err := p.Inclusion(events.Seq(seq), size)
		if err != nil {
			t.Fatal(err)
		}
		text := audit.WriteInclusion(all[seq-1], proof, points[size])
		got, err := audit.CheckProof(text, s.Key())
		if err != nil || got.Seq != events.Seq(seq) || !bytes.Equal(got.Record, all[seq-1].Bytes) || got.Newer.Size != size {
			t.Fatalf("inclusion of %d in %d: %+v, %v\n%s", seq, size, got, err, text)
		}
		if proof, err = p.Consistency(seq, size); err != nil {
			t.Fatal(err)
		}
		both := audit.WriteConsistency(proof, points[seq], points[size])
		if got, err = audit.CheckProof(both, s.Key()); err != nil || got.Older.Size != seq || got.Newer.Size != size {
			t.Fatalf("%d begin %d: %+v, %v\n%s", seq, size, got, err, both)
		}
		for _, whole := range [][]byte{text, both} {
			bad := bytes.Clone(whole)
			i := rapid.IntRange(0, len(bad)-1).Draw(t, "byte")
			bad[i] ^= 1
			if _, err := audit.CheckProof(bad, s.Key()); err == nil {
				t.Fatalf("byte %d (%q) does not matter:\n%s", i, whole[i], bad)
			}
		}
	})
	if _, err := p.Inclusion(10, 10); err == nil {
		t.Error("a commit that is not there was proven")
	}
	if _, err := p.Consistency(0, 3); err == nil {
		t.Error("nothing begins everything")
	}
}

// TestOneRootForASize signs, crashes, and signs again; a log that is another one
// is not signed (crash point C11).
func TestOneRootForASize(t *testing.T) {
	t.Parallel()
	log := events.NewMemory(events.NewMemoryKeys("one"))
	if _, err := log.Keys().Key("club"); err != nil {
		t.Fatal(err)
	}
	if s, err := audit.SignerOf(t.Context(), log); s != nil || err != nil {
		t.Errorf("a log without an origin has a signer: %v, %v", s, err)
	}
	found(t, log)
	s, err := audit.SignerOf(t.Context(), log)
	if err != nil || s == nil {
		t.Fatalf("no signer: %v", err)
	}
	first, err := s.KeepCheckpoint(t.Context(), log, 1, start)
	if err != nil {
		t.Fatal(err)
	}
	if kept, err := audit.CheckpointOf(t.Context(), log, 1); err != nil || kept != first {
		t.Errorf("it was given out before it was kept: %q, %v", kept, err)
	}
	again, err := s.KeepCheckpoint(t.Context(), log, 1, start.Add(time.Hour))
	tip, _ := log.Tip(t.Context(), "")
	if err != nil || again != first || tip != 2 {
		t.Errorf("signed again: %q, %v, %d commits", again, err, tip)
	}
	other := forged{log, func(all []events.Stored) []events.Stored { all[0].Leaf[0] ^= 1; return all }}
	if note, err := s.KeepCheckpoint(t.Context(), other, 1, start); err == nil {
		t.Errorf("a second root was signed for one size: %s", note)
	}
	if _, err := s.KeepCheckpoint(t.Context(), log, 9, start); err == nil {
		t.Error("a head was signed that is not there")
	}
	points, err := audit.Checkpoints(t.Context(), log)
	if err != nil || len(points) != 1 || points[0].Note != first || points[0].Size != 1 {
		t.Errorf("checkpoints %+v, %v", points, err)
	}
}

// found appends the first commit of a data folder.
func found(t testing.TB, log events.Log) {
	t.Helper()
	_, _, err := log.Append(t.Context(), events.Commit{
		Stream: "club", Key: events.NewKey("club"), At: start,
		Facts: []events.Fact{{Type: events.TypeClub, V: 1, Pub: []byte(`{"origin":"example.org/club","format":1}`)}},
	})
	if err != nil {
		t.Fatal(err)
	}
}

func BenchmarkProof(b *testing.B) {
	log := events.NewMemory(nil)
	for i := range 20_000 {
		stream := fmt.Sprintf("game/g%d", i)
		if _, _, err := log.Append(b.Context(), events.Commit{
			Stream: stream, Key: events.NewKey("n"), At: start, Facts: []events.Fact{{Type: "test.said", V: 1, Pub: []byte(`{}`)}},
		}); err != nil {
			b.Fatal(err)
		}
	}
	b.Run("read", func(b *testing.B) {
		for b.Loop() {
			if _, err := audit.NewProver(b.Context(), log); err != nil {
				b.Fatal(err)
			}
		}
	})
	p, err := audit.NewProver(b.Context(), log)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("inclusion", func(b *testing.B) {
		for b.Loop() {
			if _, err := p.Inclusion(7_777, 20_000); err != nil {
				b.Fatal(err)
			}
		}
	})
}

const (
	finalKey        = "a3c39cc4+AejaGJ3apkfMnNxDHI37bbIGoQJPw5k4285Ol9ly/OMx"
	finalCheckpoint = `example.org/club
5
tnSPbtepnefahP2X4aO6xvq4mZ9KQ2lcq5Uoot5DEUc=

— example.org/club o8OcxKxiqUOIfpEwI0KRGEZ5p9ain63eW/ov+zgE9IfS+3b2hzudaE3NjYYMlPlNM5iSo4mjtbD8URyoSvwIsDOGNQM=
`
	finalPromise = `fivepoints promise 1
game ny12
window 1893/1
seat whyos
sheet 3
hash 0102030000000000000000000000000000000000000000000000000000000000
received 2030-03-17T17:46:40.123Z

— example.org/club o8OcxDMdIjaxdXnZS62rHTXoOTddYeDYWsA0uKO6eaBvj1I7eX9YnsoYXaaf/rsIIPDgmV9LB2/9g79tZzyKYEP39wo=
`
)
