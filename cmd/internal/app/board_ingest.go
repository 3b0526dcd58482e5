package app

import (
	"bytes"
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"fivepoints/mail/forum"
	"fivepoints/mail/intake"
	"fivepoints/projections/people"
)

// boardFlags say of saved pages and pasted posts what they do not say themselves.
type boardFlags struct {
	board, topic, game, edits string
	seen                      string
	paste                     bool
	author, name, post, form  string
}

func (e *env) boardFlags(fs *flag.FlagSet) *boardFlags {
	var b boardFlags
	fs.StringVar(&b.board, "board", "", e.say("`FORUM` dont viennent les pages : un [[board]] ou un nom d'hôte (défaut : ce que dit la page)", "`BOARD` that the pages are of: a [[board]] or the name of a host (default: what the page says)"))
	fs.StringVar(&b.topic, "topic", "", e.say("`NUMÉRO` du sujet, si la page ne le dit pas", "`NUMBER` of the topic, where the page does not tell"))
	fs.StringVar(&b.game, "game", "", e.say("`PARTIE` dont parle le sujet", "`GAME` that the topic is about"))
	fs.StringVar(&b.edits, "edits", "", e.say("`QUELLES` modifications d'un message comptent : never, until-ack, until-deadline (défaut)", "`WHICH` edits of a post count: never, until-ack, until-deadline (default)"))
	fs.StringVar(&b.seen, "seen", "", e.say("`DATE` à laquelle les pages furent enregistrées (défaut : celle du fichier)", "`TIME` at which the pages were saved (default: that of the file)"))
	fs.BoolVar(&b.paste, "paste", false, e.say("le fichier est le texte d'un seul message", "the file is the text of one post"))
	fs.StringVar(&b.author, "author", "", e.say("`COMPTE` de l'auteur du message collé, tel que le forum le numérote", "`ACCOUNT` of the pasted post's author, as the board numbers it"))
	fs.StringVar(&b.name, "name", "", e.say("`NOM` affiché de l'auteur", "`NAME` of the author as shown"))
	fs.StringVar(&b.post, "post", "", e.say("`NUMÉRO` du message collé", "`NUMBER` of the pasted post"))
	fs.StringVar(&b.form, "form", "bbcode:phpbb", e.say("`FORME` du texte collé : text, md, html, bbcode:phpbb, bbcode:mybb, bbcode:smf ou bgg", "`FORM` of the pasted text: text, md, html, bbcode:phpbb, bbcode:mybb, bbcode:smf or bgg"))
	return &b
}

func (e *env) checkBoardFlags(b *boardFlags) error {
	if b.edits != "" && !slices.Contains(editPolicies(), b.edits) {
		return e.usage("ingest : --edits vaut never, until-ack ou until-deadline", "ingest: --edits is never, until-ack or until-deadline")
	}
	if _, err := b.seenAt(); err != nil {
		return e.usage("ingest : --seen est une date comme 2026-01-05T20:00:00+01:00", "ingest: --seen is a time like 2026-01-05T20:00:00+01:00")
	}
	if b.paste && (b.author == "" || b.topic == "") {
		return e.usage("ingest : --paste veut --author et --topic : le texte seul ne dit pas qui l'a écrit", "ingest: --paste wants --author and --topic: the text alone does not tell who wrote it")
	}
	if !b.paste && (b.author != "" || b.post != "") {
		return e.usage("ingest : --author et --post vont avec --paste", "ingest: --author and --post go with --paste")
	}
	if _, ok := forum.Form(b.form); !ok {
		return e.usage("ingest : --form vaut text, md, html, bbcode:phpbb, bbcode:mybb, bbcode:smf ou bgg", "ingest: --form is text, md, html, bbcode:phpbb, bbcode:mybb, bbcode:smf or bgg")
	}
	return nil
}

func (b *boardFlags) seenAt() (time.Time, error) {
	if b.seen == "" {
		return time.Time{}, nil
	}
	return time.Parse(time.RFC3339, b.seen)
}

// page reads a file when it is a page of a board; ok is false for mails.
func (in *intaking) page(name string) (ok bool, err error) {
	data, saved, err := in.pageBytes(name)
	if err != nil || data == nil {
		return false, err
	}
	var look forum.Look
	var source string
	if in.boards.paste {
		look, source, err = in.pasted(data)
	} else {
		look, source, err = in.saved(data)
	}
	if err != nil {
		return true, err
	}
	if look.At, err = in.boards.seenAt(); err != nil {
		return true, err
	}
	look.Dated = !look.At.IsZero()
	if !look.Dated {
		look.At = saved
	}
	return true, in.look(source, look)
}

// pageBytes reads a file that is a page; nil for anything else.
func (in *intaking) pageBytes(name string) ([]byte, time.Time, error) {
	now := in.Now()
	if name == "-" {
		if !in.boards.paste && in.boards.board == "" && in.boards.topic == "" {
			return nil, now, nil // a mail on its way
		}
		data, err := io.ReadAll(io.LimitReader(in.In, forum.MaxPage+1))
		return data, now, err
	}
	info, err := os.Stat(in.path(name))
	if err != nil || info.IsDir() {
		return nil, now, err
	}
	f, err := os.Open(in.path(name))
	if err != nil {
		return nil, now, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, forum.MaxPage+1))
	if err != nil || !in.boards.paste && !forum.IsPage(data) {
		return nil, now, err
	}
	if saved := info.ModTime(); saved.Before(now) {
		now = saved
	}
	return data, now, nil
}

// saved reads a saved page.
func (in *intaking) saved(data []byte) (look forum.Look, source string, err error) {
	config := &in.folder.config
	var zone *time.Location
	if b := config.boardAt(in.boards.board, ""); b != nil {
		zone = b.location()
	} else if len(config.Boards) == 1 {
		zone = config.Boards[0].location()
	}
	p, err := forum.Read(data, zone)
	if p.Topic == "" && err != nil && in.boards.topic != "" {
		err = nil
	}
	if err != nil {
		return look, "", err
	}
	look = forum.Look{
		Board: cmp.Or(in.boards.board, p.Board, string(p.Kind)), Topic: cmp.Or(in.boards.topic, p.Topic), Title: p.Title,
		Game: in.boards.game, Edits: cmp.Or(in.boards.edits, editsDeadline), Posts: p.Posts,
		Whole: p.Paged && p.Number == 1 && p.Last == 1, Tail: p.Paged && p.Number == p.Last,
	}
	return look, in.settings(&look, p.Board), nil
}

// settings fills in what the configuration says of a board and its topic, and
// tells the source of its posts.
func (in *intaking) settings(look *forum.Look, host string) (source string) {
	b := in.folder.config.boardAt(in.boards.board, host)
	if b == nil {
		return in.source
	}
	look.Board = b.Name
	if t, ok := b.topic(look.Topic); ok {
		look.Game, look.Edits = cmp.Or(in.boards.game, t.Game), cmp.Or(in.boards.edits, t.Edits, editsDeadline)
	}
	if b.UserID != "" {
		look.Posts = slices.DeleteFunc(look.Posts, func(p forum.Post) bool { return p.Author == b.UserID })
	}
	return b.Name
}

// pasted reads the text of one post.
func (in *intaking) pasted(data []byte) (look forum.Look, source string, err error) {
	text, err := decoded(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")))
	if err != nil {
		return look, "", err
	}
	f := in.boards
	post, err := forum.Paste(text, f.form, f.post, f.author, cmp.Or(f.name, f.author))
	if err != nil {
		return look, "", err
	}
	look = forum.Look{
		Board: cmp.Or(f.board, forum.SurfacePaste), Topic: f.topic, Game: f.game, Edits: cmp.Or(f.edits, editsDeadline), Posts: []forum.Post{post},
	}
	return look, in.settings(&look, ""), nil
}

// look takes what a page shows.
func (in *intaking) look(source string, look forum.Look) error {
	t, err := in.folder.takeLook(in.ctx, in.Now, source, look)
	if err != nil {
		return err
	}
	in.sum.Read += len(look.Posts)
	in.sum.Known += max(0, len(look.Posts)-t.Seen-t.Changed)
	in.sum.Changed += t.Changed
	in.sum.Gone += t.Gone
	in.warn(t)
	return nil
}

func (in *intaking) warn(t forum.Taken) {
	for _, w := range t.Names {
		if slices.Contains(in.warned, w) {
			continue
		}
		in.warned = append(in.warned, w)
		fmt.Fprintf(in.Err, "fivepoints: "+in.say("attention : %q (compte %s) ressemble à %q (compte %s)", "careful: %q (account %s) looks like %q (account %s)")+"\n",
			w.Name, cmp.Or(w.Author, "-"), w.Other, cmp.Or(w.OtherID, "-"))
	}
	for _, c := range t.Bound {
		fmt.Fprintf(in.Err, "fivepoints: "+in.say("le compte %s (%q) est lié au siège %s de %s : il a posté le code", "account %s (%q) is bound to seat %s of %s: it posted the code")+"\n", c.User, c.Name, c.Seat, c.Game)
	}
}

// takeLook commits what a look at a board shows. Codes in it bind accounts first.
func (f *folder) takeLook(ctx context.Context, now func() time.Time, source string, look forum.Look) (forum.Taken, error) {
	if strings.TrimSpace(look.Topic) == "" {
		return forum.Taken{}, failed("le sujet n'est pas connu ; ajoutez --topic", "the topic is not known; add --topic")
	}
	views, err := f.project(ctx)
	if err != nil {
		return forum.Taken{}, err
	}
	dir := people.Directory{DB: views, Log: f.log}
	taker := &intake.Intake{Log: f.log, Dir: dir, Now: now}
	bound, err := f.bindCodes(ctx, taker, dir, look)
	if err != nil {
		return forum.Taken{}, err
	}
	if len(bound) > 0 {
		if _, err := f.project(ctx); err != nil {
			return forum.Taken{}, err
		}
	}
	l := f.ledger(source, taker)
	t, err := l.Take(ctx, look)
	t.Bound = bound
	return t, err
}

// ledger is the one that follows a source; it remembers its looks.
func (f *folder) ledger(source string, taker *intake.Intake) *forum.Ledger {
	if f.ledgers == nil {
		f.ledgers = map[string]*forum.Ledger{}
	}
	l := f.ledgers[source]
	if l == nil {
		l = &forum.Ledger{Log: f.log, Source: source}
		f.ledgers[source] = l
	}
	l.Intake = taker
	return l
}

// bindCodes binds the accounts that posted the code of a seat.
func (f *folder) bindCodes(ctx context.Context, taker *intake.Intake, dir people.Directory, look forum.Look) ([]intake.Binding, error) {
	var out []intake.Binding
	var holders []people.Holder
	for _, p := range look.Posts {
		codes := forum.Codes(p)
		if len(codes) == 0 || p.Author == "" {
			continue
		}
		if holders == nil {
			var err error
			if holders, err = dir.Holders(ctx); err != nil {
				return nil, err
			}
		}
		owner, _, err := dir.Address(ctx, intake.Account(look.Board, p.Author))
		if err != nil {
			return nil, err
		}
		b, err := f.bindCode(ctx, taker, holders, look, p, codes, owner)
		if err != nil {
			return nil, err
		}
		out = append(out, b...)
	}
	return out, nil
}

// bindCode binds one account, unless it belongs to somebody else already.
func (f *folder) bindCode(ctx context.Context, taker *intake.Intake, holders []people.Holder, look forum.Look, p forum.Post, codes []string, owner string) (out []intake.Binding, err error) {
	club, err := f.keys.Key("club")
	if err != nil {
		return nil, fmt.Errorf("reading the club's key: %w", err)
	}
	for _, h := range holders {
		code := intake.SeatCode(club, h.Game, h.Seat, h.Since)
		if !slices.Contains(codes, code) || owner != "" && owner != h.Person {
			continue
		}
		b := intake.Binding{Person: h.Person, Board: look.Board, User: p.Author, Name: p.Name, Game: h.Game, Seat: h.Seat, Code: code, At: look.At}
		known, err := taker.Bind(ctx, b)
		if err != nil {
			return nil, err
		}
		if !known {
			out = append(out, b)
		}
	}
	return out, nil
}
