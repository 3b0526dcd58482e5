package outbox

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"fivepoints/events"
)

// ErrNoPost says that a number names no post with an addressee.
var ErrNoPost = errors.New("it is no post that can be sent by mail")

// Resend queues a post again: a new post with the same text, subject and
// addressee and a Message-ID of its own, because a mail program drops one that
// it has seen, and whoever asks again may have thrown the first one away. It
// goes by itself, however old the first one is and whatever held that one back;
// when the first one still waits, this one takes its place. The same request
// (the message or command that asks) queues it once.
func Resend(ctx context.Context, log events.Log, post events.Seq, request string, now time.Time) (events.Seq, error) {
	l, err := find(ctx, log, post)
	if err != nil {
		return 0, err
	}
	if l == nil || l.Person == "" {
		return 0, fmt.Errorf("sending post %d again: %w", post, ErrNoPost)
	}
	fact := l.fact
	fact.Priv = slices.DeleteFunc(slices.Clone(fact.Priv), func(p events.Part) bool { return p.Plain == nil })
	seq, err := enqueue(ctx, log, events.Commit{
		Stream: "outbox/" + l.Game, Key: events.NewKey("resend", fmt.Sprint(post), request), Cause: post, At: now, Facts: []events.Fact{fact},
	})
	if err != nil {
		return 0, fmt.Errorf("sending post %d again: %w", post, err)
	}
	return seq, nil
}

// enqueue appends a commit to an outbox, wherever that one's tip is.
func enqueue(ctx context.Context, log events.Log, c events.Commit) (events.Seq, error) {
	for {
		tip, err := log.Tip(ctx, c.Stream)
		if err != nil {
			return 0, err
		}
		c.Expect = tip
		seq, _, err := log.Append(ctx, c)
		if !errors.Is(err, events.ErrConflict) {
			return seq, err
		}
	}
}
