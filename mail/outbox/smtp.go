package outbox

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"

	"fivepoints/mail/mailbox"
)

// How a connection is protected.
const (
	TLSImplicit = mailbox.TLSImplicit // from its first byte, usually on port 465
	TLSStart    = mailbox.TLSStart    // by STARTTLS, usually on port 587
	TLSNone     = mailbox.TLSNone     // not at all: only to an address of this machine
)

// How we log in.
const (
	AuthPassword    = mailbox.AuthPassword    // PLAIN, or LOGIN where the server has nothing else
	AuthOAuthBearer = mailbox.AuthOAuthBearer // RFC 7628
	AuthXOAuth2     = mailbox.AuthXOAuth2     // what Microsoft and Google understand
	AuthNone        = "none"
)

// Time limits of one connection; a mail that takes longer is tried again.
const (
	dialTime    = 30 * time.Second
	commandTime = 30 * time.Second
	mailTime    = 90 * time.Second // one mail, from MAIL to the answer after the final dot
	goodbyeTime = 3 * time.Second  // nothing depends on the answer to it
)

// Server is where mail is handed over for delivery (RFC 6409).
type Server struct {
	Addr   string // "host" or "host:port"; the certificate is held against the host
	TLS    string // TLSImplicit when empty
	Auth   string // AuthPassword when empty
	User   string
	Secret func(context.Context) (string, error) // password or access token; asked at each login
	Hello  string                                // our name in EHLO; "": "localhost"
	Roots  *x509.CertPool                        // nil: those of the machine
	Limit  time.Duration                         // of one command and, times three, of one mail; 0: 30 s
}

// Transport opens connections over which mails leave. *Server is one.
type Transport interface {
	Dial(context.Context) (Session, error)
}

// Session is a connection. Send hands over one mail: nil means that the next
// server answers for it, *Refusal that it said no to this mail, and any other
// error that the connection is of no more use.
type Session interface {
	Send(ctx context.Context, from, to string, mail []byte) error
	Close() error
}

// Refusal is a server's answer that concerns one mail.
type Refusal struct {
	Status string // RFC 3463, or class.0.0 when the server gave none
	Text   string // what it said
	Ours   bool   // it sounds as if we were not let in, not the mail: worth another try
}

// Error tells what the server said.
func (r *Refusal) Error() string { return "the server refused it: " + r.Status + " " + r.Text }

// Final tells whether trying again is of no use.
func (r *Refusal) Final() bool { return strings.HasPrefix(r.Status, "5") && !r.Ours }

// Trouble is a failure that has nothing to do with any one mail.
type Trouble struct {
	Doing string // "connecting", "greeting", "logging in", "naming the sender"
	Err   error
}

// Error says what was tried and why it failed; it never holds a secret.
func (t *Trouble) Error() string { return t.Doing + ": " + t.Err.Error() }

// Unwrap gives the reason.
func (t *Trouble) Unwrap() error { return t.Err }

// Check tells what is wrong with the settings, before anything is sent.
func (s *Server) Check() error {
	host, _, err := net.SplitHostPort(s.address())
	if err != nil || host == "" {
		return fmt.Errorf("addr = %q is no host and no host:port", s.Addr)
	}
	switch s.TLS {
	case "", TLSImplicit, TLSStart:
	case TLSNone:
		if ip := net.ParseIP(host); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
			return fmt.Errorf("mail to %s would travel unprotected; tls = %q is for servers of this machine alone", host, TLSNone)
		}
	default:
		return fmt.Errorf("tls = %q is none of %s, %s, %s", s.TLS, TLSImplicit, TLSStart, TLSNone)
	}
	switch s.Auth {
	case AuthNone:
		return nil
	case "", AuthPassword, AuthXOAuth2, AuthOAuthBearer:
	default:
		return fmt.Errorf("auth = %q is none of %s, %s, %s, %s", s.Auth, AuthPassword, AuthOAuthBearer, AuthXOAuth2, AuthNone)
	}
	if s.User == "" || s.Secret == nil || strings.ContainsFunc(s.User, isControl) {
		return fmt.Errorf("to log in at %s a user and a password or a token command are needed", host)
	}
	return nil
}

// Dial connects, greets and logs in.
func (s *Server) Dial(ctx context.Context) (Session, error) {
	if err := s.Check(); err != nil {
		return nil, &Trouble{"reading the settings", err}
	}
	ctx, cancel := context.WithTimeout(ctx, 4*s.limit(dialTime))
	defer cancel()
	conn, err := s.connect(ctx)
	if err != nil {
		return nil, &Trouble{"connecting to " + s.address(), err}
	}
	c := &client{limit: s.limit(mailTime / 3)}
	defer c.watch(ctx, conn)()
	if err := s.greet(c, conn); err != nil {
		return nil, &Trouble{"greeting " + s.address(), errors.Join(because(ctx, err), conn.Close())}
	}
	if err := s.login(ctx, c.Client); err != nil {
		return nil, &Trouble{"logging in at " + s.address() + " as " + s.User, errors.Join(because(ctx, err), conn.Close())}
	}
	c.conn = conn
	return c, nil
}

func (s *Server) limit(usual time.Duration) time.Duration {
	if s.Limit > 0 {
		return s.Limit
	}
	return usual
}

// address is host and port.
func (s *Server) address() string {
	if _, _, err := net.SplitHostPort(s.Addr); err == nil {
		return s.Addr
	}
	port := "465"
	if s.TLS == TLSStart {
		port = "587"
	} else if s.TLS == TLSNone {
		port = "25"
	}
	return net.JoinHostPort(strings.Trim(s.Addr, "[]"), port)
}

func (s *Server) connect(ctx context.Context) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, s.limit(dialTime))
	defer cancel()
	if s.TLS == TLSStart || s.TLS == TLSNone {
		return new(net.Dialer).DialContext(ctx, "tcp", s.address())
	}
	return (&tls.Dialer{Config: s.tls()}).DialContext(ctx, "tcp", s.address())
}

func (s *Server) tls() *tls.Config {
	host, _, _ := net.SplitHostPort(s.address())
	return &tls.Config{ServerName: host, RootCAs: s.Roots, MinVersion: tls.VersionTLS12}
}

func (s *Server) greet(c *client, conn net.Conn) (err error) {
	if s.TLS == TLSStart {
		c.Client, err = smtp.NewClientStartTLS(conn, s.tls())
	} else {
		c.Client = smtp.NewClient(conn)
	}
	if err != nil {
		return err
	}
	c.CommandTimeout, c.SubmissionTimeout = s.limit(commandTime), 3*c.limit
	name := s.Hello
	if name == "" {
		name = "localhost"
	}
	return c.Hello(name)
}

func (s *Server) login(ctx context.Context, c *smtp.Client) error {
	if s.Auth == AuthNone {
		return nil
	}
	secret, err := s.Secret(ctx)
	if err != nil {
		return fmt.Errorf("getting the password or token: %w", err)
	}
	err = c.Auth(s.mechanism(c, secret))
	var said *smtp.SMTPError
	if errors.As(err, &said) { // its text is the server's, and may repeat what we sent
		return fmt.Errorf("the server answered %d %s", said.Code, status(said))
	}
	var lost net.Error
	if err == nil || errors.Is(err, io.EOF) || errors.As(err, &lost) {
		return err
	}
	return errors.New("the server refuses the password or token") // why is in its own words, as above
}

func (s *Server) mechanism(c *smtp.Client, secret string) sasl.Client {
	switch s.Auth {
	case AuthXOAuth2:
		return mailbox.XOAuth2(s.User, secret)
	case AuthOAuthBearer:
		return sasl.NewOAuthBearerClient(&sasl.OAuthBearerOptions{Username: s.User, Token: secret})
	}
	if _, list := c.Extension("AUTH"); !slices.Contains(strings.Fields(strings.ToUpper(list)), sasl.Plain) && strings.Contains(strings.ToUpper(list), sasl.Login) {
		return sasl.NewLoginClient(s.User, secret)
	}
	return sasl.NewPlainClient("", s.User, secret)
}

// client is a Session.
type client struct {
	*smtp.Client
	conn  net.Conn
	limit time.Duration
}

// watch closes the connection when ctx ends: go-smtp knows no context, and sets
// no time limit while the text of a mail is on its way. The result stops it.
func (c *client) watch(ctx context.Context, conn net.Conn) func() {
	done := make(chan struct{})
	var gone sync.WaitGroup
	gone.Go(func() {
		select {
		case <-ctx.Done():
			conn.Close()
		case <-done:
		}
	})
	return func() { close(done); gone.Wait() }
}

// Send implements Session. The text is whole in memory before it begins, and an
// error on the way closes the connection without the final dot: half a mail is
// never taken for one.
func (c *client) Send(ctx context.Context, from, to string, mail []byte) error {
	ctx, cancel := context.WithTimeout(ctx, 3*c.limit)
	defer cancel()
	defer c.watch(ctx, c.conn)()
	if most, told := c.MaxMessageSize(); told && most > 0 && len(mail) > most {
		return &Refusal{Status: "5.3.4", Text: fmt.Sprintf("it takes mails of at most %d bytes, this one has %d", most, len(mail))}
	}
	opts := &smtp.MailOptions{UTF8: !isASCII(to)}
	if able, _ := c.Extension("SMTPUTF8"); opts.UTF8 && !able {
		return &Refusal{Status: "5.6.7", Text: "it takes no address with letters beyond ASCII (SMTPUTF8)"}
	}
	if err := c.Mail(from, opts); err != nil {
		return &Trouble{"naming the sender", because(ctx, describe(err))}
	}
	err := c.Rcpt(to, nil)
	if err == nil {
		err = c.text(mail)
	}
	return because(ctx, c.refused(err))
}

func (c *client) text(mail []byte) error {
	w, err := c.Data()
	if err != nil {
		return err
	}
	if _, err := w.Write(mail); err != nil {
		return err
	}
	return w.Close()
}

// refused turns a server's no into a Refusal and readies the connection for the
// next mail. 421 means that it hangs up (RFC 5321 section 4.2.3).
func (c *client) refused(err error) error {
	var said *smtp.SMTPError
	if !errors.As(err, &said) || said.Code == 421 {
		return describe(err)
	}
	if err := c.Reset(); err != nil {
		return describe(err)
	}
	return &Refusal{status(said), clip(said.Message), said.Code == 530 || notLetIn.MatchString(said.Message)}
}

// notLetIn is what servers say at RCPT to whom they should know and do not:
// settings are wrong, and no addressee.
var notLetIn = regexp.MustCompile(`(?i)\b(?:unable to relay|relay(?:ing)? (?:access )?(?:is )?(?:denied|not (?:permitted|allowed))|(?:authentication|auth|login) (?:is )?required|must (?:be authenticated|authenticate|log ?in)|not logged in)\b`)

// Close says goodbye when the server still listens, and hangs up.
func (c *client) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), min(c.limit, goodbyeTime))
	defer cancel()
	defer c.watch(ctx, c.conn)()
	if err := c.Quit(); err != nil {
		return c.conn.Close() // a server that is gone needs no goodbye
	}
	return nil
}

// because tells that a time limit cut the connection rather than that it is closed.
func because(ctx context.Context, err error) error {
	if err != nil && ctx.Err() != nil {
		return fmt.Errorf("it took too long or was stopped: %w", context.Cause(ctx))
	}
	return err
}

// describe says what a server answered, cut to one short line.
func describe(err error) error {
	var said *smtp.SMTPError
	if errors.As(err, &said) {
		return fmt.Errorf("the server answered %d %s %s", said.Code, status(said), clip(said.Message))
	}
	return err
}

func status(e *smtp.SMTPError) string {
	if e.EnhancedCode[0] != e.Code/100 {
		return strconv.Itoa(e.Code/100) + ".0.0"
	}
	return fmt.Sprintf("%d.%d.%d", e.EnhancedCode[0], e.EnhancedCode[1], e.EnhancedCode[2])
}

// clip makes one line of at most 300 characters of what a server said.
func clip(s string) string {
	s = strings.Join(strings.Fields(strings.ToValidUTF8(s, "?")), " ")
	s = strings.Map(func(r rune) rune {
		if isControl(r) {
			return '?'
		}
		return r
	}, s)
	if r := []rune(s); len(r) > 300 {
		return string(r[:300])
	}
	return s
}
