package app

import (
	"errors"
	"os"
	"time"

	"fivepoints/events"
	"fivepoints/events/audit"
	"fivepoints/games/archive"
	"fivepoints/games/catalog"
	"fivepoints/games/judge"
	"fivepoints/games/table"
)

func (e *env) export(args []string) error {
	fs := e.flags("export")
	full := fs.Bool("full", false, e.say("avec ce que les gens ont écrit", "with what people wrote"))
	names, err := e.parse(fs, args, 2, 2)
	if err != nil {
		return err
	}
	done := false
	err = e.view(func(f *folder) error {
		done, err = e.exportGame(f, names[0], names[1], *full)
		return err
	})
	if err != nil || done {
		return err
	}
	return e.own(func(f *folder) error { // its last commits are not signed yet
		if err := f.signHead(e.ctx, e.Now()); err != nil {
			return err
		}
		_, err := e.exportGame(f, names[0], names[1], *full)
		return err
	})
}

// exportGame writes a game, unless no checkpoint covers its end.
func (e *env) exportGame(f *folder, game, name string, full bool) (bool, error) {
	t, err := e.table(f, game, 0)
	if err != nil {
		return false, err
	}
	if t.Record.Imported != nil {
		return false, failed("la partie %s a été importée ; exportez-la là où elle a été jouée", "game %s was imported; export it where it was played", game)
	}
	note, size, err := e.pointFor(f, uint64(t.Tip), 0)
	if err != nil || note == "" {
		return false, err
	}
	out := e.Out
	if name != "-" {
		file, err := os.OpenFile(e.path(name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if err != nil {
			return false, because(err, "export de %s", "exporting %s", game)
		}
		defer file.Close()
		out = file
	}
	if err := archive.Write(e.ctx, out, f.log, game, note, size, full); err != nil {
		return false, because(err, "export de %s", "exporting %s", game)
	}
	if name != "-" {
		e.printf("partie %s écrite dans %s\n", "game %s written to %s\n", game, name)
	}
	return true, nil
}

// readGame reads an exported game from a file or standard input.
func (e *env) readGame(name, key string) (*archive.Game, error) {
	in := e.In
	if name != "-" {
		file, err := os.Open(e.path(name))
		if err != nil {
			return nil, because(err, "lecture de %s", "reading %s", name)
		}
		defer file.Close()
		in = file
	}
	g, err := archive.Read(in, key)
	if errors.Is(err, audit.ErrSignature) && key != "" {
		return nil, because(err, "lecture de %s : la signature n'est pas de la clé %s", "reading %s: the signature is not one of the key %s", name, key)
	}
	if err != nil {
		return nil, because(err, "lecture de %s", "reading %s", name)
	}
	return g, nil
}

// foldPatience is how long a game from elsewhere may keep the rulebook busy: the
// steps of its rules are bounded, hostile numbers in them are not.
const foldPatience = time.Minute

func (e *env) foldGame(g *archive.Game) (*table.Table, error) {
	type folded struct {
		t   *table.Table
		err error
	}
	done := make(chan folded, 1)
	go func() {
		t, err := g.Fold(catalog.Find)
		done <- folded{t, err}
	}()
	select {
	case f := <-done:
		return f.t, f.err
	case <-e.ctx.Done():
		return nil, e.ctx.Err()
	case <-time.After(foldPatience):
		return nil, failed("relecture de la partie %s : le livre de règles n'en vient pas à bout", "reading game %s: the rulebook does not get to its end", g.Game)
	}
}

func (e *env) importGame(args []string) error {
	fs := e.flags("import")
	as := fs.String("as", "", e.say("`ID` de la partie ici (défaut : le sien)", "`ID` of the game here (default: its own)"))
	key := fs.String("key", "", e.say("`CLÉ` du journal d'où elle vient (défaut : celle que dit le fichier)", "`KEY` of the log it comes from (default: the one the file tells)"))
	names, err := e.parse(fs, args, 1, 1)
	if err != nil {
		return err
	}
	g, err := e.readGame(names[0], *key)
	if err != nil {
		return err
	}
	if _, err := e.foldGame(g); err != nil {
		return because(err, "import de %s", "importing %s", names[0])
	}
	id := g.Game
	if *as != "" {
		id = *as
	}
	if err := events.CheckStream("game/" + id); err != nil {
		return e.usage("import : %q ne peut pas nommer une partie", "import: %q cannot name a game", id)
	}
	return e.own(func(f *folder) error {
		err := g.Import(e.ctx, f.log, id, catalog.Find)
		if errors.Is(err, archive.ErrTaken) {
			return failed("import de %s : il y a ici une partie %s ; --as lui donne un autre nom", "importing %s: there is a game %s here; --as gives it another name", names[0], id)
		}
		if err != nil {
			return err
		}
		e.printf("partie %s de %s importée sous le nom %s : on la lit, on ne la joue pas\n", "game %s of %s imported as %s: it is read, not played\n", g.Game, g.Origin, id)
		return nil
	})
}

// fileInfo is what verify --file prints; it is stable as JSON.
type fileInfo struct {
	Game    string     `json:"game"`
	Origin  string     `json:"origin"`
	Key     string     `json:"key"`
	Trusted bool       `json:"trusted"` // the key was given, not taken from the file
	Commits int        `json:"commits"`
	Proven  int        `json:"proven"` // commits whose place in the signed log is proven
	Size    uint64     `json:"size"`   // of the signed log
	Last    events.Seq `json:"last"`
	Draws   *drawsInfo `json:"draws"`
}

// verifyFile checks an exported game with nothing but a key.
func (e *env) verifyFile(name, key string) error {
	g, err := e.readGame(name, key)
	if err != nil {
		return err
	}
	if _, err := e.foldGame(g); err != nil {
		return because(err, "vérification de %s", "verifying %s", name)
	}
	var seqs []events.Seq
	var commits []events.Commit
	for _, c := range g.Commits {
		seqs, commits = append(seqs, c.Seq), append(commits, c.Commit)
	}
	d, err := judge.CheckDrawsOf(seqs, commits)
	if err != nil {
		return because(err, "vérification de %s", "verifying %s", name)
	}
	info := fileInfo{
		Game: g.Game, Origin: g.Origin, Key: g.Key, Trusted: key != "", Commits: len(g.Commits), Proven: g.Proven,
		Last: g.Commits[len(g.Commits)-1].Seq, Draws: drawsOf(g.Game, d),
	}
	if g.Head != nil {
		info.Size = g.Head.Size
	}
	if e.json {
		err = e.printJSON(info)
	} else {
		e.printFile(info)
	}
	if err == nil && len(d.Wrong) > 0 {
		return failed("vérification des tirages de %s : %d ne sont pas ceux que donne son secret", "verifying the draws of %s: %d are not what its secret gives", name, len(d.Wrong))
	}
	return err
}

func (e *env) printFile(i fileInfo) {
	e.printf("partie %s de %s : %d commits justes, %d à leur place dans le journal signé de %d commits\n", "game %s of %s: %d commits are right, %d in their place in the signed log of %d commits\n",
		i.Game, i.Origin, i.Commits, i.Proven, i.Size)
	if i.Proven < i.Commits {
		e.printf("les autres ne sont prouvés par rien\n", "nothing proves the others\n")
	}
	if !i.Trusted {
		e.printf("vérifié avec la clé que dit le fichier ; donnez --key, celle de l'invitation, pour ne croire personne\n", "checked with the key that the file tells; give --key, the one of the invitation, to believe nobody\n")
	}
	e.printDraws(*i.Draws)
	e.printf("le fichier finit au commit %d ; si la partie est allée plus loin, il ne peut le dire\n", "the file ends at commit %d; whether the game went further it cannot tell\n", i.Last)
}
