package mailbox

import (
	"context"
	"fmt"
	"slices"

	"github.com/emersion/go-imap/v2"
)

// Report is what a look at an account finds.
type Report struct {
	Addr         string   // host:port that answered
	Capabilities []string // after login, sorted
	Idle         bool     // new mail is announced; otherwise the folder is polled
	Move         bool     // MOVE or UIDPLUS: taken messages can be moved
	Keyword      bool     // the folder keeps the keyword $fpIngested
	Done         bool     // the folder for taken messages exists; otherwise it is made when needed
	UIDValidity  uint32
	Messages     uint32
	Next         string // cursor that the next message will have at least
	Warn         string // what loses nothing: messages cannot be marked as wished
}

// Check logs in, looks at the folder without changing anything and says what
// works. Its error is a *Trouble.
func (m *IMAP) Check(ctx context.Context) (Report, error) {
	f := &follower{IMAP: m, acc: m.Account}
	if err := f.acc.check(); err != nil {
		return Report{}, &Trouble{KindConfig, fmt.Errorf("checking a mailbox: %w", err)}
	}
	r := Report{Addr: f.acc.Addr}
	s, err := f.open(ctx)
	if err != nil {
		return r, err
	}
	defer s.close()
	caps := s.client.Caps()
	for c := range caps {
		r.Capabilities = append(r.Capabilities, string(c))
	}
	slices.Sort(r.Capabilities)
	r.Idle, r.Move = s.idles, caps.Has(imap.CapMove) || caps.Has(imap.CapUIDPlus)
	if r.Done, err = f.hasDone(s); err != nil {
		return r, err
	}
	if err := s.choose(&f.acc); err != nil {
		return r, err
	}
	r.Keyword, r.UIDValidity, r.Messages = s.keeps(keyTaken), s.box.UIDValidity, s.box.NumMessages
	r.Next = place{s.box.UIDValidity, s.box.UIDNext}.String()
	_, r.Warn = s.marking(f.acc.Done)
	return r, nil
}

// hasDone looks for the folder of taken messages.
func (f *follower) hasDone(s *session) (found bool, err error) {
	if f.acc.Done == "" {
		return false, nil
	}
	err = s.do(fmt.Sprintf("looking for the folder %q", f.acc.Done), 0, func() error {
		list, err := s.client.List("", f.acc.Done, nil).Collect()
		found = len(list) > 0
		return err
	})
	return found, err
}
