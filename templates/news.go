package templates

import (
	"slices"
	"strings"
	"time"

	"fivepoints/games"
)

// News tells one reader what happened in a game beside its mails: who came, who
// is away, who moderates.
type News struct {
	About
	Items []NewsItem
}

// NewsItem is one thing that happened, and what to type when it asks for an answer.
type NewsItem struct {
	Msg    games.Msg
	Answer []string // lines, the first one above all others in the answer
}

// News writes them, one paragraph each.
func (w *Writer) News(in News) Doc {
	d := Doc{Title: w.title(in.About, in.Tag, "news.title"), lang: w.lang}
	d.Title = strings.TrimSpace(strings.TrimSuffix(d.Title, in.Tag))
	if slices.ContainsFunc(in.Items, func(i NewsItem) bool { return len(i.Answer) > 0 }) {
		d.add(para{w.t("marker")})
	}
	d.add(heading{1, w.t("news.head", arg("title", "text", in.Title))})
	for _, item := range in.Items {
		d.add(para{w.say(item.Msg)})
		if len(item.Answer) > 0 {
			d.add(pre{item.Answer})
		}
	}
	return d
}

// Letter writes one thing that is about no game.
func (w *Writer) Letter(kind string, item NewsItem) Doc {
	d := Doc{Title: w.t(kind + ".title").String(), lang: w.lang}
	if len(item.Answer) > 0 {
		d.add(para{w.t("marker")})
	}
	d.add(heading{1, w.t(kind + ".title")}, para{w.say(item.Msg)})
	if len(item.Answer) > 0 {
		d.add(pre{item.Answer})
	}
	return d
}

// Welcome is the first report of who gets a seat in the middle of a game: what
// waits for him, and how his side stands.
func (w *Writer) Welcome(in Report, waiting []Pending) Doc {
	report := w.Report(in)
	d := w.welcome(in.About, in.Due, "agreed")
	if len(waiting) > 0 {
		d.add(heading{2, w.t("welcome.orders")}, para{w.t("welcome.inherited")}, w.pending(waiting))
	}
	d.add(report.blocks[1:]...) // its title is said
	return d
}

// Sitting is the first report of a sitter, whose time is until a moment.
func (w *Writer) Sitting(in Report, waiting []Pending, until time.Time) Doc {
	d := w.Welcome(in, waiting)
	seat := arg("seat", "seat", string(in.Seat))
	d.blocks[0] = heading{1, w.t("sitting.head", arg("title", "text", in.Title), seat)}
	d.blocks[1] = para{w.t("sitting.until", seat, word("until", w.date(until)))}
	return d
}

// Asked tells somebody that he is given a seat, nothing of how it stands, and
// asks for a sign of life.
func (w *Writer) Asked(in Report) Doc {
	d := w.welcome(in.About, in.Due, "given")
	d.add(para{w.t("invitation.start")}, para{w.t("welcome.not")})
	if len(in.Due) > 0 {
		d.add(heading{2, w.t("due.head")}, w.due(in.Due, in.Seat))
	}
	d.add(para{w.t("marker")})
	return d
}

func (w *Writer) welcome(a About, due []Due, how string) Doc {
	d := Doc{Title: a.tag(next(due)) + " " + w.t("welcome.title").String(), lang: w.lang}
	seat := arg("seat", "seat", string(a.Seat))
	d.add(heading{1, w.t("welcome.head", arg("title", "text", a.Title), seat)}, para{w.t("welcome."+how, seat)})
	return d
}
