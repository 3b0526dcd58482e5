package publish

import (
	"context"
	"fmt"

	"fivepoints/events"
	"fivepoints/games"
	"fivepoints/games/table"
	"fivepoints/templates"
)

// correction tells of a cut: what was withdrawn or replaced, and which mails
// are judged again. Whose sheet it was stays private while its mail is open.
func (e edition) correction() templates.Correction {
	cut, _ := find[table.Cut](e)
	c := templates.Correction{About: e.about(), Kind: "other", Reason: cut.Reason}
	for _, w := range e.t.Windows {
		if w.Closed != nil && w.Judged == 0 {
			c.Again = append(c.Again, tag(w))
		}
	}
	if a, ok := find[table.Adjusted](e); ok {
		c.Kind, c.Reason, c.Story = "adjust", a.Reason, e.story(games.Public)
		return c
	}
	s := e.changed(&c)
	if s == nil || string(e.to) != s.Seat && !e.t.Settled(s) {
		return c
	}
	c.Of, c.N = games.Seat(s.Seat), s.N
	for _, w := range e.t.CountsFor(s) {
		c.Tags = append(c.Tags, tag(w))
	}
	if string(e.to) == s.Seat {
		c.Orders = s.Lines.Lines
	}
	return c
}

// corrects tells whether the commit is a correction itself, not what follows one.
func (e edition) corrects() bool {
	return e.has(table.TypeCut) || e.has(table.TypeAdjusted) && !e.has(table.TypeJudged)
}

// changed finds the sheet that the commit voids or sets.
func (e edition) changed(c *templates.Correction) *table.SheetIn {
	if void, ok := find[table.Void](e); ok {
		c.Kind = "withdraw"
		return e.t.SheetOf(void.Seat, void.N)
	}
	if set, ok := find[table.Sheet](e); ok {
		c.Kind = "amend"
		return e.t.SheetOf(set.Seat, set.N)
	}
	return nil
}

// rulings tells why the position was changed since the mail before this one.
func (e edition) rulings() []string {
	var out []string
	for _, c := range e.changes() {
		out = append(out, c.Reason)
	}
	return out
}

// changed tells what these changes did, from the commits that hold them; of one
// made again in this commit the story tells.
func (p *Publisher) changed(ctx context.Context, e edition) ([]games.Msg, error) {
	var out []games.Msg
	for _, c := range e.changes() {
		if c.Made == e.closed().Judged {
			continue
		}
		for st, err := range p.log.Read(ctx, "game/"+e.t.ID, c.Made-1) {
			if err != nil {
				return nil, fmt.Errorf("reading game %s: %w", e.t.ID, err)
			}
			facts, err := p.played(e.t, st)
			if err != nil {
				return nil, err
			}
			out = append(out, e.t.Game.Narrate(facts, games.Public)...)
			break
		}
	}
	return out, nil
}

// changes lists the moderator's changes of the position since the mail before this one.
func (e edition) changes() []*table.ChangeIn {
	w := e.closed()
	if w == nil {
		return nil
	}
	var since events.Seq
	for _, o := range e.t.Windows {
		if o.Closed != nil && o.Judged < w.Judged {
			since = max(since, o.Judged)
		}
	}
	var out []*table.ChangeIn
	for _, c := range e.t.Changes {
		if c.Made > since && c.Made <= w.Judged {
			out = append(out, c)
		}
	}
	return out
}
