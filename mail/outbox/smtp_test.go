package outbox_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"

	"fivepoints/mail/outbox"
)

// office is a mail server on 127.0.0.1 that keeps what it is given.
type office struct {
	mu      sync.Mutex
	mails   []sent
	logins  []string
	connect int
	mail    error // answer to MAIL
	rcpt    func(to string) error
	data    error  // answer to the final dot
	taken   func() // called when it has a mail, before it says so
	most    int64  // bytes of a mail
	scripts bool   // takes addresses of any script
	mechs   []string
	secret  string
}

func (o *office) NewSession(*smtp.Conn) (smtp.Session, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.connect++
	return &visit{office: o}, nil
}

func (o *office) got() []sent {
	o.mu.Lock()
	defer o.mu.Unlock()
	return append([]sent(nil), o.mails...)
}

type visit struct {
	*office
	from, to string
}

func (v *visit) AuthMechanisms() []string { return v.mechs }

func (v *visit) Auth(mech string) (sasl.Server, error) {
	check := func(user, secret string) error {
		v.mu.Lock()
		defer v.mu.Unlock()
		v.logins = append(v.logins, mech+" "+user)
		if secret != v.secret {
			return &smtp.SMTPError{Code: 535, EnhancedCode: smtp.EnhancedCode{5, 7, 8}, Message: "bad password " + secret}
		}
		return nil
	}
	switch mech {
	case "LOGIN":
		return &loginServer{check: check}, nil
	case "OAUTHBEARER":
		return sasl.NewOAuthBearerServer(func(o sasl.OAuthBearerOptions) *sasl.OAuthBearerError {
			if check(o.Username, o.Token) != nil {
				return &sasl.OAuthBearerError{Status: "invalid_token " + o.Token}
			}
			return nil
		}), nil
	case "XOAUTH2":
		return &bearerServer{check}, nil
	}
	return sasl.NewPlainServer(func(_, user, secret string) error { return check(user, secret) }), nil
}

type loginServer struct {
	check func(user, secret string) error
	user  *string
}

func (l *loginServer) Next(response []byte) ([]byte, bool, error) {
	switch {
	case response == nil:
		return []byte("Username:"), false, nil
	case l.user == nil:
		user := string(response)
		l.user = &user
		return []byte("Password:"), false, nil
	}
	return nil, true, l.check(*l.user, string(response))
}

type bearerServer struct {
	check func(user, secret string) error
}

func (b *bearerServer) Next(response []byte) ([]byte, bool, error) {
	user, rest, _ := strings.Cut(strings.TrimPrefix(string(response), "user="), "\x01auth=Bearer ")
	return nil, true, b.check(user, strings.TrimRight(rest, "\x01"))
}

func (v *visit) Mail(from string, _ *smtp.MailOptions) error {
	v.from = from
	return v.mail
}

func (v *visit) Rcpt(to string, _ *smtp.RcptOptions) error {
	v.to = to
	if v.rcpt != nil {
		return v.rcpt(to)
	}
	return nil
}

func (v *visit) Data(r io.Reader) error {
	text, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.data == nil {
		v.mails = append(v.mails, sent{v.from, v.to, string(text)})
		if v.taken != nil {
			v.taken()
		}
	}
	return v.data
}

func (v *visit) Reset()        {}
func (v *visit) Logout() error { return nil }

// open starts the office and returns how to reach it.
func (o *office) open(t *testing.T, tlsMode string, wrap func(net.Conn) net.Conn) *outbox.Server {
	t.Helper()
	cert, roots := certificate(t, "127.0.0.1")
	config := &tls.Config{Certificates: []tls.Certificate{cert}}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	o.secret = "open sesame"
	if o.mechs == nil {
		o.mechs = []string{"PLAIN", "XOAUTH2", "OAUTHBEARER"}
	}
	srv := smtp.NewServer(o)
	srv.Domain, srv.AllowInsecureAuth, srv.TLSConfig = "localhost", tlsMode == outbox.TLSNone, config
	srv.ErrorLog, srv.MaxMessageBytes, srv.EnableSMTPUTF8 = quiet{}, o.most, o.scripts
	if wrap != nil {
		l = &wrapped{l, wrap}
	}
	listener := l
	if tlsMode == outbox.TLSImplicit {
		listener = tls.NewListener(l, config)
	}
	var done sync.WaitGroup
	done.Go(func() { srv.Serve(listener) })
	t.Cleanup(func() { srv.Close(); done.Wait() })
	return &outbox.Server{
		Addr: l.Addr().String(), TLS: tlsMode, User: "club", Roots: roots, Limit: 20 * time.Second,
		Secret: func(context.Context) (string, error) { return "open sesame", nil },
	}
}

type quiet struct{}

func (quiet) Printf(string, ...any) {}
func (quiet) Println(...any)        {}

type wrapped struct {
	net.Listener
	wrap func(net.Conn) net.Conn
}

func (w *wrapped) Accept() (net.Conn, error) {
	c, err := w.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return w.wrap(c), nil
}

// certificate makes one for an address, and the pool that trusts it.
func certificate(t *testing.T, host string) (tls.Certificate, *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	tmpl := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "test"}, IsCA: true, BasicConstraintsValid: true,
		NotBefore: time.Unix(0, 0), NotAfter: time.Date(2200, 1, 1, 0, 0, 0, 0, time.UTC),
		KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	if ip := net.ParseIP(host); ip != nil {
		tmpl.IPAddresses = []net.IP{ip}
	} else {
		tmpl.DNSNames = []string{host}
	}
	der, err := x509.CreateCertificate(rand.Reader, tmpl, tmpl, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	roots := x509.NewCertPool()
	roots.AddCert(cert)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, roots
}

const letter = "Subject: x\r\n\r\n.a line with a dot\r\n"

func deliver(t *testing.T, srv *outbox.Server) error {
	t.Helper()
	s, err := srv.Dial(context.Background())
	if err != nil {
		return err
	}
	defer s.Close()
	return s.Send(context.Background(), "play+x@example.org", "ann@example.org", []byte(letter))
}

func TestWaysIn(t *testing.T) {
	t.Parallel()
	for _, mode := range []string{outbox.TLSImplicit, outbox.TLSStart, outbox.TLSNone} {
		for _, auth := range []string{outbox.AuthPassword, "LOGIN", outbox.AuthXOAuth2, outbox.AuthOAuthBearer, outbox.AuthNone} {
			t.Run(mode+" "+auth, func(t *testing.T) {
				t.Parallel()
				o := &office{}
				if auth == "LOGIN" {
					o.mechs, auth = []string{auth}, outbox.AuthPassword
				}
				srv := o.open(t, mode, nil)
				srv.Auth = auth
				if err := deliver(t, srv); err != nil {
					t.Fatal(err)
				}
				got := o.got()
				if len(got) != 1 || got[0].text != letter || got[0].from != "play+x@example.org" {
					t.Errorf("%q", got)
				}
				if auth != outbox.AuthNone && (len(o.logins) != 1 || !strings.HasSuffix(o.logins[0], " club")) {
					t.Errorf("logins %q", o.logins)
				}
			})
		}
	}
}

// Nothing of the password is in an error, even when the server repeats it.
func TestWrongPassword(t *testing.T) {
	t.Parallel()
	for _, auth := range []string{outbox.AuthPassword, outbox.AuthXOAuth2, outbox.AuthOAuthBearer} {
		o := &office{}
		srv := o.open(t, outbox.TLSStart, nil)
		srv.Auth = auth
		srv.Secret = func(context.Context) (string, error) { return "tell-nobody", nil }
		err := deliver(t, srv)
		var trouble *outbox.Trouble
		if !errors.As(err, &trouble) || strings.Contains(err.Error(), "tell-nobody") || !strings.Contains(err.Error(), "535 5.7.8") && !strings.Contains(err.Error(), "refuses the") {
			t.Errorf("%s: %v", auth, err)
		}
	}
}

func TestUntrustedServer(t *testing.T) {
	t.Parallel()
	_, other := certificate(t, "127.0.0.1")
	for _, mode := range []string{outbox.TLSImplicit, outbox.TLSStart} {
		o := &office{}
		srv := o.open(t, mode, nil)
		good := srv.Roots
		srv.Roots = other
		var trouble *outbox.Trouble
		if err := deliver(t, srv); !errors.As(err, &trouble) || !strings.Contains(err.Error(), "certificate") {
			t.Errorf("%s, unknown authority: %v", mode, err)
		}
		srv.Roots, srv.Addr = good, strings.Replace(srv.Addr, "127.0.0.1", "localhost", 1)
		if err := deliver(t, srv); !errors.As(err, &trouble) || !strings.Contains(err.Error(), "certificate") {
			t.Errorf("%s, other name: %v", mode, err)
		}
		if len(o.logins) > 0 || len(o.got()) > 0 {
			t.Errorf("%s: it was told a password (%q) or a mail", mode, o.logins)
		}
	}
}

func TestSettings(t *testing.T) {
	t.Parallel()
	secret := func(context.Context) (string, error) { return "", nil }
	for name, s := range map[string]outbox.Server{
		"plaintext to another machine": {Addr: "mail.example.org", TLS: outbox.TLSNone, User: "x", Secret: secret},
		"unknown tls":                  {Addr: "mail.example.org", TLS: "ssl", User: "x", Secret: secret},
		"unknown auth":                 {Addr: "mail.example.org", Auth: "cram-md5", User: "x", Secret: secret},
		"no host":                      {Addr: ":587", User: "x", Secret: secret},
		"no user":                      {Addr: "mail.example.org", Secret: secret},
		"no secret":                    {Addr: "mail.example.org", User: "x"},
	} {
		if err := s.Check(); err == nil {
			t.Errorf("%s: no error", name)
		}
		if _, err := s.Dial(context.Background()); err == nil {
			t.Errorf("%s: it connects", name)
		}
	}
	ok := outbox.Server{Addr: "localhost", TLS: outbox.TLSNone, Auth: outbox.AuthNone}
	if err := ok.Check(); err != nil {
		t.Error(err)
	}
}

// What the server says decides: about this mail, now or for good, or about us.
func TestAnswers(t *testing.T) {
	t.Parallel()
	say := func(code int, e smtp.EnhancedCode) error {
		return &smtp.SMTPError{Code: code, EnhancedCode: e, Message: "no\tand \x1b[31mno"}
	}
	for _, c := range []struct {
		name             string
		mail, rcpt, data error
		want             string // status of a Refusal, "trouble" or "broken"
	}{
		{"sender refused for good", say(550, smtp.EnhancedCode{5, 7, 1}), nil, nil, "trouble"},
		{"too many mails", say(451, smtp.EnhancedCode{4, 7, 0}), nil, nil, "trouble"},
		{"unknown recipient", nil, say(550, smtp.EnhancedCode{5, 1, 1}), nil, "5.1.1"},
		{"greylisted", nil, say(450, smtp.EnhancedCode{4, 7, 1}), nil, "4.7.1"},
		{"no enhanced status", nil, say(552, smtp.NoEnhancedCode), nil, "5.0.0"},
		{"looks like spam", nil, nil, say(554, smtp.EnhancedCode{5, 7, 1}), "5.7.1"},
		{"disk full", nil, nil, say(452, smtp.EnhancedCode{4, 3, 1}), "4.3.1"},
		{"hangs up", nil, say(421, smtp.EnhancedCode{4, 3, 2}), nil, "broken"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			o := &office{mail: c.mail, data: c.data}
			if c.rcpt != nil {
				o.rcpt = func(to string) error {
					if to == "ann@example.org" {
						return c.rcpt
					}
					return nil
				}
			}
			srv := o.open(t, outbox.TLSNone, nil)
			s, err := srv.Dial(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			err = s.Send(context.Background(), "play+x@example.org", "ann@example.org", []byte(letter))
			var refusal *outbox.Refusal
			var trouble *outbox.Trouble
			got := "broken"
			switch {
			case err == nil:
				got = "sent"
			case errors.As(err, &refusal):
				got = refusal.Status
			case errors.As(err, &trouble):
				got = "trouble"
			}
			if got != c.want || strings.ContainsAny(err.Error(), "\t\x1b\r\n") {
				t.Errorf("got %s (%q), want %s", got, err, c.want)
			}
			if c.rcpt == nil || c.want == "broken" {
				return
			}
			// the connection is good for the next mail
			if err := s.Send(context.Background(), "play+x@example.org", "bob@example.org", []byte(letter)); err != nil {
				t.Errorf("the next mail: %v", err)
			}
		})
	}
}

// A mail that is too long for the server is refused, and those behind it go.
func TestTooLong(t *testing.T) {
	t.Parallel()
	o := &office{most: 1000}
	srv := o.open(t, outbox.TLSNone, nil)
	s, err := srv.Dial(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var refusal *outbox.Refusal
	err = s.Send(context.Background(), "play+x@example.org", "ann@example.org", []byte(letter+strings.Repeat("long\r\n", 1000)))
	if !errors.As(err, &refusal) || refusal.Status != "5.3.4" || !refusal.Final() {
		t.Errorf("got %v", err)
	}
	if err := s.Send(context.Background(), "play+x@example.org", "ann@example.org", []byte(letter)); err != nil {
		t.Error(err)
	}
}

// An address of any script goes to a server that knows such, in the header as
// in the command; another one refuses it, and takes the next.
func TestAddressOfAnyScript(t *testing.T) {
	t.Parallel()
	const zoe = "zoé.マーチン@xn--caf-dma.example"
	for _, able := range []bool{true, false} {
		o := &office{scripts: able}
		h := newHouse(t)
		h.who["pzoe"], h.who["pann"] = "zoé.マーチン@café.example", "ann@example.org"
		c := h.full()
		c.Transport = o.open(t, outbox.TLSNone, nil)
		s, err := outbox.New(h.log, c)
		if err != nil {
			t.Fatal(err)
		}
		h.run(s)
		post := h.queue("ny12", "report", "whyos", "pzoe")
		h.queue("ny12", "report", "bowery", "pann")
		p := h.run(s)
		got := o.got()
		if !able {
			if facts := h.facts("ny12", post); p.Sent != 1 || p.Failed != 1 || !slices.Contains(facts, fmt.Sprintf("failed %d smtp 5.6.7 true", post)) {
				t.Errorf("%+v, %q", p, facts)
			}
			continue
		}
		if p.Sent != 2 || len(got) != 2 || got[0].to != zoe || !strings.Contains(got[0].text, "\r\nTo: \"Pzoe\" <"+zoe+">\r\n") {
			t.Errorf("%+v, %q", p, got)
		}
	}
}

// A server that we forgot to log in to refuses everybody: nothing is lost by it.
func TestNotLetIn(t *testing.T) {
	t.Parallel()
	for text, ours := range map[string]bool{
		"<ann@example.org>: Relay access denied": true, "Relaying denied. Proper authentication required.": true, "relay not permitted": true,
		"SMTP; Unable to relay recipient in non-accepted domain": true, "Authentication required": true, "you must authenticate first": true,
		"no such user": false, "mailbox of the relay team is full": false,
	} {
		o := &office{rcpt: func(string) error {
			return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 7, 1}, Message: text}
		}}
		var refusal *outbox.Refusal
		if err := deliver(t, o.open(t, outbox.TLSNone, nil)); !errors.As(err, &refusal) || refusal.Final() == ours || refusal.Status != "5.7.1" {
			t.Errorf("%q: %v", text, err)
		}
	}
}
