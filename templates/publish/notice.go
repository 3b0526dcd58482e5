package publish

import (
	"context"
	"fmt"
	"slices"

	"fivepoints/events"
	"fivepoints/games"
	"fivepoints/templates"
)

// meet takes note of which language people read.
func (p *Publisher) meet(c events.Commit) error {
	for _, f := range c.Facts {
		if f.Type != events.TypePerson {
			continue
		}
		who, err := payload[events.Person](f)
		if err != nil {
			return fmt.Errorf("reading %s: %w", f.Type, err)
		}
		p.langs[who.Person] = games.Lang(who.Lang)
	}
	return nil
}

// ofInbox answers known people whose message did not count. Nobody else is
// answered: a forged sender must not make us write to strangers.
func (p *Publisher) ofInbox(ctx context.Context, c events.Commit) ([]want, error) {
	var out []want
	for _, f := range c.Facts {
		if f.Type != events.TypeSettled {
			continue
		}
		s, err := payload[events.Settled](f)
		if err != nil {
			return nil, fmt.Errorf("reading %s: %w", f.Type, err)
		}
		if s.Outcome != "held" && s.Outcome != "refused" {
			continue
		}
		w, ok, err := p.notice(ctx, c.Stream, s)
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
	e, err := p.envelope(ctx, stream, s.Msg)
	if err != nil {
		return want{}, false, err
	}
	lang, known := p.langs[e.Person]
	if e.Person == "" || !known {
		return want{}, false, nil
	}
	game := club
	if len(e.Claims) > 0 && p.desks[e.Claims[0].Game] != nil {
		game = e.Claims[0].Game
	}
	return want{
		Queued: events.Queued{Kind: "notice", Person: e.Person, Lang: string(lang), Title: fmt.Sprintf("notice-%d", s.Msg)},
		stream: outbox(game), key: events.NewKey("notice", fmt.Sprint(s.Msg)), answer: e.MessageID,
		render: func(context.Context) (templates.Doc, error) {
			w := p.texts.NewWriter(lang, nil, nil, nil)
			return w.Notice(templates.Notice{Subject: e.Subject, Reason: s.Reason, Games: p.gamesOf(e.Person)}), nil
		},
	}, true, nil
}

// envelope reads the private half of a received message.
func (p *Publisher) envelope(ctx context.Context, stream string, msg events.Seq) (e events.Envelope, err error) {
	if msg == 0 {
		return e, nil
	}
	for st, err := range p.log.Read(ctx, stream, msg-1) {
		if err != nil || st.Seq != msg {
			return e, err
		}
		c, err := events.Open(st, p.log.Keys())
		if err != nil {
			return e, fmt.Errorf("opening message %d: %w", msg, err)
		}
		for _, f := range c.Facts {
			for _, part := range f.Priv {
				if f.Type == events.TypeReceived && part.Plain != nil {
					return e, events.Unmarshal(part.Plain, &e)
				}
			}
		}
		return e, nil
	}
	return e, nil
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
