package templates

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"fivepoints/games"
	"fivepoints/games/table"
)

// Receipt is the answer to an order sheet.
type Receipt struct {
	About
	N       int    // number of the sheet
	Subject string // of the message it answers
	By      string // who sent it for the seat; "" for its player
	Check   bool   // a dry run: nothing was recorded
	Asked   bool   // the sheet itself asked for the dry run
	Turn    string // the mail that the sheet names, as it names it
	Ahead   bool   // that mail has not opened yet
	Ready   bool
	Wait    bool
	At      time.Time    // when the message reached us
	H       string       // the sheet's commitment
	Files   int          // files of the message that were not read
	Notes   []table.Note // how each line was read
	Pending []Pending    // the whole set after this sheet
	Due     []Due        // what this seat may write now
	Soon    bool         // the first of them waits for nothing more

	Forecast []games.Msg // what awaits the seat as things stand
	After    games.View  // of a dry run: what would become of the position, nil when it is not foreseen
}

// Pending is an order that waits, or one that this sheet put aside.
type Pending struct {
	Lines    []games.Line
	Standing bool
	Tag      string // of the mail it counts for; "" for its next one
	Later    bool   // that mail is not open yet
	Gone     bool   // replaced or withdrawn by this sheet
}

// awaits is what awaits the seat; what silence would bring is left out when it
// has orders for the open mail.
func (in Receipt) awaits() []games.Msg {
	if !slices.ContainsFunc(in.Pending, func(p Pending) bool { return !p.Gone && !p.Standing && !p.Later }) {
		return in.Forecast
	}
	return slices.DeleteFunc(slices.Clone(in.Forecast), func(m games.Msg) bool { return strings.Contains(m.Key, ".forecast.silence") })
}

// Receipt writes the answer to an order sheet.
func (w *Writer) Receipt(in Receipt) Doc {
	count := tally(in.Notes)
	verdict := w.verdict(in.Check, count)
	d := Doc{Title: w.subject(in, verdict), lang: w.lang}
	d.add(heading{1, w.t("receipt.head", arg("seat", "seat", string(in.Seat)), word("verdict", verdict))})
	d.add(pre{[]string{machine(in)}})
	d.add(w.outlook(in, count)...)
	d.add(w.under("receipt.lines", w.readings(in.Notes))...)
	d.add(w.after(in.After)...)
	d.add(heading{2, w.t("receipt.pending")}, w.pending(in.Pending))
	d.add(w.under("receipt.outlook", w.outlookOf(in.awaits()))...)
	d.add(heading{2, w.t("due.head")}, w.due(in.Due, in.Seat))
	d.add(para{w.t("marker")})
	d.add(w.template(in.About, in.Due)...)
	return d
}

// counts is how many lines were read in which way.
type counts struct{ ok, warn, bad, ignored int }

func tally(notes []table.Note) (c counts) {
	for _, n := range notes {
		switch n.Kind {
		case "order", "setting", "done":
			c.ok++
		case "warn":
			c.warn++
		case "error", "near", "refused":
			c.bad++
		case "quoted", "unread":
			c.ignored++
		}
	}
	return c
}

func (c counts) orders() int { return c.ok + c.warn + c.bad }

// verdict is what an inbox shows: "5 ok · 1 error · 1 warning".
func (w *Writer) verdict(check bool, c counts) inline {
	var parts []inline
	if check {
		parts = append(parts, w.t("receipt.check"))
	}
	if c.orders() == 0 {
		parts = append(parts, w.t("receipt.none"))
	}
	for _, p := range []struct {
		n   int
		key string
	}{{c.ok, "receipt.ok"}, {c.bad, "receipt.errors"}, {c.warn, "receipt.warnings"}, {c.ignored, "receipt.ignored"}} {
		if p.n > 0 {
			parts = append(parts, w.t(p.key, number("n", p.n)))
		}
	}
	return join(" · ", parts...)
}

// subject keeps the thread: the player's own subject, our tag in the place of
// older ones, the verdict.
func (w *Writer) subject(in Receipt, verdict inline) string {
	theirs, tag := reply(in.Subject), in.tag(in.Tag)
	if strings.Count(theirs, "[") > 1 || !strings.Contains(theirs, tag) {
		theirs = strings.TrimSpace(untagged(theirs, in.Game)) + " " + tag
	}
	if !strings.HasSuffix(theirs, "]") { // the tag stands before words of theirs
		return theirs + " – " + verdict.String()
	}
	return theirs + " " + verdict.String()
}

// untagged takes every tag of a game out of a subject.
func untagged(subject, game string) string {
	var b strings.Builder
	for rest := subject; rest != ""; {
		before, tag, ok := strings.Cut(rest, "[")
		b.WriteString(before)
		if !ok {
			break
		}
		inside, after, closed := strings.Cut(tag, "]")
		words := strings.FieldsFunc(inside, func(r rune) bool { return strings.ContainsRune(" :,", r) })
		if closed && len(words) > 0 && strings.EqualFold(words[0], game) {
			rest = strings.TrimLeft(after, " ")
			continue
		}
		b.WriteByte('[')
		rest = tag
	}
	return b.String()
}

// reply is the subject of an answer.
func reply(subject string) string {
	s := short(clean(subject), 60)
	if strings.HasPrefix(strings.ToLower(s), "re:") {
		return s
	}
	return strings.TrimSpace("Re: " + s)
}

// short cuts s after n characters.
func short(s string, n int) string {
	r := []rune(s)
	if len(r) <= n {
		return s
	}
	return string(r[:n-1]) + "…"
}

// machine is the line for programs; its shape is versioned by fp/1.
func machine(in Receipt) string {
	s := fmt.Sprintf(":: fp/1 game=%s seat=%s sheet=%d", in.Game, in.Seat, in.N)
	if in.Check {
		s = fmt.Sprintf(":: fp/1 game=%s seat=%s sheet=none", in.Game, in.Seat)
	}
	if len(in.Due) > 0 {
		s += fmt.Sprintf(" window=%s deadline=%s", in.Due[0].Window, in.Due[0].Closes.UTC().Format("2006-01-02T15:04Z"))
	}
	s += " received=" + in.At.UTC().Format("2006-01-02T15:04:05Z")
	if in.H != "" {
		s += " h=" + in.H[:min(len(in.H), commitmentShown)]
	}
	return s
}

// commitmentShown is how many digits of a sheet's commitment a receipt shows:
// enough to find it by; the log holds the whole.
const commitmentShown = 16

// outlook says what is recorded, and what happens if nothing more comes.
func (w *Writer) outlook(in Receipt, c counts) []block {
	n := number("n", in.N)
	var first inline
	switch {
	case in.Check && in.Asked:
		return append([]block{para{w.t("receipt.dry")}}, w.whole(in, c)...)
	case in.Check:
		return append([]block{para{w.t("receipt.tried")}}, w.whole(in, c)...)
	case c.orders() == 0:
		first = w.t("receipt.empty")
	case onlyDesk(in.Notes):
		first = w.t("receipt.desk")
	case isCut(in.Notes):
		first = w.t("receipt.part", n)
	case c.bad == 0:
		first = w.t("receipt.all", n)
	case c.ok+c.warn == 0:
		first = w.t("receipt.nothing", n, number("bad", c.bad))
	default:
		first = w.t("receipt.some", n, number("ok", c.ok+c.warn), number("bad", c.bad))
	}
	out := append([]block{para{join(" ", first, w.idle(in, c))}}, w.whole(in, c)...)
	if in.By != "" {
		out = append(out, para{w.t("receipt.by", arg("by", "role", in.By))})
	}
	for _, extra := range []struct {
		say bool
		key string
	}{{c.bad > 0 && !refused(in.Notes) && !bundled(in.Notes), "receipt.errors.harmless"}, {c.warn > 0, "receipt.warned"}, {in.Ready, "receipt.ready"}, {in.Wait, "receipt.wait"}} {
		if extra.say {
			out = append(out, para{w.t(extra.key)})
		}
	}
	return out
}

// idle says what comes when the seat sends nothing more, nothing when it is not
// its time to write.
func (w *Writer) idle(in Receipt, c counts) inline {
	switch {
	case len(in.Due) == 0:
		return nil
	case !hasOrders(in.Pending):
		return w.t("receipt.idle.nothing")
	case in.Soon && !in.Wait:
		return w.t("receipt.idle.soon")
	case (len(in.Due[0].Seats) == 1 || c.ok == 0) && c.warn > 0: // what it warns of is told below
		return nil
	case len(in.Due[0].Seats) == 1 && !in.Wait:
		return w.t("receipt.idle.stuck")
	}
	return w.t("receipt.idle")
}

// refused tells whether the sheet was refused as a whole, and not line by line.
func refused(notes []table.Note) bool {
	whole := false
	for _, n := range notes {
		switch n.Kind {
		case "order", "warn", "setting":
			return false
		case "error":
			whole = whole || n.Problem != nil && n.Rule == "order.ahead"
		}
	}
	return whole
}

// onlyDesk tells that all that was asked was for the desk.
func onlyDesk(notes []table.Note) bool {
	return !slices.ContainsFunc(notes, func(n table.Note) bool {
		switch n.Kind {
		case "order", "setting", "warn", "error", "near":
			return true
		}
		return false
	})
}

// bundled tells that an order was refused for a line that goes with it.
func bundled(notes []table.Note) bool {
	return slices.ContainsFunc(notes, func(n table.Note) bool { return n.Kind == "error" && n.Rule == "order.bundle" })
}

// whole says what was not read of the message, and for which mail the rest counts.
func (w *Writer) whole(in Receipt, c counts) []block {
	var out []block
	if isCut(in.Notes) {
		out = append(out, para{w.t("receipt.cut")})
	}
	if in.Files > 0 {
		out = append(out, para{w.t("receipt.files", number("n", in.Files))})
	}
	return append(out, w.which(in, c)...)
}

// isCut tells whether the sheet was too long to be read to its end.
func isCut(notes []table.Note) bool {
	return slices.ContainsFunc(notes, func(n table.Note) bool { return n.Problem != nil && n.Problem.Key == "order.limit" })
}

// which says for which mail the lines count.
func (w *Writer) which(in Receipt, c counts) []block {
	var out []block
	if in.Turn != "" && c.ok+c.warn > 0 {
		key := "receipt.turn"
		if in.Ahead {
			key = "receipt.turn.ahead"
		}
		out = append(out, para{w.t(key, arg("turn", "text", in.Turn))})
	}
	if slices.ContainsFunc(in.Pending, func(p Pending) bool { return p.Later && !p.Gone }) {
		out = append(out, para{w.t("receipt.later")})
	}
	return out
}

// hasOrders tells whether anything waits for a mail that is open.
func hasOrders(all []Pending) bool {
	for _, p := range all {
		if !p.Gone && !p.Later {
			return true
		}
	}
	return false
}

// shownIdle is how many lines without effect a receipt shows of one kind: a
// long letter is not repeated to its writer.
const shownIdle = 20

// shownLines is how many lines and waiting orders a receipt shows at most.
const shownLines = 100

// readings is the table line by line; comments are left out.
func (w *Writer) readings(notes []table.Note) []block {
	g := grid{
		head: []inline{
			w.t("receipt.col.n"), w.t("receipt.col.verdict"), w.t("receipt.col.typed"),
			w.t("receipt.col.read"), w.t("receipt.col.why"),
		},
		right: []bool{true},
	}
	idle, hidden := map[string]int{}, 0
	var rest []table.Note
	for _, n := range notes {
		switch n.Kind {
		case "comment":
			continue
		case "talk", "quoted", "unread":
			if idle[n.Kind]++; idle[n.Kind] > shownIdle {
				hidden++
				continue
			}
		}
		if len(g.rows) >= shownLines {
			rest = append(rest, n)
			continue
		}
		g.rows = append(g.rows, []inline{
			text(itoa(n.N)), w.mark(n.Kind), typed(short(n.Text, 200)), w.understood(n), w.why(n),
		})
	}
	if len(g.rows) == 0 {
		return nil
	}
	out := []block{g}
	if c := tally(rest); len(rest) > 0 {
		out = append(out, para{w.t("receipt.rest", number("n", len(rest)), number("ok", c.ok+c.warn), number("bad", c.bad))})
	}
	if hidden > 0 {
		out = append(out, para{w.t("receipt.hidden", number("n", hidden))})
	}
	return out
}

func (w *Writer) mark(kind string) inline {
	if kind == "error" || kind == "near" || kind == "warn" || kind == "refused" {
		return strongly(w.t("verdict." + kind).String())
	}
	return w.t("verdict." + kind)
}

func (w *Writer) understood(n table.Note) inline {
	if len(n.Orders) == 0 || n.Kind == "quoted" || n.Kind == "unread" {
		return nil
	}
	return w.orders(n.Orders)
}

// why says what is wrong with a line, by which rule, and what to type instead.
func (w *Writer) why(n table.Note) inline {
	var out inline
	switch {
	case n.Problem != nil:
		out = w.say(*n.Problem)
	case n.Kind == "quoted" || n.Kind == "unread" || n.Kind == "talk":
		out = w.t("why." + n.Kind)
	case len(n.Orders) > 0:
		v, _ := w.grammar.Verb(n.Orders[0].Verb)
		out = text(v.Note.In(w.lang))
	}
	out = w.others(out, n.Also)
	var near []inline
	for _, s := range n.Nearest {
		near = append(near, typed(s))
	}
	return w.reasons(out, n.Rule, near)
}

// others adds why the other alternatives of an order will not do.
func (w *Writer) others(why inline, also []games.Msg) inline {
	for _, m := range also {
		why = join(" ", why, w.t("receipt.also", word("why", w.fill(m))))
	}
	return why
}

// reasons adds the rule and the nearest legal forms to a sentence.
func (w *Writer) reasons(why inline, rule string, nearest []inline) inline {
	if rule != "" {
		why = join(" ", why, text("("+w.t("receipt.rule", arg("rule", "text", rule)).String()+")"))
	}
	if len(nearest) > 0 {
		try := append(inline{}, w.t("receipt.try")...)
		why = join(" ", why, append(try, join(w.t("receipt.or").String(), nearest...)...))
	}
	return why
}

// pending lists all orders that wait; what this sheet put aside is struck.
func (w *Writer) pending(all []Pending) block {
	var items []inline
	for _, p := range all[:min(len(all), shownLines)] {
		items = append(items, w.pendingItem(p))
	}
	if more := len(all) - len(items); more > 0 {
		items = append(items, w.t("receipt.pending.rest", number("n", more)))
	}
	if len(items) == 0 {
		return para{w.t("receipt.pending.none")}
	}
	return list{items}
}

func (w *Writer) pendingItem(p Pending) inline {
	var notes []string
	order := w.orders(p.Lines)
	if p.Gone {
		order = inline{{order.String(), struck}}
		notes = append(notes, w.t("receipt.replaced").String())
	}
	switch {
	case p.Standing:
		notes = append(notes, w.t("receipt.standing").String())
	case p.Tag != "":
		notes = append(notes, w.t("receipt.for", w.mail(p.Tag)).String())
	case p.Later:
		notes = append(notes, w.t("receipt.ahead").String())
	}
	if len(notes) == 0 {
		return order
	}
	return append(order, span{text: " (" + strings.Join(notes, ", ") + ")"})
}
