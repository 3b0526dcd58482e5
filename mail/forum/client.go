package forum

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"time"
)

const (
	maxRedirects = 3
	maxRetry     = time.Hour // the longest Retry-After that is waited for at once
	answerTime   = 30 * time.Second
)

// Client asks one board, politely: one question at a time, with a pause between
// two, and not before the board wants to be asked again. It goes nowhere else:
// other hosts, and addresses of this machine or a private network, are refused,
// whatever a name or a redirect says. It is not safe for concurrent use.
type Client struct {
	Base  *url.URL
	Token string        // of the board's interface, "" for guests
	User  string        // whose token it is, where that must be told
	Agent string        // who asks
	Local bool          // the board is on this machine or in our own network
	Pause time.Duration // between two questions
	Now   func() time.Time
	After func(time.Duration) <-chan time.Time

	http *http.Client
	next time.Time // not before
}

// request is one question.
type request struct {
	method string
	path   string // below Base, with its query
	header http.Header
	body   []byte
}

// get asks for a page.
func (c *Client) get(ctx context.Context, path string, header http.Header) ([]byte, error) {
	return c.ask(ctx, request{method: http.MethodGet, path: path, header: header})
}

func (c *Client) ask(ctx context.Context, q request) ([]byte, error) {
	if err := c.wait(ctx); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, q.method, strings.TrimSuffix(c.Base.String(), "/")+q.path, bytes.NewReader(q.body))
	if err != nil {
		return nil, fmt.Errorf("asking the board: %w", err)
	}
	for k, v := range q.header {
		req.Header[k] = v
	}
	req.Header.Set("User-Agent", c.Agent)
	resp, err := c.client().Do(req)
	c.next = c.Now().Add(c.Pause)
	if err != nil {
		return nil, fmt.Errorf("asking the board: %w", plainly(err))
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(io.LimitReader(resp.Body, MaxPage+1))
	if err != nil {
		return nil, fmt.Errorf("reading the board's answer: %w", plainly(err))
	}
	if err := c.judge(resp); err != nil {
		return nil, err
	}
	if len(data) > MaxPage {
		return nil, ErrTooMuch
	}
	return data, nil
}

// plainly leaves the address out of an error: it may hold a token.
func plainly(err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		return u.Err
	}
	return err
}

// wait waits for the pause between two questions; a longer one is told instead.
func (c *Client) wait(ctx context.Context) error {
	d := c.next.Sub(c.Now())
	if d <= 0 {
		return ctx.Err()
	}
	if d > 10*c.Pause+time.Second {
		return &Busy{Status: http.StatusTooManyRequests, After: d}
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-c.After(d):
		return nil
	}
}

// judge reads the status of an answer.
func (c *Client) judge(resp *http.Response) error {
	switch s := resp.StatusCode; {
	case s >= 200 && s < 300:
		return nil
	case s == http.StatusUnauthorized, s == http.StatusForbidden:
		return fmt.Errorf("%w (%d)", ErrLogin, s)
	case s == http.StatusNotFound, s == http.StatusGone:
		return fmt.Errorf("%w (%d)", ErrNoTopic, s)
	case s == http.StatusTooManyRequests, s >= 500:
		after := min(retryAfter(resp.Header.Get("Retry-After"), c.Now()), maxRetry)
		if after > 0 {
			c.next = c.Now().Add(after)
		}
		return &Busy{Status: s, After: after}
	default:
		return fmt.Errorf("the board answers %d", s)
	}
}

// retryAfter reads the field of that name: seconds or a date (RFC 9110, 10.2.3).
func retryAfter(s string, now time.Time) time.Duration {
	if n, err := strconv.Atoi(s); err == nil {
		return time.Duration(min(max(n, 0), 1<<20)) * time.Second
	}
	if at, err := http.ParseTime(s); err == nil {
		return max(at.Sub(now), 0)
	}
	return 0
}

func (c *Client) client() *http.Client {
	if c.http != nil {
		return c.http
	}
	dialer := &net.Dialer{Timeout: 10 * time.Second, Control: c.control}
	c.http = &http.Client{
		Transport:     &http.Transport{DialContext: dialer.DialContext, TLSHandshakeTimeout: 10 * time.Second, ResponseHeaderTimeout: answerTime, MaxResponseHeaderBytes: 64 << 10, MaxIdleConns: 2, IdleConnTimeout: time.Minute},
		CheckRedirect: c.redirect,
	}
	return c.http
}

// control looks at the address that is really dialed, after names were resolved.
func (c *Client) control(_, address string, _ syscall.RawConn) error {
	at, err := netip.ParseAddrPort(address)
	if err != nil || !c.Local && !public(at.Addr().Unmap()) {
		return ErrAddress
	}
	return nil
}

// public tells whether an address is one of the internet.
func public(a netip.Addr) bool {
	for _, p := range []string{"0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.0.2.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "240.0.0.0/4", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "2002::/16", "fec0::/10"} {
		if netip.MustParsePrefix(p).Contains(a) {
			return false
		}
	}
	return a.IsGlobalUnicast() && !a.IsPrivate() && !a.IsLoopback() && !a.IsLinkLocalUnicast()
}

var loginPage = regexp.MustCompile(`(?i)(?:^|[/?&;=])(?:login|signin|session/sso|ucp\.php\?.*mode=login|action=login)(?:$|[/?&;])`)

// redirect stays on the board, and tells when it leads to a password.
func (c *Client) redirect(req *http.Request, via []*http.Request) error {
	switch {
	case loginPage.MatchString(req.URL.RequestURI()):
		return ErrLogin
	case req.URL.Host != c.Base.Host || req.URL.Scheme != c.Base.Scheme:
		return fmt.Errorf("the board leads elsewhere: %w", ErrAddress)
	case len(via) > maxRedirects:
		return errors.New("the board leads in circles")
	}
	return nil
}
