package publish

import (
	"bytes"
	"context"

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
	found := turn{game: e.t.ID, seq: st.Seq}
	for old, err := range p.log.Read(ctx, "game/"+e.t.ID, after) {
		if err != nil {
			return nil, err
		}
		if old.Seq > st.Seq {
			break
		}
		more, err := p.played(e.t, old)
		if err != nil {
			return nil, err
		}
		found.facts = append(found.facts, more...)
	}
	p.turn = found
	return found.facts, nil
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
