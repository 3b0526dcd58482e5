package app

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fivepoints/events/vault"
)

// crashedInit copies what a folder is after each step of init, from none to all.
func crashedInit(t *testing.T, prepare func(dir string)) []string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "data")
	lock, err := vault.LockFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	prepare(dir)
	n := &founding{dir: dir, origin: "crashed.example/log", lock: lock, keys: rand.Reader, salts: rand.Reader, now: botsStart}
	images := []string{imageOf(t, dir)}
	for _, step := range n.steps() {
		if err := step(t.Context()); err != nil {
			t.Fatal(err)
		}
		images = append(images, imageOf(t, dir))
	}
	if err := n.folder.close(); err != nil {
		t.Fatal(err)
	}
	images[len(images)-1] = imageOf(t, dir) // with the mirror at its end
	return images
}

func imageOf(t *testing.T, dir string) string {
	t.Helper()
	image := filepath.Join(t.TempDir(), "image")
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		to := filepath.Join(image, strings.TrimPrefix(path, dir))
		switch {
		case errors.Is(err, fs.ErrNotExist): // the mirror works while it is copied
			return nil
		case err != nil:
			return err
		case entry.IsDir():
			return os.MkdirAll(to, 0o700)
		}
		data, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return errors.Join(err, os.WriteFile(to, data, 0o600))
	})
	if err != nil {
		t.Fatal(err)
	}
	return image
}

// wantInit wants init to make a sound folder of a wreck, and others to say so.
func wantInit(t *testing.T, dir string) {
	t.Helper()
	for _, args := range [][]string{{"game", "list"}, {"verify"}, {"adjudicate", "ny1"}, {"serve"}} {
		out, code := run(t, dir, args...)
		if code != exitFailed || !strings.Contains(out, "fivepoints init`") || strings.Contains(out, "backup") {
			t.Errorf("%v on a wreck: exit %d: %s", args, code, out)
		}
	}
	if out, code := run(t, dir, "init", "--origin", "club.example/log"); code != exitOK || !strings.Contains(out, "data folder created") {
		t.Errorf("init on a wreck: exit %d: %s", code, out)
	}
	wantSound(t, dir)
}

func wantSound(t *testing.T, dir string) {
	t.Helper()
	if out, code := run(t, dir, "verify"); code != exitOK || !strings.Contains(out, "sound: 1 commits") {
		t.Errorf("verify: exit %d: %s", code, out)
	}
	if out, code := run(t, dir, "game", "list"); code != exitOK {
		t.Errorf("game list: exit %d: %s", code, out)
	}
	if out, code := run(t, dir, "init"); code != exitOK || !strings.Contains(out, "exists already") {
		t.Errorf("init again: exit %d: %s", code, out)
	}
	if left, err := filepath.Glob(filepath.Join(dir, "*unfinished*")); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// TestCrashedInit ends init after each of its steps, and within some: the next
// one starts over and comes to its end.
func TestCrashedInit(t *testing.T) {
	images := crashedInit(t, func(string) {})
	last := len(images) - 1
	for k, image := range images[:last] {
		t.Run(fmt.Sprint("after step ", k), func(t *testing.T) { wantInit(t, image) })
	}
	t.Run("after the last", func(t *testing.T) { wantSound(t, images[last]) })
}

// TestCrashedWithinAStep changes what a crash left after a number of steps to
// what one within the next step, or within the clearing, may leave.
func TestCrashedWithinAStep(t *testing.T) {
	write := func(name, text string) func(string) error {
		return func(dir string) error { return os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600) }
	}
	images := crashedInit(t, func(string) {})
	for name, c := range map[string]struct {
		steps  int
		change func(dir string) error
	}{
		"half a mark":             {0, write(markName+".new", "log")},
		"half a configuration":    {1, write(configName+".new", "# five")},
		"a folder for keys":       {2, func(dir string) error { return os.Mkdir(filepath.Join(dir, "keys"), 0o700) }},
		"a key on its way":        {3, write("keys/.new-1", "00")},
		"an empty log":            {3, write("log.db", "")},
		"half a log":              {4, func(dir string) error { return os.Truncate(logPath(dir), 1000) }},
		"no write-ahead log":      {6, func(dir string) error { return os.Remove(logPath(dir) + "-wal") }},
		"cleared in part":         {6, func(dir string) error { return os.Remove(logPath(dir)) }},
		"all but the mark's end":  {7, write(markName, strings.Join(made(), "\n"))}, // with a mirror of another first commit
		"cleared, but for a mark": {1, func(dir string) error { return nil }},
	} {
		t.Run(name, func(t *testing.T) {
			image := imageOf(t, images[c.steps])
			if err := c.change(image); err != nil {
				t.Fatal(err)
			}
			wantInit(t, image)
		})
	}
}

// TestWreckClearedOnly: what is not init's own stays.
func TestWreckClearedOnly(t *testing.T) {
	images := crashedInit(t, func(dir string) {
		for name, text := range map[string]string{"notes.txt": "mine", configName: "zone = \"Europe/London\"\n"} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	})
	for k, image := range images[:len(images)-1] {
		wantInit(t, image)
		for name, text := range map[string]string{"notes.txt": "mine", configName: "Europe/London"} {
			if got, err := os.ReadFile(filepath.Join(image, name)); err != nil || !strings.Contains(string(got), text) {
				t.Errorf("after step %d: %s is now %q, %v", k, name, got, err)
			}
		}
	}
}

// TestUsedIsNoWreck: a folder with keys of games or people is never cleared.
func TestUsedIsNoWreck(t *testing.T) {
	data := damageable(t)
	if err := os.WriteFile(filepath.Join(data, markName), []byte(strings.Join(made(), "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, code := run(t, data, "init"); code != exitFailed || !strings.Contains(out, "it was used") {
		t.Errorf("init: exit %d: %s", code, out)
	}
	if err := os.Remove(filepath.Join(data, markName)); err != nil {
		t.Fatal(err)
	}
	if out, code := run(t, data, "verify"); code != exitOK || !strings.Contains(out, "sound") {
		t.Errorf("verify: exit %d: %s", code, out)
	}
}
