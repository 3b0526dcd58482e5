package mailbox

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/emersion/go-imap/v2"

	"fivepoints/mail"
)

const chunk = 100 // messages described at once

// takeAll takes messages in order. Those taken are marked even when a later
// one fails.
func (f *follower) takeAll(ctx context.Context, s *session, uids []imap.UID) error {
	for len(uids) > 0 {
		n := min(chunk, len(uids))
		if uids[0] <= f.careful {
			n = 1
		}
		unmarked, err := f.takeChunk(ctx, s, uids[:n])
		if kind(err) == KindStore || err == nil { // otherwise the connection is no use
			err = errors.Join(err, f.mark(s, unmarked))
		}
		if err != nil {
			return err
		}
		uids = uids[n:]
	}
	return nil
}

// takeChunk describes messages together and fetches them one by one.
func (f *follower) takeChunk(ctx context.Context, s *session, uids []imap.UID) (unmarked []imap.UID, err error) {
	if done, err := f.condemn(ctx, s, uids[0]); done || err != nil {
		return nil, err
	}
	known, err := s.describe(uids, f.blamed.bare)
	if err != nil {
		f.careful = uids[len(uids)-1]
		if len(uids) == 1 {
			f.blame(uids[0], err)
			f.blamed.bare = f.blamed.hard > 0 // a date may be what cannot be read
		}
		return nil, err
	}
	for _, uid := range uids {
		m, ok := known[uid]
		if err := f.takeOne(ctx, s, uid, m, ok); err != nil {
			return unmarked, err
		}
		f.at.uid = uid
		f.progress()
		if ok && !m.done {
			unmarked = append(unmarked, uid)
		}
	}
	return unmarked, nil
}

// takeOne fetches a message and hands it over. One that somebody removed in
// the meantime is none of ours.
func (f *follower) takeOne(ctx context.Context, s *session, uid imap.UID, m meta, ok bool) error {
	var raw []byte
	if ok {
		var err error
		if raw, err = s.fetch(uid); err != nil {
			f.blame(uid, err)
			return err
		}
	}
	if raw == nil {
		return f.missing(s, uid)
	}
	item := Item{Cursor: place{f.at.validity, uid}.String(), Raw: raw, Size: int64(len(raw))}
	if len(raw) > mail.MaxRaw {
		item.Size = max(item.Size, m.size)
	}
	if !m.at.IsZero() {
		item.At, item.Clock = m.at, "internaldate"
	}
	if err := f.Take(ctx, item); err != nil {
		return inTrouble(KindStore, err)
	}
	return nil
}

// missing is nil when the server does not list a message any more that it
// did not send.
func (f *follower) missing(s *session, uid imap.UID) error {
	if err := s.noop(); err != nil {
		return err
	}
	left, err := s.search(uid, uid, imap.SearchCriteria{})
	if err != nil || len(left) == 0 {
		return err
	}
	err = &Trouble{KindServer, fmt.Errorf("fetching message %d: the server lists it and does not send it", uid)}
	f.blame(uid, err)
	return err
}

// blame is what speaks against a message: only the next one to be taken can
// have failed.
type blame struct {
	uid    imap.UID
	hard   int  // answers that could not be read
	soft   int  // connections cut, refusals: may be the server's trouble
	bare   bool // describe it without its date
	probes int  // other messages tried since
	proven int  // failures when another message could be read, 0 before
	why    string
}

func (b *blame) failures() int { return b.hard + b.soft }

// blame notes a failure. Its reason goes into the log, so it quotes nobody.
func (f *follower) blame(uid imap.UID, err error) {
	if f.blamed.uid != uid {
		f.blamed = blame{uid: uid}
	}
	b := &f.blamed
	f.careful = max(f.careful, uid)
	switch kind(err) {
	case KindNonsense:
		b.hard++
		b.why = "the server's answer cannot be read"
	case KindBroken:
		b.soft++
		b.why = "the connection breaks"
	default:
		b.soft++
		b.why = "the server does not send it"
	}
}

const maxAlone = 5 // failures of a message with no other beside it

// condemn gives up a message whose answer was unreadable twice. When the line
// was cut or the server refused, that may be the server's trouble: then another
// message must be readable and this one fail again. It tells whether the
// message is done with.
func (f *follower) condemn(ctx context.Context, s *session, uid imap.UID) (bool, error) {
	b := &f.blamed
	switch {
	case b.uid != uid:
		*b = blame{}
		return false, nil
	case b.hard >= 2, b.proven > 0 && b.failures() > b.proven:
		return true, f.giveUp(ctx, s, uid)
	case b.failures() < 2 || b.proven > 0:
		return false, nil
	}
	other, err := f.neighbour(s, uid)
	if err != nil {
		return false, err
	}
	if other == 0 {
		if b.failures() < maxAlone {
			return false, nil
		}
		return true, f.giveUp(ctx, s, uid)
	}
	b.probes++
	raw, err := s.fetch(other)
	if err == nil && raw != nil {
		b.proven = b.failures()
	}
	return false, err
}

// neighbour chooses another message, each time another one: first those
// behind, then those before.
func (f *follower) neighbour(s *session, uid imap.UID) (imap.UID, error) {
	all, err := s.search(1, 0, imap.SearchCriteria{})
	if err != nil {
		return 0, err
	}
	i, found := slices.BinarySearch(all, uid)
	behind := all[i:]
	if found {
		behind = all[i+1:]
	}
	before := slices.Clone(all[:i])
	slices.Reverse(before)
	others := slices.Concat(behind, before)
	if len(others) == 0 {
		return 0, nil
	}
	return others[f.blamed.probes%len(others)], nil
}

// giveUp reports a message as unread and goes on behind it. It stays where it
// is, for a person to look at.
func (f *follower) giveUp(ctx context.Context, s *session, uid imap.UID) error {
	cursor := place{f.at.validity, uid}.String()
	if err := f.Unread(ctx, cursor, f.Now(), f.blamed.why); err != nil {
		return inTrouble(KindStore, err)
	}
	f.at.uid, f.blamed = uid, blame{}
	f.progress()
	if !s.keeps(keyUnread) {
		return nil
	}
	err := s.store([]imap.UID{uid}, keyUnread)
	if kind(err) == KindServer {
		return nil // it is only a mark
	}
	return err
}
