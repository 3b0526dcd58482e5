package publish

import (
	"context"
	"errors"
	"fmt"

	"fivepoints/events"
	"fivepoints/events/audit"
	"fivepoints/games"
	"fivepoints/games/order"
	"fivepoints/games/table"
	"fivepoints/projections"
	"fivepoints/templates"
)

// Publisher queues the posts that a log asks for. It is not safe for
// concurrent use.
type Publisher struct {
	log     events.Log
	books   table.Books
	texts   *templates.Texts
	games   *projections.Games
	parsers map[string]*order.Parser   // by game
	desks   map[string]*seating        // by game
	langs   map[string]games.Lang      // of people
	own     map[string]events.Settings // of people
	reader  string                     // of the post being written; "" for everybody
	digests map[string]int64           // by person: when the last was due
	at      events.Seq                 // everything up to here is queued
	turn    turn                       // read last
	signer  *audit.Signer              // nil until asked for, or where nobody signs
}

// Post is a post as queued.
type Post struct {
	Seq     events.Seq // of its commit in the outbox
	Stream  string
	Cause   events.Seq
	Subject string
	Body    []byte
	Left    string // seat that its reader has just left; known when it is queued only
	events.Queued
}

// New returns the publisher of a log.
func New(log events.Log, books table.Books) (*Publisher, error) {
	texts, err := templates.Load()
	if err != nil {
		return nil, err
	}
	return &Publisher{
		log: log, books: books, texts: texts, games: projections.NewGames(log, books),
		parsers: map[string]*order.Parser{}, desks: map[string]*seating{}, langs: map[string]games.Lang{}, digests: map[string]int64{}, own: map[string]events.Settings{},
	}, nil
}

// Run queues what the commits up to upto (0: all) ask for and returns the
// posts that were not queued before.
func (p *Publisher) Run(ctx context.Context, upto events.Seq) ([]Post, error) {
	var out []Post
	for st, err := range p.log.Read(ctx, "", p.at) {
		if err != nil {
			return out, fmt.Errorf("reading the log after commit %d: %w", p.at, err)
		}
		if upto > 0 && st.Seq > upto {
			break
		}
		posts, err := p.commit(ctx, st)
		out = append(out, posts...)
		if errors.Is(err, games.ErrNewer) {
			continue // its posts follow when a program that can read it runs: nothing is marked as sent
		}
		if err != nil {
			return out, fmt.Errorf("publishing commit %d: %w", st.Seq, err)
		}
		p.at = st.Seq
	}
	return out, nil
}

// commit queues the posts of one commit that are missing.
func (p *Publisher) commit(ctx context.Context, st events.Stored) ([]Post, error) {
	c, err := events.Decode(st)
	if err != nil {
		return nil, err
	}
	wants, err := p.wants(ctx, st, c)
	if err != nil {
		return nil, err
	}
	var out []Post
	for _, w := range wants {
		post, fresh, err := p.queue(ctx, st, c, w)
		if err != nil {
			return out, fmt.Errorf("the %s for %q: %w", w.Kind, w.Seat, err)
		}
		if fresh {
			out = append(out, post)
		}
	}
	return out, nil
}

// queue renders and appends one post, unless its key is known or its
// addressee was erased.
func (p *Publisher) queue(ctx context.Context, st events.Stored, c events.Commit, w want) (Post, bool, error) {
	seq, err := p.log.Lookup(ctx, w.stream, w.key)
	if err != nil || seq > 0 {
		return Post{}, false, err
	}
	if err := p.keep(ctx, w, c.At); err != nil {
		return Post{}, false, err
	}
	p.reader = w.Person
	doc, err := w.render(ctx)
	p.reader = ""
	if err != nil {
		return Post{}, false, err
	}
	body := templates.Render(doc, templates.Markdown)
	post := Post{Stream: w.stream, Cause: st.Seq, Subject: doc.Title, Body: body, Left: w.left, Queued: w.Queued}
	post.Format, post.Template = string(templates.Markdown), templates.Version
	if w.Kind == "receipt" {
		if w.answer, err = p.answered(st); err != nil {
			return Post{}, false, err
		}
	}
	post.Blob, err = p.log.PutBlob(ctx, w.secret(), body)
	if errors.Is(err, events.ErrErased) {
		return Post{}, false, nil
	}
	if err != nil {
		return Post{}, false, fmt.Errorf("storing its text: %w", err)
	}
	seq, dup, err := p.append(ctx, c, w, post)
	post.Seq = seq
	return post, err == nil && !dup, err
}

// answered is the Message-ID of the mail that brought a sheet.
func (p *Publisher) answered(st events.Stored) (string, error) {
	c, err := events.Open(st, p.log.Keys())
	if err != nil {
		return "", err
	}
	for _, f := range c.Facts {
		for _, part := range f.Priv {
			if f.Type != table.TypeText || part.Plain == nil {
				continue
			}
			var t table.Text
			if err := events.Unmarshal(part.Plain, &t); err != nil {
				return "", fmt.Errorf("reading %s: %w", f.Type, err)
			}
			return t.MessageID, nil
		}
	}
	return "", nil
}

func (p *Publisher) append(ctx context.Context, c events.Commit, w want, post Post) (events.Seq, bool, error) {
	fact, err := w.fact(post)
	if err != nil {
		return 0, false, err
	}
	for {
		tip, err := p.log.Tip(ctx, w.stream)
		if err != nil {
			return 0, false, err
		}
		seq, dup, err := p.log.Append(ctx, events.Commit{
			Stream: w.stream, Expect: tip, Key: w.key, Cause: post.Cause, At: c.At, Facts: []events.Fact{fact},
		})
		if !errors.Is(err, events.ErrConflict) {
			return seq, dup, err
		}
	}
}

// Posts reads the posts queued in one outbox, oldest first: of a game, or of
// the "club". The body of one whose addressee was erased is nil.
func Posts(ctx context.Context, log events.Log, game string) ([]Post, error) {
	var out []Post
	for st, err := range log.Read(ctx, outbox(game), 0) {
		if err != nil {
			return nil, fmt.Errorf("reading the posts of %s: %w", game, err)
		}
		posts, err := readPosts(ctx, log, st)
		if err != nil {
			return nil, fmt.Errorf("reading the posts of commit %d: %w", st.Seq, err)
		}
		out = append(out, posts...)
	}
	return out, nil
}

func readPosts(ctx context.Context, log events.Log, st events.Stored) ([]Post, error) {
	c, err := events.Open(st, log.Keys())
	if err != nil {
		return nil, err
	}
	var out []Post
	for _, f := range c.Facts {
		if f.Type != events.TypeQueued {
			continue
		}
		post := Post{Seq: st.Seq, Stream: c.Stream, Cause: c.Cause}
		if err := events.Unmarshal(f.Pub, &post.Queued); err != nil {
			return nil, err
		}
		for _, part := range f.Priv {
			var to events.QueuedTo
			if part.Plain == nil {
				continue
			}
			if err := events.Unmarshal(part.Plain, &to); err != nil {
				return nil, err
			}
			post.Subject = to.Subject
		}
		post.Body, err = events.BlobOf(ctx, log, st.Seq, c.Stream, post.Blob)
		if err != nil && !errors.Is(err, events.ErrErased) {
			return nil, err
		}
		out = append(out, post)
	}
	return out, nil
}
