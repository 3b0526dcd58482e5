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
	historyMost   = 256
	headerMore    = "Fp-More"
	headerError   = "Fp-Error"
)

// history answers questions for what the feed told before, one at a time.
type history struct {
	js      jetstream.JetStream
	conn    *nats.Conn
	settled func() // waits for what was published before
}

func (h *history) run(ctx context.Context) error {
	asked := make(chan *nats.Msg, 1024)
	sub, err := h.conn.ChanSubscribe(historyPrefix+">", asked)
	if err != nil {
		return fmt.Errorf("answering for the past of the feed: %w", err)
	}
	defer sub.Unsubscribe() // its error is nobody's: the connection ends too
	for {
		select {
		case m := <-asked:
			if err := h.answer(ctx, m); err != nil && ctx.Err() == nil {
				h.end(m, headerError, err.Error())
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// answer sends at most historyMost messages of a subject. Who may ask for a
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
	more, n := "false", 0
	for msg, err := range messages(ctx, h.js, feedStream, jetstream.OrderedConsumerConfig{FilterSubjects: []string{subject}}, last.Sequence) {
		if err != nil {
			return err
		}
		if seqOf(msg.Headers()) <= after {
			continue
		}
		if n++; n > historyMost {
			more = "true"
			break
		}
		if err := h.conn.PublishMsg(&nats.Msg{Subject: m.Reply, Header: msg.Headers(), Data: msg.Data()}); err != nil {
			return err
		}
	}
	h.end(m, headerMore, more)
	return nil
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
