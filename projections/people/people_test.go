package people_test

import (
	"context"
	"database/sql"
	"fmt"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"fivepoints/events"
	"fivepoints/events/vault"
	"fivepoints/games/table"
	"fivepoints/mail/intake"
	"fivepoints/mail/outbox"
	"fivepoints/mail/trust"
	"fivepoints/projections"
	"fivepoints/projections/people"
	"fivepoints/projections/viewdb"
)

var _ intake.Directory = people.Directory{}

type house struct {
	t   *testing.T
	log events.Log
	db  *sql.DB
}

func newHouse(t *testing.T) house {
	t.Helper()
	db, err := viewdb.Open(filepath.Join(t.TempDir(), "views.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return house{t, events.NewMemory(events.NewMemoryKeys("test")), db}
}

func (h house) append(stream, typ string, pub, priv any, key string) {
	h.t.Helper()
	ctx := context.Background()
	data, err := events.Marshal(pub)
	if err != nil {
		h.t.Fatal(err)
	}
	f := events.Fact{Type: typ, V: 1, Pub: data}
	if priv != nil {
		plain, err := events.Marshal(priv)
		if err != nil {
			h.t.Fatal(err)
		}
		f.Priv = []events.Part{{Audience: "engine", Key: key, Plain: plain}}
	}
	tip, err := h.log.Tip(ctx, stream)
	if err != nil {
		h.t.Fatal(err)
	}
	c := events.Commit{Stream: stream, Expect: tip, Key: events.NewKey("test", string(data), fmt.Sprint(tip)), At: time.UnixMilli(0), Facts: []events.Fact{f}}
	if _, _, err := h.log.Append(ctx, c); err != nil {
		h.t.Fatal(err)
	}
}

func (h house) person(address string) string {
	h.t.Helper()
	club, err := h.log.Keys().Key("club")
	if err != nil {
		h.t.Fatal(err)
	}
	return vault.Pseudonym(club, address)
}

func (h house) introduce(person, address, lang string) {
	h.append("people", events.TypePerson, events.Person{Person: person, Lang: lang}, events.Contact{Address: address}, "people/"+person)
}

func (h house) sit(game, seat, person string) {
	h.append("game/"+game, table.TypeSeat, table.SeatTaken{Seat: seat, Person: person, Lang: "fr"}, nil, "")
}

func (h house) ask(address string) (string, []events.Claim) {
	h.t.Helper()
	ctx := context.Background()
	if err := projections.Run(ctx, h.log, h.db, &people.Projection{Keys: h.log.Keys()}); err != nil {
		h.t.Fatal(err)
	}
	person, seats, err := people.Directory{DB: h.db, Log: h.log}.Address(ctx, address)
	if err != nil {
		h.t.Fatal(err)
	}
	return person, seats
}

func TestDirectory(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	ann, bob := h.person("ann@example.org"), h.person("bob@example.org")
	h.introduce(ann, "ann@example.org", "fr")
	h.introduce(ann, "ann@work.example.org", "fr")
	h.sit("ny12", "whyos", ann)
	h.sit("ny13", "bowery", ann)
	h.sit("ny13", "eastman", bob)
	annSeats := []events.Claim{{Game: "ny12", Seat: "whyos", By: "address"}, {Game: "ny13", Seat: "bowery", By: "address"}}
	for _, c := range []struct {
		address, person string
		seats           []events.Claim
	}{
		{"ann@example.org", ann, annSeats},
		{"ANN@Example.ORG", ann, annSeats},
		{"ann@work.example.org", ann, annSeats},
		{"bob@example.org", bob, []events.Claim{{Game: "ny13", Seat: "eastman", By: "address"}}},
		{"stranger@example.org", "", nil},
		{"", "", nil},
	} {
		if person, seats := h.ask(c.address); person != c.person || !reflect.DeepEqual(seats, c.seats) {
			t.Errorf("%s: %s %v, want %s %v", c.address, person, seats, c.person, c.seats)
		}
	}
}

func TestSeatThatChangedHands(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	ann, bob := h.person("ann@example.org"), h.person("bob@example.org")
	h.introduce(ann, "ann@example.org", "fr")
	h.introduce(bob, "bob@example.org", "en")
	h.sit("ny12", "whyos", ann)
	if _, seats := h.ask("ann@example.org"); len(seats) != 1 {
		t.Fatalf("%v", seats)
	}
	h.sit("ny12", "whyos", bob)
	if person, seats := h.ask("ann@example.org"); person != ann || len(seats) != 0 {
		t.Errorf("ann still holds %v", seats)
	}
	if _, seats := h.ask("bob@example.org"); len(seats) != 1 {
		t.Errorf("bob holds %v", seats)
	}
}

// A rebuild after an erasure no longer knows the address, nor is it ever in the file.
func TestErasedAddressIsForgotten(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.introduce("pann", "ann@example.org", "fr")
	if person, _ := h.ask("ann@example.org"); person != "pann" {
		t.Fatalf("got %q", person)
	}
	dump, err := viewdb.Dump(h.db)
	if err != nil {
		t.Fatal(err)
	}
	if len(dump) == 0 || strings.Contains(dump, "example.org") {
		t.Errorf("the file holds an address:\n%s", dump)
	}
	if err := h.log.Keys().Destroy("people/pann"); err != nil {
		t.Fatal(err)
	}
	fresh := newHouse(t)
	fresh.log = h.log
	if person, _ := fresh.ask("ann@example.org"); person != "" {
		t.Errorf("an erased person is still %q", person)
	}
}

// The address of record is the newest one; who was erased has none from that
// moment on.
func TestContacts(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	c := people.Contacts{Log: h.log}
	check := func(person, want string) {
		t.Helper()
		if got, _, err := c.Contact(context.Background(), person); err != nil || got != want {
			t.Errorf("%s gets mail at %q, %v, not at %q", person, got, err, want)
		}
	}
	check("pann", "")
	h.introduce("pann", "ann@example.org", "fr")
	h.introduce("pbob", "bob@example.org", "en")
	check("pann", "ann@example.org")
	h.introduce("pann", "ann@work.example.org", "fr")
	check("pann", "ann@work.example.org")
	check("pbob", "bob@example.org")
	if err := h.log.Keys().Destroy("people/pann"); err != nil {
		t.Fatal(err)
	}
	check("pann", "")
	check("pbob", "bob@example.org")
}

// An answer to a mail of ours is about its game and seat; a made-up id is nothing.
func TestAnswersToOurMails(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.append("outbox/ny12", events.TypeQueued, events.Queued{Kind: "report", Seat: "whyos", Person: "pann"}, nil, "")
	h.append("outbox/club", events.TypeQueued, events.Queued{Kind: "notice", Person: "pann"}, nil, "")
	h.ask("") // what the log says is projected
	ids, err := outbox.NewIDs(h.log.Keys())
	if err != nil {
		t.Fatal(err)
	}
	for id, want := range map[string][]events.Claim{
		ids.MessageID(1, "example.org"): {{Game: "ny12", Seat: "whyos", By: "reply"}},
		ids.MessageID(2, "example.org"): nil,
		ids.MessageID(9, "example.org"): nil,
		"someone@example.org":           nil,
		"":                              nil,
	} {
		got, err := people.Directory{DB: h.db, Log: h.log}.MessageID(context.Background(), id)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, %v, not %v", id, got, err, want)
		}
	}
}

// When a seat changes hands its token changes, and mails written to the old
// player speak for the seat no longer.
func TestOldTokensAndMailsSpeakForNobody(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	h := newHouse(t)
	h.sit("ny12", "whyos", "pann")
	h.append("outbox/ny12", events.TypeQueued, events.Queued{Kind: "report", Seat: "whyos", Person: "pann"}, nil, "")
	ids, err := outbox.NewIDs(h.log.Keys())
	if err != nil {
		t.Fatal(err)
	}
	club, err := h.log.Keys().Key("club")
	if err != nil {
		t.Fatal(err)
	}
	dir := people.Directory{DB: h.db, Log: h.log}
	look := func() (events.Seq, []events.Claim) {
		t.Helper()
		h.ask("")
		since, err := dir.Since(ctx, "ny12", "whyos")
		if err != nil {
			t.Fatal(err)
		}
		claims, err := dir.MessageID(ctx, ids.MessageID(2, "example.org"))
		if err != nil {
			t.Fatal(err)
		}
		return since, claims
	}
	since, claims := look()
	old := trust.NewToken(club, "ny12", "whyos", since)
	if !reflect.DeepEqual(claims, []events.Claim{{Game: "ny12", Seat: "whyos", By: "reply"}}) {
		t.Errorf("before: %v", claims)
	}
	h.sit("ny12", "whyos", "pbob")
	since, claims = look()
	if old.Holds(club, since) {
		t.Error("the old player's token still counts")
	}
	if !reflect.DeepEqual(claims, []events.Claim{{Game: "ny12", By: "reply"}}) {
		t.Errorf("after: %v", claims)
	}
}
