package forum

import (
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"fivepoints/events"
	"fivepoints/mail/intake"
)

// Ledger compares what a board shows with what the log says that it showed, and
// commits what is new: posts, revisions, deletions. It is the single writer of
// its stream and not safe for concurrent use.
type Ledger struct {
	Log    events.Log
	Intake *intake.Intake
	Source string // of the stream inbox/<source>

	at    events.Seq
	known map[key]*known
	looks map[string]time.Time // last look at a topic, by board and topic
}

// key names a post of a board.
type key struct{ board, topic, post string }

// known is what the log says of a post.
type known struct {
	rev  int
	hash string
	last time.Time // last look that saw it as it is now, or saw that it is gone
	gone bool
}

// Look is what one look at a topic showed.
type Look struct {
	Board string
	Topic string
	Title string
	Game  string // that the topic is about; "" when only its words tell
	Edits string // which edits count there
	At    time.Time
	Dated bool // At is when the board was looked at; a page saved at an unknown time is not
	Posts []Post
	Whole bool // every post of the topic is among them
	Tail  bool // the end of the topic is
	Final bool // around a deadline: what it showed is recorded
}

// Taken counts what a look changed.
type Taken struct {
	Seen, Changed, Gone, Back int
	Names                     []Warning        // of names that look alike
	Bound                     []intake.Binding // accounts that posted a code
}

// Take commits what a look shows for the first time, oldest post first.
func (l *Ledger) Take(ctx context.Context, look Look) (t Taken, err error) {
	if err := l.follow(ctx); err != nil {
		return t, fmt.Errorf("reading what %s showed before: %w", l.Source, err)
	}
	club, err := l.Log.Keys().Key("club")
	if err != nil {
		return t, fmt.Errorf("reading the club's key: %w", err)
	}
	before := l.looks[look.Board+"\n"+look.Topic]
	for _, p := range look.Posts {
		if err := l.post(ctx, look, p, club, before, &t); err != nil {
			return t, err
		}
	}
	if err := l.missing(ctx, look, &t); err != nil {
		return t, err
	}
	if look.Final {
		err = l.final(ctx, look, club)
	}
	if look.Whole || look.Tail {
		l.looks[look.Board+"\n"+look.Topic] = look.At
	}
	t.Names = LookAlikes(look.Posts)
	return t, err
}

// post commits what is new about one post.
func (l *Ledger) post(ctx context.Context, look Look, p Post, club []byte, before time.Time, t *Taken) error {
	k := key{look.Board, look.Topic, p.ID}
	old, hash := l.known[k], hashOf(club, p)
	ref := events.PostRef{Board: k.board, Topic: k.topic, Post: k.post, Rev: 1}
	if old != nil {
		ref.Rev = old.rev
	}
	var err error
	switch {
	case old == nil && p.Gone:
		return nil // it was deleted before anybody here saw it
	case p.Gone && !old.gone:
		t.Gone++
		err = l.note(ctx, events.TypePostGone, events.PostGone{Of: ref, How: "tombstone", After: old.last.UnixMilli(), Seen: look.At.UnixMilli()}, ref, look.At)
	case p.Gone:
	case old == nil:
		t.Seen++
		seen := events.PostSeen{Of: ref, Hash: hash, Claimed: milli(p.At), After: milli(before), Seen: look.At.UnixMilli(), Mark: markOf(p.Edited), Surface: surfaceOf(p), Edits: look.Edits}
		err = l.take(ctx, look, p, ref, club, events.TypePostSeen, seen, arrived(p.At, before, look.At))
	case old.hash != hash:
		ref.Rev++
		t.Changed++
		changed := events.PostChanged{Of: ref, Old: old.hash, New: hash, After: old.last.UnixMilli(), Seen: look.At.UnixMilli(), Mark: markOf(p.Edited), Surface: surfaceOf(p), Edits: look.Edits}
		err = l.take(ctx, look, p, ref, club, events.TypePostChanged, changed, look.At)
	case old.gone:
		t.Back++
		err = l.note(ctx, events.TypePostBack, events.PostBack{Of: ref, After: old.last.UnixMilli(), Seen: look.At.UnixMilli()}, ref, look.At)
	}
	if err == nil {
		l.known[k] = &known{rev: ref.Rev, hash: hash, last: look.At, gone: p.Gone}
	}
	return err
}

func surfaceOf(p Post) string { return cmp.Or(p.Surface, SurfacePage) }

// arrived is when a new post reached us: when the board says, within what our
// own looks leave possible.
func arrived(claimed, before, now time.Time) time.Time {
	switch {
	case claimed.IsZero() || claimed.After(now):
		return now
	case claimed.Before(before):
		return before
	}
	return claimed
}

// take commits a revision of a post as a message.
func (l *Ledger) take(ctx context.Context, look Look, p Post, ref events.PostRef, club []byte, typ string, fact any, at time.Time) error {
	post := intake.Post{
		Ref: ref, Type: typ, Fact: fact, Game: look.Game, Title: look.Title, Raw: p.Raw, Lines: p.Lines, TooLong: p.TooLong,
		Shown: events.PostShown{Author: p.Author, Name: p.Name}, At: at, Surface: surfaceOf(p),
		Clock:   clockOf(look, p, typ),
		Content: keyed(club, "content", ref.Board, ref.Topic, ref.Post, strconv.Itoa(ref.Rev), hashOf(club, p)),
	}
	if p.Edited != nil {
		post.Shown.Editor, post.Shown.Reason = p.Edited.By, p.Edited.Reason
	}
	_, err := l.Intake.TakePost(ctx, l.Source, post)
	return err
}

// clockOf: a time that neither the board nor our look tells moves no deadline.
func clockOf(look Look, p Post, typ string) string {
	if look.Dated || typ == events.TypePostSeen && !p.At.IsZero() {
		return "board"
	}
	return "ours"
}

// note commits a fact about a post that brings no words.
func (l *Ledger) note(ctx context.Context, typ string, fact any, ref events.PostRef, at time.Time) error {
	pub, err := events.Marshal(fact)
	if err != nil {
		return fmt.Errorf("writing %s: %w", typ, err)
	}
	k := events.NewKey(typ, ref.Board, ref.Topic, ref.Post, strconv.Itoa(ref.Rev), strconv.FormatInt(at.UnixMilli(), 10))
	return l.Intake.Note(ctx, l.Source, k, events.Fact{Type: typ, V: 1, Pub: pub})
}

// missing commits which posts of the log a look should have shown and did not.
func (l *Ledger) missing(ctx context.Context, look Look, t *Taken) error {
	shown := map[string]bool{}
	for _, p := range look.Posts {
		shown[p.ID] = true
	}
	first, last := look.bounds()
	var gone []key
	for k, old := range l.known {
		if k.board != look.Board || k.topic != look.Topic || old.gone || shown[k.post] {
			continue
		}
		if look.Whole || first != "" && before(first, k.post) && before(k.post, last) {
			gone = append(gone, k)
		}
	}
	slices.SortFunc(gone, func(a, b key) int { return cmp.Compare(a.post, b.post) })
	for _, k := range gone {
		old := l.known[k]
		ref := events.PostRef{Board: k.board, Topic: k.topic, Post: k.post, Rev: old.rev}
		fact := events.PostGone{Of: ref, How: "missing", After: old.last.UnixMilli(), Seen: look.At.UnixMilli()}
		if err := l.note(ctx, events.TypePostGone, fact, ref, look.At); err != nil {
			return err
		}
		old.gone, old.last = true, look.At
		t.Gone++
	}
	return nil
}

// bounds are the first and the last post of a look.
func (look Look) bounds() (first, last string) {
	for _, p := range look.Posts {
		if first == "" || before(p.ID, first) {
			first = p.ID
		}
		if last == "" || before(last, p.ID) {
			last = p.ID
		}
	}
	return first, last
}

// before tells which of two ids a board gave first: they count up.
func before(a, b string) bool {
	return len(a) < len(b) || len(a) == len(b) && a < b
}

// final records what a look showed.
func (l *Ledger) final(ctx context.Context, look Look, club []byte) error {
	h := sha256.New()
	for _, p := range look.Posts {
		fmt.Fprintf(h, "%s %s %t\n", p.ID, hashOf(club, p), p.Gone)
	}
	first, last := look.bounds()
	fact := events.Polled{Board: look.Board, Topic: look.Topic, At: look.At.UnixMilli(), Posts: len(look.Posts), First: first, Last: last, Tail: look.Whole || look.Tail, Hash: hex.EncodeToString(h.Sum(nil))}
	ref := events.PostRef{Board: look.Board, Topic: look.Topic}
	return l.note(ctx, events.TypePolled, fact, ref, look.At)
}

// hashOf names what a post says to a reader: its lines and what they are. How a
// board draws them does not count, so an upgrade of the board changes nothing.
func hashOf(club []byte, p Post) string {
	var b strings.Builder
	for _, line := range p.Lines {
		b.WriteString(line.Class + "\x00" + line.Text + "\n")
	}
	if p.TooLong {
		b.Write(p.Raw)
	}
	return keyed(club, "post", b.String())
}

func keyed(club []byte, parts ...string) string {
	h := hmac.New(sha256.New, club)
	h.Write([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(h.Sum(nil))
}

func markOf(m *Mark) *events.PostMark {
	if m == nil {
		return nil
	}
	return &events.PostMark{At: milli(m.At), Count: m.Count, Why: m.Reason != ""}
}

func milli(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

// follow learns what the log says since the last time.
func (l *Ledger) follow(ctx context.Context) error {
	if l.known == nil {
		l.known, l.looks = map[key]*known{}, map[string]time.Time{}
	}
	for st, err := range l.Log.Read(ctx, "inbox/"+l.Source, l.at) {
		if err != nil {
			return err
		}
		c, err := events.Decode(st)
		if err != nil {
			return err
		}
		for _, f := range c.Facts {
			if err := l.fold(f); err != nil {
				return fmt.Errorf("reading commit %d: %w", st.Seq, err)
			}
		}
		l.at = st.Seq
	}
	return nil
}

// fold learns from one fact. What was looked at since and did not change is in
// memory only, but for final looks: after a start a window is wider, never narrower.
func (l *Ledger) fold(f events.Fact) error {
	switch f.Type {
	case events.TypePostSeen:
		var p events.PostSeen
		if err := events.Unmarshal(f.Pub, &p); err != nil {
			return err
		}
		l.learn(p.Of, p.Hash, p.Seen, false)
	case events.TypePostChanged:
		var p events.PostChanged
		if err := events.Unmarshal(f.Pub, &p); err != nil {
			return err
		}
		l.learn(p.Of, p.New, p.Seen, false)
	case events.TypePostGone:
		var p events.PostGone
		if err := events.Unmarshal(f.Pub, &p); err != nil {
			return err
		}
		l.learn(p.Of, "", p.Seen, true)
	case events.TypePostBack:
		var p events.PostBack
		if err := events.Unmarshal(f.Pub, &p); err != nil {
			return err
		}
		l.learn(p.Of, "", p.Seen, false)
	case events.TypePolled:
		var p events.Polled
		if err := events.Unmarshal(f.Pub, &p); err != nil {
			return err
		}
		l.polled(p)
	}
	return nil
}

func (l *Ledger) learn(ref events.PostRef, hash string, seen int64, gone bool) {
	k := key{ref.Board, ref.Topic, ref.Post}
	old := l.known[k]
	if old == nil {
		old = &known{}
		l.known[k] = old
	}
	if hash == "" {
		hash = old.hash
	}
	at := time.UnixMilli(seen)
	if at.Before(old.last) {
		at = old.last
	}
	*old = known{rev: ref.Rev, hash: hash, last: at, gone: gone}
}

// polled: a final look saw each post it covered as the log has it.
func (l *Ledger) polled(p events.Polled) {
	at := time.UnixMilli(p.At)
	for k, old := range l.known {
		if k.board == p.Board && k.topic == p.Topic && old.last.Before(at) && !before(k.post, p.First) && !before(p.Last, k.post) {
			old.last = at
		}
	}
	if topic := p.Board + "\n" + p.Topic; p.Tail && l.looks[topic].Before(at) {
		l.looks[topic] = at
	}
}
