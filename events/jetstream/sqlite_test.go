package jetstream_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"fivepoints/events"
	"fivepoints/events/eventstest"
	"fivepoints/events/jetstream"
	"fivepoints/events/sqlite"
	"fivepoints/events/vault"
)

const (
	stuckEnv = "FIVEPOINTS_TEST_NATS_STUCK"
	killEnv  = "FIVEPOINTS_TEST_NATS_KILL"
	fullEnv  = "FIVEPOINTS_TEST_NATS_FULL"
	fullMax  = 600 << 10 // bytes that a file may have
)

// TestMain turns the test binary into the child of a test when asked.
func TestMain(m *testing.M) {
	for env, child := range map[string]func(dir string) error{
		killEnv: killChild, fullEnv: fullChild, stuckEnv: stuckChild, narrowEnv: narrowChild, syncEnv: syncChild,
	} {
		if dir := os.Getenv(env); dir != "" {
			if err := child(dir); err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
			return
		}
	}
	os.Exit(m.Run())
}

// childOf is this program as the child of a test.
func childOf(env, dir string) *exec.Cmd {
	cmd := exec.Command(os.Args[0])
	cmd.Env, cmd.Stderr = append(os.Environ(), env+"="+dir), os.Stderr
	return cmd
}

func openLog(dir string) (*sqlite.Log, error) { return openWith(dir, keysIn(dir)) }

func openWith(dir string, keys events.Keys) (*sqlite.Log, error) {
	return sqlite.Open(filepath.Join(dir, "log.db"), sqlite.Options{Keys: keys})
}

// keysIn opens the key store beside the log; its keys are random enough.
func keysIn(dir string) events.Keys {
	return vault.Open(filepath.Join(dir, "keys"), rand.NewChaCha8([32]byte{1}))
}

// record is an open log with its Node.
type record struct {
	*sqlite.Log
	node *jetstream.Node
}

// Close implements events.Log: the Node sees the last commits, then the log ends.
func (r record) Close() error {
	if tip, err := r.Tip(context.Background(), ""); err == nil {
		_ = r.node.Wait(context.Background(), tip) // it fails when it is closed already
	}
	return errors.Join(r.node.Close(), r.Log.Close())
}

func openBoth(t testing.TB, dir string, keys events.Keys) record {
	t.Helper()
	log, err := openWith(dir, keys)
	if err != nil {
		t.Fatal(err)
	}
	return record{log, node(t, log, jetstream.Options{Dir: filepath.Join(dir, "nats"), Check: true})}
}

// TestConformance runs the suite of every log with the mirror on, and compares
// the two in the end.
func TestConformance(t *testing.T) {
	t.Parallel()
	eventstest.Log(t, func(t *testing.T) (events.Log, func() events.Log) {
		dir := t.TempDir()
		log := openBoth(t, dir, events.NewMemoryKeys("test"))
		keys := log.Keys()
		t.Cleanup(func() {
			log.Close()
			whole, err := openWith(dir, keys)
			if err != nil {
				t.Fatal(err)
			}
			defer whole.Close()
			b, err := jetstream.StartBare(context.Background(), filepath.Join(dir, "nats"))
			if err != nil {
				t.Fatal(err)
			}
			defer b.Stop()
			mirroredCtx(context.Background(), t, b.JS(), whole)
		})
		return log, func() events.Log {
			if err := log.Close(); err != nil {
				t.Fatal(err)
			}
			log = openBoth(t, dir, keys)
			return log
		}
	})
}

// killChild appends for ever, with the mirror on, and prints each seq that was
// acknowledged and how far the mirror is.
func killChild(dir string) error {
	log, err := openLog(dir)
	if err != nil {
		return err
	}
	n, err := jetstream.Start(context.Background(), log, jetstream.Options{Dir: filepath.Join(dir, "nats"), Derive: derived})
	if err != nil {
		return err
	}
	for {
		seq, err := appendOne(log, "game/ny12")
		if err != nil {
			return err
		}
		fmt.Println(seq, n.Status().Mirror)
	}
}

// appendOne appends a commit of usual size to a stream that nobody else appends to.
func appendOne(log events.Log, stream string) (events.Seq, error) {
	tip, err := log.Tip(context.Background(), stream)
	if err != nil {
		return 0, err
	}
	seq, _, err := log.Append(context.Background(), events.Commit{
		Stream: stream, Expect: tip, Key: events.NewKey("n", fmt.Sprint(tip)), At: start,
		Facts: []events.Fact{{
			Type: "test.said", V: 1, Pub: fmt.Appendf(nil, `{"text":%q}`, strings.Repeat("a", 700)),
			Priv: []events.Part{{Audience: "whyos", Key: "games/ny12", Plain: []byte(`{}`)}},
		}},
	})
	return seq, err
}

// TestKill kills a process that writes and mirrors, again and again. Whatever
// it acknowledged is in the log, and log, mirror and feed become one again.
func TestKill(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	random := rand.New(rand.NewPCG(3, 4))
	var acked events.Seq
	behind := 0
	for range 6 {
		last, mirror := lifeAndDeath(t, dir, 1+random.IntN(300))
		if last <= acked {
			t.Fatalf("a life acknowledged %d after %d", last, acked)
		}
		if acked = last; mirror < last {
			behind++
		}
		log, err := openLog(dir)
		if err != nil {
			t.Fatal(err)
		}
		tip, err := log.Tip(t.Context(), "")
		if err != nil || tip < acked {
			t.Fatalf("the log has %d commits, %v; %d were acknowledged", tip, err, acked)
		}
		n := node(t, log, jetstream.Options{Dir: filepath.Join(dir, "nats"), Derive: derived, Check: true})
		wait(t, n, tip)
		mirrored(t, n.JS(), log)
		checkFeed(t, n, log)
		if err := errors.Join(n.Close(), log.Close()); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d commits acknowledged; the mirror was behind in %d of 6 deaths", acked, behind)
}

// lifeAndDeath runs the child until it has printed so many lines, and kills it.
func lifeAndDeath(t *testing.T, dir string, lines int) (last, mirror events.Seq) {
	t.Helper()
	cmd := childOf(killEnv, dir)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for in := bufio.NewScanner(out); in.Scan(); lines-- {
		if _, err := fmt.Sscan(in.Text(), &last, &mirror); err != nil {
			t.Errorf("the child says %q", in.Text())
		}
		if lines == 0 {
			if err := cmd.Process.Kill(); err != nil {
				t.Error(err)
			}
		}
	}
	if err := cmd.Wait(); err == nil {
		t.Error("the child ended by itself")
	}
	return last, mirror
}

// fullChild appends until no file may grow any more: the log refuses to write
// from then on. It prints the last seq that was acknowledged.
func fullChild(dir string) error {
	signal.Ignore(syscall.SIGXFSZ)
	if err := noFileBeyond(fullMax); err != nil {
		return err
	}
	log, err := openLog(dir)
	if err != nil {
		return err
	}
	n, err := jetstream.Start(context.Background(), log, jetstream.Options{Dir: filepath.Join(dir, "nats")})
	if err != nil {
		return err
	}
	var last events.Seq
	for refused := 0; refused < 3; {
		seq, err := appendOne(log, "game/ny12")
		switch {
		case err == nil && refused > 0:
			return fmt.Errorf("commit %d was accepted after an error", seq)
		case err == nil:
			last = seq
		case !errors.Is(err, events.ErrReadOnly):
			return err
		default:
			refused++
		}
	}
	if st := n.Status(); st.Mirror > last {
		return fmt.Errorf("the mirror says that it has %d, the log acknowledged %d", st.Mirror, last)
	}
	fmt.Println(last)
	return nil // without closing: the disk is full
}

// TestFullDisk: with room again the log has what it acknowledged, and the
// mirror what the log has.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	acked := childSays(t, fullEnv, dir)
	if acked < 20 {
		t.Fatalf("the child acknowledged %d", acked)
	}
	log, err := openLog(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	n := node(t, log, jetstream.Options{Dir: filepath.Join(dir, "nats"), Check: true})
	tip, err := log.Tip(t.Context(), "")
	if err != nil || tip < events.Seq(acked) {
		t.Fatalf("the log has %d commits, %v; %d were acknowledged", tip, err, acked)
	}
	wait(t, n, tip)
	mirrored(t, n.JS(), log)
	if err := n.Close(); err != nil {
		t.Error(err)
	}
}
