package app

import (
	"errors"
	"flag"
	"fmt"
	"net/mail"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"fivepoints/events"
	"fivepoints/games/judge"
	"fivepoints/games/table"
)

// seatVerb is what the operator may do about the people of a game.
type seatVerb struct {
	name     string
	min, max int // words behind it
	do       func(*seating) (events.Seq, error)
}

// seating is one such deed.
type seating struct {
	*env
	f      *folder
	act    judge.Act
	args   []string
	why    string // --reason
	sure   bool   // --yes
	person judge.Who
}

func seatVerbs() []seatVerb {
	return []seatVerb{
		{"substitute", 2, 2, func(s *seating) (events.Seq, error) { return s.f.judge.Substitute(s.ctx, s.act, s.args[0], s.person) }},
		{"open", 1, 1, func(s *seating) (events.Seq, error) {
			return s.f.judge.OpenSeat(s.ctx, s.act, s.args[0], "moderator")
		}},
		{"close", 1, 1, func(s *seating) (events.Seq, error) { return s.f.judge.CloseSeat(s.ctx, s.act, s.args[0]) }},
		{"resign", 1, 1, func(s *seating) (events.Seq, error) {
			if !s.sure {
				return 0, s.usage("seat resign : c'est sans retour pour le joueur ; ajoutez --yes", "seat resign: there is no way back for the player; add --yes")
			}
			return s.f.judge.Resign(s.ctx, s.act, s.args[0])
		}},
		{"join", 1, 2, func(s *seating) (events.Seq, error) { return s.f.judge.Join(s.ctx, s.act, s.word(1), s.person) }},
		{"admit", 1, 2, func(s *seating) (events.Seq, error) {
			return s.f.judge.Admit(s.ctx, s.act, s.args[0], s.word(1))
		}},
		{"name", 2, 2, func(s *seating) (events.Seq, error) { return s.f.judge.Name(s.ctx, s.act, s.args[0], s.person) }},
		{"drop", 2, 2, func(s *seating) (events.Seq, error) { return s.f.judge.Drop(s.ctx, s.act, s.args[0], s.args[1]) }},
		{"absent", 3, 3, func(s *seating) (events.Seq, error) {
			return s.f.judge.Absence(s.ctx, s.act, s.args[0], judge.Away{From: s.args[1], To: s.args[2], Reason: s.why})
		}},
		{"back", 1, 1, func(s *seating) (events.Seq, error) { return s.f.judge.Back(s.ctx, s.act, s.args[0]) }},
		{"sitter", 2, 4, func(s *seating) (events.Seq, error) {
			return s.f.judge.Sit(s.ctx, s.act, s.args[0], s.person, s.word(2), s.word(3))
		}},
		{"unsit", 1, 1, func(s *seating) (events.Seq, error) { return s.f.judge.Unsit(s.ctx, s.act, s.args[0]) }},
	}
}

// word is the n-th argument, "" when it is not there.
func (s *seating) word(n int) string {
	if n < len(s.args) {
		return s.args[n]
	}
	return ""
}

// seatCommand shows the people of a game, or changes who they are.
func (e *env) seatCommand(args []string) error {
	fs := e.flags("seat")
	why := fs.String("reason", "", e.say("`TEXTE` d'une absence, que personne d'autre ne lit", "`TEXT` of an absence, which nobody else reads"))
	sure := fs.Bool("yes", false, e.say("confirme ce qui est sans retour", "confirms what cannot be undone"))
	names, err := e.parse(fs, args, 1, 6)
	if err != nil {
		return err
	}
	if len(names) == 1 || names[1] == "show" {
		return e.view(func(f *folder) error { return e.showPeople(f, names[0]) })
	}
	var all []string
	for _, v := range seatVerbs() {
		all = append(all, v.name)
		if v.name != names[1] {
			continue
		}
		if n := len(names) - 2; n < v.min || n > v.max {
			break
		}
		return e.own(func(f *folder) error {
			return e.seatDo(f, v, &seating{env: e, f: f, args: names[2:], why: *why, sure: *sure}, names[0])
		})
	}
	return e.usage("seat : %q n'est pas compris ; il y a show, %s", "seat: %q is not understood; there are show, %s", strings.Join(names[1:], " "), strings.Join(all, ", "))
}

func (e *env) seatDo(f *folder, v seatVerb, s *seating, game string) error {
	t, err := e.table(f, game, 0)
	if err != nil {
		return err
	}
	key, err := randomKey()
	if err != nil {
		return err
	}
	s.act = judge.Act{Game: t.ID, By: judge.ByOperator, At: e.Now(), Key: key}
	for _, a := range s.args {
		if !strings.Contains(a, "@") {
			continue
		}
		if s.person, err = e.who(a, t.Created.Langs[0]); err != nil {
			return err
		}
	}
	if (v.name == "substitute" || v.name == "join" || v.name == "name" || v.name == "sitter") && s.person.Address == "" {
		return e.usage("seat %s : il faut une adresse, par exemple anna@example.org,fr", "seat %s: an address is needed, for example anna@example.org,fr", v.name)
	}
	_, err = v.do(s)
	if no := (*judge.Refused)(nil); errors.As(err, &no) {
		text, err := f.posts.Sentence(t, no.Msg, e.lang)
		return errors.Join(err, failed("%s", "%s", text))
	}
	if err != nil {
		return err
	}
	if err := e.settle(f, time.Time{}, nil); err != nil {
		return err
	}
	return e.showPeople(f, t.ID)
}

// who reads ADDRESS[,LANG].
func (e *env) who(text, lang string) (judge.Who, error) {
	address, own, ok := strings.Cut(text, ",")
	if ok {
		lang = own
	}
	parsed, err := mail.ParseAddress(address)
	switch {
	case err != nil:
		return judge.Who{}, e.usage("%q n'est pas une adresse", "%q is no mail address", address)
	case lang != "fr" && lang != "en":
		return judge.Who{}, e.usage("la langue %q n'existe pas ici ; il y a fr et en", "there is no language %q; fr and en are", lang)
	}
	return judge.Who{Address: parsed.Address, Lang: lang}, nil
}

// peopleInfo is what seat GAME prints; it is stable as JSON.
type peopleInfo struct {
	Game     string         `json:"game"`
	Rules    peopleRules    `json:"rules"`
	Seats    []seatInfo     `json:"seats"`
	Roles    []roleInfo     `json:"roles"`
	Offers   []offerInfo    `json:"offers"`
	Absences []absenceInfo  `json:"absences"`
	Sitters  []sittingInfo  `json:"sitters"`
	Open     []string       `json:"open"` // seats that stand-bys may have
	Days     map[string]int `json:"days"` // of absence used, by seat
}

type peopleRules struct {
	Budget  int    `json:"absence_days"`
	Away    string `json:"away"`
	Join    string `json:"join"`
	Offer   int    `json:"offer_hours"`
	Silence int    `json:"silence_days"`
}

type roleInfo struct {
	Role   string `json:"role"`
	Person string `json:"person"`
	Seat   string `json:"seat,omitempty"` // that an applicant asks for
	Seen   string `json:"seen,omitempty"` // last sign of life of a moderator
}

type offerInfo struct {
	Seat   string `json:"seat"`
	Person string `json:"person"`
	Until  string `json:"until"`
	Ended  string `json:"ended,omitempty"`
}

type absenceInfo struct {
	Seat string `json:"seat"`
	From string `json:"from"`
	To   string `json:"to"`
	Over bool   `json:"over"`
}

type sittingInfo struct {
	Seat   string `json:"seat"`
	Person string `json:"person"`
	From   string `json:"from"`
	Until  string `json:"until"`
}

func peopleOf(t *table.Table, now time.Time) peopleInfo {
	p := t.People
	at := func(ms int64) string { return time.UnixMilli(ms).UTC().Format(time.RFC3339) }
	info := peopleInfo{
		Game: t.ID, Rules: peopleRules(p.Rules), Seats: infoOf(t).Seats, Roles: []roleInfo{}, Offers: []offerInfo{},
		Absences: []absenceInfo{}, Sitters: []sittingInfo{}, Open: []string{}, Days: map[string]int{},
	}
	for _, r := range p.Roles {
		one := roleInfo{Role: r.Role, Person: r.Person, Seat: r.Seat}
		if r.Role == table.Moderator {
			one.Seen = at(p.SeenAt(r.Person))
		}
		info.Roles = append(info.Roles, one)
	}
	for _, o := range p.Open {
		info.Open = append(info.Open, o.Seat)
	}
	for _, o := range p.Offers {
		info.Offers = append(info.Offers, offerInfo{o.Seat, o.Person, at(o.Until), o.Ended})
	}
	for _, a := range p.Absences {
		info.Absences = append(info.Absences, absenceInfo{a.Seat, a.From, a.To, a.End <= now.UnixMilli()})
	}
	for _, s := range p.Sitters {
		info.Sitters = append(info.Sitters, sittingInfo{s.Seat, s.Person, at(s.From), at(s.To)})
	}
	for _, s := range t.Seats {
		if n := t.AbsentDays(s.Seat); n > 0 {
			info.Days[s.Seat] = n
		}
	}
	return info
}

func (e *env) showPeople(f *folder, id string) error {
	t, err := e.table(f, id, 0)
	if err != nil {
		return err
	}
	info := peopleOf(t, e.Now())
	if e.json {
		return e.printJSON(info)
	}
	w := tabwriter.NewWriter(e.Out, 0, 4, 2, ' ', 0)
	for _, s := range info.Seats {
		fmt.Fprintf(w, "%s\t%s\t%s\n", s.Seat, orEmpty(e, s.Person), e.seatNote(info, s))
	}
	for _, r := range info.Roles {
		fmt.Fprintf(w, "%s\t%s\t%s\n", e.roleName(r.Role), r.Person, r.Seat)
	}
	for _, s := range info.Sitters {
		fmt.Fprintf(w, "%s\t%s\t%s %s → %s\n", e.say("suppléant", "sitter"), s.Person, s.Seat, s.From, s.Until)
	}
	for _, o := range info.Offers {
		fmt.Fprintf(w, "%s\t%s\t%s → %s %s\n", e.say("proposé à", "offered to"), o.Person, o.Seat, o.Until, o.Ended)
	}
	return w.Flush()
}

func orEmpty(e *env, person string) string {
	if person == "" {
		return e.say("(vide)", "(empty)")
	}
	return person
}

// seatNote says what is special about a seat.
func (e *env) seatNote(info peopleInfo, s seatInfo) string {
	var out []string
	if s.Invited {
		out = append(out, e.say("n'a pas encore répondu", "has not answered yet"))
	}
	if slices.Contains(info.Open, s.Seat) {
		out = append(out, e.say("à reprendre", "to be had"))
	}
	for _, a := range info.Absences {
		if a.Seat == s.Seat && !a.Over {
			out = append(out, e.say("absent ", "away ")+a.From+".."+a.To)
		}
	}
	return strings.Join(out, ", ")
}

func (e *env) roleName(role string) string {
	names := map[string][2]string{
		table.Moderator: {"modérateur", "moderator"}, table.Deputy: {"modérateur de réserve", "deputy"}, table.Observer: {"observateur", "observer"},
		table.Standby: {"remplaçant", "stand-by"}, table.Applicant: {"candidat", "applicant"},
	}
	return e.say(names[role][0], names[role][1])
}

// roleFlags are the people of a new game beside its players.
type roleFlags struct {
	moderators, deputies, observers, standbys words
	rules                                     table.PeopleRules
}

func (e *env) roleFlags(fs *flag.FlagSet) *roleFlags {
	g := &roleFlags{rules: table.DefaultPeople()}
	who := e.say("`ADRESSE[,LANGUE]` ", "`ADDRESS[,LANG]` ")
	fs.Var(&g.moderators, "moderator", who+e.say("d'un modérateur, qui commande par mail ; se répète ; sinon celui de [mail]", "of a moderator, who commands by mail; may be repeated; else that of [mail]"))
	fs.Var(&g.deputies, "deputy", who+e.say("d'un modérateur de réserve, qui suit quand les autres se taisent", "of a stand-by moderator, who follows when the others fall silent"))
	fs.Var(&g.observers, "observer", who+e.say("d'un observateur, qui lit les comptes rendus publics", "of an observer, who reads the public summaries"))
	fs.Var(&g.standbys, "standby", who+e.say("d'un remplaçant, dans l'ordre où ils seront consultés", "of a stand-by, in the order in which they will be asked"))
	fs.IntVar(&g.rules.Budget, "absence-days", g.rules.Budget, e.say("`JOURS` d'absence de chacun dans la partie", "`DAYS` of absence of each in the game"))
	fs.StringVar(&g.rules.Away, "away", g.rules.Away, e.say("`QUOI` pendant une absence : sitter (un suppléant écrit), time (les courriers suivants attendent) ou default (les règles choisissent)", "`WHAT` happens during an absence: sitter (a sitter writes), time (later mails wait) or default (the rules choose)"))
	fs.StringVar(&g.rules.Join, "join", g.rules.Join, e.say("`QUI` peut entrer : moderator (il admet), auto (qui veut) ou closed", "`WHO` may join: moderator (he admits), auto (whoever asks) or closed"))
	fs.IntVar(&g.rules.Offer, "offer-hours", g.rules.Offer, e.say("`HEURES` qu'un remplaçant a pour répondre", "`HOURS` that a stand-by has to answer"))
	fs.IntVar(&g.rules.Silence, "silence-days", g.rules.Silence, e.say("`JOURS` sans nouvelles des modérateurs avant qu'un de réserve suive ; 0 : jamais", "`DAYS` without a word of the moderators until a deputy follows; 0: never"))
	return g
}

// people puts them into a new game.
func (e *env) people(f *folder, g *roleFlags, n *judge.NewGame) error {
	r := g.rules
	bad := r.Budget < 0 || r.Budget > 3660 || r.Offer < 1 || r.Offer > 24*90 || r.Silence < 0 || r.Silence > 3660
	if bad || !slices.Contains([]string{table.AwaySitter, table.AwayTime, table.AwayDefault}, r.Away) || !slices.Contains([]string{table.JoinModerator, table.JoinAuto, table.JoinClosed}, r.Join) {
		return e.usage("game new : --away sitter|time|default, --join moderator|auto|closed, --absence-days 0 à 3660, --offer-hours 1 à 2160, --silence-days 0 à 3660",
			"game new: --away sitter|time|default, --join moderator|auto|closed, --absence-days 0 to 3660, --offer-hours 1 to 2160, --silence-days 0 to 3660")
	}
	n.People = &r
	moderators := g.moderators
	if len(moderators) == 0 && f.config.Mail.Moderator != "" { // somebody hears of silence and refusals
		moderators = words{f.config.Mail.Moderator}
	}
	for _, list := range []struct {
		role string
		all  words
	}{{table.Moderator, moderators}, {table.Deputy, g.deputies}, {table.Observer, g.observers}, {table.Standby, g.standbys}} {
		for _, text := range list.all {
			who, err := e.who(text, n.Langs[0])
			if err != nil {
				return err
			}
			person, err := f.judge.Introduce(e.ctx, who.Address, who.Lang, n.At)
			if err != nil {
				return err
			}
			n.Roles = append(n.Roles, table.Role{Role: list.role, Person: person, Lang: who.Lang})
		}
	}
	return nil
}
