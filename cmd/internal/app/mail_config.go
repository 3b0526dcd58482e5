package app

import (
	"context"
	"crypto/x509"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"time"

	"fivepoints/mail"
	"fivepoints/mail/intake"
	"fivepoints/mail/mailbox"
	"fivepoints/mail/outbox"
	"fivepoints/mail/trust"
)

// mailConfig says how letters come and go. Without an address there are none.
type mailConfig struct {
	Address   string       `toml:"address"`   // players write to it; our mails come from it
	Name      string       `toml:"name"`      // shown beside it
	Moderator string       `toml:"moderator"` // address that is told what is held and what does not arrive
	AuthServ  string       `toml:"authserv"`  // who checks mail before us, as its Authentication-Results name it
	Hosts     []string     `toml:"hosts"`     // names by which it signs Received fields
	DKIM      bool         `toml:"dkim"`      // check signatures ourselves, by DNS
	DNS       string       `toml:"dns"`       // name server to ask, host:port; "" is the machine's
	Twin      bool         `toml:"twin"`      // reports bring the position as JSON, for programs
	IMAP      []imapConfig `toml:"imap"`
	LMTP      lmtpConfig   `toml:"lmtp"`
	SMTP      smtpConfig   `toml:"smtp"`
}

// loginConfig is what every server is asked with.
type loginConfig struct {
	Server       string   `toml:"server"`
	TLS          string   `toml:"tls"`
	User         string   `toml:"user"`
	Auth         string   `toml:"auth"`
	PasswordFile string   `toml:"password_file"`
	TokenCommand []string `toml:"token_command"`
	CAFile       string   `toml:"ca_file"`
}

// imapConfig is one mailbox that is followed.
type imapConfig struct {
	loginConfig
	Name   string        `toml:"name"`   // of the source in the log: inbox/<name>
	Folder string        `toml:"folder"` // INBOX when empty
	Poll   time.Duration `toml:"poll"`   // how often to look when nothing is announced; 3 minutes when 0
	Done   string        `toml:"done"`   // where taken messages go; when empty they are marked
	Trust  string        `toml:"trust"`  // "claimed", or "address" to believe every sender
}

// lmtpConfig is where a mail server of this machine hands mail over.
type lmtpConfig struct {
	Listen string `toml:"listen"`
	Trust  string `toml:"trust"`
}

// smtpConfig is the server that takes what we send.
type smtpConfig struct {
	loginConfig
	Hello string `toml:"hello"`
}

var inboxName = regexp.MustCompile(`^[a-z][a-z0-9-]{0,15}$`)

// check reports what can never work.
func (c *mailConfig) check() error {
	switch {
	case c.Address == "" && (len(c.IMAP) > 0 || c.LMTP.Listen != "" || c.SMTP.Server != ""):
		return failed("[mail] : il manque address, l'adresse à laquelle écrivent les joueurs", "[mail]: address is missing, to which the players write")
	case c.Address == "":
		return nil
	}
	if _, err := outbox.CheckAddress(c.Address); err != nil {
		return because(err, "[mail] : address n'est pas une adresse", "[mail]: address is no mail address")
	}
	if _, err := outbox.CheckAddress(c.Moderator); c.Moderator != "" && err != nil {
		return because(err, "[mail] : moderator n'est pas une adresse", "[mail]: moderator is no mail address")
	}
	names := map[string]bool{"file": true, "lmtp": true}
	for i, a := range c.IMAP {
		if !inboxName.MatchString(a.Name) || names[a.Name] {
			return failed("[[mail.imap]] n° %d : name vaut 1 à 16 lettres et chiffres, chacun une fois, autre que file et lmtp", "[[mail.imap]] %d: name is 1 to 16 letters and digits, each once, other than file and lmtp", i+1)
		}
		names[a.Name] = true
		if err := checkTrust(a.Trust); err != nil {
			return err
		}
	}
	return checkTrust(c.LMTP.Trust)
}

func checkTrust(level string) error {
	switch level {
	case "", intake.TrustClaimed, intake.TrustAddress:
		return nil
	}
	return failed("[mail] : trust vaut claimed ou address, pas %q", "[mail]: trust is claimed or address, not %q", level)
}

// secret of a server; a file is looked for beside fivepoints.toml.
func (l *loginConfig) secret(dir string) mailbox.Secret {
	s := mailbox.Secret{File: l.PasswordFile, Command: l.TokenCommand}
	if s.File != "" {
		s.File = beside(dir, s.File)
	}
	return s
}

func beside(dir, name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(dir, name)
}

// roots are whom to trust with a server's certificate; nil: whom the machine trusts.
func (l *loginConfig) roots(dir string) (*x509.CertPool, error) {
	if l.CAFile == "" {
		return nil, nil
	}
	pem, err := os.ReadFile(beside(dir, l.CAFile))
	if err != nil {
		return nil, fmt.Errorf("reading ca_file: %w", err)
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(pem) {
		return nil, fmt.Errorf("reading ca_file: %s holds no certificate", l.CAFile)
	}
	return pool, nil
}

func (a *imapConfig) account(dir string) (mailbox.Account, error) {
	roots, err := a.roots(dir)
	return mailbox.Account{
		Addr: a.Server, TLS: a.TLS, Roots: roots, User: a.User, Auth: a.Auth, Secret: a.secret(dir), Folder: a.Folder, Done: a.Done, Poll: a.Poll,
	}, err
}

func (s *smtpConfig) transport(dir string) (*outbox.Server, error) {
	roots, err := s.roots(dir)
	if err != nil {
		return nil, err
	}
	out := &outbox.Server{Addr: s.Server, TLS: s.TLS, Auth: s.Auth, User: s.User, Hello: s.Hello, Secret: s.secret(dir).Read, Roots: roots}
	return out, out.Check()
}

// reader knows our side of the mail.
func (c *mailConfig) reader() mail.Reader {
	r := mail.Reader{}
	if c.Address != "" {
		r.Own = []string{c.Address}
	}
	if len(c.Hosts) > 0 && c.Hosts[0][0] != '.' {
		r.Host = c.Hosts[0]
	} else if c.AuthServ != trust.Topmost {
		r.Host = c.AuthServ
	}
	return r
}

// checker looks for evidence; without settings it believes nobody.
func (c *mailConfig) checker() *trust.Checker {
	t := &trust.Checker{AuthServ: c.AuthServ, Hosts: c.Hosts}
	if c.Address != "" {
		t.Own = []string{c.Address}
	}
	if c.DKIM {
		t.TXT = func(ctx context.Context, name string) ([]string, error) {
			ctx, cancel := context.WithTimeout(ctx, dnsTime)
			defer cancel()
			return c.resolver().LookupTXT(ctx, name)
		}
	}
	return t
}

func (c *mailConfig) resolver() *net.Resolver {
	if c.DNS == "" {
		return net.DefaultResolver
	}
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, network, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, network, c.DNS)
	}}
}
