package mailbox

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/emersion/go-imap/v2"
)

// Kinds of trouble with a mailbox: stable words for logs and metrics.
const (
	KindConfig      = "config"      // can never work as it is configured
	KindSecret      = "secret"      // the file or command of the password
	KindUnreachable = "unreachable" // nobody answers
	KindTLS         = "tls"         // the connection cannot be protected
	KindAuth        = "auth"        // wrong password, expired token
	KindServer      = "server"      // the server says no
	KindFolder      = "folder"      // missing, or without UIDVALIDITY
	KindBroken      = "broken"      // cut or silent
	KindNonsense    = "nonsense"    // an answer that is not IMAP
	KindStore       = "store"       // we could not commit
)

// Trouble is why a mailbox cannot be read now.
type Trouble struct {
	Kind string
	Err  error
}

func (t *Trouble) Error() string { return t.Err.Error() }
func (t *Trouble) Unwrap() error { return t.Err }

// inTrouble wraps an error unless it has its kind already.
func inTrouble(kind string, err error) error {
	var known *Trouble
	if err == nil || errors.As(err, &known) {
		return err
	}
	return &Trouble{kind, err}
}

// kind names the trouble, "" for none.
func kind(err error) string {
	var t *Trouble
	if errors.As(err, &t) {
		return t.Kind
	}
	return ""
}

// trouble says what was tried when err came out of the library. It never shows
// the secret, whatever the server repeats of what we sent.
func (s *session) trouble(trying string, err error) error {
	if err == nil {
		return nil
	}
	var known *Trouble
	if errors.As(err, &known) {
		return err
	}
	var said *imap.Error
	text := s.redact(err.Error())
	k := KindNonsense
	switch cause := s.conn.why(); {
	case errors.As(err, &said):
		k, text = KindServer, s.said(said)
		if said.Type == imap.StatusResponseTypeBye {
			k = KindUnreachable
		}
	case cause != nil:
		k, text = KindBroken, s.redact(cause.Error())
	}
	return &Trouble{k, fmt.Errorf("%s: %s", trying, text)}
}

// said quotes a server's refusal.
func (s *session) said(e *imap.Error) string {
	code := ""
	if e.Code != "" {
		code = " [" + string(e.Code) + "]"
	}
	return s.redact(fmt.Sprintf("the server says %s%s %s", e.Type, code, e.Text))
}

// redact cuts a text to one printable line without our secrets.
func (s *session) redact(text string) string {
	for _, word := range s.secrets {
		text = strings.ReplaceAll(text, word, "***")
	}
	text, _, _ = strings.Cut(text, "\n")
	if len(text) > 300 {
		text = text[:300] + "…"
	}
	quoted := strconv.QuoteToGraphic(text)
	return strings.ReplaceAll(quoted[1:len(quoted)-1], `\"`, `"`)
}

// conceal remembers what must never be shown: the secret as it is, and as the
// mechanisms send it.
func (s *session) conceal(user, secret string) {
	raw := []string{
		secret, "\x00" + user + "\x00" + secret, "user=" + user + "\x01auth=Bearer " + secret + "\x01\x01",
		"n,a=" + user + ",\x01auth=Bearer " + secret + "\x01\x01",
	}
	for _, r := range raw {
		s.secrets = append(s.secrets, r, base64.StdEncoding.EncodeToString([]byte(r)))
	}
}

// temporary tells a refused login that has nothing to do with the password
// (RFC 5530).
func temporary(code imap.ResponseCode) bool {
	switch code {
	case imap.ResponseCodeUnavailable, imap.ResponseCodeInUse, imap.ResponseCodeLimit, imap.ResponseCodeServerBug, imap.ResponseCodeAlreadyExists:
		return true
	}
	return false
}

// dialTrouble explains why there is no connection.
func dialTrouble(kind string, err error) error {
	var expired x509.CertificateInvalidError
	var verify *tls.CertificateVerificationError
	var record tls.RecordHeaderError
	switch {
	case errors.As(err, &expired) && expired.Reason == x509.Expired:
		err = fmt.Errorf("the server's certificate is not valid now (is this machine's clock right?): %w", err)
	case errors.As(err, &verify):
		err = fmt.Errorf("the server's certificate is not trusted: %w", err)
	case errors.As(err, &record):
		err = fmt.Errorf("the server does not speak TLS on this port (try tls = %q): %w", TLSStart, err)
	}
	return &Trouble{kind, err}
}
