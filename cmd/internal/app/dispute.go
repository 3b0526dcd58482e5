package app

import (
	"errors"
	"flag"
	"fmt"
	"strconv"
	"strings"

	"fivepoints/events"
	"fivepoints/games"
	"fivepoints/games/catalog"
	"fivepoints/games/judge"
	"fivepoints/games/table"
	"fivepoints/templates"
)

// caseAct is what the operator does at the command line, for a seat or for himself.
func (e *env) caseAct(game, seat string) (judge.Act, error) {
	key, err := randomKey()
	a := judge.Act{Game: game, Seat: seat, By: judge.ByOperator, At: e.Now(), Key: key}
	return a, err
}

func (e *env) disputeOpen(args []string) error {
	fs := e.flags("dispute open")
	seat := fs.String("seat", "", e.say("`SIÈGE` pour qui l'on conteste (sinon le modérateur)", "`SEAT` for whom it is contested (else the moderator)"))
	reason := fs.String("reason", "", e.say("`TEXTE` que chacun lira (obligatoire)", "`TEXT` that everybody will read (required)"))
	freeze := fs.Bool("freeze", false, e.say("aucun courrier n'est résolu avant que ce soit tranché", "no mail is resolved before it is decided"))
	names, err := e.parse(fs, args, 2, 2)
	if err != nil {
		return err
	}
	return e.own(func(f *folder) error {
		t, err := e.table(f, names[0], 0)
		if err != nil {
			return err
		}
		commit, fact, err := e.contested(t, names[1])
		if err != nil {
			return err
		}
		if *seat != "" {
			if err := holds(t, *seat); err != nil {
				return err
			}
		}
		a, err := e.caseAct(t.ID, *seat)
		if err != nil {
			return err
		}
		n, seq, err := f.judge.Contest(e.ctx, a, judge.Objection{Commit: commit, Fact: fact, Text: *reason, Freeze: *freeze})
		if err != nil {
			return e.unjudged(f, t, err)
		}
		return e.showCase(f, t.ID, n, seq)
	})
}

// contested reads what is contested: a commit, a fact of it, a mail or a turn.
func (e *env) contested(t *table.Table, word string) (events.Seq, int, error) {
	if seq, n, err := factNamed(word); err == nil && t.Window(word) == nil && (strings.Contains(word, ".") || !named(t, word)) {
		return seq, n, nil
	}
	seq, err := pointOf(t, word)
	return seq, 0, err
}

func named(t *table.Table, word string) bool {
	for _, w := range t.Windows {
		if w.Closed != nil && w.Named(word) {
			return true
		}
	}
	return false
}

// unjudged says a refusal of the judge in the operator's language.
func (e *env) unjudged(f *folder, t *table.Table, err error) error {
	r := (*judge.Refused)(nil)
	if !errors.As(err, &r) {
		return err
	}
	text, terr := f.posts.Say(t, r.Msg, e.lang)
	if terr != nil {
		return errors.Join(err, terr)
	}
	return failed("%s", "%s", text)
}

// showCase publishes what was done in a case and shows it as everybody reads it.
func (e *env) showCase(f *folder, game string, n int, seq events.Seq) error {
	if _, err := f.publish(e.ctx); err != nil {
		return err
	}
	doc, err := f.posts.Document(e.ctx, game, seq, "", e.lang)
	if err != nil {
		return err
	}
	if _, err := e.Out.Write(templates.Render(doc, templates.Plain)); err != nil {
		return err
	}
	if n > 0 {
		e.printf("dossier %d de la partie %s, commit %d ; chacun en est averti\n", "case %d of game %s, commit %d; everybody is told\n", n, game, seq)
	}
	return nil
}

func (e *env) disputeState(args []string) error {
	fs := e.flags("dispute state")
	seat := fs.String("seat", "", e.say("`SIÈGE` qui parle (sinon le modérateur)", "`SEAT` that speaks (else the moderator)"))
	reason := fs.String("reason", "", e.say("`TEXTE` que chacun lira (obligatoire)", "`TEXT` that everybody will read (required)"))
	return e.caseCommand(fs, args, 2, func(f *folder, t *table.Table, n int, _ []string) (events.Seq, error) {
		if *seat != "" {
			if err := holds(t, *seat); err != nil {
				return 0, err
			}
		}
		a, err := e.caseAct(t.ID, *seat)
		if err != nil {
			return 0, err
		}
		return f.judge.State(e.ctx, a, n, *reason)
	})
}

func (e *env) disputeDecide(args []string) error {
	fs := e.flags("dispute decide")
	var r rulingFlags
	r.register(e, fs.StringVar, fs.IntVar)
	return e.caseCommand(fs, args, 3, func(f *folder, t *table.Table, n int, rest []string) (events.Seq, error) {
		a, err := e.caseAct(t.ID, "")
		if err != nil {
			return 0, err
		}
		cites, err := r.seqs()
		if err != nil {
			return 0, e.usage("%v", "%v", err)
		}
		ruling, err := e.ruling(t, r, cites)
		if err != nil {
			return 0, err
		}
		return f.judge.Decide(e.ctx, a, n, rest[0], cites, ruling)
	})
}

// caseCommand runs a command on GAME CASE.
func (e *env) caseCommand(fs *flag.FlagSet, args []string, words int, do func(*folder, *table.Table, int, []string) (events.Seq, error)) error {
	names, err := e.parse(fs, args, words, words)
	if err != nil {
		return err
	}
	n, err := strconv.Atoi(names[1])
	if err != nil {
		return e.usage("%s : %q n'est pas le numéro d'un dossier", "%s: %q is no number of a case", fs.Name(), names[1])
	}
	return e.own(func(f *folder) error {
		t, err := e.table(f, names[0], 0)
		if err != nil {
			return err
		}
		seq, err := do(f, t, n, names[2:])
		if err != nil {
			return e.unjudged(f, t, err)
		}
		return e.showCase(f, t.ID, n, seq)
	})
}

// rulingFlags are the parts of a ruling.
type rulingFlags struct {
	rule, text, from, cites string
	repeal                  int
}

func (r *rulingFlags) register(e *env, text func(*string, string, string, string), number func(*int, string, int, string)) {
	text(&r.rule, "rule", "", e.say("`RÈGLE` qui le dit, par son identifiant", "`RULE` that says so, by its id"))
	text(&r.text, "text", "", e.say("`TEXTE` de la décision, que chacun lira", "`TEXT` of the ruling, which everybody will read"))
	text(&r.from, "from", "", e.say("`TOUR` ou courrier à partir duquel elle vaut (défaut : tout de suite)", "`TURN` or mail from which it holds (default: at once)"))
	text(&r.cites, "cites", "", e.say("`COMMITS` sur lesquels elle s'appuie, par exemple 12,15", "`COMMITS` that it rests on, for example 12,15"))
	number(&r.repeal, "repeal", 0, e.say("`NUMÉRO` de la décision qu'elle remplace", "`NUMBER` of the ruling it takes the place of"))
}

func (r *rulingFlags) seqs() ([]events.Seq, error) {
	var out []events.Seq
	for _, s := range strings.FieldsFunc(r.cites, func(c rune) bool { return c == ',' || c == ' ' }) {
		n, err := strconv.ParseUint(s, 10, 53)
		if err != nil {
			return nil, fmt.Errorf("--cites: %q", s)
		}
		out = append(out, events.Seq(n))
	}
	return out, nil
}

// ruling looks its rule up; nil when nothing is ruled.
func (e *env) ruling(t *table.Table, r rulingFlags, cites []events.Seq) (*judge.Ruling, error) {
	if r.rule == "" && r.text == "" {
		return nil, nil
	}
	if r.text == "" || r.rule == "" {
		return nil, e.usage("une décision a un --text et la --rule qui la porte", "a ruling has a --text and the --rule it rests on")
	}
	if _, ok := catalog.Rule(t.Created.Rulebook, r.rule); !ok {
		return nil, failed("le livre de règles %s n'a pas de règle %q ; games/%[1]s/rules.md les nomme toutes", "the rulebook %s has no rule %q; games/%[1]s/rules.md names them all", t.Created.Rulebook, r.rule)
	}
	return &judge.Ruling{Rule: r.rule, Text: r.text, From: r.from, Cites: cites, Repeal: r.repeal}, nil
}

// rule records what the moderator rules on, beside any case.
func (e *env) rule(args []string) error {
	fs := e.flags("rule")
	var r rulingFlags
	r.register(e, fs.StringVar, fs.IntVar)
	names, err := e.parse(fs, args, 1, 1)
	if err != nil {
		return err
	}
	cites, err := r.seqs()
	if err != nil {
		return e.usage("%v", "%v", err)
	}
	return e.own(func(f *folder) error {
		t, err := e.table(f, names[0], 0)
		if err != nil {
			return err
		}
		ruling, err := e.ruling(t, r, cites)
		if err != nil {
			return err
		}
		if ruling == nil {
			return e.usage("une décision a un --text et la --rule qui la porte", "a ruling has a --text and the --rule it rests on")
		}
		a, err := e.caseAct(t.ID, "")
		if err != nil {
			return err
		}
		_, seq, err := f.judge.Rule(e.ctx, a, *ruling)
		if err != nil {
			return e.unjudged(f, t, err)
		}
		return e.showCase(f, t.ID, 0, seq)
	})
}

// disputeShow gathers the evidence of a case: what everybody reads, what led to
// the contested commit, and what it changed.
func (e *env) disputeShow(args []string) error {
	fs := e.flags("dispute show")
	to := fs.String("for", string(games.Engine), e.say("`QUI` regarde : engine voit tout, public, ou un siège", "`WHO` looks: engine sees all, public, or a seat"))
	names, err := e.parse(fs, args, 1, 2)
	if err != nil {
		return err
	}
	return e.viewGame(names[0], *to, func(f *folder, t *table.Table) error {
		if len(names) == 1 {
			return e.listCases(t)
		}
		n, err := strconv.Atoi(names[1])
		c := t.Record.Case(n)
		if err != nil || c == nil {
			return failed("la partie %s n'a pas de dossier %q", "game %s has no case %q", t.ID, names[1])
		}
		return e.evidence(f, t, c, games.Seat(*to))
	})
}

func (e *env) listCases(t *table.Table) error {
	if e.json {
		return e.printJSON(t.Record.Cases)
	}
	for _, c := range t.Record.Cases {
		state := e.say("ouvert", "open")
		if c.Decided != nil {
			state = c.Decided.Outcome
		}
		fmt.Fprintf(e.Out, "%d  commit %d  %s  %s\n", c.Case, c.Commit, orDash(c.Seat), state)
	}
	return nil
}

func (e *env) evidence(f *folder, t *table.Table, c *table.CaseIn, to games.Seat) error {
	last := c.Seq
	for _, s := range c.Statements {
		last = max(last, s.Seq)
	}
	last = max(last, c.DecidedSeq)
	doc, err := f.posts.Document(e.ctx, t.ID, last, "", e.lang)
	if err != nil {
		return err
	}
	if _, err := e.Out.Write(templates.Render(doc, templates.Plain)); err != nil {
		return err
	}
	e.printf("\n--- d'où vient ce qui est contesté ---\n", "\n--- where the contested facts come from ---\n")
	word := fmt.Sprint(c.Commit)
	if c.Fact > 0 {
		word = fmt.Sprintf("%d.%d", c.Commit, c.Fact)
	}
	if err := e.why(f, t, word, to); err != nil {
		return err
	}
	e.printf("\n--- les tirages et faits de ce commit, la position avant et après ---\n", "\n--- draws and facts of that commit, the position before and after ---\n")
	return e.diff(f, t, max(c.Commit-1, firstSeq(t)), max(c.Commit, firstSeq(t)), to)
}

// firstSeq is the first commit at which a game has a position.
func firstSeq(t *table.Table) events.Seq {
	if len(t.Windows) > 0 {
		return t.Windows[0].OpenedSeq
	}
	return t.Tip
}
