package app

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"time"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"fivepoints/events"
	"fivepoints/games"
	"fivepoints/games/judge"
	"fivepoints/games/table"
	"fivepoints/mail"
	"fivepoints/templates"
)

// maxSheet bounds a file of orders.
const maxSheet = 256 << 10

func (e *env) adjudicate(args []string) error {
	fs := e.flags("adjudicate")
	dice := fs.String("dice", "", e.say("`FICHIER` de ce qui a été lancé à la table, une ligne « TIRAGE: CHOSE, CHOSE » par tirage ; dit ce qui manque", "`FILE` of what was thrown at the table, a line `DRAW: THING, THING` a draw; tells what is missing"))
	names, err := e.parse(fs, args, 1, 1)
	if err != nil {
		return err
	}
	thrown := ""
	if *dice != "" {
		if thrown, err = e.readSheet(*dice); err != nil {
			return err
		}
	}
	return e.own(func(f *folder) error {
		if _, err := e.table(f, names[0], 0); err != nil {
			return err
		}
		if *dice != "" {
			f.judge.Dice = e.dice(thrown)
			defer func() { f.judge.Dice = nil }()
		}
		window, err := f.judge.Adjudicate(e.ctx, names[0], e.Now())
		if err != nil {
			return err
		}
		if window == "" {
			e.printf("partie %s : aucun courrier n'est ouvert\n", "game %s: no mail is open\n", names[0])
			return nil
		}
		if err := e.settle(f, time.Time{}, nil); err != nil {
			return err
		}
		e.printf("partie %s : courrier %s résolu\n", "game %s: mail %s resolved\n", names[0], window)
		return e.showGame(f, names[0])
	})
}

// ordersCheck reads an order sheet by the judge's own rules and changes nothing.
func (e *env) ordersCheck(args []string) error {
	fs := e.flags("orders check")
	name := fs.String("format", string(templates.Plain), e.formatHelp())
	names, err := e.parse(fs, args, 3, 3)
	if err != nil {
		return err
	}
	format, err := e.formatOf("orders check", *name)
	if err != nil {
		return err
	}
	text, err := e.readSheet(names[2])
	if err != nil {
		return err
	}
	return e.viewGame(names[0], names[1], func(f *folder, t *table.Table) error {
		if err := holds(t, names[1]); err != nil {
			return err // public and engine write no orders
		}
		facts, err := f.judge.Read(e.ctx, t, judge.Submission{
			Game: names[0], Seat: names[1], Lines: mail.Lines(text), At: e.Now(),
		})
		if err != nil {
			return err
		}
		if e.json {
			return e.printJSON(facts[1].Priv[0].Payload)
		}
		lang := games.Lang(t.Holder(names[1]).Lang)
		if lang == "" {
			lang = e.lang
		}
		doc, err := f.posts.Receipt(t, facts[0], facts[1], lang)
		if err != nil {
			return err
		}
		_, err = e.Out.Write(templates.Render(doc, format))
		return err
	})
}

func (e *env) readSheet(name string) (string, error) {
	in := e.In
	if name != "-" {
		file, err := os.Open(e.path(name))
		if err != nil {
			return "", because(err, "lecture des ordres", "reading orders")
		}
		defer file.Close()
		in = file
	}
	data, err := io.ReadAll(io.LimitReader(in, maxSheet+1))
	if err != nil {
		return "", because(err, "lecture des ordres de %s", "reading orders from %s", name)
	}
	if len(data) > maxSheet {
		return "", failed("lecture des ordres de %s : plus de %d ko", "reading orders from %s: more than %d kB", name, maxSheet>>10)
	}
	return decoded(data)
}

// decoded reads a text file as mail is read that does not name its charset:
// UTF-8 when it is, else the usual encoding of old French files.
func decoded(data []byte) (string, error) {
	if utf8.Valid(data) {
		return string(data), nil
	}
	text, err := charmap.Windows1252.NewDecoder().Bytes(data)
	if err != nil {
		return "", fmt.Errorf("reading orders as windows-1252: %w", err)
	}
	return string(text), nil
}

func (e *env) correction(reason string) (judge.Correction, error) {
	if reason == "" {
		return judge.Correction{}, e.usage("--reason TEXTE est nécessaire : chacun le lira", "--reason TEXT is needed: everybody will read it")
	}
	id := make([]byte, 16)
	if _, err := rand.Read(id); err != nil {
		return judge.Correction{}, err
	}
	return judge.Correction{By: "moderator", Reason: reason, At: e.Now(), Request: hex.EncodeToString(id)}, nil
}

func (e *env) withdraw(args []string) error {
	fs := e.flags("withdraw")
	reason := fs.String("reason", "", e.say("`TEXTE` que tous liront (obligatoire)", "`TEXT` that everybody will read (required)"))
	names, err := e.parse(fs, args, 3, 3)
	if err != nil {
		return err
	}
	var n int
	if _, err := fmt.Sscanf(names[2], "%d", &n); err != nil {
		return e.usage("withdraw : %q n'est pas le numéro d'une feuille", "withdraw: %q is no number of a sheet", names[2])
	}
	c, err := e.correction(*reason)
	if err != nil {
		return err
	}
	return e.correct(names[0], names[1], "", func(f *folder) (events.Seq, error) {
		return f.judge.Withdraw(e.ctx, names[0], names[1], n, c)
	})
}

func (e *env) amend(args []string) error {
	fs := e.flags("amend")
	reason := fs.String("reason", "", e.say("`TEXTE` que tous liront (obligatoire)", "`TEXT` that everybody will read (required)"))
	names, err := e.parse(fs, args, 4, 4)
	if err != nil {
		return err
	}
	c, err := e.correction(*reason)
	if err != nil {
		return err
	}
	text, err := e.readSheet(names[3])
	if err != nil {
		return err
	}
	return e.correct(names[0], names[2], games.Seat(names[2]), func(f *folder) (events.Seq, error) {
		s := judge.Submission{Game: names[0], Seat: names[2], Lines: mail.Lines(text), At: e.Now(), By: "moderator"}
		return f.judge.Amend(e.ctx, names[1], s, c)
	})
}

// correct changes what a seat sent and shows the notice of it as shown sees it.
func (e *env) correct(game, seat string, shown games.Seat, do func(*folder) (events.Seq, error)) error {
	return e.own(func(f *folder) error {
		t, err := e.table(f, game, 0)
		if err != nil {
			return err
		}
		if err := holds(t, seat); err != nil {
			return err
		}
		seq, err := do(f)
		if err != nil {
			return err
		}
		return e.showCorrection(f, game, seq, shown)
	})
}
