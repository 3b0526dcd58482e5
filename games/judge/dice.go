package judge

import (
	"encoding/hex"
	"fmt"
	"slices"

	"fivepoints/games"
	"fivepoints/games/chance"
	"fivepoints/games/table"
)

// Dice tells what the moderator threw at a table for an open draw: indices into
// its pool, in order. nil leaves the draw to the secret.
type Dice func(games.Draw) ([]int, error)

// thrown returns what was thrown for a draw, now or before a cut, and marks it.
// nil: the secret draws.
func (w *walk) thrown(d games.Draw) ([]int, error) {
	if d.Hidden {
		return nil, nil
	}
	if old, ok := w.t.Record.ByHand[d.Label]; ok && slices.Equal(old.Pool, d.Pool) && len(old.Picks) == d.N {
		return old.Picks, nil
	}
	if w.dice == nil {
		return nil, nil
	}
	picks, err := w.dice(d)
	if err != nil {
		return nil, &notThrown{err}
	}
	if picks == nil {
		return nil, nil
	}
	sorted := slices.Clone(picks)
	slices.Sort(sorted)
	if len(picks) != d.N || len(slices.Compact(sorted)) != d.N || d.N > 0 && (sorted[0] < 0 || sorted[d.N-1] >= len(d.Pool)) {
		return nil, fmt.Errorf("the draw %q takes %d of %d different things, thrown were %v", d.Label, d.N, len(d.Pool), picks)
	}
	return picks, w.emit(platform(table.TypeByHand, table.ByHand{Label: d.Label, Pool: d.Pool, Picks: picks, By: "moderator"}))
}

// publishKeys publishes the keys of the mails closed before this commit, where
// the table wants it. Draws of the mail that closes now may still come.
func (w *walk) publishKeys() error {
	if w.t.Record.Options[table.OptionKeys] != table.KeysEachTurn || w.t.Over != nil {
		return nil
	}
	for _, win := range w.t.Windows {
		if win.Closed == nil || win.ClosedSeq >= w.seq {
			continue
		}
		n := w.t.SecretAt(win.ClosedSeq)
		if slices.ContainsFunc(w.t.Record.Keys, func(k table.WindowKey) bool { return k.Window == win.ID() && k.N == n }) {
			continue
		}
		key := chance.FromGameKey(w.key, n).Window(win.ID(), win.Closed.Beacon)
		if err := w.emit(platform(table.TypeWindowKey, table.WindowKey{Window: win.ID(), N: n, Key: hex.EncodeToString(key[:])})); err != nil {
			return err
		}
	}
	return nil
}

// notThrown says that the moderator did not throw what a draw needs: nothing is
// wrong with the game.
type notThrown struct{ error }

func (n *notThrown) Unwrap() error { return n.error }
