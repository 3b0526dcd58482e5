package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"fivepoints/events"
	"fivepoints/events/vault"
	"fivepoints/projections"
	"fivepoints/projections/viewdb"
)

// doctorInfo is what doctor prints; it is stable as JSON.
type doctorInfo struct {
	Commits  events.Seq  `json:"commits"`
	Views    []lagInfo   `json:"views"`
	Mirror   *mirrorInfo `json:"mirror,omitempty"` // missing when it could not be looked at
	Mail     *mailInfo   `json:"mail,omitempty"`   // missing when none is configured
	Problems []string    `json:"problems"`
}

// lagInfo is how far a follower of the log is.
type lagInfo struct {
	Name string     `json:"name"`
	Seq  events.Seq `json:"seq"`
	Lag  events.Seq `json:"lag"` // commits behind the log
}

// mirrorInfo is how far NATS is; Feed is there when readers can connect.
type mirrorInfo struct {
	Log  lagInfo  `json:"log"`
	Feed *lagInfo `json:"feed,omitempty"`
	URL  string   `json:"url,omitempty"`
}

func lag(name string, seq, tip events.Seq) lagInfo { return lagInfo{name, seq, tip - min(seq, tip)} }

// doctor looks at everything that can be wrong; one trouble does not hide the next.
func (e *env) doctor(args []string) error {
	fs := e.flags("doctor")
	quiet := fs.Bool("no-mail", false, e.say("n'envoie pas de mail à l'adresse du club", "send no mail to the club's own address"))
	if _, err := e.parse(fs, args, 0, 0); err != nil {
		return err
	}
	if err := e.mustExist(); err != nil {
		return err
	}
	if e.shared == nil {
		if served, sent := e.askServer(); sent { // it knows its mirror
			return served
		}
	}
	d := &diagnosis{env: e, info: doctorInfo{Views: []lagInfo{}, Problems: []string{}}}
	d.rights()
	d.room()
	if err := e.view(func(f *folder) error { return d.look(f, !*quiet) }); err != nil {
		d.problem(err)
	}
	if e.shared == nil && d.info.Commits > 0 {
		d.start()
	}
	return d.report()
}

type diagnosis struct {
	*env
	info doctorInfo
}

func (d *diagnosis) problem(err error) {
	d.info.Problems = append(d.info.Problems, d.explain(err))
}

// rights wants secrets closed to others.
func (d *diagnosis) rights() {
	if info, err := os.Stat(d.data); err == nil && info.Mode().Perm()&0o077 != 0 {
		d.problem(failed("d'autres peuvent entrer dans le dossier %s (droits %o) ; chmod 700", "others may enter the folder %s (mode %o); chmod 700", d.data, info.Mode().Perm()))
	}
	for _, dir := range []string{"keys", filepath.Join("nats", "users")} {
		err := filepath.WalkDir(filepath.Join(d.data, dir), func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			info, err := entry.Info()
			if err == nil && info.Mode().Perm()&0o077 != 0 {
				d.problem(failed("d'autres peuvent lire la clé %s (droits %o) ; chmod 600", "others may read the key %s (mode %o); chmod 600", path, info.Mode().Perm()))
			}
			return err
		})
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			d.problem(err)
		}
	}
}

// leastRoom is what some weeks of play take.
const leastRoom = 16 << 20

// room wants space left on the disk: at its end the log takes nothing more.
func (d *diagnosis) room() {
	var disk syscall.Statfs_t
	if err := syscall.Statfs(d.data, &disk); err != nil {
		return // what it lies on does not tell
	}
	if room := disk.Bavail * uint64(disk.Bsize); room < leastRoom {
		d.problem(failed("le disque de %s n'a plus que %d Kio ; quand il est plein, plus rien n'est accepté", "the disk of %s has only %d KiB left; when it is full, nothing more is accepted", d.data, room>>10))
	}
}

// look reads log and views, and the mirror of the server that it runs in. Keys
// and settings were looked at on the way here.
func (d *diagnosis) look(f *folder, probe bool) error {
	tip, err := f.log.Tip(d.ctx, "")
	if err != nil {
		return err
	}
	d.info.Commits = tip
	if err := d.views(f); err != nil {
		return err
	}
	d.mirror(f)
	d.post(f, probe)
	return nil
}

// views compares the cursors of views.db with the log; a missing file is no trouble.
func (d *diagnosis) views(f *folder) error {
	db := f.views
	if _, err := os.Stat(viewsPath(f.dir)); db == nil && err == nil {
		if db, err = viewdb.Open(viewsPath(f.dir)); err != nil {
			return err
		}
		defer db.Close()
	}
	for _, p := range f.allViews() {
		cursors := []projections.Cursor{{Name: p.Name()}}
		if db != nil {
			var err error
			cursors, err = projections.Cursors(d.ctx, db, p)
			if viewdb.Damaged(err) {
				d.problem(because(err, "lecture de views.db ; « fivepoints rebuild » la refait", "reading views.db; `fivepoints rebuild` makes it anew"))
				return nil
			}
			if err != nil {
				return err
			}
		}
		d.info.Views = append(d.info.Views, lag(cursors[0].Name, cursors[0].Seq, d.info.Commits))
		if cursors[0].Seq > d.info.Commits {
			d.problem(failed("la vue %s en sait plus que le journal ; « fivepoints rebuild » la refait", "the view %s knows more than the log; `fivepoints rebuild` makes it anew", p.Name()))
		}
	}
	return nil
}

func (d *diagnosis) mirror(f *folder) {
	if f.node == nil {
		return
	}
	st := f.node.Status()
	if st.Err != nil { // a fork among others
		d.problem(f.mirrorFailed(st.Err))
	}
	if st.Stuck != nil {
		d.problem(because(st.Stuck, "le flux FEED n'avance pas", "the feed does not get on"))
	}
	d.info.Mirror = &mirrorInfo{Log: lag("LOG", st.Mirror, d.info.Commits), URL: st.URL}
	if st.URL != "" {
		feed := lag("FEED", st.Feed, d.info.Commits)
		d.info.Mirror.Feed = &feed
	}
}

// start compares the mirror when no server does, and tells how far it was.
func (d *diagnosis) start() {
	lock, err := vault.LockFolder(d.data)
	if errors.Is(err, vault.ErrLocked) {
		return // a command is writing; its mirror is its own business
	}
	if err != nil {
		d.problem(err)
		return
	}
	f, err := openFolder(d.data, lock, noRandom{}, noRandom{})
	if err != nil {
		d.problem(errors.Join(err, lock.Release()))
		return
	}
	o := mirrorOnly(f)
	o.Check = true
	if err := f.mirror(d.ctx, o); err != nil {
		d.problem(err)
	} else {
		d.info.Mirror = &mirrorInfo{Log: lag("LOG", f.node.Status().Began, d.info.Commits)}
		d.follows(f)
	}
	if err := f.close(); err != nil {
		d.problem(err)
	}
}

// catchUpTime is how long a mirror may take until its trouble, if any, is told.
const catchUpTime = 5 * time.Second

// follows tells what keeps the mirror from catching up; a long way is no trouble.
func (d *diagnosis) follows(f *folder) {
	ctx, cancel := context.WithTimeout(d.ctx, catchUpTime)
	defer cancel()
	if err := f.node.Wait(ctx, d.info.Commits); err == nil {
		return
	}
	if err := f.node.Status().Err; err != nil {
		d.problem(f.mirrorFailed(err))
	}
}

// noRandom makes sure that looking makes no keys.
type noRandom struct{}

func (noRandom) Read([]byte) (int, error) {
	return 0, errors.New("nothing is drawn while looking")
}

func (d *diagnosis) report() error {
	if d.json {
		if err := d.printJSON(d.info); err != nil {
			return err
		}
	} else {
		d.print()
	}
	if n := len(d.info.Problems); n > 0 {
		return failed("contrôle de %s : %s à régler", "checking %s: %s to mend", d.data, d.count(n, [2]string{"chose", "choses"}, [2]string{"thing", "things"}))
	}
	return nil
}

func (d *diagnosis) print() {
	d.printf("journal : %d commits\n", "log: %d commits\n", d.info.Commits)
	for _, v := range d.info.Views {
		d.line(d.say("vue", "view"), v)
	}
	if m := d.info.Mirror; m != nil {
		d.line(d.say("flux NATS", "stream of NATS"), m.Log)
		if m.Feed != nil {
			d.line(d.say("flux NATS", "stream of NATS"), *m.Feed)
			d.printf("à lire à %s\n", "to be read at %s\n", m.URL)
		}
	} else if len(d.info.Problems) == 0 {
		d.printf("miroir NATS : une commande tient le dossier, il n'a pas été regardé\n", "mirror of NATS: a command owns the folder, it was not looked at\n")
	}
	d.printMail()
	for _, p := range d.info.Problems {
		fmt.Fprintf(d.Out, "! %s\n", p)
	}
	if len(d.info.Problems) == 0 {
		d.printf("rien à régler\n", "nothing to mend\n")
	}
}

func (d *diagnosis) line(what string, l lagInfo) {
	d.printf("%s %s : %d commits de retard\n", "%s %s: %d commits behind\n", what, l.Name, l.Lag)
}
