package mailbox

import (
	"context"
	"fmt"
	"net"
	"time"

	"github.com/emersion/go-imap/v2"
)

// IMAP follows one folder of a mailbox. Clock and chance are parameters: give
// it time.Now, time.After and rand.Float64.
type IMAP struct {
	Account Account
	Now     func() time.Time
	After   func(time.Duration) <-chan time.Time
	Rand    func() float64                                                    // in [0,1), spreads the attempts of many clients
	Dial    func(ctx context.Context, network, addr string) (net.Conn, error) // nil: a plain dialer
}

// Handler is what a follower's messages are for. All functions are called from
// one goroutine, one at a time.
type Handler struct {
	// From is the cursor of the newest commit of this source, "" for none.
	From string
	// Take commits a message and returns nil when that is durable. On an error
	// the same message comes again.
	Take func(context.Context, Item) error
	// Unread records that the message at a cursor cannot be fetched; after nil
	// the follower goes on behind it.
	Unread func(ctx context.Context, cursor string, at time.Time, why string) error
	// State hears what the follower does; may be nil.
	State func(State)
}

// State tells how a source is doing.
type State struct {
	At     time.Time     // of this report
	ReadTo time.Time     // all that the folder held at this time is committed; zero before the first complete pass
	Err    error         // a *Trouble when something is wrong, nil when all is well
	Retry  time.Duration // with Err: how long until the next attempt
	Warn   string        // something that loses nothing: messages cannot be marked
}

// follower is a running IMAP.
type follower struct {
	*IMAP
	Handler
	acc     Account
	at      place // everything up to here is committed
	secret  string
	state   State
	tries   int      // failed attempts since the last progress
	blamed  blame    // of the message that is next
	careful imap.UID // up to here messages are described one by one
}

// Follow takes the messages behind the cursor, in order, and then every new
// one, until ctx ends; it returns ctx's error. Any other error means that the
// account can never work as configured; everything else is reported as a State
// and tried again. Meanwhile people may read the folder, sort and empty it.
func (m *IMAP) Follow(ctx context.Context, h Handler) error {
	f := &follower{IMAP: m, Handler: h, acc: m.Account}
	err := f.acc.check()
	if err == nil {
		f.at, err = parsePlace(h.From)
	}
	if err != nil {
		return &Trouble{KindConfig, fmt.Errorf("following a mailbox: %w", err)}
	}
	for {
		err := f.session(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		wait := f.backoff(err)
		f.report(func(s *State) { s.Err, s.Retry = err, wait })
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-m.After(wait):
		}
	}
}

// report tells the state after a change.
func (f *follower) report(change func(*State)) {
	change(&f.state)
	f.state.At = f.Now()
	if f.State != nil {
		f.State(f.state)
	}
}

const (
	minWait     = time.Second
	minAuthWait = 30 * time.Second // servers lock out who guesses passwords
	maxWait     = 5 * time.Minute
)

// backoff doubles from a second to five minutes, and takes between half and
// all of that.
func (f *follower) backoff(err error) time.Duration {
	base := minWait
	if k := kind(err); k == KindAuth || k == KindSecret {
		base = minAuthWait
	}
	d := min(base<<min(f.tries, 10), maxWait)
	f.tries++
	return d/2 + time.Duration(f.Rand()*float64(d/2))
}

// progress starts the back-off afresh.
func (f *follower) progress() { f.tries = 0 }

// session reads the folder over one connection until that ends.
func (f *follower) session(ctx context.Context) error {
	s, err := f.open(ctx)
	if err != nil {
		return err
	}
	defer s.close()
	for {
		if err := f.enter(s); err != nil {
			return err
		}
		for opened := f.Now(); f.Now().Sub(opened) < reopen; {
			if err := f.pass(ctx, s); err != nil {
				return err
			}
			if err := s.wait(ctx, f.acc.Poll, f.After); err != nil {
				return err
			}
		}
	}
}

// reopen is how long a folder stays open: a server may go on showing one that
// was replaced by another of its name.
const reopen = time.Hour

// enter opens the folder.
func (f *follower) enter(s *session) error {
	if err := s.choose(&f.acc); err != nil {
		return err
	}
	f.adopt(s.box.UIDValidity)
	return f.prepareMarks(s)
}

// open connects and logs in. A refused secret that we had kept is read anew,
// once: tokens expire.
func (f *follower) open(ctx context.Context) (*session, error) {
	kept := f.secret != ""
	s, err := f.logIn(ctx)
	if kept && kind(err) == KindAuth {
		return f.logIn(ctx)
	}
	return s, err
}

func (f *follower) logIn(ctx context.Context) (*session, error) {
	s, err := f.connect(ctx, &f.acc)
	if err != nil {
		return nil, err
	}
	if f.secret == "" && s.client.State() != imap.ConnStateAuthenticated {
		f.secret, err = f.acc.Secret.Read(ctx)
		err = inTrouble(KindSecret, err)
	}
	if err == nil {
		if err = s.login(&f.acc, f.secret); err != nil {
			f.secret = ""
		}
	}
	if err != nil {
		s.close()
		return nil, err
	}
	s.idles = s.client.Caps().Has(imap.CapIdle)
	return s, nil
}

// adopt keeps the cursor only for the folder that it was made in. After a
// change of UIDVALIDITY every message is read again; the log knows those it
// has by their content.
func (f *follower) adopt(validity uint32) {
	if f.at.validity != validity {
		f.at, f.blamed, f.careful = place{validity: validity}, blame{}, 0
	}
}

// pass takes everything that is in the folder.
func (f *follower) pass(ctx context.Context, s *session) error {
	for {
		began := f.Now()
		if err := s.noop(); err != nil {
			return err
		}
		uids, err := s.after(f.at.uid)
		if err != nil {
			return err
		}
		if err := f.takeAll(ctx, s, uids); err != nil {
			return err
		}
		if len(uids) < maxListed {
			f.progress()
			f.report(func(st *State) { st.ReadTo, st.Err, st.Retry = began, nil, 0 })
		}
		if len(uids) == 0 {
			return nil
		}
	}
}

// after lists the messages behind a UID.
func (s *session) after(uid imap.UID) ([]imap.UID, error) {
	if uid == ^imap.UID(0) {
		return nil, nil
	}
	s.drain()
	return s.search(uid+1, 0, imap.SearchCriteria{})
}

// drain forgets news that the next search will find.
func (s *session) drain() {
	select {
	case <-s.news:
	default:
	}
}
