package audit

import (
	"crypto/hmac"
	"crypto/sha256"
	"fmt"
	"math/bits"

	"golang.org/x/mod/sumdb/tlog"
)

// Tree is the Merkle tree of a log, reduced to what is needed to extend it:
// the roots of its full subtrees, largest first. The zero Tree is empty.
type Tree struct {
	size  uint64
	peaks []tlog.Hash
}

// Resume returns the tree of that size from what Peaks returned.
func Resume(size uint64, peaks []byte) (Tree, error) {
	t := Tree{size: size}
	if len(peaks) != bits.OnesCount64(size)*tlog.HashSize {
		return Tree{}, fmt.Errorf("resuming the tree of %d leaves: %d bytes do not fit it", size, len(peaks))
	}
	for ; len(peaks) > 0; peaks = peaks[tlog.HashSize:] {
		t.peaks = append(t.peaks, tlog.Hash(peaks[:tlog.HashSize]))
	}
	return t, nil
}

// Add appends a leaf.
func (t *Tree) Add(leaf [32]byte) {
	h := tlog.Hash(leaf)
	for n := t.size; n&1 == 1; n >>= 1 {
		last := len(t.peaks) - 1
		h = tlog.NodeHash(t.peaks[last], h)
		t.peaks = t.peaks[:last]
	}
	t.peaks = append(t.peaks, h)
	t.size++
}

// Size returns the number of leaves.
func (t *Tree) Size() uint64 { return t.size }

// Root returns the root hash; that of the empty tree is SHA-256 of nothing.
func (t *Tree) Root() [32]byte {
	if t.size == 0 {
		return sha256.Sum256(nil)
	}
	last := len(t.peaks) - 1
	h := t.peaks[last]
	for i := last - 1; i >= 0; i-- {
		h = tlog.NodeHash(t.peaks[i], h)
	}
	return h
}

// Peaks returns what Resume needs.
func (t *Tree) Peaks() []byte {
	var b []byte
	for _, p := range t.peaks {
		b = append(b, p[:]...)
	}
	return b
}

// Checkpoint is the head of a log at one size. Mac tells who made it:
// HMAC-SHA-256 under the club's key.
type Checkpoint struct {
	Size uint64
	Root [32]byte
	Mac  []byte
}

// Sign makes the checkpoint of a tree.
func Sign(t *Tree, clubKey []byte) Checkpoint {
	c := Checkpoint{Size: t.Size(), Root: t.Root()}
	c.Mac = c.mac(clubKey)
	return c
}

// Signed tells whether the checkpoint was made with that key.
func (c Checkpoint) Signed(clubKey []byte) bool { return hmac.Equal(c.Mac, c.mac(clubKey)) }

func (c Checkpoint) mac(clubKey []byte) []byte {
	h := hmac.New(sha256.New, clubKey)
	fmt.Fprintf(h, "fivepoints checkpoint 1\n%d\n%v\n", c.Size, tlog.Hash(c.Root))
	return h.Sum(nil)
}
