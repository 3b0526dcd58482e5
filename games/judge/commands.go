package judge

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"fivepoints/events"
	"fivepoints/games"
	"fivepoints/games/deadline"
	"fivepoints/games/desk"
	"fivepoints/games/table"
)

// IsQuery tells whether a command only asks: its answer is written when the
// message is settled, and nothing of the game is.
func IsQuery(c desk.Command) bool {
	switch c.Word {
	case desk.Status, desk.History, desk.Map, desk.Rules, desk.Help, desk.Pace:
		return true
	}
	return false
}

// Sender is what the desk has to know of the writer of a message.
func Sender(t *table.Table, lang games.Lang, moderator bool, now int64) desk.Sender {
	return desk.Sender{Lang: lang, Now: time.UnixMilli(now), Seats: seatIDs(t), Moderator: moderator}
}

// Do does what was asked of the desk and says so in a sentence; a *Refused says
// why not. The key of the act sees to it that it is done once.
func (j *Judge) Do(ctx context.Context, act Act, c desk.Command) (games.Msg, error) {
	t, err := j.ready(ctx, act.Game)
	switch {
	case err != nil:
		return games.Msg{}, err
	case c.Problem != nil:
		return games.Msg{}, &Refused{Msg: *c.Problem}
	case c.Moderator && j.moderates(t, act) != nil:
		return games.Msg{}, j.moderates(t, act)
	}
	switch c.Word {
	case desk.Press, desk.Announce:
		return j.Press(ctx, act, c)
	case desk.Process:
		return j.process(ctx, t, act, c)
	case desk.Preview:
		return j.preview(ctx, t, act, c)
	case desk.Become:
		return j.become(ctx, act, c)
	case desk.Adjust:
		return j.adjustBy(ctx, act, c)
	case desk.Contest:
		return j.contestBy(ctx, t, act, c)
	}
	if msg, known, err := j.doTimes(ctx, t, act, c); known {
		return msg, err
	}
	return j.doPeople(ctx, t, act, c)
}

// doTimes does what concerns deadlines; known is false when it is something else.
func (j *Judge) doTimes(ctx context.Context, t *table.Table, act Act, c desk.Command) (done games.Msg, known bool, err error) {
	switch c.Word {
	case desk.Extend:
		_, err = j.Extend(ctx, act, c.Turn, c.For, c.Reason)
	case desk.Deadline:
		if c.At.IsZero() {
			_, err = j.Extend(ctx, act, c.Turn, c.For, c.Reason)
			break
		}
		zone, zoneErr := j.zoneOf(ctx, t, act.Person)
		if zoneErr != nil {
			return done, true, zoneErr
		}
		day := deadline.Date{Year: c.At.Year, Month: c.At.Month, Day: c.At.Day}
		_, err = j.MoveDeadline(ctx, act, c.Turn, deadline.Local(day, c.At.Hour*60+c.At.Minute, zone), c.Reason)
	case desk.Pause:
		_, err = j.Pause(ctx, act, c.Reason)
	case desk.Resume:
		_, err = j.Resume(ctx, act)
	case desk.Remind:
		_, err = j.Remind(ctx, act, c.Turn)
	case desk.Start:
		_, err = j.Start(ctx, act)
	case desk.Calendar:
		_, err = j.SetPlan(ctx, act, c.Value, c.Reason)
	default:
		return done, false, nil
	}
	if err != nil {
		return done, true, err
	}
	t, err = j.Table(ctx, act.Game)
	return timesDone(t, c), true, err
}

// timesDone tells the deadlines there are now.
func timesDone(t *table.Table, c desk.Command) games.Msg {
	for _, w := range t.Windows {
		if w.Open() && w.Named(c.Turn) {
			return games.Say("desk.done."+c.Word, games.With("tag", "text", w.Tag), games.With("at", "moment", fmt.Sprint(w.Closes)))
		}
	}
	return games.Say("desk.done." + c.Word + ".none")
}

// doPeople does what concerns who plays.
func (j *Judge) doPeople(ctx context.Context, t *table.Table, act Act, c desk.Command) (games.Msg, error) {
	seat := seatArg(cmp.Or(c.Seat, act.Seat))
	who := Who{Address: c.Address, Lang: c.Value}
	var err error
	switch c.Word {
	case desk.Substitute:
		_, err = j.Substitute(ctx, act, c.Seat, who)
	case desk.Resign:
		_, err = j.Resign(ctx, act, act.Seat)
	case desk.Absence:
		return games.Say("desk.done.absence", seat, days("from", c.From), days("to", c.Until)), j.absenceBy(ctx, act, c)
	case desk.Sitter:
		_, err = j.Sit(ctx, act, act.Seat, Who{Address: c.Address}, c.From.String(), c.Until.String())
	case desk.Apply:
		switch c.Seat {
		case "observer", "observateur", "observatrice":
			_, err = j.Name(ctx, act, table.Observer, Who{Person: act.Person})
		default:
			_, err = j.Join(ctx, act, c.Seat, Who{Person: act.Person})
		}
	case desk.Admit:
		_, err = j.Admit(ctx, act, c.Value, c.Seat)
	case desk.Claim:
		_, err = j.Accept(ctx, act, c.Seat)
	case desk.Decline:
		_, err = j.DeclineSeat(ctx, act, c.Seat)
	case desk.Lang:
		err = j.Settings(ctx, act, events.Settings{Lang: c.Value})
	case desk.Zone:
		err = j.Settings(ctx, act, events.Settings{Zone: c.Value})
	case desk.Notices:
		err = j.Settings(ctx, act, events.Settings{Notices: c.Value})
	case desk.Address:
		err = j.AskAddress(ctx, act, cmp.Or(c.Value, ChangeAddress), c.Address)
	default:
		return games.Msg{}, not("desk.unknown", games.With("word", "text", c.Word))
	}
	return games.Say("desk.done."+c.Word, seat), err
}

func days(name string, d desk.Date) games.MsgArg { return games.With(name, "day", d.String()) }

// absenceBy notes an absence and, when one is named, its sitter.
func (j *Judge) absenceBy(ctx context.Context, act Act, c desk.Command) error {
	if _, err := j.Absence(ctx, act, act.Seat, Away{From: c.From.String(), To: c.Until.String(), Reason: c.Reason}); err != nil || c.Address == "" {
		return err
	}
	act.Key = events.NewKey("sitter", fmt.Sprintf("%x", act.Key))
	_, err := j.Sit(ctx, act, act.Seat, Who{Address: c.Address}, c.From.String(), c.Until.String())
	return err
}

// windowOf finds the open mail that a command means: the one it names, else the
// only one. A command written for another mail does nothing.
func windowOf(t *table.Table, turn string) (*table.Window, error) {
	var open []*table.Window
	var tags []string
	for _, w := range t.Windows {
		if w.Open() {
			tags = append(tags, w.Tag)
			if turn == "" || w.Named(turn) {
				open = append(open, w)
			}
		}
	}
	list := games.With("open", "text", tags...)
	switch {
	case len(tags) == 0:
		return nil, not("desk.mail.none")
	case len(open) == 0:
		return nil, not("desk.mail.not-open", games.With("turn", "text", turn), list)
	case len(open) > 1:
		return nil, not("desk.mail.which", list)
	}
	return open[0], nil
}

// process resolves a mail now, complete or not.
func (j *Judge) process(ctx context.Context, t *table.Table, act Act, c desk.Command) (games.Msg, error) {
	for _, w := range t.Windows { // the same mail again, after a crash
		if act.Msg > 0 && w.Closed != nil && w.Closed.Why == table.WhyModerator && w.Closed.At == act.At.UnixMilli() && w.Named(c.Turn) {
			return games.Say("desk.done.process", games.With("tag", "text", w.Tag)), nil
		}
	}
	if t.Clock.Paused != nil {
		return games.Msg{}, not("desk.paused")
	}
	w, err := windowOf(t, c.Turn)
	if err != nil {
		return games.Msg{}, err
	}
	at := onItsClock(t, act.At).UnixMilli()
	if err := j.resolve(ctx, t, closing{w, table.WhyModerator, at, at}); err != nil {
		return games.Msg{}, err
	}
	return games.Say("desk.done.process", games.With("tag", "text", w.Tag)), nil
}

// preview notes that a moderator looks; what he sees is written by publish. Who
// plays himself looks at nothing.
func (j *Judge) preview(ctx context.Context, t *table.Table, act Act, c desk.Command) (games.Msg, error) {
	w, err := windowOf(t, c.Turn)
	if err != nil {
		return games.Msg{}, err
	}
	if act.Seat != "" || len(t.SeatsOf(act.Person)) > 0 {
		return games.Msg{}, not("desk.preview.player")
	}
	done := games.Say("desk.done.preview", games.With("tag", "text", w.Tag))
	if seq, err := j.log.Lookup(ctx, "game/"+t.ID, act.Key); err != nil || seq > 0 {
		return done, err
	}
	_, err = j.record(ctx, t, act, []games.Fact{platform(table.TypePreview, table.Previewed{Window: w.ID(), Person: act.Person, At: act.At.UnixMilli()})})
	return done, err
}

// become hands in a sheet for a seat; its player gets the receipt.
func (j *Judge) become(ctx context.Context, act Act, c desk.Command) (games.Msg, error) {
	if len(c.Body) == 0 {
		return games.Msg{}, not("desk.become.empty")
	}
	_, err := j.Become(ctx, act, Submission{Seat: c.Seat, Lines: c.Body})
	return games.Say("desk.done.become", seatArg(c.Seat)), err
}

// adjustBy changes the position; its reason is told to all.
func (j *Judge) adjustBy(ctx context.Context, act Act, c desk.Command) (games.Msg, error) {
	if c.Reason == "" {
		return games.Msg{}, not("desk.adjust.reason")
	}
	_, err := j.Adjust(ctx, act.Game, c.Value, Correction{By: fromModerator, Reason: c.Reason, At: act.At, Request: fmt.Sprintf("%x", act.Key)})
	if err != nil && !isSuspended(err) {
		return games.Msg{}, not("desk.adjust", games.With("why", "text", err.Error()))
	}
	return games.Say("desk.done.adjust"), err
}

// attend deals with a message of somebody who may speak in a game: first what it
// asks of the desk, then the sheet that is left.
func (j *Judge) attend(ctx context.Context, m message, to routed, out *Outcome) error {
	t, err := j.ready(ctx, to.game)
	if err != nil {
		return err
	}
	lang, err := j.langOf(ctx, m.envelope.Person, t.Holder(to.seat).Lang)
	if err != nil {
		return err
	}
	sender := Sender(t, lang, to.role == table.Moderator, m.received.At)
	asked, rest := desk.Read(m.envelope.Lines, sender)
	if m.edited() {
		asked = nil // what it asked was done
	}
	queries := slices.ContainsFunc(asked, IsQuery)
	asked = slices.DeleteFunc(asked, IsQuery)
	done, err := j.doAll(ctx, m, to, asked)
	if err != nil {
		return err
	}
	codes, rest, err := j.confirmed(ctx, m, to, rest)
	if err != nil {
		return err
	}
	done, out.Asks = append(done, codes...), queries
	if err := j.Seen(ctx, t, m.envelope.Person, j.arrival(m, to.game)); err != nil {
		return err
	}
	if t, err = j.ready(ctx, to.game); err != nil {
		return err
	}
	if to.by == "" && t.Holder(to.seat).Person != m.envelope.Person { // what he asked has taken his seat
		to.seat, to.role = "", j.RoleOf(t, m.envelope.Person)
	}
	only := queries && len(done) == 0 && !j.saysSomething(t, rest)
	switch {
	case only:
		out.Result = "answered"
		return nil
	case to.seat == "":
		out.Seat, out.Result = "", "recorded"
		return j.answerDesk(ctx, t, m, to, done, rest)
	}
	out.Sheet, err = j.Submit(ctx, Submission{
		Game: to.game, Seat: to.seat, Turn: to.turn, Lines: rest, At: j.arrival(m, to.game), Msg: m.seq,
		Key:     mailKey(m, 0),
		Subject: m.envelope.Subject, MessageID: m.envelope.MessageID, Attached: m.envelope.Attached, Done: done,
		By: to.by, Person: m.envelope.Person, Instead: to.instead,
	})
	return err
}

// mailKey names the n-th thing that a message causes in a game: 0 is its sheet.
func mailKey(m message, n int) events.Key {
	return events.NewKey("mail", m.received.Content, strconv.Itoa(n))
}

// doAll does what a message asks, in its order, and tells of each line.
func (j *Judge) doAll(ctx context.Context, m message, to routed, asked []desk.Command) ([]table.Note, error) {
	var done []table.Note
	for i, c := range asked {
		act := Act{
			Game: to.game, Person: m.envelope.Person, Seat: to.seat, By: ByPlayer, At: j.arrival(m, to.game), Key: mailKey(m, i+1), Msg: m.seq,
		}
		if to.role == table.Moderator {
			act.By = ByModerator
		}
		note := table.Note{N: c.N, Text: c.Text, Kind: "done"}
		msg, err := j.Do(ctx, act, c)
		if no := (*Refused)(nil); errors.As(err, &no) {
			note.Kind, note.Rule, msg = "refused", no.Rule, no.Msg
			if c.Nearest != "" {
				note.Nearest = []string{c.Nearest}
			}
		} else if err != nil {
			return nil, err
		}
		note.Problem = &msg
		done = append(done, note)
	}
	return done, nil
}

// codesOf are the lines among these that hold a code and nothing else.
func codesOf(lines []events.Line) []events.Line {
	var out []events.Line
	for _, l := range lines {
		if codeOf(l) != "" && len(out) < maxCodes {
			out = append(out, l)
		}
	}
	return out
}

// confirmed does what the codes of a message stand for at the desk, and returns
// the lines that are left. Codes that released a mail stand for nothing else; a
// word of eight letters that is no code is talk.
func (j *Judge) confirmed(ctx context.Context, m message, to routed, lines []events.Line) (done []table.Note, rest []events.Line, err error) {
	codes := codesOf(lines)
	if j.brought[m.seq] || len(codes) == 0 {
		return nil, lines, nil
	}
	for i, l := range codes {
		act := Act{Game: to.game, Person: m.envelope.Person, Seat: to.seat, By: ByPlayer, At: j.arrival(m, to.game), Key: mailKey(m, maxAsked+i), Msg: m.seq}
		note := table.Note{N: l.N, Text: l.Text, Kind: "done"}
		msg := games.Say("desk.done.confirm")
		_, err := j.Confirm(ctx, act, codeOf(l))
		no := (*Refused)(nil)
		switch {
		case errors.As(err, &no) && !strings.ContainsAny(l.Text, " -0123456789"):
			continue
		case errors.As(err, &no):
			note.Kind, msg = "refused", no.Msg
		case err != nil:
			return nil, nil, err
		}
		note.Problem = &msg
		done = append(done, note)
	}
	return done, slices.DeleteFunc(slices.Clone(lines), func(l events.Line) bool {
		return slices.ContainsFunc(done, func(n table.Note) bool { return n.N == l.N })
	}), nil
}

// maxAsked is above the number of the things that one mail asks of the desk.
const maxAsked = 100

// saysSomething tells whether lines hold anything for the sheet of a seat.
func (j *Judge) saysSomething(t *table.Table, lines []events.Line) bool {
	p, err := j.parser(t)
	if err != nil {
		return true
	}
	for _, n := range notes(p.ParseFor(t.ID, games.EN, inputs(lines)), p, games.EN) {
		switch n.Kind {
		case "order", "error", "near", "setting":
			return true
		}
	}
	return false
}

// answerDesk records what somebody without a seat asked, and its answers.
func (j *Judge) answerDesk(ctx context.Context, t *table.Table, m message, to routed, done []table.Note, rest []events.Line) error {
	act := Act{Game: to.game, Person: m.envelope.Person, At: j.arrival(m, to.game), Key: mailKey(m, 0), Msg: m.seq}
	if seq, err := j.log.Lookup(ctx, "game/"+to.game, act.Key); err != nil || seq > 0 {
		return err
	}
	text := table.Text{Subject: m.envelope.Subject, MessageID: m.envelope.MessageID, Lines: done, Attached: m.envelope.Attached}
	for _, l := range rest {
		if l.Class == "" && strings.TrimSpace(l.Text) != "" {
			text.Lines = append(text.Lines, table.Note{N: l.N, Text: l.Text, Kind: "talk"})
		}
	}
	inOrder(text.Lines)
	_, err := j.record(ctx, t, act, []games.Fact{{
		Type: table.TypeDesk, V: 1, Pub: table.Desk{N: t.Desks + 1, By: cmp.Or(to.role, "guest"), Person: act.Person, Msg: m.seq, At: act.At.UnixMilli()},
		Priv: []games.Part{{Audience: games.Engine, Payload: text}},
	}})
	return err
}
