package outbox

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"fivepoints/events"
)

// Failure is a post that did not reach its addressee, as far as is known.
type Failure struct {
	events.Failed
	Game string
}

// Waiting is a post that has not left.
type Waiting struct {
	Post
	Held   string    // HeldBefore, HeldStale, HeldCapped, "" when it goes by itself
	Tries  int       // that failed for now
	Status string    // RFC 3463, of the last one
	Next   time.Time // not tried before; zero: at once
	Node   string    // who is sending it until then, "" nobody
}

// Failing is a person who does not get his mail.
type Failing struct {
	Person string
	Games  []string     // whose posts failed, sorted
	Failed int          // posts
	Last   Failure      // the newest post that failed
	Since  bool         // a later post left, and has not come back so far
	Posts  []events.Seq // that failed, oldest first
}

// On returns the commit after which posts are sent by themselves, 0 when mail
// was never switched on.
func (b *Box) On() events.Seq { return b.on }

// Waiting lists what has not left, oldest first.
func (b *Box) Waiting(now time.Time) []Waiting {
	out := []Waiting{}
	for _, p := range b.posts() {
		w := Waiting{Post: p.Post, Held: b.held(p, now), Tries: p.tries, Status: p.status, Next: p.ready(now)}
		if p.claimed(now) {
			w.Node, w.Next = p.node, p.until
		}
		out = append(out, w)
	}
	return out
}

// What became of a post.
const (
	StateWaiting  = "waiting"
	StateHeld     = "held"     // goes when somebody asks
	StateSent     = "sent"     // taken by the next server; nobody knows more
	StateFailed   = "failed"   // for good
	StateBounced  = "bounced"  // came back
	StateReplaced = "replaced" // sent again before it left
)

// State tells what became of the post of a commit, and why: the reason it is
// held, or the status (RFC 3463) of its last failure, when there is one. The post
// is one with an addressee; others are nobody's to send.
func (b *Box) State(post events.Seq, now time.Time) (state, why string) {
	p, failed := b.waiting[post], b.failed[post]
	switch {
	case p != nil && b.held(p, now) != "":
		return StateHeld, b.held(p, now)
	case p != nil:
		return StateWaiting, p.status
	case failed != nil && failed.By == byBounce:
		return StateBounced, failed.Status
	case failed != nil:
		return StateFailed, cmp.Or(failed.Status, failed.By)
	case b.retired[post]:
		return StateReplaced, ""
	}
	return StateSent, ""
}

// Failures lists the posts that failed for good or bounced, oldest first.
func (b *Box) Failures() []Failure {
	out := make([]Failure, 0, len(b.failed))
	for _, f := range b.failed {
		out = append(out, *f)
	}
	slices.SortFunc(out, func(x, y Failure) int { return cmp.Compare(x.Post, y.Post) })
	return out
}

// Failing sums the failures up by addressee: for the moderator, before the
// deadline. Whoever was sent the same post again without a bounce is not in it.
func (b *Box) Failing(ctx context.Context) ([]Failing, error) {
	by := map[string]*Failing{}
	var people []string
	for _, f := range b.Failures() {
		p, err := Find(ctx, b.log, f.Post)
		if err != nil {
			return nil, fmt.Errorf("listing addresses that fail: %w", err)
		}
		if p == nil {
			continue
		}
		who := by[p.Person]
		if who == nil {
			who = &Failing{Person: p.Person}
			by[p.Person], people = who, append(people, p.Person)
		}
		who.Failed, who.Last, who.Posts = who.Failed+1, f, append(who.Posts, f.Post)
		who.Since = b.sent[p.Person] > f.Post
		if !slices.Contains(who.Games, f.Game) {
			who.Games = append(who.Games, f.Game)
			slices.Sort(who.Games)
		}
	}
	slices.Sort(people)
	out := make([]Failing, 0, len(people))
	for _, p := range people {
		out = append(out, *by[p])
	}
	return out, nil
}
