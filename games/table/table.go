package table

import (
	"fmt"
	"slices"
	"strings"

	"fivepoints/events"
	"fivepoints/games"
)

// Books finds a rulebook by name and edition.
type Books func(name string, edition int) (games.Rulebook, error)

// Table is everything that one game's stream says: the people, the mails, the
// sheets and the state of the rules. It is folded, never edited.
type Table struct {
	ID      string
	Created Created
	Book    games.Rulebook
	Game    games.Game
	Tip     events.Seq // last commit folded
	At      int64      // its time, unix ms
	Seats   []SeatTaken
	Windows []*Window // in the order they opened
	Sheets  []*SheetIn
	Over    *Over
	Cuts    []Cut
	Changes []*ChangeIn  // by the moderator, in their order
	Hidden  []HiddenDraw // the hidden draws, in their order
	Secrets []*SecretIn  // published when the game ended, in their order
	People  *People
	Press   []*PressIn // in its order
	Desks   int        // how often somebody without a seat asked something
	Record  Record     // disputes, rulings, published keys
	Clock   Clock      // what people and events made of its deadlines

	books  Books
	codec  *games.Codec
	used   map[mark]bool
	labels map[string]bool
	cuts   []cutAt               // found ahead of the fold
	verbs  map[string]games.Verb // of the grammar, by id
	spoken map[string]bool       // types of facts that change the grammar
	words  int                   // how many of them there were
	pools  map[string][]*Unit    // Pending by seat and window, until something else is folded than play
}

// Window is a mail with what became of it.
type Window struct {
	Opened
	OpenedSeq events.Seq
	Closed    *Closed
	ClosedSeq events.Seq
	Judged    events.Seq // the commit whose facts hold: the closing, or the last judging after a cut; 0 while that is to come
	Voided    bool
	Waits     Waits // of its present deadline
}

// Open tells whether the mail may still be written.
func (w *Window) Open() bool { return w.Closed == nil && !w.Voided }

// ChangeIn is a change of the position as recorded.
type ChangeIn struct {
	Adjusted
	Change
	Seq  events.Seq // when it was made first
	Made events.Seq // the commit that holds it; 0 while it is to be made again after a cut
}

// SecretIn is a secret as published.
type SecretIn struct {
	SecretPublished
	Seq events.Seq
}

// SheetIn is a sheet as recorded.
type SheetIn struct {
	Sheet
	Lines
	Seq    events.Seq
	H      [32]byte // commitment: the hash of its private part
	Voided bool

	units []*Unit // its orders, cut out when first asked for
}

// Renumber gives the facts folded under a provisional seq their real one.
func (t *Table) Renumber(from, to events.Seq, at int64) {
	t.pools = nil
	for _, w := range t.Windows {
		if w.OpenedSeq == from {
			w.OpenedSeq = to
		}
		if w.ClosedSeq == from {
			w.ClosedSeq = to
		}
		if w.Judged == from {
			w.Judged = to
		}
	}
	for _, c := range t.Changes {
		if c.Seq == from {
			c.Seq = to
		}
		if c.Made == from {
			c.Made = to
		}
	}
	for _, p := range t.Press {
		if p.Seq == from {
			p.Seq = to
		}
	}
	for _, s := range t.Secrets {
		if s.Seq == from {
			s.Seq = to
		}
	}
	t.Record.renumber(from, to)
	t.Tip, t.At = to, at
}

// mark is a line that was used up; window is set for standing lines, which
// count once a window.
type mark struct {
	seat, window string
	sheet, line  int
}

type cutAt struct{ after, at events.Seq }

// New returns the table of a game before its first fact.
func New(id string, books Books) *Table {
	return &Table{
		ID: id, books: books, codec: games.NewCodec(FactTypes()...),
		used: map[mark]bool{}, labels: map[string]bool{}, People: NewPeople(),
	}
}

// Codec returns the codec of the game's facts, those of the table included.
func (t *Table) Codec() *games.Codec { return t.codec }

// IsPlatform tells whether a fact belongs to the table rather than to the rules.
func IsPlatform(typ string) bool { return strings.HasPrefix(typ, "t.") }

// Fold folds one fact of the commit seq. h is the hash of its part, if it has one.
func (t *Table) Fold(seq events.Seq, f games.Fact, h [32]byte) error {
	if t.Forgotten(seq, f.Type) {
		return nil
	}
	if !IsPlatform(f.Type) {
		if t.Game == nil {
			return fmt.Errorf("folding %s of game %s: %s comes before %s", f.Type, t.ID, f.Type, TypeCreated)
		}
		t.Game.Evolve(f)
		if t.spoken[f.Type] {
			t.verbs, t.pools, t.words = nil, nil, t.words+1
		}
		return nil
	}
	return t.fold(seq, f, h)
}

func (t *Table) fold(seq events.Seq, f games.Fact, h [32]byte) error {
	if f.Type != TypeUsed && f.Type != TypeSkipped && f.Type != TypeDrawn {
		t.pools = nil
	}
	switch p := f.Pub.(type) {
	case Created:
		return t.create(p)
	case SeatTaken:
		t.seat(p)
		t.People.Fold(f)
	case Opened:
		t.Windows = append(t.Windows, &Window{Opened: p, OpenedSeq: seq})
	case Closed:
		t.People.Worked(p.Why, p.At) // WhyModerator
		t.close(seq, p)
	case Judged:
		if w := t.Window(p.Window); w != nil {
			w.Judged = seq
		}
	case Voided:
		if w := t.Window(p.Window); w != nil {
			w.Voided = true
		}
	case Moved:
		t.People.Worked(p.By, t.At)
		if w := t.Window(p.Window); w != nil {
			w.Closes, w.Waits = p.Closes, Waits{}
		}
	case Sheet:
		t.Sheets = append(t.Sheets, &SheetIn{Sheet: p, Lines: private[Lines](f), Seq: seq, H: h})
	case Void:
		t.void(p)
	case Used:
		t.mark(p)
	case Skipped:
		w := private[Why](f)
		t.used[t.markOf(p.Seat, w.Decision, w.Sheet, w.Line)] = true
	case Drawn:
		t.drawn(p, private[Picks](f))
	case Cut:
		t.People.Worked(p.By, t.At)
		t.cut(p)
	case Adjusted:
		t.People.Worked(p.By, t.At)
		t.adjust(seq, p, private[Change](f))
	case Over:
		t.Over = &p
	case Press:
		t.Press = append(t.Press, &PressIn{Press: p, Text: private[PressText](f), Seq: seq})
	case Desk:
		t.Desks = max(t.Desks, p.N)
	case SecretPublished:
		t.Secrets = append(t.Secrets, &SecretIn{p, seq})
	default:
		if !t.foldCase(seq, f) {
			t.People.Fold(f)
		}
		return t.tell(f)
	}
	return nil
}

// Forgotten tells whether a later cut drops what a commit did.
func (t *Table) Forgotten(seq events.Seq, typ string) bool {
	switch typ {
	case TypeUsed, TypeSkipped, TypeDrawn, TypeVoided, TypeOver:
	default:
		if IsPlatform(typ) {
			return false
		}
	}
	for _, c := range t.cuts {
		if c.after < seq && seq < c.at {
			return true
		}
	}
	return false
}

func (t *Table) create(p Created) error {
	book, err := t.books(p.Rulebook, p.Edition)
	if err != nil {
		return fmt.Errorf("opening game %s: %w", t.ID, err)
	}
	t.Created, t.Book, t.Game = p, book, book.Start()
	t.codec = games.NewCodec(append(FactTypes(), book.Info().Facts...)...)
	t.spoken = map[string]bool{}
	for _, f := range book.Info().Facts {
		if f.Words {
			t.spoken[f.Type] = true
		}
	}
	return t.plan(p.Plan)
}

// Vocabulary counts the changes of the game's grammar: a parser made for another
// count is out of date.
func (t *Table) Vocabulary() int { return t.words }

func (t *Table) seat(p SeatTaken) {
	for i := range t.Seats {
		if t.Seats[i].Seat == p.Seat {
			t.Seats[i] = p
			return
		}
	}
	t.Seats = append(t.Seats, p)
}

func (t *Table) close(seq events.Seq, p Closed) {
	w := t.Window(p.Window)
	if w == nil || w.Closed != nil {
		return
	}
	w.Closed, w.ClosedSeq, w.Judged = &p, seq, seq
}

func (t *Table) cut(p Cut) {
	t.Cuts = append(t.Cuts, p)
	for _, w := range t.Windows {
		if w.Judged > p.After {
			w.Judged = 0
		}
	}
	for _, c := range t.Changes {
		if c.Made > p.After {
			c.Made = 0
		}
	}
}

func (t *Table) adjust(seq events.Seq, p Adjusted, c Change) {
	if !p.Again {
		t.Changes = append(t.Changes, &ChangeIn{Adjusted: p, Change: c, Seq: seq, Made: seq})
		return
	}
	for _, old := range t.Changes {
		if old.N == p.N {
			old.Made = seq
		}
	}
}

func (t *Table) drawn(p Drawn, hidden Picks) {
	t.labels[p.Label] = true
	if p.Hidden {
		t.Hidden = append(t.Hidden, HiddenDraw{p.Label, hidden.Pool, hidden.Picks})
	}
}

// SecretAt is the number of the secret that a commit draws from: the first
// one that was not published before.
func (t *Table) SecretAt(seq events.Seq) int {
	n := 0
	for _, s := range t.Secrets {
		if s.Seq < seq {
			n = max(n, s.N+1)
		}
	}
	return n
}

func (t *Table) void(p Void) {
	for _, s := range t.Sheets {
		if s.Seat == p.Seat && s.N == p.N {
			s.Voided = true
		}
	}
}

func (t *Table) mark(p Used) {
	if p.Sheet > 0 {
		t.used[t.markOf(p.Seat, p.Decision, p.Sheet, p.Line)] = true
	}
}

// markOf finds the window a mark belongs to: only standing lines have one, for
// they may be used again in the next window.
func (t *Table) markOf(seat, decision string, sheet, line int) mark {
	m := mark{seat: seat, sheet: sheet, line: line}
	if s := t.SheetOf(seat, sheet); s != nil && line >= 1 && line <= len(s.Lines.Lines) && s.Lines.Lines[line-1].Always {
		m.window, _, _ = strings.Cut(decision, windowMark)
	}
	return m
}

// windowMark parts the window from the rest in the Decision of Used and Why.
const windowMark = "#"

// DecisionMark is how facts name a decision: its window, "#", its id.
func DecisionMark(d games.Decision) string { return d.Window + windowMark + d.ID }

// Window finds a window by its id, nil when it never opened.
func (t *Table) Window(id string) *Window {
	for _, w := range t.Windows {
		if w.ID() == id {
			return w
		}
	}
	return nil
}

// ID returns the window's id.
func (w *Window) ID() string { return w.Opened.Window }

// SheetOf finds the n-th sheet of a seat.
func (t *Table) SheetOf(seat string, n int) *SheetIn {
	for _, s := range t.Sheets {
		if s.Seat == seat && s.N == n {
			return s
		}
	}
	return nil
}

// Holder returns who holds a seat, with an empty Person when nobody does.
func (t *Table) Holder(seat string) SeatTaken {
	for _, s := range t.Seats {
		if s.Seat == seat {
			return s
		}
	}
	return SeatTaken{Seat: seat}
}

// Started tells whether the player of a seat has answered once since he got it.
// Until then he is only invited.
func (t *Table) Started(seat string) bool {
	person := t.Holder(seat).Person
	return t.People.Accepted(t.Holder(seat)) || person != "" && slices.ContainsFunc(t.Sheets, func(s *SheetIn) bool {
		return s.Seat == seat && s.Person == person && s.By == ""
	})
}

// Misses returns how many mails in a row a seat left empty, up to the mail
// upto; the empty word means all that are closed. Those that closed while its
// player was absent are not counted.
func (t *Table) Misses(seat, upto string) int {
	n := 0
	for _, w := range t.Windows {
		if w.Closed != nil && slices.Contains(w.Seats, seat) {
			switch {
			case t.Wrote(seat, w):
				n = 0
			case !t.Excused(seat, w):
				n++
			}
		}
		if w.ID() == upto {
			break
		}
	}
	return n
}

// LabelUsed tells whether a draw of that label was made on this line.
func (t *Table) LabelUsed(label string) bool { return t.labels[label] }

func private[P any](f games.Fact) P {
	var zero P
	for _, p := range f.Priv {
		if v, ok := p.Payload.(P); ok {
			return v
		}
	}
	return zero
}
