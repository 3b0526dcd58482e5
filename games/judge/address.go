package judge

import (
	"context"
	"fmt"
	"net/mail"
	"slices"
	"strconv"
	"strings"
	"time"

	"fivepoints/events"
	"fivepoints/events/vault"
	"fivepoints/games"
)

// What somebody may do with his addresses.
const (
	ChangeAddress = "change" // the new one becomes the address of record, the old one counts no more
	AddAddress    = "add"    // he may write from it, too
	RemoveAddress = "remove"
)

// question is one about addresses, with what came back so far.
type question struct {
	events.AddressAsked
	seq         events.Seq
	record, new bool // codes that came back
}

func (q question) done() bool { return q.record && (q.new || q.How == RemoveAddress) }

func (f *folk) find(person string, n int) *question {
	for i := range f.asked[person] {
		if f.asked[person][i].N == n {
			return &f.asked[person][i]
		}
	}
	return nil
}

// askedADay bounds how many questions about addresses one person may ask: each
// makes us write to an address that somebody names.
const askedADay = 3

// AskAddress asks for a change of somebody's addresses. One code is mailed to his
// address of record and, unless an address is to be removed, another to the new
// one; the change is made when both came back.
func (j *Judge) AskAddress(ctx context.Context, a Act, how, address string) error {
	f, err := j.people(ctx)
	if err != nil {
		return err
	}
	if seq, err := j.log.Lookup(ctx, "people", a.Key); err != nil || seq > 0 {
		return err
	}
	q, err := f.ask(a, how)
	if err != nil {
		return err
	}
	parsed, err := mail.ParseAddress(strings.TrimSpace(address))
	if err != nil || strings.ContainsAny(parsed.Address, " \"<>\r\n") {
		return not("desk.address.bad", textArg("address", address))
	}
	club, err := j.log.Keys().Key("club")
	if err != nil {
		return fmt.Errorf("reading the club's key: %w", err)
	}
	name := vault.Pseudonym(club, parsed.Address)
	q.To = vault.Pseudonym(club, "asked "+parsed.Address) // not name: that would tell whose it is
	record, err := j.recordOf(ctx, a.Person)
	if err != nil {
		return err
	}
	if err := mayAsk(how, f.owner[name] == a.Person, strings.EqualFold(record, parsed.Address)); err != nil {
		return err
	}
	fact, err := peopleFact(events.TypeAddressAsked, q, a.Person, &events.Contact{Address: strings.ToLower(parsed.Address)})
	if err != nil {
		return err
	}
	return j.appendPeople(ctx, a.Key, a.Msg, a.At, fact)
}

// ask begins a question.
func (f *folk) ask(a Act, how string) (events.AddressAsked, error) {
	all := f.asked[a.Person]
	q := events.AddressAsked{
		Person: a.Person, N: len(all) + 1, How: how, At: a.At.UnixMilli(), Until: a.At.Add(confirmFor).UnixMilli(),
	}
	recent := slices.DeleteFunc(slices.Clone(all), func(o question) bool { return o.At <= q.At-day })
	switch {
	case a.Person == "" || f.langs[a.Person] == "":
		return q, not("desk.address.who")
	case len(recent) >= askedADay:
		return q, not("desk.address.often")
	}
	return q, nil
}

// mayAsk refuses what changes nothing or would leave nobody to write to. Whose
// another address is, it does not tell.
func mayAsk(how string, own, record bool) error {
	switch {
	case how == RemoveAddress && record:
		return not("desk.address.record")
	case how == RemoveAddress && !own:
		return not("desk.address.not-yours")
	case how == AddAddress && own, how == ChangeAddress && record:
		return not("desk.address.has")
	}
	return nil
}

// recordOf is the address of record of somebody, "" when he was erased.
func (j *Judge) recordOf(ctx context.Context, person string) (string, error) {
	f, err := j.people(ctx)
	if err != nil || f.record[person] == 0 {
		return "", err
	}
	return j.addressIn(ctx, f.record[person], person)
}

// addressIn reads the address that a commit of people keeps for somebody; of
// several the one that is not given up.
func (j *Judge) addressIn(ctx context.Context, seq events.Seq, person string) (string, error) {
	for st, err := range j.log.Read(ctx, "people", seq-1) {
		if err != nil {
			return "", err
		}
		c, err := events.Open(st, j.log.Keys())
		if err != nil {
			return "", fmt.Errorf("opening commit %d: %w", seq, err)
		}
		for _, f := range c.Facts {
			if who, err := keepsFor(f); err != nil || who != person {
				continue
			}
			for _, part := range f.Priv {
				var to events.Contact
				if part.Plain == nil {
					continue // erased
				}
				err := events.Unmarshal(part.Plain, &to)
				return to.Address, err
			}
		}
		break
	}
	return "", nil
}

// keepsFor is whose address a fact keeps, "" for nobody's.
func keepsFor(f events.Fact) (string, error) {
	switch f.Type {
	case events.TypePerson:
		p, err := payload[events.Person](f)
		return p.Person, err
	case events.TypeAddressAsked:
		a, err := payload[events.AddressAsked](f)
		return a.Person, err
	case events.TypeAddress:
		a, err := payload[events.Address](f)
		if a.Gone {
			return "", err
		}
		return a.Person, err
	}
	return "", nil
}

// AddressCode is a code of a question about addresses: which is "record" or "new".
func AddressCode(club []byte, q events.AddressAsked, which string) string {
	return Code(club, fmt.Sprintf("address %d %s", q.N, which), q.Person)
}

// ofAddress takes a code for one about addresses, and makes the change once all
// have come back. Whoever sends a code has read the mail it was in.
func (j *Judge) ofAddress(ctx context.Context, m message, code string) (bool, error) {
	f, err := j.people(ctx)
	if err != nil {
		return false, err
	}
	club, err := j.log.Keys().Key("club")
	if err != nil {
		return false, fmt.Errorf("reading the club's key: %w", err)
	}
	for _, person := range sortedKeys(f.asked) {
		all := f.asked[person]
		if len(all) == 0 {
			continue
		}
		q := all[len(all)-1] // a newer question replaces the older ones
		for _, which := range []string{"record", "new"} {
			if AddressCode(club, q.AddressAsked, which) == code {
				return true, j.proves(ctx, m, q, which)
			}
		}
	}
	return false, nil
}

// proves records that a code of a question came back; with the last one the
// change is made, in the same commit.
func (j *Judge) proves(ctx context.Context, m message, q question, which string) error {
	if m.received.At >= q.Until || which == "record" && q.record || which == "new" && q.new {
		return nil // late, or said before
	}
	fact, err := peopleFact(events.TypeAddressProven, events.AddressProven{Person: q.Person, N: q.N, Which: which, Msg: m.seq}, q.Person, nil)
	if err != nil {
		return err
	}
	facts := []events.Fact{fact}
	q.record, q.new = q.record || which == "record", q.new || which == "new"
	if q.done() {
		change, err := j.addressFacts(ctx, q)
		if err != nil {
			return err
		}
		facts = append(facts, change...)
	}
	key := events.NewKey("address", q.Person, strconv.Itoa(q.N), which)
	return j.appendPeople(ctx, key, m.seq, time.UnixMilli(m.received.At), facts...)
}

// addressFacts make the change that a question asked for. An address that is
// somebody else's by now stays his.
func (j *Judge) addressFacts(ctx context.Context, q question) ([]events.Fact, error) {
	address, err := j.addressIn(ctx, q.seq, q.Person)
	if err != nil || address == "" {
		return nil, err
	}
	club, err := j.log.Keys().Key("club")
	if err != nil {
		return nil, fmt.Errorf("reading the club's key: %w", err)
	}
	if owner := j.folk.owner[vault.Pseudonym(club, address)]; owner != "" && owner != q.Person {
		return nil, nil
	}
	contact := &events.Contact{Address: address}
	fact, err := peopleFact(events.TypeAddress, events.Address{Person: q.Person, Record: q.How == ChangeAddress, Gone: q.How == RemoveAddress}, q.Person, contact)
	if err != nil || q.How != ChangeAddress {
		return []events.Fact{fact}, err
	}
	old, err := j.recordOf(ctx, q.Person)
	if err != nil || old == "" {
		return []events.Fact{fact}, err
	}
	gone, err := peopleFact(events.TypeAddress, events.Address{Person: q.Person, Gone: true}, q.Person, &events.Contact{Address: old})
	return []events.Fact{gone, fact}, err
}

// Settings changes how somebody is written to; what is empty stays as it is.
func (j *Judge) Settings(ctx context.Context, a Act, s events.Settings) error {
	f, err := j.people(ctx)
	if err != nil {
		return err
	}
	if seq, err := j.log.Lookup(ctx, "people", a.Key); err != nil || seq > 0 {
		return err
	}
	if a.Person == "" {
		return not("desk.address.who")
	}
	if refused := badSettings(s); refused != nil {
		return refused
	}
	now := f.own[a.Person]
	now.Person = a.Person
	for _, set := range []struct {
		to   *string
		from string
	}{{&now.Lang, s.Lang}, {&now.Zone, s.Zone}, {&now.Notices, s.Notices}} {
		if set.from != "" {
			*set.to = set.from
		}
	}
	fact, err := peopleFact(events.TypeSettings, now, a.Person, nil)
	if err != nil {
		return err
	}
	return j.appendPeople(ctx, a.Key, a.Msg, a.At, fact)
}

func badSettings(s events.Settings) error {
	_, err := time.LoadLocation(s.Zone)
	switch {
	case !slices.Contains([]string{"", "fr", "en"}, s.Lang):
		return not("desk.lang", textArg("word", s.Lang))
	case err != nil || s.Zone == "Local":
		return not("desk.zone", textArg("word", s.Zone))
	case !slices.Contains([]string{"", "immediate", "digest", "quiet"}, s.Notices):
		return not("desk.notices", textArg("word", s.Notices))
	}
	return nil
}

// langOf is the language that the player of a seat reads.
func (j *Judge) langOf(ctx context.Context, person, lang string) (games.Lang, error) {
	f, err := j.people(ctx)
	if err != nil {
		return "", err
	}
	if own := f.own[person].Lang; own != "" {
		lang = own
	}
	return games.Lang(lang), nil
}
