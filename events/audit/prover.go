package audit

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/tlog"

	"fivepoints/events"
)

// Prover makes proofs about a log as it was when it was read.
type Prover struct {
	size   int64
	hashes stored
}

// stored is the whole tree as package tlog numbers it.
type stored []tlog.Hash

// ReadHashes implements tlog.HashReader.
func (s stored) ReadHashes(at []int64) ([]tlog.Hash, error) {
	out := make([]tlog.Hash, 0, len(at))
	for _, i := range at {
		if i < 0 || i >= int64(len(s)) {
			return nil, fmt.Errorf("the tree has no hash %d", i)
		}
		out = append(out, s[i])
	}
	return out, nil
}

// NewProver reads the leaves of a log. With an error comes the prover of the
// commits before it.
func NewProver(ctx context.Context, log events.Log) (*Prover, error) {
	var p Prover
	for st, err := range log.Read(ctx, "", 0) {
		if err != nil {
			return &p, fmt.Errorf("reading the leaves of the log: %w", err)
		}
		if err := p.add(st.Leaf); err != nil {
			return &p, fmt.Errorf("reading the leaves of the log: %w", err)
		}
	}
	return &p, nil
}

func (p *Prover) add(leaf [32]byte) error {
	more, err := tlog.StoredHashesForRecordHash(p.size, leaf, p.hashes)
	p.hashes = append(p.hashes, more...)
	p.size++
	return err
}

// Size returns the number of commits.
func (p *Prover) Size() uint64 { return uint64(p.size) }

// Root returns the root of the first size commits.
func (p *Prover) Root(size uint64) ([32]byte, error) {
	if size > p.Size() {
		return [32]byte{}, fmt.Errorf("computing the root of %d commits: the log has only %d", size, p.size)
	}
	return tlog.TreeHash(int64(size), p.hashes)
}

// Inclusion proves that a commit is among the first size ones.
func (p *Prover) Inclusion(seq events.Seq, size uint64) ([]tlog.Hash, error) {
	if seq == 0 || uint64(seq) > size || size > p.Size() {
		return nil, fmt.Errorf("proving commit %d of %d: the log has %d", seq, size, p.size)
	}
	proof, err := tlog.ProveRecord(int64(size), int64(seq-1), p.hashes)
	if err != nil {
		return nil, fmt.Errorf("proving commit %d of %d: %w", seq, size, err)
	}
	return proof, nil
}

// Consistency proves that the first from commits begin the first to ones.
func (p *Prover) Consistency(from, to uint64) ([]tlog.Hash, error) {
	if from == 0 || from > to || to > p.Size() {
		return nil, fmt.Errorf("proving that %d commits begin %d: the log has %d", from, to, p.size)
	}
	proof, err := tlog.ProveTree(int64(to), int64(from), p.hashes)
	if err != nil {
		return nil, fmt.Errorf("proving that %d commits begin %d: %w", from, to, err)
	}
	return proof, nil
}

const (
	inclusionHead   = "c2sp.org/tlog-proof@v1"
	consistencyHead = "fivepoints consistency 1"
	recordHead      = "fivepoints record "
)

// WriteInclusion writes a proof that stands alone: c2sp.org/tlog-proof with the
// checkpoint it leads to, its extra line the canonical bytes of the commit.
func WriteInclusion(st events.Stored, proof []tlog.Hash, note string) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s\nextra %s\nindex %d\n", inclusionHead, base64.StdEncoding.EncodeToString(append([]byte(recordHead), st.Bytes...)), st.Seq-1)
	writeHashes(&b, proof)
	fmt.Fprintf(&b, "\n%s", note)
	return b.Bytes()
}

// WriteConsistency writes a proof that the log of an older checkpoint begins
// that of a newer one, with both.
func WriteConsistency(proof []tlog.Hash, older, newer string) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s\n", consistencyHead)
	writeHashes(&b, proof)
	fmt.Fprintf(&b, "\n%s\n%s", older, newer)
	return b.Bytes()
}

func writeHashes(b *bytes.Buffer, all []tlog.Hash) {
	for _, h := range all {
		fmt.Fprintf(b, "%s\n", h)
	}
}

// Proven is what a proof that stands alone proves.
type Proven struct {
	Seq    events.Seq // of the commit, 0 in a proof of consistency
	Record []byte     // its canonical bytes
	Older  *Head      // of a proof of consistency
	Newer  *Head      // the checkpoint it leads to
}

// maxProof bounds the hashes of a proof: 2^62 commits take as many.
const maxProof = 124

// CheckProof checks what WriteInclusion or WriteConsistency wrote, with nothing
// but the key of the log.
func CheckProof(data []byte, key string) (Proven, error) {
	var p Proven
	var err error
	switch text := string(data); {
	case strings.HasPrefix(text, inclusionHead+"\n"):
		p, err = checkInclusion(text[len(inclusionHead)+1:], key)
	case strings.HasPrefix(text, consistencyHead+"\n"):
		p, err = checkConsistency(text[len(consistencyHead)+1:], key)
	default:
		err = errors.New("it begins like none")
	}
	if err != nil {
		return Proven{}, fmt.Errorf("checking a proof: %w", err)
	}
	return p, nil
}

func checkInclusion(text, key string) (Proven, error) {
	head, note, ok := strings.Cut(text, "\n\n")
	lines := strings.Split(head, "\n")
	if !ok || len(lines) < 2 || !strings.HasPrefix(lines[0], "extra ") {
		return Proven{}, errors.New("it holds no commit and no checkpoint")
	}
	extra, err := base64.StdEncoding.Strict().DecodeString(strings.TrimPrefix(lines[0], "extra "))
	if err != nil || !bytes.HasPrefix(extra, []byte(recordHead)) {
		return Proven{}, errors.New("its commit is damaged")
	}
	record := extra[len(recordHead):]
	index, err := strconv.ParseUint(strings.TrimPrefix(lines[1], "index "), 10, 62)
	if err != nil {
		return Proven{}, errors.New("its index is damaged")
	}
	proof, err := readHashes(lines[2:])
	if err != nil {
		return Proven{}, err
	}
	h, err := openHead(note, key)
	if err != nil {
		return Proven{}, err
	}
	if index >= h.Size {
		return Proven{}, fmt.Errorf("commit %d is none of the %d of its checkpoint", index+1, h.Size)
	}
	if err := tlog.CheckRecord(proof, int64(h.Size), h.Root, int64(index), tlog.RecordHash(record)); err != nil {
		return Proven{}, fmt.Errorf("the commit is not where it says: %w", err)
	}
	return Proven{Seq: events.Seq(index + 1), Record: record, Newer: h}, nil
}

func checkConsistency(text, key string) (Proven, error) {
	parts := strings.SplitN("\n"+text, "\n\n", 4) // hashes, older, its signature, newer
	if len(parts) != 4 {
		return Proven{}, errors.New("it has not two checkpoints")
	}
	proof, err := readHashes(strings.Split(parts[0], "\n"))
	if err != nil {
		return Proven{}, err
	}
	older, err := openHead(parts[1]+"\n\n"+parts[2]+"\n", key)
	if err != nil {
		return Proven{}, err
	}
	newer, err := openHead(parts[3], key)
	if err != nil {
		return Proven{}, err
	}
	if older.Size == 0 || older.Size > newer.Size {
		return Proven{}, fmt.Errorf("%d commits cannot begin %d", older.Size, newer.Size)
	}
	if err := tlog.CheckTree(proof, int64(newer.Size), newer.Root, int64(older.Size), older.Root); err != nil {
		return Proven{}, fmt.Errorf("the older log does not begin the newer one: %w", err)
	}
	return Proven{Older: older, Newer: newer}, nil
}

func openHead(text, key string) (*Head, error) {
	s, err := OpenNote(text, key)
	if err != nil {
		return nil, err
	}
	if s.Head == nil {
		return nil, errors.New("it leads to no checkpoint")
	}
	return s.Head, nil
}

func readHashes(lines []string) ([]tlog.Hash, error) {
	var out []tlog.Hash
	for _, l := range lines {
		if l == "" {
			continue
		}
		h, err := tlog.ParseHash(l)
		if err != nil || h.String() != l || len(out) == maxProof {
			return nil, errors.New("its hashes are damaged")
		}
		out = append(out, h)
	}
	return out, nil
}
