package app

import (
	"context"
	"math/rand/v2"
	"strings"
	"time"

	"fivepoints/games"
	"fivepoints/mail"
	"fivepoints/mail/mailbox"
	"fivepoints/mail/outbox"
	"fivepoints/mail/trust"
)

// mailInfo is what doctor finds about the mail; it is stable as JSON.
type mailInfo struct {
	Sources []sourceInfo   `json:"sources"`
	SMTP    string         `json:"smtp,omitempty"` // server that takes our mails
	Probe   *probeInfo     `json:"probe,omitempty"`
	DNS     []trust.Record `json:"dns,omitempty"`
	Waiting int            `json:"waiting"`           // posts that will be sent
	Held    int            `json:"held"`              // posts that are sent when somebody asks
	Failing []string       `json:"failing,omitempty"` // people whose mails do not arrive
}

// sourceInfo is a mailbox that answered.
type sourceInfo struct {
	Name     string `json:"name"`
	Server   string `json:"server"`
	Messages uint32 `json:"messages"`
	Idle     bool   `json:"idle"`
	Marks    bool   `json:"marks"` // taken messages can be marked or moved
}

// probeInfo is a mail from us to ourselves.
type probeInfo struct {
	Seconds    int      `json:"seconds"`
	Verdict    string   `json:"verdict"`    // of its evidence
	Boundaries []string `json:"boundaries"` // authserv-ids it came with
	Ahead      int      `json:"ahead"`      // seconds by which the mail server's clock is ahead of ours
}

const (
	accountTime = 30 * time.Second
	probeTime   = 90 * time.Second // mail servers may hold a mail for a while
	probeEvery  = time.Second
)

// post looks at everything between the players' mail servers and the log.
func (d *diagnosis) post(f *folder, probe bool) {
	c := f.config.Mail
	if c.Address == "" {
		return
	}
	d.info.Mail = &mailInfo{Sources: []sourceInfo{}}
	boxes := d.sources(f, c)
	d.queue(f)
	var sent *mail.Message
	if c.SMTP.Server != "" {
		sent = d.sending(f, c, boxes, probe)
	}
	d.dns(c, sent)
}

// sources logs in to every mailbox.
func (d *diagnosis) sources(f *folder, c mailConfig) (boxes []*mailbox.IMAP) {
	for _, i := range c.IMAP {
		account, err := i.account(f.dir)
		box := &mailbox.IMAP{Account: account, Now: d.Now, After: time.After, Rand: rand.Float64}
		var r mailbox.Report
		if err == nil {
			ctx, cancel := context.WithTimeout(d.ctx, accountTime)
			r, err = box.Check(ctx)
			cancel()
		}
		if err != nil {
			d.problem(because(err, "la boîte %s ne se laisse pas lire", "the mailbox %s cannot be read", i.Name))
			continue
		}
		boxes = append(boxes, box)
		d.info.Mail.Sources = append(d.info.Mail.Sources, sourceInfo{i.Name, r.Addr, r.Messages, r.Idle, r.Warn == ""})
		if r.Warn != "" {
			d.problem(failed("boîte %s : %s", "mailbox %s: %s", i.Name, r.Warn))
		}
	}
	return boxes
}

// queue tells what has not been sent and who does not get his mail.
func (d *diagnosis) queue(f *folder) {
	box := outbox.NewBox(f.log)
	err := box.Read(d.ctx)
	if err != nil {
		d.problem(err)
		return
	}
	for _, w := range box.Waiting(d.Now()) {
		if w.Held != "" || box.On() == 0 {
			d.info.Mail.Held++
		} else {
			d.info.Mail.Waiting++
		}
	}
	failing, err := box.Failing(d.ctx)
	if err != nil {
		d.problem(err)
	}
	for _, p := range failing {
		if p.Since {
			continue
		}
		d.info.Mail.Failing = append(d.info.Mail.Failing, p.Person)
		d.problem(failed("le courrier à %s (%s) revient : %s ; dernier envoi perdu : n° %d", "mail to %s (%s) comes back: %s; last post lost: %d",
			p.Person, strings.Join(p.Games, ", "), p.Last.Status, p.Last.Post))
	}
}

// sending logs in to the mail server and, with probe, sends a mail to ourselves
// and waits until it comes in.
func (d *diagnosis) sending(f *folder, c mailConfig, boxes []*mailbox.IMAP, probe bool) *mail.Message {
	server, err := c.SMTP.transport(f.dir)
	if err != nil {
		d.problem(because(err, "réglage [mail.smtp]", "setting [mail.smtp]"))
		return nil
	}
	ctx, cancel := context.WithTimeout(d.ctx, probeTime+2*accountTime)
	defer cancel()
	session, err := server.Dial(ctx)
	if err != nil {
		d.problem(because(err, "le serveur d'envoi ne nous laisse pas entrer", "the sending server does not let us in"))
		return nil
	}
	defer session.Close()
	d.info.Mail.SMTP = c.SMTP.Server
	if !probe || len(boxes) == 0 {
		return nil
	}
	began := d.Now()
	id, raw, err := outbox.Probe(c.Address, began)
	if err == nil {
		err = session.Send(ctx, c.Address, c.Address, raw)
	}
	if err != nil {
		d.problem(because(err, "le serveur d'envoi refuse un mail à nous-mêmes", "the sending server refuses a mail to ourselves"))
		return nil
	}
	return d.awaitProbe(ctx, c, boxes, id, began)
}

// awaitProbe looks for the mail in all mailboxes until it is there.
func (d *diagnosis) awaitProbe(ctx context.Context, c mailConfig, boxes []*mailbox.IMAP, id string, began time.Time) *mail.Message {
	p := d.progressOf(d.say("secondes d'attente du mail à nous-mêmes", "seconds waiting for the mail to ourselves"))
	defer p.end()
	for d.Now().Sub(began) < probeTime {
		for _, box := range boxes {
			raw, err := box.Find(ctx, id)
			if err != nil {
				d.problem(because(err, "recherche du mail à nous-mêmes", "looking for the mail to ourselves"))
				return nil
			}
			if raw != nil {
				return d.probed(c, raw, began)
			}
		}
		p.step(int(d.Now().Sub(began).Seconds()))
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(probeEvery):
		}
	}
	d.problem(failed("un mail à nous-mêmes n'est pas arrivé en %s", "a mail to ourselves did not come in within %s", probeTime))
	return nil
}

// probed tells what the mail to ourselves shows about the boundary.
func (d *diagnosis) probed(c mailConfig, raw []byte, began time.Time) *mail.Message {
	m := c.reader().Read(raw)
	checker := *c.checker()
	if c.DKIM {
		checker.TXT = c.resolver().LookupTXT
	}
	info := probeInfo{
		Seconds: int(d.Now().Sub(began).Seconds()), Boundaries: trust.Boundaries(&m), Verdict: checker.Examine(d.ctx, raw, &m).Verdict,
	}
	if ahead := m.Received.Sub(d.Now()); !m.Received.IsZero() && (ahead > maxSkew || ahead < -maxSkew-probeTime) {
		info.Ahead = int(ahead.Seconds())
		d.problem(skewed(ahead))
	}
	d.info.Mail.Probe = &info
	if c.AuthServ == "" && !c.DKIM {
		d.problem(failed("rien ne prouve qui envoie : authserv et dkim manquent dans [mail] ; chaque joueur devra confirmer ses mails. Le mail à nous-mêmes porte %q",
			"nothing proves who sends: authserv and dkim are missing in [mail], so every player has to confirm his mails. The mail to ourselves bears %q", info.Boundaries))
	}
	return &m
}

// dns looks at the records of the sending domain.
func (d *diagnosis) dns(c mailConfig, sent *mail.Message) {
	ctx, cancel := context.WithTimeout(d.ctx, accountTime)
	defer cancel()
	d.info.Mail.DNS = trust.Records(ctx, c.resolver().LookupTXT, c.Address, sent)
	for _, r := range d.info.Mail.DNS {
		if why, ok := recordFlaws[r.Flaw]; ok {
			add := ""
			if r.Add != "" {
				add = d.say(" ; ajoutez par exemple TXT ", "; add for example TXT ") + r.Add
			}
			d.problem(failed("DNS : %s de %s %s%s", "DNS: %s of %s %s%s", strings.ToUpper(r.Kind), r.Name, why.In(d.lang), add))
		}
	}
}

var recordFlaws = map[string]games.Text{
	"missing":     {FR: "manque", EN: "is missing"},
	"twice":       {FR: "est là deux fois : aucun ne compte", EN: "is there twice: neither counts"},
	"open":        {FR: "n'interdit rien à personne", EN: "forbids nobody anything"},
	"revoked":     {FR: "dit que la clé est retirée", EN: "says that the key is revoked"},
	"unreachable": {FR: "ne se laisse pas demander", EN: "cannot be asked for"},
}

func (d *diagnosis) printMail() {
	m := d.info.Mail
	if m == nil {
		return
	}
	for _, s := range m.Sources {
		d.printf("boîte %s : %s, %d messages, annonce les nouveaux : %s\n", "mailbox %s: %s, %d messages, announces new ones: %s\n",
			s.Name, s.Server, s.Messages, d.yes(s.Idle))
	}
	if m.SMTP != "" {
		d.printf("envoi par %s : %d posts à envoyer, %d retenus\n", "sending by %s: %d posts to be sent, %d held\n", m.SMTP, m.Waiting, m.Held)
	}
	if p := m.Probe; p != nil {
		d.printf("mail à nous-mêmes : arrivé en %d s, preuve de l'expéditeur : %s\n", "mail to ourselves: came in within %d s, proof of its sender: %s\n", p.Seconds, p.Verdict)
	}
	for _, r := range m.DNS {
		if r.Flaw == "" {
			d.printf("DNS : %s de %s en ordre\n", "DNS: %s of %s is in order\n", strings.ToUpper(r.Kind), r.Name)
		}
	}
}

func (d *diagnosis) yes(b bool) string {
	if b {
		return d.say("oui", "yes")
	}
	return d.say("non", "no")
}
