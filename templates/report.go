package templates

import (
	"slices"
	"strings"
	"time"

	"fivepoints/games"
	ny "fivepoints/games/newyork1890"
	"fivepoints/games/table"
)

// Closing says how a mail was closed.
type Closing struct {
	Why    string // "deadline", "complete" or "moderator"
	At     time.Time
	Absent []games.Seat // whose players were away and sent nothing
	Silent []games.Seat // who sent nothing
}

// Summary is what everyone reads when a mail is closed, or when a game begins.
type Summary struct {
	About
	Closed    *Closing     // nil when the game begins
	Corrected string       // reason of the cut that had this mail played again
	Rulings   []string     // reasons of the moderator's changes of the position since the last mail
	Changes   []games.Msg  // what they changed
	Story     []games.Msg  // what happened, as everyone may know
	Turn      []games.Fact // public facts since the mail that ended the turn before
	Posts     []Counted    // of boards, whose orders it was played with
	View      games.View   // of the public
	Due       []Due
	Over      *table.Over
	Secret    string  // of the draws, once the game is over
	Preview   bool    // it has not happened yet
	Press     []Press // to all, since the mail before
}

// Report is what one seat reads when a mail is closed, or when a game begins.
type Report struct {
	About
	Closed    *Closing
	Corrected string
	Rulings   []string
	Changes   []games.Msg
	Fates     []Fate
	Kept      []Fate         // what would become of the orders kept for the mails that open
	Wrote     bool           // the seat sent something for this mail, if no orders
	Bystander bool           // the mail that closed was not this seat's: nothing was asked of it
	Private   []games.Msg    // what only this seat may know
	Public    []games.Msg    // the story that everyone reads
	Since     []games.Msg    // the same since the last mail that was this seat's
	Forecast  []games.Msg    // what awaits the seat as things stand
	Standing  [][]games.Line // its orders that hold until taken back
	Defaults  []string       // decisions that the rules took for it
	View      games.View     // of the seat
	Due       []Due
	Over      *table.Over
	Secret    string  // of the draws, once the game is over
	Muster    bool    // no deadline runs before every seat has answered
	Press     []Press // that the seat wrote or may read, since the mail before
}

// Fate is what became of one order.
type Fate struct {
	Lines   []games.Line
	How     string      // "sheet", "standing", "fallback", "skipped", "guard", "unused" or "kept"; of one that waits "ahead" or "reserve"
	Result  *games.Msg  // what it came to, in place of the word for How
	Msg     *games.Msg  // why
	Also    []games.Msg // why its other alternatives would not do
	Rule    string
	Nearest []games.Line
}

// Summary writes the public summary: a story, then tables.
func (w *Writer) Summary(in Summary) Doc {
	d := Doc{Title: w.title(in.About, "", "summary.title"), lang: w.lang}
	d.add(heading{1, join(" · ", text(in.Title), w.opening("summary.head", in.About, in.Closed))})
	if in.Preview {
		d.Title = w.t("preview.title", word("title", text(d.Title))).String()
		d.add(para{w.t("preview.warning")})
	}
	d.add(w.lead(in.Story, in.View)...)
	d.add(w.closing(in.Closed, in.Corrected, in.Rulings)...)
	d.add(w.under("summary.changes", w.changes(in.Changes))...)
	if in.Closed != nil || len(in.Story) > 0 {
		d.add(w.story(in.Story)...)
	}
	d.add(w.under("summary.posts", w.posts(in.Posts))...)
	d.add(w.under("press.section", w.pieces(in.Press))...)
	d.add(w.over(in.Over, in.Secret)...)
	d.add(w.under("summary.tables", w.situation(in))...)
	if in.Over == nil {
		d.add(heading{2, w.t("due.head")}, w.due(in.Due, ""))
	}
	return d
}

// Report writes what one seat needs to know, and its next order template.
func (w *Writer) Report(in Report) Doc {
	d := Doc{Title: w.title(in.About, next(in.Due), "report.title"), lang: w.lang}
	d.add(heading{1, w.opening("report.head", in.About, in.Closed)})
	if lead := w.lead(in.Public, in.View); len(lead) > 0 {
		d.add(lead...)
	}
	d.add(w.closing(in.Closed, in.Corrected, in.Rulings)...)
	d.add(w.under("summary.changes", w.changes(in.Changes))...)
	if len(in.Since) > 0 {
		d.add(w.story(in.Since)...)
	}
	if in.Closed != nil && (!in.Bystander || len(in.Fates) > 0) {
		d.add(heading{2, w.t("report.fates")})
		d.add(w.fates(unlisted(in), in.Wrote)...)
		d.add(w.defaults(in.Defaults)...)
	}
	if len(in.Private) > 0 {
		d.add(w.under("report.private", w.sentences(in.Private))...)
	}
	d.add(w.under("press.section", w.pieces(in.Press))...)
	d.add(w.over(in.Over, in.Secret)...)
	d.add(w.under("report.outlook", w.outlookOf(in.Forecast))...)
	d.add(w.under("report.ahead", w.kept(in.Kept))...)
	d.add(w.under("report.standing", w.standingOrders(in.Standing))...)
	d.add(w.under("report.state", w.position(in.View, in.Seat))...)
	if in.Over == nil {
		d.add(heading{2, w.t("due.head")}, w.due(in.Due, in.Seat))
		d.add(para{w.t("marker")})
		d.add(w.template(in.About, in.Due)...)
	}
	return d
}

// outlookOf lists what awaits a seat.
func (w *Writer) outlookOf(all []games.Msg) []block {
	var items []inline
	t := w.teller("ny")
	for _, m := range all {
		items = append(items, t.say(m))
	}
	if len(items) == 0 {
		return nil
	}
	return []block{list{items}}
}

func (w *Writer) standingOrders(all [][]games.Line) []block {
	var items []inline
	for _, lines := range all {
		items = append(items, w.orders(lines))
	}
	if len(items) == 0 {
		return nil
	}
	return []block{list{items}}
}

// defaults says what the rules chose for a seat, of decisions that a game has words for.
func (w *Writer) defaults(decisions []string) []block {
	var parts []inline
	told := map[string]bool{}
	for _, d := range decisions {
		for _, word := range strings.Split(d, "/") {
			if s := w.texts["ny.default."+word]; s != nil && !told[word] {
				told[word] = true
				parts = append(parts, w.t("ny.default."+word))
			}
		}
	}
	if len(parts) == 0 {
		return nil
	}
	return []block{para{w.t("report.defaults", word("list", w.series(parts)))}}
}

// situation shows the position to all.
func (w *Writer) situation(in Summary) []block {
	if city, ok := in.View.(ny.View); ok {
		return w.nySituation(city, in.Turn)
	}
	return w.position(in.View, "")
}

// under puts a heading over blocks, if there are any.
func (w *Writer) under(key string, blocks []block) []block {
	if len(blocks) == 0 {
		return nil
	}
	return append([]block{heading{2, w.t(key)}}, blocks...)
}

// opening is the title of a report or summary.
func (w *Writer) opening(key string, a About, c *Closing) inline {
	if c == nil {
		key += ".first"
	}
	return w.t(key, w.mail(a.Tag), arg("seat", "seat", string(a.Seat)))
}

// mail names a mail: by its tag, "Turn 5" where that is a bare number.
func (w *Writer) mail(tag string) games.MsgArg {
	if tag != "" && strings.Trim(tag, "0123456789") == "" {
		tag = w.t("mail.turn", arg("tag", "text", tag)).String()
	}
	return arg("tag", "text", tag)
}

func (w *Writer) closing(c *Closing, corrected string, rulings []string) []block {
	var out []block
	if corrected != "" {
		out = append(out, para{w.t("summary.corrected", arg("why", "text", corrected))})
	}
	for _, why := range rulings {
		out = append(out, para{w.t("summary.ruling", arg("why", "text", why))})
	}
	if c != nil {
		out = append(out, para{w.t("summary.closed."+c.Why, word("date", w.date(c.At)))})
		if len(c.Absent) > 0 {
			out = append(out, para{w.t("summary.absent", seats("seats", c.Absent))})
		}
		if len(c.Silent) > 0 {
			out = append(out, para{w.t("summary.silent", seats("seats", c.Silent))})
		}
	}
	return out
}

// changes lists what a moderator changed, without the headings of a story.
func (w *Writer) changes(all []games.Msg) []block {
	var items []inline
	for _, m := range all {
		if s := w.say(m); len(s) > 0 && !w.isHeading(m) {
			items = append(items, s)
		}
	}
	if len(items) == 0 {
		return nil
	}
	return []block{list{items}}
}

// story tells what happened: as prose where a game has its teller, else fact by
// fact under the headings that are among them.
func (w *Writer) story(all []games.Msg) []block {
	body := w.byFact(all)
	if isCity(all) {
		body = w.nyStory(all)
	}
	if len(body) == 0 {
		body = []block{para{w.t("summary.story.none")}}
	}
	return append([]block{heading{2, w.t("summary.story")}}, body...)
}

func (w *Writer) byFact(all []games.Msg) []block {
	var body []block
	var run []games.Msg
	flush := func() {
		body = append(body, w.sentences(run)...)
		run = nil
	}
	for i, m := range all {
		switch {
		case !w.isHeading(m):
			run = append(run, m)
		case w.leads(all[i:]):
			flush()
			body = append(body, w.storyHeading(m))
		}
	}
	flush()
	return body
}

// headingMark begins the text of a message that is a heading of the story.
const headingMark = "# "

func isHeading(s sentence) bool { return len(s) > 0 && strings.HasPrefix(s[0].text, headingMark) }

func (w *Writer) isHeading(m games.Msg) bool { return isHeading(w.texts[m.Key]) }

// leads tells whether a heading has something under it before the next of its
// rank: the headings of phases (keys with ".phase.") rank below the others.
func (w *Writer) leads(all []games.Msg) bool {
	minor := isPhase(all[0])
	for _, m := range all[1:] {
		if !w.isHeading(m) {
			return true
		}
		if minor || !isPhase(m) {
			return false
		}
	}
	return false
}

func isPhase(m games.Msg) bool { return strings.Contains(m.Key, ".phase.") }

func (w *Writer) storyHeading(m games.Msg) block {
	t := w.fill(m)
	t[0].text = strings.TrimPrefix(t[0].text, headingMark)
	return heading{3, capital(t)}
}

// group is sentences in a row that begin with the same name, "" for none.
type group struct {
	actor string
	items []inline
}

// groups puts sentences of one actor together. What follows a colon, things
// rather than sentences, stands behind it on its line.
func (w *Writer) groups(all []games.Msg) (out []group, several bool) {
	listing := ""
	for _, m := range all {
		t := w.say(m)
		if len(t) == 0 {
			continue
		}
		if text := t.String(); listing != "" && !strings.HasSuffix(text, ".") {
			g := &out[len(out)-1]
			last := &g.items[len(g.items)-1]
			*last, listing = join(listing, *last, t), "; "
			continue
		} else if listing = ""; strings.HasSuffix(text, ":") {
			listing = " "
		}
		if n := len(out); n > 0 && out[n-1].actor == actorOf(t) {
			out[n-1].items = append(out[n-1].items, t)
			several = several || out[n-1].actor != ""
			continue
		}
		out = append(out, group{actorOf(t), []inline{t}})
	}
	return out, several
}

// sentences lists messages. Where somebody has several in a row, his stand
// under his name, each without it.
func (w *Writer) sentences(all []games.Msg) []block {
	groups, several := w.groups(all)
	var out []block
	var items []inline
	for _, g := range groups {
		switch {
		case !several:
			items = append(items, g.items...)
		case g.actor == "" || len(g.items) == 1:
			for _, t := range g.items {
				out = append(out, para{t})
			}
		default:
			out = append(out, w.deeds(g)...)
		}
	}
	if len(items) > 0 {
		out = append(out, list{items})
	}
	return out
}

// deeds tells what one actor did: short sentences run on, as one would say them;
// those that list or explain something stand alone.
func (w *Writer) deeds(g group) []block {
	var said, run []inline
	flush := func() {
		if len(run) > 0 {
			said = append(said, append(join(" ", strongly(g.actor), w.series(run)), span{text: "."}))
		}
		run = nil
	}
	plain := 0
	for _, t := range g.items {
		if deed, ok := runsOn(t); ok {
			plain++
			run = append(run, deed)
			continue
		}
		flush()
		said = append(said, t)
	}
	flush()
	if plain < 2 {
		return []block{para{strongly(g.actor)}, list{each(g.items, without)}}
	}
	return []block{para{join(" ", said...)}}
}

// runsOn returns a sentence without its actor and its full stop, if it is one that
// may run on.
func runsOn(t inline) (inline, bool) {
	rest := inline(t[1:]).String()
	if !strings.HasPrefix(rest, " ") || !strings.HasSuffix(rest, ".") || strings.ContainsAny(strings.TrimSuffix(rest, "."), ":;.") {
		return nil, false
	}
	t = slices.Clone(t[1:])
	t[0].text = strings.TrimLeft(t[0].text, " ")
	last := len(t) - 1
	t[last].text = strings.TrimSuffix(t[last].text, ".")
	return t, true
}

func each(items []inline, do func(inline) inline) []inline {
	out := make([]inline, len(items))
	for i, t := range items {
		out[i] = do(t)
	}
	return out
}

// actorOf is the name in bold that a sentence begins with, "" when there is none.
func actorOf(t inline) string {
	if len(t) > 1 && t[0].style == strong {
		return t[0].text
	}
	return ""
}

func without(t inline) inline {
	t = slices.Clone(t[1:])
	t[0].text = strings.TrimLeft(t[0].text, " :"+nbsp)
	return capital(t)
}

// over is how a game ended, and what its draws can be checked with.
func (w *Writer) over(o *table.Over, secret string) []block {
	if o == nil {
		return nil
	}
	out := []block{heading{2, w.t("summary.over")}, para{w.say(games.Msg{Key: o.Why})}}
	var items []inline
	rank := 1
	for _, tied := range o.Ranks {
		ids := make([]games.Seat, len(tied))
		for i, s := range tied {
			ids[i] = games.Seat(s)
		}
		items = append(items, w.t("summary.rank", number("n", rank), seats("seats", ids)))
		rank += len(tied)
	}
	out = append(out, list{items})
	if secret != "" {
		out = append(out, para{w.t("summary.secret")}, pre{[]string{secret}})
	}
	return out
}

// unlisted leaves out the standing orders that were not needed: the report
// lists them by themselves.
func unlisted(in Report) []Fate {
	if len(in.Standing) == 0 {
		return in.Fates
	}
	var out []Fate
	for _, f := range in.Fates {
		if f.How != "kept" {
			out = append(out, f)
		}
	}
	if len(out) == 0 && len(in.Fates) > 0 {
		return in.Fates[:1:1]
	}
	return out
}

// fates is the table of a seat's own orders.
func (w *Writer) fates(all []Fate, wrote bool) []block {
	switch {
	case len(all) == 1 && all[0].How == "kept":
		return []block{para{w.t("report.fates.kept")}}
	case len(all) == 0 && wrote:
		return []block{para{w.t("report.fates.empty")}}
	case len(all) == 0:
		return []block{para{w.t("report.fates.none")}}
	}
	return []block{w.outcomes(all)}
}

// kept is the table of the orders that wait for the mail now open.
func (w *Writer) kept(all []Fate) []block {
	if len(all) == 0 {
		return nil
	}
	out := []block{w.outcomes(all)}
	if !slices.ContainsFunc(all, func(f Fate) bool { return f.How == "ahead" }) {
		out = append(out, para{w.t("report.ahead.void")})
	}
	return out
}

func (w *Writer) outcomes(all []Fate) grid {
	g := grid{head: []inline{w.t("report.col.order"), w.t("report.col.fate"), w.t("receipt.col.why")}}
	for _, f := range all {
		result := w.t("fate." + f.How)
		if f.Result != nil {
			result = w.fill(*f.Result)
		}
		g.rows = append(g.rows, []inline{w.orders(f.Lines), result, w.fate(f)})
	}
	return g
}

func (w *Writer) fate(f Fate) inline {
	var why inline
	if f.Msg != nil {
		why = w.say(*f.Msg)
	}
	why = w.others(why, f.Also)
	var near []inline
	for _, l := range f.Nearest {
		near = append(near, w.orders([]games.Line{l}))
	}
	return w.reasons(why, f.Rule, near)
}

// Notice answers a message that could not count.
type Notice struct {
	About
	Subject string   // of the message it answers
	Reason  string   // stable word of events.Settled
	Games   []string // in which the person holds a seat

	// Of a message whose sender nothing proves:
	Code string    // what its writer sends back
	From string    // the address it named
	At   time.Time // when it came
}

// Notice writes why a message did not count and what to do.
func (w *Writer) Notice(in Notice) Doc {
	if in.Code != "" {
		return w.confirmation(in)
	}
	d := Doc{Title: reply(in.Subject) + " " + w.t("notice.title").String(), lang: w.lang}
	why := w.t("notice.other", arg("reason", "text", in.Reason))
	if _, ok := w.texts["notice."+in.Reason]; ok && in.Reason != "other" {
		why = w.t("notice." + in.Reason)
	}
	d.add(heading{1, w.t("notice.head")}, para{why})
	if len(in.Games) > 0 {
		d.add(para{w.t("notice.games", arg("games", "list:text", in.Games...))})
	}
	d.add(para{w.t("notice.kept")})
	return d
}

// confirmation asks whether a message is its reader's. Of that message it says
// what finds it again, and none of its text: a stranger may have written it.
func (w *Writer) confirmation(in Notice) Doc {
	d := Doc{Title: w.t("confirm.title").String() + " " + reply(in.Subject), lang: w.lang}
	d.add(para{w.t("marker")}, heading{1, w.t("confirm.head")},
		para{w.t("confirm.what", word("date", w.date(in.At)), arg("from", "text", in.From), arg("subject", "text", in.Subject))},
		para{w.t("confirm.do")}, pre{[]string{w.t("confirm.line", arg("code", "text", in.Code)).String()}},
		para{w.t("confirm.not")}, para{w.t("confirm.once")})
	return d
}
