package vault

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/pbkdf2"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"fivepoints/events"
)

// packHead begins a file of sealed keys. [F]
const packHead = "fivepoints keys 1\n"

const (
	packSalt   = 16
	packNonce  = 12
	packRounds = 600_000 // of PBKDF2 with SHA-256
	maxPack    = 64 << 20
)

// ErrPassphrase says that sealed keys were not opened with their passphrase.
var ErrPassphrase = errors.New("the passphrase is another one, or the file is damaged")

// Pack writes keys, by name in hexadecimal, as one file that only the passphrase
// opens: packHead, salt16, nonce12, AES-256-GCM of the JSON object under
// PBKDF2-SHA-256(passphrase, salt, 600,000), with packHead as additional data.
func Pack(keys map[string]string, passphrase string, rand io.Reader) ([]byte, error) {
	plain, err := json.Marshal(keys) // sorted by name
	if err != nil {
		return nil, fmt.Errorf("sealing keys: %w", err)
	}
	out := make([]byte, len(packHead)+packSalt+packNonce)
	copy(out, packHead)
	if _, err := io.ReadFull(rand, out[len(packHead):]); err != nil {
		return nil, fmt.Errorf("sealing keys: drawing a salt: %w", err)
	}
	aead, err := packAEAD(passphrase, out)
	if err != nil {
		return nil, fmt.Errorf("sealing keys: %w", err)
	}
	return aead.Seal(out, out[len(packHead)+packSalt:], plain, []byte(packHead)), nil
}

// Unpack opens what Pack wrote.
func Unpack(data []byte, passphrase string) (map[string]string, error) {
	if len(data) > maxPack || len(data) < len(packHead)+packSalt+packNonce || !bytes.HasPrefix(data, []byte(packHead)) {
		return nil, errors.New("opening sealed keys: the file holds none")
	}
	aead, err := packAEAD(passphrase, data)
	if err != nil {
		return nil, fmt.Errorf("opening sealed keys: %w", err)
	}
	body := data[len(packHead)+packSalt:]
	plain, err := aead.Open(nil, body[:packNonce], body[packNonce:], []byte(packHead))
	if err != nil {
		return nil, fmt.Errorf("opening sealed keys: %w", ErrPassphrase)
	}
	var keys map[string]string
	if err := json.Unmarshal(plain, &keys); err != nil {
		return nil, fmt.Errorf("opening sealed keys: %w", err)
	}
	return keys, nil
}

func packAEAD(passphrase string, data []byte) (cipher.AEAD, error) {
	key, err := pbkdf2.Key(sha256.New, passphrase, data[len(packHead):len(packHead)+packSalt], packRounds, 32)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	return cipher.NewGCM(block)
}

// Names lists the keys whose name begins with prefix ("", "games/", "people/"),
// sorted, without those that were destroyed.
func (v *Vault) Names(prefix string) ([]string, error) {
	var out []string
	err := filepath.WalkDir(v.dir, func(path string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(v.dir, path)
		if name = filepath.ToSlash(name); err != nil || !strings.HasPrefix(name, prefix) || events.CheckKeyName(name) != nil {
			return err
		}
		if _, err := v.Find(name); errors.Is(err, events.ErrErased) {
			return nil
		} else if err != nil {
			return err
		}
		out = append(out, name)
		return nil
	})
	slices.Sort(out)
	return out, err
}

// Export returns keys by name, in hexadecimal.
func (v *Vault) Export(names ...string) (map[string]string, error) {
	out := map[string]string{}
	for _, name := range names {
		key, err := v.Find(name)
		if err != nil {
			return nil, fmt.Errorf("reading key %s: %w", name, err)
		}
		out[name] = hex.EncodeToString(key)
	}
	return out, nil
}

// ErrOther says that another key of that name is there.
var ErrOther = errors.New("another key of that name is there")

// Import puts keys in place that are not there. One that was destroyed stays
// destroyed; another one of the same name is ErrOther, and nothing is changed.
func (v *Vault) Import(keys map[string]string) error {
	var fresh []string
	for name, text := range keys {
		key, err := hex.DecodeString(text)
		if err != nil || len(key) != keySize {
			return fmt.Errorf("putting key %s back: it is damaged", name)
		}
		old, err := v.Find(name)
		switch {
		case errors.Is(err, events.ErrNotFound):
			fresh = append(fresh, name)
		case errors.Is(err, events.ErrErased):
		case err != nil:
			return err
		case !bytes.Equal(old, key):
			return fmt.Errorf("putting key %s back: %w", name, ErrOther)
		}
	}
	slices.Sort(fresh)
	v.mu.Lock()
	defer v.mu.Unlock()
	for _, name := range fresh {
		if err := v.write(name, []byte(keys[name]+"\n")); err != nil {
			return fmt.Errorf("putting key %s back: %w", name, err)
		}
	}
	return nil
}
