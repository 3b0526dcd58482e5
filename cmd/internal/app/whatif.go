package app

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"strconv"
	"strings"

	"fivepoints/events"
	"fivepoints/games"
	"fivepoints/games/catalog"
	"fivepoints/games/judge"
	"fivepoints/games/table"
	"fivepoints/mail"
)

// whatif tries a correction on a copy of the game in memory and tells what would
// become of it. Draws that were made come out as they were; new ones are thrown
// anew, never from the secret of the game.
func (e *env) whatif(args []string) error {
	fs := e.flags("whatif")
	to := fs.String("for", "public", e.say("`QUI` regarde : public, un siège, ou engine", "`WHO` looks: public, a seat, or engine"))
	names, err := e.parse(fs, args, 3, -1)
	if err != nil {
		return err
	}
	try, err := e.trial(names[0], names[1], names[2:])
	if err != nil {
		return err
	}
	return e.viewGame(names[0], *to, func(f *folder, t *table.Table) error {
		log, err := branch(e.ctx, f.log, t.ID)
		if err != nil {
			return err
		}
		j := judge.New(log, catalog.Find)
		if j.Draws, err = e.drawnBefore(f, t); err != nil {
			return err
		}
		if err := try(j); err != nil {
			return err
		}
		after, err := table.Load(e.ctx, log, t.ID, catalog.Find, 0)
		if err != nil {
			return err
		}
		return e.printTrial(t, after, games.Seat(*to))
	})
}

// trial reads what is to be tried.
func (e *env) trial(game, verb string, words []string) (func(*judge.Judge) error, error) {
	c := judge.Correction{By: "moderator", Reason: "what if", At: e.Now(), Request: "whatif"}
	switch {
	case verb == "withdraw" && len(words) == 2:
		n, err := strconv.Atoi(words[1])
		if err != nil {
			return nil, e.usage("whatif : %q n'est pas le numéro d'une feuille", "whatif: %q is no number of a sheet", words[1])
		}
		return func(j *judge.Judge) error {
			_, err := j.Withdraw(e.ctx, game, words[0], n, c)
			return err
		}, nil
	case verb == "amend" && len(words) == 3:
		text, err := e.readSheet(words[2])
		if err != nil {
			return nil, err
		}
		s := judge.Submission{Game: game, Seat: words[1], Lines: mail.Lines(text), At: e.Now(), By: "moderator"}
		return func(j *judge.Judge) error {
			_, err := j.Amend(e.ctx, words[0], s, c)
			return err
		}, nil
	case verb == "adjust":
		return func(j *judge.Judge) error {
			_, err := j.Adjust(e.ctx, game, strings.Join(words, "\n"), c)
			return err
		}, nil
	}
	return nil, e.usage("whatif PARTIE withdraw SIÈGE N, amend COURRIER SIÈGE FICHIER, ou adjust LIGNE...", "whatif GAME withdraw SEAT N, amend MAIL SEAT FILE, or adjust ITEM...")
}

// branch copies one game into memory, each commit under its number; the others
// are empty. Parts that are closed stay so.
func branch(ctx context.Context, log events.Log, game string) (events.Log, error) {
	out := events.NewMemory(log.Keys())
	var filler events.Seq
	for st, err := range log.Read(ctx, "", 0) {
		if err != nil {
			return nil, err
		}
		c, err := events.Open(st, log.Keys())
		if err != nil {
			return nil, err
		}
		if c.Stream != "game/"+game {
			c = events.Commit{
				Stream: "inbox/elsewhere", Expect: filler, Key: events.NewKey("elsewhere", strconv.FormatUint(uint64(st.Seq), 10)), At: c.At,
				Facts: []events.Fact{{Type: "branch.elsewhere", V: 1, Pub: []byte(`{}`)}},
			}
			filler = st.Seq
		}
		for i := range c.Facts {
			for k := range c.Facts[i].Priv {
				p := &c.Facts[i].Priv[k]
				if p.Key = "games/" + game; p.Plain == nil {
					p.Plain, p.Erased = []byte(`{}`), false
				}
			}
		}
		if _, _, err := out.Append(ctx, c); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// drawnBefore draws what was drawn as it was, and the rest by chance.
func (e *env) drawnBefore(f *folder, t *table.Table) (func(games.Draw) ([]int, error), error) {
	known := map[string]table.Drawn{}
	for st, err := range f.log.Read(e.ctx, "game/"+t.ID, 0) {
		if err != nil {
			return nil, err
		}
		facts, err := t.Facts(st, f.keys)
		if err != nil {
			return nil, err
		}
		for _, fact := range facts {
			d, ok := fact.Pub.(table.Drawn)
			if !ok {
				continue
			}
			for _, p := range fact.Priv {
				if hidden, ok := p.Payload.(table.Picks); ok {
					d.Pool, d.Picks = hidden.Pool, hidden.Picks
				}
			}
			known[d.Label] = d
		}
	}
	return func(d games.Draw) ([]int, error) {
		if old, ok := known[d.Label]; ok && old.N == d.N && slices.Equal(old.Pool, d.Pool) {
			return old.Picks, nil
		}
		left, picks := make([]int, len(d.Pool)), []int{}
		for i := range left {
			left[i] = i
		}
		for i := range d.N { // by chance that has nothing to do with the game's
			h := sha256.Sum256([]byte("what if " + d.Label + strconv.Itoa(i)))
			at := int(binary.BigEndian.Uint32(h[:]) % uint32(len(left)))
			picks = append(picks, left[at])
			left = slices.Delete(left, at, at+1)
		}
		return picks, nil
	}, nil
}

// trialInfo is what whatif prints; it is stable as JSON.
type trialInfo struct {
	Game   string   `json:"game"`
	View   []change `json:"view"`
	Opened []string `json:"opened,omitempty"` // mails that would be open and are not
	Gone   []string `json:"gone,omitempty"`   // mails that are open and would not be
}

func (e *env) printTrial(now, then *table.Table, to games.Seat) error {
	info := trialInfo{Game: now.ID, Opened: openBeyond(then, now), Gone: openBeyond(now, then)}
	var err error
	if info.View, err = changes(now.Game.View(to), then.Game.View(to)); err != nil {
		return err
	}
	if e.json {
		return e.printJSON(info)
	}
	e.printf("ce qui changerait dans la partie %s ; rien n'a changé\n", "what would change in game %s; nothing was changed\n", now.ID)
	for _, c := range info.View {
		e.printf("  %s : %s -> %s\n", "  %s: %s -> %s\n", c.Path, orDash(c.From), orDash(c.To))
	}
	if len(info.Opened) > 0 {
		e.printf("  de nouvelles décisions seraient à prendre : %s\n", "  new decisions would be due: %s\n", strings.Join(info.Opened, ", "))
	}
	if len(info.Gone) > 0 {
		e.printf("  ces courriers ne seraient plus ouverts : %s\n", "  these mails would not be open any more: %s\n", strings.Join(info.Gone, ", "))
	}
	return nil
}

// openBeyond lists the mails open in a and not in b.
func openBeyond(a, b *table.Table) []string {
	var out []string
	for _, w := range a.Windows {
		if old := b.Window(w.ID()); w.Open() && (old == nil || !old.Open()) {
			out = append(out, w.ID())
		}
	}
	return out
}
