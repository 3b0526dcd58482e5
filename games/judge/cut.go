package judge

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"fivepoints/events"
	"fivepoints/games"
	"fivepoints/games/order"
	"fivepoints/games/table"
)

// Correction tells who corrects a game, why, and which commits he cites.
type Correction struct {
	By      string
	Reason  string
	Cites   []events.Seq
	At      time.Time
	Request string // id of the request; the same one corrects once
}

// Withdraw takes the n-th sheet of a seat out of the game as if it had never
// come: a cut before it, then the rules walk again over what people did.
func (j *Judge) Withdraw(ctx context.Context, game, seat string, n int, c Correction) (events.Seq, error) {
	t, err := j.ready(ctx, game)
	if err != nil {
		return 0, err
	}
	s := t.SheetOf(seat, n)
	if s == nil {
		return 0, fmt.Errorf("withdrawing a sheet in game %s: %s has no sheet %d", game, seat, n)
	}
	if s.Voided {
		return 0, fmt.Errorf("withdrawing a sheet in game %s: sheet %d of %s is withdrawn already", game, n, seat)
	}
	after := s.Seq - 1
	if w := t.Window(s.For); w != nil {
		after = beforeJudging(w)
	}
	void := platform(table.TypeVoid, table.Void{Seat: seat, N: n, Why: c.Reason, By: c.By})
	return j.cut(ctx, game, after, c, void)
}

// Amend replaces what a seat sent for a closed window: a cut at its closing,
// the new sheet, then the rules walk again. A sheet that is not understood
// whole is refused: nobody could ask back.
func (j *Judge) Amend(ctx context.Context, window string, s Submission, c Correction) (events.Seq, error) {
	t, err := j.ready(ctx, s.Game)
	if err != nil {
		return 0, err
	}
	w, err := closedWindow(t, window, s.Seat)
	if err != nil {
		return 0, fmt.Errorf("amending game %s: %w", s.Game, err)
	}
	p, err := j.parser(t)
	if err != nil {
		return 0, err
	}
	lang := games.Lang(t.Holder(s.Seat).Lang)
	read := p.Parse(lang, inputs(s.Lines))
	if err := errors.Join(wholly(read), taken(t, w, read.Lines)); err != nil {
		return 0, fmt.Errorf("amending game %s: %w", s.Game, err)
	}
	sheet := table.Sheet{
		Seat: s.Seat, N: j.count(t, s.Seat) + 1, Window: w.ID(), For: w.ID(), At: s.At.UnixMilli(), By: c.By, Why: c.Reason,
	}
	facts := sheetFacts(sheet, table.Lines{Lines: read.Lines}, table.Text{Lines: notes(read, p, lang)})
	return j.cut(ctx, s.Game, beforeJudging(w), c, facts...)
}

// closedWindow finds the one closed mail of a seat that a word names: its id,
// its tag or its turn.
func closedWindow(t *table.Table, word, seat string) (*table.Window, error) {
	var found *table.Window
	var tags []string
	for _, w := range t.Windows {
		if w.Closed == nil || !slices.Contains(w.Seats, seat) {
			continue
		}
		tags = append(tags, w.Tag)
		switch {
		case w.ID() == word:
			return w, nil
		case !w.Named(word):
		case found != nil:
			return nil, fmt.Errorf("%q names several mails: %s and %s", word, found.ID(), w.ID())
		default:
			found = w
		}
	}
	if found == nil {
		return nil, fmt.Errorf("%q is no closed mail of %s; closed: %s", word, seat, strings.Join(tags, ", "))
	}
	return found, nil
}

// taken tells which orders a mail does not take; standing ones may wait for another.
func taken(t *table.Table, w *table.Window, lines []games.Line) error {
	for _, l := range lines {
		if v, ok := t.Verb(l.Verb); ok && l.Join == games.Head && !l.Always && !l.Fallback && !games.AnswersAny(v, w.Kinds) {
			return fmt.Errorf("line %d: the mail %s takes no %s orders", l.Src, w.ID(), l.Verb)
		}
	}
	return nil
}

// beforeJudging is the commit after which what a closed window came to begins.
func beforeJudging(w *table.Window) events.Seq {
	if w.Judged > 0 {
		return w.Judged - 1
	}
	return w.ClosedSeq - 1
}

// wholly tells what keeps a sheet from being understood whole.
func wholly(s order.Sheet) error {
	for _, n := range s.Notes {
		if n.Problem != nil {
			return fmt.Errorf("line %d %q is not understood (%s)", n.N, n.Text, n.Problem.Key)
		}
		if n.Kind == order.Talk || n.Kind == order.Unread {
			return fmt.Errorf("line %d %q is no order; a remark begins with #", n.N, n.Text)
		}
	}
	if len(s.Lines) == 0 && !s.Clear {
		return errors.New("the sheet holds no order; the line CLEAR empties what was sent")
	}
	return nil
}

// cut forgets what the rules did after a commit, changes what was sent, and
// has the mails closed since then judged again.
func (j *Judge) cut(ctx context.Context, game string, after events.Seq, c Correction, change ...games.Fact) (events.Seq, error) {
	key := events.NewKey("cmd", c.Request)
	if seq, err := j.log.Lookup(ctx, "game/"+game, key); err != nil || seq > 0 {
		return seq, err
	}
	t, err := table.LoadCut(ctx, j.log, game, j.books, after)
	if err != nil {
		return 0, err
	}
	w := j.walk(t, onItsClock(t, c.At).UnixMilli(), nil)
	cut := platform(table.TypeCut, table.Cut{After: after, Reason: c.Reason, Cites: c.Cites, By: c.By})
	if err := w.emit(append([]games.Fact{cut}, change...)...); err != nil {
		return 0, err
	}
	seq, err := j.commit(ctx, w, key, 0)
	delete(j.tables, game) // the rules facts of its table are gone
	if err != nil {
		return seq, err
	}
	_, err = j.ready(ctx, game)
	return seq, err
}

// ready returns a game with no correction half done: the closed mails that a
// cut left are judged again in their order, one commit each.
func (j *Judge) ready(ctx context.Context, game string) (*table.Table, error) {
	for {
		t, err := j.Table(ctx, game)
		if err != nil || len(t.Cuts) == 0 || t.Record.Imported != nil {
			return t, err
		}
		var next *table.Window
		err = j.guard(t, func() error { next = againDue(t, dueNow(t)); return nil })
		if err != nil || next == nil && len(unmade(t, nil)) == 0 {
			return t, err
		}
		if err := j.again(ctx, t, next); err != nil {
			return nil, err
		}
	}
}

// again judges one mail again, or, when none is left (nil), makes the
// moderator's changes that came after the last.
func (j *Judge) again(ctx context.Context, t *table.Table, window *table.Window) error {
	gameKey, err := j.key(t.ID)
	if err != nil {
		return err
	}
	w := j.walk(t, t.At, gameKey)
	id := ""
	if window != nil {
		id = window.ID()
	}
	if err := j.guard(t, func() error { return w.again(window) }); err != nil {
		return err
	}
	_, err = j.commit(ctx, w, events.NewKey("again", strconv.FormatUint(uint64(t.Tip), 10), id), 0)
	return err
}

// again walks through one mail closed before a cut. The moderator's changes
// made before its closing come first, where they stood.
func (w *walk) again(window *table.Window) error {
	changes := unmade(w.t, window)
	if window != nil {
		w.n = w.t.SecretAt(window.ClosedSeq)
	} else if len(changes) > 0 {
		w.n = w.t.SecretAt(changes[0].Seq)
	}
	for _, c := range changes {
		if err := w.change(c); err != nil {
			return err
		}
	}
	if window != nil {
		if err := w.emit(platform(table.TypeJudged, table.Judged{Window: window.ID()})); err != nil {
			return err
		}
	}
	return w.run()
}

// unmade lists the changes to be made again before a window, nil for all.
func unmade(t *table.Table, before *table.Window) []*table.ChangeIn {
	var out []*table.ChangeIn
	for _, c := range t.Changes {
		if c.Made == 0 && (before == nil || c.Seq < before.ClosedSeq) {
			out = append(out, c)
		}
	}
	return out
}

// change makes a change again. One that the position no longer allows is
// recorded as failed: the moderator decides anew.
func (w *walk) change(c *table.ChangeIn) error {
	a := c.Adjusted
	a.Again = true
	facts, err := w.t.Game.Adjust(c.Text)
	if err != nil {
		a.Failed, facts = err.Error(), nil
	}
	return w.emit(append([]games.Fact{adjusted(a, c.Text)}, facts...)...)
}

func adjusted(a table.Adjusted, text string) games.Fact {
	f := platform(table.TypeAdjusted, a)
	f.Priv = []games.Part{{Audience: games.Engine, Payload: table.Change{Text: text}}}
	return f
}

// Adjust changes the position as the moderator says, in the language of the
// rulebook's positions; then the rules go on from there.
func (j *Judge) Adjust(ctx context.Context, game, text string, c Correction) (events.Seq, error) {
	key := events.NewKey("cmd", c.Request)
	if seq, err := j.log.Lookup(ctx, "game/"+game, key); err != nil || seq > 0 {
		return seq, err
	}
	t, err := j.ready(ctx, game)
	if err != nil {
		return 0, err
	}
	if t.Over != nil {
		return 0, fmt.Errorf("adjusting game %s: it is over", game)
	}
	facts, err := t.Game.Adjust(text)
	if err != nil {
		return 0, fmt.Errorf("adjusting game %s: %w", game, err)
	}
	gameKey, err := j.key(game)
	if err != nil {
		return 0, err
	}
	w := j.walk(t, onItsClock(t, c.At).UnixMilli(), gameKey)
	a := table.Adjusted{N: len(t.Changes) + 1, Reason: c.Reason, Cites: c.Cites, By: c.By}
	err = j.guard(t, func() error {
		if err := w.emit(append([]games.Fact{adjusted(a, text)}, facts...)...); err != nil {
			return err
		}
		if err := t.Game.Check(); err != nil {
			return err
		}
		return w.run()
	})
	if err != nil {
		return 0, err
	}
	return j.commit(ctx, w, key, 0)
}

// Rejudge walks a whole game again by today's rules over what people did and
// the same draws. It returns the rules facts of that walk and those stored;
// nothing is appended. A game judged by this binary shows no difference.
func (j *Judge) Rejudge(ctx context.Context, game string) (again, stored []games.Fact, err error) {
	t, err := j.Table(ctx, game)
	if err != nil {
		return nil, nil, err
	}
	first, stored, err := j.stored(ctx, t)
	if err != nil {
		return nil, nil, err
	}
	fresh, err := table.LoadCut(ctx, j.log, game, j.books, first)
	if err != nil {
		return nil, nil, err
	}
	key, err := j.key(game)
	if err != nil {
		return nil, nil, err
	}
	w := j.walk(fresh, t.At, key)
	if err := j.guard(fresh, func() error { return w.allAgain(first) }); err != nil {
		return nil, nil, err
	}
	for _, f := range w.facts {
		if !table.IsPlatform(f.Type) {
			again = append(again, f)
		}
	}
	return again, stored, nil
}

// stored reads the first commit of a game and the rules facts that hold of all later ones.
func (j *Judge) stored(ctx context.Context, t *table.Table) (first events.Seq, out []games.Fact, err error) {
	for st, err := range j.log.Read(ctx, "game/"+t.ID, 0) {
		if err != nil {
			return 0, nil, err
		}
		if first == 0 {
			first = st.Seq
			continue
		}
		facts, err := t.Facts(st, j.log.Keys())
		if err != nil {
			return 0, nil, err
		}
		for _, f := range facts {
			if !table.IsPlatform(f.Type) && !t.Forgotten(st.Seq, f.Type) {
				out = append(out, f)
			}
		}
	}
	return first, out, nil
}

// allAgain judges every mail closed after a commit again.
func (w *walk) allAgain(after events.Seq) error {
	if err := w.emit(platform(table.TypeCut, table.Cut{After: after})); err != nil {
		return err
	}
	for range len(w.t.Windows) + 1 {
		next := againDue(w.t, dueNow(w.t))
		if next == nil && len(unmade(w.t, nil)) == 0 {
			return nil
		}
		if err := w.again(next); err != nil {
			return err
		}
	}
	return nil
}
