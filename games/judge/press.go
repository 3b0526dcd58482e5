package judge

import (
	"context"
	"slices"
	"strings"
	"time"

	"fivepoints/games"
	"fivepoints/games/desk"
	"fivepoints/games/table"
)

// Bounds of press: a mailbox of the others is not a place to dump things.
const (
	maxPressLines = 200
	maxPressBytes = 20 << 10
	maxPressDay   = 30 // pieces of one writer within a day
)

// fromModerator is who wrote what no seat wrote.
const fromModerator = "moderator"

// Press delivers what somebody writes to others at the table: to some seats, or
// to all. It never goes anywhere else than where its line says.
func (j *Judge) Press(ctx context.Context, act Act, c desk.Command) (games.Msg, error) {
	t, err := j.ready(ctx, act.Game)
	if err != nil {
		return games.Msg{}, err
	}
	done := pressed(c)
	if seq, err := j.log.Lookup(ctx, "game/"+act.Game, act.Key); err != nil || seq > 0 {
		return done, err
	}
	text, err := j.pressText(t, act, c)
	if err != nil {
		return games.Msg{}, err
	}
	pub := table.Press{N: len(t.Press) + 1, At: act.At.UnixMilli(), Public: c.All}
	if c.All && !c.Grey {
		pub.From = text.From
	}
	fact := games.Fact{Type: table.TypePress, V: 1, Pub: pub, Priv: []games.Part{{Audience: games.Engine, Payload: text}}}
	act.Msg = 0 // a sheet of the same mail names its seat: press has no cause that all can see
	_, err = j.record(ctx, t, act, []games.Fact{fact})
	return done, err
}

func pressed(c desk.Command) games.Msg {
	if c.All {
		return games.Say("desk.done.press.all")
	}
	return games.Say("desk.done.press", games.With("seats", "list:seat", c.To...))
}

// pressText checks a piece of press and makes its private half.
func (j *Judge) pressText(t *table.Table, act Act, c desk.Command) (table.PressText, error) {
	p := table.PressText{From: act.Seat, Person: act.Person, To: c.To, Grey: c.Grey, Lines: bodyOf(c), Msg: act.Msg}
	if p.From == "" {
		p.From = fromModerator
	}
	slices.Sort(p.To)
	p.To = slices.Compact(p.To)
	for _, seat := range p.To {
		if !slices.ContainsFunc(t.Seats, func(s table.SeatTaken) bool { return s.Seat == seat }) {
			return p, not("desk.press.seat", games.With("seat", "text", seat), games.With("seats", "list:seat", seatIDs(t)...))
		}
	}
	switch size := len(strings.Join(p.Lines, "\n")); {
	case size == 0:
		return p, not("desk.press.empty")
	case size > maxPressBytes || len(p.Lines) > maxPressLines:
		return p, not("desk.press.long", games.Int("lines", maxPressLines))
	case slices.Contains(p.To, act.Seat) && len(p.To) == 1:
		return p, not("desk.press.self")
	case j.plans(t, c):
		return p, not("desk.press.end", games.With("end", "text", "FIN", "END"))
	case tooMuch(t, p.From, act.At):
		return p, not("desk.press.many", games.Int("n", maxPressDay))
	}
	return p, allowed(t, act, c)
}

// allowed tells what press the game has; a moderator always may write.
func allowed(t *table.Table, act Act, c desk.Command) error {
	switch {
	case act.Seat == "" && act.By == ByPlayer:
		return not("desk.press.seatless")
	case act.Seat == "" && !c.Grey:
		return nil
	case t.Created.Press == table.PressNone:
		return not("desk.press.none")
	case t.Created.Press == table.PressPublic && !c.All:
		return not("desk.press.public")
	case c.Grey && t.Created.Press != table.PressGrey:
		return not("desk.press.grey")
	}
	return nil
}

// plans tells that a block without an end holds a line that reads as an order:
// perhaps the sheet of its writer, which nobody else may see.
func (j *Judge) plans(t *table.Table, c desk.Command) bool {
	if c.Value != "" || c.Ended {
		return false
	}
	p, err := j.parser(t)
	if err != nil {
		return true
	}
	read := p.ParseFor(t.ID, games.EN, inputs(c.Body))
	return slices.ContainsFunc(notes(read, p, games.EN), func(n table.Note) bool {
		return n.Kind != "talk" && n.Kind != "comment"
	})
}

func bodyOf(c desk.Command) []string {
	if c.Value != "" {
		return []string{c.Value}
	}
	var out []string
	for _, l := range c.Body {
		out = append(out, strings.TrimRight(l.Text, " \t"))
	}
	return out
}

func tooMuch(t *table.Table, from string, at time.Time) bool {
	n := 0
	for _, p := range t.Press {
		if p.Text.From == from && p.At > at.Add(-24*time.Hour).UnixMilli() {
			n++
		}
	}
	return n >= maxPressDay
}

func seatIDs(t *table.Table) []string {
	var out []string
	for _, s := range t.Seats {
		out = append(out, s.Seat)
	}
	return out
}
