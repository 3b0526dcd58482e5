package intake

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"fivepoints/events"
	"fivepoints/events/vault"
	"fivepoints/mail"
	"fivepoints/mail/mailbox"
	"fivepoints/mail/trust"
)

// Levels of trust in a From field.
const (
	TrustClaimed = "claimed" // it says so, nothing proves it
	TrustProven  = "proven"  // its evidence does
	TrustAddress = "address" // the operator takes the address for proof
)

// ClassDuplicate is the class of a mail that another source brought before.
const ClassDuplicate = "duplicate"

// NoteSameID flags a message that bears the Message-ID of an earlier one and
// says something else.
const NoteSameID = "same-id-other-content"

// maxEnvelope leaves room for the rest of a commit (events.MaxCommit).
const maxEnvelope = 400 << 10

// Directory answers whose an address is and what an id was about.
type Directory interface {
	// Address returns the person that an address belongs to, "" for a stranger,
	// and the seats that person holds as claims (Game, Seat).
	Address(ctx context.Context, address string) (person string, seats []events.Claim, err error)
	// MessageID returns what a message of ours was about, nothing when it is not ours.
	MessageID(ctx context.Context, id string) ([]events.Claim, error)
	// Since returns the commit by which a seat was taken, 0 when nobody has it.
	Since(ctx context.Context, game, seat string) (events.Seq, error)
}

// Intake takes messages into a log. It is the single writer of its streams and
// not safe for concurrent use.
type Intake struct {
	Log   events.Log
	Dir   Directory // nil: nobody is known
	Now   func() time.Time
	Trust string // TrustClaimed (also when empty) or TrustAddress
	Mail  mail.Reader
	Check *trust.Checker // what looks for evidence; nil: nothing does

	ids   map[events.Key]events.Key // Message-ID -> content, of all inboxes
	parse func([]byte) mail.Message // Mail.Read, replaced in tests
}

// Outcome tells what became of a message.
type Outcome struct {
	Seq      events.Seq // of its commit, the old one when Known
	Known    bool       // it was in this inbox before: nothing was committed
	Received events.Received
	Envelope events.Envelope
}

// Take stores a message of a source ("file", "imap-main") and commits it to
// that source's inbox, once.
func (in *Intake) Take(ctx context.Context, source string, item mailbox.Item) (Outcome, error) {
	stream := "inbox/" + source
	if err := events.CheckStream(stream); err != nil {
		return Outcome{}, fmt.Errorf("taking messages of %s: %w", source, err)
	}
	item = item.WithEnvelope()
	m := in.read(item)
	if err := in.blind(&m); err != nil {
		return Outcome{}, fmt.Errorf("taking messages of %s: %w", source, err)
	}
	out, err := in.take(ctx, stream, item, &m)
	if err != nil {
		return out, fmt.Errorf("taking message %s of %s: %w", item.Cursor, source, err)
	}
	return out, nil
}

func (in *Intake) take(ctx context.Context, stream string, item mailbox.Item, m *mail.Message) (Outcome, error) {
	key := contentKey(item, m)
	out := Outcome{Received: in.received(item, m)}
	var err error
	if out.Seq, err = in.Log.Lookup(ctx, stream, key); err != nil {
		return out, err
	}
	env, owner, err := in.envelope(ctx, m)
	if err != nil {
		return out, err
	}
	if out.Known, out.Envelope = out.Seq > 0, env; out.Known {
		return out, in.vouch(ctx, stream, out.Seq)
	}
	if err := in.examine(ctx, item, m, &out); err != nil {
		return out, err
	}
	if err := in.compare(ctx, stream, key, m, &out.Received); err != nil {
		return out, err
	}
	if out.Received.Blob, err = in.Log.PutBlob(ctx, owner, item.Raw); err != nil {
		return out, fmt.Errorf("storing the raw bytes: %w", err)
	}
	if err := in.commit(ctx, stream, key, owner, &out); err != nil {
		return out, err
	}
	in.remember(m.MessageID, events.NewKey("mail", m.Content))
	return out, nil
}

// examine adds what speaks for the sender: seat tokens, and evidence when
// somebody looks for it. It is stored, and never looked for again.
func (in *Intake) examine(ctx context.Context, item mailbox.Item, m *mail.Message, out *Outcome) error {
	tokens, err := in.tokens(ctx, m.To)
	if err != nil {
		return err
	}
	env := &out.Envelope
	env.Claims = unique(slices.Concat(tokens, env.Claims))
	if in.Check != nil {
		ev := in.Check.Examine(ctx, item.Raw, m)
		env.Evidence = &ev
		if ev.Verdict == trust.Aligned && out.Received.Trust == TrustClaimed {
			out.Received.Trust = TrustProven
		}
	}
	if len(tokens) > 0 && env.Evidence != nil {
		env.Evidence.Token = tokens[0].Game + "." + tokens[0].Seat
	}
	return nil
}

// blind keys the content hash with the club's key: what the log shows must not
// let anybody test a guess at a message.
func (in *Intake) blind(m *mail.Message) error {
	club, err := in.Log.Keys().Key("club")
	if err != nil {
		return fmt.Errorf("reading the club's key: %w", err)
	}
	h := hmac.New(sha256.New, club)
	h.Write([]byte("content\x00" + m.Content))
	m.Content = hex.EncodeToString(h.Sum(nil))
	return nil
}

// read never fails: a message that breaks the reader is malformed, and stored.
func (in *Intake) read(item mailbox.Item) (m mail.Message) {
	defer func() {
		if recover() != nil {
			m = in.Mail.Broken(item.Raw)
		}
	}()
	if in.parse != nil {
		return in.parse(item.Raw)
	}
	return in.Mail.Read(item.Raw)
}

// contentKey names the cause. Content alone tells two mails apart when they
// carry a date or an id; a pasted sheet without both also counts its time.
func contentKey(item mailbox.Item, m *mail.Message) events.Key {
	parts := []string{m.Content}
	if item.Size > int64(len(item.Raw)) {
		parts = append(parts, strconv.FormatInt(item.Size, 10))
	}
	if at, clock := m.When(item.At, item.Clock, time.Time{}); m.Date == "" && m.MessageID == "" && clock != "ours" {
		parts = append(parts, strconv.FormatInt(at.UnixMilli(), 10))
	}
	return events.NewKey("mail", parts...)
}

// received is the public half.
func (in *Intake) received(item mailbox.Item, m *mail.Message) events.Received {
	at, clock := m.When(item.At, item.Clock, in.Now())
	r := events.Received{
		Cursor: item.Cursor, Size: int(max(item.Size, int64(len(item.Raw)))), Content: m.Content,
		At: at.UnixMilli(), Clock: clock, Class: m.Class, Trust: TrustClaimed, Notes: slices.Clone(m.Notes),
	}
	if at.After(in.Now().Add(time.Hour)) { // nothing has reached us in the future
		r.At, r.Clock, r.Notes = in.Now().UnixMilli(), "ours", append(r.Notes, "time-in-future")
	}
	if in.Trust == TrustAddress && m.From != "" {
		r.Trust = TrustAddress
	}
	return r
}

// envelope is the private half, and the name of the key it is sealed with.
func (in *Intake) envelope(ctx context.Context, m *mail.Message) (events.Envelope, string, error) {
	env := events.Envelope{
		From: m.From, To: m.To, Subject: m.Subject, MessageID: m.MessageID, InReplyTo: m.InReplyTo,
		References: m.References, Date: m.Date, Lines: m.Lines, Attached: m.Attached,
	}
	var seats []events.Claim
	var err error
	if in.Dir != nil && m.From != "" {
		if env.Person, seats, err = in.Dir.Address(ctx, m.From); err != nil {
			return env, "", fmt.Errorf("looking up the sender: %w", err)
		}
	}
	if env.Claims, err = in.claims(ctx, m, seats); err != nil {
		return env, "", err
	}
	owner, err := in.owner(env.Person, m.From)
	return env, owner, err
}

// owner names the key of the sender. A destroyed key is never used again: what
// comes after an erasure belongs to the next one.
func (in *Intake) owner(person, address string) (string, error) {
	club, err := in.Log.Keys().Key("club")
	if err != nil {
		return "", fmt.Errorf("reading the club's key: %w", err)
	}
	if person == "" {
		person = vault.Pseudonym(club, address)
	}
	for n := 2; ; n++ {
		name := "people/" + person
		_, err := in.Log.Keys().Find(name)
		if err == nil || errors.Is(err, events.ErrNotFound) {
			return name, nil
		}
		if !errors.Is(err, events.ErrErased) || n > 100 {
			return "", fmt.Errorf("finding the sender's key: %w", err)
		}
		person = vault.Pseudonym(club, address+" "+strconv.Itoa(n))
	}
}

// commit appends the message.
func (in *Intake) commit(ctx context.Context, stream string, key events.Key, owner string, out *Outcome) error {
	fact, err := sealable(owner, out)
	if err != nil {
		return err
	}
	return in.append(ctx, stream, key, out, fact)
}

// sealable makes the fact. Lines that would not fit into a commit make the
// message too big.
func sealable(owner string, out *Outcome) (events.Fact, error) {
	private, err := events.Marshal(out.Envelope)
	if err == nil && len(private) > maxEnvelope {
		out.Received.Class = mail.ClassTooBig
		out.Received.Notes = append(out.Received.Notes, "lines-too-big")
		out.Envelope.Lines = nil
		private, err = events.Marshal(out.Envelope)
	}
	if err != nil {
		return events.Fact{}, fmt.Errorf("writing the envelope: %w", err)
	}
	public, err := events.Marshal(out.Received)
	if err != nil {
		return events.Fact{}, fmt.Errorf("writing what was received: %w", err)
	}
	return events.Fact{
		Type: events.TypeReceived, V: 1, Pub: public,
		Priv: []events.Part{{Audience: "engine", Key: owner, Plain: private}},
	}, nil
}
