package people

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"fivepoints/events"
	"fivepoints/events/vault"
	"fivepoints/mail/outbox"
)

// Directory tells the intake who writes and what he may be writing about. It
// answers as of the projection's cursor.
type Directory struct {
	DB  *sql.DB
	Log events.Log
}

// Address returns the person an address belongs to, "" for a stranger, and the
// seats that person holds as claims.
func (d Directory) Address(ctx context.Context, address string) (person string, seats []events.Claim, err error) {
	club, err := d.Log.Keys().Key("club")
	if err != nil {
		return "", nil, fmt.Errorf("reading the club's key: %w", err)
	}
	// who took a seat without being introduced is known by his pseudonym alone
	pseudonym := vault.Pseudonym(club, address)
	row := d.DB.QueryRowContext(ctx, `SELECT person FROM addresses WHERE pseudonym = ?1
		UNION ALL SELECT person FROM seats WHERE person = ?1 LIMIT 1`, pseudonym)
	if err := row.Scan(&person); errors.Is(err, sql.ErrNoRows) {
		return "", nil, nil
	} else if err != nil {
		return "", nil, fmt.Errorf("looking up an address: %w", err)
	}
	if person == "" { // it was given up
		return "", nil, nil
	}
	seats, err = d.Seats(ctx, person)
	return person, seats, err
}

// Settings is how somebody wants to be written to; what he never said is empty.
func (d Directory) Settings(ctx context.Context, person string) (events.Settings, error) {
	s := events.Settings{Person: person}
	row := d.DB.QueryRowContext(ctx, `SELECT lang, zone, notices FROM settings WHERE person = ?`, person)
	if err := row.Scan(&s.Lang, &s.Zone, &s.Notices); err != nil && !errors.Is(err, sql.ErrNoRows) {
		return s, fmt.Errorf("looking up the settings of %s: %w", person, err)
	}
	return s, nil
}

// Seats lists the seats that a person holds, by game.
func (d Directory) Seats(ctx context.Context, person string) ([]events.Claim, error) {
	rows, err := d.DB.QueryContext(ctx, `SELECT game, seat FROM seats WHERE person = ? ORDER BY game, seat`, person)
	if err != nil {
		return nil, fmt.Errorf("listing the seats of %s: %w", person, err)
	}
	defer rows.Close()
	var out []events.Claim
	for rows.Next() {
		c := events.Claim{By: "address"}
		if err := rows.Scan(&c.Game, &c.Seat); err != nil {
			return nil, fmt.Errorf("listing the seats of %s: %w", person, err)
		}
		out = append(out, c)
	}
	return out, rows.Err()
}

// MessageID tells for which game and seat a mail of ours was written, by the id
// that only we can make; nothing for other ids. One written to somebody who does
// not hold the seat any more speaks for the game only.
func (d Directory) MessageID(ctx context.Context, id string) ([]events.Claim, error) {
	ids, err := outbox.NewIDs(d.Log.Keys())
	if err != nil {
		return nil, err
	}
	seq, ours := ids.Post(id)
	if !ours {
		return nil, nil
	}
	p, err := outbox.Find(ctx, d.Log, seq)
	if err != nil || p == nil || p.Game == "club" {
		return nil, err
	}
	c := events.Claim{Game: p.Game, Seat: p.Seat, By: "reply"}
	var holder string
	err = d.DB.QueryRowContext(ctx, `SELECT person FROM seats WHERE game = ? AND seat = ?`, p.Game, p.Seat).Scan(&holder)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return nil, fmt.Errorf("looking up seat %s of %s: %w", p.Seat, p.Game, err)
	}
	if err == nil && holder != p.Person {
		c.Seat = ""
	}
	return []events.Claim{c}, nil
}

// Since returns the commit by which a seat was taken, 0 when nobody has it.
func (d Directory) Since(ctx context.Context, game, seat string) (since events.Seq, err error) {
	err = d.DB.QueryRowContext(ctx, `SELECT since FROM seats WHERE game = ? AND seat = ? AND person <> ''`, game, seat).Scan(&since)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("looking up seat %s of %s: %w", seat, game, err)
	}
	return since, nil
}

// Holder is who holds a seat, and since which commit.
type Holder struct {
	Game, Seat, Person string
	Since              events.Seq
}

// Holders lists the seats of all games that somebody holds.
func (d Directory) Holders(ctx context.Context) ([]Holder, error) {
	rows, err := d.DB.QueryContext(ctx, `SELECT game, seat, person, since FROM seats WHERE person <> '' ORDER BY game, seat`)
	if err != nil {
		return nil, fmt.Errorf("listing who holds seats: %w", err)
	}
	defer rows.Close()
	var out []Holder
	for rows.Next() {
		var h Holder
		if err := rows.Scan(&h.Game, &h.Seat, &h.Person, &h.Since); err != nil {
			return nil, fmt.Errorf("listing who holds seats: %w", err)
		}
		out = append(out, h)
	}
	return out, rows.Err()
}
