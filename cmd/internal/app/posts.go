package app

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"fivepoints/events"
	"fivepoints/games"
	"fivepoints/mail/outbox"
	"fivepoints/templates"
	"fivepoints/templates/publish"
)

// postInfo is a queued post; it is stable as JSON.
type postInfo struct {
	Seq     events.Seq `json:"seq"` // of its commit in the outbox
	Kind    string     `json:"kind"`
	For     string     `json:"for"` // a seat, or public
	Lang    string     `json:"lang"`
	Title   string     `json:"title"`
	Subject string     `json:"subject"`
	Text    string     `json:"text"`
	Erased  bool       `json:"erased,omitempty"` // its reader was erased, and the text with him
	State   string     `json:"state,omitempty"`  // "sent", "waiting", "held", "failed", "bounced", "replaced"; "" without mail
	Why     string     `json:"why,omitempty"`    // it is held ("before", "stale", "capped") or failed ("5.1.1")
}

// posts shows what was written for the readers of a game, as it was queued.
func (e *env) posts(args []string) error {
	fs := e.flags("posts")
	to := fs.String("for", "", e.say("`QUI` lit : public ou un siège (défaut : tous)", "`WHO` reads: public or a seat (default: all)"))
	kind := fs.String("kind", "", e.say("`GENRE` : summary, report, receipt, invitation, notice, news, press ou answer", "`KIND`: summary, report, receipt, invitation, notice, news, press or answer"))
	seq := fs.Uint64("show", 0, e.say("`NUMÉRO` du message à montrer en entier", "`NUMBER` of the post to show whole"))
	name := fs.String("format", string(templates.Markdown), e.formatHelp())
	resend := fs.Uint64("resend", 0, e.say("`NUMÉRO` du message à renvoyer à son lecteur", "`NUMBER` of the post to send to its reader again"))
	held := fs.Bool("resend-held", false, e.say("fait partir ce qui est retenu", "let go what is held back"))
	out := fs.String("out", "", e.say("`DOSSIER` où écrire les textes, un fichier chacun", "`DIR` to write the texts to, a file each"))
	names, err := e.parse(fs, args, 1, 1)
	if err != nil {
		return err
	}
	format, err := e.formatOf("posts", *name)
	if err != nil {
		return err
	}
	wanted := func(i postInfo) bool {
		return (*to == "" || *to == i.For) && (*kind == "" || *kind == i.Kind) && (*seq == 0 || events.Seq(*seq) == i.Seq)
	}
	if *resend > 0 || *held {
		return e.resend(names[0], func(i postInfo) bool {
			return wanted(i) && (uint64(i.Seq) == *resend || *held && i.State == outbox.StateHeld)
		})
	}
	return e.view(func(f *folder) error {
		infos, err := e.postsOfGame(f, names[0], format, wanted)
		if err != nil {
			return err
		}
		switch {
		case *out != "":
			return e.writePosts(infos, e.path(*out), format)
		case e.json:
			return e.printJSON(infos)
		case *seq > 0:
			return e.showPost(infos, *seq, format)
		}
		return e.listPosts(infos)
	})
}

// postsOfGame lists the wanted posts of a game, or of the club, with what became
// of them.
func (e *env) postsOfGame(f *folder, game string, format templates.Format, wanted func(postInfo) bool) ([]postInfo, error) {
	if game != "club" {
		if _, err := e.table(f, game, 0); err != nil {
			return nil, err
		}
	}
	all, err := publish.Posts(e.ctx, f.log, game)
	if err != nil {
		return nil, err
	}
	box := outbox.NewBox(f.log)
	if err := box.Read(e.ctx); err != nil {
		return nil, err
	}
	infos := []postInfo{}
	for _, p := range all {
		i := infoOfPost(p, format)
		if p.Person != "" && box.On() > 0 {
			i.State, i.Why = box.State(p.Seq, e.Now())
		}
		if wanted(i) {
			infos = append(infos, i)
		}
	}
	return infos, nil
}

// resend queues posts again; the running server sends them.
func (e *env) resend(game string, wanted func(postInfo) bool) error {
	return e.own(func(f *folder) error {
		infos, err := e.postsOfGame(f, game, templates.Markdown, wanted)
		if err != nil {
			return err
		}
		if len(infos) == 0 {
			return failed("aucun message de ce genre à renvoyer ; « fivepoints posts %s » les liste", "no such post to send again; `fivepoints posts %s` lists them", game)
		}
		request := fmt.Sprint("command ", e.Now().UnixNano())
		for _, i := range infos {
			if _, err := outbox.Resend(e.ctx, f.log, i.Seq, request, e.Now()); errors.Is(err, outbox.ErrNoPost) {
				return failed("le message %d n'a pas de destinataire : il se lit sur les forums", "post %d has no addressee: it is read on boards", i.Seq)
			} else if err != nil {
				return err
			}
		}
		e.printf("%s\n", "%s\n", e.count(len(infos), [2]string{"message repart", "messages repartent"}, [2]string{"post goes out again", "posts go out again"}))
		return nil
	})
}

// infoOfPost shows a post as it was stored, byte for byte, or written anew in
// another format.
func infoOfPost(p publish.Post, f templates.Format) postInfo {
	text := p.Body
	if f != templates.Markdown && text != nil {
		text = templates.Render(templates.Read(text, games.Lang(p.Lang)), f)
	}
	i := postInfo{
		Seq: p.Seq, Kind: p.Kind, For: p.Seat, Lang: p.Lang, Title: p.Title, Subject: p.Subject, Text: string(text), Erased: p.Body == nil,
	}
	if i.For == "" && p.Person == "" {
		i.For = "public"
	}
	return i
}

func (e *env) listPosts(all []postInfo) error {
	w := tabwriter.NewWriter(e.Out, 0, 4, 2, ' ', 0)
	for _, p := range all {
		fmt.Fprintf(w, "%d\t%s\t%s\t%s\t", p.Seq, p.Kind, p.For, p.Lang)
		if p.State != "" {
			fmt.Fprint(w, strings.TrimSpace(p.State+" "+p.Why), "\t")
		}
		fmt.Fprintln(w, p.Subject)
	}
	return w.Flush()
}

func (e *env) showPost(found []postInfo, seq uint64, f templates.Format) error {
	if len(found) == 0 {
		return failed("il n'y a pas de message %d", "there is no post %d", seq)
	}
	if found[0].Erased {
		return failed("le texte du message %d est effacé, avec son lecteur", "the text of post %d is erased, with its reader", seq)
	}
	fmt.Fprint(e.Out, withSubject(found[0], f))
	return nil
}

// withSubject puts the subject of a letter above it; a page has it within, a
// board asks for it apart.
func withSubject(p postInfo, f templates.Format) string {
	if f == templates.Markdown || f == templates.Plain {
		return fmt.Sprintf("Subject: %s\n\n%s", p.Subject, p.Text)
	}
	return p.Text
}

// writePosts writes the texts as files that sort as they were queued.
func (e *env) writePosts(all []postInfo, dir string, f templates.Format) error {
	all = slices.DeleteFunc(all, func(p postInfo) bool { return p.Erased })
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return because(err, "le dossier %s n'est pas créé", "making the folder %s", dir)
	}
	for _, p := range all {
		name := fmt.Sprintf("%06d-%s.%s%s", p.Seq, p.Title, p.Lang, ending(f))
		if err := os.WriteFile(filepath.Join(dir, name), []byte(withSubject(p, f)), 0o600); err != nil {
			return because(err, "le message %d n'est pas écrit", "writing post %d", p.Seq)
		}
	}
	e.printf("%s dans %s\n", "%s to %s\n", e.count(len(all), [2]string{"message écrit", "messages écrits"}, [2]string{"post written", "posts written"}), dir)
	return nil
}

// ending is that of a file of a format.
func ending(f templates.Format) string {
	switch f {
	case templates.Markdown, templates.HTML:
		return "." + string(f)
	}
	return ".txt"
}
