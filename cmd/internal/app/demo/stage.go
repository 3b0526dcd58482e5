package demo

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"time"

	"fivepoints/events"
	"fivepoints/events/vault"
	"fivepoints/games/deadline"
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
	Campaign
	Judge *judge.Judge

	log   events.Log
	taker intake.Intake
}

// Create makes the players known and opens the game on a log.
func (c Campaign) Create(ctx context.Context, log events.Log, books table.Books) (*Stage, error) {
	s := &Stage{Campaign: c, Judge: judge.New(log, books), log: log}
	s.taker = intake.Intake{
		Log: log, Dir: roster{c, log.Keys()}, Trust: intake.TrustAddress,
		Now: func() time.Time { return Start().AddDate(1, 0, 0) }, // the same demo on every day
	}
	n := judge.NewGame{
		ID: c.Game, Rulebook: c.Rulebook, Preset: c.Preset, Options: c.Options, Title: c.Title, At: Start(), Langs: []string{"fr", "en"},
		Zone: Zone, Plan: deadline.After(c.Deadline), Thoughts: thoughts, Settle: settle,
	}
	for _, p := range c.Players {
		person, err := s.Judge.Introduce(ctx, p.Address, string(p.Lang), n.At)
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
	_, err := s.Judge.Tick(ctx, s.Game, Start().AddDate(1, 0, 0))
	return err
}

// Play reads the whole mailbox and returns what became of each mail; step, when
// given, is told after each.
func (s *Stage) Play(ctx context.Context, step func(n int)) ([]Reading, error) {
	var out []Reading
	for item, err := range mailbox.Mbox(bytes.NewReader(s.Mailbox)) {
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

// roster tells the intake who the players are.
type roster struct {
	Campaign
	keys events.Keys
}

// Address implements intake.Directory.
func (r roster) Address(_ context.Context, address string) (string, []events.Claim, error) {
	club, err := r.keys.Key("club")
	if err != nil {
		return "", nil, fmt.Errorf("reading the club's key: %w", err)
	}
	for _, p := range r.Players {
		if strings.EqualFold(p.Address, address) {
			return vault.Pseudonym(club, address), []events.Claim{{Game: r.Game, Seat: p.Seat, By: "address"}}, nil
		}
	}
	return "", nil, nil
}

// MessageID implements intake.Directory; the demo sends nothing.
func (r roster) MessageID(context.Context, string) ([]events.Claim, error) { return nil, nil }

func (r roster) Since(context.Context, string, string) (events.Seq, error) { return 0, nil }
