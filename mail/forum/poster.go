package forum

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"fivepoints/events"
)

// Poster puts posts of ours on a board, each once: it looks for the post's last
// line, by which it is known, before it writes, for an earlier try may have
// worked although nobody heard so. What stands there is noted in the log.
type Poster struct {
	Log   events.Log
	Board Board
	Name  string
	Now   func() time.Time
}

// Part is one post of a text.
type Part struct {
	Text   string
	Footer string // of the text as the board shows it
}

// place names a part of a post in a topic.
type place struct {
	post  events.Seq
	topic string
	part  int
}

// Placed lists which parts of posts of a game stand on the board, and the last
// post that stands there whole, by topic.
func (p *Poster) placed(ctx context.Context, game string) (map[place]bool, map[string]events.Seq, error) {
	parts, last := map[place]bool{}, map[string]events.Seq{}
	for st, err := range p.Log.Read(ctx, "outbox/"+game, 0) {
		if err != nil {
			return nil, nil, fmt.Errorf("looking what stands on %s: %w", p.Name, err)
		}
		c, err := events.Decode(st)
		if err != nil {
			return nil, nil, fmt.Errorf("looking what stands on %s: %w", p.Name, err)
		}
		for _, f := range c.Facts {
			if f.Type != events.TypePlaced {
				continue
			}
			var at events.Placed
			if err := events.Unmarshal(f.Pub, &at); err != nil {
				return nil, nil, fmt.Errorf("reading commit %d: %w", st.Seq, err)
			}
			if at.Board != p.Name {
				continue
			}
			parts[place{at.Post, at.Topic, at.Part}] = true
			if at.Part == at.Parts {
				last[at.Topic] = max(last[at.Topic], at.Post)
			}
		}
	}
	return parts, last, nil
}

// Next tells which of the posts of a game are to be put into a topic: those
// after the last one that stands there; the newest alone when none does.
func (p *Poster) Next(ctx context.Context, game, topic string, posts []events.Seq) ([]events.Seq, error) {
	_, last, err := p.placed(ctx, game)
	if err != nil || len(posts) == 0 {
		return nil, err
	}
	if last[topic] == 0 {
		return posts[len(posts)-1:], nil
	}
	return slices.DeleteFunc(slices.Clone(posts), func(s events.Seq) bool { return s <= last[topic] }), nil
}

// Place puts the parts of a post into a topic, those that do not stand there yet.
func (p *Poster) Place(ctx context.Context, game, topic string, post events.Seq, parts []Part) error {
	done, _, err := p.placed(ctx, game)
	if err != nil {
		return err
	}
	for i, part := range parts {
		if done[place{post, topic, i + 1}] {
			continue
		}
		if part.Footer == "" {
			return fmt.Errorf("posting to %s: the text has no last line by which it is found again", p.Name)
		}
		id, found, err := p.find(ctx, topic, part.Footer)
		if err == nil && !found {
			id, err = p.Board.Write(ctx, topic, part.Text)
		}
		if err != nil {
			return fmt.Errorf("posting part %d of %d to %s: %w", i+1, len(parts), p.Name, err)
		}
		at := events.Placed{Post: post, Board: p.Name, Topic: topic, ID: id, Part: i + 1, Parts: len(parts), Found: found, At: p.Now().UnixMilli()}
		if err := p.note(ctx, game, at); err != nil {
			return err
		}
	}
	return nil
}

// backPages is how many of the last pages of a topic are searched.
const backPages = 3

// find looks for a post of ours at the end of a topic.
func (p *Poster) find(ctx context.Context, topic, footer string) (id string, found bool, err error) {
	page, err := p.Board.Read(ctx, topic, 1)
	for n, first := page.Last, max(1, page.Last-backPages+1); err == nil && n >= first; n-- {
		if n > 1 {
			page, err = p.Board.Read(ctx, topic, n)
		}
		for _, post := range page.Posts {
			if Footer(post.Lines) == footer {
				return post.ID, true, nil
			}
		}
	}
	return "", false, err
}

func (p *Poster) note(ctx context.Context, game string, at events.Placed) error {
	pub, err := events.Marshal(at)
	if err != nil {
		return fmt.Errorf("noting a post on %s: %w", p.Name, err)
	}
	key := events.NewKey("placed", strconv.FormatUint(uint64(at.Post), 10), at.Board, at.Topic, strconv.Itoa(at.Part))
	for range 10 {
		tip, err := p.Log.Tip(ctx, "outbox/"+game)
		if err != nil {
			return err
		}
		_, _, err = p.Log.Append(ctx, events.Commit{
			Stream: "outbox/" + game, Expect: tip, Key: key, Cause: at.Post, At: p.Now(), Facts: []events.Fact{{Type: events.TypePlaced, V: 1, Pub: pub}},
		})
		if !errors.Is(err, events.ErrConflict) {
			return err
		}
	}
	return fmt.Errorf("noting a post on %s: %w", p.Name, events.ErrConflict)
}

// MarkOf is the last line of a text of ours as a board of a kind shows it.
func MarkOf(kind Kind, text string) string {
	lines, _ := readAs(kind, text)
	return Footer(lines)
}

func readAs(kind Kind, text string) ([]events.Line, bool) {
	if kind == NodeBB || kind == Discourse {
		return Markdown(text)
	}
	return BBCode(text, kind)
}
