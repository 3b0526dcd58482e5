package app

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"fivepoints/events"
	"fivepoints/events/vault"
	"fivepoints/games/judge"
	"fivepoints/games/table"
	"fivepoints/mail/forum"
	"fivepoints/mail/intake"
	"fivepoints/projections/people"
)

// boardCode tells what the holder of a seat posts to make his account known.
func (e *env) boardCode(args []string) error {
	names, err := e.parse(e.flags("board code"), args, 2, 2)
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
		views, err := f.project(e.ctx)
		if err != nil {
			return err
		}
		since, err := people.Directory{DB: views}.Since(e.ctx, names[0], names[1])
		if err != nil {
			return err
		}
		if since == 0 {
			return failed("personne n'a le siège %s de %s ; « fivepoints board bind » y met un compte", "nobody holds seat %s of %s; `fivepoints board bind` puts an account there", names[1], names[0])
		}
		club, err := f.keys.Key("club")
		if err != nil {
			return fmt.Errorf("reading the club's key: %w", err)
		}
		e.printf("Envoyez ceci au joueur par un autre chemin (mail, message privé) ; il le poste seul sur une ligne, une fois :\n\n",
			"Send this to the player by another way (mail, private message); he posts it alone on a line, once:\n\n")
		fmt.Fprintf(e.Out, "confirm %s\n", intake.SeatCode(club, names[0], names[1], since))
		return nil
	})
}

// boardBind says whose an account is.
func (e *env) boardBind(args []string) error {
	fs := e.flags("board bind")
	name := fs.String("name", "", e.say("`NOM` affiché par le forum", "`NAME` that the board shows"))
	lang := fs.String("lang", "", e.say("`LANGUE` du joueur d'un siège vide : fr ou en", "`LANG` of the player of an empty seat: fr or en"))
	names, err := e.parse(fs, args, 4, 4)
	if err != nil {
		return err
	}
	if *lang != "" && *lang != "fr" && *lang != "en" {
		return e.usage("board bind : --lang vaut fr ou en", "board bind: --lang is fr or en")
	}
	game, seat, board, user := names[0], names[1], names[2], names[3]
	return e.own(func(f *folder) error {
		t, err := e.table(f, game, 0)
		if err != nil {
			return err
		}
		if err := holds(t, seat); err != nil {
			return err
		}
		b := intake.Binding{Person: t.Holder(seat).Person, Board: board, User: user, Name: *name, Game: game, Seat: seat, At: e.Now()}
		if b.Person == "" {
			if b.Person, err = e.seatAccount(f, t, b, cmp.Or(*lang, first(t.Created.Langs))); err != nil {
				return err
			}
		}
		views, err := f.project(e.ctx)
		if err != nil {
			return err
		}
		taker := intake.Intake{Log: f.log, Dir: people.Directory{DB: views, Log: f.log}, Now: e.Now}
		if _, err := taker.Bind(e.ctx, b); err != nil {
			return err
		}
		e.printf("le compte %s du forum %s joue %s dans %s\n", "account %s of the board %s plays %s in %s\n", user, board, seat, game)
		return e.settle(f, time.Time{}, nil)
	})
}

func first(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[0]
}

// seatAccount puts a player who has nothing but an account into an empty seat.
func (e *env) seatAccount(f *folder, t *table.Table, b intake.Binding, lang string) (person string, err error) {
	club, err := f.keys.Key("club")
	if err != nil {
		return "", fmt.Errorf("reading the club's key: %w", err)
	}
	person = vault.Pseudonym(club, intake.Account(b.Board, b.User))
	act := judge.Act{Game: t.ID, By: judge.ByOperator, At: b.At, Key: events.NewKey("account", t.ID, b.Seat, person)}
	_, err = f.judge.Substitute(e.ctx, act, b.Seat, judge.Who{Person: person, Lang: lang})
	return person, err
}

// accountInfo is an account of a board; it is stable as JSON.
type accountInfo struct {
	Board string   `json:"board"`
	User  string   `json:"user"`
	Name  string   `json:"name"`
	Posts int      `json:"posts"`
	Seats []string `json:"seats"` // "game/seat"
	Like  string   `json:"like,omitempty"`
}

// boardNames lists who posted, and whose seats they have.
func (e *env) boardNames(args []string) error {
	names, err := e.parse(e.flags("board names"), args, 0, 1)
	if err != nil {
		return err
	}
	return e.view(func(f *folder) error {
		source := "file"
		if len(names) > 0 {
			source = names[0]
		}
		list, err := forum.History(e.ctx, f.log, source, "")
		if err != nil {
			return err
		}
		taker, done, err := f.onlooker(e.ctx, e.Now, mailConfig{})
		if err != nil {
			return err
		}
		infos, err := e.accounts(list, taker.Dir)
		if err = errors.Join(err, done()); err != nil {
			return err
		}
		return e.showAccounts(infos)
	})
}

func (e *env) accounts(list []forum.Revision, dir intake.Directory) ([]accountInfo, error) {
	infos := []accountInfo{}
	var posts []forum.Post
	for _, r := range list {
		if r.Gone != "" || r.Back || r.Ref.Rev > 1 {
			continue
		}
		posts = append(posts, forum.Post{Name: r.Shown.Name, Author: r.Shown.Author})
		i := slices.IndexFunc(infos, func(a accountInfo) bool {
			return a.Board == r.Ref.Board && a.User == r.Shown.Author && a.Name == r.Shown.Name
		})
		if i < 0 {
			a := accountInfo{Board: r.Ref.Board, User: r.Shown.Author, Name: r.Shown.Name, Seats: []string{}}
			_, seats, err := dir.Address(e.ctx, intake.Account(a.Board, a.User))
			if err != nil {
				return nil, err
			}
			for _, s := range seats {
				a.Seats = append(a.Seats, s.Game+"/"+s.Seat)
			}
			i, infos = len(infos), append(infos, a)
		}
		infos[i].Posts++
	}
	for _, w := range forum.LookAlikes(posts) {
		for i := range infos {
			if infos[i].User == w.Author && infos[i].Name == w.Name {
				infos[i].Like = w.Other
			}
		}
	}
	return infos, nil
}

func (e *env) showAccounts(infos []accountInfo) error {
	if e.json {
		return e.printJSON(infos)
	}
	w := tabwriter.NewWriter(e.Out, 0, 4, 2, ' ', 0)
	for _, a := range infos {
		like := ""
		if a.Like != "" {
			like = fmt.Sprintf(e.say("attention : ressemble à %q", "careful: looks like %q"), a.Like)
		}
		fmt.Fprintf(w, "%s\t%s\t%q\t%d\t%s\t%s\n", a.Board, cmp.Or(a.User, "-"), a.Name, a.Posts, strings.Join(a.Seats, " "), like)
	}
	return w.Flush()
}

// revisionInfo is a revision of a post; it is stable as JSON.
type revisionInfo struct {
	Seq      events.Seq       `json:"seq"`
	Board    string           `json:"board"`
	Topic    string           `json:"topic"`
	Post     string           `json:"post"`
	Revision int              `json:"revision"`
	What     string           `json:"what"` // "seen", "changed", "tombstone", "missing" or "back"
	Author   string           `json:"author"`
	Name     string           `json:"name"`
	Claimed  string           `json:"claimed"` // RFC 3339; "" when nobody says
	After    string           `json:"after"`   // last look that did not see it so
	Seen     string           `json:"seen"`    // first look that did
	Mark     *events.PostMark `json:"mark"`    // what the board showed of edits
	Editor   string           `json:"editor"`
	Reason   string           `json:"edit_reason"`
	Edits    string           `json:"edits"` // which edits count there
	Outcome  string           `json:"outcome"`
	Why      string           `json:"why"`
	Lines    []inspectedLine  `json:"lines"`
}

// boardShow shows every revision of a post side by side with what is known of
// when it changed.
func (e *env) boardShow(args []string) error {
	names, err := e.parse(e.flags("board show"), args, 1, 2)
	if err != nil {
		return err
	}
	source, post := "file", names[0]
	if len(names) == 2 {
		source, post = names[0], names[1]
	}
	return e.view(func(f *folder) error {
		list, err := forum.History(e.ctx, f.log, source, post)
		if err != nil {
			return err
		}
		if len(list) == 0 {
			return failed("la source %s n'a pas de message %s", "the source %s has no post %s", source, post)
		}
		infos := make([]revisionInfo, len(list))
		for i, r := range list {
			infos[i] = describeRevision(r)
		}
		if e.json {
			return e.printJSON(infos)
		}
		for i, r := range infos {
			var old []inspectedLine
			if i > 0 {
				old = infos[i-1].Lines
			}
			e.showRevision(r, old)
		}
		return nil
	})
}

func describeRevision(r forum.Revision) revisionInfo {
	info := revisionInfo{
		Seq: r.Seq, Board: r.Ref.Board, Topic: r.Ref.Topic, Post: r.Ref.Post, Revision: r.Ref.Rev, What: "seen", Author: r.Shown.Author, Name: r.Shown.Name,
		Claimed: stamp(r.Claimed), After: stamp(r.After), Seen: stamp(r.Seen), Mark: r.Mark, Editor: r.Shown.Editor, Reason: r.Shown.Reason,
		Edits: r.Edits, Outcome: r.Outcome, Why: r.Reason, Lines: []inspectedLine{},
	}
	switch {
	case r.Gone != "":
		info.What = r.Gone
	case r.Back:
		info.What = "back"
	case r.Ref.Rev > 1:
		info.What = "changed"
	}
	for _, l := range r.Lines {
		info.Lines = append(info.Lines, inspectedLine{l.N, cmp.Or(l.Class, "kept"), l.Text})
	}
	return info
}

func stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}

func (e *env) showRevision(r revisionInfo, old []inspectedLine) {
	e.printf("message %s, révision %d (%s) de %q, compte %s\n", "post %s, revision %d (%s) by %q, account %s\n", r.Post, r.Revision, r.What, r.Name, cmp.Or(r.Author, "-"))
	e.printf("  vu d'abord le %s ; pas encore le %s\n", "  first seen %s; not yet %s\n", r.Seen, cmp.Or(r.After, "-"))
	if r.Claimed != "" {
		e.printf("  le forum dit qu'il fut écrit le %s\n", "  the board says that it was written %s\n", r.Claimed)
	}
	switch {
	case r.Mark != nil:
		e.printf("  marque de modification du forum : %s %d %q %q\n", "  edit mark of the board: %s %d %q %q\n", stamp(forum.Moment(r.Mark.At)), r.Mark.Count, r.Editor, r.Reason)
	case r.What == "changed":
		e.printf("  le forum ne montre rien de la modification\n", "  the board shows nothing of the edit\n")
	}
	if r.Outcome != "" {
		fmt.Fprintf(e.Out, "  %s %s\n", r.Outcome, r.Why)
	}
	for _, l := range r.Lines {
		mark := " "
		if old != nil && !slices.ContainsFunc(old, func(o inspectedLine) bool { return o.Text == l.Text && o.Class == l.Class }) {
			mark = "+"
		}
		fmt.Fprintf(e.Out, "%s %4d %-9s %q\n", mark, l.N, l.Class, l.Text)
	}
	for _, o := range old {
		if len(r.Lines) > 0 && !slices.ContainsFunc(r.Lines, func(l inspectedLine) bool { return o.Text == l.Text && o.Class == l.Class }) {
			fmt.Fprintf(e.Out, "- %4d %-9s %q\n", o.N, o.Class, o.Text)
		}
	}
}
