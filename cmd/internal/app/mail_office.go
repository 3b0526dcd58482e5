package app

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

	"fivepoints/events"
	"fivepoints/events/vault"
	"fivepoints/games"
	"fivepoints/games/catalog"
	"fivepoints/games/judge"
	"fivepoints/games/table"
	"fivepoints/mail/intake"
	"fivepoints/mail/mailbox"
	"fivepoints/mail/outbox"
	"fivepoints/mail/trust"
	"fivepoints/projections/people"
	"fivepoints/templates"
)

const (
	// onlyNode names the one process that owns the folder: what a killed one has
	// claimed is its own again, at once.
	onlyNode = "owner"
	dnsTime  = 3 * time.Second
	// graceTime is how long a mail that is just leaving may take when the server
	// is to stop; cut later, it may leave a second time after the next start.
	graceTime = 3 * time.Second
)

// office is the mail of a running server: letters come in through its sources,
// answers leave through its sender.
type office struct {
	server  *server
	config  mailConfig
	sender  *outbox.Sender // nil: nothing is sent
	wake    chan struct{}  // something came in
	posted  chan struct{}  // something may be to be sent
	running sync.WaitGroup

	mu     sync.Mutex
	states map[string]mailbox.State // of all sources
	clocks map[string]time.Duration // how far ahead of ours their clocks were at the newest mail
	began  time.Time
}

// openOffice prepares the mail of a server.
func openOffice(s *server) (*office, error) {
	o := &office{
		server: s, config: s.folder.config.Mail, wake: make(chan struct{}, 1), posted: make(chan struct{}, 1),
		states: map[string]mailbox.State{}, clocks: map[string]time.Duration{}, began: s.env.Now(),
	}
	for _, c := range o.config.IMAP {
		o.states[c.Name] = mailbox.State{At: o.began}
	}
	if o.config.LMTP.Listen != "" {
		o.states["lmtp"] = mailbox.State{At: o.began}
	}
	for _, b := range s.folder.config.Boards {
		if len(b.Topics) > 0 {
			o.states[b.Name] = mailbox.State{At: o.began}
		}
	}
	for name := range o.states {
		s.watch.mailbox(o, name)
	}
	if o.config.SMTP.Server == "" {
		return o, nil
	}
	transport, err := o.config.SMTP.transport(s.folder.dir)
	if err != nil {
		return nil, because(err, "réglage [mail.smtp]", "setting [mail.smtp]")
	}
	c := outbox.Config{
		Club: outbox.Club{Address: o.config.Address, Name: o.config.Name},
		Node: onlyNode, Now: s.env.Now, Transport: transport,
		People: &people.Contacts{Log: s.folder.log}, Text: pageAs(templates.Plain), HTML: pageAs(templates.HTML), ReplyTo: o.replyTo,
	}
	if o.config.Twin {
		c.Twin = o.twin
	}
	if err := o.tellModerator(&c); err != nil {
		return nil, err
	}
	o.sender, err = outbox.New(s.folder.log, c)
	return o, err
}

// tellModerator makes the sender write to the moderator of the configuration,
// whose address need not be in the log.
func (o *office) tellModerator(c *outbox.Config) error {
	if o.config.Moderator == "" {
		return nil
	}
	club, err := o.server.folder.keys.Key("club")
	if err != nil {
		return fmt.Errorf("reading the club's key: %w", err)
	}
	who := vault.Pseudonym(club, o.config.Moderator)
	c.People = withModerator{c.People, who, o.config.Moderator}
	c.Moderator = func(context.Context, string) (string, string, error) {
		return who, o.server.folder.config.Langs[0], nil
	}
	return nil
}

// withModerator knows one person more.
type withModerator struct {
	outbox.Addresses
	person, address string
}

// Contact implements outbox.Addresses.
func (w withModerator) Contact(ctx context.Context, person string) (address, name string, err error) {
	address, name, err = w.Addresses.Contact(ctx, person)
	if address == "" && person == w.person {
		address = w.address
	}
	return address, name, err
}

// twin is what a program may read beside a report: the position of its game, as
// its seat sees it, as of the commit that the report is about.
func (o *office) twin(ctx context.Context, p outbox.Post) ([]byte, error) {
	if p.Kind != "report" || p.Seat == "" {
		return nil, nil
	}
	f := o.server.folder
	cause, err := causeOf(ctx, f.log, p.Seq)
	if err != nil {
		return nil, err
	}
	t, err := table.Load(ctx, f.log, p.Game, catalog.Find, cause)
	if err != nil {
		return nil, err
	}
	return json.MarshalIndent(twinInfo{t.ID, p.At.UTC().Format(time.RFC3339), p.Seat, t.Game.View(games.Seat(p.Seat))}, "", "  ")
}

// twinInfo is stable as JSON, but for the view, which is the rulebook's own. It
// has no number of a commit: that would tell who else has written.
type twinInfo struct {
	Game string     `json:"game"`
	At   string     `json:"at"`
	For  string     `json:"for"`
	View games.View `json:"view"`
}

// causeOf is the commit that a post was queued for.
func causeOf(ctx context.Context, log events.Log, seq events.Seq) (events.Seq, error) {
	for st, err := range log.Read(ctx, "", seq-1) {
		if err != nil {
			return 0, err
		}
		c, err := events.Decode(st)
		return c.Cause, err
	}
	return 0, fmt.Errorf("reading post %d: %w", seq, events.ErrNotFound)
}

// pageAs writes a stored page as a part of a mail.
func pageAs(f templates.Format) func(page []byte, lang string) ([]byte, error) {
	return func(page []byte, lang string) ([]byte, error) {
		return templates.Render(templates.Read(page, games.Lang(lang)), f), nil
	}
}

// start follows all sources, and sends, until ctx ends; then running is done.
func (o *office) start(ctx context.Context) error {
	for _, c := range o.config.IMAP {
		account, err := c.account(o.server.folder.dir)
		if err != nil {
			return because(err, "réglage [[mail.imap]] %s", "setting [[mail.imap]] %s", c.Name)
		}
		from, err := o.lastCursor(ctx, c.Name)
		if err != nil {
			return err
		}
		box := mailbox.IMAP{Account: account, Now: o.server.env.Now, After: time.After, Rand: rand.Float64}
		o.running.Go(func() { o.follow(ctx, box, o.source(c.Name, c.Trust), from) })
	}
	if c := o.config.LMTP; c.Listen != "" {
		src := o.source("lmtp", c.Trust)
		in := mailbox.LMTP{Addr: c.Listen, Accept: o.ours, Now: o.server.env.Now, After: time.After}
		o.running.Go(func() { o.done(ctx, src, in.Serve(ctx, src.take, src.state)) })
	}
	if o.sender != nil {
		o.running.Go(func() { o.send(ctx) })
	}
	return o.followBoards(ctx)
}

// ours tells whether an address is the club's, with or without a token.
func (o *office) ours(to string) bool {
	local, domain, _ := strings.Cut(strings.ToLower(to), "@")
	local, _, _ = strings.Cut(local, "+")
	return local+"@"+domain == strings.ToLower(o.config.Address)
}

// follow reads a mailbox for ever. What cannot work as configured is told, and
// leaves the rest running.
func (o *office) follow(ctx context.Context, box mailbox.IMAP, src source, from string) {
	o.done(ctx, src, box.Follow(ctx, mailbox.Handler{From: from, Take: src.take, Unread: src.unread, State: src.state}))
}

// done tells why a source ended before the server.
func (o *office) done(ctx context.Context, src source, err error) {
	if ctx.Err() == nil {
		o.say(because(err, "la boîte %s n'est pas lue", "the mailbox %s is not read", src.name))
	}
}

// source takes letters under a name; level says how far their senders are believed.
func (o *office) source(name, level string) source {
	return source{office: o, name: name, intake: &intake.Intake{
		Log: o.server.folder.log, Now: o.server.env.Now, Trust: cmp.Or(level, intake.TrustClaimed),
		Mail: o.config.reader(), Check: o.config.checker(),
	}}
}

// lastCursor is where a source was left: that of its newest message.
func (o *office) lastCursor(ctx context.Context, name string) (string, error) {
	last := ""
	for st, err := range o.server.folder.log.Read(ctx, "inbox/"+name, 0) {
		if err != nil {
			return "", fmt.Errorf("looking where the mailbox %s was left: %w", name, err)
		}
		c, err := events.Decode(st)
		if err != nil {
			return "", fmt.Errorf("looking where the mailbox %s was left: %w", name, err)
		}
		for _, f := range c.Facts {
			cursor, err := cursorOf(f)
			if err != nil {
				return "", fmt.Errorf("reading commit %d: %w", st.Seq, err)
			}
			if cursor != "" {
				last = cursor
			}
		}
	}
	return last, nil
}

func cursorOf(f events.Fact) (string, error) {
	switch f.Type {
	case events.TypeReceived:
		var r events.Received
		err := events.Unmarshal(f.Pub, &r)
		return r.Cursor, err
	case events.TypeUnread:
		var u events.Unread
		err := events.Unmarshal(f.Pub, &u)
		return u.Cursor, err
	}
	return "", nil
}

// source is one stream of letters.
type source struct {
	*office
	intake *intake.Intake
	name   string
}

// take commits a letter. Commands and deadlines wait meanwhile.
func (s source) take(ctx context.Context, item mailbox.Item) error {
	s.server.mu.Lock()
	defer s.server.mu.Unlock()
	ctx = context.WithoutCancel(ctx)
	views, err := s.server.folder.project(ctx) // who has just sat down is in it
	if err != nil {
		return err
	}
	s.intake.Dir = people.Directory{DB: views, Log: s.server.folder.log}
	s.clock(item)
	_, err = s.intake.Take(ctx, s.name, item)
	signal(s.wake)
	return err
}

// clock compares the mailbox's clock with ours: no mail came later than now. That
// ours is ahead only doctor can tell, for a mail may have waited.
func (s source) clock(item mailbox.Item) {
	if item.Clock != "internaldate" {
		return
	}
	ahead := item.At.Sub(s.server.env.Now())
	s.mu.Lock()
	old := s.clocks[s.name]
	s.clocks[s.name] = ahead
	s.mu.Unlock()
	if ahead > maxSkew && old <= maxSkew {
		s.say(skewed(ahead))
	}
}

// maxSkew is how far two clocks may be apart before somebody is told.
const maxSkew = 5 * time.Minute

// skewed tells that the mail server's clock is ahead of ours, or behind when negative.
func skewed(ahead time.Duration) error {
	if ahead < 0 {
		return failed("l'horloge de cette machine avance de %s sur celle du serveur de courrier : les échéances tomberaient trop tôt ; réglez-la",
			"this machine's clock is %s ahead of the mail server's: deadlines would come too early; set it", -ahead.Round(time.Second))
	}
	return failed("l'horloge de cette machine retarde de %s sur celle du serveur de courrier : les échéances tomberaient trop tard ; réglez-la",
		"this machine's clock is %s behind the mail server's: deadlines would come too late; set it", ahead.Round(time.Second))
}

// unread records that a letter cannot be fetched.
func (s source) unread(ctx context.Context, cursor string, at time.Time, why string) error {
	s.server.mu.Lock()
	defer s.server.mu.Unlock()
	s.say(failed("un message de la boîte %s ne peut pas être lu (%s) : %s", "a message of the mailbox %s cannot be read (%s): %s", s.name, cursor, why))
	return s.intake.Unread(context.WithoutCancel(ctx), s.name, cursor, at, why)
}

// state keeps how a mailbox is doing, and tells when that changes.
func (s source) state(st mailbox.State) {
	s.mu.Lock()
	old := s.states[s.name]
	s.states[s.name] = st
	s.mu.Unlock()
	s.server.watch.troubled(s.name, st.Err)
	if old.ReadTo.IsZero() && !st.ReadTo.IsZero() {
		signal(s.wake) // deadlines that waited for it
	}
	switch {
	case st.Err != nil && (old.Err == nil || old.Err.Error() != st.Err.Error()):
		s.say(because(st.Err, "la boîte %s ne répond pas, nouvel essai dans %s", "the mailbox %s does not answer, next try in %s", s.name, st.Retry.Round(time.Second)))
	case st.Err == nil && old.Err != nil:
		s.say(failed("la boîte %s répond de nouveau", "the mailbox %s answers again", s.name))
	case st.Warn != "" && st.Warn != old.Warn:
		s.say(failed("boîte %s : %s", "mailbox %s: %s", s.name, st.Warn))
	}
}

// say writes a line for the operator.
func (o *office) say(err error) {
	o.server.watch.tell(slog.LevelWarn, err)
}

func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// reading tells up to when every mailbox has been read: no mail of a game is
// resolved beyond it (judge.Reading).
func (o *office) reading(now time.Time) judge.Reading {
	o.mu.Lock()
	defer o.mu.Unlock()
	r := judge.Reading{To: now, Since: o.began}
	for _, name := range slices.Sorted(maps.Keys(o.states)) {
		if read := o.states[name].ReadTo; read.Before(r.To) {
			r.To, r.Behind = read, name
		}
	}
	return r
}

// send carries posts to the server whenever there may be one, and when a try is due.
func (o *office) send(ctx context.Context) {
	sending, cut := context.WithCancel(context.WithoutCancel(ctx))
	defer cut()
	defer context.AfterFunc(ctx, func() { time.AfterFunc(graceTime, cut) })()
	var trouble string
	for ctx.Err() == nil {
		pass, err := o.sender.Run(sending)
		if sending.Err() != nil {
			return // it was cut
		}
		o.server.watch.passed(pass)
		if n := len(pass.Capped); n > 0 {
			p := pass.Capped[n-1]
			o.say(failed("trop de réponses en une heure (partie %s, %s) : un programme répond peut-être aux nôtres ; %d retenues, voir « fivepoints posts »",
				"too many answers within an hour (game %s, %s): perhaps a program answers ours; %d held back, see `fivepoints posts`", p.Game, cmp.Or(p.Seat, p.Person), n))
		}
		if err = errors.Join(err, pass.Trouble); err == nil {
			trouble = ""
		} else if err.Error() != trouble {
			trouble = err.Error()
			o.say(because(err, "envoi du courrier", "sending mail"))
		}
		var due <-chan time.Time
		if !pass.Next.IsZero() {
			due = time.After(max(time.Second, pass.Next.Sub(o.server.env.Now())))
		}
		select {
		case <-ctx.Done():
		case <-o.posted:
		case <-due:
		}
	}
}

// replyTo is the address with the token of the seat that a post is for.
func (o *office) replyTo(ctx context.Context, p outbox.Post) (string, error) {
	o.server.mu.Lock()
	defer o.server.mu.Unlock()
	views, err := o.server.folder.project(ctx) // who has just sat down is in it
	if err != nil {
		return "", err
	}
	since, err := people.Directory{DB: views}.Since(ctx, p.Game, p.Seat)
	if err != nil || since == 0 || p.Seat == "" {
		return "", err
	}
	club, err := o.server.folder.keys.Key("club")
	if err != nil {
		return "", fmt.Errorf("reading the club's key: %w", err)
	}
	return trust.NewToken(club, p.Game, p.Seat, since).Address(o.config.Address), nil
}
