package outbox

import (
	"strings"
	"time"

	"fivepoints/events"
)

// Caps on answers (receipts, notices, answers of the desk): two programs that answer each other
// stop here (reference mail.md T10).
const (
	capSeat = 20 // an hour, for one seat of a game or one person without a seat
	capGame = 200
)

// staleAfter is how old a post may be when it is tried for the first time: an
// old mailbox read into a live club writes to nobody.
const staleAfter = 7 * 24 * time.Hour

// Why a post is held: it is sent when somebody asks for it, and only then.
const (
	HeldBefore = "before" // queued before mail was switched on, and not asked for again
	HeldStale  = "stale"  // older than a week before its first try
	HeldCapped = "capped" // one answer too many for its seat or game within an hour
)

// isAnswer: caused by a message of the addressee. Publish names a report that was
// asked for ("RESEND") by its title.
func isAnswer(q events.Queued) bool {
	return q.Kind == "receipt" || q.Kind == "notice" || q.Kind == "answer" || strings.HasPrefix(q.Title, "again-")
}

// tooMany counts an answer by the time it was queued, so that every node and
// every restart decides alike. One that is held does not count itself: who
// stops for a while is answered again.
func (s *stream) tooMany(p *post) bool {
	who := p.Seat
	if who == "" {
		who = "person " + p.Person
	}
	since := p.At.Add(-time.Hour)
	mine, all := after(s.answers[who], since), after(s.all, since)
	if len(mine) < capSeat && len(all) < capGame {
		mine, all = append(mine, p.At), append(all, p.At)
		s.answers[who], s.all = mine, all
		return false
	}
	s.answers[who], s.all = mine, all
	return true
}

// after drops the times that are not after since. Times come nearly sorted.
func after(times []time.Time, since time.Time) []time.Time {
	n := 0
	for n < len(times) && !times[n].After(since) {
		n++
	}
	return times[n:]
}

// held tells why a post is not sent by itself, "" when it is.
func (b *Box) held(p *post, now time.Time) string {
	switch {
	case p.capped:
		return HeldCapped
	case !p.asked && (b.on == 0 || p.Seq < b.on):
		return HeldBefore
	case p.tries == 0 && p.node == "" && now.Sub(p.At) > staleAfter:
		return HeldStale
	}
	return ""
}

// retryAfter is how long a post waits after so many failed tries.
func retryAfter(tries int) time.Duration {
	steps := [...]time.Duration{time.Minute, 5 * time.Minute, 15 * time.Minute, 30 * time.Minute, time.Hour, 2 * time.Hour, 4 * time.Hour}
	return steps[min(max(tries, 1), len(steps))-1]
}

// giveUpAfter the first failed try, the next one that fails is the last.
const giveUpAfter = 72 * time.Hour

// ready returns when a post may be tried. A failure that a clock put into the
// future does not count.
func (p *post) ready(now time.Time) time.Time {
	if p.tries == 0 || p.last.After(now.Add(claimTime)) {
		return time.Time{}
	}
	return p.last.Add(retryAfter(p.tries))
}
