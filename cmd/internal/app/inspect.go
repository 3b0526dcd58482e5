package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"fivepoints/events"
	"fivepoints/games/judge"
	"fivepoints/mail"
	"fivepoints/mail/intake"
	"fivepoints/mail/mailbox"
	"fivepoints/projections"
	"fivepoints/projections/people"
	"fivepoints/projections/viewdb"
)

// inspected is a message as "mail inspect --json" shows it, one object per
// message. Its fields are final; new ones may follow.
type inspected struct {
	Class      string            `json:"class"` // "mail", "auto", "bounce", "list", "malformed", "too_big"
	From       inspectedFrom     `json:"from"`
	Subject    string            `json:"subject"`
	MessageID  string            `json:"message_id"`  // without angle brackets
	Date       string            `json:"date"`        // as its sender wrote it
	ReceivedAt string            `json:"received_at"` // RFC 3339, UTC, of our boundary's Received field; "" without one
	Visible    string            `json:"visible"`     // the kept lines
	Lines      []inspectedLine   `json:"lines"`
	Route      inspectedRoute    `json:"route"`
	Orders     []judge.LineRead  `json:"orders"` // what the seat's game understands; empty without a route
	Limits     inspectedMeasures `json:"limits"`
}

type inspectedFrom struct {
	Address  string           `json:"address"` // "" when there is not exactly one
	Verdict  string           `json:"verdict"` // of the evidence
	Evidence *events.Evidence `json:"evidence"`
}

// inspectedLine: the classes are those of package mail, "kept" for the player's own.
type inspectedLine struct {
	N     int    `json:"n"`
	Class string `json:"class"`
	Text  string `json:"text"`
}

// inspectedRoute tells where the message would go now. Without a data folder
// only its claims are known.
type inspectedRoute struct {
	Game   string         `json:"game"`
	Seat   string         `json:"seat"`
	Result string         `json:"result"` // "ignored", "held" or "refused"; "" when its orders would count
	Reason string         `json:"reason"`
	Claims []events.Claim `json:"claims"`
}

// inspectedMeasures: what was too big, and what was repaired or looks odd.
type inspectedMeasures struct {
	Exceeded []string `json:"exceeded"`
	Notes    []string `json:"notes"`
	Bytes    int      `json:"bytes"`
	Parts    int      `json:"parts"`
	Lines    int      `json:"lines"`
	NotRead  int      `json:"not_read"` // files that may hold words
}

// mailInspect shows how a message is read.
func (e *env) mailInspect(args []string) error {
	fs := e.flags("mail inspect")
	var c mailConfig
	fs.StringVar(&c.AuthServ, "authserv", "", e.say("`NOM` dont les Authentication-Results sont crus (défaut : celui de fivepoints.toml)", "`NAME` whose Authentication-Results are believed (default: that of fivepoints.toml)"))
	hosts := fs.String("hosts", "", e.say("`NOMS` de notre serveur dans ses lignes Received, séparés par des virgules", "`NAMES` of our server in its Received lines, separated by commas"))
	names, err := e.parse(fs, args, 1, 1)
	if err != nil {
		return err
	}
	if *hosts != "" {
		c.Hosts = strings.Split(*hosts, ",")
	}
	if _, err := os.Stat(logPath(e.data)); err != nil { // it works without a folder
		return e.inspectAll(names[0], nil, c)
	}
	return e.view(func(f *folder) error {
		if c.AuthServ == "" && len(c.Hosts) == 0 {
			c = f.config.Mail
		}
		return e.inspectAll(names[0], f, c)
	})
}

// inspectAll shows every message of a file. Nothing of the folder is written:
// who writes is looked up in views of its own.
func (e *env) inspectAll(name string, f *folder, c mailConfig) (err error) {
	var taker *intake.Intake
	if f != nil {
		var done func() error
		if taker, done, err = f.onlooker(e.ctx, e.Now, c); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, done()) }()
	}
	items := mailbox.Open(e.path(name))
	if name == "-" {
		items = mailbox.Stream(io.LimitReader(e.In, maxPaste))
	}
	n := 0
	for item, err := range items {
		if err != nil {
			return err
		}
		n++
		in, err := e.inspect(f, taker, item, c)
		if err != nil {
			return because(err, "lecture de %s", "inspecting %s", name)
		}
		if err := e.showInspected(in); err != nil {
			return err
		}
	}
	if n == 0 {
		return failed("lecture de %s : il n'y a pas de message dedans", "inspecting %s: there is no message in it", name)
	}
	return nil
}

// onlooker is an intake that only looks, with views of its own that done removes.
func (f *folder) onlooker(ctx context.Context, now func() time.Time, c mailConfig) (taker *intake.Intake, done func() error, err error) {
	dir, err := os.MkdirTemp("", "fivepoints-inspect-")
	if err != nil {
		return nil, nil, because(err, "création d'un dossier provisoire", "making a folder for the time being")
	}
	db, err := viewdb.Open(filepath.Join(dir, "views.db"))
	if err != nil {
		return nil, nil, errors.Join(err, os.RemoveAll(dir))
	}
	done = func() error { return errors.Join(db.Close(), os.RemoveAll(dir)) }
	if err := projections.Run(ctx, f.log, db, &people.Projection{Keys: f.keys}); err != nil {
		return nil, nil, errors.Join(err, done())
	}
	return &intake.Intake{Log: f.log, Dir: people.Directory{DB: db, Log: f.log}, Now: now, Mail: c.reader(), Check: c.checker()}, done, nil
}

// inspect reads one message, as far as the folder (nil: none) tells.
func (e *env) inspect(f *folder, taker *intake.Intake, item mailbox.Item, c mailConfig) (inspected, error) {
	if f == nil {
		m := c.reader().Read(item.Raw)
		ev := c.checker().Examine(e.ctx, item.Raw, &m)
		in := describeMessage(m, len(item.Raw), &ev)
		in.Route.Claims = append(in.Route.Claims, intake.Claims(&m)...)
		return in, nil
	}
	m, out, err := taker.Look(e.ctx, item)
	if err != nil {
		return inspected{}, err
	}
	look, err := f.judge.Look(e.ctx, out.Received, out.Envelope)
	if err != nil {
		return inspected{}, err
	}
	in := describeMessage(m, len(item.Raw), out.Envelope.Evidence)
	in.Route.Game, in.Route.Seat, in.Route.Result, in.Route.Reason = look.Game, look.Seat, look.Result, look.Reason
	in.Route.Claims = append(in.Route.Claims, out.Envelope.Claims...)
	in.Orders = append(in.Orders, look.Orders...)
	return in, nil
}

func describeMessage(m mail.Message, size int, ev *events.Evidence) inspected {
	in := inspected{
		Class: m.Class, From: inspectedFrom{Address: m.From, Verdict: ev.Verdict, Evidence: ev},
		Subject: m.Subject, MessageID: m.MessageID, Date: m.Date, Lines: []inspectedLine{}, Orders: []judge.LineRead{},
		Route:  inspectedRoute{Claims: []events.Claim{}},
		Limits: inspectedMeasures{Exceeded: []string{}, Notes: []string{}, Bytes: size, Parts: len(m.Parts), Lines: len(m.Lines), NotRead: m.Attached},
	}
	if !m.Received.IsZero() {
		in.ReceivedAt = m.Received.UTC().Format(time.RFC3339)
	}
	for _, note := range m.Notes {
		if m.Class == mail.ClassTooBig && slices.Contains(mail.TooBig(), note) {
			in.Limits.Exceeded = append(in.Limits.Exceeded, note)
		} else {
			in.Limits.Notes = append(in.Limits.Notes, note)
		}
	}
	var visible []string
	for _, l := range m.Lines {
		class := l.Class
		if class == "" {
			class = "kept"
			visible = append(visible, l.Text)
		}
		in.Lines = append(in.Lines, inspectedLine{l.N, class, l.Text})
	}
	in.Visible = strings.Trim(strings.Join(visible, "\n"), "\n")
	return in
}

func (e *env) showInspected(in inspected) error {
	if e.json {
		return e.printJSON(in)
	}
	fmt.Fprintf(e.Out, "From: %q\nSubject: %q\nMessage-ID: %q\nDate: %q\n%s: %s\n",
		in.From.Address, in.Subject, in.MessageID, in.Date, e.say("classe", "class"), in.Class)
	fmt.Fprintf(e.Out, "%s: %s %q\n", e.say("preuve", "evidence"), in.From.Verdict, in.From.Evidence.Detail)
	for _, n := range slices.Concat(in.Limits.Exceeded, in.Limits.Notes) {
		fmt.Fprintf(e.Out, "note: %s\n", n)
	}
	if r := in.Route; r.Game != "" || r.Result != "" {
		fmt.Fprintf(e.Out, "%s: %s\n", e.say("destination", "route"), strings.Join(strings.Fields(r.Game+" "+r.Seat+" "+r.Result+" "+r.Reason), " "))
	}
	for _, l := range in.Lines {
		class := l.Class
		if class == "kept" {
			class = e.say("lue", "kept")
		}
		fmt.Fprintf(e.Out, "%4d %-13s %q\n", l.N, class, l.Text)
	}
	for _, o := range in.Orders {
		fmt.Fprintf(e.Out, "%s %d: %s %q %s\n", e.say("ordre", "order"), o.Line, o.Verdict, o.Canonical, o.Reason)
	}
	return nil
}
