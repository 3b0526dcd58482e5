package app

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"fivepoints/events"
	"fivepoints/events/audit"
	"fivepoints/events/jetstream"
	"fivepoints/events/sqlite"
	"fivepoints/events/vault"
)

// The files of a backup. Keys of people are written elsewhere, so that putting a
// backup back undoes no erasure.
const (
	backupLog    = "log.db"
	backupKeys   = "keys.sealed"
	backupPoint  = "checkpoint"
	leastPass    = 8 // characters of a passphrase
	restoringLog = "log.db.restoring"
)

func (e *env) backup(args []string) error {
	fs := e.flags("backup")
	pass := e.passphraseFlag(fs.String)
	people := fs.String("people", "", e.say("`FICHIER` pour les clés des personnes, à garder ailleurs : sans elles on joue, mais leurs mots et adresses restent clos", "`FILE` for the keys of people, to be kept elsewhere: without them games go on, but their words and addresses stay closed"))
	names, err := e.parse(fs, args, 1, 1)
	if err != nil {
		return err
	}
	phrase, err := e.passphrase(*pass)
	if err != nil {
		return err
	}
	dir := e.path(names[0])
	return e.own(func(f *folder) error {
		if err := os.Mkdir(dir, 0o700); err != nil {
			return because(err, "sauvegarde dans %s : il faut un nouveau dossier", "backing up into %s: it takes a new folder", dir)
		}
		if err := f.signHead(e.ctx, e.Now()); err != nil {
			return err
		}
		size, err := f.backup(e.ctx, dir, phrase)
		if err == nil && *people != "" {
			err = f.sealKeys(e.path(*people), phrase, "people/")
		}
		if err != nil {
			return because(err, "sauvegarde dans %s", "backing up into %s", dir)
		}
		e.printf("sauvegarde de %d commits dans %s\n", "%d commits backed up in %s\n", size, dir)
		if *people == "" {
			e.printf("les clés des personnes n'y sont pas ; --people FICHIER les écrit, à garder ailleurs\n", "the keys of people are not in it; --people FILE writes them, to be kept elsewhere\n")
		}
		return nil
	})
}

func (e *env) passphraseFlag(flag func(name, value, usage string) *string) *string {
	return flag("passphrase-file", "", e.say("`FICHIER` dont la première ligne est la phrase secrète (obligatoire)", "`FILE` whose first line is the passphrase (required)"))
}

func (e *env) passphrase(name string) (string, error) {
	if name == "" {
		return "", e.usage("--passphrase-file FICHIER est nécessaire : les clés sont scellées avec sa première ligne", "--passphrase-file FILE is needed: keys are sealed with its first line")
	}
	data, err := e.readBounded(name, 4096)
	if err != nil {
		return "", err
	}
	line, _, _ := strings.Cut(string(data), "\n")
	if line = strings.TrimSpace(line); len(line) < leastPass {
		return "", e.usage("la phrase secrète de %s a moins de %d caractères", "the passphrase of %s has less than %d characters", name, leastPass)
	}
	return line, nil
}

// backup copies the log, its newest signed checkpoint, its settings, and the
// keys of club and games.
func (f *folder) backup(ctx context.Context, dir, phrase string) (uint64, error) {
	log, ok := f.log.(*sqlite.Log)
	if !ok {
		return 0, errors.New("the log is none in a file")
	}
	if err := log.Backup(ctx, filepath.Join(dir, backupLog)); err != nil {
		return 0, err
	}
	points, err := audit.Checkpoints(ctx, f.log)
	if err != nil || len(points) == 0 {
		return 0, errors.Join(err, errors.New("no checkpoint was signed"))
	}
	last := points[len(points)-1]
	if err := putFile(filepath.Join(dir, backupPoint), []byte(last.Note)); err != nil {
		return 0, err
	}
	if config, err := os.ReadFile(filepath.Join(f.dir, configName)); err == nil {
		if err := putFile(filepath.Join(dir, configName), config); err != nil {
			return 0, err
		}
	}
	return last.Size, f.sealKeys(filepath.Join(dir, backupKeys), phrase, "club", "games/")
}

// sealKeys writes the keys whose names begin so.
func (f *folder) sealKeys(path, phrase string, prefixes ...string) error {
	var names []string
	for _, p := range prefixes {
		more, err := f.keys.Names(p)
		if err != nil {
			return err
		}
		names = append(names, more...)
	}
	keys, err := f.keys.Export(names...)
	if err != nil {
		return err
	}
	sealed, err := vault.Pack(keys, phrase, rand.Reader)
	if err != nil {
		return err
	}
	return putFile(path, sealed)
}

// restoring puts a backup in the place of a log.
type restoring struct {
	*env
	from, phrase, people string
	mails                []string
	older, replace, sure bool

	keys   *vault.Vault
	staged string
	epoch  string
	known  known
}

// known is the most that is known of what the log was before.
type known struct {
	size uint64
	by   string
}

func (k *known) learn(size uint64, by string) {
	if size > k.size || k.by == "" {
		k.size, k.by = max(size, k.size), by
	}
}

func (e *env) restore(args []string) error {
	r := restoring{env: e}
	fs := e.flags("restore")
	pass := e.passphraseFlag(fs.String)
	fs.StringVar(&r.people, "people", "", e.say("`FICHIER` des clés des personnes ; celles qu'on a effacées restent effacées", "`FILE` of the keys of people; those that were erased stay erased"))
	fs.Func("checkpoint", e.say("`FICHIER` d'un mail envoyé, le plus récent que l'on trouve (plusieurs fois au besoin)", "`FILE` of a mail that was sent, the newest there is (may be repeated)"), func(name string) error {
		r.mails = append(r.mails, name)
		return nil
	})
	fs.BoolVar(&r.older, "older", false, e.say("remet aussi une sauvegarde dont on sait qu'il manque la fin", "puts back even a backup whose end is known to be missing"))
	fs.BoolVar(&r.sure, "no-checkpoint", false, e.say("n'attend aucun mail : rien de plus récent n'est jamais sorti", "waits for no mail: nothing newer ever left the house"))
	fs.BoolVar(&r.replace, "replace", false, e.say("écarte le journal qui est là (il est gardé sous un autre nom)", "moves the log that is there aside (it is kept under another name)"))
	names, err := e.parse(fs, args, 1, 1)
	if err != nil {
		return err
	}
	if r.phrase, err = e.passphrase(*pass); err != nil {
		return err
	}
	if e.shared != nil {
		return failed("remise d'une sauvegarde : arrêtez d'abord « fivepoints serve »", "restoring a backup: stop `fivepoints serve` first")
	}
	r.from = e.path(names[0])
	lock, err := vault.LockFolder(e.data)
	if err != nil {
		return err
	}
	return errors.Join(r.run(), lock.Release())
}

func (r *restoring) run() error {
	if _, err := os.Stat(logPath(r.data)); err == nil && !r.replace {
		return failed("remise de %s : il y a un journal dans %s ; --replace l'écarte (rien n'est effacé)", "restoring %s: there is a log in %s; --replace moves it aside (nothing is deleted)", r.from, r.data)
	}
	if err := r.unlock(); err != nil {
		return because(err, "remise de %s", "restoring %s", r.from)
	}
	r.staged = filepath.Join(r.data, restoringLog)
	if err := copyFile(filepath.Join(r.from, backupLog), r.staged); err != nil {
		return because(err, "remise de %s", "restoring %s", r.from)
	}
	size, err := r.check()
	if err == nil {
		err = r.mark(size)
	}
	if err != nil {
		return errors.Join(err, removeLog(r.staged))
	}
	if err := r.putInPlace(); err != nil {
		return because(err, "remise de %s", "restoring %s", r.from)
	}
	r.printf("%d commits remis, et un qui le dit ; les points de contrôle suivants sont signés sous un nouveau nom\n", "%d commits restored, and one that says so; later checkpoints are signed in a new name\n", size)
	if r.known.size > size {
		r.printf("le journal en avait %d : les commits %d à %[1]d sont perdus ; relisez les boîtes aux lettres, et prévenez ceux qui ont un accusé\n",
			"the log had %d: the commits %d to %[1]d are lost; read the mailboxes again, and tell those who have a receipt\n", r.known.size, size+1)
	}
	return nil
}

// unlock puts the keys of a backup in place.
func (r *restoring) unlock() error {
	r.keys = vault.Open(filepath.Join(r.data, "keys"), rand.Reader)
	sealed, err := os.ReadFile(filepath.Join(r.from, backupKeys))
	if err != nil {
		return err
	}
	keys, err := vault.Unpack(sealed, r.phrase)
	if err != nil {
		return err
	}
	return r.keys.Import(keys)
}

// check verifies the copy and compares it with all that is known of the log.
func (r *restoring) check() (uint64, error) {
	log, err := sqlite.Open(r.staged, sqlite.Options{Keys: r.keys})
	if err != nil {
		return 0, err
	}
	defer log.Close()
	if r.people != "" {
		if err := r.unlockPeople(log); err != nil {
			return 0, err
		}
	}
	report, err := audit.Verify(r.ctx, log)
	if err != nil {
		return 0, err
	}
	if report.Bad != nil {
		return 0, because(report.Bad, "remise de %s : cette sauvegarde est abîmée", "restoring %s: this backup is damaged", r.from)
	}
	if err := r.compare(log, report.Size); err != nil {
		return 0, err
	}
	switch {
	case r.known.by == "" && !r.sure:
		return 0, failed("remise de %s : rien ne dit jusqu'où allait le journal ; donnez avec --checkpoint le dernier résumé ou rapport qui est parti (dossier des mails envoyés), ou --no-checkpoint si aucun n'est parti",
			"restoring %s: nothing tells how far the log went; give the last summary or report that was sent with --checkpoint (the Sent folder), or --no-checkpoint if none was", r.from)
	case r.known.size > report.Size && !r.older:
		return 0, failed("remise de %s : cette sauvegarde a %d commits, et le journal en avait %d (%s) ; cherchez-en une plus récente, ou --older accepte que les commits %d à %[3]d soient perdus",
			"restoring %s: this backup has %d commits, and the log had %d (%s); look for a newer one, or --older accepts that the commits %d to %[3]d are lost", r.from, report.Size, r.known.size, r.known.by, report.Size+1)
	}
	return report.Size, nil
}

// unlockPeople puts the keys of people back, but for those who were erased.
func (r *restoring) unlockPeople(log events.Log) error {
	sealed, err := os.ReadFile(r.path(r.people))
	if err != nil {
		return err
	}
	keys, err := vault.Unpack(sealed, r.phrase)
	if err != nil {
		return err
	}
	erased, err := erasedPeople(r.ctx, log)
	if err != nil {
		return err
	}
	for _, p := range erased {
		delete(keys, "people/"+p)
	}
	return r.keys.Import(keys)
}

// erasedPeople lists who was erased.
func erasedPeople(ctx context.Context, log events.Log) ([]string, error) {
	var out []string
	for st, err := range log.Read(ctx, "people", 0) {
		if err != nil {
			return nil, err
		}
		c, err := events.Decode(st)
		if err != nil {
			return nil, err
		}
		for _, f := range c.Facts {
			var p events.Erased
			if f.Type != events.TypeErased {
				continue
			}
			if err := events.Unmarshal(f.Pub, &p); err != nil {
				return nil, err
			}
			out = append(out, p.Person)
		}
	}
	return out, nil
}

// compare learns from mails, the log that is there, and its mirror. One that
// differs where both have commits is another log's.
func (r *restoring) compare(log *sqlite.Log, size uint64) error {
	if err := r.compareMails(log, size); err != nil {
		return err
	}
	if _, err := os.Stat(logPath(r.data)); err == nil {
		if err := r.compareOld(log, size); err != nil {
			return err
		}
	}
	if _, err := os.Stat(jetstream.StorePath(natsPath(r.data))); err != nil {
		return nil
	}
	node, err := jetstream.Start(r.ctx, log, jetstream.Options{Dir: natsPath(r.data), Check: true})
	if fork := (*jetstream.Fork)(nil); errors.As(err, &fork) && fork.Mirror.Size > size {
		r.known.learn(fork.Mirror.Size, "mirror")
		return nil
	} else if err != nil {
		return because(err, "remise de %s : le miroir est celui d'un autre journal ; écartez-le s'il n'est plus rien", "restoring %s: the mirror is another log's; move it away if it is good for nothing", r.from)
	}
	r.known.learn(size, "mirror")
	return node.Close()
}

func (r *restoring) compareMails(log events.Log, size uint64) error {
	if len(r.mails) == 0 {
		return nil
	}
	notes, err := r.checkNotes(log, r.mails, "")
	if err != nil {
		return err
	}
	for _, n := range notes {
		if n.Kind == "checkpoint" && !n.Kept && n.Size <= size {
			return failed("remise de %s : ce n'est pas une copie du journal de %s : %s", "restoring %s: it is no copy of the log of %s: %s", r.from, n.File, n.Why)
		}
		if n.Kind == "checkpoint" {
			r.known.learn(n.Size, "mail")
		}
	}
	return nil
}

// compareOld learns from the log that is there, as far as it can be read.
func (r *restoring) compareOld(log events.Log, size uint64) error {
	old, err := sqlite.Open(logPath(r.data), sqlite.Options{Keys: r.keys, Damaged: true})
	if err != nil {
		return nil // it cannot be read at all, which is why a backup is put back
	}
	defer old.Close()
	theirs, _ := audit.NewProver(r.ctx, old) // up to where it is damaged
	ours, err := audit.NewProver(r.ctx, log)
	if err != nil {
		return err
	}
	common := min(size, theirs.Size())
	a, err := theirs.Root(common)
	b, err2 := ours.Root(common)
	if err := errors.Join(err, err2); err != nil {
		return err
	}
	if a != b {
		return failed("remise de %s : le journal de %s en diffère dès le commit %d ou avant ; ce sont deux journaux", "restoring %s: the log in %s differs from it at commit %d or before; they are two logs", r.from, r.data, common)
	}
	r.known.learn(theirs.Size(), "log")
	return nil
}

// mark says in the copy that it was put back.
func (r *restoring) mark(size uint64) error {
	id := make([]byte, 4)
	if _, err := rand.Read(id); err != nil {
		return err
	}
	r.epoch = hex.EncodeToString(id)
	pub, err := events.Marshal(events.Restored{Size: size, Known: r.known.size, By: r.known.by, Epoch: r.epoch})
	if err != nil {
		return err
	}
	log, err := sqlite.Open(r.staged, sqlite.Options{Keys: r.keys})
	if err != nil {
		return err
	}
	tip, err := log.Tip(r.ctx, "club")
	if err == nil {
		_, _, err = log.Append(r.ctx, events.Commit{
			Stream: "club", Expect: tip, Key: events.NewKey("restored", r.epoch), At: r.Now(),
			Facts: []events.Fact{{Type: events.TypeRestored, V: 1, Pub: pub}},
		})
	}
	return errors.Join(err, log.Close())
}

// putInPlace moves what is there aside and the copy in its place, the log last.
func (r *restoring) putInPlace() error {
	aside := ".before-" + r.epoch
	for _, suffix := range []string{"-wal", "-shm", ""} {
		err := os.Rename(logPath(r.data)+suffix, logPath(r.data)+aside+suffix)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	store := jetstream.StorePath(natsPath(r.data))
	if err := os.Rename(store, store+aside); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := removeLog(viewsPath(r.data)); err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(r.data, configName)); errors.Is(err, fs.ErrNotExist) {
		if config, err := os.ReadFile(filepath.Join(r.from, configName)); err == nil {
			if err := putFile(filepath.Join(r.data, configName), config); err != nil {
				return err
			}
		}
	}
	if err := os.Rename(r.staged, logPath(r.data)); err != nil {
		return err
	}
	return syncDir(r.data)
}

// removeLog removes a database and its companions.
func removeLog(path string) error {
	var errs []error
	for _, suffix := range []string{"", "-wal", "-shm", "-journal"} {
		if err := os.Remove(path + suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// copyFile copies a file into a new one and waits for the disk.
func copyFile(from, to string) error {
	if err := removeLog(to); err != nil { // of an interrupted restore
		return err
	}
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Sync(), out.Close())
}
