package publish

import (
	"context"
	"fmt"
	"slices"
	"time"

	"fivepoints/events"
	"fivepoints/games"
	"fivepoints/games/judge"
	"fivepoints/templates"
)

// ofFolk takes note of who is known, and lists what people get of it: codes, and
// the mail of the day.
func (p *Publisher) ofFolk(ctx context.Context, st events.Stored, c events.Commit) ([]want, error) {
	for _, f := range c.Facts {
		if f.Type != events.TypeDigest {
			continue
		}
		due, err := payload[events.DigestDue](f)
		if err != nil {
			return nil, fmt.Errorf("reading %s: %w", f.Type, err)
		}
		return p.digestWants(ctx, st, due)
	}
	if err := p.meet(c); err != nil {
		return nil, err
	}
	return p.ofAddresses(st, c)
}

// meet takes note of how people want to be written to.
func (p *Publisher) meet(c events.Commit) error {
	for _, f := range c.Facts {
		switch f.Type {
		case events.TypePerson:
			who, err := payload[events.Person](f)
			if err != nil {
				return fmt.Errorf("reading %s: %w", f.Type, err)
			}
			p.langs[who.Person] = games.Lang(who.Lang)
		case events.TypeSettings:
			s, err := payload[events.Settings](f)
			if err != nil {
				return fmt.Errorf("reading %s: %w", f.Type, err)
			}
			if p.own[s.Person] = s; s.Lang != "" {
				p.langs[s.Person] = games.Lang(s.Lang)
			}
		}
	}
	return nil
}

// ofInbox answers known people whose message did not count. Nobody else is
// answered: a forged sender must not make us write to strangers.
func (p *Publisher) ofInbox(ctx context.Context, st events.Stored, c events.Commit) ([]want, error) {
	var out []want
	for _, f := range c.Facts {
		if f.Type != events.TypeSettled {
			continue
		}
		s, err := payload[events.Settled](f)
		if err != nil {
			return nil, fmt.Errorf("reading %s: %w", f.Type, err)
		}
		var w want
		var ok bool
		switch {
		case s.Game != "":
			w, ok, err = p.answerWant(ctx, st, c.Stream, s)
		case s.Outcome == "held" || s.Outcome == "refused":
			w, ok, err = p.notice(ctx, c.Stream, s)
		}
		if err != nil {
			return nil, err
		}
		if ok {
			out = append(out, w)
		}
	}
	return out, nil
}

func (p *Publisher) notice(ctx context.Context, stream string, s events.Settled) (want, bool, error) {
	r, e, err := p.message(ctx, stream, s.Msg)
	if err != nil {
		return want{}, false, err
	}
	to := templates.Notice{Subject: e.Subject, Reason: s.Reason}
	w := want{
		Queued: events.Queued{Kind: "notice", Person: e.Person, Title: fmt.Sprintf("notice-%d", s.Msg)},
		stream: outbox(club), key: events.NewKey("notice", fmt.Sprint(s.Msg)), answer: e.MessageID,
	}
	if s.Reason == reasonUnproven {
		if err := p.ask(&w, &to, r, e); err != nil {
			return want{}, false, err
		}
	}
	lang, known := p.langs[w.Person]
	if w.Person == "" || !known {
		return want{}, false, nil
	}
	if len(e.Claims) > 0 && p.desks[e.Claims[0].Game] != nil {
		w.stream = outbox(e.Claims[0].Game)
	}
	w.Lang, to.Games = string(lang), p.gamesOf(w.Person)
	w.render = func(context.Context) (templates.Doc, error) {
		return p.texts.NewWriter(lang, nil, nil, nil).Notice(to), nil
	}
	return w, true, nil
}

const reasonUnproven = "unproven"

// day is how often at most one address is asked for a code: strangers must not
// make us fill it (T11). The key of the notice sees to it.
const day = 24 * time.Hour

// ask makes a notice ask for a code. It goes to the address of record, wherever
// the message came from.
func (p *Publisher) ask(w *want, to *templates.Notice, r events.Received, e events.Envelope) error {
	w.Person = judge.Asked(e, func(game, seat string) string {
		if d := p.desks[game]; d != nil {
			for _, s := range d.seats {
				if s.Seat == seat {
					return s.Person
				}
			}
		}
		return ""
	})
	club, err := p.log.Keys().Key("club")
	if err != nil {
		return fmt.Errorf("reading the club's key: %w", err)
	}
	to.Code = judge.Code(club, r.Content, w.Person)
	to.At, to.From = time.UnixMilli(r.At), e.From
	w.key = events.NewKey("code", w.Person, fmt.Sprint(r.At/day.Milliseconds()))
	return nil
}

// message reads a received message; of an erased sender only the public half.
func (p *Publisher) message(ctx context.Context, stream string, msg events.Seq) (r events.Received, e events.Envelope, err error) {
	if msg == 0 {
		return r, e, nil
	}
	for st, err := range p.log.Read(ctx, stream, msg-1) {
		if err != nil || st.Seq != msg {
			return r, e, err
		}
		c, err := events.Open(st, p.log.Keys())
		if err != nil {
			return r, e, fmt.Errorf("opening message %d: %w", msg, err)
		}
		for _, f := range c.Facts {
			if f.Type != events.TypeReceived {
				continue
			}
			if err := events.Unmarshal(f.Pub, &r); err != nil {
				return r, e, fmt.Errorf("reading message %d: %w", msg, err)
			}
			for _, part := range f.Priv {
				if part.Plain != nil {
					return r, e, events.Unmarshal(part.Plain, &e)
				}
			}
		}
		return r, e, nil
	}
	return r, e, nil
}

func (p *Publisher) gamesOf(person string) []string {
	var out []string
	for id, d := range p.desks {
		for _, s := range d.seats {
			if s.Person == person && !slices.Contains(out, id) {
				out = append(out, id)
			}
		}
	}
	slices.Sort(out)
	return out
}
