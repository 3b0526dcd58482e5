package app

import (
	"context"
	"fmt"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"fivepoints/mail/forum"
	"fivepoints/mail/mailbox"
	"fivepoints/templates"
)

// openBoard prepares to ask a board.
func (b *boardConfig) open(e *env, dir string) (forum.Board, *forum.Client, error) {
	u, err := forum.CheckURL(b.URL, b.Local)
	if err != nil {
		return nil, nil, because(err, "réglage [[board]] %s : url", "setting [[board]] %s: url", b.Name)
	}
	c := &forum.Client{Base: u, User: b.User, Local: b.Local, Agent: agent(), Pause: time.Second, Now: e.Now, After: time.After}
	if b.Local {
		c.Pause = 10 * time.Millisecond
	}
	if b.TokenFile != "" {
		token, err := os.ReadFile(beside(dir, b.TokenFile))
		if err != nil {
			return nil, nil, because(err, "réglage [[board]] %s : token_file", "setting [[board]] %s: token_file", b.Name)
		}
		c.Token = strings.TrimSpace(string(token))
	}
	board, err := forum.Open(forum.Kind(b.Kind), c, b.location())
	return board, c, err
}

// agent is how we call ourselves to boards.
func agent() string {
	version := "devel"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		version = strings.Trim(info.Main.Version, "()")
	}
	return "fivepoints/" + version + " (play-by-forum games)"
}

// followBoards looks at every board of the configuration until ctx ends.
func (o *office) followBoards(ctx context.Context) error {
	for _, b := range o.server.folder.config.Boards {
		if len(b.Topics) == 0 {
			continue
		}
		board, client, err := b.open(o.server.env, o.server.folder.dir)
		if err != nil {
			return err
		}
		src := source{office: o, name: b.Name}
		f := &forum.Follower{
			Board: board, Name: b.Name, Every: b.Every, Own: b.UserID, Now: o.server.env.Now, After: time.After,
			Deadlines: func() []time.Time { return o.deadlines(b.Topics) },
			Take:      src.look,
			State:     func(p forum.Pass) { src.state(mailbox.State{At: p.At, ReadTo: p.ReadTo, Err: p.Err, Retry: p.Retry}) },
		}
		for _, t := range b.Topics {
			edits := t.Edits
			if edits == "" {
				edits = editsDeadline
			}
			f.Topics = append(f.Topics, forum.Topic{ID: t.ID, Game: t.Game, Edits: edits})
		}
		if b.Bell != "" {
			f.Bell = forum.Bell(client, b.Bell)
		}
		if b.Write {
			f.Then = o.placing(b, board)
		}
		o.running.Go(func() { f.Follow(ctx) })
	}
	return nil
}

// look commits what a look at a board shows. Commands and deadlines wait meanwhile.
func (s source) look(ctx context.Context, look forum.Look) error {
	s.server.mu.Lock()
	defer s.server.mu.Unlock()
	t, err := s.server.folder.takeLook(context.WithoutCancel(ctx), s.server.env.Now, s.name, look)
	if err != nil {
		return err
	}
	for _, b := range t.Bound {
		s.say(failed("forum %s : le compte %s (%q) est lié au siège %s de %s : il a posté le code", "board %s: account %s (%q) is bound to seat %s of %s: it posted the code", s.name, b.User, b.Name, b.Seat, b.Game))
	}
	if t.Seen+t.Changed+t.Gone > 0 {
		for _, w := range t.Names {
			s.say(failed("forum %s : %q (compte %s) ressemble à %q (compte %s)", "board %s: %q (account %s) looks like %q (account %s)", s.name, w.Name, w.Author, w.Other, w.OtherID))
		}
	}
	signal(s.wake)
	return nil
}

// deadlines of the games that topics are about.
func (o *office) deadlines(topics []topicConfig) []time.Time {
	o.server.mu.Lock()
	defer o.server.mu.Unlock()
	var out []time.Time
	for _, topic := range topics {
		if topic.Game == "" {
			continue
		}
		t, err := o.server.folder.judge.Table(o.server.env.ctx, topic.Game)
		if err != nil {
			continue // no such game yet; the judge tells of others
		}
		for _, w := range t.Windows {
			if w.Open() {
				out = append(out, time.UnixMilli(w.Closes))
			}
		}
	}
	slices.SortFunc(out, time.Time.Compare)
	return slices.CompactFunc(out, time.Time.Equal)
}

// boardProbe tries a board: what it is, whether its topics can be read, and what
// every construct of a summary looks like there.
func (e *env) boardProbe(args []string) error {
	fs := e.flags("board probe")
	post := fs.Bool("post", false, e.say("poste la page d'essai dans le premier sujet (write = true)", "post the test page into the first topic (write = true)"))
	names, err := e.parse(fs, args, 1, 1)
	if err != nil {
		return err
	}
	c, err := readConfig(e.data)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(c.Boards, func(b boardConfig) bool { return b.Name == names[0] })
	if i < 0 {
		return failed("il n'y a pas de [[board]] %q dans %s", "there is no [[board]] %q in %s", names[0], configName)
	}
	b := c.Boards[i]
	board, _, err := b.open(e, e.data)
	if err != nil {
		return err
	}
	for _, t := range b.Topics {
		p, err := board.Read(e.ctx, t.ID, 1)
		if err != nil {
			return because(err, "sujet %s du forum %s", "topic %s of the board %s", t.ID, b.Name)
		}
		e.printf("sujet %s : %q, %d messages sur la page 1 de %d\n", "topic %s: %q, %d posts on page 1 of %d\n", t.ID, p.Title, len(p.Posts), p.Last)
		e.tellClasses(p)
	}
	return e.probePage(b, board, *post)
}

// tellClasses says how the lines of a page are read.
func (e *env) tellClasses(p forum.Page) {
	counts := map[string]int{}
	undated, guests := 0, 0
	for _, post := range p.Posts {
		for _, l := range post.Lines {
			counts[l.Class]++
		}
		if post.At.IsZero() {
			undated++
		}
		if post.Author == "" {
			guests++
		}
	}
	e.printf("  lignes lues %d, citées %d, cachées %d, barrées %d, douteuses %d\n", "  lines kept %d, quoted %d, hidden %d, struck %d, unclear %d\n",
		counts[""], counts["quote"], counts[forum.LineSpoiler], counts[forum.LineStruck], counts[forum.LineUnclear])
	if undated > 0 {
		e.printf("  %d messages sans heure : ajoutez zone\n", "  %d posts without a time: add zone\n", undated)
	}
	if guests > 0 {
		e.printf("  %d messages sans compte : ils ne compteront jamais\n", "  %d posts without an account: they will never count\n", guests)
	}
}

// probePage writes the page that shows every construct, or posts it.
func (e *env) probePage(b boardConfig, board forum.Board, post bool) error {
	page := e.probeText(b.Kind)
	if !post {
		e.printf("\nCollez ceci dans un message d'essai du forum et regardez ce qui s'affiche :\n\n", "\nPaste this into a test post of the board and look at what it shows:\n\n")
		fmt.Fprint(e.Out, page)
		return nil
	}
	if !b.Write || len(b.Topics) == 0 {
		return failed("[[board]] %s : write = true et un [[board.topic]] sont nécessaires pour poster", "[[board]] %s: posting takes write = true and a [[board.topic]]", b.Name)
	}
	id, err := board.Write(e.ctx, b.Topics[0].ID, page)
	if err != nil {
		return err
	}
	e.printf("posté : message %s du sujet %s\n", "posted: post %s of topic %s\n", id, b.Topics[0].ID)
	return nil
}

// formatOfBoard is how posts of a kind of board are written.
func formatOfBoard(kind string) templates.Format {
	switch forum.Kind(kind) {
	case forum.PhpBB:
		return templates.PhpBB
	case forum.MyBB:
		return templates.MyBB
	case forum.SMF:
		return templates.SMF
	case forum.NodeBB:
		return templates.NodeBB
	case forum.Discourse:
		return templates.Discourse
	}
	return templates.BGG
}

func (e *env) probeText(kind string) string {
	d := templates.Probe(e.lang)
	f := formatOfBoard(kind)
	return templates.Posts(d, f, f.Limit(), templates.Footer(d, "probe"))[0].Text
}
