package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"fivepoints/events"
	"fivepoints/events/audit"
	"fivepoints/games/judge"
	"fivepoints/mail"
)

// maxProofFile bounds a mail or a proof that is checked.
const maxProofFile = 4 << 20

// noteInfo tells whether today's log keeps one signed note; it is stable as JSON.
type noteInfo struct {
	File      string     `json:"file"`
	Kind      string     `json:"kind"` // "checkpoint" or "promise"
	Kept      bool       `json:"kept"`
	Size      uint64     `json:"size,omitempty"`  // of a checkpoint
	First     uint64     `json:"first,omitempty"` // of a broken one: the first difference is not before this commit
	Game      string     `json:"game,omitempty"`
	Seat      string     `json:"seat,omitempty"`
	Sheet     int        `json:"sheet,omitempty"`
	Received  string     `json:"received,omitempty"`
	Seq       events.Seq `json:"seq,omitempty"`       // the commit that recorded the sheet
	Withdrawn events.Seq `json:"withdrawn,omitempty"` // the commit that took it back, openly
	Why       string     `json:"why,omitempty"`
}

// checkNotes compares the log with the notes that players kept. key is "" for
// the log's own.
func (e *env) checkNotes(log events.Log, files []string, key string) ([]noteInfo, error) {
	eras, err := audit.Signers(e.ctx, log)
	if err != nil && key == "" {
		return nil, err
	}
	if key == "" && len(eras) == 0 {
		return nil, failed("vérification d'un mail : la clé club manque ; donnez --key, la clé qui était dans l'invitation", "checking a mail: the key club is missing; give --key, the key that was in the invitation")
	}
	prover, broken := audit.NewProver(e.ctx, log)
	var out []noteInfo
	held := uint64(0)
	for _, name := range files {
		notes, err := e.notesIn(name, key, eras)
		if err != nil {
			return out, err
		}
		for _, n := range notes {
			info := noteInfo{File: name}
			if n.Head != nil {
				e.compare(&info, *n.Head, prover, broken, held)
				e.lost(&info, n.era, eras)
				if info.Kept {
					held = max(held, info.Size)
				}
			} else if err := e.comparePromise(&info, log, *n.Promise); err != nil {
				return out, err
			}
			out = append(out, info)
		}
	}
	return out, nil
}

// noted is a signed note and the era it was signed in, -1 when unknown.
type noted struct {
	audit.Signed
	era int
}

func openNote(text, key string, eras []audit.Era) (noted, error) {
	if key != "" {
		n, err := audit.OpenNote(text, key)
		return noted{n, -1}, err
	}
	n, era, err := audit.OpenAny(text, eras)
	return noted{n, era}, err
}

// lost tells of a checkpoint that was signed after a backup that was put back later.
func (e *env) lost(i *noteInfo, era int, eras []audit.Era) {
	if i.Kept || era < 0 {
		return
	}
	for _, next := range eras[era+1:] {
		if next.Restored.Size < i.Size {
			i.First = next.Restored.Size + 1
			i.Why = fmt.Sprintf(e.say("une copie plus ancienne, de %d commits, a été remise, comme le dit le commit %d ; ce qui la suivait dans le journal d'alors est perdu",
				"an older copy of %d commits was put back, as commit %d says; what came after it in the log of that time is lost"), next.Restored.Size, next.Seq)
			return
		}
	}
}

// notesIn reads the signed notes of a mail, or of a text that was pasted.
func (e *env) notesIn(name, key string, eras []audit.Era) ([]noted, error) {
	raw, err := e.readBounded(name, maxProofFile)
	if err != nil {
		return nil, err
	}
	var lines []string
	for _, l := range (mail.Reader{}).Read(raw).Lines {
		lines = append(lines, l.Text)
	}
	texts := audit.FindNotes(lines)
	if len(texts) == 0 {
		texts = audit.FindNotes(strings.Split(string(raw), "\n"))
	}
	if len(texts) == 0 {
		return nil, failed("vérification de %s : il n'y a là ni point de contrôle ni promesse signée", "checking %s: there is no checkpoint and no signed promise in it", name)
	}
	var out []noted
	for _, t := range texts {
		n, err := openNote(t, key, eras)
		if errors.Is(err, audit.ErrSignature) {
			return nil, because(err, "vérification de %s : la signature n'est pas de %s ; le mail a été changé, ou il vient d'un autre journal",
				"checking %s: the signature is not one of %s; the mail was changed, or it comes from another log", name, cmp.Or(key, e.say("ce journal", "this log")))
		}
		if err != nil {
			return nil, because(err, "vérification de %s", "checking %s", name)
		}
		out = append(out, n)
	}
	return out, nil
}

func (e *env) readBounded(name string, most int64) ([]byte, error) {
	in := e.In
	if name != "-" {
		file, err := os.Open(e.path(name))
		if err != nil {
			return nil, because(err, "lecture de %s", "reading %s", name)
		}
		defer file.Close()
		in = file
	}
	raw, err := io.ReadAll(io.LimitReader(in, most+1))
	if err != nil {
		return nil, because(err, "lecture de %s", "reading %s", name)
	}
	if int64(len(raw)) > most {
		return nil, failed("lecture de %s : plus de %d ko", "reading %s: more than %d kB", name, most>>10)
	}
	return raw, nil
}

// compare tells whether a log, whose prover stopped at damage if broken is not
// nil, extends a checkpoint; held is the size of one that it extends.
func (e *env) compare(i *noteInfo, h audit.Head, p *audit.Prover, broken error, held uint64) {
	i.Kind, i.Size = "checkpoint", h.Size
	if broken != nil {
		i.First, i.Why = held+1, e.explain(broken)
		return
	}
	if h.Size > p.Size() {
		i.First, i.Why = p.Size()+1, fmt.Sprintf(e.say("le journal n'a que %d commits : sa fin a été coupée, ou une copie plus ancienne a pris sa place", "the log has only %d commits: its end was cut off, or an older copy was put in its place"), p.Size())
		return
	}
	root, err := p.Root(h.Size)
	switch {
	case err != nil:
		i.Why = err.Error()
	case root != h.Root:
		if held < h.Size {
			i.First = held + 1
		}
		i.Why = fmt.Sprintf(e.say("les %d premiers commits ne sont pas ceux qui ont été signés", "the first %d commits are not those that were signed"), h.Size)
	default:
		i.Kept = true
	}
}

func (e *env) comparePromise(i *noteInfo, log events.Log, p audit.Promise) error {
	i.Kind, i.Game, i.Seat, i.Sheet, i.Received = "promise", p.Game, p.Seat, p.N, p.Received.UTC().Format(time.RFC3339)
	k, err := judge.CheckPromise(e.ctx, log, p)
	if bad := (*events.Damage)(nil); errors.As(err, &bad) {
		i.Why = err.Error()
		return nil
	}
	i.Seq, i.Withdrawn, i.Why, i.Kept = k.Seq, k.Withdrawn, k.Why, k.Why == ""
	return err
}

func (e *env) printNotes(all []noteInfo) {
	for _, n := range all {
		switch {
		case n.Kind == "promise" && n.Kept:
			e.printf("%s : promesse tenue, la feuille %d de %s (partie %s, reçue %s) est le commit %d\n", "%s: the promise is kept, sheet %d of %s (game %s, received %s) is commit %d\n",
				n.File, n.Sheet, n.Seat, n.Game, n.Received, n.Seq)
			if n.Withdrawn > 0 {
				e.printf("  elle a été retirée depuis, au vu de tous, par le commit %d\n", "  it was withdrawn since, for all to see, by commit %d\n", n.Withdrawn)
			}
		case n.Kind == "promise":
			e.printf("%s : promesse rompue, feuille %d de %s (partie %s, reçue %s) : %s\n", "%s: the promise is broken, sheet %d of %s (game %s, received %s): %s\n",
				n.File, n.Sheet, n.Seat, n.Game, n.Received, n.Why)
		case n.Kept:
			e.printf("%s : le journal d'aujourd'hui commence par les %d commits de ce point de contrôle\n", "%s: today's log begins with the %d commits of this checkpoint\n", n.File, n.Size)
		default:
			e.printf("%s : le journal d'aujourd'hui ne prolonge pas ce point de contrôle de %d commits : %s\n", "%s: today's log does not extend this checkpoint of %d commits: %s\n", n.File, n.Size, n.Why)
			if n.First > 0 {
				e.printf("  la première différence est entre les commits %d et %d\n", "  the first difference lies between the commits %d and %d\n", n.First, max(n.First, n.Size))
			}
		}
	}
}

// brokenNotes is the error of notes that the log does not keep.
func brokenNotes(all []noteInfo) error {
	for _, n := range all {
		if !n.Kept {
			return failed("vérification de %s : le journal n'est plus ce qui a été signé", "checking %s: the log is not what was signed any more", n.File)
		}
	}
	return nil
}

// prove writes a proof that stands alone: of one commit, or with --from that an
// older checkpoint begins a newer one.
func (e *env) prove(args []string) error {
	fs := e.flags("prove")
	from := fs.Uint64("from", 0, e.say("`TAILLE` d'un point de contrôle : prouve que ses commits commencent ceux de --to", "`SIZE` of a checkpoint: proves that its commits begin those of --to"))
	to := fs.Uint64("to", 0, e.say("`TAILLE` du point de contrôle qui prouve (défaut : le plus récent)", "`SIZE` of the checkpoint that proves (default: the newest)"))
	check := fs.String("check", "", e.say("vérifie la preuve d'un `FICHIER`, sans journal", "checks the proof in a `FILE`, without a log"))
	key := fs.String("key", "", e.say("`CLÉ` pour --check, celle de l'invitation", "`KEY` for --check, the one of the invitation"))
	open := fs.String("open", "", e.say("`SIÈGE` dont on ouvre la partie privée : le sel et la valeur, que l'empreinte scelle", "`SEAT` whose private part is opened: the salt and the value that its hash seals"))
	names, err := e.parse(fs, args, 0, 2)
	if err != nil {
		return err
	}
	switch {
	case *check != "" && len(names) == 0:
		return e.checkProof(*check, *key)
	case *from > 0 && len(names) == 0:
		return e.view(func(f *folder) error { return e.proveBegins(f, *from, *to) })
	case len(names) != 2 || *check != "" || *from > 0:
		return e.usage("usage : prove PARTIE COMMIT, ou prove --from TAILLE, ou prove --check FICHIER --key CLÉ", "usage: prove GAME SEQ, or prove --from SIZE, or prove --check FILE --key KEY")
	}
	var seq events.Seq
	if _, err := fmt.Sscanf(names[1], "%d", &seq); err != nil || seq == 0 {
		return e.usage("prove : %q n'est pas le numéro d'un commit", "prove: %q is no number of a commit", names[1])
	}
	if *open != "" {
		return e.view(func(f *folder) error { return e.openParts(f, names[0], seq, *open) })
	}
	covered := false
	err = e.view(func(f *folder) error {
		covered, err = e.proveCommit(f, names[0], seq, *to)
		return err
	})
	if err != nil || covered {
		return err
	}
	return e.own(func(f *folder) error { // nothing signed covers it yet
		if err := f.signHead(e.ctx, e.Now()); err != nil {
			return err
		}
		_, err := e.proveCommit(f, names[0], seq, 0)
		return err
	})
}

// proveCommit writes the proof of a commit of a game, false when no checkpoint covers it.
func (e *env) proveCommit(f *folder, game string, seq events.Seq, size uint64) (bool, error) {
	if _, err := e.table(f, game, 0); err != nil {
		return false, err
	}
	st, ok, err := commitAt(e.ctx, f.log, "game/"+game, seq)
	if err != nil {
		return false, err
	}
	if !ok {
		return false, failed("la partie %s n'a pas de commit %d", "game %s has no commit %d", game, seq)
	}
	note, size, err := e.pointFor(f, uint64(seq), size)
	if err != nil || note == "" {
		return false, err
	}
	p, err := audit.NewProver(e.ctx, f.log)
	if err != nil {
		return false, err
	}
	proof, err := p.Inclusion(seq, size)
	if err != nil {
		return false, err
	}
	_, err = e.Out.Write(audit.WriteInclusion(st, proof, note))
	return true, err
}

// pointFor finds a signed checkpoint of at least so many commits: that of one
// size, or the newest.
func (e *env) pointFor(f *folder, least, size uint64) (note string, at uint64, err error) {
	all, err := audit.Checkpoints(e.ctx, f.log)
	if err != nil {
		return "", 0, err
	}
	for _, p := range all {
		if p.Size >= least && p.Size >= at && (size == 0 || p.Size == size) {
			note, at = p.Note, p.Size
		}
	}
	if note == "" && size > 0 {
		return "", 0, failed("aucun point de contrôle de %d commits n'a été signé qui couvre le commit %d", "no checkpoint of %d commits was signed that covers commit %d", size, least)
	}
	return note, at, nil
}

func (e *env) proveBegins(f *folder, from, to uint64) error {
	older, _, err := e.pointFor(f, from, from)
	if err != nil {
		return err
	}
	newer, size, err := e.pointFor(f, from, to)
	if err != nil {
		return err
	}
	p, err := audit.NewProver(e.ctx, f.log)
	if err != nil {
		return err
	}
	proof, err := p.Consistency(from, size)
	if err != nil {
		return err
	}
	_, err = e.Out.Write(audit.WriteConsistency(proof, older, newer))
	return err
}

// provenInfo is what a proof proves; it is stable as JSON.
type provenInfo struct {
	Seq    events.Seq `json:"seq,omitempty"`
	Record string     `json:"record,omitempty"` // canonical bytes of the commit
	From   uint64     `json:"from,omitempty"`   // of a proof of consistency
	Size   uint64     `json:"size"`             // of the checkpoint it leads to
	Root   string     `json:"root"`
}

func (e *env) checkProof(name, key string) error {
	if key == "" {
		return e.usage("prove --check : donnez --key, la clé qui était dans l'invitation", "prove --check: give --key, the key that was in the invitation")
	}
	data, err := e.readBounded(name, maxProofFile)
	if err != nil {
		return err
	}
	p, err := audit.CheckProof(data, key)
	if err != nil {
		return because(err, "la preuve %s ne prouve rien", "the proof %s proves nothing", name)
	}
	info := provenInfo{Seq: p.Seq, Record: string(p.Record), Size: p.Newer.Size, Root: fmt.Sprintf("%x", p.Newer.Root)}
	if p.Older != nil {
		info.From = p.Older.Size
	}
	switch {
	case e.json:
		return e.printJSON(info)
	case p.Older != nil:
		e.printf("prouvé : les %d premiers commits commencent les %d du point de contrôle plus récent\n", "proven: the first %d commits begin the %d of the newer checkpoint\n", info.From, info.Size)
	default:
		e.printf("prouvé : le commit %d est parmi les %d du point de contrôle ; le voici\n%s\n", "proven: commit %d is among the %d of the checkpoint; here it is\n%s\n", p.Seq, info.Size, p.Record)
	}
	return nil
}

// signHead keeps a signed checkpoint of the log as it is.
func (f *folder) signHead(ctx context.Context, at time.Time) error {
	s, err := audit.SignerOf(ctx, f.log)
	if err != nil {
		return err
	}
	tip, err := f.log.Tip(ctx, "")
	if err != nil || s == nil {
		return err
	}
	_, err = s.KeepCheckpoint(ctx, f.log, tip, at)
	return err
}

// commitAt returns one commit of a stream, false when it is none of its.
func commitAt(ctx context.Context, log events.Log, stream string, seq events.Seq) (events.Stored, bool, error) {
	for st, err := range log.Read(ctx, stream, seq-1) {
		return st, err == nil && st.Seq == seq, err
	}
	return events.Stored{}, false, nil
}

// openedInfo opens a private part: hash is SHA-256(salt || audience || plain). It
// is stable as JSON.
type openedInfo struct {
	Fact     int    `json:"fact"` // in its commit, from 1
	Type     string `json:"type"`
	Audience string `json:"audience"`
	Hash     string `json:"hash"`
	Salt     string `json:"salt"`  // hex
	Plain    string `json:"plain"` // canonical JSON
}

// openParts prints what opens the parts of a commit for one seat, so that he can
// show anybody what he had sealed.
func (e *env) openParts(f *folder, game string, seq events.Seq, seat string) error {
	st, ok, err := commitAt(e.ctx, f.log, "game/"+game, seq)
	if err != nil {
		return err
	}
	if !ok {
		return failed("la partie %s n'a pas de commit %d", "game %s has no commit %d", game, seq)
	}
	c, err := events.Open(st, f.keys)
	if err != nil {
		return err
	}
	open, err := events.Openings(st, f.keys, func(string) bool { return true })
	if err != nil {
		return err
	}
	out, n := []openedInfo{}, 0
	for i, fact := range c.Facts {
		for _, p := range fact.Priv {
			if o := open[n]; o != nil && p.Audience == seat {
				out = append(out, openedInfo{i + 1, fact.Type, p.Audience, fmt.Sprintf("%x", p.H), fmt.Sprintf("%x", o.Salt), string(o.Plain)})
			}
			n++
		}
	}
	if len(out) == 0 {
		return failed("le commit %d de la partie %s n'a rien de privé pour %s", "commit %d of game %s has nothing private for %s", seq, game, seat)
	}
	return e.printJSON(out)
}
