package mailbox

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"log"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
	"github.com/emersion/go-imap/v2/imapserver/imapmemserver"
	"github.com/emersion/go-sasl"
)

// tokens is a session that takes bearer tokens, one of them at a time.
type tokens struct {
	imapserver.SessionIMAP4rev2
	good func() string
}

func (s *tokens) AuthenticateMechanisms() []string { return []string{"XOAUTH2", sasl.OAuthBearer} }

func (s *tokens) Authenticate(mech string) (sasl.Server, error) {
	if mech == sasl.OAuthBearer {
		return sasl.NewOAuthBearerServer(func(o sasl.OAuthBearerOptions) *sasl.OAuthBearerError {
			if o.Username != "zoe" || o.Token != s.good() {
				return &sasl.OAuthBearerError{Status: "invalid_token", Schemes: "bearer"}
			}
			return s.enter()
		}), nil
	}
	return &xoauth2Server{s: s}, nil
}

func (s *tokens) enter() *sasl.OAuthBearerError {
	if err := s.Login("zoe", "secret"); err != nil {
		return &sasl.OAuthBearerError{Status: "server_error"}
	}
	return nil
}

type xoauth2Server struct {
	s    *tokens
	said bool
}

func (x *xoauth2Server) Next(response []byte) ([]byte, bool, error) {
	switch want := "user=zoe\x01auth=Bearer " + x.s.good() + "\x01\x01"; {
	case response == nil:
		return []byte{}, false, nil
	case x.said:
		return nil, true, errors.New("no")
	case string(response) == want:
		if x.s.enter() != nil {
			return nil, true, errors.New("no")
		}
		return nil, true, nil
	}
	x.said = true
	return []byte(`{"status":"400","schemes":"Bearer","scope":"https://mail.example.org/"}`), false, nil
}

// TestTokens: an expired token is replaced by a fresh one, at once; a wrong one
// is reported and never shown.
func TestTokens(t *testing.T) {
	for _, way := range []string{AuthXOAuth2, AuthOAuthBearer, AuthXOAuth2 + " asked", AuthOAuthBearer + " asked"} {
		t.Run(way, func(t *testing.T) {
			bubble(t, func(w *world) {
				auth, _, asked := strings.Cut(way, " ") // the server asks for the token when it knows no SASL-IR
				good := "token-1"
				w.wrap = func(s imapserver.Session) imapserver.Session {
					return &tokens{s.(imapserver.SessionIMAP4rev2), func() string { return good }}
				}
				w.m.Account.Auth, w.m.Account.Secret = auth, secretFile(t, "token-1\n")
				w.fault = func(n int) *fault {
					f := &fault{}
					if n == 0 {
						f.cutRead = 2000
					}
					if asked {
						f.edit = func(line string) string { // the library's server asks in a way of its own
							return strings.Replace(strings.ReplaceAll(line, " SASL-IR", ""), "+ =", "+ ", 1)
						}
					}
					return f
				}
				w.put("a", "b", "c", "d", "e", "f", "g", "h")
				w.take = func(item Item) error {
					if name(item) == "c" { // then the line is cut and the token has expired
						good = "token-2"
						return os.WriteFile(w.m.Account.Secret.File, []byte("token-2\n"), 0o600)
					}
					return nil
				}
				w.run("", time.Minute)
				same(t, "log", w.names(), "a b c d e f g h")
				same(t, "troubles", len(w.troubles()), 1)
				good = "token-3"
				w.states = nil
				w.run(w.cursor(), 10*time.Minute)
				if list := w.troubles(); len(list) < 3 || !strings.HasPrefix(list[0], "auth: ") || !strings.Contains(list[0], "token") ||
					strings.Contains(strings.Join(list, " "), "token-2") {
					t.Errorf("troubles %q", list)
				}
			})
		})
	}
}

// TestPassword: a wrong password is tried rarely and never shown, even by a
// server that repeats it.
func TestPassword(t *testing.T) {
	encoded := base64.StdEncoding.EncodeToString([]byte("\x00zoe\x00sesame"))
	for name, f := range map[string]fault{
		"plain": {},
		"login": {edit: func(l string) string { return strings.ReplaceAll(l, " AUTH=PLAIN", "") }},
		"repeated": {edit: func(l string) string {
			return strings.Replace(l, "Authentication failed", "no such command: LOGIN zoe sesame "+encoded+" \x1b[2J", 1)
		}},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(w *world) {
				w.fault = func(int) *fault { return &f }
				w.m.Account.Secret = secretFile(t, "sesame")
				w.put("a")
				w.run("", time.Hour)
				list := w.troubles()
				if len(list) < 5 || len(list) > 30 || !strings.HasPrefix(list[0], `auth: logging in as "zoe": the server says NO`) {
					t.Errorf("%d troubles: %q", len(list), list)
				}
				all := strings.Join(list, " ")
				if strings.Contains(all, "sesame") || strings.Contains(all, encoded) || strings.Contains(all, "\x1b") {
					t.Errorf("the password is in %q", list[0])
				}
				if err := os.WriteFile(w.m.Account.Secret.File, []byte("secret"), 0o600); err != nil {
					t.Fatal(err)
				}
				w.run("", time.Hour)
				same(t, "log", w.names(), "a")
			})
		})
	}
}

// TestLoginDisabled: the words tell what to do.
func TestLoginDisabled(t *testing.T) {
	bubble(t, func(w *world) {
		w.fault = func(int) *fault {
			return &fault{edit: func(l string) string { return strings.ReplaceAll(l, "AUTH=PLAIN", "LOGINDISABLED") }}
		}
		_, err := w.m.Check(context.Background())
		if kind(err) != KindAuth || !strings.Contains(err.Error(), "LOGINDISABLED") {
			t.Error(err)
		}
	})
}

func TestCheck(t *testing.T) {
	bubble(t, func(w *world) {
		w.put("a", "b")
		r, err := w.m.Check(context.Background())
		if err != nil || !r.Idle || !r.Move || !r.Keyword || r.Done || r.UIDValidity != 1 || r.Messages != 2 || r.Next != "1.3" || r.Warn != "" {
			t.Errorf("%+v, %v", r, err)
		}
		if !strings.Contains(strings.Join(r.Capabilities, " "), "IMAP4rev1") {
			t.Errorf("capabilities %v", r.Capabilities)
		}
		w.m.Account.Done = "Taken"
		if err := w.user.Create("Taken", nil); err != nil {
			t.Fatal(err)
		}
		if r, err := w.m.Check(context.Background()); err != nil || !r.Done {
			t.Errorf("%+v, %v", r, err)
		}
		w.m.Account.Folder = "Nowhere"
		if _, err := w.m.Check(context.Background()); kind(err) != KindFolder || !strings.Contains(err.Error(), `"Nowhere"`) {
			t.Error(err)
		}
		w.m.Account.Secret = Secret{File: filepath.Join(t.TempDir(), "missing")}
		if _, err := w.m.Check(context.Background()); kind(err) != KindSecret {
			t.Error(err)
		}
		w.pipes.Close()
		if _, err := w.m.Check(context.Background()); kind(err) != KindUnreachable {
			t.Error(err)
		}
		w.m.Account.TLS = "none of that"
		if _, err := w.m.Check(context.Background()); kind(err) != KindConfig {
			t.Error(err)
		}
	})
}

// TestSilent: nobody waits for ever for a server that says nothing.
func TestSilent(t *testing.T) {
	bubble(t, func(w *world) {
		for at := 1; at < 400; at += 20 {
			w.fault = func(int) *fault { return &fault{halfOpen: at} }
			start := time.Now()
			_, err := w.m.Check(context.Background())
			if k := kind(err); k != KindBroken || time.Since(start) > 2*time.Minute {
				t.Errorf("after %d bytes and %s: %s %v", at, time.Since(start), k, err)
			}
		}
	})
}

// TestFlood: a server that never comes to an end is cut off.
func TestFlood(t *testing.T) {
	bubble(t, func(w *world) {
		w.fault = func(int) *fault {
			return &fault{insert: map[int]string{1: "* OK " + strings.Repeat("x", 20<<20)}}
		}
		if _, err := w.m.Check(context.Background()); kind(err) != KindBroken || len(err.Error()) > 1000 {
			t.Error(err)
		}
	})
}

// certificate makes one for 127.0.0.1 that its own pool trusts.
func certificate(t *testing.T, until time.Time) (tls.Certificate, *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "test"}, NotBefore: until.Add(-24 * time.Hour), NotAfter: until,
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	pool.AddCert(parsed)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, pool
}

// tlsServer listens on the loopback, with TLS from the start or by STARTTLS.
func tlsServer(t *testing.T, start bool, cert tls.Certificate) string {
	t.Helper()
	mem, user := imapmemserver.New(), imapmemserver.NewUser("zoe", "secret")
	mem.AddUser(user)
	if err := user.Create("INBOX", nil); err != nil {
		t.Fatal(err)
	}
	conf := &tls.Config{Certificates: []tls.Certificate{cert}}
	opt := &imapserver.Options{
		NewSession: func(*imapserver.Conn) (imapserver.Session, *imapserver.GreetingData, error) {
			return mem.NewSession(), nil, nil
		},
		Caps: imap.CapSet{imap.CapIMAP4rev1: {}}, Logger: log.New(io.Discard, "", 0),
	}
	if start {
		opt.TLSConfig = conf
	}
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := ln.Addr().String()
	if !start {
		ln = tls.NewListener(ln, conf)
	}
	srv := imapserver.New(opt)
	go srv.Serve(ln)
	t.Cleanup(func() { srv.Close() })
	return addr
}

func TestTLS(t *testing.T) {
	t.Parallel()
	good, pool := certificate(t, time.Now().Add(time.Hour))
	old, oldPool := certificate(t, time.Now().Add(-time.Hour))
	implicit, start, stale := tlsServer(t, false, good), tlsServer(t, true, good), tlsServer(t, false, old)
	for _, tt := range []struct {
		addr, tls  string
		pool       *x509.CertPool
		kind, text string
	}{
		{implicit, TLSImplicit, pool, "", ""},
		{start, TLSStart, pool, "", ""},
		{implicit, TLSImplicit, nil, KindTLS, "not trusted"},
		{start, TLSStart, nil, KindTLS, "not trusted"},
		{start, TLSImplicit, pool, KindTLS, "does not speak TLS"},
		{stale, TLSImplicit, oldPool, KindTLS, "clock"},
		{start, TLSNone, nil, KindAuth, "LOGINDISABLED"},
	} {
		t.Run(fmt.Sprintf("%s %s", tt.tls, tt.kind), func(t *testing.T) {
			m := &IMAP{
				Account: Account{Addr: tt.addr, TLS: tt.tls, Roots: tt.pool, User: "zoe", Secret: secretFile(t, "secret")},
				Now:     time.Now, After: time.After, Rand: func() float64 { return 0 },
			}
			_, err := m.Check(t.Context())
			if kind(err) != tt.kind || err != nil && !strings.Contains(err.Error(), tt.text) {
				t.Errorf("%s: %v", kind(err), err)
			}
		})
	}
}

// TestNoStartTLS: a server without STARTTLS gets no password.
func TestNoStartTLS(t *testing.T) {
	bubble(t, func(w *world) {
		w.m.Account.TLS = TLSStart
		sent := ""
		w.fault = func(int) *fault {
			return &fault{rewrite: func(c string) string {
				sent += c
				return c
			}}
		}
		if _, err := w.m.Check(context.Background()); kind(err) != KindTLS || strings.Contains(sent, "AUTHENTICATE") || strings.Contains(sent, "LOGIN") {
			t.Errorf("%s %v after %q", kind(err), err, sent)
		}
	})
}
