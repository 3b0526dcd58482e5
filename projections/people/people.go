package people

import (
	"context"
	"database/sql"
	"fmt"

	"fivepoints/events"
	"fivepoints/events/vault"
	"fivepoints/games/table"
	"fivepoints/mail/intake"
	"fivepoints/projections"
)

// Projection fills the tables people, addresses, settings and seats.
type Projection struct{ Keys events.Keys }

// Name is that of its cursor.
func (*Projection) Name() string { return "people" }

// Version is that of its tables and fold.
func (*Projection) Version() int { return 3 }

// Schema creates its tables.
func (*Projection) Schema() string {
	return `DROP TABLE IF EXISTS people; DROP TABLE IF EXISTS addresses; DROP TABLE IF EXISTS seats; DROP TABLE IF EXISTS settings;
CREATE TABLE people (person TEXT PRIMARY KEY, lang TEXT NOT NULL) STRICT;
CREATE TABLE addresses (pseudonym TEXT PRIMARY KEY, person TEXT NOT NULL) STRICT;
CREATE TABLE settings (person TEXT PRIMARY KEY, lang TEXT NOT NULL, zone TEXT NOT NULL, notices TEXT NOT NULL) STRICT;
CREATE TABLE seats (
	game TEXT NOT NULL, seat TEXT NOT NULL, person TEXT NOT NULL, lang TEXT NOT NULL, since INTEGER NOT NULL,
	PRIMARY KEY (game, seat)
) STRICT;
CREATE INDEX seats_of ON seats (person)`
}

// Fold folds people who were added and seats that were taken.
func (p *Projection) Fold(ctx context.Context, tx *sql.Tx, st events.Stored, c events.Commit) error {
	switch game := projections.GameOf(c.Stream); {
	case c.Stream == "people":
		return p.added(ctx, tx, st)
	case game != "":
		return seated(ctx, tx, game, st.Seq, c)
	}
	return nil
}

func seated(ctx context.Context, tx *sql.Tx, game string, seq events.Seq, c events.Commit) error {
	for _, f := range c.Facts {
		if f.Type != table.TypeSeat {
			continue
		}
		var s table.SeatTaken
		if err := events.Unmarshal(f.Pub, &s); err != nil {
			return fmt.Errorf("reading %s: %w", f.Type, err)
		}
		if _, err := tx.ExecContext(ctx, `INSERT OR REPLACE INTO seats VALUES (?, ?, ?, ?, ?)`, game, s.Seat, s.Person, s.Lang, seq); err != nil {
			return err
		}
	}
	return nil
}

func (p *Projection) added(ctx context.Context, tx *sql.Tx, st events.Stored) error {
	c, err := events.Open(st, p.Keys)
	if err != nil {
		return err
	}
	for _, f := range c.Facts {
		if err := p.fact(ctx, tx, f); err != nil {
			return fmt.Errorf("folding %s: %w", f.Type, err)
		}
	}
	return nil
}

func (p *Projection) fact(ctx context.Context, tx *sql.Tx, f events.Fact) error {
	switch f.Type {
	case events.TypePerson:
		var who events.Person
		if err := events.Unmarshal(f.Pub, &who); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, `INSERT OR REPLACE INTO people VALUES (?, ?)`, who.Person, who.Lang); err != nil {
			return err
		}
		return p.contact(ctx, tx, who.Person, f)
	case events.TypeAddress:
		var a events.Address
		if err := events.Unmarshal(f.Pub, &a); err != nil {
			return err
		}
		if a.Gone { // nobody's, also where a person is named after it
			return p.contact(ctx, tx, "", f)
		}
		return p.contact(ctx, tx, a.Person, f)
	case events.TypeBound:
		return p.bound(ctx, tx, f)
	case events.TypeSettings:
		var s events.Settings
		if err := events.Unmarshal(f.Pub, &s); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `INSERT OR REPLACE INTO settings VALUES (?, ?, ?, ?)`, s.Person, s.Lang, s.Zone, s.Notices)
		return err
	}
	return nil
}

// contact keeps the way from an address to its person, "" when it is nobody's
// any more; an erased one is gone.
func (p *Projection) contact(ctx context.Context, tx *sql.Tx, person string, f events.Fact) error {
	club, err := p.Keys.Key("club")
	if err != nil {
		return fmt.Errorf("reading the club's key: %w", err)
	}
	for _, part := range f.Priv {
		if part.Plain == nil {
			continue
		}
		var to events.Contact
		if err := events.Unmarshal(part.Plain, &to); err != nil {
			return fmt.Errorf("reading the contact of %s: %w", person, err)
		}
		if _, err := tx.ExecContext(ctx, `INSERT OR REPLACE INTO addresses VALUES (?, ?)`, vault.Pseudonym(club, to.Address), person); err != nil {
			return err
		}
	}
	return nil
}

// bound keeps the way from an account of a board to its person.
func (p *Projection) bound(ctx context.Context, tx *sql.Tx, f events.Fact) error {
	var b events.Bound
	if err := events.Unmarshal(f.Pub, &b); err != nil {
		return fmt.Errorf("reading %s: %w", f.Type, err)
	}
	club, err := p.Keys.Key("club")
	if err != nil {
		return fmt.Errorf("reading the club's key: %w", err)
	}
	for _, part := range f.Priv {
		if part.Plain == nil {
			continue
		}
		var a events.Account
		if err := events.Unmarshal(part.Plain, &a); err != nil {
			return fmt.Errorf("reading an account of %s: %w", b.Person, err)
		}
		if _, err := tx.ExecContext(ctx, `INSERT OR REPLACE INTO addresses VALUES (?, ?)`, vault.Pseudonym(club, intake.Account(b.Board, a.User)), b.Person); err != nil {
			return err
		}
	}
	return nil
}
