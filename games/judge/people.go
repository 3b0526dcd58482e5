package judge

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"fivepoints/events"
	"fivepoints/games"
	"fivepoints/games/table"
)

// RoleOf tells what somebody is in a game, the strongest of it: table.Moderator,
// "player", or another role of the table; "" for a stranger. A moderator may
// hold a seat as well.
func (j *Judge) RoleOf(t *table.Table, person string) string {
	for _, role := range []string{table.Moderator, ByPlayer, table.Deputy, table.Standby, table.Observer, table.Applicant} {
		if t.People.Has(role, person) || role == ByPlayer && len(t.SeatsOf(person)) > 0 {
			return role
		}
	}
	return ""
}

// act does one thing at the desk of a game that goes on, as one commit. The same
// cause does it once.
func (j *Judge) act(ctx context.Context, a Act, do func(*table.Table) ([]games.Fact, error)) (events.Seq, error) {
	t, err := j.ready(ctx, a.Game)
	if err != nil {
		return 0, err
	}
	if seq, err := j.log.Lookup(ctx, "game/"+a.Game, a.Key); err != nil || seq > 0 {
		return seq, err
	}
	if t.Over != nil {
		return 0, not("desk.over")
	}
	facts, err := do(t)
	if err != nil {
		return 0, err
	}
	seq, err := j.record(ctx, t, a, facts)
	if err != nil {
		return 0, err
	}
	return seq, j.offer(ctx, a.Game, a.At)
}

// offer asks the stand-bys whom the clock would ask by now, so that nobody waits
// for it.
func (j *Judge) offer(ctx context.Context, game string, now time.Time) error {
	for {
		t, err := j.ready(ctx, game)
		if err != nil {
			return err
		}
		due := slices.DeleteFunc(seatChores(t), func(s step) bool { return s.at > now.UnixMilli() })
		if len(due) == 0 || t.Over != nil {
			return nil
		}
		if err := j.do(ctx, t, &due[0]); err != nil {
			return err
		}
	}
}

// record appends facts to a game.
func (j *Judge) record(ctx context.Context, t *table.Table, a Act, facts []games.Fact) (events.Seq, error) {
	encoded, err := encode(t, facts)
	if err == nil {
		err = t.Record.NotHere(t.ID)
	}
	if err != nil {
		return 0, err
	}
	seq, _, err := j.log.Append(ctx, events.Commit{
		Stream: "game/" + t.ID, Expect: t.Tip, Key: a.Key, Cause: a.Msg, At: a.At, Facts: encoded,
	})
	if err != nil {
		return 0, fmt.Errorf("appending to game %s: %w", t.ID, err)
	}
	return seq, nil
}

// moderates refuses what only a moderator may do. Nobody is one because a mail
// says so: he must be one at this point of the log.
func (j *Judge) moderates(t *table.Table, a Act) error {
	if a.By == ByOperator || a.By == ByClock || a.By == ByModerator && t.People.Has(table.Moderator, a.Person) {
		return nil
	}
	return not("desk.moderator")
}

// speaks refuses what only the player of a seat may do, or a moderator for him.
func (j *Judge) speaks(t *table.Table, a Act, seat string) error {
	if err := seatOf(t, seat); err != nil {
		return err
	}
	if a.By != ByPlayer {
		return j.moderates(t, a)
	}
	if t.Holder(seat).Person != a.Person || a.Person == "" {
		return not("desk.seat", seatArg(seat))
	}
	return nil
}

func seatOf(t *table.Table, seat string) error {
	if !slices.ContainsFunc(t.Seats, func(s table.SeatTaken) bool { return s.Seat == seat }) {
		return not("desk.no-seat", textArg("seat", seat))
	}
	return nil
}

func seatArg(seat string) games.MsgArg { return games.With("seat", "seat", seat) }

// Name gives somebody a role: Moderator, Deputy, Observer or Standby. Moderators
// name them; whoever asks for Observer or Standby himself gets it where the game
// is open to all.
func (j *Judge) Name(ctx context.Context, a Act, role string, who Who) (events.Seq, error) {
	return j.act(ctx, a, func(t *table.Table) ([]games.Fact, error) {
		self := a.By == ByPlayer && a.Person != "" && a.Person == who.Person && (role == table.Observer || role == table.Standby)
		if err := j.moderates(t, a); err != nil && !(self && t.People.Rules.Join == table.JoinAuto) {
			return nil, err
		}
		if !slices.Contains([]string{table.Moderator, table.Deputy, table.Observer, table.Standby}, role) {
			return nil, not("desk.role", textArg("role", role))
		}
		person, lang, err := j.meet(ctx, who, a.At)
		switch {
		case err != nil:
			return nil, err
		case t.People.Has(role, person):
			return nil, not("desk.role.has", roleArg(role))
		case role == table.Standby && len(t.SeatsOf(person)) > 0:
			return nil, not("desk.plays")
		}
		return []games.Fact{gives(role, person, lang, a)}, nil
	})
}

func roleArg(role string) games.MsgArg { return games.With("role", "role", role) }

func gives(role, person, lang string, a Act) games.Fact {
	return platform(table.TypeRole, table.Role{Role: role, Person: person, Lang: lang, At: a.At.UnixMilli(), By: a.By})
}

func takes(role, person, why string, a Act) games.Fact {
	return platform(table.TypeRole, table.Role{Role: role, Person: person, At: a.At.UnixMilli(), By: a.By, Gone: true, Why: why})
}

// Drop takes a role from somebody; everybody may lay down his own. A game keeps
// its last moderator.
func (j *Judge) Drop(ctx context.Context, a Act, role, person string) (events.Seq, error) {
	return j.act(ctx, a, func(t *table.Table) ([]games.Fact, error) {
		why := "dropped"
		if a.Person == person && person != "" {
			why = "left"
		} else if err := j.moderates(t, a); err != nil {
			return nil, err
		}
		if !t.People.Has(role, person) {
			return nil, not("desk.role.not", roleArg(role))
		}
		if role == table.Moderator && len(t.People.With(role)) == 1 && a.By != ByOperator {
			return nil, not("desk.role.last")
		}
		facts := []games.Fact{takes(role, person, why, a)}
		if role == table.Standby {
			facts = append(withdrawn(t, person, a), facts...)
		}
		return facts, nil
	})
}

// withdrawn ends the offers that wait for somebody.
func withdrawn(t *table.Table, person string, a Act) []games.Fact {
	var out []games.Fact
	for _, o := range t.People.Offers {
		if o.Person == person && o.Ended == "" {
			out = append(out, platform(table.TypeOfferEnded, table.OfferEnded{Seat: o.Seat, Person: person, How: "withdrawn", At: a.At.UnixMilli()}))
		}
	}
	return out
}

// Join asks for a place in a game: a seat, or any. By the rules of the game
// whoever asks gets it at once, waits for the moderator, or is refused.
func (j *Judge) Join(ctx context.Context, a Act, seat string, who Who) (events.Seq, error) {
	return j.act(ctx, a, func(t *table.Table) ([]games.Fact, error) {
		if seat != "" {
			if err := seatOf(t, seat); err != nil {
				return nil, err
			}
		}
		if t.People.Rules.Join == table.JoinClosed {
			return nil, not("desk.join.closed")
		}
		person, lang, err := j.meet(ctx, who, a.At)
		switch {
		case err != nil:
			return nil, err
		case len(t.SeatsOf(person)) > 0:
			return nil, not("desk.plays")
		case t.People.Has(table.Applicant, person) || t.People.Has(table.Standby, person):
			return nil, not("desk.join.again")
		}
		if t.People.Rules.Join == table.JoinAuto {
			return joins(t, seat, person, lang, a), nil
		}
		f := table.Role{Role: table.Applicant, Person: person, Lang: lang, Seat: seat, At: a.At.UnixMilli(), By: a.By}
		return []games.Fact{platform(table.TypeRole, f)}, nil
	})
}

// joins seats who asked, in the seat he wants or the first that nobody holds and
// nobody is asked about, else puts him on the stand-by list.
func joins(t *table.Table, seat, person, lang string, a Act) []games.Fact {
	for _, s := range t.Seats {
		if _, asked := t.People.Standing(s.Seat); s.Person == "" && !asked && (seat == "" || s.Seat == seat) {
			return seats(t, s.Seat, person, lang, true, a)
		}
	}
	return []games.Fact{gives(table.Standby, person, lang, a)}
}

// Admit answers who asked to join: he gets a seat, or with none a place on the
// stand-by list.
func (j *Judge) Admit(ctx context.Context, a Act, person, seat string) (events.Seq, error) {
	return j.act(ctx, a, func(t *table.Table) ([]games.Fact, error) {
		if err := j.moderates(t, a); err != nil {
			return nil, err
		}
		i := slices.IndexFunc(t.People.Roles, func(r table.Role) bool { return r.Role == table.Applicant && r.Person == person })
		if i < 0 {
			return nil, not("desk.role.not", roleArg(table.Applicant))
		}
		lang := t.People.Roles[i].Lang
		if seat == "" {
			return []games.Fact{takes(table.Applicant, person, "seated", a), gives(table.Standby, person, lang, a)}, nil
		}
		if err := seatOf(t, seat); err != nil {
			return nil, err
		}
		if t.Holder(seat).Person != "" {
			return nil, not("desk.taken", seatArg(seat))
		}
		return seats(t, seat, person, lang, true, a), nil
	})
}

// seats are the facts by which somebody gets a seat. Who said yes to it counts as
// having answered; nobody else does before he writes.
func seats(t *table.Table, seat, person, lang string, agreed bool, a Act) []games.Fact {
	at := a.At.UnixMilli()
	var facts []games.Fact
	if old := t.Holder(seat).Person; old != "" {
		facts = append(facts, platform(table.TypeLeft, table.Left{Seat: seat, Person: old, Why: leavesFor(t, seat), By: a.By, At: at}))
	}
	for _, o := range t.People.Offers {
		if o.Ended == "" && (o.Seat == seat || o.Person == person) && (o.Seat != seat || o.Person != person) {
			facts = append(facts, platform(table.TypeOfferEnded, table.OfferEnded{Seat: o.Seat, Person: o.Person, How: "withdrawn", At: at}))
		}
	}
	if agreed {
		if o, ok := t.People.Standing(seat); !ok || o.Person != person {
			facts = append(facts, platform(table.TypeOffered, table.Offered{Seat: seat, Person: person, At: at, Until: at}))
		}
		facts = append(facts, platform(table.TypeOfferEnded, table.OfferEnded{Seat: seat, Person: person, How: "taken", At: at}))
	}
	for _, role := range []string{table.Applicant, table.Standby} {
		if t.People.Has(role, person) {
			facts = append(facts, takes(role, person, "seated", a))
		}
	}
	return append(facts, platform(table.TypeSeat, table.SeatTaken{Seat: seat, Person: person, Lang: lang}))
}

// leavesFor tells why the player of a seat makes room: he was silent, or is replaced.
func leavesFor(t *table.Table, seat string) string {
	if slices.ContainsFunc(t.People.Open, func(o table.SeatOpened) bool { return o.Seat == seat && o.Why == "silent" }) {
		return "silent"
	}
	return "replaced"
}

// Substitute gives a seat to somebody else, at once. What its player sent counts
// until it is replaced; his words, and what was written to him, stay his.
func (j *Judge) Substitute(ctx context.Context, a Act, seat string, who Who) (events.Seq, error) {
	return j.act(ctx, a, func(t *table.Table) ([]games.Fact, error) {
		if err := j.moderates(t, a); err != nil {
			return nil, err
		}
		if err := seatOf(t, seat); err != nil {
			return nil, err
		}
		person, lang, err := j.meet(ctx, who, a.At)
		switch held := t.SeatsOf(person); {
		case err != nil:
			return nil, err
		case slices.Contains(held, seat):
			return nil, not("desk.holds", seatArg(seat))
		case len(held) > 0:
			return nil, not("desk.rival", games.With("other", "seat", held[0]))
		}
		return seats(t, seat, person, cmp.Or(lang, who.Lang, t.Holder(seat).Lang), false, a), nil
	})
}

// OpenSeat lets stand-bys have a seat, who are asked one after the other. Its
// player keeps it until one says yes; should he write before, it is his again.
// why is "silent", "resigned" or "moderator".
func (j *Judge) OpenSeat(ctx context.Context, a Act, seat, why string) (events.Seq, error) {
	return j.act(ctx, a, func(t *table.Table) ([]games.Fact, error) {
		if err := j.moderates(t, a); err != nil {
			return nil, err
		}
		if err := seatOf(t, seat); err != nil {
			return nil, err
		}
		switch {
		case isOpen(t, seat):
			return nil, not("desk.open", seatArg(seat))
		case isOut(t, seat):
			return nil, not("desk.out", seatArg(seat))
		}
		return []games.Fact{opensSeat(seat, why, a)}, nil
	})
}

func opensSeat(seat, why string, a Act) games.Fact {
	return platform(table.TypeSeatOpened, table.SeatOpened{Seat: seat, Why: why, By: a.By, At: a.At.UnixMilli()})
}

func isOpen(t *table.Table, seat string) bool {
	return slices.ContainsFunc(t.People.Open, func(o table.SeatOpened) bool { return o.Seat == seat })
}

// isOut tells that no mail, open or to come, waits for a seat: it is eliminated,
// or has made its last move.
func isOut(t *table.Table, seat string) bool {
	for _, w := range t.Windows {
		if w.Open() && t.Awaits(w, seat) {
			return false
		}
	}
	ahead, known := t.Game.Ahead()
	return known && !slices.ContainsFunc(ahead, func(w games.Window) bool {
		return t.Window(w.ID) == nil && slices.Contains(w.Seats, games.Seat(seat))
	})
}

// CloseSeat ends that: the seat is not to be had any more.
func (j *Judge) CloseSeat(ctx context.Context, a Act, seat string) (events.Seq, error) {
	return j.act(ctx, a, func(t *table.Table) ([]games.Fact, error) {
		if err := j.moderates(t, a); err != nil {
			return nil, err
		}
		if !isOpen(t, seat) {
			return nil, not("desk.not-open", textArg("seat", seat))
		}
		return []games.Fact{platform(table.TypeSeatClosed, table.SeatClosed{Seat: seat, Why: "moderator", At: a.At.UnixMilli()})}, nil
	})
}

// Accept takes the seat that somebody was offered; with no name the one there is.
func (j *Judge) Accept(ctx context.Context, a Act, seat string) (events.Seq, error) {
	return j.act(ctx, a, func(t *table.Table) ([]games.Fact, error) {
		o, err := offered(t, a, seat)
		if err != nil {
			return nil, err
		}
		if held := t.SeatsOf(a.Person); len(held) > 0 {
			return nil, not("desk.rival", games.With("other", "seat", held[0]))
		}
		if back, _ := returned(t, o.Seat); back > 0 {
			return nil, not("desk.returned", seatArg(o.Seat))
		}
		lang := t.Holder(o.Seat).Lang
		for _, r := range t.People.Roles {
			if r.Person == a.Person && r.Lang != "" {
				lang = r.Lang
			}
		}
		return seats(t, o.Seat, a.Person, lang, true, a), nil
	})
}

// DeclineSeat says no to an offer; the next stand-by is asked.
func (j *Judge) DeclineSeat(ctx context.Context, a Act, seat string) (events.Seq, error) {
	return j.act(ctx, a, func(t *table.Table) ([]games.Fact, error) {
		o, err := offered(t, a, seat)
		if err != nil {
			return nil, err
		}
		return []games.Fact{platform(table.TypeOfferEnded, table.OfferEnded{Seat: o.Seat, Person: a.Person, How: "declined", At: a.At.UnixMilli()})}, nil
	})
}

// offered finds the offer that somebody answers.
func offered(t *table.Table, a Act, seat string) (table.Offer, error) {
	for _, o := range t.People.Offers {
		if o.Person != a.Person || o.Ended != "" || seat != "" && o.Seat != seat {
			continue
		}
		if a.At.UnixMilli() >= o.Until {
			return o, not("desk.offer.late", seatArg(o.Seat))
		}
		return o, nil
	}
	return table.Offer{}, not("desk.offer.none")
}

// confirmFor is how long a code counts that a question at the desk mailed.
const confirmFor = 7 * 24 * time.Hour

// DeskCode is what the person of a question at the desk sends back to confirm it.
func DeskCode(club []byte, game string, q table.Asked) string {
	return Code(club, fmt.Sprintf("desk %s %s %s %d", game, q.What, q.Seat, q.N), q.Person)
}

// Resign asks for the end of somebody's play; the code that is mailed to his
// address of record does it (Confirm). A new question replaces the old one. The
// operator needs no code: he is told of it by another way.
func (j *Judge) Resign(ctx context.Context, a Act, seat string) (events.Seq, error) {
	return j.act(ctx, a, func(t *table.Table) ([]games.Fact, error) {
		if err := seatOf(t, seat); err != nil {
			return nil, err
		}
		if holder := t.Holder(seat).Person; a.By == ByOperator && holder != "" {
			return resigns(t, seat, holder, a), nil
		}
		if t.Holder(seat).Person != a.Person || a.Person == "" {
			return nil, not("desk.seat", seatArg(seat))
		}
		return []games.Fact{platform(table.TypeAsked, table.Asked{
			What: "resign", Seat: seat, Person: a.Person, N: len(t.People.Asked) + 1,
			At: a.At.UnixMilli(), Until: a.At.Add(confirmFor).UnixMilli(),
		})}, nil
	})
}

// Confirm does what a code was mailed for. A code counts once, for its person
// and for a week.
func (j *Judge) Confirm(ctx context.Context, a Act, code string) (events.Seq, error) {
	club, err := j.log.Keys().Key("club")
	if err != nil {
		return 0, fmt.Errorf("reading the club's key: %w", err)
	}
	return j.act(ctx, a, func(t *table.Table) ([]games.Fact, error) {
		q, found := asked(t, club, code)
		switch {
		case !found || q.Person != a.Person:
			return nil, not("desk.code")
		case a.At.UnixMilli() >= q.Until:
			return nil, not("desk.code.late")
		case t.Holder(q.Seat).Person != q.Person:
			return nil, not("desk.code.used")
		}
		return resigns(t, q.Seat, q.Person, a), nil
	})
}

// resigns are the facts by which a seat loses its player and is to be had.
func resigns(t *table.Table, seat, person string, a Act) []games.Fact {
	left := table.Left{Seat: seat, Person: person, Why: "resigned", By: a.By, At: a.At.UnixMilli()}
	facts := []games.Fact{platform(table.TypeLeft, left), platform(table.TypeSeat, table.SeatTaken{Seat: seat, Lang: t.Holder(seat).Lang})}
	if isOpen(t, seat) || isOut(t, seat) { // it is offered already, or nobody needs it any more
		return facts
	}
	return append(facts, opensSeat(seat, "resigned", a))
}

// asked finds the newest question of its seat that a code answers.
func asked(t *table.Table, club []byte, code string) (table.Asked, bool) {
	for i, q := range slices.Backward(t.People.Asked) {
		newer := slices.ContainsFunc(t.People.Asked[i+1:], func(o table.Asked) bool { return o.What == q.What && o.Seat == q.Seat })
		if !newer && DeskCode(club, t.ID, q) == code {
			return q, true
		}
	}
	return table.Asked{}, false
}

// Become hands in a sheet for a seat, as a moderator. Its player gets the
// receipt, which says so. A moderator who plays may not: he would read a rival's
// orders.
func (j *Judge) Become(ctx context.Context, a Act, s Submission) (events.Seq, error) {
	t, err := j.ready(ctx, a.Game)
	if err != nil {
		return 0, err
	}
	switch err := seatOf(t, s.Seat); {
	case err != nil:
		return 0, err
	case j.moderates(t, a) != nil:
		return 0, j.moderates(t, a)
	case t.Over != nil:
		return 0, not("desk.over")
	case a.By == ByModerator && len(t.SeatsOf(a.Person)) > 0:
		return 0, not("desk.become.plays")
	}
	s.Game, s.By, s.Person, s.At, s.Key, s.Msg = a.Game, ByModerator, a.Person, a.At, a.Key, a.Msg
	return j.Submit(ctx, s)
}

// keyOfCause numbers what the clock does to the people of a game.
func keyOfCause(words ...any) events.Key {
	parts := make([]string, len(words))
	for i, w := range words {
		parts[i] = fmt.Sprint(w)
	}
	return events.NewKey("people", parts...)
}

// Seen notes a sign of life of a moderator or a deputy, at most one a day.
func (j *Judge) Seen(ctx context.Context, t *table.Table, person string, at time.Time) error {
	speaks := t.People.Has(table.Moderator, person) || t.People.Has(table.Deputy, person)
	if t.Over != nil || !speaks || at.UnixMilli() < t.People.SeenAt(person)+day {
		return nil
	}
	a := Act{Game: t.ID, By: ByClock, At: at, Key: keyOfCause("seen", person, strconv.FormatInt(at.UnixMilli()/day, 10))}
	_, err := j.act(ctx, a, func(*table.Table) ([]games.Fact, error) {
		return []games.Fact{platform(table.TypeSeen, table.Seen{Person: person, At: at.UnixMilli()})}, nil
	})
	return err
}

const day = int64(24 * time.Hour / time.Millisecond)
