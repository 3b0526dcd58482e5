package templates

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"fivepoints/games"
)

// About says which game and mail a document is about, and for whom.
type About struct {
	Game  string     // "ny12"
	Title string     // what people call it: "New-York 1890"
	Tag   string     // of the mail, as subjects name it: "1893c"
	Seat  games.Seat // whose document it is; "" for public ones
}

// Due is a mail that is open.
type Due struct {
	Window string
	Tag    string
	Seats  []games.Seat
	Closes time.Time
	Kinds  []string // of orders that it takes
	Hints  []Hint   // what its reader may send; none in public documents
}

// Hint is what a seat may send of one kind.
type Hint struct {
	Kind   games.Kind
	Choice games.Choice
}

// tag is how subjects name a mail: "[ny12 1893c]". People answer under the
// subject they got, so it names the mail that they may write, never a closed one.
func (a About) tag(mail string) string { return "[" + strings.TrimSpace(a.Game+" "+mail) + "]" }

// title is the subject of a report or summary: the mail to write, then what
// it is and which mail it tells of.
func (w *Writer) title(a About, mail, key string) string {
	return strings.TrimSpace(a.tag(mail) + " " + w.t(key).String() + " " + a.Tag)
}

// next is the first mail that the reader may write.
func next(due []Due) string {
	if len(due) == 0 {
		return ""
	}
	return due[0].Tag
}

func seats(name string, ids []games.Seat) games.MsgArg {
	a := games.MsgArg{Name: name, Kind: "list:seat"}
	for _, s := range ids {
		a.Vals = append(a.Vals, string(s))
	}
	return a
}

func word(name string, v inline) games.MsgArg { return arg(name, "text", v.String()) }

// date writes a moment in the game's zone and in UTC.
func (w *Writer) date(t time.Time) inline {
	local, zone := t.UTC(), inline(nil)
	if w.zone != nil && w.zone != time.UTC {
		local = t.In(w.zone)
		zone = w.t("date.zone", arg("zone", "text", w.zone.String()))
	}
	return w.t("date",
		word("day", w.t("day."+strconv.Itoa(int(local.Weekday())))), arg("d", "text", w.day(local.Day())),
		word("month", w.t("month."+strconv.Itoa(int(local.Month())))), number("year", local.Year()),
		arg("hh", "text", fmt.Sprintf("%02d", local.Hour())), arg("mm", "text", fmt.Sprintf("%02d", local.Minute())),
		word("zone", zone), arg("utc", "text", t.UTC().Format("2006-01-02 15:04")))
}

// when writes a moment (unix ms) or a day (2026-12-20) of a message.
func (w *Writer) when(kind, v string) inline {
	if ms, err := strconv.ParseInt(v, 10, 64); kind == "moment" && err == nil {
		return w.date(time.UnixMilli(ms))
	}
	t, err := time.Parse(time.DateOnly, v)
	if err != nil {
		return text(v)
	}
	return w.t("date.day", word("day", w.t("day."+strconv.Itoa(int(t.Weekday())))), arg("d", "text", w.day(t.Day())),
		word("month", w.t("month."+strconv.Itoa(int(t.Month())))), number("year", t.Year()))
}

// Line is a text of the catalogue as one plain line.
func (w *Writer) Line(key string, args ...games.MsgArg) string { return w.t(key, args...).String() }

// day is the number of a day: French counts the first of a month otherwise.
func (w *Writer) day(d int) string {
	if d == 1 && w.lang == games.FR {
		return "1er"
	}
	return itoa(d)
}

// due lists deadlines: one line each, for a seat or for all.
func (w *Writer) due(all []Due, seat games.Seat) block {
	var items []inline
	for _, d := range all {
		if seat != "" {
			items = append(items, append(w.t("due.you", w.mail(d.Tag), word("date", w.date(d.Closes))), w.purpose(d)...))
			continue
		}
		items = append(items, append(w.t("due.all", w.mail(d.Tag), seats("seats", d.Seats), word("date", w.date(d.Closes))), w.purpose(d)...))
	}
	switch {
	case len(items) > 0:
		return list{items}
	case seat != "":
		return para{w.t("due.none")}
	}
	return para{w.t("due.none.all")}
}

// purpose says what a mail is for, where the game has words for it.
func (w *Writer) purpose(d Due) inline {
	for _, k := range d.Kinds {
		if _, city := w.grammar.Word("space", "tammany"); city && w.texts["ny.mail."+k] != nil {
			key := "ny.mail." + k
			if k == "return" && !slices.ContainsFunc(d.Kinds, beforeSpring) {
				key += ".only"
			}
			out := append(inline{{text: " "}}, w.t(key)...)
			for _, more := range []string{"favour", "rig", "offer"} {
				if k != more && slices.Contains(d.Kinds, more) && (k == "move" || k == "return") {
					if s := w.texts["ny.mail."+more+"."+k]; s != nil {
						out = append(append(out, span{text: " "}), w.t("ny.mail."+more+"."+k)...)
					}
				}
			}
			return out
		}
	}
	return nil
}

// beforeSpring tells orders of the year after: in the last year there are none.
func beforeSpring(kind string) bool { return kind == "supply" || kind == "police" || kind == "bribe" }
