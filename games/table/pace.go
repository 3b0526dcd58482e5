package table

import (
	"slices"
	"strings"
	"time"

	"fivepoints/games"
)

// Pace tells how fast a game goes. All of it is for moderators: who has not
// written for an open mail is nobody else's business.
type Pace struct {
	Steps   []Step
	Phases  []Phase // longest first
	Seats   []Reply // in the order of the seats
	Open    []OpenMail
	Typical time.Duration // median of the steps, 0 when there is none
	Left    int           // mails that may still open, the open ones included; 0 when unknown
	Ends    int64         // unix ms, should it go on like this; 0 when unknown
}

// Step is one mail that was played.
type Step struct {
	Tag    string
	Took   time.Duration // from opening to closing
	Last   string        // seat that wrote last, "" when nobody did
	Missed []string      // seats that sent nothing
}

// Phase gathers the steps of one kind, as tags name them: the "c" of "1893c".
type Phase struct {
	Name    string
	Steps   int
	Typical time.Duration // median
}

// Reply is how a seat answers.
type Reply struct {
	Seat     string
	Mails    int           // that asked it, closed
	Answered int           // of those
	Typical  time.Duration // median from opening to its first sheet
}

// OpenMail is a mail that waits.
type OpenMail struct {
	Tag     string
	Closes  int64
	Waiting []string // seats that have not written
}

// Pace measures the game as of a moment.
func (t *Table) Pace(now int64) Pace {
	var p Pace
	replies := map[string][]time.Duration{}
	asked := map[string]int{}
	phases := map[string][]time.Duration{}
	for _, w := range t.Windows {
		switch {
		case w.Voided:
		case w.Closed == nil:
			p.Open = append(p.Open, t.openMail(w))
		default:
			s := t.step(w, replies, asked)
			p.Steps = append(p.Steps, s)
			phases[phaseOf(w.Tag)] = append(phases[phaseOf(w.Tag)], s.Took)
		}
	}
	for name, took := range phases {
		p.Phases = append(p.Phases, Phase{name, len(took), median(took)})
	}
	slices.SortFunc(p.Phases, func(a, b Phase) int {
		if a.Typical != b.Typical {
			return int(b.Typical/time.Second) - int(a.Typical/time.Second)
		}
		return strings.Compare(a.Name, b.Name)
	})
	for _, s := range t.Seats {
		p.Seats = append(p.Seats, Reply{s.Seat, asked[s.Seat], len(replies[s.Seat]), median(replies[s.Seat])})
	}
	t.project(&p, now)
	return p
}

func (t *Table) openMail(w *Window) OpenMail {
	o := OpenMail{Tag: w.Tag, Closes: w.Closes}
	for _, seat := range w.Seats {
		if t.Holder(seat).Person != "" && t.Awaits(w, seat) && !t.Wrote(seat, w) {
			o.Waiting = append(o.Waiting, seat)
		}
	}
	return o
}

// step measures a closed mail and notes how each seat answered.
func (t *Table) step(w *Window, replies map[string][]time.Duration, asked map[string]int) Step {
	s := Step{Tag: w.Tag, Took: milliseconds(w.Closed.At - w.At)}
	last := int64(0)
	for _, seat := range w.Seats {
		if t.Holder(seat).Person == "" {
			continue
		}
		asked[seat]++
		if !t.Wrote(seat, w) {
			s.Missed = append(s.Missed, seat)
			continue
		}
		at := t.firstSheet(seat, w)
		replies[seat] = append(replies[seat], milliseconds(max(0, at-w.At)))
		if at >= last {
			last, s.Last = at, seat
		}
	}
	return s
}

// firstSheet is when a seat first wrote for a mail; sheets sent ahead count from
// its opening.
func (t *Table) firstSheet(seat string, w *Window) int64 {
	for _, s := range t.Sheets {
		if s.Seat == seat && !s.Voided && !s.Check && s.At >= w.At && s.At <= w.Closed.At {
			return s.At
		}
	}
	return w.At
}

// project tells when the game ends should it go on like this.
func (t *Table) project(p *Pace, now int64) {
	var took []time.Duration
	for _, s := range p.Steps {
		took = append(took, s.Took)
	}
	p.Typical = median(took)
	if t.Over != nil {
		p.Ends = t.At
		return
	}
	ahead, known := t.Game.Ahead()
	if !known {
		return
	}
	played := func(w games.Window) bool {
		old := t.Window(w.ID)
		return old != nil && !old.Open()
	}
	p.Left = len(slices.DeleteFunc(slices.Clone(ahead), played))
	if p.Typical > 0 {
		p.Ends = now + int64(p.Left)*p.Typical.Milliseconds()
	}
}

// phaseOf is what a tag says beside the number of its turn.
func phaseOf(tag string) string { return strings.Trim(tag, "0123456789") }

func milliseconds(n int64) time.Duration { return time.Duration(n) * time.Millisecond }

// median is the middle one; of two, the longer.
func median(all []time.Duration) time.Duration {
	if len(all) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(all))
	return sorted[len(sorted)/2]
}
