package outbox

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"fivepoints/events"
)

// club is the outbox of posts about no game.
const club = "outbox/club"

// Box is what the outbox streams of a log say: the posts that still have to
// reach somebody, and the failures. It is folded once and then kept up to date;
// it is not safe for concurrent use.
type Box struct {
	log     events.Log
	at      events.Seq // everything up to here is folded
	begun   bool
	on      events.Seq // since when mail is sent, 0: not yet
	streams map[string]*stream
	waiting map[events.Seq]*post
	queue   []*post                 // what waits, and some that does so no more, nearly in order
	failed  map[events.Seq]*Failure // by post
	retired map[events.Seq]bool     // another one was sent in its place
	sent    map[string]events.Seq   // the last post that left, by person
	bounces map[events.Seq]bool     // messages whose bounce is recorded
	news    []news                  // that nobody was told
}

// stream is what must be known of one outbox.
type stream struct {
	name    string
	tip     events.Seq
	threads map[string]events.Seq // first post of a person: what the others are filed under
	posts   []events.Seq          // all that were ever queued, in order
	answers map[string][]time.Time
	all     []time.Time // answers to all seats
}

// Post names a post that is to be sent.
type Post struct {
	events.Queued
	Seq  events.Seq // of its commit
	Game string     // "ny12", or "club"
	At   time.Time  // of its commit
}

// post is a Post that has neither left nor failed for good.
type post struct {
	Post
	stream *stream
	thread events.Seq // the first post of the thread, itself perhaps
	asked  bool       // somebody asked for it: it is another one sent again
	capped bool       // one answer too many
	node   string     // who claimed it last
	until  time.Time  // and for how long
	tries  int        // that failed for now
	first  time.Time  // of those
	last   time.Time
	status string // of the last one
}

// NewBox returns the outbox of a log; Read fills it.
func NewBox(log events.Log) *Box {
	return &Box{
		log: log, streams: map[string]*stream{}, waiting: map[events.Seq]*post{}, failed: map[events.Seq]*Failure{},
		retired: map[events.Seq]bool{},
		sent:    map[string]events.Seq{}, bounces: map[events.Seq]bool{},
	}
}

// Read takes in what was appended since the last time.
func (b *Box) Read(ctx context.Context) error {
	if err := b.begin(ctx); err != nil {
		return fmt.Errorf("reading the outbox: %w", err)
	}
	for st, err := range b.log.Read(ctx, "", b.at) {
		if err == nil {
			err = b.fold(st)
		}
		if err != nil {
			return fmt.Errorf("reading the outbox after commit %d: %w", b.at, err)
		}
		b.at = st.Seq
	}
	return nil
}

// begin reads the outbox streams alone: the rest of an old log is of no use here.
func (b *Box) begin(ctx context.Context) error {
	if b.begun {
		return nil
	}
	tip, err := b.log.Tip(ctx, "")
	if err != nil {
		return err
	}
	names, err := b.log.Streams(ctx, "outbox/")
	if err != nil {
		return err
	}
	for _, name := range names {
		for st, err := range b.log.Read(ctx, name, b.tip(name)) {
			if err == nil {
				err = b.fold(st)
			}
			if err != nil {
				return err
			}
		}
	}
	b.at, b.begun = tip, true
	return nil
}

// tip is the last folded commit of a stream.
func (b *Box) tip(name string) events.Seq {
	if s := b.streams[name]; s != nil {
		return s.tip
	}
	return 0
}

// outboxBytes begins the canonical bytes of every commit of an outbox.
var outboxBytes = []byte(`{"v":1,"stream":"outbox/`)

func (b *Box) fold(st events.Stored) error {
	if !bytes.HasPrefix(st.Bytes, outboxBytes) {
		return nil
	}
	c, err := events.Decode(st)
	if err != nil || st.Seq <= b.tip(c.Stream) {
		return err
	}
	s := b.stream(c.Stream)
	for _, f := range c.Facts {
		if err := b.fact(s, st.Seq, &c, f); err != nil {
			return fmt.Errorf("reading %s of commit %d: %w", f.Type, st.Seq, err)
		}
	}
	s.tip = st.Seq
	return nil
}

func (b *Box) stream(name string) *stream {
	if b.streams[name] == nil {
		b.streams[name] = &stream{name: name, threads: map[string]events.Seq{}, answers: map[string][]time.Time{}}
	}
	return b.streams[name]
}

func (b *Box) fact(s *stream, seq events.Seq, c *events.Commit, f events.Fact) error {
	switch f.Type {
	case events.TypeQueued:
		p := &post{Post: Post{Seq: seq, Game: strings.TrimPrefix(s.name, "outbox/"), At: c.At}, stream: s}
		if err := events.Unmarshal(f.Pub, &p.Queued); err != nil {
			return err
		}
		b.queued(p, c.Cause)
	case events.TypeClaimed:
		var claim events.Claimed
		err := events.Unmarshal(f.Pub, &claim)
		b.claimed(s, seq, claim)
		return err
	case events.TypeSent:
		var sent events.Sent
		err := events.Unmarshal(f.Pub, &sent)
		b.left(sent.Post)
		return err
	case events.TypeFailed:
		var failed events.Failed
		err := events.Unmarshal(f.Pub, &failed)
		b.failure(s, failed)
		return err
	}
	return nil
}

// queued files a post. Public ones are read on boards and on the table, they
// have no addressee.
func (b *Box) queued(p *post, cause events.Seq) {
	s := p.stream
	if p.Kind != kindAlert {
		_, p.asked = slices.BinarySearch(s.posts, cause)
	}
	s.posts = append(s.posts, p.Seq)
	if p.Person == "" {
		return
	}
	if s.threads[p.Person] == 0 {
		s.threads[p.Person] = p.Seq
	}
	p.thread = s.threads[p.Person]
	if p.asked && b.waiting[cause] != nil { // a post sent again replaces the one that waits
		delete(b.waiting, cause)
		b.retired[cause] = true
	}
	b.waiting[p.Seq] = p
	b.queue = append(b.queue, p)
	p.capped = isAnswer(p.Queued) && !p.asked && s.tooMany(p)
	if p.capped {
		b.news = append(b.news, news{post: p.Seq, at: p.At})
	}
}

// claimed notes who sends what. The empty first claim switches the outbox on.
func (b *Box) claimed(s *stream, seq events.Seq, c events.Claimed) {
	if s.name == club && c.Node == "" && len(c.Posts) == 0 && b.on == 0 {
		b.on = seq
	}
	for _, n := range c.Posts {
		if p := b.waiting[n]; p != nil && p.stream == s {
			p.node, p.until = c.Node, time.UnixMilli(c.Until)
		}
	}
}

func (b *Box) left(seq events.Seq) {
	if p := b.waiting[seq]; p != nil {
		b.sent[p.Person] = max(seq, b.sent[p.Person])
		delete(b.waiting, seq)
	}
}

// failure counts a try of ours that failed for now, and ends a post that failed
// for good. A bounce is about a post that has left; it changes no queue.
func (b *Box) failure(s *stream, f events.Failed) {
	if f.Msg > 0 {
		b.bounces[f.Msg] = true
	}
	p, at := b.waiting[f.Post], time.UnixMilli(f.At)
	if p != nil && p.stream == s && f.By != byBounce {
		if p.tries == 0 {
			p.first = at
		}
		p.tries, p.last, p.status, p.until = p.tries+1, at, f.Status, time.Time{}
	}
	if f.Final && f.By != byBounce {
		delete(b.waiting, f.Post)
	}
	if f.Final || f.By == byBounce {
		b.failed[f.Post] = &Failure{Failed: f, Game: strings.TrimPrefix(s.name, "outbox/")}
		b.news = append(b.news, news{f.Post, at, &f})
	}
}

// posts lists what waits, oldest first.
func (b *Box) posts() []*post {
	b.queue = slices.DeleteFunc(b.queue, func(p *post) bool { return b.waiting[p.Seq] != p })
	if !slices.IsSortedFunc(b.queue, order) { // streams were read one after the other
		slices.SortFunc(b.queue, order)
	}
	return slices.Clone(b.queue)
}

func order(x, y *post) int { return cmp.Compare(x.Seq, y.Seq) }

// Find returns the post that a commit queued; nil when it queued none.
func Find(ctx context.Context, log events.Log, seq events.Seq) (*Post, error) {
	p, err := find(ctx, log, seq)
	if err != nil || p == nil {
		return nil, err
	}
	return &p.Post, nil
}

// letter is a post with what is private about it.
type letter struct {
	Post
	to   events.QueuedTo
	fact events.Fact
}

func find(ctx context.Context, log events.Log, seq events.Seq) (*letter, error) {
	if seq == 0 {
		return nil, nil
	}
	for st, err := range log.Read(ctx, "", seq-1) {
		if err != nil {
			return nil, fmt.Errorf("looking up post %d: %w", seq, err)
		}
		if st.Seq != seq || !bytes.HasPrefix(st.Bytes, outboxBytes) {
			return nil, nil
		}
		return openPost(st, log.Keys())
	}
	return nil, nil
}

// openPost reads the post of a commit with its private half, as far as that can
// be opened.
func openPost(st events.Stored, keys events.Keys) (*letter, error) {
	c, err := events.Open(st, keys)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(c.Facts, func(f events.Fact) bool { return f.Type == events.TypeQueued })
	if i < 0 {
		return nil, nil
	}
	l := &letter{Post: Post{Seq: st.Seq, Game: strings.TrimPrefix(c.Stream, "outbox/"), At: c.At}, fact: c.Facts[i]}
	if err := events.Unmarshal(l.fact.Pub, &l.Queued); err != nil {
		return nil, fmt.Errorf("reading post %d: %w", st.Seq, err)
	}
	for _, part := range l.fact.Priv {
		if part.Plain == nil {
			continue
		}
		if err := events.Unmarshal(part.Plain, &l.to); err != nil {
			return nil, fmt.Errorf("reading post %d: %w", st.Seq, err)
		}
	}
	return l, nil
}
