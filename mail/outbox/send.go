package outbox

import (
	"context"
	"errors"
	"fmt"
	"time"

	"fivepoints/events"
)

// outcome is what became of a post.
type outcome struct {
	at     time.Time
	failed *events.Failed // nil: sent
	text   string         // what the server said
}

// brokenLimit is how many connections of one pass may break under a mail.
const brokenLimit = 2

// pause keeps us from knocking at a server that does not let us in. It is
// memory only: a restart tries once.
type pause struct {
	tries int
	until time.Time
}

func (p *pause) failed(now time.Time) {
	p.tries++
	p.until = now.Add(min(time.Duration(p.tries)*time.Minute, 15*time.Minute))
}

// connect makes sure that there is a connection, before anything is claimed.
func (r *run) connect(ctx context.Context) bool {
	if r.session != nil {
		return true
	}
	if r.pause.until.After(r.Now()) {
		return false
	}
	session, err := r.Transport.Dial(ctx)
	if err != nil {
		r.trouble(err)
		return false
	}
	r.session = session
	return true
}

// trouble ends the pass; what is claimed stays ours until the claim ends.
func (r *run) trouble(err error) {
	r.hangUp()
	r.Trouble = err
	r.pause.failed(r.Now())
}

func (r *run) hangUp() {
	if r.session == nil {
		return
	}
	_ = r.session.Close() // what was sent is known; nothing depends on the goodbye
	r.session = nil
}

// one sends a post and tells whether to go on with the next one.
func (r *run) one(ctx context.Context, p *claimed) bool {
	if ctx.Err() != nil || !r.connect(ctx) {
		return false
	}
	if r.blocked[p.Person] {
		return true
	}
	m, to, done, err := r.prepare(ctx, p)
	switch {
	case err != nil:
		r.errs = append(r.errs, fmt.Errorf("sending post %d: %w", p.Seq, err))
		r.blocked[p.Person] = true
		r.rest(p.Seq)
		return true
	case done != nil:
		p.done = done
		return true
	case r.Now().Add(mailTime).After(p.claim.until): // the claim could end under way
		return false
	}
	delete(r.stuck, p.Seq)
	return r.submit(ctx, p, to, m)
}

// rest lets a post wait that could not be composed, because the log or the
// addresses could not be read: longer each time, for every try costs a claim.
func (r *run) rest(post events.Seq) {
	tries := r.stuck[post].tries + 1
	r.stuck[post] = pause{tries, r.Now().Add(retryAfter(tries + 1))}
}

// submit hands the mail over and sorts what can happen.
func (r *run) submit(ctx context.Context, p *claimed, to string, mail []byte) bool {
	err := r.session.Send(ctx, r.ids.Sender(p.Seq, r.Club.Bounce), to, mail)
	var refusal *Refusal
	var trouble *Trouble
	switch {
	case err == nil:
		p.done, r.pause = &outcome{at: r.Now()}, pause{}
	case errors.As(err, &refusal):
		r.pause = pause{}
		p.done = r.failure(p, bySMTP, refusal.Status, refusal.Text, refusal.Final())
	case errors.As(err, &trouble):
		r.trouble(err)
		return false
	case ctx.Err() != nil: // we are told to stop: nobody knows whether it went out
		return false
	default:
		// Perhaps this mail breaks the connection: it waits, the others go on.
		p.done = r.failure(p, bySMTP, "4.4.2", clip(err.Error()), false)
		r.hangUp()
		if r.broken++; r.broken >= brokenLimit {
			r.trouble(err)
			return false
		}
	}
	return true
}

// failure makes a failed outcome; one that goes on for too long is final.
func (r *run) failure(p *claimed, by, status, text string, final bool) *outcome {
	now := r.Now()
	final = final || p.tries > 0 && now.Sub(p.first) >= giveUpAfter
	if !final {
		r.blocked[p.Person] = true
	}
	return &outcome{at: now, text: text, failed: &events.Failed{Post: p.Seq, At: now.UnixMilli(), By: by, Status: status, Final: final}}
}

// prepare composes the mail of a post, or tells why there will be none.
func (r *run) prepare(ctx context.Context, p *claimed) (mail []byte, to string, done *outcome, err error) {
	l, err := find(ctx, r.log, p.Seq)
	if err != nil {
		return nil, "", nil, err
	}
	body, err := events.BlobOf(ctx, r.log, p.Seq, p.stream.name, p.Blob)
	if errors.Is(err, events.ErrErased) {
		return nil, "", r.failure(p, byNobody, "", "", true), nil
	}
	if err != nil {
		return nil, "", nil, err
	}
	address, name, err := r.People.Contact(ctx, p.Person)
	if err != nil {
		return nil, "", nil, fmt.Errorf("looking up the address: %w", err)
	}
	if address == "" {
		return nil, "", r.failure(p, byNobody, "", "", true), nil
	}
	if to, err = CheckAddress(address); err != nil {
		return nil, "", r.failure(p, byNobody, "5.1.3", err.Error(), true), nil
	}
	m := &mailing{post: &p.Post, club: r.Club, ids: r.ids, name: name, to: to, inReplyTo: l.to.InReplyTo, thread: p.thread}
	if m.content, err = r.content(ctx, p, l.to.Subject, body); err != nil {
		return nil, "", nil, err
	}
	if r.ReplyTo != nil {
		if m.replyTo, err = r.ReplyTo(ctx, p.Post); err != nil {
			return nil, "", nil, fmt.Errorf("making the reply address: %w", err)
		}
	}
	if mail, err = m.compose(); err != nil {
		return nil, "", r.failure(p, byContent, "5.6.0", err.Error(), true), nil
	}
	return mail, to, nil, nil
}

func (r *run) content(ctx context.Context, p *claimed, subject string, body []byte) (content, error) {
	c := content{Subject: subject, Text: body}
	if c.Subject == "" {
		c.Subject = p.Title
	}
	var err error
	if p.Format == "md" && r.Text != nil {
		if c.Text, err = r.Text(body, p.Lang); err != nil {
			return c, fmt.Errorf("writing its text: %w", err)
		}
	}
	if p.Format == "md" && r.HTML != nil {
		if c.HTML, err = r.HTML(body, p.Lang); err != nil {
			return c, fmt.Errorf("writing its HTML: %w", err)
		}
	}
	if r.Twin != nil {
		if c.Twin, err = r.Twin(ctx, p.Post); err != nil {
			return c, fmt.Errorf("writing its JSON: %w", err)
		}
	}
	return c, nil
}

// recordTime is how long the record may take after we are told to stop.
const recordTime = 10 * time.Second

// record commits what became of the claimed posts, one commit per stream. It is
// done even when ctx has ended: what left must not leave again. What cannot be
// committed now comes first in the next run, before anything is sent.
func (r *run) record(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), recordTime)
	defer cancel()
	for len(r.unsaved) > 0 {
		c := r.unsaved[0]
		facts, err := r.facts(c)
		if err == nil && len(facts) > 0 {
			err = r.commit(ctx, c, facts)
		}
		if err != nil {
			return fmt.Errorf("recording what was sent: %w", err)
		}
		r.count(c)
		r.unsaved = r.unsaved[1:]
	}
	return r.box.Read(ctx)
}

// count tells of the outcomes of a claim that are recorded.
func (r *run) count(c *claim) {
	for _, p := range c.posts {
		switch {
		case p.done == nil:
		case p.done.failed == nil:
			r.Sent++
		case p.done.failed.Final:
			r.Failed++
		default:
			r.Deferred++
		}
	}
}

func (r *run) facts(c *claim) ([]events.Fact, error) {
	var out []events.Fact
	for _, p := range c.posts {
		if p.done == nil {
			continue
		}
		f, err := r.fact(p)
		if err != nil {
			return nil, err
		}
		out = append(out, f)
	}
	return out, nil
}

func (r *run) fact(p *claimed) (events.Fact, error) {
	if p.done.failed != nil {
		return failedFact(r.log.Keys(), p.Person, *p.done.failed, p.done.text)
	}
	pub, err := events.Marshal(events.Sent{Post: p.Seq, At: p.done.at.UnixMilli(), Via: bySMTP})
	return events.Fact{Type: events.TypeSent, V: 1, Pub: pub}, err
}

// failedFact writes delivery.failed; what the server said may name the
// addressee and is under his key, or left out when he has none any more.
func failedFact(keys events.Keys, person string, f events.Failed, text string) (events.Fact, error) {
	pub, err := events.Marshal(f)
	fact := events.Fact{Type: events.TypeFailed, V: 1, Pub: pub}
	if err != nil || text == "" {
		return fact, err
	}
	key := "people/" + person
	if _, err := keys.Find(key); errors.Is(err, events.ErrErased) || errors.Is(err, events.ErrNotFound) {
		return fact, nil
	} else if err != nil {
		return fact, fmt.Errorf("reading the key of %s: %w", person, err)
	}
	plain, err := events.Marshal(events.FailedWhy{Text: text})
	fact.Priv = []events.Part{{Audience: "engine", Key: key, Plain: plain}}
	return fact, err
}

// commit appends the outcome of a claim. Others may append between; the key
// makes sure that it is recorded once.
func (r *run) commit(ctx context.Context, c *claim, facts []events.Fact) error {
	for {
		tip, err := r.log.Tip(ctx, c.stream.name)
		if err != nil {
			return err
		}
		_, _, err = r.log.Append(ctx, events.Commit{
			Stream: c.stream.name, Expect: tip, Key: events.NewKey("delivery", fmt.Sprint(c.seq)), Cause: c.seq, At: r.Now(), Facts: facts,
		})
		if !errors.Is(err, events.ErrConflict) {
			return err
		}
	}
}
