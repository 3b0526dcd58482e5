package app

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"
	"strings"
	"time"

	"fivepoints/games"
	"fivepoints/games/judge"
	"fivepoints/mail/forum"
	"fivepoints/mail/intake"
	"fivepoints/mail/mailbox"
	"fivepoints/projections/people"
	"fivepoints/templates/publish"
)

// maxPaste bounds what is read from standard input.
const maxPaste = 256 << 20

// ingested counts what an ingest did.
type ingested struct {
	Read     int            `json:"read"`     // messages in the files
	Known    int            `json:"known"`    // stored by an earlier run
	SameID   int            `json:"same_id"`  // with a Message-ID known before and other content
	Sheets   int            `json:"sheets"`   // order sheets recorded
	Others   map[string]int `json:"others"`   // messages without a sheet, by reason
	Posts    int            `json:"posts"`    // receipts, reports and summaries queued
	Resolved []string       `json:"resolved"` // game and window, in order

	Changed int `json:"changed"` // posts of boards that were edited
	Gone    int `json:"gone"`    // and that are no longer there
}

func (e *env) ingest(args []string) error {
	fs := e.flags("ingest")
	trust := fs.String("trust", intake.TrustClaimed, e.say("`PREUVE` : address croit l'adresse de l'expéditeur et libère ce qui attendait une preuve ; claimed non", "`PROOF`: address believes the sender's address and releases what waited for proof; claimed does not"))
	clock := fs.String("clock", "message", e.say("`HEURE` : message juge jusqu'au dernier message, now jusqu'à maintenant", "`TIME`: message judges up to the last message, now up to now"))
	source := fs.String("source", "file", e.say("`NOM` de la boîte d'où viennent les mails", "`NAME` of the mailbox that the mails come from"))
	boards := e.boardFlags(fs)
	files, err := e.parse(fs, args, 1, -1)
	if err == nil {
		err = e.checkBoardFlags(boards)
	}
	if err != nil {
		return err
	}
	if *trust != intake.TrustClaimed && *trust != intake.TrustAddress {
		return e.usage("ingest : --trust vaut claimed ou address", "ingest: --trust is claimed or address")
	}
	if *clock != "message" && *clock != "now" {
		return e.usage("ingest : --clock vaut message ou now", "ingest: --clock is message or now")
	}
	if !validSeat(*source) {
		return e.usage("ingest : --source a 1 à 16 lettres et chiffres", "ingest: --source is 1 to 16 letters and digits")
	}
	for _, name := range files { // before anything is stored
		if _, err := os.Stat(e.path(name)); name != "-" && err != nil {
			return because(err, "lecture de %s", "ingesting %s", name)
		}
	}
	return e.own(func(f *folder) error {
		in := intaking{env: e, folder: f, source: *source, trust: *trust, boards: boards}
		for _, name := range files {
			if err := in.file(name); err != nil {
				return err
			}
		}
		now := time.Time{}
		if *clock == "now" {
			now = e.Now()
			if err := e.onTime(f, now); err != nil {
				return err
			}
		}
		err := in.finish(now) // a suspended game is told after what was done
		return errors.Join(e.reportIngest(in.sum), err)
	})
}

// intaking takes files into a folder.
type intaking struct {
	*env
	folder *folder
	source string
	trust  string
	boards *boardFlags
	warned []forum.Warning // about names, once each
	posts  []publish.Post
	sum    ingested
}

func (in *intaking) file(name string) error {
	if isPage, err := in.page(name); isPage || err != nil {
		if err != nil {
			err = because(err, "lecture de %s", "ingesting %s", name)
		}
		return err
	}
	items := mailbox.Open(in.path(name))
	if name == "-" {
		items = mailbox.Stream(io.LimitReader(in.In, maxPaste))
	}
	if err := in.messages(items); err != nil {
		return because(err, "lecture de %s", "ingesting %s", name)
	}
	return nil
}

// messages stores every message, raw, before anything is judged.
func (in *intaking) messages(items iter.Seq2[mailbox.Item, error]) error {
	views, err := in.folder.project(in.ctx)
	if err != nil {
		return err
	}
	taker := intake.Intake{Log: in.folder.log, Dir: people.Directory{DB: views, Log: in.folder.log}, Now: in.Now, Trust: in.trust}
	if c := in.folder.config.Mail; c.Address != "" {
		taker.Mail, taker.Check = c.reader(), c.checker()
	}
	p := in.progress()
	defer p.end()
	for item, err := range items {
		if err != nil {
			return err
		}
		out, err := taker.Take(in.ctx, in.source, item)
		if err != nil {
			return err
		}
		in.sum.Read++
		if out.Known {
			in.sum.Known++
		} else if slices.Contains(out.Received.Notes, intake.NoteSameID) {
			in.sum.SameID++
		}
		p.step(in.sum.Read)
	}
	return nil
}

// finish judges what waits, publishes, and brings the views up to date. A game
// that fails stands still; the others go on.
func (in *intaking) finish(now time.Time) error {
	in.sum.Others = map[string]int{}
	return in.settle(in.folder, now, in)
}

// settle is one round of the whole machine: judge, publish, project.
func (e *env) settle(f *folder, now time.Time, in *intaking) error {
	suspended, err := f.judge.Run(e.ctx, now, func(o judge.Outcome) {
		if in == nil {
			return
		}
		if o.Sheet > 0 {
			in.sum.Sheets++
		} else {
			in.sum.Others[strings.TrimSpace(o.Result+" "+o.Reason)]++
		}
	})
	if err != nil {
		return err
	}
	posts, err := f.publish(e.ctx)
	if err != nil {
		return err
	}
	if in != nil {
		in.posts = append(in.posts, posts...)
		in.sum.Posts += len(posts)
		for _, p := range posts {
			if stem, ok := strings.CutSuffix(p.Title, "-summary"); ok && !slices.Contains(in.sum.Resolved, stem) {
				in.sum.Resolved = append(in.sum.Resolved, stem)
			}
		}
	}
	if _, err := f.project(e.ctx); err != nil {
		return err
	}
	return errors.Join(suspended...)
}

func (e *env) reportIngest(s ingested) error {
	if e.json {
		return e.printJSON(s)
	}
	if s.Read == 0 {
		e.printf("aucun message trouvé : rien n'a été ajouté\n", "no messages found: nothing was added\n")
		return nil
	}
	if s.Known == s.Read && s.Sheets+s.Posts+s.Gone == 0 {
		e.printf("%s : rien n'a été ajouté\n", "%s: nothing was added\n", e.count(s.Read,
			[2]string{"message lu, déjà connu", "messages lus, tous déjà connus"}, [2]string{"message read, known already", "messages read, all known already"}))
		return nil
	}
	e.printf("%s, dont %s ; %s ; %s\n", "%s, %s; %s; %s\n",
		e.count(s.Read, [2]string{"message lu", "messages lus"}, [2]string{"message read", "messages read"}),
		e.count(s.Known, [2]string{"déjà connu", "déjà connus"}, [2]string{"of them known already", "of them known already"}),
		e.count(s.Sheets, [2]string{"feuille d'ordres enregistrée", "feuilles d'ordres enregistrées"}, [2]string{"order sheet recorded", "order sheets recorded"}),
		e.count(s.Posts, [2]string{"envoi préparé", "envois préparés"}, [2]string{"post queued", "posts queued"}))
	if s.SameID > 0 {
		e.printf("  %d × même Message-ID qu'un autre message, mais autre contenu : gardés tous deux\n",
			"  %d × the Message-ID of another message with other content: both are kept\n", s.SameID)
	}
	if s.Changed+s.Gone > 0 {
		e.printf("  %s, %s\n", "  %s, %s\n", e.count(s.Changed, [2]string{"message du forum modifié", "messages du forum modifiés"}, [2]string{"post changed", "posts changed"}),
			e.count(s.Gone, [2]string{"disparu", "disparus"}, [2]string{"gone", "gone"}))
	}
	for _, why := range sortedByCount(s.Others) {
		fmt.Fprintf(e.Out, "  %d × %s\n", s.Others[why], e.outcome(why))
	}
	return nil
}

// count writes a number with its noun, one or several; French says zero in the singular.
func (e *env) count(n int, fr, en [2]string) string {
	form := 1
	if n == 1 || n == 0 && e.lang == games.FR {
		form = 0
	}
	return fmt.Sprintf("%d %s", n, e.say(fr[form], en[form]))
}

func sortedByCount(m map[string]int) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b string) int { return cmp.Or(cmp.Compare(m[b], m[a]), cmp.Compare(a, b)) })
	return keys
}

// outcome says in words what became of messages without a sheet.
func (e *env) outcome(why string) string {
	known := map[string][2]string{
		"answered":               {"questions, avec leur réponse", "questions, answered"},
		"recorded":               {"demandes sans feuille d'ordres, enregistrées", "requests without an order sheet, recorded"},
		"ignored confirmed":      {"codes reconnus", "codes taken"},
		"refused not-absent":     {"refusés : un suppléant a écrit sans que son joueur soit absent", "refused: a sitter wrote while his player was not absent"},
		"held unproven":          {"gardés : l'expéditeur n'est pas prouvé (voir --trust)", "held: the sender is not proven (see --trust)"},
		"held unbound":           {"gardés : le compte du forum n'est lié à aucun siège (voir « board names » et « board bind »)", "held: the account of the board is bound to no seat (see `board names` and `board bind`)"},
		"held straddles":         {"gardés : modifiés on ne sait de quel côté de l'échéance (« board show » montre, « amend » tranche)", "held: edited on nobody knows which side of the deadline (`board show` shows, `amend` decides)"},
		"refused edited":         {"refusés : les modifications de message ne comptent pas dans cette partie", "refused: edits of posts do not count in this game"},
		"refused edited-late":    {"refusés : modifiés après l'échéance", "refused: edited after the deadline"},
		"ignored no-orders":      {"messages du forum sans ordre", "posts of the board without orders"},
		"ignored before-game":    {"messages du forum d'avant la partie", "posts of the board from before the game"},
		"held which-game":        {"gardés : plusieurs parties possibles", "held: several games are possible"},
		"held no-game":           {"gardés : aucune partie nommée", "held: no game is named"},
		"held suspended":         {"en attente : la partie est arrêtée", "waiting: the game is suspended"},
		"ignored unknown-sender": {"gardés sans réponse : expéditeur inconnu", "kept without an answer: unknown sender"},
		"ignored auto":           {"gardés sans réponse : réponse automatique", "kept without an answer: automatic reply"},
		"ignored list":           {"gardés sans réponse : liste de diffusion", "kept without an answer: mailing list"},
		"ignored bounce":         {"gardés sans réponse : avis de non-remise", "kept without an answer: bounce"},
		"ignored malformed":      {"gardés sans réponse : message malformé", "kept without an answer: malformed message"},
		"ignored too_big":        {"gardés sans réponse : message trop gros", "kept without an answer: message too big"},
		"ignored duplicate":      {"doublons", "duplicates"},
		"refused no-game":        {"refusés : cette partie n'existe pas", "refused: there is no such game"},
		"refused not-your-seat":  {"refusés : l'expéditeur n'a pas ce siège", "refused: the sender does not hold that seat"},
		"refused which-seat":     {"refusés : l'expéditeur a plusieurs sièges", "refused: the sender holds several seats"},
		"refused game-over":      {"refusés : la partie est terminée", "refused: the game is over"},
	}
	if t, ok := known[why]; ok {
		return e.say(t[0], t[1])
	}
	return why
}

// progress shows a count on a terminal and nothing in a pipe.
type progress struct {
	out  io.Writer
	text string
	last time.Time
	now  func() time.Time
}

func (e *env) progress() *progress { return e.progressOf(e.say("messages lus", "messages read")) }

func (e *env) progressOf(text string) *progress {
	p := &progress{text: text, now: e.Now}
	if f, ok := e.Err.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode()&os.ModeCharDevice != 0 {
			p.out = f
		}
	}
	return p
}

func (p *progress) step(n int) {
	if p.out != nil && p.now().Sub(p.last) > 100*time.Millisecond {
		p.last = p.now()
		fmt.Fprintf(p.out, "\r%d %s", n, p.text)
	}
}

func (p *progress) end() {
	if p.out != nil {
		fmt.Fprint(p.out, "\r\x1b[K")
	}
}
