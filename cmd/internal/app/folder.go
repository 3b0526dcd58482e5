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
	"time"

	"fivepoints/events"
	"fivepoints/events/sqlite"
	"fivepoints/events/vault"
	"fivepoints/games/catalog"
	"fivepoints/games/judge"
	"fivepoints/games/table"
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
}

// own runs do as the owner of the data folder. When a server owns it, the
// whole command runs there; another owner is waited for, not for ever.
func (e *env) own(do func(*folder) error) error {
	if e.shared != nil {
		return do(e.shared)
	}
	if err := e.mustExist(); err != nil {
		return err
	}
	lock, served, err := e.takeFolder()
	if err != nil || served {
		return err
	}
	return e.ownLocked(lock, do)
}

func (e *env) ownLocked(lock *vault.FolderLock, do func(*folder) error) error {
	f, err := openFolder(e.data, lock, rand.Reader)
	if err != nil {
		return errors.Join(err, lock.Release())
	}
	return errors.Join(do(f), f.close())
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

// view runs do on the data folder read-only, whoever owns it.
func (e *env) view(do func(*folder) error) error {
	if e.shared != nil {
		return do(e.shared)
	}
	if err := e.mustExist(); err != nil {
		return err
	}
	f, err := openFolder(e.data, nil, rand.Reader)
	if err != nil {
		return err
	}
	return errors.Join(do(f), f.close())
}

func (e *env) mustExist() error {
	_, err := os.Stat(logPath(e.data))
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf(e.say(
			"ouverture du dossier de données %s : il n'y a pas de journal ; « fivepoints init » en crée un",
			"opening the data folder %s: there is no log in it; `fivepoints init` makes one"), e.data)
	}
	return err
}

func logPath(dir string) string   { return filepath.Join(dir, "log.db") }
func viewsPath(dir string) string { return filepath.Join(dir, "views.db") }

func openFolder(dir string, lock *vault.FolderLock, random io.Reader) (*folder, error) {
	f := &folder{dir: dir, lock: lock, keys: vault.Open(filepath.Join(dir, "keys"), random)}
	var err error
	if f.config, err = readConfig(dir); err != nil {
		return nil, err
	}
	f.log, err = sqlite.Open(logPath(dir), sqlite.Options{Keys: f.keys, ReadOnly: lock == nil, Rand: random})
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
	if err := projections.Run(ctx, f.log, f.views, f.allViews()...); err != nil {
		return nil, fmt.Errorf("bringing views.db up to date (it may be deleted; rebuild makes it anew): %w", err)
	}
	return f.views, nil
}

// publish queues the posts that the log asks for.
func (f *folder) publish(ctx context.Context) ([]publish.Post, error) {
	return f.posts.Run(ctx, 0)
}

// table folds a game up to a commit, 0 meaning now.
func (f *folder) table(ctx context.Context, game string, upto events.Seq) (*table.Table, error) {
	t, err := table.Load(ctx, f.log, game, catalog.Find, upto)
	if errors.Is(err, events.ErrNotFound) {
		return nil, fmt.Errorf("there is no game %q; `fivepoints game list` lists them", game)
	}
	return t, err
}

// createFolder makes a data folder: keys, log, configuration, first commit.
func createFolder(ctx context.Context, dir, origin string, lock *vault.FolderLock, random io.Reader, now time.Time) (*folder, error) {
	if err := writeConfig(dir, origin); err != nil {
		return nil, err
	}
	f, err := openFolder(dir, lock, random)
	if err != nil {
		return nil, err
	}
	if _, err := f.keys.Key("club"); err != nil {
		return nil, errors.Join(err, f.close())
	}
	if err := f.found(ctx, origin, now); err != nil {
		return nil, errors.Join(err, f.close())
	}
	return f, nil
}

// found appends the first commit of a new log.
func (f *folder) found(ctx context.Context, origin string, now time.Time) error {
	tip, err := f.log.Tip(ctx, "club")
	if err != nil || tip > 0 {
		return err
	}
	pub, err := events.Marshal(events.Club{Origin: origin, Format: 1})
	if err != nil {
		return err
	}
	_, _, err = f.log.Append(ctx, events.Commit{
		Stream: "club", Key: events.NewKey("club"), At: now,
		Facts: []events.Fact{{Type: events.TypeClub, V: 1, Pub: pub}},
	})
	return err
}
