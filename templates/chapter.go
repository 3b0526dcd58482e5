package templates

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
	for _, s := range turns {
		if s.Turn == 0 {
			d.add(w.beginning(s)...)
			continue
		}
		d.add(heading{3, w.t("chapter.turn", number("n", s.Turn))})
		for _, m := range s.Mails {
			if m.Closed != nil && m.Closed.Why == "deadline" {
				d.add(w.closing(m.Closed, "", nil)...)
			}
			d.add(w.byFact(m.Story)...)
			last = m
		}
	}
	first, n := max(1, turns[0].Turn), turns[len(turns)-1].Turn
	d.Title = w.t("chapter.title", number("first", first), number("last", n)).String()
	d.blocks = append([]block{heading{1, text(d.Title)}}, d.blocks...)
	d.add(w.over(last.Over)...)
	d.add(heading{2, w.t("chapter.situation", number("n", n))})
	d.add(w.situation(last)...)
	return d
}

func (w *Writer) beginning(s Stretch) []block {
	out := []block{heading{2, w.t("summary.head.first")}}
	for _, m := range s.Mails {
		out = append(append(out, w.byFact(m.Story)...), w.situation(m)...)
	}
	return append(out, heading{2, w.t("summary.story")})
}
