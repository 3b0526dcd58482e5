package app

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/mail"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"fivepoints/games"
	"fivepoints/games/catalog"
	"fivepoints/games/deadline"
	"fivepoints/games/judge"
	"fivepoints/games/table"
)

// words is a flag that may be given several times.
type words []string

func (w *words) String() string     { return strings.Join(*w, " ") }
func (w *words) Set(s string) error { *w = append(*w, s); return nil }

// gameFlags are the choices of game new.
type gameFlags struct {
	keys                                        bool // published mail by mail
	preset, zone, langs, title, at, invitations string
	dataFile, press                             string
	options, seats                              words
	deadline                                    string
	thoughts, settle                            time.Duration
	people                                      *roleFlags
}

func (e *env) gameNew(args []string) error {
	fs := e.flags("game new")
	var g gameFlags
	fs.StringVar(&g.preset, "preset", "", e.say("`NOM` d'un jeu d'options tout fait, voir game options", "`NAME` of a ready-made set of options, see game options"))
	fs.StringVar(&g.zone, "zone", "", e.say("`FUSEAU` des échéances, par exemple Europe/Paris", "`ZONE` of the deadlines, e.g. Europe/Paris"))
	fs.StringVar(&g.langs, "langs", "", e.say("`LANGUES` des comptes rendus publics, par exemple fr,en", "`LANGUAGES` of the public summaries, e.g. fr,en"))
	fs.StringVar(&g.title, "title", "", e.say("`TITRE` de la partie pour les joueurs", "`TITLE` of the game for its players"))
	fs.StringVar(&g.at, "at", "", e.say("`DATE` de création, par exemple 2026-01-05T20:00:00+01:00 (défaut : maintenant)", "`TIME` of creation, e.g. 2026-01-05T20:00:00+01:00 (default: now)"))
	fs.StringVar(&g.invitations, "invitations", "", e.say("`DOSSIER` où écrire aussi les invitations, un fichier par siège", "`DIR` to write the invitations to as well, a file each"))
	fs.StringVar(&g.dataFile, "data-file", "", e.say("`FICHIER` de données du groupe, pour les règles qui en acceptent (crooks, kingofcrime : vos cartes ; newyork1890 : vos tables)", "`FILE` of data of the group's own, for rulebooks that take one (crooks, kingofcrime: your cards; newyork1890: your tables)"))
	fs.StringVar(&g.press, "press", "", e.say("`MESSAGES` entre joueurs : grey (aussi sans nom), public (à tous seulement) ou none (défaut : signés, à qui l'on veut)", "`PRESS` between players: grey (also without a name), public (only to all) or none (default: signed, to anybody)"))
	fs.BoolVar(&g.keys, "publish-keys", false, e.say("publie la clé des tirages de chaque courrier au suivant, et non tout à la fin", "publishes the key of each mail's draws with the next mail, and not all at the end"))
	fs.Var(&g.options, "option", e.say("`CLÉ=VALEUR` d'une option des règles ; se répète", "`KEY=VALUE` of an option of the rules; may be repeated"))
	fs.Var(&g.seats, "seat", e.say("`SIÈGE[=ADRESSE[,LANGUE]]` ; se répète, un siège sans adresse reste vide", "`SEAT[=ADDRESS[,LANG]]`; repeated, a seat without an address stays empty"))
	fs.StringVar(&g.deadline, "deadline", defaultPlan, e.say("`PLAN` des échéances : 168h, « sam 21h », rappels, congés, délai", "`PLAN` of the deadlines: 168h, \"sat 21:00\", reminders, holidays, grace"))
	fs.DurationVar(&g.thoughts, "second-thoughts", 20*time.Minute, e.say("`DURÉE` laissée pour changer d'avis quand tous ont écrit", "`TIME` left to change one's mind when all have written"))
	fs.DurationVar(&g.settle, "settle", 10*time.Minute, e.say("`DURÉE` d'attente après l'échéance, pour les mails en route", "`TIME` to wait behind a deadline for mails on their way"))
	g.people = e.roleFlags(fs)
	names, err := e.parse(fs, args, 2, 2)
	if err != nil {
		return err
	}
	return e.own(func(f *folder) error {
		n, err := e.newGame(f, names[0], names[1], g)
		if err != nil {
			return err
		}
		if err := e.createGame(f, n); err != nil {
			return err
		}
		e.printf("partie %s créée\n", "game %s created\n", n.ID)
		if g.invitations != "" {
			if err := e.writeInvitations(f, n.ID, e.path(g.invitations)); err != nil {
				return err
			}
		}
		return e.showGame(f, n.ID)
	})
}

func (e *env) createGame(f *folder, n judge.NewGame) error {
	if _, err := f.judge.Create(e.ctx, n); err != nil {
		return err
	}
	_, err := f.publish(e.ctx)
	return err
}

func (e *env) newGame(f *folder, id, rulebook string, g gameFlags) (judge.NewGame, error) {
	n := judge.NewGame{
		ID: id, Rulebook: rulebook, Preset: g.preset, Title: g.title, At: e.Now(),
		Langs: f.config.Langs, Zone: f.config.Zone, Thoughts: g.thoughts, Settle: g.settle, Keys: g.keys,
	}
	if g.zone != "" {
		n.Zone = g.zone
	}
	if g.langs != "" {
		n.Langs = strings.Split(g.langs, ",")
	}
	switch n.Press = g.press; n.Press {
	case "", table.PressGrey, table.PressPublic, table.PressNone:
	default:
		return n, e.usage("game new : --press vaut grey, public ou none", "game new: --press is grey, public or none")
	}
	plan, err := deadline.Parse(g.deadline)
	if err != nil {
		return n, usageError{"game new: " + e.explain(err)}
	}
	n.Plan = plan
	if err := e.checkTimes(&n, g.at); err != nil {
		return n, err
	}
	if g.dataFile != "" {
		data, err := os.ReadFile(e.path(g.dataFile))
		if err != nil {
			return n, fmt.Errorf("reading the data file of game %s: %w", id, err)
		}
		n.Data = string(data)
	}
	for _, o := range g.options {
		k, v, ok := strings.Cut(o, "=")
		if !ok {
			return n, e.usage("game new : --option est de la forme CLÉ=VALEUR, et non %q", "game new: --option is KEY=VALUE, not %q", o)
		}
		n.Options = append(n.Options, games.KV{Key: k, Value: v})
	}
	for _, s := range g.seats {
		taken, err := e.seat(f, s, n)
		if err != nil {
			return n, err
		}
		n.Seats = append(n.Seats, taken)
	}
	if g.people == nil { // bots have none
		return n, nil
	}
	return n, e.people(f, g.people, &n)
}

func (e *env) checkTimes(n *judge.NewGame, at string) error {
	for _, l := range n.Langs {
		if l != "fr" && l != "en" {
			return e.usage("game new : la langue %q n'existe pas ici ; il y a fr et en", "game new: there is no language %q; fr and en are", l)
		}
	}
	if _, err := time.LoadLocation(n.Zone); err != nil {
		return e.usage("game new : %q n'est pas un fuseau, par exemple Europe/Paris", "game new: %q is no time zone, e.g. Europe/Paris", n.Zone)
	}
	if n.Thoughts < 0 || n.Settle < 0 {
		return e.usage("game new : --second-thoughts et --settle ne sont pas négatifs", "game new: --second-thoughts and --settle are not negative")
	}
	if at == "" {
		return nil
	}
	t, err := time.Parse(time.RFC3339, at)
	if err != nil {
		return e.usage("game new : --at est une date comme 2026-01-05T20:00:00+01:00, et non %q", "game new: --at is a time like 2026-01-05T20:00:00+01:00, not %q", at)
	}
	n.At = t
	return nil
}

// seat reads SEAT[=ADDRESS[,LANG]] and makes its player known.
func (e *env) seat(f *folder, text string, n judge.NewGame) (table.SeatTaken, error) {
	name, who, _ := strings.Cut(text, "=")
	taken := table.SeatTaken{Seat: name}
	if !validSeat(name) {
		return taken, e.usage("game new : un siège a 1 à 16 lettres et chiffres comme whyos, et non %q", "game new: a seat is 1 to 16 letters and digits like whyos, not %q", name)
	}
	if who == "" {
		return taken, nil
	}
	address, lang, _ := strings.Cut(who, ",")
	if lang == "" {
		lang = n.Langs[0]
	}
	if lang != "fr" && lang != "en" {
		return taken, e.usage("game new : la langue %q n'existe pas ici ; il y a fr et en", "game new: there is no language %q; fr and en are", lang)
	}
	parsed, err := mail.ParseAddress(address)
	if err != nil {
		return taken, e.usage("game new : %q n'est pas une adresse", "game new: %q is no mail address", address)
	}
	taken.Lang = lang
	taken.Person, err = f.judge.Introduce(e.ctx, parsed.Address, lang, n.At)
	return taken, err
}

func validSeat(s string) bool {
	return len(s) >= 1 && len(s) <= 16 && s[0] >= 'a' && s[0] <= 'z' && s != "public" && s != "engine" &&
		strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789") == ""
}

// gameInfo is what game list and game show print; it is stable as JSON.
type gameInfo struct {
	Game     string       `json:"game"`
	Title    string       `json:"title,omitempty"`
	Rulebook string       `json:"rulebook"`
	Edition  int          `json:"edition"`
	Over     bool         `json:"over"`
	Problem  string       `json:"problem,omitempty"` // why it cannot be read
	Plan     string       `json:"plan,omitempty"`    // of the deadlines, see games/deadline
	Zone     string       `json:"zone,omitempty"`    // IANA, of its hours
	Paused   string       `json:"paused,omitempty"`  // RFC 3339, since when nothing is resolved
	Muster   bool         `json:"muster,omitempty"`  // no deadline runs before every seat has answered
	Seats    []seatInfo   `json:"seats"`
	Open     []windowInfo `json:"open"`
}

type seatInfo struct {
	Seat    string            `json:"seat"`
	Person  string            `json:"person,omitempty"`
	Lang    string            `json:"lang,omitempty"`
	Misses  int               `json:"misses"` // mails in a row left empty
	Kept    table.Punctuality `json:"kept"`
	Invited bool              `json:"invited,omitempty"` // the player has not answered his invitation
}

type windowInfo struct {
	Window string   `json:"window"`
	Tag    string   `json:"tag"`
	Seats  []string `json:"seats"`
	Closes string   `json:"closes"`         // RFC 3339, in the game's zone
	UTC    string   `json:"utc"`            // the same in UTC
	Late   string   `json:"late,omitempty"` // RFC 3339, in UTC: the deadline is over, and it waits so long for who is late
}

func infoOf(t *table.Table) gameInfo {
	g := gameInfo{
		Game: t.ID, Title: t.Created.Title, Rulebook: t.Created.Rulebook, Edition: t.Created.Edition,
		Over: t.Over != nil, Seats: []seatInfo{}, Open: []windowInfo{},
	}
	for _, s := range t.Seats {
		g.Seats = append(g.Seats, seatInfo{s.Seat, s.Person, s.Lang, t.Misses(s.Seat, ""), t.Kept(s.Seat), s.Person != "" && !t.Started(s.Seat)})
	}
	for _, w := range t.Windows {
		if w.Open() {
			g.Open = append(g.Open, openMail(t, w))
		}
	}
	g.Plan, g.Zone, g.Muster = t.Clock.Plan.String(), t.Created.Zone, t.Mustering()
	if p := t.Clock.Paused; p != nil {
		g.Paused = time.UnixMilli(p.At).UTC().Format(time.RFC3339)
	}
	return g
}

func openMail(t *table.Table, w *table.Window) windowInfo {
	closes := time.UnixMilli(w.Closes)
	info := windowInfo{w.ID(), w.Tag, w.Seats, closes.In(t.Zone()).Format(time.RFC3339), closes.UTC().Format(time.RFC3339), ""}
	if w.Waits.Until > 0 {
		info.Late = time.UnixMilli(w.Waits.Until).UTC().Format(time.RFC3339)
	}
	return info
}

func (e *env) gameList(args []string) error {
	if _, err := e.parse(e.flags("game list"), args, 0, 0); err != nil {
		return err
	}
	return e.view(func(f *folder) error {
		ids, err := f.judge.Games(e.ctx)
		if err != nil {
			return err
		}
		all := []gameInfo{}
		for _, id := range ids {
			t, err := e.table(f, id, 0)
			if errors.Is(err, games.ErrNewer) { // the others are listed all the same
				all = append(all, gameInfo{Game: id, Problem: err.Error(), Seats: []seatInfo{}, Open: []windowInfo{}})
				continue
			}
			if err != nil {
				return err
			}
			all = append(all, infoOf(t))
		}
		if e.json {
			return e.printJSON(all)
		}
		return e.listGames(all)
	})
}

func (e *env) listGames(all []gameInfo) error {
	if len(all) == 0 {
		e.printf("aucune partie ; « fivepoints help game new » dit comment en créer une\n", "no games; `fivepoints help game new` says how to create one\n")
		return nil
	}
	w := tabwriter.NewWriter(e.Out, 0, 4, 2, ' ', 0)
	for _, g := range all {
		next := e.say("terminée", "over")
		switch {
		case g.Problem != "":
			next = g.Problem
		case len(g.Open) > 0:
			next = g.Open[0].Window + " → " + g.Open[0].Closes
		}
		fmt.Fprintf(w, "%s\t%s\t%d %s\t%s\n", g.Game, g.Rulebook, len(g.Seats), e.say("sièges", "seats"), next)
	}
	return w.Flush()
}

func (e *env) gameShow(args []string) error {
	names, err := e.parse(e.flags("game show"), args, 1, 1)
	if err != nil {
		return err
	}
	return e.view(func(f *folder) error { return e.showGame(f, names[0]) })
}

func (e *env) showGame(f *folder, id string) error {
	t, err := e.table(f, id, 0)
	if err != nil {
		return err
	}
	g := infoOf(t)
	if e.json {
		return e.printJSON(g)
	}
	fmt.Fprintf(e.Out, "%s  %s\n%s, %s %d\n", g.Game, g.Title, g.Rulebook, e.say("édition", "edition"), g.Edition)
	e.printf("échéances : %s (%s)\n", "deadlines: %s (%s)\n", g.Plan, g.Zone)
	switch {
	case g.Paused != "":
		e.printf("en pause depuis %s : rien n'est résolu\n", "paused since %s: nothing is resolved\n", g.Paused)
	case g.Muster:
		e.printf("appel : aucune échéance ne court avant que tous aient répondu\n", "muster: no deadline runs before everybody has answered\n")
	}
	w := tabwriter.NewWriter(e.Out, 0, 4, 2, ' ', 0)
	for _, s := range g.Seats {
		who := s.Person
		if who == "" {
			who = e.say("(vide)", "(empty)")
		}
		invited := ""
		if s.Invited {
			invited = "\t" + e.say("invité, n'a pas encore répondu", "invited, has not answered yet")
		}
		kept := fmt.Sprintf(e.say("à l'heure %d, en retard %d, manqués %d, de suite %d", "on time %d, late %d, missed %d, in a row %d"), s.Kept.OnTime, s.Kept.Late, s.Kept.Missed, s.Misses)
		fmt.Fprintf(w, "  %s\t%s\t%s\t%s%s\n", s.Seat, who, s.Lang, kept, invited)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for _, o := range g.Open {
		e.printf("courrier ouvert %s [%s %s] pour %s, échéance %s (%s)\n", "open mail %s [%s %s] for %s, deadline %s (%s)\n",
			o.Window, g.Game, o.Tag, strings.Join(o.Seats, ", "), o.Closes, o.UTC)
		if o.Late != "" {
			e.printf("  l'échéance est passée ; les retardataires ont jusqu'à %s\n", "  the deadline is over; who is late has until %s\n", o.Late)
		}
	}
	if g.Over {
		e.printf("la partie est terminée\n", "the game is over\n")
	}
	return nil
}

func (e *env) gameOptions(args []string) error {
	names, err := e.parse(e.flags("game options"), args, 1, 1)
	if err != nil {
		return err
	}
	book, err := catalog.Find(names[0], 0)
	if err != nil {
		return err
	}
	info := book.Info()
	if e.json {
		return e.printJSON(info.Options)
	}
	fmt.Fprintf(e.Out, "%s, %s %d\n", info.Title.In(e.lang), e.say("édition", "edition"), info.Edition)
	for _, p := range info.Presets {
		fmt.Fprintf(e.Out, "preset %s:", p.Name)
		for _, kv := range p.Values {
			fmt.Fprintf(e.Out, " %s=%s", kv.Key, kv.Value)
		}
		fmt.Fprintln(e.Out)
	}
	for _, o := range info.Options {
		values := strings.Join(o.Values, "|")
		if values == "" {
			values = e.say("nombre", "number")
		}
		fmt.Fprintf(e.Out, "  %s=%s (%s; %s)\n      %s\n", o.Key, o.Default, values, o.Rule, o.Text.In(e.lang))
	}
	return nil
}

// gameExportData writes the data file of the house.
func (e *env) gameExportData(args []string) error {
	fs := e.flags("game export-data")
	out := fs.String("out", "", e.say("`FICHIER` à écrire (défaut : à l'écran)", "`FILE` to write (default: standard output)"))
	names, err := e.parse(fs, args, 1, 1)
	if err != nil {
		return err
	}
	book, err := catalog.Find(names[0], 0)
	if err != nil {
		return err
	}
	text, err := book.ExportData()
	if err != nil {
		return err
	}
	if *out == "" {
		_, err := fmt.Fprint(e.Out, text)
		return err
	}
	file, err := os.OpenFile(e.path(*out), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return fmt.Errorf("writing the data of %s: %w", names[0], err)
	}
	if _, err := file.WriteString(text); err != nil {
		return errors.Join(fmt.Errorf("writing the data of %s: %w", names[0], err), file.Close())
	}
	return file.Close()
}

func (e *env) printJSON(v any) error {
	enc := json.NewEncoder(e.Out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

// holds tells a clear error for a seat that a game does not have.
func holds(t *table.Table, seat string) error {
	if slices.ContainsFunc(t.Seats, func(s table.SeatTaken) bool { return s.Seat == seat }) {
		return nil
	}
	var have []string
	for _, s := range t.Seats {
		have = append(have, s.Seat)
	}
	return failed("la partie %s n'a pas de siège %q ; elle a %s", "game %s has no seat %q; it has %s", t.ID, seat, strings.Join(have, ", "))
}
