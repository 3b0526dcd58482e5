package publish

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"fivepoints/events"
	"fivepoints/games"
	"fivepoints/games/table"
)

// turn is what happened from the mail that ended the turn before up to one
// commit; the documents of a commit share it.
type turn struct {
	game  string
	seq   events.Seq
	facts []games.Fact
}

// turnOf reads the public rules facts of the turn whose mail a commit closed,
// without what a correction forgot. The commit that ended the turn before is
// among them: it may have begun this one.
func (p *Publisher) turnOf(ctx context.Context, e edition, st events.Stored) ([]games.Fact, error) {
	if p.turn.game == e.t.ID && p.turn.seq == st.Seq {
		return p.turn.facts, nil
	}
	w := e.closed()
	if w == nil {
		return nil, nil
	}
	after := events.Seq(0)
	for _, old := range e.t.Windows {
		if old.Closed != nil && old.Turn < w.Turn {
			after = max(after, old.ClosedSeq-1)
		}
	}
	facts, err := p.between(ctx, e.t, after, st.Seq)
	p.turn = turn{game: e.t.ID, seq: st.Seq, facts: facts}
	return facts, err
}

// since tells what everyone may know of what happened after the last mail that
// was the reader's, up to a commit: nobody sends him the public summaries.
func (p *Publisher) since(ctx context.Context, e edition, st events.Stored) ([]games.Msg, error) {
	after := events.Seq(0)
	for _, w := range e.t.Windows {
		if !slices.Contains(w.Seats, string(e.to)) {
			continue
		}
		for _, seq := range []events.Seq{w.OpenedSeq, w.ClosedSeq, w.Judged} {
			if seq < st.Seq {
				after = max(after, seq)
			}
		}
	}
	facts, err := p.between(ctx, e.t, after, st.Seq)
	return e.t.Game.Narrate(facts, games.Public), err
}

// between reads the public rules facts of the commits after one, up to another.
func (p *Publisher) between(ctx context.Context, t *table.Table, after, upto events.Seq) ([]games.Fact, error) {
	var out []games.Fact
	for st, err := range p.log.Read(ctx, "game/"+t.ID, after) {
		if err != nil {
			return nil, fmt.Errorf("reading game %s: %w", t.ID, err)
		}
		if st.Seq > upto {
			break
		}
		facts, err := p.played(t, st)
		if err != nil {
			return nil, err
		}
		out = append(out, facts...)
	}
	return out, nil
}

// played reads the rules facts of a commit; those with nothing but a sheet hold none.
func (p *Publisher) played(t *table.Table, st events.Stored) ([]games.Fact, error) {
	if bytes.Contains(st.Bytes, []byte(`"`+table.TypeSheet+`"`)) && !bytes.Contains(st.Bytes, []byte(`"t.window`)) {
		return nil, nil
	}
	facts, err := t.Facts(st, p.log.Keys())
	if err != nil {
		return nil, err
	}
	var out []games.Fact
	for _, f := range games.See(facts, games.Public) {
		if !table.IsPlatform(f.Type) && !t.Forgotten(st.Seq, f.Type) {
			out = append(out, f)
		}
	}
	return out, nil
}
