package judge_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"fivepoints/events"
	"fivepoints/games"
	"fivepoints/games/gamestest"
	"fivepoints/games/judge"
	"fivepoints/games/table"
)

// desk is a game with people around it: pmod moderates, pdan and peve stand by.
type desk struct {
	*gamestest.World
	n int
}

func newDesk(t *testing.T, rules table.PeopleRules) *desk {
	t.Helper()
	d := &desk{World: world(t)}
	d.Create(judge.NewGame{ID: "g1", Rulebook: "race", People: &rules, Roles: []table.Role{
		{Role: table.Moderator, Person: "pmod", Lang: "fr"},
		{Role: table.Deputy, Person: "pdep", Lang: "en"},
		{Role: table.Standby, Person: "pdan", Lang: "en"},
		{Role: table.Standby, Person: "peve", Lang: "fr"},
	}}, "ann", "bob", "cyd")
	return d
}

// by makes an act of somebody: "pmod" as the moderator, "" as the operator, a
// player as himself.
func (d *desk) by(person string) judge.Act {
	d.n++
	a := judge.Act{Game: "g1", Person: person, By: judge.ByPlayer, At: d.Now, Key: events.NewKey("act", fmt.Sprint(d.n))}
	switch person {
	case "":
		a.By = judge.ByOperator
	case "pmod", "pdep":
		a.By = judge.ByModerator
	}
	return a
}

// verdict checks how something at the desk ended: "" done, else the key of the refusal.
func verdict(t *testing.T, key string, seq events.Seq, err error) {
	t.Helper()
	var r *judge.Refused
	switch {
	case errors.As(err, &r):
		if r.Msg.Key != key {
			t.Fatalf("refused with %q, want %q", r.Msg.Key, key)
		}
	case err != nil:
		t.Fatal(err)
	case key != "" || seq == 0:
		t.Fatalf("done by commit %d, want %q", seq, key)
	}
}

func (d *desk) holder(seat string) string { return d.Table("g1").Holder(seat).Person }

// offers writes the offers of a game: "pdan:bob lapsed".
func (d *desk) offers() string {
	var out []string
	for _, o := range d.Table("g1").People.Offers {
		out = append(out, strings.TrimSpace(o.Person+":"+o.Seat+" "+o.Ended))
	}
	return strings.Join(out, ", ")
}

func TestWhoMayDoWhat(t *testing.T) {
	ctx := context.Background()
	d := newDesk(t, table.DefaultPeople())
	ann := judge.Who{Person: "pann"}
	for _, c := range []struct{ person, key string }{{"pann", "desk.moderator"}, {"pdep", "desk.moderator"}, {"pstranger", "desk.moderator"}} {
		seq, err := d.Judge.Substitute(ctx, d.by(c.person), "bob", judge.Who{Person: "pdan"})
		verdict(t, c.key, seq, err)
		seq, err = d.Judge.OpenSeat(ctx, d.by(c.person), "bob", "moderator")
		verdict(t, c.key, seq, err)
		seq, err = d.Judge.Name(ctx, d.by(c.person), table.Moderator, judge.Who{Person: c.person})
		verdict(t, c.key, seq, err)
	}
	seq, err := d.Judge.Substitute(ctx, d.by("pmod"), "bob", ann)
	verdict(t, "desk.rival", seq, err)
	seq, err = d.Judge.Substitute(ctx, d.by("pmod"), "bob", judge.Who{Person: "pbob"})
	verdict(t, "desk.holds", seq, err)
	seq, err = d.Judge.Substitute(ctx, d.by("pmod"), "zoe", judge.Who{Person: "pdan"})
	verdict(t, "desk.no-seat", seq, err)
	seq, err = d.Judge.Drop(ctx, d.by("pmod"), table.Moderator, "pmod")
	verdict(t, "desk.role.last", seq, err)
	seq, err = d.Judge.Name(ctx, d.by("pmod"), "king", judge.Who{Person: "pzed"})
	verdict(t, "desk.role", seq, err)
	seq, err = d.Judge.Name(ctx, d.by(""), table.Observer, judge.Who{Address: "owl@example.org", Lang: "fr"})
	verdict(t, "", seq, err)
	roles := map[string]string{"pmod": "moderator", "pann": "player", "pdep": "deputy", "pdan": "standby", "pnobody": "", "": ""}
	for person, role := range roles {
		if got := d.Judge.RoleOf(d.Table("g1"), person); got != role {
			t.Errorf("%q is %q, want %q", person, got, role)
		}
	}
}

// The same cause acts once, and what is refused leaves nothing behind.
func TestSubstituteOnce(t *testing.T) {
	ctx := context.Background()
	d := newDesk(t, table.DefaultPeople())
	a := d.by("pmod")
	first, err := d.Judge.Substitute(ctx, a, "bob", judge.Who{Address: "New@Example.org", Lang: "fr"})
	verdict(t, "", first, err)
	again, err := d.Judge.Substitute(ctx, a, "bob", judge.Who{Address: "new@example.org", Lang: "fr"})
	if err != nil || again != first {
		t.Errorf("the second try is commit %d, %v, not %d", again, err, first)
	}
	if got := d.holder("bob"); got == "pbob" || got == "" {
		t.Errorf("bob is held by %q", got)
	}
	if d.Table("g1").Started("bob") {
		t.Error("who was given a seat counts before he wrote")
	}
	for st, err := range d.Log.Read(ctx, "", 0) {
		if err != nil || strings.Contains(strings.ToLower(string(st.Bytes)), "example.org") {
			t.Errorf("an address is public: %s %v", st.Bytes, err)
		}
	}
}

// Orders of the old player count until the new one replaces them; his words are
// under his key, and go with it.
func TestSubstituteInheritsOrdersNotWords(t *testing.T) {
	ctx := context.Background()
	d := newDesk(t, table.DefaultPeople())
	seq := d.Send("g1", "bob", "step 3", "my secret thoughts")
	_, err := d.Judge.Substitute(ctx, d.by("pmod"), "bob", judge.Who{Person: "pdan"})
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Log.Keys().Destroy("people/pbob"); err != nil {
		t.Fatal(err)
	}
	tbl := d.Table("g1")
	if n := len(tbl.Waiting("bob")); n != 1 {
		t.Errorf("%d orders wait for the new player, want the old one's", n)
	}
	for st, err := range d.Log.Read(ctx, "game/g1", seq-1) {
		if err != nil {
			t.Fatal(err)
		}
		facts, err := tbl.Facts(st, d.Log.Keys())
		if err != nil || len(facts[1].Priv) != 0 {
			t.Errorf("the erased player's words are still there: %v, %v", facts[1], err)
		}
		break
	}
	d.Send("g1", "bob", "step 2")
	if d.holder("bob") != "pdan" || !d.Table("g1").Started("bob") {
		t.Error("the new player does not play")
	}
}

func TestResignNeedsItsCode(t *testing.T) {
	ctx := context.Background()
	d := newDesk(t, table.DefaultPeople())
	seq, err := d.Judge.Resign(ctx, d.by("pann"), "bob")
	verdict(t, "desk.seat", seq, err)
	seq, err = d.Judge.Resign(ctx, d.by("pbob"), "bob")
	verdict(t, "", seq, err)
	old := d.code()
	seq, err = d.Judge.Resign(ctx, d.by("pbob"), "bob")
	verdict(t, "", seq, err)
	code := d.code()
	for _, c := range []struct{ person, code, key string }{
		{"pbob", "aaaa-aaaa", "desk.code"}, {"pbob", old, "desk.code"}, {"pann", code, "desk.code"}, {"pbob", code, ""}, {"pbob", code, "desk.code.used"},
	} {
		seq, err := d.Judge.Confirm(ctx, d.by(c.person), c.code)
		verdict(t, c.key, seq, err)
	}
	if d.holder("bob") != "" {
		t.Error("bob is still held")
	}
	d.Tick("g1", 0)
	if got := d.offers(); got != "pdan:bob" {
		t.Errorf("offers %q", got)
	}
}

func TestResignCodeEnds(t *testing.T) {
	ctx := context.Background()
	d := newDesk(t, table.DefaultPeople())
	seq, err := d.Judge.Resign(ctx, d.by("pbob"), "bob")
	verdict(t, "", seq, err)
	code := d.code()
	d.Now = d.Now.Add(8 * 24 * time.Hour)
	seq, err = d.Judge.Confirm(ctx, d.by("pbob"), code)
	verdict(t, "desk.code.late", seq, err)
}

func (d *desk) code() string {
	d.T.Helper()
	club, err := d.Log.Keys().Key("club")
	if err != nil {
		d.T.Fatal(err)
	}
	asked := d.Table("g1").People.Asked
	return judge.DeskCode(club, "g1", asked[len(asked)-1])
}

// An open seat goes down the list: who does not answer in time, or says no, is
// passed over; a player who writes keeps his seat.
func TestOpenSeatGoesDownTheList(t *testing.T) {
	ctx := context.Background()
	d := newDesk(t, table.DefaultPeople())
	seq, err := d.Judge.OpenSeat(ctx, d.by(""), "bob", "silent")
	verdict(t, "", seq, err)
	d.Tick("g1", time.Minute)
	seq, err = d.Judge.Accept(ctx, d.by("peve"), "bob")
	verdict(t, "desk.offer.none", seq, err)
	d.Tick("g1", 73*time.Hour)
	if got := d.offers(); got != "pdan:bob lapsed, peve:bob" {
		t.Fatalf("offers %q", got)
	}
	seq, err = d.Judge.Accept(ctx, d.by("pdan"), "bob")
	verdict(t, "desk.offer.none", seq, err)
	a := d.by("peve")
	seq, err = d.Judge.Accept(ctx, a, "")
	verdict(t, "", seq, err)
	tbl := d.Table("g1")
	for _, f := range d.Facts("g1", true) {
		if l, ok := f.Pub.(table.Left); ok && l.Why != "silent" {
			t.Errorf("bob made room because he was %s", l.Why)
		}
	}
	if tbl.Holder("bob").Person != "peve" || !tbl.Started("bob") || len(tbl.People.Open) != 0 || tbl.People.Has(table.Standby, "peve") {
		t.Errorf("bob after accepting: %+v %+v", tbl.Holder("bob"), tbl.People)
	}
	seq, err = d.Judge.OpenSeat(ctx, d.by("pmod"), "cyd", "silent")
	verdict(t, "", seq, err)
	d.Tick("g1", time.Minute)
	d.Send("g1", "cyd", "step 1")
	seq, err = d.Judge.Accept(ctx, d.by("pdan"), "cyd")
	verdict(t, "desk.returned", seq, err)
	d.Tick("g1", time.Minute)
	if got := d.offers(); got != "" || d.holder("cyd") != "pcyd" {
		t.Errorf("cyd is back: %q %q", got, d.holder("cyd"))
	}
}

func TestDeclineAsksTheNext(t *testing.T) {
	ctx := context.Background()
	d := newDesk(t, table.DefaultPeople())
	seq, err := d.Judge.OpenSeat(ctx, d.by("pmod"), "bob", "moderator")
	verdict(t, "", seq, err)
	d.Tick("g1", 0)
	seq, err = d.Judge.DeclineSeat(ctx, d.by("pdan"), "bob")
	verdict(t, "", seq, err)
	d.Tick("g1", 0)
	if got := d.offers(); got != "pdan:bob declined, peve:bob" {
		t.Errorf("offers %q", got)
	}
	seq, err = d.Judge.Substitute(ctx, d.by("pmod"), "bob", judge.Who{Person: "pfay", Lang: "fr"})
	verdict(t, "", seq, err)
	if got := d.offers(); got != "" {
		t.Errorf("offers of a seat that was given: %q", got)
	}
	d.Tick("g1", 0)
	if got := d.offers(); got != "" {
		t.Errorf("a seat that is held is offered: %q", got)
	}
}

func TestJoining(t *testing.T) {
	ctx := context.Background()
	who := judge.Who{Address: "fay@example.org", Lang: "en"}
	rules := table.DefaultPeople()
	d := newDesk(t, rules)
	seq, err := d.Judge.Join(ctx, d.by(""), "", who)
	verdict(t, "", seq, err)
	seq, err = d.Judge.Join(ctx, d.by(""), "", who)
	verdict(t, "desk.join.again", seq, err)
	fay := d.Table("g1").People.With(table.Applicant)[0].Person
	seq, err = d.Judge.Admit(ctx, d.by("pmod"), fay, "bob")
	verdict(t, "desk.taken", seq, err)
	seq, err = d.Judge.Admit(ctx, d.by("pmod"), fay, "")
	verdict(t, "", seq, err)
	if p := d.Table("g1").People; p.Has(table.Applicant, fay) || !p.Has(table.Standby, fay) {
		t.Errorf("admitted to the list: %+v", p.Roles)
	}

	rules.Join = table.JoinClosed
	d = newDesk(t, rules)
	seq, err = d.Judge.Join(ctx, d.by(""), "", who)
	verdict(t, "desk.join.closed", seq, err)

	rules.Join = table.JoinAuto
	d = newDesk(t, rules)
	seq, err = d.Judge.Join(ctx, d.by(""), "", judge.Who{Person: "pann"})
	verdict(t, "desk.plays", seq, err)
	seq, err = d.Judge.Join(ctx, d.by(""), "", who)
	verdict(t, "", seq, err)
	if p := d.Table("g1").People; !p.Has(table.Standby, fay) {
		t.Errorf("no seat is free, so he stands by: %+v", p.Roles)
	}
}

// When every moderator is silent the first deputy follows, once; the moderators
// become deputies. A sign of life puts it off.
func TestSuccession(t *testing.T) {
	ctx := context.Background()
	rules := table.DefaultPeople()
	rules.Silence = 8
	d := newDesk(t, rules)
	d.Tick("g1", 7*24*time.Hour)
	if err := d.Judge.Seen(ctx, d.Table("g1"), "pmod", d.Now); err != nil {
		t.Fatal(err)
	}
	d.Tick("g1", 7*24*time.Hour)
	if !d.Table("g1").People.Has(table.Moderator, "pmod") {
		t.Fatal("pmod was replaced although he was seen")
	}
	d.Tick("g1", 2*24*time.Hour)
	p := d.Table("g1").People
	if !p.Has(table.Moderator, "pdep") || p.Has(table.Moderator, "pmod") || !p.Has(table.Deputy, "pmod") {
		t.Errorf("after the silence: %+v", p.Roles)
	}
	seq, err := d.Judge.OpenSeat(ctx, d.by("pdep"), "bob", "moderator")
	verdict(t, "", seq, err)
}

// What a moderator, or the operator, does at the desk is a sign of life, too.
func TestWorkIsASignOfLife(t *testing.T) {
	ctx := context.Background()
	for _, who := range []string{"", "pmod"} {
		rules := table.DefaultPeople()
		rules.Silence = 8
		d := newDesk(t, rules)
		d.Tick("g1", 7*24*time.Hour)
		seq, err := d.Judge.OpenSeat(ctx, d.by(who), "bob", "moderator")
		verdict(t, "", seq, err)
		d.Tick("g1", 7*24*time.Hour)
		if !d.Table("g1").People.Has(table.Moderator, "pmod") {
			t.Errorf("by %q: pmod was replaced although he works", who)
		}
		d.Tick("g1", 2*24*time.Hour)
		if d.Table("g1").People.Has(table.Moderator, "pmod") {
			t.Errorf("by %q: pmod is never replaced", who)
		}
	}
}

// Two who are both gone do not hand the powers to and fro; who writes again may
// follow again.
func TestSuccessionEndsWithTheSilent(t *testing.T) {
	ctx := context.Background()
	rules := table.DefaultPeople()
	rules.Silence = 2
	d := newDesk(t, rules)
	for range 5 {
		d.Tick("g1", 2*24*time.Hour)
	}
	n := 0
	for _, f := range d.Facts("g1", true) {
		if f.Type == table.TypeSucceeded {
			n++
		}
	}
	if p := d.Table("g1").People; n != 1 || !p.Has(table.Moderator, "pdep") {
		t.Errorf("%d successions: %+v", n, p.Roles)
	}
	if err := d.Judge.Seen(ctx, d.Table("g1"), "pmod", d.Now); err != nil {
		t.Fatal(err)
	}
	d.Tick("g1", time.Hour)
	if p := d.Table("g1").People; !p.Has(table.Moderator, "pmod") || p.Has(table.Moderator, "pdep") {
		t.Errorf("pmod wrote again: %+v", p.Roles)
	}
}

// A fresh judge does at any point what the old one would have done: nothing
// twice, nothing left out.
func TestPeopleSurviveARestart(t *testing.T) {
	run := func(restart bool) string {
		ctx := context.Background()
		d := newDesk(t, table.DefaultPeople())
		step := func() {
			if restart {
				d.Judge = judge.New(d.Log, d.Books)
			}
			d.Tick("g1", 12*time.Hour)
			d.Tick("g1", 0)
		}
		if _, err := d.Judge.OpenSeat(ctx, d.by("pmod"), "bob", "silent"); err != nil {
			t.Fatal(err)
		}
		for range 10 {
			step()
		}
		if _, err := d.Judge.Accept(ctx, d.by("peve"), "bob"); err != nil {
			t.Fatal(err)
		}
		for range 60 {
			step()
		}
		return gamestest.Text(slices.DeleteFunc(d.Facts("g1", true), func(f games.Fact) bool { return !table.IsAboutPeople(f.Type) }))
	}
	if a, b := run(false), run(true); a != b || a == "" {
		t.Errorf("without a restart:\n%s\nwith one:\n%s", a, b)
	}
}

// Whoever proves his address may ask to join by mail; an unproven one, a game
// that takes nobody and a mail that asks for nothing are a stranger's.
func TestStrangersJoinByMail(t *testing.T) {
	rules := table.DefaultPeople()
	for _, c := range []struct {
		name, from, trust, join, line string
		want                          string
	}{
		{"proven", "zoe@example.org", "proven", table.JoinModerator, "APPLY", "recorded"},
		{"en français", "zoe@example.org", "address", table.JoinAuto, "POSTULER", "recorded"},
		{"unproven", "zoe@example.org", "claimed", table.JoinModerator, "APPLY", "ignored unknown-sender"},
		{"closed", "zoe@example.org", "proven", table.JoinClosed, "APPLY", "ignored unknown-sender"},
		{"talk", "zoe@example.org", "proven", table.JoinAuto, "nice game", "ignored unknown-sender"},
	} {
		t.Run(c.name, func(t *testing.T) {
			rules.Join = c.join
			d := newDesk(t, rules)
			pub := marshal(t, events.Received{Content: c.name, At: d.Now.UnixMilli(), Class: "mail", Trust: c.trust, Clock: "received"})
			env := marshal(t, events.Envelope{From: c.from, Lines: []events.Line{{N: 1, Text: c.line}}, Claims: []events.Claim{{Game: "g1", By: "subject"}}})
			_, _, err := d.Log.Append(context.Background(), events.Commit{Stream: "inbox/test", Key: events.NewKey("m", c.name), At: d.Now, Facts: []events.Fact{{
				Type: events.TypeReceived, V: 1, Pub: pub, Priv: []events.Part{{Audience: "engine", Key: "people/x", Plain: env}},
			}}})
			if err != nil {
				t.Fatal(err)
			}
			if got := run(t, d.World, time.Time{}); len(got) != 1 || got[0] != c.want {
				t.Errorf("the mail is %q, want %q", got, c.want)
			}
			p := d.Table("g1").People
			if n := len(p.With(table.Applicant)) + len(p.With(table.Standby)) - 2; (n == 1) != (c.want == "recorded") {
				t.Errorf("%d people more: %+v", n, p.Roles)
			}
		})
	}
}

// Who is out of the game owes nothing: he is not waited for, nor is his seat
// offered to anybody, also when he resigns.
func TestASeatThatIsOutIsNotOffered(t *testing.T) {
	ctx := context.Background()
	d := &desk{World: world(t)}
	d.Create(judge.NewGame{
		ID: "g1", Rulebook: "race", Options: []games.KV{{Key: "cadence", Value: "seats"}},
		Roles: []table.Role{{Role: table.Standby, Person: "pdan", Lang: "en"}},
	}, "ann", "bob", "cyd")
	d.Tick("g1", 7*week) // lap 3: ann has moved for the last time
	for _, w := range d.Table("g1").Windows {
		if w.Open() && slices.Contains(d.Table("g1").WaitsFor(w), "ann") {
			t.Errorf("mail %s waits for ann", w.ID())
		}
	}
	if len(d.Table("g1").People.Open) > 0 { // by the ladder, while she was still waited for
		seq, err := d.Judge.CloseSeat(ctx, d.by(""), "ann")
		verdict(t, "", seq, err)
	}
	seq, err := d.Judge.OpenSeat(ctx, d.by(""), "ann", "moderator")
	verdict(t, "desk.out", seq, err)
	seq, err = d.Judge.Resign(ctx, d.by(""), "ann")
	verdict(t, "", seq, err)
	if open := d.Table("g1").People.Open; slices.ContainsFunc(open, func(o table.SeatOpened) bool { return o.Seat == "ann" }) || d.holder("ann") != "" {
		t.Errorf("open %+v: a seat that nobody needs", open)
	}
}

// What only one may know of the people is not in the log that others see.
func TestWhoAsksIsNotPublic(t *testing.T) {
	ctx := context.Background()
	d := newDesk(t, table.DefaultPeople())
	seq, err := d.Judge.Resign(ctx, d.by("pbob"), "bob")
	verdict(t, "", seq, err)
	seq, err = d.Judge.Join(ctx, d.by(""), "", judge.Who{Address: "zoe@example.org", Lang: "en"})
	verdict(t, "", seq, err)
	tbl := d.Table("g1")
	for _, eyes := range []games.Seat{games.Public, "ann"} {
		for _, f := range tbl.Visible(d.Facts("g1", true), eyes) {
			role, ok := f.Pub.(table.Role)
			if f.Type == table.TypeAsked || ok && role.Role == table.Applicant {
				t.Errorf("%s sees %s %+v", eyes, f.Type, f.Pub)
			}
		}
	}
}

// Whatever the commit after which all stopped: who does everything again, with
// the same causes, ends in the same place.
func TestPeopleAfterACrashAnywhere(t *testing.T) {
	ctx := context.Background()
	steps := func(d *desk) []func() (events.Seq, error) {
		at := func(hours int, person string) judge.Act {
			a := d.by(person)
			a.At = d.Now.Add(time.Duration(hours) * time.Hour)
			return a
		}
		tick := func(hours int) func() (events.Seq, error) {
			now := d.Now.Add(time.Duration(hours) * time.Hour)
			return func() (events.Seq, error) { _, err := d.Judge.Tick(ctx, "g1", now); return 0, err }
		}
		a := []judge.Act{at(1, "pann"), at(2, "pann"), at(3, "pmod"), at(90, "peve"), at(91, "pmod"), at(92, ""), at(93, "pbob"), at(94, "pbob")}
		return []func() (events.Seq, error){
			func() (events.Seq, error) {
				return d.Judge.Absence(ctx, a[0], "ann", judge.Away{From: "2026-01-08", To: "2026-01-12"})
			},
			func() (events.Seq, error) { return d.Judge.Sit(ctx, a[1], "ann", judge.Who{Person: "psam"}, "", "") },
			func() (events.Seq, error) { return d.Judge.OpenSeat(ctx, a[2], "cyd", "silent") },
			tick(80),
			func() (events.Seq, error) { return d.Judge.Accept(ctx, a[3], "") },
			func() (events.Seq, error) {
				return d.Judge.Substitute(ctx, a[4], "ann", judge.Who{Person: "pfay", Lang: "en"})
			},
			func() (events.Seq, error) {
				return d.Judge.Join(ctx, a[5], "", judge.Who{Address: "gus@example.org", Lang: "fr"})
			},
			func() (events.Seq, error) { return d.Judge.Resign(ctx, a[6], "bob") },
			func() (events.Seq, error) { return d.Judge.Confirm(ctx, a[7], d.code()) },
			tick(170), tick(600),
		}
	}
	play := func(d *desk, from int) {
		t.Helper()
		for i, step := range steps(d) {
			_, err := step()
			if no := (*judge.Refused)(nil); err != nil && !errors.As(err, &no) {
				t.Fatalf("step %d after a crash at commit %d: %v", i+1, from, err)
			}
		}
	}
	whole := newDesk(t, table.DefaultPeople())
	play(whole, 0)
	want := gamestest.Text(whole.Facts("g1", true))
	var all []events.Stored
	for st, err := range whole.Log.Read(ctx, "", 0) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, st)
	}
	if len(all) < 15 {
		t.Fatalf("only %d commits", len(all))
	}
	for n := 1; n < len(all); n++ {
		d := &desk{World: gamestest.NewWorld(t, events.NewMemory(whole.Log.Keys()), games.Erase(gamestest.Race{}))}
		d.Judge.Draws = whole.Judge.Draws
		for _, st := range all[:n] {
			c, err := events.Open(st, whole.Log.Keys())
			if err != nil {
				t.Fatal(err)
			}
			if _, _, err := d.Log.Append(ctx, c); err != nil {
				t.Fatal(err)
			}
		}
		play(d, n)
		if got := gamestest.Text(d.Facts("g1", true)); got != want {
			t.Fatalf("after a crash at commit %d:\n%s\nwant\n%s", n, got, want)
		}
	}
}
