package publish

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"fivepoints/events"
	"fivepoints/games"
	"fivepoints/games/desk"
	"fivepoints/games/judge"
	"fivepoints/games/table"
	"fivepoints/templates"
)

// pressWants lists the readers of a piece of press: only them, and only those
// whose address has answered us once.
func (p *Publisher) pressWants(game string, st events.Stored, d *seating) ([]want, error) {
	c, err := events.Open(st, p.log.Keys())
	if err != nil {
		return nil, err
	}
	var in table.PressIn
	for _, f := range c.Facts {
		if f.Type != table.TypePress {
			continue
		}
		if err := events.Unmarshal(f.Pub, &in.Press); err != nil {
			return nil, fmt.Errorf("reading %s: %w", f.Type, err)
		}
		for _, part := range f.Priv {
			if part.Plain == nil {
				return nil, nil // its writer was erased
			}
			if err := events.Unmarshal(part.Plain, &in.Text); err != nil {
				return nil, fmt.Errorf("reading %s: %w", f.Type, err)
			}
		}
	}
	var out []want
	for _, s := range d.seats {
		if s.Person == "" || s.Seat == in.Text.From || !in.Reads(s.Seat) || !d.started[s.Seat] || p.later(s.Person) {
			continue
		}
		q := events.Queued{Kind: "press", Seat: s.Seat, Person: s.Person, Lang: s.Lang, Title: fmt.Sprintf("press-%d-%s", in.N, s.Seat)}
		out = append(out, want{Queued: q, stream: outbox(game), key: postKey(st.Seq, s.Seat, "press", s.Lang), render: func(ctx context.Context) (templates.Doc, error) {
			return p.press(ctx, game, st.Seq, in, games.Seat(s.Seat), games.Lang(s.Lang))
		}})
	}
	return out, nil
}

// press renders a piece of press for one reader.
func (p *Publisher) press(ctx context.Context, game string, seq events.Seq, in table.PressIn, to games.Seat, lang games.Lang) (templates.Doc, error) {
	t, err := p.games.At(ctx, game, seq)
	if err != nil {
		return templates.Doc{}, err
	}
	w, err := p.writer(t, lang)
	if err != nil {
		return templates.Doc{}, err
	}
	return w.Press(pieceOf(t, &in, to, lang)), nil
}

func pieceOf(t *table.Table, in *table.PressIn, to games.Seat, lang games.Lang) templates.Press {
	piece := templates.Press{About: newEdition(t, nil, to, lang).about(), From: in.Text.From, Public: in.Public, At: time.UnixMilli(in.At), Lines: in.Text.Lines}
	if in.Text.Grey {
		piece.From = ""
	}
	for _, s := range in.Text.To {
		piece.To = append(piece.To, games.Seat(s))
	}
	return piece
}

// later tells that somebody wants press not at once: once a day, or with his
// next report.
func (p *Publisher) later(person string) bool {
	switch p.own[person].Notices {
	case "digest", "quiet":
		return true
	}
	return false
}

// pressOf lists the press that a reader may know, of the time after one moment up
// to another; what an erased person wrote is gone.
func pressOf(t *table.Table, to games.Seat, lang games.Lang, after, upto int64) []templates.Press {
	var out []templates.Press
	for _, in := range t.Press {
		mayRead := in.Public || to != "" && in.Reads(string(to))
		if in.At > after && in.At <= upto && mayRead && len(in.Text.Lines) > 0 {
			out = append(out, pieceOf(t, in, to, lang))
		}
	}
	return out
}

// digestWants is the mail of the day of somebody: the press of all his games since
// the one before. Nothing is sent when there was none.
func (p *Publisher) digestWants(ctx context.Context, st events.Stored, due events.DigestDue) ([]want, error) {
	since, lang := p.digests[due.Person], games.Lang(cmp.Or(p.own[due.Person].Lang, string(p.langs[due.Person])))
	p.digests[due.Person] = due.At
	if since == 0 {
		since = due.At - day.Milliseconds()
	}
	var all []templates.Press
	for _, game := range p.gamesOf(due.Person) {
		t, err := p.games.At(ctx, game, st.Seq)
		if err != nil {
			return nil, err
		}
		for _, seat := range t.SeatsOf(due.Person) {
			for _, piece := range pressOf(t, games.Seat(seat), lang, since, due.At) {
				if piece.From != seat {
					all = append(all, piece)
				}
			}
		}
	}
	if len(all) == 0 {
		return nil, nil
	}
	q := events.Queued{Kind: "digest", Person: due.Person, Lang: string(lang), Title: fmt.Sprintf("digest-%d", st.Seq)}
	return []want{{Queued: q, stream: outbox(club), key: postKey(st.Seq, due.Person, "digest", string(lang)), render: func(context.Context) (templates.Doc, error) {
		return p.texts.NewWriter(lang, nil, nil, nil).Digest(all), nil
	}}}, nil
}

// ofDesk is the answer to a moderator that a commit asks for, if any.
func (p *Publisher) ofDesk(game string, st events.Stored, n news) (want, error) {
	switch {
	case n.asked != nil:
		return p.deskWant(game, st, *n.asked)
	case n.looked != nil && n.looked.Person != "":
		return p.previewWant(game, st, *n.looked)
	}
	return want{}, nil
}

// previewWant is what a moderator sees who looks ahead.
func (p *Publisher) previewWant(game string, st events.Stored, in table.Previewed) (want, error) {
	lang, known := p.langs[in.Person]
	if !known {
		return want{}, nil
	}
	q := events.Queued{Kind: "answer", Person: in.Person, Lang: string(lang), Title: fmt.Sprintf("preview-%d", st.Seq)}
	return want{Queued: q, stream: outbox(game), key: postKey(st.Seq, "", "preview", string(lang)), render: func(ctx context.Context) (templates.Doc, error) {
		return p.Preview(ctx, game, in.Window, st.Seq, lang)
	}}, nil
}

// Preview renders what an open mail would come to as of a commit, as everybody
// would read it.
func (p *Publisher) Preview(ctx context.Context, game, window string, upto events.Seq, lang games.Lang) (templates.Doc, error) {
	t, facts, err := judge.Preview(ctx, p.log, p.books, game, window, upto)
	if err != nil {
		return templates.Doc{}, err
	}
	w, err := p.writer(t, lang)
	if err != nil {
		return templates.Doc{}, err
	}
	e := newEdition(t, facts, "", lang)
	in := e.summary()
	in.Preview, in.Turn = true, e.facts
	return w.Summary(in), nil
}

// deskWant is the answer to what somebody without a seat asked.
func (p *Publisher) deskWant(game string, st events.Stored, in table.Desk) (want, error) {
	lang, known := p.langs[in.Person]
	if !known {
		return want{}, nil
	}
	answered, err := p.answered(st)
	if err != nil {
		return want{}, err
	}
	q := events.Queued{Kind: "answer", Person: in.Person, Lang: string(lang), Title: fmt.Sprintf("desk-%d", in.N)}
	return want{Queued: q, stream: outbox(game), key: postKey(st.Seq, "", "answer", string(lang)), answer: answered, render: func(ctx context.Context) (templates.Doc, error) {
		t, err := p.games.At(ctx, game, st.Seq)
		if err != nil {
			return templates.Doc{}, err
		}
		facts, err := t.Facts(st, p.log.Keys())
		if err != nil {
			return templates.Doc{}, err
		}
		a := answerIn(t, "", lang)
		for _, f := range facts {
			if text, ok := private[table.Text](f); ok {
				a.Subject, a.Notes = text.Subject, text.Lines
			}
		}
		w, err := p.writer(t, lang)
		if err != nil {
			return templates.Doc{}, err
		}
		return w.Answer(a), nil
	}}, nil
}

// answerWant is the answer to what a message asked that changes nothing.
func (p *Publisher) answerWant(ctx context.Context, st events.Stored, stream string, s events.Settled) (want, bool, error) {
	_, e, err := p.message(ctx, stream, s.Msg)
	lang, known := p.langs[e.Person]
	if err != nil || !known {
		return want{}, false, err // he was erased
	}
	q := events.Queued{Kind: "answer", Seat: s.Seat, Person: e.Person, Lang: string(lang), Title: fmt.Sprintf("answer-%d", s.Msg)}
	return want{Queued: q, stream: outbox(s.Game), key: events.NewKey("answer", fmt.Sprint(s.Msg)), answer: e.MessageID, render: func(ctx context.Context) (templates.Doc, error) {
		t, err := p.games.At(ctx, s.Game, st.Seq)
		if err != nil {
			return templates.Doc{}, err
		}
		moderator := t.People.Has(table.Moderator, e.Person)
		asked, _ := desk.Read(e.Lines, judge.Sender(t, lang, moderator, t.At))
		asked = slices.DeleteFunc(asked, func(c desk.Command) bool { return !judge.IsQuery(c) })
		return p.Answer(ctx, t, asked, Reader{games.Seat(s.Seat), lang, moderator}, e.Subject)
	}}, true, nil
}

// Reader is who asks the desk: a seat or, with none, the public.
type Reader struct {
	Seat      games.Seat
	Lang      games.Lang
	Moderator bool
}

// Answer renders what the desk answers to questions, for the eyes of a reader.
func (p *Publisher) Answer(ctx context.Context, t *table.Table, asked []desk.Command, to Reader, subject string) (templates.Doc, error) {
	w, err := p.writer(t, to.Lang)
	if err != nil {
		return templates.Doc{}, err
	}
	a := answerIn(t, to.Seat, to.Lang)
	a.Subject, a.Asked = subject, asked
	for _, c := range asked {
		switch c.Word {
		case desk.History:
			a.Past, err = p.past(ctx, t, c.Turn)
		case desk.Rules:
			a.Options, err = p.options(ctx, t)
		case desk.Pace:
			if to.Moderator {
				pace := paceOf(t, t.At, to)
				a.Pace = &pace
			}
		}
		if err != nil {
			return templates.Doc{}, err
		}
	}
	return w.Answer(a), nil
}

// options reads by which options a game is played: the first fact of its rules
// has them all.
func (p *Publisher) options(ctx context.Context, t *table.Table) ([]games.KV, error) {
	for st, err := range p.log.Read(ctx, "game/"+t.ID, 0) {
		if err != nil {
			return nil, fmt.Errorf("reading game %s: %w", t.ID, err)
		}
		c, err := events.Decode(st)
		if err != nil {
			return nil, err
		}
		for _, f := range c.Facts {
			var first struct {
				Options []games.KV `json:"options"`
			}
			if !table.IsPlatform(f.Type) && json.Unmarshal(f.Pub, &first) == nil {
				return first.Options, nil
			}
		}
		break
	}
	return nil, nil
}

func answerIn(t *table.Table, to games.Seat, lang games.Lang) templates.Answer {
	e := newEdition(t, nil, to, lang)
	eyes := to
	if to == "" {
		eyes = games.Public
	}
	a := templates.Answer{
		About: e.about(), View: t.Game.View(eyes), Due: e.due(to), Info: t.Book.Info(),
	}
	if to != "" {
		a.Pending, a.Forecast = e.pending(nil), e.forecast()
	}
	for _, s := range t.Seats {
		a.Table = append(a.Table, templates.Holder{Seat: games.Seat(s.Seat), Playing: t.Started(s.Seat), Misses: t.Misses(s.Seat, ""), Empty: s.Person == ""})
	}
	return a
}

// past tells the mails of a turn, as everybody may know them; without a turn the
// last mail.
func (p *Publisher) past(ctx context.Context, t *table.Table, turn string) ([]templates.Past, error) {
	var out []templates.Past
	for _, w := range slices.Backward(t.Windows) {
		if w.Closed == nil || w.Judged == 0 || turn != "" && !w.Named(turn) {
			continue
		}
		facts, err := p.between(ctx, t, w.Judged-1, w.Judged)
		if err != nil {
			return nil, err
		}
		out = append(out, templates.Past{
			Tag: tag(w), Closing: templates.Closing{Why: w.Closed.Why, At: time.UnixMilli(w.Closed.At)},
			Story: t.Game.Narrate(games.See(facts, games.Public), games.Public),
		})
		if turn == "" {
			break
		}
	}
	slices.Reverse(out)
	return out, nil
}

// Sentence writes a message in the words of a game.
func (p *Publisher) Sentence(t *table.Table, m games.Msg, lang games.Lang) (string, error) {
	w, err := p.writer(t, lang)
	if err != nil {
		return "", err
	}
	return w.Sentence(m), nil
}

func paceOf(t *table.Table, now int64, to Reader) templates.PaceReport {
	return templates.PaceReport{About: newEdition(t, nil, to.Seat, to.Lang).about(), Pace: t.Pace(now), Secret: to.Seat != "", Over: t.Over != nil}
}

// Pace renders how fast a game goes as of a moment, as a document and a picture.
func (p *Publisher) Pace(t *table.Table, now time.Time, to Reader) (templates.Doc, []byte, error) {
	w, err := p.writer(t, to.Lang)
	if err != nil {
		return templates.Doc{}, nil, err
	}
	in := paceOf(t, now.UnixMilli(), to)
	return w.Pace(in), w.PacePicture(in), nil
}
