package audit_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"testing"
	"time"

	"fivepoints/events"
	"fivepoints/events/audit"

	"golang.org/x/mod/sumdb/tlog"
)

// hashes is the tree as tlog keeps it.
type hashes []tlog.Hash

func (h hashes) ReadHashes(at []int64) ([]tlog.Hash, error) {
	var out []tlog.Hash
	for _, i := range at {
		out = append(out, h[i])
	}
	return out, nil
}

// TestTree compares every size with golang.org/x/mod/sumdb/tlog.
func TestTree(t *testing.T) {
	t.Parallel()
	var tree audit.Tree
	var all hashes
	for n := range int64(300) {
		want, err := tlog.TreeHash(n, all)
		if err != nil {
			t.Fatal(err)
		}
		if tree.Root() != want || tree.Size() != uint64(n) {
			t.Fatalf("root of %d leaves is %x, want %x", n, tree.Root(), want)
		}
		if tree, err = audit.Resume(tree.Size(), tree.Peaks()); err != nil {
			t.Fatal(err)
		}
		record := fmt.Append(nil, n)
		more, err := tlog.StoredHashes(n, record, all)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, more...)
		tree.Add(tlog.RecordHash(record))
	}
	if _, err := audit.Resume(3, make([]byte, 32)); err == nil {
		t.Error("three leaves were resumed from one peak")
	}
}

func TestCheckpointSigned(t *testing.T) {
	t.Parallel()
	var tree audit.Tree
	tree.Add([32]byte{1})
	p := audit.Sign(&tree, []byte("key"))
	if !p.Signed([]byte("key")) || p.Signed([]byte("other")) {
		t.Error("the key does not matter")
	}
	for _, change := range []func(*audit.Checkpoint){
		func(p *audit.Checkpoint) { p.Size++ },
		func(p *audit.Checkpoint) { p.Root[0]++ },
		func(p *audit.Checkpoint) { p.Mac = nil },
	} {
		q := p
		if change(&q); q.Signed([]byte("key")) {
			t.Errorf("%+v counts as signed", q)
		}
	}
}

var start = time.UnixMilli(1_900_000_000_000)

// filled returns a log of n commits in two streams.
func filled(t *testing.T, n int) *events.Memory {
	log := events.NewMemory(nil)
	tips := map[string]events.Seq{}
	for i := range n {
		stream := fmt.Sprintf("game/g%d", i%2)
		seq, _, err := log.Append(t.Context(), events.Commit{
			Stream: stream, Expect: tips[stream], Key: events.NewKey("n", fmt.Sprint(i)), Cause: events.Seq(i), At: start,
			Facts: []events.Fact{{Type: "test.said", V: 1, Pub: fmt.Appendf(nil, `{"n":%d}`, i), Priv: []events.Part{{Audience: "aa", Key: "games/g0", Plain: []byte(`{}`)}}}},
		})
		if err != nil {
			t.Fatal(err)
		}
		tips[stream] = seq
	}
	return log
}

// forged is a log whose commits are changed on the way out.
type forged struct {
	events.Log
	forge func([]events.Stored) []events.Stored // of the whole log
}

func (f forged) Read(ctx context.Context, stream string, after events.Seq) iter.Seq2[events.Stored, error] {
	var all []events.Stored
	for st := range f.Log.Read(ctx, stream, after) {
		all = append(all, st)
	}
	if stream == "" {
		all = f.forge(all)
	}
	return func(yield func(events.Stored, error) bool) {
		for _, st := range all {
			if !yield(st, nil) {
				return
			}
		}
	}
}

func TestVerify(t *testing.T) {
	t.Parallel()
	log := filled(t, 6)
	r, err := audit.Verify(t.Context(), log)
	if err != nil || r.Bad != nil || r.Size != 6 || r.Facts != 6 || r.Parts != 6 {
		t.Fatalf("a sound log: %+v, %v", r, err)
	}
	if root, err := audit.Root(t.Context(), log, 6); err != nil || root != r.Root {
		t.Errorf("root: %x, %v, want %x", root, err, r.Root)
	}
	if root, err := audit.Root(t.Context(), log, 4); err != nil || root == r.Root {
		t.Errorf("root of a part: %x, %v", root, err)
	}
	if _, err := audit.Root(t.Context(), log, 7); err == nil {
		t.Error("the root of more than there is")
	}
	// resealed makes another commit with right hashes in the place of one.
	resealed := func(st events.Stored, change func(*events.Commit)) events.Stored {
		c, err := events.Open(st, log.Keys())
		if err != nil {
			t.Fatal(err)
		}
		change(&c)
		out, err := events.Seal(c, log.Keys(), strings.NewReader(strings.Repeat("r", 64)))
		if err != nil {
			t.Fatal(err)
		}
		out.Seq = st.Seq
		return out
	}
	for what, forge := range map[string]func(s []events.Stored) []events.Stored{
		"leaf":    func(s []events.Stored) []events.Stored { s[2].Leaf[0] ^= 1; return s },
		"missing": func(s []events.Stored) []events.Stored { return append(s[:2], s[3:]...) },
		"part":    func(s []events.Stored) []events.Stored { s[2].Parts = s[1].Parts; return s },
		"follows": func(s []events.Stored) []events.Stored {
			s[2] = resealed(s[2], func(c *events.Commit) { c.Expect = 2 })
			return s
		},
		"has the key": func(s []events.Stored) []events.Stored {
			s[2] = resealed(s[2], func(c *events.Commit) { c.Key = events.NewKey("n", "0") })
			return s
		},
		"comes later": func(s []events.Stored) []events.Stored {
			s[2] = resealed(s[2], func(c *events.Commit) { c.Cause = 3 })
			return s
		},
		"no commit": func(s []events.Stored) []events.Stored {
			s[2].Bytes = []byte("{}")
			s[2].Leaf = tlog.RecordHash(s[2].Bytes)
			return s
		},
		"not found": func(s []events.Stored) []events.Stored {
			s[2] = resealed(s[2], func(c *events.Commit) {
				c.Facts[0].Type, c.Facts[0].Pub = events.TypeQueued, []byte(`{"blob":"b10b"}`)
			})
			return s
		},
	} {
		r, err := audit.Verify(t.Context(), forged{log, forge})
		if err != nil || r.Bad == nil || r.Bad.Seq != 3 || r.Size != 2 || !strings.Contains(r.Bad.Error(), what) {
			t.Errorf("%s: %+v, %v, %v", what, r, r.Bad, err)
		}
	}
}

func TestVerifyCancelled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if r, err := audit.Verify(ctx, filled(t, 2)); !errors.Is(err, context.Canceled) || r.Bad != nil {
		t.Errorf("cancelled: %+v, %v", r, err)
	}
}
