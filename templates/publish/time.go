package publish

import (
	"context"
	"slices"
	"strconv"

	"fivepoints/events"
	"fivepoints/games"
	"fivepoints/games/table"
	"fivepoints/templates"
)

// tellTime lists who hears what of a fact about the time of a game. Who has not
// written before a mail is resolved is told by ofTime, to whom it concerns.
func (d *seating) tellTime(f games.Fact) []told {
	all := d.playing()
	switch v := f.Pub.(type) {
	case table.Moved:
		if v.Why == table.MovedCut { // told with the correction
			return nil
		}
		return []told{{to: all, msg: games.Say("news.moved."+v.Why, d.mail(v.Window), moment("at", v.Closes))}}
	case table.Hour:
		return because(all, v.Note)
	case table.Planned:
		return append([]told{{to: all, msg: games.Say("news.plan", games.With("plan", "line", v.Plan))}}, because(all, v.Why)...)
	case table.Paused:
		return append([]told{{to: all, msg: games.Say("news.paused")}}, because(all, v.Why)...)
	case table.Resumed:
		return []told{{to: all, msg: games.Say("news.resumed")}}
	case table.Mustered:
		return []told{{to: all, msg: games.Say("news.mustered")}}
	case table.Delayed:
		return []told{{to: d.moderators(), msg: games.Say("news.delayed", d.mail(v.Window), games.With("source", "text", v.Source))}}
	case table.Missed:
		return []told{{to: d.moderators(), msg: games.Say("news.missed", seatOf(v.Seat), games.Int("row", v.Row))}}
	}
	return nil
}

// playing is everybody but those who were only invited: until they answer nothing
// more is sent to them.
func (d *seating) playing() []string {
	return slices.DeleteFunc(d.everybody(), func(person string) bool {
		return slices.ContainsFunc(d.seats, func(s table.SeatTaken) bool { return s.Person == person && !d.started[s.Seat] }) &&
			!slices.ContainsFunc(d.people.Roles, func(r table.Role) bool { return r.Person == person })
	})
}

// because gives a moderator's reason.
func because(to []string, why string) []told {
	if why == "" {
		return nil
	}
	return []told{{to: to, msg: games.Say("news.because", games.With("why", "text", why))}}
}

// mail names a mail of the game.
func (d *seating) mail(window string) games.MsgArg {
	tag := d.tags[window]
	if tag == "" {
		tag = window
	}
	return games.With("tag", "text", tag)
}

// ofTime lists what concerns those who have not written: reminders to them and
// their sitters, and to the moderators who is late. Nobody else hears of it.
func (p *Publisher) ofTime(game string, st events.Stored, d *seating, n news) ([]want, error) {
	if !slices.ContainsFunc(n.people, func(f games.Fact) bool { return asks(f) != "" }) {
		return nil, nil
	}
	c, err := events.Open(st, p.log.Keys())
	if err != nil {
		return nil, err
	}
	codec := games.NewCodec(table.FactTypes()...)
	var out []want
	for _, e := range c.Facts {
		if e.Type != table.TypeReminded && e.Type != table.TypeLate {
			continue
		}
		f, err := codec.Decode(e)
		if err != nil {
			return nil, err
		}
		who, _ := private[table.Missing](f)
		out = append(out, p.reminders(game, st, d, f, who)...)
		if late, ok := f.Pub.(table.Late); ok {
			out = append(out, p.lateness(game, st, d, late, who)...)
		}
	}
	return out, nil
}

// asks is the mail that a fact asks somebody to write for.
func asks(f games.Fact) string {
	switch v := f.Pub.(type) {
	case table.Reminded:
		return v.Window
	case table.Late:
		return v.Window
	}
	return ""
}

func (p *Publisher) reminders(game string, st events.Stored, d *seating, f games.Fact, who table.Missing) []want {
	var out []want
	for _, a := range who.Seats {
		if !d.started[a.Seat] { // the address may be another's
			continue
		}
		people := []string{a.Person, a.Sitter}
		if late, ok := f.Pub.(table.Late); ok && late.Ask == "moderator" {
			people = people[:1]
		}
		for i, person := range people {
			if person == "" {
				continue
			}
			key := a.Seat
			if i > 0 {
				key = person
			}
			lang := p.reads(d, person)
			q := events.Queued{Kind: "reminder", Seat: a.Seat, Person: person, Lang: string(lang), Title: "reminder-" + strconv.FormatUint(uint64(st.Seq), 10) + "-" + a.Seat}
			out = append(out, want{Queued: q, stream: outbox(game), key: postKey(st.Seq, key, q.Kind, q.Lang), render: p.reminder(game, st, f, a.Seat, lang)})
		}
	}
	return out
}

// reminder writes what a seat owes, and its template.
func (p *Publisher) reminder(game string, st events.Stored, f games.Fact, seat string, lang games.Lang) func(context.Context) (templates.Doc, error) {
	return func(ctx context.Context) (templates.Doc, error) {
		t, err := p.games.At(ctx, game, st.Seq)
		if err != nil {
			return templates.Doc{}, err
		}
		w, err := p.writer(t, lang)
		if err != nil {
			return templates.Doc{}, err
		}
		e := newEdition(t, nil, games.Seat(seat), lang)
		in := templates.Reminder{About: e.about()}
		if late, ok := f.Pub.(table.Late); ok {
			in.Until = late.Until
		}
		for _, due := range e.due(e.to) {
			if due.Window == asks(f) {
				in.Due = append(in.Due, due)
			}
		}
		return w.Reminder(in), nil
	}
}

// lateness tells the moderators who is late, and until when they may act.
func (p *Publisher) lateness(game string, st events.Stored, d *seating, late table.Late, who table.Missing) []want {
	seats := games.MsgArg{Name: "seats", Kind: "list:seat"}
	for _, a := range who.Seats {
		seats.Vals = append(seats.Vals, a.Seat)
	}
	all := []told{{to: d.moderators(), msg: games.Say("news.late."+late.Ask, d.mail(late.Window), seats, moment("until", late.Until))}}
	var out []want
	for _, person := range d.moderators() {
		out = append(out, p.newsFor(game, st, d, person, all))
	}
	return out
}
