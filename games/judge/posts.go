package judge

import (
	"context"
	"fmt"
	"slices"

	"fivepoints/events"
	"fivepoints/games"
	"fivepoints/games/desk"
	"fivepoints/games/table"
)

// Which edits of a post count (events.PostSeen.Edits).
const (
	editsNever = "never"
	editsAck   = "until-ack" // until a receipt told what was understood
)

// Why a post, or a revision of one, gives no orders.
const (
	reasonNoOrders  = "no-orders"
	reasonBefore    = "before-game" // written before the game was created here
	reasonEdited    = "edited"      // its edits do not count in this game
	reasonLate      = "edited-late" // the old text still stood there at the deadline
	reasonStraddles = "straddles"   // nobody knows on which side of the deadline it was edited
)

// post is what a message says of the post it is a revision of.
type post struct {
	ref    events.PostRef
	edits  string
	change *events.PostChanged // nil: the first revision
}

// postOf reads the fact about a post beside its message.
func postOf(f events.Fact, old *post) (*post, error) {
	switch f.Type {
	case events.TypePostSeen:
		var p events.PostSeen
		err := events.Unmarshal(f.Pub, &p)
		return &post{ref: p.Of, edits: p.Edits}, err
	case events.TypePostChanged:
		var p events.PostChanged
		err := events.Unmarshal(f.Pub, &p)
		return &post{ref: p.Of, edits: p.Edits, change: &p}, err
	}
	return old, nil
}

// thread names a post in its inbox, whatever its revision.
type thread struct{ stream, board, topic, post string }

func threadOf(stream string, ref events.PostRef) thread {
	return thread{stream, ref.Board, ref.Topic, ref.Post}
}

// postFact takes note of which messages are revisions of one post.
func (j *Judge) postFact(stream string, seq events.Seq, f events.Fact) error {
	p, err := postOf(f, nil)
	if err != nil {
		return err
	}
	k := threadOf(stream, p.ref)
	j.posts[k] = append(j.posts[k], seq)
	return nil
}

// edited tells whether a message is a later revision of a post.
func (m message) edited() bool { return m.post != nil && m.post.change != nil }

// weighPost decides whether a post is a sheet, and of an edited one whether the
// edit counts and which sheets it takes the place of.
func (j *Judge) weighPost(ctx context.Context, m message, to *routed) error {
	t, err := j.ready(ctx, to.game)
	if err != nil {
		return err
	}
	if len(t.Windows) > 0 && m.received.At < t.Windows[0].At {
		to.result, to.reason = "ignored", reasonBefore
		return nil
	}
	earlier := j.earlier(m, t, to.seat)
	if m.edited() {
		if to.result, to.reason = weighEdit(t, *m.post, earlier); to.result != "" {
			return nil
		}
	}
	for _, s := range earlier {
		to.instead = append(to.instead, s.N)
	}
	if len(to.instead) == 0 && !j.asks(t, m, *to) {
		to.result, to.reason = "ignored", reasonNoOrders
	}
	return nil
}

// asks tells whether any line of a post is, or may be meant as, an order or for
// the desk: the rest of a topic is talk, and nobody wants receipts for that.
func (j *Judge) asks(t *table.Table, m message, to routed) bool {
	asked, rest := desk.Read(m.envelope.Lines, Sender(t, games.FR, to.role == table.Moderator, m.received.At))
	return len(asked) > 0 || j.saysSomething(t, rest)
}

// earlier lists the sheets that earlier revisions of a post became and that
// still stand.
func (j *Judge) earlier(m message, t *table.Table, seat string) []*table.SheetIn {
	var out []*table.SheetIn
	revisions := j.posts[threadOf(m.source, m.post.ref)]
	for _, s := range t.Sheets {
		if s.Seat == seat && s.Msg > 0 && s.Msg != m.seq && !s.Voided && slices.Contains(revisions, s.Msg) {
			out = append(out, s)
		}
	}
	return out
}

// weighEdit says why an edit does not count; empty when it does. What counts
// against a deadline is what was seen: the old text after it, or the new text
// before it.
func weighEdit(t *table.Table, p post, earlier []*table.SheetIn) (result, reason string) {
	switch {
	case p.edits == editsNever, p.edits == editsAck && len(earlier) > 0:
		return "refused", reasonEdited
	}
	for _, s := range earlier {
		w := t.Window(s.Window)
		if w == nil {
			continue
		}
		deadline := w.Closes
		if w.Closed != nil {
			deadline = w.Closed.At
		}
		switch {
		case p.change.After >= deadline:
			return "refused", reasonLate
		case p.change.Seen >= deadline:
			return "held", reasonStraddles
		case w.Closed != nil:
			return "refused", reasonLate
		}
	}
	return "", ""
}

// voided takes back the sheets whose place a submission takes.
func voided(s Submission) []games.Fact {
	var out []games.Fact
	for _, n := range s.Instead {
		out = append(out, platform(table.TypeVoid, table.Void{Seat: s.Seat, N: n, Why: "edited"}))
	}
	return out
}

// PostOf reads which revision of which post a message of the log is; nil for a
// mail.
func PostOf(ctx context.Context, log events.Log, msg events.Seq) (*events.PostRef, error) {
	if msg == 0 {
		return nil, nil
	}
	for st, err := range log.Read(ctx, "", msg-1) {
		if err != nil {
			return nil, fmt.Errorf("reading message %d: %w", msg, err)
		}
		c, err := events.Decode(st)
		if err != nil {
			return nil, fmt.Errorf("reading message %d: %w", msg, err)
		}
		for _, f := range c.Facts {
			if p, err := postOf(f, nil); p != nil || err != nil {
				return &p.ref, err
			}
		}
		return nil, nil
	}
	return nil, fmt.Errorf("reading message %d: %w", msg, events.ErrNotFound)
}
