package mailbox

import (
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"time"
)

// Ways to log in.
const (
	AuthPassword    = "password"
	AuthOAuthBearer = "oauthbearer" // RFC 7628
	AuthXOAuth2     = "xoauth2"     // what Microsoft and Google understand
)

// Ways to protect a connection.
const (
	TLSImplicit = "implicit" // port 993
	TLSStart    = "starttls" // port 143
	TLSNone     = "none"     // only to this machine
)

// Account says how to reach one folder of a mailbox.
type Account struct {
	Addr   string // "host" or "host:port"
	TLS    string // TLSImplicit when empty
	Roots  *x509.CertPool
	User   string
	Auth   string // AuthPassword when empty
	Secret Secret
	Folder string        // "INBOX" when empty
	Done   string        // where taken messages are moved; when empty they get the keyword $fpIngested
	Poll   time.Duration // at most 9 minutes, 3 when zero
}

const (
	defaultPoll = 3 * time.Minute
	maxPoll     = 9 * time.Minute // NAT gateways and servers forget idle connections
)

// Check reports what can never work, and completes the rest.
func (a *Account) check() error {
	a.TLS = orElse(a.TLS, TLSImplicit)
	a.Auth = orElse(a.Auth, AuthPassword)
	a.Folder = orElse(a.Folder, "INBOX")
	switch {
	case !slices.Contains([]string{TLSImplicit, TLSStart, TLSNone}, a.TLS):
		return fmt.Errorf("tls is %q; it may be %q, %q or %q", a.TLS, TLSImplicit, TLSStart, TLSNone)
	case !slices.Contains([]string{AuthPassword, AuthOAuthBearer, AuthXOAuth2}, a.Auth):
		return fmt.Errorf("auth is %q; it may be %q, %q or %q", a.Auth, AuthPassword, AuthOAuthBearer, AuthXOAuth2)
	case a.Poll < 0 || a.Poll > maxPoll:
		return fmt.Errorf("poll is %s; it may be at most %s", a.Poll, maxPoll)
	case a.Done == a.Folder:
		return errors.New("taken messages would be moved to the folder they are in")
	case a.Auth == AuthOAuthBearer && strings.ContainsAny(a.User, ",="):
		return errors.New("a user name for oauthbearer must not contain ',' or '='") // RFC 5801 escapes them, servers do not expect it
	case strings.ContainsFunc(a.User+a.Folder+a.Done, func(r rune) bool { return r < ' ' || r == 0x7f }):
		return errors.New("user and folder names must not contain control characters")
	}
	if a.Poll == 0 {
		a.Poll = defaultPoll
	}
	return a.checkAddr()
}

// checkAddr completes the port. Passwords and mail go unprotected to nobody
// but this machine.
func (a *Account) checkAddr() error {
	host, port, err := net.SplitHostPort(a.Addr)
	if err != nil {
		host, port = strings.Trim(a.Addr, "[]"), "993"
		if a.TLS != TLSImplicit {
			port = "143"
		}
	}
	if host == "" {
		return fmt.Errorf("the server's address is %q; it should be host or host:port", a.Addr)
	}
	if ip := net.ParseIP(host); a.TLS == TLSNone && host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return fmt.Errorf("tls = %q is only allowed to this machine, not to %s", TLSNone, host)
	}
	a.Addr = net.JoinHostPort(host, port)
	return nil
}

func orElse(s, other string) string {
	if s == "" {
		return other
	}
	return s
}
