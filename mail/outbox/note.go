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

// alertAge is how old news may be that the moderator is told.
const alertAge = 24 * time.Hour

// news is what a moderator should know: an answer that is held because there
// are too many, or a post that did not arrive.
type news struct {
	post   events.Seq
	at     time.Time
	failed *events.Failed // nil: held
}

// note tells what is new: answers held just now to the caller, and all of it to
// the moderator of the game.
func (r *run) note(ctx context.Context) error {
	for len(r.box.news) > 0 {
		n := r.box.news[0]
		p := r.box.waiting[n.post]
		if n.failed == nil && p != nil && p.capped && r.Now().Sub(n.at) < time.Hour {
			r.Capped = append(r.Capped, p.Post)
		}
		if r.Moderator != nil && r.Now().Sub(n.at) < alertAge {
			if err := r.alert(ctx, n); err != nil {
				return fmt.Errorf("telling a moderator about post %d: %w", n.post, err)
			}
		}
		r.box.news = r.box.news[1:]
	}
	return r.box.Read(ctx)
}

// alert queues a mail to the moderator: about held answers once an hour and
// seat, about what does not arrive once a day and addressee.
func (r *run) alert(ctx context.Context, n news) error {
	p, err := Find(ctx, r.log, n.post)
	if err != nil || p == nil || p.Kind == kindAlert {
		return err
	}
	key := events.NewKey("capped", p.Seat, fmt.Sprint(n.at.Truncate(time.Hour).Unix()))
	if n.failed != nil {
		key = events.NewKey("undelivered", p.Person, fmt.Sprint(n.at.Truncate(24*time.Hour).Unix()))
	}
	stream := "outbox/" + p.Game
	known, err := r.log.Lookup(ctx, stream, key)
	if err != nil || known > 0 {
		return err
	}
	person, lang, err := r.Moderator(ctx, p.Game)
	if err != nil || person == "" || person == p.Person {
		return err
	}
	subject, body := alertText(p, n.failed, lang)
	fact, err := r.letterTo(ctx, person, lang, fmt.Sprintf("alert-%d", n.post), subject, body)
	if errors.Is(err, events.ErrErased) {
		return nil
	}
	if err != nil {
		return err
	}
	_, err = enqueue(ctx, r.log, events.Commit{Stream: stream, Key: key, Cause: p.Seq, At: r.Now(), Facts: []events.Fact{fact}})
	return err
}

// letterTo is the fact of an alert, all of it under its reader's key.
func (r *run) letterTo(ctx context.Context, person, lang, title, subject, body string) (events.Fact, error) {
	secret := "people/" + person
	blob, err := r.log.PutBlob(ctx, secret, []byte(body))
	if err != nil {
		return events.Fact{}, err
	}
	pub, err := events.Marshal(events.Queued{Kind: kindAlert, Person: person, Lang: lang, Format: "md", Title: title, Template: 1, Blob: blob})
	if err != nil {
		return events.Fact{}, err
	}
	to, err := events.Marshal(events.QueuedTo{Subject: subject})
	part := events.Part{Audience: "engine", Key: secret, Plain: to}
	return events.Fact{Type: events.TypeQueued, V: 1, Pub: pub, Priv: []events.Part{part}}, err
}

func alertText(p *Post, failed *events.Failed, lang string) (subject, body string) {
	who := p.Seat
	if who == "" {
		who = p.Person
	}
	switch french := lang == "fr"; {
	case failed == nil && french:
		return fmt.Sprintf("[%s] réponses retenues : %s", p.Game, who), fmt.Sprintf("# Réponses retenues\n\n"+
			"Plus de %d réponses en une heure pour %s, ou plus de %d pour la partie %s : un programme répond peut-être à nos messages.\n\n"+
			"Les suivantes sont gardées et ne partent que si vous les renvoyez (`fivepoints posts %[4]s`). Les ordres reçus, eux, sont enregistrés comme d'habitude.\n", capSeat, who, capGame, p.Game)
	case failed == nil:
		return fmt.Sprintf("[%s] answers held back: %s", p.Game, who), fmt.Sprintf("# Answers held back\n\n"+
			"More than %d answers within an hour for %s, or more than %d for game %s: perhaps a program answers our mails.\n\n"+
			"Those that follow are kept and leave only when you send them again (`fivepoints posts %[4]s`). Orders that came in are recorded as always.\n", capSeat, who, capGame, p.Game)
	case french:
		return fmt.Sprintf("[%s] courrier non remis : %s", p.Game, who), fmt.Sprintf("# Courrier non remis\n\n"+
			"Le message %d (%s) n'est pas arrivé chez %s, partie %s : %s.\n\n"+
			"Prévenez ce joueur avant l'échéance. `fivepoints posts %[4]s` montre ce qui lui manque ; on ne vous redit rien de lui avant demain.\n", p.Seq, p.Kind, who, p.Game, reason(failed))
	}
	return fmt.Sprintf("[%s] mail not delivered: %s", p.Game, who), fmt.Sprintf("# Mail not delivered\n\n"+
		"Post %d (%s) did not reach %s, game %s: %s.\n\n"+
		"Tell that player before the deadline. `fivepoints posts %[4]s` shows what is missing; you hear no more about him before tomorrow.\n", p.Seq, p.Kind, who, p.Game, reason(failed))
}

// reason is the status and who found out.
func reason(f *events.Failed) string {
	if f.Status == "" {
		return f.By
	}
	return f.By + " " + f.Status
}
