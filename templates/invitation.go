package templates

// Invitation is the first mail to a player: what is asked of him, then his
// first report.
func (w *Writer) Invitation(in Report) Doc {
	report := w.Report(in)
	d := Doc{Title: in.tag(next(in.Due)) + " " + w.t("invitation.title").String(), lang: w.lang}
	d.add(heading{1, w.t("invitation.head", arg("title", "text", in.Title))},
		para{w.t("invitation.seat", arg("seat", "seat", string(in.Seat)))},
		para{w.t("invitation.start")})
	if in.Muster {
		d.add(para{w.t("invitation.muster")})
	}
	d.add(para{w.t("invitation.not")})
	d.add(report.blocks[1:]...) // its title is said
	return d
}
