package people

import (
	"context"
	"fmt"

	"fivepoints/events"
)

// Contacts finds the address of record of a person. It keeps where in the log
// an address stands, never the address itself: who is erased is gone at once.
// It is not safe for concurrent use.
type Contacts struct {
	Log events.Log

	at   events.Seq
	seqs map[string]events.Seq // where the address of record stands, by person
}

// Contact returns the address and name of a person, empty when he is not known
// or was erased.
func (c *Contacts) Contact(ctx context.Context, person string) (address, name string, err error) {
	if err := c.follow(ctx); err != nil {
		return "", "", fmt.Errorf("looking up a person: %w", err)
	}
	seq := c.seqs[person]
	if seq == 0 {
		return "", "", nil
	}
	for st, err := range c.Log.Read(ctx, "people", seq-1) {
		if err != nil {
			return "", "", fmt.Errorf("looking up a person: %w", err)
		}
		to, err := contactIn(st, c.Log.Keys(), person)
		if err != nil {
			return "", "", fmt.Errorf("looking up a person in commit %d: %w", seq, err)
		}
		return to.Address, to.Name, nil
	}
	return "", "", nil
}

// follow learns who was added since the last look.
func (c *Contacts) follow(ctx context.Context) error {
	if c.seqs == nil {
		c.seqs = map[string]events.Seq{}
	}
	for st, err := range c.Log.Read(ctx, "people", c.at) {
		if err != nil {
			return err
		}
		commit, err := events.Decode(st)
		if err != nil {
			return err
		}
		for _, f := range commit.Facts {
			who, err := addressee(f)
			if err != nil {
				return fmt.Errorf("reading %s: %w", f.Type, err)
			}
			if who != "" {
				c.seqs[who] = st.Seq
			}
		}
		c.at = st.Seq
	}
	return nil
}

// addressee is who can be written to at the address in a fact, "" for nobody:
// also somebody who is only asked whether an address is his.
func addressee(f events.Fact) (string, error) {
	switch f.Type {
	case events.TypePerson:
		var who events.Person
		err := events.Unmarshal(f.Pub, &who)
		return who.Person, err
	case events.TypeAddress:
		var a events.Address
		if err := events.Unmarshal(f.Pub, &a); err != nil || !a.Record || a.Gone {
			return "", err
		}
		return a.Person, nil
	case events.TypeAddressAsked:
		var a events.AddressAsked
		if err := events.Unmarshal(f.Pub, &a); err != nil || a.How == "remove" {
			return "", err
		}
		return a.To, nil
	}
	return "", nil
}

// contactIn is the private half of a person's fact.
func contactIn(st events.Stored, keys events.Keys, person string) (to events.Contact, err error) {
	c, err := events.Open(st, keys)
	if err != nil {
		return to, err
	}
	for _, f := range c.Facts {
		who, err := addressee(f)
		if err != nil {
			return to, err
		}
		for _, part := range f.Priv {
			if who == person && part.Plain != nil {
				return to, events.Unmarshal(part.Plain, &to)
			}
		}
	}
	return to, nil
}
