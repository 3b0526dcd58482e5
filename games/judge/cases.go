package judge

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"fivepoints/events"
	"fivepoints/games"
	"fivepoints/games/desk"
	"fivepoints/games/table"
)

// Objection says what is not right and why.
type Objection struct {
	Commit events.Seq
	Fact   int // index in the commit, from 1; 0: all of it
	Text   string
	Freeze bool // no mail closes until the case is decided; a moderator's
}

// maxWords bounds what a party says, in bytes.
const maxWords = 8 << 10

// Contest opens a case on a commit of a game and returns its number. What is not
// for the seat of the act to know is answered like what is not there. A sheet can
// be contested once its mail is resolved: until then nobody is to know of it.
func (j *Judge) Contest(ctx context.Context, a Act, o Objection) (int, events.Seq, error) {
	n := 0
	seq, err := j.caseAct(ctx, a, func(t *table.Table) ([]games.Fact, error) {
		if o.Freeze {
			if err := j.moderates(t, a); err != nil {
				return nil, err
			}
		}
		if err := j.contestable(ctx, t, a, o); err != nil {
			return nil, err
		}
		n = len(t.Record.Cases) + 1
		f := platform(table.TypeContested, table.Contested{Case: n, Commit: o.Commit, Fact: o.Fact, Seat: a.Seat, Msg: a.Msg, Freeze: o.Freeze, By: byOf(a)})
		return []games.Fact{said(f, o.Text)}, nil
	})
	return n, seq, err
}

// byOf is "moderator" when nobody speaks for his own seat.
func byOf(a Act) string {
	if a.By == ByPlayer {
		return ""
	}
	return fromModerator
}

// said adds the words of a party.
func said(f games.Fact, text string) games.Fact {
	if len(text) > maxWords {
		text = strings.ToValidUTF8(text[:maxWords], "")
	}
	f.Priv = []games.Part{{Audience: games.Engine, Payload: table.Words{Text: text}}}
	return f
}

// caseAct is act for what is done in games that are over, too.
func (j *Judge) caseAct(ctx context.Context, a Act, do func(*table.Table) ([]games.Fact, error)) (events.Seq, error) {
	t, err := j.ready(ctx, a.Game)
	if err != nil {
		return 0, err
	}
	if seq, err := j.log.Lookup(ctx, "game/"+a.Game, a.Key); err != nil || seq > 0 {
		return seq, err
	}
	facts, err := do(t)
	if err != nil {
		return 0, err
	}
	return j.record(ctx, t, a, facts)
}

func (j *Judge) contestable(ctx context.Context, t *table.Table, a Act, o Objection) error {
	missing := not("desk.contest.nothing", games.With("commit", "text", fmt.Sprint(o.Commit)))
	if o.Text == "" {
		return not("desk.contest.why")
	}
	for st, err := range j.log.Read(ctx, "game/"+t.ID, o.Commit-1) {
		if err != nil {
			return err
		}
		if st.Seq != o.Commit {
			break
		}
		facts, err := t.Facts(st, j.log.Keys())
		if err != nil {
			return err
		}
		if o.Fact > len(facts) {
			return missing
		}
		if o.Fact > 0 {
			facts = facts[o.Fact-1 : o.Fact]
		}
		if a.Seat != "" && len(t.Visible(facts, games.Seat(a.Seat))) == 0 {
			return missing
		}
		if slices.ContainsFunc(t.Sheets, func(s *table.SheetIn) bool { return s.Seq == o.Commit && !t.Settled(s) }) {
			return not("desk.contest.open")
		}
		return nil
	}
	return missing
}

// State adds the words of a party to an open case.
func (j *Judge) State(ctx context.Context, a Act, n int, text string) (events.Seq, error) {
	return j.caseAct(ctx, a, func(t *table.Table) ([]games.Fact, error) {
		c, err := openCase(t, n)
		if err != nil {
			return nil, err
		}
		if text == "" {
			return nil, not("desk.contest.why")
		}
		f := platform(table.TypeStated, table.Stated{Case: n, N: len(c.Statements) + 1, Seat: a.Seat, Msg: a.Msg, By: byOf(a)})
		return []games.Fact{said(f, text)}, nil
	})
}

func openCase(t *table.Table, n int) (*table.CaseIn, error) {
	c := t.Record.Case(n)
	if c == nil {
		return nil, fmt.Errorf("game %s has no case %d", t.ID, n)
	}
	if c.Decided != nil {
		return nil, fmt.Errorf("case %d of game %s is decided already, by commit %d", n, t.ID, c.DecidedSeq)
	}
	return c, nil
}

// Ruling is what a moderator rules, by a rule of the book.
type Ruling struct {
	Rule   string // its id; the caller has looked it up
	Text   string
	From   string // the mail or turn from which it holds; "" at once
	Cites  []events.Seq
	Case   int
	Repeal int
}

// Rule records a ruling and returns its number. It changes nothing by itself.
func (j *Judge) Rule(ctx context.Context, a Act, r Ruling) (int, events.Seq, error) {
	n := 0
	seq, err := j.caseAct(ctx, a, func(t *table.Table) ([]games.Fact, error) {
		if err := j.moderates(t, a); err != nil {
			return nil, err
		}
		f, err := ruled(t, r)
		n = len(t.Record.Rulings) + 1
		return []games.Fact{f}, err
	})
	return n, seq, err
}

func ruled(t *table.Table, r Ruling) (games.Fact, error) {
	if r.Case > 0 {
		if _, err := openCase(t, r.Case); err != nil {
			return games.Fact{}, err
		}
	}
	if r.Repeal > 0 && t.Record.Ruling(r.Repeal) == nil {
		return games.Fact{}, fmt.Errorf("game %s has no ruling %d", t.ID, r.Repeal)
	}
	for _, seq := range r.Cites {
		if seq == 0 || seq > t.Tip {
			return games.Fact{}, fmt.Errorf("game %s has no commit %d to cite", t.ID, seq)
		}
	}
	return platform(table.TypeRuled, table.Ruled{
		N: len(t.Record.Rulings) + 1, Rule: r.Rule, Text: r.Text, From: r.From, Cites: r.Cites, Case: r.Case, By: fromModerator, Repeal: r.Repeal,
	}), nil
}

// Decide ends a case, with the ruling that decides it when there is one.
func (j *Judge) Decide(ctx context.Context, a Act, n int, outcome string, cites []events.Seq, r *Ruling) (events.Seq, error) {
	return j.caseAct(ctx, a, func(t *table.Table) ([]games.Fact, error) {
		if _, err := openCase(t, n); err != nil {
			return nil, err
		}
		if err := j.moderates(t, a); err != nil {
			return nil, err
		}
		if !slices.Contains([]string{table.OutcomeUpheld, table.OutcomeChanged, table.OutcomeDropped}, outcome) {
			return nil, fmt.Errorf("a case ends as %s, %s or %s, and not as %q", table.OutcomeUpheld, table.OutcomeChanged, table.OutcomeDropped, outcome)
		}
		d := table.Decided{Case: n, Outcome: outcome, Cites: cites, By: fromModerator}
		if r == nil {
			return []games.Fact{platform(table.TypeDecided, d)}, nil
		}
		r.Case = n
		f, err := ruled(t, *r)
		d.Ruling = len(t.Record.Rulings) + 1
		return []games.Fact{f, platform(table.TypeDecided, d)}, err
	})
}

// contestBy opens a case on the mail that a message names.
func (j *Judge) contestBy(ctx context.Context, t *table.Table, act Act, c desk.Command) (games.Msg, error) {
	for _, w := range slices.Backward(t.Windows) {
		if !w.Named(c.Turn) || w.Closed == nil || w.Judged == 0 {
			continue
		}
		n, _, err := j.Contest(ctx, act, Objection{Commit: w.Judged, Text: c.Reason})
		return games.Say("desk.done.contest", games.With("case", "text", fmt.Sprint(n)), games.With("commit", "text", fmt.Sprint(w.Judged))), err
	}
	return games.Msg{}, not("desk.contest.nothing", games.With("commit", "text", c.Turn))
}
