package mailbox

import (
	"errors"
	"fmt"
	"slices"

	"github.com/emersion/go-imap/v2"
)

// Ways to mark a message as taken.
const (
	markNot = iota
	markKeyword
	markMove
)

// prepareMarks finds out how messages can be marked, and repeats the marks
// that a crash prevented.
func (f *follower) prepareMarks(s *session) error {
	var warn string
	s.how, warn = s.marking(f.acc.Done)
	f.state.Warn = warn
	for first := imap.UID(1); s.how != markNot && first <= f.at.uid; {
		uids, err := s.search(first, f.at.uid, s.unmarked())
		if err != nil || len(uids) == 0 {
			return err
		}
		if err := f.mark(s, uids); err != nil {
			return err
		}
		first = uids[len(uids)-1] + 1
	}
	return nil
}

// marking chooses: moving needs MOVE or UIDPLUS (without them the server could
// only expunge everything that anybody marked as deleted), a keyword needs a
// folder that keeps it.
func (s *session) marking(done string) (how int, warn string) {
	caps := s.client.Caps()
	switch {
	case done != "" && (caps.Has(imap.CapMove) || caps.Has(imap.CapUIDPlus)):
		return markMove, ""
	case done != "":
		warn = "the server has neither MOVE nor UIDPLUS, so taken messages stay in their folder"
	}
	if s.keeps(keyTaken) {
		return markKeyword, warn
	}
	return markNot, "the folder keeps no keywords, so taken messages cannot be marked"
}

// keeps tells whether the folder stores a keyword.
func (s *session) keeps(key imap.Flag) bool {
	return slices.Contains(s.box.PermanentFlags, imap.FlagWildcard) || slices.Contains(s.box.PermanentFlags, key)
}

// unmarked is what a mark is missing on.
func (s *session) unmarked() imap.SearchCriteria {
	if s.how == markMove {
		return imap.SearchCriteria{NotFlag: []imap.Flag{keyUnread}}
	}
	return imap.SearchCriteria{NotFlag: []imap.Flag{keyTaken, keyUnread}}
}

// mark marks messages that were committed. A server that refuses is not asked
// again on this connection: marks are for people, the log knows.
func (f *follower) mark(s *session, uids []imap.UID) error {
	for batch := range slices.Chunk(uids, markBatch) {
		var err error
		switch s.how {
		case markMove:
			err = s.move(batch, f.acc.Done)
		case markKeyword:
			err = s.store(batch, keyTaken)
		}
		if err != nil && kind(err) != KindServer {
			return err
		}
		if err != nil {
			s.how = markNot
			f.report(func(st *State) { st.Warn = err.Error() })
		}
	}
	return nil
}

func (s *session) store(uids []imap.UID, key imap.Flag) error {
	return s.do("marking messages", 0, func() error {
		change := &imap.StoreFlags{Op: imap.StoreFlagsAdd, Silent: true, Flags: []imap.Flag{key}}
		return s.client.Store(imap.UIDSetNum(uids...), change, nil).Close()
	})
}

// move moves messages to a folder, which is made when it does not exist.
func (s *session) move(uids []imap.UID, folder string) error {
	err := s.do(fmt.Sprintf("moving messages to %q", folder), 0, func() error {
		err := s.transfer(uids, folder)
		var said *imap.Error
		if !errors.As(err, &said) || said.Code != imap.ResponseCodeTryCreate {
			return err
		}
		if err := s.client.Create(folder, nil).Wait(); err != nil {
			return err
		}
		return s.transfer(uids, folder)
	})
	return err
}

// transfer does not use the library's own substitute for MOVE: that deletes
// the messages without waiting whether they were copied.
func (s *session) transfer(uids []imap.UID, folder string) error {
	set := imap.UIDSetNum(uids...)
	if s.client.Caps().Has(imap.CapMove) {
		_, err := s.client.Move(set, folder).Wait()
		return err
	}
	if _, err := s.client.Copy(set, folder).Wait(); err != nil {
		return err
	}
	change := &imap.StoreFlags{Op: imap.StoreFlagsAdd, Silent: true, Flags: []imap.Flag{imap.FlagDeleted}}
	if err := s.client.Store(set, change, nil).Close(); err != nil {
		return err
	}
	return s.client.UIDExpunge(set).Close()
}
