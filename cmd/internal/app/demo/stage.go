package demo

import (
	"context"
	"fmt"
	"strings"
	"time"

	"fivepoints/cmd/internal/register"
	"fivepoints/events"
	"fivepoints/events/vault"
	"fivepoints/games/judge"
	"fivepoints/games/table"
	"fivepoints/mail/intake"
	"fivepoints/mail/mailbox"
)

// Source names the inbox of the campaign.
const Source = "demo"

// Stage reads the mails of the campaign one by one, as a server would have
// lived it: each is stored and judged before the next is opened.
type Stage struct {
	Judge *judge.Judge

	log   events.Log
	taker intake.Intake
}

// Create makes the players known and opens the game on a log.
func Create(ctx context.Context, log events.Log, books table.Books) (*Stage, error) {
	s := &Stage{Judge: judge.New(log, books), log: log}
	s.taker = intake.Intake{
		Log: log, Dir: Roster{log.Keys()}, Trust: intake.TrustAddress,
		Now: func() time.Time { return Start().AddDate(1, 0, 0) }, // the same demo on every day
	}
	n := judge.NewGame{
		ID: Game, Rulebook: "newyork1890", Preset: "base7", Title: Title, At: Start(), Langs: []string{"fr", "en"},
		Zone: Zone, Plan: Deadline, Thoughts: Thoughts, Settle: Settle,
	}
	for _, p := range Players() {
		person, err := register.Person(ctx, log, p.Address, string(p.Lang), n.At)
		if err != nil {
			return nil, err
		}
		n.Seats = append(n.Seats, table.SeatTaken{Seat: p.Seat, Person: person, Lang: string(p.Lang)})
	}
	_, err := s.Judge.Create(ctx, n)
	return s, err
}

// Reading is what became of one mail.
type Reading struct {
	Item mailbox.Item
	intake.Outcome
	Result judge.Outcome // zero for a mail known before
}

// Mail stores one mail and judges what it brings.
func (s *Stage) Mail(ctx context.Context, item mailbox.Item) (Reading, error) {
	r := Reading{Item: item}
	var err error
	if r.Outcome, err = s.taker.Take(ctx, Source, item); err != nil {
		return r, err
	}
	suspended, err := s.Judge.Run(ctx, time.Time{}, func(o judge.Outcome) { r.Result = o })
	if err == nil && len(suspended) > 0 {
		err = suspended[0]
	}
	if err != nil {
		return r, fmt.Errorf("judging message %s: %w", item.Cursor, err)
	}
	return r, nil
}

// End lets the last deadlines pass.
func (s *Stage) End(ctx context.Context) error {
	_, err := s.Judge.Tick(ctx, Game, Start().AddDate(1, 0, 0))
	return err
}

// Play reads a whole mailbox and returns what became of each mail; step, when
// given, is told after each.
func (s *Stage) Play(ctx context.Context, mbox string, step func(n int)) ([]Reading, error) {
	var out []Reading
	for item, err := range mailbox.Mbox(strings.NewReader(mbox)) {
		if err != nil {
			return out, err
		}
		r, err := s.Mail(ctx, item)
		if err != nil {
			return out, err
		}
		out = append(out, r)
		if step != nil {
			step(len(out))
		}
	}
	return out, s.End(ctx)
}

// Roster tells the intake who the players are.
type Roster struct{ Keys events.Keys }

// Address implements intake.Directory.
func (r Roster) Address(_ context.Context, address string) (string, []events.Claim, error) {
	club, err := r.Keys.Key("club")
	if err != nil {
		return "", nil, fmt.Errorf("reading the club's key: %w", err)
	}
	for _, p := range Players() {
		if strings.EqualFold(p.Address, address) {
			return vault.Pseudonym(club, address), []events.Claim{{Game: Game, Seat: p.Seat, By: "address"}}, nil
		}
	}
	return "", nil, nil
}

// MessageID implements intake.Directory; the demo sends nothing.
func (r Roster) MessageID(context.Context, string) ([]events.Claim, error) { return nil, nil }
