package judge

import (
	"context"
	"fmt"
	"time"

	"fivepoints/events"
	"fivepoints/games"
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
	t, err := j.Table(ctx, game)
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
		after = w.ClosedSeq - 1
	}
	return j.cut(ctx, game, after, c, func(*table.Table) ([]games.Fact, error) {
		return []games.Fact{platform(table.TypeVoid, table.Void{Seat: seat, N: n, Why: c.Reason, By: c.By})}, nil
	})
}

// Amend replaces what a seat sent for a closed window: a cut at its closing,
// the new sheet, then the rules walk again.
func (j *Judge) Amend(ctx context.Context, window string, s Submission, c Correction) (events.Seq, error) {
	t, err := j.Table(ctx, s.Game)
	if err != nil {
		return 0, err
	}
	w := t.Window(window)
	if w == nil || w.Closed == nil {
		return 0, fmt.Errorf("amending game %s: window %q is not closed", s.Game, window)
	}
	return j.cut(ctx, s.Game, w.ClosedSeq-1, c, func(t *table.Table) ([]games.Fact, error) {
		p, err := j.parser(t)
		if err != nil {
			return nil, err
		}
		lang := games.Lang(t.Holder(s.Seat).Lang)
		read := p.Parse(lang, inputs(s.Lines))
		for _, n := range read.Notes {
			if n.Problem != nil {
				return nil, fmt.Errorf("amending game %s: line %d %q is not understood (%s)", s.Game, n.N, n.Text, n.Problem.Key)
			}
		}
		sheet := table.Sheet{
			Seat: s.Seat, N: j.count(t, s.Seat) + 1, Window: window, For: window, At: s.At.UnixMilli(), By: c.By, Why: c.Reason,
		}
		text := table.Text{Lines: notes(read, p, lang)}
		return sheetFacts(sheet, table.Lines{Lines: read.Lines}, text), nil
	})
}

// cut forgets what the rules did after a commit and walks again, in one commit.
func (j *Judge) cut(ctx context.Context, game string, after events.Seq, c Correction, change func(*table.Table) ([]games.Fact, error)) (events.Seq, error) {
	key := events.NewKey("cmd", c.Request)
	if seq, err := j.log.Lookup(ctx, "game/"+game, key); err != nil || seq > 0 {
		return seq, err
	}
	t, err := table.LoadCut(ctx, j.log, game, j.books, after)
	if err != nil {
		return 0, err
	}
	secret, err := j.secret(game)
	if err != nil {
		return 0, err
	}
	facts, err := change(t)
	if err != nil {
		return 0, err
	}
	w := j.walk(t, onItsClock(t, c.At).UnixMilli(), secret)
	err = j.guard(t, func() error {
		cut := platform(table.TypeCut, table.Cut{After: after, Reason: c.Reason, Cites: c.Cites, By: c.By})
		if err := w.emit(append([]games.Fact{cut}, facts...)...); err != nil {
			return err
		}
		return w.run()
	})
	if err != nil {
		return 0, err
	}
	seq, err := j.commit(ctx, w, key, 0)
	delete(j.tables, game) // sheets of the commit have no hash yet
	return seq, err
}

// Rejudge walks a whole game again by today's rules over what people did and
// the same draws. It returns the rules facts of that walk and those stored;
// nothing is appended. A game judged by this binary shows no difference.
func (j *Judge) Rejudge(ctx context.Context, game string) (again, stored []games.Fact, err error) {
	t, err := j.Table(ctx, game)
	if err != nil {
		return nil, nil, err
	}
	first := events.Seq(0)
	for st, err := range j.log.Read(ctx, "game/"+game, 0) {
		if err != nil {
			return nil, nil, err
		}
		if first == 0 {
			first = st.Seq
			continue
		}
		facts, err := t.Facts(st, j.log.Keys())
		if err != nil {
			return nil, nil, err
		}
		for _, f := range facts {
			if !table.IsPlatform(f.Type) && !t.Forgotten(st.Seq, f.Type) {
				stored = append(stored, f)
			}
		}
	}
	fresh, err := table.LoadCut(ctx, j.log, game, j.books, first)
	if err != nil {
		return nil, nil, err
	}
	secret, err := j.secret(game)
	if err != nil {
		return nil, nil, err
	}
	w := j.walk(fresh, t.At, secret)
	if err := j.guard(fresh, w.run); err != nil {
		return nil, nil, err
	}
	for _, f := range w.facts {
		if !table.IsPlatform(f.Type) {
			again = append(again, f)
		}
	}
	return again, stored, nil
}
