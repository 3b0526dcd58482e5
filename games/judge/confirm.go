package judge

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"strconv"
	"strings"
	"time"

	"fivepoints/events"
)

// Levels of trust in a sender, as in events.Received and events.Vouched.
const (
	trustClaimed = "claimed"
	trustCode    = "code"
)

// Code is what the holder of an address sends back to confirm a message that
// came without proof: eight letters and digits in two groups, which nobody can
// compute without the club's key. It stands for that message (by the hash of
// its content), that person and nothing else.
func Code(club []byte, content, person string) string {
	mac := hmac.New(sha256.New, club)
	mac.Write([]byte(strings.Join([]string{"confirm", content, person}, "\x00")))
	text := strings.ToLower(base32.StdEncoding.EncodeToString(mac.Sum(nil)))
	return text[:4] + "-" + text[4:8]
}

// Asked tells whose confirmation a message without proof needs: the person of
// its From field, else who holds the seat whose token or mail of ours it
// answers; "" when there is nobody to ask.
func Asked(e events.Envelope, holder func(game, seat string) string) string {
	if e.Person != "" {
		return e.Person
	}
	for _, c := range e.Claims {
		if (c.By == "token" || c.By == "reply") && c.Seat != "" {
			return holder(c.Game, c.Seat)
		}
	}
	return ""
}

// expected is a message that waits for its code.
type expected struct {
	stream string
	msg    events.Seq
	person string
}

// mark is what the mails of a person have in common: a signature, or the
// servers of the From domain. Nothing at all is no mark.
type mark struct{ person, domain, method, signer string }

func markOf(person string, ev *events.Evidence) (mark, bool) {
	if ev == nil || ev.Verdict != "partial" || person == "" {
		return mark{}, false
	}
	return mark{person, ev.Domain, ev.Method, ev.Signer}, true
}

// expect takes note of the code that a held message waits for.
func (j *Judge) expect(ctx context.Context, stream string, msg events.Seq) error {
	m, err := j.message(ctx, stream, msg)
	if err != nil {
		return err
	}
	person, err := j.asked(ctx, m)
	if err != nil || person == "" {
		return err
	}
	club, err := j.log.Keys().Key("club")
	if err != nil {
		return fmt.Errorf("reading the club's key: %w", err)
	}
	j.codes[Code(club, m.received.Content, person)] = expected{stream, msg, person}
	return nil
}

// asked is who has to confirm a message.
func (j *Judge) asked(ctx context.Context, m message) (person string, err error) {
	person = Asked(m.envelope, func(game, seat string) string {
		t, e := j.Table(ctx, game)
		if e != nil {
			if !errors.Is(e, events.ErrNotFound) {
				err = e
			}
			return ""
		}
		for _, s := range t.Seats {
			if s.Seat == seat {
				return s.Person
			}
		}
		return ""
	})
	return person, err
}

// remember notes the mark of a sender who sent a code back: later mails with
// the same mark are his, weaker ones are asked again. A code counts once.
func (j *Judge) remember(ctx context.Context, stream string, v events.Vouched) error {
	if v.By > 0 {
		j.brought[v.By] = true
	}
	maps.DeleteFunc(j.codes, func(_ string, to expected) bool { return to.stream == stream && to.msg == v.Msg })
	if v.Trust != trustCode {
		return nil
	}
	m, err := j.message(ctx, stream, v.Msg)
	if err != nil {
		return err
	}
	if k, ok := markOf(v.Person, m.envelope.Evidence); ok {
		j.marks[k] = true
	}
	return nil
}

// remembered tells whether a message bears the mark of its sender.
func (j *Judge) remembered(m message) bool {
	k, ok := markOf(m.envelope.Person, m.envelope.Evidence)
	return ok && m.received.Trust == trustClaimed && j.marks[k]
}

// confirmLine is a line that holds a code and nothing else. A bare quote of our
// mail must not confirm: an answer "that was not me" quotes it, too.
var confirmLine = regexp.MustCompile(`^(?:confirm|confirme|confirmer)?[\s:]*([a-z2-7]{4})[-‐-― ]?([a-z2-7]{4})[\s.]*$`)

func codeOf(l events.Line) string {
	if l.Class != "" {
		return ""
	}
	m := confirmLine.FindStringSubmatch(strings.ToLower(strings.TrimSpace(l.Text)))
	if m == nil {
		return ""
	}
	return m[1] + "-" + m[2]
}

// onlyConfirms tells whether a message brought a code and nothing else.
func (j *Judge) onlyConfirms(m message) bool {
	for _, l := range m.envelope.Lines {
		if l.Class == "" && codeOf(l) == "" && strings.TrimSpace(l.Text) != "" {
			return false
		}
	}
	return j.brought[m.seq]
}

// maxCodes bounds the codes of one message: nobody guesses.
const maxCodes = 3

// confirm looks for codes in the messages that wait. Each one found vouches for
// the message it was made for and for the one that brought it; their own times
// count.
func (j *Judge) confirm(ctx context.Context, waiting []message) (found bool, err error) {
	for _, m := range waiting {
		if m.received.Class != "mail" {
			continue
		}
		tried := 0
		for _, l := range m.envelope.Lines {
			code := codeOf(l)
			if code == "" || tried == maxCodes {
				continue
			}
			tried++
			ofAddress, err := j.ofAddress(ctx, m, code)
			if err != nil {
				return found, err
			}
			if ofAddress {
				j.brought[m.seq] = true
				continue
			}
			to, ok := j.codes[code]
			if !ok || to.stream == m.source && to.msg == m.seq {
				continue
			}
			if err := j.vouch(ctx, m, to); err != nil {
				return found, err
			}
			found = true
		}
	}
	return found, nil
}

// vouch records that a message brought the code of another. Its own word comes
// first: after a crash in between it is found again.
func (j *Judge) vouch(ctx context.Context, m message, to expected) error {
	if m.received.Trust == trustClaimed && (m.envelope.Person == "" || m.envelope.Person == to.person) {
		if err := j.appendVouched(ctx, m.source, m, events.Vouched{Msg: m.seq, Trust: trustCode, By: m.seq, Person: to.person}); err != nil {
			return err
		}
	}
	return j.appendVouched(ctx, to.stream, m, events.Vouched{Msg: to.msg, Trust: trustCode, By: m.seq, Person: to.person})
}

func (j *Judge) appendVouched(ctx context.Context, stream string, m message, v events.Vouched) error {
	pub, err := events.Marshal(v)
	if err != nil {
		return fmt.Errorf("vouching for message %d: %w", v.Msg, err)
	}
	tip, err := j.log.Tip(ctx, stream)
	if err != nil {
		return err
	}
	_, _, err = j.log.Append(ctx, events.Commit{
		Stream: stream, Expect: tip, Key: events.NewKey("code", strconv.FormatUint(uint64(v.Msg), 10)),
		At: time.UnixMilli(m.received.At), Facts: []events.Fact{{Type: events.TypeVouched, V: 1, Pub: pub}},
	})
	if err != nil {
		return fmt.Errorf("vouching for message %d: %w", v.Msg, err)
	}
	return nil
}

// stranger asks the holder of a seat about a mail from an address that nobody
// knows; who names no seat by a token or an answer of ours is not answered.
func (j *Judge) stranger(ctx context.Context, m message) (routed, error) {
	person, err := j.asked(ctx, m)
	if err != nil || person == "" {
		return routed{result: "ignored", reason: "unknown-sender"}, err
	}
	return routed{result: "held", reason: reasonUnproven}, nil
}
