package judge

import (
	"context"
	"strings"
	"time"

	"fivepoints/events"
	"fivepoints/games"
	"fivepoints/games/table"
)

// Look is what would become of a message if it came now.
type Look struct {
	Outcome
	Orders []LineRead
}

// LineRead tells how a line that is an order, or nearly one, is read.
type LineRead struct {
	Line      int    `json:"line"`      // its number in the message
	Typed     string `json:"typed"`     // as the player wrote it
	Canonical string `json:"canonical"` // as understood, in the player's language; "" when it is not
	Verdict   string `json:"verdict"`   // the kind of its table.Note: "order", "error", "near", "quoted", "unread", "setting"
	Reason    string `json:"reason"`    // stable key of what is to be said about it: "order.quoted"; "" when nothing is
}

// Look reads a message that is not in the log and appends nothing. Orders of
// somebody who proves nothing are read too: they would wait for his proof.
func (j *Judge) Look(ctx context.Context, r events.Received, e events.Envelope) (Look, error) {
	m := message{received: r, envelope: e}
	to, err := j.route(ctx, m)
	look := Look{Outcome: Outcome{Game: to.game, Seat: to.seat, Result: to.result, Reason: to.reason}}
	if err != nil {
		return look, err
	}
	if to.result == "held" && to.reason == reasonUnproven {
		m.received.Trust = "address" // as if the operator believed it
		if to, err = j.route(ctx, m); err != nil {
			return look, err
		}
		look.Game, look.Seat = to.game, to.seat
	}
	if to.seat == "" || to.result != "" {
		return look, nil
	}
	look.Orders, err = j.lookAt(ctx, m, to)
	return look, err
}

// lookAt reads the lines of a message for the seat it speaks for.
func (j *Judge) lookAt(ctx context.Context, m message, to routed) ([]LineRead, error) {
	t, err := j.Table(ctx, to.game)
	if err != nil {
		return nil, err
	}
	facts, err := j.Read(ctx, t, Submission{
		Game: to.game, Seat: to.seat, Turn: to.turn, Lines: m.envelope.Lines, At: time.UnixMilli(m.received.At),
	})
	if err != nil {
		return nil, err
	}
	p, err := j.parser(t)
	if err != nil {
		return nil, err
	}
	var out []LineRead
	for _, n := range facts[1].Priv[0].Payload.(table.Text).Lines {
		if n.Kind == "talk" || n.Kind == "comment" {
			continue
		}
		l := LineRead{Line: n.N, Typed: n.Text, Verdict: n.Kind}
		l.Canonical = strings.Join(p.FormatAll(n.Orders, games.Lang(t.Holder(to.seat).Lang)), "; ")
		if n.Problem != nil {
			l.Reason = n.Problem.Key
		}
		out = append(out, l)
	}
	return out, nil
}
