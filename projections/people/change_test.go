package people_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"fivepoints/events"
	"fivepoints/games/judge"
	"fivepoints/projections/people"
)

// member is somebody with an address who changes it, and those who look on.
type member struct {
	house
	judge    *judge.Judge
	contacts *people.Contacts
	person   string
	n        int
	now      time.Time
}

func newMember(t *testing.T) *member {
	t.Helper()
	h := newHouse(t)
	m := &member{house: h, judge: judge.New(h.log, nil), contacts: &people.Contacts{Log: h.log}, now: time.UnixMilli(1_770_000_000_000)}
	var err error
	if m.person, err = m.judge.Introduce(context.Background(), "Ann@Example.org", "fr", m.now); err != nil {
		t.Fatal(err)
	}
	return m
}

// ask asks for a change and returns the key of its refusal.
func (m *member) ask(how, address string) string {
	m.t.Helper()
	m.n++
	a := judge.Act{Game: "g1", Person: m.person, By: judge.ByPlayer, At: m.now, Key: events.NewKey("ask", fmt.Sprint(m.n))}
	err := m.judge.AskAddress(context.Background(), a, how, address)
	var r *judge.Refused
	if errors.As(err, &r) {
		return r.Msg.Key
	}
	if err != nil {
		m.t.Fatal(err)
	}
	return ""
}

// code is a code of the newest question.
func (m *member) code(which string) string {
	m.t.Helper()
	club, err := m.log.Keys().Key("club")
	if err != nil {
		m.t.Fatal(err)
	}
	return judge.AddressCode(club, m.asked(), which)
}

// asked is the newest question.
func (m *member) asked() (q events.AddressAsked) {
	m.t.Helper()
	for st, err := range m.log.Read(context.Background(), "people", 0) {
		if err != nil {
			m.t.Fatal(err)
		}
		c, err := events.Decode(st)
		if err != nil {
			m.t.Fatal(err)
		}
		for _, f := range c.Facts {
			if f.Type == events.TypeAddressAsked {
				if err := events.Unmarshal(f.Pub, &q); err != nil {
					m.t.Fatal(err)
				}
			}
		}
	}
	return q
}

// send brings a mail with a code from somewhere.
func (m *member) send(code string) {
	m.t.Helper()
	m.n++
	m.append("inbox/file", events.TypeReceived,
		events.Received{Cursor: fmt.Sprint(m.n), Content: fmt.Sprint("mail ", m.n), Class: "mail", Trust: "claimed", At: m.now.UnixMilli(), Clock: "received"},
		events.Envelope{From: "anybody@example.net", Lines: []events.Line{{N: 1, Text: "CONFIRM " + code}}}, "people/pmail")
	if _, err := m.judge.Run(context.Background(), time.Time{}, nil); err != nil {
		m.t.Fatal(err)
	}
}

// check tells where mail goes and which addresses are the member's.
func (m *member) check(record string, own, not []string) {
	m.t.Helper()
	got, _, err := m.contacts.Contact(context.Background(), m.person)
	if err != nil || got != record {
		m.t.Errorf("mail goes to %q, %v, not to %q", got, err, record)
	}
	for _, a := range own {
		if who, _ := m.house.ask(a); who != m.person {
			m.t.Errorf("%s belongs to %q", a, who)
		}
	}
	for _, a := range not {
		if who, _ := m.house.ask(a); who == m.person {
			m.t.Errorf("%s is still the member's", a)
		}
	}
}

const (
	old  = "ann@example.org"
	work = "ann@work.example.org"
)

// A change needs both codes, in any order, each once; a restart in between loses
// nothing. Going back to the first address is a change like any other.
func TestChangeOfAddress(t *testing.T) {
	t.Parallel()
	m := newMember(t)
	if got := m.ask("change", "Ann@Work.Example.org"); got != "" {
		t.Fatal(got)
	}
	m.check(old, []string{old}, []string{work})
	if to, _, err := m.contacts.Contact(context.Background(), m.asked().To); err != nil || to != work {
		t.Errorf("the code for the new address goes to %q, %v", to, err)
	}
	m.send("aaaa-aaaa")
	m.send(m.code("new"))
	m.check(old, []string{old}, []string{work})
	m.judge = judge.New(m.log, nil)
	m.send(m.code("new"))
	m.check(old, []string{old}, []string{work})
	m.send(m.code("record"))
	m.check(work, []string{work}, []string{old})
	m.send(m.code("record"))
	m.check(work, []string{work}, []string{old})

	if got := m.ask("change", old); got != "" {
		t.Fatal(got)
	}
	m.send(m.code("record"))
	m.send(m.code("new"))
	m.check(old, []string{old}, []string{work})
}

func TestMoreAddresses(t *testing.T) {
	t.Parallel()
	m := newMember(t)
	if got := m.ask("add", work); got != "" {
		t.Fatal(got)
	}
	m.send(m.code("record"))
	m.send(m.code("new"))
	m.check(old, []string{old, work}, nil)
	for _, c := range []struct{ how, address, want string }{
		{"add", work, "desk.address.has"},
		{"change", old, "desk.address.has"},
		{"remove", old, "desk.address.record"},
		{"remove", "bob@example.org", "desk.address.not-yours"},
		{"add", "nobody", "desk.address.bad"},
		{"add", "a@b\r\nBcc: c@d", "desk.address.bad"},
		{"remove", work, ""},
	} {
		if got := m.ask(c.how, c.address); got != c.want {
			t.Errorf("%s %s: %q, want %q", c.how, c.address, got, c.want)
		}
	}
	m.send(m.code("record"))
	m.check(old, []string{old}, []string{work})
	if got := m.ask("add", work); got != "" {
		t.Fatal(got)
	}
	if got := m.ask("add", "ann@home.example.org"); got != "desk.address.often" {
		t.Errorf("the fourth request of a day: %q", got)
	}
}

// The address of another is not told, and stays his.
func TestAddressOfAnother(t *testing.T) {
	t.Parallel()
	m := newMember(t)
	bob, err := m.judge.Introduce(context.Background(), "bob@example.org", "en", m.now)
	if err != nil {
		t.Fatal(err)
	}
	if got := m.ask("add", "bob@example.org"); got != "" {
		t.Errorf("it is told: %q", got)
	}
	m.send(m.code("record"))
	m.send(m.code("new"))
	if who, _ := m.house.ask("bob@example.org"); who != bob {
		t.Errorf("bob's address went to %q", who)
	}
}

// A late code does nothing, a newer question replaces the old one, and who is
// introduced again by any of his addresses is the same person.
func TestCodesOfAddressesEnd(t *testing.T) {
	t.Parallel()
	m := newMember(t)
	if got := m.ask("add", "ann@home.example.org"); got != "" {
		t.Fatal(got)
	}
	first := []string{m.code("record"), m.code("new")}
	if got := m.ask("add", work); got != "" {
		t.Fatal(got)
	}
	for _, code := range first {
		m.send(code)
	}
	m.check(old, []string{old}, []string{"ann@home.example.org", work})
	codes := []string{m.code("record"), m.code("new")}
	m.send(codes[0])
	m.now = m.now.Add(8 * 24 * time.Hour)
	m.send(codes[1])
	m.check(old, []string{old}, []string{work})
	if got := m.ask("add", work); got != "" {
		t.Fatal(got)
	}
	m.send(m.code("record"))
	m.send(m.code("new"))
	if again, err := m.judge.Introduce(context.Background(), work, "en", m.now); err != nil || again != m.person {
		t.Errorf("introduced by the other address: %s, %v", again, err)
	}
}

func TestSettings(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	m := newMember(t)
	for i, c := range []struct {
		s    events.Settings
		want string
	}{
		{events.Settings{Lang: "en"}, ""},
		{events.Settings{Zone: "America/Montreal"}, ""},
		{events.Settings{Notices: "digest"}, ""},
		{events.Settings{Lang: "de"}, "desk.lang"},
		{events.Settings{Zone: "Mars/Base"}, "desk.zone"},
		{events.Settings{Zone: "Local"}, "desk.zone"},
		{events.Settings{Notices: "hourly"}, "desk.notices"},
	} {
		a := judge.Act{Person: m.person, At: m.now, Key: events.NewKey("settings", fmt.Sprint(i))}
		err := m.judge.Settings(ctx, a, c.s)
		var r *judge.Refused
		if got := ""; errors.As(err, &r) && r.Msg.Key != c.want || !errors.As(err, &r) && (err != nil || c.want != got) {
			t.Errorf("%+v: %v, want %q", c.s, err, c.want)
		}
	}
	m.house.ask(old)
	got, err := people.Directory{DB: m.db, Log: m.log}.Settings(ctx, m.person)
	if want := (events.Settings{Person: m.person, Lang: "en", Zone: "America/Montreal", Notices: "digest"}); err != nil || got != want {
		t.Errorf("%+v, %v, want %+v", got, err, want)
	}
}
