package publish

import (
	"cmp"
	"context"
	"encoding/hex"
	"fmt"
	"slices"
	"time"

	"fivepoints/events"
	"fivepoints/games"
	"fivepoints/games/judge"
	"fivepoints/games/order"
	"fivepoints/games/table"
	"fivepoints/templates"
)

// Document renders what a commit of a game gives to read: to everyone (an
// empty seat) the summary, to a seat its report, or the receipt of its sheet.
func (p *Publisher) Document(ctx context.Context, game string, seq events.Seq, to games.Seat, lang games.Lang) (templates.Doc, error) {
	for st, err := range p.log.Read(ctx, "game/"+game, seq-1) {
		if err != nil {
			return templates.Doc{}, fmt.Errorf("reading game %s: %w", game, err)
		}
		if st.Seq == seq {
			return p.document(ctx, game, st, to, lang)
		}
		break
	}
	return templates.Doc{}, fmt.Errorf("showing commit %d of game %s: %w", seq, game, events.ErrNotFound)
}

func (p *Publisher) document(ctx context.Context, game string, st events.Stored, to games.Seat, lang games.Lang) (templates.Doc, error) {
	before, err := p.waiting(ctx, game, st.Seq-1, to)
	if err != nil {
		return templates.Doc{}, err
	}
	t, err := p.games.At(ctx, game, st.Seq)
	if err != nil {
		return templates.Doc{}, err
	}
	facts, err := t.Facts(st, p.log.Keys())
	if err != nil {
		return templates.Doc{}, err
	}
	w, err := p.writer(t, lang)
	if err != nil {
		return templates.Doc{}, err
	}
	e := newEdition(t, facts, to, lang)
	sheet, isSheet := find[table.Sheet](e)
	if isSheet && to != "" && !e.corrects() && !e.has(table.TypeCreated) {
		if sheet.Seat != string(to) {
			return templates.Doc{}, fmt.Errorf("showing commit %d of game %s: it is a sheet of another seat", st.Seq, game)
		}
		return p.promised(ctx, w, w.Receipt(e.receipt(before, sheet.Check)), e)
	}
	doc, err := p.told(ctx, w, e, st)
	if err != nil {
		return templates.Doc{}, err
	}
	if e.to == "" && !e.corrects() {
		doc = w.Sealed(doc, e.commitments())
	}
	return p.sealed(ctx, w, doc, st.Seq, e.has(table.TypeCreated))
}

// told writes what a commit gives to read that is no sheet.
func (p *Publisher) told(ctx context.Context, w *templates.Writer, e edition, st events.Stored) (_ templates.Doc, err error) {
	n, isCase := e.disputes()
	switch {
	case isCase:
		return w.Case(e.dispute(n)), nil
	case e.corrects():
		return w.Correction(e.correction()), nil
	case e.to == "":
		in := e.summary()
		if in.Turn, err = p.turnOf(ctx, e, st); err != nil {
			return templates.Doc{}, err
		}
		if in.Posts, err = p.counted(ctx, e); err != nil {
			return templates.Doc{}, err
		}
		in.Press = e.press(st)
		in.Changes, err = p.changed(ctx, e)
		return w.Summary(in), err
	case e.has(table.TypeCreated):
		return w.Invitation(e.report()), nil
	}
	in := e.report()
	if in.Kept, err = e.kept(); err != nil {
		return templates.Doc{}, err
	}
	if in.Since, err = p.since(ctx, e, st); err != nil {
		return templates.Doc{}, err
	}
	in.Changes, err = p.changed(ctx, e)
	in.Press = e.press(st)
	return w.Report(in), err
}

// waiting lists a seat's orders before a commit, to tell what it put aside.
func (p *Publisher) waiting(ctx context.Context, game string, seq events.Seq, to games.Seat) ([]*table.Unit, error) {
	if to == "" || seq == 0 {
		return nil, nil
	}
	t, err := p.games.At(ctx, game, seq)
	if err != nil || t.Game == nil {
		return nil, err
	}
	return t.Waiting(string(to)), nil
}

// Receipt renders the receipt of a sheet that was read but not recorded.
func (p *Publisher) Receipt(t *table.Table, sheet, text games.Fact, lang games.Lang) (templates.Doc, error) {
	w, err := p.writer(t, lang)
	if err != nil {
		return templates.Doc{}, err
	}
	s, ok := sheet.Pub.(table.Sheet)
	if !ok {
		return templates.Doc{}, fmt.Errorf("showing a sheet of game %s: the fact is %s", t.ID, sheet.Type)
	}
	e := newEdition(t, []games.Fact{sheet, text}, games.Seat(s.Seat), lang)
	r := e.receipt(nil, true)
	r.Check, r.Asked = true, s.Check
	return w.Receipt(r), nil
}

// Picture draws the position of a game for a viewpoint as SVG, nil where its
// rulebook has no picture.
func (p *Publisher) Picture(t *table.Table, to games.Seat, lang games.Lang) ([]byte, error) {
	w, err := p.writer(t, lang)
	if err != nil {
		return nil, err
	}
	return w.Picture(t.Game.View(to)), nil
}

func (p *Publisher) writer(t *table.Table, lang games.Lang) (*templates.Writer, error) {
	g := t.Game.Grammar()
	if p.parsers[t.ID] == nil {
		parser, err := order.New(g)
		if err != nil {
			return nil, fmt.Errorf("reading the grammar of %s: %w", t.Created.Rulebook, err)
		}
		p.parsers[t.ID] = parser
	}
	zone, err := time.LoadLocation(cmp.Or(p.own[p.reader].Zone, t.Created.Zone))
	if err != nil {
		zone = time.UTC // the machine does not know the zone; UTC is always right
	}
	return p.texts.NewWriter(lang, g, p.parsers[t.ID], zone), nil
}

// edition gathers what one commit gives to read to one reader. Its facts are
// redacted: nothing that others alone may know gets as far as a template.
type edition struct {
	t     *table.Table
	facts []games.Fact
	to    games.Seat
	lang  games.Lang
}

func newEdition(t *table.Table, facts []games.Fact, to games.Seat, lang games.Lang) edition {
	eyes := to
	if to == "" {
		eyes = games.Public
	}
	return edition{t, games.See(facts, eyes), to, lang}
}

func (e edition) has(typ string) bool {
	return slices.ContainsFunc(e.facts, func(f games.Fact) bool { return f.Type == typ })
}

// find returns the last payload of a type in the commit.
func find[P any](e edition) (p P, ok bool) {
	for _, f := range e.facts {
		if v, is := f.Pub.(P); is {
			p, ok = v, true
		}
	}
	return p, ok
}

func private[P any](f games.Fact) (p P, ok bool) {
	for _, part := range f.Priv {
		if v, is := part.Payload.(P); is {
			return v, true
		}
	}
	return p, false
}

func (e edition) about() templates.About {
	a := templates.About{Game: e.t.ID, Title: e.t.Created.Title, Seat: e.to}
	if a.Title == "" {
		a.Title = e.t.Book.Info().Title.In(e.lang)
	}
	if w := e.closed(); w != nil {
		a.Tag = tag(w)
	}
	return a
}

func tag(w *table.Window) string {
	if w.Tag != "" {
		return w.Tag
	}
	return w.ID()
}

// closed is the last window this commit closed, or the one it judges again.
func (e edition) closed() *table.Window {
	if c, ok := find[table.Closed](e); ok {
		return e.t.Window(c.Window)
	}
	if again, ok := find[table.Judged](e); ok {
		return e.t.Window(again.Window)
	}
	return nil
}

func (e edition) closing() *templates.Closing {
	w := e.closed()
	if w == nil || w.Closed == nil {
		return nil
	}
	c := &templates.Closing{Why: w.Closed.Why, At: time.UnixMilli(w.Closed.At)}
	for _, seat := range w.Seats {
		if e.t.Excused(seat, w) && !e.t.Wrote(seat, w) {
			c.Absent = append(c.Absent, games.Seat(seat))
		}
	}
	for _, seat := range e.t.Silent(w) {
		c.Silent = append(c.Silent, games.Seat(seat))
	}
	return c
}

// corrected is the reason why the mail is judged again, "" when it is not.
func (e edition) corrected() string {
	if !e.has(table.TypeJudged) || len(e.t.Cuts) == 0 {
		return ""
	}
	return e.t.Cuts[len(e.t.Cuts)-1].Reason
}

// wrote tells whether the reader sent anything for the mail that was closed,
// were it only lines that could not be read.
func (e edition) wrote() bool {
	w := e.closed()
	return w != nil && (e.t.Wrote(string(e.to), w) || slices.ContainsFunc(e.t.Sheets, func(s *table.SheetIn) bool {
		return s.Seat == string(e.to) && s.Window == w.ID() && !s.Voided && !s.Check
	}))
}

// story tells the rules facts of the commit to one viewpoint.
func (e edition) story(to games.Seat) []games.Msg {
	var facts []games.Fact
	for _, f := range e.facts {
		if !table.IsPlatform(f.Type) {
			facts = append(facts, f)
		}
	}
	return e.t.Game.Narrate(facts, to)
}

func (e edition) summary() templates.Summary {
	return templates.Summary{
		About: e.about(), Closed: e.closing(), Corrected: e.corrected(), Rulings: e.rulings(), Story: e.story(games.Public),
		View: e.t.Game.View(games.Public), Due: e.due(""), Over: e.t.Over, Secret: e.secret(),
	}
}

func (e edition) report() templates.Report {
	return templates.Report{
		About: e.about(), Closed: e.closing(), Corrected: e.corrected(), Rulings: e.rulings(), Fates: e.fates(), Wrote: e.wrote(),
		Private: beyond(e.story(e.to), e.story(games.Public)),
		Public:  e.story(games.Public), Forecast: e.forecast(), Standing: e.standing(), Defaults: e.defaults(),
		View: e.t.Game.View(e.to), Due: e.due(e.to), Over: e.t.Over, Secret: e.secret(), Bystander: e.bystander(), Muster: e.t.Mustering(),
	}
}

// press is what was written since the mail before was closed, as the reader may
// know: archived with the turn.
func (e edition) press(st events.Stored) []templates.Press {
	after := int64(0)
	for _, w := range e.t.Windows {
		if w.Closed != nil && w.ClosedSeq < st.Seq {
			after = max(after, w.Closed.At)
		}
	}
	return pressOf(e.t, e.to, e.lang, after, e.t.At)
}

// secret is that of the draws of an ended game.
func (e edition) secret() string {
	if n := len(e.t.Secrets); e.t.Over != nil && n > 0 {
		return e.t.Secrets[n-1].Secret
	}
	return ""
}

// bystander tells that the mail that closed was for other seats only.
func (e edition) bystander() bool {
	w := e.closed()
	return w != nil && !slices.Contains(w.Seats, string(e.to))
}

// forecast is what awaits the reader as things stand, nothing when the game is over.
func (e edition) forecast() []games.Msg {
	if e.t.Over != nil {
		return nil
	}
	return e.t.Game.Forecast(e.to)
}

// standing lists the reader's orders that hold until he takes them back.
func (e edition) standing() [][]games.Line {
	var out [][]games.Line
	for _, u := range e.t.Waiting(string(e.to)) {
		if u.Standing() {
			out = append(out, u.Lines)
		}
	}
	return out
}

// defaults names the decisions of the closed mail that the rules took for the
// reader, as the last words of their ids.
func (e edition) defaults() []string {
	var out []string
	for _, f := range e.facts {
		if p, ok := f.Pub.(table.Used); ok && p.Seat == string(e.to) && p.How == "default" {
			out = append(out, p.Decision)
		}
	}
	return out
}

// beyond returns the messages that are not among those everyone reads.
func beyond(own, all []games.Msg) []games.Msg {
	known := map[string]int{}
	for _, m := range all {
		known[fmt.Sprint(m)]++
	}
	var out []games.Msg
	for _, m := range own {
		if known[fmt.Sprint(m)] > 0 {
			known[fmt.Sprint(m)]--
			continue
		}
		out = append(out, m)
	}
	return out
}

// due lists the open mails: of a seat with what it may send, or of all.
func (e edition) due(seat games.Seat) []templates.Due {
	var out []templates.Due
	for _, w := range e.t.Windows {
		if !w.Open() || seat != "" && !e.t.Awaits(w, string(seat)) {
			continue
		}
		d := templates.Due{Window: w.ID(), Tag: tag(w), Closes: time.UnixMilli(w.Closes), Kinds: w.Kinds}
		for _, s := range w.Seats {
			if e.t.Awaits(w, s) {
				d.Seats = append(d.Seats, games.Seat(s))
			}
		}
		for _, k := range w.Kinds {
			if seat != "" {
				kind := games.Kind(k)
				d.Hints = append(d.Hints, templates.Hint{Kind: kind, Choice: e.t.Game.Options(seat, kind)})
			}
		}
		if seat != "" {
			d.Hints = append(d.Hints, e.early(w, seat)...)
		}
		out = append(out, d)
	}
	return out
}

// early are the standing orders that an open mail asks for ahead of their time.
func (e edition) early(w *table.Window, seat games.Seat) []templates.Hint {
	var out []templates.Hint
	for _, o := range e.t.Game.Windows() {
		for _, k := range o.Early {
			c := e.t.Game.Options(seat, k)
			for i := range c.Lines {
				c.Lines[i].Always = true
			}
			if o.ID == w.ID() {
				out = append(out, templates.Hint{Kind: k, Choice: c})
			}
		}
	}
	return out
}

func (e edition) receipt(before []*table.Unit, dry bool) templates.Receipt {
	sheet, _ := find[table.Sheet](e)
	r := templates.Receipt{
		About: e.about(), N: sheet.N, By: sheet.By, Check: sheet.Check, Asked: sheet.Check, Turn: sheet.Turn, At: time.UnixMilli(sheet.At), Due: e.due(e.to),
	}
	for _, f := range e.facts {
		if text, ok := private[table.Text](f); ok {
			r.Subject, r.Notes, r.Files = text.Subject, text.Lines, text.Attached
		}
		if lines, ok := private[table.Lines](f); ok {
			r.Ready, r.Wait = lines.Ready, lines.Wait
			if dry {
				r.After = judge.After(e.t, sheet, lines)
			}
		}
	}
	if s := e.t.SheetOf(sheet.Seat, sheet.N); s != nil && s.Seq == e.t.Tip {
		r.H = hex.EncodeToString(s.H[:])
	}
	if w := e.t.Window(sheet.Window); w != nil {
		r.Tag = tag(w)
		r.Due = first(r.Due, w.ID())
	}
	r.Ahead = sheet.Turn != "" && e.t.Over == nil &&
		!slices.ContainsFunc(e.t.Windows, func(w *table.Window) bool { return w.Named(sheet.Turn) })
	if r.Ahead {
		r.Tag = sheet.Turn
	}
	r.Pending, r.Forecast = e.pending(before), e.forecast()
	if len(r.Due) > 0 {
		r.Soon = judge.Complete(e.t, e.t.Window(r.Due[0].Window))
	}
	return r
}

// first puts the mail of that window before the others.
func first(due []templates.Due, window string) []templates.Due {
	slices.SortStableFunc(due, func(a, b templates.Due) int {
		switch {
		case a.Window == window && b.Window != window:
			return -1
		case b.Window == window && a.Window != window:
			return 1
		}
		return 0
	})
	return due
}

// pending lists what waits now, then what waited before and no longer does,
// unless the same order was sent again.
func (e edition) pending(before []*table.Unit) []templates.Pending {
	now := e.t.Waiting(string(e.to))
	var out []templates.Pending
	for _, u := range now {
		out = append(out, e.unit(u, false))
	}
	for _, u := range before {
		if !slices.ContainsFunc(now, func(n *table.Unit) bool { return n.Window == u.Window && says(n) == says(u) }) {
			out = append(out, e.unit(u, true))
		}
	}
	return out
}

// says is what an order says, wherever it was written.
func says(u *table.Unit) string {
	lines := slices.Clone(u.Lines)
	for i := range lines {
		lines[i].Src = 0
	}
	return fmt.Sprint(lines)
}

func (e edition) unit(u *table.Unit, gone bool) templates.Pending {
	p := templates.Pending{Lines: u.Lines, Standing: u.Standing(), Gone: gone, Tag: u.Sheet.Turn, Later: !u.Standing()}
	if w := e.t.Window(u.Window); w != nil {
		p.Tag, p.Later = tag(w), false
	}
	return p
}
