package app

import (
	"bytes"
	"errors"
	"path/filepath"

	"fivepoints/cmd/internal/app/demo"
	"fivepoints/events"
	"fivepoints/events/vault"
)

// withDemoFolder makes a data folder with the keys of a recorded game, which
// everybody knows.
func (e *env) withDemoFolder(c demo.Campaign, dir string, do func(*folder) error) error {
	lock, err := vault.LockFolder(dir)
	if err != nil {
		return err
	}
	if err := plantKeys(c, filepath.Join(dir, "keys")); err != nil {
		return errors.Join(err, lock.Release())
	}
	f, err := foundFolder(e.ctx, dir, demo.Origin, lock, &demo.Chance{Seed: "keys"}, demo.Salts(), demo.Start())
	if err != nil {
		return errors.Join(err, lock.Release())
	}
	e.shared = f
	err = do(f)
	e.shared = nil
	return errors.Join(err, f.close())
}

func plantKeys(c demo.Campaign, dir string) error {
	keys := demo.Keys()
	for _, name := range c.Names() {
		key, err := keys.Key(name)
		if err != nil {
			return err
		}
		if _, err := vault.Open(dir, bytes.NewReader(key)).Key(name); err != nil {
			return err
		}
	}
	return nil
}

// notDemo refuses to write in a folder that holds a key of the demo: whoever
// has this program could foretell its draws and sign in its name.
func (e *env) notDemo(f *folder) error {
	ids, err := f.judge.Games(e.ctx)
	if err != nil {
		return err
	}
	names := []string{"club"}
	for _, id := range ids {
		names = append(names, "games/"+id)
	}
	for _, name := range names {
		key, err := f.keys.Find(name)
		if errors.Is(err, events.ErrNotFound) || errors.Is(err, events.ErrErased) {
			continue // keysAreThere tells of what is missing
		}
		if err != nil {
			return err
		}
		if demo.Known(key) {
			return failed(
				"ouverture du dossier de données %s pour y écrire : sa clé %s est celle de la démo, que tout le monde connaît ; on peut le lire (summary, state, log, verify), et « fivepoints init » fait un dossier à vous",
				"opening the data folder %s to write in it: its key %s is the demo's, which everybody knows; it can be read (summary, state, log, verify), and `fivepoints init` makes a folder of your own",
				f.dir, name)
		}
	}
	return nil
}
