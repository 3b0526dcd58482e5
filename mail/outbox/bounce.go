package outbox

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"

	"fivepoints/events"
)

// Classes of a message, as package mail gives them, that can be a bounce.
const (
	classBounce = "bounce"
	classAuto   = "auto"
	classTooBig = "too_big"
)

// Bounce is a mail of ours that came back.
type Bounce struct {
	Post   events.Seq
	Status string // RFC 3463: "5.1.1"; "5.0.0" when the bounce says nothing
	Final  bool   // nobody tries any more
	Text   string // what the other server said, one line
}

// Bounce tells which post a message brings back; raw are the message's bytes.
// The address it came to decides: only whoever was sent the mail knows it. A
// bounce that came elsewhere must hold the Message-ID of ours. Out-of-office
// notes also come to that address and are none; so do reports of success.
func (i IDs) Bounce(r events.Received, e events.Envelope, raw []byte) (Bounce, bool) {
	if r.Class != classBounce && r.Class != classAuto && r.Class != classTooBig {
		return Bounce{}, false
	}
	post, ours := i.cameTo(e.To)
	if !ours && r.Class == classBounce {
		post, ours = i.quoted(raw)
	}
	if !ours {
		return Bounce{}, false
	}
	said, sure := readReport(raw)
	if words, found := readText(e.Subject, e.Lines); !sure {
		said, sure = words, found
	} else if found && said.text == "" && strings.HasPrefix(words.status, said.status[:min(1, len(said.status))]) {
		said.status, said.text = words.status, words.text // OpenSMTPD reports 5.0.0, and says why in words
	}
	success := said.action != "" && said.action != "failed" && said.action != "delayed"
	if success || !sure && r.Class != classBounce {
		return Bounce{}, false
	}
	if said.status == "" || said.status[0] == '2' {
		said.status = map[bool]string{true: "5.0.0", false: "4.0.0"}[said.action != "delayed"]
	}
	return Bounce{Post: post, Status: said.status, Final: said.final(), Text: said.text}, true
}

func (i IDs) cameTo(addresses []string) (events.Seq, bool) {
	for _, a := range addresses {
		if post, ok := i.Bounced(a); ok {
			return post, true
		}
	}
	return 0, false
}

// quoted finds one of our ids in the mail that a bounce brings back: they stand
// before an @.
func (i IDs) quoted(raw []byte) (events.Seq, bool) {
	for at, c := range raw {
		if c != '@' || at < idLength {
			continue
		}
		id := string(raw[at-idLength : at])
		if post, ok := decodeID(i.message, id); ok {
			return post, true
		}
		if post, ok := decodeID(i.bounce, id); ok {
			return post, true
		}
	}
	return 0, false
}

// bounces follows the inboxes for mails that came back.
type bounces struct {
	log   events.Log
	ids   IDs
	at    events.Seq // everything up to here is read
	begun bool
	tips  map[string]events.Seq
	found []returned
}

// returned is a bounce that may have to be recorded.
type returned struct {
	Bounce
	msg events.Seq // its message
	at  int64      // when that came, unix ms
}

func newBounces(log events.Log, ids IDs) *bounces {
	return &bounces{log: log, ids: ids, tips: map[string]events.Seq{}}
}

// read looks at the messages that came in since the last time; those in known
// were recorded before.
func (b *bounces) read(ctx context.Context, known map[events.Seq]bool) error {
	if !b.begun {
		if err := b.begin(ctx, known); err != nil {
			return err
		}
	}
	for st, err := range b.log.Read(ctx, "", b.at) {
		if err == nil {
			err = b.look(ctx, st, known)
		}
		if err != nil {
			return fmt.Errorf("looking for bounces after commit %d: %w", b.at, err)
		}
		b.at = st.Seq
	}
	return nil
}

func (b *bounces) begin(ctx context.Context, known map[events.Seq]bool) error {
	tip, err := b.log.Tip(ctx, "")
	if err != nil {
		return err
	}
	names, err := b.log.Streams(ctx, "inbox/")
	if err != nil {
		return err
	}
	for _, name := range names {
		for st, err := range b.log.Read(ctx, name, b.tips[name]) {
			if err == nil {
				err = b.look(ctx, st, known)
			}
			if err != nil {
				return fmt.Errorf("looking for bounces in %s: %w", name, err)
			}
		}
	}
	b.at, b.begun = tip, true
	return nil
}

// inboxBytes begins the canonical bytes of every commit of an inbox.
var inboxBytes = []byte(`{"v":1,"stream":"inbox/`)

func (b *bounces) look(ctx context.Context, st events.Stored, known map[events.Seq]bool) error {
	if !bytes.HasPrefix(st.Bytes, inboxBytes) || known[st.Seq] {
		return nil
	}
	c, err := events.Decode(st)
	if err != nil || st.Seq <= b.tips[c.Stream] {
		return err
	}
	for _, f := range c.Facts {
		if f.Type != events.TypeReceived {
			continue
		}
		var r events.Received
		if err := events.Unmarshal(f.Pub, &r); err != nil {
			return fmt.Errorf("reading message %d: %w", st.Seq, err)
		}
		if r.Class != classBounce && r.Class != classAuto && r.Class != classTooBig {
			continue
		}
		if err := b.message(ctx, st, r); err != nil {
			return fmt.Errorf("reading message %d: %w", st.Seq, err)
		}
	}
	b.tips[c.Stream] = st.Seq
	return nil
}

// message reads one that may be a bounce. What was erased says nothing.
func (b *bounces) message(ctx context.Context, st events.Stored, r events.Received) error {
	c, err := events.Open(st, b.log.Keys())
	if err != nil {
		return err
	}
	var e events.Envelope
	for _, f := range c.Facts {
		for _, part := range f.Priv {
			if f.Type != events.TypeReceived || part.Plain == nil {
				continue
			}
			if err := events.Unmarshal(part.Plain, &e); err != nil {
				return err
			}
		}
	}
	raw, err := events.BlobOf(ctx, b.log, st.Seq, c.Stream, r.Blob)
	if errors.Is(err, events.ErrErased) || errors.Is(err, events.ErrNoKey) {
		return nil
	}
	if err != nil {
		return err
	}
	if bounce, ok := b.ids.Bounce(r, e, raw); ok {
		b.found = append(b.found, returned{bounce, st.Seq, r.At})
	}
	return nil
}

// recordBounces appends delivery.failed for each bounce that is not recorded,
// and returns how many there were.
func (r *run) recordBounces(ctx context.Context) (int, error) {
	if err := r.bounces.read(ctx, r.box.bounces); err != nil {
		return 0, err
	}
	n := 0
	for len(r.bounces.found) > 0 {
		done, err := r.recordBounce(ctx, r.bounces.found[0])
		if err != nil {
			return n, fmt.Errorf("recording that message %d is a bounce: %w", r.bounces.found[0].msg, err)
		}
		if done {
			n++
		}
		r.bounces.found = r.bounces.found[1:]
	}
	return n, r.box.Read(ctx)
}

func (r *run) recordBounce(ctx context.Context, b returned) (bool, error) {
	p, err := Find(ctx, r.log, b.Post)
	if err != nil || p == nil || r.box.bounces[b.msg] {
		return false, err
	}
	fact, err := failedFact(r.log.Keys(), p.Person, events.Failed{
		Post: b.Post, At: b.at, By: byBounce, Status: b.Status, Final: b.Final, Msg: b.msg,
	}, b.Text)
	if err != nil {
		return false, err
	}
	_, err = enqueue(ctx, r.log, events.Commit{
		Stream: "outbox/" + p.Game, Key: events.NewKey("bounce", fmt.Sprint(b.msg)), Cause: b.msg, At: r.Now(), Facts: []events.Fact{fact},
	})
	return err == nil, err
}
