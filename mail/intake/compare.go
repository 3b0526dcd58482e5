package intake

import (
	"context"
	"fmt"

	"fivepoints/events"
	"fivepoints/mail"
)

// compare notes what other messages of the log tell about this one.
func (in *Intake) compare(ctx context.Context, stream string, key events.Key, m *mail.Message, r *events.Received) error {
	if err := in.loadIDs(ctx); err != nil {
		return err
	}
	if old, ok := in.ids[idKey(m.MessageID)]; ok && m.MessageID != "" && old != events.NewKey("mail", m.Content) {
		r.Notes = append(r.Notes, NoteSameID)
	}
	streams, err := in.Log.Streams(ctx, "inbox/")
	if err != nil {
		return fmt.Errorf("listing the inboxes: %w", err)
	}
	for _, other := range streams {
		if other == stream {
			continue
		}
		seq, err := in.Log.Lookup(ctx, other, key)
		if err != nil {
			return err
		}
		if seq == 0 {
			continue
		}
		r.Notes = append(r.Notes, "also-in-"+other)
		old, err := in.stored(ctx, other, seq)
		if err != nil {
			return err
		}
		if old.Trust != TrustClaimed || r.Trust == TrustClaimed { // an unproven copy never shadows a proven one
			r.Class = ClassDuplicate
			return nil
		}
	}
	return nil
}

// loadIDs reads the Message-IDs of all inboxes, once.
func (in *Intake) loadIDs(ctx context.Context) error {
	if in.ids != nil {
		return nil
	}
	in.ids = map[events.Key]events.Key{}
	streams, err := in.Log.Streams(ctx, "inbox/")
	if err != nil {
		return fmt.Errorf("listing the inboxes: %w", err)
	}
	for _, stream := range streams {
		for st, err := range in.Log.Read(ctx, stream, 0) {
			if err != nil {
				return fmt.Errorf("reading %s: %w", stream, err)
			}
			if err := in.loadCommit(st); err != nil {
				return err
			}
		}
	}
	return nil
}

// loadCommit remembers the ids of a commit; erased envelopes have none.
func (in *Intake) loadCommit(st events.Stored) error {
	c, err := events.Open(st, in.Log.Keys())
	if err != nil {
		return fmt.Errorf("reading commit %d: %w", st.Seq, err)
	}
	for _, f := range c.Facts {
		if f.Type != events.TypeReceived || len(f.Priv) != 1 || f.Priv[0].Plain == nil {
			continue
		}
		var r events.Received
		var e events.Envelope
		if err := events.Unmarshal(f.Pub, &r); err != nil {
			return fmt.Errorf("reading commit %d: %w", st.Seq, err)
		}
		if err := events.Unmarshal(f.Priv[0].Plain, &e); err != nil {
			return fmt.Errorf("reading the envelope of commit %d: %w", st.Seq, err)
		}
		in.remember(e.MessageID, events.NewKey("mail", r.Content))
	}
	return nil
}

// remember keeps the first content of an id.
func (in *Intake) remember(id string, content events.Key) {
	if _, known := in.ids[idKey(id)]; !known && id != "" {
		in.ids[idKey(id)] = content
	}
}

func idKey(id string) events.Key { return events.NewKey("message-id", id) }
