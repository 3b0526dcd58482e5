package judge

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"fivepoints/events"
	"fivepoints/games"
	"fivepoints/games/order"
	"fivepoints/games/table"
)

// Submission is a sheet on its way to a game, as text.
type Submission struct {
	Game      string
	Seat      string
	Turn      string // the turn its subject names; several are separated by blanks
	Lines     []events.Line
	At        time.Time // when it reached us
	Msg       events.Seq
	Key       events.Key // the cause; unique in the game
	Subject   string
	MessageID string
	Attached  int          // files of the message that were not read
	By        string       // "moderator" or "sitter" when not the player
	Person    string       // who writes, when not the player
	Done      []table.Note // what became of the lines that were for the desk
	Instead   []int        // sheets of the seat that it takes the place of: an edited post
}

// Submit reads a sheet, records it with the verdict on each line, and returns
// the seq of its commit. A sheet with nothing legal is recorded too: its seat
// gets a receipt that says so. The same key records once.
func (j *Judge) Submit(ctx context.Context, s Submission) (events.Seq, error) {
	t, err := j.ready(ctx, s.Game)
	if err != nil {
		return 0, err
	}
	if seq, err := j.log.Lookup(ctx, "game/"+s.Game, s.Key); err != nil || seq > 0 {
		return seq, err
	}
	if err := t.Record.NotHere(t.ID); err != nil {
		return 0, err
	}
	facts, err := j.Read(ctx, t, s)
	if err != nil {
		return 0, err
	}
	facts = append(voided(s), facts...)
	encoded, err := encode(t, facts)
	if err != nil {
		return 0, err
	}
	seq, _, err := j.log.Append(ctx, events.Commit{
		Stream: "game/" + s.Game, Expect: t.Tip, Key: s.Key, Cause: s.Msg, At: s.At, Facts: encoded,
	})
	if err != nil {
		return 0, fmt.Errorf("recording a sheet of %s in game %s: %w", s.Seat, s.Game, err)
	}
	return seq, nil
}

// Read parses a sheet for a seat and returns the facts that would record it:
// table.Sheet and table.SheetText. Nothing is appended.
func (j *Judge) Read(ctx context.Context, t *table.Table, s Submission) ([]games.Fact, error) {
	p, err := j.parser(t)
	if err != nil {
		return nil, err
	}
	lang, err := j.langOf(ctx, t.Holder(s.Seat).Person, t.Holder(s.Seat).Lang)
	if err != nil {
		return nil, err
	}
	read := p.ParseFor(t.ID, lang, inputs(s.Lines))
	turn, problem := oneTurn(t, s, read.Turn)
	sheet := table.Sheet{
		Seat: s.Seat, N: j.count(t, s.Seat) + 1, Turn: turn, Person: cmp.Or(s.Person, t.Holder(s.Seat).Person),
		Msg: s.Msg, At: s.At.UnixMilli(), By: s.By, Check: read.Check, Resend: read.Resend,
	}
	lines := table.Lines{Lines: read.Lines, Add: read.Add, Clear: read.Clear, Ready: read.Ready, Wait: read.Wait}
	for _, c := range read.Cancel {
		lines.Cancel = append(lines.Cancel, table.Cancel{Always: c.Always, Verb: c.Verb, Object: c.Object, At: c.Src})
	}
	text := table.Text{Subject: s.Subject, MessageID: s.MessageID, Lines: notes(read, p, lang), Attached: s.Attached}
	var away []games.Fact
	if read.Absent != nil {
		if away, err = j.absentBySheet(ctx, t, s, *read.Absent, read.Check, text.Lines); err != nil {
			return nil, err
		}
	}
	lines.Lines = screen(t, s.Seat, lines.Lines, text.Lines)
	if problem == nil {
		problem = wrongGameOrTurn(t, s, read.Game, turn)
	}
	if problem != nil {
		lines, away = table.Lines{}, nil
		refuseAll(text.Lines, *problem)
	}
	lines.Lines = dropNever(t, s.Seat, turn, lines.Lines, text.Lines)
	if w := windowFor(t, s.Seat, lines.Lines); w != nil {
		sheet.Window = w.ID()
	}
	warnings, err := foresee(t, sheet, lines)
	if err != nil {
		return nil, err
	}
	warn(text.Lines, warnings, p, lang)
	text.Lines = inOrder(append(text.Lines, s.Done...))
	return append(sheetFacts(sheet, lines, text), away...), nil
}

// inOrder sorts notes by their lines.
func inOrder(notes []table.Note) []table.Note {
	slices.SortStableFunc(notes, func(a, b table.Note) int { return a.N - b.N })
	return notes
}

// absentBySheet makes the fact of an absence that a sheet announces, or says on
// its line why it is none. A dry run makes none, and a sitter cannot.
func (j *Judge) absentBySheet(ctx context.Context, t *table.Table, s Submission, read order.Absence, check bool, notes []table.Note) ([]games.Fact, error) {
	f, err := j.absent(ctx, t, s.Seat, Away{From: read.From, To: read.To}, s.At, cmp.Or(s.By, ByPlayer))
	if s.By == BySitter {
		err = not("desk.seat", seatArg(s.Seat))
	}
	var refused *Refused
	if errors.As(err, &refused) {
		for i := range notes {
			if notes[i].N == read.Src && notes[i].Kind == string(order.Setting) {
				notes[i].Kind, notes[i].Rule, notes[i].Problem = "error", "order.absent", &refused.Msg
			}
		}
		return nil, nil
	}
	if err != nil || check {
		return nil, err
	}
	return []games.Fact{f}, nil
}

func sheetFacts(sheet table.Sheet, lines table.Lines, text table.Text) []games.Fact {
	seat := games.Seat(sheet.Seat)
	return []games.Fact{
		{Type: table.TypeSheet, V: 1, Pub: sheet, Priv: []games.Part{{Audience: seat, Payload: lines}}},
		{
			Type: table.TypeText, V: 1, Pub: table.SheetText{Seat: sheet.Seat, N: sheet.N},
			Priv: []games.Part{{Audience: seat, Payload: text}},
		},
	}
}

func (j *Judge) parser(t *table.Table) (*order.Parser, error) {
	key := fmt.Sprint(t.ID, " ", t.Vocabulary())
	if p := j.parsers[key]; p != nil {
		return p, nil
	}
	p, err := order.New(t.Game.Grammar())
	if err != nil {
		return nil, fmt.Errorf("reading the grammar of %s: %w", t.Created.Rulebook, err)
	}
	j.parsers[key] = p
	return p, nil
}

func (j *Judge) count(t *table.Table, seat string) int {
	n := 0
	for _, s := range t.Sheets {
		if s.Seat == seat {
			n = max(n, s.N)
		}
	}
	return n
}

func inputs(lines []events.Line) []order.Input {
	out := make([]order.Input, 0, len(lines))
	for _, l := range lines {
		in := order.Input{N: l.N, Text: l.Text}
		switch l.Class {
		case "":
		case "quote", "quote-header":
			in.Quoted = true
		case "signature", "banner", "reply-marker":
			in.Ignored = true
		case "other-text":
			in.Elsewhere = true
		case "spoiler", "struck", "unclear":
			in.Board = l.Class
		default: // nothing gives orders that is not known to
			in.Ignored = true
		}
		out = append(out, in)
	}
	return out
}

func notes(s order.Sheet, p *order.Parser, lang games.Lang) []table.Note {
	out := make([]table.Note, 0, len(s.Notes))
	for _, n := range s.Notes {
		out = append(out, table.Note{
			N: n.N, Text: n.Text, Kind: string(n.Kind), Orders: n.Orders, Problem: n.Problem, Rule: n.Rule, Nearest: n.Nearest,
		})
	}
	return out
}

// windowFor finds the open mail that takes the sheet's orders, or else the
// first one in which the seat may write.
func windowFor(t *table.Table, seat string, lines []games.Line) *table.Window {
	var first *table.Window
	for _, w := range t.Windows {
		if !w.Open() || !slices.Contains(w.Seats, seat) {
			continue
		}
		if first == nil {
			first = w
		}
		for _, l := range lines {
			if v, ok := t.Verb(l.Verb); ok && games.AnswersAny(v, w.Kinds) {
				return w
			}
		}
	}
	return first
}

// foresee resolves the window in a world where nobody else has written and
// what the seat cannot know is dealt anew, and returns its orders that would
// be refused there. It never touches the game's secret.
func foresee(t *table.Table, sheet table.Sheet, lines table.Lines) ([]table.Why, error) {
	if sheet.Window == "" || len(lines.Lines) == 0 {
		return nil, nil
	}
	sheet.Check = false
	seen, err := forecast(t, sheet.Seat, sheet.Window, sheet.At, sheetFacts(sheet, lines, table.Text{})[0])
	return slices.DeleteFunc(passed(seen, sheet.Seat), func(why table.Why) bool { return why.Sheet != sheet.N || why.Guard }), err
}

// forecast resolves a window in an imagined world and returns what comes of it
// there. A rulebook that fails foresees nothing: resolving the mail will tell the
// moderator.
func forecast(t *table.Table, seat, window string, at int64, sheet ...games.Fact) (seen []games.Fact, err error) {
	world := imagined(t, seat)
	err = guard(world.ID, func() (err error) {
		seen, err = resolveIn(world, window, at, sheet)
		return err
	})
	if isSuspended(err) {
		return nil, nil
	}
	return seen, err
}

// After is what a seat would see if the mail of its sheet were resolved now, in
// the world that forecasts imagine. It is nil when the sheet counts for no open mail,
// or when an order of it would be passed over there.
func After(t *table.Table, sheet table.Sheet, lines table.Lines) games.View {
	if w := t.Window(sheet.Window); w == nil || !w.Open() || len(lines.Lines) == 0 {
		return nil
	}
	sheet.Check = false
	sheet.N++ // a dry run may be in the log already
	world := imagined(t, sheet.Seat)
	var seen []games.Fact
	err := guard(world.ID, func() (err error) {
		seen, err = resolveIn(world, sheet.Window, sheet.At, sheetFacts(sheet, lines, table.Text{})[:1])
		return err
	})
	if err != nil || slices.ContainsFunc(passed(seen, sheet.Seat), func(why table.Why) bool { return why.Sheet == sheet.N && !why.Guard }) {
		return nil
	}
	return world.Game.View(games.Seat(sheet.Seat))
}

// passed lists the orders of a seat that were passed over.
func passed(facts []games.Fact, seat string) []table.Why {
	var out []table.Why
	for _, f := range facts {
		if s, ok := f.Pub.(table.Skipped); ok && s.Seat == seat {
			out = append(out, f.Priv[0].Payload.(table.Why))
		}
	}
	return out
}

// imagined is a world in which only one seat has ever written and what it cannot
// know is dealt anew.
func imagined(t *table.Table, seat string) *table.Table {
	world := t.Imagine(seat)
	if g := world.Game.Redeal(games.Seat(seat), picker(world.ID+"/"+seat+"/"+strconv.Itoa(len(world.Sheets)))); g != nil {
		world.Game = g
	}
	return world
}

func resolveIn(world *table.Table, window string, at int64, sheet []games.Fact) ([]games.Fact, error) {
	w := newWalk(world, at, make([]byte, 32)) // no draw of the game
	if err := w.emit(sheet...); err != nil {
		return nil, err
	}
	w.seq++ // the sheet comes before the closing
	if err := w.emit(platform(table.TypeClosed, table.Closed{Window: window, Why: table.WhyDeadline, At: at})); err != nil {
		return nil, err
	}
	err := w.run()
	return w.facts, err
}

// warn puts the forecast's refusals on the lines they come from.
func warn(notes []table.Note, whys []table.Why, p *order.Parser, lang games.Lang) {
	for _, why := range whys {
		for i := range notes {
			if notes[i].Kind != "order" || notes[i].N != why.Order.Src {
				continue
			}
			notes[i].Kind, notes[i].Problem, notes[i].Rule, notes[i].Also = "warn", &why.Msg, why.Rule, why.Also
			for _, near := range why.Nearest {
				notes[i].Nearest = append(notes[i].Nearest, p.Format(near, lang))
			}
		}
	}
}
