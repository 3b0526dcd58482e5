package jetstream

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"

	"fivepoints/events"
	"fivepoints/events/audit"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/mod/sumdb/tlog"
)

// Names of the mirror's stream and of the headers.
const (
	mirrorStream = "LOG"
	headerLeaf   = "Fp-Leaf"
	headerRoot   = "Fp-Root"
	headerSum    = "Fp-Sum"
	headerSeq    = "Fp-Seq"
)

// patience is how often in a row the mirror may fail without getting on.
const patience = 5

// bite is how many commits are read from the log at a time.
const bite = 4096

func mirrorConfig() jetstream.StreamConfig {
	return streamConfig(mirrorStream, "log 1", "Mirror of the fivepoints log: commit N is message N. Made anew from the log when it is lost.", "log.>")
}

// mirror publishes the log into LOG through one connection.
type mirror struct {
	log    events.Log
	js     jetstream.JetStream
	place  *place
	at     events.Seq       // acknowledged
	tree   audit.Tree       // of what was sent
	tell   func(events.Seq) // how far it is
	health func(error)      // told what went wrong, and nil when all is well again
}

// open compares the stream with the log, makes it when it is missing or
// damaged, and finds where to go on.
func (m *mirror) open(ctx context.Context) error {
	err := m.compare(ctx)
	if errors.Is(err, errDamaged) {
		if err = remake(ctx, m.js, m.place, mirrorConfig()); err == nil {
			err = m.compare(ctx)
		}
	}
	if err == nil {
		err = m.place.hold()
	}
	if err != nil {
		return fmt.Errorf("comparing the mirror with the log: %w", err)
	}
	m.tell(m.at)
	return nil
}

func (m *mirror) compare(ctx context.Context) error {
	info, err := openStream(ctx, m.js, mirrorConfig())
	if err != nil {
		return err
	}
	size := info.State.LastSeq
	tip, err := m.log.Tip(ctx, "")
	if err != nil {
		return err
	}
	theirs, known := m.head(ctx, size)
	if size > uint64(tip) {
		return m.fork(ctx, tip, tip, theirs)
	}
	if m.tree, err = treeOf(ctx, m.log, size); err != nil {
		return err
	}
	if known && theirs.Root != m.tree.Root() {
		return m.fork(ctx, tip, events.Seq(size), theirs)
	}
	if size > 0 && !known || !whole(info.State) {
		return fmt.Errorf("%w: its messages are %d to %d, of which %d are there", errDamaged, info.State.FirstSeq, size, info.State.Msgs)
	}
	m.at = events.Seq(size)
	return limit(ctx, m.js, info, mirrorConfig())
}

// head reads the last message of the stream; known is false when it cannot be.
func (m *mirror) head(ctx context.Context, size uint64) (h Head, known bool) {
	h.Size = size
	if size == 0 {
		h.Root = (&audit.Tree{}).Root()
		return h, true
	}
	st, err := m.js.Stream(ctx, mirrorStream)
	if err != nil {
		return h, false
	}
	msg, err := st.GetMsg(ctx, size)
	if err != nil {
		return h, false
	}
	_, root, err := readCommit(msg.Subject, msg.Header, msg.Data)
	if err != nil {
		return h, false
	}
	h.Root = root
	return h, true
}

func (m *mirror) fork(ctx context.Context, tip, at events.Seq, theirs Head) error {
	ours, err := treeOf(ctx, m.log, uint64(tip))
	if err != nil {
		return err
	}
	return &Fork{Seq: at, Log: Head{uint64(tip), ours.Root()}, Mirror: theirs}
}

// treeKeeper is a log that can resume its tree without reading all commits.
type treeKeeper interface {
	Tree(ctx context.Context, size uint64) (audit.Tree, error)
}

// treeOf returns the tree of the first size commits.
func treeOf(ctx context.Context, log events.Log, size uint64) (audit.Tree, error) {
	if k, ok := log.(treeKeeper); ok {
		return k.Tree(ctx, size)
	}
	var t audit.Tree
	for st, err := range log.Read(ctx, "", 0) {
		if err != nil {
			return t, err
		}
		if t.Size() == size {
			break
		}
		t.Add(st.Leaf)
	}
	if t.Size() != size {
		return t, fmt.Errorf("computing the root of %d commits: the log has only %d", size, t.Size())
	}
	return t, nil
}

// run publishes what the log gets until ctx ends or it cannot go on.
func (m *mirror) run(ctx context.Context) error {
	failures := 0
	for {
		before := m.at
		err := m.push(ctx)
		if err == nil {
			failures = 0
			m.health(nil)
			err = m.log.Wait(ctx, m.at)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err == nil {
			continue
		}
		m.health(err)
		if failures++; m.at > before {
			failures = 0
		}
		if final(err) || errors.Is(err, errGone) || failures > patience {
			return err
		}
		if again := m.open(ctx); again != nil {
			return fmt.Errorf("%w, after: %w", again, err)
		}
	}
}

// push publishes everything the log has beyond the mirror.
func (m *mirror) push(ctx context.Context) error {
	p := &pipe{js: m.js, last: uint64(m.at), acked: func(seq events.Seq) { m.at = seq; m.tell(seq) }}
	defer p.drain(ctx)
	for {
		n, after := 0, events.Seq(p.last)
		if err := m.place.intact(); err != nil {
			return err
		}
		for st, err := range m.log.Read(ctx, "", after) {
			if err != nil {
				return err
			}
			if err := m.send(ctx, p, st); err != nil {
				return err
			}
			if n++; n == bite {
				break
			}
		}
		if n < bite {
			return p.flush(ctx)
		}
	}
}

func (m *mirror) send(ctx context.Context, p *pipe, st events.Stored) error {
	if uint64(st.Seq) != m.tree.Size()+1 {
		return fmt.Errorf("mirroring commit %d: the one before was %d", st.Seq, m.tree.Size())
	}
	subject, err := logSubject(st.Bytes)
	if err != nil {
		return fmt.Errorf("mirroring commit %d: %w", st.Seq, err)
	}
	m.tree.Add(st.Leaf)
	root, data := m.tree.Root(), events.Frame(st)
	return p.send(ctx, &nats.Msg{Subject: subject, Data: data, Header: nats.Header{
		headerLeaf: {hex.EncodeToString(st.Leaf[:])}, headerRoot: {hex.EncodeToString(root[:])}, headerSum: {sum(root, data)},
	}}, st.Seq)
}

// sum tells a message that the disk changed from one of another log: the server
// does not always notice a flipped bit.
func sum(root [32]byte, data []byte) string {
	h := sha256.New()
	h.Write(root[:])
	h.Write(data)
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// logSubject is log.<stream> with a dot for the slash; canonical bytes begin
// with version and stream.
func logSubject(canonical []byte) (string, error) {
	rest, ok := strings.CutPrefix(string(canonical[:min(len(canonical), 80)]), `{"v":1,"stream":"`)
	stream, _, found := strings.Cut(rest, `"`)
	if !ok || !found {
		return "", errors.New("it does not begin with its stream")
	}
	if err := events.CheckStream(stream); err != nil {
		return "", err
	}
	return "log." + strings.ReplaceAll(stream, "/", "."), nil
}

// readCommit takes a message of LOG apart; subject and headers are compared with
// what they are about.
func readCommit(subject string, h nats.Header, data []byte) (st events.Stored, root [32]byte, err error) {
	if st, err = events.Unframe(data); err != nil {
		return st, root, err
	}
	st.Leaf = tlog.RecordHash(st.Bytes)
	leaf, err1 := hash(h.Get(headerLeaf))
	root, err2 := hash(h.Get(headerRoot))
	wanted, err3 := logSubject(st.Bytes)
	if err := errors.Join(err1, err2, err3); err != nil {
		return st, root, err
	}
	if leaf != st.Leaf || wanted != subject || sum(root, data) != h.Get(headerSum) {
		return st, root, errors.New("its subject and headers are not those of its bytes")
	}
	return st, root, nil
}

func hash(text string) (h [32]byte, err error) {
	b, err := hex.DecodeString(text)
	if err != nil || len(b) != len(h) {
		return h, errors.New("a header holds no hash")
	}
	copy(h[:], b)
	return h, nil
}
