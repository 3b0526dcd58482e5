package app

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"fivepoints/events"
	"fivepoints/games"
	"fivepoints/games/table"
)

// turnSeqs finds the commits to summarise: those that closed the windows of a
// turn, the last one closed, or the first commit of a game that has just begun.
func (e *env) turnSeqs(f *folder, t *table.Table, turn string) ([]events.Seq, error) {
	var seqs []events.Seq
	var last events.Seq
	var known []string
	for _, w := range t.Windows {
		if w.Closed == nil || w.Judged == 0 { // an earlier correction took the game another way
			continue
		}
		seq := w.Judged
		last = max(last, seq)
		known = append(known, w.ID())
		if turn != "" && w.Named(turn) && !slices.Contains(seqs, seq) {
			seqs = append(seqs, seq)
		}
	}
	switch {
	case turn == "" && last > 0:
		return []events.Seq{last}, nil
	case turn == "":
		for st, err := range f.log.Read(e.ctx, "game/"+t.ID, 0) {
			return []events.Seq{st.Seq}, err
		}
	case len(seqs) == 0:
		if len(known) == 0 {
			known = []string{"-"}
		}
		return nil, failed("la partie %s n'a pas de tour résolu %q ; résolus : %s", "game %s has no resolved turn %q; resolved: %s", t.ID, turn, strings.Join(known, ", "))
	}
	return seqs, nil
}

// stateInfo is what state prints; it is stable as JSON, but for the view,
// which is the rulebook's own.
type stateInfo struct {
	Game string     `json:"game"`
	Seq  events.Seq `json:"seq"` // of the last commit that this viewpoint may know
	At   string     `json:"at"`
	For  string     `json:"for"`
	View games.View `json:"view"`
}

func (e *env) state(args []string) error {
	fs := e.flags("state")
	at := fs.String("at", "", e.say("`MOMENT` : numéro de commit, tour ou courrier résolu (défaut : maintenant)", "`POINT`: number of a commit, resolved turn or mail (default: now)"))
	to := fs.String("for", "public", e.say("`QUI` regarde : public, un siège, ou engine qui voit tout", "`WHO` looks: public, a seat, or engine, which sees all"))
	format := fs.String("format", "json", e.say("`FORMAT` : json, ou svg, l'image de la table", "`FORMAT`: json, or svg, a picture of the table"))
	names, err := e.parse(fs, args, 1, 1)
	if err != nil {
		return err
	}
	return e.viewGame(names[0], *to, func(f *folder, t *table.Table) error {
		if *at != "" {
			upto, err := pointOf(t, *at)
			if err != nil {
				return err
			}
			if t, err = e.table(f, t.ID, upto); err != nil {
				return err
			}
		}
		if *format == "svg" {
			return e.picture(f, t, games.Seat(*to))
		}
		info := stateInfo{Game: t.ID, Seq: t.Tip, At: time.UnixMilli(t.At).UTC().Format(time.RFC3339), For: *to, View: t.Game.View(games.Seat(*to))}
		if *to != string(games.Engine) { // later commits would tell who else has written
			entries, err := e.logEntries(f, t, games.Seat(*to))
			if err != nil {
				return err
			}
			last := entries[len(entries)-1]
			info.Seq, info.At = last.Seq, last.At
		}
		return e.printJSON(info)
	})
}

// picture draws the position, for a rulebook that has a picture.
func (e *env) picture(f *folder, t *table.Table, to games.Seat) error {
	svg, err := f.posts.Picture(t, to, e.lang)
	if err != nil {
		return err
	}
	if svg == nil {
		return fmt.Errorf("drawing game %s: %s has no picture", t.ID, t.Created.Rulebook)
	}
	_, err = e.Out.Write(svg)
	return err
}

// viewGame opens a game read-only for a viewpoint: a seat, public or engine.
func (e *env) viewGame(game, to string, do func(*folder, *table.Table) error) error {
	return e.view(func(f *folder) error {
		t, err := e.table(f, game, 0)
		if err != nil {
			return err
		}
		if to != string(games.Public) && to != string(games.Engine) {
			if err := holds(t, to); err != nil {
				return err
			}
		}
		return do(f, t)
	})
}

// pointOf finds a point of a game's log: a seq, or the closing of a window or turn.
func pointOf(t *table.Table, at string) (events.Seq, error) {
	for _, w := range slices.Backward(t.Windows) {
		if w.Closed != nil && w.Judged > 0 && w.Named(at) {
			return w.Judged, nil
		}
	}
	n, err := strconv.ParseUint(at, 10, 63)
	if err != nil || n == 0 {
		return 0, failed("%q n'est ni un numéro de commit ni un tour résolu de la partie %s", "%q is neither a seq nor a resolved turn of game %s", at, t.ID)
	}
	if events.Seq(n) > t.Tip {
		return 0, failed("la partie %s finit au commit %d, avant %d", "game %s ends at commit %d, before %d", t.ID, t.Tip, n)
	}
	return events.Seq(n), nil
}

// logEntry is one fact as log prints it; it is stable as JSON.
type logEntry struct {
	Seq     events.Seq    `json:"seq"`
	At      string        `json:"at"`
	Type    string        `json:"type"`
	V       int           `json:"v"`
	Pub     games.Payload `json:"pub"`
	Private []privateInfo `json:"private,omitempty"`
	Cut     bool          `json:"cut,omitempty"` // a later cut forgot it
}

type privateInfo struct {
	For  games.Seat    `json:"for"`
	Data games.Payload `json:"data"`
}

func (e *env) showLog(args []string) error {
	fs := e.flags("log")
	to := fs.String("for", string(games.Engine), e.say("`QUI` regarde : engine voit tout, public, ou un siège", "`WHO` looks: engine sees all, public, or a seat"))
	why := fs.String("why", "", e.say("`COMMIT[.FAIT]` : remonte d'un fait à la décision, à l'ordre, à la feuille, au mail et à son expéditeur", "`SEQ[.FACT]`: goes from a fact back to the decision, the order, the sheet, the mail and its sender"))
	names, err := e.parse(fs, args, 1, 1)
	if err != nil {
		return err
	}
	return e.viewGame(names[0], *to, func(f *folder, t *table.Table) error {
		if *why != "" {
			return e.why(f, t, *why, games.Seat(*to))
		}
		entries, err := e.logEntries(f, t, games.Seat(*to))
		if err != nil {
			return err
		}
		if e.json {
			return e.printJSON(entries)
		}
		return e.printLog(entries)
	})
}

func (e *env) logEntries(f *folder, t *table.Table, to games.Seat) ([]logEntry, error) {
	entries := []logEntry{}
	for st, err := range f.log.Read(e.ctx, "game/"+t.ID, 0) {
		if err != nil {
			return nil, err
		}
		if st.Seq > t.Tip {
			break
		}
		c, err := events.Decode(st)
		if err != nil {
			return nil, err
		}
		facts, err := t.Facts(st, f.keys)
		if err != nil {
			return nil, err
		}
		for _, fact := range t.Visible(facts, to) {
			entry := logEntry{
				Seq: st.Seq, At: c.At.UTC().Format(time.RFC3339), Type: fact.Type, V: fact.V, Pub: fact.Pub,
				Cut: t.Forgotten(st.Seq, fact.Type),
			}
			for _, p := range fact.Priv {
				entry.Private = append(entry.Private, privateInfo{p.Audience, p.Payload})
			}
			entries = append(entries, entry)
		}
	}
	return entries, nil
}

func (e *env) printLog(entries []logEntry) error {
	var errs []error
	var seq events.Seq
	for _, l := range entries {
		if l.Seq != seq {
			seq = l.Seq
			fmt.Fprintf(e.Out, "%d  %s\n", l.Seq, l.At)
		}
		cut := ""
		if l.Cut {
			cut = e.say("  (coupé)", "  (cut)")
		}
		pub, err := events.Marshal(l.Pub)
		errs = append(errs, err)
		fmt.Fprintf(e.Out, "    %s %s%s\n", l.Type, pub, cut)
		for _, p := range l.Private {
			data, err := events.Marshal(p.Data)
			errs = append(errs, err)
			fmt.Fprintf(e.Out, "      %s %s %s\n", e.say("pour", "for"), p.For, data)
		}
	}
	return errors.Join(errs...)
}
