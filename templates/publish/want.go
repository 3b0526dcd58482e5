package publish

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"fivepoints/events"
	"fivepoints/games"
	"fivepoints/games/judge"
	"fivepoints/games/table"
	"fivepoints/projections"
	"fivepoints/templates"
)

// want is a post that a commit asks for.
type want struct {
	events.Queued
	stream string
	key    events.Key
	left   string     // seat that its reader has just left
	answer string     // Message-ID of what it answers
	about  events.Seq // the commit that everybody is told of; 0: it is a matter of one seat
	render func(context.Context) (templates.Doc, error)
}

func outbox(game string) string { return "outbox/" + game }

// club is the outbox of posts about no game.
const club = "club"

// postKey names a post by what caused it. [F]
func postKey(cause events.Seq, seat, kind, lang string) events.Key {
	return events.NewKey("post", fmt.Sprint(cause), seat, kind, lang)
}

// secret names the key of the text: what a person wrote is in what he gets.
func (w want) secret() string {
	if w.Person != "" {
		return "people/" + w.Person
	}
	return "games/" + strings.TrimPrefix(w.stream, outbox(""))
}

func (w want) fact(post Post) (events.Fact, error) {
	pub, err := events.Marshal(post.Queued)
	if err != nil {
		return events.Fact{}, err
	}
	to, err := events.Marshal(events.QueuedTo{Subject: post.Subject, InReplyTo: w.answer})
	if err != nil {
		return events.Fact{}, err
	}
	part := events.Part{Audience: string(games.Engine), Key: w.secret(), Plain: to}
	return events.Fact{Type: events.TypeQueued, V: 1, Pub: pub, Priv: []events.Part{part}}, nil
}

// seating is what must be known of a game to tell who gets posts.
type seating struct {
	langs   []string
	seats   []table.SeatTaken
	windows map[string][]string // who may write in it
	tags    map[string]string   // of windows
	started map[string]bool     // seats whose player has answered once
	last    events.Seq          // last commit with a report
	record  bool                // the game was imported: nobody is written to
	people  *table.People
	cold    map[string]bool // seats given in the middle of the game to who has not answered yet
}

// news is what one commit of a game means for its readers.
type news struct {
	disputed bool     // a case or a ruling
	all      bool     // concerns every seat
	told     bool     // there is a summary
	new      bool     // the game begins: players are invited
	starts   bool     // the sheet is the first answer of its player
	seats    []string // concerned
	window   string   // last one closed, or judged again
	again    bool     // judged again
	sheet    *table.Sheet
	cut      bool
	people   []games.Fact      // about people and time
	seated   []table.SeatTaken // who sat down
	press    bool
	asked    *table.Desk
	looked   *table.Previewed
	at       int64 // of the commit, unix ms
}

// wants lists the posts of a commit in a fixed order.
func (p *Publisher) wants(ctx context.Context, st events.Stored, c events.Commit) ([]want, error) {
	switch game := projections.GameOf(c.Stream); {
	case game != "":
		d := p.seating(game)
		n, err := d.read(c)
		if err != nil || d.record {
			return nil, err
		}
		n.at = c.At.UnixMilli()
		wants := p.ofGame(game, st, d, n)
		if n.press {
			return p.pressWants(game, st, d)
		}
		people, err := p.ofPeople(game, st, d, n)
		if err != nil {
			return nil, err
		}
		w, err := p.ofDesk(game, st, n)
		if err != nil {
			return nil, err
		}
		if w.render != nil {
			people = append(people, w)
		}
		late, err := p.ofTime(game, st, d, n)
		return slices.Concat(wants, people, late), err
	case c.Stream == "people":
		return p.ofFolk(ctx, st, c)
	case strings.HasPrefix(c.Stream, "inbox/"):
		return p.ofInbox(ctx, st, c)
	}
	return nil, nil
}

func (p *Publisher) seating(game string) *seating {
	if p.desks[game] == nil {
		p.desks[game] = &seating{windows: map[string][]string{}, tags: map[string]string{}, started: map[string]bool{}, people: table.NewPeople(), cold: map[string]bool{}}
	}
	return p.desks[game]
}

// read takes note of the public facts of a commit.
func (d *seating) read(c events.Commit) (news, error) {
	var n news
	for _, f := range c.Facts {
		if err := d.fact(&n, f); err != nil {
			return n, fmt.Errorf("reading %s: %w", f.Type, err)
		}
	}
	return n, nil
}

func (d *seating) fact(n *news, f events.Fact) error {
	switch f.Type {
	case table.TypeImported:
		d.record = true
	case table.TypeContested, table.TypeStated, table.TypeDecided, table.TypeRuled:
		n.disputed, n.told, n.all = true, true, true
	case table.TypeCreated:
		p, err := payload[table.Created](f)
		d.langs, n.all, n.told, n.new = p.Langs, true, true, true
		return err
	case table.TypeSeat:
		p, err := payload[table.SeatTaken](f)
		d.sit(p)
		d.people.Fold(games.Fact{Pub: p})
		d.started[p.Seat] = d.people.Accepted(p)
		n.seated = append(n.seated, p)
		return err
	case table.TypeOpened:
		p, err := payload[table.Opened](f)
		d.windows[p.Window], d.tags[p.Window] = p.Seats, p.Tag
		n.seats = append(n.seats, p.Seats...)
		return err
	case table.TypeClosed:
		p, err := payload[table.Closed](f)
		n.told, n.window = true, p.Window
		n.seats = append(n.seats, d.windows[p.Window]...)
		return err
	case table.TypeJudged:
		p, err := payload[table.Judged](f)
		n.told, n.again, n.window = true, true, p.Window
		n.seats = append(n.seats, d.windows[p.Window]...)
		return err
	case table.TypeAdjusted:
		p, err := payload[table.Adjusted](f)
		if !p.Again {
			n.all, n.told, n.cut = true, true, true
		}
		return err
	case table.TypeCut:
		n.all, n.told, n.cut = true, true, true
	case table.TypeOver:
		n.all = true
	case table.TypePress:
		n.press = true
	case table.TypePreview:
		p, err := payload[table.Previewed](f)
		n.looked = &p
		return err
	case table.TypeDesk:
		p, err := payload[table.Desk](f)
		n.asked = &p
		return err
	case table.TypeSheet:
		p, err := payload[table.Sheet](f)
		n.sheet, n.starts = &p, d.start(p)
		return err
	default:
		if err := d.aboutPeople(n, f); err != nil {
			return err
		}
	}
	if !table.IsPlatform(f.Type) {
		for _, part := range f.Priv {
			n.seats = append(n.seats, part.Audience)
		}
	}
	return nil
}

// aboutPeople takes note of a fact about the people of the game, or its time.
func (d *seating) aboutPeople(n *news, f events.Fact) error {
	if !table.IsAboutPeople(f.Type) && !table.IsAboutTime(f.Type) {
		return nil
	}
	for i := range f.Priv {
		f.Priv[i].Plain = nil
	}
	fact, err := games.NewCodec(table.FactTypes()...).Decode(f)
	if err == nil {
		d.people.Fold(fact)
		n.people = append(n.people, fact)
	}
	return err
}

func payload[P any](f events.Fact) (p P, err error) {
	err = events.Unmarshal(f.Pub, &p)
	return p, err
}

// start tells whether a sheet is the first answer of the player of its seat.
// Until it comes he is only invited: his address may be another's.
func (d *seating) start(p table.Sheet) bool {
	holds := slices.ContainsFunc(d.seats, func(s table.SeatTaken) bool { return s.Seat == p.Seat && s.Person == p.Person })
	if d.started[p.Seat] || p.By != "" || !holds {
		return false
	}
	d.started[p.Seat] = true
	return true
}

func (d *seating) sit(p table.SeatTaken) {
	delete(d.started, p.Seat)
	for i := range d.seats {
		if d.seats[i].Seat == p.Seat {
			d.seats[i] = p
			return
		}
	}
	d.seats = append(d.seats, p)
}

func (p *Publisher) ofGame(game string, st events.Stored, d *seating, n news) []want {
	var out []want
	add := func(kind string, of events.Seq, s table.SeatTaken, title string) {
		reader := s.Seat // a sitter reads what its player gets
		if d.holder(s.Seat) != s.Person {
			reader = s.Person
		}
		q := events.Queued{Kind: kind, Seat: s.Seat, Person: s.Person, Lang: s.Lang, Title: title}
		about := st.Seq
		if !n.told {
			about = 0
		}
		out = append(out, want{Queued: q, about: about, stream: outbox(game), key: postKey(st.Seq, reader, kind, s.Lang), render: func(ctx context.Context) (templates.Doc, error) {
			if of != st.Seq {
				return p.Document(ctx, game, of, games.Seat(s.Seat), games.Lang(s.Lang))
			}
			return p.document(ctx, game, st, games.Seat(s.Seat), games.Lang(s.Lang))
		}})
	}
	if n.told {
		for _, lang := range d.langs {
			add("summary", st.Seq, table.SeatTaken{Lang: lang}, n.title(st.Seq, "summary"))
		}
		for _, person := range d.watchers() {
			add("summary", st.Seq, table.SeatTaken{Person: person, Lang: string(p.reads(d, person))}, n.title(st.Seq, "summary"))
		}
	}
	for _, s := range d.seats {
		if s.Lang == "" && len(d.langs) > 0 {
			s.Lang = d.langs[0] // nobody asked him yet
		}
		s.Lang = cmp.Or(p.own[s.Person].Lang, s.Lang)
		p.langs[s.Person] = games.Lang(s.Lang)
		switch {
		case s.Person == "":
		case n.new:
			add("invitation", st.Seq, s, "invitation-"+s.Seat)
		case n.told && d.started[s.Seat] && (n.all || slices.Contains(n.seats, s.Seat)):
			add("report", st.Seq, s, n.title(st.Seq, "report-"+s.Seat))
			if sits, ok := d.sitter(p, s, n.at); ok {
				add("report", st.Seq, sits, n.title(st.Seq, "report-"+s.Seat))
			}
		case n.sheet != nil && !n.told && n.sheet.Seat == s.Seat:
			add("receipt", st.Seq, s, fmt.Sprintf("receipt-%s-%d", s.Seat, n.sheet.N))
			if n.sheet.By == judge.BySitter {
				sits := table.SeatTaken{Seat: s.Seat, Person: n.sheet.Person, Lang: string(p.reads(d, n.sheet.Person))}
				add("receipt", st.Seq, sits, fmt.Sprintf("receipt-%s-%d", s.Seat, n.sheet.N))
			}
			switch {
			case n.starts && d.cold[s.Seat]:
				d.cold[s.Seat] = false
				out = append(out, p.welcome(game, st, d, s, true))
			case d.last == 0:
			case n.starts: // what was kept back until he answered
				add("report", d.last, s, fmt.Sprintf("late-%d-report-%s", d.last, s.Seat))
			case n.sheet.Resend: // mail/outbox knows by "again-" that it is an answer
				add("report", d.last, s, fmt.Sprintf("again-%d-report-%s", d.last, s.Seat))
			}
		}
	}
	if n.told && !n.new && !n.disputed {
		d.last = st.Seq
	}
	return out
}

func (d *seating) holder(seat string) string {
	for _, s := range d.seats {
		if s.Seat == seat {
			return s.Person
		}
	}
	return ""
}

// sitter is who reads for the player of a seat at a moment.
func (d *seating) sitter(p *Publisher, s table.SeatTaken, at int64) (table.SeatTaken, bool) {
	sits, ok := d.people.SitterAt(table.SeatTaken{Seat: s.Seat, Person: s.Person}, at, d.seats)
	return table.SeatTaken{Seat: s.Seat, Person: sits.Person, Lang: string(p.reads(d, sits.Person))}, ok
}

// watchers are those who read the summaries by mail: moderators and observers
// without a seat, whose report says it all.
func (d *seating) watchers() []string {
	var out []string
	for _, r := range d.people.Roles {
		plays := slices.ContainsFunc(d.seats, func(s table.SeatTaken) bool { return s.Person == r.Person })
		watches := r.Role == table.Moderator || r.Role == table.Observer
		if watches && !plays && !slices.Contains(out, r.Person) {
			out = append(out, r.Person)
		}
	}
	return out
}

// title is the stem of a file name: "1893-1-summary", "start-report-whyos".
func (n news) title(seq events.Seq, what string) string {
	switch {
	case n.disputed:
		return fmt.Sprintf("dispute-%d-%s", seq, what)
	case n.cut:
		return fmt.Sprintf("correction-%d-%s", seq, what)
	case n.window == "":
		return "start-" + what
	case n.again:
		what = fmt.Sprintf("corrected-%d-%s", seq, what)
	}
	return strings.ReplaceAll(n.window, "/", "-") + "-" + what
}
