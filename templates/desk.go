package templates

import (
	"slices"
	"strings"
	"time"

	"fivepoints/games"
	"fivepoints/games/desk"
	ny "fivepoints/games/newyork1890"
	"fivepoints/games/order"
	"fivepoints/games/table"
)

// Press is a piece of press as one reader gets it.
type Press struct {
	About
	From   string // seat or "moderator"; "" when it is not signed
	To     []games.Seat
	Public bool
	At     time.Time
	Lines  []string
}

// Press writes what somebody said to others, and how to answer.
func (w *Writer) Press(in Press) Doc {
	from, to := w.writer(in.From), w.readers(in)
	d := Doc{Title: in.tag("") + " " + w.t("press.title", word("from", from)).String(), lang: w.lang}
	d.add(heading{1, w.t("press.head", word("from", from), word("to", to))})
	d.add(w.letter(in.Lines)...)
	d.add(para{w.t("press.at", word("date", w.date(in.At)))})
	if in.Seat != "" {
		d.add(para{w.t("marker")})
		answer := desk.Spell(desk.Press, w.lang) + " " + w.t("press.to").String() + " "
		if in.From == "" || in.From == "moderator" {
			answer += w.t("press.all").String() + ": …"
		} else {
			answer += in.From + ": …"
		}
		d.add(para{append(w.t("press.answer"), typed(answer)...)})
	}
	return d
}

// pieces lists press with who wrote to whom.
func (w *Writer) pieces(all []Press) []block {
	var out []block
	for _, in := range all {
		out = append(out, para{strongly(w.t("press.head", word("from", w.writer(in.From)), word("to", w.readers(in))).String())})
		out = append(out, w.letter(in.Lines)...)
	}
	return out
}

// Digest writes the press of a day, of all games of its reader.
func (w *Writer) Digest(all []Press) Doc {
	d := Doc{Title: w.t("digest.title", number("n", len(all))).String(), lang: w.lang}
	d.add(heading{1, w.t("digest.title", number("n", len(all)))})
	for i, in := range all {
		if i == 0 || all[i-1].Game != in.Game {
			d.add(heading{2, text(in.tag("") + " " + in.Title)})
		}
		d.add(w.pieces([]Press{in})...)
	}
	d.add(para{w.t("marker")}, para{w.t("digest.answer")})
	return d
}

// writer names who wrote press.
func (w *Writer) writer(from string) inline {
	switch from {
	case "":
		return w.t("press.grey")
	case "moderator":
		return w.t("press.moderator")
	}
	return text(w.name("seat", from))
}

func (w *Writer) readers(in Press) inline {
	if in.Public {
		return w.t("press.everybody")
	}
	return w.fill(games.Say("press.some", seats("seats", in.To)))
}

// shortLine ends a paragraph: mail programs break lines later.
const shortLine = 50

// letter writes lines that a person wrote: paragraphs part at empty lines and
// behind short ones.
func (w *Writer) letter(lines []string) []block {
	var out []block
	var run []inline
	flush := func() {
		if len(run) > 0 {
			out = append(out, para{join(" ", run...)})
		}
		run = nil
	}
	for _, l := range lines {
		if l = clean(l); l == "" {
			flush()
			continue
		}
		if run = append(run, text(l)); len(l) < shortLine {
			flush()
		}
	}
	flush()
	return out
}

// Sentence writes a message alone.
func (w *Writer) Sentence(m games.Msg) string { return w.fill(m).String() }

// Answer is what the desk answers to what a mail asked.
type Answer struct {
	About
	Subject string       // of the message it answers
	Notes   []table.Note // what became of the lines that asked for something
	Asked   []desk.Command
	View    games.View // as the asker may see it
	Due     []Due
	Pending []Pending

	Forecast []games.Msg
	Table    []Holder
	Past     []Past // turns that were asked for
	Options  []games.KV
	Info     games.Info
	Pace     *PaceReport // for a moderator
}

// Holder is a seat as the table knows it.
type Holder struct {
	Seat    games.Seat
	Playing bool // its player has answered once
	Misses  int  // mails in a row left empty
	Empty   bool
}

// Past is what happened in one mail.
type Past struct {
	Tag     string
	Closing Closing
	Story   []games.Msg
}

// Answer writes what the desk answers.
func (w *Writer) Answer(in Answer) Doc {
	d := Doc{Title: reply(untagged(in.Subject, in.Game)) + " " + in.tag(next(in.Due)), lang: w.lang}
	d.add(heading{1, w.t("answer.head", arg("game", "text", in.Game))})
	d.add(w.under("receipt.lines", w.readings(in.Notes))...)
	for _, c := range in.Asked {
		d.add(w.answer(in, c)...)
	}
	if len(in.Due) > 0 && in.Seat != "" {
		d.add(para{w.t("marker")})
		d.add(w.template(in.About, in.Due)...)
	}
	return d
}

func (w *Writer) answer(in Answer, c desk.Command) []block {
	switch c.Word {
	case desk.Status:
		return w.status(in)
	case desk.Map:
		return w.under("answer.map", w.mapOf(in.View, in.Seat))
	case desk.History:
		return w.history(in, c.Turn)
	case desk.Rules:
		return w.options(in)
	case desk.Help:
		return w.help(in, c.Value)
	case desk.Pace:
		if in.Pace != nil {
			return w.under("pace.title", w.pace(*in.Pace))
		}
		return []block{para{w.t("desk.moderator")}}
	}
	return nil
}

// status is where the game and the asker stand.
func (w *Writer) status(in Answer) []block {
	out := []block{heading{2, w.t("due.head")}, w.due(in.Due, in.Seat)}
	if in.Seat != "" {
		out = append(out, heading{2, w.t("receipt.pending")}, w.pending(in.Pending))
	}
	out = append(out, w.under("receipt.outlook", w.outlookOf(in.Forecast))...)
	out = append(out, w.under("answer.table", w.holders(in.Table))...)
	return append(out, w.under("report.state", w.position(in.View, in.Seat))...)
}

func (w *Writer) holders(all []Holder) []block {
	var items []inline
	for _, h := range all {
		key := "answer.seat.invited"
		switch {
		case h.Empty:
			key = "answer.seat.empty"
		case h.Misses > 0:
			key = "answer.seat.misses"
		case h.Playing:
			key = "answer.seat"
		}
		items = append(items, w.t(key, arg("seat", "seat", string(h.Seat)), number("n", h.Misses)))
	}
	if len(items) == 0 {
		return nil
	}
	return []block{list{items}}
}

// mapOf is the picture of the table in text.
func (w *Writer) mapOf(v games.View, own games.Seat) []block {
	if city, ok := v.(ny.View); ok {
		return w.nyMap(city)
	}
	return w.position(v, own)
}

func (w *Writer) history(in Answer, turn string) []block {
	out := []block{heading{2, w.t("answer.history")}}
	if len(in.Past) == 0 && turn == "" {
		return append(out, para{w.t("answer.history.empty")})
	}
	if len(in.Past) == 0 {
		return append(out, para{w.t("answer.history.none", arg("turn", "text", turn))})
	}
	for _, p := range in.Past {
		out = append(out, heading{3, w.t("answer.mail", w.mail(p.Tag))}, para{w.t("summary.closed."+p.Closing.Why, word("date", w.date(p.Closing.At)))})
		if isCity(p.Story) {
			out = append(out, w.nyStory(p.Story)...)
			continue
		}
		out = append(out, w.byFact(p.Story)...)
	}
	return out
}

// options lists what this table plays by.
func (w *Writer) options(in Answer) []block {
	g := grid{head: []inline{w.t("answer.option"), w.t("answer.value"), w.t("answer.meaning")}, brief: true}
	for _, kv := range in.Options {
		i := slices.IndexFunc(in.Info.Options, func(o games.Option) bool { return o.Key == kv.Key })
		if i < 0 {
			continue
		}
		o := in.Info.Options[i]
		meaning := o.Text.In(w.lang)
		if o.Rule != "" {
			meaning += " (" + o.Rule + ")"
		}
		g.rows = append(g.rows, []inline{typed(kv.Key), typed(kv.Value), text(meaning)})
	}
	if len(g.rows) == 0 {
		return []block{heading{2, w.t("answer.rules")}, para{w.t("answer.rules.none")}}
	}
	return []block{heading{2, w.t("answer.rules")}, g}
}

// help explains one order, or lists what can be written.
func (w *Writer) help(in Answer, topic string) []block {
	out := []block{heading{2, w.t("answer.help")}}
	var items, words []inline
	for _, v := range w.grammar.Verbs {
		if v.Closed || v.Help.In(w.lang) == "" {
			continue
		}
		if topic != "" && !slices.ContainsFunc(append(slices.Clone(v.FR), v.EN...), func(f string) bool { return strings.EqualFold(folded(f), topic) }) {
			continue
		}
		items = append(items, append(typed(v.Help.In(w.lang)), span{text: noteOf(v.Note.In(w.lang))}))
	}
	if topic != "" && len(items) == 0 {
		out = append(out, para{w.t("answer.help.none", arg("topic", "text", topic))})
		return append(out, w.help(in, "")[1:]...)
	}
	out = append(out, para{w.t("answer.help.orders")}, list{items})
	if topic != "" {
		return out
	}
	for _, id := range desk.Players() {
		words = append(words, append(typed(desk.Example(id, w.lang)), span{text: noteOf(w.t("desk.about." + id).String())}))
	}
	return append(out, para{w.t("answer.help.desk")}, list{words})
}

func noteOf(s string) string {
	if s == "" {
		return ""
	}
	return " – " + s
}

func folded(s string) string {
	out, _ := order.Plain(s)
	return out
}
