package templates

import (
	"fmt"
	"strings"
	"time"

	"fivepoints/games/table"
)

// PaceReport is how fast a game goes, for its moderators.
type PaceReport struct {
	About
	table.Pace
	Secret bool // its reader plays: he is not told who has not written
	Over   bool
}

// shownSteps is how many mails the charts show: the newest.
const shownSteps = 30

// Pace writes how fast a game goes: who is waited for, what takes long, when it
// will end, as text with a chart of bars.
func (w *Writer) Pace(in PaceReport) Doc {
	d := Doc{Title: in.tag("") + " " + w.t("pace.title").String(), lang: w.lang}
	d.add(heading{1, w.t("pace.head", arg("game", "text", in.Game))})
	d.add(w.pace(in)...)
	return d
}

func (w *Writer) pace(in PaceReport) []block {
	out := []block{list{w.paceFacts(in)}}
	if len(in.Steps) > 0 {
		out = append(out, heading{2, w.t("pace.steps")}, pre{w.paceBars(in.Steps)})
	}
	if len(in.Seats) > 0 {
		out = append(out, heading{2, w.t("pace.seats")}, w.paceSeats(in.Seats))
	}
	return out
}

func (w *Writer) paceFacts(in PaceReport) []inline {
	var items []inline
	for _, o := range in.Open {
		closes := word("date", w.date(time.UnixMilli(o.Closes)))
		switch {
		case in.Secret:
			items = append(items, w.t("pace.open", w.mail(o.Tag), closes))
		case len(o.Waiting) == 0:
			items = append(items, w.t("pace.complete", w.mail(o.Tag), closes))
		default:
			items = append(items, w.t("pace.waits", w.mail(o.Tag), closes, arg("seats", "list:seat", o.Waiting...)))
		}
	}
	if in.Typical > 0 {
		items = append(items, w.t("pace.typical", number("n", len(in.Steps)), word("took", w.span(in.Typical))))
	}
	if len(in.Phases) > 1 {
		slow := in.Phases[0]
		items = append(items, w.t("pace.slowest", arg("phase", "text", slow.Name), word("took", w.span(slow.Typical))))
	}
	switch {
	case in.Over:
		items = append(items, w.t("pace.over"))
	case in.Ends > 0:
		items = append(items, w.t("pace.ends", number("n", in.Left), word("date", w.date(time.UnixMilli(in.Ends)))))
	default:
		items = append(items, w.t("pace.unknown"))
	}
	return items
}

// span writes a length of time in the unit that fits.
func (w *Writer) span(d time.Duration) inline {
	switch {
	case d >= 48*time.Hour:
		return w.t("span.days", number("n", int((d+12*time.Hour)/(24*time.Hour))))
	case d >= 2*time.Hour:
		return w.t("span.hours", number("n", int((d+30*time.Minute)/time.Hour)))
	}
	return w.t("span.minutes", number("n", int((d+30*time.Second)/time.Minute)))
}

// paceBars draws a bar a mail; ! marks one for which somebody sent nothing.
func (w *Writer) paceBars(steps []table.Step) []string {
	steps = steps[max(0, len(steps)-shownSteps):]
	longest, wide := time.Duration(1), 0
	for _, s := range steps {
		longest, wide = max(longest, s.Took), max(wide, len([]rune(s.Tag)))
	}
	const room = 36
	var lines []string
	for _, s := range steps {
		n := max(1, int(int64(s.Took)*room/int64(longest)))
		mark := ""
		if len(s.Missed) > 0 {
			mark = strings.Repeat("!", len(s.Missed))
		}
		lines = append(lines, strings.TrimRight(fmt.Sprintf("%-*s %s%s %s %s", wide, s.Tag, strings.Repeat("#", n), strings.Repeat(" ", room-n), w.span(s.Took).String(), mark), " "))
	}
	return lines
}

func (w *Writer) paceSeats(all []table.Reply) block {
	g := grid{head: []inline{w.t("pace.seat"), w.t("pace.answered"), w.t("pace.reply")}, right: []bool{false, true, true}}
	for _, r := range all {
		took := inline(nil)
		if r.Answered > 0 {
			took = w.span(r.Typical)
		}
		g.rows = append(g.rows, []inline{strongly(w.name("seat", r.Seat)), w.t("pace.of", number("n", r.Answered), number("all", r.Mails)), took})
	}
	return g
}

// PacePicture draws the mails of a game as bars, SVG; its text twin is Pace.
func (w *Writer) PacePicture(in PaceReport) []byte {
	steps := in.Steps[max(0, len(in.Steps)-shownSteps):]
	const left, room, high = 90, 480, 20
	s := &svg{width: left + room + 260, height: len(steps)*high + 50}
	s.text(10, 22, 15, "start", "#333333", w.t("pace.steps").String())
	longest := time.Duration(1)
	for _, st := range steps {
		longest = max(longest, st.Took)
	}
	for i, st := range steps {
		y := 34 + i*high
		fill := "#3b6ea5"
		if len(st.Missed) > 0 {
			fill = "#c8771e"
		}
		wide := max(2, int(int64(st.Took)*room/int64(longest)))
		s.text(left-8, y+13, 12, "end", "#333333", st.Tag)
		s.box(left, y, wide, high-5, fill, fill)
		label := w.span(st.Took).String()
		if len(st.Missed) > 0 {
			label += " – " + w.t("pace.missed", arg("seats", "list:seat", st.Missed...)).String()
		}
		s.text(left+wide+6, y+13, 11, "start", "#333333", label)
	}
	return s.bytes(w.t("pace.head", arg("game", "text", in.Game)).String())
}
