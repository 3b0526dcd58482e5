package app

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"runtime"
	"runtime/debug"

	"fivepoints/events"
	"fivepoints/events/audit"
	"fivepoints/events/sqlite"
	"fivepoints/events/vault"
	"fivepoints/games"
	"fivepoints/games/judge"
	"fivepoints/projections"
)

func (e *env) initFolder(args []string) error {
	fs := e.flags("init")
	origin := fs.String("origin", "fivepoints.local/log", e.say("`NOM` du journal dans les preuves", "`NAME` of the log in proofs"))
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
	if err := e.mustExist(); err == nil { // another init was faster
		e.printf("%s existe déjà, rien n'a changé\n", "%s exists already, nothing was changed\n", e.data)
		return lock.Release()
	}
	f, err := createFolder(e.ctx, e.data, *origin, lock, rand.Reader, e.Now())
	if err != nil {
		return errors.Join(err, lock.Release())
	}
	e.printf("dossier de données créé : %s\nrangez une copie de %s/keys en lieu sûr : sans elle le journal ne s'ouvre plus\n",
		"data folder created: %s\nkeep a copy of %s/keys in a safe place: without it the log cannot be opened\n", e.data, e.data)
	return f.close()
}

// verifyInfo is what verify prints; it is stable as JSON.
type verifyInfo struct {
	Commits uint64       `json:"commits"` // that are right, from the first
	Root    string       `json:"root"`    // Merkle root of those, in hexadecimal
	Facts   int          `json:"facts"`
	Parts   int          `json:"parts"`  // private parts compared with their hash
	Erased  int          `json:"erased"` // parts and blobs erased on request
	Closed  int          `json:"closed"` // parts and blobs whose key is not at hand
	Bad     *badInfo     `json:"bad,omitempty"`
	Missing *missingInfo `json:"missing,omitempty"`
	Judged  *judgedInfo  `json:"judged,omitempty"`
	Draws   *drawsInfo   `json:"draws,omitempty"`
	Key     string       `json:"key,omitempty"`   // checks the signatures of this log
	Notes   []noteInfo   `json:"notes,omitempty"` // that were compared with it
}

// drawsInfo tells what came of repeating the draws of a game.
type drawsInfo struct {
	Game    string          `json:"game"`
	Checked int             `json:"checked"` // follow from a published secret
	Later   int             `json:"later"`   // their secret is published when the game ends
	Unshown int             `json:"unshown"` // hidden, taken back by a correction, their key not at hand
	ByHand  int             `json:"by_hand"` // thrown at a table and entered by the moderator
	Wrong   []wrongDrawInfo `json:"wrong,omitempty"`
}

// wrongDrawInfo is a draw, a beacon or a secret that is not what it has to be.
type wrongDrawInfo struct {
	Seq  events.Seq `json:"seq"`
	What string     `json:"what"`
	Why  string     `json:"why"`
}

// missingInfo is the first key that is neither there nor erased, and the commit that needs it.
type missingInfo struct {
	Key    string     `json:"key"`
	Seq    events.Seq `json:"seq"`
	Stream string     `json:"stream"`
	err    error
}

// badInfo is the first commit that is wrong; seq 0 is the file around them.
type badInfo struct {
	Seq    events.Seq `json:"seq"`
	Stream string     `json:"stream,omitempty"`
	What   string     `json:"what"`
	err    error
}

// judgedInfo compares a game with what today's rules say.
type judgedInfo struct {
	Game      string `json:"game"`
	Facts     int    `json:"facts"` // of the rules, as stored
	Different int    `json:"different"`

	Findings []finding `json:"findings,omitempty"` // the first of them
}

// finding is a fact that today's rules make otherwise.
type finding struct {
	N      int    `json:"n"` // among the rules facts of the game, from 1
	Stored string `json:"stored,omitempty"`
	Again  string `json:"again,omitempty"`
}

// maxFindings bounds what is listed: after the first difference most others follow from it.
const maxFindings = 20

// findings compares the facts that are stored with those of today's rules.
func findings(again, stored []games.Fact) (different int, out []finding, err error) {
	text := func(all []games.Fact, i int) (string, error) {
		if i >= len(all) {
			return "", nil
		}
		pub, err := events.Marshal(all[i].Pub)
		return all[i].Type + " " + string(pub), err
	}
	for i := range max(len(again), len(stored)) {
		if i < len(again) && i < len(stored) && reflect.DeepEqual(again[i], stored[i]) {
			continue
		}
		if different++; len(out) == maxFindings {
			continue
		}
		was, err := text(stored, i)
		now, err2 := text(again, i)
		if err := errors.Join(err, err2); err != nil {
			return different, out, err
		}
		out = append(out, finding{i + 1, was, now})
	}
	return different, out, nil
}

func (e *env) verify(args []string) error {
	var files []string
	fs := e.flags("verify")
	fs.Func("checkpoint", e.say("`FICHIER` d'un mail gardé, accusé ou résumé (plusieurs fois au besoin) : dit si le journal le tient encore", "`FILE` of a mail that was kept, receipt or summary (may be repeated): tells whether the log still keeps it"), func(name string) error {
		files = append(files, name)
		return nil
	})
	key := fs.String("key", "", e.say("`CLÉ` qui vérifie les signatures, celle de l'invitation (défaut : celle du journal)", "`KEY` that checks signatures, the one of the invitation (default: that of the log)"))
	file := fs.String("file", "", e.say("`FICHIER` d'une partie exportée : la vérifie, elle seule, sans dossier de données", "`FILE` of an exported game: checks that alone, without a data folder"))
	names, err := e.parse(fs, args, 0, 1)
	if err != nil {
		return err
	}
	if *file != "" {
		return e.verifyFile(*file, *key)
	}
	if err := e.mustExist(); err != nil {
		return err
	}
	info, err := e.audit(files, *key)
	if err != nil {
		return err
	}
	if info.Bad == nil && info.Missing == nil && len(names) == 1 {
		err = e.view(func(f *folder) error {
			if info.Judged, err = e.rejudge(f, names[0]); err != nil {
				return err
			}
			info.Draws, err = e.repeatDraws(f, names[0])
			return err
		})
		if err != nil {
			return err
		}
	}
	if e.json {
		if err := e.printJSON(info); err != nil {
			return err
		}
	} else {
		e.printVerdict(info)
	}
	if err := brokenNotes(info.Notes); err != nil && info.Bad == nil {
		return err
	}
	if info.Bad != nil {
		return because(info.Bad.err, "vérification de %s, dont les %d premiers commits sont justes", "verifying %s, of which the first %d commits are right", logPath(e.data), info.Commits)
	}
	if d := info.Draws; d != nil && len(d.Wrong) > 0 {
		return failed("vérification des tirages de %s : %d ne sont pas ceux que donne son secret", "verifying the draws of %s: %d are not what its secret gives", d.Game, len(d.Wrong))
	}
	if m := info.Missing; m != nil {
		return because(m.err, "vérification de %s, dont les %d commits sont justes ; la clé %s du commit %d n'est ni là ni effacée, remettez %s d'une copie",
			"verifying %s, whose %[2]d commits are right; put %[5]s back from a copy", logPath(e.data), info.Commits, m.Key, m.Seq, filepath.Join(e.data, "keys", m.Key))
	}
	return nil
}

// audit recomputes the log as it lies there, without the checks of an ordinary opening.
func (e *env) audit(notes []string, key string) (verifyInfo, error) {
	var info verifyInfo
	log, err := sqlite.Open(logPath(e.data), sqlite.Options{Keys: vault.Open(filepath.Join(e.data, "keys"), rand.Reader), Damaged: true})
	if err != nil {
		return info, err
	}
	r, err := audit.Verify(e.ctx, log)
	info = verifyInfo{
		Commits: r.Size, Root: hex.EncodeToString(r.Root[:]), Facts: r.Facts, Parts: r.Parts, Erased: r.Erased, Closed: r.Closed,
	}
	if b := r.Bad; b != nil {
		info.Bad = &badInfo{b.Seq, b.Stream, b.What, b}
	}
	if m := r.Missing; m != nil {
		info.Missing = &missingInfo{m.Key, m.Seq, m.Stream, m}
	}
	if s, serr := audit.SignerOf(e.ctx, log); serr == nil && s != nil {
		info.Key = s.Key()
	}
	if err == nil && len(notes) > 0 {
		info.Notes, err = e.checkNotes(log, notes, key)
	}
	return info, errors.Join(err, log.Close())
}

func (e *env) rejudge(f *folder, game string) (*judgedInfo, error) {
	if _, err := e.table(f, game, 0); err != nil {
		return nil, err
	}
	again, stored, err := f.judge.Rejudge(e.ctx, game)
	if err != nil {
		return nil, err
	}
	info := &judgedInfo{Game: game, Facts: len(stored)}
	info.Different, info.Findings, err = findings(again, stored)
	return info, err
}

func (e *env) repeatDraws(f *folder, game string) (*drawsInfo, error) {
	d, err := judge.CheckDraws(e.ctx, f.log, game)
	if err != nil {
		return nil, err
	}
	return drawsOf(game, d), nil
}

func drawsOf(game string, d judge.Draws) *drawsInfo {
	info := &drawsInfo{Game: game, Checked: d.Checked, Later: d.Later, Unshown: d.Unshown, ByHand: d.ByHand}
	for _, w := range d.Wrong {
		info.Wrong = append(info.Wrong, wrongDrawInfo(w))
	}
	return info
}

func (e *env) printVerdict(info verifyInfo) {
	if info.Bad == nil && info.Missing == nil {
		e.printf("journal intact : %d commits, racine %s\n", "the log is sound: %d commits, root %s\n", info.Commits, info.Root)
	}
	e.printNotes(info.Notes)
	if info.Closed > 0 {
		e.printf("%d parties privées et textes restent clos : leurs clés ne sont pas dans %s/keys\n",
			"%d private parts and texts stay closed: their keys are not in %s/keys\n", info.Closed, e.data)
	}
	if j := info.Judged; j != nil {
		e.printf("partie %s rejugée par les règles d'aujourd'hui : %d faits, %d différences\n",
			"game %s judged again by today's rules: %d facts, %d differences\n", j.Game, j.Facts, j.Different)
		for _, d := range j.Findings {
			e.printf("  fait %d : inscrit %s ; aujourd'hui %s\n", "  fact %d: stored %s; today %s\n", d.N, orDash(d.Stored), orDash(d.Again))
		}
	}
	if d := info.Draws; d != nil {
		e.printDraws(*d)
	}
}

func (e *env) printDraws(d drawsInfo) {
	for _, w := range d.Wrong {
		e.printf("tirage faux, commit %d, %s : %s\n", "wrong draw, commit %d, %s: %s\n", w.Seq, w.What, w.Why)
	}
	if d.Checked > 0 && len(d.Wrong) == 0 {
		e.printf("tirages refaits avec le secret ou les clés publiés : %d, tous les mêmes\n", "draws repeated with the published secret or keys: %d, all the same\n", d.Checked)
	}
	if d.ByHand > 0 {
		e.printf("tirages faits à la main par le modérateur, que rien ne prouve : %d\n", "draws made by hand by the moderator, which nothing proves: %d\n", d.ByHand)
	}
	if d.Later > 0 {
		e.printf("tirages dont le secret sera publié à la fin de la partie : %d\n", "draws whose secret is published when the game ends: %d\n", d.Later)
	}
	if d.Unshown > 0 {
		e.printf("tirages cachés, repris par une correction, jamais publiés : %d\n", "hidden draws that a correction took back, never published: %d\n", d.Unshown)
	}
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

func (e *env) version(args []string) error {
	if _, err := e.parse(e.flags("version"), args, 0, 0); err != nil {
		return err
	}
	v := "(devel)"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		v = info.Main.Version
	}
	fmt.Fprintf(e.Out, "fivepoints %s, %s %s/%s\n", v, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return nil
}
