package app

import (
	"errors"
	"strings"
	"time"

	"fivepoints/events"
	"fivepoints/games"
	"fivepoints/games/deadline"
	"fivepoints/games/desk"
	"fivepoints/games/judge"
	"fivepoints/games/table"
	"fivepoints/templates"
	"fivepoints/templates/publish"
)

// desk does what a mail may ask, in the same words: fivepoints desk ny12 EXTEND 48h.
func (e *env) desk(args []string) error {
	fs := e.flags("desk")
	seat := fs.String("seat", "", e.say("`SIÈGE` pour lequel on parle, ou dont on a les yeux", "`SEAT` for which you speak, or whose eyes you have"))
	names, err := e.parse(fs, args, 2, -1)
	if err != nil {
		return err
	}
	c, err := e.deskCommand(names[0], strings.Join(names[1:], " "))
	if err != nil {
		return err
	}
	if judge.IsQuery(c) {
		return e.ask(names[0], *seat, c)
	}
	return e.own(func(f *folder) error {
		t, err := e.table(f, names[0], 0)
		if err != nil {
			return err
		}
		if *seat != "" {
			if err := holds(t, *seat); err != nil {
				return err
			}
		}
		return e.act(f, t, *seat, c)
	})
}

// deskCommand reads the words of a command line as those of a mail.
func (e *env) deskCommand(game, line string) (desk.Command, error) {
	var from desk.Sender
	err := e.viewGame(game, string(games.Engine), func(_ *folder, t *table.Table) error {
		from = judge.Sender(t, e.lang, true, e.Now().UnixMilli())
		return nil
	})
	if err != nil {
		return desk.Command{}, err
	}
	word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
	text := strings.TrimSpace(strings.ToUpper(word) + " " + rest) // typed for us: it is meant
	asked, _ := desk.Read([]events.Line{{N: 1, Text: text}}, from)
	switch {
	case len(asked) == 0:
		return desk.Command{}, e.usage("desk : %q n'est pas un mot du bureau ; il y a %s", "desk: %q is no word of the desk; there are %s",
			word, e.deskWords())
	case asked[0].Problem != nil:
		return desk.Command{}, e.usage("desk : %q n'a pas été compris ; par exemple : %s", "desk: %q was not understood; for example: %s", line, asked[0].Nearest)
	}
	return asked[0], nil
}

// deadline gives a game another calendar, or its open mail another deadline.
func (e *env) deadline(args []string) error {
	names, err := e.parse(e.flags("deadline"), args, 2, -1)
	if err != nil {
		return err
	}
	word := desk.Deadline
	if _, err := deadline.Parse(strings.Join(names[1:], " ")); err == nil && !strings.HasPrefix(names[1], "+") {
		word = desk.Calendar
	}
	return e.desk(append([]string{names[0], word}, names[1:]...))
}

// deskWords lists the words of the desk.
func (e *env) deskWords() string {
	var all []string
	for _, id := range append(desk.Players(), desk.Moderators()...) {
		all = append(all, desk.Spell(id, e.lang))
	}
	return strings.Join(all, " ")
}

// ask answers a question; nothing is written.
func (e *env) ask(game, seat string, c desk.Command) error {
	to := seat
	if to == "" {
		to = string(games.Public)
	}
	return e.viewGame(game, to, func(f *folder, t *table.Table) error {
		doc, err := f.posts.Answer(e.ctx, t, []desk.Command{c}, publish.Reader{Seat: games.Seat(seat), Lang: e.lang, Moderator: seat == ""}, "")
		if err != nil {
			return err
		}
		_, err = e.Out.Write(templates.Render(doc, templates.Plain))
		return err
	})
}

// act does what the operator asks, and says so.
func (e *env) act(f *folder, t *table.Table, seat string, c desk.Command) error {
	key, err := randomKey()
	if err != nil {
		return err
	}
	act := judge.Act{Game: t.ID, Seat: seat, By: judge.ByOperator, At: e.Now(), Key: key}
	done, err := f.judge.Do(e.ctx, act, c)
	if no := (*judge.Refused)(nil); errors.As(err, &no) {
		text, err := f.posts.Sentence(t, no.Msg, e.lang)
		return errors.Join(err, failed("%s", "%s", text))
	}
	if err != nil {
		return err
	}
	if err := e.settle(f, time.Time{}, nil); err != nil {
		return err
	}
	if c.Word == desk.Preview {
		return e.showPreview(f, t.ID, c)
	}
	text, err := f.posts.Sentence(t, done, e.lang)
	if err != nil {
		return err
	}
	e.printf("partie %s : %s\n", "game %s: %s\n", t.ID, text)
	return nil
}

func (e *env) showPreview(f *folder, game string, c desk.Command) error {
	t, err := e.table(f, game, 0)
	if err != nil {
		return err
	}
	for _, w := range t.Windows {
		if !w.Open() || c.Turn != "" && !w.Named(c.Turn) {
			continue
		}
		doc, err := f.posts.Preview(e.ctx, game, w.ID(), t.Tip, e.lang)
		if err != nil {
			return err
		}
		_, err = e.Out.Write(templates.Render(doc, templates.Plain))
		return err
	}
	return nil
}
