package publish

import (
	"fmt"

	"fivepoints/events"
	"fivepoints/games"
	"fivepoints/games/table"
	"fivepoints/templates"
)

// disputes tells whether the commit is about a case, and which; 0 is a ruling alone.
func (e edition) disputes() (n int, ok bool) {
	for _, f := range e.facts {
		switch p := f.Pub.(type) {
		case table.Contested:
			return p.Case, true
		case table.Stated:
			return p.Case, true
		case table.Decided:
			return p.Case, true
		case table.Ruled:
			n, ok = p.Case, true
		}
	}
	return n, ok
}

// dispute is a case as it stands at this commit.
func (e edition) dispute(n int) templates.Case {
	out := templates.Case{About: e.about(), N: n}
	for _, r := range e.t.Record.Rulings {
		if n > 0 && r.Case == n || n == 0 && r.Seq == e.t.Tip {
			out.Rulings = append(out.Rulings, templates.CaseRuling{N: r.N, Rule: r.Rule, Text: r.Text, From: r.From, Repeal: r.Repeal})
		}
	}
	c := e.t.Record.Case(n)
	if c == nil {
		return out
	}
	out.Commit, out.Frozen = e.commitName(c.Commit), c.Freeze
	out.Words = append(out.Words, templates.CaseWords{Seat: games.Seat(c.Seat), Text: c.Words.Text})
	for _, s := range c.Statements {
		out.Words = append(out.Words, templates.CaseWords{Seat: games.Seat(s.Seat), Text: s.Words.Text})
	}
	if c.Decided != nil {
		out.Outcome = c.Decided.Outcome
	}
	out.Evidence = []string{
		fmt.Sprintf("fivepoints log %s --why %d", e.t.ID, c.Commit), fmt.Sprintf("fivepoints prove %s %d", e.t.ID, c.Commit),
		fmt.Sprintf("fivepoints dispute show %s %d", e.t.ID, n),
	}
	return out
}

// commitName names a commit with the mail it resolved.
func (e edition) commitName(seq events.Seq) string {
	for _, w := range e.t.Windows {
		if w.Judged == seq || w.ClosedSeq == seq {
			return fmt.Sprintf("%d (%s)", seq, tag(w))
		}
	}
	return fmt.Sprint(seq)
}

// Say writes one message of a game as a sentence.
func (p *Publisher) Say(t *table.Table, m games.Msg, lang games.Lang) (string, error) {
	w, err := p.writer(t, lang)
	if err != nil {
		return "", err
	}
	return w.Sentence(m), nil
}
