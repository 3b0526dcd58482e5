package table

import (
	"slices"
	"time"

	"fivepoints/games"
)

// Facts about the people of a game. None of them belongs to the rules: a cut
// leaves them alone.
const (
	TypePeople     = "t.people"              // PeopleRules
	TypeRole       = "t.role"                // Role
	TypeLeft       = "t.seat_left"           // Left
	TypeSeatOpened = "t.seat_opened"         // SeatOpened: stand-bys may have it
	TypeSeatClosed = "t.seat_closed"         // SeatClosed: they may not any more
	TypeOffered    = "t.seat_offered"        // Offered
	TypeOfferEnded = "t.offer_ended"         // OfferEnded
	TypeAsked      = "t.confirm_asked"       // Asked: a code was mailed
	TypeAbsent     = "t.absent"              // Absent, private AbsentWhy for the engine under the person's key
	TypeBack       = "t.absence_ended"       // Back
	TypeSitter     = "t.sitter"              // Sitter
	TypeSeen       = "t.moderator_seen"      // Seen
	TypeSitting    = "t.sitting"             // Sitting
	TypeSucceeded  = "t.moderator_succeeded" // Succeeded
)

// What somebody is in a game without, or beside, holding a seat.
const (
	Moderator = "moderator"
	Deputy    = "deputy"    // becomes moderator when the moderators fall silent
	Observer  = "observer"  // gets the public summaries
	Standby   = "standby"   // may be offered a seat
	Applicant = "applicant" // asked to join and waits for the moderator
)

// What becomes of the mails that close while a player is absent. In no case does
// a deadline move that was announced before.
const (
	AwaySitter  = "sitter"  // his sitter writes; without one the rules choose
	AwayTime    = "time"    // mails that open later stay open until he is back
	AwayDefault = "default" // the rules choose; there are no sitters
)

// Who may join a game.
const (
	JoinModerator = "moderator" // whom the moderator admits
	JoinAuto      = "auto"      // whoever asks: an empty seat, else the stand-by list
	JoinClosed    = "closed"
)

// PeopleRules are the rules of a game for its people, all resolved.
type PeopleRules struct {
	Budget  int    `json:"budget"`  // days of absence of one player in the game
	Away    string `json:"away"`    // AwaySitter, AwayTime or AwayDefault
	Join    string `json:"join"`    // JoinModerator, JoinAuto or JoinClosed
	Offer   int    `json:"offer"`   // hours a stand-by has to answer
	Silence int    `json:"silence"` // days without a word of a moderator until a deputy follows; 0: never
}

// DefaultPeople are the rules of a game that says nothing else. [F]
func DefaultPeople() PeopleRules {
	return PeopleRules{Budget: 60, Away: AwaySitter, Join: JoinModerator, Offer: 72, Silence: 21}
}

// Role gives somebody a role, or takes it.
type Role struct {
	Role   string `json:"role"`
	Person string `json:"person"`
	Lang   string `json:"lang,omitempty"`
	Seat   string `json:"seat,omitempty"` // that an applicant asks for
	At     int64  `json:"at"`             // unix ms
	By     string `json:"by,omitempty"`
	Gone   bool   `json:"gone,omitempty"` // he has it no longer
	Why    string `json:"why,omitempty"`  // of Gone: "left", "dropped" or "seated"
}

// Left says that somebody holds a seat no longer; who follows says the SeatTaken
// behind it.
type Left struct {
	Seat   string `json:"seat"`
	Person string `json:"person"`
	Why    string `json:"why"` // "resigned", "replaced" or "silent"
	By     string `json:"by,omitempty"`
	At     int64  `json:"at"` // unix ms
}

// SeatOpened says that stand-bys may have a seat, which its player, if there is
// one, keeps until somebody takes it.
type SeatOpened struct {
	Seat string `json:"seat"`
	Why  string `json:"why"` // "resigned", "silent" or "moderator"
	By   string `json:"by,omitempty"`
	At   int64  `json:"at"` // unix ms
}

// SeatClosed says that a seat is not to be had any more.
type SeatClosed struct {
	Seat string `json:"seat"`
	Why  string `json:"why"` // "returned": its player wrote; or "moderator"
	At   int64  `json:"at"`  // unix ms
}

// Offered says that a stand-by is asked whether he takes a seat.
type Offered struct {
	Seat   string `json:"seat"`
	Person string `json:"person"`
	At     int64  `json:"at"`    // unix ms
	Until  int64  `json:"until"` // unix ms
}

// OfferEnded says what became of an offer.
type OfferEnded struct {
	Seat   string `json:"seat"`
	Person string `json:"person"`
	How    string `json:"how"` // "taken", "declined", "lapsed" or "withdrawn"
	At     int64  `json:"at"`  // unix ms
}

// Asked says that somebody asked for what cannot be undone, and was mailed a code.
type Asked struct {
	What   string `json:"what"` // "resign"
	Seat   string `json:"seat"`
	Person string `json:"person"`
	N      int    `json:"n"`     // of the question in the game, from 1
	At     int64  `json:"at"`    // unix ms
	Until  int64  `json:"until"` // unix ms, while the code counts
}

// Absent announces that the player of a seat is away. The dates are those of
// his zone, both included.
type Absent struct {
	Seat   string `json:"seat"`
	Person string `json:"person"`
	N      int    `json:"n"`    // of the absence in the game, from 1
	From   string `json:"from"` // 2026-12-20
	To     string `json:"to"`
	Zone   string `json:"zone"`
	Start  int64  `json:"start"` // unix ms: the first moment that counts
	End    int64  `json:"end"`   // unix ms: the first that does not
	By     string `json:"by,omitempty"`
}

// AbsentWhy is the private half of Absent.
type AbsentWhy struct {
	Reason string `json:"reason,omitempty"`
}

// Back ends an absence before its time.
type Back struct {
	Seat string `json:"seat"`
	N    int    `json:"n"`
	At   int64  `json:"at"` // unix ms
	By   string `json:"by,omitempty"`
}

// Sitter says who may write for a seat while its player is absent, between two
// moments, or that he may no longer.
type Sitter struct {
	Seat   string `json:"seat"`
	Of     string `json:"of"` // the player he sits for
	Person string `json:"person"`
	Lang   string `json:"lang,omitempty"`
	From   int64  `json:"from"` // unix ms
	To     int64  `json:"to"`   // unix ms
	By     string `json:"by,omitempty"`
	Gone   bool   `json:"gone,omitempty"`
}

// Sitting says that an absence has begun and a sitter may write from now on.
type Sitting struct {
	Seat   string `json:"seat"`
	Person string `json:"person"` // the sitter
	N      int    `json:"n"`      // of the absence
	At     int64  `json:"at"`     // unix ms
	Until  int64  `json:"until"`  // unix ms
}

// Seen says that a moderator, or a deputy, gave a sign of life. It is written once
// a day.
type Seen struct {
	Person string `json:"person"`
	At     int64  `json:"at"` // unix ms
}

// Succeeded says that the moderators had been silent for too long and who has
// their powers now. They become deputies.
type Succeeded struct {
	From []string `json:"from"`
	To   string   `json:"to"`
	Days int      `json:"days"`
	At   int64    `json:"at"` // unix ms
}

func peopleTypes() []games.FactType {
	return []games.FactType{
		{Type: TypePeople, V: 1, Pub: PeopleRules{}},
		{Type: TypeRole, V: 1, Pub: Role{}},
		{Type: TypeLeft, V: 1, Pub: Left{}},
		{Type: TypeSeatOpened, V: 1, Pub: SeatOpened{}},
		{Type: TypeSeatClosed, V: 1, Pub: SeatClosed{}},
		{Type: TypeOffered, V: 1, Pub: Offered{}},
		{Type: TypeOfferEnded, V: 1, Pub: OfferEnded{}},
		{Type: TypeAsked, V: 1, Pub: Asked{}},
		{Type: TypeAbsent, V: 1, Pub: Absent{}, Priv: AbsentWhy{}},
		{Type: TypeBack, V: 1, Pub: Back{}},
		{Type: TypeSitter, V: 1, Pub: Sitter{}},
		{Type: TypeSitting, V: 1, Pub: Sitting{}},
		{Type: TypeSeen, V: 1, Pub: Seen{}},
		{Type: TypeSucceeded, V: 1, Pub: Succeeded{}},
	}
}

// IsAboutPeople tells whether a type of fact is one of those of People.
func IsAboutPeople(typ string) bool {
	return slices.ContainsFunc(peopleTypes(), func(t games.FactType) bool { return t.Type == typ })
}

// People is what a game's stream says about its people beyond who holds which seat.
type People struct {
	Rules    PeopleRules
	Roles    []Role       // those that somebody has, in the order in which they were given
	Open     []SeatOpened // seats that stand-bys may have
	Offers   []Offer      // of the seats in Open, in their order
	Absences []AbsentIn   // in their order
	Sitters  []Sitter     // those named and not dropped
	Sat      []Sitting    // what began
	Asked    []Asked

	seen     map[string]int64  // moderators and deputies, unix ms
	worked   int64             // when a moderator or the operator did something last, unix ms
	silent   map[string]bool   // followed by a deputy and not seen since
	accepted map[string]string // seat -> who said yes before he got it
}

// Offer is an offer with what became of it.
type Offer struct {
	Offered
	Ended string // how; "" while it stands
}

// AbsentIn is an absence as it is now: End is earlier when the player came back.
type AbsentIn struct {
	Absent
	Reason string // "" also when it was erased
}

// NewPeople returns the people of a game before its first fact.
func NewPeople() *People {
	return &People{Rules: DefaultPeople(), seen: map[string]int64{}, silent: map[string]bool{}, accepted: map[string]string{}}
}

// Fold folds a fact about people; others are none of its business.
func (p *People) Fold(f games.Fact) {
	switch v := f.Pub.(type) {
	case SeatTaken:
		p.seated(v)
	case PeopleRules:
		p.Rules = v
	case Role:
		p.Worked(v.By, v.At)
		p.role(v)
	case Left:
		p.Worked(v.By, v.At)
		p.left(v)
	case SeatOpened:
		p.Worked(v.By, v.At)
		p.close(v.Seat)
		p.Open = append(p.Open, v)
	case SeatClosed:
		p.close(v.Seat)
	case Offered:
		p.Offers = append(p.Offers, Offer{Offered: v})
	case OfferEnded:
		p.endOffer(v)
	case Asked:
		p.Asked = append(p.Asked, v)
	case Absent:
		p.Absences = append(p.Absences, AbsentIn{v, private[AbsentWhy](f).Reason})
	case Back:
		p.back(v)
	case Sitter:
		p.sitter(v)
	case Sitting:
		p.Sat = append(p.Sat, v)
	case Seen:
		p.seen[v.Person] = max(p.seen[v.Person], v.At)
		delete(p.silent, v.Person)
	case Succeeded:
		p.succeed(v)
	}
}

func (p *People) role(r Role) {
	p.Roles = slices.DeleteFunc(p.Roles, func(o Role) bool { return o.Role == r.Role && o.Person == r.Person })
	if !r.Gone {
		p.Roles = append(p.Roles, r)
		p.seen[r.Person] = max(p.seen[r.Person], r.At)
		delete(p.silent, r.Person)
	}
}

// close forgets that a seat is to be had, with its offers.
func (p *People) close(seat string) {
	p.Open = slices.DeleteFunc(p.Open, func(o SeatOpened) bool { return o.Seat == seat })
	p.Offers = slices.DeleteFunc(p.Offers, func(o Offer) bool { return o.Seat == seat })
}

// seated: who sits down has accepted when an offer to him stood.
func (p *People) seated(s SeatTaken) {
	delete(p.accepted, s.Seat)
	if s.Person == "" {
		return
	}
	if slices.ContainsFunc(p.Offers, func(o Offer) bool { return o.Seat == s.Seat && o.Person == s.Person && o.Ended == "taken" }) {
		p.accepted[s.Seat] = s.Person
	}
	p.close(s.Seat)
}

func (p *People) endOffer(e OfferEnded) {
	for i := range p.Offers {
		if o := &p.Offers[i]; o.Seat == e.Seat && o.Person == e.Person && o.Ended == "" {
			o.Ended = e.How
		}
	}
}

func (p *People) back(b Back) {
	for i := range p.Absences {
		if a := &p.Absences[i]; a.Seat == b.Seat && a.N == b.N {
			a.end(b.At)
		}
	}
}

func (a *AbsentIn) end(at int64) { a.End = min(a.End, max(a.Start, at)) }

// left ends what a player had arranged for his seat.
func (p *People) left(l Left) {
	for i := range p.Absences {
		if a := &p.Absences[i]; a.Seat == l.Seat && a.Person == l.Person {
			a.end(l.At)
		}
	}
	p.Sitters = slices.DeleteFunc(p.Sitters, func(s Sitter) bool { return s.Seat == l.Seat })
}

func (p *People) sitter(s Sitter) {
	p.Sitters = slices.DeleteFunc(p.Sitters, func(o Sitter) bool { return o.Seat == s.Seat })
	if !s.Gone {
		p.Sitters = append(p.Sitters, s)
	}
}

func (p *People) succeed(s Succeeded) {
	for i := range p.Roles {
		r := &p.Roles[i]
		switch {
		case r.Role == Moderator && slices.Contains(s.From, r.Person):
			r.Role, p.silent[r.Person] = Deputy, true
		case r.Role == Deputy && r.Person == s.To:
			r.Role = Moderator
		}
	}
	p.seen[s.To] = max(p.seen[s.To], s.At)
}

// Has tells whether somebody has a role.
func (p *People) Has(role, person string) bool {
	return person != "" && slices.ContainsFunc(p.Roles, func(r Role) bool { return r.Role == role && r.Person == person })
}

// With lists who has a role, in the order in which they got it.
func (p *People) With(role string) []Role {
	return slices.DeleteFunc(slices.Clone(p.Roles), func(r Role) bool { return r.Role != role })
}

// SeenAt is the last sign of life of somebody with a role, unix ms.
func (p *People) SeenAt(person string) int64 { return p.seen[person] }

// Worked notes that somebody did something at the desk at a moment (unix ms).
func (p *People) Worked(by string, at int64) {
	if by == "moderator" || by == "operator" {
		p.worked = max(p.worked, at)
	}
}

// WorkedAt is when a moderator, or the operator, did something last, unix ms.
func (p *People) WorkedAt() int64 { return p.worked }

// Accepted tells whether somebody said yes before he got a seat.
func (p *People) Accepted(s SeatTaken) bool {
	return s.Person != "" && p.accepted[s.Seat] == s.Person
}

// Silent tells that somebody was a moderator, fell silent and was not seen since.
func (p *People) Silent(person string) bool { return p.silent[person] }

// Standing is the offer of a seat that waits for an answer.
func (p *People) Standing(seat string) (Offer, bool) {
	for _, o := range p.Offers {
		if o.Seat == seat && o.Ended == "" {
			return o, true
		}
	}
	return Offer{}, false
}

// SeatsOf lists the seats that somebody holds.
func (t *Table) SeatsOf(person string) []string {
	var out []string
	for _, s := range t.Seats {
		if person != "" && s.Person == person {
			out = append(out, s.Seat)
		}
	}
	return out
}

// AbsentAt returns the absence of a seat's player at a moment (unix ms), nil
// when he is there. Of one who left the seat nothing counts.
func (p *People) AbsentAt(s SeatTaken, at int64) *AbsentIn {
	for i := range p.Absences {
		a := &p.Absences[i]
		if a.Seat == s.Seat && a.Person == s.Person && a.Start <= at && at < a.End {
			return a
		}
	}
	return nil
}

// AbsentAt is that of the player who holds a seat.
func (t *Table) AbsentAt(seat string, at int64) *AbsentIn {
	return t.People.AbsentAt(t.Holder(seat), at)
}

// Excused tells whether the player of a seat, whoever it was, was absent when a
// mail closed, or will be: he does not miss it.
func (t *Table) Excused(seat string, w *Window) bool {
	at := w.Closes
	if w.Closed != nil {
		at = w.Closed.At
	}
	return slices.ContainsFunc(t.People.Absences, func(a AbsentIn) bool {
		return a.Seat == seat && a.Start <= at && at < a.End
	})
}

// SitterAt is who may write for a seat at a moment (unix ms): while its player is
// absent, and only somebody who holds none of all the seats of the game himself.
func (p *People) SitterAt(s SeatTaken, at int64, all []SeatTaken) (Sitter, bool) {
	if p.AbsentAt(s, at) == nil {
		return Sitter{}, false
	}
	for _, sits := range p.Sitters {
		plays := slices.ContainsFunc(all, func(o SeatTaken) bool { return o.Person == sits.Person })
		if sits.Seat == s.Seat && sits.Of == s.Person && sits.From <= at && at < sits.To && !plays {
			return sits, true
		}
	}
	return Sitter{}, false
}

// SitterAt is that of the player who holds a seat.
func (t *Table) SitterAt(seat string, at int64) (Sitter, bool) {
	return t.People.SitterAt(t.Holder(seat), at, t.Seats)
}

// AbsentDays counts the days that the player of a seat has been, or will be,
// absent in this game, each once, with more absences as if he had announced them.
func (t *Table) AbsentDays(seat string, more ...Absent) int {
	days := map[string]bool{}
	holder := t.Holder(seat).Person
	for _, a := range t.People.Absences {
		if a.Seat == seat && a.Person == holder {
			more = append(more, a.Absent)
		}
	}
	for _, a := range more {
		zone, err := time.LoadLocation(a.Zone)
		if err != nil {
			zone = time.UTC
		}
		eachDay(a.From, a.To, func(day string) {
			if at, err := time.ParseInLocation(time.DateOnly, day, zone); err == nil && at.UnixMilli() < a.End {
				days[day] = true
			}
		})
	}
	return len(days)
}

// maxDays bounds what eachDay counts: about ten years.
const maxDays = 3660

// eachDay calls f for every date from one to another, both included.
func eachDay(from, to string, f func(day string)) {
	day, err := time.Parse(time.DateOnly, from)
	for n := 0; err == nil && n < maxDays && day.Format(time.DateOnly) <= to; n++ {
		f(day.Format(time.DateOnly))
		day = day.AddDate(0, 0, 1)
	}
}
