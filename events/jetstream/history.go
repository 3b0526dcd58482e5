package jetstream

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"fivepoints/events"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

const (
	historyPrefix = "history."
	historyMost   = 256     // messages in an answer
	historyBytes  = 8 << 20 // after which it ends too: the server drops who does not read
	headerMore    = "Fp-More"
	headerError   = "Fp-Error"
	questions     = 4096 // that may wait for their answers
	questionBytes = 8 << 20
)

// history answers questions for what the feed told before, one at a time.
type history struct {
	js      jetstream.JetStream
	conn    *nats.Conn
	settled func() // waits for what was published before
	asked   *nats.Subscription
}

// listen begins to hear questions: who connects as soon as the node says where,
// finds somebody who answers.
func (h *history) listen() (err error) {
	if h.asked, err = h.conn.SubscribeSync(historyPrefix + ">"); err == nil {
		err = errors.Join(h.asked.SetPendingLimits(questions, questionBytes), h.conn.Flush())
	}
	if err != nil {
		return fmt.Errorf("answering for the past of the feed: %w", err)
	}
	return nil
}

func (h *history) run(ctx context.Context) error {
	defer h.asked.Unsubscribe() // its error is nobody's: the connection ends too
	for {
		m, err := h.asked.NextMsgWithContext(ctx)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(err, nats.ErrSlowConsumer): // who was not heard asks again
		case err != nil:
			return fmt.Errorf("answering for the past of the feed: %w", err)
		default:
			if err := h.answer(ctx, m); err != nil && ctx.Err() == nil {
				h.end(m, headerError, err.Error())
			}
		}
	}
}

// answer sends the next messages of a subject, so many at most. Who may ask for a
// subject is the server's to say; that the answer goes nowhere but to the inbox
// of such a user is looked after here.
func (h *history) answer(ctx context.Context, m *nats.Msg) error {
	subject := strings.TrimPrefix(m.Subject, historyPrefix)
	if !mayReply(subject, m.Reply) {
		return nil
	}
	after, err := strconv.ParseUint(strings.TrimSpace(string(m.Data)), 10, 53)
	if err != nil {
		return fmt.Errorf("the request is %.20q, not the number of a commit", m.Data)
	}
	h.settled() // what came before the question, and was not heard live, is in the answer
	st, err := h.js.Stream(ctx, feedStream)
	if err != nil {
		return err
	}
	last, err := st.GetLastMsgForSubject(ctx, subject)
	if err != nil && !errors.Is(err, jetstream.ErrMsgNotFound) {
		return err
	}
	if err != nil || seqOf(last.Header) <= after {
		h.end(m, headerMore, "false")
		return nil
	}
	next, err := firstAfter(ctx, st, after, last.Sequence)
	if err != nil {
		return err
	}
	for n, size := 0, 0; n < historyMost && size < historyBytes; n++ {
		msg, err := st.GetMsg(ctx, next, jetstream.WithGetMsgSubject(subject))
		if err != nil {
			return err
		}
		header := feedHeader(msg.Header.Get(headerSeq), msg.Header.Get(headerLeaf))
		if err := h.conn.PublishMsg(&nats.Msg{Subject: m.Reply, Header: header, Data: msg.Data}); err != nil {
			return err
		}
		size += len(msg.Data)
		if msg.Sequence >= last.Sequence {
			h.end(m, headerMore, "false")
			return nil
		}
		next = msg.Sequence + 1
	}
	h.end(m, headerMore, "true")
	return nil
}

// firstAfter finds the first of a stream's messages that is of a commit after
// another one; that numbered last is.
func firstAfter(ctx context.Context, st jetstream.Stream, after, last uint64) (uint64, error) {
	low, high := uint64(1), last
	for low < high {
		middle := (low + high) / 2
		msg, err := st.GetMsg(ctx, middle)
		if err != nil {
			return 0, err
		}
		if seqOf(msg.Header) > after {
			high = middle
		} else {
			low = middle + 1
		}
	}
	return low, nil
}

// end sends the empty message after the last one; a reader who is gone misses it.
func (h *history) end(m *nats.Msg, header, value string) {
	_ = h.conn.PublishMsg(&nats.Msg{Subject: m.Reply, Header: nats.Header{header: {value}}})
}

func seqOf(h nats.Header) uint64 {
	seq, err := strconv.ParseUint(h.Get(headerSeq), 10, 53)
	if err != nil {
		return 0
	}
	return seq
}

// mayReply tells whether what is told on subject may be sent to reply: the
// inbox of a user who may read it. Otherwise a reader could have the node
// speak for him on subjects of others.
func mayReply(subject, reply string) bool {
	inbox, rest, found := strings.Cut(reply, ".")
	if !found || rest == "" || strings.ContainsAny(rest, "*> ") {
		return false
	}
	kind, name, _ := strings.Cut(subject, ".")
	switch game, seat, private := strings.Cut(name, "."); {
	case kind == "private" && private:
		return CheckUser(name) == nil && inbox == Inbox(name)
	case kind == "public" && !private && events.CheckStream("game/"+game) == nil:
		user, found := strings.CutPrefix(inbox, "_INBOX_")
		return found && (user == Reader || strings.HasPrefix(user, game+"_") && seat == "")
	}
	return false
}
