package templates

import (
	"strconv"

	"fivepoints/games"
)

// Reminder asks a seat that has not written for its orders.
type Reminder struct {
	About
	Due   []Due
	Until int64 // unix ms: the deadline is over, and it has still so long; 0 before the deadline
}

// Reminder writes it: the deadline, what is to be written, and the template.
func (w *Writer) Reminder(in Reminder) Doc {
	key := "reminder"
	if in.Until > 0 {
		key = "reminder.late"
	}
	d := Doc{Title: in.tag(next(in.Due)) + " " + w.t(key+".title").String(), lang: w.lang}
	d.add(heading{1, w.t(key+".head", arg("title", "text", in.Title))},
		para{w.t(key+".text", arg("seat", "seat", string(in.Seat)), games.With("until", "moment", strconv.FormatInt(in.Until, 10)))})
	d.add(heading{2, w.t("due.head")}, w.due(in.Due, in.Seat), para{w.t("reminder.idle")}, para{w.t("marker")})
	d.add(w.template(in.About, in.Due)...)
	return d
}
