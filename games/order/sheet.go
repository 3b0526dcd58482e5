package order

import (
	"fmt"
	"strings"

	"fivepoints/games"
)

// Bounds of a sheet (order.limit).
const (
	maxOrders = 400  // orders, good and bad; later lines are listed as unread
	maxLines  = 4000 // lines; the first one beyond is listed for all
)

// Input is one visible line of a message.
type Input struct {
	N         int    // number of the line, from 1
	Text      string // as shown
	Quoted    bool   // of an earlier message: never gives orders
	Ignored   bool   // signature or banner: never gives orders
	Board     string // "spoiler", "struck" or "unclear" in a post of a board: never gives orders
	Elsewhere bool   // in the half of the message that was not read: never gives orders
}

// Sheet is what a player sent.
type Sheet struct {
	Game, Turn string       // from a line PARTIE/GAME id [TOUR/TURN n]; see ParseFor
	Lines      []games.Line // the valid orders, in order; Src is Input.N
	Add        bool         // append to the pending orders instead of replacing
	Check      bool         // a dry run
	Ready      bool         // complete for this window
	Wait       bool         // not complete yet
	Resend     bool         // asks for the last report again
	Clear      bool         // empty what is pending first
	Cancel     []Cancel
	Absent     *Absence
	Notes      []Note // one for each line that says something, in order
}

// Cancel withdraws orders: all, those of a verb, or one object of a verb. It
// touches what was sent before and the lines of its sheet that stand above it.
type Cancel struct {
	Always bool // standing orders only
	Verb   string
	Object string
	Src    int // Input.N of its line
}

// Absence is a time away, both ISO dates included.
type Absence struct {
	From, To string
	Src      int // its line in the message
}

// Kind says how a line was read.
type Kind string

// The kinds of notes.
const (
	Order   Kind = "order"
	Error   Kind = "error"   // an order that was refused
	Near    Kind = "near"    // perhaps meant as an order
	Talk    Kind = "talk"    // for people
	Quoted  Kind = "quoted"  // would have been an order, but is quoted
	Comment Kind = "comment" // comment or frame
	Unread  Kind = "unread"  // behind the end or beyond the limit
	Setting Kind = "setting" // about the sheet itself
)

// Note tells how one line was read. Lines that are quoted, signature or behind
// the end get one only when they would have been orders.
type Note struct {
	N       int
	Text    string
	Kind    Kind
	Orders  []games.Line // as understood
	Problem *games.Msg
	Rule    string
	Nearest []string // what to type instead, in the sender's language
}

// Parse reads the visible lines of a message. lang is the language of the
// game's words in answers, and settles what "3m" means; orders may mix both.
func (p *Parser) Parse(lang games.Lang, in []Input) Sheet { return p.ParseFor("", lang, in) }

// ParseFor is Parse for a sheet of a game whose id is known: a line that is
// that id and a turn, "ny12 1893c", is a header too.
func (p *Parser) ParseFor(game string, lang games.Lang, in []Input) Sheet {
	s := sheetReader{p: p, lang: lang, game: game}
	for i := range in {
		s.line(in[i])
	}
	s.joinElse()
	s.bundled()
	s.last()
	s.cancelled()
	return s.done()
}

// entry is a note with what later lines may still change about it.
type entry struct {
	Note
	els   bool   // an else branch
	torn  string // bundle of a line that was not understood
	tail  string // its last token
	place int    // of its line in the message: neighbours differ by one
}

// sheetReader reads line by line.
type sheetReader struct {
	p       *Parser
	lang    games.Lang
	game    string // id of the game, "" when unknown
	sheet   Sheet
	entries []entry
	place   int
	orders  int
	ended   bool // behind FIN, the frame or the signature
	foreign bool // behind the header of a second game
}

func (s *sheetReader) line(in Input) {
	s.place++
	in.Text = strings.ToValidUTF8(in.Text, "\uFFFD")
	raw := strings.TrimSpace(in.Text)
	switch {
	case raw == "":
	case s.place > maxLines+1:
	case s.place > maxLines || s.orders >= maxOrders:
		s.beyond(in, raw)
	case in.Quoted || strings.HasPrefix(raw, ">"):
		s.quoted(in, strings.TrimLeft(raw, "> "))
	case in.Board != "":
		s.wouldBe(in, raw, boardKind(in.Board), "order."+in.Board, "order.cut")
	case in.Elsewhere:
		s.wouldBe(in, raw, Unread, "order.elsewhere", "order.cut")
	case in.Ignored || s.ended:
		s.wouldBe(in, raw, Unread, "order.end", "order.fold")
	case s.foreign:
		s.note(in, outcome{kind: Unread, prob: &problem{key: "order.header", rule: "order.ahead"}}, "")
	default:
		s.own(in, raw)
	}
}

// boardKind: what a board may show in two ways is refused, and so told to the
// player as an error; what it hides or strikes out is only listed.
func boardKind(class string) Kind {
	if class == "unclear" {
		return Error
	}
	return Unread
}

// beyond lists a line of the player's that the limit leaves unread.
func (s *sheetReader) beyond(in Input, raw string) {
	f := frame(raw)
	s.ended = s.ended || in.Ignored || f == "fin" || f == "end" || f == "--"
	if s.ended || in.Quoted || raw[0] == '>' || raw[0] == '#' {
		return
	}
	s.note(in, outcome{kind: Unread, prob: &problem{key: "order.limit", rule: "order.limit"}}, "")
}

// own reads a line the player wrote.
func (s *sheetReader) own(in Input, raw string) {
	t := fold(in.Text)
	switch frame(raw) {
	case "ordres", "orders":
		s.note(in, outcome{kind: Comment}, "")
		return
	case "fin", "end":
		s.ended = true
		s.note(in, outcome{kind: Comment}, "")
		return
	case "--":
		s.ended = true
		return
	}
	if t.len() == 0 {
		s.note(in, outcome{kind: commentOrTalk(raw)}, "")
		return
	}
	if _, verb := s.p.words.at(&t, 1); verb > 0 && t.at(0) == "->" { // an arrow for a bullet
		t.tokens = t.tokens[1:]
	}
	o, ok := s.setting(&t, in)
	if !ok {
		if s.continues(&t) {
			s.cut()
		}
		r := reader{p: s.p, t: &t, lang: s.lang}
		o = r.read()
	}
	s.note(in, o, t.at(t.len()-1))
	s.entries[len(s.entries)-1].torn = s.torn(&t, o)
}

func commentOrTalk(raw string) Kind {
	if raw[0] == '#' || strings.HasPrefix(raw, "//") {
		return Comment
	}
	return Talk
}

// frame returns what stands between dashes: "--- ordres ---"; "--" for the
// signature mark, whose blank mailers often strip and which telephones draw as
// one long dash.
func frame(raw string) string {
	s, _ := plain(raw)
	if s == "--" || raw == "—" || raw == "―" {
		return "--"
	}
	if !strings.HasPrefix(s, "--") {
		return ""
	}
	return strings.ToLower(strings.Trim(s, "- "))
}

func (s *sheetReader) note(in Input, o outcome, tail string) {
	n := Note{N: in.N, Text: in.Text, Kind: o.kind, Orders: o.lines}
	for i := range n.Orders {
		n.Orders[i].Src = in.N
	}
	e := entry{Note: n, els: o.els, tail: tail, place: s.place}
	if o.prob != nil {
		e.fail(o.kind, o.prob)
	}
	if o.kind == Order || o.kind == Error || o.kind == Near {
		s.orders++
	}
	s.entries = append(s.entries, e)
}

func (e *entry) fail(kind Kind, p *problem) {
	e.Kind, e.Rule, e.Nearest = kind, p.rule, p.nearest
	e.Problem = &games.Msg{Key: p.key, Args: p.args}
}

// quoted lists a quoted line that would have been an order, and refuses the
// order above that a mail program cut in two (order.cut).
func (s *sheetReader) quoted(in Input, raw string) {
	t := fold(raw)
	if s.above() != nil && t.len() > 0 && (s.open() || s.items(&t)) {
		s.cut()
		return
	}
	s.wouldBe(in, raw, Quoted, "order.quoted", "order.cut")
}

// wouldBe notes a line without force when it reads as an order.
func (s *sheetReader) wouldBe(in Input, raw string, kind Kind, key, rule string) {
	t := fold(raw)
	r := reader{p: s.p, t: &t, lang: s.lang, retry: true}
	if o := r.read(); o.kind == Order {
		if kind == Error {
			o.lines = nil // it is held: nothing of it may count
		}
		s.note(in, outcome{kind: kind, lines: o.lines, prob: &problem{key: key, rule: rule}}, "")
	}
}

// above returns the order on the line directly above, nil when there is none.
func (s *sheetReader) above() *entry {
	if len(s.entries) == 0 {
		return nil
	}
	e := &s.entries[len(s.entries)-1]
	if e.place != s.place-1 || e.Kind != Order && e.Kind != Error {
		return nil
	}
	return e
}

// open tells that the line above ends where more must follow.
func (s *sheetReader) open() bool {
	tail := s.above().tail
	return tail == "," || tail == ":" || tail == "->" || isComparison(tail)
}

// items tells that a line holds list items only: names, numbers, separators.
func (s *sheetReader) items(t *text) bool {
	if _, n := s.p.words.at(t, 0); n > 0 {
		return false
	}
	for i := 0; i < t.len(); {
		n := s.p.item(t, i)
		if n == 0 {
			return false
		}
		i += n
	}
	return true
}

// item returns the number of tokens of the list item at i.
func (p *Parser) item(t *text, i int) int {
	switch tok := t.at(i); {
	case t.isInt(i), tok == ",", tok == ";", tok == "+", tok == "->", tok == ">":
		return 1
	}
	best := 0
	for _, n := range p.sets {
		for length := min(n.longest, t.len()-i); length > best; length-- {
			if len(n.find(t.run(i, length)).words) == 1 {
				best = length
			}
		}
	}
	return best
}

// continues tells that a line is the torn-off end of the order above.
func (s *sheetReader) continues(t *text) bool {
	switch t.at(0) {
	case ",", ";", "->", "+":
		return s.above() != nil
	}
	return false
}

// cut refuses the order above (order.cut).
func (s *sheetReader) cut() {
	s.above().fail(Error, &problem{key: "order.cut", rule: "order.cut"})
}

// joinElse hangs each else line on the guarded line just above (order.guard).
func (s *sheetReader) joinElse() {
	last := -1
	for i := range s.entries {
		e := &s.entries[i]
		switch {
		case e.Kind == Comment || e.Kind == Quoted:
		case e.Kind == Order && e.els:
			s.hang(last, e)
			last = -1
		default:
			last = i
		}
	}
}

func (s *sheetReader) hang(head int, e *entry) {
	if head < 0 || s.entries[head].Kind != Order || !openGuard(s.entries[head].Orders) {
		e.fail(Error, &problem{key: "order.else", rule: "order.guard"})
		return
	}
	above := s.entries[head].Orders[0]
	a, b := s.p.verb(above.Verb), s.p.verb(e.Orders[0].Verb)
	if a.Kind != b.Kind {
		r := reader{p: s.p, lang: s.lang}
		e.fail(Error, &problem{key: "order.class", rule: "order.guard", args: []games.MsgArg{
			textArg("first", r.verbName(a)), textArg("second", r.verbName(b)),
		}})
		return
	}
	for i := range e.Orders {
		e.Orders[i].Always, e.Orders[i].Fallback = above.Always, above.Fallback
	}
}

// openGuard tells a guard that has no else branch yet.
func openGuard(lines []games.Line) bool {
	for _, l := range lines {
		if l.Join == games.Else {
			return false
		}
	}
	return len(lines) > 0 && len(lines[0].If) > 0
}

// last lets the last of several orders for the same thing count (order.twice):
// of a verb that answers its decision once, of a setting, of a standing order.
func (s *sheetReader) last() {
	seen := make(map[string]bool)
	for i := len(s.entries) - 1; i >= 0; i-- {
		e := &s.entries[i]
		if e.Kind != Order || e.els || len(e.Orders[0].If) > 0 {
			continue
		}
		l := e.Orders[0]
		v := s.p.verb(l.Verb)
		standing := l.Always || l.Fallback
		if !v.Once && !v.Keep && !(standing && v.Object != "") {
			continue
		}
		key := fmt.Sprint(l.Verb, l.Always, l.Fallback)
		if standing || v.Keep {
			key += " " + l.First(v.Object)
		}
		if seen[key] {
			e.fail(Error, &problem{key: "order.twice", rule: "order.twice"})
		}
		seen[key] = true
	}
}

// cancelled notes the orders that a line below takes back (order.cancel). They
// stay orders: the pool applies orders and cancellations in their places.
func (s *sheetReader) cancelled() {
	for _, c := range s.sheet.Cancel {
		for i := range s.entries {
			e := &s.entries[i]
			if e.N >= c.Src || e.Kind != Order || e.els {
				continue
			}
			l := e.Orders[0]
			if (!c.Always || l.Always || l.Fallback) && (c.Verb == "" || c.Verb == l.Verb) &&
				(c.Object == "" || c.Object == l.First(s.p.verb(l.Verb).Object)) {
				e.fail(Order, &problem{key: "order.cancelled", rule: "order.cancel"})
			}
		}
	}
}

func (s *sheetReader) done() Sheet {
	for i := range s.entries {
		e := &s.entries[i]
		if e.Kind == Order {
			s.sheet.Lines = append(s.sheet.Lines, e.Orders...)
		}
		s.sheet.Notes = append(s.sheet.Notes, e.Note)
	}
	return s.sheet
}
