package events

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
	"sync"
)

// Memory is a Log in memory: for tests, previews and simulated games.
type Memory struct {
	// Rand gives salts and nonces; it is set before the first use.
	Rand io.Reader

	mu      sync.Mutex
	keys    Keys
	commits []Stored
	streams map[string]*memStream
	blobs   map[string]memBlob
	changed chan struct{} // closed by the next append
	closed  bool
}

type memStream struct {
	seqs []Seq
	keys map[Key]Seq
}

type memBlob struct {
	key  string
	data []byte
}

// NewMemory makes an empty log. Without keys it makes its own, and then keys,
// salts and nonces are the same in every run.
func NewMemory(keys Keys) *Memory {
	m := &Memory{Rand: rand.Reader, keys: keys, streams: map[string]*memStream{}, blobs: map[string]memBlob{}, changed: make(chan struct{})}
	if keys == nil {
		m.keys, m.Rand = NewMemoryKeys("memory keys"), &counterRand{seed: "memory salts"}
	}
	return m
}

// Append implements Log.
func (m *Memory) Append(ctx context.Context, c Commit) (Seq, bool, error) {
	if err := ctx.Err(); err != nil {
		return 0, false, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	seq, dup, err := m.append(c)
	if err != nil {
		return 0, false, fmt.Errorf("appending to %.60s: %w", c.Stream, err)
	}
	return seq, dup, nil
}

func (m *Memory) append(c Commit) (Seq, bool, error) {
	if m.closed {
		return 0, false, ErrClosed
	}
	s := m.streams[c.Stream]
	if s == nil {
		s = &memStream{keys: map[Key]Seq{}}
	}
	if seq := s.keys[c.Key]; seq > 0 {
		return seq, true, Repeated(m.commits[seq-1], c, m.keys)
	}
	if tip := s.tip(); tip != c.Expect {
		return 0, false, fmt.Errorf("%w: its last commit is %d, not %d", ErrConflict, tip, c.Expect)
	}
	if c.Cause > Seq(len(m.commits)) {
		return 0, false, fmt.Errorf("its cause, commit %d, is not in the log", c.Cause)
	}
	st, err := Seal(c, m.keys, m.Rand)
	if err != nil {
		return 0, false, err
	}
	st.Seq = Seq(len(m.commits) + 1)
	m.commits = append(m.commits, st)
	m.streams[c.Stream] = s
	s.seqs = append(s.seqs, st.Seq)
	s.keys[c.Key] = st.Seq
	close(m.changed)
	m.changed = make(chan struct{})
	return st.Seq, false, nil
}

func (s *memStream) tip() Seq {
	if s == nil || len(s.seqs) == 0 {
		return 0
	}
	return s.seqs[len(s.seqs)-1]
}

// Lookup implements Log.
func (m *Memory) Lookup(ctx context.Context, stream string, key Key) (Seq, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if s := m.streams[stream]; s != nil {
		return s.keys[key], ctx.Err()
	}
	return 0, ctx.Err()
}

// Tip implements Log.
func (m *Memory) Tip(ctx context.Context, stream string) (Seq, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if stream == "" {
		return Seq(len(m.commits)), ctx.Err()
	}
	return m.streams[stream].tip(), ctx.Err()
}

// Streams implements Log.
func (m *Memory) Streams(ctx context.Context, prefix string) ([]string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var names []string
	for name := range m.streams {
		if strings.HasPrefix(name, prefix) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names, ctx.Err()
}

// Read implements Log.
func (m *Memory) Read(ctx context.Context, stream string, after Seq) iter.Seq2[Stored, error] {
	return func(yield func(Stored, error) bool) {
		for _, st := range m.slice(stream, after) {
			if err := ctx.Err(); err != nil {
				yield(Stored{}, err)
				return
			}
			if !yield(st, nil) {
				return
			}
		}
	}
}

// slice returns what Read yields, as it is now.
func (m *Memory) slice(stream string, after Seq) []Stored {
	m.mu.Lock()
	defer m.mu.Unlock()
	if stream == "" {
		return m.commits[min(after, Seq(len(m.commits))):]
	}
	s := m.streams[stream]
	if s == nil {
		return nil
	}
	from, _ := slices.BinarySearch(s.seqs, after+1)
	out := make([]Stored, 0, len(s.seqs)-from)
	for _, seq := range s.seqs[from:] {
		out = append(out, m.commits[seq-1])
	}
	return out
}

// Wait implements Log.
func (m *Memory) Wait(ctx context.Context, after Seq) error {
	for {
		m.mu.Lock()
		n, changed, closed := Seq(len(m.commits)), m.changed, m.closed
		m.mu.Unlock()
		if n > after {
			return nil
		}
		if closed {
			return fmt.Errorf("waiting for commit %d: %w", after+1, ErrClosed)
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// PutBlob implements Log.
func (m *Memory) PutBlob(ctx context.Context, key string, data []byte) (string, error) {
	if err := ctx.Err(); err != nil {
		return "", err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	h, sealed, err := SealBlob(m.keys, key, data, m.Rand)
	if err != nil {
		return "", err
	}
	if _, ok := m.blobs[h]; !ok {
		m.blobs[h] = memBlob{key, sealed}
	}
	return h, nil
}

// Blob implements Log.
func (m *Memory) Blob(ctx context.Context, h string) ([]byte, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	b, ok := m.blobs[h]
	if !ok {
		return nil, fmt.Errorf("reading blob %.64s: %w", h, ErrNotFound)
	}
	return OpenBlob(m.keys, b.key, h, b.data)
}

// Keys implements Log.
func (m *Memory) Keys() Keys { return m.keys }

// Close implements Log. What was appended can still be read.
func (m *Memory) Close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.closed {
		m.closed = true
		close(m.changed)
		m.changed = make(chan struct{})
	}
	return nil
}

// MemoryKeys is a key store in memory whose keys follow from a seed: for tests
// and simulated games, never for a real club.
type MemoryKeys struct {
	mu   sync.Mutex
	seed string
	keys map[string][]byte // nil when destroyed
}

// NewMemoryKeys makes an empty key store.
func NewMemoryKeys(seed string) *MemoryKeys {
	return &MemoryKeys{seed: seed, keys: map[string][]byte{}}
}

// Key implements Keys.
func (k *MemoryKeys) Key(name string) ([]byte, error) {
	key, err := k.Find(name)
	if !errors.Is(err, ErrNotFound) {
		return key, err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	sum := sha256.Sum256([]byte(k.seed + "\x00" + name))
	k.keys[name] = sum[:]
	return sum[:], nil
}

// Find implements Keys.
func (k *MemoryKeys) Find(name string) ([]byte, error) {
	if err := CheckKeyName(name); err != nil {
		return nil, err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	key, ok := k.keys[name]
	switch {
	case !ok:
		return nil, ErrNotFound
	case key == nil:
		return nil, ErrErased
	}
	return key, nil
}

// Destroy implements Keys.
func (k *MemoryKeys) Destroy(name string) error {
	if err := CheckKeyName(name); err != nil {
		return err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.keys[name] = nil
	return nil
}

// counterRand is an endless stream of bytes that follows from its seed.
type counterRand struct {
	seed string
	n    uint64
	rest []byte
}

func (r *counterRand) Read(p []byte) (int, error) {
	for n := 0; n < len(p); {
		if len(r.rest) == 0 {
			r.n++
			sum := sha256.Sum256(binary.BigEndian.AppendUint64([]byte(r.seed), r.n))
			r.rest = sum[:]
		}
		k := copy(p[n:], r.rest)
		n, r.rest = n+k, r.rest[k:]
	}
	return len(p), nil
}
