package chance

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"slices"
	"strconv"
)

// Secret is what all draws of one game follow from.
type Secret [32]byte

// FromGameKey derives the n-th secret of a game, from 0, from its encryption
// key, so that publishing a secret opens no private part and no other secret.
func FromGameKey(key []byte, n int) Secret {
	label := "fivepoints chance"
	if n > 0 {
		label += "\x00" + strconv.Itoa(n)
	}
	return Secret(mac(key, []byte(label)))
}

// ParseSecret reads a published secret.
func ParseSecret(text string) (Secret, error) {
	b, err := hex.DecodeString(text)
	if err != nil || len(b) != len(Secret{}) {
		return Secret{}, fmt.Errorf("reading the secret %q: it is not %d bytes in hexadecimal", text, len(Secret{}))
	}
	return Secret(b), nil
}

// Text writes a secret for its publication.
func (s Secret) Text() string { return hex.EncodeToString(s[:]) }

// Commitment is the hash that the game's first fact shows, in hexadecimal.
func (s Secret) Commitment() string {
	h := sha256.Sum256(append([]byte("fivepoints chance v1\n"), s[:]...))
	return hex.EncodeToString(h[:])
}

// Key draws for one window, or for everything hidden.
type Key [32]byte

// Window returns the key of a window's open draws.
func (s Secret) Window(window, beacon string) Key {
	return Key(mac(s[:], []byte("window\x00"+window+"\x00"+beacon)))
}

// Hidden returns the key of shuffles and deals.
func (s Secret) Hidden() Key { return Key(mac(s[:], []byte("hidden"))) }

// Beacon hashes the commitments of a window's sheets, in the order received.
func Beacon(commitments [][32]byte) string {
	h := sha256.New()
	h.Write([]byte("fivepoints beacon v1\n"))
	for _, c := range commitments {
		h.Write(c[:])
	}
	return hex.EncodeToString(h.Sum(nil))
}

// Pick draws n things of pool without replacement and returns their indices in
// the order drawn. label is a path unique in the game.
func (k Key) Pick(label string, pool []string, n int) ([]int, error) {
	if n < 0 || n > len(pool) {
		return nil, fmt.Errorf("drawing %d of %d things for %q", n, len(pool), label)
	}
	left := make([]int, len(pool))
	for i := range left {
		left[i] = i
	}
	prefix := []byte(label + "\x00" + canonical(pool) + "\x00")
	picks := make([]int, 0, n)
	for i := range n {
		j := k.uniform(prefix, i, len(left))
		picks = append(picks, left[j])
		left = slices.Delete(left, j, j+1)
	}
	return picks, nil
}

// uniform returns 0..m-1 without bias: the tail that does not divide evenly is drawn again.
func (k Key) uniform(prefix []byte, i, m int) int {
	reject := math.MaxUint64%uint64(m) + 1 // 2^64 mod m, or m when it divides
	for try := 0; ; try++ {
		data := fmt.Appendf(slices.Clip(prefix), "%d\x00%d", i, try)
		x := binary.BigEndian.Uint64(mac(k[:], data))
		if reject == uint64(m) || x <= math.MaxUint64-reject {
			return int(x % uint64(m))
		}
	}
}

func canonical(pool []string) string {
	var b []byte
	for _, p := range pool {
		b = strconv.AppendInt(b, int64(len(p)), 10)
		b = append(b, ':')
		b = append(b, p...)
	}
	return string(b)
}

func mac(key, data []byte) []byte {
	m := hmac.New(sha256.New, key)
	m.Write(data)
	return m.Sum(nil)
}
