package judge

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"fivepoints/events"
	"fivepoints/events/vault"
	"fivepoints/games"
	"fivepoints/games/desk"
	"fivepoints/games/table"
)

// folk is what the stream of people says, up to a commit: no address, only the
// pseudonyms that the club's key makes of them.
type folk struct {
	at      events.Seq
	owner   map[string]string // pseudonym of an address -> person
	removed map[string]bool   // pseudonyms of addresses that count no more
	langs   map[string]string // by person, as he was introduced
	own     map[string]events.Settings
	record  map[string]events.Seq // where the address of record stands, by person
	asked   map[string][]question // of addresses, by person
}

// people brings the fold of the stream of people up to date.
func (j *Judge) people(ctx context.Context) (*folk, error) {
	if j.folk == nil {
		j.folk = &folk{owner: map[string]string{}, removed: map[string]bool{}, langs: map[string]string{}, own: map[string]events.Settings{}, record: map[string]events.Seq{}, asked: map[string][]question{}}
	}
	for st, err := range j.log.Read(ctx, "people", j.folk.at) {
		if err != nil {
			return nil, fmt.Errorf("reading who is known: %w", err)
		}
		if err := j.folk.fold(st, j.log.Keys()); err != nil {
			return nil, fmt.Errorf("reading commit %d of people: %w", st.Seq, err)
		}
		j.folk.at = st.Seq
	}
	return j.folk, nil
}

func (f *folk) fold(st events.Stored, keys events.Keys) error {
	club, err := keys.Key("club")
	if err != nil {
		return fmt.Errorf("reading the club's key: %w", err)
	}
	c, err := events.Open(st, keys)
	if err != nil {
		return err
	}
	for _, fact := range c.Facts {
		if err := f.fact(club, st.Seq, fact); err != nil {
			return fmt.Errorf("reading %s: %w", fact.Type, err)
		}
	}
	return nil
}

func (f *folk) fact(club []byte, seq events.Seq, fact events.Fact) error {
	switch fact.Type {
	case events.TypePerson:
		p, err := payload[events.Person](fact)
		f.langs[p.Person], f.record[p.Person] = p.Lang, seq
		return errors.Join(err, f.contact(club, fact, p.Person, false))
	case events.TypeAddress:
		a, err := payload[events.Address](fact)
		if a.Record && !a.Gone {
			f.record[a.Person] = seq
		}
		return errors.Join(err, f.contact(club, fact, a.Person, a.Gone))
	case events.TypeAddressAsked:
		a, err := payload[events.AddressAsked](fact)
		f.asked[a.Person] = append(f.asked[a.Person], question{AddressAsked: a, seq: seq})
		return err
	case events.TypeAddressProven:
		a, err := payload[events.AddressProven](fact)
		if q := f.find(a.Person, a.N); q != nil {
			q.record, q.new = q.record || a.Which == "record", q.new || a.Which == "new"
		}
		return err
	case events.TypeSettings:
		s, err := payload[events.Settings](fact)
		f.own[s.Person] = s
		return err
	}
	return nil
}

func payload[P any](fact events.Fact) (p P, err error) {
	err = events.Unmarshal(fact.Pub, &p)
	return p, err
}

// contact notes whose the address in a fact is.
func (f *folk) contact(club []byte, fact events.Fact, person string, gone bool) error {
	for _, part := range fact.Priv {
		if part.Plain == nil {
			continue // erased
		}
		var to events.Contact
		if err := events.Unmarshal(part.Plain, &to); err != nil {
			return err
		}
		name := vault.Pseudonym(club, to.Address)
		delete(f.owner, name)
		if f.removed[name] = gone; !gone {
			f.owner[name] = person
		}
	}
	return nil
}

// Who names somebody: by what stands for him in the log, or by a mail address,
// which makes him known. Lang is the language he reads when nobody knows better.
type Who struct{ Person, Address, Lang string }

// meet finds or introduces somebody and tells which language he reads.
func (j *Judge) meet(ctx context.Context, who Who, at time.Time) (person, lang string, err error) {
	f, err := j.people(ctx)
	if err != nil {
		return "", "", err
	}
	person = who.Person
	if person == "" {
		if person, err = j.Introduce(ctx, who.Address, who.Lang, at); err != nil {
			return "", "", err
		}
	}
	if lang = cmp.Or(f.own[person].Lang, f.langs[person]); who.Lang != "" && lang == "" {
		lang = who.Lang
	}
	return person, lang, nil
}

// Introduce finds or adds the person an address belongs to, and returns the name
// that stands for him in the log. The address is kept under his own key.
func (j *Judge) Introduce(ctx context.Context, address, lang string, at time.Time) (string, error) {
	f, err := j.people(ctx)
	if err != nil {
		return "", err
	}
	club, err := j.log.Keys().Key("club")
	if err != nil {
		return "", fmt.Errorf("adding a person: %w", err)
	}
	name := vault.Pseudonym(club, address)
	if person := f.owner[name]; person != "" {
		return person, nil
	}
	key := events.NewKey("person", name)
	if known, err := j.log.Lookup(ctx, "people", key); err != nil || known > 0 && !f.removed[name] {
		return name, err
	}
	if f.removed[name] { // it was somebody's, who gave it up: whoever writes from it now is another
		key, name = events.NewKey("person", name, fmt.Sprint(f.at)), vault.Pseudonym(club, fmt.Sprint(address, " ", f.at))
	}
	fact, err := person(name, address, lang)
	if err != nil {
		return "", fmt.Errorf("adding a person: %w", err)
	}
	return name, j.appendPeople(ctx, key, 0, at, fact)
}

// newcomer introduces who asks from an unknown address to join a game that takes
// people, when his address is proven: a forged one must not make us write to
// anybody.
func (j *Judge) newcomer(ctx context.Context, m message) (message, error) {
	if m.envelope.Person != "" || m.envelope.From == "" || m.received.Class != "mail" || m.received.Trust == trustClaimed || m.post != nil {
		return m, nil
	}
	claims, err := j.known(ctx, m.envelope.Claims)
	if err != nil {
		return m, err
	}
	game, _ := pickGame(claims)
	if tip, err := j.log.Tip(ctx, "game/"+game); game == "" || err != nil || tip == 0 {
		return m, err
	}
	t, err := j.Table(ctx, game)
	if isSuspended(err) {
		return m, nil
	}
	if err != nil || t.Over != nil || t.People.Rules.Join == table.JoinClosed {
		return m, err
	}
	asked, _ := desk.Read(m.envelope.Lines, Sender(t, games.EN, false, m.received.At))
	if slices.ContainsFunc(asked, func(c desk.Command) bool { return c.Word == desk.Apply && c.Problem == nil }) {
		m.envelope.Person, err = j.Introduce(ctx, m.envelope.From, t.Created.Langs[0], j.arrival(m, game))
	}
	return m, err
}

func person(name, address, lang string) (events.Fact, error) {
	return peopleFact(events.TypePerson, events.Person{Person: name, Lang: lang}, name, &events.Contact{Address: strings.ToLower(strings.TrimSpace(address))})
}

// peopleFact makes a fact of the stream of people; an address lies in it under
// its person's key.
func peopleFact(typ string, pub any, person string, to *events.Contact) (events.Fact, error) {
	data, err := events.Marshal(pub)
	if err != nil {
		return events.Fact{}, fmt.Errorf("writing %s: %w", typ, err)
	}
	f := events.Fact{Type: typ, V: 1, Pub: data}
	if to == nil {
		return f, nil
	}
	plain, err := events.Marshal(*to)
	if err != nil {
		return events.Fact{}, fmt.Errorf("writing %s: %w", typ, err)
	}
	f.Priv = []events.Part{{Audience: string(games.Engine), Key: "people/" + person, Plain: plain}}
	return f, nil
}

// appendPeople commits facts to the stream of people.
func (j *Judge) appendPeople(ctx context.Context, key events.Key, cause events.Seq, at time.Time, facts ...events.Fact) error {
	tip, err := j.log.Tip(ctx, "people")
	if err != nil {
		return err
	}
	if _, _, err = j.log.Append(ctx, events.Commit{Stream: "people", Expect: tip, Key: key, Cause: cause, At: at, Facts: facts}); err != nil {
		return fmt.Errorf("appending to people: %w", err)
	}
	_, err = j.people(ctx)
	return err
}
