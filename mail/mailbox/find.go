package mailbox

import (
	"context"
	"fmt"

	"github.com/emersion/go-imap/v2"
)

// Find fetches the message with a Message-ID, without angle brackets, from the
// folder; nil when it is not there. Nothing is marked, moved or taken.
func (m *IMAP) Find(ctx context.Context, id string) ([]byte, error) {
	f := &follower{IMAP: m, acc: m.Account}
	if err := f.acc.check(); err != nil {
		return nil, &Trouble{KindConfig, fmt.Errorf("looking for a message: %w", err)}
	}
	s, err := f.open(ctx)
	if err != nil {
		return nil, err
	}
	defer s.close()
	if err := s.choose(&f.acc); err != nil {
		return nil, err
	}
	criteria := imap.SearchCriteria{Header: []imap.SearchCriteriaHeaderField{{Key: "Message-ID", Value: id}}}
	uids, err := s.search(1, 0, criteria)
	if err != nil || len(uids) == 0 {
		return nil, err
	}
	return s.fetch(uids[len(uids)-1])
}
