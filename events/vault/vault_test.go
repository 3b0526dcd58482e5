package vault_test

import (
	"bytes"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"fivepoints/events"
	"fivepoints/events/vault"
)

func store(t *testing.T) (*vault.Vault, string) {
	dir := filepath.Join(t.TempDir(), "data", "keys")
	return vault.Open(dir, rand.NewChaCha8([32]byte{1})), dir
}

func TestKeys(t *testing.T) {
	t.Parallel()
	v, dir := store(t)
	if _, err := v.Find("club"); !errors.Is(err, events.ErrNotFound) {
		t.Errorf("find before it was made: %v", err)
	}
	seen := map[string]string{}
	for _, name := range []string{"club", "games/ny12", "people/pabc"} {
		key, err := v.Key(name)
		if err != nil || len(key) != 32 {
			t.Fatalf("%s: %x, %v", name, key, err)
		}
		if other := seen[string(key)]; other != "" {
			t.Errorf("%s and %s have the same key", name, other)
		}
		seen[string(key)] = name
		key[0] ^= 1 // what was handed out is the caller's own
		again := vault.Open(dir, rand.NewChaCha8([32]byte{2}))
		if found, err := again.Key(name); err != nil || seen[string(found)] != name {
			t.Errorf("%s after opening anew: %x, %v", name, found, err)
		}
		if found, err := v.Find(name); err != nil || seen[string(found)] != name {
			t.Errorf("%s found: %x, %v", name, found, err)
		}
	}
	modes(t, dir)
}

// modes wants folders 0700, files 0600 and nothing left over.
func modes(t *testing.T, dir string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		want := fs.FileMode(0o600)
		if d.IsDir() {
			want = 0o700
		}
		if info.Mode().Perm() != want || strings.HasPrefix(d.Name(), ".") {
			t.Errorf("%s has mode %v", path, info.Mode())
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

func TestDestroy(t *testing.T) {
	t.Parallel()
	v, dir := store(t)
	key, err := v.Key("people/pabc")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"people/pabc", "people/pnew", "people/pabc"} {
		if err := v.Destroy(name); err != nil {
			t.Fatal(err)
		}
		for _, s := range []*vault.Vault{v, vault.Open(dir, rand.NewChaCha8([32]byte{2}))} {
			if _, err := s.Find(name); !errors.Is(err, events.ErrErased) {
				t.Errorf("find %s: %v", name, err)
			}
			if _, err := s.Key(name); !errors.Is(err, events.ErrErased) {
				t.Errorf("a new key for %s: %v", name, err)
			}
		}
	}
	if len(key) != 32 || bytes.Equal(key, make([]byte, 32)) {
		t.Error("a key that was handed out was changed")
	}
	modes(t, dir)
}

func TestDamagedKey(t *testing.T) {
	t.Parallel()
	for content, erased := range map[string]bool{
		"": false, "erased": false, "zz": false, strings.Repeat("ab", 31) + "\n": false,
		strings.Repeat("x", 64) + "\n": true, // the process died while destroying it
	} {
		v, dir := store(t)
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "club"), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if key, err := v.Key("club"); err == nil || errors.Is(err, events.ErrErased) != erased {
			t.Errorf("a file with %q gives %x, %v", content, key, err)
		}
	}
}

func TestNames(t *testing.T) {
	t.Parallel()
	v, dir := store(t)
	for _, name := range []string{"", ".", "..", "../club", "games/..", "games/../../x", "games/", "/etc/passwd", "people/a/b", "games/a\x00", "Club", "people/.new-1"} {
		if _, err := v.Key(name); err == nil {
			t.Errorf("key %q was made", name)
		}
		if err := v.Destroy(name); err == nil {
			t.Errorf("key %q was destroyed", name)
		}
	}
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("something was written: %v", err)
	}
}

func TestNoRandom(t *testing.T) {
	t.Parallel()
	v := vault.Open(t.TempDir(), strings.NewReader("too short"))
	if _, err := v.Key("club"); err == nil {
		t.Error("a key was made of nothing")
	}
	if _, err := v.Find("club"); !errors.Is(err, events.ErrNotFound) {
		t.Errorf("a half-made key was left: %v", err)
	}
}

func TestConcurrentKey(t *testing.T) {
	t.Parallel()
	v, _ := store(t)
	var wg sync.WaitGroup
	keys := make([]string, 16)
	for i := range keys {
		wg.Go(func() {
			key, err := v.Key("games/ny12")
			if err != nil {
				t.Error(err)
			}
			keys[i] = string(key)
		})
	}
	wg.Wait()
	for _, k := range keys {
		if k != keys[0] {
			t.Fatal("two callers got different keys of one name")
		}
	}
}

func TestPseudonym(t *testing.T) {
	t.Parallel()
	club := bytes.Repeat([]byte{7}, 32)
	p := vault.Pseudonym(club, " Owl@Example.org\n")
	if p != vault.Pseudonym(club, "owl@example.org") {
		t.Error("one address, two persons")
	}
	if p == vault.Pseudonym(club, "owl2@example.org") || p == vault.Pseudonym(bytes.Repeat([]byte{8}, 32), "owl@example.org") {
		t.Error("two persons have one name")
	}
	// Final: logs are full of these names.
	if want := "piufajedlfnel"; p != want {
		t.Errorf("pseudonym %s, want %s", p, want)
	}
	if err := events.CheckKeyName("people/" + p); err != nil {
		t.Error(err)
	}
}

func TestLockFolder(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "new", "data")
	lock, err := vault.LockFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(dir); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the folder: %v, %v", info, err)
	}
	if _, err := vault.LockFolder(dir); !errors.Is(err, vault.ErrLocked) || !strings.Contains(err.Error(), strconv.Itoa(os.Getpid())) {
		t.Errorf("locked twice: %v", err)
	}
	if err := lock.Release(); err != nil {
		t.Fatal(err)
	}
	again, err := vault.LockFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := again.Release(); err != nil {
		t.Error(err)
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := vault.LockFolder(file); err == nil {
		t.Error("a file was locked as a folder")
	}
}
