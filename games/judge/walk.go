package judge

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"fivepoints/events"
	"fivepoints/games"
	"fivepoints/games/chance"
	"fivepoints/games/table"
)

// stepBudget bounds one walk: a year of a six-gang campaign takes a few hundred steps.
const stepBudget = 20_000

// expansionBudget bounds the combinations of one order's preference lists.
const expansionBudget = 400

// trialBudget bounds what one order may have tried with the orders of its
// bundle: lists in lists of a hostile sheet would multiply.
const trialBudget = 2_000

// walk carries a game from one resolved window to the next decision that
// waits. It folds what it emits into its table and keeps it for the commit.
type walk struct {
	t      *table.Table
	seq    events.Seq                      // of the commit being made; provisional, above the tip
	at     int64                           // unix ms
	key    []byte                          // of the game
	n      int                             // number of the secret that is drawn from
	draws  func(games.Draw) ([]int, error) // nil: draw from the secret
	dice   Dice                            // nil: nothing is thrown at a table
	facts  []games.Fact
	misses map[string]int // by seat and window: they do not change during a walk
}

func newWalk(t *table.Table, at int64, key []byte) *walk {
	return &walk{t: t, seq: t.Tip + 1, at: at, key: key, n: t.SecretAt(t.Tip + 1), misses: map[string]int{}}
}

func (w *walk) emit(facts ...games.Fact) error {
	for _, f := range facts {
		w.facts = append(w.facts, f)
		if err := w.t.Fold(w.seq, f, [32]byte{}); err != nil {
			return err
		}
	}
	return nil
}

func platform(typ string, pub games.Payload) games.Fact {
	return games.Fact{Type: typ, V: 1, Pub: pub}
}

// run goes on until every decision due waits for an open window, or the game is over.
func (w *walk) run() error {
	for range stepBudget {
		step := w.t.Game.Next()
		var err error
		moved := true
		switch {
		case step.Over != nil:
			return w.over(*step.Over)
		case step.Draw != nil:
			err = w.draw(*step.Draw)
		case step.Auto != nil:
			err = w.emit(step.Auto...)
		case len(step.Due) > 0:
			moved, err = w.answer(step.Due)
		default:
			err = errors.New("the rulebook says nothing comes next")
		}
		if err != nil {
			return err
		}
		if !moved && againDue(w.t, step.Due) != nil {
			return nil // that mail is judged in a commit of its own
		}
		if !moved {
			return w.windows(step.Due)
		}
	}
	return fmt.Errorf("the rules went on for %d steps without an end", stepBudget)
}

// answer answers one decision, or one sealed group, whose windows are closed.
func (w *walk) answer(due []games.Decision) (moved bool, err error) {
	for _, d := range due {
		if d.Sealed != "" {
			group := slices.DeleteFunc(slices.Clone(due), func(o games.Decision) bool { return o.Sealed != d.Sealed })
			if !slices.ContainsFunc(group, func(o games.Decision) bool { return !w.closed(o) }) {
				return true, w.answerSealed(d.Sealed, group)
			}
		} else if w.closed(d) {
			c, err := w.choose(d)
			if err != nil {
				return true, err
			}
			return true, w.emit(append([]games.Fact{platform(table.TypeUsed, c.used)}, c.facts...)...)
		}
	}
	return false, nil
}

// answerSealed lets all seats of a group answer the same state, unseen by each other.
func (w *walk) answerSealed(sealed string, group []games.Decision) error {
	var chosen []choice
	var answers []games.Answer
	for _, d := range group {
		c, err := w.choose(d)
		if err != nil {
			return err
		}
		chosen = append(chosen, c)
		answers = append(answers, games.Answer{Decision: d, Line: c.line})
	}
	for _, c := range chosen {
		if err := w.emit(append([]games.Fact{platform(table.TypeUsed, c.used)}, c.facts...)...); err != nil {
			return err
		}
	}
	if facts, ok := w.t.Game.Resolve(sealed, answers); ok {
		return w.emit(facts...)
	}
	return nil
}

func (w *walk) closed(d games.Decision) bool {
	win := w.t.Window(d.Window)
	return win != nil && win.Closed != nil && win.Judged > 0
}

// againDue finds the mail closed before a cut that is to be judged next.
func againDue(t *table.Table, due []games.Decision) *table.Window {
	for _, d := range due {
		if w := t.Window(d.Window); w != nil && w.Closed != nil && w.Judged == 0 {
			return w
		}
	}
	return nil
}

// choice is what answers a decision.
type choice struct {
	line  games.Line
	used  table.Used
	facts []games.Fact
}

// choose finds the answer: the next unused line of its kind whose guard holds,
// a standing line, a fallback line, the default. Lines passed over are recorded.
func (w *walk) choose(d games.Decision) (choice, error) {
	win := w.t.Window(d.Window)
	for _, u := range candidates(w.t, d, win) {
		a := attempt(w.t, w.t.Game, u, d)
		if a.legal {
			how := "sheet"
			if u.Lines[0].Always {
				how = "standing"
			} else if u.Lines[0].Fallback {
				how = "fallback"
			}
			used := table.Used{Decision: table.DecisionMark(d), Seat: string(d.Seat), How: how, Sheet: u.Sheet.N, Line: u.Line}
			return choice{a.line, veiled(used, d), a.facts}, nil
		}
		if a.silent(u) || d.Patient && !a.fired {
			continue
		}
		if err := w.emit(append([]games.Fact{skipped(d, u, a)}, a.fell...)...); err != nil {
			return choice{}, err
		}
	}
	return w.byDefault(d)
}

func (w *walk) byDefault(d games.Decision) (choice, error) {
	line := w.t.Game.Default(d, w.missed(d))
	facts, refusal := w.t.Game.Decide(d, line)
	if refusal != nil {
		return choice{}, fmt.Errorf("the rulebook refuses its own default %q for %s (%s)", line.Verb, d.ID, refusal.Rule)
	}
	used := table.Used{Decision: table.DecisionMark(d), Seat: string(d.Seat), How: "default"}
	return choice{line, veiled(used, d), facts}, nil
}

// veiled says nothing of how a secret decision was answered.
func veiled(u table.Used, d games.Decision) table.Used {
	if d.Secret {
		return table.Used{Decision: u.Decision, Seat: u.Seat, How: "secret"}
	}
	return u
}

func (w *walk) missed(d games.Decision) int {
	key := string(d.Seat) + " " + d.Window
	n, known := w.misses[key]
	if !known {
		n = w.t.Misses(string(d.Seat), d.Window)
		w.misses[key] = n
	}
	return n
}

// candidates lists the unused orders that may answer a decision: those of the
// sheet, then standing ones, then fallbacks; among settings the entry that
// names an object comes before "*" or none, a part of it before the whole.
func candidates(t *table.Table, d games.Decision, win *table.Window) []*table.Unit {
	units := slices.DeleteFunc(t.Pending(string(d.Seat), win), func(u *table.Unit) bool {
		return !u.Verb.Answers(d.Kind) || t.IsUsed(u, win)
	})
	slices.SortStableFunc(units, func(a, b *table.Unit) int { return cmp.Compare(rank(a), rank(b)) })
	return units
}

func rank(u *table.Unit) int {
	r := 0
	switch {
	case u.Lines[0].Fallback:
		r = 6
	case u.Lines[0].Always:
		r = 3
	}
	o := u.Lines[0].First(u.Verb.Object)
	switch {
	case !u.Verb.Keep || strings.Contains(o, " "): // "LES traffic"
		return r
	case o == "*" || o == "":
		return r + 2
	}
	return r + 1
}

// attempted is the outcome of trying one order.
type attempted struct {
	line    games.Line
	facts   []games.Fact
	legal   bool
	fired   bool // its guard held, or it had an else branch
	refusal *games.Refusal
	guard   []games.Cond // of the branch that was refused
	also    []games.Msg  // refusals of its other alternatives
	fell    []games.Fact // marks of the orders that go down with it
}

// silent tells that an order passed over need not be reported: it speaks of
// another decision, or it is a standing order whose guard does not hold.
func (a attempted) silent(u *table.Unit) bool {
	if !a.fired {
		return u.Standing() || u.Verb.Keep
	}
	return a.refusal != nil && a.refusal.NotThis
}

// attempt tries the branch of an order that its guard selects (order.4),
// alternative by alternative and preference by preference.
func attempt(t *table.Table, g games.Game, u *table.Unit, d games.Decision) attempted {
	left := trialBudget
	return try(t, g, u, d, &left)
}

func try(t *table.Table, g games.Game, u *table.Unit, d games.Decision, left *int) attempted {
	d.Stored = t.StoredSince(u, t.Window(d.Window))
	var a attempted
	lines, guard := branch(g, u, d.Seat)
	for _, alt := range lines {
		a.fired = true
		first := true
		for _, line := range combinations(u.Verb, alt) {
			if *left--; *left < 0 {
				return a.giveUp(line)
			}
			guarded := line
			guarded.If = guard
			facts, refusal := g.Decide(d, guarded)
			var fell []games.Fact
			if refusal == nil {
				fell = unbundled(t, g, u, d, facts, left)
				if len(fell) == 0 {
					return attempted{line: line, facts: facts, legal: true, fired: true}
				}
				refusal = &games.Refusal{Msg: games.Msg{Key: "judge.bundle"}, Rule: "order.bundle"}
			}
			switch {
			case a.refusal == nil:
				a.refusal, a.line, a.fell, a.guard = refusal, line, fell, guard
			case first: // of its alternative; its other preferences say much the same
				a.also = append(a.also, refusal.Msg)
			}
			first = false
		}
	}
	return a
}

// giveUp refuses an order that has too many ways to be tried.
func (a attempted) giveUp(line games.Line) attempted {
	if a.refusal == nil {
		a.line, a.refusal = line, &games.Refusal{Msg: games.Msg{Key: "judge.too-many"}, Rule: "order.pref"}
	}
	return a
}

// unbundled tries the orders that were sent together with one that is legal,
// and returns the marks of those that are refused (order.bundle). Orders that
// were stored stand for themselves, or with those of their sheet where the rulebook says so.
func unbundled(t *table.Table, g games.Game, u *table.Unit, d games.Decision, facts []games.Fact, left *int) []games.Fact {
	if d.Bundle == "" || d.Stored > 0 && !d.Tight {
		return nil
	}
	next := g.Clone()
	for _, f := range facts {
		next.Evolve(f)
	}
	due := next.Next().Due
	i := slices.IndexFunc(due, func(o games.Decision) bool { return o.Bundle == d.Bundle && o.Seat == d.Seat })
	if i < 0 {
		return nil
	}
	var out []games.Fact
	win := t.Window(due[i].Window)
	for _, o := range candidates(t, due[i], win) {
		a := try(t, next, o, due[i], left)
		if a.legal {
			return nil
		}
		together := t.StoredSince(o, win) == 0 || d.Stored > 0 && o.Sheet.N == u.Sheet.N
		if a.fired && !a.silent(o) && !o.Standing() && together {
			out = append(out, skipped(due[i], o, a))
		}
	}
	return out
}

// branch returns the lines that count now, and the guard that made them count.
func branch(g games.Game, u *table.Unit, seat games.Seat) ([]games.Line, []games.Cond) {
	cut := slices.IndexFunc(u.Lines, func(l games.Line) bool { return l.Join == games.Else })
	if cut < 0 {
		cut = len(u.Lines)
	}
	for _, c := range u.Lines[0].If {
		if !g.Test(seat, c) {
			return u.Lines[cut:], nil
		}
	}
	return u.Lines[:cut], u.Lines[0].If
}

// combinations are the forms of a line that are tried in turn; a verb that
// walks its lists itself has one.
func combinations(v games.Verb, l games.Line) []games.Line {
	if !v.Whole {
		return expand(l)
	}
	return []games.Line{{Verb: l.Verb, Args: l.Args, Src: l.Src}}
}

// expand walks preference lists in the order written, the last list fastest.
func expand(l games.Line) []games.Line {
	plain := games.Line{Verb: l.Verb, Src: l.Src}
	lines := []games.Line{plain}
	for _, a := range l.Args {
		if !a.Pref {
			for i := range lines {
				lines[i].Args = append(slices.Clip(lines[i].Args), a)
			}
			continue
		}
		var next []games.Line
		for _, have := range lines {
			for _, v := range a.Vals {
				one := have
				one.Args = append(slices.Clip(have.Args), games.Arg{Name: a.Name, Vals: []string{v}})
				next = append(next, one)
			}
		}
		lines = next[:min(len(next), expansionBudget)]
	}
	return lines
}

func skipped(d games.Decision, u *table.Unit, a attempted) games.Fact {
	why := table.Why{
		Decision: table.DecisionMark(d), Sheet: u.Sheet.N, Line: u.Line, Order: u.Lines[0],
		Guard: !a.fired, Msg: games.Msg{Key: "judge.guard"}, Rule: "order.guard",
	}
	if a.refusal != nil {
		why.Order, why.Msg, why.Rule, why.Also = a.line, a.refusal.Msg, a.refusal.Rule, a.also
		for _, near := range a.refusal.Nearest { // copied as it stands, it must not lose the guard
			near.If = a.guard
			why.Nearest = append(why.Nearest, near)
		}
	}
	f := platform(table.TypeSkipped, table.Skipped{Seat: string(d.Seat)})
	f.Priv = []games.Part{{Audience: d.Seat, Payload: why}}
	return f
}

// draw makes one draw and records it. A label may be drawn once on one line of history.
func (w *walk) draw(d games.Draw) error {
	if w.t.LabelUsed(d.Label) {
		return fmt.Errorf("the draw %q was made already", d.Label)
	}
	picks, err := w.thrown(d)
	if picks == nil && err == nil {
		picks, err = w.pick(d)
	}
	if err != nil {
		return err
	}
	rec := table.Drawn{Label: d.Label, Window: d.Window, Hidden: d.Hidden, N: d.N}
	f := platform(table.TypeDrawn, rec)
	if d.Hidden {
		f.Priv = []games.Part{{Audience: games.Engine, Payload: table.Picks{Pool: d.Pool, Picks: picks}}}
	} else {
		rec.Pool, rec.Picks = d.Pool, picks
		f.Pub = rec
	}
	if err := w.emit(f); err != nil {
		return err
	}
	return w.emit(w.t.Game.Drawn(d, picks)...)
}

func (w *walk) pick(d games.Draw) ([]int, error) {
	if w.draws != nil {
		return w.draws(d)
	}
	secret := chance.FromGameKey(w.key, w.n)
	if d.Hidden {
		return secret.Hidden().Pick(d.Label, d.Pool, d.N)
	}
	beacon := ""
	if win := w.t.Window(d.Window); win != nil && win.Closed != nil {
		beacon = win.Closed.Beacon
	} else if len(w.t.Windows) > 0 {
		return nil, fmt.Errorf("the draw %q belongs to window %q, which is not closed", d.Label, d.Window)
	}
	return secret.Window(d.Window, beacon).Pick(d.Label, d.Pool, d.N)
}

// windows opens the mails that the rules now allow and voids those they no
// longer know; every decision due must have one.
func (w *walk) windows(due []games.Decision) error {
	open := w.t.Game.Windows()
	if err := w.voidAllBut(open); err != nil {
		return err
	}
	for _, o := range open {
		old := w.t.Window(o.ID)
		if old != nil && (!old.Open() || old.Closes > w.at) {
			continue
		}
		f := opened(o, w.at)
		facts := opens(w.t, f)
		if old != nil {
			facts = move(w.t, f.Window, closes(w.t, f, w.at), table.MovedCut, "")
		}
		if err := w.emit(facts...); err != nil {
			return err
		}
	}
	for _, d := range due {
		if w.t.Window(d.Window) == nil {
			return fmt.Errorf("the decision %s is due in window %q, which the rulebook does not open", d.ID, d.Window)
		}
	}
	return nil
}

func (w *walk) voidAllBut(open []games.Window) error {
	for _, old := range w.t.Windows {
		known := slices.ContainsFunc(open, func(o games.Window) bool { return o.ID == old.ID() })
		if known || !old.Open() {
			continue
		}
		if err := w.emit(platform(table.TypeVoided, table.Voided{Window: old.ID()})); err != nil {
			return err
		}
	}
	return nil
}

func opened(o games.Window, at int64) table.Opened {
	f := table.Opened{Window: o.ID, Tag: o.Tag, Turn: o.Turn, Report: o.Report, At: at}
	for _, s := range o.Seats {
		f.Seats = append(f.Seats, string(s))
	}
	for _, k := range o.Kinds {
		f.Kinds = append(f.Kinds, string(k))
	}
	return f
}

func (w *walk) over(r games.Result) error {
	if w.t.Over != nil {
		return nil
	}
	if err := w.voidAllBut(nil); err != nil {
		return err
	}
	f := table.Over{Why: r.Why}
	for _, rank := range r.Ranks {
		var seats []string
		for _, s := range rank {
			seats = append(seats, string(s))
		}
		f.Ranks = append(f.Ranks, seats)
	}
	return w.emit(platform(table.TypeOver, f), w.published())
}

// published is the secret that the draws of an ended game came from.
func (w *walk) published() games.Fact {
	return platform(table.TypeSecret, table.SecretPublished{
		N: w.n, Secret: chance.FromGameKey(w.key, w.n).Text(), Next: chance.FromGameKey(w.key, w.n+1).Commitment(), Hidden: w.t.Hidden,
	})
}
