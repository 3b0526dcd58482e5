package app

import (
	"crypto/rand"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"

	"fivepoints/events/audit"
	"fivepoints/events/vault"
	"fivepoints/projections"
)

func (e *env) initFolder(args []string) error {
	fs := e.flags("init")
	origin := fs.String("origin", "fivepoints.local/log", "")
	if _, err := e.parse(fs, args, 0, 0); err != nil {
		return err
	}
	if err := e.mustExist(); err == nil {
		e.printf("%s existe déjà, rien n'a changé\n", "%s exists already, nothing was changed\n", e.data)
		return nil
	}
	lock, err := vault.LockFolder(e.data)
	if err != nil {
		return err
	}
	f, err := createFolder(e.ctx, e.data, *origin, lock, rand.Reader, e.Now())
	if err != nil {
		return errors.Join(err, lock.Release())
	}
	e.printf("dossier de données créé : %s\nrangez une copie de %s/keys en lieu sûr : sans elle le journal ne s'ouvre plus\n",
		"data folder created: %s\nkeep a copy of %s/keys in a safe place: without it the log cannot be opened\n", e.data, e.data)
	return f.close()
}

func (e *env) verify(args []string) error {
	if _, err := e.parse(e.flags("verify"), args, 0, 0); err != nil {
		return err
	}
	return e.view(func(f *folder) error {
		r, err := audit.Verify(e.ctx, f.log)
		if err != nil {
			return err
		}
		if e.json {
			return e.printJSON(r)
		}
		e.printf("journal intact : %d commits, racine %x\n", "the log is sound: %d commits, root %x\n", r.Size, r.Root)
		return nil
	})
}

func (e *env) rebuild(args []string) error {
	if _, err := e.parse(e.flags("rebuild"), args, 0, 0); err != nil {
		return err
	}
	return e.own(func(f *folder) error {
		if f.views != nil {
			if err := f.views.Close(); err != nil {
				return err
			}
			f.views = nil
		}
		if err := projections.Rebuild(e.ctx, f.log, viewsPath(f.dir), f.allViews()...); err != nil {
			return err
		}
		posts, err := f.publish(e.ctx)
		if err != nil {
			return err
		}
		e.printf("views.db refait ; %d envois manquaient\n", "views.db made anew; %d posts were missing\n", len(posts))
		return nil
	})
}

func (e *env) version([]string) error {
	v := "(devel)"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		v = info.Main.Version
	}
	fmt.Fprintf(e.Out, "fivepoints %s, %s %s/%s\n", v, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return nil
}
