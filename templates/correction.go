package templates

import (
	"fivepoints/games"
)

// Correction tells that the moderator changed what had been sent.
type Correction struct {
	About
	Kind   string       // "withdraw", "amend", "adjust" or "other"
	Of     games.Seat   // whose sheet; "" when the reader may not know that there was one
	N      int          // number of the sheet
	Tags   []string     // mails the sheet counted for
	Reason string       // the moderator's words
	Again  []string     // mails judged again, as subjects name them
	Story  []games.Msg  // what an adjustment changed
	Orders []games.Line // for Of only: those withdrawn, or those that count now
}

// Correction writes what was changed and why, and what follows.
func (w *Writer) Correction(in Correction) Doc {
	d := Doc{Title: w.title(in.About, "", "correction.title"), lang: w.lang}
	kind := in.Kind
	if in.Of == "" && kind != "adjust" {
		kind = "other"
	}
	d.add(heading{1, w.t("correction.head")}, para{w.t("correction."+kind, arg("seat", "seat", string(in.Of)), number("n", in.N))})
	if len(in.Tags) > 0 {
		d.add(para{w.t("correction.mails", arg("tags", "list:text", in.Tags...))})
	}
	if in.Reason != "" {
		d.add(para{w.t("correction.reason", arg("why", "text", in.Reason))})
	}
	d.add(w.byFact(in.Story)...)
	if len(in.Orders) > 0 {
		var items []inline
		for _, s := range w.spell(in.Orders) {
			items = append(items, typed(s))
		}
		d.add(heading{2, w.t("correction.orders." + kind)}, list{items})
	}
	switch {
	case len(in.Again) > 0:
		d.add(para{w.t("correction.again", arg("tags", "list:text", in.Again...))})
	case kind != "adjust":
		d.add(para{w.t("correction.none")})
	}
	return d
}
