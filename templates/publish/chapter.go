package publish

import (
	"context"
	"fmt"

	"fivepoints/events"
	"fivepoints/games"
	"fivepoints/games/table"
	"fivepoints/templates"
)

// Chapter tells everyone the turns first to last of a game as one text, as they
// stand after all corrections; what began the game belongs to turn 1.
func (p *Publisher) Chapter(ctx context.Context, t *table.Table, first, last int, lang games.Lang) (templates.Doc, error) {
	w, err := p.writer(t, lang)
	if err != nil {
		return templates.Doc{}, err
	}
	var turns []templates.Stretch
	told := map[events.Seq]bool{}
	add := func(turn int, seq events.Seq) error {
		if told[seq] || turn < first || turn > last {
			return nil
		}
		told[seq] = true
		in, err := p.summary(ctx, t.ID, seq, lang)
		if n := len(turns); n == 0 || turns[n-1].Turn != turn {
			turns = append(turns, templates.Stretch{Turn: turn})
		}
		turns[len(turns)-1].Mails = append(turns[len(turns)-1].Mails, in)
		return err
	}
	if first == 1 && len(t.Windows) > 0 {
		first = 0
		if err := add(0, t.Windows[0].OpenedSeq); err != nil {
			return templates.Doc{}, err
		}
	}
	for _, win := range t.Windows {
		if win.Closed == nil || win.Judged == 0 {
			continue
		}
		if err := add(win.Turn, win.Judged); err != nil {
			return templates.Doc{}, err
		}
	}
	return w.Chapter(turns), nil
}

// summary gathers what everyone may read of one commit.
func (p *Publisher) summary(ctx context.Context, game string, seq events.Seq, lang games.Lang) (templates.Summary, error) {
	t, err := p.games.At(ctx, game, seq)
	if err != nil {
		return templates.Summary{}, err
	}
	for st, err := range p.log.Read(ctx, "game/"+game, seq-1) {
		if err != nil {
			return templates.Summary{}, fmt.Errorf("reading game %s: %w", game, err)
		}
		facts, err := t.Facts(st, p.log.Keys())
		if err != nil {
			return templates.Summary{}, err
		}
		return newEdition(t, facts, "", lang).summary(), nil
	}
	return templates.Summary{}, fmt.Errorf("showing commit %d of game %s: %w", seq, game, events.ErrNotFound)
}
