package events

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
)

// MaxBlob is the most bytes one blob may have.
const MaxBlob = 64 << 20

// SealBlob encrypts data under the named key and returns its name, hex SHA-256(salt32 || data), and
// what to store, nonce12 || AES-256-GCM(salt32 || data). The salt is
// HMAC-SHA-256(key, "blob" || SHA-256(data)): the same data under the same key
// has the same name, so that storing it again is harmless, and nobody without
// the key can test a guess against the name.
func SealBlob(keys Keys, name string, data []byte, rand io.Reader) (h string, sealed []byte, err error) {
	if len(data) > MaxBlob {
		return "", nil, fmt.Errorf("sealing a blob: it has more than %d bytes", MaxBlob)
	}
	key, err := keys.Key(name)
	if err != nil {
		return "", nil, fmt.Errorf("sealing a blob: getting key %s: %w", name, err)
	}
	sum := sha256.Sum256(data)
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte("blob"))
	mac.Write(sum[:])
	salted := append(mac.Sum(make([]byte, 0, saltSize+len(data))), data...)
	sealed, err = encrypt(key, salted, rand)
	if err != nil {
		return "", nil, fmt.Errorf("sealing a blob: %w", err)
	}
	return blobName(salted), sealed, nil
}

// OpenBlob undoes SealBlob and compares the content with its name. Without keys
// it says ErrNoKey.
func OpenBlob(keys Keys, name, h string, sealed []byte) ([]byte, error) {
	if keys == nil {
		return nil, fmt.Errorf("opening blob %.64s: %w", h, ErrNoKey)
	}
	key, err := keys.Find(name)
	if errors.Is(err, ErrNotFound) {
		err = ErrNoKey
	}
	if err != nil {
		return nil, fmt.Errorf("opening blob %.64s: getting key %s: %w", h, name, err)
	}
	salted, err := decrypt(key, sealed)
	if err != nil {
		return nil, fmt.Errorf("opening blob %.64s: %w", h, err)
	}
	if len(salted) < saltSize || blobName(salted) != h {
		return nil, fmt.Errorf("opening blob %.64s: %w", h, errors.New("it is not what its name says"))
	}
	return salted[saltSize:], nil
}

// BlobOf reads the blob that a commit names. One that is not there, or not what
// its name says, is *Damage of that commit.
func BlobOf(ctx context.Context, log Log, seq Seq, stream, h string) ([]byte, error) {
	data, err := log.Blob(ctx, h)
	if err == nil || errors.Is(err, ErrErased) || errors.Is(err, ErrNoKey) || ctx.Err() != nil {
		return data, err
	}
	return nil, &Damage{Seq: seq, Stream: stream, What: "what it names is gone or changed: " + err.Error()}
}

func blobName(salted []byte) string {
	sum := sha256.Sum256(salted)
	return hex.EncodeToString(sum[:])
}
