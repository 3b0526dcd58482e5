package publish

import (
	"context"

	"fivepoints/games/judge"
	"fivepoints/games/table"
	"fivepoints/templates"
)

// counted lists the posts of boards whose orders a closed mail was played with,
// and the revision of each that counted.
func (p *Publisher) counted(ctx context.Context, e edition) ([]templates.Counted, error) {
	w := e.closed()
	if w == nil {
		return nil, nil
	}
	type sheet struct {
		seat string
		n    int
	}
	used := map[sheet]bool{}
	for _, f := range e.facts {
		if u, ok := f.Pub.(table.Used); ok {
			used[sheet{u.Seat, u.Sheet}] = true
		}
	}
	var out []templates.Counted
	for _, s := range e.t.Sheets {
		if s.Voided || s.Check || s.Msg == 0 || s.Seq > w.ClosedSeq || s.Window != w.ID() && !used[sheet{s.Seat, s.N}] {
			continue
		}
		post, err := judge.PostOf(ctx, p.log, s.Msg)
		if err != nil {
			return nil, err
		}
		if post != nil {
			out = append(out, templates.Counted{Seat: s.Seat, Board: post.Board, Post: post.Post, Revision: post.Rev})
		}
	}
	return out, nil
}
