package table

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"math"
	"slices"

	"fivepoints/events"
	"fivepoints/games"
)

// Load folds a game's stream up to the commit upto; 0 means all of it.
func Load(ctx context.Context, log events.Log, id string, books Books, upto events.Seq) (*Table, error) {
	t := New(id, books)
	if err := t.CatchUp(ctx, log, upto); err != nil {
		return nil, err
	}
	if t.Game == nil {
		return nil, fmt.Errorf("opening game %s: %w", id, events.ErrNotFound)
	}
	return t, nil
}

// LoadCut folds a game as if a cut after that commit were its next fact.
func LoadCut(ctx context.Context, log events.Log, id string, books Books, after events.Seq) (*Table, error) {
	t := New(id, books)
	t.cuts = []cutAt{{after, math.MaxInt64}}
	err := t.CatchUp(ctx, log, 0)
	t.cuts[0].at = t.Tip + 1
	return t, err
}

// Imagine returns a copy of the table to try things on, in which only one seat
// has ever written.
func (t *Table) Imagine(seat string) *Table {
	c := *t
	c.Game = t.Game.Clone()
	c.Seats, c.Sheets, c.Cuts, c.cuts = slices.Clone(t.Seats), slices.Clone(t.Sheets), slices.Clone(t.Cuts), slices.Clone(t.cuts)
	c.used, c.labels, c.Hidden = maps.Clone(t.used), maps.Clone(t.labels), slices.Clone(t.Hidden)
	c.Windows, c.pools = slices.Clone(t.Windows), nil
	for i, w := range t.Windows {
		if w.Open() { // closed ones change by a cut only, and nothing is cut there
			own := *w
			c.Windows[i] = &own
		}
	}
	c.Sheets = slices.DeleteFunc(c.Sheets, func(s *SheetIn) bool { return s.Seat != seat })
	return &c
}

// CatchUp folds what the log holds beyond the table, up to the commit upto; 0
// means all of it. When a cut is among it the table is folded anew.
func (t *Table) CatchUp(ctx context.Context, log events.Log, upto events.Seq) error {
	commits, err := t.read(ctx, log, t.Tip, upto)
	if err != nil {
		return err
	}
	cuts, err := findCuts(commits)
	if err != nil {
		return err
	}
	if len(cuts) > 0 && t.Tip > 0 {
		*t = *New(t.ID, t.books)
		return t.CatchUp(ctx, log, upto)
	}
	t.cuts = append(t.cuts, cuts...)
	return t.foldAll(commits, log.Keys())
}

// FoldStored folds a whole game from commits read before.
func FoldStored(id string, commits []events.Stored, keys events.Keys, books Books) (*Table, error) {
	t := New(id, books)
	var err error
	if t.cuts, err = findCuts(commits); err != nil {
		return nil, err
	}
	return t, t.foldAll(commits, keys)
}

// FoldOpened folds a whole game from commits whose parts were opened before. When
// one cannot be folded its index comes with the error.
func FoldOpened(id string, stored []events.Stored, opened []events.Commit, books Books) (t *Table, bad int, err error) {
	t = New(id, books)
	if t.cuts, err = findCuts(stored); err != nil {
		return nil, 0, err
	}
	for i, c := range opened {
		if err := t.applyCommit(stored[i].Seq, c); err != nil {
			return nil, i, err
		}
	}
	return t, 0, nil
}

func (t *Table) foldAll(commits []events.Stored, keys events.Keys) error {
	for _, st := range commits {
		if err := t.apply(st, keys); err != nil {
			return fmt.Errorf("folding commit %d of game %s: %w", st.Seq, t.ID, err)
		}
	}
	return nil
}

func (t *Table) read(ctx context.Context, log events.Log, after, upto events.Seq) ([]events.Stored, error) {
	var out []events.Stored
	for st, err := range log.Read(ctx, "game/"+t.ID, after) {
		if err != nil {
			return nil, fmt.Errorf("reading game %s: %w", t.ID, err)
		}
		if upto > 0 && st.Seq > upto {
			break
		}
		out = append(out, st)
	}
	return out, nil
}

// findCuts looks ahead, because a cut reaches back over what is folded before it.
func findCuts(commits []events.Stored) ([]cutAt, error) {
	var cuts []cutAt
	for _, st := range commits {
		if !bytes.Contains(st.Bytes, []byte(`"`+TypeCut+`"`)) {
			continue
		}
		c, err := events.Decode(st)
		if err != nil {
			return nil, fmt.Errorf("reading commit %d: %w", st.Seq, err)
		}
		for _, f := range c.Facts {
			if f.Type != TypeCut {
				continue
			}
			var cut Cut
			if err := events.Unmarshal(f.Pub, &cut); err != nil {
				return nil, fmt.Errorf("reading the cut of commit %d: %w", st.Seq, err)
			}
			cuts = append(cuts, cutAt{cut.After, st.Seq})
		}
	}
	return cuts, nil
}

func (t *Table) apply(st events.Stored, keys events.Keys) error {
	c, err := events.OpenBut(st, keys, TypeText)
	if err != nil {
		return err
	}
	return t.applyCommit(st.Seq, c)
}

func (t *Table) applyCommit(seq events.Seq, c events.Commit) error {
	for _, e := range c.Facts {
		if e.Type == TypeText || t.Forgotten(seq, e.Type) { // the fold has no use for what was typed
			continue
		}
		f, err := t.codec.Decode(e)
		if err != nil {
			return err
		}
		if err := t.Fold(seq, f, partHash(e)); err != nil {
			return err
		}
	}
	t.Tip, t.At = seq, c.At.UnixMilli()
	return nil
}

func partHash(e events.Fact) [32]byte {
	if len(e.Priv) == 0 {
		return [32]byte{}
	}
	return e.Priv[0].H
}

// Facts decodes the facts of one commit of this game, private parts included.
func (t *Table) Facts(st events.Stored, keys events.Keys) ([]games.Fact, error) {
	c, err := events.Open(st, keys)
	if err != nil {
		return nil, err
	}
	out := make([]games.Fact, 0, len(c.Facts))
	for _, e := range c.Facts {
		f, err := t.codec.Decode(e)
		if err != nil {
			return nil, fmt.Errorf("reading commit %d of game %s: %w", st.Seq, t.ID, err)
		}
		out = append(out, f)
	}
	return out, nil
}

func FactTypes() []games.FactType {
	return append(slices.Concat(peopleTypes(), caseTypes(), timeTypes()), []games.FactType{
		{Type: TypeCreated, V: 1, Pub: Created{}},
		{Type: TypeSeat, V: 1, Pub: SeatTaken{}},
		{Type: TypeOpened, V: 1, Pub: Opened{}},
		{Type: TypeClosed, V: 1, Pub: Closed{}},
		{Type: TypeJudged, V: 1, Pub: Judged{}},
		{Type: TypeVoided, V: 1, Pub: Voided{}},
		{Type: TypeMoved, V: 1, Pub: Moved{}},
		{Type: TypeSheet, V: 1, Pub: Sheet{}, Priv: Lines{}},
		{Type: TypeText, V: 1, Pub: SheetText{}, Priv: Text{}},
		{Type: TypeVoid, V: 1, Pub: Void{}},
		{Type: TypeUsed, V: 1, Pub: Used{}},
		{Type: TypeSkipped, V: 1, Pub: Skipped{}, Priv: Why{}},
		{Type: TypeDrawn, V: 1, Pub: Drawn{}, Priv: Picks{}},
		{Type: TypeCut, V: 1, Pub: Cut{}},
		{Type: TypeAdjusted, V: 1, Pub: Adjusted{}, Priv: Change{}},
		{Type: TypeOver, V: 1, Pub: Over{}},
		{Type: TypeSecret, V: 1, Pub: SecretPublished{}},
		{Type: TypePress, V: 1, Pub: Press{}, Priv: PressText{}},
		{Type: TypeDesk, V: 1, Pub: Desk{}, Priv: Text{}},
		{Type: TypePreview, V: 1, Pub: Previewed{}},
	}...)
}
