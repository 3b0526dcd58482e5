package jetstream

import (
	"context"
	"time"

	"fivepoints/events"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// JS is the node's own way to JetStream.
func (n *Node) JS() jetstream.JetStream { return n.running().js }

// Conn is the node's own connection.
func (n *Node) Conn() *nats.Conn { return n.running().conn }

// StopServer takes nats-server away from under a running Node.
func (n *Node) StopServer() { n.running().nats.Shutdown() }

// Dial connects as a Node does.
func Dial(ctx context.Context, url string, more ...nats.Option) error {
	conn, _, err := dial(ctx, url, more...)
	if err == nil {
		conn.Close()
	}
	return err
}

// Bare is a server without mirror or feed.
type Bare struct{ s *server }

// StartBare runs nats-server on the store in dir.
func StartBare(ctx context.Context, dir string) (Bare, error) {
	s, err := startServer(ctx, Options{Dir: dir})
	return Bare{s}, err
}

// JS is the way to JetStream.
func (b Bare) JS() jetstream.JetStream { return b.s.js }

// Stop ends the server.
func (b Bare) Stop() { _ = b.s.stop() }

// MirrorOnce mirrors a log through a bare server until it is done, beginning
// with a wrong cursor: the true one and skew. stop is told every acknowledged
// seq and may end it by returning true.
func (b Bare) MirrorOnce(ctx context.Context, log events.Log, skew int, stop func(events.Seq) bool) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	tip, err := log.Tip(ctx, "")
	if err != nil {
		return err
	}
	m := &mirror{log: log, js: b.s.js, place: b.s.place(mirrorStream), health: func(error) {}}
	m.tell = func(at events.Seq) {
		if at > 0 && stop(at) || at == tip {
			cancel()
		}
	}
	if err := m.open(ctx); err != nil {
		return err
	}
	if skew != 0 {
		m.at = events.Seq(max(0, int(m.at)+skew))
		if m.tree, err = treeOf(ctx, log, uint64(m.at)); err != nil {
			return err
		}
	}
	if err := m.run(ctx); err != nil && ctx.Err() == nil {
		return err
	}
	return nil
}

// Names that tests compare.
const (
	MirrorStream = mirrorStream
	FeedStream   = feedStream
)

// MayReply is the rule about reply subjects.
func MayReply(subject, reply string) bool { return mayReply(subject, reply) }

// WaitMirror is Wait for the mirror alone.
func (n *Node) WaitMirror(ctx context.Context, seq events.Seq) error { return n.wait(ctx, seq, false) }

// ReadCommit takes a message of the mirror apart.
func ReadCommit(subject string, h nats.Header, data []byte) (events.Stored, error) {
	st, _, err := readCommit(subject, h, data)
	return st, err
}

// LogSubject is the subject of a commit.
func LogSubject(canonical []byte) (string, error) { return logSubject(canonical) }

// Sum is the header that tells damage from a fork.
func Sum(root [32]byte, data []byte) string { return sum(root, data) }

// WithPatience bounds how long nats-server may take to start.
func WithPatience(o Options, d time.Duration) Options {
	o.patience = d
	return o
}

// WaitStatus returns when the Node's status is as wanted.
func (n *Node) WaitStatus(ctx context.Context, wanted func(Status) bool) error {
	return n.until(ctx, wanted)
}

// WithLook sets how often the streams' files are looked at when nothing happens.
func WithLook(o Options, d time.Duration) Options {
	o.look = d
	return o
}
