package events

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"time"
)

// Seq numbers the commits of a log without gaps, starting at 1. A commit's seq
// is its Merkle leaf index plus one and its JetStream stream sequence. 0 means
// "none": the Expect of a new stream, the Cause of what came from outside.
type Seq uint64

// Key names the cause of a commit. It is unique in its stream, for ever.
type Key [16]byte

// Commit is what a caller wants to append: facts of one stream, all or none.
type Commit struct {
	Stream string    // "game/ny12", "inbox/imap-main", "outbox/ny12", "people", "club"
	Expect Seq       // seq of that stream's last commit, 0 when it is new
	Key    Key       // the cause; a known key returns the old seq
	Cause  Seq       // the commit that led to this one, 0 when from outside
	At     time.Time // decided by the caller's clock, stored in milliseconds
	Facts  []Fact
}

// Fact is one thing that happened, named in the past tense.
type Fact struct {
	Type string          // "t.sheet", "message.received", "joint_opened"
	V    int             // version of the payload's shape, from 1
	Pub  json.RawMessage // canonical JSON object of what everyone may know
	Priv []Part          // sorted by audience, one part per audience
}

// Part is a private value of a fact. Only its hash
// H = SHA-256(salt32 || audience || plain) enters the canonical bytes.
type Part struct {
	Audience string // a seat id, or "engine"
	Key      string // name of the key that encrypts it: "games/<id>" or "people/<id>"
	Plain    []byte // canonical JSON; nil when read and not opened or erased
	Salt     []byte // only of a part that is sealed again and keeps its hash; nil draws one
	H        [32]byte
	Erased   bool // the key was destroyed
}

// Stored is a commit as the log keeps it and as JetStream carries it.
type Stored struct {
	Seq   Seq
	Bytes []byte   // canonical bytes: {v,stream,prev,at,key,cause,facts}
	Parts []Sealed // in the order of the facts, then of their audiences
	Leaf  [32]byte // tlog.RecordHash(Bytes)
}

// Sealed is an encrypted part: Data = nonce || AES-256-GCM(salt32 || plain).
type Sealed struct {
	Key  string
	Data []byte
}

// Sentinels a caller of a Log branches on.
var (
	ErrConflict = errors.New("the stream has moved on")
	ErrKeyReuse = errors.New("the key already names other content")
	ErrNotFound = errors.New("not found in the log")
	ErrReadOnly = errors.New("the log is read-only")
	ErrNoKey    = errors.New("its key is not in the key store")
	ErrClosed   = errors.New("the log is closed")
)

// Log is the append-only log. Every implementation passes eventstest.Log.
//
// Append returns the seq of the new commit, or the old seq and dup = true when
// the key is known in that stream (whatever Expect says). A returned seq is
// durable. ErrConflict: the stream's last commit is not Expect. ErrKeyReuse:
// the key is known with other facts.
type Log interface {
	Append(ctx context.Context, c Commit) (seq Seq, dup bool, err error)
	// Lookup returns the seq that key has in stream, 0 when it is unknown.
	Lookup(ctx context.Context, stream string, key Key) (Seq, error)
	// Tip returns the seq of the last commit of stream, 0 when there is none.
	// The empty stream is the whole log.
	Tip(ctx context.Context, stream string) (Seq, error)
	// Streams lists the stream names with that prefix, sorted.
	Streams(ctx context.Context, prefix string) ([]string, error)
	// Read yields the commits of stream with seq > after in order; the empty
	// stream is the whole log. It ends at the tip found when it began.
	Read(ctx context.Context, stream string, after Seq) iter.Seq2[Stored, error]
	// Wait returns when the log holds a commit with seq > after.
	Wait(ctx context.Context, after Seq) error
	// PutBlob stores data encrypted under the named key and returns its salted
	// hash in hexadecimal. The blob is durable before the commit that names it.
	PutBlob(ctx context.Context, key string, data []byte) (h string, err error)
	// Blob returns a blob's data; ErrNotFound when unknown, ErrErased when its
	// key was destroyed, ErrNoKey when it is not at hand.
	Blob(ctx context.Context, h string) ([]byte, error)
	// Keys gives the key store the log seals with.
	Keys() Keys
	Close() error
}

// Keys hands out 32-byte keys by name ("club", "games/ny12", "people/p4f…").
type Keys interface {
	// Key returns the named key and makes it when it is missing. A destroyed
	// name gives ErrErased.
	Key(name string) ([]byte, error)
	// Find returns the named key and never makes one: ErrNotFound when it is
	// missing, ErrErased when it was destroyed.
	Find(name string) ([]byte, error)
	// Destroy forgets the key for ever.
	Destroy(name string) error
}

// Damage says that a commit of the log is not what was once written. Readers
// get it instead of the commit.
type Damage struct {
	Seq    Seq    // 0: the commits are right, but not the file around them
	Stream string // "" when it cannot be told
	What   string
}

// Error names the commit and what is wrong with it.
func (d *Damage) Error() string {
	if d.Seq == 0 {
		return "the log is damaged: " + d.What
	}
	if d.Stream == "" {
		return fmt.Sprintf("commit %d is damaged: %s", d.Seq, d.What)
	}
	return fmt.Sprintf("commit %d (%s) is damaged: %s", d.Seq, d.Stream, d.What)
}

// ErrErased says that a value's key was destroyed on request.
var ErrErased = errors.New("erased at its owner's request")
