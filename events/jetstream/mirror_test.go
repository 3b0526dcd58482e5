// Where the crash points of the design are tested, here and elsewhere:
//
//	C1-C3  commit, and its acknowledgement    TestKill, sqlite.TestKill, eventstest "duplicate key"
//	C4     the mirror dies                    TestCrashAfterEveryPublish, TestKill
//	C5     acknowledgements lost, wrong cursor TestWrongCursor, TestServerStopsUnderIt
//	C6     mirror longer, another root        TestForks, TestForkWhileRunning, TestStoreReplacedWhileRunning, TestAnotherLeafInTheMiddle, script nats, cmd TestForkUnderServer
//	C7     mirror gone or cut short           TestMirrorIsMadeAnew, TestFolderDeletedWhileRunning, cmd TestMirrorDeletedUnderServer
//	C8     rows and cursors                   projections, viewdb.TestDeadRebuildLeavesTheOldView, cmd TestDeletedViews, TestSpoiledViews
//	C9     mail sent, not recorded            outbox.TestKilledAtEveryStep, TestCutAfterTheFinalDot
//	C10    mails read again                   cmd TestKilledIngest, TestKilledServer
//	C11    checkpoints                        audit.TestOneRootForASize, publish (persisted before it is mailed)
//	C12    an older backup put back           TestForks, projections.TestAnotherLogStartsOver, scripts nats and backup
//	D1     full disk                          TestFullDisk, TestNoRoomForTheMirror, sqlite.TestFullDisk, cmd TestFullDiskUnderServer
//	D2     flipped bits                       TestFlippedBits, sqlite tamper tests
//	D3     writes and fsyncs that fail        TestFullDisk, TestSyncFails: the log refuses to write after the first
package jetstream_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"fivepoints/events"
	"fivepoints/events/audit"
	"fivepoints/events/jetstream"

	js "github.com/nats-io/nats.go/jetstream"
)

var start = time.UnixMilli(1_900_000_000_000)

// filled returns a log of n commits in several streams, some with private parts.
func filled(t testing.TB, n int) *events.Memory {
	t.Helper()
	log := events.NewMemory(nil)
	grow(t, log, n)
	return log
}

// grow appends until the log has n commits. The same number of commits is the
// same log.
func grow(t testing.TB, log events.Log, n int) {
	t.Helper()
	growAs(t, log, n, "same")
}

// growAs is grow with a word in every commit.
func growAs(t testing.TB, log events.Log, n int, word string) {
	t.Helper()
	ctx := context.Background()
	last, err := log.Tip(ctx, "")
	if err != nil {
		t.Fatal(err)
	}
	for i := int(last); i < n; i++ {
		stream := []string{"game/ny12", "people", "inbox/file"}[i%3]
		tip, err := log.Tip(ctx, stream)
		if err != nil {
			t.Fatal(err)
		}
		c := events.Commit{
			Stream: stream, Expect: tip, Key: events.NewKey("n", fmt.Sprint(i)), At: start,
			Facts: []events.Fact{{Type: "test.said", V: 1, Pub: fmt.Appendf(nil, `{"n":%d,"word":%q}`, i, word)}},
		}
		if i%5 == 0 {
			c.Facts[0].Priv = []events.Part{{Audience: "whyos", Key: "games/ny12", Plain: fmt.Appendf(nil, `{"secret":%d}`, i)}}
		}
		if _, _, err := log.Append(ctx, c); err != nil {
			t.Fatal(err)
		}
	}
}

// node starts a Node that ends with the test.
func node(t testing.TB, log events.Log, o jetstream.Options) *jetstream.Node {
	t.Helper()
	n, err := jetstream.Start(t.Context(), log, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { n.Close() })
	return n
}

func bare(t testing.TB, dir string) jetstream.Bare {
	t.Helper()
	b, err := jetstream.StartBare(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Stop)
	return b
}

// stored is one message of a stream.
type stored struct {
	subject, leaf, root, seq string
	data                     []byte
}

// content reads a whole stream and wants its messages numbered from 1 without gaps.
func content(ctx context.Context, t testing.TB, j js.JetStream, stream string) []stored {
	t.Helper()
	st, err := j.Stream(ctx, stream)
	if err != nil {
		t.Fatal(err)
	}
	info := st.CachedInfo().State
	if info.Msgs != info.LastSeq || info.NumDeleted > 0 || info.Msgs > 0 && info.FirstSeq != 1 {
		t.Fatalf("stream %s has holes: %+v", stream, info)
	}
	if info.Msgs == 0 {
		return nil
	}
	cons, err := j.OrderedConsumer(ctx, stream, js.OrderedConsumerConfig{})
	if err != nil {
		t.Fatal(err)
	}
	it, err := cons.Messages()
	if err != nil {
		t.Fatal(err)
	}
	defer it.Stop()
	var out []stored
	for uint64(len(out)) < info.Msgs {
		m, err := it.Next()
		if err != nil {
			t.Fatal(err)
		}
		meta, err := m.Metadata()
		if err != nil || meta.Sequence.Stream != uint64(len(out)+1) {
			t.Fatalf("message %d of %s: %+v, %v", len(out)+1, stream, meta, err)
		}
		h := m.Headers()
		out = append(out, stored{m.Subject(), h.Get("Fp-Leaf"), h.Get("Fp-Root"), h.Get("Fp-Seq"), m.Data()})
	}
	return out
}

// mirrored compares the whole stream LOG with the log.
func mirrored(t testing.TB, j js.JetStream, log events.Log) {
	t.Helper()
	mirroredCtx(t.Context(), t, j, log)
}

func mirroredCtx(ctx context.Context, t testing.TB, j js.JetStream, log events.Log) {
	t.Helper()
	got := content(ctx, t, j, jetstream.MirrorStream)
	var tree audit.Tree
	n := 0
	for st, err := range log.Read(ctx, "", 0) {
		if err != nil {
			t.Fatal(err)
		}
		if n++; n > len(got) {
			continue
		}
		c, err := events.Decode(st)
		if err != nil {
			t.Fatal(err)
		}
		tree.Add(st.Leaf)
		root, m := tree.Root(), got[n-1]
		if !bytes.Equal(m.data, events.Frame(st)) || m.leaf != hex.EncodeToString(st.Leaf[:]) || m.root != hex.EncodeToString(root[:]) ||
			m.subject != "log."+strings.ReplaceAll(c.Stream, "/", ".") {
			t.Fatalf("message %d is not commit %d: %+v", n, st.Seq, m)
		}
	}
	if n != len(got) {
		t.Fatalf("the mirror has %d messages, the log %d commits", len(got), n)
	}
}

func wait(t testing.TB, n *jetstream.Node, seq events.Seq) {
	t.Helper()
	if err := n.Wait(t.Context(), seq); err != nil {
		t.Fatal(err)
	}
}

func TestMirrorFollows(t *testing.T) {
	t.Parallel()
	log, o := filled(t, 40), jetstream.Options{Dir: t.TempDir()}
	n := node(t, log, o)
	wait(t, n, 40)
	grow(t, log, 50)
	wait(t, n, 50)
	mirrored(t, n.JS(), log)
	if st := n.Status(); st.Mirror != 50 || st.URL != "" || st.Err != nil {
		t.Errorf("%+v", st)
	}
	grow(t, log, 60)
	if err := n.Close(); err != nil { // waits for the last commits
		t.Fatal(err)
	}
	mirrored(t, bare(t, o.Dir).JS(), log)
}

// TestCrashAfterEveryPublish ends the mirror after each acknowledgement, and
// copies what the disk holds then: both the store that went on and the copy
// become whole.
func TestCrashAfterEveryPublish(t *testing.T) {
	t.Parallel()
	const commits = 12
	log, dir := filled(t, commits), t.TempDir()
	b := bare(t, dir)
	for seq := events.Seq(1); seq <= commits; seq++ {
		err := b.MirrorOnce(t.Context(), log, 0, func(at events.Seq) bool { return at >= seq })
		if err != nil {
			t.Fatal(err)
		}
		copied := t.TempDir()
		if err := os.CopyFS(copied, os.DirFS(dir)); err != nil {
			t.Fatal(err)
		}
		n := node(t, log, jetstream.Options{Dir: copied})
		wait(t, n, commits)
		mirrored(t, n.JS(), log)
		if err := n.Close(); err != nil {
			t.Fatal(err)
		}
	}
	mirrored(t, b.JS(), log)
}

// TestWrongCursor starts the mirror with cursors that are not true.
func TestWrongCursor(t *testing.T) {
	t.Parallel()
	log := filled(t, 40)
	b := bare(t, t.TempDir())
	for _, skew := range []int{5, -3, 30, -40, 1, -1} {
		tip, err := log.Tip(t.Context(), "")
		if err != nil {
			t.Fatal(err)
		}
		grow(t, log, int(tip)+max(skew, 0)+5) // there is something to publish behind it
		if err := b.MirrorOnce(t.Context(), log, skew, func(events.Seq) bool { return false }); err != nil {
			t.Fatalf("skew %d: %v", skew, err)
		}
		mirrored(t, b.JS(), log)
	}
}

// TestServerStopsUnderIt takes the server away again and again while the log grows.
func TestServerStopsUnderIt(t *testing.T) {
	t.Parallel()
	const commits, stops = 40_000, 5
	log := events.NewMemory(nil)
	var troubles atomic.Int64
	n := node(t, log, jetstream.Options{Dir: t.TempDir(), Trouble: func(error) { troubles.Add(1) }})
	for i := range stops {
		grow(t, log, commits*(i+1)/stops)
		wait(t, n, events.Seq(commits*i/stops+1000)) // in the middle of them
		n.StopServer()
	}
	wait(t, n, commits)
	mirrored(t, n.JS(), log)
	if troubles.Load() == 0 {
		t.Error("the Node has not noticed that its server stopped; the test proves nothing")
	}
}

// spoil changes a store while no server runs on it.
type spoil func(t *testing.T, dir string)

func TestMirrorIsMadeAnew(t *testing.T) {
	t.Parallel()
	blocks := func(dir string) []string {
		names, _ := filepath.Glob(filepath.Join(dir, "store/jetstream/$G/streams/LOG/msgs/*"))
		return names
	}
	cut := func(keep func(int64) int64) spoil {
		return func(t *testing.T, dir string) {
			for _, name := range blocks(dir) {
				info, err := os.Stat(name)
				if err != nil {
					t.Fatal(err)
				}
				if err := os.Truncate(name, keep(info.Size())); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	for name, spoil := range map[string]spoil{
		"nothing":   func(*testing.T, string) {},
		"no folder": func(_ *testing.T, dir string) { os.RemoveAll(dir) },
		"no blocks": func(_ *testing.T, dir string) {
			for _, name := range blocks(dir) {
				os.Remove(name)
			}
		},
		"no index": func(_ *testing.T, dir string) {
			os.Remove(filepath.Join(dir, "store/jetstream/$G/streams/LOG/msgs/index.db"))
		},
		"no meta": func(_ *testing.T, dir string) {
			os.Remove(filepath.Join(dir, "store/jetstream/$G/streams/LOG/meta.inf"))
		},
		"empty":       cut(func(int64) int64 { return 0 }),
		"half":        cut(func(n int64) int64 { return n / 2 }),
		"a byte less": cut(func(n int64) int64 { return n - 1 }),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			log, dir := filled(t, 60), t.TempDir()
			n := node(t, log, jetstream.Options{Dir: dir})
			wait(t, n, 60)
			if err := n.Close(); err != nil {
				t.Fatal(err)
			}
			spoil(t, dir)
			grow(t, log, 65)
			n = node(t, log, jetstream.Options{Dir: dir, Check: true})
			wait(t, n, 65)
			mirrored(t, n.JS(), log)
		})
	}
}

const firstBlock = "store/jetstream/$G/streams/LOG/msgs/1.blk"

// block is a store with a mirror of 20 commits, its only file of messages, and
// where each message begins in it.
func block(t *testing.T, log events.Log) (dir string, data []byte, begins []int) {
	t.Helper()
	dir = t.TempDir()
	n := node(t, log, jetstream.Options{Dir: dir})
	wait(t, n, 20)
	if err := n.Close(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(dir, firstBlock))
	if err != nil {
		t.Fatal(err)
	}
	for at := 0; at+4 <= len(data); {
		begins = append(begins, at)
		at += int(binary.LittleEndian.Uint32(data[at:]) &^ (1 << 31))
	}
	if len(begins) != 20 {
		t.Fatalf("the block has %d messages", len(begins))
	}
	return dir, data, begins
}

// flip writes the block with one bit changed.
func flip(t *testing.T, dir string, data []byte, at, bit int) {
	t.Helper()
	flipped := bytes.Clone(data)
	flipped[at] ^= 1 << bit
	if err := os.WriteFile(filepath.Join(dir, firstBlock), flipped, 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestFlippedBits flips one bit in every 300 bytes of the mirror's block: each is
// found when all of the mirror is compared, and it is made anew. The numbers of
// the messages have a test of their own.
func TestFlippedBits(t *testing.T) {
	t.Parallel()
	log := filled(t, 20)
	dir, data, begins := block(t, log)
	for at := 150; at < len(data); at += 300 {
		last := begins[0]
		for _, b := range begins {
			if b <= at {
				last = b
			}
		}
		if inside := at - last; inside >= 4 && inside < 12 {
			at += 8
		}
		spoiled := t.TempDir()
		if err := os.CopyFS(spoiled, os.DirFS(dir)); err != nil {
			t.Fatal(err)
		}
		flip(t, spoiled, data, at, at/300%8)
		n := node(t, log, jetstream.Options{Dir: spoiled, Check: true})
		wait(t, n, 20)
		mirrored(t, n.JS(), log)
		if err := n.Close(); err != nil {
			t.Fatalf("byte %d: %v", at, err)
		}
	}
}

// stuckChild starts on a store in which nats-server gets lost, and must find out.
func stuckChild(dir string) error {
	_, err := jetstream.Start(context.Background(), events.NewMemory(nil), jetstream.WithPatience(jetstream.Options{Dir: dir}, 500*time.Millisecond))
	if err == nil || !strings.Contains(err.Error(), "start again") {
		return fmt.Errorf("started: %w", err)
	}
	return nil
}

// TestStuckServer flips a high bit in the number of a message, from which
// nats-server counts on for years. A child, whose end ends that too, gives up;
// the next start makes the mirror anew.
func TestStuckServer(t *testing.T) {
	t.Parallel()
	log := filled(t, 20)
	dir, data, begins := block(t, log)
	flip(t, dir, data, begins[9]+9, 5)
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), stuckEnv+"="+dir)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("the child: %v\n%s", err, out)
	}
	if _, err := os.Stat(filepath.Join(dir, "store.damaged")); err != nil {
		t.Error(err)
	}
	n := node(t, log, jetstream.Options{Dir: dir})
	wait(t, n, 20)
	mirrored(t, n.JS(), log)
}

func filledAs(t testing.TB, n int, word string) *events.Memory {
	t.Helper()
	log := events.NewMemory(nil)
	growAs(t, log, n, word)
	return log
}

func clean(t testing.TB, dir string) {
	t.Helper()
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
}
