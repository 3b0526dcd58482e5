package sqlite_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"fivepoints/events"
	"fivepoints/events/audit"
	"fivepoints/events/sqlite"
)

const (
	fullEnv     = "FIVEPOINTS_TEST_FULL"
	fullSizeEnv = "FIVEPOINTS_TEST_FULL_SIZE" // in KiB
)

// fullChild appends until its files may not grow any more, and prints how many
// commits were acknowledged. Nothing may be accepted after the first error.
func fullChild(dir string) error {
	size, err := strconv.ParseUint(os.Getenv(fullSizeEnv), 10, 32)
	if err != nil {
		return err
	}
	signal.Ignore(syscall.SIGXFSZ)
	limit := syscall.Rlimit{Cur: size << 10, Max: size << 10}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		return err
	}
	log, err := sqlite.Open(filepath.Join(dir, "log.db"), sqlite.WithYoung(sqlite.Options{Keys: keysIn(dir)}, 2))
	if err != nil {
		return err
	}
	tip, refused := events.Seq(0), 0
	for n := 0; refused < 3; n++ {
		c := killCommit(0, n, tip, "none")
		c.Facts = c.Facts[1:]
		c.Facts[0].Pub = fmt.Appendf(nil, `{"text":%q}`, strings.Repeat("a", 9000))
		seq, _, err := log.Append(context.Background(), c)
		switch {
		case err == nil && refused > 0:
			return fmt.Errorf("commit %d was accepted after an error", seq)
		case err == nil:
			tip = seq
		case !errors.Is(err, events.ErrReadOnly):
			return err
		default:
			refused++
		}
	}
	fmt.Println(tip)
	return nil // without closing: the disk is full
}

// TestFullDisk: what was acknowledged before the disk was full is whole, and
// the log goes on once there is room. Every second commit merges keys, and the
// sizes differ by a page, so that some end in a merge.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	for size := 300; size < 340; size += 4 {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			t.Parallel()
			testFullDisk(t, size)
		})
	}
}

func testFullDisk(t *testing.T, size int) {
	dir := t.TempDir()
	cmd := exec.Command(os.Args[0])
	cmd.Env, cmd.Stderr = append(os.Environ(), fullEnv+"="+dir, fmt.Sprintf("%s=%d", fullSizeEnv, size)), os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	acked, err := strconv.Atoi(strings.TrimSpace(string(out)))
	if err != nil || acked < 5 {
		t.Fatalf("the child acknowledged %q commits", out)
	}
	log := open(t, filepath.Join(dir, "log.db"), sqlite.Options{Keys: keysIn(dir)})
	r, err := audit.Verify(t.Context(), log)
	if err != nil || r.Size < uint64(acked) {
		t.Fatalf("%d commits were acknowledged: %+v, %v", acked, r, err)
	}
	if r.Bad != nil {
		t.Errorf("damaged: %v", r.Bad)
	}
	if _, _, err := log.Append(t.Context(), killCommit(0, 1000, events.Seq(r.Size), "none")); err != nil {
		t.Errorf("with room again: %v", err)
	}
}
