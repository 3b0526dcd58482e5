package publish

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"fivepoints/events"
	"fivepoints/games"
	words "fivepoints/games/desk"
	"fivepoints/games/judge"
	"fivepoints/games/table"
	"fivepoints/templates"
)

// told is something that people hear of beside the mails of their game.
type told struct {
	to     []string // people
	msg    games.Msg
	answer func(games.Lang) []string // what to type; nil when nothing is asked
}

// folk is who there is in a game: players, moderators with their deputies, and
// those who watch or stand by.
func (d *seating) folk(roles ...string) []string {
	var out []string
	for _, s := range d.seats {
		out = append(out, s.Person)
	}
	for _, r := range d.people.Roles {
		if slices.Contains(roles, r.Role) {
			out = append(out, r.Person)
		}
	}
	return out
}

// everybody, moderators only, and all who care about an open seat.
func (d *seating) everybody() []string {
	return d.folk(table.Moderator, table.Deputy, table.Observer)
}

func (d *seating) moderators() []string {
	var out []string
	for _, r := range d.people.With(table.Moderator) {
		out = append(out, r.Person)
	}
	return out
}

// tell lists who hears what of a fact about people.
func (p *Publisher) tell(game string, d *seating, f games.Fact) ([]told, error) {
	switch v := f.Pub.(type) {
	case table.Role:
		return d.tellRole(v), nil
	case table.Left:
		return d.tellLeft(v), nil
	case table.SeatOpened:
		return []told{{to: d.folk(table.Moderator, table.Deputy, table.Standby), msg: games.Say("news.open."+v.Why, seatOf(v.Seat))}}, nil
	case table.SeatClosed:
		return []told{{to: d.folk(table.Moderator, table.Deputy, table.Standby), msg: games.Say("news.closed."+v.Why, seatOf(v.Seat))}}, nil
	case table.Offered:
		return d.tellOffer(v), nil
	case table.OfferEnded:
		return d.tellOfferEnded(v), nil
	case table.Asked:
		club, err := p.log.Keys().Key("club")
		return []told{{
			to: []string{v.Person}, msg: games.Say("news.asked."+v.What, seatOf(v.Seat), moment("until", v.Until)),
			answer: func(lang games.Lang) []string { return p.confirmLine(lang, judge.DeskCode(club, game, v)) },
		}}, err
	case table.Absent:
		return d.tellAbsent(v), nil
	case table.Back:
		return []told{{to: d.folk(table.Moderator, table.Deputy), msg: games.Say("news.back", seatOf(v.Seat))}}, nil
	case table.Sitter:
		return d.tellSitter(v), nil
	case table.Succeeded:
		return d.tellSuccession(v), nil
	}
	return d.tellTime(f), nil
}

func (p *Publisher) confirmLine(lang games.Lang, code string) []string {
	w := p.texts.NewWriter(lang, nil, nil, nil)
	return []string{w.Line("confirm.line", games.With("code", "text", code))}
}

func seatOf(seat string) games.MsgArg { return games.With("seat", "seat", seat) }

func moment(name string, at int64) games.MsgArg {
	return games.With(name, "moment", strconv.FormatInt(at, 10))
}

func (d *seating) tellRole(r table.Role) []told {
	key := "news.role."
	switch {
	case r.Why == "seated": // the seat is told
		return nil
	case r.Gone:
		key = "news.role.gone."
	case r.Role == table.Applicant:
		return []told{{to: []string{r.Person}, msg: games.Say("news.applied.you")}, d.tellApplicant(r)}
	}
	own := told{to: []string{r.Person}, msg: games.Say(key + r.Role + ".you")}
	others := d.moderators()
	if r.Role == table.Moderator || r.Role == table.Deputy {
		others = d.everybody()
	}
	others = slices.DeleteFunc(others, func(person string) bool { return person == r.Person })
	return []told{own, {to: others, msg: games.Say(key + r.Role)}}
}

// tellApplicant tells the moderators who would like to play, and how to answer.
func (d *seating) tellApplicant(r table.Role) told {
	msg := games.Say("news.applied")
	if r.Seat != "" {
		msg = games.Say("news.applied.seat", seatOf(r.Seat))
	}
	return told{to: d.moderators(), msg: msg, answer: func(lang games.Lang) []string {
		return []string{strings.TrimSpace(words.Spell(words.Admit, lang) + " " + r.Person + " " + r.Seat)}
	}}
}

func (d *seating) tellLeft(l table.Left) []told {
	out := []told{{to: []string{l.Person}, msg: games.Say("news.left.you."+l.Why, seatOf(l.Seat))}}
	others := slices.DeleteFunc(d.everybody(), func(person string) bool { return person == l.Person })
	return append(out, told{to: others, msg: games.Say("news.left."+l.Why, seatOf(l.Seat))})
}

// tellTaken tells of empty seats that have a player now.
func (d *seating) tellTaken(n news) []told {
	var out []told
	for _, s := range n.seated {
		left := slices.ContainsFunc(n.people, func(f games.Fact) bool {
			l, ok := f.Pub.(table.Left)
			return ok && l.Seat == s.Seat
		})
		if s.Person != "" && !left {
			out = append(out, told{to: d.everybody(), msg: games.Say("news.taken", seatOf(s.Seat))})
		}
	}
	return out
}

func (d *seating) tellOffer(o table.Offered) []told {
	if o.Until == o.At { // he asked himself
		return nil
	}
	return []told{
		{to: []string{o.Person}, msg: games.Say("news.offer.you", seatOf(o.Seat), moment("until", o.Until)), answer: func(lang games.Lang) []string {
			return []string{words.Spell(words.Claim, lang) + " " + o.Seat}
		}},
		{to: d.moderators(), msg: games.Say("news.offer", seatOf(o.Seat), moment("until", o.Until))},
	}
}

func (d *seating) tellOfferEnded(o table.OfferEnded) []told {
	if o.How == "taken" {
		return nil
	}
	out := []told{{to: d.moderators(), msg: games.Say("news.offer."+o.How, seatOf(o.Seat))}}
	if o.How != "declined" {
		out = append(out, told{to: []string{o.Person}, msg: games.Say("news.offer."+o.How+".you", seatOf(o.Seat))})
	}
	return out
}

func (d *seating) tellAbsent(a table.Absent) []told {
	dates := []games.MsgArg{seatOf(a.Seat), games.With("from", "day", a.From), games.With("to", "day", a.To)}
	others := slices.DeleteFunc(d.folk(table.Moderator, table.Deputy), func(person string) bool { return person == a.Person })
	return []told{
		{to: []string{a.Person}, msg: games.Say("news.absent.you."+d.people.Rules.Away, dates...)},
		{to: others, msg: games.Say("news.absent."+d.people.Rules.Away, dates...)},
	}
}

func (d *seating) tellSitter(s table.Sitter) []told {
	key := "news.sitter."
	if s.Gone {
		key = "news.sitter.gone."
	}
	args := []games.MsgArg{seatOf(s.Seat), moment("from", s.From), moment("until", s.To)}
	others := slices.DeleteFunc(d.folk(table.Moderator, table.Deputy), func(person string) bool { return person == s.Of || person == s.Person })
	return []told{
		{to: []string{s.Of}, msg: games.Say(key+"yours", args...)},
		{to: []string{s.Person}, msg: games.Say(key+"you", args...)},
		{to: others, msg: games.Say(key+"other", args...)},
	}
}

func (d *seating) tellSuccession(s table.Succeeded) []told {
	n := games.Int("days", s.Days)
	others := slices.DeleteFunc(d.folk(table.Moderator, table.Deputy, table.Observer, table.Standby), func(person string) bool {
		return person == s.To || slices.Contains(s.From, person)
	})
	return []told{
		{to: []string{s.To}, msg: games.Say("news.succeeded.you", n)},
		{to: s.From, msg: games.Say("news.succeeded.from", n)},
		{to: others, msg: games.Say("news.succeeded", n)},
	}
}

// ofPeople lists what people get of the facts about them in a commit: each one
// post that tells him all, and who sits down what he needs to play.
func (p *Publisher) ofPeople(game string, st events.Stored, d *seating, n news) ([]want, error) {
	var all []told
	for _, f := range n.people {
		more, err := p.tell(game, d, f)
		if err != nil {
			return nil, err
		}
		if n.new { // who was named hears of it, the others have their invitation
			more = more[:min(len(more), 1)]
		}
		all = append(all, more...)
	}
	if !n.new {
		all = append(all, d.tellTaken(n)...)
	}
	out := p.sittings(game, st, d, n)
	for _, person := range recipients(all) {
		if !n.new && slices.ContainsFunc(n.seated, func(s table.SeatTaken) bool { return s.Person == person }) {
			continue // he is welcomed
		}
		w := p.newsFor(game, st, d, person, all)
		w.left = leftBy(n, person)
		out = append(out, w)
	}
	if !n.new {
		for _, s := range n.seated {
			if s.Person != "" {
				agreed := d.people.Accepted(s)
				d.cold[s.Seat] = !agreed
				out = append(out, p.welcome(game, st, d, s, agreed))
			}
		}
	}
	return out, nil
}

// sittings send a sitter the papers of the seat when his time begins.
func (p *Publisher) sittings(game string, st events.Stored, d *seating, n news) []want {
	var out []want
	for _, f := range n.people {
		if v, ok := f.Pub.(table.Sitting); ok {
			w := p.welcome(game, st, d, table.SeatTaken{Seat: v.Seat, Person: v.Person}, true)
			w.Title, w.key = "sitting-"+v.Seat, postKey(st.Seq, v.Person, w.Kind, w.Lang)
			w.render = p.sitting(game, st, v, games.Lang(w.Lang))
			out = append(out, w)
		}
	}
	return out
}

func (p *Publisher) sitting(game string, st events.Stored, v table.Sitting, lang games.Lang) func(context.Context) (templates.Doc, error) {
	return func(ctx context.Context) (templates.Doc, error) {
		e, w, err := p.asOf(ctx, game, st, v.Seat, lang)
		if err != nil {
			return templates.Doc{}, err
		}
		return w.Sitting(e.report(), e.pending(nil), time.UnixMilli(v.Until)), nil
	}
}

// asOf is how a seat stands at a commit, whatever it brought.
func (p *Publisher) asOf(ctx context.Context, game string, st events.Stored, seat string, lang games.Lang) (edition, *templates.Writer, error) {
	t, err := p.games.At(ctx, game, st.Seq)
	if err != nil {
		return edition{}, nil, err
	}
	w, err := p.writer(t, lang)
	return newEdition(t, nil, games.Seat(seat), lang), w, err
}

// recipients lists who hears anything, each once, in the order told.
func recipients(all []told) []string {
	var out []string
	for _, t := range all {
		for _, person := range t.to {
			if person != "" && !slices.Contains(out, person) {
				out = append(out, person)
			}
		}
	}
	return out
}

func (p *Publisher) newsFor(game string, st events.Stored, d *seating, person string, all []told) want {
	q := events.Queued{Kind: "news", Person: person, Lang: string(p.reads(d, person)), Title: "news-" + strconv.FormatUint(uint64(st.Seq), 10)}
	for _, s := range d.seats {
		if s.Person == person {
			q.Seat = s.Seat
		}
	}
	lang := games.Lang(q.Lang)
	var items []templates.NewsItem
	for _, t := range all {
		if slices.Contains(t.to, person) {
			item := templates.NewsItem{Msg: t.msg}
			if t.answer != nil {
				item.Answer = t.answer(lang)
			}
			items = append(items, item)
		}
	}
	return want{Queued: q, stream: outbox(game), key: postKey(st.Seq, person, q.Kind, q.Lang), render: func(ctx context.Context) (templates.Doc, error) {
		e, w, err := p.asOf(ctx, game, st, q.Seat, lang)
		if err != nil {
			return templates.Doc{}, err
		}
		return w.News(templates.News{About: e.about(), Items: items}), nil
	}}
}

// leftBy is the seat that somebody has left by a commit, "" for none.
func leftBy(n news, person string) string {
	for _, f := range n.people {
		if l, ok := f.Pub.(table.Left); ok && l.Person == person {
			return l.Seat
		}
	}
	return ""
}

// reads tells which language somebody in a game reads.
func (p *Publisher) reads(d *seating, person string) games.Lang {
	lang := p.own[person].Lang
	for _, r := range d.people.Roles {
		if r.Person == person {
			lang = cmp.Or(lang, r.Lang)
		}
	}
	for _, s := range d.seats {
		if s.Person == person {
			lang = cmp.Or(lang, s.Lang)
		}
	}
	for _, s := range d.people.Sitters {
		if s.Person == person {
			lang = cmp.Or(lang, s.Lang)
		}
	}
	if own, ok := p.langs[person]; ok && lang == "" {
		lang = string(own)
	}
	if lang == "" && len(d.langs) > 0 {
		lang = d.langs[0]
	}
	return games.Lang(lang)
}

// welcome is the first post to who got a seat in the middle of a game. How the
// seat stands is for somebody who has said yes, or answered: before, the address
// may be another's.
func (p *Publisher) welcome(game string, st events.Stored, d *seating, s table.SeatTaken, agreed bool) want {
	s.Lang = string(p.reads(d, s.Person))
	q := events.Queued{Kind: "invitation", Seat: s.Seat, Person: s.Person, Lang: s.Lang, Title: "welcome-" + s.Seat}
	return want{Queued: q, stream: outbox(game), key: postKey(st.Seq, s.Seat, q.Kind, q.Lang), render: func(ctx context.Context) (templates.Doc, error) {
		e, w, err := p.asOf(ctx, game, st, s.Seat, games.Lang(s.Lang))
		if err != nil {
			return templates.Doc{}, err
		}
		if !agreed {
			return w.Asked(templates.Report{About: e.about(), Due: e.due(e.to)}), nil
		}
		return w.Welcome(e.report(), e.pending(nil)), nil
	}}
}
