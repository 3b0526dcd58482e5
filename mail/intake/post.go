package intake

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"fivepoints/events"
	"fivepoints/mail"
	"fivepoints/mail/trust"
)

// Post is one revision of a post of a board, as a message: the board says who
// wrote it, by an id that only it gives.
type Post struct {
	Ref     events.PostRef
	Type    string // TypePostSeen or TypePostChanged
	Fact    any    // its public half
	Shown   events.PostShown
	Game    string // what its topic is about; "" when only its words tell
	Title   string // of the topic
	Content string // names this revision of what it says, and nothing of it
	Raw     []byte
	Lines   []events.Line
	TooLong bool
	At      time.Time // when it reached us
	Clock   string    // whose time that is: "board", or "ours" when nobody looked then
	Surface string
}

// Account names an account of a board where a mail has an address. No address
// of a mail looks like it.
func Account(board, user string) string {
	if user == "" {
		return ""
	}
	return "board:" + board + "/" + user
}

// TakePost stores a revision of a post and commits it with the fact about it to
// the inbox of its source, once.
func (in *Intake) TakePost(ctx context.Context, source string, p Post) (Outcome, error) {
	stream := "inbox/" + source
	if err := events.CheckStream(stream); err != nil {
		return Outcome{}, fmt.Errorf("taking posts of %s: %w", source, err)
	}
	out, err := in.takePost(ctx, stream, p)
	if err != nil {
		return out, fmt.Errorf("taking post %s of %s: %w", p.Ref.Post, source, err)
	}
	return out, nil
}

func (in *Intake) takePost(ctx context.Context, stream string, p Post) (out Outcome, err error) {
	key := events.NewKey("forum", p.Ref.Board, p.Ref.Topic, p.Ref.Post, strconv.Itoa(p.Ref.Rev))
	if out.Seq, err = in.Log.Lookup(ctx, stream, key); err != nil {
		return out, err
	}
	if out.Known = out.Seq > 0; out.Known {
		return out, nil
	}
	m := mail.Message{Class: mail.ClassMail, From: Account(p.Ref.Board, p.Shown.Author), Subject: p.Title, Content: p.Content, Lines: p.Lines}
	if p.TooLong {
		m.Class, m.Lines = mail.ClassTooBig, nil
	}
	env, owner, err := in.envelope(ctx, &m)
	if err != nil {
		return out, err
	}
	out.Envelope = env
	out.Envelope.Claims = aboutPost(env.Claims, p.Game)
	out.Envelope.Evidence = &events.Evidence{Verdict: trust.Aligned, Domain: p.Ref.Board, Method: "board", By: p.Surface}
	if out.Received.Blob, err = in.Log.PutBlob(ctx, owner, p.Raw); err != nil {
		return out, fmt.Errorf("storing the raw bytes: %w", err)
	}
	blob := out.Received.Blob
	out.Received = events.Received{
		Cursor: p.Ref.Topic + "." + p.Ref.Post + "." + strconv.Itoa(p.Ref.Rev), Blob: blob, Size: len(p.Raw), Content: p.Content,
		At: p.At.UnixMilli(), Clock: p.Clock, Class: m.Class, Trust: TrustProven,
	}
	message, err := sealable(owner, &out)
	if err != nil {
		return out, err
	}
	about, err := p.fact(owner)
	if err != nil {
		return out, err
	}
	return out, in.append(ctx, stream, key, &out, message, about)
}

func (p Post) fact(owner string) (events.Fact, error) {
	pub, err := events.Marshal(p.Fact)
	if err != nil {
		return events.Fact{}, fmt.Errorf("writing what was seen: %w", err)
	}
	plain, err := events.Marshal(p.Shown)
	if err != nil {
		return events.Fact{}, fmt.Errorf("writing who is shown: %w", err)
	}
	return events.Fact{Type: p.Type, V: 1, Pub: pub, Priv: []events.Part{{Audience: "engine", Key: owner, Plain: plain}}}, nil
}

// aboutPost are the claims of a post. The title of its topic names a game, and
// no turn: it was written for the first post.
func aboutPost(claims []events.Claim, game string) []events.Claim {
	if game != "" {
		claims = slices.DeleteFunc(claims, func(c events.Claim) bool { return c.By == "subject" })
		claims = append([]events.Claim{{Game: game, By: "topic"}}, claims...)
	}
	for i := range claims {
		if claims[i].By == "subject" {
			claims[i].Turn = ""
		}
	}
	return unique(claims)
}

// Note records facts about a source that are no messages, once by their cause.
func (in *Intake) Note(ctx context.Context, source string, key events.Key, facts ...events.Fact) error {
	stream := "inbox/" + source
	if known, err := in.Log.Lookup(ctx, stream, key); err != nil || known > 0 {
		return err
	}
	if err := in.append(ctx, stream, key, nil, facts...); err != nil {
		return fmt.Errorf("noting what %s shows: %w", source, err)
	}
	return nil
}
