package mailbox

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"fivepoints/mail"
)

// Marks on messages; nobody decides by them.
const (
	keyTaken  = imap.Flag("$fpIngested") // committed to the log
	keyUnread = imap.Flag("$fpUnread")   // reported as unreadable
)

const (
	dialTime  = 30 * time.Second
	maxListed = 1000 // UIDs taken from one search
	markBatch = 200  // UIDs of one STORE or MOVE
)

// session is one connection with the folder selected.
type session struct {
	conn    *watch
	client  *imapclient.Client
	stop    func() bool
	secrets []string
	box     *imap.SelectData
	news    chan struct{} // something came into the folder
	idles   bool
	how     int // of marking
}

// meta is what is known of a message before it is fetched.
type meta struct {
	at   time.Time
	size int64
	done bool // marked already
}

// connect dials and waits for the greeting. The connection is closed when ctx
// ends.
func (m *IMAP) connect(ctx context.Context, a *Account) (*session, error) {
	raw, err := m.dial(ctx, a)
	if err != nil {
		return nil, err
	}
	s := &session{conn: &watch{Conn: raw, now: m.Now}, news: make(chan struct{}, 1)}
	s.stop = context.AfterFunc(ctx, func() { raw.Close() })
	s.conn.begin(0)
	opt := &imapclient.Options{UnilateralDataHandler: &imapclient.UnilateralDataHandler{
		Mailbox: func(d *imapclient.UnilateralDataMailbox) {
			if d.NumMessages != nil {
				s.ring()
			}
		},
	}}
	s.client = imapclient.New(s.conn, opt)
	if err := s.client.WaitGreeting(); err != nil {
		defer s.close()
		return nil, s.trouble("greeting "+a.Addr, err)
	}
	return s, nil
}

// dial opens the connection, protected as asked for.
func (m *IMAP) dial(ctx context.Context, a *Account) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, dialTime)
	defer cancel()
	dial := m.Dial
	if dial == nil {
		dial = (&net.Dialer{}).DialContext
	}
	raw, err := dial(ctx, "tcp", a.Addr)
	if err != nil {
		return nil, dialTrouble(KindUnreachable, fmt.Errorf("connecting to the mailbox: %w", err))
	}
	conn := raw
	switch a.TLS {
	case TLSImplicit:
		secure := tls.Client(raw, a.tlsConfig())
		conn, err = secure, secure.HandshakeContext(ctx)
	case TLSStart:
		conn, err = startTLS(ctx, raw, a.tlsConfig())
	}
	if err != nil {
		raw.Close()
		return nil, dialTrouble(KindTLS, fmt.Errorf("connecting to the mailbox at %s: %w", a.Addr, err))
	}
	return conn, nil
}

func (a *Account) tlsConfig() *tls.Config {
	host, _, _ := net.SplitHostPort(a.Addr)
	return &tls.Config{ServerName: host, RootCAs: a.Roots, MinVersion: tls.VersionTLS12, NextProtos: []string{"imap"}}
}

// ring says that there may be something new.
func (s *session) ring() {
	select {
	case s.news <- struct{}{}:
	default:
	}
}

// close ends the connection and waits for the library's goroutines.
func (s *session) close() {
	s.stop()
	s.conn.Conn.Close()
	_ = s.client.Close() // of a closed connection
}

// do runs one command under the limits of the watch.
func (s *session) do(trying string, extra int64, command func() error) error {
	s.conn.begin(extra)
	err := command()
	s.conn.rest(0)
	return s.trouble(trying, err)
}

// choose selects the folder.
func (s *session) choose(a *Account) error {
	err := s.do(fmt.Sprintf("opening the folder %q", a.Folder), 0, func() (err error) {
		s.box, err = s.client.Select(a.Folder, nil).Wait()
		return err
	})
	if kind(err) == KindServer {
		return &Trouble{KindFolder, err}
	}
	if err == nil && s.box.UIDValidity == 0 {
		return &Trouble{KindFolder, fmt.Errorf("opening the folder %q: the server gives no UIDVALIDITY, so no message can be told from another", a.Folder)}
	}
	return err
}

// search lists the UIDs from first to last (0: to the end), ascending, at most
// maxListed. The server answers "n:*" with the last message even when its UID
// is smaller.
func (s *session) search(first, last imap.UID, criteria imap.SearchCriteria) ([]imap.UID, error) {
	criteria.UID = []imap.UIDSet{{{Start: first, Stop: last}}}
	var found imap.NumSet
	err := s.do("looking for messages", 0, func() error {
		data, err := s.client.UIDSearch(&criteria, nil).Wait()
		found = data.All
		return err
	})
	if err != nil {
		return nil, err
	}
	set, _ := found.(imap.UIDSet)
	return lowest(set, first, last), nil
}

// lowest lists the smallest UIDs of a set within the bounds. A set may name
// four thousand million in a few bytes.
func lowest(set imap.UIDSet, first, last imap.UID) []imap.UID {
	set = slices.Clone(set)
	slices.SortFunc(set, func(a, b imap.UIDRange) int { return cmp.Compare(a.Start, b.Start) })
	if last == 0 {
		last = ^imap.UID(0)
	}
	var list []imap.UID
	for _, r := range set {
		from, to := uint64(max(r.Start, first)), uint64(min(r.Stop, last))
		if n := len(list); n > 0 {
			from = max(from, uint64(list[n-1])+1)
		}
		for uid := from; uid <= to && r.Start > 0; uid++ {
			if list = append(list, imap.UID(uid)); len(list) == maxListed {
				return list
			}
		}
	}
	return list
}

// noop lets the server tell what is new.
func (s *session) noop() error {
	return s.do("asking for news", 0, func() error { return s.client.Noop().Wait() })
}

// describe fetches what is known of messages. Messages that are gone are
// missing in the answer. A bare description leaves out what may be unreadable.
func (s *session) describe(uids []imap.UID, bare bool) (map[imap.UID]meta, error) {
	found := map[imap.UID]meta{}
	opt := &imap.FetchOptions{UID: true, RFC822Size: true, Flags: !bare, InternalDate: !bare}
	err := s.do("describing messages", 0, func() error {
		cmd := s.client.Fetch(imap.UIDSetNum(uids...), opt)
		for msg := cmd.Next(); msg != nil; msg = cmd.Next() {
			describeOne(msg, found)
		}
		return cmd.Close()
	})
	return found, err
}

// describeOne notes a message. Without its size the answer is a mere change of
// flags that came at the same time.
func describeOne(msg *imapclient.FetchMessageData, found map[imap.UID]meta) {
	var uid imap.UID
	var m meta
	sized := false
	for item := msg.Next(); item != nil; item = msg.Next() {
		switch item := item.(type) {
		case imapclient.FetchItemDataUID:
			uid = item.UID
		case imapclient.FetchItemDataFlags:
			m.done = slices.Contains(item.Flags, keyTaken)
		case imapclient.FetchItemDataInternalDate:
			m.at = item.Time
		case imapclient.FetchItemDataRFC822Size:
			m.size, sized = item.Size, true
		}
	}
	if sized {
		found[uid] = m
	}
}

// fetch reads at most mail.MaxRaw+1 bytes of a message; nil when the answer
// holds none. The size that a server states is often wrong, so the limit is
// part of the question.
func (s *session) fetch(uid imap.UID) ([]byte, error) {
	var raw []byte
	section := &imap.FetchItemBodySection{Peek: true, Partial: &imap.SectionPartial{Size: mail.MaxRaw + 1}}
	err := s.do("fetching a message", 2*mail.MaxRaw, func() error {
		cmd := s.client.Fetch(imap.UIDSetNum(uid), &imap.FetchOptions{UID: true, BodySection: []*imap.FetchItemBodySection{section}})
		for msg := cmd.Next(); msg != nil; msg = cmd.Next() {
			for item := msg.Next(); item != nil; item = msg.Next() {
				if body, ok := item.(imapclient.FetchItemDataBodySection); ok && body.Literal != nil {
					raw = s.readLiteral(body.Literal)
				}
			}
		}
		return cmd.Close() // a message counts once the server said OK
	})
	return raw, err
}

// readLiteral returns nil when the connection ended in the middle: the
// library's reader then ends without an error. It goes on reading at the same
// time as we discard the rest, so that must wait.
func (s *session) readLiteral(lit imap.LiteralReader) []byte {
	raw, err := io.ReadAll(io.LimitReader(lit, mail.MaxRaw+1))
	if err != nil || int64(len(raw)) < min(lit.Size(), mail.MaxRaw+1) {
		s.conn.Conn.Close()
		<-s.client.Closed()
		return nil
	}
	return slices.Clip(raw)
}

// wait returns when something came, when d has passed or when the connection
// ended.
func (s *session) wait(ctx context.Context, d time.Duration, after func(time.Duration) <-chan time.Time) error {
	var idle *imapclient.IdleCommand
	if s.idles {
		err := s.do("waiting for mail", 0, func() (err error) {
			idle, err = s.client.Idle()
			return err
		})
		if err != nil && kind(err) != KindServer {
			return err
		}
		s.idles = err == nil // a server that refuses is polled
		s.conn.rest(d + silence)
	}
	select {
	case <-ctx.Done():
	case <-s.news:
	case <-s.client.Closed():
	case <-after(d):
	}
	if idle == nil {
		return ctx.Err()
	}
	return errors.Join(ctx.Err(), s.do("waiting for mail", 0, func() error {
		return errors.Join(idle.Close(), idle.Wait())
	}))
}
