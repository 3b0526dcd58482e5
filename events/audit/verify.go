package audit

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"fivepoints/events"

	"golang.org/x/mod/sumdb/tlog"
)

// Report is the result of Verify. The log is whole when Bad and Missing are nil.
type Report struct {
	Size    uint64         // commits that are right, from the first
	Facts   int            // in them
	Parts   int            // private parts compared with their hash
	Erased  int            // parts and blobs whose key was destroyed
	Closed  int            // parts and blobs whose key is not at hand
	Blobs   int            // blobs compared with their name
	Root    [32]byte       // Merkle root of those commits
	Bad     *events.Damage // the first commit that is wrong
	Missing *Missing       // the first key that is neither there nor erased
	Against uint64         // size of the newest checkpoint it was compared with
}

// Missing is a key that a commit needs and the key store lacks, without a
// tombstone: what lies under it may be damaged, nobody can tell.
type Missing struct {
	Key    string
	Seq    events.Seq
	Stream string
}

// Error names the key and the commit.
func (m *Missing) Error() string {
	return fmt.Sprintf("key %s of commit %d (%s) is neither here nor erased", m.Key, m.Seq, m.Stream)
}

// blobKeys is a log that tells under which key a blob lies.
type blobKeys interface {
	BlobKey(ctx context.Context, h string) (string, error)
}

// checker is a log that can look after what lies below its commits.
type checker interface {
	Check(ctx context.Context) error
}

// witness is a log that keeps checkpoints, in ascending size.
type witness interface {
	Checkpoints(ctx context.Context) ([]Checkpoint, error)
}

// Verify reads the whole log and compares everything that can be. The error is
// about the reading; what is wrong with the log is in the report.
func Verify(ctx context.Context, log events.Log) (Report, error) {
	v := verifier{ctx: ctx, log: log, streams: map[string]*stream{}}
	err := v.run(v.commit)
	if err == nil {
		err = v.end()
	}
	v.report.Size, v.report.Root = v.tree.Size(), v.tree.Root()
	var bad *events.Damage
	if errors.As(err, &bad) {
		v.report.Bad, err = bad, nil
	}
	if err != nil {
		return v.report, fmt.Errorf("verifying the log: %w", err)
	}
	return v.report, nil
}

// Skim is the part of Verify that costs next to nothing: every commit has the
// leaf hash stored with it, none is missing, and together they have the roots of
// the checkpoints. Private parts and blobs stay closed. What is wrong is an
// *events.Damage.
func Skim(ctx context.Context, log events.Log) error {
	v := verifier{ctx: ctx, log: log}
	return v.run(func(st events.Stored) error {
		v.tree.Add(st.Leaf) // Read has compared it
		return v.checkpoint("")
	})
}

// Root returns the Merkle root of the first size commits.
func Root(ctx context.Context, log events.Log, size uint64) ([32]byte, error) {
	var t Tree
	for st, err := range log.Read(ctx, "", 0) {
		if err != nil {
			return [32]byte{}, fmt.Errorf("computing the root of %d commits: %w", size, err)
		}
		if t.Size() == size {
			break
		}
		t.Add(tlog.RecordHash(st.Bytes))
	}
	if t.Size() != size {
		return [32]byte{}, fmt.Errorf("computing the root of %d commits: the log has only %d", size, t.Size())
	}
	return t.Root(), nil
}

type verifier struct {
	ctx     context.Context
	log     events.Log
	streams map[string]*stream
	tree    Tree
	report  Report
	points  []Checkpoint // still ahead
}

type stream struct {
	tip  events.Seq
	keys map[events.Key]events.Seq
}

// run hands the commits, none of them missing, to a function that adds each to
// the tree.
func (v *verifier) run(each func(events.Stored) error) error {
	if err := v.begin(); err != nil {
		return err
	}
	for st, err := range v.log.Read(v.ctx, "", 0) {
		if err != nil {
			return v.unreadable(err)
		}
		if st.Seq != events.Seq(v.tree.Size()+1) {
			return v.damage("", "it is missing; the next one is %d", st.Seq)
		}
		if err := each(st); err != nil {
			return err
		}
	}
	if len(v.points) > 0 {
		return v.damage("", "it and what follows are missing: a checkpoint of %d commits was made", v.points[len(v.points)-1].Size)
	}
	return nil
}

// end compares what can only be told of the log as a whole.
func (v *verifier) end() error {
	c, ok := v.log.(checker)
	if !ok {
		return nil
	}
	err := c.Check(v.ctx)
	var bad *events.Damage
	if err != nil && v.ctx.Err() == nil && !errors.As(err, &bad) {
		return &events.Damage{What: err.Error()}
	}
	return err
}

func (v *verifier) begin() error {
	club, err := v.key("club")
	if err != nil {
		return err
	}
	if w, ok := v.log.(witness); ok {
		points, err := w.Checkpoints(v.ctx)
		if err != nil {
			return v.unreadable(err)
		}
		if err := signed(points, club); err != nil {
			return err
		}
		if n := len(points); n > 0 {
			v.report.Against = points[n-1].Size
		}
		v.points = points
	}
	return v.mailed(club)
}

// mailed adds the checkpoints that were signed for the mails. One that cannot be
// read is found where it stands.
func (v *verifier) mailed(club []byte) error {
	all, err := Checkpoints(v.ctx, v.log)
	if err != nil || len(all) == 0 || club == nil {
		return v.ctx.Err()
	}
	eras, err := Signers(v.ctx, v.log)
	if err != nil || len(eras) == 0 {
		return err
	}
	for _, p := range all {
		n, _, err := OpenAny(p.Note, eras)
		if err != nil || n.Head == nil || n.Head.Size != p.Size {
			return &events.Damage{Seq: events.Seq(p.Size), What: "the checkpoint signed after it for the mails was changed, or signed with another key"}
		}
		v.points = append(v.points, Checkpoint{Size: p.Size, Root: n.Head.Root})
	}
	slices.SortStableFunc(v.points, func(a, b Checkpoint) int { return cmp.Compare(a.Size, b.Size) })
	return nil
}

// signed compares all checkpoints with the club's key, when it is at hand.
func signed(points []Checkpoint, club []byte) error {
	var bad []Checkpoint
	for _, p := range points {
		if club != nil && !p.Signed(club) {
			bad = append(bad, p)
		}
	}
	switch {
	case len(bad) == 0:
		return nil
	case len(bad) == len(points):
		return &events.Damage{What: "none of its checkpoints was made with the key club that is here; put keys/club back from a copy, and verify again"}
	}
	return &events.Damage{Seq: events.Seq(bad[0].Size), What: "the checkpoint made after it was changed, or made with another key of the club"}
}

// key returns nil when the key is not at hand.
func (v *verifier) key(name string) ([]byte, error) {
	if v.log.Keys() == nil {
		return nil, nil
	}
	key, err := v.log.Keys().Find(name)
	if errors.Is(err, events.ErrNotFound) || errors.Is(err, events.ErrErased) {
		return nil, nil
	}
	return key, err
}

// unreadable turns an error of reading into the damage of the next commit,
// unless the caller gave up.
func (v *verifier) unreadable(err error) error {
	var bad *events.Damage
	if errors.As(err, &bad) || v.ctx.Err() != nil {
		return err
	}
	return v.damage("", "%v", err)
}

// damage is about the commit after the last good one.
func (v *verifier) damage(stream, format string, args ...any) error {
	return &events.Damage{Seq: events.Seq(v.tree.Size() + 1), Stream: stream, What: fmt.Sprintf(format, args...)}
}

func (v *verifier) commit(st events.Stored) error {
	leaf := tlog.RecordHash(st.Bytes)
	if leaf != st.Leaf {
		return v.damage("", "its bytes do not have the stored leaf hash")
	}
	c, err := events.Open(st, v.log.Keys())
	if err != nil {
		return v.damage(c.Stream, "%v", err)
	}
	if err := v.chain(st.Seq, &c); err != nil {
		return err
	}
	if err := v.facts(&c); err != nil {
		return err
	}
	v.tree.Add(leaf)
	v.report.Facts += len(c.Facts)
	return v.checkpoint(c.Stream)
}

// chain compares a commit with those before it in its stream.
func (v *verifier) chain(seq events.Seq, c *events.Commit) error {
	s := v.streams[c.Stream]
	if s == nil {
		s = &stream{keys: map[events.Key]events.Seq{}}
		v.streams[c.Stream] = s
	}
	switch {
	case c.Expect != s.tip:
		return v.damage(c.Stream, "it follows commit %d, but the stream's last one is %d", c.Expect, s.tip)
	case s.keys[c.Key] > 0:
		return v.damage(c.Stream, "it has the key of commit %d", s.keys[c.Key])
	case c.Cause >= seq:
		return v.damage(c.Stream, "its cause, commit %d, comes later", c.Cause)
	}
	s.tip, s.keys[c.Key] = seq, seq
	return nil
}

func (v *verifier) facts(c *events.Commit) error {
	for i := range c.Facts {
		f := &c.Facts[i]
		if err := v.owner(c.Stream, f); err != nil {
			return err
		}
		for _, p := range f.Priv {
			switch {
			case p.Erased:
				v.report.Erased++
			case p.Plain == nil:
				v.closed(c.Stream, p.Key)
			default:
				v.report.Parts++
			}
		}
		if err := v.blob(c.Stream, f); err != nil {
			return err
		}
	}
	return nil
}

// closed counts what cannot be opened, and notes the first key that is missing.
// A log read without any key store lacks none.
func (v *verifier) closed(stream, key string) {
	v.report.Closed++
	if v.report.Missing == nil && v.log.Keys() != nil {
		v.report.Missing = &Missing{Key: key, Seq: events.Seq(v.tree.Size() + 1), Stream: stream}
	}
}

// pointers are the public fields from which keys and blobs follow. Versions to
// come may have other fields, but these they have.
type pointers struct {
	Blob   string `json:"blob"`
	Person string `json:"person"`
}

// ownerOf returns the key that a fact's parts and blob lie under, as far as it
// follows from the fact. Names of keys are in no leaf: without this, damage could
// pass for an erasure under the name of a key that was destroyed.
func ownerOf(stream string, f *events.Fact, p pointers) string {
	switch {
	case f.Type == events.TypeReceived && len(f.Priv) > 0:
		return f.Priv[0].Key // the sender: his envelope's
	case (f.Type == events.TypeQueued || f.Type == events.TypePerson) && p.Person != "":
		return "people/" + p.Person
	case f.Type == events.TypeQueued && strings.HasPrefix(stream, "outbox/"):
		return "games/" + strings.TrimPrefix(stream, "outbox/")
	}
	return ""
}

// owner compares the keys of a fact's parts, where they follow from the fact.
func (v *verifier) owner(stream string, f *events.Fact) error {
	var pub pointers
	if f.Type != events.TypeQueued && f.Type != events.TypePerson || json.Unmarshal(f.Pub, &pub) != nil {
		return nil
	}
	owner := ownerOf(stream, f, pub)
	for _, p := range f.Priv {
		if owner != "" && p.Key != owner {
			return v.damage(stream, "its part for %s lies under the key %s, not %s", p.Audience, p.Key, owner)
		}
	}
	return nil
}

// blob looks after the blob a fact names.
func (v *verifier) blob(stream string, f *events.Fact) error {
	if f.Type != events.TypeReceived && f.Type != events.TypeQueued {
		return nil
	}
	var pub pointers
	if err := json.Unmarshal(f.Pub, &pub); err != nil || pub.Blob == "" {
		return nil
	}
	key, err := v.blobKey(pub.Blob)
	if owner := ownerOf(stream, f, pub); err == nil && key != "" && owner != "" && key != owner {
		return v.damage(stream, "its blob %s lies under the key %s, not %s", pub.Blob, key, owner)
	}
	if err == nil {
		_, err = events.BlobOf(v.ctx, v.log, events.Seq(v.tree.Size()+1), stream, pub.Blob)
	}
	var bad *events.Damage
	switch {
	case errors.Is(err, events.ErrErased):
		v.report.Erased++
	case v.ctx.Err() != nil:
		return v.ctx.Err()
	case errors.As(err, &bad):
		return err
	case errors.Is(err, events.ErrNoKey):
		v.closed(stream, key)
	case err != nil:
		return v.damage(stream, "%v", err)
	default:
		v.report.Blobs++
	}
	return nil
}

// blobKey names the key of a blob, "" in a log that cannot tell.
func (v *verifier) blobKey(h string) (string, error) {
	if l, ok := v.log.(blobKeys); ok {
		return l.BlobKey(v.ctx, h)
	}
	return "", nil
}

// checkpoint compares the tree with a checkpoint of its size.
func (v *verifier) checkpoint(stream string) error {
	for len(v.points) > 0 && v.points[0].Size == v.tree.Size() {
		p := v.points[0]
		v.points = v.points[1:]
		if p.Root != v.tree.Root() {
			return &events.Damage{Seq: events.Seq(p.Size), Stream: stream, What: "the log up to it is not the one its checkpoint was made of"}
		}
	}
	return nil
}
