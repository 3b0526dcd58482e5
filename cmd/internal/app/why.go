package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"fivepoints/events"
	"fivepoints/games"
	"fivepoints/games/table"
	"fivepoints/templates/publish"
)

// reason is one step of "why is this so"; it is stable as JSON.
type reason struct {
	Step string     `json:"step"` // "fact", "decision", "order", "sheet", "message", "sender", "cut", "post"
	Seq  events.Seq `json:"seq,omitempty"`
	Text string     `json:"text"`
}

// why follows a fact back to its cause: the decision, the order that answered it,
// the sheet, the bytes of the message, the evidence of its sender.
func (e *env) why(f *folder, t *table.Table, word string, to games.Seat) error {
	seq, index, err := factNamed(word)
	if err != nil {
		return e.usage("log --why : %q n'est ni COMMIT ni COMMIT.FAIT", "log --why: %q is neither SEQ nor SEQ.FACT", word)
	}
	w := whyWalk{env: e, f: f, t: t, to: to}
	if err := w.run(seq, index); err != nil {
		return err
	}
	if e.json {
		return e.printJSON(w.out)
	}
	for _, r := range w.out {
		at := ""
		if r.Seq > 0 {
			at = fmt.Sprintf("%d", r.Seq)
		}
		fmt.Fprintf(e.Out, "%-9s %6s  %s\n", r.Step, at, strings.ReplaceAll(r.Text, "\n", "\n                  "))
	}
	return nil
}

// factNamed reads SEQ or SEQ.FACT, facts counted from 1.
func factNamed(word string) (events.Seq, int, error) {
	a, b, dotted := strings.Cut(word, ".")
	seq, err := strconv.ParseUint(a, 10, 53)
	n := 0
	if dotted && err == nil {
		n, err = strconv.Atoi(b)
	}
	if err == nil && (seq == 0 || n < 0) {
		err = errors.New("numbers begin at 1")
	}
	return events.Seq(seq), n, err
}

type whyWalk struct {
	*env
	f   *folder
	t   *table.Table
	to  games.Seat
	out []reason
}

func (w *whyWalk) say(step string, seq events.Seq, format string, args ...any) {
	w.out = append(w.out, reason{step, seq, fmt.Sprintf(format, args...)})
}

func (w *whyWalk) run(seq events.Seq, index int) error {
	st, ok, err := commitAt(w.ctx, w.f.log, "game/"+w.t.ID, seq)
	if err != nil {
		return err
	}
	if !ok {
		return failed("la partie %s n'a pas de commit %d", "game %s has no commit %d", w.t.ID, seq)
	}
	facts, err := w.t.Facts(st, w.f.keys)
	if err != nil {
		return err
	}
	seen := w.t.Visible(facts, w.to)
	if len(seen) == 0 || index > len(facts) || index > 0 && len(w.t.Visible(facts[index-1:index], w.to)) == 0 {
		return failed("la partie %s n'a pas de fait %d.%d que ce siège puisse voir", "game %s has no fact %d.%d that this seat may see", w.t.ID, seq, index)
	}
	if index == 0 {
		index = len(facts)
	}
	for _, f := range w.t.Visible(facts[index-1:index], w.to) {
		pub, err := events.Marshal(f.Pub)
		if err != nil {
			return err
		}
		w.say("fact", seq, "%s %s", f.Type, pub)
		if w.t.Forgotten(seq, f.Type) {
			w.say("cut", 0, "%s", w.env.say("une correction l'a oublié depuis", "a correction has forgotten it since"))
		}
	}
	return w.cause(st, facts, index)
}

// cause finds what led to the index-th fact of a commit: the last decision marked
// before it, else the sheet of the commit, else its closing.
func (w *whyWalk) cause(st events.Stored, facts []games.Fact, index int) error {
	for i := index - 1; i >= 0; i-- {
		switch p := facts[i].Pub.(type) {
		case table.Used:
			return w.used(st.Seq, p)
		case table.Sheet:
			return w.sheet(p.Seat, p.N)
		case table.Drawn:
			if i < index-1 {
				w.say("draw", st.Seq, "%s: %v", p.Label, p.Picks)
			}
		case table.Closed:
			w.say("mail", st.Seq, w.env.say("le courrier %s est clos : %s, à %s", "the mail %s was closed: %s, at %s"), p.Window, p.Why, time.UnixMilli(p.At).UTC().Format(time.RFC3339))
			return nil
		case table.Cut:
			w.say("cut", st.Seq, "%s: %s", p.By, p.Reason)
			return nil
		}
	}
	return nil
}

func (w *whyWalk) used(seq events.Seq, p table.Used) error {
	w.say("decision", seq, "%s %s: %s", p.Seat, p.Decision, p.How)
	if p.Sheet == 0 {
		return nil
	}
	if w.to != games.Engine && string(w.to) != p.Seat {
		w.say("order", 0, w.env.say("l'ordre lui-même est à %s", "the order itself is %s's own"), p.Seat)
		return nil
	}
	s := w.t.SheetOf(p.Seat, p.Sheet)
	if s != nil && p.Line >= 1 && p.Line <= len(s.Lines.Lines) {
		l := s.Lines.Lines[p.Line-1]
		canonical, err := events.Marshal(l)
		if err != nil {
			return err
		}
		w.say("order", s.Seq, w.env.say("ordre %d de la feuille %d (ligne %d du mail) : %s", "order %d of sheet %d (line %d of the mail): %s"), p.Line, p.Sheet, l.Src, canonical)
	}
	return w.sheet(p.Seat, p.Sheet)
}

// sheet tells of a sheet as it was typed, of the receipt, and of its message.
func (w *whyWalk) sheet(seat string, n int) error {
	s := w.t.SheetOf(seat, n)
	if s == nil {
		return nil
	}
	if w.to != games.Engine && string(w.to) != seat { // its number would tell of others that wait
		w.say("sheet", s.Seq, w.env.say("une feuille de %s, reçue %s, empreinte %x", "a sheet of %s, received %s, hash %x"), seat, time.UnixMilli(s.At).UTC().Format(time.RFC3339), s.H)
		return nil
	}
	by := cmp.Or(s.By, s.Person)
	w.say("sheet", s.Seq, w.env.say("feuille %d de %s, reçue %s, de %s, empreinte %x", "sheet %d of %s, received %s, by %s, hash %x"), n, seat, time.UnixMilli(s.At).UTC().Format(time.RFC3339), by, s.H)
	if s.Voided {
		w.say("cut", 0, "%s", w.env.say("cette feuille a été retirée", "this sheet was withdrawn"))
	}
	if err := w.typed(s); err != nil {
		return err
	}
	if err := w.receipts(s.Seq); err != nil {
		return err
	}
	return w.message(s.Msg)
}

func (w *whyWalk) typed(s *table.SheetIn) error {
	st, ok, err := commitAt(w.ctx, w.f.log, "game/"+w.t.ID, s.Seq)
	if err != nil || !ok {
		return err
	}
	facts, err := w.t.Facts(st, w.f.keys)
	if err != nil {
		return err
	}
	for _, f := range facts {
		for _, p := range f.Priv {
			if text, ok := p.Payload.(table.Text); ok {
				for _, l := range text.Lines {
					w.say("typed", 0, "%d %s: %s", l.N, l.Kind, l.Text)
				}
			}
		}
	}
	return nil
}

// receipts tells what was sent about a commit.
func (w *whyWalk) receipts(seq events.Seq) error {
	posts, err := publish.Posts(w.ctx, w.f.log, w.t.ID)
	if err != nil {
		return err
	}
	for _, p := range posts {
		if p.Cause == seq && (w.to == games.Engine || p.Seat == string(w.to)) {
			w.say("post", p.Seq, w.env.say("%s à %s : « fivepoints posts %s --show %d » montre ce qui est parti", "%s to %s: `fivepoints posts %s --show %d` shows what was sent"), p.Kind, p.Seat, w.t.ID, p.Seq)
		}
	}
	return nil
}

// message tells of the bytes a sheet came from and who vouches for its sender.
func (w *whyWalk) message(seq events.Seq) error {
	if seq == 0 || w.to != games.Engine {
		return nil
	}
	c, err := anyCommit(w.ctx, w.f.log, seq)
	if err != nil {
		return err
	}
	for _, f := range c.Facts {
		var r events.Received
		if f.Type != events.TypeReceived || events.Unmarshal(f.Pub, &r) != nil {
			continue
		}
		w.say("message", seq, w.env.say("%s, %d octets, blob %s, contenu %s, reçu %s (%s)", "%s, %d bytes, blob %s, content %s, received %s (%s)"), c.Stream, r.Size, r.Blob, r.Content, time.UnixMilli(r.At).UTC().Format(time.RFC3339), r.Clock)
		w.say("sender", seq, w.env.say("confiance : %s", "trust: %s"), r.Trust)
		for _, p := range f.Priv {
			var env events.Envelope
			if p.Plain == nil || events.Unmarshal(p.Plain, &env) != nil {
				continue
			}
			w.say("sender", seq, "%s, Message-ID %s", env.From, env.MessageID)
			if ev := env.Evidence; ev != nil {
				w.say("sender", seq, "%s %s %s %s %s %s", ev.Verdict, ev.Method, ev.Domain, ev.By, ev.Signer, ev.Detail)
			}
		}
	}
	return nil
}

// anyCommit opens one commit of the log.
func anyCommit(ctx context.Context, log events.Log, seq events.Seq) (events.Commit, error) {
	st, ok, err := commitAt(ctx, log, "", seq)
	if err != nil {
		return events.Commit{}, err
	}
	if !ok {
		return events.Commit{}, fmt.Errorf("reading commit %d: %w", seq, events.ErrNotFound)
	}
	return events.Open(st, log.Keys())
}

// diffInfo is what changed between two moments of a game; it is stable as JSON.
type diffInfo struct {
	Game  string     `json:"game"`
	From  events.Seq `json:"from"`
	To    events.Seq `json:"to"`
	Facts []logEntry `json:"facts"`
	View  []change   `json:"view"` // by path in the view of that viewpoint
}

type change struct {
	Path string `json:"path"`
	From string `json:"from,omitempty"`
	To   string `json:"to,omitempty"`
}

// replay shows a game as it was, or what changed between two moments.
func (e *env) replay(args []string) error {
	fs := e.flags("replay")
	diff := fs.Bool("diff", false, e.say("compare deux moments : replay PARTIE --diff A B", "compares two moments: replay GAME --diff A B"))
	to := fs.String("for", "public", e.say("`QUI` regarde : public, un siège, ou engine", "`WHO` looks: public, a seat, or engine"))
	names, err := e.parse(fs, args, 1, 3)
	if err != nil {
		return err
	}
	if *diff != (len(names) == 3) || len(names) == 2 {
		return e.usage("usage : replay PARTIE, ou replay PARTIE --diff A B (commits, courriers ou tours)", "usage: replay GAME, or replay GAME --diff A B (commits, mails or turns)")
	}
	return e.viewGame(names[0], *to, func(f *folder, t *table.Table) error {
		if !*diff {
			return e.replayTurns(f, t, games.Seat(*to))
		}
		from, err := pointOf(t, names[1])
		if err != nil {
			return err
		}
		upto, err := pointOf(t, names[2])
		if err != nil {
			return err
		}
		return e.diff(f, t, from, upto, games.Seat(*to))
	})
}

// replayTurns tells, mail by mail, what changed.
func (e *env) replayTurns(f *folder, t *table.Table, to games.Seat) error {
	var last events.Seq
	for _, w := range t.Windows {
		if last == 0 {
			last = w.OpenedSeq
		}
		if w.Closed == nil || w.Judged == 0 || w.Judged <= last {
			continue
		}
		if err := e.diff(f, t, last, w.Judged, to); err != nil {
			return err
		}
		last = w.Judged
	}
	return nil
}

func (e *env) diff(f *folder, t *table.Table, from, upto events.Seq, to games.Seat) error {
	a, err := e.table(f, t.ID, from)
	if err != nil {
		return err
	}
	b, err := e.table(f, t.ID, upto)
	if err != nil {
		return err
	}
	entries, err := e.logEntries(f, b, to)
	if err != nil {
		return err
	}
	info := diffInfo{Game: t.ID, From: from, To: upto}
	for _, l := range entries {
		if l.Seq > from && !table.IsPlatform(l.Type) {
			info.Facts = append(info.Facts, l)
		}
	}
	if info.View, err = changes(a.Game.View(to), b.Game.View(to)); err != nil {
		return err
	}
	if e.json {
		return e.printJSON(info)
	}
	e.printf("=== partie %s, du commit %d au commit %d ===\n", "=== game %s, from commit %d to commit %d ===\n", t.ID, from, upto)
	if err := e.printLog(info.Facts); err != nil {
		return err
	}
	for _, c := range info.View {
		fmt.Fprintf(e.Out, "  %s: %s -> %s\n", c.Path, orDash(c.From), orDash(c.To))
	}
	return nil
}

func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}
