package sqlite_test

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"testing"

	"fivepoints/events"
	"fivepoints/events/audit"
	"fivepoints/events/sqlite"
	"fivepoints/events/vault"
)

const childEnv = "FIVEPOINTS_TEST_KILL"

// killWriters is how many streams the child appends to at a time.
const killWriters = 4

// TestMain turns the test binary into the child of a test when asked.
func TestMain(m *testing.M) {
	for env, child := range map[string]func(dir string) error{childEnv: killChild, fullEnv: fullChild} {
		dir := os.Getenv(env)
		if dir == "" {
			continue
		}
		if err := child(dir); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// keysIn opens the key store beside the log; its keys are random enough.
func keysIn(dir string) *vault.Vault {
	return vault.Open(filepath.Join(dir, "keys"), rand.NewChaCha8([32]byte{1}))
}

// killCommit is the n-th commit of the w-th writer, the same in every life.
func killCommit(w, n int, expect events.Seq, blob string) events.Commit {
	pub := fmt.Appendf(nil, `{"blob":%q,"n":%d}`, blob, n)
	return events.Commit{
		Stream: fmt.Sprintf("game/g%d", w), Expect: expect, Key: events.NewKey("kill", strconv.Itoa(n)), At: start,
		Facts: []events.Fact{
			{Type: events.TypeReceived, V: 1, Pub: pub, Priv: []events.Part{{Audience: "whyos", Key: "games/aa", Plain: fmt.Appendf(nil, `{"n":%d}`, n)}}},
			{Type: "test.said", V: 1, Pub: pub},
		},
	}
}

func killBlob(n int) []byte { return fmt.Appendf(nil, "blob %d", n) }

// killChild appends to several streams for ever and prints "writer n seq" after
// each acknowledgement.
func killChild(dir string) error {
	lock, err := vault.LockFolder(dir)
	if err != nil {
		return err
	}
	defer lock.Release()
	log, err := sqlite.Open(filepath.Join(dir, "log.db"), sqlite.WithYoung(sqlite.Options{Keys: keysIn(dir)}, 7))
	if err != nil {
		return err
	}
	var mu sync.Mutex
	errs := make(chan error)
	for w := range killWriters {
		go func() { errs <- childWriter(log, w, &mu) }()
	}
	return <-errs
}

func childWriter(log events.Log, w int, out *sync.Mutex) error {
	ctx, tip := context.Background(), events.Seq(0)
	for n := 0; ; n++ {
		blob, err := log.PutBlob(ctx, "games/aa", killBlob(n))
		if err != nil {
			return err
		}
		seq, _, err := log.Append(ctx, killCommit(w, n, tip, blob))
		if err != nil {
			return err
		}
		tip = seq
		out.Lock()
		fmt.Println(w, n, seq)
		out.Unlock()
	}
}

// TestKill kills a process that writes and merges its keys every few commits,
// again and again: whatever it acknowledged is there, whole, and saying it again is a repetition.
func TestKill(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	acked := map[[2]int]events.Seq{}
	random := rand.New(rand.NewPCG(1, 2))
	for round := range 8 {
		before := len(acked)
		lifeAndDeath(t, dir, acked, 1+random.IntN(300))
		if t.Failed() {
			return
		}
		checkAcked(t, dir, acked)
		if len(acked) == before && round > 0 {
			t.Errorf("round %d acknowledged nothing new", round)
		}
	}
	t.Logf("%d commits acknowledged in 8 lives", len(acked))
}

// lifeAndDeath runs the child until it has acknowledged lines commits that are
// new, and kills it.
func lifeAndDeath(t *testing.T, dir string, acked map[[2]int]events.Seq, lines int) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childEnv+"="+dir)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	killed := false
	for in := bufio.NewScanner(out); in.Scan(); {
		if acknowledged(t, in.Text(), acked) {
			lines--
		}
		if lines <= 0 && !killed {
			killed = true
			if err := cmd.Process.Kill(); err != nil {
				t.Error(err)
			}
		}
	}
	if err := cmd.Wait(); err == nil || !killed {
		t.Errorf("the child ended by itself: %v", err)
	}
}

// acknowledged notes a line of the child and tells whether it is new.
func acknowledged(t *testing.T, line string, acked map[[2]int]events.Seq) bool {
	var at [2]int
	var seq events.Seq
	if _, err := fmt.Sscan(line, &at[0], &at[1], &seq); err != nil {
		t.Errorf("the child says %q: %v", line, err)
		return false
	}
	old := acked[at]
	if old != 0 && old != seq {
		t.Errorf("commit %v was acknowledged as %d, now as %d", at, old, seq)
	}
	acked[at] = seq
	return old == 0
}

func checkAcked(t *testing.T, dir string, acked map[[2]int]events.Seq) {
	t.Helper()
	path := filepath.Join(dir, "log.db")
	reader := open(t, path, sqlite.Options{Keys: keysIn(dir), ReadOnly: true})
	r, err := audit.Verify(t.Context(), reader)
	if err != nil || r.Bad != nil || r.Size < uint64(len(acked)) || r.Blobs != int(r.Size) || r.Parts != int(r.Size) {
		t.Fatalf("after the kill: %+v, %v, %v; %d were acknowledged", r, r.Bad, err, len(acked))
	}
	log := open(t, path, sqlite.Options{Keys: keysIn(dir)})
	defer log.Close()
	for at, seq := range acked {
		blob, err := log.PutBlob(t.Context(), "games/aa", killBlob(at[1]))
		if err != nil {
			t.Fatal(err)
		}
		got, dup, err := log.Append(t.Context(), killCommit(at[0], at[1], 0, blob))
		if got != seq || !dup || err != nil {
			t.Fatalf("commit %v again: %d, dup %v, %v, want %d", at, got, dup, err, seq)
		}
	}
}
