package app

import (
	"context"
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
	"fivepoints/events/vault"
)

// markName is the file that stands in a data folder while it is made. It lists
// the files that are made, so that what a crash leaves can be cleared.
const markName = "init.unfinished"

// made lists what is in a new data folder, in the order it is cleared: the mirror
// before the log it is of.
func made() []string {
	return []string{natsName, "log.db-wal", "log.db-shm", "log.db-journal", "log.db", "keys/club", configName}
}

// founding makes a data folder step by step; a crash may come after each.
type founding struct {
	dir, origin string
	lock        *vault.FolderLock
	keys, salts io.Reader // new keys, and salts of the log
	now         time.Time

	folder *folder // once it is open
}

// createFolder makes a data folder: keys, log, configuration, first commit. What
// an interrupted one left is cleared first.
func createFolder(ctx context.Context, dir, origin string, lock *vault.FolderLock, random io.Reader, now time.Time) (*folder, error) {
	if err := clearUnfinished(dir); err != nil {
		return nil, err
	}
	if _, err := os.Stat(filepath.Join(dir, "keys", "club")); err == nil {
		return nil, failed("création d'un journal dans %s : les clés d'un autre journal s'y trouvent ; remettez son log.db ou choisissez un autre dossier",
			"making a log in %s: there are keys of another log; put its log.db back, or choose another folder", dir)
	}
	n := &founding{dir: dir, origin: origin, lock: lock, keys: random, salts: random, now: now}
	return n.run(ctx, n.steps())
}

// foundFolder is createFolder where keys may be there before the log, and
// whoever calls it clears what a crash leaves.
func foundFolder(ctx context.Context, dir, origin string, lock *vault.FolderLock, keys, salts io.Reader, now time.Time) (*folder, error) {
	n := &founding{dir: dir, origin: origin, lock: lock, keys: keys, salts: salts, now: now}
	return n.run(ctx, n.steps()[1:6])
}

func (n *founding) run(ctx context.Context, steps []func(context.Context) error) (*folder, error) {
	for _, step := range steps {
		if err := step(ctx); err != nil {
			if n.folder != nil {
				n.folder.lock = nil // the caller's
				err = errors.Join(err, n.folder.close())
			}
			return nil, err
		}
	}
	return n.folder, nil
}

func (n *founding) steps() []func(context.Context) error {
	return []func(context.Context) error{n.mark, n.configure, n.makeKey, n.open, n.mirror, n.first, n.unmark}
}

// mark notes which files are going to be made.
func (n *founding) mark(context.Context) error {
	var names []string
	for _, name := range made() {
		if info, err := os.Stat(filepath.Join(n.dir, name)); errors.Is(err, fs.ErrNotExist) || err == nil && info.Mode().IsRegular() && info.Size() == 0 {
			names = append(names, name)
		}
	}
	if err := putFile(filepath.Join(n.dir, markName), []byte(strings.Join(names, "\n")+"\n")); err != nil {
		return fmt.Errorf("beginning a data folder: %w", err)
	}
	if err := syncDir(filepath.Dir(n.dir)); !errors.Is(err, fs.ErrPermission) { // a home's parent may be closed
		return err
	}
	return nil
}

func (n *founding) configure(context.Context) error { return writeConfig(n.dir, n.origin) }

func (n *founding) makeKey(context.Context) error {
	_, err := vault.Open(filepath.Join(n.dir, "keys"), n.keys).Key("club")
	return err
}

func (n *founding) open(context.Context) (err error) {
	n.folder, err = openFolder(n.dir, n.lock, n.keys, n.salts)
	return err
}

// mirror comes before the first commit: an old mirror tells of a log that is gone.
func (n *founding) mirror(ctx context.Context) error {
	return n.folder.mirror(ctx, mirrorOnly(n.folder))
}

// first appends the first commit of a new log.
func (n *founding) first(ctx context.Context) error {
	tip, err := n.folder.log.Tip(ctx, "club")
	if err != nil || tip > 0 {
		return err
	}
	pub, err := events.Marshal(events.Club{Origin: n.origin, Format: 1})
	if err != nil {
		return err
	}
	_, _, err = n.folder.log.Append(ctx, events.Commit{
		Stream: "club", Key: events.NewKey("club"), At: n.now,
		Facts: []events.Fact{{Type: events.TypeClub, V: 1, Pub: pub}},
	})
	return err
}

func (n *founding) unmark(context.Context) error {
	if err := os.Remove(filepath.Join(n.dir, markName)); err != nil {
		return fmt.Errorf("ending a data folder: %w", err)
	}
	return syncDir(n.dir)
}

// unfinished tells whether the making of a folder was begun and not ended.
func unfinished(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, markName))
	return err == nil
}

// clearUnfinished removes what an interrupted making of the folder made, and
// nothing else: a folder that was used since is left alone.
func clearUnfinished(dir string) error {
	list, err := os.ReadFile(filepath.Join(dir, markName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("clearing an unfinished data folder: %w", err)
	}
	keys, err := os.ReadDir(filepath.Join(dir, "keys"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("clearing an unfinished data folder: %w", err)
	}
	names := strings.Fields(string(list))
	for _, k := range keys {
		switch {
		case strings.HasPrefix(k.Name(), ".new-"): // a key on its way
			names = append(names, "keys/"+k.Name())
		case k.Name() != "club":
			return failed("création du dossier de données %s : %s y dit qu'elle n'est pas finie, mais il a servi (%s) ; s'il est en ordre, effacez %[2]s",
				"making the data folder %s: %s in it says that it is unfinished, but it was used (%s); if it is in order, delete %[2]s", dir, markName, filepath.Join("keys", k.Name()))
		}
	}
	for _, name := range names {
		if !slices.Contains(made(), name) && !strings.HasPrefix(name, "keys/.new-") {
			continue
		}
		if err := os.RemoveAll(filepath.Join(dir, name)); err != nil {
			return fmt.Errorf("clearing an unfinished data folder: %w", err)
		}
	}
	return nil
}

// putFile puts a file in place whole, or not at all, and waits for the disk.
func putFile(name string, data []byte) error {
	f, err := os.OpenFile(name+".new", os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	if err := os.Rename(name+".new", name); err != nil {
		return err
	}
	return syncDir(filepath.Dir(name))
}

func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
