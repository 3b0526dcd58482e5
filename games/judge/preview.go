package judge

import (
	"context"
	"fmt"

	"fivepoints/events"
	"fivepoints/games"
	"fivepoints/games/table"
)

// Preview resolves an open mail as of a commit, in memory and with the draws that
// it would have, and returns the table after it and what happened. Nothing is
// appended; who may look is for the caller to judge (t.previewed).
func Preview(ctx context.Context, log events.Log, books table.Books, game, window string, upto events.Seq) (*table.Table, []games.Fact, error) {
	t, err := table.Load(ctx, log, game, books, upto)
	if err != nil {
		return nil, nil, err
	}
	key, err := log.Keys().Find("games/" + game)
	if err != nil {
		return nil, nil, fmt.Errorf("reading the key of game %s: %w", game, err)
	}
	open := t.Window(window)
	if open == nil || !open.Open() {
		return nil, nil, fmt.Errorf("looking ahead in game %s: mail %s is not open", game, window)
	}
	w := newWalk(t, t.At, key)
	err = guard(game, func() error {
		closed := table.Closed{Window: window, Why: table.WhyModerator, At: t.At, Beacon: beacon(t)}
		if err := w.emit(platform(table.TypeClosed, closed)); err != nil {
			return err
		}
		return w.run()
	})
	return t, w.facts, err
}
