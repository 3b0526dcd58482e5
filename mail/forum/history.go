package forum

import (
	"context"
	"fmt"
	"time"

	"fivepoints/events"
)

// Revision is a post as it was at one time, with what the log says of it.
type Revision struct {
	Seq     events.Seq // of its commit
	Ref     events.PostRef
	Shown   events.PostShown
	Claimed time.Time // when the board says it was written
	After   time.Time // last look that did not see it so; zero when there was none
	Seen    time.Time // first look that did
	Mark    *events.PostMark
	Edits   string // which edits count there
	Surface string
	Gone    string // "tombstone" or "missing": no words, the post is away
	Back    bool   // no words: it is there again
	Lines   []events.Line
	Outcome string // what became of it: "recorded", "held", "ignored" or "refused"; "" while it waits
	Reason  string
}

// History lists what an inbox says of its posts, in the order it was seen. An
// empty post lists all. Of an erased author the words are gone.
func History(ctx context.Context, log events.Log, source, post string) ([]Revision, error) {
	var out []Revision
	at := map[events.Seq]int{}
	for st, err := range log.Read(ctx, "inbox/"+source, 0) {
		if err != nil {
			return nil, fmt.Errorf("reading what %s showed: %w", source, err)
		}
		c, err := events.Open(st, log.Keys())
		if err != nil {
			return nil, fmt.Errorf("reading what %s showed: %w", source, err)
		}
		var r Revision
		for _, f := range c.Facts {
			if err := r.read(f, out, at); err != nil {
				return nil, fmt.Errorf("reading commit %d: %w", st.Seq, err)
			}
		}
		if r.Ref.Post != "" && (post == "" || r.Ref.Post == post) {
			r.Seq = st.Seq
			at[st.Seq] = len(out)
			out = append(out, r)
		}
	}
	return out, nil
}

// read takes up one fact; what settles an earlier revision is noted there.
func (r *Revision) read(f events.Fact, out []Revision, at map[events.Seq]int) error {
	switch f.Type {
	case events.TypeSettled:
		var s events.Settled
		if err := events.Unmarshal(f.Pub, &s); err != nil {
			return err
		}
		if i, ok := at[s.Msg]; ok {
			out[i].Outcome, out[i].Reason = s.Outcome, s.Reason
		}
	case events.TypeReceived:
		var e events.Envelope
		if err := private(f, &e); err != nil {
			return err
		}
		r.Lines = e.Lines
	case events.TypePostSeen:
		var p events.PostSeen
		if err := events.Unmarshal(f.Pub, &p); err != nil {
			return err
		}
		r.Ref, r.Claimed, r.After, r.Seen, r.Mark, r.Edits, r.Surface = p.Of, Moment(p.Claimed), Moment(p.After), Moment(p.Seen), p.Mark, p.Edits, p.Surface
		return private(f, &r.Shown)
	case events.TypePostChanged:
		var p events.PostChanged
		if err := events.Unmarshal(f.Pub, &p); err != nil {
			return err
		}
		r.Ref, r.After, r.Seen, r.Mark, r.Edits, r.Surface = p.Of, Moment(p.After), Moment(p.Seen), p.Mark, p.Edits, p.Surface
		return private(f, &r.Shown)
	case events.TypePostGone:
		var p events.PostGone
		if err := events.Unmarshal(f.Pub, &p); err != nil {
			return err
		}
		r.Ref, r.Gone, r.After, r.Seen = p.Of, p.How, Moment(p.After), Moment(p.Seen)
	case events.TypePostBack:
		var p events.PostBack
		if err := events.Unmarshal(f.Pub, &p); err != nil {
			return err
		}
		r.Ref, r.Back, r.After, r.Seen = p.Of, true, Moment(p.After), Moment(p.Seen)
	}
	return nil
}

func private(f events.Fact, v any) error {
	for _, p := range f.Priv {
		if p.Plain != nil {
			return events.Unmarshal(p.Plain, v)
		}
	}
	return nil
}

// Moment is a time of a fact; 0 is none.
func Moment(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms)
}
