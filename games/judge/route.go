package judge

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"fivepoints/events"
	"fivepoints/games"
	"fivepoints/games/desk"
	"fivepoints/games/table"
)

// routed tells which seat a message speaks for, or what becomes of it instead.
type routed struct {
	game, seat, turn string
	role             string // in that game, as RoleOf; its holder may have no seat
	by               string // BySitter when the sender does not hold the seat
	result, reason   string // as in Outcome; empty when he may speak there
	instead          []int  // sheets that an edited post takes the place of
}

// route decides, at this point of the log, which seat a message speaks for.
// Authority is judged here: the inbox fact only states claim and evidence.
func (j *Judge) route(ctx context.Context, m message) (routed, error) {
	switch {
	case m.received.Class == "too_big" && m.trusted():
		return routed{result: "refused", reason: m.received.Class}, nil
	case m.received.Class != "mail":
		return routed{result: "ignored", reason: m.received.Class}, nil
	case j.onlyConfirms(m):
		return routed{result: "ignored", reason: "confirmed"}, nil
	case m.envelope.Person == "" && m.post != nil:
		return routed{result: "held", reason: reasonUnbound}, nil
	case m.envelope.Person == "":
		return j.stranger(ctx, m)
	case !m.proven(): // before anything else: a forged sender learns nothing, and gets nobody many mails
		return routed{result: "held", reason: reasonUnproven}, nil
	}
	claims, err := j.known(ctx, m.envelope.Claims)
	if err != nil {
		return routed{}, err
	}
	game, reason := pickGame(claims)
	if game == "" {
		return routed{result: "held", reason: reason}, nil
	}
	t, err := j.Table(ctx, game)
	if errors.Is(err, events.ErrNotFound) {
		return routed{game: game, result: "held", reason: "no-game"}, nil
	}
	if err != nil {
		return routed{game: game}, err
	}
	to := routed{game: game, role: j.RoleOf(t, m.envelope.Person), turn: claimedTurns(m.envelope.Claims, game)}
	to.seat, to.by, reason = pickSeat(t, m.envelope, j.arrival(m, game).UnixMilli())
	switch {
	case t.Over != nil:
		return routed{game: game, result: "refused", reason: "game-over"}, nil
	case to.seat == "" && to.role != table.Moderator && !j.asksDesk(t, m):
		return routed{game: game, result: "refused", reason: reason}, nil
	}
	return to, nil
}

// asksDesk tells whether a message of somebody without a seat asks something that
// he may be answered.
func (j *Judge) asksDesk(t *table.Table, m message) bool {
	asked, _ := desk.Read(m.envelope.Lines, Sender(t, games.EN, false, m.received.At))
	return len(asked) > 0 || len(codesOf(m.envelope.Lines)) > 0
}

// known leaves out claims to games that do not exist: "[club]" in a subject is
// some mailing list's tag. A tag with a turn, "[ny99 1890c]", stays: it names a
// game, and taking its orders for another one would be a guess.
func (j *Judge) known(ctx context.Context, claims []events.Claim) ([]events.Claim, error) {
	var out []events.Claim
	for _, c := range claims {
		tip, err := j.log.Tip(ctx, "game/"+c.Game)
		if err != nil {
			return nil, err
		}
		if tip > 0 || c.Turn != "" {
			out = append(out, c)
		}
	}
	return out, nil
}

// pickGame finds the game a message names; what its address alone suggests
// counts only when nothing is named. A conflict asks, never guesses.
func pickGame(claims []events.Claim) (game, reason string) {
	var named, suggested []string
	for _, c := range claims {
		if c.By == "address" {
			suggested = append(suggested, c.Game)
		} else {
			named = append(named, c.Game)
		}
	}
	if len(named) == 0 {
		named = suggested
	}
	slices.Sort(named)
	named = slices.Compact(named)
	switch len(named) {
	case 0:
		return "", "no-game"
	case 1:
		return named[0], ""
	}
	return "", "which-game"
}

// pickSeat finds the seat that a message of somebody may speak for at a moment:
// his own, or one he sits for.
func pickSeat(t *table.Table, e events.Envelope, at int64) (seat, by, reason string) {
	seats := t.SeatsOf(e.Person)
	if len(seats) == 0 {
		if seats, reason = sitsFor(t, e.Person, at); len(seats) > 0 {
			by = BySitter
		}
	}
	reason = cmp.Or(reason, "not-your-seat")
	for _, c := range e.Claims {
		if c.Game == t.ID && c.Seat != "" && c.By != "address" {
			if slices.Contains(seats, c.Seat) {
				return c.Seat, by, ""
			}
			return "", "", reason
		}
	}
	switch len(seats) {
	case 0:
		return "", "", reason
	case 1:
		return seats[0], by, ""
	}
	return "", "", "which-seat"
}

// sitsFor lists the seats that somebody may write for now, and tells why there is
// none of those he was named for.
func sitsFor(t *table.Table, person string, at int64) (seats []string, reason string) {
	for _, s := range t.People.Sitters {
		if s.Person != person || person == "" {
			continue
		}
		reason = "not-absent"
		if sits, ok := t.SitterAt(s.Seat, at); ok && sits.Person == person {
			seats = append(seats, s.Seat)
		}
	}
	return seats, reason
}

// claimedTurns lists the turns that the subject names, else those of the mail
// it answers. What the sheet itself says is read with its orders.
func claimedTurns(claims []events.Claim, game string) string {
	var turns []string
	for _, by := range []string{"subject", "block", "reply"} {
		for _, c := range claims {
			if c.By == by && c.Game == game && c.Turn != "" {
				turns = append(turns, c.Turn)
			}
		}
		if len(turns) > 0 {
			break
		}
	}
	return strings.Join(turns, " ")
}
