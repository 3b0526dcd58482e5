package audit

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"fivepoints/events"
)

// clubStream holds the origin of a log and its signed checkpoints.
const clubStream = "club"

// SignerOf returns the signer of a log: its origin stands in its first fact, its
// key follows from the key club. A log that has neither gives nil.
func SignerOf(ctx context.Context, log events.Log) (*Signer, error) {
	all, err := Signers(ctx, log)
	if len(all) == 0 {
		return nil, err
	}
	return all[len(all)-1].Signer, err
}

// Era is the time between two restorations of a log, in which one name signs.
type Era struct {
	*Signer
	Restored *events.Restored // what began it, nil for the first
	Seq      events.Seq       // of the commit that says so
}

// Signers lists the eras of a log, the last of which is today's.
func Signers(ctx context.Context, log events.Log) ([]Era, error) {
	if log.Keys() == nil {
		return nil, nil
	}
	key, err := log.Keys().Find("club")
	if errors.Is(err, events.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading the key club: %w", err)
	}
	var out []Era
	var club events.Club
	for st, err := range log.Read(ctx, clubStream, 0) {
		if err != nil {
			return nil, fmt.Errorf("reading the origin of the log: %w", err)
		}
		c, err := events.Decode(st)
		if err != nil {
			return nil, err
		}
		era, err := eraOf(st.Seq, c.Facts[0], &club, key)
		if err != nil {
			return nil, fmt.Errorf("reading the origin of the log: %w", err)
		}
		if era.Signer != nil {
			out = append(out, era)
		}
	}
	return out, nil
}

// eraOf returns the era that a fact begins, none for others.
func eraOf(seq events.Seq, f events.Fact, club *events.Club, key []byte) (Era, error) {
	switch f.Type {
	case events.TypeClub:
		if err := events.Unmarshal(f.Pub, club); err != nil {
			return Era{}, err
		}
		s, err := NewSigner(club.Origin, key)
		return Era{Signer: s, Seq: seq}, err
	case events.TypeRestored:
		var r events.Restored
		if err := events.Unmarshal(f.Pub, &r); err != nil {
			return Era{}, err
		}
		s, err := NewSigner(club.Origin+"/restored-"+r.Epoch, key)
		return Era{Signer: s, Restored: &r, Seq: seq}, err
	}
	return Era{}, nil
}

// OpenAny opens a note that one of the eras signed, and tells which.
func OpenAny(text string, eras []Era) (Signed, int, error) {
	var n Signed
	err := error(ErrSignature)
	for i, e := range eras {
		if n, err = OpenNote(text, e.Key()); !errors.Is(err, ErrSignature) {
			return n, i, err
		}
	}
	return n, 0, err
}

func pointKey(size events.Seq) events.Key {
	return events.NewKey("checkpoint", strconv.FormatUint(uint64(size), 10))
}

// CheckpointOf returns the signed checkpoint of the first size commits, "" when
// none was signed.
func CheckpointOf(ctx context.Context, log events.Log, size events.Seq) (string, error) {
	seq, err := log.Lookup(ctx, clubStream, pointKey(size))
	if err != nil || seq == 0 {
		return "", err
	}
	for st, err := range log.Read(ctx, clubStream, seq-1) {
		if err != nil {
			return "", err
		}
		p, err := readPoint(st)
		return p.Note, err
	}
	return "", nil
}

func readPoint(st events.Stored) (events.Signed, error) {
	var p events.Signed
	c, err := events.Decode(st)
	if err != nil {
		return p, err
	}
	if f := c.Facts[0]; f.Type == events.TypeSigned {
		err = events.Unmarshal(f.Pub, &p)
	}
	return p, err
}

// KeepCheckpoint signs the head of the first size commits and appends it to the
// log, which is durable before anybody reads it. A size has one checkpoint for
// ever: the key of its commit says the size, and what was signed before is
// returned. The commit after which a checkpoint is made is its cause.
func (s *Signer) KeepCheckpoint(ctx context.Context, log events.Log, size events.Seq, at time.Time) (string, error) {
	old, err := CheckpointOf(ctx, log, size)
	if n, oerr := OpenNote(old, s.Key()); old != "" && errors.Is(oerr, ErrSignature) && n.Head == nil {
		return old, err // of an earlier era, and no other is needed
	}
	if err != nil {
		return "", fmt.Errorf("looking for the checkpoint of %d commits: %w", size, err)
	}
	tree, err := TreeAt(ctx, log, uint64(size))
	if err != nil {
		return "", err
	}
	text, err := s.Checkpoint(&tree)
	switch {
	case err != nil:
		return "", err
	case old != "" && old != text:
		return "", &events.Damage{Seq: size, What: "a checkpoint of other commits was signed for this size; no second one is signed: run `fivepoints verify`"}
	case old != "":
		return old, nil
	}
	pub, err := events.Marshal(events.Signed{Size: uint64(size), Note: text})
	if err != nil {
		return "", err
	}
	for {
		tip, err := log.Tip(ctx, clubStream)
		if err != nil {
			return "", err
		}
		_, _, err = log.Append(ctx, events.Commit{
			Stream: clubStream, Expect: tip, Key: pointKey(size), Cause: size, At: at,
			Facts: []events.Fact{{Type: events.TypeSigned, V: 1, Pub: pub}},
		})
		if err == nil {
			return text, nil
		}
		if !errors.Is(err, events.ErrConflict) {
			return "", fmt.Errorf("keeping the checkpoint of %d commits: %w", size, err)
		}
	}
}

// Checkpoints lists the checkpoints that were signed, in the order of the log.
func Checkpoints(ctx context.Context, log events.Log) ([]events.Signed, error) {
	var out []events.Signed
	for st, err := range log.Read(ctx, clubStream, 0) {
		if err != nil {
			return nil, fmt.Errorf("reading the signed checkpoints: %w", err)
		}
		p, err := readPoint(st)
		if err != nil {
			return nil, fmt.Errorf("reading the signed checkpoints: %w", err)
		}
		if p.Note != "" {
			out = append(out, p)
		}
	}
	return out, nil
}

// trees is a log that need not be read from its beginning for a tree.
type trees interface {
	Tree(ctx context.Context, size uint64) (Tree, error)
}

// TreeAt returns the Merkle tree of the first size commits.
func TreeAt(ctx context.Context, log events.Log, size uint64) (Tree, error) {
	if l, ok := log.(trees); ok {
		return l.Tree(ctx, size)
	}
	var t Tree
	for st, err := range log.Read(ctx, "", 0) {
		if err != nil {
			return t, fmt.Errorf("computing the tree of %d commits: %w", size, err)
		}
		if t.Size() == size {
			break
		}
		t.Add(st.Leaf)
	}
	if t.Size() != size {
		return t, fmt.Errorf("computing the tree of %d commits: the log has only %d", size, t.Size())
	}
	return t, nil
}
