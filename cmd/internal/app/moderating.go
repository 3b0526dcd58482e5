package app

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"fivepoints/events"
	"fivepoints/games"
	"fivepoints/games/judge"
	"fivepoints/mail"
	"fivepoints/templates"
	"fivepoints/templates/publish"
)

// adjust changes the position of a game as the moderator says.
func (e *env) adjust(args []string) error {
	fs := e.flags("adjust")
	reason := fs.String("reason", "", e.say("`TEXTE` que chacun lira", "`TEXT` that everybody will read"))
	names, err := e.parse(fs, args, 2, -1)
	if err != nil {
		return err
	}
	c, err := e.correction(*reason)
	if err != nil {
		return err
	}
	text := strings.Join(names[1:], "\n")
	if names[1] == "-" {
		if text, err = e.readSheet("-"); err != nil {
			return err
		}
	}
	return e.own(func(f *folder) error {
		if _, err := e.table(f, names[0], 0); err != nil {
			return err
		}
		seq, err := f.judge.Adjust(e.ctx, names[0], text, c)
		if err != nil {
			return err
		}
		return e.showCorrection(f, names[0], seq, "")
	})
}

// ordersSubmit hands in a sheet for a player, who gets the receipt.
func (e *env) ordersSubmit(args []string) error {
	fs := e.flags("orders submit")
	behalf := fs.Bool("on-behalf", false, e.say("c'est le modérateur qui écrit ; le reçu le dit", "it is the moderator who writes; the receipt says so"))
	names, err := e.parse(fs, args, 3, 3)
	if err != nil {
		return err
	}
	if !*behalf {
		return usageError{e.say("orders submit : ajoutez --on-behalf, car c'est vous et non le joueur qui écrivez ; le reçu le dira",
			"orders submit: add --on-behalf, for it is you who write and not the player; the receipt will say so")}
	}
	text, err := e.readSheet(names[2])
	if err != nil {
		return err
	}
	key, err := randomKey()
	if err != nil {
		return err
	}
	return e.own(func(f *folder) error {
		t, err := e.table(f, names[0], 0)
		if err != nil {
			return err
		}
		if err := holds(t, names[1]); err != nil {
			return err
		}
		if t.Over != nil {
			return failed("la partie %s est terminée", "game %s is over", t.ID)
		}
		seq, err := f.judge.Submit(e.ctx, judge.Submission{
			Game: t.ID, Seat: names[1], Lines: mail.Lines(text), At: e.Now(), Key: key, By: "moderator",
		})
		if err != nil {
			return err
		}
		if err := e.settle(f, time.Time{}, nil); err != nil {
			return err
		}
		doc, err := f.posts.Document(e.ctx, t.ID, seq, games.Seat(names[1]), e.lang)
		if err != nil {
			return err
		}
		_, err = e.Out.Write(templates.Render(doc, templates.Plain))
		return err
	})
}

func randomKey() (events.Key, error) {
	id := make([]byte, 16)
	if _, err := rand.Read(id); err != nil {
		return events.Key{}, fmt.Errorf("making the id of a request: %w", err)
	}
	return events.NewKey("cmd", hex.EncodeToString(id)), nil
}

// showCorrection publishes a correction and shows its notice as one seat, or
// with none everybody, sees it.
func (e *env) showCorrection(f *folder, game string, seq events.Seq, shown games.Seat) error {
	if err := e.settle(f, time.Time{}, nil); err != nil {
		return err
	}
	doc, err := f.posts.Document(e.ctx, game, seq, shown, e.lang)
	if err != nil {
		return err
	}
	if _, err := e.Out.Write(templates.Render(doc, templates.Plain)); err != nil {
		return err
	}
	e.printf("partie %s corrigée par le commit %d ; chacun en est averti\n", "game %s corrected by commit %d; everybody is told\n", game, seq)
	return nil
}

// writeInvitations puts the invitations of a new game into a folder, a file
// each, for a moderator who sends them by hand.
func (e *env) writeInvitations(f *folder, game, dir string) error {
	posts, err := publish.Posts(e.ctx, f.log, game)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("making a folder for the invitations: %w", err)
	}
	for _, p := range posts {
		if p.Kind != "invitation" {
			continue
		}
		name := filepath.Join(dir, p.Title+".md")
		text := fmt.Sprintf("Subject: %s\n\n%s", p.Subject, p.Body)
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			return fmt.Errorf("writing an invitation: %w", err)
		}
		e.printf("invitation écrite : %s\n", "invitation written: %s\n", name)
	}
	return nil
}
