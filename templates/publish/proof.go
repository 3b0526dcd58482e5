package publish

import (
	"context"
	"encoding/hex"
	"slices"
	"time"

	"fivepoints/events"
	"fivepoints/events/audit"
	"fivepoints/games"
	"fivepoints/games/table"
	"fivepoints/templates"
)

// signs returns the signer of the log, nil where nobody signs.
func (p *Publisher) signs(ctx context.Context) (*audit.Signer, error) {
	if p.signer != nil {
		return p.signer, nil
	}
	s, err := audit.SignerOf(ctx, p.log)
	p.signer = s
	return s, err
}

// keep signs the head of the log at a commit that everybody is told of. It is
// in the log before the first post that shows it.
func (p *Publisher) keep(ctx context.Context, w want, at time.Time) error {
	s, err := p.signs(ctx)
	if err != nil || s == nil || w.about == 0 {
		return err
	}
	_, err = s.KeepCheckpoint(ctx, p.log, w.about, at)
	return err
}

// sealed adds the checkpoint that was signed at a commit. It is the same for
// all who read of that commit. Where a game begins, the key is told.
func (p *Publisher) sealed(ctx context.Context, w *templates.Writer, d templates.Doc, seq events.Seq, begins bool) (templates.Doc, error) {
	note, err := audit.CheckpointOf(ctx, p.log, seq)
	if err != nil || note == "" {
		return d, err
	}
	key := ""
	if s, err := p.signs(ctx); err != nil {
		return d, err
	} else if s != nil && begins {
		key = s.Key()
	}
	return w.Proof(d, "proof.point", note, key), nil
}

// promised adds the signed promise to the receipt of a sheet that was recorded.
func (p *Publisher) promised(ctx context.Context, w *templates.Writer, d templates.Doc, e edition) (templates.Doc, error) {
	sheet, _ := find[table.Sheet](e)
	s := e.t.SheetOf(sheet.Seat, sheet.N)
	signer, err := p.signs(ctx)
	if err != nil || signer == nil || s == nil || s.Check {
		return d, err
	}
	note, err := signer.Promise(audit.Promise{
		Game: e.t.ID, Window: s.Window, Seat: s.Seat, N: s.N, H: s.H, Received: time.UnixMilli(s.At),
	})
	return w.Proof(d, "proof.promise", note, ""), err
}

// commitments tells of the mail that this commit closed how it was sealed. A
// sheet that speaks of a later mail as well stays untold until that is closed.
func (e edition) commitments() templates.Sealed {
	var in templates.Sealed
	w := e.closed()
	if w == nil || w.Closed == nil {
		return in
	}
	in.Beacon = w.Closed.Beacon
	for _, s := range e.t.Sheets {
		if s.Seq > w.ClosedSeq || !e.t.Settled(s) || !slices.Contains(e.t.CountsFor(s), w) {
			continue
		}
		in.Sheets = append(in.Sheets, templates.SealedSheet{Seat: games.Seat(s.Seat), H: hex.EncodeToString(s.H[:])})
		master := s.By == "" && e.t.People.Has(table.Moderator, s.Person)
		if master {
			in.Master = games.Seat(s.Seat)
		}
		in.Last = master
	}
	for _, f := range e.facts {
		switch p := f.Pub.(type) {
		case table.ByHand:
			in.ByHand = append(in.ByHand, p.Label)
		case table.WindowKey:
			if old := e.t.Window(p.Window); old != nil {
				in.Keys = append(in.Keys, templates.SealedKey{Tag: old.ID(), Key: p.Key})
			}
		}
	}
	return in
}
