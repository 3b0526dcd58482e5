package judge

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"time"

	"fivepoints/events"
	"fivepoints/games/table"
)

// Outcome tells what became of a message.
type Outcome struct {
	Msg    events.Seq
	Source string
	Game   string
	Seat   string
	Sheet  events.Seq // the commit that recorded its sheet, 0 when it has none
	// For messages without a sheet: "ignored", "held", "refused" or "answered", and why.
	Result string
	Reason string
	Asks   bool // it asked what is answered without a word in the game's log
}

// Reasons that bring a message back: somebody vouches for its sender, or its
// game goes on.
const (
	reasonUnproven  = "unproven"
	reasonUnbound   = "unbound" // a post of an account that belongs to nobody here
	reasonSuspended = "suspended"
	reasonSettling  = "settling"
)

// message is a message of an inbox that nobody has dealt with.
type message struct {
	seq      events.Seq
	source   string // stream
	received events.Received
	envelope events.Envelope
	post     *post // nil for a mail
}

// proven tells whether a message may speak for a seat at all.
func (m message) proven() bool { return m.received.Class == "mail" && m.trusted() }

// trusted tells whether its sender is who it says.
func (m message) trusted() bool {
	return m.envelope.Person != "" && m.received.Trust != trustClaimed
}

// dated tells whether a message brought the time at which it reached us.
func (m message) dated() bool { return m.received.Clock != "ours" }

// Run deals with every message that waits in the inboxes, in the order in which
// they reached us, and resolves each window whose time has come before it. When
// all is done it resolves what is due at now (zero: nothing more). Everything
// is idempotent: a run cut short is taken up by the next one. Games that a
// rulebook's failure suspends are reported and passed over.
func (j *Judge) Run(ctx context.Context, now time.Time, report func(Outcome)) (suspended []error, err error) {
	ill := map[string]error{}
	if err := j.finish(ctx, ill); err != nil {
		return nil, err
	}
	late, err := j.dealAll(ctx, ill, report)
	if err != nil {
		return nil, err
	}
	if !now.IsZero() {
		before := j.resolved
		if err := j.tickAll(ctx, now, ill); err != nil {
			return nil, err
		}
		if err := j.digests(ctx, now); err != nil {
			return nil, err
		}
		if len(late) > 0 && j.resolved > before {
			if late, err = j.dealAll(ctx, ill, report); err != nil {
				return nil, err
			}
		}
	}
	if report != nil {
		for _, out := range late {
			report(out)
		}
	}
	return sortedErrors(ill), nil
}

// dealAll deals with all that waits, and returns what goes on waiting because its
// mail is over and not resolved yet.
func (j *Judge) dealAll(ctx context.Context, ill map[string]error, report func(Outcome)) (late []Outcome, err error) {
	for again := true; again; { // codes release mails that waited for them
		if late, again, err = j.deal(ctx, ill, report); err != nil {
			return nil, err
		}
	}
	return late, nil
}

// deal deals once with all that waits; again says that a code was found, so
// that more may wait now.
func (j *Judge) deal(ctx context.Context, ill map[string]error, report func(Outcome)) (late []Outcome, again bool, err error) {
	waiting, err := j.waiting(ctx)
	if err != nil {
		return nil, false, err
	}
	if again, err = j.confirm(ctx, waiting); again || err != nil {
		return nil, again, err
	}
	d := dealing{Judge: j, ill: ill, report: report, settled: map[string][]events.Fact{}}
	for _, m := range waiting {
		before := j.resolved
		if m.dated() && m.proven() { // neither a stranger nor a mail without a date moves the clock
			if err := j.tickAll(ctx, time.UnixMilli(m.received.At), ill); err != nil {
				return nil, false, err
			}
		}
		if j.resolved > before {
			if err := d.retry(ctx); err != nil {
				return nil, false, err
			}
		}
		if err := d.take(ctx, m); err != nil {
			return nil, false, err
		}
	}
	for _, m := range d.late {
		late = append(late, m.out)
	}
	return late, false, j.settle(ctx, d.settled, waiting)
}

// dealing is one pass over what waits.
type dealing struct {
	*Judge
	ill     map[string]error
	report  func(Outcome)
	settled map[string][]events.Fact
	late    []lateMessage
}

// lateMessage came behind the end of a mail that is not resolved yet.
type lateMessage struct {
	message
	out Outcome
}

// retry takes the late messages again, in their order, before any that came later.
func (d *dealing) retry(ctx context.Context) error {
	again := d.late
	d.late = nil
	for _, m := range again {
		if err := d.take(ctx, m.message); err != nil {
			return err
		}
	}
	return nil
}

func (d *dealing) take(ctx context.Context, m message) error {
	out, err := d.handle(ctx, m, d.ill)
	if err != nil {
		return fmt.Errorf("dealing with message %d of %s: %w", m.seq, m.source, err)
	}
	switch out.Reason {
	case reasonSettling: // it waits until that mail is resolved
		d.late = append(d.late, lateMessage{m, out})
		return nil
	case reasonSuspended: // it waits until its game goes on
	default:
		if err := note(d.settled, m, out); err != nil {
			return err
		}
	}
	if d.report != nil {
		d.report(out)
	}
	return nil
}

// finish completes the corrections that a crash cut short. Only a game whose
// last commit is a part of one is looked at.
func (j *Judge) finish(ctx context.Context, ill map[string]error) error {
	changed, err := j.agenda.follow(ctx, j.log)
	if err != nil {
		return err
	}
	for _, id := range changed {
		half, err := j.midCorrection(ctx, id)
		if err != nil {
			return err
		}
		if !half {
			continue
		}
		if _, err := j.ready(ctx, id); isSuspended(err) {
			ill[id] = err
		} else if err != nil {
			return err
		}
	}
	return nil
}

// midCorrection tells whether the last commit of a game belongs to a correction.
func (j *Judge) midCorrection(ctx context.Context, id string) (bool, error) {
	tip, err := j.log.Tip(ctx, "game/"+id)
	if err != nil || tip == 0 {
		return false, err
	}
	for st, err := range j.log.Read(ctx, "game/"+id, tip-1) {
		if err != nil {
			return false, fmt.Errorf("reading the end of game %s: %w", id, err)
		}
		return bytes.Contains(st.Bytes, []byte(`"`+table.TypeCut+`"`)) || bytes.Contains(st.Bytes, []byte(`"`+table.TypeJudged+`"`)), nil
	}
	return false, nil
}

func sortedErrors(ill map[string]error) []error {
	var out []error
	for _, id := range sortedKeys(ill) {
		out = append(out, ill[id])
	}
	return out
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// waiting lists the messages not yet settled, by the time they reached us.
func (j *Judge) waiting(ctx context.Context) ([]message, error) {
	streams, err := j.log.Streams(ctx, "inbox/")
	if err != nil {
		return nil, err
	}
	var out []message
	for _, stream := range streams {
		open, err := j.unsettled(ctx, stream)
		if err != nil {
			return nil, fmt.Errorf("reading %s: %w", stream, err)
		}
		out = append(out, open...)
	}
	slices.SortStableFunc(out, func(a, b message) int {
		return cmp.Or(cmp.Compare(a.received.At, b.received.At), cmp.Compare(a.seq, b.seq))
	})
	return out, nil
}

// unsettled lists the messages of one inbox that wait: never settled, or held
// for want of proof and vouched for since.
func (j *Judge) unsettled(ctx context.Context, stream string) ([]message, error) {
	box, err := j.follow(ctx, stream)
	if err != nil {
		return nil, err
	}
	var out []message
	for _, seq := range slices.Sorted(maps.Keys(box.open)) {
		m, err := j.message(ctx, stream, seq)
		if err != nil {
			return nil, err
		}
		if v, ok := box.vouched[seq]; ok {
			m.received.Trust = v.Trust
			m.envelope.Person = cmp.Or(v.Person, m.envelope.Person)
		} else if j.remembered(m) {
			m.received.Trust = trustCode
		}
		out = append(out, m)
	}
	return out, nil
}

// inbox is the fold of one inbox up to a commit.
type inbox struct {
	at      events.Seq
	open    map[events.Seq]bool           // messages that wait
	held    map[events.Seq]bool           // for want of proof
	vouched map[events.Seq]events.Vouched // by message
}

// follow brings the fold of an inbox up to date.
func (j *Judge) follow(ctx context.Context, stream string) (*inbox, error) {
	box := j.inboxes[stream]
	if box == nil {
		box = &inbox{open: map[events.Seq]bool{}, held: map[events.Seq]bool{}, vouched: map[events.Seq]events.Vouched{}}
		j.inboxes[stream] = box
	}
	for st, err := range j.log.Read(ctx, stream, box.at) {
		if err != nil {
			return nil, err
		}
		c, err := events.Decode(st)
		if err != nil {
			return nil, err
		}
		for _, f := range c.Facts {
			if err := j.inboxFact(ctx, box, stream, st.Seq, f); err != nil {
				return nil, fmt.Errorf("reading commit %d: %w", st.Seq, err)
			}
		}
		box.at = st.Seq
	}
	return box, nil
}

func (j *Judge) inboxFact(ctx context.Context, box *inbox, stream string, seq events.Seq, f events.Fact) error {
	switch f.Type {
	case events.TypeReceived:
		box.open[seq] = true
	case events.TypePostSeen, events.TypePostChanged:
		return j.postFact(stream, seq, f)
	case events.TypeSettled:
		var s events.Settled
		if err := events.Unmarshal(f.Pub, &s); err != nil {
			return err
		}
		delete(box.open, s.Msg)
		if s.Reason == reasonUnbound {
			box.held[s.Msg] = true
			return nil
		}
		if s.Reason == reasonUnproven {
			box.held[s.Msg] = true
			return j.expect(ctx, stream, s.Msg)
		}
		delete(box.held, s.Msg)
		delete(box.vouched, s.Msg)
	case events.TypeVouched:
		var v events.Vouched
		if err := events.Unmarshal(f.Pub, &v); err != nil {
			return err
		}
		box.vouched[v.Msg] = v
		if box.held[v.Msg] {
			box.open[v.Msg] = true
		}
		return j.remember(ctx, stream, v)
	}
	return nil
}

// message reads a message of an inbox.
func (j *Judge) message(ctx context.Context, stream string, seq events.Seq) (message, error) {
	for st, err := range j.log.Read(ctx, stream, seq-1) {
		if err != nil {
			return message{}, err
		}
		return j.open(st, stream)
	}
	return message{}, fmt.Errorf("reading message %d: %w", seq, events.ErrNotFound)
}

func (j *Judge) open(st events.Stored, stream string) (message, error) {
	m := message{seq: st.Seq, source: stream}
	c, err := events.Open(st, j.log.Keys())
	if err != nil {
		return m, fmt.Errorf("opening message %d: %w", st.Seq, err)
	}
	for _, f := range c.Facts {
		if m.post, err = postOf(f, m.post); err != nil {
			return m, fmt.Errorf("reading message %d: %w", st.Seq, err)
		}
		if f.Type != events.TypeReceived {
			continue
		}
		if err := events.Unmarshal(f.Pub, &m.received); err != nil {
			return m, fmt.Errorf("reading message %d: %w", st.Seq, err)
		}
		for _, p := range f.Priv {
			if p.Plain == nil {
				continue // erased: nothing is left to order
			}
			if err := events.Unmarshal(p.Plain, &m.envelope); err != nil {
				return m, fmt.Errorf("reading the envelope of message %d: %w", st.Seq, err)
			}
		}
	}
	return m, nil
}

func (j *Judge) handle(ctx context.Context, m message, ill map[string]error) (Outcome, error) {
	m, err := j.newcomer(ctx, m)
	if err != nil {
		return Outcome{Msg: m.seq, Source: m.source}, err
	}
	to, err := j.route(ctx, m)
	out := Outcome{Msg: m.seq, Source: m.source, Game: to.game, Seat: to.seat, Result: to.result, Reason: to.reason}
	if err == nil && to.result == "" && m.post != nil {
		err = j.weighPost(ctx, m, &to)
		out.Result, out.Reason = to.result, to.reason
	}
	if err == nil && to.result == "" {
		if late, err := j.settling(ctx, m, to); late || err != nil {
			out.Result, out.Reason = "held", reasonSettling
			return out, err
		}
		err = j.attend(ctx, m, to, &out)
	}
	if isSuspended(err) {
		out.Result, out.Reason, ill[to.game] = "held", reasonSuspended, err
		return out, nil
	}
	return out, err
}

// arrival is when a message reached us, on its game's clock when it does not say.
func (j *Judge) arrival(m message, game string) time.Time {
	at := time.UnixMilli(m.received.At)
	if t := j.tables[game]; t != nil && !m.dated() {
		return onItsClock(t, at)
	}
	return at
}

func note(settled map[string][]events.Fact, m message, out Outcome) error {
	s := events.Settled{Msg: m.seq, Outcome: out.Result, Reason: out.Reason}
	if out.Result == "" {
		s.Outcome = "recorded"
	}
	if out.Asks {
		s.Game, s.Seat = out.Game, out.Seat
	}
	pub, err := events.Marshal(s)
	if err != nil {
		return fmt.Errorf("settling message %d: %w", m.seq, err)
	}
	settled[m.source] = append(settled[m.source], events.Fact{Type: events.TypeSettled, V: 1, Pub: pub})
	return nil
}

// settleBatch bounds the facts of one commit.
const settleBatch = 500

// settle closes the messages of a run, a batch per commit: what a crash leaves
// unsettled is dealt with again, to the same effect.
func (j *Judge) settle(ctx context.Context, settled map[string][]events.Fact, waiting []message) error {
	if len(waiting) == 0 {
		return nil
	}
	at := time.UnixMilli(waiting[len(waiting)-1].received.At)
	for _, stream := range sortedKeys(settled) {
		for batch := range slices.Chunk(settled[stream], settleBatch) {
			tip, err := j.log.Tip(ctx, stream)
			if err != nil {
				return err
			}
			key := events.NewKey("settled", string(batch[0].Pub), strconv.Itoa(len(batch)))
			if _, _, err := j.log.Append(ctx, events.Commit{Stream: stream, Expect: tip, Key: key, At: at, Facts: batch}); err != nil {
				return fmt.Errorf("settling messages of %s: %w", stream, err)
			}
		}
	}
	return nil
}
