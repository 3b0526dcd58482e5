package jetstream_test

import (
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fivepoints/events"
	"fivepoints/events/audit"
	"fivepoints/events/jetstream"

	"github.com/nats-io/nats.go"
)

// TestFolderDeletedWhileRunning: the mirror notices, and is made anew.
func TestFolderDeletedWhileRunning(t *testing.T) {
	t.Parallel()
	log, dir := filled(t, 30), t.TempDir()
	trouble := make(chan error, 100)
	n := node(t, log, jetstream.Options{Dir: dir, Trouble: func(err error) { trouble <- err }})
	wait(t, n, 30)
	if err := os.RemoveAll(filepath.Join(dir, "store")); err != nil {
		t.Fatal(err)
	}
	grow(t, log, 40)
	if err := <-trouble; !strings.Contains(err.Error(), "its files are gone") {
		t.Errorf("the trouble is %v", err)
	}
	wait(t, n, 40)
	mirrored(t, n.JS(), log)
	if err := n.Close(); err != nil {
		t.Fatal(err)
	}
	mirrored(t, bare(t, dir).JS(), log)
}

// TestDeletedWhileNothingHappens: no commit is needed to notice.
func TestDeletedWhileNothingHappens(t *testing.T) {
	t.Parallel()
	for _, what := range []string{"", "jetstream/$G/streams/LOG", "jetstream/$G/streams/FEED/msgs"} {
		log, dir := filled(t, 30), t.TempDir()
		trouble := make(chan error, 100)
		n := node(t, log, jetstream.WithLook(jetstream.Options{Dir: dir, Derive: derived, Trouble: func(err error) { trouble <- err }}, time.Millisecond))
		wait(t, n, 30)
		if err := os.RemoveAll(filepath.Join(jetstream.StorePath(dir), what)); err != nil {
			t.Fatal(err)
		}
		if err := <-trouble; !strings.Contains(err.Error(), "its files are gone") {
			t.Errorf("the trouble is %v", err)
		}
		if err := n.WaitStatus(t.Context(), func(st jetstream.Status) bool { return st.Err == nil && st.Mirror == 30 && st.Feed == 30 }); err != nil {
			t.Fatal(err)
		}
		mirrored(t, n.JS(), log)
		checkFeed(t, n, log)
	}
}

// TestFeedDeletedWhileRunning: the same for the feed alone.
func TestFeedDeletedWhileRunning(t *testing.T) {
	t.Parallel()
	log, dir := filled(t, 30), t.TempDir()
	trouble := make(chan error, 100)
	n := node(t, log, jetstream.Options{Dir: dir, Derive: derived, Trouble: func(err error) { trouble <- err }})
	wait(t, n, 30)
	if err := os.RemoveAll(filepath.Join(dir, "store/jetstream/$G/streams/FEED")); err != nil {
		t.Fatal(err)
	}
	grow(t, log, 40)
	if err := <-trouble; !strings.Contains(err.Error(), "its files are gone") {
		t.Errorf("the trouble is %v", err)
	}
	wait(t, n, 40)
	checkFeed(t, n, log)
	mirrored(t, n.JS(), log)
}

// TestStoreReplacedWhileRunning puts the store of another log in the place of the
// running one's: with the next commit, or at the next start, both heads are named.
// What was put there stays as it is.
func TestStoreReplacedWhileRunning(t *testing.T) {
	t.Parallel()
	for name, other := range map[string]*events.Memory{
		"longer":       filled(t, 50),
		"another leaf": filledAs(t, 20, "other"),
	} {
		for when, detect := range map[string]func(*jetstream.Node, *events.Memory, string) error{
			"commit": func(n *jetstream.Node, log *events.Memory, _ string) error {
				grow(t, log, 31)
				<-n.Done()
				return n.Err()
			},
			"start": func(n *jetstream.Node, log *events.Memory, dir string) error {
				if err := n.Close(); err != nil {
					return err
				}
				_, err := jetstream.Start(t.Context(), log, jetstream.Options{Dir: dir})
				return err
			},
		} {
			t.Run(name+" "+when, func(t *testing.T) {
				t.Parallel()
				log, dir, theirs := filled(t, 30), t.TempDir(), t.TempDir()
				tip, _ := other.Tip(t.Context(), "")
				n := node(t, other, jetstream.Options{Dir: theirs})
				wait(t, n, tip)
				if err := n.Close(); err != nil {
					t.Fatal(err)
				}
				n = node(t, log, jetstream.Options{Dir: dir})
				wait(t, n, 30)
				store := jetstream.StorePath(dir)
				if err := errors.Join(os.Rename(store, store+".old"), os.Rename(jetstream.StorePath(theirs), store)); err != nil {
					t.Fatal(err)
				}
				heads(t, detect(n, log, dir), log, other)
				mirrored(t, bare(t, dir).JS(), other)
			})
		}
	}
}

// heads are what an error about two logs must name.
func heads(t *testing.T, err error, logs ...events.Log) {
	t.Helper()
	var fork *jetstream.Fork
	if !errors.As(err, &fork) {
		t.Fatalf("no fork: %v", err)
	}
	for _, log := range logs {
		tip, _ := log.Tip(t.Context(), "")
		root, rerr := audit.Root(t.Context(), log, uint64(tip))
		if rerr != nil {
			t.Fatal(rerr)
		}
		if !strings.Contains(err.Error(), fmt.Sprintf("%d commits, root %x", tip, root)) {
			t.Errorf("the error does not name the head %d %x: %v", tip, root, err)
		}
	}
}

// TestForks starts on mirrors of other logs: each is left as it is.
func TestForks(t *testing.T) {
	t.Parallel()
	other := func(n, from int) *events.Memory {
		log := filled(t, from)
		growAs(t, log, n, "other")
		return log
	}
	for name, c := range map[string]struct{ mirror, log *events.Memory }{
		"longer":              {filled(t, 50), filled(t, 40)},
		"longer than nothing": {filled(t, 50), events.NewMemory(nil)},
		"another end":         {filled(t, 50), other(50, 49)},
		"another middle":      {filled(t, 50), other(60, 20)},
		"another beginning":   {filled(t, 1), other(3, 0)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			n := node(t, c.mirror, jetstream.Options{Dir: dir})
			tip, _ := c.mirror.Tip(t.Context(), "")
			wait(t, n, tip)
			if err := n.Close(); err != nil {
				t.Fatal(err)
			}
			_, err := jetstream.Start(t.Context(), c.log, jetstream.Options{Dir: dir})
			heads(t, err, c.mirror, c.log)
			mirrored(t, bare(t, dir).JS(), c.mirror)
		})
	}
}

// TestForkWhileRunning: somebody publishes into the mirror. The Node stops and
// says so at every turn.
func TestForkWhileRunning(t *testing.T) {
	t.Parallel()
	log := filled(t, 10)
	n := node(t, log, jetstream.Options{Dir: t.TempDir()})
	wait(t, n, 10)
	if _, err := n.JS().Publish(t.Context(), "log.people", []byte("not ours")); err != nil {
		t.Fatal(err)
	}
	if _, err := n.JS().Publish(t.Context(), "log.people", []byte("not ours either")); err != nil {
		t.Fatal(err)
	}
	grow(t, log, 11)
	<-n.Done()
	err := n.Err()
	if fork := (*jetstream.Fork)(nil); !errors.As(err, &fork) || fork.Log.Size != 11 || fork.Mirror.Size != 12 {
		t.Errorf("stopped with %v", err)
	}
	if again := n.Close(); again == nil || n.Wait(t.Context(), 11) == nil {
		t.Error("nothing is said of it on closing and waiting")
	}
}

// TestAnotherLeafInTheMiddle: only the comparison of everything can see it.
func TestAnotherLeafInTheMiddle(t *testing.T) {
	t.Parallel()
	log, forged, dir := filled(t, 20), filled(t, 9), t.TempDir()
	b := bare(t, dir)
	never := func(events.Seq) bool { return false }
	if err := b.MirrorOnce(t.Context(), forged, 0, never); err != nil {
		t.Fatal(err)
	}
	growAs(t, forged, 10, "forged")
	root, err := audit.Root(t.Context(), log, 10)
	if err != nil {
		t.Fatal(err)
	}
	for st := range forged.Read(t.Context(), "", 9) {
		m := nats.NewMsg("log.game.ny12")
		m.Data = events.Frame(st)
		m.Header.Set("Fp-Leaf", hex.EncodeToString(st.Leaf[:]))
		m.Header.Set("Fp-Root", hex.EncodeToString(root[:]))
		m.Header.Set("Fp-Sum", jetstream.Sum(root, m.Data))
		if _, err := b.JS().PublishMsg(t.Context(), m); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.MirrorOnce(t.Context(), log, 0, never); err != nil {
		t.Fatal(err)
	}
	b.Stop()
	_, err = jetstream.Start(t.Context(), log, jetstream.Options{Dir: dir, Check: true})
	if fork := (*jetstream.Fork)(nil); !errors.As(err, &fork) || fork.Seq != 10 {
		t.Errorf("the forged commit 10 is told as %v", err)
	}
}
