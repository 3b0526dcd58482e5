package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"fivepoints/cmd/internal/app/demo"
	"fivepoints/games"
	"fivepoints/games/order"
	"fivepoints/games/table"
)

// desk is where the players write their letters for one open mail.
type desk struct {
	*campaign
	t      *table.Table
	w      *table.Window
	news   map[string][]item
	parser *order.Parser
}

func (d *desk) act(p demo.Player, name string) bool {
	return slices.Contains(d.book.plan[d.slot(p)], name)
}

// sheet is what a player orders, order by order: a head with what is joined to it.
type sheet [][]games.Line

func (s sheet) lines() []games.Line { return slices.Concat(s...) }

// without leaves out the orders of a verb.
func (s sheet) without(verb string) sheet {
	return slices.DeleteFunc(slices.Clone(s), func(u []games.Line) bool { return u[0].Verb == verb })
}

// only keeps the orders that answer a kind of decision.
func (d *desk) only(s sheet, kind string, yes bool) sheet {
	return slices.DeleteFunc(slices.Clone(s), func(u []games.Line) bool {
		v, _ := d.t.Verb(u[0].Verb)
		return (string(v.Kind) == kind) != yes
	})
}

// choose asks the bot and keeps what can be said in the game's language.
func (d *desk) choose(p demo.Player) sheet {
	var s sheet
	for _, l := range ask(d.t, d.w, p.Seat, d.book.styles[p.Seat], d.picks) {
		if l.Join != games.Head && len(s) > 0 {
			s[len(s)-1] = append(s[len(s)-1], l)
			continue
		}
		s = append(s, []games.Line{l})
	}
	return d.sayable(p, s)
}

// sayable drops orders that the parser would not read back as they are.
func (d *desk) sayable(p demo.Player, s sheet) sheet {
	var out sheet
	for _, u := range s {
		try := append(slices.Clone(out), u)
		if sameOrders(d.parser, p.Lang, strings.Join(d.parser.FormatAll(try.lines(), p.Lang), "\n"), try.lines()) {
			out = try
		}
	}
	return out
}

// spelled writes orders the way this player types them.
func (d *desk) spelled(p demo.Player, h habit, s sheet) []string {
	names := map[string]string{}
	for _, set := range d.t.Game.Grammar().Sets {
		for _, w := range set.Words {
			if set.ID == "place" && len(w.EN) > 0 {
				names[w.ID] = w.EN[0]
			}
		}
	}
	var out []string
	for i, u := range s {
		lang := p.Lang
		if h.spelling == "mixed" && i%2 == 1 {
			lang = games.EN
		}
		text := strings.Join(d.parser.FormatAll(u, lang), "\n")
		out = append(out, spell(h.spelling, text, i, names, func(try string) bool {
			return sameOrders(d.parser, p.Lang, try, u)
		}))
		if h.nbsp && lang == games.FR {
			out[i] = strings.ReplaceAll(out[i], ": ", "\u00a0: ")
		}
	}
	return out
}

// when is a good moment of this player's in the days after the report.
func (d *desk) when(p demo.Player, h habit, days int) time.Time {
	opened := time.UnixMilli(d.w.At).In(demo.Start().Location())
	day := time.Date(opened.Year(), opened.Month(), opened.Day(), 0, 0, 0, 0, opened.Location())
	at := day.AddDate(0, 0, days).Add(time.Duration(h.hour)*time.Hour + time.Duration(d.words.Pick(58))*time.Minute + time.Duration(d.words.Pick(60))*time.Second)
	if at.Before(opened.Add(40 * time.Minute)) {
		at = at.AddDate(0, 0, 1)
	}
	return at
}

// draft begins a letter for the open mail.
func (d *desk) draft(p demo.Player, nth int) letter {
	h := habits()[p.Call][0]
	if d.words.Pick(4) == 0 {
		h = habits()[p.Call][1]
	}
	_, domain, _ := strings.Cut(p.Address, "@")
	l := letter{from: p, to: d.to(), habit: h, id: fmt.Sprintf("%s.%s.%d@%s", d.w.Tag, p.Seat, nth, domain)}
	if h.posting != "none" {
		l.quote = d.report(p)
		l.reply = fmt.Sprintf("report.%s.%s@fivepoints.example", d.w.Tag, p.Seat)
		l.subject = h.prefix + l.quote.subject
		return l
	}
	l.subject = d.subject(p)
	return l
}

func (d *desk) subject(p demo.Player) string {
	fr := []string{"Ordres", "nos ordres", "le courrier"}
	en := []string{"orders", "Orders enclosed", "my lot"}
	list := en
	if p.Lang == games.FR {
		list = fr
	}
	return d.tag() + " " + list[d.words.Pick(len(list))]
}

// tag is how subjects name the open mail.
func (d *desk) tag() string { return "[" + d.stage.Game + " " + d.w.Tag + "]" }

// report is the head of the last report, as mail programs quote it.
func (d *desk) report(p demo.Player) *quote {
	at := time.UnixMilli(d.w.At)
	q := &quote{who: d.book.title, address: addressOf(d.stage.Campaign), at: at.Add(time.Minute)}
	zone, err := time.LoadLocation(demo.Zone)
	if err != nil {
		zone = demo.Start().Location()
	}
	end := time.UnixMilli(d.w.Closes).In(zone)
	if p.Lang == games.FR {
		what := d.named("invitation", "votre rapport")
		q.subject = d.tag() + " " + what
		q.lines = []string{
			"# " + d.w.Tag + " : " + what, "",
			fmt.Sprintf("Vos ordres sont attendus avant le %s.", end.Format("02/01/2006 15:04")), "",
			"Répondez au-dessus, une ligne par ordre. Tout le reste est du bavardage.",
		}
		return q
	}
	what := d.named("invitation", "your report")
	q.subject = d.tag() + " " + what
	q.lines = []string{
		"# " + d.w.Tag + ": " + what, "",
		fmt.Sprintf("Your orders are expected before %s.", end.Format("2 January 2006, 15:04")), "",
		"One line for each of them. All the rest is talk.",
	}
	return q
}

// named is what the mail that opens this window is called.
func (d *desk) named(first, later string) string {
	if d.w == d.t.Windows[0] {
		return first
	}
	return later
}

// chat fills in what a player says around his orders.
func (d *desk) chat(p demo.Player, l *letter, key string) {
	say := d.talk[p.Seat]
	if d.words.Pick(3) > 0 {
		l.before = add(l.before, say.take("greet", scene{}, d.words))
	}
	l.before = add(l.before, d.remark(p, key))
	if d.words.Pick(3) == 0 {
		l.before = add(l.before, d.remark(p, ""))
	}
	if d.words.Pick(2) == 0 {
		l.after = add(l.after, say.take("close", scene{}, d.words))
	}
}

func add(list []string, text string) []string {
	if text == "" {
		return list
	}
	return append(list, text)
}

// remark says something: what was asked for, the news, the season.
func (d *desk) remark(p demo.Player, key string) string {
	say := d.talk[p.Seat]
	somebody := d.people[d.words.Pick(len(d.people))]
	if somebody.Seat == p.Seat || d.t.Misses(somebody.Seat, "") > 0 {
		somebody = d.people[(slices.Index(d.people, p)+1)%len(d.people)]
	}
	s := scene{rival: somebody.Call, place: d.somewhere()}
	if key != "" {
		return say.take(key, s, d.words)
	}
	for _, n := range d.news[p.Seat] {
		at := scene{place: d.book.places[n.place]}
		if i := slices.IndexFunc(d.people, func(o demo.Player) bool { return o.Seat == n.other }); i >= 0 {
			at.rival = d.people[i].Call
		}
		if text := say.take(n.key, at, d.words); text != "" {
			return text
		}
	}
	return say.take(d.book.season(d), s, d.words)
}

func (d *desk) somewhere() string {
	if len(d.book.places) == 0 {
		return ""
	}
	codes := slices.Sorted(maps.Keys(d.book.places))
	return d.book.places[codes[d.words.Pick(len(codes))]]
}

// ask asks a bot what a seat writes for an open mail.
func ask(t *table.Table, w *table.Window, seat, style string, c *demo.Chance) []games.Line {
	win := games.Window{ID: w.ID(), Tag: w.Tag, Turn: w.Turn, Report: w.Report}
	for _, s := range w.Seats {
		win.Seats = append(win.Seats, games.Seat(s))
	}
	for _, k := range w.Kinds {
		win.Kinds = append(win.Kinds, games.Kind(k))
	}
	return t.Game.Play(games.Seat(seat), win, style, c.Pick)
}
