package templates

import (
	"strings"

	"fivepoints/games"
)

// Case is a dispute as everybody reads it, or a ruling without one.
type Case struct {
	About
	N        int    // number of the case, 0 for a ruling alone
	Commit   string // what is contested: "commit 12 (mail 1893c)"
	Words    []CaseWords
	Frozen   bool // nothing is resolved until it is decided
	Outcome  string
	Rulings  []CaseRuling
	Evidence []string // how to look it up, commands
}

// CaseWords are the words of one party.
type CaseWords struct {
	Seat games.Seat // "" for the moderator
	Text string     // "" when they were erased
}

// CaseRuling is a ruling with the rule it cites.
type CaseRuling struct {
	N          int
	Rule, Text string
	From       string
	Repeal     int
}

// Case writes a dispute for everybody: what is contested, what was said, what was
// decided and by which rule.
func (w *Writer) Case(in Case) Doc {
	head := w.t("case.ruling")
	if in.N > 0 {
		head = w.t("case.head", number("n", in.N))
	}
	d := Doc{Title: w.title(in.About, "", "case.title"), lang: w.lang}
	d.add(heading{1, join(" · ", text(in.Title), head)})
	if in.N > 0 {
		d.add(para{w.t("case.about", arg("commit", "text", in.Commit))})
	}
	for _, s := range in.Words {
		by := w.t("case.moderator")
		if s.Seat != "" {
			by = w.t("case.seat", arg("seat", "seat", string(s.Seat)))
		}
		if s.Text == "" {
			d.add(para{w.t("case.erased", word("by", by))})
			continue
		}
		d.add(para{by}, pre{strings.Split(strings.TrimSpace(s.Text), "\n")})
	}
	for _, r := range in.Rulings {
		d.add(para{w.t("case.ruled", number("n", r.N), arg("rule", "text", r.Rule))}, pre{strings.Split(r.Text, "\n")})
		if r.From != "" {
			d.add(para{w.t("case.from", arg("turn", "text", r.From))})
		}
		if r.Repeal > 0 {
			d.add(para{w.t("case.repeal", number("n", r.Repeal))})
		}
	}
	switch {
	case in.N == 0:
	case in.Outcome != "":
		d.add(para{w.t("case.outcome." + in.Outcome)})
	case in.Frozen:
		d.add(para{w.t("case.frozen")})
	default:
		d.add(para{w.t("case.open")})
	}
	if len(in.Evidence) > 0 {
		d.add(para{w.t("case.evidence")}, pre{in.Evidence})
	}
	return d
}
