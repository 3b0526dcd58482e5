package templates

import (
	"slices"

	"fivepoints/games"
)

// Stretch is what the mails of one turn brought; turn 0 is the beginning of the game.
type Stretch struct {
	Turn  int
	Mails []Summary
}

// Chapter tells several turns as one text: what happened, turn by turn, and the
// situation at the end. Games whose turns are short are read this way.
func (w *Writer) Chapter(turns []Stretch) Doc {
	d := Doc{lang: w.lang}
	if len(turns) == 0 {
		return d
	}
	var last Summary
	for i, s := range turns {
		if s.Turn == 0 {
			d.add(w.beginning(s)...)
			continue
		}
		d.add(w.turnHeading(turns, i))
		var story []games.Msg
		for _, m := range s.Mails {
			if m.Closed != nil && m.Closed.Why == "deadline" {
				d.add(w.closing(m.Closed, "", nil)...)
			}
			story = append(story, w.goesOn(story, m.Story)...)
			last = m
		}
		d.add(w.byFact(story)...)
	}
	first, n := max(1, turns[0].Turn), turns[len(turns)-1].Turn
	d.Title = w.t("chapter.title", number("first", first), number("last", n)).String()
	d.blocks = append([]block{heading{1, text(d.Title)}}, d.blocks...)
	d.add(w.over(last.Over, last.Secret)...)
	d.add(heading{2, w.t("chapter.situation", number("n", n))})
	d.add(w.situation(last)...)
	return d
}

// goesOn leaves out a heading under which the story stands already.
func (w *Writer) goesOn(before, more []games.Msg) []games.Msg {
	if len(more) == 0 {
		return nil
	}
	for _, m := range slices.Backward(before) {
		if w.isHeading(m) {
			if m.Key == more[0].Key {
				return more[1:]
			}
			break
		}
	}
	return more
}

// turnHeading names a turn, with those behind it that were over before they began.
func (w *Writer) turnHeading(turns []Stretch, i int) block {
	n := turns[i].Turn
	if i+1 < len(turns) && turns[i+1].Turn > n+1 {
		return heading{2, w.t("chapter.title", number("first", n), number("last", turns[i+1].Turn-1))}
	}
	return heading{2, w.t("chapter.turn", number("n", n))}
}

func (w *Writer) beginning(s Stretch) []block {
	out := []block{heading{2, w.t("summary.head.first")}}
	for _, m := range s.Mails {
		out = append(append(out, w.byFact(m.Story)...), w.situation(m)...)
	}
	return out
}
