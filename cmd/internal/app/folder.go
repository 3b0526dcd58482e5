package app

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"fivepoints/events"
	"fivepoints/events/audit"
	"fivepoints/events/jetstream"
	"fivepoints/events/sqlite"
	"fivepoints/events/vault"
	"fivepoints/games/catalog"
	"fivepoints/games/judge"
	"fivepoints/games/table"
	"fivepoints/mail/forum"
	"fivepoints/mail/outbox"
	"fivepoints/projections"
	"fivepoints/projections/people"
	"fivepoints/projections/standings"
	"fivepoints/projections/turns"
	"fivepoints/projections/viewdb"
	"fivepoints/templates/publish"
)

// lockPatience is how long a writing command waits for the folder's owner.
const lockPatience = 10 * time.Second

// folder is an open data folder. Its owner may write; a reader may not.
type folder struct {
	dir    string
	config config
	lock   *vault.FolderLock // nil for readers
	keys   *vault.Vault
	log    events.Log
	views  *sql.DB // nil until asked for
	judge  *judge.Judge
	posts  *publish.Publisher
	node   *jetstream.Node // nil for readers
	serves bool            // the server has it, whose heart beats
	beaten time.Time       // its last heartbeat

	ledgers map[string]*forum.Ledger // of boards, by source
}

// own runs do as the owner of the data folder. When a server owns it, the
// whole command runs there; another owner is waited for, not for ever.
func (e *env) own(do func(*folder) error) error {
	if e.shared != nil {
		if err := e.shared.forked(); err != nil {
			return err
		}
		return do(e.shared)
	}
	if err := e.mustExist(); err != nil {
		return err
	}
	lock, served, err := e.takeFolder()
	if err != nil || served {
		return err
	}
	return e.ownLocked(lock, mirrorOnly, do)
}

// ownLocked opens the folder, which is locked, and its mirror before do writes.
func (e *env) ownLocked(lock *vault.FolderLock, nats func(*folder) jetstream.Options, do func(*folder) error) error {
	f, err := openFolder(e.data, lock, rand.Reader, rand.Reader)
	if err != nil {
		return errors.Join(err, lock.Release())
	}
	err = e.notDemo(f)
	if err == nil {
		err = f.keysAreThere(e.ctx)
	}
	if err == nil {
		err = f.skim(e.ctx)
	}
	if err == nil {
		err = f.mirror(e.ctx, nats(f))
	}
	if err == nil && f.config.Mail.SMTP.Server != "" { // what is written from now on is sent
		err = outbox.SwitchOn(e.ctx, f.log, e.Now())
	}
	if err == nil {
		err = do(f)
	}
	return errors.Join(err, f.close())
}

// takeFolder locks the folder, or has the command run by the server that owns it.
func (e *env) takeFolder() (lock *vault.FolderLock, served bool, err error) {
	ctx, cancel := context.WithTimeout(e.ctx, lockPatience)
	defer cancel()
	for {
		lock, err = vault.LockFolder(e.data)
		if !errors.Is(err, vault.ErrLocked) {
			return lock, false, err
		}
		if served, sent := e.askServer(); sent {
			return nil, true, served
		}
		select {
		case <-ctx.Done():
			return nil, false, err
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// skimLimit is how long a log a reading command looks through besides what it
// shows: 10,000 commits take some 60 ms, or 300 ms when they are long.
const skimLimit = 20_000

// view runs do on the data folder read-only, whoever owns it. What is shown
// comes from commits that were compared with their leaves; damage elsewhere in
// the log is told after it, and the command fails.
func (e *env) view(do func(*folder) error) error {
	if e.shared != nil {
		return do(e.shared)
	}
	if err := e.mustExist(); err != nil {
		return err
	}
	f, err := openFolder(e.data, nil, rand.Reader, rand.Reader)
	if err != nil {
		return err
	}
	err = f.keysAreThere(e.ctx)
	if err == nil {
		err = do(f)
	}
	if err == nil {
		err = e.elsewhere(f, skimLimit)
	}
	return errors.Join(err, f.close())
}

// elsewhere looks through the rest of a log that was read, unless it is long.
func (e *env) elsewhere(f *folder, limit events.Seq) error {
	tip, err := f.log.Tip(e.ctx, "")
	if err != nil {
		return err
	}
	if tip > limit {
		fmt.Fprintf(e.Err, "fivepoints: "+e.say("le journal a %d commits, seuls ceux qu'il a fallu lire sont contrôlés ; « fivepoints verify » les contrôle tous",
			"the log has %d commits, only those that had to be read were checked; `fivepoints verify` checks them all")+"\n", tip)
		return nil
	}
	return f.skim(e.ctx)
}

// skim looks for damage anywhere in the log, but not for all of it: verify does.
func (f *folder) skim(ctx context.Context) error {
	err := audit.Skim(ctx, f.log)
	if bad := (*events.Damage)(nil); errors.As(err, &bad) {
		return because(err, "contrôle du journal %s : rien n'y est écrit, et ce qui s'affiche vient d'autres commits, qui sont justes ; lancez « fivepoints verify » et remettez une sauvegarde",
			"checking the log %s: nothing is written to it, and what is shown comes from other commits, which are right; run `fivepoints verify` and put a backup back", logPath(f.dir))
	}
	return err
}

func (e *env) mustExist() error {
	info, err := os.Stat(logPath(e.data))
	switch {
	case unfinished(e.data):
		return failed(
			"ouverture du dossier de données %s : sa création n'est pas finie ; si aucun « fivepoints init » ne tourne, relancez-le, il repart de zéro",
			"opening the data folder %s: its making did not end; if no `fivepoints init` is running, run it again, it starts over", e.data)
	case errors.Is(err, fs.ErrNotExist):
		return failed(
			"ouverture du dossier de données %s : il n'y a pas de journal ; « fivepoints init » en crée un",
			"opening the data folder %s: there is no log in it; `fivepoints init` makes one", e.data)
	case err != nil:
		return because(err, "ouverture du dossier de données %s", "opening the data folder %s", e.data)
	case info.Size() == 0: // never to be taken for a new one
		return failed(
			"ouverture du journal %s : le fichier est vide ; remettez une sauvegarde",
			"opening the log %s: the file is empty; put a backup back", logPath(e.data))
	}
	return nil
}

// keysAreThere refuses a log whose keys are gone or are other ones: going on
// would make new ones that open nothing.
func (f *folder) keysAreThere(ctx context.Context) error {
	ids, err := f.judge.Games(ctx)
	if err != nil {
		return err
	}
	for _, id := range ids {
		name := "games/" + id
		if _, err := f.keys.Find(name); errors.Is(err, events.ErrNotFound) {
			return failed("ouverture du dossier de données %s : la clé %s manque ; remettez %s d'une copie",
				"opening the data folder %s: the key %s is missing; put %s back from a copy",
				f.dir, name, filepath.Join(f.dir, "keys", name))
		} else if err != nil {
			return err
		}
		if err := f.judge.CheckKey(ctx, id); errors.Is(err, judge.ErrOtherKey) {
			return failed("ouverture du dossier de données %s : la clé %s n'est pas celle avec laquelle la partie a commencé ; remettez %s d'une copie",
				"opening the data folder %s: the key %s is not the one the game began with; put %s back from a copy",
				f.dir, name, filepath.Join(f.dir, "keys", name))
		} else if err != nil {
			return err
		}
	}
	return nil
}

func logPath(dir string) string   { return filepath.Join(dir, "log.db") }
func viewsPath(dir string) string { return filepath.Join(dir, "views.db") }

// openFolder opens a folder, as its owner when there is a lock. New keys and
// the salts of the log come from these readers.
func openFolder(dir string, lock *vault.FolderLock, keys, salts io.Reader) (*folder, error) {
	f := &folder{dir: dir, lock: lock, keys: vault.Open(filepath.Join(dir, "keys"), keys)}
	_, err := f.keys.Find("club")
	if _, old := os.Stat(logPath(dir)); old == nil && errors.Is(err, events.ErrNotFound) {
		return nil, failed("ouverture du dossier de données %s : la clé club manque ; remettez %s d'une copie",
			"opening the data folder %s: the key club is missing; put %s back from a copy", dir, filepath.Join(dir, "keys", "club"))
	}
	if f.config, err = readConfig(dir); err != nil {
		return nil, err
	}
	f.log, err = sqlite.Open(logPath(dir), sqlite.Options{Keys: f.keys, ReadOnly: lock == nil, Rand: salts})
	if errors.Is(err, sqlite.ErrOtherKey) {
		return nil, failed("ouverture du dossier de données %s : la clé club n'est pas celle de ce journal (son dernier point de contrôle a été fait avec une autre) ; remettez %s d'une copie, et si c'est la bonne, lancez « fivepoints verify »",
			"opening the data folder %s: the key club is not the one of this log (its newest checkpoint was made with another); put %s back from a copy, and if it is the right one, run `fivepoints verify`", dir, filepath.Join(dir, "keys", "club"))
	}
	if err != nil {
		return nil, err
	}
	f.judge = judge.New(f.log, catalog.Find)
	if f.posts, err = publish.New(f.log, catalog.Find); err != nil {
		return nil, errors.Join(err, f.log.Close())
	}
	return f, nil
}

func (f *folder) close() error {
	var errs []error
	if f.node != nil {
		errs = append(errs, f.stopMirror())
	}
	if f.views != nil {
		errs = append(errs, f.views.Close())
	}
	errs = append(errs, f.log.Close())
	if f.lock != nil {
		errs = append(errs, f.lock.Release())
	}
	return errors.Join(errs...)
}

// allViews lists the projections kept in views.db.
func (f *folder) allViews() []projections.Projection {
	return []projections.Projection{
		&people.Projection{Keys: f.keys},
		turns.Projection{},
		standings.New(f.log, catalog.Find),
	}
}

// project brings views.db up to date and returns it.
func (f *folder) project(ctx context.Context) (*sql.DB, error) {
	if f.views == nil {
		db, err := viewdb.Open(viewsPath(f.dir))
		if err != nil {
			return nil, err
		}
		f.views = db
	}
	err := projections.Run(ctx, f.log, f.views, f.allViews()...)
	if viewdb.Damaged(err) { // while it was open
		if err = f.renewViews(); err == nil {
			err = projections.Run(ctx, f.log, f.views, f.allViews()...)
		}
	}
	if err != nil {
		return nil, because(err, "mise à jour de views.db (on peut l'effacer, « fivepoints rebuild » la refait)", "bringing views.db up to date (it may be deleted; rebuild makes it anew)")
	}
	return f.views, nil
}

// renewViews sets a views.db aside that is no use any more.
func (f *folder) renewViews() error {
	_ = f.views.Close() // its errors are known
	db, err := viewdb.Renew(viewsPath(f.dir))
	f.views = db
	return err
}

// publish queues the posts that the log asks for.
func (f *folder) publish(ctx context.Context) ([]publish.Post, error) {
	posts, err := f.posts.Run(ctx, 0)
	for _, p := range posts {
		if p.Left != "" {
			err = errors.Join(err, f.rotate(strings.TrimPrefix(p.Stream, "outbox/")+"."+p.Left))
		}
	}
	return posts, err
}

// rotate takes the key of a seat's feed from who has left the seat.
func (f *folder) rotate(user string) error {
	users, err := jetstream.Users(natsPath(f.dir))
	if err != nil || !slices.Contains(users, user) {
		return err
	}
	if err := jetstream.Revoke(natsPath(f.dir), user); err != nil || f.node == nil {
		return err
	}
	return f.node.Reload()
}

// table folds a game up to a commit, 0 meaning now.
func (e *env) table(f *folder, game string, upto events.Seq) (*table.Table, error) {
	t, err := table.Load(e.ctx, f.log, game, catalog.Find, upto)
	if errors.Is(err, events.ErrNotFound) {
		return nil, failed(
			"il n'y a pas de partie %q ; « fivepoints game list » en donne la liste",
			"there is no game %q; `fivepoints game list` lists them", game)
	}
	return t, err
}
