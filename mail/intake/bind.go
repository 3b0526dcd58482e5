package intake

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"fmt"
	"strconv"
	"strings"
	"time"

	"fivepoints/events"
)

// Binding says whose an account of a board is.
type Binding struct {
	Person string
	Board  string
	User   string // the board's id
	Name   string // as shown, for people
	Game   string // for which seat
	Seat   string
	Code   string // that proved it; "" when the moderator says so
	At     time.Time
}

// SeatCode is what the holder of a seat posts on a board to make his account
// there known. He gets it through another channel; who holds the seat after him
// has another one, and each counts once.
func SeatCode(club []byte, game, seat string, since events.Seq) string {
	mac := hmac.New(sha256.New, club)
	mac.Write([]byte(strings.Join([]string{"seat code", game, seat, strconv.FormatUint(uint64(since), 10)}, "\x00")))
	text := strings.ToLower(base32.StdEncoding.EncodeToString(mac.Sum(nil)))
	return text[:4] + "-" + text[4:8]
}

// Bind records whose an account is, once, and releases the posts of that account
// that waited for it in the inboxes. A code that was used is refused: known is
// true and nothing is done.
func (in *Intake) Bind(ctx context.Context, b Binding) (known bool, err error) {
	bound := events.Bound{Person: b.Person, Board: b.Board, How: "moderator", Game: b.Game, Seat: b.Seat}
	key := events.NewKey("bound", b.Board, b.User, b.Person, b.Game, b.Seat)
	if b.Code != "" {
		bound.How, key = "code", events.NewKey("bound-code", b.Code, b.Game, b.Seat)
	}
	seq, err := in.Log.Lookup(ctx, "people", key)
	if err != nil {
		return false, err
	}
	if seq == 0 {
		fact, err := boundFact(bound, b)
		if err != nil {
			return false, err
		}
		at := Intake{Log: in.Log, Now: func() time.Time { return b.At }}
		if err := at.append(ctx, "people", key, nil, fact); err != nil {
			return false, fmt.Errorf("binding an account of %s: %w", b.Board, err)
		}
	}
	if seq > 0 && b.Code != "" {
		return true, nil
	}
	return seq > 0, in.release(ctx, b)
}

func boundFact(bound events.Bound, b Binding) (events.Fact, error) {
	pub, err := events.Marshal(bound)
	if err != nil {
		return events.Fact{}, fmt.Errorf("writing a binding: %w", err)
	}
	plain, err := events.Marshal(events.Account{User: b.User, Name: b.Name})
	if err != nil {
		return events.Fact{}, fmt.Errorf("writing a binding: %w", err)
	}
	part := events.Part{Audience: "engine", Key: "people/" + b.Person, Plain: plain}
	return events.Fact{Type: events.TypeBound, V: 1, Pub: pub, Priv: []events.Part{part}}, nil
}

// release vouches for the posts of an account that were taken before anybody
// knew whose it is. Those that a judge has dealt with for another reason stay so.
func (in *Intake) release(ctx context.Context, b Binding) error {
	streams, err := in.Log.Streams(ctx, "inbox/")
	if err != nil {
		return fmt.Errorf("listing the inboxes: %w", err)
	}
	for _, stream := range streams {
		var facts []events.Fact
		for st, err := range in.Log.Read(ctx, stream, 0) {
			if err != nil {
				return fmt.Errorf("reading %s: %w", stream, err)
			}
			mine, err := in.postedBy(st, b)
			if err != nil {
				return err
			}
			if !mine {
				continue
			}
			pub, err := events.Marshal(events.Vouched{Msg: st.Seq, Trust: "code", Person: b.Person})
			if err != nil {
				return fmt.Errorf("vouching for post %d: %w", st.Seq, err)
			}
			facts = append(facts, events.Fact{Type: events.TypeVouched, V: 1, Pub: pub})
		}
		for n := 0; n < len(facts); n += releaseBatch {
			batch := facts[n:min(len(facts), n+releaseBatch)]
			key := events.NewKey("released", b.Board, b.User, b.Person, string(batch[0].Pub))
			if known, err := in.Log.Lookup(ctx, stream, key); err != nil || known > 0 {
				return err
			}
			at := Intake{Log: in.Log, Now: func() time.Time { return b.At }}
			if err := at.append(ctx, stream, key, nil, batch...); err != nil {
				return err
			}
		}
	}
	return nil
}

// releaseBatch bounds the facts of one commit.
const releaseBatch = 500

// postedBy tells whether a commit holds a post of an account that was of nobody.
func (in *Intake) postedBy(st events.Stored, b Binding) (bool, error) {
	c, err := events.Decode(st)
	if err != nil {
		return false, fmt.Errorf("reading commit %d: %w", st.Seq, err)
	}
	if len(c.Facts) < 2 || c.Facts[1].Type != events.TypePostSeen && c.Facts[1].Type != events.TypePostChanged {
		return false, nil
	}
	if c, err = events.Open(st, in.Log.Keys()); err != nil {
		return false, fmt.Errorf("opening commit %d: %w", st.Seq, err)
	}
	for _, p := range c.Facts[0].Priv {
		var e events.Envelope
		if p.Plain == nil {
			continue
		}
		if err := events.Unmarshal(p.Plain, &e); err != nil {
			return false, fmt.Errorf("reading the envelope of commit %d: %w", st.Seq, err)
		}
		return e.Person == "" && e.From == Account(b.Board, b.User), nil
	}
	return false, nil
}
