package judge

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
)

// picker returns a deterministic stream of choices for imagined worlds. It has
// nothing to do with the draws of a game.
func picker(seed string) func(n int) int {
	i := 0
	return func(n int) int {
		h := sha256.Sum256(fmt.Appendf(nil, "imagine/%s/%d", seed, i))
		i++
		return int(binary.BigEndian.Uint32(h[:]) % uint32(n))
	}
}
