package app

import (
	"fmt"
	"slices"
	"strings"

	"fivepoints/events"
	"fivepoints/games"
	"fivepoints/games/table"
	"fivepoints/templates"
)

// docInfo is a rendered document; it is stable as JSON.
type docInfo struct {
	Game   string        `json:"game"`
	Seq    events.Seq    `json:"seq"` // the commit it tells of
	For    string        `json:"for"`
	Lang   string        `json:"lang"`
	Format string        `json:"format"`
	Title  string        `json:"title"`
	Text   string        `json:"text"`
	Posts  []postingInfo `json:"posts,omitempty"` // for a board: the same within its limit
}

// postingInfo is one post for a board; it is stable as JSON.
type postingInfo struct {
	Title string `json:"title"`
	Text  string `json:"text"`
}

// summaryWanted is what the flags of summary ask for.
type summaryWanted struct {
	turn, to, lang string
	format         templates.Format
	limit, post    int
}

func (e *env) summary(args []string) error {
	var want summaryWanted
	fs := e.flags("summary")
	fs.StringVar(&want.turn, "turn", "", e.say("`TOUR` ou courrier résolu (défaut : le dernier)", "`TURN` or resolved mail (default: the last one)"))
	fs.StringVar(&want.to, "for", "public", e.say("`QUI` lit : public ou un siège", "`WHO` reads: public or a seat"))
	format := fs.String("format", string(templates.Markdown), e.formatHelp())
	fs.IntVar(&want.limit, "limit", 0, e.say("`CARACTÈRES` d'un message du forum (défaut : ceux d'un forum tel qu'on l'installe)", "`CHARACTERS` of a post of the board (default: those of a board as it is installed)"))
	fs.IntVar(&want.post, "post", 0, e.say("`NUMÉRO` du seul message à écrire, quand le texte en fait plusieurs", "`NUMBER` of the only post to write, where the text makes several"))
	fs.StringVar(&want.lang, "lang", "", e.say("`LANGUE` : fr ou en (défaut : celle du siège, sinon la vôtre)", "`LANG`: fr or en (default: the seat's, else yours)"))
	names, err := e.parse(fs, args, 1, 1)
	if err != nil {
		return err
	}
	if want.format, err = e.formatOf("summary", *format); err != nil {
		return err
	}
	switch {
	case want.lang != "" && want.lang != "fr" && want.lang != "en":
		return e.usage("summary : --lang vaut fr ou en", "summary: --lang is fr or en")
	case want.to == string(games.Engine):
		return e.usage("summary : --for vaut public ou un siège", "summary: --for is public or a seat")
	case want.limit < 0 || want.post < 0:
		return e.usage("summary : --limit et --post sont des nombres positifs", "summary: --limit and --post are positive numbers")
	}
	return e.viewGame(names[0], want.to, func(f *folder, t *table.Table) error { return e.summarise(f, t, want) })
}

// formatHelp lists the formats of documents for a flag.
func (e *env) formatHelp() string {
	return e.say("`FORME` : ", "`FORMAT`: ") + strings.Join(formats(), ", ")
}

func formats() []string {
	var names []string
	for _, f := range templates.Formats() {
		names = append(names, string(f))
	}
	return names
}

func (e *env) formatOf(command, name string) (templates.Format, error) {
	if f := templates.Format(name); f.Known() {
		return f, nil
	}
	all := strings.Join(formats(), ", ")
	return "", e.usage("%s : --format vaut %s", "%s: --format is one of %s", command, all)
}

func (e *env) summarise(f *folder, t *table.Table, want summaryWanted) error {
	seat, lang := games.Seat(""), e.lang
	if want.to != string(games.Public) {
		seat, lang = games.Seat(want.to), games.Lang(t.Holder(want.to).Lang)
	}
	if want.lang != "" {
		lang = games.Lang(want.lang)
	}
	seqs, err := e.turnSeqs(f, t, want.turn)
	if err != nil {
		return err
	}
	var docs []templates.Doc
	for _, seq := range seqs {
		doc, err := f.posts.Document(e.ctx, t.ID, seq, seat, lang)
		if err != nil {
			return err
		}
		docs = append(docs, doc)
	}
	if !e.json {
		return e.printPosts(postsOf(t.ID, want, templates.Join(docs...)), want.post)
	}
	infos := []docInfo{}
	for i, doc := range docs {
		info := docInfo{Game: t.ID, Seq: seqs[i], For: want.to, Lang: string(lang), Format: string(want.format), Title: doc.Title}
		info.Text = string(templates.Render(doc, want.format))
		if want.format.Limit() > 0 {
			for _, p := range postsOf(t.ID, want, doc) {
				info.Posts = append(info.Posts, postingInfo(p))
			}
		}
		infos = append(infos, info)
	}
	return e.printJSON(infos)
}

// postsOf writes a document as it is posted: on a board with a last line by
// which it is found again.
func postsOf(game string, want summaryWanted, doc templates.Doc) []templates.Posting {
	limit, footer := want.limit, ""
	if board := want.format.Limit(); board > 0 {
		footer = templates.Footer(doc, game)
		if limit == 0 {
			limit = board
		}
	}
	return templates.Posts(doc, want.format, limit, footer)
}

// printPosts writes one post as it is, or several with lines between them that
// are not part of any.
func (e *env) printPosts(posts []templates.Posting, only int) error {
	if only > len(posts) {
		return failed("il n'y a pas de message %d : le texte en fait %d", "there is no post %d: the text makes %d", only, len(posts))
	}
	if only > 0 {
		posts = slices.Clone(posts[only-1 : only])
	}
	for i, p := range posts {
		if len(posts) > 1 {
			e.printf("======== message %d sur %d : %s ========\n\n", "======== post %d of %d: %s ========\n\n", i+1, len(posts), p.Title)
		}
		fmt.Fprint(e.Out, p.Text)
		if i < len(posts)-1 {
			fmt.Fprintln(e.Out)
		}
	}
	return nil
}
