package mailbox

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-sasl"
)

// login proves who we are. A connection that is logged in from the start (a
// pipe to a server on this machine) needs no secret.
func (s *session) login(a *Account, secret string) error {
	if s.client.State() == imap.ConnStateAuthenticated {
		return nil
	}
	s.conceal(a.User, secret)
	s.conn.begin(0)
	err := s.authenticate(a, secret)
	s.conn.rest(0)
	if err == nil {
		return nil
	}
	var said *imap.Error
	var token *tokenRefused
	var bearer *sasl.OAuthBearerError
	trying := fmt.Sprintf("logging in as %q", a.User)
	switch {
	case errors.As(err, &token):
		return &Trouble{KindAuth, fmt.Errorf("%s: the server refuses the token (status %.20q)", trying, s.redact(token.status))}
	case errors.As(err, &bearer):
		return &Trouble{KindAuth, fmt.Errorf("%s: the server refuses the token (status %.20q)", trying, s.redact(bearer.Status))}
	case errors.As(err, &said) && said.Type == imap.StatusResponseTypeNo && !temporary(said.Code):
		return &Trouble{KindAuth, fmt.Errorf("%s: %s", trying, s.said(said))}
	}
	return s.trouble(trying, err)
}

func (s *session) authenticate(a *Account, secret string) error {
	caps := s.client.Caps()
	switch {
	case a.Auth == AuthXOAuth2:
		return s.client.Authenticate(XOAuth2(a.User, secret))
	case a.Auth == AuthOAuthBearer:
		return s.client.Authenticate(sasl.NewOAuthBearerClient(&sasl.OAuthBearerOptions{Username: a.User, Token: secret}))
	case caps.Has(imap.AuthCap(sasl.Plain)):
		return s.client.Authenticate(sasl.NewPlainClient("", a.User, secret))
	case caps.Has(imap.CapLoginDisabled):
		return &Trouble{KindAuth, errors.New("logging in: the server takes no password here (LOGINDISABLED); it may want TLS or a token")}
	}
	return s.client.Login(a.User, secret).Wait()
}

// XOAuth2 is the SASL client that Microsoft and Google ask for; go-sasl has
// only its standard successor.
func XOAuth2(user, token string) sasl.Client { return &xoauth2{user, token} }

type xoauth2 struct{ user, token string }

func (x *xoauth2) Start() (string, []byte, error) {
	return "XOAUTH2", []byte("user=" + x.user + "\x01auth=Bearer " + x.token + "\x01\x01"), nil
}

// Next sees a challenge only when the token was refused.
func (x *xoauth2) Next(challenge []byte) ([]byte, error) {
	var answer struct{ Status string }
	_ = json.Unmarshal(challenge, &answer) // whatever it is, it is a refusal
	return nil, &tokenRefused{answer.Status}
}

type tokenRefused struct{ status string }

func (t *tokenRefused) Error() string {
	return fmt.Sprintf("the server refuses the token (status %.20q)", t.status)
}
