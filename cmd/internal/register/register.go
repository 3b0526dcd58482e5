// Package register adds people to the register of a club: the stream "people".
package register

import (
	"context"
	"fmt"
	"strings"
	"time"

	"fivepoints/events"
	"fivepoints/events/vault"
	"fivepoints/games"
)

// Person finds or adds the person an address belongs to, and returns the name
// that stands for him in the log. The address is kept under his own key.
func Person(ctx context.Context, log events.Log, address, lang string, at time.Time) (string, error) {
	club, err := log.Keys().Key("club")
	if err != nil {
		return "", fmt.Errorf("adding a person: %w", err)
	}
	person := vault.Pseudonym(club, address)
	key := events.NewKey("person", person)
	known, err := log.Lookup(ctx, "people", key)
	if err != nil || known > 0 {
		return person, err
	}
	fact, err := added(person, address, lang)
	if err != nil {
		return "", fmt.Errorf("adding a person: %w", err)
	}
	tip, err := log.Tip(ctx, "people")
	if err != nil {
		return "", err
	}
	if _, _, err = log.Append(ctx, events.Commit{Stream: "people", Expect: tip, Key: key, At: at, Facts: []events.Fact{fact}}); err != nil {
		return "", fmt.Errorf("adding a person: %w", err)
	}
	return person, nil
}

func added(person, address, lang string) (events.Fact, error) {
	pub, err := events.Marshal(events.Person{Person: person, Lang: lang})
	if err != nil {
		return events.Fact{}, err
	}
	plain, err := events.Marshal(events.Contact{Address: strings.ToLower(address)})
	if err != nil {
		return events.Fact{}, err
	}
	part := events.Part{Audience: string(games.Engine), Key: "people/" + person, Plain: plain}
	return events.Fact{Type: events.TypePerson, V: 1, Pub: pub, Priv: []events.Part{part}}, nil
}
