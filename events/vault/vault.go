package vault

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"fivepoints/events"
)

const (
	keySize   = 32
	tombstone = "erased\n"
)

// overwritten is what a key file holds when the process died between making a
// key unreadable and leaving its tombstone.
var overwritten = strings.Repeat("x", 2*keySize) + "\n"

// Vault is a key store in a folder. It implements events.Keys. One process may
// write it at a time: the one that holds the lock of the data folder.
type Vault struct {
	dir  string
	rand io.Reader

	mu    sync.RWMutex
	cache map[string][]byte // keys found so far
	dirs  map[string]bool   // folders that are there and durable
}

// Open returns the key store in dir, which is made when the first key is. New
// keys come from rand.
func Open(dir string, rand io.Reader) *Vault {
	return &Vault{dir: dir, rand: rand, cache: map[string][]byte{}, dirs: map[string]bool{}}
}

// Key implements events.Keys.
func (v *Vault) Key(name string) ([]byte, error) {
	key, err := v.Find(name)
	if !errors.Is(err, events.ErrNotFound) {
		return key, err
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	// Another goroutine may have made it meanwhile.
	if key, err = v.read(name); !errors.Is(err, events.ErrNotFound) {
		return key, err
	}
	key = make([]byte, keySize)
	if _, err := io.ReadFull(v.rand, key); err != nil {
		return nil, fmt.Errorf("making key %s: drawing it: %w", name, err)
	}
	if err := v.write(name, []byte(hex.EncodeToString(key)+"\n")); err != nil {
		return nil, fmt.Errorf("making key %s: %w", name, err)
	}
	v.cache[name] = key
	return bytes.Clone(key), nil
}

// Find implements events.Keys. Key files written by another process are seen;
// one destroyed by another process is forgotten when this one ends.
func (v *Vault) Find(name string) ([]byte, error) {
	if err := events.CheckKeyName(name); err != nil {
		return nil, err
	}
	v.mu.RLock()
	key := v.cache[name]
	v.mu.RUnlock()
	if key != nil {
		return bytes.Clone(key), nil
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.read(name)
}

// Destroy implements events.Keys. The key's bytes are overwritten in place
// before the tombstone takes the file's name.
func (v *Vault) Destroy(name string) error {
	if err := events.CheckKeyName(name); err != nil {
		return err
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if err := v.overwrite(name); err != nil {
		return fmt.Errorf("destroying key %s: %w", name, err)
	}
	if err := v.write(name, []byte(tombstone)); err != nil {
		return fmt.Errorf("destroying key %s: %w", name, err)
	}
	clear(v.cache[name])
	delete(v.cache, name)
	return nil
}

// read returns a key from its file; the lock is held.
func (v *Vault) read(name string) ([]byte, error) {
	data, err := os.ReadFile(v.path(name))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, events.ErrNotFound
	case err != nil:
		return nil, fmt.Errorf("reading key %s: %w", name, err)
	case string(data) == tombstone || string(data) == overwritten:
		return nil, events.ErrErased
	}
	key, err := hex.DecodeString(strings.TrimSpace(string(data)))
	if err != nil || len(key) != keySize {
		return nil, fmt.Errorf("reading key %s: its file is damaged; restore it from a backup of the keys", name)
	}
	v.cache[name] = key
	return bytes.Clone(key), nil
}

func (v *Vault) path(name string) string { return filepath.Join(v.dir, filepath.FromSlash(name)) }

func (v *Vault) overwrite(name string) error {
	f, err := os.OpenFile(v.path(name), os.O_WRONLY, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("overwriting its file: %w", err)
	}
	_, err = f.Write([]byte(overwritten))
	return errors.Join(err, f.Sync(), f.Close())
}

// write puts a file in place whole, or not at all, and waits for the disk.
func (v *Vault) write(name string, data []byte) error {
	path := v.path(name)
	if err := v.folder(filepath.Dir(path)); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".new-*") // made 0600
	if err != nil {
		return fmt.Errorf("writing its file: %w", err)
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("writing its file: %w", err), os.Remove(f.Name()))
	}
	return syncFolder(filepath.Dir(path))
}

// folder makes dir and its parents and waits for the disk.
func (v *Vault) folder(dir string) error {
	if v.dirs[dir] {
		return nil
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("making the folder of keys: %w", err)
	}
	for d := dir; ; d = filepath.Dir(d) {
		if err := syncFolder(filepath.Dir(d)); err != nil {
			return err
		}
		if d == v.dir || d == filepath.Dir(d) {
			break
		}
	}
	v.dirs[dir] = true
	return nil
}

func syncFolder(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return fmt.Errorf("opening folder %s: %w", dir, err)
	}
	if err := errors.Join(d.Sync(), d.Close()); err != nil {
		return fmt.Errorf("waiting for folder %s to reach the disk: %w", dir, err)
	}
	return nil
}

// Pseudonym names the person behind a mail address: "p" and 12 characters that
// nobody can compute without the club's key.
func Pseudonym(clubKey []byte, address string) string {
	mac := hmac.New(sha256.New, clubKey)
	mac.Write([]byte("person " + strings.ToLower(strings.TrimSpace(address))))
	return "p" + strings.ToLower(base32.StdEncoding.EncodeToString(mac.Sum(nil)))[:12]
}
