package outbox

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"fivepoints/events"
)

// How a post can fail, as events.Failed says it.
const (
	bySMTP    = "smtp"
	byBounce  = "bounce"
	byNobody  = "no-address"
	byContent = "content"
)

const (
	claimTime = 5 * time.Minute // how long a claim holds; see mailTime
	batchSize = 32              // posts sent between two records: what a crash may send twice
)

// Addresses knows where people get their mail.
type Addresses interface {
	// Contact returns the address of record and the name of a person; an empty
	// address when he has none or was erased, which ends the post. What may be
	// known later (a key that is missing for now) is an error.
	Contact(ctx context.Context, person string) (address, name string, err error)
}

// Config is what a Sender needs to know. Text and HTML make the parts of a mail
// from the Markdown of a post; without Text the Markdown is the text, without
// HTML there is no such part.
type Config struct {
	Club      Club
	Node      string // names this program, drawn at random when it starts
	Now       func() time.Time
	People    Addresses
	Transport Transport

	Text func(markdown []byte, lang string) ([]byte, error)
	HTML func(markdown []byte, lang string) ([]byte, error)
	// Twin returns the JSON that accompanies a post for programs, nil for none.
	Twin func(context.Context, Post) ([]byte, error)
	// ReplyTo returns the address, with the seat's token, that an answer to the
	// post goes to; "" is the club's.
	ReplyTo func(context.Context, Post) (string, error)
	// Moderator returns who is told what is held and what does not arrive, "" nobody.
	Moderator func(ctx context.Context, game string) (person, lang string, err error)
}

// Sender carries posts to the mail server. It is not safe for concurrent use;
// any number of them, in any number of programs, may work on one log.
type Sender struct {
	Config
	log     events.Log
	box     *Box
	ids     IDs
	bounces *bounces
	pause   pause
	stuck   map[events.Seq]pause // posts that could not even be composed
	unsaved []*claim             // whose outcome could not be recorded yet
}

// New returns the sender of a log.
func New(log events.Log, c Config) (*Sender, error) {
	var err error
	if c.Club.Address, err = clubAddress(c.Club.Address); err != nil {
		return nil, fmt.Errorf("preparing to send mail: the club's address: %w", err)
	}
	if c.Club.Bounce == "" {
		c.Club.Bounce = c.Club.Address
	}
	if c.Club.Bounce, err = clubAddress(c.Club.Bounce); err != nil {
		return nil, fmt.Errorf("preparing to send mail: the address of bounces: %w", err)
	}
	if c.Node == "" || c.Now == nil || c.People == nil || c.Transport == nil {
		return nil, errors.New("preparing to send mail: node, clock, addresses and server are needed")
	}
	ids, err := NewIDs(log.Keys())
	if err != nil {
		return nil, err
	}
	return &Sender{Config: c, log: log, box: NewBox(log), ids: ids, bounces: newBounces(log, ids), stuck: map[events.Seq]pause{}}, nil
}

// Pass is what one run did and left.
type Pass struct {
	Sent     int // taken by the server
	Failed   int // for good
	Deferred int // failed for now
	Bounced  int // bounces recorded
	Waiting  int // still to be sent, without the held ones
	Held     int // sent only when somebody asks

	Capped  []Post    // answers held since the last run, because they are too many
	Next    time.Time // when the next try is due; zero: when something is queued
	Trouble error     // why the server could not be used, nil when it could
}

// Run records the bounces that came in and sends what is due. It may be called
// as often as one likes: without news it reads nothing and connects nowhere.
// The error is the log's or concerns single posts; trouble with the server is
// in the Pass.
func (s *Sender) Run(ctx context.Context) (Pass, error) {
	r := &run{Sender: s, blocked: map[string]bool{}}
	err := r.all(ctx)
	r.hangUp()
	r.leave()
	return r.Pass, errors.Join(append([]error{err}, r.errs...)...)
}

// run is one pass.
type run struct {
	*Sender
	Pass
	session Session
	broken  int             // connections that broke
	blocked map[string]bool // people whose older post could not be sent now
	errs    []error         // of single posts
}

func (r *run) all(ctx context.Context) error {
	if err := SwitchOn(ctx, r.log, r.Now()); err != nil {
		return err
	}
	if err := r.record(ctx); err != nil {
		return err
	}
	var err error
	if r.Bounced, err = r.recordBounces(ctx); err != nil {
		return err
	}
	for more := true; more && err == nil; {
		if err = r.note(ctx); err == nil {
			more, err = r.batch(ctx)
		}
	}
	return err
}

// SwitchOn leaves the mark behind which posts are sent by themselves, once. Run
// does it too; a program that is set up to send mail does it before it queues
// its first post.
func SwitchOn(ctx context.Context, log events.Log, now time.Time) error {
	key := events.NewKey("outbox on")
	on, err := log.Lookup(ctx, club, key)
	if err != nil || on > 0 {
		return err
	}
	pub, err := events.Marshal(events.Claimed{Posts: []events.Seq{}})
	if err != nil {
		return err
	}
	fact := events.Fact{Type: events.TypeClaimed, V: 1, Pub: pub}
	if _, err = enqueue(ctx, log, events.Commit{Stream: club, Key: key, At: now, Facts: []events.Fact{fact}}); err != nil {
		return fmt.Errorf("switching the outbox on: %w", err)
	}
	return nil
}

// append commits one public fact and takes it in.
func (r *run) append(ctx context.Context, c events.Commit, typ string, payload any) (events.Seq, error) {
	pub, err := events.Marshal(payload)
	if err != nil {
		return 0, err
	}
	c.Facts = []events.Fact{{Type: typ, V: 1, Pub: pub}}
	seq, _, err := r.log.Append(ctx, c)
	if failed := r.box.Read(ctx); failed != nil {
		return 0, failed
	}
	return seq, err
}

// batch sends the next posts that are due and tells whether there may be more.
func (r *run) batch(ctx context.Context) (bool, error) {
	due := r.due()
	if len(due) == 0 || !r.connect(ctx) {
		return false, nil
	}
	claims, err := r.claim(ctx, due)
	if err != nil {
		return false, fmt.Errorf("claiming posts: %w", err)
	}
	posts := 0
	for _, c := range claims {
		posts += len(c.posts)
	}
	for _, p := range oldestFirst(claims) {
		if !r.one(ctx, p) {
			break
		}
	}
	r.unsaved = claims
	if err := r.record(ctx); err != nil {
		return false, err
	}
	return posts > 0 && r.Trouble == nil && ctx.Err() == nil, nil
}

// due lists the next posts to be sent, oldest first. A post that has to wait
// keeps the later ones of its addressee waiting; one that is held does not.
func (r *run) due() []*post {
	now := r.Now()
	waits := map[string]bool{}
	var out []*post
	for _, p := range r.box.posts() {
		if r.box.held(p, now) != "" || waits[p.Person] || r.blocked[p.Person] {
			continue
		}
		if r.ready(p, now).After(now) {
			waits[p.Person] = true
			continue
		}
		if out = append(out, p); len(out) == batchSize {
			break
		}
	}
	return out
}

// ready returns when a post may be tried: nobody else is sending it, and its
// last failure is long enough ago.
func (s *Sender) ready(p *post, now time.Time) time.Time {
	at := p.ready(now)
	if !s.free(p, now) && p.until.After(at) {
		at = p.until
	}
	if rests := s.stuck[p.Seq].until; rests.After(at) {
		at = rests
	}
	return at
}

// free tells that nobody else is sending a post.
func (s *Sender) free(p *post, now time.Time) bool { return p.node == s.Node || !p.claimed(now) }

// claimed tells whether somebody is sending a post. A claim that ends later than
// any can was made by a clock that was wrong.
func (p *post) claimed(now time.Time) bool {
	return p.node != "" && p.until.After(now) && p.until.Sub(now) <= 2*claimTime
}

// claim is what one stream gives to send.
type claim struct {
	stream *stream
	seq    events.Seq // of the commit
	until  time.Time
	posts  []*claimed
}

// claimed is a post on its way.
type claimed struct {
	*post
	claim *claim
	done  *outcome // nil: not tried
}

// claim takes posts, a commit per stream. What somebody else took meanwhile is
// left to him.
func (r *run) claim(ctx context.Context, due []*post) ([]*claim, error) {
	var out []*claim
	for len(due) > 0 {
		s := due[0].stream
		mine := slices.DeleteFunc(slices.Clone(due), func(p *post) bool { return p.stream != s })
		due = slices.DeleteFunc(due, func(p *post) bool { return p.stream == s })
		c, err := r.claimStream(ctx, s, mine)
		if err != nil {
			return nil, err
		}
		if c != nil {
			out = append(out, c)
		}
	}
	return out, nil
}

func (r *run) claimStream(ctx context.Context, s *stream, posts []*post) (*claim, error) {
	for {
		now := r.Now()
		posts = slices.DeleteFunc(posts, func(p *post) bool { return r.box.waiting[p.Seq] != p || !r.free(p, now) })
		if len(posts) == 0 {
			return nil, nil
		}
		c := &claim{stream: s, until: now.Add(claimTime)}
		fact := events.Claimed{Node: r.Node, Until: c.until.UnixMilli()}
		for _, p := range posts {
			fact.Posts = append(fact.Posts, p.Seq)
			c.posts = append(c.posts, &claimed{post: p, claim: c})
		}
		var err error
		c.seq, err = r.append(ctx, events.Commit{
			Stream: s.name, Expect: s.tip, Key: events.NewKey("claim", r.Node, fmt.Sprint(s.tip)), Cause: posts[0].Seq, At: now,
		}, events.TypeClaimed, fact)
		if !errors.Is(err, events.ErrConflict) {
			return c, err
		}
	}
}

// oldestFirst brings the posts of all streams in the order in which they were
// queued.
func oldestFirst(claims []*claim) []*claimed {
	var out []*claimed
	for _, c := range claims {
		out = append(out, c.posts...)
	}
	slices.SortFunc(out, func(x, y *claimed) int { return order(x.post, y.post) })
	return out
}

// leave counts what is left.
func (r *run) leave() {
	now := r.Now()
	waits := map[string]bool{}
	for _, p := range r.box.posts() {
		if r.box.held(p, now) != "" {
			r.Held++
			continue
		}
		r.Waiting++
		if !waits[p.Person] { // the oldest one decides when the others may go
			r.next(p, now)
		}
		waits[p.Person] = true
	}
}

func (r *run) next(p *post, now time.Time) {
	at := r.ready(p, now)
	if r.pause.until.After(at) {
		at = r.pause.until
	}
	if at.Before(now) {
		at = now
	}
	if r.Next.IsZero() || at.Before(r.Next) {
		r.Next = at
	}
}
