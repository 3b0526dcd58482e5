package outbox

import (
	"context"
	"errors"
	"fmt"
	"time"

	"fivepoints/events"
)

// kindAlert is a post of our own: what is wrong with the others.
const kindAlert = "alert"

// note tells about answers that were held back just now: the caller, and the
// moderator of each game, once an hour.
func (r *run) note(ctx context.Context) error {
	for len(r.box.capped) > 0 {
		p := r.box.capped[0]
		if r.Now().Sub(p.At) < time.Hour && r.box.held(p, r.Now()) == HeldCapped {
			r.Capped = append(r.Capped, p.Post)
		}
		if r.Moderator != nil {
			if err := r.noteOf(ctx, p); err != nil {
				return fmt.Errorf("telling the moderator of %s that answers are held: %w", p.Game, err)
			}
		}
		r.box.capped = r.box.capped[1:]
	}
	return r.box.Read(ctx)
}

func (r *run) noteOf(ctx context.Context, p *post) error {
	stream := p.stream.name
	key := events.NewKey("capped", p.Seat, fmt.Sprint(p.At.Truncate(time.Hour).Unix()))
	known, err := r.log.Lookup(ctx, stream, key)
	if err != nil || known > 0 || r.box.held(p, r.Now()) != HeldCapped || r.Now().Sub(p.At) > staleAfter {
		return err
	}
	person, lang, err := r.Moderator(ctx, p.Game)
	if err != nil || person == "" {
		return err
	}
	subject, body := noteText(p, lang)
	blob, err := r.log.PutBlob(ctx, "people/"+person, []byte(body))
	if errors.Is(err, events.ErrErased) {
		return nil
	}
	if err != nil {
		return err
	}
	pub, err := events.Marshal(events.Queued{Kind: kindAlert, Person: person, Lang: lang, Format: "md", Title: "held-answers", Template: 1, Blob: blob})
	if err != nil {
		return err
	}
	to, err := events.Marshal(events.QueuedTo{Subject: subject})
	if err != nil {
		return err
	}
	_, err = enqueue(ctx, r.log, events.Commit{Stream: stream, Key: key, Cause: p.Seq, At: r.Now(), Facts: []events.Fact{{
		Type: events.TypeQueued, V: 1, Pub: pub, Priv: []events.Part{{Audience: "engine", Key: "people/" + person, Plain: to}},
	}}})
	return err
}

func noteText(p *post, lang string) (subject, body string) {
	if lang == "fr" {
		who := "un de ses joueurs"
		if p.Seat != "" {
			who = "le siège " + p.Seat
		}
		return fmt.Sprintf("[%s] réponses retenues", p.Game), fmt.Sprintf(
			"# Réponses retenues\n\nDans la partie %s, plus de %d réponses en une heure pour %s, ou plus de %d pour la partie :"+
				" un programme répond peut-être à nos messages. Les suivantes sont gardées et ne partent que si vous les renvoyez ;"+
				" les ordres reçus, eux, sont enregistrés comme d'habitude.\n", p.Game, capSeat, who, capGame)
	}
	who := "one of its players"
	if p.Seat != "" {
		who = "seat " + p.Seat
	}
	return fmt.Sprintf("[%s] answers held back", p.Game), fmt.Sprintf(
		"# Answers held back\n\nIn game %s there were more than %d answers within an hour for %s, or more than %d for the game:"+
			" perhaps a program answers our mails. Those that follow are kept and leave only when you send them again;"+
			" orders that came in are recorded as always.\n", p.Game, capSeat, who, capGame)
}
